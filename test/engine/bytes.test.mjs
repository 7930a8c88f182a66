/** Everything outside of an edit stays: bytes, line ends, marks, modes, links, and what others write. */
import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import test from "node:test";
import { makeEditor, makeFolder } from "./fake-editor.mjs";

const factsOf = (answer) => JSON.parse(answer.factsJson);
const bytesOf = (editor, name) => fs.readFileSync(editor.path(name)).toString("latin1");
const edit = (editor, file, line, new_text, more) =>
  editor.run("edit_buffer", {
    file,
    edits: [{ line_start: line, line_end: line, new_text }],
    preview: false,
    save: true,
    ...more,
  });
const write = (editor, filePath, content, more) => editor.run("file_write", { filePath, content, ...more });
const replaceIn = (editor, filePath, searchTerm, replacementText, more) =>
  editor.run("file_edit", { filePath, searchTerm, replacementText, ...more });
const undo = (editor) => editor.run("undo_last_change", {}, { isMarkdown: true, isPerson: true, isApproved: true });

function expectDone(answer) {
  assert.equal(answer.isError, false, answer.text);
  return answer;
}

function expectCode(answer, code, ...parts) {
  assert.equal(answer.code, code, answer.text);
  for (const part of parts) assert.ok(answer.text.includes(part), `${answer.text}\n  should say: ${part}`);
}

/* ---- marks ------------------------------------------------------------------------------------ */

for (const [what, before, after] of [
  ["added", "", "\ufeff"],
  ["removed", "\ufeff", ""],
])
  test(`a byte order mark that is ${what} after the preview: the editor has it before the edit`, async (t) => {
    const editor = makeEditor(t, { "a.txt": `${before}one\ntwo\n` });
    const { change } = factsOf(expectDone(await edit(editor, "a.txt", 2, "TWO", { preview: true })));
    fs.writeFileSync(editor.path("a.txt"), `${after}one\ntwo\n`);
    let late = 3;
    let known;
    editor.on.document = (...args) => {
      const answer = editor.document(...args);
      if (late-- > 0) answer.data.encoding = before ? "utf8bom" : "utf8";
      known = answer.data.encoding;
      return answer;
    };
    editor.on.applyEdit = (files) => {
      assert.equal(known, after ? "utf8bom" : "utf8", "the editor would not save it");
      return editor.applyEdit(files);
    };
    expectDone(await editor.run("edit_buffer", { change, preview: false, save: true }));
    assert.equal(fs.readFileSync(editor.path("a.txt"), "utf8"), `${after}one\nTWO\n`);
  });

/* ---- encodings -------------------------------------------------------------------------------- */

const LATIN1 = 'name = "M\xfcller"\nx = 1\nstadt = "K\xf6ln"\n';

test("a file that is no valid UTF-8 is not edited, whichever tool it is", async (t) => {
  const editor = makeEditor(t);
  fs.writeFileSync(editor.path("a.ts"), Buffer.from(`export class User {} // \xfc\n${LATIN1}`, "latin1"));
  const before = editor.snapshot();
  const says = ["encoding", "not valid UTF-8", "line 1", "0xFC", '"files.encoding"', "iso88591", "Nothing was changed"];
  expectCode(await edit(editor, "a.ts", 3, "x = 2"), ...says);
  expectCode(await edit(editor, "a.ts", 3, "x = 2", { preview: true }), ...says);
  expectCode(await write(editor, "a.ts", "y = 3\n", { mode: "append" }), ...says);
  expectCode(await write(editor, "a.ts", "y = 3\n"), ...says);
  expectCode(await replaceIn(editor, "a.ts", "x = 1", "x = 2"), ...says);
  expectCode(
    await editor.run("replace_in_buffer", { file: "a.ts", old_text: "x = 1", new_text: "x = 2", preview: false }),
    ...says,
  );
  expectCode(
    await editor.run("rename_symbol", { symbol_name: "User", file_path: "a.ts", new_name: "Person", preview: false }),
    ...says,
  );
  assert.equal(editor.snapshot(), before);
  const read = expectDone(await editor.run("file_read", { filePath: "a.ts" }));
  assert.match(read.text, /not valid UTF-8/);
  assert.match(expectDone(await editor.run("get_buffer_info", { file: "a.ts" })).text, /not valid UTF-8/);
});

