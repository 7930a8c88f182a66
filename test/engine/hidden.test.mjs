/** Files that .sextantignore hides from agents: no tool reads, changes, lists or quotes them, however it is asked. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { makeEditor } from "./fake-editor.mjs";

const SECRET = "TOPSECRET";
const KEY = `/** A key. */\nexport class Key {}\nconst value = "${SECRET}";\nnew Made();\n`;
const FILES = {
  ".sextantignore": "secrets/\n*.pem\n",
  "secrets/key.ts": KEY,
  "cert.pem": `${SECRET}\n`,
  "src/a.ts": "export class Made {}\nconst key = new Key();\nconst made = new Made();\n",
};
const PERSON = { isPerson: true, isApproved: true };
const HIDDEN = /is hidden from agents by a rule in '\.sextantignore'\. Work without it, or ask the person/;

function expectHidden(answer, what) {
  assert.equal(answer.code, "hidden", `${what}: ${answer.text}`);
  assert.doesNotMatch(answer.text, new RegExp(SECRET));
}

const apply = (editor, args) => editor.run("file_edit", { searchTerm: "Made", replacementText: "Done", ...args });
const changeOf = (answer) => JSON.parse(answer.factsJson).change;

/* ---- every tool ------------------------------------------------------------------------------ */

/** Arguments that a tool needs beside the path; a new tool that needs others fails until they are here. */
const SAMPLES = {
  symbol: "Key",
  new_name: "Other",
  content: "text",
  searchTerm: "Key",
  replacementText: "Other",
  old: "Key",
  new: "Other",
  pattern: "Key",
  edits: [{ line_start: 1, line_end: 1, new_text: "text" }],
  operation: "replace",
  function_name: "made",
  target_file: "src/other.ts",
  new_params: [],
};

/** Only tools that make a function of lines need both ends. */
const LINES = { start_line: 1, end_line: 1 };
const PATHS = ["file_path", "cwd", "path", "folder"];

/** One call for each path that a tool takes, and for each of its actions. */
function callsOf(tool) {
  const properties = tool.inputSchema.properties ?? {};
  const base = Object.fromEntries(
    Object.keys(properties).flatMap((name) => (name in SAMPLES ? [[name, SAMPLES[name]]] : [])),
  );
  if ("query" in properties) delete base.symbol;
  if ("function_name" in properties) Object.assign(base, LINES);
  if (properties.operation && !properties.operation.enum?.includes(base.operation)) delete base.operation;
  if (tool.name === "get_completions") Object.assign(base, { line: 1, column: 1 });
  if (tool.name === "semantic_search") base.query = "key of a person";
  if (tool.name === "web_fetch") Object.assign(base, { action: "download", url: "https://example.com/" });
  const actions = tool.inputSchema.required?.includes("action") ? properties.action.enum : [undefined];
  return PATHS.filter((name) => name in properties).flatMap((name) =>
    actions.map((action) => ({ name, args: { ...base, ...(action && { action }) } })),
  );
}

/** Every way of naming the file, or its folder. */
function formsOf(editor, name) {
  const absolute = editor.path(name);
  const rest = name.slice("secrets".length);
  return [
    name,
    `./${name}`,
    absolute,
    `src/../${name}`,
    `${editor.path("src")}/../${name}`,
    `alias${rest}`,
    editor.path(`alias${rest}`),
    path.join(editor.parent, `outside${rest}`),
    pathToFileURL(absolute).href,
    `file://${absolute.replace("secrets", "%73ecret%73")}`,
    `file://${editor.path("src")}/%2e%2e/${name}`,
  ];
}

function linkSecrets(editor) {
  fs.symlinkSync("secrets", editor.path("alias"));
  fs.symlinkSync("secrets/key.ts", editor.path("link.ts"));
  fs.symlinkSync(editor.path("secrets"), path.join(editor.parent, "outside"));
}

test("every tool that takes a path refuses a hidden one, in whatever form", async (t) => {
  const editor = makeEditor(t, FILES);
  linkSecrets(editor);
  const before = editor.snapshot();
  const tools = editor.engine.tools.filter((tool) => tool.audience !== "people" && callsOf(tool).length);
  assert.ok(tools.length > 18, `only ${tools.length} tools`);
  for (const tool of tools)
    for (const { name, args } of callsOf(tool)) {
      const isFolder = name === "cwd" || args.action === "list";
      const forms = isFolder ? formsOf(editor, "secrets") : [...formsOf(editor, "secrets/key.ts"), "link.ts"];
      for (const form of forms)
        expectHidden(await editor.run(tool.name, { ...args, [name]: form }), `${tool.name} ${name}=${form}`);
    }
  assert.equal(editor.snapshot(), before);
});

