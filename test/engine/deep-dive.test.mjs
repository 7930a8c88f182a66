/** A symbol or a file and who uses it, in one answer with a budget: each kind, each depth, with a server and without. */
import assert from "node:assert/strict";
import test from "node:test";
import { makeEditor } from "./fake-editor.mjs";
import { openCovered } from "./symbols-kit.mjs";

const [CLASS, METHOD, FIELD, ENUM, INTERFACE, FUNCTION, CONSTANT, MEMBER] = [4, 5, 7, 9, 10, 11, 13, 21];
const CHARACTERS_PER_TOKEN = 3;
const BUDGETS = { overview: 200, context: 600, full: 1500 };

const TILL = `import { Receipt } from "./models";
import { tax } from "./tax";

/**
 * Closes the day.
 *
 * More than anyone wants to know.
 */
export function closeDay(sums: Sums, limit: Limit): Receipt {
  const all = tax(sums);
  return { all, limit };
}
export interface Sums {
  total(): number;
  note?: string;
}
export class Till implements Sums {
  cents = 0;
  total() { return this.cents; }
  open(limit: Limit) { this.cents = limit; }
}
export enum Drawer { Open, Shut }
export type Limit = number;
export const LIMIT: Limit = 10;
function inner() {}
`;
const FILES = {
  "src/till.ts": TILL,
  "src/models.ts": "export interface Receipt {}\n",
  "src/tax.ts": "export function tax(sums) { return 1; }\n",
  "src/use.ts": `import { closeDay, LIMIT, Till } from "./till";\nexport function evening() {\n  closeDay(new Till(), LIMIT);\n}\n`,
  "test/till.test.ts": `import { closeDay, Till } from "../src/till";\nexport function tries() {\n  closeDay(new Till(), 1);\n}\n`,
};

/** [name, kind, depth, first line, last line] of what till.ts declares. */
const OUTLINE = [
  ["closeDay", FUNCTION, 0, 8, 11],
  ["Sums", INTERFACE, 0, 12, 15],
  ["total", METHOD, 1, 13, 13],
  ["note", FIELD, 1, 14, 14],
  ["Till", CLASS, 0, 16, 20],
  ["cents", FIELD, 1, 17, 17],
  ["total", METHOD, 1, 18, 18],
  ["open", METHOD, 1, 19, 19],
  ["Drawer", ENUM, 0, 21, 21],
  ["Open", MEMBER, 1, 21, 21],
  ["Shut", MEMBER, 1, 21, 21],
  ["Limit", INTERFACE, 0, 22, 22],
  ["LIMIT", CONSTANT, 0, 23, 23],
  ["inner", FUNCTION, 0, 24, 24],
];

/** An editor whose server knows till.ts: its outline, where its names lead to, and who calls closeDay. */
function openTill(t, more = {}) {
  const editor = makeEditor(t, { ...FILES, ...more });
  const [outline, meant] = [editor.outline.bind(editor), editor.meant.bind(editor)];
  const lines = TILL.split("\n");
  const rowOf = ([name, kind, depth, first, last]) => {
    const column = lines[first].search(new RegExp(`\\b${name}\\b`));
    const start = lines[first].search(/\S/);
    return [name, kind, "", "", true, depth, first, column, first, depth ? column : start, last, lines[last].length];
  };
  editor.on.outline = (file) => (file.endsWith("till.ts") ? { data: OUTLINE.map(rowOf) } : outline(file));
  editor.meant = (file, row, column) => {
    const word =
      /[\w$]*$/.exec(editor.text(file).split("\n")[row].slice(0, column))[0] +
      /^[\w$]*/.exec(editor.text(file).split("\n")[row].slice(column))[0];
    const declared = OUTLINE.find(([name, , depth]) => name === word && depth === 0);
    if (!declared || !file.endsWith(".ts")) return meant(file, row, column);
    const [name, , , , , , first, at, , , , end] = rowOf(declared);
    return {
      kind: "function",
      name,
      file: editor.path("src/till.ts"),
      row: first,
      column: at,
      end,
      comment: "Closes the day.\n\nMore.",
    };
  };
  serveCalls(editor, {
    callers: [
      ["evening", "src/use.ts", 1, [2, 2]],
      ["tries", "test/till.test.ts", 1, [2, 2]],
    ],
    callees: [["tax", "src/tax.ts", 0, [9, 14]]],
  });
  return editor;
}

