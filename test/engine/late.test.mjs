/** A language server that has answered before and hangs now: the index answers, within the call's time. */
import assert from "node:assert/strict";
import test from "node:test";

import { openCovered } from "./symbols-kit.mjs";

const CODE = {
  "src/till.ts": `/** What a shop has earned. */
export class Till {
  sum = 0;
}
export function count(till: Till): number {
  return till.sum;
}
`,
  "src/shop.ts": `import { Till, count } from "./till.js";

export const till = new Till();
count(till);
`,
};

const OPS = [
  "outline",
  "hover",
  "definition",
  "declaration",
  "typeDefinition",
  "references",
  "implementation",
  "workspaceSymbols",
  "prepareHierarchy",
  "loadProject",
];

/** A call gets 45 seconds in an editor. */
const DEADLINE_MS = 20_000;

async function openHanging(t) {
  const { editor } = await openCovered(t, CODE);
  const ask = async (tool, args) => {
    const began = Date.now();
    const answer = await editor.run(tool, args);
    return { ...answer, facts: JSON.parse(answer.factsJson ?? "{}"), ms: Date.now() - began };
  };
  const first = await ask("find_definition", { symbol: "Till" });
  assert.equal(first.facts.status, "found", first.text);
  editor.engine.deadlineMs = DEADLINE_MS;
  const hang = (ops = OPS) => {
    for (const op of ops) editor.on[op] = () => new Promise(() => {});
  };
  const wake = () => {
    for (const op of OPS) delete editor.on[op];
  };
  return { editor, ask, hang, wake };
}

const LATE =
  /^Unknown: .*language server for typescript did not answer in time\. .*Call again later for its answer\./im;

test("a bare name is answered by the index while the server hangs, and by the server when it is back", async (t) => {
  const { ask, hang, wake } = await openHanging(t);
  hang();
  const late = await ask("find_definition", { symbol: "count" });
  assert.match(late.text, LATE);
  assert.match(late.text, /This comes from the workspace's index and text\./);
  assert.match(late.text, /^count \(Function\)\nDefined at src\/till\.ts:5:17/m);
  assert.equal(late.facts.status, "unknown");
  assert.ok(late.ms < 12_000, `${late.ms} ms`);
  /* It is not waited for so long again at once. */
  const documentation = await ask("get_symbol_documentation", { symbol_name: "Till" });
  assert.match(documentation.text, LATE);
  assert.match(documentation.text, /Known so far:[\s\S]*What a shop has earned\./);
  assert.equal(documentation.facts.results[0].symbol.provenance, "index");
  const uses = await ask("find_references", { symbol: "count" });
  assert.match(uses.text, LATE);
  assert.deepEqual([...new Set(uses.facts.references.map(({ file }) => file))], ["src/shop.ts"]);
  const dive = await ask("deep_dive", { symbol: "count" });
  assert.match(dive.text, LATE);
  assert.match(dive.text, /^Callers \(1, maybe more\):\n src\/shop\.ts:4/m);
  const used = await ask("find_definition", { symbol: "count", file_path: "src/shop.ts" });
  assert.match(used.text, LATE);
  assert.match(used.text, /^Defined at src\/till\.ts:5:17/m);
  for (const { ms, text } of [documentation, uses, used]) assert.ok(ms < 3000, `${ms} ms: ${text}`);
  wake();
  const found = await ask("find_definition", { symbol: "count" });
  assert.equal(found.facts.status, "found", found.text);
});

test("a name that the index does not have is searched for as long as the call may take", async (t) => {
  const { ask, hang } = await openHanging(t);
  hang();
  const missing = await ask("find_definition", { symbol: "no_such_name" });
  assert.equal(missing.facts.status, "unknown");
  assert.ok(missing.ms > 15_000, `${missing.ms} ms`);
});

test("what the server has found counts where it hangs afterwards", async (t) => {
  const { ask, hang } = await openHanging(t);
  hang(OPS.filter((op) => op !== "workspaceSymbols"));
  const definition = await ask("find_definition", { symbol: "count" });
  assert.match(definition.text, /^Defined at src\/till\.ts:5:17/m);
  assert.match(definition.text, /^Unknown in part: A provider did not answer in time\.$/m);
  assert.ok(definition.ms < 19_000, `${definition.ms} ms`);
  const documentation = await ask("get_symbol_documentation", { symbol_name: "Till" });
  assert.match(documentation.text, LATE);
  assert.match(documentation.text, /What a shop has earned\./);
  assert.ok(documentation.ms < 19_000, `${documentation.ms} ms`);
});
