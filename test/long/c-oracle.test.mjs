/**
 * Definitions, references and callers in Lua, without compile_commands.json, compared with programs that are not
 * language servers: universal-ctags, cscope, the compiler's preprocessor and the words of the code. A place that is
 * not the symbol fails, and so does an answer that lacks one and does not say so; what the oracles know and the
 * answer calls unknown is counted, and bounded.
 *
 *   SEXTANT_SEED=7        other questions
 *   SEXTANT_QUESTIONS=60  so many; a half of them for references
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { makeRandom } from "../soak/random.mjs";
import { callTool, openAgent, openEditor } from "../vscode/suites/support.mjs";
import { COracle } from "./c-oracle.mjs";
import { copyCorpus } from "./corpora.mjs";

const SEED = Number(process.env.SEXTANT_SEED ?? 20261122);
const COUNT = Number(process.env.SEXTANT_QUESTIONS ?? 300);
const LIMIT_MS = 90_000;
/** So many of each hundred answers may be reported as incomplete. */
const MOST_UNKNOWN = 10;
/** So many of each hundred questions are on such symbols; there are more macros than all the rest. */
const SHARES = { function: 40, type: 20, macro: 16, variable: 8, enumerator: 8, member: 8 };

const random = makeRandom(SEED);
let corpus, oracle, symbols, editor, agent;

before(async () => {
  corpus = await copyCorpus("lua");
  oracle = new COracle(join(corpus.folder, "src"));
  symbols = oracle.symbols();
  editor = await openEditor([corpus.folder], { servers: ["clangd"], settings: { "files.autoSave": "off" } });
  agent = await openAgent(editor);
});

after(async () => {
  agent?.close();
  await editor?.stop();
  oracle?.remove();
  await corpus?.remove();
});

function choose(count, sorts = Object.keys(SHARES)) {
  const sum = sorts.reduce((all, sort) => all + SHARES[sort], 0);
  return sorts.flatMap((sort) =>
    random.sample(
      symbols.filter((one) => one.sort === sort),
      Math.round((count * SHARES[sort]) / sum),
    ),
  );
}

/** By its name, in the file that declares it, at a declaration, or at a use. */
function ask(symbol) {
  const { name, tags } = symbol;
  const isAlone =
    symbols.filter((one) => one.name === name).length === 1 && !symbol.hasMembers && symbol.sort !== "member";
  const active = tags.filter(({ file, line }) => oracle.active.get(file)[line]);
  const tag = random.pick(active);
  const uses = [...oracle.uses(symbol).calls].filter(
    (place) => !place.macro && new RegExp(`\\b${name}\\b`).test(oracle.lines.get(place.file)[place.line - 1]),
  );
  const ways = [{ file_path: `src/${tag.file}`, line: tag.line }];
  if (isAlone) ways.push({}, { file_path: `src/${tag.file}` });
  if (uses.length) {
    const { file, line } = random.pick(uses);
    ways.push({ file_path: `src/${file}`, line });
  }
  return { symbol: name, ...random.pick(ways) };
}

const keyOf = ({ file, line }) => `${file.replace(/^(?:lua\/)?src\//, "")}:${line}`;

/** All pages of an answer, as one; `list` is the fact that goes on. */
async function whole(tool, args, list) {
  let answer;
  for (let cursor; ;) {
    const page = await callTool(agent, tool, { ...args, max_tokens: 50_000, ...(cursor && { cursor }) }, LIMIT_MS);
    if (!answer) answer = page;
    else answer.facts[list].push(...page.facts[list]);
    cursor = page.facts?.cursor;
    if (!cursor) return answer;
  }
}

class Tally {
  wrong = [];
  open = [];
  right = 0;
  times = [];

  async add(what, tool, args, list, judge) {
    const began = Date.now();
    const answer = await whole(tool, args, list);
    const took = Date.now() - began;
    this.times.push({ took, what });
    const isOpen = answer.facts?.status === "unknown" || /^Unknown/m.test(answer.text);
    const { missing, excess } = answer.facts ? judge(answer.facts) : { missing: ["all"], excess: [] };
    const line = `${what} ${JSON.stringify(args)}: ${missing.length ? `lacks ${missing.slice(0, 8)} ` : ""}${excess.length ? `has ${excess.slice(0, 8)} ` : ""}| ${answer.text.slice(0, 300)}`;
    if (excess.length || (missing.length && !isOpen)) this.wrong.push(line);
    else if (isOpen) this.open.push(line);
    else this.right++;
  }

  finish(title) {
    const asked = this.times.length;
    const times = this.times.map(({ took }) => took).sort((a, b) => a - b);
    const slowest = this.times
      .sort((a, b) => b.took - a.took)
      .slice(0, 3)
      .map(({ took, what }) => `${what} ${took} ms`);
    console.log(
      `${title}, seed ${SEED}: ${asked} asked, ${this.right} right, ${this.open.length} unknown where the oracles know, ${this.wrong.length} wrong`,
    );
    console.log(
      `  median ${times[asked >> 1]} ms, nine of ten ${times[Math.floor(asked * 0.9)]} ms; slowest: ${slowest.join(", ")}`,
    );
    for (const one of this.open.slice(0, 8)) console.log(`  unknown: ${one.split("\n")[0]}`);
    assert.equal(this.wrong.length, 0, `${this.wrong.length} wrong:\n\n${this.wrong.slice(0, 20).join("\n\n")}`);
    assert.ok(this.open.length * 100 <= asked * MOST_UNKNOWN, `${this.open.length} of ${asked} are unknown`);
  }
}

function difference(wanted, allowed, told) {
  return { missing: [...wanted].filter((one) => !told.has(one)), excess: [...told].filter((one) => !allowed.has(one)) };
}

test("references are the uses by words and the preprocessor", async () => {
  const tally = new Tally();
  for (const symbol of choose(COUNT / 2)) {
    const { wanted, allowed } = oracle.uses(symbol);
    await tally.add(`${symbol.sort} ${symbol.name}`, "find_references", ask(symbol), "references", (facts) =>
      difference(wanted, allowed, new Set([...(facts.references ?? []), ...(facts.definitions ?? [])].map(keyOf))),
    );
  }
  tally.finish("references");
});

test("definitions are those of ctags", async () => {
  const tally = new Tally();
  for (const symbol of choose(COUNT / 4)) {
    const wanted = new Set(oracle.definitions(symbol));
    const allowed = new Set([...symbol.tags.map(({ at }) => at), ...oracle.declarations(symbol)]);
    await tally.add(`${symbol.sort} ${symbol.name}`, "find_definition", ask(symbol), "definitions", (facts) =>
      difference(wanted, allowed, new Set((facts.definitions ?? []).map(keyOf))),
    );
  }
  tally.finish("definitions");
});

test("callers are those of cscope and the preprocessor", async () => {
  const tally = new Tally();
  for (const symbol of choose(COUNT / 4, ["function"])) {
    const { wanted, allowed } = oracle.callers(symbol);
    await tally.add(
      `callers of ${symbol.name}`,
      "get_call_hierarchy",
      { ...ask(symbol), direction: "incoming" },
      "incoming_calls",
      (facts) => difference(wanted, allowed, new Set((facts.incoming_calls ?? []).map(({ caller }) => caller))),
    );
  }
  tally.finish("callers");
});