test("nor where it is unsaved, and not by undoing", async (t) => {
  const editor = makeEditor(t, { "a.py": "x = 1\ny = 2\n" });
  expectDone(await edit(editor, "a.py", 1, "x = 3"));
  fs.appendFileSync(editor.path("a.py"), Buffer.from('s = "\xfc"\n', "latin1"));
  const before = editor.snapshot();
  assert.equal((await undo(editor)).isError, true);
  assert.equal(editor.snapshot(), before);
  editor.dirty.set(editor.path("a.py"), 'x = 3\ny = 2\ns = "\ufffd"\n');
  expectCode(await edit(editor, "a.py", 1, "x = 4", { save: false }), "encoding", "Nothing was changed");
});

test("the encoding that it may be in, by what its bytes are", async (t) => {
  const editor = makeEditor(t);
  const cases = [
    ["a \x93quote\x94\n", "windows1252"],
    ["caf\xe9\n", "iso88591"],
    ["\xc4\xe3\xba\xc3\n\xca\xc0\xbd\xe7\n\xc4\xe3\xba\xc3 x\n\xca\xc0\n", "gb18030"],
    ["\xc3\xa9 \xc3\xa9 \xc3\xa9\n\xff\n", "The rest of it is UTF-8"],
  ];
  for (const [text, says] of cases) {
    fs.writeFileSync(editor.path("a.txt"), Buffer.from(text, "latin1"));
    expectCode(await replaceIn(editor, "a.txt", "\n", "!\n"), "encoding", says);
    assert.equal(bytesOf(editor, "a.txt"), text);
  }
});

test("columns behind broken bytes are those of the editor", async (t) => {
  const editor = makeEditor(t, { "b.ts": "export {};\n" });
  // One U+FFFD for \xfc, one for the beginning of a character, \xe2\x82.
  fs.writeFileSync(
    editor.path("a.ts"),
    Buffer.from("/* \xfc \xe2\x82 */ const made = 1;\n/** A number. */\nexport const other = made;\n", "latin1"),
  );
  const asked = [];
  editor.on.hover = (file, row, column) => (asked.push([row, column]), { data: [] });
  await editor.call({ symbol_name: "made", file_path: "a.ts" });
  assert.ok(
    asked.some(([row, column]) => row === 0 && column === 16),
    JSON.stringify(asked),
  );
});

test("a file that the settings read in another encoding is written by the editor", async (t) => {
  const editor = makeEditor(t, { "a.txt": "one\n" });
  editor.on.heldDocuments = (files) => ({ data: files.map(() => true) });
  const stateOf = editor.stateOf.bind(editor);
  editor.stateOf = (file) => ({ ...stateOf(file), encoding: "iso88591", hasText: true });
  expectDone(await write(editor, "a.txt", "two\n", { mode: "append" }));
  expectDone(await replaceIn(editor, "a.txt", "two", "three"));
  assert.equal(editor.count("applyEdit"), 2);
  expectDone(await write(editor, "new.txt", "n\n"));
  assert.equal(editor.count("applyEdit"), 3);
  editor.on.applyEdit = (files) => ({
    data: {
      applied: false,
      stale: [],
      misfit: files[0].path,
      why: 'is in the encoding "iso88591", which cannot represent all characters of the new text',
    },
  });
  expectCode(await write(editor, "a.txt", "\u20ac\n"), "encoding", "iso88591", "Nothing was changed");
});

/* ---- line ends -------------------------------------------------------------------------------- */

test("a pattern of a file with CRLF means the line, and leaves its end", async (t) => {
  const cases = [
    ["x[^\\n]*", "y", "a\r\nx 1\r\nb\r\n", "a\r\ny\r\nb\r\n"],
    ["x\\s*\\n", "y\n", "a\r\nx  \r\nb\r\n", "a\r\ny\r\nb\r\n"],
    ["(?m)^(\\w)$", "<$1>", "a\r\nb\r\n", "<a>\r\n<b>\r\n"],
    ["a\\nb", "ab", "a\r\nb\r\n", "ab\r\n"],
    ["(\\W)x", "$1y", "a\r\nx\r\n", "a\r\ny\r\n"],
    ["a\\r\\nb", "ab", "a\r\nb\r\n", "ab\r\n"],
    ["a\\r?\\n", "c\\n", "a\r\nb\r\n", "c\r\nb\r\n"],
    ["b[^\\n]*", "c", "a\r\nb\nd\r\nb\r\n", "a\r\nc\nd\r\nc\r\n"],
  ];
  for (const [pattern, text, before, after] of cases) {
    const editor = makeEditor(t, { "a.txt": before });
    expectDone(await replaceIn(editor, "a.txt", pattern, text, { isRegex: true, replaceAll: true }));
    assert.equal(bytesOf(editor, "a.txt"), after, pattern);
  }
});

