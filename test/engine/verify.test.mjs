/** `verify: true` of the tools that change something: kept and saved, or taken back as if it had never been. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";

import { makeEditor, makeFolder, root, until } from "./fake-editor.mjs";

const FILE = "src/user.ts";
const TEXT = "export class User {}\n\nexport function bare() {}\n";
const APP = "import { User } from './user';\n\nconst made = new User();\n";
const files = () => ({ [FILE]: TEXT, "src/app.ts": APP, "notes.txt": "one\ntwo\n" });
const factsOf = (answer) => JSON.parse(answer.factsJson);

/** With the programs that read syntax trees, and a folder for their index. */
const open = (t, made = files()) => makeEditor(t, made, { programs: [path.join(root, "build/Release"), makeFolder()] });

function expectCode(answer, code, part = "") {
  assert.equal(answer.code, code, answer.text);
  assert.ok(answer.text.includes(part), `${answer.text}\n  should say: ${part}`);
}

/** Each changing tool with an edit of the third line. */
const editsOf = (line) => ({
  edit_buffer: { file: FILE, edits: [{ line_start: 3, line_end: 3, new_text: line }], save: true },
  replace_in_buffer: { file: FILE, old: "export function bare() {}", new: line },
  file_edit: { filePath: FILE, searchTerm: "export function bare() {}", replacementText: line },
  file_write: { filePath: FILE, content: TEXT.replace("export function bare() {}", line) },
  file_manage: { action: "write", filePath: FILE, content: TEXT.replace("export function bare() {}", line) },
});

const withPreview = (tool, args) => (tool === "file_manage" ? args : { ...args, preview: false });

for (const tool of Object.keys(editsOf(""))) {
  const run = (editor, line, more) =>
    editor.run(tool, { ...withPreview(tool, editsOf(line)[tool]), verify: true, ...more });

  test(`${tool}: a change without errors is kept and saved`, async (t) => {
    const editor = open(t);
    const answer = await run(editor, "export function made() {}");
    assert.equal(answer.isError, false, answer.text);
    assert.match(answer.text, /APPLIED/);
    assert.match(answer.text, /Verified: no new errors in the changed file, nor in 1 file that uses them\./);
    assert.deepEqual(factsOf(answer).verification, {
      status: "verified",
      users: 1,
      silent_users: 0,
      unchecked_users: 0,
      incomplete: false,
    });
    assert.match(fs.readFileSync(editor.path(FILE), "utf8"), /function made/);
    assert.equal(editor.dirty.size, 0);
  });

  test(`${tool}: a change with a new error leaves nothing behind`, async (t) => {
    const editor = open(t);
    const before = editor.snapshot();
    let announced = 0;
    editor.ops.changed = async () => (announced++, { data: null });
    const answer = await run(editor, "const x = ERROR;");
    expectCode(answer, "refused", "The change makes 1 new error, so it was taken back and nothing was changed.");
    assert.match(answer.text, /\nsrc\/user\.ts:3:1: test 1: const x = ERROR;$/);
    assert.equal(editor.snapshot(), before);
    assert.equal(announced, 0);
    expectCode(await editor.run("undo_last_change", {}, { isPerson: true }), "not_found");
  });

  test(`${tool}: an error in a file that uses it counts`, async (t) => {
    const editor = open(t);
    const before = editor.snapshot();
    editor.on.diagnostics = (file, askServer) => {
      const own = editor.diagnostics(file, askServer);
      const isBroken = file.endsWith("app.ts") && editor.text(editor.path(FILE)).includes("broken");
      if (isBroken) own.data.rows = [[2, 6, 2, 10, 0, "2305", "ts", "'./user' has no such export"]];
      return own;
    };
    const answer = await run(editor, "export function broken() {}");
    expectCode(answer, "refused", "\nsrc/app.ts:3:7: ts 2305: './user' has no such export");
    assert.equal(editor.snapshot(), before);
  });
}

const edit = (editor, line, more) =>
  editor.run("edit_buffer", { ...editsOf(line).edit_buffer, preview: false, verify: true, ...more });

test("without verify it is kept with its errors", async (t) => {
  const editor = open(t);
  const answer = await edit(editor, "ERROR", { verify: false });
  expectCode(answer, "found", "Diagnostics: 1 new");
  assert.equal(factsOf(answer).verification, undefined);
});

