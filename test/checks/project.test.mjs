/** The project's documentation and manifests, compared with its files. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { builtinModules } from "node:module";
import { basename, dirname, join, normalize } from "node:path";
import { test } from "node:test";

import { readManifest, settingsOf } from "../../extension/build/manifest.mjs";
import { ROOT } from "../../extension/build/setup.mjs";
import { readDefinitions } from "../../native/tools/embed.mjs";
import { proseOf } from "./prose.mjs";
import { countLines, FILES, isOurs, read } from "./tree.mjs";

const MAX_LINES = 600;
const MAX_TEST_LINES = 750;
const TOP_LEVEL = [
  "CHANGELOG.md",
  "LICENSE",
  "README.md",
  "binding.gyp",
  "docs",
  "extension",
  "native",
  "package-lock.json",
  "package.json",
  "test",
];
const IS_CODE = /\.(c|h|cc|ts|mjs|js)$/;
const IS_TEXT = /\.(c|h|cc|inc|ts|mjs|js|json|md|gyp|gypi|map|txt|html|css|svg|sh)$|(^|\/)[^.]+$/;

/** Forbidden in every file; the words are put together so that this one may contain them. */
const FORBIDDEN = [
  ["a package registry's host", new RegExp(["registry", "(npmjs|yarnpkg)"].join("\\."))],
  ["a package mirror's host", new RegExp(["(deb|security|snapshot)", "debian", "org"].join("\\."))],
  ["a path of one machine", new RegExp(["(^|[\\s\"'`=(:])/(root", "home/(?!me\\b|user\\b)[a-z]+)/"].join("|"), "m")],
  ["a path of the work tree", new RegExp(["/work", "(main|shared)\\b"].join("/"))],
  ["unfinished work", new RegExp(["\\bTO", "DO\\b|\\bFIX", "ME\\b|\\bXX", "X\\b"].join(""))],
];

test("the top level holds what it should", () => {
  const top = [...new Set(FILES.map((file) => file.split("/")[0]))];
  assert.deepEqual(top.filter((name) => !name.startsWith(".")).sort(), TOP_LEVEL);
});

test("no file is too long to read", () => {
  const long = FILES.filter(
    (file) =>
      IS_CODE.test(file) && isOurs(file) && countLines(file) > (file.startsWith("test/") ? MAX_TEST_LINES : MAX_LINES),
  );
  assert.deepEqual(long, []);
});

test("nothing names a registry's host, a machine's path or unfinished work", () => {
  const files = FILES.filter((file) => IS_TEXT.test(file) && (isOurs(file) || file === "package-lock.json"));
  const hits = files.flatMap((file) =>
    FORBIDDEN.filter(([, pattern]) => pattern.test(read(file))).map(([what]) => `${file}: ${what}`),
  );
  assert.deepEqual(hits, []);
});

test("lines end with LF, files with a line end, and none with blanks", () => {
  const files = FILES.filter((file) => IS_CODE.test(file) && isOurs(file));
  const bad = files.filter((file) => /\r|[ \t]\n|[^\n]$/.test(read(file)));
  assert.deepEqual(bad, []);
});

/** A heading's anchor, as the sites that show Markdown make it. */
const anchorOf = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[`*]/g, "")
    .replace(/[^\p{L}\p{N}\- _]/gu, "")
    .replaceAll(" ", "-");

test("links in the documentation lead somewhere", () => {
  const broken = [];
  for (const file of FILES.filter((name) => name.endsWith(".md") && isOurs(name)))
    for (const [, link] of read(file).matchAll(/\]\((?!https?:|mailto:|command:)([^)\s]+)\)/g)) {
      const [path, anchor] = link.split("#");
      const target = path ? normalize(join(dirname(file), path)) : file;
      const isThere = existsSync(join(ROOT, target));
      const anchors = isThere && anchor ? [...read(target).matchAll(/^#+ (.*)$/gm)].map((m) => anchorOf(m[1])) : [];
      if (!isThere || (anchor && !anchors.includes(anchor))) broken.push(`${file}: ${link}`);
    }
  assert.deepEqual(broken, []);
});

test("commands that the documentation names exist", () => {
  const { scripts } = JSON.parse(read("package.json"));
  for (const file of FILES.filter((name) => name.endsWith(".md") && isOurs(name)))
    for (const [, run, name] of read(file).matchAll(/\bnpm (run )?([a-z:]+)/g))
      if (run || ["start", "test"].includes(name)) assert.ok(scripts[name], `${file}: npm ${run ?? ""}${name}`);
});

test("the README lists every tool, setting and command, and the tools' toolsets", () => {
  const readme = read("README.md");
  const manifest = readManifest();
  for (const { name, toolset, aliases = [], audience } of readDefinitions()) {
    if (audience === "people") continue;
    assert.match(readme, new RegExp(`^\\| \`${name}\` \\| \`${toolset}\` \\|`, "m"));
    for (const alias of aliases) assert.ok(readme.includes(`\`${alias}\``), alias);
  }
  for (const setting of Object.keys(settingsOf(manifest))) assert.ok(readme.includes(`| \`${setting}\` |`), setting);
  const { commands, menus } = manifest.contributes;
  const inViewOnly = new Set(menus.commandPalette.filter(({ when }) => when === "false").map(({ command }) => command));
  for (const { command, title } of commands)
    assert.ok(readme.includes(inViewOnly.has(command) ? `*${title}*` : `*Sextant: ${title}*`), title);
});

