/**
 * Projects that others wrote, with what shows how they behave: tests of their own, or a program here that prints
 * much of what they do.
 *
 *   const project = await PROJECTS.qs(folder);     // made in `folder`, which is empty
 *   const seen = await project.check(changed);     // { faults: […], results: Map(what -> how it went) }
 *
 * `faults` are what compilers report of the texts. `project.sources` are the files that may be asked about.
 */
import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";
import ts from "typescript";

import { root } from "../engine/fake-editor.mjs";
import { installLua, installRefactored } from "../vscode/install.mjs";

const DRIVERS = path.join(path.dirname(fileURLToPath(import.meta.url)), "drivers");
const driver = (name) => fs.readFileSync(path.join(DRIVERS, name), "utf8");

/** Runs a program: { code, out, err }. One that hangs is ended. */
function run(program, args, folder, env = {}) {
  return new Promise((done) => {
    const options = { cwd: folder, env: { ...process.env, ...env }, timeout: 120_000, maxBuffer: 1 << 27 };
    execFile(program, args, options, (error, out, err) => {
      done({ code: error ? (error.killed ? "hangs" : (error.code ?? 1)) : 0, out, err });
    }).stdin?.end();
  });
}

function copy(from, to, wanted = () => true) {
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    if (entry.name === "node_modules" || !wanted(entry.name)) continue;
    const target = path.join(to, entry.name);
    if (entry.isDirectory()) copy(path.join(from, entry.name), target);
    else if (entry.isFile()) {
      fs.mkdirSync(to, { recursive: true });
      fs.copyFileSync(path.join(from, entry.name), target);
      fs.chmodSync(target, 0o644);
    }
  }
}

const filesOf = (folder, pattern) =>
  fs
    .readdirSync(folder, { recursive: true })
    .filter((name) => pattern.test(name) && !name.includes("node_modules"))
    .sort();

/** How a program ended and each line that it printed, as results. */
function linesOf({ code, out }) {
  const results = new Map([["its end", String(code)]]);
  for (const [i, line] of out.split("\n").entries()) results.set(`line ${i + 1}`, line);
  return results;
}

/* ---- Python ---------------------------------------------------------------------------------- */

const LIBRARY = [
  ...["textwrap", "shlex", "configparser", "difflib", "csv", "fractions", "heapq", "bisect", "string", "gettext"],
  ...["optparse", "getopt", "fnmatch", "colorsys", "copy", "pprint", "reprlib", "graphlib", "ipaddress", "quopri"],
  ...["base64", "netrc", "mailcap", "contextlib", "cmd", "plistlib", "filecmp", "argparse"],
];

/** Without a file of its own, which could be taken for that of the next text. */
const COMPILE = "import sys\nfor file in sys.argv[1:]: compile(open(file, encoding='utf-8').read(), file, 'exec')";

/** Modules of the standard library, each with its own tests beside it. */
async function makePython(folder) {
  const asked = await run("python3", [
    "-c",
    "import textwrap, test.test_textwrap as t; print(textwrap.__file__, t.__file__)",
  ]);
  if (asked.code) throw new Error(`Python has no tests of its library here: ${asked.err}`);
  const [library, tests] = asked.out
    .trim()
    .split(" ")
    .map((file) => path.dirname(file));
  for (const name of LIBRARY) {
    fs.copyFileSync(path.join(library, `${name}.py`), path.join(folder, `${name}.py`));
    fs.copyFileSync(path.join(tests, `test_${name}.py`), path.join(folder, `test_${name}.py`));
  }
  const env = { PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: "1", PYTHONHASHSEED: "0", COLUMNS: "80" };
  const check = async (changed) => {
    const names = changed.map((file) => path.basename(file, ".py"));
    const stems = [...new Set(names.map((name) => name.replace(/^test_/, "")))].filter((name) =>
      LIBRARY.includes(name),
    );
    const there = changed.filter((file) => fs.existsSync(file));
    const compiled = await run("python3", ["-W", "error::SyntaxWarning", "-c", COMPILE, ...there], folder, env);
    const faults = compiled.code ? [compiled.err.trim().split("\n").slice(-3).join(" ")] : [];
    const flakes = await run("pyflakes3", there, folder);
    for (const line of flakes.out.split("\n"))
      if (/undefined name|referenced before|duplicate argument|redefinition of/.test(line))
        faults.push(line.replace(/^.*\/([^/]*\.py):\d+:\d+:?/, "$1:").replace(/ from line \d+/, ""));
    const results = new Map();
    for (const name of stems) {
      const ran = await run("python3", ["-m", "unittest", "-v", `test_${name}`], folder, env);
      for (const [, test, how] of ran.err.matchAll(
        /^(\w+ \([\w.]+\))(?:\n[^\n]*?)? \.\.\. .*?(ok|FAIL|ERROR|skipped|expected failure)\b/gm,
      ))
        results.set(test, how === "ok" ? "ok" : how);
      results.set(`${name}: its end`, String(ran.code));
      if (ran.code) results.set(`${name}: says`, ran.err.slice(-1500));
    }
    return { faults, results };
  };
  return { language: "python", sources: LIBRARY.map((name) => `${name}.py`), check, isByFile: true };
}

