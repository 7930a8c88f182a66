/**
 * A tool call through the addon against the least that it can cost.
 *
 * Ours is the whole way of a call: the shim's Engine, the addon, a thread of the pool, five host
 * requests that an instant editor answers, files looked at on the disk, the answer written. The
 * peer is a thread that makes five bare round trips through a thread-safe function (bare/bare.c).
 * They take turns, so that a busy machine slows both.
 *
 *   node test/bench/engine.mjs          prints the rows
 */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const REQUESTS = 5;
const WARM_UP = 500;
const CALLS = 4000;

function buildBare() {
  const source = path.join(root, "test/bench/bare/bare.c");
  const made = path.join(root, "build/test/bench/bare.node");
  fs.mkdirSync(path.dirname(made), { recursive: true });
  const include = require("node-api-headers").include_dir;
  execFileSync(process.env.CC || "gcc", [
    "-std=c11",
    "-O2",
    "-shared",
    "-fPIC",
    `-I${include}`,
    "-DNAPI_VERSION=8",
    "-o",
    made,
    source,
    "-lpthread",
  ]);
  return require(made);
}

/** A name that is used once in one file and declared in another: five requests for its answer. */
function makeWorkspace() {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "sextant-bench-")));
  const user = path.join(folder, "user.ts");
  fs.writeFileSync(user, "/** A person. */\nexport class User {}\n");
  fs.writeFileSync(path.join(folder, "app.ts"), "const made = new User();\n");
  const hover = "```typescript\nclass User\n```\n\nA person, with a name and an address.";
  const ops = {
    document: async () => ({ data: { language: "typescript", version: 1, lineCount: 2, hasText: false } }),
    outline: async (file) => ({ data: file === user ? [["User", 4, "", "", true, 0, 1, 13, 1, 0, 1, 20]] : [] }),
    hover: async () => ({ data: [[0, hover, "", false, false]] }),
    definition: async () => ({ data: [[user, 1, 13, 1, 17]] }),
  };
  return { folder, ops };
}

function makeOurs(Engine, addon) {
  const { folder, ops } = makeWorkspace();
  let asked = 0;
  const counting = Object.fromEntries(
    Object.entries(ops).map(([op, run]) => [op, (...args) => (asked++, run(...args))]),
  );
  const engine = new Engine(addon, counting);
  engine.setRoots([["ws", folder]]);
  const call = async () => {
    asked = 0;
    engine.touch(); // nothing comes out of the cache
    const answer = await engine.call("get_symbol_documentation", { symbol: "User", file: "app.ts" });
    if (answer.code !== "found" || asked !== REQUESTS)
      throw new Error(`${asked} requests, ${answer.code}: ${answer.text}`);
  };
  const end = () => {
    engine.dispose();
    fs.rmSync(folder, { recursive: true });
  };
  return { call, end };
}

function makeBare() {
  const bare = buildBare();
  bare.hold(true);
  const call = () => new Promise((resolve) => bare.start(REQUESTS, bare.reply, resolve));
  return { call, end: () => bare.hold(false) };
}

async function time(call) {
  const began = process.hrtime.bigint();
  await call();
  return Number(process.hrtime.bigint() - began) / 1e6;
}

function percentile(times, share) {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

function row(name, ours, peer, limit_ms) {
  const ratio = ours / peer;
  const isFast = limit_ms === undefined || ours <= limit_ms;
  const target = limit_ms === undefined ? "<= 2x" : `<= 2x and <= ${limit_ms} ms`;
  return { name, ours, peer, unit: "ms", ratio, target, ok: ratio <= 2 && isFast };
}

export async function rows() {
  const { Engine, addon } = await import("../engine/fake-editor.mjs");
  const ours = makeOurs(Engine, addon),
    bare = makeBare();
  const times = { ours: [], bare: [] };
  try {
    for (let i = 0; i < WARM_UP + CALLS; i++) {
      const pair = { ours: await time(ours.call), bare: await time(bare.call) };
      if (i < WARM_UP) continue;
      times.ours.push(pair.ours);
      times.bare.push(pair.bare);
    }
  } finally {
    ours.end();
    bare.end();
  }
  const at = (share) => [percentile(times.ours, share), percentile(times.bare, share)];
  return [
    row("tool call with five host requests, p50, against five bare round trips", ...at(0.5), 0.2),
    row("tool call with five host requests, p99, against five bare round trips", ...at(0.99)),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.table(await rows());
