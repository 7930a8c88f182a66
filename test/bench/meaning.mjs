/**
 * semantic_search: first sentences of documentation as questions for the functions that they document, in libraries
 * whose comments were removed, against plain BM25 over the same terms, and against counting the question's words in the
 * text of each function.
 *
 *   node test/bench/meaning.mjs [--last] [--misses]
 *   node test/bench/meaning.mjs --questions [--misses] [--endpoint] [--library rxjs]
 *   npm run bench -- meaning
 *
 * The pairs are split in two by the names of the functions: one half to tune on, and one that is only looked at in the
 * end (`--last`). `--misses` lists questions of the first half that are not answered by the first five. `--questions`
 * asks those of meaning-questions.tsv, which were written before the rankings were looked at, of the libraries with
 * their comments. `--endpoint` asks them with a small embedding model as `sextant.semantic.endpoint`, which takes a
 * quarter of a second for each text; `--library` asks those of the libraries alone whose names have that.
 */
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

import { post } from "../engine/endpoint-kit.mjs";
import { openEditor } from "../engine/fake-editor.mjs";
import {
  compile,
  engineFlags,
  libuvFlags,
  listSources,
  root,
  sqliteUnit,
  warnings,
  writeDefinitions,
} from "../native/build.mjs";
import { makeLibraries, readQuestions } from "./meaning-pairs.mjs";

const DEPTH = 50;
const MOST_MS = 30;

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const percentile = (values, share) => [...values].sort((a, b) => a - b)[Math.floor(values.length * share)];

/* ---- rankings ---------------------------------------------------------------------------------- */

async function build() {
  const compiler = process.env.CC || "gcc";
  const flags = [...engineFlags, `-I${writeDefinitions()}`, ...warnings, "-O2", "-DNDEBUG", ...libuvFlags("--cflags")];
  const folders = ["base", "text", "os", "store", "index", "syntax", "symbols", "meaning"];
  const sources = folders
    .flatMap((folder) => listSources(path.join(root, "native", folder)))
    .filter((file) => !file.endsWith("/index/select.c"));
  sources.push(path.join(root, "test/bench/meaning_bench.c"));
  const { objects } = await compile(compiler, [...sources.map((source) => ({ source, flags })), sqliteUnit()]);
  const binary = path.join(root, "build/bench/meaning-bench");
  fs.mkdirSync(path.dirname(binary), { recursive: true });
  execFileSync(compiler, [...objects, "-o", binary, ...libuvFlags("--libs"), "-lpthread", "-ldl", "-lm"]);
  return binary;
}

/** The places of plain BM25 for each question. */
function rankPlainly(binary, store, folder, pairs) {
  const input = pairs.map(({ sentence }) => `${sentence}\n`).join("");
  const output = execFileSync(binary, [store, folder], { input, encoding: "utf8", maxBuffer: 2 ** 30 });
  return output.split("\n").map((line) => line.split("\t").filter(Boolean));
}

/** The same by how many of the question's words stand in the text of a function, its shortest first. */
function makeCounter(binary, store, folder) {
  const output = execFileSync(binary, [store, folder, "--units"], { encoding: "utf8", maxBuffer: 2 ** 30 });
  const units = output.split("\n").filter(Boolean);
  const vocabulary = new Map();
  const lengths = [];
  let file, lines;
  const places = units.map((row, unit) => {
    const [, name, line, first, last] = /^(.*):(\d+) (\d+) (\d+)$/.exec(row);
    if (name !== file)
      [file, lines] = [name, fs.readFileSync(path.join(folder, name), "utf8").toLowerCase().split("\n")];
    const text = lines.slice(first - 1, last).join("\n");
    lengths.push(text.length);
    for (const word of new Set(text.match(/\w+/g))) {
      if (!vocabulary.has(word)) vocabulary.set(word, []);
      vocabulary.get(word).push(unit);
    }
    return `${name}:${line}`;
  });
  return ({ sentence }) => {
    const counts = new Map();
    for (const word of new Set(sentence.toLowerCase().match(/\w{2,}/g))) {
      const having = new Set();
      for (const [other, own] of vocabulary) if (other.includes(word)) for (const unit of own) having.add(unit);
      for (const unit of having) counts.set(unit, (counts.get(unit) ?? 0) + 1);
    }
    const best = [...counts].sort((a, b) => b[1] - a[1] || lengths[a[0]] - lengths[b[0]] || a[0] - b[0]);
    return best.slice(0, DEPTH).map(([unit]) => places[unit]);
  };
}

/** By the tool, as an agent gets it: the line of a result's name is in its snippet, which begins with that. */
async function ask(editor, sentence, times) {
  const begun = performance.now();
  const args = { query: sentence, max_results: DEPTH, max_tokens: 50_000 };
  const answer = await editor.engine.call("semantic_search", args, {});
  times?.push(performance.now() - begun);
  return { ...answer, results: JSON.parse(answer.factsJson ?? "{}").results ?? [] };
}

/* ---- an embedding model ------------------------------------------------------------------------- */