/* ---- Go -------------------------------------------------------------------------------------- */

/** A package that Go's own library has, too. */
const ED25519 = '"golang.org/x/crypto/ed25519"';

/** A package of Debian's sources of Go or of Go itself, as a module without dependencies. */
function makeGo(from, name) {
  return async (folder) => {
    copy(from, folder, (entry) => !/^go\.(mod|sum)$|^debian$|^gen_|^script$|_windows|_js\.go|appengine/.test(entry));
    for (const file of filesOf(folder, /\.go$/)) {
      const text = fs.readFileSync(path.join(folder, file), "utf8");
      if (text.includes(ED25519)) fs.writeFileSync(path.join(folder, file), text.replace(ED25519, '"crypto/ed25519"'));
    }
    fs.writeFileSync(path.join(folder, "go.mod"), `module ${name}\n\ngo 1.19\n`);
    const check = async () => {
      const env = { GOFLAGS: "-mod=mod", GOPROXY: "off", GO111MODULE: "on" };
      const ran = await run("go", ["test", "-count=1", "-vet=off", "-v", "./..."], folder, env);
      const results = new Map([["its end", String(ran.code)]]);
      for (const [, how, test] of ran.out.matchAll(/^\s*--- (PASS|FAIL|SKIP): (\S+)/gm)) results.set(test, how);
      const isBuilt = !/\[(build|setup) failed\]/.test(ran.out);
      if (ran.code) results.set("says", (ran.out + ran.err).slice(0, 3000));
      return { faults: isBuilt ? [] : [ran.err.slice(0, 600)], results };
    };
    return { language: "go", sources: filesOf(folder, /(?<!_test)\.go$/), check };
  };
}

