import * as vscode from "vscode";

import { toPath, toUri } from "./convert";
import type { HostOps } from "./ops";

/** Of what is opened without a tab the editor keeps the last 50: of more at once some go before they are here. */
const OPEN_AT_ONCE = 20;
/** What takes longer (a file system that hangs) does not keep the others waiting. */
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

/** `hasText`: its text is needed, for the disk does not have the same in UTF-8. */
function stateOf(document: vscode.TextDocument) {
  // `encoding` came with VS Code 1.100; the disk is read as UTF-8 only when it says so.
  const isUtf8 = document.encoding === "utf8" || document.encoding === "utf8bom";
  return {
    language: document.languageId,
    version: document.version,
    lineCount: document.lineCount,
    isDirty: document.isDirty,
    encoding: document.encoding,
    hasText: document.isDirty || document.isUntitled || !isUtf8,
  };
}

export const documentOps: HostOps = {
  /** Opens without a tab. The text comes along where it is wanted or needed. */
  async document(path: string, wantText: number) {
    const document = await openDocument(path);
    const data = stateOf(document);
    data.hasText ||= wantText !== 0;
    return data.hasText ? { data, text: document.getText() } : { data };
  },

  /** Of each file that the editor holds, in a tab or not, its state, without the text; else null. */
  async heldDocuments(paths: string[]) {
    const held = new Map(vscode.workspace.textDocuments.map((d) => [d.uri.toString(), d]));
    const documents = paths.map((path) => held.get(toUri(path).toString()));
    return { data: documents.map((document) => (document ? stateOf(document) : null)) };
  },

  async dirtyDocuments() {
    const dirty = vscode.workspace.textDocuments.filter((d) => d.isDirty && !d.isClosed);
    return { data: dirty.map((d) => toPath(d.uri)) };
  },
};