test("errors that were there before do not count", async (t) => {
  const editor = open(t, { ...files(), [FILE]: `${TEXT}ERROR\n` });
  expectCode(await edit(editor, "export function made() {}"), "found", "Verified");
  expectCode(await edit(editor, "export const another = ERROR;"), "refused", "1 new error");
});

test("unsaved text of a person stays unsaved, with and without the change", async (t) => {
  const editor = open(t);
  const unsaved = TEXT.replace("class User {}", "class User { id = 1; }");
  editor.dirty.set(editor.path(FILE), unsaved);
  expectCode(await edit(editor, "ERROR", { save: false }), "refused");
  assert.equal(editor.dirty.get(editor.path(FILE)), unsaved);
  assert.equal(fs.readFileSync(editor.path(FILE), "utf8"), TEXT);
  expectCode(await edit(editor, "export function made() {}", { save: false }), "found", "not saved");
  assert.match(editor.dirty.get(editor.path(FILE)), /id = 1.*\n\n.*made/);
  assert.equal(fs.readFileSync(editor.path(FILE), "utf8"), TEXT);
});

test("a preview keeps the wish, whoever applies it", async (t) => {
  const editor = open(t);
  const before = editor.snapshot();
  const shown = await edit(editor, "ERROR", { preview: true });
  expectCode(shown, "found", "PREVIEW");
  const { change } = factsOf(shown);
  expectCode(await editor.run("edit_buffer", { change, preview: false }), "refused", "1 new error");
  assert.equal(editor.snapshot(), before);
  // It is a preview again.
  expectCode(await editor.run("edit_buffer", { change, preview: true }), "found", "PREVIEW");
});

test("a file that is made is removed again, with its folders", async (t) => {
  for (const [tool, args] of [
    ["file_write", { filePath: "src/deep/er/new.ts", content: "ERROR\n" }],
    [
      "edit_buffer",
      {
        file: "src/deep/er/new.ts",
        create: true,
        preview: false,
        edits: [{ line_start: 1, line_end: 1, new_text: "ERROR" }],
      },
    ],
  ]) {
    const editor = open(t);
    const before = editor.snapshot();
    expectCode(await editor.run(tool, { ...args, verify: true }), "refused", "src/deep/er/new.ts:1:1");
    assert.equal(editor.snapshot(), before);
    assert.equal(fs.existsSync(editor.path("src/deep")), false);
    assert.equal(editor.trashed.size, 0);
  }
});

test("what was written on the disk is there byte for byte", async (t) => {
  const mixed = "\ufeffone\r\ntwo\nthree\r\n";
  const editor = open(t, { ...files(), [FILE]: mixed });
  expectCode(await editor.run("file_write", { filePath: FILE, content: "ERROR\n", verify: true }), "refused");
  assert.equal(fs.readFileSync(editor.path(FILE), "utf8"), mixed);
});

test("where no server checks a language, its syntax is read", async (t) => {
  const editor = open(t, { "a.py": "def f():\n    return 1\n", "notes.txt": "one\n" });
  editor.on.diagnostics = (file) => ({ data: { events: 0, loaded: editor.loaded.has(file), exact: false, rows: [] } });
  const before = editor.snapshot();
  const change = (file, old, text) =>
    editor.run("replace_in_buffer", { file, old, new: text, preview: false, verify: true });
  expectCode(await change("a.py", "return 1", "return (1"), "refused", "a.py:2:12: syntax: ");
  assert.equal(editor.snapshot(), before);
  const good = await change("a.py", "return 1", "return 2");
  expectCode(good, "found", "Not verified: no language server checks all of the changed files.");
  assert.equal(factsOf(good).verification.status, "not_verified");
  const text = await change("notes.txt", "one", "two");
  expectCode(text, "found", "Not verified: nothing here checks files of this language. The change stays applied");
});

test("a server that does not answer in time leaves it applied, and says so", async (t) => {
  const editor = open(t);
  editor.on.diagnostics = (file) => ({ data: { events: 1, loaded: true, exact: false, rows: [] } });
  const answer = await edit(editor, "export function made() {}");
  expectCode(answer, "found", "Not verified: the language server has not checked the new text in time.");
  assert.match(fs.readFileSync(editor.path(FILE), "utf8"), /made/);
});

