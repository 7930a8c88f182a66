/**
 * edit_symbol by outlines of the texts, without language servers. The cases are data: test/corpus/refactor/edit_symbol,
 * files, a call, and the text that the first file becomes or what the refusal says. The new text is read by the
 * language's own compiler, where there is one; programs with `same` print the same before and after. With
 * SEXTANT_UPDATE=1 what the files become is written again: look at the difference.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";

import ts from "typescript";

import { makeFolder, openEditor, root, writeFiles } from "./fake-editor.mjs";
import { RUNS_PROGRAMS } from "./refactor-kit.mjs";

const CORPUS = path.join(root, "test/corpus/refactor/edit_symbol");
const isUpdate = process.env.SEXTANT_UPDATE === "1";

/* ---- cases ---------------------------------------------------------------------------------- */

/** A section's first line, and its text below that. */
const section = (part) => {
  const end = part.indexOf("\n");
  return { head: part.slice(0, end), text: part.slice(end + 1) };
};

function readCase(part) {
  const [title, ...sections] = part.split(/^--- /m);
  const found = { title: title.trim(), files: {}, refused: undefined, becomes: undefined };
  for (const { head, text } of sections.map(section)) {
    const [word] = head.split(" ", 1);
    const rest = head.slice(word.length + 1);
    if (word === "edit") Object.assign(found, { args: JSON.parse(rest), content: text.replace(/\n+$/, "") });
    else if (word === "refused") found.refused = rest;
    else if (word === "warns") found.warns = rest;
    else if (word === "same") found.isSame = true;
    else if (word === "becomes") found.becomes = text.replace(/\n\n$/, "\n");
    else {
      found.file ??= word;
      found.isCrlf ||= rest === "crlf";
      found.files[word] = rest === "crlf" ? text.replaceAll("\n", "\r\n") : text;
    }
  }
  return found;
}

const readCases = (name) => fs.readFileSync(path.join(CORPUS, name), "utf8").split(/^=== /m).slice(1).map(readCase);

/* ---- what compilers say ---------------------------------------------------------------------- */

const has = (program) => spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;
const ran = (program, ...args) => spawnSync(program, args, { encoding: "utf8", timeout: 120_000 });

/** How a file is checked and run, by its extension; `needs` is a program. */
const LANGUAGES = {
  ".py": {
    needs: "python3",
    check: (file) => ran("python3", "-m", "py_compile", file),
    run: (file) => ran("python3", file),
  },
  ".js": { needs: "node", check: (file) => checkScript(file), run: (file) => ran("node", file) },
  ".ts": { needs: "node", check: (file) => checkScript(file) },
  ".tsx": { needs: "node", check: (file) => checkScript(file) },
  ".c": { needs: "cc", check: (file) => ran("cc", "-fsyntax-only", "-Wall", "-Wno-unused", file), run: runC },
  ".h": { needs: "cc", check: (file) => ran("cc", "-fsyntax-only", file) },
  ".go": { needs: "gofmt", check: (file) => ran("gofmt", "-e", file), run: (file) => ran("go", "run", file) },
  ".rb": { needs: "ruby", check: (file) => ran("ruby", "-c", file), run: (file) => ran("ruby", file) },
  ".php": { needs: "php", check: (file) => ran("php", "-l", file), run: (file) => ran("php", file) },
  ".rs": {
    needs: "rustc",
    check: (file) => ran("rustc", "--crate-type=lib", "--emit=metadata", "--out-dir", path.dirname(file), file),
  },
  ".java": { needs: "javac", check: (file) => ran("javac", "-d", path.dirname(file), file) },
};

function checkScript(file) {
  const made = ts.transpileModule(fs.readFileSync(file, "utf8"), {
    fileName: file,
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ESNext, experimentalDecorators: true, jsx: ts.JsxEmit.Preserve },
  });
  const errors = made.diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
  return { status: errors.length, stderr: errors.join("\n"), stdout: "" };
}

function runC(file) {
  const program = `${file}.out`;
  const made = ran("cc", "-o", program, file);
  return made.status === 0 ? ran(program) : made;
}

function check(file) {
  const language = LANGUAGES[path.extname(file)];
  if (!RUNS_PROGRAMS || !language || !has(language.needs)) return;
  const { status, stderr, stdout } = language.check(file);
  assert.equal(status, 0, `${file} does not compile:\n${stderr}${stdout}`);
}

function output(file) {
  const language = LANGUAGES[path.extname(file)];
  if (!RUNS_PROGRAMS || !has(language.needs)) return "";
  const { status, stdout, stderr } = language.run(file);
  assert.equal(status, 0, stderr);
  return stdout;
}

/* ---- each case ------------------------------------------------------------------------------ */

