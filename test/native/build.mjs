/**
 * Builds the C test program: the engine's folders and test/native into one plain binary.
 * Objects are kept and made again only when a source, a header or the flags change.
 *
 *   node test/native/build.mjs [--sanitize address,undefined|thread|none] [--compiler gcc]
 *                              [--folders base,text] [--suites text_position,…] [--parts N]
 *                              [--run [ARGS…]]
 *
 * --folders and --suites build a part of it (for work on that part); --run runs the binary, with
 * --parts in N processes, each with its part of the cases.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { listSources as listGrammarSources } from "../../native/deps/tree-sitter/sources.mjs";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

/* In dependency order. The binding is C++ and the bridge a program of its own. */
const engineFolders = JSON.parse(fs.readFileSync(path.join(root, "native/layers.json"), "utf8"));

/** The object that the addon's build has of a source; it takes the place of one of ours while it is fresh. */
function shipped(target, source) {
  const name = path.relative(root, source).replace(/\.c$/, ".o");
  return path.join(root, "build/Release/obj.target", target, name);
}

/** SQLite's amalgamation, with the options of native/deps/sqlite/sqlite.gyp. */
const sqliteFolder = path.join(root, "native/deps/node_modules/better-sqlite3/deps/sqlite3");
export function sqliteUnit() {
  const gyp = fs.readFileSync(path.join(root, "native/deps/sqlite/sqlite.gyp"), "utf8");
  const defines = [...gyp.matchAll(/"(SQLITE_\w+(?:=\w+)?)"/g)].map(([, define]) => `-D${define}`);
  const source = path.join(sqliteFolder, "sqlite3.c");
  /* Without sanitizers: it is compiled once, in 20 s. Its memory is the engine's, which they see. */
  return { source, flags: ["-w", "-O2", ...defines], shipped: shipped("sqlite", source) };
}

export const warnings = [
  "-Wall",
  "-Wextra",
  "-Wpedantic",
  "-Wshadow",
  "-Wstrict-prototypes",
  "-Wmissing-prototypes",
  "-Wvla",
  "-Wwrite-strings",
  "-Wformat=2",
  "-Wimplicit-fallthrough",
  "-Wno-overlength-strings",
  "-Werror",
];

/** tree-sitter's headers, for native/parse. */
const treeSitter = path.join(root, "native/deps/node_modules/tree-sitter/vendor/tree-sitter/lib");

/** Folders that link with the engine's in tests, though they are in a program of their own. */
const programFolders = ["parse"];

/** The flags that engine and test sources are compiled with, whatever the sanitizer. */
export const engineFlags = [
  "-std=c11",
  "-D_GNU_SOURCE",
  `-I${path.join(root, "native")}`,
  `-I${path.join(root, "native/deps/cjson")}`,
  `-I${sqliteFolder}`,
  "-isystem",
  path.join(treeSitter, "include"),
  "-include",
  "base/banned.h",
];

/** Flags of vendored libraries, besides the sanitizer's. */
export const vendoredFlags = {
  cjson: ["-std=c11", "-w"],
  expat: ["-std=c11", "-w", "-D_GNU_SOURCE", "-DXML_STATIC", `-I${path.join(root, "native/deps/expat")}`],
  pcre2: [
    "-std=c11",
    "-w",
    "-DHAVE_CONFIG_H",
    "-DPCRE2_CODE_UNIT_WIDTH=8",
    "-DPCRE2_STATIC",
    `-I${path.join(root, "native/deps/pcre2")}`,
  ],
};

/**
 * tree-sitter and the grammars: the work of others, compiled once. Their tables and tree-sitter are without a
 * sanitizer, which would make them several times slower; the scanners, which are written by hand, have `own` flags.
 */
export function grammarUnits(own) {
  const folder = path.join(root, "native/deps/tree-sitter");
  const shared = path.join(root, "native/deps/node_modules/tree-sitter-c/src");
  const includes = [path.join(treeSitter, "include"), path.join(treeSitter, "src"), shared];
  const found = includes.map((name) => `-I${name}`);
  const flags = ["-O1", "-w", "-fno-strict-aliasing", "-DTREE_SITTER_REUSE_ALLOCATOR", ...found];
  const inFolder = (file) => path.join(folder, file);
  const tables = [path.join(treeSitter, "src/lib.c"), ...listGrammarSources("parser.c").map(inFolder)];
  /* As they ship, what an assertion would end goes on there. Their memory is libc's, which a sanitizer knows. */
  const include = ["-include", inFolder("scanner_names.h")];
  const scannerFlags = ["-g", "-O1", "-w", "-fno-strict-aliasing", "-DNDEBUG", ...found, ...include, ...own];
  return [
    ...tables.map((source) => ({ source, flags, shipped: shipped("tree-sitter", source) })),
    ...listGrammarSources("scanner.c").map((file) => ({ source: inFolder(file), flags: scannerFlags })),
  ];
}

export function sanitizerFlags(sanitize) {
  if (sanitize === "none") return [];
  return [`-fsanitize=${sanitize}`, "-fno-sanitize-recover=all", "-fno-omit-frame-pointer"];
}

