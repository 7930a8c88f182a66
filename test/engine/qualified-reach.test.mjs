/** How far a name path reaches: what a module passes on, what a type inherits, and where its first name is a word of a language. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { find, openCovered } from "./symbols-kit.mjs";

const define = async (editor, symbol) => (await editor.run("find_definition", { symbol })).text;

async function expectPlaces(editor, places) {
  for (const [symbol, place] of Object.entries(places)) {
    const text = await define(editor, symbol);
    const found = /Defined at ([\w/.]+:\d+:\d+)/.exec(text)?.[1] ?? "none";
    assert.deepEqual([symbol, found], [symbol, place], text);
  }
}

const MODULES = {
  "py/pkg/__init__.py": "from .core import Thing\nfrom .sub import *\n",
  "py/pkg/core.py": "class Thing: pass\nclass Inner: pass\n",
  "py/pkg/sub.py": "from .deep import *\nfrom .two import Second\ndef near(): pass\n",
  "py/pkg/deep.py": "def far(): pass\n",
  "py/pkg/two.py": "class Second: pass\nclass Third: pass\n",
  "web/util/index.ts": 'import * as path from "./path";\nexport * as parts from "./parts";\nexport * from "./all";\n',
  "web/util/path.ts": "export function joinPaths() {}\n",
  "web/util/parts.ts": "export function partOf() {}\n",
  "web/util/all.ts": "export function allOf() {}\n",
  "Cargo.toml": '[package]\nname = "shop"\n',
  "src/lib.rs": "mod till;\npub struct Secret;\n",
  "src/till/mod.rs":
    "use super::*;\npub mod drawer;\npub use self::drawer::*;\nmod tests { pub use super::super::*; }\n",
  "src/till/drawer.rs": "pub struct Coin;\n",
};

test("a module passes on the names of those imports alone that have the star", async (t) => {
  const { editor } = await openCovered(t, MODULES);
  await expectPlaces(editor, {
    "pkg.Thing": "py/pkg/core.py:1:7",
    "pkg.Inner": "none",
    "pkg.near": "py/pkg/sub.py:3:5",
    "pkg.far": "py/pkg/deep.py:1:5",
    "pkg.Second": "py/pkg/two.py:1:7",
    "pkg.Third": "none",
    "till::Coin": "src/till/drawer.rs:1:12",
    "till::Secret": "none",
  });
  for (const symbol of ["pkg.Inner", "util.joinPaths", "util.partOf"])
    assert.deepEqual((await find(editor, symbol)).exact, [], symbol);
  assert.deepEqual((await find(editor, "util.allOf")).exact, ["web/util/all.ts:1 Function allOf"]);
});

test("a type inherits from types of its own language", async (t) => {
  const { editor } = await openCovered(t, {
    "till.ts": 'import { Base } from "elsewhere";\nexport class Till extends Base {}\n',
    "base.py": "class Base:\n    def open(self): pass\n",
    "Drawer.java": "class Drawer extends Box {}\n",
    "Box.kt": "open class Box {\n  fun shut() {}\n}\n",
  });
  await expectPlaces(editor, { "Till.open": "none", "Drawer.shut": "Box.kt:2:7" });
});

test("where a name path begins is a language's word or a name", async (t) => {
  const { editor } = await openCovered(t, {
    "z/node.hpp": "namespace parent {\nstruct Node { int a; };\n}\n",
    "b/node.hpp": "namespace other {\nstruct Node { int b; };\n}\n",
    "tree.rs": "pub mod above {\n  pub struct Leaf;\n}\npub mod global {\n  pub struct Leaf;\n}\n",
    "Till.cs": "namespace Shop.Tills;\n\npublic class Till {}\n",
    "Base.php": "<?php\nnamespace App\\Models;\nclass Base { function save() {} }\n",
  });
  await expectPlaces(editor, {
    "parent::Node": "z/node.hpp:2:8",
    "global::Leaf": "tree.rs:5:14",
    "global::Shop.Tills.Till": "Till.cs:3:14",
    "parent::save": "Base.php:3:23",
  });
});

test("a name path may be the name of a namespace as a whole, however it begins", async (t) => {
  const { editor } = await openCovered(t, {
    "Till.cs": "namespace Shop.Tills;\n\npublic class Till {}\n",
    "Base.php": "<?php\nnamespace App\\Models;\nclass Base { function save() {} }\n",
  });
  await expectPlaces(editor, {
    "App\\Models": "Base.php:2:11",
    "\\App\\Models": "Base.php:2:11",
    "Shop.Tills": "Till.cs:1:11",
    "namespace Shop.Tills": "Till.cs:1:11",
    "global::Shop.Tills": "Till.cs:1:11",
  });
  for (const symbol of ["\\App\\Models", "namespace App\\Models"])
    assert.deepEqual((await find(editor, symbol)).exact, ["Base.php:2 Namespace App\\Models"], symbol);
  for (const symbol of ["namespace Shop.Tills", "global::Shop.Tills"])
    assert.deepEqual((await find(editor, symbol)).exact, ["Till.cs:1 Namespace Shop.Tills"], symbol);
});

test("very many package lines make no package of a length without bound", async (t) => {
  const text = `${"package a;\n".repeat(30_000)}class Pit {}\n`;
  const files = { "Deep.java": text, "Pit.java": "package shop.deep;\nclass Pit {}\n" };
  const { editor, at } = await openCovered(t, files);
  await expectPlaces(editor, { "shop.deep.Pit": "Pit.java:2:7" });
  editor.dirty.set(at("Deep.java"), `${text}\n`);
  await expectPlaces(editor, { "shop.deep.Pit": "Pit.java:2:7" });
  assert.deepEqual((await find(editor, "shop.deep.Pit")).exact, ["Pit.java:2 Class Pit"]);
});

test("of two package lines the last one counts, but in Scala both", async (t) => {
  const { editor } = await openCovered(t, {
    "Two.java": "package app;\nclass A {}\npackage deep;\nclass Pit {}\n",
    "two.scala": "package shop\npackage inner\nclass Hole\n",
  });
  await expectPlaces(editor, {
    "app.A": "Two.java:2:7",
    "deep.Pit": "Two.java:4:7",
    "app.deep.Pit": "none",
    "shop.inner.Hole": "two.scala:3:7",
  });
});
