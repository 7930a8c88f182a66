/** Answers keep to their budget, and their pages are the whole list, once, also over a reload. */
import assert from "node:assert/strict";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { callTool, openAgent, openEditor } from "./support.mjs";

const FILES = 250;
const USES = 20;
/** The engine counts about four characters for a token; code has more tokens than prose. */
const MAX_CHARACTERS_PER_TOKEN = 4.5;

let folder, editor, agent;

function textOf(i) {
  const use = (n) => `  total += popular(${i * USES + n}); // in file ${i}\n`;
  return `import { popular } from "./popular";\n\nexport function count_${i}(): number {\n  let total = 0;\n${Array.from({ length: USES - 1 }, (_, n) => use(n)).join("")}  return total;\n}\n`;
}

before(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "sextant-suite-")));
  await mkdir(join(folder, "src"));
  await writeFile(join(folder, "tsconfig.json"), '{ "compilerOptions": { "strict": true }, "include": ["src"] }');
  await writeFile(
    join(folder, "src/popular.ts"),
    "/** What everybody calls. */\nexport function popular(n: number): number {\n  return n;\n}\n",
  );
  for (let i = 0; i < FILES; i++) await writeFile(join(folder, `src/user_${i}.ts`), textOf(i));
  const many = Array.from(
    { length: 400 },
    (_, i) => `export const wrong_${i}: string = ${i};\nexport class Kind_${i} { method_${i}(): void {} }\n`,
  );
  await writeFile(join(folder, "src/many.ts"), many.join(""));
  editor = await openEditor([folder]);
  agent = await openAgent(editor);
});

after(async () => {
  agent?.close();
  await editor?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

async function within(tool, args, max_tokens) {
  const answer = await callTool(agent, tool, { ...args, max_tokens });
  assert.equal(answer.isError, false, answer.text);
  assert.ok(
    answer.text.length <= max_tokens * MAX_CHARACTERS_PER_TOKEN,
    `${tool}: ${answer.text.length} characters for ${max_tokens} tokens`,
  );
  const facts = JSON.stringify(answer.facts);
  assert.ok(facts.length <= max_tokens * MAX_CHARACTERS_PER_TOKEN, `${tool}: ${facts.length} characters of facts`);
  return answer;
}

test("5,000 references within 2,000 tokens, in pages to the end, over a reload of the window", async () => {
  const asked = { symbol: "popular", file_path: "src/popular.ts" };
  const first = await within("find_references", asked, 2000);
  assert.match(first.text, /^5000 references in 250 files to popular/);
  const seen = [...first.facts.references];
  let { cursor } = first.facts;
  assert.ok(cursor);
  let pages = 1;
  while (cursor) {
    if (pages++ === 2) await editor.control.reload();
    const page = await within("find_references", { ...asked, cursor }, pages < 4 ? 2000 : 20_000);
    assert.equal(page.facts.total_count, 5000);
    seen.push(...page.facts.references);
    cursor = page.facts.cursor;
  }
  assert.equal(seen.length, 5000);
  assert.equal(new Set(seen.map(({ file, line, column }) => `${file}:${line}:${column}`)).size, 5000);
});

const LONG = [
  ["find_references", { symbol: "popular", file_path: "src/popular.ts" }],
  ["get_call_hierarchy", { symbol: "popular", file_path: "src/popular.ts", direction: "incoming" }],
  ["get_symbols", { file_path: "src/many.ts", max_depth: 2, limit: 1000 }],
  ["get_symbols", { query: "count", limit: 1000 }],
  ["get_diagnostics", { file: "src/many.ts" }],
  ["rename_symbol", { symbol: "popular", file_path: "src/popular.ts", new_name: "common" }],
  ["get_buffer_info", { file: "src/many.ts" }],
  ["replace_in_buffer", { file: "src/many.ts", old: "method_", new: "way_", occurrence: "all" }],
  ["apply_code_action", { file: "src/many.ts", line: 1 }],
  [
    "get_symbol_documentation",
    { symbols: Array.from({ length: 20 }, (_, i) => `Kind_${i}`), file_path: "src/many.ts" },
  ],
];

const sizeOf = ({ text, facts }) => text.length + JSON.stringify(facts).length;

for (const [tool, args] of LONG)
  test(`${tool} ${Object.keys(args).join(", ")} keeps to 200 and to 2,000 tokens`, async () => {
    const small = await within(tool, args, 200);
    const large = await within(tool, args, 2000);
    const isMore = sizeOf(large) > sizeOf(small);
    assert.ok(isMore || !small.facts.truncated, large.text.slice(0, 300));
  });
