import { isIP, type Socket } from "node:net";
import type { Readable } from "node:stream";

import {
  type Connection as Client,
  type ConnectionOptions,
  createConnection,
  type FieldPacket,
  type QueryOptions,
} from "mysql2";

import { bytesValue, RowLimit, textValue } from "./page";
import { firstWord } from "./statement";
import { isCertificateError, tlsOf } from "./tls";
import { type Connection, Failure, type Request, type Session, type Sink, type Value, WOULD_WRITE } from "./types";

const CONNECT_MS = 10_000;
/** A lock of someone else is waited for so long. */
const LOCK_SECONDS = 5;

interface ServerError extends Error {
  code?: string;
  errno?: number;
  sqlState?: string;
}

/** The parts of a prepared statement that its types do not name. */
interface Prepared {
  parameters: unknown[];
  execute(values: unknown[]): Command;
}
interface Command {
  /** Rows; of a statement that has none what it has done. */
  stream(options: {
    highWaterMark: number;
  }): Omit<Readable, typeof Symbol.asyncIterator> & AsyncIterable<Value[] | { affectedRows: number }>;
}
interface Field {
  type: string;
  /** Characters of its longest value. */
  length: number;
  string(): string | null;
  buffer(): Buffer | null;
}

const READ_ONLY = 1792;
/** Databases of the server's own. */
const SYSTEM = "'mysql', 'sys', 'information_schema', 'performance_schema'";
const NOT_ROLLED_BACK = 1196;
/** Rows of other statements may be locked, but are not changed. */
const isChange = (sql: string) => /^(INSERT|UPDATE|DELETE|REPLACE)$/.test(firstWord("mysql", sql));
/** How a change would be done, which the server does not count as reading. */
const isPlan = (sql: string) => /^(EXPLAIN|DESC|DESCRIBE)$/.test(firstWord("mysql", sql)) && !/\banalyze\b/i.test(sql);

/** As the server has it, however its client would convert it. */
function valueOf(field: Field, next: () => unknown): Value {
  if (field.type === "GEOMETRY" || field.type === "VECTOR") {
    const bytes = field.buffer();
    return bytes && bytesValue(bytes);
  }
  const value = next();
  if (value === null || value === undefined) return null;
  if (Buffer.isBuffer(value)) return bytesValue(value);
  if (typeof value === "number") {
    if (field.type === "FLOAT") return `f${shortest(value)}`;
    return `${field.type === "DOUBLE" ? "f" : "i"}${value}`;
  }
  if (/TIME/.test(field.type)) return textValue(withFraction(String(value), field));
  if (field.type === "LONGLONG") return `i${String(value)}`;
  return /DECIMAL/.test(field.type) ? `n${String(value)}` : textValue(String(value));
}

/** With the zeros at its end, which the client leaves out: as many digits as the longest value has. */
function withFraction(value: string, { type, length }: Field): string {
  const digits = length - (type === "TIME" ? "-838:59:59." : "2000-01-01 00:00:00.").length;
  if (!(digits > 0 && digits <= 6)) return value;
  const [whole, fraction = ""] = value.split(".");
  return `${whole}.${fraction.padEnd(digits, "0")}`;
}

/** A number of 32 bits has fewer digits than the same one of 64. */
function shortest(value: number): string {
  for (let digits = 1; digits < 10; digits++) {
    const text = String(Number(value.toPrecision(digits)));
    if (Math.fround(Number(text)) === value) return text;
  }
  return String(value);
}

/** The server quotes what follows the mistake, and says its line. */
function byteOf(sql: string, message: string): number {
  const found = /near '([^]+)' at line (\d+)$/.exec(message);
  if (!found) return -1;
  const [, near = "", line = "1"] = found;
  let from = 0;
  for (let n = 1; n < Number(line); n++) from = sql.indexOf("\n", from) + 1;
  const at = sql.indexOf(near, from);
  return at < 0 || sql.indexOf(near, at + 1) >= 0 ? -1 : Buffer.byteLength(sql.slice(0, at));
}

