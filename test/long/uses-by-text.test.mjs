/**
 * References without a language server, by the text alone, beside those that TypeScript's service, Python's grammar and
 * pyright know. They must be right where a name means one thing in the workspace; all places of other names are listed.
 */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";

import { openEditor } from "../engine/fake-editor.mjs";
import { makeRandom } from "../soak/random.mjs";
import { copyCorpus } from "./corpora.mjs";
import { openPyright } from "./language-server.mjs";
import { keyOf } from "./references-judge.mjs";
import { PythonNames } from "./references-python.mjs";
import { TypeScriptNames } from "./references-typescript.mjs";

const SYMBOLS = Number(process.env.SEXTANT_QUESTIONS ?? 100);
const LEAST_FOUND = 0.97;
const LEAST_RIGHT = 0.9;

function open(t, folder) {
  const storage = mkdtempSync(join(tmpdir(), "sextant-long-uses-"));
  const editor = openEditor(folder, storage);
  for (const op of ["workspaceSymbols", "outline", "hover", "definition", "references", "languageServers"])
    editor.on[op] = () => ({ data: [] });
  t.after(() => {
    editor.engine.dispose();
    rmSync(storage, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  });
  return editor;
}

/** Keys of all places that an answer has, definitions too. */
async function ask(editor, folder, { name, file, line }) {
  const args = { symbol: name, file_path: join(folder, file), line, include_definition: true, max_tokens: 50_000 };
  const keys = new Set();
  for (let cursor; ;) {
    const answer = await editor.run("find_references", { ...args, ...(cursor && { cursor }) });
    if (!answer.factsJson) return keys;
    const facts = JSON.parse(answer.factsJson);
    for (const place of [...(facts.references ?? []), ...(facts.definitions ?? [])]) keys.add(keyOf(place));
    cursor = facts.cursor;
    if (!cursor) return keys;
  }
}

/** Globals and members, each with its places and where it is declared. */
function listSymbols(names, definitionsOf) {
  const symbols = [...names.symbols.values()].filter(({ sort, file }) => file && ["global", "member"].includes(sort));
  return symbols.flatMap(({ id, name }) => {
    const all = names.byName.get(name);
    const places = all.filter(({ symbol }) => symbol === id);
    const definitions = new Set(places.length ? definitionsOf(id, places) : []);
    const at = places.find((place) => definitions.has(keyOf(place)));
    return at ? [{ at, places, definitions, isUnique: places.length === all.length }] : [];
  });
}

/**
 * Places of a symbol as the grammar or the service has them: `uses` are to be found, whatever is not `known` is wrong.
 * The strings of __all__ are left out, as the text alone takes them for strings. With them Python misses up to 6 %.
 */
function listPlaces({ places, definitions }) {
  const inCode = places.filter(({ role }) => role !== "text");
  const uses = inCode.map(keyOf).filter((key) => !definitions.has(key));
  return { uses, known: new Set([...places.map(keyOf), ...definitions]) };
}

async function measure(t, { folder, names, symbols, isUnique, placesOf = listPlaces }) {
  const editor = open(t, folder);
  const random = makeRandom(13);
  const pool = symbols.filter((symbol) => symbol.isUnique === isUnique);
  const [missing, wrong] = [[], []];
  let [wanted, given] = [0, 0];
  for (let i = 0; i < SYMBOLS; i++) {
    const symbol = random.pick(pool);
    const { at } = symbol;
    const keys = await ask(editor, folder, at);
    const { uses, known } = await placesOf(symbol);
    wanted += uses.length;
    given += keys.size;
    missing.push(...uses.filter((key) => !keys.has(key)).map((key) => `${at.name} ${key}`));
    wrong.push(...[...keys].filter((key) => !known.has(key)).map((key) => `${at.name} ${key}`));
  }
  const [found, right] = [1 - missing.length / wanted, 1 - wrong.length / given];
  const share = (part) => `${(100 * part).toFixed(1)} %`;
  t.diagnostic(
    `${isUnique ? "unique" : "other"} names: ${share(found)} of ${wanted} found, ${share(right)} of ${given} right`,
  );
  assert.ok(wanted > SYMBOLS / 2 && names.places.length > 1000);
  assert.ok(found >= LEAST_FOUND, `missing: ${missing.slice(0, 20).join(", ")}`);
  if (isUnique) assert.ok(right >= LEAST_RIGHT, `wrong: ${wrong.slice(0, 20).join(", ")}`);
}

for (const corpus of ["rxjs", "zod", "library"])
  test(`references in ${corpus} by the text alone`, async (t) => {
    const { folder, remove } = await copyCorpus(corpus);
    t.after(remove);
    const isPython = corpus === "library";
    const names = isPython ? await PythonNames.open(folder) : new TypeScriptNames(folder);
    const definitionsOf = (id, [place]) =>
      isPython ? (names.bindings.get(id) ?? []).map(keyOf) : names.definitionsOf(place);
    const symbols = listSymbols(names, definitionsOf);
    for (const isUnique of [true, false]) await measure(t, { folder, names, symbols, isUnique });
    names.program?.kill?.();
  });

test("references in library by the text alone, beside pyright's", async (t) => {
  const { folder, remove } = await copyCorpus("library");
  t.after(remove);
  const names = await PythonNames.open(folder);
  const server = await openPyright(folder);
  t.after(() => server.stop());
  const symbols = listSymbols(names, (id) => (names.bindings.get(id) ?? []).map(keyOf));
  const placesOf = async ({ at, definitions }) => {
    // Definitions are among these, as are the strings of __all__. An absolute import of the library's own modules leads
    // pyright to its stubs instead, so the uses in such files count as wrong.
    const uses = (await server.referencesOf(at)).map(keyOf);
    return { uses, known: new Set([...uses, ...definitions]) };
  };
  // Other names are left out: pyright has only those uses whose type it can tell.
  await measure(t, { folder, names, symbols, isUnique: true, placesOf });
  names.program?.kill?.();
});
