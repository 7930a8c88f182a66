/** verify=true in a real VS Code: what makes errors is taken back, and a person sees nothing of it. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { screenshot } from "../page.mjs";
import { LIMIT_MS, waitFor } from "../processes.mjs";
import { ARTIFACTS, Bench, callTool, copyWorkspaces, line, openAgent, openEditor } from "./support.mjs";

/** A server may take so long to start on a busy machine. */
const START_LIMIT_MS = 180_000;

const SHAPE = "export interface Shape {\n  sides: number;\n}\n\nexport const square: Shape = { sides: 4 };\n";
const USER = 'import { square } from "./shape";\n\nexport const doubled: number = square.sides * 2;\n';
const BAD = line(5, "export const square: Shape = { sides: 'four' };");
const BREAKING = [line(2, "  corners: number;"), line(5, "export const square: Shape = { corners: 4 };")];

let files, editor, agent, bench;

const edit = (file, edits, more) => ({ file, edits, preview: false, save: true, verify: true, ...more });

before(async () => {
  files = await copyWorkspaces("tour");
  const toolsets = ["symbols", "edit", "files", "refactor"];
  const approval = Object.fromEntries(toolsets.map((name) => [name, "always"]));
  const settings = { "files.autoSave": "off", "sextant.toolsets": toolsets, "sextant.approval": approval };
  editor = await openEditor(files.folders, { servers: ["pyright", "clangd"], settings });
  agent = await openAgent(editor);
  bench = new Bench(editor, agent, files.folders[0]);
  // TypeScript's server has to have loaded its project.
  const file = await bench.put("src/warm.ts", "export const warm = 1;\n");
  const isKnown = async () => {
    const args = edit(file, [line(1, `export const warm = ${Math.random()};`)]);
    return (await callTool(agent, "edit_buffer", args)).facts?.verification?.status === "verified";
  };
  assert.ok(await waitFor(isKnown, START_LIMIT_MS, 500));
});

after(async () => {
  agent?.close();
  await editor?.stop();
  await files?.remove();
});

/** The person's view: the tabs of each group, what is in front, selections, and which lines are seen. */
const view = () =>
  editor.control.evaluate(({ vscode }) => ({
    groups: vscode.window.tabGroups.all.map(({ viewColumn, isActive, tabs }) => ({
      viewColumn,
      isActive,
      tabs: tabs.map((tab) => [tab.label, tab.isActive, tab.isDirty, tab.isPreview]),
    })),
    front: vscode.window.activeTextEditor?.document.uri.path,
    seen: vscode.window.visibleTextEditors.map(({ document, viewColumn, selections, visibleRanges }) => [
      ...[document.uri.path, viewColumn],
      ...selections.map(({ anchor, active }) => [anchor.line, anchor.character, active.line, active.character]),
      ...visibleRanges.map(({ start, end }) => [start.line, end.line]),
    ]),
  }));

/** Files in a window of two groups: the last one is in front, with its cursor in a line in the middle. */
const divide = (paths) =>
  editor.control.evaluate(async ({ vscode, args }) => {
    for (const [i, path] of args.entries()) {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.file(path));
      const at = new vscode.Position(Math.min(40, document.lineCount - 1), 0);
      const selection = new vscode.Range(at, at);
      await vscode.window.showTextDocument(document, { preview: false, selection, viewColumn: i === 1 ? 2 : 1 });
    }
  }, paths);

/** Presses the key of undo or redo, at most so often as there are steps, until the file has that text. */
async function undoTo(name, text, key) {
  for (let steps = 0; steps < 12 && (await bench.inBuffer(name)) !== text; steps++) {
    const before = await bench.inBuffer(name);
    await editor.page.keyboard.press(key);
    await waitFor(async () => (await bench.inBuffer(name)) !== before, 500);
  }
  assert.equal(await bench.inBuffer(name), text, key);
}

/** Runs `body` in the editor, of `vscode`, `path` and `text`, as soon as a buffer or the file says `mark`. */
const once = (file, mark, body, text = "") =>
  editor.control.evaluate(
    `const { path, mark, text } = args;
    const { readFileSync, writeFileSync } = process.getBuiltinModule("node:fs");
    const isThere = () =>
      vscode.workspace.textDocuments.some((one) => one.uri.fsPath === path && one.getText().includes(mark)) ||
      readFileSync(path, "utf8").includes(mark);
    while (!isThere()) await new Promise((next) => setTimeout(next, 5));
    ${body}`,
    { path: bench.at(file), mark, text },
  );

