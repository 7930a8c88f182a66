/** Answers of fast_search where the index lacks declarations of some files. */
import assert from "node:assert/strict";
import test from "node:test";

import { openCovered, search } from "./symbols-kit.mjs";

test("an answer of nothing has what to do next, and which of the wanted files are not in the index", async (t) => {
  const macros = Array.from({ length: 600 }, (_, i) => `#define REGISTER_${i} ${i}\n`).join("");
  const { editor } = await openCovered(t, {
    "a.c": "int one;\n",
    "regs/b.h": `${macros}#define ZUGZWANG 1\n`,
    "big/c.js": `export const many = [\n${"  'something',\n".repeat(400_000)}];\n`,
    "huge/d.js": "// as long as no file that is read for a name\n".repeat(800_000),
  });
  const content = /^search_target="content" searches the text of files\.$/m;
  const nothing = await search(editor, { query: "no_such_name" });
  assert.equal(nothing.code, "none");
  assert.match(nothing.text, content);
  const wanted = async (args) => search(editor, { query: "no_such_name", ...args });
  const none = await wanted({ file_pattern: "*.c" });
  assert.equal(none.code, "none", none.text);
  assert.match(none.text, /^No declaration in these files has a name like 'no_such_name'\. search_target="content"/m);
  // A name that their texts do not contain is declared in none of them.
  const cut = await wanted({ language: "c" });
  assert.equal(cut.code, "none", cut.text);
  assert.match(
    cut.text,
    /^Note: the index lacks some macros or declarations of 1 file: regs\/b\.h\. Its text does not contain the name\.$/m,
  );
  const big = await wanted({ file_pattern: "**/c.js" });
  assert.equal(big.code, "none", big.text);
  assert.match(big.text, /the index lacks the declarations of 1 file, too big or not readable: big\/c\.js\. Its text/);
  const both = await wanted({ file_pattern: "{regs,big}/**" });
  assert.equal(both.code, "none", both.text);
  assert.match(
    both.text,
    /of 1 file, too big or not readable, and some macros or declarations of 1 file: .* and others\. Their texts do/,
  );
  for (const [query, file] of [
    ["ZUGZWANG", "regs/b.h"],
    ["something", "big/c.js"],
  ]) {
    const named = await wanted({ query, file_pattern: "{regs,big}/**" });
    assert.equal(named.code, "unknown", named.text);
    assert.match(named.text, new RegExp(`^Unknown in part: .*: ${file} and others\\.$`, "m"));
  }
  const huge = await wanted({ file_pattern: "huge/**" });
  assert.equal(huge.code, "unknown", huge.text);
  assert.match(huge.text, /^Unknown in part: .* 1 file, too big or not readable: huge\/d\.js\.$/m);
  // Words may be parts of any name.
  const words = await wanted({ query: "such name", file_pattern: "**/c.js" });
  assert.equal(words.code, "unknown", words.text);
});
