/** Changes about which a person decides after the call has ended: applied, rejected, taken back, each once. */
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";

import { makeEditor, makeFolder, until } from "./fake-editor.mjs";

const FILE = "a.txt";
const TEXT = "one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n";
const edits = [{ line_start: 2, line_end: 2, new_text: "TWO" }];
const shortly = 1200;

function open(t, answer = () => new Promise(() => {})) {
  const editor = makeEditor(t, { [FILE]: TEXT });
  editor.policies.edit = "ask";
  editor.on.approve = answer;
  editor.waits = [];
  editor.ops.questionWaits = async (...args) => (editor.waits.push(args), { data: null });
  return editor;
}

/** The id of a change whose call has ended. */
async function leave(editor, args = { file: FILE, edits, preview: false, save: true }, tool = "edit_buffer") {
  const usual = editor.engine.deadlineMs;
  editor.engine.deadlineMs = shortly;
  const answer = await editor.run(tool, args);
  editor.engine.deadlineMs = usual;
  assert.equal(answer.isError, false, answer.text);
  assert.equal(answer.code, "unknown");
  assert.match(answer.text, /^Waiting for approval as change c\d+: a\.txt\. Nothing was changed yet\./);
  const facts = JSON.parse(answer.factsJson);
  assert.deepEqual([facts.status, facts.applied, facts.waiting], ["unknown", false, true]);
  await until(() => editor.waits.some(([, change]) => change === facts.change));
  return facts.change;
}

const decide = (editor, change, decision, reason) =>
  editor.run("decide_change", { change, decision, ...(reason && { reason }) }, { isPerson: true });
const ask = (editor, change) => editor.run("edit_buffer", { change, preview: false });
const onDisk = (editor) => fs.readFileSync(editor.path(FILE), "utf8");

test("a later Allow applies it, with no other question, and the agent gets the answer by the id", async (t) => {
  const editor = open(t);
  const change = await leave(editor);
  assert.match((await ask(editor, change)).text, /^Waiting for approval as change/);
  assert.equal(onDisk(editor), TEXT);
  const done = await decide(editor, change, "allow");
  assert.equal(done.isError, false, done.text);
  assert.equal(editor.text(editor.path(FILE)), TEXT.replace("two", "TWO"));
  const known = await ask(editor, change);
  assert.match(known.text, new RegExp(`^A person allowed the change ${change}\\. APPLIED to a\\.txt`));
  const facts = JSON.parse(known.factsJson);
  assert.equal(facts.applied, true);
  assert.equal(facts.change, change);
  assert.ok(facts.diagnostics);
  assert.equal(editor.count("approve"), 1);
  editor.policies.edit = "always";
  assert.equal((await editor.run("undo_change", { change })).isError, false);
  assert.equal(editor.text(editor.path(FILE)), TEXT);
});

test("asked while it is being saved, the agent asks again and gets the diagnostics", async (t) => {
  const editor = open(t);
  const change = await leave(editor);
  const save = editor.save.bind(editor);
  let known;
  editor.on.save = async (...args) => {
    known = await ask(editor, change);
    return save(...args);
  };
  assert.equal((await decide(editor, change, "allow")).isError, false);
  assert.equal(known.code, "conflict");
  assert.match(known.text, /it is being applied\. Ask again/);
  known = await ask(editor, change);
  assert.ok(known.text.startsWith(`A person allowed the change ${change}. APPLIED to a.txt`), known.text);
  assert.ok(JSON.parse(known.factsJson).diagnostics);
});

for (const isLate of [false, true])
  test(`a folder that leaves the window while a person is asked stays as it is${isLate ? ", also later" : ""}`, async (t) => {
    const other = makeFolder();
    const drop = (editor) => editor.engine.setRoots([["other", other]]);
    const editor = open(t, () => (isLate ? new Promise(() => {}) : (drop(editor), editor.approve())));
    let done;
    if (isLate) {
      const change = await leave(editor);
      drop(editor);
      done = await decide(editor, change, "allow");
    } else {
      done = await editor.run("edit_buffer", { file: FILE, edits, preview: false, save: true });
    }
    assert.equal(done.code, "outside_workspace", done.text);
    assert.equal(editor.text(editor.path(FILE)), TEXT);
  });

