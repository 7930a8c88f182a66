/**
 * Random questions on rxjs and on Python's library, asked as agents ask: at a place, by a name path with its
 * file, by the bare name. TypeScript's language service and checker, run here, judge the first; Python's parser
 * and scope rules the second, and where those do not decide, jedi. A wrong answer fails. Where no judge can
 * tell, the answer is undecided: counted by reason, and printed.
 *
 *   SEXTANT_SEED=7          other questions
 *   SEXTANT_QUESTIONS=300   so many of each language; 100 by default
 *   SEXTANT_CORPORA=zod,library   other code, of TypeScript and of Python
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { after, before, test } from "node:test";

import { makeRandom } from "../soak/random.mjs";
import { callTool, openAgent, openEditor } from "../vscode/suites/support.mjs";
import { copyCorpus } from "./corpora.mjs";
import { keyOf, makeQuestions, Tally } from "./references-judge.mjs";
import { PythonNames } from "./references-python.mjs";
import { TypeScriptNames } from "./references-typescript.mjs";

const SEED = Number(process.env.SEXTANT_SEED ?? 20261122);
const COUNT = Number(process.env.SEXTANT_QUESTIONS ?? 100);
const CORPORA = (process.env.SEXTANT_CORPORA ?? "rxjs,python").split(",");
const LIMIT_MS = 90_000;
const START_MS = 120_000;

/** A file of each corpus that has symbols. */
const STARTS = {
  rxjs: "src/internal/Observable.ts",
  zod: "src/v4/core/schemas.ts",
  python: "asyncio/events.py",
  library: "http/client.py",
};

let typescript, python, typescriptNames, pythonNames, editor, agent;

before(async () => {
  [typescript, python] = await Promise.all(CORPORA.map(copyCorpus));
  editor = await openEditor([typescript.folder, python.folder], {
    servers: ["pyright"],
    settings: { "files.autoSave": "off" },
  });
  typescriptNames = new TypeScriptNames(typescript.folder);
  pythonNames = await PythonNames.open(python.folder);
  agent = await openAgent(editor, typescript.folder);
  for (const name of CORPORA) await started(`${name}/${STARTS[name]}`);
});

after(async () => {
  agent?.close();
  pythonNames?.close();
  await editor?.stop();
  await typescript?.remove();
  await python?.remove();
});

