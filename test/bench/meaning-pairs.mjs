/**
 * Pairs of a sentence and the function that it documents, from libraries of the machine: copies of their sources without
 * any comment and docstring, and the first sentence of each comment on a function.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

import { root } from "../native/build.mjs";

const LEAST_WORDS = 4;
const MOST_BYTES = 1 << 20;

/* ---- comments and strings --------------------------------------------------------------------- */

const blank = (text) => text.replace(/[^\n]/g, " ");

/** Where the string ends whose quote is at `at`; strings of one line end with it. */
function stringEnd(text, at, quote, isLong) {
  for (let i = at + quote.length; i < text.length; i++) {
    if (text[i] === "\\" && quote !== "`raw") i++;
    else if (text.startsWith(quote, i)) return i + quote.length;
    else if (!isLong && text[i] === "\n") return i;
  }
  return text.length;
}

/** Whether a / begins a regular expression of JavaScript: not after a value. */
const beginsRegex = (before) => /(^|[=(,:;!&|?{}[+\-*%<>~^]|\breturn|\btypeof)\s*$/.test(before.slice(-20));

function regexEnd(text, at) {
  let isInClass = false;
  for (let i = at + 1; i < text.length && text[i] !== "\n"; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === "[") isInClass = true;
    else if (text[i] === "]") isInClass = false;
    else if (text[i] === "/" && !isInClass) return i + 1;
  }
  return at + 1;
}

/** The text without comments, line by line as it was. */
function stripSlashes(text, isScript) {
  let out = "";
  for (let i = 0; i < text.length;) {
    const two = text.slice(i, i + 2);
    let end = i + 1;
    let isComment = false;
    if (two === "//" || two === "/*") {
      isComment = true;
      const found = text.indexOf(two === "//" ? "\n" : "*/", i + 2);
      end = found < 0 ? text.length : found + (two === "//" ? 0 : 2);
    } else if (text[i] === "`")
      end = isScript ? stringEnd(text, i, "`", true) : text.indexOf("`", i + 1) + 1 || text.length;
    else if (text[i] === '"' || text[i] === "'") end = stringEnd(text, i, text[i], false);
    else if (isScript && text[i] === "/" && beginsRegex(out)) end = regexEnd(text, i);
    const piece = text.slice(i, end);
    out += isComment ? blank(piece) : piece;
    i = end;
  }
  return out;
}

/** The same of Python; a string that is a statement of its own goes, too: a `pass` is in its place. */
function stripPython(text) {
  let out = "";
  for (let i = 0; i < text.length;) {
    let end = i + 1;
    let isComment = text[i] === "#";
    const quotes = /^[rRuU]?("""|'''|"|')/.exec(text.slice(i, i + 5));
    const isWord = /\w$/.test(out);
    if (isComment) {
      const found = text.indexOf("\n", i);
      end = found < 0 ? text.length : found;
    } else if (quotes && !(isWord && /^\w/.test(text[i]))) {
      const from = i + quotes[0].length - quotes[1].length;
      end = stringEnd(text, from, quotes[1], quotes[1].length === 3);
      isComment = /(^|\n)[ \t]*$/.test(out) && /^[ \t]*(#.*)?(\n|$)/.test(text.slice(end, end + 200));
    }
    const piece = text.slice(i, end);
    if (isComment && quotes && piece.length >= 4) out += `pass${blank(piece.slice(piece[3] === "\n" ? 3 : 4))}`;
    else out += isComment ? blank(piece) : piece;
    i = end;
  }
  return out;
}

/* ---- sentences -------------------------------------------------------------------------------- */

/** The first sentence, without the name that it begins with. */
function sentenceOf(text, name) {
  const [paragraph] = text.trim().split(/\n\s*\n|\n\s*@/);
  const whole = paragraph.replace(/\s+/g, " ").trim();
  const end = /[.:!?](\s|$)/.exec(whole);
  const sentence = (end ? whole.slice(0, end.index) : whole).trim();
  return sentence.startsWith(`${name} `) ? sentence.slice(name.length + 1) : sentence;
}

function pythonPairs(lines) {
  const pairs = [];
  lines.forEach((line, row) => {
    const name = /^\s*(?:async\s+)?def\s+(\w+)\s*\(/.exec(line)?.[1];
    if (!name) return;
    const rest = lines.slice(row, row + 60).join("\n");
    const doc = /^[^#]*?\)\s*(?:->[^:\n]*)?:\s*\n\s*[rRuU]?("""|''')([\s\S]*?)\1/.exec(rest);
    if (doc && !/\n\s*def\s/.test(doc[0].slice(0, doc[0].indexOf(doc[1])))) pairs.push({ name, row, text: doc[2] });
  });
  return pairs;
}

function goPairs(lines) {
  const pairs = [];
  lines.forEach((line, row) => {
    const name = /^func\s+(?:\([^)]*\)\s*)?(\w+)/.exec(line)?.[1];
    let first = row;
    while (first > 0 && /^\/\/ /.test(lines[first - 1])) first--;
    const text = lines.slice(first, row).map((one) => one.replace(/^\/\/ /, ""));
    if (name && text.length) pairs.push({ name, row, text: text.join("\n") });
  });
  return pairs;
}

function scriptPairs(lines) {
  const pairs = [];
  lines.forEach((line, row) => {
    const name = /^\s*(?:export\s+)?(?:async\s+)?function\s+(\w+)/.exec(line)?.[1];
    if (!name || !/\*\/\s*$/.test(lines[row - 1] ?? "")) return;
    let first = row - 1;
    while (first > 0 && !/^\s*\/\*\*/.test(lines[first])) first--;
    const text = lines.slice(first, row).map((one) => one.replace(/^\s*(\/\*\*|\*\/|\*(?!\/))\s?|\s*\*\/\s*$/g, ""));
    pairs.push({ name, row, text: text.join("\n") });
  });
  return pairs;
}

/* ---- libraries -------------------------------------------------------------------------------- */

const output = (command, args) => {
  try {
    return execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "";
  }
};

const LIBRARIES = [
  {
    name: "Python's library",
    most: 800,
    sources: () => [output("python3", ["-c", "import sysconfig; print(sysconfig.get_path('stdlib'))"])],
    has: (file) =>
      /\.py$/.test(file) && !/(^|\/)(tests?|idle_test|(dist|site)-packages|pydoc_data|__pycache__)\//.test(file),
    strip: stripPython,
    pairs: pythonPairs,
  },
  {
    name: "Go's library",
    most: 800,
    sources: () => [path.join(output("go", ["env", "GOROOT"]) || "/nowhere", "src")],
    has: (file) => /\.go$/.test(file) && !/_test\.go$|(^|\/)(testdata|vendor|cmd)\//.test(file),
    strip: (text) => stripSlashes(text, false),
    pairs: goPairs,
  },
  {
    name: "rxjs and lodash",
    most: 300,
    sources: () => [
      path.join(os.homedir(), ".cache/sextant-dev/rxjs-7.8.2/node_modules/rxjs/src"),
      path.join(root, "node_modules/lodash"),
    ],
    has: (file) => /(\.ts|^lodash\.js)$/.test(file) && !/\.d\.ts$/.test(file),
    strip: (text) => stripSlashes(text, true),
    pairs: scriptPairs,
  },
];

const hashOf = (text) => createHash("sha1").update(text).digest("hex");

function* sourcesOf(library) {
  for (const folder of library.sources().filter((one) => one && fs.existsSync(one)))
    for (const file of fs.readdirSync(fs.realpathSync(folder), { recursive: true }).sort()) {
      const full = path.join(fs.realpathSync(folder), file);
      const info = fs.statSync(full);
      if (library.has(file) && info.isFile() && info.size <= MOST_BYTES) yield { file, full };
    }
}

/**
 * Copies a library into `folder`, without comments unless they are to stay; its pairs, `{file, line, name, sentence,
 * isHeldOut}`.
 */
function copyLibrary(library, folder, hasComments) {
  const all = [];
  for (const { file, full } of sourcesOf(library)) {
    const text = fs.readFileSync(full, "utf8");
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), hasComments ? text : library.strip(text));
    for (const { name, row, text: doc } of library.pairs(text.split("\n"))) {
      const sentence = sentenceOf(doc, name);
      if (sentence.split(" ").length >= LEAST_WORDS) all.push({ file, line: row + 1, name, sentence });
    }
  }
  const counts = new Map();
  for (const { sentence } of all) counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
  return all
    .filter(({ sentence }) => counts.get(sentence) === 1)
    .map((pair) => ({ ...pair, hash: hashOf(`${pair.file}#${pair.name}#${pair.line}`) }))
    .sort((a, b) => (a.hash < b.hash ? -1 : 1))
    .slice(0, library.most)
    .map(({ hash: _, ...pair }) => ({ ...pair, isHeldOut: parseInt(hashOf(pair.name).at(-1), 16) % 2 === 1 }));
}

/** Questions in a person's words, with what answers them, any of them: `[{library, sentence, answers[{file, name}]}]`. */
export function readQuestions() {
  const text = fs.readFileSync(path.join(root, "test/bench/meaning-questions.tsv"), "utf8");
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => {
      const [library, sentence, answers] = line.split("\t");
      return { library, sentence, answers: answers.split("|").map((one) => one.split(":")) };
    });
}

/** `[{name, folder, pairs}]` of the libraries that the machine has. */
export function makeLibraries(parent, { hasComments = false } = {}) {
  return LIBRARIES.map((library, i) => {
    const folder = path.join(parent, `library${i}`);
    fs.mkdirSync(folder);
    return { name: library.name, folder, pairs: copyLibrary(library, folder, hasComments) };
  }).filter(({ pairs }) => pairs.length > 0);
}
