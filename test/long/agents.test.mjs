/**
 * Real agents read the configurations that *Connect an Agent…* writes: what their own commands list. They start the
 * bridge and list its tools where they do that; none has an account.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { afterEach, before, beforeEach, test } from "node:test";

import { connect, load, makeHome } from "../connect/kit.mjs";
import { installAgent } from "../vscode/install.mjs";

const { CLIENTS } = await load("clients");
const parts = { plan: await load("plan"), files: await load("files") };
const LIMIT_MS = 600_000;
const RUN_LIMIT_MS = 180_000;

/** Command lines by name; installed while HOME is still that of the run. */
const programs = {};
before(
  async () => {
    for (const name of ["claude", "codex", "opencode", "copilot", "gemini", "cline"])
      programs[name] = await installAgent(name);
  },
  { timeout: 2 * LIMIT_MS },
);

let home;
beforeEach(async () => void (home = await makeHome()));
afterEach(() => home.remove());

/** Runs an agent's command; returns its output without colours. */
function run([program, ...args], env = {}) {
  const own = { PATH: process.env.PATH, HOME: home.home, NO_COLOR: "1", TERM: "dumb", ...env };
  const options = { cwd: home.folder, env: own, encoding: "utf8", timeout: RUN_LIMIT_MS };
  const { stdout, stderr, error } = spawnSync(program, args, options);
  if (error) throw error;
  return (stdout + stderr).replace(/\u001b\[[0-9;]*m/g, "");
}

const connectIn = (name, scope) =>
  connect(
    parts,
    CLIENTS.find((one) => one.name === name),
    scope,
    home,
  );

/** A client, its program, the scope, how it lists its servers, and what it then says. */
for (const [name, program, scope, args, says, prepare, env] of [
  ["Claude Code", "claude", "user", ["mcp", "list"], /^sextant: .*sextant-mcp.* ✔ Connected/m],
  ["Claude Code", "claude", "project", ["mcp", "list"], /^sextant: .*sextant-mcp.* Pending approval/m],
  ["Codex", "codex", "user", ["mcp", "list"], /^sextant +\S+sextant-mcp .* enabled /m],
  ["Codex", "codex", "project", ["mcp", "list"], /^sextant +\S+sextant-mcp .* enabled /m, trustInCodex],
  ["opencode", "opencode", "user", ["mcp", "list"], /sextant .*connected/],
  ["opencode", "opencode", "project", ["mcp", "list"], /sextant .*connected/],
  [
    "Copilot CLI",
    "copilot",
    "user",
    ["mcp", "get", "sextant"],
    /Status: Enabled[^]*Command: \S+sextant-mcp[^]*Source: User/,
  ],
  ["Copilot CLI", "copilot", "project", ["mcp", "list"], /Workspace servers:\s+sextant/, trustInCopilot],
  ["Gemini CLI", "gemini", "user", ["mcp", "list"], /sextant: .*sextant-mcp .* Connected/, undefined, "trusted"],
  ["Gemini CLI", "gemini", "project", ["mcp", "list"], /sextant: .*sextant-mcp .* Connected/, undefined, "trusted"],
  ["Cline", "cline", "user", ["config", "mcp"], /cline_mcp_settings\.json\):\s+sextant \[stdio\]/],
])
  test(`${name} lists the server of the ${scope}`, { timeout: LIMIT_MS }, async () => {
    await prepare?.();
    await connectIn(name, scope);
    const trusted = env ? { GEMINI_CLI_TRUST_WORKSPACE: "true" } : {};
    assert.match(run([...programs[program], ...args], trusted), says);
  });

function trustInCodex() {
  return home.put("~/.codex/config.toml", `[projects."${home.folder}"]\ntrust_level = "trusted" # mine\n`);
}
function trustInCopilot() {
  return home.put("~/.copilot/config.json", JSON.stringify({ trustedFolders: [home.folder] }));
}

test("none is left after it was disconnected", { timeout: LIMIT_MS }, async () => {
  const { target } = await connectIn("Codex", "user");
  await parts.files.writeAll(await parts.plan.disconnectChanges(target, async () => undefined));
  assert.match(run([...programs.codex, "mcp", "list"]), /No MCP servers configured/);
});
