/** Questions in words: answered from the index, from texts that are newer, and never from files that are hidden. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { makeFolder, openEditor, writeFiles } from "./fake-editor.mjs";
import { health } from "./index-tree.mjs";
import { listStores, openCode } from "./symbols-kit.mjs";

const CODE = {
  "src/retry.ts": `/** Calls a function again when it fails. */
export async function withRetries<T>(run: () => Promise<T>, limit = 3): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      if (attempt >= limit) throw error;
    }
  }
}

export class HttpClient {
  /** Sends a request to the server. */
  async send(path: string) {
    return withRetries(() => fetch(path));
  }
}
`,
  "src/config.py": `"""Settings of the program."""
import json


def load_settings(path):
    """Parse the config file and return its values."""
    with open(path) as file:
        return json.load(file)
`,
  "src/page.c": `/* Allocates pages of memory. */
struct page *alloc_page(int order)
{
	return get_free(order);
}
`,
  "tests/config_test.py": `def test_parse_config_file():
    assert load_settings("config") == {}
`,
  "docs/guide.md": "# Guide\nHow to begin.\n\n## Caching of results\nThe cache keeps answers for an hour.\n",
  "src/names.py": "def приветствие():\n    return 1\n",
};

const WRITING = /the index for questions is (being|about to be) written/;

/** The answer, when no index is being written any more. */
async function ask(editor, args) {
  for (const end = Date.now() + 60_000; ; await sleep(50)) {
    const answer = await editor.run("semantic_search", typeof args === "string" ? { query: args } : args);
    if (!WRITING.test(answer.text)) return { ...answer, facts: answer.factsJson && JSON.parse(answer.factsJson) };
    assert.equal(answer.code, "unknown", answer.text);
    assert.ok(Date.now() < end, answer.text);
  }
}

const placeOf = ({ filePath, startLine, kind, name }) => `${filePath}:${startLine} ${kind} ${name ?? ""}`.trim();

async function places(editor, args) {
  const { facts, text } = await ask(editor, args);
  assert.ok(facts, text);
  return facts.results.map(placeOf);
}

async function best(editor, args) {
  const [first] = await places(editor, args);
  return first;
}

/** Until the index has each file as it is now. */
async function untilCovered(editor) {
  for (const end = Date.now() + 60_000; ; await sleep(150)) {
    await ask(editor, "nothing");
    const { state, changed, text } = await health(editor);
    if (state === "ready" && changed === 0) return;
    assert.ok(Date.now() < end, text);
  }
}

const meaningFiles = (storage) => listStores(storage).filter((file) => /^meaning\.\d+$/.test(path.basename(file)));

const QUESTIONS = [
  ["where are retries limited", "src/retry.ts:2 Function withRetries"],
  ["parse the config file", "src/config.py:5 Function load_settings"],
  ["how is memory allocated", "src/page.c:2 Function alloc_page"],
  ["for how long are results cached", "docs/guide.md:4 Section Caching of results"],
  ["send requests to servers", "src/retry.ts:14 Method send"],
  ["test of the config file parser", "tests/config_test.py:1 Function test_parse_config_file"],
  ["Приветствие", "src/names.py:1 Function приветствие"],
];

test("questions are answered by files that are newer than the index, by it, and by unsaved text", async (t) => {
  const { editor, storage, at } = openCode(t, CODE);
  for (const [query, place] of QUESTIONS) assert.equal(await best(editor, query), place, query);
  await sleep(2200);
  await untilCovered(editor);
  assert.equal(meaningFiles(storage).length, 1);
  for (const [query, place] of QUESTIONS) assert.equal(await best(editor, query), place, query);
  for (const name of Object.keys(CODE)) editor.dirty.set(at(name), CODE[name]);
  for (const [query, place] of QUESTIONS) assert.equal(await best(editor, query), place, query);
});

test("an answer has the lines that answer, a score and why", async (t) => {
  const { editor } = openCode(t, CODE);
  const { code, text, facts } = await ask(editor, { query: "where are retries limited", max_results: 1 });
  assert.equal(code, "found");
  const [result] = facts.results;
  assert.deepEqual([facts.results.length, facts.provenance, facts.missing_words], [1, "index", []]);
  assert.deepEqual([result.startLine, result.endLine], [2, 10]);
  assert.ok(result.similarityScore > 0 && result.similarityScore <= 1);
  assert.equal(result.why, "name: retries; signature: limited");
  assert.match(result.codeSnippet, /^ {2}2\| export async function withRetries/);
  assert.match(result.codeSnippet, /^ {2}7\| {7}if \(attempt >= limit\) throw error;$/m);
  assert.match(text, /^src\/retry\.ts:2:23 Function withRetries \(0\.\d\d\) name: retries; signature: limited$/m);
  const some = await ask(editor, "retries of the flurb");
  assert.deepEqual(some.facts.missing_words, ["flurb"]);
  assert.match(some.text, /^Not found: flurb\.$/m);
});

test("the lines of a file and of a class have the names in it, with their lines", async (t) => {
  const box = `export class Box {
  /** Is not of it. */
  width() {
    return 1;
  }
  compressPicture() {
    return this.width() + 2;
  }
}
`;
  const { editor } = openCode(t, {
    "src/box.ts": box,
    "src/types.ts": "export type Picture = string;\nexport type Pictures = string[];\n",
  });
  const { facts, text } = await ask(editor, "compress pictures");
  const linesOf = (name, kind) =>
    facts.results.find((one) => one.filePath === name && one.kind === kind)?.codeSnippet.trimEnd();
  assert.equal(
    linesOf("src/types.ts", "File"),
    "  1| export type Picture = string;\n  2| export type Pictures = string[];",
    text,
  );
  const lines = linesOf("src/box.ts", "Class");
  assert.match(lines, /^ {2}1\| export class Box \{$/m);
  assert.match(lines, /^ {2}6\| {3}compressPicture\(\) \{$/m);
  assert.doesNotMatch(lines, /return/);
});

test("what is built of a source, and copies of a file, do not take the places of others", async (t) => {
  const pack = `package pack

