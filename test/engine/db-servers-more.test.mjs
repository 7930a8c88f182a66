/** Databases of servers: times with fractions, plans, other databases and partitions, as the servers have them. */
import assert from "node:assert/strict";
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
const user = { user: "ann", password: PASSWORD, host: "127.0.0.1" };

/** Clients beside the tool. */
const beside = {
  async pg(sql) {
    const client = new (require("pg").Client)({ ...user, port: servers.pg.port, database: "postgres" });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  },
  async my(sql) {
    const client = await require("mysql2/promise").createConnection({
      ...user,
      port: servers.my.port,
      database: "shop",
    });
    await client.query(sql).finally(() => client.end());
  },
};

before(async () => {
  if (skip) return;
  [servers.pg, servers.my] = await Promise.all([startPostgres(), startMaria()]);
  await beside.pg("CREATE TABLE customer(id int PRIMARY KEY, name text)");
  await beside.my("CREATE TABLE customer(id int PRIMARY KEY, name text) ENGINE=InnoDB");
  for (const name of ["pg", "my"]) await beside[name]("INSERT INTO customer VALUES(1, 'Ann'), (2, 'Bob'), (3, 'Cy')");
});

after(() => {
  for (const server of Object.values(servers)) server.stop();
});

function open(t) {
  const editor = makeEditor(t, {});
  const connections = {
    pg: { type: "postgresql", host: "127.0.0.1", port: servers.pg.port, database: "postgres", user: "ann" },
    my: { type: "mysql", host: "127.0.0.1", port: servers.my.port, database: "shop", user: "ann" },
  };
  const databases = new Databases({ connections: () => connections, password: async () => PASSWORD });
  t.after(() => databases.dispose());
  editor.policies.data = "always";
  editor.on.queryDatabase = async (...args) => ({ data: await databases.query(...args) });
  editor.on.cancelDatabase = async (id) => ({ data: await databases.cancel(id) });
  const ask = async (connection, args) => {
    const answer = await editor.run("db_query", { connection, ...args });
    return { ...answer, facts: JSON.parse(answer.factsJson ?? "{}") };
  };
  return { editor, ask };
}

test("times of MariaDB have all digits of their fraction", async (t) => {
  const { ask } = open(t);
  await beside.my(
    "CREATE TABLE times(i int PRIMARY KEY, d0 datetime, d3 datetime(3), d6 datetime(6), t0 time, t2 time(2), t6 time(6)," +
      " s0 timestamp NULL, s6 timestamp(6) NULL, day date)",
  );
  t.after(() => beside.my("DROP TABLE times"));
  const rows = [
    "1, '2024-01-02 03:04:05', '2024-01-02 03:04:05', '2024-01-02 03:04:05', '03:04:05', '03:04:05', '-838:59:58', '2024-01-02 03:04:05', '2024-01-02 03:04:05', '2024-01-02'",
    "2, '2024-01-02', '2024-01-02', '2024-01-02', '0:0:0', '0:0:0', '0:0:0', '2024-01-02', '2024-01-02', '2024-01-02'",
    "3, '2024-01-02 03:04:05', '2024-01-02 03:04:05.25', '2024-01-02 03:04:05.000001', '03:04:05', '03:04:05.5', '-03:04:05.1', '2024-01-02', '2024-01-02 03:04:05.12', NULL",
    "4, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL",
  ];
  await beside.my(`INSERT INTO times VALUES ${rows.map((row) => `(${row})`).join(", ")}`);
  const names = "d0 d3 d6 t0 t2 t6 s0 s6 day".split(" ");
  const [own, text] = [names.join(", "), names.map((name) => `cast(${name} AS char)`).join(", ")];
  const wanted = await ask("my", { sql: `SELECT ${text} FROM times ORDER BY i` });
  const seen = await ask("my", { sql: `SELECT ${own} FROM times ORDER BY i` });
  assert.deepEqual(seen.facts.rows, wanted.facts.rows);
  assert.match(seen.text, /"2024-01-02 03:04:05\.000000" \| "03:04:05" \| "03:04:05\.00" \| "-838:59:58\.000000"/);
  // The server itself has the lengths of values that are not columns.
  const some = [
    "max(d3)",
    "coalesce(d6, d0)",
    "timestamp('2024-01-02', '1:2:3.4')",
    "addtime(t2, '1:0:0')",
    "sec_to_time(1.50)",
    "cast('2024-01-02' AS datetime(1))",
    "str_to_date('1:2', '%H:%i')",
    "timediff(d6, d0)",
    "now(6) - INTERVAL microsecond(now(6)) MICROSECOND",
  ];
  const select = (list) => ask("my", { sql: `SELECT ${list.join(", ")} FROM times WHERE i = 1` });
  const cast = await select(some.map((one) => `cast(${one} AS char)`));
  const plain = await select(some);
  assert.deepEqual(plain.facts.rows[0].slice(0, -1), cast.facts.rows[0].slice(0, -1));
  assert.match(plain.facts.rows[0].at(-1), /:\d\d\.000000$/);
});

