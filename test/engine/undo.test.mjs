/** Taking changes back, through the addon: once, never something else instead, whoever asks. */
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import { runModel } from "../soak/undo.mjs";
import { makeEditor, until } from "./fake-editor.mjs";

const FILE = "src/a.ts";
const TEXT = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n";
const files = () => ({ [FILE]: TEXT, "src/b.ts": "other\n" });
const factsOf = (answer) => JSON.parse(answer.factsJson);

function expectCode(answer, code, part = "") {
  assert.equal(answer.code, code, answer.text);
  assert.ok(answer.text.includes(part), `${answer.text}\n  should say: ${part}`);
}

/** A person reads no id. */
function expectUndone(answer, change) {
  expectCode(answer, "found", "Undid the change in src/a.ts.");
  assert.equal(factsOf(answer).change, change);
}

const edit = (editor, line, text, more) =>
  editor.run("edit_buffer", {
    file: FILE,
    edits: [{ line_start: line, line_end: line, new_text: text }],
    preview: false,
    save: true,
    ...more,
  });
const changeOf = (answer) => factsOf(answer).change;
const undoLast = (editor) => editor.run("undo_last_change", {}, { isMarkdown: true, isPerson: true, isApproved: true });
const undo = (editor, change, options) => editor.run("undo_change", { change }, options);

test("an agent takes back its own change, once, also one that is not the last", async (t) => {
  const editor = makeEditor(t, files());
  const first = changeOf(await edit(editor, 2, "TWO"));
  const second = changeOf(await edit(editor, 6, "SIX"));
  const answer = await undo(editor, first);
  expectCode(answer, "found", `Undid the change by edit_buffer (${first}) in src/a.ts`);
  const facts = factsOf(answer);
  assert.deepEqual([facts.status, facts.applied, facts.change, facts.files[0].file], ["found", true, first, FILE]);
  assert.equal(editor.text(editor.path(FILE)), TEXT.replace("six", "SIX"));
  expectCode(
    await undo(editor, first),
    "conflict",
    `The change '${first}' has already been undone. Nothing was changed.`,
  );
  expectCode(
    await editor.run("edit_buffer", { change: first, preview: false }),
    "conflict",
    "has already been applied and undone",
  );
  // The person's command goes on with what is left, and then there is nothing.
  expectUndone(await undoLast(editor), second);
  assert.equal(editor.text(editor.path(FILE)), TEXT);
  expectCode(await undo(editor, second), "conflict", "has already been undone");
  expectCode(
    await undoLast(editor),
    "not_found",
    "Agents have changed nothing in this window, or all of it has been undone.",
  );
});

test("a change that cannot be undone is reported", async (t) => {
  const editor = makeEditor(t, files());
  for (const id of ["c1", "c99", "C1", "c01", "nonsense"])
    expectCode(
      await undo(editor, id),
      "not_found",
      `There is no change '${id}' in this window: it has expired, is another window's, or never existed. Nothing was changed. Take the edit back`,
    );
  expectCode(await undo(editor, " "), "invalid_argument", "change is missing");
  const preview = changeOf(await edit(editor, 2, "x", { preview: true }));
  expectCode(await undo(editor, preview), "conflict", "was only previewed, so there is nothing to undo");
});

test("a file that was edited since: placed, or nothing happens and it can be tried again", async (t) => {
  const editor = makeEditor(t, files());
  const file = editor.path(FILE);
  const change = changeOf(await edit(editor, 4, "FOUR"));
  const mine = editor.text(file).replace("FOUR", "my four");
  fs.writeFileSync(file, mine);
  expectCode(await undo(editor, change), "conflict", "line 4 was edited");
  assert.equal(editor.text(file), mine);
  fs.writeFileSync(file, `zero\n${TEXT.replace("four", "FOUR")}`);
  expectCode(await undo(editor, change), "found", "had changed in the meantime");
  assert.equal(editor.text(file), `zero\n${TEXT}`);
});

