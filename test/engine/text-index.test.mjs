/** Searching with the index and without: the same answers, also right after files changed. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { makeFolder, openEditor } from "./fake-editor.mjs";
import { FILES, health, manage, openIndexed, SEED, Tree, untilIndexed } from "./index-tree.mjs";

/** The same paths as a walk: with folders, no list is used. */
async function compareGlob(editor, tree, what) {
  const args = { pattern: ["**"], max_results: 9000, max_tokens: 50_000 };
  const cwd = tree.part();
  if (cwd) args.cwd = cwd;
  const [listed, walked] = [
    await editor.run("glob", args),
    await editor.run("glob", { ...args, pattern: ["**", "**/"] }),
  ];
  for (const { isError, text } of [listed, walked])
    if (isError) return assert.equal(listed.text, walked.text, `${what}: ${JSON.stringify(args)}: ${text}`);
  const [{ paths: found, truncated }, { paths }] = [listed, walked].map(({ factsJson }) => JSON.parse(factsJson));
  assert.equal(truncated, false);
  assert.deepEqual(
    found,
    paths.filter((name) => !name.endsWith("/")),
    `${what}: ${JSON.stringify(args)}`,
  );
}

/** A folder that is gone. Any other refusal would be a question that asks nothing. */
const REFUSED = /does not exist|no such|not found/i;

async function compare(plain, indexed, args, what) {
  const [expected, found] = [await plain.run("grep", args), await indexed.run("grep", args)];
  assert.equal(found.text, expected.text, `${what}: ${JSON.stringify(args)}`);
  if (expected.isError) assert.match(expected.text, REFUSED, JSON.stringify(args));
  return expected;
}

test("an index changes no answer, whatever is asked and whatever changes", async (t) => {
  const folder = makeFolder();
  const storage = makeFolder();
  const tree = new Tree(folder, SEED);
  const [plain, indexed] = [openEditor(folder), openEditor(folder, storage)];
  t.after(() => [plain, indexed].forEach(({ engine }) => engine.dispose()));
  const first = await compare(plain, indexed, { pattern: "load", output: "counts", max_results: 5000 }, "no index yet");
  assert.match(first.text, /matches in/);
  const { indexed: covered, files } = await untilIndexed(indexed);
  assert.ok(covered >= FILES && covered < files, `${covered} of ${files}: what is no UTF-8 is always read`);
  for (let i = 0; i < 80; i++) await compare(plain, indexed, tree.pattern(), `question ${i}`);
  for (let i = 0; i < 80; i++) {
    const word = tree.change();
    await compare(plain, indexed, { pattern: word, output: "counts", max_results: 5000 }, `change ${i}`);
    await compare(plain, indexed, tree.pattern(), `after change ${i}`);
    await compareGlob(indexed, tree, `after change ${i}`);
    if (i % 40 === 39) await health(indexed, "index");
  }
  tree.age();
  await health(indexed, "index");
  await untilIndexed(indexed);
  for (let i = 0; i < 30; i++) await compare(plain, indexed, tree.pattern(), `question ${i} of the new index`);
});

test("names mean the same by the index, also those that only unsaved text declares", async (t) => {
  const [folder, storage] = [makeFolder(), makeFolder()];
  const tree = new Tree(folder, SEED + 3);
  const typed = ["typed.h", "int typed_name(int);\n", "int other(void);\n"];
  tree.write("odd/hub.h", "int hub(int);\n");
  tree.write("odd/hub.c", '#include "hub.h"\n#define HUB hub(1)\nint hub(int x) {\n  return x;\n}\n');
  tree.write("odd/uses.c", '#include "hub.h"\nint uses(void) {\n  return HUB;\n}\n');
  tree.write("odd/typed.c", "int typed_name(int x) {\n  return x;\n}\n");
  tree.write(`odd/${typed[0]}`, typed[2]);
  tree.age();
  const [plain, indexed] = [openEditor(folder), openEditor(folder, storage)];
  t.after(() => [plain, indexed].forEach(({ engine }) => engine.dispose()));
  await health(indexed);
  await untilIndexed(indexed);
  for (const editor of [plain, indexed]) {
    editor.dirty.set(tree.at(`odd/${typed[0]}`), typed[1]);
    for (const op of ["workspaceSymbols", "outline", "hover", "definition", "references", "languageServers"])
      editor.on[op] = () => ({ data: [] });
  }
  /* Other declarations of the name are not the same: the text takes some code for one. */
  const firstLine = ({ text }) => text.split("\n", 1)[0];
  const names = [
    "hub",
    "typed_name",
    "no_such_name",
    ...tree.words.slice(0, 12).map((word) => word.replace(/\W/g, "")),
  ];
  for (const symbol_name of names) {
    const [expected, found] = [plain, indexed].map((editor) => editor.run("get_symbol_documentation", { symbol_name }));
    assert.equal(firstLine(await found), firstLine(await expected), symbol_name);
  }
  const { text } = await indexed.run("get_symbol_documentation", { symbol_name: "typed_name" });
  assert.match(text, /typed\.c:1:5/);
  assert.doesNotMatch(text, /typed\.h/, "a prototype that is not saved is of the same function");
});

