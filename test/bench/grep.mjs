/**
 * The tool grep against ripgrep on one tree, in turns, with a warm cache and ripgrep's output in a pipe.
 *
 *   node test/bench/grep.mjs FOLDER RG [ROUNDS [index]]
 *
 * RG is ripgrep's program, such as that of npm's @vscode/ripgrep. Prints the median of each, their quotient, and
 * whether both count the same lines. Ours is a whole call through the addon, without an index; with the word `index`
 * one is written first, into a folder of its own, and the search for a name is measured, too.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEditor } from "../engine/fake-editor.mjs";

const [folder, rg, rounds = "7", index] = process.argv.slice(2);

const CASES = [
  { name: "PM_RESUME", args: { pattern: "PM_RESUME", case_sensitive: true }, rg: ["PM_RESUME"] },
  {
    name: "-w PM_RESUME",
    args: { pattern: "PM_RESUME", case_sensitive: true, whole_word: true },
    rg: ["-w", "PM_RESUME"],
  },
  { name: "-i PM_RESUME", args: { pattern: "PM_RESUME" }, rg: ["-i", "PM_RESUME"] },
  { name: "[A-Z]+_RESUME", args: { pattern: "[A-Z]+_RESUME", case_sensitive: true }, rg: ["[A-Z]+_RESUME"] },
  {
    name: "static.*inline, 2 lines of context",
    args: { pattern: "static.*inline", case_sensitive: true, context_lines: 2 },
    rg: ["-C2", "static.*inline"],
  },
  {
    name: "\\w{5}\\s+\\w{5}\\s+\\w{5} (rg -P)",
    args: { pattern: "\\w{5}\\s+\\w{5}\\s+\\w{5}", case_sensitive: true },
    rg: ["-P", "\\w{5}\\s+\\w{5}\\s+\\w{5}"],
  },
];

if (index)
  CASES.push(
    { name: "tcp_v4_rcv", args: { pattern: "tcp_v4_rcv", case_sensitive: true }, rg: ["tcp_v4_rcv"] },
    { name: "mutex_lock", args: { pattern: "mutex_lock", case_sensitive: true }, rg: ["mutex_lock"] },
  );

/** Hidden files count for both. */
function runPeer(args) {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const options = ["--no-config", "--hidden", "-g", "!.git", "-n"];
    const child = spawn(rg, [...options, ...args, "."], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
    let lines = 0;
    child.stdout.on("data", (piece) => {
      for (let at = -1; (at = piece.indexOf(10, at + 1)) >= 0;) lines++;
    });
    child.on("error", reject);
    child.on("close", () => resolve({ ms: performance.now() - start, lines }));
  });
}

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

const storage = index && mkdtempSync(join(tmpdir(), "sextant-bench-index-"));
const editor = openEditor(folder, storage);

async function health() {
  const { factsJson, text } = await editor.engine.call("manage_workspace", { operation: "health" }, {});
  return { ...JSON.parse(factsJson).indexes[0], text };
}

/** Writes the index; how long that took, what it has, and how long a name takes then. */
async function prepare() {
  const start = performance.now();
  let now = await health();
  for (; now.state !== "ready"; now = await health()) await new Promise((resolve) => setTimeout(resolve, 50));
  console.log(`the index: ${((performance.now() - start) / 1000).toFixed(1)} s. ${now.text.split("\n")[2]}`);
}

/** Without any language server: the fake one would read all files itself. */
async function measureNames() {
  for (const op of ["workspaceSymbols", "outline", "hover", "definition", "references", "languageServers"])
    editor.on[op] = () => ({ data: [] });
  for (const symbol_name of ["tcp_v4_rcv", "no_such_name_"]) {
    const times = [];
    let text;
    for (let round = 0; round < Number(rounds); round++) {
      const start = performance.now();
      const name = symbol_name.endsWith("_") ? `${symbol_name}${round}` : symbol_name;
      ({ text } = await editor.engine.call("get_symbol_documentation", { symbol_name: name, max_tokens: 900 + round }));
      times.push(performance.now() - start);
    }
    console.log(`get_symbol_documentation ${symbol_name}: ${median(times).toFixed(0)} ms; ${text.split("\n")[0]}`);
  }
}

if (index) await prepare();
for (const { name, args, rg: peer } of CASES) {
  const ours = [];
  const theirs = [];
  let total, lines;
  for (let round = 0; round < Number(rounds); round++) {
    const start = performance.now();
    const answer = await editor.engine.call("grep", args, {});
    ours.push(performance.now() - start);
    total = JSON.parse(answer.factsJson ?? "{}").total_count ?? answer.text;
    const other = await runPeer(peer);
    theirs.push(other.ms);
    lines = other.lines;
  }
  const [a, b] = [median(ours), median(theirs)];
  console.log(
    `${name}: ${a.toFixed(0)} ms, rg ${b.toFixed(0)} ms: ${(a / b).toFixed(index ? 4 : 2)}x; ${total} lines, rg ${lines}`,
  );
}
if (index) await measureNames();
editor.engine.dispose();
if (index) rmSync(storage, { recursive: true });
process.exit(0);
