/** Declarations by name, from the index of symbols and from files that are newer than it. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { makeFolder, openEditor, root, writeFiles } from "./fake-editor.mjs";
import { find, openCode, openCovered, search, symbolFiles, untilCovered } from "./symbols-kit.mjs";

const CODE = {
  "src/page.c": `#define PAGE_SIZE 4096
#define PAGE_ALIGN(x) ((x) & ~(PAGE_SIZE - 1))
struct page {
	unsigned long flags;
	struct { int order; } state;
};
typedef struct page page_t;
typedef struct { int x, y; } point_t;
enum zone { ZONE_DMA, ZONE_NORMAL };
int page_count;
static struct page *alloc_page(int order)
{
	return 0;
}
struct page *allocatePages(int order) { return 0; }
void free_page_list(struct page *p) { page_count--; }
int printk(const char *format) { return 0; }
`,
  "src/page.h": `extern int page_count;
struct page *allocatePages(int order);
void free_page_list(struct page *p);
`,
  "src/other.c": `int getUserID(void) { return 1; }
int get_user_name(int id) { return 2; }
int setUserId(int id) { return 0; }
void Page_Count(void) {}
struct till { int sum; int open; };
int open(void) { return 0; }
`,
  "tests/page_test.c": `void free_page_list(void) {}
int alloc_page_test(void) { return 0; }
`,
  "src/util.txt": "alloc_page as a word\n",
};

const ALLOC = "src/page.c:11 Function alloc_page";
const ALLOCATE = ["src/page.c:15 Function allocatePages", "src/page.h:2 Function declaration allocatePages"];
const ALLOC_TEST = "tests/page_test.c:2 Function alloc_page_test";
const FREE = [
  "src/page.c:16 Function free_page_list",
  "src/page.h:3 Function declaration free_page_list",
  "tests/page_test.c:1 Function free_page_list",
];
const COUNTS = ["src/page.c:10 Variable page_count", "src/page.h:1 Variable declaration page_count"];

/** A question, the definitions of the name, other matches, and files. */
const QUESTIONS = [
  ["alloc_page", [ALLOC], [...ALLOCATE, ALLOC_TEST]],
  ["alloc_page()", [ALLOC], [...ALLOCATE, ALLOC_TEST]],
  ["  alloc_page ", [ALLOC], [...ALLOCATE, ALLOC_TEST]],
  ["printk", ["src/page.c:17 Function printk"], []],
  ["struct page", ["src/page.c:3 Struct page"], []],
  ["enum zone", ["src/page.c:9 Enum zone"], []],
  ["page_t", ["src/page.c:7 Typedef page_t"], [ALLOC_TEST]],
  ["point_t", ["src/page.c:8 Struct point_t"], []],
  ["ZONE_NORMAL", ["src/page.c:9 EnumMember zone.ZONE_NORMAL"], []],
  ["PAGE_ALIGN", ["src/page.c:2 Macro PAGE_ALIGN"], []],
  ["free_page_list", [FREE[0], FREE[2], FREE[1]], []],
  // The case is that of one of them, or of none.
  ["Page_Count", ["src/other.c:4 Function Page_Count"], COUNTS],
  ["page_count", COUNTS, ["src/other.c:4 Function Page_Count"]],
  ["getUserId", [], ["src/other.c:1 Function getUserID"]],
  // Members.
  ["till.open", ["src/other.c:5 Field till.open"], []],
  ["page.state.order", ["src/page.c:5 Field page.state.order"], []],
  ["state.order", ["src/page.c:5 Field page.state.order"], []],
  ["open", ["src/other.c:6 Function open", "src/other.c:5 Field till.open"], []],
  ["till.flags", [], ["src/page.c:4 Field page.flags"]],
  // Parts and beginnings of them, in any order.
  ["page count", [], [...COUNTS, "src/other.c:4 Function Page_Count"]],
  ["user id", [], ["src/other.c:1 Function getUserID", "src/other.c:3 Function setUserId"]],
  ["name user", [], ["src/other.c:2 Function get_user_name"]],
  ["fre pag li", [], [FREE[0], FREE[2]]],
  ["user nothing", [], []],
  // One mistake.
  ["alloc_pge", [], [ALLOC]],
  ["alloc_pagge", [], [ALLOC]],
  ["alloc_paeg", [], [ALLOC]],
  ["aloc_page", [], [ALLOC]],
  ["allloc_page", [], [ALLOC]],
  ["alolc_page", [], [ALLOC]],
  ["free_pgae_list", [], [FREE[0], FREE[2]]],
  ["free_pag_list", [], [FREE[0], FREE[2]]],
  ["get_user_nane", [], ["src/other.c:2 Function get_user_name"]],
  // Also in the first letters, and beside letters of the wrong case.
  ["palloc_page", [], [ALLOC]],
  ["lloc_page", [], [ALLOC]],
  ["Allocatepagess", [], ALLOCATE],
  ["lalocatepages", [], ALLOCATE],
  ["pirntk", [], ["src/page.c:17 Function printk"]],
  ["grtUserid", [], ["src/other.c:1 Function getUserID"]],
  // Two, where the other parts are right.
  ["free_pxgy_list", [], [FREE[0], FREE[2]]],
  ["printkk", [], ["src/page.c:17 Function printk"]],
  // Files.
  ["page.h", [], [], ["src/page.h"]],
  ["src/page.c", [], [], ["src/page.c"]],
  ["age.c", [], [], []],
  // Characters that mean something elsewhere.
  ['"printk"', [], ["src/page.c:17 Function printk"]],
  ["printk*", [], ["src/page.c:17 Function printk"]],
  ["printk OR open", [], []],
  ["nothing_like_it_here", [], []],
  ["*", [], []],
  ["päge", [], []],
  ["a-b", [], []],
];

