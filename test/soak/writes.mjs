/**
 * A window that writes files on the disk, killed by SIGKILL at any moment: each file is wholly what
 * one of its writes made it, never older than a write that was reported done, and of what was
 * being written no more than one temporary file is left for each kill.
 *
 *   node test/soak/writes.mjs [--seconds N] [--seed N]
 */
import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { within } from "../engine/bridge-kit.mjs";
import { makeRandom, runRounds } from "./random.mjs";
import { readGeneration } from "./writes-contents.mjs";

const KILLS = 6;
const LONGEST_LIFE_MS = 250;
/** Numbers that one life cannot use up. */
const GENERATIONS = 1_000_000;

/** Starts a writer, kills it, and adds to `done` what it has reported. */
async function liveAndDie(folder, done, first, random) {
  const child = fork(new URL("writer.mjs", import.meta.url), [folder, first, random.below(2 ** 31)].map(String));
  const gone = once(child, "exit");
  await within(Promise.race([once(child, "message"), gone]), "a writer to be ready");
  child.on("message", ({ name, generation }) => done.set(name, generation));
  await pause(random.below(LONGEST_LIFE_MS));
  child.kill("SIGKILL");
  const [, signal] = await within(gone, "a writer to be gone");
  assert.equal(signal, "SIGKILL", "it ended by itself");
}

/** Calls under way at the same time may end in any order: a file is as old as they are at most. */
const IN_ANY_ORDER = 3;

function check(folder, done) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1));
  const left = names.filter((name) => name.endsWith(".tmp"));
  for (const name of names) {
    if (name.endsWith(".tmp")) continue;
    const text = readFileSync(join(folder, name), "utf8");
    const generation = readGeneration(text);
    assert.notEqual(generation, undefined, `${name} is not whole: ${text.length} bytes, ${text.slice(0, 80)}`);
    const reported = done.get(name) ?? 0;
    assert.ok(generation + IN_ANY_ORDER >= reported, `${name} has ${generation}, ${reported} was reported done`);
  }
  for (const name of done.keys()) assert.ok(names.includes(name), `${name} was written, and is not there`);
  return left.length;
}

let kills = 0;
let writes = 0;
let left = 0;

await runRounds(async (seed) => {
  const random = makeRandom(seed);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "sx-writes-")));
  const done = new Map();
  try {
    mkdirSync(join(folder, "new"));
    for (let kill = 1; kill <= KILLS; kill++) {
      await liveAndDie(folder, done, kill * GENERATIONS, random);
      const count = check(folder, done);
      assert.ok(count <= kill, `${count} temporary files after ${kill} kills`);
      if (kill === KILLS) left += count;
    }
    kills += KILLS;
    writes += done.size;
    console.log(`${kills} kills so far, ${writes} files written last, ${left} temporary files left`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
