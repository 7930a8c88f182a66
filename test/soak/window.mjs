/**
 * A VS Code window as a bridge sees it, in a process of its own so that it can be killed: a socket
 * and a registry file, and a server that echoes after a moment.
 *
 *   fork("window.mjs", [HOME, FOLDER, NAME])      says "ready"; asked "connections", says how many
 */
import { chmodSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";

import { initializeResult, onMessages } from "../engine/bridge-kit.mjs";

const [home, folder, name] = process.argv.slice(2);
const socket = join(home, "run", `${name}.sock`);
const file = join(home, "windows", `${process.pid}-${name}.json`);

const LONGEST_ANSWER_MS = 40;

function serve(connection) {
  const send = (message) => {
    if (!connection.destroyed) connection.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  };
  connection.on("error", () => {});
  onMessages(connection, ({ id, method, params }) => {
    if (method === "initialize") send(initializeResult(id));
    if (method !== "tools/call") return;
    const result = { content: [{ type: "text", text: JSON.stringify(params.arguments) }] };
    setTimeout(() => send({ id, result }), Math.random() * LONGEST_ANSWER_MS);
  });
}

function register() {
  chmodSync(socket, 0o600);
  const entry = {
    version: 1,
    pid: process.pid,
    socket,
    folders: [folder],
    readOnlyTools: ["look"],
    editor: "VS Code 1.139.1",
    started: new Date().toISOString(),
  };
  writeFileSync(`${file}.tmp`, JSON.stringify(entry), { mode: 0o600 });
  renameSync(`${file}.tmp`, file);
  process.send("ready");
}

const server = createServer(serve).listen(socket, register);
process.on("message", (message) => {
  if (message === "connections") server.getConnections((_, count) => process.send(count));
});
process.on("disconnect", () => process.exit(1));
// Steps of a window that ends in good order.
process.on("SIGTERM", () => {
  rmSync(file, { force: true });
  rmSync(socket, { force: true });
  process.exit(0);
});
