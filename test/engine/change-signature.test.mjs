/**
 * change_signature, by cases as data (test/corpus/refactor/change_signature): files, a call, and the files after it or
 * the reason for which it is refused. The language server is a list of the places that have the name: `others` are
 * lines where it is another symbol's, `unknown` those where no server says what it is.
 *
 * Each file after a call is compiled, and each program is run before and after: it prints the same.
 */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";

import { makeEditor, root } from "./fake-editor.mjs";
import { compile, run } from "./refactor-kit.mjs";

const CORPUS = path.join(root, "test/corpus/refactor/change_signature");
const PROGRAMS = path.join(root, "build/Release");
const ID = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

/** `#### title`, then parts that begin with `--- kind name`. */
function readCases(file) {
  const text = fs.readFileSync(path.join(CORPUS, file), "utf8");
  return text
    .split(/^#### /m)
    .slice(1)
    .map((part) => {
      const [title, ...rest] = part.split("\n");
      const made = { title: `${file}: ${title}`, files: {}, after: {}, refused: undefined };
      for (const piece of rest.join("\n").split(/^--- /m).slice(1)) {
        const end = piece.indexOf("\n");
        const [kind, name] = piece.slice(0, end).split(" ");
        const body = piece.slice(end + 1);
        if (kind === "file") made.files[name] = body;
        else if (kind === "after") made.after[name] = body;
        else if (kind === "call") made.call = JSON.parse(body);
        else made.refused = body.trim();
      }
      return made;
    });
}

const linesOf = (text) => text.split("\n");

/** Blanks for what is in comments and strings, so that places stay. */
function codeOf(name, text) {
  const comment = name.endsWith(".py") ? /#.*/g : /\/\/.*|\/\*[^]*?\*\//g;
  const blank = (found) => found.replace(/[^\n]/g, " ");
  return text
    .replace(/"""[^]*?"""/g, blank)
    .replace(comment, blank)
    .replace(/"[^"\n]*"|'[^'\n]*'/g, blank);
}

const DECLARATION =
  /^(\s*)(?:export )?(?:default )?(?:abstract )?(?:async )?(?:static )?(?:(def|class|function|const|interface|func|type)\s+(?:\(.*?\)\s+)?)?([\p{L}_$][\p{L}\p{N}_$]*)/u;
const C_FUNCTION = /^(?:[A-Za-z_][\w ]*[ *]+)([A-Za-z_]\w*)\(/;
const METHOD =
  /^\s+(?:(?:async|static|public|private|protected|abstract|readonly) )*([\p{L}_$][\p{L}\p{N}_$]*)\??\(.*\)(?::.*)?[ ]*[{;]$/u;

function declarationsOf(name, text) {
  return linesOf(codeOf(name, text)).flatMap((line, row) => {
    const named = DECLARATION.exec(line);
    const other = /\.[ch]$/.test(name) ? C_FUNCTION.exec(line) : /\.[jt]sx?$/.test(name) && METHOD.exec(line);
    const found = named?.[2] ? named[3] : other?.[1];
    if (!found || /^(?:if|for|while|switch|return|catch)$/.test(found)) return [];
    const kind = named?.[2] === "class" ? 4 : named?.[2] === "interface" ? 10 : /^\s/.test(line) ? 5 : 11;
    return [{ name: found, kind, row, column: line.indexOf(found, named?.[2] ? named[0].length - found.length : 0) }];
  });
}

/** A server that takes all code with a name for the same symbol. */
function serve(editor, call) {
  const language = path.extname(call.file_path).slice(0, 2);
  const folder = editor.folders[0];
  const files = () => editor.files().filter((one) => path.extname(one).startsWith(language) || /\.[ch]$/.test(one));
  const nameOf = (file) => path.relative(folder, file);
  const isOn = (list, file, row) => (call[list] ?? []).includes(`${nameOf(file)}:${row + 1}`);
  const word = (file, row, column) => {
    const line = linesOf(editor.text(file))[row] ?? "";
    return [...line.matchAll(ID)].find((one) => one.index <= column && column <= one.index + one[0].length)?.[0];
  };
  const places = (name) =>
    files().flatMap((file) =>
      linesOf(codeOf(nameOf(file), editor.text(file))).flatMap((line, row) =>
        [...line.matchAll(ID)]
          .filter((one) => one[0] === name && !isOn("others", file, row) && !isOn("unknown", file, row))
          .map((one) => [file, row, one.index, row, one.index + name.length]),
      ),
    );
  const declared = (name) =>
    files().flatMap((file) =>
      declarationsOf(nameOf(file), editor.text(file))
        .filter((one) => one.name === name && !isOn("others", file, one.row))
        .map((one) => [file, one.row, one.column, one.row, one.column + name.length]),
    );
  editor.on.references = (...at) => ({ data: places(word(...at)) });
  editor.on.definition = (file, row, column) => {
    const name = word(file, row, column);
    if (!name || isOn("unknown", file, row)) return { data: [] };
    if (isOn("others", file, row)) return { data: [[file, row, column, row, column + name.length]] };
    return { data: declared(name).slice(0, 1) };
  };
  editor.on.hover = () => ({ data: [] });
  editor.on.outline = (file) => ({
    data: declarationsOf(nameOf(file), editor.text(file)).map((d) => [
      ...[d.name, d.kind, "", "", true, 0, d.row, d.column],
      ...[d.row, 0, d.row, linesOf(editor.text(file))[d.row].length],
    ]),
  });
  for (const id of ["python", "typescript", "typescriptreact", "javascript", "go", "c"])
    editor.servers[id] = [{ extension: `test.${id}`, active: true }];
}

const cases = fs.readdirSync(CORPUS).sort().flatMap(readCases);
const chosen = process.env.CASE ? cases.filter((one) => one.title.includes(process.env.CASE)) : cases;

for (const one of chosen) {
  test(one.title, async (t) => {
    const editor = makeEditor(t, one.files, { programs: [PROGRAMS, path.join(root, "build/test/signature-index")] });
    const { others, unknown, ...args } = one.call;
    serve(editor, one.call);
    const before = one.refused === undefined ? run(editor.folders[0], one.files) : "";
    const answer = await editor.run("change_signature", { ...args, preview: false });
    const texts = Object.fromEntries(
      Object.keys(one.files).map((name) => [name, fs.readFileSync(path.join(editor.folders[0], name), "utf8")]),
    );
    if (one.refused !== undefined) {
      assert.ok(answer.isError, `it was done:\n${Object.values(texts).join("\n----\n")}`);
      assert.ok(answer.text.includes(one.refused), `${answer.text}\ninstead of\n${one.refused}`);
      assert.deepEqual(texts, one.files);
      return;
    }
    assert.ok(!answer.isError, answer.text);
    assert.deepEqual(texts, { ...one.files, ...one.after });
    compile(editor.folders[0], texts);
    assert.equal(run(editor.folders[0], texts), before);
  });
}