async function check(editor, what) {
  for (const [query, exact, others, files = []] of QUESTIONS) {
    const found = await find(editor, query);
    const hasAny = exact.length + others.length + files.length > 0;
    const wanted = { code: hasAny ? "found" : "none", exact, others, files };
    assert.deepEqual({ ...found, text: undefined }, { ...wanted, text: undefined }, `${what}: ${query}\n${found.text}`);
  }
}

test("declarations are found by name, parts, beginnings and with a mistake", async (t) => {
  const { editor, storage } = openCode(t, CODE);
  await check(editor, "files that are newer than the index");
  await untilCovered(editor);
  assert.equal(symbolFiles(storage).length, 1);
  await check(editor, "by the index");
  editor.dirty.set(editor.path("src/page.c"), CODE["src/page.c"]);
  await check(editor, "with unsaved text that is the same");

  await t.test("an answer has signatures, code where it is wanted, and totals", async () => {
    const { text } = await search(editor, { query: "alloc_page", context_lines: 2 });
    const [head, place, ...code] = text.split("\n");
    assert.equal(head, "Definition found: alloc_page");
    assert.equal(place, " src/page.c:11:21 Function: static struct page *alloc_page(int order)");
    assert.deepEqual(code.slice(0, 4), [
      "  11| static struct page *alloc_page(int order)",
      "  12| {",
      "  13| \treturn 0;",
      "Other matches (of 2 names):",
    ]);
    const free = await search(editor, { query: "free_page_list", limit: 1 });
    assert.match(free.text, /^Definition found: free_page_list \(1 of 3\)$/m);
    assert.deepEqual([free.facts.definition_count, free.facts.definitions.length], [3, 1]);
    const page = await search(editor, { query: "page", limit: 2 });
    assert.equal(page.facts.other_count, 9);
    assert.match(page.text, /^Other matches \(of 9 names\):$/m);
    assert.equal(page.facts.other_matches.length, 2);
  });

  await t.test("files are left out by language and pattern, and near ones come first", async () => {
    const exact = async (args) => (await find(editor, { query: "free_page_list", ...args })).exact;
    assert.deepEqual(await exact({ file_pattern: "*.h" }), [FREE[1]]);
    assert.deepEqual(await exact({ file_pattern: "!tests/**" }), [FREE[0], FREE[1]]);
    assert.deepEqual(await exact({ file_pattern: "tests/**" }), [FREE[2]]);
    assert.deepEqual(await exact({ language: "c" }), [FREE[0], FREE[2], FREE[1]]);
    assert.deepEqual(await exact({ language: "c", file_pattern: "*.h" }), [FREE[1]]);
    const others = async (args) => (await find(editor, { query: "alloc pag", ...args })).others;
    assert.deepEqual(await others({ file_pattern: "tests/**" }), [ALLOC_TEST]);
    assert.equal((await search(editor, { query: "alloc pag", file_pattern: "*.h" })).facts.other_count, 1);
    const files = async (args) => (await find(editor, { query: "page.c", ...args })).files;
    assert.deepEqual(await files({ file_pattern: "src/**", language: "c" }), ["src/page.c"]);
    assert.deepEqual(await files({ file_pattern: "tests/**" }), []);
    assert.deepEqual(await files({ language: "py" }), []);
  });

  await t.test("content is searched where that is wanted", async () => {
    const content = await search(editor, { query: "alloc_page", search_target: "content" });
    assert.match(content.text, /^3 matches in 3 files$/m);
    assert.match(content.text, /src\/util\.txt/);
    const all = await search(editor, { query: "alloc_page", search_target: "all" });
    assert.equal(all.code, "found");
    assert.match(all.text, /^Definition found: alloc_page$/m);
    assert.match(all.text, /^3 matches in 3 files$/m);
    const text = await search(editor, { query: "page_count--", search_target: "all" });
    assert.equal(text.code, "found");
    assert.match(text.text, /^1 match in 1 file$/m);
  });
});

