/**
 * Refactorings of languages that the engine leaves to their servers, by cases as data (test/corpus/refactor/by_server):
 * files with «the selection», the actions that a server offers (`edit` gives the texts in `server`), a
 * call, and the files after it or the reason for which it is refused.
 *
 * A program is compiled and run before and after a call: it prints the same. CASE=… runs those with that title.
 */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";

import { makeEditor, makeFolder, root } from "./fake-editor.mjs";
import { RUNS_PROGRAMS } from "./refactor-kit.mjs";

const CORPUS = path.join(root, "test/corpus/refactor/by_server");
const LANGUAGES = {
  ".cpp": "cpp",
  ".hpp": "cpp",
  ".rs": "rust",
  ".java": "java",
  ".rb": "ruby",
  ".php": "php",
  ".cs": "csharp",
  ".css": "css",
};
const ID = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

/** `#### title`, then parts that begin with `--- kind name`. */
function readCases(file) {
  const [, ...parts] = fs.readFileSync(path.join(CORPUS, file), "utf8").split(/^#### /m);
  return parts.map((part) => {
    const [title, ...rest] = part.split("\n");
    const made = { title: `${file}: ${title}`, marked: {}, files: {}, server: {}, after: {}, offers: [] };
    for (const piece of rest.join("\n").split(/^--- /m).slice(1)) {
      const end = piece.indexOf("\n");
      const [kind, name] = piece.slice(0, end).split(" ");
      const body = piece.slice(end + 1);
      if (kind === "file") Object.assign(made.files, { [name]: body.replace(/[«»]/g, "") });
      if (kind === "file") made.marked[name] = body;
      else if (kind === "server" || kind === "after") made[kind][name] = body;
      else if (kind === "offers") made.offers = JSON.parse(body);
      else if (kind === "call") Object.assign(made, { tool: name, call: JSON.parse(body) });
      else if (kind === "refused") made.refused = body.trim();
    }
    return made;
  });
}

/** Line and column, 1-based, of an offset. */
function placeOf(text, offset) {
  const lines = text.slice(0, offset).split("\n");
  return [lines.length, lines.at(-1).length + 1];
}

/** The call, with the selection that is marked in its file. */
function callOf({ call, marked }) {
  const text = marked[call.file_path] ?? "";
  const from = text.indexOf("«");
  if (from < 0) return { preview: false, ...call };
  const [start_line, start_column] = placeOf(text, from);
  const [end_line, end_column] = placeOf(text.replace("«", ""), text.indexOf("»") - 1);
  return { start_line, start_column, end_line, end_column, preview: false, ...call };
}

/** The one edit that makes a text of another, as a row of the editor's. */
function editBetween(before, after) {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let left = 0;
  const most = Math.min(before.length, after.length) - start;
  while (left < most && before[before.length - 1 - left] === after[after.length - 1 - left]) left++;
  const [line, column] = placeOf(before, start);
  const [endLine, endColumn] = placeOf(before, before.length - left);
  return [line - 1, column - 1, endLine - 1, endColumn - 1, after.slice(start, after.length - left)];
}

/** A server that takes all code with a name for the same symbol, which its first place declares. */
function serve(editor, { files, server, offers }) {
  const [folder] = editor.folders;
  const rows = Object.entries(server).map(([name, text]) => {
    const file = path.join(folder, name);
    if (!(name in files)) return { action: "create", path: file, text, edits: [] };
    return { action: "edit", path: file, edits: [editBetween(files[name], text)] };
  });
  editor.actions = offers.map(({ edit, ...row }) => (edit ? { ...row, edit: { files: rows, ...edit } } : row));
  const wordAt = (file, row, column) => {
    const line = editor.text(file).split("\n")[row] ?? "";
    return [...line.matchAll(ID)].find((one) => one.index <= column && column <= one.index + one[0].length)?.[0];
  };
  const places = (name) =>
    Object.keys(files).flatMap((file) =>
      editor
        .text(path.join(folder, file))
        .split("\n")
        .flatMap((line, row) =>
          [...line.matchAll(ID)]
            .filter((one) => one[0] === name)
            .map((one) => [path.join(folder, file), row, one.index, row, one.index + name.length]),
        ),
    );
  editor.on.references = (...at) => ({ data: places(wordAt(...at)) });
  editor.on.definition = (...at) => ({ data: places(wordAt(...at)).slice(0, 1) });
  editor.on.hover = () => ({ data: [] });
  const state = editor.stateOf.bind(editor);
  editor.stateOf = (file) => ({ ...state(file), language: LANGUAGES[path.extname(file)] ?? "plaintext" });
  const isServed = offers.length > 0;
  for (const id of Object.values(LANGUAGES))
    editor.servers[id] = isServed ? [{ extension: `test.${id}`, active: true }] : [];
}

const has = (program) =>
  spawnSync(program, ["--version"]).status === 0 || spawnSync(program, ["-version"]).status === 0;
const TOOLS = Object.fromEntries(["g++", "rustc", "javac", "ruby", "php"].map((name) => [name, has(name)]));

/** Runs Main or main: its output; nothing where its language has no compiler here. */
function run(files) {
  if (!RUNS_PROGRAMS) return "";
  const folder = makeFolder();
  const start = (program, ...args) =>
    execFileSync(program, args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text);
  const names = Object.keys(files).sort((a, b) => b.startsWith("main.") - a.startsWith("main."));
  const program = path.join(folder, "program");
  switch (path.extname(names[0])) {
    case ".cpp":
      if (!TOOLS["g++"]) return "";
      start("g++", "-Wall", "-Werror", "-Wno-unused", "-o", program, ...names.filter((name) => name.endsWith(".cpp")));
      return start(program);
    case ".rs":
      if (!TOOLS.rustc) return "";
      start("rustc", "-o", program, names[0]);
      return start(program);
    case ".java":
      if (!TOOLS.javac) return "";
      start("javac", "-d", "classes", ...names);
      return start("java", "-cp", "classes", "Main");
    case ".rb":
      return TOOLS.ruby ? start("ruby", names[0]) : "";
    case ".php":
      return TOOLS.php ? start("php", names[0]) : "";
    default:
      return "";
  }
}

const textsIn = (folder) =>
  Object.fromEntries(
    fs
      .readdirSync(folder)
      .filter((name) => path.extname(name) in LANGUAGES)
      .map((name) => [name, fs.readFileSync(path.join(folder, name), "utf8")]),
  );

const chosen = (one) => !process.env.CASE || one.title.includes(process.env.CASE);

for (const file of fs.readdirSync(CORPUS).sort())
  for (const one of readCases(file).filter(chosen))
    test(one.title, async (t) => {
      const editor = makeEditor(t, one.files, { programs: [path.join(root, "build/Release"), makeFolder()] });
      serve(editor, one);
      const answer = await editor.run(one.tool, callOf(one));
      const texts = textsIn(editor.folders[0]);
      if (one.refused !== undefined) {
        assert.ok(answer.isError, `it was done:\n${Object.values(texts).join("\n----\n")}`);
        assert.ok(answer.text.includes(one.refused), `${answer.text}\ninstead of\n${one.refused}`);
        assert.deepEqual(texts, one.files);
        return;
      }
      assert.ok(!answer.isError, answer.text);
      assert.deepEqual(texts, { ...one.files, ...one.after });
      assert.equal(JSON.parse(answer.factsJson).provenance, "lsp");
      const { title } = one.offers.find(({ edit }) => edit);
      assert.ok(answer.text.includes(`By the language server's action '${title}'.`), answer.text);
      assert.equal(run(texts), run(one.files));
    });
