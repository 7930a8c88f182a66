/**
 * Engines in one process under everything at once: calls of all kinds, cancelled at any moment, an
 * editor that is slow, fails, answers nonsense or changes under them, and the end of the window in
 * the middle. Every call ends in time with a code of the list, and nothing grows.
 *
 *   node test/soak/engine.mjs [--seconds N] [--seed N]
 */
import assert from "node:assert/strict";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { addon, Engine, makeEditor, TOOL } from "../engine/fake-editor.mjs";
import { makeRandom, runRounds } from "./random.mjs";

const CALLS = 150;
const DEADLINE_MS = 600;
/** The time that a busy machine may add to a deadline. */
const GRACE_MS = 5_000;
const ROUNDS_TO_WARM_UP = 10;
const GROWTH_LIMIT_MB = 150;

const ANSWERS = ["found", "none", "unknown"];
const ERRORS = [
  "invalid_argument",
  "unknown_tool",
  "not_found",
  "ambiguous",
  "outside_workspace",
  "is_directory",
  "not_a_directory",
  "not_readable",
  "binary_file",
  "encoding",
  "too_big",
  "match_limit",
  "cancelled",
  "deadline",
  "editor_error",
  "closed",
  "busy",
  "read_only",
  "already_exists",
  "no_match",
  "conflict",
  "not_allowed",
  "io_error",
];

const FILES = {
  "src/user.ts": "/** A person. */\nexport class User {}\n\nexport function bare() {}\n",
  "src/app.ts": "import { User } from './user';\n\nconst made = new User();\n",
  "src/Größe.ts": "/** Wie groß. */\nexport const Größe = 1;\r\nexport class User {}\n",
  "lib/mixed.ts": "// User\r\nconst x = 'User';\rclass Userland {}\n",
  "data.bin": "\0\x01\x02",
};
/** Files that tools must never make, whatever the request. */
const OUTSIDE = join(tmpdir(), `sextant-soak-outside-${process.pid}.ts`);
const NAMES = [
  "User",
  "User.save",
  "bare",
  "made",
  "Größe",
  "Nowhere",
  "a.b.c.d",
  "(",
  "x",
  "User[2]",
  "User#1",
  "",
  "\0",
  "😀",
];
const PATHS = [...Object.keys(FILES), "gone.ts", "src", "../out.ts", "new/made.ts", OUTSIDE, "", "src/user.ts/x"];
const HANDLES = ["src/user.ts:2:14#User", "src/user.ts:99:1#User", "nonsense", ""];

function makeArguments(random) {
  if (random.isOneIn(15)) return random.pick([null, [], 1, "x", { symbol_name: 1 }, { colour: 1 }, {}]);
  if (random.isOneIn(15)) return { handle: random.pick(HANDLES) };
  const args = {};
  if (random.isOneIn(6)) args.symbols = Array.from({ length: random.below(22) }, () => random.pick(NAMES));
  else args.symbol_name = random.pick(NAMES);
  if (!random.isOneIn(3)) args.file_path = random.pick(PATHS);
  if (random.isOneIn(4)) args.line = random.below(6);
  if (random.isOneIn(6)) args.column = random.below(30);
  if (random.isOneIn(6)) args.line_text = random.pick(["class User", "", "new User"]);
  if (random.isOneIn(6)) args.max_tokens = 100 + random.below(2_000);
  return args;
}

const TEXTS = [
  "User",
  "class User {}",
  "export class User {}\n",
  "x",
  "",
  "a\r\nb",
  "Größe 😀\n",
  "  indented\n    more\n",
  "(.+)",
  "$1\n",
];

