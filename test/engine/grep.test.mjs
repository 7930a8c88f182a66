/** Searches in files: what counts as text, what is left out, and how the answer reads. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { makeEditor } from "./fake-editor.mjs";
import { compareWithGit, hasPerlSyntax } from "./grep-oracle.mjs";

async function grep(editor, args) {
  const answer = await editor.run("grep", args);
  return { ...answer, facts: answer.factsJson ? JSON.parse(answer.factsJson) : undefined };
}

const places = (facts) => facts.matches.map(({ filePath, lineNumber }) => `${filePath}:${lineNumber}`);

const FILES = {
  "src/user.ts": "import { load } from './load';\n\nexport class User {}\nconst user = load();\n",
  "src/load.ts": "export function load() {\n  return new User();\n}\n",
  "test/user.test.ts": "test('User', () => {});\n",
  "dist/user.js": "class User {}\n",
  "notes.md": "A user is a person.\r\nUsers are many.\r\n",
};

test("lines are grouped by file, with totals, tests and generated files last", async (t) => {
  const editor = makeEditor(t, FILES);
  const { text, facts } = await grep(editor, { pattern: "User", case_sensitive: true });
  assert.equal(
    text,
    "5 matches in 5 files\n" +
      "notes.md (1)\n 2: Users are many.\n" +
      "src/load.ts (1)\n 2:   return new User();\n" +
      "src/user.ts (1)\n 3: export class User {}\n" +
      "test/user.test.ts (1)\n 1: test('User', () => {});\n" +
      "dist/user.js (1)\n 1: class User {}",
  );
  assert.equal(facts.status, "found");
  assert.equal(facts.total_count, 5);
  assert.equal(facts.file_count, 5);
  assert.deepEqual(facts.matches[2], {
    filePath: "src/user.ts",
    lineNumber: 3,
    column: 13,
    lineContent: "export class User {}",
  });
});

test("case is ignored unless it is asked for, and smart case looks at the pattern", async (t) => {
  const editor = makeEditor(t, FILES);
  const count = async (args) => (await grep(editor, { ...args, path: "src/user.ts" })).facts.total_count;
  assert.equal(await count({ pattern: "USER" }), 2);
  assert.equal(await count({ pattern: "User", caseSensitive: true }), 1);
  assert.equal(await count({ pattern: "User", smart_case: true }), 1);
  assert.equal(await count({ pattern: "user", smart_case: true }), 2);
  assert.equal(await count({ pattern: "use", whole_word: true }), 0);
});

test("the contract's names are understood", async (t) => {
  const editor = makeEditor(t, FILES);
  const args = { filePattern: "*.ts", searchTerm: "return", contextLines: 1, maxResults: 5, caseSensitive: true };
  const { text, facts } = await grep(editor, args);
  assert.equal(
    text,
    "1 match in 1 file\nsrc/load.ts (1)\n 1- export function load() {\n 2:   return new User();\n 3- }",
  );
  assert.deepEqual(facts.matches[0].context, ["1- export function load() {", "3- }"]);
});

test("context lines of neighbours are written once", async (t) => {
  const lines = Array.from({ length: 30 }, (_, i) => (i === 3 || i === 5 || i === 20 ? "hit" : `line ${i + 1}`));
  const editor = makeEditor(t, { "a.txt": `${lines.join("\n")}\n` });
  const { text } = await grep(editor, { pattern: "hit", context_lines: 2 });
  const rows = [...text.matchAll(/^ (\d+)[:-]|^ (--)$/gm)].map(([, row, gap]) => row ?? gap);
  assert.deepEqual(rows, ["2", "3", "4", "5", "6", "7", "8", "--", "19", "20", "21", "22", "23"]);
});

test("paths and file patterns narrow the search", async (t) => {
  const editor = makeEditor(t, FILES);
  const found = async (args) => places((await grep(editor, { pattern: "user", ...args })).facts);
  assert.deepEqual(await found({ path: "src" }), ["src/user.ts:3", "src/user.ts:4", "src/load.ts:2"].sort());
  assert.deepEqual(await found({ path: "notes.md" }), ["notes.md:1", "notes.md:2"]);
  assert.deepEqual(await found({ file_pattern: "*.md" }), ["notes.md:1", "notes.md:2"]);
  assert.deepEqual(await found({ file_pattern: "src/**/*.{ts,js}", max_results: 1 }), ["src/load.ts:2"]);
});