/** [name, file, row, place of a call] of those next to every function. */
function serveCalls(editor, { callers, callees }) {
  const item = (token, [name, file, row, site]) => {
    const column = editor.text(editor.path(file)).split("\n")[row].indexOf(name);
    return [token, name, FUNCTION, editor.path(file), row, column, row, 0, row, 30, site];
  };
  editor.on.prepareHierarchy = (session, types, file, row, column) => {
    const name = /^\w+/.exec(editor.text(file).split("\n")[row].slice(column))?.[0];
    return { data: types || !name ? [] : [[0, name, FUNCTION, file, row, column, row, 0, row, 30, []]] };
  };
  editor.on.expandHierarchy = (session, relation) => ({
    data: (relation === "incomingCalls" ? callers : callees).map((one, i) => item(i + 1, one)),
  });
}

async function dive(editor, symbol, more) {
  const answer = await editor.run("deep_dive", { symbol, ...more });
  assert.ok(["found", "none", "unknown"].includes(answer.code), answer.text);
  const facts = JSON.parse(answer.factsJson);
  const sections = Object.fromEntries((facts.sections ?? []).map((one) => [one.name, one]));
  const shown = (name) =>
    sections[name]?.items.map(({ file, line, text }) => [file, line, text].filter(Boolean).join(" "));
  return { ...answer, facts, sections, shown };
}

test("a function: signature, first paragraph, callers, callees, and the types of its signature", async (t) => {
  const editor = openTill(t);
  const { text, facts, shown } = await dive(editor, "closeDay", { context_file: "src/till.ts" });
  assert.equal(facts.status, "found", text);
  assert.equal(facts.documentation, "Closes the day.");
  assert.deepEqual(shown("callers"), ["src/use.ts 3 evening", "test/till.test.ts 3 tries"]);
  assert.deepEqual(shown("callees"), ["src/tax.ts 1 tax"]);
  assert.deepEqual(shown("types"), ["src/till.ts 13 Sums", "src/till.ts 23 Limit", "src/models.ts 1 Receipt"]);
  assert.match(text, /^closeDay \(Function, src\/till\.ts:9:17\)\n/);
  assert.match(text, /^Callers \(2\):\n src\/use\.ts:3 evening\n/m);
  assert.match(text, /^ 13: Sums$/m);
  assert.doesNotMatch(text, /Code:|More/);
});

test("the kind that a server writes before a signature is not there twice", async (t) => {
  const editor = openTill(t);
  editor.on.hover = () => ({
    data: [[0, "```typescript\n(function) closeDay(sums: Sums): Receipt\n```", "", false, false]],
  });
  const { text, facts } = await dive(editor, "closeDay", { context_file: "src/till.ts" });
  assert.match(text, /^closeDay \(Function, /);
  assert.doesNotMatch(text, /\(function\)/);
  assert.equal(facts.signature, "closeDay(sums: Sums): Receipt");
});

/** Answers each of these operations only when all of them have been asked: whoever asks one after the other waits. */
function holdUntilAsked(editor, ops, nameOf = (op) => op) {
  const asked = new Set();
  let resolve;
  const promise = new Promise((done) => (resolve = done));
  for (const op of new Set(ops.map((one) => one.split(" ")[0]))) {
    const answer = editor.on[op] ?? editor[op].bind(editor);
    editor.on[op] = async (...args) => {
      asked.add(nameOf(op, args));
      if (ops.every((one) => asked.has(one))) resolve();
      await promise;
      return answer(...args);
    };
  }
}

test("questions that are sure to come are asked together", async (t) => {
  const editor = openTill(t);
  const warm = await dive(editor, "closeDay", { context_file: "src/till.ts" });
  editor.engine.touch();
  const nameOf = (op, [, relation]) => `${op} ${relation}`;
  holdUntilAsked(editor, ["expandHierarchy incomingCalls", "expandHierarchy outgoingCalls"], nameOf);
  holdUntilAsked(editor, ["hover", "prepareHierarchy", "definition"]);
  const { text, facts } = await dive(editor, "closeDay", { context_file: "src/till.ts" });
  assert.equal(facts.status, "found", text);
  assert.equal(text, warm.text);
});

test("a type's questions are asked together, and each once", async (t) => {
  const editor = openTill(t);
  editor.on.implementation = () => ({ data: [[editor.path("src/till.ts"), 16, 13, 16, 17]] });
  const warm = await dive(editor, "src/till.ts#Sums");
  editor.engine.touch();
  holdUntilAsked(editor, ["hover", "implementation", "references", "definition"]);
  const definitions = [];
  const definition = editor.on.definition;
  editor.on.definition = (file, row, column) => {
    definitions.push(`${row}:${column}`);
    return definition(file, row, column);
  };
  const { text } = await dive(editor, "src/till.ts#Sums");
  assert.equal(text, warm.text);
  assert.equal(definitions.filter((at) => at === "12:17").length, 1, definitions.join(" "));
});

test("the code comes with context, tests and other uses apart with full", async (t) => {
  const editor = openTill(t);
  const context = await dive(editor, "closeDay", { context_file: "src/till.ts", depth: "context" });
  assert.match(context.text, /^Code:\nexport function closeDay[^]*^ {2}return \{ all, limit \};\n\}$/m);
  assert.equal(context.sections.tests, undefined);
  const full = await dive(editor, "closeDay", { context_file: "src/till.ts", depth: "full" });
  assert.deepEqual(full.shown("callers"), ["src/use.ts 3 evening"]);
  assert.deepEqual(full.shown("tests"), ["test/till.test.ts 3 call in tries", "test/till.test.ts 1 import"]);
  assert.deepEqual(full.shown("other_uses"), ["src/use.ts 1 import"]);
});

