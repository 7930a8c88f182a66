/** The program sextant-indexer, the store that it writes, and what must be true of that. */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";

import { compile, engineFlags, libuvFlags, listSources, root, sqliteUnit, warnings } from "../native/build.mjs";
import { makeFolder } from "./fake-editor.mjs";
import { buildPreload } from "./preload.mjs";

export const indexerPath = process.env.SEXTANT_INDEXER || path.join(root, "build/Release/sextant-indexer");

const OLD_SECONDS = 1_600_000_000;
const SEGMENT = /^(base|delta)\.\d+$/;
const KEPT = /^(manifest|lock|poison|(base|delta|symbols|meaning)\.\d+)$/;

/** Builds the program of index-reader.c; its path. */
export async function buildReader() {
  const compiler = process.env.CC || "gcc";
  const flags = [...engineFlags, ...warnings, "-g", "-O1", ...libuvFlags("--cflags")];
  const sources = ["base", "text", "os", "store", "index", "syntax", "symbols"]
    .flatMap((folder) => listSources(path.join(root, "native", folder)))
    .filter((file) => !file.endsWith("/index/select.c"));
  sources.push(path.join(root, "test/engine/index-reader.c"));
  const { objects } = await compile(compiler, [...sources.map((source) => ({ source, flags })), sqliteUnit()]);
  const binary = path.join(root, "build/test/index-reader");
  const made = `${binary}.${process.pid}`;
  execFileSync(compiler, [...objects, "-o", made, ...libuvFlags("--libs"), "-lpthread", "-ldl", "-lm"]);
  fs.renameSync(made, binary);
  return binary;
}

/** Builds faults.c into `folder`; the path of the library. */
export const buildFaults = (folder) => buildPreload(folder, "faults");

/** Writes a file that was written long ago; it was changed now, which no program can set back. */
export function writeOld(file, text, seconds = OLD_SECONDS) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
  fs.utimesSync(file, seconds, seconds);
}

/** The regular files below a folder, in the order of the list; slashes come before all other bytes. */
export function listFiles(folder) {
  const names = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1));
  const key = (name) => Buffer.from(name.replaceAll("/", "\0"));
  return names.sort((a, b) => Buffer.compare(key(a), key(b)));
}

/** A list as the program reads it: files for which `isSame` holds are marked as unchanged, all others to be looked at. */
export const asList = (names, isSame = () => false) =>
  names.map((name) => `${isSame(name) ? "=" : "?"}${name}\0`).join("") + "\0";

/**
 * Starts it, without an input yet. `ended` has what it printed, and how it ended. `isWary`: files of the last two
 * seconds are left to later runs, as the engine has it.
 */
export function start(store, folder, { args = [], env = {}, isWary = false } = {}) {
  const own = isWary ? [] : ["--trust-young"];
  const child = spawn(indexerPath, [...own, ...args, store, folder], { env: { ...process.env, ...env } });
  const result = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"]) child[name].on("data", (chunk) => (result[name] += chunk));
  child.stdin.on("error", () => {}); // it ends without having read all
  const ended = once(child, "close").then(([code, signal]) => ({ ...result, code, signal }));
  return { child, ended };
}

/** Runs it on all files of the folder, or on `names`, to its end. */
export async function run(store, folder, { names = listFiles(folder), isSame, ...options } = {}) {
  const { child, ended } = start(store, folder, options);
  child.stdin.write(asList(names, isSame)); // and stays open, as the engine keeps it
  return ended;
}

/** The numbers of its last line. */
export function readDone(stdout) {
  const found = /^done (\d+) (\d+) (\d+) (\d+)$/m.exec(stdout);
  assert.ok(found, `no result in ${JSON.stringify(stdout)}`);
  const [generation, files, covered, bytes] = found.slice(1).map(Number);
  return { generation, files, covered, bytes };
}

/** `{generation, entries}` of the store, entries by path; throws what its reader complains about. */
export function readStore(reader, store, folder) {
  const output = execFileSync(reader, ["list", store, folder], { encoding: "utf8", maxBuffer: 2 ** 28, stdio: "pipe" });
  const [generation, ...rows] = output.split("\0").slice(0, -1);
  const entries = rows.map((row) => {
    const [, state, stamp, name] = /^(\w+) (\d+ -?\d+ -?\d+ \d+) ([^]*)$/.exec(row);
    return [name, { state, stamp }];
  });
  return { generation: Number(generation), entries: new Map(entries) };
}

