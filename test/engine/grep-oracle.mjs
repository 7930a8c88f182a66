/**
 * The tool grep against `git grep` with Perl's syntax: patterns made at random, the same lines of the same files.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";

/** Seeded: the same patterns in every run. */
function makeRandom(seed) {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

const ATOMS = [
  "a",
  "b",
  "the",
  "in",
  "_",
  "\\w",
  "\\d",
  ".",
  "[a-c]",
  "[^a]",
  "\\b",
  "(?:on|of)",
  "(a|re)",
  "int",
  "=",
  "\\(",
];
const REPEATS = ["", "", "", "*", "+", "?", "{2}", "{1,3}", "*?"];

/** `path:line` of all matches, by git grep with Perl's syntax. */
export function grepWithGit(folder, pattern, options) {
  const args = ["-C", folder, "-c", "core.quotePath=false", "grep", "--no-index", "-nIP", ...options, "-e", pattern];
  const environment = { ...process.env, LC_ALL: "C.UTF-8" };
  try {
    const out = execFileSync("git", args, {
      env: environment,
      maxBuffer: 1 << 28,
      stdio: ["ignore", "pipe", "ignore"],
    });
    return out
      .toString("latin1")
      .split("\n")
      .filter(Boolean)
      .map((line) => /^(.*?:\d+):/.exec(line)[1]);
  } catch (error) {
    if (error.status === 1) return [];
    return undefined; // this git has no Perl syntax, or refuses the pattern
  }
}

/** Whether this git has Perl's syntax: `word` is in the folder. */
export const hasPerlSyntax = (folder, word) => Boolean(grepWithGit(folder, word, [])?.length);

async function countWithUs(call, args) {
  const counts = [];
  let cursor;
  do {
    const { facts } = await call({ ...args, output: "counts", max_results: 5000, ...(cursor && { cursor }) });
    counts.push(...facts.files.map(({ filePath, count }) => [filePath, count]));
    cursor = facts.cursor;
  } while (cursor);
  return counts.sort();
}

/** Compares `rounds` patterns in a folder; how many git could search for. `call` runs the tool. */
export async function compareWithGit(call, folder, rounds, seed) {
  const random = makeRandom(seed);
  const pick = (list) => list[random(list.length)];
  let compared = 0;
  for (let round = 0; round < rounds; round++) {
    const pattern = Array.from({ length: 1 + random(4) }, () => pick(ATOMS) + pick(REPEATS)).join(random(6) ? "" : "|");
    const ignores = random(2) === 0;
    const expected = grepWithGit(folder, pattern, ignores ? ["-i"] : []);
    if (!expected) continue;
    const wanted = new Map();
    for (const place of expected) {
      const file = place.slice(0, place.lastIndexOf(":"));
      wanted.set(file, (wanted.get(file) ?? 0) + 1);
    }
    const counts = await countWithUs(call, { pattern, case_sensitive: !ignores });
    assert.deepEqual(counts, [...wanted].sort(), `/${pattern}/${ignores ? "i" : ""}, seed ${seed}`);
    compared++;
  }
  return compared;
}
