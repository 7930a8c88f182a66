import type { HostOps } from "./host/ops";

/** The addon's exports; native/binding/addon.cc documents each. */
export interface Addon {
  readonly definitions: readonly string[];
  readonly Engine: new (
    onRequest: (id: number, op: string, argsJson: string) => void,
    onResult: (
      id: number,
      isError: boolean,
      code: string,
      text: string | undefined,
      factsJson: string | undefined,
      isTruncated: boolean,
      tokens: number,
    ) => void,
    ...folders: readonly string[]
  ) => NativeEngine;
}

interface NativeEngine {
  call(
    id: number,
    tool: string,
    argsJson: string,
    isMarkdown: boolean,
    deadlineMs: number,
    isApproved: boolean,
    isPerson: boolean,
    isStructured: boolean,
    client: string,
  ): void;
  cancel(id: number): void;
  expire(): void;
  reply(id: number, isError: boolean, json: string, text?: string | Uint8Array): boolean;
  setRoots(namesAndPaths: string[]): void;
  setExcluded(globs: string[]): void;
  setEndpoint(url: string, model: string): void;
  keepChanges(folder: string): void;
  touch(): void;
  fileChanged(path: string, news: number): void;
  fileOpened(path: string): void;
  allow(path: string): void;
  forgetReadiness(): void;
  stop(): void;
}

/** A file event of the editor's watcher, as the addon takes it. */
export enum FileNews {
  Written = 0,
  Came = 1,
  Went = 2,
}

/** A tool's definition, from native/tools. */
export interface ToolDefinition {
  name: string;
  title: string;
  toolset: string;
  icon: string;
  description: string;
  inputSchema: { type: "object"; [key: string]: unknown };
  outputSchema: { type: "object"; [key: string]: unknown };
  annotations: { destructiveHint: boolean; [key: string]: boolean };
  aliases?: string[];
  /** The palette alone calls it. */
  audience?: "people";
}

/** The result of a call. `code` is an error's code, or found, none or unknown. */
export interface Answer {
  isError: boolean;
  code: string;
  text: string;
  factsJson: string | undefined;
  isTruncated: boolean;
  /** Estimated, of the text. */
  tokens: number;
}

/** Notes the calls of agents. */
export interface Watcher<Caller extends object = object> {
  began(id: number, caller: Caller, tool: string, args: unknown, cancel: () => void): void;
  /** A call that is under way reports its progress, in a few words. */
  progressed(id: number, message: string): void;
  ended(id: number, answer: Answer): void;
}

export interface CallOptions {
  /** The agent whose call it is; without one the watcher does not see the call. */
  caller?: { readonly kind?: string; readonly client?: string };
  /** The tool that the watcher sees instead. */
  as?: string;
  /** Text for a person: Markdown with links that the editor follows. */
  isMarkdown?: boolean;
  /** The door has asked the person already. */
  isApproved?: boolean;
  /** A person calls, not an agent. */
  isPerson?: boolean;
  /** The facts are read, too: they keep to the answer's budget and have all of its notes. */
  isStructured?: boolean;
  signal?: AbortSignal;
  /** Since when the call has been running, and what it has done if it says so; every second from the first on. */
  onProgress?: (seconds: number, message?: string) => void;
}

const CLOSED: Answer = {
  isError: true,
  code: "closed",
  text: "The editor window is closing. Call again when it is back.",
  factsJson: undefined,
  isTruncated: false,
  tokens: 0,
};

/** How often calls are looked for that hang after their deadline. */
const EXPIRE_MS = 1000;

/** The engine of this window: every door calls its tools through `call`. */
export class Engine {
  /** The tools that agents may call. */
  readonly tools: readonly ToolDefinition[];
  /** How long a call may take. */
  deadlineMs = 45_000;
  watcher: Watcher | undefined;
  /** A call has ended, however it did: a question that it asked is open no more. */
  onCallEnded: ((id: number) => void) | undefined;
  private readonly native: NativeEngine;
  private readonly pending = new Map<number, (answer: Answer) => void>();
  /** The last message of each call about its progress. */
  private readonly progress = new Map<number, string>();
  private readonly ownOps: HostOps = {
    callProgress: async (id: number, message: string) => {
      if (this.pending.has(id)) this.progress.set(id, message);
      return { data: this.watcher?.progressed(id, message) };
    },
  };
  private nextId = 1;
  private expiring: NodeJS.Timeout | undefined;

