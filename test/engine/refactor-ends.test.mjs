/**
 * How the four refactorings end where a call cannot be done at all: no such file, a server that does not answer yet, a
 * call that is cancelled, a place between names. Nothing is changed then.
 */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";

import { makeEditor, root } from "./fake-editor.mjs";
import { serve } from "./refactor-kit.mjs";

const TEXT = "def pay(amount):\n    return amount\n\n\nprint(pay(1))\n";

/** The arguments of each for main.py. */
const CALLS = {
  extract_function: { start_line: 2, end_line: 2, start_column: 12, end_column: 17, function_name: "sum" },
  inline_function: { line: 1, column: 5 },
  move_symbol: { line: 1, column: 5, target_file: "other.py" },
  change_signature: { line: 1, column: 5, new_params: [{ name: "amount" }, { name: "rate", value_for_calls: "1" }] },
};

function open(t) {
  const editor = makeEditor(
    t,
    { "main.py": TEXT },
    { programs: [path.join(root, "build/Release"), path.join(root, "build/test/ends-index")] },
  );
  serve(editor, { file_path: "main.py" });
  return editor;
}

const run = (editor, tool, more, options) =>
  editor.run(tool, { file_path: "main.py", ...CALLS[tool], preview: false, ...more }, options);

function checkUnchanged(editor) {
  assert.equal(fs.readFileSync(editor.path("main.py"), "utf8"), TEXT);
  assert.deepEqual(fs.readdirSync(editor.folders[0]), ["main.py"]);
}

for (const tool of Object.keys(CALLS)) {
  test(`${tool}: a file that is not there`, async (t) => {
    const editor = open(t);
    const answer = await run(editor, tool, { file_path: "gone.py" });
    assert.ok(answer.isError, answer.text);
    assert.match(answer.text, /gone\.py/);
    checkUnchanged(editor);
  });

  test(`${tool}: a call that is cancelled`, async (t) => {
    const editor = open(t);
    let code;
    const never = () => new Promise(() => {});
    for (const op of ["references", "definition", "hover", "outline", "document", "documents"]) editor.on[op] = never;
    editor.engine.watcher = {
      began: (_id, _caller, _tool, _args, cancel) => setTimeout(cancel, 50),
      ended: (_id, answer) => (code = answer.code),
    };
    const answer = await run(editor, tool, {}, { caller: {} });
    assert.equal(answer.code, "cancelled", answer.text);
    assert.equal(code, "cancelled");
    checkUnchanged(editor);
  });
}

// Code of one file is extracted without a server, and modules of Python are moved by their imports.
for (const tool of ["inline_function", "change_signature"]) {
  test(`${tool}: a server that is still starting`, async (t) => {
    const editor = open(t);
    const none = () => ({ data: [] });
    Object.assign(editor.on, { references: none, definition: none, outline: none });
    editor.on.hover = () => ({ data: [[0, "(loading...)", "", false, false]] });
    editor.engine.deadlineMs = 3000;
    const answer = await run(editor, tool);
    assert.ok(answer.isError, answer.text);
    assert.match(answer.text, /starting|loading|not known|known/);
    checkUnchanged(editor);
  });
}

test("change_signature: a place between names is not the next one", async (t) => {
  const editor = open(t);
  const answer = await run(editor, "change_signature", { line: 3, column: 1 });
  assert.ok(answer.isError, answer.text);
  assert.match(answer.text, /^line 3 has no name/);
  const other = await run(editor, "change_signature", { line: 2, column: 2 });
  assert.match(other.text, /^main\.py:2:2 is on no name\. That line has 'return' at column 5, 'amount' at column 12\./);
  checkUnchanged(editor);
});

test("edit_symbol: a place between names is not the next one", async (t) => {
  const editor = open(t);
  for (const [line, column] of [
    [2, 1],
    [2, 3],
  ]) {
    const args = { file_path: "main.py", line, column, operation: "delete", ignore_uses: true, preview: false };
    const answer = await editor.run("edit_symbol", args);
    assert.ok(answer.isError, answer.text);
    assert.match(answer.text, new RegExp(`^main\\.py:${line}:${column} is on no name`));
  }
  checkUnchanged(editor);
});