/** For `once`: sends a signal to a language server that this extension host has started. */
const signalServer = (program, signal) =>
  `const { execFileSync } = process.getBuiltinModule("node:child_process");
  const children = execFileSync("ps", ["-o", "pid=,args=", "--ppid", String(process.pid)], { encoding: "utf8" });
  for (const child of children.split("\\n").filter((one) => one.includes("${program}")))
    process.kill(parseInt(child), "${signal}");`;

/** Edits a line to and fro until its server knows the file, and those that use it. */
const untilKnown = async (file, n, ...texts) => {
  let turn = 0;
  const isKnown = async () => {
    const { facts } = await callTool(agent, "edit_buffer", edit(file, [line(n, texts[turn++ % texts.length])]));
    return ["verified", "partly_verified"].includes(facts?.verification?.status);
  };
  assert.ok(await waitFor(isKnown, START_LIMIT_MS, 500));
};

const closeAll = () => editor.control.executeCommand("workbench.action.closeAllEditors");

describe("a change", () => {
  test("without new errors is kept and saved", async () => {
    const file = await bench.put("src/shape.ts", SHAPE);
    await bench.put("src/use.ts", USER);
    const answer = await bench.ok("edit_buffer", edit(file, [line(5, "export const square: Shape = { sides: 5 };")]));
    assert.match(answer.text, /^Verified: no new errors in the changed file, nor in 1 file that uses them\.$/m);
    assert.equal(answer.facts.verification.status, "verified");
    assert.match(await bench.onDisk(file), /sides: 5/);
    assert.equal(await bench.isDirty(file), false);
  });

  test("with an error is taken back: file, buffer, tabs and cursor are as they were", async () => {
    await closeAll();
    const file = await bench.put("src/shape.ts", SHAPE);
    await bench.put("src/use.ts", USER);
    await editor.control.call("showDocument", { path: bench.at("src/index.ts"), line: 2 });
    const seen = await view();
    const answer = await bench.refused(
      "edit_buffer",
      edit(file, [BAD]),
      /The change makes 1 new error, so it was taken back and nothing was changed\./,
    );
    assert.match(answer.text, /src\/shape\.ts:5:\d+: ts 2322: Type 'string' is not assignable to type 'number'/);
    assert.equal(await bench.inBuffer(file), SHAPE);
    assert.equal(await bench.isDirty(file), false);
    assert.deepEqual(await view(), seen);
    await screenshot(editor.page, join(ARTIFACTS, "verify-taken-back.png"));
  });

  test("of the file in front leaves its cursor, and two steps to undo that change nothing", async () => {
    const file = await bench.put("src/shape.ts", SHAPE);
    await editor.control.call("showDocument", { path: bench.at(file), line: 2 });
    await bench.type(file, [0, 0, 0, 0, "// typed\n"]);
    const typed = await bench.inBuffer(file);
    const seen = await view();
    await bench.refused(
      "edit_buffer",
      edit(file, [line(6, "export const square: Shape = { sides: 'four' };")], { save: false }),
      /1 new error/,
    );
    assert.equal(await bench.inBuffer(file), typed);
    assert.equal(await bench.onDisk(file), SHAPE, "unsaved text stays unsaved");
    assert.equal(await bench.isDirty(file), true);
    assert.deepEqual(await view(), seen);
    await screenshot(editor.page, join(ARTIFACTS, "verify-unsaved.png"));
    let steps = 0;
    for (; steps < 6 && (await bench.inBuffer(file)) !== SHAPE; steps++) await editor.control.executeCommand("undo");
    assert.ok(steps <= 3, `${steps} steps back to the text before the person's`);
    await editor.control.executeCommand("workbench.action.files.revert");
    await closeAll();
  });

  test("of several tools leaves a divided window as it is, and Ctrl+Z what the person typed", async () => {
    await closeAll();
    const LONG = Array.from({ length: 80 }, (_, i) => `export const line${i} = ${i};\n`).join("");
    const file = await bench.put("src/shape.ts", SHAPE + LONG);
    const other = await bench.put("src/other.ts", LONG);
    await bench.put("src/use.ts", USER);
    await divide([file, "src/index.ts", other].map((name) => bench.at(name)));
    await editor.page.keyboard.type("// typed ");
    await waitFor(async () => (await bench.inBuffer(other)).includes("// typed export"), LIMIT_MS);
    const [typed, seen] = [await bench.inBuffer(other), await view()];
    const shot = (name) => screenshot(editor.page, join(ARTIFACTS, `verify-divided-${name}.png`));
    await shot("before");
    const call = { verify: true, preview: false, save: false };
    const at = { file_path: other, symbol: "line70" };
    const bad = [
      ["edit_symbol", { ...at, operation: "replace", content: "export const line70: string = 70;" }],
      ["replace_in_buffer", { file: other, old: "line71 = 71", new: "line71: string = 71" }],
      ["edit_buffer", { file, edits: [BAD] }],
      ["change_signature", { file_path: "src/sum.ts", symbol: "half", new_params: [{ name: "a", type: "string" }] }],
    ];
    await bench.put("src/sum.ts", "export function half(a: number) {\n  return a / 2;\n}\n");
    for (const [tool, args] of bad) {
      await bench.refused(tool, { ...args, ...call }, /new error/);
      assert.deepEqual(await view(), seen, tool);
      assert.equal(await bench.inBuffer(other), typed, tool);
    }
    await shot("taken-back");
    await bench.ok("edit_symbol", { ...at, ...call, operation: "replace", content: "export const line70 = 700;" });
    assert.deepEqual(await view(), seen);
    await shot("kept");
    await undoTo(other, typed, "Control+z");
    await shot("undone");
    await undoTo(other, typed.replace("line70 = 70;", "line70 = 700;"), "Control+Shift+z");
    await undoTo(other, LONG, "Control+z");
    assert.equal(await bench.onDisk(other), LONG);
    await closeAll();
  });

  test("that breaks a file which uses it is taken back", async () => {
    const file = await bench.put("src/shape.ts", SHAPE);
    await bench.put("src/use.ts", USER);
    const answer = await bench.refused("edit_buffer", edit(file, BREAKING), /1 new error/);
    assert.match(answer.text, /\nsrc\/use\.ts:3:\d+: ts 2339: Property 'sides' does not exist/);
  });

  test("of the other tools is verified as well", async () => {
    const file = await bench.put("src/shape.ts", SHAPE);
    await bench.put("src/use.ts", USER);
    const bad = "{ sides: 'four' }";
    const good = "{ sides: 6 }";
    const calls = (text) => [
      ["replace_in_buffer", { file, old: /\{ sides: .* \}/.source, regex: true, new: text, preview: false }],
      ["file_edit", { filePath: file, searchTerm: /\{ sides: .* \}/.source, isRegex: true, replacementText: text }],
      ["file_write", { filePath: file, content: SHAPE.replace("{ sides: 4 }", text) }],
      ["file_manage", { action: "write", filePath: file, content: SHAPE.replace("{ sides: 4 }", text) }],
    ];
    for (const [tool, args] of calls(bad)) await bench.refused(tool, { ...args, verify: true }, /1 new error/);
    for (const [tool, args] of calls(good)) {
      const { text } = await bench.ok(tool, { ...args, verify: true });
      if (!/already as requested/.test(text)) assert.match(text, /^Verified: /m, `${tool}: ${text}`);
    }
    await bench.refused(
      "file_write",
      { filePath: "src/new/bad.ts", content: "export const x: number = 'a';\n", verify: true },
      /src\/new\/bad\.ts:1:\d+: ts 2322/,
    );
    await bench.refused(
      "file_manage",
      { action: "delete", filePath: file, verify: true },
      /src\/use\.ts:1:1: it imports src\/shape\.ts/,
    );
    const renamed = await bench.ok("rename_symbol", {
      symbol: "square",
      file,
      new_name: "tile",
      preview: false,
      verify: true,
    });
    assert.match(renamed.text, /^Verified: no new errors in the changed files/m, renamed.text);
    assert.match(await bench.onDisk("src/use.ts"), /tile\.sides/);
    const unused = await bench.put("src/unused.ts", 'import { tile } from "./shape";\n\nexport const one = 1;\n');
    const organized = await bench.ok("organize_imports", { file: unused, preview: false, verify: true });
    assert.match(organized.text, /^Verified: /m, organized.text);
    assert.doesNotMatch(await bench.onDisk(unused), /import/);
  });

  test("that renames or moves code with an old error is kept", async () => {
    const file = await bench.put("src/cart.ts", "export class Cart {}\n\nexport const none = new Cart().missing;\n");
    await bench.put("src/cart-use.ts", 'import { Cart } from "./cart";\n\nexport const text: string = new Cart();\n');
    const change = { file, symbol: "Cart", new_name: "Basket", preview: false, verify: true };
    const renamed = await bench.ok("rename_symbol", change);
    assert.match(renamed.text, /^Verified: no new errors in the changed files/m);
    assert.match(renamed.text, /^Diagnostics: 0 new, 0 gone, 2 as before\.$/m);
    const to = await bench.put("src/moved.ts", "export const other = 1;\n");
    const code = "export const bad = unknownName;\n";
    const from = await bench.put("src/moving.ts", `${code}export const stays = 1;\n`);
    const move = { file_path: from, symbol: "bad", target_file: to, preview: false };
    assert.match((await bench.ok("move_symbol", move)).text, /^Verified: /m);
    assert.match(await bench.onDisk(to), /unknownName/);
  });

  test("of Python is verified by pyright, in the file and in its importer", async () => {
    const file = await bench.put("kitchen/verified.py", "def boil(minutes: int) -> int:\n    return minutes\n");
    await bench.put("kitchen/uses_verified.py", "from kitchen.verified import boil\n\nprint(boil(3))\n");
    const known = async () => {
      const args = edit(file, [line(2, `    return minutes + ${Math.floor(Math.random() * 1000)}`)]);
      const { facts } = await callTool(agent, "edit_buffer", args);
      // From the second time on its server is known to look at tabs only.
      return facts?.verification?.status === "verified" && facts.verification.silent_users === 0;
    };
    assert.ok(await waitFor(known, START_LIMIT_MS, 500));
    await bench.refused("edit_buffer", edit(file, [line(2, "    return str(minutes)")]), /kitchen\/verified\.py:2:/);
    await bench.refused(
      "edit_buffer",
      edit(file, [line(1, "def fry(minutes: int) -> int:")]),
      /kitchen\/uses_verified\.py:1:/,
    );
    await bench.refused(
      "edit_buffer",
      edit(file, [line(1, "def boil(minutes: int -> int:")]),
      /kitchen\/verified\.py:1:/,
    );
  });

  test("of C is verified by clangd", async () => {
    await bench.put("native/area.h", "int area(int width);\n");
    const file = await bench.put("native/area.c", '#include "area.h"\n\nint area(int width) { return width; }\n');
    await untilKnown(file, 3, "int area(int width) { return 2 * width; }", "int area(int width) { return width; }");
    await bench.refused(
      "edit_buffer",
      edit(file, [line(3, "int area(int width) { return height; }")]),
      /native\/area\.c:3:/,
    );
    await bench.refused("edit_buffer", edit("native/area.h", [line(1, "int area(int width")]), /native\/area\.h:2:/);
  });

  test("of what no server checks is kept, and the answer says so", async () => {
    const file = await bench.put("notes/plain.txt", "one\n");
    const answer = await bench.ok("edit_buffer", edit(file, [line(1, "two")]));
    assert.match(answer.text, /^Not verified: /m);
    assert.equal(await bench.onDisk(file), "two\n");
  });
});

