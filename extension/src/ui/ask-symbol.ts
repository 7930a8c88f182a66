import * as vscode from "vscode";

export interface SymbolChoice {
  name: string;
  /** Where it is, when it was chosen from a list or stood under the cursor. */
  place?: vscode.Location;
}

interface Item extends vscode.QuickPickItem {
  choice: SymbolChoice;
}

const TYPING_PAUSE_MS = 150;
const MAX_ITEMS = 200;

const ICONS: Partial<Record<vscode.SymbolKind, string>> = {
  [vscode.SymbolKind.Class]: "symbol-class",
  [vscode.SymbolKind.Interface]: "symbol-interface",
  [vscode.SymbolKind.Enum]: "symbol-enum",
  [vscode.SymbolKind.Struct]: "symbol-struct",
  [vscode.SymbolKind.Function]: "symbol-method",
  [vscode.SymbolKind.Method]: "symbol-method",
  [vscode.SymbolKind.Field]: "symbol-field",
  [vscode.SymbolKind.Property]: "symbol-property",
  [vscode.SymbolKind.Constant]: "symbol-constant",
  [vscode.SymbolKind.Module]: "symbol-namespace",
  [vscode.SymbolKind.Namespace]: "symbol-namespace",
};

function underCursor(): SymbolChoice | undefined {
  const editor = vscode.window.activeTextEditor;
  const range = editor?.document.getWordRangeAtPosition(editor.selection.active);
  if (!editor || !range) return undefined;
  return {
    name: editor.document.getText(range),
    place: new vscode.Location(editor.document.uri, range.start),
  };
}

function toItem(symbol: vscode.SymbolInformation): Item {
  const place = vscode.workspace.asRelativePath(symbol.location.uri);
  return {
    label: `$(${ICONS[symbol.kind] ?? "symbol-variable"}) ${symbol.name}`,
    description: symbol.containerName,
    detail: `${place}:${symbol.location.range.start.line + 1}`,
    alwaysShow: true,
    choice: { name: symbol.name, place: symbol.location },
  };
}

/** The typed name first, then the workspace's symbols that fit it. */
async function itemsFor(typed: string, cursor: SymbolChoice | undefined): Promise<Item[]> {
  const first: SymbolChoice = cursor?.name === typed ? cursor : { name: typed };
  const items: Item[] = typed
    ? [{ label: `$(search) ${typed}`, description: "look up this name", alwaysShow: true, choice: first }]
    : [];
  const symbols =
    (await vscode.commands.executeCommand<vscode.SymbolInformation[] | undefined>(
      "vscode.executeWorkspaceSymbolProvider",
      typed,
    )) ?? [];
  return items.concat(symbols.slice(0, MAX_ITEMS).map(toItem));
}

/** Asks for a name, with the symbol under the cursor as the default. */
export function askForSymbol(): Promise<SymbolChoice | undefined> {
  const picker = vscode.window.createQuickPick<Item>();
  const cursor = underCursor();
  let timer: NodeJS.Timeout | undefined;
  let asked = 0;
  const refresh = async () => {
    const mine = ++asked;
    picker.busy = true;
    const items = await itemsFor(picker.value.trim(), cursor);
    if (mine !== asked) return; // a later question has been asked
    picker.items = items;
    picker.busy = false;
  };
  picker.title = "Look Up Symbol Documentation";
  picker.placeholder = "Name of a symbol: User, User.save, …";
  picker.value = cursor?.name ?? "";
  void refresh();
  return new Promise((resolve) => {
    picker.onDidChangeValue(() => {
      clearTimeout(timer);
      timer = setTimeout(() => void refresh(), TYPING_PAUSE_MS);
    });
    picker.onDidAccept(() => {
      const typed = picker.value.trim();
      // Accepted before the list caught up with the typing: what was typed counts.
      const chosen = picker.activeItems[0]?.choice;
      const isOld = chosen !== undefined && !chosen.place && chosen.name !== typed;
      resolve(isOld || !chosen ? (typed ? { name: typed } : undefined) : chosen);
      picker.hide();
    });
    picker.onDidHide(() => {
      clearTimeout(timer);
      asked++;
      picker.dispose();
      resolve(undefined);
    });
    picker.show();
  });
}