test("a sentence that is in no name and no text is answered by meaning where all is searched", async (t) => {
  const { editor } = await openCovered(t, {
    "src/net.ts":
      "/** Tries the request again, at most so many times. */\nexport function persist(run: () => void) {\n  run();\n}\n",
    "lib/net.py": "def persist_python(run):\n    # tries the request again\n    run()\n",
  });
  const query = "where are requests tried again";
  const named = async (args) => {
    for (;;) {
      const { text, facts } = await search(editor, { query, search_target: "all", ...args });
      if (!/the index for questions is/.test(text))
        return { text, names: (facts.by_meaning ?? []).map(({ name }) => name) };
      await sleep(100);
    }
  };
  const all = await named({});
  assert.deepEqual(all.names.sort(), ["persist", "persist_python"]);
  assert.match(all.text, /^By meaning, as semantic_search answers:\nThe best answers/m);
  assert.deepEqual((await named({ language: "py" })).names, ["persist_python"]);
  assert.deepEqual((await named({ file_pattern: "src/**" })).names, ["persist"]);
  for (const none of [{ query: "zork blarg quux" }, { query: "where are they now" }, { file_pattern: "*.go" }]) {
    const { text, names } = await named(none);
    assert.deepEqual(names, []);
    assert.doesNotMatch(text, /By meaning/);
  }
  assert.doesNotMatch((await named({ query: "tries the request again" })).text, /By meaning/, "a text has it");
});

test("a name in another case or container comes before names that only have its parts", async (t) => {
  const { editor } = await openCovered(t, {
    "a.js": "export class Shop {\n  safeParse() {}\n}\nexport function parseAll() {}\n",
    "b.js": 'test("safeparse fails", () => {});\n',
    "c.go": "package c\n\ntype Runner struct{}\n\nfunc (r *Runner) Run() {}\n",
  });
  const parse = await find(editor, "safeparse");
  assert.deepEqual(parse.others, ["a.js:2 Method Shop.safeParse", "b.js:1 Test safeparse fails"]);
  assert.match(
    parse.text,
    /^The index has no declaration named 'safeparse'; 1 has that name in another case or container\. Other matches \(of 2 names\):$/m,
  );
  const run = await find(editor, "Runner.run");
  assert.deepEqual(run.others.slice(0, 1), ["c.go:5 Method Runner.Run"]);
  assert.deepEqual((await find(editor, "Nothing.safeParse")).others, ["a.js:2 Method Shop.safeParse"]);
});

test("all declarations of the name in another case are counted, and most of the list is theirs", async (t) => {
  const files = Array.from({ length: 5 }, (_, i) => [`m${i}.js`, `export class Shop${i} {\n  safeParse() {}\n}\n`]);
  const { editor } = await openCovered(t, {
    ...Object.fromEntries(files),
    "t.js": 'test("safeparse fails", () => {});\n',
  });
  const { text, others } = await find(editor, { query: "safeparse", max_results: 4 });
  assert.match(
    text,
    /^The index has no declaration named 'safeparse'; 5 have that name in another case or container\. /m,
  );
  assert.equal(others.filter((one) => one.endsWith(".safeParse")).length, 3, text);
  assert.equal(others.length, 4, text);
});

test("a signature has the beginning of a value, and no title of a test", async (t) => {
  const value = Array.from({ length: 30 }, (_, i) => `  key${i}: ${i},\n`).join("");
  const { editor } = await openCovered(t, {
    "a.js": `export const table = {\n${value}};\nit("tables", () => {});\n`,
    "b.go": "package b\n\ntype Queue struct {\n\tmax int\n}\n",
  });
  const line = async (query) => (await search(editor, { query })).text.split("\n")[1];
  assert.equal(await line("table"), " a.js:1:14 Constant: export const table = {…}");
  assert.equal(await line("tables"), " a.js:33:5 Test");
  assert.equal(await line("Queue"), " b.go:3:6 Struct: type Queue struct");
});

test("a declaration has the visibility that it or its name says", async (t) => {
  const { editor } = await openCovered(t, {
    "a.ts": "export class Shop {\n  #secret = 1;\n  protected openShop() {}\n  plainMember() {}\n}\n",
    "b.c": "static int local_count;\nint sharedCount;\n",
    "C.java": "public class Counter {\n  private int total;\n}\n",
    "d.py": "def _hidden_helper():\n    pass\n",
    "e.go": "package e\n\nfunc Exported() {}\n",
  });
  const visibility = async (query) => (await search(editor, { query })).facts.definitions[0].visibility;
  const names = ["Shop", "#secret", "openShop", "plainMember", "local_count", "sharedCount"];
  const told = ["public", "private", "protected", undefined, "file", undefined];
  assert.deepEqual(await Promise.all(names.map(visibility)), told);
  const others = ["Counter", "total", "_hidden_helper", "Exported"];
  assert.deepEqual(await Promise.all(others.map(visibility)), ["public", "private", "private", "public"]);
});

