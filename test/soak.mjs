// `npm run test:soak -- --minutes N`: fuzzing, races and kill loops, for N minutes in all.
import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "../extension/build/build.mjs";
import { ROOT, setup } from "../extension/build/setup.mjs";
import { soak as soakBridge } from "./engine/bridge-soak.mjs";
import { line } from "./run.mjs";

const NATIVE = "test/native/build.mjs";
const MIN_FUZZ_SECONDS = 60;

function readMinutes(args) {
  const minutes = args[0] === "--minutes" && args.length === 2 ? Number(args[1]) : NaN;
  if (!(minutes > 0)) throw new Error("Usage: npm run test:soak -- --minutes N");
  return minutes;
}

/** Runs a command; its output is shown, and whether it ended well is returned. */
function succeeds(...args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ["ignore", 1, 2] });
    child.on("error", () => resolve(false));
    child.on("exit", (code) => resolve(code === 0));
  });
}

/** Repeats `work` until `ms` are over; false at the first failure. */
async function repeat(ms, work) {
  const end = Date.now() + ms;
  do if (!(await work())) return false;
  while (Date.now() < end);
  return true;
}

async function main(args) {
  const ms = readMinutes(args) * 60_000;
  await setup({ system: ["build", "test"], npm: true });
  await build();
  const targets = readdirSync(join(ROOT, "test/fuzz")).filter((name) => name.endsWith("_fuzz.c")).length;
  // Two targets run at a time. Of what they leave, races and the bridge have a half each.
  const share = (ms * 0.6) / 1000 / Math.ceil(targets / 2);
  const fuzzSeconds = Math.max(Math.floor(share), Math.min(MIN_FUZZ_SECONDS, ms / 1000));
  const steps = {
    "fuzz targets": () => succeeds("test/fuzz/run.mjs", "--seconds", String(fuzzSeconds)),
    "races under TSan": () =>
      repeat(ms * 0.2, () => succeeds(NATIVE, "--sanitize", "thread", "--run", "os_pool", "host_port", "tools_engine")),
    "bridge and windows killed at random": async () => {
      await soakBridge(ms * 0.2, Date.now() % 1e6);
      return true;
    },
  };
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const [name, run] of Object.entries(steps)) {
    process.stdout.write(`\n== ${name}\n`);
    const isGood = await run().catch((error) => {
      process.stdout.write(`${error.stack}\n`);
      return false;
    });
    total[isGood ? "passed" : "failed"]++;
  }
  process.stdout.write(`\n${line(total)}\n`);
  process.exitCode = total.failed ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(process.argv.slice(2)).catch((error) => {
    process.stdout.write(`${error.message}\n0 passed, 1 failed\n`);
    process.exitCode = 1;
  });
}
