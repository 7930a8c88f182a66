/**
 * extract_function over test/corpus/refactor/extract_function: a case is a call, a text with «the
 * selection», and the text after it or the refusal. Where it is done, the program prints the same
 * before and after, as its own interpreter runs it. `files` of a call are others beside the text.
 *
 *   UPDATE=1 node --test test/engine/extract.test.mjs     rewrites what is expected
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import ts from "typescript";
import { makeEditor, makeFolder, root } from "./fake-editor.mjs";
import { RUNS_PROGRAMS } from "./refactor-kit.mjs";

const FOLDER = path.join(root, "test/corpus/refactor/extract_function");
const EXTENSIONS = { python: "py", js: "mjs", ts: "ts", tsx: "tsx", go: "go", c: "c" };
const isUpdating = Boolean(process.env.UPDATE);

/** The cases of a file: what stands before the first one, and each with its parts. */
function readCases(file) {
  const [head, ...parts] = fs.readFileSync(file, "utf8").split(/^=== /m);
  const cases = parts.map((part) => {
    const [first, ...lines] = part.split("\n");
    const [args, ...rest] = lines;
    const [before, after = ""] = rest.join("\n").split(/^---$\n?/m);
    return { title: first, language: first.split(":")[0], args, before, after: after.replace(/\n+$/, "\n") };
  });
  return { head, cases };
}

function writeCases(file, { head, cases }) {
  const text = cases.map(({ title, args, before, after }) => `=== ${title}\n${args}\n${before}---\n${after}\n`);
  fs.writeFileSync(file, head + text.join(""));
}

/** Line and column, 1-based, of an offset. */
function placeOf(text, offset) {
  const lines = text.slice(0, offset).split("\n");
  return [lines.length, lines.at(-1).length + 1];
}

function callOf({ args, before }) {
  const text = before.replace(/[«»]/g, "");
  const [start_line, start_column] = placeOf(text, before.indexOf("«"));
  const [end_line, end_column] = placeOf(text, before.indexOf("»") - 1);
  const { files = {}, ...given } = JSON.parse(args);
  return {
    text,
    files,
    call: { start_line, start_column, end_line, end_column, function_name: "helper", preview: false, ...given },
  };
}

const OPTIONS = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, strict: true, noEmit: true, types: [] };

