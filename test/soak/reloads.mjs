/**
 * The soak of test/engine/bridge-soak.mjs in rounds of a quarter of a minute, counted.
 *
 *   node test/soak/reloads.mjs [--seconds N] [--seed N]
 */
import { soak } from "../engine/bridge-soak.mjs";
import { runRounds } from "./random.mjs";

const ROUND_MS = 15_000;

await runRounds((seed) => soak(ROUND_MS, seed));
