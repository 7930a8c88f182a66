/** The facts of a Python folder that deep_dive must have, by Python's own parser: functions, types and files. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

function run(program, folder) {
  const path = fileURLToPath(new URL(program, import.meta.url));
  const { status, stdout, stderr } = spawnSync("/usr/bin/python3", [path, folder], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

/** `{callables, types, files}`, as dive-typescript.mjs has them. */
export function readPythonFolder(folder) {
  const { callables, types, files } = run("dive-python.py", folder);
  const imports = run("imports-python.py", folder);
  const toMeaning = ({ name, keys }) => ({ name, keys: new Set(keys) });
  const importers = new Map(files.map(({ file }) => [file, new Map()]));
  for (const [file, rows] of Object.entries(imports))
    for (const [line, row] of rows) {
      const of = row.startsWith("f ") && importers.get(row.slice(2));
      // An import in parentheses counts with the line of the name, or with that of the statement.
      if (of) of.set(file, new Set([...(of.get(file) ?? []), ...[line].flat()]));
    }
  const importsOf = (file) =>
    (imports[file] ?? [])
      .map(([, row]) => row)
      .filter((row) => row.startsWith("f "))
      .map((row) => row.slice(2));
  return {
    callables: callables.map((one) => ({ ...one, callees: one.callees.map(toMeaning) })),
    types: types.map((one) => ({ ...one, bases: one.bases.map(toMeaning), below: new Set(one.below) })),
    files: files.map((one) => ({
      ...one,
      declared: new Set(one.declared),
      imports: new Set(importsOf(one.file)),
      importers: importers.get(one.file),
    })),
  };
}