test("nothing found says what was searched", async (t) => {
  const editor = makeEditor(t, { ...FILES, "a.bin": Buffer.from([1, 0, 2, 0x77]) });
  const none = await grep(editor, { pattern: "nowhere", file_pattern: "*.ts" });
  assert.match(
    none.text,
    /^No matches found for pattern 'nowhere' in files matching '\*\.ts'\.\n3 files were searched\./,
  );
  assert.equal(none.facts.status, "none");
  const all = await grep(editor, { pattern: "nowhere" });
  assert.match(all.text, /5 files were searched, 1 binary ones left out\. ignored=true searches ignored files, too\./);
});

test("a file pattern that fits no file is told from a text that is nowhere", async (t) => {
  const editor = makeEditor(t, { ...FILES, ".ignore": "old/\n", "old/a.rs": "needle" });
  const lines = async (args) => (await grep(editor, { pattern: "user", ...args })).text.split("\n").slice(1);
  assert.deepEqual(await lines({ file_pattern: "src" }), [
    "0 files were searched: none fits file_pattern.",
    "The pattern is a folder: with '/**' after it, 2 files match.",
  ]);
  assert.deepEqual(await lines({ file_pattern: "src\\*.ts" }), [
    "0 files were searched: none fits file_pattern.",
    "'\\' makes the next character literal: with '/', 2 files match.",
  ]);
  assert.deepEqual(await lines({ file_pattern: "*.css,*.md", path: "." }), [
    "0 files were searched in .: none fits file_pattern.",
    "',' is a character of a name outside of braces: as {a,b}, 1 file matches.",
  ]);
  assert.deepEqual(await lines({ file_pattern: "*.rs" }), [
    "0 files were searched: none fits file_pattern.",
    "1 ignored file matches: ignored=true includes it.",
  ]);
  assert.deepEqual(await lines({ file_pattern: "*.ts", type: "python" }), [
    "0 files of type python were searched: none fits file_pattern and type.",
  ]);
  const invalid = await grep(editor, { pattern: "a", file_pattern: "src/*.{ts" });
  assert.match(invalid.text, /^file_pattern: The pattern 'src\/\*\.\{ts' is not valid at character 7/);
  assert.match((await grep(editor, {})).text, /^pattern is required/);
});

test("ignored files are searched when they are asked for", async (t) => {
  const editor = makeEditor(t, { ".gitignore": "out/\n", "out/a.txt": "needle\n", "a.txt": "no\n" });
  fs.mkdirSync(editor.path(".git"));
  assert.equal((await grep(editor, { pattern: "needle" })).facts.status, "none");
  assert.deepEqual(places((await grep(editor, { pattern: "needle", ignored: true })).facts), ["out/a.txt:1"]);
});

test("unsaved text counts in place of the file's", async (t) => {
  const editor = makeEditor(t, FILES);
  editor.dirty.set(editor.path("src/user.ts"), "const fresh = 1;\n");
  editor.loaded.add(editor.path("src/user.ts"));
  assert.deepEqual(places((await grep(editor, { pattern: "fresh" })).facts), ["src/user.ts:1"]);
  assert.deepEqual(places((await grep(editor, { pattern: "load\\(\\)" })).facts), ["src/load.ts:1"]);
});

test("texts in other forms: marks, UTF-16, broken bytes, line ends", async (t) => {
  const editor = makeEditor(t, {
    "mark.txt": "\ufeffneedle\n",
    "le.txt": Buffer.from("\ufeffa\nneedle é\n", "utf16le"),
    "be.txt": Buffer.from("\ufeffneedle\n", "utf16le").swap16(),
    "broken.txt": Buffer.from([0x6e, 0x65, 0x65, 0x64, 0x6c, 0x65, 0xff, 0x0a]),
    "mac.txt": "a\rneedle\rb",
    "crlf.txt": "a\r\nneedle\r\n",
  });
  const { facts } = await grep(editor, { pattern: "^needle" });
  assert.deepEqual(places(facts), ["be.txt:1", "broken.txt:1", "crlf.txt:2", "le.txt:2", "mac.txt:2", "mark.txt:1"]);
  assert.equal(facts.matches[3].lineContent, "needle é");
  assert.equal(facts.matches[1].lineContent, "needle\ufffd");
  assert.deepEqual(places((await grep(editor, { pattern: "needle$" })).facts).length, 4);
});

