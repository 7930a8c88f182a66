/**
 * The program that builds the search index, killed by SIGKILL at any moment while files change, at times
 * two of them at once: what it leaves can be opened, and the next whole run is right: each file is
 * covered as it is now, or searched in any case; generations ascend; nothing is left behind. In the end
 * the index equals that of a first run.
 *
 *   node test/soak/indexer.mjs [--seconds N] [--seed N]
 */
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";

import * as kit from "../engine/indexer-kit.mjs";
import { makeRandom, runRounds } from "./random.mjs";

const LIVES = 25;
const FILES = 80;
/** Where a sync costs nothing: other moments are hit. */
const FAST = "/dev/shm";

const reader = await kit.buildReader();
const sum = { kills: 0, ended: 0, twice: 0, poisoned: 0 };

/* ---- the work tree --------------------------------------------------------------------------- */

const makeName = (random) =>
  ["", "a/", "a/b/", "z/", "a.b/", "ä ö/"][random.below(6)] +
  `file ${random.below(FILES)}${random.pick(["", ".c", ".txt"])}`;

function makeText(random) {
  const line = `word${random.below(1000)} of some text ${random.below(2 ** 31)}\n`;
  switch (random.below(12)) {
    case 0:
      return "";
    case 1:
      return Buffer.from([0, 1, 2, 3, random.below(256)]);
    case 2:
      return Buffer.from([0xff, 0xfe, ...Buffer.from(line, "utf16le")]);
    case 3:
      return Buffer.concat([Buffer.from(line), Buffer.from([0xe4, 0x0a])]);
    case 4:
      return line.repeat(100_000);
    default:
      return line.repeat(1 + random.below(300));
  }
}

/** Names of files that changed since the last whole run; others may have the mark of unchanged ones. */
const touched = new Set();

function pickSame(random) {
  const isShort = random.isOneIn(2);
  return (name) => isShort && !touched.has(name) && !random.isOneIn(9);
}

/** A folder cannot take the name of a file, nor the other way round: names of files have a space in them. */
function change(folder, random, count) {
  for (let i = 0; i < count; i++) {
    const names = kit.listFiles(folder);
    const kind = names.length > 10 ? random.below(10) : 0;
    const [one, other] = kind >= 8 ? [random.pick(names), random.pick(names)] : [makeName(random)];
    touched.add(one).add(other);
    if (kind === 9) rmSync(join(folder, one));
    else if (kind === 8) renameSync(join(folder, one), join(folder, other));
    else kit.writeOld(join(folder, one), makeText(random), 1_000_000_000 + random.below(2 ** 28));
  }
}

/* ---- lives ----------------------------------------------------------------------------------- */

async function live(store, folder, random, longest_ms) {
  const { child, ended } = kit.start(store, folder, { args: random.isOneIn(6) ? ["--rebuild"] : [] });
  child.stdin.write(kit.asList(kit.listFiles(folder), pickSame(random)));
  await pause((random.below(1000) / 1000) * longest_ms);
  child.kill("SIGKILL");
  const { code, signal, stderr } = await ended;
  assert.equal(stderr, "");
  assert.ok(signal === "SIGKILL" || code === 0 || code === 3, `it ended with ${code}`);
  if (signal) sum.kills++;
  else sum.ended++;
}

const readGeneration = (store, folder) =>
  existsSync(join(store, "manifest")) ? kit.readStore(reader, store, folder).generation : 0;

async function runWhole(store, folder, last, random) {
  const begun = performance.now();
  const { code, stderr, stdout } = await kit.run(store, folder, { isSame: pickSame(random) });
  assert.deepEqual([code, stderr], [0, ""]);
  const found = kit.checkWhole(reader, store, folder);
  assert.equal(found.generation, kit.readDone(stdout).generation);
  assert.ok(found.generation >= last, `${found.generation} after ${last}`);
  touched.clear();
  return { ...found, ms: performance.now() - begun };
}

const bytesOfBase = (store) =>
  readFileSync(
    join(
      store,
      readdirSync(store).find((name) => name.startsWith("base.")),
    ),
  );

/** Only what a run was killed at twice may be searched though a first run covers it. */
async function checkAgainstNew(store, folder, fresh, found) {
  const { code } = await kit.run(fresh, folder);
  assert.equal(code, 0);
  const expected = kit.checkWhole(reader, fresh, folder).states;
  const other = Object.keys(expected).filter((name) => expected[name] !== found.states[name]);
  for (const name of other) assert.equal(found.states[name], "open", name);
  sum.poisoned += other.length;
  if (found.hasDelta || other.length > 0) return;
  assert.ok(bytesOfBase(store).equals(bytesOfBase(fresh)), "it differs from that of a first run");
}

await runRounds(async (seed) => {
  const random = makeRandom(seed);
  const place = existsSync(FAST) && random.isOneIn(2) ? FAST : tmpdir();
  const top = realpathSync(mkdtempSync(join(place, "sx-indexer-")));
  const [folder, store, fresh] = ["tree", "store", "fresh"].map((name) => join(top, name));
  try {
    kit.writeOld(join(folder, "first file"), "first\n");
    change(folder, random, FILES);
    let found = await runWhole(fresh, folder, 0, random);
    rmSync(fresh, { recursive: true });
    let last = 0;
    for (let i = 0; i < LIVES; i++) {
      const lives = [live(store, folder, random, found.ms)];
      if (random.isOneIn(4)) lives.push(live(store, folder, random, found.ms));
      sum.twice += lives.length - 1;
      for (const { reason } of await Promise.allSettled(lives)) if (reason) throw reason;
      const generation = readGeneration(store, folder);
      assert.ok(generation >= last, `${generation} after ${last}`);
      last = generation;
      if (random.isOneIn(2)) change(folder, random, random.below(8));
      if (random.isOneIn(3)) last = (found = await runWhole(store, folder, last, random)).generation;
    }
    found = await runWhole(store, folder, last, random);
    await checkAgainstNew(store, folder, fresh, found);
    console.log(
      `${sum.kills} kills so far, ${sum.ended} ended before; ${sum.twice} times two at once; ${sum.poisoned} files left alone`,
    );
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
});
