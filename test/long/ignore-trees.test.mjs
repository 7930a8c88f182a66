/**
 * Thousands of generated trees with generated rules: the files that the engine lists are those that git lists.
 *
 *   SEXTANT_TREES=10000  so many of them; 3,000 by default
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { tmpdir } from "node:os";
import { test } from "node:test";

import { build } from "../native/build.mjs";

const LIMIT_MS = 20 * 60_000;

/** In memory where the machine has such a folder: most of the time goes into making the trees. */
function folderForTrees() {
  try {
    accessSync("/dev/shm", constants.W_OK);
    return "/dev/shm";
  } catch {
    return tmpdir();
  }
}

test("the files are those that git lists", { timeout: LIMIT_MS }, async () => {
  const binary = await build({ suites: ["workspace_files_git_test"] });
  const env = { ...process.env, TMPDIR: folderForTrees(), SEXTANT_TREES: process.env.SEXTANT_TREES ?? "3000" };
  const { status, stdout, stderr } = spawnSync(binary, [], { env, encoding: "utf8", timeout: LIMIT_MS });
  assert.equal(status, 0, stdout + stderr);
  assert.match(stdout, /1 passed, 0 failed/);
});
