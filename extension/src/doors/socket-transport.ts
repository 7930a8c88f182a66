import type { Socket } from "node:net";

import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from "@modelcontextprotocol/server";

const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;
const LINE_END = 0x0a;

type Json = Record<string, unknown>;

/**
 * MCP over a socket, one JSON message a line. Unlike the SDK's own transport for streams it
 * joins the pieces of a big message once, answers what it cannot take (that one drops it, and
 * the client waits for ever), and closes the socket when it closes.
 */
export class SocketTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onerror?: (error: Error) => void;
  onclose?: () => void;
  /** Receives the name and arguments of a call that the SDK will refuse, as it is not one by the protocol. */
  onbadcall?: (tool: string, args: unknown) => void;
  /** Which toolsets the client's command asked for (the bridge's own first line); none: all. */
  toolsets: readonly string[] | undefined;
  /** Whether it asked for structured content beside the text. */
  isStructured = false;
  /** How many windows could be meant, of which this is the one used last. */
  windows = 1;
  private pieces: Buffer[] = [];
  private bytes = 0;
  private isClosed = false;
  /** The bridge's greeting can only be the first line. */
  private isFirstLine = true;
  /** While the socket takes no more: one wait for all that are written meanwhile. */
  private drained: Promise<void> | undefined;

  constructor(private readonly socket: Socket) {}

  async start(): Promise<void> {
    this.socket.on("data", (chunk: Buffer) => this.take(chunk));
    this.socket.on("error", (error) => this.onerror?.(error));
    this.socket.once("end", () => void this.close());
    this.socket.once("close", () => void this.close());
    if (this.socket.destroyed) setImmediate(() => void this.close());
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.isClosed) throw new Error("The connection is closed.");
    if (this.socket.write(`${JSON.stringify(message)}\n`)) return;
    this.drained ??= new Promise((resolve) => {
      const end = () => {
        this.socket.off("drain", end);
        this.socket.off("close", end);
        this.drained = undefined;
        resolve();
      };
      this.socket.once("drain", end);
      this.socket.once("close", end);
    });
    await this.drained;
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    this.pieces = [];
    this.socket.destroySoon();
    this.onclose?.();
  }

  private take(chunk: Buffer): void {
    for (let end; !this.isClosed && (end = chunk.indexOf(LINE_END)) >= 0; chunk = chunk.subarray(end + 1)) {
      this.keep(chunk.subarray(0, end));
      const line = this.pieces.length === 1 ? this.pieces[0] : Buffer.concat(this.pieces);
      const isTooBig = this.bytes > MAX_MESSAGE_BYTES;
      this.pieces = [];
      this.bytes = 0;
      if (isTooBig) this.refuse(null, -32600, "The message is larger than 16 MB.");
      else if (line) this.read(line.toString("utf8").trim());
    }
    if (!this.isClosed) this.keep(chunk);
  }

  private keep(piece: Buffer): void {
    this.bytes += piece.length;
    if (this.bytes > MAX_MESSAGE_BYTES) this.pieces = [];
    else this.pieces.push(piece);
  }

  private read(line: string): void {
    if (!line) return;
    let json: unknown;
    try {
      json = JSON.parse(line);
    } catch {
      this.refuse(null, -32700, "Parse error: the line is not valid JSON.");
      return;
    }
    const isFirst = this.isFirstLine;
    this.isFirstLine = false;
    if (isFirst && this.takeGreeting(json as Json | null)) return;
    let message: JSONRPCMessage;
    try {
      message = parseJSONRPCMessage(json);
    } catch (error) {
      const id = (json as Json | null)?.["id"];
      const isRequest = typeof (json as Json | null)?.["method"] === "string" && id !== undefined;
      if (isRequest) this.refuse(id, -32600, "Invalid request: it is not a JSON-RPC 2.0 message as MCP defines it.");
      this.onerror?.(error as Error);
      return;
    }
    if ("method" in message && message.method === "tools/call") this.noteBadCall(message.params ?? {});
    this.onmessage?.(message);
  }

  private noteBadCall({ name, arguments: args = {} }: Json): void {
    const isCall = typeof name === "string" && typeof args === "object" && args !== null && !Array.isArray(args);
    if (!isCall) this.onbadcall?.(typeof name === "string" ? name : "tools/call", args);
  }

  /** Whether the line is the bridge's own, which is not a JSON-RPC message. */
  private takeGreeting(json: Json | null): boolean {
    const own = json?.["jsonrpc"] === undefined ? (json?.["sextant"] as Json | null | undefined) : undefined;
    if (!own || typeof own !== "object") return false;
    if (Array.isArray(own["toolsets"])) this.toolsets = own["toolsets"].map(String);
    this.isStructured = own["structured"] === true;
    if (typeof own["windows"] === "number") this.windows = own["windows"];
    return true;
  }

  private refuse(id: unknown, code: number, message: string): void {
    const known = typeof id === "string" || typeof id === "number" ? id : null;
    this.socket.write(`${JSON.stringify({ jsonrpc: "2.0", id: known, error: { code, message } })}\n`);
  }
}
