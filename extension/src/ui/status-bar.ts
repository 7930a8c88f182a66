import * as vscode from "vscode";

import type { HostOps } from "../host/ops";
import { nameOf } from "./activity-items";
import type { ActivityLog } from "./activity-log";
import { describeWaiting } from "./questions";

const EXTENSION = "sextant.sextant";
const { t } = vscode.l10n;

/** Shorter calls are not shown: an item that comes and goes disturbs. */
const SLOW_MS = 500;

interface Shown {
  text: string;
  tooltip: string;
  command: string | vscode.Command;
  isProblem?: true;
}

/** A problem: its key decides what is said and which command helps, whatever the reason says. */
export type Problem = "notLoaded" | "notStarted" | "socket" | "settings" | "index";

interface Remedy {
  /** A few words. */
  text: string;
  /** The sentence on the click. */
  advice: string;
  command: string;
  arguments?: unknown[];
}

const REMEDIES: Readonly<Record<Problem, () => Remedy>> = {
  notLoaded: () => ({
    text: t("Sextant could not start"),
    advice: t("Click to show the extension, where it can be installed again."),
    command: "extension.open",
    arguments: [EXTENSION],
  }),
  notStarted: () => ({
    text: t("Sextant could not start"),
    advice: t("Click to show the log."),
    command: "sextant.showLog",
  }),
  socket: () => ({
    text: t("Sextant: agents cannot connect"),
    advice: t("Click to try again."),
    command: "sextant.openSocket",
  }),
  settings: () => ({
    text: t("Sextant: settings are ignored"),
    advice: t("Click to show the settings."),
    command: "workbench.action.openSettings",
    arguments: [`@ext:${EXTENSION}`],
  }),
  index: () => ({
    text: t("Sextant: no search index"),
    advice: t("Searches read all files instead. Click to build the index again."),
    command: "sextant.rebuildIndex",
  }),
};

/**
 * One item in the status bar for all: a problem, a question, an index that is being written (when, the engine decides),
 * a call that takes its time, the number of agents. Nothing when there is nothing.
 */
export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("sextant.status");
  private listening: { dispose(): void } | undefined;
  private log: ActivityLog | undefined;
  private timer: NodeJS.Timeout | undefined;
  /** The reason of each. */
  private readonly problems = new Map<Problem, string>();
  /** Why the index of a folder could not be written, by its path. */
  private readonly unwritten = new Map<string, string>();
  private indexing: Shown | undefined;
  private waiting = 0;

  constructor() {
    this.item.name = t("Sextant");
  }

  readonly ops: HostOps = {
    indexing: async (files: number, of: number) => {
      this.indexing = of ? this.progress(files, of) : undefined;
      this.update();
      return { data: null };
    },
    indexed: async (root: string, complaint: string) => {
      if (complaint) this.unwritten.set(root, complaint);
      else this.unwritten.delete(root);
      const lines = [...this.unwritten].map(([path, why]) => t("The index of '{0}' was not written: {1}", path, why));
      this.report("index", lines.join("\n"));
      return { data: null };
    },
  };

  watch(log: ActivityLog): void {
    this.log = log;
    this.listening = log.onDidChange(() => {
      this.timer ??= setTimeout(() => this.update(), SLOW_MS);
    });
  }

  /** Questions that wait for the person. */
  setWaiting(count: number): void {
    this.waiting = count;
    this.update();
  }

  /** It is shown until it is reported without a reason. */
  report(problem: Problem, reason: string): void {
    if (reason) this.problems.set(problem, reason);
    else this.problems.delete(problem);
    this.update();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.listening?.dispose();
    this.item.dispose();
  }

  private update(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const shown = this.choose();
    if (!shown) return this.item.hide();
    this.item.text = shown.text;
    this.item.tooltip = shown.tooltip;
    this.item.command = shown.command;
    this.item.backgroundColor = shown.isProblem && new vscode.ThemeColor("statusBarItem.warningBackground");
    this.item.accessibilityInformation = { label: t("Sextant: {0}", shown.tooltip), role: "button" };
    this.item.show();
  }

  private choose(): Shown | undefined {
    return (
      this.problem("notLoaded", "notStarted", "socket") ??
      this.asking() ??
      this.problem("settings") ??
      this.indexing ??
      this.problem("index") ??
      this.running() ??
      this.connected()
    );
  }

  /** The first of the problems that there is. */
  private problem(...of: Problem[]): Shown | undefined {
    const problem = of.find((one) => this.problems.has(one));
    if (!problem) return undefined;
    const { text, advice, ...command } = REMEDIES[problem]();
    return {
      text: `$(warning) ${text}`,
      tooltip: t("{0}\n{1}", this.problems.get(problem) ?? "", advice),
      command: { title: advice, ...command },
      isProblem: true,
    };
  }

  private progress(files: number, of: number): Shown {
    const [count, all] = [files, of].map((one) => one.toLocaleString(vscode.env.language));
    const what =
      files < of ? t("Sextant: indexing {0} %", Math.floor((files * 100) / of)) : t("Sextant: writing the index");
    const tooltip = t(
      "{0} of {1} files have been read for the search index. Searches are complete meanwhile, but slower.",
      count ?? "",
      all ?? "",
    );
    return { text: `$(sync~spin) ${what}`, tooltip, command: "sextant.indexStatistics" };
  }

  private asking(): Shown | undefined {
    if (!this.waiting) return undefined;
    const what = describeWaiting(this.waiting);
    const tooltip = t("{0}. Click to show them.", what);
    return { text: `$(bell-dot) ${what}`, tooltip, command: "sextant.showWaitingChanges", isProblem: true };
  }

  private running(): Shown | undefined {
    let isAny = false;
    for (const { tool, started, caller } of this.log?.running ?? []) {
      isAny = true;
      if (Date.now() - started < SLOW_MS) continue;
      const client = nameOf(caller);
      const tooltip = t("{0} is running for {1}. Click to show the activity.", tool, client);
      return {
        text: `$(loading~spin) ${t("Sextant: {0}", tool.replace(/\W/g, "_"))}`,
        tooltip,
        command: "sextant.activity.focus",
      };
    }
    if (isAny) this.timer ??= setTimeout(() => this.update(), SLOW_MS);
    return undefined;
  }

  private connected(): Shown | undefined {
    const callers = this.log?.callers() ?? [];
    const count = callers.filter(({ kind, until }) => kind === "socket" && until === undefined).length;
    if (!count) return undefined;
    const tooltip =
      count > 1
        ? t("{0} agents are connected. Click to show the activity.", count)
        : t("1 agent is connected. Click to show the activity.");
    return { text: `$(plug) ${count}`, tooltip, command: "sextant.activity.focus" };
  }
}
