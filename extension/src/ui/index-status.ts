import * as vscode from "vscode";

import type { HostOps } from "../host/ops";

/** In the status bar while an index is being written: when, and in which words, the engine decides. */
export class IndexStatus implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("sextant.index");

  readonly ops: HostOps = {
    indexing: async (text: string, tooltip: string) => {
      this.item.name = vscode.l10n.t("Sextant Index");
      this.item.command = "sextant.indexStatistics";
      this.item.text = text;
      this.item.tooltip = tooltip;
      if (text) this.item.show();
      else this.item.hide();
      return { data: null };
    },
  };

  dispose(): void {
    this.item.dispose();
  }
}
