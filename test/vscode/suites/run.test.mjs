/** Commands of agents in a real VS Code: their terminals, their questions, what is left of them. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { runFromPalette } from "../page.mjs";
import { ARTIFACTS, Bench, callTool, copyWorkspaces, openAgent, openEditor } from "./support.mjs";

const SETTINGS = {
  "sextant.toolsets": ["symbols", "edit", "run", "workspace"],
  "sextant.run.allowed": ["echo", "sleep", "cat", "seq"],
  "sextant.run.denied": ["git push"],
};

let files, editor, agent, bench, folder;

before(async () => {
  files = await copyWorkspaces("tour");
  editor = await openEditor(files.folders, { settings: SETTINGS });
  agent = await openAgent(editor);
  folder = files.folders[0];
  bench = new Bench(editor, agent, folder);
});

after(async () => {
  agent?.close();
  await editor?.stop();
  await files?.remove();
});

const bash = (args) => callTool(agent, "bash", args);

/** Names of the editor's terminals. */
const terminals = () => editor.control.evaluate(({ vscode }) => vscode.window.terminals.map(({ name }) => name));

function processesWith(word) {
  return readdirSync("/proc").filter((id) => {
    try {
      return /^\d+$/.test(id) && readFileSync(`/proc/${id}/cmdline`, "utf8").includes(word);
    } catch {
      return false;
    }
  });
}

async function until(is, limit_ms = 10_000) {
  for (const end = Date.now() + limit_ms; !(await is()); ) {
    if (Date.now() > end) throw new Error(`never: ${is}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test("a command that is allowed runs without a question, in a terminal that takes no focus", async () => {
  const answer = await bash({ command: "echo hello from an agent" });
  assert.match(answer.text, /^Exit code 0 after /);
  assert.match(answer.text, /\nhello from an agent$/);
  await until(async () => (await terminals()).includes("Sextant"));
  assert.equal(await editor.control.evaluate(({ vscode }) => vscode.window.activeTerminal?.name ?? null), null);
});

test("one that is not allowed asks, shows itself whole, and runs when it is allowed", async () => {
  const call = bash({ command: "printf 'one\\ntwo\\n' > made.txt &&\ncat made.txt" });
  const question = editor.page.getByText("wants to run a command").first();
  await question.waitFor({ timeout: 20_000 });
  await editor.page.screenshot({ path: join(ARTIFACTS, "run-question.png") });
  await runFromPalette(editor.page, "Sextant: Allow Command");
  const answer = await call;
  assert.match(answer.text, /^Exit code 0 after .*\nChanged files: made\.txt \(new\)\./);
});