/** All .c files below `folder`, sorted; none when it does not exist. */
export function listSources(folder) {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const full = path.join(folder, entry.name);
      if (entry.isDirectory()) return listSources(full);
      return entry.name.endsWith(".c") ? [full] : [];
    })
    .sort();
}

/** Flags that use libuv; none where it is not installed. */
export function libuvFlags(kind) {
  const found = spawnSync("pkg-config", [kind, "libuv"], { encoding: "utf8" });
  return found.status === 0 ? found.stdout.trim().split(/\s+/).filter(Boolean) : [];
}

function modified(file) {
  return fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
}

/** Whether the addon's build has an object of the source as it is; such sources are packages, whose headers go with them. */
function isShipped(unit) {
  return unit.shipped !== undefined && fs.existsSync(unit.shipped) && modified(unit.source) <= modified(unit.shipped);
}

/** Whether `object` is younger than its source and every header in its dependency file. */
function isFresh(object) {
  const made = fs.statSync(object, { throwIfNoEntry: false })?.mtimeMs;
  const list = object.replace(/\.o$/, ".d");
  if (made === undefined || !fs.existsSync(list)) return false;
  const needs = fs
    .readFileSync(list, "utf8")
    .replace(/\\\n/g, " ")
    .replace(/^[^:]*:/, "")
    .split(/(?<!\\)\s+/)
    .filter(Boolean);
  return needs.every((file) => modified(file.replace(/\\ /g, " ")) <= made);
}

function run(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"], cwd: root });
    child.on("error", reject);
    child.on("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ${args.at(-1)} failed (${code})`)),
    );
  });
}

/**
 * Compiles `units` ({source, flags, shipped?}) into a folder named after their flags, two at a time.
 * Gives the objects, in the order of the units, and whether any of them is new.
 */
