/** Definitions, declarations and types: who is asked for them. */
import assert from "node:assert/strict";
import path from "node:path";
import test from "node:test";
import { makeEditor, makeFolder, writeFiles } from "./fake-editor.mjs";

const FILES = { "src/a.ts": "export function first() {}\n" };

/** Asks `count` times; each question is a new one for the cache. */
async function askOften(editor, count) {
  for (let i = 0; i < count; i++) {
    const { code, text } = await editor.run("find_definition", {
      symbol: "first",
      file_path: "src/a.ts",
      max_tokens: 1000 + i,
    });
    assert.equal(code, "found", text);
  }
}

test("without a provider of declarations they are requested only now and then", async (t) => {
  const editor = makeEditor(t, FILES);
  await askOften(editor, 130);
  assert.equal(editor.count("definition"), 130);
  assert.equal(editor.count("declaration"), 7, "five times, and then each sixty-fourth time");
});

test("with a provider, or a failing one, they always are", async (t) => {
  const editor = makeEditor(t, FILES);
  editor.on.declaration = () => ({ data: [[editor.path("src/a.ts"), 0, 16, 0, 21]] });
  await askOften(editor, 10);
  assert.equal(editor.count("declaration"), 10);
  editor.on.declaration = () => {
    throw new Error("broken");
  };
  for (let i = 0; i < 10; i++) {
    const { text } = await editor.run("find_definition", {
      symbol: "first",
      file_path: "src/a.ts",
      max_tokens: 2000 + i,
    });
    assert.match(text, /Unknown in part: .*broken/);
  }
});

test("a name from another file is noted, and only previewed in a rename", async (t) => {
  const editor = makeEditor(t, {
    ...FILES,
    "src/b.ts": "// first is not used here\nexport const other = 1;\n",
    "src/c.ts": "first();\n",
  });
  const note = /^Note: 'src\/b\.ts' does not use 'first' in its code; this symbol is from another file\.$/m;
  for (const tool of ["find_definition", "find_references", "get_signature_help"]) {
    const wrong = await editor.run(tool, { symbol: "first", file_path: "src/b.ts" });
    assert.match(wrong.text, note);
    for (const file_path of ["src/a.ts", "src/c.ts"]) {
      const right = await editor.run(tool, { symbol: "first", file_path });
      assert.doesNotMatch(right.text, /Note:/);
    }
  }
  const renamed = await editor.run("rename_symbol", {
    symbol: "first",
    file_path: "src/b.ts",
    new_name: "second",
    preview: false,
  });
  assert.match(renamed.text, /^PREVIEW/);
  assert.match(renamed.text, note);
});

