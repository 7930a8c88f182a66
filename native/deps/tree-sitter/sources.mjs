/**
 * Prints the sources of the grammars, relative to this folder: what the build compiles.
 *
 *   node sources.mjs parser.c|scanner.c
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const PACKAGES = "../node_modules";

/** The folders with each grammar's `src`, below node_modules. */
export const GRAMMARS = [
  ...["bash", "c", "c-sharp", "cpp", "css", "elixir", "go", "html", "java", "javascript", "json"],
  ...["php/php", "python", "ruby", "rust", "scala", "swift", "typescript/tsx", "typescript/typescript"],
]
  .map((name) => `tree-sitter-${name}`)
  .concat(
    ["kotlin", "lua", "markdown/tree-sitter-markdown", "toml", "yaml", "zig"].map(
      (name) => `@tree-sitter-grammars/tree-sitter-${name}`,
    ),
  );

/** `parser.c` or `scanner.c` of each grammar that has it: paths relative to this folder, with slashes. */
export function listSources(file) {
  const here = dirname(fileURLToPath(import.meta.url));
  return GRAMMARS.map((grammar) => `${PACKAGES}/${grammar}/src/${file}`).filter((path) => existsSync(join(here, path)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(listSources(process.argv[2]).join(" "));
