/** The tool bash through Node: what runs, what is answered, and that nothing is left behind. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";

import { addon, Engine, makeEditor, root, until } from "./fake-editor.mjs";

const PROGRAMS = [path.join(root, "build/Release"), ""];

/** An editor whose settings let commands run; `seen` has what its terminals were sent. */
function makeRunner(t, files = { "a.txt": "one\n" }) {
  const editor = makeEditor(t, files, { programs: PROGRAMS });
  editor.policies.run = "always";
  const seen = [];
  for (const op of ["commandStarted", "commandOutput", "commandEnded"])
    editor.ops[op] = async (...args) => {
      seen.push([op, ...args]);
      return { data: null };
    };
  const bash = async (args, options) => {
    const answer = await editor.engine.call("bash", args, { isStructured: true, ...options });
    return { ...answer, facts: answer.factsJson && JSON.parse(answer.factsJson) };
  };
  return { editor, seen, bash, folder: editor.folders[0] };
}

/** Processes whose command line has the word, beside those that have ended. */
function processesWith(word) {
  return fs
    .readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((id) => {
      try {
        return fs.readFileSync(`/proc/${id}/cmdline`, "utf8").includes(word);
      } catch {
        return false;
      }
    });
}

test("a command's output, exit code and changed files are answered", async (t) => {
  const { bash, folder, seen } = makeRunner(t);
  const answer = await bash({ command: "cat a.txt; echo bad >&2; echo two > new.txt; rm a.txt; exit 3" });
  assert.equal(answer.code, "found");
  assert.match(answer.text, /^Exit code 3 after 0\.\d s\.\nChanged files: /);
  assert.match(answer.text, /\nstdout \(1 line\):\none\n\nstderr \(1 line\):\nbad$/);
  const { exitCode, stdout, stderr, changed_files: changed } = answer.facts;
  assert.deepEqual([exitCode, stdout, stderr], [3, "one\n", "bad\n"]);
  assert.deepEqual(changed.sort(), ["a.txt (deleted)", "new.txt (new)"]);
  assert.ok(fs.existsSync(path.join(folder, "new.txt")));
  await until(() => seen.some(([op]) => op === "commandEnded"));
  assert.deepEqual(seen[0], [
    "commandStarted",
    "c1",
    "cat a.txt; echo bad >&2; echo two > new.txt; rm a.txt; exit 3",
    folder,
    false,
  ]);
  assert.deepEqual(seen.at(-1), ["commandEnded", "c1", "exit code 3"]);
});

test("ends are told apart: not found, a signal, the time", async (t) => {
  const { bash } = makeRunner(t);
  assert.equal((await bash({ command: "no-such-program" })).facts.exitCode, 127);
  const killed = await bash({ command: "kill -SEGV $$" });
  assert.match(killed.text, /^Exit code 139: ended by signal 11 \(Segmentation fault\) after /);
  const late = await bash({ command: "echo begun; sleep 60", timeout: 300 });
  assert.match(late.text, /^Exit code 124: timed out, ended after /);
  assert.deepEqual([late.facts.exitCode, late.facts.stdout, late.facts.state], [124, "begun\n", "timed_out"]);
});

test("bad arguments are errors that say what to do, and nothing runs", async (t) => {
  const { bash, seen } = makeRunner(t);
  const cases = [
    [{ command: "  " }, /^command is missing/],
    [{}, /^command is missing/],
    [{ command: "true", cwd: "missing" }, /^cwd: 'missing' does not exist in the workspace/],
    [{ command: "true", cwd: "a.txt" }, /^cwd must be a folder; 'a\.txt' is a file/],
    [{ command: "true", cwd: "/etc" }, /^cwd: '\/etc' is outside the workspace folders/],
    [{ command: `echo ${"x".repeat(1 << 20)}` }, /may have 1 MB/],
    [{ command: "echo a\0b" }, /NUL/],
    [{ id: "c1" }, /^id names a command that was started before: add operation="output"/],
    [{ command: "true", search: "x" }, /^search is for operation="output"/],
    [{ command: "true", background: true, timeout: 5 }, /^timeout is not for background=true/],
    [{ operation: "output" }, /^id is missing/],
    [{ operation: "output", id: "c9" }, /^There is no command c9/],
    [{ operation: "stop", id: "9; rm" }, /^id must be one from an answer/],
  ];
  for (const [args, message] of cases) {
    const answer = await bash(args);
    assert.ok(answer.isError, answer.text);
    assert.match(answer.text, message);
  }
  assert.deepEqual(seen, []);
});

