/** Changes of so many files that the editor does not hold them all: planned from the disk, looked at afterwards. */
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import { makeEditor } from "./fake-editor.mjs";

const HEAD = "export {}; // this is a module\n";
const NEW = "// a line that was not there before\n";
const USERS = Array.from({ length: 60 }, (_, i) => `src/user${i}.ts`);

function makeWorkspace(t) {
  const users = USERS.map((file, i) => [file, `${HEAD}const used${i} = shared;\n`]);
  const editor = makeEditor(t, { "src/shared.ts": "export const shared = 1;\n", ...Object.fromEntries(users) });
  editor.read = (file) => fs.readFileSync(editor.path(file), "utf8");
  return editor;
}

const rename = (editor, more) =>
  editor.run("rename_symbol", {
    symbol: "shared",
    file_path: "src/shared.ts",
    new_name: "common",
    preview: false,
    ...more,
  });

/** Another program writes to a file after the look at it, before the editor has loaded it. */
function writeMeanwhile(editor, file, text) {
  let isDone = false;
  editor.on.applyEdit = (files) => {
    if (!isDone && files.length > 1) fs.writeFileSync(editor.path(file), text);
    isDone = true;
    return editor.applyEdit(files);
  };
}

test("files that the editor does not hold are not opened before, and are right afterwards", async (t) => {
  const editor = makeWorkspace(t);
  editor.loaded.add(editor.path(USERS[1]));
  let before;
  editor.on.applyEdit = (files) => {
    before = editor.loaded.size;
    assert.equal(files.find(({ path }) => path === editor.path(USERS[1])).isClosed, undefined);
    assert.ok(files.filter(({ isClosed }) => isClosed).length >= 58);
    return editor.applyEdit(files);
  };
  const answer = await rename(editor);
  assert.equal(answer.isError, false, answer.text);
  assert.ok(before < 5, `${before} held`);
  USERS.forEach((file, i) => assert.equal(editor.read(file), `${HEAD}const used${i} = common;\n`));
  assert.equal(editor.read("src/shared.ts"), "export const common = 1;\n");
});

test("a file that was written to meanwhile is edited where the line is now", async (t) => {
  const editor = makeWorkspace(t);
  writeMeanwhile(editor, USERS[7], `${NEW}${HEAD}const used7 = shared;\n`);
  const answer = await rename(editor);
  assert.equal(answer.isError, false, answer.text);
  assert.match(answer.text, /'src\/user7\.ts' had changed in the meantime/);
  USERS.forEach((file, i) => assert.equal(editor.read(file), `${i === 7 ? NEW : ""}${HEAD}const used${i} = common;\n`));
});

test("where its line was changed nothing is left of the change anywhere", async (t) => {
  const editor = makeWorkspace(t);
  const theirs = `${NEW}${HEAD}const used7 = shared + 1;\n`;
  writeMeanwhile(editor, USERS[7], theirs);
  const answer = await rename(editor);
  assert.equal(answer.isError, true, answer.text);
  assert.equal(answer.code, "conflict", answer.text);
  assert.match(answer.text, /src\/user7\.ts/);
  USERS.forEach((file, i) => assert.equal(editor.read(file), i === 7 ? theirs : `${HEAD}const used${i} = shared;\n`));
  assert.equal(editor.dirty.size, 0);
});

test("with unsaved text all of it is still a change of buffers", async (t) => {
  const editor = makeWorkspace(t);
  editor.dirty.set(editor.path(USERS[3]), `${HEAD}const used3 = shared; // unsaved\n`);
  const answer = await rename(editor, { save: false });
  assert.equal(answer.isError, false, answer.text);
  assert.equal(editor.text(editor.path(USERS[3])), `${HEAD}const used3 = common; // unsaved\n`);
  assert.equal(editor.read(USERS[3]), `${HEAD}const used3 = shared;\n`);
  assert.equal(editor.text(editor.path(USERS[4])), `${HEAD}const used4 = common;\n`);
});

test("where the editor reads a file otherwise than as UTF-8 all of them are opened first", async (t) => {
  const editor = makeWorkspace(t);
  let refusals = 0;
  editor.on.applyEdit = (files) => {
    const foreign = files.filter(({ isClosed, path }) => isClosed && path === editor.path(USERS[9]));
    if (foreign.length && ++refusals) return { data: { applied: false, stale: [editor.path(USERS[9])] } };
    return editor.applyEdit(files);
  };
  const answer = await rename(editor);
  assert.equal(answer.isError, false, answer.text);
  assert.equal(refusals, 1);
  USERS.forEach((file, i) => assert.equal(editor.read(file), `${HEAD}const used${i} = common;\n`));
});

test("an edit that cannot be reverted is reported", async (t) => {
  const editor = makeWorkspace(t);
  writeMeanwhile(editor, USERS[7], `${NEW}${HEAD}const used7 = shared;\n`);
  const apply = editor.on.applyEdit;
  let count = 0;
  editor.on.applyEdit = (files) => (++count === 2 ? { data: { applied: false, stale: [] } } : apply(files));
  const answer = await rename(editor);
  assert.equal(answer.code, "conflict", answer.text);
  assert.match(answer.text, /could not be reverted: 61 files are changed/);
  assert.doesNotMatch(answer.text, /Nothing was changed/);
});
