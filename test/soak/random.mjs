/** Shared by the soaks and long tests: repeatable chance, and a run of rounds until the time is over. */

/** Numbers below a bound, the same for the same seed (mulberry32). */
export function makeRandom(seed) {
  const below = (bound) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let x = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) % bound;
  };
  const pick = (list) => list[below(list.length)];
  /** `count` of the list at most, each once. */
  const sample = (list, count) => {
    const rest = [...list];
    return Array.from({ length: Math.min(count, rest.length) }, () => rest.splice(below(rest.length), 1)[0]);
  };
  return { below, pick, sample, isOneIn: (count) => below(count) === 0 };
}

const MOST_FAILURES = 5;

/**
 * Calls `round(seed)` again and again until the seconds of the command line (`--seconds N`, and
 * `--seed N` to see one round again) are over; prints the failures and the count, and exits.
 */
export async function runRounds(round, args = process.argv.slice(2), finish = () => {}) {
  const option = (name) => (args.includes(name) ? Number(args[args.indexOf(name) + 1]) : undefined);
  const end = Date.now() + (option("--seconds") ?? 10) * 1000;
  const first = option("--seed");
  let passed = 0;
  let failed = 0;
  // An engine that waits keeps no process alive.
  setInterval(() => {}, 1000);
  process.on("uncaughtException", (error) => {
    console.log(`outside of any call: ${error.stack}`);
    failed++;
  });
  do {
    const seed = first ?? Math.floor(Math.random() * 2 ** 31);
    try {
      await round(seed);
      passed++;
    } catch (error) {
      console.log(`seed ${seed}: ${error.stack}`);
      failed++;
    }
  } while (first === undefined && failed < MOST_FAILURES && Date.now() < end);
  await finish();
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed > 0 ? 1 : 0);
}
