/**
 * A bridge started as an agent starts it, with just enough of MCP to ask it something.
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

import { LIMIT_MS } from "./processes.mjs";

const PROTOCOL = "2025-11-25";

export class Bridge {
  #child;
  #pending = new Map();
  #next = 1;
  #errors = "";

  /** Starts `[program, ...args]` and shakes hands. */
  static async open([program, ...args], { env = {}, client = "sextant-start" } = {}) {
    const bridge = new Bridge();
    bridge.#child = spawn(program, args, { env: { ...process.env, ...env } });
    bridge.#listen();
    await bridge.request("initialize", {
      protocolVersion: PROTOCOL,
      capabilities: {},
      clientInfo: { name: client, version: "1.0.0" },
    });
    bridge.#send({ method: "notifications/initialized" });
    return bridge;
  }

  /** One request's result; rejects with the server's error, or when the bridge ends or is slow. */
  request(method, params = {}, limit_ms = LIMIT_MS) {
    const id = this.#next++;
    return new Promise((done, fail) => {
      const late = () => this.#settle(id, { error: { message: `no answer in ${limit_ms} ms` } });
      this.#pending.set(id, { method, done, fail, timer: setTimeout(late, limit_ms) });
      this.#send({ id, method, params });
    });
  }

  /** Resolves when the process has ended by itself. */
  get ended() {
    return new Promise((done) => this.#child.once("close", done));
  }

  close() {
    this.#child.stdin.end();
    this.#child.kill();
  }

  #listen() {
    const { stdin, stdout, stderr } = this.#child;
    stdin.on("error", () => {});
    stderr.setEncoding("utf8").on("data", (text) => (this.#errors += text));
    createInterface({ input: stdout }).on("line", (line) => {
      const message = JSON.parse(line);
      if (message.id !== undefined) this.#settle(message.id, message);
    });
    const over = (message) => {
      for (const id of [...this.#pending.keys()]) this.#settle(id, { error: { message } });
    };
    this.#child.on("error", (error) => over(error.message));
    this.#child.on("close", (code) => over(`the bridge ended with ${code}: ${this.#errors.trim()}`));
  }

  #send(message) {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }

  #settle(id, { result, error }) {
    const waiting = this.#pending.get(id);
    if (!waiting) return;
    this.#pending.delete(id);
    clearTimeout(waiting.timer);
    if (error) waiting.fail(new Error(`${waiting.method}: ${error.message}`));
    else waiting.done(result);
  }
}

/** The tools that an agent sees through the bridge `commandLine`. */
export async function listTools(commandLine, options) {
  const bridge = await Bridge.open(commandLine, options);
  try {
    return (await bridge.request("tools/list")).tools;
  } finally {
    bridge.close();
  }
}
