/**
 * Engines in one process under everything at once: calls of all kinds, cancelled at any moment, an
 * editor that is slow, fails, answers nonsense or changes under them, and the end of the window in
 * the middle. Every call ends in time with a code of the list, and nothing grows.
 *
 *   node test/soak/engine.mjs [--seconds N] [--seed N]
 */
import assert from "node:assert/strict";
import { readdirSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

import { addon, Engine, makeEditor, TOOL } from "../engine/fake-editor.mjs";
import { makeRandom, runRounds } from "./random.mjs";

const CALLS = 150;
const DEADLINE_MS = 600;
/** What a machine with other things to do may add to a deadline. */
const GRACE_MS = 5_000;
const ROUNDS_TO_WARM_UP = 10;
const GROWTH_LIMIT_MB = 150;

const ANSWERS = ["found", "none", "unknown"];
const ERRORS = [
  "invalid_argument", "unknown_tool", "not_found", "ambiguous", "outside_workspace", "is_directory",
  "not_readable", "binary_file", "too_big", "match_limit", "cancelled", "deadline", "editor_error", "closed", "busy",
];

const FILES = {
  "src/user.ts": "/** A person. */\nexport class User {}\n\nexport function bare() {}\n",
  "src/app.ts": "import { User } from './user';\n\nconst made = new User();\n",
  "src/Größe.ts": "/** Wie groß. */\nexport const Größe = 1;\r\nexport class User {}\n",
  "lib/mixed.ts": "// User\r\nconst x = 'User';\rclass Userland {}\n",
  "data.bin": "\0\x01\x02",
};
const NAMES = ["User", "User.save", "bare", "made", "Größe", "Nowhere", "a.b.c.d", "(", "x", "User[2]", "User#1", "", "\0", "😀"];
const PATHS = [...Object.keys(FILES), "gone.ts", "src", "../out.ts", "/etc/passwd", "", "src/user.ts/x"];
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

const NONSENSE = [
  () => undefined, () => null, () => ({ data: 5 }), () => ({ data: [[]] }), () => ({ data: [null] }),
  () => ({ data: { hasText: true } }), () => ({ data: [["x".repeat(50_000)]] }),
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
  const tool = random.isOneIn(40) ? "no_such_tool" : TOOL;
  const args = makeArguments(random);
  if (random.isOneIn(4)) setTimeout(() => controller.abort(), random.below(60));
  const answer = await editor.engine.call(tool, args, { signal: controller.signal, isMarkdown });
  const took = performance.now() - began;
  const what = `${JSON.stringify(args)}: ${answer.code} ${answer.text}`;
  assert.ok(took < DEADLINE_MS + GRACE_MS, `${took} ms for ${what}`);
  assert.ok((answer.isError ? ERRORS : ANSWERS).includes(answer.code), what);
  assert.ok(answer.text.length > 10, what);
  if (answer.factsJson) assert.equal(JSON.parse(answer.factsJson).status, answer.code, what);
}

/** Failures are heard when the round awaits them; until then they are not unhandled. */
function begin(calls, call) {
  call.catch(() => {});
  calls.push(call);
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
    () => writeFileSync(file, random.pick(Object.values(FILES))),
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