test("nothing is left of a command: not what ignores TERM, nor what left its group", async (t) => {
  const { bash } = makeRunner(t);
  const mark = `sextant-left-${process.pid}`;
  const commands = [
    `sh -c 'trap "" TERM; while :; do sleep 0.1; done # ${mark}' & echo`,
    `setsid sh -c 'while :; do sleep 0.1; done # ${mark}' & echo`,
    `(setsid setsid sh -c 'exec >/dev/null 2>&1; while :; do sleep 0.1; done # ${mark}' &) ; echo`,
    `exec >&- 2>&-; sh -c 'while :; do sleep 0.1; done # ${mark}'`,
  ];
  for (const command of commands) {
    const answer = await bash({ command, timeout: 500 });
    assert.equal(answer.code, "found", answer.text);
    assert.deepEqual(processesWith(`done # ${mark}`), [], command);
  }
  const answer = await bash({ command: commands[1] });
  assert.match(answer.text, /\n[12] process(es)? that the command left running (was|were) ended with it\./);
});

test("a cancelled call is answered at once, and its command ends", async (t) => {
  const { bash } = makeRunner(t);
  const mark = `sextant-cancelled-${process.pid}`;
  const control = new AbortController();
  const call = bash({ command: `sh -c 'sleep 60 # ${mark}'; true` }, { signal: control.signal });
  await until(() => processesWith(mark).length > 0);
  const start = Date.now();
  control.abort();
  assert.equal((await call).code, "cancelled");
  assert.ok(Date.now() - start < 1000);
  await until(() => processesWith(mark).length === 0);
});

test("64 commands at once, half of them cancelled, leave no process", async (t) => {
  const { bash } = makeRunner(t);
  const mark = `sextant-many-${process.pid}`;
  const controls = Array.from({ length: 64 }, () => new AbortController());
  const calls = controls.map(({ signal }, i) =>
    bash({ command: `sh -c 'sleep ${i % 2 ? 2 : 60} # ${mark}'; echo ${i}` }, { signal }),
  );
  await until(() => processesWith(mark).length >= 64, 20_000);
  controls.forEach((control, i) => i % 2 || control.abort());
  const answers = await Promise.all(calls);
  answers.forEach((answer, i) => {
    if (i % 2) assert.equal(answer.facts.stdout, `${i}\n`);
    else assert.equal(answer.code, "cancelled");
  });
  await until(() => processesWith(mark).length === 0, 3000);
});

test("the end of the window ends its commands", async (t) => {
  const { editor, bash } = makeRunner(t);
  const mark = `sextant-window-${process.pid}`;
  await bash({ command: `sh -c 'trap "" TERM; sleep 60; sleep 60 # ${mark}'; true`, background: true });
  assert.ok(processesWith(mark).length > 0);
  const start = performance.now();
  editor.engine.dispose();
  assert.ok(performance.now() - start < 1000);
  await until(() => processesWith(mark).length === 0);
});

test("a command outlives neither a killed editor", async () => {
  const mark = `sextant-killed-${process.pid}`;
  const program = path.join(root, "build/Release/sextant-run");
  // As the engine starts it, by a process that is killed: its end of the pipe is closed then.
  const script = `
    const { spawn } = require("node:child_process");
    spawn(${JSON.stringify(program)}, ["/", "sh", "-c", "setsid sh -c 'sleep 60 # ${mark}'; true"], { stdio: ["pipe", "ignore", "ignore"] });
    setTimeout(() => process.kill(process.pid, "SIGKILL"), 300);`;
  assert.throws(() => execFileSync(process.execPath, ["-e", script], { stdio: "ignore" }));
  await until(() => processesWith(`sleep 60 # ${mark}`).length === 0);
});

