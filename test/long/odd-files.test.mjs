/**
 * The tools that edit symbols on files that are not as usual, and on those that change meanwhile: what they write is
 * byte for byte what they write otherwise, or nothing is written and the error says why.
 *
 * FORMS are texts that mean the same: the call of a tool is the same on each, and so is what becomes of the files, in
 * that form. Each has QQ before the place that is meant.
 */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";

import { makeEditor, makeFolder, root, until } from "../engine/fake-editor.mjs";

const PROGRAMS = [path.join(root, "build/Release"), path.join(root, "build/test/odd-files-index")];
const ID = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
const linesOf = (text) => text.split(/\r\n|\n/);

/* ---- projects, calls and forms --------------------------------------------------------------- */

/** Two files; `add` is declared in the first line of the first one that has it, and used after QQ in both. */
const PROJECTS = {
  python: {
    "a.py":
      'def add(a, b):\n    return a + b\n\n\nLOW = 1\nMIDDLE = 2\nHIGH = 3\n\n\ndef other(a, b):\n    print("QQ", a + b, "QQ", add(a, 2))\n    return "QQ"\n',
    "b.py": 'from a import add\n\nprint("QQ", add(1, 2))\n',
  },
  typescript: {
    "a.ts":
      "export function add(a: number, b: number): number {\n    return a + b;\n}\n\nconst LOW = 1;\nconst MIDDLE = 2;\nconst HIGH = 3;\n\n" +
      'export function other(a: number, b: number): string {\n    console.log("QQ", a + b, "QQ", add(a, 2));\n    return "QQ";\n}\n',
    "b.ts": 'import { add } from "./a";\n\nconsole.log("QQ", add(1, 2));\n',
  },
  javascript: {
    "a.mjs":
      "export function add(a, b) {\n    return a + b;\n}\n\nconst LOW = 1;\nconst MIDDLE = 2;\nconst HIGH = 3;\n\n" +
      'export function other(a, b) {\n    console.log("QQ", a + b, "QQ", add(a, 2));\n    return "QQ";\n}\n',
    "b.mjs": 'import { add } from "./a.mjs";\n\nconsole.log("QQ", add(1, 2));\n',
  },
  c: {
    "a.c":
      'int add(int a, int b) {\n    return a + b;\n}\n\nconst int LOW = 1;\nconst int MIDDLE = 2;\nconst int HIGH = 3;\n\nconst char *other(int a, int b) {\n    log_it("QQ", a + b, "QQ", add(a, 2));\n    return "QQ";\n}\n',
    "b.c": 'int add(int a, int b);\n\nint main(void) {\n    return log_it("QQ", add(1, 2));\n}\n',
  },
  go: {
    "a.go":
      'package main\n\nfunc add(a int, b int) int {\n    return a + b\n}\n\nvar LOW = 1\nvar MIDDLE = 2\nvar HIGH = 3\n\nfunc other(a int, b int) string {\n    println("QQ", a + b, "QQ", add(a, 2))\n    return "QQ"\n}\n',
    "b.go": 'package main\n\nfunc main() {\n    println("QQ", add(1, 2))\n}\n',
  },
};

/** Line and column, 1-based, of a part of a text. */
function placeOf(text, part) {
  const before = text.slice(0, text.indexOf(part)).split("\n");
  return { line: before.length, column: before.at(-1).length + 1 };
}

const addedIn = {
  python: "def more():\n    return 1",
  typescript: "export function more() {\n    return 1;\n}",
  javascript: "export function more() {\n    return 1;\n}",
  c: "int more(void) {\n    return 1;\n}",
  go: "func more() int {\n    return 1\n}",
};

/** The calls, by tool, with the languages that know it. All name their place by a column after QQ. */
const CALLS = {
  extract_function: {
    languages: ["python", "typescript", "javascript"],
    args: (file, text) => {
      const { line, column } = placeOf(text, "a + b, ");
      return {
        file_path: file,
        ...{ start_line: line, end_line: line, start_column: column, end_column: column + 5 },
        function_name: "sum",
      };
    },
  },
  inline_function: { languages: ["python", "typescript", "javascript"], args: (file, text) => useOf(file, text) },
  move_symbol: {
    languages: ["python", "typescript", "javascript"],
    args: (file, text) => ({ ...useOf(file, text), target_file: `c${path.extname(file)}` }),
  },
  change_signature: {
    languages: Object.keys(PROJECTS),
    args: (file, text) => ({ ...useOf(file, text), new_params: [{ name: "b" }, { name: "first", was: "a" }] }),
  },
  edit_symbol: {
    languages: Object.keys(PROJECTS),
    args: (file, text, language) => ({
      ...useOf(file, text),
      ...{ operation: "insert_after", content: addedIn[language] },
    }),
  },
};

