/**
 * The index of symbols, beside universal-ctags, and fast_search by it.
 *
 *   npm run bench -- symbols
 *
 * The tree is made of the packages of this clone, about 5,000 files, or is the one of SEXTANT_BENCH_TREE. No language
 * server is there. The index is written as the program writes it from nothing, its own priority aside: texts and symbols.
 * Its target is for a tree of C, as Linux is: ctags reads little of JavaScript, and grammars read slower than scanners.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { openEditor } from "../engine/fake-editor.mjs";
import * as kit from "../engine/indexer-kit.mjs";
import { root } from "../native/build.mjs";
import { makeRandom } from "../soak/random.mjs";
import { makeTree } from "./tree.mjs";

const ROUNDS = 3;
const OPENINGS = 5;
const NAMES = 200;
const MOST_MS = { exact: 2, parts: 15, first: 300, sight: 3000 };
const LEAST_RATIO = 3;
const MOST_MB = 40;
const MOST_LOAD_MS = 15;
const MOST_IDLE_MB = 30;

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const sorted = (values) => [...values].sort((a, b) => a - b);
const median = (values) => sorted(values)[values.length >> 1];
const p95 = (values) => sorted(values)[Math.floor(values.length * 0.95)];
const makeFolder = () => mkdtempSync(join(tmpdir(), "sextant-bench-symbols-"));

/* ---- writing --------------------------------------------------------------------------------- */

async function writeOnce(folder) {
  const store = makeFolder();
  const begun = performance.now();
  const { code, stderr } = await kit.run(store, folder, { env: { SEXTANT_INDEXER_PRIORITY: "normal" } });
  const ms = performance.now() - begun;
  const symbols = readdirSync(store).filter((name) => name.startsWith("symbols."));
  const bytes = symbols.reduce((sum, name) => sum + statSync(join(store, name)).size, 0);
  rmSync(store, { recursive: true });
  if (code) throw new Error(stderr);
  return { ms, bytes };
}

function tagOnce(folder) {
  const begun = performance.now();
  const tags = join(tmpdir(), `sextant-bench-tags-${process.pid}`);
  const args = ["--options=NONE", "-R", "-f", tags, "--fields=+n", "--extras=+r", folder];
  execFileSync("ctags", args, { stdio: "ignore" });
  const ms = performance.now() - begun;
  rmSync(tags);
  return ms;
}

async function measureWriting(folder) {
  const times = { ours: [], peer: [] };
  let size = 0;
  await writeOnce(folder);
  for (let round = 0; round < ROUNDS; round++) {
    const { ms, bytes } = await writeOnce(folder);
    times.ours.push(ms / 1000);
    times.peer.push(tagOnce(folder) / 1000);
    size = bytes;
  }
  const [ours, peer] = [median(times.ours), median(times.peer)];
  const ratio = peer / ours;
  const isGiven = process.env.SEXTANT_BENCH_TREE !== undefined;
  return [
    {
      ...{ name: "index of texts and symbols from nothing, against ctags with references", ours, peer, unit: "s" },
      ...{ ratio, target: isGiven ? `≥ ${LEAST_RATIO}× as fast` : null, ok: isGiven ? ratio >= LEAST_RATIO : null },
    },
    { name: "its symbols on disk", ours: size / 2 ** 20, peer: null, unit: "MB", ratio: null, target: null, ok: null },
  ];
}

/* ---- searching ------------------------------------------------------------------------------- */

function open(folder, storage) {
  const editor = openEditor(folder, storage);
  for (const op of ["workspaceSymbols", "outline", "hover", "definition", "references", "languageServers"])
    editor.on[op] = () => ({ data: [] });
  return editor;
}

async function ask(editor, query) {
  const begun = performance.now();
  const { text } = await editor.engine.call("fast_search", { query }, {});
  return { ms: performance.now() - begun, text };
}

async function untilWhole(editor) {
  while (/^Unknown/m.test((await ask(editor, "no_such_name_here")).text)) await sleep(200);
}

