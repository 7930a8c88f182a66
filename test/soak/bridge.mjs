/**
 * The bridge, under ASan and UBSan, between a client and a window that both want to do harm: lines
 * that are not JSON or not a message, half lines, huge lines, batches, ids of any kind and given twice,
 * answers without a request, ends that stop reading, or go at any moment; sometimes memory is out.
 * Whatever they do, the bridge says only whole JSON-RPC messages to either side, keeps its memory
 * bounded, goes on answering when both come to their senses, and ends when its client does.
 *
 *   node test/soak/bridge.mjs [--seconds N] [--seed N]
 */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { within, writeRegistry } from "../engine/bridge-kit.mjs";
import {
  compile,
  definitionUsers,
  engineFlags,
  libuvFlags,
  listSources,
  root,
  sanitizerFlags,
  vendoredFlags,
  writeDefinitions,
} from "../native/build.mjs";
import { makeHostileBytes, makeHostileLine, makeId } from "./bridge-lines.mjs";
import { makeRandom, runRounds } from "./random.mjs";

const ACTS = 60;
const SANE_CALLS = 20;
const WAIT_MS = 500;
/** Two messages of 16 MB in each direction, and what ASan adds. */
const MEMORY_LIMIT_MB = 700;

async function buildBridge() {
  const common = ["-g", "-O1", ...sanitizerFlags("address,undefined"), ...libuvFlags("--cflags"), "-w"];
  const own = [
    ...listSources(path.join(root, "native/base")),
    ...listSources(path.join(root, "native/bridge")),
    path.join(root, "test/soak/failing-memory.c"),
  ];
  const definitions = writeDefinitions();
  const extra = (source) => (definitionUsers.includes(path.basename(source)) ? [`-I${definitions}`] : []);
  const units = [
    ...own.map((source) => ({ source, flags: [...engineFlags, '-DSX_VERSION="soak"', ...common, ...extra(source)] })),
    ...listSources(path.join(root, "native/deps/cjson")).map((source) => ({
      source,
      flags: [...vendoredFlags.cjson, ...common],
    })),
  ];
  const compiler = process.env.CC || "gcc";
  const { objects } = await compile(compiler, units);
  const binary = path.join(root, "build/test/sextant-mcp-sanitized");
  execFileSync(compiler, [
    ...objects,
    ...sanitizerFlags("address,undefined"),
    "-o",
    binary,
    ...libuvFlags("--libs"),
    "-lpthread",
    "-lm",
  ]);
  return binary;
}

const binary = await buildBridge();

/* ---- what is said ---------------------------------------------------------------------------- */

/** Takes a stream's lines: each has to be a message of JSON-RPC. An unended line counts when `end` is called. */
class Listener {
  messages = new Map(); // by id, how often it was answered
  asked = [];
  problem;
  #parts = [];

  constructor(who) {
    this.who = who;
  }

  take(chunk) {
    let start = 0;
    for (let at; (at = chunk.indexOf(10, start)) >= 0; start = at + 1) {
      this.#parts.push(chunk.subarray(start, at));
      this.#line(Buffer.concat(this.#parts).toString("utf8"));
      this.#parts = [];
    }
    if (start < chunk.length) this.#parts.push(chunk.subarray(start));
  }

  #line(line) {
    let message;
    try {
      message = JSON.parse(line);
    } catch {
      this.problem ??= `${this.who} was told what is no JSON: ${line.length} bytes, ${line.slice(0, 200)} … ${line.slice(-200)}`;
      return;
    }
    if (message?.sextant) return;
    if (message?.jsonrpc !== "2.0") this.problem ??= `${this.who} was told what is no message: ${line.slice(0, 300)}`;
    else if (message.method === undefined) this.messages.set(message.id, (this.messages.get(message.id) ?? 0) + 1);
    else if (message.id !== undefined) this.asked.push(message.id);
  }
}

/* ---- a window -------------------------------------------------------------------------------- */

class Window {
  sockets = new Set();
  isSane = false;
  #listeners = [];