function failureOf(error: ServerError, sql: string): Failure {
  const { errno = 0, message, sqlState } = error;
  if (errno === 1064) {
    const at = byteOf(sql, message);
    if (at > 0 && Buffer.from(sql).subarray(0, at).toString().trimEnd().endsWith(";")) return new Failure("several");
    return new Failure(
      "statement",
      message.replace(/^You have an error in your SQL syntax; .* to use (?=near)/, "syntax error "),
      at,
    );
  }
  if (errno === 1146) return new Failure("table", message);
  if ([1317, 1969, 3024].includes(errno)) return new Failure("timeout");
  if ([1205, 1213].includes(errno)) return new Failure("busy", message);
  if ([1044, 1142, 1143, 1227, 1370].includes(errno)) return new Failure("server", message);
  return sqlState ? new Failure("statement", message) : new Failure("lost", error.code ?? message);
}

/** Why no connection was made. */
function openingFailure(error: ServerError): Failure {
  const { code = "", errno = 0, message } = error;
  if (errno === 1045 || errno === 1698) return new Failure("password", message);
  if (errno === 1049 || errno === 1044) return new Failure("database", message);
  if (code === "HANDSHAKE_NO_SSL_SUPPORT") return new Failure("plain");
  if (isCertificateError(code + message)) return new Failure("certificate", message);
  return error.sqlState ? new Failure("server", message) : new Failure("unreachable", code || message);
}

export class MysqlSession implements Session {
  isBroken = false;

  private constructor(
    private readonly client: Client,
    private readonly connection: Connection,
    private readonly password: string,
    private isMariaDb: boolean,
  ) {
    client.on("error", () => (this.isBroken = true));
    client.on("end", () => (this.isBroken = true));
  }

  static async open(connection: Connection, password: string): Promise<MysqlSession> {
    const { host, port, database, user, socket } = connection;
    const tls = socket ? false : await tlsOf(connection);
    // The client would compare the certificate of an address with another name.
    if (tls && isIP(host))
      throw new Failure("setting", "with ssl host has to be a name, for which the certificate is checked");
    const options: ConnectionOptions = {
      ...(socket ? { socketPath: socket } : { host, port }),
      ...(tls && { ssl: { ...tls, verifyIdentity: true } as never }),
      database,
      user,
      password,
      charset: "utf8mb4",
      connectTimeout: CONNECT_MS,
      // Nothing of a value is lost on its way.
      supportBigNumbers: true,
      bigNumberStrings: true,
      dateStrings: true,
      jsonStrings: true,
      rowsAsArray: true,
      typeCast: valueOf as never,
      disableEval: true,
      // A server must not ask for files of this machine.
      flags: ["-LOCAL_FILES"],
    };
    const client = createConnection(options);
    client.on("error", () => undefined);
    try {
      await new Promise<void>((resolve, reject) =>
        client.once("connect", () => resolve()).once("error", (error) => reject(error)),
      );
      const session = new MysqlSession(client, connection, password, false);
      const [row] = (await session.query("SELECT VERSION()")) as [Value[]];
      session.isMariaDb = /MariaDB/i.test(String(row[0]));
      return session;
    } catch (error) {
      client.destroy();
      throw openingFailure(error as ServerError);
    }
  }

  async run(request: Request, sql: string, page: Sink) {
    try {
      if (request.mode !== "keep" && !(isChange(sql) && request.mode === "try"))
        try {
          return await this.inTransaction(false, request, sql, page);
        } catch (error) {
          if ((error as ServerError).errno !== READ_ONLY) throw error;
          if (request.mode === "read") return WOULD_WRITE;
        }
      await this.checkEngines(sql);
      const answer = await this.inTransaction(true, request, sql, page);
      return isPlan(sql) ? { ...answer, isWrite: false } : answer;
    } catch (error) {
      throw error instanceof Failure ? error : failureOf(error as ServerError, sql);
    }
  }

