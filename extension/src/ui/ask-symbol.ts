import * as vscode from "vscode";

import type { Engine } from "../engine";
import { toPath, toUri } from "../host/convert";
import { beginPassing, endPassing } from "../host/tabs";
import { noFolder } from "./for-person";

export interface SymbolChoice {
  name: string;
  /** Where it is, when it was chosen from a list or stood under the cursor. */
  place?: vscode.Location;
}

interface Item extends vscode.QuickPickItem {
  choice: SymbolChoice;
}

/** A declaration of fast_search, as a person gets it. */
type Declared = Record<"name" | "icon" | "file" | "path", string> &
  Partial<Record<"container" | "signature", string>> & { line: number; column: number };

/** The items that fit, and a reason why there may be more. */
interface Found {
  items: Item[];
  doubt?: string;
}

type Lists = Partial<Record<"definitions" | "other_matches" | "symbols", Declared[]>> & { notes?: string[] };

const TYPING_PAUSE_MS = 150;
const EARLY_MS = 200;
/** While an index is being written. */
const ASK_AGAIN_MS = 2000;
const MAX_ITEMS = 100;

/** The word at which the cursor is, or that is selected. */
export function underCursor(): SymbolChoice | undefined {
  const editor = vscode.window.activeTextEditor;
  const range = editor?.document.getWordRangeAtPosition(editor.selection.active);
  if (!editor || !range) return undefined;
  return { name: editor.document.getText(range), place: new vscode.Location(editor.document.uri, range.start) };
}

/** `till.ts:7 · src/shop`: the end of a long path is cut, and its name counts most. */
function placeOf({ file, line }: Declared): string {
  const slash = file.lastIndexOf("/");
  return `${file.slice(slash + 1)}:${line}${slash > 0 ? ` · ${file.slice(0, slash)}` : ""}`;
}

function toItem(one: Declared): Item {
  const place = new vscode.Location(toUri(one.path), new vscode.Position(one.line - 1, one.column));
  const [label, description] = [`$(${one.icon}) ${one.name}`, one.signature ?? one.container ?? ""];
  return { label, description, detail: placeOf(one), alwaysShow: true, choice: { name: one.name, place } };
}

interface Question {
  title: string;
  placeholder: string;
  value?: string;
  search: (typed: string) => Promise<Found>;
  /** Items that are listed while the search takes a moment. */
  early?: (typed: string) => Item[];
  onActive?: (place?: vscode.Location) => void;
}

/** The declarations that fit, the best first. */
function searchIn(engine: Engine): Question["search"] {
  const uri = vscode.window.activeTextEditor?.document.uri;
  const near = uri && vscode.workspace.getWorkspaceFolder(uri) ? { context_file: toPath(uri) } : {};
  const wanted = { max_results: MAX_ITEMS, max_tokens: 20_000, ...near };
  let earlier: AbortController | undefined;
  return async (query) => {
    earlier?.abort();
    const { signal } = (earlier = new AbortController());
    if (!query) return { items: [] };
    const options = { isMarkdown: true, isPerson: true, isStructured: true, signal };
    const answer = await engine.call("fast_search", { query, ...wanted }, options);
    if (answer.isError) return { items: [], doubt: answer.text };
    const { notes, ...lists } = JSON.parse(answer.factsJson ?? "{}") as Lists;
    const items = [lists.definitions, lists.other_matches, lists.symbols].flatMap((list) => list ?? []).map(toItem);
    return { items, ...(notes?.[0] && { doubt: notes[0] }) };
  };
}

function nothing(name: string, doubt?: string): Item {
  const detail = doubt ?? noFolder();
  const label = vscode.l10n.t("No matching results");
  return { label, ...(detail && { detail }), alwaysShow: true, choice: { name } };
}

/** Asks, searching while a person types. Nothing after Escape. */
function pick(question: Question): Promise<SymbolChoice | undefined> {
  const { title, placeholder, value = "", search, early, onActive } = question;
  const picker = Object.assign(vscode.window.createQuickPick<Item>(), { title, placeholder, value });
  let timer: NodeJS.Timeout | undefined;
  let asked = 0;
  const refresh = async () => {
    const mine = ++asked;
    picker.busy = true;
    const typed = picker.value.trim();
    const soon = setTimeout(() => early && mine === asked && (picker.items = early(typed)), EARLY_MS);
    const { items, doubt } = await search(typed).finally(() => clearTimeout(soon));
    if (mine !== asked) return; // a later question has been asked
    picker.items = items.length || !typed ? items : [nothing(typed, doubt)];
    const isEarly = doubt !== undefined && !items.some(({ choice }) => choice.place);
    picker.busy = isEarly;
    if (isEarly) timer = setTimeout(() => void refresh(), ASK_AGAIN_MS);
  };
  void refresh();
  return new Promise((resolve) => {
    picker.onDidChangeActive(([item]) => onActive?.(item?.choice.place));
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

/** Asks for a name, with the symbol under the cursor as the default. */
export function askForSymbol(engine: Engine): Promise<SymbolChoice | undefined> {
  const cursor = underCursor();
  const others = searchIn(engine);
  const early = (typed: string): Item[] => {
    const choice = cursor?.name === typed ? cursor : { name: typed };
    const description = vscode.l10n.t("look up this name");
    return typed ? [{ label: `$(search) ${typed}`, description, alwaysShow: true, choice }] : [];
  };
  const search = async (typed: string): Promise<Found> => {
    if (!typed) return { items: [] };
    const found = await others(typed);
    return { ...found, items: [...early(typed), ...found.items] };
  };
  const placeholder = vscode.l10n.t("Name of a symbol: User, User.save, …");
  const title = vscode.l10n.t("Look Up Symbol Documentation");
  return pick({ title, placeholder, value: cursor?.name ?? "", search, early });
}

const uriOf = ({ input }: vscode.Tab) => (input instanceof vscode.TabInputText ? input.uri.toString() : "");
const openTabs = () => vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);

/** Shows the place of the active item; after Escape one is where one was, and what was shown is closed. */
export async function goToSymbol(engine: Engine): Promise<void> {
  const { document, selection, viewColumn = vscode.ViewColumn.Active } = vscode.window.activeTextEditor ?? {};
  const before = new Set(openTabs().map(uriOf));
  const seen = new Set<string>();
  const show = ({ uri, range }: vscode.Location, preserveFocus: boolean) =>
    vscode.window.showTextDocument(uri, { selection: range, preserveFocus, viewColumn });
  let shown: Thenable<unknown> | undefined;
  const onActive = (place?: vscode.Location) => {
    if (!place) return;
    seen.add(place.uri.toString());
    beginPassing(place.uri);
    shown = show(place, true);
  };
  const placeholder = vscode.l10n.t("Name of a symbol, or parts of it: User, User.save, order save, …");
  const chosen = await pick({ title: vscode.l10n.t("Go to Symbol"), placeholder, search: searchIn(engine), onActive });
  try {
    await shown?.then(undefined, () => undefined); // a file that is gone
    if (chosen?.place) await show(chosen.place, false);
    else if (document && selection && shown) await show(new vscode.Location(document.uri, selection), false);
    const isLeft = (uri: string) => seen.has(uri) && !before.has(uri) && uri !== chosen?.place?.uri.toString();
    await vscode.window.tabGroups.close(openTabs().filter((tab) => isLeft(uriOf(tab)) && !tab.isDirty));
  } finally {
    endPassing(seen);
  }
}
