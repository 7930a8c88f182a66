/** The bridge: messages pass through it whole and unchanged, and bad ones are answered. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import test from "node:test";
import {
  bridgePath,
  call,
  echo,
  initialize,
  initialized,
  makePlace,
  openScripted,
  startBridge,
  until,
} from "./bridge-kit.mjs";

const MB = 1024 * 1024;

async function open(t, answer = echo, options = {}) {
  const place = makePlace(t);
  const window = await openScripted(t, place, [place.folder("a")], answer);
  const bridge = startBridge(t, place, { args: ["--workspace", place.folder("a")], ...options });
  return { place, window, bridge };
}

test("passes messages both ways, byte for byte", async (t) => {
  const { window, bridge } = await open(t);
  await bridge.initialize();
  const odd =
    '{ "id":7 ,"method" : "tools/call","jsonrpc":"2.0","params":{"name":"é\\u00e9",' +
    '"arguments":{"big":12345678901234567890.0,"a":1,"a":2}}}';
  bridge.write(`${odd}\n`);
  await bridge.answer(7);
  assert.ok(window.lines.includes(odd));
  window.send({ method: "notifications/message", jsonrpc: "2.0", params: { level: "info" } });
  const told = await bridge.hears((m) => m.method === "notifications/message");
  assert.equal(told.line, '{"method":"notifications/message","jsonrpc":"2.0","params":{"level":"info"}}');
  assert.deepEqual(
    window.said.map((m) => m.method),
    ["initialize", "notifications/initialized", "tools/call"],
  );
});

test("frames bytes that come one by one, several messages in a chunk, CRLF and blank lines", async (t) => {
  const { window, bridge } = await open(t);
  for (const byte of Buffer.from(`${JSON.stringify(initialize())}\n`)) {
    bridge.write(Buffer.from([byte]));
    await new Promise(setImmediate);
  }
  await bridge.answer(0);
  const lines = [initialized, call(1), call(2)].map((m) => JSON.stringify(m));
  bridge.write(`\n\r\n   \n${lines[0]}\r\n${lines[1]}\n${lines[2]}\r\n${JSON.stringify(call(3)).slice(0, 20)}`);
  await bridge.answer(2);
  bridge.write(`${JSON.stringify(call(3)).slice(20)}\n`);
  await bridge.answer(3);
  assert.deepEqual(window.lines.slice(1), [...lines, JSON.stringify(call(3))]);
  assert.equal(bridge.heard.length, 4);
});

test("ends when a person ends the connection in the window, and answers what waits", async (t) => {
  const { window, bridge } = await open(t, () => {});
  await bridge.initialize();
  bridge.send(call(1), call(2));
  await window.hears((m) => m.id === 2);
  window.send({ jsonrpc: "2.0", method: "notifications/sextant/end" });
  assert.equal(await bridge.end(), 0);
  for (const id of [1, 2]) {
    const { error } = await bridge.answer(id);
    assert.match(error.message, /^A person has ended this connection in VS Code\./);
    assert.equal(error.data.code, "ended");
  }
  assert.match(bridge.errors, /a person has ended this connection/);
  assert.equal(bridge.heard.filter((m) => m.method).length, 0, "the client does not hear the window's word");
  assert.equal(window.said.filter((m) => m.method === "initialize").length, 1);
});

test("takes a last message without a line end", async (t) => {
  const { bridge } = await open(t);
  bridge.write(JSON.stringify(call(1)));
  bridge.child.stdin.end();
  assert.equal(await bridge.end(), 0);
  assert.equal(bridge.heard[0].id, 1);
});

test("passes 15 MB and answers 17 MB, wherever the id stands", async (t) => {
  const { window, bridge } = await open(t);
  await bridge.initialize();
  const big = "x".repeat(15 * MB);
  bridge.send(call(1, "look", { big }));
  const answer = await bridge.answer(1);
  assert.equal(JSON.parse(answer.result.content[0].text).big, big);

  const huge = "y".repeat(17 * MB);
  bridge.send(call(2, "look", { huge }));
  bridge.send({ jsonrpc: "2.0", method: "tools/call", params: { huge }, id: "last" });
  bridge.write(`{"id":3,"x":"${huge}\n`);
  bridge.send(call(4));
  for (const id of [2, "last", null]) {
    const { error } = await bridge.answer(id);
    assert.equal(error.code, -32600);
    assert.match(error.message, /larger than (the limit of )?16 MB/);
    assert.equal(error.data.code, "too_big");
  }
  await bridge.answer(4);
  assert.equal(window.said.filter((m) => m.method === "tools/call").length, 2);
});

test("takes exactly 16 MB and not a byte more", async (t) => {
  const { window, bridge } = await open(t, (message, send) => send({ jsonrpc: "2.0", id: message.id, result: {} }));
  await bridge.initialize();
  const shell = JSON.stringify(call(1, "look", { x: "" })).length;
  const fits = JSON.stringify(call(1, "look", { x: "x".repeat(16 * MB - shell) }));
  assert.equal(fits.length, 16 * MB);
  bridge.write(`${fits}\r\n`);
  assert.ok((await bridge.answer(1)).result);
  bridge.write(`${fits.replace('"id":1', '"id":2').replace('"xx', '"xxx')}\n`);
  assert.equal((await bridge.answer(2)).error.code, -32600);
  assert.equal(window.lines.at(-1).length, 16 * MB);
});

test("answers a window's answer that is too big", async (t) => {
  const { bridge } = await open(t, (message, send) => {
    if (message.id)
      send({
        jsonrpc: "2.0",
        id: message.id,
        result: { x: "x".repeat(message.params.arguments.size) },
      });
  });
  await bridge.initialize();
  bridge.send(call(1, "look", { size: 17 * MB }), call(2, "look", { size: 15 * MB }));
  assert.equal((await bridge.answer(1)).error.data.code, "too_big");
  assert.equal((await bridge.answer(2)).result.x.length, 15 * MB);
});

test("answers malformed and invalid lines and goes on", async (t) => {
  const { window, bridge } = await open(t);
  await bridge.initialize();
  bridge.write('{"jsonrpc":"2.0","id":1\n');
  bridge.write(`${"[".repeat(100_000)}\n`);
  bridge.write(Buffer.from([0, 255, 10]));
  bridge.write('[{"jsonrpc":"2.0","id":1,"method":"ping"}]\n');
  bridge.write('{"jsonrpc":"2.0","id":5,"method":7}\n');
  bridge.write('{"id":6,"method":"ping"}\n');
  bridge.send(call(9));
  await bridge.answer(9);
  const errors = bridge.heard.filter((m) => m.error).map((m) => [m.id, m.error.code]);
  assert.deepEqual(errors, [
    [null, -32700],
    [null, -32700],
    [null, -32700],
    [null, -32600],
    [5, -32600],
    [6, -32600],
  ]);
  assert.match(bridge.heard.find((m) => m.error).error.message, /byte 24/);
  assert.equal(window.said.length, 3);
});

test("takes 1000 requests at once and answers each once", async (t) => {
  const { bridge } = await open(t);
  bridge.send(initialize(), initialized, ...Array.from({ length: 1000 }, (_, i) => call(i + 1)));
  await until(() => bridge.heard.length === 1001, "all answers");
  const ids = bridge.heard.map((m) => m.id).sort((a, b) => a - b);
  assert.deepEqual(
    ids,
    Array.from({ length: 1001 }, (_, i) => i),
  );
});

test("refuses a flood of requests that nobody answers, and goes on", async (t) => {
  const { bridge } = await open(t, () => {});
  await bridge.initialize();
  const most = 4096,
    more = 30_000;
  const began = performance.now();
  // One id for all of them: each is looked for among the others.
  bridge.write(`${JSON.stringify(call("same"))}\n`.repeat(most + more));
  await until(() => bridge.heard.length > more, "all refusals");
  const busy = bridge.heard.find((m) => m.id === "same");
  assert.equal(busy.error.data.code, "busy");
  assert.match(busy.error.message, /Too many requests are waiting for answers/);
  assert.ok(performance.now() - began < 15_000, `${performance.now() - began} ms`);
  bridge.write(`${JSON.stringify({ jsonrpc: "2.0", id: {}, method: "x" })}\n`);
  await bridge.hears((m) => m.error?.code === -32600);
});

test("does not read on while the other side does not", async (t) => {
  const place = makePlace(t);
  let paused;
  const window = await openScripted(t, place, [place.folder("a")], echo);
  const bridge = startBridge(t, place, { args: ["--workspace", place.folder("a")] });
  await bridge.initialize();
  for (paused of window.sockets) paused.pause();
  const filler = "x".repeat(MB);
  let written = 0;
  for (let i = 1; i <= 60; i++) {
    bridge.write(`${JSON.stringify(call(i, "look", { filler }))}\n`);
    written += MB;
  }
  await until(() => bridge.child.stdin.writableLength < written, "some to be read");
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.ok(bridge.child.stdin.writableLength > 40 * MB, "most is still with the client");
  paused.resume();
  await bridge.answer(60);
  assert.equal(bridge.heard.length, 61);
});

test("cancels a call that runs", async (t) => {
  const { window, bridge } = await open(t, () => {});
  await bridge.initialize();
  bridge.send(call("c"));
  await window.hears((m) => m.id === "c");
  bridge.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: "c" } });
  await window.hears((m) => m.method === "notifications/cancelled");
  bridge.child.stdin.end();
  assert.equal(await bridge.end(), 0); /* at once: nobody waits for the answer */
});

