/** Shared by the suites in a real VS Code: an editor on a copy of the tour, and agents. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "../../../extension/build/build.mjs";
import { packageVsix } from "../../../extension/build/package.mjs";
import { ROOT } from "../../../extension/build/setup.mjs";
import { readDefinitions } from "../../../native/tools/embed.mjs";
import { Bridge } from "../bridge.mjs";
import { LIMIT_MS, waitFor } from "../processes.mjs";
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

/** How long calls wait for servers: a busy machine takes longer than a person would wait. */
const PATIENCE_S = 150;

/** A headless editor with the VSIX and the remote control. */
export async function openEditor(workspaces, options = {}) {
  const settings = { "sextant.timeout": PATIENCE_S, ...options.settings };
  return startEditor({ workspaces, headless: true, vsix: await vsix(), ...options, settings });
}

/**
 * An agent that talks to `editor` through the bridge it would be started with. It gets structured
 * content, too, unless it is a `plain` one, as an agent is that asks for nothing.
 */
export async function openAgent(editor, workspace, { isPlain = false, client } = {}) {
  const [program, ...usual] = await editor.bridge();
  const args = workspace ? ["--workspace", workspace] : usual;
  return Bridge.open([program, ...args, ...(isPlain ? [] : ["--structured"])], { env: editor.env, client });
}

/** Tools that do not wait for a language server, unless they are asked to. */
const EARLY = new Set([
  "get_symbol_documentation",
  "find_definition",
  "find_references",
  "find_implementations",
  "get_call_hierarchy",
  "get_type_hierarchy",
  "get_symbols",
  "deep_dive",
]);

/** The arguments with `wait`, where the tool has it and they do not decide it. */
export function waiting(name, args) {
  return EARLY.has(name) ? { wait: true, ...args } : args;
}

/** Calls any tool, and waits for language servers: `{text, facts, isError}`. */
export async function callTool(agent, name, args, limit_ms = LIMIT_MS) {
  const result = await agent.request("tools/call", { name, arguments: waiting(name, args) }, limit_ms);
  const answer = {
    text: result.content[0].text,
    facts: result.structuredContent,
    isError: result.isError ?? false,
  };
  expectLead(name, answer);
  return answer;
}

/** Tools that only read files: an unknown answer of theirs begins so. */
const READING = /^(find_|get_(symbol|call|type|signature|diagnostics))/;

function expectLead(name, { text, facts }) {
  if (facts?.status !== "unknown" || !READING.test(name)) return;
  assert.match(text, /^Unknown(:| in part:) /, `${name}: the first line must say that it is unknown`);
}

/** Waits until a server has the outline of the file. */
export async function untilServed(agent, file_path, limit_ms = LIMIT_MS) {
  const isServed = async () => (await callTool(agent, "get_symbols", { file_path })).facts?.status === "found";
  assert.ok(await waitFor(isServed, limit_ms, 500), `no server has the symbols of ${file_path}`);
}

/** Calls the tool: `{text, facts, isError}`. */
export function ask(agent, args, limit_ms) {
  return callTool(agent, TOOL, args, limit_ms);
}

/**
 * Actions of the suites that change files, in `folder` of `editor`: calls that must succeed or be
 * refused, files, buffers, and pictures of everything to compare.
 */
export class Bench {
  constructor(editor, agent, folder) {
    Object.assign(this, { editor, agent, folder });
  }

  at(name) {
    return join(this.folder, name);
  }

  /** Writes a file of the folder; a string as UTF-8. Returns its name. */
  async put(name, bytes) {
    await mkdir(dirname(this.at(name)), { recursive: true });
    await writeFile(this.at(name), bytes);
    return name;
  }

  onDisk(name, encoding = "utf8") {
    return readFile(this.at(name), encoding);
  }

  inBuffer(name) {
    return this.editor.control.call("text", { path: this.at(name) });
  }

  isDirty(name) {
    return this.editor.control.evaluate(
      ({ vscode, args }) => vscode.workspace.textDocuments.some((one) => one.uri.fsPath === args && one.isDirty),
      this.at(name),
    );
  }

  /** Edits of a person in the buffer: `[startLine, startColumn, endLine, endColumn, text]`s, 0-based. */
  type(name, ...edits) {
    const toEdit = ([line, character, endLine, endCharacter, text]) => ({
      range: { start: { line, character }, end: { line: endLine, character: endCharacter } },
      text,
    });
    return this.editor.control.call("edit", { path: this.at(name), edits: edits.map(toEdit) });
  }

  /** A call that must succeed. */
  async ok(tool, args, limit_ms) {
    const answer = await callTool(this.agent, tool, args, limit_ms);
    assert.equal(answer.isError, false, `${tool} ${JSON.stringify(args).slice(0, 300)}: ${answer.text}`);
    return answer;
  }

  /** A call that must be refused, saying `says`, and must leave everything as it was. */
  async refused(tool, args, says, limit_ms) {
    const before = await this.everything();
    const answer = await callTool(this.agent, tool, args, limit_ms);
    const call = `${tool} ${JSON.stringify(args).slice(0, 300)}: ${answer.text}`;
    assert.equal(answer.isError, true, call);
    assert.match(answer.text, says, call);
    await this.unchangedSince(before, call);
    return answer;
  }

  /** Fails where something differs from what `everything` returned before, and goes on to. */
  async unchangedSince(before, what = "") {
    let traces;
    const isUnchanged = async () => {
      const now = await this.everything();
      const names = [...new Set([...Object.keys(before), ...Object.keys(now)])];
      traces = names.filter((name) => before[name] !== now[name]).map((name) => [name, before[name], now[name]]);
      return traces.length === 0;
    };
    // The editor opens and closes some tabs a while later.
    await waitFor(isUnchanged, LIMIT_MS);
    assert.deepEqual(traces, [], `${what}\nleft a trace`);
  }

  /** Texts by what they are of: every file and folder, unsaved buffers there, and the other tabs. */
  async everything() {
    const all = {};
    const entries = await readdir(this.folder, { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      const path = join(entry.parentPath, entry.name);
      all[path] = entry.isFile() ? await readFile(path, "latin1") : "no file";
    }
    const buffers = await this.editor.control.evaluate(
      ({ vscode, args }) => ({
        unsaved: vscode.workspace.textDocuments
          .filter((one) => one.isDirty && one.uri.fsPath.startsWith(args))
          .map((one) => [`unsaved ${one.uri}`, one.getText()]),
        // The editor itself shows what is unsaved, some time later.
        tabs: vscode.window.tabGroups.all
          .flatMap((group) => group.tabs)
          .filter((tab) => !tab.isDirty)
          .map((tab) => tab.label),
      }),
      this.folder,
    );
    return { ...all, ...Object.fromEntries(buffers.unsaved), tabs: buffers.tabs.join("\n") };
  }
}

/** Runs a program to its end: `{code, output}`. */
export function run(program, args, options) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: "utf8", ...options });
  if (error) throw error;
  return { code: status, output: stdout + stderr };
}

/** The tool's definition, as the project has it. */
export function definition() {
  return readDefinitions().find(({ name }) => name === TOOL);
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

/** "line 1\n" to "line 9\n", say. */
export const numbered = (from, to, word = "line") =>
  Array.from({ length: to - from + 1 }, (_, i) => `${word} ${from + i}\n`).join("");

/* Edits of edit_buffer: one line for another, and lines before a line. */
export const line = (n, text) => ({ line_start: n, line_end: n, new_text: text });
export const insert = (n, text) => ({ line_start: n, line_end: n - 1, new_text: text });
