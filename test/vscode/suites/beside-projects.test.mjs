/** Scripts that no tsconfig.json names, and other packages of a monorepo, in a window where none of them is open. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";

import { openScene } from "./scene.mjs";
import { callTool } from "./support.mjs";

/** More than the editor keeps open without a tab. */
const MANY = 60;
const FILES = {
  "tsconfig.json": JSON.stringify({ compilerOptions: { strict: true, noEmit: true }, include: ["src"] }),
  "src/shared.ts":
    "export function shared(n: number): number {\n  return n;\n}\n\n" +
    "export function lonely(): void {}\n\nexport function many(): void {}\n",
  "src/inside.ts": 'import { shared } from "./shared";\n\nexport const inside = shared(1);\n',
  "test/use.ts":
    'import { shared, lonely } from "../src/shared";\n\nexport function run() {\n  lonely();\n' +
    "  return { shared: shared(2), lonely: 1 };\n}\n\nexport const short = { shared };\n",
  "test/other.ts": "export function shared(): void {}\n\nshared();\n",
  ".storybook/story.ts": 'import * as all from "../src/shared";\n\nexport const story = all.shared(3);\n',
};
for (let i = 0; i < MANY; i++)
  FILES[`many/m${i}.ts`] = `import { many } from "../src/shared";\n\nexport const m${i} = many();\n`;

/** A package, and three that use it in ways of their own; `other` has a symbol of the same name. */
const composite = { compilerOptions: { strict: true, composite: true, module: "nodenext" }, include: ["src"] };
const bundled = { compilerOptions: { strict: true, noEmit: true, module: "esnext", moduleResolution: "bundler" } };
const PACKAGES = {
  "base/package.json": { name: "@mono/base", types: "./src/index.ts", main: "./src/index.ts" },
  "base/tsconfig.json": composite,
  "base/src/index.ts":
    "export function alpha(n: number): number {\n  return n;\n}\n\nexport class Box {\n  fill(): void {}\n}\n",
  "base/src/own.ts": 'import { alpha } from "./index.js";\n\nexport const own = alpha(1);\n',
  "by-name/package.json": { name: "@mono/by-name", dependencies: { "@mono/base": "1.0.0" } },
  "by-name/tsconfig.json": { ...bundled, include: ["src"] },
  "by-name/src/use.ts":
    'import { alpha, Box } from "@mono/base";\n\nexport function caller() {\n  new Box().fill();\n  return alpha(2);\n}\n',
  "by-name/src/more.ts": 'import * as all from "@mono/base";\n\nexport const more = all.alpha(3);\n',
  "by-path/package.json": { name: "@mono/by-path" },
  "by-path/tsconfig.json": { ...composite, references: [{ path: "../base" }] },
  "by-path/src/use.ts": 'import { alpha } from "../../base/src/index.js";\n\nexport const path = alpha(4);\n',
  "by-name-too/package.json": { name: "@mono/by-name-too", dependencies: { "@mono/by-name": "1.0.0" } },
  "by-name-too/tsconfig.json": { ...bundled, include: ["src"] },
  "by-name-too/src/use.ts": 'import { alpha } from "@mono/base";\n\nexport const too = alpha(5);\n',
  "other/package.json": { name: "@mono/other" },
  "other/tsconfig.json": { ...bundled, include: ["src"] },
  "other/src/use.ts": "export function alpha(): void {}\n\nalpha();\n",
};
for (const [file, text] of Object.entries(PACKAGES))
  FILES[`packages/${file}`] = typeof text === "string" ? text : JSON.stringify(text);

const LINKS = Object.fromEntries(["base", "by-name"].map((name) => [`node_modules/@mono/${name}`, `packages/${name}`]));

const scene = openScene(FILES, LINKS);

const places = (list) => list.map(({ file, line }) => `${file}:${line}`).sort();
const of = (symbol) => ({ symbol, file_path: "src/shared.ts", max_tokens: 8000 });

test("uses in them are found, and no other symbol's", async () => {
  const { text, facts } = await callTool(scene.agent, "find_references", of("shared"));
  assert.equal(facts.status, "found", text);
  assert.deepEqual(places(facts.references), [
    ".storybook/story.ts:3",
    "src/inside.ts:1",
    "src/inside.ts:3",
    "test/use.ts:1",
    "test/use.ts:5",
    "test/use.ts:8",
  ]);
  assert.doesNotMatch(text, /Unknown/);
});

