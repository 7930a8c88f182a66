/**
 * The price of watching agents: 10,000 calls within a minute of a cheap tool, in a real VS Code with the Activity view
 * open, and with it hidden. Both main threads are measured: the extension host's, and the window's, which draws the view.
 */
import { runFromPalette } from "../vscode/page.mjs";
import { copyWorkspaces, openAgent, openEditor } from "../vscode/suites/support.mjs";
import { profile } from "./profile.mjs";

const CALLS = 10_000;
const MINUTE_MS = 60_000;
/** The calls are made in so many parts, with the view open and hidden by turns. */
const PARTS = 2;
const MAX_MS = 1;

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** So many calls, evenly over the time. */
async function flood(agent, count) {
  const calls = [];
  const started = performance.now();
  for (let i = 0; i < count; i++) {
    const due = started + (i * MINUTE_MS) / CALLS;
    if (performance.now() < due) await pause(due - performance.now());
    calls.push(agent.request("tools/call", { name: "get_buffer_info", arguments: { file_path: "src/models.ts" } }));
  }
  await Promise.all(calls);
}

/** Time of the processor that the extension host's main thread has taken, in ms. */
const hostTime = (editor) =>
  editor.control.evaluate(() => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  });

/** Milliseconds a call of both threads, and of the extension's own code. */
async function measure(editor, agent, drawn, count) {
  const windowTime = async () => {
    const { metrics } = await drawn.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration").value * 1000;
  };
  const before = [await hostTime(editor), await windowTime()];
  await flood(agent, count);
  const after = [await hostTime(editor), await windowTime()];
  return { host: (after[0] - before[0]) / count, window: (after[1] - before[1]) / count };
}

async function measureAll(editor, agent) {
  const drawn = await editor.page.context().newCDPSession(editor.page);
  // The thread's own time: others use the processors, too.
  await drawn.send("Performance.enable", { timeDomain: "threadTicks" });
  const times = { open: [], hidden: [] };
  await measure(editor, agent, drawn, CALLS / 20);
  for (let i = 0; i < 2 * PARTS; i++) {
    const kind = i % 2 ? "hidden" : "open";
    await runFromPalette(editor.page, kind === "open" ? "Sextant: Focus on Activity View" : "View: Show Explorer");
    times[kind].push(await measure(editor, agent, drawn, CALLS / PARTS));
  }
  await runFromPalette(editor.page, "Sextant: Focus on Activity View");
  await profile(editor, true);
  await flood(agent, CALLS / PARTS);
  const own = (await profile(editor, false)).totalMs / (CALLS / PARTS);
  const mean = (kind, key) => times[kind].reduce((sum, one) => sum + one[key], 0) / PARTS;
  return { mean, own };
}

export async function rows() {
  const files = await copyWorkspaces("tour");
  const editor = await openEditor(files.folders);
  try {
    const agent = await openAgent(editor);
    const { mean, own } = await measureAll(editor, agent);
    agent.close();
    const row = (name, ours, peer) => {
      const ratio = peer ? ours / peer : null;
      return { name, ours, peer, unit: "ms", ratio, target: `<= ${MAX_MS} ms`, ok: ours <= MAX_MS };
    };
    return [
      row("call with Activity open, extension host; peer: view hidden", mean("open", "host"), mean("hidden", "host")),
      row("call with Activity open, own code with what it calls", own),
      row("call with Activity open, window; peer: view hidden", mean("open", "window"), mean("hidden", "window")),
      row("call, more of both with Activity open than hidden", more(mean)),
    ];
  } finally {
    await editor.stop();
    await files.remove();
  }
}

const more = (mean) => ["host", "window"].reduce((sum, key) => sum + mean("open", key) - mean("hidden", key), 0);
