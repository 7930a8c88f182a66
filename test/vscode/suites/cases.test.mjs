/** get_symbol_documentation: each case that its contract names, with real language servers. */
import assert from "node:assert/strict";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { ask, askUntil, copyWorkspaces, findPlace, openAgent, openEditor } from "./support.mjs";

let files, editor, agent, tour;

before(async () => {
  files = await copyWorkspaces("tour");
  [tour] = files.folders;
  editor = await openEditor(files.folders, { servers: true, settings: { "files.autoSave": "off" } });
  agent = await openAgent(editor, tour);
});

after(async () => {
  agent?.close();
  await editor?.stop();
  await files?.remove();
});

const found = async (args) => {
  const answer = await ask(agent, args);
  assert.equal(answer.isError, false, answer.text);
  assert.equal(answer.facts.status, "found", answer.text);
  return { ...answer, result: answer.facts.results[0] };
};

const replaceIn = async (file, from, to) => {
  const path = join(tour, file);
  const text = await readFile(path, "utf8");
  assert.ok(text.includes(from), `${file} says ${from}`);
  await writeFile(path, text.replace(from, to));
};

describe("the whole answer", () => {
  test("a class that the file uses under another name", async () => {
    const { text } = await found({ symbol_name: "BakeryOrder", file_path: "src/checkout.ts" });
    assert.equal(
      text,
      `Symbol: BakeryOrder
Location: src/models.ts:27:14
Declared as: Order
Kind: Class
Container: Global Scope
Status: Imported/Referenced
Referenced in: src/checkout.ts:15:39

Documentation:
\`\`\`typescript
(alias) class BakeryOrder
import BakeryOrder
\`\`\`

What a customer wants, and until when.

An order keeps its items in the sequence in which they were added.`,
    );
  });

  test("a method by its name path, with its facts", async () => {
    const { text, facts } = await found({ symbol_name: "Order.total", file_path: "src/models.ts" });
    assert.match(
      text,
      /^Symbol: total\nLocation: src\/models\.ts:47:3\nKind: Method\nContainer: Order\nStatus: Defined in file\n/,
    );
    assert.deepEqual(facts.results[0].symbol, {
      name: "total",
      kind: "Method",
      container: "Order",
      file: "src/models.ts",
      line: 47,
      column: 2,
      handle: "src/models.ts:47:3#Order.total",
      provenance: "lsp",
    });
    assert.equal(facts.results[0].documented, true);
    assert.equal(facts.results[0].signature, "(method) Order.total(): number");
  });
});

