/** Files through the addon: reading in parts, writing whole, and the trash. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { makeEditor } from "./fake-editor.mjs";

const TEXT = "one\ntwo\nthree\n";
const files = () => ({ "a.txt": TEXT, "src/b.ts": "function f() {\n  inner();\n}\n\nconst x = 1;\n" });
const factsOf = (answer) => JSON.parse(answer.factsJson);
const never = () => new Promise(() => {});

function expectCode(answer, code, part = "") {
  assert.equal(answer.code, code, answer.text);
  assert.ok(answer.text.includes(part), `${answer.text}\n  should say: ${part}`);
}

const read = (editor, filePath, more) => editor.run("file_read", { filePath, ...more });
const write = (editor, filePath, content, more) => editor.run("file_write", { filePath, content, ...more });
const manage = (editor, action, more) => editor.run("file_manage", { action, ...more });
const onDisk = (editor, name) => fs.readFileSync(editor.path(name), "utf8");

/** No temporary file is left beside what was written. */
function expectNoLeftovers(editor) {
  const left = editor.files().filter((file) => file.endsWith(".tmp"));
  assert.deepEqual(left, []);
}

/* ---- reading --------------------------------------------------------------------------------- */

test("a whole file, and parts of it", async (t) => {
  const editor = makeEditor(t, files());
  const whole = factsOf(await read(editor, "a.txt"));
  assert.deepEqual([whole.content, whole.total_lines, whole.kind], ["one\ntwo\nthree\n", 4, "text"]);
  const part = factsOf(await read(editor, "a.txt", { lineOffset: 1, lineLimit: 1, withLines: true }));
  assert.deepEqual([part.content, part.first_line, part.last_line], ["     2 | two\n", 2, 2]);
  expectCode(await read(editor, "a.txt", { lineOffset: 9 }), "invalid_argument", "4 lines");
  expectCode(await read(editor, "a.txt", { around_line: 9 }), "invalid_argument", "4 lines");
  const huge = await read(editor, "a.txt", { lineOffset: 4294967294, lineLimit: 4294967294 });
  expectCode(huge, "invalid_argument");
  expectCode(await read(editor, "a.txt", { lineLimit: 4294967294 }), "found", "three");
  assert.equal(editor.count("document"), 0); // nothing is opened for it
});

test("the block round a line", async (t) => {
  const editor = makeEditor(t, files());
  const block = factsOf(await read(editor, "src/b.ts", { around_line: 2, block: "indentation" }));
  assert.deepEqual([block.first_line, block.last_line], [1, 3]);
  const outline = await read(editor, "src/b.ts", { around_line: 2 });
  expectCode(outline, "found", "inner();");
  editor.on.outline = () => {
    throw new Error("no");
  };
  expectCode(await read(editor, "src/b.ts", { around_line: 2 }), "found", "inner();");
});

test("a file whose lines look like remarks of a tool is read as it is", async (t) => {
  const log = ["Note: x", "Note: y", "Unknown: z", "The language server w"].map(
    (line) => `${line}. Call again in a few seconds.\n`,
  );
  const editor = makeEditor(t, { "a.log": log.join("") });
  const { text } = await read(editor, "a.log");
  for (const line of log) assert.ok(text.includes(line.trim()), text);
});

test("pages of a file make up the file", async (t) => {
  const text =
    Array.from({ length: 500 }, (_, i) => `Zeile ${i}: größe = "😀 名前";`).join("\r\n") +
    `\r\n${"名😀x".repeat(3000)}\r\nend`;
  const editor = makeEditor(t, { "big.txt": text });
  let cursor,
    joined = "",
    pages = 0;
  do {
    const answer = await read(editor, "big.txt", { max_tokens: 500, ...(cursor && { cursor }) });
    expectCode(answer, "found");
    assert.ok(!answer.text.includes("\ufffd"));
    const facts = factsOf(answer);
    joined += facts.content;
    cursor = facts.cursor;
    assert.equal(answer.isTruncated, cursor !== undefined);
    assert.ok(++pages < 400);
  } while (cursor);
  assert.equal(joined, text.replaceAll("\r\n", "\n"));
  const first = factsOf(await read(editor, "big.txt", { max_tokens: 500 }));
  fs.appendFileSync(editor.path("big.txt"), "more");
  expectCode(await read(editor, "big.txt", { cursor: first.cursor }), "conflict", "has changed");
  for (const made of ["x", "1.2", "-1.2.0", "9.9.zz"])
    assert.ok(["invalid_argument", "conflict"].includes((await read(editor, "big.txt", { cursor: made })).code));
});