// Pack squeezes the parcels of an order into one box.
func Pack(parcels []int) int {
	total := 0
	for _, parcel := range parcels {
		total += parcel
	}
	return total
}
`;
  const till = (head, tail) => `/** Counts the cash of a drawer. */\n${head}countCash(coins${tail}`;
  const { editor } = openCode(t, {
    "src/till.ts": till("export function ", ": number[]) {\n  return coins.length;\n}\n"),
    "till.cjs": till("function ", ") {\n  return coins.length;\n}\n"),
    "till.js": till("export function ", ") {\n  return coins.length;\n}\n"),
    "till.d.ts": till("export declare function ", ": number[]): number;\n"),
    "src/report.ts": "/** Reads the cash of a drawer. */\nexport function readCash() {\n  return 1;\n}\n",
    // The same text in files of one name; those with another text or another name are not copies.
    ...Object.fromEntries(["a", "b", "c", "d", "e"].map((name) => [`mods/${name}/pack.go`, pack])),
    "mods/f/pack.go": pack.replace("total += parcel", "total += parcel * 2 + boxes"),
    "mods/g/other.go": pack,
  });
  const files = (facts) => facts.results.filter(({ kind }) => kind === "Function").map(({ filePath }) => filePath);
  const cash = await ask(editor, "cash in the drawer");
  assert.deepEqual(files(cash.facts).slice(0, 2).sort(), ["src/report.ts", "src/till.ts"], cash.text);
  assert.equal(files(cash.facts).length, 5);
  const built = await ask(editor, "count cash in the drawer, in the build");
  assert.equal(files(built.facts).indexOf("src/report.ts"), 4, built.text);
  const { facts, text } = await ask(editor, { query: "squeeze parcels into a box", max_tokens: 5000 });
  const found = facts.results.filter(({ name }) => name === "Pack");
  assert.deepEqual(found.map(({ filePath }) => filePath).sort(), [
    "mods/a/pack.go",
    "mods/f/pack.go",
    "mods/g/other.go",
  ]);
  const { copies } = found.find(({ filePath }) => filePath === "mods/a/pack.go");
  assert.deepEqual(copies, ["mods/b/pack.go:4", "mods/c/pack.go:4", "mods/d/pack.go:4"]);
  assert.match(text, /^ {2}The same in mods\/b\/pack\.go:4, mods\/c\/pack\.go:4, mods\/d\/pack\.go:4, and 1 more\.$/m);
});

test("lines are those of the editor, however they end", async (t) => {
  const { editor, at } = openCode(t, {
    "src/old.c": "int x;\r/* Counts wombats. */\rint wombats(int a)\r{\r\treturn a;\r}\r",
    "src/mixed.c": "int x;\r\nint y;\rint z;\n/* Counts quokkas. */\r\nint quokkas(int a)\r{\n\treturn a;\r\n}\r\n",
  });
  const check = async () => {
    assert.equal(await best(editor, "wombats"), "src/old.c:3 Function wombats");
    const { facts, text } = await ask(editor, "count quokkas");
    const [{ startLine, endLine, codeSnippet }] = facts.results;
    assert.deepEqual([startLine, endLine], [5, 8], text);
    assert.equal(
      codeSnippet,
      "  4| /* Counts quokkas. */\n  5| int quokkas(int a)\n  6| {\n  7| \treturn a;\n  8| }\n",
    );
  };
  await check();
  editor.dirty.set(at("src/mixed.c"), fs.readFileSync(at("src/mixed.c"), "utf8"));
  await check();
});

test("a question that names a file, or a folder, is about that", async (t) => {
  const notify = (what) => `/** Notifies the ${what}. */\nint notify_${what}(int x)\n{\n\treturn x;\n}\n`;
  const { editor } = openCode(t, {
    "lib/internal/subject.c": "int pass(int x)\n{\n\tint observers = x;\n\treturn notify(observers);\n}\n",
    "lib/other/timer.c": notify("observers"),
    "app/src/subject.md": "# Subject\nObservers are notified.\n",
    "app/src/ts.c": "int ts(int x)\n{\n\treturn ts2;\n}\n",
  });
  const file = async (query) => (await ask(editor, query)).facts.results[0].filePath;
  assert.equal(await file("how are observers notified"), "lib/other/timer.c");
  for (const query of [
    "lib/internal/subject.c: how are observers notified?",
    "How are observers notified in `./lib/internal/Subject.c`?",
    "how are observers notified in subject.c",
    "observers are not notified:\n  at pass (/home/me/code/lib/internal/subject.c:4:9)",
    "observers are not notified at C:\\code\\lib\\internal\\subject.c(4)",
    "how are observers notified in lib/internal/",
  ])
    assert.equal(await file(query), "lib/internal/subject.c", query);
  assert.equal(await file("how are observers notified, see subject.md."), "app/src/subject.md");
  // The names of others, and folders that are not there, change nothing; endings are not words.
  for (const query of ["how are observers notified in nothing.ts", "how are observers notified and/or told"])
    assert.equal(await file(query), "lib/other/timer.c", query);
  assert.deepEqual((await ask(editor, "observers in nothing.ts")).facts.missing_words, ["nothing"]);
});

test("how a question begins is not what it asks for", async (t) => {
  const { editor } = openCode(t, {
    "src/code.c": "int show_code(int part)\n{\n\treturn find_place(part);\n}\n",
    "src/pay.c": "int pay(int x)\n{\n\treturn x;\n}\n",
  });
  const missing = async (query) => (await ask(editor, query)).facts.missing_words;
  for (const lead of [
    "Please show me the code that",
    "find out where",
    "Which part of the codebase is responsible for",
    "I want to understand how",
    "where is the logic for",
  ]) {
    const { facts, text } = await ask(editor, `${lead} we pay bills`);
    assert.deepEqual(facts.results.map(({ filePath }) => filePath).slice(0, 1), ["src/pay.c"], text);
    assert.deepEqual([...new Set(facts.results.map(({ filePath }) => filePath))], ["src/pay.c"], text);
    assert.deepEqual(facts.missing_words, ["bills"]);
  }
  // A name is asked for, and so are all words where there are no others.
  for (const query of ["find the bills", "show code of bills", "how does find work for bills", "part bills"])
    assert.ok(
      (await ask(editor, query)).facts.results.some(({ filePath }) => filePath === "src/code.c"),
      query,
    );
  assert.equal(await best(editor, "where is the code for this"), "src/code.c:1 Function show_code");
  assert.deepEqual(await missing("please"), ["please"]);
});

test("lines above a function are its own only as its comment", async (t) => {
  const { editor } = openCode(t, {
    "src/a.c": "#include <a.h>\n#define LIMIT 3\nint wombat(int x)\n{\n\treturn LIMIT + x;\n}\n",
    "src/b.py": "# The limit of quokkas.\n@cached\ndef quokka(x):\n    return x\n",
  });
  const linesOf = async (query) => (await ask(editor, query)).facts.results.find(({ name }) => name)?.codeSnippet;
  assert.equal(
    await linesOf("limit of a wombat"),
    "  3| int wombat(int x)\n  4| {\n  5| \treturn LIMIT + x;\n  6| }\n",
  );
  assert.match(await linesOf("limit of a quokka"), /^ {2}1\| # The limit of quokkas\.$/m);
});

test("the lines that answer are shown, wherever a long unit or a long line has them", async (t) => {
  const long = Array.from({ length: 6000 }, (_, i) => (i === 5000 ? "    # the chinchilla" : `    v = ${i}`));
  const many = Array.from({ length: 1000 }, (_, i) => `def f${i}():\n    mongoose = ${i}\n`);
  const { editor } = openCode(t, {
    "src/rows.py": `def long_function():\n${long.join("\n")}\n`,
    "src/line.py": `def long_line(): return '${"größe ".repeat(500)}aardvark${" ñu".repeat(500)}'\n`,
    "src/mini.js": `${Array.from({ length: 500 }, (_, i) => `function f${i}(){}`).join(";")};function pangolin(){return 1}`,
    "src/many.py": `${many.join("\n")}\n# A comment on the mongoose.\n`,
  });
  await sleep(2200);
  await untilCovered(editor);
  const shown = async (query) => {
    const { facts, text } = await ask(editor, { query, max_results: 1 });
    assert.equal(facts.results.length, 1, text);
    return facts.results[0].codeSnippet;
  };
  assert.match(
    await shown("chinchilla"),
    /^ {2}1\| def long_function\(\):\n[^]* {2}…\n {2}5002\| {5}# the chinchilla$/m,
  );
  assert.match(await shown("aardvark"), /^ {2}1\| def long_line\(\): return '[^…]+…[^…]*größe aardvark ñu[^…]+…$/m);
  assert.match(await shown("pangolin"), /^ {2}1\| ….*;function pangolin\(\)\{return 1\}$/m);
  const all = await ask(editor, { query: "comment", file_path: "src/many.py", max_results: 50 });
  const file = all.facts.results.find(({ kind }) => kind === "File");
  assert.match(file?.codeSnippet ?? all.text, /# A comment on the mongoose\.$/m);
  assert.doesNotMatch(file.codeSnippet, /mongoose =/);
  for (const { codeSnippet } of all.facts.results)
    for (const line of codeSnippet.split("\n")) assert.ok(Buffer.byteLength(line) < 220, line);
});

