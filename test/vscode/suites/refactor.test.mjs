/** Renames, code actions and organized imports in a real VS Code, with TypeScript, pyright and clangd. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { LIMIT_MS, waitFor } from "../processes.mjs";
import { Bench, callTool, copyWorkspaces, insert, openAgent, openEditor, run } from "./support.mjs";

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

const idsOf = ({ facts }) => facts.occurrences.map(({ id }) => id);

describe("rename_symbol", () => {
  test("a preview lists every occurrence and changes nothing; its diff is one that git applies", async () => {
    const before = await bench.everything();
    const preview = await bench.ok("rename_symbol", { symbol: "Order", new_name: "Purchase" });
    assert.match(preview.text, /^PREVIEW of 3 files \(/);
    assert.deepEqual(idsOf(preview).sort(), [
      "src/index.ts:1:10",
      "src/models.ts:27:14",
      "src/models.ts:57:31",
      "src/pricing.ts:1:10",
      "src/pricing.ts:38:38",
    ]);
    assert.equal(preview.facts.total_count, 5);
    await bench.unchangedSince(before);
    const shown = await bench.ok("rename_symbol", { change: preview.facts.change, max_tokens: 5000 });
    const applied = run("git", ["apply", "-p1", "--check", "-"], { cwd: bench.folder, input: shown.facts.preview });
    assert.equal(applied.code, 0, applied.output);
  });

  test("it is applied all at once, and one undo restores every file", async () => {
    const names = ["src/models.ts", "src/index.ts", "src/pricing.ts"];
    const before = await Promise.all(names.map((name) => bench.onDisk(name)));
    await editor.control.call("showDocument", { path: bench.at("src/models.ts") });
    const preview = await bench.ok("rename_symbol", { symbol: "Order", new_name: "Purchase" });
    const applied = await bench.ok("rename_symbol", { change: preview.facts.change, preview: false, save: false });
    assert.match(applied.text, /^APPLIED to 3 files: .*\(\+5 -5 lines\)/);
    assert.match(applied.text, /Diagnostics: 0 new, 0 gone/);
    for (const name of names) assert.match(await bench.inBuffer(name), /\bPurchase\b/);
    await editor.control.executeCommand("undo");
    assert.deepEqual(await Promise.all(names.map((name) => bench.inBuffer(name))), before);
    await editor.control.executeCommand("workbench.action.files.saveAll");
    await editor.control.executeCommand("workbench.action.closeAllEditors");
  });

  test("Undo Last Change takes a saved rename back from all files", async () => {
    const before = await bench.everything();
    await bench.ok("rename_symbol", { symbol: "applyDiscount", new_name: "reduce", preview: false });
    assert.match(await bench.onDisk("src/checkout.ts"), /\breduce\(order/);
    await editor.control.executeCommand("sextant.undoLastChange");
    await bench.unchangedSince(before);
    await editor.control.executeCommand("notifications.clearAll");
  });

  test("occurrences that are left out keep the name, and the answer says what that breaks", async () => {
    const preview = await bench.ok("rename_symbol", { symbol: "taxRate", new_name: "vat" });
    const [first] = idsOf(preview).filter((id) => !id.includes(":4:"));
    const applied = await bench.ok("rename_symbol", {
      symbol: "taxRate",
      new_name: "vat",
      exclude: [first],
      preview: false,
    });
    assert.match(applied.text, /1 occurrence left out/);
    assert.match(applied.text, /Cannot find name 'taxRate'/);
    await editor.control.executeCommand("sextant.undoLastChange");
    await editor.control.executeCommand("notifications.clearAll");
  });

  test("a name that is taken is a conflict, and not applied without a preview", async () => {
    const before = await bench.everything();
    const held = await bench.ok("rename_symbol", { symbol: "Order.total", new_name: "add", preview: false });
    assert.match(held.text, /^PREVIEW/);
    assert.match(held.text, /CONFLICT: 'add' is declared there already|CONFLICT.*src\/models\.ts:38:3/);
    assert.ok(held.facts.conflicts.length > 0);
    assert.equal(held.facts.applied, false);
    await bench.unchangedSince(before);
  });

  test("so is one that a file has which imports the symbol; a keyword is refused", async () => {
    const held = await bench.ok("rename_symbol", { symbol: "Order", new_name: "applyDiscount", preview: false });
    assert.match(
      held.text,
      /^PREVIEW of 3 files[\s\S]*^CONFLICT: 'applyDiscount' is already in use there: src\/pricing\.ts:\d+:\d+/m,
    );
    await bench.refused("rename_symbol", { symbol: "Order", new_name: "class" }, /'class' is a keyword of typescript/);
    await bench.refused(
      "rename_symbol",
      { symbol: "Order", new_name: "string" },
      /'string' is a keyword of typescript/,
    );
    await bench.refused(
      "rename_symbol",
      { symbol: "Recipe", file_path: "kitchen/recipes.py", new_name: "def" },
      /'def' is a keyword of python/,
    );
  });

  test("aliases that the server leaves are listed; aliases=false renames through them, twice", async () => {
    await bench.put(
      "src/alias/one.ts",
      "export function one(n: number): number;\nexport function one(n: string): number;\nexport function one(): number {\n  return 1;\n}\n",
    );
    await bench.put("src/alias/index.ts", 'export { one } from "./one";\n');
    await bench.put("src/alias/use.ts", 'import { one } from "./index";\nexport const used = one(1);\n');
    const asked = { symbol: "one", file_path: "src/alias/one.ts" };
    const told = await bench.ok("rename_symbol", { ...asked, new_name: "uno", preview: false });
    assert.match(
      told.text,
      /^APPLIED to 2 files[\s\S]*^Left as aliases, which keep the old name: src\/alias\/index\.ts:1:10 `uno as one`\.$/m,
    );
    assert.equal(
      await bench.onDisk("src/alias/use.ts"),
      'import { one } from "./index";\nexport const used = one(1);\n',
    );
    const again = await bench.ok("rename_symbol", { ...asked, symbol: "uno", new_name: "eins", preview: false });
    assert.match(again.text, /^APPLIED/);
    assert.equal(await bench.onDisk("src/alias/index.ts"), 'export { eins as one } from "./one";\n');
    for (let count = 0; count < 2; count++) await editor.control.executeCommand("sextant.undoLastChange");
    await editor.control.executeCommand("notifications.clearAll");
    const through = await bench.ok("rename_symbol", { ...asked, new_name: "uno", aliases: false, preview: false });
    assert.match(through.text, /^APPLIED to 3 files/);
    assert.deepEqual(through.facts.aliases, []);
    assert.equal(await bench.onDisk("src/alias/index.ts"), 'export { uno } from "./one";\n');
    assert.equal(
      await bench.onDisk("src/alias/use.ts"),
      'import { uno } from "./index";\nexport const used = uno(1);\n',
    );
  });

  test("comments and strings with the name are listed, not changed", async () => {
    const { facts } = await bench.ok("rename_symbol", { symbol: "applyDiscount", new_name: "reduce" });
    assert.deepEqual(
      facts.not_renamed.map(({ file, line }) => `${file}:${line}`),
      ["src/pricing.ts:36"],
    );
  });

  test("what cannot be renamed is refused with the reason", async () => {
    await bench.refused(
      "rename_symbol",
      { symbol: "Order", new_name: "2x" },
      /'2x' is not a valid identifier in typescript/,
    );
    await bench.refused("rename_symbol", { symbol: "Order", new_name: "Order" }, /equals the current name/);
    await bench.refused(
      "rename_symbol",
      { symbol: "Orderr", new_name: "X" },
      /No symbol found for 'Orderr'[\s\S]*Order/,
    );
    await bench.refused(
      "rename_symbol",
      { symbol: "Order", new_name: "X", exclude: ["src/none.ts:1:1"] },
      /'src\/none\.ts:1:1' is not one of the occurrences/,
    );
    await bench.refused("rename_symbol", { symbol: "Order" }, /new_name is missing/);
    await bench.refused(
      "rename_symbol",
      { file_path: "scripts/sign.lua", line: 3, new_name: "other" },
      /No installed extension serves the language/,
    );
  });

  test("a preview whose files have moved on is placed, or refused when its lines were edited", async () => {
    const preview = await bench.ok("rename_symbol", { symbol: "formatPrice", new_name: "priceText" });
    await bench.ok("edit_buffer", {
      file: "src/pricing.ts",
      edits: [insert(1, "// above")],
      preview: false,
      save: true,
    });
    const applied = await bench.ok("rename_symbol", { change: preview.facts.change, preview: false });
    assert.match(applied.text, /'src\/pricing\.ts' had changed in the meantime/);
    assert.match(await bench.onDisk("src/pricing.ts"), /^\/\/ above\n[\s\S]*function priceText/);
    for (let count = 0; count < 2; count++) await editor.control.executeCommand("sextant.undoLastChange");
    await editor.control.executeCommand("notifications.clearAll");
  });

  /** Opens a tab as soon as the file is changed, as the editor does on a busy machine; settles when it is there. */
  const openOnChange = (name) =>
    editor.control.evaluate(
      ({ vscode, args }) =>
        new Promise((done) => {
          const watch = vscode.workspace.onDidChangeTextDocument(async ({ document }) => {
            if (document.uri.fsPath !== args) return;
            watch.dispose();
            await vscode.commands.executeCommand("vscode.open", document.uri, { background: true, preview: false });
            done(null);
          });
        }),
      bench.at(name),
    );

  test("more files than the editor keeps open without a tab", async () => {
    const names = Array.from({ length: 120 }, (_, i) => `src/many/user${i}.ts`);
    await bench.put("src/many/shared.ts", "export const shared = 1;\n");
    for (const name of names) await bench.put(name, 'import { shared } from "./shared";\nexport default shared;\n');
    await editor.control.call("showDocument", { path: bench.at("src/models.ts") });
    const before = await bench.everything();
    const opened = openOnChange("src/many/user7.ts");
    const args = { symbol: "shared", file_path: "src/many/shared.ts", new_name: "common", preview: false };
    let applied;
    // News of the new files while the server plans makes it a conflict: an agent calls again.
    const isOver = async () => !/\(conflict\)$/.test((applied = await callTool(agent, "rename_symbol", args)).text);
    assert.ok(await waitFor(isOver, LIMIT_MS), applied.text);
    assert.equal(applied.isError, false, applied.text);
    assert.match(applied.text, /^APPLIED to 121 files: .*\(\+241 -241 lines\), saved/);
    assert.match(applied.text, /^Diagnostics: not requested, because the change has more than 40 files\./m);
    assert.equal(applied.facts.diagnostics.status, "unknown");
    for (const name of names)
      assert.match(await bench.onDisk(name), /^import \{ common \} from "\.\/shared";\nexport default common;\n$/);
    await opened;
    const openedAgain = openOnChange("src/many/user8.ts");
    await editor.control.executeCommand("sextant.undoLastChange");
    await openedAgain;
    await bench.unchangedSince(before);
    await editor.control.call("closeAll");
  });

  test("scripts without a project are renamed, also if they are not open", async () => {
    await bench.put("plain/add.js", "export function addUp(n) {\n  return n;\n}\n");
    await bench.put("plain/use.js", 'import { addUp } from "./add.js";\naddUp(1);\n');
    await bench.put("plain/other.js", "const addUp = 1;\nconsole.log(addUp);\n");
    const args = { symbol: "addUp", file_path: "plain/add.js", new_name: "sumUp", preview: false };
    let applied;
    // A server that does not answer about the other file in time leaves a preview, which says so.
    await waitFor(async () => {
      applied = await bench.ok("rename_symbol", args);
      return !applied.text.includes("It was not applied, because:");
    }, LIMIT_MS);
    assert.match(applied.text, /^APPLIED to 2 files/);
    assert.equal(await bench.onDisk("plain/use.js"), 'import { sumUp } from "./add.js";\nsumUp(1);\n');
    assert.match(await bench.onDisk("plain/other.js"), /addUp/);
  });

  test("Python and C are renamed over files", async () => {
    const python = await bench.ok("rename_symbol", {
      symbol: "Recipe",
      file_path: "kitchen/recipes.py",
      new_name: "Dish",
    });
    assert.deepEqual(
      [...new Set(python.facts.occurrences.map(({ file }) => file))],
      ["kitchen/__init__.py", "kitchen/oven.py", "kitchen/recipes.py"],
    );
    const file = await bench.put(
      "scale/weigh.c",
      "static int weigh(int grams) { return grams; }\nint all(void) { return weigh(1) + weigh(2); }\n",
    );
    const c = await bench.ok("rename_symbol", {
      symbol: "weigh",
      file_path: file,
      new_name: "measure",
      preview: false,
    });
    assert.match(await bench.onDisk(file), /static int measure[\s\S]*measure\(1\) \+ measure\(2\)/, c.text);
  });
});

