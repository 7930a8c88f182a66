/** Edits in a real VS Code: previewed, applied through the editor, placed anew, undone. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { notifications } from "../page.mjs";
import { waitFor } from "../processes.mjs";
import { copyWorkspaces, openAgent, openEditor } from "./support.mjs";

const SETTINGS = {
  "files.autoSave": "off",
  "sextant.toolsets": ["symbols", "edit", "files"],
  "sextant.approval": { files: "always" },
};

let files, editor, agent, folder;

before(async () => {
  files = await copyWorkspaces("tour");
  folder = files.folders[0];
  editor = await openEditor(files.folders, { settings: SETTINGS });
  agent = await openAgent(editor);
});

after(async () => {
  agent?.close();
  await editor?.stop();
  await files?.remove();
});

const at = (name) => join(folder, name);
const onDisk = (name) => readFileSync(at(name), "utf8");
const put = (name, text) => writeFileSync(at(name), text);

async function call(name, args) {
  const result = await agent.request("tools/call", { name, arguments: args }, 60_000);
  return { text: result.content[0].text, facts: result.structuredContent, isError: result.isError ?? false };
}

async function succeed(name, args) {
  const answer = await call(name, args);
  assert.equal(answer.isError, false, answer.text);
  return answer;
}

async function fail(name, args, code, words) {
  const answer = await call(name, args);
  assert.equal(answer.isError, true, answer.text);
  assert.ok(answer.text.endsWith(`(${code})`), answer.text);
  assert.match(answer.text, words);
  return answer;
}

/** The buffer's text, and whether it is unsaved. */
const buffer = (name) =>
  editor.control.evaluate(async ({ vscode, args }) => {
    const document = await vscode.workspace.openTextDocument(args);
    return { text: document.getText(), isDirty: document.isDirty, version: document.version };
  }, at(name));

/** A person's edit: inserts text at the beginning of a line (0-based). */
const type = (name, line, text) =>
  editor.control.evaluate(async ({ vscode, args }) => {
    const document = await vscode.workspace.openTextDocument(args.path);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(args.line, 0), args.text);
    await vscode.workspace.applyEdit(edit);
  }, { path: at(name), line, text });

const TEN = `${Array.from({ length: 10 }, (_, i) => `line ${i + 1}`).join("\n")}\n`;
const line = (n, text) => ({ line_start: n, line_end: n, new_text: text });

