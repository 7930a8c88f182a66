/** Declarations in files that a person has open in tabs come before others that fit as well. */
import assert from "node:assert/strict";
import test from "node:test";

import { find, openCovered } from "./symbols-kit.mjs";

test("what is open in the editor comes before what fits as well", async (t) => {
  const text = "int shared_name(void) { return 0; }\n";
  const { editor, at } = await openCovered(t, {
    "a.c": text,
    "a.h": "int shared_name(void);\n",
    "pack/b.c": `${text}int order_item(void) { return 0; }\n`,
    "pack/c.c": text,
    "tests/d.c": text,
    "more/e.c": "struct more { int shared_name; };\nint order_line(void) { return 0; }\n",
  });
  const order = async (...open) => {
    editor.tabs = new Set(open.map(at));
    return (await find(editor, "shared_name")).exact.map((row) => row.split(":")[0]);
  };
  const [a, b, c, d, e] = ["a.c", "pack/b.c", "pack/c.c", "tests/d.c", "more/e.c"];
  assert.deepEqual(await order(), [a, b, c, d, "a.h", e]);
  assert.deepEqual(await order(c), [c, b, a, d, "a.h", e]);
  assert.deepEqual(await order(c, a), [a, c, b, d, "a.h", e]);
  // Neither makes a test the code, a declaration the definition, or a member a function.
  assert.deepEqual(await order(d, "a.h", e), [a, b, c, d, "a.h", e]);
  assert.deepEqual(await order("gone.c"), [a, b, c, d, "a.h", e]);
  const near = async (context_file) =>
    (await find(editor, { query: "shared_name", context_file })).exact.map((row) => row.split(":")[0]);
  editor.tabs = new Set([at(c)]);
  assert.deepEqual((await near(a))[0], a);

  const names = async (...open) => {
    editor.tabs = new Set(open.map(at));
    return (await find(editor, "order")).others.map((row) => row.split(" ").at(-1));
  };
  assert.deepEqual(await names(), ["order_item", "order_line"]);
  assert.deepEqual(await names(e), ["order_line", "order_item"]);
  editor.on.openEditors = () => Promise.reject(new Error("not known"));
  assert.deepEqual(await names(e), ["order_item", "order_line"]);
});