test("units that score the same are put in the order of their places, however many there are", async (t) => {
  const folder = Array.from({ length: 17 }, () => "d".repeat(200)).join("/");
  const functions = "int frobnicate(void)\n{\n\treturn 1;\n}\n".repeat(1000);
  const files = Array.from({ length: 90 }, (_, i) => [`${folder}/${String(i).padStart(2, "0")}.c`, functions]);
  const { editor } = openCode(t, Object.fromEntries(files));
  await sleep(2200);
  await untilCovered(editor);
  const { code, text, facts } = await ask(editor, { query: "frobnicate", max_results: 3, max_tokens: 50_000 });
  assert.equal(code, "found", text);
  assert.deepEqual(
    facts.results.map(({ filePath, startLine }) => [filePath, startLine]),
    [1, 5, 9].map((line) => [`${folder}/00.c`, line]),
  );
});

test("words of code stand for words of questions", async (t) => {
  const code = {
    "src/a.py": "def cleanup(dir):\n    os.unlink(dir)\n",
    "src/b.py": "def paint(color):\n    canvas.fill(color)\n",
    "src/c.py": "def total(items):\n    return sum(items)\n",
    "docs/words.md": "# Notes\nA directory is a folder.\n",
  };
  const { editor, at } = openCode(t, code);
  const check = async () => {
    const { facts, text } = await ask(editor, { query: "delete a directory", file_types: ["py"] });
    assert.deepEqual(facts.results.map(placeOf), ["src/a.py:1 Function cleanup"], text);
    assert.match(facts.results[0].why, /related: .*\bdir\b/);
    return facts.results[0].similarityScore;
  };
  const fresh = await check();
  await sleep(2200);
  await untilCovered(editor);
  // As the index has it, and as its text is now.
  assert.equal(await check(), fresh);
  editor.dirty.set(at("src/a.py"), code["src/a.py"]);
  assert.equal(await check(), fresh);
  const none = await ask(editor, "erase");
  assert.deepEqual(none.facts.results, [], none.text);
  assert.match(none.text, /^None of these words was found in code or documents: erase\.$/m);
});