test("ends with the client: waits for what runs, as long as somebody reads", async (t) => {
  const late = [];
  const { window, bridge } = await open(t, (message, send) => late.push(() => echo(message, send)));
  await bridge.initialize();
  bridge.send(call(1));
  await window.hears((m) => m.id === 1);
  bridge.child.stdin.end();
  late.at(-1)();
  assert.equal(await bridge.end(), 0);
  assert.ok(bridge.heard.some((m) => m.id === 1));

  const slow = await open(t, (message, send) => setTimeout(() => echo(message, send), 7000));
  await slow.bridge.initialize();
  slow.bridge.send(call(1));
  slow.bridge.child.stdin.end();
  assert.equal(await slow.bridge.end(), 0);
  assert.ok(slow.bridge.heard.some((m) => m.id === 1 && m.result));

  const other = await open(t, () => {});
  other.bridge.send(call(1));
  await other.window.hears((m) => m.id === 1);
  const start = Date.now();
  other.bridge.child.stdout.destroy();
  other.bridge.child.stdin.end();
  assert.equal(await other.bridge.end(), 0);
  assert.ok(Date.now() - start < 4000);
});

test("ends on SIGTERM at once, and when standard output is closed", async (t) => {
  const { window, bridge } = await open(t, () => {});
  bridge.send(call(1));
  await window.hears((m) => m.id === 1);
  bridge.child.kill("SIGTERM");
  assert.equal(await bridge.end(), 0);

  const other = await open(t);
  await other.bridge.initialize();
  other.bridge.child.stdout.destroy();
  other.bridge.send(call(1), call(2));
  assert.equal(await other.bridge.end(), 0);
});

