/** Who may change what: the settings, the question in the editor, and what a refusal leaves. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { Bridge, listTools } from "../bridge.mjs";
import { pressInNotification, quickInputRows, runFromPalette, screenshot, typeIntoQuickInput } from "../page.mjs";
import { LIMIT_MS, waitFor } from "../processes.mjs";
import { ARTIFACTS, Bench, callTool, copyWorkspaces, openAgent, openEditor } from "./support.mjs";

const SHORT_TIMEOUT_S = 10;

/** A busy machine takes its time to show a question. */
const TIMEOUT_S = 150;

const SETTINGS = {
  "sextant.timeout": TIMEOUT_S,
  "files.autoSave": "off",
  "sextant.toolsets": ["symbols", "edit", "files"],
};

let files, editor, agent, folder, bench;

before(async () => {
  files = await copyWorkspaces("tour");
  folder = files.folders[0];
  editor = await openEditor(files.folders, { settings: SETTINGS });
  agent = await openAgent(editor);
  bench = new Bench(editor, agent, folder);
});

after(async () => {
  agent?.close();
  await editor?.stop();
  await files?.remove();
});

const setting = (name, value) =>
  editor.control.evaluate(
    ({ vscode, args }) => vscode.workspace.getConfiguration("sextant").update(args.name, args.value, true),
    { name, value },
  );

const tabs = () =>
  editor.control.evaluate(({ vscode }) =>
    vscode.window.tabGroups.all.flatMap((group) => group.tabs.map((tab) => tab.label)),
  );

const call = (name, args) => callTool(agent, name, args, 2 * TIMEOUT_S * 1000);

const write = (filePath, content = "written\n") => call("file_write", { filePath, content });
const question = () => editor.page.locator(".notifications-toasts .notification-list-item", { hasText: "wants to" });
const press = (name) => pressInNotification(editor, "wants to", name);

/** Nothing of a change that was not allowed: no file, no question's diff, no unsaved buffer. */
async function expectNoTrace(file) {
  assert.equal(existsSync(join(folder, file)), false);
  assert.ok(
    await waitFor(async () => !(await tabs()).some((label) => label.includes("sextant-start")), LIMIT_MS),
    (await tabs()).join(),
  );
}

test("asked, shown as a diff, and allowed", async () => {
  const asked = call("file_edit", {
    filePath: "src/models.ts",
    searchTerm: "Where an order stands.",
    replacementText: "Where it stands.",
  });
  await question().waitFor({ timeout: LIMIT_MS });
  assert.match(await question().innerText(), /sextant-start 1\.0\.0 wants to change src\/models\.ts \(\+1 −1\)\./);
  await question().hover(); // it hides after some seconds otherwise, and a diff may take longer
  await editor.page.locator(".monaco-diff-editor").first().waitFor({ timeout: LIMIT_MS });
  await editor.page.getByText("Where it stands.").first().waitFor({ timeout: LIMIT_MS });
  await screenshot(editor.page, join(ARTIFACTS, "screenshots", "8-approval.png"));
  await press("Allow");
  const answer = await asked;
  assert.equal(answer.isError, false, answer.text);
  assert.match(readFileSync(join(folder, "src/models.ts"), "utf8"), /Where it stands\./);
  await expectNoTrace("none");
});

test("rejected, at once", async () => {
  const asked = write("rejected.txt");
  await question().waitFor({ timeout: LIMIT_MS });
  await press("Reject");
  const answer = await asked;
  assert.equal(answer.isError, true);
  assert.match(answer.text, /The person rejected it\. Nothing was changed\. .* \(not_allowed\)/);
  await screenshot(editor.page, join(ARTIFACTS, "screenshots", "9-reject.png"));
  await expectNoTrace("rejected.txt");
});

test("without an answer the call ends as waiting before its time is over", async () => {
  await setting("timeout", SHORT_TIMEOUT_S);
  const started = Date.now();
  const answer = await write("unanswered.txt");
  await setting("timeout", TIMEOUT_S);
  assert.equal(answer.isError, false);
  assert.match(answer.text, /^Waiting for approval as change c\d+: unanswered\.txt\. .*file_edit with change="c\d+"/);
  assert.ok(Date.now() - started < SHORT_TIMEOUT_S * 1000, `${Date.now() - started} ms`);
  await press("Reject");
  await expectNoTrace("unanswered.txt");
  await editor.control.executeCommand("notifications.clearAll");
});

