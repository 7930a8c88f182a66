/** The imports and the importers of a file, through the addon, on real folders. */
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import { makeEditor } from "./fake-editor.mjs";

const analyze = (editor, file_path, more) => editor.run("analyze_dependencies", { file_path, ...more });
const factsOf = ({ factsJson }) => JSON.parse(factsJson);

const SHOP = {
  "package.json": '{"name": "shop", "dependencies": {"absent": "1"}}',
  "node_modules/dep/package.json": '{"name": "dep"}',
  "src/till.ts": `import { sum } from "./sum";
import type { Item } from "./item";
import fs from "node:fs";
import dep from "dep/deep";
import absent from "absent";
import gone from "./gone";
import { sum as again } from "./sum.js";
`,
  "src/sum.ts": 'import type { Item } from "./item";\nexport const sum = (items: Item[]) => items.length;\n',
  "src/item.ts": 'import { till } from "./till";\nexport interface Item {}\n',
  "src/app.ts": 'import "./till";\n',
  "src/index.ts": 'export * from "./app";\n',
  "src/other.ts": '// import "./till"\nconst text = "./till";\n',
};

test("files, packages, what is missing, cycles and importers, with their lines", async (t) => {
  const editor = makeEditor(t, SHOP);
  const answer = await analyze(editor, "src/till.ts");
  assert.equal(answer.code, "found", answer.text);
  assert.equal(
    answer.text,
    `src/till.ts
Cycle with an import of types only: src/till.ts -> src/item.ts -> src/till.ts
Cycle with an import of types only: src/sum.ts -> src/item.ts -> src/till.ts -> src/sum.ts
Imports (2):
  src/sum.ts, lines 1, 7
  src/item.ts, type, line 2
External (3):
  absent (not found here), line 5
  dep, line 4
  node:fs (standard library), line 3
Not found (1):
  './gone', line 6: looked for src/gone.ts, src/gone.tsx, src/gone.d.ts, src/gone.js and 2 more
Imported by (2):
  src/app.ts, line 1
  src/item.ts, line 1`,
  );
  const facts = factsOf(answer);
  assert.deepEqual(facts.imports[0], { file: "src/sum.ts", depth: 1, kinds: ["import"], lines: [1, 7] });
  assert.deepEqual(facts.external[0], { name: "absent", standard_library: false, not_found: true, lines: [5] });
  assert.deepEqual(facts.cycles[0], ["src/till.ts", "src/item.ts", "src/till.ts"]);
  assert.deepEqual(
    [facts.total_imports, facts.total_external, facts.total_missing, facts.total_imported_by, facts.total_cycles],
    [2, 3, 1, 2, 2],
  );
  assert.equal(facts.missing[0].import, "./gone");
  assert.ok(facts.missing[0].looked_at.includes("src/gone/index.ts") || facts.missing[0].looked_at.length >= 4);
});

test("depth and direction", async (t) => {
  const editor = makeEditor(t, SHOP);
  const back = await analyze(editor, "src/till.ts", { direction: "imported_by", depth: 3 });
  assert.deepEqual(
    factsOf(back).imported_by.map(({ file, depth, imports }) => [file, depth, imports]),
    [
      ["src/app.ts", 1, undefined],
      ["src/item.ts", 1, undefined],
      ["src/index.ts", 2, "src/app.ts"],
      ["src/sum.ts", 2, "src/item.ts"],
    ],
    back.text,
  );
  assert.equal(factsOf(back).imports, undefined);
  const down = await analyze(editor, "src/index.ts", { direction: "imports", depth: 3 });
  assert.deepEqual(
    factsOf(down).imports.map(({ file, depth, from }) => [file, depth, from]),
    [
      ["src/app.ts", 1, undefined],
      ["src/till.ts", 2, "src/app.ts"],
      ["src/sum.ts", 3, "src/till.ts"],
      ["src/item.ts", 3, "src/till.ts"],
    ],
    down.text,
  );
  assert.match(down.text, /^    src\/till\.ts, line 1 of src\/app\.ts$/m);
  assert.equal(factsOf(down).imported_by, undefined);
});

test("a file that several import has the lines of the one that is named", async (t) => {
  const editor = makeEditor(t, {
    "a.ts": 'import "./b";\nimport "./c";\n',
    "b.ts": '\nimport "./d";\n',
    "c.ts": 'import type { D } from "./d";\n',
    "d.ts": "export interface D {}\n",
  });
  const answer = await analyze(editor, "a.ts", { direction: "imports", depth: 2 });
  assert.deepEqual(factsOf(answer).imports[2], { file: "d.ts", depth: 2, kinds: ["import"], from: "b.ts", lines: [2] });
});

