/** Call and type hierarchies through the addon: walking, cutting, paging, and whoever fails. */
import assert from "node:assert/strict";
import path from "node:path";
import test from "node:test";
import { makeEditor, makeFolder, until, writeFiles } from "./fake-editor.mjs";
import { openCovered } from "./symbols-kit.mjs";

const FUNCTION = 11;
const factsOf = (answer) => JSON.parse(answer.factsJson);
const never = () => new Promise(() => {});

/** Functions f0, f1… a line each, in one file. */
const functions = (count) => Array.from({ length: count }, (_, i) => `export function f${i}() {}\n`).join("");

/**
 * A server with hierarchies: `edges[name]` are the names next to it, in both directions. Items of a
 * session that was released, or that the editor would have forgotten, are refused.
 */
function serve(editor, edges, { file = "src/f.ts", kind = FUNCTION } = {}) {
  const sessions = new Map();
  editor.open = sessions;
  editor.maxOpen = 0;
  const rowOf = (session, name, sites) => {
    const d = editor.declarations().find((one) => one.name === name);
    const token = sessions.get(session).push(name) - 1;
    return [token, name, kind, d.file, d.row, d.column, d.row, 0, d.row, d.end, sites];
  };
  editor.on.prepareHierarchy = async (session, types, path, row) => {
    const d = editor.declarations().find((one) => one.file === path && one.row === row);
    sessions.set(session, []);
    editor.maxOpen = Math.max(editor.maxOpen, sessions.size);
    for (const old of sessions.keys()) if (old <= session - 10) sessions.delete(old);
    return { data: d && edges[d.name] ? [rowOf(session, d.name, [])] : [] };
  };
  editor.on.expandHierarchy = async (session, relation, token) => {
    const name = sessions.get(session)?.[token];
    if (!name) throw new Error("this hierarchy has been released");
    return { data: (edges[name] ?? []).map((next) => rowOf(session, next, [0, 7])) };
  };
  editor.on.releaseHierarchy = async (session) => (sessions.delete(session), { data: [] });
  return editor.path(file);
}

const hierarchyOf = (editor, symbol, more) =>
  editor.run("get_call_hierarchy", { symbol, file_path: "src/f.ts", direction: "outgoing", ...more });

/** [name, depth] of every one listed. */
const shape = (answer) => factsOf(answer).outgoing_calls.map(({ callee, depth }) => [callee, depth]);

test("as deep as asked for and no deeper, parents before children", async (t) => {
  const editor = makeEditor(t, { "src/f.ts": functions(4) });
  serve(editor, { f0: ["f1", "f3"], f1: ["f2"], f2: ["f3"], f3: [] });
  assert.deepEqual(shape(await hierarchyOf(editor, "f0")), [
    ["f1", 1],
    ["f3", 1],
  ]);
  assert.deepEqual(shape(await hierarchyOf(editor, "f0", { depth: 2 })), [
    ["f1", 1],
    ["f2", 2],
    ["f3", 1],
  ]);
  const whole = await hierarchyOf(editor, "f0", { depth: 5 });
  assert.deepEqual(shape(whole), [
    ["f1", 1],
    ["f2", 2],
    ["f3", 3],
    ["f3", 1],
  ]);
  const facts = factsOf(whole);
  assert.equal(facts.total_outgoing, 4);
  assert.equal(facts.provenance, "lsp");
  assert.equal(facts.outgoing_calls[1].called_by, facts.outgoing_calls[0].handle);
  assert.equal(facts.outgoing_calls[2].repeated, true);
  assert.equal(facts.outgoing_calls[3].repeated, undefined, "it is followed where it is nearest");
  assert.match(whole.text, /^Calls \(4, 2 of them directly\):$/m);
  assert.deepEqual(facts.outgoing_calls[0].call_sites, [{ line: 1, column: 7, context: "export function f0() {}" }]);
  assert.equal(editor.open.size, 0, "every session is released");
});

