/** What the suites in a real VS Code share: an editor on a copy of the tour, and agents. */
import { cp, mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "../../../extension/build/build.mjs";
import { packageVsix } from "../../../extension/build/package.mjs";
import { ROOT } from "../../../extension/build/setup.mjs";
import { Bridge } from "../bridge.mjs";
import { startEditor } from "../server.mjs";

export const TOOL = "get_symbol_documentation";
export const ARTIFACTS = join(ROOT, "build", "artifacts");

const WORKSPACES = fileURLToPath(new URL("../../fixtures/workspaces/", import.meta.url));

/** The VSIX to test: the one that the run has made, or one made now. */
async function vsix() {
  if (process.env.SEXTANT_VSIX) return process.env.SEXTANT_VSIX;
  await build();
  return packageVsix();
}

/** Copies of fixture workspaces that a test may change; `folders` in the order of the names. */
export async function copyWorkspaces(...names) {
  const parent = await realpath(await mkdtemp(join(tmpdir(), "sextant-suite-")));
  for (const name of names) await cp(join(WORKSPACES, name), join(parent, name), { recursive: true });
  return {
    folders: names.map((name) => join(parent, name)),
    remove: () => rm(parent, { recursive: true, force: true }),
  };
}

/** A headless editor with the VSIX and the remote control. */
export async function openEditor(workspaces, options = {}) {
  return startEditor({ workspaces, headless: true, vsix: await vsix(), ...options });
}

/** An agent that talks to `editor` through the bridge it would be started with. */
export async function openAgent(editor, workspace) {
  const [program] = await editor.bridge();
  const args = workspace ? ["--workspace", workspace] : (await editor.bridge()).slice(1);
  return Bridge.open([program, ...args], { env: editor.env });
}

/** Calls the tool: `{text, facts, isError}`. */
export async function ask(agent, args, limit_ms = 60_000) {
  const result = await agent.request("tools/call", { name: TOOL, arguments: args }, limit_ms);
  return {
    text: result.content[0].text,
    facts: result.structuredContent,
    isError: result.isError ?? false,
  };
}

/** The tool's definition, as the project has it. */
export async function definition() {
  const url = new URL(`../../../native/tools/symbols/${TOOL}.json`, import.meta.url);
  return JSON.parse(await readFile(url, "utf8"));
}

/** Asks until `is` holds of the answer; returns the last answer. */
export async function askUntil(agent, args, is, limit_ms = 5000) {
  const end = Date.now() + limit_ms;
  for (;;) {
    const answer = await ask(agent, args);
    if (is(answer) || Date.now() > end) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** 0-based line and column of the `n`th place that says `needle`. */
export function findPlace(text, needle, n = 1) {
  let at = -1;
  for (let i = 0; i < n; i++) at = text.indexOf(needle, at + 1);
  const before = text.slice(0, at).split("\n");
  return { line: before.length - 1, column: before.at(-1).length };
}
