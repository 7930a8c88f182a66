import * as vscode from "vscode";

import { clean } from "./activity-items";
import { named } from "./message";
import type { Settings } from "./settings";

/** Names that do not exist are reported so often in the life of a window. */
const MAX_REPORTED = 20;

/** Which toolsets a connection gets: those of the settings, and others that a person has allowed. */
export class Toolsets implements vscode.Disposable {
  private readonly allowed = new Set<string>();
  private readonly asked = new Set<string>();
  private readonly reported = new Set<string>();
  private readonly changed = new vscode.EventEmitter<void>();
  /** Connections may get others than before. */
  readonly onDidChange = this.changed.event;
  private readonly settingsChanges: vscode.Disposable;

  /** `known`: the toolsets that have tools. */
  constructor(
    private readonly known: ReadonlySet<string>,
    private readonly settings: Settings,
  ) {
    this.settingsChanges = settings.onDidChange((concerns) => {
      if (concerns("toolsets")) this.changed.fire();
    });
  }

  /**
   * Those that a connection gets; `wanted` are the ones that it asked for. For those that are not
   * enabled, asks a person, once in the life of the window. A name that does not exist is reported to them.
   */
  give(wanted: readonly string[] | undefined): readonly string[] {
    if (!wanted) return this.settings.get<string[]>("toolsets");
    this.reportUnknown(wanted);
    const isGiven = (toolset: string) => this.has(toolset);
    const open = wanted.filter((toolset) => this.known.has(toolset) && !isGiven(toolset) && !this.asked.has(toolset));
    if (open.length) void this.ask([...new Set(open)]);
    return wanted.filter(isGiven);
  }

  /** Whether a connection can have it. */
  has(toolset: string): boolean {
    return this.settings.get<string[]>("toolsets").includes(toolset) || this.allowed.has(toolset);
  }

  dispose(): void {
    this.settingsChanges.dispose();
    this.changed.dispose();
  }

  private reportUnknown(wanted: readonly string[]): void {
    // `edit,,files` names two.
    const isNew = (name: string) => name !== "" && !this.known.has(name) && !this.reported.has(name);
    const names = [...new Set(wanted.filter(isNew))].slice(0, MAX_REPORTED - this.reported.size);
    if (!names.length) return;
    for (const name of names) this.reported.add(name);
    const text = vscode.l10n.t(
      "An agent's command requests toolsets that do not exist: {0}. The toolsets are {1}. Correct --toolsets in the agent's configuration.",
      names.map((name) => `'${clean(name)}'`).join(", "),
      [...this.known].join(", "),
    );
    void vscode.window.showWarningMessage(named(text));
  }

  private async ask(toolsets: string[]): Promise<void> {
    for (const toolset of toolsets) this.asked.add(toolset);
    const names = toolsets.map((toolset) => `'${toolset}'`).join(", ");
    const [allow, refuse] = [vscode.l10n.t("Allow for This Session"), vscode.l10n.t("Refuse")];
    const text = vscode.l10n.t(
      "An agent requests the tools of {0}, which the setting sextant.toolsets does not enable.",
      names,
    );
    if ((await vscode.window.showWarningMessage(text, allow, refuse)) !== allow) return;
    for (const toolset of toolsets) this.allowed.add(toolset);
    this.changed.fire();
  }
}
