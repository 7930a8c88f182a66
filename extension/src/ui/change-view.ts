import * as vscode from "vscode";

import { toUri } from "../host/convert";

const SCHEME = "sextant-change";

/** A file of a change: its path and its text before and after. */
export type ChangedFile = readonly [path: string, before: string, after: string];

/** The input of a tab, as the editor gives it; its type is not public yet. */
interface MultiDiffInput {
  readonly textDiffs?: readonly { readonly original: vscode.Uri }[];
}

/** Shows changes in the editor's own multi-file diff editor, from texts that no file holds. */
export class ChangeView implements vscode.Disposable {
  private readonly texts = new Map<string, { turn: number; text: string }>();
  private readonly provider = vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    provideTextDocumentContent: (uri) => this.texts.get(uri.toString())?.text ?? "",
  });
  private shown = 0;

  async show(title: string, files: readonly ChangedFile[]) {
    const turn = ++this.shown;
    const rows = files.map(([path, before, after], i) => [
      toUri(path),
      this.keep(turn, i, "before", path, before),
      this.keep(turn, i, "after", path, after),
    ]);
    await vscode.commands.executeCommand("vscode.changes", title, rows);
    return { close: () => this.close(turn) };
  }

  dispose(): void {
    this.provider.dispose();
    this.texts.clear();
  }

  private keep(turn: number, i: number, side: string, path: string, text: string): vscode.Uri {
    // Both sides have the same path: else the editor marks the file as renamed.
    const shown = `/${vscode.workspace.asRelativePath(toUri(path))}`.replace(/^\/+/, "/");
    const uri = vscode.Uri.from({ scheme: SCHEME, path: shown, query: `${turn}/${i}/${side}` });
    this.texts.set(uri.toString(), { turn, text });
    return uri;
  }

  private async close(turn: number): Promise<void> {
    const isOfTurn = (uri: vscode.Uri) => uri.scheme === SCHEME && uri.query.startsWith(`${turn}/`);
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    // By its contents: the label has the number of files after the title.
    const isOurs = ({ input }: vscode.Tab) =>
      (input as MultiDiffInput | undefined)?.textDiffs?.some(({ original }) => isOfTurn(original));
    await vscode.window.tabGroups.close(tabs.filter(isOurs));
    for (const [key, { turn: of }] of this.texts) if (of === turn) this.texts.delete(key);
  }
}
