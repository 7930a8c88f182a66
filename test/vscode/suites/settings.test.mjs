/** Wrong values of settings: ignored with one warning, and everything works. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { notifications, screenshot } from "../page.mjs";
import { LIMIT_MS, waitFor } from "../processes.mjs";
import { ARTIFACTS, ask, copyWorkspaces, openAgent, openEditor } from "./support.mjs";

const ORDER = { symbol_name: "Order", file_path: "src/models.ts" };

let files, editor;

before(async () => {
  files = await copyWorkspaces("tour");
  const settings = { "sextant.timeout": "soon", "sextant.toolsets": 7, "sextant.approval": { edit: "sometimes" } };
  editor = await openEditor(files.folders, { settings });
});

after(async () => {
  await editor?.stop();
  await files?.remove();
});

const warning = async () => (await notifications(editor.page)).filter((text) => text.includes("are not valid"));

test("one warning names them all, and agents are served", async () => {
  // It is shown for some seconds.
  assert.ok(await waitFor(async () => (await warning()).length > 0, LIMIT_MS));
  const [text, ...more] = await warning();
  assert.deepEqual(more, []);
  assert.match(text, /sextant\.toolsets: 7.*sextant\.approval: "edit": "sometimes".*sextant\.timeout: "soon"/);
  await screenshot(editor.page, join(ARTIFACTS, "screenshots", "settings-wrong.png"));
  const agent = await openAgent(editor);
  assert.match((await ask(agent, ORDER)).text, /Order/);
  agent.close();
});

test("another change of the settings does not repeat it", async () => {
  await editor.control.evaluate(({ vscode }) => vscode.commands.executeCommand("notifications.clearAll"));
  await editor.control.evaluate(({ vscode }) =>
    vscode.workspace.getConfiguration("sextant").update("chat", "off", true),
  );
  await new Promise((resolve) => setTimeout(resolve, 1000));
  assert.deepEqual(await warning(), []);
});