test("a call that is cancelled meanwhile takes it back", async (t) => {
  const editor = open(t);
  const before = editor.snapshot();
  const controller = new AbortController();
  editor.on.diagnostics = (file) => ({ data: { events: 1, loaded: true, exact: false, rows: [] } });
  const running = editor.run(
    "edit_buffer",
    { ...editsOf("export function made() {}").edit_buffer, preview: false, verify: true },
    { signal: controller.signal },
  );
  await until(() => editor.count("applyEdit") === 1, 20_000);
  controller.abort();
  expectCode(await running, "cancelled");
  await until(() => editor.snapshot() === before);
});

test("whoever formats files as they are saved changes nothing by it", async (t) => {
  const editor = open(t);
  editor.on.save = (paths) => {
    for (const file of paths) editor.dirty.set(file, `${editor.text(file)}// formatted\n`);
    return editor.save(paths);
  };
  expectCode(await edit(editor, "ERROR"), "refused");
  assert.equal(fs.readFileSync(editor.path(FILE), "utf8"), TEXT);
  assert.equal(editor.dirty.size, 0);
});

test("a person's typing meanwhile is neither saved nor lost", async (t) => {
  const type = (editor) => {
    editor.on.diagnostics = (file, askServer) => {
      const reply = editor.diagnostics(file, askServer);
      const mine = editor.dirty.get(editor.path(FILE));
      if (mine?.startsWith("export class User {}")) editor.dirty.set(editor.path(FILE), `// typed\n${mine}`);
      return reply;
    };
    return editor;
  };
  const kept = type(open(t));
  const answer = await edit(kept, "export function made() {}");
  expectCode(answer, "found", "is changed but not saved: it was edited while it was verified.");
  assert.match(kept.dirty.get(kept.path(FILE)), /^\/\/ typed\n.*\n\n.*made/);
  assert.equal(fs.readFileSync(kept.path(FILE), "utf8"), TEXT);
  const back = type(open(t));
  expectCode(await edit(back, "ERROR"), "refused", "1 new error");
  assert.equal(back.dirty.get(back.path(FILE)), `// typed\n${TEXT}`);
  assert.equal(fs.readFileSync(back.path(FILE), "utf8"), TEXT);
});

test("a code action is verified where it is an edit, and refused where it runs a command", async (t) => {
  const editor = open(t);
  const before = editor.snapshot();
  const files = (text) => [{ action: "edit", path: editor.path(FILE), version: 0, edits: [[2, 0, 2, 25, text]] }];
  editor.actions = [
    { title: "Do it", kind: "quickfix", command: "some.command" },
    { title: "Spoil it", kind: "quickfix", edit: { files: files("const x = ERROR;") } },
    { title: "Better it", kind: "quickfix", edit: { files: files("const x = 1;") } },
  ];
  const apply = (action) =>
    editor.run("apply_code_action", { file_path: FILE, line: 1, action, preview: false, verify: true });
  expectCode(await apply("Do it"), "refused", "runs the command some.command, whose effects cannot be taken back");
  expectCode(await apply("Spoil it"), "refused", "1 new error");
  assert.equal(editor.snapshot(), before);
  expectCode(await apply("Better it"), "found", "Verified: ");
  assert.match(fs.readFileSync(editor.path(FILE), "utf8"), /const x = 1;/);
});

test("someone types in the same lines meanwhile: it stays, and the answer says so", async (t) => {
  const editor = open(t);
  editor.on.diagnostics = (file, askServer) => {
    const reply = editor.diagnostics(file, askServer);
    const mine = editor.dirty.get(editor.path(FILE));
    if (mine?.includes("ERROR\n")) editor.dirty.set(editor.path(FILE), mine.replace("ERROR\n", "ERROR typed\n"));
    return reply;
  };
  const answer = await edit(editor, "ERROR", { save: false });
  expectCode(answer, "found", "NOT TAKEN BACK");
  assert.equal(factsOf(answer).verification.status, "errors");
  assert.match(editor.text(editor.path(FILE)), /ERROR typed/);
});