test("an overloaded function calls what its body does, and its overloads are no uses of it", async (t) => {
  const round =
    'import { tax } from "./tax";\nexport function round(by: number): number;\nexport function round(by: string): number;\nexport function round(by: any) {\n  return tax(by);\n}\n';
  const editor = makeEditor(t, {
    "src/rounding.ts": round,
    "src/tax.ts": FILES["src/tax.ts"],
    "src/use.ts": 'import { round } from "./rounding";\nexport function evening() {\n  round(1);\n}\n',
  });
  serveCalls(editor, {
    callers: [["evening", "src/use.ts", 1, [2, 2]]],
    callees: [["tax", "src/tax.ts", 0, [4, 9]]],
  });
  const expand = editor.on.expandHierarchy;
  const prepare = editor.on.prepareHierarchy;
  let asked;
  editor.on.prepareHierarchy = (session, types, file, row, column) => {
    if (file.endsWith("rounding.ts")) asked = row;
    return prepare(session, types, file, row, column);
  };
  // As TypeScript's server: an overload has callers, but calls nothing.
  editor.on.expandHierarchy = (session, relation, ...rest) =>
    relation === "outgoingCalls" && asked !== 3 ? { data: [] } : expand(session, relation, ...rest);
  const { text, shown } = await dive(editor, "src/rounding.ts:2:17#round", { depth: "full" });
  assert.match(text, /^round \(Function, src\/rounding\.ts:2:17\)$/m);
  assert.deepEqual(shown("callees"), ["src/tax.ts 1 tax"], text);
  assert.deepEqual(shown("callers"), ["src/use.ts 3 evening"]);
  assert.deepEqual(shown("other_uses"), ["src/use.ts 1 import"]);
});

test("who hands a function on does not call it, whatever its server says", async (t) => {
  const lines = [
    'import { closeDay } from "./till";',
    "export function hands(list) {",
    "  list.sort(till.closeDay);",
    "  till.closeDay = till.closeDay.bind(till);",
    "}",
    "export function calls(list) {",
    "  list.sort(till.closeDay);",
    "  till.closeDay!(1, 2);",
    "  till.closeDay?.(1, 2);",
    "  (till.closeDay)(1, 2);",
    "  till.closeDay.call(till, 1);",
    "  return new till.closeDay;",
    "}",
    "",
  ];
  const editor = openTill(t, { "src/use.ts": lines.join("\n") });
  const sites = (from, to) =>
    lines.flatMap((line, row) =>
      row < from || row > to ? [] : [...line.matchAll(/closeDay/g)].flatMap(({ index }) => [row, index]),
    );
  serveCalls(editor, {
    callers: [
      ["hands", "src/use.ts", 1, sites(2, 3)],
      ["calls", "src/use.ts", 5, sites(6, 11)],
    ],
    callees: [],
  });
  const { shown, sections } = await dive(editor, "closeDay", { context_file: "src/till.ts" });
  assert.deepEqual(shown("callers"), ["src/use.ts 8 calls (5 calls)"]);
  assert.equal(sections.callers.total, 1);
});

