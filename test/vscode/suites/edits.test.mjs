/** edit_buffer, replace_in_buffer and get_buffer_info in a real VS Code. */
import assert from "node:assert/strict";
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { LIMIT_MS, waitFor } from "../processes.mjs";
import { Bench, callTool, copyWorkspaces, insert, line, numbered, openAgent, openEditor, run } from "./support.mjs";

let files, editor, agent, tour, outside, bench;

before(async () => {
  files = await copyWorkspaces("tour");
  [tour] = files.folders;
  outside = await mkdtemp(join(tmpdir(), "sextant-outside-"));
  await makeLinkedLibrary();
  editor = await openEditor(files.folders, { servers: ["pyright"], settings: { "files.autoSave": "off" } });
  agent = await openAgent(editor);
  bench = new Bench(editor, agent, tour);
});

after(async () => {
  agent?.close();
  await editor?.stop();
  await files?.remove();
  await rm(outside, { recursive: true, force: true });
});

/** A dependency as `npm link` makes it: its files are not below the folder. */
async function makeLinkedLibrary() {
  await mkdir(join(outside, "lib"));
  await writeFile(join(outside, "lib/package.json"), '{"name":"linked","version":"1.0.0","types":"index.d.ts"}');
  await writeFile(
    join(outside, "lib/index.d.ts"),
    "/** Comes through a link. */\nexport declare function linkedThing(): number;\n",
  );
  await symlink(join(outside, "lib"), join(tour, "node_modules/linked"));
  await writeFile(join(tour, "src/uses-linked.ts"), 'import { linkedThing } from "linked";\n\nlinkedThing();\n');
}

/** The whole diff of a preview, over all its pages. */
async function wholeDiff(tool, answer) {
  let diff = answer.facts.preview;
  for (let { cursor, change } = answer.facts; cursor;) {
    const next = await bench.ok(tool, { change, cursor, max_tokens: 500 });
    diff += next.facts.preview;
    cursor = next.facts.cursor;
  }
  return diff;
}

/** The text that `git apply` and `patch` make of a file of the folder, which stays as it is. */
async function patchedBy(diff, name) {
  const texts = {};
  for (const [program, dry, real] of [
    ["git", ["apply", "--check", "-"], ["apply", "-"]],
    ["patch", ["-p1", "--dry-run"], ["-p1"]],
  ]) {
    const checked = run(program, dry, { cwd: tour, input: diff });
    assert.equal(checked.code, 0, `${program} ${dry.join(" ")}: ${checked.output}\n${diff}`);
    const copy = await mkdtemp(join(outside, "patched-"));
    await cp(tour, copy, { recursive: true });
    const applied = run(program, real, { cwd: copy, input: diff });
    assert.equal(applied.code, 0, `${program}: ${applied.output}`);
    texts[program] = await readFile(join(copy, name), "latin1");
    await rm(copy, { recursive: true });
  }
  return texts;
}