/** Arguments of the tools that read and change files; half of what they ask for makes no sense. */
const MAKERS = {
  get_symbol_documentation: makeArguments,
  get_buffer_info: (random) => ({ file: random.pick(PATHS), diff: random.isOneIn(2) }),
  edit_buffer: (random) => ({
    file: random.pick(PATHS),
    edits: Array.from({ length: random.below(4) }, () => {
      const first = random.below(7);
      return { line_start: first, line_end: first - 1 + random.below(3), new_text: random.pick(TEXTS) };
    }),
    create: random.isOneIn(3),
    save: random.isOneIn(2),
  }),
  replace_in_buffer: (random) => ({
    file: random.pick(PATHS),
    old: random.pick(TEXTS),
    new: random.pick(TEXTS),
    regex: random.isOneIn(3),
    preserve_case: random.isOneIn(4),
    occurrence: random.pick(["all", "first", "2", 1, "x"]),
  }),
  file_edit: (random) => ({
    filePath: random.pick(PATHS),
    searchTerm: random.pick(TEXTS),
    replacementText: random.pick(TEXTS),
    replaceAll: random.isOneIn(2),
    isRegex: random.isOneIn(3),
  }),
  file_read: (random) => ({
    filePath: random.pick(PATHS),
    withLines: random.isOneIn(2),
    lineOffset: random.below(5),
    ...(random.isOneIn(3) && { around_line: random.below(6) }),
  }),
  file_write: (random) => ({
    filePath: random.pick(PATHS),
    content: random.pick(TEXTS),
    mode: random.pick(["overwrite", "append", "create_only", "x"]),
  }),
  glob: (random) => ({
    pattern: random.pick(["**", "*.ts", "src/*/", "{a,b", ["**/*.{ts,js}", "!a*"], "!(a)*", "[ab]*", "../*", ""]),
    ...(random.isOneIn(3) && { cwd: random.pick(PATHS) }),
    ...(random.isOneIn(3) && { ignored: true, hidden: false }),
  }),
  grep: (random) => ({
    pattern: random.pick(["User", "(a+)+$", "[a-z]+\\s\\w", "(", "^$", "a\nb", "\\w{3}|é", ""]),
    ...(random.isOneIn(2) && { file_pattern: random.pick(["*.ts", "!*.ts", "{a", "src/**"]) }),
    ...(random.isOneIn(3) && { file_path: random.pick(PATHS) }),
    ...(random.isOneIn(3) && {
      context_lines: random.pick([0, 1, 50]),
      output: random.pick(["lines", "files", "counts"]),
    }),
    ...(random.isOneIn(3) && { whole_word: true, multiline: true, ignored: true }),
  }),
  file_manage: (random) => ({
    action: random.pick(["read", "write", "list", "delete", "x"]),
    path: random.pick(PATHS),
    content: random.pick(TEXTS),
  }),
};

/** A tool and its arguments, now and then with ids, cursors and limits that may fit. */
function makeCall(random) {
  const tool = random.isOneIn(3) ? TOOL : random.pick(Object.keys(MAKERS));
  const args = MAKERS[tool](random);
  if (tool === TOOL || !args) return { tool, args };
  if (random.isOneIn(2) && /edit|replace|write/.test(tool)) args.preview = random.isOneIn(2);
  if (random.isOneIn(6)) args.change = `c${random.below(30)}`;
  if (random.isOneIn(12)) args.cursor = random.pick(["1", "x", "9.9.9", "100000"]);
  if (random.isOneIn(6)) args.max_tokens = 100 + random.below(500);
  return { tool, args };
}

const NONSENSE = [
  () => undefined,
  () => null,
  () => ({ data: 5 }),
  () => ({ data: [[]] }),
  () => ({ data: [null] }),
  () => ({ data: { hasText: true } }),
  () => ({ data: [["x".repeat(50_000)]] }),
];

/** Makes each of the editor's operations as unreliable as `random` says. */
function spoil(editor, random) {
  const sound = { ...editor.ops };
  for (const [op, run] of Object.entries(sound))
    editor.ops[op] = async (...args) => {
      const what = random.below(40);
      if (what === 0) return new Promise(() => {});
      if (what === 1) throw new Error("the provider fell over");
      if (what === 2) return random.pick(NONSENSE)();
      if (what < 25) await pause(random.below(12));
      return run(...args);
    };
}