test("unsaved text is what is read", async (t) => {
  const editor = makeEditor(t, files());
  editor.dirty.set(editor.path("a.txt"), "unsaved\n");
  const answer = await read(editor, "a.txt");
  expectCode(answer, "found", "unsaved");
  assert.equal(factsOf(answer).is_modified, true);
  expectCode(await manage(editor, "read", { path: "a.txt" }), "found", "unsaved");
  const info = await editor.run("get_buffer_info", { file: "a.txt", diff: true });
  expectCode(info, "found", "-one");
  assert.equal(factsOf(info).is_modified, true);
});

test("files that are no text", async (t) => {
  const editor = makeEditor(t, {
    "a.png": Buffer.from("89504e470d0a1a0a0000", "hex"),
    "a.pdf": "%PDF-1.7\n",
    "a.bin": "a\0b",
    "a.ipynb": JSON.stringify({ cells: [{ cell_type: "code", source: ["x = 1\n", "y"] }] }),
    "broken.ipynb": '{"cells":',
    empty: "",
  });
  for (const [name, kind] of [
    ["a.png", "image"],
    ["a.pdf", "pdf"],
    ["a.bin", "binary"],
  ]) {
    const answer = await read(editor, name);
    expectCode(answer, "found");
    assert.equal(factsOf(answer).kind, kind);
    expectCode(await manage(editor, "read", { path: name }), "binary_file");
  }
  expectCode(await read(editor, "a.ipynb"), "found", "--- cell 1 (code) ---\nx = 1\ny");
  assert.equal(factsOf(await read(editor, "broken.ipynb")).kind, "text");
  expectCode(await read(editor, "empty"), "found");
});

test("what cannot be read", async (t) => {
  const editor = makeEditor(t, files());
  fs.writeFileSync(path.join(editor.parent, "secret"), "x");
  fs.symlinkSync(path.join(editor.parent, "secret"), editor.path("link"));
  for (const [name, code] of [
    ["gone", "not_found"],
    ["src", "is_directory"],
    ["../secret", "outside_workspace"],
    ["link", "outside_workspace"],
    ["/etc/passwd", "outside_workspace"],
    ["", "invalid_argument"],
  ]) {
    const answer = await read(editor, name);
    assert.equal(answer.code, code, answer.text);
    assert.equal(answer.isError, true);
  }
});

/* ---- writing --------------------------------------------------------------------------------- */

test("modes of writing", async (t) => {
  const editor = makeEditor(t, files());
  expectCode(
    await write(editor, "new/deep/x.txt", "x\n"),
    "found",
    "Successfully wrote to 'new/deep/x.txt'. APPLIED: created",
  );
  assert.equal(onDisk(editor, "new/deep/x.txt"), "x\n");
  assert.equal(editor.count("applyEdit"), 0); // what the editor does not hold is written beside it
  expectCode(await write(editor, "a.txt", "all new"), "found", "APPLIED: overwritten");
  expectCode(await write(editor, "a.txt", "!", { mode: "append" }), "found", "APPLIED: appended");
  assert.equal(onDisk(editor, "a.txt"), "all new!");
  expectCode(await write(editor, "a.txt", "x", { mode: "create_only" }), "already_exists");
  expectCode(await write(editor, "a.txt", "x", { mode: "truncate" }), "invalid_argument", "create_only");
  expectCode(await write(editor, "a.txt", undefined), "invalid_argument", "content");
  expectCode(await write(editor, "a.txt", ""), "found", "APPLIED");
  assert.equal(onDisk(editor, "a.txt"), "");
  expectNoLeftovers(editor);
});

test("mode, links, mark and line ends stay", async (t) => {
  const editor = makeEditor(t, { "run.sh": "\ufeffa\r\nb\r\n" });
  fs.chmodSync(editor.path("run.sh"), 0o750);
  fs.symlinkSync("run.sh", editor.path("link.sh"));
  expectCode(await write(editor, "link.sh", "c\nd\n"), "found", "APPLIED");
  assert.equal(onDisk(editor, "run.sh"), "\ufeffc\r\nd\r\n");
  assert.equal(fs.statSync(editor.path("run.sh")).mode & 0o777, 0o750);
  assert.ok(fs.lstatSync(editor.path("link.sh")).isSymbolicLink());
  expectNoLeftovers(editor);
});

test("a file with unsaved edits is written in the editor", async (t) => {
  const editor = makeEditor(t, files());
  editor.dirty.set(editor.path("a.txt"), "unsaved\n");
  expectCode(await write(editor, "a.txt", "new\n"), "found", "APPLIED");
  assert.equal(editor.count("applyEdit"), 1);
  assert.equal(onDisk(editor, "a.txt"), "new\n");
  expectCode(await editor.run("undo_last_change", {}, { isMarkdown: true, isPerson: true }), "found", "Undid");
  assert.equal(editor.text(editor.path("a.txt")), "unsaved\n");
});

