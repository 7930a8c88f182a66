/** Asks `sextant-indexer --facts`, and reads its answers (native/syntax/facts_wire.h). */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { ROOT } from "../../extension/build/setup.mjs";

export const INDEXER = join(ROOT, "build/Release/sextant-indexer");
export const DECLARATION = 2;
export const NAMELESS = 8;
export const EXPORTED = 32;
export const TOP = 0xffffffff;

const ROWS = [28, 12, 16];

/** The names of the kinds, by their numbers. */
const KINDS = [...readFileSync(join(ROOT, "native/syntax/facts.h"), "utf8").matchAll(/^ {2}ROW\(\w+, "(\w+)"\)/gm)].map(
  ([, name]) => name,
);

/** The program's end, for questions `[language, text, file]`; without a number of a file nothing is kept. */
export function ask(...questions) {
  const parts = questions.flatMap(([language, text, file = 0]) => {
    const bytes = Buffer.from(text);
    return [Buffer.from(`${language} ${bytes.length} ${file}\n`), bytes];
  });
  return spawnSync(INDEXER, ["--facts"], { input: Buffer.concat(parts), maxBuffer: 2 ** 28 });
}

function readFact(row, text) {
  const [start, end, nameStart, nameEnd, , parent] = Array.from({ length: 6 }, (_, i) => row.readUInt32LE(4 * i));
  const name = text.toString("utf8", nameStart, nameEnd);
  return { start, end, nameStart, name, parent, flags: row.readUInt16LE(24), kind: KINDS[row[26]] };
}

/** A type that a declaration names beside its own. */
function readBase(row, text) {
  const [fact, start, end, kind] = Array.from({ length: 4 }, (_, i) => row.readUInt32LE(4 * i));
  return { fact, start, kind, name: text.toString("utf8", start, end) };
}

/**
 * The answers in the program's output: `{language, extent, facts, imports, bases, listedBases}`, imports and bases
 * counted.
 */
export function readAnswers(output, texts) {
  const answers = [];
  for (let at = 0; at < output.length;) {
    const end = output.indexOf("\n", at);
    const [language, extent, ...counts] = output.toString("latin1", at, end).split(" ");
    const text = Buffer.from(texts[answers.length]);
    const row = (i) => output.subarray(end + 1 + ROWS[0] * i);
    const facts = Array.from({ length: +counts[0] }, (_, i) => readFact(row(i), text));
    const first = end + 1 + ROWS[0] * counts[0] + ROWS[1] * counts[1];
    const listedBases = Array.from({ length: +counts[2] }, (_, i) =>
      readBase(output.subarray(first + ROWS[2] * i), text),
    );
    answers.push({ language, extent: +extent, facts, imports: +counts[1], bases: +counts[2], listedBases });
    at = end + 1 + counts.reduce((sum, count, i) => sum + count * ROWS[i], 0);
  }
  return answers;
}