test("ends when the answers to requests that wait have no reader any more", async (t) => {
  const place = makePlace(t);
  const bridge = startBridge(t, place, { env: { SEXTANT_BRIDGE_WAIT_MS: "500" } });
  bridge.send(call(1), call(2), call(3));
  bridge.child.stdout.destroy();
  assert.equal(await bridge.end(), 0);
});

test("tells the window which toolsets are wanted, before anything else", async (t) => {
  const place = makePlace(t);
  const window = await openScripted(t, place, [place.top], echo);
  const bridge = startBridge(t, place, { args: ["--toolsets", "symbols,edit"] });
  await bridge.initialize();
  assert.deepEqual(window.said[0], { sextant: { toolsets: ["symbols", "edit"] } });
});

test("warns of toolsets that do not exist, and connects", async (t) => {
  const place = makePlace(t);
  const run = (list) =>
    spawnSync(bridgePath, ["--toolsets", list], {
      encoding: "utf8",
      input: "",
      cwd: place.top,
      env: { ...process.env, SEXTANT_HOME: place.home },
      timeout: 20_000,
    });
  assert.match(run("edit,fils,").stderr, /^sextant-mcp: --toolsets names 'fils', which is not a toolset\n/);
  assert.equal(run("edit,fils").status, 0);
  assert.doesNotMatch(run("symbols,edit,files,refactor,workspace").stderr, /toolset/);
});

test("tells the window that structured content is wanted, before anything else", async (t) => {
  for (const [args, greeting] of [
    [["--structured"], { structured: true }],
    [["--structured", "--toolsets=edit"], { structured: true, toolsets: ["edit"] }],
  ]) {
    const place = makePlace(t);
    const window = await openScripted(t, place, [place.top], echo);
    await startBridge(t, place, { args }).initialize();
    assert.deepEqual(window.said[0], { sextant: greeting });
  }
});

test("reads a file and writes one", async (t) => {
  const place = makePlace(t);
  await openScripted(t, place, [place.top], echo);
  const requests = `${place.top}/requests`;
  const answers = `${place.top}/answers`;
  fs.writeFileSync(requests, [initialize(), initialized, call(1)].map((m) => JSON.stringify(m)).join("\n"));
  const child = spawn(bridgePath, [], {
    cwd: place.top,
    env: { ...process.env, SEXTANT_HOME: place.home },
    stdio: [fs.openSync(requests, "r"), fs.openSync(answers, "w"), "inherit"],
  });
  assert.equal(await new Promise((resolve) => child.on("exit", resolve)), 0);
  const ids = fs
    .readFileSync(answers, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).id);
  assert.deepEqual(ids, [0, 1]);
});

test("explains its options", () => {
  const run = (...args) => spawnSync(bridgePath, args, { encoding: "utf8" });
  assert.match(run("--help").stdout, /^Usage: sextant-mcp /);
  assert.equal(run("--help").status, 0);
  assert.match(run("--version").stdout, /^sextant-mcp \d+\.\d+\.\d+/);
  for (const args of [["--bogus"], ["dir"], ["--workspace"], ["--workspace="], ["--toolsets", "a b"]]) {
    const { status, stdout, stderr } = run(...args);
    assert.equal(status, 2, args.join(" "));
    assert.equal(stdout, "");
    assert.match(stderr, /^sextant-mcp: .*\nUsage: /);
  }
});
