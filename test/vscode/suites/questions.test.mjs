/** Questions of agents as people see them: where they are, that they stay, and every answer that they can have. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";

import { notifications, pressInNotification, runFromPalette, screenshot } from "../page.mjs";
import { LIMIT_MS, waitFor } from "../processes.mjs";
import { ARTIFACTS, Bench, callTool, copyWorkspaces, openAgent, openEditor } from "./support.mjs";

/** A busy machine takes its time to show a question. */
const TIMEOUT_S = 150;

const SETTINGS = {
  "sextant.timeout": TIMEOUT_S,
  "files.autoSave": "off",
  "sextant.toolsets": ["symbols", "edit", "files"],
};

let files, editor, agent, folder, bench, page;

before(async () => {
  files = await copyWorkspaces("tour");
  folder = files.folders[0];
  editor = await openEditor(files.folders, { settings: SETTINGS });
  page = editor.page;
  agent = await openAgent(editor, undefined, { client: "robo" });
  bench = new Bench(editor, agent, folder);
  await bench.put("a.txt", "one\ntwo\nthree\n");
  await bench.put("b.txt", "one\ntwo\nthree\n");
  await setting("approval", { edit: "ask" });
});

after(async () => {
  agent?.close();
  await editor?.stop();
  await files?.remove();
});

afterEach(async () => {
  await editor.control.executeCommand("notifications.clearAll");
});

const setting = (name, value) =>
  editor.control.evaluate(
    ({ vscode, args }) => vscode.workspace.getConfiguration("sextant").update(args.name, args.value, true),
    { name, value },
  );
const labels = () =>
  editor.control.evaluate(({ vscode }) =>
    vscode.window.tabGroups.all.flatMap((group) => group.tabs.map((tab) => tab.label)),
  );
const isDiff = (label) => label.includes("robo");
const command = (name) => editor.control.executeCommand(`sextant.${name}`);
const call = (name, args) => callTool(agent, name, args, 2 * TIMEOUT_S * 1000);
const edit = (file, old, text) => call("replace_in_buffer", { file, old, new: text, preview: false, save: true });
const rows = () => page.locator(".pane", { hasText: "Waiting for You" }).locator(".monaco-list-row");
const statusItem = () => page.locator(".statusbar-item", { hasText: /waits? for you/ });
const title = (name) => page.locator(".editor-group-container .title").getByRole("button", { name });
const isSeen = (count) => async () =>
  count
    ? statusItem()
        .filter({ hasText: String(count) })
        .count()
    : statusItem()
        .count()
        .then((n) => !n);

async function open(count = 1) {
  assert.ok(await waitFor(isSeen(count), LIMIT_MS), `${count} wait: ${await page.locator(".statusbar").innerText()}`);
}

/** The diff of the one question. It takes no focus while a person types, which an edit of the test may look like. */
async function bringToFront() {
  await open();
  const button = title(/^Reject/).first();
  if (await waitFor(() => button.isVisible(), 5000)) return;
  await statusItem().click();
  await rows().first().click({ timeout: LIMIT_MS });
}

async function expectClosed() {
  const isGone = async () => !(await labels()).some(isDiff) && (await isSeen(0)());
  assert.ok(await waitFor(isGone, LIMIT_MS), (await labels()).join());
}

/** Has the call end while its question is open. */
async function leaveWaiting(ask) {
  await setting("timeout", 3);
  const answer = await ask();
  await setting("timeout", TIMEOUT_S);
  assert.equal(answer.isError, false, answer.text);
  assert.match(answer.text, /^Waiting for approval as change c\d+: .*Nothing was changed yet\./);
  assert.equal(answer.facts.applied, false);
  return answer.facts.change;
}
const askFor = (change, tool = "replace_in_buffer") => call(tool, { change, preview: false });

const isAnnounced = async () =>
  (await notifications(page)).some((text) => /robo.* wants to change a\.txt \(\+1 −1\)\./.test(text));

