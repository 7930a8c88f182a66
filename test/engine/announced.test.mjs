/** Reports of calls and changes to people: ids and counts, never a text. */
import assert from "node:assert/strict";
import test from "node:test";

import { makeEditor, until } from "./fake-editor.mjs";

const TEXT = "one\ntwo\nthree\n";
const line = (n, text) => ({ line_start: n, line_end: n, new_text: text });
const person = { isMarkdown: true, isPerson: true, isApproved: true };

function open(t, files) {
  const editor = makeEditor(t, files);
  const said = [];
  editor.ops.changed = async (...args) => {
    said.push(args);
    return { data: null };
  };
  return { editor, said };
}

const edit = (editor, file, edits, more) =>
  editor.run("edit_buffer", { file, edits, preview: false, save: true, ...more });
const changeOf = (answer) => JSON.parse(answer.factsJson).change;

test("an applied change is announced with its call, files and lines, and its undoing with its id", async (t) => {
  const { editor, said } = open(t, { "a.txt": TEXT, "b.txt": TEXT });
  let call;
  editor.engine.watcher = { began: (id) => (call = id), ended: () => {} };
  const edits = [line(2, "TWO\nand a half")];
  const args = { file: "a.txt", edits, preview: false, save: true };
  const answer = await editor.run("edit_buffer", args, { caller: {} });
  await until(() => said.length === 1);
  const [id, change, isUndone, canUndo, fileCount, added, removed, files] = said[0];
  assert.equal(id, call);
  assert.equal(change, changeOf(answer));
  assert.deepEqual([isUndone, canUndo, fileCount, added, removed], [false, true, 1, 2, 1]);
  assert.deepEqual(files, [[editor.path("a.txt"), 2, 1]]);
  assert.ok(!JSON.stringify(said).includes("half"), "no text of the edit");
  await editor.run("undo_change", { change });
  await until(() => said.length === 2);
  assert.deepEqual(said[1].slice(1), [change, true, false, 0, 0, 0, []]);
});

test("a preview and a refused change are not announced", async (t) => {
  const { editor, said } = open(t, { "a.txt": TEXT });
  await editor.run("edit_buffer", { file: "a.txt", edits: [line(1, "ONE")] });
  editor.ops.policy = async () => ({ data: { policy: "never" } });
  assert.equal((await edit(editor, "a.txt", [line(1, "ONE")])).isError, true);
  assert.deepEqual(said, []);
});

test("a person reviews any change by its id, and undoes one", async (t) => {
  const { editor } = open(t, { "a.txt": TEXT, "b.txt": TEXT });
  const first = changeOf(await edit(editor, "a.txt", [line(1, "ONE")]));
  const second = changeOf(await edit(editor, "b.txt", [line(1, "ONE")]));
  const review = async (args) => JSON.parse((await editor.run("review_last_change", args, person)).factsJson);
  assert.equal((await review({})).change, second);
  const { change, files } = await review({ change: first });
  assert.deepEqual([change, files[0].path, files[0].before], [first, editor.path("a.txt"), TEXT]);
  const unknown = await editor.run("review_last_change", { change: "c9" }, person);
  assert.equal(unknown.code, "not_found");
  assert.equal((await editor.run("undo_change", { change: first }, person)).code, "found");
  assert.equal((await editor.run("review_last_change", { change: first }, person)).code, "conflict");
});

test("calls with a caller are watched from begin to end, with the tokens of the answer", async (t) => {
  const { editor } = open(t, { "a.txt": TEXT });
  const seen = [];
  const caller = {};
  editor.engine.watcher = {
    began: (id, who, tool, args) => seen.push(["began", id, who === caller, tool, args.symbol]),
    ended: (id, { code, tokens, text }) => seen.push(["ended", id, code, tokens > 0, tokens < text.length]),
  };
  await editor.run("fast_refs", { symbol: "noSuchName" }, { caller });
  await editor.run("get_buffer_info", { file: "a.txt" });
  const [[, id], [, , code]] = seen;
  assert.deepEqual(seen, [
    ["began", id, true, "find_references", "noSuchName"],
    ["ended", id, code, true, true],
  ]);
});

test("a call can be cancelled by what the watcher gets", async (t) => {
  const { editor } = open(t, { "a.ts": "export const a = 1;\n" });
  editor.ops.hover = () => new Promise(() => {});
  editor.ops.definition = () => new Promise(() => {});
  editor.ops.symbols = () => new Promise(() => {});
  let code;
  editor.engine.watcher = {
    began: (_id, _caller, _tool, _args, cancel) => setTimeout(cancel, 100),
    ended: (_id, answer) => (code = answer.code),
  };
  const answer = await editor.run(
    "get_symbol_documentation",
    { symbol: "a", file: "a.ts", wait: true },
    { caller: {} },
  );
  assert.equal(answer.code, "cancelled", answer.text);
  assert.equal(code, "cancelled");
});
