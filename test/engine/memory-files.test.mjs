/** Notes and plans that are Markdown files of the workspace, by the setting sextant.memory.location. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";

import { makeFolder, openEditor, writeFiles } from "./fake-editor.mjs";

const caller = { kind: "socket", client: "Cline 3.1.0" };
const NOTES = ".sextant/memory";

/** A window whose notes are files of `folder`. */
function open(t, { folder = makeFolder(), storage = makeFolder(), memory = { location: "workspace" } } = {}) {
  const editor = openEditor(folder);
  editor.memory = memory;
  editor.engine.keepChanges(storage);
  t.after(() => editor.engine.dispose());
  return Object.assign(editor, { folder: [folder].flat()[0], storage });
}

async function call(editor, tool, args, more = {}) {
  const answer = await editor.engine.call(tool, args, { caller, ...more });
  return { ...answer, facts: answer.factsJson ? JSON.parse(answer.factsJson) : undefined };
}

async function say(editor, tool, args) {
  const { isError, text } = await call(editor, tool, args);
  assert.equal(isError, false, text);
  return text;
}

async function refuse(editor, tool, args, message) {
  const { isError, text, code } = await call(editor, tool, args);
  assert.ok(isError, text);
  assert.match(text, message);
  return code;
}

const save = async (editor, description, more) => {
  const { isError, text, facts } = await call(editor, "checkpoint", { description, ...more });
  assert.equal(isError, false, text);
  return facts.id;
};

async function recall(editor, args = {}) {
  const { isError, text, facts } = await call(editor, "recall", args);
  assert.equal(isError, false, text);
  return facts.checkpoints.map(({ id }) => id);
}

const fileOf = (editor, id) => path.join(editor.folder, NOTES, `${id}.md`);
const write = (editor, files) => writeFiles(path.join(editor.folder, NOTES), files);
/** All files of the notes. */
const list = (editor) =>
  fs.existsSync(path.join(editor.folder, NOTES))
    ? fs.readdirSync(path.join(editor.folder, NOTES), { recursive: true }).sort()
    : [];

test("a checkpoint is a file that people can read, and that is recalled", async (t) => {
  const editor = open(t);
  const repository = {
    root: editor.folder,
    branch: "main",
    commit: "0123456789",
    changed: [path.join(editor.folder, "src/a: b.ts")],
  };
  editor.on.repositories = () => ({ data: [repository] });
  const saved = await call(editor, "checkpoint", {
    description: "Rounded to *cents*, as it was wrong.\n\n- the rest is left",
    tags: ["billing", "two words", "no"],
  });
  const { id } = saved.facts;
  assert.match(id, /^\d{4}-\d\d-\d\d-\d{4}-rounded-to-cents-as-it-was-wrong$/);
  assert.equal(saved.text, `Checkpoint ${id} is kept in .sextant/memory.`);
  assert.deepEqual(list(editor), [`${id}.md`]);
  assert.equal(
    fs.readFileSync(fileOf(editor, id), "utf8").replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/, "TIME"),
    '---\ntime: TIME\nclient: Cline\nbranch: main\ncommit: "0123456789"\n' +
      'tags: [billing, two words, "no"]\nfiles:\n  - "src/a: b.ts"\n---\n\n' +
      "Rounded to *cents*, as it was wrong.\n\n- the rest is left\n",
  );
  const { text, facts } = await call(editor, "recall", { query: "cents" });
  assert.match(
    text,
    new RegExp(`\\n#${id} \\d\\d:\\d\\d Cline, main 012345678, tags: billing, two words, no\\n  Round`),
  );
  assert.ok(Math.abs(facts.checkpoints[0].time_ms - Date.now()) < 60_000);
  assert.deepEqual(facts.checkpoints[0].files, ["src/a: b.ts"]);
  assert.deepEqual(await recall(editor, { tags: ["two words"] }), [id]);
});

test("the newest of notes of one second is the first", async (t) => {
  const editor = open(t);
  const ids = [];
  for (let i = 0; i < 6; i++) ids.push(await save(editor, `note ${9 - i}`));
  assert.deepEqual(await recall(editor), ids.reverse());
});

