/**
 * The declarations that the scanner of C finds in a large tree, beside those of universal-ctags: functions with bodies,
 * types and macros, by file, line and name. Both make mistakes: the differences are there to be read.
 *
 *   SEXTANT_BENCH_TREE=folder   the tree; the engine with its dependencies where that is not set
 *   SEXTANT_DIFFERENCES=file    where the differences are written, each in a line
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";

import { ROOT } from "../../extension/build/setup.mjs";
import { ask, DECLARATION, NAMELESS, readAnswers } from "../engine/facts-kit.mjs";

const TREE = process.env.SEXTANT_BENCH_TREE ?? join(ROOT, "native");
const DIFFERENCES = process.env.SEXTANT_DIFFERENCES;
const FEWEST_FOUND = 0.99;
const FILES_AT_ONCE = 500;
/** As they are read: more than that is not. */
const MOST_BYTES = 4 << 20;
/** Kinds of ctags and of the scanner: which of the types it is is not the question. */
const SORTS = new Map(
  Object.entries({
    function: ["function", "Function"],
    type: ["struct", "union", "enum", "Struct", "Union", "Enum"],
    typedef: ["typedef", "Typedef"],
    macro: ["macro", "Macro"],
  }).flatMap(([sort, kinds]) => kinds.map((kind) => [kind, sort])),
);
/** `SYSCALL_DEFINE2(open, …) {` defines no function of that name. */
const MAKERS = /^(?:COMPAT_)?SYSCALL_DEFINE\d?$/;

/** Rows `sort file:line name` by ctags. */
function taggedIn(files) {
  const args = ["--options=NONE", "--languages=C", "--langmap=C:.c.h", "--kinds-C=fsugtd", "--sort=no", "-x"];
  const options = { cwd: TREE, input: files.join("\n"), encoding: "latin1", maxBuffer: 2 ** 30 };
  const { stdout, status } = spawnSync("ctags", [...args, "--_xformat=%N\t%K\t%F\t%n", "-L", "-"], options);
  assert.equal(status, 0);
  return stdout
    .split("\n")
    .filter((row) => row && !row.startsWith("__anon"))
    .map((row) => row.split("\t"))
    .filter(([name, kind]) => kind !== "function" || !MAKERS.test(name))
    .map(([name, kind, file, line]) => `${SORTS.get(kind)} ${file}:${line} ${name}`);
}

/** The same by the scanner. */
function foundIn(files, texts) {
  const { status, stdout, stderr } = ask(...texts.map((text) => ["c", text]));
  assert.equal(status, 0, String(stderr));
  return readAnswers(stdout, texts).flatMap(({ facts }, i) => {
    const rows = [];
    let [at, line] = [0, 1];
    const wanted = facts.filter(({ kind, flags }) => SORTS.has(kind) && !(flags & (DECLARATION | NAMELESS)));
    for (const { nameStart, kind, name } of wanted.sort((a, b) => a.nameStart - b.nameStart)) {
      for (; at < nameStart; at++) line += texts[i][at] === 10;
      const isMade = /^(?:COMPAT_)?SYSCALL_DEFINE\d?\s*\(\s*$/.test(
        texts[i]
          .latin1Slice(Math.max(0, nameStart - 60), nameStart)
          .split("\n")
          .at(-1),
      );
      if (!isMade) rows.push(`${SORTS.get(kind)} ${files[i]}:${line} ${name}`);
    }
    return rows;
  });
}

/** Lines that the first branch of each `#if` does not have: ctags reads that one, and code beside it only in part. */
function otherBranches(text) {
  const others = new Set();
  const open = [];
  text.split("\n").forEach((line, i) => {
    const [, word, rest] = /^\s*#\s*(ifdef|ifndef|if|elif|else|endif)\b(.*)/.exec(line) ?? [];
    if (word?.startsWith("if")) open.push(word === "if" && /^\s*0\b/.test(rest));
    else if (word === "endif") open.pop();
    else if (word && open.length) open[open.length - 1] = true;
    if (open.includes(true)) others.add(i + 1);
  });
  return others;
}

test("functions, types and macros of a tree of C, as ctags finds them", (t) => {
  const all = readdirSync(TREE, { recursive: true }).filter((name) => /\.[ch]$/.test(name));
  const counts = Object.fromEntries(
    [...new Set(SORTS.values())].map((sort) => [sort, { wanted: 0, missing: 0, more: 0, moreOfOthers: 0 }]),
  );
  if (DIFFERENCES) writeFileSync(DIFFERENCES, "");
  for (let from = 0; from < all.length; from += FILES_AT_ONCE) {
    const read = all
      .slice(from, from + FILES_AT_ONCE)
      .flatMap((file) => {
        try {
          return [[file, readFileSync(join(TREE, file))]];
        } catch {
          return [];
        }
      })
      .filter(([, text]) => text.length <= MOST_BYTES);
    const files = read.map(([file]) => file);
    const tagged = new Set(taggedIn(files));
    const found = new Set(
      foundIn(
        files,
        read.map(([, text]) => text),
      ),
    );
    const others = new Map();
    const isOfOthers = (file, line) => {
      if (!others.has(file)) others.set(file, otherBranches(read[files.indexOf(file)][1].toString("latin1")));
      return others.get(file).has(+line);
    };
    const differences = [];
    for (const row of tagged) {
      const sort = row.slice(0, row.indexOf(" "));
      counts[sort].wanted++;
      if (!found.has(row)) (counts[sort].missing++, differences.push(`- ${row}`));
    }
    for (const row of found) {
      if (tagged.has(row)) continue;
      const [, sort, file, line] = /^(\w+) (.*):(\d+) /.exec(row);
      const isOther = isOfOthers(file, line);
      counts[sort][isOther ? "moreOfOthers" : "more"]++;
      differences.push(`${isOther ? "o" : "+"} ${row}`);
    }
    if (DIFFERENCES && differences.length) appendFileSync(DIFFERENCES, `${differences.join("\n")}\n`);
  }
  for (const [sort, { wanted, missing, more, moreOfOthers }] of Object.entries(counts)) {
    const share = ((100 * (wanted - missing)) / (wanted || 1)).toFixed(3);
    t.diagnostic(
      `${sort}: ${wanted} by ctags, ${share} % of them found; ${more} more, and ${moreOfOthers} in other branches of an #if`,
    );
    assert.ok(wanted - missing >= FEWEST_FOUND * wanted, sort);
  }
});
