/** Answers while a language server is starting: at once, by the index of symbols and the text. */
import assert from "node:assert/strict";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { openCovered } from "./symbols-kit.mjs";

const CODE = {
  "src/till.ts": `/** What a shop has earned. */
export class Till {
  sum = 0;
  open(): boolean {
    return this.sum > 0;
  }
}
export function count(till: Till): number {
  return till.sum;
}
`,
  "src/shop.ts": `import { Till, count } from "./till.js";

const till = new Till();
count(till);
`,
  "src/page.c": `struct page { int flags; };
/* Takes a page. */
int take_page(struct page *page)
{
	return page->flags;
}
`,
  "src/room.c": `int take_page(struct page *page);
int take_room(struct page *page)
{
	return take_page(page);
}
`,
};

const SOON =
  /^Unknown: .*server for typescript is still starting or loading.*\. Call again in a few seconds, or with wait: true\./;

/** A server that has been asked for so long without an answer counts as silent: 30 s, and some more. */
const SILENT_AFTER_MS = 30_500;

/** The index is there; servers serve both languages, and say nothing until `start` is called. */
async function openStarting(t, code = CODE) {
  const { editor, at } = await openCovered(t, code);
  editor.servers.c = [{ extension: "test.c", active: false }];
  const silent = [
    "outline",
    "hover",
    "definition",
    "declaration",
    "references",
    "workspaceSymbols",
    "prepareHierarchy",
  ];
  for (const op of silent) editor.on[op] = () => ({ data: [] });
  editor.on.loadProject = () => ({ data: { loaded: false } });
  const ask = async (tool, args) => {
    const began = Date.now();
    const answer = await editor.run(tool, args);
    return { ...answer, facts: JSON.parse(answer.factsJson), ms: Date.now() - began };
  };
  const start = () => {
    for (const op of [...silent, "loadProject"]) delete editor.on[op];
  };
  return { editor, at, ask, start };
}

test("a definition by name comes from the index while the server is starting, and from the server later", async (t) => {
  const { ask, start } = await openStarting(t);
  const early = await ask("find_definition", { symbol: "Till" });
  assert.match(early.text, SOON);
  assert.match(early.text, /^Till \(Class\)\nDefined at src\/till\.ts:2:14/m);
  assert.equal(early.facts.status, "unknown");
  assert.ok(early.ms < 3000, `${early.ms} ms`);
  start();
  const late = await ask("find_definition", { symbol: "Till" });
  assert.equal(late.facts.status, "found", late.text);
});

test("a member is found by its name path, and a name of another file by the file that uses it", async (t) => {
  const { ask } = await openStarting(t);
  const member = await ask("find_definition", { symbol: "Till.open" });
  assert.match(member.text, /Defined at src\/till\.ts:4:3/);
  const used = await ask("find_definition", { symbol: "count", file_path: "src/shop.ts" });
  assert.match(used.text, SOON);
  assert.match(used.text, /Defined at src\/till\.ts:8:17/);
});

test("of declarations that fit as well, the one that is open in the editor comes first", async (t) => {
  const till = "export class Till {}\n";
  const { editor, at, ask } = await openStarting(t, { "src/a.ts": till, "src/b.ts": till });
  const first = async () => /Defined at (\S+?):/.exec((await ask("find_definition", { symbol: "Till" })).text)?.[1];
  assert.equal(await first(), "src/a.ts");
  editor.tabs.add(at("src/b.ts"));
  assert.equal(await first(), "src/b.ts");
});

test("documentation is the declaration and its comment", async (t) => {
  const { ask } = await openStarting(t);
  const { text, facts } = await ask("get_symbol_documentation", { symbol_name: "Till", file_path: "src/shop.ts" });
  assert.match(text, SOON);
  assert.match(text, /Known so far:[\s\S]*What a shop has earned\./);
  assert.equal(facts.results[0].symbol.provenance, "index");
  assert.equal(facts.results[0].relation, "referenced");
});

test("tags of a comment are read as language servers have them, also where there is no server", async (t) => {
  const code =
    "/**\n * Opens {@link Till|the till}.\n * @param key What opens it.\n */\nexport function open(key) {}\n";
  const { ask, editor } = await openStarting(t, { "src/open.ts": code });
  for (const servers of [editor.servers, {}]) {
    editor.servers = servers;
    const { text } = await ask("get_symbol_documentation", { symbol_name: "open", file_path: "src/open.ts" });
    assert.match(text, /\n\nOpens the till\.\n\n\*@param\* `key` — What opens it\./);
  }
});

test("a server that knows the declaration alone at first is not waited for until its project is loaded", async (t) => {
  const { editor, ask, start } = await openStarting(t, {
    "till.py": "def count():\n    return 1\n",
    "shop.py": "import till\n\ndef main():\n    till.count()\n",
  });
  start();
  editor.servers.python = [{ extension: "test.python", active: true }];
  const [declared, used] = [
    [editor.path("till.py"), 0, 4, 0, 9],
    [editor.path("shop.py"), 3, 9, 3, 14],
  ];
  editor.on.outline = () => ({ data: [["count", 11, "", "", true, 0, 0, 1, 12, 0, 4, 0, 9]] });
  editor.on.definition = () => ({ data: [declared] });
  editor.on.references = () => ({ data: [declared] });
  const args = { symbol: "count", file_path: "till.py" };
  const early = await ask("find_references", args);
  assert.match(
    early.text,
    /server for python is still starting or loading.*Call again in a few seconds, or with wait: true\./,
  );
  assert.match(early.text, /^shop\.py:4:10 call in main: till\.count\(\)$/m);
  assert.ok(early.ms < 8000, `${early.ms} ms`);
  editor.on.references = () => ({ data: [declared, used] });
  const late = await ask("find_references", args);
  assert.equal(late.facts.status, "found", late.text);
});