test("answers keep to their tokens, and to the files that are asked for", async (t) => {
  const many = Array.from({ length: 60 }, (_, i) => `def load_file_${i}(path):\n    return open(path)\n`).join("\n\n");
  const { editor } = openCode(t, { ...CODE, "src/many.py": many });
  for (const max_tokens of [300, 900]) {
    const { text, facts } = await ask(editor, { query: "load a file by its path", max_results: 50, max_tokens });
    assert.ok(text.length / 3.5 < max_tokens, `${max_tokens}: ${text.length} characters`);
    assert.ok(facts.results.length > 0 && facts.results.length < 50);
    assert.match(text, /Raise max_tokens, or narrow the question/);
  }
  const all = { query: "config memory results", max_results: 20 };
  const files = async (args) => [
    ...new Set((await ask(editor, { ...all, ...args })).facts.results.map((one) => one.filePath)),
  ];
  assert.deepEqual(await files({ file_types: ["md"] }), ["docs/guide.md"]);
  assert.deepEqual(await files({ fileTypes: [".c", "*.md"] }), ["src/page.c", "docs/guide.md"].sort());
  assert.deepEqual(await files({ file_path: "tests" }), ["tests/config_test.py"]);
  assert.deepEqual(await files({ file_path: "src/page.c" }), ["src/page.c"]);
  const other = await ask(editor, { query: "retries", file_types: ["c"] });
  assert.equal(other.code, "none");
  assert.match(other.text, /^Other files have: retries\. Ask without file_path and file_types\.$/m);
});

