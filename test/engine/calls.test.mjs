/** Calls through the addon and the shim's Engine: each status, and many at once. */
import assert from "node:assert/strict";
import test from "node:test";
import { makeEditor, TOOL, until, USER } from "./fake-editor.mjs";

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

test("the tools are listed with their definitions", (t) => {
  const { engine } = makeEditor(t);
  const tool = engine.tools.find((one) => one.name === TOOL);
  assert.equal(tool.toolset, "symbols");
  assert.equal(tool.inputSchema.type, "object");
  assert.equal(tool.annotations.readOnlyHint, true);
});

test("found: defined in the file", async (t) => {
  const editor = makeEditor(t, USER);
  const answer = await editor.call({ symbol_name: "User", file_path: "src/user.ts" });
  assert.equal(answer.code, "found", answer.text);
  assert.equal(answer.isError, false);
  assert.equal(answer.isTruncated, false);
  for (const line of [
    "Symbol: User",
    "Location: src/user.ts:2:14",
    "Kind: Class",
    "Container: Global Scope",
    "Status: Defined in file",
    "A person.",
  ])
    assert.ok(answer.text.includes(line), answer.text);
  const facts = JSON.parse(answer.factsJson);
  assert.equal(facts.status, "found");
  assert.deepEqual(
    { ...facts.results[0].symbol },
    {
      name: "User",
      kind: "Class",
      file: "src/user.ts",
      line: 2,
      column: 13,
      handle: "src/user.ts:2:14#User",
      provenance: "lsp",
    },
  );
});

test("found: referenced in the file, defined in another", async (t) => {
  const editor = makeEditor(t, USER);
  const answer = await editor.call({ symbol: "User", file: "src/app.ts" });
  assert.equal(answer.code, "found", answer.text);
  assert.match(answer.text, /^Location: src\/user\.ts:2:14$/m);
  assert.match(answer.text, /^Status: Imported\/Referenced$/m);
  assert.match(answer.text, /^Referenced in: src\/app\.ts:3:18$/m);
});

test("found: undocumented", async (t) => {
  const editor = makeEditor(t, USER);
  const answer = await editor.call({ symbol: "bare", file: "src/user.ts" });
  assert.equal(answer.code, "found", answer.text);
  assert.match(answer.text, /^Symbol: bare found at src\/user\.ts:4:17\n/);
  assert.match(answer.text, /\nNo documentation is available for this symbol\.$/);
  assert.equal(JSON.parse(answer.factsJson).results[0].documented, false);
});

test("found: without a file, and by a handle of an earlier answer", async (t) => {
  const editor = makeEditor(t, USER);
  const answer = await editor.call({ symbol: "User" });
  assert.equal(answer.code, "found", answer.text);
  const { handle } = JSON.parse(answer.factsJson).results[0].symbol;
  const again = await editor.call({ handle });
  assert.equal(again.code, "found", again.text);
  assert.match(again.text, /^Location: src\/user\.ts:2:14$/m);
});

test("none: a name that is nowhere, with the nearest ones", async (t) => {
  const editor = makeEditor(t, USER);
  editor.on.workspaceSymbols = () => editor.workspaceSymbols("User");
  const answer = await editor.call({ symbol: "Usr", file: "src/user.ts" });
  assert.equal(answer.code, "none", answer.text);
  assert.equal(answer.isError, false);
  assert.match(answer.text, /^No symbol found for 'Usr' in or referenced by file 'src\/user\.ts'\./);
  assert.match(answer.text, /Nearest names: User\./);
  assert.match((await editor.call({ symbol: "Nowhere" })).text, /^No symbol found for 'Nowhere'\./);
});

test("a misspelt name without a server: the nearest names that code has, marked so", async (t) => {
  const editor = makeEditor(t, {
    "src/cart.lua":
      "-- findAllOrderx\nfunction findAllOrders(cart) return cart end\nlocal other = 1 for i = 1, 2 do end\n",
    "src/till.lua": "function open_till_drawer() end\nlocal x = cart_total\nlocal open_till_drawersss\n",
    "notes.md": "find_all_orderz\n",
  });
  editor.on.workspaceSymbols = () => ({ data: [] });
  for (const tool of ["get_symbol_documentation", "find_references", "find_definition"]) {
    const ask = async (symbol) => {
      const answer = await editor.engine.call(tool, { symbol }, { structured: true });
      assert.equal(answer.isError, false, answer.text);
      const facts = JSON.parse(answer.factsJson);
      return { text: answer.text, nearest: (facts.results?.[0] ?? facts).nearest };
    };
    /* The search ends after some hundredths of a second, which a busy machine may not give it. */
    const expectNearest = async (symbol, names) => {
      let answer = await ask(symbol);
      for (let tries = 1; tries < 20 && answer.nearest?.length !== names.length; tries++)
        answer = await ask(symbol + " ".repeat(tries));
      assert.deepEqual(answer.nearest, names);
      assert.ok(answer.text.endsWith(`\nNearest names in the text of the files: ${names.join(", ")}.`), answer.text);
    };
    await expectNearest("findAllOrdesr", ["findAllOrders", "findAllOrderx"]);
    await expectNearest("findallorders", ["findAllOrders", "findAllOrderx"]);
    await expectNearest("open_til_drawer", ["open_till_drawer"]);
    await expectNearest("crt_total", ["cart_total"]);
    // In the middle of an odd number of letters, and two of an even one.
    await expectNearest("findAlxOrders", ["findAllOrders", "findAllOrderx"]);
    await expectNearest("cartt_otal", ["cart_total"]);
    for (const symbol of ["ca", "funtcion", "nothing_like_it"])
      assert.equal((await ask(symbol)).nearest, undefined, symbol);
  }
});