describe("edit_buffer", () => {
  test("a preview changes nothing, and is a patch that git and patch take", async () => {
    put("ten.txt", TEN);
    const { facts, text } = await succeed("edit_buffer", { file: "ten.txt", edits: [line(2, "zwei"), { line_start: 9, line_end: 10, new_text: "" }] });
    assert.match(text, /^PREVIEW of ten\.txt \(\+1 -3 lines\)\. Nothing was changed\./);
    assert.equal(facts.applied, false);
    assert.equal(onDisk("ten.txt"), TEN);
    assert.deepEqual((await buffer("ten.txt")).isDirty, false);
    const options = { cwd: folder, input: facts.preview, encoding: "utf8" };
    execFileSync("git", ["apply", "--check", "-"], options);
    assert.match(execFileSync("patch", ["-p1", "--dry-run"], options), /checking file ten\.txt/);
    await succeed("edit_buffer", { change: facts.change, preview: false, save: true });
    assert.equal(onDisk("ten.txt"), TEN.replace("line 2\n", "zwei\n").replace("line 9\nline 10\n", ""));
    await fail("edit_buffer", { change: facts.change, preview: false }, "conflict", /applied already/);
  });

  test("unsaved unless asked; a person's unsaved work stays in the same buffer", async () => {
    put("dirty.txt", TEN);
    await type("dirty.txt", 0, "typed\n");
    const { facts } = await succeed("edit_buffer", { file: "dirty.txt", edits: [line(3, "drei")], preview: false });
    assert.deepEqual(facts.buffer_state, { is_modified: true, line_count: 12 });
    assert.equal(onDisk("dirty.txt"), TEN);
    const now = await buffer("dirty.txt");
    assert.equal(now.text, `typed\n${TEN.replace("line 2", "drei")}`);
    const info = await succeed("get_buffer_info", { file: "dirty.txt", diff: true, include_content: false });
    assert.match(info.facts.diff, /^\+typed$/m);
  });

  test("what is wrong is said, and nothing is changed anywhere", async () => {
    put("wrong.txt", TEN);
    const edit = (edits, more) => ({ file: "wrong.txt", edits, preview: false, ...more });
    await fail("edit_buffer", edit([line(1, "a"), line(99, "b")]), "invalid_argument", /Lines 99-99 are past the end: the file has 11 lines/);
    await fail("edit_buffer", edit([line(2, "a"), { line_start: 1, line_end: 3, new_text: "b" }]), "invalid_argument", /overlap/);
    await fail("edit_buffer", edit([{ line_start: 5, line_end: 2, new_text: "" }]), "invalid_argument", /line_end must be/);
    await fail("edit_buffer", edit([line(1, "a")], { colour: "red" }), "invalid_argument", /no argument 'colour'/);
    await fail("edit_buffer", { file: "nowhere.txt", edits: [line(1, "a")] }, "not_found", /does not exist/);
    await fail("edit_buffer", { file: "/etc/hostname", edits: [line(1, "a")] }, "outside_workspace", /outside the workspace/);
    assert.equal(onDisk("wrong.txt"), TEN);
    assert.equal((await buffer("wrong.txt")).isDirty, false);
  });

  test("a read-only file is left alone", async () => {
    put("locked.txt", TEN);
    chmodSync(at("locked.txt"), 0o444);
    await fail("edit_buffer", { file: "locked.txt", edits: [line(1, "a")], preview: false }, "read_only", /read-only/);
    assert.equal(onDisk("locked.txt"), TEN);
  });

  for (const [name, bytes, edited] of [
    ["crlf.txt", Buffer.from("a\r\nb\r\nc\r\n"), Buffer.from("a\r\nB\r\nBB\r\nc\r\n")],
    ["mark.txt", Buffer.from("\ufeffa\nb\nc"), Buffer.from("\ufeffa\nB\nBB\nc")],
    ["utf16.txt", Buffer.from("\ufeffa\nb\nc\n", "utf16le"), Buffer.from("\ufeffa\nB\nBB\nc\n", "utf16le")],
  ])
    test(`line ends, byte order mark and encoding stay: ${name}`, async () => {
      writeFileSync(at(name), bytes);
      await succeed("edit_buffer", { file: name, edits: [line(2, "B\nBB")], preview: false, save: true });
      assert.deepEqual(readFileSync(at(name)), edited);
    });

  test("no final newline stays none; a file can be created", async () => {
    put("open.txt", "a\nb");
    await succeed("edit_buffer", { file: "open.txt", edits: [line(2, "B\n")], preview: false, save: true });
    assert.equal(onDisk("open.txt"), "a\nB");
    await succeed("edit_buffer", { file: "made/here.txt", create: true, edits: [{ line_start: 1, line_end: 0, new_text: "new" }], preview: false });
    assert.equal(onDisk("made/here.txt"), "new\n");
  });
});

describe("a plan whose document has moved on", () => {
  const plan = async (name, text, edit) => {
    put(name, text);
    return (await succeed("edit_buffer", { file: name, edits: [edit] })).facts.change;
  };

  test("goes to where its lines are now, and says so", async () => {
    const change = await plan("moved.txt", TEN, line(6, "sechs"));
    await type("moved.txt", 0, "one more\nand another\n");
    const { text, facts } = await succeed("edit_buffer", { change, preview: false });
    assert.match(text, /had changed since; the edits went to where their lines are now/);
    assert.equal(facts.files[0].moved, true);
    assert.equal((await buffer("moved.txt")).text, `one more\nand another\n${TEN.replace("line 6", "sechs")}`);
  });

  test("is refused where its lines were edited, and names them", async () => {
    const change = await plan("edited.txt", TEN, line(6, "sechs"));
    await type("edited.txt", 5, "not ");
    await fail("edit_buffer", { change, preview: false }, "conflict", /has changed since: lines 6-6 are not as they were/);
    assert.equal((await buffer("edited.txt")).text, TEN.replace("line 6", "not line 6"));
  });

  test("is refused where it is not sure which of two places is meant", async () => {
    const block = "same\nsame\n".repeat(6);
    const change = await plan("twice.txt", block, line(6, "other"));
    await type("twice.txt", 0, block);
    await fail("edit_buffer", { change, preview: false }, "conflict", /read the same as others/);
    assert.equal((await buffer("twice.txt")).text, block + block);
  });
});

test("a person typing meanwhile: neither loses anything", async () => {
  put("race.txt", TEN);
  await buffer("race.txt");
  const typing = editor.control.evaluate(async ({ vscode, args }) => {
    const document = await vscode.workspace.openTextDocument(args);
    let typed = 0;
    for (let i = 0; i < 60; i++) {
      const edit = new vscode.WorkspaceEdit();
      edit.insert(document.uri, new vscode.Position(0, 0), `typed ${i}\n`);
      if (await vscode.workspace.applyEdit(edit)) typed++;
      await new Promise((done) => setTimeout(done, 20));
    }
    return typed;
  }, at("race.txt"));
  let applied = 0;
  for (let i = 0; i < 15; i++) {
    const answer = await call("replace_in_buffer", { file: "race.txt", old: "line 10", new: `line 10\nmine ${i}`, preview: false, save: false });
    if (answer.isError) assert.match(answer.text, /\((conflict|editor_error)\)/);
    else applied++;
  }
  const typed = await typing;
  const { text } = await buffer("race.txt");
  assert.ok(applied > 0, "none of the edits got through");
  assert.equal(text.match(/^typed /gm).length, typed);
  assert.equal(text.match(/^mine /gm).length, applied);
});

