import { join } from "node:path";
import * as vscode from "vscode";

import type { Context } from "../context";
import { BRIDGE } from "./bridge-link";
import { registerLanguageModelTools } from "./language-model";

/** The id of the provider in the manifest. */
const PROVIDER = "sextant.mcp";

/** The bridge to this window as a server that the editor starts, none in a window without folders. */
function serversOf({ extension }: Context): vscode.McpStdioServerDefinition[] {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file");
  if (folders.length === 0) return [];
  const bridge = join(extension.extensionPath, "dist", "bin", BRIDGE);
  const args = folders.flatMap(({ uri }) => ["--workspace", uri.fsPath]);
  const { version } = extension.extension.packageJSON as { version: string };
  return [new vscode.McpStdioServerDefinition("Sextant", bridge, args, {}, version)];
}

/** How long the editor may take to let go of a server; a hung one must not keep the tools away. */
const LIMIT_MS = 10_000;
const LOOK_MS = 20;

/** The editor names tools of a server after the server. */
const hasServerTools = () => vscode.lm.tools.some(({ name }) => name.startsWith("mcp_sextant_"));

/** The tools of the manifest are offered only then. */
const setHasTools = (value: boolean) =>
  void vscode.commands.executeCommand("setContext", "sextant.hasChatTools", value);

/** Waits until `is` holds, for a limited time. */
async function until(is: () => boolean): Promise<void> {
  const end = Date.now() + LIMIT_MS;
  while (!is() && Date.now() < end) await new Promise((done) => setTimeout(done, LOOK_MS));
}

/**
 * Chat in the editor: the tools as language-model tools, or the bridge as an MCP server that the editor
 * lists and starts, or neither, by the setting. Never both, as each tool would be there twice: what is
 * there goes before the other comes.
 */
class ChatDoor implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly owned: vscode.Disposable;
  private tools: vscode.Disposable | undefined;
  /** The editor has got the server, and no list without it since. */
  private isOffered = false;
  private turn = 0;

  constructor(private readonly context: Context) {
    const provider = vscode.lm.registerMcpServerDefinitionProvider(PROVIDER, {
      onDidChangeMcpServerDefinitions: this.changed.event,
      provideMcpServerDefinitions: () => this.servers(),
    });
    const settings = context.settings.onDidChange((concerns) => {
      if (concerns("chat")) void this.apply();
    });
    const folders = vscode.workspace.onDidChangeWorkspaceFolders(() => this.changed.fire());
    this.owned = vscode.Disposable.from(provider, settings, folders, this.changed);
    void this.apply();
  }

  dispose(): void {
    this.turn++;
    this.owned.dispose();
    this.tools?.dispose();
  }

  private get mode(): string {
    return this.context.settings.get<string>("chat");
  }

  private servers(): vscode.McpStdioServerDefinition[] {
    const servers = this.mode === "mcp" ? serversOf(this.context) : [];
    this.isOffered = servers.length > 0;
    return servers;
  }

  private async apply(): Promise<void> {
    const turn = ++this.turn;
    if (this.tools) setHasTools(false);
    this.tools?.dispose();
    this.tools = undefined;
    this.changed.fire();
    if (this.mode !== "tools") return;
    await until(() => turn !== this.turn || (!this.isOffered && !hasServerTools()));
    // A later change of the setting counts, or the window has ended.
    if (turn !== this.turn) return;
    this.tools = registerLanguageModelTools(this.context);
    setHasTools(true);
  }
}

export function openChatDoor(context: Context): vscode.Disposable {
  return new ChatDoor(context);
}
