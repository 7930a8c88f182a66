/**
 * Two windows that apply changes to the same files on the disk, each killed by SIGKILL at any moment
 * while the other goes on, and followed by the next one: every file is wholly what one of their
 * writes made it, never older than what a window has reported done; no edit of a row and no appended
 * line is lost, whoever else wrote to that file; and the next write of any process leaves nothing
 * behind of what was being written. Two of the files have a second name, so they are overwritten in
 * place: those are whole when the next write has been there.
 *
 *   node test/soak/writes.mjs [--seconds N] [--seed N]
 */
import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { within } from "../engine/bridge-kit.mjs";
import { openEditor } from "../engine/fake-editor.mjs";
import { makeRandom, runRounds } from "./random.mjs";
import { contents, makeRows, readGeneration, readLog, readRows } from "./writes-contents.mjs";

const WINDOWS = 2;
const LIVES = 5; // of each window, one after the other
const LOOPS = 3; // as the writer has them
const LONGEST_LIFE_MS = 300;
/** Where a sync costs nothing: many more writes in a life. */
const FAST = "/dev/shm";
const GENERATIONS = 1_000_000;
/** Calls under way at the same time may end in any order: a file is as old as they are at most. */
const IN_ANY_ORDER = 3;
const LINKED = [
  ["f0.txt", "linked/same.txt"],
  ["linked/rows.txt", "linked/same-rows.txt"],
];
const OWNERS = Array.from({ length: WINDOWS * LIVES }, (_, life) =>
  Array.from({ length: LOOPS }, (_, loop) => `life ${life + 1} loop ${loop}`),
).flat();

const isLinked = (name) => LINKED.flat().includes(name);

/* ---- a life ---------------------------------------------------------------------------------- */

/** Reported writes, by the file's name: for whole files the count of each life, for others of each owner. */
class Reports {
  counts = new Map();
  problems = [];

  take(report) {
    if (report.problem) this.problems.push(report.problem);
    if (!report.name) return;
    const ofFile = this.of(report.name);
    ofFile.set(report.owner ?? Math.floor(report.count / GENERATIONS), report.count);
    this.counts.set(report.name, ofFile);
  }

  of(name) {
    return this.counts.get(name) ?? new Map();
  }

  /** As it is now; what comes later does not count. */
  copy() {
    const copy = new Reports();
    for (const [name, counts] of this.counts) copy.counts.set(name, new Map(counts));
    return copy;
  }
}

class Life {
  constructor(folder, number, random, reports) {
    this.child = fork(new URL("writer.mjs", import.meta.url), [folder, number, random.below(2 ** 31)].map(String));
    // Said before the end and not yet read: it ends with the channel.
    this.gone = Promise.all([once(this.child, "exit"), once(this.child, "disconnect")]);
    this.isReady = Promise.race([once(this.child, "message"), this.gone]);
    this.gone.catch(() => {});
    this.child.on("message", (report) => reports.take(report));
  }

  async live(ms) {
    await within(this.isReady, "a writer to be ready");
    this.child.send("go");
    await pause(ms);
    this.child.kill("SIGKILL");
    const [[, signal]] = await within(this.gone, "a writer to be gone");
    assert.equal(signal, "SIGKILL", "it ended by itself");
  }
}

/* ---- what must be there ---------------------------------------------------------------------- */

const listFiles = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1));

function checkWhole(text, name, reports) {
  const generation = readGeneration(text);
  assert.notEqual(generation, undefined, `${name} is not whole: ${text.length} bytes, ${text.slice(0, 80)}`);
  const reported = reports.of(name).get(Math.floor(generation / GENERATIONS)) ?? 0;
  assert.ok(generation + IN_ANY_ORDER >= reported, `${name} has ${generation}, ${reported} was reported done`);
}

