/**
 * The engine's patches, taken by git and by GNU patch, and theirs by the engine: thousands of
 * generated pairs and real files, each set as one patch.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { before, test } from "node:test";

import { buildProgram, listFiles, makeRandom, realPairs } from "../bench/diff-pairs.mjs";

const PAIRS = 2_000;
const ADDED_WHOLE = "new";

let program;
before(() => {
  const flags = ["-O1", "-g", "-DSX_DEBUG", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
  program = buildProgram("diff-program-sanitized", flags);
});

function folder(t) {
  const made = fs.mkdtempSync(path.join(os.tmpdir(), "sextant-diff-"));
  t.after(() => fs.rmSync(made, { recursive: true, force: true }));
  return made;
}

function run(command, args, { cwd, input } = {}) {
  // No repository around the folder, and no settings of whoever runs the tests.
  const env = {
    ...process.env,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CEILING_DIRECTORIES: os.tmpdir(),
    LC_ALL: "C.UTF-8",
  };
  const done = spawnSync(command, args, { cwd, input, env, maxBuffer: 2 ** 30 });
  if (done.error) throw done.error;
  return done;
}

function succeed(command, args, options) {
  const { status, stdout, stderr } = run(command, args, options);
  assert.equal(
    status,
    0,
    `${command} ${args.join(" ")}: ${stderr.toString().slice(0, 2_000)}${stdout.toString("latin1", 0, 2_000)}`,
  );
  return stdout;
}

// ---- generated texts ---------------------------------------------------------------------------------

const SHAPES = [
  "",
  "}",
  "  return x%;",
  "\tif (a%) {",
  "int f%() {",
  "--- a%",
  "+++ b%",
  "@@ -% +1 @@",
  "\\ %",
  "-- ",
  "é%",
  "x%\r",
  '"%',
  "\ufeff%",
  "a b  ",
  "diff --git a/% b/%",
  "-%",
  "+%",
  "# %\u2028",
  "a\rb%",
];

function makeLines(random, most, kinds) {
  const count = random(most + 1);
  return Array.from({ length: count }, () => {
    const kind = random(kinds);
    return `${SHAPES[kind % SHAPES.length].replaceAll("%", String(kind))}\n`;
  });
}

function edit(random, lines, count, kinds) {
  const result = [...lines];
  for (let i = 0; i < count; i++) result.splice(random(result.length + 1), random(4), ...makeLines(random, 3, kinds));
  return result;
}

/** The text, in one of four cases without its last line end. */
function toText(random, lines) {
  const text = lines.join("");
  return random(4) === 0 ? text.slice(0, -1) : text;
}

const NAMES = ["x.c", "with blank.c", "é.c", 'quote".c', "back\\slash.c", "tab\t.c", "it's.c", "b b/c.c", "--.c"];

/** Pairs: null stands for a file that does not exist; `to` is another name where it is renamed. */
function* generate(seed, count) {
  const random = makeRandom(seed);
  for (let i = 0; i < count; i++) {
    const kinds = 2 + random(60);
    const lines = makeLines(random, 40, kinds);
    const name = `${String(i).padStart(4, "0")}/${NAMES[random(NAMES.length)]}`;
    const pair = {
      name,
      to: name,
      before: toText(random, lines),
      after: toText(random, edit(random, lines, 1 + random(6), kinds)),
      letters: ["", "f", "p", "m", "s", "f1", "7"][random(7)],
    };
    const kind = random(12);
    if (kind === 0) pair.before = null;
    if (kind === 1) pair.after = null;
    if (kind === 2) pair.to = `${path.dirname(name)}/${ADDED_WHOLE} ${random(9)}.c`;
    if (pair.before === pair.after) pair.after += "more\n";
    yield pair;
  }
}

// ---- trees --------------------------------------------------------------------------------------------

