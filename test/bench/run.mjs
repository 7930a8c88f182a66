// `npm run bench [-- NAME…] [--json FILE]`: figures side by side with their peers, in one run.
import { execFileSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { cpus, release, totalmem } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { build } from "../../extension/build/build.mjs";
import { packageVsix } from "../../extension/build/package.mjs";
import { ROOT, setup } from "../../extension/build/setup.mjs";

/** Each module exports `rows()`: [{name, ours, peer, unit, ratio, target, ok}]. */
const MODULES = Object.fromEntries(
  readdirSync(join(ROOT, "test/bench"))
    .filter((file) => file.endsWith(".mjs") && !["run.mjs", "bridge-server.mjs"].includes(file))
    .map((file) => [file.slice(0, -".mjs".length), join(ROOT, "test/bench", file)]),
);

function readOptions(args) {
  const options = { names: [], json: undefined };
  for (let i = 0; i < args.length; i++) {
    if (args[i] === "--json" && args[i + 1]) options.json = resolve(process.env.INIT_CWD ?? ".", args[++i]);
    else if (args[i] in MODULES) options.names.push(args[i]);
    else throw new Error(`There is no benchmark '${args[i]}'. There are: ${Object.keys(MODULES).join(", ")}.`);
  }
  if (!options.names.length) options.names = Object.keys(MODULES);
  return options;
}

function version(program, ...args) {
  try {
    return execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).split("\n")[0];
  } catch {
    return "not here";
  }
}

function describeMachine() {
  return {
    cpu: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    memory_gb: Math.round(totalmem() / 2 ** 30),
    kernel: release(),
    node: process.version,
    compiler: version("g++", "--version"),
    ripgrep: version("rg", "--version"),
    commit: version("git", "-C", ROOT, "rev-parse", "--short", "HEAD"),
  };
}

const show = (value) => (typeof value === "number" ? Number(value.toPrecision(4)).toLocaleString("en") : (value ?? "–"));

function toTable(rows) {
  const head = ["what", "ours", "peer", "unit", "ratio", "to reach", ""];
  const cells = rows.map((row) => [row.name, show(row.ours), show(row.peer), row.unit, show(row.ratio), String(row.target ?? "–"), row.ok ? "" : "MISSED"]);
  const widths = head.map((_, i) => Math.max(...[head, ...cells].map((row) => row[i].length)));
  return [head, ...cells].map((row) => row.map((cell, i) => cell.padEnd(widths[i])).join("  ").trimEnd()).join("\n");
}

async function measure(name) {
  process.stderr.write(`measuring ${name}\n`);
  try {
    return await (await import(pathToFileURL(MODULES[name]).href)).rows();
  } catch (error) {
    process.stderr.write(`${error.stack}\n`);
    return [{ name: `${name}: ${error.message}`, ours: null, peer: null, unit: "", ratio: null, target: null, ok: false }];
  }
}

async function main(args) {
  const options = readOptions(args);
  await setup({ system: ["build", "test", "vscode"], npm: true });
  await build();
  process.env.SEXTANT_VSIX = await packageVsix();
  const machine = describeMachine();
  const rows = [];
  for (const name of options.names) rows.push(...(await measure(name)));
  process.stdout.write(`${Object.entries(machine).map(([key, value]) => `${key}: ${value}`).join("\n")}\n\n${toTable(rows)}\n`);
  if (options.json) writeFileSync(options.json, `${JSON.stringify({ machine, rows }, null, 2)}\n`);
}

main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
