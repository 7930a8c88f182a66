/**
 * inline_function, by cases as data (test/corpus/refactor/inline_function): files, a call, and the files after it or the
 * reason for which it is refused. The language server is a list of the places that have the name.
 *
 * Each file after a call is compiled, and each program is run before and after: it prints the same. UPDATE=1 writes
 * what comes out into cases that say neither (look at the diff).
 */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";

import { makeEditor, root } from "./fake-editor.mjs";
import { compile, run } from "./refactor-kit.mjs";

const CORPUS = path.join(root, "test/corpus/refactor/inline_function");
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
      const made = { title: `${file}: ${title}`, files: {}, after: {}, refused: undefined, part };
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

/** Blanks for what is in comments and strings, so that places stay; what f-strings and templates have in braces is code. */
function codeOf(name, text) {
  const comment = name.endsWith(".py") ? /#.*/g : /\/\/.*|\/\*[^]*?\*\//g;
  const blank = (found) => found.replace(/[^\n]/g, " ");
  return text
    .replace(/(?<!f)"""[^]*?"""/g, blank)
    .replace(comment, blank)
    .replace(/(?<!f)"[^"\n]*"/g, blank);
}

/** A server that takes all code with a name for the same symbol, which its first place declares. */
function serve(editor, first) {
  const nameOf = (file) => path.relative(editor.folders[0], file);
  const files = () => editor.files().filter((one) => /\.(?:py|[jt]sx?|go|[ch])$/.test(one));
  const word = (file, row, column) => {
    const line = linesOf(editor.text(file))[row] ?? "";
    return [...line.matchAll(ID)].find((one) => one.index <= column && column <= one.index + one[0].length)?.[0];
  };
  const places = (name) =>
    [...files()]
      .sort((a, b) => (nameOf(b) === first) - (nameOf(a) === first))
      .flatMap((file) =>
        linesOf(codeOf(nameOf(file), editor.text(file))).flatMap((line, row) =>
          [...line.matchAll(ID)]
            .filter((one) => one[0] === name)
            .map((one) => [file, row, one.index, row, one.index + name.length]),
        ),
      );
  editor.on.references = (...at) => ({ data: places(word(...at)) });
  editor.on.definition = (...at) => ({ data: places(word(...at)).slice(0, 1) });
  editor.on.hover = () => ({ data: [] });
  editor.on.outline = (file) => {
    const names = new Map();
    linesOf(codeOf(nameOf(file), editor.text(file))).forEach((line, row) => {
      const found =
        /^(\s*)(?:export )?(?:default )?(?:async )?(?:def|class|function|const|let|func|var)?\s*([\p{L}_$][\p{L}\p{N}_$]*)\s*(?:[(=<:]|$)/u.exec(
          line,
        );
      if (found && !names.has(found[2]))
        names.set(found[2], [row, line.indexOf(found[2], found[0].length - found[2].length - 2)]);
    });
    return {
      data: [...names].map(([name, [row, column]]) => [name, 11, "", "", true, 0, row, column, row, 0, row, 200]),
    };
  };
  for (const language of ["python", "typescript", "typescriptreact", "javascript", "go", "c"])
    editor.servers[language] = [{ extension: `test.${language}`, active: true }];
}

const chosen = (one) => !process.env.CASE || one.title.includes(process.env.CASE);

for (const file of fs.readdirSync(CORPUS).sort()) {
  const cases = readCases(file);
  for (const one of cases.filter(chosen)) {
    test(one.title, async (t) => {
      const editor = makeEditor(t, one.files, { programs: [PROGRAMS, path.join(root, "build/test/inline-index")] });
      serve(editor, one.call.file_path);
      const before = one.refused === undefined ? run(editor.folders[0], one.files) : "";
      const answer = await editor.run("inline_function", { ...one.call, preview: false });
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
      if (process.env.UPDATE) {
        const parts = Object.keys(texts).filter((name) => texts[name] !== one.files[name]);
        one.written = parts.map((name) => `--- after ${name}\n${texts[name]}`).join("");
      } else assert.deepEqual(texts, { ...one.files, ...one.after });
      compile(editor.folders[0], texts);
      assert.equal(run(editor.folders[0], texts), before);
    });
  }
  if (process.env.UPDATE)
    test(`${file}: written`, () => {
      const parts = cases.map(({ part, written }) => (written ? part.split(/^--- after /m)[0] + written : part));
      fs.writeFileSync(path.join(CORPUS, file), parts.map((part) => `#### ${part}`).join(""));
    });
}
