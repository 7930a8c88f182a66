/**
 * The cost of the bridge: a call of an echo tool through it and a socket, against the same tool
 * of the same SDK server that the client talks to directly over standard input and output.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const here = path.dirname(fileURLToPath(import.meta.url));
const bridge = process.env.SEXTANT_BRIDGE || path.resolve(here, "../../build/Release/sextant-mcp");
const serverScript = path.join(here, "bridge-server.mjs");
const WARM_UP = 300;
const CALLS = 1500;
const TARGET = 1.3;

/** A state folder with a registry file for a socket that a server process listens on. */
async function openWindow(top) {
  const socket = path.join(top, "echo.sock");
  fs.mkdirSync(path.join(top, "windows"), { mode: 0o700 });
  const child = spawn(process.execPath, [serverScript, socket], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  await once(child.stderr, "data");
  const entry = {
    version: 1,
    pid: child.pid,
    socket,
    folders: [top],
    readOnlyTools: [],
    editor: "bench",
    started: new Date().toISOString(),
  };
  fs.writeFileSync(path.join(top, "windows", "bench.json"), JSON.stringify(entry), { mode: 0o600 });
  return child;
}

async function connect(command, args, env = {}) {
  const client = new Client({ name: "bench", version: "1" });
  await client.connect(new StdioClientTransport({ command, args, env, stderr: "ignore" }));
  return client;
}

async function time(client, text) {
  const start = process.hrtime.bigint();
  const result = await client.callTool({ name: "echo", arguments: { text } });
  const ms = Number(process.hrtime.bigint() - start) / 1e6;
  if (result.content[0].text !== text) throw new Error("the echo is wrong");
  return ms;
}

function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1];
}

/** Medians of calls that alternate, so that both meet the same weather. */
async function compare(through, direct, text, calls) {
  for (let i = 0; i < WARM_UP; i++) await time(i % 2 ? through : direct, text);
  const ours = [];
  const peers = [];
  for (let i = 0; i < calls; i++) {
    ours.push(await time(through, text));
    peers.push(await time(direct, text));
  }
  return { ours: median(ours), peer: median(peers) };
}

export async function rows() {
  const top = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "sx-bench-")));
  const server = await openWindow(top);
  const clients = [];
  try {
    clients.push(await connect(bridge, ["--workspace", top], { SEXTANT_HOME: top }));
    clients.push(await connect(process.execPath, [serverScript]));
    const sizes = [
      ["60 B", 60, CALLS],
      ["100 KB", 100_000, CALLS / 3],
    ];
    const out = [];
    for (const [label, size, calls] of sizes) {
      const { ours, peer } = await compare(...clients, "x".repeat(size), calls);
      const ratio = ours / peer;
      out.push({
        name: `MCP call through bridge and socket, ${label}, p50`,
        ours,
        peer,
        unit: "ms",
        ratio,
        target: `<= ${TARGET}x`,
        ok: ratio <= TARGET,
      });
    }
    return out;
  } finally {
    await Promise.all(clients.map((client) => client.close()));
    server.kill();
    fs.rmSync(top, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.table(await rows());
