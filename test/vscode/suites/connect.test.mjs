/** *Connect an Agent…*, by keyboard in a real browser. Keeps pictures of what a person sees. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, afterEach, before, test } from "node:test";

import { notifications, quickInputRows, runFromPalette, screenshot, typeIntoQuickInput } from "../page.mjs";
import { LIMIT_MS, waitFor } from "../processes.mjs";
import { ARTIFACTS, copyWorkspaces, openEditor } from "./support.mjs";

const COMMAND = "Sextant: Connect an Agent";
const CODEX = '# mine\nmodel = "gpt-5" # which\n\n[mcp_servers.docs]\ncommand = "npx"\n';

let files, editor, page, tour, home;

before(async () => {
  files = await copyWorkspaces("tour");
  [tour] = files.folders;
  home = await mkdtemp(join(tmpdir(), "sextant-home-"));
  await mkdir(join(home, ".claude"));
  await put("~/.codex/config.toml", CODEX);
  await put("~/.gemini/settings.json", '{\n  "theme": "dark"\n  "other": 1\n}\n');
  editor = await openEditor(files.folders, {
    env: { HOME: home },
    settings: { "workbench.colorTheme": "Default Dark Modern", "files.autoSave": "off" },
  });
  page = editor.page;
});

after(async () => {
  await editor?.stop();
  await files?.remove();
  if (home) await rm(home, { recursive: true, force: true });
});

afterEach(async () => {
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await editor.control.executeCommand("notifications.clearAll");
  await editor.control.call("closeAll");
});

const at = (name) => name.replace(/^~/, home).replace(/^\./, `${tour}/.`);
const read = (name) => readFile(at(name), "utf8");
const picture = (name) => screenshot(page, join(ARTIFACTS, "screenshots", `connect-${name}.png`));

async function put(name, text) {
  await mkdir(dirname(at(name)), { recursive: true });
  await writeFile(at(name), text);
}

/** Waits for a row of the open list that says `text`. */
async function row(text) {
  const look = async () => (await quickInputRows(page)).find((one) => one.replace(/\s+/g, " ").includes(text));
  const found = await waitFor(look, LIMIT_MS);
  assert.ok(found, `${text} is not in\n${await quickInputRows(page).catch(() => "no list")}`);
  return found.replace(/\s+/g, " ");
}

/** Chooses the row by typing it. */
async function choose(text) {
  await row(text);
  await typeIntoQuickInput(page, text);
  await waitFor(async () => (await quickInputRows(page))[0]?.replace(/\s+/g, " ").includes(text), LIMIT_MS);
  await page.keyboard.press("Enter");
}

async function message(text) {
  const look = async () => (await notifications(page)).find((one) => one.includes(text));
  const found = await waitFor(look, LIMIT_MS);
  assert.ok(found, `${text} is not in\n${(await notifications(page)).join("\n")}`);
  return found;
}

test("a client is connected for the project, checked, listed as connected, and disconnected without a trace", async () => {
  await runFromPalette(page, COMMAND);
  assert.match(await row("Copilot in"), /Needs no configuration/);
  assert.match(await row("Claude Code"), /Not connected/);
  await picture("1-list");
  await choose("Claude Code");
  await row("Connect for all projects");
  await picture("2-scope");
  await choose("Connect for this project");
  await row("Write the change");
  await waitFor(
    async () => (await page.locator(".multiDiffEntry, .multi-diff-editor, .monaco-diff-editor").count()) > 0,
    LIMIT_MS,
  );
  assert.ok(!existsSync(at("./.mcp.json")), "nothing is written before it is confirmed");
  await picture("3-diff");
  await page.keyboard.press("Enter");
  assert.match(await message("Claude Code is connected"), /listed \d\d tools of this window\. Start it again/);
  await picture("4-connected");
  const entry = JSON.parse(await read("./.mcp.json")).mcpServers.sextant;
  assert.match(entry.command, /\/bin\/sextant-mcp$/);
  const { allow } = JSON.parse(await read("./.claude/settings.json")).permissions;
  assert.match(await read("./.claude/skills/sextant-call-paths/SKILL.md"), /get_call_hierarchy/);
  assert.ok(allow.includes("mcp__sextant__find_references") && !allow.includes("mcp__sextant__edit_buffer"));
  await runFromPalette(page, COMMAND);
  assert.match(await row("Claude Code"), /Connected for this project/);
  await picture("5-listed");
  await choose("Claude Code");
  await choose("Disconnect for this project");
  await row("Write the change");
  await page.keyboard.press("Enter");
  await message("Claude Code is disconnected");
  assert.ok(!existsSync(at("./.mcp.json")) && !existsSync(at("./.claude")));
});

test("TOML keeps its comments; Undo in the message writes the old file", async () => {
  await runFromPalette(page, COMMAND);
  await choose("Codex");
  await choose("Connect for all projects");
  await row("Write the change");
  await picture("6-toml");
  await page.keyboard.press("Enter");
  await message("Codex is connected");
  const text = await read("~/.codex/config.toml");
  assert.ok(text.startsWith(`${CODEX}\n[mcp_servers.sextant]\n`), text);
  await page.locator(".notification-list-item", { hasText: "Codex is connected" }).getByText("Undo").click();
  assert.ok(await waitFor(async () => (await read("~/.codex/config.toml")) === CODEX, LIMIT_MS));
});