test("lines next to the change were edited since: it is undone, and they stay", async (t) => {
  const editor = makeEditor(t, files());
  const file = editor.path(FILE);
  const change = changeOf(await edit(editor, 4, "FOUR"));
  fs.writeFileSync(file, "one\ntwo\nthree!\nFOUR\nfive!\nsix\nseven\n");
  expectCode(await undo(editor, change), "found", "had changed in the meantime");
  assert.equal(editor.text(file), "one\ntwo\nthree!\nfour\nfive!\nsix\nseven\n");
  // An edit that was planned before is not placed so.
  const planned = changeOf(await edit(editor, 4, "vier", { preview: true }));
  fs.writeFileSync(file, "one\ntwo\nthree\nfour\nfive!\nsix\nseven\n");
  expectCode(await editor.run("edit_buffer", { change: planned, preview: false }), "conflict", "line 3 was edited");
});

test("a line that was doubled next to the change: which of the two is the agent's is not guessed", async (t) => {
  for (const [doubled, end] of [
    ["one\ntwo\nNEW\nNEW\nthree\n", "\n"],
    ["one\ntwo\nNEW\nmine\nNEW\nthree\n", "\n"],
    ["one\ntwo\nthree\nNEW\nNEW", ""],
  ]) {
    const before = [...new Set(doubled.split("\n"))].filter((line) => line && line !== "mine").join("\n") + end;
    const editor = makeEditor(t, { [FILE]: before.replace("NEW", "OLD") });
    const file = editor.path(FILE);
    const line = before.split("\n").indexOf("NEW") + 1;
    const change = changeOf(await edit(editor, line, "NEW"));
    assert.equal(editor.text(file), before);
    fs.writeFileSync(file, doubled);
    expectCode(await undo(editor, change), "conflict", "edited");
    assert.equal(editor.text(file), doubled);
    // A line that only begins the same is another one.
    fs.writeFileSync(file, before.replace("NEW", "NEWER\nNEW"));
    expectCode(await undo(editor, change), "found", "had changed in the meantime");
    assert.equal(editor.text(file), before.replace("NEW", "NEWER\nOLD"));
  }
});

test("where a removed line was is not certain beside an edit: that edit is the reason", async (t) => {
  const editor = makeEditor(t, files());
  const file = editor.path(FILE);
  const change = changeOf(
    await editor.run("replace_in_buffer", { file: FILE, old: "seven\n", new: "", preview: false, save: true }),
  );
  const mine = "one\ntwo\nthree\nfour\nfive\nmy six\n";
  assert.equal(editor.text(file), mine.replace("my six", "six"));
  fs.writeFileSync(file, mine);
  expectCode(await undo(editor, change), "conflict", "has changed since: line 6 was edited.");
  assert.equal(editor.text(file), mine);
});

test("what stands in the way of an undo is named, and so is the way out", async (t) => {
  const editor = makeEditor(t, { ...files(), "src/other.ts": TEXT });
  const file = editor.path(FILE),
    before = editor.text(file);
  const first = changeOf(await edit(editor, 2, "TWO"));
  const other = changeOf(
    await editor.run("edit_buffer", {
      file: "src/other.ts",
      edits: [{ line_start: 2, line_end: 2, new_text: "TWO" }],
      preview: false,
      save: true,
    }),
  );
  const second = changeOf(await edit(editor, 2, "zwei"));
  const third = changeOf(await edit(editor, 2, "deux"));
  const refused = await undo(editor, first);
  expectCode(refused, "conflict", "line 2 was edited");
  const way = `Later changes to the same files are in the way: undo ${third}, then ${second}, and then ${first}.`;
  assert.ok(refused.text.includes(`Nothing was changed. ${way}`), refused.text);
  assert.ok(!refused.text.includes(other));
  for (const one of [third, second, first]) expectCode(await undo(editor, one), "found", "Undid");
  assert.equal(editor.text(file), before);
});

test("a second undo while the first has not ended does nothing", async (t) => {
  const editor = makeEditor(t, files());
  const change = changeOf(await edit(editor, 2, "TWO"));
  await edit(editor, 6, "SIX");
  const saved = editor.save.bind(editor);
  let release;
  editor.on.save = async (...args) => {
    await new Promise((resolve) => (release = resolve));
    return saved(...args);
  };
  const first = undoLast(editor);
  await until(() => release);
  expectCode(await undoLast(editor), "conflict", "is already being undone");
  release();
  expectCode(await first, "found", "Undid");
  delete editor.on.save;
  assert.equal(editor.text(editor.path(FILE)), TEXT.replace("two", "TWO"));
  expectCode(await undo(editor, change), "found");
  assert.equal(editor.text(editor.path(FILE)), TEXT);
});

