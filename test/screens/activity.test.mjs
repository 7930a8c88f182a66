/** The log of what agents do, and the file that keeps it through a reload; also hostile and damaged ones. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { loadModule } from "../connect/kit.mjs";

const VSCODE = `
  export const l10n = { t: (text, ...values) => text.replace(/\\{(\\d+)\\}/g, (_, i) => values[i]) };
  export class TreeItem { constructor(label) { this.label = label; } }
  export class ThemeIcon {}
  export class ThemeColor {}
  export const TreeItemCollapsibleState = {};
  export const workspace = {};
  export const env = {};
`;
const { ActivityLog, MAX_CALLS, subjectOf } = await loadModule("ui/activity-log");
const { toItem, tooltipOf } = await loadModule("ui/activity-items", VSCODE);
const { ActivityStore, parse, serialize } = await loadModule("ui/activity-store");

const FOUND = { code: "found", isError: false, tokens: 7 };
const CHANGE = { isUndone: false, canUndo: true, fileCount: 1, added: 1, removed: 2 };

function makeLog() {
  const log = new ActivityLog();
  const caller = log.connect("socket");
  log.greeted(caller, "agent 1.0", ["symbols"]);
  let id = 0;
  const call = (tool = "grep", args = { pattern: "x" }, ended = FOUND) => {
    log.began(++id, caller, tool, args, () => {});
    if (ended) log.ended(id, ended);
    return id;
  };
  return { log, caller, call };
}

/** The calls as they are after a reload. */
function reloaded(text) {
  const log = new ActivityLog();
  log.restore(parse(text, () => log.nextCaller()));
  return log;
}