const MESSY = `import { taxRate } from "./pricing";
import { Order, OrderStatus } from "./models";
import { loadShelves } from "./stock";

export function f(o: Order): number {
  return formatPrice(o.total() + taxRat).length;
}
`;

describe("apply_code_action", () => {
  before(() => bench.put("src/messy.ts", MESSY));

  test("all problems of a line, with the fixes for them, by id; the file is not shown to the person", async () => {
    const { text, facts } = await bench.ok("apply_code_action", {
      file: "src/messy.ts",
      line: 6,
      action_kind: "quickfix",
    });
    assert.match(text, /At 6:10 ts2304: Cannot find name 'formatPrice'/);
    assert.match(text, /At 6:34 ts2552: Cannot find name 'taxRat'/);
    const titles = facts.actions.map(({ title }) => title);
    assert.ok(titles.includes("Change spelling to 'taxRate'"), text);
    assert.ok(
      facts.actions.some(({ preferred, kind }) => preferred && kind === "quickfix"),
      text,
    );
    const problemsOf = (title) =>
      facts.actions.find((one) => one.title.startsWith(title)).diagnostics.map(({ column }) => column);
    assert.deepEqual([problemsOf("Change spelling to 'taxRate'"), problemsOf("Update import from")], [[33], [9]], text);
    assert.match(text, /: Change spelling to 'taxRate' for 6:34/);
    const tabs = (await bench.everything()).tabs;
    assert.doesNotMatch(tabs, /messy/);
  });

  test("one of them by its id: previewed, then applied as previewed", async () => {
    const { facts } = await bench.ok("apply_code_action", { file: "src/messy.ts", line: 6, action_kind: "quickfix" });
    const { id } = facts.actions.find(({ title }) => title === "Change spelling to 'taxRate'");
    const preview = await bench.ok("apply_code_action", { file: "src/messy.ts", line: 6, action: id });
    assert.match(preview.text, /^PREVIEW[\s\S]*\+ {2}return formatPrice\(o\.total\(\) \+ taxRate\)/);
    assert.equal(await bench.onDisk("src/messy.ts"), MESSY);
    const applied = await bench.ok("apply_code_action", { change: preview.facts.change, preview: false });
    assert.match(applied.text, /APPLIED[\s\S]*0 new, 1 gone/);
    assert.equal(await bench.onDisk("src/messy.ts"), MESSY.replace("taxRat)", "taxRate)"));
  });

  test("one that adds an import; one that only resolving gives an edit, by a part of its title", async () => {
    const { facts } = await bench.ok("apply_code_action", { file: "src/messy.ts", line: 6, action_kind: "quickfix" });
    const { id } = facts.actions.find(({ title }) => title.startsWith("Update import from"));
    await bench.ok("apply_code_action", { file: "src/messy.ts", line: 6, action: id, preview: false });
    assert.match(await bench.onDisk("src/messy.ts"), /import \{ formatPrice, taxRate \} from "\.\/pricing"/);
    const extracted = await bench.ok("apply_code_action", {
      file: "src/messy.ts",
      line: 6,
      column: 21,
      end_line: 6,
      end_column: 30,
      action: "function in module scope",
    });
    assert.match(extracted.text, /\+function newFunction\(o: Order\)/);
  });

  test("a refactoring that makes a new file is one change", async () => {
    const moved = await bench.ok("apply_code_action", {
      file: "src/messy.ts",
      line: 5,
      column: 17,
      action: "Move to a new file",
      preview: false,
    });
    assert.deepEqual(moved.facts.files.map(({ action }) => action).sort(), ["create", "edit"], moved.text);
    assert.match(await bench.onDisk("src/f.ts"), /export function f/);
    await editor.control.executeCommand("sextant.undoLastChange");
    await editor.control.executeCommand("notifications.clearAll");
    assert.match(await bench.onDisk("src/messy.ts"), /export function f/);
  });

  test("fix all of a file", async () => {
    await bench.put("src/fixable.ts", "export class A implements B {}\ninterface B { b(): void }\n");
    const fixed = await bench.ok("apply_code_action", {
      file: "src/fixable.ts",
      action_kind: "source.fixAll",
      preview: false,
    });
    assert.match(await bench.onDisk("src/fixable.ts"), /b\(\): void \{/, fixed.text);
  });

  test("an unknown action, a line past the end and a language without a server say so", async () => {
    await bench.refused(
      "apply_code_action",
      { file: "src/messy.ts", line: 5, action: "Make it better" },
      /'Make it better' matches none of the/,
    );
    await bench.refused("apply_code_action", { file: "src/messy.ts", line: 5000 }, /the file, which has \d+ lines/);
    const lua = await bench.ok("apply_code_action", { file: "scripts/sign.lua", line: 1 });
    assert.equal(lua.facts.status, "unknown");
  });

  test("snippets around a selection are not listed; an unknown kind is reported", async () => {
    const lines = (await bench.onDisk("src/pricing.ts")).split("\n").length - 1;
    const { facts } = await bench.ok("apply_code_action", {
      file: "src/pricing.ts",
      line: 1,
      end_line: lines,
      max_tokens: 5000,
    });
    assert.deepEqual(
      facts.actions.filter(
        ({ kind, title }) => kind.startsWith("refactor.surround") || title === "For Loop" || title.startsWith("More"),
      ),
      [],
    );
    const none = await bench.ok("apply_code_action", {
      file: "src/pricing.ts",
      line: 1,
      end_line: lines,
      action_kind: "banana",
    });
    assert.match(none.text, /No action of kind 'banana' is offered there\. Kinds that are offered: .*refactor/);
    assert.doesNotMatch(none.text, /No actions are offered/);
  });

  test("an action that runs a command says so, is asked for, and what it did can be undone", async () => {
    await bench.put("src/shout.md", "quiet\n");
    await editor.control.evaluate(({ vscode, args }) => {
      vscode.commands.registerCommand("suite.shout", async (uri) => {
        const edit = new vscode.WorkspaceEdit();
        edit.replace(uri, new vscode.Range(0, 0, 0, 5), "LOUD");
        await vscode.workspace.applyEdit(edit);
      });
      const provideCodeActions = (document) => {
        const action = new vscode.CodeAction("Shout", vscode.CodeActionKind.RefactorRewrite);
        action.command = { command: "suite.shout", title: "Shout", arguments: [document.uri] };
        return [action];
      };
      vscode.languages.registerCodeActionsProvider({ pattern: `${args}/**/*.md` }, { provideCodeActions });
    }, bench.folder);
    const asked = { file: "src/shout.md", line: 1, action: "Shout" };
    const preview = await bench.ok("apply_code_action", asked);
    assert.match(preview.text, /^PREVIEW: 'Shout' runs the command suite\.shout instead of an edit/);
    const unanswered = bench.ok("apply_code_action", { ...asked, preview: false });
    const allow = editor.page.locator(".monaco-button, .monaco-text-button", { hasText: /^Allow$/ }).first();
    await allow.waitFor({ timeout: LIMIT_MS });
    assert.equal(await bench.onDisk("src/shout.md"), "quiet\n");
    await allow.click();
    const done = await unanswered;
    assert.match(
      done.text,
      /^APPLIED by running the command suite\.shout\.\nIt changed src\/shout\.md \(\+1 -1 lines\)/,
    );
    assert.equal(await bench.inBuffer("src/shout.md"), "LOUD\n");
    await editor.control.executeCommand("sextant.undoLastChange");
    const isBack = () => bench.inBuffer("src/shout.md").then((text) => text === "quiet\n" || undefined);
    assert.ok(await waitFor(isBack, LIMIT_MS));
  });
});

describe("organize_imports", () => {
  test("unused imports go, the others are sorted; what went is named", async () => {
    await bench.put("src/imports.ts", MESSY.replace("formatPrice(o.total() + taxRat).length", "o.total() + taxRate"));
    const preview = await bench.ok("organize_imports", { file: "src/imports.ts" });
    assert.deepEqual(preview.facts.removed_imports, ["OrderStatus", "loadShelves", '"./stock"'], preview.text);
    const applied = await bench.ok("organize_imports", { change: preview.facts.change, preview: false });
    assert.match(applied.text, /^APPLIED/);
    assert.match(
      await bench.onDisk("src/imports.ts"),
      /^import \{ Order \} from "\.\/models";\nimport \{ taxRate \} from "\.\/pricing";\n\n/,
    );
    const again = await bench.ok("organize_imports", { file: "src/imports.ts" });
    assert.match(again.text, /^NO CHANGE/);
  });

  test("a language without a provider is refused", async () => {
    await bench.refused("organize_imports", { file: "scale/weigh.c" }, /No installed extension organizes imports in c/);
  });
});
