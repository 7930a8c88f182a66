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
  const folder = makeFolder();
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

test("a full and a read-only file system: nothing is half done, and the answer says what to do", (t) => {
  const worker = new URL("disk-small.worker.mjs", import.meta.url).pathname;
  const run = spawnSync("unshare", ["-rm", process.execPath, worker], { encoding: "utf8" });
  if (run.error || /unshare/.test(run.stderr)) return t.skip("no file system can be mounted here");
  assert.equal(run.status, 0, run.stderr);
  const seen = JSON.parse(run.stdout);
  if (!seen) return t.skip("no file system can be mounted here");
  for (const answer of [seen.made, seen.written]) {
    assert.equal(answer.code, "io_error", answer.text);
    assert.match(answer.text, /no space left on device\. Nothing was changed\. Free some room on its disk/);
  }
  assert.match(seen.saved.text, /^APPLIED .*, not saved\./);
  assert.match(seen.saved.text, /is changed but not saved: its disk is full\. Free some room, then save it\./);
  assert.deepEqual([seen.saved.saves, seen.saved.disk], [0, "one\n"], "a save would cut the file");
  assert.match(seen.same.text, /^APPLIED .*, saved\./, "what fits into its own room is saved");
  assert.equal(seen.two, "TWO\n");
  assert.match(seen.undone.text, /^Undid the change/);
  assert.deepEqual(seen.unsaved, []);
  assert.deepEqual(seen.left, ["ballast", "one.txt", "two.txt"]);
  for (const answer of seen.readOnly) {
    assert.equal(answer.code, "read_only", answer.text);
    assert.match(answer.text, /is on a file system that is mounted read-only\. Nothing was changed\./);
  }
  assert.equal(seen.isSame, true);
});
