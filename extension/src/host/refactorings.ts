import * as vscode from "vscode";

import { fromRange, toPath, toUri } from "./convert";
import type { HostOps } from "./ops";
import { ask, execute } from "./providers";

/** As native/host/refactorings.c reads it: files in the order in which they are named first. */
interface FileRow {
  action: "edit" | "create" | "delete" | "rename";
  path: string;
  newPath?: string;
  text?: string;
  /** Create: a file that is there already is edited. */
  ignoreIfExists?: boolean;
  edits: unknown[][];
  /** Edit: the version of the document that was open when the server was asked, and whether it is another one now. */
  version?: number;
  changed?: boolean;
}

type Versions = Map<string, number>;

function versionsNow(): Versions {
  return new Map(vscode.workspace.textDocuments.map(({ uri, version }) => [uri.toString(), version]));
}

/** The kinds of edits inside a WorkspaceEdit, as its undocumented list of all of them numbers them. */
const FILE = 1;
const TEXT = 2;
const SNIPPET = 6;

interface Entry {
  _type: number;
  uri?: vscode.Uri;
  from?: vscode.Uri;
  to?: vscode.Uri;
  edit?: vscode.TextEdit | vscode.SnippetTextEdit;
  options?: { contents?: Uint8Array; ignoreIfExists?: boolean };
}

/** The API gives a WorkspaceEdit's texts only; creating and renaming files is in this list. */
function entriesOf(edit: vscode.WorkspaceEdit): Entry[] {
  const { _allEntries } = edit as { _allEntries?: () => Entry[] };
  if (typeof _allEntries === "function") return _allEntries.call(edit);
  return edit.entries().flatMap(([uri, edits]) => edits.map((one) => ({ _type: TEXT, uri, edit: one })));
}

function fileRow({ from, to, options }: Entry): FileRow {
  if (from && to) return { action: "rename", path: toPath(from), newPath: toPath(to), edits: [] };
  if (from) return { action: "delete", path: toPath(from), edits: [] };
  const text = options?.contents ? new TextDecoder().decode(options.contents) : "";
  const ignoreIfExists = options?.ignoreIfExists ?? false;
  return { action: "create", path: to ? toPath(to) : "", text, ignoreIfExists, edits: [] };
}

/** `partial`: it has more than texts and files, such as cells of notebooks; `snippet`: a snippet. */
function editRows(
  edit: vscode.WorkspaceEdit | undefined,
  before: Versions,
): { files: FileRow[]; partial: boolean; snippet: boolean } {
  const files = new Map<string, FileRow>();
  const now = versionsNow();
  let partial = false;
  let snippet = false;
  for (const entry of edit ? entriesOf(edit) : []) {
    if (entry._type === FILE) {
      const row = fileRow(entry);
      if (files.has(row.path)) partial = true;
      else files.set(row.path, row);
    } else if (entry._type === SNIPPET || (entry.edit && "snippet" in entry.edit)) {
      snippet = true;
    } else if (entry._type === TEXT && entry.uri && entry.edit) {
      const path = toPath(entry.uri);
      const version = before.get(entry.uri.toString());
      const changed = version !== undefined && (now.get(entry.uri.toString()) ?? version) !== version;
      const row: FileRow = files.get(path) ?? {
        ...{ action: "edit", path, edits: [], changed },
        ...(version !== undefined && { version }),
      };
      files.set(path, row);
      row.edits.push([...fromRange(entry.edit.range), entry.edit.newText]);
    } else partial = true;
  }
  return { files: [...files.values()], partial, snippet };
}

type Action = vscode.CodeAction | vscode.Command;

function isCommand(action: Action): action is vscode.Command {
  return typeof action.command === "string";
}

function commandOf(action: Action): vscode.Command | undefined {
  return isCommand(action) ? action : action.command;
}

/** The first `resolveCount` of them are resolved: without that most have no edit yet. */
async function findActions(path: string, range: number[], kind: string, resolveCount: number): Promise<Action[]> {
  const [line = 0, character = 0, endLine = 0, endCharacter = 0] = range;
  const at = new vscode.Range(line, character, endLine, endCharacter);
  return execute("vscode.executeCodeActionProvider", toUri(path), at, kind || undefined, resolveCount);
}

function actionRow(action: Action) {
  const full = isCommand(action) ? undefined : action;
  return {
    title: action.title,
    kind: full?.kind?.value ?? "",
    preferred: full?.isPreferred ?? false,
    hasEdit: full?.edit !== undefined,
    command: commandOf(action)?.command ?? "",
  };
}

function indentation(document: vscode.TextDocument, tab: number, odd: number): vscode.FormattingOptions {
  const shown = odd ? undefined : vscode.window.visibleTextEditors.find((one) => one.document === document)?.options;
  if (shown) return { tabSize: Number(shown.tabSize), insertSpaces: shown.insertSpaces === true };
  const settings = vscode.workspace.getConfiguration("editor", document);
  const own = odd || (settings.get("detectIndentation", true) ? tab : -1);
  const insertSpaces = own < 0 ? settings.get("insertSpaces", true) : own > 0;
  return { tabSize: own > 0 ? own : settings.get("tabSize", 4), insertSpaces };
}

export const refactoringOps: HostOps = {
  async rename(path: string, line: number, character: number, newName: string) {
    const before = versionsNow();
    const provider = "vscode.executeDocumentRenameProvider";
    return { data: editRows(await ask<vscode.WorkspaceEdit>(provider, path, line, character, newName), before) };
  },

  async codeActions(path: string, range: number[], kind: string) {
    return { data: (await findActions(path, range, kind, 0)).map(actionRow) };
  },

  /** One of the actions that `codeActions` gave, with its edit; none where it is no longer there. */
  async resolveCodeAction(path: string, range: number[], kind: string, index: number, title: string) {
    const before = versionsNow();
    const action = (await findActions(path, range, kind, index + 1))[index];
    if (action?.title !== title) return { data: { found: false, files: [], partial: false, snippet: false } };
    const edit = isCommand(action) ? undefined : action.edit;
    const command = commandOf(action)?.command ?? "";
    return { data: { found: true, ...editRows(edit, before), hasEdit: edit !== undefined, command } };
  },

  async runCodeAction(path: string, range: number[], kind: string, index: number, title: string) {
    const action = (await findActions(path, range, kind, index + 1))[index];
    const command = action?.title === title ? commandOf(action) : undefined;
    if (command) await vscode.commands.executeCommand(command.command, ...(command.arguments ?? []));
    return { data: { found: command !== undefined } };
  },

  /** `language`: of a file that was made for this alone. Servers forget it then, as no event reports that it is gone. */
  async format(path: string, range: [number, number, number, number] | [], tab: number, odd: number, language: string) {
    const opened = await vscode.workspace.openTextDocument(toUri(path));
    const document = language ? await vscode.languages.setTextDocumentLanguage(opened, language) : opened;
    const before = versionsNow();
    const args = [...(range.length ? [new vscode.Range(...range)] : []), indentation(document, tab, odd)];
    const command = `vscode.executeFormat${range.length ? "Range" : "Document"}Provider`;
    const forget = () => language && vscode.languages.setTextDocumentLanguage(document, "plaintext");
    const edits = await execute<vscode.TextEdit>(command, document.uri, ...args).finally(forget);
    const edit = new vscode.WorkspaceEdit();
    if (edits.length) edit.set(document.uri, edits);
    return { data: editRows(edit, before) };
  },
};