test("three lists in one answer keep to its tokens", async (t) => {
  const code = Array.from({ length: 40 }, (_, i) => `int load_user_name_${i}(struct user_of_the_shop *user_${i});\n`);
  const { editor } = await openCovered(t, {
    "a.c": `int load_user(void);\n${code.join("")}`,
    "b.c": `int load_user(void);\n${"int load_user(void); // load_user\n".repeat(60)}`,
  });
  for (const max_tokens of [300, 600, 1200]) {
    const args = { query: "load_user", search_target: "all", max_results: 60, max_tokens };
    const { text, facts } = await search(editor, args);
    assert.ok(text.length / 3.5 < max_tokens, `${max_tokens}: ${text.length} characters\n${text}`);
    for (const list of [facts.definitions, facts.other_matches, facts.matches]) assert.ok(list.length > 0, text);
  }
});

test("language servers that are late make the answer unknown, with what to do", async (t) => {
  const { editor } = await openCovered(t, { "a.c": "int one;\n" });
  editor.on.workspaceSymbols = () => new Promise(() => {});
  const answer = await search(editor, "no_such_name");
  assert.equal(answer.code, "unknown", answer.text);
  assert.match(
    answer.text,
    /^Unknown: the index has no such name, and the language servers have not answered in time\. /,
  );
  assert.match(answer.text, /Call again in a few seconds\.\nsearch_target="content" searches/);
});

test("a name with words around it is asked for at the servers, a sentence is not", async (t) => {
  const { editor } = await openCovered(t, { "a.c": "int one;\n" });
  const names = ["save(int a, int b)", "public class OrderService", "pub async fn run_loop"];
  for (const query of names) {
    const before = editor.count("workspaceSymbols");
    await search(editor, query);
    assert.ok(editor.count("workspaceSymbols") > before, query);
  }
  const before = editor.count("workspaceSymbols");
  await search(editor, "how does the retry work");
  assert.equal(editor.count("workspaceSymbols"), before);
});

test("what is cut has a cursor where it can be continued, and it is refused elsewhere", async (t) => {
  const { editor } = await openCovered(t, {
    "a.ts": "export const things = 1;\nexport const thing = things;\nexport class Thing {}\n",
  });
  const all = { query: "thing", search_target: "all", max_results: 1 };
  const first = await search(editor, all);
  assert.match(first.text, /^Definition found: thing$/m);
  const cursor = /cursor="([^"]+)"/.exec(first.text)[1];
  const next = await search(editor, { ...all, cursor });
  assert.match(next.text, /^3 matches in 1 file\na\.ts \(3\)\n 2: /);
  const refused = await editor.run("fast_search", { query: "thing", cursor });
  assert.equal(refused.code, "conflict", refused.text);
  // By the servers, where the index has nothing: no more than the index gives.
  editor.on.workspaceSymbols = () => ({
    data: Array.from({ length: 15 }, (_, i) => [
      `nowhere${i}`,
      13,
      "",
      editor.path("a.ts"),
      false,
      0,
      0,
      i,
      0,
      i,
      0,
      i + 1,
    ]),
  });
  const others = await search(editor, "nowhere");
  assert.equal(others.facts.symbols.length, 10, others.text);
});

test("signatures of macros are as their lines", async (t) => {
  const { editor } = openCode(t, {
    "a.h": `#define list_for_each(pos, head) \\
	for (pos = (head)->next; pos != (head); pos = pos->next)
#define NO_PARAMETERS (1 + 2)
#  define wide( a, \\
	b ) ((a) + (b))
#define nothing
#define block \\
	do_it()
`,
  });
  const signature = async (query) => (await search(editor, { query })).facts.definitions[0].signature;
  for (let i = 0; i < 2; i++) {
    assert.equal(await signature("list_for_each"), "#define list_for_each(pos, head)");
    assert.equal(await signature("NO_PARAMETERS"), "#define NO_PARAMETERS (1 + 2)");
    assert.equal(await signature("wide"), "# define wide( a, b ) ((a) + (b))");
    assert.equal(await signature("nothing"), "#define nothing");
    assert.equal(await signature("block"), "#define block");
    await untilCovered(editor);
  }
});

test("what a test is called by its title is a test, after the code", async (t) => {
  const { editor } = await openCovered(t, {
    "a.js": 'it("saves", () => {\n  run();\n});\ntest("loads all", () => {});\n',
    "z.js": "export function saves() {}\n",
    "b.py": "def test_saves():\n    pass\n",
  });
  const { exact } = await find(editor, "saves");
  assert.deepEqual(exact, ["z.js:1 Function saves", "a.js:1 Test saves"]);
  assert.deepEqual((await find(editor, "loads all")).others, ["a.js:4 Test loads all"]);
  assert.deepEqual((await find(editor, "test_saves")).exact, ["b.py:1 Function test_saves"]);
});