test("two calls with one id are one change", async (t) => {
  const editor = makeEditor(t, files());
  for (let round = 0; round < 20; round++) {
    const change = changeOf(await edit(editor, 2, "TWO", { preview: true }));
    const calls = ["edit_buffer", "replace_in_buffer", "file_edit"].map((tool) =>
      editor.run(tool, { change, preview: false }),
    );
    const codes = (await Promise.all(calls)).map((answer) => answer.code).sort();
    assert.deepEqual(codes, ["conflict", "conflict", "found"]);
    assert.equal(editor.text(editor.path(FILE)), TEXT.replace("two", "TWO"));
    expectCode(await undoLast(editor), "found", "Undid");
    assert.equal(editor.text(editor.path(FILE)), TEXT);
  }
});

test("a change that a setting refused can be applied later, one that a person rejected cannot", async (t) => {
  const editor = makeEditor(t, files());
  const change = changeOf(await edit(editor, 2, "TWO", { preview: true }));
  editor.policies.edit = "never";
  expectCode(await editor.run("edit_buffer", { change, preview: false }), "not_allowed", "does not allow");
  editor.policies.edit = "ask";
  editor.on.approve = () => ({ data: { allowed: false, why: "Not now." } });
  const other = changeOf(await edit(editor, 3, "THREE", { preview: true }));
  expectCode(await editor.run("edit_buffer", { change: other, preview: false }), "not_allowed", "Not now");
  editor.policies.edit = "always";
  expectCode(await editor.run("edit_buffer", { change, preview: false }), "found", "APPLIED");
  expectCode(await editor.run("edit_buffer", { change: other, preview: false }), "not_allowed", "Not now");
});

test("whatever was previewed since, what was applied can be undone", async (t) => {
  const editor = makeEditor(t, files());
  const changes = [];
  for (let i = 0; i < 70; i++) changes.push(changeOf(await edit(editor, 1 + (i % 7), `line ${i}`)));
  for (let i = 0; i < 150; i++) await edit(editor, 2, `x${i}`, { preview: true });
  expectCode(await undoLast(editor), "found");
  for (const change of changes.slice(0, -1).reverse()) expectCode(await undo(editor, change), "found");
  assert.equal(editor.text(editor.path(FILE)), TEXT);
});

test("a deletion that is only in the trash is not mistaken for the change before it", async (t) => {
  const editor = makeEditor(t, { ...files(), "data.bin": "\0\x01" });
  const change = changeOf(await edit(editor, 2, "TWO"));
  const deleted = await editor.run("file_manage", { action: "delete", path: "data.bin" });
  expectCode(deleted, "found", "undo_change cannot");
  expectCode(
    await undoLast(editor),
    "conflict",
    "The last change, by file_manage, cannot be undone: the deleted files are in the trash.",
  );
  assert.equal(editor.text(editor.path(FILE)), TEXT.replace("two", "TWO"));
  expectCode(await undo(editor, changeOf(deleted)), "conflict", "in the trash");
  expectUndone(await undoLast(editor), change);
  assert.equal(editor.text(editor.path(FILE)), TEXT);
});

test("what a tool made or deleted comes and goes", async (t) => {
  const editor = makeEditor(t, files());
  const made = changeOf(await editor.run("file_write", { filePath: "new/c.ts", content: "made\n" }));
  const gone = changeOf(await editor.run("file_manage", { action: "delete", path: "src/b.ts" }));
  expectCode(await undo(editor, made), "found", "new/c.ts");
  assert.equal(fs.existsSync(editor.path("new/c.ts")), false);
  expectCode(await undo(editor, gone), "found", "src/b.ts");
  assert.equal(editor.text(editor.path("src/b.ts")), "other\n");
});

