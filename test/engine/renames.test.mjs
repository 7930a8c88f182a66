/** Renames and code actions through the addon: conflicts, keywords, aliases, snippets. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { makeEditor } from "./fake-editor.mjs";

const factsOf = (answer) => JSON.parse(answer.factsJson);
const read = (editor, name) => editor.text(editor.path(name));

/** `[line, column, end column]` of the `n`th place of `name` in `text`, 0-based. */
function placeOf(text, name, n = 1) {
  let at = -1;
  for (let i = 0; i < n; i++) at = text.indexOf(name, at + 1);
  const before = text.slice(0, at).split("\n");
  return [before.length - 1, before.at(-1).length, before.at(-1).length + name.length];
}

const rename = (editor, symbol, new_name, more) =>
  editor.run("rename_symbol", { symbol, file_path: "src/a.ts", new_name, preview: false, ...more });

const conflictsOf = (answer) => factsOf(answer).conflicts.map(({ file, line }) => `${file}:${line}`);

const TWO_FILES = {
  "src/a.ts": "export function first() {}\n",
  "src/b.ts": "import { first } from './a';\nexport function second() {}\nfirst();\n",
};

test("a name that another file of the change declares is a conflict, and only previewed", async (t) => {
  const editor = makeEditor(t, TWO_FILES);
  const answer = await rename(editor, "first", "second");
  assert.match(answer.text, /^PREVIEW of 2 files \(\+3 -3 lines\)/);
  assert.match(answer.text, /^CONFLICT: 'second' is already in use there: src\/b\.ts:2:17\.$/m);
  assert.deepEqual(conflictsOf(answer), ["src/b.ts:2"]);
  assert.equal(read(editor, "src/b.ts"), TWO_FILES["src/b.ts"]);
  assert.equal(editor.count("applyEdit"), 0);
});

test("a name of several symbols is refused with their handles", async (t) => {
  const files = { "src/a.ts": "export function run() {}\n", "src/b.ts": "export function run() {}\n" };
  const editor = makeEditor(t, files);
  for (const preview of [true, false]) {
    const answer = await editor.run("rename_symbol", { symbol: "run", new_name: "walk", preview });
    assert.equal(answer.code, "ambiguous", answer.text);
    assert.match(answer.text, /^'run' is declared 2 times:\n(.*src\/[ab]\.ts.*\n){2}Nothing was changed\. Pass one/);
  }
  const named = await rename(editor, "run", "walk", { preview: true });
  assert.match(named.text, /^PREVIEW of /);
  assert.equal(editor.count("applyEdit"), 0);
});

test("a symbol of another file that the given file only names is not renamed at once", async (t) => {
  const files = {
    "src/a.ts": "export function f(first) { return first; }\n",
    "src/b.ts": "export class K {\n  first() {}\n}\n",
  };
  const editor = makeEditor(t, { "tsconfig.json": "{}", ...files });
  editor.on.rename = () => ({
    data: {
      files: [{ action: "edit", path: editor.path("src/b.ts"), edits: [[1, 2, 1, 7, "third"]] }],
      partial: false,
    },
  });
  const answer = await rename(editor, "K.first", "third");
  assert.match(answer.text, /^PREVIEW of/);
  assert.match(answer.text, /^Note: no language server confirmed that 'first' in 'src\/a\.ts' is this symbol\.$/m);
  assert.equal(read(editor, "src/b.ts"), files["src/b.ts"]);
});

