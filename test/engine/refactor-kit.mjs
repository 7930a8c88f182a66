/** Shared by the cases of refactorings: the languages' own compilers, and programs that are run. */
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

import ts from "typescript";

/**
 * Whether programs are compiled and run, before and after. It takes minutes, and the texts in the cases were so checked:
 * the suites `programs-…` do it, by name.
 */
export const RUNS_PROGRAMS = Boolean(process.env.SEXTANT_TEST_PROGRAMS || process.env.UPDATE);

const has = (program) => spawnSync(program, ["--version"]).status === 0 || spawnSync(program, ["version"]).status === 0;
const TOOLS = { python: has("python3"), cc: has("cc"), go: has("go") };

function compileScripts(folder, names) {
  const options = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
    lib: ["lib.es2022.d.ts", "lib.dom.d.ts"],
    jsx: ts.JsxEmit.Preserve,
  };
  const program = ts.createProgram(
    names.map((name) => path.join(folder, name)),
    options,
  );
  const found = ts.getPreEmitDiagnostics(program).filter((one) => one.file);
  if (found.length) {
    const lines = found.map(
      (one) => `${one.file.fileName}:${one.start} ${ts.flattenDiagnosticMessageText(one.messageText, "\n")}`,
    );
    throw new Error(`tsc: ${lines.join("\n")}`);
  }
}

/** Throws with what the language's own compiler says about the files. */
export function compile(folder, files) {
  if (!RUNS_PROGRAMS) return;
  const names = Object.keys(files);
  const of = (...ends) => names.filter((name) => ends.includes(path.extname(name)));
  const run = (program, args) => execFileSync(program, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  if (of(".ts", ".tsx").length) compileScripts(folder, of(".ts", ".tsx"));
  for (const name of of(".js", ".mjs", ".cjs")) run(process.execPath, ["--check", name]);
  if (TOOLS.python && of(".py").length) run("python3", ["-m", "py_compile", ...of(".py")]);
  if (TOOLS.cc)
    for (const name of of(".c")) run("cc", ["-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-Wno-unused", name]);
  if (TOOLS.go && of(".go").length) run("go", ["vet", "./..."]);
}

/** As CommonJS beside the folder; where the program is then. */
function transpile(folder, files, main) {
  const out = path.join(folder, "..", "transpiled");
  for (const [name, text] of Object.entries(files)) {
    const made = ts.transpileModule(text, {
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
    });
    const file = path.join(out, name.replace(/\.tsx?$/, ".js"));
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, made.outputText);
  }
  return path.join(out, main.replace(/\.tsx?$/, ".js"));
}

const goEnvironment = { ...process.env, GOFLAGS: "-mod=mod", GO111MODULE: "auto", GOTOOLCHAIN: "local" };

/** Runs main.py, main.ts, main.js, main.c or main.go: what it prints; empty where there is none. */
export function run(folder, files) {
  const main = Object.keys(files).find((name) => path.basename(name).startsWith("main."));
  if (!main || !RUNS_PROGRAMS) return "";
  const start = (program, args) =>
    execFileSync(program, args, {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      env: goEnvironment,
    });
  switch (path.extname(main)) {
    case ".py":
      return TOOLS.python ? start("python3", ["-B", main]) : "";
    case ".ts":
      return start(process.execPath, [transpile(folder, files, main)]);
    case ".js":
      return start(process.execPath, [main]);
    case ".c": {
      if (!TOOLS.cc) return "";
      const out = path.join(folder, "..", "program");
      start("cc", ["-o", out, ...Object.keys(files).filter((name) => name.endsWith(".c"))]);
      return start(out, []);
    }
    case ".go":
      return TOOLS.go ? start("go", ["run", "."]) : "";
    default:
      return "";
  }
}

/* ---- cases as data --------------------------------------------------------------------------- */

