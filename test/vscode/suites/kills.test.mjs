/** The extension host killed while an agent edits: a few times here, many times in the soak. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { KillLoop } from "../kill-loop.mjs";

const KILLS = 2;

let loop;

before(async () => {
  loop = await KillLoop.open();
});

after(() => loop?.close());

test("files are wholly old or wholly new, and unsaved edits are still there", async () => {
  for (let i = 0; i < KILLS; i++) await loop.round();
  assert.equal(loop.kills, KILLS);
});
