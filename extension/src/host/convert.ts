import * as vscode from "vscode";

const URI = /^[a-z][a-z0-9+.-]+:/i;

/** An absolute path, or a URI for what is not on the disk. */
export function toUri(path: string): vscode.Uri {
  return URI.test(path) ? vscode.Uri.parse(path, true) : vscode.Uri.file(path);
}

export function toPath(uri: vscode.Uri): string {
  return uri.scheme === "file" ? uri.fsPath : uri.toString();
}

export function fromRange(range: vscode.Range): [number, number, number, number] {
  return [range.start.line, range.start.character, range.end.line, range.end.character];
}
