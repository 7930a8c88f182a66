/** Files that the editor does not load again: the engine asks for it once, and answers say so until it has. */
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import { makeEditor } from "./fake-editor.mjs";

const OLD = "export class Jar {}\n";
const NEW = "export class Jar {\n  lid = 1;\n}\nexport class Lid {}\n";

/** An editor that has loaded a file whose text another program then replaced; its watcher missed that. */
async function makeBlind(t) {
  const editor = makeEditor(t, { "src/jar.ts": OLD, "src/other.ts": "export const x = 1;\n" });
  const jar = editor.path("src/jar.ts");
  assert.equal((await editor.run("find_definition", { symbol: "Jar" })).code, "found");
  const { text } = editor;
  let isBlind = true;
  editor.text = (file) => (isBlind && file === jar ? OLD : text.call(editor, file));
  editor.on.reload = (file) => {
    assert.equal(file, jar);
    if (editor.sees) isBlind = false;
    return { data: null };
  };
  fs.writeFileSync(jar, NEW);
  return editor;
}

test("a file whose change the editor's watcher missed is loaded again", async (t) => {
  const editor = await makeBlind(t);
  editor.sees = true;
  const { code, text } = await editor.run("find_definition", { symbol: "Lid" });
  assert.equal(code, "found", text);
  assert.match(text, /src\/jar\.ts:4:14/);
  assert.doesNotMatch(text, /outdated/);
  assert.equal(editor.count("reload"), 1);
});

test("one that stays as it was is said first, and what it lacks is unknown", async (t) => {
  const editor = await makeBlind(t);
  const note = "the editor has not loaded the current text of src/jar.ts from disk: this may be outdated.";
  const found = await editor.run("find_definition", { symbol: "x" });
  assert.equal(found.code, "found");
  assert.ok(found.text.startsWith(`Note: ${note}`), found.text);
  const missing = await editor.run("find_definition", { symbol: "Cup" });
  assert.equal(missing.code, "unknown");
  assert.ok(missing.text.startsWith(`Unknown: ${note}`), missing.text);
  editor.on.diagnostics = () => ({
    data: { events: 1, behind: false, loaded: true, exact: true, rows: [[0, 0, 0, 6, 0, "1", "ts", "Old."]] },
  });
  const old = await editor.run("get_diagnostics", { file: "src/jar.ts" });
  assert.equal(old.code, "unknown", old.text);
  assert.ok(old.text.startsWith(`Unknown: ${note}`), old.text);
});

test("before the folders have been walked through once, answers say that changes may be missing", async (t) => {
  const files = { "src/jar.ts": OLD, ".gitignore": "*a*b*c*d*e*\n".repeat(80_000) };
  for (let i = 0; i < 2000; i++) files[`src/d${i % 20}/abcd${i}.ts`] = "export const x = 1;\n";
  const editor = makeEditor(t, files);
  editor.isImpatient = true;
  const ask = () => editor.run("find_definition", { symbol: "Jar", file: "src/jar.ts" });
  const note = "Note: not all changes on disk are known yet: this may be outdated.";
  const first = await ask();
  assert.ok(first.text.startsWith(note), first.text);
  // A repository's own rules cannot keep it up for long.
  const end = Date.now() + 30_000;
  while ((await ask()).text.startsWith(note)) assert.ok(Date.now() < end, "the walk does not end");
});