test("a call at the top of a file of Python is one at top level, and a name at a line's end is none", async (t) => {
  const source =
    "closeDay()\ndef keep(till):\n  till.end = till.closeDay\ndef win(till):\n  till.end = till.closeDay\r\n";
  const editor = openTill(t, { "src/shop.py": source });
  const expand = editor.on.expandHierarchy;
  editor.on.expandHierarchy = (session, relation, ...rest) => {
    if (relation !== "incomingCalls") return expand(session, relation, ...rest);
    const file = editor.path("src/shop.py");
    const within = (id, name, row) => [id, name, 11, file, row, 0, row + 1, 30, row, 4, [row + 1, 18]];
    return {
      data: [[1, "(module) shop.py", 2, file, 0, 0, 0, 0, 0, 10, [0, 0]], within(2, "keep", 1), within(3, "win", 3)],
    };
  };
  const { shown } = await dive(editor, "closeDay", { context_file: "src/till.ts" });
  assert.deepEqual(shown("callers"), ["src/shop.py 1 top level"]);
});

test("types in the braces of a result are those of the signature, those in the body are not", async (t) => {
  const editor = openTill(t, {
    "src/till.ts": TILL.replace(": Receipt {", ": { all: Receipt } | {\n  none: 1 } {").replace(
      "return { all, limit }",
      "return { all, limit } as Drawer",
    ),
  });
  const { text, shown } = await dive(editor, "closeDay", { context_file: "src/till.ts" });
  assert.deepEqual(
    shown("types").map((line) => line.split(" ").at(-1)),
    ["Sums", "Limit", "Receipt"],
    text,
  );
});

test("an interface: what it requires, its implementations and its uses", async (t) => {
  const editor = openTill(t);
  editor.on.implementation = () => ({ data: [[editor.path("src/till.ts"), 16, 13, 16, 17]] });
  const { text, shown } = await dive(editor, "src/till.ts#Sums");
  assert.deepEqual(shown("required_methods"), ["src/till.ts 14 total(): number"]);
  assert.deepEqual(shown("properties"), ["src/till.ts 15 note?: string"]);
  assert.deepEqual(shown("implementations"), ["src/till.ts 17 Till"]);
  assert.deepEqual(shown("used_by"), ["src/till.ts 9 type", "src/till.ts 17 type"]);
  assert.match(text, /^Used by \(2\):$/m);
});

test("a class: fields, methods and what it is made from", async (t) => {
  const editor = openTill(t);
  const { shown, facts } = await dive(editor, "src/till.ts#Till");
  assert.equal(facts.signature, "export class Till implements Sums");
  assert.deepEqual(shown("fields"), ["src/till.ts 18 cents = 0"]);
  assert.deepEqual(shown("methods"), ["src/till.ts 19 total()", "src/till.ts 20 open(limit: Limit)"]);
  assert.deepEqual(shown("extends"), ["src/till.ts 13 Sums"]);
  assert.deepEqual(shown("used_by"), [
    "src/use.ts 3 call in evening",
    "test/till.test.ts 3 call in tries",
    "src/use.ts 1 import",
    "test/till.test.ts 1 import",
  ]);
});

test("an enum has members, a variable its value", async (t) => {
  const editor = openTill(t);
  const drawer = await dive(editor, "src/till.ts#Drawer");
  assert.deepEqual(drawer.sections.members.total, 2);
  assert.match(drawer.text, /^Used by: none$/m);
  const limit = await dive(editor, "src/till.ts#LIMIT");
  assert.equal(limit.facts.declaration, "export const LIMIT: Limit = 10");
  assert.deepEqual(limit.shown("used_by"), ["src/use.ts 3 read in evening", "src/use.ts 1 import"]);
});

test("a file: exports, dependencies and dependents", async (t) => {
  const editor = openTill(t, {
    "src/index.ts": 'export * from "./till";\nexport {\n  tax,\n} from "./tax";\nimport fs from "node:fs";\n',
  });
  const till = await dive(editor, "src/till.ts");
  assert.equal(till.facts.file, "src/till.ts");
  assert.equal(till.sections.exports.total, 6, "not what is not exported");
  assert.deepEqual(till.shown("dependencies"), ["src/models.ts", "src/tax.ts"]);
  assert.deepEqual(till.shown("dependents"), ["src/index.ts 1", "src/use.ts 1", "test/till.test.ts 1"]);
  const index = await dive(editor, "src/index.ts");
  assert.deepEqual(index.shown("exports"), [
    'src/index.ts 1 export * from "./till";',
    "src/index.ts 2 export { tax, }",
  ]);
  assert.deepEqual(index.shown("dependencies"), ["src/till.ts", "src/tax.ts", "node:fs"]);
});

