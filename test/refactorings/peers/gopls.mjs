/** gopls, by the code actions of its protocol, and its renames; it has none for moving. */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { openServerEditor } from "../editor.mjs";
import { offsetOf } from "./cases.mjs";

const KINDS = { extract_function: "refactor.extract", inline_function: "refactor.inline" };

export function isThere() {
  return spawnSync("gopls", ["version"]).status === 0 && spawnSync("go", ["version"]).status === 0;
}

function positionOf(text, offset) {
  const lines = text.slice(0, offset).split("\n");
  return { line: lines.length - 1, character: lines.at(-1).length };
}

function rangeOf(tool, { call, files }) {
  if (tool === "extract_function")
    return {
      start: { line: call.start_line - 1, character: call.start_column - 1 },
      end: { line: call.end_line - 1, character: call.end_column - 1 },
    };
  const at = positionOf(files[call.file_path], offsetOf({ call, files }));
  return { start: at, end: at };
}

function write(edit) {
  const files = new Map(Object.entries(edit.changes ?? {}));
  for (const { textDocument, edits } of edit.documentChanges ?? [])
    if (textDocument) files.set(textDocument.uri, edits);
  for (const [uri, edits] of files) {
    const file = fileURLToPath(uri);
    let text = fs.readFileSync(file, "utf8");
    const lines = text.split("\n");
    const at = ({ line, character }) => lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0) + character;
    const placed = edits.map(({ range, newText }) => [at(range.start), Math.min(text.length, at(range.end)), newText]);
    for (const [start, end, newText] of placed.sort((a, b) => b[0] - a[0]))
      text = text.slice(0, start) + newText + text.slice(end);
    fs.writeFileSync(file, text);
  }
}

/** Beside its command an action has an edit of nothing. */
const hasEdits = (edit) => Boolean(edit?.documentChanges?.length || Object.keys(edit?.changes ?? {}).length);

function choose(actions, kind) {
  const word = kind === "variable" ? /variable/i : kind === "method" ? /method/i : /function|method|inline/i;
  return actions.find(({ title, disabled }) => !disabled && word.test(title));
}

/** Does it in the folder: whether it was done. */
export async function refactor(tool, one, folder) {
  if (!(tool in KINDS)) return false;
  const editor = await openServerEditor(folder, "go");
  try {
    const file = path.join(folder, one.call.file_path);
    await editor.on.outline(file); // all texts are brought to it first
    const { server } = editor;
    const textDocument = { uri: pathToFileURL(file).href };
    const context = { diagnostics: [], only: [KINDS[tool]] };
    const found = await server.ask("textDocument/codeAction", { textDocument, range: rangeOf(tool, one), context });
    const action = choose(found ?? [], one.call.kind);
    if (!action) return false;
    let { edit } = action;
    if (!hasEdits(edit) && action.data) ({ edit } = await server.ask("codeAction/resolve", action));
    if (!hasEdits(edit) && action.command) {
      const { command, arguments: args } = action.command;
      await server.ask("workspace/executeCommand", { command, arguments: args }).catch(() => {});
      edit = server.applied;
    }
    if (hasEdits(edit)) write(edit);
    return hasEdits(edit);
  } catch {
    return false;
  } finally {
    await editor.close();
  }
}
