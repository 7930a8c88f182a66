/** Bad arguments of every kind: a clear error that names the argument, and the next call works. */
import assert from "node:assert/strict";
import path from "node:path";
import test from "node:test";
import { addon, makeEditor, makeFolder, root, TOOL, USER } from "./fake-editor.mjs";

const MB = 1 << 20;

/** One editor for the rows: none of them reaches it. */
function rows(name, table) {
  test(name, async (t) => {
    const editor = makeEditor(t, USER);
    for (const [args, code, ...parts] of table) {
      const answer = await editor.call(args);
      const shown = JSON.stringify(args)?.slice(0, 100);
      assert.equal(answer.code, code, `${shown}: ${answer.text}`);
      assert.equal(answer.isError, !["found", "none", "unknown"].includes(code));
      assert.ok(answer.text.length < 1024, `${shown}: ${answer.text.length} bytes`);
      for (const part of parts) assert.ok(answer.text.includes(part), `${shown}: ${answer.text}`);
    }
    assert.equal((await editor.call({ symbol: "User", file: "src/user.ts" })).code, "found");
  });
}

const BAD = "invalid_argument";

rows("nothing, or no object", [
  [undefined, BAD, "symbol is missing"],
  [null, BAD, "symbol is missing"],
  [{}, BAD, "symbol is missing"],
  [[], BAD, "must be a JSON object"],
  ["User", BAD, "must be a JSON object"],
  [5, BAD, "must be a JSON object"],
  [true, BAD, "must be a JSON object"],
  [{ symbol_name: null }, BAD, "symbol is missing"],
  [{ symbols: [] }, BAD, "symbol is missing"],
]);

rows("values of other types", [
  [{ symbol_name: 5.5 }, BAD, "symbol must be a string, not 5.5."],
  [{ symbol_name: true }, BAD, "symbol must be a string, not true."],
  [{ symbol_name: ["User", 5] }, BAD, "symbols must be an array of strings"],
  [{ symbol_name: { name: { first: "U" } } }, BAD, 'symbol must be a string, not {"name":{"first":"U"}}.'],
  [{ symbol: "User", file: 5.5 }, BAD, "file_path must be a string, not 5.5."],
  [{ symbol: "User", file: ["a"] }, BAD, "file_path must be a string"],
  [{ symbol: "User", line: "two" }, BAD, 'line must be a whole number from 1 on, not "two".'],
  [{ symbol: "User", line: 2.5 }, BAD, "not 2.5."],
  [{ symbol: "User", line: true }, BAD, "not true."],
  [{ symbol: "User", line: {} }, BAD, "not {}."],
  [{ symbol: "User", column: [] }, BAD, "column must be a whole number from 0", "not []."],
  [{ symbols: 5 }, BAD, "symbols must be an array of strings, not 5."],
  [{ symbols: ["User", 5] }, BAD, "symbols must be an array of strings"],
  [{ symbols: [["User"]] }, BAD, "symbols must be an array of strings"],
  [{ symbols: { 0: "User" } }, BAD, "symbols must be an array of strings"],
  [{ handle: 5.5 }, BAD, "handle must be a string"],
]);

rows("values out of their range", [
  [{ symbol: "User", file: "src/user.ts", line: 0 }, BAD, "from 1 on, not 0."],
  [{ symbol: "User", file: "src/user.ts", line: -1 }, BAD, "not -1."],
  [{ symbol: "User", file: "src/user.ts", line: 4294967296 }, BAD, "not 4294967296."],
  [{ symbol: "User", file: "src/user.ts", line: 1e300 }, BAD, "line must be a whole number"],
  [{ symbol: "User", file: "src/user.ts", column: -1 }, BAD, "column must be", "not -1."],
  [{ symbol: "User", max_tokens: 99 }, BAD, "max_tokens must be a whole number from 100 to 50000, not 99."],
  [{ symbol: "User", max_tokens: 1e9 }, BAD, "max_tokens must be"],
  [{ symbols: Array(21).fill("User") }, BAD, "symbols takes at most 20 items, not 21."],
  [{ symbols: Array(100000).fill("User") }, BAD, "at most 20 items, not 100000."],
  [{ symbol: "" }, BAD, "symbol: a symbol's name of 1 to 1024 bytes"],
  [{ symbol: " \t " }, BAD, "symbol: a symbol's name"],
  [{ symbol: "a\nb" }, BAD, "on one line"],
  [{ symbol: "x".repeat(1025) }, BAD, "1 to 1024 bytes"],
  [{ symbol: "x".repeat(MB) }, BAD, "1 to 1024 bytes"],
  [{ symbol: "User", file: "x".repeat(MB) }, BAD, "file_path: a path of 1 to 4096 bytes"],
  [{ symbol: "User", line: "x".repeat(MB) }, BAD, "line must be"],
  [{ symbol: "User", ["k".repeat(MB)]: 1 }, BAD, "has no argument"],
  [{ handle: "x".repeat(MB) }, BAD, "is not a handle"],
]);

