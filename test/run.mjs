/**
 * `npm test`: all the set-up, then every suite, and at the very end one line with the counts.
 *
 *   npm test [-- NAME…]                 all suites, or some by name
 *   npm run test:fast                   what is over in two minutes
 *   npm run test:long [-- NAME…]        what takes long for what it finds: oracles, failing allocations
 */
import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { performance } from "node:perf_hooks";

import { build } from "../extension/build/build.mjs";
import { packageVsix } from "../extension/build/package.mjs";
import { ROOT, setup, SetupError } from "../extension/build/setup.mjs";
import { closeWith, print, runSuites, seconds, sum, THREADED } from "./runner.mjs";
import { cacheFolder, installAll, VERSIONS } from "./vscode/install.mjs";

const NATIVE = [process.execPath, "test/native/build.mjs"];

/** Test files of a folder, in order. */
function tests(folder) {
  return readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith(".test.mjs"))
    .sort()
    .map((name) => `${folder}/${name}`);
}

/** Suites in a real VS Code of what agents and people do most: questions and edits. */
const FIRST = ["edits", "lookup"];

/** Those of `npm run test:long`; what is in neither list looks at what seldom changes, and runs by name only. */
const LATER = [
  "approval",
  "beside-projects",
  "cases",
  "doors",
  "edit-symbol",
  "freshness",
  "hierarchies",
  "palette",
  "problems",
  "questions",
  "refactor",
  "refactorings",
  "safety",
  "semantic",
  "skills",
  "starting",
  "tasks",
  "undo",
  "verify",
  "web",
];

/** Files of the engine's tests that take less than ten seconds of tests each. */
const QUICK = [
  "announced",
  "arguments",
  "cache",
  "completions",
  "declared-twice",
  "dependencies",
  "disk-full",
  "environments",
  "facts",
  "fast-search-order",
  "files",
  "freshness",
  "glob-oracle",
  "glob",
  "grep",
  "hidden",
  "hierarchies",
  "near-words",
  "open-editors",
  "outline-text",
  "outline",
  "pages",
  "paths",
  "remote",
  "scan",
  "search-gaps",
  "undo",
  "web",
  "waiting",
  "wide-changes",
];

/** Engine tests that take a minute and more: random changes of the index, and each call of the system failing. */
const STEADY = ["indexer-faults", "symbols-random"];

/** Engine tests that take longest: search while files change, servers that hang, hostile databases, patches of git. */
const SLOW = [
  "bridge-sdk",
  "db-hostile",
  "diff",
  "early",
  "facts-host",
  "fast-search",
  "indexer",
  "late",
  "renames",
  "semantic-search",
  "symbols-limits",
  "text-index",
  "text-index-upkeep",
  "unanalyzed",
  "verify",
];

/** Cases of refactorings, which test/long/programs-*.test.mjs run with their programs, by name. */
const CASES = ["change-signature", "extract", "extract-variable", "inline-function", "move-symbol"];

const engineTests = (isWanted) => tests("test/engine").filter((file) => isWanted(basename(file, ".test.mjs")));
const editorTests = (isWanted) => tests("test/vscode/suites").filter((file) => isWanted(basename(file, ".test.mjs")));

function nodeTest(files, ...options) {
  return [process.execPath, "--test", "--test-reporter=spec", ...options, ...files];
}

/** Two editors take all of two cores: with a third each waits longer, and nothing is over sooner. */
const inEditors = (isWanted) => nodeTest(editorTests(isWanted), "--test-concurrency=2");

/**
 * Suites in their order: what is closest to the code comes first. Those up to the first `calm` one
 * run while VS Code's server is installed; a calm one asserts how long something takes. `programs`
 * are those of install.mjs without which a suite is nothing; `native` suites build for themselves.
 * `when` names the runs that it is part of, beside those that ask for it by name.
 */
