/** A file system that does not answer takes no call past its deadline, and not the window with it. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { makeFolder } from "./fake-editor.mjs";
import { noPreload, runPreloaded } from "./preload.mjs";

const skip = noPreload;

const runWith = (folder, ...args) => runPreloaded(folder, "hang", { SX_HANG_MARK: path.join(folder, "mark") }, ...args);

test("a call on a mount that hangs ends after its deadline, and so does the window", { skip }, (t) => {
  const folder = makeFolder();
  const mount = path.join(folder, "hanging-mount");
  fs.mkdirSync(mount);
  fs.writeFileSync(path.join(mount, "a.ts"), "export const a = 1;\n");
  const { code, isError, callMs, endMs } = runWith(folder, "hang.worker.mjs", mount);
  assert.equal(isError, true);
  assert.equal(code, "deadline");
  assert.ok(callMs < 20_000, `the call took ${callMs} ms`);
  assert.ok(endMs < 15_000, `the end took ${endMs} ms`);
});

test("rules that hang do not keep the calls on other folders waiting", { skip }, (t) => {
  const [folder, hanging, healthy] = [makeFolder(), makeFolder(), makeFolder()];
  fs.writeFileSync(path.join(hanging, ".ignore"), "");
  fs.writeFileSync(path.join(healthy, "a.ts"), "");
  const { missed, ms } = runWith(folder, "hang-rules.worker.mjs", hanging, healthy);
  assert.deepEqual(missed, []);
  assert.ok(ms < 20_000, `20 calls took ${ms} ms`);
});
