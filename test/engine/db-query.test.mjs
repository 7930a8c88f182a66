/** SQLite files that agents ask and change; Python's sqlite3 makes them, and says what is in them. */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import test from "node:test";

import { makeEditor } from "./fake-editor.mjs";

function expectCode(answer, code, part = "") {
  assert.equal(answer.code, code, answer.text);
  assert.ok(answer.text.includes(part), answer.text);
}

const SHOP = `
CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT NOT NULL, born DATE, picture BLOB, big INTEGER, rate REAL);
CREATE TABLE orders(customer INTEGER NOT NULL REFERENCES customer(id) ON DELETE CASCADE, line INTEGER, what TEXT DEFAULT 'tea', PRIMARY KEY(customer, line)) WITHOUT ROWID;
CREATE UNIQUE INDEX by_name ON customer(name);
CREATE VIEW teas AS SELECT * FROM orders WHERE what = 'tea';
CREATE TRIGGER log_it AFTER UPDATE ON customer BEGIN UPDATE orders SET what = 'milk' WHERE customer = new.id; END;
INSERT INTO customer VALUES(1, 'Ann', '2001-02-03', x'00ff', 9223372036854775807, 0.1), (2, 'Bob | Co', NULL, NULL, -5, 1e300), (3, 'two' || char(10) || 'lines', '', x'', 0, 0.0);
INSERT INTO orders(customer, line) VALUES(1, 1), (1, 2), (2, 1);
`;

const python = (file, code) =>
  execFileSync("python3", ["-c", `import sqlite3, sys, json\ndb = sqlite3.connect(sys.argv[1])\n${code}`, file], {
    encoding: "utf8",
  });

function open(t, sql = SHOP) {
  const editor = makeEditor(t, { "a.txt": "just text, and long enough to be no database at all\n" });
  const file = editor.path("shop.db");
  python(file, `db.executescript(${JSON.stringify(sql)})`);
  editor.policies.data = "always";
  const ask = async (args) => {
    const answer = await editor.run("db_query", { file_path: "shop.db", ...args });
    return { ...answer, facts: JSON.parse(answer.factsJson ?? "{}") };
  };
  const all = (query) => JSON.parse(python(file, `print(json.dumps(db.execute(${JSON.stringify(query)}).fetchall()))`));
  return { editor, file, ask, all };
}

test("a query answers with its rows, and values come unchanged", async (t) => {
  const { ask } = open(t);
  const { text, facts, code } = await ask({ sql: "SELECT * FROM customer ORDER BY id" });
  assert.equal(code, "found");
  assert.equal(
    text,
    [
      "id | name | born | picture | big | rate",
      "1 | Ann | \"2001-02-03\" | x'00ff' | 9223372036854775807 | 0.1",
      '2 | "Bob | Co" | NULL | NULL | -5 | 1.0e+300',
      '3 | "two\\nlines" | "" | x\'\' | 0 | 0.0',
    ].join("\n"),
  );
  assert.deepEqual(facts.columns[2], { name: "born", type: "DATE" });
  assert.deepEqual(facts.rows[0], [1, "Ann", "2001-02-03", "x'00ff'", "9223372036854775807", 0.1]);
  assert.deepEqual(facts.rows[1].slice(1), ["Bob | Co", null, null, -5, 1e300]);
  assert.equal(facts.total_count, 3);
  const bound = await ask({
    sql: "SELECT name FROM customer WHERE id = ? OR name = ? ORDER BY id",
    params: [3, "Ann"],
  });
  assert.deepEqual(bound.facts.rows, [["Ann"], ["two\nlines"]]);
  const kinds = await ask({
    sql: "SELECT typeof(?), typeof(?), typeof(?), typeof(?), typeof(?)",
    params: ["1", 1, 1.5, true, null],
  });
  assert.deepEqual(kinds.facts.rows, [["text", "integer", "real", "integer", "null"]]);
  const none = await ask({ sql: "SELECT 1 WHERE 0" });
  assert.deepEqual([none.code, none.text], ["none", "1\nNo rows."]);
});

