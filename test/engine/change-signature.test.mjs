/**
 * change_signature, by cases as data (test/corpus/refactor/change_signature): files, a call, and the files after it or
 * the reason for which it is refused; `warns` are parts of its warnings. The language server is a list of the places
 * that have the name (refactor-kit).
 *
 * Each file after a call is compiled, and each program is run before and after: it prints the same. UPDATE=1 writes
 * what comes out into the cases that are done (look at the diff).
 */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";

import { makeEditor, root } from "./fake-editor.mjs";
import { argumentsOf, compile, readCases, run, serve, writeCases, writtenOf } from "./refactor-kit.mjs";

const CORPUS = path.join(root, "test/corpus/refactor/change_signature");
const PROGRAMS = path.join(root, "build/Release");

const chosen = (one) => !process.env.CASE || one.title.includes(process.env.CASE);
const byFile = new Map(
  fs
    .readdirSync(CORPUS)
    .sort()
    .map((file) => [file, readCases(CORPUS, file)]),
);

for (const one of [...byFile.values()].flat().filter(chosen)) {
  test(one.title, async (t) => {
    const editor = makeEditor(t, one.files, { programs: [PROGRAMS, path.join(root, "build/test/signature-index")] });
    serve(editor, one.call);
    const before = one.refused === undefined ? run(editor.folders[0], one.files) : "";
    const answer = await editor.run("change_signature", { ...argumentsOf(one.call), preview: false });
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
    for (const part of one.warns) assert.ok(answer.text.includes(part), `${answer.text}\nwithout\n${part}`);
    compile(editor.folders[0], texts);
    assert.equal(run(editor.folders[0], texts), before);
  });
}

if (process.env.UPDATE)
  test("what comes out is written", () => {
    for (const [file, cases] of byFile) writeCases(CORPUS, file, cases);
  });
