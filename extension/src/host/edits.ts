import * as vscode from "vscode";

import { fromRange, messageOf, nextEvent, toPath, toUri } from "./convert";
import { findForeign, findMisfit, isBehindFile, isUtf8, openDocument } from "./documents";
import type { HostOps } from "./ops";
import { closeBehind, closeUnasked, noteTabs, openBehind, tabsOf } from "./tabs";
import { askTypeScript, TS_LANGUAGES } from "./typescript";

type Edit = [number, number, number, number, string];

/** As native/host/edits.c writes it. */
interface FileEdit {
  action: "edit" | "create" | "delete" | "rename";
  path: string;
  newPath?: string;
  text?: string;
  /** Not open when it was checked: native/change/closed_files.h. */
  isClosed?: boolean;
  version: number;
  lineCount: number;
  edits: Edit[];
}

/** How often the diagnostics of each file have been published. */
const published = new Map<string, number>();
/** Files whose text has changed since then. */
const isBehind = new Set<string>();
/** Files of which someone reports, if only that they have no problems: a server that ends takes its list along. */
let listed: Set<string> | undefined;

function isListed(uri: string): boolean {
  listed ??= new Set(vscode.languages.getDiagnostics().map(([one]) => one.toString()));
  return listed.has(uri);
}

/** Counts the published diagnostics: they carry no version themselves. */
export function watchDiagnostics(): vscode.Disposable {
  const fallBehind = (document: vscode.TextDocument) => void isBehind.add(document.uri.toString());
  return vscode.Disposable.from(
    vscode.languages.onDidChangeDiagnostics(({ uris }) => {
      listed = undefined;
      for (const uri of uris.map(String)) {
        published.set(uri, (published.get(uri) ?? 0) + 1);
        isBehind.delete(uri);
      }
    }),
    vscode.workspace.onDidOpenTextDocument(fallBehind),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length) fallBehind(document);
    }),
    vscode.workspace.onDidCloseTextDocument((document) => isBehind.delete(document.uri.toString())),
  );
}

/**
 * A server that looks at tabs only forgets a file as its tab closes. The next change must not take that
 * for news of its own text, so it is waited for.
 */
async function nextDiagnostics(uri: vscode.Uri): Promise<void> {
  if (!published.has(uri.toString())) return;
  await nextEvent(vscode.languages.onDidChangeDiagnostics, ({ uris }) => uris.map(String).includes(String(uri)));
}

function toTextEdit([startLine, startColumn, endLine, endColumn, text]: Edit): vscode.TextEdit {
  return vscode.TextEdit.replace(new vscode.Range(startLine, startColumn, endLine, endColumn), text);
}

/** `contents` of the files that are made. */
function toWorkspaceEdit(files: FileEdit[], contents: Map<string, Uint8Array>): vscode.WorkspaceEdit {
  const all = new vscode.WorkspaceEdit();
  for (const file of files) {
    const uri = toUri(file.path);
    if (file.action === "create") all.createFile(uri, { contents: contents.get(file.path) ?? new Uint8Array() });
    else if (file.action === "delete") all.deleteFile(uri, {});
    else if (file.action === "rename") all.renameFile(uri, toUri(file.newPath ?? ""), {});
    else all.set(uri, file.edits.map(toTextEdit));
  }
  return all;
}

interface Misfit {
  misfit: string;
  why: string;
}

/** The bytes to write, in the encoding that the settings give a new file. */
async function encodeNew(files: FileEdit[]): Promise<Map<string, Uint8Array> | Misfit> {
  const contents = new Map<string, Uint8Array>();
  for (const { action, path, text = "" } of files) {
    if (action !== "create") continue;
    const uri = toUri(path);
    const bytes = await vscode.workspace.encode(text, { uri });
    const why = "would get an encoding from the settings that cannot represent all characters of its text";
    if ((await vscode.workspace.decode(bytes, { uri })) !== text) return { misfit: path, why };
    contents.set(path, bytes);
  }
  return contents;
}

