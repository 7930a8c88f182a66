/**
 * Shared by the tests of the bridge: a state folder, windows that a test scripts or that run
 * the MCP SDK's server, and a bridge that is spoken to line by line.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

export const bridgePath = process.env.SEXTANT_BRIDGE || path.join(root, "build/Release/sextant-mcp");

/** How long anything may take that is expected to happen. */
export const DEADLINE_MS = 20_000;

/** Waits until `check` gives something true, and gives that. */
export async function until(check, what = check) {
  for (const end = Date.now() + DEADLINE_MS; ;) {
    const value = await check();
    if (value) return value;
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** A promise that fails with the name of what was waited for. */
export function within(promise, what) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`waited in vain for ${what}`)), DEADLINE_MS);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** A state folder and workspace folders that go away with the test. */
export function makePlace(t) {
  const top = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "sx-bridge-")));
  t.after(() => fs.rmSync(top, { recursive: true, force: true }));
  const home = path.join(top, "home");
  fs.mkdirSync(path.join(home, "windows"), { recursive: true, mode: 0o700 });
  fs.mkdirSync(path.join(home, "run"), { mode: 0o700 });
  const folder = (name) => {
    fs.mkdirSync(path.join(top, name), { recursive: true });
    return path.join(top, name);
  };
  return { top, home, folder };
}

let serial = 0;

/** Writes a window's registry file and gives its path. */
export function writeRegistry(home, fields, mode = 0o600) {
  const name = `${fields.pid ?? process.pid}-${(++serial).toString(16).padStart(8, "0")}.json`;
  const file = path.join(home, "windows", name);
  const entry = {
    version: 1,
    pid: process.pid,
    folders: [],
    readOnlyTools: [],
    editor: "VS Code 1.139.1",
    started: new Date().toISOString(),
    ...fields,
  };
  fs.writeFileSync(`${file}.tmp`, JSON.stringify(entry), { mode });
  fs.chmodSync(`${file}.tmp`, mode);
  fs.renameSync(`${file}.tmp`, file);
  return file;
}

/**
 * A window: a socket and its registry file. `onConnection(socket)` serves each connection.
 * close() is what a window does that goes in good order.
 */
export async function openWindow(t, place, folders, onConnection, more = {}) {
  const socketPath = path.join(place.home, "run", `${(++serial).toString(16)}.sock`);
  const sockets = new Set();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    onConnection(socket);
  });
  await new Promise((resolve) => server.listen(socketPath, resolve));
  fs.chmodSync(socketPath, 0o600);
  const file = writeRegistry(place.home, { socket: socketPath, folders, ...more });
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    fs.rmSync(file, { force: true });
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  t.after(close);
  return { socketPath, file, sockets, close };
}

/** Cuts a stream into the messages of its lines. */
export function onMessages(stream, take) {
  let parts = [];
  stream.setEncoding("utf8");
  stream.on("data", (chunk) => {
    const pieces = chunk.split("\n");
    for (const piece of pieces.slice(0, -1)) {
      const line = [...parts, piece].join("");
      parts = [];
      take(JSON.parse(line), line);
    }
    parts.push(pieces.at(-1));
  });
}

/**
 * A window that does what a test says. It keeps all that it receives in `said` (lines in
 * `lines`), answers `initialize`, and `answer(message, send)` does the rest.
 */
export async function openScripted(t, place, folders, answer = () => {}, more = {}) {
  const said = [];
  const lines = [];
  const open = [];
  const window = await openWindow(
    t,
    place,
    folders,
    (socket) => {
      const send = (message) => socket.write(`${JSON.stringify(message)}\n`);
      open.push(send);
      onMessages(socket, (message, line) => {
        said.push(message);
        lines.push(line);
        if (message.method === "initialize") send(initializeResult(message.id));
        else answer(message, send);
      });
    },
    more,
  );
  /** Waits for the `count`th message that `is` true of. */
  const hears = (is, count = 1) => until(() => said.filter(is)[count - 1], `the window to be told ${is}`);
  return { ...window, said, lines, hears, send: (message) => open.at(-1)(message) };
}

export const initialize = (id = 0) => ({
  jsonrpc: "2.0",
  id,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "test", version: "1" },
  },
});

export const initialized = { jsonrpc: "2.0", method: "notifications/initialized" };

export const initializeResult = (id) => ({
  jsonrpc: "2.0",
  id,
  result: {
    protocolVersion: "2025-11-25",
    capabilities: { tools: { listChanged: true } },
    serverInfo: { name: "window", version: "1" },
  },
});

export const call = (id, name = "look", args = {}) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: args },
});

/** Answers every call with its arguments, as the tool `echo` of an SDK server would. */
export const echo = (message, send) => {
  if (message.method !== "tools/call") return;
  const text = JSON.stringify(message.params.arguments);
  send({ jsonrpc: "2.0", id: message.id, result: { content: [{ type: "text", text }] } });
};

/** A bridge as an agent starts it, and what it says. */
export function startBridge(t, place, { args = [], env = {}, cwd = place.top } = {}) {
  const command = (process.env.SEXTANT_BRIDGE_PREFIX ?? "").split(" ").filter(Boolean);
  const [file, ...rest] = [...command, bridgePath, ...args];
  const child = spawn(file, rest, {
    cwd,
    env: { ...process.env, SEXTANT_HOME: place.home, ...env },
    stdio: "pipe",
  });
  const heard = [];
  let errors = "";
  onMessages(child.stdout, (message, line) => heard.push(Object.assign(message, { line })));
  child.stderr.setEncoding("utf8").on("data", (text) => (errors += text));
  child.stdin.on("error", () => {});
  child.stdout.on("error", () => {});
  const exit = once(child, "exit");
  /* However a test leaves it, it ends in good order on request. */
  t.after(async () => {
    if (!child.killed) child.kill("SIGTERM");
    await within(exit, "the bridge to exit").finally(() => child.kill("SIGKILL"));
    assert.equal(child.exitCode, 0, errors);
    assert.doesNotMatch(errors, /Sanitizer|runtime error|^==\d+==/m);
  });
  const bridge = {
    child,
    heard,
    get errors() {
      return errors;
    },
    write: (bytes) => child.stdin.write(bytes),
    send: (...messages) => child.stdin.write(messages.map((message) => `${JSON.stringify(message)}\n`).join("")),
    /** Waits for the answer to the request with this id. */
    answer: (id) => until(() => heard.find((m) => m.id === id && !m.method), `the answer to ${id}`),
    hears: (is) => until(() => heard.find(is), `the client to be told ${is}`),
    /** Waits for the end: its exit code. */
    async end() {
      const [code, signal] = await within(exit, "the bridge to exit");
      return signal ?? code;
    },
    /** Opens a session as a 2025-11-25 client does. */
    async initialize() {
      bridge.send(initialize());
      await bridge.answer(0);
      bridge.send(initialized);
    },
  };
  return bridge;
}
