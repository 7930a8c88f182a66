/** Answers of `sextant-indexer --facts` about texts (native/syntax/facts_wire.h). */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";

import { ROOT } from "../../extension/build/setup.mjs";

const INDEXER = join(ROOT, "build/Release/sextant-indexer");
const WHOLE = 0;
const TOO_BIG = 2;
const UNREAD = 3;
const ROWS = [32, 12, 16];

const ask = (...questions) =>
  spawnSync(INDEXER, ["--facts"], {
    input: Buffer.concat(
      questions.map(([language, text]) => Buffer.from(`${language} ${Buffer.byteLength(text)}\n${text}`)),
    ),
    maxBuffer: 2 ** 26,
  });

/** The answers in a program's output: language, extent, and the names of what is declared. */
function read(output, texts) {
  const answers = [];
  for (let at = 0; at < output.length;) {
    const end = output.indexOf("\n", at);
    const [language, extent, ...counts] = output.toString("latin1", at, end).split(" ");
    const text = Buffer.from(texts[answers.length]);
    const name = (row) => text.toString("utf8", output.readUInt32LE(row + 8), output.readUInt32LE(row + 12));
    const names = Array.from({ length: +counts[0] }, (_, i) => name(end + 1 + 32 * i));
    answers.push({ language, extent: +extent, names, imports: +counts[1], bases: +counts[2] });
    at = end + 1 + counts.reduce((sum, count, i) => sum + count * ROWS[i], 0);
  }
  return answers;
}

test("every question is answered in its turn, whatever the language", () => {
  const questions = [
    ["python", "import a\nclass Ä(B):\n  def f(self): pass\n"],
    ["c", "class A { void m(); };\n"],
    ["c", "#include <a.h>\nint f(void) { return 0; }\n"],
    ["typescript", ""],
    ["cobol", "IDENTIFICATION DIVISION."],
    ["json", `[${" ".repeat(5 << 20)}]`],
    ["go", "package p\nfunc F() {}\n"],
  ];
  const { status, stdout, stderr } = ask(...questions);
  assert.equal(status, 0, String(stderr));
  assert.deepEqual(
    read(
      stdout,
      questions.map(([, text]) => text),
    ),
    [
      { language: "python", extent: WHOLE, names: ["Ä", "f"], imports: 1, bases: 1 },
      { language: "cpp", extent: WHOLE, names: ["A", "m"], imports: 0, bases: 0 },
      { language: "c", extent: WHOLE, names: ["f"], imports: 1, bases: 0 },
      { language: "typescript", extent: WHOLE, names: [], imports: 0, bases: 0 },
      { language: "cobol", extent: UNREAD, names: [], imports: 0, bases: 0 },
      { language: "json", extent: TOO_BIG, names: [], imports: 0, bases: 0 },
      { language: "go", extent: WHOLE, names: ["p", "F"], imports: 0, bases: 0 },
    ],
  );
});

test("without memory it ends, and says so", { skip: process.platform !== "linux" }, () => {
  const within = (kilobytes, args, input) =>
    spawnSync("sh", ["-c", `ulimit -v ${kilobytes}; exec "$0" "$@"`, INDEXER, ...args], { input });
  let kilobytes = 30_000;
  while (within(kilobytes, ["--version"]).status !== 0 && kilobytes < 1e6) kilobytes += 1_000;
  const text = `const a = [${"1,".repeat(1_000_000)}];`;
  const { status, stderr } = within(kilobytes + 7_000, ["--facts"], `javascript ${text.length}\n${text}`);
  assert.match(String(stderr), /^no memory for a syntax tree/);
  assert.equal(status, 137);
});

test("no question is an end, and a half one is an error", () => {
  assert.equal(ask().status, 0);
  for (const input of ["python\n", "python 10\nshort", "x".repeat(200)]) {
    const { status, stderr } = spawnSync(INDEXER, ["--facts"], { input });
    assert.equal(status, 1, input);
    assert.match(String(stderr), /not a question|ends in a text/);
  }
});