test("folders above the workspace say nothing about what is a test", async (t) => {
  const above = makeFolder();
  const [folder, storage] = [path.join(above, "tests", "project"), makeFolder()];
  writeFiles(folder, {
    "src/a.c": "int shared_name;\n",
    "build/b.c": "int shared_name;\n",
    "test/0.c": "int shared_name;\n",
  });
  const editor = openEditor(folder, storage);
  t.after(() => editor.engine.dispose());
  const files = (await find(editor, "shared_name")).exact.map((row) => row.split(":")[0]);
  assert.deepEqual(files, ["src/a.c", "test/0.c", "build/b.c"]);
  const { text } = await editor.run("grep", { pattern: "shared_name" });
  assert.deepEqual(text.match(/^[a-z/0]+\.c/gm), files, text);
});

test("what is declared in the file itself, its folder and its package comes first", async (t) => {
  const text = "int shared_name(void) { return 0; }\n";
  const { editor } = openCode(t, {
    "a.c": text,
    "a.h": "int shared_name(void);\n",
    "pack/package.json": "{}",
    "pack/src/deep/b.c": text,
    "pack/tests/c.c": text,
    "pack/tests/d.c": text,
    "pack/tests/d.h": "int shared_name(void);\n",
    "pack/tests/more/e.c": "struct more { int shared_name; };\n",
  });
  const order = async (context_file) =>
    (await find(editor, { query: "shared_name", context_file })).exact.map((row) => row.split(":")[0]);
  const [a, b, c, d, e] = ["a.c", "pack/src/deep/b.c", "pack/tests/c.c", "pack/tests/d.c", "pack/tests/more/e.c"];
  assert.deepEqual(await order(undefined), [a, b, c, d, "a.h", "pack/tests/d.h", e]);
  assert.deepEqual(await order(d), [d, c, b, e, a, "a.h", "pack/tests/d.h"]);
  assert.deepEqual(await order(b), [b, c, d, e, a, "a.h", "pack/tests/d.h"]);
  assert.deepEqual(await order(e), [e, b, c, d, a, "a.h", "pack/tests/d.h"]);
  assert.deepEqual(await order("a.h"), [a, b, c, d, "a.h", "pack/tests/d.h", e]);
});

test("a script without an extension is one of the language that its first line names", async (t) => {
  const script = (name) => `#!/usr/bin/env python3\nclass ${name}:\n    def run(self):\n        pass\n`;
  const { editor, at } = await openCovered(t, {
    "bin/deploy": script("Deployment"),
    "bin/plain": "class Deployment:\n    pass\n",
    "bin/x": "#",
    "src/deploy.py": "def start():\n    pass\n",
  });
  assert.deepEqual((await find(editor, "Deployment")).exact, ["bin/deploy:2 Class Deployment"]);
  assert.deepEqual((await find(editor, "Deployment.run")).exact, ["bin/deploy:3 Method Deployment.run"]);
  fs.writeFileSync(at("bin/deploy"), script("Rollout"));
  fs.writeFileSync(at("bin/plain"), "no script\n");
  const changed = await find(editor, "Rollout");
  assert.deepEqual(changed.exact, ["bin/deploy:2 Class Rollout"]);
  assert.doesNotMatch(changed.text, /Unknown/);
  assert.deepEqual((await find(editor, "Deployment")).exact, []);
});

test("arguments that mean nothing are refused", async (t) => {
  const { editor } = openCode(t, CODE);
  const refused = [
    [{}, /query is required/],
    [{ query: " " }, /query is required/],
    [{ query: 5 }, /query must be a string/],
    [{ query: "a".repeat(100_000) }, /1 to 1024 bytes/],
    [{ query: "x\ny" }, /on one line/],
    [{ query: "x\0y" }, /NUL/],
    [{ query: "page", limit: 0 }, /max_results must be/],
    [{ query: "page", limit: 201 }, /max_results must be/],
    [{ query: "page", search_target: "x" }, /search_target must be one of/],
    [{ query: "page", language: "klingon" }, /'klingon' is not a known language/],
    [{ query: "page", file_pattern: "[" }, /not valid/],
    [{ query: "page", file_pattern: "../**" }, /not valid/],
    [{ query: "page", context_lines: 51 }, /context_lines must be/],
    [{ query: "page", context_file: "/etc/passwd" }, /outside the workspace/],
    [{ query: "page", context_file: "gone.c" }, /does not exist/],
  ];
  for (const [args, why] of refused) {
    const { isError, text } = await editor.run("fast_search", args);
    assert.equal(isError, true, JSON.stringify(args));
    assert.match(text, why, JSON.stringify(args).slice(0, 80));
  }
});

