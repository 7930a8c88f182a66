/** Scripts without a tsconfig.json or jsconfig.json, in a window where none of them is open. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { openScene } from "./scene.mjs";
import { callTool } from "./support.mjs";

const FILES = {
  "lib/add.ts": "/** Adds up what it is given. */\nexport function addUp(n: number): number {\n  return n;\n}\n",
  "lib/index.ts": 'export * from "./add";\n',
  "app/first.ts": 'import { addUp } from "../lib";\n\nexport const first = addUp(1);\n',
  "app/second.ts":
    `/*\n${" * A licence that says much before anything is declared.\n".repeat(9)} */\n` +
    'import * as lib from "../lib";\n\nexport const second = lib.addUp(2);\n',
  "app/other.ts": "const addUp = 1;\nexport default addUp;\n",
  "dist/second.js": 'import * as lib from "../lib";\nexport const second = lib.addUp(2);\n',
  "old/twice.js": "export function twice(n) {\n  return 2 * n;\n}\n",
  "old/main.mjs": 'import { twice } from "./twice.js";\n\ntwice(3);\n',
};

const scene = openScene(FILES);

const places = (list) => list.map(({ file, line }) => `${file}:${line}`).sort();

test("what another file declares is documented, long before anybody opens a tab", async () => {
  const started = Date.now();
  const { text, facts } = await callTool(scene.agent, "get_symbol_documentation", {
    symbol_name: "addUp",
    file_path: "app/second.ts",
  });
  assert.equal(facts.status, "found", text);
  assert.match(text, /Location: lib\/add\.ts:2:17[\s\S]*Adds up what it is given\./);
  assert.ok(Date.now() - started < 30_000, `${Date.now() - started} ms`);
  const tabs = await scene.editor.control.evaluate(
    ({ vscode }) => vscode.window.tabGroups.all.flatMap((group) => group.tabs).length,
  );
  assert.equal(tabs, 0);
});

test("uses in files that are not open are found, and no other symbol's", async () => {
  const { text, facts } = await callTool(scene.agent, "find_references", { symbol: "addUp", file_path: "lib/add.ts" });
  assert.equal(facts.status, "found", text);
  assert.deepEqual(places(facts.references), ["app/first.ts:1", "app/first.ts:3", "app/second.ts:14"]);
  assert.doesNotMatch(text, /Unknown/);
});

test("and callers", async () => {
  const { text, facts } = await callTool(scene.agent, "get_call_hierarchy", {
    symbol: "twice",
    file_path: "old/twice.js",
    direction: "incoming",
  });
  assert.equal(facts.status, "found", text);
  assert.deepEqual(
    facts.incoming_calls.map(({ file }) => file),
    ["old/main.mjs"],
  );
});
