/** Types without a language server: super- and subtypes and implementations by the names of bases. */
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";

import { openCovered } from "./symbols-kit.mjs";

const CODE = {
  "cpp/shape.h": "class Shape { virtual int area(); };\n",
  "cpp/square.cc": '#include "shape.h"\nclass Square : public Shape { int area() { return 1; } };\n',
  "web/writer.go":
    "package web\n\ntype Writer interface {\n\thttp.Writer\n\tClose()\n}\n\ntype plain struct {\n\thttp.Writer\n}\n",
  "shop/till.py": `import abc


class Till(abc.ABC):
    def open(self):
        raise NotImplementedError

    def close(self):
        pass


class Drawer(Till):
    def open(self):
        return 1
`,
  "shop/big.py": `from .till import Till, Drawer
import shop.till


class BigTill(shop.till.Till):
    def open(self):
        return 2

    class Tray:
        def close(self):
            pass


class Chest(Drawer, metaclass=Meta):
    def close(self):
        return 3
`,
  "other/box.py": `class Box:
    pass


class Small(Box):
    pass
`,
  "more/box.py": `class Box:
    pass
`,
  "more/use.py": `from other.box import Box


class Large(Box):
    pass
`,
  "more/a_tray.py": `def Shelf():
    pass
`,
  "more/shelf.py": `class Shelf(Large):
    pass
`,
  "src/shape.rs": `pub trait Shape { fn area(&self) -> f64; }
pub struct Circle { r: f64 }
impl Shape for Circle {
    fn area(&self) -> f64 { self.r }
}
impl Circle {
    fn area_of(&self) -> f64 { 0.0 }
}
`,
  "src/till.cpp": `class Base { public: virtual void ring(); };
class Derived : public Base { public: void ring() override; };
`,
};

/* No server serves these, and the editor has nothing. */
const LANGUAGES = ["python", "rust", "cpp", "c"];
const SILENT = ["outline", "hover", "definition", "declaration", "references", "workspaceSymbols"];

async function openUnserved(t) {
  const { editor, at } = await openCovered(t, CODE);
  for (const language of LANGUAGES) editor.servers[language] = [];
  for (const op of [...SILENT, "prepareHierarchy", "implementation"]) editor.on[op] = () => ({ data: [] });
  const ask = async (tool, args) => {
    const { text, factsJson } = await editor.run(tool, args);
    return { text, facts: JSON.parse(factsJson) };
  };
  return { ask, at };
}

const place = ({ name, kind, file, line, depth }) => `${"-".repeat(depth)} ${file}:${line} ${kind} ${name}`;