/** `#### title`, then parts that begin with `--- kind name`: files, a call, and what comes of it. */
export function readCases(folder, file) {
  const text = fs.readFileSync(path.join(folder, file), "utf8");
  return text
    .split(/^#### /m)
    .slice(1)
    .map((part) => {
      const [title, ...rest] = part.split("\n");
      const made = { title: `${file}: ${title}`, files: {}, after: {}, warns: [], refused: undefined, part };
      for (const piece of rest.join("\n").split(/^--- /m).slice(1)) {
        const end = piece.indexOf("\n");
        const [kind, name] = piece.slice(0, end).split(" ");
        const body = piece.slice(end + 1);
        if (kind === "file") made.files[name] = body;
        else if (kind === "after") made.after[name] = body;
        else if (kind === "call") made.call = JSON.parse(body);
        else if (kind === "warns") made.warns = body.trim().split("\n");
        else if (kind === "refused") made.refused = body.trim();
        else throw new Error(`${made.title}: --- ${kind}`);
      }
      return made;
    });
}

/** The parts of a case that say what comes out. */
export function writtenOf(one, texts, answer) {
  const changed = Object.keys(texts).filter((name) => texts[name] !== one.files[name]);
  const warns = answer.text.split("\n").filter((line) => one.warns.some((part) => line.includes(part)));
  const parts = changed.map((name) => `--- after ${name}\n${texts[name]}`);
  return [...parts, ...(warns.length ? [`--- warns\n${warns.join("\n")}\n`] : [])].join("");
}

/** Puts what came out (`written`) into the cases of a file. */
export function writeCases(folder, file, cases) {
  const parts = cases.map(({ part, written }) => (written ? part.split(/^--- (?:after |warns)/m)[0] + written : part));
  fs.writeFileSync(path.join(folder, file), parts.map((part) => `#### ${part}`).join(""));
}

/* ---- a language server ----------------------------------------------------------------------- */

const ID = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
const SOURCE = /\.(?:py|[jt]sx?|go|[ch])$/;
const linesOf = (text) => text.split("\n");

/** Blanks for what is in comments and strings, so that places stay; what f-strings and templates have in braces is code. */
function codeOf(name, text) {
  const comment = name.endsWith(".py") ? /#.*/g : /\/\/.*|\/\*[^]*?\*\//g;
  const blank = (found) => found.replace(/[^\n]/g, " ");
  return text
    .replace(/(?<!f)"""[^]*?"""/g, blank)
    .replace(comment, blank)
    .replace(/(?<!f)"[^"\n]*"|(?<!f)'[^'\n]*'/g, blank);
}

const DECLARATION =
  /^(\s*)(?:export )?(?:default )?(?:abstract )?(?:async )?(?:static )?(?:(def|class|function|const|interface|func|type)\s+(?:\(.*?\)\s+)?)?([\p{L}_$][\p{L}\p{N}_$]*)/u;
const C_FUNCTION = /^(?:[A-Za-z_][\w ]*[ *]+)([A-Za-z_]\w*)\(/;
const METHOD =
  /^\s+(?:(?:async|static|public|private|protected|abstract|readonly) )*([\p{L}_$][\p{L}\p{N}_$]*)\??\(.*\)(?:(?::.*)?[ ]*\{|:.*;)$/u;
const VARIABLE = /^\s*(?:export )?(?:(?:const|let|var) )?([\p{L}_$][\p{L}\p{N}_$]*)\s*(?::[^=]*)?:?=(?!=)/u;

/** Rows of Go's interfaces. */
function interfaceRows(name, lines) {
  const rows = new Set();
  let isInside = false;
  lines.forEach((line, row) => {
    if (/^\}|^\t\}/.test(line)) isInside = false;
    if (isInside) rows.add(row);
    if (name.endsWith(".go") && /interface \{$/.test(line)) isInside = true;
  });
  return rows;
}

function declarationsOf(name, text) {
  const lines = linesOf(codeOf(name, text));
  const asked = interfaceRows(name, lines);
  return lines.flatMap((line, row) => {
    const named = DECLARATION.exec(line);
    const other = /\.[ch]$/.test(name)
      ? C_FUNCTION.exec(line)
      : /\.[jt]sx?$/.test(name)
        ? METHOD.exec(line)
        : asked.has(row) && /^\s+(\w+)\(/.exec(line);
    const found = named?.[2] ? named[3] : other?.[1];
    if (!found || /^(?:if|for|while|switch|return|catch)$/.test(found)) return [];
    const kind = named?.[2] === "class" ? 4 : named?.[2] === "interface" ? 10 : /^\s/.test(line) ? 5 : 11;
    return [{ name: found, kind, row, column: line.indexOf(found, named?.[2] ? named[0].length - found.length : 0) }];
  });
}

/** Names that get a value and are declared by nothing else, each once. */
function variablesOf(name, text, declared) {
  const known = new Set(declared.map((one) => one.name));
  return linesOf(codeOf(name, text)).flatMap((line, row) => {
    const found = VARIABLE.exec(line)?.[1];
    if (!found || known.has(found)) return [];
    known.add(found);
    return [{ name: found, kind: 12, row, column: line.search(new RegExp(`(?<![\\w$])${found.replace("$", "\\$")}`)) }];
  });
}

/**
 * A server that takes all code with a name for the same symbol. Lists of "file:line" in the call: `others`, where it is
 * another symbol's; `unknown`, where no server says what it is; `unlisted`, which it leaves out of the references.
 * `elsewhere`: places outside of the workspace that it gives as implementations. `hovers`: what it shows of the names in a line.
 */
export function serve(editor, call) {
  const folder = editor.folders[0];
  const nameOf = (file) => path.relative(folder, file);
  const language = path.extname(call.file_path).slice(0, 2);
  const files = () =>
    editor
      .files()
      .filter((one) => SOURCE.test(one) && (path.extname(one).startsWith(language) || /\.[ch]$/.test(one)))
      .sort((a, b) => (nameOf(b) === call.file_path) - (nameOf(a) === call.file_path));
  const isOn = (list, file, row) => (call[list] ?? []).includes(`${nameOf(file)}:${row + 1}`);
  const word = (file, row, column) => {
    const line = linesOf(editor.text(file))[row] ?? "";
    return [...line.matchAll(ID)].find((one) => one.index <= column && column <= one.index + one[0].length)?.[0];
  };
  const isMeant = (file, row) => !isOn("others", file, row) && !isOn("unknown", file, row);
  const places = (name) =>
    files().flatMap((file) =>
      linesOf(codeOf(nameOf(file), editor.text(file))).flatMap((line, row) =>
        [...line.matchAll(ID)]
          .filter((one) => one[0] === name && isMeant(file, row))
          .map((one) => [file, row, one.index, row, one.index + name.length]),
      ),
    );
  const all = (file) => {
    const declared = declarationsOf(nameOf(file), editor.text(file));
    return [...declared, ...variablesOf(nameOf(file), editor.text(file), declared)].sort((a, b) => a.row - b.row);
  };
  const declared = (name) =>
    files().flatMap((file) =>
      all(file)
        .filter((one) => one.name === name && isMeant(file, one.row))
        .map((one) => [file, one.row, one.column, one.row, one.column + name.length]),
    );
  editor.on.references = (...at) => ({
    data: places(word(...at)).filter(([file, row]) => !isOn("unlisted", file, row)),
  });
  editor.on.definition = (file, row, column) => {
    const name = word(file, row, column);
    if (!name || isOn("unknown", file, row)) return { data: [] };
    if (isOn("others", file, row)) return { data: [[file, row, column, row, column + name.length]] };
    const known = declared(name);
    return { data: (known.length ? known : places(name)).slice(0, 1) };
  };
  editor.on.implementation = (file, row, column) => {
    const known = declared(word(file, row, column)).filter((one) => one[0] !== file || one[1] !== row);
    return { data: [...known, ...(call.elsewhere ?? [])] };
  };
  editor.on.hover = (file, row) => {
    const shown = call.hovers?.[`${nameOf(file)}:${row + 1}`];
    return { data: shown ? [[0, shown, "", false, false]] : [] };
  };
  editor.on.outline = (file) => ({
    data: all(file).map((d) => [
      ...[d.name, d.kind, "", "", true, 0, d.row, d.column],
      ...[d.row, 0, d.row, linesOf(editor.text(file))[d.row].length],
    ]),
  });
  for (const id of ["python", "typescript", "typescriptreact", "javascript", "go", "c"])
    editor.servers[id] = [{ extension: `test.${id}`, active: true }];
}

/** The call without what is for the server alone. */
export function argumentsOf({ others, unknown, unlisted, elsewhere, hovers, ...args }) {
  return args;
}
