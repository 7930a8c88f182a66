/** Documents that are not plain files of one folder, in a real VS Code. */
import assert from "node:assert/strict";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";

import { runFromPalette } from "../page.mjs";
import { LIMIT_MS, waitFor } from "../processes.mjs";
import { Bench, copyWorkspaces, line, openAgent, openEditor } from "./support.mjs";

let files, editor, agent, bench;

before(async () => {
  files = await copyWorkspaces("tour", "tour-b");
  editor = await openEditor(files.folders, { servers: ["pyright"], settings: { "files.autoSave": "off" } });
  agent = await openAgent(editor);
  bench = new Bench(editor, agent, files.folders[0]);
});

after(async () => {
  agent?.close();
  await editor?.stop();
  await files?.remove();
});

const placesOf = (list) => list.map(({ file, line: row }) => `${file}:${row}`);

/** A call that can be answered: a server that is still loading may be asked again. */
async function found(tool, args) {
  let answer;
  await waitFor(async () => (answer = await bench.ok(tool, args)).facts.status !== "unknown", LIMIT_MS, 500);
  assert.equal(answer.facts.status, "found", `${tool} ${JSON.stringify(args)}: ${answer.text}`);
  return answer;
}

describe("several folders", () => {
  test("answers name a file as folder/path, and that is read as the same file", async () => {
    const symbols = await found("get_symbols", { query: "Order" });
    assert.match(symbols.text, /Class Order {2}tour\/src\/models\.ts:27:14/);
    assert.match(symbols.text, /Class Order {2}tour-b\/src\/models\.ts:2:14/);
    const uses = await found("find_references", { symbol: "Order", file_path: "tour-b/src/models.ts" });
    assert.deepEqual(placesOf(uses.facts.references), [
      "tour-b/src/models.ts:16",
      "tour-b/src/route.ts:1",
      "tour-b/src/route.ts:4",
    ]);
    const others = await found("find_references", { symbol: "Order", file_path: "tour/src/models.ts" });
    assert.ok(
      others.facts.references.every(({ file }) => file.startsWith("tour/src/")),
      others.text,
    );
  });
});

describe("open editors", () => {
  const show = (name) => editor.control.call("showDocument", { path: join(files.folders[1], "..", name) });
  const isOpen = (name) =>
    editor.control.evaluate(
      ({ vscode, args }) =>
        vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).some(({ input }) => input?.uri?.path.endsWith(args)),
      name,
    );
  /** The files of the declarations, by the index. */
  const order = async () => {
    const answer = await bench.ok("fast_search", { query: "Order" });
    return /^Unknown/m.test(answer.text) ? undefined : answer.facts.definitions?.map(({ file }) => file);
  };

  after(() => editor.control.call("closeAll"));

  test("of declarations that fit as well, one in a tab comes first", async () => {
    await editor.control.call("closeAll");
    const [a, b] = ["tour/src/models.ts", "tour-b/src/models.ts"];
    const closed = await waitFor(order, 60_000);
    assert.deepEqual(closed?.slice(0, 2), [b, a]);
    await show(a);
    assert.ok(await isOpen(a));
    assert.deepEqual((await order()).slice(0, 2), [a, b]);
    await show(b);
    await editor.control.call("showDocument", { path: join(files.folders[0], "src/pricing.ts") });
    assert.deepEqual((await order()).slice(0, 2), [b, a]);
    await editor.control.call("closeAll");
    assert.deepEqual((await order()).slice(0, 2), [b, a]);
    assert.equal(await isOpen(a), false);
  });

  test("what Go to Symbol shows in passing does not count as open", async () => {
    await editor.control.call("closeAll");
    const [a, b] = ["tour/src/models.ts", "tour-b/src/models.ts"];
    await runFromPalette(editor.page, "Sextant: Go to Symbol", "Order");
    assert.ok(await waitFor(() => isOpen(b), 20_000), "the first is shown");
    await editor.page.keyboard.press("ArrowDown");
    assert.ok(await waitFor(() => isOpen(a), 20_000), "the second is shown");
    assert.deepEqual((await order()).slice(0, 2), [b, a]);
    await editor.page.keyboard.press("Enter");
    assert.ok(await waitFor(async () => (await order())[0] === a, 20_000), "what was chosen is open");
  });
});

