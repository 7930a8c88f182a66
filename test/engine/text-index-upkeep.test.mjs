/** The upkeep of the search index: when it is written, and its state as people and agents see it. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { makeFolder, openEditor, until } from "./fake-editor.mjs";
import { FILES, health, manage, openIndexed, PERSON, SEED, Tree, untilIndexed } from "./index-tree.mjs";
import { indexerPath, start } from "./indexer-kit.mjs";

test("the statistics have each number, in words for a person", async (t) => {
  const { editor, tree, store } = await openIndexed(t, SEED + 3);
  const { ino, size, mtimeNs, ctimeNs } = fs.statSync(tree.at("odd/many.js"), { bigint: true });
  const row = `2 ${size} ${mtimeNs} ${ctimeNs} ${ino} odd/many.js\0`;
  fs.writeFileSync(path.join(store, "poison"), `sextant-poison 1\n${row}`);
  tree.write("d2/written-since.c", "int x;\n");
  const { text } = await manage(editor, "health", PERSON);
  for (const line of [
    /^## sextant-engine-\w+$/m,
    /^- \*\*State\*\*: ready$/m,
    /^- \*\*Files\*\*: 2,\d{3}, of which 2,\d{3} are indexed, 1 binary and 1 read by each search/m,
    /^- \*\*Changed since it was written\*\*: 1 file$/m,
    /^- \*\*Size on the disk\*\*: \d+\.\d MB for \d+\.\d MB of files$/m,
    /^- \*\*Written\*\*: \d+ (second|minute)s? ago$/m,
    /^- \*\*Files at which writing crashed\*\*, left alone until they change: 1: `odd\/many\.js`$/m,
  ])
    assert.match(text, line);
  const agents = await manage(editor, "health");
  assert.match(agents.text, /2,\d{3} of 2,\d{3} files indexed, 1 changed since, .* crashed at: odd\/many\.js\.$/);
});

test("an index that is wished for is written from the beginning, and once more afterwards", async (t) => {
  const { editor, store, tree } = await openIndexed(t, SEED + 4);
  const base = () => fs.readdirSync(store).find((name) => name.startsWith("base."));
  const before = base();
  const waits = async (is) => {
    for (const end = Date.now() + 30_000; !is(); await new Promise((resolve) => setTimeout(resolve, 10)))
      assert.ok(Date.now() < end, `${is}`);
  };
  assert.match((await manage(editor, "index")).text, /^'sextant-engine-\w+' is being indexed from the beginning\.$/);
  assert.match((await manage(editor, "index")).text, /is being indexed already: afterwards once more/);
  await waits(() => base() !== before);
  const first = base();
  // Nothing is asked any more: it begins by itself.
  await waits(() => base() !== undefined && base() !== first);
  tree.write("d1/word.c", "afterwards\n");
  assert.match((await editor.run("grep", { pattern: "afterwards" })).text, /d1\/word\.c/);
});

test("a small folder is not indexed, though that is wished for", async (t) => {
  const [folder, storage] = [makeFolder(), makeFolder()];
  fs.writeFileSync(path.join(folder, "a.ts"), "one\n");
  const editor = openEditor(folder, storage);
  const without = openEditor(folder);
  t.after(() => [editor, without].forEach(({ engine }) => engine.dispose()));
  assert.match((await manage(editor, "index")).text, /needs no index: it has fewer than 2,000 files/);
  assert.deepEqual(fs.readdirSync(storage), []);
  assert.match((await manage(without, "index")).text, /has no index: the setting sextant\.index\.enabled is off/);
});

test("what is shown while it is written comes with some time only, and goes", async (t) => {
  const [folder, storage, programs] = [makeFolder(), makeFolder(), makeFolder()];
  const say = (files, seconds) => `echo "progress ${files} 4000 0"; sleep ${seconds}`;
  const lines = ["#!/bin/sh", say(500, 1.1), say(1000, 0.2), say(1001, 0.2), say(4000, 0.2)];
  for (let i = 0; i < 2000; i++) fs.writeFileSync(path.join(folder, `${i}.c`), "");
  fs.writeFileSync(path.join(programs, "sextant-indexer"), lines.join("\n"), { mode: 0o755 });
  const editor = openEditor(folder, storage, programs);
  t.after(() => editor.engine.dispose());
  const shown = [];
  editor.ops.indexing = async (...args) => {
    shown.push(args);
    return { data: null };
  };
  await manage(editor, "index");
  await until(() => shown.at(-1)?.[1] === 0);
  assert.deepEqual(shown, [
    [1000, 4000],
    [4000, 4000],
    [0, 0],
  ]);
});

/**
 * A folder with the program that writes the index, which keeps each list that it gets in the file `list` beside it.
 * A run with a list in which no file is unchanged takes `long_ms`.
 */
