import { randomBytes } from "node:crypto";
import * as vscode from "vscode";

const STYLE = `
  body { padding: 0 24px 24px; line-height: 1.5; font-size: var(--vscode-font-size); max-width: 900px; }
  h2 { font-weight: 600; margin: 20px 0 12px; }
  pre { background: var(--vscode-textCodeBlock-background); padding: 10px 14px; border-radius: 4px;
        white-space: pre-wrap; }
  code { font-family: var(--vscode-editor-font-family); font-size: var(--vscode-editor-font-size);
         color: inherit; background: none; overflow-wrap: anywhere; }
  a { color: var(--vscode-textLink-foreground); text-decoration: none; }
  a:hover { text-decoration: underline; }
  hr { border: none; border-top: 1px solid var(--vscode-widget-border, rgba(128,128,128,.35)); }
  .hljs-keyword, .hljs-built_in { color: var(--vscode-symbolIcon-keywordForeground); }
  .hljs-string { color: var(--vscode-debugTokenExpression-string); }
  .hljs-number, .hljs-literal { color: var(--vscode-debugTokenExpression-number); }
  .hljs-comment { opacity: .7; }
  .hljs-title { color: var(--vscode-symbolIcon-functionForeground); }
  .hljs-type, .hljs-title.class_ { color: var(--vscode-symbolIcon-classForeground); }
`;

/** A tool's answer for a person: rendered Markdown beside the code, in one tab that is reused. */
export class AnswerView implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;

  constructor(private readonly extensionUri: vscode.Uri) {}

  async show(title: string, markdown: string): Promise<void> {
    const html = await vscode.commands.executeCommand<string>("markdown.api.render", markdown);
    const panel = this.panel ?? this.create();
    panel.title = title;
    const nonce = randomBytes(16).toString("base64");
    panel.webview.html = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'">
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>${html}</body>
</html>`;
    panel.reveal(undefined, true);
  }

  dispose(): void {
    this.panel?.dispose();
  }

  private create(): vscode.WebviewPanel {
    const column = vscode.window.activeTextEditor ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
    this.panel = vscode.window.createWebviewPanel(
      "sextant.answer",
      "Sextant",
      { viewColumn: column, preserveFocus: true },
      { enableCommandUris: ["sextant.openLocation"], localResourceRoots: [], enableFindWidget: true },
    );
    this.panel.iconPath = vscode.Uri.joinPath(this.extensionUri, "media", "icon.png");
    this.panel.onDidDispose(() => (this.panel = undefined));
    return this.panel;
  }
}
