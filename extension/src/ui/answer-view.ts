import { randomBytes } from "node:crypto";
import * as vscode from "vscode";

import STYLE from "./answer.css";

/** An answer that comes sooner replaces what was there, with nothing in between. */
const SLOW_MS = 400;
/** Commands that links in an answer may run. */
const COMMANDS = [
  ...["sextant.openLocation", "sextant.goToSymbol"],
  ...["workbench.action.findInFiles", "workbench.action.files.openFolder", "workbench.trust.manage"],
];

/** Gives the answer; `show` shows what is known before. */
type Ask = (signal: AbortSignal, show: (markdown: string) => Promise<void>) => Promise<string | undefined>;

/** A tool's answer for a person: rendered Markdown beside the code, in one tab that is reused. */
export class AnswerView implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private asking: AbortController | undefined;
  private shown = "";
  /** The text was brought to the front: what takes its place leaves the person wherever they went since. */
  private isRevealed = false;

  constructor(private readonly extensionUri: vscode.Uri) {}

  /**
   * Shows what `ask` gives: until then, where that takes a moment, that it is being looked up. The signal ends when the
   * tab is closed or something else is shown. `isByKeyboard`: it gets the focus, to be read and scrolled.
   */
  async showSoon(title: string, isByKeyboard: boolean, ask: Ask) {
    this.asking?.abort();
    this.shown = "";
    this.isRevealed = false;
    const { signal } = (this.asking = new AbortController());
    const waiting = vscode.l10n.t("Looking up…");
    const timer = setTimeout(() => {
      if (!signal.aborted) this.put(title, waiting, `<p>${waiting}</p>`, isByKeyboard);
    }, SLOW_MS);
    try {
      const show = async (text: string) => {
        clearTimeout(timer);
        await this.render(title, text, isByKeyboard, signal);
      };
      const markdown = await ask(signal, show);
      clearTimeout(timer);
      if (markdown === this.shown) return;
      if (markdown !== undefined) await this.render(title, markdown, isByKeyboard, signal);
      else if (!signal.aborted && this.shown === waiting) this.panel?.dispose();
    } finally {
      clearTimeout(timer);
    }
  }

  dispose(): void {
    this.panel?.dispose();
  }

  show(title: string, markdown: string): Promise<void> {
    this.asking?.abort();
    this.isRevealed = false;
    const { signal } = (this.asking = new AbortController());
    return this.render(title, markdown, true, signal);
  }

  private async render(title: string, markdown: string, isByKeyboard: boolean, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    // The first time, an extension is started for it, which takes seconds on a busy machine.
    const html = await vscode.commands.executeCommand<string>("markdown.api.render", markdown);
    // Something else may be shown since.
    if (!signal.aborted) this.put(title, markdown, html, isByKeyboard);
  }

  private put(title: string, shown: string, html: string, isByKeyboard: boolean): void {
    const panel = this.panel ?? this.create(isByKeyboard);
    panel.title = title;
    this.shown = shown;
    const nonce = randomBytes(16).toString("base64");
    panel.webview.html = `<!DOCTYPE html>
<html lang="${vscode.env.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'">
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>${html}</body>
</html>`;
    if (this.isRevealed) return;
    this.isRevealed = true;
    // Not over the code that was asked about.
    const { viewColumn } = vscode.window.activeTextEditor ?? {};
    const isOver = viewColumn !== undefined && viewColumn === panel.viewColumn;
    panel.reveal(isOver ? vscode.ViewColumn.Beside : undefined, !isByKeyboard);
  }

  private create(isByKeyboard: boolean): vscode.WebviewPanel {
    const column = vscode.window.activeTextEditor ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
    this.panel = vscode.window.createWebviewPanel(
      "sextant.answer",
      "Sextant",
      { viewColumn: column, preserveFocus: !isByKeyboard },
      { enableCommandUris: COMMANDS, localResourceRoots: [], enableFindWidget: true },
    );
    this.panel.iconPath = vscode.Uri.joinPath(this.extensionUri, "media", "icon.png");
    this.panel.onDidDispose(() => {
      this.panel = undefined;
      this.asking?.abort();
    });
    return this.panel;
  }
}
