/** The text of all files is searched where no server knows a name, however many there are. */
import assert from "node:assert/strict";
import test from "node:test";
import { makeEditor, writeFiles } from "./fake-editor.mjs";

const LISTED = 20_000;

/** A folder with more files than the editor is asked for; what is beyond them says so in its name. */
function makeCrowd(t) {
  const names = Array.from({ length: LISTED }, (_, i) => `src/d${i % 100}/f${i}.ts`);
  const editor = makeEditor(t, {
    ...Object.fromEntries(names.map((name, i) => [name, `export const c${i} = 1;\n`])),
    "src/beyond/last.ts": "/** The last one. */\nexport class Beyond {}\n",
    "made/other.ts": "export class Generated {}\n",
    ".gitignore": "made/\n",
  });
  const listed = names.map(editor.path);
  editor.on.findFiles = (glob, max) => ({ data: listed.slice(0, max) });
  editor.on.workspaceSymbols = () => ({ data: [] });
  return editor;
}

const ask = (editor, symbol) => editor.call({ symbol });

test("files beyond those that the editor lists are searched, too", async (t) => {
  const editor = makeCrowd(t);
  // The first call does not wait until all folders are known.
  let answer = await ask(editor, "Beyond");
  const end = Date.now() + 20_000;
  while (answer.code !== "found" && Date.now() < end) answer = await ask(editor, "Beyond");
  assert.equal(answer.code, "found", answer.text);
  assert.match(answer.text, /src\/beyond\/last\.ts/);
  const none = await ask(editor, "NoSuchThing");
  assert.equal(none.code, "none", none.text);
  assert.equal((await ask(editor, "Generated")).code, "none"); // rules ignore it
  writeFiles(editor.folders[0], { "src/d7/f7.ts": "export class NoSuchThing {}\n" });
  const made = await ask(editor, "NoSuchThing");
  assert.equal(made.code, "found", made.text); // what was read before is read again
});
