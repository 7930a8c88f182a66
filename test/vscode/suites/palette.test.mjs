/** The command palette, driven in a real browser. Keeps pictures of what a person sees. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";

import {
  findAnswer,
  listFromPalette,
  quickInputRows,
  runFromPalette,
  screenshot,
  typeIntoQuickInput,
} from "../page.mjs";
import { LIMIT_MS, waitFor } from "../processes.mjs";
import { ARTIFACTS, ask, copyWorkspaces, findPlace, openAgent, openEditor } from "./support.mjs";

const COMMAND = "Sextant: Look Up Symbol Documentation";

let files, editor, page, tour;

before(async () => {
  files = await copyWorkspaces("tour");
  [tour] = files.folders;
  const settings = { "workbench.colorTheme": "Default Dark Modern" };
  editor = await openEditor(files.folders, { servers: ["pyright"], settings });
  page = editor.page;
  // The project is loaded once something has been asked of it.
  const agent = await openAgent(editor);
  await ask(agent, { symbol_name: "Order", file_path: "src/models.ts" });
  agent.close();
});

after(async () => {
  await editor?.stop();
  await files?.remove();
});

const picture = (name) => screenshot(page, join(ARTIFACTS, "screenshots", `${name}.png`));

const answerFrame = (text) => findAnswer(page, text);

/** Whether nothing in the view stands out of it, also with a path and a signature of any length. */
const fitsWidth = (frame) =>
  frame.evaluate(() => {
    const long = "x/".repeat(300);
    for (const code of document.querySelectorAll("code")) code.append(` ${long}`, long);
    const isInside = (one) => one.scrollWidth <= one.clientWidth;
    return [document.documentElement, ...document.querySelectorAll("pre")].every(isInside);
  });

const activeEditor = () =>
  editor.control.evaluate(({ vscode }) => {
    const active = vscode.window.activeTextEditor;
    return (
      active && {
        path: active.document.uri.fsPath,
        line: active.selection.active.line,
        column: active.selection.active.character,
      }
    );
  });

test("the symbol under the cursor, rendered, with links that work", async () => {
  await editor.control.call("showDocument", { path: join(tour, "src/checkout.ts"), line: 14, column: 42 });
  await runFromPalette(page, COMMAND);
  const input = page.locator(".quick-input-widget:visible input[type=text]").first();
  await waitFor(async () => (await input.inputValue()) === "BakeryOrder", LIMIT_MS);
  assert.equal(await input.inputValue(), "BakeryOrder");
  const rows = await quickInputRows(page);
  assert.match(rows[0], /BakeryOrder/);
  await picture("1-ask");
  await page.keyboard.press("Enter");
  const frame = await answerFrame("What a customer wants");
  assert.equal(await frame.locator("h2").first().innerText(), "BakeryOrder");
  assert.ok((await frame.locator("pre code").count()) >= 1, "the signature is a code block");
  await picture("2-answer-dark");
  assert.ok(await fitsWidth(frame), "long lines are wrapped");
  await frame.locator("a", { hasText: "src/models.ts:27:14" }).click();
  const at = await waitFor(async () => {
    const active = await activeEditor();
    return active?.path.endsWith("models.ts") ? active : undefined;
  }, LIMIT_MS);
  assert.deepEqual(at, { path: join(tour, "src/models.ts"), line: 26, column: 13 });
  await picture("3-link-followed");
});

test("a name that is typed, with completion from the workspace", async () => {
  await listFromPalette(page, COMMAND, "loadShel", (row) => row.includes("loadShelves"));
  await picture("4-completion");
  await typeIntoQuickInput(page, "validate");
  await waitFor(async () => (await quickInputRows(page))[0]?.includes("validate\n"), LIMIT_MS);
  await page.keyboard.press("Enter");
  const frame = await answerFrame("Other symbols named");
  assert.ok((await frame.locator("li a").count()) >= 2, "the others are links");
  await picture("5-several");
});

test("a name that nothing has", async () => {
  await listFromPalette(page, COMMAND, "noSuchThingAnywhere", (row) => row.includes("noSuchThingAnywhere"));
  await page.keyboard.press("Enter");
  await answerFrame("No symbol found for 'noSuchThingAnywhere'");
  await picture("6-nothing");
});

