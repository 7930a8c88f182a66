/** prepare_tasks, get_tasks, update_task: lists of each agent, over reloads and windows, and what people tick. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";

import { makeFolder, openEditor } from "./fake-editor.mjs";

const CLINE = { kind: "socket", client: "Cline 3.1.0" };
const OTHER = { kind: "socket", client: "Other Agent 1" };

/** A window of a workspace whose private folder is `storage`. */
function open(t, storage = makeFolder()) {
  const editor = openEditor(makeFolder());
  editor.on.log = (text) => editor.logged.push(text) && { data: null };
  editor.ops.log = (...args) => editor.answer("log", args);
  editor.logged = [];
  editor.engine.keepChanges(storage);
  t.after(() => editor.engine.dispose());
  return editor;
}

async function call(editor, tool, args, caller = CLINE) {
  const answer = await editor.engine.call(tool, args, { caller, isStructured: true });
  return { ...answer, facts: answer.factsJson ? JSON.parse(answer.factsJson) : undefined };
}

/** The text of an answer that is not an error. */
async function say(editor, tool, args, caller) {
  const answer = await call(editor, tool, args, caller);
  assert.equal(answer.isError, false, answer.text);
  return answer.text;
}

const prepare = (editor, titles, more, caller) => say(editor, "prepare_tasks", { titles, ...more }, caller);
const get = (editor, args = {}, caller = CLINE) => say(editor, "get_tasks", args, caller);
const update = (editor, args, caller) => say(editor, "update_task", args, caller);

async function asPerson(editor, tool, args = {}) {
  const answer = await editor.engine.call(tool, args, { isPerson: true });
  return { ...answer, facts: answer.factsJson ? JSON.parse(answer.factsJson) : undefined };
}

test("a list is prepared, shown and ticked", async (t) => {
  const editor = open(t);
  assert.equal(
    await prepare(editor, ["Read the code", "Write a test", "Fix it"]),
    "3 tasks, 0 done\n[ ] 1 Read the code\n[ ] 2 Write a test\n[ ] 3 Fix it",
  );
  assert.equal(
    await update(editor, { taskId: 1, updates: { completed: true } }),
    "3 tasks, 1 done\n[x] 1 Read the code",
  );
  const { facts, code } = await call(editor, "get_tasks", {});
  assert.equal(code, "found");
  assert.deepEqual(facts, {
    list: "Cline",
    total: 3,
    done: 1,
    tasks: [
      { id: 1, title: "Read the code", completed: true },
      { id: 2, title: "Write a test", completed: false },
      { id: 3, title: "Fix it", completed: false },
    ],
    truncated: false,
    status: "found",
  });
});

test("the facts of an update are the task", async (t) => {
  const editor = open(t);
  await prepare(editor, ["a", "b"]);
  const { facts } = await call(editor, "update_task", { taskId: "2", updates: { title: "B", completed: true } });
  assert.deepEqual(facts, { id: 2, title: "B", completed: true, list: "Cline", total: 2, done: 1, status: "found" });
});

test("preparing again clears, and counts the open ones", async (t) => {
  const editor = open(t);
  await prepare(editor, ["a", "b", "c"]);
  await update(editor, { taskId: 2, completed: true });
  assert.equal(await prepare(editor, ["d"]), "Dropped 2 open tasks of the list before.\n1 task, 0 done\n[ ] 1 d");
  assert.equal(await prepare(editor, []), "Dropped 1 open task of the list before.\n0 tasks, 0 done");
  assert.equal(await get(editor), "0 tasks, 0 done\nprepare_tasks makes them.");
  assert.equal((await call(editor, "get_tasks", {})).code, "none");
});

test("ids, arguments and titles are taken as agents write them", async (t) => {
  const editor = open(t);
  for (const args of [
    { taskId: 3, completed: true },
    { taskId: "3", updates: { completed: "true" } },
    { id: "task 3", updates: '{"completed": true}' },
    { task_id: "Task #3", updates: { done: true } },
    { task: "#3", completed: true, updates: { completed: true } },
    { taskId: "third ONE", completed: true },
  ]) {
    await prepare(editor, ["- first", "2. [ ] second", "* [x] 3. third one"], {});
    await update(editor, { taskId: 3, completed: false });
    assert.equal(await update(editor, args), "3 tasks, 1 done\n[x] 3 third one", JSON.stringify(args));
  }
  assert.equal(
    await prepare(editor, "1. a\n2. b\n"),
    "Dropped 2 open tasks of the list before.\n2 tasks, 0 done\n[ ] 1 a\n[ ] 2 b",
  );
  assert.match(await prepare(editor, '["x", "y"]'), /2 tasks, 0 done\n\[ \] 1 x\n\[ \] 2 y$/);
  assert.match(
    await say(editor, "prepare_tasks", { todos: ["- [x] p", "tab\there"] }),
    /2 tasks, 1 done\n\[x\] 1 p\n\[ \] 2 tab here$/,
  );
});

