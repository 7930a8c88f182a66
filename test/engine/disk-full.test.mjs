/** A disk that takes no more: what cannot be written leaves the file as it was, and nothing else. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { makeFolder } from "./fake-editor.mjs";

const WORKER = new URL("disk-full.worker.mjs", import.meta.url).pathname;
/** In blocks of 512 bytes: files of this process may not grow beyond. */
const LIMIT_BLOCKS = 64;

test("a file that does not fit is refused, and stays what it was", (t) => {
  const folder = makeFolder(t);
  fs.writeFileSync(path.join(folder, "old.txt"), "as it was\n");
  // The signal would end the process; ignored, the write fails as on a full disk.
  const script = `trap '' XFSZ; ulimit -f ${LIMIT_BLOCKS}; exec "$0" "$@"`;
  const run = spawnSync("sh", ["-c", script, process.execPath, WORKER, folder], { encoding: "utf8" });
  assert.equal(run.status, 0, run.stderr);
  const [existing, created] = JSON.parse(run.stdout);
  for (const answer of [existing, created]) {
    assert.equal(answer.code, "io_error", answer.text);
    assert.match(answer.text, /could not be written: .*Nothing was changed\./);
  }
  assert.equal(fs.readFileSync(path.join(folder, "old.txt"), "utf8"), "as it was\n");
  assert.deepEqual(fs.readdirSync(folder), ["old.txt"]);
});