/** Two seconds are too short for the first question: asks until all vectors are known. */
async function askWithVectors(editor, sentence) {
  for (;;) {
    const answer = await ask(editor, sentence);
    const [line] = /^.*embeddings endpoint.*$/m.exec(answer.text) ?? [];
    if (/^Ranked by words and by the embeddings endpoint \([^)]*\)\.$/.test(line)) return answer;
    if (/within 2 s|time that was left/.test(line)) await sleep(1000);
    else if (!/had time for/.test(line)) throw new Error(line ?? answer.text);
  }
}

async function openModel() {
  const server = spawn(process.execPath, [path.join(root, "test/bench/embedding-server.mjs")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const url of createInterface({ input: server.stdout })) return { url, close: () => server.kill() };
  throw new Error("the embedding server ended");
}

/* ---- one library -------------------------------------------------------------------------------- */

async function openLibrary(folder, storage) {
  const editor = openEditor(folder, storage);
  while ((await ask(editor, "nothing at all")).code === "unknown") await sleep(300);
  return editor;
}

function storeOf(storage) {
  const index = path.join(storage, "index");
  return path.join(index, fs.readdirSync(index)[0]);
}

/** The rank of the function of a pair; 0: it is not among them. */
function rankOf(places, { file, line }) {
  const at = places.findIndex((place) => {
    const [, name, row] = /^(.*):(\d+)$/.exec(place);
    return name === file && Math.abs(Number(row) - line) <= 1;
  });
  return at + 1;
}

function score(ranks) {
  const share = (most) => ranks.filter((rank) => rank && rank <= most).length / ranks.length;
  const mrr = ranks.reduce((sum, rank) => sum + (rank ? 1 / rank : 0), 0) / ranks.length;
  return { top1: 100 * share(1), top5: 100 * share(5), mrr };
}

async function measure(library, binary, options) {
  const storage = fs.mkdtempSync(path.join(os.tmpdir(), "sextant-bench-meaning-"));
  const editor = await openLibrary(library.folder, storage);
  const store = storeOf(storage);
  const pairs = library.pairs.filter(({ isHeldOut }) => isHeldOut === options.isHeldOut);
  const plain = rankPlainly(binary, store, library.folder, pairs);
  const count = makeCounter(binary, store, library.folder);
  const ranks = { ours: [], plain: [], count: [] };
  const times = [];
  for (const [i, pair] of pairs.entries()) {
    const { results } = await ask(editor, pair.sentence, times);
    const places = results.map(({ filePath, startLine, endLine, name }) =>
      filePath === pair.file && name === pair.name && startLine - 8 <= pair.line && pair.line <= endLine
        ? `${filePath}:${pair.line}`
        : `${filePath}:0`,
    );
    ranks.ours.push(rankOf(places, pair));
    ranks.plain.push(rankOf(plain[i], pair));
    ranks.count.push(rankOf(count(pair), pair));
    if (options.misses && !(ranks.ours[i] && ranks.ours[i] <= 5))
      console.log(`  ${ranks.ours[i]} ${pair.file}:${pair.line} ${pair.name}: ${pair.sentence}`);
  }
  // As agents ask.
  const short = [];
  for (const { sentence } of pairs.slice(0, 200)) {
    const begun = performance.now();
    await editor.engine.call("semantic_search", { query: sentence }, {});
    short.push(performance.now() - begun);
  }
  editor.engine.dispose();
  const sizes = fs.readdirSync(store).filter((name) => name.startsWith("meaning."));
  const bytes = sizes.reduce((sum, name) => sum + fs.statSync(path.join(store, name)).size, 0);
  fs.rmSync(storage, { recursive: true, force: true });
  const scores = Object.fromEntries(Object.entries(ranks).map(([name, own]) => [name, score(own)]));
  return {
    name: library.name,
    pairs: pairs.length,
    scores,
    bytes,
    p50: percentile(short, 0.5),
    p95: percentile(short, 0.95),
    ranks,
  };
}

async function measureAll(options) {
  const parent = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "sextant-bench-libraries-")));
  try {
    const binary = await build();
    const measured = [];
    for (const library of makeLibraries(parent)) measured.push(await measure(library, binary, options));
    return measured;
  } finally {
    fs.rmSync(parent, { recursive: true, force: true });
  }
}

/* ---- a person's questions ---------------------------------------------------------------------- */

/** The rank of the first of the answers among `[file, name]`s; 0: none of them is there. */
const rankOfAny = (places, answers) =>
  places.findIndex(([file, name]) => answers.some((one) => one[0] === file && one[1] === name)) + 1;

/** The places of plain BM25 as files and names, which the lines of the library have. */
function namePlaces(places, folder) {
  return places.map((place) => {
    const [, file, row] = /^(.*):(\d+)$/.exec(place);
    const line = fs.readFileSync(path.join(folder, file), "utf8").split("\n")[Number(row) - 1] ?? "";
    const name = /(?:def|class|func(?:\s*\([^)]*\))?|function\*?|const|let|var|type|interface)\s+(\w+)/.exec(line)?.[1];
    return [file, name ?? /(\w+)\s*\(/.exec(line)?.[1]];
  });
}

