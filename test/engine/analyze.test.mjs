/** code_analyze: syntax trees by the indexer's child, and formatting by the editor's formatters. */
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";

import { makeEditor, makeFolder, openEditor, writeFiles } from "./fake-editor.mjs";

/** An editor with the programs beside the engine. */
function open(t, files = {}) {
  const folder = makeFolder();
  writeFiles(folder, files);
  const editor = openEditor(folder, makeFolder());
  editor.policies.run = "always";
  t.after(() => editor.engine.dispose());
  return editor;
}

async function analyze(editor, args) {
  const answer = await editor.run("code_analyze", args, { structured: true });
  return { ...answer, facts: answer.factsJson ? JSON.parse(answer.factsJson) : undefined };
}

const parse = (editor, language, code, more = {}) => analyze(editor, { action: "parse", language, code, ...more });

/** Lines of an answer that are nodes. */
const nodeLines = (text) => text.split("\n").filter((line) => /\[\d+:\d+-\d+:\d+\]/.test(line));

/** Nodes of the nested facts, each in a line as the text has it, without what is quoted. */
function flat(nodes, depth = 0) {
  return nodes.flatMap(({ type, field, line, column, end_line, end_column, children = [] }) => [
    `${"  ".repeat(depth)}${field ? `${field}: ` : ""}${type} [${line}:${column + 1}-${end_line}:${end_column + 1}]`,
    ...flat(children, depth + 1),
  ]);
}

const plain = (line) =>
  line
    .replace(/"((?:[^"\\]|\\.)*)" \[/, "$1 [")
    .replace(/\].*$/, "]")
    .replace("MISSING ", "");

const LANGUAGES = [
  ["python", "def f(:\n    pass\n", '1:7: missing ")"'],
  ["js", "f();\n}\n", '2:1: unexpected "}"'],
  ["TypeScript", "let a: = 1;\n", '1:6: unexpected ":"'],
  [".tsx", "const a = (<p>x</p>;\n", '1:20: missing ")"'],
  ["golang", "package a\n\nfunc f() {\n\tg()\n", '5:1: missing "}"'],
  ["rs", "fn f() { let = 3; }\n", '1:14: unexpected "="'],
  ["java", "class A { int a = 1 }\n", '1:20: missing ";"'],
  ["C++", "int f() {\n  return g(1;\n}\n", '2:13: missing ")"'],
  ["rb", "f(1, 2\n", '1:7: missing ")"'],
  ["json", '{"a": 1,}\n', '1:8: unexpected ","'],
  ["bash", "for f in *; do echo x\n", "2:1: missing done"],
  ["css", "a { color: red\n", '1:3: "{" is not closed'],
];

test("syntax errors are told with their place, in each language by whatever name it is called", async (t) => {
  const editor = open(t);
  for (const [language, code, error] of LANGUAGES) {
    const { code: status, text, facts } = await parse(editor, language, code);
    assert.equal(status, "found", text);
    assert.match(text, /^The code: \w+, \d+ nodes, 1 syntax error/, language);
    assert.equal(/^Syntax error at (.*)$/m.exec(text)?.[1], error, `${language}: ${text}`);
    const [line, column] = error.split(":").map(Number);
    const [{ message, ...place }] = facts.errors;
    assert.deepEqual(place, { line, column: column - 1 });
    assert.ok(error.endsWith(message));
  }
});

test("the facts are the tree of the text", async (t) => {
  const editor = open(t);
  const { text, facts } = await parse(editor, "python", "class A:\n    def f(self):\n        return 'x' + 1\n", {
    max_tokens: 20_000,
  });
  assert.match(text, /no syntax errors$/m);
  assert.deepEqual(facts.errors, []);
  assert.equal(facts.ast.length, 1);
  assert.deepEqual(flat(facts.ast), nodeLines(text).map(plain));
  assert.equal(flat(facts.ast).length, facts.node_count);
  assert.match(text, /^ +operator: "\+" \[3:20-3:21\]$/m);
});

