/** Who may change what: the settings, the question in the editor, and what a refusal leaves. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { screenshot } from "../page.mjs";
import { waitFor } from "../processes.mjs";
import { ARTIFACTS, copyWorkspaces, openAgent, openEditor } from "./support.mjs";

const LIMIT_MS = 20_000;
const SHORT_TIMEOUT_S = 6;

let files, editor, agent, folder;

before(async () => {
  files = await copyWorkspaces("tour");
  folder = files.folders[0];
  editor = await openEditor(files.folders, {
    settings: { "files.autoSave": "off", "sextant.toolsets": ["symbols", "edit", "files"] },
  });
  agent = await openAgent(editor);
});

after(async () => {
  agent?.close();
  await editor?.stop();
  await files?.remove();
});

const setting = (name, value) =>
  editor.control.evaluate(({ vscode, args }) => vscode.workspace.getConfiguration("sextant").update(args.name, args.value, true), { name, value });

const tabs = () =>
  editor.control.evaluate(({ vscode }) => vscode.window.tabGroups.all.flatMap((group) => group.tabs.map((tab) => tab.label)));

async function call(name, args) {
  const result = await agent.request("tools/call", { name, arguments: args }, 60_000);
  return { text: result.content[0].text, isError: result.isError ?? false };
}

const write = (filePath, content = "written\n") => call("file_write", { filePath, content });
const question = () => editor.page.locator(".notifications-toasts .notification-list-item", { hasText: "An agent" });
const press = (name) => question().getByRole("button", { name, exact: true }).click();

/** Nothing of a change that was not allowed: no file, no question's diff, no unsaved buffer. */
async function expectNoTrace(file) {
  assert.equal(existsSync(join(folder, file)), false);
  assert.ok(await waitFor(async () => !(await tabs()).some((label) => label.startsWith("Sextant:")), LIMIT_MS), (await tabs()).join());
}

test("asked, shown as a diff, and allowed", async () => {
  const asked = call("file_edit", { filePath: "src/models.ts", searchTerm: "Where an order stands.", replacementText: "Where it stands." });
  await question().waitFor({ timeout: LIMIT_MS });
  await editor.page.locator(".multiDiffEntry, .multi-diff-editor").first().waitFor({ timeout: LIMIT_MS });
  await editor.page.getByText("Where it stands.").first().waitFor({ timeout: LIMIT_MS });
  await screenshot(editor.page, join(ARTIFACTS, "screenshots", "8-approval.png"));
  assert.match(await question().innerText(), /An agent \(file_edit\) wants to change src\/models\.ts\./);
  await press("Allow");
  const answer = await asked;
  assert.equal(answer.isError, false, answer.text);
  assert.match(readFileSync(join(folder, "src/models.ts"), "utf8"), /Where it stands\./);
  await expectNoTrace("none");
});

test("rejected with a reason, which the agent gets", async () => {
  const asked = write("rejected.txt");
  await question().waitFor({ timeout: LIMIT_MS });
  await press("Reject…");
  const input = editor.page.locator(".quick-input-widget input.input");
  await input.waitFor({ timeout: LIMIT_MS });
  await input.fill("use the existing file instead");
  await screenshot(editor.page, join(ARTIFACTS, "screenshots", "9-reject.png"));
  await input.press("Enter");
  const answer = await asked;
  assert.equal(answer.isError, true);
  assert.match(answer.text, /The person rejected it: use the existing file instead Nothing was changed\. \(not_allowed\)/);
  await expectNoTrace("rejected.txt");
});

test("nobody answers: a clear refusal before the call's time is over", async () => {
  await setting("timeout", SHORT_TIMEOUT_S);
  const started = Date.now();
  const answer = await write("unanswered.txt");
  await setting("timeout", undefined);
  assert.equal(answer.isError, true);
  assert.match(answer.text, /Nobody answered the question in the editor\. Nothing was changed\. \(not_allowed\)/);
  assert.ok(Date.now() - started < SHORT_TIMEOUT_S * 1000, `${Date.now() - started} ms`);
  await expectNoTrace("unanswered.txt");
  await editor.control.executeCommand("notifications.clearAll");
});

test("never: refused without a question", async () => {
  await setting("approval", { edit: "never" });
  const answer = await call("edit_buffer", { file: "README.md", edits: [{ line_start: 1, line_end: 1, new_text: "x" }], preview: false });
  await setting("approval", undefined);
  assert.equal(answer.isError, true);
  assert.match(answer.text, /sextant\.approval does not allow changes by the tools of 'edit'/);
  assert.equal(await question().count(), 0);
});

test("allowed for this session: asked no more", async () => {
  const asked = write("session.txt");
  await question().waitFor({ timeout: LIMIT_MS });
  await press("Allow for This Session");
  assert.equal((await asked).isError, false);
  assert.equal((await write("session-2.txt")).isError, false);
  assert.ok(existsSync(join(folder, "session-2.txt")));
});

test("a toolset that is switched off is refused by name, and offered where it is asked for", async () => {
  await setting("toolsets", ["symbols"]);
  const answer = await call("file_read", { filePath: "README.md" });
  await setting("toolsets", undefined);
  assert.equal(answer.isError, true);
  assert.match(answer.text, /'file_read' belongs to the toolset 'files', which is switched off/);
});
