/** Code that a server does not know: for another platform, functions' own names, libraries that no code names. */
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import { makeEditor, makeFolder, writeFiles } from "./fake-editor.mjs";

const PORTS = [
  "import sys",
  "",
  "class Port:",
  "    def open(self, name, **options):",
  "        return Port.open(name, options)",
  "",
  "def run(port):",
  "    port.open(1)",
].join("\n");
const WINDOWS = [
  "import sys",
  "from . import ports",
  "from .ports import Port",
  "",
  "if sys.platform != 'win32':",
  "    raise ImportError('win32 only')",
  "",
  "class Pipe(ports.Port):",
  "    def accept(self, pipe):",
  "        return self.accept(pipe)",
  "",
  "def make():",
  "    return Port()",
  "",
].join("\n");

/** A server of Python by words: `ports.py` it knows, of `windows.py` from line 5 on it has nothing but hovers. */
function makePython(t, more = {}) {
  const editor = makeEditor(t, { "app/ports.py": `${PORTS}\n`, "app/windows.py": WINDOWS, ...more });
  const at = (file, text, row, column) => [editor.path(file), row, column, row, column + text.length];
  const wordAt = (file, row, column) => /^\w*/.exec(fs.readFileSync(file, "utf8").split("\n")[row].slice(column))[0];
  const isKnown = (file, row) => !file.endsWith("windows.py") || row < 4;
  const places = {
    Port: at("app/ports.py", "Port", 2, 6),
    open: at("app/ports.py", "open", 3, 8),
    options: at("app/ports.py", "**options", 3, 25),
    name: at("app/ports.py", "name", 3, 19),
    ports: [editor.path("app/ports.py"), 0, 0, 0, 0],
  };
  editor.servers.python = [{ extension: "test.python", active: true }];
  editor.on.outline = (file) => ({
    data: file.endsWith("ports.py")
      ? [
          ["Port", 4, "", "", true, 0, 2, 6, 2, 0, 4, 39],
          ["open", 5, "", "", true, 1, 3, 8, 3, 4, 4, 39],
          ["run", 11, "", "", true, 0, 6, 4, 6, 0, 7, 16],
        ]
      : [],
  });
  editor.on.hover = (file, row, column) => ({
    data: wordAt(file, row, column) ? [[0, `(function) ${wordAt(file, row, column)}: Unknown`, "", false, false]] : [],
  });
  editor.on.definition = (file, row, column) => ({
    data: isKnown(file, row) && places[wordAt(file, row, column)] ? [places[wordAt(file, row, column)]] : [],
  });
  editor.on.references = (file, row, column) => ({
    data:
      wordAt(file, row, column) === "Port" && isKnown(file, row)
        ? [places.Port, at("app/ports.py", "Port", 4, 15), at("app/windows.py", "Port", 2, 19)]
        : [],
  });
  return editor;
}

test("what is declared in code that the server does not analyze is found by its name path, and its uses are unknown", async (t) => {
  const editor = makePython(t);
  for (const place of [{}, { file_path: "app/windows.py" }]) {
    const { code, text } = await editor.run("find_definition", { symbol: "Pipe.accept", ...place });
    assert.equal(code, "found", text);
    assert.match(text, /app\/windows\.py:9:9 in Pipe: def accept/);
    const uses = await editor.run("find_references", { symbol: "Pipe.accept", wait: true, ...place });
    assert.equal(uses.code, "unknown", uses.text);
    assert.match(uses.text, /another platform or version, 1 place that may be it: app\/windows\.py:10:21\.$/m);
  }
});

test("a path through such code is unknown where the text says the name", async (t) => {
  const { code, text } = await makePython(t).run("find_definition", {
    symbol: "Pipe.accept.pipe",
    file_path: "app/windows.py",
  });
  assert.equal(code, "unknown", text);
  assert.match(text, /^Unknown: The language server could not resolve all of 'Pipe\.accept\.pipe'/);
});

test("uses in code that the server does not analyze are told, and a rename is only previewed", async (t) => {
  const editor = makePython(t);
  const { code, text } = await editor.run("find_references", { symbol: "Port", file_path: "app/ports.py" });
  assert.equal(code, "found", text);
  assert.match(text, /^2 references/);
  assert.match(
    text,
    /^Not included, as the language server does not analyze code for another platform or version, 2 places that may be it: app\/windows\.py:8:18, app\/windows\.py:13:12\.$/m,
  );
  editor.on.rename = () => ({
    data: {
      files: [
        {
          action: "edit",
          path: editor.path("app/ports.py"),
          edits: [
            [2, 6, 2, 10, "Door"],
            [4, 15, 4, 19, "Door"],
          ],
        },
      ],
      partial: false,
    },
  });
  const renamed = await editor.run("rename_symbol", {
    symbol: "Port",
    file_path: "app/ports.py",
    new_name: "Door",
    preview: false,
  });
  assert.match(renamed.text, /^PREVIEW/);
  assert.match(renamed.text, /2 places that may be it/);
});