function recordLists(t, long_ms) {
  const programs = makeFolder();
  const list = path.join(programs, "list");
  const text = `#!${process.execPath}
const { spawn } = require("node:child_process");
const fs = require("node:fs");
const chunks = [];
let child;
process.stdin.on("data", (chunk) => {
  chunks.push(chunk);
  const all = Buffer.concat(chunks);
  if (child || !all.subarray(-2).equals(Buffer.alloc(2))) return;
  fs.writeFileSync(${JSON.stringify(`${list}.new`)}, all);
  fs.renameSync(${JSON.stringify(`${list}.new`)}, ${JSON.stringify(list)});
  child = spawn(${JSON.stringify(indexerPath)}, process.argv.slice(2), { stdio: ["pipe", "inherit", "inherit"] });
  child.stdin.write(all);
  child.on("exit", (code) => setTimeout(() => process.exit(code), all.includes("\\0=") ? 0 : ${long_ms}));
});
process.stdin.on("end", () => child.stdin.end());
`;
  fs.writeFileSync(path.join(programs, "sextant-indexer"), text, { mode: 0o755 });
  const read = () => (fs.existsSync(list) ? fs.readFileSync(list, "utf8").split("\0").slice(0, -2) : []);
  return { programs, read, forget: () => fs.rmSync(list, { force: true }) };
}

test("the writer is told which files changed, when they have come to rest", async (t) => {
  const [folder, storage] = [makeFolder(), makeFolder()];
  const tree = new Tree(folder, SEED + 11);
  const { programs, read, forget } = recordLists(t, 2000);
  const editor = openEditor(folder, storage, programs);
  t.after(() => editor.engine.dispose());
  let ran_ms = 0;
  editor.ops.log = async (line) => {
    ran_ms = Number(/in (\d+) ms/.exec(line)[1]);
    return { data: null };
  };
  await health(editor);
  await untilIndexed(editor);
  assert.deepEqual([...new Set(read().map((row) => row[0]))], ["?"], "all are looked at first");
  await until(() => ran_ms >= 2000);
  forget();
  const changed = tree.names.filter((_, i) => i % 22 === 0);
  const begun = Date.now();
  for (const name of changed) tree.write(name, "written a moment ago\n");
  tree.write("d3/added.c", "int added;\n");
  let now;
  do {
    now = await health(editor);
    assert.equal(now.state, "ready", "they may be written once more without their times changing");
    await sleep(20);
  } while (Date.now() - begun < 1500);
  assert.equal(now.changed, changed.length + 1);
  for (const end = Date.now() + 30_000; now.changed || now.state !== "ready"; now = await health(editor)) {
    assert.ok(Date.now() < end, now.text);
    await sleep(20);
  }
  const waited_ms = Date.now() - begun;
  t.diagnostic(`indexed ${waited_ms} ms after they were written`);
  assert.ok(waited_ms < 15_000, "it rests for long after an update that took long, not after the first run");
  const marked = read().filter((row) => row[0] === "?");
  assert.deepEqual(marked.sort(), [...changed, "d3/added.c"].map((name) => `?${name}`).sort());
  assert.ok(read().length > FILES);
  // After an overflow of the watch only a look at all files finds out which they are.
  const aside = path.join(makeFolder(), "aside");
  fs.linkSync(tree.at(tree.names[1]), aside);
  fs.appendFileSync(aside, "more of it\n");
  await manage(editor, "refresh");
  assert.equal((await health(editor)).changed, 1);
});

