/**
 * Windows and bridges that are killed at any moment, under agents that keep asking: every request
 * of a bridge that lives is answered or refused with a reason, and nothing is left behind: no
 * process, no connection, no registry file, no socket.
 *
 *   node test/soak/kills.mjs [--seconds N] [--seed N]
 */
import assert from "node:assert/strict";
import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { bridgePath, call, initialize, initialized, onMessages, until, within } from "../engine/bridge-kit.mjs";
import { makeRandom, runRounds } from "./random.mjs";

/** How long a bridge waits for a window that is gone. */
const WAIT_MS = 400;
const ACTS = 40;
const REASONS = ["window_lost", "no_window", "window_silent", "busy", "ambiguous_window"];

class Window {
  static #count = 0;

  static async open(place, folder) {
    const window = new Window();
    const name = (++Window.#count).toString(16).padStart(8, "0");
    window.child = fork(new URL("window.mjs", import.meta.url), [place.home, folder, name]);
    window.gone = once(window.child, "exit");
    await within(Promise.race([once(window.child, "message"), window.gone]), "a window to be ready");
    return window;
  }

  async countConnections() {
    const answer = once(this.child, "message");
    this.child.send("connections");
    return (await within(answer, "a window to count its connections"))[0];
  }

  async end(signal) {
    this.child.kill(signal);
    await within(this.gone, "a window to be gone");
  }
}

/** A bridge and the agent that started it. */
class Agent {
  open = new Map();
  errors = "";
  problems = [];
  hasSpoken = false;
  #id = 0;

  constructor(place, folder) {
    const env = { ...process.env, SEXTANT_HOME: place.home, SEXTANT_BRIDGE_WAIT_MS: String(WAIT_MS) };
    this.child = spawn(bridgePath, ["--workspace", folder], { env, stdio: "pipe" });
    this.gone = once(this.child, "exit");
    this.child.stderr.setEncoding("utf8").on("data", (text) => (this.errors += text));
    for (const stream of [this.child.stdin, this.child.stdout]) stream.on("error", () => {});
    onMessages(this.child.stdout, (message) => this.#hear(message));
  }

  #hear(message) {
    this.hasSpoken = true;
    if (message.method) return;
    if (!this.open.has(message.id))
      this.problems.push(`answered what nobody asked: ${JSON.stringify(message).slice(0, 500)}`);
    this.open.get(message.id)?.(message);
    this.open.delete(message.id);
  }

  /** The answer's message; undefined when the bridge ends first. */
  ask(message) {
    const answer = new Promise((done) => this.open.set(message.id, done));
    this.child.stdin.write(`${JSON.stringify(message)}\n`);
    return answer;
  }

  async shakeHands() {
    const { error } = await within(this.ask(initialize(this.#id++)), "the handshake");
    checkReason(error);
    this.child.stdin.write(`${JSON.stringify(initialized)}\n`);
  }

  async listTools() {
    const list = { jsonrpc: "2.0", id: this.#id++, method: "tools/list" };
    const { result, error } = await within(this.ask(list), "the tools");
    checkReason(error);
    return result?.tools;
  }

  async call(random) {
    const id = this.#id++;
    const args = { id, text: "x".repeat(random.isOneIn(10) ? random.below(300_000) : 10) };
    const { result, error } = await this.ask(call(id, random.pick(["look", "change"]), args));
    checkReason(error);
    if (result) assert.deepEqual(JSON.parse(result.content[0].text), args);
  }

  /** Ends the bridge in one of the ways that agents have; the kind ones must be obeyed in order. */
  async end(way) {
    if (way === "eof") this.child.stdin.end();
    else this.child.kill(way);
    const [code, signal] = await within(this.gone, `the bridge to end by ${way}`);
    // A signal that comes before the program has begun does to it what it does to any other.
    const isUnborn = !this.hasSpoken && signal === way;
    if (way !== "SIGKILL" && !isUnborn) assert.equal(code, 0, `ended by ${way}: ${this.errors}`);
    assert.deepEqual(this.problems, []);
    assert.doesNotMatch(this.errors, /Sanitizer|runtime error/);
  }
}

function checkReason(error) {
  if (!error) return;
  assert.ok(error.message?.length > 20, JSON.stringify(error));
  assert.ok(REASONS.includes(error.data?.code), JSON.stringify(error));
}

function makePlace() {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "sx-kills-")));
  const home = join(top, "home");
  for (const name of ["home/windows", "home/run", "a", "a/b", "c"])
    mkdirSync(join(top, name), { recursive: true, mode: 0o700 });
  return { top, home, folders: ["a", "a/b", "c"].map((name) => join(top, name)) };
}

/** One step in the life of this place; answers are awaited at its end. */
async function act(state, random) {
  const { place, windows, agents, answers } = state;
  const what = random.below(20);
  const folder = random.pick(place.folders);
  if (what === 0) (await windows.get(folder)?.end("SIGKILL"), windows.delete(folder));
  else if (what === 1) (await windows.get(folder)?.end("SIGTERM"), windows.delete(folder));
  else if (what < 5 && !windows.has(folder)) windows.set(folder, await Window.open(place, folder));
  else if (what === 5 && agents.size > 1) {
    const agent = random.pick([...agents]);
    agents.delete(agent);
    await agent.end(random.pick(["SIGKILL", "SIGKILL", "SIGTERM", "eof"]));
  } else if (what < 8 && agents.size < 4) {
    const agent = new Agent(place, folder);
    agents.add(agent);
    expect(answers, agent, agent.shakeHands());
  } else {
    for (const agent of agents)
      for (let count = random.below(4); count > 0; count--) expect(answers, agent, agent.call(random));
    await pause(random.below(15));
  }
}

function expect(answers, agent, answer) {
  answer.catch(() => {}); // it is awaited when the round ends
  answers.push([agent, answer]);
}

async function settle({ agents, answers }) {
  // A bridge that was ended owes nothing any more.
  const owed = answers.filter(([agent]) => agents.has(agent)).map(([, answer]) => answer);
  await within(Promise.all(owed), `${owed.length} answers`);
}

/** Connections go with their bridges, and a dead window's files with the next look around. */
async function checkNothingIsLeft({ place, windows, agents }, random) {
  for (const agent of agents) await agent.end(random.pick(["SIGKILL", "SIGTERM", "eof"]));
  agents.clear();
  for (const window of windows.values())
    await until(async () => (await window.countConnections()) === 0, "connections to be closed");
  for (const window of windows.values()) await window.end("SIGKILL");
  const last = new Agent(place, place.folders[0]);
  agents.add(last);
  await last.shakeHands();
  assert.ok((await last.listTools())?.length > 10, "the tools without a window");
  await last.end("eof");
  assert.deepEqual(readdirSync(join(place.home, "windows")), []);
  assert.deepEqual(readdirSync(join(place.home, "run")), []);
}

await runRounds(async (seed) => {
  const random = makeRandom(seed);
  const state = { place: makePlace(), windows: new Map(), agents: new Set(), answers: [] };
  try {
    state.windows.set(state.place.folders[0], await Window.open(state.place, state.place.folders[0]));
    for (let count = 0; count < ACTS; count++) await act(state, random);
    await settle(state);
    await checkNothingIsLeft(state, random);
  } catch (error) {
    const said = [...state.agents].map((agent) => agent.errors).join("");
    throw Object.assign(error, { stack: `${error.stack}\n${said}` });
  } finally {
    for (const { child } of [...state.agents, ...state.windows.values()]) child.kill("SIGKILL");
    rmSync(state.place.top, { recursive: true, force: true });
  }
});
