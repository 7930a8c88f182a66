/**
 * A change of 200 TypeScript files that was previewed is applied, against one WorkspaceEdit by hand
 * with the same edits. Ours looks at every file again, and asks for the diagnostics before and after.
 */
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { callTool, openAgent, openEditor } from "../vscode/suites/support.mjs";

const FILES = 200;
const RUNS = 11;

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

async function makeFolder() {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "sextant-bench-")));
  await mkdir(join(folder, "src"));
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: { strict: true, noEmit: true }, include: ["src"] }));
  await writeFile(join(folder, "src/shared.ts"), "export function value_0(n: number): number {\n  return n;\n}\n");
  const user = (i) => `import { value_0 } from "./shared";\n\nexport const used_${i} = value_0(${i}) + value_0(1);\n`;
  for (let i = 1; i < FILES; i++) await writeFile(join(folder, `src/user_${i}.ts`), user(i));
  return folder;
}

/** Writes `to` for `from` wherever a file says it, as one edit: milliseconds. */
function editByHand(editor, folder, from, to) {
  return editor.control.evaluate(
    async ({ vscode, args: { folder, from, to } }) => {
      const edit = new vscode.WorkspaceEdit();
      for (const uri of await vscode.workspace.findFiles(new vscode.RelativePattern(folder, "src/*.ts"))) {
        const document = await vscode.workspace.openTextDocument(uri);
        for (const { index } of document.getText().matchAll(new RegExp(`\\b${from}\\b`, "g")))
          edit.replace(uri, new vscode.Range(document.positionAt(index), document.positionAt(index + from.length)), to);
      }
      const started = performance.now();
      if (!(await vscode.workspace.applyEdit(edit))) throw new Error("The edit was not applied.");
      const ms = performance.now() - started;
      await vscode.workspace.saveAll();
      return ms;
    },
    { folder, from, to },
  );
}

async function applyOwn(agent, from, to) {
  const place = { symbol: from, file_path: "src/shared.ts", new_name: to };
  const planned = await callTool(agent, "rename_symbol", { ...place, max_tokens: 500 });
  if (!planned.text.startsWith(`PREVIEW of ${FILES} files`)) throw new Error(planned.text.slice(0, 500));
  const started = performance.now();
  const applied = await callTool(agent, "rename_symbol", { change: planned.facts.change, preview: false, save: false, max_tokens: 500 });
  const ms = performance.now() - started;
  if (!applied.text.startsWith(`APPLIED to ${FILES} files`)) throw new Error(applied.text.slice(0, 500));
  return ms;
}

export async function rows() {
  const folder = await makeFolder();
  const editor = await openEditor([folder], { settings: { "files.autoSave": "off" } });
  const agent = await openAgent(editor);
  const ours = [], theirs = [];
  try {
    for (let i = 0; i < RUNS; i++) {
      const own = await applyOwn(agent, `value_${2 * i}`, `value_${2 * i + 1}`);
      const bare = await editByHand(editor, folder, `value_${2 * i + 1}`, `value_${2 * i + 2}`);
      if (i) ours.push(own), theirs.push(bare);
    }
  } finally {
    agent.close();
    await editor.stop();
    await rm(folder, { recursive: true, force: true });
  }
  const own = median(ours), bare = median(theirs);
  return [{ name: `a change of ${FILES} files applied, one WorkspaceEdit by hand`, ours: own, peer: bare, unit: "ms", ratio: own / bare, target: "<= 1.1x", ok: own <= 1.1 * bare }];
}