describe("a document that is not saved yet", () => {
  const text = "export class Sketch {\n  draw(): number { return 1; }\n}\nconst one = new Sketch();\none.draw();\n";
  let uri;

  before(async () => {
    uri = await editor.control.evaluate(async ({ vscode, args }) => {
      const document = await vscode.workspace.openTextDocument({ language: "typescript", content: args });
      return document.uri.toString();
    }, text);
  });

  const textNow = () =>
    editor.control.evaluate(
      ({ vscode, args }) => vscode.workspace.textDocuments.find((one) => one.uri.toString() === args).getText(),
      uri,
    );

  test("is read by its URI", async () => {
    assert.match(uri, /^untitled:/);
    const outline = await found("get_symbols", { file_path: uri });
    assert.deepEqual(
      outline.facts.symbols.map(({ name }) => name),
      ["Sketch", "one"],
    );
    const definition = await found("find_definition", { file_path: uri, line: 5, column: 5 });
    assert.deepEqual(placesOf(definition.facts.definitions), [`${uri}:2`]);
    const uses = await found("find_references", { file_path: uri, symbol: "Sketch" });
    assert.deepEqual(placesOf(uses.facts.references), [`${uri}:4`]);
    const documentation = await bench.ok("get_symbol_documentation", { file_path: uri, symbol_name: "draw" });
    assert.match(documentation.text, /Sketch\.draw\(\): number/);
  });

  test("is edited and renamed in; saving it is left to a person", async () => {
    const was = await bench.everything();
    await bench.ok("edit_buffer", { file: uri, edits: [line(2, "  draw(): number { return 2; }")], preview: false });
    assert.equal(await textNow(), text.replace("return 1", "return 2"));
    // A dialog that asks for the file's name would hold the call up to its deadline.
    const renamed = await bench.ok("rename_symbol", {
      file_path: uri,
      symbol: "Sketch",
      new_name: "Drawing",
      preview: false,
      save: true,
    });
    assert.match(renamed.text, /it has no file yet/);
    assert.equal(await textNow(), text.replace("return 1", "return 2").replaceAll("Sketch", "Drawing"));
    await bench.unchangedSince({ ...was, tabs: (await bench.everything()).tabs });
  });
});

describe("a folder that is not on the disk", () => {
  const far = "vscode-vfs://github/repo/far.ts";
  const text = "export class Far {\n  near() { return 1; }\n}\nnew Far().near();\n";

  before(() =>
    editor.control.evaluate(({ vscode, args }) => {
      globalThis.farFiles = new Map([["/repo/far.ts", args]]);
      const stat = ({ path }) => {
        if (path === "/repo" || path === "/") return { type: 2, ctime: 0, mtime: 0, size: 0 };
        if (!globalThis.farFiles.has(path)) throw vscode.FileSystemError.FileNotFound(path);
        return { type: 1, ctime: 1, mtime: 1, size: globalThis.farFiles.get(path).length };
      };
      const refuse = () => {
        throw vscode.FileSystemError.NoPermissions();
      };
      const provider = {
        onDidChangeFile: new vscode.EventEmitter().event,
        watch: () => ({ dispose() {} }),
        stat,
        readDirectory: () => [["far.ts", 1]],
        readFile: (uri) => (stat(uri), new TextEncoder().encode(globalThis.farFiles.get(uri.path))),
        writeFile: (uri, bytes) => void globalThis.farFiles.set(uri.path, new TextDecoder().decode(bytes)),
        createDirectory: refuse,
        delete: refuse,
        rename: refuse,
      };
      vscode.workspace.registerFileSystemProvider("vscode-vfs", provider, { isCaseSensitive: true });
    }, text),
  );

  test("is outside as long as it is no folder of the workspace", async () => {
    await bench.refused("get_symbols", { file_path: far }, /is outside the workspace folders/);
    await bench.refused(
      "edit_buffer",
      { file: far, edits: [line(1, "x")], preview: false },
      /is outside the workspace folders/,
    );
  });

  test("is read and written through the editor, by its URI and as folder/path", async () => {
    await editor.control.evaluate(async ({ vscode }) => {
      const added = new Promise((done) => vscode.workspace.onDidChangeWorkspaceFolders(done));
      const folder = { uri: vscode.Uri.parse("vscode-vfs://github/repo"), name: "far" };
      vscode.workspace.updateWorkspaceFolders(vscode.workspace.workspaceFolders.length, 0, folder);
      await added;
    });
    for (const file_path of [far, "far/far.ts"]) {
      const outline = await found("get_symbols", { file_path });
      assert.deepEqual(
        outline.facts.symbols.map(({ name }) => name),
        ["Far"],
      );
      const uses = await found("find_references", { file_path, symbol: "Far" });
      assert.deepEqual(placesOf(uses.facts.references), ["far/far.ts:4"]);
    }
    const definition = await found("find_definition", { file_path: far, symbol: "near" });
    assert.deepEqual(placesOf(definition.facts.definitions), ["far/far.ts:2"]);
    await bench.refused("get_symbols", { file_path: "far/nothing.ts" }, /does not exist/);
    await bench.refused("get_symbols", { file_path: "vscode-vfs://github/repo/nothing.ts" }, /nonexistent file/);
    await bench.ok("edit_buffer", {
      file: "far/far.ts",
      edits: [line(2, "  near() { return 2; }")],
      preview: false,
      save: true,
    });
    assert.equal(await editor.control.evaluate(() => globalThis.farFiles.get("/repo/far.ts")), text.replace("1", "2"));
  });
});