describe("undo", () => {
  test("the editor's own undo takes an edit back in one step", async () => {
    put("undo.txt", TEN);
    await succeed("edit_buffer", { file: "undo.txt", edits: [line(1, "eins"), line(9, "neun")], preview: false });
    await editor.control.evaluate(async ({ vscode, args }) => {
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(args));
      await vscode.commands.executeCommand("undo");
    }, at("undo.txt"));
    assert.equal((await buffer("undo.txt")).text, TEN);
  });

  test("Undo Last Change works after edits elsewhere, and then takes the one before", async () => {
    put("first.txt", TEN);
    put("second.txt", TEN);
    await succeed("edit_buffer", { file: "first.txt", edits: [line(5, "fünf")], preview: false, save: true });
    await succeed("edit_buffer", { file: "second.txt", edits: [line(5, "fünf")], preview: false, save: true });
    await type("second.txt", 0, "typed since\n");
    await editor.control.executeCommand("sextant.undoLastChange");
    assert.equal((await buffer("second.txt")).text, `typed since\n${TEN}`);
    assert.equal(onDisk("first.txt"), TEN.replace("line 5", "fünf"));
    await editor.control.executeCommand("sextant.undoLastChange");
    assert.equal(onDisk("first.txt"), TEN);
  });

  test("Undo Last Change says which lines are in its way", async () => {
    put("blocked.txt", TEN);
    await succeed("edit_buffer", { file: "blocked.txt", edits: [line(5, "fünf")], preview: false, save: true });
    await type("blocked.txt", 4, "edited ");
    void editor.control.executeCommand("sextant.undoLastChange").catch(() => {});
    const isSaid = async () => (await notifications(editor.page)).some((text) => text.includes("lines 5-5 are not as they were"));
    assert.ok(await waitFor(isSaid, 10_000));
    assert.equal((await buffer("blocked.txt")).text, TEN.replace("line 5", "edited fünf"));
  });

  test("Review Last Change shows the diff", async () => {
    put("review.txt", TEN);
    await succeed("edit_buffer", { file: "review.txt", edits: [line(5, "fünf")], preview: false, save: true });
    await editor.control.executeCommand("sextant.reviewLastChange");
    const tabs = await editor.control.evaluate(({ vscode }) => vscode.window.tabGroups.all.flatMap((group) => group.tabs.map((tab) => tab.label)));
    assert.ok(tabs.some((label) => label.startsWith("Last change: edit_buffer")), tabs.join());
    await editor.control.executeCommand("workbench.action.closeActiveEditor");
  });
});

describe("replace_in_buffer", () => {
  test("all, the first or the nth, and the lines of the others", async () => {
    put("many.txt", "x = 1\nx = 2\nx = 3\n");
    const { facts } = await succeed("replace_in_buffer", { file: "many.txt", old: "x", new: "y", occurrence: 2, preview: false });
    assert.deepEqual([facts.matches_found, facts.matches_replaced, facts.other_lines], [3, 1, [1, 3]]);
    assert.equal(onDisk("many.txt"), "x = 1\ny = 2\nx = 3\n");
    await succeed("replace_in_buffer", { path: "many.txt", old_string: "x", new_string: "z", dry_run: "false" });
    assert.equal(onDisk("many.txt"), "z = 1\ny = 2\nz = 3\n");
    await fail("replace_in_buffer", { file: "many.txt", old: "z", new: "a", occurrence: 9, preview: false }, "no_match", /no occurrence 9/);
  });

  test("other indentation is previewed whatever was asked, and re-indented", async () => {
    put("indent.py", "class A:\n    def f(self):\n        return 1\n");
    const { text, facts } = await succeed("replace_in_buffer", { file: "indent.py", old: "def f(self):\n    return 1", new: "def f(self):\n    x = 2\n    return x", preview: false });
    assert.match(text, /^PREVIEW/);
    assert.match(text, /Not applied yet, because the text was not found exactly/);
    assert.equal(onDisk("indent.py"), "class A:\n    def f(self):\n        return 1\n");
    await succeed("replace_in_buffer", { change: facts.change, preview: false });
    assert.equal(onDisk("indent.py"), "class A:\n    def f(self):\n        x = 2\n        return x\n");
  });

  test("nothing found shows the closest passage and what differs", async () => {
    put("close.ts", "function area(width: number, height: number) {\n  return width * height;\n}\n");
    const { text } = await fail("replace_in_buffer", { file: "close.ts", old: "function area(w: number, height: number) {\n  return w * height;\n}", new: "" }, "no_match", /was not found in 'close\.ts'/);
    assert.match(text, /The closest: lines 1-3/);
    assert.match(text, /^\+ {2}return width \* height;$/m);
  });

  test("a pattern with groups, and one that would never end", async () => {
    put("regex.txt", `${"a".repeat(40)}!\nname: value\n`);
    await succeed("replace_in_buffer", { file: "regex.txt", old: "(\\w+): (\\w+)", new: "$2: \\U$1", regex: true, preview: false });
    assert.match(onDisk("regex.txt"), /^value: NAME$/m);
    const started = Date.now();
    const answer = await call("replace_in_buffer", { file: "regex.txt", old: "^(a+)+$", new: "", regex: true });
    assert.equal(answer.isError, true, answer.text);
    assert.ok(Date.now() - started < 10_000);
  });
});

