import * as vscode from "vscode";

import type { Context } from "../context";
import { clean } from "./activity-items";
import { callFor } from "./for-person";

interface Task {
  readonly id: number;
  readonly title: string;
  readonly completed: boolean;
}

interface List {
  readonly name: string;
  readonly done: number;
  readonly tasks: readonly Task[];
}

type Node = { readonly list: List; readonly task?: Task };

const { Expanded, None } = vscode.TreeItemCollapsibleState;
const { Checked, Unchecked } = vscode.TreeItemCheckboxState;

/** The *Tasks* view: the list of each agent with its progress, and check boxes for people. */
export class TasksView implements vscode.TreeDataProvider<Node> {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: vscode.TreeView<Node>;
  private shown: string | undefined;

  constructor(private readonly context: Context) {
    const { extension, toolsets, own } = context;
    const options = { treeDataProvider: this, manageCheckboxStateManually: true };
    this.view = own(vscode.window.createTreeView("sextant.tasks", options));
    own(this.view.onDidChangeCheckboxState(({ items }) => this.tick(items)));
    const show = () => void vscode.commands.executeCommand("setContext", "sextant.hasTasks", toolsets.has("tasks"));
    own(toolsets.onDidChange(show));
    show();
    if (!extension.storageUri) return;
    // All windows of a workspace share the file: whichever of them, or whose agent, writes to it.
    const folder = vscode.Uri.joinPath(extension.storageUri, "store");
    const files = own(vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, "*")));
    files.onDidChange(() => this.refresh());
    files.onDidCreate(() => this.refresh());
  }

  /** A write changes several files, and most of what is written is not a task: a tick is lost while the tree is made. */
  private async refresh(): Promise<void> {
    const { factsJson } = await this.read();
    if (factsJson !== this.shown) this.changed.fire();
  }

  private read() {
    return this.context.engine.call("list_tasks", {}, { isPerson: true });
  }

  getTreeItem({ list, task }: Node): vscode.TreeItem {
    const item = new vscode.TreeItem(clean(task?.title ?? list.name), task ? None : Expanded);
    item.id = `${list.name} ${task?.id ?? ""}`;
    if (!task) {
      item.description = vscode.l10n.t("{0} of {1}", list.done, list.tasks.length);
      item.iconPath = new vscode.ThemeIcon("checklist");
      return item;
    }
    item.tooltip = clean(task.title, Infinity);
    item.checkboxState = task.completed ? Checked : Unchecked;
    return item;
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (node) return node.task ? [] : node.list.tasks.map((task) => ({ list: node.list, task }));
    const { isError, text, factsJson } = await this.read();
    this.shown = factsJson;
    this.view.message = isError ? text : "";
    const { lists = [] } = JSON.parse(factsJson ?? "{}") as { lists?: List[] };
    return lists.map((list) => ({ list }));
  }

  private async tick(items: ReadonlyArray<[Node, vscode.TreeItemCheckboxState]>): Promise<void> {
    for (const [{ list, task }, state] of items)
      if (task) {
        const { id, title } = task;
        await callFor(this.context.engine, "tick_task", { list: list.name, id, title, completed: state === Checked });
      }
    // Also where it failed: then the box shows what is kept.
    this.changed.fire();
  }
}