rows("lone surrogates and NULs", [
  [{ symbol: "\ud800" }, "none", "No symbol found for"],
  [{ symbol: "a\udc00b", file: "src/user.ts" }, "none"],
  [{ symbol: "User", file: "\ud800.ts" }, "not_found", "does not exist"],
  [{ symbol: "Us\0er" }, BAD, "NUL"],
  [{ symbol: "User", file: "src/user.ts\0.md" }, BAD, "NUL"],
  [{ "symbol\0": "User" }, BAD, "NUL"],
  [{ "\ud800": 1, symbol: "User" }, BAD, "has no argument"],
]);

rows("names that the tool does not have", [
  [{ symbol_nam: "User" }, BAD, "has no argument 'symbol_nam'. Did you mean 'symbol'?"],
  [{ symbol: "User", fil: "src/user.ts" }, BAD, "has no argument 'fil'.", "Did you mean"],
  [{ symbol: "User", lines: 2 }, BAD, "Did you mean 'line'?"],
  [{ symbol: "User", zebra: 1 }, BAD, "has no argument 'zebra'. It takes: symbol, file_path,"],
  [{ symbol: "User", "": 1 }, BAD, "has no argument ''."],
  [JSON.parse('{"__proto__":1}'), BAD, "has no argument '__proto__'."],
  [{ symbol: "User", constructor: 1, toString: 2 }, BAD, "has no argument"],
]);

rows("several names that the tool does not have", [
  [
    { symbol: "User", zebra: 1, file: "src/user.ts", yak: 2, gnu: 3 },
    BAD,
    "has no argument 'zebra'. It takes: symbol,",
    "It has none of these either: 'yak', 'gnu'.",
  ],
  [{ symbol: "User", foo: 1 }, BAD, "has no argument 'foo'. It takes: symbol,"],
]);

rows("one meaning given twice", [
  [{ symbol: "User", name: "Other" }, BAD, "symbol is given twice with different values."],
  [{ symbol: "User", file: "src/user.ts", path: "src/app.ts" }, BAD, "file_path is given twice"],
  [{ symbol: "User", file: "src/user.ts", line: 2, lineNumber: "3" }, BAD, "line is given twice"],
  [{ symbol: "User", name: "User", file: "src/user.ts", uri: "src/user.ts" }, "found"],
]);

rows("arguments that need another", [
  [{ symbol: "User", line: 2 }, BAD, "line needs file_path"],
  [{ symbol: "User", column: 2 }, BAD, "column needs file_path"],
  [{ symbol: "User", line_text: "export class User {}" }, BAD, "line_text needs file_path"],
  [{ handle: "User" }, BAD, "handle: 'User' is not a handle."],
  [{ handle: "src/user.ts:0:1#User" }, BAD, "is not a handle"],
  [{ handle: "src/user.ts:0:1" }, BAD, "is not a handle"],
  [{ handle: "src/user.ts:99:1" }, BAD, "line 99 is past the end"],
  [{ handle: "" }, BAD, "is not a handle"],
]);

