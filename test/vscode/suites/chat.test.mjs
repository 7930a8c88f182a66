/** Chat in the editor: the tools as language-model tools or from an MCP server, by the setting, never both. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { quickInputRows, runFromPalette, screenshot } from "../page.mjs";
import { LIMIT_MS, waitFor } from "../processes.mjs";
import { ARTIFACTS, copyWorkspaces, openEditor, TOOL } from "./support.mjs";

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

/**
 * Looks all the time which tools the editor has, while `work` runs: "own" and "server" as they come and go. Both at once
 * would be "own server".
 */
async function watchTools(work) {
  await editor.control.evaluate(({ vscode, args }) => {
    const seen = (globalThis.seen = []);
    globalThis.isLooking = true;
    globalThis.looks = 0;
    const input = { symbol_name: "Order", file_path: "src/models.ts" };
    const look = async () => {
      // The editor lists tools of the manifest always: only a call shows whether they are there.
      const call = vscode.lm.invokeTool(args, { input, toolInvocationToken: undefined });
      const own = await call.then(
        () => ["own"],
        () => [],
      );
      const server = vscode.lm.tools.some(({ name }) => name.startsWith("mcp_sextant_")) ? ["server"] : [];
      const now = [...own, ...server].join(" ");
      if (seen.at(-1) !== now) seen.push(now);
      globalThis.looks++;
      if (globalThis.isLooking) setTimeout(look, 1);
    };
    void look();
  }, TOOL);
  await work();
  return editor.control.evaluate(async () => {
    // The look that is under way may have begun before the end of the work.
    const { looks } = globalThis;
    while (globalThis.looks < looks + 2) await new Promise((done) => setTimeout(done, 1));
    globalThis.isLooking = false;
    return globalThis.seen;
  });
}

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

test("a database is read without a question", async () => {
  await editor.control.call("updateSetting", { name: "sextant.toolsets", value: ["symbols", "data"] });
  const asked = editor.control.call(
    "invokeTool",
    { name: "db_query", input: { file_path: "none.db" } },
    { limit_ms: LIMIT_MS },
  );
  await assert.rejects(asked, /'none\.db' does not exist in the workspace/);
  await editor.control.call("updateSetting", { name: "sextant.toolsets", value: undefined });
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

const answers = (name) =>
  ask(name).then(
    () => true,
    () => false,
  );

test("and back, without reloading the window: the server goes before the tools come", async () => {
  const seen = await watchTools(async () => {
    await setChat("tools");
    assert.ok(await waitFor(() => answers(TOOL), LIMIT_MS), "the tools are back");
  });
  assert.deepEqual(seen, ["server", "", "own"]);
  await runFromPalette(editor.page, "MCP: List Servers");
  const rows = await quickInputRows(editor.page);
  assert.ok(!rows.some((text) => text.includes("Sextant")), rows.join(" | "));
  await editor.page.keyboard.press("Escape");
});

test("changed again and again: the last one counts, and they are never there both", async () => {
  const seen = await watchTools(async () => {
    for (const mode of ["mcp", "tools", "mcp", "tools", "off", "tools"]) await setChat(mode);
    assert.ok(await waitFor(() => answers(TOOL), LIMIT_MS), "the tools are back");
  });
  assert.ok(!seen.includes("own server"), JSON.stringify(seen));
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
