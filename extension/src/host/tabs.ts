import * as vscode from "vscode";

/** Tabs that came to the front by themselves, as there was no other one. */
const lonely = new Set<string>();

/** Files in tabs of ours that no person asked for: for a server, or shown while a list is gone through. */
const ours = new Set<string>();

/** `native/workspace/open_editors.h` has the same. */
const MAX_OPEN = 50;

const uriOf = ({ input }: vscode.Tab) => (input as { uri?: vscode.Uri } | undefined)?.uri;

/** The files that a person has in tabs, those in front first. */
export function openFiles(): vscode.Uri[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const inFront = [...tabs.filter((tab) => tab.isActive), ...tabs.filter((tab) => !tab.isActive)];
  const files = new Map(inFront.flatMap((tab) => uriOf(tab) ?? []).map((uri) => [uri.toString(), uri]));
  return [...files].flatMap(([key, uri]) => (ours.has(key) ? [] : uri)).slice(0, MAX_OPEN);
}

/** To be called before a file without a tab is only shown in passing; `endPassing` when its tab is closed, or kept. */
export function beginPassing(uri: vscode.Uri): void {
  if (!tabsOf(uri).length) ours.add(uri.toString());
}

export function endPassing(uris: Iterable<string>): void {
  for (const uri of uris) ours.delete(uri);
}

export function tabsOf(uri: vscode.Uri): vscode.Tab[] {
  const isOfUri = (tab: vscode.Tab) => uriOf(tab)?.toString() === uri.toString();
  return vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter(isOfUri);
}

/** Opens a file in a background tab. False where it is in a tab already. */
export async function openBehind(uri: vscode.Uri): Promise<boolean> {
  if (tabsOf(uri).length) return false;
  if (!vscode.window.tabGroups.activeTabGroup.tabs.length) lonely.add(uri.toString());
  beginPassing(uri);
  const options = { background: true, preserveFocus: true, preview: false };
  const opened = vscode.commands.executeCommand("vscode.open", uri, options);
  await opened.then(undefined, (error: unknown) => {
    lonely.delete(uri.toString());
    endPassing([uri.toString()]);
    throw error;
  });
  return true;
}

/** Closes what `openBehind` has opened. A tab that a person has gone to, or that is unsaved, stays. */
export async function closeBehind(uri: vscode.Uri): Promise<void> {
  const wasLonely = lonely.delete(uri.toString());
  try {
    await vscode.window.tabGroups.close(tabsOf(uri).filter((tab) => !tab.isDirty && (wasLonely || !tab.isActive)));
  } finally {
    endPassing([uri.toString()]);
  }
}

/** The editor opens tabs with a delay of its own. Only right after a change is one in front not a person's. */
const SOON_MS = 1000;
const LATE_MS = 3000;

/** Files that had no tab when they were changed, whether there was any other tab, and when they were changed or saved. */
const untabbed = new Map<string, { isOnly: boolean; time: number }>();

/** To be called right before files are changed, for `closeUnasked`. */
export function noteTabs(uris: vscode.Uri[]): void {
  // One of ours cannot be closed while its file is unsaved, and is then like one of the editor's.
  const isOurs = (tab: vscode.Tab) => ours.has(uriOf(tab)?.toString() ?? "");
  const isOnly = vscode.window.tabGroups.activeTabGroup.tabs.every(isOurs);
  const time = Date.now();
  for (const uri of uris) {
    const key = uri.toString();
    const known = untabbed.get(key);
    // A tab that has come right after the last change was not opened by a person.
    const isRecent = known !== undefined && time - known.time < LATE_MS;
    const isTabbed = tabsOf(uri).length > 0 && !ours.has(key) && !isRecent;
    if (isTabbed) untabbed.delete(key);
    else untabbed.set(key, { isOnly, time });
  }
}

/** The editor opens a tab for a file that stays unsaved for 0.8 s, as on a busy machine. */
export async function closeUnasked(uris: vscode.Uri[]): Promise<void> {
  const close = async (isSoon: boolean) => {
    const tabs = uris.flatMap((uri) => {
      const key = uri.toString();
      const state = untabbed.get(key);
      const mayBeInFront = isSoon && state?.isOnly;
      const isUnasked = (tab: vscode.Tab) => !tab.isDirty && !tab.isPreview && (mayBeInFront || !tab.isActive);
      return state && !ours.has(key) ? tabsOf(uri).filter(isUnasked) : [];
    });
    // One may be gone when its turn comes.
    if (tabs.length) await vscode.window.tabGroups.close(tabs, true).then(undefined, () => undefined);
  };
  const time = Date.now();
  for (const uri of uris) Object.assign(untabbed.get(uri.toString()) ?? {}, { time });
  await close(true);
  // One that was being opened comes late.
  setTimeout(() => void close(true), SOON_MS);
  setTimeout(() => {
    void close(false);
    for (const key of uris.map(String)) if (untabbed.get(key)?.time === time) untabbed.delete(key);
  }, LATE_MS);
}
