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

/**
 * Chat in the editor: the tools as language-model tools, or the bridge as an MCP server that the editor
 * lists and starts, or neither, by the setting. Never both, as each tool would be there twice.
 */
export function openChatDoor(context: Context): vscode.Disposable {
  const mode = () => context.settings.get<string>("chat");
  const changed = new vscode.EventEmitter<void>();
  let tools: vscode.Disposable | undefined;
  const apply = () => {
    tools?.dispose();
    tools = mode() === "tools" ? registerLanguageModelTools(context) : undefined;
    changed.fire();
  };
  const provider = vscode.lm.registerMcpServerDefinitionProvider(PROVIDER, {
    onDidChangeMcpServerDefinitions: changed.event,
    provideMcpServerDefinitions: () => (mode() === "mcp" ? serversOf(context) : []),
  });
  const settings = context.settings.onDidChange((concerns) => {
    if (concerns("chat")) apply();
  });
  const folders = vscode.workspace.onDidChangeWorkspaceFolders(() => changed.fire());
  apply();
  const owned = vscode.Disposable.from(provider, settings, folders, changed);
  return new vscode.Disposable(() => {
    owned.dispose();
    tools?.dispose();
  });
}
