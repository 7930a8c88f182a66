/**
 * Outlines, type hierarchies and implementations on code of other projects, judged by programs that are not language
 * servers: TypeScript's compiler, Python's `ast`, universal-ctags. A wrong answer fails; what the judge knows and the
 * answer calls unknown is counted and printed.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { makeRandom } from "../soak/random.mjs";
import { callTool, openAgent, openEditor, untilServed } from "../vscode/suites/support.mjs";
import { copyCorpus } from "./corpora.mjs";
import { descendants, readTypeScript } from "./typescript-oracle.mjs";

const SEED = Number(process.env.SEXTANT_SEED ?? 20261122);
const FILES = 60;
const TYPES = 60;
const FUNCTIONS = 60;
const LIMIT_MS = 90_000;

let corpora, editor, agent;
const random = makeRandom(SEED);

before(async () => {
  corpora = await Promise.all(["rxjs", "python", "lua"].map(copyCorpus));
  editor = await openEditor(
    corpora.map(({ folder }) => folder),
    { servers: ["pyright", "clangd"] },
  );
  agent = await openAgent(editor);
  for (const file_path of ["rxjs/src/internal/Observable.ts", "python/asyncio/events.py", "lua/src/lapi.c"])
    await untilServed(agent, file_path);
});

after(async () => {
  agent?.close();
  await editor?.stop();
  for (const { remove } of corpora ?? []) await remove();
});

const call = (tool, args) => callTool(agent, tool, args, LIMIT_MS);

/** JSON that a program prints. */
function run(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: "utf8", maxBuffer: 1 << 28 });
  assert.equal(status, 0, stderr);
  return stdout;
}

function readPython(folder) {
  const program = fileURLToPath(new URL("python-oracle.py", import.meta.url));
  const { declared, types } = JSON.parse(run("/usr/bin/python3", [program, folder]));
  return { declared, types: new Map(types.map((one) => [one.key, { ...one, above: new Set(one.above) }])) };
}

const CTAGS_KINDS = {
  function: ["Function"],
  prototype: ["Function"],
  macro: ["Macro"],
  typedef: ["Typedef"],
  struct: ["Struct"],
  union: ["Union", "Class"],
  enum: ["Enum"],
  enumerator: ["EnumMember"],
  member: ["Field"],
  variable: ["Variable"],
  externvar: ["Variable"],
};

