/** The search index as a person meets it: written again by a command, seen in the status bar, and its statistics. */
import assert from "node:assert/strict";
import { link, mkdir, mkdtemp, realpath, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { makeRandom } from "../../soak/random.mjs";
import { findAnswer, notifications, runFromPalette, screenshot } from "../page.mjs";
import { LIMIT_MS, waitFor } from "../processes.mjs";
import { ARTIFACTS, callTool, openAgent, openEditor } from "./support.mjs";

/** Names of one file: writing the index takes seconds, and the disk has little. */
const NAMES = 3000;
const WORDS = 12_000;

let folder, editor, page;

before(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "sextant-index-")));
  const random = makeRandom(12);
  const words = Array.from({ length: WORDS }, (_, i) => `${random.below(1e9).toString(36)}${i % 9 ? " " : "\n"}`);
  const first = join(folder, "0.txt");
  await writeFile(first, `${words.join("")}needle\n`);
  await mkdir(join(folder, "more"));
  for (let i = 1; i < NAMES; i++) await link(first, join(folder, "more", `${i}.txt`));
  const then = Date.now() / 1000 - 60;
  await utimes(first, then, then); // a file that was just written is not indexed yet
  const settings = { "workbench.colorTheme": "Default Dark Modern", "git.enabled": false };
  editor = await openEditor([folder], {
    settings: { ...settings, "sextant.toolsets": ["symbols", "files", "workspace"] },
  });
  page = editor.page;
});

after(async () => {
  await editor?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const picture = (name) => screenshot(page, join(ARTIFACTS, "screenshots", `${name}.png`));

/** The item of the status bar, or an empty text. */
const shown = async () =>
  (await page.locator(".statusbar .statusbar-item").allInnerTexts()).find((text) => text.includes("Sextant")) ?? "";

test("rebuilding is told of, shown in the status bar, and ends", async () => {
  await runFromPalette(page, "Sextant: Rebuild Index");
  const isTold = async () => (await notifications(page)).find((text) => text.includes("is being indexed"));
  assert.match(
    (await waitFor(isTold, LIMIT_MS)) ?? "",
    /^Sextant: 'sextant-index-\w+' is being indexed from the beginning\.$/,
  );
  const percent = await waitFor(async () => /Sextant: indexing \d+ %/.exec(await shown())?.[0], LIMIT_MS);
  assert.ok(percent, `the status bar: ${await shown()}`);
  await picture("9-indexing");
  assert.ok(await waitFor(async () => (await shown()) === "", LIMIT_MS), `still ${await shown()}`);
});

test("the statistics have its numbers in plain words", async () => {
  const agent = await openAgent(editor);
  const answer = await callTool(agent, "grep", { pattern: "needle", output: "counts", max_results: 5 });
  assert.match(answer.text, /3,?000 files/);
  agent.close();
  await runFromPalette(page, "Sextant: Index Statistics");
  const frame = await findAnswer(page, "Changed since it was written: 0 files");
  const text = await frame.locator("body").innerText();
  assert.match(text, /^sextant-index-\w+\n/);
  assert.match(text, /State: ready\n/);
  assert.match(text, /Files: 3,000, of which 3,000 are indexed, 0 binary and 0 read by each search/);
  assert.match(text, /Size on the disk: \d+\.\d MB for \d+\.\d MB of files\n/);
  assert.match(text, /Written: \d+ (second|minute)s? ago\n/);
  await picture("10-index-statistics");
});
