/** A window whose storage is on a file system that is not local: its index, and one that is too large. */
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { openEditor } from "./fake-editor.mjs";

const [folder, storage] = process.argv.slice(2);
const mapped = () => fs.readFileSync("/proc/self/maps", "utf8").includes(storage);
const editors = [];

function open() {
  editors.push(openEditor(folder, storage));
  return editors.at(-1);
}

async function health(editor, operation = "health") {
  const { factsJson, text } = await editor.run("manage_workspace", { operation });
  return { ...JSON.parse(factsJson).indexes[0], text };
}

async function untilIndexed(editor) {
  for (const end = Date.now() + 60_000; ; await sleep(50)) {
    const now = await health(editor);
    if (now.state === "ready" && now.changed === 0) return now;
    if (now.state === "ready") await health(editor, "index");
    if (Date.now() > end) throw new Error(now.text);
  }
}

/** How many lines have the word, after one more file got it. */
async function grow(editor, name) {
  fs.writeFileSync(path.join(folder, name), "needle\n");
  const { factsJson } = await editor.run("grep", { pattern: "needle" });
  return JSON.parse(factsJson).total_count;
}

const first = open();
const small = { state: (await untilIndexed(first)).state, lines: await grow(first, "new1.c"), isMapped: mapped() };
await untilIndexed(first);
first.engine.dispose();

// As large as one may not be: it is not even looked into.
const [base] = fs.readdirSync(storage, { recursive: true }).filter((name) => /(^|\/)base\.\d+$/.test(name));
fs.truncateSync(path.join(storage, base), 256 * 1024 * 1024 + 1);
const names = () => fs.readdirSync(storage, { recursive: true }).sort().join();
const before = names();
const second = open();
await health(second);
const big = { lines: await grow(second, "new2.c"), isMapped: mapped() };
for (let i = 0; i < 300; i++) fs.writeFileSync(path.join(folder, `more${i}.c`), "needle\n");
big.more = await grow(second, "new3.c");
const now = await health(second);
Object.assign(big, { state: now.state, text: now.text, isWritten: names() !== before });

await health(second, "index");
const again = { state: (await untilIndexed(second)).state, lines: await grow(second, "new4.c"), isMapped: mapped() };
second.engine.dispose();
process.stdout.write(JSON.stringify({ small, big, again }));
process.exit(0);