test("the title bar of the diff has the buttons, the tab has the agent's name and the lines", async () => {
  const asked = edit("a.txt", "two", "TWO");
  // Meanwhile, as it hides after some seconds.
  const announced = waitFor(isAnnounced, LIMIT_MS);
  await open();
  assert.ok(await waitFor(async () => (await labels()).some(isDiff), LIMIT_MS));
  assert.ok(
    (await labels()).some((label) => /^robo.*: a\.txt \(\+1 −1\)/.test(label)),
    (await labels()).join(),
  );
  await title(/^Allow/)
    .first()
    .waitFor({ timeout: LIMIT_MS });
  await screenshot(page, join(ARTIFACTS, "screenshots", "questions-diff.png"));
  assert.ok(await announced, (await notifications(page)).join());
  await title(/^Allow/)
    .first()
    .click();
  const answer = await asked;
  assert.equal(answer.isError, false, answer.text);
  assert.match(await bench.onDisk("a.txt"), /TWO/);
  await expectClosed();
});

test("in Do Not Disturb, without notification or diff: the row in the view", async () => {
  await editor.control.executeCommand("notifications.toggleDoNotDisturbMode");
  const asked = edit("a.txt", "TWO", "two");
  await open();
  assert.ok(await waitFor(async () => (await labels()).some(isDiff), LIMIT_MS));
  await editor.control.call("closeAll");
  assert.deepEqual(await notifications(page), []);
  await statusItem().click();
  await rows().first().waitFor({ timeout: LIMIT_MS });
  assert.match(await rows().first().innerText(), /a\.txt[\s\S]*robo.* · \+1 −1/);
  await rows().first().click();
  assert.ok(await waitFor(async () => (await labels()).some(isDiff), LIMIT_MS), "a closed diff is opened again");
  await rows().first().hover();
  await screenshot(page, join(ARTIFACTS, "screenshots", "questions-view.png"));
  await rows()
    .first()
    .getByRole("button", { name: /Allow Change/ })
    .click();
  assert.equal((await asked).isError, false);
  await editor.control.executeCommand("notifications.toggleDoNotDisturbMode");
  await expectClosed();
});

test("a person who types keeps the focus, and what they type", async () => {
  await editor.control.evaluate(
    async ({ vscode, args }) => void (await vscode.window.showTextDocument(vscode.Uri.file(args))),
    bench.at("b.txt"),
  );
  await page.locator(".monaco-editor .view-lines").first().click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("begin ");
  const asked = edit("a.txt", "two", "TWO");
  await open();
  assert.ok(await waitFor(async () => (await labels()).some(isDiff), LIMIT_MS));
  await page.keyboard.type("end");
  const hasAll = async () => (await bench.inBuffer("b.txt")).endsWith("begin end");
  assert.ok(await waitFor(hasAll, LIMIT_MS), await bench.inBuffer("b.txt"));
  await page.keyboard.press("Control+k");
  await page.keyboard.press("y");
  await title(/^Allow/)
    .first()
    .waitFor({ timeout: LIMIT_MS });
  assert.match(await bench.onDisk("a.txt"), /two/, "the chord shows what nobody has seen, and allows it only then");
  await page.keyboard.press("Control+k");
  await page.keyboard.press("y");
  assert.equal((await asked).isError, false);
  const goesOn = async () => {
    await page.keyboard.type("!");
    return (await bench.inBuffer("b.txt")).includes("!");
  };
  assert.ok(await waitFor(goesOn, LIMIT_MS), "the editor from before has the focus again");
  await editor.control.call("revert", { path: bench.at("b.txt") });
  await editor.control.call("closeAll");
  await expectClosed();
});

