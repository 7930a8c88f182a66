import type { Socket } from "node:net";

import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { LogOutputChannel } from "vscode";

import type { Engine } from "../engine";
import { createMcpServer } from "./mcp";
import { SocketTransport } from "./socket-transport";

export interface SessionOptions {
  version: string;
  /** Those that are switched on for connections that ask for none. */
  toolsets: () => readonly string[];
  log: LogOutputChannel;
}

/** Speaks MCP over the socket until it closes. */
export function serveSession(socket: Socket, engine: Engine, options: SessionOptions): void {
  socket.setNoDelay(true);
  const transport = new SocketTransport(socket);
  const toolsets = () => transport.toolsets ?? options.toolsets();
  const handle = serveStdio(() => createMcpServer(engine, options.version, toolsets), {
    transport,
    onerror: (error) => options.log.debug(`MCP connection: ${error.message}`),
  });
  socket.once("close", () => void handle.close().catch(() => undefined));
}
