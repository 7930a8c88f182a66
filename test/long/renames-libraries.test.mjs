/**
 * Random renames to new names on Python's asyncio and on Lua, each compared with the results of Python, jedi and a C
 * compiler afterwards, and taken back to the byte. A rename that may break uses must say so, and is then not applied.
 *
 *   SEXTANT_RENAMES=40   of each
 *   SEXTANT_SEED=…       another choice
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { after, before, test } from "node:test";
import { isDeepStrictEqual } from "node:util";

import { makeRandom } from "../soak/random.mjs";
import { copyCorpus } from "./corpora.mjs";
import { isHeld, keep, RenameBench } from "./rename-bench.mjs";
import { cErrors, isSameNames, list, pythonDefinitions, pythonNames } from "./rename-oracles.mjs";

const COUNT = Number(process.env.SEXTANT_RENAMES ?? 40);
const SEED = Number(process.env.SEXTANT_SEED ?? 7);

const folders = {};
let bench;

before(async () => {
  for (const name of ["python", "lua"]) folders[name] = await copyCorpus(name);
  bench = await RenameBench.open([folders.python.folder, folders.lua.folder], ["pyright", "clangd"]);
});

after(async () => {
  await bench?.close();
  for (const one of Object.values(folders)) await one.remove();
});

const placeOf = ({ name, path, line, column }) => ({ symbol: name, file_path: path, line, column });

/** Uses that jedi is asked about, of one rename: the first ones. */
const MOST_ASKED = 40;

/** How Python's names differ from before, in one sentence; undefined: only by the rename. */
function findDifference(files, before, from, to) {
  try {
    return isSameNames(before, pythonNames(files), [from, to]) ? undefined : "Python finds other names";
  } catch (error) {
    return error.message.trim().split("\n").at(-1);
  }
}

/** Where names were renamed, and where attributes and arguments of the old name stayed: `[file, line, column]`. */
function compareNames(files, { names, places }, from) {
  const now = pythonNames(files);
  const all = files.flatMap((file) =>
    names[file].map((name, i) => ({
      name,
      is: now[file][i],
      place: [file, ...places[file][i].split(":").map(Number)],
    })),
  );
  return {
    renamed: all.filter(({ name, is }) => name !== is).map(({ place }) => place),
    left: all.filter(({ name, is }) => name === `.${from}` && is === name).map(({ place }) => place),
  };
}

/** The names that stayed although, by jedi on the texts before the rename, their declaration was renamed. */
function findForgotten(folder, { renamed, left }) {
  const asked = left.slice(0, MOST_ASKED);
  if (!asked.length) return [];
  const wanted = new Set(renamed.map((place) => place.join(":")));
  return pythonDefinitions(folder, asked).flatMap((found, i) =>
    found.some((place) => wanted.has(place)) ? [asked[i].join(":")] : [],
  );
}

function expectSound(what, counts) {
  const { applied, broken, held, other } = counts;
  console.log(
    `${what}, new names: ${COUNT} tried, ${applied} applied, ${broken.length} broken, ${held.length} false conflicts, ${other.length} refused or previewed`,
    counts,
  );
  assert.deepEqual(broken, []);
  assert.deepEqual(held, []);
  assert.ok(applied > COUNT / 2, "too few are applied");
}

test("asyncio: new names are applied, and Python finds the same names", { timeout: 900_000 }, async () => {
  const random = makeRandom(SEED);
  const files = list(join(folders.python.folder, "asyncio"), ".py");
  const before = { names: pythonNames(files), places: pythonNames(files, true) };
  const lines = (
    await Promise.all(
      files.map(async (path) =>
        (await readFile(path, "utf8")).split("\n").map((text, i) => ({ path, text, line: i + 1 })),
      ),
    )
  ).flat();
  const declared = lines.flatMap(({ path, text, line }) => {
    const found = /^(\s*(?:async )?def |\s*class |\s*)([A-Za-z_]\w*)(?=\(| = |:)/.exec(text);
    const isDeclared = found && (found[1].trim() || text.includes(" = "));
    return isDeclared && !found[2].startsWith("__") && !/^(if|for|else|try|while|return)$/.test(found[2])
      ? [{ name: found[2], path, line, column: found[1].length }]
      : [];
  });
  const counts = { applied: 0, broken: [], held: [], other: [] };
  for (const [i, one] of random.sample(declared, COUNT).entries()) {
    const kept = await keep(files);
    const to = `renamed${i}${one.name}`;
    const answer = await bench.rename({ ...placeOf(one), new_name: to, preview: false });
    if (answer.facts?.applied) {
      counts.applied++;
      const difference = findDifference(files, before.names, one.name, to);
      const compared = difference ? undefined : compareNames(files, before, one.name);
      await bench.undo(answer.facts.change, kept, one.name);
      const wrong = difference ?? findForgotten(folders.python.folder, compared)[0];
      if (wrong) counts.broken.push(`${one.name} ${one.path}:${one.line} ${wrong} ${answer.text}`);
    } else counts.other.push(`${one.name} ${basename(one.path)}:${one.line} ${answer.text.slice(0, 300)}`);
    if (isHeld(answer)) counts.held.push(answer.text);
  }
  expectSound("asyncio", counts);
});

test("Lua: new names are applied, and the compiler finds nothing", { timeout: 900_000 }, async () => {
  const random = makeRandom(SEED);
  const folder = join(folders.lua.folder, "src");
  const sources = list(folder, ".c");
  const known = cErrors(sources);
  const declared = [];
  for (const path of sources)
    for (const [i, text] of (await readFile(path, "utf8")).split("\n").entries()) {
      const found =
        /^(static (?:\w+ )*\*?|  (?:int|size_t|const char \*|TValue \*|Table \*|lua_Number) ?\*?)([a-z]\w+)(?= \(|;| =)/.exec(
          text,
        );
      if (found) declared.push({ name: found[2], path, line: i + 1, column: found[1].length });
    }
  const counts = { applied: 0, broken: [], held: [], other: [] };
  for (const [i, one] of random.sample(declared, COUNT).entries()) {
    const kept = await keep([...sources, ...list(folder, ".h")]);
    const answer = await bench.rename({ ...placeOf(one), new_name: `renamed${i}${one.name}`, preview: false });
    if (answer.facts?.applied) {
      counts.applied++;
      const errors = cErrors(sources);
      if (!isDeepStrictEqual(errors, known))
        counts.broken.push(`${one.name} ${one.path}:${one.line} ${errors.slice(0, 3)} ${answer.text}`);
      await bench.undo(answer.facts.change, kept, one.name);
    } else counts.other.push(`${one.name} ${basename(one.path)}:${one.line} ${answer.text.slice(0, 300)}`);
    if (isHeld(answer)) counts.held.push(answer.text);
  }
  expectSound("Lua", counts);
});