describe("the cases of the contract", () => {
  test("1. the symbol is nowhere", async () => {
    const nowhere = await ask(agent, { symbol_name: "Orderr" });
    assert.equal(nowhere.facts.status, "none");
    assert.match(nowhere.text, /^No symbol found for 'Orderr'\.\nNearest names: .*Order/);
    const inFile = await ask(agent, { symbol_name: "zzz9", file_path: "src/models.ts" });
    assert.equal(inFile.text, "No symbol found for 'zzz9' in or referenced by file 'src/models.ts'.");
  });

  test("2. found, and undocumented", async () => {
    const { text, result } = await found({ symbol_name: "roundNicely", file_path: "src/pricing.ts" });
    assert.match(text, /^Symbol: roundNicely found at src\/pricing\.ts:57:17\n/);
    assert.match(text, /function roundNicely\(cents: number\): number/);
    assert.match(text, /\nNo documentation is available for this symbol\.$/);
    assert.equal(result.documented, false);
  });

  test("3. the file does not exist", async () => {
    const { text, isError } = await ask(agent, { symbol_name: "Order", file_path: "lib/models.ts" });
    assert.equal(isError, true);
    assert.match(text, /file_path.*'lib\/models\.ts' does not exist.*Did you mean 'src\/models\.ts'.*not_found/);
  });

  test("4. the file does not mention it: the workspace is searched", async () => {
    const { text } = await found({ symbol_name: "taxRate", file_path: "src/stock.ts" });
    assert.match(text, /Location: src\/pricing\.ts:4:14/);
    assert.match(text, /Not directly referenced in: src\/stock\.ts/);
    assert.match(text, /The rate of value-added tax on bread\./);
  });

  test("5. several of that name: all listed, and the handle asks for another", async () => {
    const { text, result } = await found({ symbol_name: "validate" });
    const all = [result.symbol, ...result.candidates].map((one) => one.file).sort();
    assert.deepEqual(all, ["kitchen/recipes.py", "src/pricing.ts", "src/stock.ts"]);
    assert.match(text, /Other symbols named 'validate' \(2\)/);
    for (const { handle, file, line } of result.candidates) {
      const other = await found({ handle });
      assert.equal(other.result.symbol.file, file);
      assert.equal(other.result.symbol.line, line);
      assert.match(other.text, /Checks that|can be baked/);
    }
  });

  test("6. no language server: the text, marked so", async () => {
    const { text, result } = await found({ symbol_name: "frame_text", file_path: "scripts/window.lua" });
    assert.match(text, /Location: scripts\/sign\.lua:12:15/);
    assert.match(text, /this comes from the text alone/);
    assert.match(text, /function sign\.frame_text\(text\)/);
    assert.match(text, /Puts a frame around a text\./);
    assert.equal(result.symbol.provenance, "index");
  });

  test("7. only in a comment or a string", async () => {
    for (const [name, file] of [
      ["legacyCheckout", "src/checkout.ts"],
      ["ghostOrder", "src/checkout.ts"],
      ["pre_heat_slowly", "kitchen/oven.py"],
    ]) {
      const { text, facts } = await ask(agent, { symbol_name: name, file_path: file });
      assert.equal(facts.status, "none", text);
      assert.match(text, /occurs only in comments or strings, 1 time, first at/);
    }
  });

  test("8. part of another word, and a property of another object", async () => {
    const tax = await found({ symbol_name: "tax", file_path: "src/pricing.ts" });
    assert.equal(tax.result.symbol.line, 48, tax.text);
    assert.equal(tax.result.candidates, undefined, "taxRate and syntax are other words");
    const total = await found({ symbol_name: "Summary.total", file_path: "src/checkout.ts" });
    assert.match(total.text, /Container: Summary/);
    assert.doesNotMatch(total.text, /The price of all items/);
  });

  test("10. unsaved edits count", async () => {
    const path = join(tour, "src/stock.ts");
    const text = await readFile(path, "utf8");
    const start = { line: 0, character: 0 };
    const edit = { range: { start, end: start }, text: "/** Only in the buffer. */\nexport const unsavedThing = 1;\n" };
    await editor.control.call("edit", { path, edits: [edit] });
    const here = await found({ symbol_name: "unsavedThing", file_path: "src/stock.ts" });
    assert.match(here.text, /Only in the buffer\./);
    const anywhere = await found({ symbol_name: "unsavedThing" });
    assert.match(anywhere.text, /Location: src\/stock\.ts:2:14/);
    assert.equal(await readFile(path, "utf8"), text, "nothing was saved");
    await editor.control.call("edit", {
      path,
      edits: [{ range: { start, end: { line: 2, character: 0 } }, text: "" }],
    });
    const gone = await askUntil(
      agent,
      { symbol_name: "unsavedThing", file_path: "src/stock.ts" },
      (a) => a.facts.status === "none",
    );
    assert.equal(gone.facts.status, "none", gone.text);
    await editor.control.call("save", { path });
  });

  test("11. symbols of dependencies", async () => {
    const clock = await found({ symbol_name: "Clock", file_path: "src/checkout.ts" });
    assert.match(clock.text, /Location: node_modules\/tiny-clock\/index\.d\.ts:\d+:\d+/);
    assert.match(clock.text, /A clock that moves only when it is told to\./);
    const promise = await found({ symbol_name: "Promise", file_path: "src/checkout.ts" });
    assert.match(promise.text, /Represents the completion of an asynchronous operation/);
    const dumps = await found({ symbol_name: "json.dumps", file_path: "kitchen/oven.py" });
    assert.match(dumps.text, /Serialize/);
    const printf = await found({ symbol_name: "printf", file_path: "scale/main.c" });
    assert.match(printf.text, /Location: \/usr\/include\/.*stdio\.h:/);
    assert.match(printf.text, /printf\(const char/);
    const again = await found({ handle: printf.result.symbol.handle });
    assert.equal(again.result.symbol.file, printf.result.symbol.file, "a handle into a dependency works");
  });

  test("12. overloads, re-exports and aliases", async () => {
    const overloads = await found({ symbol_name: "formatPrice", file_path: "src/pricing.ts" });
    assert.match(overloads.text, /Overloads: 2; on lines 16, 23; implemented on line 24/);
    assert.doesNotMatch(overloads.text, /overload\)|^---$/m);
    assert.match(overloads.text, /Writes cents as a price\.[\s\S]*Writes the price of something in a currency\./);
    const alias = await found({ symbol_name: "validateStock", file_path: "src/checkout.ts" });
    assert.match(alias.text, /Location: src\/stock\.ts:2:17\nDeclared as: validate\n/);
    const python = await found({ symbol_name: "scale_recipe", file_path: "kitchen/recipes.py" });
    assert.match(python.text, /Multiply a recipe\./);
  });

  test("13. names with letters beyond ASCII", async () => {
    for (const [name, file, says] of [
      ["π", "src/pricing.ts", /circumference/],
      ["preisübersicht", "src/pricing.ts", /Die Preise aller Waren/],
      ["$prices", "src/pricing.ts", /prices of the day/],
      ["größe_in_gramm", "kitchen/recipes.py", /Rechnet Pfund in Gramm um/],
      ["größe_in_pfund", "scale/scale.h", /Das Gewicht in Pfund/],
    ]) {
      const here = await found({ symbol_name: name, file_path: file });
      assert.match(here.text, says);
      const anywhere = await found({ symbol_name: name });
      assert.match(anywhere.text, says);
    }
  });

  test("14. declarations without a body are overloads, also where they are alike", async () => {
    const path = join(tour, "src/twice.ts");
    const members = "  weigh(grams: number): this;\n  weigh(grams: number): this;\n";
    await writeFile(path, `export interface Scales {\n${members}}\nexport type Balance = {\n${members}};\n`);
    for (const [symbol_name, says] of [
      ["Scales.weigh", /^Overloads: 2; on lines 2, 3$/m],
      ["Balance.weigh", /^Overloads: 2; on lines 6, 7$/m],
    ])
      assert.match((await found({ symbol_name, file_path: "src/twice.ts" })).text, says);
    await rm(path);
  });

  test("15. bad arguments of every kind", async () => {
    const bad = [
      [{}, /symbol is missing/],
      [{ symbol_name: "" }, /symbol: a symbol's name/],
      [{ symbol_name: 5 }, /symbol must be a string, not 5/],
      [{ symbol_name: { name: "Order" } }, /symbol must be a string/],
      [{ symbl_name: "Order" }, /no argument 'symbl_name'. Did you mean 'symbol'/],
      [{ symbol_name: "Order", colour: "red" }, /no argument 'colour'. It takes: symbol/],
      [{ symbol_name: "Order", line: 3 }, /line needs file_path/],
      [{ symbol_name: "Order", file_path: "src/models.ts", line: "three" }, /line must be a whole number from 1/],
      [{ symbol_name: "Order", file_path: "src/models.ts", line: 0 }, /line must be a whole number from 1/],
      [{ symbol_name: "Order", file_path: "src/models.ts", column: 1.5 }, /column must be a whole number/],
      [{ symbol_name: "Order", max_tokens: 1 }, /max_tokens must be a whole number from 100/],
      [{ symbol_name: "Order", symbol: "Item" }, /symbol is given twice/],
      [{ handle: "nonsense" }, /handle: 'nonsense' is not a handle/],
      [{ symbols: Array.from({ length: 21 }, (_, i) => `s${i}`) }, /symbols takes at most 20 items, not 21/],
      [{ symbols: "{", symbol_name: 1 }, /must be/],
      [{ symbol_name: "Order", file_path: "src" }, /is a directory/],
      [{ symbol_name: "Order", file_path: "/etc/hosts" }, /outside the workspace/],
      [{ symbol_name: "Order", file_path: "../../../../etc/hosts" }, /outside the workspace|does not exist/],
    ];
    for (const [args, says] of bad) {
      const { text, isError } = await ask(agent, args);
      assert.equal(isError, true, `${JSON.stringify(args)}: ${text}`);
      assert.match(text, says, JSON.stringify(args));
    }
    await found({ symbol_name: "Order", file_path: "src/models.ts" });
  });
});

describe("which symbol is meant", () => {
  test("a line that is off by two, a wrong column, the line's text", async () => {
    const source = await readFile(join(tour, "src/checkout.ts"), "utf8");
    const use = findPlace(source, "summary.total");
    const at = { symbol_name: "total", file_path: "src/checkout.ts" };
    const near = await found({ ...at, line: use.line + 1 + 2, column: use.column + 8 });
    assert.equal(near.result.symbol.container, "Summary", near.text);
    assert.match(near.text, /the nearest occurrence was used/);
    const wrongColumn = await found({ ...at, line: use.line + 1, column: 0 });
    assert.equal(wrongColumn.result.symbol.container, "Summary");
    const byText = await found({
      symbol_name: "Order",
      file_path: "src/models.ts",
      line_text: "constructor(readonly order: Order) {}",
    });
    assert.match(byText.text, /What a customer wants/);
  });

  test("occurrence and index", async () => {
    const occurrence = await found({ symbol_name: "total#1", file_path: "src/checkout.ts" });
    assert.equal(occurrence.result.symbol.line, 10, occurrence.text);
    const index = await found({ symbol_name: "add[1]", file_path: "src/models.ts" });
    assert.match(index.text, /Adds a whole line at once\./);
    assert.doesNotMatch(index.text, /Adds one piece of something\./);
  });

  test("a handle still leads to its symbol after edits above it", async () => {
    const { result } = await found({ symbol_name: "applyDiscount", file_path: "src/pricing.ts" });
    await replaceIn("src/pricing.ts", "/** The rate", "// one\n// two\n/** The rate");
    const moved = await askUntil(
      agent,
      { handle: result.symbol.handle },
      (a) => a.facts?.results[0].symbol?.line === result.symbol.line + 2,
    );
    assert.equal(moved.facts.results[0].symbol.line, result.symbol.line + 2, moved.text);
    assert.match(moved.text, /Takes a share off/);
    await replaceIn("src/pricing.ts", "// one\n// two\n", "");
  });

  test("several at once, one of them wrong, within the budget", async () => {
    const names = ["Order", "Oven.bake", "scale_put", "nope_nope", "x\ny", "src/pricing.ts:48:17#tax"];
    const { text, facts } = await ask(agent, { symbols: names, max_tokens: 1500 });
    assert.deepEqual(
      facts.results.map((one) => one.status),
      ["found", "found", "found", "none", "unknown", "found"],
      text,
    );
    assert.match(facts.results[4].error.message, /symbols: a symbol's name/);
    assert.match(text, /=== 6 of 6: .*tax ===/);
    const twenty = await ask(agent, {
      symbols: Array.from({ length: 20 }, (_, i) => ["Order", "Oven", "tax", "label"][i % 4]),
    });
    assert.match(twenty.text, /=== 20 of 20: /);
    // The facts of all do not fit into the same budget, and say so.
    if (twenty.facts.results.length < 20) {
      assert.equal(twenty.facts.truncated, true);
      assert.ok(
        twenty.facts.notes.some((one) => one.startsWith("These facts are cut")),
        twenty.facts.notes,
      );
    }
  });

  test("max_tokens is kept, and the signature is the last to go", async () => {
    const { text, facts } = await ask(agent, {
      symbol_name: "json.dumps",
      file_path: "kitchen/oven.py",
      max_tokens: 250,
    });
    assert.ok(text.length / 3 < 250 * 1.2, `${text.length} characters`);
    assert.equal(facts.truncated, true);
    assert.match(text, /def dumps\(/);
  });
});

describe("what the disk and the editor hold now", () => {
  test("a file changed outside while it is open, and one that never was", async () => {
    await editor.control.call("showDocument", { path: join(tour, "src/models.ts") });
    for (const file of ["src/models.ts", "src/stock.ts"]) {
      const [name, from] = file.includes("models")
        ? ["Receipt", "export class Receipt"]
        : ["loadShelves", "export async function loadShelves"];
      await ask(agent, { symbol_name: name, file_path: file });
      await replaceIn(file, from, `/** Written outside of the editor. */\n${from}`);
      const answer = await askUntil(
        agent,
        { symbol_name: name, file_path: file },
        (a) => a.text.includes("Written outside"),
        2000,
      );
      assert.match(answer.text, /Written outside of the editor\./, file);
    }
    const used = await askUntil(
      agent,
      { symbol_name: "loadShelves", file_path: "src/checkout.ts" },
      (a) => a.text.includes("Written outside"),
      2000,
    );
    assert.match(used.text, /Written outside of the editor\./, "at its use in another file");
  });

  test("the same question again does not wait for the server, until something changes", async () => {
    const args = { symbol_name: "Priced", file_path: "src/models.ts" };
    await editor.control.call("updateSetting", { name: "sextantTest.replyDelayMs", value: 0 });
    const first = await askUntil(agent, args, (a) => a.facts.status === "found");
    const path = join(tour, "src/models.ts");
    const at = { line: 0, character: 0 };
    await editor.control.call("edit", { path, edits: [{ range: { start: at, end: at }, text: "// moved\n" }] });
    const second = await ask(agent, args);
    assert.equal(second.facts.results[0].symbol.line, first.facts.results[0].symbol.line + 1, second.text);
  });
});