function open(t, files) {
  const folder = makeFolder();
  writeFiles(folder, files);
  const editor = openEditor(folder, makeFolder());
  editor.servers = {};
  for (const op of ["outline", "references", "definition", "hover", "workspaceSymbols"])
    editor.on[op] = () => ({ data: [] });
  t.after(() => editor.engine.dispose());
  return editor;
}

async function runCase(t, one) {
  const editor = open(t, one.files);
  const file = editor.path(one.file);
  const before = fs.readFileSync(file, "utf8");
  const printed = one.isSame && output(file);
  const args = { ...one.args, preview: false, ...(one.content && { content: one.content }) };
  const answer = await editor.run("edit_symbol", args, { isStructured: true });
  if (one.refused) {
    const [code, part] = one.refused.split(/: (.*)/s);
    assert.equal(answer.code, code, answer.text);
    assert.ok(answer.text.includes(part), `${answer.text}\n  should say: ${part}`);
    assert.match(answer.text, /Nothing was changed|content is missing/);
    assert.equal(editor.text(file), before);
    return undefined;
  }
  assert.equal(answer.code, "found", answer.text);
  const after = fs.readFileSync(file, "utf8");
  const warnings = JSON.parse(answer.factsJson).warnings;
  assert.equal(warnings.length > 0, one.warns !== undefined, answer.text);
  if (one.warns)
    assert.ok(
      warnings.some((text) => text.includes(one.warns)),
      answer.text,
    );
  if (one.isCrlf) assert.ok(!/[^\r]\n/.test(after), JSON.stringify(after));
  check(file);
  if (one.isSame) assert.equal(output(file), printed);
  return after.replaceAll("\r\n", "\n");
}

for (const name of fs.readdirSync(CORPUS)) {
  const written = [];
  for (const one of readCases(name)) {
    test(`${path.basename(name, ".txt")}: ${one.title}`, async (t) => {
      const after = await runCase(t, one);
      if (isUpdate) written.push([one.title, after]);
      else assert.equal(after, one.becomes);
    });
  }
  if (isUpdate) test(`writing ${name}`, () => update(name, new Map(written)));
}

/** Writes what the files became below each call. */
function update(name, results) {
  const file = path.join(CORPUS, name);
  const cases = fs
    .readFileSync(file, "utf8")
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const [head] = part.split(/^--- becomes\n/m);
      const after = results.get(part.slice(0, part.indexOf("\n")).trim());
      return `${head.trimEnd()}\n${after === undefined ? "" : `--- becomes\n${after}`}`;
    });
  fs.writeFileSync(file, `=== ${cases.join("\n=== ")}`);
}

/* ---- besides -------------------------------------------------------------------------------- */

test("a preview changes nothing, its id applies it, and it is one step to undo", async (t) => {
  const text = "def one():\n    return 1\n";
  const editor = open(t, { "a.py": text });
  const call = { symbol: "one", operation: "replace_body", content: "return 2" };
  const shown = await editor.run("edit_symbol", call, { isStructured: true });
  assert.match(shown.text, /Nothing was changed/);
  assert.equal(editor.text(editor.path("a.py")), text);
  const { change } = JSON.parse(shown.factsJson);
  const done = await editor.run("edit_symbol", { change, preview: false });
  assert.match(done.text, /APPLIED/);
  assert.equal(editor.text(editor.path("a.py")), "def one():\n    return 2\n");
  await editor.run("undo_last_change", {}, { isMarkdown: true, isPerson: true });
  assert.equal(editor.text(editor.path("a.py")), text);
});

test("the text that counts is the unsaved one", async (t) => {
  const editor = open(t, { "a.py": "def one():\n    return 1\n" });
  const file = editor.path("a.py");
  editor.loaded.add(file);
  editor.dirty.set(file, "# above\nimport sys\n\n\ndef fresh():\n    return 3\n");
  const call = { symbol: "fresh", operation: "replace_body", content: "return 4", preview: false, save: false };
  const answer = await editor.run("edit_symbol", call);
  assert.equal(answer.code, "found", answer.text);
  assert.equal(editor.dirty.get(file), "# above\nimport sys\n\n\ndef fresh():\n    return 4\n");
  assert.equal(fs.readFileSync(file, "utf8"), "def one():\n    return 1\n");
});

test("what is not there, and calls that lack something", async (t) => {
  const editor = open(t, { "a.py": "def one():\n    return 1\n" });
  const none = await editor.run("edit_symbol", { symbol: "gone", operation: "delete" });
  assert.equal(none.code, "no_match", none.text);
  const both = await editor.run("edit_symbol", { symbol: "one", operation: "delete", content: "x" });
  assert.equal(both.code, "invalid_argument", both.text);
  const lacks = await editor.run("edit_symbol", { symbol: "one", content: "x" });
  assert.match(lacks.text, /^operation is missing/);
});
