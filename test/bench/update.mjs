/**
 * How long it takes to have 100 files of a tree that changed. Searched: until fast_search has found a name that was
 * added to one of them, as the engine reads them for the answer. Indexed: a run of sextant-indexer, from its start to its
 * end, with a list that says which files those are, and beside it one that has to look at all files. Most of such a run
 * is the time in which tree-sitter analyses the queries of JavaScript and TypeScript, however few files there are.
 *
 *   npm run bench -- update
 *
 * The tree is a copy of the packages of this clone, about 5,000 files, or one of SEXTANT_BENCH_TREE.
 */
import { once } from "node:events";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { openEditor } from "../engine/fake-editor.mjs";
import * as kit from "../engine/indexer-kit.mjs";
import { makeTree } from "./tree.mjs";

const ROUNDS = 10;
const CHANGED = 100;
const MOST_MS = 200;
/** It lets all other programs go first; here its own work is measured, and a bench is busy itself. */
const OWN_PRIORITY = { SEXTANT_INDEXER_PRIORITY: "normal" };

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

/** A run to its end, with the list ready before: how long it took. */
async function update(store, folder, list) {
  const begun = performance.now();
  const { child, ended } = kit.start(store, folder, { env: OWN_PRIORITY });
  const isOver = once(child, "exit").then(() => performance.now() - begun);
  child.stdin.write(list);
  const ms = await isOver;
  const { code, stderr } = await ended;
  if (code) throw new Error(stderr);
  return ms;
}

function choose(names) {
  return new Set(names.filter((_, i) => i % Math.floor(names.length / CHANGED) === 0).slice(0, CHANGED));
}

async function measure(store, folder) {
  const names = kit.listFiles(folder);
  const changed = choose(names);
  const all = Buffer.from(kit.asList(names));
  const some = Buffer.from(kit.asList(names, (name) => !changed.has(name)));
  const times = { some: [], all: [] };
  await update(store, folder, all);
  for (let round = 0; round <= ROUNDS; round++)
    for (const [kind, list] of Object.entries({ some, all })) {
      for (const name of changed) appendFileSync(join(folder, name), `changed ${round}\n`);
      const ms = await update(store, folder, list);
      // The first round warms the cache.
      if (round > 0) times[kind].push(ms);
    }
  return { files: names.length, ours: median(times.some), peer: median(times.all) };
}

/** From the changes to an answer that has one of them. */
async function search(folder) {
  const store = mkdtempSync(join(tmpdir(), "sextant-bench-search-"));
  const editor = openEditor(folder, store);
  for (const op of ["workspaceSymbols", "outline", "hover", "definition", "references", "languageServers"])
    editor.on[op] = () => ({ data: [] });
  const ask = async (query) => (await editor.engine.call("fast_search", { query }, {})).text;
  const changed = choose(kit.listFiles(folder).filter((name) => /\.([cm]?[jt]s|c)$/.test(name)));
  const declare = (file, name) => (file.endsWith(".c") ? `\nvoid ${name}(void) {}\n` : `\nfunction ${name}() {}\n`);
  const times = [];
  while (/^Unknown/m.test(await ask("no_such_name_here"))) await sleep(200);
  for (let round = 0; round <= ROUNDS; round++) {
    let i = 0;
    for (const name of changed) appendFileSync(join(folder, name), declare(name, `till_${round}_${i++}`));
    const begun = performance.now();
    const text = await ask(`till_${round}_${i - 1}`);
    const ms = performance.now() - begun;
    if (!text.startsWith("Definition found")) throw new Error(text);
    if (round > 0) times.push(ms);
  }
  editor.engine.dispose();
  rmSync(store, { recursive: true });
  return median(times);
}

export async function rows() {
  const { folder, remove } = makeTree({ changes: true });
  const store = mkdtempSync(join(tmpdir(), "sextant-bench-index-"));
  try {
    const { files, ours, peer } = await measure(store, folder);
    const found = await search(folder);
    const of = `${CHANGED} changed files of ${files.toLocaleString("en")}`;
    const target = { unit: "ms", target: `≤ ${MOST_MS} ms` };
    return [
      { name: `fast_search for a name in one of ${of}`, ours: found, ...target, ok: found <= MOST_MS },
      {
        ...{ name: `update of the index after ${of}, against a look at all`, ours, peer, ratio: ours / peer },
        ...{ unit: "ms", target: null, ok: null },
      },
    ];
  } finally {
    rmSync(store, { recursive: true });
    remove();
  }
}
