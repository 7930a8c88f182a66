/**
 * Writes width_tables.inc: how many columns of a terminal a character takes, where that is not one. Marks
 * and invisible characters take none, by Node's own Unicode data; which are wide is a property that scripts cannot
 * ask for, so its ranges are listed here (Unicode's East Asian Width W and F) and emoji come from Node's data.
 * Run it again for a newer Unicode: node native/text/width_tables.mjs
 * With --check it only says whether the file is what it would write (for the same version).
 */
import fs from "node:fs";
import { fileURLToPath } from "node:url";

const file = fileURLToPath(new URL("width_tables.inc", import.meta.url));

const WIDE = [
  [0x1100, 0x115f],
  [0x2329, 0x232a],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x16fff],
  [0x17000, 0x18cff],
  [0x1aff0, 0x1b2ff],
  [0x20000, 0x2fffd],
  [0x30000, 0x3fffd],
];
const isMark = (char) => /^[\p{Mn}\p{Me}\u1160-\u11ff\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]$/u.test(char);
const isEmoji = (char) => /^\p{Emoji_Presentation}$/u.test(char);
const isWide = (char) => {
  const code = char.codePointAt(0);
  return !isMark(char) && (isEmoji(char) || WIDE.some(([first, last]) => code >= first && code <= last));
};

/** The code points at which membership changes: inside from an even entry on, outside from an odd. */
function changes(isMember) {
  const points = [];
  for (let c = 0x80; c <= 0x110000; c++) {
    const isInside = c <= 0x10ffff && !(c >= 0xd800 && c < 0xe000) && isMember(String.fromCodePoint(c));
    if (isInside !== (points.length % 2 === 1)) points.push(c);
  }
  return points;
}

function table(name, isMember) {
  /* In columns, as the formatter would have them. */
  const cells = changes(isMember).map((c) => `0x${c.toString(16)},`);
  const width = Math.max(...cells.map((cell) => cell.length)) + 1;
  const lines = [];
  for (let i = 0; i < cells.length; i += 10) {
    const row = cells.slice(i, i + 10).map((cell) => cell.padEnd(width));
    lines.push(`    ${row.join("").trimEnd()}`);
  }
  return `static const uint32_t ${name}[] = {\n${lines.join("\n")}\n};\n`;
}

const text =
  `/* Made by width_tables.mjs from Unicode ${process.versions.unicode}. The code points at which\n` +
  "   membership changes: an even entry begins a range, the odd one after it ends it. */\n" +
  table("zero_width", isMark) +
  table("double_width", isWide);

if (process.argv.includes("--check")) {
  const old = fs.readFileSync(file, "utf8");
  const isSameVersion = old.includes(`Unicode ${process.versions.unicode}.`);
  if (isSameVersion && old !== text) {
    console.error("width_tables.inc is not what width_tables.mjs writes");
    process.exitCode = 1;
  }
} else fs.writeFileSync(file, text);