const useOf = (file, text) => ({ file_path: file, ...placeOf(text, "add(a, 2)") });

/** The forms: each is made of a plain text. */
const FORMS = {
  "line ends of Windows": (text) => text.replaceAll("\n", "\r\n"),
  "a byte order mark": (text) => `\ufeff${text}`,
  "both of them": (text) => `\ufeff${text.replaceAll("\n", "\r\n")}`,
  tabs: (text) => text.replaceAll("    ", "\t"),
  "emoji before the place": (text) => text.replaceAll("QQ", "\u{1f600}"),
  "letters of three bytes before the place": (text) => text.replaceAll("QQ", "語語"),
};

/* ---- a server that knows one name ------------------------------------------------------------ */

function serve(editor, language) {
  const files = () =>
    editor.files().filter((file) => Object.values(PROJECTS).some((one) => path.basename(file) in one));
  const word = (file, row, column) =>
    [...(linesOf(editor.text(file))[row] ?? "").matchAll(ID)].find(
      (one) => one.index <= column && column <= one.index + one[0].length,
    )?.[0];
  const places = (name) =>
    files()
      .sort((a, b) => (path.basename(a) < path.basename(b) ? -1 : 1))
      .flatMap((file) =>
        linesOf(editor.text(file)).flatMap((line, row) =>
          [...line.matchAll(ID)]
            .filter((one) => one[0] === name)
            .map((one) => [file, row, one.index, row, one.index + name.length]),
        ),
      );
  editor.on.references = (...at) => ({ data: places(word(...at)) });
  editor.on.definition = (...at) => ({ data: places(word(...at)).slice(0, 1) });
  editor.on.hover = () => ({ data: [] });
  editor.on.outline = (file) => ({
    data: places("add")
      .slice(0, 1)
      .filter(([one]) => one === file)
      .map(([, row, column]) => ["add", 11, "", "", true, 0, row, column, row, 0, row + 2, 0]),
  });
  editor.servers[language] = [{ extension: `test.${language}`, active: true }];
}

function open(t, language, files) {
  const editor = makeEditor(t, files, { programs: PROGRAMS });
  serve(editor, language);
  return editor;
}

const bytesOf = (editor) =>
  Object.fromEntries(
    editor
      .files()
      .sort()
      .map((file) => [path.relative(editor.folders[0], file), fs.readFileSync(file, "utf8")]),
  );

/** Columns count from after a mark. */
function callOf(tool, language, form = (text) => text) {
  const [[file, text]] = Object.entries(PROJECTS[language]);
  return { ...CALLS[tool].args(file, form(text).replace("\ufeff", ""), language), preview: false };
}

const mapTexts = (files, form) => Object.fromEntries(Object.entries(files).map(([name, text]) => [name, form(text)]));
const rows = Object.entries(CALLS).flatMap(([tool, { languages }]) => languages.map((language) => [tool, language]));

/** The plain files after a call. */
async function plainOf(t, tool, language) {
  const editor = open(t, language, PROJECTS[language]);
  const answer = await editor.run(tool, callOf(tool, language));
  assert.ok(!answer.isError, answer.text);
  const after = bytesOf(editor);
  assert.notDeepEqual(after, PROJECTS[language]);
  return after;
}

/** A file that is made has no mark. */
function inForm(files, language, form) {
  const made = (name, text) => (name in PROJECTS[language] ? form(text) : form(text).replace("\ufeff", ""));
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, made(name, text)]));
}

/* ---- bytes ----------------------------------------------------------------------------------- */

for (const [tool, language] of rows) {
  test(`${tool}, ${language}: the bytes that it does not change`, async (t) => {
    const plain = await plainOf(t, tool, language);
    for (const [name, form] of Object.entries(FORMS)) {
      const editor = open(t, language, mapTexts(PROJECTS[language], form));
      const answer = await editor.run(tool, callOf(tool, language, form));
      assert.ok(!answer.isError, `${name}: ${answer.text}`);
      const after = bytesOf(editor);
      assert.deepEqual(after, inForm(plain, language, form), name);
    }
  });

  test(`${tool}, ${language}: no line end at the end`, async (t) => {
    const plain = await plainOf(t, tool, language);
    const editor = open(
      t,
      language,
      mapTexts(PROJECTS[language], (text) => text.replace(/\n$/, "")),
    );
    const answer = await editor.run(tool, callOf(tool, language));
    assert.ok(!answer.isError, answer.text);
    const strip = (files) => mapTexts(files, (text) => text.replace(/\n$/, ""));
    assert.deepEqual(strip(bytesOf(editor)), strip(plain));
  });
}