test("a long path of a library is written once, and its end is taken in the next call", async (t) => {
  const own = "export function f0() {}\n";
  const library = makeFolder();
  const file = path.join(library, "node_modules/a-package-with-a-long-name/dist/types/library.ts");
  writeFiles(library, { [path.relative(library, file)]: functions(4) });
  const editor = makeEditor(t, { "src/f.ts": own });
  serve(editor, { f0: ["x"] });
  editor.on.expandHierarchy = async () => ({
    data: [1, 2, 3].map((row) => [row, `f${row}`, FUNCTION, file, row, 16, row, 0, row, 25, [0, 7]]),
  });
  editor.declarations = () => [{ name: "f0", file: editor.path("src/f.ts"), row: 0, column: 16, end: 25 }];
  const { text, factsJson } = await hierarchyOf(editor, "f0");
  assert.equal(text.split(file).length, 2, text);
  const [, short] = /^- (….*:3:17#f2) /m.exec(text) ?? assert.fail(text);
  assert.ok(short.startsWith("…/types/library.ts:"), short);
  assert.ok(JSON.parse(factsJson).outgoing_calls.every((one) => one.file === file));
  const next = await editor.run("get_symbol_documentation", { handle: short });
  assert.match(next.text, /f2/);
  assert.equal(next.isError, false, next.text);
  const unknown = await editor.run("get_symbols", { file_path: "…/types/other.ts" });
  assert.match(unknown.text, /no file that a language server has named ends with '…\/types\/other\.ts'/);
});

test("calls of what a declaration file declares are not asked for", async (t) => {
  const editor = makeEditor(t, { "src/f.ts": functions(2), "src/g.d.ts": "export function g() {}\n" });
  serve(editor, { f0: ["g"], g: ["f1"], f1: [] });
  assert.deepEqual(shape(await hierarchyOf(editor, "f0", { depth: 3 })), [["g", 1]]);
});

test("what a function of a declaration file calls is unknown, with where to ask", async (t) => {
  const editor = makeEditor(t, { "src/f.d.ts": "export function f0() {}\n", "src/f.js": functions(1) });
  serve(editor, { f0: [] });
  const answer = await hierarchyOf(editor, "f0", { file_path: "src/f.d.ts" });
  assert.equal(answer.code, "unknown", answer.text);
  assert.match(answer.text, /^Unknown in part: a declaration file has no bodies, .*\. Ask at the implementation\.$/m);
  const incoming = await hierarchyOf(editor, "f0", { file_path: "src/f.d.ts", direction: "incoming" });
  assert.doesNotMatch(incoming.text, /declaration file/);
});

test("long lists name each file once, and a line of text that comes again not again", async (t) => {
  const other = (i) => `export function g${i}() {}\n`;
  const editor = makeEditor(t, { "src/f.ts": functions(10), "src/g.ts": other(0) + other(1) });
  serve(editor, { f0: ["f1", "f2", "f3", "f4", "f5", "f6", "f7", "g0", "g1"] });
  const { text, factsJson } = await hierarchyOf(editor, "f0");
  assert.match(text, /^Calls \(9\), by file, functions or methods unless noted; ": as above:$/m);
  assert.match(text, /^src\/f\.ts\n 2:17#f1 1:8: export function f0\(\) \{\}\n 3:17#f2 1:8 "\n/m);
  assert.match(text, / "\nsrc\/g\.ts\n 1:17#g0 1:8 "\n/);
  const handles = JSON.parse(factsJson).outgoing_calls.map(({ handle }) => handle);
  assert.deepEqual([handles[0], handles[7]], ["src/f.ts:2:17#f1", "src/g.ts:1:17#g0"], "whole in the facts");
});

test("a cycle is cut and said, also of one that calls itself", async (t) => {
  const editor = makeEditor(t, { "src/f.ts": functions(3) });
  serve(editor, { f0: ["f0", "f1"], f1: ["f2"], f2: ["f1", "f0"] });
  const answer = await hierarchyOf(editor, "f0", { depth: 5 });
  assert.deepEqual(shape(answer), [
    ["f0", 1],
    ["f1", 1],
    ["f2", 2],
    ["f0", 3],
    ["f1", 3],
  ]);
  assert.deepEqual(
    factsOf(answer).outgoing_calls.map(({ recursive = false }) => recursive),
    [true, false, false, true, true],
  );
  assert.equal(editor.count("expandHierarchy"), 3, "each is asked for once");
  assert.match(answer.text, /#f0 {2}Function \[recursive: not followed further\]/);
});

test("pages hold each once, and a cursor of another list is refused", async (t) => {
  const count = 120;
  const editor = makeEditor(t, { "src/f.ts": functions(count) });
  const names = Array.from({ length: count }, (_, i) => `f${i}`);
  const edges = { f0: names.slice(1) };
  serve(editor, edges);
  const seen = [];
  let cursor,
    pages = 0;
  do {
    const answer = await hierarchyOf(editor, "f0", { max_tokens: 500, ...(cursor && { cursor }) });
    const facts = factsOf(answer);
    assert.equal(facts.total_outgoing, count - 1);
    assert.equal(facts.truncated, facts.cursor !== undefined);
    seen.push(...facts.outgoing_calls.map(({ callee }) => callee));
    cursor = facts.cursor;
    pages++;
  } while (cursor);
  assert.ok(pages > 3, `${pages} pages`);
  assert.deepEqual(seen, names.slice(1));
  const first = factsOf(await hierarchyOf(editor, "f0", { max_tokens: 500 }));
  edges.f0 = names.slice(2);
  const stale = await hierarchyOf(editor, "f0", { max_tokens: 500, cursor: first.cursor });
  assert.equal(stale.code, "conflict", stale.text);
  const made = await hierarchyOf(editor, "f0", { cursor: "x" });
  assert.equal(made.code, "invalid_argument", made.text);
});

test("tests come last", async (t) => {
  const editor = makeEditor(t, {
    "src/f.ts": functions(2),
    "src/a.test.ts": "export function tested() {}\n",
    "src/z.ts": "export function used() {}\n",
  });
  serve(editor, { f0: ["tested", "used"] });
  const answer = await hierarchyOf(editor, "f0");
  assert.deepEqual(shape(answer), [
    ["used", 1],
    ["tested", 1],
  ]);
  assert.match(answer.text, /#tested {2}Function \[test\]/);
});

test("many at once: the editor is never asked for an item that it has forgotten", async (t) => {
  const editor = makeEditor(t, { "src/f.ts": functions(4) });
  serve(editor, { f0: ["f1"], f1: ["f2"], f2: ["f3"], f3: [] });
  const answers = await Promise.all(Array.from({ length: 40 }, () => hierarchyOf(editor, "f0", { depth: 3 })));
  for (const answer of answers)
    assert.deepEqual(
      shape(answer),
      [
        ["f1", 1],
        ["f2", 2],
        ["f3", 3],
      ],
      answer.text,
    );
  assert.ok(editor.maxOpen <= 9, `${editor.maxOpen} at once`);
});

test("cancelled calls give their sessions back", async (t) => {
  const editor = makeEditor(t, { "src/f.ts": functions(2) });
  serve(editor, { f0: ["f1"], f1: [] });
  const { expandHierarchy } = editor.on;
  editor.on.expandHierarchy = never;
  for (let i = 1; i <= 12; i++) {
    const abort = new AbortController();
    const args = { symbol: "f0", file_path: "src/f.ts", direction: "outgoing" };
    const running = editor.run("get_call_hierarchy", args, { signal: abort.signal });
    await until(() => editor.count("expandHierarchy") === i);
    abort.abort();
    assert.equal((await running).code, "cancelled");
  }
  editor.on.expandHierarchy = expandHierarchy;
  assert.deepEqual(shape(await hierarchyOf(editor, "f0")), [["f1", 1]]);
});

test("a failing provider is reported, and the other results are listed", async (t) => {
  const editor = makeEditor(t, { "src/f.ts": functions(3) });
  serve(editor, { f0: ["f1", "f2"], f1: [], f2: [] });
  const { expandHierarchy } = editor.on;
  editor.on.expandHierarchy = (session, relation, token) => {
    if (token > 0) throw new Error("the server is tired");
    return expandHierarchy(session, relation, token);
  };
  const answer = await hierarchyOf(editor, "f0", { depth: 2 });
  assert.deepEqual(shape(answer), [
    ["f1", 1],
    ["f2", 1],
  ]);
  assert.match(answer.text, /Unknown in part: The editor reported: the server is tired/);
});

test("a server that fails or knows nothing at first is asked again", async (t) => {
  const editor = makeEditor(t, { "src/f.ts": functions(2) });
  serve(editor, { f0: ["f1"], f1: [] });
  const { prepareHierarchy } = editor.on;
  // TypeScript reports when the project is loaded.
  editor.servers.otherscript = editor.servers.typescript;
  editor.on.document = (...args) => {
    const opened = editor.document(...args);
    return { ...opened, data: { ...opened.data, language: "otherscript" } };
  };
  let times = 0;
  editor.on.prepareHierarchy = (...args) => {
    times++;
    if (times === 1) throw new Error("not yet");
    return times === 2 ? { data: [] } : prepareHierarchy(...args);
  };
  editor.on.references = () => ({ data: [] });
  assert.deepEqual(shape(await hierarchyOf(editor, "f0")), [["f1", 1]]);
  assert.equal(times, 3);
});

test("callers by references: a file that cannot be read hides no caller in the files after it", async (t) => {
  const editor = makeEditor(t, {
    "src/f.ts": "export function helper() {}\n",
    "src/g.ts": "function broken() { helper(); }\n\0\n",
    "src/h.ts": "function works() { helper(); }\n",
  });
  const { references } = editor;
  editor.on.references = async (...args) => {
    const { data } = await references.apply(editor, args);
    const bad = [editor.path("src/g.ts"), 0, 20, 0, 26];
    return { data: [bad, ...data.filter(([path]) => !path.endsWith("g.ts"))] };
  };
  const answer = await editor.run("get_call_hierarchy", {
    symbol: "helper",
    file_path: "src/f.ts",
    direction: "incoming",
  });
  assert.deepEqual(
    factsOf(answer).incoming_calls.map(({ caller }) => caller),
    ["works"],
    answer.text,
  );
  assert.match(answer.text, /^Unknown in part: .*g\.ts.* is binary/m);
});

test("calls of function values that the server does not list are found by the text", async (t) => {
  const editor = makeEditor(t, {
    "src/f.ts": "export function f0(given) { given(); f1(); area<A<B>>(); }\nexport function f1() {}\n",
    "src/shape.ts": "export const area = () => 1;\n",
  });
  serve(editor, { f0: ["f1"], f1: [] });
  const places = { 28: ["src/f.ts", 0, 19, 0, 24], 37: ["src/f.ts", 1, 16, 1, 18], 43: ["src/shape.ts", 0, 13, 0, 17] };
  editor.on.definition = (file, row, column) => {
    const place = row === 0 && file.endsWith("f.ts") ? places[column] : undefined;
    return { data: place ? [[editor.path(place[0]), ...place.slice(1)]] : [] };
  };
  const answer = await hierarchyOf(editor, "f0");
  assert.deepEqual(shape(answer), [
    ["f1", 1],
    ["area", 1],
  ]);
  assert.match(answer.text, /src\/shape\.ts/);
});

test("without a hierarchy: callers by references, calls by definitions, said so", async (t) => {
  const editor = makeEditor(t, {
    "src/f.ts":
      "import { helper } from './g';\nexport function top() { return helper(bare()) + helper('bare()'); }\nexport function bare() { if (top) return 1; }\n",
    "src/g.ts": "export function helper() {}\n// helper() is not called here\n",
  });
  const answer = await editor.run("get_call_hierarchy", {
    symbol: "top",
    file_path: "src/f.ts",
    direction: "outgoing",
  });
  assert.deepEqual(
    shape(answer).map(([name]) => name),
    ["bare", "helper"],
    answer.text,
  );
  assert.equal(factsOf(answer).provenance, "references");
  assert.deepEqual(
    factsOf(answer).outgoing_calls[1].call_sites.map(({ column }) => column),
    [31, 48],
  );
  const callers = await editor.run("get_call_hierarchy", {
    symbol: "helper",
    file_path: "src/g.ts",
    direction: "incoming",
  });
  assert.deepEqual(
    factsOf(callers)
      .incoming_calls.map(({ caller }) => caller)
      .slice(0, 1),
    ["top"],
    callers.text,
  );
  assert.match(callers.text, /Derived from references and definitions/);
});

test("without a hierarchy: the declaration of an accessor is no call of it", async (t) => {
  const editor = makeEditor(t, {
    "src/bag.ts":
      "export class Bag {\n  get enum(): number {\n    return 1;\n  }\n}\nexport function use(bag) {\n  return bag.enum();\n}\n",
  });
  editor.on.outline = () => ({
    data: [
      ["Bag", 4, "", "", true, 0, 0, 13, 0, 0, 4, 1],
      ["enum", 6, "Bag", "", true, 1, 1, 6, 1, 2, 3, 3],
      ["use", 11, "", "", true, 0, 5, 16, 5, 0, 7, 1],
    ],
  });
  const place = (line, column) => [editor.path("src/bag.ts"), line, column, line, column + 4];
  editor.on.references = () => ({ data: [place(1, 6), place(6, 13)] });
  editor.on.definition = () => ({ data: [place(1, 6)] });
  const { text, factsJson } = await editor.run("get_call_hierarchy", {
    symbol: "Bag/enum",
    file_path: "src/bag.ts",
    direction: "incoming",
  });
  assert.deepEqual(
    JSON.parse(factsJson).incoming_calls.map(({ caller }) => caller),
    ["use"],
    text,
  );
});

test("types without a hierarchy: what the declaration says, and who says it of this one", async (t) => {
  const editor = makeEditor(t, {
    "src/t.ts": [
      "export interface Priced {}",
      "export class Base {}",
      "export class Cake<T extends Base> extends Base implements Priced {}",
      "export class Tart extends Cake {}",
      "export class Shop { cakes: Cake[] = []; }",
      "",
    ].join("\n"),
  });
  const ask = async (symbol, more) =>
    factsOf(await editor.run("get_type_hierarchy", { symbol, file_path: "src/t.ts", ...more }));
  const cake = await ask("Cake");
  assert.deepEqual(
    cake.supertypes.map(({ name }) => name),
    ["Priced", "Base"],
  );
  assert.deepEqual(
    cake.subtypes.map(({ name }) => name),
    ["Tart"],
    "a field is no subtype",
  );
  assert.equal(cake.current_type.name, "Cake");
  assert.equal(cake.provenance, "references");
  const priced = await ask("Priced", { depth: 5, direction: "subtypes" });
  assert.deepEqual(
    priced.subtypes.map(({ name, depth }) => [name, depth]),
    [
      ["Cake", 1],
      ["Tart", 2],
    ],
  );
  assert.equal(priced.supertypes, undefined);
});

test("symbols without a hierarchy are none; bad arguments are refused", async (t) => {
  const editor = makeEditor(t, { "src/f.ts": functions(1) + "export interface Shape {}\n" });
  const shapeCalls = await editor.run("get_call_hierarchy", { symbol: "Shape", file_path: "src/f.ts" });
  assert.equal(shapeCalls.code, "none", shapeCalls.text);
  assert.match(shapeCalls.text, /Not a function: .*Interface/);
  const types = await editor.run("get_type_hierarchy", { symbol: "f0", file_path: "src/f.ts" });
  assert.match(types.text, /Not a type: .*Function/);
  for (const bad of [{ direction: "up" }, { depth: 0 }, { depth: 6 }, { direction: "supertypes" }])
    assert.equal((await hierarchyOf(editor, "f0", bad)).code, "invalid_argument", JSON.stringify(bad));
});

test("calls in C that the server does not understand are found by name", async (t) => {
  const { editor, at } = await openCovered(t, {
    "src/area.h": "int check_area(int n);\n",
    "src/area.c": '#include "area.h"\nint check_area(int n) {\n  return n;\n}\nint step(int n) {\n  return n;\n}\n',
    "src/read.c":
      '#include "gone.h"\nint do_read(struct ops *ops, int n) {\n  n = check_area(n);\n#if 0\n  step(n);\n#endif\n  return ops->step(known(n));\n}\nint known(int n) {\n  return n;\n}\n',
  });
  const read = at("src/read.c");
  editor.servers.c = [{ extension: "test.clangd", active: true }];
  editor.on.outline = (file) => ({
    data: file === read ? [["do_read", FUNCTION, "", "", true, 0, 1, 4, 1, 0, 7, 1]] : [],
  });
  // C declares a function where it is called first: no definition.
  editor.on.definition = (file, row, column) => ({
    data:
      row === 1
        ? [[read, 1, 4, 1, 11]]
        : row === 2
          ? [[read, row, column, row, column + 10]]
          : row === 6 && column > 14
            ? [[read, 8, 4, 8, 9]]
            : [],
  });
  editor.on.hover = () => ({ data: [] });
  editor.on.references = () => ({ data: [[read, 1, 4, 1, 11]] });
  const args = { symbol: "do_read", file_path: "src/read.c", direction: "outgoing" };
  const { code, text } = await editor.run("get_call_hierarchy", args);
  assert.equal(code, "found", text);
  assert.match(text, /^Unknown in part: the language server does not understand some of the calls in do_read/m);
  assert.match(
    text,
    /^Calls \(2\):\n- src\/area\.c:2:5#check_area .*\n {4}3:7: n = check_area\(n\);\n- src\/read\.c:9:5#known/m,
  );
});