/** `LUA_API int (lua_type) (…)`, which ctags takes for a variable, in the plain form; lines stay. */
const plain = (text) => text.replace(/^(?:LUA|LUALIB|LUAMOD)_API(\s[^(\n]*)\((\w+)\)/gm, "extern$1 $2 ");

async function readC(folder) {
  const copy = await mkdtemp(join(tmpdir(), "sextant-ctags-"));
  try {
    for (const name of await readdir(join(folder, "src")))
      if (/\.[ch]$/.test(name))
        await writeFile(join(copy, name), plain(await readFile(join(folder, "src", name), "utf8")));
    const options = [
      "--languages=C",
      "--langmap=C:.c.h",
      "--output-format=json",
      "--fields=+n",
      "--kinds-C=+px",
      "--sort=no",
      "-R",
      "-f",
      "-",
    ];
    const tags = run("ctags", [...options, copy])
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    const known = tags.filter(({ kind, name }) => CTAGS_KINDS[kind] && !name.startsWith("__anon"));
    const of = ({ name, kind, path, line }) => ({
      name,
      kinds: CTAGS_KINDS[kind],
      file: `src/${basename(path)}`,
      line,
      isLocal: false,
    });
    return { declared: known.map(of) };
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/**
 * Whether the line itself declares it, where ctags cannot know: it reads one branch of an #if, no forward
 * declarations, and not what Lua's own macros make of a line.
 */
function isOnLine(folder, { file, line, name }) {
  const text = readFileSync(join(folder, file.slice(basename(folder).length + 1)), "utf8").split("\n")[line - 1];
  return new RegExp(`^\\s*(#\\s*define\\s+${name}\\b|struct ${name};|LUA\\w*\\b.*\\b${name}\\b)`).test(text);
}

/* ---- outlines ------------------------------------------------------------------------------ */

const bare = (name) =>
  name
    .replace(/^\((get|set)\) /, "")
    .replace(/^["'](.*)["']$/, "$1")
    .replace(/\(\)$/, "")
    .replace(/^operator /, "");

/** The symbols of a file's outline, whole. */
async function outline(file_path) {
  const symbols = [];
  let cursor;
  do {
    const { facts, text } = await call("get_symbols", {
      file_path,
      max_depth: 20,
      limit: 500,
      max_tokens: 50_000,
      ...(cursor && { cursor }),
    });
    assert.notEqual(facts?.status, undefined, text);
    if (facts.status !== "found") return { symbols, status: facts.status };
    symbols.push(...facts.symbols);
    cursor = facts.cursor;
  } while (cursor);
  return { symbols, status: "found" };
}

/** Compares a sample of files; prints what is missing. `ignores(symbol)`: the judge cannot know it. */
async function compareOutlines(folder, declared, ignores = () => false) {
  const files = random.sample([...new Set(declared.map(({ file }) => file))].sort(), FILES);
  const wrong = [];
  const missing = [];
  const unread = [];
  let count = 0;
  let unknown = 0;
  for (const file of files) {
    const all = declared.filter((one) => one.file === file);
    const { symbols, status } = await outline(`${basename(folder)}/${file}`);
    if (status !== "found") {
      if (status === "none" && all.some(({ isLocal }) => !isLocal)) wrong.push(`${file}: none`);
      if (status === "unknown") {
        unknown += all.length;
        unread.push(file);
      }
      continue;
    }
    for (const one of symbols) {
      count++;
      const at = all.filter(({ line, name }) => line === one.line && name === bare(one.name));
      const is = at.some(({ kinds }) => kinds.includes(one.kind));
      if (!is && !ignores({ ...one, file: `${basename(folder)}/${file}` }))
        wrong.push(
          `${file}:${one.line} ${one.kind} ${one.name}, the judge: ${at.map(({ kinds }) => kinds).join("; ") || "none"}`,
        );
    }
    const lines = symbols.filter(({ container }) => !container).map(({ line }) => line);
    if (lines.some((line, i) => line < lines[i - 1])) wrong.push(`${file}: not by line`);
    const has = (one) => symbols.some(({ name, line }) => line === one.line && bare(name) === one.name);
    missing.push(
      ...all
        .filter((one) => !one.isLocal && !has(one))
        .map(({ name, line, kinds }) => `${file}:${line} ${kinds[0]} ${name}`),
    );
  }
  console.log(
    `${basename(folder)}: ${count} symbols in ${files.length} files, ${wrong.length} wrong, ${missing.length} missing, ${unknown} in files that are unknown`,
  );
  if (unread.length) console.log(`  unknown: ${unread.join(", ")}`);
  if (missing.length) console.log(`  missing: ${missing.slice(0, 12).join("; ")}`);
  assert.deepEqual(wrong, [], `seed ${SEED}`);
  assert.ok(missing.length <= count / 10, `${missing.length} of ${count} are missing`);
}

test("calls in functions of rxjs are those that the compiler finds, function values too", async () => {
  const { folder } = corpora[0];
  const bodies = readTypeScript(folder).bodies.filter(({ others }) => others.length);
  const wrong = [];
  const counts = { right: 0, unknown: 0 };
  for (const body of random.sample(bodies, FUNCTIONS)) {
    const { facts, text } = await call("get_call_hierarchy", {
      symbol: body.name,
      file_path: `${basename(folder)}/${body.file}`,
      line: body.line,
      direction: "outgoing",
      max_tokens: 50_000,
    });
    const sites = (facts?.outgoing_calls ?? []).flatMap(({ call_sites = [] }) =>
      call_sites.map(({ line, column }) => `${line}:${column}`),
    );
    const extra = sites.filter((site) => !body.calls.has(site));
    const names = (facts?.outgoing_calls ?? []).map(({ callee }) => callee);
    const missing = body.others.filter((all) => !all.some((name) => names.includes(name))).map(([name]) => name);
    const isOpen = facts?.status === "unknown" || /^Unknown/m.test(text);
    if (extra.length || (missing.length && !isOpen))
      wrong.push(`${body.file}:${body.line} ${body.name}: lacks ${missing}; has ${extra}`);
    else if (missing.length) counts.unknown++;
    else counts.right++;
  }
  console.log("rxjs: calls of functions", { ...counts, wrong: wrong.length });
  assert.deepEqual(wrong, [], `seed ${SEED}`);
});

test("outlines of rxjs have what the compiler says is declared", async () => {
  const { declared } = readTypeScript(corpora[0].folder);
  await compareOutlines(corpora[0].folder, declared);
});

test("outlines of Python's library have what its parser says is declared", async () => {
  const { declared } = readPython(corpora[1].folder);
  await compareOutlines(corpora[1].folder, declared);
});

test("outlines of Lua have what ctags says is declared", async () => {
  const { folder } = corpora[2];
  const { declared } = await readC(folder);
  await compareOutlines(folder, declared, (one) => isOnLine(folder, one));
});

/* ---- hierarchies --------------------------------------------------------------------------- */

const keyOf = (folder, { file, line }) => `${file.slice(basename(folder).length + 1)}:${line}`;

/** The items of `wanted` that are not among `told`, and of `told` not among `wanted`. */
function difference(wanted, told) {
  return { missing: [...wanted].filter((one) => !told.has(one)), excess: [...told].filter((one) => !wanted.has(one)) };
}

/** A tally of answers; an answer that says that it is not whole may lack something. */
class Tally {
  wrong = [];
  open = [];
  right = 0;

  add(title, wanted, told, answer) {
    const { missing, excess } = difference(wanted, told);
    const isOpen = answer.facts.status === "unknown" || /^Unknown/m.test(answer.text);
    if (excess.length || (missing.length && !isOpen))
      this.wrong.push({ title, missing, excess, text: answer.text.slice(0, 600) });
    else if (missing.length || (isOpen && answer.facts.status === "unknown"))
      this.open.push(`${title}: ${answer.text.slice(0, 300)}`);
    else this.right++;
  }

  finish(what) {
    console.log(
      `${what}: ${this.right} right, ${this.open.length} unknown where the judge knows, ${this.wrong.length} wrong`,
    );
    for (const one of this.open.slice(0, 6)) console.log(`  unknown: ${one.replaceAll("\n", " | ")}`);
    assert.deepEqual(this.wrong, [], `seed ${SEED}`);
  }
}

/** Supertypes and subtypes, next to each type of the sample. */
async function compareHierarchies(folder, types) {
  const above = new Tally();
  const below = new Tally();
  for (const type of random.sample([...types.values()], TYPES)) {
    const place = placeOf(folder, type);
    for (const [direction, tally] of [
      ["supertypes", above],
      ["subtypes", below],
    ]) {
      const answer = await call("get_type_hierarchy", { ...place, direction, max_tokens: 20_000 });
      const told = (answer.facts[direction] ?? []).filter(({ external }) => !external).map((one) => keyOf(folder, one));
      const wanted =
        direction === "supertypes"
          ? [...type.above]
          : [...types.values()].filter((one) => one.above.has(type.key)).map(({ key }) => key);
      tally.add(
        `${direction} of ${type.name} (${type.key})`,
        new Set(wanted.filter((key) => types.has(key))),
        new Set(told),
        answer,
      );
    }
  }
  above.finish(`${basename(folder)}, supertypes`);
  below.finish(`${basename(folder)}, subtypes`);
}

function placeOf(folder, { key, name }) {
  const [file, line] = key.split(":");
  return { symbol: name, file_path: `${basename(folder)}/${file}`, line: Number(line) };
}

test("type hierarchies of rxjs are those of the compiler", async () => {
  await compareHierarchies(corpora[0].folder, readTypeScript(corpora[0].folder).types);
});

test("type hierarchies of Python's library are those of its parser", async () => {
  await compareHierarchies(corpora[1].folder, readPython(corpora[1].folder).types);
});

/**
 * Classes among the implementations are those that derive from it. The others are objects or functions of that shape,
 * which heritage does not show: those only have to be declarations.
 */
async function compareImplementations(folder, types, declared) {
  const tally = new Tally();
  let shapes = 0;
  for (const type of random.sample([...types.values()], TYPES)) {
    const answer = await call("find_implementations", { ...placeOf(folder, type), max_tokens: 20_000 });
    const places = answer.facts.implementations.map((one) => ({ ...one, key: keyOf(folder, one) }));
    const told = places.filter(({ key }) => types.has(key) && key !== type.key).map(({ key }) => key);
    const others = places.filter(({ key }) => !types.has(key));
    shapes += others.length;
    const isDeclared = ({ key, text }) => declared.has(key) || /[{(=:]/.test(text);
    assert.deepEqual(
      others.filter((one) => !isDeclared(one)),
      [],
      `implementations of ${type.name}: ${answer.text}`,
    );
    const below = [...descendants(types, type.key)];
    const wanted = below.filter((key) => types.get(key).kind === "Class" || told.includes(key));
    tally.add(`implementations of ${type.name} (${type.key})`, new Set(wanted), new Set(told), answer);
  }
  console.log(`  ${shapes} objects and functions of a type's shape`);
  tally.finish(`${basename(folder)}, implementations`);
}

const placesOf = (declared) => new Set(declared.map(({ file, line }) => `${file}:${line}`));

test("implementations in rxjs are the classes that derive from it", async () => {
  const { types, declared } = readTypeScript(corpora[0].folder);
  await compareImplementations(corpora[0].folder, types, placesOf(declared));
});

test("implementations in Python's library are the classes that derive from it", async () => {
  const { types, declared } = readPython(corpora[1].folder);
  await compareImplementations(corpora[1].folder, types, placesOf(declared));
});
