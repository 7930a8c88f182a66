/**
 * A change of 200 TypeScript files that was previewed is applied, against one WorkspaceEdit by hand
 * with the same edits, whose ranges are known. Both begin with clean files that no tab shows. Ours
 * looks at every file again before, and at what became of it afterwards.
 */
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { callTool, openAgent, openEditor } from "../vscode/suites/support.mjs";

const FILES = 200;
const RUNS = 9;
const CALM_MS = 1500;

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

async function makeFolder() {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "sextant-bench-")));
  await mkdir(join(folder, "src"));
  await writeFile(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { strict: true, noEmit: true }, include: ["src"] }),
  );
  await writeFile(join(folder, "src/shared.ts"), "export function value_0(n: number): number {\n  return n;\n}\n");
  const user = (i) => `import { value_0 } from "./shared";\n\nexport const used_${i} = value_0(${i}) + value_0(1);\n`;
  for (let i = 1; i < FILES; i++) await writeFile(join(folder, `src/user_${i}.ts`), user(i));
  return folder;
}

/** The same edits by hand, with ranges that are known already: milliseconds. */
async function editByHand(editor, folder, from, to) {
  const files = {};
  for (const file of await readdir(join(folder, "src"))) {
    const lines = (await readFile(join(folder, "src", file), "utf8")).split("\n");
    const of = (line, row) =>
      [...line.matchAll(new RegExp(`\\b${from}\\b`, "g"))].map(({ index }) => [row, index, index + from.length]);
    files[join(folder, "src", file)] = lines.flatMap(of);
  }
  return editor.control.evaluate(
    async ({ vscode, args: { files, to } }) => {
      const edit = new vscode.WorkspaceEdit();
      for (const [file, ranges] of Object.entries(files))
        for (const [row, start, end] of ranges)
          edit.replace(vscode.Uri.file(file), new vscode.Range(row, start, row, end), to);
      const started = performance.now();
      if (!(await vscode.workspace.applyEdit(edit))) throw new Error("The edit was not applied.");
      return performance.now() - started;
    },
    { files, to },
  );
}

async function applyOwn(agent, from, to) {
  const place = { symbol: from, file_path: "src/shared.ts", new_name: to };
  const planned = await callTool(agent, "rename_symbol", { ...place, max_tokens: 500 });
  if (!planned.text.startsWith(`PREVIEW of ${FILES} files`)) throw new Error(planned.text.slice(0, 500));
  await new Promise((resolve) => setTimeout(resolve, CALM_MS)); // the other one begins with a calm server, too
  const started = performance.now();
  const applied = await callTool(agent, "rename_symbol", {
    change: planned.facts.change,
    preview: false,
    save: false,
    max_tokens: 500,
  });
  const ms = performance.now() - started;
  if (!applied.text.startsWith(`APPLIED to ${FILES} files`)) throw new Error(applied.text.slice(0, 500));
  return ms;
}

/** Saves all and closes what the editor has opened for what was unsaved: as it was before. */
async function calmDown(editor) {
  await new Promise((resolve) => setTimeout(resolve, CALM_MS));
  await editor.control.evaluate(async ({ vscode }) => {
    for (const document of vscode.workspace.textDocuments) if (document.isDirty) await document.save();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
  await new Promise((resolve) => setTimeout(resolve, CALM_MS));
}

export async function rows() {
  const folder = await makeFolder();
  const editor = await openEditor([folder], { settings: { "files.autoSave": "off" } });
  const agent = await openAgent(editor);
  const times = { own: [], bare: [] };
  try {
    for (let i = 0; i < RUNS; i++) {
      // Each goes first every other time: whoever is second finds warm caches.
      const order = i % 2 ? ["bare", "own"] : ["own", "bare"];
      for (const [k, who] of order.entries()) {
        const names = [`value_${2 * i + k}`, `value_${2 * i + k + 1}`];
        const ms = who === "own" ? await applyOwn(agent, ...names) : await editByHand(editor, folder, ...names);
        await calmDown(editor);
        if (i) times[who].push(ms);
      }
    }
  } finally {
    agent.close();
    await editor.stop();
    await rm(folder, { recursive: true, force: true });
  }
  const own = median(times.own),
    bare = median(times.bare);
  return [
    {
      name: `a change of ${FILES} files applied, one WorkspaceEdit by hand`,
      ours: own,
      peer: bare,
      unit: "ms",
      ratio: own / bare,
      target: "<= 1.1x",
      ok: own <= 1.1 * bare,
    },
  ];
}
