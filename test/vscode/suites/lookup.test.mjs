/** Looking symbols up in foreign code (rxjs, zod and Lua), in a window that has just opened. */
import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { installLua, installRxjs, installZod } from "../install.mjs";
import { findAnswer, quickInputRows, runFromPalette, screenshot, typeIntoQuickInput } from "../page.mjs";
import { LIMIT_MS, waitFor } from "../processes.mjs";
import { ARTIFACTS, openEditor } from "./support.mjs";

const COMMAND = "Sextant: Look Up Symbol Documentation";
const SETTINGS = { "workbench.colorTheme": "Default Dark Modern", "git.enabled": false };

let parent, editor, page, folders;

before(async () => {
  parent = await realpath(await mkdtemp(join(tmpdir(), "sextant-lookup-")));
  const [rxjs, zod, lua] = await Promise.all([installRxjs(), installZod(), installLua()]);
  folders = { rxjs: join(parent, "rxjs"), zod: join(parent, "zod"), lua: join(parent, "lua") };
  await cp(join(rxjs, "src"), folders.rxjs, { recursive: true });
  await cp(join(zod, "src"), folders.zod, { recursive: true });
  await cp(join(lua, "src"), folders.lua, { recursive: true });
  editor = await openEditor(Object.values(folders), { settings: SETTINGS });
  page = editor.page;
});

after(async () => {
  await editor?.stop();
  await rm(parent, { recursive: true, force: true });
});

const picture = (name) => screenshot(page, join(ARTIFACTS, "screenshots", `lookup-${name}.png`));
const isInAnswer = () => page.evaluate(() => document.activeElement?.classList.contains("webview") ?? false);

/** The colours of the code, and whether anything stands out of the page. */
const looks = (frame) =>
  frame.evaluate(() => {
    const colors = new Set([...document.querySelectorAll("pre span")].map((one) => getComputedStyle(one).color));
    const isInside = (one) => one.scrollWidth <= one.clientWidth;
    const all = [document.documentElement, ...document.querySelectorAll("pre")];
    return { colors: colors.size, fits: all.every(isInside) };
  });

async function lookUp(name, text = name) {
  await runFromPalette(page, COMMAND, name);
  await waitFor(async () => (await quickInputRows(page))[0]?.includes(name), LIMIT_MS);
  await page.keyboard.press("Enter");
  return findAnswer(page, text);
}

/** Opens a file, with the cursor beside the word, and right-clicks on that. */
async function pointAt(path, word) {
  const line = (await readFile(path, "utf8")).split("\n").findIndex((text) => text.includes(word));
  await editor.control.call("showDocument", { path, line, column: 0 });
  await page.locator(".view-line span span", { hasText: word }).first().click({ button: "right" });
  const item = page.locator(".monaco-menu .action-label", { hasText: "Look Up Symbol" }).first();
  await item.waitFor({ timeout: LIMIT_MS });
  // VS Code leaves a click that comes within a moment of the menu alone.
  await page.waitForTimeout(200);
  await item.click();
}

test("a cold window: the picker is filled at once, and the declarations come without a server", async () => {
  await runFromPalette(page, COMMAND);
  const start = Date.now();
  await typeIntoQuickInput(page, "mergeMap");
  const first = await waitFor(async () => (await quickInputRows(page))[0]?.includes("mergeMap"), LIMIT_MS);
  const firstMs = Date.now() - start;
  assert.ok(first, "what is typed can be looked up");
  await picture("1-cold-first");
  const isDeclared = async () => (await quickInputRows(page)).some((row) => row.includes("mergeMap.ts:"));
  assert.ok(await waitFor(isDeclared, LIMIT_MS), (await quickInputRows(page)).join("\n"));
  const declaredMs = Date.now() - start;
  console.log(`# cold: a row after ${firstMs} ms, the declaration after ${declaredMs} ms`);
  await picture("2-cold-declared");
  await page.keyboard.press("Escape");
});

test("by keyboard: the answer has the focus, its code is coloured and wrapped, and has nothing for agents", async () => {
  const frame = await lookUp("mergeMap", "Projects each source value");
  assert.ok(await waitFor(isInAnswer, LIMIT_MS), "the focus is in the answer");
  const text = await frame.locator("body").innerText();
  assert.doesNotMatch(text, /Status:|Global Scope|Referenced in|max_tokens|Documentation:/);
  const { colors, fits } = await looks(frame);
  assert.ok(colors >= 3, `${colors} colours`);
  assert.ok(fits, "wrapped");
  await picture("3-rxjs-dark");
});

test("a right click answers at once for what is under the pointer, and the editor keeps the focus", async () => {
  await pointAt(join(folders.lua, "lapi.c"), "lua_checkstack");
  const frame = await findAnswer(page, "lua_checkstack");
  assert.equal(await page.locator(".quick-input-widget:visible").count(), 0, "nothing is asked");
  assert.equal(await isInAnswer(), false);
  assert.ok(await page.locator(".view-line", { hasText: "lua_checkstack" }).first().isVisible(), "beside the code");
  await waitFor(async () => (await frame.locator("pre").count()) > 0, LIMIT_MS);
  const { colors, fits } = await looks(frame);
  assert.ok(colors >= 2 && fits, `${colors} colours of a signature that only the text has`);
  await picture("4-c-dark");
});

test("light, high contrast and narrow", async () => {
  await lookUp("discriminatedUnion", "DiscriminatedUnion<");
  const answer = () => findAnswer(page, "DiscriminatedUnion<");
  for (const [name, theme] of [
    ["light", "Default Light Modern"],
    ["high-contrast", "Default High Contrast"],
    ["high-contrast-light", "Default High Contrast Light"],
  ]) {
    await editor.control.call("updateSetting", { name: "workbench.colorTheme", value: theme });
    const kind = `vscode-${name}`;
    const isShown = async () => {
      const classes = await (await answer()).locator("body").getAttribute("class");
      return classes.split(" ").includes(kind) && (await looks(await answer())).colors >= 3;
    };
    assert.ok(await waitFor(isShown, LIMIT_MS), name);
    await picture(`5-zod-${name}`);
  }
  await editor.control.call("updateSetting", { name: "workbench.colorTheme", value: SETTINGS["workbench.colorTheme"] });
  await page.setViewportSize({ width: 760, height: 900 });
  await picture("6-zod-narrow");
  assert.ok((await looks(await answer())).fits, "wrapped when narrow");
  await page.setViewportSize({ width: 1440, height: 900 });
});

test("nothing found says what to do, and the way there works", async () => {
  const frame = await lookUp("noSuchThingAnywhere", "Check the spelling");
  await picture("7-nothing");
  await frame.locator("a", { hasText: "go to a symbol" }).click();
  await page.locator(".quick-input-widget:visible", { hasText: "Go to Symbol" }).first().waitFor({ timeout: LIMIT_MS });
  await page.keyboard.press("Escape");
});
