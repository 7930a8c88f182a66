import type * as vscode from "vscode";

import type { Engine } from "./engine";
import type { ChangeView } from "./ui/change-view";
import type { Activity } from "./ui/activity";
import type { Settings } from "./ui/settings";
import type { StatusBar } from "./ui/status-bar";
import type { Toolsets } from "./ui/toolsets";

/** The agents of this window, and how they come to it. */
export interface Agents {
  /** The path of the bridge, once it is known. */
  bridge?: string;
  /** The name and version of each client, by its connection. */
  readonly connected: Map<object, string>;
}

/** Services that every part of the extension uses. Owns what is disposed at the end. */
export interface Context {
  readonly extension: vscode.ExtensionContext;
  readonly engine: Engine;
  readonly settings: Settings;
  readonly changes: ChangeView;
  /** always, ask, never or untrusted: whether the tools of a toolset may change something. */
  askPolicy(toolset: string): string;
  /** Whether a person is being asked about a change. */
  isAsking(): boolean;
  readonly toolsets: Toolsets;
  readonly agents: Agents;
  readonly activity: Activity;
  readonly status: StatusBar;
  /** An agent has come: the language servers are woken, the first time. */
  greetAgent(): void;
  readonly log: vscode.LogOutputChannel;
  own<T extends vscode.Disposable>(disposable: T): T;
}