test("what is exported by default, or again, is exported, and nothing else is", async (t) => {
  const editor = openTill(t, {
    "src/again.ts": "const a = 1;\nexport type { Sums } from './till';\nexport default a;\n",
    "src/table.ts": "export default {\n  sums: 1,\n};\n",
  });
  const outline = editor.on.outline;
  // As TypeScript's server: what is exported by default has an entry, whatever it is.
  editor.on.outline = (file) =>
    file.endsWith("table.ts") ? { data: [["default", CONSTANT, "", "", true, 0, 0, 0, 0, 0, 2, 1]] } : outline(file);
  assert.deepEqual((await dive(editor, "src/table.ts")).shown("exports"), ["src/table.ts 1 export default {"]);
  const { shown } = await dive(editor, "src/again.ts");
  assert.deepEqual(shown("exports"), [
    "src/again.ts 2 export type { Sums } from './till';",
    "src/again.ts 3 export default a;",
  ]);
});

test("a package's own file exports what it imports from its modules", async (t) => {
  const init =
    "import os\nfrom typing import Any\nfrom .core import Thing, other as another\nfrom .deep import (\n    Pit,\n    Well,\n)\nX = 1\n";
  const { editor } = await openCovered(t, {
    "pkg/__init__.py": init,
    "pkg/core.py": "from .deep import Pit\nclass Thing: pass\n",
    "pkg/deep.py": "class Pit: pass\nclass Well: pass\n",
    "app/pkg/__init__.py":
      "from app.pkg.core import A\nfrom pkg.core import Thing\nfrom app.other import B\nfrom core import C\nX = 1\n",
    "src/lib.rs": "mod core;\npub use core::Thing;\npub use core::{\n    A, B,\n};\nuse core::C;\n",
  });
  const exportsOf = async (symbol) => {
    const { text } = await editor.run("deep_dive", { symbol });
    return text.match(/Exports[^]*?(?=\n\w)/)[0].split("\n");
  };
  assert.deepEqual(await exportsOf("pkg/__init__.py"), [
    "Exports (3):",
    " 3: from .core import Thing, other as another",
    " 4: from .deep import ( Pit, Well, )",
    " 8: X = 1",
  ]);
  assert.deepEqual(await exportsOf("pkg/core.py"), ["Exports (1):", " 2: class Thing"]);
  assert.deepEqual(await exportsOf("app/pkg/__init__.py"), [
    "Exports (3):",
    " 1: from app.pkg.core import A",
    " 2: from pkg.core import Thing",
    " 5: X = 1",
  ]);
  const rust = ["Exports (2):", " 2: pub use core::Thing;", " 3: pub use core::{ A, B, };"];
  assert.deepEqual(await exportsOf("src/lib.rs"), rust);
});

test("budgets are kept, totals are whole, and every section gets its share", async (t) => {
  const count = 400;
  const users = Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `src/part${i}.ts`,
      `import { closeDay } from "./till";\nexport function caller_with_a_long_name_${i}() {\n  closeDay(1, 2);\n}\n`,
    ]),
  );
  const editor = openTill(t, { ...users, "src/use.ts": "", "test/till.test.ts": "" });
  serveCalls(editor, {
    callers: Array.from({ length: count }, (_, i) => [`caller_with_a_long_name_${i}`, `src/part${i}.ts`, 1, [2, 2]]),
    callees: Array.from({ length: 30 }, (_, i) => [`caller_with_a_long_name_${i}`, `src/part${i}.ts`, 1, [2, 2]]),
  });
  for (const [depth, budget] of Object.entries(BUDGETS)) {
    const { text, sections, facts } = await dive(editor, "closeDay", { context_file: "src/till.ts", depth });
    assert.ok(text.length / CHARACTERS_PER_TOKEN <= budget * 1.25, `${depth}: ${text.length} characters\n${text}`);
    assert.ok(
      text.length / CHARACTERS_PER_TOKEN >= budget * 0.7,
      `${depth}: ${text.length} characters of what there is room for`,
    );
    assert.equal(sections.callers.total, count);
    assert.equal(sections.callees.total, 30);
    assert.match(text, /^Callers(?: outside of tests)? \(\d+ of 400\):$/m);
    const [callers, callees] = [sections.callers.items.length, sections.callees.items.length];
    assert.ok(Math.abs(callers - callees) <= 1 || callees === 30, `${callers} and ${callees}`);
    assert.equal(facts.truncated, true);
  }
  const { sections } = await dive(editor, "closeDay", { context_file: "src/till.ts", max_tokens: 5000 });
  assert.equal(sections.callers.items.length, 10, "an overview lists ten, whatever room there is");
});

