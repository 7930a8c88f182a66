import { ProtocolError, ProtocolErrorCode, Server, type ServerContext } from "@modelcontextprotocol/server";
import * as vscode from "vscode";

import instructions from "../../../native/tools/instructions.txt";
import type { Answer, CallOptions, Engine, ToolDefinition } from "../engine";
import { Refused } from "../ui/activity-log";
import { SKILLS } from "./skills";

type CallResult = {
  content: { type: "text"; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
};

/**
 * Several clients give the model the structured content instead of the text: twice the tokens, over the
 * budget. So only connections that ask for it get it.
 */
function toResult(answer: Answer, isStructured: boolean, note?: string): CallResult {
  const notes = note ? [{ type: "text" as const, text: note }] : [];
  if (answer.isError) {
    // The last of several lines may be a line of a file: the code gets its own.
    const separator = answer.text.includes("\n") ? "\n" : " ";
    const text = `Error: ${answer.text}${separator}(${answer.code})`;
    return { content: [{ type: "text", text }, ...notes], isError: true };
  }
  const content = [{ type: "text" as const, text: answer.text }, ...notes];
  if (!isStructured || !answer.factsJson) return { content };
  const facts = JSON.parse(answer.factsJson) as Record<string, unknown>;
  if (note) facts["notes"] = [...((facts["notes"] as string[] | undefined) ?? []), note];
  return { content, structuredContent: facts };
}

/** Where several windows could be meant, the answer says which it is from. */
function windowNote(windows: number): string | undefined {
  if (windows < 2) return undefined;
  const folders = vscode.workspace.workspaceFolders?.map(({ uri }) => uri.fsPath).join(", ") ?? "no folder";
  return `Note: ${windows} VS Code windows matched when this connection began; this is from the one used last (${folders}). To choose another, start sextant-mcp with --workspace and a folder that only that window has open.`;
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
  /** How many windows could be meant, of which this is the one used last. */
  windows: () => number;
  /** Receives the name and version of the client, once known. */
  greet: (client: string) => void;
  /** Whose calls they are, for who watches. */
  caller: object;
  /** Receives a call that the door refuses. */
  refused: (tool: string, args: unknown, code: Refused) => void;
}

/** Sends a progress notification where the client asked for them. */
function progressOf(ctx: ServerContext, { isAsking }: Door, toolset?: string): CallOptions["onProgress"] {
  const progressToken = ctx.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  const usual = toolset === "run" ? "Running" : "Waiting for the language server";
  return (progress, said) => {
    const message = said ?? (isAsking() ? "Waiting for a person's answer" : usual);
    const params = { progressToken, progress, message };
    void ctx.mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
}

/** The answer to a call of a tool whose toolset is off. */
function switchedOff(name: string, toolset: string, isWanted: boolean): Answer {
  const advice = isWanted
    ? "This connection has requested it: a person can allow it in the editor or add it to the setting sextant.toolsets. Then call again."
    : "A person can enable it with the setting sextant.toolsets, or with --toolsets in this connection's command.";
  const text = `The tool '${name}' belongs to the toolset '${toolset}', which is not enabled. ${advice}`;
  return { isError: true, code: "unknown_tool", text, factsJson: undefined, isTruncated: false, tokens: 0 };
}

/** Offers the skills as prompts, which clients list as commands. Beside its own file `sextant-x` a prompt is `x`. */
function addPrompts(server: Server): void {
  const prompts = SKILLS.map((skill) => ({ ...skill, name: skill.name.replace("sextant-", "") }));
  const about = { name: "about", description: "The symbol, file or question that it is about.", required: false };
  const listed = prompts.map(({ name, description }) => ({ name, description, arguments: [about] }));
  server.setRequestHandler("prompts/list", () => ({ prompts: listed }));
  server.setRequestHandler("prompts/get", ({ params }) => {
    const found = prompts.find(({ name }) => name === params.name);
    if (!found) {
      const names = prompts.map(({ name }) => name).join(", ");
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `No prompt '${params.name}'. There are: ${names}.`);
    }
    const subject = params.arguments?.["about"]?.trim();
    const text = subject ? `${found.body}\n## About\n\n${subject}\n` : found.body;
    return { description: found.description, messages: [{ role: "user", content: { type: "text", text } }] };
  });
}

/** One MCP server for one connection; the official SDK speaks both eras of the protocol. */
export function createMcpServer(engine: Engine, door: Door): Server {
  const { version, toolsets } = door;
  const server = new Server(
    { name: "sextant", title: "Sextant", version },
    {
      capabilities: { tools: { listChanged: true }, prompts: {} },
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
  server.oninitialized = () => {
    const client = server.getClientVersion();
    if (client) door.greet(`${client.title ?? client.name} ${client.version}`);
  };
  server.setRequestHandler("tools/list", () => {
    const offered = toolsets();
    return { tools: engine.tools.filter((tool) => offered.includes(tool.toolset)).map(listed) } as never;
  });
  server.setRequestHandler("tools/call", async ({ params }, ctx) => {
    const tool = engine.find(params.name);
    if (tool && !toolsets().includes(tool.toolset)) {
      door.refused(tool.name, params.arguments, Refused.ToolsetOff);
      const refusal = switchedOff(params.name, tool.toolset, door.isWanted(tool.toolset));
      return toResult(refusal, door.isStructured()) as never;
    }
    const onProgress = progressOf(ctx, door, tool?.toolset);
    const signal = ctx.mcpReq.signal;
    const { caller } = door;
    const options = { signal, caller, isStructured: door.isStructured(), ...(onProgress && { onProgress }) };
    const answer = await engine.call(params.name, params.arguments, options);
    return toResult(answer, door.isStructured(), windowNote(door.windows())) as never;
  });
  addPrompts(server);
  return server;
}
