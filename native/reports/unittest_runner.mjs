/**
 * Writes unittest_runner.inc, the text of unittest_runner.py as a C string. After a change of the runner:
 *
 *   node native/reports/unittest_runner.mjs
 */
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const folder = path.dirname(fileURLToPath(import.meta.url));
const lines = fs.readFileSync(path.join(folder, "unittest_runner.py"), "utf8").split("\n").slice(0, -1);
const rows = lines.map((line) => `${JSON.stringify(`${line}\n`)}\n`);
fs.writeFileSync(path.join(folder, "unittest_runner.inc"), rows.join(""));