/** The symbols of each file of the store: `{state, rows}` by path, rows as texts; throws what its reader complains about. */
export function readSymbols(reader, store, folder) {
  const options = { encoding: "utf8", maxBuffer: 2 ** 28, stdio: "pipe" };
  const files = execFileSync(reader, ["symbols", store, folder], options).split("\0").slice(0, -1);
  const entries = files.map((text) => {
    const [head, ...rows] = text.split("\n");
    const [, state, language, name] = /^(\d) (\w*) (.*)$/.exec(head);
    return [name, { state: Number(state), language, rows }];
  });
  return new Map(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** A plain file of C has the functions that its lines declare: of each the last `name(`. */
function checkSymbols(reader, store, folder) {
  for (const [name, { rows }] of readSymbols(reader, store, folder)) {
    const text = fs.readFileSync(path.join(folder, name), "latin1");
    if (!text.startsWith("int f")) continue;
    const declared = [...text.matchAll(/^int (\w+)\(void\);$/gm)].map(([, one]) => one);
    assert.deepEqual(
      rows.map((row) => row.split(" ")[0]),
      declared,
      name,
    );
  }
}

/** The stamp that a file has now. */
export function stampOf(file) {
  const { size, mtimeNs, ctimeNs, ino } = fs.lstatSync(file, { bigint: true });
  return `${size} ${mtimeNs} ${ctimeNs} ${ino}`;
}

/**
 * Checks any index at any time after a run: each entry is covered as the file is now, or
 * is searched in any case. Gives the states, by path.
 */
export function checkEntries(reader, store, folder) {
  const { generation, entries } = readStore(reader, store, folder);
  for (const [name, { state, stamp }] of entries) {
    const file = path.join(folder, name);
    assert.ok(fs.existsSync(file), `${name} is ${state}, and is gone`);
    if (state !== "open") assert.equal(stamp, stampOf(file), `${name} is ${state}`);
  }
  const states = Object.fromEntries([...entries].map(([name, { state }]) => [name, state]));
  return { generation, states };
}

/** No file is in the store that is not part of it. Whether it has a delta. */
export function checkTidy(store) {
  const names = fs.readdirSync(store);
  assert.deepEqual(
    names.filter((name) => !KEPT.test(name)),
    [],
    "left behind",
  );
  const [base, delta] = ["base.", "delta."].map((kind) => names.filter((name) => name.startsWith(kind)).length);
  assert.equal(base, 1, `${names}`);
  assert.ok(delta <= 1, `${names}`);
  for (const name of names.filter((one) => one.startsWith("symbols.")))
    assert.ok(
      names.includes(name.replace("symbols", "base")) || names.includes(name.replace("symbols", "delta")),
      `${names}`,
    );
  return delta === 1;
}

/** After a whole run: an entry for each file, and nothing in the store that is not part of it. */
export function checkWhole(reader, store, folder) {
  const found = checkEntries(reader, store, folder);
  assert.deepEqual(Object.keys(found.states).sort(), listFiles(folder).sort());
  const hasDelta = checkTidy(store);
  for (const name of fs.readdirSync(store).filter((one) => SEGMENT.test(one)))
    assert.ok(fs.existsSync(path.join(store, name.replace(/^\w+/, "symbols"))), `${name} has no symbols`);
  checkSymbols(reader, store, folder);
  return { ...found, hasDelta };
}

/** The bytes of the segments, by name: what a run that fails must not change. */
export function readSegments(store) {
  const names = fs.readdirSync(store).filter((name) => SEGMENT.test(name));
  return Object.fromEntries(names.map((name) => [name, fs.readFileSync(path.join(store, name))]));
}

/** A work tree of 60 files and one of 200 KB, so that a few small files are less than a tenth of it. */
export function makeTree() {
  const top = makeFolder();
  const folder = path.join(top, "tree");
  const store = path.join(top, "storage/index/one");
  for (let i = 0; i < 60; i++) writeOld(path.join(folder, `src/d${i % 7}/f${i}.txt`), `word${i} in a file\n`);
  for (let i = 0; i < 9; i++) writeOld(path.join(folder, `c/f${i}.c`), `int f${i}(void);\nint more_${i}(void);\n`);
  writeOld(path.join(folder, "src.txt"), "sorts after what is in src\n");
  writeOld(path.join(folder, "big.txt"), "a line of the big file\n".repeat(9000));
  return { top, folder, store };
}

/** A run that ends well. */
export async function runWell(store, folder, options) {
  const { code, signal, stdout, stderr } = await run(store, folder, options);
  assert.deepEqual({ code, signal, stderr }, { code: 0, signal: null, stderr: "" });
  return readDone(stdout);
}
