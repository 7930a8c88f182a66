/** TypeScript's own refactorings: extract, inline a variable, move to a file. It has none for signatures. */
import fs from "node:fs";
import path from "node:path";

import ts from "typescript";

import { offsetOf } from "./cases.mjs";

const OPTIONS = {
  allowJs: true,
  strict: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.Preserve,
  types: [],
};
const PREFERENCES = { allowTextChangesInNewFiles: true, provideRefactorNotApplicableReason: true };
const TITLES = { extract_function: "Extract Symbol", inline_function: "Inline variable", move_symbol: "Move to file" };

function serviceOf(folder, names) {
  const files = names.filter((name) => /\.[cm]?[jt]sx?$/.test(name)).map((name) => path.join(folder, name));
  const readFile = (file) => (fs.existsSync(file) ? fs.readFileSync(file, "utf8") : undefined);
  return ts.createLanguageService({
    getScriptFileNames: () => files,
    getScriptVersion: () => "1",
    getScriptSnapshot: (file) => {
      const text = readFile(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => folder,
    getCompilationSettings: () => OPTIONS,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });
}

function rangeOf(tool, one) {
  if (tool !== "extract_function") {
    const pos = offsetOf(one);
    return { pos, end: tool === "move_symbol" ? pos + 1 : pos };
  }
  const lines = one.files[one.call.file_path].split("\n");
  const at = (line, column) => lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
  return { pos: at(one.call.start_line, one.call.start_column), end: at(one.call.end_line, one.call.end_column) };
}

/** The outermost function, as ours; a variable where it is beside its use. */
function choose(tool, actions, kind) {
  const able = actions.filter(({ notApplicableReason }) => !notApplicableReason);
  if (tool !== "extract_function") return able[0];
  if (kind === "variable") return able.find(({ name }) => name.startsWith("constant_scope"));
  const functions = able.filter(({ name }) => name.startsWith("function_scope"));
  if (kind === "method") return functions.find(({ description }) => description.includes("method"));
  return functions.findLast(({ description }) => !description.includes("method")) ?? functions.at(-1);
}

function write(changes) {
  for (const { fileName, textChanges } of changes) {
    let text = fs.existsSync(fileName) ? fs.readFileSync(fileName, "utf8") : "";
    for (const { span, newText } of [...textChanges].sort((a, b) => b.span.start - a.span.start))
      text = text.slice(0, span.start) + newText + text.slice(span.start + span.length);
    fs.mkdirSync(path.dirname(fileName), { recursive: true });
    fs.writeFileSync(fileName, text);
  }
}

/** Does it in the folder: whether it was done. */
export async function refactor(tool, one, folder) {
  if (!(tool in TITLES)) return false;
  const service = serviceOf(folder, Object.keys(one.files));
  const file = path.join(folder, one.call.file_path);
  const range = rangeOf(tool, one);
  const found = service.getApplicableRefactors(file, range, PREFERENCES, "invoked", undefined, true);
  const wanted = found.find(({ name }) => name === TITLES[tool]);
  const action = wanted && choose(tool, wanted.actions, one.call.kind);
  if (!action) return false;
  const target = tool === "move_symbol" ? { targetFile: path.join(folder, one.call.target_file) } : undefined;
  const edits = service.getEditsForRefactor(file, {}, range, wanted.name, action.name, PREFERENCES, target)?.edits;
  if (!edits?.length) return false;
  write(edits);
  return true;
}