test("three at once: a diff and a row each, decided one by one", async () => {
  const first = edit("a.txt", "TWO", "two");
  await open(1);
  const second = edit("b.txt", "two", "zwei");
  await open(2);
  const third = call("file_write", { filePath: "new.txt", content: "x\n" });
  await open(3);
  assert.ok(await waitFor(async () => (await labels()).filter(isDiff).length === 3, LIMIT_MS), (await labels()).join());
  await command("showWaitingChanges");
  await rows().nth(2).waitFor({ timeout: LIMIT_MS });
  await screenshot(page, join(ARTIFACTS, "screenshots", "questions-three.png"));
  await rows().nth(1).hover();
  await rows()
    .nth(1)
    .getByRole("button", { name: /Reject Change/ })
    .click();
  assert.match((await second).text, /The person rejected it\. Nothing was changed\. If the person adds a reason, /);
  const inFront = () =>
    editor.control.evaluate(({ vscode }) => vscode.window.tabGroups.activeTabGroup.activeTab?.label ?? "");
  const isInFront = async (file) =>
    assert.ok(await waitFor(async () => (await inFront()).includes(file), LIMIT_MS), await inFront());
  // By keyboard alone.
  assert.ok(await waitFor(async () => (await rows().count()) === 2, LIMIT_MS));
  await command("showWaitingChanges");
  const isReached = async () => {
    await page.keyboard.press("End");
    return (await rows().nth(1).getAttribute("class")).includes("focused");
  };
  assert.ok(await waitFor(isReached, LIMIT_MS), "the row has the focus");
  await page.keyboard.press("Enter");
  await isInFront("new.txt");
  await title(/^Allow/)
    .first()
    .waitFor({ timeout: LIMIT_MS });
  await page.keyboard.press("Control+k");
  await page.keyboard.press("y");
  assert.equal((await third).isError, false);
  await rows().nth(0).click();
  await isInFront("a.txt");
  await title(/^Allow/)
    .first()
    .waitFor({ timeout: LIMIT_MS });
  await runFromPalette(page, "Sextant: Allow Change");
  assert.equal((await first).isError, false);
  assert.match(await bench.onDisk("b.txt"), /^one\ntwo/);
  await expectClosed();
});

test("rejected at once; a reason that follows reaches the agent by the id", async () => {
  const asked = edit("a.txt", "two", "TWO");
  await open();
  await title(/^Reject/)
    .first()
    .click();
  const answer = await asked;
  assert.equal(answer.isError, true);
  const [, change] = /change="(c\d+)"/.exec(answer.text);
  await pressInNotification(editor, "rejected", "Add a Reason");
  const input = page.locator(".quick-input-widget input.input");
  await input.fill("use zwei");
  await input.press("Enter");
  const says = async () => /The person rejected it: use zwei\. Nothing was changed\./.test((await askFor(change)).text);
  assert.ok(await waitFor(says, LIMIT_MS), (await askFor(change)).text);
  await expectClosed();
});

test("nobody is there: the call ends as waiting, a later Allow applies it, the agent learns it by the id", async () => {
  const change = await leaveWaiting(() => edit("a.txt", "two", "TWO"));
  assert.match(await bench.onDisk("a.txt"), /two/);
  assert.match((await askFor(change)).text, /^Waiting for approval as change/);
  await open();
  await screenshot(page, join(ARTIFACTS, "screenshots", "questions-waiting.png"));
  await title(/^Allow/)
    .first()
    .click();
  const isApplied = async () =>
    /^A person allowed the change c\d+\. APPLIED to a\.txt/.test((await askFor(change)).text);
  assert.ok(await waitFor(isApplied, LIMIT_MS), (await askFor(change)).text);
  const known = await askFor(change);
  assert.equal(known.facts.applied, true);
  assert.ok(known.facts.diagnostics, "with its diagnostics");
  assert.match(await bench.onDisk("a.txt"), /TWO/);
  await expectClosed();
  await setting("approval", { edit: "always" });
  assert.match((await call("undo_change", { change })).text, /^Undid/);
  await setting("approval", { edit: "ask" });
});

test("waiting, and rejected; and allowed, but its lines were edited meanwhile", async () => {
  await bench.put("c.txt", "one\ntwo\nthree\n");
  const rejected = await leaveWaiting(() => edit("c.txt", "two", "TWO"));
  await bringToFront();
  await title(/^Reject/)
    .first()
    .click();
  assert.ok(
    await waitFor(async () => /The person rejected it\. Nothing/.test((await askFor(rejected)).text), LIMIT_MS),
  );
  await expectClosed();
  const refused = await leaveWaiting(() => edit("c.txt", "two", "TWO"));
  await bench.put("c.txt", "one\nzwei\nthree\n");
  await bringToFront();
  const isShown = async () => (await notifications(page)).some((text) => /line 2 was edited/.test(text));
  const shown = waitFor(isShown, LIMIT_MS);
  await title(/^Allow/)
    .first()
    .click();
  const says = async () => /could not be applied any more: .*line 2 was edited/.test((await askFor(refused)).text);
  assert.ok(await waitFor(says, LIMIT_MS), (await askFor(refused)).text);
  assert.ok(await shown);
  assert.equal(await bench.onDisk("c.txt"), "one\nzwei\nthree\n");
  await expectClosed();
});