test("a property of an unnamed type is only previewed where others of its shape keep the name", async (t) => {
  const text = "const made: { first: number }[] = [];\nconst one = { first: 1 };\nmade.push(one);\n";
  const knowsOne = (editor) => {
    editor.on.definition = () => ({ data: [[editor.path("src/a.ts"), 0, 14, 0, 19]] });
    editor.on.rename = () => ({
      data: {
        files: [{ action: "edit", path: editor.path("src/a.ts"), edits: [[0, 14, 0, 19, "third"]] }],
        partial: false,
      },
    });
  };
  const editor = makeEditor(t, { "tsconfig.json": "{}", "src/a.ts": text });
  knowsOne(editor);
  const answer = await rename(editor, "first", "third", { line: 1, column: 14 });
  assert.match(answer.text, /^PREVIEW of/);
  assert.match(
    answer.text,
    /^Warning: 'first' is a property of an unnamed type\. Objects of the same shape may keep the old name and no longer match it: src\/a\.ts:2:15\.$/m,
  );
  assert.deepEqual(factsOf(answer).same_shape, [{ file: "src/a.ts", line: 2, column: 14 }]);
  const alone = makeEditor(t, { "tsconfig.json": "{}", "src/a.ts": text.replace("{ first: 1 }", "{ other: 1 }") });
  knowsOne(alone);
  assert.match((await rename(alone, "first", "third", { line: 1, column: 14 })).text, /^APPLIED/);
});

test("where no server knows a definition, the scopes of the text decide", async (t) => {
  const files = {
    "src/a.ts": "export function first() {}\n",
    "src/b.ts":
      "import { first } from './a';\nfunction f(second) { return second; }\nfunction g() { return first(); }\n",
  };
  const editor = makeEditor(t, files);
  editor.on.definition = async () => {
    throw new Error("no");
  };
  const far = await rename(editor, "first", "third");
  assert.match(far.text, /^APPLIED/);
  const met = makeEditor(t, {
    ...files,
    "src/b.ts": files["src/b.ts"].replace("return second", "return first() + second"),
  });
  met.on.definition = async () => {
    throw new Error("no");
  };
  assert.deepEqual([...new Set(conflictsOf(await rename(met, "first", "second")))], ["src/b.ts:2"]);
});

test("a server that never says where a name is defined holds nothing up for long", async (t) => {
  const editor = makeEditor(t, TWO_FILES);
  const { definition } = editor;
  editor.on.definition = (file, row, column) =>
    file.endsWith("b.ts") && row === 1 ? new Promise(() => {}) : definition.call(editor, file, row, column);
  const answer = await rename(editor, "first", "second");
  assert.deepEqual(conflictsOf(answer), ["src/b.ts:2"]);
});

test("keywords and what is no identifier are refused before the server is asked", async (t) => {
  const editor = makeEditor(t, { ...TWO_FILES, "src/c.py": "def first():\n    pass\n" });
  for (const name of ["class", "await", "default", "2nd", "a-b", "a.b"]) {
    const answer = await rename(editor, "first", name);
    assert.equal(answer.isError, true, name);
    assert.match(answer.text, /is a keyword of typescript|is not a valid identifier in typescript/);
  }
  assert.match(
    (await rename(editor, "first", "await")).text,
    /'await' is a keyword of typescript\. Nothing was changed\./,
  );
  assert.equal(editor.count("rename"), 0);
  assert.match((await rename(editor, "first", "of")).text, /^APPLIED/, "a word that is one in some places only");
});

test("a refusal of the server is passed on as sentences", async (t) => {
  const editor = makeEditor(t, TWO_FILES);
  for (const reason of ["a macro is no such kind", "That is of a library."]) {
    editor.on.rename = () => {
      throw new Error(reason);
    };
    const { text } = await rename(editor, "first", "third");
    assert.match(text, /^'first' cannot be renamed\. .*[a-z]\. Nothing was changed\./);
    assert.doesNotMatch(text, /\.\./);
  }
});

test("an edit that the server gives three times is made once", async (t) => {
  const editor = makeEditor(t, TWO_FILES);
  const { rename: once } = editor;
  editor.on.rename = (...args) => {
    const { data } = once.apply(editor, args);
    for (const file of data.files) file.edits = file.edits.flatMap((edit) => [edit, edit, edit]);
    return { data };
  };
  const answer = await rename(editor, "first", "third");
  assert.match(answer.text, /^APPLIED to 2 files/);
  assert.equal(read(editor, "src/b.ts"), TWO_FILES["src/b.ts"].replaceAll("first", "third"));
});

