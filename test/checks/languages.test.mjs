/**
 * docs/languages.md has the table of what is read of each language. It is made of the queries and, for what
 * follows from names and places, as constructors and methods, of the texts that tests read:
 *
 *   node test/checks/languages.test.mjs --update
 */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

import { ROOT } from "../../extension/build/setup.mjs";
import { readQuery } from "../../native/parse/queries/embed.mjs";
import { read } from "./tree.mjs";

const DOCUMENT = "docs/languages.md";
const BEGIN = "<!-- made by test/checks/languages.test.mjs -->\n";

/** The kinds of declarations in SX_FACT_KINDS: as captures are called, and as they are shown. */
function kinds() {
  const header = read("native/syntax/facts.h");
  return [...header.matchAll(/^ {2}ROW\((\w+), "(\w+)"/gm)].map(([, kind, shown]) => [kind.toLowerCase(), shown]);
}

/** The kinds that the tests' texts of a language have, as they are shown. */
function shownKinds(name) {
  const rows = read(`test/corpus/parse/${name}.txt`).matchAll(/^\d+-\d+ (\w+) /gm);
  return new Set([...rows].map(([, kind]) => kind));
}

/** The rows of native/parse/grammars.c: the language, its query, and whether it has names or marks of tests. */
function grammars() {
  const source = read("native/parse/grammars.c").split("static const sx_grammar rows[]")[1];
  return source
    .split(/\{\.name = /)
    .slice(1)
    .map((row) => ({
      name: /^"(\w+)"/.exec(row)[1],
      query: /QUERY_(\w+)/.exec(row)[1],
      hasTests: /\.test_(names|marks)/.test(row),
    }));
}

function rowOf({ name, query, hasTests }) {
  const captures = new Set(
    readQuery(query)
      .join("\n")
      .match(/@[\w.]+/g)
      .map((capture) => capture.slice(1)),
  );
  const has = (...names) => names.some((one) => captures.has(one));
  const tick = (isThere) => (isThere ? "yes" : "–");
  const shown = shownKinds(name);
  const definitions = kinds().filter(([kind, as]) => captures.has(kind) || shown.has(as));
  return [
    name,
    definitions.map(([kind]) => kind.replace("_", " ")).join(", "),
    tick([...captures].some((capture) => capture.startsWith("import"))),
    tick(has("extends", "implements")),
    tick(has("test") || hasTests),
  ];
}

function table() {
  const c = ["c", "function, struct, union, enum, enum member, field, typedef, macro, variable", "yes", "–", "–"];
  const head = ["language", "definitions", "imports", "bases", "tests"];
  const rows = [head, head.map(() => "---"), c, ...grammars().map(rowOf)];
  return rows.map((row) => `| ${row.join(" | ")} |\n`).join("");
}

const text = read(DOCUMENT);
const expected = `${text.split(BEGIN)[0]}${BEGIN}\n${table()}`;

if (process.argv.includes("--update")) writeFileSync(join(ROOT, DOCUMENT), expected);
else
  test("the table of languages is that of the queries", () => {
    assert.equal(text, expected, "node test/checks/languages.test.mjs --update makes it again");
  });
