import type { Socket } from "node:net";

import type { Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { LogOutputChannel } from "vscode";

import type { Engine } from "../engine";
import { Refused } from "../ui/activity-log";
import { createMcpServer, type Door } from "./mcp";
import { SocketTransport } from "./socket-transport";

export interface SessionOptions {
  version: string;
  /** Those that a connection gets; `wanted` are the ones that it asked for. */
  toolsets: (wanted?: readonly string[]) => readonly string[];
  /** Whether a person is being asked something. */
  isAsking: () => boolean;
  /** Receives the name and version of the client, once known, and what it was given. */
  greet: (client: string, toolsets: () => readonly string[]) => void;
  /** Whose calls they are, for who watches. */
  caller: object;
  /** Receives a call that the door refuses. */
  refused: (tool: string, args: unknown, code: Refused) => void;
  log: LogOutputChannel;
}

/** Speaks MCP over the socket until it closes. Returns what announces that the list of tools has changed. */
export function serveSession(socket: Socket, engine: Engine, options: SessionOptions): () => void {
  socket.setNoDelay(true);
  const transport = new SocketTransport(socket);
  const door: Door = {
    version: options.version,
    toolsets: () => options.toolsets(transport.toolsets),
    isStructured: () => transport.isStructured,
    isWanted: (toolset: string) => transport.toolsets?.includes(toolset) ?? false,
    isAsking: options.isAsking,
    windows: () => transport.windows,
    greet: (client: string) => options.greet(client, door.toolsets),
    caller: options.caller,
    refused: options.refused,
  };
  transport.onbadcall = (tool, args) => options.refused(tool, args, Refused.Arguments);
  let server: Server | undefined;
  const handle = serveStdio(() => (server = createMcpServer(engine, door)), {
    transport,
    onerror: (error) => options.log.debug(`MCP connection: ${error.message}`),
  });
  socket.once("close", () => void handle.close().catch(() => undefined));
  // Before the first message there is no server, and no client has seen a list.
  return () =>
    void server?.sendToolListChanged().catch((error) => options.log.debug(`MCP connection: ${String(error)}`));
}
