/** Answers are kept until something changes, and only answers that may be. */
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import { makeEditor, USER, writeFiles } from "./fake-editor.mjs";

const ASK = { symbol: "User", file: "src/user.ts" };

async function ask(editor, args = ASK, options = undefined) {
  const before = editor.asked.length;
  const answer = await editor.call(args, options);
  return { answer, requests: editor.asked.length - before };
}

/** An editor that has answered ASK twice, the second time without being asked. */
async function warm(t, files = USER) {
  const editor = makeEditor(t, files);
  const first = await ask(editor);
  assert.equal(first.answer.code, "found", first.answer.text);
  assert.ok(first.requests > 0);
  // The watch may report on a busy machine later that the files were made.
  let second = await ask(editor);
  for (let tries = 10; second.requests && tries; tries--) second = await ask(editor);
  assert.equal(second.requests, 0);
  assert.deepEqual(second.answer, first.answer);
  return editor;
}

test("the same call again does not ask the editor", async (t) => {
  const editor = await warm(t);
  const { requests, answer } = await ask(editor, { name: "User", filePath: "src/user.ts", line: null });
  assert.equal(answer.code, "found");
  assert.equal(requests, 0); // the same arguments under other names
});

test("other arguments and another format are other calls", async (t) => {
  const editor = await warm(t);
  for (const args of [{ ...ASK, line: 2 }, { ...ASK, max_tokens: 500 }, { symbol: "User" }])
    assert.ok((await ask(editor, args)).requests > 0);
  const markdown = await ask(editor, ASK, { isMarkdown: true });
  assert.ok(markdown.requests > 0);
  assert.match(markdown.answer.text, /\]\(command:/);
  assert.doesNotMatch((await ask(editor)).answer.text, /\]\(command:/);
});

for (const [what, change] of Object.entries({
  "an event of the editor": (editor) => editor.engine.touch(),
  "a change of the folders": (editor) => editor.engine.setRoots([["ws", editor.folders[0]]]),
  "extensions that come or go": (editor) => editor.engine.forgetReadiness(),
}))
  test(`${what} empties it`, async (t) => {
    const editor = await warm(t);
    change(editor);
    const { answer, requests } = await ask(editor);
    assert.ok(requests > 0);
    assert.equal(answer.code, "found", answer.text);
    assert.equal((await ask(editor)).requests, 0);
  });

test("a file change that the watcher saw empties it, and nothing is kept while servers take it in", async (t) => {
  const editor = await warm(t);
  editor.engine.fileChanged(editor.path("src/user.ts"));
  for (let i = 0; i < 2; i++) {
    const { answer, requests } = await ask(editor);
    assert.ok(requests > 0);
    assert.equal(answer.code, "found", answer.text);
  }
});

test("a file that changed on the disk is seen without an event", async (t) => {
  const editor = await warm(t);
  writeFiles(editor.folders[0], { "src/user.ts": "\n/** Somebody else. */\nexport class User {}\n" });
  const { answer } = await ask(editor);
  assert.match(answer.text, /Somebody else\./);
  assert.match(answer.text, /^Location: src\/user\.ts:3:14$/m);
});

test("a file that is gone is seen without an event", async (t) => {
  const editor = await warm(t);
  fs.rmSync(editor.path("src/user.ts"));
  assert.equal((await ask(editor)).answer.code, "not_found");
});

test("unsaved edits count, and are forgotten when they are reverted", async (t) => {
  const editor = await warm(t);
  editor.dirty.set(editor.path("src/user.ts"), "/** Unsaved. */\nexport class User {}\n");
  editor.engine.touch();
  assert.match((await ask(editor)).answer.text, /Unsaved\./);
  editor.dirty.clear();
  editor.engine.touch();
  assert.match((await ask(editor)).answer.text, /A person\./);
});

test("an event in the middle of a call: its answer is not kept", async (t) => {
  const editor = makeEditor(t, USER);
  editor.on.outline = (...args) => {
    editor.engine.touch();
    return editor.outline(...args);
  };
  assert.equal((await ask(editor)).answer.code, "found");
  editor.on = {};
  assert.ok((await ask(editor)).requests > 0);
});

test("unknown is never kept", async (t) => {
  const editor = makeEditor(t, USER);
  for (const op of ["outline", "hover", "definition", "workspaceSymbols"]) editor.on[op] = () => ({ data: [] });
  editor.engine.deadlineMs = 700;
  assert.equal((await ask(editor)).answer.code, "unknown");
  editor.on = {};
  const { answer, requests } = await ask(editor);
  assert.ok(requests > 0);
  assert.equal(answer.code, "found", answer.text);
});

test("none and errors are asked for again", async (t) => {
  const editor = makeEditor(t, USER);
  assert.equal((await ask(editor, { symbol: "Later" })).answer.code, "none");
  writeFiles(editor.folders[0], { "src/later.ts": "/** Came later. */\nexport class Later {}\n" });
  assert.match((await ask(editor, { symbol: "Later" })).answer.text, /Came later\./);
  assert.equal((await ask(editor, { symbol: "User", file: "x.ts" })).answer.code, "not_found");
  writeFiles(editor.folders[0], { "x.ts": "/** In x. */\nexport class User {}\n" });
  assert.match((await ask(editor, { symbol: "User", file: "x.ts" })).answer.text, /In x\./);
});

test("two engines know nothing of each other", async (t) => {
  const one = await warm(t);
  const other = makeEditor(t, { "src/user.ts": "/** Another. */\nexport class User {}\n" });
  assert.match((await ask(other)).answer.text, /Another\./);
  other.engine.touch();
  assert.equal((await ask(one)).requests, 0);
});
