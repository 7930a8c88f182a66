/** code_analyze in a real VS Code: the built-in formatters of TypeScript, JSON, CSS and HTML, and clangd's. */
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { waitFor } from "../processes.mjs";
import { Bench, callTool, copyWorkspaces, openAgent, openEditor } from "./support.mjs";

const SETTINGS = {
  "files.autoSave": "off",
  "sextant.toolsets": ["symbols", "edit", "run"],
  "sextant.approval": { run: "always", edit: "always" },
  "[json]": { "editor.tabSize": 3 },
};
const MESSY = "export function  add( a:number,b:number ){\n    if(a){ return b }\nreturn a+b\n}\n";
const TIDY = "export function add(a: number, b: number) {\n    if (a) { return b }\n    return a + b\n}\n";

let files, editor, agent, bench;

before(async () => {
  files = await copyWorkspaces("tour");
  editor = await openEditor(files.folders, { servers: ["clangd"], settings: SETTINGS });
  agent = await openAgent(editor);
  bench = new Bench(editor, agent, files.folders[0]);
});

after(async () => {
  agent?.close();
  await editor?.stop();
  await files?.remove();
});

const analyze = (args) => bench.ok("code_analyze", args);
const fails = async (args) => {
  const answer = await callTool(agent, "code_analyze", args);
  assert.ok(answer.isError, answer.text);
  return answer.text;
};

/** Documents that the editor holds unsaved, or in a tab, and those that are in no file of the workspace. */
const traces = () =>
  editor.control.evaluate(({ vscode, args }) => {
    const isOutside = ({ uri }) => uri.scheme === "file" && !uri.fsPath.startsWith(args);
    const problems = vscode.languages.getDiagnostics().filter(([uri, list]) => isOutside({ uri }) && list.length);
    return {
      dirty: vscode.workspace.textDocuments
        .filter((one) => one.isDirty || one.isUntitled)
        .map((one) => one.uri.toString()),
      tabs: vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label)),
      others: vscode.workspace.textDocuments.filter((one) => isOutside(one) && one.languageId !== "plaintext").length,
      problems: problems.map(([uri]) => uri.toString()),
    };
  }, files.folders[0]);