test("an empty file, and one without an end, get the text as it is; a lone CR stays", async (t) => {
  const editor = makeEditor(t, { "a.txt": "", "b.txt": "one", "c.txt": "x\ry\nz\n", "d.txt": "x\r\n" });
  expectDone(await write(editor, "a.txt", "one\r\ntwo\r\n"));
  assert.equal(bytesOf(editor, "a.txt"), "one\r\ntwo\r\n");
  expectDone(await write(editor, "b.txt", "\r\ntwo\r\n", { mode: "append" }));
  assert.equal(bytesOf(editor, "b.txt"), "one\r\ntwo\r\n");
  expectDone(await replaceIn(editor, "c.txt", "z", "w"));
  assert.equal(bytesOf(editor, "c.txt"), "x\ry\nw\n");
  expectDone(await write(editor, "c.txt", "a\rb\n"));
  assert.equal(bytesOf(editor, "c.txt"), "a\rb\n");
  expectDone(await write(editor, "d.txt", "a\rb\nc\n"));
  assert.equal(bytesOf(editor, "d.txt"), "a\rb\r\nc\r\n");
});

test("a file that mixes line ends keeps them, also one that the editor holds", async (t) => {
  const editor = makeEditor(t, { "a.txt": "one\r\ntwo\nthree\r\nfour\n" });
  // As VS Code holds it: with one kind.
  editor.loaded.add(editor.path("a.txt"));
  const text = editor.text.bind(editor);
  editor.text = (file) => text(file).replace(/\r?\n/g, "\r\n");
  expectDone(await edit(editor, "a.txt", 2, "TWO"));
  assert.equal(bytesOf(editor, "a.txt"), "one\r\nTWO\nthree\r\nfour\n");
  expectDone(await replaceIn(editor, "a.txt", "three", "THREE"));
  assert.equal(bytesOf(editor, "a.txt"), "one\r\nTWO\nTHREE\r\nfour\n");
});

/* ---- what a file is beyond its text ----------------------------------------------------------- */

test("a deletion that is undone gives back the bytes and the mode", async (t) => {
  const editor = makeEditor(t, {
    "mark.sh": "\ufeffecho hi\r\nx\n",
    "plain.txt": "a\n",
    "empty.txt": "",
    "mixed.txt": "a\r\nb\nc\r",
    "latin.txt": Buffer.from(LATIN1, "latin1"),
  });
  fs.chmodSync(editor.path("mark.sh"), 0o751);
  fs.chmodSync(editor.path("plain.txt"), 0o600);
  for (const name of ["mark.sh", "plain.txt", "empty.txt", "mixed.txt", "latin.txt"]) {
    const before = [bytesOf(editor, name), fs.statSync(editor.path(name)).mode];
    expectDone(await editor.run("file_manage", { action: "delete", path: name }));
    assert.equal(fs.existsSync(editor.path(name)), false);
    expectDone(await undo(editor));
    assert.deepEqual([bytesOf(editor, name), fs.statSync(editor.path(name)).mode], before, name);
  }
});

test("what is written while a person is asked about a deletion is given back", async (t) => {
  const editor = makeEditor(t, { "a.txt": "a\n" });
  editor.policies.files = "ask";
  editor.on.approve = () => {
    fs.appendFileSync(editor.path("a.txt"), "b\n");
    return { data: { allowed: true, why: "" } };
  };
  expectDone(await editor.run("file_manage", { action: "delete", path: "a.txt" }));
  editor.policies.files = "always";
  expectDone(await undo(editor));
  assert.equal(bytesOf(editor, "a.txt"), "a\nb\n");
});

test("hard links stay", async (t) => {
  const editor = makeEditor(t, { "a.txt": "one\n" });
  fs.linkSync(editor.path("a.txt"), editor.path("b.txt"));
  expectDone(await write(editor, "a.txt", "two\n", { mode: "append" }));
  expectDone(await replaceIn(editor, "b.txt", "one", "another one"));
  assert.equal(bytesOf(editor, "a.txt"), "another one\ntwo\n");
  assert.equal(fs.statSync(editor.path("a.txt")).nlink, 2);
  assert.deepEqual(fs.readdirSync(editor.folders[0]).sort(), ["a.txt", "b.txt"]);
});

/* ---- the buffer is older than the disk -------------------------------------------------------- */

