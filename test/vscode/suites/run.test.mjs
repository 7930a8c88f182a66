/** Commands of agents in a real VS Code: their terminals, their questions, what is left of them. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { runFromPalette, screenshot } from "../page.mjs";
import { LIMIT_MS } from "../processes.mjs";
import { ARTIFACTS, callTool, copyWorkspaces, openAgent, openEditor } from "./support.mjs";

const SETTINGS = {
  "sextant.toolsets": ["symbols", "edit", "run", "workspace"],
  "sextant.run.allowed": ["echo", "sleep", "cat", "seq"],
  "sextant.run.denied": ["git push"],
};

let files, editor, agent, folder;

before(async () => {
  files = await copyWorkspaces("tour");
  editor = await openEditor(files.folders, { settings: SETTINGS });
  agent = await openAgent(editor);
  folder = files.folders[0];
});

after(async () => {
  agent?.close();
  await editor?.stop();
  await files?.remove();
});

const bash = (args) => callTool(agent, "bash", args);

/** Names of the editor's terminals. */
const terminals = () => editor.control.evaluate(({ vscode }) => vscode.window.terminals.map(({ name }) => name));

const toast = (text) => editor.page.locator(".notification-toast").filter({ hasText: text });

/** The question stands whole in the editor, and is announced. */
async function asked(line) {
  await editor.page.locator(".monaco-editor .view-line", { hasText: line }).first().waitFor({ timeout: LIMIT_MS });
  await toast("wants to run a command").first().waitFor({ timeout: LIMIT_MS });
}

function processesWith(word) {
  return readdirSync("/proc").filter((id) => {
    try {
      return /^\d+$/.test(id) && readFileSync(`/proc/${id}/cmdline`, "utf8").includes(word);
    } catch {
      return false;
    }
  });
}

async function until(is, limit_ms = LIMIT_MS) {
  for (const end = Date.now() + limit_ms; !(await is());) {
    if (Date.now() > end) throw new Error(`never: ${is}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test("a command that is allowed runs without a question, in a terminal that takes no focus", async () => {
  const answer = await bash({ command: "echo hello from an agent" });
  assert.match(answer.text, /^Exit code 0 after /);
  assert.match(answer.text, /\nhello from an agent$/);
  await until(async () => (await terminals()).includes("Sextant"));
  assert.equal(await editor.page.locator(".terminal-wrapper").count(), 0, "the panel stays closed");
});

test("one that is not allowed asks, shows itself whole, and runs when it is allowed", async () => {
  const call = bash({ command: "printf 'one\\ntwo\\n' > made.txt &&\ncat made.txt" });
  await asked("cat made.txt");
  await screenshot(editor.page, join(ARTIFACTS, "run-question.png"));
  await runFromPalette(editor.page, "Sextant: Allow Command");
  const answer = await call;
  assert.match(answer.text, /^Exit code 0 after .*\nChanged files: made\.txt \(new\)\./);
  assert.equal(answer.facts.stdout, "one\ntwo\n");
});

test("one that is rejected does not run, and one that is denied does not even ask", async () => {
  const call = bash({ command: "touch rejected.txt" });
  await asked("touch rejected.txt");
  await runFromPalette(editor.page, "Sextant: Reject Command");
  const answer = await call;
  assert.match(answer.text, /rejected it\. Nothing was run\./);
  const denied = await bash({ command: "echo a && git push origin main" });
  assert.match(
    denied.text,
    /`git push origin main` is denied by `git push` in sextant\.run\.denied\. Nothing was run\./,
  );
  assert.ok(!existsSync(join(folder, "rejected.txt")));
});

test("the prefix that a person allows for good is enough the next time", async () => {
  const call = bash({ command: "ls made.txt" });
  await asked("ls made.txt");
  await toast("ls made.txt").getByRole("button", { name: "Always Allow 'ls'" }).click();
  assert.match((await call).text, /\nmade\.txt$/);
  assert.match((await bash({ command: "ls made.txt | cat" })).text, /\nmade\.txt$/);
  // The editor writes its settings a moment later.
  await until(() =>
    editor.control.evaluate(({ vscode }) =>
      vscode.workspace.getConfiguration("sextant").inspect("run.allowed").globalValue.includes("ls"),
    ),
  );
});

test("a command in the background has a terminal of its own; closing that ends it", async () => {
  const mark = `sleep 99${process.pid}`;
  const begun = await bash({ command: mark, background: true });
  assert.match(begun.text, /^Running for /);
  await until(async () => (await terminals()).some((name) => name.includes("sleep 99")));
  assert.match((await callTool(agent, "manage_workspace", {})).text, /Commands in the background:/);
  await runFromPalette(editor.page, "Sextant: Show Running Commands");
  await editor.page.locator(".terminal-wrapper.active").waitFor({ timeout: LIMIT_MS });
  await screenshot(editor.page, join(ARTIFACTS, "run-terminal.png"));
  await editor.control.evaluate(({ vscode }) =>
    vscode.window.terminals.find(({ name }) => name.includes("sleep 99")).dispose(),
  );
  await until(() => processesWith(mark.split(" ")[1]).length === 0);
  assert.match((await bash({ operation: "status", id: begun.facts.id })).text, /^Stopped after /);
});

test("Ctrl+C in the terminal ends the command that an agent waits for", async () => {
  const call = bash({ command: "echo begun; sleep 60" });
  await until(async () => (await terminals()).includes("Sextant"));
  await editor.control.evaluate(({ vscode }) => vscode.window.terminals.find(({ name }) => name === "Sextant").show());
  await editor.page.locator(".terminal-wrapper.active .xterm").click();
  await editor.page.keyboard.press("Control+c");
  assert.match((await call).text, /^Stopped after /);
});

test("output is on the screen as it comes, without holding the editor up", async () => {
  await editor.control.evaluate(() => {
    const { monitorEventLoopDelay } = process.getBuiltinModule("perf_hooks");
    globalThis.delay = monitorEventLoopDelay({ resolution: 1 });
    globalThis.delay.enable();
  });
  const answer = await bash({ command: "seq 1 3000000" });
  const longest = await editor.control.evaluate(() => {
    globalThis.delay.disable();
    return globalThis.delay.max / 1e6;
  });
  assert.equal(answer.facts.stdout_lines, 3_000_000);
  assert.ok(longest < 1000, `${longest} ms`);
});

test("a reload of the window ends the commands in the background", async () => {
  const mark = `98${process.pid}`;
  await bash({ command: `sleep ${mark}`, background: true });
  assert.ok(processesWith(mark).length > 0);
  await editor.control.reload();
  await until(() => processesWith(mark).length === 0);
});
