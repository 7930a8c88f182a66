/**
 * One row by its key out of a SQLite file of 1 GB: db_query beside a program that opens the file, prepares, steps and
 * closes with the same library, in turns.
 *
 *   node test/bench/databases.mjs
 */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { makeFolder, openEditor, root } from "../engine/fake-editor.mjs";

const ROWS = 1_000_000;
const ROUNDS = 5;
const CALLS = 1000;
/** The first calls of each round do not count, on both sides: they pay for the start of the other program. */
const WARM = 300;
const SQLITE = join(root, "native/deps/node_modules/better-sqlite3/deps/sqlite3");
const SQL = "SELECT id, k, substr(body, 1, 20) FROM t WHERE k = ?";

const middle = (times) => times.sort((a, b) => a - b)[times.length >> 1];
const keyOf = (i) => `key${String(i).padStart(9, "0")}`;

function makeFile(folder) {
  const code = `import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
db.execute('PRAGMA journal_mode=OFF')
db.execute('PRAGMA synchronous=OFF')
db.execute('CREATE TABLE t(id INTEGER PRIMARY KEY, k TEXT UNIQUE, body TEXT)')
db.executemany('INSERT INTO t VALUES(?, ?, ?)', ((i, 'key%09d' % (i * 7919 % ${ROWS}), 'x' * 950) for i in range(${ROWS})))
db.commit()`;
  execFileSync("python3", ["-c", code, join(folder, "big.db")]);
}

/** The program, by the engine's own SQLite: prints the milliseconds of each row. */
function makeProgram(folder) {
  const flags = [
    "-O2",
    "-DSQLITE_THREADSAFE=2",
    "-DSQLITE_DEFAULT_MEMSTATUS=0",
    "-DSQLITE_OMIT_LOAD_EXTENSION",
    `-I${SQLITE}`,
  ];
  const program = join(folder, "row");
  execFileSync("cc", [
    ...flags,
    join(root, "test/bench/row_program.c"),
    join(SQLITE, "sqlite3.c"),
    "-lm",
    "-lpthread",
    "-o",
    program,
  ]);
  return program;
}

export async function rows() {
  const folder = makeFolder();
  const workspace = join(folder, "ws");
  fs.mkdirSync(workspace);
  makeFile(workspace);
  const program = makeProgram(folder);
  const editor = openEditor(workspace);
  const ours = [];
  const peers = [];
  for (let round = 0; round < ROUNDS; round++) {
    const args = [join(workspace, "big.db"), SQL, CALLS, ROWS, round + 1].map(String);
    const printed = execFileSync(program, args, { encoding: "utf8" });
    peers.push(...printed.trim().split("\n").map(Number).slice(WARM));
    for (let i = 0; i < CALLS; i++) {
      const key = keyOf(Math.floor(Math.random() * ROWS));
      const start = performance.now();
      const answer = await editor.engine.call("db_query", { file_path: "big.db", sql: SQL, params: [key] });
      if (i >= WARM) ours.push(performance.now() - start);
      if (!answer.text.includes(key)) throw new Error(answer.text);
    }
  }
  editor.engine.dispose();
  const [own, peer] = [middle(ours), middle(peers)];
  const ratio = own / peer;
  return [{ name: "db_query of one row in 1 GB", ours: own, peer, unit: "ms", ratio, target: 1.5, ok: ratio <= 1.5 }];
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) console.log(await rows());
