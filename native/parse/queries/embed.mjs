// Makes C of the queries: for each NAME.scm here a macro QUERY_NAME, its text without comments.
//   node embed.mjs OUT
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

/** The names of the queries, sorted. */
export function listQueries() {
  const files = readdirSync(here).filter((file) => file.endsWith(".scm"));
  return files.map((file) => file.slice(0, -".scm".length)).sort();
}

/** The lines of a query that are more than a comment. */
export function readQuery(name) {
  const lines = readFileSync(join(here, `${name}.scm`), "utf8").split("\n");
  return lines.map((line) => line.replace(/^\s*;.*/, "").trim()).filter(Boolean);
}

/** All of them as C. */
export function queriesAsC() {
  const quote = (line) => `"${line.replace(/\\/g, "\\\\").replace(/"/g, '\\"')}\\n"`;
  return listQueries()
    .map((name) => `#define QUERY_${name} \\\n${readQuery(name).map(quote).join(" \\\n")}\n`)
    .join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(process.argv[2], queriesAsC());
