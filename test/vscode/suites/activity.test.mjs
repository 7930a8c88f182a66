/** The view of what agents do and the item in the status bar, driven in a real browser. Keeps pictures. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { findAnswer, runFromPalette, screenshot } from "../page.mjs";
import { LIMIT_MS, waitFor } from "../processes.mjs";
import { ARTIFACTS, Bench, callTool, copyWorkspaces, line, numbered, openAgent, openEditor } from "./support.mjs";

const SETTLE_MS = 300;
const SETTINGS = { "files.autoSave": "off", "workbench.colorTheme": "Default Dark Modern", "git.enabled": false };

let files, editor, page, agent, bench;
/** The id of a change from before the reload. */
let keptChange;

before(async () => {
  files = await copyWorkspaces("tour");
  editor = await openEditor(files.folders, { settings: SETTINGS });
  page = editor.page;
});

after(async () => {
  agent?.close();
  await editor?.stop();
  await files?.remove();
});

const picture = (name) => screenshot(page, join(ARTIFACTS, "screenshots", `activity-${name}.png`));
const view = () => page.locator(".sidebar .pane").filter({ hasText: "Activity" });
const rows = () => view().locator(".monaco-list-row");
const row = (text) => rows().filter({ hasText: text }).first();
const setting = (name, value) => editor.control.call("updateSetting", { name, value });
const status = () => page.locator('.statusbar-item[id="sextant.sextant.sextant.status"]');

async function shows(text, isThere = true) {
  const is = async () => (await rows().filter({ hasText: text }).count()) > 0 === isThere;
  assert.ok(await waitFor(is, LIMIT_MS), `${text}: ${(await rows().allInnerTexts()).join(" | ")}`);
}

/** Presses an action of a row that stands in it while it is chosen. */
async function press(text, name) {
  await page.mouse.move(700, 400);
  await row(text).click({ position: { x: 60, y: 8 } });
  await row(text).hover();
  await row(text).locator(`.action-label[aria-label^="${name}"]`).click();
}

const collapse = (text) => row(text).locator(".monaco-tl-twistie");

test("empty: what it is for and how to connect", async () => {
  await page.locator('.activitybar [aria-label^="Sextant"]').first().click();
  await view().getByText("No agent has called a tool in this window yet.").waitFor({ timeout: LIMIT_MS });
  await picture("1-empty");
  assert.equal(await status().isVisible(), false, "quiet when idle");
  await view().locator("a", { hasText: "Get Started with Sextant" }).click();
  await page.locator(".getting-started-step.expanded").first().waitFor({ timeout: LIMIT_MS });
  await editor.control.executeCommand("workbench.action.closeAllEditors");
  await view().locator("a", { hasText: "How agents connect" }).click();
  const readme = await findAnswer(page, "Sextant: Connect an Agent…");
  const top = () => readme.locator("h2#connect").evaluate((one) => one.getBoundingClientRect().top);
  assert.ok(await waitFor(async () => Math.abs(await top()) < 200, LIMIT_MS), `at the heading: ${await top()}`);
  await picture("1-readme");
  await editor.control.executeCommand("workbench.action.closeAllEditors");
  await view().getByRole("button", { name: "Connect an Agent…" }).click();
  await page.locator(".quick-input-widget:visible").waitFor({ timeout: LIMIT_MS });
  await page.keyboard.press("Escape");
});

