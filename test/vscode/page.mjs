/**
 * Actions of a person on the editor's page, for tests that drive it: Playwright's `page` of an
 * editor with `headless`.
 */
import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";

import { LIMIT_MS, waitFor } from "./processes.mjs";

const SCROLL_PX = 300;
const SETTLE_MS = 200;
const TOAST_MS = 5_000;
const BUTTON_LIMIT_MS = 30_000;
const COMMANDS = { Allow: "sextant.allowChange", Reject: "sextant.rejectChange" };
const ROW = ".quick-input-widget .monaco-list-row";

/** Picks the command called `title` in the command palette, and types `text` into the input that it opens. */
export async function runFromPalette(page, title, text) {
  // A diff that opens at that moment, or an answer that is replaced, takes the focus, and the input closes.
  for (let tries = 3; tries > 0; tries--) {
    try {
      const limit = tries > 1 ? LIMIT_MS / 2 : LIMIT_MS;
      await page.keyboard.press("F1");
      await typeIntoQuickInput(page, `>${title}`, limit);
      const row = page.locator(ROW).filter({ hasText: title }).first();
      await row.click({ timeout: limit });
      if (text !== undefined) await typeIntoQuickInput(page, text, limit);
      return;
    } catch (error) {
      if (tries === 1) throw error;
      await page.keyboard.press("Escape");
    }
  }
}

/**
 * Runs a command as `runFromPalette` does until its list has a row that `isWanted`: a view that takes the focus when it
 * has loaded closes the list. All rows.
 */
export async function listFromPalette(page, title, text, isWanted) {
  for (let tries = 3; tries > 0; tries--) {
    await runFromPalette(page, title, text);
    const rows = await waitFor(async () => {
      const texts = await page.locator(ROW).allInnerTexts();
      if (texts.some(isWanted)) return texts;
      return (await page.locator(".quick-input-widget:visible").count()) === 0 ? [] : undefined;
    }, LIMIT_MS);
    if (rows?.length) return rows;
  }
  assert.fail(`no row as wanted for '${text}' in the list of ${title}: ${await page.locator(ROW).allInnerTexts()}`);
}

/** Replaces what stands in the open quick input. */
export async function typeIntoQuickInput(page, text, timeout = LIMIT_MS) {
  const input = page.locator(".quick-input-widget:visible input[type=text]").first();
  await input.fill(text, { timeout });
}

/** The texts of the rows that the open quick input offers, once there are any. */
export async function quickInputRows(page) {
  await page.locator(ROW).first().waitFor({ timeout: LIMIT_MS });
  return page.locator(ROW).allInnerTexts();
}

/** The texts of the notifications that are shown. */
export function notifications(page) {
  return page.locator(".notifications-toasts .notification-list-item-message").allInnerTexts();
}

/** Presses a button of the notification that has `text`; a toast hides after some seconds, and is then in the list of all. */
export async function pressInNotification({ page, control }, text, name) {
  const item = (where) => page.locator(`${where} .notification-list-item`, { hasText: text });
  const press = async (where) => {
    const button = item(where).getByRole("button", { name, exact: true });
    const drawn = await button.elementHandle({ timeout: TOAST_MS }).catch(() => null);
    let isPressed = false;
    // A toast that moves under the press does not take it; the one that takes it closes.
    const isOver = async () => {
      try {
        await drawn.click({ timeout: TOAST_MS });
        isPressed = true;
        await drawn.waitForElementState("hidden", { timeout: TOAST_MS });
      } catch {
        // It is still there, or has hidden by itself.
      }
      return !(await drawn.isVisible());
    };
    return drawn !== null && (await waitFor(isOver, BUTTON_LIMIT_MS)) === true && isPressed;
  };
  await page.mouse.move(1, 1);
  // Also of a toast that has hidden.
  const drawn = item(".notifications-toasts").locator(".monaco-button", { hasText: name });
  const hasButton = (await drawn.count()) > 0;
  if (await press(".notifications-toasts")) return;
  await control.executeCommand("notifications.showList");
  // On a busy machine a press counts although the time for it is over: then it is gone from the list.
  const isDone = async () =>
    (await press(".notifications-center")) || (await item(".notifications-center").count()) === 0;
  const isPressed = await waitFor(isDone, BUTTON_LIMIT_MS);
  await control.executeCommand("notifications.hideList"); // new ones would come there, and not as toasts
  if (isPressed) return;
  // At a load of thirty the list was drawn without its buttons; the command of a button does the same.
  if (!hasButton || !COMMANDS[name]) throw new Error(`There is no notification '${text}' with the button '${name}'.`);
  await control.executeCommand(COMMANDS[name]);
}

/** The frame inside the webview that shows a tool's answer, once it says `text`. */
export async function findAnswer(page, text) {
  const look = async () => {
    for (const frame of page.frames()) {
      const body = await frame
        .locator("body")
        .innerText({ timeout: 500 })
        .catch(() => "");
      if (frame !== page.mainFrame() && body.includes(text)) return frame;
    }
    return undefined;
  };
  // A language server may be loading meanwhile.
  const frame = await waitFor(look, 3 * LIMIT_MS);
  assert.ok(frame, `a view that says '${text}'`);
  return frame;
}

/** Keeps a picture of the page at `path`. */
export async function screenshot(page, path) {
  await mkdir(dirname(path), { recursive: true });
  await page.screenshot({ path });
  return path;
}

/**
 * How long VS Code took to load and activate each running extension, in ms by the extension's
 * title, as its own list of running extensions has it.
 */
export async function activationTimes(page) {
  await runFromPalette(page, "Developer: Show Running Extensions");
  const list = page.locator(".runtime-extensions-editor .monaco-list");
  await list.locator(".monaco-list-row").first().waitFor({ timeout: LIMIT_MS });
  await list.hover();
  const times = {};
  // The list holds only the rows that can be seen: scroll until no new one turns up.
  for (let before = -1; before < Object.keys(times).length;) {
    before = Object.keys(times).length;
    for (const text of await list.locator(".monaco-list-row").allInnerTexts()) {
      const ms = /Activation: (\d+)ms/.exec(text)?.[1];
      if (ms) times[text.split("\n")[0]] = Number(ms);
    }
    await page.mouse.wheel(0, SCROLL_PX);
    await page.waitForTimeout(SETTLE_MS);
  }
  // It stands over the page, where the palette would not open.
  await page.keyboard.press("Escape");
  await list.waitFor({ state: "hidden", timeout: LIMIT_MS });
  return times;
}