test("each client has its own list, over its updates, and `list` names a shared one", async (t) => {
  const editor = open(t);
  await prepare(editor, ["mine"]);
  await prepare(editor, ["theirs"], {}, OTHER);
  await prepare(editor, ["ours"], { list: "Release" });
  assert.match(await get(editor, {}, { client: "Cline 4.0.0" }), /^1 task, 0 done\n\[ \] 1 mine$/);
  assert.match(await get(editor, {}, OTHER), /theirs/);
  assert.equal(await get(editor, { list: "release" }, OTHER), "1 task, 0 done in 'Release'\n[ ] 1 ours");
  assert.equal(
    await get(editor, {}, { kind: "chat", client: "" }),
    "0 tasks, 0 done\nprepare_tasks makes them. Other lists: 'Cline' (0 of 1 done), 'Other Agent' (0 of 1 done), 'Release' (0 of 1 done)",
  );
  await prepare(editor, ["unnamed"], {}, { client: "" });
  const { facts } = await asPerson(editor, "list_tasks");
  assert.deepEqual(
    facts.lists.map(({ name, tasks }) => [name, tasks[0].title]),
    [
      ["agent", "unnamed"],
      ["Cline", "mine"],
      ["Other Agent", "theirs"],
      ["Release", "ours"],
    ],
  );
});

test("an unknown id names the nearest, and a list without tasks the others", async (t) => {
  const editor = open(t);
  await prepare(editor, ["Read the code", "Write a test"]);
  const refusals = [
    [
      { taskId: 9, completed: true },
      /^There is no task '9' in the list 'Cline', which has 2\. The nearest is 2: Write a test$/,
    ],
    [{ taskId: "write tests", completed: true }, /The nearest is 2: Write a test$/],
    [
      { taskId: 1, completed: true, list: "x" },
      /^The list 'x' has no tasks: prepare_tasks makes them\. Lists with tasks: 'Cline'\.$/,
    ],
  ];
  for (const [args, message] of refusals) {
    const { code, text } = await call(editor, "update_task", args);
    assert.equal(code, "not_found");
    assert.match(text, message);
  }
  assert.match(await get(editor), /2 tasks, 0 done/);
});

test("bad arguments are refused, and nothing is changed", async (t) => {
  const editor = open(t);
  await prepare(editor, ["a"]);
  const before = await get(editor);
  const bad = [
    ["prepare_tasks", {}, /titles is required/],
    ["prepare_tasks", { titles: 3 }, /titles must be an array of strings/],
    ["prepare_tasks", { titles: ["a", 3] }, /titles must be an array of strings/],
    ["prepare_tasks", { titles: ["a", " "] }, /A title is empty/],
    ["prepare_tasks", { titles: ["x".repeat(501)] }, /has 501 bytes; a title may have 500/],
    ["prepare_tasks", { titles: Array(201).fill("x") }, /at most 200 tasks/],
    ["prepare_tasks", { titles: ["a"], list: "x".repeat(101) }, /list has 101 bytes/],
    ["update_task", { updates: { completed: true } }, /taskId is required/],
    ["update_task", { taskId: 1 }, /updates is required/],
    ["update_task", { taskId: 1, updates: {} }, /updates is required/],
    ["update_task", { taskId: 1, updates: 3 }, /updates must be a JSON object\. It takes: title, completed/],
    ["update_task", { taskId: 1, updates: { completed: "maybe" } }, /completed must be true or false/],
    ["update_task", { taskId: 1, updates: { status: "x" } }, /updates has no argument 'status'/],
    ["update_task", { taskId: 1, completed: true, updates: { completed: false } }, /completed is given twice/],
    ["update_task", { taskId: 1, title: "b", updates: { title: "c" } }, /title is given twice/],
    ["update_task", { taskId: 1, title: "b\nc" }, /title must be one line/],
    ["update_task", { taskId: 1.5, completed: true }, /taskId must be a string/],
    ["get_tasks", { cursor: "1.00000000" }, /changed/],
  ];
  for (const [tool, args, message] of bad) {
    const { isError, text } = await call(editor, tool, args);
    assert.ok(isError, text);
    assert.match(text, message);
  }
  assert.equal(await get(editor), before);
});

