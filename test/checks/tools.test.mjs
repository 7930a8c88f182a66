/** The tools' definitions: complete, plain enough for every client, and the only list of them. */
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";

import { readManifest, settingsOf } from "../../extension/build/manifest.mjs";
import { ROOT } from "../../extension/build/setup.mjs";
import { readDefinitions } from "../../native/tools/embed.mjs";
import { FILES, read } from "./tree.mjs";

const definitions = readDefinitions();

const HINTS = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];
const PLAIN = ["string", "integer", "number", "boolean"];
/** Keywords that some clients do not give to the model, or refuse. */
const UNIONS = ["anyOf", "oneOf", "allOf", "not", "if", "$ref", "$defs", "patternProperties"];
/** The members of a definition; any other is a mistake. */
const KEYS = [
  "name",
  "title",
  "toolset",
  "icon",
  "description",
  "inputSchema",
  "outputSchema",
  "annotations",
  "languageModelTool",
  "aliases",
  "audience",
  "freshness",
  "cached",
  "deadline_ms",
];
/** Tools that only people call need no words for models. */
const isForPeople = ({ audience }) => audience === "people";

/** Contracts of other servers write names like filePath. */
function checkArgument(key, property) {
  assert.match(key, /^[a-z][a-zA-Z0-9_]*$/);
  assert.ok(property.description?.length > 10 || property.enum, `${key} is not explained`);
  if (PLAIN.includes(property.type)) return;
  if (property.type === "object") return checkObject(key, property);
  assert.equal(property.type, "array", `${key}: ${property.type}`);
  const areValues = property.items && !Object.keys(property.items).length;
  if (areValues || PLAIN.includes(property.items?.type)) return;
  assert.equal(property.items?.type, "object", `${key}: ${property.items?.type}`);
  checkObject(key, property.items);
}

function checkObject(key, { additionalProperties, properties, required = [] }) {
  assert.equal(additionalProperties, false);
  for (const [name, part] of Object.entries(properties)) {
    assert.ok(PLAIN.includes(part.type), `${key}.${name}: ${part.type}`);
    assert.ok(part.description?.length > 10, `${key}.${name} is not explained`);
  }
  for (const name of required) assert.ok(name in properties, name);
}

for (const definition of definitions) {
  const { name, title, toolset, description, annotations, inputSchema, outputSchema } = definition;

  test(`${name}: what it is called`, () => {
    // Clients put the server's name in front and cut at 64 characters.
    assert.match(name, /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/);
    assert.ok(name.length <= 40, `${name.length} characters`);
    assert.match(name, /^(?!copilot_|vscode_)[\w-]+$/);
    assert.deepEqual(
      Object.keys(definition).filter((key) => !KEYS.includes(key)),
      [],
    );
    assert.ok(title.length > 0 && title.length <= 60);
    assert.ok([undefined, "people"].includes(definition.audience));
    if (isForPeople(definition)) return;
    assert.ok(description.length >= 80 && description.length <= 1_024, `${description.length} characters`);
    const { displayName } = definition.languageModelTool;
    assert.ok(displayName.length > 0 && displayName.length <= title.length, displayName);
  });

  test(`${name}: its hints`, () => {
    assert.deepEqual(Object.keys(annotations).sort(), [...HINTS].sort());
    for (const hint of HINTS) assert.equal(typeof annotations[hint], "boolean", hint);
    assert.ok(!(annotations.readOnlyHint && annotations.destructiveHint));
    // The chat asks before tools that are destructive. An index that manage_workspace deletes is written again,
    // lint, run_tests and web_fetch ask by themselves, and update_task changes an agent's own notes.
    const isSafe = ["manage_workspace", "lint", "run_tests", "update_task", "tick_task", "web_fetch"].includes(name);
    const isAsked = annotations.readOnlyHint || annotations.destructiveHint || isSafe;
    assert.ok(isAsked, "it changes something, and the chat would not ask");
    const deletes = /\b(delete|remove|rewrite)s?\b/.test(JSON.stringify([description, inputSchema]));
    assert.ok(!(annotations.readOnlyHint && deletes), "it is not read-only by its own words");
  });

  test(`${name}: its arguments are explained, and flat but for flat objects and lists of them`, () => {
    assert.equal(inputSchema.type, "object");
    assert.equal(inputSchema.additionalProperties, false);
    for (const [key, property] of Object.entries(inputSchema.properties)) {
      checkArgument(key, property);
    }
    for (const key of inputSchema.required ?? []) assert.ok(key in inputSchema.properties, key);
  });

  test(`${name}: no unions and references, in either schema`, () => {
    for (const schema of [inputSchema, outputSchema]) {
      const found = [];
      JSON.stringify(schema, (key, value) => {
        if (UNIONS.includes(key)) found.push(key);
        if (key === "type" && Array.isArray(value)) found.push(`type ${JSON.stringify(value)}`);
        return value;
      });
      assert.deepEqual(found, []);
    }
  });

  test(`${name}: one .c that defines it`, () => {
    assert.match(read(`native/tools/${toolset}/${name}.c`), new RegExp(`\\bsx_tool_${name}\\b`));
  });
}

