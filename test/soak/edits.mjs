/**
 * Extension hosts of a real window that are killed while an agent edits, counted by kill.
 *
 *   node test/soak/edits.mjs [--seconds N] [--seed N]
 */
import { KillLoop } from "../vscode/kill-loop.mjs";
import { makeRandom, runRounds } from "./random.mjs";

const loop = await KillLoop.open();
await runRounds(
  (seed) => {
    const random = makeRandom(seed);
    return loop.round(() => random.below(1_000_000) / 1_000_000);
  },
  process.argv.slice(2),
  () => loop.close(),
);