  /** `folders`: that of the extension's programs, and one where the index may be kept. */
  constructor(
    addon: Addon,
    private readonly ops: HostOps,
    folders: readonly string[] = [],
  ) {
    const definitions = addon.definitions.map((json) => JSON.parse(json) as ToolDefinition);
    this.tools = definitions.filter((tool) => tool.audience !== "people");
    this.native = new addon.Engine(
      (id, op, argsJson) => void this.answerRequest(id, op, argsJson),
      (id, isError, code, given, factsJson, isTruncated, tokens) => {
        const text = given ?? `Sextant failed (${code}) and had no memory left for details.`;
        this.pending.get(id)?.({ isError, code, text, factsJson, isTruncated, tokens });
      },
      ...folders,
    );
  }

  /** The tool of a name or an alias, as agents may call it. */
  find(name: string): ToolDefinition | undefined {
    return this.tools.find((tool) => tool.name === name || tool.aliases?.includes(name));
  }

  /** Never rejects: what goes wrong is an answer with `isError`. */
  call(tool: string, args: unknown, options: CallOptions = {}): Promise<Answer> {
    const id = this.nextId++;
    return new Promise((resolve) => {
      const cancel = () => this.native.cancel(id);
      const started = Date.now();
      const timer = options.onProgress
        ? setInterval(() => options.onProgress?.((Date.now() - started) / 1000, this.progress.get(id)), 1000)
        : undefined;
      const end = () => {
        clearInterval(timer);
        options.signal?.removeEventListener("abort", cancel);
        this.pending.delete(id);
        this.progress.delete(id);
        if (!this.pending.size) clearInterval(this.expiring);
      };
      if (!this.pending.size) this.expiring = setInterval(() => this.native.expire(), EXPIRE_MS);
      this.pending.set(id, (answer) => {
        end();
        if (options.caller) this.watcher?.ended(id, answer);
        this.onCallEnded?.(id);
        resolve(answer);
      });
      if (options.caller)
        this.watcher?.began(id, options.caller, options.as ?? this.find(tool)?.name ?? tool, args, cancel);
      try {
        const json = JSON.stringify(args ?? {});
        const { isMarkdown = false, isApproved = false, isPerson = false, isStructured = false } = options;
        const { kind, client = "" } = options.caller ?? {};
        const flags = [isApproved, isPerson, isStructured] as const;
        this.native.call(id, tool, json, isMarkdown, this.deadlineMs, ...flags, kind === "chat" ? kind : client);
      } catch (error) {
        this.pending.get(id)?.(failure(error));
        return;
      }
      if (options.signal?.aborted) cancel();
      else options.signal?.addEventListener("abort", cancel);
    });
  }

  /** The folders of the window, as [name, path] each, and the globs of what settings hide in them. */
  setRoots(roots: readonly (readonly [string, string])[], excluded: string[] = []): void {
    this.native.setRoots(roots.flat());
    this.native.setExcluded(excluded);
  }

  /** The endpoint for embeddings, or "" for none. Again when its key has changed: then it is asked at once. */
  readonly setEndpoint = (url: string, model: string): void => this.native.setEndpoint(url, model);
  /** Changes that are applied outlive a reload in this private folder, of this workspace alone. */
  readonly keepChanges = (folder: string): void => this.native.keepChanges(folder);
  /** Something changed that answers may depend on. */
  readonly touch = (): void => this.native.touch();
  /** The editor's watcher reports a file on the disk. */
  readonly fileChanged = (path: string, news = FileNews.Written): void => this.native.fileChanged(path, news);
  /** The editor holds a file: from now on it is looked at, even where rules ignore it. */
  readonly fileOpened = (path: string): void => this.native.fileOpened(path);
  /** A person points to a file outside the folders: tools may read it. */
  readonly allow = (path: string): void => this.native.allow(path);
  /** Extensions came or went: language servers may be starting. */
  readonly forgetReadiness = (): void => this.native.forgetReadiness();

  dispose(): void {
    this.native.stop();
    for (const resolve of [...this.pending.values()]) resolve(CLOSED);
  }

  private async answerRequest(id: number, op: string, argsJson: string): Promise<void> {
    try {
      const run = this.ownOps[op] ?? this.ops[op];
      if (!run) throw new Error(`The shim has no operation '${op}'.`);
      const reply = await run(...(JSON.parse(argsJson) as never[]));
      this.native.reply(id, false, JSON.stringify(reply.data ?? null), reply.text);
    } catch (error) {
      this.native.reply(id, true, messageOf(error));
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function failure(error: unknown): Answer {
  const code = (error as { code?: unknown }).code;
  return { ...CLOSED, code: typeof code === "string" ? code : "internal_error", text: messageOf(error) };
}

/** Loads the addon at `path`; throws what the system's loader reports. */
export function loadAddon(path: string): Addon {
  const module = { exports: {} };
  process.dlopen(module, path);
  return module.exports as Addon;
}