test("a command inherits no descriptor, has nothing to read, and not the editor's own variables", async (t) => {
  process.env.VSCODE_TEST_OF_COMMANDS = "1";
  const { bash } = makeRunner(t);
  delete process.env.VSCODE_TEST_OF_COMMANDS;
  const { facts } = await bash({
    command: "ls /proc/self/fd | wc -l; cat | wc -c; env | grep -c VSCODE_ ; echo $TERM $PAGER",
  });
  // ls has one of its own.
  assert.equal(facts.stdout, "4\n0\n0\ndumb cat\n");
});

test("long output is cut in the middle, read on without loss, and searched", async (t) => {
  const { bash } = makeRunner(t);
  const first = await bash({ command: "seq 1 50000", max_tokens: 300 });
  assert.ok(first.isTruncated && first.tokens <= 300, `${first.tokens} tokens`);
  assert.match(first.text, /\nstdout \(50000 lines\):\n1\n2\n/);
  assert.match(first.text, /\n49999\n50000$/);
  const head = Number(/(\d+)\n\[\d+ lines left out/.exec(first.text)[1]);
  let cursor = /cursor="([^"]+)"/.exec(first.text)[1];
  const lines = [];
  for (let i = 0; i < 5; i++) {
    const next = await bash({ operation: "output", id: "c1", stream: "stdout", cursor, max_tokens: 4000 });
    const page = next.facts.lines.trimEnd().split("\n").map(Number);
    lines.push(...page);
    assert.equal(next.facts.first_line, page[0]);
    cursor = next.facts.cursor;
  }
  assert.deepEqual(
    lines,
    lines.map((_, i) => head + 1 + i),
  );
  const found = await bash({ operation: "output", id: "c1", search: "^4?9999$" });
  assert.equal(found.facts.lines, "9999: 9999\n49999: 49999\n");
  assert.match(found.text, /\[2 lines match\]/);
  const wrong = await bash({ operation: "output", id: "c1", search: "x", cursor });
  assert.equal(wrong.code, "conflict");
});

test("an answer keeps to its budget, however long the lines of both streams are", async (t) => {
  const { bash } = makeRunner(t);
  const command = "for i in $(seq 1 300); do printf '%0600d\\n' $i; printf '%0600d\\n' $i >&2; done";
  for (const max_tokens of [300, 1000, 4000]) {
    const { tokens } = await bash({ command, max_tokens });
    assert.ok(tokens <= max_tokens, `${tokens} of ${max_tokens} tokens`);
  }
});

test("a long line is whole where it fits, and else marked as cut", async (t) => {
  const { bash } = makeRunner(t);
  const command = `node -p 'JSON.stringify(Array.from({ length: 400 }, (_, i) => i))'`;
  const whole = await bash({ command });
  assert.deepEqual([JSON.parse(whole.facts.stdout).length, whole.isTruncated], [400, false]);
  const cut = await bash({ command: `seq 3000; ${command}` });
  assert.match(
    cut.text,
    /… \(\d+ more bytes\)\n\[long lines are cut; whole: operation="output", id="c2", stream="stdout"\]/,
  );
});

test("pages of any output joined are the output, also where lines are long", async (t) => {
  const { bash, folder } = makeRunner(t);
  const word = (n) => "x".repeat(n);
  const texts = [
    `${word(70_000)}\nshort\n`,
    `a\n${word(300_000)}`,
    `${JSON.stringify(Array.from({ length: 9000 }, (_, i) => i))}\n`.repeat(3),
    Array.from({ length: 3000 }, (_, i) => `${i} äöü€😀 ${word((i * 37) % 900)}`).join("\n"),
    "\n\n\nlast",
  ];
  for (const [i, text] of texts.entries()) {
    fs.writeFileSync(path.join(folder, "long.txt"), text);
    const { facts } = await bash({ command: "cat long.txt", max_tokens: 200 });
    let joined = "";
    let cursor;
    do {
      const page = await bash({ operation: "output", id: facts.id, stream: "stdout", cursor, max_tokens: 20_000 });
      assert.ok(!page.isError, page.text);
      joined += page.facts.lines;
      cursor = page.facts.cursor;
    } while (cursor);
    assert.equal(joined.replace(/\n$/, ""), text.replace(/\n$/, ""), `text ${i}`);
  }
});

