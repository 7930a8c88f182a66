/** Structured content: within the budget of the text, and with all of its notes. */
import assert from "node:assert/strict";
import test from "node:test";
import { makeEditor } from "./fake-editor.mjs";

const COUNT = 400;
/** The engine counts about four characters for a token; JSON has more tokens than prose. */
const MAX_CHARACTERS_PER_TOKEN = 4.5;

const many = Array.from(
  { length: COUNT },
  (_, i) => `export const wrong_${i} = "ERROR ${i}";\nexport class Kind_${i} {}\n`,
).join("");

const long = `export const long = ${JSON.stringify(Array(1000).fill('a "quoted" word').join(" "))};\n`;
const SEVERAL = Array.from({ length: 20 }, (_, i) => `src/a_longer_name_of_a_folder/file_${i}.ts`);
const hub = many.replace(/^.*wrong_(\d+).*$/gm, 'import "./gone_$1"; import "./many";');
const FILES = {
  "src/many.ts": many,
  "src/hub.ts": hub,
  "src/long.ts": long,
  ...Object.fromEntries(SEVERAL.map((name) => [name, many.slice(0, 900)])),
};

/** A long answer of each tool. */
const LONG = [
  [
    "get_symbol_documentation",
    { symbols: Array.from({ length: 20 }, (_, i) => `Kind_${i}`), file_path: "src/many.ts" },
  ],
  ["get_symbols", { file_path: "src/many.ts", max_results: 1000 }],
  ["get_symbols", { file_path: "src/many.ts", max_results: 1000, mode: "full" }],
  ["get_symbols", { file_path: "src/long.ts", mode: "full" }],
  ["get_symbols", { file_paths: SEVERAL, max_results: 1000 }],
  ["get_symbols", { file_paths: ["src/many.ts", "src/long.ts"], mode: "minimal" }],
  ["get_symbols", { query: "Kind", max_results: 1000 }],
  ["get_diagnostics", { file_path: "src/many.ts" }],
  ["find_definition", { symbol: "Kind_7", file_path: "src/many.ts" }],
  ["find_references", { symbol: "Kind_7", file_path: "src/many.ts" }],
  ["find_implementations", { symbol: "Kind_7", file_path: "src/many.ts" }],
  ["get_call_hierarchy", { symbol: "Kind_7", file_path: "src/many.ts" }],
  ["get_type_hierarchy", { symbol: "Kind_7", file_path: "src/many.ts" }],
  ["analyze_dependencies", { file_path: "src/hub.ts" }],
  ["deep_dive", { symbol: "Kind_7", context_file: "src/many.ts", depth: "full" }],
  ["deep_dive", { symbol: "src/many.ts", depth: "full" }],
  ["get_signature_help", { symbol: "Kind_7", file_path: "src/many.ts" }],
  ["get_buffer_info", { file_path: "src/many.ts" }],
  ["file_read", { file_path: "src/many.ts" }],
  ["file_manage", { action: "read", file_path: "src/many.ts" }],
  ["edit_buffer", { file_path: "src/many.ts", edits: [{ line_start: 1, line_end: 500, new_text: "x" }] }],
  ["replace_in_buffer", { file_path: "src/many.ts", old: "Kind_", new: "Sort_", occurrence: "all" }],
  ["edit_symbol", { symbol: "Kind_7", file_path: "src/many.ts", operation: "replace", content: "x\n".repeat(500) }],
  ["rename_symbol", { symbol: "Kind_7", file_path: "src/many.ts", new_name: "Sort" }],
  ["apply_code_action", { file_path: "src/many.ts", line: 1 }],
  ["organize_imports", { file_path: "src/many.ts" }],
  ["manage_workspace", {}],
];

for (const max_tokens of [300, 2000])
  test(`facts of long answers keep to ${max_tokens} tokens, and have a status`, async (t) => {
    const editor = makeEditor(t, FILES);
    for (const [tool, args] of LONG) {
      const answer = await editor.run(tool, { ...args, max_tokens }, { isStructured: true });
      if (answer.isError) continue; // what the small server does not offer
      const what = `${tool} ${JSON.stringify(args).slice(0, 80)}: ${answer.factsJson.slice(0, 200)}`;
      const facts = JSON.parse(answer.factsJson);
      assert.ok(answer.factsJson.length <= max_tokens * MAX_CHARACTERS_PER_TOKEN, `${answer.factsJson.length} ${what}`);
      assert.ok(["found", "none", "unknown", "success"].includes(facts.status), what);
      for (const line of answer.text.split("\n").filter((one) => /^(Note|Unknown|Unknown in part|Warning): /.test(one)))
        assert.ok(answer.factsJson.includes(JSON.stringify(line.trimEnd()).slice(1, -1)), `${line}\n${what}`);
    }
  });

test("pages of structured content have each item once", async (t) => {
  const editor = makeEditor(t, { "src/many.ts": many });
  const seen = [];
  let cursor;
  do {
    const args = { file_path: "src/many.ts", max_results: 1000, max_tokens: 900, ...(cursor && { cursor }) };
    const answer = await editor.run("get_symbols", args, { isStructured: true });
    const facts = JSON.parse(answer.factsJson);
    assert.equal(facts.notes, undefined, answer.factsJson);
    seen.push(...facts.symbols.map(({ name }) => name));
    cursor = facts.cursor;
  } while (cursor);
  assert.equal(seen.length, 2 * COUNT);
  assert.equal(new Set(seen).size, 2 * COUNT);
});

test("notes of the text are notes of the facts, and only for those who ask", async (t) => {
  const editor = makeEditor(t, {
    "src/a.ts": "export class Only {}\n",
    "src/b.ts": "export const other = 1;\n",
  });
  const args = { symbol: "Only", file_path: "src/b.ts" };
  const asked = await editor.run("find_definition", args, { isStructured: true });
  const [note] = JSON.parse(asked.factsJson).notes;
  assert.match(note, /^Note: 'src\/b\.ts' does not use 'Only'/);
  assert.ok(asked.text.includes(note));
  const plain = await editor.run("find_definition", args);
  assert.equal(plain.text, asked.text);
});

test("a text in parts is whole, however much longer it is as JSON", async (t) => {
  const texts = {
    "quotes.txt": '"\\'.repeat(400),
    "ends.txt": "\n\t\n".repeat(200),
    "words.txt": "one line of words\n".repeat(100),
  };
  const editor = makeEditor(t, texts);
  const tools = { file_read: {}, file_manage: { action: "read" }, get_buffer_info: {} };
  for (const max_tokens of [300, 500, 2000])
    for (const [tool, more] of Object.entries(tools))
      for (const [file_path, text] of Object.entries(texts)) {
        const parts = [];
        for (let cursor; parts.length < 100;) {
          const args = { file_path, max_tokens, ...more, ...(cursor && { cursor }) };
          const facts = JSON.parse((await editor.run(tool, args, { isStructured: true })).factsJson);
          parts.push(facts.content);
          cursor = facts.cursor;
          if (!cursor) break;
        }
        assert.equal(parts.join(""), text, `${tool} ${file_path} ${max_tokens}`);
      }
});