test("matches over lines", async (t) => {
  const editor = makeEditor(t, FILES);
  const { text, facts } = await grep(editor, { pattern: "load\\(\\) \\{\\s+return", multiline: true });
  assert.deepEqual(places(facts), ["src/load.ts:1"]);
  assert.match(text, / 1: export function load\(\) \{\n {7}return new User\(\);$/);
  const literal = await grep(editor, { pattern: "person.\nUsers", literal: true });
  assert.deepEqual(places(literal.facts), ["notes.md:1"]);
});

test("files and counts", async (t) => {
  const editor = makeEditor(t, FILES);
  const files = await grep(editor, { pattern: "user", output: "files", path: "src" });
  assert.equal(files.text, "3 matches in 2 files\nsrc/load.ts\nsrc/user.ts");
  const counts = await grep(editor, { pattern: "user", output: "counts", path: "src" });
  assert.equal(counts.text, "3 matches in 2 files\nsrc/load.ts: 1\nsrc/user.ts: 2");
  assert.deepEqual(counts.facts.files, [
    { filePath: "src/load.ts", count: 1 },
    { filePath: "src/user.ts", count: 2 },
  ]);
});

test("pages have each match once, and are refused when the files have changed", async (t) => {
  const text = Array.from({ length: 40 }, (_, i) => `hit ${i}\n`).join("");
  const editor = makeEditor(t, { "a.txt": text, "b.txt": text, "c.txt": text });
  const seen = [];
  let cursor;
  do {
    const { facts } = await grep(editor, { pattern: "hit", max_results: 17, ...(cursor && { cursor }) });
    assert.equal(facts.total_count, 120);
    seen.push(...places(facts));
    cursor = facts.cursor;
  } while (cursor);
  assert.equal(new Set(seen).size, 120);
  assert.equal(seen.length, 120);
  const first = await grep(editor, { pattern: "hit", max_results: 17 });
  fs.appendFileSync(editor.path("b.txt"), "hit\n");
  const refused = await editor.run("grep", { pattern: "hit", max_results: 17, cursor: first.facts.cursor });
  assert.equal(refused.code, "conflict");
});

test("a pattern that is not valid is explained with its place", async (t) => {
  const editor = makeEditor(t, FILES);
  const answer = await editor.run("grep", { pattern: "a(b" });
  assert.equal(answer.code, "invalid_argument");
  assert.match(answer.text, /not valid at offset 3, a\(b<HERE>.*Close the group/);
  const glob = await editor.run("grep", { pattern: "a", file_pattern: "[a" });
  assert.equal(glob.code, "invalid_argument", glob.text);
});

test("long lines are cut round the match", async (t) => {
  const editor = makeEditor(t, { "a.min.js": `${"x".repeat(5000)}needle${"y".repeat(5000)}\n` });
  const { facts } = await grep(editor, { pattern: "needle" });
  const { lineContent, column } = facts.matches[0];
  assert.ok(lineContent.length < 300 && lineContent.startsWith("…") && lineContent.includes("needle"), lineContent);
  assert.equal(column, 5000);
});

test(
  "files that cannot be read, and pipes, do not end the search",
  { skip: process.getuid?.() === 0 && "root reads all" },
  async (t) => {
    const editor = makeEditor(t, { ...FILES, "locked.txt": "needle\n" });
    fs.chmodSync(editor.path("locked.txt"), 0);
    const { text, facts } = await grep(editor, { pattern: "needle" });
    assert.match(text, /Unknown in part: 1 file or folder could not be read: locked\.txt\./);
    assert.equal(facts.status, "unknown");
  },
);

test("pipes and links are passed over", { skip: process.platform === "win32" }, async (t) => {
  const editor = makeEditor(t, { "a.txt": "needle\n" });
  execFileSync("mkfifo", [editor.path("pipe")]);
  fs.symlinkSync("a.txt", editor.path("link.txt"));
  fs.symlinkSync(".", editor.path("round"));
  assert.deepEqual(places((await grep(editor, { pattern: "needle" })).facts), ["a.txt:1"]);
  assert.deepEqual(places((await grep(editor, { pattern: "needle", path: "link.txt" })).facts), ["a.txt:1"]);
});

test("a large binary file is one of those, and no text that was too big", async (t) => {
  const editor = makeEditor(t, { "a.ts": "one\n", "image.bin": "\0one", "log.txt": "x".repeat(8000) });
  for (const name of ["image.bin", "log.txt"]) fs.truncateSync(editor.path(name), 300 << 20);
  const { text, facts } = await grep(editor, { pattern: "two" });
  assert.equal(facts.status, "unknown");
  assert.match(text, /1 file over 256 MB was not searched: log\.txt\./);
  fs.rmSync(editor.path("log.txt"));
  const again = await grep(editor, { pattern: "two" });
  assert.equal(again.facts.status, "none");
  assert.match(again.text, /1 file was searched, 1 binary ones left out/);
});

test("a list of thousands of words is one pattern; a longer one says how many a call takes", async (t) => {
  const words = Array.from({ length: 5000 }, (_, i) => `w${i.toString(36)}_${(i * 7919) % 4999}`);
  const editor = makeEditor(t, {
    "a.txt": `nothing\n${words[4999]}\nwörd ${words[0]} ${words[17]}\n`,
    "b.txt": Array.from({ length: 500 }, (_, i) => `word_${i}`).join("\n"),
  });
  const lines = async (args) =>
    (await grep(editor, { ...args, max_results: 9 })).facts.matches.map((one) => one.lineNumber);
  for (const pattern of [words.join("|"), `\\b(?:${words.join("|")})\\b`])
    for (const more of [{}, { case_sensitive: true }, { multiline: true }])
      assert.deepEqual(await lines({ pattern, ...more }), [2, 3], JSON.stringify(more));
  const letters = Array.from({ length: 32768 }, () => "k").join("|");
  assert.deepEqual(await lines({ pattern: letters, file_path: "a.txt" }), []);
  const long = await grep(editor, { pattern: [...words, ...words].join("|") });
  assert.equal(long.code, "too_big");
  assert.match(
    long.text,
    /at most 65536 are possible\. Search for its 10000 alternatives in several calls, about \d{4} in each\./,
  );
  for (const pattern of ["(?:(?:a|b){500}){500}", "(?:[a-fé]x?){9999}", "(((a{99}){99}){99}){99}"]) {
    const refused = await grep(editor, { pattern });
    assert.equal(refused.code, "invalid_argument", refused.text);
    assert.match(refused.text, /too large\. Repeats multiply what they repeat: search for parts/);
  }
});

test("a line end in the pattern, however it is written, makes matches span lines", async (t) => {
  const editor = makeEditor(t, { "a.ts": "if (a)\n{\n}\n", "b.ts": "if (a)\r\n{\r\n}\r\n" });
  for (const pattern of ["\\)\n\\{", "\\)\\n\\{", "\\)\\R\\{", "\\)[\\r\\n]+\\{"])
    assert.deepEqual(places((await grep(editor, { pattern })).facts), ["a.ts:1", "b.ts:1"], pattern);
  assert.equal((await grep(editor, { pattern: "[^\\n]+", file_path: "a.ts" })).facts.total_count, 3);
});

test(".sextantignore hides files from every search", async (t) => {
  const editor = makeEditor(t, { ".sextantignore": "secret*\n", "secret.txt": "needle\n", "a.txt": "needle\n" });
  assert.deepEqual(places((await grep(editor, { pattern: "needle", ignored: true })).facts), ["a.txt:1"]);
  assert.equal((await grep(editor, { pattern: "needle", file_path: "secret.txt" })).code, "hidden");
});

test("a pattern that takes too many steps is said to", async (t) => {
  const editor = makeEditor(t, { "a.txt": `${"a".repeat(60)}!\nb aab\n` });
  const { text, facts } = await grep(editor, { pattern: "(a+)+$|b$" });
  assert.match(
    text,
    /^1 match in 1 file\nUnknown in part: 1 file has a line on which the pattern takes too many steps/,
  );
  assert.deepEqual(places(facts), ["a.txt:2"]);
});

test("a search that runs out of time lists what it has found", async (t) => {
  const slow = `${"a".repeat(60)}\n`.repeat(5000);
  const files = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`s${i}.txt`, `needle\n${slow}`]));
  const editor = makeEditor(t, files);
  editor.engine.deadlineMs = 4000;
  const pattern = "needle|(\\w+)+[!?]|(\\w|\\w\\w)+[!?]";
  const { text, facts, code } = await grep(editor, { pattern });
  assert.equal(code, "found");
  assert.match(
    text,
    /^At least \d+ match(es)? in \d+ files?\nUnknown in part: the search ran out of time after \d+ file/,
  );
  assert.match(text, /\(1\)\n 1: needle$/m);
  assert.equal(facts.matches.length, facts.total_count);
  assert.equal(facts.totals_are_minimums, true);
});