test("notes of one minute with the same words have names of their own", async (t) => {
  const editor = open(t);
  const ids = [];
  for (let i = 0; i < 4; i++) ids.push(await save(editor, "the same"));
  assert.equal(new Set(ids).size, 4);
  assert.deepEqual((await recall(editor)).sort(), ids.sort());
});

test("any Markdown file of the folder is a note: with front matter of others, or without", async (t) => {
  const editor = open(t);
  write(editor, {
    "how we release.md": "We tag the commit, then the *pipeline* publishes it.\r\n\r\nNever on Fridays.\r\n",
    "2024-05-06 retro.md": "# Retro\n\nThe flaky socket test was the worst.",
    "team/style.md":
      "---\ndate: 2023-01-02 10:30\ntags: style, #naming\nauthor: 'Zo''e'\nextra: {a: 1}\n---\nNames are words.\n",
    "utf16.md": Buffer.from("\ufeffsixteen bits", "utf16le"),
    "empty.md": "",
    "notes.txt": "not Markdown, pipeline",
  });
  assert.deepEqual(await recall(editor, { query: "pipeline" }), ["how we release"]);
  assert.deepEqual(await recall(editor, { query: "retro" }), ["2024-05-06 retro"]);
  assert.deepEqual(await recall(editor, { query: "sixteen" }), ["utf16"]);
  assert.deepEqual(await recall(editor, { tags: ["style", "naming"] }), ["team/style"]);
  assert.deepEqual(await recall(editor, { query: "style", since: "2023-01-01" }), ["team/style"]);
  const { facts, text } = await call(editor, "recall", { max_results: 50 });
  assert.deepEqual(
    facts.checkpoints.slice(-2).map(({ id }) => id),
    ["2024-05-06 retro", "team/style"],
  );
  assert.match(text, /2024-05-06\n#2024-05-06 retro 00:00\n {2}# Retro\n\n {2}The flaky/);
  assert.match(text, /2023-01-02\n#team\/style 10:30 Zo'e, tags: style, naming\n {2}Names are words\.$/);
  assert.match(text, / {2}We tag the commit, then the \*pipeline\* publishes it\.\n\n {2}Never on Fridays\.\n/);
});

test("what people change, add, rename and delete is seen at the next call", async (t) => {
  const editor = open(t);
  write(editor, { "a.md": "one apple" });
  assert.deepEqual(await recall(editor, { query: "apple" }), ["a"]);
  for (let i = 0; i < 20; i++) {
    write(editor, { "a.md": `pear number${i}` });
    assert.deepEqual(await recall(editor, { query: `number${i}` }), ["a"], `change ${i}`);
  }
  assert.deepEqual(await recall(editor, { query: "apple" }), []);
  fs.renameSync(fileOf(editor, "a"), fileOf(editor, "b"));
  assert.deepEqual(await recall(editor, { query: "pear" }), ["b"]);
  fs.mkdirSync(path.join(editor.folder, NOTES, "deep/er"), { recursive: true });
  write(editor, { "deep/er/c.md": "pear" });
  assert.deepEqual((await recall(editor, { query: "pear" })).sort(), ["b", "deep/er/c"]);
  fs.rmSync(fileOf(editor, "b"));
  assert.deepEqual(await recall(editor, { query: "pear" }), ["deep/er/c"]);
  fs.renameSync(path.join(editor.folder, ".sextant"), path.join(editor.folder, "away"));
  assert.deepEqual(await recall(editor), []);
  fs.renameSync(path.join(editor.folder, "away"), path.join(editor.folder, ".sextant"));
  assert.deepEqual(await recall(editor), ["deep/er/c"]);
});

test("files that git ignores count, what .sextantignore hides does not", async (t) => {
  const editor = open(t);
  writeFiles(editor.folder, { ".gitignore": ".sextant\n" });
  spawnSync("git", ["init", "-q"], { cwd: editor.folder });
  write(editor, { "a.md": "apple", "private/b.md": "apple" });
  assert.deepEqual((await recall(editor, { query: "apple" })).sort(), ["a", "private/b"]);
  write(editor, { "a.md": "pear" });
  assert.deepEqual(await recall(editor, { query: "apple" }), ["private/b"]);
  writeFiles(editor.folder, { ".sextantignore": "private/\n" });
  assert.deepEqual(await recall(editor), ["a"]);
  writeFiles(editor.folder, { ".sextantignore": ".sextant/\n" });
  assert.equal(await refuse(editor, "recall", {}, /hidden from agents by a rule/), "hidden");
  assert.equal(await refuse(editor, "checkpoint", { description: "x" }, /hidden from agents/), "hidden");
});

test("an index that is lost with its database is made again", async (t) => {
  const editor = open(t);
  write(editor, { "a.md": "apple" });
  assert.deepEqual(await recall(editor, { query: "apple" }), ["a"]);
  for (const name of fs.readdirSync(path.join(editor.storage, "store")))
    fs.rmSync(path.join(editor.storage, "store", name));
  assert.deepEqual(await recall(editor, { query: "apple" }), ["a"]);
  const database = path.join(editor.storage, "store/kept.db");
  editor.engine.dispose();
  fs.writeFileSync(database, "damage".repeat(5000));
  const later = open(t, { folder: editor.folder, storage: editor.storage });
  assert.deepEqual(await recall(later, { query: "apple" }), ["a"]);
});

test("secrets are in no file and in no index, of hand-written notes neither", async (t) => {
  const editor = open(t);
  const secret = "ghp_" + "a1B2c3D4e5".repeat(4).slice(0, 36);
  const saved = await call(editor, "checkpoint", { description: `The token is ${secret}.` });
  assert.match(saved.text, / Secrets in it were redacted\.$/);
  write(editor, { "hand.md": `---\nauthor: ${secret}\n---\npassword=hunter2 and ${secret}` });
  const text = await say(editor, "recall", { max_results: 5 });
  assert.doesNotMatch(text, /hunter2|c3D4e5/);
  assert.match(text, /password=\[REDACTED\]/);
  assert.doesNotMatch(fs.readFileSync(fileOf(editor, saved.facts.id), "utf8"), /c3D4e5/);
  editor.engine.dispose();
  for (const name of fs.readdirSync(path.join(editor.storage, "store")))
    assert.ok(!fs.readFileSync(path.join(editor.storage, "store", name), "latin1").includes("c3D4e5"), name);
});

test("forget removes what checkpoint has made, once, and nothing else", async (t) => {
  const editor = open(t);
  const one = await save(editor, "first thing");
  const other = await save(editor, "second thing");
  write(editor, { "hand.md": "---\nauthor: Ann\ntime: 2025-01-01\n---\nby hand" });
  fs.writeFileSync(path.join(editor.folder, "outside.md"), "---\nclient: Cline\n---\n");
  assert.equal(await say(editor, "checkpoint", { action: "forget", id: `#${one}` }), `Checkpoint ${one} is forgotten.`);
  assert.equal(await refuse(editor, "checkpoint", { action: "forget", id: one }, /There is no note/), "not_found");
  assert.equal(
    await refuse(editor, "checkpoint", { action: "forget", id: "hand" }, /was not made by checkpoint/),
    "not_allowed",
  );
  for (const id of ["../../outside", "1", "*", "/etc/passwd", "a\0b", "plans/x", "."])
    assert.equal(
      (await refuse(editor, "checkpoint", { action: "forget", id }, /There is no note|NUL/)) !== "found",
      true,
    );
  assert.equal(
    await say(editor, "checkpoint", { action: "forget", id: `.sextant/memory/${other}.md` }),
    `Checkpoint .sextant/memory/${other}.md is forgotten.`,
  );
  assert.deepEqual(list(editor), ["hand.md"]);
  assert.ok(fs.existsSync(path.join(editor.folder, "outside.md")));
});

test("notes of two branches merge without a conflict, and what a conflict left is marked", async (t) => {
  const editor = open(t);
  const git = (...args) => {
    const { status, stdout, stderr } = spawnSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], {
      cwd: editor.folder,
      encoding: "utf8",
    });
    assert.equal(status, 0, stdout + stderr);
  };
  git("init", "-q", "-b", "main");
  git("commit", "-q", "--allow-empty", "-m", "start");
  git("checkout", "-q", "-b", "one");
  await save(editor, "apple of one");
  git("add", "-A");
  git("commit", "-q", "-m", "one");
  git("checkout", "-q", "main");
  assert.deepEqual(await recall(editor), []);
  git("checkout", "-q", "-b", "two");
  await save(editor, "apple of two");
  git("add", "-A");
  git("commit", "-q", "-m", "two");
  git("merge", "-q", "-m", "both", "one");
  assert.equal((await recall(editor, { query: "apple" })).length, 2);
  write(editor, {
    "torn.md":
      "---\ntags: [a]\n<<<<<<< HEAD\nauthor: Ann\n=======\nauthor: Bob\n>>>>>>> one\n---\nplum\n<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> one\n",
  });
  const { facts, text } = await call(editor, "recall", { query: "plum" });
  assert.equal(facts.checkpoints[0].client, "Ann");
  assert.equal(facts.checkpoints[0].note, "it has the markers of a merge conflict");
  assert.match(text, / {2}>>>>>>> one\n {2}Note: it has the markers of a merge conflict$/);
});