  async cancel(): Promise<void> {
    this.isBroken = true; // a cancellation that comes late must not end the next statement
    const other = await MysqlSession.open(this.connection, this.password);
    await other.query(`KILL QUERY ${this.client.threadId}`).finally(() => other.close());
  }

  async close(): Promise<void> {
    this.isBroken = true;
    this.client.destroy();
    // Without it rows would come on: the client only announces its end.
    this.socket.destroy();
  }

  private get socket(): Socket {
    return (this.client as unknown as { stream: Socket }).stream;
  }

  private query(sql: string | QueryOptions): Promise<unknown[]> {
    return new Promise((resolve, reject) => {
      this.client.query(sql as QueryOptions, (error, rows) => (error ? reject(error) : resolve(rows as unknown[])));
    });
  }

  private async inTransaction(isWrite: boolean, request: Request, sql: string, page: Sink) {
    const seconds = Math.max(1, request.timeoutMs) / 1000;
    const limit = this.isMariaDb
      ? `max_statement_time = ${seconds}`
      : `max_execution_time = ${Math.ceil(request.timeoutMs)}`;
    await this.query(
      `SET SESSION ${limit}, innodb_lock_wait_timeout = ${LOCK_SECONDS}, lock_wait_timeout = ${LOCK_SECONDS}`,
    );
    await this.query(`START TRANSACTION ${isWrite ? "READ WRITE" : "READ ONLY"}`);
    let isOver = false;
    try {
      const { columns, changed } = await this.fetch(request, sql, page, isWrite);
      const answer = { columns, isWrite, isSchema: false, changed, all: changed };
      if (isWrite && request.mode === "keep") {
        if (page.isCancelled()) throw new Failure("cancelled");
        if (changed !== request.expected) throw new Failure("conflict", String(changed));
        isOver = true;
        await this.commit(sql);
      }
      return answer;
    } finally {
      if (!isOver && !this.isBroken) await this.rollBack(isWrite);
    }
  }

  private async commit(sql: string): Promise<void> {
    await this.query("COMMIT").catch((error: ServerError) => {
      throw error.sqlState ? failureOf(error, sql) : new Failure("unsure");
    });
    await this.reset();
  }

  private async rollBack(isWrite: boolean): Promise<void> {
    await this.query("ROLLBACK").catch(() => (this.isBroken = true));
    const warnings = isWrite && !this.isBroken ? ((await this.query("SHOW WARNINGS")) as Value[][]) : [];
    await this.reset();
    if (warnings.some(([, code]) => String(code).replace("i", "") === String(NOT_ROLLED_BACK)))
      throw new Failure("stuck");
  }

  /** Variables and locks of the statement's own do not last. */
  private async reset(): Promise<void> {
    const error = await new Promise<unknown>((resolve) => this.client.reset(resolve));
    if (error) this.isBroken = true;
  }

  /** Throws where a change might not be rolled back: tables of some engines have no transactions. */
  private async checkEngines(sql: string): Promise<void> {
    // Where no database is before the name of a system table, the connection's own is meant.
    const rows = await this.texts(
      "SELECT t.TABLE_NAME, IF(t.TABLE_SCHEMA <> database() AND t.TABLE_SCHEMA IN" +
        ` (${SYSTEM}), t.TABLE_SCHEMA, '')` +
        " FROM information_schema.TABLES t JOIN information_schema.ENGINES e ON t.ENGINE = e.ENGINE" +
        " WHERE t.TABLE_TYPE = 'BASE TABLE' AND coalesce(e.TRANSACTIONS, 'NO') <> 'YES'",
    );
    let left = await this.texts(
      `SELECT TABLE_NAME, VIEW_DEFINITION FROM information_schema.VIEWS WHERE TABLE_SCHEMA NOT IN (${SYSTEM})` +
        " UNION ALL SELECT EVENT_OBJECT_TABLE, ACTION_STATEMENT FROM information_schema.TRIGGERS" +
        " UNION ALL SELECT ROUTINE_NAME, ROUTINE_DEFINITION FROM information_schema.ROUTINES" +
        ` WHERE ROUTINE_SCHEMA NOT IN (${SYSTEM})`,
    );
    let all = unquoted(sql);
    for (let count = -1; count !== left.length;) {
      count = left.length;
      const reached = left.filter(([name]) => all.includes(name));
      left = left.filter((part) => !reached.includes(part));
      // A definition that the user may not see could name any table.
      const own = rows.find(([, database]) => !database);
      if (own && reached.some(([, text]) => !text)) throw new Failure("refused", `engine ${own[0]}`);
      all += reached.map(([, text]) => ` ${unquoted(text)}`).join("");
    }
    const isNamed = (database: string) => new RegExp(`\\b${database}[\`"]?\\s*(\\.|/\\*|--|#)`).test(all);
    const found = rows.find(([name, database]) => all.includes(name) && (!database || isNamed(database)));
    if (found) throw new Failure("refused", `engine ${found[0]}`);
  }