test("paths of other forms and handles that lead to a hidden file are refused", async (t) => {
  const editor = makeEditor(t, FILES);
  expectHidden(await editor.run("file_read", { file_path: "secrets\\key.ts" }), "as on Windows");
  const tools = editor.engine.tools.filter((tool) => "handle" in (tool.inputSchema.properties ?? {}));
  assert.ok(tools.length > 5);
  for (const { name, inputSchema } of tools) {
    const isNeeded = (key) => key !== "symbol" && key in inputSchema.properties;
    const more = Object.fromEntries(Object.entries(SAMPLES).filter(([key]) => isNeeded(key)));
    expectHidden(await editor.run(name, { handle: "secrets/key.ts:2:14#Key", ...more }), name);
  }
});

test("no new file is made where one would be hidden, and no folder with hidden files deleted", async (t) => {
  const editor = makeEditor(t, { ...FILES, "sub/deep/x.pem": SECRET, "sub/y.txt": "y\n" });
  linkSecrets(editor);
  for (const file of ["secrets/new.ts", "src/new.pem", "alias/new.ts", "alias/deep/new.ts", "secrets/a/b.ts"]) {
    expectHidden(await editor.run("file_write", { file_path: file, content: "x" }), file);
    const edits = [{ line_start: 1, line_end: 0, new_text: "x" }];
    expectHidden(await editor.run("edit_buffer", { file_path: file, edits, create: true, preview: false }), file);
  }
  const answer = await editor.run("file_manage", { action: "delete", path: "sub" });
  expectHidden(answer, "delete");
  assert.match(answer.text, /^'sub' has files that \.sextantignore hides from agents\. Nothing was changed\./);
  assert.ok(fs.existsSync(editor.path("sub/deep/x.pem")));
});

test("an unnamed buffer that would be saved as a hidden file is refused", async (t) => {
  const editor = makeEditor(t, FILES);
  for (const uri of [`untitled:${editor.path("secrets/key.ts")}`, `untitled:${editor.path("secrets")}/%6bey.ts`])
    expectHidden(await editor.run("get_buffer_info", { file_path: uri }), uri);
});

test("a folder is listed without what is hidden", async (t) => {
  const editor = makeEditor(t, FILES);
  linkSecrets(editor);
  const answer = await editor.run("file_manage", { action: "list", path: "." });
  assert.deepEqual(
    JSON.parse(answer.factsJson).files.map((file) => file.name),
    [".sextantignore", "src"],
  );
});

test("the message names the rules, and the file as it was asked for", async (t) => {
  const editor = makeEditor(t, { "sub/.sextantignore": "key*\n", "sub/key.txt": SECRET });
  assert.equal(
    (await editor.run("file_read", { file_path: "sub/key.txt" })).text,
    "Could not read file 'sub/key.txt'. file_path: 'sub/key.txt' is hidden from agents by a rule in " +
      "'sub/.sextantignore'. Work without it, or ask the person to change that rule.",
  );
});

/* ---- what language servers answer ------------------------------------------------------------ */

test("references in hidden files are left out and counted", async (t) => {
  const editor = makeEditor(t, { ...FILES, "secrets/b.ts": "new Made();\n" });
  const { text, factsJson } = await editor.run("find_references", { symbol: "Made", file_path: "src/a.ts" });
  assert.match(text, /^Note: 2 places in files hidden by \.sextantignore are not listed\.\n1 reference in 1 file/);
  assert.doesNotMatch(text, /secrets/);
  assert.equal(JSON.parse(factsJson).total_count, 1);
});

test("a definition in a hidden file is unknown, not none, and is not shown", async (t) => {
  const editor = makeEditor(t, FILES);
  const answer = await editor.run("find_definition", { symbol: "Key", file_path: "src/a.ts" });
  assert.equal(answer.code, "unknown", answer.text);
  assert.match(answer.text, /^Unknown: 1 place in a file hidden by \.sextantignore is not listed\./);
  assert.doesNotMatch(answer.text, /secrets|TOPSECRET/);
});

test("documentation does not say that a file defines what a hidden one defines", async (t) => {
  const editor = makeEditor(t, FILES);
  const { text } = await editor.run("get_symbol_documentation", { symbol: "Key", file_path: "src/a.ts" });
  assert.match(text, /^Note: 1 place in a file hidden by \.sextantignore is not listed\.\nSymbol: Key\n/);
  assert.match(text, /\nStatus: Imported\/Referenced\nReferenced in: src\/a\.ts:2:17\n/);
});