/* ---- ends in the middle ---------------------------------------------------------------------- */

/** Questions of a call that the editor never answers. */
const HELD = ["document", "references", "policy", "applyEdit"];

async function startHeld(t, tool, language, op, options) {
  const editor = open(t, language, PROJECTS[language]);
  let isAsked = false;
  const real = editor.on[op];
  editor.on[op] = (...args) => {
    isAsked = true;
    return new Promise(() => real);
  };
  const running = editor.run(tool, callOf(tool, language), options);
  let isOver = false;
  running.then(
    () => (isOver = true),
    () => (isOver = true),
  );
  await until(() => isAsked || isOver, 20_000);
  return { editor, running, isAsked };
}

for (const [tool, language] of rows)
  test(`${tool}, ${language}: cancelled, or its window closed, in the middle`, async (t) => {
    for (const op of HELD) {
      const control = new AbortController();
      const held = await startHeld(t, tool, language, op, { signal: control.signal });
      if (held.isAsked) {
        control.abort();
        assert.equal((await held.running).code, "cancelled", op);
      }
      if (held.isAsked) assert.deepEqual(bytesOf(held.editor), PROJECTS[language]);
      const closed = await startHeld(t, tool, language, op);
      if (!closed.isAsked) continue;
      closed.editor.engine.dispose();
      assert.equal((await closed.running).code, "closed", op);
      assert.deepEqual(bytesOf(closed.editor), PROJECTS[language]);
    }
  });

/* ---- changed between preview and apply ------------------------------------------------------- */

/** Each changes the text of the first file. */
const WRITERS = {
  "on the disk": (editor, file, change) => fs.writeFileSync(file, change(fs.readFileSync(file, "utf8"))),
  "in the editor": (editor, file, change) => editor.dirty.set(file, change(editor.text(file))),
};

/** By what follows the declaration, or by the line that the call names. */
const CHANGES = {
  elsewhere: (text) => text.replace("MIDDLE = 2", "MIDDLE = 7"),
  "in its lines": (text) => text.replaceAll("a + b", "a - b").replace("add(a, 2)", "add(a, 7)"),
};

for (const [tool, language] of rows)
  for (const [where, write] of Object.entries(WRITERS))
    test(`${tool}, ${language}: the file is changed ${where} after the preview`, async (t) => {
      const plain = await plainOf(t, tool, language);
      for (const [what, change] of Object.entries(CHANGES)) {
        const editor = open(t, language, PROJECTS[language]);
        const [name] = Object.keys(PROJECTS[language]);
        const preview = await editor.run(tool, { ...callOf(tool, language), preview: true });
        assert.ok(!preview.isError, preview.text);
        write(editor, editor.path(name), change);
        const id = /change="(c\d+)"/.exec(preview.text)[1];
        const answer = await editor.run(tool, { change: id, preview: false });
        const texts = { ...bytesOf(editor) };
        for (const [file, text] of editor.dirty) texts[path.relative(editor.folders[0], file)] = text;
        const untouched = { ...PROJECTS[language], [name]: change(PROJECTS[language][name]) };
        if (answer.isError) assert.deepEqual(texts, untouched, `${what}: ${answer.text}`);
        else assert.deepEqual(texts, { ...plain, [name]: change(plain[name]) }, `${what}: ${answer.text}`);
        if (what === "elsewhere") assert.ok(!answer.isError, answer.text);
      }
    });

/* ---- files that are elsewhere, or may not be written ------------------------------------------ */

/** Preparations of a file, and the refusal; without one, the call does what it does elsewhere, or nothing. */
const PLACES = {
  "a read-only file": { prepare: (file) => fs.chmodSync(file, 0o444), says: /is read-only/ },
  "a link to a file of the folder": {
    prepare: (file) => {
      const real = path.join(path.dirname(file), "kept", path.basename(file));
      fs.mkdirSync(path.dirname(real));
      fs.renameSync(file, real);
      fs.symlinkSync(real, file);
    },
  },
  "a link to a file outside": {
    prepare: (file) => {
      const outside = path.join(makeFolder(), path.basename(file));
      fs.renameSync(file, outside);
      fs.symlinkSync(outside, file);
    },
    says: /outside/,
  },
  "a file outside": {
    prepare: (file, args) => {
      args.file_path = path.join(makeFolder(), path.basename(file));
      fs.copyFileSync(file, args.file_path);
    },
    says: /outside/,
  },
};