test("numbers have all of their digits, in texts and for programs", async (t) => {
  const { ask } = open(t);
  const sql = "SELECT 9007199254740991, 0.1 + 0.2, 1234567890.1234567, 1.7976931348623157e308, 100.0";
  const { text, facts } = await ask({ sql });
  const digits = "0.30000000000000004 | 1234567890.1234567 | 1.7976931348623157e+308 | 100.0";
  assert.equal(text.split("\n").at(-1), `9007199254740991 | ${digits}`);
  assert.deepEqual(facts.rows, [
    [9007199254740991, 0.30000000000000004, 1234567890.1234567, 1.7976931348623157e308, 100],
  ]);
});

test("a view that is broken does not hide the columns of others", async (t) => {
  const more =
    "CREATE TABLE made(a, b AS (a + 1)); CREATE VIEW broken AS SELECT * FROM gone; CREATE TABLE part(c REFERENCES customer ON UPDATE CASCADE);";
  const { ask } = open(t, SHOP + more);
  const { text } = await ask({});
  assert.match(text, /^ table made: 2 columns, 0 rows$/m);
  assert.match(text, /^ view teas: 3 columns, 3 rows$/m);
  assert.match(text, /^ view broken: 0 columns, rows not counted$/m);
  assert.match((await ask({ table: "part" })).text, /^ c -> customer \(primary key\) on update CASCADE$/m);
});

test("the schema has tables with rows and keys, and of one its columns, indexes, keys and triggers", async (t) => {
  const { ask } = open(t);
  const tables = await ask({});
  assert.match(tables.text, /^ table customer: 6 columns, 3 rows, primary key id$/m);
  assert.match(tables.text, /^ table orders: 3 columns, 3 rows, primary key customer, line$/m);
  assert.match(tables.text, /^ view teas: 3 columns, 3 rows$/m);
  assert.deepEqual(tables.facts.tables[0], { name: "customer", kind: "table", columns: 6, rows: 3, primary_key: "id" });
  const one = await ask({ table: "ORDERS" });
  assert.match(one.text, /^ customer INTEGER not null primary key$/m);
  assert.match(one.text, /^ what TEXT default 'tea'$/m);
  assert.match(one.text, /^ customer -> customer \(id\) on delete CASCADE$/m);
  assert.deepEqual(
    one.facts.columns.map(({ name, type }) => [name, type]),
    [
      ["customer", "INTEGER"],
      ["line", "INTEGER"],
      ["what", "TEXT"],
    ],
  );
  const other = await ask({ table: "customer" });
  assert.match(other.text, /^ by_name unique \(name\)$/m);
  assert.match(other.text, /^Triggers:\n log_it$/m);
  expectCode(await ask({ table: "custmer" }), "not_found", "shop.db has no table 'custmer'. Nearest: customer.");
});