test("a list that a search without an end gives has no cursor", async (t) => {
  const slow = `${"a".repeat(60)}\n`.repeat(5000);
  const files = Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [`s${i}.txt`, `${"needle\n".repeat(9)}${slow}`]),
  );
  const editor = makeEditor(t, files);
  editor.engine.deadlineMs = 2000;
  const { text, facts } = await grep(editor, { pattern: "needle|(\\w+)+[!?]|(\\w|\\w\\w)+[!?]", max_results: 3 });
  assert.match(text, /ran out of time/);
  assert.match(
    text,
    /\n\[\d+ more\. They have no cursor, as the search ran out of time: narrow it, or raise max_results\.\]$/,
  );
  assert.equal(facts.matches.length, 3);
  assert.equal(facts.cursor, undefined);
  assert.equal(facts.truncated, true);
});

test("a call that is cancelled ends the search", async (t) => {
  const editor = makeEditor(t, { "a.txt": `${"a".repeat(60)}\n`.repeat(5000) });
  const abort = new AbortController();
  const args = { pattern: "(\\w+)+[!?]|(\\w|\\w\\w)+[!?]" };
  const running = editor.engine.call("grep", args, { signal: abort.signal });
  setTimeout(() => abort.abort(), 50);
  const outcome = await running.then(
    ({ code }) => code,
    (error) => error.name,
  );
  assert.match(String(outcome), /cancelled|AbortError/);
});

