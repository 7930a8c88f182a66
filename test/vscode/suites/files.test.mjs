/** The files toolset in a real VS Code: glob, grep, file_read, file_edit, file_write and file_manage. */
import assert from "node:assert/strict";
import {
  chmod,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { after, before, describe, test } from "node:test";

import { Bench, callTool, copyWorkspaces, line, openAgent, openEditor, run } from "./support.mjs";

const SETTINGS = {
  "files.autoSave": "off",
  "sextant.toolsets": ["symbols", "edit", "files"],
  "sextant.approval": { files: "always" },
};

let files, editor, agent, tour, outside, bench;

before(async () => {
  files = await copyWorkspaces("tour");
  [tour] = files.folders;
  outside = await mkdtemp(join(tmpdir(), "sextant-outside-"));
  editor = await openEditor(files.folders, { settings: SETTINGS });
  agent = await openAgent(editor);
  bench = new Bench(editor, agent, tour);
});

after(async () => {
  agent?.close();
  await editor?.stop();
  await files?.remove();
  await rm(outside, { recursive: true, force: true });
});

const numbered = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => `line ${from + i}\n`).join("");
const undoLast = () => editor.control.executeCommand("sextant.undoLastChange");

describe("file_read", () => {
  const read = (args) => bench.ok("file_read", args);

  /** The text of all pages, put together. */
  async function readAll(tool, first, next) {
    let text = "",
      pages = 0;
    for (let args = first; args; pages++) {
      const { facts } = await bench.ok(tool, args);
      text += facts.content;
      args = facts.cursor && { ...next, cursor: facts.cursor };
    }
    return { text, pages };
  }

  test("whole, a part, and with numbers", async () => {
    await bench.put("notes/read.txt", numbered(1, 9));
    const whole = await read({ filePath: "notes/read.txt" });
    assert.equal(whole.text, `notes/read.txt, lines 1-10 of 10:\n${numbered(1, 9).trimEnd()}`);
    const { content, total_lines, first_line, last_line, kind, is_modified, truncated } = whole.facts;
    assert.deepEqual(
      { content, total_lines, first_line, last_line, kind, is_modified, truncated },
      {
        content: numbered(1, 9),
        total_lines: 10,
        first_line: 1,
        last_line: 10,
        kind: "text",
        is_modified: false,
        truncated: false,
      },
    );
    const part = await read({ path: "notes/read.txt", line_offset: "3", lineLimit: 2, withLines: "true" });
    assert.equal(part.text, "notes/read.txt, lines 4-5 of 10:\n     4 | line 4\n     5 | line 5");
    const end = await read({ file: bench.at("notes/read.txt"), lineOffset: 8, lineLimit: 100 });
    assert.equal(end.facts.content, "line 9\n");
    await bench.put("notes/empty.txt", "");
    assert.equal((await read({ filePath: "notes/empty.txt" })).facts.content, "");
  });

  test("files by pattern, as they are on the disk", async () => {
    await bench.put("found/a.ts", "");
    await bench.put("found/deep/b c.ts", "");
    const all = await bench.ok("glob", { pattern: "found/**/*.ts" });
    assert.equal(all.text, "2 files match 'found/**/*.ts':\nfound/a.ts\nfound/deep/b c.ts");
    assert.deepEqual(all.facts.paths, ["found/a.ts", "found/deep/b c.ts"]);
    const below = await bench.ok("glob", { pattern: ["*.ts", "*/"], cwd: "found" });
    assert.deepEqual(below.facts.paths, ["found/a.ts", "found/deep/"]);
    await rm(bench.at("found"), { recursive: true });
    assert.equal((await bench.ok("glob", { pattern: "found/**" })).facts.status, "none");
  });

  test("the block round a line: by the outline, and by indentation", async () => {
    const method = await bench
      .onDisk("src/models.ts")
      .then((text) => text.split("\n").findIndex((row) => row.includes("this.items.reduce")) + 1);
    const outline = await read({ filePath: "src/models.ts", around_line: method });
    assert.deepEqual([outline.facts.first_line, outline.facts.last_line], [method - 1, method + 1], outline.text);
    assert.match(outline.facts.content, /^ {2}total\(\): number \{\n.*\n {2}\}\n$/);
    const around = await read({ filePath: "src/models.ts", around_line: method + 1, block: "indentation" });
    assert.match(around.facts.content, /^export class Order \{\n[\s\S]*\n\}\n$/);
    // No server has an outline of Lua.
    const lua = await read({ filePath: "scripts/sign.lua", around_line: 21 });
    assert.equal(lua.facts.content, "  if #text <= MAX_WIDTH then\n    return text\n  end\n");
  });

  test("unsaved edits count, and it says so", async () => {
    await bench.put("notes/unsaved.txt", "one\ntwo\n");
    await bench.type("notes/unsaved.txt", [0, 0, 0, 3, "ONE"]);
    const { text, facts } = await read({ filePath: "notes/unsaved.txt" });
    assert.match(text, /^notes\/unsaved\.txt, lines 1-3 of 3, unsaved:\nONE\ntwo$/);
    assert.equal(facts.is_modified, true);
    assert.equal(await bench.onDisk("notes/unsaved.txt"), "one\ntwo\n");
  });

  test("grep finds unsaved text, not what it replaces, and text in the settings' encoding", async () => {
    await bench.put("notes/search.txt", "a mango\na papaya\n");
    await bench.type("notes/search.txt", [0, 2, 0, 7, "kiwi"]);
    assert.match(
      (await bench.ok("grep", { pattern: "kiwi" })).text,
      /^1 match in 1 file\nnotes\/search\.txt \(1\)\n 1: a kiwi$/,
    );
    assert.match((await bench.ok("grep", { pattern: "mango" })).text, /^No matches found for pattern 'mango'/);
    assert.match((await bench.ok("grep", { pattern: "papaya" })).text, / 2: a papaya$/);
    await bench.put("notes/latin.txt", Buffer.from("a grün one\n", "latin1"));
    assert.match((await bench.ok("grep", { pattern: "gr.n one" })).text, /a gr\ufffdn one/);
    await editor.control.call("updateSetting", { name: "files.encoding", value: "iso88591" });
    try {
      assert.match((await bench.ok("grep", { pattern: "GRÜN" })).text, /notes\/latin\.txt \(1\)\n 1: a grün one$/);
    } finally {
      await editor.control.call("updateSetting", { name: "files.encoding", value: null });
    }
  });

  for (const [name, bytes, kind, says] of [
    [
      "shop.png",
      Buffer.from("89504e470d0a1a0a0000000d", "hex"),
      "image",
      /is an image of 12 bytes\. It has no text. Use a tool that shows images\./,
    ],
    ["sign.jpg", Buffer.from("ffd8ffe000104a46", "hex"), "image", /image/],
    ["menu.pdf", Buffer.from("%PDF-1.7\n%\xe2\xe3\n", "latin1"), "pdf", /is a PDF of .* pdftotext/],
    ["till.bin", Buffer.from([1, 2, 0, 3, 0, 0, 255]), "binary", /is a binary file of 7 bytes\./],
  ])
    test(`${name} is recognized`, async () => {
      await bench.put(name, bytes);
      const { text, facts } = await read({ filePath: name });
      assert.equal(facts.kind, kind);
      assert.match(text, says);
      await bench.refused(
        "file_manage",
        { action: "read", path: name },
        says.source.includes("image") ? /is an image/ : /is a/,
      );
    });

  test("a notebook is its cells", async () => {
    const cells = [
      { cell_type: "markdown", source: ["# Bread\n", "for all"] },
      { cell_type: "code", source: "print(1)\n", outputs: [{ text: "never shown" }] },
    ];
    await bench.put("bread.ipynb", JSON.stringify({ cells, nbformat: 4 }));
    const { text, facts } = await read({ filePath: "bread.ipynb" });
    assert.equal(facts.kind, "notebook");
    assert.match(text, /\(the notebook's cells, without outputs\)/);
    assert.equal(facts.content, "--- cell 1 (markdown) ---\n# Bread\nfor all\n\n--- cell 2 (code) ---\nprint(1)\n");
    await bench.put("broken.ipynb", "{ no notebook");
    assert.equal((await read({ filePath: "broken.ipynb" })).facts.content, "{ no notebook");
  });

  test("other encodings", async () => {
    await bench.put("notes/utf16.txt", Buffer.from("\uFEFFgrün\r\nzwei", "utf16le"));
    assert.equal((await read({ filePath: "notes/utf16.txt" })).facts.content, "grün\nzwei");
    await bench.put("notes/mark.txt", "\uFEFFgrün\n");
    assert.equal((await read({ filePath: "notes/mark.txt" })).facts.content, "grün\n");
    await editor.control.call("updateSetting", { name: "files.encoding", value: "iso88591" });
    try {
      await bench.put("notes/latin1.txt", Buffer.from("grün\n", "latin1"));
      assert.equal((await read({ filePath: "notes/latin1.txt" })).facts.content, "grün\n");
    } finally {
      await editor.control.call("updateSetting", { name: "files.encoding", value: null });
    }
  });

  test("pages are the file, however large they are, and one long line too", async () => {
    const text = Array.from({ length: 1200 }, (_, i) => `${i} größe \u{1F600} ${"x ".repeat(i % 60)}`).join("\n");
    await bench.put("notes/pages.txt", text);
    for (const [small, large] of [
      [1000, 3000],
      [5000, 100],
    ]) {
      const all = await readAll(
        "file_read",
        { filePath: "notes/pages.txt", max_tokens: small },
        { filePath: "notes/pages.txt", max_tokens: large > 100 ? large : 6000 },
      );
      assert.equal(all.text, text);
      assert.ok(all.pages > 4, `${all.pages} pages`);
    }
    const line = "größe=\u{1F600};".repeat(3000);
    await bench.put("notes/line.txt", `head\n${line}\ntail\n`);
    const args = { filePath: "notes/line.txt", max_tokens: 8000 };
    const all = await readAll("file_read", args, args);
    assert.equal(all.text, `head\n${line}\ntail\n`);
    const managed = await readAll(
      "file_manage",
      { action: "read", path: "notes/pages.txt" },
      { action: "read", path: "notes/pages.txt" },
    );
    assert.equal(managed.text, text);
    const range = { filePath: "notes/pages.txt", lineOffset: 100, lineLimit: 400, max_tokens: 1500 };
    const part = await readAll("file_read", range, { filePath: "notes/pages.txt", max_tokens: 1500 });
    assert.equal(part.text, `${text.split("\n").slice(100, 500).join("\n")}\n`);
  });

  test("a page does not exceed its budget", async () => {
    await bench.put("notes/budget.txt", numbered(1, 5000));
    const { text, facts } = await read({ filePath: "notes/budget.txt", max_tokens: 500 });
    assert.ok(text.length < 500 * 4, `${text.length} characters`);
    assert.equal(facts.truncated, true);
    assert.match(text, new RegExp(`\\[continues to line 5001: cursor="${facts.cursor}"\\]$`));
  });

  test("a cursor is refused when the text is another, or when it is none", async () => {
    await bench.put("notes/moves.txt", numbered(1, 900));
    const { cursor } = (await read({ filePath: "notes/moves.txt", max_tokens: 300 })).facts;
    await bench.put("notes/moves.txt", `x${numbered(1, 900)}`);
    await bench.refused("file_read", { filePath: "notes/moves.txt", cursor }, /The text has changed since/);
    await bench.refused(
      "file_read",
      { filePath: "notes/moves.txt", cursor: "page 2" },
      /cursor must be copied unchanged from the previous answer/,
    );
  });

  test("files that cannot be read are reported", async () => {
    await bench.refused(
      "file_read",
      { filePath: "notes/nowhere.txt" },
      /^Error: Could not read file 'notes\/nowhere\.txt'\. .*does not exist/,
    );
    await bench.refused("file_read", { filePath: "src" }, /^Error: Could not read file 'src'\. .*directory/);
    await bench.refused(
      "file_read",
      { filePath: "/etc/hostname" },
      /^Error: Could not read file '\/etc\/hostname'\. .*outside the workspace/,
    );
    await bench.refused(
      "file_read",
      { filePath: "notes/read.txt", lineOffset: 10 },
      /lineOffset 10 is past the end: the file has 10 lines/,
    );
    await bench.refused("file_read", { filePath: "notes/read.txt", around_line: 11 }, /around_line 11 is past the end/);
    await bench.refused(
      "file_read",
      { filePath: "notes/read.txt", lineLimit: 0 },
      /lineLimit must be a whole number from 1/,
    );
    await bench.refused("file_read", {}, /file_path is missing/);
  });
});

describe("file_write", () => {
  const write = (filePath, content, more) => bench.ok("file_write", { filePath, content, ...more });

  test("makes, overwrites, appends, and only makes", async () => {
    const file = "made/by/agent.txt";
    const created = await write(file, "one\n");
    assert.match(
      created.text,
      /^Successfully wrote to 'made\/by\/agent\.txt'\. APPLIED: created \(\+1 -0 lines\), saved\./,
    );
    assert.equal(created.facts.files[0].action, "create");
    const over = await write(file, "two\n");
    assert.match(
      over.text,
      /^Successfully wrote to 'made\/by\/agent\.txt'\. APPLIED: overwritten \(\+1 -1 lines\), saved\./,
    );
    const more = await write(file, "three", { mode: "append" });
    assert.match(more.text, /APPLIED: appended/);
    assert.equal(await bench.onDisk(file), "two\nthree");
    await bench.refused(
      "file_write",
      { filePath: file, content: "x", mode: "create_only" },
      /^Error: File 'made\/by\/agent\.txt' already exists \(mode: create_only\)\./,
    );
    await write("made/only.txt", "made", { mode: "create_only" });
    await write("made/log.txt", "made\n", { mode: "append" });
    assert.deepEqual([await bench.onDisk("made/only.txt"), await bench.onDisk("made/log.txt")], ["made", "made\n"]);
    await write(file, "");
    assert.equal(await bench.onDisk(file), "");
    assert.deepEqual(await readdir(bench.at("made/by")), ["agent.txt"], "no temporary files are left");
  });

  test("changes in folders of new folders, which the editor's watcher does not see", async () => {
    for (const name of ["north", "south", "east"]) {
      const file = `${name}/of/here/note.txt`;
      await mkdir(bench.at(`${name}/of/here`), { recursive: true });
      await writeFile(bench.at(file), "one\n");
      await bench.ok("edit_buffer", { file, edits: [line(1, "two")], preview: false, save: true });
      await writeFile(bench.at(file), "three\nfour\n");
      const { text } = await bench.ok("edit_buffer", { file, edits: [line(2, "five")], preview: false, save: true });
      assert.match(text, /APPLIED/);
      assert.equal(await bench.onDisk(file), "three\nfive\n");
    }
  });

  test("a byte order mark stays where a person types while the editor would read the file again", async () => {
    const file = "mark/of/here/note.txt";
    const text = (word) => `\ufeff${`${word} line\n`.repeat(200_000)}`;
    await mkdir(bench.at("mark/of/here"), { recursive: true });
    await writeFile(bench.at(file), text("one"));
    await editor.control.call("showDocument", { path: bench.at(file) });
    await pause(300);
    await writeFile(bench.at(file), text("two"));
    let isOver = false;
    const type = async () => {
      while (!isOver) {
        const hasOther = await editor.control.evaluate(async ({ vscode, args }) => {
          const document = vscode.workspace.textDocuments.find((one) => one.uri.fsPath === args);
          for (let i = 0; i < 50 && document.encoding === "utf8bom"; i++) await new Promise((go) => setTimeout(go, 1));
          if (document.encoding === "utf8bom") return false;
          const edit = new vscode.WorkspaceEdit();
          edit.insert(document.uri, new vscode.Position(0, 0), "typed ");
          return vscode.workspace.applyEdit(edit);
        }, bench.at(file));
        if (hasOther) return;
      }
    };
    const typing = type();
    await callTool(agent, "edit_buffer", { file, edits: [line(2, "five")], preview: false, save: false });
    isOver = true;
    await typing;
    await bench.type(file, [0, 0, 0, 0, "more "]);
    await editor.control.call("save", { path: bench.at(file) });
    assert.ok((await readFile(bench.at(file))).subarray(0, 3).equals(Buffer.from("\ufeff")));
  });

  test("what cannot be written is refused, and nothing is changed", async () => {
    await writeFile(join(outside, "theirs.txt"), "theirs\n");
    await symlink(join(outside, "theirs.txt"), bench.at("made/theirs.txt"));
    await symlink(outside, bench.at("made/away"));
    await bench.put("made/locked.txt", "locked\n");
    await chmod(bench.at("made/locked.txt"), 0o444);
    const bad = [
      [{ filePath: "src", content: "x" }, /directory/],
      [{ filePath: "README.md/below.txt", content: "x" }, /Error: /],
      [{ filePath: "made/locked.txt", content: "x" }, /read_only/],
      [{ filePath: join(outside, "new.txt"), content: "x" }, /outside_workspace/],
      [{ filePath: "made/away/new.txt", content: "x" }, /outside_workspace/],
      [{ filePath: "made/theirs.txt", content: "x" }, /outside_workspace/],
      [{ filePath: "../sideways.txt", content: "x" }, /outside_workspace/],
      [{ filePath: "made/x.txt", content: "x", mode: "prepend" }, /mode must be/],
      [{ filePath: "made/x.txt" }, /content is missing/],
      [{ content: "x" }, /file_path is missing/],
    ];
    for (const [args, says] of bad) await bench.refused("file_write", args, says);
    assert.equal(await readFile(join(outside, "theirs.txt"), "utf8"), "theirs\n");
    assert.deepEqual(await readdir(outside), ["theirs.txt"]);
  });

  test("mode bits and links stay; what a link leads to is written", async () => {
    await bench.put("made/run.sh", "#!/bin/sh\n");
    await chmod(bench.at("made/run.sh"), 0o751);
    await symlink("run.sh", bench.at("made/link.sh"));
    await mkdir(bench.at("made/real"));
    await symlink("real", bench.at("made/folder"));
    await write("made/link.sh", "#!/bin/sh\necho\n");
    assert.equal(await readlink(bench.at("made/link.sh")), "run.sh");
    assert.equal(await bench.onDisk("made/run.sh"), "#!/bin/sh\necho\n");
    assert.equal((await stat(bench.at("made/run.sh"))).mode & 0o7777, 0o751);
    await write("made/folder/below/new.txt", "through\n");
    await write("made/folder/below/new.txt", "again\n");
    assert.equal(await bench.onDisk("made/real/below/new.txt"), "again\n");
    assert.ok((await lstat(bench.at("made/folder"))).isSymbolicLink());
  });

  test("line ends, byte order mark and encoding stay", async () => {
    await bench.put("made/crlf.txt", "one\r\ntwo\r\n");
    await write("made/crlf.txt", "1\n2\n3\n");
    assert.equal(await bench.onDisk("made/crlf.txt"), "1\r\n2\r\n3\r\n");
    await bench.put("made/mark.txt", "\uFEFFone\n");
    await write("made/mark.txt", "grün\n", { mode: "append" });
    assert.equal(await bench.onDisk("made/mark.txt"), "\uFEFFone\ngrün\n");
    const utf16 = (text) => Buffer.from(`\uFEFF${text}`, "utf16le");
    await bench.put("made/utf16.txt", utf16("one\n"));
    await write("made/utf16.txt", "grün\n");
    assert.deepEqual(await bench.onDisk("made/utf16.txt", null), utf16("grün\n"));
  });

  test("a file with unsaved edits is changed in its buffer, and saved", async () => {
    await bench.put("made/buffer.txt", numbered(1, 5));
    await editor.control.call("showDocument", { path: bench.at("made/buffer.txt") });
    await bench.type("made/buffer.txt", [4, 0, 4, 4, "LINE"]);
    await write("made/buffer.txt", "more\n", { mode: "append" });
    const wanted = `${numbered(1, 4)}LINE 5\nmore\n`;
    assert.equal(await bench.inBuffer("made/buffer.txt"), wanted);
    assert.equal(await bench.onDisk("made/buffer.txt"), wanted);
    assert.equal(await bench.isDirty("made/buffer.txt"), false);
    await editor.control.executeCommand("undo");
    assert.equal(await bench.inBuffer("made/buffer.txt"), `${numbered(1, 4)}LINE 5\n`);
    await editor.control.call("save", { path: bench.at("made/buffer.txt") });
  });

  test("previewed when asked, and undone", async () => {
    const before = await bench.everything();
    const { facts, text } = await write("README.md", "# Nothing\n", { preview: true });
    assert.match(text, /^PREVIEW/);
    await bench.unchangedSince(before);
    assert.equal(run("git", ["apply", "--check", "-"], { cwd: tour, input: facts.preview }).code, 0);
    await bench.ok("file_write", { change: facts.change });
    assert.equal(await bench.onDisk("README.md"), "# Nothing\n");
    await undoLast();
    await bench.unchangedSince(before);
    await write("made/undone.txt", "x\n");
    await undoLast();
    await bench.unchangedSince(before);
  });
});

describe("file_edit", () => {
  const edit = (args) => bench.ok("file_edit", args);

  test("the first match, and the lines of the others; all when asked", async () => {
    await bench.put("notes/edit.txt", "a\nb\na\nc a\n");
    const first = await edit({ filePath: "notes/edit.txt", searchTerm: "a", replacementText: "x" });
    assert.match(first.text, /^Successfully edited 'notes\/edit\.txt'\. APPLIED \(\+1 -1 lines\), saved\./);
    assert.match(first.text, /Found exactly: 3, of which 1 is replaced\. Left alone, in lines: 3, 4$/);
    assert.equal(await bench.onDisk("notes/edit.txt"), "x\nb\na\nc a\n");
    const all = await edit({ file_path: "notes/edit.txt", old_string: "a", new_string: "y", replaceAll: "true" });
    assert.deepEqual([all.facts.matches_replaced, all.facts.other_lines], [2, []]);
    assert.equal(await bench.onDisk("notes/edit.txt"), "x\nb\ny\nc y\n");
  });

  test("only found with other indentation: previewed, and applied by its id", async () => {
    await bench.put("notes/edit.lua", "if a:\n    if b:\n        c()\n");
    const held = await edit({
      filePath: "notes/edit.lua",
      searchTerm: "if b:\n    c()",
      replacementText: "if b:\n    d()",
    });
    assert.match(held.text, /^PREVIEW[\s\S]*Not applied yet/);
    assert.equal(await bench.onDisk("notes/edit.lua"), "if a:\n    if b:\n        c()\n");
    const applied = await edit({ change: held.facts.change });
    assert.match(applied.text, /^Successfully edited 'notes\/edit\.lua'\. APPLIED/);
    assert.equal(await bench.onDisk("notes/edit.lua"), "if a:\n    if b:\n        d()\n");
  });

  test("errors as they are promised", async () => {
    await bench.put("notes/edit-none.txt", "alpha\nbeta\n");
    await bench.refused(
      "file_edit",
      { filePath: "notes/nowhere.txt", searchTerm: "a", replacementText: "b" },
      /^Error: File 'notes\/nowhere\.txt' not found\./,
    );
    await bench.refused(
      "file_edit",
      { filePath: "notes/edit-none.txt", searchTerm: "alpha\nbetta", replacementText: "b" },
      /searchTerm was not found in 'notes\/edit-none\.txt'[\s\S]*\n alpha\n-betta\n\+beta\n\(no_match\)$/,
    );
    await bench.refused(
      "file_edit",
      { filePath: "notes/edit-none.txt", searchTerm: "", replacementText: "b" },
      /searchTerm is missing/,
    );
    await bench.refused(
      "file_edit",
      { filePath: "/etc/hostname", searchTerm: "a", replacementText: "b" },
      /outside_workspace/,
    );
  });
});

describe("file_manage", () => {
  const manage = (args) => bench.ok("file_manage", args);
  const trash = (kind, name) => join(editor.folder.path, "data/Trash", kind, name);

  test("read, write and list", async () => {
    const written = await manage({ action: "write", path: "managed/a.txt", content: "grün\n" });
    assert.deepEqual([written.facts.status, written.facts.bytes_written], ["success", 6]);
    const read = await manage({ action: "read", path: "managed/a.txt" });
    const { status, content, encoding } = read.facts;
    assert.deepEqual({ status, content, encoding }, { status: "success", content: "grün\n", encoding: "utf8" });
    await mkdir(bench.at("managed/folder"));
    const list = await manage({ action: "list", path: "managed" });
    assert.deepEqual(list.facts.files.map(({ name, type }) => [name, type]).sort(), [
      ["a.txt", "file"],
      ["folder", "directory"],
    ]);
    assert.equal(list.facts.files.find(({ name }) => name === "a.txt").size, 6);
    assert.match(list.text, /^managed: 2 entries\n/);
    const whole = await manage({ action: "list" });
    assert.ok(whole.facts.files.some(({ name }) => name === "README.md"));
  });

  test("a long list goes on by its cursor", async () => {
    const names = Array.from({ length: 100 }, (_, i) => `many/${String(i).padStart(3, "0")}.txt`);
    for (const name of names) await bench.put(name, "");
    const seen = [];
    for (let args = { action: "list", path: "many", max_tokens: 300 }; args;) {
      const { facts } = await manage(args);
      assert.equal(facts.total, 100);
      seen.push(...facts.files.map(({ name }) => `many/${name}`));
      args = facts.cursor && { ...args, cursor: facts.cursor };
    }
    assert.deepEqual(seen.toSorted(), names);
  });

  test("delete moves to the trash, and is undone", async () => {
    await bench.put("managed/gone.txt", numbered(1, 5));
    await chmod(bench.at("managed/gone.txt"), 0o640);
    const deleted = await manage({ action: "delete", path: "managed/gone.txt" });
    assert.equal(deleted.facts.deleted, "managed/gone.txt");
    await assert.rejects(bench.onDisk("managed/gone.txt"), { code: "ENOENT" });
    assert.equal(await readFile(trash("files", "gone.txt"), "utf8"), numbered(1, 5));
    assert.match(
      await readFile(trash("info", "gone.txt.trashinfo"), "utf8"),
      /^\[Trash Info\]\nPath=.*\/managed\/gone\.txt\nDeletionDate=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\n$/,
    );
    await undoLast();
    assert.equal(await bench.onDisk("managed/gone.txt"), numbered(1, 5));
    await manage({ action: "delete", path: "managed/gone.txt" });
    assert.equal(
      (await readdir(join(trash("files", ".")))).filter((name) => name.includes("gone")).length,
      2,
      "both are in the trash",
    );
  });

  test("a folder goes to the trash as a whole, a link without what it leads to", async () => {
    await bench.put("managed/tree/deep/a.txt", "a\n");
    await symlink(join(tour, "README.md"), bench.at("managed/tree-link"));
    await manage({ action: "delete", path: "managed/tree" });
    assert.equal(await readFile(trash("files", "tree/deep/a.txt"), "utf8"), "a\n");
    await assert.rejects(stat(bench.at("managed/tree")), { code: "ENOENT" });
    await manage({ action: "delete", path: "managed/tree-link" });
    assert.ok(await bench.onDisk("README.md"), "the file behind the link is still there");
    await assert.rejects(lstat(bench.at("managed/tree-link")), { code: "ENOENT" });
  });

  test("what is not to be deleted is refused", async () => {
    await bench.put("managed/unsaved.txt", "one\n");
    await bench.type("managed/unsaved.txt", [0, 0, 0, 0, "my "]);
    const bad = [
      [
        { action: "delete", path: "managed/unsaved.txt" },
        /has unsaved edits in the editor\. Save or revert them first/,
      ],
      [{ action: "delete", path: "." }, /A workspace folder itself cannot be deleted/],
      [{ action: "delete", path: tour }, /A workspace folder itself cannot be deleted/],
      [{ action: "delete", path: outside }, /outside_workspace/],
      [{ action: "delete", path: "managed/nowhere.txt" }, /not_found/],
      [{ action: "delete" }, /path is missing/],
      [{ action: "burn", path: "README.md" }, /action must be/],
      [{ action: "write", path: "managed/x.txt" }, /content is missing/],
      [{ action: "list", path: "README.md" }, /is a file\. Name a folder to list it/],
      [{ action: "list", path: "src", cursor: "two" }, /cursor must be copied unchanged from the previous answer/],
      [{ path: "README.md" }, /action must be read, write, list or delete/],
    ];
    for (const [args, says] of bad) await bench.refused("file_manage", args, says);
  });
});

describe("bytes that are no part of an edit", () => {
  const latin1 = (text) => Buffer.from(text, "latin1");
  const write = (filePath, content, more) => bench.ok("file_write", { filePath, content, ...more });
  const edit = (file, line, new_text) => ({
    file,
    edits: [{ line_start: line, line_end: line, new_text }],
    preview: false,
    save: true,
  });
  const setEncoding = (value) => editor.control.call("updateSetting", { name: "files.encoding", value });

  test("a file that is no valid UTF-8 is not edited; the setting that reads it is named", async () => {
    const bytes = latin1('name = "Müller"\nx = 1\nstadt = "Köln"\n');
    await bench.put("made/latin.py", bytes);
    await bench.refused(
      "edit_buffer",
      edit("made/latin.py", 2, "x = 2"),
      /not valid UTF-8.*line 1.*"files\.encoding".*"iso88591"/s,
    );
    await bench.refused(
      "file_write",
      { filePath: "made/latin.py", content: "y = 1\n", mode: "append" },
      /not valid UTF-8/,
    );
    await bench.refused(
      "file_edit",
      { filePath: "made/latin.py", searchTerm: "x = 1", replacementText: "x = 2" },
      /not valid UTF-8/,
    );
    assert.match((await bench.ok("file_read", { filePath: "made/latin.py" })).text, /not valid UTF-8/);
    // As the message advises; the editor has read it again.
    await setEncoding("iso88591");
    try {
      await bench.put("made/latin2.py", bytes);
      await bench.ok("edit_buffer", edit("made/latin2.py", 2, "x = 2 # grün"));
      assert.deepEqual(
        await bench.onDisk("made/latin2.py", null),
        latin1('name = "Müller"\nx = 2 # grün\nstadt = "Köln"\n'),
      );
    } finally {
      await setEncoding(null);
    }
  });

  test("files are written in the encoding that the settings give them, also by their language", async () => {
    await bench.put("made/plain.txt", "plain\n");
    await setEncoding("iso88591");
    try {
      await write("made/plain.txt", "grün\n", { mode: "append" });
      assert.deepEqual(await bench.onDisk("made/plain.txt", null), latin1("plain\ngrün\n"));
      await write("made/new.txt", "grün\n");
      assert.deepEqual(await bench.onDisk("made/new.txt", null), latin1("grün\n"));
      await bench.refused(
        "file_write",
        { filePath: "made/plain.txt", content: "€\n", mode: "append" },
        /"iso88591".*Nothing was changed/,
      );
      await bench.refused("file_write", { filePath: "made/new2.txt", content: "€\n" }, /encoding.*Nothing was changed/);
    } finally {
      await setEncoding(null);
    }
    await editor.control.call("updateSetting", { name: "[markdown]", value: { "files.encoding": "windows1252" } });
    try {
      await bench.put("made/plain.md", "plain\n"); // only now: what the editor holds keeps its encoding
      await write("made/plain.md", "5 €\n", { mode: "append" });
      assert.deepEqual(await bench.onDisk("made/plain.md", null), latin1("plain\n5 \x80\n"));
    } finally {
      await editor.control.call("updateSetting", { name: "[markdown]", value: null });
    }
  });

  test("a file that mixes line ends keeps them, in a tab too", async () => {
    await bench.put("made/mixed.txt", "one\r\ntwo\nthree\r\nfour\n");
    await editor.control.call("showDocument", { path: bench.at("made/mixed.txt") });
    await bench.ok("edit_buffer", edit("made/mixed.txt", 3, "THREE"));
    await bench.ok("file_edit", { filePath: "made/mixed.txt", searchTerm: "one", replacementText: "ONE" });
    assert.equal(await bench.onDisk("made/mixed.txt"), "ONE\r\ntwo\nTHREE\nfour\n");
  });

  test("hard links stay", async () => {
    await bench.put("made/one.txt", "one\n");
    await link(bench.at("made/one.txt"), bench.at("made/same.txt"));
    await write("made/one.txt", "two\n", { mode: "append" });
    assert.equal(await bench.onDisk("made/same.txt"), "one\ntwo\n");
  });

  test("a deletion that is undone gives back bytes and mode", async () => {
    for (const [name, bytes] of [
      ["mark.sh", "\uFEFFecho hi\r\nx\n"],
      ["latin.sh", latin1("# Köln\n")],
    ]) {
      await bench.put(`made/${name}`, bytes);
      await chmod(bench.at(`made/${name}`), 0o751);
      const before = await bench.onDisk(`made/${name}`, "hex");
      await bench.ok("file_manage", { action: "delete", path: `made/${name}` });
      await undoLast();
      assert.equal(await bench.onDisk(`made/${name}`, "hex"), before);
      assert.equal((await stat(bench.at(`made/${name}`))).mode & 0o7777, 0o751);
    }
  });

  test("a file that was rewritten just before is edited as it is, whatever its language", async () => {
    for (const [i, name] of ["a.txt", "b.md", "c.log", "d.csv"].entries())
      for (const delay of [0, 90]) {
        const file = `made/${name}`;
        const text = (word) =>
          Array.from({ length: 8 }, (_, row) => `${word} ${row}, ${"x".repeat((row * 7 + i) % 13)}\n`).join("");
        await bench.put(file, text("old"));
        await bench.ok("get_buffer_info", { file });
        await pause(300);
        await bench.put(file, text(`new ${delay}`));
        await pause(delay);
        await bench.ok("edit_buffer", edit(file, 4, "edited"));
        const wanted = text(`new ${delay}`).split("\n").with(3, "edited").join("\n");
        assert.equal(await bench.onDisk(file), wanted, `${name}, ${delay} ms`);
        assert.equal(await bench.inBuffer(file), wanted, `${name}, ${delay} ms`);
        assert.equal(await bench.isDirty(file), false);
      }
  });
});
