/**
 * Runs suites, each a command of its own, one after the other or in lanes, and adds up what they
 * count. Shared by `npm test` and `npm run test:soak`.
 *
 * A suite fails when a test of it fails, when it ends with an error or without having counted
 * anything, when it takes longer than it may, and when a process that it started outlives it.
 * Whatever it does, the next one runs.
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { constants } from "node:os";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";

import { ROOT, SetupError } from "../extension/build/setup.mjs";
import { endMarked, guard, markedProcesses, markEnv, newMark, waitFor } from "./vscode/processes.mjs";

// A child that gets a signal to end needs a moment to be gone.
const GOODBYE_LIMIT_MS = 3_000;

/** The C suites that start threads: what TSan looks at. */
export const THREADED = [
  "os_pool",
  "os_own",
  "os_process",
  "os_walk",
  "os_watch",
  "os_file_race",
  "symbols_reader",
  "host_port",
  "change_disk",
  "change_store",
  "change_writing",
  "workspace_facts_host",
  "workspace_files",
  "workspace_files_git",
  "workspace_ignored",
  "workspace_known_files",
  "workspace_text_index",
  "tools_engine",
];

/**
 * @typedef {object} Suite
 * @property {string} name by which it is asked for
 * @property {string} title what it is about
 * @property {() => string[]} command
 * @property {number} minutes after which it counts as hanging
 *
 * @typedef {{passed: number, failed: number, skipped: number}} Counts
 */

/** The closing line of a run: nothing else is printed in this form. */
export function line({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`;
}

/** @returns {Counts | undefined} what a runner's output says at its end, if it does */
export function readCounts(output) {
  const own = [...output.matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm)].at(-1);
  if (own) return { passed: +own[1], failed: +own[2], skipped: +(own[3] ?? 0) };
  // `node --test`: "ℹ pass 12" for people, "# pass 12" in TAP.
  const read = (key) => [...output.matchAll(new RegExp(`^[ℹ#] ${key} (\\d+)$`, "gm"))].at(-1)?.[1];
  const keys = ["pass", "fail", "cancelled", "skipped", "todo"];
  const [passed, failed, cancelled, skipped, todo] = keys.map(read);
  if (passed === undefined || failed === undefined) return undefined;
  return {
    passed: +passed,
    failed: +failed + +(cancelled ?? 0),
    skipped: +(skipped ?? 0) + +(todo ?? 0),
  };
}

/**
 * Runs the suites in their order, `lanes` at a time; `before(suite)` gives what comes on top of the
 * environment, or throws when the suite cannot run. @returns {Promise<Counts>} the sum
 */
export async function runSuites(suites, before = () => ({}), lanes = 1) {
  const counts = [];
  const waiting = [...suites];
  const runLane = async () => {
    while (waiting.length > 0) counts.push(await runSuite(waiting.shift(), before));
  };
  await Promise.all(Array.from({ length: lanes }, runLane));
  return sum(counts);
}

/** @param {Counts[]} counts */
export function sum(counts) {
  const add = (key) => counts.reduce((total, one) => total + one[key], 0);
  return { passed: add("passed"), failed: add("failed"), skipped: add("skipped") };
}

async function runSuite(suite, before) {
  print(`\n== ${suite.name}: ${suite.title}\n`);
  const { output, problems, took } = await runPrepared(suite, before);
  const counts = readCounts(output) ?? { passed: 0, failed: 0, skipped: 0 };
  const isSilent = counts.passed + counts.failed === 0;
  if (isSilent && problems.length === 0) problems.push("It counted no test.");
  // A failed test explains an exit code; anything else is a failure by itself.
  if (counts.failed === 0 && problems.length > 0) counts.failed = 1;
  if (counts.failed > 0) print([`\n== ${suite.name}, output`, output.trimEnd(), ...problems, ""].join("\n"));
  print(`   ${suite.name}: ${line(counts)}${took}\n`);
  return counts;
}

async function runPrepared(suite, before) {
  let env;
  try {
    env = await before(suite);
  } catch (error) {
    return { output: "", problems: [`It could not run: ${error.message}`], took: "" };
  }
  const started = performance.now();
  const result = await run(suite.command(), { minutes: suite.minutes, env });
  return { ...result, took: ` (${seconds(started)})` };
}

export function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(0)} s`;
}

/** Standard output as it comes, also into a pipe. */
export function print(text) {
  process.stdout.write(text);
}

/**
 * Runs a command to its end, with all that it starts.
 *
 * @returns {Promise<{code: number | null, output: string, problems: string[]}>} what it printed, and
 *   what is wrong about how it ended
 */
export async function run([program, ...args], { minutes = 5, env = {} } = {}) {
  const mark = newMark("SEXTANT_SUITE");
  const unguard = guard({ mark, folders: [] });
  const life = { mark, problems: [], output: "" };
  running.add(life);
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...plainEnvironment(), ...env, ...markEnv(mark) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => (life.output += text));
  const timer = setTimeout(() => {
    life.problems.push(`It did not end within ${minutes} minutes and was stopped.`);
    void endMarked(mark);
  }, minutes * 60_000);
  child.on("error", (error) => life.problems.push(error.message));
  const closed = new Promise((done) => child.on("close", done));
  const ended = new Promise((done) => child.on("exit", (code, signal) => done({ code, signal })));
  const failed = new Promise((done) => child.on("error", () => done({ code: 1 })));
  const { code, signal } = await Promise.race([ended, failed]);
  clearTimeout(timer);
  if (code !== 0) life.problems.push(`It ended with ${signal ?? `exit code ${code}`}.`);
  await endLeftovers(life);
  // The last output may still be on its way; no process is left that could print more.
  await Promise.race([closed, pause(GOODBYE_LIMIT_MS)]);
  unguard();
  running.delete(life);
  return { code, output: stripVTControlCharacters(life.output), problems: life.problems };
}

/**
 * Output is taken as text by a program: no colours, and no word of a test runner around us. The indexer gets its share
 * of a busy machine: at the lowest priority it gets hardly any, and tests that wait for it take as long as they may.
 */
function plainEnvironment() {
  const { NODE_TEST_CONTEXT: _context, FORCE_COLOR: _colour, ...rest } = process.env;
  return { ...rest, NO_COLOR: "1", SEXTANT_INDEXER_PRIORITY: "normal" };
}

async function endLeftovers({ mark, problems }) {
  const isAlone = () => markedProcesses(mark).length === 0;
  if (await waitFor(isAlone, GOODBYE_LIMIT_MS)) return;
  const names = markedProcesses(mark).map(describeProcess);
  if (names.length > 0) problems.push(`It left processes behind:\n  ${names.join("\n  ")}`);
  await endMarked(mark);
}

function describeProcess(pid) {
  try {
    return `${pid} ${readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").slice(0, 300)}`;
  } catch {
    return `${pid} (gone by now)`;
  }
}

const running = new Set();

/** Runs `main`, which returns the counts, and ends this process with the closing line. */
export async function closeWith(main) {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(signal, async () => {
      await Promise.all([...running].map(({ mark }) => endMarked(mark)));
      process.exit(128 + constants.signals[signal]);
    });
  const counts = await main().catch((error) => {
    print(`${error instanceof SetupError ? error.message : error.stack}\n`);
    return { passed: 0, failed: 1, skipped: 0 };
  });
  print(`\n${line(counts)}\n`);
  process.exit(counts.failed > 0 ? 1 : 0);
}
