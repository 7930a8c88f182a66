import type { Socket } from "node:net";

import type { ClientConfig, FieldDef, QueryResult } from "pg";
import { Client } from "pg";
import Cursor from "pg-cursor";

import { bytesValue, MOST_BYTES, RowLimit, textValue } from "./page";
import { isCertificateError, tlsOf } from "./tls";
import {
  type Connection,
  Failure,
  type Param,
  type Request,
  type Session,
  type Sink,
  type Value,
  WOULD_WRITE,
} from "./types";

const CONNECT_MS = 10_000;
/** Rows are fetched so many bytes at once, about. */
const FETCH_BYTES = 256 * 1024;
const MOST_FETCHED = 500;
/** A lock of someone else is waited for so long. */
const LOCK_MS = 5000;

interface ServerError extends Error {
  code?: string;
  position?: string;
}

/** The letter of each type; all others are texts. */
const LETTERS: Record<number, string> = { 16: "l", 20: "i", 21: "i", 23: "i", 26: "i", 700: "f", 701: "f", 1700: "n" };
const BYTEA = 17;
const COUNTED = /^(INSERT|UPDATE|DELETE|MERGE)$/;
/** Rows of all tables but the catalog's, also those that triggers and foreign keys write. */
const CHANGES = "SELECT coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0) FROM pg_stat_xact_user_tables";

function valueOf(text: string | null, oid: number): Value {
  if (text === null) return null;
  if (oid === BYTEA && text.startsWith("\\x")) {
    const digits = text.slice(2);
    return bytesValue(Buffer.from(digits.slice(0, 2 * MOST_BYTES), "hex"), digits.length / 2);
  }
  const letter = LETTERS[oid];
  return letter && text.length < 1000 ? `${letter}${text}` : textValue(text);
}

/** The byte of the n-th character, which the server counts from 1. */
function byteOf(sql: string, position: string | undefined): number {
  if (!position) return -1;
  return Buffer.byteLength([...sql].slice(0, Number(position) - 1).join(""));
}

function failureOf(error: ServerError, sql: string): Failure {
  const { code = "", message } = error;
  const at = byteOf(sql, error.position);
  if (code === "57014") return new Failure("timeout");
  if (code === "55P03" || code.startsWith("40")) return new Failure("busy", message);
  if (code === "42P01") return new Failure("table", message, at);
  const wanted = /requires (\d+)$/.exec(message)?.[1];
  if (code === "08P01" && wanted) return new Failure("params", wanted);
  if (code === "42601" && /multiple commands/.test(message)) return new Failure("several");
  if (code === "42501") return new Failure("server", message);
  if (/^[0-9A-Z]{5}$/.test(code) && !/^(08|57P|53|58|XX)/.test(code)) return new Failure("statement", message, at);
  return new Failure("lost", message);
}

/** Why no connection was made. */
function openingFailure(error: ServerError): Failure {
  const { code = "", message } = error;
  if (/non-empty string/.test(message)) return new Failure("password", "it asks for a password, and none is stored");
  if (/^28/.test(code) || /SASL/.test(message)) return new Failure("password", message);
  if (code === "3D000") return new Failure("database", message);
  if (/does not support SSL/.test(message)) return new Failure("plain");
  if (isCertificateError(code)) return new Failure("certificate", message);
  if (/^[0-9A-Z]{5}$/.test(code)) return new Failure("server", message);
  return new Failure("unreachable", code || message);
}

export class PostgresSession implements Session {
  isBroken = false;
  private readonly typeNames = new Map<string, string>();

  private constructor(
    private readonly client: Client,
    private readonly connection: Connection,
    private readonly password: string,
    private readonly pid: number,
  ) {
    client.on("error", () => (this.isBroken = true));
    client.on("end", () => (this.isBroken = true));
  }

  static async open(connection: Connection, password: string): Promise<PostgresSession> {
    const { host, port, database, user, socket } = connection;
    const config: ClientConfig = {
      host: socket ?? host,
      port,
      database,
      user,
      // As a function: an empty one would be looked up in the environment and in files.
      password: () => password,
      ssl: socket ? false : await tlsOf(connection),
      connectionTimeoutMillis: CONNECT_MS,
      application_name: "Sextant",
      client_encoding: "UTF8",
      keepAlive: true,
    };
    const client = new Client(config);
    client.on("error", () => undefined);
    try {
      await client.connect();
      const pid = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
      return new PostgresSession(client, connection, password, pid.rows[0]?.pid ?? 0);
    } catch (error) {
      void client.end().catch(() => undefined);
      throw openingFailure(error as ServerError);
    }
  }

  async run(request: Request, sql: string, page: Sink) {
    // Whether a statement that begins like a reading one reads only is known by the server alone.
    if (/^(read|try)$/.test(request.mode)) {
      try {
        return await this.inTransaction("READ ONLY", request, sql, page);
      } catch (error) {
        if ((error as ServerError).code !== "25006") throw this.failed(error, sql);
        if (request.mode === "read") return WOULD_WRITE;
      }
    }
    try {
      return await this.inTransaction("READ WRITE", request, sql, page);
    } catch (error) {
      throw this.failed(error, sql);
    }
  }

  async cancel(): Promise<void> {
    this.isBroken = true; // a cancellation that comes late must not end the next statement
    const other = await PostgresSession.open(this.connection, this.password);
    await other.client.query("SELECT pg_cancel_backend($1)", [this.pid]).finally(() => other.close());
  }

  async close(): Promise<void> {
    this.isBroken = true;
    await this.client.end().catch(() => undefined);
  }