test("changes count at once, on the disk and in the editor, and files that went are gone", async (t) => {
  const { editor, at } = openCode(t, CODE);
  await sleep(2200);
  await untilCovered(editor);
  const query = "compress a picture";
  assert.equal((await ask(editor, query)).code, "none");
  fs.writeFileSync(at("src/new.py"), "def compress_picture(path):\n    return path\n");
  assert.equal(await best(editor, query), "src/new.py:1 Function compress_picture");
  fs.writeFileSync(at("src/new.py"), "\n\ndef compress_picture(path):\n    return path\n");
  assert.equal(await best(editor, query), "src/new.py:3 Function compress_picture");
  fs.rmSync(at("src/new.py"));
  assert.equal((await ask(editor, query)).code, "none");
  editor.dirty.set(at("src/config.py"), "def compress_picture(path):\n    return path\n");
  assert.equal(await best(editor, query), "src/config.py:1 Function compress_picture");
  assert.deepEqual(
    (await places(editor, "settings of the program")).filter((place) => place.includes("load_settings")),
    [],
  );
  editor.dirty.delete(at("src/config.py"));
  assert.equal((await ask(editor, query)).code, "none");
  fs.rmSync(at("docs/guide.md"));
  assert.equal((await ask(editor, "guide to begin")).code, "none");
});

