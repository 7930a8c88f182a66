/** Chat in the editor: the tools as language-model tools or from an MCP server, by the setting, never both. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { quickInputRows, runFromPalette, screenshot } from "../page.mjs";
import { waitFor } from "../processes.mjs";
import { ARTIFACTS, copyWorkspaces, openEditor, TOOL } from "./support.mjs";

const LIMIT_MS = 20_000;

let files, editor;

before(async () => {
  files = await copyWorkspaces("tour");
  editor = await openEditor(files.folders);
});

after(async () => {
  await editor?.stop();
  await files?.remove();
});

const setChat = (mode) =>
  editor.control.evaluate(
    ({ vscode, args }) => vscode.workspace.getConfiguration("sextant").update("chat", args, true),
    mode,
  );

const toolNames = () => editor.control.evaluate(({ vscode }) => vscode.lm.tools.map(({ name }) => name));

const ask = (name) => editor.control.invokeTool(name, { symbol_name: "Order", file_path: "src/models.ts" });

const picture = (name) => screenshot(editor.page, join(ARTIFACTS, "screenshots", `${name}.png`));

/** Chooses a row of the list that `command`, or what was chosen before, shows. */
async function choose(command, row) {
  if (command) await runFromPalette(editor.page, command);
  const isListed = async () => (await quickInputRows(editor.page)).some((text) => text.includes(row));
  assert.ok(await waitFor(isListed, LIMIT_MS), `${row} is listed`);
  await editor.page.keyboard.type(row);
  await picture(`chat-choose-${row.toLowerCase().replace(" ", "-")}`);
  await editor.page.keyboard.press("Enter");
}

test("the tools are language-model tools unless the setting says otherwise", async () => {
  assert.match((await ask(TOOL)).text, /Order/);
});

test("as an MCP server the editor lists and starts the bridge, and the tools are not there twice", async () => {
  await setChat("mcp");
  const isGone = () =>
    ask(TOOL).then(
      () => false,
      () => true,
    );
  assert.ok(await waitFor(isGone, LIMIT_MS), "the language-model tools are gone");
  await choose("MCP: List Servers", "Sextant");
  await choose(undefined, "Start Server");
  const started = await waitFor(async () => {
    const names = await toolNames();
    return names.find((name) => name !== TOOL && name.includes("get_symbol_doc"));
  }, LIMIT_MS);
  assert.ok(started, "the server's tools are there");
  await picture("chat-started");
  assert.match((await ask(started)).text, /Order/);
});

test("and back, without reloading the window", async () => {
  await setChat("tools");
  assert.ok(
    await waitFor(
      () =>
        ask(TOOL).then(
          () => true,
          () => false,
        ),
      LIMIT_MS,
    ),
    "the tools are back",
  );
  const isServerGone = async () => !(await toolNames()).some((name) => name.startsWith("mcp_sextant"));
  assert.ok(await waitFor(isServerGone, LIMIT_MS), "the server is gone");
});

test("neither, if the setting is off", async () => {
  await setChat("off");
  assert.ok(
    await waitFor(
      () =>
        ask(TOOL).then(
          () => false,
          () => true,
        ),
      LIMIT_MS,
    ),
  );
  assert.deepEqual(
    (await toolNames()).filter((name) => name.startsWith("mcp_sextant")),
    [],
  );
});
