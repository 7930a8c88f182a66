/** Projects with real linters: fixtures of test/fixtures/lint in a folder with blanks and other letters. */
import fs from "node:fs";
import path from "node:path";

import { installLinters } from "../vscode/install.mjs";
import { makeFolder, openEditor, root } from "./fake-editor.mjs";

export const PACKAGES = await installLinters();

/** Copies a fixture, or several as folders of one workspace; `packages`: with the linters of npm. */
export function makeProject(t, name, { packages = false } = {}) {
  const folder = path.join(makeFolder(), "mein projekt ü");
  fs.cpSync(path.join(root, "test/fixtures/lint", name), folder, { recursive: true });
  if (packages) fs.symlinkSync(PACKAGES, path.join(folder, "node_modules"));
  return openProject(t, folder);
}

/** An editor of a folder, whose person lets agents run everything. */
export function openProject(t, folder) {
  const editor = openEditor(folder, makeFolder());
  editor.policies.run = "always";
  editor.lint = (args = {}) => editor.run("lint", args);
  t.after(() => editor.engine.dispose());
  return editor;
}

/** `file:line:column severity rule (source)` of each issue, in their order. */
export const rowsOf = (answer) =>
  JSON.parse(answer.factsJson).issues.map(
    ({ filePath, lineNumber, columnNumber, severity, rule, source }) =>
      `${filePath}:${lineNumber}:${columnNumber} ${severity} ${rule} (${source})`,
  );

/** `name status` of each linter. */
export const lintersOf = (answer) =>
  JSON.parse(answer.factsJson).linters.map(({ name, status }) => `${name} ${status}`);

/** A program of npm in the folder: `script` as Node runs it. */
export function addProgram(folder, name, script) {
  const file = path.join(folder, "node_modules/.bin", name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, `#!/usr/bin/env node\n${script}\n`, { mode: 0o755 });
}
