/**
 * Connections of agents in this window, their calls and the changes. A call costs no more than a push here; the
 * view reads the log when it is drawn. Has names, paths and counts, never texts.
 */

/** Kept calls; the oldest go. */
export const MAX_CALLS = 1000;
/** The oldest are cut off so many at a time, which costs nothing for each. */
const SLACK = 200;
const MAX_TEXT = 200;
/** Code of a call whose change waits for a person. */
export const WAITING = "waiting";
/** Codes of calls that are refused before a tool runs: by the door, or by the engine, which has the last two as well. */
export enum Refused {
  ToolsetOff = "toolset_off",
  UnknownTool = "unknown_tool",
  Arguments = "invalid_argument",
}

/** A connection of an agent, or the chat of the editor. */
export interface Caller {
  readonly kind: "socket" | "chat";
  readonly id: number;
  /** Name and version; empty until the client has said them. */
  client: string;
  readonly since: number;
  /** When it ended. */
  until?: number;
  toolsets: readonly string[];
  /** It was before the window was reloaded. */
  readonly isFromBefore?: true;
  end?: () => void;
}

export type ChangedLines = readonly [path: string, added: number, removed: number];

export interface Change {
  readonly id: string;
  isUndone: boolean;
  canUndo: boolean;
  readonly fileCount: number;
  readonly added: number;
  readonly removed: number;
  /** The first of them. */
  readonly files: readonly ChangedLines[];
}

export interface Call {
  readonly caller: Caller;
  readonly id: number;
  readonly tool: string;
  /** The symbol, query or file that it is about. */
  readonly subject: string;
  readonly started: number;
  /** How it ended: found, none, unknown, previewed or an error's code. While it runs there is none. */
  code?: string;
  isError?: boolean;
  took_ms?: number;
  tokens?: number;
  change?: Change;
  /** It has planned a change. */
  isPreview?: boolean;
  cancel?: () => void;
  /** The id of the change that it asks for, or whose approval it waits for. */
  asksFor?: string;
  /** Its own words about its progress, while it runs. */
  progress?: string;
  /** Its program did not succeed: the exit code of a command, or how many tests failed. */
  failed?: number;
}

/** The part of an answer that is kept. */
export interface Ended {
  code: string;
  isError: boolean;
  tokens: number;
  factsJson?: string | undefined;
}

/** The facts of an answer about programs. */
interface RunFacts {
  exitCode?: number;
  summary?: { failed?: number };
}

