/** How a name is used at each of its references, by the text. */
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import { makeEditor } from "./fake-editor.mjs";

/** The kinds of the references to `Name`, in the order of the file's lines that say it. */
async function kindsOf(t, declaration, file, text) {
  const editor = makeEditor(t, { "src/name.ts": `${declaration}\n`, [`src/${file}`]: text });
  const places = text
    .split("\n")
    .flatMap((line, row) =>
      [...line.matchAll(/\bName\b/g)].map(({ index }) => [editor.path(`src/${file}`), row, index, row, index + 4]),
    );
  editor.on.references = () => ({ data: places });
  const answer = await editor.run("find_references", { symbol: "Name", file_path: "src/name.ts" });
  const { references } = JSON.parse(answer.factsJson);
  return references.map((one) => one.kind);
}

test("imports over several lines are imports, and what looks like them is not", async (t) => {
  const text = [
    "import {",
    "  Other,",
    "  Name,",
    "  type Name as Same, // a = comment",
    '} from "./name.js";',
    'import Name, { x } from "./name.js";',
    "export {",
    "  Name,",
    '} from "./name.js";',
    "const one = [",
    "  Name,",
    "];",
    "use(",
    "  Name,",
    ");",
    "Name();",
    "const same = { Name };",
  ].join("\n");
  assert.deepEqual(await kindsOf(t, "export const Name = 1;", "uses.ts", text), [
    "import",
    "import",
    "import",
    "import",
    "read",
    "read",
    "call",
    "read",
  ]);
});

test("other languages have lists of imports, too", async (t) => {
  const python = "from name import (\n    other,\n    Name,\n)\nprint(\n    Name,\n)\nName += 2\n";
  assert.deepEqual(await kindsOf(t, "export const Name = 1;", "uses.py", python), ["import", "read", "write"]);
  const rust = "use name::{\n    other::deep,\n    of::Name,\n};\nfn f() { g(Name, 1) }\n";
  assert.deepEqual(await kindsOf(t, "export const Name = 1;", "uses.rs", rust), ["import", "read"]);
});

test("a name that a server finds in a comment is no use in code", async (t) => {
  const text = "/**\n * See {@link Name} and\n   Name\n */\nName(); // Name\nconst url = `Name/* ${Name} */`;\n";
  const kinds = await kindsOf(t, "export const Name = 1;", "uses.ts", text);
  assert.deepEqual(kinds, ["comment", "comment", "call", "comment", "read", "read"]);
});

test("types, calls, reads and writes", async (t) => {
  const text = "let a: Name;\nnew Name();\nName.make();\nclass B extends Name {}\n";
  assert.deepEqual(await kindsOf(t, "export class Name {}", "uses.ts", text), ["type", "call", "read", "type"]);
  assert.deepEqual(await kindsOf(t, "export const Name = 1;", "uses.ts", "Name = 2;\nName += 1;\nName == 2;\n"), [
    "write",
    "write",
    "read",
  ]);
});