test("a query in any script finds its names, and leaves the index as it is", async (t) => {
  const { editor, storage } = await openCovered(t, { "a.py": "def पहला_नाम(): pass\n", "b.c": "int don’t_stop;\n" });
  const files = symbolFiles(storage);
  assert.equal(files.length, 1);
  for (const [query, ...others] of [
    ["नाम", "a.py:1 Function पहला_नाम"],
    ["पहल ना", "a.py:1 Function पहला_नाम"],
    ["can’t"],
    ["a→b"],
    ["สวัสดี"],
    ["😀"],
    ["a\u00a0b"],
  ]) {
    const found = await find(editor, query);
    assert.deepEqual([...found.exact, ...found.others], others, found.text);
    assert.deepEqual(symbolFiles(storage), files, query);
  }
});

test("code of one name that nests deeply is found with the names next around it", async (t) => {
  const count = 400;
  const nested = (head, tail) => `${head.repeat(count)}${tail.repeat(count)}\n`;
  const { editor, at } = await openCovered(t, { "a.js": nested("function probe() { ", "}") });
  const ask = async () => {
    const { facts } = await search(editor, { query: "probe", max_results: 200, max_tokens: 50_000 });
    assert.equal(facts.definition_count, count);
    const depths = facts.definitions.map(({ container }) => container?.split(".").length ?? 0);
    assert.deepEqual(depths.slice(0, 18), [...Array(17).keys(), 16]);
    assert.equal(Math.max(...depths), 16);
  };
  await ask();
  editor.dirty.set(at("a.js"), `${editor.text(at("a.js"))}// typed\n`);
  await ask();
});

test("changed files that declare more than there is memory for are named, and no error", async (t) => {
  const { editor, at } = await openCovered(t, { "a.c": "int first;\n" });
  const lines = Array.from({ length: 330_000 }, (_, i) => `int w${i};\n`).join("");
  for (let i = 0; i < 4; i++) fs.writeFileSync(at(`big${i}.c`), lines);
  const { code, isError, text } = await editor.run("fast_search", { query: "w5" });
  assert.equal(isError, false, text);
  assert.equal(code, "found", text);
  assert.match(text, /^Unknown in part: \d changed files? (is|are) not in the index yet: big/m);
});

test("a change counts at once, saved or not", async (t) => {
  const { editor, at } = await openCovered(t, {
    "a.c": "int first(void) { return 1; }\n",
    "b.c": "int second(void) { return 2; }\nint stays;\n",
    "c.c": "int third(void) { return 3; }\n",
  });
  const places = async (query) => (await find(editor, query)).exact;
  fs.writeFileSync(at("a.c"), "\nint other_name(void) { return 1; }\n");
  assert.deepEqual(await places("other_name"), ["a.c:2 Function other_name"]);
  assert.deepEqual(await places("first"), []);
  editor.dirty.set(at("b.c"), "\n\nint typed(void);\n");
  assert.deepEqual(await places("typed"), ["b.c:3 Function declaration typed"]);
  assert.deepEqual(await places("second"), []);
  editor.dirty.delete(at("b.c"));
  assert.deepEqual(await places("second"), ["b.c:1 Function second"]);
  assert.deepEqual(await places("typed"), []);
  fs.rmSync(at("c.c"));
  assert.deepEqual(await places("third"), []);
  fs.renameSync(at("b.c"), at("moved.c"));
  assert.deepEqual(await places("stays"), ["moved.c:2 Variable stays"]);
  fs.mkdirSync(at("new"));
  fs.writeFileSync(at("new/d.h"), "struct added { int member; };\n");
  assert.deepEqual(await places("added.member"), ["new/d.h:1 Field added.member"]);
  await untilCovered(editor);
  assert.deepEqual(await places("added.member"), ["new/d.h:1 Field added.member"]);
  assert.deepEqual(await places("stays"), ["moved.c:2 Variable stays"]);
  assert.deepEqual(await places("third"), []);
});

test("files that are hidden or ignored are never in an answer", async (t) => {
  const text = "int wanted(void) { return 0; }\n";
  const { editor, at, folder } = openCode(t, {
    "a.c": text,
    "secret/b.c": text,
    "build/c.c": text,
    ".gitignore": "build/\n",
    ".sextantignore": "secret/\n",
  });
  fs.mkdirSync(path.join(folder, ".git"));
  const own = ["a.c:1 Function wanted"];
  assert.deepEqual((await find(editor, "wanted")).exact, own);
  await untilCovered(editor);
  assert.deepEqual((await find(editor, "wanted")).exact, own);
  editor.dirty.set(at("secret/b.c"), `${text}int unsaved_secret;\n`);
  assert.deepEqual((await find(editor, "unsaved_secret")).exact, []);
  const outside = path.join(makeFolder(), "d.c");
  for (const file of [at("build/c.c"), outside]) editor.dirty.set(file, `${text}int unsaved_elsewhere;\n`);
  assert.deepEqual((await find(editor, "unsaved_elsewhere")).exact, []);
  assert.doesNotMatch((await search(editor, { query: "b.c" })).text, /secret/);
  fs.writeFileSync(at(".sextantignore"), "secret/\na.c\n");
  assert.deepEqual((await find(editor, "wanted")).exact, []);
  fs.rmSync(at(".sextantignore"));
  assert.deepEqual((await find(editor, "wanted")).exact, [...own, "secret/b.c:1 Function wanted"]);
});