const SUITES = [
  {
    name: "native",
    title: "the engine's C units under ASan and UBSan",
    command: () => [...NATIVE, "--parts", "2", "--run"],
    minutes: 14,
    native: true,
  },
  {
    name: "allocations",
    title: "the same with each allocation failing once",
    command: () => [...NATIVE, "--parts", "2", "--run", "--fail-allocations"],
    minutes: 14,
    native: true,
    when: ["long"],
  },
  {
    name: "threads",
    title: "what many threads do under TSan, which the soak runs",
    command: () => [...NATIVE, "--sanitize", "thread", "--run", ...THREADED],
    minutes: 10,
    native: true,
    when: [],
  },
  {
    name: "fuzz",
    title: "fuzz targets on their seeds and for a few seconds more; the soak gives them minutes",
    command: () => [process.execPath, "test/fuzz/run.mjs", "--seconds", "3"],
    minutes: 10,
    native: true,
    when: [],
  },
  {
    name: "checks",
    title: "what the project promises of itself",
    command: () => nodeTest(tests("test/checks"), "--test-concurrency=2"),
    minutes: 5,
    calm: true,
    when: ["all", "fast"],
  },
  {
    name: "engine",
    title: "the addon and the bridge through Node",
    command: () =>
      nodeTest(
        engineTests((name) => ![CASES, STEADY, SLOW].some((names) => names.includes(name))),
        "--test-concurrency=8",
      ),
    minutes: 16,
    calm: true,
    system: ["databases"],
  },
  {
    name: "engine-slow",
    title: "what takes the engine longest: search while files change, servers that hang, hostile databases",
    command: () =>
      nodeTest(
        engineTests((name) => SLOW.includes(name)),
        "--test-concurrency=8",
      ),
    minutes: 14,
    calm: true,
    when: ["long"],
  },
  {
    name: "engine-steady",
    title: "the search index through failing calls of the system and random changes",
    command: () =>
      nodeTest(
        engineTests((name) => STEADY.includes(name)),
        "--test-concurrency=2",
      ),
    minutes: 8,
    calm: true,
    when: [],
  },
  {
    name: "refactoring-cases",
    title: "cases of refactorings, without their programs",
    command: () =>
      nodeTest(
        engineTests((name) => CASES.includes(name)),
        "--test-concurrency=8",
      ),
    minutes: 10,
    calm: true,
    when: ["long"],
  },
  {
    name: "engine-quick",
    title: "what takes little time of the addon and the bridge through Node",
    command: () =>
      nodeTest(
        QUICK.map((name) => `test/engine/${name}.test.mjs`),
        "--test-concurrency=8",
      ),
    minutes: 4,
    when: ["fast"],
  },
  {
    name: "run-tests",
    title: "run_tests on projects of Vitest, node:test and pytest",
    command: () => nodeTest(["test/runners/quick.test.mjs"]),
    minutes: 4,
    calm: true,
    programs: ["vitest"],
    system: ["pytest"],
  },
  {
    name: "runners",
    title: "run_tests on projects of all other runners that Debian and npm have",
    command: () => nodeTest(["test/runners/others.test.mjs"]),
    minutes: 8,
    calm: true,
    programs: ["jest", "mocha"],
    system: ["runners"],
    when: [],
  },
  {
    name: "connect",
    title: "the configurations of agents, without an editor",
    command: () => nodeTest(tests("test/connect")),
    minutes: 3,
    when: ["all", "fast"],
  },
  {
    name: "screens",
    title: "what screens show, without an editor",
    command: () => nodeTest(tests("test/screens")),
    minutes: 1,
    when: ["all", "fast"],
  },
  {
    name: "smoke",
    title: "one question through a real VS Code",
    command: () => nodeTest(["test/vscode/smoke.test.mjs"]),
    minutes: 2,
    calm: true,
    programs: ["node", "code-server"],
    when: ["fast"],
  },
  {
    name: "vscode",
    title: "questions and edits in a real VS Code with real language servers",
    command: () => inEditors((name) => FIRST.includes(name)),
    minutes: 30,
    calm: true,
    programs: ["node", "code-server", "pyright"],
  },
  {
    name: "vscode-later",
    title: "more of that, with four real language servers",
    command: () => inEditors((name) => LATER.includes(name)),
    minutes: 40,
    calm: true,
    programs: ["node", "code-server", "pyright", "bash-language-server"],
    when: ["long"],
  },
  {
    name: "vscode-more",
    title: "what seldom changes of both",
    command: () => inEditors((name) => !FIRST.includes(name) && !LATER.includes(name)),
    minutes: 60,
    calm: true,
    programs: ["node", "code-server", "pyright", "bash-language-server"],
    when: [],
  },
  {
    name: "agent",
    title: "a real agent",
    command: () => nodeTest(tests("test/agents"), "--test-concurrency=1"),
    minutes: 5,
    calm: true,
    programs: ["node", "code-server", "cline"],
    when: ["long"],
  },
  {
    name: "tidy",
    title: "clang-tidy over the engine, which the soak runs",
    command: () => [process.execPath, "test/checks/tidy.mjs", "--deep"],
    minutes: 25,
    native: true,
    when: [],
  },
];