test("a command in the background is listed, read on and stopped", async (t) => {
  const { bash, editor } = makeRunner(t);
  editor.ops.languages = async () => ({ data: [] });
  const begun = await bash({
    command: "echo ready; trap 'echo bye; exit 0' TERM; while :; do sleep 0.05; done",
    background: true,
  });
  assert.match(begun.text, /^Running for 0\.\d s\.\nIt keeps running in the background as c1/);
  assert.equal(begun.facts.state, "running");
  assert.match((await bash({ operation: "status" })).text, /^c1 {2}running for /);
  assert.match((await editor.run("manage_workspace", {})).text, /\nCommands in the background:\n\nc1 {2}running/);
  const nothing = await bash({ operation: "output", id: "c1", cursor: begun.facts.cursor });
  assert.match(nothing.text, /There is nothing more yet\./);
  const stopped = await bash({ operation: "stop", id: "c1" });
  assert.match(stopped.text, /^Stopped after /);
  const rest = await bash({ operation: "output", id: "c1", cursor: begun.facts.cursor });
  assert.deepEqual([rest.facts.lines, rest.facts.first_line], ["bye\n", 2]);
});

test("a person ends a command where they see it", async (t) => {
  const { bash, editor, seen } = makeRunner(t);
  const call = bash({ command: "sleep 60" });
  await until(() => seen.length > 0);
  assert.ok((await editor.engine.call("end_command", { id: "c1" })).isError, "agents do not have it");
  await editor.engine.call("end_command", { id: "c1" }, { isPerson: true });
  assert.match((await call).text, /^Stopped after /);
});

test("unsaved files are named, since the command read the old text", async (t) => {
  const { bash, editor, folder } = makeRunner(t);
  editor.dirty.set(path.join(folder, "a.txt"), "unsaved\n");
  const answer = await bash({ command: "cat a.txt" });
  assert.match(answer.text, /\n1 file has unsaved changes, which the command did not see: a\.txt\.\n/);
  assert.equal(answer.facts.stdout, "one\n");
});

test("a policy of never, and a folder that is not trusted, run nothing", async (t) => {
  const { bash, editor, folder } = makeRunner(t);
  for (const policy of ["never", "untrusted"]) {
    editor.policies.run = policy;
    const answer = await bash({ command: "touch ran" });
    assert.equal(answer.code, "not_allowed", answer.text);
  }
  assert.ok(!fs.existsSync(path.join(folder, "ran")));
});

test("without the folder of its programs an engine says that it runs nothing", async (t) => {
  const editor = makeEditor(t, { "a.txt": "" });
  editor.policies.run = "always";
  const answer = await editor.engine.call("bash", { command: "true" });
  assert.match(answer.text, /^Commands cannot be run on this system/);
});

test("what a program prints without an end of line, in pieces, and in broken UTF-8 arrives", async (t) => {
  const { bash, seen } = makeRunner(t);
  const { facts } = await bash({ command: String.raw`printf 'ab\342\202'; sleep 0.3; printf '\254 \377 end'` });
  assert.equal(facts.stdout.trimEnd(), "ab€ \ufffd end");
  await until(() => seen.some(([op]) => op === "commandEnded"));
  const shown = seen.filter(([op]) => op === "commandOutput").map(([, , text]) => text);
  assert.equal(shown.join(""), "ab€ \ufffd end");
  assert.equal(shown[0], "ab");
});

test("all engines of a process can run commands", async (t) => {
  const { bash } = makeRunner(t);
  const other = makeRunner(t);
  const answers = await Promise.all([bash({ command: "echo 1" }), other.bash({ command: "echo 2" })]);
  assert.deepEqual(
    answers.map(({ facts }) => facts.stdout),
    ["1\n", "2\n"],
  );
  assert.ok(addon && Engine);
});
