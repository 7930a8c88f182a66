/**
 * Listing all files of a tree with its ignore rules, against git, ripgrep and fd, each with its output piped,
 * in turns. Without a tree that is given the one is this project with what is installed in it.
 *
 *   node test/bench/files.mjs [FOLDER]
 *
 *   SEXTANT_BENCH_TREE      the tree of `npm run bench -- files`
 *   SEXTANT_RG, SEXTANT_FD  the programs, where they have other names than `rg` and `fd`
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { compile, engineFlags, libuvFlags, listSources, root, vendoredFlags, warnings } from "../native/build.mjs";

const FOLDERS = ["base", "text", "match", "os", "host", "workspace"];
const RUNS = 15;

async function buildProgram() {
  const common = ["-O2", "-g", "-DNDEBUG", "-ffunction-sections", ...libuvFlags("--cflags")];
  const flags = [...engineFlags, ...warnings, ...common];
  const engine = FOLDERS.flatMap((folder) => listSources(join(root, "native", folder)));
  const units = [...engine, join(root, "test/bench/files_bench.c")].map((source) => ({ source, flags }));
  for (const [name, own] of Object.entries(vendoredFlags))
    for (const source of listSources(join(root, "native/deps", name)))
      units.push({ source, flags: [...own, ...common] });
  const { objects } = await compile(process.env.CC || "gcc", units);
  const binary = join(root, "build/bench/files-bench");
  mkdirSync(join(root, "build/bench"), { recursive: true });
  const libraries = [...libuvFlags("--libs"), "-lpthread", "-lm"];
  execFileSync(process.env.CC || "gcc", [...objects, "-Wl,--gc-sections", "-o", binary, ...libraries], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  });
  return binary;
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

/** Milliseconds of one run with its output in a pipe; NaN where there is no such program. */
function time([program, ...args], cwd) {
  const started = performance.now();
  const { error, status } = spawnSync(program, args, { cwd, maxBuffer: 2 ** 30, stdio: ["ignore", "pipe", "ignore"] });
  return error || status ? NaN : performance.now() - started;
}

/** Medians by name of programs that run in turns. */
function measure(programs, cwd, runs = RUNS) {
  const times = Object.fromEntries(Object.keys(programs).map((name) => [name, []]));
  for (let i = 0; i < runs; i++)
    for (const [name, command] of Object.entries(programs)) times[name].push(time(command, cwd));
  return Object.fromEntries(Object.entries(times).map(([name, all]) => [name, median(all)]));
}

function listOfPrograms(binary, folder) {
  return {
    ours: [binary, folder],
    git: ["git", "ls-files", "-co", "--exclude-standard"],
    ripgrep: [process.env.SEXTANT_RG ?? "rg", "--files", "--hidden", "--glob", "!.git"],
    fd: [process.env.SEXTANT_FD ?? "fd", "-t", "f", "-H", "-E", ".git"],
  };
}

/** Eight folders with 48 files: what a small walk costs, without a program's start. */
function measureSmall(binary) {
  const folder = mkdtempSync(join(tmpdir(), "sextant-bench-"));
  for (let i = 0; i < 8; i++) {
    mkdirSync(join(folder, `${i}`));
    for (let k = 0; k < 6; k++) writeFileSync(join(folder, `${i}/${k}`), "");
  }
  const text = execFileSync(binary, [folder, "1001"], { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  return Number(/list ([\d.]+)/.exec(text)[1]);
}

export async function rows() {
  const binary = await buildProgram();
  const folder = resolve(process.env.SEXTANT_BENCH_TREE ?? root);
  const found = measure(listOfPrograms(binary, folder), folder);
  const peers = Object.entries(found).filter(([name, ms]) => name !== "ours" && Number.isFinite(ms));
  const [peer, fastest] = peers.sort(([, a], [, b]) => a - b)[0] ?? ["none", NaN];
  const small = measureSmall(binary);
  return [
    {
      name: `list all files, against ${peer}`,
      ours: found.ours,
      peer: fastest,
      unit: "ms",
      ratio: found.ours / fastest,
      target: "≤ 0.8×",
      ok: found.ours <= 0.8 * fastest,
    },
    { name: "list 48 files", ours: small, peer: null, unit: "ms", ratio: null, target: "≤ 1 ms", ok: small <= 1 },
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const binary = await buildProgram();
  const folder = resolve(process.argv[2] ?? root);
  console.log(measure(listOfPrograms(binary, folder), folder));
  console.log(execFileSync(binary, [folder, "15"], { encoding: "utf8" }).trim());
  console.log(`48 files: ${measureSmall(binary)} ms`);
}
