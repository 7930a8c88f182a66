/** Who says whether code is still the same after a rename: compilers, and how Python finds names. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import ts from "typescript";

const NAMES = fileURLToPath(new URL("./names.py", import.meta.url));

/** Paths below `folder` that end so. */
export function list(folder, ending) {
  return readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(ending)).map((name) => join(folder, name)).sort();
}

/** TypeScript's own compiler over a folder that changes: only what changed is read again. */
export class TypeScriptOracle {
  #texts = new Map();
  #service;

  constructor(folder, options = {}) {
    this.folder = folder;
    const settings = { strict: true, noEmit: true, skipLibCheck: true, target: 9, module: 99, moduleResolution: 100, lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.esnext.asynciterable.d.ts"], ...options };
    this.#service = ts.createLanguageService({
      getScriptFileNames: () => [...this.#texts.keys()],
      getScriptVersion: (path) => String(this.#texts.get(path)?.version ?? 0),
      getScriptSnapshot: (path) => ts.ScriptSnapshot.fromString(this.#texts.get(path)?.text ?? ts.sys.readFile(path) ?? ""),
      getCurrentDirectory: () => folder,
      getCompilationSettings: () => settings,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      fileExists: ts.sys.fileExists,
      readFile: ts.sys.readFile,
      directoryExists: ts.sys.directoryExists,
      getDirectories: ts.sys.getDirectories,
    });
  }

  #read() {
    for (const path of list(this.folder, ".ts")) {
      const text = readFileSync(path, "utf8");
      const known = this.#texts.get(path);
      if (known?.text !== text) this.#texts.set(path, { text, version: (known?.version ?? 0) + 1 });
    }
  }

  /** Errors as `file: message`, without places: a name may be longer than before. */
  errors(files) {
    this.#read();
    const program = this.#service.getProgram();
    const sources = program.getSourceFiles().filter((file) => this.#texts.has(file.fileName) && (!files || files.includes(file.fileName)));
    return sources.flatMap((file) =>
      [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
        ({ code, messageText }) => `${file.fileName}: ${code} ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
      ),
    );
  }

  /**
   * What each identifier of the files means, by the place of its declarations among all
   * identifiers: the same list before and after a rename that changes nothing else.
   */
  meanings(files) {
    this.#read();
    const program = this.#service.getProgram();
    const checker = program.getTypeChecker();
    const ordinals = new Map();
    const nodes = [];
    for (const path of files) {
      const source = program.getSourceFile(path);
      let count = 0;
      const visit = (node) => {
        if (ts.isIdentifier(node)) {
          ordinals.set(node, `${path}#${count++}`);
          nodes.push(node);
        }
        ts.forEachChild(node, visit);
      };
      if (source) visit(source);
    }
    const nameOf = (declaration) => ts.getNameOfDeclaration(declaration) ?? declaration;
    const told = (one) => ordinals.get(nameOf(one)) ?? `${one.getSourceFile().fileName}`;
    return nodes.map((node) => (checker.getSymbolAtLocation(node)?.declarations ?? []).map(told).sort().join(" "));
  }

  get program() {
    this.#read();
    return this.#service.getProgram();
  }
}

/** The files as Python compiles them and finds their names, one text a file; throws where it does not compile. */
export function pythonNames(files) {
  const { status, stdout, stderr } = spawnSync("python3", [NAMES, ...files], { encoding: "utf8", maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** Whether one list of names is the other with names replaced one by one. */
export function isSameNames(before, after) {
  const [there, back] = [new Map(), new Map()];
  return Object.keys(before).every((file) => {
    const [old, now] = [before[file], after[file]];
    return old.length === now.length && old.every((name, i) => {
      const [a, b] = [`${file} ${name}`, `${file} ${now[i]}`];
      if (!there.has(a)) there.set(a, b);
      if (!back.has(b)) back.set(b, a);
      return there.get(a) === b && back.get(b) === a;
    });
  });
}

/** Errors of a C compiler, without their places. */
export function cErrors(files, ...options) {
  const { stderr } = spawnSync("cc", ["-fsyntax-only", "-w", ...options, ...files], { encoding: "utf8", maxBuffer: 1 << 28 });
  return [...stderr.matchAll(/^(.*?):\d+:\d+: (?:fatal )?error: (.*)$/gm)].map(([, file, message]) => `${file}: ${message}`);
}
