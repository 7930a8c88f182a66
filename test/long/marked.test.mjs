/**
 * Definitions and references of every construct of a language that names something, in small sources where
 * each name is marked with its meaning (marks.mjs). For TypeScript the compiler's own service, run here, judges.
 * Handles must lead back to their symbols, and words of the language have none.
 *
 *   SEXTANT_SEED=7         other names
 *   SEXTANT_QUESTIONS=500  so many names of each language; 60 by default
 */
import assert from "node:assert/strict";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { makeRandom } from "../soak/random.mjs";
import { callTool, openAgent, openEditor } from "../vscode/suites/support.mjs";
import { readMarked, writeTexts } from "./marks.mjs";
import { keyOf } from "./references-judge.mjs";
import { TypeScriptNames } from "./references-typescript.mjs";

const SEED = Number(process.env.SEXTANT_SEED ?? 20261122);
const COUNT = Number(process.env.SEXTANT_QUESTIONS ?? 60);
const FILES = fileURLToPath(new URL("../corpus/marked/files/", import.meta.url));
/** A file with symbols of each language. */
const SOURCES = { typescript: "src/shapes.ts", python: "pkg/core.py", c: "shapes.c" };
const LANGUAGES = Object.keys(SOURCES);
const LIMIT_MS = 90_000;
const START_MS = 60_000;
/** So many of a hundred answers in a language may be unknown: labels and `offsetof` in C, code that Python skips. */
const MOST_UNKNOWN = 8;

const random = makeRandom(SEED);
const marked = Object.fromEntries(LANGUAGES.map((language) => [language, readMarked(join(FILES, language))]));
let parent, editor, agent;

before(async () => {
  parent = await realpath(await mkdtemp(join(tmpdir(), "sextant-marked-")));
  for (const language of LANGUAGES) await writeTexts(marked[language].texts, join(parent, language));
  const folders = LANGUAGES.map((language) => join(parent, language));
  editor = await openEditor(folders, { servers: ["pyright", "clangd"], settings: { "files.autoSave": "off" } });
  agent = await openAgent(editor, folders[0]);
  for (const [language, source] of Object.entries(SOURCES)) {
    const end = Date.now() + START_MS;
    while ((await ask("get_symbols", { file_path: `${language}/${source}` })).facts?.status !== "found")
      assert.ok(Date.now() < end, `${language} did not start`);
  }
});

after(async () => {
  agent?.close();
  await editor?.stop();
  if (parent) await rm(parent, { recursive: true, force: true });
});

const ask = (tool, args) => callTool(agent, tool, args, LIMIT_MS);
const isOpen = ({ facts, text }) => facts.status === "unknown" || /^Unknown/m.test(text);
const few = (places) => [...places].slice(0, 6).join(", ");

class Tally {
  wrong = [];
  unknown = [];
  right = 0;

  /** `excess` and `missing` are what the answer has and lacks, as text. */
  add(question, answer, excess, missing) {
    const line = `${question}:${excess.length ? ` has ${few(excess)}` : ""}${missing.length ? ` lacks ${few(missing)}` : ""} | ${answer.text.slice(0, 400)}`;
    if (answer.isError || excess.length || (missing.length && !isOpen(answer))) this.wrong.push(line);
    else if (isOpen(answer)) this.unknown.push(line);
    else this.right++;
  }

  finish(title) {
    const asked = this.right + this.unknown.length + this.wrong.length;
    console.log(
      `${title}, seed ${SEED}: ${asked} asked, ${this.right} right, ${this.unknown.length} unknown, ${this.wrong.length} wrong`,
    );
    for (const one of this.unknown.slice(0, 8)) console.log(`  unknown: ${one.split("\n")[0]}`);
    assert.equal(this.wrong.length, 0, `${this.wrong.length} wrong:\n\n${this.wrong.slice(0, 20).join("\n\n")}`);
    assert.ok(this.unknown.length * 100 <= asked * MOST_UNKNOWN, `${this.unknown.length} of ${asked} are unknown`);
  }
}

