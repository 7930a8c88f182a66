/** The ways in: MCP of both eras through the bridge, the language-model tool, several windows. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFile, readlink } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, describe, test } from "node:test";

import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

import { listTools } from "../bridge.mjs";
import { LIMIT_MS, waitFor } from "../processes.mjs";
import { ask, copyWorkspaces, definition, openAgent, openEditor, TOOL, untilServed } from "./support.mjs";

const ORDER = { symbol_name: "Order", file_path: "src/models.ts", wait: true };

let files, editor, agent, bridge;

before(async () => {
  files = await copyWorkspaces("tour");
  editor = await openEditor(files.folders, { servers: ["pyright"] });
  bridge = await editor.bridge();
  agent = await openAgent(editor);
  // A server that starts on a busy machine is not what the suite is about.
  await untilServed(agent, "src/models.ts");
});

after(async () => {
  agent?.close();
  await editor?.stop();
  await files?.remove();
});

/** A bridge with nothing on top: lines in, messages out. */
function openRaw(env = {}, args = bridge.slice(1), program = bridge[0]) {
  const child = spawn(program, args, { env: { ...process.env, ...editor.env, ...env } });
  const messages = [];
  const waiting = [];
  createInterface({ input: child.stdout }).on("line", (line) => {
    messages.push(JSON.parse(line));
    for (const look of [...waiting]) look();
  });
  const next = (is, limit_ms = LIMIT_MS) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new Error(`no such message in ${limit_ms} ms: ${JSON.stringify(messages).slice(0, 2000)}`));
      }, limit_ms);
      const look = () => {
        const found = messages.find(is);
        if (!found) return;
        clearTimeout(timer);
        waiting.splice(waiting.indexOf(look), 1);
        resolve(found);
      };
      waiting.push(look);
      look();
    });
  return {
    messages,
    next,
    send: (message) =>
      child.stdin.write(
        typeof message === "string" ? `${message}\n` : `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`,
      ),
    reply: (id, limit_ms) => next((message) => message.id === id && message.method === undefined, limit_ms),
    close: () => child.kill(),
  };
}

async function shakeHands(raw) {
  raw.send({
    id: "init",
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
  });
  const reply = await raw.reply("init");
  raw.send({ method: "notifications/initialized" });
  return reply.result;
}

const call = (id, args, meta) => ({
  id,
  method: "tools/call",
  params: { name: TOOL, arguments: args, ...(meta && { _meta: meta }) },
});

test("the bridge stands where it stays through updates", async () => {
  const stable = join(editor.home, "bin/sextant-mcp");
  const target = () => readlink(stable).catch(() => undefined);
  // It is made once the socket is open, so an agent may be there first.
  await waitFor(async () => (await target()) !== undefined, LIMIT_MS);
  assert.match(await target(), /^\d+\.\d+\.\d+-[0-9a-f]{8}\/sextant-mcp$/);
  assert.deepEqual(await readFile(stable), await readFile(bridge[0]));
  const raw = openRaw({}, bridge.slice(1), stable);
  assert.equal((await shakeHands(raw)).serverInfo.name, "sextant");
  raw.close();
});

test("a change of the toolsets is announced to those who are connected", async () => {
  const raw = openRaw();
  await shakeHands(raw);
  const isChange = ({ method }) => method === "notifications/tools/list_changed";
  const names = async (id) => {
    raw.send({ id, method: "tools/list" });
    return (await raw.reply(id)).result.tools.map(({ name }) => name);
  };
  assert.ok(!(await names(1)).includes("file_read"));
  await editor.control.call("updateSetting", { name: "sextant.toolsets", value: ["symbols", "files"] });
  try {
    await raw.next(isChange);
    const now = await names(2);
    assert.ok(now.includes("file_read") && !now.includes("edit_buffer"), now.join());
  } finally {
    await editor.control.call("updateSetting", { name: "sextant.toolsets", value: null });
    raw.close();
  }
});

test("only the first line can be the bridge's greeting", async () => {
  const raw = openRaw();
  await shakeHands(raw);
  raw.send({ id: "odd", method: "ping", sextant: { toolsets: ["run"] } });
  assert.match((await raw.reply("odd")).error.message, /Invalid request/);
  raw.send({ id: "list", method: "tools/list" });
  assert.ok((await raw.reply("list")).result.tools.length > 5);
  raw.close();
});