test("the symbol round a use: what declares something, and no control flow", async (t) => {
  const text = [
    "class Shop {",
    "  catch(e) {",
    "    if (e) {",
    "      while (e) {",
    "        go(Name);",
    "      }",
    "    }",
    "  }",
    "  open() {",
    "    try {",
    "    }",
    "    catch (e) {",
    "      for (const one of e) {",
    "        go(Name);",
    "      }",
    "    }",
    "  }",
    "}",
  ].join("\n");
  const editor = makeEditor(t, { "src/name.ts": "export const Name = 1;\n", "src/shop.ts": text });
  editor.on.references = () => ({ data: [4, 13].map((row) => [editor.path("src/shop.ts"), row, 11, row, 15]) });
  const answer = await editor.run("find_references", { symbol: "Name", file_path: "src/name.ts" });
  assert.match(answer.text, /^ 5:12 read in catch: go\(Name\);\n 14:12 read in open: "$/m);
});

test("long lines are cut around the name, imports have only their place, identical ones are listed once", async (t) => {
  const long =
    "const answer = compute({ alpha: 1, beta: 2, gamma: 3 }, Name, { delta: 4, epsilon: 5, zeta: 6, eta: 7 });";
  const wide = `${"é".repeat(40)}(Name)${"é".repeat(40)}`;
  const text = ['import { Name } from "./name.js";', long, `  ${long}`, "go(Name);", wide, ""].join("\n");
  const editor = makeEditor(t, { "src/name.ts": "export const Name = 1;\n", "src/uses.ts": text });
  editor.on.references = () => ({
    data: text
      .split("\n")
      .flatMap((line, row) =>
        [...line.matchAll(/\bName\b/g)].map(({ index }) => [editor.path("src/uses.ts"), row, index, row, index + 4]),
      ),
  });
  const answer = await editor.run("find_references", { symbol: "Name", file_path: "src/name.ts" });
  const [, , ...lines] = answer.text.trimEnd().split("\n");
  assert.deepEqual(lines, [
    " 1:10 import",
    " 2:57 read: …{ alpha: 1, beta: 2, gamma: 3 }, Name, { delta: 4, epsilon: 5, zeta: 6, eta: 7 });",
    ' 3:59 read in answer: "',
    " 4:4 read: go(Name);",
    ` 5:42 read: …${"é".repeat(18)}(Name)${"é".repeat(25)}…`,
    '(" is as in the line above.)',
  ]);
  assert.equal(JSON.parse(answer.factsJson).references[1].text, long, "whole in the facts");
});

test("a name is never cut, nor what stands right behind it", async (t) => {
  const name = "aNameThatIsLongerThanWhatFollowsIsAllowedToBe";
  const line = `export const answer = compute({ alpha: 1 }, ${name} as unknown, { delta: 4, epsilon: 5 });`;
  const editor = makeEditor(t, { "src/name.ts": `export const ${name} = 1;\n`, "src/use.ts": `${line}\n` });
  const at = line.indexOf(name);
  editor.on.references = () => ({ data: [[editor.path("src/use.ts"), 0, at, 0, at + name.length]] });
  const { text } = await editor.run("find_references", { symbol: name, file_path: "src/name.ts" });
  assert.match(
    text,
    new RegExp(`^src/use\\.ts:1:${at + 1} read: …answer = compute\\(\\{ alpha: 1 \\}, ${name} as unknown…$`, "m"),
  );
});

test("a ditto mark repeats the line above", async (t) => {
  const text = ["import {", "  Name,", '} from "./name.js";', "const all = [", "  Name,", "  Name,", "];", ""].join(
    "\n",
  );
  const editor = makeEditor(t, { "src/name.ts": "export const Name = 1;\n", "src/uses.ts": text });
  editor.on.references = () => ({ data: [1, 4, 5].map((row) => [editor.path("src/uses.ts"), row, 2, row, 6]) });
  const { text: told } = await editor.run("find_references", { symbol: "Name", file_path: "src/name.ts" });
  assert.match(told, /^ 2:3 import\n 5:3, 6:3 read in all: Name,$/m);
});

test("a project that was just loaded is asked again before there are no uses", async (t) => {
  const editor = makeEditor(t, {
    "src/a.ts": "export const First = 1;\n",
    "src/b.ts": "First;\n",
    "tsconfig.json": "{}",
  });
  let asked = 0;
  editor.on.references = (...at) =>
    ++asked < 3 ? { data: [[editor.path("src/a.ts"), 0, 13, 0, 18]] } : editor.references(...at);
  const { code, text } = await editor.run("find_references", { symbol: "First", file_path: "src/a.ts" });
  assert.equal(code, "found", text);
  assert.match(text, /^1 reference in 1 file/);
});

/* ---- servers with an index, which take a change in only some time after it ------------------- */

const C_FILES = {
  "src/add.h": "int add(int a);\n",
  "src/add.c": '#include "add.h"\nint add(int a) {\n  return a;\n}\n',
  "src/use.c": '#include "add.h"\nint twice(int a) {\n  return add(a) + add(a);\n}\n',
};
const PLACES = {
  "src/add.h": [[0, 4]],
  "src/add.c": [[1, 4]],
  "src/use.c": [
    [2, 9],
    [2, 18],
  ],
};

/** A server of C whose references are those of `files(n)` in the nth answer. */
function serveC(t, files, more = {}) {
  const editor = makeEditor(t, { ...C_FILES, ...more });
  editor.servers.c = [{ extension: "test.clangd", active: true }];
  const row = (file) => PLACES[file].map(([line, column]) => [editor.path(file), line, column, line, column + 3]);
  const declaration = row("src/add.c")[0];
  editor.on.outline = (file) => ({
    data: [
      file === declaration[0]
        ? ["add", 11, "", "", true, 0, 1, 4, 1, 0, 3, 1]
        : ["twice", 11, "", "", true, 0, 1, 4, 1, 0, 3, 1],
    ],
  });
  editor.on.definition = () => ({ data: [declaration] });
  editor.on.hover = () => ({ data: [[0, "int add(int a)", "", false, false]] });
  let asked = 0;
  editor.on.references = () => ({ data: files(++asked).flatMap(row) });
  return editor;
}

const askC = (editor) => editor.run("find_references", { symbol: "add", file_path: "src/add.c" });

/** No answer at places of use.c. */
const silenceUse = (editor) => {
  const silent =
    (otherwise) =>
    (file, ...at) =>
      /use/.test(file) ? { data: [] } : otherwise(file, ...at);
  for (const what of ["outline", "definition", "hover"]) editor.on[what] = silent(editor.on[what]);
};

test("a prototype and its definition are one symbol, and both are asked about", async (t) => {
  const asked = new Set();
  const editor = serveC(t, () => Object.keys(PLACES));
  const { references } = editor.on;
  editor.on.references = (file, ...at) => (asked.add(file), references(file, ...at));
  for (const file of ["src/add.c", "src/add.h", "src/use.c", undefined]) {
    asked.clear();
    const answer = await editor.run("find_references", { symbol: "add", ...(file && { file_path: file }) });
    const facts = JSON.parse(answer.factsJson);
    assert.equal(facts.total_count, 2, answer.text);
    assert.deepEqual(
      facts.definitions.map((one) => `${one.file}:${one.line}`).sort(),
      ["src/add.c:2", "src/add.h:1"],
      answer.text,
    );
    assert.doesNotMatch(answer.text, /Other symbols/);
    assert.ok(asked.has(editor.path("src/add.c")) && asked.has(editor.path("src/add.h")), [...asked].join());
  }
});

test("a prototype is no other symbol in what documentation says either", async (t) => {
  const editor = serveC(t, () => []);
  editor.on.workspaceSymbols = () => ({
    data: ["src/add.h", "src/add.c"].map((file) => {
      const [[line, column]] = PLACES[file];
      return ["add", 11, "", editor.path(file), true, 0, line, column, line, 0, line, column + 3];
    }),
  });
  const { text, factsJson } = await editor.call({ symbol_name: "add" });
  assert.match(text, /src\/add\.c:2:5/);
  assert.doesNotMatch(text, /Other symbols/);
  assert.equal(JSON.parse(factsJson).results[0].candidate_count, undefined);
});

test("what changed a moment ago is waited for until the index of C has it", async (t) => {
  const editor = serveC(t, (n) => (n < 7 ? ["src/add.c", "src/add.h"] : Object.keys(PLACES)));
  silenceUse(editor);
  editor.engine.fileChanged(editor.path("src/use.c"), false);
  const answer = await askC(editor);
  assert.equal(answer.code, "found", answer.text);
  assert.equal(JSON.parse(answer.factsJson).total_count, 2, answer.text);
  assert.equal(editor.count("references"), 8, "at both declarations");
});

test("what never comes into the index is taken from the place itself", async (t) => {
  const editor = serveC(t, () => ["src/add.c", "src/add.h"]);
  editor.engine.fileChanged(editor.path("src/use.c"), false);
  const answer = await askC(editor);
  assert.equal(answer.code, "found", answer.text);
  assert.equal(JSON.parse(answer.factsJson).total_count, 2, answer.text);
});

test("where the server says nothing of the place either the answer is unknown, and names it", async (t) => {
  const editor = serveC(t, () => ["src/add.c", "src/add.h"]);
  silenceUse(editor);
  editor.engine.fileChanged(editor.path("src/use.c"), false);
  const answer = await askC(editor);
  assert.equal(answer.code, "unknown", answer.text);
  assert.match(answer.text, /^Unknown in part: src\/use\.c contains the name in places that are not listed: /m);
  assert.equal(JSON.parse(answer.factsJson).total_count, 0, answer.text);
});

test("a server is shown the files that it may not have read yet", async (t) => {
  const editor = serveC(t, () =>
    Object.keys(PLACES).filter((file) => file !== "src/use.c" || editor.loaded.has(editor.path(file))),
  );
  const answer = await askC(editor);
  assert.equal(answer.code, "found", answer.text);
  assert.equal(JSON.parse(answer.factsJson).total_count, 2, answer.text);
});

test("what lacks in the index all the same, and is not known at its place, is unknown", async (t) => {
  const editor = serveC(t, () => ["src/add.c", "src/add.h"]);
  silenceUse(editor);
  editor.loaded.add(editor.path("src/use.c")); // held, so that opening it changes nothing
  const answer = await askC(editor);
  assert.equal(answer.code, "unknown", answer.text);
});

test("what is another symbol by its definition is not missing, and is hardly waited for", async (t) => {
  const editor = serveC(t, () => ["src/add.c", "src/add.h"], {
    "src/other.c": "static int add(int n) { return n; }\n",
  });
  const other = [editor.path("src/other.c"), 0, 11, 0, 14];
  editor.on.definition = (file) => ({ data: [/use|other/.test(file) ? other : [file, 1, 4, 1, 7]] });
  editor.engine.fileChanged(editor.path("src/use.c"), false);
  const answer = await askC(editor);
  assert.equal(answer.code, "none", answer.text);
  assert.doesNotMatch(answer.text, /Unknown/);
  assert.ok(editor.count("references") <= 4, "once more, as the file changed just now");
});

test("a call of a function that its file does not declare is one of it", async (t) => {
  const editor = serveC(t, () => ["src/add.c", "src/add.h"]);
  const own = editor.on.definition;
  editor.on.definition = (file, ...at) =>
    /use/.test(file) ? { data: [[file, ...at, at[0], at[1] + 3]] } : own(file, ...at);
  const answer = await askC(editor);
  assert.equal(answer.code, "found", answer.text);
  assert.match(answer.text, /^ 3:10, 3:19 call in twice/m);
});

test("what is in no compiled text is listed apart", async (t) => {
  const editor = serveC(t, () => ["src/add.c", "src/add.h"], {
    "src/use.c": `#if 0
${C_FILES["src/use.c"]}#endif
`,
  });
  editor.on.hover = (file) => ({ data: /use/.test(file) ? [] : [[0, "int add(int a)", "", false, false]] });
  const answer = await askC(editor);
  assert.equal(answer.code, "unknown", answer.text);
  assert.match(
    answer.text,
    /^Not included, because it is not compiled here \(#if\), 2 places: src\/use\.c:4:10, src\/use\.c:4:19\.$/m,
  );
});

test("what the server does not understand, though no #if is around it, is listed by its text", async (t) => {
  const editor = serveC(t, () => ["src/add.c", "src/add.h"], {
    "src/use.c": `${C_FILES["src/use.c"]}int other(struct ops *ops) {\n  return ops->add(1);\n}\n`,
  });
  editor.on.hover = (file) => ({ data: /use/.test(file) ? [] : [[0, "int add(int a)", "", false, false]] });
  const { code, text } = await askC(editor);
  assert.equal(code, "unknown", text);
  assert.match(text, /^Unknown in part: 2 of the places were found by text: the language server does not/m);
  assert.match(text, /^2 references in 1 file/m);
  assert.match(text, /^src\/use\.c \(2\)\n 3:10, 3:19 call in twice: return add\(a\) \+ add\(a\);$/m);
  assert.doesNotMatch(text, /not compiled/);
  const callers = await editor.run("get_call_hierarchy", {
    symbol: "add",
    file_path: "src/add.c",
    direction: "incoming",
  });
  assert.equal(callers.code, "unknown", callers.text);
  assert.match(callers.text, /^Called by \(1\):\n- src\/use\.c:\S+twice/m);
});

test("callers that may be in code that is not compiled are unknown, not none", async (t) => {
  const editor = serveC(t, () => ["src/add.c", "src/add.h"], {
    "src/use.c": `#if 0\n${C_FILES["src/use.c"]}#endif\n`,
  });
  editor.on.hover = (file) => ({ data: /use/.test(file) ? [] : [[0, "int add(int a)", "", false, false]] });
  const args = { symbol: "add", file_path: "src/add.c", direction: "incoming", wait: true };
  const { code, text } = await editor.run("get_call_hierarchy", args);
  assert.equal(code, "unknown", text);
  assert.match(text, /^Unknown: the only places that may be calls are in code that the language server does not/m);
});

test("a complete answer does not wait", async (t) => {
  const editor = serveC(t, () => Object.keys(PLACES));
  editor.engine.fileChanged(editor.path("src/use.c"), false);
  const answer = await askC(editor);
  assert.equal(answer.code, "found", answer.text);
  assert.equal(editor.count("references"), 2, "at both declarations");
});

test("a file that uses a macro of the symbol is shown to the server, and the macro is listed", async (t) => {
  const editor = makeEditor(t, {
    "src/step.c": "void step(int a) {\n}\n",
    "src/step.h": "void step(int a);\n#define check(a) \\\n  if (a) step(a)\n#define twice(a) check(a); check(a)\n",
    "src/use.c": '#include "step.h"\nvoid go(void) {\n  twice(1);\n}\n',
    "src/other.c": "void stepping(void) {\n}\n",
  });
  editor.servers.c = [{ extension: "test.clangd", active: true }];
  const definition = [editor.path("src/step.c"), 0, 5, 0, 9];
  editor.on.outline = () => ({ data: [["any", 11, "", "", true, 0, 0, 5, 0, 0, 1, 1]] });
  editor.on.definition = () => ({ data: [definition] });
  editor.on.hover = () => ({ data: [[0, "void step(int a)", "", false, false]] });
  const use = [editor.path("src/use.c"), 2, 2, 2, 7];
  editor.on.references = () => ({ data: editor.loaded.has(use[0]) ? [definition, use] : [definition] });
  const answer = await editor.run("find_references", { symbol: "step", file_path: "src/step.c", line: 1 });
  assert.equal(answer.code, "found", answer.text);
  assert.deepEqual(
    JSON.parse(answer.factsJson)
      .references.map((one) => `${one.file}:${one.line}:${one.column + 1}`)
      .sort(),
    ["src/step.h:3:10", "src/use.c:3:3"],
    answer.text,
  );
  assert.equal(editor.loaded.has(editor.path("src/other.c")), false);
});

/* ---- TypeScript without a project: its server knows the files that are open ------------------- */

const SCRIPTS = {
  "src/add.ts": "export function add(n: number) { return n; }\n",
  "src/use.ts": 'import { add } from "./add";\nadd(1);\n',
  "src/other.ts": "const add = 1;\nconsole.log(add);\n",
};

/** A server whose references are those of the files that the editor holds, and not in `never`. */
function serveOpenFiles(t, files = {}, never = "") {
  const editor = makeEditor(t, { ...SCRIPTS, ...files });
  editor.on.references = () => ({
    data: [
      ["src/add.ts", 0, 16],
      ["src/use.ts", 0, 9],
      ["src/use.ts", 1, 0],
    ]
      .filter(([file]) => file !== never && editor.loaded.has(editor.path(file)))
      .map(([file, line, column]) => [editor.path(file), line, column, line, column + 3]),
  });
  return editor;
}

const askAdd = (editor) => editor.run("find_references", { symbol: "add", file_path: "src/add.ts" });

test("without a project the files that say the name are opened, and another symbol is none", async (t) => {
  const answer = await askAdd(serveOpenFiles(t));
  assert.equal(answer.code, "found", answer.text);
  assert.equal(JSON.parse(answer.factsJson).total_count, 2, answer.text);
  assert.doesNotMatch(answer.text, /Unknown/);
});

test("what the server does not take in then makes the answer unknown, with the remedy", async (t) => {
  const answer = await askAdd(serveOpenFiles(t, {}, "src/use.ts"));
  assert.equal(answer.code, "unknown", answer.text);
  assert.match(
    answer.text,
    /^Unknown in part: src\/use\.ts contains the name in places that are not listed: no tsconfig\.json or jsconfig\.json includes them/m,
  );
});

test("what opening a file brings in counts, although its own symbol is another one", async (t) => {
  // An override: the text says the name, the definition there is the override's own, and so are its uses.
  const editor = serveOpenFiles(t);
  editor.on.references = () => ({
    data: [
      ["src/add.ts", 0, 16],
      ["src/other.ts", 0, 6],
    ]
      .filter(([file]) => editor.loaded.has(editor.path(file)))
      .map(([file, line, column]) => [editor.path(file), line, column, line, column + 3]),
  });
  editor.on.definition = (file, row) => ({ data: [[file, row, /other/.test(file) ? 6 : 16, row, 19]] });
  const answer = await askAdd(editor);
  assert.equal(JSON.parse(answer.factsJson).total_count, 1, answer.text);
});

for (const config of ["tsconfig.json", "src/jsconfig.json"])
  test(`with a ${config} nothing is opened for that`, async (t) => {
    const editor = serveOpenFiles(t, { [config]: "{}" });
    const answer = await askAdd(editor);
    assert.equal(answer.code, "none", answer.text);
    assert.equal(editor.loaded.has(editor.path("src/use.ts")), false, answer.text);
  });

const BESIDE = { "tsconfig.json": '{"include": ["src/add.ts"]}' };

test("beside a project the files that say the name are opened", async (t) => {
  const editor = serveOpenFiles(t, BESIDE);
  const answer = await askAdd(editor);
  assert.equal(answer.code, "found", answer.text);
  assert.equal(JSON.parse(answer.factsJson).total_count, 2, answer.text);
  assert.doesNotMatch(answer.text, /Unknown/);
  assert.ok(editor.loaded.has(editor.path("src/other.ts")));
});

test("a file beside a project that the server loses is asked about at its import", async (t) => {
  const answer = await askAdd(serveOpenFiles(t, BESIDE, "src/use.ts"));
  assert.equal(answer.code, "found", answer.text);
  assert.equal(JSON.parse(answer.factsJson).total_count, 2, answer.text);
});

test("of many files beside a project those are opened that may mean the symbol", async (t) => {
  const files = {
    "src/member.ts": 'import * as all from "./add";\nall.add(2);\n',
    "src/spread.ts": 'import { lists } from "./add";\nconst add = lists;\nf(...add);\n',
  };
  for (let i = 0; i < 45; i++)
    files[`src/many/m${i}.ts`] = `export const set = new Set();\nset\n  .add(${i});\nset?.add(1);\n`;
  const editor = serveOpenFiles(t, { ...BESIDE, ...files });
  const answer = await askAdd(editor);
  assert.equal(answer.code, "found", answer.text);
  const opened = (file) => editor.loaded.has(editor.path(file));
  assert.deepEqual(["src/member.ts", "src/spread.ts", "src/many/m1.ts"].map(opened), [true, true, false]);
});

test("a tsconfig.json without JavaScript is no project of a script", async (t) => {
  const files = {
    "src/add.js": "export function add(n) { return n; }\n",
    "src/use.js": 'import { add } from "./add.js";\nadd(1);\n',
  };
  for (const [config, total] of [
    ["{}", 2],
    ['{\n  // "allowJs": true,\n}', 2],
    ['{"compilerOptions":{"allowJs":true}}', 0],
  ]) {
    const editor = makeEditor(t, { ...files, "tsconfig.json": config });
    editor.servers.javascript = editor.servers.typescript;
    editor.on.outline = (file) => ({
      data: file.endsWith("add.js") ? [["add", 11, "", "", true, 0, 0, 16, 0, 0, 0, 40]] : [],
    });
    editor.on.definition = () => ({ data: [[editor.path("src/add.js"), 0, 16, 0, 19]] });
    editor.on.hover = () => ({ data: [[0, "function add(n)", "", false, false]] });
    editor.on.references = () => ({
      data: [
        ["src/add.js", 0, 16],
        ["src/use.js", 0, 9],
        ["src/use.js", 1, 0],
      ]
        .filter(([file]) => editor.loaded.has(editor.path(file)))
        .map(([file, line, column]) => [editor.path(file), line, column, line, column + 3]),
    });
    const answer = await editor.run("find_references", { symbol: "add", file_path: "src/add.js" });
    assert.equal(JSON.parse(answer.factsJson).total_count, total, `${config}: ${answer.text}`);
  }
});

/* ---- TypeScript ---------------------------------------------------------------------------- */

test("an interface and a variable of one name are one symbol, and both sides are told", async (t) => {
  const editor = makeEditor(t, {
    "src/fault.ts": "export interface Fault {}\nexport const Fault = class {};\nlet one: Fault = new Fault();\n",
  });
  const row = (line, column) => [editor.path("src/fault.ts"), line, column, line, column + 5];
  const [type, value, used, made] = [row(0, 17), row(1, 13), row(2, 9), row(2, 21)];
  const isType = (line, column) => line === 0 || (line === 2 && column === 9);
  editor.on.definition = () => ({ data: [type, value] });
  editor.on.references = (file, line, column) => ({ data: isType(line, column) ? [type, used] : [value, made] });
  for (const place of [
    { symbol: "Fault" },
    { file_path: "src/fault.ts", line: 1, column: 18 },
    { file_path: "src/fault.ts", line: 2, column: 14 },
    { file_path: "src/fault.ts", line: 3, column: 9 },
    { file_path: "src/fault.ts", line: 3, column: 21 },
  ]) {
    const { text } = await editor.run("find_references", place);
    assert.match(text, / 3:10\b/, text);
    assert.match(text, /\b3:22\b/, text);
  }
});

test("without a server, other languages do not use a type", async (t) => {
  const editor = makeEditor(t, {
    "src/job.rs": "pub struct Job;\nfn run(job: Job) {}\n",
    "src/job.go": "package job\n\ntype Job struct{}\n\nfunc run(job Job) {}\n",
    "src/job.py": "class Job:\n    pass\n\n\njob = Job()\n",
  });
  const answer = await editor.run("find_references", { symbol: "Job", file_path: "src/job.rs" });
  assert.deepEqual(
    JSON.parse(answer.factsJson).references.map(({ file, line }) => `${file}:${line}`),
    ["src/job.rs:2"],
    answer.text,
  );
  assert.doesNotMatch(answer.text, /things are named/);
});

test("without a server, what is no code does not use a function", async (t) => {
  const editor = makeEditor(t, {
    "src/add.c": "int add(int a) { return a; }\nint two(void) { return add(1); }\n",
    Makefile: "all: add\n\tcc -o add src/add.c\n",
    "README.md": "Call add(1) to add.\n",
    "data.json": '{ "add": [add] }\n',
  });
  for (const op of ["references", "definition", "outline", "hover", "workspaceSymbols"])
    editor.on[op] = () => ({ data: [] });
  const answer = await editor.run("find_references", { symbol: "add", file_path: "src/add.c", line: 1 });
  const { status, references } = JSON.parse(answer.factsJson);
  assert.equal(status, "found", answer.text);
  assert.deepEqual(
    references.map(({ file, line }) => `${file}:${line}`),
    ["src/add.c:2"],
  );
});

test("uses by an import that leads nowhere are reported", async (t) => {
  const editor = makeEditor(t, {
    "src/sum.ts": "export function total(n: number) {}\n",
    "src/use.ts": 'import { total } from "./sum";\ntotal(1);\n',
    "test/sum.test.ts": 'import * as z from "shop/sum";\nz.core.total(2);\nother.total(3);\n',
    "test/own.test.ts": 'import { total } from "shop/sum";\ntotal(4);\n',
  });
  const place = (file, row, column) => [editor.path(file), row, column, row, column + 5];
  const uses = [place("src/sum.ts", 0, 16), place("src/use.ts", 0, 9), place("src/use.ts", 1, 0)];
  editor.on.references = () => ({ data: uses });
  editor.on.definition = (file) => {
    if (file.endsWith("own.test.ts")) return { data: [place("test/own.test.ts", 0, 9)] };
    return { data: file.startsWith(editor.path("src")) ? [uses[0]] : [] };
  };
  const { code, text } = await editor.run("find_references", { symbol: "total", file_path: "src/sum.ts", wait: true });
  assert.equal(code, "unknown", text);
  assert.match(
    text,
    /^Unknown in part: 2 places with the name may be uses: .* was not found: test\/own\.test\.ts:1:10 and others\.$/m,
  );
  const elsewhere = [editor.path("src/use.ts"), 9, 0, 9, 5];
  editor.on.definition = (file) => ({ data: [file.startsWith(editor.path("src")) ? uses[0] : elsewhere] });
  fs.appendFileSync(editor.path("src/use.ts"), "\n");
  const known = await editor.run("find_references", { symbol: "total", file_path: "src/sum.ts", wait: true });
  assert.doesNotMatch(known.text, /was not found/);
});
