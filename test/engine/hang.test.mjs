/** A file system that does not answer takes no call past its deadline, and not the window with it. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { makeFolder } from "./fake-editor.mjs";

const at = (name) => fileURLToPath(new URL(name, import.meta.url));

test(
  "a call on a mount that hangs ends after its deadline, and so does the window",
  { skip: process.platform !== "linux" || !!process.env.LD_PRELOAD },
  (t) => {
    const folder = makeFolder(t);
    const library = path.join(folder, "hang.so");
    execFileSync(process.env.CC || "gcc", ["-shared", "-fPIC", "-o", library, at("hang.c"), "-ldl"]);
    const mount = path.join(folder, "hanging-mount");
    fs.mkdirSync(mount);
    fs.writeFileSync(path.join(mount, "a.ts"), "export const a = 1;\n");
    const env = { ...process.env, LD_PRELOAD: library };
    const output = execFileSync(process.execPath, [at("hang.worker.mjs"), mount], {
      env,
      encoding: "utf8",
      timeout: 60_000,
    });
    const { code, isError, callMs, endMs } = JSON.parse(output);
    assert.equal(isError, true);
    assert.equal(code, "deadline");
    assert.ok(callMs < 20_000, `the call took ${callMs} ms`);
    assert.ok(endMs < 15_000, `the end took ${endMs} ms`);
  },
);
