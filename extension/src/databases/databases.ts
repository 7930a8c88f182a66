import { readConnection, secretOf } from "./connections";
import { MysqlSession } from "./mysql";
import { Page } from "./page";
import { PostgresSession } from "./postgresql";
import { checkStatement } from "./statement";
import { type Answer, type Connection, Failure, type Request, type Session } from "./types";

/** A connection that rests is closed. */
const IDLE_MS = 60_000;
/** The server ends a statement in time; where it does not, it is asked to. */
const LATE_MS = 1000;

/** The settings and the passwords, as the editor has them. */
export interface Source {
  connections(): Record<string, unknown>;
  password(secret: string): PromiseLike<string | undefined>;
}

interface Idle {
  session: Session;
  key: string;
  timer: NodeJS.Timeout;
}

/** A statement that runs. */
interface Running {
  session?: Session;
  isCancelled: boolean;
}

/** Has the server end what runs; where it cannot be asked, the connection ends. */
const stop = (session: Session | undefined) => session?.cancel().catch(() => session.close());

/** The connections to servers of this window: made when they are needed, one kept for each name. */
export class Databases {
  private readonly idle = new Map<string, Idle>();
  private readonly running = new Map<number, Running>();

  constructor(private readonly source: Source) {}

  /** Never rejects: what goes wrong is a kind of failure and what the server says of it. */
  async query(id: number, name: string, request: Request): Promise<unknown> {
    const state: Running = { isCancelled: false };
    let password = "";
    let type = "";
    this.running.set(id, state);
    try {
      const connection = readConnection(this.source.connections(), name);
      type = connection.type;
      const sql = typeof request.sql === "string" ? request.sql : request.sql[connection.type];
      checkStatement(connection.type, sql);
      password = await this.passwordOf(connection);
      return { type, ...(await this.run(state, name, connection, password, request, sql)) };
    } catch (error) {
      if (!(error instanceof Failure)) throw new Error(hide(String(error), password));
      const kind = state.isCancelled && error.kind === "timeout" ? "cancelled" : error.kind;
      return { type, failure: kind, message: hide(error.message, password), at: error.at };
    } finally {
      this.running.delete(id);
    }
  }

  /** Reaches the server; does nothing where the statement is over. */
  async cancel(id: number): Promise<void> {
    const state = this.running.get(id);
    if (!state || state.isCancelled) return;
    state.isCancelled = true;
    await stop(state.session);
  }

  dispose(): void {
    for (const name of [...this.idle.keys()]) this.drop(name);
    for (const id of [...this.running.keys()]) void this.cancel(id);
  }

  private async passwordOf(connection: Connection): Promise<string> {
    try {
      return (await this.source.password(secretOf(connection))) ?? "";
    } catch {
      throw new Failure("keystore");
    }
  }

  private async run(
    state: Running,
    name: string,
    connection: Connection,
    password: string,
    request: Request,
    sql: string,
  ): Promise<Answer> {
    const key = JSON.stringify([connection, password]);
    const kept = this.take(name, key);
    const page = new Page(request, () => state.isCancelled);
    state.session = kept ?? (await open(connection, password));
    if (state.isCancelled) {
      await state.session.close();
      throw new Failure("cancelled");
    }
    const late = setTimeout(() => void stop(state.session), request.timeoutMs + LATE_MS);
    try {
      const done = await state.session.run(request, sql, page).catch(async (error: unknown) => {
        // A connection that has rested may be gone; nothing was run then.
        if (!kept || !(error instanceof Failure) || error.kind !== "lost" || page.seen || state.isCancelled)
          throw error;
        if (request.mode === "keep") throw error;
        state.session = await open(connection, password);
        return state.session.run(request, sql, page);
      });
      return { ...done, rows: page.rows, seen: page.seen, isCounted: page.isAll };
    } finally {
      clearTimeout(late);
      this.put(name, key, state.session);
    }
  }

  private take(name: string, key: string): Session | undefined {
    const found = this.idle.get(name);
    if (!found) return undefined;
    if (found.key !== key || found.session.isBroken) {
      this.drop(name);
      return undefined;
    }
    clearTimeout(found.timer);
    this.idle.delete(name);
    return found.session;
  }

  private put(name: string, key: string, session: Session): void {
    if (session.isBroken || this.idle.has(name)) return void session.close();
    const timer = setTimeout(() => this.drop(name), IDLE_MS).unref();
    this.idle.set(name, { session, key, timer });
  }

  private drop(name: string): void {
    const found = this.idle.get(name);
    this.idle.delete(name);
    clearTimeout(found?.timer);
    void found?.session.close();
  }
}

const open = (connection: Connection, password: string): Promise<Session> =>
  connection.type === "mysql" ? MysqlSession.open(connection, password) : PostgresSession.open(connection, password);

/** Servers and libraries may quote what they were sent. */
const hide = (text: string, password: string) => (password.length > 2 ? text.replaceAll(password, "…") : text);
