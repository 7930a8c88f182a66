/** Searching with the index and without: the same answers, also right after files changed. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { makeRandom } from "../soak/random.mjs";
import { makeFolder, openEditor, until } from "./fake-editor.mjs";
import { indexerPath, start } from "./indexer-kit.mjs";

const FILES = 2200;
const SYLLABLES = [
  "lo",
  "\u212A",
  "\u017F",
  "ad",
  "Us",
  "er",
  "_re",
  "ad",
  "Qu",
  "ix",
  "PM",
  "_ON",
  "k",
  "S",
  "zy",
  "9",
  "é",
  "ß",
];
const SHAPES = [
  (word) => `int ${word}(void);`,
  (word) => `  return ${word} + 1; // ${word}s`,
  (word, other) => `${word}.${other} = "${other}";`,
  (word) => `#define ${word.toUpperCase()} 0x1f`,
  () => "",
];

/** A tree of many small files with words at random, and some of each odd kind. */
class Tree {
  constructor(folder, seed) {
    this.folder = folder;
    this.random = makeRandom(seed);
    this.names = [];
    this.words = Array.from({ length: 400 }, () => this.makeWord());
    for (let i = 0; i < FILES; i++) this.add(`d${i % 40}/e${i % 7}/f${i}.${this.random.pick(["c", "h", "md", "ts"])}`);
    this.addOdd();
    fs.writeFileSync(this.at(".gitignore"), "*.log\n/build/\n");
    this.write("build/hidden.c", "int loadUser(void);\n");
    this.write("d1/kept.log", "loadUser in a log that git has\n");
    this.write("build/kept/kept.c", "loadUser, which git has\n");
    const git = (...args) => execFileSync("git", ["-C", folder, "-c", "user.name=t", "-c", "user.email=t@t", ...args]);
    this.age();
    git("init", "-q");
    git("add", "-f", ".");
    this.write("build/kept/hidden.c", "loadUser, which it does not have\n");
    this.git = git;
  }

  at(name) {
    return path.join(this.folder, name);
  }

  makeWord() {
    return Array.from({ length: 2 + this.random.below(3) }, () => this.random.pick(SYLLABLES)).join("");
  }

  makeText() {
    const lines = Array.from({ length: this.random.below(20) }, () =>
      this.random.pick(SHAPES)(this.random.pick(this.words), this.random.pick(this.words)),
    );
    return lines.join(this.random.isOneIn(9) ? "\r\n" : "\n");
  }

  write(name, content) {
    fs.mkdirSync(path.dirname(this.at(name)), { recursive: true });
    fs.writeFileSync(this.at(name), content);
  }

  add(name) {
    this.names.push(name);
    this.write(name, this.makeText());
  }

  addOdd() {
    const { words } = this;
    const all = words.join("\n");
    this.write("odd/empty.c", "");
    this.write("odd/mark.c", `\uFEFF${all}`);
    this.write("odd/little.txt", Buffer.from(`\uFEFF${all}`, "utf16le"));
    this.write("odd/big.txt", Buffer.from(`\uFEFF${all}`, "utf16le").swap16());
    this.write("odd/latin1.txt", Buffer.from(all, "latin1"));
    this.write("odd/binary.bin", Buffer.concat([Buffer.from(all), Buffer.alloc(10)]));
    this.write("odd/long.js", words.join(" ").repeat(200));
    this.write("odd/many.js", `${all}\n`.repeat(60));
    fs.symlinkSync("../d1", this.at("odd/link"));
    fs.symlinkSync("mark.c", this.at("odd/link.c"));
  }