test("what cannot be written", async (t) => {
  const editor = makeEditor(t, { ...files(), locked: "x" });
  fs.chmodSync(editor.path("locked"), 0o444);
  fs.mkdirSync(path.join(editor.parent, "out"));
  fs.symlinkSync(path.join(editor.parent, "out"), editor.path("linked"));
  fs.symlinkSync(path.join(editor.parent, "nothing"), editor.path("dangling"));
  const before = editor.snapshot();
  for (const [name, code] of [
    ["locked", "read_only"],
    ["src", "is_directory"],
    ["../x", "outside_workspace"],
    ["linked/x", "outside_workspace"],
    ["/tmp/sextant-x", "outside_workspace"],
    ["", "invalid_argument"],
    ["untitled:x", undefined],
    ["a.txt/x", undefined],
    ["dangling", undefined],
    ["x".repeat(300), undefined],
  ]) {
    const answer = await write(editor, name, "y");
    assert.equal(answer.isError, true, `${name}: ${answer.text}`);
    if (code) assert.equal(answer.code, code, answer.text);
  }
  assert.equal(editor.snapshot(), before);
  assert.deepEqual(fs.readdirSync(path.join(editor.parent, "out")), []);
  assert.ok(!fs.existsSync(path.join(editor.parent, "nothing")));
  assert.ok(fs.lstatSync(editor.path("dangling")).isSymbolicLink());
});

test("a file that another program writes in the meantime", async (t) => {
  const editor = makeEditor(t, files());
  let turns = 0;
  editor.on.diagnostics = (...args) => {
    if (turns++ === 0) fs.writeFileSync(editor.path("a.txt"), `zero\n${TEXT}`);
    return editor.diagnostics(...args);
  };
  const edit = { filePath: "a.txt", searchTerm: "three", replacementText: "THREE" };
  expectCode(await editor.run("file_edit", edit), "found", "APPLIED");
  assert.equal(onDisk(editor, "a.txt"), `zero\n${TEXT.replace("three", "THREE")}`);
  expectNoLeftovers(editor);
});

test("preview, then apply: nothing is written before", async (t) => {
  const editor = makeEditor(t, files());
  const made = factsOf(await write(editor, "new/x.txt", "x\n", { preview: true }));
  assert.ok(!fs.existsSync(editor.path("new")));
  expectCode(await editor.run("file_write", { change: made.change }), "found", "APPLIED");
  assert.equal(onDisk(editor, "new/x.txt"), "x\n");
  const late = factsOf(await write(editor, "y.txt", "mine\n", { preview: true }));
  fs.writeFileSync(editor.path("y.txt"), "theirs\n");
  expectCode(await editor.run("file_write", { change: late.change }), "already_exists", "Nothing was changed");
  assert.equal(onDisk(editor, "y.txt"), "theirs\n");
});

/* ---- listing and deleting -------------------------------------------------------------------- */

test("a folder in pages", async (t) => {
  const names = Array.from({ length: 50 }, (_, i) => `f${String(i).padStart(2, "0")}.txt`);
  const editor = makeEditor(t, Object.fromEntries(names.map((name) => [`many/${name}`, name])));
  let cursor,
    seen = [];
  do {
    const facts = factsOf(await manage(editor, "list", { path: "many", max_tokens: 120, ...(cursor && { cursor }) }));
    assert.equal(facts.total, 50);
    seen = seen.concat(facts.files.map((file) => file.name));
    cursor = facts.cursor;
  } while (cursor);
  assert.deepEqual(seen, names);
  expectCode(await manage(editor, "list"), "found", "many/");
  const two = makeEditor(t, { "one/a.txt": "", "two/b.txt": "" }, { folders: ["one", "two"] });
  expectCode(await manage(two, "list", { path: "." }), "found", "one/\ntwo/");
  expectCode(await manage(two, "list", { path: "two/" }), "found", "b.txt (0 bytes)");
  expectCode(await manage(editor, "list", { path: "many/f00.txt" }), "invalid_argument");
  expectCode(await manage(editor, "list", { path: "gone" }), "not_found");
  for (const made of ["-1", "99999999999999999999", "x", "1.5", "18446744073709551615"]) {
    const answer = await manage(editor, "list", { path: "many", cursor: made });
    expectCode(answer, "invalid_argument", "cursor");
  }
  const first = factsOf(await manage(editor, "list", { path: "many", max_tokens: 120 }));
  fs.rmSync(editor.path("many/f49.txt"));
  const stale = await manage(editor, "list", { path: "many", cursor: first.cursor });
  expectCode(stale, "conflict", "The list has changed");
});

