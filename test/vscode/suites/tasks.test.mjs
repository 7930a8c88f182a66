/** The view of agents' tasks, driven in a real browser: what people tick there, and what outlives a reload. Notes with git's state. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { appendFile, readFile, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";

import { openEditor as openEngine } from "../../engine/fake-editor.mjs";
import { screenshot } from "../page.mjs";
import { LIMIT_MS, waitFor } from "../processes.mjs";
import { ARTIFACTS, callTool, copyWorkspaces, openAgent, openEditor } from "./support.mjs";

const client = "Planner";
let files, editor, page, agent;

const git = (...args) =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: files.folders[0] });

before(async () => {
  files = await copyWorkspaces("tour");
  git("init", "-q", "-b", "topic");
  git("add", ".");
  git("commit", "-q", "-m", "all");
  editor = await openEditor(files.folders, { settings: { "git.enabled": true } });
  page = editor.page;
});

after(async () => {
  agent?.close();
  await editor?.stop();
  await files?.remove();
});

const setting = (value) => editor.control.call("updateSetting", { name: "sextant.toolsets", value });
const view = () => page.locator(".sidebar .pane").filter({ has: page.locator(".pane-header", { hasText: "Tasks" }) });
const row = (text) => view().locator(".monaco-list-row").filter({ hasText: text }).first();
const box = (text) => row(text).locator(".monaco-custom-toggle");
const isTicked = (text) => box(text).getAttribute("aria-checked");
const picture = (name) => screenshot(page, join(ARTIFACTS, "screenshots", `tasks-${name}.png`));
/** Unlike a click on its icon it never closes it. */
const openSideBar = () => editor.control.executeCommand("workbench.view.extension.sextant");
const says = async (name, args, text) => assert.equal((await callTool(agent, name, args)).text, text);

async function shows(text, ticked) {
  const is = async () => (await row(text).count()) > 0 && (!ticked || (await isTicked(text)) === ticked);
  assert.ok(await waitFor(is, LIMIT_MS), `${text} ${ticked}: ${await view().innerText()}`);
}

test("the view is there while the toolset is on", async () => {
  await openSideBar();
  await page.locator(".sidebar").getByText("No agent has called a tool").waitFor({ timeout: LIMIT_MS });
  assert.equal(await view().count(), 0);
  await setting(["symbols", "tasks"]);
  await view().getByText("No agent has prepared tasks in this workspace yet.").waitFor({ timeout: LIMIT_MS });
});

test("an agent's tasks appear with the progress", async () => {
  agent = await openAgent(editor, undefined, { client });
  await says(
    "prepare_tasks",
    { titles: ["Read the code", "Write a test", "Fix it"] },
    "3 tasks, 0 done\n[ ] 1 Read the code\n[ ] 2 Write a test\n[ ] 3 Fix it",
  );
  await shows("Planner");
  await shows("Fix it", "false");
  await says("update_task", { taskId: 1, updates: { completed: true } }, "3 tasks, 1 done\n[x] 1 Read the code");
  await shows("Read the code", "true");
  await shows(/Planner.*1 of 3/s);
});

test("the agent learns what a person ticks", async () => {
  await box("Write a test").click();
  await shows(/Planner.*2 of 3/s);
  await shows("Write a test", "true");
  await picture("1-ticked");
  const text = "3 tasks, 2 done\n[x] 1 Read the code\n[x] 2 Write a test (changed by a person)\n[ ] 3 Fix it";
  await says("get_tasks", {}, text);
  await says("get_tasks", {}, text.replace(" (changed by a person)", ""));
});

test("all of it outlives a reload", async () => {
  agent.close();
  await editor.control.reload();
  await openSideBar();
  await shows(/Planner.*2 of 3/s);
  await shows("Write a test", "true");
  await shows("Fix it", "false");
  agent = await openAgent(editor, undefined, { client });
  await says("get_tasks", {}, "3 tasks, 2 done\n[x] 1 Read the code\n[x] 2 Write a test\n[ ] 3 Fix it");
});

test("a checkpoint has what the editor's git extension has", async () => {
  const [folder] = files.folders;
  await setting(["tasks", "memory"]);
  await appendFile(join(folder, "src", "models.ts"), "\n");
  const commit = git("rev-parse", "HEAD").toString().trim();
  const isSeen = async () => {
    await callTool(agent, "checkpoint", { description: "The models end with a line." });
    const { facts } = await callTool(agent, "recall", { max_results: 1 });
    const [{ branch, commit: seen, files: changed, symbols, client: by }] = facts.checkpoints;
    const is = branch === "topic" && seen === commit && changed.includes("src/models.ts");
    return is && symbols.includes("Order") && by === client;
  };
  assert.ok(await waitFor(isSeen, LIMIT_MS, 1000), (await callTool(agent, "recall", {})).text);
});

test("it has the files that changed just before", async () => {
  for (let i = 0; i < 5; i++) {
    await writeFile(join(files.folders[0], `just-${i}.txt`), "new\n");
    /* Where git takes too long, as on a busy machine, the answer has a note. */
    const isSure = async () => {
      const { text } = await callTool(agent, "checkpoint", { description: `The file ${i} is new.` });
      return !text.includes("git did not look at the files in time");
    };
    assert.ok(await waitFor(isSure, LIMIT_MS, 1000));
    const { facts } = await callTool(agent, "recall", { max_results: 1 });
    assert.ok(facts.checkpoints[0].files.includes(`just-${i}.txt`), facts.checkpoints[0].files.join());
  }
});

test("notes are files where the setting wants it", async () => {
  const [folder] = files.folders;
  const location = (value) => editor.control.call("updateSetting", { name: "sextant.memory.location", value });
  await location("workspace");
  const { facts } = await callTool(agent, "checkpoint", { description: "Kept as a file." });
  const text = await readFile(join(folder, ".sextant", "memory", `${facts.id}.md`), "utf8");
  assert.match(text, /\nKept as a file\.\n$/);
  await location("storage");
  assert.match((await callTool(agent, "recall", {})).text, /^Note: There are notes in \.sextant\/memory/);
});

/** The folder that the editor gives the extension for this workspace. */
async function storage() {
  const names = await readdir(editor.folder.userData, { recursive: true });
  const [name] = names.filter((one) => one.endsWith(join("store", "kept.db")));
  return dirname(dirname(join(editor.folder.userData, name)));
}

test("what an agent of another window writes is shown", async () => {
  const other = openEngine(files.folders[0]);
  other.engine.keepChanges(await storage());
  const caller = { client: "Reviewer 1.0" };
  const answer = await other.engine.call("prepare_tasks", { titles: ["Look at it"] }, { caller });
  assert.equal(answer.isError, false, answer.text);
  await shows("Look at it", "false");
  await picture("2-two-lists");
  await box("Look at it").click();
  await shows("Look at it", "true");
  await shows(/Reviewer.*1 of 1/s);
  const { text } = await other.engine.call("get_tasks", {}, { caller });
  assert.equal(text, "1 task, 1 done\n[x] 1 Look at it (changed by a person)");
  other.engine.dispose();
});