test("package.nls.json has the texts of the manifest, and no others", () => {
  const texts = JSON.parse(read("extension/package.nls.json"));
  const used = new Set([...read("package.json").matchAll(/"%([^"]+)%"/g)].map(([, key]) => key));
  assert.deepEqual(Object.keys(texts).sort(), [...used].sort());
  const isText = (key, value) => typeof value === "string" && /^(title|description|markdownDescription)$/.test(key);
  const plain = [];
  JSON.parse(read("package.json"), (key, value) => {
    if (isText(key, value) && !/^%.+%$/.test(value)) plain.push(value);
    return value;
  });
  assert.deepEqual(plain, []);
});

test("the settings have the toolsets that have tools, and no others", () => {
  const properties = settingsOf(readManifest());
  const toolsets = [...new Set(readDefinitions().map(({ toolset }) => toolset))].sort();
  assert.deepEqual([...properties["sextant.toolsets"].items.enum].sort(), toolsets);
  const { properties: policies, default: defaults } = properties["sextant.approval"];
  assert.deepEqual(Object.keys(policies), Object.keys(defaults));
  for (const toolset of Object.keys(policies)) assert.ok(toolsets.includes(toolset), toolset);
});

test("messages in the README's troubleshooting are those of the code", () => {
  const rows = read("README.md").split("## Troubleshooting")[1].split("\n## ")[0];
  // The code writes the beginning of these lines in one place, without the sentence.
  const quoted = [...rows.matchAll(/^\| `(?:Unknown(?: in part)?: )?([^`]+)`/gm)].map(([, message]) => message);
  assert.ok(quoted.length > 20, `${quoted.length}`);
  const code = FILES.filter((file) => isOurs(file) && /^(native|extension\/src)\/.*\.(c|h|ts)$/.test(file));
  const texts = code.flatMap((file) => proseOf(file).strings.map(({ text }) => text));
  const isIn = (text, message) => {
    let at = 0;
    return message.split("…").every((part) => (at = text.indexOf(part, at) + part.length) >= part.length);
  };
  assert.deepEqual(
    quoted.filter((message) => !texts.some((text) => isIn(text, message))),
    [],
  );
});

test("every folder of the engine is on the code map", () => {
  const map = read("native/README.md");
  const folders = readdirSync(join(ROOT, "native"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const missing = folders.map(({ name }) => name).filter((name) => name !== "nodedir" && !map.includes(`\`${name}/\``));
  assert.deepEqual(missing, []);
});

test("every module of the engine is on the code map", () => {
  const map = read("native/README.md").split("## Every file")[1].split("\n## ")[0];
  const named = new Set([...map.matchAll(/`([a-z0-9_]+)`/g)].map(([, name]) => name));
  const modules = FILES.filter((file) => /^native\/(?!deps\/|nodedir\/).*\.(c|h|cc|inc|mjs)$/.test(file))
    .map((file) => basename(file).replace(/\..*$/, ""))
    .filter((name) => !name.endsWith("_parts") || named.has(name));
  assert.deepEqual(
    [...new Set(modules)].filter((name) => !named.has(name)),
    [],
    "not on the map",
  );
  const folders = FILES.flatMap((file) => file.split("/").slice(0, -1));
  const gone = [...named].filter((name) => !modules.includes(name) && !folders.includes(name));
  assert.deepEqual(gone, [], "on the map, but gone");
});

test("the lockfile is that of package.json, with a hash for every package", () => {
  const manifest = JSON.parse(read("package.json"));
  const { packages, lockfileVersion } = JSON.parse(read("package-lock.json"));
  assert.equal(lockfileVersion, 3);
  for (const key of ["name", "version", "devDependencies", "dependencies"])
    assert.deepEqual(packages[""][key], manifest[key], key);
  const bare = Object.entries(packages).filter(([path, { integrity }]) => path && !integrity);
  assert.deepEqual(
    bare.map(([path]) => path),
    [],
  );
});

test("set-up and packaging use what Node brings, and nothing that they would first install", () => {
  for (const file of FILES.filter((name) => /^extension\/build\/.*\.mjs$/.test(name)))
    for (const [, module] of read(file).matchAll(/^import .* from "([^".][^"]*)";$/gm))
      assert.ok(builtinModules.includes(module.replace(/^node:/, "")), `${file}: ${module}`);
});

test("the tables of characters are what their makers make", () => {
  for (const maker of ["ident_tables.mjs", "width_tables.mjs"])
    execFileSync(process.execPath, [join(ROOT, "native/text", maker), "--check"], { stdio: "pipe" });
});
