/** Call and type hierarchies, and the lists next to them, with TypeScript, pyright and clangd. */
import assert from "node:assert/strict";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";

import { checkCase, readCases, writeFiles } from "../none-unknown.mjs";
import { callTool, copyWorkspaces, openAgent, openEditor } from "./support.mjs";

let files, editor, agent, tour;
const corpus = await readCases();
const C_CASES = fileURLToPath(new URL("../../corpus/c_cases/", import.meta.url));

const SHAPES = `import { Priced, Item } from "./models";
export abstract class Shape<T extends object> {
  abstract area(): number;
}
export class Square extends Shape<Item> implements Priced {
  price = 1;
  area() { return helper(2); }
}
export class Small extends Square {
  cakes: Shape<Item>[] = [];
}
function helper(n: number): number { return n > 0 ? again(n - 1) : 0; }
function again(n: number): number { return helper(n); }
`;

const OVENS = `from abc import ABC, ABCMeta
import kitchen.oven


class Hot(ABC):
    pass


class Steam(kitchen.oven.Oven, Hot, metaclass=ABCMeta):
    pass


class Turbo(Steam):
    pass
`;

before(async () => {
  files = await copyWorkspaces("tour");
  [tour] = files.folders;
  await writeFiles(tour, corpus.files);
  await writeFile(join(tour, "src/shapes.ts"), SHAPES);
  await writeFile(
    join(tour, "src/pricing.test.ts"),
    'import { formatPrice } from "./pricing";\nexport function testPrice() { return formatPrice(5); }\n',
  );
  await writeFile(join(tour, "kitchen/ovens.py"), OVENS);
  await cp(join(C_CASES, "src"), join(tour, "c/src"), { recursive: true });
  editor = await openEditor(files.folders, { servers: true });
  agent = await openAgent(editor, tour);
});

after(async () => {
  agent?.close();
  await editor?.stop();
  await files?.remove();
});

const PARTS = `export class First {
  run() { return part(); }
}
export class Second {
  run() { return part(); }
}
export class Third {
  run() { return part(); }
}
function part(): number { return 1; }
`;

async function found(tool, args) {
  const answer = await callTool(agent, tool, args);
  assert.equal(answer.facts?.status, "found", `${tool} ${JSON.stringify(args)}: ${answer.text}`);
  return answer;
}

const calls = (args) => found("get_call_hierarchy", args);
const types = (args) => found("get_type_hierarchy", args);
const names = (list, key = "name") => list.map((one) => `${one[key]} ${one.depth}`);