test("never: refused without a question", async () => {
  await setting("approval", { edit: "never" });
  const answer = await call("edit_buffer", {
    file: "README.md",
    edits: [{ line_start: 1, line_end: 1, new_text: "x" }],
    preview: false,
  });
  await setting("approval", undefined);
  assert.equal(answer.isError, true);
  assert.match(answer.text, /sextant\.approval does not allow changes by the toolset 'edit'/);
  assert.equal(await question().count(), 0);
});

test("a file that is changed while the question is there: both edits, or none", async () => {
  await bench.put("both.txt", "one\ntwo\nthree\nfour\nfive\n");
  const ask = () => call("file_edit", { filePath: "both.txt", searchTerm: "four", replacementText: "FOUR" });
  let asked = ask();
  await question().waitFor({ timeout: LIMIT_MS });
  await bench.type("both.txt", [0, 0, 0, 3, "ONE"]);
  await press("Allow");
  const placed = await asked;
  assert.equal(placed.isError, false, placed.text);
  assert.equal(await bench.inBuffer("both.txt"), "ONE\ntwo\nthree\nFOUR\nfive\n");
  await bench.put("both.txt", "one\ntwo\nthree\nfour\nfive\n");
  await editor.control.call("revert", { path: bench.at("both.txt") });
  asked = ask();
  await question().waitFor({ timeout: LIMIT_MS });
  await bench.type("both.txt", [3, 0, 3, 4, "vier"]);
  await press("Allow");
  const refused = await asked;
  assert.match(refused.text, /has changed since: line 4 was edited\. Nothing was changed/);
  assert.equal(await bench.inBuffer("both.txt"), "one\ntwo\nthree\nvier\nfive\n");
  assert.equal(await bench.onDisk("both.txt"), "one\ntwo\nthree\nfour\nfive\n");
  await editor.control.call("revert", { path: bench.at("both.txt") });
  await editor.control.call("closeAll");
});

test("a closed notification is no answer, and a deletion is rejected: nothing happens", async () => {
  const before = await bench.everything();
  const closed = write("closed.txt");
  await question().waitFor({ timeout: LIMIT_MS });
  await question().hover();
  await question().locator(".codicon-notifications-clear").click();
  await question().waitFor({ state: "detached", timeout: LIMIT_MS });
  await editor.control.executeCommand("sextant.rejectChange");
  assert.match((await closed).text, /The person rejected it\. Nothing was changed\..* \(not_allowed\)/);
  const deletion = call("file_manage", { action: "delete", path: "README.md" });
  await question().waitFor({ timeout: LIMIT_MS });
  assert.match(await question().innerText(), /wants to delete README\.md \(\+0 −\d+\)\./);
  await press("Reject");
  assert.match((await deletion).text, /The person rejected it\. Nothing was changed\..*\(not_allowed\)/);
  await expectNoTrace("closed.txt");
  await bench.unchangedSince(before);
});

describe("as a language-model tool", () => {
  const dialog = () => editor.page.locator(".monaco-dialog-box");
  const invoke = (name, input) =>
    editor.control.invokeTool(name, input).then(
      (done) => done.text,
      (error) => `Error: ${error.message}`,
    );
  const input = { filePath: "chat.txt", content: "from the chat\n" };

  test("the editor's own dialog shows the diff; no means no", async () => {
    const before = await bench.everything();
    const asked = invoke("file_write", input);
    await dialog().waitFor({ timeout: LIMIT_MS });
    assert.match(await dialog().innerText(), /Write a File\?[\s\S]*PREVIEW of chat\.txt[\s\S]*\+from the chat/);
    await screenshot(editor.page, join(ARTIFACTS, "screenshots", "10-language-model.png"));
    await dialog().getByRole("button", { name: "Cancel" }).click();
    assert.match(await asked, /^Error: /);
    await bench.unchangedSince(before);
  });

  test("one approval is enough: no second question", async () => {
    const asked = invoke("file_write", input);
    await dialog().getByRole("button", { name: "Yes" }).click({ timeout: LIMIT_MS });
    assert.match(await asked, /^Successfully wrote to 'chat\.txt'\. APPLIED: created/);
    assert.equal(await bench.onDisk("chat.txt"), "from the chat\n");
  });

  test("an earlier refusal does not count once no question is asked", async () => {
    const refusedInput = { ...input, content: "never\n" };
    const asked = invoke("file_write", refusedInput);
    await dialog().getByRole("button", { name: "Cancel" }).click({ timeout: LIMIT_MS });
    await asked;
    await setting("approval", { files: "never" });
    assert.match(
      await invoke("file_write", refusedInput),
      /sextant\.approval does not allow changes by the toolset 'files'/,
    );
    await setting("approval", undefined);
    assert.equal(await bench.onDisk("chat.txt"), "from the chat\n");
  });

  test("reading, and edits that are always allowed, are not asked about", async () => {
    assert.match(await invoke("file_read", { filePath: "chat.txt" }), /from the chat/);
    const edits = [{ line_start: 1, line_end: 1, new_text: "edited" }];
    assert.match(await invoke("edit_buffer", { file: "chat.txt", edits, preview: false, save: true }), /^APPLIED/);
    assert.equal(await bench.onDisk("chat.txt"), "edited\n");
    assert.equal(await dialog().count(), 0);
  });
});

