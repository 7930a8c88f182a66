/** The index of symbols after changes is that of a first run. */
import assert from "node:assert/strict";
import path from "node:path";
import test from "node:test";

import { makeRandom } from "../soak/random.mjs";
import { compareWithFresh, CTree } from "./c-tree.mjs";
import { makeFolder } from "./fake-editor.mjs";
import * as kit from "./indexer-kit.mjs";

/** SEXTANT_CHANGES=10000 takes half an hour. */
const CHANGES = Number(process.env.SEXTANT_CHANGES ?? 200);
const SEED = Number(process.env.SEXTANT_SEED ?? 13);
const reader = await kit.buildReader();

test("after each of many changes the symbols are those of a first run", { timeout: 1500 * CHANGES }, async (t) => {
  const random = makeRandom(SEED);
  const top = makeFolder();
  const [folder, store] = ["tree", "store"].map((name) => path.join(top, name));
  const tree = new CTree(folder, random);
  const seen = { deltas: 0, rows: 0, runs: 0 };
  for (let changes = 0; changes < CHANGES; seen.runs++) {
    const { code, stderr } = await kit.run(store, folder);
    assert.deepEqual([code, stderr], [0, ""]);
    seen.deltas += kit.checkTidy(store);
    seen.rows += (await compareWithFresh(reader, store, folder)).rows;
    const count = random.isOneIn(8) ? 25 : 1 + random.below(6);
    for (let i = 0; i < count; i++) tree.change();
    changes += count;
  }
  t.diagnostic(`${seen.runs} runs, ${seen.deltas} with a delta, ${Math.round(seen.rows / seen.runs)} rows each`);
  assert.ok(seen.deltas > 10 && seen.rows > 100 * seen.runs, JSON.stringify(seen));
});
