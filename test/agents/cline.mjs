/**
 * Runs Cline's agent once, as its own program and with nothing of the user's: a home folder of its
 * own, a scripted model, and Sextant's bridge as the one MCP server.
 */
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installCline } from "../vscode/install.mjs";
import { cleanUp, guard, markEnv, newMark } from "../vscode/processes.mjs";

const RUN_LIMIT_S = 90;
const PROVIDER = "openai-compatible";

/**
 * @param {object} options
 * @param {string} options.model base address of the model
 * @param {string[]} options.bridge command line of the MCP server, known to the agent as `sextant`
 * @param {string} options.cwd folder that the agent works in
 * @param {string} options.prompt
 * @param {object} [options.env] for the agent, and by it for the bridge
 * @returns {Promise<{output: string, code: number | null}>} what it printed: JSON, an event a line
 */
export async function runCline({ model, bridge, cwd, prompt, env = {} }) {
  const mark = newMark("SEXTANT_AGENT");
  const home = await realpath(await mkdtemp(join(tmpdir(), "sx-cline-")));
  const unguard = guard({ mark, folders: [home] });
  try {
    const data = join(home, "data");
    await mkdir(data);
    const cline = await makeCline({ home, data, cwd, env: { ...env, ...markEnv(mark) } });
    const account = ["-p", PROVIDER, "-k", "x", "-m", "scripted", "-b", model];
    await cline(["auth", ...account, "--data-dir", data]);
    await cline(["mcp", "add", "sextant", "--yes", "--", ...bridge]);
    const how = ["-P", PROVIDER, "-m", "scripted", "-k", "x", "--data-dir", data];
    return await cline([...how, "--json", "-t", String(RUN_LIMIT_S), prompt], { mayFail: true });
  } finally {
    // The agent leaves a process running, which would wait for the next run.
    await cleanUp({ mark, folders: [home] });
    unguard();
  }
}

/** A function that runs one command of Cline's program to its end. */
async function makeCline({ home, data, cwd, env }) {
  const program = await installCline();
  const tmp = join(home, "tmp");
  await mkdir(tmp);
  const settings = join(home, "settings.json");
  await writeFile(settings, JSON.stringify({ telemetryOptOut: true, autoUpdateEnabled: false }));
  const own = {
    HOME: home,
    TMPDIR: tmp,
    CLINE_DATA_DIR: data,
    CLINE_GLOBAL_SETTINGS_PATH: settings,
  };
  const all = { ...process.env, ...own, NO_COLOR: "1", ...env };
  return (args, { mayFail = false } = {}) =>
    new Promise((done, fail) => {
      const child = spawn(program, args, { cwd, env: all, stdio: ["ignore", "pipe", "pipe"] });
      let output = "";
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding("utf8").on("data", (text) => (output += text));
      }
      child.on("error", fail);
      // "exit", not "close": what the agent leaves running may hold the pipes open.
      child.on("exit", (code) => {
        if (code === 0 || mayFail) done({ output, code });
        else fail(new Error(`'cline ${args.join(" ")}' ended with ${code}:\n${output}`));
      });
    });
}
