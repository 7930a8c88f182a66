/** A folder's sources by TypeScript's own compiler: the judge of outlines and hierarchies. */
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";

import ts from "typescript";

/**
 * @typedef {object} Declared a declaration: `line` is 1-based, of its name
 * @property {string} name
 * @property {string[]} kinds what a server may call it
 * @property {string} file
 * @property {number} line
 * @property {boolean} isLocal inside a function: an outline need not show it
 *
 * @typedef {object} Type a class or an interface
 * @property {string} key `file:line`
 * @property {string} name
 * @property {string} kind "Class" or "Interface"
 * @property {Set<string>} above keys of the direct supertypes that the folder declares
 */

/**
 * @typedef {object} Body a function or method with a body
 * @property {string} name
 * @property {string} file
 * @property {number} line 1-based, of its name
 * @property {Set<string>} calls `line:column` (1-based, 0-based) where a call begins, or the name in it
 * @property {string[][]} others names of what is called and declared outside of the function: as it is written, and its
 *   own where an import has another name for it
 */

/** Everything that `folder`/src declares: `{declared: Declared[], types: Map<string, Type>, bodies: Body[]}`. */
export function readTypeScript(folder) {
  const files = readdirSync(join(folder, "src"), { recursive: true })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts"))
    .map((name) => join(folder, "src", name));
  const options = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler ?? 2,
    noEmit: true,
    strict: true,
  };
  const program = ts.createProgram(files, options);
  const reader = new Reader(program.getTypeChecker(), folder);
  for (const file of files) reader.read(program.getSourceFile(file));
  return { declared: reader.declared, types: reader.types, bodies: reader.bodies };
}

class Reader {
  declared = [];
  types = new Map();
  bodies = [];

  constructor(checker, folder) {
    Object.assign(this, { checker, folder });
  }

  read(source) {
    this.file = relative(this.folder, source.fileName);
    this.source = source;
    this.#visit(source, false);
  }

