/**
 * `npm run test:soak -- --minutes N`: what finds more the longer it runs, for about N minutes in all:
 * fuzzing, races, kill loops and random calls; and what the tests have no time for, clang-tidy.
 * The two that build or read all of the engine for minutes first are left out of a short one.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";

import { build } from "../extension/build/build.mjs";
import { ROOT, setup, SetupError } from "../extension/build/setup.mjs";
import { closeWith, print, runSuites, seconds } from "./runner.mjs";

/** The least time of each fuzz target, unless all the time is less. */
const FUZZ_FLOOR_SECONDS = 30;
const FUZZ_JOBS = 2;
/** For building with sanitizers and for what comes after the last round, in minutes. */
const SLACK = 10;
/** In minutes: shorter ones are over before clang-tidy has read the engine, or before it is built for the fuzz targets. */
const LEAST_MINUTES = { tidy: 10, fuzz: 5 };

const TARGETS = readdirSync(join(ROOT, "test/fuzz")).filter((name) => name.endsWith("_fuzz.c")).length;

/** A suite that is given `share` of the minutes: its command gets the seconds. */
function timed(name, title, script, share) {
  const command = (minutes) => [process.execPath, script, "--seconds", String(secondsOf(minutes * share))];
  return { name, title, command, share };
}

const secondsOf = (minutes) => Math.max(1, Math.round(minutes * 60));

/** Seconds for one target, two of which run at a time. */
function fuzzSeconds(minutes) {
  const shared = secondsOf((minutes * FUZZ_SHARE * FUZZ_JOBS) / TARGETS);
  return Math.max(shared, Math.min(FUZZ_FLOOR_SECONDS, secondsOf(minutes / 20)));
}

const FUZZ_SHARE = 0.35;

const SUITES = [
  {
    name: "tidy",
    title: "clang-tidy over the engine",
    command: () => [process.execPath, "test/checks/tidy.mjs"],
    share: 0,
  },
  {
    name: "fuzz",
    title: `${TARGETS} fuzz targets`,
    command: (minutes) => [process.execPath, "test/fuzz/run.mjs", "--seconds", String(fuzzSeconds(minutes))],
    share: FUZZ_SHARE,
  },
  timed("threads", "what many threads do under TSan", "test/soak/threads.mjs", 0.1),
  timed("reloads", "windows that reload under a client that sends everything", "test/soak/reloads.mjs", 0.1),
  timed("kills", "windows and bridges killed at any moment", "test/soak/kills.mjs", 0.05),
  timed("edits", "extension hosts of a real window killed while an agent edits", "test/soak/edits.mjs", 0.15),
  timed("writes", "two windows that write the same files and are killed", "test/soak/writes.mjs", 0.05),
  timed("indexer", "the program that builds the search index, killed at any moment", "test/soak/indexer.mjs", 0.025),
  timed("symbols", "the index of symbols after random changes and kills of its writer", "test/soak/symbols.mjs", 0.025),
  timed("undo", "random previews, applies and undos against a model", "test/soak/undo.mjs", 0.025),
  timed("attack", "another user, hostile clients and repositories", "test/soak/attack.mjs", 0.05),
  timed("bridge", "a bridge between a hostile client and a hostile window", "test/soak/bridge.mjs", 0.05),
  timed("engine", "random calls, cancelled and cut off, from several windows", "test/soak/engine.mjs", 0.1),
];

function readMinutes(args) {
  const usage = "Usage: npm run test:soak -- --minutes N";
  try {
    const { values } = parseArgs({ args, options: { minutes: { type: "string" } } });
    const minutes = Number(values.minutes);
    if (minutes > 0 && Number.isFinite(minutes)) return minutes;
  } catch {
    // said below
  }
  throw new SetupError(usage);
}

await closeWith(async () => {
  const minutes = readMinutes(process.argv.slice(2));
  const started = performance.now();
  await setup({ system: ["build", "test", "check", "vscode"], npm: true });
  await build();
  print(`Set up and built in ${seconds(started)}.\n`);
  // Building and clang-tidy take of the same time; half of it is left to the others in any case.
  let left;
  const share = () => (left ??= Math.max(minutes / 2, minutes - (performance.now() - started) / 60_000));
  const isShort = ({ name }) => minutes < (LEAST_MINUTES[name] ?? 0);
  const leftOut = SUITES.filter(isShort).map(({ name }) => `${name} (from ${LEAST_MINUTES[name]} minutes on)`);
  if (leftOut.length > 0) print(`Left out: ${leftOut.join(", ")}.\n`);
  const suites = SUITES.filter((suite) => !isShort(suite)).map((suite) => ({
    ...suite,
    command: () => suite.command(suite.share ? share() : minutes),
    minutes: minutes * Math.max(suite.share, 0.1) * 2 + SLACK,
  }));
  const total = await runSuites(suites);
  print(`\n${seconds(started)} in all.\n`);
  return total;
});