async function makeFile(t) {
  const folder = await mkdtemp(join(tmpdir(), "sextant-activity-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "storage", "activity.json");
}

async function until(is) {
  for (const end = Date.now() + 5000; !(await is());) {
    if (Date.now() > end) throw new Error(`never: ${is}`);
    await new Promise((done) => setTimeout(done, 5));
  }
}

test("the last 1,000 calls are kept, the newest first", () => {
  const { log, call } = makeLog();
  for (let i = 0; i < 5 * MAX_CALLS; i++) call("grep", { pattern: `p${i}` });
  const calls = log.calls();
  assert.equal(calls.length, MAX_CALLS);
  assert.deepEqual([calls[0].subject, calls.at(-1).subject], ["p4999", "p4000"]);
  assert.deepEqual([calls[0].code, calls[0].tokens, calls[0].cancel], ["found", 7, undefined]);
});

test("subjects are names, queries and paths, never the text of an edit", () => {
  const rows = [
    [{ symbol_name: "Order", file_path: "a.ts" }, "Order"],
    [{ file: "a.ts", edits: [{ new_text: "secret" }] }, "a.ts"],
    [{ filePath: "a.ts", content: "secret" }, "a.ts"],
    [{ file_path: "a.ts", searchTerm: "secret", replacementText: "secret" }, "a.ts"],
    [{ file_path: "a.ts", old: "secret", new: "secret" }, "a.ts"],
    [{ old_string: "secret", search: "secret", find: "secret", text: "secret" }, ""],
    [{ symbols: ["a", "b", "c"] }, "a +2"],
    [{ url: "https://me:secret@a.example/@b", method: "GET" }, "https://a.example/@b"],
    [{ connection: "shop", sql: "SELECT 'secret'" }, "shop"],
    [{ symbol: { toString: 1 }, query: "" }, ""],
    [{ symbols: [{}], paths: [] }, ""],
    [null, ""],
    ["text", ""],
    [{ query: "q".repeat(1e6) }, "q".repeat(200)],
  ];
  for (const [args, expected] of rows) assert.equal(subjectOf(args), expected, JSON.stringify(args)?.slice(0, 80));
});

test("a connection shows all of its toolsets", () => {
  const { log, caller } = makeLog();
  log.given(caller, ["symbols", "edit", "run"]);
  assert.match(toItem({ is: "caller", caller }).description, /^since .* · symbols, edit, run$/);
  assert.match(tooltipOf({ is: "caller", caller }), /Toolsets: symbols, edit, run$/);
});

test("a running call shows what it has done so far, without characters that nobody sees", async () => {
  const { log, call } = makeLog();
  const id = call("run_tests", {}, null);
  const shown = () => toItem({ is: "call", call: log.calls()[0] }).description;
  assert.equal(shown(), "running");
  log.progressed(id, "2 tests passed\u202e");
  assert.equal(shown(), "2 tests passed\ufffd");
  log.ended(id, FOUND);
  log.progressed(id, "late");
  log.progressed(99, "never");
  assert.doesNotMatch(shown(), /passed|late/);
});

test("connections: shown once they have said who they are or called, gone when ended without a call", () => {
  const log = new ActivityLog();
  const [silent, said, called] = [1, 2, 3].map(() => log.connect("socket"));
  log.greeted(said, "said 1", []);
  log.began(1, called, "grep", {}, () => {});
  assert.deepEqual(log.callers(), [said, called]);
  for (const one of [silent, said, called]) log.disconnected(one);
  assert.deepEqual(log.callers(), [called]);
  log.clear();
  assert.deepEqual([log.callers(), log.calls().length], [[called], 1], "what runs stays");
  log.ended(1, FOUND);
  log.clear();
  assert.deepEqual([log.callers(), log.calls()], [[], []]);
});

test("a refused call has ended at once, and outlives a reload", () => {
  const { log, caller } = makeLog();
  log.refused(caller, "t".repeat(5000), { file_path: "a.ts" }, "toolset_off");
  const [refused] = log.calls();
  assert.deepEqual([refused.tool.length, refused.subject, refused.code], [200, "a.ts", "toolset_off"]);
  assert.deepEqual([...log.running], []);
  assert.equal(reloaded(serialize(log)).calls()[0].code, "toolset_off");
});

test("a change belongs to the call that made it, and is undone by its id", () => {
  const { log, call } = makeLog();
  const id = call("edit_buffer", {}, null);
  log.applied(id, { ...CHANGE, id: "c1", files: [["/a.ts", 1, 2]] });
  log.applied(99, { ...CHANGE, id: "c2", files: [] });
  log.ended(id, FOUND);
  log.undone("c1");
  log.undone("c9");
  assert.deepEqual([log.calls()[0].change.id, log.calls()[0].change.isUndone], ["c1", true]);
});

const UNKNOWN = { code: "unknown", isError: false, tokens: 9 };

test("a call waits for approval until a person decides, and so do calls that ask for it by the id", () => {
  for (const [isAllowed, outcome] of [
    [true, "allowed"],
    [false, "rejected"],
  ]) {
    const { log, call } = makeLog();
    const id = call("edit_buffer", { file: "a.ts" }, null);
    log.previewed(id, "c4", "/a.ts", 1);
    log.waits(id, "c4");
    log.ended(id, UNKNOWN);
    call("edit_buffer", { change: "c4" }, UNKNOWN);
    call("edit_buffer", { change: "c5" }, UNKNOWN);
    const codes = () => log.calls().map(({ code }) => code);
    assert.deepEqual(codes(), ["unknown", "waiting", "waiting"]);
    const after = reloaded(serialize(log)).calls();
    assert.deepEqual(after.at(-1).code, "unanswered", "its question ended with the window");
    log.decided("c4", isAllowed);
    assert.deepEqual(codes(), ["unknown", outcome, outcome]);
    call("edit_buffer", { change: "c4" }, FOUND);
    assert.equal(codes()[0], "found");
  }
});

test("a change that is only previewed is not one that was found", () => {
  const { log, call } = makeLog();
  for (const code of ["found", "not_allowed"]) {
    const id = call("edit_buffer", { file: "a.ts" }, null);
    log.previewed(id, "c1", "/a.ts", 1);
    log.ended(id, { ...FOUND, code });
  }
  const id = call("edit_buffer", { file: "a.ts" }, null);
  log.previewed(id, "c2", "/a.ts", 1);
  log.applied(id, { ...CHANGE, files: [] });
  log.ended(id, FOUND);
  const codes = log.calls().map(({ code }) => code);
  assert.deepEqual(codes, ["found", "not_allowed", "previewed"]);
});

test("a call that names a change by its id is about the change's files", () => {
  const { log, call } = makeLog();
  log.previewed(99, "c1", "/a.ts", 1);
  log.previewed(99, "c2", "/b.ts", 3);
  log.applied(99, { ...CHANGE, id: "c3", fileCount: 2, files: [["/c.ts", 1, 2]] });
  for (const change of ["c1", "c2", "c3", "c4"]) call("edit_buffer", { change, preview: false });
  call("edit_buffer", { file: "given.ts", change: "c1" });
  const subjects = log.calls().map(({ subject }) => subject);
  assert.deepEqual(subjects, ["given.ts", "c4", "/c.ts +1", "/b.ts +2", "/a.ts"]);
  for (let i = 0; i < MAX_CALLS; i++) log.previewed(99, `d${i}`, "/d.ts", 1);
  call("edit_buffer", { change: "c1" });
  assert.equal(log.calls()[0].subject, "c1", "the oldest are forgotten");
});

test("kept and read back: calls under way have ended, changes cannot be undone any more", () => {
  const { log, call } = makeLog();
  const id = call("edit_buffer", { file: "a.ts" }, null);
  log.applied(id, { ...CHANGE, id: "c1", files: [["/a.ts", 1, 2]] });
  log.ended(id, FOUND);
  call("grep", { pattern: "still" }, null);
  const again = reloaded(serialize(log));
  const [running, edit] = again.calls();
  assert.deepEqual([running.subject, running.code, running.isError], ["still", "closed", true]);
  assert.deepEqual(
    [edit.subject, edit.code, edit.change.canUndo, edit.change.files],
    ["a.ts", "found", false, [["/a.ts", 1, 2]]],
  );
  assert.notEqual(running.id, edit.id);
  const [caller] = again.callers();
  assert.deepEqual([caller.client, caller.isFromBefore, typeof caller.until], ["agent 1.0", true, "number"]);
  assert.equal(reloaded(serialize(again)).calls().length, 2);
});

const caller = { kind: "socket", client: "a", since: 1, until: 2, toolsets: [] };
const row = { caller: 0, tool: "grep", subject: "", started: 1, code: "found", isError: false, took_ms: 1, tokens: 1 };
const with_ = (calls, callers = [caller]) => JSON.stringify({ version: 1, callers, calls });

test("damaged and hostile files: what does not fit is left out, and nothing throws", () => {
  assert.equal(reloaded(with_([row])).calls().length, 1, "the row itself is right");
  const none = [
    ...["", "{", "null", "[]", "1", '"x"', "{}", '{"version":1}', '{"version":2,"callers":[],"calls":[]}'],
    ...[with_({}), with_([row], {}), with_([row], []), with_([row], [null]), with_([null, 1, "x", [], {}])],
    ...[-1, 0.5, "0", null, 1e9].map((at) => with_([{ ...row, caller: at }])),
    ...["tool", "subject", "code"].map((key) => with_([{ ...row, [key]: { evil: 1 } }])),
    ...["tool", "subject"].map((key) => with_([{ ...row, [key]: "x".repeat(5000) }])),
    ...["started", "took_ms", "tokens"].map((key) => with_([{ ...row, [key]: -1 }])),
    with_([{ ...row, started: 9e15 }]),
    ...[{}, null, 1, { id: "c1", files: {} }].map((change) => with_([{ ...row, change }])),
    with_([{ ...row, change: { ...CHANGE, id: "c1", files: [["/a", 1]] } }]),
    with_([{ ...row, change: { ...CHANGE, id: "c1", files: [[{}, 1, 1]] } }]),
    ...[{ kind: "x" }, { client: 1 }, { since: "1" }, { until: null }, { toolsets: [1] }, { toolsets: "a" }].map(
      (bad) => with_([row], [{ ...caller, ...bad }]),
    ),
  ];
  for (const text of none) assert.deepEqual(reloaded(text).calls(), [], text.slice(0, 200));
  const polluted = reloaded(with_([JSON.parse(`{"__proto__":{"evil":1},${JSON.stringify(row).slice(1)}`)]));
  assert.equal(polluted.calls()[0].evil, undefined);
  assert.equal(reloaded(with_(Array(5000).fill(row))).calls().length, MAX_CALLS);
  assert.equal(reloaded(with_([row, null, row])).calls().length, 2, "the others stay");
});

test("written some seconds after a change, at most once in that time, and at the end", async (t) => {
  const path = await makeFile(t);
  const { log, call } = makeLog();
  const store = new ActivityStore(log, path, assert.fail, 50);
  await store.load();
  for (let i = 0; i < 100; i++) call();
  await until(() =>
    stat(path).then(
      () => true,
      () => false,
    ),
  );
  const first = (await stat(path)).mtimeMs;
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  await new Promise((done) => setTimeout(done, 120));
  assert.equal((await stat(path)).mtimeMs, first, "nothing has changed since");
  call("fast_search", { query: "last" });
  store.dispose();
  const again = reloaded(await readFile(path, "utf8"));
  assert.deepEqual([again.calls().length, again.calls()[0].subject], [101, "last"]);
  assert.deepEqual(await readdir(join(path, "..")), ["activity.json"]);
});

test("a store that ends before it was read leaves the file as it is", async (t) => {
  const path = await makeFile(t);
  const { log, call } = makeLog();
  const store = new ActivityStore(log, path, assert.fail, 10);
  call();
  store.dispose();
  await assert.rejects(stat(path), { code: "ENOENT" });
});

test("a file that is too large, a folder or a pipe is none", async (t) => {
  const path = await makeFile(t);
  const folder = join(path, "..", "..");
  const big = join(folder, "big");
  await writeFile(big, with_([row]).padEnd(5 * 1024 * 1024));
  execFileSync("mkfifo", [join(folder, "pipe")]);
  for (const name of ["big", "pipe", ".", "missing"]) {
    const log = new ActivityLog();
    const store = new ActivityStore(log, join(folder, name), assert.fail);
    await store.load();
    assert.deepEqual(log.calls(), [], name);
  }
});

test("what cannot be written is reported, and nothing throws", async (t) => {
  const path = await makeFile(t);
  await writeFile(join(path, ".."), "a file, not a folder");
  const { log, call } = makeLog();
  const warnings = [];
  const store = new ActivityStore(log, path, (text) => warnings.push(text), 10);
  await store.load();
  call();
  await until(() => warnings.length > 0);
  call();
  store.dispose();
  assert.match(warnings.at(-1), /^The activity of agents could not be saved: /);
});

test("a call costs a push: 100,000 take less than 0.02 ms each", () => {
  const { log, call } = makeLog();
  log.onDidChange(() => {});
  const started = process.cpuUsage();
  for (let i = 0; i < 100_000; i++) call("grep", { pattern: "x", file_path: "a" });
  const { user, system } = process.cpuUsage(started);
  assert.ok((user + system) / 1000 / 100_000 < 0.02, `${(user + system) / 1e8} ms`);
});
