/** A folder of C at random that changes at random, and whether an index of symbols is as a first run writes it. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";

import * as kit from "./indexer-kit.mjs";

const WORDS = ["page", "user", "alloc", "Id", "_list", "get", "SIZE", "x", "till", "é"];
const NAMES = 40;
const FOLDERS = ["", "a/", "a/b/", "z/", "a.b/", "ä ö/"];
const SWITCH_EVERY = 40;
const ENDINGS = [".c", ".c", ".c", ".h", ".h", ".txt", ".cpp", ".py"];

const SHAPES = [
  (name) => `int ${name}(int a, struct ${name}_t *b)\n{\n\tif (a) { return 1; }\n\treturn ${name}(2, b);\n}\n`,
  (name, other) => `static inline struct ${other} *${name}(void);\n`,
  (name, other) => `struct ${name} {\n\tint ${other};\n\tunion { int u_${other}; struct { long deep; } in; };\n};\n`,
  (name, other) => `typedef struct { int ${other}, y; } ${name}_t;\n`,
  (name) => `enum ${name} { ${name}_A, ${name}_B = 3, };\n`,
  (name, other) => `#define ${name.toUpperCase()}(x) \\\n\t((x) + ${other})\n`,
  (name, other) => `#ifdef ${other}\nint ${name};\n#else\nlong ${name} = 5;\n#endif\n`,
  (name) => `/* int ${name}(void); */ extern int ${name}, *${name}_p;\n`,
  (name) => `int ${name}( { [ \n`,
  (name) => `}\n"${name}\n`,
  (name) => `class ${name} { public: int a; };\n`,
  (name, other) => `#include "${name}.h"\n#include <sys/${other}.h>\nstruct ${name}_i { int a; };\n`,
  (name, other) => `class ${name}(shop.${other}, Base):\n    pass\nimport ${other}.${name}\n`,
  () => Array.from({ length: 510 }, (_, i) => `#define REG_${i} ${i}\n`).join(""),
];

export class CTree {
  constructor(folder, random) {
    this.folder = folder;
    this.random = random;
    fs.mkdirSync(folder, { recursive: true });
    for (let i = 0; i < NAMES; i++) this.write();
  }

  makeName() {
    return Array.from({ length: 1 + this.random.below(3) }, () => this.random.pick(WORDS)).join("");
  }

  makeText() {
    const { random } = this;
    const shapes = Array.from({ length: random.below(14) }, () =>
      random.pick(SHAPES.slice(0, random.isOneIn(6) ? SHAPES.length : 8)),
    );
    const text = shapes.map((shape) => shape(this.makeName(), this.makeName())).join("");
    switch (random.below(16)) {
      case 0:
        return text.replaceAll("\n", "\r\n");
      case 1:
        return `\uFEFF${text}`;
      case 2:
        return Buffer.from(`\uFEFF${text}`, "utf16le");
      case 3:
        return Buffer.concat([Buffer.from(text), Buffer.from([0xe4, 0x0a, 0xff])]);
      case 4:
        return Buffer.concat([Buffer.from(text), Buffer.from([0, 1])]);
      case 5:
        return "";
      default:
        return text;
    }
  }

  write() {
    const { random } = this;
    const name = `${random.pick(FOLDERS)}file ${random.below(NAMES)}${random.pick(ENDINGS)}`;
    kit.writeOld(path.join(this.folder, name), this.makeText(), 1_000_000_000 + random.below(2 ** 28));
  }

  /** An edit, a deletion, a rename of a file or of a folder, or a switch to the other branch. */
  change() {
    const { random, folder } = this;
    if (random.isOneIn(SWITCH_EVERY)) return this.switchBranch();
    const names = kit.listFiles(folder);
    const kind = names.length > 10 ? random.below(12) : 0;
    const [one, other] = [0, 0].map(() => path.join(folder, random.pick(names)));
    if (kind === 11) fs.rmSync(one);
    else if (kind === 10) fs.renameSync(one, other);
    else if (kind === 9) fs.renameSync(one, `${one}${random.pick([".c", ".h", ".txt"])}`);
    else if (kind === 8) fs.appendFileSync(one, this.makeText());
    else if (kind === 7) this.renameFolder();
    else this.write();
  }

  /** As git does it: files that are the same in both branches are left alone. */
  switchBranch() {
    const { folder, random, other } = this;
    this.other = new Map(kit.listFiles(folder).map((name) => [name, fs.readFileSync(path.join(folder, name))]));
    if (!other) return;
    for (const [name, text] of other) {
      if (this.other.get(name)?.equals(text)) continue;
      kit.writeOld(path.join(folder, name), text, 1_000_000_000 + random.below(2 ** 28));
    }
    for (const name of this.other.keys()) if (!other.has(name)) fs.rmSync(path.join(folder, name));
  }

  renameFolder() {
    const name = this.random.pick(FOLDERS.slice(1)).slice(0, -1);
    const [from, to] = [name, `${name} ${this.random.below(9)}`].map((one) => path.join(this.folder, one));
    if (fs.existsSync(from) && !fs.existsSync(to)) fs.renameSync(from, to);
  }
}

/** sx_symbols_state of a file that its reader ended at. */
const FAILED = 4;

/**
 * Compares the store's symbols with those of a first run. `mayLack`: files may have none at which a
 * writer was killed twice. How many rows there are, and how many such files.
 */
export async function compareWithFresh(reader, store, folder, mayLack = false) {
  const fresh = `${store}.fresh`;
  const { code, stderr } = await kit.run(fresh, folder);
  assert.deepEqual([code, stderr], [0, ""]);
  const [found, expected] = [store, fresh].map((one) => kit.readSymbols(reader, one, folder));
  fs.rmSync(fresh, { recursive: true });
  assert.deepEqual([...found.keys()], [...expected.keys()]);
  const sum = { rows: 0, poisoned: 0 };
  for (const [name, one] of expected) {
    const isPoisoned = mayLack && found.get(name).state === FAILED && one.state !== FAILED;
    if (isPoisoned) sum.poisoned++;
    else assert.deepEqual(found.get(name), one, name);
    sum.rows += one.rows.length;
  }
  return sum;
}
