/** run_tests through Node, on projects of node:test: what it answers whatever the runner is. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";

import { makeRunner } from "../runners/kit.mjs";

const PACKAGE = JSON.stringify({ scripts: { test: "node --test" } });
const project = (test) => ({ "package.json": PACKAGE, "a.test.js": `const { test } = require("node:test");\n${test}` });
const namesOf = ({ facts }) => facts.failures.map(({ testName }) => testName);

test("tests that pass, with counts and no failures", async (t) => {
  const { run } = makeRunner(t, project('test("one", () => {});\ntest.skip("two", () => {});\n'));
  const answer = await run({});
  assert.equal(answer.code, "found");
  assert.match(answer.text, /^1 test passed \(node:test, \d+\.\d s\), 1 skipped\.\nRan: node --test$/m);
  const { seconds, ...summary } = answer.facts.summary;
  assert.deepEqual(summary, {
    outcome: "passed",
    total: 2,
    passed: 1,
    failed: 0,
    skipped: 1,
    broken: 0,
    runner: "node:test",
  });
  assert.ok(seconds >= 0 && seconds < 60);
  assert.deepEqual([answer.facts.failures, answer.facts.rerun, answer.facts.truncated], [[], [], false]);
});

test("a failure with its place, what was compared, the symbol, and the call that runs it again", async (t) => {
  const files = project('test("adds", () => require("./lib").add(1));\ntest("fits", () => {});\n');
  files["lib.js"] = 'exports.add = add;\nfunction add(n) {\n  throw new TypeError("no " + n);\n}\n';
  const { run } = makeRunner(t, files);
  const { facts, text } = await run({});
  assert.match(text, /^1 of 2 tests failed/);
  const [failure] = facts.failures;
  assert.deepEqual(
    [failure.testName, failure.message, failure.filePath, failure.lineNumber, failure.symbol],
    ["adds", "no 1", "a.test.js", 2, "add"],
  );
  assert.match(failure.stack, /^at (Object\.)?add \(lib\.js:3\)/);
  assert.deepEqual(facts.rerun, [{ testFiles: ["a.test.js"], testNames: ["adds"], runner: "node" }]);
  const again = await run(facts.rerun[0]);
  assert.deepEqual([again.facts.summary.total, namesOf(again)], [1, ["adds"]]);
});

test("of 500 failures no name is lost, and those that failed alike have one message", async (t) => {
  const many = `for (let i = 0; i < 500; i++) test("case " + i, () => { throw new Error("kind " + (i % 3)); });\n`;
  const { run } = makeRunner(t, project(many));
  const names = [];
  let cursor;
  let pages = 0;
  do {
    const answer = await run({ cursor, max_tokens: 2000 });
    if (!pages) assert.match(answer.text, /^500 of 500 tests failed/);
    if (!pages) assert.match(answer.text, /\n {2}kind 0\n/);
    assert.ok(answer.text.length < 12_000, `${answer.text.length} characters`);
    names.push(...namesOf(answer));
    cursor = answer.facts.cursor;
    pages++;
  } while (cursor && pages < 50);
  assert.ok(pages > 1);
  assert.deepEqual(new Set(names), new Set(Array.from({ length: 500 }, (_, i) => `case ${i}`)));
  assert.equal(names.length, 500);
});

test("a cursor that is not kept, and one that is none", async (t) => {
  const { run } = makeRunner(t, project(""));
  assert.match((await run({ cursor: "3.0badcafe" })).text, /^The result that this cursor continues is not kept/);
  assert.equal((await run({ cursor: "next" })).code, "conflict");
});

test("a suite that does not end is stopped, and is not taken for one that passed", async (t) => {
  const { run } = makeRunner(
    t,
    project('test("quick", () => {});\ntest("slow", () => new Promise((done) => setTimeout(done, 60_000)));\n'),
  );
  const answer = await run({ timeout: 3000 });
  assert.equal(answer.code, "unknown");
  assert.match(answer.text, /^node:test was stopped after the timeout\. /);
  assert.equal(answer.facts.summary.outcome, "timed_out");
});

test("a file that crashes, and one that does not parse, could not run", async (t) => {
  const files = project("process.kill(process.pid, 'SIGKILL');\n");
  files["b.test.js"] = "this is not code\n";
  const { run } = makeRunner(t, files);
  const answer = await run({});
  assert.match(answer.text, /^2 files could not run, 0 tests passed/);
  assert.match(answer.text, /^b\.test\.js: could not run$/m);
  assert.match(answer.text, /SyntaxError/);
  assert.equal(answer.facts.summary.outcome, "failed");
  assert.deepEqual(answer.facts.rerun, [{ testFiles: ["a.test.js", "b.test.js"], runner: "node" }]);
});

test("a file without tests is not a test that passed", async (t) => {
  const files = project('test("one", () => {});\n');
  files["src/calc.js"] = "exports.add = (a, b) => a + b;\n";
  files["test/helper.js"] = "exports.help = 1;\n";
  const { run } = makeRunner(t, files);
  const none = await run({ testFiles: ["src/calc.js"] });
  assert.deepEqual([none.code, none.facts.summary.outcome, none.facts.summary.passed], ["none", "no_tests", 0]);
  assert.match(none.text, /^No tests were found \(node:test\)\.\n/);
  assert.match(none.text, /^Ran without reporting a test: src\/calc\.js\.$/m);
  const all = await run({});
  assert.match(all.text, /^1 test passed /);
  assert.match(all.text, /^Ran without reporting a test: test\/helper\.js\.$/m);
  const named = await run({ testNames: ["gone"] });
  assert.deepEqual([named.code, named.facts.summary.outcome], ["none", "no_tests"]);
});

test("a test that has the name of a file is a test", async (t) => {
  const files = project('for (const name of ["lib/x.js", "lib/x_test.js"]) test(name, () => {});\n');
  files["lib/x.js"] = "";
  const { run } = makeRunner(t, files);
  assert.match((await run({ testFiles: ["a.test.js"] })).text, /^2 tests passed/);
});

test("a file that was stopped by the timeout has no result", async (t) => {
  const files = project('test("one", () => {});\n');
  files["b.test.js"] = "setTimeout(() => {}, 60_000);\n";
  const { run } = makeRunner(t, files);
  const answer = await run({ timeout: 3000 });
  assert.match(answer.text, /^node:test was stopped after the timeout\./);
  assert.doesNotMatch(answer.text, /could not run|Rerun/);
  const { outcome, failed, broken } = answer.facts.summary;
  assert.deepEqual([answer.code, outcome, failed, broken], ["unknown", "timed_out", 0, 0]);
  assert.deepEqual([answer.facts.failures, answer.facts.rerun], [[], []]);
});

const MIXED =
  'test("good", () => {});\ntest.skip("later", () => {});\n' +
  'test("bad", () => require("node:assert").equal(1, 2));\n';

test("what failed and what could not run are counted and run again each for itself", async (t) => {
  const { run } = makeRunner(t, { ...project(MIXED), "b.test.js": "this is not code\n" });
  const { code, facts, text } = await run({});
  assert.match(text, /^1 of 2 tests failed, and 1 file could not run \(node:test, .*\), 1 skipped\./);
  const { total, passed, failed, skipped, broken } = facts.summary;
  assert.deepEqual([total, passed, failed, skipped, broken], [3, 1, 1, 1, 1]);
  assert.equal(code, "unknown", "the tests of b.test.js have no result");
  assert.deepEqual(facts.rerun, [
    { testFiles: ["a.test.js"], testNames: ["bad"], runner: "node" },
    { testFiles: ["b.test.js"], runner: "node" },
  ]);
  assert.match(text, /^Rerun: run_tests\(testFiles=\["b\.test\.js"\], runner="node"\)$/m);
});

test("the call that runs 30 failures again names all of them, and where there is little room their files", async (t) => {
  const code = 'for (let i = 0; i < 40; i++) test("case " + i, () => { if (i < 30) throw new Error("no"); });\n';
  const { run } = makeRunner(t, project(code));
  const { facts } = await run({});
  assert.equal(facts.rerun[0].testNames.length, 30);
  const again = await run(facts.rerun[0]);
  assert.deepEqual([again.facts.summary.total, again.facts.summary.failed], [30, 30]);
  const small = await run({ max_tokens: 300 });
  assert.deepEqual(small.facts.rerun, [{ testFiles: ["a.test.js"], runner: "node" }]);
  assert.match(small.text, /^Rerun, with others: run_tests\(testFiles=\["a\.test\.js"\], runner="node"\)$/m);
});

test("in a small answer the reasons are in a line each, and one that does not fit is not missed in silence", async (t) => {
  const long = "reason ".repeat(60);
  const code =
    `test("a", () => { const e = new Error("Expected values:"); e.code = "ERR_ASSERTION"; e.expected = 5; e.actual = 4; throw e; });\n` +
    `test("b", () => { throw new Error("${long}"); });\n` +
    Array.from({ length: 6 }, (_, i) => `test("c${i}", () => { throw new Error("short ${i}"); });\n`).join("");
  const { run } = makeRunner(t, project(code));
  const small = await run({ max_tokens: 270 });
  assert.match(small.text, /^ {2}expected 5, received 4$/m);
  assert.match(small.text, /^ {2}short 0$/m);
  const { message } = small.facts.failures.find(({ testName }) => testName === "a");
  assert.equal(message, "expected 5, received 4");
  const least = await run({ max_tokens: 220 });
  const left = least.facts.failures.filter(({ message: text }) => !text).length;
  assert.ok(left > 0, least.text);
  assert.equal(least.facts.truncated, true);
  assert.match(least.text, new RegExp(`^\\[${left} reasons? left out: give a larger max_tokens\\]$`, "m"));
});

test("tests that are all skipped did not pass", async (t) => {
  const { run } = makeRunner(t, project('test.skip("one", () => {});\ntest.todo("two");\n'));
  const { code, facts, text } = await run({});
  assert.deepEqual([code, facts.summary.outcome, facts.summary.skipped], ["none", "no_tests", 2]);
  assert.match(text, /^No test ran: 2 are skipped \(node:test\)\.$/m);
  const named = await run({ testNames: ["one"] });
  assert.match(named.text, /^No test was run: those with these names are skipped \(node:test\)\.$/m);
});

test("a runner that ends without a report and without tests crashed, also where names were given", async (t) => {
  const { run, folder } = makeRunner(t, { "package.json": JSON.stringify({ devDependencies: { jest: "29" } }) });
  const program = path.join(folder, "node_modules/.bin/jest");
  fs.mkdirSync(path.dirname(program), { recursive: true });
  for (const [script, line] of [
    ["exit 0", /^Jest did not finish: .* It ended with exit code 0 and without a report\./],
    ["echo 'Module ts-jest was not found' >&2; exit 1", /^ {2}Module ts-jest was not found$/m],
  ]) {
    fs.writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    for (const args of [{}, { testNames: ["one"] }]) {
      const { code, facts, text } = await run(args);
      assert.deepEqual([code, facts.summary.outcome], ["unknown", "crashed"], text);
      assert.match(text, line);
    }
  }
});

test("a difference in a small answer begins with what differs", async (t) => {
  const head = "expect(received).toEqual(expected) // deep equality\\n\\n- Expected  - 1\\n+ Received  + 1\\n\\n";
  const one = (i) => `test("t${i}", () => { throw new Error("${head}- left ${i}\\n+ right"); });\n`;
  const { run } = makeRunner(t, project([0, 1, 2, 3, 4, 5].map(one).join("")));
  const { facts } = await run({ max_tokens: 260 });
  assert.equal(facts.failures[1].message, "expected left 1, received right");
});

test("the end of an output is shown as a terminal shows it", async (t) => {
  const { run, folder } = makeRunner(t, { "package.json": JSON.stringify({ devDependencies: { jest: "29" } }) });
  const program = path.join(folder, "node_modules/.bin/jest");
  fs.mkdirSync(path.dirname(program), { recursive: true });
  fs.writeFileSync(program, "#!/bin/sh\nprintf '\\033[31mred\\033[0m\\n'\nexit 1\n", { mode: 0o755 });
  assert.match((await run({})).text, /^ {2}red$/m);
});

test("no tests, no runner, a runner that is not installed: each is answered as that", async (t) => {
  const empty = makeRunner(t, { "package.json": PACKAGE });
  const none = await empty.run({});
  assert.deepEqual([none.code, none.facts.summary.outcome], ["none", "no_tests"]);
  assert.match(none.text, /^No tests were found \(node:test\)\./);
  const plain = await makeRunner(t, { "a.txt": "" }).run({});
  assert.deepEqual([plain.code, plain.facts.failures], ["none", []]);
  assert.match(plain.text, /^No tests were run: no test runner is configured here\./);
  const jest = { "package.json": JSON.stringify({ devDependencies: { jest: "29" } }), "yarn.lock": "" };
  const missing = await makeRunner(t, jest).run({});
  assert.deepEqual([missing.code, missing.facts.summary.outcome], ["unknown", "not_installed"]);
  assert.match(missing.text, /Jest is configured and not installed\. Run 'yarn install' in .* first\./);
});

test("bad arguments", async (t) => {
  const { run } = makeRunner(t, { ...project(""), "a.zig": "" });
  const cases = [
    [{ testFiles: ["gone.js"] }, "not_found", /^testFiles: 'gone\.js' does not exist/],
    [{ testFiles: ["a.zig"] }, "invalid_argument", /^No test runner is configured for 'a\.zig'/],
    [{ runner: "zest" }, "invalid_argument", /^runner 'zest' is not known\. There are: vitest, jest/],
    [{ testNames: [" "] }, "invalid_argument", /^A name in testNames is empty/],
    [{ folder: "a.zig" }, "invalid_argument", /^folder 'a\.zig' is not a folder/],
    [{ folder: "/etc" }, "outside_workspace", /outside/],
    [{ timeout: 5 }, "invalid_argument", /timeout/],
  ];
  for (const [args, code, message] of cases) {
    const answer = await run(args);
    assert.equal(answer.code, code, JSON.stringify([args, answer.text]));
    assert.match(answer.text, message);
  }
});

test("nothing runs unless the settings and the person allow it", async (t) => {
  const { editor, run, folder } = makeRunner(t, project('require("node:fs").writeFileSync("ran", "");\n'));
  editor.policies.run = "never";
  assert.equal((await run({})).code, "not_allowed");
  editor.policies.run = "ask";
  editor.on.approve = () => ({ data: { allowed: false, why: "" } });
  assert.equal((await run({})).code, "not_allowed");
  assert.match(JSON.stringify(editor.asked.find(([op]) => op === "approve")), /node --test/);
  assert.ok(!fs.existsSync(path.join(folder, "ran")));
});

test("projects of a monorepo run one after the other, and a file chooses its own", async (t) => {
  const files = { "package.json": "{}", "a b/package.json": PACKAGE, "ü/package.json": PACKAGE };
  files["a b/x.test.js"] = 'require("node:test").test("passes", () => {});\n';
  files["ü/y.test.js"] = 'require("node:test").test("fails", () => { throw new Error("no"); });\n';
  const { run } = makeRunner(t, files);
  const all = await run({});
  assert.match(all.text, /^1 of 2 tests failed \(node:test/);
  assert.match(all.text, /\nRan: node --test \(in a b\)\n/);
  assert.deepEqual(all.facts.rerun, [{ testFiles: ["ü/y.test.js"], testNames: ["fails"], runner: "node" }]);
  const one = await run({ testFiles: ["a b/x.test.js"] });
  assert.match(one.text, /^1 test passed/);
  const folder = await run({ folder: "ü" });
  assert.deepEqual([folder.facts.summary.total, namesOf(folder)], [1, ["fails"]]);
});

test("text that is not saved was not tested, and the answer names its file", async (t) => {
  const { editor, run, folder } = makeRunner(t, project('test("one", () => {});\n'));
  editor.dirty.set(path.join(folder, "a.test.js"), "broken(");
  assert.match((await run({})).text, /^Not saved, so tested as on the disk: a\.test\.js\.$/m);
});
