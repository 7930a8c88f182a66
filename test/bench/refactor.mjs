/**
 * Refactorings: the preview of a move with 200 importers against the language server's references request, in turns; and
 * extracting a function from files of 100 to 10,000 lines that are new each time, by an editor that answers at once.
 *
 *   node test/bench/refactor.mjs
 */
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { makeFolder, openEditor, writeFiles } from "../engine/fake-editor.mjs";
import { openServerEditor } from "../refactorings/editor.mjs";

const IMPORTERS = 200;
const RUNS = 7;
const MOST_OF_REFERENCES = 1.5;
const MOST_MS = 100;

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

async function timed(run) {
  const begun = performance.now();
  const result = await run();
  return { ms: performance.now() - begun, result };
}

/* ---- moves ----------------------------------------------------------------------------------- */

const MOVES = {
  typescript: {
    ending: "ts",
    settings: { "tsconfig.json": '{"compilerOptions":{"strict":true,"noEmit":true},"include":["."]}' },
    shared:
      "export function value(n: number): number {\n  return n + 1;\n}\n\nexport function other(): number {\n  return 2;\n}\n",
    user: (i) =>
      `import { other, value } from "./shared";\n\nexport function use_${i}(n: number): number {\n  const first = value(n) + value(${i});\n  return first + other();\n}\n`,
    at: [0, 16],
  },
  python: {
    ending: "py",
    settings: {},
    shared: "def value(n):\n    return n + 1\n\n\ndef other():\n    return 2\n",
    user: (i) =>
      `from shared import other, value\n\n\ndef use_${i}(n):\n    first = value(n) + value(${i})\n    return first + other()\n`,
    at: [0, 4],
  },
};

async function measureMove(language) {
  const { ending, settings, shared, user, at } = MOVES[language];
  const folder = makeFolder();
  const files = { ...settings, [`shared.${ending}`]: shared };
  for (let i = 0; i < IMPORTERS; i++) files[`user_${i}.${ending}`] = user(i);
  writeFiles(folder, files);
  const editor = await openServerEditor(folder, language);
  const call = { file_path: `shared.${ending}`, symbol: "value", target_file: `moved.${ending}` };
  const ours = [],
    peer = [];
  for (let i = 0; i < RUNS; i++) {
    const asked = await timed(() => editor.on.references(path.join(folder, `shared.${ending}`), ...at));
    if (asked.result.data.length < 3 * IMPORTERS) throw new Error(`${asked.result.data.length} references`);
    const moved = await timed(() => editor.run("move_symbol", call));
    if (moved.result.isError) throw new Error(moved.result.text);
    peer.push(asked.ms);
    ours.push(moved.ms);
  }
  await editor.close();
  const ratio = median(ours) / median(peer);
  return {
    name: `move_symbol, ${language}: preview with ${IMPORTERS} importers, to the references request`,
    ...{ ours: median(ours), peer: median(peer), unit: "ms", ratio },
    ...{ target: `<= ${MOST_OF_REFERENCES}`, ok: ratio <= MOST_OF_REFERENCES },
  };
}

/* ---- extractions ----------------------------------------------------------------------------- */

/** A function of eight lines; its third one is what is extracted. */
const EXTRACTS = {
  python: {
    ending: "py",
    of: (i) =>
      `def made_${i}(a, b):\n    if a > b:\n        c = a * b + ${i}\n        b = c - a\n    return a + b\n\n\n# ${i}\n`,
  },
  typescript: {
    ending: "ts",
    of: (i) =>
      `function made_${i}(a: number, b: number): number {\n  if (a > b) {\n    const c = a * b + ${i};\n    b = c - a;\n  }\n  return a + b;\n}\n\n`,
  },
  javascript: {
    ending: "mjs",
    of: (i) =>
      `function made_${i}(a, b) {\n  if (a > b) {\n    const c = a * b + ${i};\n    b = c - a;\n  }\n  return a + b;\n}\n\n`,
  },
  c: {
    ending: "c",
    of: (i) =>
      `int made_${i}(int a, int b) {\n  if (a > b) {\n    int c = a * b + ${i};\n    b = c - a;\n  }\n  return a + b;\n}\n\n`,
  },
  go: {
    ending: "go",
    of: (i) =>
      `func made_${i}(a int, b int) int {\n\tif a > b {\n\t\tc := a*b + ${i}\n\t\tb = c - a\n\t}\n\treturn a + b\n}\n\n`,
  },
};

const HEAD = { go: "package main\n\n" };

/** Undefined where the language is not extracted here. */
async function measureExtract(language, lines) {
  const { ending, of } = EXTRACTS[language];
  const head = HEAD[language] ?? "";
  const folder = makeFolder();
  const editor = openEditor(folder, makeFolder());
  editor.servers[language] = [{ extension: "bench.server", active: true }];
  editor.on.hover = () => ({ data: [] });
  const count = Math.round(lines / 8);
  const times = [];
  for (let run = 0; run < RUNS; run++) {
    const text = head + Array.from({ length: count }, (_, i) => of(i + run * 100_000)).join("");
    const name = `file_${run}.${ending}`;
    fs.writeFileSync(path.join(folder, name), text);
    const line = Math.floor(count / 2) * 8 + 3 + head.split("\n").length - 1;
    const call = { file_path: name, start_line: line, end_line: line + 1, function_name: "extracted" };
    const { ms, result } = await timed(() => editor.run("extract_function", call));
    if (result.code === "unsupported") return editor.engine.dispose();
    if (result.isError) throw new Error(`${language}: ${result.text}`);
    times.push(ms);
  }
  editor.engine.dispose();
  const ours = median(times);
  return {
    name: `extract_function, ${language}: preview in a file of ${lines.toLocaleString("en")} lines`,
    ...{ ours, peer: null, unit: "ms", ratio: null, target: `<= ${MOST_MS}`, ok: ours <= MOST_MS },
  };
}

export async function rows() {
  const found = [];
  for (const language of Object.keys(MOVES)) found.push(await measureMove(language));
  for (const language of Object.keys(EXTRACTS))
    for (const lines of [100, 1000, 10_000]) found.push(await measureExtract(language, lines));
  return found.filter(Boolean);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  console.log(JSON.stringify(await rows(), null, 2));
  process.exit(0);
}