test("files that are no notes are passed over, and named where they look like one", async (t) => {
  const editor = open(t);
  write(editor, { "good.md": "apple" });
  const at = (name) => path.join(editor.folder, NOTES, name);
  const outside = path.join(makeFolder(), "secret.md");
  fs.writeFileSync(outside, "apple of others");
  fs.symlinkSync(outside, at("link.md"));
  fs.symlinkSync(path.dirname(outside), at("linked"));
  spawnSync("mkfifo", [at("pipe.md")]);
  fs.mkdirSync(at("folder.md"));
  fs.writeFileSync(at("huge.md"), "");
  fs.truncateSync(at("huge.md"), 100 << 20);
  fs.writeFileSync(at("binary.md"), Buffer.from("apple\0\x01"));
  fs.writeFileSync(at("broken.md"), Buffer.from("caf\xe9 apple \xff\xfe", "latin1"));
  fs.writeFileSync(at("control.md"), "apple \x1b[31mred\x07 \u202edrawkcab\u202c\rnext");
  assert.deepEqual((await recall(editor, { query: "apple" })).sort(), ["broken", "control", "good"]);
  const { text, facts } = await call(editor, "recall", { max_results: 20 });
  assert.match(
    text,
    /^Note: 2 files of \.sextant\/memory were not read: binary\.md \(no text\), huge\.md \(larger than 256 KB\)\.\n/,
  );
  assert.equal(facts.notes.length, 1);
  assert.match(text, / {2}caf\ufffd apple \ufffd\ufffd\n/);
  assert.match(text, / {2}apple \[31mred drawkcab\n {2}next\n/);
  assert.ok(!/[\x00-\x08\x0b-\x1f\u202a-\u202e]/.test(text));
});

test("a long note is cut to the budget, and more tokens show more", async (t) => {
  const editor = open(t);
  write(editor, { "long.md": `word apple ${"and some more of it ".repeat(4000)}` });
  for (const max_tokens of [100, 500, 2000, 20000]) {
    for (const isStructured of [false, true]) {
      const { text, facts, tokens } = await call(editor, "recall", { max_tokens }, { isStructured });
      assert.match(text, /\n {2}\[the note is longer: recall with more max_tokens\]/);
      assert.equal(facts.checkpoints[0].cut, true);
      assert.ok(tokens <= Math.max(max_tokens, 190), `${tokens} of ${max_tokens}`);
    }
  }
});

test("without trust, a folder, or in the way of a link nothing is read or written", async (t) => {
  const folder = makeFolder();
  writeFiles(path.join(folder, NOTES), { "a.md": "apple" });
  const untrusted = open(t, { folder, memory: { location: "workspace", isTrusted: false } });
  for (const [tool, args] of [
    ["recall", {}],
    ["checkpoint", { description: "x" }],
    ["plan", { action: "list" }],
  ])
    assert.equal(
      await refuse(untrusted, tool, args, /has not trusted this folder.*A person has to trust it/),
      "not_allowed",
    );
  assert.deepEqual(list(untrusted), ["a.md"]);

  const linked = open(t);
  const outside = makeFolder();
  fs.writeFileSync(path.join(outside, "secret.md"), "apple");
  fs.mkdirSync(path.join(linked.folder, ".sextant"));
  fs.symlinkSync(outside, path.join(linked.folder, NOTES));
  assert.equal(await refuse(linked, "recall", {}, /leads out of the workspace/), "outside_workspace");
  assert.equal(
    await refuse(linked, "checkpoint", { description: "x" }, /leads out of the workspace/),
    "outside_workspace",
  );
  assert.deepEqual(fs.readdirSync(outside), ["secret.md"]);
  fs.rmSync(path.join(linked.folder, NOTES));
  writeFiles(linked.folder, { "docs/notes/n.md": "apple" });
  fs.symlinkSync("../docs/notes", path.join(linked.folder, NOTES));
  assert.deepEqual(await recall(linked), ["n"]);
  const inside = await save(linked, "through a link");
  assert.ok(fs.existsSync(path.join(linked.folder, "docs/notes", `${inside}.md`)));
  assert.equal((await recall(linked)).length, 2);

  const file = open(t);
  writeFiles(file.folder, { [NOTES]: "in the way" });
  assert.equal(await refuse(file, "checkpoint", { description: "x" }, /is not a folder/), "not_a_directory");
  assert.equal(await refuse(file, "recall", {}, /is not a folder/), "not_a_directory");
  assert.equal(fs.readFileSync(path.join(file.folder, NOTES), "utf8"), "in the way");

  const remote = open(t, { folder: "vscode-vfs://github/a/b" });
  assert.equal(await refuse(remote, "checkpoint", { description: "x" }, /has no folder on the disk/), "unsupported");
});

test("of several folders the first one has the notes", async (t) => {
  const folders = [makeFolder(), makeFolder()];
  const editor = open(t, { folder: folders });
  await save(editor, "apple");
  writeFiles(path.join(folders[1], NOTES), { "other.md": "apple" });
  assert.equal((await recall(editor)).length, 1);
  assert.equal(fs.readdirSync(path.join(folders[0], NOTES)).length, 1);
});

test("a change of the setting leaves all where it is, and the answer says what the other place has", async (t) => {
  const editor = open(t, { memory: { location: "storage" } });
  await save(editor, "kept in the storage");
  editor.memory = { location: "workspace" };
  assert.match(
    await say(editor, "recall", {}),
    /^Note: not searched: 1 note outside of the project, from when sextant\.memory\.location was "storage"\.\n0 checkpoints: checkpoint makes them\.$/,
  );
  await save(editor, "kept in a file");
  editor.memory = { location: "storage" };
  const text = await say(editor, "recall", {});
  assert.match(
    text,
    /^Note: There are notes in \.sextant\/memory, which are not searched: sextant\.memory\.location is "storage"\.\n1 checkpoint\n/,
  );
  assert.match(text, /kept in the storage$/);
});

const PLAN = "# New parser\n\n- [x] read the old one\n- [ ] write tests\n- no box\n- [ ] switch over\n";

test("a plan is a file of its own, which people edit", async (t) => {
  const editor = open(t);
  const file = path.join(editor.folder, NOTES, "plans/new-parser.md");
  assert.equal(await say(editor, "plan", { content: PLAN }), "Plan 'New parser' (active): 1 of 3 done");
  assert.equal(fs.readFileSync(file, "utf8"), `---\ntitle: New parser\nstatus: active\n---\n\n${PLAN}`);
  assert.equal(
    await say(editor, "plan", { action: "update", item: "write" }),
    "Plan 'New parser' (active): 2 of 3 done\n[x] 2 write tests",
  );
  assert.match(fs.readFileSync(file, "utf8"), /- \[x\] write tests\n- no box/);
  const byHand = "---\r\nowner: Ann\r\nstatus: active # now\r\n---\r\n# New parser\r\n\r\n- [ ] one\r\n- [ ] two\r\n";
  fs.writeFileSync(file, byHand);
  assert.equal(
    await say(editor, "plan", { action: "update", item: 2 }),
    "Plan 'New parser' (active): 1 of 2 done\n[x] 2 two",
  );
  assert.equal(fs.readFileSync(file, "utf8"), byHand.replace("[ ] two", "[x] two"));
  assert.match(
    await say(editor, "recall", {}),
    /^Plan 'New parser' \(active\): 1 of 2 done\n# New parser\n\n- \[ \] one\n- \[x\] two\n0 checkpoints: checkpoint makes them\.$/,
  );
  assert.equal(await say(editor, "plan", { action: "complete" }), "Plan 'New parser' (completed): 1 of 2 done");
  assert.equal(
    fs.readFileSync(file, "utf8"),
    byHand.replace("[ ] two", "[x] two").replace("status: active # now", "status: completed"),
  );
  assert.equal(
    await say(editor, "plan", { content: "# New parser\n- [ ] again" }),
    "Plan 'New parser' (active): 0 of 1 done",
  );
  assert.match(
    fs.readFileSync(file, "utf8"),
    /^---\r\nowner: Ann\r\nstatus: active\r\n---\r\n\n# New parser\n- \[ \] again\n$/,
  );
  assert.deepEqual(await recall(editor), []);
});

test("a plan that is saved over keeps its front matter to the byte", async (t) => {
  const editor = open(t);
  const head = `---\ntitle: Odd\n# ${"long ".repeat(2000)}\nnote: \0 and more\n---\n`;
  write(editor, { "plans/odd.md": `${head}\n- [ ] before\n` });
  assert.equal(await say(editor, "plan", { title: "Odd", content: "- [ ] after" }), "Plan 'Odd' (active): 0 of 1 done");
  assert.equal(
    fs.readFileSync(path.join(editor.folder, NOTES, "plans/odd.md"), "utf8"),
    `${head.replace("---\n", "---\nstatus: active\n")}\n- [ ] after\n`,
  );
});

test("of several plans one is active; a file without front matter is one, too", async (t) => {
  const editor = open(t);
  write(editor, { "plans/by hand.md": "- [ ] a\n- [x] b\n" });
  assert.equal(await say(editor, "plan", { action: "list" }), "1 plan\nPlan 'by hand': 1 of 2 done");
  assert.equal(await say(editor, "plan", { content: "- [ ] c", title: "other" }), "Plan 'other' (active): 0 of 1 done");
  assert.equal(
    await say(editor, "plan", { action: "activate", title: "By Hand" }),
    "Plan 'by hand' (active): 1 of 2 done",
  );
  assert.equal(
    fs.readFileSync(path.join(editor.folder, NOTES, "plans/by hand.md"), "utf8"),
    "---\nstatus: active\n---\n\n- [ ] a\n- [x] b\n",
  );
  assert.equal(
    await say(editor, "plan", { action: "list" }),
    "2 plans\nPlan 'by hand' (active): 1 of 2 done\nPlan 'other': 0 of 1 done",
  );
  assert.doesNotMatch(fs.readFileSync(path.join(editor.folder, NOTES, "plans/other.md"), "utf8"), /status/);
  // A merge has brought another active one: that which changed last counts.
  await new Promise((resolve) => setTimeout(resolve, 30));
  write(editor, { "plans/third.md": "---\nstatus: active\ntitle: third\n---\n- [ ] d\n" });
  assert.match(await say(editor, "recall", {}), /^Plan 'third' \(active\): 0 of 1 done\n/);
  await refuse(
    editor,
    "plan",
    { action: "get", title: "none" },
    /^There is no plan 'none'\. Plans: 'third', 'by hand', 'other'$/,
  );
});

test("plans with one title, with the markers of a merge, or not in UTF-8 are not changed", async (t) => {
  const editor = open(t);
  write(editor, {
    "plans/a.md": "# Same\n- [ ] a\n",
    "plans/b.md": "# Same\n- [ ] b\n",
    "plans/torn.md": "# Torn\n<<<<<<< HEAD\n- [ ] a\n=======\n- [x] a\n>>>>>>> x\n",
    "plans/wide.md": Buffer.from("\ufeff# Wide\n- [ ] a\n", "utf16le"),
  });
  const before = list(editor).map((name) => fs.statSync(path.join(editor.folder, NOTES, name)).mtimeMs);
  assert.equal(
    await refuse(
      editor,
      "plan",
      { action: "update", title: "Same", item: 1 },
      /Give the name of one as the title: 'a', 'b'\.$/,
    ),
    "ambiguous",
  );
  assert.equal(await refuse(editor, "plan", { action: "save", content: "# Same\n" }, /Several files/), "ambiguous");
  assert.equal(
    await refuse(editor, "plan", { action: "update", title: "torn", item: 1 }, /markers of a merge conflict/),
    "conflict",
  );
  assert.equal(await refuse(editor, "plan", { action: "activate", title: "Wide" }, /is not in UTF-8/), "encoding");
  assert.deepEqual(
    list(editor).map((name) => fs.statSync(path.join(editor.folder, NOTES, name)).mtimeMs),
    before,
  );
  assert.equal(
    await say(editor, "plan", { action: "update", title: "b", item: 1 }),
    "Plan 'Same': 1 of 1 done\n[x] 1 b",
  );
  assert.equal(fs.readFileSync(path.join(editor.folder, NOTES, "plans/b.md"), "utf8"), "# Same\n- [x] b\n");
});

test("two windows write at once, and no note is lost", async (t) => {
  const storage = makeFolder();
  const one = open(t, { storage });
  const other = open(t, { storage, folder: one.folder });
  await Promise.all(Array.from({ length: 40 }, (_, i) => save(i % 2 ? one : other, "the same words")));
  assert.equal((await recall(one, { max_results: 100 })).length, 40);
  assert.equal((await recall(other, { max_results: 100 })).length, 40);
});

test("on a full or read-only disk no file is changed or left, and the error says what to do", (t) => {
  const worker = new URL("memory-disk.worker.mjs", import.meta.url).pathname;
  const run = spawnSync("unshare", ["-rm", process.execPath, worker], { encoding: "utf8" });
  if (run.error || /unshare/.test(run.stderr)) return t.skip("no file system can be mounted here");
  assert.equal(run.status, 0, run.stderr);
  const seen = JSON.parse(run.stdout);
  if (!seen) return t.skip("no file system can be mounted here");
  for (const { code, text } of [seen.full, seen.fullPlan]) {
    assert.equal(code, "io_error", text);
    assert.match(text, /Nothing was (written|changed)/);
  }
  assert.equal(
    seen.recalled.text,
    "Plan 'a plan' (active): 0 of 1 done\n- [ ] a\n0 checkpoints: checkpoint makes them.",
  );
  for (const { code, text } of [seen.readOnly, seen.readOnlyPlan]) {
    assert.equal(code, "read_only", text);
    assert.match(text, /cannot be written: read-only file system\. Nothing was changed\./);
  }
  assert.ok(seen.isSame);
  assert.equal(seen.saved.code, "found", seen.saved.text);
  assert.match(seen.left.text, /\n1 checkpoint\n/);
});

test("a plan is not written through a link of the folder of plans", async (t) => {
  const editor = open(t);
  const outside = makeFolder();
  fs.mkdirSync(path.join(editor.folder, NOTES), { recursive: true });
  fs.symlinkSync(outside, path.join(editor.folder, NOTES, "plans"));
  const code = await refuse(editor, "plan", { action: "save", content: "# Parser\n- [ ] one" }, /plans' is a link/);
  assert.equal(code, "outside_workspace");
  assert.deepEqual(fs.readdirSync(outside), []);
  fs.rmSync(path.join(editor.folder, NOTES, "plans"));
  await say(editor, "plan", { action: "save", content: "# Parser\n- [ ] one" });
  assert.deepEqual(list(editor), ["plans", "plans/parser.md"]);
});