test("edits that contradict each other are still refused", async (t) => {
  const editor = makeEditor(t, TWO_FILES);
  editor.on.rename = () => ({
    data: {
      files: [
        {
          action: "edit",
          path: editor.path("src/a.ts"),
          edits: [
            [0, 16, 0, 21, "third"],
            [0, 16, 0, 21, "fourth"],
          ],
        },
      ],
    },
  });
  const answer = await rename(editor, "first", "third");
  assert.equal(answer.isError, true);
  assert.match(answer.text, /overlap/);
});

/** A server that leaves an alias where the name is exported, as TypeScript's does. */
function aliasing(t) {
  const files = {
    "tsconfig.json": "{}",
    "src/a.ts": "export function first() {}\n",
    "src/index.ts": "export { first } from './a';\n",
    "src/use.ts": "import { first } from './index';\nfirst();\n",
  };
  const editor = makeEditor(t, files);
  const at = (name, n, text) => {
    const [line, column, end] = placeOf(files[name], "first", n);
    return [line, column, line, end, text];
  };
  editor.on.rename = (file, row, column, name) => {
    const edit = (of, ...edits) => ({ action: "edit", path: editor.path(of), edits });
    const outside = [
      edit("src/index.ts", at("src/index.ts", 1, `first as ${name}`)),
      edit("src/use.ts", at("src/use.ts", 1, name), at("src/use.ts", 2, name)),
    ];
    const inside = [
      edit("src/a.ts", at("src/a.ts", 1, name)),
      edit("src/index.ts", at("src/index.ts", 1, `${name} as first`)),
    ];
    return { data: { files: file === editor.path("src/index.ts") ? outside : inside, partial: false } };
  };
  return editor;
}

test("aliases that keep the old name are listed", async (t) => {
  const editor = aliasing(t);
  const answer = await rename(editor, "first", "third");
  assert.match(answer.text, /^Left as aliases, which keep the old name: src\/index\.ts:1:10 `third as first`\.$/m);
  assert.match(answer.text, /aliases=false/);
  assert.deepEqual(factsOf(answer).aliases, [{ file: "src/index.ts", line: 1, column: 9, text: "third as first" }]);
  assert.equal(read(editor, "src/index.ts"), "export { third as first } from './a';\n");
});

test("aliases=false renames through them", async (t) => {
  const editor = aliasing(t);
  const answer = await rename(editor, "first", "third", { aliases: false });
  assert.match(answer.text, /^APPLIED to 3 files/);
  assert.deepEqual(factsOf(answer).aliases, []);
  assert.equal(read(editor, "src/index.ts"), "export { third } from './a';\n");
  assert.equal(read(editor, "src/use.ts"), "import { third } from './index';\nthird();\n");
});

test("an alias that the server refuses to rename stays and is listed", async (t) => {
  const editor = aliasing(t);
  const answered = editor.on.rename;
  editor.on.rename = async (file, ...args) => {
    if (file.endsWith("index.ts")) throw new Error("not here");
    return answered(file, ...args);
  };
  const answer = await rename(editor, "first", "third", { aliases: false });
  assert.match(answer.text, /^APPLIED to 2 files/);
  assert.equal(factsOf(answer).aliases.length, 1);
  assert.doesNotMatch(answer.text, /aliases=false/);
});