/** The ways to ask about a mark: at its place, and by its name and line where no other one is there. */
function waysOf(language, mark) {
  const file_path = `${language}/${mark.file}`;
  const text = marked[language].texts.get(mark.file).split("\n")[mark.line - 1];
  const isAlone = text.split(new RegExp(`(?<![\\w$])${mark.name.replace("#", "")}(?![\\w$])`)).length === 2;
  return [
    { file_path, line: mark.line, column: mark.column + 1 },
    ...(isAlone ? [{ file_path, line: mark.line, symbol: mark.name }] : []),
  ];
}

/** Whether a place of an answer is a mark's; a string's name begins after its quote. */
const isAt = (language, place, mark) =>
  place.file === `${language}/${mark.file}` &&
  place.line === mark.line &&
  Math.abs(place.column - mark.column) <= (mark.name.startsWith("#") ? 1 : 0);

/**
 * The definition by either way, and that the handle of the answer leads to the same symbol; `alike(symbol)`
 * are keys that may stand for it.
 */
async function askDefinition(tally, language, mark, judge, alike = () => new Set()) {
  for (const args of waysOf(language, mark)) {
    const answer = await ask("find_definition", args);
    const told = [...(answer.facts?.definitions ?? []), ...(answer.facts?.declarations ?? [])];
    const { excess, missing } = judge(told);
    tally.add(`find_definition ${mark.name} ${JSON.stringify(args)}`, answer, excess, missing);
    const symbol = answer.facts?.symbol;
    if (!symbol || excess.length || missing.length) continue;
    const again = await ask("find_definition", { handle: symbol.handle });
    const key = again.facts?.symbol && keyOf(again.facts.symbol);
    tally.add(`handle ${symbol.handle}`, again, key === keyOf(symbol) || alike(symbol).has(key) ? [] : [key], []);
  }
}

/* ---- by the marks ------------------------------------------------------------------------------ */

async function holdByMarks(language) {
  const { marks } = marked[language];
  const tally = new Tally();
  for (const mark of random.sample(marks, COUNT)) {
    const all = marks.filter((one) => one.id === mark.id);
    const declared = all.filter(({ role }) => role === "=");
    const isModule = mark.id.startsWith("m_");
    const isOne = (place, list) => list.some((one) => isAt(language, place, one));
    const isOfModule = ({ file }) => new RegExp(`/${mark.id.slice(2)}(/__init__)?\\.pyi?$`).test(file);
    if (declared.length || isModule)
      await askDefinition(tally, language, mark, (told) => ({
        excess: told.filter((one) => (isModule ? !isOfModule(one) : !isOne(one, all))).map(keyOf),
        missing: told.some((one) => (isModule ? isOfModule(one) : isOne(one, declared))) ? [] : ["its definition"],
      }));
    if (isModule) continue;
    // By another name the uses under that name are asked for.
    const wanted = all.filter((one) => one.role !== "?" && (!mark.alias || one.alias === mark.alias));
    const args = { ...waysOf(language, mark)[0], max_tokens: 20_000 };
    const answer = await ask("find_references", args);
    const told = [...(answer.facts?.references ?? []), ...(answer.facts?.definitions ?? [])];
    const excess = told.filter((one) => !isOne(one, [...wanted, ...declared, ...all.filter((x) => x.role === "?")]));
    const missing = wanted.filter((one) => !told.some((place) => isAt(language, place, one)));
    tally.add(`find_references ${mark.name} ${JSON.stringify(args)}`, answer, excess.map(keyOf), missing.map(keyOf));
  }
  tally.finish(language);
}

test("Python: definitions and references are those of the marks", () => holdByMarks("python"));
test("C: definitions and references are those of the marks", () => holdByMarks("c"));

/* ---- by the compiler's service ------------------------------------------------------------------ */