rows("what agents write is understood", [
  [{ symbolName: "User", filePath: "src/user.ts", line: "2" }, "found", "src/user.ts:2:14"],
  [{ name: "User", uri: "src/user.ts", row: 2, character: "13" }, "found", "src/user.ts:2:14"],
  [{ symbol: "User", file: "src/user.ts", lineText: "export class User {}" }, "found"],
  [{ symbol: "User", file: "src/user.ts", line: 4 }, "found", "the nearest occurrence was used"],
  [{ symbols: "User", file: null }, "found"],
  [{ symbols: '["User","bare"]' }, "found", "A person."],
  [{ symbol: " User ", max_tokens: "500" }, "found"],
  [{ symbol: "User()", file: "src/user.ts" }, "found"],
  [{ symbol: "User#1", file: "src/user.ts" }, "found"],
  [{ symbol: "User[0]", file: "src/user.ts" }, "found"],
  [{ symbol: "src/user.ts:2:14#User" }, "found", "src/user.ts:2:14"],
  [{ symbol: "src/user.ts:2:14#User", file: "./src/user.ts" }, "found", "src/user.ts:2:14"],
  [{ symbol: "2:14#User", file: "src/user.ts" }, "found", "src/user.ts:2:14"],
  [{ handle: "2:14#User", file: "src/user.ts" }, "found", "src/user.ts:2:14"],
  [{ handle: "src/user.ts:2:14" }, "found", "Symbol: User", "src/user.ts:2:14"],
  [{ symbol: "src/user.ts:2:14" }, "found", "Symbol: User"],
  [{ symbol: "class User" }, "found", "Symbol: User\n"],
  [{ symbol: "new User()" }, "found", "Symbol: User\n"],
  [{ symbol: "export class User extends Base {" }, "found", "Symbol: User\n"],
  [{ symbol: "static User count" }, "none", "No symbol found for 'static User count'"],
  [{ symbols: ["2:14#User", "src/user.ts:2:14#User"], file: "src/user.ts" }, "found", "src/user.ts:2:14"],
]);

test("columns count from 1, and those that count from 0 are understood where they can be meant", async (t) => {
  const editor = makeEditor(t, { "src/pair.ts": "export const i = 1;\nexport const user = i + i;\n" });
  const lookUp = async (args) => (await editor.call({ file_path: "src/pair.ts", ...args })).text;
  // "const user = i + i": the name begins at 13 from 0, at 14 from 1.
  for (const column of [13, 14, 15]) {
    assert.match(await lookUp({ line: 2, column }), /^Symbol: user/, `${column}`);
    assert.match(await lookUp({ symbol: "user", line: 2, column }), /^Symbol: user/, `${column}`);
  }
  const used = [];
  editor.on.hover = (file, row, column) => (used.push(column), { data: [] });
  for (const [column, meant] of [
    [21, 20],
    [20, 20],
    [25, 24],
    [24, 24],
  ]) {
    used.length = 0;
    await lookUp({ symbol: "i", line: 2, column });
    assert.ok(used.includes(meant), `${column}: ${used}`);
    assert.ok(!used.includes(44 - meant), `${column}: ${used}`);
  }
});

test("a column that counts from 0 is at the member behind a dot, not at what is before it", async (t) => {
  const editor = makeEditor(t, {
    "src/pair.ts": "export const left = 1;\nexport const user = 2;\nuser.left;\n",
  });
  for (const [column, name] of [
    [1, "user"],
    [4, "user"],
    [5, "left"],
    [6, "left"],
  ])
    assert.match(
      (await editor.call({ file_path: "src/pair.ts", line: 3, column })).text,
      new RegExp(`^Symbol: ${name}`),
    );
});

test("every tool takes the names of the others and of other servers", async (t) => {
  const editor = makeEditor(t, { ...USER, "notes.txt": "one\n" });
  const at = [
    ["edit_buffer", { edits: [{ line_start: 1, line_end: 1, new_text: "1" }] }],
    ["replace_in_buffer", { old: "one", new: "1" }],
    ["get_buffer_info", {}],
    ["file_read", {}],
    ["file_edit", { searchTerm: "one", replacementText: "1", preview: true }],
    ["file_write", { content: "1", preview: true }],
    ["file_manage", { action: "read" }],
  ];
  for (const [tool, args] of at)
    for (const name of ["file_path", "file", "filePath", "path", "uri"]) {
      const answer = await editor.run(tool, { ...args, [name]: "notes.txt" });
      assert.equal(answer.isError, false, `${tool} ${name}: ${answer.text}`);
    }
  for (const name of ["symbol", "symbol_name", "symbolName", "name"])
    for (const tool of ["find_definition", "find_references", "get_symbol_documentation"]) {
      const answer = await editor.run(tool, { [name]: "User", file: "src/user.ts" });
      assert.equal(answer.code, "found", `${tool} ${name}: ${answer.text}`);
    }
  for (const name of ["max_results", "maxResults", "limit"])
    assert.match((await editor.run("get_symbols", { path: "src/user.ts", [name]: 1 })).text, /1 more: cursor/, name);
});