/** Adds empty files to the workspace until it has so many of Python. */
function addFiles(editor, count) {
  const known = fs.readdirSync(editor.folders[0], { recursive: true }).filter((name) => name.endsWith(".py"));
  const names = Array.from({ length: count - known.length }, (_, i) => `more/d${i % 50}/f${known.length + i}.py`);
  writeFiles(editor.folders[0], Object.fromEntries(names.map((name) => [name, ""])));
}

test("an answer reports that a workspace has more files than are searched for such code", async (t) => {
  const editor = makePython(t);
  const note = /^Unknown in part: only 20000 files were searched for uses in code for another platform or version, /m;
  const ask = (symbol) => editor.run("find_references", { symbol, file_path: "app/ports.py", wait: true });
  addFiles(editor, 20_000);
  assert.doesNotMatch((await ask("Port")).text, /^Unknown/m);
  addFiles(editor, 20_001);
  const { code, text } = await ask("Port");
  assert.equal(code, "found", text);
  assert.match(text, note);
  assert.match(text, /2 places that may be it/);
  editor.on.references = () => ({ data: [[editor.path("app/ports.py"), 6, 4, 6, 7]] });
  const none = await ask("run");
  assert.equal(none.code, "unknown", none.text);
  assert.match(none.text, note);
  editor.on.rename = () => ({
    data: {
      files: [{ action: "edit", path: editor.path("app/ports.py"), edits: [[6, 4, 6, 7, "start"]] }],
      partial: false,
    },
  });
  const renamed = await editor.run("rename_symbol", {
    symbol: "run",
    file_path: "app/ports.py",
    new_name: "start",
    preview: false,
  });
  assert.match(renamed.text, /^PREVIEW/);
  assert.match(renamed.text, note);
});

test("subtypes are unknown where there are more files than are searched for such code", async (t) => {
  const editor = makePython(t, { "app/windows.py": WINDOWS.replace("ports.Port", "object") });
  const ask = () =>
    editor.run("get_type_hierarchy", {
      symbol: "Port",
      file_path: "app/ports.py",
      direction: "subtypes",
      wait: true,
    });
  addFiles(editor, 2000);
  const { text } = await ask();
  assert.doesNotMatch(text, /files were searched/);
  addFiles(editor, 2001);
  const cut = await ask();
  assert.equal(cut.code, "unknown", cut.text);
  assert.match(
    cut.text,
    /^Unknown[^:]*: only 2000 files were searched for subtypes in code that the language server skips\.$/m,
  );
});

test("a local of the same name in such code is another one", async (t) => {
  const editor = makePython(t);
  editor.on.references = () => ({
    data: [
      [editor.path("app/ports.py"), 3, 19, 3, 23],
      [editor.path("app/ports.py"), 4, 25, 4, 29],
    ],
  });
  const { text } = await editor.run("find_references", { symbol: "name", file_path: "app/ports.py", line: 4 });
  assert.doesNotMatch(text, /Not included/);
});

test("a parameter is found behind its function, without the stars before it", async (t) => {
  const editor = makePython(t);
  for (const [symbol, column] of [
    ["Port.open.name", 20],
    ["Port.open.options", 28],
    ["open.options", 28],
  ]) {
    const { code, text } = await editor.run("find_definition", { symbol, file_path: "app/ports.py" });
    assert.equal(code, "found", text);
    assert.match(text, new RegExp(`app/ports\\.py:4:${column}\\b`));
  }
  const { code } = await editor.run("find_definition", { symbol: "Port.open.missing", file_path: "app/ports.py" });
  assert.equal(code, "none");
});

