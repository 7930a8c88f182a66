/** Notes that are files of a small disk, which is full and then read-only; prints what was answered. */
import fs from "node:fs";
import path from "node:path";
import process from "node:process";

import { mountSmallDisk } from "../small-disk.mjs";
import { makeFolder, openEditor } from "./fake-editor.mjs";

const folder = `${makeFolder()}/small`;
const disk = mountSmallDisk(folder);
if (!disk) {
  process.stdout.write("null");
} else {
  const editor = openEditor(folder);
  editor.engine.keepChanges(makeFolder());
  editor.memory = { location: "workspace" };
  const run = async (tool, args) => {
    const { code, text } = await editor.engine.call(tool, args, { caller: { client: "Cline 1" } });
    return { code, text };
  };
  const list = () => fs.readdirSync(path.join(folder, ".sextant"), { recursive: true }).sort();
  const seen = { plan: await run("plan", { title: "a plan", content: "- [ ] a" }) };
  const before = list();
  disk.fill();
  seen.full = await run("checkpoint", { description: "word ".repeat(3000) });
  seen.fullPlan = await run("plan", { action: "save", title: "a plan", content: "word ".repeat(3000) });
  seen.recalled = await run("recall", {});
  disk.empty();
  disk.makeReadOnly(true);
  seen.readOnly = await run("checkpoint", { description: "x" });
  seen.readOnlyPlan = await run("plan", { action: "update", item: 1 });
  disk.makeReadOnly(false);
  seen.isSame = JSON.stringify(list()) === JSON.stringify(before);
  seen.saved = await run("checkpoint", { description: "x" });
  seen.left = await run("recall", {});
  editor.engine.dispose();
  disk.remove();
  process.stdout.write(JSON.stringify(seen));
}