async function started(file_path) {
  const end = Date.now() + START_MS;
  while (Date.now() < end) {
    const { facts } = await callTool(agent, "get_symbols", { file_path }, LIMIT_MS);
    if (facts?.status === "found") return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** All pages of an answer, as one. */
async function whole({ tool, args }) {
  const list = { find_references: "references", find_definition: "definitions", get_call_hierarchy: "incoming_calls" }[
    tool
  ];
  let answer;
  for (let cursor; ;) {
    const more = {
      max_tokens: 50_000,
      ...(tool === "get_call_hierarchy" && { direction: "incoming" }),
      ...(cursor && { cursor }),
    };
    const page = await callTool(agent, tool, { ...args, ...more }, LIMIT_MS);
    if (!answer) answer = page;
    else answer.facts[list].push(...page.facts[list]);
    cursor = page.facts?.cursor;
    if (!cursor) return answer;
  }
}

const is = (verdict, why = "") => ({ is: verdict, why: `${verdict}: ${why}` });
const few = (keys) => [...keys].slice(0, 6).join(", ");

/** A place of an answer as one of the folder; one of a library keeps its path. */
function own(folder, { file, line, column, text }) {
  const isInside = file.startsWith(`${folder}/`);
  return { file: isInside ? file.slice(folder.length + 1) : file, line, column, text, isInside };
}

const isOpen = ({ facts, text }) => facts.status === "unknown" || /^Unknown/m.test(text);
/** The answer says that it is of a name, and that it is not known whether the place that was asked about is it. */
const isGuess = ({ text }) => /^Note: (no language server confirmed|'.*' does not use)/m.test(text);

/** The fault of an answer by the rules for all tools; undefined if it has none. */
function judgeForm(question, answer) {
  if (answer.isError || !answer.facts) return is("wrong", "an error");
  if (answer.facts.symbol) return undefined;
  if (isOpen(answer)) return is("unknown", "");
  return is("wrong", "nothing is found of what there is");
}

const callSites = (folder, facts) =>
  (facts.incoming_calls ?? []).flatMap((call) =>
    call.call_sites.map((site) => own(folder, { ...site, file: call.file })),
  );

const toldPlaces = (folder, { references = [], definitions = [] }) =>
  [...references, ...definitions].map((one) => own(folder, one));

/* ---- TypeScript ------------------------------------------------------------------------------ */

/** Whether a place outside of the folder is a declaration of the library, which may be of another version. */
function isInLibrary(keys, place) {
  const isLib = (path) => /^lib\..*d\.ts$/.test(basename(path));
  return isLib(place.file) && [...keys].some((key) => isLib(/^(.*):\d+:\d+$/.exec(key)[1]));
}

const isAmong = (names, keys, place) => (place.isInside ? keys.has(keyOf(place)) : isInLibrary(keys, place));

function judgeTypeScript(names, folder, question, answer) {
  const { tool, place, allowed } = question;
  const { facts } = answer;
  if (!place.symbol) return is("undecided", "the checker does not know it");
  const form = judgeForm(question, answer);
  if (form) return form;
  const told = own(folder, facts.symbol);
  const meant = new Set([...allowed].flatMap((id) => names.symbols.get(id).declarations));
  if (question.way === "place" || question.way === "line") for (const key of names.definitionsOf(place)) meant.add(key);
  // By its name the binding is asked for, which the checker takes for the module.
  else for (const key of names.bindingsOf(place)) meant.add(key);
  const isItself = place.symbol && keyOf(told) === keyOf(place);
  if (!isItself && !isAmong(names, meant, told))
    return is(isGuess(answer) ? "unknown" : "wrong", `${keyOf(told)} is not ${few(meant)}`);
  const at = names.byKey.get(keyOf(told));
  const asked = [question.way === "place" || question.way === "line" || !at ? place : undefined, at].filter(Boolean);
  if (tool === "find_definition") return judgeDefinitions(names, folder, asked, answer);
  const [given, wanted] =
    tool === "find_references"
      ? [toldPlaces(folder, facts), asked.map((one) => names.referencesOf(one))]
      : [callSites(folder, facts), asked.map((one) => names.callsOf(one)).filter(Boolean)];
  // The calls of a variable that is called are among its references.
  if (!wanted.length)
    wanted.push(new Set([...names.referencesOf(asked[0])].filter((key) => given.some((one) => keyOf(one) === key))));
  const keys = new Set(given.filter(({ isInside }) => isInside).map(keyOf));
  // The definitions of a class that is created contain its constructor.
  const defined = new Set(asked.flatMap((one) => [...names.definitionsOf(one)]));
  // An answer has the first ones of very many calls of a caller, and their number.
  const cut = new Set(
    (facts.incoming_calls ?? [])
      .filter((call) => call.call_site_count > call.call_sites.length)
      .map((call) => own(folder, call).file),
  );
  const isCut = (key) => cut.has(key.replace(/:\d+:\d+$/, ""));
  const [best] = wanted
    .map((set) => ({
      missing: [...set].filter((key) => !keys.has(key) && !isCut(key)),
      excess: [...keys].filter((key) => !set.has(key) && !defined.has(key)),
    }))
    .sort((a, b) => a.missing.length + a.excess.length - b.missing.length - b.excess.length);
  if (best.excess.length) return is("wrong", `has ${few(best.excess)}`);
  if (best.missing.length)
    return is(isOpen(answer) ? "unknown" : "wrong", `lacks ${best.missing.length}: ${few(best.missing)}`);
  if (isOpen(answer)) return is("unknown", "but nothing is missing");
  return tool === "find_references" ? judgeByWords(names, at ?? place, keys, answer) : is("right");
}

function judgeDefinitions(names, folder, asked, answer) {
  const { definitions = [] } = answer.facts;
  const meant = new Set(asked.flatMap((one) => [...names.definitionsOf(one), ...names.bindingsOf(one)]));
  const other = definitions.map((one) => own(folder, one)).filter((one) => !isAmong(names, meant, one));
  if (other.length) return is("wrong", `defined at ${few(other.map(keyOf))}, not ${few(meant)}`);
  if (!definitions.length) return is(isOpen(answer) ? "unknown" : "wrong", "no definition");
  return is("right");
}

/** Each identifier of the name that is left out must mean something else. */
function judgeByWords(names, target, keys, answer) {
  const meant = new Set(names.ownMeaningOf(target));
  const left = names.byName
    .get(target.name)
    .filter((one) => !keys.has(keyOf(one)) && names.ownMeaningOf(one).some((key) => meant.has(key)));
  // A type and a value of one name are two to the service; the answer names the other.
  const isTold = left.length && meant.size > 1 && answer.text.includes(`Other symbols named '${target.name}'`);
  if (left.length && !isTold)
    return is("undecided", `the service leaves out what the checker takes for it (${few(left.map(keyOf))})`);
  const defined = names.definitionsOf(target);
  const strange = [...keys].filter(
    (key) =>
      !names.byKey.has(key) &&
      !names.isText(key, target.name) &&
      !names.isText(key, "constructor") &&
      !defined.has(key),
  );
  return strange.length ? is("wrong", `no identifier at ${few(strange)}`) : is("right");
}

/* ---- Python ---------------------------------------------------------------------------------- */

const texts = new Map();
function lineOf(file, line) {
  if (!texts.has(file)) texts.set(file, readFileSync(join(python.folder, file), "utf8").split("\n"));
  return texts.get(file)[line - 1];
}

function isCall(place) {
  const line = lineOf(place.file, place.line);
  return (
    /^\s*\(/.test(line.slice(place.column + place.name.length)) &&
    !/\b(?:def|class)\s+$/.test(line.slice(0, place.column))
  );
}

/** Whether jedi takes a place for a symbol: true, false, or undefined where it does not know. */
function isVote(names, votes, symbol) {
  if (!votes?.length) return undefined;
  const ids = votes.map((one) => names.byKey.get(keyOf(one))?.symbol);
  if (ids.includes(symbol)) return true;
  return ids.every(Boolean) ? false : undefined;
}

async function judgePython(names, folder, question, answer) {
  const form = judgeForm(question, answer);
  const { place, allowed, tool } = question;
  if (form) {
    if (form.is !== "wrong" || place.symbol || answer.isError) return form;
    const [votes] = await names.vote([place]);
    return votes
      ? is("wrong", `nothing is found, jedi: ${few(votes.map(keyOf))}`)
      : is("undecided", `nothing is found, jedi has nothing either (${place.why})`);
  }
  const told = own(folder, answer.facts.symbol);
  const judged = await judgePythonSymbol(names, question, told, answer);
  if (judged.verdict) return judged.verdict;
  const { target } = judged;
  if (tool === "find_definition") return judgePythonDefinitions(names, folder, target, answer);
  if (!target) return is("undecided", "of a library or a module");
  const given = (tool === "find_references" ? toldPlaces : callSites)(folder, answer.facts).filter(
    ({ isInside }) => isInside,
  );
  return judgePythonPlaces(names, question, answer, given, target);
}

/** Which symbol the answer is about: `{target}` where it may be, else `{verdict}`. */
async function judgePythonSymbol(names, question, told, answer) {
  const { place, allowed } = question;
  const wanted = [...allowed].filter(Boolean);
  const guess = isGuess(answer) ? "unknown" : "wrong";
  const at = told.isInside && names.byKey.get(keyOf(told));
  if (wanted.length) {
    const infos = wanted.map((id) => names.symbols.get(id));
    if (at?.symbol && wanted.includes(at.symbol)) return { target: at.symbol };
    if (infos.some(({ sort, file }) => sort === "module" && file === told.file)) return { target: undefined };
    if (!told.isInside && infos.some(({ sort }) => sort === "external"))
      return { target: infos.find(({ sort }) => sort === "external").id };
    // An attribute that a base of the library declares, too.
    if (at && !at.symbol) return { verdict: is("undecided", `${keyOf(told)} is not known (${at.why})`) };
    return { verdict: is(guess, `${keyOf(told)} (${at?.symbol}) is not ${few(wanted)}`) };
  }
  const [votes] = await names.vote([place]);
  if (!votes)
    return {
      verdict: is(isGuess(answer) ? "unknown" : "undecided", `what is asked about is not known (${place.why})`),
    };
  const keys = votes.map(keyOf);
  const isSame =
    keys.includes(keyOf(told)) ||
    votes.some((one) => names.byKey.get(keyOf(one))?.symbol === at?.symbol && at?.symbol) ||
    (!told.isInside && votes.some((one) => !names.byKey.has(keyOf(one))));
  if (isSame) return at?.symbol ? { target: at.symbol } : { verdict: is("right") };
  if (isOpen(answer)) return { verdict: is("unknown", `jedi: ${few(keys)} (${place.why})`) };
  // Types of values are inferred by either in its own way: that is not a proof.
  return { verdict: is("undecided", `jedi is of another opinion (${keyOf(told)}, jedi: ${few(keys)}; ${place.why})`) };
}

/** Where the value is bound of `fspath = _fspath`: a server leads there, too. */
function valuesOf(names, { file, line }) {
  const text = lineOf(file, line);
  const value = /^\s*\w+\s*=\s*(\w+)\s*(?:#.*)?$/.exec(text)?.[1];
  const at = value && names.byKey.get(keyOf({ file, line, column: text.lastIndexOf(value) }));
  return (at?.symbol && names.bindings.get(at.symbol)) || [];
}

function judgePythonDefinitions(names, folder, target, answer) {
  const given = (answer.facts.definitions ?? []).map((one) => own(folder, one));
  if (!given.length) return is(isOpen(answer) ? "unknown" : "wrong", "no definition");
  if (!target) return is("right");
  if (names.symbols.get(target).sort === "external")
    return given.some(({ isInside }) => !isInside) ? is("right") : is("wrong", "of a library, and told inside");
  const places = names.bindings.get(target) ?? [];
  const bindings = new Set([...places, ...places.flatMap((one) => valuesOf(names, one))].map(keyOf));
  const other = given.filter((one) => !bindings.has(keyOf(one)));
  const isOpenPlace = (one) => names.byKey.has(keyOf(one)) && !names.byKey.get(keyOf(one)).symbol;
  if (other.length && other.every(isOpenPlace))
    return is("undecided", `defined at ${few(other.map(keyOf))}, whose owner is not known`);
  return other.length ? is("wrong", `defined at ${few(other.map(keyOf))}, not ${few(bindings)}`) : is("right");
}

async function judgePythonPlaces(names, question, answer, given, target) {
  const keys = new Set(given.map(keyOf));
  const { name } = names.symbols.get(target);
  const isWanted = question.tool === "find_references" ? () => true : (one) => isCall(one);
  const strange = given.filter((one) => !names.byKey.has(keyOf(one)));
  const places = given.map((one) => names.byKey.get(keyOf(one))).filter(Boolean);
  const excess = places.filter(({ symbol }) => symbol && symbol !== target);
  if (strange.length || excess.length)
    return is("wrong", `has ${few([...strange, ...excess].map((one) => `${keyOf(one)} (${one.symbol})`))}`);
  const left = names.byName.get(name).filter((one) => !keys.has(keyOf(one)) && isWanted(one));
  const missing = left.filter((one) => one.symbol === target);
  const lacks = missing.filter(({ isDead, role }) => !isDead && role !== "slot");
  if (lacks.length) return is(isOpen(answer) ? "unknown" : "wrong", `lacks ${lacks.length}: ${few(lacks.map(keyOf))}`);
  const notIncluded = Number(/another platform or version, (\d+) place/.exec(answer.text)?.[1] ?? 0);
  if (missing.length > notIncluded && !isOpen(answer))
    return is("wrong", `lacks in code for another platform: ${few(missing.map(keyOf))}`);
  if (isOpen(answer)) return is("unknown", missing.length ? "in code for another platform" : "but nothing is missing");
  const { sort } = names.symbols.get(target);
  // An attribute of a value is a member, an argument by keyword a parameter.
  const isPossible = ({ why }) =>
    why !== "added to __all__" &&
    !(why === "attribute of a value" && sort !== "member") &&
    !(why === "argument by keyword" && sort !== "parameter" && sort !== "member");
  return judgeByVotes(
    names,
    target,
    places.filter(({ symbol }) => !symbol),
    left.filter((one) => !one.symbol && !one.isDead && isPossible(one)),
  );
}

/** References that only jedi may know: attributes of values, arguments by keyword. */
async function judgeByVotes(names, target, taken, left) {
  const isIn = (await names.vote(taken)).map((votes) => isVote(names, votes, target));
  const isOut = (await names.vote(left)).map((votes) => isVote(names, votes, target));
  const against = [...taken.filter((_, i) => isIn[i] === false), ...left.filter((_, i) => isOut[i] === true)];
  const open = [...taken.filter((_, i) => isIn[i] === undefined), ...left.filter((_, i) => isOut[i] === undefined)];
  const says = (list) =>
    list
      .slice(0, 8)
      .map((one) => `${taken.includes(one) ? "+" : "-"}${keyOf(one)}`)
      .join(", ");
  if (against.length) return is("undecided", `jedi is of another opinion (${says(against)}; ${against[0].why})`);
  if (open.length)
    return is(
      "undecided",
      `${open.some((one) => taken.includes(one)) ? "told, and jedi does not know it" : "left out, and jedi does not know it"} (${says(open)}; ${open[0].why})`,
    );
  return is("right");
}

/* ---- the tests -------------------------------------------------------------------------------- */

async function hold(title, names, other, folder, judge) {
  const elsewhere = (name) => other.byName.has(name);
  const questions = makeQuestions(names, COUNT, makeRandom(SEED), folder, elsewhere);
  const tally = new Tally(`${title}, seed ${SEED}`);
  for (const question of questions) {
    const began = performance.now();
    const answer = await whole(question);
    const took = Math.round(performance.now() - began);
    tally.add(question, answer, await judge(names, folder, question, answer), took);
  }
  tally.print();
  if (process.env.SEXTANT_VERBOSE) console.log(tally.undecided.join("\n\n"));
  assert.equal(tally.wrong.length, 0, `${tally.wrong.length} wrong:\n\n${tally.wrong.join("\n\n")}`);
}

test(`${CORPORA[0]}: definitions, references and callers are the compiler's`, async () => {
  await hold(CORPORA[0], typescriptNames, pythonNames, CORPORA[0], judgeTypeScript);
});

test(`${CORPORA[1]}: definitions, references and callers are those of its scopes, or jedi's`, async () => {
  await hold(CORPORA[1], pythonNames, typescriptNames, CORPORA[1], judgePython);
});