test("a long list has pages", async (t) => {
  const editor = open(t);
  const titles = Array.from({ length: 200 }, (_, i) => `Task number ${i + 1} ${"of many ".repeat(10)}`.trim());
  const first = await call(editor, "prepare_tasks", { titles, max_tokens: 500 });
  const seen = first.facts.tasks.map(({ id }) => id);
  for (let { cursor } = first.facts; cursor;) {
    const { facts } = await call(editor, "get_tasks", { cursor, max_tokens: 500 });
    seen.push(...facts.tasks.map(({ id }) => id));
    cursor = facts.cursor;
  }
  assert.deepEqual(
    seen,
    titles.map((_, i) => i + 1),
  );
});

test("they outlive a reload, and windows of one workspace share them", async (t) => {
  const storage = makeFolder();
  const one = open(t, storage);
  await prepare(one, ["a", "b"]);
  const other = open(t, storage);
  await update(other, { taskId: 2, completed: true });
  assert.equal(await get(one), "2 tasks, 1 done\n[ ] 1 a\n[x] 2 b");
  one.engine.dispose();
  other.engine.dispose();
  const later = open(t, storage);
  assert.equal(await get(later), "2 tasks, 1 done\n[ ] 1 a\n[x] 2 b");
  assert.equal(await get(open(t)), "0 tasks, 0 done\nprepare_tasks makes them.");
});

test("windows write at once, and no task is lost", async (t) => {
  const storage = makeFolder();
  const windows = [open(t, storage), open(t, storage), open(t, storage)];
  await prepare(
    windows[0],
    Array.from({ length: 60 }, (_, i) => `task ${i}`),
  );
  await Promise.all(
    windows.flatMap((editor, w) =>
      Array.from({ length: 20 }, (_, i) => update(editor, { taskId: 20 * w + i + 1, completed: true })),
    ),
  );
  assert.match(await get(windows[1]), /^60 tasks, 60 done/);
});

test("the agent learns what a person has ticked at its next call, once", async (t) => {
  const editor = open(t);
  await prepare(editor, ["a", "b", "c"]);
  const tick = (id, title, completed) => asPerson(editor, "tick_task", { list: "Cline", id, title, completed });
  assert.equal((await tick(2, "b", true)).isError, false);
  assert.equal((await asPerson(editor, "list_tasks")).facts.lists[0].done, 1);
  assert.equal(await get(editor), "3 tasks, 1 done\n[ ] 1 a\n[x] 2 b (changed by a person)\n[ ] 3 c");
  assert.equal(await get(editor), "3 tasks, 1 done\n[ ] 1 a\n[x] 2 b\n[ ] 3 c");
  await tick(3, "c", true);
  const { text, facts } = await call(editor, "update_task", { taskId: 1, completed: true });
  assert.equal(text, "3 tasks, 3 done\n[x] 1 a\n[x] 3 c (changed by a person)");
  assert.deepEqual(facts.changed_tasks, [{ id: 3, title: "c", completed: true, changed_by_person: true }]);
  assert.doesNotMatch(await get(editor), /person/);
});

test("what a person has changed on a later page stays news until that page", async (t) => {
  const editor = open(t);
  await prepare(
    editor,
    Array.from({ length: 60 }, (_, i) => `task ${i} ${"word ".repeat(20)}`),
  );
  const title = (await asPerson(editor, "list_tasks")).facts.lists[0].tasks[59].title;
  await asPerson(editor, "tick_task", { list: "Cline", id: 60, title, completed: true });
  const pages = [];
  for (let cursor = ""; cursor !== undefined;) {
    const { text, facts } = await call(editor, "get_tasks", { max_tokens: 500, ...(cursor && { cursor }) });
    pages.push(text);
    cursor = facts.cursor;
  }
  assert.ok(pages.length > 2);
  assert.match(pages.at(-1), /\[x\] 60 task 59 .*\(changed by a person\)/);
  assert.doesNotMatch(await get(editor, { max_tokens: 20_000 }), /changed by a person/);
});

