/**
 * Every command of the palette in windows of every kind: without a folder, with an empty one, not trusted, with several.
 * Each says what is the matter and what to do, never a raw error, never nothing. Keeps pictures.
 */
import assert from "node:assert/strict";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { findAnswer, notifications, runFromPalette, screenshot, typeIntoQuickInput } from "../page.mjs";
import { LIMIT_MS, waitFor } from "../processes.mjs";
import { ARTIFACTS, copyWorkspaces, openEditor } from "./support.mjs";

const ROWS = ".quick-input-widget:visible .monaco-list-row";
/** Nothing of these is for people. */
const RAW = /undefined|\[object|Error:|ENOENT|EACCES|null\b|not found in|command '/;

let editor, page, kind;

const flat = (text) => text.replace(/\s+/g, " ").trim();
const picture = (name) => screenshot(page, join(ARTIFACTS, "screenshots", `windows-${kind}-${name}.png`));

async function clear() {
  await page.keyboard.press("Escape");
  for (const command of ["notifications.clearAll", "workbench.action.closeAllEditors", "workbench.action.closePanel"])
    await editor.control.executeCommand(command);
}

const shown = {
  async notification(expected) {
    const find = async () => (await notifications(page)).find((text) => expected.test(text));
    const text = await waitFor(find, LIMIT_MS);
    return text ?? (await notifications(page)).join(" | ");
  },
  async view(expected) {
    const texts = async () =>
      Promise.all(
        page.frames().map((frame) =>
          frame
            .locator("body")
            .innerText({ timeout: 500 })
            .catch(() => ""),
        ),
      );
    const find = async () => (await texts()).slice(1).find((text) => expected.test(flat(text)));
    return (await waitFor(find, 3 * LIMIT_MS)) ?? `no view: ${(await texts()).slice(1).join(" | ")}`;
  },
  async rows(expected) {
    const read = async () => (await page.locator(ROWS).allInnerTexts()).map(flat).join(" | ");
    await waitFor(async () => expected.test(await read()), LIMIT_MS);
    return read();
  },
  async log(expected) {
    const read = async () => flat((await page.locator(".panel .view-lines").allInnerTexts()).join(" "));
    await waitFor(async () => expected.test(await read()), LIMIT_MS);
    return read();
  },
};

/** Runs the command, types, if it asks; and what is then shown must say `expected`. */
function says(command, where, expected, { typed, enter } = {}) {
  test(command, async () => {
    await clear();
    await runFromPalette(page, `Sextant: ${command}`);
    if (typed) {
      await typeIntoQuickInput(page, typed);
      if (enter) {
        await shown.rows(new RegExp(typed));
        await page.keyboard.press("Enter");
      }
    }
    const text = flat(await shown[where](expected));
    await picture(command.toLowerCase().replace(/\W+/g, "-"));
    assert.match(text, expected);
    assert.doesNotMatch(text, RAW);
  });
}

/** The commands that say the same in every window. */
function saysAlways() {
  says("Connect an Agent", "rows", /Claude Code ?Not connected.*opencode ?Not connected/);
  says("Review Last Change", "notification", /^Sextant: Agents have changed nothing in this window/);
  says("Undo Last Change", "notification", /^Sextant: Agents have changed nothing in this window/);
  says("Show Waiting Questions", "notification", /^Sextant: No question waits for you in this window\.$/);
  says("Show Running Commands", "notification", /^Sextant: No command is running\.$/);
  says("Show Log", "log", /Agents connect through/);
  test("these are all", async () => {
    await clear();
    await page.keyboard.press("F1");
    await typeIntoQuickInput(page, ">Sextant: ");
    await shown.rows(/Sextant: Show Log/);
    const rows = (await page.locator(ROWS).allInnerTexts()).map(flat).filter((text) => text.startsWith("Sextant: "));
    const known =
      /: (Look Up|Go to|Connect|Review|Undo|Show (Waiting|Running|Log)|Status|Index|Rebuild|Focus on|Show Activity)/;
    assert.deepEqual(
      rows.filter((text) => !known.test(text)),
      [],
    );
    await page.keyboard.press("Escape");
  });
}

const LOOK_UP = "Look Up Symbol Documentation";
const NO_FILES = /No symbol found for 'Order'\. No file .* there is none.*\. Check the spelling, .*search the text/;
const NO_FOLDER = /This window has no folder\. Open one, then try again\./;

describe("an empty folder, and no folder", () => {
  let empty;

  before(async () => {
    empty = await realpath(await mkdtemp(join(tmpdir(), "sextant-empty-")));
    editor = await openEditor([empty]);
    page = editor.page;
  });

  after(async () => {
    await editor?.stop();
    if (empty) await rm(empty, { recursive: true, force: true });
  });

  describe("an empty folder", () => {
    before(() => (kind = "empty"));
    says(LOOK_UP, "view", NO_FILES, { typed: "Order", enter: true });
    says("Go to Symbol", "rows", /No matching results/, { typed: "Order" });
    says(
      "Status",
      "view",
      /^This workspace has no files in a language that the editor knows\. No agent is connected\./,
    );
    says("Index Statistics", "view", /State: (ready|.*2,000)/);
    says("Rebuild Index", "notification", /^Sextant: 'sextant-empty-\w+' (is being indexed|needs no index)/);
    saysAlways();
  });

  describe("no folder", () => {
    before(async () => {
      kind = "none";
      await editor.control.awaitNext(() => page.goto(`${new URL(page.url()).origin}/?ew=true`));
      await page.locator(".statusbar-item").first().waitFor({ timeout: LIMIT_MS });
    });
    says(LOOK_UP, "view", /No symbol found for 'Order'\. This window has no folder\. Open one, then try again\./, {
      ...{ typed: "Order", enter: true },
    });
    says("Go to Symbol", "rows", /No matching results.*This window has no folder\. Open one/, { typed: "Order" });
    says("Status", "view", NO_FOLDER);
    says("Index Statistics", "view", NO_FOLDER);
    says("Rebuild Index", "notification", NO_FOLDER);
    saysAlways();
  });
});

describe("a folder that is not trusted", () => {
  let files;

  before(async () => {
    kind = "restricted";
    files = await copyWorkspaces("tour");
    editor = await openEditor(files.folders, { restricted: true });
    page = editor.page;
  });

  after(async () => {
    await editor?.stop();
    await files?.remove();
  });

  const TRUST =
    /This window is in Restricted Mode: agents cannot change files, .* Manage workspace trust to change that\./;
  says(LOOK_UP, "view", new RegExp(`no extension that serves typescript is installed and enabled.*${TRUST.source}`), {
    ...{ typed: "Receipt", enter: true },
  });
  says("Go to Symbol", "rows", /Receipt.*src/, { typed: "Receipt" });
  says("Status", "view", TRUST);
  test("the link opens the editor's page about trust", async () => {
    await clear();
    await runFromPalette(page, "Sextant: Status");
    const frame = await findAnswer(page, "Restricted Mode");
    await frame.locator("a", { hasText: "Manage workspace trust" }).click();
    await page.locator(".workspace-trust-editor").waitFor({ timeout: LIMIT_MS });
    await picture("trust");
  });
  says("Index Statistics", "view", /^tour State: ready/);
  says("Rebuild Index", "notification", /^Sextant: 'tour' (is being|needs no)/);
  saysAlways();
});

describe("several folders", () => {
  let files;

  before(async () => {
    kind = "several";
    files = await copyWorkspaces("tour", "tour-b");
    editor = await openEditor(files.folders);
    page = editor.page;
  });

  after(async () => {
    await editor?.stop();
    await files?.remove();
  });

  test("looking up shows at once that it does", async () => {
    await clear();
    await runFromPalette(page, `Sextant: ${LOOK_UP}`, "Receipt");
    await shown.rows(/Receipt/);
    await page.keyboard.press("Enter");
    await page.locator(".tab", { hasText: "Receipt" }).waitFor({ timeout: 2000 });
    await picture("looking-up");
  });
  says(LOOK_UP, "view", /Receipt.*Location: tour\/src/, { typed: "Receipt", enter: true });
  says("Go to Symbol", "rows", /tour-b\/src.*tour\/src|tour\/src.*tour-b\/src/, { typed: "Order" });
  says("Status", "view", /^Languages of this workspace, most files first: .*No agent is connected\./);
  says("Index Statistics", "view", /tour State: .*tour-b State: /);
  says("Rebuild Index", "notification", /'tour' (is being|needs no).*'tour-b' (is being|needs no)/);
  saysAlways();
});
