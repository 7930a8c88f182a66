/**
 * `npm run bench [-- NAME…] [--json FILE]`: figures side by side with their peers, in one run.
 *
 * Each other module of this folder exports `rows()`: [{name, ours, peer, unit, ratio, target, ok}].
 * NAME is a module, or a part of the name of some of its rows. A figure that misses its target is
 * marked, no failure: it is measured here, not tested.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, release, totalmem } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { build } from "../../extension/build/build.mjs";
import { packageVsix } from "../../extension/build/package.mjs";
import { ROOT, say, setup, SetupError } from "../../extension/build/setup.mjs";
import { VERSIONS } from "../vscode/install.mjs";

const HERE = join(ROOT, "test/bench");

/** Modules by name: those whose text has rows to offer. */
function listModules() {
  const offersRows = (file) => /^export (async )?function rows\b/m.test(readFileSync(join(HERE, file), "utf8"));
  const files = readdirSync(HERE).filter((file) => file.endsWith(".mjs") && file !== "run.mjs");
  return files
    .filter(offersRows)
    .map((file) => file.slice(0, -".mjs".length))
    .sort();
}

function readOptions(args) {
  const options = { names: [], json: undefined };
  for (let i = 0; i < args.length; i++) {
    if (args[i] === "--json") {
      if (!args[i + 1]) throw new SetupError("--json FILE: the file is missing.");
      // npm runs scripts in the package's folder and keeps the folder that the person is in aside.
      options.json = resolve(process.env.INIT_CWD ?? process.cwd(), args[++i]);
    } else if (args[i].startsWith("-")) {
      throw new SetupError(`Unknown option '${args[i]}'. Usage: npm run bench [-- NAME…] [--json FILE]`);
    } else options.names.push(args[i]);
  }
  return options;
}

/**
 * The modules to run for NAMEs: whole ones, or those whose source contains the name of a row. Row names are
 * only known afterwards, so a module that may have it is run and its rows are looked through.
 */
function choose(names, modules) {
  if (names.length === 0) return new Map(modules.map((module) => [module, []]));
  const chosen = new Map();
  for (const name of names) {
    const isModule = modules.includes(name);
    const has = (module) => readFileSync(join(HERE, `${module}.mjs`), "utf8").includes(name);
    const found = isModule ? [name] : modules.filter(has);
    if (found.length === 0)
      throw new SetupError(
        `There is no benchmark '${name}'. There are: ${modules.join(", ")}, and the names of their rows.`,
      );
    for (const module of found) chosen.set(module, isModule ? [] : [...(chosen.get(module) ?? []), name]);
  }
  return chosen;
}

function versionOf(program, ...args) {
  try {
    return execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
      .split("\n")[0]
      .trim();
  } catch {
    return null;
  }
}

function systemName() {
  try {
    return /^PRETTY_NAME="?([^"\n]*)/m.exec(readFileSync("/etc/os-release", "utf8"))[1];
  } catch {
    return process.platform;
  }
}

function describeMachine() {
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  return {
    cpu: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    memory_gb: Math.round(totalmem() / 2 ** 30),
    load_before: Number(loadavg()[0].toFixed(2)),
    os: `${systemName()}, ${process.platform}-${process.arch} ${release()}`,
    node: process.version,
    versions: {
      sextant: version,
      commit: versionOf("git", "-C", ROOT, "rev-parse", "--short", "HEAD"),
      gcc: versionOf("gcc", "--version"),
      ripgrep: versionOf("rg", "--version"),
      v8: process.versions.v8,
      uv: process.versions.uv,
      "code-server": VERSIONS["code-server"],
      "editor's node": VERSIONS.node,
    },
  };
}

async function measure(module, wanted) {
  say(`measuring ${module}`);
  try {
    const { rows } = await import(pathToFileURL(join(HERE, `${module}.mjs`)).href);
    const all = await rows();
    if (wanted.length === 0) return all;
    const some = all.filter((row) => wanted.some((name) => row.name.includes(name)));
    if (some.length > 0) return some;
    throw new Error(`no row is named ${wanted.join(" or ")}; there are: ${all.map(({ name }) => name).join("; ")}`);
  } catch (error) {
    process.stderr.write(`${error.stack}\n`);
    const text = `${module} failed: ${error.message.split("\n")[0]}`;
    return [{ name: text, ours: null, peer: null, unit: "", ratio: null, target: null, ok: false }];
  }
}

function show(value) {
  if (typeof value !== "number" || !Number.isFinite(value)) return value == null ? "–" : String(value);
  const digits = Math.abs(value) >= 1000 ? { maximumFractionDigits: 0 } : { maximumSignificantDigits: 3 };
  return value.toLocaleString("en", digits);
}

function toTable(rows) {
  const head = ["what", "ours", "peer", "unit", "ratio", "to reach", ""];
  const isNumber = [false, true, true, false, true, false, false];
  const cells = rows.map(({ name, ours, peer, unit, ratio, target, ok }) => [
    ...[name, show(ours), show(peer), unit ?? "", show(ratio), show(target)],
    ok === false ? "MISSED" : "",
  ]);
  const widths = head.map((_, i) => Math.max(...[head, ...cells].map((row) => row[i].length)));
  const pad = (cell, i) => (isNumber[i] ? cell.padStart(widths[i]) : cell.padEnd(widths[i]));
  const rule = widths.map((width) => "-".repeat(width));
  return [head, rule, ...cells].map((row) => row.map(pad).join("  ").trimEnd()).join("\n");
}

function describe(machine) {
  const { versions, ...rest } = machine;
  const known = Object.entries({ ...rest, ...versions }).filter(([, value]) => value !== null);
  return known.map(([key, value]) => `${key}: ${value}`).join("\n");
}

async function main(args) {
  const options = readOptions(args);
  const chosen = choose(options.names, listModules());
  await setup({ system: ["build", "test", "vscode", "bench"], npm: true });
  await build();
  process.env.SEXTANT_VSIX = await packageVsix();
  const machine = describeMachine();
  const rows = [];
  for (const [module, wanted] of chosen) rows.push(...(await measure(module, wanted)));
  const missed = rows.filter(({ ok }) => ok === false).length;
  const verdict = missed
    ? `${missed} of ${rows.length} figures miss their target.`
    : "Every figure reaches its target.";
  process.stdout.write(`${describe(machine)}\n\n${toTable(rows)}\n\n${verdict}\n`);
  if (options.json) writeFileSync(options.json, `${JSON.stringify({ machine, rows }, null, 2)}\n`);
}

await main(process.argv.slice(2)).then(
  // A benchmark's own process or timer must not keep this one.
  () => process.exit(0),
  (error) => {
    process.stderr.write(`${error instanceof SetupError ? error.message : error.stack}\n`);
    process.exit(1);
  },
);