test("a window that opens on an index uses it, and what changed meanwhile is read", async (t) => {
  const [folder, storage] = [makeFolder(), makeFolder()];
  const tree = new Tree(folder, SEED + 1);
  const [plain, first] = [openEditor(folder), openEditor(folder, storage)];
  t.after(() => [plain, first].forEach(({ engine }) => engine.dispose()));
  await health(first);
  await untilIndexed(first);
  first.engine.dispose();
  const words = Array.from({ length: 30 }, () => tree.change());
  const second = openEditor(folder, storage);
  t.after(() => second.engine.dispose());
  const { state, indexed } = await health(second);
  assert.deepEqual([state === "none", indexed > FILES / 2], [false, true]);
  for (const word of words) await compare(plain, second, { pattern: word, output: "counts" }, "changed meanwhile");
  for (let i = 0; i < 30; i++) await compare(plain, second, tree.pattern(), `question ${i}`);
});

test("a damaged index is written again, and changes no answer", async (t) => {
  const [folder, storage] = [makeFolder(), makeFolder()];
  const tree = new Tree(folder, SEED + 2);
  const [plain, indexed] = [openEditor(folder), openEditor(folder, storage)];
  t.after(() => [plain, indexed].forEach(({ engine }) => engine.dispose()));
  await health(indexed);
  await untilIndexed(indexed);
  indexed.engine.dispose();
  const [store] = fs.readdirSync(path.join(storage, "index")).map((name) => path.join(storage, "index", name));
  const base = path.join(
    store,
    fs.readdirSync(store).find((name) => name.startsWith("base.")),
  );
  const bytes = fs.readFileSync(base);
  for (let i = 300; i < bytes.length; i += 7919) bytes[i] ^= 0x55;
  fs.writeFileSync(base, bytes);
  const again = openEditor(folder, storage);
  t.after(() => again.engine.dispose());
  for (let i = 0; i < 20; i++) await compare(plain, again, tree.pattern(), `question ${i}`);
  await untilIndexed(again);
  assert.notEqual(
    fs.readdirSync(store).find((name) => name.startsWith("base.")),
    path.basename(base),
  );
  for (let i = 0; i < 20; i++) await compare(plain, again, tree.pattern(), `question ${i} of the new index`);
});

test("an index that is cut while it is in use is written again", async (t) => {
  const [folder, storage] = [makeFolder(), makeFolder()];
  const tree = new Tree(folder, SEED + 4);
  const [plain, indexed] = [openEditor(folder), openEditor(folder, storage)];
  t.after(() => [plain, indexed].forEach(({ engine }) => engine.dispose()));
  await health(indexed);
  await untilIndexed(indexed);
  const base = fs
    .readdirSync(storage, { recursive: true })
    .map((name) => path.join(storage, name))
    .find((name) => path.basename(name).startsWith("base."));
  fs.truncateSync(base, 4096);
  for (let i = 0; i < 5; i++) await compare(plain, indexed, tree.pattern(), `question ${i}`);
  await untilIndexed(indexed);
  assert.equal(fs.existsSync(base), false);
});

for (const kind of ["base.", "manifest", ""])
  test(`an index of which ${kind ? `the ${kind.replace(".", "")}` : "all"} is removed while it is in use is written again`, async (t) => {
    const { editor, store, tree } = await openIndexed(t, SEED + 5);
    const { indexed } = await health(editor);
    const name = kind && fs.readdirSync(store).find((one) => one.startsWith(kind));
    fs.rmSync(path.join(store, name), { recursive: true });
    const plain = openEditor(tree.folder);
    t.after(() => plain.engine.dispose());
    for (let i = 0; i < 5; i++) await compare(plain, editor, tree.pattern(), `question ${i}`);
    const now = await untilIndexed(editor);
    assert.equal(now.indexed, indexed);
    assert.deepEqual(
      ["base.", "manifest"].map((part) => fs.readdirSync(store).some((one) => one.startsWith(part))),
      [true, true],
    );
  });

