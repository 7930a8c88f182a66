/** Declarations in languages with grammars, of text that no index has: by the process that the engine asks. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { makeFolder, openEditor, until, writeFiles } from "./fake-editor.mjs";
import { find, openCovered } from "./symbols-kit.mjs";

const isLinux = process.platform === "linux";

const CODE = {
  "a.ts": "export class Till {\n  open(): void {}\n}\n",
  "b.py": "class Drawer:\n    def count(self):\n        pass\n",
  "c.go": "package c\n\nfunc Total() int { return 0 }\n",
  "d.rs": "pub struct Coin { pub worth: u32 }\n",
};

/** The processes that answer what texts declare, of this process. */
function listHosts() {
  const children = fs.readdirSync("/proc/self/task").flatMap((task) => {
    try {
      return fs.readFileSync(`/proc/self/task/${task}/children`, "utf8").split(" ").filter(Boolean);
    } catch {
      return []; // the thread has ended
    }
  });
  return children.filter((id) => {
    try {
      return fs.readFileSync(`/proc/${id}/cmdline`, "latin1").split("\0")[1] === "--facts";
    } catch {
      return false;
    }
  });
}

/** Stops a process: its threads go on until the one that takes the signal has had its turn. */
async function stop(id) {
  process.kill(+id, "SIGSTOP");
  const tasks = `/proc/${id}/task`;
  const isStopped = (task) => /^State:\tT/m.test(fs.readFileSync(`${tasks}/${task}/status`, "latin1"));
  await until(() => fs.readdirSync(tasks).every(isStopped), 60_000);
}

/** As long as the reader may work: the editor's text of a file. */
const bigText = (name) => `class ${name}: pass\n${"a = [1, {'b': lambda x: x + 1}]\n".repeat(4_000)}`;

/** Kills the process that is asked while `work` is under way, `times` in all; how often. */
async function killDuring(work, times) {
  const killed = new Set();
  let isOver = false;
  const done = work.finally(() => (isOver = true));
  while (!isOver) {
    for (const id of listHosts().filter((one) => killed.size < times && !killed.has(one))) {
      await sleep(20); // it reads the text
      process.kill(+id, "SIGKILL");
      killed.add(id);
    }
    await sleep(2);
  }
  await done;
  return killed.size;
}

test("names of unsaved text are known at once, and those that it removes are gone", async (t) => {
  const { editor, at } = await openCovered(t, CODE);
  assert.deepEqual((await find(editor, "Till")).exact, ["a.ts:1 Class Till"]);
  editor.dirty.set(at("a.ts"), "// moved\nexport class Safe {\n  lock(): void {}\n}\n");
  editor.dirty.set(at("b.py"), "class Purse:\n    def spend(self):\n        pass\n");
  editor.dirty.set(at("c.go"), "package c\n\ntype Sum struct { n int }\n\nfunc (s Sum) Add() {}\n");
  editor.dirty.set(at("d.rs"), "pub trait Payable { fn pay(&self); }\n");
  for (const [query, ...exact] of [
    ["Safe", "a.ts:2 Class Safe"],
    ["Safe.lock", "a.ts:3 Method Safe.lock"],
    ["Purse.spend", "b.py:2 Method Purse.spend"],
    ["Sum", "c.go:3 Struct Sum"],
    ["Payable", "d.rs:1 Interface Payable"],
  ]) {
    const found = await find(editor, query);
    assert.deepEqual(found.exact, exact, found.text);
    assert.doesNotMatch(found.text, /Unknown/);
  }
  for (const query of ["Till", "Drawer", "Total", "Coin"]) {
    const found = await find(editor, query);
    assert.equal(found.code, "none", found.text);
  }
  editor.dirty.clear();
  assert.deepEqual((await find(editor, "Till.open")).exact, ["a.ts:2 Method Till.open"]);
});

test("names of a file that changed a moment ago are known at once", async (t) => {
  const { editor, at } = await openCovered(t, CODE);
  fs.writeFileSync(at("b.py"), "class Wallet:\n    pass\n");
  fs.writeFileSync(at("e.ts"), "export function brandNew() {}\n");
  for (const [query, exact] of [
    ["Wallet", "b.py:1 Class Wallet"],
    ["brandNew", "e.ts:1 Function brandNew"],
  ]) {
    const found = await find(editor, query);
    assert.deepEqual(found.exact, [exact], found.text);
  }
  assert.equal((await find(editor, "Drawer")).code, "none");
});

test(
  "a process that is killed is started again, and a text that ends it twice is not sent again",
  { skip: !isLinux },
  async (t) => {
    const { editor, at } = await openCovered(t, CODE);
    editor.dirty.set(at("b.py"), bigText("Once"));
    let found = find(editor, "Once");
    assert.equal(await killDuring(found, 1), 1);
    assert.equal((await found).code, "found", (await found).text);

    // On a busy machine it may have answered before it is killed.
    for (let attempt = 0; attempt < 5; attempt++) {
      editor.dirty.set(at("b.py"), bigText(`Twice${attempt}`));
      found = find(editor, { query: `Twice${attempt}`, file_pattern: "*.py" });
      if ((await killDuring(found, 2)) === 2 && (await found).code !== "found") break;
    }
    assert.equal((await found).code, "unknown");
    assert.match((await found).text, /1 changed file is not in the index yet: b\.py\./);

    // It is not sent: other texts are, and they are read.
    editor.dirty.set(at("c.go"), "package c\n\nfunc Later() {}\n");
    found = find(editor, "Later");
    assert.equal(await killDuring(found, 0), 0);
    assert.deepEqual((await found).exact, ["c.go:3 Function Later"]);
    assert.doesNotMatch((await found).text, /b\.py/, "it does not have the name");
  },
);

