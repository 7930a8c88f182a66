import * as vscode from "vscode";

import type { HostOps } from "../host/ops";
import { nameOf } from "./activity-items";
import type { ActivityLog } from "./activity-log";

/** Shorter calls are not shown: an item that comes and goes disturbs. */
const SLOW_MS = 500;

interface Shown {
  text: string;
  tooltip: string;
  command: string;
  isProblem?: true;
}

/**
 * One item in the status bar for all: a problem, an index that is being written (when, and in which words, the
 * engine decides), a call that takes its time, the number of agents. Nothing when there is nothing.
 */
export class StatusBar implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("sextant.status");
  private listening: { dispose(): void } | undefined;
  private log: ActivityLog | undefined;
  private timer: NodeJS.Timeout | undefined;
  private problem: string | undefined;
  private indexing: Shown | undefined;
  private waiting = 0;

  constructor() {
    this.item.name = vscode.l10n.t("Sextant");
  }

  readonly ops: HostOps = {
    indexing: async (text: string, tooltip: string) => {
      this.indexing = text ? { text, tooltip, command: "sextant.indexStatistics" } : undefined;
      this.update();
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

  /** Stays until the window is loaded again. */
  report(problem: string): void {
    this.problem = problem;
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
    this.item.accessibilityInformation = { label: `Sextant: ${shown.tooltip}`, role: "button" };
    this.item.show();
  }

  private choose(): Shown | undefined {
    const { problem } = this;
    if (problem) {
      const tooltip = vscode.l10n.t("{0}\nClick to show the log.", problem);
      return { text: "$(warning) Sextant", tooltip, command: "sextant.showLog", isProblem: true };
    }
    return this.asking() ?? this.indexing ?? this.running() ?? this.connected();
  }

  private asking(): Shown | undefined {
    const { waiting } = this;
    if (!waiting) return undefined;
    const what =
      waiting > 1 ? vscode.l10n.t("{0} changes wait for you", waiting) : vscode.l10n.t("1 change waits for you");
    const tooltip = vscode.l10n.t("{0}. Click to show them.", what);
    return { text: `$(bell-dot) ${what}`, tooltip, command: "sextant.showWaitingChanges", isProblem: true };
  }

  private running(): Shown | undefined {
    let isAny = false;
    for (const { tool, started, caller } of this.log?.running ?? []) {
      isAny = true;
      if (Date.now() - started < SLOW_MS) continue;
      const client = nameOf(caller);
      const tooltip = vscode.l10n.t("{0} is running for {1}. Click to show the activity.", tool, client);
      return {
        text: `$(loading~spin) Sextant: ${tool.replace(/\W/g, "_")}`,
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
        ? vscode.l10n.t("{0} agents are connected. Click to show the activity.", count)
        : vscode.l10n.t("1 agent is connected. Click to show the activity.");
    return { text: `$(plug) ${count}`, tooltip, command: "sextant.activity.focus" };
  }
}
