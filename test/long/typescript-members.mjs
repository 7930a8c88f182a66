/**
 * Signatures, implementations and uses of members in a TypeScript folder, by the compiler's checker alone: no
 * language service, so nothing here is what a language server answers from.
 */
import { join, relative } from "node:path";

import ts from "typescript";

import { groupBy } from "./references-judge.mjs";

/**
 * @typedef {object} Callable a function or a method
 * @property {string} name
 * @property {string} file
 * @property {number} line 1-based, of its first declaration's name
 * @property {string[]} signatures the names of the parameters of each one that a caller sees, "{" for a pattern
 * @property {boolean} hasRest one of them takes any number of arguments
 *
 * @typedef {object} Member of a class or an interface
 * @property {string} name
 * @property {string} owner name of its class
 * @property {string} file
 * @property {number} line 1-based
 * @property {number[]} lines of all of its declarations
 * @property {number} bodyLine of that with a body, else as `line`
 * @property {boolean} isImplemented in a class, with a body or a value
 * @property {"method" | "accessor" | "property"} sort
 * @property {ts.Symbol} symbol
 * @property {ts.Type} type what owns it
 */

export class TypeScriptMembers {
  /** @type {Callable[]} */
  callables = [];
  /** @type {Member[]} */
  members = [];
  #uses = new Map();
  #types = [];

  /** `folder` has a tsconfig.json. */
  constructor(folder) {
    this.folder = folder;
    const { config } = ts.readConfigFile(join(folder, "tsconfig.json"), ts.sys.readFile);
    const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
    const program = ts.createProgram(fileNames, options);
    this.checker = program.getTypeChecker();
    for (const file of fileNames) this.#read(program.getSourceFile(file));
    this.#group();
  }

  placeOf(node) {
    const source = node.getSourceFile();
    const { line, character } = source.getLineAndCharacterOfPosition(node.getStart(source));
    return { file: relative(this.folder, source.fileName), line: line + 1, column: character };
  }

  #read(source) {
    const visit = (node) => {
      this.#addCallable(node);
      if (ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node)) this.#addType(node);
      if (ts.isIdentifier(node)) this.#addUse(node);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }

  #addCallable(node) {
    const isOne = ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isMethodSignature(node);
    if (!isOne || !node.name || !ts.isIdentifier(node.name)) return;
    const symbol = this.checker.getSymbolAtLocation(node.name);
    // The others of its declarations are not asked about again.
    if (symbol?.declarations?.[0] !== node) return;
    const signatures = this.checker.getTypeOfSymbol(symbol).getCallSignatures();
    this.callables.push({
      name: node.name.text,
      ...this.placeOf(node.name),
      signatures: signatures.map(({ declaration }) => parametersOf(declaration)),
      hasRest: signatures.some(({ declaration }) => declaration.parameters.at(-1)?.dotDotDotToken),
    });
  }

  #addType(node) {
    const symbol = node.name && this.checker.getSymbolAtLocation(node.name);
    if (!symbol || symbol.declarations[0] !== node) return;
    const type = this.checker.getDeclaredTypeOfSymbol(symbol);
    this.#types.push({ symbol, type });
    for (const one of symbol.members?.values() ?? []) {
      const [first] = one.declarations ?? [];
      if (!first?.name || !ts.isIdentifier(first.name)) continue;
      const isMethod = ts.isMethodDeclaration(first) || ts.isMethodSignature(first);
      const sort = isMethod ? "method" : ts.isAccessor(first) ? "accessor" : "property";
      const { file, line } = this.placeOf(first.name);
      const lines = one.declarations.map((declared) => this.placeOf(declared.name ?? declared).line);
      const body = one.declarations.findIndex((declared) => declared.body);
      const isImplemented = ts.isClassLike(node) && (body >= 0 || Boolean(first.initializer));
      const is = { file, line, lines, bodyLine: lines[body] ?? line, isImplemented };
      this.members.push({ name: one.name, owner: symbol.name, ...is, sort, symbol: one, type });
    }
  }

  /** Uses of members as values: `one.name`, not their declarations. */
  #addUse(node) {
    const { parent } = node;
    const isMember = ts.isPropertyAccessExpression(parent) && parent.name === node;
    if (!isMember) return;
    const used = this.checker.getSymbolAtLocation(node);
    if (!used) return;
    const isCall = ts.isCallExpression(parent.parent) && parent.parent.expression === parent;
    const use = {
      ...this.placeOf(node),
      isCall,
      roots: this.checker.getRootSymbols(used).map((one) => this.#own(one)),
    };
    if (!this.#uses.has(node.text)) this.#uses.set(node.text, []);
    this.#uses.get(node.text).push(use);
  }

  /** The symbol that declares it, of one in a type with arguments. */
  #own(symbol) {
    return symbol.links?.target ?? symbol;
  }

  /** The direct bases of a class or an interface, as symbols. */
  #basesOf({ symbol }) {
    const clauses = symbol.declarations.flatMap((one) => one.heritageClauses ?? []);
    return clauses
      .flatMap(({ types }) => types)
      .map((one) => this.checker.getTypeAtLocation(one).symbol)
      .filter(Boolean);
  }

  /** Members of one name in types that derive from each other are a family. */
  #group() {
    this.above = new Map(this.#types.map((one) => [one.symbol, new Set(this.#basesOf(one))]));
    const byOwner = groupBy(this.members, ({ type }) => type.symbol);
    for (const members of byOwner.values()) for (const one of members) one.bases = this.#inherited(one, byOwner);
    this.families = new Map();
    for (const one of this.members) {
      const joined = new Set([one, ...one.bases].flatMap((other) => [...(this.families.get(other) ?? [other])]));
      for (const other of joined) this.families.set(other, joined);
    }
  }

  #inherited(member, byOwner) {
    const { name, type } = member;
    const found = [];
    const seen = new Set();
    const visit = (symbol) => {
      for (const base of this.above.get(symbol) ?? []) {
        if (seen.has(base)) continue;
        if (!this.above.has(base)) member.isForeign = true;
        seen.add(base);
        found.push(...(byOwner.get(base) ?? []).filter((one) => one.name === name));
        visit(base);
      }
    };
    visit(type.symbol);
    return found;
  }

  /** Members that implement or override it, at any depth. */
  overridesOf(member) {
    return this.members.filter((one) => one.bases.includes(member));
  }

  /**
   * Places that use it: `wanted` by its own symbol where `isWanted`, `allowed` by one of its family, as a call of a
   * base's method may be one of it, and where it is not called: servers take `this.ask.bind(this)` for a call.
   */
  usesOf(member, isWanted) {
    const family = new Set([...this.families.get(member)].map(({ symbol }) => symbol));
    const uses = this.#uses.get(member.name) ?? [];
    return {
      wanted: uses.filter((use) => isWanted(use) && use.roots.length === 1 && use.roots[0] === member.symbol),
      // The members of a library's bases are not known here.
      allowed: uses.filter(({ roots }) => member.isForeign || roots.some((one) => family.has(one))),
    };
  }
}

function parametersOf(declaration) {
  const nameOf = ({ name }) => (ts.isIdentifier(name) ? name.text : name.getText()[0]);
  return declaration.parameters
    .map(nameOf)
    .filter((name) => name !== "this")
    .join(" ");
}