test("what an edit did to the diagnostics", async () => {
  put("src/typed.ts", "export const n: number = 1;\n");
  const broken = await succeed("replace_in_buffer", { file: "src/typed.ts", old: "1", new: "'one'", preview: false });
  assert.equal(broken.facts.diagnostics.status, "known", broken.text);
  assert.match(broken.text, /^\+ src\/typed\.ts:1:14 error ts2322: /m);
  const mended = await succeed("replace_in_buffer", { file: "src/typed.ts", old: "'one'", new: "2", preview: false });
  assert.match(mended.text, /Diagnostics: 0 new, 1 gone, 0 as before\./);
});

describe("files", () => {
  test("file_write makes, overwrites, appends and creates only what is not there", async () => {
    assert.match((await succeed("file_write", { filePath: "deep/er/a.txt", content: "one\n" })).text, /^Successfully wrote to 'deep\/er\/a\.txt'\. APPLIED: created/);
    chmodSync(at("deep/er/a.txt"), 0o750);
    assert.match((await succeed("file_write", { filePath: "deep/er/a.txt", content: "two\n" })).text, /overwritten/);
    await succeed("file_write", { filePath: "deep/er/a.txt", content: "three\n", mode: "append" });
    assert.equal(onDisk("deep/er/a.txt"), "two\nthree\n");
    assert.equal(statSync(at("deep/er/a.txt")).mode & 0o777, 0o750);
    await fail("file_write", { filePath: "deep/er/a.txt", content: "x", mode: "create_only" }, "already_exists", /already exists \(mode: create_only\)/);
  });

  test("file_edit names the lines of the other matches", async () => {
    put("edit.txt", "a\nb\na\n");
    const { text } = await succeed("file_edit", { filePath: "edit.txt", searchTerm: "a", replacementText: "c" });
    assert.match(text, /^Successfully edited 'edit\.txt'\./);
    assert.match(text, /Left alone, in lines: 3/);
    assert.equal(onDisk("edit.txt"), "c\nb\na\n");
    await fail("file_edit", { filePath: "none.txt", searchTerm: "a", replacementText: "c" }, "not_found", /^Error: File 'none\.txt' not found\./);
  });

  test("file_read in pages, and what is no text", async () => {
    const long = Array.from({ length: 900 }, (_, i) => `row ${i}: ${"größe ".repeat(i % 7)}`).join("\n");
    put("long.txt", long);
    let joined = "", cursor;
    do {
      const { facts } = await succeed("file_read", { filePath: "long.txt", max_tokens: 1500, ...(cursor && { cursor }) });
      joined += facts.content;
      cursor = facts.cursor;
    } while (cursor);
    assert.equal(joined, long);
    writeFileSync(at("picture.png"), Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0]));
    assert.equal((await succeed("file_read", { filePath: "picture.png" })).facts.kind, "image");
    put("cells.ipynb", JSON.stringify({ cells: [{ cell_type: "code", source: ["print(1)\n"] }] }));
    const notebook = await succeed("file_read", { filePath: "cells.ipynb" });
    assert.equal(notebook.facts.kind, "notebook");
    assert.match(notebook.text, /cell 1 \(code\)/);
  });

  test("deleting goes to the trash and can be undone", async () => {
    put("gone.txt", TEN);
    await succeed("file_manage", { action: "delete", path: "gone.txt" });
    assert.equal(existsSync(at("gone.txt")), false);
    await editor.control.executeCommand("sextant.undoLastChange");
    assert.equal(onDisk("gone.txt"), TEN);
  });
});