test("a part that fails is unknown with the reason, and the others are there", async (t) => {
  const editor = openTill(t);
  editor.on.prepareHierarchy = () => {
    throw new Error("the server is tired");
  };
  editor.on.references = () => {
    throw new Error("no references today");
  };
  const { text, facts, sections, shown } = await dive(editor, "closeDay", { context_file: "src/till.ts" });
  assert.equal(facts.status, "unknown");
  assert.equal(sections.callers.status, "unknown");
  assert.match(text, /^Unknown[^\n]*(?:tired|today)/m);
  assert.match(text, /^Callers: unknown$/m);
  assert.equal(shown("types").length, 3);
  const till = await dive(editor, "src/till.ts#Till");
  assert.match(till.text, /^Unknown[^\n]*no references today/);
  assert.equal(till.sections.used_by.status, "unknown");
  assert.equal(till.sections.methods.total, 2);
});

test("what is not there is none, a near file is named, and a member whose name ends like a file is found", async (t) => {
  const editor = openTill(t, { "src/odd.ts": "export class Odd {\n  c = 1;\n}\n" });
  assert.equal((await dive(editor, "closeNight")).facts.status, "none");
  const missing = await editor.run("deep_dive", { symbol: "src/tilll.ts" });
  assert.equal(missing.code, "not_found");
  assert.match(missing.text, /Did you mean 'src\/till\.ts'\?/);
  for (const [given, argument] of [
    [{ symbol: "closeDay", context_file: "src/tilll.ts" }, "context_file"],
    [{ symbol: "src/tilll.ts#closeDay" }, "symbol"],
  ]) {
    const gone = await editor.run("deep_dive", given);
    assert.equal(gone.code, "not_found");
    assert.match(gone.text, new RegExp(`${argument}: 'src/tilll\\.ts' does not exist`));
  }
  const bare = await editor.run("deep_dive", { symbol: "till.c" });
  assert.equal(bare.code, "not_found");
});

