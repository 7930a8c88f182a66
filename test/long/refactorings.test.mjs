/**
 * Some random refactorings of projects that others wrote, by real language servers: none breaks what compiles, and none
 * changes what a project's own tests see. test/refactorings/refactor.mjs makes as many as one wants.
 */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";

import { makeFolder } from "../engine/fake-editor.mjs";
import { openProject, TOOLS, tableOf, tryProject } from "../refactorings/refactor.mjs";

const PROJECTS = ["minimatch", "mustache", "cjson"];
const CALLS = 4;
const SEED = 3;

test("random refactorings leave projects as they behave", async (t) => {
  const into = makeFolder();
  const rows = [];
  for (const name of PROJECTS) {
    const opened = await openProject(name, path.join(makeFolder(), "project"), { hasDiagnostics: true });
    rows.push(...(await tryProject(opened, TOOLS, { seed: SEED, calls: CALLS, into })));
    await opened.editor.close();
  }
  t.diagnostic(tableOf(rows));
  const wrong = rows.filter(({ outcome }) => ["broken", "different"].includes(outcome));
  const told = fs.readdirSync(into).map((file) => fs.readFileSync(path.join(into, file), "utf8"));
  assert.equal(wrong.length, 0, told.join("\n\n"));
  const done = new Set(rows.filter(({ outcome }) => outcome === "done").map(({ tool }) => tool));
  assert.ok(done.size >= 3, `only ${[...done]} did anything`);
});
