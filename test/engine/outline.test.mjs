/** Outlines of files: no locals, signatures or code, and several files in one answer. */
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import { makeEditor } from "./fake-editor.mjs";

const KINDS = { Class: 4, Method: 5, Property: 6, Interface: 10, Function: 11, Variable: 12, Constant: 13 };

/** Rows of a server's answer: `[depth, kind, name, first line, last line]`, 1-based, the name where it stands first. */
function outlineOf(text, rows) {
  const lines = text.split("\n");
  return rows.map(([depth, kind, name, first, last]) => {
    const column = Math.max(lines[first - 1].indexOf(name.replace(/\(.*/, "")), 0);
    const end = lines[last - 1].length;
    return [name, KINDS[kind], "", "", true, depth, first - 1, column, first - 1, 0, last - 1, end];
  });
}

const TILL = `export class Till {
  sum = 0;
  add(n: number): number {
    const after = this.sum + n;
    return (this.sum = after);
  }
}
export function total(tills: Till[]): number {
  let sum = 0;
  tills.map((till) => {
    const one = till.sum;
    sum += one;
  });
  function round(n: number) {
    return n;
  }
  return round(sum);
}
export const rates = {
  low: 1,
  high: 2,
};
`;

const TILL_ROWS = [
  [0, "Class", "Till", 1, 7],
  [1, "Property", "sum", 2, 2],
  [1, "Method", "add", 3, 6],
  [2, "Constant", "after", 4, 4],
  [0, "Function", "total", 8, 18],
  [1, "Variable", "sum", 9, 9],
  [1, "Function", "map() callback", 10, 13],
  [2, "Constant", "one", 11, 11],
  [1, "Function", "round", 14, 16],
  [0, "Constant", "rates", 19, 22],
  [1, "Property", "low", 20, 20],
  [1, "Property", "high", 21, 21],
];

const isTill = (file) => file.endsWith("till.ts");

function openTill(t, more = {}) {
  const editor = makeEditor(t, { "src/till.ts": TILL, ...more });
  const usual = editor.outline.bind(editor);
  editor.on.outline = (file) => (isTill(file) ? { data: outlineOf(editor.text(file), TILL_ROWS) } : usual(file));
  return editor;
}

const ask = (editor, args, options) => editor.run("get_symbols", { file_path: "src/till.ts", ...args }, options);
const factsOf = ({ factsJson }) => JSON.parse(factsJson);
const namesOf = (answer) => factsOf(answer).symbols.map(({ name }) => name);

/* ---- locals ------------------------------------------------------------------------------- */

test("locals and callbacks are left out and counted; functions in functions and members stay", async (t) => {
  const editor = openTill(t);
  const answer = await ask(editor, { max_depth: 3 });
  assert.deepEqual(namesOf(answer), ["Till", "sum", "add", "total", "round", "rates", "low", "high"]);
  assert.match(answer.text, /^src\/till\.ts: 8 symbols \(4 locals left out: locals=true\)$/m);
  assert.equal(factsOf(answer).locals_left_out, 4);
  const top = await ask(editor, {});
  assert.match(
    top.text,
    /^src\/till\.ts: 3 symbols \(8 with those inside: max_depth; 4 locals left out: locals=true\)$/m,
  );
});

test("locals are listed when they are asked for, at all levels", async (t) => {
  const editor = openTill(t);
  const answer = await ask(editor, { locals: true });
  assert.equal(factsOf(answer).total_count, TILL_ROWS.length, answer.text);
  assert.match(answer.text, /^src\/till\.ts: 12 symbols$/m);
  assert.match(answer.text, /^ {2}10-13: Function map\(\) callback\n {4}11: const one = till\.sum$/m);
  assert.deepEqual(namesOf(await ask(editor, { locals: true, max_depth: 1 })), ["Till", "total", "rates"]);
  assert.deepEqual(namesOf(await ask(editor, { locals: true, symbol: "Till.add" })), ["after"]);
});

test("callbacks with a title stay outside of functions, and those of tests everywhere", async (t) => {
  const rows = [
    'app.get("/users") callback',
    'describe("till") callback',
    ' it("adds") callback',
    '  refine("too short") callback',
    " it.only('again') callback",
    "  then() callback",
  ];
  const text = "app;\n".repeat(rows.length);
  const editor = makeEditor(t, { "src/till.ts": text });
  const depthOf = (row) => row.length - row.trimStart().length;
  editor.on.outline = () => ({
    data: outlineOf(
      text,
      rows.map((row, i) => [depthOf(row), "Function", row.trim(), i + 1, i + 1]),
    ),
  });
  const answer = await ask(editor, { max_depth: 3 });
  assert.deepEqual(namesOf(answer), [rows[0], rows[1], rows[2].trim(), rows[4].trim()]);
  assert.match(answer.text, /2 locals left out/);
});

test("locals of another symbol do not count", async (t) => {
  const editor = openTill(t);
  assert.match((await ask(editor, { symbol: "Till" })).text, /^src\/till\.ts: 2 symbols \(1 local left out/m);
  assert.match((await ask(editor, { symbol: "rates" })).text, /^src\/till\.ts: 2 symbols$/m);
});

/* ---- signatures and code ------------------------------------------------------------------ */

test("a signature has no body", async (t) => {
  const { text, factsJson } = await ask(openTill(t), { max_depth: 2 });
  assert.equal(
    text,
    `src/till.ts: 8 symbols (4 locals left out: locals=true)
1-7: export class Till
  2: sum = 0
  3-6: add(n: number): number
8-18: export function total(tills: Till[]): number
  14-16: function round(n: number)
19-22: export const rates = {…}
  20: low: 1
  21: high: 2`,
  );
  const [till] = JSON.parse(factsJson).symbols;
  assert.equal(till.signature, "export class Till");
  assert.equal(till.code, undefined);
});

const lines = (first, last) =>
  TILL.split("\n")
    .slice(first - 1, last)
    .join("\n");

test("minimal has the code of the top level, full of all; none of it twice", async (t) => {
  const editor = openTill(t);
  for (const mode of ["minimal", "full"]) {
    const { text } = await ask(editor, { mode });
    assert.ok(text.endsWith(`)\n1-7:\n${lines(1, 7)}\n8-18:\n${lines(8, 18)}\n19-22:\n${lines(19, 22)}`), text);
  }
  const full = await ask(editor, { mode: "full", max_depth: 2 });
  assert.ok(full.text.includes(`\n1-7: export class Till\n  2: sum = 0\n  3-6:\n${lines(3, 6)}\n`), full.text);
  assert.equal(factsOf(full).symbols[2].code, lines(3, 6));
  const minimal = await ask(editor, { mode: "minimal", max_depth: 2 });
  assert.ok(minimal.text.includes("\n  3-6: add(n: number): number\n"), minimal.text);
});

test("a symbol: what is in it, itself where nothing is, and its code with a mode of code", async (t) => {
  const editor = openTill(t);
  assert.deepEqual(namesOf(await ask(editor, { symbol: "Till" })), ["sum", "add"]);
  assert.match((await ask(editor, { symbol: "Till.add" })).text, /^3-6: add\(n: number\): number$/m);
  const code = await ask(editor, { symbol: "Till.add", mode: "full" });
  assert.ok(code.text.endsWith(`\n3-6:\n${lines(3, 6)}`), code.text);
  const inner = await ask(editor, { symbol: "Till", mode: "full", max_depth: 2 });
  assert.deepEqual(namesOf(inner), ["Till", "sum", "add"]);
  const none = await ask(editor, { symbol: "Tills" });
  assert.equal(none.code, "not_found");
  assert.match(none.text, /the file declares no symbol 'Tills'/);
});

test("all of one name are a symbol; a number chooses one", async (t) => {
  const text = "interface Pair {\n  a: 1;\n}\nconst Pair = {\n  b: 1,\n};\n";
  const editor = makeEditor(t, { "src/till.ts": text });
  const rows = [
    [0, "Interface", "Pair", 1, 3],
    [1, "Property", "a", 2, 2],
    [0, "Constant", "Pair", 4, 6],
    [1, "Property", "b", 5, 5],
  ];
  editor.on.outline = () => ({ data: outlineOf(text, rows) });
  assert.deepEqual(namesOf(await ask(editor, { symbol: "Pair" })), ["a", "b"]);
  assert.deepEqual(namesOf(await ask(editor, { symbol: "Pair[1]" })), ["b"]);
});

test("code that is longer than the answer is cut at a line, and the answer says so", async (t) => {
  const body = Array.from({ length: 300 }, (_, i) => `  call(${i}, "some text");\n`).join("");
  const text = `function long() {\n${body}}\nfunction last() {\n  return 1;\n}\n`;
  const editor = makeEditor(t, { "src/till.ts": text });
  const rows = [
    [0, "Function", "long", 1, 302],
    [0, "Function", "last", 303, 305],
  ];
  editor.on.outline = () => ({ data: outlineOf(text, rows) });
  const first = await ask(editor, { mode: "full", max_tokens: 400 });
  const [, count] = /^\[(\d+) lines up to 302 are left out: raise max_tokens\]$/m.exec(first.text);
  const shown = first.text.split("\n").filter((line) => /^ {2}call\(/.test(line)).length;
  assert.ok(shown > 10 && shown < 50, first.text);
  assert.equal(shown + Number(count), 301);
  const { cursor } = factsOf(first);
  const second = await ask(editor, { mode: "full", max_tokens: 400, cursor });
  assert.match(second.text, /^303-305:\nfunction last\(\) \{\n {2}return 1;\n\}$/m);
});

/* ---- several files ------------------------------------------------------------------------ */

const functions = (name, count) =>
  Array.from({ length: count }, (_, i) => `export function ${name}${i}() {}\n`).join("");

const SEVERAL = { "src/a.ts": functions("a", 40), "src/b.ts": functions("b", 3), "src/c.c": "int c(void);\n" };

test("several files: each under its heading, in the order asked for, an error in its place", async (t) => {
  const editor = makeEditor(t, { ...SEVERAL, "src/none.ts": "\n" });
  const file_paths = ["src/c.c", "src/gone.ts", "src/b.ts", "src/none.ts", "src/b.ts"];
  const answer = await editor.run("get_symbols", { file_paths });
  assert.match(
    answer.text,
    /^src\/c\.c: 1 symbol\nBy the text alone: [^\n]*\n1: int c\(void\)\n\nsrc\/gone\.ts: Error: 'src\/gone\.ts' does not exist[^\n]*\n\nsrc\/b\.ts: 3 symbols\n1: export function b0\(\)\n2: [^\n]*\n3: [^\n]*\n\nsrc\/none\.ts: 0 symbols$/,
  );
  const facts = factsOf(answer);
  assert.deepEqual(
    facts.symbols.map(({ file, name }) => `${file} ${name}`),
    ["src/c.c c", "src/b.ts b0", "src/b.ts b1", "src/b.ts b2"],
  );
  assert.deepEqual(
    facts.files.map(({ file, provenance, total_count }) => [file, provenance, total_count]),
    [
      ["src/c.c", "text", 1],
      ["src/gone.ts", undefined, undefined],
      ["src/b.ts", "lsp", 3],
      ["src/none.ts", "lsp", 0],
    ],
  );
  assert.match(facts.files[1].error, /^'src\/gone\.ts' does not exist/);
  assert.equal(facts.total_count, 4);
});

test("a list is taken as file_path, too, and as JSON in a string", async (t) => {
  const editor = makeEditor(t, SEVERAL);
  const list = ["src/b.ts", "src/c.c"];
  const { text } = await editor.run("get_symbols", { file_paths: list });
  for (const args of [
    { file_path: list },
    { path: JSON.stringify(list) },
    { files: list },
    { file_path: list[0], file_paths: [list[1]] },
  ])
    assert.equal((await editor.run("get_symbols", args)).text, text, JSON.stringify(args));
  const one = await editor.run("get_symbols", { file_paths: "src/b.ts" });
  assert.equal(one.text, (await editor.run("get_symbols", { file_path: "src/b.ts" })).text);
});

test("when all files fail, the call does; a symbol that one file lacks is that file's error", async (t) => {
  const editor = makeEditor(t, SEVERAL);
  const failed = await editor.run("get_symbols", { file_paths: ["src/x.ts", "src/y.ts"] });
  assert.equal(failed.code, "not_found");
  assert.match(failed.text, /'src\/x\.ts' does not exist.* file_path: 'src\/y\.ts' does not exist/);
  const some = await editor.run("get_symbols", { file_paths: ["src/a.ts", "src/b.ts"], symbol: "b1" });
  assert.match(
    some.text,
    /^src\/a\.ts: Error: symbol: the file declares no symbol 'b1'\. Call without symbol for all of them\.\n\nsrc\/b\.ts: 1 symbol\n2: /,
  );
  const both = await editor.run("get_symbols", { file_paths: ["src/a.ts"], query: "b" });
  assert.equal(both.code, "invalid_argument");
});

test("a name that the file does not declare gets the one that is most like it", async (t) => {
  const editor = makeEditor(t, { "a.ts": "export function openTill() {}\nexport const rates = 1;\n" });
  const meant = async (symbol) => (await editor.run("get_symbols", { file_path: "a.ts", symbol })).text;
  assert.match(await meant("opnTill"), /declares no symbol 'opnTill'\. Did you mean 'openTill'\?/);
  assert.match(await meant("RATES"), /Did you mean 'rates'\?/);
  assert.match(await meant("other"), /declares no symbol 'other'\. Call without symbol for all of them\./);
});

test("a file whose server is silent makes the answer unknown in part, and takes no other away", async (t) => {
  const editor = makeEditor(t, { ...SEVERAL, "src/d.py": "def d(): pass\n" });
  const answer = await editor.run("get_symbols", { file_paths: ["src/b.ts", "src/d.py"] });
  assert.equal(answer.code, "unknown");
  assert.match(answer.text, /^Unknown in part: 1 of these 2 files, marked below\.\nsrc\/b\.ts: 3 symbols\n/);
  assert.match(answer.text, /\n\nsrc\/d\.py: 0 symbols\nUnknown: no extension that serves python/);
});

test("files share the budget, and a cursor goes on in all of them: each symbol once", async (t) => {
  const editor = makeEditor(t, { ...SEVERAL, "src/d.ts": functions("d", 30) });
  const args = { file_paths: ["src/a.ts", "src/b.ts", "src/d.ts"], max_tokens: 300 };
  for (const isStructured of [false, true]) {
    const seen = [];
    let cursor,
      pages = 0;
    do {
      const answer = await editor.run("get_symbols", { ...args, ...(cursor && { cursor }) }, { isStructured });
      const facts = factsOf(answer);
      assert.ok(answer.text.length < 300 * 4, answer.text);
      const count = (file) => facts.symbols.filter((one) => one.file === file).length;
      if (!pages) {
        if (!isStructured) assert.equal(count("src/b.ts"), 3, answer.text);
        assert.ok(Math.abs(count("src/a.ts") - count("src/d.ts")) <= 1, answer.text);
        assert.match(
          answer.text,
          /^\[Not on this page: \d+ of src\/a\.ts, (\d+ of src\/b\.ts, )?\d+ of src\/d\.ts\]\n\[\d+ more: /m,
        );
      }
      const files = facts.symbols.map(({ file }) => file);
      assert.deepEqual(files, [...files].sort(), "together by file");
      seen.push(...facts.symbols.map(({ name }) => name));
      cursor = facts.cursor;
      pages++;
    } while (cursor);
    assert.ok(pages > 2, `${pages} pages`);
    assert.equal(seen.length, 73);
    assert.equal(new Set(seen).size, 73);
  }
  const { cursor } = factsOf(await editor.run("get_symbols", args));
  fs.writeFileSync(editor.path("src/d.ts"), functions("d", 31));
  assert.equal((await editor.run("get_symbols", { ...args, cursor })).code, "conflict");
});

test("many files keep to a small budget, and to their order", async (t) => {
  const names = Array.from({ length: 20 }, (_, i) => `src/a_folder_with_a_long_name/file_${i}.ts`);
  const editor = makeEditor(t, Object.fromEntries(names.map((name, i) => [name, functions(`f${i}_`, 5)])));
  const seen = [];
  let cursor;
  do {
    const args = { file_paths: names, max_tokens: 300, ...(cursor && { cursor }) };
    const answer = await editor.run("get_symbols", args);
    assert.ok(answer.text.length < 1300, `${answer.text.length}: ${answer.text}`);
    if (!seen.length) assert.match(answer.text, /^\[Not on this page: \d+ of .*, \d+ of \d+ other files\]$/m);
    seen.push(...factsOf(answer).symbols.map(({ name }) => name));
    ({ cursor } = factsOf(answer));
  } while (cursor);
  assert.equal(new Set(seen).size, 100);
  assert.equal(seen.length, 100);
});

test("at most 20 files", async (t) => {
  const editor = makeEditor(t, SEVERAL);
  const file_paths = Array.from({ length: 21 }, (_, i) => `src/${i}.ts`);
  assert.match((await editor.run("get_symbols", { file_paths })).text, /file_paths takes at most 20 items, not 21/);
});

test("decorators are part of a signature, without their arguments", async (t) => {
  const text = "class A:\n    @property\n    @cache.keep(maxsize=3)\n    def size(self):\n        return 1\n";
  const editor = makeEditor(t, { "src/till.py": text });
  const data = [
    ["A", 4, "", "", true, 0, 0, 6, 0, 0, 4, 16],
    ["size", 5, "", "", true, 1, 3, 8, 1, 4, 4, 16],
  ];
  editor.on.outline = () => ({ data });
  const answer = await ask(editor, { file_path: "src/till.py", max_depth: 2 });
  assert.match(answer.text, /^ {2}2-5: @property @cache\.keep def size\(self\)$/m);
  assert.equal(factsOf(answer).symbols[1].signature, "@property @cache.keep def size(self)");
});

test("a forward declaration is not shown beside the members of the type", async (t) => {
  const text = "struct rq;\nstruct rq {\n  int n;\n};\n";
  const editor = makeEditor(t, { "src/till.c": text });
  const answer = await ask(editor, { file_path: "src/till.c", symbol: "rq" });
  assert.deepEqual(namesOf(answer), ["n"]);
});
