/**
 * Hours in the life of a bridge in minutes: windows that reload and crash at any moment under a
 * client that sends everything there is. Every request must be answered once, or not at all if
 * it was cancelled; and the bridge must not grow.
 *
 *   node test/engine/bridge-soak.mjs [--minutes N] [--seed N]
 */
import assert from "node:assert/strict";
import fs from "node:fs";
import { pathToFileURL } from "node:url";
import { call, echo, initialize, initialized, makePlace, openScripted, startBridge, until } from "./bridge-kit.mjs";

/** Numbers that are the same for the same seed (mulberry32). */
function makeRandom(seed) {
  return (bound) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let x = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) % bound;
  };
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function measure(pid) {
  if (process.platform !== "linux") return { files: 0, memory: 0 };
  const status = fs.readFileSync(`/proc/${pid}/status`, "utf8");
  return {
    files: fs.readdirSync(`/proc/${pid}/fd`).length,
    memory: Number(/VmRSS:\s+(\d+)/.exec(status)[1]),
  };
}

/** A test for the kit: here its cleaning up is run by hand. */
function makeContext() {
  const hooks = [];
  return {
    after: (hook) => hooks.push(hook),
    finish: async () => {
      for (const hook of hooks.reverse()) await hook();
    },
  };
}

async function reload(state, random) {
  await state.window.close();
  await pause(random(60));
  let answered = 0;
  state.window = await openScripted(
    state.t,
    state.place,
    [state.place.top],
    (message, send) => {
      /* Each window leaves some calls unanswered, and asks the client something itself. */
      if (++answered % 7 === 0) return;
      if (answered % 11 === 0) send({ jsonrpc: "2.0", id: answered, method: "ping" });
      echo(message, send);
    },
    { readOnlyTools: ["look"] },
  );
  state.reloads++;
}

function send(state, random) {
  const { bridge, open } = state;
  const id = ++state.id;
  const what = random(20);
  if (what === 0) bridge.write('{"broken\n');
  else if (what === 1) bridge.write(`${JSON.stringify(call(id, "look", { x: "x".repeat(random(300_000)) }))}\n`);
  else bridge.send(call(id, random(2) ? "look" : "change", { id }));
  if (what === 0) return;
  if (what === 2) {
    bridge.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } });
    state.cancelled.add(id);
  } else {
    open.add(id);
  }
}

/** Counts the answers that came; each request has one. */
function settle(state) {
  for (const message of state.bridge.heard.splice(0)) {
    if (message.method === "ping") state.bridge.send({ jsonrpc: "2.0", id: message.id, result: {} });
    if (message.method || message.id === null || state.cancelled.has(message.id)) continue;
    assert.ok(state.open.delete(message.id), `an answer to ${message.id} that nobody waits for`);
    state.answers++;
  }
}

/** Calls that a window left unanswered end when it goes for the last time. */
async function finish(state) {
  for (let round = 0; round < 4; round++) {
    await state.window.close();
    state.window = await openScripted(state.t, state.place, [state.place.top], echo, {
      readOnlyTools: ["look"],
    });
    await state.window.hears((message) => message.method === "notifications/initialized");
  }
  await until(() => (settle(state), !state.open.size), "the last answers");
}

export async function soak(milliseconds, seed = Date.now()) {
  const random = makeRandom(seed);
  const t = makeContext();
  const place = makePlace(t);
  const window = await openScripted(t, place, [place.top], echo);
  const bridge = startBridge(t, place, { env: { SEXTANT_BRIDGE_WAIT_MS: "10000" } });
  const state = {
    t,
    place,
    window,
    bridge,
    open: new Set(),
    cancelled: new Set(),
    id: 0,
    answers: 0,
    reloads: 0,
  };
  try {
    bridge.send(initialize());
    await bridge.answer(0);
    bridge.send(initialized);
    bridge.heard.splice(0);
    let first;
    for (const end = Date.now() + milliseconds; Date.now() < end;) {
      for (let count = random(30); count > 0; count--) send(state, random);
      if (random(8) === 0) await reload(state, random);
      await pause(random(10));
      settle(state);
      if (!first && state.reloads === 50) first = measure(bridge.child.pid);
    }
    await finish(state);
    const last = measure(bridge.child.pid);
    first ??= last;
    assert.ok(last.files <= first.files + 2, `${first.files} files grew to ${last.files}`);
    assert.ok(last.memory < first.memory * 1.5 + 20_000, `${first.memory} KB grew to ${last.memory}`);
    return {
      seed,
      requests: state.id,
      answers: state.answers,
      reloads: state.reloads,
      first,
      last,
    };
  } catch (error) {
    throw Object.assign(error, { message: `${error.message} (seed ${seed})\n${bridge.errors}` });
  } finally {
    await t.finish();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const option = (name) => Number(process.argv[process.argv.indexOf(name) + 1]);
  const minutes = process.argv.includes("--minutes") ? option("--minutes") : 1;
  const seed = process.argv.includes("--seed") ? option("--seed") : undefined;
  console.log(JSON.stringify(await soak(minutes * 60_000, seed)));
}
