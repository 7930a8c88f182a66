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

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The editor needs about 100 ms to read a file again that was written elsewhere. */
const EVENT_WAIT_MS = 300;

/** Waits for the event that is wanted, but not for long. */
export async function nextEvent<T>(event: vscode.Event<T>, isIt: (one: T) => boolean): Promise<void> {
  let listening: vscode.Disposable | undefined;
  const isHere = new Promise<void>((done) => (listening = event((one) => isIt(one) && done())));
  await Promise.race([isHere, new Promise((done) => setTimeout(done, EVENT_WAIT_MS))]);
  listening?.dispose();
}
