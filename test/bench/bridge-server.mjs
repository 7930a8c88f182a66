/**
 * The MCP SDK's server with one tool, `echo`, as a process of its own: on standard input and
 * output, or with an argument on a socket of that path. Says `ready` on standard error.
 */
import net from "node:net";
import { fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";

function makeServer() {
  const server = new McpServer({ name: "echo", version: "1" });
  const inputSchema = fromJsonSchema({ type: "object", properties: { text: { type: "string" } } });
  server.registerTool("echo", { inputSchema }, async ({ text }) => ({
    content: [{ type: "text", text }],
  }));
  return server;
}

const [socketPath] = process.argv.slice(2);
const ready = () => process.stderr.write("ready\n");
if (socketPath) {
  const serve = (socket) => serveStdio(makeServer, { transport: new StdioServerTransport(socket, socket) });
  net.createServer(serve).listen(socketPath, ready);
} else {
  serveStdio(makeServer);
  ready();
}