  static async open(place, folder, random) {
    const window = new Window();
    window.random = random;
    window.path = path.join(place, "run", `${random.below(2 ** 31).toString(16)}.sock`);
    window.server = net.createServer((socket) => window.#serve(socket)).listen(window.path);
    await once(window.server, "listening");
    fs.chmodSync(window.path, 0o600);
    window.file = writeRegistry(place, { socket: window.path, folders: [folder], readOnlyTools: ["look"] });
    return window;
  }

  #serve(socket) {
    const listener = new Listener("the window");
    this.#listeners.push(listener);
    this.sockets.add(socket);
    socket.on("close", () => this.sockets.delete(socket)).on("error", () => {});
    let text = "";
    socket.on("data", (chunk) => {
      listener.take(chunk);
      // Only what is short is answered: that of the sane calls.
      text = (text + chunk.toString("latin1")).slice(-200_000);
      const lines = text.split("\n");
      text = lines.pop();
      for (const line of lines) this.#answer(socket, line);
    });
  }

  #answer(socket, line) {
    let message;
    try {
      message = JSON.parse(line);
    } catch {
      return;
    }
    if (message?.id === undefined || message.method === undefined) return;
    const result =
      message.method === "initialize"
        ? { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "w", version: "1" } }
        : {};
    const answer = { jsonrpc: "2.0", id: message.id, result };
    if (this.isSane || this.random.isOneIn(2)) return void socket.write(`${JSON.stringify(answer)}\n`);
    const { random } = this;
    const odd = [
      () => [answer, answer],
      () => [{ ...answer, id: makeId(random) }],
      () => [{ jsonrpc: "2.0", id: message.id, error: { code: -1, message: "no" } }],
      () => [{ ...answer, method: "x" }],
      () => [{ jsonrpc: "2.0", id: message.id, method: "roots/list" }, answer],
      () => [],
    ];
    for (const one of random.pick(odd)()) socket.write(`${JSON.stringify(one)}\n`);
  }

  /** One thing that a window should not do. */
  act() {
    const { random } = this;
    const socket = random.pick([...this.sockets]);
    if (!socket) return;
    const what = random.below(12);
    if (what === 0) socket.destroy();
    else if (what < 3) socket.end();
    else if (what === 3) socket.pause();
    else if (what === 4) socket.resume();
    else if (what < 7) socket.write(makeHostileBytes(random));
    else socket.write(makeHostileLine(random));
  }

  /** From here on it is a good one, also to those that connect again. */
  becomeSane() {
    this.isSane = true;
    for (const socket of this.sockets) (socket.resume(), socket.write("\n"));
  }

  get problem() {
    return this.#listeners.map((one) => one.problem).find(Boolean);
  }

  close(keepsFile) {
    if (!keepsFile) fs.rmSync(this.file, { force: true });
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }
}

/* ---- a client -------------------------------------------------------------------------------- */

class Client {
  errors = "";
  listener = new Listener("the client");

  constructor(home, folder, random, failing) {
    this.random = random;
    const env = {
      ...process.env,
      SEXTANT_HOME: home,
      SEXTANT_BRIDGE_WAIT_MS: String(WAIT_MS),
      ASAN_OPTIONS: "abort_on_error=1:handle_abort=1:detect_leaks=1:allocator_may_return_null=1",
    };
    if (failing)
      Object.assign(env, { SEXTANT_FAIL_ONE_IN: String(failing), SEXTANT_FAIL_SEED: String(random.below(2 ** 31)) });
    this.child = spawn(binary, ["--workspace", folder, ...(random.isOneIn(3) ? ["--toolsets", "edit,files"] : [])], {
      env,
      stdio: "pipe",
    });
    this.gone = once(this.child, "close");
    this.child.on("exit", () => (this.hasEnded = true));
    this.child.stderr.setEncoding("utf8").on("data", (text) => (this.errors = (this.errors + text).slice(-100_000)));
    this.child.stdin.on("error", () => {});
    this.child.stdout.on("error", () => {}).on("data", (chunk) => this.listener.take(chunk));
  }

  act() {
    const { random, child } = this;
    const what = random.below(12);
    if (what === 0) child.stdout.pause();
    else if (what === 1) child.stdout.resume();
    else if (what < 4) child.stdin.write(makeHostileBytes(random));
    // What the window asked is answered now and then, twice, or as an error.
    else if (what === 4 && this.listener.asked.length)
      child.stdin.write(
        `${JSON.stringify({ jsonrpc: "2.0", id: random.pick(this.listener.asked), result: {} })}\n`.repeat(
          1 + random.below(2),
        ),
      );
    else child.stdin.write(makeHostileLine(random));
  }