test("columns are UTF-16 units, and all line ends count", async (t) => {
  const editor = open(t, { "größen/a b.js": "let 😀 = 'é';\r\nlet b = ;\rlet c = (\n" });
  const { text } = await analyze(editor, { action: "parse", file_path: "größen/a b.js" });
  assert.match(text, /^größen\/a b\.js: javascript, /);
  assert.match(text, /string_fragment \[1:11-1:12\] "é"/);
  assert.match(text, /^Syntax error at 3:9: "\(" is not closed$/m);
});

test("unsaved text is parsed, by the editor's language of the file", async (t) => {
  const editor = open(t, { "a.ts": "const a = 1;\n" });
  editor.dirty.set(editor.path("a.ts"), "const a = [;\n");
  const { text } = await analyze(editor, { action: "parse", file_path: "a.ts" });
  assert.match(text, /^Syntax error at 1:12: missing "\]"$/m);
});

test("a part of a file is shown with what is around it", async (t) => {
  const code = "class A {\n  f() {\n    a();\n    b();\n  }\n}\nclass B {}\n";
  const editor = open(t);
  const { text } = await parse(editor, "js", code, { line: 4 });
  assert.match(text, /^The code, line 4: javascript, 4 nodes, no syntax errors\n/);
  const kinds = nodeLines(text).map((line) => /(\w+) \[/.exec(line)[1]);
  assert.deepEqual(kinds.slice(0, 5), [
    "program",
    "class_declaration",
    "class_body",
    "method_definition",
    "statement_block",
  ]);
  assert.equal(kinds[5], "expression_statement");
  assert.doesNotMatch(text, /"a"|"B"/);
  const lines = await parse(editor, "js", code, { line: 3, end_line: 4 });
  assert.match(lines.text, /"a"[^]*"b"/);
  const past = await parse(editor, "js", code, { line: 9, end_line: 10 });
  assert.equal(past.code, "invalid_argument");
  assert.match(past.text, /Lines 9-10 are not in the text, which has 8 lines\./);
});

test("as many levels are shown as fit, and a depth that is asked for goes on with a cursor", async (t) => {
  const editor = open(t);
  const code = Array.from({ length: 60 }, (_, i) => `function f${i}(a) { return g(a + ${i}, [a]); }\n`).join("");
  const short = await editor.run("code_analyze", { action: "parse", language: "js", code, max_tokens: 3000 });
  assert.match(short.text, /; \d of 8 levels shown$/m);
  assert.doesNotMatch(short.text, /cursor/);
  assert.match(short.text, /\(\d+ nodes\)/);

  const whole = await editor.run("code_analyze", {
    action: "parse",
    language: "js",
    code,
    depth: 9,
    max_tokens: 50_000,
  });
  const pages = [];
  for (let cursor; ;) {
    const page = await editor.run("code_analyze", {
      action: "parse",
      language: "js",
      code,
      depth: 9,
      cursor,
      max_tokens: 1500,
    });
    pages.push(...nodeLines(page.text));
    cursor = /cursor="([^"]+)"/.exec(page.text)?.[1];
    if (!cursor) break;
  }
  assert.deepEqual(pages, nodeLines(whole.text));
  assert.ok(pages.length > 900);

  const first = await parse(editor, "js", code, { depth: 9, max_tokens: 1500 });
  const changed = await parse(editor, "js", `${code}\n`, { depth: 9, cursor: first.facts.cursor });
  assert.equal(changed.code, "conflict");
});

test("the facts of a page keep to the budget, and all pages have every node once", async (t) => {
  const editor = open(t);
  const code = JSON.stringify(Array.from({ length: 80 }, (_, i) => ({ [`k${i}`]: [i, `v${i}`] })));
  let count = 0;
  for (let cursor; ;) {
    const { facts } = await parse(editor, "json", code, { depth: 20, cursor, max_tokens: 3000 });
    assert.ok(JSON.stringify(facts).length < 3000 * 7);
    count += flat(facts.ast).length;
    cursor = facts.cursor;
    if (!cursor) {
      assert.equal(count, facts.node_count);
      break;
    }
  }
});

