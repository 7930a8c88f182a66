import * as vscode from "vscode";

import { keepValid, type Schema } from "./setting-values";
import type { StatusBar } from "./status-bar";
import { unlinked } from "./message";

const PREFIX = "sextant.";

type Group = { properties: Record<string, Schema> };

/**
 * The settings as the manifest describes them. The editor underlines a value that does not fit, but gives it to
 * us all the same: it is ignored here, and reported once.
 */
export class Settings implements vscode.Disposable {
  private readonly schemas: Record<string, Schema>;
  private readonly changed = new vscode.EventEmitter<(setting: string) => boolean>();
  /** Receives whether a setting, without `sextant.`, is concerned. */
  readonly onDidChange = this.changed.event;
  private readonly changes = vscode.workspace.onDidChangeConfiguration((event) => {
    if (!event.affectsConfiguration("sextant")) return;
    this.report();
    this.changed.fire((setting) => event.affectsConfiguration(PREFIX + setting));
  });
  private reported = "";

  constructor(
    manifest: { contributes: { configuration: Group[] } },
    private readonly log: vscode.LogOutputChannel,
    private readonly status: StatusBar,
  ) {
    this.schemas = Object.assign({}, ...manifest.contributes.configuration.map(({ properties }) => properties));
    this.report();
  }

  /** The valid part of its value, or its default. */
  get<T>(setting: string): T {
    return this.read(setting, []) as T;
  }

  dispose(): void {
    this.changes.dispose();
    this.changed.dispose();
  }

  private read(setting: string, wrong: string[]): unknown {
    const value = vscode.workspace.getConfiguration("sextant").get(setting);
    return keepValid(value, this.schemas[PREFIX + setting] as Schema, wrong);
  }

  private report(): void {
    const lines = Object.keys(this.schemas).flatMap((name) => {
      const wrong: string[] = [];
      this.read(name.slice(PREFIX.length), wrong);
      return wrong.length ? [`${name}: ${wrong.join(", ")}`] : [];
    });
    const all = lines.join("; ");
    if (all === this.reported) return;
    this.reported = all;
    const message = all && vscode.l10n.t("Values of Sextant's settings are not valid and are ignored: {0}.", all);
    this.status.report("settings", message);
    if (!message) return;
    this.log.warn(message);
    const open = vscode.l10n.t("Open Settings");
    void vscode.window.showWarningMessage(unlinked(message), open).then((choice) => {
      if (choice) void vscode.commands.executeCommand("workbench.action.openSettings", "@ext:sextant.sextant");
    });
  }
}
