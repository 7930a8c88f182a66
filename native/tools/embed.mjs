// Makes C of the tools' JSON definitions, in the order of the folders and file names.
//   node embed.mjs OUT             each whole, for the engine: SX_TOOL(name, json)
//   node embed.mjs OUT --offered   as MCP lists them, for the bridge: SX_OFFERED(toolset, default, json, output)
//                                  and the server's prompts and instructions
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const tools = dirname(fileURLToPath(import.meta.url));

/**
 * A part of a schema that is "@name" (a property, or the items of an array) is the schema of that
 * name in schema.json. Definitions share these.
 */
function expand(schema, shared) {
  if (typeof schema === "string" && schema.startsWith("@")) {
    const found = shared[schema.slice(1)];
    if (!found) throw new Error(`schema.json has no '${schema}'.`);
    return expand(found, shared);
  }
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return schema;
  const { properties, items } = schema;
  const all = (named) => Object.fromEntries(Object.entries(named).map(([name, one]) => [name, expand(one, shared)]));
  return {
    ...schema,
    ...(properties && { properties: all(properties) }),
    ...(items && { items: expand(items, shared) }),
  };
}

/** Any answer may carry notes: native/answer/structured.c takes them from the text. */
function withNotes(schema) {
  return { ...schema, properties: { ...schema.properties, notes: "@notes" } };
}

/**
 * How the engine runs a tool (native/engine/tool_flags.h): the words or the type that a flag has, and what it is where
 * the definition does not say it.
 */
const FLAGS = {
  freshness: { words: ["none", "files", "servers"], default: "files" },
  cached: { type: "boolean", default: false },
  audience: { words: ["people"] },
  deadline_ms: { type: "number" },
};

/** The flags of a definition, each with its default; an unknown value is an error. */
function flagsOf(definition, file) {
  const rows = Object.entries(FLAGS).map(([name, flag]) => {
    const value = definition[name] ?? flag.default;
    const fits = flag.words ? flag.words.includes(value) : typeof value === flag.type;
    if (value !== undefined && !fits) throw new Error(`${file}: '${value}' is not a value of '${name}'.`);
    return [name, value];
  });
  return Object.fromEntries(rows.filter(([, value]) => value !== undefined));
}

/** Every definition below native/tools, parsed, its schemas whole, sorted by toolset and name. */
export function readDefinitions() {
  const shared = JSON.parse(readFileSync(join(tools, "schema.json"), "utf8"));
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
          const { inputSchema, outputSchema } = definition;
          return {
            ...definition,
            ...flagsOf(definition, `${folder}/${file}`),
            inputSchema: expand(inputSchema, shared),
            outputSchema: expand(withNotes(outputSchema), shared),
          };
        }),
    );
}

// Compilers limit the length of a string literal, not that of literals side by side.
function literal(text) {
  const pieces = text.match(/[\s\S]{1,400}/gu) ?? [""];
  return pieces.map((piece) => JSON.stringify(piece).replace(/\?\?/g, "?\\?")).join(" ");
}

/** The members of a tool in the answer to tools/list, but for `outputSchema`. */
function offered({ name, title, description, inputSchema, annotations }) {
  return { name, title, description, inputSchema, annotations: { title, ...annotations } };
}

/** The toolsets that are on by default, from the setting's declaration. */
function defaultToolsets() {
  const manifest = JSON.parse(readFileSync(join(tools, "../../package.json"), "utf8"));
  const groups = manifest.contributes.configuration.map(({ properties }) => properties);
  return Object.assign({}, ...groups)["sextant.toolsets"].default;
}

/**
 * The prompts of the server: the skills of extension/skills, by the names of their folders, as extension/src/doors/mcp.ts
 * gives them.
 */
export function readPrompts() {
  const folder = join(tools, "../../extension/skills");
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const [, description] = /^description: (.*)$/m.exec(readFileSync(join(folder, name, "SKILL.md"), "utf8"));
      const about = "The symbol, file or question that it is about.";
      const list = [{ name: "about", description: about, required: false }];
      return { name: name.replace("sextant-", ""), description, arguments: list };
    });
}

function offeredRow(definition, defaults) {
  const { toolset, outputSchema } = definition;
  const [json, output] = [offered(definition), outputSchema].map((value) => literal(JSON.stringify(value)));
  return `SX_OFFERED(${literal(toolset)}, ${defaults.includes(toolset)}, ${json}, ${output})`;
}

function main(out, isOffered) {
  const whole = (definition) => `SX_TOOL(${definition.name}, ${literal(JSON.stringify(definition))})`;
  const defaults = isOffered ? defaultToolsets() : [];
  const forAgents = (definition) => definition.audience !== "people";
  const rows = isOffered
    ? readDefinitions()
        .filter(forAgents)
        .map((definition) => offeredRow(definition, defaults))
    : readDefinitions().map(whole);
  const list = isOffered ? "SX_OFFERED_LIST" : "SX_TOOL_LIST";
  const instructions = readFileSync(join(tools, "instructions.txt"), "utf8").trim();
  const prompts = () => literal(JSON.stringify({ prompts: readPrompts() }));
  const more = isOffered ? `#define SX_INSTRUCTIONS ${literal(instructions)}\n#define SX_PROMPTS ${prompts()}\n` : "";
  writeFileSync(out, `#define ${list} \\\n${rows.map((row) => `  ${row} \\\n`).join("")}\n${more}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv[2], process.argv[3] === "--offered");