test("a file that others import is not deleted", async (t) => {
  const editor = open(t);
  const before = editor.snapshot();
  const remove = (filePath) => editor.run("file_manage", { action: "delete", filePath, verify: true });
  const answer = await remove(FILE);
  expectCode(answer, "refused", "1 import would lead nowhere. Nothing was changed.");
  assert.match(answer.text, /\nsrc\/app\.ts:1:1: it imports src\/user\.ts, which would be gone$/);
  assert.equal(editor.snapshot(), before);
  assert.equal(editor.trashed.size, 0);
  const done = await remove("src/app.ts");
  assert.match(done.text, /^APPLIED: deleted 'src\/app\.ts' \(moved to the trash\)\.\nVerified: no new errors/);
  expectCode(await remove("src"), "refused", "Only a text file can be put back");
});

test("errors that a server finds elsewhere in the language count, and no others", async (t) => {
  const editor = open(t, { ...files(), "src/other.ts": "export const other = 1;\n", "a.py": "x = 1\n" });
  const error = (message) => [0, 4, 0, 9, 0, "9", "ts", message];
  const list = { "src/other.ts": [error("old")], "a.py": [] };
  editor.on.allErrors = () => {
    const isBroken = editor.text(editor.path(FILE)).includes("spoiled");
    const rows = Object.entries(list).map(([name, known]) => ({
      path: editor.path(name),
      rows: isBroken ? [...known, error("new")] : known,
    }));
    return { data: rows };
  };
  // Its server has answered before.
  await editor.run("get_symbols", { file_path: FILE, wait: true });
  const before = editor.snapshot();
  const answer = await edit(editor, "export function spoiled() {}");
  expectCode(answer, "refused", "The change makes 1 new error,");
  assert.match(answer.text, /\nsrc\/other\.ts:1:5: ts 9: new$/);
  assert.equal(editor.snapshot(), before);
});

test("a deletion that makes errors elsewhere is put back with its bytes and its mode", async (t) => {
  const bytes = "\ufeffexport const lonely = 1;\r\n";
  const editor = open(t, { ...files(), "src/lonely.ts": bytes });
  const lonely = editor.path("src/lonely.ts");
  fs.chmodSync(lonely, 0o640);
  await editor.run("get_symbols", { file_path: FILE, wait: true });
  editor.on.allErrors = () => ({
    data: fs.existsSync(lonely)
      ? []
      : [{ path: editor.path(FILE), rows: [[0, 0, 0, 1, 0, "", "ts", "lonely is gone"]] }],
  });
  const answer = await editor.run("file_manage", { action: "delete", filePath: "src/lonely.ts", verify: true });
  expectCode(answer, "refused", "src/user.ts:1:1: ts: lonely is gone");
  assert.equal(fs.readFileSync(lonely, "utf8"), bytes);
  assert.equal(fs.statSync(lonely).mode & 0o777, 0o640);
  expectCode(await editor.run("undo_last_change", {}, { isPerson: true }), "not_found");
});

test("a person allows it later: it is verified then", async (t) => {
  const editor = open(t);
  const before = editor.snapshot();
  editor.policies.edit = "ask";
  editor.on.approve = () => new Promise(() => {});
  editor.ops.questionWaits = async () => ({ data: null });
  const usual = editor.engine.deadlineMs;
  editor.engine.deadlineMs = 1500;
  const waiting = await edit(editor, "ERROR");
  editor.engine.deadlineMs = usual;
  const { change } = factsOf(waiting);
  assert.match(waiting.text, /^Waiting for approval/);
  const decided = await editor.run("decide_change", { change, decision: "allow" }, { isPerson: true });
  expectCode(decided, "refused", "1 new error");
  assert.equal(editor.snapshot(), before);
  const asked = await editor.run("edit_buffer", { change, preview: false });
  expectCode(asked, "conflict", "could not be applied any more: The change makes 1 new error");
});

