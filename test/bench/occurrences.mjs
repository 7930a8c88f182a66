/**
 * Occurrence search: every whole-word occurrence of a name with its line and column, in 16 MB of
 * C headers in memory, on one core, against the same in JavaScript and against ripgrep.
 *
 *   node test/bench/occurrences.mjs
 *
 * The JavaScript is what one would write: the expression, the starts of all lines, a binary
 * search among them for each match, no work for places when there is none. The text is ASCII,
 * which V8 keeps as one byte a character. Ripgrep counts matches only, without places; what it
 * takes for an empty file is subtracted.
 */
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { engineFlags, listSources, root, warnings } from "../native/build.mjs";

const headerBytes = 16 << 20;
const runCount = 15;
const ripgrepRunCount = 41;
const names = {
  frequent: ["define", "int", "const"],
  rare: ["pthread_mutex_lock", "strtoimax"],
  absent: ["sextant_absent_name"],
};
const folder = path.join(root, "build/bench");

/** All headers of the system in the order of their paths, those that are ASCII. */
function* listHeaders(directory) {
  const entries = fs.readdirSync(directory, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const full = path.join(directory, entry.name);
    if (entry.isDirectory()) yield* listHeaders(full);
    else if (entry.isFile() && /\.(h|hpp|hh)$/.test(entry.name)) yield full;
  }
}

/** The text to search: made once, from the headers of the machine, repeated where they end. */
function makeHeader() {
  const file = path.join(folder, "headers-16mb.h");
  if (fs.statSync(file, { throwIfNoEntry: false })?.size === headerBytes) return file;
  const parts = [];
  let bytes = 0;
  for (const name of listHeaders("/usr/include")) {
    const part = fs.readFileSync(name);
    if (part.some((byte) => byte >= 0x80)) continue;
    parts.push(part);
    bytes += part.length;
    if (bytes >= headerBytes) break;
  }
  if (!bytes) throw new Error("there are no C headers in /usr/include: install libc6-dev");
  const once = Buffer.concat(parts);
  fs.writeFileSync(file, Buffer.alloc(headerBytes, once));
  return file;
}

function build() {
  const binary = path.join(folder, "occurrences-bench");
  const sources = ["base", "text"].flatMap((name) => listSources(path.join(root, "native", name)));
  const bench = path.join(root, "test/bench/occurrences_bench.c");
  const flags = [...engineFlags, ...warnings, "-O2", "-DNDEBUG"];
  execFileSync(process.env.CC || "gcc", [...flags, ...sources, bench, "-o", binary, "-lm"], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  });
  return binary;
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

function findLineStarts(text) {
  const starts = [0];
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  return starts;
}

/** The index of the last start that is not after `offset`. */
function lineOf(starts, offset) {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle] <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

function searchInJavaScript(text, name) {
  const pattern = new RegExp(`\\b${name}\\b`, "g");
  const found = [];
  let starts = null;
  for (let match; (match = pattern.exec(text));) {
    starts ??= findLineStarts(text);
    const line = lineOf(starts, match.index);
    found.push({ offset: match.index, line, column: match.index - starts[line] });
  }
  return found;
}

function timeOf(run) {
  const start = process.hrtime.bigint();
  run();
  return Number(process.hrtime.bigint() - start) / 1e6;
}

/** Medians of our search: {name: {total, ms}}. */
function measureOurs(file, all) {
  const output = execFileSync(build(), [file, String(runCount), ...all], { encoding: "utf8" });
  return Object.fromEntries(
    output
      .trim()
      .split("\n")
      .map((line, i) => {
        const [total, ...times] = line.split(" ").map(Number);
        return [all[i], { total, ms: median(times) / 1e6 }];
      }),
  );
}

function measureJavaScript(file, all) {
  const text = fs.readFileSync(file, "latin1");
  return Object.fromEntries(
    all.map((name) => {
      const total = searchInJavaScript(text, name).length;
      const times = Array.from({ length: runCount }, () => timeOf(() => searchInJavaScript(text, name)));
      return [name, { total, ms: median(times) }];
    }),
  );
}

/** Where ripgrep is; null where it is not. */
function findRipgrep() {
  const packaged = path.join(root, "node_modules/@vscode/ripgrep/bin/rg");
  for (const rg of [process.env.RIPGREP, packaged, "rg"])
    if (rg && spawnSync(rg, ["--version"]).status === 0) return rg;
  return null;
}

/** Medians of ripgrep, its start-up subtracted; its output is piped, else it stops early. */
function measureRipgrep(rg, file, all) {
  const empty = path.join(folder, "empty.h");
  fs.writeFileSync(empty, "");
  const search = (name, where) => spawnSync(rg, ["--no-config", "-j1", "-w", "--count-matches", "--", name, where]);
  return Object.fromEntries(
    all.map((name) => {
      const total = Number(search(name, file).stdout.toString() || 0);
      const times = [];
      const startUps = [];
      /* In turns, so that what else the machine does falls on both. */
      for (let i = 0; i < ripgrepRunCount; i++) {
        startUps.push(timeOf(() => search(name, empty)));
        times.push(timeOf(() => search(name, file)));
      }
      return [name, { total, ms: Math.max(median(times) - median(startUps), 0.05) }];
    }),
  );
}

function round(number) {
  return Number(number.toPrecision(4));
}

export async function rows() {
  fs.mkdirSync(folder, { recursive: true });
  const file = makeHeader();
  const all = Object.values(names).flat();
  const rg = findRipgrep();
  const ours = measureOurs(file, all);
  const script = measureJavaScript(file, all);
  const ripgrep = rg && measureRipgrep(rg, file, all);
  const result = [];
  const kinds = Object.entries(names).flatMap(([kind, list]) => list.map((name) => [kind, name]));
  for (const [kind, name] of kinds) {
    if (ours[name].total !== script[name].total)
      throw new Error(`${name}: we find ${ours[name].total}, JavaScript ${script[name].total}`);
    const ratio = script[name].ms / ours[name].ms;
    const wanted = kind === "frequent" ? 5 : 1;
    result.push({
      name: `occurrences of a name that is ${kind} (${name}, ${ours[name].total}), JavaScript`,
      ours: round(ours[name].ms),
      peer: round(script[name].ms),
      unit: "ms",
      ratio: round(ratio),
      target: `>= ${wanted}`,
      ok: ratio >= wanted,
    });
  }
  const speed = (ms) => round(headerBytes / 1e6 / ms);
  for (const [kind, name] of kinds) {
    if (ripgrep && ours[name].total !== ripgrep[name].total)
      throw new Error(`${name}: we find ${ours[name].total}, ripgrep ${ripgrep[name].total}`);
    const ratio = ripgrep && ripgrep[name].ms / ours[name].ms;
    result.push({
      name: `occurrences of a name that is ${kind} (${name}), ripgrep -w --count-matches`,
      ours: speed(ours[name].ms),
      peer: ripgrep && speed(ripgrep[name].ms),
      unit: "GB/s",
      ratio: ratio && round(ratio),
      target: ">= 1",
      ok: ripgrep ? ratio >= 1 : null,
    });
  }
  return result;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  for (const row of await rows()) console.log(JSON.stringify(row));
