/** Formatters, type checks and parsers; clang-tidy takes minutes and is in tidy.mjs. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";

import { ROOT } from "../../extension/build/setup.mjs";
import { C_FILES, FILES } from "./tree.mjs";

const execute = promisify(execFile);

/** Runs a program; what it complains of is the failure. */
async function hasNothingToSay(program, ...args) {
  const { code, stdout, stderr } = await execute(program, args, { cwd: ROOT, maxBuffer: 2 ** 26 }).catch(
    (error) => error,
  );
  if (code) assert.fail(`${stdout}${stderr}`.slice(0, 20_000));
}

test("C sources are formatted", async () => {
  await hasNothingToSay("clang-format", "--dry-run", "--Werror", "--ferror-limit=3", ...C_FILES);
});

test("scripts are formatted", async () => {
  const scripts = FILES.filter((file) => /\.(ts|mjs|js)$/.test(file));
  await hasNothingToSay(process.execPath, join(ROOT, "node_modules/prettier/bin/prettier.cjs"), "--check", ...scripts);
});

test("the extension's types hold", async () => {
  await hasNothingToSay(process.execPath, join(ROOT, "node_modules/typescript/bin/tsc"), "-p", "extension");
});

test("scripts parse", async () => {
  // `node --check` takes one file at a time; a bundler reads them all in one go.
  const { build } = await import("esbuild");
  const scripts = FILES.filter((file) => file.endsWith(".mjs") && !file.includes("/fixtures/"));
  const { errors, warnings } = await build({
    absWorkingDir: ROOT,
    entryPoints: scripts,
    bundle: false,
    write: false,
    outdir: "build/none",
    logLevel: "silent",
  }).catch((error) => error);
  assert.deepEqual(
    [...errors, ...warnings].map(({ text, location }) => `${location?.file}:${location?.line}: ${text}`),
    [],
  );
});