test("a plan of a change is none", async (t) => {
  const { ask, editor } = open(t);
  editor.on.approve = async ({ title }) => assert.fail(title);
  editor.policies.data = "ask";
  for (const [name, sql] of [
    ["my", "EXPLAIN DELETE FROM customer WHERE id = 1"],
    ["my", "EXPLAIN EXTENDED UPDATE customer SET name = 'x'"],
    ["my", "EXPLAIN FORMAT=JSON DELETE FROM customer"],
    ["my", "DESC INSERT INTO customer(name) VALUES('x')"],
    ["my", "EXPLAIN SELECT * FROM customer"],
    ["my", "DESCRIBE customer"],
    ["pg", "EXPLAIN DELETE FROM customer WHERE id = 1"],
  ])
    for (const preview of [true, false]) {
      const { code, text, facts } = await ask(name, { sql, preview });
      assert.equal(code, "found", `${sql}: ${text}`);
      assert.doesNotMatch(text, /PREVIEW|APPLIED|would change/);
      assert.equal(facts.affected, undefined);
      assert.ok(facts.rows.length > 0, text);
    }
  assert.deepEqual((await ask("my", { sql: "SELECT count(*), max(name) FROM customer" })).facts.rows, [[3, "Cy"]]);
  // Here the server does the change to explain it.
  assert.match((await ask("pg", { sql: "EXPLAIN ANALYZE DELETE FROM customer WHERE id = 1" })).text, /^PREVIEW: /);
});

test("the schema of MariaDB has the tables of other databases", async (t) => {
  const { ask } = open(t);
  for (const sql of [
    "CREATE DATABASE `other db`",
    "CREATE TABLE `other db`.customer(code varchar(9) PRIMARY KEY, own int, KEY by_own (own), FOREIGN KEY (own) REFERENCES shop.customer(id)) ENGINE=InnoDB",
    "CREATE TABLE `other db`.`a.b`(x int)",
    "CREATE TRIGGER `other db`.other_trigger BEFORE INSERT ON `other db`.customer FOR EACH ROW SET new.own = 1",
    "INSERT INTO `other db`.`a.b` VALUES(1), (2)",
  ])
    await beside.my(sql);
  t.after(() => beside.my("DROP DATABASE `other db`"));
  const { text, facts } = await ask("my", { action: "schema" });
  assert.equal(
    text,
    " table customer: 2 columns, 3 rows, primary key id\n table other db.a.b: 1 column, 2 rows\n table other db.customer: 2 columns, 0 rows, primary key code",
  );
  assert.deepEqual(
    facts.tables.map(({ name }) => name),
    ["customer", "other db.a.b", "other db.customer"],
  );
  for (const table of ["other db.customer", "`other db`.`customer`"]) {
    const one = await ask("my", { action: "schema", table });
    assert.equal(
      one.text,
      [
        " table other db.customer: 2 columns, 0 rows, primary key code",
        "Columns:",
        " code varchar(9) not null primary key",
        " own int(11)",
        "Indexes:",
        " by_own (own)",
        " PRIMARY unique (code)",
        "Foreign keys:",
        " own -> customer (id)",
        "Triggers:",
        " other_trigger",
      ].join("\n"),
    );
  }
  const own = await ask("my", { action: "schema", table: "customer" });
  assert.match(own.text, /^ table customer: 2 columns, 3 rows, primary key id\nColumns:\n id int/);
  const none = await ask("my", { action: "schema", table: "other db.custmer" });
  assert.match(none.text, /has no table 'other db\.custmer'\. Nearest: .*other db\.customer/);
  assert.match((await ask("my", { sql: "SELECT count(*) AS n FROM `other db`.`a.b`" })).text, /^n\n2$/m);
});