test("several folders", async (t) => {
  const editor = makeEditor(t, { "one/a.txt": "needle\n", "two/b.txt": "needle\n" }, { folders: ["one", "two"] });
  assert.deepEqual(places((await grep(editor, { pattern: "needle" })).facts), ["one/a.txt:1", "two/b.txt:1"]);
  assert.deepEqual(places((await grep(editor, { pattern: "needle", path: "two" })).facts), ["two/b.txt:1"]);
});

test("in several folders a path as it is shown is a file pattern, and '.' is all of them", async (t) => {
  const files = {
    "one/lib/a.txt": "needle\n",
    "one/b.txt": "needle\n",
    "two/c.txt": "needle\n",
    "two/lib/c.txt": "needle\n",
  };
  const editor = makeEditor(t, files, { folders: ["one", "two"] });
  const found = async (args) => places((await grep(editor, { pattern: "needle", ...args })).facts);
  for (const name of Object.keys(files)) {
    assert.deepEqual(await found({ file_pattern: name }), [`${name}:1`]);
    assert.deepEqual(await found({ path: name }), [`${name}:1`]);
  }
  assert.deepEqual(await found({ file_pattern: "one/**" }), ["one/b.txt:1", "one/lib/a.txt:1"]);
  assert.deepEqual(await found({ file_pattern: "two/*.txt" }), ["two/c.txt:1"]);
  assert.deepEqual(await found({ file_pattern: "!two/lib" }), ["one/b.txt:1", "one/lib/a.txt:1", "two/c.txt:1"]);
  assert.deepEqual(await found({ path: "." }), await found({}));
  assert.deepEqual(await found({ path: "two/" }), ["two/c.txt:1", "two/lib/c.txt:1"]);
});

test("a file pattern may be absolute", async (t) => {
  const editor = makeEditor(t, FILES);
  const found = async (args) => places((await grep(editor, { pattern: "user", ...args })).facts);
  const inSource = ["src/load.ts:2", "src/user.ts:3", "src/user.ts:4"];
  assert.deepEqual(await found({ file_pattern: editor.path("src/**") }), inSource);
  assert.deepEqual(await found({ file_pattern: editor.path("src/**"), path: "src" }), inSource);
  assert.deepEqual(await found({ file_pattern: editor.path("src/*.ts"), path: "src/user.ts" }), inSource.slice(1));
  assert.deepEqual(await found({ file_pattern: editor.path("*.ts") }), []);
  assert.deepEqual(await found({ file_pattern: editor.path("!src").replace(/(.*)!/, "!$1") }), [
    "notes.md:1",
    "notes.md:2",
    "test/user.test.ts:1",
    "dist/user.js:1",
  ]);
  const outside = await grep(editor, { pattern: "user", file_pattern: "/elsewhere/**" });
  assert.equal(outside.code, "invalid_argument");
  assert.match(outside.text, /^file_pattern: The pattern '\/elsewhere\/\*\*' is outside the searched folder '.*ws'/);
});