describe("preview and apply", () => {
  const cases = [
    ["a source file", "src/pricing.ts", undefined, [line(4, "export const taxRate = 0.07;"), insert(10, "// new\n")]],
    ["no final newline", "notes/open end.txt", "one\ntwo\nthree", [insert(4, "four"), line(1, "ONE")]],
    [
      "a final newline that goes with its line",
      "notes/ends.txt",
      "one\ntwo\n",
      [{ line_start: 2, line_end: 3, new_text: "" }],
    ],
    ["CRLF", "notes/crlf.txt", "one\r\ntwo\r\nthree\r\n", [line(2, "zwei\nund mehr")]],
    ["a name with letters beyond ASCII and a quote", 'notes/größe "x".txt', "eins\nzwei\n", [line(2, "drei")]],
    ["an empty file", "notes/empty.txt", "", [insert(1, "first")]],
  ];
  for (const [what, name, text, edits] of cases)
    test(`the diff is what git and patch take, and what is applied: ${what}`, async () => {
      if (text !== undefined) await bench.put(name, text);
      const before = await bench.everything();
      const preview = await bench.ok("edit_buffer", { file: name, edits });
      assert.match(
        preview.text,
        /^PREVIEW of .* Nothing was changed\. Apply it with change="c\d+" and preview=false\./,
      );
      assert.equal(preview.facts.applied, false);
      await bench.unchangedSince(before);
      const patched = await patchedBy(await wholeDiff("edit_buffer", preview), name);
      const applied = await bench.ok("edit_buffer", { change: preview.facts.change, preview: false, save: true });
      assert.match(applied.text, /^APPLIED to .* saved\.\n?/);
      assert.equal(applied.facts.applied, true);
      const now = await bench.onDisk(name, "latin1");
      assert.deepEqual(patched, { git: now, patch: now });
    });

  test("a new file, with the folders above it", async () => {
    const args = { file: "notes/new/deep.txt", edits: [insert(1, "fresh")] };
    await bench.refused("edit_buffer", args, /not_found/);
    const preview = await bench.ok("edit_buffer", { ...args, create: true });
    assert.match(preview.facts.preview, /^--- \/dev\/null\n\+\+\+ b\/notes\/new\/deep\.txt\n/m);
    const patched = await patchedBy(preview.facts.preview, args.file);
    assert.deepEqual(patched, { git: "fresh\n", patch: "fresh\n" });
    const applied = await bench.ok("edit_buffer", { change: preview.facts.change, preview: false });
    assert.equal(applied.facts.files[0].action, "create");
    assert.equal(await bench.onDisk(args.file), "fresh\n");
    const again = await bench.ok("edit_buffer", { ...args, create: true, preview: false, save: true });
    assert.equal(again.facts.files[0].action, "edit");
    assert.equal(await bench.onDisk(args.file), "fresh\nfresh\n");
  });

  test("a long diff goes on by its cursor", async () => {
    await bench.put("notes/long.txt", numbered(1, 900));
    const edits = Array.from({ length: 90 }, (_, i) => line(10 * i + 5, `changed ${i}`));
    const preview = await bench.ok("edit_buffer", { file: "notes/long.txt", edits, max_tokens: 500 });
    assert.equal(preview.facts.truncated, true);
    assert.equal(preview.facts.added_lines, 90);
    const patched = await patchedBy(await wholeDiff("edit_buffer", preview), "notes/long.txt");
    assert.equal(patched.git.match(/changed/g).length, 90);
    assert.equal(patched.patch, patched.git);
    await bench.refused("edit_buffer", { cursor: "12" }, /cursor must be copied unchanged from the previous answer/);
  });

  test("a change is applied once, and an unknown one is refused", async () => {
    await bench.put("notes/once.txt", "one\n");
    const { facts } = await bench.ok("edit_buffer", { file: "notes/once.txt", edits: [line(1, "1")] });
    await bench.ok("edit_buffer", { change: facts.change, preview: false, save: true });
    await bench.refused("edit_buffer", { change: facts.change, preview: false }, /has already been applied.*conflict/);
    await bench.refused(
      "edit_buffer",
      { change: "c99999", preview: false },
      /There is no change 'c99999' in this window/,
    );
    const same = await bench.ok("edit_buffer", { file: "notes/once.txt", edits: [line(1, "1")], preview: false });
    assert.match(same.text, /^NO CHANGE/);
    assert.equal(same.facts.applied, false);
  });

  test("unsaved unless asked, and saved when asked", async () => {
    await bench.put("notes/save.txt", "one\ntwo\n");
    const unsaved = await bench.ok("edit_buffer", { file: "notes/save.txt", edits: [line(1, "1")], preview: false });
    assert.match(unsaved.text, /, not saved\.\n?/);
    assert.deepEqual(unsaved.facts.buffer_state, { is_modified: true, line_count: 3 });
    assert.equal(await bench.onDisk("notes/save.txt"), "one\ntwo\n");
    assert.equal(await bench.inBuffer("notes/save.txt"), "1\ntwo\n");
    const saved = await bench.ok("edit_buffer", {
      file: "notes/save.txt",
      edits: [line(2, "2")],
      preview: false,
      save: true,
    });
    assert.deepEqual(saved.facts.buffer_state, { is_modified: false, line_count: 3 });
    assert.equal(await bench.onDisk("notes/save.txt"), "1\n2\n");
  });
});

