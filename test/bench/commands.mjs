/**
 * Commands of agents in a real VS Code: a short one against Node's own, and one that prints much against a pipe that
 * throws it away.
 */
import { ask, callTool, copyWorkspaces, openAgent, openEditor } from "../vscode/suites/support.mjs";
import { profile } from "./profile.mjs";

const SHORT_RUNS = 60;
const LONG_RUNS = 7;
const LINE = "0123456789 and some more of what programs print in a line, so that it is not so short";
/** 100 MB in lines. */
const LONG = `yes '${LINE}' | head -c 100000000`;
const SETTINGS = {
  "sextant.toolsets": ["symbols", "run"],
  "sextant.approval": { run: "always" },
  "sextant.run.sandbox": "never",
};

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

async function timed(run) {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

/** The time that Node takes in the same extension host, measured there. */
const runInHost = (editor, program, args) =>
  editor.control.evaluate(
    ({ args: [program, args] }) => {
      const { execFile } = process.getBuiltinModule("node:child_process");
      const started = performance.now();
      return new Promise((done) => execFile(program, args, () => done(performance.now() - started)));
    },
    [program, args],
  );

async function measureShort(editor, agent) {
  const ours = [];
  const peers = [];
  for (let i = 0; i < SHORT_RUNS; i++) {
    ours.push(await timed(() => callTool(agent, "bash", { command: "true" })));
    peers.push(await runInHost(editor, "true", []));
  }
  return { ours: median(ours), peer: median(peers) };
}

async function measureLong(editor, agent) {
  const ours = [];
  const peers = [];
  const memory = async () => (await editor.control.call("memory")).rss;
  const before = await memory();
  let most = before;
  for (let i = 0; i < LONG_RUNS; i++) {
    ours.push(await timed(() => callTool(agent, "bash", { command: LONG })));
    most = Math.max(most, await memory());
    peers.push(await runInHost(editor, "/bin/sh", ["-c", `sh -c "${LONG}" | cat >/dev/null`]));
  }
  await profile(editor, true);
  await callTool(agent, "bash", { command: LONG });
  const { longestMs } = await profile(editor, false);
  return { ours: median(ours), peer: median(peers), grown: (most - before) / 2 ** 20, longestMs };
}

export async function rows() {
  const files = await copyWorkspaces("tour");
  const editor = await openEditor(files.folders, { settings: SETTINGS });
  let agent;
  try {
    agent = await openAgent(editor);
    await ask(agent, { symbol_name: "Order", file_path: "src/models.ts" });
    await measureShort(editor, agent);
    const short = await measureShort(editor, agent);
    const long = await measureLong(editor, agent);
    const row = (name, { ours, peer }, target) => {
      const ratio = ours / peer;
      return { name, ours, peer, unit: "ms", ratio, target: `<= ${target}x`, ok: ratio <= target };
    };
    const alone = (name, ours, unit, target) => ({ name, ours, unit, target: `<= ${target}`, ok: ours <= target });
    return [
      row("bash: true over MCP; execFile in the extension host, p50", short, 1.2),
      row("bash: a command that prints 100 MB; sh -c piped to cat, p50", long, 1.3),
      alone("bash: resident memory more than before, of 100 MB seven times", long.grown, "MB", 8),
      alone("bash: longest stretch on the main thread meanwhile", long.longestMs, "ms", 10),
    ];
  } finally {
    agent?.close();
    await editor.stop();
    await files.remove();
  }
}