describe("MCP through the bridge", () => {
  const eras = [
    ["2025-11-25", {}],
    ["2026-07-28", { versionNegotiation: { mode: "auto" } }],
  ];
  const kinds = [
    ["text", []],
    ["structured content", ["--structured"]],
  ];
  for (const [[era, options], [kind, more]] of eras.flatMap((era) => kinds.map((kind) => [era, kind]))) {
    test(`the official client, ${era}, ${kind}`, async () => {
      const client = new Client({ name: "suite", version: "1.0.0" }, options);
      const args = [...bridge.slice(1), ...more];
      const transport = new StdioClientTransport({ command: bridge[0], args, env: { ...process.env, ...editor.env } });
      await client.connect(transport);
      try {
        const { tools } = await client.listTools();
        const { name, title, description, inputSchema, outputSchema, annotations } = definition();
        const listed = tools.find((tool) => tool.name === name);
        const schema = more.length ? { outputSchema } : {};
        assert.deepEqual(listed, {
          name,
          title,
          description,
          inputSchema,
          ...schema,
          annotations: { title, ...annotations },
        });
        const names = tools.map((tool) => tool.name);
        assert.ok(
          ["edit_buffer", "replace_in_buffer", "find_references"].every((one) => names.includes(one)),
          names.join(),
        );
        // Toolsets that are off, and what people alone call.
        assert.ok(!names.some((one) => one.startsWith("file_") || one.endsWith("_last_change")), names.join());
        // The client checks structuredContent against the output schema by itself.
        const result = await client.callTool({ name: TOOL, arguments: ORDER });
        assert.match(result.content[0].text, /^Symbol: Order\nLocation: src\/models\.ts:27:14/);
        assert.equal(result.structuredContent?.status, more.length ? "found" : undefined);
        const bad = await client.callTool({ name: TOOL, arguments: { symbol_name: true } });
        assert.equal(bad.isError, true);
      } finally {
        await client.close();
      }
    });
  }

  test("without a window the bridge lists the same tools", async () => {
    const env = { ...editor.env, SEXTANT_HOME: join(files.folders[0], "no-windows") };
    for (const more of [[], ["--structured"], ["--toolsets", "symbols"]]) {
      const command = [...bridge, ...more];
      assert.deepEqual(
        await listTools(command, { env }),
        await listTools(command, { env: editor.env }),
        more.join(" "),
      );
    }
  });

  test("the stateless era in raw lines", async () => {
    const raw = openRaw();
    const meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    raw.send({ id: 1, method: "server/discover", params: { _meta: meta } });
    assert.ok((await raw.reply(1)).result.supportedVersions.includes("2026-07-28"));
    raw.send(call(2, ORDER, meta));
    const { result } = await raw.reply(2);
    assert.match(result.content[0].text, /^Symbol: Order/);
    raw.close();
  });

  test("a wrong message is reported, and the session continues", async () => {
    const raw = openRaw();
    await shakeHands(raw);
    raw.send("{not json");
    assert.equal((await raw.next((m) => m.error?.code === -32700)).id, null);
    raw.send({ id: 2, method: "no/such" });
    assert.equal((await raw.reply(2)).error.code, -32601);
    raw.send({ id: 3, method: "tools/call", params: { name: "get_symbol_documentatoin", arguments: {} } });
    const unknown = (await raw.reply(3)).result;
    assert.equal(unknown.isError, true);
    assert.match(unknown.content[0].text, /Did you mean 'get_symbol_documentation'\?.*unknown_tool/);
    raw.send(call(4, { symbol_name: "x".repeat(2 * 1024 * 1024) }));
    assert.match((await raw.reply(4)).result.content[0].text, /symbol: a symbol's name of 1 to 1024 bytes/);
    raw.send(call(5, { symbol_name: "x".repeat(17 * 1024 * 1024) }));
    assert.match((await raw.reply(5)).error.message, /16/);
    raw.send(JSON.stringify({ jsonrpc: "1.0", id: 6, method: "tools/list", surplus: true }));
    assert.equal((await raw.reply(6)).error.code, -32600);
    raw.send(call(7, ORDER));
    assert.match((await raw.reply(7)).result.content[0].text, /^Symbol: Order/);
    raw.close();
  });

  test("32 calls at once from 4 agents", async () => {
    const agents = await Promise.all(Array.from({ length: 4 }, () => openAgent(editor)));
    const names = ["Order", "Item", "Receipt", "OrderStatus", "tax", "validate", "Oven", "Recipe"];
    const answers = await Promise.all(agents.flatMap((one) => names.map((name) => ask(one, { symbol_name: name }))));
    assert.deepEqual([...new Set(answers.map((answer) => answer.facts?.status ?? answer.text))], ["found"]);
    for (const one of agents) one.close();
  });
});

describe("a call that takes long", () => {
  const DELAY_MS = 30_000;
  const SOON_MS = DELAY_MS / 3;
  before(() => editor.control.call("updateSetting", { name: "sextantTest.replyDelayMs", value: DELAY_MS }));
  after(() => editor.control.call("updateSetting", { name: "sextantTest.replyDelayMs", value: 0 }));

  test("reports its progress, and ends at once when it is cancelled", async () => {
    const raw = openRaw();
    await shakeHands(raw);
    raw.send(call(1, { symbol_name: "Oven", file_path: "kitchen/oven.py" }, { progressToken: "p" }));
    const progress = await raw.next((m) => m.method === "notifications/progress", SOON_MS);
    assert.equal(progress.params.progressToken, "p");
    raw.send({ method: "notifications/cancelled", params: { requestId: 1, reason: "test" } });
    const started = Date.now();
    raw.send({ id: 2, method: "ping" });
    await raw.reply(2);
    assert.ok(Date.now() - started < SOON_MS, `${Date.now() - started} ms`);
    assert.equal(
      raw.messages.some((m) => m.id === 1),
      false,
      "a cancelled request is not answered",
    );
    raw.close();
  });

  test("the language-model tool ends when its token is cancelled", async () => {
    const started = Date.now();
    await assert.rejects(
      editor.control.invokeTool(TOOL, { symbol_name: "bake", file_path: "kitchen/oven.py" }, { cancelAfterMs: 300 }),
    );
    assert.ok(Date.now() - started < SOON_MS, `${Date.now() - started} ms`);
  });
});

test("the language-model tool says the same as MCP", async () => {
  for (const args of [ORDER, { symbol_name: "validate" }, { symbol_name: "nowhere_at_all" }]) {
    const { text } = await editor.control.invokeTool(TOOL, args);
    assert.equal(text, (await ask(agent, args)).text);
  }
  await assert.rejects(editor.control.invokeTool(TOOL, { symbol_name: "Order", colour: 1 }), /no argument 'colour'/);
});

describe("windows", () => {
  test("a reload between two calls and during one goes unnoticed", async () => {
    // A busy machine takes longer to reload than a bridge waits.
    const env = { ...editor.env, SEXTANT_BRIDGE_WAIT_MS: String(LIMIT_MS) };
    const patient = await openAgent({ env, bridge: () => editor.bridge() });
    await ask(patient, ORDER);
    await editor.control.reload();
    assert.match((await ask(patient, ORDER, 2 * LIMIT_MS)).text, /^Symbol: Order/);
    const during = ask(patient, { symbol_name: "Oven.preheat", file_path: "kitchen/oven.py" }, 2 * LIMIT_MS);
    await editor.control.reload();
    assert.match((await during).text, /Bring the oven to a temperature/);
    patient.close();
  });

  test("without a window for the folder a session begins, and calls get an error that says what to do", async () => {
    const raw = openRaw({ SEXTANT_BRIDGE_WAIT_MS: "300" }, ["--workspace", "/usr/share"]);
    raw.send({
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
    });
    assert.match((await raw.reply(1)).result.instructions, /\/usr\/share/);
    raw.send(call(2, ORDER));
    const { error } = await raw.reply(2);
    assert.equal(error.data.code, "no_window");
    assert.match(error.message, /\/usr\/share/);
    raw.close();
  });
});