test("modules of that name are no strings that were left; a preview names its files once", async (t) => {
  const editor = makeEditor(t, {
    "src/first.ts": "export function first() {}\n",
    "src/a.ts": "import { first } from './first';\nconst other = require('./first');\nlog('first');\nfirst();\n",
  });
  const { references } = editor;
  const isCode = ([file, row, column]) => !/['/]/.test(editor.text(file).split("\n")[row][column - 1] ?? "");
  editor.references = (...args) => ({ data: references.apply(editor, args).data.filter(isCode) });
  const answer = await rename(editor, "first", "third", { preview: true });
  assert.match(answer.text, /^Not renamed, in comments and strings, 'first': src\/a\.ts:3:6\.$/m);
  assert.match(answer.text, /^PREVIEW of 2 files \(/);
  assert.equal(answer.text.match(/src\/first\.ts/g).length, 2, "the symbol, and the list");
  const shown = await editor.run("rename_symbol", { change: factsOf(answer).change });
  assert.match(shown.text, /^PREVIEW of 2 files \(/);
});

const act = (editor, args) => editor.run("apply_code_action", { file: "src/a.ts", line: 1, ...args });

test("an action that inserts a snippet is refused, and those for people are not listed", async (t) => {
  const editor = makeEditor(t, TWO_FILES);
  editor.actions = [
    { title: "For Loop", kind: "refactor.surround.snippet", edit: { snippet: true } },
    { title: "More...", kind: "refactor.surround", command: "editor.action.surroundWithSnippet" },
    { title: "Fill in", kind: "refactor.rewrite", edit: { snippet: true } },
    {
      title: "Add a line",
      kind: "quickfix",
      edit: { files: [{ action: "edit", path: editor.path("src/a.ts"), edits: [[0, 0, 0, 0, "// one\n"]] }] },
    },
  ];
  const list = await act(editor, {});
  assert.deepEqual(
    factsOf(list).actions.map(({ title }) => title),
    ["Fill in", "Add a line"],
  );
  const refused = await act(editor, { action: "Fill in", preview: false });
  assert.equal(refused.isError, true);
  assert.match(refused.text, /inserts a snippet[\s\S]*Nothing was changed/);
  assert.match((await act(editor, { action: "Add a line", preview: false })).text, /^APPLIED/);
  assert.equal(read(editor, "src/a.ts"), `// one\n${TWO_FILES["src/a.ts"]}`);
});

test("an unknown action and an unknown kind are reported", async (t) => {
  const editor = makeEditor(t, TWO_FILES);
  editor.actions = [
    { title: "Add", kind: "quickfix" },
    { title: "Move", kind: "refactor.move" },
  ];
  const unknown = await act(editor, { action: "Improve" });
  assert.equal(unknown.isError, true);
  assert.match(unknown.text, /The action 'Improve' matches none of the 2 actions that are offered there/);
  const kind = await act(editor, { action_kind: "banana" });
  assert.match(
    kind.text,
    /^No action of kind 'banana' is offered there\. Kinds that are offered: quickfix, refactor\.move\.$/m,
  );
  editor.actions = [];
  const none = await act(editor, { action: "Improve" });
  assert.match(none.text, /The action 'Improve' is not offered there/);
});

/** Definitions of what is between quotes: the module. */
function followModules(editor) {
  const { definition } = editor;
  editor.on.definition = (file, row, column) => {
    const line = editor.text(file).split("\n")[row];
    const found = [...line.matchAll(/'([^']*)'/g)].find(
      ({ index, 0: text }) => index < column && column < index + text.length,
    );
    if (!found) return definition.call(editor, file, row, column);
    return { data: [[`${path.resolve(path.dirname(file), found[1])}.ts`, 0, 0, 0, 0]] };
  };
}

const BARREL = {
  "tsconfig.json": "{}",
  "src/a.ts": "export function first() {}\n",
  "src/c.ts": "export function second() {}\n",
  "src/index.ts": "export * from './a';\nexport * from './c';\n",
};

test("a name that a module exports already, which takes all of the symbol's own, is a conflict", async (t) => {
  const editor = makeEditor(t, BARREL);
  followModules(editor);
  const answer = await rename(editor, "first", "second");
  assert.deepEqual(conflictsOf(answer), ["src/c.ts:1"]);
  const far = makeEditor(t, {
    ...BARREL,
    "src/index.ts": "export * from './a';\n",
    "src/all.ts": "export * from './index';\nexport * from './c';\n",
  });
  followModules(far);
  assert.deepEqual(conflictsOf(await rename(far, "first", "second")), ["src/c.ts:1"], "through another module");
});

test("what a module does not take, or takes under a name of its own, is no conflict", async (t) => {
  for (const index of [
    "export * from './c';\n",
    "export * as a from './a';\nexport * from './c';\n",
    "import './a';\nexport * from './c';\n",
  ]) {
    const editor = makeEditor(t, { ...BARREL, "src/index.ts": index });
    followModules(editor);
    assert.match((await rename(editor, "first", "second")).text, /^APPLIED/, index);
  }
  const inner = makeEditor(t, { ...BARREL, "src/c.ts": "function second() {}\n" });
  followModules(inner);
  assert.match((await rename(inner, "first", "second")).text, /^APPLIED/, "it is not exported");
});

test("scripts share what they declare, so a name of another script is in the way", async (t) => {
  const own = "function first() {}\nfirst();\n";
  const others = {
    "src/met.ts": "function second() {}\n",
    "src/used.ts": "function other() {\n  second();\n}\n",
    "src/calls-import.ts": "import('./b');\nfunction second() {}\n",
    "src/exports.ts": "export function second() {}\n",
    "src/imports.ts": "import './b';\nfunction second() {}\n",
    "src/requires.js": "const b = require('b');\nfunction second() {}\n",
    "src/says.ts": "// second\nconst text = 'second';\n",
    "src/members.ts": "one.second();\nconst two = { second: 1 };\n",
    "src/type.ts": "interface second {}\n",
    "src/local.ts": "function other(second) {\n  return second;\n}\n",
  };
  const makeScripts = (text) => {
    const editor = makeEditor(t, { "src/a.ts": text, "src/b.ts": "export {};\n", ...others });
    editor.on.definition = (file) => ({ data: file.endsWith("local.ts") ? [[file, 0, 15, 0, 21]] : [] });
    return editor;
  };
  const met = conflictsOf(await rename(makeScripts(own), "first", "second"));
  assert.deepEqual(met.sort(), ["src/calls-import.ts:2", "src/met.ts:1", "src/used.ts:2"]);
  assert.deepEqual(conflictsOf(await rename(makeScripts(`export ${own}`), "first", "second")), []);
});

test("a type is in the way of types, and a value of values", async (t) => {
  const files = {
    "src/a.ts": "export function first() {}\nexport interface Second {}\nfunction f(p: Second) { first(); }\n",
  };
  assert.match((await rename(makeEditor(t, files), "first", "Second")).text, /^APPLIED/);
  const both = { "src/a.ts": files["src/a.ts"].replace("interface Second", "class Second") };
  assert.match((await rename(makeEditor(t, both), "first", "Second")).text, /^PREVIEW[^]*^CONFLICT/m);
});

test("comments of the whole workspace that say the old name are told", async (t) => {
  const files = {
    ...TWO_FILES,
    "README.md": "Call first.\n",
    "src/far.py": "# first\nfirst = 1\n",
    ".gitignore": "out\n",
    "out/a.py": "# first\n",
  };
  const editor = makeEditor(t, files);
  const answer = await rename(editor, "first", "third");
  assert.match(answer.text, /^Not renamed, in comments and strings, 'first': README\.md:1:6, src\/far\.py:1:3\.$/m);
  assert.deepEqual(
    factsOf(answer).not_renamed.map(({ file }) => file),
    ["README.md", "src/far.py"],
  );
});

test("a name in a comment that the server renames is not listed as kept", async (t) => {
  const text = "/** See {@link first}, not first. */\nexport function first() {}\n";
  const editor = makeEditor(t, { "src/a.ts": text });
  editor.on.rename = () => ({
    data: {
      files: [
        {
          action: "edit",
          path: editor.path("src/a.ts"),
          edits: [
            [0, 15, 0, 20, "third"],
            [1, 16, 1, 21, "third"],
          ],
        },
      ],
      partial: false,
    },
  });
  const answer = await rename(editor, "first", "third", { preview: true });
  assert.equal(factsOf(answer).total_count, 2);
  assert.match(answer.text, /^Not renamed, in comments and strings, 'first': src\/a\.ts:1:28\.$/m);
});

/** One class with a member, which is all that the server renames. */
function memberOnly(t, files) {
  const editor = makeEditor(t, { "tsconfig.json": "{}", ...files });
  const [line, column, end] = placeOf(files["src/a.ts"], "first");
  editor.on.outline = (file) => ({
    data: file.endsWith("/a.ts")
      ? [
          ["K", 4, "", "", true, 0, 0, 13, 0, 0, 2, 1],
          ["first", 5, "K", "", true, 1, line, column, line, 0, line, end],
        ]
      : [],
  });
  editor.on.rename = (file, row, col, name) => ({
    data: {
      files: [{ action: "edit", path: editor.path("src/a.ts"), edits: [[line, column, line, end, name]] }],
      partial: false,
    },
  });
  editor.on.definition = (file, row, col) => ({
    data: file.endsWith("/a.ts") && row === line ? [[file, line, column, line, end]] : [],
  });
  return editor;
}

test("uses that the server knows nothing of are told, and not renamed around at once", async (t) => {
  const files = {
    "src/a.ts": "export class K {\n  first() {}\n}\n",
    "src/b.ts": "export function f(k) {\n  k.first();\n  return k.first;\n}\n",
  };
  const editor = memberOnly(t, files);
  const answer = await rename(editor, "K.first", "third");
  assert.match(answer.text, /^PREVIEW/);
  assert.match(
    answer.text,
    /^Warning: the language server does not know the type that these uses of 'first' belong to\. .*: src\/b\.ts:2:5, src\/b\.ts:3:12\.$/m,
  );
  assert.deepEqual(
    factsOf(answer).unknown_uses.map(({ line }) => line),
    [2, 3],
  );
  const known = memberOnly(t, files);
  const { definition } = known.on;
  known.on.definition = (file, row, column) =>
    file.endsWith("/b.ts") ? { data: [[file, 0, 18, 0, 19]] } : definition(file, row, column);
  assert.match((await rename(known, "K.first", "third")).text, /^APPLIED/, "they are of something else");
  const made = memberOnly(t, {
    "src/a.ts": files["src/a.ts"],
    "out/a.js": "k.first();\n",
    "out/a.d.ts": "export declare class K {\n  first(): void;\n}\n",
  });
  assert.match((await rename(made, "K.first", "third")).text, /^APPLIED/, "a compiler wrote them");
});

test("types that are compatible without saying so, and keep the name, are told", async (t) => {
  const a = "export interface K {\n  first(): void;\n  done?: boolean;\n}\n";
  const alike = memberOnly(t, {
    "src/a.ts": a,
    "src/b.ts": "export class L {\n  private n = 1;\n  first() { return this.n; }\n  more() {}\n}\n",
  });
  const answer = await rename(alike, "K.first", "third");
  assert.match(answer.text, /^PREVIEW/);
  assert.match(
    answer.text,
    /^Warning: compatible types also have 'first' and keep the old name\. .*: src\/b\.ts:3:3\.$/m,
  );
  const other = memberOnly(t, {
    "src/a.ts": a.replace("done?", "done"),
    "src/b.ts": "export class L {\n  more = 1;\n  first() {}\n}\n",
  });
  assert.match((await rename(other, "K.first", "third")).text, /^APPLIED/, "each lacks what the other must have");
});

test("in Python a module with `import *` has the new name, or uses what is built in", async (t) => {
  const cases = [
    ["from a import *\nsecond = 1\n", true],
    ["from a import *\nx = second\n", true],
    ["from a import *\nx = y.second\n", false],
    ["import a\nsecond = 1\n", false],
  ];
  // Each waits until a server that says little has had its time.
  const run = async ([text, isMet]) => {
    const editor = makeEditor(t, { "a.py": "def first():\n    pass\n", "b.py": text });
    editor.servers.python = [{ extension: "test.python", active: true }];
    editor.on.outline = (file) => ({
      data: file.endsWith("/a.py") ? [["first", 11, "", "", true, 0, 0, 4, 0, 0, 1, 8]] : [],
    });
    editor.on.hover = (file, row, column) => ({
      data: row === 0 && file.endsWith("/a.py") ? [[0, "(function) def first()", "", false, false]] : [],
    });
    editor.on.definition = (file, row, column) => ({
      data:
        file.endsWith("/b.py") && row === 0
          ? [[editor.path("a.py"), 0, 0, 0, 0]]
          : file.endsWith("/a.py")
            ? [[file, 0, 4, 0, 9]]
            : [],
    });
    editor.on.rename = () => ({
      data: { files: [{ action: "edit", path: editor.path("a.py"), edits: [[0, 4, 0, 9, "second"]] }], partial: false },
    });
    const answer = await editor.run("rename_symbol", {
      symbol: "first",
      file_path: "a.py",
      new_name: "second",
      preview: false,
    });
    assert.equal(/^CONFLICT/m.test(answer.text), isMet, `${text}${answer.text}`);
  };
  await Promise.all(cases.map(run));
});

/* ---- while the server plans ------------------------------------------------------------------ */

/** Does `work` once, when the server has made its plan and the engine does not know it yet. */
function afterPlanning(editor, op, work) {
  const plan = editor[op].bind(editor);
  let isDone = false;
  editor.on[op] = async (...args) => {
    const reply = await plan(...args);
    if (!isDone) work(reply);
    isDone = true;
    return reply;
  };
}

test("a file that is rewritten while the server plans is not edited at the places of its old text", async (t) => {
  for (const text of ["const other = 1;\nconst b = 2;\nother();\n", "// new\n// new\n// new\n", "one\n"]) {
    const editor = makeEditor(t, TWO_FILES);
    afterPlanning(editor, "rename", () => fs.writeFileSync(editor.path("src/b.ts"), text));
    const answer = await rename(editor, "first", "third");
    assert.equal(answer.code, "conflict", answer.text);
    assert.match(answer.text, /Nothing was changed\. Call again/);
    assert.deepEqual([read(editor, "src/a.ts"), read(editor, "src/b.ts")], [TWO_FILES["src/a.ts"], text]);
    assert.equal((await rename(editor, "first", "third")).code, "found");
  }
});

test("nor is a document that a person types in meanwhile", async (t) => {
  for (const [version, changed] of [
    [7, false],
    [1, true],
  ]) {
    const editor = makeEditor(t, TWO_FILES);
    afterPlanning(editor, "rename", ({ data }) =>
      Object.assign(
        data.files.find((file) => file.path.endsWith("b.ts")),
        { version, changed },
      ),
    );
    const answer = await rename(editor, "first", "third");
    assert.equal(answer.code, "conflict", answer.text);
    assert.match(answer.text, /src\/b\.ts' are of another text/);
    assert.equal(read(editor, "src/b.ts"), TWO_FILES["src/b.ts"]);
  }
});

test("another call that looks at the disk first hides nothing", async (t) => {
  const editor = makeEditor(t, TWO_FILES);
  const text = "const other = 1;\nconst b = 2;\nother();\n";
  const { rename: plan } = editor;
  editor.on.rename = async (...args) => {
    const reply = plan.apply(editor, args);
    fs.writeFileSync(editor.path("src/b.ts"), text);
    await editor.run("find_definition", { symbol: "first", file_path: "src/a.ts" });
    return reply;
  };
  const answer = await rename(editor, "first", "third");
  assert.equal(answer.code, "conflict", answer.text);
  assert.equal(read(editor, "src/b.ts"), text);
});
