/**
 * The corpus of refactorings through those that others have, beside ours: done right, done wrong or refused.
 *
 *   node test/refactorings/peers.mjs [--tools a,b] [--languages python,script,go] [--corpus DIR] [--show]
 *
 * A result is right where it compiles as before and prints the same. Ours is the text in the corpus, which the
 * engine's tests see made; the cases and what is to be refused are ours, too, which favours us. `done too` is done
 * with the same output where our corpus has a refusal. --show names each case that is not right.
 */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";

import { buildSync } from "esbuild";

import { makeFolder, root } from "../engine/fake-editor.mjs";
import { compile } from "../engine/refactor-kit.mjs";
import { readCorpus } from "./peers/cases.mjs";
import * as gopls from "./peers/gopls.mjs";
import * as rope from "./peers/rope.mjs";
import * as typescript from "./peers/typescript.mjs";

const PEERS = {
  python: { name: "rope", isThere: rope.isThere, refactor: rope.refactor },
  script: { name: "TypeScript", isThere: () => true, refactor: typescript.refactor },
  go: { name: "gopls", isThere: gopls.isThere, refactor: gopls.refactor },
};
const TOOLS = ["extract_function", "inline_function", "move_symbol", "change_signature"];
const OUTCOMES = ["right", "wrong", "not done", "refused", "done too"];

function put(files) {
  const folder = path.join(makeFolder(), "case");
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

const isSource = (name) => /\.(?:py|[cm]?[jt]sx?|go|json|mod)$/.test(name) && !/node_modules|\.ropeproject/.test(name);

function textsIn(folder) {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = entries.map(({ parentPath, path: above, name }) =>
    path.relative(folder, path.join(parentPath ?? above, name)),
  );
  return Object.fromEntries(
    names
      .filter(isSource)
      .sort()
      .map((name) => [name, fs.readFileSync(path.join(folder, name), "utf8")]),
  );
}

const mainOf = (one, files) =>
  one.main && files[one.main] !== undefined
    ? one.main
    : (Object.keys(files).find((name) => path.basename(name).startsWith("main.")) ?? one.call.file_path);

function start(folder, program, args) {
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: "1", GOFLAGS: "-mod=mod", GOTOOLCHAIN: "local" };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: "utf8", timeout: 60_000, env });
  return { status, stdout, stderr };
}

/** Compiles all files, then runs the one of its first argument, in one process. */
const PYTHON = `
import runpy, sys
for name in sys.argv[1:]:
    compile(open(name).read(), name, "exec")
sys.path[0] = __import__("os").path.dirname(sys.argv[1])
runpy.run_path(sys.argv[1], run_name="__main__")
`;
/** The interpreter itself, not a script that looks for it each time. */
const python = spawnSync("python3", ["-c", "import sys; print(sys.executable)"], { encoding: "utf8" }).stdout?.trim();

/** The program's end, in its own compiler's or interpreter's words where it does not compile. */
function run(folder, one, files, isTyped) {
  const main = mainOf(one, files);
  const others = Object.keys(files).filter((name) => name.endsWith(".py") && name !== main);
  if (one.language === "python") return start(folder, python, ["-c", PYTHON, main, ...others]);
  if (one.language === "go") return start(folder, "go", ["run", "."]);
  const outfile = path.join(folder, "..", "bundle.cjs");
  const entryPoints = [path.join(folder, main)];
  buildSync({
    entryPoints,
    bundle: true,
    platform: "node",
    format: "cjs",
    outfile,
    logLevel: "silent",
    jsx: "automatic",
  });
  if (isTyped) compile(folder, Object.fromEntries(Object.entries(files).filter(([name]) => /\.tsx?$/.test(name))));
  return start(folder, process.execPath, [outfile]);
}

/** Runs it: its output with the exit code; nothing where it does not compile. */
function behave(one, files, isTyped) {
  try {
    const { status, stdout, stderr } = run(put(files), one, files, isTyped);
    return { printed: `${status} ${stdout}`, why: status ? stderr.slice(-300) : stdout };
  } catch (error) {
    return { why: String(error.message).slice(0, 300) };
  }
}

function judge(one, before, isDone, files) {
  const isChanged = isDone && JSON.stringify(files) !== JSON.stringify(sorted(one.files));
  if (!isChanged) return [one.isRefused ? "refused" : "not done"];
  const after = behave(one, files, before.isTyped);
  if (after.printed !== before.printed) return ["wrong", after.why];
  return [one.isRefused ? "done too" : "right"];
}

const sorted = (files) =>
  Object.fromEntries(
    Object.entries(files)
      .filter(([name]) => isSource(name))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

async function tryCase(tool, one, peer) {
  if (one.language === "go" && !one.files["go.mod"]) one.files["go.mod"] = "module example.com/m\n\ngo 1.19\n";
  const typed = behave(one, one.files, true);
  const isTyped = typed.printed !== undefined;
  const before = { isTyped, ...(isTyped ? typed : behave(one, one.files, false)) };
  if (before.printed === undefined) return undefined;
  const ours = judge(one, before, !one.isRefused, sorted({ ...one.files, ...(one.isRefused ? {} : one.after) }));
  const folder = put(one.files);
  const isDone = await peer.refactor(tool, one, folder).catch(() => false);
  return { tool, one, peer: peer.name, ours, theirs: judge(one, before, isDone, textsIn(folder)) };
}

export async function compare({ tools, languages, corpus, show }) {
  const rows = [];
  for (const tool of tools)
    for (const one of readCorpus(corpus, tool)) {
      const peer = PEERS[one.language];
      if (!peer || !languages.includes(one.language) || !peer.isThere()) continue;
      const row = await tryCase(tool, one, peer);
      if (!row) continue;
      rows.push(row);
      for (const [who, [outcome, why = ""]] of [
        [peer.name, row.theirs],
        ["ours", row.ours],
      ])
        if (show && ["wrong", "not done"].includes(outcome))
          console.log(`${who} ${outcome}: ${tool} ${one.file} ${one.title} | ${why.replace(/\s+/g, " ")}`);
    }
  return rows;
}

/** A Markdown table: a row for each tool and language. */
export function tableOf(rows) {
  const groups = new Map();
  for (const row of rows) {
    const name = `${row.tool} | ${row.one.language} | ${row.peer}`;
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  const counts = (list, who) =>
    OUTCOMES.map((outcome) => list.filter((row) => row[who][0] === outcome).length).join(" / ");
  const lines = [...groups].map(
    ([name, list]) => `| ${name} | ${list.length} | ${counts(list, "ours")} | ${counts(list, "theirs")} |`,
  );
  const head = `| tool | language | peer | cases | ours: ${OUTCOMES.join(" / ")} | peer: the same |`;
  return [head, "|---|---|---|---|---|---|", ...lines].join("\n");
}

if (import.meta.filename === process.argv[1]) {
  const { values } = parseArgs({
    options: {
      tools: { type: "string", default: TOOLS.join() },
      languages: { type: "string", default: Object.keys(PEERS).join() },
      corpus: { type: "string", default: path.join(root, "test/corpus/refactor") },
      show: { type: "boolean", default: false },
    },
  });
  const { tools, languages } = values;
  const missing = Object.values(PEERS).filter(({ isThere }) => !isThere());
  for (const { name } of missing) console.log(`${name} is not installed: its cases are left out.`);
  const rows = await compare({ ...values, tools: tools.split(","), languages: languages.split(",") });
  console.log(tableOf(rows));
}
