import * as vscode from "vscode";

import { toUri } from "../host/convert";

/** A file of a change: its path and its text before and after. */
export type ChangedFile = readonly [path: string, before: string, after: string, ...more: unknown[]];

/** The input of a tab, as the editor gives it; that of a diff of many files is not public yet. */
interface Input {
  readonly uri?: vscode.Uri;
  readonly modified?: vscode.Uri;
  readonly textDiffs?: readonly { readonly modified: vscode.Uri }[];
}

/** Shows texts that no file holds, in the editor's own editors. All that belongs together has a number. */
export class ChangeView implements vscode.Disposable {
  private readonly texts = new Map<string, { of: number; text: string }>();
  private readonly provider: vscode.Disposable;
  private last = 0;

  constructor(private readonly scheme = "sextant-change") {
    const provideTextDocumentContent = (uri: vscode.Uri) => this.texts.get(uri.toString())?.text ?? "";
    this.provider = vscode.workspace.registerTextDocumentContentProvider(scheme, { provideTextDocumentContent });
  }

  /** Several files in one editor. */
  async show(title: string, files: readonly ChangedFile[], of = ++this.last) {
    const rows = files.map((file, i) => [toUri(file[0]), ...this.keepSides(of, file, i)]);
    await vscode.commands.executeCommand("vscode.changes", title, rows);
    return { close: () => this.close(of) };
  }

  /** Both sides have the same path: else the editor marks the file as renamed. */
  keepSides(of: number, [path, before, after]: ChangedFile, i = 0): vscode.Uri[] {
    const shown = `/${vscode.workspace.asRelativePath(toUri(path))}`.replace(/^\/+/, "/");
    return [this.keep(of, `${i}/before`, shown, before), this.keep(of, `${i}/after`, shown, after)];
  }

  keep(of: number, what: string, path: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: this.scheme, path, query: `${of}/${what}` });
    this.texts.set(uri.toString(), { of, text });
    return uri;
  }

  numberOf(uri: vscode.Uri | undefined): number | undefined {
    return uri?.scheme === this.scheme ? Number(uri.query.split("/", 1)[0]) : undefined;
  }

  /** By its contents: the label of a diff of many files has their number after the title. */
  numberOfTab(tab: vscode.Tab | undefined): number | undefined {
    const input = tab?.input as Input | undefined;
    return this.numberOf(input?.uri ?? input?.modified ?? input?.textDiffs?.[0]?.modified);
  }

  async close(of: number, preserveFocus?: boolean): Promise<void> {
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    await vscode.window.tabGroups.close(
      tabs.filter((tab) => this.numberOfTab(tab) === of),
      preserveFocus,
    );
    for (const [key, kept] of this.texts) if (kept.of === of) this.texts.delete(key);
  }

  dispose(): void {
    this.provider.dispose();
    this.texts.clear();
  }
}
