import { chmod } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import * as vscode from "vscode";

import type { Context } from "../context";
import type { Refused } from "../ui/activity-log";
import { linkBridge } from "./bridge-link";
import { clean } from "../ui/activity-items";
import { unlinked } from "../ui/message";
import { type Registration, register, socketPath } from "./registry";

const END = `${JSON.stringify({ jsonrpc: "2.0", method: "notifications/sextant/end" })}\n`;

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function versionOf({ extension }: Context): string {
  return String((extension.extension.packageJSON as { version: string }).version);
}

/**
 * One connection is one MCP session. The MCP server is a bundle of its own, loaded with the first one.
 * Returns what announces that the list of tools has changed.
 */
function serve(socket: Socket, context: Context): () => void {
  const { serveSession } = require("./session") as typeof import("./session");
  const { engine, log, isAsking, agents } = context;
  const activity = context.activity.log;
  const toolsets = (wanted?: readonly string[]) => context.toolsets.give(wanted);
  const caller = activity.connect("socket");
  caller.end = () => {
    // A bridge that only loses its socket connects again at once.
    if (!socket.destroyed) socket.write(END);
    socket.destroySoon();
  };
  let update = () => {};
  const greet = (said: string, given: () => readonly string[]) => {
    // It may have lines and a megabyte, and the log is read by lines.
    const client = clean(said);
    agents.connected.set(socket, client);
    activity.greeted(caller, client, given());
    update = () => activity.given(caller, given());
    log.info(`An agent has connected: ${client}`);
  };
  socket.on("close", () => {
    activity.disconnected(caller);
    const client = agents.connected.get(socket);
    if (agents.connected.delete(socket)) log.info(`An agent has disconnected: ${client}`);
  });
  const refused = (tool: string, args: unknown, code: Refused) => activity.refused(caller, tool, args, code);
  const version = versionOf(context);
  const announce = serveSession(socket, engine, { version, toolsets, isAsking, greet, caller, refused, log });
  return () => {
    update();
    announce();
  };
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve, reject) => {
    const path = socketPath();
    server.once("error", reject);
    // Created without rights for others; the folder is closed to them as well.
    const before = process.umask(0o177);
    server.listen(path, () => resolve(path));
    process.umask(before);
  });
}

/** Listens on this window's socket and registers it for the bridge, as long as it is open. */
export function openSocketDoor(context: Context): vscode.Disposable {
  const sockets = new Set<Socket>();
  const announcements = new Map<Socket, () => void>();
  let registration: Registration | undefined;
  let isOver = false;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => {
      sockets.delete(socket);
      announcements.delete(socket);
    });
    socket.on("error", (error) => context.log.debug(`socket: ${error.message}`));
    try {
      announcements.set(socket, serve(socket, context));
      context.greetAgent();
    } catch (error) {
      context.log.error(`An agent's connection could not be served: ${String(error)}`);
      socket.destroy();
    }
  });
  const readOnlyTools = context.engine.tools.filter((t) => !t.annotations.destructiveHint).map((t) => t.name);
  let isOpening = false;
  /** Once more when a person has removed what was in the way. */
  const open = async () => {
    if (isOver || isOpening || server.listening) return;
    isOpening = true;
    try {
      const path = await listen(server);
      if (process.platform !== "win32") await chmod(path, 0o600);
      if (isOver) return void server.close();
      registration?.dispose();
      registration = register({ socket: path, readOnlyTools }, context.log);
      context.log.info(`Agents connect through ${path}`);
      context.status.report("socket", "");
    } catch (error) {
      const reason = messageOf(error);
      context.log.error(`Agents cannot connect: ${reason}`);
      const message = vscode.l10n.t("Sextant: agents cannot connect ({0}).", reason);
      context.status.report("socket", message);
      if (!isOver) registration ??= register({ failure: reason }, context.log);
      server.close();
      // With buttons the editor shows all of it, not its first line.
      const [again, showLog] = [vscode.l10n.t("Try Again"), vscode.l10n.t("Show Log")];
      void vscode.window.showErrorMessage(unlinked(message), again, showLog).then((choice) => {
        if (choice === again) void open();
        if (choice === showLog) context.log.show();
      });
    }
    isOpening = false;
    try {
      const warn = (message: string) => context.log.warn(message);
      context.agents.bridge = await linkBridge(context.extension.extensionPath, versionOf(context), warn);
      context.log.info(`Agents start ${context.agents.bridge}`);
    } catch (error) {
      context.log.warn(`The path of the bridge could not be updated: ${messageOf(error)}`);
    }
  };
  context.own(vscode.commands.registerCommand("sextant.openSocket", open));
  void open();
  const toolsets = context.toolsets.onDidChange(() => {
    for (const announce of announcements.values()) announce();
  });
  return new vscode.Disposable(() => {
    isOver = true;
    toolsets.dispose();
    registration?.dispose();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
}