function checkCounts(counts, text, name, reports) {
  assert.ok(counts, `${name} is not whole: ${text.length} bytes\n${text.slice(0, 20_000)}`);
  for (const [owner, reported] of reports.of(name))
    assert.ok(
      (counts.get(owner) ?? 0) >= reported,
      `${name} has ${counts.get(owner)} of ${owner}, ${reported} were reported done`,
    );
}

/** A write that was reported before the file is read must be in it. */
function checkFile(folder, name, reports) {
  const text = readFileSync(join(folder, name), "utf8");
  if (name.endsWith("rows.txt")) checkCounts(readRows(text, OWNERS), text, name.replace("same-rows", "rows"), reports);
  else if (name === "log.txt") checkCounts(readLog(text), text, name, reports);
  else checkWhole(text, name.replace("linked/same", "f0"), reports);
}

/** While the other window writes, only what is never overwritten in place is whole at any moment. */
function checkMeanwhile(folder, reports) {
  const before = reports.copy();
  assert.deepEqual(reports.problems, []);
  for (const name of ["rows.txt", "log.txt", "f1.txt", "f2.txt"])
    if (before.counts.has(name)) checkFile(folder, name, before);
}

/** One write in each folder, of a process that has seen nothing of it: the next window's. */
async function writeOnce(folder) {
  const editor = openEditor(folder);
  for (const filePath of ["after.txt", "new/after.txt", "linked/after.txt"])
    assert.equal((await editor.run("file_write", { filePath, content: contents(1) })).isError, false);
  editor.engine.dispose();
}

/* ---- rounds ---------------------------------------------------------------------------------- */

const sum = { kills: 0, calls: 0, left: 0 };

function makeFiles(folder) {
  for (const name of ["new", "linked"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "f0.txt"), contents(1));
  for (const name of ["rows.txt", "linked/rows.txt"]) writeFileSync(join(folder, name), makeRows(OWNERS));
  writeFileSync(join(folder, "log.txt"), "");
  for (const names of LINKED) linkSync(...names.map((name) => join(folder, name)));
}

/** The next life begins to start while this one writes: what takes long is starting Node. */
async function liveInTurn(folder, window, random, reports) {
  const begin = (i) => new Life(folder, window * LIVES + i + 1, random, reports);
  let next = begin(0);
  for (let i = 0; i < LIVES; i++) {
    const life = next;
    next = i + 1 < LIVES ? begin(i + 1) : undefined;
    try {
      await life.live(random.below(LONGEST_LIFE_MS));
    } catch (error) {
      next?.child.kill("SIGKILL");
      throw error;
    }
    sum.kills++;
    checkMeanwhile(folder, reports);
  }
}

await runRounds(async (seed) => {
  const random = makeRandom(seed);
  const place = existsSync(FAST) && random.isOneIn(2) ? FAST : tmpdir();
  const folder = realpathSync(mkdtempSync(join(place, "sx-writes-")));
  const reports = new Reports();
  try {
    makeFiles(folder);
    const turns = Array.from({ length: WINDOWS }, (_, i) =>
      liveInTurn(folder, i, makeRandom(random.below(2 ** 31)), reports),
    );
    for (const { reason } of await Promise.allSettled(turns)) if (reason) throw reason;
    assert.deepEqual(reports.problems, []);
    const names = listFiles(folder);
    for (const name of names) if (!name.endsWith(".tmp") && !isLinked(name)) checkFile(folder, name, reports);
    for (const name of reports.counts.keys()) assert.ok(names.includes(name), `${name} was written, and is not there`);
    sum.left += names.filter((name) => name.endsWith(".tmp")).length;
    await writeOnce(folder);
    for (const name of listFiles(folder)) checkFile(folder, name, reports);
    for (const [name] of LINKED) assert.equal(statSync(join(folder, name)).nlink, 2);
    for (const counts of reports.counts.values()) for (const count of counts.values()) sum.calls += count % GENERATIONS;
    console.log(
      `${sum.kills} kills so far, ${sum.calls} calls reported done, ${sum.left} temporary files were left and removed`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
