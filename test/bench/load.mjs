/**
 * 32 calls at once, from four agents, for a minute: errors and memory; then for some seconds more
 * under a profile, which takes memory itself: how long the main thread is blocked.
 */
import { callTool, copyWorkspaces, openAgent, openEditor } from "../vscode/suites/support.mjs";
import { profile } from "./profile.mjs";

const AGENTS = 4;
const CALLS_EACH = 8;
const SECONDS = 60;
const PROFILED_SECONDS = 15;
const READING_MS = 3000;
/** The resident memory after a collection, which the allocators let rise and fall. */
const NOISE_MB = 5;

const QUESTIONS = [
  ["find_references", { symbol: "Order" }],
  ["find_definition", { symbol: "applyDiscount", file_path: "src/checkout.ts" }],
  ["get_symbol_documentation", { symbol_name: "formatPrice", file_path: "src/checkout.ts" }],
  ["get_symbols", { file_path: "src/models.ts", max_depth: 2 }],
  ["get_call_hierarchy", { symbol: "applyDiscount", direction: "incoming" }],
  ["find_implementations", { symbol: "Priced" }],
  ["get_diagnostics", { file: "src/pricing.ts" }],
  ["get_symbols", { query: "Order" }],
];

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

/** Resident memory of the extension host in MB, what waits for the collector left out. */
async function readMemory(editor) {
  const { rss, heapTotal, heapUsed } = await editor.control.evaluate(async () => {
    process.getBuiltinModule("v8").setFlagsFromString("--expose-gc");
    process.getBuiltinModule("vm").runInNewContext("gc")();
    return process.memoryUsage();
  });
  return (rss - heapTotal + heapUsed) / 2 ** 20;
}

/** The results of the calls: how many there were, and those that failed. */
class Load {
  calls = 0;
  errors = [];

  constructor(agents) {
    this.agents = agents;
  }

  async run(seconds, watch = () => undefined) {
    const end = Date.now() + seconds * 1000;
    const work = async (agent, n) => {
      // Each question is a new one for the cache: the size of its answer is.
      for (; Date.now() < end; n++) {
        const [tool, args] = QUESTIONS[n % QUESTIONS.length];
        const answer = await callTool(agent, tool, { ...args, max_tokens: 2000 + (this.calls++ % 20_000) });
        const status = answer.facts?.status;
        if (status !== "found" && !(status === "none" && tool === "get_diagnostics"))
          this.errors.push(`${tool}: ${answer.text}`);
      }
    };
    const workers = this.agents.flatMap((agent) => Array.from({ length: CALLS_EACH }, (_, n) => work(agent, n)));
    await Promise.all([watch(end), ...workers]);
  }
}

export async function rows() {
  const files = await copyWorkspaces("tour");
  const editor = await openEditor(files.folders);
  const agents = [];
  try {
    for (let i = 0; i < AGENTS; i++) agents.push(await openAgent(editor));
    for (const [tool, args] of QUESTIONS) await callTool(agents[0], tool, args);
    const load = new Load(agents);
    const memory = [];
    await load.run(SECONDS, async (end) => {
      while (Date.now() < end) {
        memory.push(await readMemory(editor));
        await new Promise((resolve) => setTimeout(resolve, READING_MS));
      }
    });
    const { calls } = load;
    await profile(editor, true);
    await load.run(PROFILED_SECONDS);
    const { longestMs } = await profile(editor, false);
    for (const error of new Set(load.errors.slice(0, 5))) process.stderr.write(`${error}\n`);
    const third = Math.floor(memory.length / 3);
    const [before, after] = [median(memory.slice(third, 2 * third)), median(memory.slice(2 * third))];
    const name = `${AGENTS * CALLS_EACH} calls at once for ${SECONDS} s`;
    return [
      {
        name: `${name}: calls that failed, of ${calls}`,
        ours: load.errors.length,
        peer: null,
        unit: "",
        ratio: null,
        target: "0",
        ok: load.errors.length === 0,
      },
      {
        name: `${name}: memory of the last third, against the one before`,
        ours: after,
        peer: before,
        unit: "MB",
        ratio: after / before,
        target: `<= +${NOISE_MB} MB`,
        ok: after <= before + NOISE_MB,
      },
      {
        name: `${name}: longest stretch of the main thread in the extension's own code`,
        ours: longestMs,
        peer: null,
        unit: "ms",
        ratio: null,
        target: "<= 50",
        ok: longestMs <= 50,
      },
    ];
  } finally {
    for (const agent of agents) agent.close();
    await editor.stop();
    await files.remove();
  }
}