  /** Whole texts, in small letters; empty ones for NULL. */
  private async texts(sql: string): Promise<[string, string][]> {
    const typeCast = (field: Field) => (field.string() ?? "").toLowerCase();
    return (await this.query({ sql, typeCast: typeCast as never })) as [string, string][];
  }

  private async fetch(request: Request, sql: string, page: Sink, isWrite: boolean) {
    const statement = await new Promise<Prepared>((resolve, reject) => {
      this.client.prepare(sql, (error, made) => (error ? reject(error) : resolve(made as unknown as Prepared)));
    });
    try {
      const { length } = statement.parameters;
      if (length !== request.params.length) throw new Failure("params", String(length));
      return await this.stream(statement.execute(request.params), page, isWrite, isChange(sql));
    } finally {
      if (!this.isBroken) this.client.unprepare(sql);
    }
  }

  private async stream(command: Command, page: Sink, isWrite: boolean, returnsChanged: boolean) {
    const rows = command.stream({ highWaterMark: 100 });
    const limit = new RowLimit(this.socket, (failure) => {
      void this.giveUp();
      rows.destroy(failure);
    });
    let columns: [string, string][] = [];
    let changed = 0;
    rows.once("fields", (fields: FieldPacket[] | undefined) => {
      columns = (fields ?? []).map((field) => [field.name, typeName(field)]);
    });
    let isOpen = true;
    try {
      for await (const row of rows) {
        limit.next();
        if (!Array.isArray(row)) {
          changed = row.affectedRows;
          continue;
        }
        if (returnsChanged) changed++;
        isOpen = page.take(row) || isWrite;
        if (isOpen) continue;
        await this.giveUp();
        break;
      }
    } finally {
      limit.end();
    }
    page.isAll = isOpen;
    return { columns, changed };
  }

  /** All rows would still come: the connection is closed, and the server asked to end the statement. */
  private async giveUp(): Promise<void> {
    await this.close();
    void this.cancel().catch(() => undefined);
  }
}

/** As names are without quotes, in which a quote is written twice; and as it is. */
const unquoted = (sql: string) => `${sql} ${sql.replaceAll("``", "`").replaceAll('""', '"')}`.toLowerCase();

/** As the server writes it in a table's definition, without lengths. */
function typeName({ columnType = 0, flags = 0, characterSet }: FieldPacket): string {
  const isBinary = characterSet === 63;
  const names: Record<number, string> = {
    1: "tinyint",
    2: "smallint",
    3: "int",
    4: "float",
    5: "double",
    6: "null",
    7: "timestamp",
    8: "bigint",
    9: "mediumint",
    10: "date",
    11: "time",
    12: "datetime",
    13: "year",
    15: isBinary ? "varbinary" : "varchar",
    16: "bit",
    242: "vector",
    245: "json",
    246: "decimal",
    252: isBinary ? "blob" : "text",
    253: isBinary ? "varbinary" : "varchar",
    254: isBinary ? "binary" : "char",
    255: "geometry",
  };
  const isUnsigned = (Number(flags) & 32) !== 0 && columnType <= 9;
  return `${names[columnType] ?? ""}${isUnsigned ? " unsigned" : ""}`;
}