  #lineOf(node, source = this.source) {
    return source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
  }

  #visit(node, isLocal) {
    const kinds = this.#kindsOf(node);
    if (kinds) this.#add(node, kinds, isLocal);
    if (ts.isBinaryExpression(node)) this.#addAssigned(node);
    if (ts.isClassLike(node) || ts.isInterfaceDeclaration(node)) this.#addType(node);
    const isFunction = ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node);
    if (isFunction && node.body && node.name && ts.isIdentifier(node.name)) this.#addBody(node);
    const isInside = isLocal || (ts.isFunctionLike(node) && !ts.isFunctionTypeNode(node));
    // The members of a class inside a function are not locals of it.
    const inside = ts.isClassLike(node) || ts.isInterfaceDeclaration(node) ? false : isInside;
    ts.forEachChild(node, (child) => this.#visit(child, inside));
  }

  #add(node, kinds, isLocal) {
    const [at, text] = this.#nameOf(node);
    if (!at || ts.isObjectBindingPattern(at) || ts.isArrayBindingPattern(at)) return;
    // The properties of a type without a name are not declarations of the file.
    const isOfShape = ts.isTypeLiteralNode(node.parent);
    this.declared.push({ name: text, kinds, file: this.file, line: this.#lineOf(at), isLocal: isLocal || isOfShape });
  }

  #addBody(node) {
    const body = { name: node.name.text, file: this.file, line: this.#lineOf(node.name), calls: new Set(), others: [] };
    const visit = (one) => {
      ts.forEachChild(one, visit);
      if (!ts.isCallExpression(one) && !ts.isNewExpression(one)) return;
      const callee = ts.isPropertyAccessExpression(one.expression) ? one.expression.name : one.expression;
      for (const begin of [callee, one.expression]) {
        const { line, character } = this.source.getLineAndCharacterOfPosition(begin.getStart(this.source));
        body.calls.add(`${line + 1}:${character}`);
      }
      if (ts.isIdentifier(callee) && this.#isDeclaredOutside(callee, node)) body.others.push(this.#namesOf(callee));
    };
    ts.forEachChild(node.body, visit);
    this.bodies.push(body);
  }

  #namesOf(name) {
    const symbol = this.checker.getSymbolAtLocation(name);
    const isAlias = symbol && symbol.flags & ts.SymbolFlags.Alias;
    return isAlias ? [name.text, this.checker.getAliasedSymbol(symbol).name] : [name.text];
  }

  #isDeclaredOutside(name, node) {
    const declarations = this.checker.getSymbolAtLocation(name)?.declarations ?? [];
    const isInside = (one) =>
      one.getSourceFile() === this.source && one.getStart() >= node.getStart() && one.getEnd() <= node.getEnd();
    return declarations.length > 0 && !declarations.some(isInside);
  }

  /** Where the name is, and how servers write it. */
  #nameOf(node) {
    if (ts.isConstructSignatureDeclaration(node)) return [node, "new"];
    if (ts.isCallSignatureDeclaration(node)) return [node, ""];
    if (ts.isIndexSignatureDeclaration(node)) return [node, "[]"];
    if (!ts.isConstructorDeclaration(node)) return [node.name, node.name?.getText(this.source)];
    // A constructor's own line is that of the word, after its modifiers.
    return [node.getChildren(this.source).find((one) => one.kind === ts.SyntaxKind.ConstructorKeyword), "constructor"];
  }

  #kindsOf(node) {
    if (ts.isClassDeclaration(node)) return ["Class"];
    if (ts.isInterfaceDeclaration(node)) return ["Interface"];
    if (ts.isTypeAliasDeclaration(node)) return ["TypeAlias"];
    if (ts.isEnumDeclaration(node)) return ["Enum"];
    if (ts.isEnumMember(node)) return ["EnumMember"];
    if (ts.isModuleDeclaration(node)) return ["Module", "Namespace"];
    if (ts.isFunctionDeclaration(node)) return ["Function"];
    if (ts.isFunctionExpression(node) || ts.isClassExpression(node))
      return node.name ? ["Function", "Class"] : undefined;
    if (ts.isConstructSignatureDeclaration(node)) return ["Constructor"];
    if (ts.isCallSignatureDeclaration(node) || ts.isIndexSignatureDeclaration(node))
      return ["Method", "Function", "Property"];
    if (ts.isMethodDeclaration(node) || ts.isMethodSignature(node)) return ["Method"];
    if (ts.isConstructorDeclaration(node)) return ["Constructor"];
    if (ts.isAccessor(node)) return ["Property"];
    if (ts.isPropertyDeclaration(node) || ts.isPropertySignature(node)) return ["Property", "Method"];
    if (ts.isParameter(node)) return ts.isParameterPropertyDeclaration(node, node.parent) ? ["Property"] : undefined;
    if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node))
      return ["Property", "Method", "Function"];
    if (ts.isVariableDeclaration(node)) return ["Variable", "Constant", "Function"];
    if (ts.isBindingElement(node)) return ["Variable", "Constant"];
    return undefined;
  }

  /** `result.connect = () => …` makes a member, which an outline may show. */
  #addAssigned({ left, right, operatorToken }) {
    if (operatorToken.kind !== ts.SyntaxKind.EqualsToken || !ts.isPropertyAccessExpression(left)) return;
    const isFunction = ts.isArrowFunction(right) || ts.isFunctionExpression(right);
    const kinds = isFunction ? ["Function", "Method"] : ts.isClassExpression(right) ? ["Class"] : ["Property"];
    this.declared.push({
      name: left.name.text,
      kinds,
      file: this.file,
      line: this.#lineOf(left.name),
      isLocal: true,
    });
  }

  #keyOf(declaration) {
    const source = declaration.getSourceFile();
    const file = relative(this.folder, source.fileName);
    if (file.startsWith("..") || !declaration.name) return undefined;
    return `${file}:${this.#lineOf(declaration.name, source)}`;
  }

  #addType(node) {
    const key = node.name && this.#keyOf(node);
    if (!key) return;
    const kind = ts.isInterfaceDeclaration(node) ? "Interface" : "Class";
    const bases = (node.heritageClauses ?? []).flatMap(({ types }) => types);
    const above = new Set(bases.flatMap(({ expression }) => this.#typesOf(expression)));
    this.types.set(key, { key, name: node.name.text, kind, above });
  }

  /** Keys of the classes and interfaces that an expression after `extends` names. */
  #typesOf(expression) {
    const { checker } = this;
    let symbol = checker.getSymbolAtLocation(expression);
    if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
    const declarations = symbol?.declarations ?? [];
    const isType = (one) => ts.isClassLike(one) || ts.isInterfaceDeclaration(one);
    return declarations
      .filter(isType)
      .map((one) => this.#keyOf(one))
      .filter(Boolean);
  }
}

/** Keys of all types that derive from `key`, directly or not. */
export function descendants(types, key) {
  const found = new Set();
  for (let size = -1; size !== found.size;) {
    size = found.size;
    for (const one of types.values())
      if (one.above.has(key) || [...one.above].some((above) => found.has(above))) found.add(one.key);
  }
  return found;
}
