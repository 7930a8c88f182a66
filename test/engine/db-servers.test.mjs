/** Databases of servers that agents ask and change: real ones, asked by the shim's own clients as they ship. */
import assert from "node:assert/strict";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { after, before, test as testAlways } from "node:test";

import { PASSWORD, programs, startMaria, startPostgres } from "./database-servers.mjs";
import { makeEditor, root } from "./fake-editor.mjs";

const require = createRequire(import.meta.url);
const { Databases } = require(path.join(root, "build/databases.js"));

const missing = Object.entries(programs).filter(([, program]) => !program);
const skip = missing.length > 0 && `this machine has no ${missing.map(([name]) => name).join(", ")}`;
const test = (name, run) => testAlways(name, { skip }, run);

const servers = {};
/** As a person has them in the settings. */
const connections = {};
const passwords = { given: PASSWORD };

const TABLES = {
  pg: [
    "CREATE TABLE customer(id serial PRIMARY KEY, name text NOT NULL UNIQUE, born date, big bigint, price numeric(12,2))",
    "CREATE TABLE orders(customer int NOT NULL REFERENCES customer(id) ON DELETE CASCADE, line int, what text DEFAULT 'tea', PRIMARY KEY(customer, line))",
    "CREATE VIEW teas AS SELECT * FROM orders WHERE what = 'tea'",
    "CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN UPDATE orders SET what = 'milk' WHERE customer = new.id; RETURN new; END $$",
    "CREATE TRIGGER log_it AFTER UPDATE ON customer FOR EACH ROW EXECUTE FUNCTION note()",
    "CREATE TABLE many AS SELECT i, 'some text in each of them' AS t FROM generate_series(1, 30000) i",
    "ANALYZE many",
  ],
  my: [
    "CREATE TABLE customer(id int AUTO_INCREMENT PRIMARY KEY, name varchar(40) NOT NULL UNIQUE, born date, big bigint unsigned, price decimal(12,2)) ENGINE=InnoDB",
    "CREATE TABLE orders(customer int NOT NULL, line int, what varchar(9) DEFAULT 'tea', PRIMARY KEY(customer, line), FOREIGN KEY (customer) REFERENCES customer(id) ON DELETE CASCADE) ENGINE=InnoDB",
    "CREATE VIEW teas AS SELECT * FROM orders WHERE what = 'tea'",
    "CREATE TRIGGER log_it BEFORE UPDATE ON customer FOR EACH ROW SET new.born = '2000-01-01'",
    "CREATE TABLE many(i int PRIMARY KEY, t text) ENGINE=InnoDB",
    "INSERT INTO many SELECT seq, 'some text in each of them' FROM seq_1_to_30000",
    "ANALYZE TABLE many",
    "CREATE TABLE plain_log(x int) ENGINE=MyISAM",
    "CREATE PROCEDURE log_one() INSERT INTO plain_log VALUES(1)",
  ],
  both: [
    "INSERT INTO customer(name, born, big, price) VALUES('Ann', '2001-02-03', 9223372036854775807, 12.50), ('Bob | Co', NULL, NULL, 99999999.99), ('Cy', NULL, -0, 0)",
    "INSERT INTO orders(customer, line) VALUES(1, 1), (1, 2), (2, 1)",
  ],
};

/** A client beside the tool: it makes the tables, and sees what is in them. */
const beside = {
  async pg(sql) {
    const { Client } = require("pg");
    const client = new Client({
      host: "127.0.0.1",
      port: servers.pg.port,
      user: "ann",
      password: PASSWORD,
      database: "postgres",
    });
    await client.connect();
    try {
      return (await client.query({ text: sql, rowMode: "array" })).rows;
    } finally {
      await client.end();
    }
  },
  async my(sql) {
    const client = await require("mysql2/promise").createConnection({
      host: "127.0.0.1",
      port: servers.my.port,
      user: "ann",
      password: PASSWORD,
      database: "shop",
      rowsAsArray: true,
    });
    try {
      return (await client.query(sql))[0];
    } finally {
      await client.end();
    }
  },
};

before(async () => {
  if (skip) return;
  [servers.pg, servers.my] = await Promise.all([startPostgres(), startMaria()]);
  connections.pg = { type: "postgresql", host: "localhost", port: servers.pg.port, database: "postgres", user: "ann" };
  connections.my = { type: "mysql", host: "127.0.0.1", port: servers.my.port, database: "shop", user: "ann" };
  for (const name of ["pg", "my"]) for (const sql of [...TABLES[name], ...TABLES.both]) await beside[name](sql);
});