test("many tables of MariaDB take seconds, and not minutes", async (t) => {
  const { ask } = open(t);
  await beside.my("CREATE DATABASE crowd");
  t.after(() => beside.my("DROP DATABASE crowd"));
  await beside.my(
    "CREATE PROCEDURE crowd.fill() FOR i IN 1..400 DO" +
      " EXECUTE IMMEDIATE concat('CREATE TABLE crowd.t', i, '(id int PRIMARY KEY, a int, KEY (a))'); END FOR",
  );
  await beside.my("CALL crowd.fill()");
  const begun = performance.now();
  const { text } = await ask("my", { action: "schema", max_tokens: 300 });
  assert.match(text, /^ table customer: 2 columns, 3 rows, primary key id\n table crowd\.t1: 2 columns/);
  assert.match(
    (await ask("my", { action: "schema", table: "crowd.t400" })).text,
    /^ table crowd\.t400: 2 columns, 0 rows/,
  );
  const took = performance.now() - begun;
  t.diagnostic(`${Math.round(took)} ms`);
  assert.ok(took < 15_000, `${took} ms`);
});

test("a partitioned table of PostgreSQL is described with its partitions", async (t) => {
  const { ask } = open(t);
  for (const sql of [
    "CREATE SCHEMA parts",
    "CREATE TABLE events(id int, at date NOT NULL, PRIMARY KEY (id, at)) PARTITION BY RANGE (at)",
    "CREATE TABLE events_2024 PARTITION OF events FOR VALUES FROM ('2024-01-01') TO ('2025-01-01')",
    "CREATE TABLE parts.later PARTITION OF events FOR VALUES FROM ('2025-01-01') TO ('2027-01-01') PARTITION BY RANGE (at)",
    "CREATE TABLE parts.later_1 PARTITION OF parts.later DEFAULT",
    "INSERT INTO events VALUES(1, '2024-05-05'), (2, '2025-05-05'), (3, '2026-05-05')",
  ])
    await beside.pg(sql);
  t.after(async () => {
    await beside.pg("DROP TABLE events");
    await beside.pg("DROP SCHEMA parts");
  });
  const { text, facts } = await ask("pg", { action: "schema" });
  assert.equal(
    text,
    " table customer: 2 columns, 3 rows, primary key id\n partitioned table events: 2 columns, 2 partitions, 3 rows, primary key id, at",
  );
  assert.equal(facts.tables[1].partitions, 2);
  const one = await ask("pg", { action: "schema", table: "events" });
  assert.match(
    one.text,
    /\nPartitions:\n events_2024 FOR VALUES FROM \('2024-01-01'\) TO \('2025-01-01'\)\n parts\.later FOR VALUES .* partitioned$/,
  );
  assert.deepEqual(
    one.facts.partitions.map(({ name }) => name),
    ["events_2024", "parts.later"],
  );
  const part = await ask("pg", { action: "schema", table: "events_2024" });
  assert.match(
    part.text,
    /^ table, a partition of events events_2024: 2 columns, 1 row, primary key id, at\nColumns:\n id /,
  );
  const inner = await ask("pg", { action: "schema", table: "parts.later" });
  assert.match(inner.text, /^ partitioned table, a partition of events parts\.later: 2 columns, 1 partition, 2 rows/);
  assert.match(inner.text, /\nPartitions:\n parts\.later_1 DEFAULT$/);
});