describe("notebooks", () => {
  const note = "kitchen/bake.ipynb";
  let cells;

  before(async () => {
    const sources = [["def knead(dough):\n", "    return dough\n"], ["loaf = knead('rye')\n"]];
    const cell = (source) => ({ cell_type: "code", execution_count: null, metadata: {}, outputs: [], source });
    const metadata = { language_info: { name: "python" } };
    await bench.put(
      note,
      JSON.stringify({ cells: sources.map(cell), metadata, nbformat: 4, nbformat_minor: 4 }, null, 1),
    );
    cells = await editor.control.evaluate(async ({ vscode, args }) => {
      const notebook = await vscode.workspace.openNotebookDocument(vscode.Uri.file(args));
      return notebook.getCells().map((one) => one.document.uri.toString());
    }, bench.at(note));
  });

  test("a name that only cells have is unknown, never none", async () => {
    for (const file_path of [note, ...cells, undefined])
      for (const tool of ["find_definition", "find_references"]) {
        const { facts, text } = await bench.ok(tool, { symbol: "knead", file_path });
        assert.equal(facts.status, "unknown", `${tool} ${file_path}: ${text}`);
        assert.match(text, /in notebook cells/);
      }
  });

  test("a cell can be read by its URI, not changed; its outline is by the text", async () => {
    assert.equal(cells.length, 2);
    const { facts } = await bench.ok("get_buffer_info", { file: cells[1] });
    assert.deepEqual([facts.language, facts.content], ["python", "loaf = knead('rye')\n"]);
    const outline = await bench.ok("get_symbols", { file_path: cells[0] });
    assert.deepEqual(
      outline.facts.symbols.map(({ name }) => name),
      ["knead"],
      outline.text,
    );
    assert.match(outline.text, /^By the text alone: the language server for python has returned no outline\.$/m);
    await bench.refused("edit_buffer", { file: cells[1], edits: [line(1, "x")], preview: false }, /is a notebook cell/);
    await bench.refused("rename_symbol", { file_path: cells[0], symbol: "knead", new_name: "fold" }, /notebook cells/);
    const outside = cells[0].replace(files.folders[0], "/elsewhere");
    await bench.refused("get_buffer_info", { file: outside }, /is outside the workspace folders/);
  });

  test("the notebook's file is edited as text", async () => {
    const was = await bench.onDisk(note);
    await bench.ok("replace_in_buffer", { file: note, old: "'rye'", new: "'oat'", preview: false, save: true });
    assert.equal(await bench.onDisk(note), was.replace("'rye'", "'oat'"));
  });
});

