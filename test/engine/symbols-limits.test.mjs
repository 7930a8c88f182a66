/** Names that are declared very often, and texts that are too big or no text in part. */
import assert from "node:assert/strict";
import test from "node:test";

import { find, openCovered, search } from "./symbols-kit.mjs";

test("a name that is declared very often is answered, and those that were not looked at are reported", async (t) => {
  const fields = (i) => Array.from({ length: 1000 }, (_, k) => `struct s_${i}_${k} { int name; };\n`).join("");
  const files = Array.from({ length: 60 }, (_, i) => [`d${i % 7}/f${i}.c`, fields(i)]);
  const { editor } = await openCovered(t, Object.fromEntries(files));
  const { code, text, facts } = await search(editor, "name");
  assert.equal(code, "found");
  assert.match(text, /^Unknown in part: 'name' is declared more often than can be looked at: there are others/);
  assert.equal(facts.definition_count, 50_000);
  const part = await search(editor, { query: "name", file_pattern: "d3/**" });
  assert.doesNotMatch(part.text, /Unknown/);
  assert.equal(part.facts.definition_count, 9000);
  assert.deepEqual((await find(editor, "s_59_999.name")).exact, ["d3/f59.c:1000 Field s_59_999.name"]);
  const { text: others } = await editor.run("find_definition", { symbol: "name" });
  assert.match(others, /^Other symbols named 'name' \(at least 49999\):$/m);
  const { text: list } = await editor.run("get_symbols", { query: "name" });
  assert.match(list, /^The index has more of them\. Use fast_search/m);
  const member = await editor.run("find_definition", { symbol: "s_59_999.name" });
  assert.match(member.text, /^Defined at d3\/f59\.c:1000:/m);
  const typo = await find(editor, "nmae");
  assert.match(typo.others[0], /^d\d\/f\d+\.c:\d+ Field s_\d+_\d+\.name$/);
  assert.doesNotMatch(typo.text, /Unknown|just changed/);
});

test("a type with very many subtypes is answered in little time, and that others are left out is reported", async (t) => {
  const types = (i) =>
    Array.from({ length: 1000 }, (_, k) => `class C_${i}_${k}(Base):\n    def run(self): pass\n`).join("");
  const files = Array.from({ length: 60 }, (_, i) => [`f${i}.py`, types(i)]);
  const { editor } = await openCovered(t, {
    ...Object.fromEntries(files),
    "base.py": "class Base:\n    def run(self): pass\n",
  });
  editor.servers = {};
  for (const symbol of ["Base", "Base.run"]) {
    const before = process.cpuUsage();
    const { code, text } = await editor.run("find_implementations", { symbol });
    const { user, system } = process.cpuUsage(before);
    assert.equal(code, "found", text);
    assert.match(text, /^Unknown in part: there are too many types to check all of them\.$/m);
    assert.ok(user + system < 3_000_000, `${user + system} microseconds of the processor's time`);
  }
});

test("unsaved text that is too big to be read hinders no answer on other files, and is named", async (t) => {
  const { editor, at } = await openCovered(t, {
    "a.c": "int first;\n",
    "b.c": "int second;\n",
    "c.py": "class Third: pass\n",
  });
  const dense = "a,".repeat(1_500_000);
  for (const text of ["int v; /* of many */\n".repeat(1_400_000), `enum { ${dense} b }; /* second */\n`]) {
    editor.dirty.set(at("a.c"), text);
    const { code, text: answer } = await editor.run("fast_search", { query: "second" });
    assert.equal(code, "found", answer);
    assert.match(answer, /^Unknown in part: 1 changed file is not in the index yet: a\.c\./m);
    assert.match(answer, /^ b\.c:1:5 Variable: int second$/m);
    const dive = await editor.run("deep_dive", { symbol: "Third" });
    assert.match(dive.text, /^Third \(Class, c\.py:1:7\)$/m);
  }
});

test("a name that a changed text does not have is not missing, even if that text cannot be read", async (t) => {
  const { editor, at } = await openCovered(t, { "a.c": "int first_till;\n", "b.c": "int second;\n" });
  editor.dirty.set(at("a.c"), `/* till */ enum { ${"a,".repeat(1_500_000)} b };\n`);
  for (const query of ["second", "SECOND", "sec"]) {
    const { code, text } = await editor.run("fast_search", { query });
    assert.equal(code, "found", text);
    assert.doesNotMatch(text, /Unknown/, query);
  }
  const gone = await editor.run("find_definition", { symbol: "first_till" });
  assert.doesNotMatch(gone.text, /a\.c/, gone.text);
  const { text } = await editor.run("fast_search", { query: "till" });
  assert.match(text, /^Unknown in part: 1 changed file is not in the index yet: a\.c\./m);
});

test("what follows bytes that are not UTF-8 has its place and signature", async (t) => {
  const bytes = Buffer.concat([
    Buffer.from("int before; // "),
    Buffer.from([0xff, 0xfe, 0xe9]),
    Buffer.from("\n  int after(void);\n"),
  ]);
  const { editor } = await openCovered(t, { "a.c": bytes });
  for (const [name, place] of [
    ["before", "1:5 Variable: int before"],
    ["after", "2:7 Function declaration: int after(void)"],
  ]) {
    const { text } = await search(editor, name);
    assert.equal(text.split("\n")[1], ` a.c:${place}`, text);
  }
});

test("a text that takes more memory than there is for a tree leaves the other files their index", async (t) => {
  const { editor } = await openCovered(t, {
    "good.c": "int good_one(void) { return 1; }\n",
    "a.cs": "a<b<".repeat(15_000),
    "b.java": "impl<".repeat(12_000),
    "c.cpp": "%w(".repeat(20_000),
    "d.zig": "%w(".repeat(20_000),
    "e.cs": "class Good {}\n",
  });
  assert.deepEqual((await find(editor, "good_one")).exact, ["good.c:1 Function good_one"]);
  assert.deepEqual((await find(editor, "Good")).exact, ["e.cs:1 Class Good"]);
  const { code, text } = await search(editor, { query: "no_such_name", file_pattern: "*.cs" });
  assert.equal(code, "none", text);
  assert.match(text, /the index lacks some macros or declarations of 1 file: a\.cs\. Its text/);
});

test("no text of many is cut, whichever thread reads it after which", async (t) => {
  // More than two batches of them, with mistakes that make trees with tokens of their own.
  const python = (i) =>
    `class C${i}:\n    def run(self:\n        if x\n            return [1,\n\ndef after_${i}():\n    pass\n`;
  const files = Array.from({ length: 1400 }, (_, i) => [`d${i % 9}/f${i}.py`, python(i)]);
  const { editor } = await openCovered(t, Object.fromEntries(files));
  const { text } = await search(editor, { query: "no_such_name" });
  assert.doesNotMatch(text, /the index lacks/);
  for (const i of [0, 600, 1399]) {
    const { exact } = await find(editor, `after_${i}`);
    assert.deepEqual(exact, [`d${i % 9}/f${i}.py:6 Function after_${i}`]);
  }
});