test("a setting for one toolset leaves the others as they were", async () => {
  await setting("approval", { files: "always" });
  assert.equal((await write("always.txt")).isError, false);
  const edited = await call("edit_buffer", {
    file: "always.txt",
    edits: [{ line_start: 1, line_end: 1, new_text: "x" }],
    preview: false,
    save: true,
  });
  assert.match(edited.text, /^APPLIED/);
  await setting("approval", undefined);
});

test("allowed for this session: asked no more", async () => {
  const asked = write("session.txt");
  await question().waitFor({ timeout: LIMIT_MS });
  await runFromPalette(editor.page, "Sextant: Allow for This Session");
  assert.equal((await asked).isError, false);
  assert.equal((await write("session-2.txt")).isError, false);
  assert.ok(existsSync(join(folder, "session-2.txt")));
  await editor.control.executeCommand("notifications.clearAll");
  await setting("approval", { edit: "ask" });
  const other = call("replace_in_buffer", { file: "session.txt", old: "written", new: "x", preview: false });
  await question().waitFor({ timeout: LIMIT_MS });
  await press("Reject");
  assert.match((await other).text, /not_allowed/);
  await setting("approval", undefined);
});

test("a toolset that is not enabled is refused by name, and offered where it is requested", async () => {
  await setting("toolsets", ["symbols"]);
  const answer = await call("file_read", { filePath: "README.md" });
  assert.equal(answer.isError, true);
  assert.match(answer.text, /'file_read' belongs to the toolset 'files', which is not enabled/);
  const bridge = await editor.bridge();
  const names = async (more) => (await listTools([...bridge, ...more], { env: editor.env })).map((tool) => tool.name);
  assert.ok(!(await names([])).some((name) => name.startsWith("file_") || name === "edit_buffer"));
  // A command's request is not granted before a person has agreed, and they are asked once.
  const wish = editor.page.locator(".notifications-toasts .notification-list-item", {
    hasText: "requests the tools of",
  });
  assert.deepEqual(await names(["--toolsets", "files,edit,nonsense"]), []);
  await wish.waitFor({ timeout: LIMIT_MS });
  assert.match(
    await wish.innerText(),
    /An agent requests the tools of 'files', 'edit', which the setting sextant\.toolsets does not enable\./,
  );
  const early = await Bridge.open([...bridge, "--toolsets", "files"], { env: editor.env });
  const refused = await callTool(early, "file_read", { filePath: "README.md" });
  early.close();
  assert.match(refused.text, /is not enabled\. This connection has requested it: a person can allow it in the editor/);
  assert.equal(await wish.count(), 1);
  await pressInNotification(editor, "requests the tools of", "Allow for This Session");
  await wish.waitFor({ state: "detached", timeout: LIMIT_MS });
  let asked = [];
  const isGranted = async () => (asked = await names(["--toolsets", "files,edit"])).length > 0;
  assert.ok(await waitFor(isGranted, LIMIT_MS), "the editor has heard of the click");
  for (const name of [
    "file_read",
    "file_edit",
    "file_write",
    "file_manage",
    "edit_buffer",
    "replace_in_buffer",
    "get_buffer_info",
  ])
    assert.ok(asked.includes(name), `${name}: ${asked}`);
  const other = await Bridge.open([...bridge, "--toolsets", "files"], { env: editor.env });
  try {
    const read = await callTool(other, "file_read", { filePath: "README.md" });
    assert.match(read.text, /^README\.md, lines 1-/);
    assert.match(
      (await callTool(other, "edit_buffer", { file: "README.md" })).text,
      /toolset 'edit', which is not enabled/,
    );
  } finally {
    other.close();
    await setting("toolsets", undefined);
  }
});

