/** Effects of edits in a real VS Code: undo, review, and diagnostics. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { notifications, runFromPalette, screenshot } from "../page.mjs";
import { LIMIT_MS, waitFor } from "../processes.mjs";
import { ARTIFACTS, Bench, copyWorkspaces, insert, line, numbered, openAgent, openEditor } from "./support.mjs";

/** A server may take so long to start on a busy machine. */
const START_LIMIT_MS = 180_000;

let files, editor, agent, bench;

before(async () => {
  files = await copyWorkspaces("tour");
  editor = await openEditor(files.folders, { servers: ["pyright"], settings: { "files.autoSave": "off" } });
  agent = await openAgent(editor);
  bench = new Bench(editor, agent, files.folders[0]);
});

after(async () => {
  agent?.close();
  await editor?.stop();
  await files?.remove();
});

describe("taking it back", () => {
  const undoLast = () => editor.control.executeCommand("sextant.undoLastChange");
  const says = async (pattern) => {
    const texts = await waitFor(async () => {
      // The list: of many messages in a short time the editor does not show each as a toast.
      await editor.control.executeCommand("notifications.showList");
      const shown = await editor.page.locator(".notification-list-item-message").allInnerTexts();
      return shown.some((text) => pattern.test(text)) ? shown : undefined;
    }, LIMIT_MS);
    assert.ok(texts, `a message that says ${pattern}: ${JSON.stringify(await notifications(editor.page))}`);
    await editor.control.executeCommand("notifications.clearAll");
  };

  test("the editor's own undo takes a change back in one step", async () => {
    const text = numbered(1, 20);
    const file = await bench.put("notes/undo.txt", text);
    await editor.control.call("showDocument", { path: bench.at(file) });
    await bench.type(file, [19, 0, 19, 4, "LINE"]);
    const typed = await bench.inBuffer(file);
    await bench.ok("edit_buffer", {
      file,
      edits: [line(2, "two"), line(15, "fifteen"), insert(18, "more")],
      preview: false,
    });
    assert.notEqual(await bench.inBuffer(file), typed);
    await editor.control.executeCommand("undo");
    assert.equal(await bench.inBuffer(file), typed);
    await editor.control.executeCommand("undo");
    assert.equal(await bench.inBuffer(file), text);
  });

  test("Undo Last Change works after edits elsewhere, and again for the one before", async () => {
    const one = await bench.put("notes/back-1.txt", numbered(1, 20));
    const two = await bench.put("notes/back-2.txt", numbered(1, 20));
    await bench.ok("edit_buffer", { file: one, edits: [line(10, "ten")], preview: false, save: true });
    await bench.ok("edit_buffer", { file: two, edits: [line(5, "five")], preview: false, save: true });
    await bench.type(two, [0, 0, 0, 0, "mine\n"]);
    await bench.type(one, [18, 0, 18, 4, "LINE"]);
    await undoLast();
    assert.equal(await bench.inBuffer(two), `mine\n${numbered(1, 20)}`);
    assert.match(await bench.inBuffer(one), /^ten$/m);
    await says(/Undid the change in \w+\//);
    await undoLast();
    assert.equal(await bench.inBuffer(one), numbered(1, 20).replace("line 19", "LINE 19"));
    await says(/Undid/);
  });

  test("what a person has not saved is not saved by it", async () => {
    const file = await bench.put("notes/back-dirty.txt", numbered(1, 9));
    await bench.type(file, [0, 0, 0, 4, "LINE"]);
    await bench.ok("edit_buffer", { file, edits: [line(7, "seven")], preview: false });
    await undoLast();
    assert.equal(await bench.inBuffer(file), numbered(1, 9).replace("line 1", "LINE 1"));
    assert.equal(await bench.onDisk(file), numbered(1, 9), "the person's work is still unsaved");
    const clean = await bench.put("notes/back-clean.txt", numbered(1, 9));
    await bench.ok("edit_buffer", { file: clean, edits: [line(7, "seven")], preview: false, save: true });
    await undoLast();
    assert.equal(await bench.onDisk(clean), numbered(1, 9), "a saved file is saved again");
    assert.equal(await bench.isDirty(clean), false);
    await editor.control.executeCommand("notifications.clearAll");
  });

  test("an agent takes its own change back, once, and pressed twice the command undoes once", async () => {
    const file = await bench.put("notes/back-agent.txt", numbered(1, 9));
    const { facts } = await bench.ok("edit_buffer", { file, edits: [line(4, "four")], preview: false, save: true });
    await bench.ok("edit_buffer", { file, edits: [line(8, "eight")], preview: false, save: true });
    for (let i = 0; i < 80; i++) await bench.ok("edit_buffer", { file, edits: [line(1, `preview ${i}`)] });
    const undone = await bench.ok("undo_change", { change: facts.change });
    assert.match(undone.text, /^Undid the change by edit_buffer \(c\d+\) in notes\/back-agent\.txt\./);
    assert.equal(await bench.onDisk(file), numbered(1, 9).replace("line 8", "eight"));
    await bench.refused("undo_change", { change: facts.change }, /has already been undone\. Nothing was changed\./);
    await bench.refused("undo_change", { change: "c9999" }, /There is no change 'c9999' in this window/);
    const code = await bench.put("src/twice.ts", "export const one = 1;\n");
    await bench.ok("edit_buffer", {
      file: code,
      edits: [line(1, "export const two = 2;")],
      preview: false,
      save: true,
    });
    await Promise.all([undoLast(), undoLast()]);
    await says(/Undid the change in \w+\//);
    assert.equal(await bench.onDisk(code), "export const one = 1;\n");
    assert.equal(await bench.onDisk(file), numbered(1, 9).replace("line 8", "eight"), "the change before it stays");
    await undoLast();
    assert.equal(await bench.onDisk(file), numbered(1, 9));
    await editor.control.executeCommand("notifications.clearAll");
  });

  test("a file that was made goes again", async () => {
    const file = "notes/back-made.txt";
    await bench.ok("edit_buffer", { file, create: true, edits: [insert(1, "made")], preview: false });
    await undoLast();
    await assert.rejects(bench.onDisk(file), { code: "ENOENT" });
    await editor.control.executeCommand("notifications.clearAll");
  });

  test("lines that were edited since stay, and a message names them", async () => {
    const file = await bench.put("notes/back-edited.txt", numbered(1, 9));
    await bench.ok("edit_buffer", { file, edits: [line(4, "four")], preview: false, save: true });
    await bench.type(file, [3, 0, 3, 0, "my "]);
    await undoLast();
    await says(/notes\/back-edited\.txt' has changed since: line 4 was edited/);
    assert.equal(await bench.inBuffer(file), numbered(1, 9).replace("line 4", "my four"));
    await bench.type(file, [3, 0, 3, 3, ""]);
    await undoLast();
    assert.equal(await bench.inBuffer(file), numbered(1, 9));
  });

  /** The labels of the tabs that review a change. */
  const reviews = () =>
    editor.control.evaluate(({ vscode }) =>
      vscode.window.tabGroups.all
        .flatMap((group) => group.tabs.map((tab) => tab.label))
        .filter((label) => label.startsWith("Sextant: ")),
    );

  test("Review Last Change shows what was changed", async () => {
    const file = await bench.put("notes/reviewed.txt", numbered(1, 9));
    await bench.ok("edit_buffer", { file, edits: [line(4, "the fourth")], preview: false, save: true });
    await runFromPalette(editor.page, "Sextant: Review Last Change");
    const diff = editor.page.locator(".multiDiffEditor");
    await diff.first().waitFor({ timeout: LIMIT_MS });
    await diff.getByText("the fourth").first().waitFor({ timeout: LIMIT_MS });
    await diff.getByText("line 4").first().waitFor({ timeout: LIMIT_MS });
    await screenshot(editor.page, join(ARTIFACTS, "screenshots", "edits-1-review.png"));
    const header = await diff.locator(".multiDiffEntry .header").first().innerText();
    assert.equal(header.split("reviewed.txt").length - 1, 1, `one path, not a renaming: ${header}`);
    assert.match((await reviews()).join(), /^Sextant: reviewed\.txt, 1 line\b/);
    const other = await bench.put("notes/reviewed-2.txt", numbered(1, 9));
    const edits = [line(4, "one\ntwo"), line(8, "eight")];
    await bench.ok("edit_buffer", { file: other, edits, preview: false, save: true });
    await runFromPalette(editor.page, "Sextant: Review Last Change");
    await diff.getByText("two").first().waitFor({ timeout: LIMIT_MS });
    assert.match((await reviews()).join("|"), /^Sextant: reviewed-2\.txt, 3 lines\b[^|]*$/, "one tab");
    await undoLast();
    assert.ok(await waitFor(async () => !(await reviews()).length, LIMIT_MS), "closed when undone");
    await editor.control.executeCommand("notifications.clearAll");
  });

  test("a created file is shown as added, and a deleted one as deleted", async () => {
    const diff = editor.page.locator(".multiDiffEditor");
    const header = () => diff.locator(".multiDiffEntry .header").first();
    const review = async (title) => {
      await runFromPalette(editor.page, "Sextant: Review Last Change");
      const isShown = async () => (await reviews()).some((label) => label.startsWith(`Sextant: ${title}`));
      assert.ok(await waitFor(isShown, LIMIT_MS), (await reviews()).join("|"));
      await header().waitFor({ timeout: LIMIT_MS });
    };
    await bench.ok("edit_buffer", {
      ...{ file: "notes/born.txt", create: true, edits: [insert(1, "born")], preview: false, save: true },
    });
    const status = async () => (await header().locator(".status").innerText()).trim();
    await review("born.txt, created");
    await screenshot(editor.page, join(ARTIFACTS, "screenshots", "review-2-created.png"));
    assert.equal(await status(), "A");
    await undoLast();
    const gone = await bench.put("notes/gone.txt", numbered(1, 3));
    await editor.control.call("updateSetting", { name: "sextant.toolsets", value: ["edit", "files"] });
    await editor.control.call("updateSetting", { name: "sextant.approval", value: { files: "always" } });
    await bench.ok("file_manage", { action: "delete", file_path: gone });
    await review("gone.txt, deleted");
    assert.equal(await status(), "D");
    await screenshot(editor.page, join(ARTIFACTS, "screenshots", "review-3-deleted.png"));
    await undoLast();
    assert.equal(await bench.onDisk(gone), numbered(1, 3));
    await editor.control.call("updateSetting", { name: "sextant.approval", value: undefined });
    await editor.control.call("updateSetting", { name: "sextant.toolsets", value: undefined });
    await editor.control.executeCommand("notifications.clearAll");
  });

  test("nothing to undo is no error", async () => {
    for (let i = 0; i < 30; i++) {
      await undoLast();
      await editor.control.executeCommand("notifications.showList");
      const texts = await editor.page.locator(".notification-list-item-message").allInnerTexts();
      if (texts.some((text) => /Agents have changed nothing in this window/.test(text))) break;
    }
    const item = editor.page.locator(".notification-list-item", {
      hasText: "Agents have changed nothing in this window",
    });
    await item.first().waitFor({ timeout: LIMIT_MS });
    assert.equal(await item.first().locator(".codicon-info").count(), 1, "information");
    await screenshot(editor.page, join(ARTIFACTS, "screenshots", "review-4-nothing-to-undo.png"));
    await editor.control.executeCommand("notifications.clearAll");
  });
});

describe("what it did to the diagnostics", () => {
  /** An apply whose diagnostics are known; before a server is ready they may not be. */
  const known = async (args) => {
    const answer = await bench.ok("edit_buffer", { preview: false, save: true, ...args });
    assert.equal(answer.facts.diagnostics.status, "known", answer.text);
    return answer;
  };

  /** The server has the project: it distinguishes a new error from an old one. */
  const warmUp = async (file, text) => {
    const isKnown = async () => {
      await bench.ok("edit_buffer", { file, edits: [insert(1, text)], preview: false, save: true });
      const { facts } = await bench.ok("edit_buffer", { file, edits: [line(1, "")], preview: false, save: true });
      return facts.diagnostics.status === "known" && facts.diagnostics.gone.length >= 1;
    };
    assert.ok(await waitFor(isKnown, START_LIMIT_MS), `${file}: the error that is gone again is told`);
  };

  for (const [server, file, bad, says] of [
    [
      "TypeScript",
      "src/stock.ts",
      'export const wrong: number = "text";',
      /error ts2322: Type 'string' is not assignable to type 'number'/,
    ],
    ["pyright", "kitchen/recipes.py", 'wrong: int = "text"', /error .* is not assignable to declared type "int"/],
  ])
    test(`${server}: an error comes, stays, goes`, async () => {
      await warmUp(file, bad);
      const count = (await bench.onDisk(file)).split("\n").length;
      const appeared = await known({ file, edits: [insert(count, bad)] });
      assert.match(appeared.text, /Diagnostics: 1 new, 0 gone, \d+ as before\./);
      assert.match(appeared.text, new RegExp(`^\\+ ${file}:${count}:\\d+ ${says.source}`, "mi"));
      const [found] = appeared.facts.diagnostics.new;
      assert.deepEqual([found.file, found.line, found.severity], [file, count, "error"]);
      const stayed = await known({ file, edits: [insert(1, "\n")] });
      assert.deepEqual(stayed.facts.diagnostics.new, [], stayed.text);
      assert.deepEqual(stayed.facts.diagnostics.gone, [], stayed.text);
      assert.ok(stayed.facts.diagnostics.remaining >= 1, stayed.text);
      const gone = await known({ file, edits: [line(count + 1, ""), line(1, "")] });
      assert.match(gone.text, /Diagnostics: 0 new, 1 gone, \d+ as before\./);
      assert.equal(gone.facts.diagnostics.gone[0].message, found.message);
    });

  test("a language without a server: no diagnostics", async () => {
    const { text, facts } = await bench.ok("edit_buffer", {
      file: "scripts/sign.lua",
      edits: [insert(1, "-- hello")],
      preview: false,
      save: true,
    });
    assert.doesNotMatch(text, /Diagnostics/);
    assert.deepEqual(facts.diagnostics, { status: "none", new: [], gone: [], remaining: 0 });
  });
});