test("what is used there alone is used", async () => {
  const { text, facts } = await callTool(scene.agent, "find_references", of("lonely"));
  assert.equal(facts.status, "found", text);
  assert.deepEqual(places(facts.references), ["test/use.ts:1", "test/use.ts:4"]);
});

test("and has callers", async () => {
  const { text, facts } = await callTool(scene.agent, "get_call_hierarchy", { ...of("lonely"), direction: "incoming" });
  assert.equal(facts.status, "found", text);
  assert.deepEqual(
    facts.incoming_calls.map(({ caller, file }) => `${caller} ${file}`),
    ["run test/use.ts"],
  );
});

const ofBase = (symbol) => ({ symbol, file_path: "packages/base/src/index.ts", max_tokens: 8000 });

test("callers in other packages are found first of all", async () => {
  const args = { ...ofBase("alpha"), direction: "incoming" };
  const { text, facts } = await callTool(scene.agent, "get_call_hierarchy", args);
  assert.equal(facts.status, "found", text);
  assert.deepEqual(facts.incoming_calls.map(({ file }) => file).sort(), [
    "packages/base/src/own.ts",
    "packages/by-name-too/src/use.ts",
    "packages/by-name/src/more.ts",
    "packages/by-name/src/use.ts",
    "packages/by-path/src/use.ts",
  ]);
});

test("and so are uses of a function and of a method, and no other symbol's", async () => {
  const { text, facts } = await callTool(scene.agent, "find_references", ofBase("alpha"));
  assert.equal(facts.status, "found", text);
  assert.deepEqual(places(facts.references), [
    "packages/base/src/own.ts:1",
    "packages/base/src/own.ts:3",
    "packages/by-name-too/src/use.ts:1",
    "packages/by-name-too/src/use.ts:3",
    "packages/by-name/src/more.ts:3",
    "packages/by-name/src/use.ts:1",
    "packages/by-name/src/use.ts:5",
    "packages/by-path/src/use.ts:1",
    "packages/by-path/src/use.ts:3",
  ]);
  assert.doesNotMatch(text, /Unknown/);
  const fill = await callTool(scene.agent, "find_references", ofBase("Box.fill"));
  assert.deepEqual(places(fill.facts.references), ["packages/by-name/src/use.ts:4"], fill.text);
});

test("more of them than the editor keeps open are all found, and again", async () => {
  for (let i = 0; i < 2; i++) {
    const { text, facts } = await callTool(scene.agent, "find_references", of("many"));
    assert.equal(facts.status, "found", text);
    assert.equal(facts.references.length, 2 * MANY, text);
    assert.doesNotMatch(text, /Unknown/);
  }
});

test("a rename changes them, too", async () => {
  for (const [symbol, name] of [
    ["many", "lots"],
    ["shared", "common"],
  ]) {
    const args = { ...of(symbol), new_name: name, preview: false };
    const { text, isError } = await callTool(scene.agent, "rename_symbol", args);
    assert.equal(isError, false, text);
    assert.match(text, /^APPLIED/, text);
  }
  const read = (file) => readFile(join(scene.folder, file), "utf8");
  for (let i = 0; i < MANY; i++)
    assert.equal(await read(`many/m${i}.ts`), FILES[`many/m${i}.ts`].replaceAll(/\bmany\b/g, "lots"));
  const use = FILES["test/use.ts"]
    .replace("{ shared, lonely }", "{ common, lonely }")
    .replace("shared(2)", "common(2)")
    .replace("{ shared }", "{ shared: common }");
  assert.equal(await read("test/use.ts"), use);
  assert.equal(await read("test/other.ts"), FILES["test/other.ts"]);
  assert.equal(await read(".storybook/story.ts"), FILES[".storybook/story.ts"].replace("all.shared", "all.common"));
  const args = { ...ofBase("alpha"), new_name: "omega", preview: false };
  const { text } = await callTool(scene.agent, "rename_symbol", args);
  assert.match(text, /^APPLIED/, text);
  for (const file of Object.keys(PACKAGES).filter((name) => name.endsWith(".ts"))) {
    const before = FILES[`packages/${file}`];
    const after = file.startsWith("other/") ? before : before.replaceAll(/\balpha\b/g, "omega");
    assert.equal(await read(`packages/${file}`), after);
  }
});