test("a file that is saved late, on a busy machine, leaves no tab", async () => {
  const file = await bench.put("notes/late.txt", "one\ntwo\n");
  await editor.control.executeCommand("workbench.action.closeAllEditors");
  // The editor opens a tab for what stays unsaved for 0.8 s.
  await editor.control.evaluate(
    ({ vscode, args }) => {
      const listener = vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.fsPath !== args.path) return;
        listener.dispose();
        const end = Date.now() + 1500;
        while (Date.now() < end);
      });
    },
    { path: bench.at(file) },
  );
  await bench.ok("edit_buffer", {
    file,
    edits: [{ line_start: 1, line_end: 1, new_text: "first" }],
    preview: false,
    save: true,
  });
  assert.equal(await bench.onDisk(file), "first\ntwo\n");
  const count = () =>
    editor.control.evaluate(({ vscode }) => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length);
  assert.ok(await waitFor(async () => (await count()) === 0, 5000), `${await count()} tabs`);
});

describe("lines", () => {
  const cases = [
    ["insert at the top", "a\nb\n", [insert(1, "0")], "0\na\nb\n"],
    ["insert several lines", "a\nb\n", [insert(2, "x\ny\n")], "a\nx\ny\nb\n"],
    ["delete", "a\nb\nc\n", [line(2, "")], "a\nc\n"],
    ["delete everything", "a\nb\nc\n", [{ line_start: 1, line_end: 4, new_text: "" }], ""],
    ["replace by more", "a\nb\nc\n", [{ line_start: 1, line_end: 2, new_text: "1\n2\n3" }], "1\n2\n3\nc\n"],
    [
      "all count on one snapshot, in any order",
      "a\nb\nc\nd\n",
      [line(4, "D"), insert(2, "new"), line(1, "A1\nA2"), line(3, "")],
      "A1\nA2\nnew\nb\nD\n",
    ],
    ["two insertions at one place stay in order", "a\nb\n", [insert(2, "1"), insert(2, "2")], "a\n1\n2\nb\n"],
    ["append behind a final newline", "a\nb\n", [insert(3, "c")], "a\nb\nc\n"],
    ["append where there is none", "a\nb", [insert(3, "c")], "a\nb\nc"],
    ["replace the last line where there is none", "a\nb", [line(2, "c\nd\n")], "a\nc\nd"],
    ["delete the last line where there is none", "a\nb", [line(2, "")], "a"],
    ["an empty line in", "a\nb\n", [insert(2, "\n")], "a\n\nb\n"],
    ["line ends are fitted", "a\nb\n", [line(1, "x\r\ny\r\n")], "x\ny\nb\n"],
    ["numbers as strings, other names", "a\nb\n", [{ startLine: "2", end_line: "2", newText: "c" }], "a\nc\n"],
  ];
  for (const [i, [what, text, edits, wanted]] of cases.entries())
    test(what, async () => {
      const file = await bench.put(`notes/lines-${i}.txt`, text);
      await bench.ok("edit_buffer", { file, edits, preview: "false", save: "true" });
      assert.equal(await bench.onDisk(file), wanted);
    });

  test("what cannot be is refused, and nothing is changed", async () => {
    const file = await bench.put("notes/three.txt", "a\nb\nc\n");
    await bench.type(file, [0, 0, 0, 0, "mine "]);
    const good = line(1, "never");
    const bad = [
      [
        { file, edits: [good, { line_start: 2, line_end: 3, new_text: "x" }, line(3, "y")] },
        /lines 2-3 and 3-3 overlap/,
      ],
      [{ file, edits: [good, line(5, "x")] }, /Line 5 is past the end: the file has 4 lines/],
      [{ file, edits: [good, { line_start: 2, line_end: 9, new_text: "x" }] }, /Line 9 is past the end/],
      [{ file, edits: [good, insert(6, "x")] }, /past the end/],
      [
        { file, edits: [good, { line_start: 3, line_end: 1, new_text: "x" }] },
        /Lines 3-1: line_end must be line_start or more/,
      ],
      [
        { file, edits: [good, { line_start: 0, line_end: 1, new_text: "x" }] },
        /line_start must be a whole number from 1/,
      ],
      [{ file, edits: [good, { line_start: 1, line_end: 1 }] }, /new_text is missing/],
      [{ file, edits: [{ ...good, new_txt: "x" }] }, /no argument 'new_txt'.*new_text/],
      [{ file, edits: [good], previw: false }, /no argument 'previw'. Did you mean 'preview'/],
      [{ file, edits: [] }, /edits is missing/],
      [{ file }, /edits is missing/],
      [{ file, edits: "x" }, /edits/],
      [{ edits: [good] }, /file_path is missing/],
      [{ file: "notes/nowhere.txt", edits: [good] }, /does not exist/],
      [{ file: "notes", edits: [good] }, /is a directory/],
    ];
    for (const [args, says] of bad)
      await bench.refused(
        "edit_buffer",
        { ...args, preview: args.previw, ...(args.previw === undefined && { preview: false }) },
        says,
      );
  });
});

