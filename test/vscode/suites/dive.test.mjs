/** deep_dive with TypeScript's server, and with none that answers: what several tools find of a symbol, in one short answer. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { openScene } from "./scene.mjs";
import { callTool } from "./support.mjs";

const FILES = {
  "tsconfig.json": '{ "compilerOptions": { "strict": true, "noEmit": true }, "include": ["src", "test"] }\n',
  "src/models.ts": `/** Something with a price. */
export interface Priced {
  /** In cents. */
  price: number;
  reduce(by: number): Priced;
  name?(): string;
}
export enum Size { Small, Large }
export const LIMIT = 100;
`,
  "src/cake.ts": `import { LIMIT, type Priced, Size } from "./models";

export class Cake implements Priced {
  price = LIMIT;
  size = Size.Small;
  reduce(by: number): Priced {
    this.price -= by;
    return this;
  }
}

/**
 * Sells a cake.
 *
 * Nobody reads on.
 */
export function sell(cake: Cake, by = LIMIT): Priced {
  return round(cake.reduce(by));
}
function round(one: Priced) {
  return one;
}
`,
  "src/shop.ts": `import { Cake, sell } from "./cake";

export function open() {
  return sell(new Cake(), 1);
}
export const seller = sell;
`,
  "test/cake.test.ts": `import { Cake, sell } from "../src/cake";

export function testSell() {
  return sell(new Cake(), 2);
}
`,
  "app/cake.py":
    "class Oven:\n    def bake(self):\n        return heat()\n\n\ndef heat():\n    return 180\n\n\nOven().bake()\n",
};

const scene = openScene(FILES);

async function dive(symbol, more) {
  const { text, facts } = await callTool(scene.agent, "deep_dive", { symbol, ...more });
  const lines = ({ items }) => items.map(({ file, line, text }) => [file, line, text].filter(Boolean).join(" "));
  const sections = Object.fromEntries((facts.sections ?? []).map((one) => [one.name, lines(one)]));
  return { text, facts, sections };
}

test("a function, at every depth", async () => {
  const { text, facts, sections } = await dive("sell");
  assert.equal(facts.status, "found", text);
  assert.equal(facts.documentation, "Sells a cake.");
  assert.match(facts.signature, /^function sell\(cake: Cake, by\?: number\): Priced$/);
  assert.deepEqual(sections, {
    callers: ["src/shop.ts 4 open", "test/cake.test.ts 4 testSell"],
    callees: ["src/cake.ts 6 Cake.reduce", "src/cake.ts 20 round"],
    types: ["src/cake.ts 3 Cake", "src/models.ts 2 Priced"],
  });
  assert.match((await dive("sell", { depth: "context" })).text, /^Code:\nexport function sell[^]*?^\}$/m);
  const full = await dive("sell", { depth: "full" });
  assert.deepEqual(full.sections.callers, ["src/shop.ts 4 open"]);
  assert.deepEqual(full.sections.other_uses, ["src/shop.ts 6 read", "src/shop.ts 1 import"]);
  assert.deepEqual(full.sections.tests, ["test/cake.test.ts 4 call in testSell", "test/cake.test.ts 1 import"]);
});

test("an interface, a class, an enum and a constant", async () => {
  const priced = await dive("Priced");
  assert.deepEqual(priced.sections.required_methods, ["src/models.ts 5 reduce(by: number): Priced"], priced.text);
  assert.deepEqual(priced.sections.other_methods, ["src/models.ts 6 name?(): string"]);
  assert.deepEqual(priced.sections.properties, ["src/models.ts 4 price: number"]);
  assert.deepEqual(priced.sections.implementations, ["src/cake.ts 3 Cake"]);
  assert.equal(priced.facts.documentation, "Something with a price.");
  const cake = await dive("src/cake.ts#Cake");
  assert.deepEqual(cake.sections.fields, ["src/cake.ts 4 price = LIMIT", "src/cake.ts 5 size = Size.Small"], cake.text);
  assert.deepEqual(cake.sections.methods, ["src/cake.ts 6 reduce(by: number): Priced"]);
  assert.deepEqual(cake.sections.extends, ["src/models.ts 2 Priced"]);
  const size = await dive("Size");
  assert.deepEqual(size.sections.members, ["src/models.ts 8 Small", "src/models.ts 8 Large"], size.text);
  const limit = await dive("LIMIT", { context_file: "src/cake.ts" });
  assert.match(limit.facts.signature, /LIMIT.*100/);
  assert.deepEqual(limit.sections.used_by, [
    "src/cake.ts 4 read in price",
    "src/cake.ts 17 read in sell",
    "src/cake.ts 1 import",
  ]);
});

test("a file", async () => {
  const { sections, facts, text } = await dive("src/cake.ts");
  assert.equal(facts.status, "found", text);
  assert.equal(sections.exports.length, 2);
  assert.deepEqual(sections.dependencies, ["src/models.ts"]);
  assert.deepEqual(sections.dependents, ["src/shop.ts 1", "test/cake.test.ts 1"]);
});

test("a server that does not answer leaves uses unknown, not empty, and members are by the text", async () => {
  const { facts, text } = await dive("app/cake.py#Oven");
  assert.equal(facts.status, "unknown");
  assert.match(text, /^Unknown[^]*^Methods \(1\):\n 2: def bake\(self\)\nUsed by: unknown$/m);
});