async function ask(editor, random) {
  const controller = new AbortController();
  const began = performance.now();
  const isMarkdown = random.isOneIn(4);
  const isForPeople = random.isOneIn(20);
  const made = isForPeople
    ? { tool: random.pick(["undo_last_change", "review_last_change"]), args: {} }
    : makeCall(random);
  const tool = random.isOneIn(40) ? "no_such_tool" : made.tool;
  const { args } = made;
  if (random.isOneIn(4)) setTimeout(() => controller.abort(), random.below(60));
  const answer = await editor.engine.call(tool, args, { signal: controller.signal, isMarkdown, isPerson: isMarkdown });
  const took = performance.now() - began;
  const what = `${tool} ${JSON.stringify(args)}: ${answer.code} ${answer.text}`;
  assert.ok(took < DEADLINE_MS + GRACE_MS, `${took} ms for ${what}`);
  assert.ok((answer.isError ? ERRORS : ANSWERS).includes(answer.code), what);
  // The text that is read may be short.
  assert.ok(answer.text.length > (args?.action === "read" ? -1 : 10), what);
  const status = answer.factsJson && JSON.parse(answer.factsJson).status;
  if (ANSWERS.includes(status)) assert.equal(status, answer.code, what);
  assert.ok(!existsSync(OUTSIDE), what);
}

/** Failures are heard when the round awaits them; until then they are not unhandled. */
function begin(calls, call) {
  call.catch(() => {});
  calls.push(call);
}

/** By another program: where tools have made a folder of a file, or the other way round, not. */
function overwrite(file, contents) {
  try {
    writeFileSync(file, contents);
  } catch (error) {
    assert.ok(["ENOENT", "ENOTDIR", "EISDIR"].includes(error.code), error);
  }
}

/** Something happens to the files, the editor or the window. */
function disturb(editor, random) {
  const { engine } = editor;
  const file = editor.path(random.pick(Object.keys(FILES)));
  const acts = [
    () => engine.touch(),
    () => engine.fileChanged(file),
    () => engine.forgetReadiness(),
    () => engine.setRoots(random.isOneIn(3) ? [] : editor.folders.map((folder) => ["ws", folder])),
    () => editor.dirty.set(file, "export class User {}\n"),
    () => editor.dirty.clear(),
    () => overwrite(file, random.pick(Object.values(FILES))),
    () => (editor.policies.files = random.pick(["always", "always", "ask", "never", "untrusted"])),
    () => (editor.policies.edit = random.pick(["always", "always", "ask"])),
  ];
  random.pick(acts)();
}

/** One window's life. */
async function live(random) {
  const hooks = [];
  const editor = makeEditor({ after: (hook) => hooks.push(hook) }, FILES);
  try {
    editor.engine.deadlineMs = DEADLINE_MS;
    spoil(editor, random);
    const calls = [];
    const end = random.isOneIn(2) ? CALLS : random.below(CALLS);
    for (let count = 0; count < end; count++) {
      begin(calls, ask(editor, random));
      if (random.isOneIn(3)) disturb(editor, random);
      if (random.isOneIn(4)) await pause(random.below(10));
    }
    if (random.isOneIn(3)) await Promise.allSettled(calls);
    editor.engine.dispose();
    begin(calls, ask(editor, random)); // what comes too late is refused
    await Promise.all(calls);
  } finally {
    for (const hook of hooks.reverse()) await hook();
  }
}

const memoryMb = () => process.memoryUsage().rss / 2 ** 20;
const countThreads = () => readdirSync("/proc/self/task").length;
const countFiles = () => readdirSync("/proc/self/fd").length;

const before = { threads: countThreads(), files: countFiles() };
let rounds = 0;
let warmMb;

assert.ok(addon.Engine && Engine);
await runRounds(async (seed) => {
  const random = makeRandom(seed);
  const windows = 1 + random.below(3);
  const lives = Array.from({ length: windows }, (_, i) => live(makeRandom(seed + i + 1)));
  for (const { reason } of await Promise.allSettled(lives)) if (reason) throw reason;
  if (++rounds === ROUNDS_TO_WARM_UP) warmMb = memoryMb();
  assert.ok(countThreads() <= before.threads + 4, `${before.threads} threads grew to ${countThreads()}`);
  assert.ok(countFiles() <= before.files + 4, `${before.files} files grew to ${countFiles()}`);
  const grown = memoryMb() - (warmMb ?? Infinity);
  assert.ok(grown < GROWTH_LIMIT_MB, `${warmMb} MB grew by ${grown} MB`);
});