test("undoing is asked for as the change was", async (t) => {
  const editor = makeEditor(t, files());
  const change = changeOf(await editor.run("file_write", { filePath: FILE, content: "all new\n" }));
  editor.policies.files = "never";
  expectCode(await undo(editor, change), "not_allowed", "the toolset 'files'");
  editor.policies.files = "ask";
  editor.on.approve = () => ({ data: { allowed: false, why: "No." } });
  expectCode(await undo(editor, change), "not_allowed", "No.");
  assert.equal(editor.text(editor.path(FILE)), "all new\n");
  // The person's own command asks no question, and no policy for agents applies to it.
  editor.policies.files = "never";
  const asked = editor.count("approve");
  expectCode(await undoLast(editor), "found");
  assert.equal(editor.count("approve"), asked);
  assert.equal(editor.text(editor.path(FILE)), TEXT);
});

test("random previews, applies and undos are what a model says", async (t) => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  t.diagnostic(`seed ${seed}`);
  await runModel(seed, 300);
});

test("an id of another window, or of this one before it was reloaded, is not another change", async (t) => {
  const [one, other] = [makeEditor(t, files()), makeEditor(t, files())];
  const ids = [];
  for (const editor of [one, other])
    for (let i = 0; i < 3; i++) ids.push(changeOf(await edit(editor, 2 + i, `x${i}`, { preview: i === 2 })));
  assert.equal(new Set(ids).size, ids.length, ids.join());
  for (const id of ids.slice(0, 3)) expectCode(await undo(other, id), "not_found", `There is no change '${id}'`);
  expectCode(await other.run("edit_buffer", { change: ids[2], preview: false }), "not_found");
});

test("what a person has undone first, and not saved, is not reported as saved", async (t) => {
  const editor = makeEditor(t, files());
  const change = changeOf(await edit(editor, 2, "TWO"));
  const file = editor.path(FILE);
  editor.dirty.set(file, TEXT);
  const undone = await undo(editor, change);
  expectCode(undone, "found", "in src/a.ts, not saved.");
  assert.ok(undone.text.includes("Note: 'src/a.ts' already had this text; it was not edited."), undone.text);
  assert.equal(factsOf(undone).files[0].is_modified, true);
  assert.match(fs.readFileSync(file, "utf8"), /TWO/);
  // The same of a change that a person was faster with: it is saved, as it was asked for.
  const planned = changeOf(await edit(editor, 4, "FOUR", { preview: true }));
  editor.dirty.set(file, TEXT.replace("four", "FOUR"));
  expectCode(await editor.run("edit_buffer", { change: planned, preview: false, save: true }), "found", ", saved.");
  assert.equal(fs.readFileSync(file, "utf8"), TEXT.replace("four", "FOUR"));
});

test("a file that was made and that a person has deleted", async (t) => {
  const editor = makeEditor(t, files());
  const before = changeOf(await edit(editor, 2, "TWO"));
  const made = await editor.run("edit_buffer", {
    file: "new.ts",
    create: true,
    edits: [{ line_start: 1, line_end: 0, new_text: "made" }],
    preview: false,
  });
  fs.rmSync(editor.path("new.ts"));
  expectCode(await undo(editor, changeOf(made)), "found", "'new.ts' was deleted before; it was not edited.");
  expectUndone(await undoLast(editor), before);
});

test("line ends that were mixed before are mixed again", async (t) => {
  const editor = makeEditor(t, { "mixed.txt": "a\r\nb\nc\r\nd" });
  const file = editor.path("mixed.txt");
  editor.loaded.add(file);
  const change = changeOf(await editor.run("file_write", { filePath: "mixed.txt", content: "W\nV" }));
  expectCode(await undo(editor, change), "found", "Undid");
  assert.equal(editor.count("applyEdit"), 0, "the editor would make them all alike");
  assert.equal(fs.readFileSync(file, "utf8"), "a\r\nb\nc\r\nd");
});

test("a deleted link does not come back as a file", async (t) => {
  const editor = makeEditor(t, files());
  fs.symlinkSync("a.ts", editor.path("src/link.ts"));
  const deleted = await editor.run("file_manage", { action: "delete", path: "src/link.ts" });
  expectCode(deleted, "found", "a person can restore it from there");
  assert.equal(fs.existsSync(editor.path(FILE)), true);
  expectCode(await undoLast(editor), "conflict", "in the trash");
  assert.equal(fs.existsSync(editor.path("src/link.ts")), false);
});