test("a file that is changed by another of its names is read again", async (t) => {
  const [folder, storage, outside] = [makeFolder(), makeFolder(), makeFolder()];
  const tree = new Tree(folder, SEED + 3);
  const names = tree.names.slice(0, 3).map((name, i) => [tree.at(name), path.join(outside, `${i}`)]);
  for (const [name, other] of names) fs.linkSync(name, other);
  const editor = openEditor(folder, storage);
  t.after(() => editor.engine.dispose());
  const find = async (pattern) => (await editor.run("grep", { pattern, output: "counts" })).text.split("\n")[0];
  await health(editor);
  await untilIndexed(editor);
  for (const [i, [, other]] of names.entries()) {
    fs.appendFileSync(other, `\nwritten${i}elsewhere\n`);
    assert.equal(await find(`written${i}elsewhere`), "1 match in 1 file");
    // Another list of files.
    tree.write(`added/${i}.c`, "int added;\n");
    fs.appendFileSync(other, `\nonce${i}more\n`);
    assert.equal(await find(`once${i}more`), "1 match in 1 file");
  }
});

test("a file that is changed by a name that it got since is read again by its first one", async (t) => {
  const { editor, tree } = await openIndexed(t, SEED + 7);
  const [name] = tree.names;
  const find = async (pattern) => (await editor.run("grep", { pattern, output: "counts" })).text.split("\n")[0];
  fs.linkSync(tree.at(name), tree.at("d2/linked.c"));
  fs.appendFileSync(tree.at("d2/linked.c"), "\nwritten by the new name\n");
  assert.equal(await find("written by the new name"), "2 matches in 2 files");
  tree.write("added/one.c", "int added;\n");
  fs.appendFileSync(tree.at("d2/linked.c"), "\nonce more by it\n");
  assert.equal(await find("once more by it"), "2 matches in 2 files");
});

/** In the order of their names, it is after the 2,000 files that are looked into without an index. */
test("references compare the list with all sources that have the name", async (t) => {
  const [folder, storage] = [makeFolder(), makeFolder()];
  const write = (name, text) => fs.writeFileSync(path.join(folder, name), text);
  for (let i = 0; i < 2100; i++) write(`f${i}.c`, `int number_${i};\n`);
  write("a.h", "int lonely_name(void);\n#define LONELY lonely_name()\n");
  write("z.c", "int user(void) { return lonely_name(); }\n");
  write("zz.c", "int other(void) { return LONELY; }\n");
  await sleep(60);
  const editor = openEditor(folder, storage);
  t.after(() => editor.engine.dispose());
  await health(editor, "index");
  await untilIndexed(editor);
  const declared = { data: [[path.join(folder, "a.h"), 0, 4, 0, 15]] };
  Object.assign(editor.on, { references: () => declared, definition: () => declared });
  const { text } = await editor.engine.call("find_references", { symbol: "lonely_name", file: "a.h" });
  assert.match(text, /\bz\.c/);
  assert.match(text, /1 file that uses a macro of this/);
});

test("a small folder has no index", async (t) => {
  const folder = makeFolder();
  fs.writeFileSync(path.join(folder, "a.ts"), "one\n");
  const editor = openEditor(folder, makeFolder());
  t.after(() => editor.engine.dispose());
  const { state, text } = await health(editor);
  assert.equal(state, "none");
  assert.match(text, /no index; it is kept for folders of 2,000 files or more/);
});

test("a folder that is not on the disk has no index, and the answer says why", async (t) => {
  const [folder, storage] = [makeFolder(), makeFolder()];
  const editor = openEditor(folder, storage);
  t.after(() => editor.engine.dispose());
  editor.engine.setRoots([
    ["gone", path.join(folder, "gone")],
    ["far", "vscode-vfs://host/far"],
  ]);
  const { text } = await manage(editor, "health");
  const wish = (await manage(editor, "index")).text;
  for (const name of ["gone", "far"]) {
    assert.match(text, new RegExp(`^- ${name}: no index; the folder is not on the disk\\.$`, "m"));
    assert.match(wish, new RegExp(`^'${name}' has no index: it is not on the disk\\.$`, "m"));
  }
});

test("what the writer says of its failure ends with one period", async (t) => {
  const [folder, storage, programs] = [makeFolder(), makeFolder(), makeFolder()];
  for (let i = 0; i < 2000; i++) fs.writeFileSync(path.join(folder, `${i}.c`), "");
  const program = path.join(programs, "sextant-indexer");
  fs.writeFileSync(program, '#!/bin/sh\necho "It broke." >&2\nexit 1\n', { mode: 0o755 });
  const editor = openEditor(folder, storage, programs);
  t.after(() => editor.engine.dispose());
  for (const end = Date.now() + 20_000; ; await sleep(20)) {
    const { text } = await manage(editor, "health");
    if (Date.now() < end && !text.includes("writing it failed")) continue;
    assert.match(text, /: no index; writing it failed: It broke\.$/m, "which is why there is none");
    break;
  }
});
