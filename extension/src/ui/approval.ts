import { realpath, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import * as vscode from "vscode";

import type { Engine } from "../engine";
import { messageOf, toUri } from "../host/convert";
import type { HostOps } from "../host/ops";
import { nameOf } from "./activity-items";
import type { ActivityLog } from "./activity-log";
import { type Asked, Question, Questions, type Verdict } from "./questions";
import type { Settings } from "./settings";
import { named } from "./message";

/** How far an Allow goes. */
export type Scope = "once" | "file" | "session" | "always" | "rule";

/** The setting that has rules of this kind. */
const settingOf = ({ host }: Asked) => (host ? "web.hosts" : "run.allowed");

const RUN_SETTINGS = ["allowed", "denied", "sandbox", "network"];

/** The real path of a file that need not be there, nor its folder. */
async function realOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const above = dirname(path);
    if (above === path || (error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return join(await realOf(above), basename(path));
  }
}

/** A file system that hangs answers nothing. */
const IDENTITY_MS = 2000;

/**
 * Which file a path leads to: its real path, and its inode where it has other names as well. It differs where the path
 * became a link to another file since. Undefined where that is not known.
 */
async function identityOf(path: string): Promise<string | undefined> {
  const uri = toUri(path);
  if (uri.scheme !== "file") return uri.toString();
  try {
    const real = await realOf(uri.fsPath);
    const found = await stat(real, { bigint: true }).catch(() => undefined);
    return found && found.nlink > 1n ? `${real} ${found.dev}:${found.ino}` : real;
  } catch {
    return undefined;
  }
}

/** The person's say in what tools change: the setting, the questions, and what was allowed for the session. */
export class Approval {
  readonly questions = new Questions();
  private readonly allowedToolsets = new Set<string>();
  /** By path, what it led to when the person allowed it. */
  private readonly allowedFiles = new Map<string, Promise<string | undefined>>();
  /** Beginnings of commands, and hosts, that were allowed for good: the setting may not be written yet. */
  private readonly allowedRules = new Set<string>();
  private writing = Promise.resolve();
  private isWritingSetting = false;
  /** Calls whose question is compared with what was allowed before. */
  private readonly checking = new Set<number>();
  /** Answered, but whether in time is not known before the call has ended. */
  private readonly answered = new Set<Question>();
  private engine: Engine | undefined;

  constructor(
    private readonly settings: Settings,
    private readonly log: ActivityLog,
  ) {}

  attach(engine: Engine): vscode.Disposable {
    this.engine = engine;
    // The setting counts from then on, whatever the person has allowed before.
    return vscode.workspace.onDidChangeConfiguration((event) => {
      const isIt = ["approval", "run", "web"].some((name) => event.affectsConfiguration(`sextant.${name}`));
      if (!isIt || this.isWritingSetting) return;
      for (const allowed of [this.allowedToolsets, this.allowedFiles, this.allowedRules]) allowed.clear();
    });
  }

  /** Whether a call waits for an answer. */
  get isAsking(): boolean {
    return this.questions.all.some(({ isWaiting }) => !isWaiting);
  }

  /** always, ask, never or untrusted. */
  policy(toolset: string): string {
    if (!vscode.workspace.isTrusted) return "untrusted";
    const policy = this.settings.get<Record<string, string>>("approval")[toolset] ?? "ask";
    return policy === "ask" && this.allowedToolsets.has(toolset) ? "always" : policy;
  }

  get ops(): HostOps {
    return {
      policy: async (_tool: string, toolset: string) => ({ data: { policy: this.policy(toolset) } }),
      approve: async (asked: Asked) => ({ data: await this.ask(asked) }),
      runSettings: async () => ({
        data: Object.fromEntries(RUN_SETTINGS.map((name) => [name, this.settings.get(`run.${name}`)])),
      }),
      questionWaits: async (call: number, change: string) => ({ data: this.waits(call, change) }),
    };
  }

  /** False where the question is not open any more: it was answered elsewhere, or the agent took it back. */
  allow(question: Question, scope: Scope): boolean {
    const { rule, asked } = question;
    const { toolsets, files, canAllowFile, canAllowAlways } = asked;
    // Before the change itself makes the file.
    const allowed = scope === "file" && canAllowFile ? files.map(([path]) => [path, identityOf(path)] as const) : [];
    if (!this.decide(question, { allowed: true, why: "" })) return false;
    for (const [path, identity] of allowed) this.allowedFiles.set(path, identity);
    if (scope === "session" || scope === "always") for (const toolset of toolsets) this.allowedToolsets.add(toolset);
    const always = Object.fromEntries(toolsets.map((toolset) => [toolset, "always"]));
    if (scope === "always" && canAllowAlways) this.writeSetting<object>("approval", (mine) => ({ ...mine, ...always }));
    if (scope === "rule" && rule) {
      this.allowedRules.add(`${settingOf(asked)} ${rule}`);
      this.writeSetting<string[]>(settingOf(asked), (mine = []) => [...new Set([...mine, rule])]);
    }
    if (scope !== "once")
      for (const other of [...this.questions.all])
        void this.isAllowed(other.asked).then((isIt) => isIt && this.decide(other, { allowed: true, why: "" }));
    return true;
  }

  reject(question: Question): boolean {
    return this.decide(question, { allowed: false, why: "The person rejected it." });
  }

  /** The agent gets it when it asks for the change. */
  async addReason(question: Question, reason: string): Promise<void> {
    const answer = await this.call(question, { decision: "reject", reason });
    if (answer?.isError) void vscode.window.showInformationMessage(named(answer.text));
  }

  /** By what the person has allowed for the session, where the engine lets that count. */
  private async isAllowed(asked: Asked): Promise<boolean> {
    const { toolsets, files, canAllowFile, prefix, host } = asked;
    if (this.allowedRules.has(`${settingOf(asked)} ${host ?? prefix}`)) return true;
    if (toolsets.length > 0 && toolsets.every((toolset) => this.policy(toolset) === "always")) return true;
    if (!canAllowFile || !files.length || !files.every(([path]) => this.allowedFiles.has(path))) return false;
    const same = files.map(async ([path]) => {
      const then = await this.allowedFiles.get(path);
      return then !== undefined && then === (await identityOf(path));
    });
    return (await Promise.all(same)).every(Boolean);
  }

  /** One after the other: each goes on from what the person's own settings have then. */
  private writeSetting<T>(name: string, change: (mine: T | undefined) => T): void {
    this.writing = this.writing.then(async () => {
      const config = vscode.workspace.getConfiguration("sextant");
      this.isWritingSetting = true;
      try {
        await config.update(name, change(config.inspect<T>(name)?.globalValue), vscode.ConfigurationTarget.Global);
      } catch (error) {
        const message = vscode.l10n.t(
          "Sextant: sextant.{0} could not be written, so this is allowed for this session only. {1}",
          ...[name, messageOf(error)],
        );
        void vscode.window.showWarningMessage(message);
      } finally {
        this.isWritingSetting = false;
      }
    });
  }

  private async ask(asked: Asked): Promise<Verdict> {
    this.checking.add(asked.call);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((done) => (timer = setTimeout(() => done(false), IDENTITY_MS)));
    const isAllowed = await Promise.race([this.isAllowed(asked), late]);
    clearTimeout(timer);
    // The call may have ended meanwhile, and with it what takes its question back.
    if (!this.checking.delete(asked.call)) {
      const args = { change: asked.change, decision: "withdraw" };
      if (asked.change) void this.engine?.call("decide_change", args, { isPerson: true });
      return { allowed: false, why: "" };
    }
    if (isAllowed) return { allowed: true, why: "" };
    const caller = [...this.log.running].find(({ id }) => id === asked.call)?.caller;
    const agent = caller ? nameOf(caller) : vscode.l10n.t("An agent");
    return new Promise((resolve) => this.questions.add(new Question(asked, agent, caller, resolve)));
  }

  private decide(question: Question, verdict: Verdict): boolean {
    if (!this.questions.remove(question)) return false;
    question.verdict = verdict;
    if (question.isWaiting) {
      void this.send(question);
    } else {
      this.answered.add(question);
      question.settle(verdict);
    }
    return true;
  }

  /** The call that asked has ended without an answer, and the engine keeps the change. */
  private waits(call: number, change: string): null {
    this.log.waits(call, change);
    const isIt = ({ asked }: Question) => asked.change === change;
    const question = this.questions.all.find(isIt);
    if (question) {
      question.isWaiting = true;
      this.questions.touch();
    }
    // The answer and the end of the waiting passed each other.
    for (const late of [...this.answered].filter(isIt)) {
      this.answered.delete(late);
      void this.send(late);
    }
    return null;
  }

  callEnded(call: number): void {
    this.checking.delete(call);
    for (const question of [...this.answered]) if (question.asked.call === call) this.answered.delete(question);
    for (const question of [...this.questions.all]) {
      if (question.asked.call !== call || question.isWaiting) continue;
      this.questions.remove(question);
      question.settle({ allowed: false, why: "" });
      // The engine may have begun to wait when the call was cancelled.
      if (question.asked.change) void this.call(question, { decision: "withdraw" });
    }
  }

  private call({ asked }: Question, args: { decision: string; reason?: string }) {
    return this.engine?.call("decide_change", { change: asked.change, ...args }, { isPerson: true });
  }

  /** The answer to a question whose call has ended: the engine applies the change now, or rejects it. */
  private async send(question: Question): Promise<void> {
    const { asked, caller, verdict } = question;
    const decision = verdict?.allowed ? "allow" : "reject";
    this.log.decided(asked.change, decision === "allow");
    // In the activity it is the agent's change.
    const shown = verdict?.allowed && caller ? { caller, as: asked.tool } : {};
    const answer = await this.engine?.call(
      "decide_change",
      { change: asked.change, decision },
      { isPerson: true, ...shown },
    );
    if (!answer?.isError) return;
    const text = vscode.l10n.t("{0}: {1}", question.subject, answer.text);
    void vscode.window.showWarningMessage(named(text));
  }
}
