// Makes numbers of C of the table: node embed.mjs OUT
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const BYTES = 8;
const NUMBERS_A_LINE = 6;

const table = readFileSync(join(dirname(fileURLToPath(import.meta.url)), "words.bin"));
const whole = Buffer.concat([table, Buffer.alloc(BYTES - (table.length % BYTES))]);
const numbers = Array.from(
  { length: whole.length / BYTES },
  (_, i) => `0x${whole.readBigUInt64LE(i * BYTES).toString(16)}`,
);
const lines = [];
for (let i = 0; i < numbers.length; i += NUMBERS_A_LINE)
  lines.push(`${numbers.slice(i, i + NUMBERS_A_LINE).join(",")},`);
writeFileSync(process.argv[2], `${lines.join("\n")}\n`);
