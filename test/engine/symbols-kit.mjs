/** Folders whose declarations are indexed, and questions to fast_search about them. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { makeFolder, openEditor, writeFiles } from "./fake-editor.mjs";
import { health } from "./index-tree.mjs";

const WRITING = /^Unknown in part: the index of symbols is (being|about to be) written/m;

/** The answer, when no index is being written any more. */
export async function search(editor, args) {
  for (const end = Date.now() + 30_000; ; await sleep(50)) {
    const answer = await editor.run("fast_search", typeof args === "string" ? { query: args } : args);
    if (!WRITING.test(answer.text)) return { ...answer, facts: answer.factsJson && JSON.parse(answer.factsJson) };
    assert.ok(Date.now() < end, answer.text);
  }
}

const place = ({ file, line, kind, container, name, is_declaration }) =>
  `${file}:${line} ${kind}${is_declaration ? " declaration" : ""} ${container ? `${container}.` : ""}${name}`;

/** `{code, exact, others, files}`: the definitions of an answer, each in a line. */
export async function find(editor, args) {
  const { code, facts, text } = await search(editor, args);
  const rows = (list) => (list ?? []).map(place);
  return { code, exact: rows(facts?.definitions), others: rows(facts?.other_matches), files: facts?.files ?? [], text };
}

/** Files of the stores of all folders. */
export function listStores(storage) {
  const index = path.join(storage, "index");
  const stores = fs.existsSync(index) ? fs.readdirSync(index).map((name) => path.join(index, name)) : [];
  return stores.flatMap((store) => fs.readdirSync(store).map((name) => path.join(store, name)));
}

export const symbolFiles = (storage) =>
  listStores(storage).filter((file) => /^symbols\.\d+$/.test(path.basename(file)));

/** Until the index has each file as it is now: a few that changed are taken after twenty seconds. */
export async function untilCovered(editor) {
  for (const end = Date.now() + 60_000; ; await sleep(150)) {
    await search(editor, "no_such_name");
    const { state, changed, text } = await health(editor);
    if (state === "ready" && changed === 0) return;
    assert.ok(Date.now() < end, text);
  }
}

/** An editor of a new folder with these files, whose index is about to be written. */
export function openCode(t, files) {
  const [folder, storage] = [makeFolder(), makeFolder()];
  writeFiles(folder, files);
  const editor = openEditor(folder, storage);
  t.after(() => editor.engine.dispose());
  return { folder, storage, editor, at: (name) => path.join(folder, name) };
}

/** The same, when the index has all of the files: they are older than what is left to a later run before it is written. */
export async function openCovered(t, files) {
  const code = openCode(t, files);
  await sleep(2200);
  await untilCovered(code.editor);
  return code;
}