test("a deleted file is in the trash, and undoing brings it back", async (t) => {
  const editor = makeEditor(t, files());
  const file = editor.path("a.txt");
  expectCode(await manage(editor, "delete", { path: "a.txt" }), "found", "moved to the trash");
  assert.ok(!fs.existsSync(file));
  assert.equal(fs.readFileSync(editor.trashed.get(file), "utf8"), TEXT);
  expectCode(await editor.run("undo_last_change", {}, { isMarkdown: true, isPerson: true }), "found", "Undid");
  assert.equal(fs.readFileSync(file, "utf8"), TEXT);
  expectCode(await manage(editor, "delete", { path: "src" }), "found", "APPLIED");
  assert.ok(fs.existsSync(path.join(editor.trashed.get(editor.path("src")), "b.ts")));
});

test("an editor without a trash: the desktop's is taken, and without any nothing goes", async (t) => {
  const editor = makeEditor(t, files());
  const former = process.env.XDG_DATA_HOME;
  t.after(() => (former === undefined ? delete process.env.XDG_DATA_HOME : (process.env.XDG_DATA_HOME = former)));
  process.env.XDG_DATA_HOME = path.join(editor.parent, "data");
  editor.on.trash = () => ({ data: { allowed: false, why: "there is none" } });
  expectCode(await manage(editor, "delete", { path: "a.txt" }), "found", "APPLIED");
  assert.equal(fs.readFileSync(path.join(editor.parent, "data/Trash/files/a.txt"), "utf8"), TEXT);
  process.env.XDG_DATA_HOME = path.join(editor.folders[0], "src/b.ts");
  const answer = await manage(editor, "delete", { path: "src/b.ts" });
  assert.equal(answer.isError, true);
  assert.match(answer.text, /there is no trash for it.*there is none/s);
  assert.ok(fs.existsSync(editor.path("src/b.ts")));
});

test("what is not deleted", async (t) => {
  const editor = makeEditor(t, { ...files(), locked: "x" });
  fs.chmodSync(editor.path("locked"), 0o444);
  editor.dirty.set(editor.path("src/b.ts"), "unsaved");
  const before = editor.snapshot();
  for (const [name, code] of [
    [".", "not_allowed"],
    [editor.folders[0], "not_allowed"],
    ["gone", "not_found"],
    ["src/b.ts", "conflict"],
    ["locked", "read_only"],
    ["..", "outside_workspace"],
    ["", "invalid_argument"],
  ]) {
    const answer = await manage(editor, "delete", { path: name });
    assert.equal(answer.code, code, `${name}: ${answer.text}`);
  }
  editor.policies.files = "ask";
  editor.on.approve = () => ({ data: { allowed: false, why: "The person rejected it: keep it" } });
  expectCode(await manage(editor, "delete", { path: "a.txt" }), "not_allowed", "keep it");
  editor.policies.files = "untrusted";
  expectCode(await manage(editor, "delete", { path: "a.txt" }), "not_allowed", "not trusted");
  assert.equal(editor.snapshot(), before);
  assert.equal(editor.count("trash"), 0);
  expectCode(await manage(editor, "rename", { path: "a.txt" }), "invalid_argument", "read, write, list, delete");
});

test("deleting: at any request it fails or is cancelled", async (t) => {
  const faults = [
    () => {
      throw new Error("fell over");
    },
    async (run, controller) => {
      const reply = run();
      controller.abort();
      await new Promise((resolve) => setTimeout(resolve, 20));
      return reply;
    },
    (run, controller) => (controller.abort(), never()),
  ];
  for (const fault of [undefined, ...faults])
    for (let at = 0, count = 1; at < count; at++) {
      const editor = makeEditor(t, files());
      const controller = new AbortController();
      editor.policies.files = "ask";
      let turn = 0;
      const sound = { ...editor.ops };
      for (const op of Object.keys(sound))
        editor.ops[op] = async (...args) =>
          turn++ === at && fault ? fault(() => sound[op](...args), controller) : sound[op](...args);
      const answer = await editor.run(
        "file_manage",
        { action: "delete", path: "a.txt" },
        { signal: controller.signal },
      );
      const isThere = fs.existsSync(editor.path("a.txt"));
      assert.equal(isThere, answer.isError, `request ${at} of ${turn}: ${answer.code} ${answer.text}`);
      count = fault ? Math.max(count, turn) : 1;
    }
});

test("a file that cannot be made leaves no folders that were made for it", async (t) => {
  const editor = makeEditor(t, { "a.txt": "a\n", "kept/b.txt": "b\n" });
  for (const file of [`kept/new/deep/${"x".repeat(300)}.txt`, `new/${"y".repeat(300)}/c.txt`, "a.txt/new/c.txt"]) {
    const answer = await editor.run("file_write", { filePath: file, content: "x" });
    assert.equal(answer.code, "io_error", answer.text);
    assert.deepEqual(fs.readdirSync(editor.path("."), { recursive: true }).sort(), ["a.txt", "kept", "kept/b.txt"]);
  }
});
