/**
 * Builds every target test/fuzz/NAME_fuzz.c with libFuzzer, ASan and UBSan, and runs each for a
 * while, two at a time, from the seeds in test/fuzz/seeds/NAME. New inputs are kept
 * in build/fuzz/NAME/corpus for the next run, an input that fails in build/fuzz/NAME.
 *
 *   node test/fuzz/run.mjs [--seconds 60] [NAME…]
 *
 * Ends with a line for each target; the exit code is 1 when one failed. An input that failed is
 * run again by: build/fuzz/NAME/target FILE
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import {
  compile,
  definitionUsers,
  engineFlags,
  grammarUnits,
  libuvFlags,
  listSources,
  root,
  sqliteUnit,
  vendoredFlags,
  warnings,
  writeDefinitions,
} from "../native/build.mjs";

const clang = process.env.CLANG || "clang";
const jobs = 2;
const here = path.join(root, "test/fuzz");
const sanitizers = "address,undefined";
const common = ["-gline-tables-only", "-O1", "-fno-omit-frame-pointer", "-fno-sanitize-recover=all"];

function parseArguments(args) {
  const options = { seconds: 60, names: [] };
  for (let i = 0; i < args.length; i++) {
    if (args[i] === "--seconds") options.seconds = Number(args[++i]);
    else if (args[i].startsWith("-")) throw new Error(`unknown option ${args[i]}`);
    else options.names.push(args[i]);
  }
  if (!(options.seconds > 0)) throw new Error("--seconds wants a number");
  return options;
}

function listTargets(names) {
  const all = fs
    .readdirSync(here)
    .filter((file) => file.endsWith("_fuzz.c"))
    .map((file) => file.slice(0, -"_fuzz.c".length))
    .sort();
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length) throw new Error(`no target ${unknown.join(", ")}; there are ${all.join(", ")}`);
  return names.length ? names : all;
}

/** Whether clang can build a target here; where it cannot, what to install. */
function checkCompiler() {
  const source =
    "int LLVMFuzzerTestOneInput(const char *d, long n); " +
    "int LLVMFuzzerTestOneInput(const char *d, long n) { return d && n < 0; }";
  const out = path.join(root, "build/fuzz/.probe");
  fs.mkdirSync(path.dirname(out), { recursive: true });
  const tried = spawnSync(clang, ["-fsanitize=fuzzer", "-x", "c", "-", "-o", out], { input: source });
  if (tried.status !== 0) throw new Error("libFuzzer is missing: apt-get install clang libclang-rt-14-dev");
}

/** All of the engine and what targets share, as one archive from which each takes what it needs. */
async function buildArchive() {
  const sources = [
    ...listSources(path.join(root, "native")).filter(
      (file) => !/^native\/(deps\/(?!cjson|expat|pcre2)|binding|bridge\/main\.c)/.test(path.relative(root, file)),
    ),
    path.join(root, "test/native/text_oracle.c"),
    path.join(root, "test/native/needed.c"),
  ];
  const definitions = writeDefinitions();
  const units = sources.map((source) => {
    const vendored = /\/deps\/(\w+)\//.exec(source)?.[1];
    /* Warnings are the other builds' business. */
    const flags = vendored
      ? vendoredFlags[vendored]
      : [...engineFlags, "-DSX_DEBUG", "-w", `-I${path.join(root, "test/native")}`];
    const extra = definitionUsers.includes(path.basename(source)) ? [`-I${definitions}`] : [];
    return {
      source,
      flags: [...flags, ...extra, ...libuvFlags("--cflags"), ...common, `-fsanitize=fuzzer-no-link,${sanitizers}`],
    };
  });
  const scanners = [...common, "-fsanitize=fuzzer-no-link,address"];
  const { objects } = await compile(clang, [...units, ...grammarUnits(scanners), sqliteUnit()], jobs);
  const archive = path.join(root, "build/fuzz/engine.a");
  fs.rmSync(archive, { force: true });
  execFileSync("ar", ["rcs", archive, ...objects]);
  return archive;
}

function buildTarget(name, archive) {
  const folder = path.join(root, "build/fuzz", name);
  const binary = path.join(folder, "target");
  fs.mkdirSync(path.join(folder, "corpus"), { recursive: true });
  execFileSync(
    clang,
    [
      ...engineFlags,
      "-DSX_DEBUG",
      ...warnings,
      `-I${path.join(root, "test/native")}`,
      ...libuvFlags("--cflags"),
      ...common,
      `-fsanitize=fuzzer,${sanitizers}`,
      /* A target may define functions of the engine itself, to play what they would ask. */
      "-Wl,-z,muldefs",
      path.join(here, `${name}_fuzz.c`),
      archive,
      "-o",
      binary,
      ...libuvFlags("--libs"),
      "-lpthread",
      "-lm",
    ],
    { cwd: root, stdio: ["ignore", "inherit", "inherit"] },
  );
  return binary;
}

/** Runs one target; {ok, runs}. Its output is shown when it fails. */
function runTarget(name, binary, seconds) {
  const folder = path.dirname(binary);
  const seeds = path.join(here, "seeds", name);
  const args = [
    `-max_total_time=${seconds}`,
    "-timeout=20",
    "-rss_limit_mb=2048",
    "-print_final_stats=1",
    `-artifact_prefix=${folder}/`,
    path.join(folder, "corpus"),
    ...(fs.existsSync(seeds) ? [seeds] : []),
  ];
  return new Promise((resolve) => {
    const child = spawn(binary, args, { stdio: ["ignore", "ignore", "pipe"], cwd: root });
    let output = "";
    child.stderr.on("data", (data) => (output = (output + data).slice(-20_000)));
    child.on("error", (error) => resolve({ ok: false, runs: 0, output: error.message }));
    child.on("exit", (code) => {
      const runs = Number(/stat::number_of_executed_units:\s*(\d+)/.exec(output)?.[1] ?? 0);
      resolve({ ok: code === 0 && runs > 0, runs, output });
    });
  });
}

async function main() {
  const { seconds, names } = parseArguments(process.argv.slice(2));
  const targets = listTargets(names);
  checkCompiler();
  const archive = await buildArchive();
  const binaries = targets.map((name) => buildTarget(name, archive));
  const results = [];
  const waiting = targets.map((name, i) => ({ name, binary: binaries[i] }));
  const work = async () => {
    for (let target; (target = waiting.shift());)
      results.push({ name: target.name, ...(await runTarget(target.name, target.binary, seconds)) });
  };
  await Promise.all(Array.from({ length: jobs }, work));
  results.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const { ok, output } of results) if (!ok) console.error(output);
  for (const { name, ok, runs } of results)
    console.log(`fuzz ${name}: ${ok ? "passed" : "FAILED"}, ${runs} inputs in ${seconds} s`);
  console.log(`${results.filter((r) => r.ok).length} passed, ${results.filter((r) => !r.ok).length} failed`);
  return results.every((r) => r.ok) ? 0 : 1;
}

main().then(
  (code) => (process.exitCode = code),
  (error) => {
    console.error(error.message);
    process.exitCode = 1;
  },
);