/** Functions with a name of two parts or more, at random. */
function pickNames(folder) {
  const args = ["--options=NONE", "-R", "-x", "--_xformat=%K %N", folder];
  const output = execFileSync("ctags", args, {
    encoding: "utf8",
    maxBuffer: 2 ** 30,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const functions = output.split("\n").filter((row) => /^(?:function|method) \w+$/.test(row));
  const names = [...new Set(functions.map((row) => row.split(" ")[1]).filter((name) => partsOf(name).length > 1))];
  const random = makeRandom(13);
  return Array.from({ length: NAMES }, () => random.pick(names));
}

const partsOf = (name) => name.match(/[A-Z]?[a-z0-9]{2,}|[A-Z]{2,}(?![a-z])/g) ?? [];

async function measureSearching(folder, editor) {
  const names = pickNames(folder);
  const forms = {
    exact: (name) => name,
    parts: (name) => partsOf(name).slice(0, 3).reverse().join(" ").toLowerCase(),
  };
  const rows = [];
  for (const [form, make] of Object.entries(forms)) {
    const answers = [];
    for (const name of names) answers.push({ name, ...(await ask(editor, make(name))) });
    const found = answers.filter(({ name, text }) => text.includes(name)).length;
    const times = answers.map(({ ms }) => ms);
    const what = form === "exact" ? "an exact name" : "parts of a name in reverse order";
    rows.push({
      name: `fast_search for ${what}, p95 (p50 ${median(times).toFixed(1)}; ${found} of ${NAMES} in the answer)`,
      ...{ ours: p95(times), peer: null, unit: "ms", ratio: null, target: `≤ ${MOST_MS[form]} ms` },
      ok: p95(times) <= MOST_MS[form],
    });
  }
  return rows;
}

async function measureOpening(folder, storage, name) {
  const times = [];
  for (let round = 0; round < OPENINGS; round++) {
    const editor = open(folder, storage);
    times.push((await ask(editor, name)).ms);
    editor.engine.dispose();
    await sleep(300);
  }
  return median(times);
}

/** Until the first answer that has the name: nothing was indexed before. */
async function measureFirstSight(folder, name) {
  const storage = makeFolder();
  const begun = performance.now();
  const editor = open(folder, storage);
  for (;;) {
    const { text } = await ask(editor, name);
    if (text.includes("Definition found")) break;
    await sleep(20);
  }
  const ms = performance.now() - begun;
  await untilWhole(editor);
  editor.engine.dispose();
  return { ms, storage };
}

/* ---- size, loading, memory ------------------------------------------------------------------- */

/** The number that a new process of Node prints that runs `code`. */
const inProcess = (code, ...args) =>
  Number(
    execFileSync(process.execPath, ["--expose-gc", "--input-type=module", "-e", code, ...args], { encoding: "utf8" }),
  );

const LOAD = `
const require = process.getBuiltinModule("module").createRequire(process.argv[1]);
const begun = performance.now();
require(process.argv[1]);
console.log(performance.now() - begun);`;

function measureLoading() {
  const addon = join(kit.indexerPath, "../sextant.node");
  const times = Array.from({ length: 11 }, () => inProcess(LOAD, addon)).slice(1);
  const sizes = [addon, kit.indexerPath].map((file) => {
    const copy = join(tmpdir(), `sextant-bench-stripped-${process.pid}`);
    execFileSync("strip", ["-o", copy, file]);
    const { size } = statSync(copy);
    rmSync(copy);
    return size / 2 ** 20;
  });
  return [
    {
      ...{ name: `addon and indexer on disk, stripped (${sizes.map((size) => size.toFixed(1)).join(" and ")})` },
      ...{ ours: sizes[0] + sizes[1], peer: null, unit: "MB", ratio: null, target: `≤ ${MOST_MB} MB` },
      ok: sizes[0] + sizes[1] <= MOST_MB,
    },
    {
      ...{ name: "loading the addon, which has no grammars", ours: median(times), peer: null, unit: "ms" },
      ...{ ratio: null, target: `≤ ${MOST_LOAD_MS} ms`, ok: median(times) <= MOST_LOAD_MS },
    },
  ];
}

/** An engine of its own process, with what it has to answer: what that takes of memory that is in no file. */
const IDLE = `
const { openEditor } = await import(process.argv[1]);
const [folder, storage, ...names] = process.argv.slice(2);
const own = () => {
  gc();
  return Number(/RssAnon:\\s+(\\d+)/.exec(process.getBuiltinModule("fs").readFileSync("/proc/self/status", "utf8"))[1]);
};
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const before = own();
const editor = openEditor(folder, storage || undefined);
for (const op of ["workspaceSymbols", "outline", "hover", "definition", "references", "languageServers"])
  editor.on[op] = () => ({ data: [] });
await editor.engine.call("glob", { pattern: "*.none" }, {});
for (const query of names) await editor.engine.call("fast_search", { query }, {});
await sleep(3000);
console.log((own() - before) / 1024);
process.exit(0);`;

function measureMemory(folder, storage, names) {
  if (process.platform !== "linux") return [];
  const editor = join(root, "test/engine/fake-editor.mjs");
  const take = (...args) => median(Array.from({ length: ROUNDS }, () => inProcess(IDLE, editor, folder, ...args)));
  const [ours, peer] = [take(storage, ...names), take("")];
  const name = `idle memory of an engine with the index after ${names.length} searches, against one without an index`;
  return [
    { name, ours, peer, unit: "MB", ratio: ours / peer, target: `≤ ${MOST_IDLE_MB} MB`, ok: ours <= MOST_IDLE_MB },
  ];
}

export async function rows() {
  const { folder, remove } = makeTree();
  let storage;
  try {
    const names = pickNames(folder).slice(0, 20);
    const all = await measureWriting(folder);
    const sight = await measureFirstSight(folder, names[0]);
    storage = sight.storage;
    const first = await measureOpening(folder, storage, names[0]);
    const answer = { peer: null, unit: "ms", ratio: null };
    all.push(
      ...[
        { name: "first fast_search that finds a name, at first sight of the tree", ours: sight.ms, key: "sight" },
        { name: "first fast_search after opening, indexed", ours: first, key: "first" },
      ].map(({ key, ...row }) => ({ ...row, ...answer, target: `≤ ${MOST_MS[key]} ms`, ok: row.ours <= MOST_MS[key] })),
    );
    all.push(...measureMemory(folder, storage, names));
    const editor = open(folder, storage);
    await untilWhole(editor);
    all.push(...(await measureSearching(folder, editor)));
    editor.engine.dispose();
    return [...all, ...measureLoading()];
  } finally {
    if (storage) rmSync(storage, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    remove();
  }
}