test("several folders, also in one another, have each declaration once", async (t) => {
  const [first, second, storage] = [makeFolder(), makeFolder(), makeFolder()];
  writeFiles(first, { "a.c": "int shared_name;\n", "inner/b.c": "int shared_name;\nint inner_only;\n" });
  writeFiles(second, { "c.c": "int shared_name;\n" });
  const editor = openEditor([first, path.join(first, "inner"), second], storage);
  t.after(() => editor.engine.dispose());
  for (let i = 0; i < 2; i++) {
    const shared = await find(editor, "shared_name");
    assert.deepEqual(shared.exact.map((row) => path.basename(row.split(":")[0])).sort(), ["a.c", "b.c", "c.c"]);
    assert.equal((await find(editor, "inner_only")).exact.length, 1);
    assert.equal((await find(editor, "inner_onyl")).others.length, 1);
    assert.equal((await find(editor, "b.c")).files.length, 1);
    await untilCovered(editor);
  }
});

// ---- without an index ------------------------------------------------

test("without an index an answer that finds nothing is not sure, and says why", async (t) => {
  const folder = makeFolder();
  writeFiles(folder, { "a.c": "int one;\n" });
  const off = openEditor(folder);
  t.after(() => off.engine.dispose());
  const nothing = await search(off, "no_such_name");
  assert.equal(nothing.code, "unknown", nothing.text);
  assert.match(nothing.text, /there is no index of symbols here/);
  off.dirty.set(path.join(folder, "a.c"), "int typed;\n");
  assert.equal((await search(off, "typed")).code, "found");

  const [storage, programs] = [makeFolder(), makeFolder()];
  fs.writeFileSync(path.join(programs, "sextant-indexer"), '#!/bin/sh\necho "It broke." >&2\nexit 1\n', {
    mode: 0o755,
  });
  const failing = openEditor(folder, storage, programs);
  t.after(() => failing.engine.dispose());
  const failed = await search(failing, "no_such_name");
  assert.equal(failed.code, "unknown", failed.text);
  assert.match(failed.text, /the index of symbols could not be written: It broke\./);
});

test("while the index is being written, and where there is none, a name is looked for in the texts", async (t) => {
  const [folder, storage, programs] = [makeFolder(), makeFolder(), makeFolder()];
  const uses = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`use${i}.c`, `int v${i} = find_me;\n`]));
  writeFiles(folder, {
    ...uses,
    "a.c": "int find_me;\nvoid use(void) { find_me = find_me + 1; }\n",
    "b.py": "class Till:\n    def find_me(self):\n        pass\n",
    "c.txt": "find_me find_me find_me find_me\n",
  });
  const program = path.join(programs, "sextant-indexer");
  const real = path.join(root, "build/Release/sextant-indexer");
  fs.writeFileSync(program, `#!/bin/sh\n[ "$1" = --facts ] || sleep 8\nexec ${real} "$@"\n`, { mode: 0o755 });
  const [writing, off] = [openEditor(folder, storage, programs), openEditor(folder)];
  t.after(() => [writing, off].forEach(({ engine }) => engine.dispose()));
  const first = await writing.run("fast_search", { query: "find_me" });
  assert.match(first.text, /^Unknown in part: the index of symbols is being written/);
  assert.match(first.text, /^Definition found: find_me \(2\)\n b\.py:2:9 Method in Till: .*\n a\.c:1:5 Variable: /m);
  const member = await writing.run("fast_search", { query: "Till.find_me" });
  assert.match(member.text, /^Definition found: find_me\n b\.py:2:9 Method/m);
  const nothing = await writing.run("fast_search", { query: "no_such_name" });
  assert.equal(nothing.code, "unknown", nothing.text);
  const without = await find(off, "find_me");
  assert.deepEqual(without.exact, ["a.c:1 Variable find_me"], without.text);
  assert.match(without.text, /there is no index of symbols here/);
});