describe("calls", () => {
  test("callers with their call sites, tests last", async () => {
    const { facts, text } = await calls({ symbol: "formatPrice", direction: "incoming" });
    assert.deepEqual(names(facts.incoming_calls, "caller"), ["checkout 1", "preisübersicht 1", "testPrice 1"], text);
    assert.equal(facts.total_incoming, 3);
    assert.equal(facts.incoming_calls[2].is_test, true);
    assert.deepEqual(facts.incoming_calls[0].call_sites, [
      { line: 20, column: 11, context: "total: formatPrice(applyDiscount(order, percent))," },
    ]);
    assert.equal(facts.provenance, "lsp");
  });

  test("several levels in one call; a handle from it goes into the next tool", async () => {
    const { facts, text } = await calls({ symbol: "Order.total", depth: 3, direction: "incoming" });
    assert.deepEqual(names(facts.incoming_calls, "caller"), ["applyDiscount 1", "checkout 2"], text);
    const [direct, next] = facts.incoming_calls;
    assert.equal(next.calls, direct.handle);
    const definition = await found("find_definition", { handle: next.handle });
    assert.deepEqual([definition.facts.symbol.name, definition.facts.symbol.line], ["checkout", 15]);
  });

  test("recursion is cut and said", async () => {
    const { facts, text } = await calls({ symbol: "helper", file_path: "src/shapes.ts", depth: 5 });
    assert.deepEqual(names(facts.outgoing_calls, "callee"), ["again 1", "helper 2"], text);
    assert.equal(facts.outgoing_calls[1].recursive, true);
    assert.match(text, /#helper {2}Function \[recursive: not followed further\]/);
  });

  test("what is called, dependencies last and marked; page by page", async () => {
    const args = { symbol: "checkout", file_path: "src/checkout.ts", direction: "outgoing", depth: 3 };
    const whole = (await calls({ ...args, max_tokens: 20_000 })).facts;
    const direct = whole.outgoing_calls.filter(({ depth }) => depth === 1).map(({ external }) => external);
    assert.deepEqual(direct, [...direct].sort(), "those of the workspace come first");
    assert.ok(direct.includes(true) && direct.includes(false));
    const seen = [];
    let cursor;
    do {
      const { facts } = await calls({ ...args, max_tokens: 200, ...(cursor && { cursor }) });
      assert.equal(facts.total_outgoing, whole.total_outgoing);
      seen.push(...facts.outgoing_calls);
      cursor = facts.cursor;
    } while (cursor);
    assert.deepEqual(seen, whole.outgoing_calls);
  });

  test("pyright: a method's calls, overloads of a library once", async () => {
    const { facts, text } = await calls({ symbol: "Oven.bake", direction: "outgoing" });
    const all = facts.outgoing_calls.map(({ callee }) => callee);
    assert.deepEqual(all.slice(0, 3), ["weight", "scale_recipe", "validate"], text);
    assert.equal(all.filter((one) => one === "min").length, 1, text);
    const back = await calls({ symbol: "validate", file_path: "kitchen/recipes.py", direction: "incoming" });
    assert.deepEqual(names(back.facts.incoming_calls, "caller"), ["bake 1"]);
  });

  test("clangd: callers; and calls, which this clangd does not know, by definitions", async () => {
    // Without a compilation database clangd knows the files only that it has been shown.
    await found("get_symbols", { file_path: "scale/main.c" });
    const { facts, text } = await calls({ symbol: "label", file_path: "scale/scale.c" });
    assert.deepEqual(names(facts.incoming_calls, "caller"), ["main 1"], text);
    const called = facts.outgoing_calls.map(({ callee }) => callee);
    for (const name of ["scale_read", "snprintf", "strlen"]) assert.ok(called.includes(name), text);
  });

  test("an unsaved edit counts", async () => {
    const path = join(tour, "src/stock.ts");
    const start = { line: 0, character: 0 };
    const text = "export function fresh() { return loadShelves(); }\n";
    await editor.control.call("edit", { path, edits: [{ range: { start, end: start }, text }] });
    const { facts } = await calls({ symbol: "loadShelves", file_path: "src/stock.ts", direction: "incoming" });
    assert.deepEqual(names(facts.incoming_calls, "caller").sort(), ["checkout 1", "fresh 1"]);
  });

  test("no function, nothing of that name, no server", async () => {
    const type = await callTool(agent, "get_call_hierarchy", { symbol: "Priced" });
    assert.match(type.text, /Not a function: .*\(Interface\)/);
    const nothing = await callTool(agent, "get_call_hierarchy", { symbol: "formatPrize" });
    assert.equal(nothing.facts.status, "none");
    assert.ok(nothing.facts.nearest.includes("formatPrice"), nothing.text);
    const lua = await callTool(agent, "get_call_hierarchy", { symbol: "frame_text", file_path: "scripts/sign.lua" });
    assert.equal(lua.facts.status, "unknown", lua.text);
    assert.match(lua.text, /no extension that serves lua/);
    const uses = await callTool(agent, "find_references", { symbol: "frame_text", file_path: "scripts/sign.lua" });
    assert.equal(uses.facts.status, "unknown", uses.text);
  });
});

describe("types", () => {
  test("TypeScript has no type hierarchy: declarations and references have it", async () => {
    const { facts, text } = await types({ symbol: "Priced", depth: 3 });
    assert.deepEqual(names(facts.subtypes), ["Item 1", "Square 1", "Small 2"], text);
    assert.deepEqual(facts.supertypes, []);
    assert.equal(facts.provenance, "references");
    const up = await types({ symbol: "Small", file_path: "src/shapes.ts", depth: 2, direction: "supertypes" });
    assert.deepEqual(names(up.facts.supertypes), ["Square 1", "Priced 2", "Shape 2"], up.text);
    assert.equal(up.facts.supertypes[1].subtype, up.facts.supertypes[0].handle);
  });

  test("a field of a type makes no subtype", async () => {
    const { facts, text } = await types({ symbol: "Shape", file_path: "src/shapes.ts" });
    assert.deepEqual(names(facts.subtypes), ["Square 1"], text);
  });

  test("pyright: several bases, one of a library, none of a keyword", async () => {
    const { facts, text } = await types({ symbol: "Steam", file_path: "kitchen/ovens.py", depth: 2 });
    assert.deepEqual(names(facts.supertypes), ["Oven 1", "Hot 1", "ABC 2"], text);
    assert.deepEqual(
      facts.supertypes.map(({ external }) => external),
      [false, false, true],
    );
    assert.deepEqual(names(facts.subtypes), ["Turbo 1"]);
  });

  test("a function is no type", async () => {
    const { text, facts } = await callTool(agent, "get_type_hierarchy", { symbol: "formatPrice" });
    assert.equal(facts.status, "none");
    assert.match(text, /Not a type: .*\(Function\)/);
  });
});

describe("the lists next to them", () => {
  test("references: tests last, by scope, and a place without a name", async () => {
    const all = (await found("find_references", { symbol: "formatPrice" })).facts;
    assert.equal(all.references.at(-1).file, "src/pricing.test.ts");
    assert.equal(all.references.length, all.total_count);
    const here = (await found("fast_refs", { file_path: "src/pricing.ts", line: 4, scope: "file" })).facts;
    assert.equal(here.symbol.name, "taxRate");
    assert.deepEqual(
      here.references.map(({ line, in: inside }) => [line, inside]),
      [
        [49, "tax"],
        [49, "tax"],
      ],
    );
    const python = (
      await found("find_references", { symbol: "validate", file_path: "kitchen/recipes.py", scope: "package" })
    ).facts;
    assert.ok(python.references.every(({ file }) => file.startsWith("kitchen/")));
    assert.ok(python.references.some(({ kind, in: inside }) => kind === "call" && inside === "bake"));
  });

  test("definitions: an alias, a re-export, overloads, a package's __init__", async () => {
    const at = async (args) =>
      (await found("find_definition", args)).facts.definitions.map(({ file, line }) => `${file}:${line}`);
    assert.deepEqual(await at({ symbol: "validateStock", file_path: "src/checkout.ts" }), ["src/stock.ts:3"]);
    assert.deepEqual(await at({ symbol: "Formula", file_path: "kitchen/__init__.py" }), ["kitchen/recipes.py:10"]);
    assert.deepEqual(await at({ symbol: "formatPrice", file_path: "src/checkout.ts" }), ["src/pricing.ts:16"]);
  });
});

test("handles of callers lead to the same methods, also after an edit above them", async () => {
  const path = join(tour, "src/parts.ts");
  await writeFile(path, PARTS);
  const { facts } = await found("get_call_hierarchy", {
    symbol: "part",
    file_path: "src/parts.ts",
    direction: "incoming",
  });
  const handles = facts.incoming_calls.map(({ handle }) => handle);
  const classes = ["First", "Second", "Third"];
  assert.deepEqual(
    handles,
    classes.map((name, i) => `src/parts.ts:${2 + 3 * i}:3#${name}.run`),
  );
  await writeFile(path, `${"// moved down\n".repeat(7)}${PARTS}`);
  for (const [i, symbol] of handles.entries()) {
    const { container, line } = (await found("find_definition", { symbol })).facts.symbol;
    assert.deepEqual([container, line], [classes[i], 9 + 3 * i], symbol);
  }
});

describe("none only if a provider has answered; an unknown answer begins with Unknown", () => {
  const ask = (tool, args) => callTool(agent, tool, args);
  for (const one of corpus.cases.filter(({ ordinary }) => ordinary))
    test(`${one.server}: ${one.tool} ${JSON.stringify(one.args)}`, () => checkCase(ask, one));
});

/** Some of what test/long/c-cases.test.mjs asks. */
describe("C without compile_commands.json", async () => {
  const names = [
    "a typedef and its tag, by name",
    "a tag of the same name in another file is another",
    "a function: its prototype is no other",
    "uses through a macro, in files that do not say the name",
    "a member of a struct in a union of a header, through macros alone",
  ];
  const cases = (await readFile(join(C_CASES, "cases.jsonl"), "utf8"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const linesOf = (places) =>
    [...new Set((places ?? []).map(({ file, line }) => `${file.replace(/^.*src\//, "")}:${line}`))].sort();
  for (const name of names) {
    const { tool, args, refs, defs, not } = cases.find((one) => one.name === name);
    test(name, async () => {
      const { text, facts } = await callTool(agent, tool, { ...args, file_path: `c/${args.file_path ?? "src/lib.h"}` });
      assert.equal(facts.status, "found", text);
      assert.deepEqual(linesOf(facts.references), refs, text);
      if (defs) assert.deepEqual(linesOf(facts.definitions), defs, text);
      if (not) assert.doesNotMatch(text, new RegExp(not));
    });
  }

  test("a prototype is no other symbol in the documentation of its function", async () => {
    const { text, facts } = await callTool(agent, "get_symbol_documentation", { symbol_name: "lib_visit" });
    assert.equal(facts.status, "found", text);
    assert.doesNotMatch(text, /Other symbols/);
    assert.equal(facts.results[0].candidates, undefined, text);
  });

  test("macros in the bodies of others count, and members only behind their dot", async () => {
    await writeFile(
      join(tour, "c/src/macros.c"),
      [
        "#define INNER 3",
        "#define OUTER (INNER + 1)",
        "static int twice(int n) { return 2 * n; }",
        "#define TWICE(n) twice(n)",
        "struct Door { int shut; };",
        "int use(struct Door *d) { return d->shut + OUTER + TWICE(1); }",
        "#define SHUT(e) shut(e)",
        "",
      ].join("\n"),
    );
    const lines = async (symbol) =>
      linesOf((await callTool(agent, "find_references", { symbol, file_path: "c/src/macros.c" })).facts.references);
    assert.deepEqual(await lines("INNER"), ["macros.c:2"]);
    assert.deepEqual(await lines("twice"), ["macros.c:4", "macros.c:6"]);
    assert.deepEqual(await lines("shut"), ["macros.c:6"]);
  });
});