test("switches and values of other search tools", async (t) => {
  const editor = makeEditor(t, { "a.txt": "one\nONE\n" });
  const lines = async (tool, args) => (await editor.run(tool, args)).text.split("\n");
  for (const name of ["ignore_case", "ignoreCase", "case_insensitive"]) {
    assert.equal((await lines("grep", { pattern: "one", [name]: true }))[0], "2 matches in 1 file", name);
    assert.equal((await lines("grep", { pattern: "one", [name]: "false" }))[0], "1 match in 1 file", name);
  }
  assert.match((await lines("glob", { pattern: "A.*", case_sensitive: false }))[0], /^1 file matches/);
  const twice = await editor.run("grep", { pattern: "one", ignore_case: true, case_sensitive: true });
  assert.equal(twice.text, "case_sensitive is given twice with different values.");
  const named = { pattern: "one", head_limit: 1 };
  assert.equal((await lines("grep", { ...named, output_mode: "content" }))[2], " 1: one");
  assert.equal((await lines("grep", { ...named, output_mode: "files_with_matches" }))[1], "a.txt");
  assert.equal((await lines("grep", { ...named, output_mode: "count" }))[1], "a.txt: 2");
});

test("the refactorings take the names that agents try, and say which they take", async (t) => {
  const programs = [path.join(root, "build/Release"), makeFolder()];
  const editor = makeEditor(
    t,
    { "src/sum.ts": "export function sum(a: number) {\n  const b = a + 1;\n  return b;\n}\n" },
    { programs },
  );
  const file = "src/sum.ts";
  const refused = async (tool, args, says) => {
    const answer = await editor.run(tool, args);
    assert.equal(answer.code, BAD, `${tool}: ${answer.text}`);
    assert.match(answer.text, says);
  };
  const extracted = await editor.run("extract_function", { file, start: 2, end: 3, name: "next", verify: true });
  assert.match(extracted.text, /^PREVIEW of src\/sum\.ts/, extracted.text);
  const line = await editor.run("extract_function", { path: file, line: 2, line_end: 3, new_name: "next" });
  assert.match(line.text, /^PREVIEW of src\/sum\.ts/, line.text);
  await refused("extract_function", { file, zeile: 2 }, /has no argument 'zeile'\. It takes: file_path, start_line,/);
  await refused("inline_function", { symbol: "sum", kind: "x" }, /has no argument 'kind'\. It takes: symbol,/);
  const sum = { symbol: "sum", file_path: file };
  await refused(
    "change_signature",
    { ...sum, params: ["a"] },
    /^new_params\[0\] must be a JSON object\. It takes: name, was,/,
  );
  // Never the new name by mistake.
  await refused("rename_symbol", { function_name: "sum", file_path: file }, /^new_name is missing/);
  const renamed = await editor.run("rename_symbol", { old_name: "sum", to: "class", file_path: file });
  assert.match(renamed.text, /^new_name 'class' is a keyword/, renamed.text);
  await refused("edit_symbol", { ...sum, operation: "after" }, /^content is missing/);
});

rows("a handle that does not fit the file", [
  [
    { symbol: "src/user.ts:2:14#User", file: "src/app.ts" },
    BAD,
    "symbol is a handle in 'src/user.ts', but file_path is 'src/app.ts'",
  ],
  [{ symbol: "2:14#User" }, BAD, "'2:14#User' is a handle without its path: give file_path, too."],
]);

test("text that is no JSON", async (t) => {
  const results = [];
  const engine = new addon.Engine(
    () => {},
    (id, isError, code, text) => results.push({ code, text }),
  );
  t.after(() => engine.stop());
  const bad = [
    "{",
    "null null",
    '{"a":1,}',
    "{'a':1}",
    "[1",
    "\ud800",
    '{"symbol":"x"',
    "{}{}",
    `${"[".repeat(100000)}`,
    `${'{"a":'.repeat(50000)}`,
    "\0",
    '{"symbol":"\\ud800"',
    "NaN",
  ];
  for (const [id, json] of bad.entries()) engine.call(id, TOOL, json, false, 1000);
  const end = Date.now() + 5000;
  while (results.length < bad.length && Date.now() < end) await new Promise(setImmediate);
  assert.deepEqual(
    results.map((one) => one.code),
    bad.map(() => BAD),
  );
});

test("a call that cannot be made is refused at once", async (t) => {
  const editor = makeEditor(t, USER);
  const circle = {};
  circle.self = circle;
  for (const args of [circle, { symbol: 1n }, () => 1, Symbol("x")]) {
    const answer = await editor.call(args);
    assert.equal(answer.isError, true);
    assert.notEqual(answer.code, "out_of_memory");
  }
  for (const tool of [undefined, null, 5, {}, Symbol("x")])
    assert.equal((await editor.engine.call(tool, {})).code, BAD);
  assert.equal((await editor.call({ symbol: "User", file: "src/user.ts" })).code, "found");
});
