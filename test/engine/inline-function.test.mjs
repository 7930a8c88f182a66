/**
 * inline_function, by cases as data (test/corpus/refactor/inline_function): files, a call, and the files after it or the
 * reason for which it is refused. The language server is a list of the places that have the name.
 *
 * Each file after a call is compiled, and each program is run before and after: it prints the same. UPDATE=1 writes
 * what comes out into cases that say neither (look at the diff).
 */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";

import { makeEditor, root } from "./fake-editor.mjs";
import { argumentsOf, compile, readCases, run, serve, writeCases, writtenOf } from "./refactor-kit.mjs";

const CORPUS = path.join(root, "test/corpus/refactor/inline_function");
const PROGRAMS = path.join(root, "build/Release");
const INDEX = path.join(root, "build/test/inline-index");

const chosen = (one) => !process.env.CASE || one.title.includes(process.env.CASE);

for (const file of fs.readdirSync(CORPUS).sort()) {
  const cases = readCases(CORPUS, file);
  for (const one of cases.filter(chosen)) {
    test(one.title, async (t) => {
      const editor = makeEditor(t, one.files, { programs: [PROGRAMS, INDEX] });
      serve(editor, one.call);
      const before = one.refused === undefined ? run(editor.folders[0], one.files) : "";
      const answer = await editor.run("inline_function", { ...argumentsOf(one.call), preview: false });
      const texts = Object.fromEntries(
        Object.keys(one.files).map((name) => [name, fs.readFileSync(path.join(editor.folders[0], name), "utf8")]),
      );
      if (one.refused !== undefined) {
        assert.ok(answer.isError, `it was done:\n${Object.values(texts).join("\n----\n")}`);
        assert.ok(answer.text.includes(one.refused), `${answer.text}\ninstead of\n${one.refused}`);
        assert.deepEqual(texts, one.files);
        return;
      }
      assert.ok(!answer.isError, answer.text);
      if (process.env.UPDATE) one.written = writtenOf(one, texts, answer);
      else assert.deepEqual(texts, { ...one.files, ...one.after });
      compile(editor.folders[0], texts);
      assert.equal(run(editor.folders[0], texts), before);
    });
  }
  if (process.env.UPDATE) test(`${file}: written`, () => writeCases(CORPUS, file, cases));
}

test("a comment that stood in a call is named, one in an argument or beside the call stays", async (t) => {
  const files = {
    "main.js": [
      "const twice = (n) => n * 2;",
      "console.log(twice(/* three */ 3));",
      "console.log(twice((4 /* four */ + 1)), /* last */ 1);",
      "",
    ].join("\n"),
  };
  const editor = makeEditor(t, files, { programs: [PROGRAMS, INDEX] });
  serve(editor, { symbol: "twice", file_path: "main.js" });
  const answer = await editor.run("inline_function", { symbol: "twice", file_path: "main.js", preview: false });
  assert.ok(!answer.isError, answer.text);
  assert.deepEqual(JSON.parse(answer.factsJson).warnings, [
    "main.js:2:19: this comment stood in the call, and goes with it.",
  ]);
  assert.equal(
    fs.readFileSync(path.join(editor.folders[0], "main.js"), "utf8"),
    "console.log(3 * 2);\nconsole.log((4 /* four */ + 1) * 2, /* last */ 1);\n",
  );
});
