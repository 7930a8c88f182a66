/**
 * The C tests of what many threads do, under TSan, again and again: what a run in the ordinary
 * suite does not meet, one of many may.
 *
 *   node test/soak/threads.mjs [--seconds N]
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { build } from "../native/build.mjs";
import { readCounts, THREADED } from "../runner.mjs";
import { runRounds } from "./random.mjs";

const ROUND_LIMIT_MS = 5 * 60_000;

const binary = await build({ sanitize: "thread", suites: THREADED.map((name) => `${name}_test`) });

await runRounds(async () => {
  const options = { timeout: ROUND_LIMIT_MS, maxBuffer: 2 ** 26 };
  const { code, signal, stdout, stderr } = await promisify(execFile)(binary, options).catch((error) => error);
  const counts = readCounts(stdout);
  if (code || signal || !counts?.passed || counts.failed)
    throw new Error(`${signal ?? code ?? ""}\n${stdout}${stderr}`);
});