test("unknown: the server is silent until the deadline", async (t) => {
  const editor = makeEditor(t, USER);
  editor.on = {
    outline: () => ({ data: [] }),
    hover: () => ({ data: [] }),
    definition: () => ({ data: [] }),
    workspaceSymbols: () => ({ data: [] }),
  };
  editor.engine.deadlineMs = 1000;
  const answer = await editor.call({ symbol: "User", file: "src/app.ts" });
  assert.equal(answer.code, "unknown", answer.text);
  assert.match(answer.text, /typescript/);
  assert.match(answer.text, /still starting/);
});

test("several symbols in one call", async (t) => {
  const editor = makeEditor(t, USER);
  const answer = await editor.call({ symbols: ["User", "bare", "Nowhere", ""] });
  const { results } = JSON.parse(answer.factsJson);
  assert.deepEqual(
    results.map((one) => one.query),
    ["User", "bare", "Nowhere", ""],
  );
  assert.deepEqual(
    results.slice(0, 3).map((one) => one.status),
    ["found", "found", "none"],
  );
  assert.equal(results[3].error.code, "invalid_argument");
});

test("text for a person links to places", async (t) => {
  const editor = makeEditor(t, USER);
  const answer = await editor.call({ symbol: "User", file: "src/user.ts" }, { isMarkdown: true });
  assert.match(answer.text, /\[`src\/user\.ts:2:14`\]\(command:sextant\.openLocation\?/);
});

test("an unknown tool is an answer with the nearest name", async (t) => {
  const { engine } = makeEditor(t);
  const answer = await engine.call("get_symbol_documentaton", {});
  assert.equal(answer.code, "unknown_tool");
  assert.equal(answer.isError, true);
  assert.match(answer.text, /Did you mean 'get_symbol_documentation'\?/);
  for (const name of ["", "x".repeat(1 << 20), "__proto__", "a\0b", "\ud800"])
    assert.equal((await engine.call(name, {})).code, "unknown_tool");
});

for (const count of [64, 500])
  test(`${count} calls at once, with slow replies`, async (t) => {
    const editor = makeEditor(t, USER);
    const { document } = editor;
    let most = 0,
      now = 0;
    editor.on.document = async (...args) => {
      most = Math.max(most, ++now);
      // A busy machine takes its time to start as many threads.
      for (const end = Date.now() + 5000; most < 64 && Date.now() < end;) await sleep(20);
      now--;
      return document.apply(editor, args);
    };
    const names = ["User", "bare", "Nowhere"];
    const answers = await Promise.all(
      Array.from({ length: count }, (_, i) =>
        editor.call({ symbol: names[i % 3], file: "src/user.ts", max_tokens: 1000 + i }),
      ),
    );
    for (const [i, answer] of answers.entries()) {
      assert.equal(answer.code, ["found", "found", "none"][i % 3], answer.text);
      assert.ok(answer.text.includes(names[i % 3]), answer.text);
    }
    assert.equal(most, 64, "at once");
  });

test("more calls than it takes are refused, and the others still answered", async (t) => {
  const editor = makeEditor(t, USER);
  let release;
  const held = new Promise((resolve) => (release = resolve));
  editor.on.document = (...args) => held.then(() => editor.document(...args));
  const calls = Array.from({ length: 1300 }, () => editor.call({ symbol: "User", file: "src/user.ts" }));
  await until(() => editor.count("document") === 64);
  release();
  const codes = (await Promise.all(calls)).map((answer) => answer.code);
  assert.deepEqual(new Set(codes), new Set(["found", "busy"]));
  assert.ok(codes.filter((code) => code === "found").length >= 1024);
});

test("progress is reported every second", async (t) => {
  const editor = makeEditor(t, USER);
  editor.on.document = async (...args) => {
    await sleep(1200);
    return editor.document(...args);
  };
  const told = [];
  const options = { onProgress: (seconds) => told.push(Math.round(seconds)) };
  assert.equal((await editor.call({ symbol: "User", file: "src/user.ts" }, options)).code, "found");
  assert.deepEqual(told, [1]);
});

test("diagnostics of the changed files: deleted and binary ones have none", async (t) => {
  const editor = makeEditor(t, { "src/a.ts": "let a;\n", "src/logo.png": "\x89PNG\0" });
  const paths = ["src/a.ts", "src/gone.ts", "src/logo.png"].map((name) => editor.path(name));
  editor.on.filesToCheck = () => ({ data: paths });
  const { code, text } = await editor.run("get_diagnostics", {});
  assert.equal(code, "none", text);
  assert.match(text, /^1 file that was changed or checked: 0 errors/m);
});

test("diagnostics with the fixes that are offered at each, and their ids apply", async (t) => {
  const editor = makeEditor(t, { "src/a.ts": "let a;\n// ERROR one\n// ERROR two\n" });
  const files = [{ action: "edit", path: editor.path("src/a.ts"), edits: [[1, 0, 1, 12, "let b;"]] }];
  editor.actions = [
    { title: "Extract", kind: "refactor.extract" },
    { title: "Mend it", kind: "quickfix", preferred: true, edit: { files } },
  ];
  const { codeActions } = editor;
  editor.on.codeActions = (file, range, kind) =>
    range[0] === 1 || range[2] > 2 ? codeActions.call(editor, file, range, kind) : { data: [] };
  const plain = await editor.run("get_diagnostics", { file_path: "src/a.ts" });
  assert.doesNotMatch(plain.text, /Mend it/);
  const { text, factsJson } = await editor.run("get_diagnostics", { file_path: "src/a.ts", include_fixes: true });
  const [one, two] = JSON.parse(factsJson).diagnostics;
  assert.deepEqual(
    one.fixes.map(({ title, kind, preferred }) => [title, kind, preferred]),
    [["Mend it", "quickfix", true]],
  );
  assert.deepEqual(two.fixes, []);
  assert.match(text, new RegExp(`ERROR one\\n  \\[${one.fixes[0].id}\\] Mend it \\(preferred\\)\\n`));
  assert.match(text, /^Preview a fix: apply_code_action with file_path, line, column and action=ID\.$/m);
  editor.on.codeActions = () => ({ data: [] });
  const none = await editor.run("get_diagnostics", { file_path: "src/a.ts", include_fixes: true, max_tokens: 1000 });
  assert.match(none.text, /^No quick fix is offered for these\.$/m);
  delete editor.on.codeActions;
  const args = { file_path: "src/a.ts", line: one.line, action: one.fixes[0].id, preview: false };
  assert.match((await editor.run("apply_code_action", args)).text, /^APPLIED/);
  assert.match(editor.text(editor.path("src/a.ts")), /^let b;$/m);
});

test("of two fixes with one title on a row each id names its own, with line and column", async (t) => {
  const editor = makeEditor(t, { "src/a.ts": "let one = two;\n" });
  const columns = [4, 10];
  const problem = (column) => [0, column, 0, column + 3, 0, "1", "lint", `at ${column}`];
  const fixesAt = (range) => columns.filter((column) => range[1] <= column + 3 && range[3] >= column);
  const row = { title: "Mend it", kind: "quickfix", preferred: false, hasEdit: true, command: "" };
  editor.on.diagnostics = () => ({ data: { events: 1, loaded: true, exact: true, rows: columns.map(problem) } });
  editor.on.codeActions = (file, range) => ({ data: fixesAt(range).map(() => row) });
  editor.on.resolveCodeAction = (file, range, kind, index) => {
    const column = fixesAt(range)[index];
    const files = [{ action: "edit", path: file, edits: [[0, column, 0, column + 3, "NEW"]] }];
    const edit = { files, partial: false, snippet: false };
    return { data: { found: true, hasEdit: true, command: "", ...edit } };
  };
  const { text } = await editor.run("get_diagnostics", { file_path: "src/a.ts", include_fixes: true });
  const fixes = [...text.matchAll(/a\.ts:(\d+):(\d+) .*\n {2}\[(\w+)\] Mend it$/gm)];
  assert.equal(fixes.length, 2, text);
  const names = /^Preview a fix: apply_code_action with file_path, (.*) and action=ID\.$/m.exec(text)[1].split(", ");
  const [, line, column, action] = fixes[1];
  const at = { line: Number(line), column: Number(column) };
  const args = { file_path: "src/a.ts", ...Object.fromEntries(names.map((name) => [name, at[name]])), action };
  const { text: applied } = await editor.run("apply_code_action", { ...args, preview: false });
  assert.match(applied, /^APPLIED/);
  assert.equal(editor.text(editor.path("src/a.ts")), "let one = NEW;\n");
});

test("fixes of many files of a silent server are not waited for one after another", async (t) => {
  const names = Array.from({ length: 6 }, (_, i) => `src/f${i}.ts`);
  const editor = makeEditor(t, Object.fromEntries(names.map((name) => [name, "// ERROR one\n"])));
  editor.on.filesToCheck = () => ({ data: names.map((name) => editor.path(name)) });
  editor.on.codeActions = () => new Promise(() => {});
  const { text } = await editor.run("get_diagnostics", { include_fixes: true });
  assert.match(text, /^6 files that were changed or checked: 6 errors/m);
  assert.match(text, /^Unknown in part: a language server has not answered in time, so fixes may be missing\./m);
  const asked = editor.count("codeActions");
  assert.ok(asked > 0 && asked < names.length, `${asked} files`);
});

test("a file that no server has checked yet, and one of no language that the editor knows", async (t) => {
  const editor = makeEditor(t, { "src/a.ts": "let a;\n", "src/a.zz": "one\n" });
  editor.on.diagnostics = () => ({ data: { events: 0, loaded: true, exact: false, rows: [] } });
  const late = await editor.run("get_diagnostics", { file_path: "src/a.ts" });
  assert.match(late.text, /^Unknown: no language server has checked the text as it is now/m, late.text);
  const plain = await editor.run("get_diagnostics", { file_path: "src/a.zz" });
  assert.match(plain.text, /no extension that serves files of this kind is installed/, plain.text);
});

test("diagnostics of more files than are checked are unknown", async (t) => {
  const names = Array.from({ length: 101 }, (_, i) => `src/f${i}.ts`);
  const editor = makeEditor(t, Object.fromEntries(names.map((name) => [name, "let a;\n"])));
  const paths = names.map((name) => editor.path(name));
  editor.on.filesToCheck = () => ({ data: [editor.path("../elsewhere.ts"), ...paths.slice(1)] });
  const all = await editor.run("get_diagnostics", {});
  assert.equal(all.code, "none", all.text);
  assert.doesNotMatch(all.text, /more were not checked/);
  editor.on.filesToCheck = () => ({ data: paths });
  const some = await editor.run("get_diagnostics", { max_tokens: 1000 });
  assert.equal(some.code, "unknown", some.text);
  assert.match(some.text, /^100 files that were changed or checked; more were not checked: 0 errors/m);
});

test("the nearest names come closest first, whatever their order", async (t) => {
  const editor = makeEditor(t, { "a.ts": "export const other = 1;\n" });
  const names = ["OrderLines", "$Order", "Orders", "OrderLine"];
  const [CLASS, file] = [4, editor.path("a.ts")];
  editor.on.workspaceSymbols = () => ({
    data: names.map((name, row) => [name, CLASS, "", file, true, 0, row, 0, row, 0, row, name.length]),
  });
  for (const op of ["outline", "hover", "definition"]) editor.on[op] = () => ({ data: [] });
  const { text } = await editor.run("find_definition", { symbol: "Orde", wait: true });
  assert.match(text, /Nearest names: \$Order, Orders, OrderLine, OrderLines\./);
});

test("a hover of C whose types the server did not find gives way to the text", async (t) => {
  const files = {
    "src/add.h":
      '#include "gone.h"\n/**\n * add - adds\n * @a: one of them\n */\nsize_t add(gfp_t a);\nint plain(int a);\n',
  };
  const ask = async (more = {}) => {
    const editor = makeEditor(t, { ...files, ...more });
    editor.servers.c = editor.servers.cpp = [{ extension: "test.clangd", active: true }];
    editor.on.outline = () => ({
      data: [
        ["add", 11, "", "", true, 0, 5, 7, 5, 0, 5, 20],
        ["plain", 11, "", "", true, 0, 6, 4, 6, 0, 6, 17],
      ],
    });
    editor.on.definition = (file, row) => ({ data: [row === 5 ? [file, 5, 7, 5, 10] : [file, 6, 4, 6, 9]] });
    editor.on.hover = (file, row) => ({
      data: [[1, row === 5 ? "public: int add(int a)" : "int plain(int a) // by hover", "c", false, false]],
    });
    return (name) => editor.call({ symbol_name: name, file_path: "src/add.h" });
  };
  const asked = await ask();
  const { text } = await asked("add");
  assert.match(text, /```\nsize_t add\(gfp_t a\)\n```\n\nadd - adds\n\n\*@param\* `a` — one of them/);
  assert.doesNotMatch(text, /public/);
  assert.match((await asked("plain")).text, /by hover/);
  const listed = await ask({ "compile_commands.json": "[]" });
  assert.match((await listed("add")).text, /public: int add/, "the server knows how it is compiled");
});