test("an import of types beside another one of the same file is not one of types alone", async (t) => {
  const editor = makeEditor(t, { "a.ts": 'import type { B } from "./b";\nimport { b } from "./b";\n', "b.ts": "" });
  const answer = await analyze(editor, "a.ts", { direction: "imports" });
  assert.match(answer.text, /^  b\.ts, lines 1, 2$/m);
  assert.deepEqual(factsOf(answer).imports[0].kinds, ["import", "type"]);
});

test("a file that imports nothing, and that nothing imports", async (t) => {
  const editor = makeEditor(t, SHOP);
  const answer = await analyze(editor, "src/other.ts");
  assert.equal(answer.code, "none");
  assert.equal(answer.text, "src/other.ts imports nothing, and no file of the workspace imports it");
  const index = await analyze(editor, "src/index.ts", { direction: "imported_by" });
  assert.equal(index.code, "none");
  assert.equal(index.text, "src/index.ts: no file of the workspace imports it");
});

test("unsaved text counts, also of files that are not asked about", async (t) => {
  const editor = makeEditor(t, SHOP);
  editor.dirty.set(editor.path("src/other.ts"), 'import "./sum";\n');
  editor.dirty.set(editor.path("src/till.ts"), 'import "./other";\n');
  const sum = factsOf(await analyze(editor, "src/sum.ts", { direction: "imported_by" }));
  assert.deepEqual(
    sum.imported_by.map(({ file }) => file),
    ["src/other.ts"],
  );
  const till = factsOf(await analyze(editor, "src/till.ts", { direction: "imports", depth: 2 }));
  assert.deepEqual(
    till.imports.map(({ file }) => file),
    ["src/other.ts", "src/sum.ts"],
  );
});

test("what is hidden from agents is as if it were not there", async (t) => {
  const hidden = makeEditor(t, { ...SHOP, ".sextantignore": "src/sum.ts\nsrc/app.ts\nnode_modules/dep\n" });
  const without = Object.entries(SHOP).filter(([name]) => !/sum|app|dep/.test(name));
  const absent = makeEditor(t, Object.fromEntries(without));
  for (const args of [{ depth: 2 }, { direction: "imported_by", depth: 2 }]) {
    const told = await analyze(hidden, "src/till.ts", args);
    const wanted = await analyze(absent, "src/till.ts", args);
    assert.equal(told.text, wanted.text);
    assert.equal(told.factsJson, wanted.factsJson);
  }
  assert.equal((await analyze(hidden, "src/sum.ts")).code, "hidden");
});

test("long lists go on with a cursor", async (t) => {
  const files = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`src/m${i}.ts`, 'import "./hub";\n']));
  const hub = Array.from({ length: 300 }, (_, i) => `import "./m${i}";\n`).join("");
  const editor = makeEditor(t, { ...files, "src/hub.ts": hub });
  const seen = { imports: [], imported_by: [] };
  let cursor;
  do {
    const answer = await analyze(editor, "src/hub.ts", { max_tokens: 1000, ...(cursor && { cursor }) });
    assert.equal(answer.code, "found", answer.text);
    const facts = factsOf(answer);
    for (const name of Object.keys(seen)) seen[name].push(...(facts[name] ?? []).map(({ file }) => file));
    assert.equal(facts.total_imports, 300);
    assert.equal(facts.total_cycles, 100);
    cursor = facts.cursor;
  } while (cursor);
  assert.equal(new Set(seen.imports).size, 300);
  assert.equal(seen.imports.length, 300);
  assert.equal(new Set(seen.imported_by).size, 300);
});

test("a package of Go is one item, and its files count as imported", async (t) => {
  const editor = makeEditor(t, {
    "go.mod": "module example.com/shop\n",
    "main.go": 'package main\n\nimport (\n\t"fmt"\n\t"example.com/shop/till"\n)\n',
    "till/a.go": "package till\n",
    "till/b.go": 'package till\n\nimport "example.com/shop/sum"\n',
    "till/a_test.go": "package till\n",
    "sum/sum.go": "package sum\n",
  });
  const down = await analyze(editor, "main.go", { direction: "imports", depth: 2 });
  assert.match(down.text, /^ {2}till\/ \(2 files\), line 5\n {4}sum\/ \(1 file\), line 3 of till\/\n/m);
  const answer = await analyze(editor, "till/b.go", { direction: "imported_by" });
  assert.deepEqual(
    factsOf(answer).imported_by.map(({ file }) => file),
    ["main.go"],
  );
  assert.match(answer.text, /^Files of its own package use it without an import: they are not listed\.$/m);
  assert.doesNotMatch(down.text, /own package/);
  const dive = await editor.run("deep_dive", { symbol: "till/b.go" });
  assert.match(dive.text, /^Files of its own package use it without an import: they are not listed\.$/m);
});

