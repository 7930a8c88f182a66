/** Lists in pages: each item once, and a cursor of another list is refused by one sentence. */
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import { makeEditor } from "./fake-editor.mjs";

const CHANGED = /The list has changed since the answer with this cursor\. Call again without it\./;
const NO_CURSOR = /cursor must be copied unchanged from the previous answer\./;

const functions = (count) => Array.from({ length: count }, (_, i) => `export function f${i}() {}\n`).join("");

async function pagesOf(editor, tool, args, list) {
  const items = [];
  let cursor;
  for (let pages = 1; ; pages++) {
    const answer = await editor.run(tool, { ...args, ...(cursor && { cursor }) });
    const facts = JSON.parse(answer.factsJson);
    items.push(...facts[list]);
    assert.equal(facts.truncated, facts.cursor !== undefined);
    cursor = facts.cursor;
    if (!cursor) return { items, pages };
  }
}

async function refuses(editor, tool, args, cursor, code, sentence) {
  const answer = await editor.run(tool, { ...args, cursor });
  assert.equal(answer.code, code, answer.text);
  assert.match(answer.text, sentence);
}

test("an outline in pages", async (t) => {
  const editor = makeEditor(t, { "src/f.ts": functions(60) });
  const args = { file_path: "src/f.ts", limit: 25 };
  const { items, pages } = await pagesOf(editor, "get_symbols", args, "symbols");
  assert.equal(pages, 3);
  assert.deepEqual(
    items.map(({ name }) => name),
    Array.from({ length: 60 }, (_, i) => `f${i}`),
  );
  const { cursor } = JSON.parse((await editor.run("get_symbols", args)).factsJson);
  for (const made of ["abc", "25", "-1"])
    await refuses(editor, "get_symbols", args, made, "invalid_argument", NO_CURSOR);
  fs.writeFileSync(editor.path("src/f.ts"), functions(61));
  await refuses(editor, "get_symbols", args, cursor, "conflict", CHANGED);
});

test("diagnostics in pages", async (t) => {
  const editor = makeEditor(t, { "src/f.ts": functions(60) });
  const rows = (count) => Array.from({ length: count }, (_, i) => [i, 0, i, 6, 0, "1", "ts", `wrong ${i}`]);
  let count = 60;
  editor.on.diagnostics = () => ({ data: { events: 1, loaded: true, exact: true, rows: rows(count) } });
  const args = { file: "src/f.ts", max_tokens: 300 };
  const { items, pages } = await pagesOf(editor, "get_diagnostics", args, "diagnostics");
  assert.ok(pages > 2, `${pages} pages`);
  assert.deepEqual(
    items.map(({ message }) => message),
    rows(60).map((row) => row[7]),
  );
  const { cursor } = JSON.parse((await editor.run("get_diagnostics", args)).factsJson);
  await refuses(editor, "get_diagnostics", args, "abc", "invalid_argument", NO_CURSOR);
  count = 59;
  await refuses(editor, "get_diagnostics", args, cursor, "conflict", CHANGED);
});
