/**
 * Searches in the code of other projects against `git grep` with Perl's syntax.
 *
 * SEED=7 makes the patterns of that seed again; COUNT=200 makes so many for each corpus.
 */
import assert from "node:assert/strict";
import { test } from "node:test";

import { openEditor } from "../engine/fake-editor.mjs";
import { compareWithGit, hasPerlSyntax } from "../engine/grep-oracle.mjs";
import { copyCorpus } from "./corpora.mjs";

const SEED = Number(process.env.SEED ?? 11);
const COUNT = Number(process.env.COUNT ?? 150);

for (const name of ["rxjs", "lua", "python"])
  test(`the same lines as git grep in ${name}`, async (t) => {
    const { folder, remove } = await copyCorpus(name);
    const editor = openEditor(folder);
    t.after(async () => {
      editor.engine.dispose();
      await remove();
    });
    if (!hasPerlSyntax(folder, "the")) return t.skip("git without Perl's syntax");
    const call = async (args) => {
      const answer = await editor.run("grep", { ...args, max_tokens: 50_000 });
      return { ...answer, facts: JSON.parse(answer.factsJson) };
    };
    assert.ok((await compareWithGit(call, folder, COUNT, SEED)) > COUNT * 0.6);
  });
