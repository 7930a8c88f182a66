/**
 * Small projects of real test runners (test/fixtures/run), and the answers of run_tests on them, which are data:
 * test/fixtures/run/expected/RUNNER.txt has for each call its arguments and its text. With SEXTANT_UPDATE=1 they are
 * written again from what was answered: look at the difference.
 */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";

import { makeEditor, root } from "../engine/fake-editor.mjs";

const FIXTURES = path.join(root, "test/fixtures/run");
const PROGRAMS = [path.join(root, "build/Release"), ""];
const LIMIT_MS = 120_000;

/* By it Node.js knows a file of tests, which runs no other tests: the runners are not a part of these here. */
delete process.env.NODE_TEST_CONTEXT;

/** An editor whose settings let commands run, in a folder whose path has blanks and letters beyond ASCII. */
export function makeRunner(t, files = {}, folders = ["w ö rk"]) {
  const editor = makeEditor(t, files, { folders, programs: PROGRAMS });
  editor.policies.run = "always";
  for (const op of ["commandStarted", "commandOutput", "commandEnded"]) editor.ops[op] ??= async () => ({ data: null });
  const run = async (args, options) => {
    const answer = await editor.engine.call("run_tests", args, { structured: true, deadlineMs: LIMIT_MS, ...options });
    return { ...answer, facts: answer.factsJson && JSON.parse(answer.factsJson) };
  };
  return { editor, run, folder: editor.folders[0] };
}

/** The same with the project of a runner in it, and the packages of `modules` as its own. */
export function openProject(t, runner, { modules } = {}) {
  const made = makeRunner(t);
  fs.cpSync(path.join(FIXTURES, runner), made.folder, { recursive: true });
  if (modules) fs.symlinkSync(modules, path.join(made.folder, "node_modules"));
  return made;
}

const neutral = (text, folder) =>
  text
    .replaceAll(folder, "WORKSPACE")
    .replace(/\S*\/sextant-\w+\/\d+/g, "SCRATCH")
    .replace(/\b\d+(\.\d)? s\b/g, "N s")
    .replace(/cursor="[^"]*"/g, 'cursor="…"')
    .replace(/ \(0\.\d+ s\)/g, "")
    .trimEnd();

/** The calls that a file of expected answers has: `=== {"testNames": …}`, and the text below it. */
function readExpected(file) {
  if (!fs.existsSync(file)) return [];
  return fs
    .readFileSync(file, "utf8")
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf("\n");
      return { args: JSON.parse(part.slice(0, end)), text: part.slice(end + 1).trimEnd() };
    });
}

/**
 * Makes the calls of expected/RUNNER.txt in their order. `isShown` leaves lines out that are not the same with each
 * version of the runner.
 */
export async function expectAnswers(t, runner, options = {}) {
  const { run, folder } = openProject(t, runner, options);
  options.prepare?.(folder);
  const file = path.join(FIXTURES, "expected", `${runner}.txt`);
  const { isShown = () => true } = options;
  const shown = (text) => text.split("\n").filter(isShown).join("\n");
  const written = [];
  for (const { args, text } of readExpected(file)) {
    const answer = await run(args);
    const actual = neutral(answer.text, folder);
    written.push(`=== ${JSON.stringify(args)}\n${actual}\n`);
    if (!process.env.SEXTANT_UPDATE) assert.equal(shown(actual), shown(text), JSON.stringify(args));
  }
  assert.ok(written.length > 0, `${file} has no calls`);
  if (process.env.SEXTANT_UPDATE) fs.writeFileSync(file, written.join("\n"));
}
