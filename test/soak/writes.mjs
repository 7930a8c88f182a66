/**
 * Two windows that write to the same files on the disk, each killed by SIGKILL at any moment: every file
 * is wholly what one of their writes made it, never older than what that window has reported done, and
 * the next write of any process leaves nothing behind of what was being written. One of the files has a
 * second name, so it is overwritten in place: that one is whole when the next write has been there.
 *
 *   node test/soak/writes.mjs [--seconds N] [--seed N]
 */
import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { within } from "../engine/bridge-kit.mjs";
import { openEditor } from "../engine/fake-editor.mjs";
import { makeRandom, runRounds } from "./random.mjs";
import { contents, readGeneration } from "./writes-contents.mjs";

const WRITERS = 2;
const LONGEST_LIFE_MS = 250;
/** Numbers that one life cannot use up. */
const GENERATIONS = 1_000_000;
/** Calls under way at the same time may end in any order: a file is as old as they are at most. */
const IN_ANY_ORDER = 3;
const LINKED = ["f0.txt", "linked/same.txt"];

/** Starts a writer and kills it; what it has reported, by the file's name. */
async function liveAndDie(folder, number, random) {
  const done = new Map();
  const first = number * GENERATIONS;
  const life_ms = random.below(LONGEST_LIFE_MS);
  const child = fork(new URL("writer.mjs", import.meta.url), [folder, first, random.below(2 ** 31)].map(String));
  const gone = once(child, "exit");
  await within(Promise.race([once(child, "message"), gone]), "a writer to be ready");
  child.on("message", ({ name, generation }) => done.set(name, generation));
  await pause(life_ms);
  child.kill("SIGKILL");
  const [, signal] = await within(gone, "a writer to be gone");
  assert.equal(signal, "SIGKILL", "it ended by itself");
  return done;
}

const listFiles = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1));

function checkWhole(folder, name, dones) {
  const text = readFileSync(join(folder, name), "utf8");
  const generation = readGeneration(text);
  assert.notEqual(generation, undefined, `${name} is not whole: ${text.length} bytes, ${text.slice(0, 80)}`);
  const reported = dones[Math.floor(generation / GENERATIONS) - 1]?.get(name) ?? 0;
  assert.ok(generation + IN_ANY_ORDER >= reported, `${name} has ${generation}, ${reported} was reported done`);
}

/** One write in each folder, of a process that has seen nothing of it: the next window's. */
async function writeOnce(folder) {
  const editor = openEditor(folder);
  for (const filePath of ["after.txt", "new/after.txt"])
    assert.equal((await editor.run("file_write", { filePath, content: contents(1) })).isError, false);
  editor.engine.dispose();
}

let kills = 0;
let left = 0;
let writes = 0;

await runRounds(async (seed) => {
  const random = makeRandom(seed);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "sx-writes-")));
  try {
    for (const name of ["new", "linked"]) mkdirSync(join(folder, name));
    writeFileSync(join(folder, LINKED[0]), contents(1));
    linkSync(...LINKED.map((name) => join(folder, name)));
    const dones = await Promise.all(Array.from({ length: WRITERS }, (_, i) => liveAndDie(folder, i + 1, random)));
    const names = listFiles(folder);
    for (const name of names)
      if (!name.endsWith(".tmp") && !LINKED.includes(name)) checkWhole(folder, name, dones);
    for (const name of dones.flatMap((done) => [...done.keys()])) assert.ok(names.includes(name), `${name} was written, and is not there`);
    left += names.filter((name) => name.endsWith(".tmp")).length;
    await writeOnce(folder);
    for (const name of listFiles(folder)) checkWhole(folder, name, dones);
    assert.equal(statSync(join(folder, LINKED[0])).nlink, 2);
    kills += WRITERS;
    writes += dones.reduce((sum, done) => sum + done.size, 0);
    console.log(`${kills} kills so far, ${writes} files written last, ${left} temporary files were left and removed`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