test("references are the places of the name; in C the uses, with what calls them", async (t) => {
  const { ask } = await openStarting(t);
  const { text, facts } = await ask("find_references", { symbol: "count" });
  assert.match(text, /^Unknown: these are the places in code that have the name/);
  assert.equal(facts.status, "unknown");
  assert.deepEqual([...new Set(facts.references.map(({ file }) => file))], ["src/shop.ts"]);
  const uses = await ask("find_references", { symbol: "take_page" });
  assert.match(uses.text, /^Unknown: these are the uses by the text of code alone, as the language server for c/);
  assert.equal(uses.facts.total_count, 1, uses.text);
  const calls = await ask("get_call_hierarchy", { symbol: "take_page", direction: "incoming" });
  assert.match(calls.text, /^Unknown: by the text of code alone, as the language server for c is still starting/m);
  assert.match(calls.text, /take_room/);
  assert.equal(calls.facts.status, "unknown");
  const type = await ask("get_call_hierarchy", { symbol: "struct page", direction: "incoming" });
  assert.match(type.text, /^Not a function: there is no call hierarchy for this kind of symbol \(Struct\)\.$/m);
});

test("an outline of C is the text's", async (t) => {
  const { ask } = await openStarting(t);
  const { text } = await ask("get_symbols", { file_path: "src/page.c" });
  assert.match(text, /By the text alone: .* Call again in a few seconds, or with wait: true, for its outline/);
  assert.match(text, /take_page/);
});

test("a server that never answers is reported as silent, and the index and the text still answer", async (t) => {
  const { ask } = await openStarting(t);
  await ask("find_definition", { symbol: "take_page" });
  await sleep(SILENT_AFTER_MS);
  const NEVER = "the language server for c has never answered: it may have failed, or not provide this";
  const definition = await ask("find_definition", { symbol: "take_page" });
  assert.ok(definition.text.startsWith(`Unknown: ${NEVER}. This comes from`), definition.text);
  assert.match(definition.text, /^Defined at src\/page\.c:3:5/m);
  const uses = await ask("find_references", { symbol: "take_page" });
  assert.ok(uses.text.includes(`by the text of code alone, as ${NEVER}. manage_workspace(`), uses.text);
  assert.equal(uses.facts.total_count, 1, uses.text);
  assert.equal(uses.facts.status, "unknown");
  const calls = await ask("get_call_hierarchy", { symbol: "take_page", direction: "incoming" });
  assert.match(calls.text, /take_room/);
  const dive = await ask("deep_dive", { symbol: "take_page" });
  assert.match(dive.text, /^Callers \(1, maybe more\):\n src\/room\.c:4 take_room$/m);
  const outline = await ask("get_symbols", { file_path: "src/page.c" });
  assert.match(outline.text, /By the text alone: the language server for c has never answered\./);
  const missing = await ask("find_references", { symbol: "take_nothing", file_path: "src/page.c" });
  assert.doesNotMatch(missing.text, /still|in a few seconds/);
});

test("where the server runs and does not answer in time, the text does", async (t) => {
  const { editor } = await openCovered(t, {
    ...CODE,
    "src/safe.ts": 'import { Till } from "./till.js";\nexport class Safe extends Till {}\n',
  });
  const ask = async (tool, args) => {
    const answer = await editor.run(tool, args);
    return { ...answer, facts: JSON.parse(answer.factsJson ?? "{}") };
  };
  const place = { file_path: "src/till.ts" };
  assert.equal((await ask("find_definition", { symbol: "Till", ...place })).facts.status, "found");
  editor.engine.deadlineMs = 4000;
  for (const op of ["references", "implementation", "prepareHierarchy"]) editor.on[op] = () => new Promise(() => {});
  const LATE =
    /^Unknown: .*the language server for typescript did not answer in time\. Call again later for its answer\./m;
  const found = await ask("find_implementations", { symbol: "Till", ...place });
  assert.match(found.text, LATE);
  assert.deepEqual(
    found.facts.implementations.map((one) => `${one.file}:${one.line}`),
    ["src/safe.ts:2"],
  );
  const types = await ask("get_type_hierarchy", { symbol: "Till", ...place });
  assert.match(types.text, LATE);
  assert.match(types.text, /^- src\/safe\.ts:2:14#Safe /m);
  const uses = await ask("find_references", { symbol: "count", ...place });
  assert.match(uses.text, LATE);
  assert.equal(uses.facts.status, "unknown");
  assert.ok(uses.facts.total_count > 0, uses.text);
  const calls = await ask("get_call_hierarchy", { symbol: "count", ...place, direction: "incoming" });
  assert.match(calls.text, LATE);
});

test("with wait: true the server is waited for", async (t) => {
  const { ask, start } = await openStarting(t);
  const asked = ask("find_definition", { symbol: "Till", wait: true });
  await sleep(700);
  start();
  const { text, facts, ms } = await asked;
  assert.equal(facts.status, "found", text);
  assert.ok(ms >= 600, `${ms} ms`);
});
