/** A tree of files that has an index, and what tests ask about that. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

import { makeRandom } from "../soak/random.mjs";
import { makeFolder, openEditor } from "./fake-editor.mjs";

export const SEED = Number(process.env.SEXTANT_SEED ?? 12);
export const FILES = 2200;
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
export class Tree {
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
    const args = { pattern, output: "counts", max_results: 5000, max_tokens: 50_000 };
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
      () => {
        const to = this.at(`d${random.below(40)}/moved${random.below(900)}.c`);
        fs.mkdirSync(path.dirname(to), { recursive: true });
        if (exists) fs.renameSync(this.at(name), to);
      },
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

export async function health(editor, operation = "health") {
  const { factsJson, text } = await editor.run("manage_workspace", { operation });
  return { ...JSON.parse(factsJson).indexes[0], text };
}

/** Until nothing is being written and as few files as that are not in the index. */
export async function untilIndexed(editor, most = 0) {
  for (const end = Date.now() + 60_000; ;) {
    const now = await health(editor);
    if (now.state === "ready" && now.changed <= most) return now;
    // Files that were written right before it are taken by the next run.
    if (now.state === "ready") await health(editor, "index");
    assert.ok(Date.now() < end, now.text);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
export const manage = async (editor, operation, options) => {
  const answer = await editor.run("manage_workspace", { operation }, options);
  assert.equal(answer.isError, false, answer.text);
  return { text: answer.text, facts: JSON.parse(answer.factsJson) };
};
export const PERSON = { isMarkdown: true, isPerson: true };

/** An editor on a tree that is indexed, and what is needed to look at that. */
export async function openIndexed(t, seed) {
  const [folder, storage] = [makeFolder(), makeFolder()];
  const tree = new Tree(folder, seed);
  const editor = openEditor(folder, storage);
  t.after(() => editor.engine.dispose());
  await health(editor);
  await untilIndexed(editor);
  const index = path.join(storage, "index");
  const [name] = fs.readdirSync(index);
  return { folder, storage, tree, editor, index, store: path.join(index, name) };
}
