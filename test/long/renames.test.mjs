/**
 * Renames held against compilers: cases of every conflict, and random ones on code that nobody here
 * wrote. A conflict that is missed fails; those that are none are counted, and bounded.
 *
 *   SEXTANT_RENAMES=40   random renames of each kind on rxjs; a fifth on the others
 *   SEXTANT_SEED=…       another choice
 */
import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";

import ts from "typescript";

import { makeRandom } from "../soak/random.mjs";
import { callTool, openAgent, openEditor } from "../vscode/suites/support.mjs";
import { copyCorpus } from "./corpora.mjs";
import { CASES } from "./rename-cases.mjs";
import { cErrors, isSameNames, list, pythonNames, TypeScriptOracle } from "./rename-oracles.mjs";

const COUNT = Number(process.env.SEXTANT_RENAMES ?? 100);
const SEED = Number(process.env.SEXTANT_SEED ?? 7);
/** So many are applied before the compiler looks. */
const GROUP = 10;

const folders = {};
let editor, agent, casesFolder;
const removals = [];

before(async () => {
  const parent = await realpath(await mkdtemp(join(tmpdir(), "sextant-renames-")));
  removals.push(() => rm(parent, { recursive: true, force: true }));
  casesFolder = join(parent, "cases");
  for (const [i, one] of CASES.entries()) {
    one.folder = join(casesFolder, `${one.language}${i}`);
    for (const [name, text] of Object.entries(one.files)) {
      await mkdir(dirname(join(one.folder, name)), { recursive: true });
      await writeFile(join(one.folder, name), text);
    }
    if (one.language === "ts") await writeFile(join(one.folder, "tsconfig.json"), '{ "compilerOptions": { "strict": true, "target": "es2022", "module": "esnext", "moduleResolution": "bundler" } }\n');
  }
  for (const name of ["rxjs", "python", "lua"]) {
    const corpus = await copyCorpus(name);
    folders[name] = corpus.folder;
    removals.push(corpus.remove);
  }
  editor = await openEditor([casesFolder, ...Object.values(folders)], { servers: ["pyright", "clangd"], settings: { "files.autoSave": "off" } });
  agent = await openAgent(editor, casesFolder);
});

after(async () => {
  agent?.close();
  await editor?.stop();
  for (const remove of removals) await remove();
});

const rename = (args) => callTool(agent, "rename_symbol", { max_tokens: 4000, ...args }, 120_000);
/** Some servers look for a few conflicts themselves, and refuse. */
const isRefused = ({ isError, text }) => isError && /conflict with the symbol/.test(text);
const isHeld = (answer) => isRefused(answer) || /^CONFLICT:/m.test(answer.text);

/** The texts of files, to put back what a rename did, as a tool outside of the editor would. */
async function keep(paths) {
  const texts = await Promise.all(paths.map((path) => readFile(path, "utf8")));
  return async () => {
    for (const [i, path] of paths.entries())
      if ((await readFile(path, "utf8")) !== texts[i]) await writeFile(path, texts[i]);
  };
}

/** Asks until the server knows the project: what is said before that is no answer. */
async function settled(args) {
  for (let count = 0; ; count++) {
    const answer = await rename(args);
    if (count === 6 || !/still loading|still starting|may be more|is behind|Unknown/.test(answer.text)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 1500));
  }
}

describe("conflicts of every kind", () => {
  const counts = { applied: 0, found: 0, missed: [], needless: [] };

  /** Whether what is on the disk now compiles. */
  function compiles(one) {
    if (one.language === "ts") return new TypeScriptOracle(one.folder).errors().length === 0;
    if (one.language === "py") return Object.keys(pythonNames(list(one.folder, ".py"))).length > 0;
    return cErrors(list(one.folder, ".c")).length === 0;
  }

  for (const one of CASES) {
    test(`${one.language}: ${one.title}`, async () => {
      const file = join(one.folder, one.file);
      const all = list(one.folder, one.language === "ts" ? ".ts" : `.${one.language}`);
      const restore = await keep(all);
      assert.ok(compiles(one), "the case itself");
      const names = one.language === "py" ? pythonNames(all) : undefined;
      const answer = await settled({ symbol: one.symbol, file_path: file, line: one.line, new_name: one.to, preview: false });
      assert.ok(!answer.isError || isRefused(answer), answer.text);
      if (answer.facts?.applied) {
        counts.applied++;
        assert.ok(compiles(one), answer.text);
        if (names && !one.conflicts) assert.ok(isSameNames(names, pythonNames(all)), answer.text);
      }
      await restore();
      if (isHeld(answer)) counts.found++;
      if (one.conflicts && !isHeld(answer)) counts.missed.push(one.title);
      if (!one.conflicts && isHeld(answer)) counts.needless.push(one.title);
      assert.equal(isHeld(answer), one.conflicts, answer.text);
      assert.equal(answer.facts?.applied ?? false, !one.conflicts, answer.text);
    });
  }

  after(() => console.log(`cases: ${CASES.length}; ${counts.applied} applied, ${counts.found} conflicts found, ${counts.missed.length} missed, ${counts.needless.length} false`, counts));
});

