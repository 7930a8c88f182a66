/** Answers of `sextant-indexer --facts` about texts (native/syntax/facts_wire.h). */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import { test } from "node:test";

import { ask, INDEXER, readAnswers } from "./facts-kit.mjs";

const WHOLE = 0;
const CUT = 1;
const TOO_BIG = 2;
const UNREAD = 3;
/** The same with the names of what is declared. */
const read = (output, texts) =>
  readAnswers(output, texts).map(({ facts, listedBases, ...answer }) => ({
    ...answer,
    names: facts.map(({ name }) => name),
  }));

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

test("without memory a text is cut, and the next ones are read", { skip: process.platform !== "linux" }, () => {
  const within = (kilobytes, args, input) =>
    spawnSync("sh", ["-c", `ulimit -v ${kilobytes}; exec "$0" "$@"`, INDEXER, ...args], { input });
  let kilobytes = 30_000;
  while (within(kilobytes, ["--version"]).status !== 0 && kilobytes < 1e6) kilobytes += 1_000;
  const text = `const a = [${"1,".repeat(1_000_000)}];`;
  const texts = [text, "const b = 1;", text, "const c = 1;"];
  const input = texts.map((one) => `javascript ${one.length} 0\n${one}`).join("");
  const { status, stdout } = within(kilobytes + 12_000, ["--facts"], input);
  assert.equal(status, 0);
  assert.deepEqual(
    read(stdout, texts).map(({ extent, names }) => [extent, names]),
    [
      [CUT, []],
      [WHOLE, ["b"]],
      [CUT, []],
      [WHOLE, ["c"]],
    ],
  );
});

test("no question is an end, and a half one is an error", () => {
  assert.equal(ask().status, 0);
  for (const input of ["python\n", "python 1\nx", "python 10 0\nshort", "x".repeat(200)]) {
    const { status, stderr } = spawnSync(INDEXER, ["--facts"], { input });
    assert.equal(status, 1, input);
    assert.match(String(stderr), /not a question|ends in a text/);
  }
});

/** The most memory that the program had after 16 texts, each a file of its own or of none, in megabytes. */
async function peakOf(areFiles) {
  const child = spawn(INDEXER, ["--facts"], { stdio: ["pipe", "pipe", "ignore"] });
  let answers = 0;
  const done = new Promise((resolve, reject) => {
    child.on("exit", reject);
    child.stdout.on("data", (bytes) => {
      answers += String(bytes).split("javascript").length - 1;
      if (answers === 16) resolve();
    });
  });
  for (let i = 1; i <= 16; i++) {
    const text = `const a${i} = [${"1,".repeat(30_000)}];`;
    child.stdin.write(`javascript ${text.length} ${areFiles ? i : 0}\n${text}`);
  }
  await done;
  const status = fs.readFileSync(`/proc/${child.pid}/status`, "utf8");
  child.kill("SIGKILL");
  return Number(/VmHWM:\s*(\d+)/.exec(status)[1]) / 1024;
}

test("the trees that are kept take bounded memory", { skip: process.platform !== "linux" }, async () => {
  const added = (await peakOf(true)) - (await peakOf(false));
  assert.ok(added > 10 && added < 45, `${added} MB`);
});

/** A language, texts of one file, one after the other, and one in another language. */
const EDITED = [
  [
    "typescript",
    "class A {\n m() {}\n}\nfunction f() {}\n",
    "class A {\n m() {}\n n() {}\n}\nfunction f() {}\n",
    "javascript",
  ],
  ["python", "class A:\n def f(self): pass\n", "class A:\n def f(self): (\n", "ruby"],
  ["java", "class Ä { void f() {} }\n", "class Äö { void f() {} }\n", "csharp"],
  ["csharp", "class A { void F() {} }\n", "class A { void G() { } }\n", "java"],
];

test("an edited text of a file has the facts of a new text, also after one in another language", () => {
  for (const [language, before, after, other] of EDITED) {
    const texts = [before, after, after, after, before, before];
    const questions = [
      [language, before, 7],
      [language, after, 7],
      [language, after],
      [other, after, 7],
      [language, before, 7],
      [language, before],
    ];
    const { status, stdout, stderr } = ask(...questions);
    assert.equal(status, 0, String(stderr));
    const answers = readAnswers(stdout, texts);
    assert.deepEqual(answers[1], answers[2], language);
    assert.deepEqual(answers[4], answers[5], language);
    assert.equal(answers[3].language, other);
  }
});

/** A language, a text, and what it declares. */
const DECLARED = [
  [
    "elixir",
    "defmodule A do\n @type sum :: integer\n @callback run(a) :: a when a: term\n def left + right do\n  left\n end\n def left and right when is_a(left), do: 1\n def f(x) when x, do: 1\nend\n",
    ["Module A", "TypeAlias sum", "Function run", "Function +", "Function and", "Function f"],
  ],
  [
    "zig",
    "const A = enum { a, pub const B = 1; };\nfn L(comptime T: type) type { const local = 1; return struct { const Item = T; }; }\n",
    ["Enum A", "EnumMember a", "Constant B", "Function L", "Constant Item"],
  ],
  ["ruby", "class A\n alias :b :c\nend\n", ["Class A", "Method b"]],
  [
    "swift",
    "struct A {\n static func == (l: A, r: A) -> Bool { true }\n}\nclass N<T>: @unchecked Sendable {\n var v: T\n}\n",
    ["Struct A", "Method ==", "Class N", "Property v"],
  ],
  ["cpp", "typedef Iterator* (*Make)(int);\n", ["Typedef Make"]],
];

test("declarations that are easily missed have their own names and kinds", () => {
  const { stdout } = ask(...DECLARED.map(([language, text]) => [language, text]));
  const answers = readAnswers(
    stdout,
    DECLARED.map(([, text]) => text),
  );
  for (const [i, [language, , wanted]] of DECLARED.entries())
    assert.deepEqual(
      answers[i].facts.map(({ kind, name }) => `${kind} ${name}`),
      wanted,
      language,
    );
});
