/** Data is never lost and changes are never half done, in a real VS Code: full disks, cancelled calls, several agents, encodings. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { mountSmallDisk } from "../../small-disk.mjs";
import { Bench, callTool, copyWorkspaces, insert, line, numbered, openAgent, openEditor } from "./support.mjs";

const SETTINGS = {
  "files.autoSave": "off",
  "sextant.toolsets": ["symbols", "edit", "files", "refactor"],
  "sextant.approval": { files: "always" },
};

let files, editor, agent, bench;

before(async () => {
  files = await copyWorkspaces("tour");
  editor = await openEditor(files.folders, { settings: SETTINGS });
  agent = await openAgent(editor);
  bench = new Bench(editor, agent, files.folders[0]);
});

after(async () => {
  agent?.close();
  await editor?.stop();
  await files?.remove();
});

describe("a disk without room", () => {
  const LARGE = numbered(1, 3000).trimEnd();
  let disk;

  before(() => {
    disk = mountSmallDisk(bench.at("small"));
  });

  after(() => disk?.remove());

  /** Every save finds the disk full, which it was not when it was asked for. */
  const fillWhileSaving = () =>
    editor.control.evaluate(({ vscode, args }) => {
      const fs = process.getBuiltinModule("node:fs");
      globalThis.filler = vscode.workspace.onWillSaveTextDocument(() => {
        try {
          for (;;) fs.appendFileSync(args, Buffer.alloc(4096));
        } catch {
          // full
        }
      });
    }, disk.ballast);

  async function expectWhole(file, says, text) {
    const answer = await bench.ok("edit_buffer", { file, edits: [line(2, LARGE)], preview: false, save: true });
    assert.match(answer.text, /^APPLIED .*, not saved\./);
    assert.match(answer.text, says);
    assert.equal(await bench.inBuffer(file), text.replace("two", LARGE));
    assert.equal(await bench.isDirty(file), true, "the text must not go with the buffer");
    return answer.facts.change;
  }

  test("a file that does not fit is not saved, and can be undone", async (t) => {
    if (!disk) return t.skip("no file system can be mounted here");
    const text = "one\ntwo\nthree\n";
    const file = await bench.put("small/full.txt", text);
    disk.fill();
    const change = await expectWhole(file, /not saved: its disk is full\. Free some room, then save it\./, text);
    assert.equal(await bench.onDisk(file), text);
    await bench.ok("undo_change", { change });
    assert.equal(await bench.onDisk(file), text);
    assert.equal(await bench.isDirty(file), false);
    await bench.refused(
      "edit_buffer",
      { file: "small/deep/made.txt", create: true, edits: [insert(1, LARGE)], preview: false },
      /no space left on device\. Nothing was changed\. Free some room/,
    );
    disk.empty();
  });

  test("a file that was cut while it was saved is unsaved again", async (t) => {
    if (!disk) return t.skip("no file system can be mounted here");
    const text = "one\ntwo\nthr\u00e9e\n";
    await fillWhileSaving();
    for (const [name, encoding] of [
      ["cut.txt", "utf8"],
      ["cut.latin", "latin1"],
    ]) {
      const file = await bench.put(`small/${name}`, Buffer.from(text, encoding));
      if (encoding === "latin1")
        await editor.control.evaluate(
          ({ vscode, args }) =>
            vscode.workspace.openTextDocument(vscode.Uri.file(args), { encoding: "iso88591" }).then(() => null),
          bench.at(file),
        );
      const change = await expectWhole(file, /not saved: only a part of it could be written/, text);
      disk.empty();
      await bench.ok("undo_change", { change });
      assert.equal(await bench.inBuffer(file), text);
      disk.empty();
    }
    await editor.control.evaluate(() => globalThis.filler.dispose());
    await editor.control.call("closeAll");
  });

  test("a file system that is mounted read-only", async (t) => {
    if (!disk) return t.skip("no file system can be mounted here");
    const file = await bench.put("small/fixed.txt", "one\ntwo\n");
    assert.ok(disk.makeReadOnly(true));
    const says = /is on a file system that is mounted read-only\. Nothing was changed\./;
    await bench.refused("edit_buffer", { file, edits: [line(1, "ONE")], preview: false, save: true }, says);
    await bench.refused("file_write", { filePath: "small/other.txt", content: "x" }, says);
    await bench.refused("file_manage", { action: "delete", path: file }, says);
    disk.makeReadOnly(false);
  });
});

describe("encodings by language and folder", () => {
  const latin = (text) => Buffer.from(text, "latin1");
  const setEncoding = (value, languageId) =>
    editor.control.evaluate(
      ({ vscode, args }) =>
        vscode.workspace.getConfiguration("files", args).update("encoding", args.value, true, Boolean(args.languageId)),
      { value, languageId },
    );

  before(() => setEncoding("iso88591", "ini"));
  after(() => setEncoding(undefined, "ini"));

  test("a file that was rewritten elsewhere is not edited in its old text", async () => {
    const text = (n) => `; v${n} \u00e9\n[h\u00e9]\nkey = ${n}\nend = \u00fc\n`;
    const file = await bench.put("notes/settings.ini", latin(text(0)));
    await editor.control.call("showDocument", { path: bench.at(file) });
    for (let n = 1; n <= 5; n++) {
      await bench.put(file, latin(text(n)));
      const edits = [line(4, `end = \u00e4 ${n}`)];
      const answer = await callTool(agent, "edit_buffer", { file, edits, preview: false, save: true });
      assert.doesNotMatch(answer.text, /not saved/);
      const wanted = answer.isError ? text(n) : text(n).replace("\u00fc", `\u00e4 ${n}`);
      assert.equal(await bench.onDisk(file, "latin1"), wanted, answer.text);
      assert.equal(await bench.isDirty(file), false);
    }
  });

  test("a setting that changes between an edit and its undo: no other byte is another one", async () => {
    const text = "h\u00e9\ntwo\nthree\n";
    const file = await bench.put("notes/switched.ini", latin(text));
    const { facts } = await bench.ok("edit_buffer", { file, edits: [line(2, "zw\u00f6")], preview: false, save: true });
    assert.equal(await bench.onDisk(file, "latin1"), text.replace("two", "zw\u00f6"));
    await setEncoding("windows1252", "ini");
    await bench.ok("undo_change", { change: facts.change });
    assert.equal(await bench.onDisk(file, "latin1"), text);
    await setEncoding("iso88591", "ini");
  });
});
