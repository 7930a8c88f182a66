/** Connecting and disconnecting keep what else is in random configurations. `SEED=n` repeats one run. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { test } from "node:test";

import { parse } from "jsonc-parser";

import { BRIDGE, load, makeHome, READING } from "./kit.mjs";
import { RandomConfig } from "./random-config.mjs";

const { CLIENTS } = await load("clients");
const plan = await load("plan");

const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
const ROUNDS = Number(process.env.ROUNDS ?? 120);
const SERVERS = [
  {},
  { docs: { command: "npx", args: ["-y", "docs"] } },
  { docs: { command: "npx" }, größe: { command: "x", args: [] } },
  { docs: { command: "npx" }, sextant: { command: "/old/sextant-mcp", args: ["--toolsets", "symbols"], cwd: "/x" } },
];

/** Values of many texts by Python's reader of TOML, which this project does not use otherwise. */
function readToml(texts) {
  const program = `import json,sys,tomllib
print(json.dumps([tomllib.loads(text.lstrip("\\ufeff"), parse_float=str) for text in json.load(sys.stdin)], default=repr))`;
  return JSON.parse(execFileSync("python3", ["-c", program], { input: JSON.stringify(texts), maxBuffer: 1 << 28 }));
}
const readJson = (texts) =>
  texts.map((text) => parse(text.replace(/^\uFEFF/, ""), [], { allowTrailingComma: true }) ?? {});

/** Each comment once and in order. */
function keepsComments(text, comments) {
  let at = -1;
  for (const comment of comments) {
    const next = text.indexOf(comment, at + 1);
    assert.ok(next > at, `${comment} is not where it was in\n${text}`);
    at = next;
  }
}

/** Without the entry, and without what would be empty without it. */
function without(values, key) {
  const { sextant, ...servers } = values[key] ?? {};
  const { [key]: _, ...rest } = values;
  return { entry: sextant, rest, servers };
}

const hasLf = (text) => /(?<!\r)\n/.test(text);

/** One configuration: before, connected, and disconnected with and without knowing what it was before. */
async function run(seed, { format, client, key, read, path, home }) {
  const config = new RandomConfig(seed);
  const before = config[format](config.pick(SERVERS));
  const roots = { storage: home.storage, folder: home.folder };
  const put = async (text) => {
    await writeFile(path, text);
    const target = await plan.look(client, "user", roots, BRIDGE);
    assert.equal(target.problem, undefined);
    return target;
  };
  const target = await put(before);
  const changes = await plan.connectChanges(target, BRIDGE, READING);
  const after = changes[0]?.after ?? before;
  const connected = await put(after);
  assert.equal(connected.state, "connected");
  assert.deepEqual(await plan.connectChanges(connected, BRIDGE, READING), [], "to connect again changes nothing");
  const disconnect = async (original) => (await plan.disconnectChanges(connected, async () => original))[0]?.after;
  const isOurs = target.state !== "none";
  keepsComments(after, config.comments);
  if (before.includes("\n")) assert.equal(hasLf(after), hasLf(before), "line ends");
  if (!isOurs) {
    assert.equal(await disconnect({ text: before, isExact: true }), before);
    const rest = await disconnect({ text: before, isExact: false });
    const [values] = format === "json" ? read([before]) : [];
    const isEmpty = values ? !Object.keys(values[key] ?? values).length : /mcp_servers"?\s*=\s*\{\s*\}/.test(before);
    const bare = (text) => text.replace(/[\s{}]+/g, "");
    if (isEmpty) assert.equal(bare(rest), bare(before));
    else assert.equal(rest, before);
  }
  keepsComments((await disconnect(undefined)) ?? after, isOurs ? [] : config.comments);
  return { before, after };
}
for (const [format, name, key, read] of [
  ["json", "Cursor", "mcpServers", readJson],
  ["toml", "Codex", "mcp_servers", readToml],
])
  test(`${format}: comments and other values stay, and Disconnect gives back the same bytes (SEED=${SEED})`, async (t) => {
    t.diagnostic(`SEED=${SEED}`);
    const home = await makeHome();
    try {
      const client = CLIENTS.find((one) => one.name === name);
      const { path } = await plan.look(client, "user", { storage: home.storage, folder: home.folder }, BRIDGE);
      await mkdir(dirname(path), { recursive: true });
      const seen = [];
      let refused = 0;
      for (let seed = SEED; seed < SEED + ROUNDS; seed++) {
        const one = await run(seed, { format, client, key, read, path, home }).catch((error) => {
          if (/is an inline table of several lines/.test(error.message)) return undefined;
          error.message = `SEED=${seed}: ${error.message}`;
          throw error;
        });
        if (one) seen.push({ seed, ...one });
        else refused++;
      }
      t.diagnostic(`${refused} of ${ROUNDS} refused`);
      const [old, now] = [read(seen.map(({ before }) => before)), read(seen.map(({ after }) => after))];
      for (const [i, { seed, before, after }] of seen.entries()) {
        const [was, is] = [without(old[i], key), without(now[i], key)];
        const message = `SEED=${seed}: ${before}\n---\n${after}`;
        assert.deepEqual(is.rest, was.rest, message);
        assert.deepEqual(is.servers, was.servers, message);
        assert.match(is.entry.command, /sextant-mcp$/, message);
        assert.deepEqual(is.entry.args, was.entry?.args ?? [], message);
        assert.equal(is.entry.cwd, was.entry?.cwd, message);
      }
    } finally {
      await home.remove();
    }
  });
