/** The bridge between the MCP SDK's client and its server, in both eras of the protocol. */
import assert from "node:assert/strict";
import { once } from "node:events";
import test from "node:test";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { bridgePath, makePlace, openWindow, until, within } from "./bridge-kit.mjs";

const MB = 1024 * 1024;
const limits = { maxBufferSize: 17 * MB };
const eras = {
  "2025-11-25": {},
  "2026-07-28": { versionNegotiation: { mode: { pin: "2026-07-28" } } },
};

/** An SDK server with an echo, a tool that waits until `go` and one that asks the user. */
function makeServer(state) {
  const server = new McpServer({ name: "window", version: "1" }, { capabilities: { tools: { listChanged: true } } });
  const schema = (properties) => fromJsonSchema({ type: "object", properties });
  const text = (value) => ({ content: [{ type: "text", text: value }] });
  server.registerTool("echo", { inputSchema: schema({ text: { type: "string" } }) }, async (args) => text(args.text));
  server.registerTool("slow", { inputSchema: schema({}) }, async (_, ctx) => {
    state.started.push(ctx.mcpReq?.signal ?? ctx.signal);
    await state.go;
    return text(`slow in ${state.name}`);
  });
  return server;
}

async function openSdkWindow(t, place, state, more) {
  state.started = [];
  state.servers = [];
  return openWindow(
    t,
    place,
    [place.top],
    (socket) => {
      const handle = serveStdio(
        () => {
          const server = makeServer(state);
          state.servers.push(server);
          return server;
        },
        { transport: new StdioServerTransport(socket, socket, limits) },
      );
      socket.on("close", () => void handle.close());
    },
    more,
  );
}

async function connect(t, place, era, options = {}) {
  const client = new Client({ name: "agent", version: "1" }, { ...eras[era], ...options });
  const transport = new StdioClientTransport({
    command: bridgePath,
    args: ["--workspace", place.top],
    env: { SEXTANT_HOME: place.home },
    ...limits,
  });
  const problems = [];
  client.onerror = (error) => problems.push(error.message);
  t.after(() => client.close());
  await within(client.connect(transport), "the client to connect");
  return { client, transport, problems };
}

const say = (client, text) => client.callTool({ name: "echo", arguments: { text } });

for (const era of Object.keys(eras)) {
  test(`${era}: tools are listed and called, messages of 15 MB pass`, async (t) => {
    const place = makePlace(t);
    await openSdkWindow(t, place, {});
    const { client, problems } = await connect(t, place, era);
    assert.equal(client.getNegotiatedProtocolVersion(), era);
    assert.deepEqual(
      (await client.listTools()).tools.map((tool) => tool.name),
      ["echo", "slow"],
    );
    assert.equal((await say(client, "hello")).content[0].text, "hello");
    const big = "x".repeat(15 * MB);
    assert.equal((await say(client, big)).content[0].text, big);
    await assert.rejects(say(client, "x".repeat(17 * MB)), /larger than (the limit of )?16 MB/);
    const many = await Promise.all(Array.from({ length: 1000 }, (_, i) => say(client, `${i}`)));
    assert.deepEqual(
      many.map((result) => result.content[0].text),
      many.map((_, i) => `${i}`),
    );
    assert.deepEqual(problems, []);
  });

  test(`${era}: a reload is not noticed, idle or in the middle of a call`, async (t) => {
    const place = makePlace(t);
    const first = { go: new Promise(() => {}) };
    const window = await openSdkWindow(t, place, first, { readOnlyTools: ["slow"] });
    const { client, transport, problems } = await connect(t, place, era);
    let isClosed = false;
    client.onclose = () => (isClosed = true);
    const running = client.callTool({ name: "slow", arguments: {} });
    await until(() => first.started.length, "the call to run");
    await window.close();
    const held = say(client, "held");
    const second = { name: "second", go: Promise.resolve() };
    const next = await openSdkWindow(t, place, second);
    assert.equal((await within(running, "the call")).content[0].text, "slow in second");
    assert.equal((await within(held, "the held call")).content[0].text, "held");
    await next.close();
    await openSdkWindow(t, place, { name: "third" });
    assert.equal((await say(client, "again")).content[0].text, "again");
    assert.ok(!isClosed);
    assert.ok(transport.pid);
    assert.deepEqual(problems, []);
  });

  test(`${era}: a call that changes things is not repeated`, async (t) => {
    const place = makePlace(t);
    const state = { go: new Promise(() => {}) };
    const window = await openSdkWindow(t, place, state);
    const { client } = await connect(t, place, era);
    const running = client.callTool({ name: "slow", arguments: {} });
    running.catch(() => {});
    await until(() => state.started.length, "the call to run");
    await window.close();
    await assert.rejects(within(running, "the error"), (error) => {
      assert.equal(error.data?.code, "window_lost");
      return /may or may not have taken effect/.test(error.message);
    });
  });

  test(`${era}: a cancellation arrives`, async (t) => {
    const place = makePlace(t);
    const state = { go: new Promise(() => {}) };
    await openSdkWindow(t, place, state);
    const { client } = await connect(t, place, era);
    const stop = new AbortController();
    const running = client.callTool({ name: "slow", arguments: {} }, { signal: stop.signal });
    running.catch(() => {});
    const signal = await until(() => state.started[0], "the call to run");
    stop.abort();
    await assert.rejects(running);
    if (!signal.aborted) await within(once(signal, "abort"), "the abort");
    assert.equal((await say(client, "still here")).content[0].text, "still here");
  });

  test(`${era}: a change of the tools is told, before a reload and after it`, async (t) => {
    const place = makePlace(t);
    const state = {};
    const window = await openSdkWindow(t, place, state);
    let changes = 0;
    const { client, problems } = await connect(t, place, era, {
      listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: () => changes++ } },
    });
    await say(client, "ready");
    const change = async (server) => {
      const before = changes;
      server.sendToolListChanged();
      await until(() => changes > before, "the change to be told");
    };
    await change(state.servers.at(-1));
    await window.close();
    const after = {};
    await openSdkWindow(t, place, after);
    await say(client, "ready again");
    await change(after.servers.at(-1));
    assert.deepEqual(problems, []);
  });
}

test("a client that tries the newer era first gets the one that the window has", async (t) => {
  const place = makePlace(t);
  await openWindow(t, place, [place.top], (socket) => {
    void makeServer({ started: [] }).connect(new StdioServerTransport(socket, socket, limits));
  });
  const client = new Client({ name: "agent", version: "1" }, { versionNegotiation: { mode: "auto" } });
  t.after(() => client.close());
  await within(
    client.connect(
      new StdioClientTransport({
        command: bridgePath,
        args: ["--workspace", place.top],
        env: { SEXTANT_HOME: place.home },
      }),
    ),
    "the client to connect",
  );
  assert.equal((await say(client, "x")).content[0].text, "x");
});
