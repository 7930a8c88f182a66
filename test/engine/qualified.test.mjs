/** Names by the package or namespace that a file's text names, and by modules that export what others declare. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { find, openCovered } from "./symbols-kit.mjs";

const FILES = {
  "lib/m/User.php": "<?php\nnamespace App\\Models;\n\nclass User extends Base {\n  public function save() {}\n}\n",
  "lib/o/User.php": "<?php\nnamespace App\\Other;\nclass User {}\nnamespace App\\Third;\nclass Late {}\n",
  "lib/block.php": "<?php\nnamespace App\\Block {\n  class Held { function hold() {} }\n}\n",
  "src/x/Till.cs": "namespace Shop.Tills;\n\npublic class Till {\n  public int Open() { return 1; }\n}\n",
  "src/x/Table.java": "package shop.data;\n\nclass Table {\n  static class Entry { int hash; }\n}\n",
  "src/y/Table.java": "package shop.other;\n\nclass Table {\n  static class Entry { int hash; }\n}\n",
  "src/d.scala": "package shop\npackage deep\nclass Pit\n",
  "go.mod": "module example.com/shop\n",
  "till/till.go": "package till\n\nfunc Open() int { return 1 }\n",
  "box/box.go": "package box\n\nfunc Open() int { return 1 }\n",
};

const asks = async (editor, symbol) => {
  const { text, code } = await editor.run("find_definition", { symbol });
  return { code, places: [...text.matchAll(/([\w/.]+\.\w+:\d+:\d+)/g)].map(([, place]) => place) };
};

async function expectPlace(editor, symbol, place) {
  const { code, places } = await asks(editor, symbol);
  assert.deepEqual([symbol, code, places], [symbol, "found", [place]]);
}

test("a name path may begin with the namespace that the text names", async (t) => {
  const { editor } = await openCovered(t, FILES);
  await expectPlace(editor, "App\\Models\\User", "lib/m/User.php:4:7");
  await expectPlace(editor, "\\App\\Models\\User", "lib/m/User.php:4:7");
  await expectPlace(editor, "Models\\User", "lib/m/User.php:4:7");
  await expectPlace(editor, "App\\Models\\User::save", "lib/m/User.php:5:19");
  await expectPlace(editor, "App\\Third\\Late", "lib/o/User.php:5:7");
  await expectPlace(editor, "App\\Block\\Held::hold", "lib/block.php:3:25");
  await expectPlace(editor, "Shop.Tills.Till.Open", "src/x/Till.cs:4:14");
  await expectPlace(editor, "global::Shop.Tills.Till", "src/x/Till.cs:3:14");
  await expectPlace(editor, "shop.other.Table", "src/y/Table.java:3:7");
  await expectPlace(editor, "shop.data.Table$Entry", "src/x/Table.java:4:16");
  await expectPlace(editor, "shop.deep.Pit", "src/d.scala:3:7");
  await expectPlace(editor, "example.com/shop/box.Open", "box/box.go:3:6");
});

test("a name path of another namespace leads nowhere", async (t) => {
  const { editor } = await openCovered(t, FILES);
  for (const symbol of [
    "App\\Late",
    "App\\Other\\Late",
    "Shop.Other.Till",
    "shop.Pit.Table",
    "example.com/shop/x.Open",
  ]) {
    const { text } = await editor.run("find_definition", { symbol });
    assert.match(text, /^No symbol found for/, symbol);
  }
});

test("fast_search knows namespaces, and names by them", async (t) => {
  const { editor } = await openCovered(t, FILES);
  assert.deepEqual((await find(editor, "App\\Models")).exact, ["lib/m/User.php:2 Namespace App\\Models"]);
  assert.deepEqual((await find(editor, "Shop.Tills")).exact, ["src/x/Till.cs:1 Namespace Shop.Tills"]);
  assert.deepEqual((await find(editor, "shop.data")).exact, ["src/x/Table.java:1 Package shop.data"]);
  assert.deepEqual((await find(editor, "App\\Other\\User")).exact, ["lib/o/User.php:3 Class User"]);
  assert.deepEqual((await find(editor, "shop.other.Table$Entry")).exact, ["src/y/Table.java:4 Class Table.Entry"]);
});

test("a name path leads through a module that exports the name", async (t) => {
  const { editor } = await openCovered(t, {
    "Cargo.toml": '[package]\nname = "mio-net"\n',
    "src/lib.rs": "pub mod net;\npub mod a;\n",
    "src/net/mod.rs": "mod tcp;\npub use tcp::socket::TcpSocket;\n",
    "src/net/tcp/mod.rs": "pub mod socket;\n",
    "src/net/tcp/socket.rs":
      "pub struct TcpSocket {}\nimpl TcpSocket { pub fn bind(&self) {} }\npub struct Hidden {}\n",
    "src/a/mod.rs": "pub struct B;\npub trait Shape { fn area(&self); }\nimpl Shape for B { fn area(&self) {} }\n",
    "py/pkg/__init__.py": "from .core import Thing\nfrom .sub import *\n",
    "py/pkg/core.py": "class Thing:\n    def go(self): pass\nclass Inner: pass\n",
    "py/pkg/sub.py": "def deep(): pass\n",
    "py/other.py": "class Thing: pass\n",
  });
  await expectPlace(editor, "mio_net::net::TcpSocket", "src/net/tcp/socket.rs:1:12");
  await expectPlace(editor, "mio_net::net::TcpSocket::bind", "src/net/tcp/socket.rs:2:25");
  await expectPlace(editor, "crate::a::B", "src/a/mod.rs:1:12");
  await expectPlace(editor, "pkg.Thing", "py/pkg/core.py:1:7");
  await expectPlace(editor, "pkg.Thing.go", "py/pkg/core.py:2:9");
  await expectPlace(editor, "pkg.deep", "py/pkg/sub.py:1:5");
  assert.deepEqual((await find(editor, "pkg.Thing")).exact, ["py/pkg/core.py:1 Class Thing"]);
  assert.equal((await asks(editor, "<B as Shape>::area")).places[0], "src/a/mod.rs:3:23");
  const hidden = await find(editor, "mio_net::net::Hidden");
  assert.deepEqual(hidden.exact, []);
});

test("a name that only the code of the given file has is unknown, with its place", async (t) => {
  const { editor } = await openCovered(t, { "a.py": "def go(amount):\n    print(amount)\n" });
  const { text, code } = await editor.run("find_definition", { symbol: "amount", file_path: "a.py" });
  assert.match(text, /^Unknown: 'amount' is in the code of this file, at a\.py:1:8, and no language server/);
  assert.equal(code, "unknown");
  assert.match(
    (await editor.run("find_definition", { symbol: "amounts", file_path: "a.py" })).text,
    /^No symbol found/,
  );
});