test("Escape leaves everything as it is", async () => {
  await runFromPalette(page, COMMAND);
  await choose("Codex");
  await choose("Connect for all projects");
  await row("Write the change");
  await page.keyboard.press("Escape");
  await waitFor(async () => (await page.locator(".quick-input-widget:visible").count()) === 0, LIMIT_MS);
  assert.equal(await read("~/.codex/config.toml"), CODEX);
});

test("a file that is not valid is listed with its mistake and can be opened", async () => {
  await runFromPalette(page, COMMAND);
  assert.match(await row("Gemini CLI"), /The configuration for all projects cannot be read/);
  await choose("Gemini CLI");
  assert.match(await row("Open the file"), /line 3: Comma expected/);
  await picture("7-broken");
  await choose("Open the file");
  const active = () => editor.control.evaluate(({ vscode }) => vscode.window.activeTextEditor?.document.uri.fsPath);
  assert.ok(await waitFor(async () => (await active()) === at("~/.gemini/settings.json"), LIMIT_MS));
});

test("a read-only file and one with unsaved edits are refused, with what to do", async () => {
  const path = at("~/.codex/config.toml");
  await chmod(path, 0o444);
  const connect = async () => {
    await runFromPalette(page, COMMAND);
    await choose("Codex");
    await choose("Connect for all projects");
    await row("Write the change");
    await page.keyboard.press("Enter");
  };
  await connect();
  await message("is read-only. Make it writable, then try again.");
  await chmod(path, 0o644);
  await editor.control.executeCommand("notifications.clearAll");
  await editor.control.call("edit", {
    path,
    edits: [{ range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, text: "# x\n" }],
  });
  await connect();
  await message("has unsaved edits. Save or revert it, then try again.");
  await picture("8-refused");
  await editor.control.call("revert", { path });
  assert.equal(await read("~/.codex/config.toml"), CODEX);
});

test("an outdated path is shown as such and renewed", async () => {
  const entry = { command: "/old/sextant-mcp", args: ["--toolsets", "symbols"], tools: ["*"] };
  await put("~/.copilot/mcp-config.json", JSON.stringify({ mcpServers: { sextant: entry } }));
  await runFromPalette(page, COMMAND);
  assert.match(await row("Copilot CLI"), /Configured with an outdated path for all projects/);
  await choose("Copilot CLI");
  await picture("13-outdated");
  await choose("Renew the path for all projects");
  await row("Write the change");
  await page.keyboard.press("Enter");
  await message("Copilot CLI is connected");
  const { sextant } = JSON.parse(await read("~/.copilot/mcp-config.json")).mcpServers;
  assert.deepEqual(sextant.args, entry.args);
  assert.notEqual(sextant.command, entry.command);
});

test("another server with the name stays until a person replaces it, and comes back with Disconnect", async () => {
  const text = '{\n  "mcpServers": {\n    "sextant": { "command": "npx", "args": ["-y", "stars"] } // theirs\n  }\n}\n';
  await put("~/.cursor/mcp.json", text);
  await runFromPalette(page, COMMAND);
  assert.match(await row("Cursor"), /Another server is named 'sextant' for all projects/);
  await picture("10-taken-list");
  await choose("Cursor");
  assert.match(await row("Replace the other server for all projects"), /npx -y stars/);
  await picture("11-taken-actions");
  await choose("Replace the other server for all projects");
  await row("Cancel");
  assert.match((await quickInputRows(page))[0], /Cancel/, "replacing is not the first choice");
  await picture("12-taken-question");
  await page.keyboard.press("Enter");
  await waitFor(async () => (await page.locator(".quick-input-widget:visible").count()) === 0, LIMIT_MS);
  assert.equal(await read("~/.cursor/mcp.json"), text);
  await runFromPalette(page, COMMAND);
  await choose("Cursor");
  await choose("Replace the other server for all projects");
  await row("Cancel");
  await choose("Replace the other server");
  await message("Cursor is connected");
  assert.match(await read("~/.cursor/mcp.json"), /"command":\s*"[^"]*\/bin\/sextant-mcp"/);
  await editor.control.executeCommand("notifications.clearAll");
  await runFromPalette(page, COMMAND);
  await choose("Cursor");
  await choose("Disconnect for all projects");
  await row("Write the change");
  await page.keyboard.press("Enter");
  await message("Cursor is disconnected");
  assert.equal(await read("~/.cursor/mcp.json"), text);
});

for (const [theme, name] of [
  ["Default Light Modern", "light"],
  ["Default High Contrast", "contrast"],
])
  test(`${name}, and narrow`, async () => {
    await editor.control.call("updateSetting", { name: "workbench.colorTheme", value: theme });
    await page.setViewportSize({ width: 640, height: 800 });
    await runFromPalette(page, COMMAND);
    await row("Claude Code");
    await picture(`9-${name}-list`);
    await choose("opencode");
    await choose("Connect for this project");
    await row("Write the change");
    await picture(`9-${name}-diff`);
    await page.setViewportSize({ width: 1440, height: 900 });
  });
