/** The outline of a file where no language server gives one. */
import assert from "node:assert/strict";
import test from "node:test";
import { makeEditor, makeFolder, openEditor, writeFiles } from "./fake-editor.mjs";

const CODE = `#define LIMIT 10
struct till {
	int sum;
	struct { int open; } state;
};
typedef struct { int x, y; } pair;
#ifdef FAST
static int add(struct till *t, int n) {
#else
int add(struct till *t, int n) {
#endif
	int local = n;
	return t->sum += local;
}
`;

const rows = ({ factsJson }) =>
  JSON.parse(factsJson).symbols.map(({ kind, name, container, line, end_line }) =>
    [kind, container ? `${container}.${name}` : name, `${line}-${end_line}`].join(" "),
  );

test("without a server for C the text gives the outline, and the answer says so", async (t) => {
  const editor = makeEditor(t, { "src/till.c": CODE });
  const answer = await editor.run("get_symbols", { file_path: "src/till.c", max_depth: 3 });
  assert.equal(answer.code, "found", answer.text);
  assert.match(answer.text, /^By the text alone: no extension that serves c is installed/m);
  assert.equal(JSON.parse(answer.factsJson).provenance, "text");
  assert.deepEqual(rows(answer), [
    "Macro LIMIT 1-1",
    "Struct till 2-5",
    "Field till.sum 3-3",
    "Field till.state 4-4",
    "Field till.state.open 4-4",
    "Struct pair 6-6",
    "Field pair.x 6-6",
    "Field pair.y 6-6",
    "Function add 8-9",
    "Function add 10-14",
  ]);
  const members = await editor.run("get_symbols", { file_path: "src/till.c", symbol: "till" });
  assert.deepEqual(rows(members), ["Field till.sum 3-3", "Field till.state 4-4"]);
});

test("local variables that are asked for are not read by the text, and the answer says so", async (t) => {
  const editor = makeEditor(t, { "src/till.c": CODE });
  const answer = await editor.run("get_symbols", { file_path: "src/till.c", locals: true });
  assert.match(answer.text, /^By the text alone: .* Local variables are not read\.$/m);
  const usual = await editor.run("get_symbols", { file_path: "src/till.c" });
  assert.match(usual.text, /^By the text alone: .* Uses of macros may declare more\.$/m);
  assert.match(usual.text, /^2-5: struct till$/m);
  assert.match(usual.text, /^6: typedef struct \{…\} pair$/m);
  assert.match(usual.text, /^8-9: static int add\(struct till \*t, int n\)$/m);
});

test("unsaved text counts, and what a server returns goes before the text", async (t) => {
  const editor = makeEditor(t, { "a.c": "int one(void) { return 1; }\n" });
  editor.dirty.set(editor.path("a.c"), "int two(void) { return 2; }\n");
  assert.deepEqual(rows(await editor.run("get_symbols", { file_path: "a.c" })), ["Function two 1-1"]);
  editor.on.outline = () => ({ data: [["two", 11, "", "", true, 0, 0, 4, 0, 0, 0, 10]] });
  const served = await editor.run("get_symbols", { file_path: "a.c" });
  assert.equal(JSON.parse(served.factsJson).provenance, "lsp", served.text);
  assert.doesNotMatch(served.text, /By the text/);
});

test("headers are C where they are not C++; without the process other languages are not read", async (t) => {
  const editor = makeEditor(t, {
    "c.h": '#ifdef __cplusplus\nextern "C" {\n#endif\nint api(void);\n',
    "cpp.h": "namespace shop { class Till; }\nint api(void);\n",
    "a.py": "def f(): pass\n",
  });
  editor.on.document = (file, wantText) => {
    const reply = editor.document(file, wantText);
    return file.endsWith(".h") ? { ...reply, data: { ...reply.data, language: "cpp" } } : reply;
  };
  assert.deepEqual(rows(await editor.run("get_symbols", { file_path: "c.h" })), ["Function api 4-4"]);
  for (const file of ["cpp.h", "a.py"])
    assert.equal((await editor.run("get_symbols", { file_path: file })).code, "unknown", file);
});

