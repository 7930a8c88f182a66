/**
 * Client of the remote control that the test-only extension opens in a real editor
 * (`servers/src/control.js` has the protocol, `servers/src/methods.js` the methods).
 *
 *   const control = await Control.connect(path);
 *   await control.call("showDocument", {path, line: 3});
 *   await control.evaluate(({vscode, args}) => …)      runs in the extension host
 */
import { createConnection } from "node:net";
import { createInterface } from "node:readline";
import { waitFor } from "./processes.mjs";

const CALL_LIMIT_MS = 180_000;
const CONNECT_LIMIT_MS = 180_000;

export class Control {
  #path;
  #socket;
  #pending = new Map();
  #next = 1;

  /** Connects as soon as the editor listens at `path`. */
  static async connect(path, limit_ms = CONNECT_LIMIT_MS) {
    const control = new Control();
    control.#path = path;
    await control.#connect(limit_ms);
    return control;
  }

  /** Calls `method`; rejects with the editor's error, on a lost connection, or after the limit. */
  call(method, params = {}, { limit_ms = CALL_LIMIT_MS } = {}) {
    const id = this.#next++;
    return new Promise((done, fail) => {
      const timer = setTimeout(() => {
        this.#pending.delete(id);
        fail(new Error(`The editor did not answer '${method}' in ${limit_ms} ms.`));
      }, limit_ms);
      const settle = (then) => (value) => {
        clearTimeout(timer);
        then(value);
      };
      this.#pending.set(id, { done: settle(done), fail: settle(fail) });
      this.#socket.write(`${JSON.stringify({ id, method, params })}\n`);
    });
  }

  /**
   * Runs `work` in the extension host and returns its plain result. `work` is a function of
   * `({vscode, args})` that uses nothing else, or the body of an async function as a string.
   */
  evaluate(work, args = null, options) {
    const source = typeof work === "string" ? work : `return (${work})({ vscode, args });`;
    return this.call("evaluate", { source, args }, options);
  }

  /** `vscode.lm.invokeTool`: `{text, parts}`. */
  invokeTool(name, input, options = {}) {
    return this.call("invokeTool", { name, input, ...options });
  }

  executeCommand(command, ...args) {
    return this.call("executeCommand", { command, args });
  }

  /** Reloads the window and returns when its new extension host answers. */
  async reload(limit_ms = CONNECT_LIMIT_MS) {
    await this.awaitNext(() => void this.call("reloadWindow").catch(() => {}), limit_ms);
  }

  /** Does what ends the extension host, and returns when the next one answers. */
  async awaitNext(work, limit_ms = CONNECT_LIMIT_MS) {
    const before = (await this.call("ping")).pid;
    await work(before);
    await waitFor(() => this.#socket.destroyed, limit_ms);
    const end = Date.now() + limit_ms;
    while (Date.now() < end) {
      await this.#connect(end - Date.now());
      const pid = await this.call("ping").then(
        (reply) => reply.pid,
        () => before,
      );
      if (pid !== before) return;
      this.#socket.destroy();
    }
    throw new Error(`The window was not back after ${limit_ms} ms.`);
  }

  close() {
    this.#socket.destroy();
  }

  async #connect(limit_ms) {
    const socket = await waitFor(() => tryConnect(this.#path), limit_ms);
    if (!socket) throw new Error(`Nothing listens at ${this.#path} after ${limit_ms} ms.`);
    this.#socket = socket;
    socket.on("error", () => {});
    socket.on("close", () => {
      if (socket === this.#socket) this.#failAll();
    });
    createInterface({ input: socket }).on("line", (line) => this.#receive(JSON.parse(line)));
  }

  #receive({ id, result, error }) {
    const waiting = this.#pending.get(id);
    this.#pending.delete(id);
    if (!waiting) return;
    if (error) waiting.fail(Object.assign(new Error(error.message), { editorStack: error.stack }));
    else waiting.done(result);
  }

  #failAll() {
    for (const { fail } of this.#pending.values()) fail(new Error("The editor closed the connection."));
    this.#pending.clear();
  }
}

/** A connected socket, or undefined. */
export function tryConnect(path) {
  return new Promise((done) => {
    const socket = createConnection(path);
    socket.once("connect", () => done(socket));
    socket.once("error", () => done(undefined));
  });
}