function write(root, name, text) {
  const file = path.join(root, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
}

/** Writes both trees; the list for the program. */
function writeTrees(pairs, older, newer) {
  const rows = pairs.map(({ name, to, before, after, letters }) => {
    if (before !== null) write(older, name, before);
    if (after !== null) write(newer, to, after);
    const [from, into] = [before !== null, after !== null];
    return [
      from ? path.join(older, name) : "-",
      into ? path.join(newer, to) : "-",
      from ? name : "-",
      into ? to : "-",
      letters,
    ];
  });
  return rows.map((row) => `${row.join("\x1f")}\n`).join("");
}

function readTree(root) {
  return new Map([...listFiles(root)].map((name) => [name, fs.readFileSync(path.join(root, name), "latin1")]));
}

function assertSameTree(actual, expected, what) {
  const [a, b] = [readTree(actual), readTree(expected)];
  assert.deepEqual([...a.keys()], [...b.keys()], `${what}: other files`);
  for (const [name, text] of b) assert.equal(JSON.stringify(a.get(name)), JSON.stringify(text), `${what}: ${name}`);
}

const GIT = ["git", ["-c", "core.quotepath=off", "apply", "--whitespace=nowarn", "-p1", "-"]];
const PATCH = ["patch", ["-p1", "-s", "-f", "-F0", "--no-backup-if-mismatch", "-i", "-"]];

const back = (args) => args.flatMap((arg) => (arg === "-p1" ? ["-p1", "-R"] : [arg]));

/** That git and patch make the newer tree of the older one, and go back. */
function assertTaken(patch, older, newer) {
  for (const [command, args] of [GIT, PATCH]) {
    succeed(command, args, { cwd: older, input: patch });
    assertSameTree(older, newer, command);
    succeed(command, back(args), { cwd: older, input: patch });
  }
}

/** Makes the newer tree of the older one with their patch, and goes back. */
function assertApplied(t, patch, older, newer, what) {
  const made = folder(t);
  for (const [from, to, ...options] of [
    [older, newer],
    [newer, older, "R"],
  ]) {
    for (const name of listFiles(to)) fs.mkdirSync(path.dirname(path.join(made, name)), { recursive: true });
    succeed(program, ["apply", from, made, ...options], { input: patch });
    assertSameTree(made, to, what);
    fs.rmSync(made, { recursive: true });
  }
}

test(`git apply and patch take the patches of ${PAIRS} generated pairs, both ways`, (t) => {
  const root = folder(t);
  const [older, newer] = ["older", "newer"].map((name) => path.join(root, name));
  const list = writeTrees([...generate(1, PAIRS)], older, newer);
  const patch = succeed(program, ["patch"], { input: list });
  t.diagnostic(`a patch of ${patch.length} bytes`);
  assertTaken(patch, older, newer);
  assertApplied(t, patch, older, newer, "ours");
});

test("the engine takes the patches of git and of diff", (t) => {
  const root = folder(t);
  const [older, newer] = ["a", "b"].map((name) => path.join(root, name));
  // Renames would name their files with the folders a and b, which stand for git's own here.
  const pairs = [...generate(2, PAIRS / 4)]
    .map((pair) => ({ ...pair, to: pair.name }))
    // Of an empty file that comes or goes diff says nothing.
    .filter((pair) => pair.before || pair.after);
  writeTrees(pairs, older, newer);
  const theirs = {
    git: ["diff", "--no-index", "--no-prefix", "--no-renames", "--text", "a", "b"],
    diff: ["-ruaN", "a", "b"],
  };
  for (const [command, args] of Object.entries(theirs)) {
    const { status, stdout } = run(command, args, { cwd: root });
    assert.equal(status, 1);
    assertApplied(t, stdout, older, newer, command);
  }
});

test("git apply and patch take the patches of real files, and the engine those of git", async (t) => {
  const root = folder(t);
  const [older, newer] = ["a", "b"].map((name) => path.join(root, name));
  const found = await realPairs().catch((error) => t.skip(`no packages: ${error.message}`));
  if (!found) return;
  const pairs = found.map(({ name, before, after }) => ({
    name,
    to: name,
    before: fs.readFileSync(before),
    after: fs.readFileSync(after),
    letters: "f",
  }));
  const patch = succeed(program, ["patch"], { input: writeTrees(pairs, older, newer) });
  t.diagnostic(`${pairs.length} pairs, a patch of ${patch.length} bytes`);
  assertTaken(patch, older, newer);
  const { stdout } = run("git", ["diff", "--no-index", "--no-prefix", "--no-renames", "--text", "a", "b"], {
    cwd: root,
  });
  assertApplied(t, stdout, older, newer, "git");
});

// ---- hostile inputs -----------------------------------------------------------------------------------

const repeat = (count, line) => Array.from({ length: count }, (_, i) => line(i)).join("");
const random = makeRandom(3);
const shuffled = Array.from({ length: 200_000 }, (_, i) => [random(1 << 28), i])
  .sort((a, b) => a[0] - b[0])
  .map(([, i]) => i);

/** Texts on which a search without bounds would never end; none may take longer or more than its lines deserve. */
const HOSTILE = {
  "a million equal lines, and fewer": [() => "x\n".repeat(1_000_000), () => "x\n".repeat(900_000)],
  "a million lines, none in common": [
    () => repeat(1_000_000, (i) => `a${i}\n`),
    () => repeat(1_000_000, (i) => `b${i}\n`),
  ],
  "alternating, the other way round": [() => "a\nb\n".repeat(500_000), () => "b\na\n".repeat(500_000)],
  "alternating, with another period": [() => "a\nb\n".repeat(500_000), () => "a\na\nb\n".repeat(333_333)],
  "ten kinds of lines at random": [
    () => repeat(300_000, () => `${random(10)}\n`),
    () => repeat(300_000, () => `${random(10)}\n`),
  ],
  "a thousand kinds of lines at random": [
    () => repeat(300_000, () => `${random(1000)}\n`),
    () => repeat(300_000, () => `${random(1000)}\n`),
  ],
  "lines in another order": [() => repeat(200_000, (i) => `${i}\n`), () => repeat(200_000, (i) => `${shuffled[i]}\n`)],
  "lines in the reverse order": [
    () => repeat(200_000, (i) => `${i}\n`),
    () => repeat(200_000, (i) => `${200_000 - i}\n`),
  ],
  "blank lines between": [
    () => repeat(500_000, (i) => (i % 2 ? "\n" : `${i % 777}\n`)),
    () => repeat(500_000, (i) => (i % 2 ? "\n" : `${i % 776}\n`)),
  ],
  "one line of 50 MB": [() => "x".repeat(50 << 20), () => `${"x".repeat(25 << 20)}y${"x".repeat(25 << 20)}`],
};
const HOSTILE_SECONDS = 5;
const HOSTILE_KILOBYTES = 1_500_000;

test("hostile texts end in time, in bounded memory", (t) => {
  const fast = buildProgram();
  const root = folder(t);
  for (const [name, texts] of Object.entries(HOSTILE)) {
    const files = texts.map((text, i) => {
      const file = path.join(root, String(i));
      fs.writeFileSync(file, text());
      return file;
    });
    const out = succeed("sh", ["-c", `ulimit -v ${HOSTILE_KILOBYTES} && exec "$0" "$@"`, fast, "time", ...files, "1"]);
    const [removed, added, isMinimal, ns] = out.toString().split(" ").map(Number);
    t.diagnostic(`${name}: ${(ns / 1e6).toFixed(0)} ms, -${removed} +${added}${isMinimal ? "" : ", bounded"}`);
    assert.ok(ns < HOSTILE_SECONDS * 1e9, `${name} takes ${ns / 1e9} s`);
  }
});