test("edits are read by a new process after one was killed, or hung", { skip: !isLinux }, async (t) => {
  const { editor, at } = await openCovered(t, { ...CODE, "e.kt": "class Note\n" });
  const rest = "\n".repeat(100) + "class Rest {\n fun f() {}\n}\n";
  const edit = async (name, more = "") => {
    editor.dirty.set(at("e.kt"), `class ${name} {\n}\n${rest}${more}`);
    return find(editor, { query: name, file_pattern: "*.kt" });
  };
  assert.deepEqual((await edit("First")).exact, ["e.kt:1 Class First"]);
  assert.deepEqual((await edit("Second")).exact, ["e.kt:1 Class Second"]);
  const [killed] = listHosts();
  process.kill(+killed, "SIGKILL");
  assert.deepEqual((await edit("Third")).exact, ["e.kt:1 Class Third"]);
  const [next] = listHosts();
  assert.notEqual(next, killed);
  await stop(next);
  assert.equal((await edit("Fourth")).code, "unknown");
  // The scanner of Kotlin would not end at the end of this text, which is given one line end more.
  assert.deepEqual((await edit("Fifth", "class Last\n@x")).exact, ["e.kt:1 Class Fifth"]);
  assert.deepEqual((await edit("Sixth")).exact, ["e.kt:1 Class Sixth"]);
  assert.ok(listHosts().every((id) => id !== next));
});

test("text that cannot be read in its time is told, and hinders nothing", async (t) => {
  const { editor, at } = await openCovered(t, CODE);
  editor.dirty.set(at("a.ts"), `export class Deep {} // Beside\nconst x = ${"[(".repeat(1_000_000)}`);
  editor.dirty.set(at("b.py"), "class Beside: pass\n");
  const found = await find(editor, "Beside");
  assert.deepEqual(found.exact, ["b.py:1 Class Beside"], found.text);
  assert.match(found.text, /1 changed file is not in the index yet: a\.ts\./);
  assert.equal((await find(editor, "Nowhere")).code, "unknown");
  // Too big to be asked about.
  editor.dirty.set(at("a.ts"), `export class Big {}\n${" ".repeat(5 << 20)}`);
  assert.match((await find(editor, "Beside")).text, /1 changed file is not in the index yet: a\.ts\./);
});

test("text that nests deeply is read in bounded memory", async (t) => {
  const { editor, at } = await openCovered(t, CODE);
  const [DEPTH, NAME] = [500, "N".repeat(100)];
  const lines = Array.from({ length: DEPTH }, (_, i) => `${" ".repeat(i)}class ${NAME}${i}:\n`);
  editor.dirty.set(at("b.py"), `${lines.join("")}${" ".repeat(DEPTH)}pass\n`);
  assert.deepEqual((await find(editor, "Till")).exact, ["a.ts:1 Class Till"]);
  assert.deepEqual((await find(editor, `${NAME}1.${NAME}2`)).exact, [`b.py:3 Class ${NAME}0.${NAME}1.${NAME}2`]);
  const [inner] = (await find(editor, `${NAME}498.${NAME}499`)).exact;
  assert.ok(inner.startsWith("b.py:500 Class N") && inner.endsWith(`.${NAME}498.${NAME}499`), inner);
  assert.ok(inner.length < 1200, inner);
});

test("calls at once are all answered, and one that is cancelled hinders no other", async (t) => {
  const { editor, at } = await openCovered(t, CODE);
  const names = Array.from({ length: 8 }, (_, i) => `Class${i}`);
  editor.dirty.set(at("a.ts"), names.map((name) => `export class ${name} {}\n`).join(""));
  const cancelled = new AbortController();
  const lost = editor.run("fast_search", { query: "Class0" }, { signal: cancelled.signal }).catch((error) => error);
  const answers = Promise.all(names.map((name) => find(editor, name)));
  cancelled.abort();
  await lost;
  for (const [i, { exact, text }] of (await answers).entries())
    assert.deepEqual(exact, [`a.ts:${i + 1} Class Class${i}`], text);
});

test("the process ends with the window", { skip: !isLinux }, async (t) => {
  const { editor, at } = await openCovered(t, CODE);
  assert.deepEqual(listHosts(), []);
  editor.dirty.set(at("a.ts"), "class Short {}\n");
  assert.equal((await find(editor, "Short")).code, "found");
  assert.equal(listHosts().length, 1);
  editor.engine.dispose();
  await until(() => listHosts().length === 0);
});

test("without the process a changed file is told", async (t) => {
  const [folder, storage, programs] = [makeFolder(), makeFolder(), makeFolder()];
  writeFiles(folder, { "b.py": "class Plain: pass\n" });
  const editor = openEditor(folder, storage, programs);
  t.after(() => editor.engine.dispose());
  editor.dirty.set(path.join(folder, "b.py"), "class Edited: pass\n");
  const { text, code } = await find(editor, { query: "Edited", file_pattern: "*.py" });
  assert.equal(code, "unknown", text);
  assert.match(text, /1 changed file is not in the index yet: b\.py/);
});