test("the same lines as git grep, for patterns made at random", { timeout: 120_000 }, async (t) => {
  const source = path.resolve(import.meta.dirname, "../../native/match");
  const names = fs.readdirSync(source).filter((name) => name.endsWith(".c"));
  const editor = makeEditor(
    t,
    Object.fromEntries(names.map((name) => [name, fs.readFileSync(path.join(source, name))])),
  );
  if (!hasPerlSyntax(editor.folders[0], "sx")) return t.skip("git without Perl's syntax");
  assert.ok((await compareWithGit((args) => grep(editor, args), editor.folders[0], 60, 7)) > 40);
});

const TYPED = {
  "a.ts": "needle\n",
  "a.mts": "needle\n",
  "a.js": "needle\n",
  "a.py": "needle\n",
  "A.PYI": "needle\n",
  "a.c": "needle\n",
  "a.h": "needle\n",
  "a.cpp": "needle\n",
  Makefile: "needle\n",
  "a.yml": "needle\n",
  "a.scss": "needle\n",
  "a.less": "needle\n",
  log: "needle\n",
};

test("type takes the files of a language, by its name or an extension", async (t) => {
  const editor = makeEditor(t, TYPED);
  const expected = {
    ts: ["a.mts", "a.ts"],
    typescript: ["a.mts", "a.ts"],
    JS: ["a.js"],
    py: ["A.PYI", "a.py"],
    ".pyi": ["A.PYI", "a.py"],
    c: ["a.c", "a.h"],
    cpp: ["a.cpp", "a.h"],
    makefile: ["Makefile"],
    yaml: ["a.yml"],
    less: ["a.less"],
  };
  for (const [type, files] of Object.entries(expected)) {
    const { facts } = await grep(editor, { pattern: "needle", type });
    assert.deepEqual(
      facts.matches.map((match) => match.filePath),
      files,
      type,
    );
  }
  const both = await grep(editor, { pattern: "needle", type: "ts", file_pattern: "*.mts" });
  assert.deepEqual(places(both.facts), ["a.mts:1"]);
  const none = await grep(editor, { pattern: "needles", type: "ts" });
  assert.match(none.text, /^No matches found .*\n2 files of type ts were searched\./);
});

test("an unknown type is refused with those like it", async (t) => {
  const editor = makeEditor(t, TYPED);
  const near = await grep(editor, { pattern: "needle", type: "pythn" });
  assert.equal(near.code, "invalid_argument");
  assert.equal(
    near.text,
    "'pythn' is not a known language or extension. Did you mean python? Otherwise use file_pattern.",
  );
  const short = await grep(editor, { pattern: "needle", type: "foo" });
  assert.match(short.text, /'foo' .* Use one of these: typescript, python/);
  assert.equal((await grep(editor, { pattern: "needle", type: "*.py" })).code, "found");
  const far = await grep(editor, { pattern: "needle", type: "unbelievable" });
  assert.match(far.text, /Use one of these: typescript, python, c, yacc, cpp, .*, markdown, .*; or file_pattern\.$/);
});

test("symbols names what each match is in, by the text", async (t) => {
  const editor = makeEditor(t, {
    "a.ts": "const top = needle;\n\nexport class Shop {\n  open() {\n    return needle;\n  }\n}\n",
    "b.py": "def sell():\n    if True:\n        needle()\n",
    "c.log": "  needle\n",
  });
  const { text, facts } = await grep(editor, { pattern: "needle", symbols: true });
  assert.equal(
    text,
    "4 matches in 3 files\n" +
      "a.ts (2)\n 1: const top = needle;\n 5 in open:     return needle;\n" +
      "b.py (1)\n 3 in sell:         needle()\n" +
      "c.log (1)\n 1:   needle",
  );
  assert.deepEqual(
    facts.matches.map((match) => match.symbol),
    [undefined, "open", "sell", undefined],
  );
  assert.equal(editor.count("outline"), 0);
  const plain = await grep(editor, { pattern: "needle" });
  assert.ok(!plain.text.includes(" in open") && plain.facts.matches.every((match) => !("symbol" in match)));
});