for (const [tool, language] of rows)
  for (const [where, { prepare, says }] of Object.entries(PLACES))
    test(`${tool}, ${language}: ${where}`, async (t) => {
      const plain = await plainOf(t, tool, language);
      const editor = open(t, language, PROJECTS[language]);
      const args = callOf(tool, language);
      const file = editor.path(args.file_path);
      prepare(file, args);
      const isLink = fs.lstatSync(file).isSymbolicLink();
      const answer = await editor.run(tool, args);
      if (says) assert.ok(answer.isError && says.test(answer.text), answer.text);
      const read = (name) =>
        fs.existsSync(editor.path(name)) ? fs.readFileSync(editor.path(name), "utf8") : undefined;
      const texts = Object.fromEntries(Object.keys(plain).map((name) => [name, read(name)]));
      const wanted = answer.isError ? PROJECTS[language] : plain;
      /* An import counts from the folder that the link leads to. */
      const asPlain = (text) => text?.replace('"../c', '"./c');
      for (const name of Object.keys(texts))
        assert.equal(asPlain(texts[name]), wanted[name], `${name}: ${answer.text}`);
      assert.equal(fs.lstatSync(file).isSymbolicLink(), isLink);
    });

/* ---- too long, too deep ---------------------------------------------------------------------- */

const LINE = {
  python: (i) => `def made_${i}(a):\n    return a + ${i}\n\n\n`,
  typescript: (i) => `function made_${i}(a: number): number {\n    return a + ${i};\n}\n`,
  javascript: (i) => `function made_${i}(a) {\n    return a + ${i};\n}\n`,
  c: (i) => `static int made_${i}(int a) {\n    return a + ${i};\n}\n`,
  go: (i) => `func made_${i}(a int) int {\n    return a + ${i}\n}\n`,
};

/** So many declarations. */
const many = (language, count) => Array.from({ length: count }, (_, i) => LINE[language](i)).join("");

const HEAD = {
  python: "DEEP = ",
  typescript: "const DEEP = ",
  javascript: "const DEEP = ",
  c: "const int DEEP = ",
  go: "var DEEP = ",
};

/** Code beside the rest of the file, its languages (all), and whether the call may be refused for it. */
const FILLERS = {
  "2,000 functions": { of: (language) => many(language, 2000) },
  "2,000 functions in one line": {
    languages: ["typescript", "javascript", "c"],
    of: (language) => `${many(language, 2000).replace(/\n\s*/g, " ")}\n`,
  },
  "5 MB of functions": { languages: ["python"], of: (language) => many(language, 90_000), mayRefuse: true },
  "a constant of 10,000 brackets": {
    of: (language) => `${HEAD[language]}${"(".repeat(10_000)}1${")".repeat(10_000)}\n`,
    mayRefuse: true,
  },
  "a line of 100 KB": { of: (language) => `${HEAD[language]}${"1 + ".repeat(25_000)}1\n`, mayRefuse: true },
};

const LIMITS = /its code is too deep or too long|took too long|longer than 8 MB|too large/;

for (const [tool, language] of rows)
  for (const [name, { of, languages = [language], mayRefuse }] of Object.entries(FILLERS))
    test(
      `${tool}, ${language}: ${name}`,
      { skip: !languages.includes(language) && "of another language" },
      async (t) => {
        const plain = await plainOf(t, tool, language);
        const filler = of(language);
        const form = (text) => text.replace(/^(.*MIDDLE = 2.*\n)/m, (line) => line + filler);
        const before = mapTexts(PROJECTS[language], form);
        const editor = open(t, language, before);
        const answer = await editor.run(tool, callOf(tool, language, form));
        const after = bytesOf(editor);
        if (answer.isError) {
          assert.ok(mayRefuse && LIMITS.test(answer.text), answer.text);
          assert.ok(Object.keys(before).every((file) => before[file] === after[file]));
        } else for (const file of Object.keys(plain)) assert.ok(after[file] === form(plain[file]), file);
      },
    );