test("the log has a line for each index that was written, and for each that was not", async (t) => {
  const [folder, storage, programs] = [makeFolder(), makeFolder(), makeFolder()];
  for (let i = 0; i < 2000; i++) fs.writeFileSync(path.join(folder, `${i}.c`), "int x;\n");
  const program = path.join(programs, "sextant-indexer");
  fs.writeFileSync(program, "#!/bin/sh\necho 'The disk is full.' >&2; exit 1\n", { mode: 0o755 });
  const editor = openEditor(folder, storage, programs);
  t.after(() => editor.engine.dispose());
  const lines = [];
  editor.ops.log = async (...args) => {
    lines.push(args);
    return { data: null };
  };
  const ended = [];
  editor.ops.indexed = async (...args) => {
    ended.push(args);
    return { data: null };
  };
  await manage(editor, "index");
  await until(() => lines.length === 1);
  fs.writeFileSync(program, "#!/bin/sh\nkill -9 $$\n");
  await manage(editor, "index");
  await until(() => lines.length === 2);
  fs.rmSync(program);
  fs.symlinkSync(indexerPath, program);
  await manage(editor, "index");
  await until(() => lines.length === 3);
  const index = `The search index of '${folder}' was`;
  const patterns = [
    [`${index} not written: The disk is full. (after N ms)`, true],
    [`${index} not written: its process was ended by signal 9. (after N ms)`, true],
    [`${index} brought up to date in N ms: 2,000 of 2,000 files, which have 0.0 MB.`, false],
  ];
  const shown = lines.map(([text, isBad]) => [
    text.replace(/\d+ ms/, "N ms").replace(/^(.*: )[\d,]+ of/, "$12,000 of"),
    isBad,
  ]);
  assert.deepEqual(shown, patterns);
  await until(() => ended.length === 3);
  const complaints = ["The disk is full.", "its process was ended by signal 9.", ""];
  assert.deepEqual(
    ended,
    complaints.map((complaint) => [folder, complaint]),
  );
});

test("the statistics say that another window is writing", async (t) => {
  const { editor, folder, store } = await openIndexed(t, SEED + 12);
  const { child, ended } = start(store, folder);
  t.after(() => child.kill());
  await until(() => fs.existsSync(path.join(store, "lock")));
  for (const end = Date.now() + 30_000; (await health(editor)).state !== "writing"; await sleep(10))
    assert.ok(Date.now() < end, "it waits for its list, with the lock");
  assert.match((await manage(editor, "health")).text, /; another window is writing it\.$/);
  assert.match((await manage(editor, "health", PERSON)).text, /^- \*\*State\*\*: another window is writing it$/m);
  child.stdin.end();
  await ended;
  assert.equal((await health(editor)).state, "ready");
});

test("a window that closes stops the writers of all folders before it waits for one", async (t) => {
  const [storage, programs] = [makeFolder(), makeFolder()];
  const folders = [makeFolder(), makeFolder(), makeFolder()];
  const stages = (stage) => fs.readdirSync(programs).filter((name) => name.startsWith(stage));
  for (const folder of folders)
    for (let i = 0; i < 2000; i++) fs.writeFileSync(path.join(folder, `${i}.c`), "int x;\n");
  // Each ends when all have been asked to, and is killed where that takes long.
  const text = `#!${process.execPath}
const fs = require("node:fs");
const note = (stage) => fs.writeFileSync(${JSON.stringify(programs)} + "/" + stage + process.pid, "");
const isAll = () => fs.readdirSync(${JSON.stringify(programs)}).filter((name) => name.startsWith("asked")).length === 3;
note("started");
process.stdin.resume().on("end", () => {
  note("asked");
  setInterval(() => isAll() && (note("ended"), process.exit()), 5);
});
`;
  fs.writeFileSync(path.join(programs, "sextant-indexer"), text, { mode: 0o755 });
  const editor = openEditor(folders, storage, programs);
  await manage(editor, "index");
  await until(() => stages("started").length === folders.length);
  const begun = Date.now();
  editor.engine.dispose();
  await until(() => stages("ended").length === folders.length);
  t.diagnostic(`ended after ${Date.now() - begun} ms`);
});

test("a refresh finds what no event told of", async (t) => {
  const { editor, tree } = await openIndexed(t, SEED + 6);
  const { text } = await manage(editor, "refresh");
  assert.match(text, /^- sextant-engine-\w+: 2,\d{3} files looked at again; no change had been missed\.$/);
  // Through another name of it a file changes without an event in the folder.
  const aside = makeFolder();
  fs.linkSync(tree.at("odd/mark.c"), path.join(aside, "mark.c"));
  await health(editor);
  fs.appendFileSync(path.join(aside, "mark.c"), "\nnobody was told\n");
  const found = await manage(editor, "refresh");
  assert.match(found.text, /these had not been noticed:\n {2}1 file changed: odd\/mark\.c$/);
  assert.match((await editor.run("grep", { pattern: "nobody was told" })).text, /odd\/mark\.c/);
});

/** A store as another window has left it; `days` ago. */
function addStore(index, name, root, days, bytes = 1000) {
  const store = path.join(index, name);
  fs.mkdirSync(store, { recursive: true });
  fs.writeFileSync(path.join(store, "used"), "");
  fs.writeFileSync(path.join(store, "base.1"), "");
  fs.truncateSync(path.join(store, "base.1"), bytes);
  const then = Date.now() / 1000 - days * 86400;
  fs.utimesSync(path.join(store, "used"), then, then);
  return store;
}