test("an update answers with some of many changes, and the rest stays news", async (t) => {
  const editor = open(t);
  const titles = Array.from({ length: 30 }, (_, i) => `t${i}`);
  await prepare(editor, titles);
  for (let i = 1; i <= 30; i++)
    await asPerson(editor, "tick_task", { list: "Cline", id: i, title: titles[i - 1], completed: true });
  const first = await update(editor, { taskId: 1, completed: false });
  assert.equal(first.match(/changed by a person\)/g).length, 20);
  assert.match(first, /\n\[9 more changed by a person: get_tasks\]$/);
  assert.equal((await get(editor)).match(/changed by a person/g).length, 9);
  assert.doesNotMatch(await get(editor), /changed by a person/);
});

test("titles and names are as people see them", async (t) => {
  const editor = open(t);
  assert.equal(
    await prepare(editor, ["\u202eevil\u202c \u2066x\u2069", "a\x1b[31mb\u0085c"], { list: "\u202ename\u202c" }),
    "2 tasks, 0 done in 'name'\n[ ] 1 evil x\n[ ] 2 a[31mbc",
  );
  for (const title of ["\u00a0", "\u200b\u2060", "\u202e", "- ", "-"])
    assert.match((await call(editor, "prepare_tasks", { titles: [title] })).text, /^A title is empty/);
});

test("an id that is cut in an error is cut between characters", async (t) => {
  const editor = open(t);
  await prepare(editor, ["a"]);
  const { text } = await call(editor, "update_task", { taskId: "\u6f22".repeat(300), completed: true });
  assert.match(text, /^There is no task '\u6f22{33}' in the list/);
});