test("a file is found by the end of its path where that is one file's, and else all are named", async (t) => {
  const editor = openTill(t, { "lib/deep/till.ts": "export const other = 1;\n" });
  assert.match((await dive(editor, "use.ts")).text, /^src\/use\.ts \(File, 5 lines\)/);
  assert.match((await dive(editor, "deep/till.ts")).text, /^lib\/deep\/till\.ts \(File/m);
  assert.match((await dive(editor, "tax.ts#tax")).text, /^tax \(Function, src\/tax\.ts:1:17\)/m);
  for (const symbol of ["till.ts", "till.ts#Till"]) {
    const several = await editor.run("deep_dive", { symbol });
    assert.equal(several.code, "not_found");
    assert.match(several.text, /Did you mean 'lib\/deep\/till\.ts', 'src\/till\.ts'\?/);
  }
});

test("an unknown name gets the names of declarations that have its words, also far from it in letters", async (t) => {
  const { editor } = await openCovered(t, {
    "lib/net.c": "int netif_receive_skb_list_internal(int a)\n{\n\treturn a;\n}\n",
  });
  for (const [tool, symbol] of [
    ["deep_dive", "receive_list"],
    ["find_references", "receive_list"],
  ]) {
    const { text, factsJson } = await editor.run(tool, { symbol });
    assert.match(text, /^No symbol found for 'receive_list'\.\nNearest names: netif_receive_skb_list_internal\.$/);
    assert.deepEqual(JSON.parse(factsJson).nearest, ["netif_receive_skb_list_internal"]);
  }
  assert.equal((await dive(editor, "frobnicate_quickly")).text, "No symbol found for 'frobnicate_quickly'.");
});

test("a module by its name is its file", async (t) => {
  const { editor } = await openCovered(t, {
    "shop/__init__.py": "",
    "shop/till.py": "class Till:\n    cents = 0\n",
    "use.py": "import shop.till\nprint(shop.till.Till())\n",
  });
  const { text, shown } = await dive(editor, "shop.till");
  assert.match(text, /^shop\/till\.py \(File, 3 lines\)/);
  assert.deepEqual(shown("exports"), ["shop/till.py 1 class Till"]);
});

const C = {
  "lib/page.h":
    "struct page {\n\tint order;\n};\ntypedef enum { COLD, HOT } heat;\n#define MAX_ORDER 11\nint free_page(struct page *p, heat h);\n",
  "lib/page.c":
    '#include "page.h"\nstatic int count;\n/* Gives it back. */\nint free_page(struct page *p, heat h)\n{\n\tcount--;\n\treturn put(p);\n}\nint put(struct page *p) {\n\treturn MAX_ORDER;\n}\n',
  "lib/other.c": "struct p {\n\tint own;\n};\n",
  "lib/other.h": "struct h {\n\tint own;\n};\n",
  "lib/use.c": '#include "page.h"\nint drop(struct page *p) {\n\treturn free_page(p, COLD);\n}\n',
};

test("C without a server: by the text and the index, and marked so", async (t) => {
  const { editor } = await openCovered(t, C);
  const { text, shown, facts } = await dive(editor, "free_page");
  assert.match(
    text,
    /^By the text of code alone, as no extension that serves c is installed and enabled in this window\./m,
  );
  assert.deepEqual(shown("callers"), ["lib/use.c 3 drop"]);
  assert.deepEqual(shown("callees"), ["lib/page.c 9 put"]);
  assert.deepEqual(shown("types"), ["lib/page.h 1 page", "lib/page.h 4 heat"]);
  assert.equal(facts.documentation, "Gives it back.");
  const page = await dive(editor, "page");
  assert.deepEqual(page.shown("fields"), ["lib/page.h 2 int order"]);
  assert.equal(page.sections.methods, undefined);
  const order = await dive(editor, "MAX_ORDER");
  assert.equal(order.facts.signature, "#define MAX_ORDER 11");
  assert.deepEqual(order.shown("used_by"), ["lib/page.c 10 read in put"]);
  const file = await dive(editor, "lib/page.c");
  assert.deepEqual(file.shown("exports"), [
    "lib/page.c 4 int free_page(struct page *p, heat h)",
    "lib/page.c 9 int put(struct page *p)",
  ]);
  assert.deepEqual(file.shown("dependencies"), ["lib/page.h"]);
});

test("C without a server: callees are unknown where the index lacks files", async (t) => {
  const editor = makeEditor(t, C);
  editor.servers = {};
  for (const op of ["workspaceSymbols", "outline", "hover", "definition", "references", "callHierarchy"])
    editor.on[op] = () => ({ data: [] });
  const { text } = await dive(editor, "free_page");
  assert.match(text, /^Unknown in part: .*not all files are in the index of symbols/m);
  assert.match(text, /^Callers \(1\):$/m);
  assert.doesNotMatch(text, /^Calls: none$/m);
});

test("C without a server: uses of a function that nobody calls, and calls of macros of its own file and headers", async (t) => {
  const { editor } = await openCovered(t, {
    "lib/ops.h": "#define SWAP(x) (x)\n",
    "lib/a.c": "#define SWAP(x) (-(x))\n#define OTHER(x) (x)\n",
    "lib/ops.c":
      '#include "ops.h"\n#define OWN(x) (x)\nstatic int hook(int a)\n{\n\treturn SWAP(a) + OTHER(a) + OWN(a);\n}\nstatic struct ops table = {\n\t.call = hook,\n};\nstatic int idle(void)\n{\n\treturn 0;\n}\n',
  });
  const hook = await dive(editor, "hook");
  assert.deepEqual(hook.shown("callers"), []);
  assert.deepEqual(hook.shown("other_uses"), ["lib/ops.c 8 read in table"]);
  assert.deepEqual(hook.shown("callees"), ["lib/ops.c 2 OWN", "lib/ops.h 1 SWAP"]);
  const idle = await dive(editor, "idle");
  assert.match(idle.text, /^Callers: none\n(?:.*\n)*Other uses: none/m);
  const full = await dive(editor, "hook", { depth: "full" });
  assert.deepEqual(full.shown("other_uses"), ["lib/ops.c 8 read in table"]);
});

test("C without a server: large files are searched for uses, and one that is too large is named", async (t) => {
  const filler = "/* 0123456789012345678901234567890123456789 */\n";
  const { editor } = await openCovered(t, {
    "lib/a.c": "enum { REGISTER };\n",
    "lib/big.h": `${filler.repeat(110_000)}static int of_big = REGISTER;\n`,
  });
  const big = await dive(editor, "REGISTER");
  assert.equal(big.facts.status, "found");
  assert.deepEqual(big.shown("used_by"), ["lib/big.h 110001 read"]);
  const { editor: other } = await openCovered(t, {
    "lib/a.c": "enum { REGISTER };\n",
    "lib/huge.h": `${filler.repeat(720_000)}static int of_huge = REGISTER;\n`,
  });
  const huge = await dive(other, "REGISTER");
  assert.match(huge.text, /Unknown in part: 'lib\/huge\.h' is too large to be searched\./);
});

test("Python without a server: unknown where only one could tell, with the text's places", async (t) => {
  const { editor } = await openCovered(t, {
    "app/shop.py":
      'class Till:\n    """Keeps money."""\n    def open(self):\n        return close()\n\ndef close():\n    pass\n',
    "app/use.py": "from app.shop import Till\nTill().open()\n",
    "app/abc.py": "class Meta:\n    pass\n",
    "app/big.py":
      "class Big(app.shop.Till, Outside, metaclass=app.abc.Meta):\n    def open(self):\n        return Till.open(self)\n",
  });
  const { text, facts, shown, sections } = await dive(editor, "Till");
  assert.equal(facts.status, "unknown");
  assert.match(text, /^Unknown: these are the places in code that have the name/m);
  assert.ok(shown("used_by").includes("app/use.py 1 import"));
  assert.equal(sections.used_by.status, "unknown");
  const big = await dive(editor, "Big");
  assert.deepEqual(
    big.sections.extends.items.map(({ text }) => text),
    ["Till", "Outside"],
    big.text,
  );
  const file = await dive(editor, "app/use.py");
  assert.deepEqual(file.shown("dependencies"), ["app/shop.py"]);
});

test("all declarations of a name are counted, however many are read, and the next step is named", async (t) => {
  const count = 40;
  const { editor } = await openCovered(
    t,
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`app/part${i}.py`, "def close():\n    pass\n"])),
  );
  const { text } = await dive(editor, "close");
  assert.match(
    text,
    /^39 other symbols have this name, such as app\/part\d+\.py:1:5#close\. Give context_file or a handle to choose\.$/m,
  );
  const all = await dive(editor, "close", { max_tokens: 2000 });
  assert.match(all.text, /^Other symbols named 'close' \(39\):$/m);
  assert.match(all.text, /^- … and 34 more$/m);
});

