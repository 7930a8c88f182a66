/**
 * The index of symbols while files of C change at random and its writer is killed at any moment: after
 * each whole run it is that of a first run, but for files at which the writer was killed twice, and
 * nothing is left behind.
 *
 *   node test/soak/symbols.mjs [--seconds N] [--seed N]
 */
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { compareWithFresh, CTree } from "../engine/c-tree.mjs";
import * as kit from "../engine/indexer-kit.mjs";
import { makeRandom, runRounds } from "./random.mjs";

const STEPS = 40;
/** Where a sync costs nothing: other moments are hit. */
const FAST = "/dev/shm";

const reader = await kit.buildReader();
const sum = { changes: 0, runs: 0, kills: 0, poisoned: 0 };

async function runWhole(store, folder) {
  const begun = Date.now();
  const { code, stderr } = await kit.run(store, folder);
  assert.deepEqual([code, stderr], [0, ""]);
  kit.checkTidy(store);
  sum.runs++;
  return Date.now() - begun;
}

async function kill(store, folder, random, longest_ms) {
  const { child, ended } = kit.start(store, folder, { args: random.isOneIn(4) ? ["--rebuild"] : [] });
  child.stdin.write(kit.asList(kit.listFiles(folder)));
  await pause((random.below(1000) / 1000) * longest_ms);
  child.kill("SIGKILL");
  const { code, signal, stderr } = await ended;
  assert.equal(stderr, "");
  assert.ok(signal === "SIGKILL" || code === 0, `it ended with ${code}`);
  if (signal) sum.kills++;
}

await runRounds(async (seed) => {
  const random = makeRandom(seed);
  const place = existsSync(FAST) && random.isOneIn(2) ? FAST : tmpdir();
  const top = realpathSync(mkdtempSync(join(place, "sx-symbols-")));
  const [folder, store] = ["tree", "store"].map((name) => join(top, name));
  try {
    const tree = new CTree(folder, random);
    let longest_ms = await runWhole(store, folder);
    for (let step = 0; step < STEPS; step++) {
      const count = random.isOneIn(8) ? 25 : random.below(6);
      for (let i = 0; i < count; i++) tree.change();
      sum.changes += count;
      const kills = random.isOneIn(2) ? 1 + random.below(3) : 0;
      for (let i = 0; i < kills; i++) await kill(store, folder, random, longest_ms);
      longest_ms = Math.max(longest_ms, await runWhole(store, folder));
      const { poisoned } = await compareWithFresh(reader, store, folder, kills > 1);
      sum.poisoned += poisoned;
      if (poisoned) rmSync(store, { recursive: true });
    }
    console.log(
      `${sum.changes} changes so far in ${sum.runs} whole runs, ${sum.kills} kills; ${sum.poisoned} files left alone`,
    );
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
});