/* ---- random ones --------------------------------------------------------------------------- */

/** Names that are declared in a program's sources: `{name, path, line, column}`. */
function declaredIn(program, folder) {
  const found = [];
  for (const source of program.getSourceFiles()) {
    if (!source.fileName.startsWith(folder) || source.isDeclarationFile) continue;
    const visit = (node) => {
      const isNamed = ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node) || ts.isVariableDeclaration(node) || ts.isParameter(node) ||
        ts.isMethodDeclaration(node) || ts.isPropertyDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) ||
        // Of an unnamed type the server renames the one place, and not those of the same shape.
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

describe("rxjs", () => {
  let oracle, declared, random;

  before(() => {
    oracle = new TypeScriptOracle(folders.rxjs, { moduleResolution: 2, ignoreDeprecations: "6.0" });
    declared = declaredIn(oracle.program, join(folders.rxjs, "src/internal"));
    random = makeRandom(SEED);
  });

  test("new names of their own: applied, and the compiler finds nothing new", { timeout: 1_200_000 }, async () => {
    const known = new Set(oracle.errors());
    const counts = { applied: 0, refused: [], held: [] };
    for (let i = 0; i < COUNT; ) {
      const restore = await keep(list(folders.rxjs, ".ts"));
      const made = [];
      for (const end = Math.min(COUNT, i + GROUP); i < end; i++) {
        const one = random.pick(declared);
        // The last ones may have moved it.
        const answer = await settled({ ...placeOf(one), new_name: `renamed${i}${one.name}`, preview: false });
        made.push(`${one.name} (${one.path}:${one.line})`);
        if (answer.isError) counts.refused.push(`${made.at(-1)}: ${answer.text.slice(0, 200)}`);
        else if (isHeld(answer)) counts.held.push(`${made.at(-1)}: ${answer.text}`);
        else if (answer.facts.applied) counts.applied++;
      }
      const added = oracle.errors().filter((error) => !known.has(error));
      await restore();
      assert.deepEqual(added, [], made.join("\n"));
    }
    console.log(`rxjs, new names: ${counts.applied} of ${COUNT} applied, ${counts.held.length} false conflicts, ${counts.refused.length} refused`, counts.refused);
    assert.deepEqual(counts.held, []);
  });

  test("names that are there: no conflict is missed", { timeout: 1_800_000 }, async () => {
    const counts = { clean: 0, found: 0, needless: [], missed: [], refused: 0 };
    const known = new Set(oracle.errors());
    for (let i = 0; i < COUNT; i++) {
      const one = random.pick(declared);
      const to = random.pick(identifiersOf(oracle.program, one.path));
      const what = `${one.name} -> ${to} (${one.path}:${one.line})`;
      if (to === one.name) continue;
      const preview = await settled({ ...placeOf(one), new_name: to });
      if (preview.isError) {
        counts.refused++;
        continue;
      }
      const files = preview.facts.files.map(({ file }) => join(folders.rxjs, file.replace(/^rxjs\//, "")));
      const restore = await keep(files);
      const before = oracle.meanings(files);
      await callTool(agent, "rename_symbol", { change: preview.facts.change, preview: false }, 120_000);
      const errors = oracle.errors().filter((error) => !known.has(error));
      const now = oracle.meanings(files);
      const isChanged = now.length === before.length && now.some((meaning, k) => meaning !== before[k]);
      await restore();
      const isBroken = errors.length > 0 || isChanged;
      if (isBroken && !isHeld(preview)) counts.missed.push(`${what}: ${errors[0] ?? "another meaning"}`);
      if (!isBroken && isHeld(preview)) counts.needless.push(`${what}: ${/^CONFLICT.*$/m.exec(preview.text)[0]}`);
      if (isBroken && isHeld(preview)) counts.found++;
      if (!isBroken && !isHeld(preview)) counts.clean++;
    }
    console.log(`rxjs, names that are there: ${counts.clean} applied, ${counts.found} conflicts found, ${counts.missed.length} missed, ${counts.needless.length} false, ${counts.refused} refused`);
    console.log(counts);
    assert.deepEqual(counts.missed, []);
    // Most of these are visible where an occurrence stands, and only hidden by what is renamed.
    assert.ok(counts.needless.length <= COUNT / 2, "false conflicts");
  });
});

describe("Python's library and Lua", () => {
  test("asyncio: new names are applied, and Python finds the same names", { timeout: 900_000 }, async () => {
    const random = makeRandom(SEED);
    const files = list(join(folders.python, "asyncio"), ".py");
    const before = pythonNames(files);
    const lines = (await Promise.all(files.map(async (path) => (await readFile(path, "utf8")).split("\n").map((text, i) => ({ path, text, line: i + 1 }))))).flat();
    const declared = lines.flatMap(({ path, text, line }) => {
      const found = /^(\s*(?:async )?def |\s*class |\s*)([A-Za-z_]\w*)(?=\(| = |:)/.exec(text);
      const isDeclared = found && (found[1].trim() || text.includes(" = "));
      return isDeclared && !found[2].startsWith("__") && !/^(if|for|else|try|while|return)$/.test(found[2]) ? [{ name: found[2], path, line, column: found[1].length }] : [];
    });
    const counts = { applied: 0, other: [] };
    const count = Math.ceil(COUNT / 3);
    for (let i = 0; i < count; i++) {
      const restore = await keep(files);
      const one = random.pick(declared);
      const answer = await settled({ ...placeOf(one), new_name: `renamed${i}${one.name}`, preview: false });
      if (answer.facts?.applied) {
        counts.applied++;
        assert.ok(isSameNames(before, pythonNames(files)), `${one.name} ${one.path}:${one.line} ${answer.text}`);
      } else counts.other.push(`${one.name} ${basename(one.path)}:${one.line} ${answer.text.slice(0, 300)}`);
      assert.ok(answer.isError || !isHeld(answer), answer.text);
      await restore();
    }
    console.log(`asyncio, new names: ${counts.applied} of ${count} applied, 0 false conflicts`, counts.other);
  });

  test("Lua: new names are applied, and the compiler finds nothing", { timeout: 900_000 }, async () => {
    const random = makeRandom(SEED);
    const folder = join(folders.lua, "src");
    const sources = list(folder, ".c");
    const known = cErrors(sources);
    const declared = [];
    for (const path of sources)
      for (const [i, text] of (await readFile(path, "utf8")).split("\n").entries()) {
        const found = /^(static (?:\w+ )*\*?|  (?:int|size_t|const char \*|TValue \*|Table \*|lua_Number) ?\*?)([a-z]\w+)(?= \(|;| =)/.exec(text);
        if (found) declared.push({ name: found[2], path, line: i + 1, column: found[1].length });
      }
    const counts = { applied: 0, other: [] };
    const count = Math.ceil(COUNT / 3);
    for (let i = 0; i < count; i++) {
      const restore = await keep([...sources, ...list(folder, ".h")]);
      const one = random.pick(declared);
      const answer = await settled({ ...placeOf(one), new_name: `renamed${i}${one.name}`, preview: false });
      if (answer.facts?.applied) {
        counts.applied++;
        assert.deepEqual(cErrors(sources), known, `${one.name} ${one.path}:${one.line} ${answer.text}`);
      } else counts.other.push(`${one.name} ${basename(one.path)}:${one.line} ${answer.text.slice(0, 300)}`);
      assert.ok(answer.isError || !isHeld(answer), answer.text);
      await restore();
    }
    console.log(`Lua, new names: ${counts.applied} of ${count} applied, 0 false conflicts`, counts.other);
  });
});