test("a file in a folder that has left the window is neither deleted nor renamed", async (t) => {
  const other = makeFolder();
  const editor = open(t);
  editor.policies = { edit: "always", files: "always", refactor: "always" };
  const change = (answer) => JSON.parse(answer.factsJson).change;
  const made = change(await editor.run("file_write", { filePath: "x.txt", content: "made\n" }));
  editor.engine.setRoots([["other", other]]);
  assert.equal((await editor.run("undo_change", { change: made })).code, "outside_workspace");
  assert.equal(fs.readFileSync(editor.path("x.txt"), "utf8"), "made\n");
  editor.engine.setRoots([["ws", editor.folders[0]]]);
  assert.equal((await editor.run("undo_change", { change: made })).isError, false);
  assert.equal(fs.existsSync(editor.path("x.txt")), false);
});

test("decided twice: the first answer counts", async (t) => {
  const editor = open(t);
  const change = await leave(editor);
  const both = await Promise.all([decide(editor, change, "allow"), decide(editor, change, "allow")]);
  assert.deepEqual(both.map(({ isError }) => isError).sort(), [false, true]);
  assert.match(both.find(({ isError }) => isError).text, /^This change (is being|has already been) applied\./);
  assert.match((await decide(editor, change, "reject")).text, /has already been applied/);
  assert.equal(editor.text(editor.path(FILE)), TEXT.replace("two", "TWO"));
});

test("rejected is final, and a reason may follow", async (t) => {
  const editor = open(t);
  const change = await leave(editor);
  assert.equal((await decide(editor, change, "reject")).isError, false);
  assert.match((await ask(editor, change)).text, /The person rejected it\. Nothing was changed\.$/);
  assert.match((await decide(editor, change, "allow")).text, /This change has been rejected\./);
  await decide(editor, change, "reject", "use two");
  assert.match((await ask(editor, change)).text, /The person rejected it: use two\. Nothing was changed\./);
  assert.equal(onDisk(editor), TEXT);
});

test("rejected during the call: the same, also of a preview", async (t) => {
  const editor = open(t, () => ({ data: { allowed: false, why: "The person rejected it." } }));
  const shown = await editor.run("edit_buffer", { file: FILE, edits });
  const { change } = JSON.parse(shown.factsJson);
  const refused = await ask(editor, change);
  assert.match(
    refused.text,
    new RegExp(`rejected it\\. Nothing was changed\\. If the person adds .* change="${change}"`),
  );
  await decide(editor, change, "reject", "No!");
  assert.match((await ask(editor, change)).text, /The person rejected it: No! Nothing was changed\./);
  assert.equal(editor.count("approve"), 1, "the person is not asked about it again");
});

test("the file has changed: placed again, or refused with the lines, for the person and the agent", async (t) => {
  const editor = open(t);
  const placed = await leave(editor);
  editor.dirty.set(editor.path(FILE), TEXT.replace("eight", "8"));
  assert.match((await decide(editor, placed, "allow")).text, /edits were moved to where their lines are now/);
  assert.match(editor.text(editor.path(FILE)), /TWO[^]*8/);

  const other = open(t);
  const refused = await leave(other);
  other.dirty.set(other.path(FILE), TEXT.replace("two", "zwei"));
  assert.match((await decide(other, refused, "allow")).text, /line 2 was edited\. Nothing was changed/);
  assert.match((await ask(other, refused)).text, /could not be applied any more: .*line 2 was edited/);
  assert.match((await decide(other, refused, "allow")).text, /could not be applied any more/);
  assert.match(other.text(other.path(FILE)), /zwei/);
});