test("modules of Rust are no cycles, classes of Java are found across source roots", async (t) => {
  const editor = makeEditor(t, {
    "Cargo.toml": '[package]\nname = "shop"\n',
    "src/lib.rs": "mod till;\nmod sum;\n",
    "src/till.rs": "use super::sum::total;\nuse std::fs;\n",
    "src/sum.rs": "use crate::till;\nuse super::Thing;\npub fn total() {}\n",
    "a/src/main/java/p/A.java": "package p;\nimport q.B;\nclass A {}\n",
    "b/src/main/java/q/B.java": "package q;\nclass B {}\n",
    "base/java/util/List.java": "package java.util;\nimport java.io.File;\nclass List {}\n",
    "swing/javax/swing/Box.java": "package javax.swing;\nimport java.util.List;\nclass Box {}\n",
  });
  const rust = await analyze(editor, "src/lib.rs", { depth: 2 });
  assert.match(rust.text, /^Cycle: src\/till\.rs -> src\/sum\.rs -> src\/till\.rs$/m);
  assert.doesNotMatch(rust.text, /Cycle.*lib\.rs/);
  assert.doesNotMatch(rust.text, /own package/);
  const java = factsOf(await analyze(editor, "b/src/main/java/q/B.java"));
  assert.deepEqual(
    java.imported_by.map(({ file }) => file),
    ["a/src/main/java/p/A.java"],
  );
  const library = factsOf(await analyze(editor, "base/java/util/List.java"));
  assert.deepEqual(
    library.imported_by.map(({ file }) => file),
    ["swing/javax/swing/Box.java"],
  );
  assert.deepEqual(
    library.external.map(({ name, standard_library }) => [name, standard_library]),
    [["java.io", true]],
  );
});

test("a guess by a name says so", async (t) => {
  const editor = makeEditor(t, { "a/x.c": '#include "deep/y.h"\n', "b/deep/y.h": "" });
  const answer = await analyze(editor, "a/x.c");
  assert.match(answer.text, /^By name: a guess, as no compile command names the folder of that file\.$/m);
  assert.match(answer.text, /^ {2}b\/deep\/y\.h, line 1 \(by name\)$/m);
  assert.equal(factsOf(answer).imports[0].by_name, true);
});

test("files of other languages are refused, and settings are read at each call", async (t) => {
  const editor = makeEditor(t, { ...SHOP, "a.rb": "require 'b'\n" });
  assert.equal((await analyze(editor, "a.rb")).code, "invalid_argument");
  assert.equal((await analyze(editor, "nothing.ts")).code, "not_found");
  fs.writeFileSync(editor.path("src/late.ts"), 'import "@/sum";\n');
  const before = factsOf(await analyze(editor, "src/late.ts", { direction: "imports" }));
  assert.equal(before.total_missing, 1);
  fs.writeFileSync(editor.path("tsconfig.json"), '{"compilerOptions": {"paths": {"@/*": ["./src/*"]}}}');
  const after = factsOf(await analyze(editor, "src/late.ts", { direction: "imports" }));
  assert.deepEqual(
    after.imports.map(({ file }) => file),
    ["src/sum.ts"],
  );
});

test("that nothing imports a file is not known while another file is too big to read", async (t) => {
  const editor = makeEditor(t, { "a.ts": "export {};\n", "b.ts": "\n" });
  const alone = await analyze(editor, "a.ts", { direction: "imported_by" });
  assert.equal(alone.code, "none", alone.text);
  fs.writeFileSync(editor.path("b.ts"), 'import "./x";\n'.repeat(600));
  fs.truncateSync(editor.path("b.ts"), 300 << 20);
  const answer = await analyze(editor, "a.ts", { direction: "imported_by" });
  assert.equal(answer.code, "unknown", answer.text);
  assert.match(answer.text, /^Unknown in part: 1 file could not be read\.$/m);
});
