import * as vscode from "vscode";

import { type Engine, FileNews } from "../engine";
import { toPath } from "./convert";

function sendRoots(engine: Engine): void {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const hidden = ["files", "search"].flatMap((section) =>
    Object.entries(vscode.workspace.getConfiguration(section).get<object>("exclude") ?? {}),
  );
  engine.setRoots(
    folders.map((folder) => [folder.name, toPath(folder.uri)]),
    hidden.flatMap(([glob, value]) => (value === true ? [glob] : [])),
  );
}

/** Notifies the engine of everything that can outdate an answer. */
export function watchWorkspace(engine: Engine): vscode.Disposable {
  const touch = () => engine.touch();
  const report = (news: FileNews) => (uri: vscode.Uri) => engine.fileChanged(toPath(uri), news);
  const opened = ({ uri }: vscode.TextDocument) => {
    if (uri.scheme === "file") engine.fileOpened(toPath(uri));
  };
  const watcher = vscode.workspace.createFileSystemWatcher("**/*");
  sendRoots(engine);
  vscode.workspace.textDocuments.forEach(opened);
  return vscode.Disposable.from(
    watcher,
    watcher.onDidChange(report(FileNews.Written)),
    watcher.onDidCreate(report(FileNews.Came)),
    watcher.onDidDelete(report(FileNews.Went)),
    vscode.workspace.onDidOpenTextDocument(opened),
    vscode.workspace.onDidChangeTextDocument((event) => {
      // Output channels and the like change all the time, and no answer depends on them.
      if (event.contentChanges.length && event.document.uri.scheme !== "output") touch();
    }),
    vscode.workspace.onDidSaveTextDocument(touch),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (["files.exclude", "search.exclude"].some((name) => event.affectsConfiguration(name))) sendRoots(engine);
      touch();
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(() => sendRoots(engine)),
    vscode.languages.onDidChangeDiagnostics(touch),
    vscode.extensions.onDidChange(() => engine.forgetReadiness()),
  );
}