/** Files, VS Code's name of the language, and what they declare. */
const FILES = [
  [
    "a.py",
    "python",
    "import os\n\nclass Till(Base):\n    limit = 3\n    @property\n    def open(self, x=3):\n        local = 1\n        return local\n",
    ["Class Till 3-8", "Variable Till.limit 4-4", "Method Till.open 6-8"],
  ],
  [
    "b.go",
    "go",
    "package shop\n\ntype Till struct {\n\tsum int\n}\n\nfunc (t *Till) Add(n int) int {\n\treturn n\n}\n",
    ["Package shop 1-1", "Struct Till 3-5", "Field Till.sum 4-4", "Method Till.Add 7-9"],
  ],
  [
    "c.ts",
    "typescript",
    "export class Till {\n  add = (n: number) => n;\n}\nexport const LIMIT = 3;\n",
    ["Class Till 1-3", "Method Till.add 2-2", "Constant LIMIT 4-4"],
  ],
  [
    "d.h",
    "c",
    "namespace shop { class Till { int sum; }; }\nint api(void);\n",
    ["Namespace shop 1-1", "Class shop.Till 1-1", "Field shop.Till.sum 1-1", "Function api 2-2"],
  ],
  ["e.md", "markdown", "# One\n\ntext\n\n## Two\n", ["String One 1-5", "String One.Two 5-5"]],
];

/** An editor with the process that reads texts, without any language server. */
function openServerless(t, files) {
  const folder = makeFolder();
  writeFiles(folder, Object.fromEntries(files.map(([name, , text]) => [name, text])));
  const editor = openEditor(folder, makeFolder());
  t.after(() => editor.engine.dispose());
  const languages = Object.fromEntries(files.map(([name, id]) => [editor.path(name), id]));
  editor.on.document = (file, wantText) => {
    const reply = editor.document(file, wantText);
    return { ...reply, data: { ...reply.data, language: languages[file] } };
  };
  editor.on.outline = () => ({ data: [] });
  editor.servers = {};
  return editor;
}

test("languages with a grammar have an outline by their text", async (t) => {
  const editor = openServerless(t, FILES);
  for (const [name, id, , wanted] of FILES) {
    const answer = await editor.run("get_symbols", { file_path: name, max_depth: 4 });
    assert.equal(answer.code, "found", answer.text);
    assert.match(answer.text, new RegExp(`^By the text alone: no extension that serves ${id} is installed`, "m"));
    assert.equal(JSON.parse(answer.factsJson).provenance, "text");
    assert.deepEqual(rows(answer), wanted, answer.text);
  }
  const code = await editor.run("get_symbols", { file_path: "a.py", symbol: "Till.open", mode: "full" });
  assert.match(code.text, /^ {4}@property\n {4}def open\(self, x=3\):\n {8}local = 1\n {8}return local$/m);
  editor.dirty.set(editor.path("a.py"), "def unsaved(): pass\n");
  assert.deepEqual(rows(await editor.run("get_symbols", { file_path: "a.py" })), ["Function unsaved 1-1"]);
});

test("a server that is ready and has no outline is named as the reason", async (t) => {
  const editor = openServerless(t, FILES.slice(2, 3));
  editor.servers = { typescript: [{ extension: "test.typescript", active: true }] };
  editor.on.outline = () => ({ data: [["two", 11, "", "", true, 0, 0, 3, 0, 0, 0, 10]] });
  assert.equal((await editor.run("get_symbols", { file_path: "c.ts" })).code, "found");
  editor.dirty.set(editor.path("c.ts"), "export class Next {}\n");
  editor.on.outline = () => ({ data: [] });
  const answer = await editor.run("get_symbols", { file_path: "c.ts" });
  assert.deepEqual(rows(answer), ["Class Next 1-1"], answer.text);
  assert.match(answer.text, /^By the text alone: the language server for typescript has returned no outline\.$/m);
});

test("examples in a comment are no declarations that an outline lacks", async (t) => {
  const text = "/*\nexport function example() {}\n*/\n";
  const editor = makeEditor(t, {
    "src/a.ts": "export class A {}\n",
    "src/b.ts": text,
    "src/c.ts": `${text}f();\nfunction f() {}\n`,
  });
  const outline = editor.outline.bind(editor);
  editor.on.outline = (file, ...rest) => (file.endsWith("/a.ts") ? outline(file, ...rest) : { data: [] });
  assert.equal((await editor.run("get_symbols", { file_path: "src/a.ts" })).code, "found");
  const none = await editor.run("get_symbols", { file_path: "src/b.ts" });
  assert.equal(none.code, "none", none.text);
  const failed = await editor.run("get_symbols", { file_path: "src/c.ts" });
  assert.notEqual(failed.code, "none", failed.text);
});
