import { Server, type ServerContext } from "@modelcontextprotocol/server";

import type { Answer, Engine, ToolDefinition } from "../engine";

type CallResult = {
  content: { type: "text"; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
};

function toResult(answer: Answer): CallResult {
  const content = [{ type: "text" as const, text: answer.text }];
  if (answer.isError)
    return { content: [{ type: "text", text: `Error: ${answer.text} (${answer.code})` }], isError: true };
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

function switchedOff(name: string, toolset: string): CallResult {
  const text =
    `Error: The tool '${name}' belongs to the toolset '${toolset}', which is switched off here. A person can ` +
    `switch it on: setting sextant.toolsets, or --toolsets of this connection's command. (unknown_tool)`;
  return { content: [{ type: "text", text }], isError: true };
}

/**
 * One MCP server for one connection; the official SDK speaks both eras of the protocol.
 * `toolsets` are those that are switched on for it, asked anew each time.
 */
export function createMcpServer(engine: Engine, version: string, toolsets: () => readonly string[]): Server {
  const server = new Server(
    { name: "sextant", title: "Sextant", version },
    {
      capabilities: { tools: { listChanged: true } },
      instructions:
        "Code intelligence of the editor's own language servers, on the editor's live buffers. " +
        "Look a symbol up before you call or change it; pass handles from answers on unchanged.",
    },
  );
  const listed = (tool: ToolDefinition) => ({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: tool.inputSchema,
    outputSchema: tool.outputSchema,
    annotations: { title: tool.title, ...tool.annotations },
  });
  server.setRequestHandler("tools/list", () => {
    const offered = toolsets();
    return { tools: engine.tools.filter((tool) => offered.includes(tool.toolset)).map(listed) } as never;
  });
  server.setRequestHandler("tools/call", async ({ params }, ctx) => {
    const tool = engine.find(params.name);
    if (tool && !toolsets().includes(tool.toolset)) return switchedOff(params.name, tool.toolset) as never;
    const onProgress = progressOf(ctx);
    const signal = ctx.mcpReq.signal;
    const options = onProgress ? { signal, onProgress } : { signal };
    return toResult(await engine.call(params.name, params.arguments, options)) as never;
  });
  return server;
}
