import { Client } from "@modelcontextprotocol/client";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";

import type { Command } from "./plan";

const TIMEOUT_MS = 40_000;
const SEEN_MS = 2_000;
const STDERR_KEPT = 2_000;

async function waitFor(condition: () => boolean): Promise<boolean> {
  for (const end = Date.now() + SEEN_MS; !condition() && Date.now() < end;)
    await new Promise((resolve) => setTimeout(resolve, 50));
  return condition();
}

/**
 * Starts the command as a client called `name` does, with few variables of the environment: how many tools it lists, and
 * whether this window has met that client (`isSeen`). Rejects with what the command wrote as its error, if anything.
 */
export async function tryCommand(
  command: Command,
  name: string,
  isSeen: () => boolean,
  signal: AbortSignal,
): Promise<{ tools: number; isHere: boolean }> {
  const transport = new StdioClientTransport({
    command: command.program,
    args: command.args,
    env: { ...getDefaultEnvironment(), ...command.env },
    cwd: command.folder,
    stderr: "pipe",
  });
  let stderr = "";
  transport.stderr?.on("data", (text: Buffer) => (stderr = (stderr + text.toString()).slice(-STDERR_KEPT)));
  const client = new Client({ name, version: "1" });
  const options = { timeout: TIMEOUT_MS, signal };
  try {
    await client.connect(transport, options);
    const { tools } = await client.listTools(undefined, options);
    return { tools: tools.length, isHere: await waitFor(isSeen) };
  } catch (error) {
    const [line] = stderr.trim().split("\n").reverse();
    throw line ? new Error(line) : error;
  } finally {
    await client.close().catch(() => undefined);
  }
}
