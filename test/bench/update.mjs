/**
 * How long the index takes to have 100 files of a tree that changed: a run of sextant-indexer, from its start to its
 * end, with a list that says which files those are, and beside it one that has to look at all files.
 *
 *   npm run bench -- update
 *
 * The tree is a copy of the packages of this clone, about 5,000 files, or one of SEXTANT_BENCH_TREE.
 */
import { once } from "node:events";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import * as kit from "../engine/indexer-kit.mjs";
import { makeTree } from "./tree.mjs";

const ROUNDS = 10;
const CHANGED = 100;
const MOST_MS = 50;
/** It lets all other programs go first; here its own work is measured, and a bench is busy itself. */
const OWN_PRIORITY = { SEXTANT_INDEXER_PRIORITY: "normal" };

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

/** A run to its end, with the list ready before: how long it took. */
async function update(store, folder, list) {
  const begun = performance.now();
  const { child, ended } = kit.start(store, folder, { env: OWN_PRIORITY });
  const isOver = once(child, "exit").then(() => performance.now() - begun);
  child.stdin.write(list);
  const ms = await isOver;
  const { code, stderr } = await ended;
  if (code) throw new Error(stderr);
  return ms;
}

async function measure(store, folder) {
  const names = kit.listFiles(folder);
  const changed = new Set(names.filter((_, i) => i % Math.floor(names.length / CHANGED) === 0).slice(0, CHANGED));
  const all = Buffer.from(kit.asList(names));
  const some = Buffer.from(kit.asList(names, (name) => !changed.has(name)));
  const times = { some: [], all: [] };
  await update(store, folder, all);
  for (let round = 0; round <= ROUNDS; round++)
    for (const [kind, list] of Object.entries({ some, all })) {
      for (const name of changed) appendFileSync(join(folder, name), `changed ${round}\n`);
      const ms = await update(store, folder, list);
      // The first round warms the cache.
      if (round > 0) times[kind].push(ms);
    }
  return { files: names.length, ours: median(times.some), peer: median(times.all) };
}

export async function rows() {
  const { folder, remove } = makeTree({ changes: true });
  const store = mkdtempSync(join(tmpdir(), "sextant-bench-index-"));
  try {
    const { files, ours, peer } = await measure(store, folder);
    const name = `update of the index after ${CHANGED} changed files of ${files.toLocaleString("en")}, against a look at all`;
    return [{ name, ours, peer, unit: "ms", ratio: ours / peer, target: `≤ ${MOST_MS} ms`, ok: ours <= MOST_MS }];
  } finally {
    rmSync(store, { recursive: true });
    remove();
  }
}