after(() => {
  for (const server of Object.values(servers)) server.stop();
});

function open(t, more = {}) {
  const editor = makeEditor(t, {});
  const all = { ...connections, ...more };
  const password = async () => {
    if (passwords.fails) throw new Error("the keyring is locked");
    return passwords.given;
  };
  const databases = new Databases({ connections: () => all, password });
  t.after(() => databases.dispose());
  editor.policies.data = "always";
  editor.on.queryDatabase = async (...args) => ({ data: await databases.query(...args) });
  editor.on.cancelDatabase = async (id) => ({ data: await databases.cancel(id) });
  const ask = async (connection, args, options) => {
    const answer = await editor.run("db_query", { connection, ...args }, options);
    return { ...answer, facts: JSON.parse(answer.factsJson ?? "{}") };
  };
  return { editor, ask, databases };
}

function expectCode(answer, code, part = "") {
  assert.equal(answer.code, code, answer.text);
  assert.ok(answer.text.includes(part), answer.text);
}

const lines = (...all) => all.join("\n");

test("values of PostgreSQL come unchanged", async (t) => {
  const { ask } = open(t);
  const sql =
    "SELECT id, name, born, big, price, name = 'Ann' AS yes, '\\x00ff'::bytea AS bytes, '{\"a\": [1]}'::jsonb AS j, ARRAY[1,NULL] AS list," +
    " 0.1::float4 AS f, 'NaN'::float8 AS nan FROM customer WHERE id < $1 OR name = $2 ORDER BY id";
  const { text, facts } = await ask("pg", { sql, params: [3, "x' OR 1=1 --"] });
  assert.equal(
    text,
    lines(
      "id | name | born | big | price | yes | bytes | j | list | f | nan",
      `1 | Ann | "2001-02-03" | 9223372036854775807 | 12.50 | true | x'00ff' | {"a": [1]} | {1,NULL} | 0.1 | NaN`,
      `2 | "Bob | Co" | NULL | NULL | 99999999.99 | false | x'00ff' | {"a": [1]} | {1,NULL} | 0.1 | NaN`,
    ),
  );
  assert.deepEqual(facts.rows[0].slice(0, 7), [
    1,
    "Ann",
    "2001-02-03",
    "9223372036854775807",
    "12.50",
    true,
    "x'00ff'",
  ]);
  assert.deepEqual(facts.columns[4], { name: "price", type: "numeric(12,2)" });
  assert.equal(facts.total_count, 2);
  const long = await ask("pg", { sql: "SELECT repeat('ä', 5000), decode(repeat('ab', 100), 'hex')" });
  assert.match(long.text, /^ä{1000}… \(10000 bytes\) \| x'(ab){64}…' \(100 bytes\)$/m);
  assert.match(long.text, /substr\(column, start, length\)/);
  const none = await ask("pg", { sql: "SELECT 1 AS one WHERE false" });
  assert.deepEqual([none.code, none.text], ["none", "one\nNo rows."]);
});

test("values of MariaDB come unchanged", async (t) => {
  const { ask } = open(t);
  const sql =
    "SELECT id, name, born, big, 18446744073709551615 AS u, price, x'00ff' AS bytes, cast(0.1 AS float) AS f, time '-12:34:56.5' AS at," +
    " 'a\\0b' AS nul FROM customer WHERE id < ? OR name = ? ORDER BY id LIMIT ?";
  const { text, facts } = await ask("my", { sql, params: [3, "x' OR 1=1 -- ", 2] });
  assert.equal(
    text,
    lines(
      "id | name | born | big | u | price | bytes | f | at | nul",
      `1 | Ann | "2001-02-03" | 9223372036854775807 | 18446744073709551615 | 12.50 | x'00ff' | 0.1 | "-12:34:56.5" | "a\\u0000b"`,
      `2 | "Bob | Co" | NULL | NULL | 18446744073709551615 | 99999999.99 | x'00ff' | 0.1 | "-12:34:56.5" | "a\\u0000b"`,
    ),
  );
  assert.deepEqual(facts.rows[0].slice(3, 6), ["9223372036854775807", "18446744073709551615", "12.50"]);
  assert.equal(facts.rows[0][9], "a\0b");
  assert.deepEqual(facts.columns[3], { name: "big", type: "bigint unsigned" });
});

