/** Changes on a small disk that is full and then read-only; prints what was answered and is left. */
import fs from "node:fs";
import path from "node:path";
import process from "node:process";
import { mountSmallDisk } from "../small-disk.mjs";
import { makeEditor } from "./fake-editor.mjs";

const LARGE = "as large as the disk\n".repeat(10_000);

const after = [];
const editor = makeEditor({ after: (work) => after.push(work) }, { "a.txt": "one\ntwo\n" });
const disk = mountSmallDisk(editor.path("small"));
if (!disk) {
  process.stdout.write("null");
} else {
  const seen = {};
  const at = (name) => editor.path(`small/${name}`);
  const look = (name) => (fs.existsSync(at(name)) ? fs.readFileSync(at(name), "utf8") : null);
  const run = async (tool, args) => {
    const { code, text } = await editor.run(tool, args);
    return { code, text };
  };
  const edits = (text) => [{ line_start: 1, line_end: 1, new_text: text }];
  fs.writeFileSync(at("one.txt"), "one\n");
  fs.writeFileSync(at("two.txt"), "two\n");
  disk.fill();
  seen.made = await run("edit_buffer", {
    file: "small/m/made.txt",
    create: true,
    edits: [{ ...edits(LARGE)[0], line_end: 0 }],
    preview: false,
  });
  seen.written = await run("file_write", { filePath: "small/n/new.txt", content: LARGE });
  const saves = editor.count("save");
  const saved = await editor.run("edit_buffer", {
    file: "small/one.txt",
    edits: edits(LARGE),
    preview: false,
    save: true,
  });
  seen.saved = { code: saved.code, text: saved.text, saves: editor.count("save") - saves, disk: look("one.txt") };
  seen.same = await run("edit_buffer", { file: "small/two.txt", edits: edits("TWO"), preview: false, save: true });
  seen.two = look("two.txt");
  seen.undone = await run("undo_change", { change: JSON.parse(saved.factsJson).change });
  seen.unsaved = [...editor.dirty.keys()];
  seen.left = fs.readdirSync(editor.path("small")).sort();
  disk.makeReadOnly(true);
  const before = editor.snapshot();
  for (const [tool, args] of [
    ["edit_buffer", { file: "small/two.txt", edits: edits("x"), preview: false, save: true }],
    [
      "edit_buffer",
      { file: "small/new.txt", create: true, edits: [{ ...edits("x")[0], line_end: 0 }], preview: false },
    ],
    ["file_edit", { filePath: "small/two.txt", searchTerm: "TWO", replacementText: "x" }],
    ["file_write", { filePath: "small/deep/new.txt", content: "x" }],
    ["file_manage", { action: "delete", path: "small/two.txt" }],
  ])
    (seen.readOnly ??= []).push(await run(tool, args));
  seen.isSame = before === editor.snapshot();
  process.stdout.write(JSON.stringify(seen));
  disk.remove();
}
for (const work of after.reverse()) await work();