/** The first document that would lose something by being edited and saved. */
async function findUnfit(files: FileEdit[], documents: vscode.TextDocument[]): Promise<Misfit | undefined> {
  for (const [i, document] of documents.entries()) {
    const why = await findMisfit(document, files[i]?.edits.map(([, , , , text]) => text).join("\n") ?? "");
    if (why) return { misfit: files[i]?.path ?? "", why };
  }
  return undefined;
}

function diagnosticRow(diagnostic: vscode.Diagnostic): unknown[] {
  const { severity, source = "", message } = diagnostic;
  const code = typeof diagnostic.code === "object" ? diagnostic.code.value : (diagnostic.code ?? "");
  return [...fromRange(diagnostic.range), severity, String(code), source, message];
}

/** Why it is not saved: only a part of it was written. Then it is unsaved again. The engine looks at UTF-8 itself. */
async function keepIfCut(document: vscode.TextDocument): Promise<string> {
  const { encoding, uri, lineCount } = document;
  if (isUtf8(encoding) || uri.scheme !== "file") return "";
  const bytes = await vscode.workspace.fs.readFile(uri);
  const wanted = Buffer.from(await vscode.workspace.encode(document.getText(), { encoding }));
  if (bytes.length >= wanted.length || !wanted.subarray(0, bytes.length).equals(bytes)) return "";
  const edit = new vscode.WorkspaceEdit();
  edit.replace(uri, document.validateRange(new vscode.Range(0, 0, lineCount, 0)), document.getText());
  await vscode.workspace.applyEdit(edit);
  return "only a part of it could be written. Its disk may be full: free some room, then save it";
}

type GitChanges = { uri: vscode.Uri }[];

interface Repository {
  rootUri: vscode.Uri;
  status(): Promise<void>;
  state: {
    HEAD?: { name?: string; commit?: string };
    workingTreeChanges: GitChanges;
    indexChanges: GitChanges;
    untrackedChanges?: GitChanges;
  };
}

/** Repositories of the editor's git extension; none if it is off. */
function repositories(): Repository[] {
  const git = vscode.extensions.getExtension<{ getAPI(version: 1): { repositories: Repository[] } }>("vscode.git");
  try {
    return git?.isActive ? git.exports.getAPI(1).repositories : [];
  } catch {
    return []; // switched off by git.enabled
  }
}

const changedIn = ({ state }: Repository): vscode.Uri[] =>
  [...state.workingTreeChanges, ...state.indexChanges, ...(state.untrackedChanges ?? [])].map(({ uri }) => uri);

