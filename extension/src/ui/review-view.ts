import * as vscode from "vscode";

import { toUri } from "../host/convert";
import { ChangeView } from "./change-view";

const SCHEME = "sextant-review";

/** A file of a change that was applied. */
export interface ReviewedFile {
  readonly action: "edit" | "create" | "delete" | "rename";
  readonly path: string;
  /** The path before a rename. */
  readonly old_path?: string;
  readonly before?: string;
  readonly after?: string;
  readonly added: number;
  readonly removed: number;
}

type Row = [label: vscode.Uri, left: vscode.Uri | undefined, right: vscode.Uri | undefined];

const nameOf = (path: string) => path.slice(path.replaceAll("\\", "/").lastIndexOf("/") + 1);

function linesOf(files: readonly ReviewedFile[]): string {
  const count = files.reduce((sum, { added, removed }) => sum + Math.max(added, removed), 0);
  return count === 1 ? vscode.l10n.t("1 line") : vscode.l10n.t("{0} lines", count);
}

/** `user.ts, 3 lines`: what was done, in a few words. */
export function describeChange(files: readonly ReviewedFile[]): string {
  const [first] = files;
  if (!first || files.length > 1) return vscode.l10n.t("{0} files, {1}", files.length, linesOf(files));
  const name = nameOf(first.path);
  if (first.action === "create") return vscode.l10n.t("{0}, created", name);
  if (first.action === "delete") return vscode.l10n.t("{0}, deleted", name);
  if (first.action === "edit") return vscode.l10n.t("{0}, {1}", name, linesOf(files));
  const old = nameOf(first.old_path ?? "");
  return old === name
    ? vscode.l10n.t("{0}, moved", name)
    : vscode.l10n.t({
        message: "{0}, renamed to {1}",
        args: [old, name],
        comment: ["{0} and {1} are names of a file"],
      });
}

export const isFile = (uri: vscode.Uri): Thenable<boolean> =>
  vscode.workspace.fs.stat(uri).then(
    ({ type }) => (type & vscode.FileType.Directory) === 0,
    () => false, // it is gone
  );

/** Shows one change at a time in the editor's own multi-file diff editor: the texts before it against the files as they are. */
export class ReviewView implements vscode.Disposable {
  private readonly editors = new ChangeView(SCHEME);
  private turn = 0;
  private shown: { change: string; title: string } | undefined;

  /** False where nothing can be shown: a folder was renamed, say. */
  async show(change: string, files: readonly ReviewedFile[]): Promise<boolean> {
    await this.close();
    const turn = ++this.turn;
    const rows: Row[] = [];
    for (const [i, file] of files.entries()) {
      const row = await this.makeRow(turn, i, file);
      if (row) rows.push(row);
    }
    if (!rows.length) return false;
    // The editor adds the number of files.
    const what = files.length > 1 ? linesOf(files) : describeChange(files);
    const title = vscode.l10n.t("Sextant: {0}", what);
    this.shown = { change, title };
    await vscode.commands.executeCommand("vscode.changes", title, rows);
    return true;
  }

  /** There is nothing to review any more. */
  async undone(change: string): Promise<void> {
    if (this.shown?.change === change) await this.close();
  }

  dispose(): void {
    this.editors.dispose();
  }

  /** No left side is an added file, no right side a deleted one, and two paths are a rename. */
  private async makeRow(turn: number, i: number, file: ReviewedFile): Promise<Row | undefined> {
    const { action, path, old_path = path, before = "", after = "" } = file;
    const uri = toUri(path);
    const isThere = await isFile(uri);
    // With the path of the file itself: the editor marks others as renamed.
    const keep = (side: string, of: string, text: string) =>
      this.editors.keep(turn, `${i}/${side}`, toUri(of).path, text);
    const right = isThere ? uri : keep("after", path, after);
    if (action === "rename") {
      if (!isThere) return undefined;
      const text = (await vscode.workspace.openTextDocument(uri).then(undefined, () => undefined))?.getText() ?? "";
      return [uri, keep("before", old_path, text), uri];
    }
    if (action === "create") return [uri, undefined, right];
    const left = keep("before", path, before);
    return [uri, left, action === "delete" && !isThere ? undefined : right];
  }

  private async close(): Promise<void> {
    const { title } = this.shown ?? {};
    this.shown = undefined;
    await this.editors.close(this.turn);
    if (!title) return;
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    // The label has the number of files after the title.
    const isOurs = ({ label, input }: vscode.Tab) =>
      label.startsWith(title) && !(input instanceof vscode.TabInputText) && !(input instanceof vscode.TabInputWebview);
    await vscode.window.tabGroups.close(tabs.filter(isOurs));
  }
}
