/** Who says whether code is still the same after a rename: compilers, and how Python finds names. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import ts from "typescript";

const NAMES = fileURLToPath(new URL("./names.py", import.meta.url));
const DEFINITIONS = fileURLToPath(new URL("./definitions.py", import.meta.url));

/** Paths below `folder` that end so. */
export function list(folder, ending) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))
    .sort();
}

/** TypeScript's own compiler over a folder that changes: only what changed is read again. */
export class TypeScriptOracle {
  #texts = new Map();
  #service;

  constructor(folder, options = {}) {
    this.folder = folder;
    const settings = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: 9,
      module: 99,
      moduleResolution: 100,
      lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.esnext.asynciterable.d.ts"],
      ...options,
    };
    this.#service = ts.createLanguageService({
      getScriptFileNames: () => [...this.#texts.keys()],
      getScriptVersion: (path) => String(this.#texts.get(path)?.version ?? 0),
      getScriptSnapshot: (path) =>
        ts.ScriptSnapshot.fromString(this.#texts.get(path)?.text ?? ts.sys.readFile(path) ?? ""),
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
    const sources = program
      .getSourceFiles()
      .filter((file) => this.#texts.has(file.fileName) && (!files || files.includes(file.fileName)));
    return sources.flatMap((file) =>
      [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
        ({ code, messageText }) => `${file.fileName}: ${code} ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
      ),
    );
  }

  /**
   * The meaning of each identifier of the files: `{path: [{at, name, line, isMember, declared}]}`, where `declared`
   * has the places of its declarations; a place is `path#N`, for the Nth identifier of one of the files.
   */
  meanings(files) {
    this.#read();
    const program = this.#service.getProgram();
    const checker = program.getTypeChecker();
    const ordinals = new Map();
    const nodes = new Map();
    for (const path of files) {
      const source = program.getSourceFile(path);
      const list = [];
      const visit = (node) => {
        if (ts.isIdentifier(node)) {
          ordinals.set(node, `${path}#${list.length}`);
          list.push(node);
        }
        ts.forEachChild(node, visit);
      };
      if (source) visit(source);
      nodes.set(path, list);
    }
    const nameOf = (declaration) => ts.getNameOfDeclaration(declaration) ?? declaration;
    const told = (one) => ordinals.get(nameOf(one)) ?? `${one.getSourceFile().fileName}`;
    const meaning = (node) => ({
      at: ordinals.get(node),
      name: node.text,
      line: node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line,
      isMember: isMember(node),
      isBinding: ts.isBindingElement(node.parent),
      declared: (checker.getSymbolAtLocation(node)?.declarations ?? []).map(told).sort(),
    });
    return Object.fromEntries([...nodes].map(([path, list]) => [path, list.map(meaning)]));
  }

  get program() {
    this.#read();
    return this.#service.getProgram();
  }
}

/** Whether an identifier names a property, by itself or after a dot. */
function isMember({ parent }) {
  return (
    ts.isPropertyAccessExpression(parent) ||
    ts.isObjectLiteralElementLike(parent) ||
    ts.isTypeElement(parent) ||
    ts.isClassElement(parent) ||
    ts.isBindingElement(parent)
  );
}

/** Pairs of a line's identifiers, `[before, after]`; `{ old }` that became `{ old: new }` is one with `isDoubled`. */
function alignLine(before, now, from, to, i = 0, k = 0) {
  if (i === before.length) return k === now.length ? [] : undefined;
  const [was, is, next] = [before[i], now[k], now[k + 1]];
  if (is && (is.name === was.name || (was.name === from && is.name === to))) {
    const rest = alignLine(before, now, from, to, i + 1, k + 1);
    if (rest) return [[was, is], ...rest];
  }
  const isDoubled = was.name === from && next && [is.name, next.name].sort().join() === [from, to].sort().join();
  const rest = isDoubled && alignLine(before, now, from, to, i + 1, k + 2);
  // Uses mean the variable of a pattern, which comes last, and the property of an object, which comes first.
  return rest ? [Object.assign([was, was.isBinding ? next : is], { isDoubled }), ...rest] : undefined;
}

/** Which identifiers of a file before and after a rename, which never moves lines, are the same one. */
function align(before, now, from, to) {
  const group = (list) => {
    const lines = new Map();
    for (const one of list) lines.set(one.line, [...(lines.get(one.line) ?? []), one]);
    return lines;
  };
  const [old, lines] = [group(before), group(now)];
  return [...old].flatMap(([line, list]) => alignLine(list, lines.get(line) ?? [], from, to) ?? [[list[0], undefined]]);
}

/**
 * Identifiers that mean something else than before, as text. For a property of a union the compiler lists more or
 * fewer declarations, by the order in which it checks: one in common is enough there.
 */
export function findOther(before, now, from, to) {
  const old = new Map();
  const pairs = Object.keys(before).flatMap((path) =>
    align(before[path], now[path], from, to).map((pair) => {
      const [was, is] = pair;
      if (is) old.set(is.at, was.at);
      return { path, was, is, isDoubled: pair.isDoubled };
    }),
  );
  return pairs.flatMap(({ path, was, is, isDoubled }) => {
    if (isDoubled) return [];
    if (!is) return [`${path}:${was.line + 1}: other names than before`];
    const declared = is.declared.map((place) => old.get(place) ?? place).sort();
    const isEqual = was.declared.length === declared.length && was.declared.every((place, i) => place === declared[i]);
    const isClose = was.isMember && was.declared.some((place) => declared.includes(place));
    return isEqual || isClose
      ? []
      : [`${path}:${was.line + 1}: ${was.name} -> ${is.name}: ${was.declared} -> ${declared}`];
  });
}

/**
 * The files as Python compiles them and finds their names, one text a file; throws where it does not
 * compile. `places`: where they stand, `line:column`.
 */
export function pythonNames(files, places = false) {
  const { status, stdout, stderr } = spawnSync("python3", [NAMES, ...(places ? ["--places"] : []), ...files], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

/**
 * Whether one list of names is the other with names replaced one by one. Attributes are not names of a scope: those
 * of one name may be of several classes, and only some of them be renamed.
 */
export function isSameNames(before, after, [from, to] = []) {
  const [there, back] = [new Map(), new Map()];
  return Object.keys(before).every((file) => {
    const [old, now] = [before[file], after[file]];
    return (
      old.length === now.length &&
      old.every((name, i) => {
        if (from && name === `.${from}` && (now[i] === name || now[i] === `.${to}`)) return true;
        const [a, b] = [`${file} ${name}`, `${file} ${now[i]}`];
        if (!there.has(a)) there.set(a, b);
        if (!back.has(b)) back.set(b, a);
        return there.get(a) === b && back.get(b) === a;
      })
    );
  });
}

/** Where jedi says that the names at `[file, line, column]` are declared: a list of `file:line:column` each. */
export function pythonDefinitions(folder, places) {
  const { status, stdout, stderr } = spawnSync("python3", [DEFINITIONS, folder], {
    input: JSON.stringify(places),
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** Errors of a C compiler, without their places. */
export function cErrors(files, ...options) {
  const { stderr } = spawnSync("cc", ["-fsyntax-only", "-w", ...options, ...files], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  return [...stderr.matchAll(/^(.*?):\d+:\d+: (?:fatal )?error: (.*)$/gm)].map(
    ([, file, message]) => `${file}: ${message}`,
  );
}
