/** edit_symbol in a real VS Code, with TypeScript, pyright and clangd. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { LIMIT_MS } from "../processes.mjs";
import { Bench, copyWorkspaces, openAgent, openEditor } from "./support.mjs";

let files, editor, agent, bench;

before(async () => {
  files = await copyWorkspaces("tour");
  editor = await openEditor(files.folders, { servers: ["pyright", "clangd"], settings: { "files.autoSave": "off" } });
  agent = await openAgent(editor);
  bench = new Bench(editor, agent, files.folders[0]);
});

after(async () => {
  agent?.close();
  await editor?.stop();
  await files?.remove();
});

const edit = (args) => bench.ok("edit_symbol", args, LIMIT_MS);
const refused = (args, says) => bench.refused("edit_symbol", args, says, LIMIT_MS);

describe("edit_symbol", () => {
  test("a method of TypeScript after one with overloads, as one step to undo", async () => {
    const name = "src/models.ts";
    const before = await bench.onDisk(name);
    const content = "clear(): void {\n  this.items.length = 0;\n}";
    const preview = await edit({ symbol: "Order.add", operation: "insert_after", content });
    assert.match(preview.text, /^PREVIEW of src\/models\.ts \(\+4 -0 lines\)/);
    assert.equal(await bench.onDisk(name), before);
    const done = await edit({ change: preview.facts.change, preview: false, save: true });
    assert.match(done.text, /^APPLIED/);
    const inserted =
      "    return this;\n  }\n\n  clear(): void {\n    this.items.length = 0;\n  }\n\n  /** The price of all";
    assert.ok((await bench.onDisk(name)).includes(inserted), await bench.onDisk(name));
    await bench.ok("undo_change", { change: done.facts.change });
    assert.equal(await bench.inBuffer(name), before);
    await editor.control.executeCommand("workbench.action.files.saveAll");
  });

  test("what is used is not deleted, in any of the languages", async () => {
    await refused({ symbol: "Order.total", operation: "delete" }, /'total' is used in \d+ places?: .*src\//);
    await refused(
      { symbol: "scale_recipe", operation: "delete" },
      /'scale_recipe' is used in \d+ places?: .*kitchen\//,
    );
    await refused(
      { symbol: "scale_tare", operation: "delete" },
      /'scale_tare' is used in \d+ places?: .*scale\/main\.c/,
    );
  });

  test("a method that nobody uses goes with its blank line", async () => {
    const before = await bench.onDisk("kitchen/recipes.py");
    const done = await edit({ symbol: "Recipe.hydration", operation: "delete", preview: false });
    assert.match(done.text, /\(\+0 -3 lines\)/);
    const gone =
      '\n    def hydration(self) -> float:\n        return self.amounts.get("water", 0) / self.amounts["flour"]\n';
    assert.equal(await bench.onDisk("kitchen/recipes.py"), before.replace(gone, ""));
    await bench.ok("undo_change", { change: done.facts.change });
  });

  test("the body of Python's overloads is that of the code, and its docstring stays", async () => {
    const content = "return Recipe(recipe.name, dict(recipe.amounts))";
    const { facts } = await edit({ symbol: "scale_recipe", operation: "replace_body", content });
    assert.match(facts.preview, /^ {5}:param loaves: .*\n {5}"""\n-/m);
    assert.match(facts.preview, /^\+ {4}return Recipe\(recipe\.name, dict/m);
  });

  test("C: the definition is meant, wherever its prototype is", async () => {
    const { facts } = await edit({ symbol: "label", operation: "replace_body", content: "return 0;" });
    assert.deepEqual(
      facts.files.map(({ file }) => file),
      ["scale/scale.c"],
    );
    assert.match(facts.preview, /^\+ {2}return 0;$/m);
  });

  test("an unsaved text counts, and nothing of the editor moves", async () => {
    const name = "src/models.ts";
    await editor.control.call("showDocument", { path: bench.at(name) });
    await bench.type(name, [0, 0, 0, 0, "export const fresh = 1;\n\n"]);
    const state = () =>
      editor.control.evaluate(({ vscode }) => [
        vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label)),
        vscode.window.activeTextEditor?.document.fileName,
        vscode.window.activeTextEditor?.selection.active.character,
      ]);
    const before = await state();
    await edit({
      symbol: "fresh",
      file_path: name,
      operation: "replace",
      content: "export const fresh = 2;",
      preview: false,
      save: false,
    });
    assert.ok((await bench.inBuffer(name)).startsWith("export const fresh = 2;\n\n/** Where an order"));
    assert.deepEqual(await state(), before);
    assert.ok(await bench.isDirty(name));
    await editor.control.executeCommand("workbench.action.files.revert");
  });
});
