/** Answers of fast_search where the index lacks declarations of some files. */
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";

import { makeEditor } from "./fake-editor.mjs";
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

/* The modes say nothing to root, so as root the engine is tried as another user. */
test("a source that cannot be read makes an answer of nothing unknown", async (t) => {
  const editor = makeEditor(t, {
    "a.c": "int one(void) { return 1; }\n",
    "locked.c": "int hidden_name(void) { return one(); }\n",
  });
  fs.chmodSync(editor.parent, 0o755);
  fs.chmodSync(editor.path("locked.c"), 0);
  if (process.getuid() === 0) process.seteuid(65534);
  t.after(() => process.getuid() === 0 && process.seteuid(0));
  const read = editor.document;
  editor.on.document = (file, ...more) => {
    if (file.endsWith("locked.c")) throw new Error("EACCES: permission denied");
    return read.call(editor, file, ...more);
  };
  editor.on.workspaceSymbols = () => ({ data: [] });
  for (const tool of ["find_definition", "deep_dive", "find_references", "get_symbol_documentation"]) {
    const { code, text } = await editor.run(tool, { symbol: "hidden_name" });
    assert.equal(code, "unknown", `${tool}: ${text}`);
  }
  const uses = await editor.run("find_references", { symbol: "one", file_path: "a.c" });
  assert.match(uses.text, /^Unknown in part: '.*locked\.c' cannot be read\./);
});

test("texts in UTF-16 are searched where there is no index", async (t) => {
  const editor = makeEditor(t, { "a.c": "" });
  const text = "int wide(void) { return 1; }\n";
  fs.writeFileSync(editor.path("a.c"), Buffer.from(`\ufeff${text}`, "utf16le"));
  editor.on.workspaceSymbols = () => ({ data: [] });
  editor.text = () => text;
  editor.on.document = (file) => ({ data: { ...editor.stateOf(file), encoding: "utf16le", hasText: true }, text });
  const { text: found } = await editor.run("find_definition", { symbol: "wide" });
  assert.match(found, /a\.c:1:5/);
});
