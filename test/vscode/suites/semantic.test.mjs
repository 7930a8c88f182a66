/** Definitions, references, implementations, outlines and diagnostics in a real VS Code. */
import assert from "node:assert/strict";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { LIMIT_MS } from "../processes.mjs";
import { copyWorkspaces, insert, openAgent, openEditor, waiting } from "./support.mjs";

/** A module that the server knows by a stub in another folder, and files that use it. */
const SHOP = {
  "shop.py": [
    "class Till:",
    "    def open_drawer(self):",
    "        return drawers()",
    "",
    "",
    "class SmallTill(Till):",
    "    pass",
    "",
    "",
    "def drawers():",
    "    return 1",
    "",
  ].join("\n"),
  "typings/shop.pyi": [
    "class Till:",
    "    def open_drawer(self) -> int: ...",
    "class SmallTill(Till): ...",
    "def drawers() -> int: ...",
    "",
  ].join("\n"),
  "market.py": [
    "import shop",
    "",
    "",
    "class MarketTill(shop.Till):",
    "    pass",
    "",
    "",
    "def count(till: shop.Till):",
    "    return till.open_drawer() + shop.drawers()",
    "",
  ].join("\n"),
};

/** A name that the workspace has as a method only, and the library as a parameter. */
const PAGES = [
  "class Page:",
  "    def newline(self):",
  "        return 1",
  "",
  "",
  "def print_page(path):",
  '    return open(path, newline="")',
  "",
].join("\n");

let files, editor, agent;

before(async () => {
  files = await copyWorkspaces("tour");
  const [folder] = files.folders;
  await mkdir(join(folder, "typings"));
  for (const [file, text] of Object.entries(SHOP)) await writeFile(join(folder, file), text);
  await writeFile(join(folder, "pages.py"), PAGES);
  editor = await openEditor(files.folders, { servers: ["pyright"], settings: { "files.autoSave": "off" } });
  agent = await openAgent(editor);
});

after(async () => {
  agent?.close();
  await editor?.stop();
  await files?.remove();
});

async function call(name, args) {
  const result = await agent.request("tools/call", { name, arguments: waiting(name, args) }, LIMIT_MS);
  return { text: result.content[0].text, facts: result.structuredContent, isError: result.isError ?? false };
}

const placesOf = (list) => list.map(({ file, line }) => `${file}:${line}`);

