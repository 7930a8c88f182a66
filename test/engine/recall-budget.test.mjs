/** recall keeps to max_tokens, text and facts, with a plan, long lists and long questions, and loses no note. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";

import { makeFolder, openEditor } from "./fake-editor.mjs";

const caller = { client: "Cline 1.0" };
const QUERIES = [undefined, "some words of a note", "words ".repeat(40), "+"];

async function open(t, branch, title) {
  const folder = makeFolder();
  const editor = openEditor(folder);
  t.after(() => editor.engine.dispose());
  editor.engine.keepChanges(makeFolder());
  const changed = Array.from({ length: 50 }, (_, i) => path.join(folder, `src/module${i}/component-name-${i}.ts`));
  const commit = branch && "0123456789abcdef0123456789abcdef01234567";
  editor.on.repositories = () => ({ data: [{ root: folder, branch, commit, changed }] });
  const run = (tool, args, more) => editor.engine.call(tool, args, { caller, ...more });
  let files = 0;
  /** The engine's own estimate of the tokens of a text, by an answer that has it. */
  const count = async (text) => {
    const file_path = `${++files}.txt`;
    fs.writeFileSync(path.join(folder, file_path), text);
    return (await run("file_read", { file_path, max_tokens: 50_000 })).tokens;
  };
  const tags = Array.from({ length: 20 }, (_, i) => `tag-number-${i}`);
  if (title) await run("plan", { action: "save", title, content: "- [ ] another step\n".repeat(60) });
  for (let i = 0; i < 4; i++) {
    const description = "Some words of a note, `code()`.\n- item\n".repeat(1 + i * 50);
    assert.equal((await run("checkpoint", { description, tags })).isError, false);
  }
  return { run, count };
}

for (const branch of ["", "feature/long-branch-name-of-a-ticket"])
  for (const title of ["", "A plan with a title that is somewhat long"])
    test(`on ${branch || "no branch"}, with ${title || "no plan"}`, async (t) => {
      const { run, count } = await open(t, branch, title);
      const frame = await count("");
      for (const query of QUERIES)
        for (const max_tokens of [100, 120, 160, 300])
          for (const isStructured of [false, true]) {
            const ids = [];
            for (let cursor = ""; cursor !== undefined && ids.length < 9;) {
              const args = { max_tokens, ...(query && { query }), ...(cursor && { cursor }) };
              const { text, tokens, factsJson } = await run("recall", args, { isStructured });
              assert.ok(tokens <= max_tokens, `${tokens} of ${max_tokens}: ${text}`);
              const facts = isStructured ? (await count(factsJson)) - frame : 0;
              assert.ok(facts <= max_tokens, `${facts} of ${max_tokens}: ${factsJson}`);
              const { checkpoints, cursor: next } = JSON.parse(factsJson);
              ids.push(...checkpoints.map(({ id }) => Number(id)));
              for (const { description } of checkpoints) assert.match(description, /^Some words/);
              cursor = next;
            }
            assert.deepEqual(ids, query === "+" ? [] : [4, 3, 2, 1]);
          }
    });
