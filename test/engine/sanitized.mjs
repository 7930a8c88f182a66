/**
 * The engine's tests in a Node that runs the addon under ASan and UBSan.
 *
 *   node test/engine/sanitized.mjs [FILE…]     about two minutes; FILE as node --test takes them
 *
 * The addon is built from a copy of the sources in build/sanitized: gyp knows only one folder for
 * its output, and that one holds the addon that ships.
 */
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, "../..");
const copy = path.join(root, "build/sanitized");

/** Copies what is newer or not there yet, so that make builds only that again. */
function copySources() {
  fs.mkdirSync(copy, { recursive: true });
  fs.rmSync(path.join(copy, "native"), { recursive: true, force: true });
  for (const name of ["native", "binding.gyp", "package.json"])
    fs.cpSync(path.join(root, name), path.join(copy, name), { recursive: true, preserveTimestamps: true });
  const link = path.join(copy, "node_modules");
  if (!fs.existsSync(link)) fs.symlinkSync(fs.realpathSync(path.join(root, "node_modules")), link);
}

function buildAddon() {
  const gyp = require.resolve("node-gyp/bin/node-gyp.js");
  const env = { ...process.env, npm_config_nodedir: path.join(copy, "native/nodedir") };
  const run = (...args) =>
    execFileSync(process.execPath, [gyp, "--loglevel=warn", "--silent", ...args], {
      cwd: copy,
      env,
      stdio: ["ignore", "ignore", "inherit"],
    });
  run("configure", "--release", "--", "-Dsanitize=address,undefined");
  run("build", "--release", "--jobs=max");
  return path.join(copy, "build/Release/sextant.node");
}

function library(name) {
  return execFileSync(process.env.CC || "gcc", [`-print-file-name=${name}`], { encoding: "utf8" }).trim();
}

copySources();
const addon = buildAddon();
const files = process.argv.slice(2);
const tests = files.length
  ? files
  : fs
      .readdirSync(here)
      .filter((file) => file.endsWith(".test.mjs") && !file.startsWith("bridge"))
      .map((file) => path.join(here, file));
const { status } = spawnSync(process.execPath, ["--test", "--test-concurrency=1", ...tests], {
  cwd: root,
  stdio: "inherit",
  env: {
    ...process.env,
    SEXTANT_ADDON: addon,
    LD_PRELOAD: `${library("libasan.so")} ${library("libubsan.so")}`,
    // Node itself keeps much until it ends; what the engine leaks, the C tests see.
    ASAN_OPTIONS: "detect_leaks=0:abort_on_error=1",
    UBSAN_OPTIONS: "halt_on_error=1:print_stacktrace=1",
  },
});
process.exitCode = status ?? 1;