describe("replace_in_buffer", () => {
  const places = "x = 1\nkeep\nx = 2\nx = 3\n";

  test("all, the first, or the nth; the lines of the others are named; several need to be chosen from", async () => {
    for (const [i, [occurrence, wanted, others]] of [
      ["all", "y = 1\nkeep\ny = 2\ny = 3\n", []],
      ["first", "y = 1\nkeep\nx = 2\nx = 3\n", [3, 4]],
      ["2", "x = 1\nkeep\ny = 2\nx = 3\n", [1, 4]],
      [3, "x = 1\nkeep\nx = 2\ny = 3\n", [1, 3]],
    ].entries()) {
      const file = await bench.put(`notes/nth-${i}.txt`, places);
      const { text, facts } = await bench.ok("replace_in_buffer", {
        file,
        old: "x",
        new: "y",
        occurrence,
        preview: false,
      });
      assert.equal(await bench.onDisk(file), wanted);
      assert.deepEqual(
        [facts.matches_found, facts.matches_replaced, facts.other_lines],
        [3, 3 - others.length, others],
      );
      if (others.length) assert.match(text, new RegExp(`Left alone, in lines: ${others.join(", ")}\n?$`));
    }
    const file = await bench.put("notes/nth.txt", places);
    await bench.refused(
      "replace_in_buffer",
      { file, old: "x", new: "y", preview: false },
      /old occurs 3 times .* Give occurrence: all, first, or the number of one\.\n1: line 1: x = 1\n2: line 3: x = 2\n3: line 4/,
    );
    await bench.refused(
      "replace_in_buffer",
      { file, old: "x", new: "y", occurrence: 4, preview: false },
      /no occurrence 4: the text occurs 3 times/,
    );
    await bench.refused(
      "replace_in_buffer",
      { file, old: "x", new: "y", occurrence: "last", preview: false },
      /occurrence must be all, first, or a number/,
    );
  });

  test("it is previewed unless asked otherwise, and saved unless asked otherwise", async () => {
    const file = await bench.put("notes/default.txt", places);
    const before = await bench.everything();
    const preview = await bench.ok("replace_in_buffer", { file, old: "keep\nx = 2", new: "kept" });
    assert.match(preview.text, /^PREVIEW/);
    await bench.unchangedSince(before);
    await patchedBy(preview.facts.preview, file);
    await bench.ok("replace_in_buffer", { change: preview.facts.change, preview: false, save: false });
    assert.equal(await bench.onDisk(file), places);
    assert.equal(await bench.inBuffer(file), "x = 1\nkept\nx = 3\n");
  });

  test("a pattern with groups, the case of what is replaced, and a pattern that would not end", async () => {
    const file = await bench.put("notes/pattern.txt", `${"a".repeat(40)}!\nname: value\nfoo Foo FOO\n`);
    await bench.ok("replace_in_buffer", {
      file,
      old: "(\\w+): (\\w+)",
      new: "$2: \\U$1",
      regex: true,
      occurrence: "all",
      preview: false,
    });
    await bench.ok("replace_in_buffer", {
      file,
      old: "foo",
      new: "bar",
      preserve_case: true,
      occurrence: "all",
      preview: false,
    });
    assert.equal(await bench.onDisk(file), `${"a".repeat(40)}!\nvalue: NAME\nbar Bar BAR\n`);
    await bench.refused(
      "replace_in_buffer",
      { file, old: "^(a+)+$", new: "", regex: true },
      /match_limit|matches nothing/,
    );
    await bench.refused("replace_in_buffer", { file, old: "(a", new: "", regex: true }, /missing closing parenthesis/);
  });

  test("texts are taken as they are: no patterns, no groups, nothing twice", async () => {
    const file = await bench.put("notes/literal.txt", "a.c abc aaaa $1\n");
    await bench.ok("replace_in_buffer", { file, old: "a.c", new: "$1\\n", preview: false });
    await bench.ok("replace_in_buffer", { file, old: "aa", new: "aab", occurrence: "all", preview: false });
    await bench.ok("replace_in_buffer", { file, old: " abc", new: "", preview: false });
    assert.equal(await bench.onDisk(file), "$1\\n aabaab $1\n");
  });

  test("several lines in a file with CRLF", async () => {
    const file = await bench.put("notes/crlf-old.txt", "one\r\ntwo\r\nthree\r\n");
    const { facts } = await bench.ok("replace_in_buffer", { file, old: "one\ntwo", new: "1\n2\n2a", preview: false });
    assert.equal(facts.applied, true);
    assert.equal(await bench.onDisk(file), "1\r\n2\r\n2a\r\nthree\r\n");
  });

  for (const [what, text, old, replacement, wanted] of [
    [
      "other indentation",
      "class A:\n    def f(self):\n        if x:\n            return 1\n",
      "def f(self):\n    if x:\n        return 1\n",
      "def f(self):\n    while x:\n        return 2\n",
      "class A:\n    def f(self):\n        while x:\n            return 2\n",
    ],
    ["blanks at line ends", "first;  \nsecond;\t\nthird;\n", "first;\nsecond;\n", "1;\n2;\n", "1;\n2;\nthird;\n"],
    ["other blanks inside", "call( a,  b );\nmore\n", "call( a, b );\nmore", "call(b);\nless", "call(b);\nless\n"],
  ])
    test(`${what}: said, previewed whatever was asked, and applied by its id`, async () => {
      const file = await bench.put(`notes/tolerant ${what}.txt`, text);
      const before = await bench.everything();
      const held = await bench.ok("replace_in_buffer", { file, old, new: replacement, preview: false });
      assert.match(held.text, /^PREVIEW/);
      assert.match(held.text, /Not applied yet, because the text was not found exactly: check the diff\./);
      assert.equal(held.facts.applied, false);
      assert.notEqual(held.facts.found, "exactly");
      await bench.unchangedSince(before);
      await bench.ok("replace_in_buffer", { change: held.facts.change, preview: false });
      assert.equal(await bench.onDisk(file), wanted);
    });

  test("nothing found: the closest passage and the lines that differ", async () => {
    const { text } = await bench.refused(
      "replace_in_buffer",
      {
        file: "src/pricing.ts",
        old: "export function applyDiscount(price: number, percentage: number): number {",
        new: "x",
        preview: false,
      },
      /old was not found in 'src\/pricing\.ts'\. Nothing was changed\./,
    );
    assert.match(text, /The closest: lines? \d+(-\d+)? \(\d+ % alike\); the differences/);
    assert.match(text, /^-export function applyDiscount\(price: number, percentage/m);
    assert.match(text, /^\+export function applyDiscount\(/m);
    assert.match(text, /\n\(no_match\)$/, "not behind the line of the file");
    const file = await bench.put("notes/nothing.txt", "one\n");
    await bench.refused("replace_in_buffer", { file, old: "\u{1F600} zzzz qqqq", new: "" }, /no_match/);
  });

  test("other names of the arguments, and values as strings", async () => {
    const names = [
      ["file", "old", "new"],
      ["file_path", "old_string", "new_string"],
      ["filePath", "oldText", "newText"],
      ["path", "find", "replace"],
      ["uri", "searchTerm", "replacementText"],
      ["fileName", "search_term", "replacement_text"],
    ];
    for (const [i, [file, old, replacement]] of names.entries()) {
      const name = await bench.put(`notes/names-${i}.txt`, "before\n");
      const path = file === "uri" ? `file://${bench.at(name)}` : name;
      const { facts } = await bench.ok("replace_in_buffer", {
        [file]: path,
        [old]: "before",
        [replacement]: "after",
        dry_run: "false",
        save: "true",
      });
      assert.equal(facts.applied, true);
      assert.equal(await bench.onDisk(name), "after\n");
    }
    const file = await bench.put("notes/names.txt", "before\n");
    await bench.refused("replace_in_buffer", { file, old: "before", find: "x", new: "y" }, /given twice/);
    await bench.refused("replace_in_buffer", { file, old: "before", new: "y", preview: "maybe" }, /preview must be/);
    await bench.refused("replace_in_buffer", { file, old: "", new: "y" }, /old is missing/);
    await bench.refused("replace_in_buffer", { old: "before", new: "y" }, /file_path is missing/);
  });
});

describe("get_buffer_info", () => {
  const info = (args) => bench.ok("get_buffer_info", args);

  test("whether it is open and modified, and what is not saved", async () => {
    const file = await bench.put("notes/info.txt", "one\ntwo\n");
    const closed = await info({ file });
    assert.equal(
      closed.text,
      `Buffer: notes/info.txt
Open in a tab: no
Unsaved edits: no
Lines: 3
Language: plaintext
Version: 1

Lines 1-3 of 3:
     1 | one
     2 | two
     3 |`,
    );
    await editor.control.call("showDocument", { path: bench.at(file) });
    await bench.type(file, [1, 0, 1, 3, "zwei"]);
    const { facts } = await info({ file, diff: true, include_content: "false" });
    const { is_open, is_modified, line_count, language, version, encoding, eol, diff, content } = facts;
    assert.deepEqual(
      { is_open, is_modified, line_count, language, encoding, eol, content },
      {
        is_open: true,
        is_modified: true,
        line_count: 3,
        language: "plaintext",
        encoding: "utf8",
        eol: "LF",
        content: undefined,
      },
    );
    assert.ok(version > closed.facts.version);
    assert.match(diff, /^--- a\/notes\/info\.txt\n\+\+\+ b\/notes\/info\.txt\n@@ [^\n]*\n one\n-two\n\+zwei\n?$/);
    await editor.control.call("save", { path: bench.at(file) });
    assert.match((await info({ file, diff: true })).text, /Unsaved edits against the disk: none\./);
  });

  test("encoding and line ends", async () => {
    await bench.put("notes/info-utf16.txt", Buffer.from("\uFEFFgrün\r\nzwei\r\n", "utf16le"));
    const { facts } = await info({ file: "notes/info-utf16.txt" });
    assert.deepEqual(
      [facts.encoding, facts.eol, facts.line_count, facts.content],
      ["utf16le", "CRLF", 3, "grün\nzwei\n"],
    );
  });

  test("pages to the end, without loss or repetition; refused when the text is another", async () => {
    const text = Array.from({ length: 400 }, (_, i) => `${i} größe \u{1F600} ${"x".repeat(i % 90)}`).join("\n");
    const file = await bench.put("notes/pages.txt", text);
    let read = "",
      pages = 0,
      args = { file, max_tokens: 700 };
    for (; args; pages++) {
      const { facts } = await info(args);
      read += facts.content;
      args = facts.cursor && { file, max_tokens: 500 + 100 * (pages % 4), cursor: facts.cursor };
      assert.equal(facts.truncated, args !== undefined);
    }
    assert.equal(read, text);
    assert.ok(pages > 5, `${pages} pages`);
    const { cursor } = (await info({ file, max_tokens: 500 })).facts;
    await bench.type(file, [0, 0, 0, 0, "!"]);
    await bench.refused("get_buffer_info", { file, cursor }, /The text has changed since.*conflict/);
    await bench.refused(
      "get_buffer_info",
      { file, cursor: "7" },
      /cursor must be copied unchanged from the previous answer/,
    );
  });

  test("a file that is not there", async () => {
    await bench.refused(
      "get_buffer_info",
      { file: "src/modles.ts" },
      /'src\/modles\.ts' does not exist in the workspace.*not_found/,
    );
    await bench.refused("get_buffer_info", {}, /file_path is missing/);
  });
});

describe("files that are more than lines of UTF-8", () => {
  const utf16 = (text) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);
  const cases = [
    ["CRLF", (text) => Buffer.from(text.replaceAll("\n", "\r\n"))],
    ["a byte order mark", (text) => Buffer.from(`\uFEFF${text}`)],
    ["UTF-16, little end first", utf16],
    ["UTF-16, big end first", (text) => utf16(text).swap16()],
    ["Latin-1, by files.encoding", (text) => Buffer.from(text, "latin1"), "iso88591"],
    ["no final newline", (text) => Buffer.from(text.trimEnd())],
    ["tabs, blanks at line ends, form feeds", (text) => Buffer.from(`${text}\tx  \n\f\n \n`)],
  ];
  for (const [i, [what, encode, encoding]] of cases.entries())
    test(`${what}: all other bytes stay`, async () => {
      const text = (middle, first = "grün") => `${first}\n${middle}\nend §\n`;
      if (encoding) await editor.control.call("updateSetting", { name: "files.encoding", value: encoding });
      try {
        const file = await bench.put(`notes/bytes-${i}.txt`, encode(text("old")));
        await bench.ok("edit_buffer", {
          file,
          edits: [line(1, "überall"), line(2, "größer")],
          preview: false,
          save: true,
        });
        assert.deepEqual(await bench.onDisk(file, null), encode(text("größer", "überall")));
        await bench.ok("replace_in_buffer", { file, old: "größer\nend", new: "kleiner\nend", preview: false });
        assert.deepEqual(await bench.onDisk(file, null), encode(text("kleiner", "überall")));
      } finally {
        if (encoding) await editor.control.call("updateSetting", { name: "files.encoding", value: null });
      }
    });
});

describe("files that are not to be changed", () => {
  test("read-only", async () => {
    const file = await bench.put("notes/locked.txt", "one\n");
    await chmod(bench.at(file), 0o444);
    await bench.refused(
      "edit_buffer",
      { file, edits: [line(1, "1")] },
      /'notes\/locked\.txt' is read-only\. Nothing was changed/,
    );
    await bench.refused("replace_in_buffer", { file, old: "one", new: "1", preview: false }, /read_only/);
    await chmod(bench.at(file), 0o644);
    const { facts } = await bench.ok("edit_buffer", { file, edits: [line(1, "1")] });
    await chmod(bench.at(file), 0o444);
    await bench.refused("edit_buffer", { change: facts.change, preview: false, save: true }, /read_only/);
  });

  test("outside the folders, however the path is written", async () => {
    await writeFile(join(outside, "other.txt"), "one\n");
    await symlink(join(outside, "other.txt"), bench.at("notes/link.txt"));
    for (const file of [join(outside, "other.txt"), `../../${outside.split("/").at(-1)}/other.txt`, "notes/link.txt"])
      await bench.refused(
        "edit_buffer",
        { file, edits: [line(1, "1")], preview: false, save: true },
        /outside the workspace|does not exist/,
      );
    await bench.refused(
      "edit_buffer",
      { file: join(outside, "made.txt"), create: true, edits: [insert(1, "1")], preview: false },
      /outside/,
    );
    assert.equal(await readFile(join(outside, "other.txt"), "utf8"), "one\n");
  });

  test("a dependency that a server points to can be read only", async () => {
    const look = (symbol_name, file_path) => bench.ok("get_symbol_documentation", { symbol_name, file_path });
    const linked = await look("linkedThing", "src/uses-linked.ts");
    assert.match(linked.text, /Comes through a link/);
    const clock = await look("Promise", "src/checkout.ts");
    const [own, library] = [linked, clock].map(({ facts }) => facts.results[0].symbol.file);
    const seen = await bench.ok("get_buffer_info", { file: library });
    assert.ok(seen.facts.line_count > 1, seen.text);
    // A link of the repository's could lead anywhere: only what its symbols say is reported.
    await bench.refused("get_buffer_info", { file: own }, /not in a known library\. Symbols in it can be looked up/);
    for (const file of [own, library])
      await bench.refused(
        "edit_buffer",
        { file, edits: [line(1, "1")], preview: false, save: true },
        /outside the workspace/,
      );
  });
});

describe("a file that moves on", () => {
  const planned = async (name, text, edits) => {
    const file = await bench.put(name, text);
    const { facts } = await bench.ok("edit_buffer", { file, edits });
    return { file, change: facts.change };
  };

  test("a person's unsaved work stays, unsaved", async () => {
    const file = await bench.put("notes/work.txt", numbered(1, 9));
    await bench.type(file, [2, 0, 2, 4, "LINE"]);
    await bench.ok("edit_buffer", { file, edits: [line(7, "by the agent")], preview: false });
    const wanted = numbered(1, 9).replace("line 3", "LINE 3").replace("line 7", "by the agent");
    assert.equal(await bench.inBuffer(file), wanted);
    assert.equal(await bench.onDisk(file), numbered(1, 9));
    const info = await bench.ok("get_buffer_info", { file, diff: true });
    assert.match(info.facts.diff, /-line 3\n\+LINE 3\n[\s\S]*-line 7\n\+by the agent\n/);
  });

  test("lines above: the edit goes to where its line is now", async () => {
    const { file, change } = await planned("notes/moved.txt", numbered(1, 20), [line(10, "ten")]);
    await bench.type(file, [0, 0, 0, 0, "above\nand above\n"]);
    const { text, facts } = await bench.ok("edit_buffer", { change, preview: false });
    assert.match(
      text,
      /Note: 'notes\/moved\.txt' had changed in the meantime; the edits were moved to where their lines are now\./,
    );
    assert.equal(facts.files[0].moved, true);
    assert.equal(await bench.inBuffer(file), `above\nand above\n${numbered(1, 20).replace("line 10\n", "ten\n")}`);
  });

  test("the same on disk, in a file that is not open", async () => {
    const { file, change } = await planned("notes/moved-disk.txt", numbered(1, 20), [line(10, "ten")]);
    await bench.put(file, `above\n${numbered(1, 20)}`);
    const { facts } = await bench.ok("edit_buffer", { change, preview: false, save: true });
    assert.equal(facts.files[0].moved, true);
    assert.equal(await bench.onDisk(file), `above\n${numbered(1, 20).replace("line 10\n", "ten\n")}`);
  });

  test("the same lines: refused, and they are named", async () => {
    const { file, change } = await planned("notes/same-lines.txt", numbered(1, 20), [
      line(10, "ten"),
      line(3, "three"),
    ]);
    await bench.type(file, [0, 0, 0, 0, "above\n"], [9, 0, 9, 4, "LINE"]);
    await bench.refused(
      "edit_buffer",
      { change, preview: false },
      /'notes\/same-lines\.txt' has changed since: line 11 was edited\. Nothing was changed\./,
    );
  });

  test("a block that stands there several times: refused", async () => {
    const { file, change } = await planned("notes/twins.txt", "same\n".repeat(30), [line(15, "other")]);
    await bench.type(file, [0, 0, 0, 0, "above\n"]);
    await bench.refused("edit_buffer", { change, preview: false }, /line 16 has the same text as another/);
  });

  test("a file that is gone: refused", async () => {
    const { file, change } = await planned("notes/gone.txt", numbered(1, 5), [line(2, "two")]);
    await rm(bench.at(file));
    await bench.refused("edit_buffer", { change, preview: false, save: true }, /Error: /);
  });

  test("a person typing while 50 edits are made: no edit is lost", async () => {
    // Edits next to each other are refused as one that is in the way: there is a line between them.
    const slots = Array.from({ length: 50 }, (_, i) => `slot-${i};\nbetween ${i}\n`).join("");
    const file = await bench.put("notes/both.txt", `top\n${slots}${numbered(1, 50, "text")}end\n`);
    await editor.control.call("showDocument", { path: bench.at(file) });
    const typing = editor.control.evaluate(
      async ({ vscode, args }) => {
        const document = await vscode.workspace.openTextDocument(args);
        let typed = 0;
        const until = Date.now() + 30_000;
        globalThis.sextantTyping = true;
        for (let i = 0; globalThis.sextantTyping && Date.now() < until; i++) {
          const edit = new vscode.WorkspaceEdit();
          const row = i % 2 ? document.lineCount - 1 : 0;
          edit.insert(document.uri, new vscode.Position(row, 0), `typed-${typed};\n`);
          if (await vscode.workspace.applyEdit(edit)) typed++;
          await new Promise((done) => setTimeout(done, 10 + (i % 7)));
        }
        return typed;
      },
      bench.at(file),
      { limit_ms: 60_000 },
    );
    // On a busy machine an edit may be overtaken each time, until it says so: then the agent tries again.
    const replace = async (number) => {
      const args = { file, old: `slot-${number};`, new: `done-${number};`, preview: false, save: false };
      for (let left = 5; left > 0; left--) {
        const answer = await callTool(agent, "replace_in_buffer", args);
        if (!/The files keep changing .*Try again\./.test(answer.text)) return assert.ok(!answer.isError, answer.text);
      }
      assert.fail(`slot-${number} was overtaken each time`);
    };
    for (let i = 0; i < 50; i += 5) await Promise.all([0, 1, 2, 3, 4].map((k) => replace(i + k)));
    await editor.control.evaluate(() => void (globalThis.sextantTyping = false));
    const typed = await typing;
    const text = await bench.inBuffer(file);
    assert.ok(typed > 0, "the person typed nothing meanwhile");
    assert.deepEqual(
      text.match(/^done-\d+;$/gm),
      Array.from({ length: 50 }, (_, i) => `done-${i};`),
    );
    const all = text
      .match(/^typed-\d+;$/gm)
      .map((word) => Number(/\d+/.exec(word)[0]))
      .sort((a, b) => a - b);
    assert.deepEqual(
      all,
      Array.from({ length: typed }, (_, i) => i),
    );
    assert.equal(text.split("\n").length, 1 + 100 + 50 + 1 + typed + 1);
  });
});
