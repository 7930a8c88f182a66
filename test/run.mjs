// `npm test`: all the set-up, then every suite, and at the very end one line with the counts.
//
//   npm test [-- NAME…]     some suites, by name
//   npm run test:fast       what runs in two minutes
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "../extension/build/build.mjs";
import { packageVsix } from "../extension/build/package.mjs";
import { ROOT, setup } from "../extension/build/setup.mjs";

const NODE = process.execPath;
const NATIVE = ["test/native/build.mjs"];

/** Test files of a folder, in order. */
function tests(folder) {
  return readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith(".test.mjs"))
    .sort()
    .map((name) => `${folder}/${name}`);
}

function nodeTest(files, ...options) {
  return [NODE, "--test", "--test-reporter=tap", ...options, ...files];
}

/** Each suite: its command, and how long it may take before it counts as hanging. */
const SUITES = [
  { name: "native", title: "C units under ASan and UBSan", minutes: 4, fast: true,
    command: () => [NODE, ...NATIVE, "--run"] },
  { name: "allocations", title: "every allocation failing once", minutes: 4,
    command: () => [NODE, ...NATIVE, "--run", "--fail-allocations"] },
  { name: "threads", title: "host port, pool and engine under TSan", minutes: 4,
    command: () => [NODE, ...NATIVE, "--sanitize", "thread", "--run", "os_pool", "host_port", "tools_engine"] },
  { name: "engine", title: "the addon and the bridge through Node", minutes: 4, fast: true,
    command: () => nodeTest(tests("test/engine"), "--test-concurrency=2") },
  { name: "checks", title: "what the project promises of itself", minutes: 3, fast: true,
    command: () => nodeTest(tests("test/checks")) },
  { name: "fuzz", title: "fuzz targets, briefly", minutes: 4,
    command: () => [NODE, "test/fuzz/run.mjs", "--seconds", "5"] },
  { name: "vscode", title: "a real VS Code with real language servers", minutes: 8, needsEditor: true,
    command: () => nodeTest(tests("test/vscode/suites"), "--test-concurrency=1") },
  { name: "agents", title: "a real agent", minutes: 3, needsEditor: true,
    command: () => nodeTest(tests("test/agents"), "--test-concurrency=1") },
];

/** Passed, failed and skipped in a runner's output; undefined when it has no closing count. */
export function readCounts(output) {
  const plain = [...output.matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm)].at(-1);
  if (plain) return { passed: +plain[1], failed: +plain[2], skipped: +(plain[3] ?? 0) };
  const tap = (key) => output.match(new RegExp(`^# ${key} (\\d+)$`, "m"))?.[1];
  if (tap("pass") === undefined) return undefined;
  return {
    passed: +tap("pass"),
    failed: +tap("fail") + +(tap("cancelled") ?? 0),
    skipped: +tap("skipped") + +(tap("todo") ?? 0),
  };
}

/** Runs a command in a process group of its own, so that a hanging one ends with all it started. */
function run(command, minutes, env) {
  return new Promise((resolve) => {
    const [program, ...args] = command;
    const child = spawn(program, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    let output = "";
    const take = (chunk) => (output += chunk);
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    const end = () => {
      try {
        process.kill(-child.pid, "SIGKILL");
      } catch {
        // The group is gone already.
      }
    };
    const timer = setTimeout(() => {
      output += `\nNo end after ${minutes} minutes: stopped.\n`;
      end();
    }, minutes * 60_000);
    child.on("error", (error) => (output += `\n${error.message}\n`));
    child.on("exit", (code) => {
      clearTimeout(timer);
      end();
      resolve({ code, output });
    });
  });
}

async function runSuite(suite, env) {
  const started = Date.now();
  process.stdout.write(`\n== ${suite.name}: ${suite.title}\n`);
  const { code, output } = await run(suite.command(), suite.minutes, env);
  const counts = readCounts(output) ?? { passed: 0, failed: 0, skipped: 0 };
  // A suite that died, or that says all is well and leaves with an error, has failed.
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  if (counts.passed + counts.failed === 0) counts.failed = 1;
  if (counts.failed) process.stdout.write(output.endsWith("\n") ? output : `${output}\n`);
  const seconds = ((Date.now() - started) / 1000).toFixed(0);
  process.stdout.write(`   ${line(counts)} (${seconds} s)\n`);
  return counts;
}

export function line({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`;
}

function choose(args) {
  const isFast = args.includes("--fast");
  const names = args.filter((arg) => arg !== "--fast");
  const unknown = names.find((name) => !SUITES.some((suite) => suite.name === name));
  if (unknown !== undefined) {
    const known = SUITES.map((suite) => suite.name).join(", ");
    throw new Error(`There is no suite '${unknown}'. There are: ${known}.`);
  }
  if (names.length) return SUITES.filter((suite) => names.includes(suite.name));
  return isFast ? SUITES.filter((suite) => suite.fast) : SUITES;
}

async function prepare(suites) {
  const needsEditor = suites.some((suite) => suite.needsEditor);
  await setup({ system: ["build", "test", "check", ...(needsEditor ? ["vscode"] : [])], npm: true });
  const installing = needsEditor ? installEditor() : Promise.resolve();
  await build();
  await runOrThrow("type check", [NODE, "node_modules/typescript/bin/tsc", "-p", "extension"]);
  const vsix = await packageVsix();
  await installing;
  return { SEXTANT_VSIX: vsix };
}

async function runOrThrow(title, command) {
  const { code, output } = await run(command, 3, {});
  if (code !== 0) throw new Error(`The ${title} failed:\n${output}`);
}

async function installEditor() {
  const { installCline, installCodeServer, installNode, installPyright } = await import("./vscode/install.mjs");
  await installNode();
  await installCodeServer();
  await installPyright();
  await installCline();
}

async function main(args) {
  const suites = choose(args);
  const started = Date.now();
  const env = await prepare(suites);
  process.stdout.write(`Set up and built in ${((Date.now() - started) / 1000).toFixed(0)} s.\n`);
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const suite of suites) {
    const counts = await runSuite(suite, env);
    for (const key of Object.keys(total)) total[key] += counts[key];
  }
  process.stdout.write(`\n${((Date.now() - started) / 1000).toFixed(0)} s in all.\n${line(total)}\n`);
  process.exitCode = total.failed ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(process.argv.slice(2)).catch((error) => {
    process.stdout.write(`${error.message}\n0 passed, 1 failed\n`);
    process.exitCode = 1;
  });
}
