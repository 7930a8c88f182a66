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

/** A declaration of fast_search or an answer of semantic_search, as a person gets it. */
type Declared = Record<"icon" | "file" | "path", string> &
  Partial<Record<"name" | "container" | "signature" | "why", string>> & { line: number; column: number };

/** The items that fit, and a reason why there may be more. */
interface Found {
  items: Item[];
  doubt?: string;
}

type Lists = Partial<Record<"definitions" | "other_matches" | "symbols" | "results", Declared[]>> & {
  notes?: string[];
};

const TYPING_PAUSE_MS = 150;
const EARLY_MS = 200;
/** While an index is being written. */
const ASK_AGAIN_MS = 2000;
const MAX_ITEMS = 100;
const MAX_BY_MEANING = 30;
/** Fewer are parts of a name. */
const MIN_QUESTION_WORDS = 3;

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
  const { name = one.file.slice(one.file.lastIndexOf("/") + 1) } = one;
  const [label, description] = [`$(${one.icon}) ${name}`, one.signature ?? one.container ?? one.why ?? ""];
  return { label, description, detail: placeOf(one), alwaysShow: true, choice: { name, place } };
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

/** The declarations that fit, the best first; with `meaning`, where there are none, what a question in words is about. */
function searchIn(engine: Engine, meaning = false): Question["search"] {
  const uri = vscode.window.activeTextEditor?.document.uri;
  const near = uri && vscode.workspace.getWorkspaceFolder(uri) ? { context_file: toPath(uri) } : {};
  const wanted = { max_results: MAX_ITEMS, max_tokens: 20_000, ...near };
  let earlier: AbortController | undefined;
  return async (query) => {
    earlier?.abort();
    const { signal } = (earlier = new AbortController());
    if (!query) return { items: [] };
    const options = { isMarkdown: true, isPerson: true, isStructured: true, signal };
    const ask = async (tool: string, args: object): Promise<Found> => {
      const answer = await engine.call(tool, { query, ...args }, options);
      if (answer.isError) return { items: [], doubt: answer.text };
      const { notes, ...lists } = JSON.parse(answer.factsJson ?? "{}") as Lists;
      const all = [lists.definitions, lists.other_matches, lists.symbols, lists.results];
      return { items: all.flatMap((list) => list ?? []).map(toItem), ...(notes?.[0] && { doubt: notes[0] }) };
    };
    const found = await ask("fast_search", wanted);
    const isQuestion = meaning && query.split(/\s+/).length >= MIN_QUESTION_WORDS;
    if (found.items.length || !isQuestion) return found;
    const { items } = await ask("semantic_search", { max_results: MAX_BY_MEANING, max_tokens: wanted.max_tokens });
    return items.length ? { items } : found;
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
  const placeholder = vscode.l10n.t(
    "Name of a symbol, parts of it, or a question: User.save, order save, how is a price rounded, …",
  );
  const search = searchIn(engine, true);
  const chosen = await pick({ title: vscode.l10n.t("Go to Symbol"), placeholder, search, onActive });
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
