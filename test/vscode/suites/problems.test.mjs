/** Problems in the status bar of a real editor: each in words, and its command helps. */
import assert from "node:assert/strict";
import { mkdtemp, realpath, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";

import { notifications, screenshot } from "../page.mjs";
import { LIMIT_MS, waitFor } from "../processes.mjs";
import { ARTIFACTS, callTool, openAgent, openEditor } from "./support.mjs";

/** As many as a folder must have for an index. */
const FILES = 2000;

let folder, home, editor, page, agent;

before(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "sextant-problems-")));
  home = await realpath(await mkdtemp(join(tmpdir(), "sextant-home-")));
  for (let i = 0; i < FILES; i++) await writeFile(join(folder, `${i}.txt`), "words\n");
  // A file in the place of the folder of sockets.
  await writeFile(join(home, "run"), "");
  const settings = { "workbench.colorTheme": "Default Dark Modern", "git.enabled": false };
  editor = await openEditor([folder], { home, settings });
  page = editor.page;
});

after(async () => {
  agent?.close();
  await editor?.stop();
  for (const one of [folder, home]) if (one) await rm(one, { recursive: true, force: true });
});

const item = () => page.locator('.statusbar-item[id="sextant.sextant.sextant.status"]');
const shown = async () => (await item().allInnerTexts()).join().trim();
const shows = async (text) =>
  assert.ok(await waitFor(async () => text.test(await shown()), LIMIT_MS), `${text}: ${await shown()}`);
const label = () => item().locator("a").first().getAttribute("aria-label");
const picture = (name) => screenshot(page, join(ARTIFACTS, "screenshots", `problems-${name}.png`));
const click = () => item().locator("a").first().click();

test("a socket that cannot be opened: the reason, and a click tries again", async () => {
  await shows(/^Sextant: agents cannot connect$/);
  assert.match(await label(), /run' is not a folder of this user's.*Click to try again\./s);
  await picture("socket");
  await click();
  const errors = async () => (await notifications(page)).filter((text) => text.includes("agents cannot connect"));
  assert.ok(await waitFor(async () => (await errors()).length > 0, LIMIT_MS));
  await shows(/^Sextant: agents cannot connect$/);
  await rm(join(home, "run"));
  const toast = page.locator(".notifications-toasts .notification-list-item", { hasText: "agents cannot connect" });
  await picture("socket-message");
  await toast.first().getByRole("button", { name: "Try Again" }).click();
  await shows(/^$/);
  agent = await openAgent(editor);
  assert.equal((await callTool(agent, "get_buffer_info", { file_path: "0.txt" })).isError, false);
  await editor.control.executeCommand("notifications.clearAll");
});

test("a value of a setting that is ignored: a click shows the settings", async () => {
  const set = (value) => editor.control.call("updateSetting", { name: "sextant.timeout", value });
  await set("soon");
  await shows(/^Sextant: settings are ignored$/);
  assert.match(await label(), /sextant\.timeout: "soon"\.\s+Click to show the settings\./);
  await editor.control.executeCommand("notifications.clearAll");
  await click();
  await page.locator(".settings-editor").waitFor({ timeout: LIMIT_MS });
  await picture("settings");
  await page.keyboard.press("Escape"); // it may be a modal editor
  await set(null);
  await shows(/^1$/);
  await editor.control.executeCommand("workbench.action.closeAllEditors");
});

test("an index that could not be written: a click builds it", async () => {
  const [bridge] = await editor.bridge();
  const indexer = join(dirname(bridge), "sextant-indexer");
  await rename(indexer, `${indexer}.kept`);
  await writeFile(indexer, "#!/bin/sh\necho 'The disk is full.' >&2; exit 1\n", { mode: 0o755 });
  await editor.control.executeCommand("sextant.rebuildIndex");
  await shows(/^Sextant: no search index$/);
  assert.match(await label(), /was not written: The disk is full\.\s+Searches read all files instead\. Click to build/);
  await picture("index");
  await rename(`${indexer}.kept`, indexer);
  await click();
  await shows(/^1$/);
});
