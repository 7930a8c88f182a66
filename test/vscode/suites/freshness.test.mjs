/** What is changed behind the editor's back, and the very next answer. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { runOutsideEdits } from "../outside-edits.mjs";

const EDITS = 24;

test("right after a change on the disk no answer is old, in TypeScript, Python and C", async () => {
  const { fresh, unknown, stale, reports } = await runOutsideEdits({ edits: EDITS, seed: 7 });
  assert.equal(stale, 0, reports.join("\n"));
  assert.ok(fresh >= EDITS - 4, `fresh ${fresh}, unknown ${unknown}`);
});