/** Arguments that name what a call is about, by any of their names, the most specific first. */
const SUBJECTS = [
  ...["command", "symbol", "symbol_name", "symbolName", "name", "identifier", "query", "pattern"],
  ...["file_path", "filePath", "file", "path", "uri", "file_name", "filename", "handle", "change", "operation"],
  ...["url", "connection"],
];
/** Without the names and passwords in it. */
const bare = (url: string) => url.replace(/\/\/[^/?#\s]*@/, "//");
const RUNNING = new Set(["bash", "run_tests"]);
const LISTS = ["file_paths", "filePaths", "files", "paths", "symbols", "testFiles", "testNames"];

/** Never the text of an edit: only arguments that are names, whatever else there is. */
export function subjectOf(args: unknown): string {
  if (!args || typeof args !== "object") return "";
  const values = args as Record<string, unknown>;
  for (const key of SUBJECTS) {
    const value = values[key];
    if (typeof value === "string" && value) return (key === "url" ? bare(value) : value).slice(0, MAX_TEXT);
  }
  for (const key of LISTS) {
    const list = values[key];
    if (!Array.isArray(list) || typeof list[0] !== "string") continue;
    return list.length > 1 ? `${list[0].slice(0, MAX_TEXT)} +${list.length - 1}` : list[0].slice(0, MAX_TEXT);
  }
  return "";
}

/** `a.ts`, or `a.ts +2`. */
const subjectOfFiles = (path: string, count: number) => (count > 1 ? `${path} +${count - 1}` : path);

/** The id of a change that was previewed or waits, in the arguments of a call about it. */
function changeIn(args: unknown): string | undefined {
  const { change } = (args && typeof args === "object" ? args : {}) as Record<string, unknown>;
  return typeof change === "string" ? change : undefined;
}

export class ActivityLog {
  /** The oldest first. */
  private list: Call[] = [];
  private readonly all = new Set<Caller>();
  private readonly underWay = new Map<number, Call>();
  /** Changes from before the reload that can be reviewed and undone, by their ids. */
  private keptIds: ReadonlySet<string> = new Set();
  /** The files of changes, in words, by their ids: agents name only the id later. The oldest go. */
  private readonly changes = new Map<string, string>();
  /** Changes that wait for a person, whose calls have ended. */
  private readonly waiting = new Set<string>();
  private lastCaller = 0;
  private lastKept = 0;
  private readonly listeners = new Set<() => void>();

  /** The newest first. */
  calls(): Call[] {
    return this.list.slice(-MAX_CALLS).reverse();
  }

  /** Those that have called or said who they are. */
  callers(): Caller[] {
    const used = new Set(this.list.map(({ caller }) => caller));
    return [...this.all].filter((one) => used.has(one) || (one.client && one.until === undefined));
  }

  get running(): Iterable<Call> {
    return this.underWay.values();
  }

  /** Called at each change: whoever listens only notes it. */
  onDidChange(listener: () => void): { dispose(): void } {
    this.listeners.add(listener);
    return { dispose: () => void this.listeners.delete(listener) };
  }

  connect(kind: Caller["kind"], client = "", since = Date.now()): Caller {
    const caller: Caller = { kind, id: ++this.lastCaller, client, since, toolsets: [] };
    this.all.add(caller);
    this.changed();
    return caller;
  }

  greeted(caller: Caller, client: string, toolsets: readonly string[]): void {
    caller.client = client.slice(0, MAX_TEXT);
    caller.toolsets = toolsets;
    this.changed();
  }

  /** Its toolsets are others now. */
  given(caller: Caller, toolsets: readonly string[]): void {
    caller.toolsets = toolsets;
    this.changed();
  }

  disconnected(caller: Caller): void {
    caller.until = Date.now();
    delete caller.end;
    this.forgetUnused();
    this.changed();
  }

  /* Reports of the engine, by its own number of each call. */

  began(id: number, caller: Caller, tool: string, args: unknown, cancel: () => void): void {
    const asksFor = changeIn(args);
    const named = subjectOf(args);
    const subject = (named === asksFor && this.changes.get(named)) || named;
    const call: Call = { caller, id, tool, subject, started: Date.now(), cancel, ...(asksFor && { asksFor }) };
    this.underWay.set(id, this.add(call));
  }

  progressed(id: number, message: string): void {
    const call = this.underWay.get(id);
    if (!call) return;
    call.progress = message.slice(0, MAX_TEXT);
    this.changed();
  }

  ended(id: number, { code, isError, tokens, factsJson }: Ended): void {
    const call = this.underWay.get(id);
    if (!call) return;
    this.underWay.delete(id);
    delete call.cancel;
    const isWaiting = !isError && code === "unknown" && this.waiting.has(call.asksFor ?? "");
    const took_ms = Date.now() - call.started;
    const { exitCode, summary } = RUNNING.has(call.tool) ? (JSON.parse(factsJson || "{}") as RunFacts) : {};
    const failed = exitCode ?? summary?.failed;
    if (failed) call.failed = failed;
    const isPreview = call.isPreview && !call.change && code === "found";
    Object.assign(call, { code: isWaiting ? WAITING : isPreview ? "previewed" : code, isError, tokens, took_ms });
    this.changed();
  }

  /** A call that is under way has planned a change of so many files, and may apply it. */
  previewed(id: number, changeId: string, path: string, fileCount: number): void {
    const call = this.underWay.get(id);
    if (call) call.isPreview = true;
    this.planned(changeId, path, fileCount);
  }

  private planned(changeId: string, path: string, fileCount: number): void {
    this.changes.delete(changeId); // an id from before a reload
    this.changes.set(changeId, subjectOfFiles(path, fileCount));
    for (const oldest of this.changes.keys()) {
      if (this.changes.size <= MAX_CALLS) break;
      this.changes.delete(oldest);
    }
  }

  /** The call ends, and its change waits for a person. */
  waits(id: number, changeId: string): void {
    const call = this.underWay.get(id);
    if (call) call.asksFor = changeId;
    this.waiting.add(changeId);
  }

  /** A person has decided: no call waits for that change any more. */
  decided(changeId: string, isAllowed: boolean): void {
    this.waiting.delete(changeId);
    for (const call of this.list)
      if (call.code === WAITING && call.asksFor === changeId) call.code = isAllowed ? "allowed" : "rejected";
    this.changed();
  }

  /** A call that never came to the engine. */
  refused(caller: Caller, tool: string, args: unknown, code: Refused): void {
    this.add({ caller, id: --this.lastKept, tool, subject: subjectOf(args), started: Date.now(), code, isError: true });
  }

  /** A change was applied by a call that is under way. */
  applied(id: number, change: Change): void {
    const call = this.underWay.get(id);
    if (call) call.change = change;
    const [first] = change.files;
    if (first) this.planned(change.id, first[0], change.fileCount);
    this.changed();
  }

  undone(changeId: string): void {
    for (const { change } of this.list) if (change?.id === changeId) change.isUndone = true;
    this.changed();
  }

  /** The engine has these changes from before the reload. It may say so before or after `restore`. */
  kept(ids: readonly string[]): void {
    this.keptIds = new Set(ids);
    this.markKept();
    this.changed();
  }

  private markKept(): void {
    for (const { change, caller } of this.list)
      if (change && caller.isFromBefore) change.canUndo = this.keptIds.has(change.id);
  }

  /** Forgets what has ended. */
  clear(): void {
    this.list = this.list.filter(({ id }) => this.underWay.has(id));
    this.forgetUnused();
    this.changed();
  }

  /** Puts calls from before, the oldest first, before those that there are. */
  restore(calls: readonly Omit<Call, "id">[]): void {
    if (!calls.length) return;
    for (const { caller, change } of calls) {
      this.all.add(caller);
      const [first] = change?.files ?? [];
      if (change && first) this.planned(change.id, first[0], change.fileCount);
    }
    this.list = [...calls.map((call) => ({ ...call, id: --this.lastKept })), ...this.list].slice(-MAX_CALLS);
    this.markKept();
    this.changed();
  }

  /** A number for a caller from before. */
  nextCaller(): number {
    return ++this.lastCaller;
  }

  private add(given: Call): Call {
    const call = { ...given, tool: given.tool.slice(0, MAX_TEXT) };
    this.list.push(call);
    if (this.list.length > MAX_CALLS + SLACK) this.list.splice(0, SLACK);
    this.changed();
    return call;
  }

  private forgetUnused(): void {
    const used = new Set(this.list.map(({ caller }) => caller));
    for (const caller of this.all) if (caller.until !== undefined && !used.has(caller)) this.all.delete(caller);
  }

  private changed(): void {
    for (const listener of this.listeners) listener();
  }
}
