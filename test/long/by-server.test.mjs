/**
 * Refactorings of C++ and Rust by their real servers, clangd and rust-analyzer, without an editor. clangd's actions run a
 * command, which is refused; its edits are tried as if the action had them. A server that is not here is passed over.
 */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";

import { makeFolder } from "../engine/fake-editor.mjs";
import { openServerEditor } from "../refactorings/editor.mjs";

const missing = (program, ...args) =>
  spawnSync(program, args).status !== 0 && `${program} is not installed or does not run`;
const CLANGD = missing("clangd", "--version") || missing("g++", "--version");
const RUST = missing("rust-analyzer", "--version") || missing("rustc", "--version");

async function open(t, language, files) {
  const folder = makeFolder();
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text);
  const editor = await openServerEditor(folder, language);
  t.after(() => editor.close());
  return { editor, folder };
}

function run(folder, compiler, name) {
  const program = path.join(makeFolder(), "program");
  execFileSync(compiler, [...(compiler === "g++" ? ["-Wall", "-Werror"] : []), "-o", program, name], { cwd: folder });
  return execFileSync(program, { encoding: "utf8" });
}

/** The command's edit, which clangd sends while it runs, as the action's own. */
function resolveCommands(editor) {
  const { server } = editor;
  const rowsOf = ({ changes }) =>
    Object.entries(changes).map(([uri, edits]) => ({
      action: "edit",
      path: new URL(uri).pathname,
      edits: edits.map(({ range: { start, end }, newText }) => [
        start.line,
        start.character,
        end.line,
        end.character,
        newText,
      ]),
    }));
  editor.on.resolveCodeAction = async (file, [line, character, endLine, endCharacter]) => {
    const range = { start: { line, character }, end: { line: endLine, character: endCharacter } };
    const textDocument = { uri: `file://${file}` };
    const context = { diagnostics: [] };
    const [found] = await server.ask("textDocument/codeAction", { textDocument, range, context });
    const { command, arguments: args } = found.command;
    await server.ask("workspace/executeCommand", { command, arguments: args }).catch(() => {});
    return {
      data: { found: true, files: rowsOf(server.applied), partial: false, snippet: false, hasEdit: true, command: "" },
    };
  };
}

const STATEMENTS = `#include <cstdio>

int main() {
  int total = 0;
  for (int i = 0; i < 3; i++) {
    total += i;
    total *= 2;
  }
  std::printf("%d\\n", total);
  return 0;
}
`;
const LINES = { file_path: "main.cpp", start_line: 6, end_line: 7, function_name: "add", preview: false };

test("clangd's action runs a command, and is refused", { skip: CLANGD }, async (t) => {
  const { editor, folder } = await open(t, "cpp", { "main.cpp": STATEMENTS });
  const { isError, text } = await editor.run("extract_function", LINES);
  assert.ok(isError, text);
  assert.match(
    text,
    /main\.cpp:6:5: the language server's action 'Extract to function' runs the command clangd\.applyTweak/,
  );
  assert.equal(fs.readFileSync(path.join(folder, "main.cpp"), "utf8"), STATEMENTS);
});

const SELECTIONS = [
  ["statements with variables of the loop", STATEMENTS, LINES, true],
  ["a whole loop", STATEMENTS, { ...LINES, start_line: 5, end_line: 8 }, true],
  ["a call and a return", STATEMENTS, { ...LINES, start_line: 9, end_line: 10 }, true],
  [
    "code of a template",
    `#include <cstdio>

template <typename T> T twice(T value) {
  T other = value;
  other = other + value;
  return other;
}

int main() {
  std::printf("%d\\n", twice(4));
  return 0;
}
`,
    { ...LINES, start_line: 5, end_line: 5 },
    false,
  ],
  [
    "code of a method",
    `#include <cstdio>

struct Account {
  int balance = 1;
  void pay(int amount) {
    int fee = amount / 10;
    balance += amount;
    balance -= fee;
    std::printf("%d\\n", balance);
  }
};

int main() {
  Account().pay(40);
  return 0;
}
`,
    { ...LINES, start_line: 7, end_line: 8 },
    false,
  ],
];

for (const [title, before, call, isDone] of SELECTIONS)
  test(`the edit of clangd${isDone ? "" : " is not offered"}: ${title}`, { skip: CLANGD }, async (t) => {
    const { editor, folder } = await open(t, "cpp", { "main.cpp": before });
    const printed = run(folder, "g++", "main.cpp");
    resolveCommands(editor);
    const { isError, text } = await editor.run("extract_function", call);
    const after = fs.readFileSync(path.join(folder, "main.cpp"), "utf8");
    assert.equal(!isError, isDone, text);
    if (isError) {
      assert.match(text, /offers no action that extracts a function there, nor any other/);
      assert.equal(after, before);
    } else {
      assert.match(after, /\badd\([^]*\badd\(/);
      assert.equal(run(folder, "g++", "main.cpp"), printed);
    }
  });

test("rust-analyzer extracts a function", { skip: RUST }, async (t) => {
  const before = 'fn main() {\n    let a = 2;\n    let b = a * 3;\n    println!("{}", b);\n}\n';
  const manifest =
    '[package]\nname = "main"\nversion = "0.1.0"\nedition = "2021"\n[[bin]]\nname = "main"\npath = "main.rs"\n';
  const { editor, folder } = await open(t, "rust", { "Cargo.toml": manifest, "main.rs": before });
  const printed = run(folder, "rustc", "main.rs");
  const call = { ...LINES, file_path: "main.rs", start_line: 3, end_line: 4, function_name: "report" };
  const { isError, text } = await editor.run("extract_function", call);
  assert.ok(!isError, text);
  assert.match(fs.readFileSync(path.join(folder, "main.rs"), "utf8"), /fn report\(/);
  assert.equal(run(folder, "rustc", "main.rs"), printed);
});