describe("while a change is verified", () => {
  test("what another program writes into its file is not written over", async () => {
    const file = await bench.put("src/shape.ts", SHAPE);
    await editor.control.call("showDocument", { path: bench.at(file) });
    const written = once(file, "'four'", "writeFileSync(path, text);", `// another's\n${SHAPE}`);
    const answer = await callTool(agent, "edit_buffer", edit(file, [BAD]));
    await written;
    assert.match(answer.text, /1 new error/);
    assert.match(answer.text, /changed on the disk meanwhile: the editor holds it unsaved/);
    assert.equal(await bench.onDisk(file), `// another's\n${SHAPE}`);
    assert.equal(await bench.inBuffer(file), SHAPE);
    await editor.control.call("revert", { path: bench.at(file) });
    await closeAll();
  });

  test("what another program writes after the saved take-back stays", async () => {
    const file = await bench.put("src/shape.ts", SHAPE);
    // As long as the text, which the editor would write over.
    const other = SHAPE.replace("sides: 4", "sides: 7");
    const write = `const saved = new Promise((done) => {
        const listener = vscode.workspace.onDidSaveTextDocument((one) => {
          if (one.uri.fsPath !== path) return;
          writeFileSync(path, text);
          listener.dispose();
          done();
        });
      });
      await saved;`;
    const written = once(file, "'four'", write, other);
    const { text } = await callTool(agent, "edit_buffer", edit(file, [BAD]));
    await written;
    assert.match(text, /1 new error/);
    assert.equal(await bench.onDisk(file), other);
    assert.ok(await waitFor(async () => (await bench.inBuffer(file)) === other, LIMIT_MS));
  });

  test("its file is deleted: it is not made again", async () => {
    for (const sides of ["'four'", "44"]) {
      const file = await bench.put("src/gone.ts", SHAPE);
      const gone = once(file, `sides: ${sides}`, "process.getBuiltinModule('node:fs').unlinkSync(path);");
      const good = line(5, `export const square: Shape = { sides: ${sides} };`);
      const { text } = await callTool(agent, "edit_buffer", edit(file, [good]));
      await gone;
      assert.match(text, /not saved/, text);
      assert.match(text, sides === "44" ? /was deleted while it was verified/ : /NOT TAKEN BACK: .* its file is gone/);
      await assert.rejects(bench.onDisk(file), { code: "ENOENT" });
      await editor.control.call("closeAll");
    }
  });

  test("another agent's edit of its file waits, and is not lost", async () => {
    const other = await openAgent(editor);
    const TEXT = `${SHAPE}\n\nexport const last = 1;\n`;
    for (const verify of [false, true]) {
      const file = await bench.put("src/shape.ts", TEXT);
      const replacement = { filePath: file, searchTerm: "last = 1", replacementText: "last = 2", verify };
      const second = once(file, "'four'", "").then(() => callTool(other, "file_edit", replacement));
      const first = await callTool(agent, "edit_buffer", edit(file, [BAD]));
      assert.match(first.text, /1 new error/);
      const { text, isError } = await second;
      assert.equal(isError, false, text);
      assert.equal(await bench.onDisk(file), TEXT.replace("last = 1", "last = 2"));
      assert.equal(await bench.inBuffer(file), TEXT.replace("last = 1", "last = 2"));
      assert.equal(await bench.isDirty(file), false);
      await closeAll();
    }
    other.close();
  });

  test("its language server dies: no errors are not none", async () => {
    const file = await bench.put("native/dies.c", "int dies(int width) { return width; }\n");
    await untilKnown(file, 1, "int dies(int width) { return 2 * width; }", "int dies(int width) { return width; }");
    const killed = once(file, "height", signalServer("clangd", "SIGKILL"));
    const { text } = await callTool(agent, "edit_buffer", edit(file, [line(1, "int dies(int w) { return height; }")]));
    await killed;
    assert.doesNotMatch(text, /^Verified/m);
    assert.match(text, /1 new error|^Not verified/m);
  });

  test("the extension host is killed: the next one takes it back, in all files", async () => {
    const shape = await bench.put("src/shape.ts", SHAPE);
    const user = await bench.put("src/use.ts", USER);
    await closeAll();
    // TypeScript's server stops, so that it is still being verified.
    const stopped = once(shape, "tile", signalServer("tsserver.js", "SIGSTOP"));
    const change = { symbol: "square", file: shape, new_name: "tile", preview: false, verify: true };
    const lost = assert.rejects(callTool(agent, "rename_symbol", change), /may or may not have taken effect/);
    await stopped;
    for (const file of [shape, user]) assert.equal(await bench.isDirty(file), true);
    await editor.control.awaitNext((pid) => process.kill(pid, "SIGKILL"));
    await lost;
    const isBack = async () => !(await bench.isDirty(shape)) && !(await bench.isDirty(user));
    const hasBuffers = async () => (await bench.inBuffer(shape)) === SHAPE && (await bench.inBuffer(user)) === USER;
    assert.ok(await waitFor(async () => (await hasBuffers()) && (await isBack()), LIMIT_MS, 500));
    assert.equal(await bench.onDisk(shape), SHAPE);
    assert.equal(await bench.onDisk(user), USER);
    const good = edit(shape, [line(5, "export const square: Shape = { sides: 6 };")]);
    await bench.ok("edit_buffer", good);
    assert.match(await bench.onDisk(shape), /sides: 6/);
  });
});