test("a connection and its calls as they happen, the newest first", async () => {
  agent = await openAgent(editor);
  bench = new Bench(editor, agent, files.folders[0]);
  await shows("sextant-start 1.0.0");
  assert.match(await row("sextant-start").innerText(), /since .*symbols, edit, refactor, workspace/);
  await callTool(agent, "get_symbol_documentation", { symbol_name: "Order", file_path: "src/models.ts" });
  await callTool(agent, "fast_search", { query: "noSuchThingAnywhere" });
  await callTool(agent, "get_buffer_info", { file_path: bench.at("missing.ts") });
  await shows(/missing\.ts ?error/);
  const texts = (await rows().allInnerTexts()).map((text) => text.replace(/\s+/g, " "));
  assert.match(texts[1], /missing\.ts ?error · [\d.]+ m?s · \d+ tokens · get_buffer_info/);
  assert.match(texts[2], /noSuchThingAnywhere ?fast_search · (none|unknown)/);
  assert.match(texts[3], /Order ?get_symbol_documentation · (found|unknown) · [\d.]+ m?s · \d+ tokens/);
  assert.match(await row("missing.ts").getAttribute("aria-label"), /^get_buffer_info, missing\.ts, error, /);
  assert.ok(await waitFor(async () => /1/.test(await status().innerText()), LIMIT_MS), "one agent is connected");
  assert.match(await status().locator("a").first().getAttribute("aria-label"), /1 agent is connected/);
  await picture("2-calls-dark");
});

test("calls that are refused before a tool runs are listed with the reason", async () => {
  const name = "get_buffer_info";
  await callTool(agent, "file_read", { file_path: "notes/refused.txt" });
  await callTool(agent, "no_such_tool", { query: "nothing" });
  await callTool(agent, name, { file_path: "odd.txt", nonsense: 1 });
  await assert.rejects(agent.request("tools/call", { name, arguments: "a text" }), /tools\/call/);
  await assert.rejects(agent.request("tools/call", { name: { toString: 1 }, arguments: {} }), /tools\/call/);
  await shows(/notes\/refused\.txt ?refused: toolset off · file_read$/);
  await shows(/nothing ?refused: no such tool · .* · no_such_tool$/);
  await shows(/odd\.txt ?refused: invalid arguments · .* · get_buffer_info$/);
  await shows(/^get_buffer_info ?refused: invalid arguments$/);
  await shows(/^tools\/call ?refused: invalid arguments$/);
  await picture("2-refused");
});

test("the toolsets of a connection are those of the setting, at once", async () => {
  await setting("sextant.toolsets", ["symbols", "files"]);
  await shows(/sextant-start 1\.0\.0 ?since .* · symbols, files$/);
  await setting("sextant.toolsets", null);
  await shows(/sextant-start 1\.0\.0 ?since .* · symbols, edit, refactor, workspace$/);
});

test("a change: reviewed, opened and undone from its row", async () => {
  await bench.put("notes/a.txt", numbered(1, 9));
  const edits = [line(4, "secret words"), line(6, "and more\nof them")];
  await bench.ok("edit_buffer", { file: "notes/a.txt", edits, preview: false, save: true });
  await shows(/notes\/a\.txt ?\+3 −2 · applied/);
  assert.ok(!(await view().innerText()).includes("secret"), "no text of an edit");
  await press("notes/a.txt", "Review");
  const diff = page.locator(".multiDiffEditor");
  await diff.getByText("secret words").first().waitFor({ timeout: LIMIT_MS });
  await diff.getByText("line 4").first().waitFor({ timeout: LIMIT_MS });
  await picture("3-review");
  await editor.control.executeCommand("workbench.action.closeAllEditors");
  await press("notes/a.txt", "Open");
  await page.locator(".tab", { hasText: "a.txt" }).waitFor({ timeout: LIMIT_MS });
  await press("notes/a.txt", "Undo");
  await shows(/notes\/a\.txt ?\+3 −2 · undone/);
  assert.equal(await bench.onDisk("notes/a.txt"), numbered(1, 9));
  await row("notes/a.txt").hover();
  assert.equal(await row("notes/a.txt").locator('.action-label[aria-label^="Undo"]').count(), 0, "only once");
  await editor.control.executeCommand("workbench.action.closeAllEditors");
  await editor.control.executeCommand("notifications.clearAll");
});

test("what could not be placed is reported, and the change stays", async () => {
  await bench.put("notes/b.txt", numbered(1, 9));
  await bench.ok("edit_buffer", { file: "notes/b.txt", edits: [line(4, "four")], preview: false, save: true });
  await bench.type("notes/b.txt", [3, 0, 3, 0, "my "]);
  await press("notes/b.txt", "Undo");
  const message = page.locator(".notifications-toasts .notification-list-item-message", { hasText: "notes/b.txt" });
  await message.first().waitFor({ timeout: LIMIT_MS });
  assert.match(await message.first().innerText(), /has changed since: line 4 was edited/);
  await shows(/notes\/b\.txt ?\+1 −1 · applied/);
  await editor.control.call("closeAll");
  await editor.control.executeCommand("notifications.clearAll");
});

