/** Tasks and notes whose database is on a small disk that is full and then read-only; prints what was answered. */
import process from "node:process";

import { mountSmallDisk } from "../small-disk.mjs";
import { makeFolder, openEditor } from "./fake-editor.mjs";

const storage = `${makeFolder()}/small`;
const disk = mountSmallDisk(storage, "4m");
if (!disk) {
  process.stdout.write("null");
} else {
  const open = () => {
    const editor = openEditor(makeFolder());
    editor.engine.keepChanges(storage);
    return editor;
  };
  const run = async (tool, args) => {
    const { code, text } = await editor.engine.call(tool, args, { caller: { client: "Cline 1" } });
    return { code, text };
  };
  let editor = open();
  const seen = { prepared: await run("prepare_tasks", { titles: ["a", "b"] }) };
  disk.fill();
  // The log has some room of its own, then there is none.
  const description = "word ".repeat(3000);
  for (let i = 0; i < 200 && seen.full?.code !== "io_error"; i++) seen.full = await run("checkpoint", { description });
  const titles = Array.from({ length: 200 }, (_, i) => `${i} ${"x".repeat(400)}`);
  seen.fullTasks = await run("prepare_tasks", { titles });
  seen.read = await run("get_tasks", {});
  disk.empty();
  seen.ticked = await run("update_task", { taskId: 1, completed: true });
  editor.engine.dispose();
  disk.makeReadOnly(true);
  editor = open();
  seen.readOnly = await run("update_task", { taskId: 2, completed: true });
  editor.engine.dispose();
  disk.makeReadOnly(false);
  editor = open();
  seen.left = await run("get_tasks", {});
  editor.engine.dispose();
  disk.remove();
  process.stdout.write(JSON.stringify(seen));
}