test("a repository and an agent cannot change who is asked", async () => {
  const run = { allowed: ["rm"], denied: ["ls"], sandbox: "never", network: false };
  const settings = `${JSON.stringify({
    "editor.tabSize": 7,
    "sextant.approval": { files: "always", run: "always" },
    "sextant.toolsets": ["symbols", "files", "run"],
    ...Object.fromEntries(Object.entries(run).map(([name, value]) => [`sextant.run.${name}`, value])),
  })}\n`;
  await bench.put(".vscode/settings.json", settings);
  const read = (section, name) =>
    editor.control.evaluate(({ vscode, args }) => vscode.workspace.getConfiguration(args.section).get(args.name), {
      section,
      name,
    });
  assert.ok(
    await waitFor(async () => (await read("editor", "tabSize")) === 7, LIMIT_MS),
    "the folder's settings are read",
  );
  const { files: forFiles, run: forCommands } = await read("sextant", "approval");
  assert.deepEqual([forFiles, forCommands], ["ask", "ask"]);
  const usual = { allowed: [], denied: [], sandbox: "auto", network: true };
  for (const [name, value] of Object.entries(usual)) assert.deepEqual(await read("sextant.run", name), value, name);
  assert.deepEqual(await read("sextant", "toolsets"), ["symbols", "edit", "refactor", "workspace"]);
  const before = await bench.everything();
  for (const [name, args] of [
    [
      "edit_buffer",
      {
        file: ".vscode/settings.json",
        edits: [{ line_start: 1, line_end: 1, new_text: "{}" }],
        preview: false,
        save: true,
      },
    ],
    ["replace_in_buffer", { file: ".vscode/settings.json", old: "tabSize", new: "never", preview: false }],
    [
      "edit_buffer",
      {
        file: ".git/hooks/pre-commit",
        create: true,
        edits: [{ line_start: 1, line_end: 0, new_text: "#!/bin/sh" }],
        preview: false,
      },
    ],
  ]) {
    const asked = call(name, args);
    await question().waitFor({ timeout: LIMIT_MS });
    assert.match(
      await question().innerText(),
      /You are always asked about \.(vscode|git)\/.*: it can change what (the editor|git) runs/,
    );
    const more = editor.page
      .locator(".editor-group-container .title")
      .getByRole("button", { name: "Allow", exact: false });
    await more.first().waitFor({ timeout: LIMIT_MS });
    await editor.page.keyboard.press("F1");
    await typeIntoQuickInput(editor.page, ">Sextant: Allow");
    const offered = (await quickInputRows(editor.page)).join();
    assert.match(offered, /Sextant: Allow Change/);
    assert.doesNotMatch(offered, /Allow for This|Always Allow/);
    await editor.page.keyboard.press("Escape");
    await press("Reject");
    assert.match((await asked).text, /not_allowed/);
    await question().waitFor({ state: "detached", timeout: LIMIT_MS });
  }
  await expectNoTrace(".git/hooks/pre-commit");
  await bench.unchangedSince(before);
});

test("a folder that is not trusted: tools only read", async () => {
  const copies = await copyWorkspaces("tour");
  const settings = { ...SETTINGS, "sextant.approval": { files: "always", edit: "always" } };
  const restricted = await openEditor(copies.folders, { restricted: true, settings });
  const reader = await openAgent(restricted);
  try {
    const there = new Bench(restricted, reader, copies.folders[0]);
    assert.match((await there.ok("file_read", { filePath: "README.md" })).text, /A small bakery/);
    const edits = [{ line_start: 1, line_end: 1, new_text: "x" }];
    assert.match((await there.ok("edit_buffer", { file: "README.md", edits })).text, /^PREVIEW/);
    for (const [name, args] of [
      ["edit_buffer", { file: "README.md", edits, preview: false }],
      ["replace_in_buffer", { file: "README.md", old: "bakery", new: "x", occurrence: "all", preview: false }],
      ["file_edit", { filePath: "README.md", searchTerm: "bakery", replacementText: "x" }],
      ["file_write", { filePath: "new.txt", content: "x" }],
      ["file_manage", { action: "write", path: "new.txt", content: "x" }],
      ["file_manage", { action: "delete", path: "README.md" }],
    ])
      await there.refused(
        name,
        args,
        /The folder is not trusted in the editor, so tools can only read in it\. Nothing was changed\./,
      );
    await assert.rejects(
      restricted.control.invokeTool("file_write", { filePath: "new.txt", content: "x" }),
      /not trusted/,
    );
    assert.equal(existsSync(there.at("new.txt")), false);
  } finally {
    reader.close();
    await restricted.stop();
    await copies.remove();
  }
});
