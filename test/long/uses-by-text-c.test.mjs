/**
 * References of functions of C without a language server, by the text alone, beside those that clangd knows with a list
 * of all sources. They must be right where a name means one thing in the workspace.
 *
 *   SEXTANT_C_TREE=folder   another tree, with a compile_commands.json: only what its compilers read should be in it
 *   SEXTANT_QUESTIONS=300   so many functions of each sort; 100 by default
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import test from "node:test";

import { openEditor } from "../engine/fake-editor.mjs";
import { makeRandom } from "../soak/random.mjs";
import { plain } from "./c-oracle.mjs";
import { copyCorpus } from "./corpora.mjs";
import { openClangd } from "./language-server.mjs";
import { groupBy, keyOf } from "./references-judge.mjs";

const FUNCTIONS = Number(process.env.SEXTANT_QUESTIONS ?? 100);
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

/** Every tag of the sources, parameters and local variables too, by ctags. */
function tagsOf(folder, files) {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), "sextant-long-tags-")));
  for (const file of files) {
    mkdirSync(dirname(join(scratch, file)), { recursive: true });
    writeFileSync(join(scratch, file), plain(readFileSync(join(folder, file), "latin1")), "latin1");
  }
  const options = ["--languages=C", "--langmap=C:.c.h", "--output-format=json", "--fields=+n", "--kinds-C=+lzp"];
  const { stdout } = spawnSync("ctags", [...options, "--sort=no", "-L", "-", "-f", "-"], {
    ...{ cwd: scratch, input: files.join("\n"), encoding: "latin1", maxBuffer: 2 ** 30 },
  });
  rmSync(scratch, { recursive: true });
  return stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** Functions with a body: where each is, and whether nothing else in the folder has its name. */
function functionsOf(folder, files) {
  const lines = (file) => readFileSync(join(folder, file), "utf8").split("\n");
  const functions = [];
  for (const [name, tags] of groupBy(tagsOf(folder, files), (tag) => tag.name)) {
    const [defined, ...more] = tags.filter(({ kind }) => kind === "function");
    const others = tags.filter(({ kind }) => kind !== "function" && kind !== "prototype");
    if (!defined) continue;
    const column = lines(defined.path)[defined.line - 1].search(new RegExp(`\\b${name}\\b`));
    const at = { name, file: defined.path, line: defined.line, column };
    if (column >= 0) functions.push({ at, isUnique: !more.length && !others.length });
  }
  return functions;
}

/** All places that an answer has, declarations too, by their keys. */
async function ask(editor, folder, { name, file, line }) {
  const args = { symbol: name, file_path: join(folder, file), line, include_definition: true, max_tokens: 50_000 };
  const places = new Map();
  for (let cursor; ;) {
    const answer = await editor.run("find_references", { ...args, ...(cursor && { cursor }) });
    if (!answer.factsJson) return places;
    const facts = JSON.parse(answer.factsJson);
    for (const place of [...(facts.references ?? []), ...(facts.definitions ?? [])]) places.set(keyOf(place), place);
    cursor = facts.cursor;
    if (!cursor) return places;
  }
}

/** Lines that clangd leaves out, as the commands of the sources do not compile them: it shows them as comments. */
async function readInactive(clangd, file, lines) {
  const legend = clangd.capabilities.semanticTokensProvider.legend.tokenTypes.indexOf("comment");
  const data = await clangd.tokensOf(file);
  const inactive = new Set();
  for (let i = 0, line = 0; i < data.length; i += 5) {
    line += data[i];
    // Comments themselves have no tokens.
    if (data[i + 3] === legend && lines[line]?.trim()) inactive.add(line + 1);
  }
  return inactive;
}

