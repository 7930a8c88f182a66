/**
 * Hover formatting: 10,000 hovers of the corpus through the engine on one core.
 *
 *   node test/bench/hover.mjs
 */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { engineFlags, listSources, root, warnings } from "../native/build.mjs";

const hoverCount = 10_000;
const runCount = 15;
const target = 50_000;

/** The inputs of the corpus as the bench program reads them; "escaped" ones are left out. */
function readCorpus() {
  const folder = path.join(root, "test/corpus/hover");
  const hovers = [];
  for (const name of fs.readdirSync(folder).sort()) {
    const cases = fs.readFileSync(path.join(folder, name), "utf8").split(/^=== /m).slice(1);
    for (const text of cases) {
      const parts = [];
      for (const line of text.split(/^---/m)[0].split("\n").slice(1)) {
        const header = /^@(markdown|plain|code)\s*(.*)$/.exec(line);
        if (header) parts.push({ kind: header[1], language: header[2], lines: [] });
        else if (line.startsWith("|")) parts.at(-1)?.lines.push(line.slice(1));
      }
      if (!parts.some((part) => /\bescaped\b/.test(part.language))) hovers.push(parts);
    }
  }
  return hovers;
}

function encode(hovers) {
  const kinds = { markdown: 0, code: 1, plain: 2 };
  const pieces = hovers.flatMap((parts) => [
    "H\n",
    ...parts.flatMap(({ kind, language, lines }) => {
      const value = Buffer.from(lines.join("\n"));
      const name = kind === "code" ? language.trim() || "-" : "-";
      return [`P ${kinds[kind]} ${name} ${value.length}\n`, value];
    }),
  ]);
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
}

function build(binary) {
  const sources = ["base", "text", "markdown"].flatMap((folder) => listSources(path.join(root, "native", folder)));
  const bench = path.join(root, "test/bench/hover_bench.c");
  const flags = [...engineFlags, ...warnings, "-O2", "-DNDEBUG", "-ffunction-sections"];
  /* Folders of the engine that nothing here calls need not link. */
  const link = ["-Wl,--gc-sections", "-lm"];
  execFileSync(process.env.CC || "gcc", [...flags, ...sources, bench, "-o", binary, ...link], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  });
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

export async function rows() {
  const folder = path.join(root, "build/bench");
  const binary = path.join(folder, "hover-bench");
  const input = path.join(folder, "hovers.bin");
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(input, encode(readCorpus()));
  build(binary);
  const output = execFileSync(binary, [input, String(hoverCount), String(runCount)]);
  const times = output.toString().trim().split("\n").map(Number);
  const ours = Math.round(hoverCount / (median(times) / 1e9));
  return [
    {
      name: "hover formatting, 10,000 hovers of the corpus",
      ours,
      peer: null,
      unit: "hovers/s",
      ratio: null,
      target: `>= ${target}`,
      ok: ours >= target,
    },
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) console.log(JSON.stringify(await rows(), null, 2));