test("types without a server are those that name each other as bases", { timeout: 120_000 }, async (t) => {
  const { ask, at } = await openUnserved(t);
  const hierarchy = async (args) => {
    const { text, facts } = await ask("get_type_hierarchy", args);
    const rows = (list) => (list ?? []).map(place);
    return { text, ...facts, supertypes: rows(facts.supertypes), subtypes: rows(facts.subtypes) };
  };
  await t.test("to a depth, qualified, nested, and with those of libraries", async () => {
    const found = await hierarchy({ symbol: "Till", file_path: "shop/till.py", depth: 3 });
    assert.deepEqual(found.supertypes, ["- shop/till.py:4 Class abc.ABC"]);
    assert.deepEqual(found.subtypes, [
      "- shop/big.py:5 Class BigTill",
      "- shop/till.py:12 Class Drawer",
      "-- shop/big.py:14 Class Chest",
    ]);
    assert.deepEqual([found.status, found.provenance], ["found", "text"]);
    assert.match(found.text, /^By the text of code alone, as no extension that serves python/m);
    assert.match(found.text, /^Not declared in this workspace, and shown where it is named: abc\.ABC\.$/m);
  });
  await t.test("a name means the type of its own file, else each of them", async () => {
    const other = await hierarchy({ symbol: "Box", file_path: "other/box.py", direction: "subtypes" });
    assert.deepEqual(other.subtypes, ["- more/use.py:4 Class Large", "- other/box.py:5 Class Small"]);
    assert.match(other.text, /^2 types are named 'Box': what names one of them may mean another\.$/m);
    const more = await hierarchy({ symbol: "Box", file_path: "more/box.py", direction: "subtypes" });
    assert.deepEqual(more.subtypes, ["- more/use.py:4 Class Large"]);
    const large = await hierarchy({ symbol: "Large", direction: "supertypes" });
    assert.deepEqual(large.supertypes, ["- more/box.py:1 Class Box", "- other/box.py:1 Class Box"]);
  });
  await t.test("that there are none is not known by names", async () => {
    const small = await hierarchy({ symbol: "Small", direction: "subtypes" });
    assert.deepEqual([small.status, small.subtypes], ["unknown", []]);
    assert.match(small.text, /^Unknown in part: no type names it among its bases by that name\.$/m);
    const base = await hierarchy({ symbol: "Base", direction: "supertypes" });
    assert.equal(base.status, "unknown");
    assert.match(base.text, /^Unknown in part: its declaration names no bases\.$/m);
  });
  await t.test("what is added to a type elsewhere counts", async () => {
    assert.deepEqual((await hierarchy({ symbol: "Circle" })).supertypes, ["- src/shape.rs:1 Interface Shape"]);
    assert.deepEqual((await hierarchy({ symbol: "Shape", file_path: "src/shape.rs" })).subtypes, [
      "- src/shape.rs:3 Extension Circle",
    ]);
  });
  await t.test("a bare name means the type, whatever else is called so", async () => {
    assert.deepEqual((await hierarchy({ symbol: "Shelf", direction: "supertypes" })).supertypes, [
      "- more/use.py:4 Class Large",
    ]);
  });
  const implementations = async (args) => {
    const { text, facts } = await ask("find_implementations", args);
    const rows = (facts.implementations ?? []).map(({ file, line }) => `${file}:${line}`);
    return { text, ...facts, implementations: rows };
  };
  await t.test("implementations of types, of all levels", async () => {
    const till = await implementations({ symbol: "Till", file_path: "shop/till.py" });
    assert.deepEqual(till.implementations, ["shop/big.py:5", "shop/big.py:14", "shop/till.py:12"]);
    assert.deepEqual([till.status, till.provenance], ["found", "text"]);
    assert.match(till.text, /^By the text of code alone, as no extension/m);
    const base = await implementations({ symbol: "Base" });
    assert.deepEqual(base.implementations, ["src/till.cpp:2"]);
    const small = await implementations({ symbol: "Small" });
    assert.deepEqual([small.status, small.implementations], ["unknown", []]);
  });
  await t.test("implementations of methods are the members of that name, not those of nested types", async () => {
    const open = await implementations({ symbol: "Till/open", file_path: "shop/till.py" });
    assert.deepEqual(open.implementations, ["shop/big.py:6", "shop/till.py:13"]);
    const close = await implementations({ symbol: "Till/close", file_path: "shop/till.py" });
    assert.deepEqual(close.implementations, ["shop/big.py:15"]);
    const area = await implementations({ symbol: "area", file_path: "src/shape.rs", line: 1 });
    assert.deepEqual(area.implementations, ["src/shape.rs:4"]);
  });
  await t.test("a file that changed counts as it is now", async () => {
    fs.writeFileSync(
      at("other/box.py"),
      "class Box:\n    pass\n\n\nclass Till3(Till):\n    def open(self):\n        return 3\n",
    );
    const found = await hierarchy({ symbol: "Till", file_path: "shop/till.py", direction: "subtypes" });
    assert.deepEqual(found.subtypes.at(0), "- other/box.py:5 Class Till3");
    const open = await implementations({ symbol: "Till/open", file_path: "shop/till.py" });
    assert.deepEqual(open.implementations, ["other/box.py:6", "shop/big.py:6", "shop/till.py:13"]);
    assert.equal(
      (await hierarchy({ symbol: "Till3", direction: "supertypes" })).supertypes[0],
      "- shop/till.py:4 Class Till",
    );
  });
});

test("many subtypes of a name that many types have are found in bounded memory", async (t) => {
  const [SUBTYPES, NAMESAKES] = [1_900, 1_000];
  const lines = (count, line) => Array.from({ length: count }, (_, i) => line(i)).join("");
  const { editor, at } = await openCovered(t, {
    "base.py": "class Base:\n    pass\n",
    "same.py": lines(NAMESAKES, (i) => `class Base:\n    x${i} = 1\n`),
    "sub.py": lines(SUBTYPES, (i) => `class Sub${i}(Base):\n    pass\n`),
  });
  const ask = async (tool) => (await editor.run(tool, { symbol: "Base", file_path: "base.py", max_tokens: 200 })).text;
  const several = /^1001 types are named 'Base'/m;
  for (const tool of ["get_type_hierarchy", "find_implementations"]) {
    const text = await ask(tool);
    assert.match(text, several);
    assert.match(text, /1900/);
  }
  editor.dirty.set(
    at("same.py"),
    lines(50, (i) => `class Other${i}(Base):\n    pass\n`),
  );
  const edited = await ask("get_type_hierarchy");
  assert.doesNotMatch(edited, several);
  assert.match(edited, /1950/);
});

test("headers of C++ have types, and a qualified base of Go is not one of its own package", async (t) => {
  const { editor } = await openCovered(t, CODE);
  const shape = await editor.run("find_implementations", { symbol: "Shape" });
  assert.match(shape.text, /^cpp\/square\.cc:2:7: class Square/m);
  const writer = await editor.run("get_type_hierarchy", { symbol: "Writer" });
  assert.match(writer.text, /^Supertypes \(1\):\n- http\.Writer at web\/writer\.go:4:2/m);
  assert.match(writer.text, /^Subtypes \(0\):/m);
});
