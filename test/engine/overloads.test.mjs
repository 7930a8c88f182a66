/** Documentation and signatures of what is declared more than once, or badly hovered. */
import assert from "node:assert/strict";
import test from "node:test";
import { makeEditor, writeFiles } from "./fake-editor.mjs";

const factsOf = (answer) => JSON.parse(answer.factsJson);
const FUNCTION = 11;

/** A file of overloads: [line, signature, comment above]; the last one has a body. */
const FILE = `import { a } from './a';

export function pick(key: null): null;
/** @deprecated Use the other one. */
export function pick(key: boolean): boolean;
export function pick<T>(key: T, options: Options): T;
/** Of a text. */
export function pick(key: string): string;

/**
 * Picks by {@link Options}.
 *
 * @see {@link other}
 * @param key What to pick.
 */
export function pick(key: any) {
  return key;
}
`;

const lines = FILE.split("\n");
const rows = lines.flatMap((line, row) => (line.startsWith("export function pick") ? [row] : []));

/** TypeScript's server: at the implementation it says what the first overload is. */
function serve(editor, { hovers = true } = {}) {
  const column = "export function ".length;
  const of = (row) => (row === rows.at(-1) ? rows[0] : row);
  editor.on.outline = (file) => ({
    data: file.endsWith("pick.ts")
      ? rows.map((row) => ["pick", FUNCTION, "", "", true, 0, row, column, row, 0, row, lines[row].length])
      : [],
  });
  editor.on.hover = (file, row) => {
    if (!hovers || !rows.includes(row)) return { data: [] };
    const signature = lines[of(row)].replace(/^export /, "").replace(/;$/, " (+3 overloads)");
    const comment =
      /^\/\*\* (.*) \*\/$/.exec(lines[of(row) - 1])?.[1]?.replace(/^@deprecated/, "*@deprecated* —") ?? "";
    return { data: [[0, `\`\`\`typescript\n${signature}\n\`\`\`\n${comment}`, "", false, false]] };
  };
  editor.on.definition = (file, row) => ({
    data: rows.includes(row) ? [[editor.path("src/pick.ts"), row, column, row, column + 4]] : [],
  });
  editor.on.workspaceSymbols = (query) => {
    const last = rows.at(-1);
    return {
      data:
        query === "pick"
          ? [["pick", FUNCTION, "", editor.path("src/pick.ts"), false, 0, last, 0, last, 0, last, lines[last].length]]
          : [],
    };
  };
  return editor;
}

