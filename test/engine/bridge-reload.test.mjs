/** A window reloads, or goes and comes: what the client notices of it, which is little. */
import assert from "node:assert/strict";
import test from "node:test";
import { readDefinitions, readPrompts } from "../../native/tools/embed.mjs";
import {
  call,
  echo,
  initialize,
  initialized,
  makePlace,
  openScripted,
  openWindow,
  startBridge,
  until,
} from "./bridge-kit.mjs";

const silent = () => {};
const list = (id) => ({ jsonrpc: "2.0", id, method: "tools/list" });
const isMethod = (method) => (message) => message.method === method;
const cancel = (requestId) => ({
  jsonrpc: "2.0",
  method: "notifications/cancelled",
  params: { requestId },
});

/** A window that answers nothing but `initialize`, and a bridge that has a session with it. */
async function begin(t, { env = {}, more = {} } = {}) {
  const place = makePlace(t);
  const open = (answer, fields = more) => openScripted(t, place, [place.top], answer, fields);
  const window = await open(silent);
  const bridge = startBridge(t, place, { env });
  await bridge.initialize();
  await window.hears(isMethod("notifications/initialized"));
  return { place, open, window, bridge };
}

test("repeats the session to the next window and keeps that to itself", async (t) => {
  const { open, window, bridge } = await begin(t);
  await window.close();
  const next = await open(echo);
  await next.hears(isMethod("notifications/initialized"));
  bridge.send(call(1, "look", { x: 1 }));
  assert.equal((await bridge.answer(1)).result.content[0].text, '{"x":1}');
  assert.deepEqual(
    next.lines,
    [initialize(), initialized, call(1, "look", { x: 1 })].map((m) => JSON.stringify(m)),
  );
  assert.deepEqual(
    bridge.heard.map((m) => m.id ?? m.method),
    [0, "notifications/tools/list_changed", 1],
  );
  assert.equal(bridge.errors, "");
});

test("holds requests while there is no window and sends them in their order", async (t) => {
  const { open, window, bridge } = await begin(t);
  await window.close();
  bridge.send(...[1, 2, 3, 4, 5].map((id) => call(id)));
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.equal(bridge.heard.length, 1);
  const next = await open(echo);
  await bridge.answer(5);
  assert.deepEqual(
    next.said.filter((m) => m.id).map((m) => m.id),
    [1, 2, 3, 4, 5],
  );
});

test("sends again what was in flight, but not a call that may have changed something", async (t) => {
  const { open, window, bridge } = await begin(t, { more: { readOnlyTools: ["look"] } });
  bridge.send(call(1, "look"), call(2, "change"), list(3), {
    jsonrpc: "2.0",
    id: "p",
    method: "ping",
  });
  await window.hears((m) => m.id === "p");
  await window.close();
  const { error } = await bridge.answer(2);
  assert.equal(error.code, -32001);
  assert.equal(error.data.code, "window_lost");
  assert.match(error.message, /before it answered change\. The call may or may not have taken effect/);
  const next = await open((message, send) => {
    if (message.id) send({ jsonrpc: "2.0", id: message.id, result: { again: true } });
  });
  for (const id of [1, 3]) assert.ok((await bridge.answer(id)).result.again);
  // The bridge is alive, which is all that a ping asks.
  assert.deepEqual((await bridge.answer("p")).result, {});
  assert.deepEqual(
    next.said.filter((m) => m.id).map((m) => m.id),
    [1, 3],
  );
});

test("takes the list of tools that may be repeated from the window that is there", async (t) => {
  const { open, window, bridge } = await begin(t);
  await window.close();
  const next = await open(silent, { readOnlyTools: ["look"] });
  bridge.send(call(1, "look"));
  await next.hears((m) => m.id === 1);
  await next.close();
  await open(echo);
  assert.ok((await bridge.answer(1)).result);
});

test("forgets what is cancelled, held or in flight", async (t) => {
  const { open, window, bridge } = await begin(t, { more: { readOnlyTools: ["look"] } });
  bridge.send(call(1), call(2));
  await window.hears((m) => m.id === 2);
  bridge.send(cancel(1));
  await window.hears(isMethod("notifications/cancelled"));
  await window.close();
  bridge.send(call(3), call(4), cancel(3));
  const next = await open(echo);
  await bridge.answer(4);
  assert.deepEqual(
    next.said.filter((m) => m.id).map((m) => m.id),
    [2, 4],
  );
  assert.ok(!next.said.some(isMethod("notifications/cancelled")));
});

test("answers what is held when no window comes, and goes on", async (t) => {
  const { open, window, bridge, place } = await begin(t, {
    env: { SEXTANT_BRIDGE_WAIT_MS: "400" },
  });
  await window.close();
  const start = Date.now();
  bridge.send(call(1));
  const { error } = await bridge.answer(1);
  assert.ok(Date.now() - start >= 390);
  assert.equal(error.data.code, "no_window");
  assert.deepEqual(error.data.folders, [place.top]);
  await open(echo);
  bridge.send(call(2));
  assert.ok((await bridge.answer(2)).result);
});