test("a member of something else than was named is none, with what has the name, and is not renamed", async (t) => {
  const editor = makeEditor(t, { "src/shop.ts": "class Till {\n  open() {}\n}\n" });
  const outline = [
    ["Till", 4, "", "", true, 0, 0, 6, 0, 0, 2, 1],
    ["open", 5, "", "", true, 1, 1, 2, 1, 2, 1, 11],
  ];
  editor.on.outline = () => ({ data: outline });
  editor.on.definition = () => ({ data: [[editor.path("src/shop.ts"), 1, 2, 1, 6]] });
  for (const tool of [
    "find_definition",
    "find_references",
    "find_implementations",
    "get_call_hierarchy",
    "get_signature_help",
    "get_symbol_documentation",
  ])
    for (const place of [{}, { file_path: "src/shop.ts" }]) {
      const name = tool === "get_symbol_documentation" ? "symbol_name" : "symbol";
      const wrong = await editor.run(tool, { [name]: "Shop.open", ...place });
      assert.equal(wrong.code, "none", `${tool}: ${wrong.text}`);
      assert.match(wrong.text, /^No symbol found for 'Shop\.open'/);
      assert.match(wrong.text, /^- src\/shop\.ts:2:3#Till\.open {2}Method$/m);
      const right = await editor.run(tool, { [name]: "Till.open", ...place });
      assert.doesNotMatch(right.text, /No symbol found/, tool);
    }
  const before = editor.snapshot();
  const renamed = await editor.run("rename_symbol", {
    symbol: "Shop.open",
    file_path: "src/shop.ts",
    new_name: "start",
    preview: false,
  });
  assert.match(renamed.text, /No symbol found for 'Shop\.open'[^]*Nothing was changed\./);
  assert.equal(editor.snapshot(), before);
  assert.equal(editor.count("rename"), 0);
});

test("a handle whose container was renamed is what stands at its place, and says so", async (t) => {
  const editor = makeEditor(t, { "src/shop.ts": "class Shop {\n  open() {}\n}\n" });
  editor.on.outline = () => ({
    data: [
      ["Shop", 4, "", "", true, 0, 0, 6, 0, 0, 2, 1],
      ["open", 5, "", "", true, 1, 1, 2, 1, 2, 1, 11],
    ],
  });
  const { text, code } = await editor.run("find_definition", { handle: "src/shop.ts:2:3#Till.open" });
  assert.equal(code, "found", text);
  assert.match(text, /^Note: this is Shop\.open, not Till\.open\.$/m);
});

test("a member that is lacking is none, with the nearest of what there is", async (t) => {
  const editor = makeEditor(t, { "src/shop.ts": "class Till {\n  open() {}\n  close() {}\n}\n" });
  const rows = [
    ["Till", 4, "", "", true, 0, 0, 6, 0, 0, 3, 1],
    ["open", 5, "", "", true, 1, 1, 2, 1, 2, 1, 11],
    ["close", 5, "", "", true, 1, 2, 2, 2, 2, 2, 12],
  ];
  editor.on.outline = () => ({ data: rows });
  const { text, code, factsJson } = await editor.run("find_definition", { symbol: "Till.opens" });
  assert.equal(code, "none", text);
  assert.match(
    text,
    /^Till \(src\/shop\.ts:1:7#Till\) has no 'opens'\. Its nearest members:\n- src\/shop\.ts:2:3#Till\.open {2}Method$/m,
  );
  assert.deepEqual(JSON.parse(factsJson).nearest, ["src/shop.ts:2:3#Till.open"]);
  assert.equal(editor.count("workspaceSymbols"), 0, "what is known to lack it is not searched for");
});

test("a type in a file that cannot be read does not hide the members of the others", async (t) => {
  const editor = makeEditor(t, {
    "src/bad.ts": "export class Bad {}\n\0\n",
    "src/good.ts": "export class Good {\n  run() {}\n}\n",
    "src/use.ts": "export const thing = make();\n",
  });
  const { outline } = editor;
  const rows = [
    ["Good", 4, "", "", true, 0, 0, 13, 0, 0, 2, 1],
    ["run", 5, "", "", true, 1, 1, 2, 1, 2, 1, 10],
  ];
  editor.on.outline = (file) => (file.endsWith("good.ts") ? { data: rows } : outline.call(editor, file));
  const types = [[editor.path("src/bad.ts"), 0, 13, 0, 16]];
  editor.on.typeDefinition = () => ({ data: types });
  const ask = (max_tokens) =>
    editor.run("find_definition", { symbol: "thing.run", file_path: "src/use.ts", max_tokens });
  const unread = await ask(1000);
  assert.equal(unread.code, "unknown", unread.text);
  types.push([editor.path("src/good.ts"), 0, 13, 0, 17]);
  const { code, text } = await ask(1001);
  assert.equal(code, "found", text);
  assert.match(text, /src\/good\.ts:2:3/);
});

test("a module is a qualifier, and another one is none", async (t) => {
  const editor = makeEditor(t, { ...FILES, "src/b.ts": "export const other = 1;\n" });
  for (const symbol of ["a.first", "src.a.first", "src/a.first"])
    assert.equal((await editor.run("find_definition", { symbol })).code, "found", symbol);
  for (const symbol of ["b.first", "lib.a.first", "src.first"]) {
    const { code, text } = await editor.run("find_definition", { symbol });
    assert.equal(code, "none", text);
  }
});

test("a type parameter is of what declares it, though the module has the function's name", async (t) => {
  const editor = makeEditor(t, {
    "src/timeout.ts":
      "export interface Config<T, M = unknown> {}\nexport function timeout<T, M = unknown>(config: Config<T, M>): M;\n",
  });
  const [file, places] = [editor.path("src/timeout.ts"), { 0: 27, 1: 27 }];
  editor.on.hover = () => ({ data: [[0, "(type parameter) M", "", false, false]] });
  editor.on.definition = (path, row) => ({ data: [[file, row, places[row], row, places[row] + 1]] });
  for (const [symbol, place] of [
    ["timeout.M", "2:28"],
    ["Config.M", "1:28"],
  ]) {
    const { code, text } = await editor.run("find_definition", { symbol, file_path: "src/timeout.ts" });
    assert.equal(code, "found", text);
    assert.ok(text.includes(`Defined at src/timeout.ts:${place}`), text);
    assert.doesNotMatch(text, /Other symbols/);
  }
});

test("a function that is assigned to a member is at the member's name", async (t) => {
  const editor = makeEditor(t, { "src/result.ts": "result.connect = (one) => one;\n" });
  const file = editor.path("src/result.ts");
  editor.on.outline = () => ({ data: [["connect", 11, "", "", true, 0, 0, 17, 0, 17, 0, 29]] });
  editor.on.definition = (path, row, column) => ({ data: column === 7 ? [[file, 0, 7, 0, 14]] : [] });
  const { code, text } = await editor.run("find_definition", { symbol: "connect", file_path: "src/result.ts" });
  assert.equal(code, "found", text);
  assert.match(text, /result\.ts:1:8/);
  const { factsJson } = await editor.run("get_symbols", { file_path: "src/result.ts" });
  assert.equal(JSON.parse(factsJson).symbols[0].column, 7, factsJson);
});

test("an attribute comes before the variables of functions", async (t) => {
  const source = [
    "def cut(pos):",
    "    return pos",
    "",
    "class Reader:",
    "    def __init__(self):",
    "        self.pos = 0",
    "",
  ];
  const editor = makeEditor(t, { "app/read.py": source.join("\n") });
  const [file, VARIABLE] = [editor.path("app/read.py"), 13];
  editor.servers.python = [{ extension: "test.python", active: true }];
  editor.on.workspaceSymbols = () => ({
    data: [
      ["pos", VARIABLE, "cut", file, true, 0, 0, 8, 0, 8, 0, 11],
      ["pos", VARIABLE, "Reader", file, true, 0, 5, 13, 5, 13, 5, 16],
    ],
  });
  editor.on.definition = (path, row, column) => ({ data: [[file, row, column, row, column + 3]] });
  const { text } = await editor.run("find_definition", { symbol: "pos" });
  assert.match(text, /^Defined at app\/read\.py:6:14/m);
});

test("of declarations that fit as well, the one that is open in the editor comes first", async (t) => {
  const till = "export class Till {}\n";
  const editor = makeEditor(t, {
    "src/a.ts": till,
    "src/b.ts": till,
    "src/c.ts": "export const one = (Till) => Till;\n",
  });
  const places = async (file, max_tokens) => {
    editor.tabs = new Set(file ? [editor.path(file)] : []);
    const { text } = await editor.run("find_definition", { symbol: "Till", max_tokens });
    return text.match(/src\/\w\.ts/g);
  };
  assert.deepEqual((await places(undefined, 1000)).slice(0, 2), ["src/a.ts", "src/b.ts"]);
  assert.deepEqual((await places("src/b.ts", 1001)).slice(0, 2), ["src/b.ts", "src/a.ts"]);
  assert.deepEqual((await places("src/c.ts", 1002)).slice(0, 2), ["src/a.ts", "src/b.ts"]);
});

test("a name that a module exports from another one is its own, however it is written", async (t) => {
  const forms = [
    "export { first } from './a';\n",
    "export {\n  first,\n} from './a';\n",
    "var x=1;{x}export{first}from'./a';x\n",
  ];
  for (const form of forms) {
    const editor = makeEditor(t, { ...FILES, "src/b.ts": form, "src/c.ts": "import {\n  first,\n} from './a';\n" });
    const { code, text } = await editor.run("find_definition", { symbol: "b.first" });
    assert.equal(code, "found", `${form}: ${text}`);
    assert.notEqual((await editor.run("find_definition", { symbol: "c.first" })).code, "found", form);
  }
});

test("a line of 10 MB is read once for what it imports", async (t) => {
  const line = `${"x;".repeat(5_000_000)}${"{import{first}from'./a'}".repeat(2000)}\n`;
  const editor = makeEditor(t, { ...FILES, "src/b.ts": line });
  const began = performance.now();
  const { text } = await editor.run("find_definition", { symbol: "b.first" });
  t.diagnostic(`${Math.round(performance.now() - began)} ms: ${text.slice(0, 100)}`);
  // Read again for each import it would take a minute.
  assert.ok(performance.now() - began < 15_000, `${performance.now() - began} ms`);
});

test("what a file says in comments only is not said to be used there", async (t) => {
  const editor = makeEditor(t, {
    "src/a.ts": "export class Only {}\n",
    "src/b.ts": "// Only in words\nexport const x = 1;\n",
    "src/c.ts": "new Only();\n",
  });
  editor.on.workspaceSymbols = () => ({ data: [] });
  const { text } = await editor.call({ symbol_name: "Only", file_path: "src/b.ts" });
  assert.match(text, /Not directly referenced in: src\/b\.ts/);
  assert.doesNotMatch(text, /Referenced in: src\/b\.ts/);
});

test("a name path is not said to be used where a file says its last name alone", async (t) => {
  const editor = makeEditor(t, { ...FILES, "src/b.ts": "export class Other {\n  first() {}\n}\n" });
  for (const what of ["hover", "definition"]) {
    const asked = editor[what].bind(editor);
    editor.on[what] = (file, ...at) => (file.endsWith("b.ts") ? { data: [] } : asked(file, ...at));
  }
  const { text, code } = await editor.call({ symbol_name: "a.first", file_path: "src/b.ts" });
  assert.equal(code, "found", text);
  assert.match(text, /src\/a\.ts/);
  assert.doesNotMatch(text, /Referenced in|Imported|symbol of that name/, text);
  assert.match(text, /did not resolve 'first' in that file: this is a\.first in the workspace/);
  const definition = await editor.run("find_definition", { symbol: "a.first", file_path: "src/b.ts" });
  assert.match(definition.text, /Note: no language server confirmed that 'first' in 'src\/b\.ts' is this symbol\./);
});

test("a line means the name that it declares or uses, never a keyword, in any language", async (t) => {
  const editor = makeEditor(t, {
    ...FILES,
    "src/b.ts": "import { first } from './a';\n\nexport {\n  first,\n};\nreturn;\n",
    "package.json": '{"import": "x", "return": 1}\n',
    "src/c.py": "def first():\n    pass\n",
  });
  for (const line of [1, 4]) {
    const { facts, text } = await definitionOf(editor, { file_path: "src/b.ts", line });
    assert.equal(facts.symbol?.name, "first", text);
    assert.equal(facts.symbol.file, "src/a.ts");
  }
  const none = await editor.run("find_definition", { file_path: "src/b.ts", line: 6 });
  assert.match(none.text, /line 6 has no name/);
  const past = await editor.run("find_definition", { file_path: "src/b.ts", line: 60 });
  assert.match(past.text, /line 60 is past the end: src\/b\.ts has 7 lines\./);
});

test("a file in one language does not mean a name of another", async (t) => {
  const editor = makeEditor(t, { ...FILES, "src/c.py": "# first\nx = 1\n" });
  const { code, text } = await editor.run("find_definition", { symbol: "first", file_path: "src/c.py" });
  assert.notEqual(code, "found", text);
});

test("without a server a name path means what the text says", async (t) => {
  const editor = makeEditor(t, {
    "src/shop.py":
      "class Till:\n    def open(self):\n        pass\n\n\nclass Door:\n    def open(self):\n        pass\n",
  });
  for (const [symbol, line] of [
    ["Till.open", 2],
    ["Door.open", 7],
    ["shop.Door.open", 7],
  ]) {
    const { facts, text } = await definitionOf(editor, { symbol });
    assert.equal(facts.symbol?.line, line, text);
  }
  for (const symbol of ["Shop.open", "foo.Till.open"]) {
    const { code, text } = await editor.run("find_definition", { symbol });
    assert.equal(code, "none", text);
  }
});

async function definitionOf(editor, args) {
  const { text, factsJson } = await editor.run("find_definition", args);
  return { text, facts: JSON.parse(factsJson) };
}

test("a definition's line is whole, and a library's folder is written once", async (t) => {
  const long = `export function made(${Array.from({ length: 12 }, (_, i) => `argument_${i}: number`).join(", ")}) {}`;
  const editor = makeEditor(t, { "src/a.ts": `${long}\n`, "src/b.ts": 'import { made } from "./a";\nmade();\n' });
  const whole = await editor.run("find_definition", { symbol: "made", file_path: "src/a.ts" });
  assert.ok(whole.text.includes(long), whole.text);
  const names = ["lib.es5.d.ts", "lib.es2015.d.ts"];
  const folder = path.join(makeFolder(), "a-library-with-a-long-path/typescript/lib");
  writeFiles(folder, Object.fromEntries(names.map((name) => [name, "\n\n\nvar made;\n"])));
  editor.on.definition = () => ({
    data: names.map((name) => [`${folder}/${name}`, 3, 4, 3, 8]),
  });
  const { text } = await editor.run("find_definition", { symbol: "made", file_path: "src/b.ts", line: 2 });
  assert.equal(text.split(folder).length, 2 + /^made \(.*lib\.es/.test(text), text);
  assert.match(text, /^…\/lib\.es/m);
});

test("a macro is one where only its use is known to the server", async (t) => {
  const editor = makeEditor(t, {
    "src/limits.h": "#define LIMIT 3\n",
    "src/a.c": '#include "limits.h"\nint a[LIMIT];\n',
  });
  editor.servers.c = [{ extension: "test.clangd", active: true }];
  editor.on.definition = (file, row) => ({
    data: row === 1 && file.endsWith("a.c") ? [[editor.path("src/limits.h"), 0, 8, 0, 13]] : [],
  });
  const { text } = await editor.run("find_definition", { symbol: "LIMIT", file_path: "src/a.c" });
  assert.match(text, /^LIMIT \(Macro\)\nDefined at src\/limits\.h:1:9: #define LIMIT 3/);
});

test("where only its type is known, a definition is unknown", async (t) => {
  const editor = makeEditor(t, { "src/kind.ts": "export class Kind {}\n", "src/b.ts": "use(proto);\n" });
  editor.on.definition = () => ({ data: [] });
  editor.on.hover = () => ({ data: [[0, "(parameter) proto: Kind", "", false, false]] });
  editor.on.typeDefinition = () => ({ data: [[editor.path("src/kind.ts"), 0, 13, 0, 17]] });
  const { code, text } = await editor.run("find_definition", { symbol: "proto", file_path: "src/b.ts", line: 1 });
  assert.equal(code, "unknown", text);
  assert.match(text, /^Its type is defined at src\/kind\.ts:1:14/m);
  assert.match(text, /^Unknown: no language server returned a definition\.$/m);
});

test("a macro's handle leads to its own branch, not to the one that is compiled", async (t) => {
  const editor = makeEditor(t, { "m.h": "#ifdef A\n#define M(x) 1\n#else\n#define M(x) 2\n#endif\nint m;\n" });
  editor.on.definition = () => ({ data: [[editor.path("m.h"), 3, 8, 3, 9]] });
  editor.on.hover = () => ({ data: [[0, "#define M(x) 2", "", false, false]] });
  const { text } = await editor.run("find_definition", { handle: "m.h:2:9#M" });
  assert.match(text, /^M .*m\.h:2:9/, text);
});

test("an outline has the line of a symbol, or its first and last", async (t) => {
  const editor = makeEditor(t, FILES);
  editor.on.outline = () => ({
    data: [
      ["first", 11, "", "", true, 0, 0, 16, 0, 0, 0, 26],
      ["later", 11, "", "", true, 0, 1, 9, 1, 0, 3, 1],
    ],
  });
  await writeFiles(editor.folders[0], {
    "src/two.ts": "export function first() {}\nfunction later() {\n  return 1;\n}\n",
  });
  const { text } = await editor.run("get_symbols", { file_path: "src/two.ts" });
  assert.match(text, /^1: export function first\(\)\n2-4: function later\(\)$/m);
});

test("a name in a file is understood by all tools; a number after # is an occurrence", async (t) => {
  const editor = makeEditor(t, {
    "src/a.ts": "export class Till {}\n",
    "src/b.ts": "export class Till {}\nexport const h = 1;\n",
  });
  const defined = async (args) => (await editor.run("find_definition", args)).text;
  assert.match(await defined({ symbol: "src/b.ts#Till" }), /^Till \(Class\)\nDefined at src\/b\.ts:1:14/);
  assert.match(await defined({ symbol: "src/a.ts#Till" }), /^Till \(Class\)\nDefined at src\/a\.ts:1:14/);
  assert.match(await defined({ symbol: "src/c.ts#Till" }), /'src\/c\.ts' does not exist/);
  const documented = await editor.run("get_symbol_documentation", { symbols: ["src/b.ts#Till", "src/a.ts#Till"] });
  assert.match(documented.text, /src\/b\.ts:1:14[^]*src\/a\.ts:1:14/);
  assert.match(await defined({ symbol: "b.h#1", file_path: "src/b.ts" }), /^h \(Constant\)/);
});

test("a bare name means what is in the sources, not what was built of them, nor a test's", async (t) => {
  const editor = makeEditor(t, {
    "a.test.ts": "export class Till {}\n",
    "dist/till.ts": "export class Till {}\n",
    "src/till.ts": "export class Till {}\n",
  });
  const { text } = await editor.run("find_definition", { symbol: "Till" });
  assert.match(text, /^Defined at src\/till\.ts:1:14/m);
  const others = text.match(/^- \S+/gm);
  assert.deepEqual(others, ["- a.test.ts:1:14#Till", "- dist/till.ts:1:14#Till"], text);
});
