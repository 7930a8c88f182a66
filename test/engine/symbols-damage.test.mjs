/** Indexes of symbols that are damaged, or something else: they are written again, and no answer is wrong. */
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { openEditor } from "./fake-editor.mjs";
import { find, listStores, openCovered, symbolFiles } from "./symbols-kit.mjs";

/** In the midst of them: the file opens, and only some questions meet the damage. */
const damagePages = (file) => writeAt(file, 16384, Buffer.alloc(fs.statSync(file).size - 16384));

/** One bit of a name, which is another name then. */
function flipName(file, name) {
  const at = fs.readFileSync(file).indexOf(name);
  assert.ok(at > 0);
  writeAt(file, at, Buffer.from([name.charCodeAt(0) ^ 1]));
}

const DAMAGES = {
  "has one other bit": (file) => flipName(file, "alloc_page"),
  "is cut": (file) => fs.truncateSync(file, 9000),
  "is empty": (file) => fs.truncateSync(file, 0),
  "is of another version": (file) => writeAt(file, 60, Buffer.from([0, 0, 0, 99])),
  "has pages of nothing": damagePages,
  "has a first page of nothing": (file) => writeAt(file, 100, Buffer.alloc(8092)),
  "is another file": (file) => fs.writeFileSync(file, "no database\n".repeat(2000)),
  "is gone, as of an earlier build": (file) => fs.rmSync(file),
};

function writeAt(file, offset, bytes) {
  const open = fs.openSync(file, "r+");
  fs.writeSync(open, bytes, 0, bytes.length, offset);
  fs.closeSync(open);
}

/** Until the name is found in the place, and without a doubt. */
async function untilFound(editor, query, exact) {
  for (const end = Date.now() + 20_000; ; await sleep(50)) {
    const { code, text, exact: found } = await find(editor, query);
    assert.notEqual(code, "none", text);
    assert.doesNotMatch(text, /there is no index/);
    if (found.length) assert.deepEqual(found, exact, text);
    if (found.length && !/^Unknown/m.test(text)) return;
    assert.ok(Date.now() < end, text);
  }
}

/** So much code that the database has pages below pages. */
const MUCH = Object.fromEntries(
  Array.from({ length: 100 }, (_, i) => [
    `much/f${i}.c`,
    Array.from({ length: 30 }, (_, k) => `int load_user_${i}_${k}(void);\n`).join(""),
  ]),
);
MUCH["src/page.c"] = "int alloc_page(int order) { return order; }\n";
const ALLOC = "src/page.c:1 Function alloc_page";
const loadUser = (i, k) => `much/f${i}.c:${k + 1} Function declaration load_user_${i}_${k}`;

for (const [what, damage] of Object.entries(DAMAGES))
  test(`an index of symbols that ${what} is written again, and no answer is wrong`, async (t) => {
    const { editor, folder, storage } = await openCovered(t, MUCH);
    const [file] = symbolFiles(storage);
    const size = fs.statSync(file).size;
    editor.engine.dispose();
    damage(file);
    const again = openEditor(folder, storage);
    t.after(() => again.engine.dispose());
    await untilFound(again, "alloc_page", [ALLOC]);
    await untilFound(again, "load_user_77_3", [loadUser(77, 3)]);
    for (const number of [0, 33, 66]) await untilFound(again, `load_user_${number}_7`, [loadUser(number, 7)]);
    assert.deepEqual(symbolFiles(storage), [file], "beside the same index of texts");
    assert.equal(fs.statSync(file).size, size);
    assert.deepEqual(
      listStores(storage).filter((name) => /new$|journal$|wal$|shm$/.test(name)),
      [],
    );
  });

/** Until the pages are there again. The question finds the damage, and starts the writer when that may begin. */
async function untilWritten(editor, file, name) {
  const isWritten = () =>
    fs.existsSync(file) &&
    fs
      .readFileSync(file)
      .subarray(16384)
      .some((byte) => byte);
  for (const end = Date.now() + 60_000; !isWritten();) {
    const { text } = await find(editor, name);
    assert.doesNotMatch(text, /there is no index/);
    for (let wait = 0; wait < 200 && !isWritten(); wait++) await sleep(10);
    assert.ok(Date.now() < end, text);
  }
}

test("an index of symbols that is damaged while it is in use is written again, each time", async (t) => {
  const { editor, folder, storage } = await openCovered(t, MUCH);
  const [file] = symbolFiles(storage);
  editor.engine.dispose(); // it has read most of it
  const again = openEditor(folder, storage);
  t.after(() => again.engine.dispose());
  for (const number of [10, 40, 70]) {
    damagePages(file);
    await untilWritten(again, file, `load_user_${number}_3`); // in a page of its own
  }
  await untilFound(again, "load_user_99_3", [loadUser(99, 3)]);
  for (const number of [0, 33, 66]) await untilFound(again, `load_user_${number}_7`, [loadUser(number, 7)]);
});

test("an index of symbols in the place of another one is written again, and no answer is wrong", async (t) => {
  const one = await openCovered(t, { "a.c": "int wanted;\n", "b.c": "int other;\n" });
  const two = await openCovered(t, { "a.c": "int other;\n", "b.c": "int wanted;\n" });
  for (const { editor } of [one, two]) editor.engine.dispose();
  const [[file], [from]] = [one, two].map(({ storage }) => symbolFiles(storage));
  fs.copyFileSync(from, file);
  const again = openEditor(one.folder, one.storage);
  t.after(() => again.engine.dispose());
  await untilFound(again, "wanted", ["a.c:1 Variable wanted"]);
});
