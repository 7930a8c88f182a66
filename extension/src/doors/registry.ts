import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import * as vscode from "vscode";

import { isPrivateFolder, makePrivateFolder } from "./private-folder";

/** The longest path that every system takes for a socket, with some room. */
const MAX_SOCKET_PATH = 100;

/** Names what this window makes for itself in the state folder. */
export const windowId = randomBytes(4).toString("hex");

/** Where windows register: a folder of the user's, closed to others. */
export function stateFolder(): string {
  return process.env["SEXTANT_HOME"] ?? join(homedir(), ".sextant");
}

/** This window's socket, in a folder that no other user can enter. Throws where there is no such folder. */
export function socketPath(): string {
  if (process.platform === "win32") return `\\\\.\\pipe\\sextant-${windowId}`;
  const path = join(stateFolder(), "run", `${windowId}.sock`);
  if (Buffer.byteLength(path) > MAX_SOCKET_PATH)
    return join(makePrivateFolder(tmpdir(), `sextant-${userInfo().uid}`), `${windowId}.sock`);
  if (!isPrivateFolder(dirname(path))) throw new Error(`'${dirname(path)}' is not a folder of this user's`);
  return path;
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

export type Registration = vscode.Disposable;

/** The way into a window: its socket and the tools that only read, or why Sextant could not start in it. */
export type Reached = { socket: string; readOnlyTools: readonly string[] } | { failure: string };

/** Keeps the window's file true until disposed: agents' bridges find the window by it. */
export function register(reached: Reached, log: vscode.LogOutputChannel): Registration {
  const folder = join(stateFolder(), "windows");
  const file = join(folder, `${process.pid}-${windowId}.json`);
  const started = new Date().toISOString();
  let used = Date.now();
  const write = () => {
    const folders = (vscode.workspace.workspaceFolders ?? [])
      .filter((f) => f.uri.scheme === "file")
      .map((f) => realPath(f.uri.fsPath));
    const editor = `${vscode.env.appName} ${vscode.version}`;
    const window = { version: 1, pid: process.pid, ...reached, folders, editor, started, used };
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      if (process.platform !== "win32" && !isPrivateFolder(folder))
        throw new Error(`'${folder}' is not a folder of this user's`);
      chmodSync(stateFolder(), 0o700);
      // Readers see the old file or the new one, never half of one.
      writeFileSync(`${file}.tmp`, JSON.stringify(window), { mode: 0o600 });
      renameSync(`${file}.tmp`, file);
    } catch (error) {
      log.error(`Agents cannot find this window: ${String(error)}`);
    }
  };
  write();
  const changes = vscode.workspace.onDidChangeWorkspaceFolders(write);
  // Where several windows could be meant, the bridge takes the one that was used last.
  const focus = vscode.window.onDidChangeWindowState(({ focused }) => {
    if (!focused) return;
    used = Date.now();
    write();
  });
  return new vscode.Disposable(() => {
    changes.dispose();
    focus.dispose();
    rmSync(file, { force: true });
    if ("socket" in reached && process.platform !== "win32") rmSync(reached.socket, { force: true });
  });
}
