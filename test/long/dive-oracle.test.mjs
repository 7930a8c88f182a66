/**
 * The answers of deep_dive on functions, types and files of rxjs, zod and Python's library, in the real editor, compared with
 * programs that are not language servers: TypeScript's checker (dive-typescript.mjs) and Python's parser
 * (dive-python.py). A list that is whole must have what the judge is sure of, and nothing that the judge rules out; a
 * total is the number of what is listed. An answer that is unknown though the judge knows it is counted and printed.
 *
 * These differ, and may:
 * - Calls of a method: the judge is sure of those that the checker, or `self.`, leads to it. Calls of that name by
 *   other types may be listed, as the value may be of the type.
 * - A caller is any named thing around the call: the class for a constructor, the variable for an arrow function.
 * - Overloads count as one or as several; the judge has the lines of all of them, and asks at the first.
 * - Python: attributes that methods assign are fields, as far as the server lists them. A name that an import binds
 *   as well, in a `try`, is an export or not.
 * - Comments that name a type (`{@link Till}`), strings (`__all__`), and `this` in a static member are uses if the
 *   server has them.
 * - Code for another platform, which pyright does not analyze: its members are listed by the text, its uses are
 *   unknown.
 *
 *   SEXTANT_SEED=7   other questions
 */
import assert from "node:assert/strict";
import { basename } from "node:path";
import { after, before, test } from "node:test";

import { makeRandom } from "../soak/random.mjs";
import { callTool, openAgent, openEditor, untilServed } from "../vscode/suites/support.mjs";
import { copyCorpus } from "./corpora.mjs";
import { judgeCallable, judgeFile, judgeSize, judgeType } from "./dive-judge.mjs";
import { readPythonFolder } from "./dive-python.mjs";
import { readTypeScriptFolder } from "./dive-typescript.mjs";

const SEED = Number(process.env.SEXTANT_SEED ?? 20261122);
const LIMIT_MS = 90_000;
/** More than any of these answers needs, so that lists are whole up to their hundred lines. */
const ROOM = 50_000;
const DEPTHS = ["overview", "context", "full"];
/** One of so many answers is asked for again within the budget of each depth. */
const SIZED = 4;

/**
 * A corpus with a file that has symbols, and how many of each sort are asked about; `also`: a class in code for another
 * platform, which pyright's hover has as a function.
 */
const CORPORA = [
  { name: "rxjs", start: "src/internal/Observable.ts", callables: 20, types: 14, files: 10 },
  { name: "zod", start: "src/v4/core/schemas.ts", callables: 16, types: 10, files: 6 },
  { name: "python", start: "asyncio/events.py", callables: 14, types: 9, files: 8, also: "PipeHandle" },
  { name: "library", start: "http/client.py", callables: 14, types: 9, files: 8 },
];

let folders, editor, agent;
const random = makeRandom(SEED);

before(async () => {
  const copies = await Promise.all(CORPORA.map(({ name }) => copyCorpus(name)));
  folders = new Map(copies.map((one) => [basename(one.folder), one]));
  editor = await openEditor(
    copies.map(({ folder }) => folder),
    { servers: ["pyright"], settings: { "files.autoSave": "off" } },
  );
  agent = await openAgent(editor);
  for (const { name, start } of CORPORA) await untilServed(agent, `${name}/${start}`);
});

after(async () => {
  agent?.close();
  await editor?.stop();
  for (const { remove } of folders?.values() ?? []) await remove();
});

const call = (tool, args) => callTool(agent, tool, args, LIMIT_MS);

/** By its name where that is alone in its file, else by a handle. */
function askFor(folder, { path, name, file, line, column, isAlone }) {
  if (!path) return { symbol: `${folder}/${file}` };
  const handle = `${folder}/${file}:${line}:${column + 1}#${name}`;
  return isAlone === false ? { symbol: handle } : { symbol: path, context_file: `${folder}/${file}` };
}

/** Where an answer is about something else than was asked for. */
function judgeTarget({ facts }, folder, { path, file, line }) {
  if (!path) return facts.file === `${folder}/${file}` ? [] : [`is about ${facts.file}`];
  const { symbol } = facts;
  const is = symbol && `${symbol.file}:${symbol.line}`;
  return is === `${folder}/${file}:${line}` ? [] : [`is about ${is}`];
}

async function askAbout(folder, one, judge, tally) {
  const args = askFor(folder, one);
  const answer = await call("deep_dive", { ...args, depth: "full", max_tokens: ROOM });
  const findings = judge(one, answer, folder);
  const faults = [...judgeTarget(answer, folder, one), ...findings.wrong];
  tally.asked++;
  tally.sections += findings.checked;
  tally.namesakes += findings.namesakes;
  if (tally.asked % SIZED === 1)
    for (const depth of DEPTHS) {
      const short = await call("deep_dive", { ...args, depth });
      tally.sized++;
      faults.push(...judgeSize(short, depth).map((fault) => `${depth}: ${fault}`));
    }
  const title = `${folder}/${one.file}${one.line ? `:${one.line} ${one.path}` : ""}`;
  if (faults.length) tally.wrong.push(`${title}: ${faults.join("; ")}`);
  else if (findings.open.length) tally.unknown.push(`${title}: ${findings.open.join(", ")}`);
  else tally.agreed++;
}

const JUDGES = { callables: judgeCallable, types: judgeType, files: judgeFile };

for (const corpus of CORPORA)
  test(`what is told of ${corpus.name} is what its code has`, async () => {
    const { folder } = folders.get(corpus.name);
    const isPython = corpus.start.endsWith(".py");
    const code = isPython ? readPythonFolder(folder) : readTypeScriptFolder(folder);
    const wrong = [];
    for (const [sort, judge] of Object.entries(JUDGES)) {
      const tally = { asked: 0, agreed: 0, sections: 0, sized: 0, namesakes: 0, unknown: [], wrong: [] };
      const sample = random.sample(code[sort], corpus[sort]);
      const also = code[sort].filter((one) => sort === "types" && one.name === corpus.also && !sample.includes(one));
      for (const one of [...sample, ...also]) await askAbout(corpus.name, one, judge, tally);
      const counts = { ...tally, unknown: tally.unknown.length, wrong: tally.wrong.length };
      console.log(`${corpus.name}, ${sort}`, counts);
      for (const one of tally.unknown) console.log(`  unknown: ${one}`);
      assert.ok(tally.sections > tally.asked, "answers have lists");
      assert.ok(tally.unknown.length * 4 <= tally.asked, "most answers are sure");
      wrong.push(...tally.wrong);
    }
    assert.deepEqual(wrong, [], `seed ${SEED}`);
  });