test("large results continue without loss or repetition, until the file changes", async (t) => {
  const { ask, file } = open(
    t,
    "CREATE TABLE n(i INTEGER); WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 2500) INSERT INTO n SELECT i FROM c",
  );
  const seen = [];
  let cursor;
  for (let page = 0; page < 400; page++) {
    const answer = await ask({
      sql: "SELECT i, 'some text in each of them' FROM n",
      max_tokens: 1500,
      ...(cursor && { cursor }),
    });
    seen.push(...answer.facts.rows.map(([i]) => i));
    cursor = answer.facts.cursor;
    assert.ok(answer.text.length < 8000);
    if (!cursor) break;
    assert.match(answer.text, /^\[[\d,]+ more rows: cursor=/m);
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 2500 }, (_, i) => i + 1),
  );
  const first = await ask({ sql: "SELECT i FROM n", max_results: 10 });
  assert.match(first.text, /^\[2,490 more rows: cursor="/m);
  expectCode(
    await ask({ sql: "SELECT i + 0 FROM n", cursor: first.facts.cursor }),
    "conflict",
    "The database or the statement has changed",
  );
  python(file, "db.execute('INSERT INTO n VALUES(0)'); db.commit()");
  expectCode(await ask({ sql: "SELECT i FROM n", cursor: first.facts.cursor }), "conflict", "Call again without it");
  const endless = "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c) SELECT i FROM c";
  const some = await ask({ sql: endless, max_results: 5 });
  assert.deepEqual(some.facts.rows, [[1], [2], [3], [4], [5]]);
  assert.match(some.text, /^\[more than [\d,]+ more rows: cursor=/m);
});

test("a change is counted first, and kept when it is asked for", async (t) => {
  const { ask, all, editor } = open(t);
  const before = all("SELECT name FROM customer");
  const sql = "UPDATE customer SET name = name || '!' WHERE id < ?";
  const preview = await ask({ sql, params: [3] });
  assert.match(
    preview.text,
    /^PREVIEW: 2 rows would change, and 3 more by triggers and foreign keys\. Nothing is kept: call again with preview: false\.$/m,
  );
  assert.deepEqual(all("SELECT name FROM customer"), before);
  const none = await ask({ sql: "DELETE FROM customer WHERE 0" });
  assert.match(none.text, /^PREVIEW: 0 rows would change\.$/m);
  const applied = await ask({ sql: `${sql} RETURNING id, name`, params: [3], preview: false });
  assert.match(applied.text, /^APPLIED: 2 rows changed/);
  assert.deepEqual(
    [applied.facts.affected, applied.facts.rows],
    [
      2,
      [
        [1, "Ann!"],
        [2, "Bob | Co!"],
      ],
    ],
  );
  assert.deepEqual(all("SELECT name FROM customer WHERE id < 3"), [["Ann!"], ["Bob | Co!"]]);
  const dropped = await ask({ sql: "DELETE FROM customer WHERE id = 1", preview: false });
  assert.match(dropped.text, /^APPLIED: 1 row changed, and 2 more by triggers and foreign keys\.$/m);
  assert.match((await ask({ sql: "CREATE TABLE t(x)", preview: false })).text, /^APPLIED: the schema has changed\.$/m);
  assert.deepEqual(all("SELECT count(*) FROM t"), [[0]]);
  editor.policies.data = "never";
  expectCode(
    await ask({ sql: "DELETE FROM orders", preview: false }),
    "not_allowed",
    "does not allow changes by the toolset 'data'",
  );
  assert.equal((await ask({ sql: "DELETE FROM orders" })).facts.affected, 1);
  assert.deepEqual(all("SELECT count(*) FROM orders"), [[1]]);
});

test("what is not one statement, or may not run, is refused with the reason", async (t) => {
  const { ask, editor, file } = open(t);
  const before = fs.readFileSync(file);
  const cases = [
    ["SELECT 1; SELECT 2", "invalid_argument", "sql has several statements"],
    ["SELECT 1; DROP TABLE orders", "invalid_argument", "sql has several statements"],
    ["-- nothing", "invalid_argument", "sql has no statement"],
    [" ", "invalid_argument", "sql is required"],
    ["SELECT *\n  FROM custmer", "invalid_argument", "no such table: custmer. Nearest: customer."],
    ["SELECT nme FROM customer", "invalid_argument", "line 1, column 8: no such column: nme"],
    ["SELEC 1", "invalid_argument", 'line 1, column 1: near "SELEC": syntax error'],
    ["SELECT ?", "invalid_argument", "sql has 1 parameter, and params 0 values"],
    ["ATTACH '/etc/passwd' AS x", "not_allowed", "cannot be attached"],
    ["VACUUM INTO '/tmp/x.db'", "invalid_argument", "cannot VACUUM from within a transaction"],
    ["PRAGMA journal_mode=DELETE", "not_allowed", "only pragmas that read something"],
    ["PRAGMA writable_schema=ON", "not_allowed", "only pragmas that read something"],
    ["BEGIN", "not_allowed", "its own transaction"],
    ["SELECT load_extension('x')", "invalid_argument", "no such function: load_extension"],
    ["INSERT INTO customer(id, name) VALUES(9, NULL)", "invalid_argument", "NOT NULL constraint failed: customer.name"],
  ];
  for (const [sql, code, text] of cases)
    for (const preview of [true, false]) expectCode(await ask({ sql, preview }), code, text);
  assert.deepEqual(fs.readFileSync(file), before);
  expectCode(await ask({ file_path: "a.txt" }), "corrupt", "a.txt is not a SQLite database");
  expectCode(await ask({ file_path: "none.db" }), "not_found", "none.db");
  expectCode(await ask({ file_path: "/etc/hostname" }), "outside_workspace", "");
  fs.symlinkSync("/etc/hostname", editor.path("link.db"));
  expectCode(await ask({ file_path: "link.db" }), "outside_workspace", "");
  const deep = `SELECT ${"(".repeat(5000)}1${")".repeat(5000)}`;
  assert.equal((await ask({ sql: deep })).code, "invalid_argument");
  assert.equal((await ask({ sql: `SELECT ${"1+".repeat(5000)}1` })).code, "invalid_argument");
});

test("reading leaves nothing beside a file, and a change is tried only in a folder that is trusted", async (t) => {
  for (const policy of ["always", "untrusted"]) {
    const { ask, editor, file } = open(t, `PRAGMA journal_mode=WAL; ${SHOP}`);
    editor.policies.data = policy;
    const beside = () => fs.readdirSync(editor.folders[0]).filter((name) => name.startsWith("shop.db-"));
    const end = (code) => python(file, `import os\ndb.isolation_level = None\n${code}\nos._exit(0)`);
    const before = fs.readFileSync(file);
    assert.equal((await ask({ sql: "SELECT count(*) FROM orders" })).text, "count(*)\n3");
    assert.match((await ask({})).text, /^ table orders: 3 columns, 3 rows/m);
    assert.deepEqual(beside(), [], policy);
    const preview = await ask({ sql: "DELETE FROM orders" });
    if (policy === "untrusted") expectCode(preview, "not_allowed", "a change is not tried either");
    else assert.match(preview.text, /^PREVIEW: 3 rows/);
    assert.deepEqual(fs.readFileSync(file), before);
    // A program that ended without closing leaves the log, which has rows that the file has not.
    end("db.execute('PRAGMA wal_autocheckpoint=0'); db.execute('DELETE FROM orders')");
    fs.rmSync(`${file}-shm`);
    const after = await ask({ sql: "SELECT count(*) FROM orders" });
    if (policy === "always") assert.equal(after.text, "count(*)\n0");
    else expectCode(after, "not_allowed", "Reading it would write beside it");
    if (policy === "untrusted") assert.deepEqual(beside(), ["shop.db-wal"]);
    assert.deepEqual(fs.readFileSync(file), before);
  }
});

test("a file that was left in the middle of a change is not read", async (t) => {
  const { ask, editor, file } = open(t);
  python(
    file,
    "db.executescript('CREATE TABLE big(x)'); db.executemany('INSERT INTO big VALUES(?)', [('x' * 1000,)] * 2000); db.commit()",
  );
  python(
    file,
    "import os\ndb.isolation_level = None\ndb.execute('PRAGMA cache_size=5'); db.execute('BEGIN')\ndb.execute(\"UPDATE big SET x = 'y' || x\")\nos._exit(0)",
  );
  assert.ok(fs.existsSync(`${file}-journal`));
  for (const policy of ["always", "untrusted"]) {
    editor.policies.data = policy;
    const before = fs.readFileSync(file);
    for (const args of [{}, { sql: "SELECT count(*) FROM big" }, { sql: "DELETE FROM big", preview: false }])
      expectCode(await ask(args), "not_readable", "in the middle of a change");
    assert.deepEqual(fs.readFileSync(file), before);
  }
});

test("what is no regular file is refused", async (t) => {
  const { ask, editor } = open(t);
  execFileSync("mkfifo", [editor.path("pipe.db")]);
  fs.mkdirSync(editor.path("folder.db"));
  for (const args of [{}, { sql: "SELECT 1" }]) {
    expectCode(await ask({ ...args, file_path: "pipe.db" }), "not_readable", "a pipe, a socket or a device");
    expectCode(await ask({ ...args, file_path: "folder.db" }), "is_directory", "a directory");
  }
});

/** Asks a person, who allows all; the questions. */
function allowing(editor) {
  const asked = [];
  editor.policies.data = "ask";
  editor.on.approve = async ({ title }) => {
    asked.push(title);
    return { data: { allowed: true, why: "" } };
  };
  return asked;
}

test("the person sees the values of a statement", async (t) => {
  const { ask, editor, all } = open(t);
  const asked = allowing(editor);
  const long = "ä".repeat(80);
  const sql = "UPDATE customer SET name = ?, born = ?, big = ?, rate = ? WHERE id = ?";
  await ask({ sql, params: [long, "a\n\u202eb", null, 1.5, 1], preview: false });
  assert.equal(
    asked[0],
    `wants to change 3 rows of shop.db: ${sql} with the values "${"ä".repeat(50)}…", "a\\n???b", NULL, 1.5, 1`,
  );
  assert.deepEqual(all("SELECT name, big, rate FROM customer WHERE id = 1"), [[long, null, 1.5]]);
  const many = Array.from({ length: 200 }, (_, i) => i);
  const list = many.map(() => "?").join(", ");
  await ask({ sql: `DELETE FROM customer WHERE id IN (${list})`, params: many, preview: false });
  assert.match(asked[1], /values 0, 1, 2, .*, and \d+ more$/);
  assert.ok(asked[1].length < 2000);
});

test("the person sees all of a statement, or is not asked", async (t) => {
  const { ask, editor, all } = open(t);
  const asked = allowing(editor);
  const sqlOf = (bytes) => {
    const [head, end] = ["UPDATE customer SET name = name WHERE id = 1 -- ", "\nOR id = 2"];
    return head + "x".repeat(bytes - head.length - end.length) + end;
  };
  for (const bytes of [1500, 10_000]) {
    assert.equal((await ask({ sql: `  ${sqlOf(bytes)} `, preview: false })).code, "found");
    assert.match(asked.pop(), /^wants to change \d rows of shop\.db: UPDATE customer .* x+ ⏎ OR id = 2$/);
  }
  const long = { sql: sqlOf(10_001), preview: false };
  const before = all("SELECT id, name FROM customer");
  expectCode(
    await ask(long),
    "refused",
    "The statement has 10001 bytes, and the person who is asked sees 10000 at most.",
  );
  assert.deepEqual(all("SELECT id, name FROM customer"), before);
  assert.deepEqual(asked, []);
  // Where nothing is asked there is nothing to see.
  assert.match((await ask({ ...long, preview: true })).text, /^PREVIEW: 2 rows/);
  editor.policies.data = "always";
  assert.match((await ask(long)).text, /^APPLIED: 2 rows/);
});

test("a busy file is waited for", async (t) => {
  const { ask, file } = open(t);
  const hold = (seconds) =>
    spawn("python3", [
      "-c",
      `import sqlite3, time, sys\ndb = sqlite3.connect(sys.argv[1]); db.execute("BEGIN EXCLUSIVE"); print("held", flush=True); time.sleep(${seconds})`,
      file,
    ]);
  const short = hold(0.7);
  await new Promise((resolve) => short.stdout.once("data", resolve));
  assert.equal((await ask({ sql: "SELECT count(*) FROM customer" })).code, "found");
  const long = hold(60);
  await new Promise((resolve) => long.stdout.once("data", resolve));
  expectCode(await ask({ sql: "SELECT count(*) FROM customer" }), "busy", "is being written by another program");
  long.kill("SIGKILL");
});

test("an endless statement ends with the call's time, and when it is cancelled", async (t) => {
  const { ask, editor, all } = open(t);
  const endless = "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c) ";
  const controller = new AbortController();
  const call = editor.run(
    "db_query",
    { file_path: "shop.db", sql: `${endless}SELECT max(i) FROM c` },
    { signal: controller.signal },
  );
  setTimeout(() => controller.abort(), 300);
  const begun = performance.now();
  const outcome = await call.then((answer) => answer.code, String);
  assert.match(String(outcome), /cancelled|AbortError/);
  assert.ok(performance.now() - begun < 5000);
  editor.engine.deadlineMs = 1500;
  expectCode(await ask({ sql: `${endless}SELECT max(i) FROM c` }), "deadline");
  const sql = `${endless}INSERT INTO orders(customer, line) SELECT 1, i + 9 FROM c`;
  expectCode(await ask({ sql, preview: false }), "deadline");
  editor.engine.deadlineMs = 45_000;
  assert.deepEqual(all("SELECT count(*) FROM orders"), [[3]]);
});
