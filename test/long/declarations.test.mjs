/** Declarations that the indexer reads from texts are those that Python, TypeScript and ctags know. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

import ts from "typescript";

import { ROOT } from "../../extension/build/setup.mjs";
import { ask, DECLARATION, EXPORTED, NAMELESS, readAnswers, TOP } from "../engine/facts-kit.mjs";
import { installLua } from "../vscode/install.mjs";
import { copyCorpus, pythonLibrary } from "./corpora.mjs";

const FEWEST_FOUND = 0.995;
const MOST_WRONG = 0.005;

const filesOf = (folder, pattern) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => pattern.test(name) && !/site-packages|dist-packages|node_modules|bad_|badsyntax/.test(name))
    .map((name) => join(folder, name));

/** The declarations in files: `[file, facts, line]`, where `line` gives that of an offset. */
function read(language, files) {
  const texts = files.map((file) => readFileSync(file));
  const { status, stdout, stderr } = ask(...texts.map((text) => [language, text]));
  assert.equal(status, 0, String(stderr));
  return readAnswers(stdout, texts).map(({ facts }, i) => {
    const starts = [0];
    texts[i].forEach((byte, at) => byte === 10 && starts.push(at + 1));
    return [files[i], facts, (offset) => starts.findLastIndex((start) => start <= offset) + 1];
  });
}

/** Both are lists of texts; a text may stand in one more than once. */
function compare(t, found, wanted) {
  const has = new Set(found);
  const wants = new Set(wanted);
  const missing = [...wants].filter((row) => !has.has(row));
  const wrong = [...has].filter((row) => !wants.has(row));
  t.diagnostic(`${wants.size} wanted, ${missing.length} missing, ${wrong.length} wrong`);
  assert.ok(wants.size > 100);
  const examples = `missing: ${missing.slice(0, 20).join(", ")}; wrong: ${wrong.slice(0, 20).join(", ")}`;
  assert.ok(wants.size - missing.length >= FEWEST_FOUND * wants.size, examples);
  assert.ok(wrong.length <= MOST_WRONG * has.size, examples);
}

test("classes and functions of Python's library, as its own parser finds them", (t) => {
  const files = filesOf(pythonLibrary(), /\.py$/);
  const script = fileURLToPath(new URL("declarations.py", import.meta.url));
  const options = { input: JSON.stringify(files), encoding: "utf8", maxBuffer: 2 ** 28 };
  const rows = JSON.parse(spawnSync("/usr/bin/python3", [script], options).stdout);
  const wanted = Object.entries(rows).flatMap(([file, list]) => list.map((row) => `${file}:${row}`));
  const found = read("python", Object.keys(rows)).flatMap(([file, facts, line]) =>
    facts
      .filter(({ kind }) => ["Class", "Function", "Method"].includes(kind))
      .map(({ start, name }) => `${file}:${line(start)} ${name}`),
  );
  compare(t, found, wanted);
});

const MEMBERS = new Set(["Class", "Interface"]);

/** The names that an exported statement declares. */
function namesOf(statement) {
  if (!ts.isVariableStatement(statement)) return statement.name ? [statement.name] : [];
  return statement.declarationList.declarations.map(({ name }) => name).filter(ts.isIdentifier);
}

function isExported(node) {
  return ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
}

/** The parameters of a constructor that are properties, too. */
function propertiesOf(member) {
  if (!ts.isConstructorDeclaration(member)) return [];
  return member.parameters.filter((one) => ts.isParameterPropertyDeclaration(one, member));
}

/** Names of exports, and of members of exported classes and interfaces, each with its line. */
function exportsOf(file) {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  const row = (name) => `${file}:${source.getLineAndCharacterOfPosition(name.getStart()).line + 1} ${name.text}`;
  return source.statements.filter(isExported).flatMap((statement) => {
    const hasMembers = ts.isClassDeclaration(statement) || ts.isInterfaceDeclaration(statement);
    const members = hasMembers ? statement.members.flatMap((member) => [member, ...propertiesOf(member)]) : [];
    const names = members.map(({ name }) => name).filter((name) => name?.text);
    return [...namesOf(statement), ...names].map(row);
  });
}

/** The same by the indexer. */
function foundIn([file, facts, line]) {
  const isWanted = ({ parent, flags, name }) =>
    parent === TOP
      ? flags & EXPORTED && name !== "default"
      : MEMBERS.has(facts[parent].kind) && facts[parent].parent === TOP && facts[parent].flags & EXPORTED;
  const isNamed = ({ kind, name }) => kind !== "Constructor" && !name.startsWith("[");
  return facts
    .filter((fact) => isWanted(fact) && isNamed(fact))
    .map((fact) => `${file}:${line(fact.nameStart)} ${fact.name}`);
}

for (const name of ["rxjs", "zod"])
  test(`exports of ${name} and their members, as TypeScript finds them`, async (t) => {
    const { folder, remove } = await copyCorpus(name);
    t.after(remove);
    const files = filesOf(join(folder, "src"), /\.ts$/);
    compare(t, read("typescript", files).flatMap(foundIn), files.flatMap(exportsOf));
  });

/** Functions, structs, unions, enums, typedefs and macros that have a name, by ctags. */
function taggedIn(files) {
  const args = ["--options=NONE", "--languages=C", "--langmap=C:.c.h", "--kinds-C=fsugtd", "--fields=+n", "--sort=no"];
  const options = { input: files.join("\n"), encoding: "utf8", maxBuffer: 2 ** 28 };
  const { stdout } = spawnSync("ctags", [...args, "--excmd=number", "-L", "-", "-f", "-"], options);
  const rows = stdout.split("\n").filter((row) => row && !/^(!|__anon)/.test(row));
  return rows.map((row) => row.split("\t")).map(([name, file, line]) => `${file}:${parseInt(line)} ${name}`);
}

/** ctags leaves out what it takes for code that is not compiled; a macro that is defined there is none the less. */
const definesIn = (files) =>
  files.flatMap((file) =>
    readFileSync(file, "latin1")
      .split("\n")
      .flatMap((text, i) => {
        const [, name] = /^\s*#\s*define\s+(\w+)/.exec(text) ?? [];
        return name ? [`${file}:${i + 1} ${name}`] : [];
      }),
  );

const C_KINDS = new Set(["Function", "Struct", "Union", "Enum", "Typedef", "Macro"]);

for (const [name, folder] of [
  ["Lua", installLua],
  ["PCRE2, sljit and cJSON", () => join(ROOT, "native/deps")],
  ["Linux's headers for programs", () => "/usr/include/linux"],
])
  test(`functions, types and macros of ${name}, as ctags finds them`, async (t) => {
    const files = filesOf(await folder(), /\.[ch]$/);
    const found = read("c", files).flatMap(([file, facts, line]) =>
      facts
        .filter(({ kind, flags }) => C_KINDS.has(kind) && !(flags & (DECLARATION | NAMELESS)))
        .map((fact) => `${file}:${line(fact.nameStart)} ${fact.name}`),
    );
    const tagged = new Set(taggedIn(files));
    const defined = new Set(definesIn(files));
    const isLeftOut = (row) => !tagged.has(row) && defined.has(row);
    compare(
      t,
      found.filter((row) => !isLeftOut(row)),
      [...tagged],
    );
  });