  memoryMb() {
    const status = fs.readFileSync(`/proc/${this.child.pid}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  }

  /** Every request that makes sense is answered, once. */
  async checkSane() {
    this.child.stdout.resume();
    this.child.stdin.write("\n");
    const ids = Array.from({ length: SANE_CALLS }, (_, i) => `sane ${i}`);
    const text = ids
      .map(
        (id) =>
          `${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "look", arguments: {} } })}\n`,
      )
      .join("");
    this.child.stdin.write(text);
    const isDone = async () => {
      while (!this.hasEnded && ids.some((id) => !this.listener.messages.has(id))) await pause(5);
    };
    await within(isDone(), `sane answers, of ${ids.filter((id) => !this.listener.messages.has(id)).length} calls`);
    assert.ok(!this.hasEnded, "it ended by itself");
    for (const id of ids) assert.equal(this.listener.messages.get(id), 1, `answers to ${id}`);
  }

  async end() {
    const { random, child } = this;
    const way = random.pick(["eof", "SIGTERM", "pipes"]);
    child.stdout.resume();
    if (way === "SIGTERM") child.kill(way);
    else child.stdin.end();
    if (way === "pipes") child.stdout.destroy();
    return way;
  }
}

/* ---- rounds ---------------------------------------------------------------------------------- */

const sum = { acts: 0, sane: 0, failing: 0 };

async function live(random) {
  const home = fs.realpathSync(fs.mkdtempSync(path.join(tmpdir(), "sx-hostile-")));
  const folder = path.join(home, "ws");
  for (const name of ["windows", "run", "ws"]) fs.mkdirSync(path.join(home, name), { mode: 0o700 });
  const failing = random.isOneIn(3) ? random.pick([5, 30, 200, 1000]) : 0;
  const windows = random.isOneIn(8) ? [] : [await Window.open(home, folder, random)];
  const client = new Client(home, folder, random, failing);
  try {
    for (let i = 0; i < ACTS && !client.hasEnded; i++) {
      const what = random.below(20);
      if (what === 0 && windows.length < 2) windows.push(await Window.open(home, folder, random));
      else if (what === 1 && windows.length) windows.pop().close(random.isOneIn(2));
      else if (what < 9) windows.at(-1)?.act();
      else client.act();
      if (random.isOneIn(3)) await pause(random.below(10));
      sum.acts++;
    }
    while (windows.length > 1) windows.pop().close();
    if (!windows.length) windows.push(await Window.open(home, folder, random));
    windows[0].becomeSane();
    if (!failing) (await client.checkSane(), sum.sane++);
    if (!client.hasEnded) assert.ok(client.memoryMb() < MEMORY_LIMIT_MB, `${client.memoryMb()} MB`);
    const way = await client.end();
    // Calls in a window are waited for, as long as there is one.
    for (const window of windows) window.close();
    const [code, signal] = await within(client.gone, `the bridge to end by ${way}`);
    const isFine = code === 0 || (failing && code === 1) || signal === way;
    assert.ok(isFine, `ended with ${signal ?? code} by ${way}`);
    sum.failing += failing > 0;
    assert.doesNotMatch(client.errors, /Sanitizer|runtime error/);
    for (const one of [client.listener, ...windows]) assert.equal(one.problem, undefined);
  } catch (error) {
    // ASan reports the place.
    if (client.child.kill("SIGABRT")) await Promise.race([client.gone, pause(5000)]);
    throw Object.assign(error, { stack: `${error.stack}\n${client.errors.slice(-8000)}` });
  } finally {
    client.child.kill("SIGKILL");
    for (const window of windows) window.close();
    fs.rmSync(home, { recursive: true, force: true });
  }
}

let rounds = 0;
await runRounds(async (seed) => {
  await live(makeRandom(seed));
  if (++rounds % 20 === 0)
    console.log(
      `${rounds} bridges, ${sum.acts} acts, ${sum.sane} sane ends, ${sum.failing} without memory now and then`,
    );
});