test("deep nesting, large texts and endless errors end well, and the next text is parsed", async (t) => {
  const editor = open(t);
  const deep = 100_000;
  for (const [language, code] of [
    ["js", `${"(".repeat(deep)}${")".repeat(deep)}`],
    ["js", "(".repeat(deep)],
    ["python", `x = ${"[".repeat(deep)}`],
    ["json", `${"[".repeat(deep)}${"]".repeat(deep)}`],
    ["cpp", "{".repeat(deep)],
    ["ts", "a<".repeat(deep)],
    ["html", "<div>".repeat(deep / 20)],
    ["bash", "$(".repeat(deep)],
  ]) {
    const { code: status, text } = await parse(editor, language, code);
    assert.ok(["found", "unknown"].includes(status), text);
    assert.ok(text.length < 20_000);
    if (status === "unknown") assert.match(text, /^Unknown: (parsing takes too long|the parser, which)/);
  }
  const big = `{"a": [${'"some longer string that stands for data",\n'.repeat(120_000)}1]}`;
  assert.ok(big.length > 5_000_000);
  const { code: status, text } = await parse(editor, "json", big);
  assert.equal(status, "found", text);
  assert.match(text, /no syntax errors/);
  const tooMuch = await parse(editor, "ts", "let a = {b: [1, 2]};\n".repeat(260_000));
  assert.match(tooMuch.text, /^Unknown: (parsing takes too long or too much memory\.|the parser, which)/);
  assert.equal(tooMuch.code, "unknown");
  const tooBig = await parse(editor, "md", "text\n".repeat(1_800_000));
  assert.match(tooBig.text, /^The code has 8 MB; syntax trees are made of texts up to 8 MB\./);
  assert.match((await parse(editor, "ts", "let a = 1;\n")).text, /no syntax errors/);
});

test("a parser that is not there, or is ended by a text, is reported as unknown", async (t) => {
  const [folder, programs] = [makeFolder(), makeFolder()];
  writeFiles(folder, { "a.ts": "const a = 1;\n" });
  const editor = openEditor(folder, makeFolder(), programs);
  t.after(() => editor.engine.dispose());
  fs.writeFileSync(`${programs}/sextant-indexer`, "#!/bin/sh\nread -r line\nkill -9 $$\n", { mode: 0o755 });
  const { code, text } = await analyze(editor, { action: "parse", file_path: "a.ts" });
  assert.equal(code, "unknown", text);
  assert.match(text, /^Unknown: the parser, which is a process of its own, /);
});

test("what cannot be meant is refused, with what to do", async (t) => {
  const editor = open(t, { "a.sql": "select 1;\n", "a.ts": "let a;\n" });
  for (const [args, wanted] of [
    [{ action: "parse" }, /^Give either file_path, or code with its language\./],
    [{ action: "parse", file_path: "a.ts", code: "x", language: "ts" }, /^Give either file_path, or code/],
    [{ action: "parse", code: "x" }, /^language is missing\./],
    [
      { action: "parse", code: "x", language: "cobol" },
      /^No grammar reads cobol\. Languages that have one: c, typescript, .*markdown\./,
    ],
    [{ action: "parse", file_path: "a.sql" }, /^No grammar reads 'a\.sql' \(\w+\)\. Languages/],
    [{ action: "parse", file_path: "b.ts" }, /b\.ts/],
    [{ action: "lint", code: "x", language: "ts" }, /^lint needs file_path:/],
    [{ action: "format", code: "x", language: "ts", line: 1 }, /^line and end_line are for files\./],
    [{ action: "check", file_path: "a.ts" }, /parse.*lint.*format/],
  ]) {
    const { text, code } = await analyze(editor, args);
    assert.match(text, wanted);
    assert.notEqual(code, "found");
  }
  assert.match(
    (await analyze(editor, { action: "parse", file_path: "a.sql", language: "js" })).text,
    /^a\.sql: javascript, /,
  );
});

/* ---- formatting -------------------------------------------------------------------------------- */

