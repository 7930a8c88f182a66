/**
 * Random renames on rxjs, each compared with the compiler and taken back to the byte.
 *
 *   SEXTANT_RENAMES=100  to new names; four tenths as many to names that are there
 *   SEXTANT_SEED=…       another choice
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";

import ts from "typescript";

import { makeRandom } from "../soak/random.mjs";
import { copyCorpus } from "./corpora.mjs";
import { isHeld, keep, RenameBench } from "./rename-bench.mjs";
import { findOther, list, TypeScriptOracle } from "./rename-oracles.mjs";

const COUNT = Number(process.env.SEXTANT_RENAMES ?? 100);
const SEED = Number(process.env.SEXTANT_SEED ?? 7);
/** So many are applied before the compiler looks. */
const GROUP = 10;

let bench, corpus, oracle, declared, known;

before(async () => {
  corpus = await copyCorpus("rxjs");
  bench = await RenameBench.open([corpus.folder]);
  oracle = new TypeScriptOracle(corpus.folder, { moduleResolution: 2, ignoreDeprecations: "6.0" });
  declared = declaredIn(oracle.program, join(corpus.folder, "src/internal"));
  known = new Set(oracle.errors());
});

after(async () => {
  await bench?.close();
  await corpus?.remove();
});

/** Names that are declared in a program's sources: `{name, path, line, column}`. */
function declaredIn(program, folder) {
  const found = [];
  for (const source of program.getSourceFiles()) {
    if (!source.fileName.startsWith(folder) || source.isDeclarationFile) continue;
    const visit = (node) => {
      const isNamed =
        ts.isFunctionDeclaration(node) ||
        ts.isClassDeclaration(node) ||
        ts.isVariableDeclaration(node) ||
        ts.isParameter(node) ||
        ts.isMethodDeclaration(node) ||
        ts.isPropertyDeclaration(node) ||
        ts.isInterfaceDeclaration(node) ||
        ts.isTypeAliasDeclaration(node) ||
        // In an unnamed type the server renames the one place, and not those of the same shape.
        (ts.isPropertySignature(node) && ts.isInterfaceDeclaration(node.parent));
      if (isNamed && node.name && ts.isIdentifier(node.name) && node.name.text !== "this") {
        const { line, character } = source.getLineAndCharacterOfPosition(node.name.getStart(source));
        found.push({ name: node.name.text, path: source.fileName, line: line + 1, column: character });
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}

function identifiersOf(program, path) {
  const names = new Set();
  const visit = (node) => {
    if (ts.isIdentifier(node)) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(program.getSourceFile(path));
  return [...names];
}

const placeOf = ({ name, path, line, column }) => ({ symbol: name, file_path: path, line, column });

const newErrors = () => oracle.errors().filter((error) => !known.has(error));

/** Takes renames back, the last one first: to which the errors were due, and what they were. */
async function takeBack(made, errors) {
  const blamed = [];
  for (const { change, kept, what } of made.reverse()) {
    await bench.undo(change, kept, what);
    if (!errors.length) continue;
    const left = newErrors();
    if (left.length < errors.length)
      blamed.push(
        `${what}: ${errors
          .filter((error) => !left.includes(error))
          .slice(0, 3)
          .join("; ")}`,
      );
    errors = left;
  }
  return blamed;
}

test("new names of their own: applied, and the compiler finds nothing new", { timeout: 850_000 }, async () => {
  const random = makeRandom(SEED);
  const files = list(corpus.folder, ".ts");
  const counts = { applied: 0, broken: [], refused: [], held: [], previewed: [] };
  for (let tried = 0; tried < COUNT;) {
    // One of each name: overloads and the like are renamed together.
    const group = [...new Map(random.sample(declared, GROUP).map((one) => [one.name, one])).values()].slice(
      0,
      COUNT - tried,
    );
    const made = [];
    for (const one of group) {
      const what = `${one.name} (${one.path}:${one.line})`;
      const kept = await keep(files);
      const answer = await bench.rename({ ...placeOf(one), new_name: `renamed${tried++}${one.name}`, preview: false });
      if (answer.facts?.applied) made.push({ change: answer.facts.change, kept, what });
      else if (answer.isError) counts.refused.push(`${what}: ${answer.text.slice(0, 200)}`);
      else counts[isHeld(answer) ? "held" : "previewed"].push(`${what}: ${answer.text.slice(0, 400)}`);
    }
    counts.applied += made.length;
    counts.broken.push(...(await takeBack(made, newErrors())));
    console.log(`rxjs, new names: ${tried} tried, ${counts.applied} applied, ${counts.broken.length} broken`);
  }
  console.log(
    `rxjs, new names: ${COUNT} tried, ${counts.applied} applied, ${counts.broken.length} broken, ${counts.held.length} false conflicts, ${counts.previewed.length} previewed, ${counts.refused.length} refused`,
    counts,
  );
  assert.deepEqual(counts.broken, []);
  assert.deepEqual(counts.held, []);
  assert.ok(counts.previewed.length + counts.refused.length <= COUNT / 5);
});

test("names that are there: no conflict is missed", { timeout: 850_000 }, async () => {
  const random = makeRandom(SEED);
  const count = Math.ceil(COUNT * 0.4);
  const counts = { clean: 0, found: 0, needless: [], missed: [], refused: [] };
  for (let i = 0; i < count;) {
    const one = random.pick(declared);
    const to = random.pick(identifiersOf(oracle.program, one.path));
    if (to === one.name) continue;
    i++;
    const what = `${one.name} -> ${to} (${one.path}:${one.line})`;
    const preview = await bench.rename({ ...placeOf(one), new_name: to });
    if (preview.isError) {
      counts.refused.push(`${what}: ${preview.text.slice(0, 200)}`);
      continue;
    }
    const files = preview.facts.files.map(({ file }) => join(corpus.folder, file.replace(/^rxjs\//, "")));
    const kept = await keep(files);
    const meanings = oracle.meanings(files);
    const applied = await bench.rename({ change: preview.facts.change, preview: false });
    assert.ok(applied.facts?.applied, `${what}: ${applied.text}`);
    const now = oracle.meanings(files);
    const other = findOther(meanings, now, one.name, to);
    const errors = other.length ? other : newErrors();
    await bench.undo(applied.facts.change, kept, what);
    const isBroken = errors.length > 0;
    const isWarned = isHeld(preview) || /^Warning:/m.test(preview.text);
    if (isBroken && !isWarned) counts.missed.push(`${what}: ${errors[0]}`);
    if (!isBroken && isHeld(preview)) counts.needless.push(`${what}: ${/^CONFLICT.*$/m.exec(preview.text)[0]}`);
    if (isBroken && isWarned) counts.found++;
    if (!isBroken && !isHeld(preview)) counts.clean++;
    if (i % GROUP === 0)
      console.log(
        `rxjs, names that are there: ${i} tried, ${counts.found} conflicts found, ${counts.missed.length} missed`,
        counts.missed,
      );
  }
  console.log(
    `rxjs, names that are there: ${count} tried, ${counts.clean} without a conflict, ${counts.found} conflicts found, ${counts.missed.length} missed, ${counts.needless.length} false, ${counts.refused.length} refused`,
    counts,
  );
  assert.deepEqual(counts.missed, []);
  // Most of these are visible where an occurrence stands, and only hidden by what is renamed.
  assert.ok(counts.needless.length <= count / 2, "false conflicts");
});