/** They take hours together, for what seldom changes, or depend on what is installed: run by name only. */
const BY_NAME = [
  "c-oracle",
  "c-outline",
  "dive-oracle",
  "documentation",
  "edit-symbol",
  "hierarchies-oracle",
  "ignore-trees",
  "imports-c",
  "members-oracle",
  "name-paths",
  "odd-files",
  "programs-extract",
  "programs-inline",
  "programs-move",
  "programs-signature",
  "references-oracle",
  "refactorings",
  "renames",
  "renames-libraries",
  "renames-rxjs",
];

/** Those of them that need something else than a real VS Code and what its answers are compared with. */
const OTHER = {
  linters: { title: "the linters of many languages", programs: ["linters"], system: ["linters"] },
  refactorings: {
    title: "random refactorings of projects that others wrote, which behave as before",
    programs: ["node", "cclsp", "refactored"],
    system: ["oracle"],
  },
};

/** Suites of `npm run test:long`, beside those of `when`: one a file, so that each may take its own time. */
const LONG = tests("test/long").map((file) => ({
  name: basename(file, ".test.mjs"),
  title: "answers on code from elsewhere, held against an oracle",
  command: () => nodeTest([file]),
  minutes: 15,
  calm: true,
  programs: ["node", "code-server", "pyright", "bash-language-server", "rxjs", "lua"],
  system: ["oracle"],
  ...OTHER[basename(file, ".test.mjs")],
}));

const isInstalled = (program) => existsSync(join(cacheFolder(), `${program}-${VERSIONS[program]}`));
const areProgramsThere = ({ programs = [] }) => programs.every(isInstalled);

const isLong = ({ when }) => when?.includes("long") ?? false;

/** The suites that the command line asks for. */
function choose(args) {
  const names = args.filter((arg) => arg !== "--fast" && arg !== "--long");
  const there = args.includes("--long") ? [...SUITES.filter(isLong), ...LONG] : SUITES;
  const unknown = names.find((name) => !there.some((suite) => suite.name === name));
  if (unknown !== undefined) {
    const known = there.map((suite) => suite.name).join(", ");
    throw new SetupError(`There is no suite '${unknown}'. There are: ${known}.`);
  }
  if (names.length > 0) return there.filter((suite) => names.includes(suite.name));
  if (args.includes("--long")) return there.filter(({ name }) => !BY_NAME.includes(name));
  const run = args.includes("--fast") ? "fast" : "all";
  const suites = SUITES.filter(({ when = ["all"] }) => when.includes(run));
  // Whoever has never run the whole has no VS Code yet, and installing it is not fast.
  return run === "fast" ? suites.filter(areProgramsThere) : suites;
}

/**
 * Makes everything ready; a failure is reported to the suites that need it. Returns what `runSuites`
 * calls before each suite, for its environment.
 */
async function prepare(suites) {
  const programs = [...new Set(suites.flatMap((suite) => suite.programs ?? []))];
  const needsEditor = programs.length > 0;
  const own = suites.flatMap((suite) => suite.system ?? []);
  const groups = [...new Set(["build", "test", "check", ...(needsEditor ? ["vscode"] : []), ...own])];
  await setup({ system: groups, npm: true });
  const installed = outcome(installAll(programs));
  const built = suites.every((suite) => suite.native) ? undefined : await outcome(makeVsix());
  return async (suite) => {
    if (suite.native) return {};
    if (built.error) throw built.error;
    const { error } = suite.calm ? await installed : {};
    if (error && suite.programs) throw error;
    return { SEXTANT_VSIX: built.value };
  };
}

async function makeVsix() {
  await build();
  return packageVsix();
}

/** A promise's value or error, so that its failure needs no handler. */
function outcome(promise) {
  return promise.then(
    (value) => ({ value }),
    (error) => ({ error }),
  );
}

await closeWith(async () => {
  const started = performance.now();
  const suites = choose(process.argv.slice(2));
  const before = await prepare(suites);
  print(`Set up and built in ${seconds(started)}.\n`);
  // A half of an oracle's time is one program that waits for another.
  const isOracle = (suite) => LONG.includes(suite);
  const counts = [
    await runSuites(
      suites.filter((suite) => !isOracle(suite)),
      before,
    ),
    await runSuites(suites.filter(isOracle), before, 2),
  ];
  print(`\n${seconds(started)} in all.\n`);
  return sum(counts);
});