test("get_symbols by a part of a name has what no server knows, each once", async (t) => {
  const { editor, at } = await openCovered(t, {
    "src/till.ts": "export class RotatingTill {}\nexport function rotating() {}\n",
    "app/log.py": "class RotatingLog:\n    def open(self):\n        pass\n",
  });
  const query = async () => {
    const { facts, text, code } = await editor
      .run("get_symbols", { query: "rotating" })
      .then((one) => ({ ...one, facts: JSON.parse(one.factsJson) }));
    assert.equal(code, "found", text);
    return facts.symbols.map(({ file, line, kind, name }) => `${file}:${line} ${kind} ${name}`).sort();
  };
  for (const op of ["workspaceSymbols", "outline", "languageServers"]) editor.on[op] = () => ({ data: [] });
  const python = "app/log.py:1 Class RotatingLog";
  assert.deepEqual(await query(), [python, "src/till.ts:1 Class RotatingTill", "src/till.ts:2 Function rotating"]);
  editor.on.workspaceSymbols = () => ({
    data: [["RotatingTill", 4, "", at("src/till.ts"), true, 0, 0, 13, 0, 13, 0, 25]],
  });
  assert.deepEqual(await query(), [python, "src/till.ts:1 Class RotatingTill"], "TypeScript's server knows its own");
});

test("get_symbols by a part of a name reports that the index has more than it lists", async (t) => {
  const code = (count) => Array.from({ length: count }, (_, i) => `class Rotating${i}:\n    pass\n`).join("");
  for (const [count, hasMore] of [
    [2, false],
    [120, true],
  ]) {
    const { editor } = await openCovered(t, { "app/log.py": code(count) });
    for (const op of ["workspaceSymbols", "outline", "languageServers"]) editor.on[op] = () => ({ data: [] });
    const { text } = await editor.run("get_symbols", { query: "rotating" });
    assert.equal(/^The index has more of them\. Use fast_search/m.test(text), hasMore, text);
  }
});

/** Members that stand outside of what they are members of, and modules of names: query, place. */
const QUALIFIED = [
  ["Engine.Run", "web/gin.go:3 Method Engine.Run"],
  ["web.Engine.Run", "web/gin.go:3 Method Engine.Run"],
  ["web.Start", "web/gin.go:4 Function Start"],
  ["Table::get", "db/table.cc:3 Method db.Table.get", "db/table.h:3 Method declaration db.Table.get"],
  ["db::Table::Node", "db/table.h:7 Class db.Table.Node"],
  ["Shop\\Till\\open", "php/Shop/Till.php:4 Method Till.open"],
  ["Shop\\Till", "php/Shop/Till.php:3 Class Till"],
  ["queues.Queue", "lib/queues.py:1 Class Queue"],
  ["other.Queue"],
];

test("a qualified name is found by its type, wherever the member stands, and by its module", async (t) => {
  const { editor } = await openCovered(t, {
    "web/gin.go":
      "package web\ntype Engine struct{ sum int }\nfunc (e *Engine) Run() {}\nfunc Start() *Engine { return nil }\n",
    "web/run.go": "package web\nfunc Run() {}\n",
    "db/table.h":
      "namespace db {\ntemplate <class K> class Table {\n  int get(K key);\n  class Node;\n};\n" +
      "template <class K>\nclass Table<K>::Node { int next; };\n}\n",
    "db/table.cc": '#include "table.h"\nnamespace db {\nint Table<int>::get(int key) { return key; }\n}\n',
    "php/Shop/Till.php": "<?php\nnamespace Shop;\nclass Till {\n  function open() {}\n}\n",
    "lib/queues.py": "class Queue:\n    pass\n",
  });
  for (const [query, ...wanted] of QUALIFIED) {
    const { exact, text } = await find(editor, query);
    assert.deepEqual(exact, wanted, `${query}: ${text}`);
  }
  const definition = await editor.run("find_definition", { symbol: "Table::get" });
  assert.match(definition.text, /^Defined at db\/table\.cc:3:17/m);
  assert.doesNotMatch(definition.text, /Other symbols/, "a prototype is the same symbol");
  const dive = await editor.run("deep_dive", { symbol: "Engine" });
  assert.match(dive.text, /^Methods \(1\):\n 3: func \(e \*Engine\) Run\(\)/m);
  const members = await editor.run("get_symbols", { file_path: "web/gin.go", symbol: "Engine" });
  assert.match(members.text, /^3: func \(e \*Engine\) Run\(\)/m);
});

test("where ignore rules leave out all files, the answer says so", async (t) => {
  const { editor } = await openCovered(t, {
    ".gitignore": "/*\n",
    "src/till.c": "int till_open(void) { return 0; }\n",
  });
  const bare = /^No file of the workspace was looked at: there is none, or ignore rules leave out all\./m;
  const searched = await search(editor, "till_open");
  assert.equal(searched.code, "none", searched.text);
  assert.match(searched.text, bare);
  const asked = await editor.run("find_definition", { symbol: "till_open" });
  assert.match(asked.text, bare);
  fs.writeFileSync(editor.path(".gitignore"), "/other\n");
  const { exact, text } = await find(editor, "till_open");
  assert.deepEqual(exact, ["src/till.c:1 Function till_open"], text);
});