/** Packages of Go's own library as a module of several: their imports of each other are those of the module. */
function makeGoTree(names, module) {
  return async (folder) => {
    const own = new RegExp(`"(${names.join("|")})"`, "g");
    const isWanted = (entry) => !/^testdata$|_windows|_plan9|^example_|^mk|^gen/.test(entry);
    for (const name of names) {
      const to = path.join(folder, name);
      for (const entry of fs.readdirSync(path.join(GO_SOURCE, name), { withFileTypes: true })) {
        if (!entry.isFile() || !entry.name.endsWith(".go") || !isWanted(entry.name)) continue;
        fs.mkdirSync(to, { recursive: true });
        const text = fs.readFileSync(path.join(GO_SOURCE, name, entry.name), "utf8").replace(own, `"${module}/$1"`);
        if (!/^\s*(?:\S+ )?"(?:internal|go)\//m.test(text)) fs.writeFileSync(path.join(to, entry.name), text);
      }
    }
    fs.writeFileSync(path.join(folder, "go.mod"), `module ${module}\n\ngo 1.19\n`);
    const check = async () => {
      const env = { GOFLAGS: "-mod=mod", GOPROXY: "off", GO111MODULE: "on" };
      const ran = await run("go", ["vet", "./..."], folder, env);
      return { faults: ran.code ? [ran.err.slice(0, 1200)] : [], results: new Map() };
    };
    return { language: "go", sources: filesOf(folder, /(?<!_test)\.go$/), check };
  };
}

/* ---- C --------------------------------------------------------------------------------------- */

/** Compiles what is another text than last time, and what includes it; links; runs. */
function makeC(fill) {
  return async (folder) => {
    const { flags, skip = /^$/, args } = await fill(folder);
    const commands = filesOf(folder, /\.c$/).map((file) => ({
      directory: folder,
      file,
      arguments: ["cc", ...flags, "-c", file],
    }));
    fs.writeFileSync(path.join(folder, "compile_commands.json"), JSON.stringify(commands));
    const objects = `${folder}-objects`;
    fs.mkdirSync(objects, { recursive: true });
    const known = new Map();
    const check = async () => {
      const texts = new Map(
        filesOf(folder, /\.[ch]$/).map((file) => [file, fs.readFileSync(path.join(folder, file), "utf8")]),
      );
      const headers = [...texts]
        .filter(([file]) => file.endsWith(".h"))
        .flat()
        .join("\0");
      const faults = [];
      const units = [...texts.keys()].filter((file) => file.endsWith(".c") && !skip.test(file));
      for (const file of units) {
        const key = headers + texts.get(file);
        const object = path.join(objects, `${file}.o`);
        if (known.get(file)?.key !== key) {
          const made = await run("cc", [...flags, "-O1", "-Wall", "-c", file, "-o", object], folder);
          const warned = [...made.err.matchAll(/(?:error|warning): (.*)/g)].map(([, text]) => `${file}: ${text}`);
          known.set(file, { key, warned, code: made.code });
        }
        faults.push(...known.get(file).warned);
      }
      if (units.some((file) => known.get(file).code)) return { faults, results: new Map() };
      const program = path.join(objects, "program");
      const linked = await run(
        "cc",
        [...units.map((file) => path.join(objects, `${file}.o`)), "-o", program, "-lm"],
        folder,
      );
      if (linked.code) return { faults: [...faults, linked.err.slice(0, 600)], results: new Map() };
      return { faults, results: linesOf(await run(program, args, folder)) };
    };
    return {
      language: "c",
      sources: filesOf(folder, /\.c$/).filter((file) => file !== "driver.c" && !skip.test(file)),
      check,
    };
  };
}

async function fillLua(folder) {
  copy(path.join(await installLua(), "src"), folder, (name) => /\.[ch]$/.test(name));
  fs.writeFileSync(path.join(folder, "lua5.4-deb-multiarch.h"), '#define DEB_HOST_MULTIARCH "x86_64-linux-gnu"\n');
  return { flags: ["-I.", "-DLUA_USE_POSIX"], skip: /^luac\.c$/, args: [path.join(DRIVERS, "lua.lua")] };
}

async function fillCjson(folder) {
  copy(path.join(root, "native/deps/cjson"), folder, (name) => /^cJSON\.[ch]$/.test(name));
  fs.writeFileSync(path.join(folder, "driver.c"), driver("cjson.c"));
  return { flags: ["-I."], args: [] };
}

/* ---- JavaScript and TypeScript ---------------------------------------------------------------- */

/** Codes of what a compiler reports of JavaScript without types: names that nothing declares, and the like. */
const NAME_FAULTS = [2304, 2305, 2307, 2448, 2451, 2454, 2552, 2588, 18004, 2300, 2393];

/** TypeScript in this process: what it has read of libraries is kept between two checks. */
function makeCompiler(folder, options) {
  const versions = new Map();
  const names = () => filesOf(folder, /(?<!\.d)\.[mc]?[jt]sx?$/).map((name) => path.join(folder, name));
  const host = {
    ...{ getCompilationSettings: () => options, getScriptFileNames: names, getCurrentDirectory: () => folder },
    ...{ fileExists: ts.sys.fileExists, readFile: ts.sys.readFile, readDirectory: ts.sys.readDirectory },
    ...{ directoryExists: ts.sys.directoryExists, getDirectories: ts.sys.getDirectories, realpath: ts.sys.realpath },
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getScriptVersion(file) {
      if (file.includes("node_modules")) return "1";
      const text = ts.sys.readFile(file) ?? "";
      const known = versions.get(file);
      if (known?.text !== text) versions.set(file, { text, number: (known?.number ?? 0) + 1 });
      return String(versions.get(file).number);
    },
    getScriptSnapshot(file) {
      const text = ts.sys.readFile(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
  };
  const service = ts.createLanguageService(host);
  return () =>
    names().flatMap((file) => {
      const found = [...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file)];
      const isMeant = ({ code, category }) =>
        category === ts.DiagnosticCategory.Error && (!options.checkJs || code < 2000 || NAME_FAULTS.includes(code));
      const text = ({ code, messageText }) =>
        `${path.basename(file)}: ${code} ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
      return found.filter(isMeant).map(text);
    });
}

const TS_OPTIONS = {
  ...{ strict: true, target: "ES2022", module: "ESNext", moduleResolution: "Bundler", skipLibCheck: true },
  ...{ noEmit: true, types: ["node"], lib: ["lib.es2023.d.ts", "lib.dom.d.ts"] },
};

function optionsFor(folder, more) {
  const shown = { ...TS_OPTIONS, ...more, lib: ["ES2023", "DOM"] };
  fs.writeFileSync(path.join(folder, "tsconfig.json"), `${JSON.stringify({ compilerOptions: shown }, null, 2)}\n`);
  const enums = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  return { ...TS_OPTIONS, ...more, ...enums };
}

/** The sources of a package, from itself or from its source maps, with a driver that imports them. */
function makeTypeScript(fill, driverName) {
  return async (folder) => {
    const packages = await installRefactored();
    fs.symlinkSync(packages, path.join(folder, "node_modules"));
    fill(packages, folder);
    const sources = filesOf(folder, /(?<!\.d)\.ts$/);
    fs.writeFileSync(path.join(folder, "driver.ts"), driver(driverName));
    const findFaults = makeCompiler(folder, optionsFor(folder, {}));
    const check = async () => {
      const faults = findFaults();
      const outfile = `${folder}-driver.mjs`;
      try {
        await build({
          ...{ entryPoints: [path.join(folder, "driver.ts")], outfile, bundle: true, platform: "node", format: "esm" },
          ...{ target: "node20", logLevel: "silent", define: { "process.env.NODE_ENV": '"development"' } },
        });
      } catch (error) {
        return { faults: [...faults, error.message.slice(0, 600)], results: new Map() };
      }
      return { faults, results: linesOf(await run("node", [outfile], folder)) };
    };
    return { language: "typescript", sources, check };
  };
}

function fillImmer(packages, folder) {
  copy(path.join(packages, "immer/src"), folder);
}

/** Source maps that carry their sources. */
function fillFromMaps(...maps) {
  return (packages, folder) => {
    for (const [map, under, into = ""] of maps) {
      const { sources, sourcesContent } = JSON.parse(fs.readFileSync(path.join(packages, map), "utf8"));
      for (const [i, source] of sources.entries()) {
        const name = source.replace(/^(\.\.\/)+/, "");
        if (!name.startsWith(under) || !sourcesContent[i]) continue;
        const file = path.join(folder, into, name.slice(under.length).replace("-node.ts", ".ts"));
        fs.mkdirSync(path.dirname(file), { recursive: true });
        fs.writeFileSync(file, sourcesContent[i]);
      }
    }
  };
}

function fillMinimatch(packages, folder) {
  const from = path.join(packages, "minimatch/dist/esm");
  const maps = filesOf(from, /\.js\.map$/).map((name) => [`minimatch/dist/esm/${name}`, "src/"]);
  fillFromMaps(...maps)(packages, folder);
}

function fillPatterns(packages, folder) {
  fillFromMaps(["ts-pattern/dist/index.js.map", "src/"])(packages, folder);
  // Files of types alone, and one that only exports, are in no map.
  fs.copyFileSync(path.join(packages, "ts-pattern/dist/index.d.ts"), path.join(folder, "index.ts"));
  copyTypes(path.join(packages, "ts-pattern/dist"), folder);
}

function copyTypes(from, to) {
  for (const name of filesOf(from, /(?<!index)\.d\.ts$/)) {
    const file = path.join(to, name);
    if (fs.existsSync(file.replace(/\.d\.ts$/, ".ts"))) continue;
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.copyFileSync(path.join(from, name), file);
  }
}

/** A package of JavaScript: by its own tests, each a program that prints TAP, or by a driver. */
function makeJavaScript(name, wanted, { tests, driverName, rest = [] }) {
  return async (folder) => {
    const packages = await installRefactored();
    fs.symlinkSync(packages, path.join(folder, "node_modules"));
    copy(path.join(packages, name), folder, (entry) => entry !== "dist");
    for (const file of filesOf(folder, /(\.min\.js|\.mjs|\.json\.map)$/)) fs.rmSync(path.join(folder, file));
    for (const file of rest) fs.rmSync(path.join(folder, file), { recursive: true, force: true });
    // All tests of a folder in one program.
    if (tests)
      fs.writeFileSync(
        path.join(folder, "test.js"),
        filesOf(folder, /^test\/(?!empty-keys).*\.js$/)
          .map((one) => `require('./${one}');\n`)
          .join(""),
      );
    if (driverName) fs.writeFileSync(path.join(folder, "driver.js"), driver(driverName));
    const options = optionsFor(folder, { allowJs: true, checkJs: true, strict: false });
    fs.renameSync(path.join(folder, "tsconfig.json"), path.join(folder, "jsconfig.json"));
    const findFaults = makeCompiler(folder, options);
    const programs = () => (tests ? filesOf(folder, tests) : ["driver.js"]);
    const check = async () => {
      const faults = findFaults();
      const results = new Map();
      for (const program of programs()) {
        const ran = await run("node", [program], folder);
        if (!tests) return { faults, results: linesOf(ran) };
        results.set(`${program}: its end`, String(ran.code));
        const counts = new Map();
        for (const [, not, title] of ran.out.matchAll(/^(not )?ok \d+ (.*)$/gm)) {
          const count = (counts.get(title) ?? 0) + 1;
          counts.set(title, count);
          results.set(`${program}: ${title} ${count}`, not ? "FAIL" : "ok");
        }
        if (ran.code)
          results.set(`${program}: says`, (ran.out.match(/^not ok[\s\S]{0,800}/m)?.[0] ?? ran.err).slice(0, 1500));
      }
      return { faults, results };
    };
    return { language: "javascript", sources: filesOf(folder, wanted), check };
  };
}

const DEBIAN_GO = "/usr/share/gocode/src/github.com";
const GO_SOURCE = "/usr/share/go-1.19/src";

const GO_TREE = [
  ...["go/ast", "go/token", "go/scanner", "go/constant", "go/build/constraint", "text/tabwriter", "go/doc/comment"],
  ...["text/template/parse", "text/template", "internal/fmtsort", "encoding/csv", "encoding/pem", "encoding/hex"],
  ...["container/list", "container/heap", "container/ring", "html", "text/scanner", "mime", "mime/quotedprintable"],
];

export const PROJECTS = {
  library: makePython,
  qs: makeJavaScript("qs", /^lib\/.*\.js$/, { tests: /^test\.js$/ }),
  minimist: makeJavaScript("minimist", /^index\.js$/, { tests: /^test\.js$/, rest: ["example"] }),
  semver: makeJavaScript("semver", /^(classes|functions|internal|ranges)\/.*\.js$/, {
    driverName: "semver.js",
    rest: ["bin"],
  }),
  mustache: makeJavaScript("mustache", /^mustache\.js$/, { driverName: "mustache.js", rest: ["bin", "wrappers"] }),
  immer: makeTypeScript(fillImmer, "immer.ts"),
  minimatch: makeTypeScript(fillMinimatch, "minimatch.ts"),
  "ts-pattern": makeTypeScript(fillPatterns, "ts-pattern.ts"),
  "lru-cache": makeTypeScript(
    fillFromMaps(
      ["lru-cache/dist/esm/index.js.map", "src/"],
      ["lru-cache/dist/esm/perf.js.map", "src/"],
      ["lru-cache/dist/esm/node/diagnostics-channel-node.js.map", "src/"],
    ),
    "lru-cache.ts",
  ),
  lua: makeC(fillLua),
  cjson: makeC(fillCjson),
  pflag: makeGo(`${DEBIAN_GO}/spf13/pflag`, "github.com/spf13/pflag"),
  humanize: makeGo(`${DEBIAN_GO}/dustin/go-humanize`, "github.com/dustin/go-humanize"),
  difflib: makeGo(`${DEBIAN_GO}/pmezard/go-difflib/difflib`, "github.com/pmezard/go-difflib/difflib"),
  levenshtein: makeGo(`${DEBIAN_GO}/agext/levenshtein`, "github.com/agext/levenshtein"),
  shlex: makeGo(`${DEBIAN_GO}/google/shlex`, "github.com/google/shlex"),
  csv: makeGo(`${GO_SOURCE}/encoding/csv`, "example.com/csv"),
  tabwriter: makeGo(`${GO_SOURCE}/text/tabwriter`, "example.com/tabwriter"),
  "go-tree": makeGoTree(GO_TREE, "example.com/tree"),
  "go-mod": makeGo(`${GO_SOURCE}/cmd/vendor/golang.org/x/mod`, "golang.org/x/mod"),
  "go-tools": makeGo(`${GO_SOURCE}/cmd/vendor/golang.org/x/tools`, "golang.org/x/tools"),
  mux: makeGo(`${DEBIAN_GO}/gorilla/mux`, "github.com/gorilla/mux"),
};
