/** One question through everything, for `npm run test:fast`; the suites ask the others. */
import assert from "node:assert/strict";
import { after, test } from "node:test";

import { ask, copyWorkspaces, openAgent, openEditor, TOOL } from "./suites/support.mjs";

let files, editor, agent;

after(async () => {
  agent?.close();
  await editor?.stop();
  await files?.remove();
});

test("an agent and the language-model tool receive what the editor knows", async () => {
  files = await copyWorkspaces("tour");
  editor = await openEditor(files.folders);
  agent = await openAgent(editor);
  const question = { symbol_name: "Order", file_path: "src/models.ts" };
  const answer = await ask(agent, question);
  assert.match(answer.text, /^Symbol: Order\nLocation: src\/models\.ts:\d+:\d+/);
  assert.equal(answer.facts.status, "found");
  const { text } = await editor.control.invokeTool(TOOL, question);
  assert.equal(text, answer.text);
});