/** Lines of a `#define`. */
function readMacroLines(lines) {
  const found = new Set();
  for (let i = 0; i < lines.length; i++) {
    if (!/^\s*#\s*define\b/.test(lines[i])) continue;
    do found.add(i + 1);
    while (lines[i].endsWith("\\") && ++i < lines.length);
  }
  return found;
}

/**
 * Why clangd does not list a place: the line is not compiled, it is in the body of a macro, which is read where that is
 * used, or clangd leads from there to the function nonetheless. Else the place is wrong.
 */
class Causes {
  #lines = new Map();
  #inactive = new Map();
  #macros = new Map();

  constructor(clangd) {
    this.clangd = clangd;
  }

  linesOf(file) {
    if (!this.#lines.has(file)) this.#lines.set(file, readFileSync(join(this.clangd.folder, file), "utf8").split("\n"));
    return this.#lines.get(file);
  }

  lineOf = ({ file, line }) => this.linesOf(file)[line - 1] ?? "";

  async of(place, known) {
    const { file, line } = place;
    if (!this.#macros.has(file)) this.#macros.set(file, readMacroLines(this.linesOf(file)));
    if (!this.#inactive.has(file)) this.#inactive.set(file, await readInactive(this.clangd, file, this.linesOf(file)));
    if (this.#inactive.get(file).has(line)) return "not compiled";
    if (this.#macros.get(file).has(line)) return "in a macro's body";
    const led = await this.clangd.definitionsOf(place);
    return led.some((one) => known.has(keyOf(one))) ? "missing in clangd's list" : "wrong";
  }
}

const share = (part, whole) => `${((100 * part) / (whole || 1)).toFixed(1)} % of ${whole}`;

async function measure(t, { folder, clangd, functions, isUnique }) {
  const editor = open(t, folder);
  const pool = functions.filter((one) => one.isUnique === isUnique);
  const causes = new Causes(clangd);
  const [missing, more] = [[], new Map()];
  let [asked, wanted, given, expanded] = [0, 0, 0, 0];
  for (const { at } of makeRandom(13).sample(pool, FUNCTIONS)) {
    const known = await clangd.referencesOf(at);
    // Not compiled here: clangd knows nothing of it.
    if (!known.some((place) => place.file === at.file && place.line === at.line)) continue;
    asked++;
    const isNamed = (place) => causes.lineOf(place).startsWith(at.name, place.column);
    expanded += known.filter((place) => !isNamed(place)).length;
    const named = new Set(known.filter(isNamed).map(keyOf));
    const places = await ask(editor, folder, at);
    wanted += named.size;
    given += places.size;
    missing.push(...[...named].filter((key) => !places.has(key)).map((key) => `${at.name} ${key}`));
    for (const [key, place] of places) {
      if (named.has(key)) continue;
      const cause = await causes.of(place, named);
      more.set(cause, [...(more.get(cause) ?? []), `${at.name} ${key}`]);
    }
  }
  const wrong = more.get("wrong") ?? [];
  const others = [...more].map(([cause, list]) => `${list.length} ${cause}`);
  const beside = [...more.values()].flat().length;
  t.diagnostic(
    `${isUnique ? "unique" : "other"} names: ${asked} of ${pool.length}; ${share(wanted - missing.length, wanted)} found, ` +
      `${share(given - beside, given)} in clangd's list, ${share(given - wrong.length, given)} right; ` +
      `beside that list: ${others.join(", ") || "none"}; ${expanded} places more expand macros that use them`,
  );
  if (process.env.SEXTANT_VERBOSE) console.log({ missing, more });
  if (!isUnique) return;
  assert.ok(asked >= Math.min(FUNCTIONS, pool.length) / 2 && wanted > asked);
  assert.ok(wanted - missing.length >= LEAST_FOUND * wanted, `missing: ${missing.slice(0, 20).join(", ")}`);
  assert.ok(given - wrong.length >= LEAST_RIGHT * given, `wrong: ${wrong.slice(0, 20).join(", ")}`);
}

/** A folder with Lua, and how its sources are compiled. */
async function makeLua() {
  const { folder, remove } = await copyCorpus("lua");
  const directory = join(folder, "src");
  const sources = readdirSync(directory).filter((name) => name.endsWith(".c"));
  const commands = sources.map((file) => ({
    directory,
    file,
    arguments: ["clang", "-std=gnu99", "-DLUA_COMPAT_5_3", "-DLUA_USE_LINUX", "-c", file],
  }));
  writeFileSync(join(folder, "compile_commands.json"), JSON.stringify(commands));
  return { folder, remove };
}

const given = process.env.SEXTANT_C_TREE;
const makeGiven = () => ({ folder: realpathSync(given), remove() {} });

for (const [name, make] of [["Lua", makeLua], ...(given ? [[given, makeGiven]] : [])])
  test(`references of the functions of ${name} by the text alone`, async (t) => {
    const { folder, remove } = await make();
    t.after(remove);
    const files = readdirSync(folder, { recursive: true }).filter((file) => /\.[ch]$/.test(file));
    const functions = functionsOf(folder, files);
    const { clangd, indexed } = await openClangd(folder);
    t.after(() => clangd.stop());
    // It begins with its index when the first file is there.
    await clangd.openFile(functions[0].at.file);
    await indexed;
    for (const isUnique of [true, false]) await measure(t, { folder, clangd, functions, isUnique });
  });
