/**
 * Searching as an agent does it: grep through the bridge of a window in a real VS Code against ripgrep, started as a
 * process by the same client; and the list of all files against the programs and modules that list them.
 *
 *   npm run bench -- search
 *
 * The tree is a copy of the packages of this clone, about 5,000 files, or SEXTANT_BENCH_TREE. Programs that are not
 * there are left out; SEXTANT_RG and SEXTANT_FD name them, SEXTANT_BENCH_MODULES a folder `node_modules` with
 * fast-glob and tinyglobby.
 */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { openEditor as openFakeEditor } from "../engine/fake-editor.mjs";
import { root } from "../native/build.mjs";
import { callTool, openAgent, openEditor } from "../vscode/suites/support.mjs";
import { makeTree } from "./tree.mjs";

const ROUNDS = 21;
/** How long the watch may take to walk through the tree, after which the list counts. */
const WATCH_MS = 3000;
/** How long an editor is busy with itself after it has opened. */
const REST_MS = 5000;
/** Frequent, rare, not there, and without a string to look for. */
const PATTERNS = ["return", "realpathSync", "no_such_word_at_all", "[A-Z]{4,}_[a-z]+\\d"];

const programs = { rg: process.env.SEXTANT_RG ?? "rg", fd: process.env.SEXTANT_FD ?? "fd" };
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

/** Runs a program to its end: its lines; undefined where there is no such program. */
function runProgram(program, args, cwd) {
  return new Promise((done, fail) => {
    const child = spawn(program, args, { cwd, stdio: ["ignore", "pipe", "ignore"] });
    let lines = 0;
    child.stdout.on("data", (piece) => {
      for (let at = -1; (at = piece.indexOf(10, at + 1)) >= 0;) lines++;
    });
    child.on("error", (error) => (error.code === "ENOENT" ? done(undefined) : fail(error)));
    child.on("close", () => done(lines));
  });
}

/** A module from the folder for peers, or from this clone; undefined where there is none. */
function loadPeer(name) {
  const require = createRequire(join(process.env.SEXTANT_BENCH_MODULES ?? join(root, "node_modules"), "peer.js"));
  try {
    return require(name);
  } catch (error) {
    if (error.code === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

/**
 * Medians of ways to do the same, in turns: `{name: {ms, count}}`. Each way gives a number, or undefined where it
 * is not possible; the first round warms caches.
 */
async function race(ways) {
  const found = {};
  for (let round = 0; round <= ROUNDS; round++)
    for (const [name, run] of Object.entries(ways)) {
      const start = performance.now();
      const count = await run(round);
      const ms = performance.now() - start;
      if (count === undefined) continue;
      found[name] ??= { times: [], count };
      if (round > 0) found[name].times.push(ms);
    }
  return Object.fromEntries(
    Object.entries(found).map(([name, { times, count }]) => [name, { ms: median(times), count }]),
  );
}

function toRows(what, { sextant, ...peers }, most) {
  return Object.entries(peers).map(([peer, { ms, count }]) => {
    if (count !== sextant.count) throw new Error(`${what}: ${peer} finds ${count}, sextant ${sextant.count}`);
    const ratio = sextant.ms / ms;
    const target = most === undefined ? null : `≤ ${most}×`;
    return {
      name: `${what} (${count}), against ${peer}`,
      ours: sextant.ms,
      peer: ms,
      unit: "ms",
      ratio,
      target,
      ok: most === undefined || ratio <= most,
    };
  });
}

async function listAll(folder) {
  const editor = openFakeEditor(folder);
  /** Page by page, to the last path. */
  const list = async () => {
    let count = 0;
    for (let cursor; ;) {
      const args = { pattern: "**", max_results: 50_000, max_tokens: 50_000, ...(cursor && { cursor }) };
      const facts = JSON.parse((await editor.run("glob", args)).factsJson);
      count += facts.paths.length;
      cursor = facts.cursor;
      if (!cursor) return count;
    }
  };
  const [fastGlob, tinyglobby] = ["fast-glob", "tinyglobby"].map(loadPeer);
  await list();
  await pause(WATCH_MS);
  const options = { cwd: folder, dot: true, ignore: ["**/.git/**"], onlyFiles: false, followSymbolicLinks: false };
  const isFile = async () => {
    const found = await fastGlob("**", { ...options, objectMode: true });
    return found.filter(({ dirent }) => !dirent.isDirectory()).length;
  };
  try {
    return await race({
      sextant: list,
      rg: () => runProgram(programs.rg, ["--no-config", "--files", "--hidden", "-g", "!.git"], folder),
      fd: () => runProgram(programs.fd, ["-t", "f", "-H", "-E", ".git"], folder),
      ...(fastGlob && { "fast-glob": isFile }),
      ...(tinyglobby && {
        tinyglobby: async () => (await tinyglobby.glob("**", { ...options, onlyFiles: true })).length,
      }),
    });
  } finally {
    editor.engine.dispose();
  }
}

/** Counts of lines by pattern, by an agent and by ripgrep. */
async function searchOverBridge(folder) {
  const editor = await openEditor([folder], { settings: { "sextant.toolsets": ["files", "workspace"] } });
  const found = {};
  let agent;
  try {
    agent = await openAgent(editor, folder);
    const ask = async (tool, args) => {
      const { text, facts } = await callTool(agent, tool, args);
      if (!facts) throw new Error(`${tool}: ${text}`);
      return facts;
    };
    await ask("grep", { pattern: "x", output: "files" });
    for (const end = Date.now() + 60_000; Date.now() < end; await pause(200)) {
      const { indexes } = await ask("manage_workspace", { operation: "health" });
      if (indexes.every(({ state, files }) => state === "ready" || files < 2000)) break;
    }
    await pause(REST_MS);
    for (const pattern of PATTERNS)
      found[pattern] = await race({
        sextant: async (round) =>
          (await ask("grep", { pattern, case_sensitive: true, max_tokens: 2000 + round })).total_count,
        rg: () => runProgram(programs.rg, ["--no-config", "--hidden", "-g", "!.git", "-n", pattern, "."], folder),
      });
    return found;
  } finally {
    agent?.close();
    await editor.stop();
  }
}

export async function rows() {
  const { folder, remove } = makeTree();
  try {
    const all = toRows("list of all files", await listAll(folder), 1);
    const searches = Object.entries(await searchOverBridge(folder));
    return [...all, ...searches.flatMap(([pattern, ways]) => toRows(`grep ${pattern} over MCP`, ways, 1))];
  } finally {
    remove();
  }
}