test("overloads: each signature once, the useful ones first, and the comment of the implementation", async (t) => {
  const editor = serve(makeEditor(t, { "src/pick.ts": FILE }));
  for (const args of [{ symbol: "pick", file: "src/pick.ts" }, { symbol: "pick" }]) {
    const { text, factsJson } = await editor.call(args);
    const [result] = JSON.parse(factsJson).results;
    assert.equal(result.documented, true, text);
    assert.deepEqual(result.signature.split("\n"), [
      "function pick<T>(key: T, options: Options): T",
      "function pick(key: string): string",
      "function pick(key: null): null",
    ]);
    assert.match(text, /^Overloads: 4, 1 deprecated, 3 shown; on lines 3, 5, 6, 8; implemented on line 16$/m);
    assert.match(text, /Picks by Options\.\n\n\*@see\* — other\n\n\*@param\* `key` — What to pick\./);
    assert.match(text, /Overload on line 8:\n\nOf a text\./);
    assert.doesNotMatch(text, /No documentation|\(\+3|Use the other one|---/);
    assert.equal(result.candidate_count, undefined, text);
  }
});

test("a signature without a call of the function is that of its declarations", async (t) => {
  const editor = serve(makeEditor(t, { "src/pick.ts": FILE, "src/b.ts": "// pick( is only named here\n" }));
  editor.ops.signatureHelp = async () => ({ data: { activeSignature: 0, signatures: [] } });
  const answer = await editor.run("get_signature_help", { symbol: "pick" });
  assert.equal(answer.code, "found", answer.text);
  assert.match(answer.text, /^4 signatures, from the declarations: no call of it is known$/m);
  assert.match(answer.text, /^1\. function pick<T>\(key: T, options: Options\): T$/m);
  assert.match(answer.text, /^\[1 deprecated: get_symbol_documentation has the lines\]$/m);
  assert.equal(factsOf(answer).signatures.length, 3);
});

test("what is written on a deprecated overload does not call all of them deprecated", async (t) => {
  const editor = makeEditor(t, { "src/pick.ts": FILE });
  serve(editor, {});
  editor.on.hover = (file, row) => {
    if (!rows.includes(row)) return { data: [] };
    const signature = lines[row].replace(/^export /, "").replace(/;$/, "");
    const words = row === rows[1] ? "Picks whatever there is.\n\n*@param* `key`\n\n*@deprecated* — Not this one." : "";
    return { data: [[0, `\`\`\`typescript\n${signature}\n\`\`\`\n${words}`, "", false, false]] };
  };
  await writeFiles(editor.folders[0], {
    "src/pick.ts": FILE.replace(/\/\*\*[^]*?\*\//g, (one) => one.replace(/[^\n]/g, " ")),
  });
  const { text } = await editor.call({ symbol: "pick", file: "src/pick.ts" });
  assert.match(text, /^Overloads: 4, 1 deprecated/m);
  assert.match(text, /Picks whatever there is\./);
  assert.doesNotMatch(text, /@deprecated|Not this one/);
});

test("signatures that are asked for are all there, as far as max_tokens lets them", async (t) => {
  const many = Array.from(
    { length: 9 },
    (_, i) => `export function pick(key: Kind${i}, other: Other${i}): Result${i};`,
  );
  const text = [...many, "export function pick(key: any) {", "}", ""].join("\n");
  const own = text.split("\n");
  const editor = makeEditor(t, { "src/pick.ts": text });
  const column = "export function ".length;
  editor.on.outline = () => ({
    data: own
      .slice(0, 10)
      .map((line, row) => ["pick", FUNCTION, "", "", true, 0, row, column, row, 0, row, line.length]),
  });
  editor.on.hover = (file, row) => ({
    data: row < 10 ? [[0, `\`\`\`typescript\n${own[row === 9 ? 0 : row].slice(7, -1)}\n\`\`\``, "", false, false]] : [],
  });
  editor.ops.signatureHelp = async () => ({ data: { activeSignature: 0, signatures: [] } });
  const ask = (max_tokens) =>
    editor.run("get_signature_help", { symbol: "pick", file_path: "src/pick.ts", max_tokens });
  const whole = await ask(2000);
  assert.match(whole.text, /^9\. function pick\(key: Kind8, other: Other8\): Result8$/m);
  assert.doesNotMatch(whole.text, /more/);
  const cut = await ask(100);
  assert.match(cut.text, /^9 signatures.*\n1\. [^]*^\[\d more: raise max_tokens to see them\]$/m);
  assert.equal(factsOf(cut).truncated, true);
});

test("documentation that was shortened says so", async (t) => {
  const editor = serve(makeEditor(t, { "src/pick.ts": FILE }));
  const long = Array.from({ length: 60 }, (_, i) => `Sentence ${i} of a long text.`).join("\n\n");
  editor.on.hover = () => ({ data: [[0, `\`\`\`typescript\nclass Pick\n\`\`\`\n${long}`, "", false, false]] });
  const cut = await editor.call({ symbol: "pick", file: "src/pick.ts", max_tokens: 200 });
  assert.match(cut.text, /\n\[shortened: raise max_tokens\]$/);
  const whole = await editor.call({ symbol: "pick", file: "src/pick.ts", max_tokens: 5000 });
  assert.doesNotMatch(whole.text, /shortened/);
});

/** A signature provider that answers inside of the parentheses on these rows: `{row: label}`. */
function answerAt(editor, labels, documentation = "") {
  editor.ops.signatureHelp = async (file, row) => ({
    data: {
      activeSignature: 0,
      signatures:
        labels[row] === undefined
          ? []
          : [
              {
                label: labels[row],
                documentation,
                activeParameter: 0,
                parameters: [{ label: "key: T", documentation: 'See [Key](command:_open?%7B%7D "Open").' }],
              },
            ],
    },
  });
}

test("signatures have no links into the editor and no examples, and say the words of one", async (t) => {
  const editor = makeEditor(t, { "src/a.ts": "export function run(key) {}\nrun(1);\n" });
  const words = 'Runs <b>it</b> by [Key](command:_open?%7B%7D "Open").\n\n## Example\n\n```ts\nrun(1)\n```\n';
  answerAt(editor, { 1: "run(key: T): void" }, words);
  const { text, factsJson } = await editor.run("get_signature_help", { symbol: "run", file_path: "src/a.ts" });
  assert.match(
    text,
    /^1\. run\(key: T\): void\nRuns \*\*it\*\* by Key\.\n {3}- key: T: See Key\.\nget_symbol_documentation returns its whole/m,
  );
  assert.doesNotMatch(text + factsJson, /command:|Example|<b>/);
});

test("the call of another function of that name is not taken", async (t) => {
  const editor = makeEditor(t, { "src/a.ts": "export function get(key) {}\nmap.get(1);\nget(2);\n" });
  const here = editor.path("src/a.ts");
  answerAt(editor, { 1: "get(other: number): string", 2: "get(key: T): void" });
  editor.on.definition = (file, row) => ({ data: row === 1 ? [["/lib/map.ts", 4, 2, 4, 5]] : [[here, 0, 16, 0, 19]] });
  const { text } = await editor.run("get_signature_help", { symbol: "get", file_path: "src/a.ts", line: 1 });
  assert.match(text, /^1\. get\(key: T\): void/m);
});

test("the call of a method that it overrides is not taken, though it is among the references", async (t) => {
  const editor = makeEditor(t, {
    "src/a.ts": "export class Late {\n  ask(id) {}\n}\n",
    "src/b.ts": "base.ask(1);\n",
  });
  const [own, other] = [editor.path("src/a.ts"), editor.path("src/b.ts")];
  const METHOD = 5;
  answerAt(editor, { 0: "ask(_id: number): void" });
  editor.on.outline = (file) => ({
    data:
      file === own
        ? [
            ["Late", 4, "", "", true, 0, 0, 13, 0, 0, 2, 1],
            ["ask", METHOD, "Late", "", true, 1, 1, 2, 1, 2, 1, 12],
          ]
        : [],
  });
  editor.on.hover = (file) => ({
    data: file === own ? [[0, "(method) Late.ask(id: any): void", "", false, false]] : [],
  });
  editor.on.definition = (file) => ({ data: file === own ? [[own, 1, 2, 1, 5]] : [["/lib/base.ts", 4, 2, 4, 5]] });
  editor.on.references = () => ({
    data: [
      [own, 1, 2, 1, 5],
      [other, 0, 5, 0, 8],
    ],
  });
  const { text } = await editor.run("get_signature_help", { symbol: "Late.ask", file_path: "src/a.ts" });
  assert.doesNotMatch(text, /\(method\)/, "the head has the kind");
  assert.match(text, /ask\(id\b/);
  assert.doesNotMatch(text, /_id/);
});

test("an interface and a variable of one name have no overloads in common", async (t) => {
  const editor = makeEditor(t, {
    "src/a.ts": "export interface Kind {\n  ask(): void;\n}\nexport const Kind = {\n  ask() {},\n};\n",
  });
  const [INTERFACE, VARIABLE, METHOD] = [10, 12, 5];
  editor.on.outline = () => ({
    data: [
      ["Kind", INTERFACE, "", "", true, 0, 0, 17, 0, 0, 2, 1],
      ["ask", METHOD, "Kind", "", true, 1, 1, 2, 1, 2, 1, 14],
      ["Kind", VARIABLE, "", "", true, 0, 3, 13, 3, 0, 5, 2],
      ["ask", METHOD, "Kind", "", true, 1, 4, 2, 4, 2, 4, 10],
    ],
  });
  editor.on.hover = (file, row) => ({
    data: [[0, `(method) ${row === 1 ? "Kind." : ""}ask(): void`, "", false, false]],
  });
  editor.on.definition = (file, row) => ({ data: [[file, row, 2, row, 5]] });
  editor.ops.signatureHelp = async () => ({ data: { activeSignature: 0, signatures: [] } });
  for (const line of [2, 5]) {
    const { text } = await editor.run("get_signature_help", { symbol: "ask", file_path: "src/a.ts", line });
    assert.match(text, /^1 signature,/m, text);
  }
  const { text } = await editor.call({ symbol: "Kind.ask", file: "src/a.ts" });
  assert.doesNotMatch(text, /^Overloads/m);
});

test("at a place without a signature the called function is looked up", async (t) => {
  const editor = makeEditor(t, {
    "src/a.ts": "/** Runs it. */\nexport function run(a, b) {}\nrun([1, 2], (3 + 4));\nconst x = [1, 2];\n",
  });
  answerAt(editor, {});
  const inside = await editor.run("get_signature_help", { file_path: "src/a.ts", line: 3, column: 14 });
  assert.equal(inside.code, "found", inside.text);
  assert.match(inside.text, /Argument 2 of a call of run .*\n1 signature, from the declaration\n1\. function run/);
  const outside = await editor.run("get_signature_help", { file_path: "src/a.ts", line: 4, column: 12 });
  assert.equal(outside.code, "none", outside.text);
});

test("what is no function has no signature, and its declaration is none", async (t) => {
  const editor = makeEditor(t, { "src/a.ts": "export const three = 3;\nexport const run = (n) => n;\nthree(run);\n" });
  answerAt(editor, { 2: "three(n: number): void" });
  const variable = (name, row, end) => [name, 12, "", "", true, row, 0, row, end, row, 13, end];
  editor.on.outline = () => ({ data: [variable("three", 0, 23), variable("run", 1, 29)] });
  const hovers = { three: "const three: 3", run: "const run: (n: any) => any" };
  editor.on.hover = (file, row) => ({
    data: [[0, `\`\`\`typescript\n${row === 1 ? hovers.run : hovers.three}\n\`\`\``, "", false, false]],
  });
  answerAt(editor, {});
  const three = await editor.run("get_signature_help", { symbol: "three", file_path: "src/a.ts" });
  assert.notEqual(three.code, "found", three.text);
  assert.doesNotMatch(three.text, /const three/);
  const run = await editor.run("get_signature_help", { symbol: "run", file_path: "src/a.ts" });
  assert.match(run.text, /^1\. const run: \(n: any\) => any$/m);
});

test("a place in a language whose calls need no parentheses is no call only where one has had a signature", async (t) => {
  const editor = makeEditor(t, { "main.sh": "greet() {\n  :\n}\ngreet world\n", "src/a.ts": "export const x = 1;\n" });
  editor.servers.shellscript = [{ extension: "test.shell", active: true }];
  editor.on.outline = (file) => ({
    data: file.endsWith("main.sh")
      ? [["greet", FUNCTION, "", "", true, 0, 0, 2, 1, 0, 0, 5]]
      : [["x", 12, "", "", true, 0, 0, 0, 19, 0, 13, 14]],
  });
  answerAt(editor, {});
  const bare = await editor.run("get_signature_help", { file_path: "main.sh", line: 4, column: 7 });
  assert.equal(bare.code, "unknown", bare.text);
  assert.match(bare.text, /^Unknown: no language server here has returned a signature for shellscript/);
  const none = await editor.run("get_signature_help", { file_path: "src/a.ts", line: 1, column: 18 });
  assert.equal(none.code, "none", none.text);
});

test("messages of diagnostics have no markup of a client", async (t) => {
  const editor = makeEditor(t, { "src/a.ts": "let a = 1;\n" });
  const messages = [
    'Type is wrong\n\u00a0\u00a0"int" is not "str"',
    "Unused include (fix available)",
    "Bad\n\na.h:1:2: note: here (fixes available)",
  ];
  editor.on.diagnostics = (file) => ({
    data: {
      events: 1,
      loaded: true,
      exact: true,
      rows: file.endsWith("a.ts") ? messages.map((message, i) => [0, i, 0, i + 1, 0, "1", "test", message]) : [],
    },
  });
  const answer = await editor.run("get_diagnostics", { file: "src/a.ts" });
  const told = factsOf(answer).diagnostics.map(({ message }) => message);
  assert.deepEqual(
    told,
    ['Type is wrong\n  "int" is not "str"', "Unused include", "Bad\na.h:1:2: note: here"],
    answer.text,
  );
});

test("a hover that is of something else is refused, also for the signature", async (t) => {
  const editor = makeEditor(t, {
    "src/lib.h": "extern int print (const char *format, ...)\n  __attribute__ ((format (print, 1, 2)));\n",
  });
  const other =
    "### `format`  \n\n---\nClang supports the format attribute.  \n\n---\n```cpp\n__attribute__((format(print, 1, 2)))\n```";
  editor.servers.c = [{ extension: "test.c", active: true }];
  editor.on.outline = () => ({ data: [["print", FUNCTION, "", "", true, 0, 0, 11, 0, 0, 0, 42]] });
  editor.on.hover = () => ({ data: [[0, other, "", false, false]] });
  const { text } = await editor.call({ symbol: "print", file: "src/lib.h" });
  assert.doesNotMatch(text, /attribute\.|__attribute__|format`/);
  assert.match(text, /extern int print \(const char \*format, \.\.\.\)/);
});

test("a hover without words: the comment above the declaration, here or in another file", async (t) => {
  const editor = makeEditor(t, {
    "src/a.h": "/*\n** Opens it.\n*/\nint open_it (void);\n",
    "src/a.c": '#include "a.h"\n\nint open_it (void) { return 1; }\n',
  });
  editor.servers.c = [{ extension: "test.c", active: true }];
  const [header, source] = ["src/a.h", "src/a.c"].map((name) => editor.path(name));
  editor.on.outline = (file) => ({
    data: file === source ? [["open_it", FUNCTION, "", "", true, 0, 2, 4, 2, 0, 2, 30]] : [],
  });
  editor.on.hover = () => ({
    data: [[0, "### function `open_it`  \n\n---\n→ `int`  \n\n---\n```cpp\nint open_it()\n```", "", false, false]],
  });
  editor.on.definition = () => ({ data: [[source, 2, 4, 2, 11]] });
  editor.on.declaration = () => ({ data: [[header, 3, 4, 3, 11]] });
  const { text } = await editor.call({ symbol: "open_it", file: "src/a.c" });
  assert.match(text, /```cpp\nint open_it\(\)\n```\n\nOpens it\./);
  assert.doesNotMatch(text, /No documentation|###|→/);
});
