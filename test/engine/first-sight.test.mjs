/** A name on the first sight of a workspace, while its index of symbols is being written. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";

import { makeFolder, openEditor, root, writeFiles } from "./fake-editor.mjs";
import { find } from "./symbols-kit.mjs";

const FILES = {
  "src/till_room.c": "int till_open(void) { return 0; }\n",
  "other/a.c": "int till_open(void) { return 1; }\n",
  "include/shop.h": "struct market { int stalls; };\n",
  "other/b.c": "struct market { int fruits; };\n",
  "tests/bell.c": "int bell_ring(void) { return 0; }\n",
  "other/c.c": "int bell_ring(void) { return 1; }\n",
  "drum/all.h": "int drum_beat(void);\nstruct set { int drum_beat; };\n",
  "other/d.c": "int drum_beat(void) { return 1; }\n",
};

/** An editor of the folder whose index is not written before the test is over. */
function openWriting(t, folder) {
  const [storage, programs] = [makeFolder(), makeFolder()];
  const real = path.join(root, "build/Release/sextant-indexer");
  const script = `#!/bin/sh\n[ "$1" = --facts ] || sleep 20\nexec ${real} "$@"\n`;
  fs.writeFileSync(path.join(programs, "sextant-indexer"), script, { mode: 0o755 });
  const editor = openEditor(folder, storage, programs);
  t.after(() => editor.engine.dispose());
  return editor;
}

/** The files that declare it, as the first answer has them. */
async function filesOf(editor, query) {
  const { factsJson, text } = await editor.run("fast_search", { query });
  assert.match(text, /^Unknown in part: /);
  return JSON.parse(factsJson).definitions.map(({ file }) => file);
}

test("files that are likely to declare a name are read first, and the others only where these do not", async (t) => {
  const folder = makeFolder();
  writeFiles(folder, FILES);
  const writing = openWriting(t, folder);
  assert.deepEqual(await filesOf(writing, "till_open"), ["src/till_room.c"], "by a part of its name");
  assert.deepEqual(await filesOf(writing, "market"), ["include/shop.h"], "in a header for others");
  assert.deepEqual(await filesOf(writing, "bell_ring"), ["other/c.c", "tests/bell.c"], "a test is not enough");
  const drum = ["other/d.c", "drum/all.h", "drum/all.h"];
  assert.deepEqual(await filesOf(writing, "drum_beat"), drum, "nor is a prototype or a member");
});

test("a prototype that is known already is not taken for the definition", async (t) => {
  const folder = makeFolder();
  writeFiles(folder, { ...FILES, "drum/horn.h": "\n", "other/e.c": "int horn_blow(void) { return 1; }\n" });
  const writing = openWriting(t, folder);
  writing.dirty.set(path.join(folder, "drum/horn.h"), "int horn_blow(void);\n");
  assert.deepEqual(await filesOf(writing, "horn_blow"), ["other/e.c", "drum/horn.h"]);
  const { text } = await writing.run("find_definition", { symbol: "horn_blow" });
  assert.match(text, /Defined at other\/e\.c:1:5/);
});

test("where no index is coming all files are read at once", async (t) => {
  const folder = makeFolder();
  writeFiles(folder, FILES);
  const editor = openEditor(folder);
  t.after(() => editor.engine.dispose());
  const { exact } = await find(editor, "till_open");
  assert.deepEqual(exact, ["other/a.c:1 Function till_open", "src/till_room.c:1 Function till_open"]);
});

/** The short wait for an index: that of a small folder is there after it. */
const WAIT_MS = 500;

test("the index of many files is not waited for", async (t) => {
  const folder = makeFolder();
  writeFiles(folder, FILES);
  for (let i = 0; i <= 10_000; i++) fs.writeFileSync(path.join(folder, `more${i}.txt`), "");
  const writing = openWriting(t, folder);
  const times = [];
  // On a busy machine some take longer; with the wait all would.
  while (times.length < 30 && !(Math.min(...times) < WAIT_MS)) {
    const began = performance.now();
    assert.deepEqual(await filesOf(writing, "till_open"), ["src/till_room.c"]);
    times.push(performance.now() - began);
  }
  assert.ok(Math.min(...times) < WAIT_MS, `${times.map(Math.round)} ms`);
});

test("a server that answers at once is led to the file that declares the name, and other texts are read for a moment", async (t) => {
  const folder = makeFolder();
  writeFiles(folder, { "src/till_room.ts": "/** Opens it. */\nexport function tillOpen() {}\n" });
  // Two threads read them, however many there are: reading all takes longer than that moment.
  const words = Array.from({ length: 40_000 }, (_, i) => (i % 1000).toString(36)).join(" ");
  for (let i = 0; i < 900; i++) fs.writeFileSync(path.join(folder, `more${i}.ts`), `// ${words}\n`);
  const writing = openWriting(t, folder);
  writing.on.workspaceSymbols = () => ({ data: [] }); // it knows the files that it was asked about
  const answer = await writing.call({ symbol: "tillOpen" });
  assert.equal(answer.code, "found", answer.text);
  assert.match(answer.text, /^Location: src\/till_room\.ts:2:17$/m);
  assert.match(answer.text, /^Note: The text search of the workspace is incomplete/m);
});

test("uses are found by a search of all texts while the index of many files is being written", async (t) => {
  const folder = makeFolder();
  const go = (uses) => `package shop\n\nfunc all() {\n${uses.map((one) => `\t${one}(1)\n`).join("")}}\n`;
  writeFiles(folder, {
    "till.go": "package shop\n\nfunc TillOpen(n int) int { return n }\n",
    "other/a.go": go(["TillOpen", "TillOpened", "till.TillOpen"]),
    "other/saved.go": go(["TillOpen"]),
    "other/typed.go": go([]),
    "node_modules/shop/b.go": go(["TillOpen"]),
    "built/c.go": go(["TillOpen"]),
    ".gitignore": "built/\n",
  });
  for (let i = 0; i <= 5000; i++) fs.writeFileSync(path.join(folder, `more${i}.txt`), "TillOpens");
  const writing = openWriting(t, folder);
  writing.dirty.set(path.join(folder, "other/saved.go"), go([]));
  writing.dirty.set(path.join(folder, "other/typed.go"), go(["TillOpen"]));
  const { factsJson, text } = await writing.run("find_references", { symbol: "TillOpen" });
  const facts = JSON.parse(factsJson);
  assert.equal(facts.status, "unknown");
  assert.doesNotMatch(text, /not all (files|sources)/i);
  assert.deepEqual(facts.references.map((one) => `${one.file}:${one.line}`).sort(), [
    "other/a.go:4",
    "other/a.go:6",
    "other/typed.go:4",
  ]);
});