test("no tool on symbols shows a place or a line of a hidden file", async (t) => {
  const editor = makeEditor(t, FILES);
  const hidden = editor.path("secrets/key.ts");
  editor.on.implementation = () => ({ data: [[hidden, 1, 13, 1, 16]] });
  editor.on.prepareHierarchy = (_session, _types, file, row, column) => ({
    data: [[0, "Made", 4, file, row, column, row, 0, row, 20, []]],
  });
  editor.on.expandHierarchy = () => ({ data: [[1, "Key", 4, hidden, 1, 13, 1, 0, 1, 20, [2, 6]]] });
  editor.on.filesToCheck = () => ({ data: [hidden, editor.path("src/a.ts")] });
  const asked = { symbol: "Made", file_path: "src/a.ts" };
  const calls = [
    ["find_implementations", asked],
    ["find_references", { symbol: "Key" }],
    ["find_definition", { symbol: "Key" }],
    ["get_symbol_documentation", { symbol: "Key" }],
    ["get_call_hierarchy", asked],
    ["get_type_hierarchy", asked],
    ["get_symbols", { query: "Key" }],
    ["get_diagnostics", {}],
    ["grep", { pattern: "TOP.ECRET", ignored: true }],
    ["glob", { pattern: "**/*", ignored: true }],
  ];
  for (const [tool, args] of calls) {
    const answer = await editor.run(tool, args);
    assert.doesNotMatch(`${answer.text}${answer.factsJson}`, /secrets|TOPSECRET/, `${tool}: ${answer.text}`);
  }
});

test("symbols of hidden files that only look like the name are not counted", async (t) => {
  const editor = makeEditor(t, { ...FILES, "secrets/more.ts": "export class MadeToo {}\n" });
  const { text } = await editor.run("get_symbols", { query: "Mad" });
  assert.match(text, /^2 symbols like 'Mad'/);
  const other = await editor.run("get_symbols", { query: "MadeToo" });
  assert.match(other.text, /^Unknown: 1 place in a file hidden by \.sextantignore is not listed\./);
});

test("a rename or a code action that would edit or move a hidden file is refused", async (t) => {
  const rules = `${FILES[".sextantignore"]}out/x.ts\n`;
  const editor = makeEditor(t, { ...FILES, ".sextantignore": rules, "out/x.ts": SECRET, "out/y.ts": "y\n" });
  const before = editor.snapshot();
  for (const preview of [true, false]) {
    const args = { symbol: "Made", file_path: "src/a.ts", new_name: "Other", preview };
    const answer = await editor.run("rename_symbol", args);
    expectHidden(answer, "rename");
    assert.match(answer.text, /edits also change 1 file that \.sextantignore hides from agents\. Nothing was changed/);
  }
  const moves = { action: "rename", path: editor.path("src/a.ts"), newPath: editor.path("secrets/a.ts"), edits: [] };
  const edits = { action: "edit", path: editor.path("secrets/key.ts"), edits: [[0, 0, 0, 0, "x"]] };
  const carries = { action: "rename", path: editor.path("out"), newPath: editor.path("in"), edits: [] };
  for (const file of [moves, edits, carries]) {
    editor.actions = [{ title: "Move", kind: "refactor.move", edit: { files: [file], partial: false } }];
    for (const preview of [true, false])
      expectHidden(
        await editor.run("apply_code_action", { file_path: "src/a.ts", line: 1, action: "Move", preview }),
        file.action,
      );
  }
  assert.equal(editor.snapshot(), before);
});

/* ---- changes --------------------------------------------------------------------------------- */

test("a change is neither shown, applied nor undone when its file has become hidden", async (t) => {
  const editor = makeEditor(t, FILES);
  const planned = changeOf(await apply(editor, { file_path: "src/a.ts", preview: true }));
  const applied = changeOf(await apply(editor, { file_path: "src/a.ts" }));
  const before = editor.snapshot();
  fs.appendFileSync(editor.path(".sextantignore"), "a.ts\n");
  expectHidden(await editor.run("file_edit", { change: planned, preview: true }), "preview");
  expectHidden(await editor.run("file_edit", { change: planned }), "apply");
  expectHidden(await editor.run("undo_change", { change: applied }), "undo");
  fs.writeFileSync(editor.path(".sextantignore"), FILES[".sextantignore"]);
  assert.equal(editor.snapshot(), before);
  assert.equal((await editor.run("undo_change", { change: applied })).code, "found");
});