test("a file of very many declarations takes no longer for each of them", async (t) => {
  const few = 500;
  const many = 4000;
  const textOf = (count) => Array.from({ length: count }, (_, i) => `class Many${i}:\n    x = ${i}\n`).join("");
  const { editor } = await openCovered(t, { "app/few.py": textOf(few), "app/many.py": textOf(many) });
  // The processor's time, as other work on the machine does not count in it. It is scarce for the parser, which gives up
  // after 200 ms of it, where others share the processor: then it is asked again.
  const workOf = async (file, count, tries = 5) => {
    const before = process.cpuUsage();
    const { text } = await dive(editor, file);
    if (tries > 1 && /would take too long/.test(text)) return workOf(file, count, tries - 1);
    assert.match(text, new RegExp(`^Exports \\(\\d+ of ${count}\\):$`, "m"));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  await workOf("app/few.py", few);
  const fewMs = await workOf("app/few.py", few);
  const most = 3 * (many / few) * Math.max(fewMs, 10);
  let manyMs = Infinity;
  for (let tries = 3; tries > 0 && manyMs >= most; tries--)
    manyMs = Math.min(manyMs, await workOf("app/many.py", many)); // the collector of garbage counts, too
  assert.ok(manyMs < most, `${fewMs} ms for ${few}, ${manyMs} ms for ${many}`);
});

test("members that others can use come before private ones", async (t) => {
  const { editor } = await openCovered(t, {
    "Till.java":
      "public class Till {\n  private int sum;\n  public int limit;\n  private void add() {}\n  public void open() {}\n}\n",
    "till.py":
      "class Till:\n    def _add(self):\n        pass\n\n    def __init__(self):\n        pass\n\n    def open(self):\n        pass\n",
  });
  editor.servers = {};
  for (const op of ["outline", "hover", "definition", "references", "workspaceSymbols"])
    editor.on[op] = () => ({ data: [] });
  const membersOf = async (file) => {
    const { text, factsJson } = await editor.run("deep_dive", { symbol: `${file}#Till` });
    const sections = JSON.parse(factsJson).sections.filter(({ name }) => ["fields", "methods"].includes(name));
    assert.ok(sections.length, text);
    return sections.flatMap(({ items }) => items.map(({ line }) => line));
  };
  assert.deepEqual(await membersOf("Till.java"), [3, 2, 5, 4]);
  assert.deepEqual(await membersOf("till.py"), [5, 8, 2]);
});