test("TypeScript: definitions and references are those of the compiler's service", async () => {
  const names = new TypeScriptNames(join(parent, "typescript"));
  const tally = new Tally();
  const own = (place) => ({ ...place, file: place.file.replace(/^typescript\//, "") });
  const isInside = ({ file }) => file.startsWith("typescript/");
  // A module is defined at its beginning; whatever else is, at a name.
  const isName = (place) =>
    place.column + place.line === 1 ||
    names.byKey.has(keyOf(place)) ||
    names.isText(keyOf(place), "constructor") ||
    quoted(names, place);
  for (const mark of random.sample(marked.typescript.marks, COUNT)) {
    const place = names.byKey.get(keyOf(mark));
    if (!place) continue;
    const meant = new Set([...names.meaningsOf(place), ...names.definitionsOf(place)]);
    // `{ title }` declares a variable, and to the service it is the property, too.
    const alike = (symbol) => {
      const at = names.byKey.get(keyOf(own(symbol)));
      return new Set(at && [...names.definitionsOf(at)].map((key) => `typescript/${key}`));
    };
    const judge = (told) => {
      const inside = told.filter(isInside).map(own);
      return {
        excess: inside.filter((one) => !isName(one) || !isAmong(names, meant, one)).map(keyOf),
        missing: told.length ? [] : [few(meant)],
      };
    };
    await askDefinition(tally, "typescript", mark, judge, alike);
    const args = { ...waysOf("typescript", mark)[0], max_tokens: 20_000 };
    const answer = await ask("find_references", args);
    const told = [...(answer.facts?.references ?? []), ...(answer.facts?.definitions ?? [])].filter(isInside).map(own);
    const wanted = names.referencesOf(place);
    const isWanted = (one) => wanted.has(keyOf(one)) || wanted.has(quoted(names, one));
    const excess = told.filter((one) => !isName(one) || (!isWanted(one) && !isAmong(names, meant, one)));
    const keys = new Set(told.flatMap((one) => [keyOf(one), quoted(names, one)]));
    const missing = [...wanted].filter((key) => !keys.has(key));
    tally.add(`find_references ${mark.name} ${JSON.stringify(args)}`, answer, excess.map(keyOf), missing);
  }
  tally.finish("typescript");
});

/** The key of the quote before or at a place, where the name is a string: servers differ in which they give. */
function quoted(names, { file, line, column }) {
  const keys = [column - 1, column].filter((one) => one >= 0).map((one) => keyOf({ file, line, column: one }));
  return keys.find((key) => /^['"]/.test(names.lineAt(key)));
}

/** The service gives the function of `area = () => 1`; its name stands before it, on the same line. */
function isAmong(names, meant, place) {
  if (meant.has(keyOf(place))) return true;
  const { name } = names.byKey.get(keyOf(place)) ?? {};
  return [...meant].some((key) => key.startsWith(`${place.file}:${place.line}:`) && !names.byKey.has(key) && name);
}

test("signatures and callees are of the call that is meant", async () => {
  const file_path = "typescript/src/uses.ts";
  const lines = marked.typescript.texts.get("src/uses.ts").split("\n");
  const line = lines.findIndex((text) => text.includes(".map((one)")) + 1;
  // The parenthesis of a function that is an argument opens no call.
  const column = lines[line - 1].indexOf("(one)") + 1;
  const { facts } = await ask("get_signature_help", { file_path, line, column });
  assert.match(facts.signatures[0].label, /^map/);
  const { facts: calls } = await ask("get_call_hierarchy", { symbol: "asks", file_path, direction: "outgoing" });
  const area = calls.outgoing_calls.find(({ callee }) => callee === "area");
  assert.equal(lines[area.line - 1].slice(area.column).startsWith("area"), true, JSON.stringify(area));
});

/* ---- words of the language ---------------------------------------------------------------------- */

test("words of a language are no symbols", async () => {
  const wrong = [];
  for (const [symbol, file_path] of [
    ["static", "c/circle.c"],
    ["return", "c/shapes.c"],
    ["extern", "c/shapes.h"],
    ["class", "typescript/src/shapes.ts"],
    ["this", "typescript/src/shapes.ts"],
    ["export", "typescript/src/barrel.ts"],
    ["def", "python/main.py"],
    ["import", "python/main.py"],
  ]) {
    const { facts, text } = await ask("find_definition", { symbol, file_path });
    if (facts.status === "found") wrong.push(`${symbol} in ${file_path}: ${text}`);
  }
  assert.deepEqual(wrong, []);
});
