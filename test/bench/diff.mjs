/**
 * Line diff: two texts in memory to a patch in memory, on one core, against `diff -u`, `git diff
 * --no-index` and npm's `diff`; and how long the edit scripts are.
 *
 *   node test/bench/diff.mjs
 *
 * The texts are C headers of the machine with some lines removed, replaced, added and copied. The
 * time of diff and git for a pair of empty files is subtracted; they read the files and write the
 * patch into nothing. npm's package runs in a process of its own, which is given up after a while:
 * its figure is then the least that it can be.
 */
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { root } from "../native/build.mjs";
import { buildProgram, changeLines, listFiles, makeRandom, realPairs } from "./diff-pairs.mjs";

const sizes = [11_000, 150_000];
const shares = [0.001, 0.01, 0.1, 0.5];
const runCount = 9;
const scriptLimitMs = 30_000;
const realPairCount = 500;
const folder = path.join(root, "build/bench/diff");

const wanted = { programs: 2, script: 20, length: 1.01 };

function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1];
}

function round(number) {
  return Number(number.toPrecision(4));
}

/** The first `count` lines of the machine's C headers. */
function headerLines(count) {
  const lines = [];
  for (const name of listFiles("/usr/include")) {
    if (!name.endsWith(".h")) continue;
    lines.push(...fs.readFileSync(path.join("/usr/include", name), "latin1").split("\n").slice(0, -1));
    if (lines.length >= count) return lines.slice(0, count);
  }
  throw new Error(`the C headers in /usr/include have less than ${count} lines`);
}

function writeLines(name, lines) {
  const file = path.join(folder, name);
  fs.writeFileSync(file, `${lines.join("\n")}\n`, "latin1");
  return file;
}

/** All pairs: {lines, share, before, after}. */
function writePairs() {
  fs.mkdirSync(folder, { recursive: true });
  const random = makeRandom(1);
  const all = headerLines(Math.max(...sizes));
  return sizes.flatMap((count) => {
    const lines = all.slice(0, count);
    const before = writeLines(`${count}.h`, lines);
    return shares.map((share) => ({
      lines: count,
      share,
      before,
      after: writeLines(`${count}-${share}.h`, changeLines(lines, share, random)),
    }));
  });
}

/** Milliseconds of one run of a program. */
function timeOf(command, args) {
  const start = process.hrtime.bigint();
  const { error } = spawnSync(command, args, { stdio: "ignore" });
  if (error) throw error;
  return Number(process.hrtime.bigint() - start) / 1e6;
}

/** The median time of a program for the pair, without what it takes for two empty files. */
function measureProgram(command, args, { before, after }, empty) {
  const times = [];
  const startUps = [];
  /* In turns, so that what else the machine does falls on both. */
  for (let i = 0; i < runCount; i++) {
    startUps.push(timeOf(command, [...args, empty, empty]));
    times.push(timeOf(command, [...args, before, after]));
  }
  return Math.max(median(times) - median(startUps), 0.01);
}

function measureOurs(program, { before, after }) {
  const args = ["time", before, after, String(2 * runCount)];
  const [, , , ...times] = execFileSync(program, args, { encoding: "utf8" }).split(" ").map(Number);
  return median(times) / 1e6;
}

/** The time of npm's `diff`, read from the process that this file is when it is given two files. */
function measureScript({ before, after }) {
  const self = fileURLToPath(import.meta.url);
  const { stdout, error } = spawnSync(process.execPath, [self, before, after], {
    encoding: "utf8",
    timeout: scriptLimitMs,
  });
  if (error?.code === "ETIMEDOUT") return { ms: scriptLimitMs, isLeast: true };
  if (error) throw error;
  return { ms: Number(stdout), isLeast: false };
}

function runScript(before, after) {
  const { structuredPatch } = createRequire(import.meta.url)("diff");
  const texts = [before, after].map((file) => fs.readFileSync(file, "latin1"));
  const times = [];
  const end = performance.now() + scriptLimitMs / 10;
  do {
    const start = performance.now();
    structuredPatch("a", "b", ...texts, "", "", { context: 3 });
    times.push(performance.now() - start);
  } while (times.length < runCount && performance.now() < end);
  process.stdout.write(String(median(times)));
}

function rowsOf(program, pair, empty) {
  const name = `diff of ${pair.lines} lines, ${pair.share * 100} % changed`;
  const ours = measureOurs(program, pair);
  const programs = {
    "diff -u": measureProgram("diff", ["-u"], pair, empty),
    "git diff": measureProgram("git", ["diff", "--no-index"], pair, empty),
  };
  const [fastest, ms] = Object.entries(programs).sort((a, b) => a[1] - b[1])[0];
  const script = measureScript(pair);
  const rowOf = (peer, peerMs, target, atLeast = "") => ({
    name: `${name}, ${peer}${atLeast}`,
    ours: round(ours),
    peer: round(peerMs),
    unit: "ms",
    ratio: round(peerMs / ours),
    target: `>= ${target}`,
    ok: peerMs / ours >= target,
  });
  return [
    rowOf(`${fastest}, the faster of diff and git`, ms, wanted.programs),
    rowOf("npm diff", script.ms, wanted.script, script.isLeast ? " (given up: at least)" : ""),
  ];
}

/** Lines removed and added over real pairs, ours and those of `git diff --minimal`. */
async function rowOfLengths(program) {
  const all = await realPairs();
  const step = Math.max(1, all.length / realPairCount);
  const pairs = Array.from({ length: Math.min(realPairCount, all.length) }, (_, i) => all[Math.floor(i * step)]);
  const list = pairs.map(({ before, after }) => `${[before, after, "x", "x", ""].join("\x1f")}\n`);
  const counts = execFileSync(program, ["count"], { input: list.join(""), encoding: "utf8" });
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
  const ours = sum(
    counts
      .trim()
      .split("\n")
      .flatMap((line) => line.split(" ").slice(0, 2).map(Number)),
  );
  const git = sum(
    pairs.flatMap(({ before, after }) => {
      const args = ["diff", "--no-index", "--minimal", "--text", "--numstat", before, after];
      return spawnSync("git", args, { encoding: "utf8" }).stdout.split("\t").slice(0, 2).map(Number);
    }),
  );
  return {
    name: `length of the edit scripts of ${pairs.length} real pairs, git diff --minimal`,
    ours,
    peer: git,
    unit: "lines",
    ratio: round(ours / git),
    target: `<= ${wanted.length}`,
    ok: ours / git <= wanted.length,
  };
}

export async function rows() {
  const program = buildProgram();
  const pairs = writePairs();
  const empty = path.join(folder, "empty.h");
  fs.writeFileSync(empty, "");
  return [...pairs.flatMap((pair) => rowsOf(program, pair, empty)), await rowOfLengths(program)];
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (process.argv.length === 4) runScript(process.argv[2], process.argv[3]);
  else console.table(await rows());
}
