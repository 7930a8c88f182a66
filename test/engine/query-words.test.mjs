/** Queries of several words, and what name paths lead to beside declarations in their own containers. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { find, openCovered, search } from "./symbols-kit.mjs";

const FILES = {
  "src/net.py": [
    "class Adapter:",
    "    def send(self): pass",
    "def retry(): pass",
    "default_retry = 1",
    "def http_adapter_retry(): pass",
    "def is_open(): pass",
    "def open_all(): pass",
    "",
  ].join("\n"),
  "src/keys.ts": "export class Key {}\nexport const publicKey = 1;\nexport class PublicThing {}\n",
};

test("a language's word may be the first word of a name", async (t) => {
  const { editor } = await openCovered(t, FILES);
  const names = async (query) => {
    const { exact, others } = await find(editor, query);
    return [...exact, ...others].map((row) => row.split(" ").at(-1));
  };
  assert.equal((await names("default retry"))[0], "default_retry");
  assert.equal((await names("public key"))[0], "publicKey");
  assert.equal((await names("class Key"))[0], "Key", "this one names a kind");
  assert.equal((await names("public retry"))[0], "retry", "no name has both words");
});

test("of a sentence the words of names count, and no server is asked", async (t) => {
  const { editor } = await openCovered(t, FILES);
  const asked = () => editor.count("workspaceSymbols");
  const before = asked();
  const sentence = await find(editor, "how does the retry work in the http adapter");
  assert.deepEqual(sentence.others, ["src/net.py:5 Function http_adapter_retry"]);
  assert.deepEqual((await find(editor, "is it open")).others.length, 2);
  assert.deepEqual((await find(editor, "is open")).others[0], "src/net.py:6 Function is_open");
  const most = await search(editor, "where is the http adapter closed");
  assert.match(most.text, /^No name has all of these words\. Names with some of them \(of 1\):\n/);
  assert.match(most.text, /http_adapter_retry/);
  const none = await search(editor, "where are migrations loaded from disk");
  assert.match(none.text, /^No declaration has a name like/);
  assert.equal(asked(), before);
});

test("a short list of others leaves its room to the declarations of the name", async (t) => {
  const names = ["opened", "closed"].map((word) => `${word}_by_a_person_of_${"x".repeat(40)}`);
  const many = Array.from({ length: 60 }, (_, i) => [
    `src/a${i}.py`,
    names.map((name) => `def ${name}(): pass\n`).join(""),
  ]);
  const other = { "src/b.py": `def ${names[1]}_twice(): pass\n` };
  const { editor } = await openCovered(t, { ...Object.fromEntries(many), ...other });
  const count = async (query) => {
    const { facts } = await search(editor, { query, max_results: 60, max_tokens: 2000 });
    return [facts.definitions.length, facts.other_matches?.length ?? 0];
  };
  const [[alone, none], [beside, one]] = [await count(names[0]), await count(names[1])];
  assert.deepEqual([none, one, alone < 60], [0, 1, true]);
  assert.ok(beside >= alone - 2, `${beside} beside another name, ${alone} alone`);
});

test("a member that a type inherits is found by the type", async (t) => {
  const { editor } = await openCovered(t, {
    "shop/__init__.py": "from .till import Till\n",
    "shop/till.py": "from .base import Scaffold\n\nclass Till(Scaffold):\n    pass\n",
    "shop/base.py": "class Root:\n    def close(self): pass\nclass Scaffold(Root):\n    def open(self): pass\n",
    "shop/other.py": "class Other:\n    def open(self): pass\n    def other(self): pass\n",
  });
  const run = async (symbol) => (await editor.run("find_definition", { symbol })).text;
  for (const symbol of ["Till.open", "shop.Till.open"])
    assert.match(
      await run(symbol),
      /shop\/base\.py:4:9 in Scaffold[^]*Note: this is Scaffold\.open, which Till inherits/,
    );
  assert.match(await run("Till.close"), /shop\/base\.py:2:9 in Root/);
  assert.match(await run("Till.other"), /^No symbol found for 'Till\.other'/);
});

test("the index lists all overloads, and operators are members", async (t) => {
  const { editor } = await openCovered(t, {
    "Table.java": "class Table {\n  int find(int a) { return 1; }\n  int find(long a) { return 2; }\n}\n",
    "till.rb": "class Till\n  def []=(a, b); end\n  def <=>(o); end\nend\n",
  });
  const { text } = await editor.run("find_definition", { symbol: "Table.find" });
  assert.match(text, /Defined at:\n[^]*2:7[^]*3:7/);
  assert.match((await editor.run("find_definition", { symbol: "Till#[]=" })).text, /Defined at till\.rb:2:7/);
  assert.match((await editor.run("find_definition", { symbol: "Till::<=>" })).text, /Defined at till\.rb:3:7/);
});
