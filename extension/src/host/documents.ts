import * as vscode from "vscode";

import { nextEvent, toPath, toUri } from "./convert";
import type { HostOps } from "./ops";
import { openFiles, tabsOf } from "./tabs";

/** The editor keeps the last 50 documents without a tab: of more at once, some close before they are here. */
const OPEN_AT_ONCE = 20;
/** A file that takes longer (its file system hangs) does not keep the others waiting. */
const SLOT_MS = 5000;

let opening = 0;
const waiting: (() => void)[] = [];

/** Opens a document without a tab. Any number may be asked for at once. */
export async function openDocument(path: string): Promise<vscode.TextDocument> {
  if (opening >= OPEN_AT_ONCE) await new Promise<void>((go) => waiting.push(go));
  else opening++;
  let isHeld = true;
  const release = () => {
    if (!isHeld) return;
    isHeld = false;
    clearTimeout(timer);
    const next = waiting.shift();
    if (next) next();
    else opening--;
  };
  const timer = setTimeout(release, SLOT_MS);
  try {
    return await vscode.workspace.openTextDocument(toUri(path));
  } finally {
    release();
  }
}

export const isUtf8 = (encoding: string) => /^utf-?8(bom)?$/.test(encoding);

/** Whether the settings have a file of this folder read as UTF-8, whatever its language. */
function isFolderUtf8(scope: vscode.ConfigurationScope | undefined): boolean {
  const settings = vscode.workspace.getConfiguration("files", scope);
  const languages = ["encoding", "autoGuessEncoding"].flatMap((name) => settings.inspect(name)?.languageIds ?? []);
  const own = languages.map((languageId) =>
    vscode.workspace.getConfiguration("files", { uri: scope as vscode.Uri, languageId }),
  );
  return [settings, ...own].every((one) => isUtf8(one.get("encoding", "utf8")) && !one.get("autoGuessEncoding", false));
}

/** By folder, until a setting changes: looking it up takes as long as all the rest of a question. */
const utf8Folders = new Map<string, boolean>();

export function watchEncodings(): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeConfiguration(() => utf8Folders.clear()),
    vscode.workspace.onDidChangeWorkspaceFolders(() => utf8Folders.clear()),
  );
}

/** Whether the editor would read and write each file in another encoding. */
export function findForeign(uris: vscode.Uri[]): boolean[] {
  return uris.map((uri) => {
    const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri;
    const key = folder?.toString() ?? "";
    if (!utf8Folders.has(key)) utf8Folders.set(key, isFolderUtf8(folder));
    return !utf8Folders.get(key);
  });
}

async function roundTrip(text: string, encoding: string): Promise<string> {
  return vscode.workspace.decode(await vscode.workspace.encode(text, { encoding }), { encoding });
}

/**
 * Why a document cannot be edited and saved in its encoding without loss: its file has bytes that the
 * encoding does not give back, or the new text has characters that it does not have. UTF-8 is the engine's.
 */
export async function findMisfit(document: vscode.TextDocument, added: string): Promise<string> {
  const { encoding, uri } = document;
  if (isUtf8(encoding) || document.isUntitled) return "";
  if ((await roundTrip(added, encoding)) !== added)
    return `is in the encoding "${encoding}", which cannot represent all characters of the new text`;
  const bytes = await vscode.workspace.fs.readFile(uri);
  const again = await vscode.workspace.encode(await vscode.workspace.decode(bytes, { encoding }), { encoding });
  const marks = again.length - bytes.length;
  const isSame = Buffer.compare(bytes, marks > 0 ? again.subarray(marks) : again) === 0;
  if (isSame) return "";
  return `has bytes that are not valid in the encoding "${encoding}": set "files.encoding" to its encoding`;
}

/**
 * Whether the file of a clean document has another text than its buffer: it was written elsewhere, and the editor
 * has not read it again. UTF-8 is the engine's. Waits a little for the editor.
 */
export async function isBehindFile(document: vscode.TextDocument): Promise<boolean> {
  const { encoding, uri, version } = document;
  if (isUtf8(encoding) || document.isUntitled || document.isDirty) return false;
  const text = await vscode.workspace.decode(await vscode.workspace.fs.readFile(uri), { encoding });
  const withLf = (one: string) => one.replace(/\r\n?/g, "\n");
  if (document.version === version && withLf(text) === withLf(document.getText())) return false;
  await nextEvent(vscode.workspace.onDidChangeTextDocument, (change) => change.document === document);
  return true;
}

/** The editor takes this for another encoding than "utf8". */
const SECOND_NAME = "utf-8";

/** A person typed while the file was read again: once it is saved, it can have its own encoding back. */
async function restoreEncoding({ encoding, isDirty, uri }: vscode.TextDocument): Promise<void> {
  if (encoding !== SECOND_NAME || isDirty) return;
  await vscode.workspace.openTextDocument(uri, { encoding: "utf8" }).then(undefined, () => {});
}

/** `hasText`: its text is needed, for the disk does not have the same in UTF-8. */
function stateOf(document: vscode.TextDocument) {
  // `encoding` came with VS Code 1.100; the disk is read as UTF-8 only when it says so.
  return {
    language: document.languageId,
    version: document.version,
    lineCount: document.lineCount,
    isDirty: document.isDirty,
    encoding: document.encoding,
    hasText: document.isDirty || document.isUntitled || !isUtf8(document.encoding),
  };
}

export const documentOps: HostOps = {
  /** Opens without a tab. The text comes along where it is wanted or needed. */
  async document(path: string, wantText: number) {
    const document = await openDocument(path);
    await restoreEncoding(document);
    const data = stateOf(document);
    data.hasText ||= wantText !== 0;
    return data.hasText ? { data, text: document.getText() } : { data };
  },

  /**
   * Reads a file again. The editor's watcher never sees folders that were made right after the one they are in, and an
   * extension cannot ask for a reload: but the editor reads what it opens in another encoding, and "utf-8" is one to it.
   *
   * Typing in between keeps the other encoding. A byte order mark has no second name and would be lost when the file
   * is saved, so such a file is left as it is where a person may be typing.
   */
  async reload(path: string) {
    const { encoding, isDirty, uri } = await openDocument(path);
    const mayType = encoding === "utf8bom" && tabsOf(uri).length > 0;
    if (isDirty || mayType || !isUtf8(encoding)) return { data: null };
    await vscode.workspace.openTextDocument(uri, { encoding: encoding === "utf8" ? SECOND_NAME : "utf8" });
    await vscode.workspace.openTextDocument(uri, { encoding });
    return { data: null };
  },

  /**
   * The state, without the text, of each file that is open in the editor, with a tab or not; for others, whether
   * the editor would read them in another encoding than UTF-8.
   */
  async heldDocuments(paths: string[]) {
    const held = new Map(vscode.workspace.textDocuments.map((d) => [d.uri.toString(), d]));
    const uris = paths.map(toUri);
    const foreign = findForeign(uris);
    const documents = uris.map((uri) => held.get(uri.toString()));
    return { data: documents.map((document, i) => (document ? stateOf(document) : foreign[i])) };
  },

  async dirtyDocuments() {
    const dirty = vscode.workspace.textDocuments.filter((d) => d.isDirty && !d.isClosed);
    return { data: dirty.map((d) => toPath(d.uri)) };
  },

  async openEditors() {
    return { data: openFiles().map(toPath) };
  },
};