export async function compile(compiler, units, jobs = 2) {
  const version = execFileSync(compiler, ["--version"], { encoding: "utf8" }).split("\n")[0];
  let isNew = false;
  const objects = units.map((unit) => {
    if (isShipped(unit)) return unit.shipped;
    const { source, flags } = unit;
    const hash = createHash("sha256")
      .update([version, ...flags].join("\0"))
      .digest("hex");
    const name = path.relative(root, source).replace(/[/\\]/g, "-").replace(/\.c$/, ".o");
    return path.join(root, "build/test/objects", hash.slice(0, 12), name);
  });
  const waiting = units.map((unit, i) => ({ ...unit, object: objects[i] }));
  const work = async () => {
    for (let unit; (unit = waiting.shift());) {
      if (unit.object === unit.shipped || isFresh(unit.object)) continue;
      isNew = true;
      fs.mkdirSync(path.dirname(unit.object), { recursive: true });
      await run(compiler, [...unit.flags, "-MMD", "-c", "-o", unit.object, unit.source]);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return { objects, isNew };
}

/** Writes the list of suites, only when it changed, so that main.c is not compiled for nothing. */
function writeSuites(folder, sources) {
  const rows = sources.flatMap((file) => {
    const name = path.basename(file, ".c");
    const has = new RegExp(`^SX_SUITE\\(\\s*${name}\\b`, "m").test(fs.readFileSync(file, "utf8"));
    return has ? [`SX_SUITE_ROW(${name})\n`] : [];
  });
  const file = path.join(folder, "suites.inc");
  const text = rows.join("");
  fs.mkdirSync(folder, { recursive: true });
  if (!fs.existsSync(file) || fs.readFileSync(file, "utf8") !== text) fs.writeFileSync(file, text);
}

/** Which sources include what is made of other files. */
export const definitionUsers = ["list.c", "offered.c", "grammars.c", "words.c"];

/** The tools' definitions, the grammars' queries and the table of words as C; written only when they changed. The folder that holds them. */
export function writeDefinitions() {
  const folder = path.join(root, "build/test/generated/tools");
  fs.mkdirSync(folder, { recursive: true });
  const rows = [
    ["tools.inc", "native/tools/embed.mjs"],
    ["offered.inc", "native/tools/embed.mjs", "--offered"],
    ["queries.inc", "native/parse/queries/embed.mjs"],
    ["words.inc", "native/deps/words/embed.mjs"],
  ];
  for (const [name, maker, ...options] of rows) {
    const file = path.join(folder, name);
    const made = `${file}.${process.pid}`;
    execFileSync(process.execPath, [path.join(root, maker), made, ...options]);
    const isSame = fs.existsSync(file) && fs.readFileSync(file).equals(fs.readFileSync(made));
    if (isSame) fs.rmSync(made);
    else fs.renameSync(made, file);
  }
  return folder;
}

/** The test files for `suites` (null: all): these, the harness, and what they include. */
function listTests(suites) {
  const all = listSources(path.join(root, "test/native"));
  if (!suites) return all;
  const wanted = new Set(["main", "harness", ...suites]);
  for (const name of wanted) {
    const file = path.join(root, "test/native", `${name}.c`);
    const text = fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "";
    for (const [, header] of text.matchAll(/^#include "(\w+)\.h"/gm)) wanted.add(header);
  }
  return all.filter((file) => wanted.has(path.basename(file, ".c")));
}

/** Builds the test program; the path of the binary. */
export async function build({
  sanitize = "address,undefined",
  compiler = process.env.CC || "gcc",
  folders = engineFolders,
  suites = null,
} = {}) {
  const all = folders === engineFolders ? [...folders, ...programFolders] : folders;
  const engine = all.flatMap((folder) => listSources(path.join(root, "native", folder)));
  const tests = listTests(suites);
  const part = [sanitize.replace(/\W/g, "-"), path.basename(compiler)];
  if (suites || folders !== engineFolders) part.push([...folders, ...(suites ?? [])].join("-"));
  const generated = path.join(root, "build/test/generated", part.join("-").slice(0, 120));
  writeSuites(generated, tests);

  const common = ["-g1", "-O1", ...sanitizerFlags(sanitize), ...libuvFlags("--cflags")];
  const flags = [
    ...engineFlags,
    "-DSX_DEBUG",
    ...warnings,
    ...common,
    `-I${path.join(root, "test/native")}`,
    `-DSX_TEST_ROOT="${path.join(root, "test")}"`,
  ];
  const includes = { "main.c": generated, "list.c": folders.includes("tools") && writeDefinitions() };
  if (all.includes("parse")) includes["grammars.c"] = writeDefinitions();
  if (all.includes("meaning")) includes["words.c"] = writeDefinitions();
  const units = [...engine, ...tests].map((source) => {
    const include = includes[path.basename(source)];
    return { source, flags: include ? [...flags, `-I${include}`] : flags };
  });
  for (const [name, own] of Object.entries(vendoredFlags))
    for (const source of listSources(path.join(root, "native/deps", name)))
      units.push({ source, flags: [...own, ...common] });
  if (folders.includes("store")) units.push(sqliteUnit());

  if (all.includes("parse")) units.push(...grammarUnits(sanitize.includes("address") ? sanitizerFlags("address") : []));

  const { objects } = await compile(compiler, units);
  const isWhole = part.length === 2 && sanitize === "address,undefined" && !suites;
  const suffix = isWhole && path.basename(compiler) === "gcc" ? "" : `-${part.join("-")}`;
  const binary = path.join(root, `build/test/native-tests${suffix.slice(0, 120)}`);
  const stamp = `${binary}.objects`;
  const list = objects.join("\n");
  /* Another build may have made an object again in between: their times count. */
  const made = fs.statSync(binary, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const isOld = objects.some((object) => modified(object) > made);
  if (isOld || !fs.existsSync(stamp) || fs.readFileSync(stamp, "utf8") !== list) {
    const libraries = [...libuvFlags("--libs"), "-lpthread", "-ldl", "-lm"];
    const plays = tests.some((file) => path.basename(file) === "played_parser.c");
    if (plays) libraries.push("-Wl,--wrap=sx_facts_host_ask_tree");
    await run(compiler, [...objects, ...sanitizerFlags(sanitize), "-o", binary, ...libraries]);
    fs.writeFileSync(stamp, list);
  }
  return binary;
}

/** Runs the binary in as many processes at a time, and ends with the sum of their counts. The exit code. */
async function runParts(binary, parts, args) {
  const sum = { passed: 0, failed: 0 };
  const runPart = (part) =>
    new Promise((resolve, reject) => {
      const child = spawn(binary, ["--part", `${part}/${parts}`, ...args], { stdio: ["ignore", "pipe", "inherit"] });
      let output = "";
      child.stdout.setEncoding("utf8").on("data", (text) => (output += text));
      child.on("error", reject);
      child.on("close", (code) => {
        const counts = /(\d+) passed, (\d+) failed\n$/.exec(output);
        sum.passed += Number(counts?.[1] ?? 0);
        sum.failed += Number(counts?.[2] ?? 1);
        process.stdout.write(output.slice(0, counts?.index));
        resolve(code ?? 1);
      });
    });
  const codes = await Promise.all(Array.from({ length: parts }, (_, i) => runPart(i + 1)));
  console.log(`${sum.passed} passed, ${sum.failed} failed`);
  return Math.max(...codes);
}

async function main(args) {
  const options = {};
  let parts = 1;
  const list = (text) => text.split(",").filter(Boolean);
  for (let i = 0; i < args.length; i++) {
    if (args[i] === "--sanitize") options.sanitize = args[++i];
    else if (args[i] === "--compiler") options.compiler = args[++i];
    else if (args[i] === "--folders") options.folders = list(args[++i]);
    else if (args[i] === "--suites") options.suites = list(args[++i]);
    else if (args[i] === "--parts") parts = Number(args[++i]);
    else if (args[i] === "--run") {
      const binary = await build(options);
      const rest = args.slice(i + 1);
      return parts > 1 ? runParts(binary, parts, rest) : (spawnSync(binary, rest, { stdio: "inherit" }).status ?? 1);
    } else throw new Error(`unknown option ${args[i]}`);
  }
  console.log(await build(options));
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  main(process.argv.slice(2)).then(
    (code) => (process.exitCode = code),
    (error) => {
      console.error(error.message);
      process.exitCode = 1;
    },
  );
