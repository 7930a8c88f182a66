/** The walkthrough that the editor shows when the extension is installed: its steps, pictures and links. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { readManifest } from "../../../extension/build/manifest.mjs";
import { quickInputRows, screenshot } from "../page.mjs";
import { LIMIT_MS, waitFor } from "../processes.mjs";
import { ARTIFACTS, copyWorkspaces, openEditor } from "./support.mjs";

const [{ title, steps }] = readManifest().contributes.walkthroughs;

let files, editor;

before(async () => {
  files = await copyWorkspaces("tour");
  editor = await openEditor(files.folders, { settings: { "workbench.colorTheme": "Default Dark Modern" } });
  await editor.control.executeCommand("workbench.action.openWalkthrough", "sextant.sextant#start", false);
});

after(async () => {
  await editor?.stop();
  await files?.remove();
});

const picture = (name) => screenshot(editor.page, join(ARTIFACTS, "screenshots", `walkthrough-${name}.png`));

const isVisible = (locator) => locator.waitFor({ state: "visible", timeout: LIMIT_MS });

test("each step has its text and a picture that loads", async () => {
  await isVisible(editor.page.getByText(title).first());
  for (const { id, title, media } of steps) {
    await editor.page.locator(".getting-started-step", { hasText: title }).click();
    await isVisible(editor.page.locator(".getting-started-step.expanded", { hasText: title }));
    const shows = async () => {
      for (const frame of editor.page.frames())
        if (
          await frame
            .locator("svg text")
            .count()
            .catch(() => 0)
        )
          return true;
      return false;
    };
    assert.ok(await waitFor(shows, LIMIT_MS), `${media.svg} is shown`);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await picture(id);
  }
});

test("the pictures have the colours of the theme", async () => {
  for (const theme of ["Default High Contrast", "Default High Contrast Light", "Default Light Modern"]) {
    await editor.control.evaluate(
      ({ vscode, args }) => vscode.workspace.getConfiguration("workbench").update("colorTheme", args, true),
      theme,
    );
    await new Promise((resolve) => setTimeout(resolve, 2000));
    await editor.page.locator(".getting-started-step", { hasText: steps[2].title }).click();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await picture(theme.toLowerCase().replaceAll(" ", "-"));
  }
});

test("the button of the first step runs the command", async () => {
  await editor.page.locator(".getting-started-step", { hasText: steps[0].title }).click();
  await editor.page.locator(".getting-started-step .monaco-button", { hasText: "Connect an Agent" }).click();
  const listed = async () => (await quickInputRows(editor.page)).some((row) => row.includes("Claude Code"));
  assert.ok(await waitFor(listed, LIMIT_MS));
  await editor.page.keyboard.press("Escape");
});
