/**
 * Signatures of functions and of their overloads, implementations of members, and callers of methods and accessors
 * in rxjs and zod, compared with TypeScript's checker. A wrong answer fails; what the checker knows and the
 * answer calls unknown is counted and printed.
 *
 *   SEXTANT_SEED=7          other questions
 *   SEXTANT_QUESTIONS=60    so many of each kind and corpus; 30 by default
 */
import assert from "node:assert/strict";
import { basename } from "node:path";
import { after, before, test } from "node:test";

import { makeRandom } from "../soak/random.mjs";
import { callTool, openAgent, openEditor } from "../vscode/suites/support.mjs";
import { copyCorpus } from "./corpora.mjs";
import { TypeScriptMembers } from "./typescript-members.mjs";

const SEED = Number(process.env.SEXTANT_SEED ?? 20261122);
const COUNT = Number(process.env.SEXTANT_QUESTIONS ?? 30);
const LIMIT_MS = 90_000;
const START_MS = 120_000;
/** A file of each corpus that has symbols. */
const STARTS = { rxjs: "src/internal/Observable.ts", zod: "src/v4/core/schemas.ts" };
const NAMES = Object.keys(STARTS);

const random = makeRandom(SEED);
const judges = {};
let corpora, editor, agent;

before(async () => {
  corpora = await Promise.all(NAMES.map(copyCorpus));
  for (const { folder } of corpora) judges[basename(folder)] = new TypeScriptMembers(folder);
  editor = await openEditor(
    corpora.map(({ folder }) => folder),
    { settings: { "files.autoSave": "off" } },
  );
  agent = await openAgent(editor, corpora[0].folder);
  for (const name of NAMES) {
    const end = Date.now() + START_MS;
    while ((await call("get_symbols", { file_path: `${name}/${STARTS[name]}` })).facts?.status !== "found")
      assert.ok(Date.now() < end, `${name} did not start`);
  }
});

after(async () => {
  agent?.close();
  await editor?.stop();
  for (const { remove } of corpora ?? []) await remove();
});

const call = (tool, args) => callTool(agent, tool, { max_tokens: 50_000, ...args }, LIMIT_MS);
const placeOf = (corpus, { name, file, line }) => ({ symbol: name, file_path: `${corpus}/${file}`, line });

/** The answers by what they came to. */
class Tally {
  counts = { right: 0, unknown: 0 };
  wrong = [];

  add(what, answer, { missing, excess }) {
    const isOpen = answer.facts?.status === "unknown" || /^Unknown/m.test(answer.text);
    if (excess.length || (missing.length && !isOpen))
      this.wrong.push(`${what}: lacks ${missing.slice(0, 8)}; has ${excess.slice(0, 8)}\n${answer.text.slice(0, 700)}`);
    else if (isOpen) {
      this.counts.unknown++;
      console.log(`  unknown: ${what}: ${answer.text.slice(0, 300).replaceAll("\n", " | ")}`);
    } else this.counts.right++;
  }

  finish(title) {
    console.log(`${title}, seed ${SEED}`, { ...this.counts, wrong: this.wrong.length });
    assert.equal(this.wrong.length, 0, `${this.wrong.length} wrong:\n\n${this.wrong.slice(0, 20).join("\n\n")}`);
  }
}

/** The items of `wanted` that `told` lacks, and those of `told` that `allowed` lacks; each as often as it occurs. */
function difference(wanted, told, allowed = wanted) {
  const without = (list, others) => {
    const left = [...others];
    return list.filter((one) => !left.includes(one) || (left.splice(left.indexOf(one), 1), false));
  };
  return { missing: without(wanted, told), excess: without(told, allowed) };
}

