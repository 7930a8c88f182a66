/** Who may know whom: the folders of the engine, and the shim. */
import assert from "node:assert/strict";
import { basename } from "node:path";
import { test } from "node:test";

import { countLines, FILES, isOurs, read } from "./tree.mjs";

/** The engine's folders in dependency order: each includes only itself and those before it. */
const LAYERS = [...JSON.parse(read("native/layers.json")), "binding"];

/** Programs of their own, and the folders of the engine that they are made of. */
const PROGRAMS = {
  bridge: ["base"],
  indexer: ["base", "os", "store", "index", "syntax", "symbols", "meaning", "parse"],
  parse: ["base", "text", "syntax", "os"],
  runner: [],
};

/** These work on what they are given: no files, threads, clocks or JSON. */
const PURE = ["base", "text", "diff", "markdown", "match", "shell"];
const PURE_HEADERS =
  /^(stdarg|stdbool|stddef|stdint|stdio|stdlib|string|inttypes|limits|math|immintrin|intrin|time)\.h$|^deps\/pcre2\//;

/** Headers that only some folders may include. */
const OWNED = [
  { header: /^(js_native_api|node_api|napi).*\.h$/, folders: ["binding"] },
  {
    header: /^(deps\/cjson\/)?cJSON\.h$/,
    folders: [
      "host",
      "imports",
      "answer",
      "commands",
      "reports",
      "run",
      "engine",
      "semantic",
      "hierarchy",
      "refactor",
      "tasks",
      "memory",
      "data",
      "web",
      "tools",
      "bridge",
    ],
  },
  { header: /^(deps\/expat\/)?expat\.h$/, folders: ["reports"] },
  { header: /^tree_sitter\//, folders: ["parse"] },
  { header: /^(deps\/pcre2\/)?pcre2\.h$/, folders: ["match"] },
  { header: /^sqlite3\.h$/, folders: ["store", "symbols", "data"] },
  {
    header: /^uv\.h$/,
    folders: [
      "os",
      "store",
      "index",
      "symbols",
      "host",
      "workspace",
      "servers",
      "resolve",
      "change",
      "commands",
      "engine",
      "bridge",
    ],
  },
  { header: /^(pthread|threads|unistd|sys\/.*|dirent|spawn|windows)\.h$/, folders: ["os", "bridge", "runner"] },
];

/**
 * The shim carries questions and answers, checks the addon before it loads it, and opens the socket for agents, once
 * more on a click. It asks for the keys of servers. It passes on the progress of commands, and asks the editor's formatters. Chat's tools wait until those of the server have gone, and agents get the skills as prompts. Screens can only be TypeScript: they have a limit of their own, with room for the words, the advice
 * and the command of each problem, for the terminals of commands, for agents' tasks and for answers by meaning, which only the editor's own interface can show and end.
 * Requests to the web have a limit of their own: HTML and its encodings are read on a thread beside the editor's, while they arrive.
 */
const MAX_LINES = [
  {
    part: "the shim",
    files: /^extension\/src\/(?!ui\/|connect\/|databases\/|web\/|host\/web\.ts).*\.ts$/,
    lines: 2_915,
  },
  { part: "the screens", files: /^extension\/src\/ui\/.*\.ts$/, lines: 2_925 },
  { part: "connecting agents", files: /^extension\/src\/connect\/.*\.ts$/, lines: 1_345 },
  { part: "databases of servers", files: /^extension\/src\/databases\/.*\.ts$/, lines: 1_200 },
  { part: "the web", files: /^extension\/src\/(web\/.*|host\/web)\.ts$/, lines: 2_085 },
];
const EDITORS_OWN = /^extension\/src\/((host|doors|ui|connect)\/.*|databases\/link\.ts|extension\.ts|context\.ts)$/;

/** Every #include of the engine: the file, its folder, and what it includes. */
function includes() {
  const sources = FILES.filter((file) => /^native\/.*\.(c|h|cc|inc)$/.test(file) && isOurs(file));
  return sources.flatMap((file) =>
    [...read(file).matchAll(/^\s*#\s*include\s+["<]([^">]+)[">]/gm)].map(([, header]) => ({
      file,
      folder: file.split("/")[1],
      header,
    })),
  );
}

