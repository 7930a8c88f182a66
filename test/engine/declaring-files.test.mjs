/** Declarations of C that a line alone, or a server without a list of the sources, does not show. */
import assert from "node:assert/strict";
import test from "node:test";

import { makeEditor } from "./fake-editor.mjs";
import { find, openCovered } from "./symbols-kit.mjs";

const ATTRIBUTED = `/** Makes room. */
static inline __alloc_size(1, 2) void *grow_array(size_t n, size_t size)
{
\treturn grow(n * size);
}
`;

/** clangd, which has no list of the sources: it knows what it was shown, and its outlines. */
function serve(editor, outlines) {
  const serverless = { data: [] };
  for (const op of ["definition", "references", "workspaceSymbols", "prepareHierarchy"])
    editor.on[op] = () => serverless;
  const outlineOf = (file) => Object.entries(outlines).find(([name]) => file.endsWith(name))?.[1];
  // It has answered, and so it is not starting.
  editor.on.hover = (file) => (outlineOf(file) ? { data: [[0, "int shown(void)", "", false, false]] } : serverless);
  editor.on.outline = (file) => ({ data: outlineOf(file) ?? [] });
  editor.on.document = (file, wantText) => {
    const reply = editor.document(file, wantText);
    return { ...reply, data: { ...reply.data, language: /\.[ch]$/.test(file) ? "c" : reply.data.language } };
  };
  editor.servers = Object.keys(outlines).length ? { c: [{ extension: "test.clangd", active: true }] } : {};
}

async function ask(editor, tool, args) {
  const answer = await editor.run(tool, args);
  return { ...answer, facts: JSON.parse(answer.factsJson) };
}

const at = ({ file, line }) => `${file}:${line}`;

test("a function after an attribute with arguments is found before there is an index", async (t) => {
  const editor = makeEditor(t, {
    "include/slab.h": ATTRIBUTED,
    "include/late.h": "static long __attribute__((const)) shrink(int a)\n{\n\treturn a;\n}\n",
    "lib/use.c": "void use(void)\n{\n\tgrow_array(1, 2);\n\tshrink(3);\n}\n",
    "tools/kernel.h": "static inline void *grow_array(unsigned n)\n{\n\treturn 0;\n}\n",
  });
  serve(editor, {});
  const grow = await ask(editor, "find_definition", { symbol: "grow_array" });
  assert.deepEqual(grow.facts.definitions.map(at), ["include/slab.h:2"], grow.text);
  assert.match(grow.text, /^- tools\/kernel\.h:1:21#grow_array/m);
  const shrink = await ask(editor, "get_symbol_documentation", { symbol: "shrink" });
  assert.match(shrink.text, /include\/late\.h:1:36/, shrink.text);
});

test("a macro of a source file comes after the function that others call", async (t) => {
  const editor = makeEditor(t, {
    "lib/unpack.c": "#define release(p) free(p)\nvoid unpack(void *p) { release(p); }\n",
    "mm/slab.c": "void release(const void *p)\n{\n}\n",
  });
  serve(editor, {});
  const { facts, text } = await ask(editor, "find_definition", { symbol: "release" });
  assert.deepEqual(facts.definitions.map(at), ["mm/slab.c:1"], text);
});

test("what the index declares is found beside what a server was shown", async (t) => {
  const { editor } = await openCovered(t, {
    "include/slab.h": ATTRIBUTED.replace("(1, 2)", "(1) /* of one */ (2)"),
    "lib/use.c": "void use(void)\n{\n\tgrow_array(1, 2);\n}\n",
    "tools/kernel.h": "static inline void *grow_array(unsigned n)\n{\n\treturn 0;\n}\n",
  });
  serve(editor, { "tools/kernel.h": [["grow_array", 11, "", "", true, 0, 0, 20, 0, 0, 3, 1]] });
  await ask(editor, "get_symbol_documentation", { symbol: "grow_array", file_path: "tools/kernel.h" });
  const { facts, text } = await ask(editor, "find_definition", { symbol: "grow_array", wait: true });
  assert.deepEqual(facts.definitions?.map(at), ["include/slab.h:2"], text);
  assert.match(text, /^- tools\/kernel\.h:1:21#grow_array/m);
});

test("a definition is found among more sources than are looked into", async (t) => {
  const files = Object.fromEntries(
    Array.from({ length: 2100 }, (_, i) => [`a/f${i}.c`, `void f${i}(void)\n{\n\tlet_go(${i});\n}\n`]),
  );
  const { editor } = await openCovered(t, {
    ...files,
    "include/slab.h": "void let_go(int i);\n",
    "mm/slab.c": "void let_go(int i)\n{\n}\n",
  });
  serve(editor, { "include/slab.h": [["let_go", 11, "", "", true, 0, 0, 5, 0, 0, 0, 19]] });
  await ask(editor, "get_symbol_documentation", { symbol: "let_go", file_path: "include/slab.h" });
  const { facts, text } = await ask(editor, "find_definition", { symbol: "let_go", wait: true });
  assert.deepEqual(facts.definitions.map(at), ["mm/slab.c:1"], text);
  assert.deepEqual((facts.declarations ?? []).map(at), ["include/slab.h:1"], text);
});

test("a variable comes before members, also where only an extern declares it", async (t) => {
  const { editor } = await openCovered(t, {
    "include/iscsi.h": "struct transport {\n\tint (*init_task)(void);\n};\n",
    "include/task.h": "extern struct task init_task;\n",
    "lib/list.c": "static LIST_HEAD(super_blocks);\n",
  });
  const { exact } = await find(editor, "init_task");
  assert.deepEqual(exact, [
    "include/task.h:1 Variable declaration init_task",
    "include/iscsi.h:2 Field transport.init_task",
  ]);
  serve(editor, {});
  const { facts, text } = await ask(editor, "find_definition", { symbol: "super_blocks" });
  assert.deepEqual(facts.definitions?.map(at), ["lib/list.c:1"], text);
});
