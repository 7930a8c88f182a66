import { Server, type ServerContext } from "@modelcontextprotocol/server";

import type { Answer, Engine } from "../engine";

type CallResult = {
  content: { type: "text"; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
};

function toResult(answer: Answer): CallResult {
  const content = [{ type: "text" as const, text: answer.text }];
  if (answer.isError)
    return { content: [{ type: "text", text: `Error (${answer.code}): ${answer.text}` }], isError: true };
  if (!answer.factsJson) return { content };
  return { content, structuredContent: JSON.parse(answer.factsJson) as Record<string, unknown> };
}

/** Sends a progress notification where the client asked for them. */
function progressOf(ctx: ServerContext): ((seconds: number) => void) | undefined {
  const progressToken = ctx.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return (progress) =>
    void ctx.mcpReq
      .notify({
        method: "notifications/progress",
        params: { progressToken, progress, message: "Waiting for the language server" },
      })
      .catch(() => undefined);
}

/** One MCP server for one connection; the official SDK speaks both eras of the protocol. */
export function createMcpServer(engine: Engine, version: string): Server {
  const server = new Server(
    { name: "sextant", title: "Sextant", version },
    {
      capabilities: { tools: { listChanged: true } },
      instructions:
        "Code intelligence of the editor's own language servers, on the editor's live buffers. " +
        "Look a symbol up before you call or change it; pass handles from answers on unchanged.",
    },
  );
  const tools = engine.tools.map((tool) => ({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: tool.inputSchema,
    outputSchema: tool.outputSchema,
    annotations: { title: tool.title, ...tool.annotations },
  }));
  server.setRequestHandler("tools/list", () => ({ tools }) as never);
  server.setRequestHandler("tools/call", async ({ params }, ctx) => {
    const onProgress = progressOf(ctx);
    const signal = ctx.mcpReq.signal;
    const options = onProgress ? { signal, onProgress } : { signal };
    return toResult(await engine.call(params.name, params.arguments, options)) as never;
  });
  return server;
}
