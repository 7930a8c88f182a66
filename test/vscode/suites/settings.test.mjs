/** Wrong values of settings: ignored with one warning, and everything works. An embeddings endpoint and its key. */
import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { notifications, runFromPalette, screenshot } from "../page.mjs";
import { LIMIT_MS, waitFor } from "../processes.mjs";
import { ARTIFACTS, ask, callTool, copyWorkspaces, openAgent, openEditor } from "./support.mjs";

const ORDER = { symbol_name: "Order", file_path: "src/models.ts" };

let files, editor;

before(async () => {
  files = await copyWorkspaces("tour");
  const settings = { "sextant.timeout": "soon", "sextant.toolsets": 7, "sextant.approval": { edit: "sometimes" } };
  editor = await openEditor(files.folders, { settings });
});

after(async () => {
  await editor?.stop();
  await files?.remove();
});

const warning = async () => (await notifications(editor.page)).filter((text) => text.includes("are not valid"));

test("one warning names them all, and agents are served", async () => {
  // It is shown for some seconds.
  assert.ok(await waitFor(async () => (await warning()).length > 0, LIMIT_MS));
  const [text, ...more] = await warning();
  assert.deepEqual(more, []);
  assert.match(text, /sextant\.toolsets: 7.*sextant\.approval: "edit": "sometimes".*sextant\.timeout: "soon"/);
  await screenshot(editor.page, join(ARTIFACTS, "screenshots", "settings-wrong.png"));
  const agent = await openAgent(editor);
  assert.match((await ask(agent, ORDER)).text, /Order/);
  agent.close();
});

test("another change of the settings does not repeat it", async () => {
  await editor.control.evaluate(({ vscode }) => vscode.commands.executeCommand("notifications.clearAll"));
  await editor.control.evaluate(({ vscode }) =>
    vscode.workspace.getConfiguration("sextant").update("chat", "off", true),
  );
  await new Promise((resolve) => setTimeout(resolve, 1000));
  assert.deepEqual(await warning(), []);
});

const KEY_COMMAND = "Sextant: Set the Key of the Embeddings Endpoint…";
const KEY = "key-0123456789";
const QUESTION = { query: "validate the orders of customers" };

/** A server that gives each text the vector [1, its length], and keeps what it was asked. */
async function openEndpoint(t) {
  const requests = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const piece of request) text += piece;
    const { input, model } = JSON.parse(text);
    requests.push({ authorization: request.headers.authorization, input, model });
    const data = input.map((one, index) => ({ index, embedding: [1, one.length] }));
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify({ data }));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  return { requests, url: `http://127.0.0.1:${server.address().port}/v1/embeddings` };
}

const set = (name, value) =>
  editor.control.evaluate(
    ({ vscode, args }) => vscode.workspace.getConfiguration("sextant").update(args.name, args.value, true),
    { name, value },
  );

async function untilRanked(agent, ranking, args = QUESTION) {
  const found = await waitFor(
    async () => {
      const answer = await callTool(agent, "semantic_search", args);
      return answer.facts?.ranking === ranking ? answer : undefined;
    },
    LIMIT_MS,
    500,
  );
  assert.ok(found, `never ranked by ${ranking}`);
  return found;
}

/** Types a key into the input of the command. */
async function giveKey(key, done) {
  await runFromPalette(editor.page, KEY_COMMAND);
  const input = editor.page.locator(".quick-input-widget:visible input[type=password]").first();
  await input.fill(key, { timeout: LIMIT_MS });
  await screenshot(editor.page, join(ARTIFACTS, "screenshots", "settings-key.png"));
  await editor.page.keyboard.press("Enter");
  const isDone = async () => (await notifications(editor.page)).some((text) => text.includes(done));
  assert.ok(await waitFor(isDone, LIMIT_MS), done);
}

test("an endpoint is the person's alone, and gets its key from the secrets", async (t) => {
  const { requests, url } = await openEndpoint(t);
  const agent = await openAgent(editor);
  t.after(() => agent.close());
  const folder = join(files.folders[0], ".vscode");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "settings.json"), JSON.stringify({ "sextant.semantic.endpoint": url }));
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await untilRanked(agent, "words");
  assert.deepEqual(requests, [], "a workspace's setting does not count");
  await runFromPalette(editor.page, KEY_COMMAND);
  const isAsked = async () => (await notifications(editor.page)).some((text) => text.includes("First set sextant.sem"));
  assert.ok(await waitFor(isAsked, LIMIT_MS));
  await set("semantic.model", "tour");
  await set("semantic.endpoint", url);
  const { text } = await untilRanked(agent, "embeddings");
  assert.match(text, /^Ranked by words and by the embeddings endpoint \(tour\)\.$/m);
  assert.equal(requests[0].authorization, undefined);
  assert.equal(requests[0].input[0], QUESTION.query);
  await giveKey(KEY, `The key for ${new URL(url).origin} is stored.`);
  await untilRanked(agent, "embeddings", { query: "how are orders validated" });
  assert.equal(requests.at(-1).authorization, `Bearer ${KEY}`);
  const settings = await readFile(join(editor.folder.userData, "User", "settings.json"), "utf8");
  assert.ok(settings.includes(url) && !settings.includes(KEY));
  await giveKey("", "No key is stored for");
  await untilRanked(agent, "embeddings", { query: "the check of orders" });
  assert.equal(requests.at(-1).authorization, undefined);
  await set("semantic.endpoint", undefined);
  await untilRanked(agent, "words");
});
