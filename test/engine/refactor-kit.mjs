/** Shared by the cases of refactorings: the languages' own compilers, and programs that are run. */
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

import ts from "typescript";

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
  if (!main) return "";
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
