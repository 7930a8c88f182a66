/** The status of languages, as agents and people read it. */
import assert from "node:assert/strict";
import test from "node:test";

import { makeEditor, until } from "./fake-editor.mjs";

const FILES = { "a.ts": "export class User {}\n", "b.md": "# One\n", "c.py": "x = 1\n", "a.log": "x\n" };
const LANGUAGES = [
  { id: "typescript", files: [".ts"], servers: [{ extension: "test.typescript", active: true }] },
  { id: "python", files: [".py"], servers: [] },
  { id: "log", files: [".log"], servers: [] },
];
function open(t) {
  const editor = makeEditor(t, FILES);
  editor.ops.languages = async () => ({ data: LANGUAGES });
  return editor;
}
const status = async (editor, options) => (await editor.run("manage_workspace", { operation: "status" }, options)).text;

test("a person is not asked to call again", async (t) => {
  const editor = open(t);
  let release;
  editor.on.outline = () => new Promise((resolve) => (release = () => resolve({ data: [] })));
  const asked = editor.run("get_symbols", { file_path: "a.ts", wait: false });
  await until(() => release);
  assert.match(await status(editor), /typescript: starting; .*call again in a few seconds/);
  const forPerson = await status(editor, { isPerson: true });
  assert.match(forPerson, /typescript: starting; .*it is still starting/);
  assert.doesNotMatch(forPerson, /call again/);
  release();
  await asked;
});

test("in Restricted Mode an extension may be disabled", async (t) => {
  const editor = open(t);
  assert.match(await status(editor), /python: absent; .*no extension that serves python is installed/);
  assert.match(await status(editor), /^Without any server: /m);
  editor.policies.workspace = "untrusted";
  const restricted = await status(editor);
  assert.match(restricted, /python: absent; .*its extension may be one that Restricted Mode disables/);
  assert.match(restricted, /^Without a server in Restricted Mode: /m);
  assert.doesNotMatch(restricted, /is installed|Without any server/);
});
