import * as vscode from "vscode";

import { nameOf, type Node, toItem, tooltipOf } from "./activity-items";
import type { ActivityLog, Call, Caller } from "./activity-log";

/** However many calls there are, the view is made again four times a second at most. */
const REFRESH_MS = 250;
/** The window takes some 50 ms to draw all rows: where they come faster than they are read, once a second is enough. */
const BUSY_REFRESH_MS = 1000;
/** Beginnings and ends of calls in a second. */
const BUSY_RATE = 60;
/** Calls of a connection that are listed at first, and that come with each *Show Older*. */
const PAGE = 50;

const setContext = (key: string, value: boolean) =>
  void vscode.commands.executeCommand("setContext", `sextant.activity.${key}`, value);

/** The *Activity* view: connections, and below each its calls and changes, the newest first. */
export class ActivityView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: vscode.TreeView<Node>;
  private readonly owned: { dispose(): unknown }[];
  /** Made at a refresh, for all connections. */
  private byCaller = new Map<Caller, Call[]>();
  private readonly shown = new Map<Caller, number>();
  private timer: NodeJS.Timeout | undefined;
  /** How long the next refresh waits, and changes since the last one. */
  private pace = REFRESH_MS;
  private news = 0;
  private isStale = true;
  private client: string | undefined;
  private isChangesOnly = false;
  private hasCalls = false;
  /** Changes since the view was last visible. */
  private unseen = 0;

  constructor(private readonly log: ActivityLog) {
    this.view = vscode.window.createTreeView("sextant.activity", { treeDataProvider: this });
    this.owned = [
      this.view,
      this.changed,
      log.onDidChange(() => this.note()),
      this.view.onDidChangeVisibility(({ visible }) => visible && this.look()),
    ];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    return toItem(node);
  }

  resolveTreeItem(item: vscode.TreeItem, node: Node): vscode.TreeItem {
    item.tooltip = tooltipOf(node);
    return item;
  }

  getChildren(node?: Node): Node[] {
    if (!node) return this.roots();
    if (node.is === "caller") return this.callsOf(node.caller);
    if (node.is !== "call") return [];
    const { call } = node;
    return (call.change?.files ?? []).map((file) => ({ is: "file", call, file }));
  }

  /** A change was applied: the icon shows the number until the view is visible. */
  countChange(): void {
    if (this.view.visible) return;
    const value = ++this.unseen;
    const tooltip = value > 1 ? vscode.l10n.t("{0} changes by agents", value) : vscode.l10n.t("1 change by an agent");
    this.view.badge = { value, tooltip };
  }

  async filterByClient(): Promise<void> {
    const names = [...new Set(this.log.callers().map(nameOf))];
    const all = { label: vscode.l10n.t("All Clients"), name: undefined };
    const items = [all, ...names.map((name) => ({ label: name, name }))];
    const title = vscode.l10n.t("Filter by Client");
    const chosen = await vscode.window.showQuickPick(items, { title });
    if (!chosen) return;
    this.client = chosen.name;
    this.filtersChanged();
  }

  showChangesOnly(isOn: boolean): void {
    this.isChangesOnly = isOn;
    this.filtersChanged();
  }

  showAll(): void {
    this.client = undefined;
    this.showChangesOnly(false);
  }

  showOlder(caller: Caller): void {
    this.shown.set(caller, (this.shown.get(caller) ?? PAGE) + PAGE);
    this.refresh();
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const one of this.owned) one.dispose();
  }

  /** All that a call costs here. */
  private note(): void {
    this.isStale = true;
    this.news++;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.pace = (this.news * 1000) / this.pace > BUSY_RATE ? BUSY_REFRESH_MS : REFRESH_MS;
      this.news = 0;
      this.updateContext();
      if (this.view.visible) this.refresh();
    }, this.pace);
  }

  private look(): void {
    this.unseen = 0;
    this.view.badge = undefined;
    if (this.isStale) this.refresh();
  }

  private refresh(): void {
    this.isStale = false;
    this.changed.fire();
  }

  private filtersChanged(): void {
    setContext("changesOnly", this.isChangesOnly);
    setContext("isFiltered", this.isChangesOnly || this.client !== undefined);
    const parts = [this.client ?? "", this.isChangesOnly ? vscode.l10n.t("changes only") : ""];
    this.view.description = parts.filter(Boolean).join(" · ");
    this.refresh();
  }

  private updateContext(): void {
    const hasCalls = this.log.callers().length > 0;
    if (hasCalls !== this.hasCalls) setContext("hasCalls", hasCalls);
    this.hasCalls = hasCalls;
  }

  private roots(): Node[] {
    this.byCaller = new Map();
    for (const call of this.log.calls()) {
      if (this.isChangesOnly && !call.change) continue;
      const calls = this.byCaller.get(call.caller);
      if (calls) calls.push(call);
      else this.byCaller.set(call.caller, [call]);
    }
    const isShown = (caller: Caller) =>
      (this.client === undefined || nameOf(caller) === this.client) &&
      (!this.isChangesOnly || this.byCaller.has(caller));
    const callers = this.log.callers().filter(isShown);
    for (const caller of this.shown.keys()) if (!callers.includes(caller)) this.shown.delete(caller);
    const order = (a: Caller, b: Caller) => (b.until ?? Infinity) - (a.until ?? Infinity) || b.since - a.since;
    return callers.sort(order).map((caller) => ({ is: "caller", caller }));
  }

  private callsOf(caller: Caller): Node[] {
    const calls = this.byCaller.get(caller) ?? [];
    const count = this.shown.get(caller) ?? PAGE;
    const nodes: Node[] = calls.slice(0, count).map((call) => ({ is: "call", call }));
    if (calls.length > count) nodes.push({ is: "older", caller, count: Math.min(PAGE, calls.length - count) });
    return nodes;
  }
}