test("a symbol is gone to by parts of its name, with its place shown on the way", async () => {
  const from = { path: join(tour, "src/checkout.ts"), line: 14, column: 42 };
  const isAt = (wanted) =>
    waitFor(async () => {
      const active = await activeEditor();
      return active && Object.entries(wanted).every(([key, value]) => active[key] === value);
    }, LIMIT_MS);
  const isListed = (pattern, ms = LIMIT_MS) =>
    waitFor(async () => pattern.test((await quickInputRows(page))[0] ?? ""), ms);
  await editor.control.call("showDocument", from);
  await runFromPalette(page, "Sextant: Go to Symbol");
  // Until the index is there, the language servers' order counts.
  let isFirst = false;
  for (const end = Date.now() + LIMIT_MS; !isFirst && Date.now() < end;) {
    await typeIntoQuickInput(page, "shelves");
    await typeIntoQuickInput(page, "shelves load");
    isFirst = await isListed(/loadShelves[^]*stock\.ts:7 · src$/, 4000);
  }
  assert.ok(isFirst, (await quickInputRows(page)).join("\n"));
  assert.ok(await isAt({ path: join(tour, "src/stock.ts"), line: 6 }), "the place is shown");
  await picture("9-go-to-symbol");
  await page.keyboard.press("Escape");
  assert.ok(await isAt(from), "one is where one was");
  const tabs = () =>
    editor.control.evaluate(({ vscode }) =>
      vscode.window.tabGroups.all.flatMap((group) => group.tabs.map((tab) => tab.label)),
    );
  assert.ok(await waitFor(async () => !(await tabs()).includes("stock.ts"), LIMIT_MS), (await tabs()).join());
  const nothing = (row) => row.startsWith("No matching results");
  await listFromPalette(page, "Sextant: Go to Symbol", "noSuchThingAnywhere", nothing);
  await picture("10-go-to-nothing");
  await page.keyboard.press("Enter");
  assert.ok(await isAt(from), "and leads nowhere");
  await listFromPalette(page, "Sextant: Go to Symbol", "Receipt", (row) => row.includes("Receipt"));
  await page.keyboard.press("Enter");
  assert.ok(await isAt({ path: join(tour, "src/models.ts"), line: 55 }), "it is opened");
  // No name has these words: a comment does.
  const question = "where is a share taken off the price";
  const answers = await listFromPalette(page, "Sextant: Go to Symbol", question, (row) => /applyDiscount/.test(row));
  assert.match(answers[0], /applyDiscount[^]*pricing\.ts:\d+ · src$/);
  await picture("11-go-by-question");
  await page.keyboard.press("Enter");
  assert.ok(await isAt({ path: join(tour, "src/pricing.ts") }), "it is opened");
});

test("the status of the languages, and the agents that are connected", async () => {
  const agent = await openAgent(editor);
  await ask(agent, { symbol_name: "Order" });
  await runFromPalette(page, "Sextant: Status");
  const frame = await answerFrame("Languages of this workspace");
  assert.match(await frame.locator("li", { hasText: "lua" }).first().innerText(), /^lua: absent; 2 files/);
  assert.match(await frame.locator("li", { hasText: "typescript" }).first().innerText(), /answer/);
  const body = await frame.locator("body").innerText();
  assert.match(body, /Connected agents: sextant-start 1\.0\.0\.\n/);
  assert.match(body, /Agents start \S+\/bin\/sextant-mcp\. Run Sextant: Connect an Agent/);
  await picture("8-status");
  agent.close();
  await runFromPalette(page, "Sextant: Show Log");
  const log = page.locator(".output-view-container, .output").first();
  const isTold = await waitFor(
    async () =>
      (await page.locator(".view-lines").allInnerTexts())
        .join()
        .replace(/\u00a0/g, " ")
        .includes("An agent has disconnected: sextant-start 1.0.0"),
    LIMIT_MS,
  );
  assert.ok(isTold, await log.innerText().catch(() => "no log"));
});

test("light theme", async () => {
  await editor.control.call("updateSetting", { name: "workbench.colorTheme", value: "Default Light Modern" });
  const source = await readFile(join(tour, "src/pricing.ts"), "utf8");
  await editor.control.call("showDocument", {
    path: join(tour, "src/pricing.ts"),
    ...findPlace(source, "applyDiscount", 2),
  });
  await listFromPalette(page, COMMAND, undefined, (row) => row.includes("applyDiscount"));
  await page.keyboard.press("Enter");
  const frame = await answerFrame("Takes a share off");
  const color = await frame.locator("body").evaluate((body) => getComputedStyle(body).color);
  assert.match(color, /^rgb\((\d{1,2}), /, "dark letters on the light page");
  await picture("7-answer-light");
});