test("taken back: unknown, or a preview again; an answer that comes too late does nothing", async (t) => {
  let answerLate;
  const editor = open(t, () => new Promise((resolve) => (answerLate = resolve)));
  const change = await leave(editor);
  answerLate({ data: { allowed: true, why: "" } });
  await decide(editor, change, "withdraw");
  assert.match((await ask(editor, change)).text, /There is no change/);
  assert.match((await decide(editor, change, "allow")).text, /not known in this window any more/);
  const { change: shown } = JSON.parse((await editor.run("edit_buffer", { file: FILE, edits })).factsJson);
  await leave(editor, { change: shown, preview: false });
  await decide(editor, shown, "withdraw");
  editor.on.approve = () => ({ data: { allowed: true, why: "" } });
  assert.match((await ask(editor, shown)).text, /^APPLIED/);
  assert.equal(editor.count("applyEdit"), 1);
});

test("a call that is cancelled leaves no change that waits", async (t) => {
  const editor = open(t);
  const controller = new AbortController();
  const asked = editor.run("edit_buffer", { file: FILE, edits, preview: false }, { signal: controller.signal });
  await until(() => editor.count("approve") === 1);
  const [, { change }] = editor.asked.find(([op]) => op === "approve");
  controller.abort();
  assert.equal((await asked).code, "cancelled");
  assert.match((await decide(editor, change, "allow")).text, /not known in this window any more/);
  assert.equal(onDisk(editor), TEXT);
});

test("nobody is asked twice about one id, and a folder that is not trusted any more stays as it is", async (t) => {
  const editor = open(t);
  const { change } = JSON.parse((await editor.run("edit_buffer", { file: FILE, edits })).factsJson);
  editor.engine.deadlineMs = shortly;
  const both = await Promise.all([ask(editor, change), ask(editor, change)]);
  assert.equal(editor.count("approve"), 1);
  assert.deepEqual(both.map(({ code }) => code).sort(), ["conflict", "unknown"]);
  editor.policies.edit = "untrusted";
  assert.match((await decide(editor, change, "allow")).text, /not trusted/);
  assert.match((await ask(editor, change)).text, /could not be applied any more: .*not trusted/);
  assert.equal(onDisk(editor), TEXT);
});

test("agents cannot decide", async (t) => {
  const editor = open(t);
  const change = await leave(editor);
  const answer = await editor.run("decide_change", { change, decision: "allow" });
  assert.equal(answer.code, "unknown_tool");
  assert.equal(onDisk(editor), TEXT);
});

/** The file becomes a link to one that people are always asked about. */
function relink(editor) {
  const hook = editor.path(".git/hooks/pre-commit");
  fs.mkdirSync(editor.path(".git/hooks"), { recursive: true });
  fs.writeFileSync(hook, TEXT);
  fs.unlinkSync(editor.path(FILE));
  fs.symlinkSync(hook, editor.path(FILE));
  return () => assert.equal(fs.readFileSync(hook, "utf8"), TEXT);
}
const LEADS = /'a\.txt' leads to a protected file since the person was asked: it can change what git runs\. Nothing/;

test("what became a link to a protected file after the question is refused", async (t) => {
  const editor = open(t);
  const change = await leave(editor);
  const expectUntouched = relink(editor);
  const answer = await decide(editor, change, "allow");
  assert.equal(answer.code, "conflict");
  assert.match(answer.text, LEADS);
  assert.match((await ask(editor, change)).text, LEADS);
  expectUntouched();
});

test("the same while the call waits for the answer", async (t) => {
  let expectUntouched;
  const editor = open(t, () => {
    expectUntouched = relink(editor);
    return { data: { allowed: true, why: "" } };
  });
  const answer = await editor.run("edit_buffer", { file: FILE, edits, preview: false, save: true });
  assert.equal(answer.code, "conflict");
  assert.match(answer.text, LEADS);
  expectUntouched();
});

test("a question about a protected file can be allowed later", async (t) => {
  const editor = open(t);
  relink(editor);
  const change = await leave(editor);
  const done = await decide(editor, change, "allow");
  assert.equal(done.isError, false, done.text);
});