/** TypeScript's errors in a text. */
function checkTypes(file) {
  const program = ts.createProgram([file], {
    ...OPTIONS,
    jsx: ts.JsxEmit.Preserve,
    lib: ["lib.es2022.d.ts", "lib.dom.d.ts"],
  });
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

/** A program of C or Go, with the compiler's own checks. */
function runCompiled(language, folder, text) {
  const file = path.join(folder, `run.${EXTENSIONS[language]}`);
  const program = path.join(folder, "program");
  fs.writeFileSync(file, text);
  const steps =
    language === "c"
      ? [["cc", "-std=gnu11", "-O1", "-Wall", "-Werror", file, "-o", program]]
      : [
          ["go", "vet", file],
          ["go", "build", "-o", program, file],
        ];
  for (const [tool, ...args] of steps) {
    const { status, stderr } = spawnSync(tool, args, { encoding: "utf8" });
    if (status) return { status, errors: [stderr.slice(0, 900)], stdout: "", stderr };
  }
  const { status, stdout } = spawnSync(program, [], { encoding: "utf8" });
  return { status: 0, errors: [], stdout: `${stdout}ends with ${status}`, stderr: "" };
}

/** The output of a program. */
function run(language, folder, text) {
  if (!RUNS_PROGRAMS) return { status: 0, errors: [], stdout: "", stderr: "" };
  if (["c", "go"].includes(language)) return runCompiled(language, folder, text);
  const isTyped = language.startsWith("ts");
  const file = path.join(folder, `run.${EXTENSIONS[language]}`);
  fs.writeFileSync(file, text);
  const errors = isTyped ? checkTypes(file) : [];
  if (language === "tsx") return { status: 0, errors, stdout: "", stderr: "" };
  const script = isTyped ? path.join(folder, "run.mjs") : file;
  if (isTyped) fs.writeFileSync(script, ts.transpileModule(text, { compilerOptions: OPTIONS }).outputText);
  const [program, ...args] = language === "python" ? ["python3", "-B", script] : [process.execPath, script];
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
  return { status, errors, stdout, stderr: status ? stderr.slice(-600) : "" };
}

/** The text after a call, or the refusal. */
async function extract(t, one) {
  const name = `main.${EXTENSIONS[one.language]}`;
  const { text, files, call } = callOf(one);
  const editor = makeEditor(
    t,
    { "tsconfig.json": "{}", ...files, [name]: text },
    { programs: [path.join(root, "build/Release"), makeFolder()] },
  );
  const answer = await editor.run("extract_function", { file_path: name, ...call });
  const after = editor.text(editor.path(name));
  if (answer.isError) assert.equal(after, text);
  return { after: answer.isError ? `! ${answer.text.trim()}\n` : after, before: text, folder: editor.path(""), answer };
}

for (const name of fs.readdirSync(FOLDER).sort()) {
  const file = path.join(FOLDER, name);
  const all = readCases(file);
  for (const one of all.cases)
    test(`${name}: ${one.title}`, async (t) => {
      const { before, after, folder, answer } = await extract(t, one);
      if (isUpdating) one.after = after;
      else assert.equal(after, one.after);
      if (answer.isError) return;
      const printed = run(one.language, folder, before);
      assert.equal(printed.status, 0, printed.stderr);
      assert.deepEqual(run(one.language, folder, after), printed);
    });
  if (isUpdating) test.after(() => writeCases(file, all));
}

test("a parameter whose type another module has", async (t) => {
  const main =
    'import { open } from "./box";\n\nfunction show() {\n  const box = open();\n  console.log(box);\n}\nshow();\n';
  const box = "export type Box = { size: number };\nexport function open(): Box {\n  return { size: 1 };\n}\n";
  const editor = makeEditor(
    t,
    { "tsconfig.json": "{}", "main.ts": main, "box.ts": box },
    { programs: [path.join(root, "build/Release"), makeFolder()] },
  );
  editor.on.hover = () => ({ data: [[0, "```typescript\nconst box: Box\n```", "", false, false]] });
  const call = { file_path: "main.ts", start_line: 5, end_line: 5, function_name: "helper", preview: false };
  const answer = await editor.run("extract_function", call);
  assert.match(
    answer.text,
    /main\.ts:5:15: 'box' would be a parameter, and its type Box is one of another module\. Import/,
  );
  assert.equal(editor.text(editor.path("main.ts")), main);
});

test("a type that the server knows once it has loaded the project", async (t) => {
  const main = [
    'import { open, type Box } from "./box";',
    "",
    "export function show(): Box {",
    "  const box = open();",
    "  console.log(box);",
    "  return box;",
    "}",
    "",
  ].join("\n");
  const box = "export type Box = { size: number };\nexport function open(): Box {\n  return { size: 1 };\n}\n";
  const editor = makeEditor(
    t,
    { "tsconfig.json": "{}", "main.ts": main, "box.ts": box },
    { programs: [path.join(root, "build/Release"), makeFolder()] },
  );
  let asked = 0;
  const shown = () => (++asked < 3 ? "(loading...) const box: any" : "const box: Box");
  editor.on.hover = () => ({ data: [[0, `\`\`\`typescript\n${shown()}\n\`\`\``, "", false, false]] });
  const call = { file_path: "main.ts", start_line: 5, end_line: 5, function_name: "helper", preview: false };
  const answer = await editor.run("extract_function", call);
  assert.equal(answer.isError, false, answer.text);
  assert.match(editor.text(editor.path("main.ts")), /^function helper\(box: Box\) \{$/m);
});
