/**
 * The first call after a window opens on a big tree, at several times after that.
 *
 *   node test/bench/first-call.mjs FOLDER [ROUNDS]
 *
 * An index is written first, into a folder of its own, as a window finds it that opens again. No language server is
 * there. Prints the median, and how many answers say that they may lack changes.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEditor } from "../engine/fake-editor.mjs";

const [folder, rounds = "5"] = process.argv.slice(2);
const DELAYS_MS = [0, 100, 300, 1000];
const CALLS = [
  { tool: "glob", args: { pattern: "**/tcp*.c" } },
  { tool: "grep", args: { pattern: "tcp_v4_rcv", case_sensitive: true } },
  { tool: "get_symbol_documentation", args: { symbol_name: "tcp_v4_rcv" } },
];

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
const storage = mkdtempSync(join(tmpdir(), "sextant-bench-index-"));

function open() {
  const editor = openEditor(folder, storage);
  for (const op of ["workspaceSymbols", "outline", "hover", "definition", "references", "languageServers"])
    editor.on[op] = () => ({ data: [] });
  return editor;
}

async function writeIndex() {
  const editor = open();
  for (let state = ""; state !== "ready"; await sleep(50)) {
    const { factsJson } = await editor.engine.call("manage_workspace", { operation: "health" }, {});
    state = JSON.parse(factsJson).indexes[0].state;
  }
  editor.engine.dispose();
}

async function measure(tool, args, delay) {
  const editor = open();
  if (delay) await sleep(delay);
  const start = performance.now();
  const { text } = await editor.engine.call(tool, args, {});
  const ms = performance.now() - start;
  editor.engine.dispose();
  return { ms, isPartial: /not all changes/.test(text), text };
}

await writeIndex();
for (const { tool, args } of CALLS)
  for (const delay of DELAYS_MS) {
    const all = [];
    for (let round = 0; round < Number(rounds); round++) all.push(await measure(tool, args, delay));
    const partial = all.filter((one) => one.isPartial).length;
    console.log(
      `${tool}, ${delay} ms after opening: ${median(all.map((one) => one.ms)).toFixed(0)} ms; ` +
        `${partial} of ${all.length} may lack changes; ${all[0].text.split("\n")[partial ? 1 : 0].slice(0, 80)}`,
    );
  }
rmSync(storage, { recursive: true });
process.exit(0);