for (const name of ["pg", "my"]) {
  const mark = name === "pg" ? "$1" : "?";

  test(`${name}: the schema has tables with rows and keys, and of one its columns, indexes, keys and triggers`, async (t) => {
    const { ask } = open(t);
    const { text, facts } = await ask(name, {});
    assert.match(text, /^ table customer: 5 columns, 3 rows, primary key id$/m);
    assert.match(text, /^ table orders: 3 columns, 3 rows, primary key customer, line$/m);
    assert.match(text, /^ table many: 2 columns, about [\d,]+ rows \(an estimate of the server's\)/m);
    assert.match(text, /^ view teas: 3 columns/m);
    const many = facts.tables.find((table) => table.name === "many");
    assert.ok(many.estimated && Math.abs(many.rows - 30000) < 3000, JSON.stringify(many));
    const one = await ask(name, { table: "ORDERS" });
    assert.match(one.text, /^ customer int\S* not null primary key$/m);
    assert.match(one.text, /^ what \S+(?: \S+)* default 'tea'/m);
    assert.match(one.text, /^ customer -> customer \(id\) on delete CASCADE$/m);
    assert.match((await ask(name, { table: "many" })).text, /: 2 columns, 30,000 rows/);
    assert.match((await ask(name, { table: "customer" })).text, /^Triggers:\n log_it$/m);
    assert.match((await ask(name, { table: "customer" })).text, /^ \S*name\S* unique \(name\)$/m);
    expectCode(await ask(name, { table: "custmer" }), "not_found", "has no table 'custmer'. Nearest: customer.");
  });

  test(`${name}: large results continue without loss or repetition, until their rows change`, async (t) => {
    const { ask } = open(t);
    const seen = [];
    let cursor;
    for (let page = 0; page < 100; page++) {
      const answer = await ask(name, {
        sql: "SELECT i, t FROM many WHERE i <= 1500 ORDER BY i",
        max_tokens: 3000,
        max_results: 10000,
        ...(cursor && { cursor }),
      });
      seen.push(...answer.facts.rows.map(([i]) => i));
      cursor = answer.facts.cursor;
      if (!cursor) break;
      assert.match(answer.text, /^\[[\d,]+ more rows: cursor=/m);
    }
    assert.deepEqual(
      seen,
      Array.from({ length: 1500 }, (_, i) => i + 1),
    );
    const first = await ask(name, { sql: "SELECT name FROM customer ORDER BY name", max_results: 2 });
    assert.match(first.text, /^\[1 more rows: cursor="/m);
    const other = { sql: "SELECT name FROM customer ORDER BY id", cursor: first.facts.cursor };
    expectCode(await ask(name, other), "conflict", "The statement has changed");
    await beside[name]("INSERT INTO customer(name) VALUES('Aaa')");
    const same = { sql: "SELECT name FROM customer ORDER BY name", max_results: 2, cursor: first.facts.cursor };
    expectCode(await ask(name, same), "conflict", "The rows have changed");
    await beside[name]("DELETE FROM customer WHERE name = 'Aaa'");
    const huge = "SELECT a.i FROM many a, many b, many c";
    const begun = performance.now();
    const some = await ask(name, { sql: huge, max_results: 5 });
    assert.equal(some.facts.rows.length, 5);
    assert.match(some.text, /^\[more than [\d,]+ more rows: cursor=/m);
    assert.ok(performance.now() - begun < 10_000);
  });

  test(`${name}: a change is counted first, and kept when it is asked for`, async (t) => {
    const { ask, editor } = open(t);
    const names = () => beside[name]("SELECT name FROM customer ORDER BY id");
    const before = await names();
    const sql = `UPDATE customer SET name = concat(name, '!') WHERE id < ${mark}`;
    const preview = await ask(name, { sql, params: [3] });
    const more = name === "pg" ? ", and 3 more by triggers and foreign keys" : "";
    assert.equal(preview.text, `PREVIEW: 2 rows would change${more}. Nothing is kept: call again with preview: false.`);
    assert.deepEqual(await names(), before);
    const asked = [];
    editor.policies.data = "ask";
    editor.on.approve = async (question) => {
      asked.push(question.title);
      return { data: { allowed: false, why: "no" } };
    };
    expectCode(await ask(name, { sql, params: [3], preview: false }), "not_allowed", "no. Nothing was changed.");
    const count = name === "pg" ? 5 : 2;
    assert.deepEqual(asked, [`wants to change ${count} rows of the database '${name}': ${sql} with the value 3`]);
    assert.deepEqual(await names(), before);
    // The rows change while the person is asked.
    editor.on.approve = async () => {
      await beside[name]("INSERT INTO customer(id, name) VALUES(-1, 'late')");
      return { data: { allowed: true, why: "" } };
    };
    expectCode(await ask(name, { sql, params: [3], preview: false }), "conflict", `and not the ${count} of before`);
    await beside[name]("DELETE FROM customer WHERE id = -1");
    assert.deepEqual(await names(), before);
    editor.policies.data = "always";
    const applied = await ask(name, { sql, params: [3], preview: false });
    assert.equal(applied.text, `APPLIED: 2 rows changed${more}.`);
    assert.equal(applied.facts.affected, 2);
    assert.deepEqual((await names()).flat(), ["Ann!", "Bob | Co!", "Cy"]);
    const returned = await ask(name, {
      sql: "INSERT INTO customer(name) SELECT concat('n', i) FROM many WHERE i < 700 RETURNING name",
    });
    assert.equal(returned.facts.affected, 699);
    assert.match(returned.text, /^PREVIEW: 699 rows would change\./);
    editor.policies.data = "never";
    expectCode(await ask(name, { sql: "DELETE FROM orders", preview: false }), "not_allowed", "does not allow changes");
    editor.policies.data = "untrusted";
    expectCode(await ask(name, { sql: "DELETE FROM orders" }), "not_allowed", "is not trusted");
    assert.equal((await ask(name, { sql: "SELECT count(*) FROM orders" })).code, "found");
    assert.deepEqual((await beside[name]("SELECT count(*) FROM orders")).flat().map(Number), [3]);
    await beside[name]("UPDATE customer SET name = replace(name, '!', '')");
  });

  test(`${name}: cancelling and deadlines reach the server`, async (t) => {
    const { ask, editor } = open(t);
    const sleep = name === "pg" ? "SELECT pg_sleep(60)" : "SELECT SLEEP(60)";
    const running = async () => {
      const list =
        name === "pg" ? "SELECT query FROM pg_stat_activity WHERE state = 'active'" : "SHOW FULL PROCESSLIST";
      return JSON.stringify(await beside[name](list))
        .toUpperCase()
        .includes("SLEEP(60)");
    };
    const reach = async (wanted) => {
      for (let left = 200; (await running()) !== wanted; left--) {
        assert.ok(left, `never ${wanted}`);
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    };
    for (const args of [
      { sql: sleep },
      { sql: `UPDATE orders SET what = 'x' WHERE line = 1 AND (${sleep}) IS NULL` },
    ]) {
      const controller = new AbortController();
      const call = ask(name, args, { signal: controller.signal }).catch((error) => ({ code: String(error) }));
      await reach(true);
      controller.abort();
      assert.match((await call).code, /cancelled|AbortError/);
      await reach(false);
    }
    editor.engine.deadlineMs = 1500;
    expectCode(await ask(name, { sql: sleep }), "deadline");
    await reach(false);
    editor.engine.deadlineMs = 45_000;
    assert.equal((await ask(name, { sql: "SELECT 1" })).code, "found");
  });
}

test("what is not one statement, or may not run, is refused with the reason and its place", async (t) => {
  const { ask } = open(t);
  const written = path.join(servers.pg.socket, "written");
  const filler = "SET @a = 'a long body'; ".repeat(200);
  for (const sql of [
    "CREATE TABLE `od``d`(x int) ENGINE=MyISAM",
    "CREATE SEQUENCE numbers",
    "CREATE TABLE traced(x int) ENGINE=InnoDB",
    `CREATE TRIGGER long_one AFTER UPDATE ON traced FOR EACH ROW BEGIN ${filler} INSERT INTO plain_log VALUES(1); END`,
  ])
    await beside.my(sql);
  t.after(() => beside.my("DROP TABLE traced"));
  const cases = [
    ["pg", "SELECT 1; SELECT 2", "invalid_argument", "sql has several statements"],
    ["pg", "SELECT 1; DROP TABLE orders", "invalid_argument", "sql has several statements"],
    ["pg", "-- nothing", "invalid_argument", "there is no statement"],
    [
      "pg",
      "SELECT *\n  FROM custmer",
      "invalid_argument",
      'line 2, column 8: relation "custmer" does not exist. Nearest: customer.',
    ],
    ["pg", "SELECT 'ä', nme FROM customer", "invalid_argument", 'line 1, column 14: column "nme" does not exist'],
    ["pg", "SELEC 1", "not_allowed", "has to begin with one of SELECT"],
    ["pg", "SELECT $1 || $2", "invalid_argument", "sql has 2 parameters, and params 0 values"],
    ["pg", "COMMIT", "not_allowed", "its own transaction"],
    ["pg", "/* x */ SET default_transaction_read_only = off", "not_allowed", "its own transaction"],
    ["pg", "COPY customer TO PROGRAM 'cat'", "not_allowed", "has to begin with one of"],
    // Comments in comments, and one that ends with its line, whatever ends that.
    [
      "pg",
      `/* /* */ SELECT */ COPY (SELECT 1) TO PROGRAM 'touch ${written}'`,
      "not_allowed",
      "has to begin with one of",
    ],
    ["pg", `--\rCOPY (\nSELECT 1) TO PROGRAM 'touch ${written}'`, "not_allowed", "has to begin with one of"],
    ["pg", "/* /* */ SELECT */ COPY customer FROM STDIN", "not_allowed", "has to begin with one of"],
    ["pg", "/* /* */ SELECT 1", "invalid_argument", "there is no statement"],
    ["pg", "SELECT setval('customer_id_seq', 5000)", "not_allowed", "what setval sets a sequence to stays"],
    ["pg", `SELECT U&"set\\0076al"('customer_id_seq', 5000)`, "not_allowed", "what setval sets a sequence to stays"],
    ["pg", "DO $$ BEGIN DELETE FROM orders; END $$", "not_allowed", "has to begin with one of"],
    ["pg", "INSERT INTO customer(name) VALUES('Ann')", "invalid_argument", "duplicate key value"],
    ["pg", "SELECT set_config('transaction_read_only', 'off', false)", "invalid_argument", "read-write mode"],
    ["my", "SELECT 1; SELECT 2", "invalid_argument", "sql has several statements"],
    ["my", "SELECT 1; DROP TABLE orders", "invalid_argument", "sql has several statements"],
    ["my", "SELECT *\n  FROM custmer", "invalid_argument", "Table 'shop.custmer' doesn't exist. Nearest: customer."],
    ["my", "SELECT 'ä'\n FROM WHERE x", "invalid_argument", "line 2, column 7: syntax error near 'WHERE x' at line 2"],
    ["my", "SELECT ? + ?", "invalid_argument", "sql has 2 parameters, and params 0 values"],
    ["my", "START TRANSACTION", "not_allowed", "its own transaction"],
    ["my", "DROP TABLE orders", "not_allowed", "keep a change of the schema at once"],
    ["my", "TRUNCATE orders", "not_allowed", "keep a change of the schema at once"],
    ["my", "CALL log_one()", "not_allowed", "has to begin with one of"],
    ["my", "/*!50000 DROP TABLE orders */", "not_allowed", "comments that the server runs"],
    ["my", "SELECT 1 INTO OUTFILE '/tmp/x'", "not_allowed", "must not write files"],
    ["my", "INSERT INTO plain_log VALUES(1)", "not_allowed", "has no transactions"],
    ["my", "INSERT INTO `od``d` VALUES(1)", "not_allowed", "the table od`d, which it"],
    ["my", "UPDATE traced SET x = 1", "not_allowed", "the table plain_log, which it, or a view, trigger"],
    ["my", "DELETE FROM mysql . global_priv WHERE User = 'x'", "not_allowed", "the table global_priv, which it"],
    [
      "my",
      "UPDATE `performance_schema`.setup_consumers SET ENABLED = 'NO'",
      "not_allowed",
      "the table setup_consumers",
    ],
    ["my", "SELECT SETVAL(numbers, 5000)", "not_allowed", "what setval sets a sequence to stays"],
    ["my", "INSERT INTO customer(name) VALUES('Ann')", "invalid_argument", "Duplicate entry"],
  ];
  for (const [name, sql, code, text] of cases)
    for (const preview of [true, false]) expectCode(await ask(name, { sql, preview }), code, text);
  for (const name of ["pg", "my"])
    assert.deepEqual((await beside[name]("SELECT count(*) FROM orders")).flat().map(Number), [3]);
  for (const table of ["plain_log", "`od``d`"]) assert.deepEqual(await beside.my(`SELECT * FROM ${table}`), []);
  assert.deepEqual(await beside.my("SELECT NEXTVAL(numbers)"), [[1]]);
  assert.deepEqual(await beside.pg("SELECT last_value < 5000 FROM customer_id_seq"), [[true]]);
  assert.ok(!fs.existsSync(written));
  // A word that a system table has as its name is none of it.
  const text = await ask("my", { sql: "UPDATE orders SET what = 'user' WHERE line = 7 AND what <> 'mysql'" });
  assert.match(text.text, /^PREVIEW: 0 rows/);
});

test("a row that is larger than the editor can hold is refused, and the next statement runs", async (t) => {
  const { ask } = open(t);
  const many = (count) => Array.from({ length: count }, () => "repeat('x', 16000000)").join(", ");
  for (const [name, sql] of [
    ["pg", "SELECT repeat('x', 70000000)"],
    ["my", `SELECT ${many(5)}`],
  ]) {
    expectCode(await ask(name, { sql }), "too_big", "sent more than 64 MB before its next row");
    assert.match((await ask(name, { sql: "SELECT repeat('x', 3000000)" })).text, /x… \(3000000 bytes\)$/m);
    expectCode(await ask(name, { sql: "SELECT 1 FROM nothing" }), "invalid_argument");
  }
});

test("a schema of PostgreSQL is changed as rows are", async (t) => {
  const { ask } = open(t);
  const sql = "CREATE TABLE made AS SELECT 1 AS x";
  assert.match(
    (await ask("pg", { sql: "ALTER TABLE orders ADD note text" })).text,
    /^PREVIEW: the schema would change\./,
  );
  assert.match((await ask("pg", { sql, preview: false })).text, /^APPLIED: /);
  assert.deepEqual(await beside.pg("SELECT x FROM made"), [[1]]);
  assert.match(
    (await ask("pg", { sql: "DROP TABLE made", preview: false })).text,
    /^APPLIED: the schema has changed\.$/m,
  );
  const removed = "WITH gone AS (DELETE FROM orders RETURNING *) SELECT count(*) FROM gone";
  assert.match((await ask("pg", { sql: removed })).text, /^PREVIEW: 3 rows would change\./);
  assert.deepEqual(await beside.pg("SELECT count(*)::int FROM orders"), [[3]]);
});

test("connections that cannot be made say why and what to do, without the password", async (t) => {
  const { pg, my } = connections;
  const { ask, editor } = open(t, {
    noServerPg: { ...pg, port: 1 },
    noServerMy: { ...my, port: 1 },
    noDatabasePg: { ...pg, database: "none" },
    noDatabaseMy: { ...my, database: "none" },
    tlsPg: { ...pg, ssl: true },
    tlsMy: { ...my, host: "localhost", ssl: true },
    trustedPg: { ...pg, ssl: true, ca: servers.pg.certificate },
    trustedMy: { ...my, host: "localhost", ssl: true, ca: servers.my.certificate },
    addressPg: { ...pg, host: "127.0.0.1", ssl: true, ca: servers.pg.certificate },
    addressMy: { ...my, ssl: true, ca: servers.my.certificate },
    socketPg: { ...pg, socket: servers.pg.socket },
    socketMy: { ...my, socket: servers.my.socket },
    secret: { ...pg, password: "x" },
    odd: { ...pg, type: "oracle" },
  });
  const sql = "SELECT 1";
  const cases = [
    ["noServerPg", "not_readable", "cannot be reached (ECONNREFUSED)"],
    ["noServerMy", "not_readable", "cannot be reached (ECONNREFUSED)"],
    ["noDatabasePg", "not_found", "has no such database"],
    ["noDatabaseMy", "not_found", "has no such database"],
    ["tlsPg", "not_allowed", "Set ca for this connection"],
    ["tlsMy", "not_allowed", "Set ca for this connection"],
    ["addressPg", "not_allowed", "host to a name that is in it"],
    ["addressMy", "invalid_argument", "with ssl host has to be a name"],
    ["secret", "invalid_argument", "a password does not belong in the settings"],
    ["odd", "invalid_argument", "type has to be postgresql or mysql"],
    ["none", "not_found", "sextant.data.connections, which has: addressMy, addressPg, my"],
  ];
  for (const [name, code, text] of cases) expectCode(await ask(name, { sql }), code, text);
  for (const name of ["trustedPg", "trustedMy", "socketPg", "socketMy"])
    assert.equal((await ask(name, { sql })).code, "found", name);
  assert.deepEqual(
    (await ask("trustedPg", { sql: "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()" })).facts.rows,
    [[true]],
  );
  passwords.given = "wrong one";
  t.after(() => (passwords.given = PASSWORD));
  for (const name of ["pg", "my"]) {
    const refused = await ask(name, { sql });
    expectCode(refused, "not_allowed", "Sextant: Set Database Password");
    assert.ok(!refused.text.includes("wrong one"));
  }
  passwords.given = undefined;
  expectCode(await ask("pg", { sql }), "not_allowed", "and none is stored");
  for (const name of ["pg", "my"]) expectCode(await ask(name, { sql }), "not_allowed", "Set Database Password");
  assert.ok(!JSON.stringify(editor.asked).includes("s3cret"));
  expectCode(await ask("pg", { sql, file_path: "x.db" }), "invalid_argument", "but not both");
  const neither = await editor.run("db_query", { sql });
  expectCode(neither, "invalid_argument", "Give file_path, a SQLite file of the workspace, or connection");
});

test("a password that the editor cannot read is the reason, and not what the keyring says", async (t) => {
  const { ask } = open(t);
  passwords.fails = true;
  t.after(() => (passwords.fails = false));
  const answer = await ask("pg", { sql: "SELECT 1" });
  expectCode(
    answer,
    "editor_error",
    "The password of 'pg' could not be read from the editor's secrets. Nothing was sent.",
  );
  assert.ok(!answer.text.includes("locked"));
});

test("a connection that the server has closed is made again, and one that rests is used again", async (t) => {
  const { ask } = open(t);
  const pid = async () => (await ask("pg", { sql: "SELECT pg_backend_pid()" })).facts.rows[0][0];
  const first = await pid();
  assert.equal(await pid(), first);
  await beside.pg(`SELECT pg_terminate_backend(${first})`);
  assert.notEqual(await pid(), first);
  const id = async () => (await ask("my", { sql: "SELECT CONNECTION_ID()" })).facts.rows[0][0];
  const own = await id();
  assert.equal(await id(), own);
  await beside.my(`KILL ${own}`);
  assert.notEqual(await id(), own);
});

test("what a statement sets for its session does not last", async (t) => {
  const { ask } = open(t);
  await ask("my", { sql: "SELECT GET_LOCK('x', 0), @mine := 5" });
  assert.deepEqual((await ask("my", { sql: "SELECT @mine, IS_FREE_LOCK('x')" })).facts.rows, [[null, 1]]);
  await ask("pg", { sql: "SELECT pg_advisory_lock(1), set_config('my.own', 'x', false)" });
  const left =
    "SELECT coalesce(current_setting('my.own', true), ''), (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory')";
  assert.deepEqual((await ask("pg", { sql: left })).facts.rows, [["", 0]]);
});

test("numbers among the values have all of their digits", async (t) => {
  const { ask } = open(t);
  const params = [9007199254740991, 0.30000000000000004];
  const pg = await ask("pg", { sql: "SELECT $1::int8, $2::float8", params });
  assert.deepEqual(pg.facts.rows, [params], pg.text);
  const my = await ask("my", { sql: "SELECT ?, ?", params });
  assert.deepEqual(my.facts.rows, [params], my.text);
});

test("a table is found by its name as statements have it, and what its keys do is told", async (t) => {
  const { ask } = open(t);
  await beside.pg('CREATE SCHEMA IF NOT EXISTS "Od d"');
  await beside.pg('CREATE TABLE "Od d"."a.b"(c int REFERENCES customer(id) ON UPDATE CASCADE)');
  t.after(() => beside.pg('DROP SCHEMA "Od d" CASCADE'));
  for (const table of ["Od d.a.b", '"Od d"."a.b"']) {
    const { text } = await ask("pg", { action: "schema", table });
    assert.match(text, /^ c -> customer \(id\) on update CASCADE$/m);
  }
  assert.match((await ask("pg", { action: "schema", table: "public.customer" })).text, /^ table customer: 5 columns/);
});

test("rows that are only locked are not counted as changed", async (t) => {
  const { ask } = open(t);
  for (const connection of ["pg", "my"]) {
    const { facts, text } = await ask(connection, { sql: "SELECT id FROM customer ORDER BY id FOR UPDATE" });
    assert.deepEqual([facts.affected, facts.rows.length], [0, 3], text);
  }
});
