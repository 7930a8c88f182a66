/** Messages of a call about its progress: on their way to the agent, and in the activity. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { loadModule } from "../connect/kit.mjs";

const { Engine } = await loadModule("engine");
const { createMcpServer } = await loadModule("doors/mcp");

const TOOLS = [
  ["run_tests", "run"],
  ["find_references", "symbols"],
].map(([name, toolset]) => JSON.stringify({ name, toolset, inputSchema: { type: "object" }, annotations: {} }));

/** An engine that never answers by itself; `request` is what it posts to the editor, `answer` ends its call. */
function makeEngine() {
  const native = { replies: [] };
  class NativeEngine {
    constructor(onRequest, onResult) {
      native.request = (op, ...args) => onRequest(1, op, JSON.stringify(args));
      native.answer = (id) => onResult(id, false, "found", "done", undefined, false, 1);
    }
    call(id) {
      native.id = id;
    }
    reply = (...reply) => native.replies.push(reply);
    cancel() {}
    expire() {}
  }
  const engine = new Engine({ definitions: TOOLS, Engine: NativeEngine }, {});
  return { engine, native };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("each second, until the call ends; the activity has it at once", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval", "Date"] });
  const { engine, native } = makeEngine();
  const seen = [];
  engine.watcher = { began() {}, ended() {}, progressed: (...args) => void seen.push(args) };
  const said = [];
  const call = engine.call("run_tests", {}, { onProgress: (...args) => said.push(args) });
  t.mock.timers.tick(1000);
  native.request("callProgress", native.id, "2 tests passed");
  await turn();
  assert.deepEqual(native.replies.at(-1).slice(0, 3), [1, false, "null"]);
  assert.deepEqual(seen, [[native.id, "2 tests passed"]]);
  t.mock.timers.tick(1000);
  native.answer(native.id);
  await call;
  native.request("callProgress", native.id, "late");
  t.mock.timers.tick(5000);
  assert.deepEqual(said, [
    [1, undefined],
    [2, "2 tests passed"],
  ]);
  const second = engine.call("run_tests", {}, { onProgress: (...args) => said.push(args) });
  t.mock.timers.tick(1000);
  native.answer(native.id);
  await second;
  assert.deepEqual(said.at(-1), [1, undefined], "what the call before said is forgotten");
});

test("an agent gets it in its progress notifications, or what the call waits for", async (t) => {
  const { engine, native } = makeEngine();
  let isAsking = false;
  const door = {
    ...{ version: "1", toolsets: () => ["run", "symbols"], isStructured: () => false, isWanted: () => false },
    ...{ isAsking: () => isAsking, windows: () => 1, greet() {}, caller: {}, refused() {} },
  };
  engine.watcher = { began() {}, ended() {}, progressed() {} };
  const sent = [];
  const transport = { start: async () => {}, send: async (message) => void sent.push(message), close: async () => {} };
  await createMcpServer(engine, door).connect(transport);
  const receive = async (message) => {
    transport.onmessage({ jsonrpc: "2.0", ...message });
    for (let i = 0; i < 5; i++) await turn();
  };
  const clientInfo = { name: "robo", version: "1" };
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
  await receive({ id: 1, method: "initialize", params });
  await receive({ method: "notifications/initialized" });
  t.mock.timers.enable({ apis: ["setInterval", "Date"] });
  const ask = (id, name) =>
    receive({ id, method: "tools/call", params: { name, arguments: {}, _meta: { progressToken: id } } });
  const messages = async (id) => {
    t.mock.timers.tick(1000);
    await turn();
    return sent.filter(({ params: about }) => about?.progressToken === id).map(({ params: about }) => about.message);
  };
  await ask(2, "find_references");
  assert.deepEqual(await messages(2), ["Waiting for the language server"]);
  native.answer(native.id);
  await ask(3, "run_tests");
  assert.deepEqual(await messages(3), ["Running"]);
  isAsking = true;
  assert.deepEqual((await messages(3)).at(-1), "Waiting for a person's answer");
  native.request("callProgress", native.id, "2 tests passed, 1 failed so far");
  assert.deepEqual((await messages(3)).at(-1), "2 tests passed, 1 failed so far");
  const { progress } = sent.findLast(({ method }) => method === "notifications/progress").params;
  assert.equal(progress, 3);
  native.answer(native.id);
});
