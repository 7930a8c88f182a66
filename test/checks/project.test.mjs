/** What the project says of itself, held against what is there. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";

import { updateManifest } from "../../extension/build/manifest.mjs";
import { ROOT } from "../../extension/build/setup.mjs";
import { readDefinitions } from "../../native/tools/embed.mjs";

const MAX_LINES = 600;
const MAX_SHIM_LINES = 2500;
const TOP_LEVEL = ["CHANGELOG.md", "LICENSE", "README.md", "binding.gyp", "extension", "native", "package-lock.json", "package.json", "test"];

/** Folders of the engine in dependency order: each includes only those before it. */
const LAYERS = ["base", "text", "markdown", "match", "os", "syntax", "index", "host", "workspace", "change", "answer", "tools", "binding"];

const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: ROOT, encoding: "utf8" })
  .split("\n")
  .filter((file) => file && existsSync(join(ROOT, file)));
const read = (file) => readFileSync(join(ROOT, file), "utf8");
const isVendored = (file) => file.startsWith("native/deps/");
const isOurs = (file) => !isVendored(file) && file !== "package-lock.json";
const countLines = (file) => read(file).split("\n").length - 1;

test("the top level holds what it should", () => {
  const top = [...new Set(tracked.map((file) => file.split("/")[0]))].filter((name) => !name.startsWith(".")).sort();
  assert.deepEqual(top, TOP_LEVEL);
});

test("every tool is a .json and a .c of its name, with a flat schema", () => {
  for (const { name, toolset, inputSchema, annotations, description } of readDefinitions()) {
    assert.match(name, /^[a-z][a-z0-9_]{1,39}$/);
    assert.ok(existsSync(join(ROOT, "native/tools", toolset, `${name}.c`)), `${name}.c`);
    assert.ok(description.length > 40, name);
    for (const [key, property] of Object.entries(inputSchema.properties)) {
      assert.ok(["string", "integer", "boolean", "array"].includes(property.type), `${name}.${key}`);
      for (const union of ["anyOf", "oneOf", "allOf"]) assert.equal(property[union], undefined, `${name}.${key}`);
    }
    for (const hint of ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"])
      assert.equal(typeof annotations[hint], "boolean", `${name}.${hint}`);
  }
});

test("package.json declares the same tools", () => {
  assert.equal(updateManifest({ checkOnly: true }), false, "run `npm run build` and commit package.json");
});

test("the engine's folders include only those before them", () => {
  for (const file of tracked.filter((name) => /^native\/(?!deps|bridge|nodedir).*\.(c|h|cc)$/.test(name))) {
    const layer = LAYERS.indexOf(file.split("/")[1]);
    assert.ok(layer >= 0, `${file} is in no known folder`);
    for (const [, included] of read(file).matchAll(/^#include "([a-z]+)\/[^"]+"/gm)) {
      const other = LAYERS.indexOf(included);
      assert.ok(other >= 0 && other <= layer, `${file} includes ${included}/`);
    }
    const [folder] = file.split("/").slice(1);
    const text = read(file);
    if (/#include <uv\.h>/.test(text)) assert.ok(["os", "host", "workspace", "tools"].includes(folder), `${file} uses libuv`);
    if (/#include <cJSON\.h>/.test(text)) assert.ok(["host", "answer", "tools"].includes(folder), `${file} uses cJSON`);
    if (/napi\.h|node_api\.h/.test(text)) assert.equal(folder, "binding", file);
  }
});

test("the shim is small, and knows the editor only where it should", () => {
  const shim = tracked.filter((file) => /^extension\/src\/.*\.ts$/.test(file));
  const lines = shim.reduce((sum, file) => sum + countLines(file), 0);
  assert.ok(lines <= MAX_SHIM_LINES, `${lines} lines`);
  for (const file of shim.filter((name) => /from "vscode"/.test(read(name))))
    assert.match(file, /^extension\/src\/(host|doors|ui)\/|^extension\/src\/(extension|context)\.ts$/);
});

test("no file is too long to read", () => {
  const isCode = (file) => /\.(c|h|cc|ts|mjs|js)$/.test(file) && isOurs(file);
  const long = tracked.filter(isCode).filter((file) => countLines(file) > MAX_LINES && !/_tables?\.c$/.test(file));
  assert.deepEqual(long, []);
});

test("nothing names a registry's host, a machine's path or unfinished work", () => {
  const words = [/registry\.npmjs/, /deb\.debian\.org/, /\/root\//, /\/work\/main/, /\bTODO\b/, /\bFIXME\b/];
  const hits = [];
  for (const file of tracked.filter((name) => !isVendored(name) && !/\.(png|bin)$/.test(name) && !name.includes("/corpus/") && !name.includes("/seeds/"))) {
    if (file === "test/checks/project.test.mjs") continue;
    for (const word of words) if (word.test(read(file))) hits.push(`${file}: ${word}`);
  }
  assert.deepEqual(hits, []);
});

test("links in the documentation lead somewhere", () => {
  for (const file of tracked.filter((name) => name.endsWith(".md") && isOurs(name)))
    for (const [, target] of read(file).matchAll(/\]\((?!https?:|#|command:)([^)#\s]+)/g))
      assert.ok(existsSync(join(ROOT, dirname(file), target)), `${file}: ${target}`);
});

test("C sources are formatted", () => {
  const sources = tracked.filter((file) => /^(native|test\/native|test\/fuzz)\/.*\.[ch]$/.test(file) && isOurs(file));
  execFileSync("clang-format", ["--dry-run", "--Werror", ...sources], { cwd: ROOT, stdio: "pipe" });
});

test("every folder of the engine is on the code map", () => {
  const map = read("native/README.md");
  for (const entry of readdirSync(join(ROOT, "native"))) {
    const isFolder = statSync(join(ROOT, "native", entry)).isDirectory();
    if (isFolder && entry !== "nodedir") assert.ok(map.includes(`\`${entry}/\``), `native/${relative("", entry)}`);
  }
});