  /** Older than any moment at which a file still counts as being written. */
  age() {
    const then = new Date(Date.now() - 60_000);
    const visit = (folder) => {
      for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
        const at = path.join(folder, entry.name);
        if (entry.isDirectory() && entry.name !== ".git") visit(at);
        else if (entry.isFile()) fs.utimesSync(at, then, then);
      }
    };
    visit(this.folder);
  }

  pattern() {
    const { random } = this;
    const word = random.pick(this.words);
    const part = () =>
      random
        .pick(this.words)
        .slice(0, 1 + random.below(4))
        .replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    const pattern = random.pick([
      () => word,
      () => word,
      () => `${part()}.*${part()}`,
      () => `(?:${part()}|${part()})\\w`,
      () => `${part()}[a-z_]+${part()}`,
      () => `^int ${part()}`,
      () => `${part()}\\s+${part()}`,
      () => `\\b${word}\\b`,
      () => `${part()}${part()}`,
      () => `(?i)${part()}x?${part()}`,
    ])();
    const args = { pattern, output: "counts", max_results: 5000, max_tokens: 200_000 };
    for (const option of ["case_sensitive", "whole_word", "smart_case", "multiline"])
      if (random.isOneIn(3)) args[option] = true;
    if (random.isOneIn(4)) args.file_pattern = random.pick(["*.c", "!*.md", "d1*/**", "odd/*"]);
    if (random.isOneIn(3)) args.file_path = this.part();
    return args;
  }

  /** A folder, also one that is ignored, or not there (any more). */
  part() {
    const folder = `d${this.random.below(41)}`;
    return this.random.pick([folder, `${folder}/e${this.random.below(8)}`, "odd", "build", "build/kept", "new1", ""]);
  }

  /** One change from outside; a word that is now somewhere. */
  change() {
    const { random } = this;
    const name = random.pick(this.names);
    const word = this.makeWord();
    const exists = fs.existsSync(this.at(name));
    const kinds = [
      () => this.write(name, `${word}\n`),
      () =>
        fs.mkdirSync(path.dirname(this.at(name)), { recursive: true }) || fs.appendFileSync(this.at(name), `\n${word}`),
      () => this.write(`new${random.below(50)}/${random.below(50)}.ts`, word),
      () => exists && fs.rmSync(this.at(name)),
      () => exists && fs.renameSync(this.at(name), this.at(`d${random.below(40)}/moved${random.below(900)}.c`)),
      () => {
        const folder = `d${random.below(40)}`;
        const to = `${folder}-${random.below(1e6)}`;
        if (fs.existsSync(this.at(folder))) fs.renameSync(this.at(folder), this.at(to));
      },
      () => fs.writeFileSync(this.at(".gitignore"), random.pick(["*.log\n/build/\n", "*.md\n", "d1*/\n!d12\n"])),
      () => {
        this.write(`${name}.tmp`, `${word} replaced`);
        fs.mkdirSync(path.dirname(this.at(name)), { recursive: true });
        fs.renameSync(this.at(`${name}.tmp`), this.at(name));
      },
      () => this.git("checkout", "-q", "--", "."),
    ];
    random.pick(kinds)();
    this.words[random.below(this.words.length)] = word;
    return word;
  }
}

async function health(editor, operation = "health") {
  const { factsJson, text } = await editor.run("manage_workspace", { operation });
  return { ...JSON.parse(factsJson).indexes[0], text };
}