/** A formatter that leaves one blank between words, and indents as the options want it. */
function formatter(editor, { ignoresOptions = false } = {}) {
  return (file, range, ownTab, odd) => {
    const unit = " ".repeat((!ignoresOptions && odd) || (ownTab > 0 ? ownTab : 4));
    const edits = editor
      .text(file)
      .split("\n")
      .flatMap((line, row) => {
        if (range.length && (row < range[0] || row > range[2])) return [];
        const body = line.trim().replace(/ +/g, " ");
        const indent = /^\s/.test(line) && body ? unit : "";
        return line === indent + body ? [] : [[row, 0, row, line.length, indent + body]];
      });
    const files = edits.length ? [{ action: "edit", path: file, edits, changed: false }] : [];
    return { data: { files, partial: false, snippet: false } };
  };
}

/** An own folder for temporary files during a test; what is left in it at the end of its work. */
function watchTemporary(t) {
  const [folder, before] = [makeFolder(), process.env.TMPDIR];
  process.env.TMPDIR = folder;
  t.after(() => (before === undefined ? delete process.env.TMPDIR : (process.env.TMPDIR = before)));
  return () => fs.readdirSync(folder).filter((name) => /^sextant-\w{6}$/.test(name));
}

function openFormatted(t, files, options) {
  const editor = makeEditor(t, files);
  editor.policies.run = "always";
  editor.on.format = formatter(editor, options);
  return editor;
}

test("a file is formatted as a change: previewed, applied and undone", async (t) => {
  const editor = openFormatted(t, { "a.ts": "const  a =  1;\n" });
  const preview = await analyze(editor, { action: "format", file_path: "a.ts" });
  assert.match(preview.text, /^PREVIEW of a\.ts \(\+1 -1 lines\)/);
  assert.equal(editor.text(editor.path("a.ts")), "const  a =  1;\n");
  const applied = await analyze(editor, { action: "format", change: preview.facts.change, preview: false });
  assert.match(applied.text, /^APPLIED to /);
  assert.equal(fs.readFileSync(editor.path("a.ts"), "utf8"), "const a = 1;\n");
  await editor.run("undo_change", { change: preview.facts.change });
  assert.equal(fs.readFileSync(editor.path("a.ts"), "utf8"), "const  a =  1;\n");
});

test("a formatted file is told apart from one that nothing formats, whatever formatters look at", async (t) => {
  const listTemporary = watchTemporary(t);
  for (const ignoresOptions of [false, true]) {
    const editor = openFormatted(
      t,
      { "a.ts": "function a() {\n  b();\n}\n", "b.ts": "let b = 1;\n" },
      { ignoresOptions },
    );
    for (const file_path of ["a.ts", "b.ts"]) {
      const { text, facts } = await analyze(editor, { action: "format", file_path, preview: false });
      assert.match(text, new RegExp(`^${file_path} is formatted already\\.`), text);
      assert.equal(facts.applied, false);
    }
    editor.on.format = undefined;
    const { text, code } = await analyze(editor, { action: "format", file_path: "a.ts" });
    assert.equal(code, "editor_error");
    assert.match(text, /^No installed extension formats typescript\. Nothing was changed\./);
  }
  assert.deepEqual(listTemporary(), []);
});

test("a formatter that comes after the first question is asked again", async (t) => {
  for (const ignoresOptions of [false, true]) {
    const editor = openFormatted(t, { "a.ts": "const  a =  1;\n" }, { ignoresOptions });
    const format = editor.on.format;
    let isFirst = true;
    editor.on.format = (...args) => {
      if (!isFirst) return format(...args);
      isFirst = false;
      return { data: { files: [], partial: false, snippet: false } };
    };
    const { text } = await analyze(editor, { action: "format", file_path: "a.ts" });
    assert.match(text, /^PREVIEW of a\.ts \(\+1 -1 lines\)/);
  }
});

