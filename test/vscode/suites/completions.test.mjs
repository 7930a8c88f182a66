/** Completions of TypeScript, pyright and clangd, and of languages without a server. */
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { callTool, copyWorkspaces, openAgent, openEditor, untilServed } from "./support.mjs";

const TEXT = `/** One thing to buy. */
export class Ware {
  /** Net, in cents. */
  readonly price = 5;
  /** @deprecated Use price. */
  readonly cost = 5;
  /** Adds a tax to the price. More is in the manual. */
  taxed(percent: number, round?: boolean): number { return this.price * percent; }
}
const ware = new Ware();
ware.taxed(5);
export function wareOf(name: string): Ware { return ware; }
war
`;
const PYTHON = `class Ware:
    """One thing to buy."""

    def taxed(self, percent: int, exact: bool = False) -> float:
        """Adds a tax to the price."""
        return percent * 1.0


ware = Ware()
ware.taxed(5)
`;
const C = `struct ware { int price; };
/** Adds a tax to the price. */
int ware_taxed(const struct ware *ware, int percent) { return ware->price * percent; }
int main(void) { struct ware one = {5}; return ware_taxed(&one, 5); }
`;

let files, editor, agent, tour;

before(async () => {
  files = await copyWorkspaces("tour");
  [tour] = files.folders;
  await writeFile(join(tour, "src/ware.ts"), TEXT);
  await writeFile(join(tour, "ware.py"), PYTHON);
  await writeFile(join(tour, "ware.c"), C);
  await writeFile(join(tour, "ware.zz"), "some words of no language\n");
  const settings = { "sextant.toolsets": ["symbols", "completions"] };
  editor = await openEditor(files.folders, { servers: true, settings });
  agent = await openAgent(editor, tour);
  await untilServed(agent, "src/ware.ts");
});

after(async () => {
  agent?.close();
  await editor?.stop();
  await files?.remove();
});

/** At the end of the first `after` in the text. */
function placeIn(text, after) {
  const until = text.slice(0, text.indexOf(after) + after.length).split("\n");
  return { line: until.length, column: until.at(-1).length + 1 };
}

const complete = (file_path, text, at, more = {}) =>
  callTool(agent, "get_completions", { file_path, ...placeIn(text, at), ...more });

test("TypeScript: members with signature, one line of documentation and what is deprecated", async () => {
  const { text, facts } = await complete("src/ware.ts", TEXT, "ware.");
  assert.equal(facts.status, "found");
  assert.deepEqual(facts.completions.map(({ label }) => label).sort(), ["cost", "price", "taxed"]);
  assert.match(text, /^src\/ware\.ts:11:6: 3 completions$/m);
  assert.match(
    text,
    /^Method Ware\.taxed\(percent: number, round\?: boolean\): number: Adds a tax to the price\. More is in the manual\.$/m,
  );
  assert.match(text, /^\w+ Ware\.cost: 5 \[deprecated\]: Use price\.$/m);
});

test("TypeScript: a word narrows what is there, in its own case first", async () => {
  const { text, facts } = await complete("src/ware.ts", TEXT, "\nwar", { max_results: 3 });
  assert.equal(facts.prefix, "war");
  assert.deepEqual(facts.completions.map(({ label }) => label).slice(0, 2), ["ware", "wareOf"]);
  assert.match(text, /^function wareOf\(name: string\): Ware$/m);
  assert.ok(
    facts.completions.every(({ label }) => /^war/i.test(label)),
    text,
  );
  const none = await complete("src/ware.ts", TEXT.replace("war\n", ""), "ware.ta");
  assert.deepEqual(
    none.facts.completions.map(({ label }) => label),
    ["taxed"],
  );
});

test("pages go on where the last one ended, and none is lost", async () => {
  const all = [];
  let cursor;
  do {
    const { facts, text } = await complete("src/ware.ts", TEXT, "ware.", { max_results: 2, ...(cursor && { cursor }) });
    assert.equal(facts.total_count, 3, text);
    all.push(...facts.completions.map(({ label }) => label));
    cursor = facts.cursor;
  } while (cursor);
  assert.deepEqual(all.sort(), ["cost", "price", "taxed"]);
});

test("Python and C: the signature is in the documentation or in the label", async () => {
  const python = await complete("ware.py", PYTHON, "ware.tax");
  assert.match(python.text, /^def taxed\(percent: int, exact: bool = False\) -> float: Adds a tax to the price\.$/m);
  const c = await complete("ware.c", C, "ware->p");
  assert.match(c.text, /^Field price: int$/m);
  const called = await complete("ware.c", C, "return ware_");
  assert.match(called.text, /^Function ware_taxed\(const struct ware \*ware, int percent\): int/m);
});

test("nothing that fits is none, no server is unknown, and a place that is not there an error", async () => {
  const other = await complete("src/ware.ts", TEXT.replace("ware.taxed(5)", "ware.zzz"), "ware.");
  assert.equal(other.facts.status, "found");
  const { text, facts } = await callTool(agent, "get_completions", { file_path: "ware.zz", line: 1, column: 5 });
  assert.equal(facts.status, "unknown", text);
  const late = await callTool(agent, "get_completions", { file_path: "src/ware.ts", line: 99, column: 1 });
  assert.ok(late.isError && late.text.includes("Line 99 is past the end: the file has 14 lines."), late.text);
  const wide = await callTool(agent, "get_completions", { file_path: "src/ware.ts", line: 10, column: 90 });
  assert.ok(wide.isError && wide.text.includes("Column 90 is past the end of line 10"), wide.text);
});