test("a change of several files lists them with their lines", async () => {
  await callTool(agent, "rename_symbol", {
    ...{ symbol: "BakeryOrder", file_path: "src/models.ts", new_name: "BakersOrder", preview: false, save: true },
  });
  await shows(/\d files ?\+\d+ −\d+ · applied/);
  await collapse("rename_symbol").click();
  await shows(/src\/pricing\.ts\s*\+\d+ −\d+/);
  await picture("4-files");
  // A click on the row itself would open it, too.
  await row("rename_symbol").hover();
  await row("rename_symbol").locator('.action-label[aria-label^="Review"]').click();
  const tabs = page.locator(".tab", { hasText: "Sextant: " });
  await tabs.first().waitFor({ timeout: LIMIT_MS });
  assert.match(await tabs.first().innerText(), /^Sextant: \d+ lines \(\d files\)/);
  await page.locator(".multiDiffEditor").getByText("BakersOrder").first().waitFor({ timeout: LIMIT_MS });
  await editor.control.executeCommand("workbench.action.closeAllEditors");
  await collapse("rename_symbol").click();
});

test("a running call is shown, its question in the status bar, and cancelled from its row", async () => {
  await setting("sextant.approval", { edit: "ask" });
  const asked = callTool(agent, "edit_buffer", { file: "notes/a.txt", edits: [line(1, "x")], preview: false });
  await shows(/a\.txt ?edit_buffer · running/);
  const isAsking = async () => (await status().innerText()).includes("1 question waits for you");
  assert.ok(await waitFor(isAsking, LIMIT_MS), await status().innerText());
  await picture("5-running");
  await press("running", "Cancel Call");
  const answer = await asked;
  assert.equal(answer.isError, true);
  assert.match(answer.text, /\(cancelled\)/);
  await shows(/a\.txt ?cancelled/);
  assert.equal(await bench.onDisk("notes/a.txt"), numbered(1, 9));
  await setting("sextant.approval", undefined);
  await editor.control.executeCommand("notifications.clearAll");
});

test("a change that waits for approval says so, also by its id, until a person decides", async () => {
  await setting("sextant.approval", { edit: "ask" });
  await setting("sextant.timeout", 3);
  await bench.put("notes/w.txt", numbered(1, 3));
  const edit = { file: "notes/w.txt", edits: [line(2, "two")], preview: false };
  const { facts } = await callTool(agent, "edit_buffer", edit);
  assert.equal(facts.waiting, true);
  await shows(/w\.txt ?waits for your approval · .*edit_buffer$/);
  await callTool(agent, "edit_buffer", { change: facts.change, preview: false });
  const waits = () => rows().filter({ hasText: /notes\/w\.txt ?waits for your approval/ });
  assert.ok(await waitFor(async () => (await waits().count()) === 2, LIMIT_MS), "the file, not the id");
  await picture("12-waits");
  await page
    .locator(".editor-group-container .title")
    .getByRole("button", { name: /^Reject/ })
    .first()
    .click();
  await shows(/notes\/w\.txt ?rejected/);
  assert.equal(await waits().count(), 0);
  await callTool(agent, "edit_buffer", { change: facts.change, preview: false });
  await shows(/notes\/w\.txt ?refused: not allowed · .*edit_buffer/);
  await setting("sextant.timeout", undefined);
  await setting("sextant.approval", undefined);
  await editor.control.executeCommand("workbench.action.closeAllEditors");
  await editor.control.executeCommand("notifications.clearAll");
});

test("a previewed change is named by its file when it is applied by its id", async () => {
  await bench.put("notes/p.txt", numbered(1, 3));
  const { facts } = await bench.ok("edit_buffer", { file: "notes/p.txt", edits: [line(2, "two")] });
  await bench.put("notes/p.txt", "other\n");
  await callTool(agent, "edit_buffer", { change: facts.change, preview: false });
  await shows(/notes\/p\.txt ?error/);
});

