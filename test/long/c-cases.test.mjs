/**
 * C in a real VS Code with clangd and without compile_commands.json: typedefs, prototypes, macros,
 * files that were never opened. The questions and the true answers are in test/corpus/c_cases.
 */
import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { callTool, openAgent, openEditor } from "../vscode/suites/support.mjs";

const CORPUS = fileURLToPath(new URL("../corpus/c_cases/", import.meta.url));
const cases = (await readFile(join(CORPUS, "cases.jsonl"), "utf8"))
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

let folder, editor, agent;

before(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "sextant-c-")));
  await cp(join(CORPUS, "src"), join(folder, "src"), { recursive: true });
  editor = await openEditor([folder], { servers: ["clangd"], settings: { "files.autoSave": "off" } });
  agent = await openAgent(editor);
});

after(async () => {
  agent?.close();
  await editor?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** "file:line" of places, each once, in order. */
const linesOf = (places) =>
  [...new Set((places ?? []).map(({ file, line }) => `${file.replace(/^src\//, "")}:${line}`))].sort();

for (const { name, tool, args, ...truth } of cases)
  test(`${tool}: ${name}`, async () => {
    const { text, facts } = await callTool(agent, tool, args);
    const is = (what, wanted) => wanted && assert.deepEqual(what, [...wanted].sort(), text);
    is(linesOf(facts.references), truth.refs);
    is(linesOf(facts.definitions), truth.defs);
    is(linesOf(facts.declarations), truth.decls);
    is(linesOf(facts.occurrences), truth.edits);
    is([...new Set((facts.incoming_calls ?? []).map(({ caller }) => caller))].sort(), truth.callers);
    for (const place of truth.includes ?? []) assert.ok(linesOf(facts.references).includes(place), `${place}: ${text}`);
    if (truth.count !== undefined) assert.equal(linesOf(facts.references).length, truth.count, text);
    if (truth.says) assert.match(text, new RegExp(truth.says));
    if (truth.not) assert.doesNotMatch(text, new RegExp(truth.not));
    if (tool !== "rename_symbol") assert.equal(facts.status, truth.status ?? "found", text);
  });
