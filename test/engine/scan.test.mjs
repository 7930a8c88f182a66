/** The text of all files is searched where no server knows a name, however many there are. */
import assert from "node:assert/strict";
import test from "node:test";
import { makeEditor, writeFiles } from "./fake-editor.mjs";

const COUNT = 21_000;

const ask = (editor, symbol) => editor.call({ symbol });

test("all files of a large workspace are searched, without those that rules or settings hide", async (t) => {
  const names = Array.from({ length: COUNT }, (_, i) => `src/d${i % 100}/f${i}.ts`);
  const editor = makeEditor(t, {
    ...Object.fromEntries(names.map((name, i) => [name, `export const c${i} = 1;\n`])),
    "src/d7/last.ts": "/** The last one. */\nexport class Beyond {}\n",
    "made/other.ts": "export class Generated {}\n",
    "node_modules/one/index.ts": "export class Installed {}\n",
    "old/a.ts": "export class Hidden {}\n",
    ".gitignore": "made/\n",
  });
  editor.on.workspaceSymbols = () => ({ data: [] });
  const roots = [["shop", editor.folders[0]]];
  editor.engine.setRoots(roots, ["old", "{not closed"]);
  const answer = await ask(editor, "Beyond");
  assert.equal(answer.code, "found", answer.text);
  assert.match(answer.text, /src\/d7\/last\.ts/);
  const none = await ask(editor, "NoSuchThing");
  assert.equal(none.code, "none", none.text);
  for (const name of ["Generated", "Installed", "Hidden"]) assert.equal((await ask(editor, name)).code, "none", name);
  writeFiles(editor.folders[0], { "src/d7/f7.ts": "export class NoSuchThing {}\n" });
  const made = await ask(editor, "NoSuchThing");
  assert.equal(made.code, "found", made.text); // what was read before is read again
  editor.engine.setRoots(roots);
  const shown = await ask(editor, "Hidden");
  assert.equal(shown.code, "found", shown.text);
  assert.equal(editor.count("findFiles"), 0);
});

test("a folder that is not on the disk is listed by the editor", async (t) => {
  const editor = makeEditor(t, { "src/user.ts": "export class User {}\n" });
  const remote = "vscode-vfs://host/shop";
  editor.engine.setRoots([
    ["local", editor.folders[0]],
    ["shop", remote],
  ]);
  editor.on.findFiles = () => ({ data: [`${remote}/src/till.ts`, editor.path("src/user.ts")] });
  const { code, text } = await editor.run("get_symbols", { file_path: "lib/till.ts" });
  assert.equal(code, "not_found", text);
  assert.match(text, /Did you mean 'shop\/src\/till\.ts'\?/);
});

test("prose that quotes code comes after the code, and where nothing else has the name it counts", async (t) => {
  const editor = makeEditor(t, {
    "Documentation/hacking.rst": "In particular, :c:func:`list_each()` is useful.\n\n  #define ONLY_HERE 1\n",
    "drivers/test/table.c": "#define list_each(a) for (;;)\n",
    "include/list.h":
      "/** Walks through a list. */\n#define list_each(pos, head) for (pos = head; pos; pos = pos->next)\n",
  });
  const { text } = await ask(editor, "list_each");
  assert.match(text, /^Location: include\/list\.h:2:9$/m);
  assert.match(text, /Walks through a list/);
  assert.match((await ask(editor, "ONLY_HERE")).text, / found at Documentation\/hacking\.rst:3:11$/m);
});