test("files that are hidden do not exist, and neither do their words", async (t) => {
  const { editor, at } = openCode(t, {
    ...CODE,
    "secret/key.py": "def unlock_vault(secretword):\n    return secretword\n",
  });
  assert.equal(await best(editor, "unlock the vault"), "secret/key.py:1 Function unlock_vault");
  fs.writeFileSync(at(".sextantignore"), "secret/\n");
  const hidden = await ask(editor, "unlock the vault");
  assert.equal(hidden.code, "none", hidden.text);
  assert.doesNotMatch(hidden.text, /secret/);
  const some = await ask(editor, "retries of the vault");
  assert.deepEqual(some.facts.missing_words, ["vault"]);
  editor.dirty.set(at("secret/key.py"), "def unlock_vault():\n    pass\n");
  assert.equal((await ask(editor, "unlock the vault")).code, "none");
});

test("questions without words are errors with what to do, other odd ones are answered", async (t) => {
  const { editor } = openCode(t, CODE);
  const refused = async (query) => {
    const answer = await editor.run("semantic_search", { query });
    assert.equal(answer.code, "invalid_argument", `${query}: ${answer.text}`);
    return answer.text;
  };
  assert.match(await refused(""), /^query is required: what the code does, in words\./);
  assert.match(await refused("  \n"), /^query is required/);
  assert.match(await refused("how do we do this"), /^query has only words that every text has\./);
  assert.match(await refused("?! 1 (x)"), /^query has no word of two to 40 letters\./);
  assert.match(await refused("x".repeat(5000)), /^query has no word of two to 40 letters\./);
  const short = await ask(editor, "why don't retries stop, and why doesn’t it wait? I'm sure they'll…");
  assert.deepEqual(short.facts.missing_words, ["stop", "wait", "sure"]);
  const none = await ask(editor, "分配内存");
  assert.deepEqual([none.code, none.facts.missing_words], ["none", ["分配", "配内", "内存"]]);
  assert.equal((await ask(editor, "что делает")).code, "none");
  const long = `${"lorem ipsum ".repeat(8000)} retries ${"x".repeat(5000)}`;
  assert.equal(await best(editor, long), "src/retry.ts:2 Function withRetries");
  const words = Array.from({ length: 200 }, (_, i) => `${String.fromCharCode(97 + (i % 26))}word${i}`).join(" ");
  const cut = await ask(editor, `retries ${words} ${words.split("").reverse().join("")}`);
  assert.match(cut.text, /^The question is long: its first 64 words count\.$/m);
  assert.equal(await best(editor, "retries\u200b\ufffd limited"), "src/retry.ts:2 Function withRetries");
  const types = async (...file_types) => {
    const answer = await editor.run("semantic_search", { query: "retries", file_types });
    assert.equal(answer.code, "invalid_argument", answer.text);
    // It has no argument that takes a pattern.
    assert.doesNotMatch(answer.text, /file_pattern/);
    return answer.text;
  };
  assert.match(
    await types("no such language"),
    /^'no such language' is not a known language .*Use one of these: .*; or file_path\.$/,
  );
  assert.equal(
    await types("pythn"),
    "'pythn' is not a known language or extension. Did you mean python? Otherwise use file_path.",
  );
  assert.match(await types("*.{ts,py}"), /^'\*\.\{ts,py\}' is not/);
  for (const all of ["*", " ", ""]) assert.match(await types(all), /Leave file_types out for all files\.$/);
  const outside = await editor.run("semantic_search", { query: "retries", file_path: "nowhere.c" });
  assert.equal(outside.code, "not_found", outside.text);
});

