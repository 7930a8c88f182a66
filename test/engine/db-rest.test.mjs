/** A SQLite file that is asked again and again stays open for some seconds: what other programs do to it meanwhile. */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";

import { makeEditor } from "./fake-editor.mjs";

const WAIT_MS = 60_000;

/** By the list of what this process has open. */
const isLinux = process.platform === "linux";

const python = (file, sql) =>
  execFileSync("python3", [
    "-c",
    "import sqlite3, sys\ndb = sqlite3.connect(sys.argv[1], isolation_level=None)\ndb.executescript(sys.argv[2])\ndb.close()",
    file,
    sql,
  ]);

/** In whole seconds, which a program can set again. */
const OLD = 1_000_000_000;

function make(file, value) {
  python(file, `CREATE TABLE t(a); INSERT INTO t VALUES('${value}')`);
  fs.utimesSync(file, OLD, OLD);
}

function openNow(folder) {
  const targets = fs.readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      return [fs.readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      return []; // closed meanwhile
    }
  });
  return targets.filter((target) => target.startsWith(folder) && target.includes(".db"));
}

async function until(isTrue, what) {
  for (const end = Date.now() + WAIT_MS; !(await isTrue()); await new Promise((resolve) => setTimeout(resolve, 20)))
    assert.ok(Date.now() < end, what);
}

/** An editor with these files, all of which rest. */
async function restAll(t, names) {
  const editor = makeEditor(t, { "a.txt": "" });
  editor.policies.data = "always";
  for (const name of names) make(editor.path(name), name);
  const ask = async (name, more) => {
    const answer = await editor.run("db_query", { file_path: name, sql: "SELECT a FROM t", ...more });
    return { ...answer, rows: JSON.parse(answer.factsJson ?? "{}").rows?.flat() };
  };
  const rest = () =>
    until(async () => {
      for (const name of names) assert.deepEqual((await ask(name)).rows, [name]);
      return openNow(editor.folders[0]).length === names.length;
    }, "they do not rest");
  await rest();
  return { editor, ask, rest };
}

const beside = (editor) => fs.readdirSync(editor.folders[0]).filter((name) => /-(wal|shm|journal)$/.test(name));

test("a file that rests is answered as it is now", { skip: !isLinux }, async (t) => {
  const { editor, ask } = await restAll(t, ["add.db", "over.db", "copy.db", "gone.db"]);
  const other = path.join(editor.parent, "other.db");
  make(other, "other!");
  // Nothing is locked: another program changes all of the file at once.
  python(editor.path("add.db"), "PRAGMA busy_timeout=0; BEGIN EXCLUSIVE; INSERT INTO t VALUES('new'); COMMIT; VACUUM");
  assert.deepEqual((await ask("add.db")).rows, ["add.db", "new"]);
  // A copy over it has the same length and the old time, and the counters in its head are the same.
  const { size } = fs.statSync(editor.path("copy.db"));
  fs.copyFileSync(other, editor.path("copy.db"));
  fs.utimesSync(editor.path("copy.db"), OLD, OLD);
  assert.equal(fs.statSync(editor.path("copy.db")).size, size);
  assert.deepEqual((await ask("copy.db")).rows, ["other!"]);
  fs.renameSync(other, editor.path("over.db"));
  assert.deepEqual((await ask("over.db")).rows, ["other!"]);
  fs.truncateSync(editor.path("over.db"));
  assert.equal((await ask("over.db")).code, "invalid_argument");
  fs.rmSync(editor.path("gone.db"));
  assert.equal((await ask("gone.db")).code, "not_found");
  assert.deepEqual(beside(editor), []);
});

test("a file that rests is written between the look at it and the lock", { skip: !isLinux }, async (t) => {
  const { editor, ask } = await restAll(t, ["late.db"]);
  const writer = spawn("python3", [
    "-c",
    `import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("BEGIN EXCLUSIVE")
print("locked", flush=True)
sys.stdin.readline()
db.execute("ALTER TABLE t RENAME COLUMN a TO b")
db.execute("COMMIT")`,
    editor.path("late.db"),
  ]);
  t.after(() => writer.kill());
  await once(writer.stdout, "data");
  const answer = ask("late.db", { sql: "SELECT * FROM t" });
  await new Promise((resolve) => setTimeout(resolve, 300));
  writer.stdin.end("go\n");
  const { rows, factsJson } = await answer;
  assert.deepEqual([rows, JSON.parse(factsJson).columns[0].name], [["late.db"], "b"]);
});

test("a file that rests is written by a call, and gets a log by another program", { skip: !isLinux }, async (t) => {
  const { editor, ask } = await restAll(t, ["own.db", "log.db", "both.db"]);
  const write = { sql: "UPDATE t SET a = 'mine'", preview: false };
  assert.equal((await ask("own.db", write)).code, "found");
  assert.deepEqual((await ask("own.db")).rows, ["mine"]);
  python(editor.path("log.db"), "PRAGMA journal_mode=WAL; UPDATE t SET a = 'logged'");
  assert.deepEqual(beside(editor), []);
  assert.deepEqual((await ask("log.db")).rows, ["logged"]);
  assert.deepEqual(beside(editor), []);
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask("both.db")));
  for (const { rows } of answers) assert.deepEqual(rows, ["both.db"]);
});

test("a file that rests has no handlers of the last call, and is closed in time", { skip: !isLinux }, async (t) => {
  const { editor, ask, rest } = await restAll(t, ["x.db"]);
  const endless = "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c) SELECT max(i) FROM c";
  const controller = new AbortController();
  const running = editor.engine.call("db_query", { file_path: "x.db", sql: endless }, { signal: controller.signal });
  setTimeout(() => controller.abort(), 50);
  assert.equal((await running).code, "cancelled");
  await rest();
  assert.equal((await ask("x.db", { sql: "ATTACH 'other.db' AS o" })).code, "not_allowed");
  assert.equal((await ask("x.db", { sql: "PRAGMA query_only=OFF" })).code, "not_allowed");
  await until(() => !openNow(editor.folders[0]).length, "it stays open");
  await rest();
  editor.engine.dispose();
  assert.deepEqual(openNow(editor.folders[0]), []);
});
