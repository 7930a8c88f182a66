import * as vscode from "vscode";

/** Tabs that came to the front by themselves, as there was no other one. */
const lonely = new Set<string>();

export function tabsOf(uri: vscode.Uri): vscode.Tab[] {
  const isOfUri = ({ input }: vscode.Tab) =>
    (input as { uri?: vscode.Uri } | undefined)?.uri?.toString() === uri.toString();
  return vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter(isOfUri);
}

/** Opens a file in a tab behind the others. False where it is in a tab already. */
export async function openBehind(uri: vscode.Uri): Promise<boolean> {
  if (tabsOf(uri).length) return false;
  if (!vscode.window.tabGroups.activeTabGroup.tabs.length) lonely.add(uri.toString());
  const options = { background: true, preserveFocus: true, preview: false };
  await vscode.commands.executeCommand("vscode.open", uri, options);
  return true;
}

/** Closes what `openBehind` has opened. A tab that a person has gone to, or that is unsaved, stays. */
export async function closeBehind(uri: vscode.Uri): Promise<void> {
  const wasLonely = lonely.delete(uri.toString());
  await vscode.window.tabGroups.close(tabsOf(uri).filter((tab) => !tab.isDirty && (wasLonely || !tab.isActive)));
}