  private failed(error: unknown, sql: string): Failure {
    return error instanceof Failure ? error : failureOf(error as ServerError, sql);
  }

  private async inTransaction(kind: string, request: Request, sql: string, page: Sink) {
    const settings = [
      `statement_timeout = ${Math.max(1, Math.ceil(request.timeoutMs))}`,
      `lock_timeout = ${LOCK_MS}`,
      // Pages of a result are the rows of one order.
      "synchronize_seqscans = off",
      "bytea_output = hex",
      "extra_float_digits = 1",
      "DateStyle = ISO",
    ];
    await this.client.query([`BEGIN ${kind}`, ...settings.map((one) => `SET LOCAL ${one}`)].join("; "));
    const isWrite = kind === "READ WRITE";
    let isOver = false;
    try {
      const before = isWrite ? await this.countChanges() : 0;
      const { columns, result } = await this.fetch(request, sql, page, isWrite);
      if (!isWrite) return { columns, isWrite, isSchema: false, changed: 0, all: 0 };
      await this.client.query("SET CONSTRAINTS ALL IMMEDIATE");
      const command = result?.command ?? "";
      // The number of rows that are returned is known by counting them: the server says that of the last ones alone.
      const own = !COUNTED.test(command) ? 0 : result?.fields.length ? page.seen : (result?.rowCount ?? 0);
      const all = Math.max(own, (await this.countChanges()) - before);
      const changed = COUNTED.test(command) ? own : all;
      const isSchema = !changed && !COUNTED.test(command) && command !== "SELECT";
      if (request.mode === "keep") {
        if (page.isCancelled()) throw new Failure("cancelled");
        if (all !== request.expected) throw new Failure("conflict", String(all));
        isOver = true;
        await this.commit(sql);
      }
      return { columns, isWrite, isSchema, changed, all };
    } finally {
      if (!isOver && !this.isBroken) await this.rollBack();
    }
  }

  private async commit(sql: string): Promise<void> {
    this.isBroken = true; // what the statement has set for the session would stay
    const done = await this.client.query("COMMIT").catch((error: ServerError) => {
      throw error.code && !error.code.startsWith("57") ? failureOf(error, sql) : new Failure("unsure");
    });
    if (done.command !== "COMMIT") throw new Failure("lost", "the server has rolled the change back");
  }

  private async rollBack(): Promise<void> {
    try {
      await this.client.query("ROLLBACK; SELECT pg_advisory_unlock_all()");
    } catch {
      this.isBroken = true;
    }
  }

  private async countChanges(): Promise<number> {
    const { rows } = await this.client.query<[string]>({ text: CHANGES, rowMode: "array" });
    return Number(rows[0]?.[0] ?? 0);
  }

  /** All rows of a change, as only its end has their number. */
  private async fetch(request: Request, sql: string, page: Sink, isWrite: boolean) {
    const types = { getTypeParser: () => (text: string) => text };
    const values = request.params.map((value: Param) => (value === null ? null : String(value)));
    const cursor = this.client.query(new Cursor<(string | null)[]>(sql, values, { rowMode: "array", types } as never));
    let result: QueryResult | undefined;
    let count = 1;
    for (let isOpen = true; isOpen;) {
      const rows = await this.limited<(string | null)[][]>((resolve, reject) =>
        cursor.read(count, (error: Error | undefined, read, all) => {
          if (error) return reject(error);
          result = all;
          resolve(read);
        }),
      );
      let bytes = 0;
      for (const row of rows) {
        bytes += row.reduce((sum, text) => sum + (text?.length ?? 1), 1);
        const values = row.map((text, i) => valueOf(text, result?.fields[i]?.dataTypeID ?? 0));
        isOpen = page.take(values) || isWrite;
        if (!isOpen) break;
      }
      if (rows.length < count) {
        page.isAll = isOpen;
        isOpen = false;
      }
      count = Math.min(MOST_FETCHED, Math.max(1, Math.floor((FETCH_BYTES * rows.length) / bytes)));
    }
    await cursor.close();
    return { columns: await this.nameTypes(result?.fields ?? []), result };
  }

  /** The rows of `read`, unless more comes than rows may have. */
  private async limited<T>(read: (resolve: (value: T) => void, reject: (error: Error) => void) => void): Promise<T> {
    const { stream } = (this.client as unknown as { connection: { stream: Socket } }).connection;
    let limit: RowLimit | undefined;
    try {
      return await new Promise<T>((resolve, reject) => {
        limit = new RowLimit(stream, (failure) => {
          this.isBroken = true;
          stream.destroy();
          reject(failure);
        });
        read(resolve, reject);
      });
    } finally {
      limit?.end();
    }
  }

  private async nameTypes(fields: FieldDef[]): Promise<[string, string][]> {
    const keyOf = ({ dataTypeID, dataTypeModifier }: FieldDef) => `${dataTypeID} ${dataTypeModifier}`;
    const missing = fields.filter((field) => !this.typeNames.has(keyOf(field)));
    if (missing.length) {
      const { rows } = await this.client.query<{ name: string }>(
        "SELECT format_type(t, m) AS name FROM unnest($1::oid[], $2::int[]) AS u(t, m)",
        [missing.map((field) => field.dataTypeID), missing.map((field) => field.dataTypeModifier)],
      );
      missing.forEach((field, i) => this.typeNames.set(keyOf(field), rows[i]?.name ?? ""));
    }
    return fields.map((field) => [field.name, this.typeNames.get(keyOf(field)) ?? ""]);
  }
}