test("without an index the answer is unknown, with what could be read", async (t) => {
  const folder = makeFolder();
  writeFiles(folder, CODE);
  const editor = openEditor(folder);
  t.after(() => editor.engine.dispose());
  const { code, text, facts } = await ask(editor, "how is memory allocated");
  assert.equal(code, "unknown");
  assert.match(text, /^Unknown in part: there is no index for questions here\.$/m);
  assert.equal(facts.provenance, "text");
  assert.equal(facts.results[0] && placeOf(facts.results[0]), "src/page.c:2 Function alloc_page");
  const nothing = await ask(editor, "flurb");
  assert.equal(nothing.code, "unknown");
  assert.match(nothing.text, /^None of these words was found so far: flurb\.$/m);
  const some = await ask(editor, "allocated flurb");
  assert.match(some.text, /^Not found so far: flurb\.$/m);
});

test("without an index files are found by any form of a word", async (t) => {
  const folder = makeFolder();
  writeFiles(folder, {
    // Words whose stems are not their beginnings: directori, capabl, kei.
    "src/a.c": "int list_directory(int x)\n{\n\treturn x;\n}\n",
    "src/b.c": "int has_capability(int x)\n{\n\treturn x;\n}\n",
    "src/c.c": "int compareKey(int x)\n{\n\treturn x;\n}\n",
    "src/d.c": "int io(int x)\n{\n\treturn x;\n}\n",
  });
  // Files that only have the letters of the words are not read in place of these.
  const others = Array.from({ length: 150 }, (_, i) => [`z/${i}.c`, "int monkey, turkey, audio, ratio, monkeys;\n"]);
  writeFiles(folder, Object.fromEntries(others));
  const editor = openEditor(folder);
  t.after(() => editor.engine.dispose());
  const found = async (query, args) => {
    const { facts } = await ask(editor, { query, ...args });
    return facts.results.filter(({ kind }) => kind === "Function").map(placeOf);
  };
  assert.deepEqual(await found("directory"), ["src/a.c:1 Function list_directory"]);
  assert.deepEqual(await found("capabilities"), ["src/b.c:1 Function has_capability"]);
  assert.deepEqual(await found("key"), ["src/c.c:1 Function compareKey"]);
  assert.deepEqual(await found("io"), ["src/d.c:1 Function io"]);
  // Those that may not answer take no place either.
  const many = Array.from({ length: 120 }, (_, i) => [`y/${i}.c`, "int key, key2, key3;\n"]);
  writeFiles(folder, Object.fromEntries(many));
  assert.deepEqual(await found("key", { file_path: "src" }), ["src/c.c:1 Function compareKey"]);
});

