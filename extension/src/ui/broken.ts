import * as vscode from "vscode";

import type { Context } from "../context";
import { linkBridge } from "../doors/bridge-link";
import { register } from "../doors/registry";
import { unlinked } from "./message";

const ACTIVITY = "sextant.activity";

/** Stands in for the commands and the view of an extension that could not start: each reports the reason. */
export function standIn(
  extension: vscode.ExtensionContext,
  reason: string,
  log: vscode.LogOutputChannel,
  own: Context["own"],
): void {
  const message = vscode.l10n.t("Sextant could not start: {0}", reason);
  const report = async () => {
    const showLog = vscode.l10n.t("Show Log");
    if ((await vscode.window.showErrorMessage(unlinked(message), showLog)) === showLog) log.show();
  };
  const { contributes, version } = extension.extension.packageJSON as {
    contributes: { commands: { command: string }[] };
    version: string;
  };
  const ids = contributes.commands.map(({ command }) => command).filter((id) => id !== "sextant.showLog");
  const view = vscode.window.createTreeView(ACTIVITY, {
    treeDataProvider: { getChildren: () => [], getTreeItem: () => new vscode.TreeItem("") },
  });
  view.message = message;
  own(view);
  for (const id of ids) own(vscode.commands.registerCommand(id, report));
  // The bridge is a program of its own: it gives agents the reason too.
  own(register({ failure: reason }, log));
  void linkBridge(extension.extensionPath, version).catch((error: unknown) => log.warn(String(error)));
  void report();
}