test("the text's own indentation is given along, and the lines that are asked for", async (t) => {
  const editor = openFormatted(t, {
    "spaces.ts": "if (a) {\n  b( );\n}\n",
    "tabs.ts": "if (a) {\n\tb();\n}\n",
    "flat.ts": "let  a;\nlet  b;\nlet  c;\n",
  });
  const given = () =>
    editor.asked
      .filter(([op]) => op === "format")
      .at(-1)
      .slice(2);
  await analyze(editor, { action: "format", file_path: "flat.ts" });
  assert.deepEqual(given(), [[], -1, 0, ""]);
  await analyze(editor, { action: "format", file_path: "tabs.ts" });
  assert.deepEqual(editor.asked.find(([op, file]) => op === "format" && file.endsWith("tabs.ts")).slice(2), [
    [],
    0,
    0,
    "",
  ]);
  editor.dirty.set(editor.path("spaces.ts"), "if (a) {\n  b();\n  c  ();\n}\n");
  await analyze(editor, { action: "format", file_path: "spaces.ts" });
  assert.deepEqual(given(), [[], 2, 0, ""]);
  await analyze(editor, { action: "format", file_path: "flat.ts", line: 2, preview: false });
  assert.deepEqual(given(), [[1, 0, 1, 7], -1, 0, ""]);
  assert.equal(fs.readFileSync(editor.path("flat.ts"), "utf8"), "let  a;\nlet b;\nlet  c;\n");
});

test("code is formatted in a file of its own outside of the workspace, which is gone afterwards", async (t) => {
  const editor = openFormatted(t, {});
  const listTemporary = watchTemporary(t);
  const { text, facts } = await analyze(editor, {
    action: "format",
    code: "let  a =  'é😀';\r\nb( );",
    language: "tsx",
  });
  assert.equal(facts.formatted_code, "let a = 'é😀';\nb( );");
  assert.match(text, /^Formatted as typescriptreact:\nlet a = 'é😀';\n/);
  const [, file, , , , language] = editor.asked.find(([op]) => op === "format");
  assert.match(file, /\/code\.tsx$/);
  assert.ok(file.startsWith(process.env.TMPDIR));
  assert.ok(!file.startsWith(editor.parent));
  assert.equal(language, "typescriptreact");
  assert.deepEqual(listTemporary(), []);
  const tidy = await analyze(editor, { action: "format", code: "let a;\n", language: "ts" });
  assert.equal(tidy.facts.changed, false);
  assert.match(tidy.text, /^Already formatted \(typescript\):\nlet a;/);
  editor.on.format = () => Promise.reject(new Error("Unknown language id: x"));
  const failed = await analyze(editor, { action: "format", code: "let a;\n", language: "x" });
  assert.match(failed.text, /Unknown language id: x/);
  assert.deepEqual(listTemporary(), []);
});

test("edits of another text are refused, and nothing is changed", async (t) => {
  const editor = openFormatted(t, { "a.ts": "let  a;\n" });
  const edits = [[40, 0, 41, 0, "x"]];
  editor.on.format = (path) => ({ data: { files: [{ action: "edit", path, edits }], partial: false } });
  const { text } = await analyze(editor, { action: "format", file_path: "a.ts", preview: false });
  assert.match(text, /are outside its text\. Nothing was changed\./);
  assert.equal(fs.readFileSync(editor.path("a.ts"), "utf8"), "let  a;\n");
});

/* ---- lint -------------------------------------------------------------------------------------- */

test("what the editor reports of a file is listed by lines and rules", async (t) => {
  const editor = makeEditor(t, { "a.ts": "const a = 1;\n// ERROR here\n", "b.ts": "const b = 1;\n" });
  const { text, facts } = await analyze(editor, { action: "lint", file_path: "a.ts" });
  assert.match(text, /^a\.ts: 1 issue\na\.ts:2:/);
  assert.equal(facts.issues.length, 1);
  assert.equal(facts.issues[0].lineNumber, 2);
  const clean = await analyze(editor, { action: "lint", file_path: "b.ts" });
  assert.match(clean.text, /^b\.ts: No linting issues found\./);
  assert.deepEqual(clean.facts.issues, []);
});
