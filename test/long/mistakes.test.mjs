/**
 * A text with a mistake in it: what it declares is found nonetheless. A line that no grammar takes is put into a text, and
 * the top-level declarations are those that TypeScript and Python find in the text without it.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

import ts from "typescript";

import { ask, readAnswers } from "../engine/facts-kit.mjs";
import { makeRandom } from "../soak/random.mjs";
import { copyCorpus } from "./corpora.mjs";

const LEAST_FOUND = 0.99;
const FEWEST = 500;

/** Lines that make a grammar lose its way: brackets that are not closed, a string that is not, words in a heap. */
const MISTAKES = ["const = (( [;", 'x = [" (', "} ) else [ {", "@@ <<< >>> ((", "case ?? : { ( '"];

const filesOf = (folder, pattern) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name))
    .sort();

function topOfTypeScript(text) {
  const source = ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest, true);
  return source.statements.flatMap((statement) => {
    if (!statement.name || statement.name.kind !== ts.SyntaxKind.Identifier) return [];
    return [{ line: source.getLineAndCharacterOfPosition(statement.name.getStart()).line, name: statement.name.text }];
  });
}

/** Those of all files at once, by Python's own parser: rows of `LINE NAME`, without a dot at the top. */
function topOfPython(files) {
  const script = fileURLToPath(new URL("declarations.py", import.meta.url));
  const options = { input: JSON.stringify(files), encoding: "utf8", maxBuffer: 2 ** 28 };
  const rows = JSON.parse(spawnSync("/usr/bin/python3", [script], options).stdout);
  return files.map((file) => {
    const lines = readFileSync(file, "utf8").split("\n");
    const all = (rows[file] ?? []).map((row) => ({ line: parseInt(row) - 1, name: row.split(" ").pop() }));
    return all.filter(({ line }) => /^(?:async def|def|class)\b/.test(lines[line]));
  });
}

/** The text with a mistake in a line that is indented, and after which line it is. */
function spoil(random, text) {
  const lines = text.split("\n");
  const places = lines.flatMap((line, i) =>
    /^\s+\w.*[;:,{]$/.test(line) && /^\s/.test(lines[i + 1] ?? "") ? [i] : [],
  );
  if (!places.length) return undefined;
  const at = random.pick(places);
  const [indent] = /^\s*/.exec(lines[at + 1]);
  lines.splice(at + 1, 0, indent + random.pick(MISTAKES));
  return { text: lines.join("\n"), at };
}

function measure(t, language, files, tops) {
  const random = makeRandom(7);
  const cases = files.flatMap((file, i) => {
    const spoilt = spoil(random, readFileSync(file, "utf8"));
    return spoilt && tops[i].length ? [{ file, top: tops[i], ...spoilt }] : [];
  });
  const { status, stdout, stderr } = ask(...cases.map(({ text }) => [language, text]));
  assert.equal(status, 0, String(stderr));
  const answers = readAnswers(
    stdout,
    cases.map(({ text }) => text),
  );
  const missing = [];
  let wanted = 0;
  cases.forEach(({ file, top, at, text }, i) => {
    const bytes = Buffer.from(text);
    const found = new Set(
      answers[i].facts.map(
        ({ nameStart, name }) => `${bytes.toString("utf8", 0, nameStart).split("\n").length - 1} ${name}`,
      ),
    );
    wanted += top.length;
    for (const { line, name } of top)
      if (!found.has(`${line > at ? line + 1 : line} ${name}`)) missing.push(`${file}:${line + 1} ${name}`);
  });
  t.diagnostic(`${cases.length} texts, ${wanted} declarations, ${missing.length} missing`);
  assert.ok(wanted >= FEWEST);
  assert.ok(missing.length <= (1 - LEAST_FOUND) * wanted, missing.slice(0, 20).join(", "));
}

test("declarations of rxjs and zod in texts with a mistake", async (t) => {
  for (const name of ["rxjs", "zod"]) {
    const { folder, remove } = await copyCorpus(name);
    t.after(remove);
    const files = filesOf(join(folder, "src"), /\.ts$/);
    measure(
      t,
      "typescript",
      files,
      files.map((file) => topOfTypeScript(readFileSync(file, "utf8"))),
    );
  }
});

test("declarations of Python's library in texts with a mistake", async (t) => {
  const { folder, remove } = await copyCorpus("library");
  t.after(remove);
  const files = filesOf(folder, /\.py$/);
  measure(t, "python", files, topOfPython(files));
});