test("cleaning removes old indexes, and says which and how much", async (t) => {
  const { editor, index, store } = await openIndexed(t, SEED + 7);
  const old = addStore(index, "00000000000000aa", "/gone", 31);
  const young = addStore(index, "00000000000000bb", "/gone", 29);
  fs.mkdirSync(path.join(index, "not-a-store"));
  const { text, facts } = await manage(editor, "clean");
  assert.match(
    text,
    /^- Removed the index of an unknown folder: 0\.0 MB \(1000 bytes\)\.\n2 are left, of \d+\.\d MB\.$/,
  );
  assert.deepEqual([facts.removed, facts.removed_bytes], [1, 1000]);
  assert.deepEqual(
    [old, young, store].map((one) => fs.existsSync(one)),
    [false, true, true],
  );
  assert.match((await manage(editor, "clean")).text, /^No index was removed: each was used in the last 30 days/);
  const all = await manage(editor, "clean_all");
  assert.equal(all.facts.removed, 2);
  assert.deepEqual(fs.readdirSync(index), ["not-a-store"]);
  assert.equal((await health(editor)).state, "none");
  await untilIndexed(editor);
});

test("an index that a window has open is never removed", async (t) => {
  const { editor, folder, storage, store } = await openIndexed(t, SEED + 8);
  const other = openEditor(makeFolder(), storage);
  t.after(() => other.engine.dispose());
  const { text, facts } = await manage(other, "clean_all");
  assert.match(text, /1 stayed, as a window has it open/);
  assert.equal(facts.removed, 0);
  // The window closes the folder: with its next question no window has it open.
  editor.engine.setRoots([["other", makeFolder()]]);
  await manage(editor, "health");
  assert.equal((await manage(other, "clean_all")).facts.removed, 1);
  assert.equal(fs.existsSync(store), false);
  editor.engine.setRoots([["again", folder]]);
  await untilIndexed(editor);
});

test("all indexes together are bounded: those go that were not used for longest", async (t) => {
  const { editor, index, store } = await openIndexed(t, SEED + 9);
  const stores = [5, 3, 4].map((days, i) => addStore(index, `00000000000000c${i}`, "/", days, 3 * 2 ** 30));
  await manage(editor, "index");
  for (const end = Date.now() + 30_000; stores.filter((one) => fs.existsSync(one)).length > 1;) {
    assert.ok(Date.now() < end, "it was written, and the others are still there");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.deepEqual(
    [...stores, store].map((one) => fs.existsSync(one)),
    [false, true, false, true],
  );
});

test("the home folder and those above it are indexed only when that is asked for", async (t) => {
  const top = makeFolder();
  const home = path.join(top, "people", "me");
  fs.mkdirSync(path.join(home, "project"), { recursive: true });
  for (let i = 0; i < 30; i++) fs.writeFileSync(path.join(home, "project", `f${i}.c`), `int name_${i};\n`);
  const before = process.env.HOME;
  process.env.HOME = home;
  t.after(() => (process.env.HOME = before));
  const find = async (editor, query) => (await editor.run("fast_search", { query })).text;
  const untilWhole = async (editor) => {
    for (
      const end = Date.now() + 20_000;
      !/^Definition found: name_7\n/.test(await find(editor, "name_7"));
      await sleep(50)
    )
      assert.ok(Date.now() < end);
  };
  for (const folder of [home, path.join(top, "people")]) {
    const storage = makeFolder();
    const editor = openEditor(folder, storage);
    t.after(() => editor.engine.dispose());
    const refused = await find(editor, "no_such_name");
    assert.match(refused, /^Unknown in part: '.*' is the home folder or one above it, and has no index of symbols/);
    assert.match(await find(editor, "name_7"), /^Definition found: name_7$/m);
    await sleep(300);
    assert.deepEqual(fs.readdirSync(storage), []);
    assert.match((await manage(editor, "health")).text, /no index; the folder is the home folder or one above it/);
    assert.match((await manage(editor, "index")).text, /is being indexed from the beginning/);
    await untilWhole(editor);
    editor.engine.dispose();
    // An index that was asked for once stays.
    const again = openEditor(folder, storage);
    t.after(() => again.engine.dispose());
    assert.match(await find(again, "name_7"), /^Definition found: name_7\n/);
  }
  const inside = openEditor(path.join(home, "project"), makeFolder());
  t.after(() => inside.engine.dispose());
  await untilWhole(inside);
});