test("holds 16 MB and no more", async (t) => {
  const { open, window, bridge } = await begin(t);
  await window.close();
  const filler = "x".repeat(6 * 1024 * 1024);
  bridge.send(call(1, "look", { filler }), call(2, "look", { filler }), call(3, "look", { filler }), call(4));
  const { error } = await bridge.answer(3);
  assert.equal(error.data.code, "busy");
  await open(echo);
  for (const id of [1, 2, 4]) assert.ok((await bridge.answer(id)).result);
});

/** The tools of the default toolsets as MCP lists them. */
function offered({ toolsets = ["symbols", "edit", "refactor", "workspace"], isStructured = false } = {}) {
  return readDefinitions()
    .filter(({ toolset, audience }) => toolsets.includes(toolset) && audience !== "people")
    .map(({ name, title, description, inputSchema, outputSchema, annotations }) => ({
      ...{ name, title, description, inputSchema, annotations: { title, ...annotations } },
      ...(isStructured && { outputSchema }),
    }));
}

test("the tools without a window: of the toolsets that are asked for and on by default", async (t) => {
  for (const [args, expected] of [
    [["--toolsets", "symbols,files"], { toolsets: ["symbols"] }],
    [["--toolsets", "files"], { toolsets: [] }],
    [["--structured", "--toolsets", "refactor"], { toolsets: ["refactor"], isStructured: true }],
  ]) {
    const bridge = startBridge(t, makePlace(t), { args });
    bridge.send(initialize(1), initialized, list(2));
    assert.deepEqual((await bridge.answer(2)).result.tools, offered(expected));
  }
});

test("a session begins without a window and goes on when one comes", async (t) => {
  const place = makePlace(t);
  const bridge = startBridge(t, place);
  const began = Date.now();
  bridge.send(initialize(7));
  const { result } = await bridge.answer(7);
  assert.ok(Date.now() - began < 1400, `${Date.now() - began} ms`);
  assert.equal(result.protocolVersion, "2025-11-25");
  assert.deepEqual(result.capabilities, { tools: { listChanged: true }, prompts: {} });
  assert.match(
    result.instructions,
    /No VS Code window with Sextant has the folder .* open\..* The tools work as soon as a window is there/s,
  );
  bridge.send(initialized, list(8), { jsonrpc: "2.0", id: 9, method: "ping" });
  assert.deepEqual((await bridge.answer(9)).result, {});
  assert.deepEqual((await bridge.answer(8)).result.tools, offered());
  bridge.send({ jsonrpc: "2.0", id: 11, method: "prompts/list" });
  assert.deepEqual((await bridge.answer(11)).result, { prompts: readPrompts() });
  const isChange = (m) => m.method === "notifications/tools/list_changed";
  assert.ok(!bridge.heard.some(isChange));
  bridge.send(call(10));
  const window = await openScripted(t, place, [place.top], echo);
  assert.ok((await bridge.answer(10)).result);
  await bridge.hears(isChange);
  assert.equal(bridge.heard.filter((m) => m.id === 7).length, 1);
  assert.deepEqual(
    window.said.map((m) => m.method),
    ["initialize", "notifications/initialized", "tools/call"],
  );
});

test("a session begins at once where two windows fit, and says which", async (t) => {
  const place = makePlace(t);
  const two = await openScripted(t, place, [place.top], echo, { editor: "VS Code 1.1" });
  await openScripted(t, place, [place.top], echo, { editor: "VS Code 1.2" });
  const bridge = startBridge(t, place);
  const began = Date.now();
  const old = initialize(1);
  old.params.protocolVersion = "2025-03-26";
  bridge.send(old, initialized, list(2), call(3));
  const { result } = await bridge.answer(1);
  assert.equal(result.protocolVersion, "2025-03-26");
  assert.match(result.instructions, /VS Code 1\.1 .*VS Code 1\.2/);
  assert.deepEqual((await bridge.answer(2)).result.tools, offered());
  assert.equal((await bridge.answer(3)).error.data.code, "ambiguous_window");
  assert.ok(Date.now() - began < 4000, `${Date.now() - began} ms`);
  await two.close();
  await bridge.hears((m) => m.method === "notifications/tools/list_changed");
  bridge.send(call(4));
  assert.ok((await bridge.answer(4)).result);
});

test("an initialize that was in flight is sent again and its answer passed on", async (t) => {
  const place = makePlace(t);
  let got;
  const window = await openWindow(t, place, [place.top], (socket) => socket.once("data", () => (got = true)));
  const bridge = startBridge(t, place);
  bridge.send(initialize());
  await until(() => got);
  await window.close();
  await openScripted(t, place, [place.top], echo);
  assert.ok((await bridge.answer(0)).result);
  bridge.send(initialized, call(1));
  await bridge.answer(1);
  assert.deepEqual(
    bridge.heard.map((m) => m.id),
    [0, 1],
  );
});