test("what __slots__ declares is asked about where the code says it", async (t) => {
  const editor = makePython(t, {
    "app/other.py": "def wait(_when):\n    return 1\n\n\nLATER = 1\n",
    "app/slot.py": "class Timer:\n    __slots__ = ('_when',)\n\n    def start(self):\n        self._when = 1\n",
  });
  const [slot, use] = [
    [1, 18, 1, 23],
    [4, 13, 4, 18],
  ].map((range) => [editor.path("app/slot.py"), ...range]);
  editor.on.outline = () => ({
    data: [
      ["Timer", 4, "", "", true, 0, 0, 6, 0, 0, 4, 22],
      ["_when", 12, "", "", true, 1, 1, 18, 1, 18, 1, 23],
    ],
  });
  editor.on.definition = (file, row) => ({ data: row === 4 ? [slot] : [] });
  editor.on.references = (file, row) => ({ data: row === 4 ? [use] : [] });
  for (const symbol of ["Timer._when", "_when"]) {
    const { code, text } = await editor.run("find_references", { symbol, file_path: "app/slot.py", wait: true });
    assert.equal(code, "found", text);
    assert.match(text, /^1 reference [^]*slot\.py:5:14/);
  }
  // The server's place begins at the quote.
  slot[2]--;
  const other = [editor.path("app/other.py"), true, 0, 0, 8, 0, 8, 0, 13];
  editor.on.workspaceSymbols = () => ({
    data: [
      ["_when", 13, "wait", ...other],
      ["_when", 13, "Timer", slot[0], true, 0, 1, 17, 1, 17, 1, 24],
    ],
  });
  const { code, text: alone } = await editor.run("find_references", { symbol: "_when", wait: true });
  assert.equal(code, "found", alone);
  assert.match(alone, /^1 reference [^]*slot\.py:5:14/);
  const { text } = await editor.run("find_definition", { symbol: "_when", file_path: "app/slot.py", line: 5 });
  assert.match(text, /slot\.py:2:19/);
});

test("a key of a data file is not what a keyword means", async (t) => {
  const editor = makeEditor(t, {
    "src/a.ts": "export const a = 1;\n",
    "package.json": '{\n  "import": "./a.js",\n  "test:import": "x"\n}\n',
  });
  for (const symbol of ["import", "class"])
    assert.equal((await editor.run("find_definition", { symbol })).code, "none");
});

/** A library outside of the folders, as TypeScript's. */
function makeWithLibrary(t) {
  const library = makeFolder();
  writeFiles(library, {
    "node_modules/typescript/lib/lib.es5.d.ts": "interface Promise<T> {}\ndeclare var Promise: any;\n",
    "node_modules/typescript/lib/lib.dom.d.ts":
      "interface Screen {\n  width: number;\n}\ndeclare var screen: Screen;\ndeclare function twice(of: number): number;\n",
  });
  const lib = (name) => `${library}/node_modules/typescript/lib/${name}`;
  const editor = makeEditor(t, {
    "src/a.ts": "export const later = () => Promise;\n",
    "src/b.ts": "export const run = () => {\n  const twice = 2;\n  return twice;\n};\n",
    "src/c.ts": "export const four = twice(2);\n",
  });
  const declared = {
    Promise: [lib("lib.es5.d.ts"), 0, 10, 0, 17],
    screen: [lib("lib.dom.d.ts"), 3, 12, 3, 18],
    Screen: [lib("lib.dom.d.ts"), 0, 10, 0, 16],
    twice: [lib("lib.dom.d.ts"), 4, 17, 4, 22],
  };
  editor.on.definition = (file, row, column) => {
    const word = /^\w*/.exec(fs.readFileSync(file, "utf8").split("\n")[row].slice(column))[0];
    if (word === "twice" && file.endsWith("b.ts")) return { data: [[file, 1, 8, 1, 13]] };
    return { data: declared[word] ? [declared[word]] : [] };
  };
  return editor;
}

test("what only a library of the language declares is found, though no code says it", async (t) => {
  const editor = makeWithLibrary(t);
  const { code, text } = await editor.run("find_definition", { symbol: "screen" });
  assert.equal(code, "found", text);
  assert.match(text, /lib\.dom\.d\.ts:4:13/);
  assert.equal((await editor.run("find_definition", { symbol: "screens" })).code, "none");
});

test("a variable of a function is not what a name of the library means", async (t) => {
  const { text } = await makeWithLibrary(t).run("find_definition", { symbol: "twice" });
  assert.match(text, /^twice[^]*lib\.dom\.d\.ts:5:18/);
});

test("a name that stands alone there is not a member of another file's class", async (t) => {
  const editor = makePython(t, {
    "app/codes.py": "class Failure:\n    errno: int = 0\n",
    "app/windows.py": `${WINDOWS}import errno\n\ndef fail(failure):\n    return failure.errno\n`,
  });
  const { hover } = editor.on;
  editor.on.hover = (file, row, column) =>
    file.endsWith("windows.py") && row > 3 ? { data: [] } : hover(file, row, column);
  editor.on.workspaceSymbols = () => ({
    data: [["errno", 6, "Failure", editor.path("app/codes.py"), true, 0, 1, 4, 1, 4, 1, 18]],
  });
  const file_path = "app/windows.py";
  const line = WINDOWS.split("\n").length;
  const { code, text } = await editor.run("find_definition", { symbol: "errno", file_path, line });
  assert.equal(code, "unknown", text);
  assert.doesNotMatch(text, /^Defined/m);
  const member = await editor.run("find_definition", { symbol: "errno", file_path, line: line + 3 });
  assert.match(member.text, /app\/codes\.py:2:5/, "behind a dot it may be");
});