describe("format", () => {
  test("a file is previewed, applied as it was previewed, and undone", async () => {
    const name = await bench.put("src/messy.ts", MESSY);
    const preview = await analyze({ action: "format", file_path: name });
    assert.match(preview.text, /^PREVIEW of /);
    assert.match(preview.facts.preview, /^\+export function add\(a: number, b: number\) \{$/m);
    assert.equal(await bench.onDisk(name), MESSY);
    const applied = await analyze({ action: "format", change: preview.facts.change, preview: false });
    assert.match(applied.text, /^APPLIED to /);
    assert.equal(await bench.onDisk(name), TIDY);
    await bench.ok("undo_change", { change: preview.facts.change });
    assert.equal(await bench.onDisk(name), MESSY);
  });

  test("a formatted file is told apart from one that nothing formats", async () => {
    const name = await bench.put("src/tidy.ts", TIDY);
    const { text, facts } = await analyze({ action: "format", file_path: name });
    assert.match(text, /^src\/tidy\.ts is formatted already\./);
    assert.equal(facts.applied, false);
    const flat = await bench.put("src/flat.ts", "export const flat = 1;\n");
    assert.match((await analyze({ action: "format", file_path: flat })).text, /formatted already/);
    const plain = await bench.put("notes.txt", "some  text   \n");
    assert.match(await fails({ action: "format", file_path: plain }), /No installed extension formats plaintext\./);
    const ini = await bench.put("a.ini", "[a]\n  b = 1  \n");
    assert.match(await fails({ action: "format", file_path: ini }), /No installed extension formats ini\./);
  });

  test("unsaved text is what is formatted, and stays unsaved with save: false", async () => {
    const name = await bench.put("src/open.ts", "export const a = 1;\n");
    await editor.control.call("showDocument", { path: bench.at(name) });
    await bench.type(name, [0, 0, 0, 0, "export   const b=2;\n"]);
    assert.ok(await waitFor(() => bench.isDirty(name), 5_000, 100));
    const applied = await analyze({ action: "format", file_path: name, preview: false, save: false });
    assert.match(applied.text, /^APPLIED to /);
    assert.equal(await bench.inBuffer(name), "export const b = 2;\nexport const a = 1;\n");
    assert.equal(await bench.onDisk(name), "export const a = 1;\n");
    await editor.control.executeCommand("workbench.action.files.revert");
    await editor.control.executeCommand("workbench.action.closeAllEditors");
  });

  /** The text as the editor's own command formats it. */
  async function formattedByEditor(name, text) {
    await bench.put(name, text);
    await editor.control.call("showDocument", { path: bench.at(name) });
    await editor.control.executeCommand("editor.action.formatDocument");
    const formatted = await bench.inBuffer(name);
    await editor.control.executeCommand("workbench.action.files.revert");
    await editor.control.executeCommand("workbench.action.closeAllEditors");
    return formatted;
  }

  test("the person's settings of the language count, and the text's own indentation before them", async () => {
    for (const [name, text, wanted] of [
      ["flat.json", '{"a":{"b":1}}\n', '{\n   "a": {\n      "b": 1\n   }\n}'],
      ["own.json", '{\n  "a": {\n    "b":1\n  }\n}', '{\n  "a": {\n    "b": 1\n  }\n}'],
      ["tabs.json", '{\n\t"a": {\n\t\t"b":1\n\t}\n}', '{\n\t"a": {\n\t\t"b": 1\n\t}\n}'],
    ]) {
      assert.equal(await formattedByEditor(`by-editor-${name}`, text), wanted);
      await analyze({ action: "format", file_path: await bench.put(name, text), preview: false });
      assert.equal(await bench.onDisk(name), wanted);
    }
  });

  test("only the lines that are given are formatted", async () => {
    const name = await bench.put("src/lines.ts", "const a=1;\nconst b=2;\nconst c=3;\n");
    await analyze({ action: "format", file_path: name, line: 2, preview: false });
    assert.equal(await bench.onDisk(name), "const a=1;\nconst b = 2;\nconst c=3;\n");
    assert.match(
      await fails({ action: "format", file_path: name, line: 9 }),
      /Lines 9-9 are not in the file, which has 4/,
    );
  });

  test("clangd formats C, and says that it is formatted already", async () => {
    const name = await bench.put("src/messy.c", "int  main( void ){\nreturn 0;}\n");
    const applied = await analyze({ action: "format", file_path: name, preview: false });
    assert.match(applied.text, /^APPLIED to /);
    assert.equal(await bench.onDisk(name), "int main(void) { return 0; }\n");
    assert.match((await analyze({ action: "format", file_path: name })).text, /formatted already/);
  });

  test("line ends, blanks and letters of all kinds stay", async () => {
    const name = await bench.put("src/mit Raum/größe.ts", "export const   größe='😀';\r\nexport const b=1;\r\n");
    await analyze({ action: "format", file_path: name, preview: false });
    assert.equal(await bench.onDisk(name), "export const größe = '😀';\r\nexport const b = 1;\r\n");
  });

  test("code in no file is formatted in any language that the editor formats", async () => {
    const before = await traces();
    for (const [language, code, wanted] of [
      ["typescript", MESSY, TIDY],
      ["ts", "let a=1", "let a = 1"],
      ["tsx", "const a=<p   id='x'>{b}</p>;\n", "const a = <p id='x'>{b}</p>;\n"],
      ["json", '{"a":[1,2]}', '{\n   "a": [\n      1,\n      2\n   ]\n}'],
      ["css", "a{color:red}", "a {\n    color: red\n}"],
      ["html", "<div><p>a</p></div>", "<div>\n    <p>a</p>\n</div>"],
      ["c", "int  f( int x ){return x;}", "int f(int x) { return x; }"],
      ["C++", "class A{public:int a;};", "class A {\npublic:\n  int a;\n};"],
    ]) {
      const { text, facts } = await analyze({ action: "format", code, language });
      assert.equal(facts.formatted_code, wanted, language);
      assert.equal(facts.changed, true);
      assert.match(text, /^Formatted as \w+:\n/);
    }
    const { text, facts } = await analyze({ action: "format", code: "let a = 1;\n", language: "ts" });
    assert.match(text, /^Already formatted \(typescript\):\nlet a = 1;$/);
    assert.equal(facts.changed, false);
    assert.match(await fails({ action: "format", code: "a", language: "ini" }), /No installed extension formats ini/);
    assert.match(await fails({ action: "format", code: "a", language: "cobol" }), /cobol/);
    const isClean = async () => JSON.stringify(await traces()) === JSON.stringify(before);
    assert.ok(await waitFor(isClean, 10_000, 250), JSON.stringify(await traces()));
  });
});

describe("parse", () => {
  test("a file's tree is that of its unsaved text, by the editor's language", async () => {
    const name = await bench.put("src/tree.ts", "export const a = 1;\n");
    assert.match(
      (await analyze({ action: "parse", file_path: name })).text,
      /^src\/tree\.ts: typescript, .* no syntax errors/,
    );
    await editor.control.call("showDocument", { path: bench.at(name) });
    await bench.type(name, [0, 0, 0, 0, "function ( {\n"]);
    const { text, facts } = await analyze({ action: "parse", file_path: name });
    assert.match(text, /^Syntax error at /m);
    assert.ok(facts.errors.length > 0);
    await editor.control.executeCommand("workbench.action.files.revert");
    await editor.control.executeCommand("workbench.action.closeAllEditors");
  });
});

describe("lint", () => {
  test("what the editor's servers report of a file is listed", async () => {
    const name = await bench.put("src/wrong.ts", "export const a: number = 'x';\n");
    const { text, facts } = await analyze({ action: "lint", file_path: name });
    assert.match(text, /^src\/wrong\.ts: 1 issue\nsrc\/wrong\.ts:1:14 error ts ?2322: /);
    const [issue] = facts.issues;
    assert.deepEqual(
      [issue.filePath, issue.lineNumber, issue.columnNumber, issue.severity, issue.rule],
      [name, 1, 14, "error", "2322"],
    );
    const right = await bench.put("src/right.ts", "export const a: number = 1;\n");
    assert.match((await analyze({ action: "lint", file_path: right })).text, /: No linting issues found\./);
  });
});