test("changes while the view is not visible are counted on its icon", async () => {
  await editor.control.executeCommand("workbench.view.explorer");
  await bench.put("notes/c.txt", numbered(1, 3));
  const made = await bench.ok("edit_buffer", {
    ...{ file: "notes/c.txt", edits: [line(2, "two")], preview: false, save: true },
  });
  keptChange = made.facts.change;
  const badge = page.locator('.activitybar .action-item:has([aria-label*="Sextant"]) .badge-content');
  assert.ok(await waitFor(async () => (await badge.allInnerTexts()).includes("1"), LIMIT_MS));
  await picture("11-badge");
  await editor.control.executeCommand("sextant.activity.focus");
  assert.ok(await waitFor(async () => !(await badge.allInnerTexts()).includes("1"), LIMIT_MS), "seen");
  await shows("notes/c.txt");
});

test("calls of the editor's own chat", async () => {
  await editor.control.invokeTool("fast_search", { query: "loadShelves" });
  await shows("Chat in This Editor");
  await shows("loadShelves");
});

test("filtered by client and by changes, in the view's title and the palette", async () => {
  const other = await openAgent(editor, undefined, { client: "other-agent" });
  await callTool(other, "fast_search", { query: "Receipt" });
  await shows("Receipt");
  await runFromPalette(page, "Sextant: Filter by Client");
  await page.locator(".quick-input-widget .monaco-list-row", { hasText: "other-agent" }).click();
  await shows("sextant-start", false);
  await shows("other-agent 1.0.0");
  await picture("6-filtered");
  await page.locator('.sidebar .composite.title [aria-label="Show Changes Only"]').click();
  await view().getByText("No call matches the filter.").waitFor({ timeout: LIMIT_MS });
  await view().getByRole("button", { name: "Show All Calls" }).click();
  await shows("sextant-start");
  await editor.control.executeCommand("sextant.showChangesOnly");
  await shows("missing.ts", false);
  await shows("+3 −2 · undone");
  await editor.control.executeCommand("sextant.showAllCalls");
  await shows("missing.ts");
  const ended = other.ended;
  await press("other-agent", "End Connection");
  assert.ok(await Promise.race([ended.then(() => true), new Promise((done) => setTimeout(done, LIMIT_MS))]));
  await shows(/other-agent 1\.0\.0\s*ended/);
});

test("themes and a narrow side bar", async () => {
  for (const [name, theme] of [
    ["light", "Default Light Modern"],
    ["high-contrast", "Default High Contrast"],
    ["high-contrast-light", "Default High Contrast Light"],
  ]) {
    await setting("workbench.colorTheme", theme);
    const kind = name.startsWith("high") ? /hc-/ : /\bvs\b/;
    await waitFor(async () => kind.test(await page.locator(".monaco-workbench").getAttribute("class")), LIMIT_MS);
    await page.waitForTimeout(SETTLE_MS); // the status bar's colour fades
    await picture(`7-${name}`);
  }
  await setting("workbench.colorTheme", SETTINGS["workbench.colorTheme"]);
  await row("get_symbol_documentation").click();
  const box = await page.locator(".sidebar").boundingBox();
  const edge = box.x + box.width;
  await page.mouse.move(edge, 450);
  await page.mouse.down();
  await page.mouse.move(edge - (box.width - 180), 450, { steps: 8 });
  await page.mouse.up();
  await picture("8-narrow");
  assert.ok((await page.locator(".sidebar").boundingBox()).width < 200);
  await page.mouse.move(box.x + 180, 450);
});