/** A server that knows the new file `made` only some time after it could. */
function serveLate(editor, made, delay_ms) {
  let since = 0;
  editor.on.diagnostics = (file, askServer) => {
    const own = editor.diagnostics(file, askServer);
    const imports = fs.existsSync(file) && editor.text(file).includes("./made");
    if (imports && !since) since = Date.now();
    const isMissing = imports && !(fs.existsSync(editor.path(made)) && Date.now() - since > delay_ms);
    if (isMissing) own.data.rows = [[0, 0, 0, 10, 0, "2307", "ts", "Cannot find module './made'"]];
    return own;
  };
}

const moving = { symbol: "bare", file_path: FILE, target_file: "src/made.ts", preview: false };
const movable = () => ({ ...files(), [FILE]: `${TEXT}\nbare();\n` });

test("a server that sees a new file late does not make the change one with errors", async (t) => {
  const editor = open(t, movable());
  serveLate(editor, "src/made.ts", 1500);
  const answer = await editor.run("move_symbol", moving);
  expectCode(answer, "found", "APPLIED");
  assert.match(answer.text, /Verified: no new errors/);
  assert.match(fs.readFileSync(editor.path("src/made.ts"), "utf8"), /function bare/);
  assert.equal(editor.tabs.size, 0);
});

test("errors of a change that makes a file count where they stay", async (t) => {
  const editor = open(t, movable());
  const before = editor.snapshot();
  serveLate(editor, "src/made.ts", 60_000);
  const answer = await editor.run("move_symbol", moving);
  expectCode(answer, "refused", "The change makes 1 new error, so it was taken back and nothing was changed.");
  assert.match(answer.text, /Cannot find module '\.\/made'\nWith keep_errors=true the change is kept all the same\.$/);
  assert.equal(editor.snapshot(), before);
  assert.equal(editor.tabs.size, 0);
  // Also where a preview is applied by its id.
  const shown = await editor.run("move_symbol", { ...moving, preview: true });
  const again = await editor.run("move_symbol", { change: factsOf(shown).change, preview: false });
  expectCode(again, "refused", "With keep_errors=true the change is kept all the same.");
});

test("where the old errors are not known, new ones of the syntax are", async (t) => {
  const editor = open(t);
  const before = editor.snapshot();
  let isChanged = false;
  editor.on.diagnostics = (file) => {
    isChanged ||= editor.text(editor.path(FILE)).includes("broken");
    const rows = isChanged ? [[0, 0, 0, 5, 0, "1", "ts", "some error"]] : [];
    return { data: { events: isChanged ? 1 : 0, loaded: false, exact: false, rows } };
  };
  const answer = await edit(editor, "export function broken( {");
  expectCode(answer, "refused", "so it was taken back and nothing was changed.");
  assert.match(answer.text, /\nsrc\/user\.ts:3:\d+: syntax: /);
  assert.equal(editor.snapshot(), before);
  isChanged = false;
  const kept = await edit(editor, "export function broken() {}");
  expectCode(kept, "found", "Not verified: it has errors, and which of them it had before is not known.");
});

test("the list that a server empties late after a tab was closed is not the one before", async (t) => {
  const editor = open(t);
  const old = [0, 0, 0, 5, 0, "1", "ts", "old"];
  const state = { rows: [], events: 0 };
  const publish = (rows, after_ms) =>
    setTimeout(() => Object.assign(state, { rows, events: ++state.events }), after_ms);
  editor.on.backgroundTab = (file, isShown) => {
    if (isShown) publish([old], 700);
    else publish([], 100);
    return editor.backgroundTab(file, isShown);
  };
  editor.on.diagnostics = (file) => {
    const isOwn = file === editor.path(FILE);
    const isBroken = editor.text(editor.path(FILE)).includes("spoiled");
    const rows = isBroken && state.rows.length ? [old, [2, 0, 2, 5, 0, "2", "ts", "new"]] : state.rows;
    if (isBroken !== state.isBroken) state.events += state.rows.length > 0;
    state.isBroken = isBroken;
    return { data: { events: isOwn ? state.events : 1, loaded: true, exact: false, rows: isOwn ? rows : [] } };
  };
  await editor.run("get_symbols", { file_path: FILE, wait: true });
  for (let i = 0; i < 3; i++) {
    const answer = await edit(editor, "export function spoiled() {}");
    assert.doesNotMatch(answer.text, /: ts 1: old/, `${i}: ${answer.text}`);
  }
});
