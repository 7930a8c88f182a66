/** Servers that are still starting, and two folders with files of the same name. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { findAnswer, runFromPalette, typeIntoQuickInput } from "../page.mjs";
import { LIMIT_MS, waitFor } from "../processes.mjs";
import { ask, askUntil, copyWorkspaces, openAgent, openEditor } from "./support.mjs";

/** Until a test starts them. */
const NEVER_MS = 3_600_000;
const SERVERS = ["pyright", "clangd"];

let files, editor, agent;

before(async () => {
  files = await copyWorkspaces("tour", "tour-b");
  editor = await openEditor(files.folders, {
    servers: SERVERS,
    settings: { "sextant.timeout": 20, "sextantTest.startDelayMs": NEVER_MS },
  });
  agent = await openAgent(editor, files.folders[0]);
});

after(async () => {
  agent?.close();
  await editor?.stop();
  await files?.remove();
});

test("9. a server that does not come in time is unknown, never none", async () => {
  const { text, facts } = await ask(agent, { symbol_name: "Oven", file_path: "tour/kitchen/oven.py" });
  assert.equal(facts?.status, "unknown", text);
  // A call that the index could not answer early, as it was being made, has waited already.
  assert.match(
    text,
    /^Unknown: The language server for python is still starting.*Call again in a few seconds(, or with wait: true)?\./s,
  );
  assert.match(text, /Known so far:[\s\S]*An oven that bakes one recipe at a time\./);
  assert.equal(facts.results[0].symbol.provenance, "index");
});

test("9. a server that comes in time is waited for, and its answer leaves the person where they went", async () => {
  const { page } = editor;
  await editor.control.call("updateSetting", { name: "sextant.timeout", value: 150 });
  await runFromPalette(page, "Sextant: Look Up Symbol Documentation", "Oven");
  await page.keyboard.press("Enter");
  const early = await findAnswer(page, "Known so far");
  await page.keyboard.press("F1");
  await typeIntoQuickInput(page, ">the person went on");
  const question = { symbol_name: "Oven", file_path: "tour/kitchen/oven.py" };
  // On a busy machine the server may be silent for so long that it counts as one that does not answer.
  const isSilent = ({ text }) => /has never answered/.test(text);
  const asked = askUntil(agent, question, (answer) => !isSilent(answer), LIMIT_MS);
  for (const name of SERVERS) await editor.control.call("startServer", { name });
  const { text, facts } = await asked;
  assert.equal(facts.status, "found", text);
  assert.equal(facts.results[0].symbol.provenance, "lsp", text);
  assert.match(text, /An oven that bakes one recipe at a time\./);
  const isReplaced = async () =>
    !(
      await early
        .locator("body")
        .innerText()
        .catch(() => "")
    ).includes("Known so far");
  assert.ok(await waitFor(isReplaced, LIMIT_MS), "the view has the server's answer");
  await findAnswer(page, "An oven that bakes one recipe at a time.");
  assert.equal(await page.locator(".quick-input-widget input").inputValue(), ">the person went on");
  assert.ok(await page.locator(".quick-input-widget").isVisible());
  await page.keyboard.press("Escape");
});

test("14. two folders with a file of the same name", async () => {
  const both = await ask(agent, { symbol_name: "Order", file_path: "src/models.ts" });
  assert.equal(both.isError, true);
  assert.match(both.text, /'tour\/src\/models\.ts', 'tour-b\/src\/models\.ts'.*ambiguous/);
  const a = await ask(agent, { symbol_name: "Order", file_path: "tour/src/models.ts" });
  assert.match(a.text, /Location: tour\/src\/models\.ts:27:14[\s\S]*What a customer wants/);
  const b = await ask(agent, { symbol_name: "Order", file_path: "tour-b/src/models.ts" });
  assert.match(b.text, /Location: tour-b\/src\/models\.ts:2:14[\s\S]*What the branch orders/);
  const handle = await ask(agent, { handle: b.facts.results[0].symbol.handle });
  assert.equal(handle.facts.results[0].symbol.file, "tour-b/src/models.ts", handle.text);
  const anywhere = await ask(agent, { symbol_name: "Order" });
  const { symbol, candidates } = anywhere.facts.results[0];
  const all = [symbol, ...(candidates ?? [])].map((one) => one.file).sort();
  assert.deepEqual(all, ["tour-b/src/models.ts", "tour/src/models.ts"], anywhere.text);
});