/** Until nothing is being written and as few files as that are not in the index. */
async function untilIndexed(editor, most = 0) {
  for (const end = Date.now() + 60_000; ;) {
    const now = await health(editor);
    if (now.state === "ready" && now.changed <= most) return now;
    // Files that were written right before it are taken by the next run.
    if (now.state === "ready") await health(editor, "index");
    assert.ok(Date.now() < end, now.text);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The same paths as a walk: with folders, no list is used. */
async function compareGlob(editor, tree, what) {
  const args = { pattern: ["**"], max_results: 9000, max_tokens: 400_000 };
  const cwd = tree.part();
  if (cwd) args.cwd = cwd;
  const [listed, walked] = [
    await editor.run("glob", args),
    await editor.run("glob", { ...args, pattern: ["**", "**/"] }),
  ];
  const { paths } = JSON.parse(walked.factsJson ?? '{"paths":[]}');
  const found = JSON.parse(listed.factsJson ?? '{"paths":[]}').paths;
  assert.deepEqual(
    found,
    paths.filter((name) => !name.endsWith("/")),
    `${what}: ${JSON.stringify(args)}`,
  );
}

async function compare(plain, indexed, args, what) {
  const [expected, found] = [await plain.run("grep", args), await indexed.run("grep", args)];
  assert.equal(found.text, expected.text, `${what}: ${JSON.stringify(args)}`);
  return expected;
}

const SEED = Number(process.env.SEXTANT_SEED ?? 12);

test("an index changes no answer, whatever is asked and whatever changes", async (t) => {
  const folder = makeFolder(t);
  const storage = makeFolder(t);
  const tree = new Tree(folder, SEED);
  const [plain, indexed] = [openEditor(folder), openEditor(folder, storage)];
  t.after(() => [plain, indexed].forEach(({ engine }) => engine.dispose()));
  const first = await compare(plain, indexed, { pattern: "load", output: "counts", max_results: 5000 }, "no index yet");
  assert.match(first.text, /matches in/);
  const { indexed: covered, files } = await untilIndexed(indexed);
  assert.ok(covered >= FILES && covered < files, `${covered} of ${files}: what is no UTF-8 is always read`);
  for (let i = 0; i < 150; i++) await compare(plain, indexed, tree.pattern(), `question ${i}`);
  for (let i = 0; i < 120; i++) {
    const word = tree.change();
    await compare(plain, indexed, { pattern: word, output: "counts", max_results: 5000 }, `change ${i}`);
    await compare(plain, indexed, tree.pattern(), `after change ${i}`);
    await compareGlob(indexed, tree, `after change ${i}`);
    if (i % 40 === 39) await health(indexed, "index");
  }
  tree.age();
  await health(indexed, "index");
  await untilIndexed(indexed);
  for (let i = 0; i < 60; i++) await compare(plain, indexed, tree.pattern(), `question ${i} of the new index`);
});

test("names have the same answers by the index, also those that only unsaved text declares", async (t) => {
  const [folder, storage] = [makeFolder(t), makeFolder(t)];
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
  const names = [
    "hub",
    "typed_name",
    "no_such_name",
    ...tree.words.slice(0, 12).map((word) => word.replace(/\W/g, "")),
  ];
  for (const symbol_name of names) {
    const [expected, found] = [plain, indexed].map((editor) => editor.run("get_symbol_documentation", { symbol_name }));
    assert.equal((await found).text, (await expected).text, symbol_name);
  }
  const { text } = await indexed.run("get_symbol_documentation", { symbol_name: "typed_name" });
  assert.match(text, /typed\.c:1:5/);
  assert.doesNotMatch(text, /typed\.h/, "a prototype that is not saved is of the same function");
});

test("a window that opens on an index uses it, and what changed meanwhile is read", async (t) => {
  const [folder, storage] = [makeFolder(t), makeFolder(t)];
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
  const [folder, storage] = [makeFolder(t), makeFolder(t)];
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
  const [folder, storage] = [makeFolder(t), makeFolder(t)];
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
  const [folder, storage, outside] = [makeFolder(t), makeFolder(t), makeFolder(t)];
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

/** In the order of their names, it is after the 2,000 files that are looked into without an index. */
test("references compare the list with all sources that have the name", async (t) => {
  const [folder, storage] = [makeFolder(t), makeFolder(t)];
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
  const folder = makeFolder(t);
  fs.writeFileSync(path.join(folder, "a.ts"), "one\n");
  const editor = openEditor(folder, makeFolder(t));
  t.after(() => editor.engine.dispose());
  const { state, text } = await health(editor);
  assert.equal(state, "none");
  assert.match(text, /no index; it is kept for folders of 2,000 files or more/);
});

test("a folder that is not on the disk has no index, and the answer says why", async (t) => {
  const [folder, storage] = [makeFolder(t), makeFolder(t)];
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
  const [folder, storage, programs] = [makeFolder(t), makeFolder(t), makeFolder(t)];
  for (let i = 0; i < 2000; i++) fs.writeFileSync(path.join(folder, `${i}.c`), "");
  const program = path.join(programs, "sextant-indexer");
  fs.writeFileSync(program, '#!/bin/sh\necho "It broke." >&2\nexit 1\n', { mode: 0o755 });
  const editor = openEditor(folder, storage, programs);
  t.after(() => editor.engine.dispose());
  for (const end = Date.now() + 20_000; ; await sleep(20)) {
    const { text } = await manage(editor, "health");
    if (Date.now() < end && !text.includes("writing it failed")) continue;
    assert.match(text, /; writing it failed: It broke\.$/m);
    break;
  }
});

/* ---- what people and agents see of it, and do with it ------------------------------------------ */

const manage = async (editor, operation, options) => {
  const answer = await editor.run("manage_workspace", { operation }, options);
  assert.equal(answer.isError, false, answer.text);
  return { text: answer.text, facts: JSON.parse(answer.factsJson) };
};
const PERSON = { isMarkdown: true, isPerson: true };

/** An editor on a tree that is indexed, and what is needed to look at that. */
async function openIndexed(t, seed) {
  const [folder, storage] = [makeFolder(t), makeFolder(t)];
  const tree = new Tree(folder, seed);
  const editor = openEditor(folder, storage);
  t.after(() => editor.engine.dispose());
  await health(editor);
  await untilIndexed(editor);
  const index = path.join(storage, "index");
  const [name] = fs.readdirSync(index);
  return { folder, storage, tree, editor, index, store: path.join(index, name) };
}

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
  const [folder, storage] = [makeFolder(t), makeFolder(t)];
  fs.writeFileSync(path.join(folder, "a.ts"), "one\n");
  const editor = openEditor(folder, storage);
  const without = openEditor(folder);
  t.after(() => [editor, without].forEach(({ engine }) => engine.dispose()));
  assert.match((await manage(editor, "index")).text, /needs no index: it has fewer than 2,000 files/);
  assert.deepEqual(fs.readdirSync(storage), []);
  assert.match((await manage(without, "index")).text, /has no index: the setting sextant\.index\.enabled is off/);
});

test("what is shown while it is written comes with some time only, and goes", async (t) => {
  const [folder, storage, programs] = [makeFolder(t), makeFolder(t), makeFolder(t)];
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
  await until(() => shown.at(-1)?.[0] === "");
  const tip = (count) =>
    `${count} of 4,000 files have been read for the search index. Searches are complete meanwhile, but slower.`;
  assert.deepEqual(shown, [
    ["$(sync~spin) Sextant: indexing 25 %", tip("1,000")],
    ["$(sync~spin) Sextant: writing the index", tip("4,000")],
    ["", ""],
  ]);
});

/**
 * A folder with the program that writes the index, which keeps each list that it gets in the file `list` beside it.
 * A run with a list in which no file is unchanged takes `long_ms`.
 */
function recordLists(t, long_ms) {
  const programs = makeFolder(t);
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
  const [folder, storage] = [makeFolder(t), makeFolder(t)];
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
  const aside = path.join(makeFolder(t), "aside");
  fs.linkSync(tree.at(tree.names[1]), aside);
  fs.appendFileSync(aside, "more of it\n");
  await manage(editor, "refresh");
  assert.equal((await health(editor)).changed, 1);
});

test("the log has a line for each index that was written, and for each that was not", async (t) => {
  const [folder, storage, programs] = [makeFolder(t), makeFolder(t), makeFolder(t)];
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
  const [storage, programs] = [makeFolder(t), makeFolder(t)];
  const folders = [makeFolder(t), makeFolder(t), makeFolder(t)];
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
  const aside = makeFolder(t);
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
  const other = openEditor(makeFolder(t), storage);
  t.after(() => other.engine.dispose());
  const { text, facts } = await manage(other, "clean_all");
  assert.match(text, /1 stayed, as a window has it open/);
  assert.equal(facts.removed, 0);
  // The window closes the folder: with its next question no window has it open.
  editor.engine.setRoots([["other", makeFolder(t)]]);
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
