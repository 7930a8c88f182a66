/** Trees to search in: SEXTANT_BENCH_TREE, or a copy of the packages of this clone, about 5,000 files. */
import { cpSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { root } from "../native/build.mjs";

const MOST_FILES = 5000;
/** Rules, and folders that the editor's settings hide, count for each peer in another way. */
const HIDING = /[\\/](node_modules|bower_components|\.gitignore|\.ignore)$/;

/** Packages until there are so many files. */
function copyPackages(folder) {
  let files = 0;
  for (const name of readdirSync(join(root, "node_modules")).filter((one) => !one.startsWith("."))) {
    const from = join(root, "node_modules", name);
    const to = join(folder, "packages", name);
    cpSync(from, to, { recursive: true, filter: (path) => !HIDING.test(path.slice(from.length)) });
    files += readdirSync(to, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).length;
    if (files >= MOST_FILES) break;
  }
}

/** `{folder, remove}`, the latter for the end. `changes`: its files are changed, so it is a copy in any case. */
export function makeTree({ changes = false } = {}) {
  const given = process.env.SEXTANT_BENCH_TREE && resolve(process.env.SEXTANT_BENCH_TREE);
  if (given && !changes) return { folder: given, remove() {} };
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "sextant-bench-tree-")));
  if (given) cpSync(given, join(folder, "tree"), { recursive: true, verbatimSymlinks: true });
  else copyPackages(folder);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