/** `"name"` of `...name?: T`, as the checker's judge has it. */
const nameOf = (label) => /^(?:\.\.\.)?([\w$]+|[{[])/.exec(label.trim())?.[1] ?? label;

/** The parameters of a declaration, as they are written: `f<T>(one: A, two: B): C`. */
function parametersOf(label) {
  const parts = [""];
  let types = 0;
  let depth = 0;
  label = label.replace(/^\([\w ]+\) /, "");
  for (let i = 0; i < label.length; i++) {
    const c = label[i];
    const isArrow = c === ">" && label[i - 1] === "=";
    if (!depth && c === "<") types++;
    else if (!depth && types) types += c === "<" ? 1 : c === ">" && !isArrow ? -1 : 0;
    else if ("(<[{".includes(c) && depth++ === 0) continue;
    else if (depth && ")>]}".includes(c) && !isArrow && --depth === 0) break;
    else if (depth === 1 && c === ",") parts.push("");
    else if (depth) parts[parts.length - 1] += c;
    if (depth > 1 && "(<[{".includes(c)) parts[parts.length - 1] += c;
  }
  return parts.map((one) => one.trim()).filter(Boolean);
}

/** The names of a signature's parameters. */
function namesOf({ label, parameters }) {
  const names = (parameters.length ? parameters.map((one) => one.label) : parametersOf(label)).map(nameOf);
  return names.filter((name) => name !== "this");
}

const isForm = (form, names) => form.length === names.length && form.every((one, i) => one.has(names[i]));

/** The signatures that are lacking, and what the answer has that is not a form of any. */
function matchSignatures(overloads, told) {
  const left = [...overloads];
  const seen = [];
  const excess = told.filter((names) => {
    const fits = (forms) => forms.some((form) => isForm(form, names));
    const at = left.findIndex(fits);
    if (at >= 0) seen.push(...left.splice(at, 1));
    // A rest parameter may stand for several lists of parameters, each of which is shown.
    return at < 0 && !seen.some((forms) => forms.length > 2 && fits(forms));
  });
  const write = (form) => form.map((one) => [...one].join("/")).join(" ");
  return {
    missing: left.map((forms) => `(${forms.map(write)})`),
    excess: excess.map((names) => `(${names.join(" ")})`),
  };
}

async function compareSignatures(corpus, callables) {
  const judge = judges[corpus];
  const tally = new Tally();
  for (const one of callables) {
    const answer = await call("get_signature_help", placeOf(corpus, one));
    const told = (answer.facts?.signatures ?? []).map(namesOf);
    const [, file, line, column] = /of the call at [^/\s]+\/(\S+):(\d+):(\d+)$/m.exec(answer.text) ?? [];
    const place = file && { file, line: Number(line), column: Number(column) };
    const shown = place && judge.callAt(place, one);
    const results = judge.shownSignatures(one, shown).map((overloads) => matchSignatures(overloads, told));
    let result = results.find(({ missing, excess }) => !missing.length && !excess.length) ?? results[0];
    // Deprecated ones are only counted, unless there are no others.
    const counted = Number(/^\[(\d+) deprecated/m.exec(answer.text)?.[1] ?? 0);
    const isCounted = counted && counted <= one.deprecated && result.missing.length === counted;
    if (isCounted) result = { ...result, missing: [] };
    if (place && !shown) result.excess.push(`${file}:${line}:${column} is no call of it`);
    tally.add(`${one.name} (${one.file}:${one.line})`, answer, result);
  }
  return tally;
}

/** Whether the documentation says how many overloads there are. */
async function compareDocumented(corpus, callables) {
  const tally = new Tally();
  for (const one of callables) {
    const answer = await call("get_symbol_documentation", placeOf(corpus, one));
    const [, told] = /^Overloads: (\d+)/m.exec(answer.text) ?? [];
    const isRight = Number(told ?? 1) === one.signatures.length;
    const what = `${one.signatures.length} overloads, not ${told}`;
    tally.add(`${one.name} (${one.file}:${one.line})`, answer, { missing: [], excess: isRight ? [] : [what] });
  }
  return tally;
}

const keyOf = (corpus, { file, line }) => `${file.slice(corpus.length + 1)}:${line}`;

async function compareOverrides(corpus, judge, members) {
  const tally = new Tally();
  for (const one of members) {
    const answer = await call("find_implementations", placeOf(corpus, one));
    const told = (answer.facts?.implementations ?? []).map((place) => keyOf(corpus, place));
    const own = `${one.file}:${one.line}`;
    const overrides = judge.overridesOf(one);
    // An interface or a class that only declares it again does not implement it.
    const wanted = overrides
      .filter(({ isImplemented }) => isImplemented)
      .map((over) => `${over.file}:${over.bodyLine}`);
    // A member of an object without a class implements it, too, and does not override it.
    const isObject = ({ file, line }) => judge.isObjectMember(one, { file: file.slice(corpus.length + 1), line });
    const allowed = [
      ...wanted,
      ...overrides.flatMap(({ file, lines }) => lines.map((line) => `${file}:${line}`)),
      own,
      ...(answer.facts?.implementations ?? []).filter(isObject).map((p) => keyOf(corpus, p)),
    ];
    tally.add(`${one.owner}.${one.name} (${own})`, answer, difference(wanted, told, allowed));
  }
  return tally;
}

async function compareCallers(corpus, judge, members) {
  const tally = new Tally();
  for (const one of members) {
    const answer = await call("get_call_hierarchy", { ...placeOf(corpus, one), direction: "incoming" });
    const told = (answer.facts?.incoming_calls ?? [])
      .filter(({ file }) => file.startsWith(`${corpus}/`))
      .flatMap(({ file, call_sites }) =>
        call_sites.map(({ line, column }) => `${keyOf(corpus, { file, line })}:${column}`),
      );
    const isCall = (use) => use.isCall || one.sort === "accessor";
    const { wanted, allowed } = judge.usesOf(one, isCall);
    const keys = (uses) => [...new Set(uses.map(({ file, line, column }) => `${file}:${line}:${column}`))];
    const { missing } = difference(keys(wanted), told);
    const { excess } = difference([], told, keys(allowed));
    tally.add(`${one.sort} ${one.owner}.${one.name} (${one.file}:${one.line})`, answer, { missing, excess });
  }
  return tally;
}

for (const corpus of NAMES) {
  test(`${corpus}: signatures are those that the checker says a caller sees`, async () => {
    const overloaded = judges[corpus].callables.filter(({ signatures }) => signatures.length > 1);
    const single = judges[corpus].callables.filter(({ signatures }) => signatures.length === 1);
    const half = Math.ceil(COUNT / 2);
    const asked = [...random.sample(overloaded, half), ...random.sample(single, COUNT - half)];
    (await compareSignatures(corpus, asked)).finish(`${corpus}, signatures`);
  });

  test(`${corpus}: the documentation of a function has all of its overloads, or counts them`, async () => {
    const { callables } = judges[corpus];
    const overloaded = random.sample(
      callables.filter(({ signatures }) => signatures.length > 1),
      Math.ceil(COUNT * 0.8),
    );
    const others = callables.filter(({ signatures }) => signatures.length === 1);
    const asked = [...overloaded, ...random.sample(others, COUNT - overloaded.length)];
    (await compareDocumented(corpus, asked)).finish(`${corpus}, documented overloads`);
  });

  test(`${corpus}: implementations of a member are its overrides`, async () => {
    const judge = judges[corpus];
    const members = judge.members.filter(({ sort }) => sort !== "property");
    const isOverridden = (one) => judge.overridesOf(one).length > 0;
    const overridden = random.sample(members.filter(isOverridden), Math.ceil(COUNT / 2));
    const others = members.filter((one) => !isOverridden(one));
    const asked = [...overridden, ...random.sample(others, COUNT - overridden.length)];
    (await compareOverrides(corpus, judge, asked)).finish(`${corpus}, implementations of members`);
  });

  test(`${corpus}: callers of methods and accessors are those that the checker finds`, async () => {
    const judge = judges[corpus];
    const of = (sort) => judge.members.filter((one) => one.sort === sort);
    const accessors = random.sample(of("accessor"), Math.ceil(COUNT / 3));
    const members = [...accessors, ...random.sample(of("method"), COUNT - accessors.length)];
    (await compareCallers(corpus, judge, members)).finish(`${corpus}, callers`);
  });
}
