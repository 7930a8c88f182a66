/** An engine that cannot be loaded: people and agents get the reason, and all works again once it is mended. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { copyFile, readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";

import { notifications, runFromPalette, screenshot } from "../page.mjs";
import { LIMIT_MS, waitFor } from "../processes.mjs";
import { ARTIFACTS, ask, copyWorkspaces, openAgent, openEditor } from "./support.mjs";

const ORDER = { symbol_name: "Order", file_path: "src/models.ts" };

let files, editor, addon;

before(async () => {
  files = await copyWorkspaces("tour");
  editor = await openEditor(files.folders);
  const [bridge] = await editor.bridge();
  addon = join(dirname(bridge), "../sextant.node");
  for (const file of [addon, `${addon}.json`]) await copyFile(file, `${file}.kept`);
});

after(async () => {
  await editor?.stop();
  await files?.remove();
});

const picture = (name) => screenshot(editor.page, join(ARTIFACTS, "screenshots", `broken-${name}.png`));

/** Puts another addon in its place, beside the old file, which the window has mapped; and loads the window again. */
async function replace(change) {
  await copyFile(`${addon}.kept`, `${addon}.broken`);
  await change(`${addon}.broken`);
  await rename(`${addon}.broken`, addon).catch(() => rm(addon));
  await editor.control.reload();
}

async function note(path) {
  const bytes = await readFile(path);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  await writeFile(`${addon}.json`, JSON.stringify({ bytes: bytes.length, sha256 }));
}

/** The text of the notification that a command shows. */
async function shownBy(command) {
  const { page } = editor;
  await waitFor(async () => (await notifications(page)).length > 0, LIMIT_MS);
  await editor.control.executeCommand("notifications.clearAll");
  await runFromPalette(page, command);
  const find = async () => (await notifications(page)).find((text) => text.includes("could not start"));
  return (await waitFor(find, LIMIT_MS)) ?? "";
}

async function agentGets(reason) {
  const agent = await openAgent(editor);
  await assert.rejects(ask(agent, ORDER), reason);
  agent.close();
}

test("of another platform: commands, the view and the status bar report why, and what to do", async () => {
  await replace(async (path) => {
    await writeFile(path, "made for another platform");
    await note(path);
  });
  const { page } = editor;
  assert.match(
    await shownBy("Sextant: Status"),
    /The native engine could not be loaded on .*Install the version of the extension/s,
  );
  await page.locator('.activitybar [aria-label^="Sextant"]').first().click();
  await page.locator(".pane-body .message", { hasText: "could not start" }).waitFor({ timeout: LIMIT_MS });
  await page.locator(".statusbar-item", { hasText: "Sextant could not start" }).first().waitFor({ timeout: LIMIT_MS });
  await picture("window");
  await agentGets(/Sextant could not start in .*could not be loaded on .*reloaded\./s);
  await copyFile(`${addon}.json.kept`, `${addon}.json`);
});

// The system's loader would end the extension host with these.
test("truncated: it is not loaded", async () => {
  await replace((path) => truncate(path, 300_000));
  const reason = /sextant\.node' is damaged: it has 300000 bytes instead of \d+\. Install the extension again/;
  assert.match(await shownBy("Sextant: Go to Symbol"), reason);
  await agentGets(reason);
  await picture("truncated");
});

test("of the same size with other contents: it is not loaded", async () => {
  await replace(async (path) => {
    const bytes = await readFile(path);
    await writeFile(path, bytes.fill(0, 8192));
  });
  const reason = /sextant\.node' is damaged: its contents have changed\. Install the extension again/;
  assert.match(await shownBy("Sextant: Rebuild Index"), reason);
  await agentGets(reason);
});

test("missing: the reason is reported", async () => {
  await replace((path) => rm(path));
  const reason = /sextant\.node' is damaged: ENOENT.*Install the extension again/s;
  assert.match(await shownBy("Sextant: Connect an Agent"), reason);
  await agentGets(reason);
});

test("all works again once it is mended and the window is reloaded", async () => {
  await rename(`${addon}.kept`, addon);
  await editor.control.reload();
  const agent = await openAgent(editor);
  assert.match((await ask(agent, ORDER)).text, /Order/);
  agent.close();
});
