import { constants, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { mkdir, open, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

import {
  type ActivityLog,
  type Call,
  type Caller,
  type Change,
  type ChangedLines,
  MAX_CALLS,
  WAITING,
} from "./activity-log";

const VERSION = 1;
const WRITE_MS = 5000;
/** A file that is larger was not written here. */
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_TEXT = 4096;
const MAX_FILES = 100;

type Json = Record<string, unknown>;
type Kept = Omit<Call, "id">;

/** The kept calls as text, the oldest first. Those that are under way end with the window. */
export function serialize(log: ActivityLog): string {
  const calls = log.calls().reverse();
  const callers = [...new Set(calls.map(({ caller }) => caller))];
  const rows = calls.map(({ caller, tool, subject, started, code, isError, took_ms, tokens, change }) => {
    const at = { caller: callers.indexOf(caller), tool, subject, started };
    // Questions end with the window.
    const known = code === WAITING ? "unanswered" : (code ?? "closed");
    return { ...at, code: known, isError: isError ?? code === undefined, took_ms, tokens, change };
  });
  const known = callers.map(({ kind, client, since, until = Date.now(), toolsets }) => {
    return { kind, client, since, until, toolsets };
  });
  return JSON.stringify({ version: VERSION, callers: known, calls: rows });
}

const isText = (value: unknown): value is string => typeof value === "string" && value.length <= MAX_TEXT;
const isCount = (value: unknown): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
/** A number that a Date can have. */
const isTime = (value: unknown): value is number => isCount(value) && value <= 8.64e15;
const isList = (value: unknown, max: number): value is unknown[] => Array.isArray(value) && value.length <= max;
const asObject = (value: unknown): Json => (value && typeof value === "object" ? (value as Json) : {});

function readCaller(value: unknown, id: number): Caller | undefined {
  const { kind, client, since, until, toolsets } = asObject(value);
  if ((kind !== "socket" && kind !== "chat") || !isText(client) || !isTime(since) || !isTime(until)) return undefined;
  if (!isList(toolsets, MAX_FILES) || !toolsets.every(isText)) return undefined;
  return { kind, id, client, since, until, toolsets, isFromBefore: true };
}

function isLines(value: unknown): value is ChangedLines {
  return isList(value, 3) && isText(value[0]) && isCount(value[1]) && isCount(value[2]);
}

/** Whether its texts were kept is the engine's to say (`ActivityLog.kept`). */
function readChange(value: unknown): Change | undefined {
  const { id, isUndone, fileCount, added, removed, files } = asObject(value);
  if (!isText(id) || !isCount(fileCount) || !isCount(added) || !isCount(removed)) return undefined;
  if (!isList(files, MAX_FILES) || !files.every(isLines)) return undefined;
  return { id, isUndone: isUndone === true, canUndo: false, fileCount, added, removed, files };
}

function readCall(value: unknown, callers: readonly (Caller | undefined)[]): Kept | undefined {
  const { caller: at, tool, subject, started, code, isError, took_ms = 0, tokens = 0, change } = asObject(value);
  const caller = isCount(at) ? callers[at] : undefined;
  if (!caller || !isText(tool) || !isText(subject) || !isTime(started) || !isText(code)) return undefined;
  if (!isCount(took_ms) || !isCount(tokens)) return undefined;
  const call = { caller, tool, subject, started, code, isError: isError === true, took_ms, tokens };
  if (change === undefined) return call;
  const known = readChange(change);
  return known && { ...call, change: known };
}

/** The calls of a text, without what is damaged; none if it is of another kind. */
export function parse(text: string, nextId: () => number): Kept[] {
  let json: Json;
  try {
    json = asObject(JSON.parse(text));
  } catch {
    return [];
  }
  if (json["version"] !== VERSION || !isList(json["callers"], MAX_CALLS) || !Array.isArray(json["calls"])) return [];
  const callers = json["callers"].map((one) => readCaller(one, nextId()));
  return json["calls"].slice(-MAX_CALLS).flatMap((one) => readCall(one, callers) ?? []);
}

async function readBounded(path: string): Promise<string> {
  // A pipe of this name would be waited for, by a thread that the editor needs.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const about = await file.stat();
    return about.isFile() && about.size <= MAX_BYTES ? await file.readFile("utf8") : "";
  } finally {
    await file.close();
  }
}

/** Keeps the log in the file `path` through reloads: some seconds after a change, and at the end. */
export class ActivityStore {
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> | undefined;
  private isRead = false;
  private isChanged = false;
  private isOver = false;
  private readonly listening: { dispose(): void };

  constructor(
    private readonly log: ActivityLog,
    private readonly path: string,
    private readonly warn: (message: string) => void,
    private readonly write_ms = WRITE_MS,
  ) {
    this.listening = log.onDidChange(() => this.note());
  }

  /** A file that is missing or damaged is none. */
  async load(): Promise<void> {
    const text = await readBounded(this.path).catch(() => "");
    this.isRead = true;
    this.log.restore(parse(text, () => this.log.nextCaller()));
  }

  dispose(): void {
    this.listening.dispose();
    this.isOver = true;
    clearTimeout(this.timer);
    if (!this.isRead || !(this.isChanged || this.writing)) return; // else what was not read yet would be lost
    const next = `${this.path}.end.tmp`;
    try {
      mkdirSync(dirname(this.path), { recursive: true });
      writeFileSync(next, serialize(this.log), { mode: 0o600 });
      renameSync(next, this.path);
    } catch {
      // The log is closed with the window: what could be reported was, by the writes before.
    }
  }

  private note(): void {
    this.isChanged = true;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      if (!this.writing) this.writing = this.write().finally(() => (this.writing = undefined));
      else this.note();
    }, this.write_ms);
  }

  private async write(): Promise<void> {
    if (!this.isRead) return;
    const next = `${this.path}.tmp`;
    this.isChanged = false;
    try {
      await mkdir(dirname(this.path), { recursive: true });
      await writeFile(next, serialize(this.log), { mode: 0o600 });
      if (!this.isOver) await rename(next, this.path);
    } catch (error) {
      this.isChanged = true; // the next change, or the end, writes it
      this.warn(`The activity of agents could not be saved: ${String(error)}`);
    }
  }
}