export const editOps: HostOps = {
  /** All or nothing, one undo step. A document that is no longer the planned one stops all. */
  async applyEdit(files: FileEdit[], isTakingBack = false) {
    const edited = files.filter((file) => file.action === "edit" && !file.isClosed);
    const closed = new Set(files.filter((file) => file.isClosed).map((file) => toUri(file.path).toString()));
    // Their texts were taken for UTF-8: what the editor reads otherwise it has to open first.
    const unread = files.filter((file) => file.isClosed).map((file) => file.path);
    const isForeign = findForeign(unread.map(toUri));
    const foreign = unread.filter((_, i) => isForeign[i]);
    if (foreign.length) return { data: { applied: false, stale: foreign } };
    const documents = await Promise.all(edited.map((file) => openDocument(file.path)));
    const hasOldText = await Promise.all(documents.map(isBehindFile));
    const behind = edited.flatMap((file, i) => (hasOldText[i] ? file.path : []));
    if (behind.length) return { data: { applied: false, stale: behind } };
    const unfit = await findUnfit(edited, documents);
    const contents = unfit ?? (await encodeNew(files));
    if (!(contents instanceof Map)) return { data: { applied: false, stale: [], ...contents } };
    const findStale = () => [
      ...edited
        .filter((file, i) => documents[i]?.version !== file.version || documents[i]?.lineCount !== file.lineCount)
        .map((file) => file.path),
      ...vscode.workspace.textDocuments
        .filter((d) => d.isDirty && closed.has(d.uri.toString()))
        .map((d) => toPath(d.uri)),
    ];
    // Nothing is awaited from the check to the edit, which carries the checked versions itself.
    let stale = findStale();
    if (stale.length) return { data: { applied: false, stale } };
    // Tabs that are there when an edit is taken back came with that edit.
    if (!isTakingBack) noteTabs(files.filter(({ action }) => action === "edit").map(({ path }) => toUri(path)));
    const applied = await vscode.workspace.applyEdit(toWorkspaceEdit(files, contents));
    // Refused because someone typed at that moment: the text has arrived or comes next.
    if (!applied) stale = findStale();
    return { data: { applied, stale } };
  },

  async save(paths: string[]) {
    const data = await Promise.all(
      paths.map(async (path) => {
        try {
          const document = await openDocument(path);
          // Saving it would open a dialog and wait for a person.
          if (document.isUntitled) return { path, saved: false, why: "it has no file yet; a person has to choose one" };
          const isSaved = !document.isDirty || (await document.save());
          const why = isSaved ? await keepIfCut(document) : "the editor did not save it";
          return { path, saved: !why, why };
        } catch (error) {
          return { path, saved: false, why: messageOf(error) };
        }
      }),
    );
    await closeUnasked(data.filter(({ saved }) => saved).map(({ path }) => toUri(path)));
    return { data };
  },

  async diagnostics(path: string, askServer: boolean) {
    const uri = toUri(path);
    const document = vscode.workspace.textDocuments.find((d) => d.uri.toString() === uri.toString());
    const canAsk = askServer && document !== undefined && TS_LANGUAGES.includes(document.languageId);
    const asked = canAsk ? await askTypeScript(uri) : undefined;
    const rows = asked ?? vscode.languages.getDiagnostics(uri).map(diagnosticRow);
    const events = published.get(uri.toString()) ?? 0;
    const behind = isBehind.has(uri.toString());
    const [loaded, exact] = [document !== undefined, asked !== undefined];
    return { data: { events, behind, loaded, listed: isListed(uri.toString()), exact, rows } };
  },

  async allErrors() {
    const isError = ({ severity }: vscode.Diagnostic) => severity === vscode.DiagnosticSeverity.Error;
    const all = vscode.languages.getDiagnostics();
    const data = all.map(([uri, found]) => ({ path: toPath(uri), rows: found.filter(isError).map(diagnosticRow) }));
    return { data: data.filter(({ rows }) => rows.length) };
  },

  async filesToCheck() {
    const held = vscode.workspace.textDocuments.filter((d) => d.uri.scheme === "file" && !d.isClosed);
    const dirty = held.filter((d) => d.isDirty);
    const found = vscode.languages.getDiagnostics().filter(([, diagnostics]) => diagnostics.length);
    const first = [...dirty.map((d) => d.uri), ...repositories().flatMap(changedIn)];
    const uris = [...first, ...found.map(([uri]) => uri), ...held.map((d) => d.uri)];
    return { data: [...new Set(uris.map(toPath))] };
  },

  async repositories(isFresh: boolean) {
    if (isFresh) await Promise.all(repositories().map((one) => one.status())); // files may have changed since
    const describe = (one: Repository) => ({
      root: toPath(one.rootUri),
      branch: one.state.HEAD?.name ?? "",
      commit: one.state.HEAD?.commit ?? "",
      changed: [...new Set(changedIn(one).map(toPath))],
    });
    return { data: repositories().map(describe) };
  },

  async backgroundTab(path: string, show: boolean) {
    if (show) return { data: { allowed: await openBehind(toUri(path)), why: "" } };
    const isForgotten = nextDiagnostics(toUri(path));
    await closeBehind(toUri(path));
    await isForgotten;
    return { data: { allowed: true, why: "" } };
  },

  async buffer(path: string) {
    const uri = toUri(path).toString();
    const document = vscode.workspace.textDocuments.find((d) => d.uri.toString() === uri);
    return {
      data: {
        isOpen: tabsOf(toUri(path)).length > 0,
        isLoaded: document !== undefined,
        isDirty: document?.isDirty ?? false,
        isCrlf: document?.eol === vscode.EndOfLine.CRLF,
      },
    };
  },

  async trash(path: string) {
    const deleted = vscode.workspace.fs.delete(toUri(path), { recursive: true, useTrash: true });
    const why = await deleted.then(undefined, messageOf);
    return { data: { allowed: why === undefined, why: why ?? "" } };
  },
};