describe("CRLF and a byte order mark", () => {
  test("columns of the first line are those of the text", async () => {
    await bench.put("kitchen/marked.py", "\uFEFFdef first_thing():\r\n    return 1\r\n\r\nx = first_thing()\r\n");
    const { text, facts } = await found("find_definition", { symbol: "first_thing" });
    assert.match(text, /^first_thing \(Function\)\nDefined at tour\/kitchen\/marked\.py:1:5: def first_thing/);
    assert.deepEqual(placesOf(facts.definitions), ["tour/kitchen/marked.py:1"]);
  });

  test("renaming and editing keep both", async () => {
    const lines = (name, value) =>
      `\uFEFFexport const ${name} = ${value};\r\n\r\nexport const second = ${name} + 1;\r\n`;
    const file = await bench.put("src/marked.ts", lines("firstNumber", 1));
    const args = { file_path: `tour/${file}`, symbol: "firstNumber" };
    const { text } = await found("find_definition", args);
    assert.match(text, /^Defined at tour\/src\/marked\.ts:1:14: /m);
    await bench.ok("rename_symbol", { ...args, new_name: "firstOne", preview: false, save: true });
    assert.equal(await bench.onDisk(file), lines("firstOne", 1));
    await bench.ok("edit_buffer", { file, edits: [line(1, "export const firstOne = 7;")], preview: false, save: true });
    assert.equal(await bench.onDisk(file), lines("firstOne", 7));
  });
});

describe("links", () => {
  const each = (list) => [...new Set(list.map(({ file }) => file))].sort();

  test("a linked folder inside: each file once, whichever way is asked", async () => {
    await bench.put("src/cup.ts", "export function fillCup() {}\nfillCup();\n");
    await bench.put("src/pot.ts", 'import { fillCup } from "./cup";\nfillCup();\n');
    await symlink("src", bench.at("alias"));
    // The server takes the link for another file as soon as that is open.
    await editor.control.call("showDocument", { path: bench.at("alias/cup.ts") });
    for (const file_path of ["tour/src/cup.ts", "tour/alias/cup.ts"]) {
      const { facts, text } = await found("find_references", { symbol: "fillCup", file_path });
      assert.deepEqual(
        placesOf(facts.references),
        ["tour/src/cup.ts:2", "tour/src/pot.ts:1", "tour/src/pot.ts:2"],
        text,
      );
    }
    const anywhere = await found("get_symbols", { query: "fillCup" });
    assert.deepEqual(each(anywhere.facts.symbols), ["tour/src/cup.ts"], anywhere.text);
    const renamed = await bench.ok("rename_symbol", {
      symbol: "fillCup",
      file_path: "tour/alias/cup.ts",
      new_name: "pour",
      preview: false,
      save: true,
    });
    assert.match(renamed.text, /APPLIED to 2 files: tour\/src\/cup\.ts, tour\/src\/pot\.ts \(\+4 -4 lines\), saved/);
    assert.equal(await bench.onDisk("src/cup.ts"), "export function pour() {}\npour();\n");
    assert.equal(await bench.onDisk("src/pot.ts"), 'import { pour } from "./cup";\npour();\n');
  });

  test("a folder of the workspace that is a link: its files have its name, each once", async () => {
    const real = join(dirname(files.folders[0]), "cellar-1");
    const link = join(dirname(files.folders[0]), "cellar");
    await mkdir(real);
    await symlink(real, link);
    await writeFile(join(real, "tsconfig.json"), "{}");
    await writeFile(join(real, "jar.ts"), "export class Jar {}\n");
    await writeFile(join(real, "shelf.ts"), 'import { Jar } from "./jar";\nexport const top = new Jar();\n');
    await editor.control.evaluate(async ({ vscode, args }) => {
      const added = new Promise((done) => vscode.workspace.onDidChangeWorkspaceFolders(done));
      vscode.workspace.updateWorkspaceFolders(vscode.workspace.workspaceFolders.length, 0, {
        uri: vscode.Uri.file(args),
      });
      await added;
    }, link);
    for (const file_path of ["cellar/jar.ts", join(real, "jar.ts")]) {
      const { facts, text } = await found("find_references", { symbol: "Jar", file_path });
      assert.deepEqual(placesOf(facts.references), ["cellar/shelf.ts:1", "cellar/shelf.ts:2"], text);
    }
    const renamed = await bench.ok("rename_symbol", { symbol: "Jar", file_path: "cellar/jar.ts", new_name: "Pot" });
    assert.match(renamed.text, /PREVIEW of 2 files [\s\S]*cellar\/jar\.ts[\s\S]*cellar\/shelf\.ts/);
  });
});