/** Each thing has one name; the others are understood and never listed (native/engine/args.c). */
const OTHER_NAMES = /^(file|path|uri|filePath|symbol_name|name|target|limit|character|col|dry_run|contents)$/;

test("a thing has the same name in every tool", () => {
  const listed = definitions.flatMap(({ name, inputSchema }) =>
    Object.keys(inputSchema.properties).map((key) => `${name}.${key}`),
  );
  assert.deepEqual(
    listed.filter((one) => OTHER_NAMES.test(one.split(".")[1])),
    [],
  );
});

test("there is a tool", () => assert.ok(definitions.length > 0));

test("every .c of a tool has its .json", () => {
  const sources = FILES.filter((file) => /^native\/tools\/[a-z]+\/.*\.c$/.test(file));
  const defining = sources.filter((file) =>
    new RegExp(`^sx_status sx_tool_${basename(file, ".c")}\\(`, "m").test(read(file)),
  );
  const named = defining.map((file) => join(dirname(file), `${basename(file, ".c")}.json`));
  assert.deepEqual(
    named.filter((file) => !FILES.includes(file)),
    [],
  );
  assert.equal(defining.length, definitions.length);
});

test("names are unique, in their toolset's folder and over all of them", () => {
  assert.equal(new Set(definitions.map(({ name }) => name)).size, definitions.length);
});

/** Tokens that a list of tools takes of every conversation. */
function tokensOf(listed) {
  const texts = listed.map(({ name, description, inputSchema }) => JSON.stringify({ name, description, inputSchema }));
  return texts.join("").length / 4;
}

function isDefault({ toolset, audience }) {
  return audience !== "people" && settingsOf(readManifest())["sextant.toolsets"].default.includes(toolset);
}

test("the tools of the default toolsets take at most 7,850 tokens of every conversation", () => {
  const tokens = tokensOf(definitions.filter(isDefault));
  assert.ok(tokens > 2_000 && tokens <= 7_850, `${tokens} tokens`);
});

test("with those that search they take at most 8,550", () => {
  const isSearching = ({ name }) => ["glob", "grep"].includes(name);
  const tokens = tokensOf(definitions.filter((one) => isDefault(one) || isSearching(one)));
  assert.ok(tokens > 4_500 && tokens <= 8_550, `${tokens} tokens`);
});

test("the addon carries the same definitions, byte for byte", () => {
  const addon = createRequire(import.meta.url)(join(ROOT, "build/Release/sextant.node"));
  assert.deepEqual(
    [...addon.definitions],
    definitions.map((definition) => JSON.stringify(definition)),
  );
});
