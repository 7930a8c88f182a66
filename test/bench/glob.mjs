/**
 * The tool glob against ripgrep and fd on one tree, in turns, with a warm cache and their output in a pipe. Ours is a
 * whole call through the addon, from the list of files that a window keeps.
 *
 *   node test/bench/glob.mjs FOLDER RG FD [ROUNDS]
 *
 * RG and FD are the programs. Prints the fastest time of each in ms and how many files it found. `npm run bench -- glob`
 * takes them from SEXTANT_BENCH_TREE, SEXTANT_RG and SEXTANT_FD, as the module files does.
 */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { openEditor } from "../engine/fake-editor.mjs";
import { root } from "../native/build.mjs";

const PATTERNS = ["**/*.c", "drivers/net/**/*.{c,h}", "**/*resume*"];
/** How long the watch may take to walk through the tree, after which the list counts. */
const WATCH_MS = 4000;

/** A program's output, a line a file; NaN where there is no such program. */
function runPeer(program, args, cwd) {
  const start = performance.now();
  const { stdout, error } = spawnSync(program, args, { cwd, maxBuffer: 1 << 28 });
  if (error) return { ms: NaN, count: 0 };
  return { ms: performance.now() - start, count: stdout.toString().split("\n").length - 1 };
}

async function runOurs(editor, pattern) {
  const start = performance.now();
  const answer = await editor.engine.call("glob", { pattern }, {});
  return { ms: performance.now() - start, count: Number.parseInt(answer.text, 10) || 0 };
}

/** The fastest run of each program, by pattern. */
async function measure(folder, rg, fd, rounds) {
  const editor = openEditor(folder);
  const found = {};
  await runOurs(editor, "**");
  await pause(WATCH_MS);
  for (const pattern of PATTERNS) {
    const best = {};
    const fdPattern = pattern.startsWith("**") ? pattern : `**/${pattern}`;
    for (let round = 0; round <= rounds; round++) {
      const runs = {
        sextant: await runOurs(editor, pattern),
        rg: runPeer(rg, ["--no-config", "--files", "--hidden", "-g", pattern, "-g", "!.git"], folder),
        fd: runPeer(fd, ["-t", "f", "-H", "-E", ".git", "-p", "-g", fdPattern], folder),
      };
      // The first round warms the cache.
      for (const [name, run] of Object.entries(runs)) if (round > 0 && !(best[name]?.ms <= run.ms)) best[name] = run;
    }
    found[pattern] = best;
  }
  await editor.engine.dispose();
  return found;
}

export async function rows() {
  const folder = resolve(process.env.SEXTANT_BENCH_TREE ?? root);
  const found = await measure(folder, process.env.SEXTANT_RG ?? "rg", process.env.SEXTANT_FD ?? "fd", 9);
  return Object.entries(found).map(([pattern, { sextant, ...peers }]) => {
    const times = Object.entries(peers).filter(([, { ms }]) => Number.isFinite(ms));
    const [peer, fastest] = times.sort(([, a], [, b]) => a.ms - b.ms)[0] ?? ["none", { ms: NaN }];
    const ratio = sextant.ms / fastest.ms;
    return {
      name: `glob ${pattern} from the known list, against ${peer}`,
      ours: sextant.ms,
      peer: fastest.ms,
      unit: "ms",
      ratio,
      target: "≤ 0.2×",
      ok: ratio <= 0.2,
    };
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [folder, rg, fd, rounds = "9"] = process.argv.slice(2);
  for (const [pattern, best] of Object.entries(await measure(resolve(folder), rg, fd, Number(rounds)))) {
    const shown = Object.entries(best).map(([name, { ms, count }]) => `${name} ${ms.toFixed(1)} (${count})`);
    console.log(`${pattern}: ${shown.join(", ")}`);
  }
}
