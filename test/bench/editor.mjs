/**
 * The cost of Sextant in a real VS Code: its activation, memory, time on the main thread, and how
 * much later than the editor's own providers its answer comes.
 */
import { activationTimes } from "../vscode/page.mjs";
import { startEditor } from "../vscode/server.mjs";
import { ask, copyWorkspaces, openAgent, openEditor, TOOL } from "../vscode/suites/support.mjs";
import { profile } from "./profile.mjs";

const RUNS = 10;
const WARM_CALLS = 100;
const SYMBOLS = ["Order", "Item", "Receipt", "OrderStatus", "Priced"];

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Resident memory of the extension host, once it has settled. */
async function memory(editor) {
  await pause(2000);
  const readings = [];
  for (let i = 0; i < RUNS; i++) {
    readings.push((await editor.control.call("memory")).rss);
    await pause(100);
  }
  return median(readings) / 2 ** 20;
}

/** The editor's own way to the same facts, in its extension host: milliseconds a round. */
function rawRounds(editor, path, rounds) {
  return editor.control.evaluate(
    async ({ vscode, args: { path, rounds } }) => {
      const uri = vscode.Uri.file(path);
      const times = [];
      for (let i = 0; i < rounds; i++) {
        const started = performance.now();
        await vscode.workspace.openTextDocument(uri);
        const outline = await vscode.commands.executeCommand("vscode.executeDocumentSymbolProvider", uri);
        const at = outline[i % outline.length].selectionRange.start;
        await vscode.commands.executeCommand("vscode.executeHoverProvider", uri, at);
        times.push(performance.now() - started);
      }
      return times;
    },
    { path, rounds },
  );
}

let asked = 0;

/** The same through the tool, from an agent; each question is a new one, so none is cached. */
async function ourRounds(editor, agent, rounds) {
  const times = [];
  for (let i = 0; i < rounds; i++) {
    const started = performance.now();
    await ask(agent, {
      symbol_name: SYMBOLS[i % SYMBOLS.length],
      file_path: "src/models.ts",
      max_tokens: 3000 + asked++,
    });
    times.push(performance.now() - started);
  }
  return times;
}

/** The main thread's time for a call in the extension's own code. */
async function mainThreadTime(editor, agent) {
  await profile(editor, true);
  await ourRounds(editor, agent, WARM_CALLS);
  return (await profile(editor, false)).totalMs / WARM_CALLS;
}

async function withEditor(work, options = {}) {
  const files = await copyWorkspaces("tour");
  const editor = options.isBare
    ? await startEditor({ workspaces: files.folders, headless: true })
    : await openEditor(files.folders);
  try {
    return await work(editor, files.folders[0]);
  } finally {
    await editor.stop();
    await files.remove();
  }
}

export async function rows() {
  const bare = await withEditor(
    async (editor, tour) => {
      const idle = await memory(editor);
      await rawRounds(editor, `${tour}/src/models.ts`, 2 * WARM_CALLS);
      return { idle, served: await memory(editor) };
    },
    { isBare: true },
  );
  return withEditor(async (editor, tour) => {
    const idleMemory = await memory(editor);
    const agent = await openAgent(editor);
    await ask(agent, { symbol_name: "Order", file_path: "src/models.ts" });
    const path = `${tour}/src/models.ts`;
    await rawRounds(editor, path, RUNS);
    await ourRounds(editor, agent, RUNS);
    const raw = [],
      ours = [];
    for (let i = 0; i < 4; i++) {
      raw.push(await rawRounds(editor, path, WARM_CALLS / 4));
      ours.push(await ourRounds(editor, agent, WARM_CALLS / 4));
    }
    const servedMemory = await memory(editor);
    const mainThread = await mainThreadTime(editor, agent);
    const all = (list) => list.flat();
    const later = median(all(ours)) - median(all(raw));
    await editor.control.invokeTool(TOOL, { symbol_name: "Order" });
    agent.close();
    const activation = (await activationTimes(editor.page))["Sextant"];
    const row = (name, value, peer, unit, target) => ({
      name,
      ours: value,
      peer,
      unit,
      ratio: peer ? value / peer : null,
      target: `<= ${target}`,
      ok: value <= target,
    });
    return [
      row("activation in VS Code", activation, null, "ms", 50),
      row("resident memory added, no agent yet", idleMemory - bare.idle, null, "MB", 40),
      row(
        "resident memory added, after calls of an agent and of the providers",
        servedMemory - bare.served,
        null,
        "MB",
        40,
      ),
      row("main-thread time a call in the extension's own code (profile)", mainThread, null, "ms", 1),
      {
        name: "first answer to an agent, p50, against the providers alone",
        ours: median(all(ours)),
        peer: median(all(raw)),
        unit: "ms",
        ratio: median(all(ours)) / median(all(raw)),
        target: "<= +50 ms",
        ok: later <= 50,
      },
    ];
  });
}