test("words that stand where questions do not look are not denied", async (t) => {
  const far = `${"int a;\n".repeat(6000)}int flurb;\n`;
  const { editor, at } = openCode(t, { ...CODE, "src/far.c": far, "src/near.c": "int unflurbed;\n" });
  const check = async (code, text, args) => {
    const answer = await ask(editor, { query: "flurbs and zorps", ...args });
    assert.equal(answer.code, code, answer.text);
    assert.match(answer.text, text);
    assert.deepEqual(answer.facts.missing_words, ["flurbs", "zorps"]);
  };
  const there =
    /^Unknown in part: src\/far\.c has words of the question where questions do not look\. Search it with grep\.$/m;
  const nowhere = /^None of these words was found in code or documents( of these files)?: flurbs, zorps\.$/m;
  await check("unknown", there);
  await check("unknown", there, { file_types: ["c"] });
  await check("none", nowhere, { file_path: "src/near.c" });
  await check("none", nowhere, { file_types: ["py"] });
  fs.writeFileSync(at(".sextantignore"), "far.c\n");
  await check("none", nowhere);
});

test("a folder without files has no answers, and the answer tells so", async (t) => {
  const { editor } = openCode(t, {});
  const { code, text } = await ask(editor, "retries");
  assert.equal(code, "none", text);
  assert.match(text, /^No file of the workspace was looked at/m);
});

/** All that is answered, with the scores. */
async function dump(editor) {
  const answers = [];
  for (const query of [...QUESTIONS.map(([one]) => one), "file", "return path", "load config", "test"]) {
    const { facts } = await ask(editor, { query, max_results: 50, max_tokens: 20_000 });
    answers.push([query, facts.results, facts.missing_words]);
  }
  return answers;
}

test("an index that is brought up to date gives the answers of a new one", async (t) => {
  const { editor, folder, storage, at } = openCode(t, CODE);
  await sleep(2200);
  await untilCovered(editor);
  const [base] = meaningFiles(storage);
  fs.writeFileSync(
    at("src/new.py"),
    "def load_results(path):\n    '''Read the results of a file.'''\n    return path\n",
  );
  fs.writeFileSync(at("src/page.c"), "int free_page(int order)\n{\n\treturn order;\n}\n");
  fs.rmSync(at("src/config.py"));
  fs.renameSync(at("docs/guide.md"), at("docs/manual.md"));
  const byTexts = await dump(editor);
  await sleep(2200);
  await untilCovered(editor);
  const files = meaningFiles(storage);
  assert.ok(files.length > 1 || files[0] !== base, files.join(" "));
  const updated = await dump(editor);
  const fresh = openEditor(folder, makeFolder());
  t.after(() => fresh.engine.dispose());
  await untilCovered(fresh);
  const made = await dump(fresh);
  assert.deepEqual(updated, made);
  assert.deepEqual(byTexts, made);
});

const DAMAGES = {
  "has other bytes": (file, size) => writeAt(file, size >> 1, Buffer.alloc(size - (size >> 1), 0x5a)),
  "has another header": (file) => writeAt(file, 20, Buffer.from([1, 2, 3, 4])),
  "is cut": (file, size) => fs.truncateSync(file, size - 100),
  "is empty": (file) => fs.truncateSync(file, 0),
  "is gone": (file) => fs.rmSync(file),
};

function writeAt(file, offset, bytes) {
  const open = fs.openSync(file, "r+");
  fs.writeSync(open, bytes, 0, bytes.length, offset);
  fs.closeSync(open);
}

for (const [what, damage] of Object.entries(DAMAGES))
  for (const isOpen of [true, false])
    test(`an index for questions that ${what} is written again, ${isOpen ? "while it is open" : "at the start"}`, async (t) => {
      const { editor, folder, storage } = openCode(t, CODE);
      await sleep(2200);
      await untilCovered(editor);
      const [file] = meaningFiles(storage);
      const whole = fs.readFileSync(file);
      let again = editor;
      if (!isOpen) {
        editor.engine.dispose();
        again = openEditor(folder, storage);
        t.after(() => again.engine.dispose());
      }
      damage(file, whole.length);
      for (const [query, place] of QUESTIONS) assert.equal(await best(again, query), place, query);
      /* The header is read once, and a name is not looked for again while the file is open. */
      if (!isOpen || !/header|gone/.test(what)) assert.ok(fs.readFileSync(file).equals(whole));
    });
