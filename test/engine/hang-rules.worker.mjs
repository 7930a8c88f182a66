/** A window with a folder whose rules are on a file system that hangs, and one of which they are not. */
import fs from "node:fs";
import path from "node:path";

import { openEditor, until } from "./fake-editor.mjs";

const [hanging, healthy] = process.argv.slice(2);
const editor = openEditor(hanging);
const folders = [hanging, healthy];
editor.engine.setRoots(folders.map((folder) => [path.basename(folder), folder]));
editor.isImpatient = true;
const list = async () => (await editor.run("glob", { pattern: "*.ts", cwd: healthy })).text;
await list();
await until(() => fs.existsSync(process.env.SX_HANG_MARK), 20_000);
const started = performance.now();
const missed = [];
for (let i = 0; i < 20; i++) {
  const name = `new${i}.ts`;
  fs.writeFileSync(path.join(healthy, name), "");
  if (!(await list()).includes(name)) missed.push(name);
}
process.stdout.write(JSON.stringify({ missed, ms: performance.now() - started }));
editor.engine.dispose();
process.exit(0);
