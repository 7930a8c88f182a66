import { Server, type ServerContext } from "@modelcontextprotocol/server";

import instructions from "../../../native/tools/instructions.txt";
import type { Answer, Engine, ToolDefinition } from "../engine";

type CallResult = {
  content: { type: "text"; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
};

/**
 * Several clients give the model the structured content instead of the text: twice the tokens, over the
 * budget. So only connections that ask for it get it.
 */
function toResult(answer: Answer, isStructured: boolean): CallResult {
  const content = [{ type: "text" as const, text: answer.text }];
  if (answer.isError)
    return { content: [{ type: "text", text: `Error: ${answer.text} (${answer.code})` }], isError: true };
  if (!isStructured || !answer.factsJson) return { content };
  return { content, structuredContent: JSON.parse(answer.factsJson) as Record<string, unknown> };
}

/** The part of the window that the server needs. */
export interface Door {
  version: string;
  /** The toolsets that are enabled for this connection, read on each call. */
  toolsets: () => readonly string[];
  /** Whether the connection gets structured content, too. */
  isStructured: () => boolean;
  /** Whether the connection's command has asked for the toolset. */
  isWanted: (toolset: string) => boolean;
  /** Whether a person is being asked something. */
  isAsking: () => boolean;
}

/** Sends a progress notification where the client asked for them. */
function progressOf(ctx: ServerContext, { isAsking }: Door): ((seconds: number) => void) | undefined {
  const progressToken = ctx.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return (progress) =>
    void ctx.mcpReq
      .notify({
        method: "notifications/progress",
        params: {
          progressToken,
          progress,
          message: `Waiting for ${isAsking() ? "a person's answer" : "the language server"}`,
        },
      })
      .catch(() => undefined);
}

function switchedOff(name: string, toolset: string, isWanted: boolean): CallResult {
  const advice = isWanted
    ? "This connection has requested it: a person can allow it in the editor or add it to the setting sextant.toolsets. Then call again."
    : "A person can enable it with the setting sextant.toolsets, or with --toolsets in this connection's command.";
  const text = `Error: The tool '${name}' belongs to the toolset '${toolset}', which is not enabled. ${advice} (unknown_tool)`;
  return { content: [{ type: "text", text }], isError: true };
}

/** One MCP server for one connection; the official SDK speaks both eras of the protocol. */
export function createMcpServer(engine: Engine, door: Door): Server {
  const { version, toolsets } = door;
  const server = new Server(
    { name: "sextant", title: "Sextant", version },
    {
      capabilities: { tools: { listChanged: true } },
      instructions: instructions.trim(),
    },
  );
  const listed = (tool: ToolDefinition) => ({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: tool.inputSchema,
    ...(door.isStructured() && { outputSchema: tool.outputSchema }),
    annotations: { title: tool.title, ...tool.annotations },
  });
  server.setRequestHandler("tools/list", () => {
    const offered = toolsets();
    return { tools: engine.tools.filter((tool) => offered.includes(tool.toolset)).map(listed) } as never;
  });
  server.setRequestHandler("tools/call", async ({ params }, ctx) => {
    const tool = engine.find(params.name);
    if (tool && !toolsets().includes(tool.toolset))
      return switchedOff(params.name, tool.toolset, door.isWanted(tool.toolset)) as never;
    const onProgress = progressOf(ctx, door);
    const signal = ctx.mcpReq.signal;
    const options = onProgress ? { signal, onProgress } : { signal };
    return toResult(await engine.call(params.name, params.arguments, options), door.isStructured()) as never;
  });
  return server;
}
