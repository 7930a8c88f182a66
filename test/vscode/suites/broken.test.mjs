/** An engine that cannot be loaded: people and agents get the reason, and all works again once it is mended. */
import assert from "node:assert/strict";
import { copyFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";

import { notifications, runFromPalette, screenshot } from "../page.mjs";
import { waitFor } from "../processes.mjs";
import { ARTIFACTS, ask, copyWorkspaces, openAgent, openEditor } from "./support.mjs";

const LIMIT_MS = 20_000;
const ORDER = { symbol_name: "Order", file_path: "src/models.ts" };

let files, editor, addon;

before(async () => {
  files = await copyWorkspaces("tour");
  editor = await openEditor(files.folders);
  const [bridge] = await editor.bridge();
  addon = join(dirname(bridge), "../sextant.node");
  await copyFile(addon, `${addon}.kept`);
  // Beside the old file, which the window has mapped.
  await writeFile(`${addon}.broken`, "made for another platform");
  await rename(`${addon}.broken`, addon);
  await editor.control.reload();
});

after(async () => {
  await editor?.stop();
  await files?.remove();
});

const picture = (name) => screenshot(editor.page, join(ARTIFACTS, "screenshots", `broken-${name}.png`));

test("commands, the view and the status bar report why, and what to do", async () => {
  const { page } = editor;
  await waitFor(async () => (await notifications(page)).length > 0, LIMIT_MS);
  await runFromPalette(page, "Notifications: Clear All Notifications");
  await runFromPalette(page, "Sextant: Status");
  const shown = await waitFor(async () => {
    const texts = await notifications(page);
    return texts.find((text) => text.includes("could not start"));
  }, LIMIT_MS);
  assert.match(shown, /The native engine could not be loaded on .*Install the version of the extension/s);
  await page.locator('.activitybar [aria-label^="Sextant"]').first().click();
  await page.locator(".pane-body .message", { hasText: "could not start" }).waitFor({ timeout: LIMIT_MS });
  await page.locator(".statusbar-item", { hasText: "Sextant" }).first().waitFor({ timeout: LIMIT_MS });
  await picture("window");
});

test("agents get the same, at once", async () => {
  const agent = await openAgent(editor);
  await assert.rejects(ask(agent, ORDER), /Sextant could not start in .*could not be loaded on .*reloaded\./s);
  agent.close();
});

test("all works again once it is mended and the window is reloaded", async () => {
  await rename(`${addon}.kept`, addon);
  await editor.control.reload();
  const agent = await openAgent(editor);
  assert.match((await ask(agent, ORDER)).text, /Order/);
  agent.close();
});
