/** A named connection of `sextant.data.connections`. */
export interface Connection {
  type: "postgresql" | "mysql";
  host: string;
  port: number;
  database: string;
  user: string;
  /** Whether the connection is encrypted, and the server's certificate checked. */
  ssl: boolean;
  /** The path of a file with certificates that are trusted, too. */
  ca?: string;
  /** The path of the server's socket, or for PostgreSQL its folder; instead of `host`. */
  socket?: string;
}

/** A value for a parameter. */
export type Param = string | number | boolean | null;

/** One statement, as the engine asks for it: native/host/databases.h. */
export interface Request {
  /** For each kind of server, where they differ. */
  sql: string | Record<Connection["type"], string>;
  params: Param[];
  /** Rows before those that are wanted. */
  skip: number;
  maxRows: number;
  maxBytes: number;
  /** Rows after those that are wanted are counted so long. */
  countMs: number;
  timeoutMs: number;
  /** read: a change is reported, and not run; try: it is rolled back; keep: it stays if it changes `expected` rows. */
  mode: "read" | "try" | "keep";
  expected: number;
}

/** As a letter and a text: i whole number, f real, n decimal, l boolean, t text, z text in hex, b bytes in hex. */
export type Value = null | string | [string, number];

export interface Answer {
  columns: [name: string, type: string][];
  rows: Value[][];
  /** Rows that were seen, and whether they are all. */
  seen: number;
  isCounted: boolean;
  isWrite: boolean;
  /** It changes no rows, but tables and what belongs to them. */
  isSchema: boolean;
  /** Rows that a change concerns, and those that triggers and foreign keys change, too. */
  changed: number;
  all: number;
}

/** The outcome of a statement, besides its rows. */
export type Done = Omit<Answer, "rows" | "seen" | "isCounted">;

/** Reports that the statement would change something; it was not run. */
export const WOULD_WRITE: Done = { columns: [], isWrite: true, isSchema: false, changed: 0, all: 0 };

/** Kinds of failures: the engine has the sentence for each. */
export type Kind =
  | "statement"
  | "refused"
  | "several"
  | "params"
  | "table"
  | "busy"
  | "timeout"
  | "cancelled"
  | "conflict"
  | "large"
  | "keystore"
  | "lost"
  | "unsure"
  | "stuck"
  | "unknown"
  | "setting"
  | "password"
  | "unreachable"
  | "database"
  | "plain"
  | "certificate"
  | "server";

/** `at`: the byte of the statement where the mistake is; -1: not known. */
export class Failure extends Error {
  constructor(
    readonly kind: Kind,
    message = "",
    readonly at = -1,
  ) {
    super(message);
  }
}

/** A connection to a server; for one statement at a time. */
export interface Session {
  /** Cannot be used again. */
  readonly isBroken: boolean;
  run(request: Request, sql: string, page: Sink): Promise<Done>;
  /** Has the server end the statement that runs, by a connection of its own. */
  cancel(): Promise<void>;
  close(): Promise<void>;
}

/** Takes rows as they come. */
export interface Sink {
  /** Whether more rows are wanted; of a change all are taken, as its end has to be reached. */
  take(row: Value[]): boolean;
  readonly isCancelled: () => boolean;
  readonly seen: number;
  isAll: boolean;
}
