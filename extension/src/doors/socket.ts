import { mkdirSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import * as vscode from "vscode";

import type { Context } from "../context";
import { type Registration, register, socketPath } from "./registry";

/** The toolsets that the settings switch on. */
function switchedOn(): readonly string[] {
  return vscode.workspace.getConfiguration("sextant").get<string[]>("toolsets", []);
}

/** One connection is one MCP session. What speaks MCP is a bundle of its own, loaded with the first. */
function serve(socket: Socket, { engine, extension, log }: Context): void {
  const { serveSession } = require("./session") as typeof import("./session");
  const version = String((extension.extension.packageJSON as { version: string }).version);
  serveSession(socket, engine, { version, toolsets: switchedOn, log });
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    // Created with nobody else's rights; the folder is closed to others as well.
    const before = process.umask(0o177);
    server.listen(path, resolve);
    process.umask(before);
  });
}

/** Listens on this window's socket and registers it for the bridge, as long as it is open. */
export function openSocketDoor(context: Context): vscode.Disposable {
  const sockets = new Set<Socket>();
  let registration: Registration | undefined;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", (error) => context.log.debug(`socket: ${error.message}`));
    try {
      serve(socket, context);
      context.greetAgent();
    } catch (error) {
      context.log.error(`An agent's connection could not be served: ${String(error)}`);
      socket.destroy();
    }
  });
  const { path, folder } = socketPath();
  if (folder) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const readOnlyTools = context.engine.tools.filter((t) => t.annotations.readOnlyHint).map((t) => t.name);
  const opened = listen(server, path)
    .then(async () => {
      if (process.platform !== "win32") await chmod(path, 0o600);
      registration = register(path, readOnlyTools, context.log);
      context.log.info(`Agents connect through ${path}`);
    })
    .catch((error: unknown) => {
      context.log.error(`Agents cannot connect: ${String(error)}`);
      void vscode.window.showErrorMessage(`Sextant: agents cannot connect (${String(error)}).`);
    });
  return new vscode.Disposable(() => {
    void opened.then(() => registration?.dispose());
    registration?.dispose();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
}