test("waiting, and the file changed elsewhere, or is unsaved: it is placed again", async () => {
  await bench.put("d.txt", "one\ntwo\nthree\nfour\nfive\nsix\n");
  const placed = await leaveWaiting(() => edit("d.txt", "five", "FIVE"));
  await bench.type("d.txt", [0, 0, 0, 3, "ONE"]);
  await title(/^Allow/)
    .first()
    .click();
  const says = async () => /had changed in the meantime; the edits were moved/.test((await askFor(placed)).text);
  assert.ok(await waitFor(says, LIMIT_MS), (await askFor(placed)).text);
  assert.equal(await bench.inBuffer("d.txt"), "ONE\ntwo\nthree\nfour\nFIVE\nsix\n");
  await editor.control.call("revert", { path: bench.at("d.txt") });
  await editor.control.call("closeAll");
});

test("the agent cancels its call, or goes away: the question goes, unless its call had ended", async () => {
  const other = await openAgent(editor, undefined, { client: "robo two" });
  const asked = callTool(other, "replace_in_buffer", { file: "b.txt", old: "one", new: "1", preview: false }).catch(
    (error) => error,
  );
  await open();
  other.close();
  await asked;
  await expectClosed();
  assert.match(await bench.onDisk("b.txt"), /^one/);
});

test("allowed for this file: the file, nothing else, and no deletion", async () => {
  await bench.put("e.txt", "one\n");
  const asked = edit("e.txt", "one", "two");
  await open();
  await title(/^Allow/)
    .first()
    .waitFor({ timeout: LIMIT_MS });
  await runFromPalette(page, "Sextant: Allow for This File");
  assert.equal((await asked).isError, false);
  await expectClosed();
  assert.equal((await edit("e.txt", "two", "three")).isError, false);
  const deletion = call("file_manage", { action: "delete", path: "e.txt" });
  await open();
  await title(/^Reject/)
    .first()
    .click();
  assert.match((await deletion).text, /The person rejected it/);
  const elsewhere = edit("b.txt", "one", "1");
  await open();
  await title(/^Reject/)
    .first()
    .click();
  assert.equal((await elsewhere).isError, true);
  assert.ok(existsSync(bench.at("e.txt")));
  await expectClosed();
});

test("several files: the diff of all opens when it is chosen, and has the buttons", async () => {
  const two = ["m.txt", "n.txt"];
  for (const name of two) await bench.put(name, "one\n");
  const previewed = await call("edit_buffer", {
    file: "m.txt",
    edits: [{ line_start: 1, line_end: 1, new_text: "1" }],
  });
  assert.ok(previewed.facts.change);
  await bench.put("src/tidy.ts", "export const tidyName = 1;\n");
  await bench.put("src/user.ts", 'import { tidyName } from "./tidy";\nexport const twice = tidyName * 2;\n');
  await setting("toolsets", ["symbols", "edit", "files", "refactor"]);
  await setting("approval", { edit: "ask", refactor: "ask" });
  const other = await openAgent(editor, undefined, { client: "robo" });
  const handle = { symbol: "tidyName", file_path: "src/tidy.ts", new_name: "neatName", preview: false };
  const asked = callTool(other, "rename_symbol", handle);
  await open();
  await pressInNotification(editor, "wants to change 2 files", "Review");
  await page.locator(".multiDiffEntry, .multi-diff-editor").first().waitFor({ timeout: LIMIT_MS });
  await title(/^Allow/)
    .first()
    .waitFor({ timeout: LIMIT_MS });
  await screenshot(page, join(ARTIFACTS, "screenshots", "questions-files.png"));
  await title(/^Allow/)
    .first()
    .click();
  const answer = await asked;
  assert.match(answer.text, /APPLIED/, answer.text);
  other.close();
  await expectClosed();
});

