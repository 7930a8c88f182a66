/**
 * extract_function with kind="variable" over test/corpus/refactor/extract_variable: a case is a call, a text with «the
 * selection», and the text after it or the refusal. Both texts compile and print the same.
 *
 *   UPDATE=1 node --test test/engine/extract-variable.test.mjs     rewrites what is expected
 */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";

import { makeEditor, makeFolder, root } from "./fake-editor.mjs";
import { compile, run } from "./refactor-kit.mjs";

const FOLDER = path.join(root, "test/corpus/refactor/extract_variable");
const EXTENSIONS = { python: "py", js: "js", ts: "ts", tsx: "tsx", go: "go", c: "c" };
const isUpdating = Boolean(process.env.UPDATE);

function readCases(file) {
  const [, ...parts] = fs.readFileSync(file, "utf8").split(/^=== /m);
  return parts.map((part) => {
    const [title, args, ...rest] = part.split("\n");
    const [before, after = ""] = rest.join("\n").split(/^---$\n?/m);
    return { title, language: title.split(":")[0], args, before, after: after.replace(/\n+$/, "\n") };
  });
}

function writeCases(file, cases) {
  const text = cases.map(({ title, args, before, after }) => `=== ${title}\n${args}\n${before}---\n${after}\n`);
  fs.writeFileSync(file, text.join(""));
}

/** Line and column, 1-based, of an offset. */
function placeOf(text, offset) {
  const lines = text.slice(0, offset).split("\n");
  return [lines.length, lines.at(-1).length + 1];
}

/** The texts of a program, as a folder of its own. */
function show(language, text) {
  const folder = path.join(makeFolder(), "code");
  const name = `main.${EXTENSIONS[language]}`;
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, name), text);
  if (language === "go") fs.writeFileSync(path.join(folder, "go.mod"), "module program\n\ngo 1.19\n");
  compile(folder, { [name]: text });
  return language === "tsx" ? "" : run(folder, { [name]: text });
}

async function extract(t, one) {
  const name = `main.${EXTENSIONS[one.language]}`;
  const text = one.before.replace(/[«»]/g, "");
  const [start_line, start_column] = placeOf(text, one.before.indexOf("«"));
  const [end_line, end_column] = placeOf(text, one.before.indexOf("»") - 1);
  const { snap, ...given } = JSON.parse(one.args);
  const files = { "tsconfig.json": "{}", [name]: text };
  const editor = makeEditor(t, files, { programs: [path.join(root, "build/Release"), makeFolder()] });
  const place = { start_line, start_column, end_line, end_column };
  const call = { file_path: name, ...place, function_name: "part", kind: "variable", preview: false, ...given };
  const answer = await editor.run("extract_function", call);
  const after = editor.text(editor.path(name));
  if (answer.isError) assert.equal(after, text);
  else assert.equal(/The selection was taken as/.test(answer.text), Boolean(snap));
  return { text, after: answer.isError ? `! ${answer.text.trim()}\n` : after, answer };
}

for (const name of fs.readdirSync(FOLDER).sort()) {
  const file = path.join(FOLDER, name);
  const cases = readCases(file);
  for (const one of cases)
    test(`${name}: ${one.title}`, async (t) => {
      const { text, after, answer } = await extract(t, one);
      if (isUpdating) one.after = after;
      else assert.equal(after, one.after);
      assert.equal(answer.isError, /: refused/.test(one.title), answer.text);
      if (!answer.isError) assert.equal(show(one.language, after), show(one.language, text));
    });
  if (isUpdating) test.after(() => writeCases(file, cases));
}
