import { join } from "node:path";
import * as vscode from "vscode";

import type { Context } from "../context";
import { messageOf, toUri } from "../host/convert";
import type { HostOps } from "../host/ops";
import type { Node } from "./activity-items";
import { ActivityLog, type Caller, type ChangedLines } from "./activity-log";
import { ActivityStore } from "./activity-store";
import { ActivityView } from "./activity-view";
import { reviewChange, undoChange } from "./for-person";
import { isFile, ReviewView } from "./review-view";
import { unlinked } from "./message";

type Changed = [
  ...[call: number, id: string, isUndone: boolean, canUndo: boolean, fileCount: number],
  ...[added: number, removed: number, files: ChangedLines[]],
];

async function openFile(path: string): Promise<void> {
  try {
    await vscode.window.showTextDocument(toUri(path), { preview: true });
  } catch (error) {
    const message = (await isFile(toUri(path)))
      ? vscode.l10n.t("Sextant: the file cannot be opened. {0}", messageOf(error))
      : vscode.l10n.t("Sextant: {0} is not there any more.", vscode.workspace.asRelativePath(toUri(path)));
    void vscode.window.showInformationMessage(unlinked(message));
  }
}

/** The file of the node, or the one of its change that is chosen. */
async function openFiles(node: Node): Promise<void> {
  if (node.is === "file") return openFile(node.file[0]);
  const paths = (node.is === "call" ? (node.call.change?.files ?? []) : []).map(([path]) => path);
  if (paths.length < 2) return paths[0] ? openFile(paths[0]) : undefined;
  const items = paths.map((path) => ({ label: vscode.workspace.asRelativePath(toUri(path)), path }));
  const chosen = await vscode.window.showQuickPick(items, { title: vscode.l10n.t("Open a Changed File") });
  if (chosen) await openFile(chosen.path);
}

/** The activity of agents in this window: the log, the view, and the file that outlives a reload. */
export class Activity implements vscode.Disposable {
  readonly log = new ActivityLog();
  readonly review = new ReviewView();
  private readonly view = new ActivityView(this.log);
  private readonly store: ActivityStore | undefined;
  private chatCaller: Caller | undefined;
  /** Takes back a change that was still being verified when the window ended. */
  takeBack: ((id: string) => Promise<void>) | undefined;

  constructor(storage: vscode.Uri | undefined, log: vscode.LogOutputChannel) {
    if (!storage) return; // a window without a folder
    this.store = new ActivityStore(this.log, join(storage.fsPath, "activity.json"), (message) => log.warn(message));
    void this.store.load();
  }

  /** The caller of what the editor's own chat calls. */
  get chat(): Caller {
    return (this.chatCaller ??= this.log.connect("chat"));
  }

  readonly ops: HostOps = {
    changed: async (...[call, id, isUndone, canUndo, fileCount, added, removed, files]: Changed) => {
      if (isUndone) {
        this.log.undone(id);
        void this.review.undone(id);
      } else {
        this.log.applied(call, { id, isUndone, canUndo, fileCount, added, removed, files });
        this.view.countChange();
      }
      return { data: null };
    },
    changePlanned: async (call: number, id: string, path: string, fileCount: number) => {
      this.log.previewed(call, id, path, fileCount);
      return { data: null };
    },
    changesKept: async (ids: string[], begun: string[]) => {
      this.log.kept(ids);
      for (const id of begun) await this.takeBack?.(id);
      return { data: null };
    },
  };

  registerCommands({ engine, own }: Context): void {
    const command = (id: string, run: (node: Node) => unknown) =>
      own(vscode.commands.registerCommand(`sextant.${id}`, (node?: Node) => node && run(node)));
    const idOf = (node: Node) => (node.is === "call" ? node.call.change?.id : undefined);
    command("cancelCall", (node) => node.is === "call" && node.call.cancel?.());
    command("endConnection", (node) => node.is === "caller" && node.caller.end?.());
    command("reviewChange", (node) => idOf(node) && reviewChange(engine, this.review, idOf(node)));
    command("undoChange", (node) => idOf(node) && undoChange(engine, idOf(node)));
    command("openChangedFiles", openFiles);
    command("showOlderCalls", (node) => node.is === "older" && this.view.showOlder(node.caller));
    const plain = (id: string, run: () => unknown) => own(vscode.commands.registerCommand(`sextant.${id}`, run));
    plain("filterByClient", () => this.view.filterByClient());
    plain("showChangesOnly", () => this.view.showChangesOnly(true));
    plain("showAllCalls", () => this.view.showAll());
    plain("clearActivity", () => this.log.clear());
  }

  dispose(): void {
    this.store?.dispose();
    this.view.dispose();
    this.review.dispose();
  }
}