async function askQuestions(library, binary, options) {
  const storage = fs.mkdtempSync(path.join(os.tmpdir(), "sextant-bench-meaning-"));
  const editor = await openLibrary(library.folder, storage);
  const own = readQuestions().filter((one) => one.library === library.name);
  const plain = rankPlainly(binary, storeOf(storage), library.folder, own);
  const ranks = { ours: [], plain: [] };
  if (options.model) {
    editor.on.embed = (to, ...rest) => post(to, undefined, ...rest);
    editor.engine.setEndpoint(options.model.url, "universal-sentence-encoder-lite");
  }
  for (const [i, { sentence, answers }] of own.entries()) {
    const { results } = await (options.model ? askWithVectors(editor, sentence) : ask(editor, sentence));
    ranks.ours.push(
      rankOfAny(
        results.map(({ filePath, name }) => [filePath, name]),
        answers,
      ),
    );
    ranks.plain.push(rankOfAny(namePlaces(plain[i], library.folder), answers));
    if (options.misses && !(ranks.ours[i] && ranks.ours[i] <= 5))
      console.log(`  ${ranks.ours[i]} ${sentence}: ${results.slice(0, 3).map(({ name }) => name)}`);
  }
  editor.engine.dispose();
  fs.rmSync(storage, { recursive: true, force: true });
  return { name: library.name, ranks };
}

async function measureQuestions(options) {
  const parent = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "sextant-bench-libraries-")));
  try {
    const binary = await build();
    const measured = [];
    for (const library of makeLibraries(parent, { hasComments: true }))
      if (library.name.includes(options.library)) measured.push(await askQuestions(library, binary, options));
    return measured;
  } finally {
    fs.rmSync(parent, { recursive: true, force: true });
    options.model?.close();
  }
}

/* ---- all of them ------------------------------------------------------------------------------- */

/** All libraries together. */
function sum(measured) {
  const ranks = (name) => measured.flatMap((one) => one.ranks[name]);
  return Object.fromEntries(["ours", "plain", "count"].map((name) => [name, score(ranks(name))]));
}

export async function rows() {
  const measured = await measureAll({ isHeldOut: false });
  const { ours, plain, count } = sum(measured);
  const row = (name, value, peer, unit, least) => ({
    ...{ name, ours: value, peer, unit, ratio: value / peer, target: `≥ ${least} ${unit}`, ok: value >= least },
  });
  return [
    row(
      "semantic_search: the function of a sentence in the first five, beside plain BM25",
      ours.top5,
      plain.top5,
      "%",
      55,
    ),
    row("the same beside counting words in each function", ours.top5, count.top5, "%", 55),
    ...measured.map(({ name, p95, p50, bytes }) => ({
      ...{ name: `semantic_search in ${name}, p95 (p50 ${p50.toFixed(1)}; ${(bytes / 1e6).toFixed(1)} MB on disk)` },
      ...{ ours: p95, peer: null, unit: "ms", ratio: null, target: `≤ ${MOST_MS} ms`, ok: p95 <= MOST_MS },
    })),
  ];
}

const tell = ({ top1, top5, mrr }) => `${top1.toFixed(1)} / ${top5.toFixed(1)} / ${mrr.toFixed(3)}`;

async function runQuestions(given) {
  const options = { ...given, model: given.hasEndpoint ? await openModel() : undefined };
  const measured = await measureQuestions(options);
  console.log("questions, with comments: top-1 % / top-5 % / MRR");
  for (const { name, ranks } of [
    ...measured,
    {
      name: "all",
      ranks: {
        ours: measured.flatMap((one) => one.ranks.ours),
        plain: measured.flatMap((one) => one.ranks.plain),
      },
    },
  ])
    console.log(`${name} (${ranks.ours.length}): ${tell(score(ranks.ours))}; BM25 ${tell(score(ranks.plain))}`);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const options = {
    isHeldOut: process.argv.includes("--last"),
    misses: process.argv.includes("--misses"),
    hasEndpoint: process.argv.includes("--endpoint"),
    library: process.argv.includes("--library") ? process.argv[process.argv.indexOf("--library") + 1] : "",
  };
  if (process.argv.includes("--questions")) {
    await runQuestions(options);
    process.exit();
  }
  const measured = await measureAll(options);
  console.log(`${options.isHeldOut ? "held out" : "to tune on"}: top-1 % / top-5 % / MRR`);
  for (const { name, pairs, scores, bytes, p50, p95 } of measured) {
    console.log(`${name} (${pairs}): ${tell(scores.ours)}; BM25 ${tell(scores.plain)}; words ${tell(scores.count)}`);
    console.log(`  ${(bytes / 1e6).toFixed(1)} MB; p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`);
  }
  const { ours, plain, count } = sum(measured);
  console.log(`all: ${tell(ours)}; BM25 ${tell(plain)}; words ${tell(count)}`);
}
