/**
 * An invented language: every text is in brackets and 40 % longer. Texts without brackets are not translated, and
 * pictures show texts that are cut.
 */
import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { notifications, quickInputRows, runFromPalette, screenshot } from "../page.mjs";
import { LIMIT_MS, waitFor } from "../processes.mjs";
import { ARTIFACTS, Bench, callTool, copyWorkspaces, line, numbered, openAgent, openEditor } from "./support.mjs";

const LANGUAGE = "qps-ploc";

let files, editor, page, agent, bench;

const longer = (text) => `⟦${text}${"·".repeat(Math.ceil(text.length * 0.4))}⟧`;

/** Links stay links, icons and placeholders stay as they are: only words get longer. */
const pseudo = (text) =>
  text
    .split("\n")
    .map((one) => {
      const parts = one.split(/(\[[^\]]*\]\([^)]*\))/).filter(Boolean);
      const change = (part) =>
        /^\[[^\]]*\]\(/.test(part) ? part.replace(/^\[([^\]]*)\]/, (_, words) => `[${longer(words)}]`) : longer(part);
      return parts.map((part) => (part.trim() ? change(part) : part)).join("");
    })
    .join("\n");

async function translate(folder, from, to) {
  const texts = JSON.parse(await readFile(join(folder, from), "utf8"));
  const all = Object.entries(texts).map(([key, one]) => [key, pseudo(one.message ?? one)]);
  await writeFile(join(folder, to), JSON.stringify(Object.fromEntries(all)));
}

before(async () => {
  files = await copyWorkspaces("tour");
  const settings = { "files.autoSave": "off", "git.enabled": false, "workbench.colorTheme": "Default Dark Modern" };
  editor = await openEditor(files.folders, { settings });
  page = editor.page;
  const { extensions } = editor.folder;
  const name = (await readdir(extensions)).find((one) => one.startsWith("sextant.sextant-"));
  const own = join(extensions, name);
  await translate(own, "package.nls.json", `package.nls.${LANGUAGE}.json`);
  await translate(own, "l10n/bundle.l10n.json", `l10n/bundle.l10n.${LANGUAGE}.json`);
  await page.addInitScript((language) => void (globalThis._VSCODE_NLS_LANGUAGE = language), LANGUAGE);
  await editor.control.reload();
  const language = await editor.control.evaluate(({ vscode }) => vscode.env.language);
  assert.equal(language, LANGUAGE);
});

after(async () => {
  agent?.close();
  await editor?.stop();
  await files?.remove();
});

const picture = (name) => screenshot(page, join(ARTIFACTS, "screenshots", `pseudo-${name}.png`));
const status = () => page.locator('.statusbar-item[id="sextant.sextant.sextant.status"]');

test("the view and its welcome", async () => {
  await editor.control.executeCommand("sextant.activity.focus");
  const welcome = page.locator(".sidebar .welcome-view-content");
  await welcome.getByText("⟦No agent has called a tool").waitFor({ timeout: LIMIT_MS });
  await welcome.getByRole("button", { name: "⟦Connect an Agent…" }).waitFor({ timeout: LIMIT_MS });
  await picture("1-welcome");
});

test("commands in the palette, and the picker of agents", async () => {
  await page.keyboard.press("F1");
  await page.locator(".quick-input-widget:visible input").fill(">Sextant: ");
  const rows = async () => (await quickInputRows(page)).filter((row) => row.includes("Sextant:"));
  assert.ok(await waitFor(async () => (await rows()).length > 5, LIMIT_MS));
  const bare = (await rows()).filter((row) => !row.includes("⟦"));
  assert.deepEqual(bare, []);
  await picture("2-palette");
  await page.keyboard.press("Escape");
  void editor.control.executeCommand("sextant.connectAgent").catch(() => undefined);
  const isListed = async () => (await quickInputRows(page)).some((row) => row.includes("⟦Not connected"));
  assert.ok(await waitFor(isListed, LIMIT_MS));
  await picture("3-connect");
  await page.keyboard.press("Escape");
});

test("calls, a change and what is refused", async () => {
  agent = await openAgent(editor);
  bench = new Bench(editor, agent, files.folders[0]);
  await bench.put("notes/a.txt", numbered(1, 9));
  await callTool(agent, "file_read", { file_path: "notes/a.txt" });
  await bench.ok("edit_buffer", { file: "notes/a.txt", edits: [line(4, "four")], preview: false, save: true });
  const rows = page.locator(".sidebar .monaco-list-row");
  for (const text of ["⟦applied", "⟦refused: toolset off", "⟦since"])
    await rows.filter({ hasText: text }).first().waitFor({ timeout: LIMIT_MS });
  const label = () => status().locator("a").first().getAttribute("aria-label");
  const isIdle = async () => /^⟦Sextant: ⟦1 agent is connected/.test(await label());
  assert.ok(await waitFor(isIdle, LIMIT_MS), await label());
  await picture("4-activity");
});

test("a question: its row, its notification and the title of its diff", async () => {
  await editor.control.call("updateSetting", { name: "sextant.approval", value: { edit: "ask" } });
  const args = { file: "notes/a.txt", edits: [line(1, "x")], preview: false, save: true };
  const asked = callTool(agent, "edit_buffer", args);
  const isAsked = async () => (await notifications(page)).some((text) => text.includes("⟦sextant-start"));
  assert.ok(await waitFor(isAsked, LIMIT_MS), (await notifications(page)).join("\n"));
  assert.ok(
    await waitFor(async () => /⟦1 question waits for you/.test((await status().allInnerTexts()).join()), LIMIT_MS),
  );
  const buttons = page.locator(".notifications-toasts .monaco-button", { hasText: "⟦" });
  assert.ok(await waitFor(async () => (await buttons.count()) === 3, LIMIT_MS), "Allow, Review and Reject");
  await picture("5-question");
  await runFromPalette(page, "Sextant: ⟦Allow Change");
  assert.equal((await asked).isError, false);
});

test("a problem, in the status bar and a message", async () => {
  await editor.control.executeCommand("notifications.clearAll");
  await editor.control.call("updateSetting", { name: "sextant.timeout", value: "soon" });
  const isShown = async () =>
    (await notifications(page)).some((text) => text.includes("⟦Values of Sextant's settings"));
  assert.ok(await waitFor(isShown, LIMIT_MS));
  assert.match((await status().allInnerTexts()).join(), /⟦Sextant: settings are ignored/);
  await picture("6-problem");
  await editor.control.call("updateSetting", { name: "sextant.timeout", value: null });
});

test("the walkthrough and the settings", async () => {
  await editor.control.executeCommand("notifications.clearAll");
  await editor.control.executeCommand("workbench.action.openWalkthrough", "sextant.sextant#start", false);
  await page.getByText("⟦Connect an agent").first().waitFor({ timeout: LIMIT_MS });
  await picture("7-walkthrough");
  await editor.control.executeCommand("workbench.action.closeAllEditors");
  await editor.control.executeCommand("workbench.action.openSettings", "@ext:sextant.sextant");
  await page.locator(".settings-editor").getByText("⟦The sets of tools").first().waitFor({ timeout: LIMIT_MS });
  await picture("8-settings");
});