test("an edit waits until the editor has the text that it was made for", async (t) => {
  const old = "one\ntwo\nthree\nfour\n",
    now = "ONE\nTWO of another length\nTHREE\nFOUR\n";
  const editor = makeEditor(t, { "notes.txt": old });
  const file = editor.path("notes.txt");
  await editor.run("get_buffer_info", { file: "notes.txt" });
  // The editor's watcher has not reported the new text: it is the old one, and clean.
  let held = old;
  const text = editor.text.bind(editor);
  editor.text = (path) => editor.dirty.get(path) ?? (path === file ? held : text(path));
  fs.writeFileSync(file, now);
  setTimeout(() => {
    held = now;
  }, 150);
  expectDone(await edit(editor, "notes.txt", 4, "FIVE"));
  assert.equal(bytesOf(editor, "notes.txt"), "ONE\nTWO of another length\nTHREE\nFIVE\n");
});

test("and is refused where it never gets it", { timeout: 60_000 }, async (t) => {
  const editor = makeEditor(t, { "notes.txt": "one\ntwo\n" });
  const file = editor.path("notes.txt");
  await editor.run("get_buffer_info", { file: "notes.txt" });
  editor.text = () => "one\ntwo\n";
  fs.writeFileSync(file, "ONE\nTWO\n");
  expectCode(await edit(editor, "notes.txt", 2, "x"), "conflict", "has changed on disk", "Nothing was changed");
  expectCode(await replaceIn(editor, "notes.txt", "TWO", "x"), "conflict", "Nothing was changed");
  assert.equal(bytesOf(editor, "notes.txt"), "ONE\nTWO\n");
  assert.equal(editor.dirty.size, 0);
});

/* ---- other writers ---------------------------------------------------------------------------- */

test("appends at once to a file that is not there yet: none is lost", async (t) => {
  const editor = makeEditor(t, {});
  for (let round = 0; round < 5; round++) {
    const file = `log/${round}.txt`;
    const lines = Array.from({ length: 6 }, (_, i) => `line ${i}`);
    const answers = await Promise.all(lines.map((line) => write(editor, file, `${line}\n`, { mode: "append" })));
    answers.forEach(expectDone);
    assert.deepEqual(fs.readFileSync(editor.path(file), "utf8").trim().split("\n").sort(), lines);
  }
  // One that was previewed goes to the end of what is there when it is applied.
  const { change } = factsOf(expectDone(await write(editor, "a.txt", "two\n", { mode: "append", preview: true })));
  fs.writeFileSync(editor.path("a.txt"), "one\n");
  expectDone(await editor.run("file_write", { change, preview: false }));
  assert.equal(fs.readFileSync(editor.path("a.txt"), "utf8"), "one\ntwo\n");
  expectDone(await undo(editor));
  assert.equal(fs.readFileSync(editor.path("a.txt"), "utf8"), "one\n");
});

test("4 windows append 200 lines each: none is lost", { timeout: 300_000 }, async (t) => {
  const folder = makeFolder();
  fs.writeFileSync(`${folder}/log.txt`, "start\n");
  const windows = [0, 1, 2, 3].map((number) =>
    fork(new URL("appender.mjs", import.meta.url), [folder, "log.txt", String(number), "200"]),
  );
  t.after(() => windows.forEach((window) => window.kill()));
  const said = await Promise.all(
    windows.map(async (window) => {
      const [report] = await once(window, "message");
      return report;
    }),
  );
  const lines = fs.readFileSync(`${folder}/log.txt`, "utf8").split("\n");
  const wanted = said.flatMap((one) => one.written);
  console.log(
    `  ${wanted.length} of 800 appends succeeded; refused: ${JSON.stringify(said.flatMap((one) => one.refused).slice(0, 3))}`,
  );
  assert.equal(wanted.length, 800);
  assert.deepEqual(lines.slice(1, -1).sort(), wanted.sort());
  assert.deepEqual(fs.readdirSync(folder), ["log.txt"]);
});

test("a program that appends beside it loses no line", { timeout: 120_000 }, async (t) => {
  const editor = makeEditor(t, { "log.txt": "start\n" });
  let theirs = 0;
  const timer = setInterval(() => {
    fs.appendFileSync(editor.path("log.txt"), `theirs ${theirs++}\n`);
  }, 2);
  t.after(() => clearInterval(timer));
  let ours = 0;
  // On a busy machine most give up, and say so.
  for (let i = 0, end = Date.now() + 60_000; ours < 5 && Date.now() < end; i++)
    if (!(await write(editor, "log.txt", `ours ${i}\n`, { mode: "append" })).isError) ours++;
  clearInterval(timer);
  const text = bytesOf(editor, "log.txt");
  assert.equal(text.match(/^theirs \d+$/gm)?.length ?? 0, theirs);
  assert.equal(text.match(/^ours \d+$/gm)?.length ?? 0, ours);
  assert.ok(ours > 0);
  assert.equal(factsOf(await editor.run("file_read", { filePath: "log.txt" })).total_lines, 1 + theirs + ours + 1);
});
