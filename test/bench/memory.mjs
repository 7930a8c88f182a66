/**
 * How long recall takes over many checkpoints, and checkpoint itself.
 *
 *   node test/bench/memory.mjs [--count 10000] [--files]
 *
 * With --files the notes are Markdown files of the workspace.
 */
import fs from "node:fs";
import path from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";

import { makeFolder, openEditor } from "../engine/fake-editor.mjs";

const { values } = parseArgs({
  options: { count: { type: "string", default: "10000" }, files: { type: "boolean", default: false } },
});
const count = Number(values.count);
const ROUNDS = 50;
const PARTS = [
  ["parser", "cache", "index", "approval", "store", "window", "search", "renaming", "socket", "view"],
  [
    "was slow",
    "lost a row",
    "asked twice",
    "is tested now",
    "has a limit",
    "needs another look",
    "follows the setting",
  ],
  ["as it copied each line", "when the disk is full", "in a folder with links", "after a reload", "under Windows"],
];
const QUERIES = ["why is the parser slow", "disk full", "renaming links", "lost rows after a reload", "delete"];

const pick = (list, i) => list[i % list.length];
const describe = (i) =>
  `The ${pick(PARTS[0], i)} ${pick(PARTS[1], 3 * i + 1)} ${pick(PARTS[2], 7 * i + 2)}: see handleCase${i}. `.repeat(3);

const middle = (times) => times.sort((a, b) => a - b)[times.length >> 1];
const show = (what, times) =>
  console.log(`${what}: ${middle(times).toFixed(1)} ms, at most ${times.at(-1).toFixed(1)} ms`);

async function timed(work) {
  const start = performance.now();
  const answer = await work();
  if (answer.isError) throw new Error(answer.text);
  return performance.now() - start;
}

const storage = makeFolder();
const folder = makeFolder();
const notes = path.join(folder, ".sextant/memory");
const open = () => {
  const editor = openEditor(folder);
  editor.engine.keepChanges(storage);
  if (values.files) editor.memory = { location: "workspace" };
  return editor;
};
let editor = open();
const call = (tool, args) => editor.engine.call(tool, args, { caller: { client: "Bench 1" } });

const saving = [];
for (let i = 0; i < (values.files ? 100 : count); i++)
  saving.push(await timed(() => call("checkpoint", { description: describe(i), tags: ["t"] })));
show(`checkpoint, ${saving.length} times`, saving);
for (let i = saving.length; i < count; i++)
  fs.writeFileSync(path.join(notes, `${i}.md`), `---\ntags: [t]\n---\n\n${describe(i)}\n`);
if (values.files) console.log(`the first recall of all: ${(await timed(() => call("recall", {}))).toFixed(1)} ms`);
editor.engine.dispose();
editor = open();
console.log(`the first recall of a window: ${(await timed(() => call("recall", {}))).toFixed(1)} ms`);
if (values.files) {
  const changed = [];
  for (let i = 0; i < ROUNDS; i++) {
    fs.appendFileSync(path.join(notes, `${count - 1}.md`), `More ${i}.\n`);
    changed.push(await timed(() => call("recall", {})));
  }
  show("recall after a file has changed", changed);
}
for (const args of [{}, { days: 1 }, { tags: ["t"] }, ...QUERIES.map((query) => ({ query }))]) {
  const times = [];
  for (let i = 0; i < ROUNDS; i++) times.push(await timed(() => call("recall", args)));
  show(`recall ${JSON.stringify(args)}`, times);
}
editor.engine.dispose();
