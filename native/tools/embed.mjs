// Makes tools.inc: every tool's JSON definition as a C string, in the order of the folders and
// file names. Usage: node embed.mjs OUT
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const tools = dirname(fileURLToPath(import.meta.url));

/** Every definition below native/tools, parsed, sorted by toolset and name. */
export function readDefinitions() {
  const folders = readdirSync(tools, { withFileTypes: true }).filter((e) => e.isDirectory());
  return folders
    .map((folder) => folder.name)
    .sort()
    .flatMap((folder) =>
      readdirSync(join(tools, folder))
        .filter((file) => file.endsWith(".json"))
        .sort()
        .map((file) => {
          const definition = JSON.parse(readFileSync(join(tools, folder, file), "utf8"));
          if (`${definition.name}.json` !== file)
            throw new Error(`${folder}/${file} defines a tool of another name: ${definition.name}`);
          if (definition.toolset !== folder)
            throw new Error(`${folder}/${file} is of another toolset: ${definition.toolset}`);
          return definition;
        }),
    );
}

// Compilers limit the length of a string literal, not that of literals side by side.
function literal(text) {
  const pieces = text.match(/[\s\S]{1,400}/gu) ?? [""];
  return pieces.map((piece) => JSON.stringify(piece).replace(/\?\?/g, "?\\?")).join(" ");
}

function main(out) {
  const rows = readDefinitions().map(
    (definition) => `SX_TOOL(${definition.name}, ${literal(JSON.stringify(definition))})`,
  );
  writeFileSync(out, `#define SX_TOOL_LIST \\\n${rows.map((row) => `  ${row} \\\n`).join("")}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv[2]);
