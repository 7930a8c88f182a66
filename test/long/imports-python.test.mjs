/** Compares what the files of Python's library import with Python's own path finder: forward and backward. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import test from "node:test";

import { makeFolder, openEditor } from "../engine/fake-editor.mjs";
import { listDependencies } from "./imports-kit.mjs";

const SCRIPT = join(dirname(fileURLToPath(import.meta.url)), "imports-python.py");

function python(...args) {
  const { stdout, stderr, status } = spawnSync("/usr/bin/python3", args, { encoding: "utf8", maxBuffer: 1 << 28 });
  assert.equal(status, 0, stderr);
  return stdout;
}

/** Rows of the tool, and the lines that they are at. */
function rowsOf({ imports, external, missing }) {
  const rows = new Map();
  const add = (row, lines) => rows.set(row, new Set([...(rows.get(row) ?? []), ...lines]));
  for (const { file, lines } of imports) add(`f ${file}`, lines);
  for (const { name, lines } of external) add(`e ${name}`, lines);
  for (const { line } of missing) add("m", [line]);
  return rows;
}

test("the imports of Python's library are those that Python finds", { timeout: 900_000 }, async (t) => {
  const library = dirname(python("-c", "import os; print(os.__file__)").trim());
  const folder = join(makeFolder(), "library");
  const leavesOut = /\/(__pycache__|dist-packages|site-packages|lib-dynload|config-[^/]*|test|idlelib\/idle_test)$/;
  cpSync(library, folder, { recursive: true, filter: (path) => !leavesOut.test(path), dereference: true });
  const judged = JSON.parse(python("-I", SCRIPT, folder));
  const editor = openEditor(folder);
  t.after(() => editor.engine.dispose());
  const wrong = [];
  const importers = new Map();
  let count = 0;
  for (const [file, wanted] of Object.entries(judged)) {
    const told = rowsOf(await listDependencies(editor, file, "imports"));
    const met = new Set();
    for (const [lines, full] of wanted) {
      const row = full[0] === "m" ? "m" : full;
      count++;
      met.add(row);
      if (row === `f ${file}`) continue; // a cycle
      if (row[0] === "f") importers.set(row.slice(2), (importers.get(row.slice(2)) ?? new Set()).add(file));
      const has = [lines].flat().some((line) => told.get(row)?.has(line));
      if (!has) wrong.push(`${file}:${[lines].flat()[0]}: ${full}`);
    }
    for (const row of told.keys()) if (!met.has(row)) wrong.push(`${file}: not ${row} (${[...told.get(row)]})`);
  }
  t.diagnostic(`${count} imports in ${Object.keys(judged).length} files`);
  assert.deepEqual(wrong.slice(0, 30), []);
  for (const file of Object.keys(judged)) {
    const { imported_by } = await listDependencies(editor, file, "imported_by");
    const wanted = [...(importers.get(file) ?? [])].sort();
    assert.deepEqual(imported_by.map((one) => one.file).sort(), wanted, `${file} is imported by`);
  }
});