test("a stateless client has nothing repeated", async (t) => {
  const place = makePlace(t);
  const first = await openScripted(t, place, [place.top], echo);
  const bridge = startBridge(t, place);
  bridge.send(call(1));
  await bridge.answer(1);
  await first.close();
  const next = await openScripted(t, place, [place.top], echo);
  bridge.send(call(2));
  await bridge.answer(2);
  assert.deepEqual(next.said, [call(2)]);
  assert.deepEqual(
    bridge.heard.map((m) => m.id),
    [1, 2],
  );
});

test("survives ten reloads in the middle of many calls", async (t) => {
  const { open, window, bridge } = await begin(t, { more: { readOnlyTools: ["look"] } });
  let current = window;
  let id = 0;
  for (let round = 0; round < 10; round++) {
    bridge.send(...Array.from({ length: 50 }, () => call(++id)));
    await current.close();
    /* The next one does not answer the last 20: they are in flight when it goes. */
    const last = id - 20;
    current = await open((message, send) => message.id <= last && echo(message, send));
    await current.hears((m) => m.id === id);
  }
  await current.close();
  await open(echo);
  await until(() => bridge.heard.filter((m) => m.result).length >= id + 1, "all answers");
  const answered = bridge.heard.filter((m) => m.result).map((m) => m.id);
  assert.equal(new Set(answered).size, answered.length);
  assert.equal(answered.length, id + 1);
});

test("a window that never takes the session is given up when the wait is over", async (t) => {
  const { place, window, bridge } = await begin(t, { env: { SEXTANT_BRIDGE_WAIT_MS: "500" } });
  await window.close();
  let count = 0;
  const mute = await openWindow(t, place, [place.top], () => count++);
  bridge.send(call(1));
  assert.equal((await bridge.answer(1)).error.data.code, "window_silent");
  assert.equal(count, 1);
  await mute.close();
  let drops = 0;
  await openWindow(t, place, [place.top], (socket) => socket.destroy(drops++));
  bridge.send(call(2));
  assert.equal((await bridge.answer(2)).error.code, -32001);
  assert.ok(drops > 0 && drops < 10, `${drops} connections`);
});

const ask = (id) => ({
  jsonrpc: "2.0",
  id,
  method: "elicitation/create",
  params: { message: `${id}` },
});
const reply = (id, text) => ({ jsonrpc: "2.0", id, result: { text } });

test("an answer to a window that has gone never reaches the next one", async (t) => {
  const { open, window, bridge } = await begin(t);
  window.send(ask(0));
  window.send(ask("other"));
  await bridge.hears((m) => m.params?.message === "other");
  await window.close();
  /* The client learns that its answer is not wanted any more. */
  await bridge.hears((m) => m.method === "notifications/cancelled" && m.params.requestId === 0);
  await bridge.hears((m) => m.method === "notifications/cancelled" && m.params.requestId === "other");

  const next = await open(silent);
  await next.hears(isMethod("notifications/initialized"));
  next.send(ask(0));
  const asked = await bridge.hears((m) => m.method === "elicitation/create" && m.id !== 0 && m.id !== "other");
  bridge.send(reply(0, "late"), reply("other", "late"), reply("unknown", "x"), reply(asked.id, "right"));
  const heard = await next.hears((m) => m.result);
  assert.deepEqual(heard, reply(0, "right"));
  /* A question that is taken back is so under the name that the client knows. */
  next.send(ask("a"));
  await bridge.hears((m) => m.id === "a");
  next.send(cancel("a"));
  await bridge.hears((m) => m.params?.requestId === "a");
  bridge.send(reply("a", "late"), call(1));
  await next.hears((m) => m.id === 1);
  assert.equal(next.said.filter((m) => m.result).length, 1);
});

test("a question under another name is taken back under that name", async (t) => {
  const { open, window, bridge } = await begin(t);
  window.send(ask(5));
  await bridge.hears((m) => m.id === 5);
  await window.close();
  const next = await open(silent);
  await next.hears(isMethod("notifications/initialized"));
  next.send(ask(5));
  const asked = await bridge.hears((m) => m.method === "elicitation/create" && m.id !== 5);
  next.send(cancel(5));
  await bridge.hears((m) => m.method === "notifications/cancelled" && m.params.requestId === asked.id);
});

test("standard input ends while there is no window: the requests are answered", async (t) => {
  const { window, bridge } = await begin(t);
  await window.close();
  bridge.send(call(1));
  bridge.child.stdin.end();
  assert.equal(await bridge.end(), 0);
  assert.equal((await bridge.answer(1)).error.data.code, "no_window");
});