test("a person is asked before .sextantignore is changed, whatever the settings allow", async (t) => {
  const editor = makeEditor(t, { ...FILES, "sub/x.txt": "x\n" });
  const questions = [];
  editor.on.approve = (question) => (questions.push(question), { data: { allowed: false, why: "no" } });
  for (const file of [".sextantignore", "sub/.sextantignore", "sub/.SEXTANTIGNORE"]) {
    const answer = await editor.run("file_write", { file_path: file, content: "!secrets/\n" });
    assert.equal(answer.code, "not_allowed", answer.text);
  }
  assert.equal((await editor.run("file_manage", { action: "delete", path: ".sextantignore" })).code, "not_allowed");
  assert.equal(questions.length, 4);
});

/* ---- the rules ------------------------------------------------------------------------------- */

const read = (editor, file, options) => editor.run("file_read", { file_path: file }, options);

test("a change of the rules counts in the next call, unsaved edits of them do not", async (t) => {
  const editor = makeEditor(t, { "src/a.ts": FILES["src/a.ts"], "src/b.ts": "new Made();\n" });
  const rules = editor.path(".sextantignore");
  const references = async () => {
    const answer = await editor.run("find_references", { symbol: "Made", file_path: "src/a.ts" });
    return JSON.parse(answer.factsJson).total_count;
  };
  for (let round = 0; round < 3; round++) {
    assert.equal(await references(), 2);
    fs.writeFileSync(rules, "b.ts\n");
    assert.equal(await references(), 1);
    expectHidden(await read(editor, "src/b.ts"), "b.ts");
    fs.rmSync(rules);
  }
  fs.writeFileSync(rules, "b.ts\n");
  editor.dirty.set(rules, "");
  expectHidden(await read(editor, "src/b.ts"), "b.ts");
});

test("a person sees everything, and an agent nothing of the answer that a person got", async (t) => {
  const editor = makeEditor(t, FILES);
  const args = { symbol: "Key", file_path: "secrets/key.ts" };
  for (let i = 0; i < 2; i++) {
    assert.equal((await editor.run("get_symbol_documentation", args, PERSON)).code, "found");
    assert.match((await read(editor, "cert.pem", PERSON)).text, /TOPSECRET/);
    expectHidden(await editor.run("get_symbol_documentation", args), "agent");
  }
});

test("rules count in all folders below, and later ones first, as in .gitignore", async (t) => {
  const editor = makeEditor(t, {
    ".sextantignore": "*.key\n!public.key\nsub/*\n!sub/open.txt\n",
    "a.key": "x",
    "public.key": "x",
    "sub/open.txt": "x",
    "sub/shut.txt": "x",
    "deep/.sextantignore": "!b.key\n",
    "deep/b.key": "x",
    "deep/c.key": "x",
  });
  fs.writeFileSync(path.join(editor.parent, ".sextantignore"), "above.txt\n");
  fs.writeFileSync(editor.path("above.txt"), "x");
  const isHidden = async (file) => (await read(editor, file)).code === "hidden";
  for (const file of ["a.key", "sub/shut.txt", "deep/c.key", "above.txt"]) assert.ok(await isHidden(file), file);
  for (const file of ["public.key", "sub/open.txt", "deep/b.key"]) assert.ok(!(await isHidden(file)), file);
  const { text } = await editor.run("glob", { pattern: "**/*.{key,txt}" });
  assert.deepEqual(text.split("\n").slice(1), ["deep/b.key", "public.key", "sub/open.txt"]);
});

test("rules that cannot be read hide everything, and a link to rules is followed", async (t) => {
  const editor = makeEditor(t, {
    "big/.sextantignore": "#".repeat(1100000),
    "big/a.txt": "x",
    "link/a.txt": "x",
    "link/b.txt": "x",
  });
  fs.writeFileSync(path.join(editor.parent, "rules"), "a.txt\n");
  fs.symlinkSync(path.join(editor.parent, "rules"), editor.path("link/.sextantignore"));
  expectHidden(await read(editor, "big/a.txt"), "big");
  expectHidden(await read(editor, "link/a.txt"), "link");
  assert.equal((await read(editor, "link/b.txt")).code, "found");
  const { text } = await editor.run("glob", { pattern: "**/*.txt" });
  assert.deepEqual(text.split("\n").slice(1), ["link/b.txt"]);
});

test("where the file system folds case, so do the rules", async (t) => {
  const editor = makeEditor(t, {
    "a/.sextantignore": "Secret*\n",
    "a/SECRET.txt": "x",
    "b/.sextantignore": "Secret*\n",
    "b/SECRET.txt": "x",
  });
  /* As such a file system has it: both names are one file. */
  fs.linkSync(editor.path("a/.sextantignore"), editor.path("a/.SEXTANTIGNORE"));
  expectHidden(await read(editor, "a/SECRET.txt"), "folded");
  assert.equal((await read(editor, "b/SECRET.txt")).code, "found");
});
