/**
 * Writes ident_tables.inc: which characters past ASCII make identifiers by UAX 31, as Node's own
 * Unicode data has it. Run it again for a newer Unicode: node native/text/ident_tables.mjs
 * With --check it only says whether the file is what it would write (for the same version).
 */
import fs from "node:fs";
import { fileURLToPath } from "node:url";

const file = fileURLToPath(new URL("ident_tables.inc", import.meta.url));

/** The code points at which membership changes: inside from an even entry on, outside from an odd. */
function changes(isMember) {
  const points = [];
  for (let c = 0x80; c <= 0x110000; c++) {
    const isInside = c <= 0x10ffff && !(c >= 0xd800 && c < 0xe000) && isMember(c);
    if (isInside !== (points.length % 2 === 1)) points.push(c);
  }
  return points;
}

function table(name, property) {
  const pattern = new RegExp(`^\\p{${property}}$`, "u");
  const points = changes((c) => pattern.test(String.fromCodePoint(c)));
  /* In columns, as the formatter would have them. */
  const cells = points.map((c) => `0x${c.toString(16)},`);
  const width = Math.max(...cells.map((cell) => cell.length)) + 1;
  const lines = [];
  for (let i = 0; i < cells.length; i += 10) {
    const row = cells.slice(i, i + 10).map((cell) => cell.padEnd(width));
    lines.push(`    ${row.join("").trimEnd()}`);
  }
  return `static const uint32_t ${name}[] = {\n${lines.join("\n")}\n};\n`;
}

const text =
  `/* Made by ident_tables.mjs from Unicode ${process.versions.unicode}. The code points at which\n` +
  "   membership changes: an even entry begins a range, the odd one after it ends it. */\n" +
  table("xid_start", "XID_Start") +
  table("xid_continue", "XID_Continue");

if (process.argv.includes("--check")) {
  const old = fs.readFileSync(file, "utf8");
  const isSameVersion = old.includes(`Unicode ${process.versions.unicode}.`);
  if (isSameVersion && old !== text) {
    console.error("ident_tables.inc is not what ident_tables.mjs writes");
    process.exitCode = 1;
  }
} else fs.writeFileSync(file, text);
