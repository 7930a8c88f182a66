/**
 * Name paths in code that is not ours, in one window of four languages: each must be what the oracle of
 * test/corpus/name_paths/generate.mjs says, or nothing. Another symbol is never right; that nothing was
 * found of what there is is counted and printed.
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { callTool, openAgent, openEditor } from "../vscode/suites/support.mjs";
import { copyCorpus } from "./corpora.mjs";

const CASES = fileURLToPath(new URL("../corpus/name_paths/cases.jsonl", import.meta.url));
const CORPORA = ["rxjs", "python", "lua", "semver"];
/** At most so many of the symbols that exist may be unknown: mostly libraries that no code of the folders names. */
const MOST_MISSED = 8;

const copies = [];
let editor, agent, cases;

before(async () => {
  cases = (await readFile(CASES, "utf8"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  for (const name of CORPORA) copies.push(await copyCorpus(name));
  editor = await openEditor(
    copies.map(({ folder }) => folder),
    { servers: true, settings: { "files.autoSave": "off" } },
  );
  agent = await openAgent(editor, copies[0].folder);
});

after(async () => {
  agent?.close();
  await editor?.stop();
  for (const copy of copies) await copy.remove();
});

/** "python/queue.py Queue.get"; of a file outside of the folders its name alone. */
function told({ file, container = "", name }) {
  const place = CORPORA.includes(file.split("/")[0]) ? file : basename(file);
  return `${place} ${container && `${container}.`}${name}`;
}

const isSame = (wanted, given) => {
  const [[file, path], [givenFile, givenPath]] = [wanted.split(" "), given.split(" ")];
  return (
    file === givenFile &&
    (givenPath === path || givenPath.endsWith(`.${path}`) || givenPath.replaceAll("::", ".").endsWith(path))
  );
};

async function judge(one) {
  const began = performance.now();
  const { text, facts } = await callTool(agent, "find_definition", { symbol: one.ask });
  const symbol = facts?.status === "found" ? facts.symbol : undefined;
  const is = [one.is].flat();
  const verdict = !symbol
    ? one.is === "none"
      ? "right"
      : "missed"
    : is.some((place) => isSame(place, told(symbol)))
      ? "right"
      : "wrong";
  return { ...one, verdict, ms: performance.now() - began, given: symbol ? told(symbol) : facts?.status, text };
}

test("every name path is what it says, or nothing", async () => {
  const left = [...cases],
    results = [];
  await Promise.all(
    Array.from({ length: 3 }, async () => {
      for (let one = left.shift(); one; one = left.shift()) results.push(await judge(one));
    }),
  );
  const of = (verdict) => results.filter((one) => one.verdict === verdict);
  const line = (one) =>
    `  ${one.ask} is ${one.is}, told ${one.given}: ${one.text.slice(0, 200).replaceAll("\n", " | ")}`;
  const times = results.map((one) => one.ms).sort((a, b) => a - b);
  console.log(
    `${results.length} name paths: ${of("right").length} right, ${of("wrong").length} wrong, ${of("missed").length} missed; median ${Math.round(times[times.length >> 1])} ms, p95 ${Math.round(times[Math.floor(times.length * 0.95)])} ms`,
  );
  console.log(of("missed").map(line).join("\n"));
  assert.ok(results.length >= 200);
  assert.deepEqual(of("wrong").map(line), []);
  assert.ok(of("missed").length <= MOST_MISSED, `${of("missed").length} missed`);
});

test("a missing member of a known class is reported at once", async () => {
  await callTool(agent, "find_definition", { symbol: "Queue.get" });
  for (const symbol of ["Queue.nothing", "Observable.nothing", "Table.nothing"]) {
    const began = performance.now();
    const { facts, text } = await callTool(agent, "get_symbol_documentation", { symbol_name: symbol });
    assert.equal(facts.status, "none", text);
    assert.match(text, /has no 'nothing'/);
    console.log(`${symbol}: ${Math.round(performance.now() - began)} ms`);
    assert.ok(performance.now() - began < 2000, text);
  }
});