const tell = (rows) => rows.map(({ file, header }) => `${file} includes ${header}`);

test("every folder of the engine has its place", () => {
  const folders = new Set(includes().map(({ folder }) => folder));
  for (const name of Object.keys(PROGRAMS)) folders.delete(name);
  assert.deepEqual(
    [...folders].filter((folder) => !LAYERS.includes(folder)),
    [],
  );
});

test("a folder of the engine includes only those before it", () => {
  const strangers = includes().filter(({ folder, header }) => {
    const other = header.includes("/") ? header.split("/")[0] : undefined;
    if (other === undefined || other === folder || !(LAYERS.includes(other) || PROGRAMS[other])) return false;
    if (PROGRAMS[folder]) return !PROGRAMS[folder].includes(other);
    return PROGRAMS[other] !== undefined || LAYERS.indexOf(other) > LAYERS.indexOf(folder);
  });
  assert.deepEqual(tell(strangers), []);
});

test("own headers are included by their path from native/", () => {
  const known = new Set(
    FILES.filter((file) => file.startsWith("native/") && isOurs(file)).map((file) => basename(file)),
  );
  const made = ["tools.inc", "offered.inc"];
  const bare = includes().filter(
    ({ header }) =>
      !header.includes("/") && known.has(header) && !made.includes(header) && header !== "uv.h" && header !== "cJSON.h",
  );
  assert.deepEqual(tell(bare), []);
});

test("Node-API, libuv, cJSON and the system are known only where they belong", () => {
  const strangers = includes().filter(({ folder, header }) =>
    OWNED.some((rule) => rule.header.test(header) && !rule.folders.includes(folder)),
  );
  assert.deepEqual(tell(strangers), []);
});

test("what is pure includes nothing of the system", () => {
  const strangers = includes().filter(({ folder, header }) => {
    const isOwn = header.includes("/") && LAYERS.includes(header.split("/")[0]);
    return PURE.includes(folder) && !isOwn && !PURE_HEADERS.test(header) && !header.endsWith(".inc");
  });
  assert.deepEqual(tell(strangers), []);
});

test("the engine's C never says the editor's or Node's names", () => {
  const isC = (file) => /^native\/.*\.[ch]$/.test(file) && isOurs(file);
  const hits = FILES.filter(isC).filter((file) => /\b(napi_\w+|Napi::|v8::)/.test(read(file)));
  assert.deepEqual(hits, []);
});

test("no time of the clock is subtracted where another thread may have noted a later one", () => {
  const isC = (file) => /^native\/(?!deps\/|bridge\/).*\.[ch]$/.test(file) && file !== "native/os/clock.h";
  const hits = FILES.filter(isC).filter((file) => /\bsx_clock_ms\(\) - |\bnow_ms - /.test(read(file)));
  assert.deepEqual(hits, [], "os/clock.h has sx_clock_since_ms and sx_clock_span_ms");
});

test("the shim imports the editor's module only where it may", () => {
  const shim = FILES.filter((file) => /^extension\/src\/.*\.ts$/.test(file));
  const imports = /(from|import|require\()\s*["']vscode["']/;
  const strangers = shim.filter((file) => imports.test(read(file)) && !EDITORS_OWN.test(file));
  assert.deepEqual(strangers, []);
});

test("the shim stays small", (t) => {
  for (const { part, files, lines: most } of MAX_LINES) {
    const lines = FILES.filter((file) => files.test(file)).reduce((sum, file) => sum + countLines(file), 0);
    t.diagnostic(`${part}: ${lines} lines`);
    assert.ok(lines <= most, `${part}: ${lines} lines`);
  }
});
