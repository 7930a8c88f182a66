/** The outline of a file of C where no language server gives one. */
import assert from "node:assert/strict";
import test from "node:test";
import { makeEditor } from "./fake-editor.mjs";

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

test("headers are C where they are not C++; other languages are not read", async (t) => {
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
