/**
 * A grammar's scanner writes its state where native/parse/scanners.c lets it, by the names in scanner_names.h: one that
 * is not there would write into the parser's own memory, as much as it wants.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";

import { listSources } from "../../native/deps/tree-sitter/sources.mjs";
import { read } from "./tree.mjs";

const FOLDER = "native/deps/tree-sitter";

/** The names of the grammars that have a scanner, by their parser.c. */
function withScanner() {
  return listSources("scanner.c")
    .map((path) => read(join(FOLDER, path.replace("scanner.c", "parser.c"))))
    .map((source) => /\btree_sitter_(\w+)_external_scanner_serialize\b/.exec(source)[1])
    .sort();
}

test("what each scanner writes goes through the engine", () => {
  const names = withScanner();
  assert.ok(names.length > 10);
  const renamed = [
    ...read(`${FOLDER}/scanner_names.h`).matchAll(
      /^#define tree_sitter_(\w+)_external_scanner_serialize sx_scanner_(\w+)_write$/gm,
    ),
  ];
  assert.deepEqual(renamed.map(([, from]) => from).sort(), names);
  for (const [line, from, to] of renamed) assert.equal(to, from, line);
  const rows = [...read("native/parse/scanners.c").matchAll(/^ROW\((\w+), \w+\)$/gm)];
  assert.deepEqual(rows.map(([, name]) => name).sort(), names);
});