test("a statement that a notification would cut is shown whole, and is allowed there", async () => {
  const make = "import sqlite3, sys; d = sqlite3.connect(sys.argv[1]); d.execute('CREATE TABLE t(x)'); d.commit()";
  execFileSync("python3", ["-c", make, join(folder, "long.db")]);
  await setting("toolsets", ["symbols", "edit", "files", "data"]);
  await setting("approval", { edit: "ask", data: "ask" });
  const other = await openAgent(editor, undefined, { client: "robo" });
  const sql = `INSERT INTO t VALUES${"('a value of many'), ".repeat(150)}('the last one')`;
  const asked = callTool(other, "db_query", { file_path: "long.db", sql, preview: false });
  await open();
  await title(/^Allow/)
    .first()
    .waitFor({ timeout: LIMIT_MS });
  const text = await editor.control.evaluate(({ vscode }) => vscode.window.activeTextEditor?.document.getText());
  assert.equal(text, `robo 1.0.0 wants to change 151 rows of long.db: ${sql}\n`);
  assert.ok(
    (await labels()).some((label) => /^robo 1\.0\.0 wants to change 151 rows of long\.db: INSERT/.test(label)),
    (await labels()).join(),
  );
  await screenshot(page, join(ARTIFACTS, "screenshots", "questions-statement.png"));
  await editor.control.call("closeAll");
  await pressInNotification(editor, "wants to change 151 rows", "Review");
  await title(/^Allow/)
    .first()
    .click({ timeout: LIMIT_MS });
  assert.match((await asked).text, /^APPLIED: 151 rows changed/);
  other.close();
  await expectClosed();
});

test("in light, dark, high contrast and narrow", async () => {
  await bench.put("look.txt", "one\n");
  await editor.control.executeCommand("workbench.view.extension.sextant");
  const asked = edit("look.txt", "one", "two");
  await open();
  await title(/^Allow/)
    .first()
    .waitFor({ timeout: LIMIT_MS });
  const theme = (name) =>
    editor.control.evaluate(
      ({ vscode, args }) => vscode.workspace.getConfiguration("workbench").update("colorTheme", args, true),
      name,
    );
  for (const [name, id] of Object.entries({
    dark: "Default Dark Modern",
    light: "Default Light Modern",
    contrast: "Default High Contrast",
  })) {
    await theme(id);
    const kind = { dark: 2, light: 1, contrast: 3 }[name];
    const isSet = () => editor.control.evaluate(({ vscode }) => vscode.window.activeColorTheme.kind);
    assert.ok(await waitFor(async () => (await isSet()) === kind, LIMIT_MS), name);
    await screenshot(page, join(ARTIFACTS, "screenshots", `questions-${name}.png`));
  }
  await theme(undefined);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 640, height: 700 });
  await screenshot(page, join(ARTIFACTS, "screenshots", "questions-narrow.png"));
  await page.setViewportSize(size);
  await title(/^Reject/)
    .first()
    .click();
  await asked;
  await expectClosed();
});

test("what files and agents are called never becomes a link that runs a command", async () => {
  const link = "[Review it](command:workbench.action.toggleZenMode)";
  const named = await openAgent(editor, undefined, { client: link });
  const name = await bench.put(`${link} d.txt`, "one\n");
  const args = { file: name, old: "one", new: "ONE", preview: false, save: true };
  const asked = callTool(named, "replace_in_buffer", args);
  await open();
  const isAnnounced = async () => (await notifications(page)).some((text) => text.includes("wants to change"));
  assert.ok(await waitFor(isAnnounced, LIMIT_MS));
  const shown = (await notifications(page)).join();
  assert.match(shown, /^\[Review it\] \(command:\S+\) 1\.0\.0 wants to change \[Review it\] \(command:\S+\) d\.txt/);
  assert.equal(await page.locator(".notifications-toasts .notification-list-item-message a").count(), 0);
  await command("allowChange");
  assert.equal((await asked).isError, false);
  await expectClosed();
  named.close();
});

test("always allowed for the toolset: the setting of the person", async () => {
  const asked = edit("b.txt", "three", "drei");
  await open();
  await title(/^Allow/)
    .first()
    .waitFor({ timeout: LIMIT_MS });
  await runFromPalette(page, "Sextant: Always Allow for This Toolset");
  assert.equal((await asked).isError, false);
  const value = () =>
    editor.control.evaluate(({ vscode }) => vscode.workspace.getConfiguration("sextant").inspect("approval"));
  assert.ok(await waitFor(async () => (await value()).globalValue?.edit === "always", LIMIT_MS));
  assert.equal((await value()).workspaceValue, undefined);
  assert.match(readFileSync(bench.at("b.txt"), "utf8"), /drei/);
  await expectClosed();
});
