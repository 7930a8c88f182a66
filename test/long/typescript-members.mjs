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
 * @property {ts.Signature[]} signatures those that a caller sees
 * @property {number} deprecated how many of them are
 * @property {ts.Symbol} symbol
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
    this.program = program;
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
    const isDeprecated = ({ declaration }) => Boolean(ts.getJSDocDeprecatedTag(declaration));
    this.callables.push({
      name: node.name.text,
      ...this.placeOf(node.name),
      signatures,
      deprecated: signatures.filter(isDeprecated).length,
      symbol,
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

  /**
   * The signatures of a callable as they may be shown: alternatives, in each of which every overload has its forms. The
   * names of parameters in a form are sets where there is a choice. In an object a method's signatures may be those of
   * the type that the object must have, where `this.checker` gives the method no other symbol.
   *
   * @param {Callable} callable
   * @param {ts.Node} [call] a call of it, for which the types of its rest parameter are known
   */
  shownSignatures({ signatures, symbol }, call) {
    const shown = [signatures];
    if (call) {
      const candidates = [];
      this.checker.getResolvedSignature(call, candidates);
      shown[0] = candidates;
    } else {
      const types = this.#contextual(symbol).map((one) => this.checker.getTypeOfSymbol(one));
      const lists = types.map((type) => this.checker.getNonNullableType(type).getCallSignatures());
      shown.push(...lists.filter((list) => list.length));
    }
    return shown.map((list) => list.map((one) => this.#formsOf(one, call ?? one.declaration)));
  }

  /** The properties that the type of the object around it, if there is one, wants under the name of a method. */
  #contextual({ name, declarations }) {
    const objects = declarations.map(({ parent }) => parent).filter(ts.isObjectLiteralExpression);
    return objects
      .map((one) => this.checker.getContextualType(one))
      .map((type) => type && this.checker.getPropertyOfType(this.checker.getNonNullableType(type), name))
      .filter(Boolean);
  }

  /** The forms of a signature: one, or with a rest parameter that is a union of tuples, one for each. */
  #formsOf({ parameters }, at) {
    const last = parameters.at(-1);
    const plain = parameters.map((one) => new Set([shownName(one)])).filter((names) => !names.has("this"));
    const declared = last?.valueDeclaration;
    if (!declared || !ts.isParameter(declared) || !declared.dotDotDotToken) return [plain];
    const type = this.checker.getTypeOfSymbolAtLocation(last, at);
    const tuples = (type.isUnion() ? type.types : [type]).filter((one) => this.checker.isTupleType(one));
    return [plain, ...tuples.map((one) => [...plain.slice(0, -1), ...elementsOf(one, shownName(last))])];
  }

  /** The call whose parentheses are around a place (1-based), if it calls that symbol. */
  callAt({ file, line, column }, { symbol }) {
    const source = this.program.getSourceFile(join(this.folder, file));
    if (!source) return undefined;
    const at = source.getPositionOfLineAndCharacter(line - 1, column - 1);
    let found;
    const visit = (node) => {
      const isCall = ts.isCallExpression(node) || ts.isNewExpression(node);
      if (isCall && node.expression.end < at && at < node.end) found = node;
      ts.forEachChild(node, (child) => (child.pos <= at && at < child.end ? visit(child) : undefined));
    };
    visit(source);
    return found && this.#calls(found, symbol) ? found : undefined;
  }

  #calls({ expression }, symbol) {
    const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
    let called = this.checker.getSymbolAtLocation(name);
    if (called && called.flags & ts.SymbolFlags.Alias) called = this.checker.getAliasedSymbol(called);
    return called && this.checker.getRootSymbols(called).some((one) => this.#own(one) === symbol);
  }

  /** Whether the line has a member of an object that must have the type that the member, or one of its family, is in. */
  isObjectMember(member, { file, line }) {
    const source = this.program.getSourceFile(join(this.folder, file));
    const family = new Set([...this.families.get(member)].map(({ symbol }) => symbol));
    const fits = (symbol) => this.checker.getRootSymbols(symbol).some((one) => family.has(this.#own(one)));
    const isOne = (node) =>
      node.name?.getText() === member.name &&
      ts.isObjectLiteralExpression(node.parent) &&
      this.placeOf(node.name).line === line &&
      this.#contextual({ name: member.name, declarations: [node] }).some(fits);
    const visit = (node) => isOne(node) || ts.forEachChild(node, (child) => visit(child) || undefined);
    return Boolean(source && visit(source));
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

/** The name of a parameter; of a pattern its bracket. */
function shownName(parameter) {
  const { name } = parameter.valueDeclaration ?? {};
  return !name || ts.isIdentifier(name) ? parameter.name : name.getText()[0];
}

/** The parameters that a rest parameter of a tuple's type stands for: by their labels, or numbered. */
function elementsOf(tuple, rest) {
  const { elementFlags, labeledElementDeclarations: labels } = tuple.target;
  return elementFlags.map((flags, i) => {
    const label = labels?.[i]?.name;
    if (label) return new Set([label.getText()]);
    return new Set(flags & ts.ElementFlags.Variable ? [rest, `${rest}_${i}`] : [`${rest}_${i}`]);
  });
}