test("kept through a reload, where old changes are reviewed and undone, by people and agents; and cleared", async () => {
  await editor.control.reload();
  page = editor.page;
  await editor.control.executeCommand("sextant.activity.focus");
  await shows(/sextant-start 1\.0\.0\s*ended/);
  const ended = rows()
    .filter({ hasText: /sextant-start 1\.0\.0\s*ended/ })
    .first();
  // Rows move while connections come and go: a click may meet another one.
  const isOpen = async () => (await row("notes/b.txt").count()) > 0;
  const open = async () => {
    if (!(await isOpen())) await ended.click();
    return waitFor(isOpen, 1000);
  };
  await waitFor(open, LIMIT_MS);
  await shows(/notes\/b\.txt ?\+1 −1 · applied/);
  await press("notes/b.txt", "Review");
  const diff = page.locator(".multiDiffEditor");
  await diff.getByText("line 4").first().waitFor({ timeout: LIMIT_MS });
  await picture("9-reloaded");
  await press("notes/b.txt", "Undo");
  await shows(/notes\/b\.txt ?\+1 −1 · undone/);
  const isSaved = async () => (await bench.onDisk("notes/b.txt")) === numbered(1, 9);
  assert.ok(await waitFor(isSaved, LIMIT_MS), "undone on the disk");
  assert.ok(await waitFor(async () => (await diff.count()) === 0, LIMIT_MS), "the review is closed");
  assert.notEqual(await bench.onDisk("notes/c.txt"), numbered(1, 3));
  await bench.ok("undo_change", { change: keptChange });
  assert.equal(await bench.onDisk("notes/c.txt"), numbered(1, 3), "an agent undoes it by its id from before");
  await bench.refused("undo_change", { change: keptChange }, /already been undone/);
  await editor.control.executeCommand("sextant.clearActivity");
  await shows("notes/b.txt", false);
});

/** The time of the processor that the extension host's main thread took, in ms, while `work` ran. */
async function busyWhile(work) {
  const read = () =>
    editor.control.evaluate(() => {
      const { user, system } = process.threadCpuUsage();
      return (user + system) / 1000;
    });
  const start = await read();
  await work();
  return (await read()) - start;
}

const PER_MINUTE = 10_000;
const SECONDS = 3;

/** Calls at the rate of 10,000 a minute; the answers' number. */
async function flood() {
  const calls = [];
  const count = (PER_MINUTE / 60) * SECONDS;
  const started = Date.now();
  for (let i = 0; i < count; i++) {
    const due = started + (i * 60_000) / PER_MINUTE;
    if (Date.now() < due) await new Promise((done) => setTimeout(done, due - Date.now()));
    calls.push(agent.request("tools/call", { name: "get_buffer_info", arguments: { file_path: "src/models.ts" } }));
  }
  return (await Promise.all(calls)).length;
}

test("older calls are listed when asked for, by keyboard", async () => {
  for (let i = 0; i < 60; i++) await callTool(agent, "get_buffer_info", { file_path: `older-${i}.ts` });
  await shows("older-59.ts");
  await row("older-59.ts").click({ position: { x: 60, y: 8 } });
  const end = async (text) => {
    await page.keyboard.press("End");
    return (await rows().filter({ hasText: text }).count()) > 0;
  };
  assert.ok(await waitFor(() => end(/Show \d+ Older/), LIMIT_MS));
  await page.keyboard.press("Enter");
  assert.ok(await waitFor(() => end("older-0.ts"), LIMIT_MS));
});

test("10,000 calls a minute take less than twice of the main thread when the view is open", async () => {
  const times = { open: [], hidden: [] };
  let count = 0;
  for (const turn of ["warm", "open", "hidden", "open", "hidden"]) {
    const command = turn === "hidden" ? "workbench.view.explorer" : "sextant.activity.focus";
    await editor.control.executeCommand(command);
    const ms = await busyWhile(async () => (count = await flood()));
    times[turn]?.push(ms / count);
    if (turn === "open") await picture("10-flood");
  }
  const [open, hidden] = [times.open, times.hidden].map((list) => Math.min(...list));
  const [all, without] = [open, hidden].map((ms) => ms.toFixed(3));
  console.log(`# ${count} calls in ${SECONDS} s: ${all} ms each with the view open, ${without} ms hidden`);
  assert.ok(open < 2 * hidden, `${all} ms, and ${without} ms without the view`);
});