test("other lists are named within the budget", async (t) => {
  const editor = open(t);
  for (let i = 0; i < 20; i++) await prepare(editor, ["a"], { list: `${i} ${"\u6f22".repeat(30)}` });
  const { text, tokens } = await call(editor, "get_tasks", { max_tokens: 100 });
  assert.match(text, /Other lists: '0 /);
  assert.ok(tokens <= 100, `${tokens}`);
});

test("a person ticks what they saw, or nothing", async (t) => {
  const editor = open(t);
  await prepare(editor, ["a"]);
  await prepare(editor, ["another"]);
  const answer = await asPerson(editor, "tick_task", { list: "Cline", id: 1, title: "a", completed: true });
  assert.equal(answer.code, "conflict");
  assert.match(answer.text, /task 1 is 'another' now/);
  assert.match(await get(editor), /^1 task, 0 done/);
  for (const tool of ["list_tasks", "tick_task"]) assert.equal((await call(editor, tool, {})).code, "unknown_tool");
});

test("a damaged file is set aside, what can be read stays, and the agent is told once", async (t) => {
  const storage = makeFolder();
  const one = open(t, storage);
  await prepare(one, ["a"]);
  one.engine.dispose();
  fs.writeFileSync(path.join(storage, "store/kept.db"), "x".repeat(9000));
  const editor = open(t, storage);
  assert.equal((await asPerson(editor, "list_tasks")).isError, false);
  const text = await get(editor);
  assert.match(
    text,
    /^Note: The file in which tasks and checkpoints are kept was damaged\. It is now '.*kept\.damaged-1\.db'/,
  );
  assert.match(text, /\n0 tasks, 0 done/);
  assert.equal(editor.logged.length, 1);
  assert.doesNotMatch(await get(editor), /damaged/);
  assert.equal(fs.readFileSync(path.join(storage, "store/kept.damaged-1.db"), "utf8"), "x".repeat(9000));
  await prepare(editor, ["b"]);
  assert.match(await get(editor), /\[ \] 1 b$/);
});

test("a window without a folder says why nothing is kept", async (t) => {
  const editor = openEditor(makeFolder());
  t.after(() => editor.engine.dispose());
  for (const [tool, args] of [
    ["prepare_tasks", { titles: ["a"] }],
    ["get_tasks", {}],
  ]) {
    const { code, text } = await call(editor, tool, args);
    assert.equal(code, "unsupported");
    assert.match(text, /^This window has no folder/);
  }
});

test("what is in the place of the store is an error, and stays", async (t) => {
  const storage = makeFolder();
  fs.writeFileSync(path.join(storage, "store"), "mine");
  const { isError, text } = await call(open(t, storage), "prepare_tasks", { titles: ["a"] });
  assert.ok(isError);
  assert.match(text, /store/);
  assert.equal(fs.readFileSync(path.join(storage, "store"), "utf8"), "mine");
});

test("on a full or read-only disk nothing is changed, and the error says what to do", (t) => {
  const worker = new URL("tasks-disk.worker.mjs", import.meta.url).pathname;
  const run = spawnSync("unshare", ["-rm", process.execPath, worker], { encoding: "utf8" });
  if (run.error || /unshare/.test(run.stderr)) return t.skip("no file system can be mounted here");
  assert.equal(run.status, 0, run.stderr);
  const seen = JSON.parse(run.stdout);
  if (!seen) return t.skip("no file system can be mounted here");
  for (const { code, text } of [seen.full, seen.fullTasks]) {
    assert.equal(code, "io_error", text);
    assert.match(text, /^The disk is full: '.*kept\.db' could not be written\. Nothing was changed\. Free some room/);
  }
  assert.equal(seen.read.text, "2 tasks, 0 done\n[ ] 1 a\n[ ] 2 b");
  assert.equal(seen.ticked.text, "2 tasks, 1 done\n[x] 1 a");
  assert.ok(["read_only", "not_readable"].includes(seen.readOnly.code), seen.readOnly.text);
  assert.match(seen.readOnly.text, /Nothing was changed/);
  assert.equal(seen.left.text, "2 tasks, 1 done\n[x] 1 a\n[ ] 2 b");
});

test("a long title is found as a whole, and cut where a page has no room for it", async (t) => {
  const editor = open(t);
  const title = `Long ${"y".repeat(450)}`;
  await call(editor, "prepare_tasks", { titles: ["Short", title] });
  const done = await call(editor, "update_task", { taskId: title, completed: true });
  assert.equal(done.isError, false, done.text);
  const { facts } = await call(editor, "get_tasks", { max_tokens: 100 });
  const { text, tokens } = await call(editor, "get_tasks", { max_tokens: 100, cursor: facts.cursor });
  assert.match(text, /\[x\] 2 Long y+…/);
  assert.ok(tokens <= 100, `${tokens} tokens`);
});

test("update_task keeps to max_tokens, and what it has no room for stays news", async (t) => {
  for (const isStructured of [false, true])
    for (const max_tokens of [100, 200, 400]) {
      const editor = open(t);
      const list = "The list of several agents";
      const titles = Array.from({ length: 30 }, (_, i) => `Look at "step" ${i + 1} ${"and more ".repeat(3 * (i % 4))}`);
      await prepare(editor, [...titles, `Long ${'"word" '.repeat(60)}`], { list });
      for (let id = 1; id <= 30; id++)
        assert.equal(
          (await asPerson(editor, "tick_task", { list, id, title: titles[id - 1].trim(), completed: true })).isError,
          false,
        );
      const seen = [];
      for (let left = 30; left;) {
        const args = { taskId: 31, completed: true, list, max_tokens };
        const answer = await editor.engine.call("update_task", args, { caller: CLINE, isStructured });
        const { changed_tasks, more_changed = 0, truncated = false } = JSON.parse(answer.factsJson);
        const budget = `${answer.tokens} of ${max_tokens}: ${answer.text}`;
        assert.ok(answer.tokens <= max_tokens && answer.factsJson.length < 4 * max_tokens, budget + answer.factsJson);
        assert.deepEqual([more_changed, truncated], [left - changed_tasks.length, more_changed > 0]);
        assert.equal(answer.text.includes(`\n[${more_changed} more changed by a person: get_tasks]`), truncated);
        assert.equal(answer.text.match(/\(changed by a person\)/g)?.length ?? 0, changed_tasks.length);
        seen.push(...changed_tasks.map(({ id }) => id));
        left = more_changed;
        if (!changed_tasks.length) break;
      }
      // With the least there is only room for the task itself.
      assert.equal(seen.length, max_tokens === 100 ? 0 : 30);
      assert.deepEqual(
        seen,
        [...seen].sort((a, b) => a - b),
      );
      const rest = await call(editor, "get_tasks", { list, max_tokens: 5000 });
      assert.equal(rest.text.match(/changed by a person/g)?.length ?? 0, 30 - seen.length);
    }
});