test("a definition through an alias and a re-export", async () => {
  const { facts, text } = await call("find_definition", { symbol: "BakeryOrder", file_path: "src/checkout.ts" });
  assert.equal(facts.status, "found", text);
  assert.deepEqual(placesOf(facts.definitions), ["src/models.ts:27"]);
  assert.match(text, /27:14: export class Order \{/);
});

test("references: the total first, by file, with what is done there; the declaration apart", async () => {
  const { facts, text } = await call("find_references", { symbol: "Order.total" });
  assert.match(text, /^1 reference in 1 file to total \(Method, src\/models\.ts:47:3\)/);
  assert.deepEqual(placesOf(facts.references), ["src/pricing.ts:39"]);
  assert.deepEqual(placesOf(facts.definitions), ["src/models.ts:47"]);
  assert.equal(facts.references[0].kind, "call");
  assert.equal(facts.references[0].in, "applyDiscount");
});

test("references in pages are all of them, once; the cursor is refused when they are others", async () => {
  const whole = await call("find_references", { symbol: "Order" });
  assert.equal(whole.facts.references.length, whole.facts.total_count);
  const seen = [];
  let cursor;
  do {
    const { facts, text } = await call("find_references", {
      symbol: "Order",
      max_tokens: 130,
      ...(cursor && { cursor }),
    });
    assert.equal(facts.total_count, whole.facts.total_count, text);
    seen.push(...facts.references);
    cursor = facts.cursor;
  } while (cursor);
  assert.deepEqual(
    seen.map(({ file, line, column }) => [file, line, column]),
    whole.facts.references.map(({ file, line, column }) => [file, line, column]),
  );
  const first = await call("find_references", { symbol: "Order", max_tokens: 130 });
  await call("edit_buffer", { file: "src/pricing.ts", edits: [insert(1, "// one more line")], preview: false });
  const refused = await call("find_references", { symbol: "Order", max_tokens: 130, cursor: first.facts.cursor });
  assert.equal(refused.isError, true);
  assert.match(refused.text, /The list has changed/);
});

test("a place without a name, and a handle from one answer in the next tool", async () => {
  const definition = await call("find_definition", { file_path: "src/models.ts", line: 27 });
  assert.equal(definition.facts.symbol.name, "Order");
  const uses = await call("fast_refs", { handle: definition.facts.symbol.handle, scope: "file" });
  assert.ok(uses.facts.references.length >= 1, uses.text);
  assert.ok(
    uses.facts.references.every(({ file }) => file === "src/models.ts"),
    uses.text,
  );
});

test("implementations of an interface; a function has none", async () => {
  const interfaces = await call("find_implementations", { symbol: "Priced" });
  assert.ok(placesOf(interfaces.facts.implementations).includes("src/models.ts:17"), interfaces.text);
  const none = await call("find_implementations", { symbol: "formatPrice" });
  assert.equal(none.facts.status, "none");
  assert.match(none.text, /Not an interface/);
});

test("what has no provider is unknown, or put together from what others know", async () => {
  const place = { file_path: "kitchen/oven.py", symbol: "Oven" };
  const oven = await call("find_implementations", place);
  assert.equal(oven.facts.status, "unknown", oven.text);
  assert.match(oven.text, /^Unknown: no language server here provides implementations for python/);
  const types = await call("get_type_hierarchy", place);
  assert.equal(types.facts.status, "unknown", types.text);
  assert.match(types.text, /^Unknown in part: no language server here provides subtypes/);
});

test("nothing of that name is none, with the nearest names", async () => {
  const { facts, text } = await call("find_references", { symbol: "Orderr" });
  assert.equal(facts.status, "none", text);
  assert.ok(facts.nearest.includes("Order"), text);
});

test("the outline of a file, and of a symbol in it", async () => {
  const top = await call("get_symbols", { file_path: "src/models.ts" });
  assert.deepEqual(
    top.facts.symbols.map(({ name }) => name),
    ["OrderStatus", "Priced", "Item", "Order", "Receipt"],
  );
  const inside = await call("get_symbols", { file_path: "src/models.ts", target: "Order", limit: 3 });
  assert.equal(inside.facts.symbols.length, 3);
  assert.ok(inside.facts.cursor);
  assert.match(inside.text, /^\d+: readonly items: Item\[\] = \[\]$/m);
  const all = await call("get_symbols", { file_path: "src/models.ts", target: "Order" });
  const lines = all.facts.symbols.map(({ line }) => line);
  assert.deepEqual(
    lines,
    [...lines].sort((a, b) => a - b),
    "by place, not by letter",
  );
  assert.deepEqual(
    all.facts.symbols.filter(({ kind }) => kind === "Variable"),
    [],
    all.text,
  );
  const lua = await call("get_symbols", { file_path: "scripts/sign.lua" });
  assert.equal(lua.facts.provenance, "text");
  assert.match(
    lua.text,
    /^By the text alone: no extension that serves lua is installed.*VS Code recommends 'sumneko\.lua'/m,
  );
});

test("an outline has signatures and no locals, which are counted and can be asked for", async () => {
  const pricing = await call("get_symbols", { file_path: "src/pricing.ts", max_depth: 3 });
  assert.match(pricing.text, /^src\/pricing\.ts: \d+ symbols \(\d+ locals? left out: locals=true\)$/m);
  assert.match(pricing.text, /^\d+: export const taxRate = 0\.07$/m);
  assert.match(pricing.text, /^\d+: export function formatPrice\(thing: Priced, currency: string\): string$/m);
  assert.match(pricing.text, /^\d+-\d+: export function applyDiscount\(order: Order, percent: number\): number$/m);
  assert.doesNotMatch(pricing.text, /cents =|callback/);
  const all = await call("get_symbols", { file_path: "src/pricing.ts", locals: true });
  assert.match(all.text, /^ {2}\d+: const cents = typeof what === /m);
  const recipes = await call("get_symbols", { file_path: "kitchen/recipes.py", max_depth: 2 });
  assert.match(
    recipes.text,
    /^\d+-\d+: @dataclass class Recipe\n {2}\d+: name: str\n {2}\d+: amounts: dict\[str, float\] = /m,
  );
  assert.match(recipes.text, /^ {2}\d+-\d+: def weight\(self\) -> float$/m);
  assert.match(recipes.text, /^\d+-\d+: def scale_recipe\(recipe: Recipe, loaves: int \| str\) -> Recipe$/m);
  assert.doesNotMatch(recipes.text, /times =/);
  const times = await call("get_symbols", { file_path: "kitchen/recipes.py", symbol: "scale_recipe", locals: true });
  assert.match(times.text, /times = 12 if /);
});

test("the code of a symbol, of the top level and of all levels", async () => {
  const file_path = "kitchen/recipes.py";
  const one = await call("get_symbols", { file_path, symbol: "Recipe.weight", mode: "full" });
  assert.match(one.text, /^\d+-\d+:\n {4}def weight\(self\) -> float:\n {8}"""Grams of .*\n {8}return sum\(.*\)$/m);
  const top = await call("get_symbols", { file_path, mode: "minimal" });
  assert.match(top.text, /^\d+-\d+:\n@dataclass\nclass Recipe:\n {4}"""What goes/m);
  const all = await call("get_symbols", { file_path, mode: "full", max_depth: 2 });
  assert.match(all.text, /^\d+-\d+: @dataclass class Recipe$/m);
  assert.match(all.text, /^ {2}\d+-\d+:\n {4}def hydration\(self\) -> float:\n/m);
});

test("outlines of several files by several servers, in one answer", async () => {
  const file_paths = ["kitchen/recipes.py", "src/models.ts", "src/gone.ts", "scripts/sign.lua"];
  const answer = await call("get_symbols", { file_paths });
  const headings = [...answer.text.matchAll(/^([\w/]+\.\w+): (\d+ symbols|Error)/gm)].map(([, file]) => file);
  assert.deepEqual(headings, file_paths, answer.text);
  assert.match(answer.text, /^scripts\/sign\.lua: 5 symbols\nBy the text alone: no extension that serves lua /m);
  assert.deepEqual(
    answer.facts.files.map(({ status, error }) => status ?? error.slice(0, 13)),
    ["found", "found", "'src/gone.ts'", "found"],
  );
  const seen = [];
  let cursor;
  do {
    const page = await call("get_symbols", {
      file_path: file_paths.filter((file) => file !== "src/gone.ts"),
      max_tokens: 250,
      cursor,
    });
    seen.push(...page.facts.symbols.map(({ handle }) => handle));
    ({ cursor } = page.facts);
  } while (cursor);
  assert.deepEqual(seen.sort(), answer.facts.symbols.map(({ handle }) => handle).sort());
});

test("a language without a server is unknown in every tool, with the recommended extension", async () => {
  const place = { file_path: "scripts/sign.lua", line: 12 };
  for (const tool of ["find_references", "find_implementations", "get_call_hierarchy", "apply_code_action"]) {
    const { facts, text } = await call(tool, place);
    assert.equal(facts.status, "unknown", `${tool}: ${text}`);
    assert.match(text, /'sumneko\.lua'/, tool);
  }
  const diagnostics = await call("get_diagnostics", { file: "scripts/sign.lua" });
  assert.equal(diagnostics.facts.status, "unknown");
  assert.match(diagnostics.text, /'sumneko\.lua'/);
  const documentation = await call("get_symbol_documentation", place);
  assert.match(documentation.text, /from the text alone[\s\S]*'sumneko\.lua'/);
});

test("the status of each language, and the folders", async () => {
  const { facts, text } = await call("manage_workspace", {});
  const of = (name) => facts.languages.find(({ language }) => language === name);
  assert.match(of("typescript").state, /^(ready|indexing)$/, text);
  assert.ok(of("typescript").answers > 0 && of("typescript").asked_for_ms > 0, text);
  assert.equal(of("typescript").files, 5);
  assert.deepEqual(of("python").extensions, [{ id: "sextant-test.test-servers", active: true }]);
  assert.deepEqual([of("lua").state, of("lua").recommended], ["absent", "sumneko.lua"]);
  assert.match(text, /^- lua: absent; 2 files; no extension/m);
  const files = facts.languages.map((one) => one.files);
  assert.deepEqual(
    files,
    [...files].sort((a, b) => b - a),
    "most files first",
  );
  const small = await call("manage_workspace", { operation: "status", max_tokens: 120 });
  assert.equal(small.facts.truncated, true);
  assert.match(small.text, /more with fewer files/);
  const list = await call("manage_workspace", { operation: "list" });
  assert.deepEqual(
    list.facts.folders.map(({ name }) => name),
    ["tour"],
  );
});

test("diagnostics of the text that the editor holds, in TypeScript and Python", async () => {
  await call("edit_buffer", {
    file: "src/stock.ts",
    edits: [insert(1, 'export const wrong: number = "text";')],
    preview: false,
  });
  const { facts, text } = await call("get_diagnostics", { file: "src/stock.ts" });
  assert.equal(facts.status, "found", text);
  assert.deepEqual(
    facts.diagnostics.map(({ line, severity }) => [line, severity]),
    [[1, "error"]],
  );
  await call("edit_buffer", { file: "kitchen/recipes.py", edits: [insert(1, "import nothing_here")], preview: false });
  const python = await call("get_diagnostics", { file: "kitchen/recipes.py", severity: "error" });
  assert.match(python.text, /nothing_here/);
});

test("the workspace is searched by a part of a name: exact first, with handles for the next tool", async () => {
  await call("get_symbols", { file_path: "src/pricing.ts" });
  const { facts, text } = await call("get_symbols", { query: "recipe" });
  assert.match(text, /^\d+ symbols like 'recipe' in the workspace/);
  assert.equal(facts.symbols[0].name.toLowerCase(), "recipe", text);
  assert.ok(
    facts.symbols.some(({ name }) => name === "scale_recipe"),
    text,
  );
  const recipe = facts.symbols.find(({ name, file }) => name === "Recipe" && file === "kitchen/recipes.py");
  const uses = await call("find_references", { handle: recipe.handle });
  assert.equal(uses.facts.symbol.name, "Recipe", uses.text);
  const none = await call("get_symbols", { query: "zzzNothing" });
  assert.equal(none.facts.status, "none", none.text);
  const both = await call("get_symbols", { query: "Order", file_path: "src/models.ts" });
  assert.match(both.text, /Give only one of them/);
});

test("references of one kind, and the kinds of all", async () => {
  const all = await call("find_references", { symbol: "Recipe", file_path: "kitchen/recipes.py" });
  assert.deepEqual(
    [...new Set(all.facts.references.map(({ kind }) => kind))].sort(),
    ["call", "import", "type"],
    all.text,
  );
  const calls = await call("find_references", {
    symbol: "Recipe",
    file_path: "kitchen/recipes.py",
    reference_kind: "call",
  });
  assert.equal(calls.facts.total_count, all.facts.references.filter(({ kind }) => kind === "call").length);
  const wrong = await call("find_references", { symbol: "Recipe", reference_kind: "calls" });
  assert.match(wrong.text, /reference_kind must be one of call, import, write, read, type, comment, test, not 'calls'/);
});

test("the signatures of a call by its name, and at a place inside its parentheses", async () => {
  const named = await call("get_signature_help", { symbol: "applyDiscount" });
  assert.match(named.text, /1\. applyDiscount\(order: [\w]+, percent: number\): number$/m);
  assert.deepEqual(
    named.facts.signatures[0].parameters.map(({ label }) => label.split(":")[0]),
    ["order", "percent"],
  );
  assert.match(named.facts.signatures[0].documentation, /Takes a share off/);
  const place = await call("get_signature_help", { file_path: "src/checkout.ts", line: 20, column: 45 });
  assert.equal(place.facts.signatures[0].active_parameter, 1, place.text);
  const nothing = await call("get_signature_help", { file_path: "src/checkout.ts", line: 5, column: 3 });
  assert.equal(nothing.facts.status, "none", nothing.text);
});

/* ---- a stub in another folder ----------------------------------------------------------------- */

const sorted = (list) => placesOf(list).sort();
const shop = (symbol) => ({ symbol, file_path: "shop.py" });

test("python: a bare name is no parameter of a library's function", async () => {
  const { text, facts } = await call("find_definition", { symbol: "newline" });
  assert.deepEqual([facts.definitions[0].file, facts.definitions[0].line], ["pages.py", 2], text);
});

test("python: references at a source include those that the server knows by its stub", async () => {
  const till = await call("find_references", { ...shop("Till"), line: 1 });
  const uses = sorted(till.facts.references).filter((place) => !place.startsWith("typings/"));
  assert.deepEqual(uses, ["market.py:4", "market.py:8", "shop.py:6"], till.text);
  const stub = await call("find_references", { symbol: "Till", file_path: "typings/shop.pyi", line: 1 });
  assert.ok(sorted(stub.facts.references).includes("shop.py:6"), stub.text);
  const method = await call("find_references", shop("Till/open_drawer"));
  assert.ok(sorted(method.facts.references).includes("market.py:9"), method.text);
});

test("python: subtypes, implementations and callers include those by a stub", async () => {
  const types = await call("get_type_hierarchy", { ...shop("Till"), line: 1, direction: "subtypes" });
  assert.deepEqual(sorted(types.facts.subtypes), ["market.py:4", "shop.py:6"], types.text);
  const classes = await call("find_implementations", { ...shop("Till"), line: 1 });
  assert.deepEqual(sorted(classes.facts.implementations), ["market.py:4", "shop.py:6"], classes.text);
  const calls = await call("get_call_hierarchy", { ...shop("drawers"), direction: "incoming" });
  assert.deepEqual(calls.facts.incoming_calls.map(({ caller }) => caller).sort(), ["count", "open_drawer"], calls.text);
});

test("python: a rename that would leave uses by a stub is not applied", async () => {
  const answer = await call("rename_symbol", { ...shop("Till"), line: 1, new_name: "Register", preview: false });
  assert.match(answer.text, /PREVIEW[^]*It was not applied[^]*by a stub of its file/);
  assert.deepEqual(
    sorted(answer.facts.by_stub).filter((place) => place.startsWith("market")),
    ["market.py:4", "market.py:8"],
    answer.text,
  );
  assert.equal(await readFile(join(files.folders[0], "shop.py"), "utf8"), SHOP["shop.py"]);
});

test(".sextantignore: hidden places are counted, never shown, and renames that reach them refused", async (t) => {
  const rules = join(files.folders[0], ".sextantignore");
  const where = { symbol: "Order.total", file_path: "src/models.ts" };
  t.after(() => rm(rules, { force: true }));
  const shown = await call("find_references", where);
  assert.match(shown.text, /src\/pricing\.ts:\d+/);
  await writeFile(rules, "/src/pricing.ts\n");
  const hidden = await call("find_references", where);
  assert.match(hidden.text, /^Unknown: 1 place in a file hidden by \.sextantignore is not listed\.\n0 references/);
  assert.doesNotMatch(hidden.text, /pricing/);
  const renamed = await call("rename_symbol", { ...where, new_name: "sum" });
  assert.ok(renamed.isError, renamed.text);
  assert.match(renamed.text, /edits also change 1 file that \.sextantignore hides from agents/);
  const refused = await call("get_symbols", { file_path: "src/pricing.ts" });
  assert.match(refused.text, /'src\/pricing\.ts' is hidden from agents by a rule in '\.sextantignore'/);
  const found = await call("get_symbols", { query: "applyDiscount" });
  assert.doesNotMatch(found.text, /pricing\.ts/);
  await writeFile(rules, "!/src/pricing.ts\n");
  assert.equal((await call("find_references", where)).text, shown.text);
});

test("what the user's settings hide from searches is not searched for a name", async () => {
  const ask = () => call("get_symbol_documentation", { symbol_name: "attic_only" });
  const hide = (globs) =>
    editor.control.evaluate(
      async ({ vscode, args }) =>
        vscode.workspace.getConfiguration("search").update("exclude", args, vscode.ConfigurationTarget.Workspace),
      globs,
    );
  await mkdir(join(files.folders[0], "attic"));
  await writeFile(join(files.folders[0], "attic/old.rs"), "/// In the attic.\npub fn attic_only() {}\n");
  const shown = await ask();
  assert.match(shown.text, /attic\/old\.rs/);
  await hide({ attic: true });
  const hidden = await ask();
  assert.doesNotMatch(hidden.text, /attic\/old\.rs/);
  await hide(undefined);
  assert.match((await ask()).text, /attic\/old\.rs/);
});
