/** The facts of a TypeScript folder that deep_dive must have, by the compiler's checker: functions, types and files. */
import { relative } from "node:path";

import ts from "typescript";

import { groupBy, keyOf } from "./references-judge.mjs";
import { TypeScriptNames } from "./references-typescript.mjs";

/**
 * @typedef {object} Place
 * @property {string} file
 * @property {number} line 1-based
 *
 * @typedef {object} Meaning what a name in the code means
 * @property {string} name as it is written
 * @property {Set<string>} keys `file:line` of its declarations in the folder
 *
 * @typedef {object} Group declarations of one name
 * @property {string} name
 * @property {number[]} lines of all of them
 *
 * @typedef {object} Callable
 * @property {string} name
 * @property {string} path `Class.method`
 * @property {string} file
 * @property {number} line of its name, of overloads that of the first
 * @property {number} column of it, 0-based
 * @property {boolean} isAlone no other declaration of the file has its name
 * @property {(Place & {within: string[]})[]} sites calls that are surely of it, and the names of what is around each
 * @property {(Place & {within: string[]})[]} possible calls that may be of it
 * @property {Meaning[]} callees what it surely calls
 * @property {Set<string>} mentioned `file:line` of all that its text may call
 * @property {Meaning[]} types those that its signature names
 * @property {Set<string>} words of the signature
 *
 * @typedef {object} Type
 * @property {string} name
 * @property {string} path
 * @property {string} file
 * @property {number} line
 * @property {boolean} isInterface
 * @property {Group[]} fields
 * @property {Group[]} methods
 * @property {Meaning[]} bases
 * @property {Place[]} uses all places that name it, but for its declarations
 * @property {Place[]} remarks comments that name it, and `this` where that is the class
 * @property {Set<string>} below `file:line` of the types that derive from it
 *
 * @typedef {object} File
 * @property {string} file
 * @property {Group[]} exports
 * @property {Set<number>} declared lines of all that it declares at its top
 * @property {Set<string>} imports files
 * @property {Map<string, Set<number>>} importers the lines of their imports
 */

const isOutside = (key) => key.startsWith("..");
const withoutColumn = (key) => key.slice(0, key.lastIndexOf(":"));

/** `{callables, types, files}` of a folder with a tsconfig.json. */
export function readTypeScriptFolder(folder) {
  return new Reader(folder).read();
}

/** The name that a call, or what is like one, calls; undefined of `(() => 1)()`. */
function calleeOf(node) {
  const isCall = ts.isCallExpression(node) || ts.isNewExpression(node) || ts.isDecorator(node);
  let callee = isCall ? node.expression : ts.isTaggedTemplateExpression(node) ? node.tag : undefined;
  while (callee && !ts.isIdentifier(callee)) {
    if (ts.isPropertyAccessExpression(callee)) callee = callee.name;
    else if (ts.isParenthesizedExpression(callee) || ts.isNonNullExpression(callee) || ts.isAsExpression(callee))
      callee = callee.expression;
    else return ts.isPrivateIdentifier(callee) ? callee : undefined;
  }
  return callee;
}

const isFunctionValue = (node) => !!node && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));

/** The name under which a server may list what is around a call. */
function nameOf(node) {
  if (ts.isConstructorDeclaration(node)) return "constructor";
  const isNamed =
    ts.isFunctionLike(node) || ts.isClassLike(node) || ts.isModuleDeclaration(node) || ts.isVariableDeclaration(node);
  const isMember = ts.isPropertyDeclaration(node) || ts.isPropertyAssignment(node);
  return (isNamed || isMember) && node.name ? node.name.getText() : undefined;
}

function namesAround(node) {
  const names = [];
  for (let at = node.parent; at; at = at.parent) {
    const name = nameOf(at);
    if (name) names.push(name);
  }
  return names;
}

const isExported = (node) => !!(ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Export);

class Reader {
  callables = [];
  types = [];
  files = [];
  #sites = [];

  constructor(folder) {
    this.folder = folder;
    this.names = new TypeScriptNames(folder);
    const { program } = this.names;
    this.sources = program.getSourceFiles().filter((source) => !isOutside(this.#fileOf(source)));
  }

  read() {
    for (const source of this.sources) this.#visit(source);
    const byKey = new Map();
    for (const site of this.#sites) for (const key of site.keys) byKey.set(key, [...(byKey.get(key) ?? []), site]);
    const byName = groupBy(this.#sites, ({ name }) => name);
    for (const one of this.callables) {
      one.sites = byKey.get(one.key) ?? [];
      const named = this.names.byName.get(one.name).filter(({ file }) => file === one.file);
      const own = new Set(this.names.meaningsOf(this.names.byKey.get(one.key)));
      one.isAlone = named.every((place) => [...this.names.meaningsOf(place)].every((key) => own.has(key)));
      // A call through a base or by a value of that shape may be of the method.
      one.possible = one.isMember ? (byName.get(one.name) ?? []) : one.sites;
      Object.assign(one, this.#calleesOf(one));
    }
    this.#joinTypes();
    for (const source of this.sources) this.files.push(this.#fileFacts(source));
    const byFile = new Map(this.files.map((one) => [one.file, one]));
    for (const one of this.files)
      for (const { file, line } of one.edges) {
        const { importers } = byFile.get(file) ?? {};
        importers?.set(one.file, (importers.get(one.file) ?? new Set()).add(line));
      }
    return { callables: this.callables, types: this.types, files: this.files };
  }

  #fileOf(source) {
    return relative(this.folder, source.fileName);
  }

  #placeOf(node) {
    const source = node.getSourceFile();
    const { line, character } = source.getLineAndCharacterOfPosition(node.getStart(source));
    return { file: this.#fileOf(source), line: line + 1, column: character };
  }

  #lineOf = (node) => this.#placeOf(node).line;

  /** Keys of the declarations in the folder that an identifier means, with columns. */
  #meaningOf(name) {
    const place = this.names.byKey.get(keyOf(this.#placeOf(name)));
    return place ? [...this.names.meaningsOf(place)].filter((key) => !isOutside(key)) : [];
  }

  #toMeaning(name) {
    return { name: name.text, keys: new Set(this.#meaningOf(name).map(withoutColumn)) };
  }

  #visit(node) {
    const callee = calleeOf(node);
    if (callee) {
      const place = this.#placeOf(callee);
      this.#sites.push({ ...place, name: callee.text, keys: this.#meaningOf(callee), within: namesAround(node) });
    }
    const isFunction = ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node);
    if (isFunction && node.body && node.name && ts.isIdentifier(node.name)) this.#addCallable(node, node);
    const isVariable = ts.isVariableDeclaration(node) && ts.isIdentifier(node.name);
    if (isVariable && isFunctionValue(node.initializer)) this.#addCallable(node, node.initializer);
    if ((ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node)) && node.name) this.#addType(node);
    ts.forEachChild(node, (child) => this.#visit(child));
  }

  /** Only those that a name path in their file leads to: a file's own, and members of its classes. */
  #pathOf(node) {
    const statement = ts.isVariableDeclaration(node) ? node.parent.parent : node;
    const owner = statement.parent;
    if (ts.isSourceFile(owner)) return node.name.text;
    const isMember = ts.isClassDeclaration(owner) && owner.name && ts.isSourceFile(owner.parent);
    return isMember ? `${owner.name.text}.${node.name.text}` : undefined;
  }

  #addCallable(node, code) {
    const path = this.#pathOf(node);
    if (!path) return;
    const isValue = ts.isVariableDeclaration(node);
    const symbol = this.names.checker.getSymbolAtLocation(node.name);
    // A reader who names an overloaded function gets the first declaration.
    const first = isValue ? node : (symbol?.declarations?.find((one) => one.kind === node.kind) ?? node);
    const place = this.#placeOf(first.name);
    const isMember = path.includes(".");
    const head = isValue ? code : first;
    const inHead = [...head.parameters, ...(head.typeParameters ?? []), head.type].filter(Boolean);
    const types = [];
    const visit = (one) => {
      const name = ts.isTypeReferenceNode(one) ? one.typeName : undefined;
      if (name) types.push(this.#toMeaning(ts.isQualifiedName(name) ? name.right : name));
      // A default value is none.
      if (!ts.isExpression(one) || ts.isExpressionWithTypeArguments(one)) ts.forEachChild(one, visit);
    };
    for (const one of inHead) visit(one);
    const end = head.body?.getStart() ?? head.getEnd();
    const words = new Set(
      head
        .getSourceFile()
        .text.slice(head.getStart(), end)
        .match(/[\w$]+/g),
    );
    const isOwn = (key) => this.#isWithin(head, key) || this.#isWithin(node, key);
    const outer = types.filter(({ keys }) => keys.size && ![...keys].some(isOwn));
    this.callables.push({
      name: node.name.text,
      path,
      ...place,
      key: keyOf(place),
      isMember,
      node,
      types: outer,
      words,
    });
  }

  #isWithin(node, key) {
    const [, file, line] = /^(.*):(\d+)$/.exec(key);
    const source = node.getSourceFile();
    const last = source.getLineAndCharacterOfPosition(node.getEnd()).line + 1;
    const first = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    return file === this.#fileOf(source) && line >= first && line <= last;
  }

  #calleesOf({ node }) {
    const callees = [];
    const mentioned = new Set();
    const visit = (one) => {
      if (ts.isIdentifier(one) || ts.isPrivateIdentifier(one))
        for (const key of this.#meaningOf(one)) mentioned.add(withoutColumn(key));
      const callee = calleeOf(one);
      const meaning = callee && this.#toMeaning(callee);
      // `new Till()` may lead to the constructor that it inherits, or to a signature.
      const isCall = ts.isCallExpression(one) || ts.isNewExpression(one);
      const resolved = isCall && this.names.checker.getResolvedSignature(one)?.declaration;
      const key = resolved && keyOf(this.#placeOf(ts.getNameOfDeclaration(resolved) ?? resolved));
      if (meaning?.keys.size && key && !isOutside(key)) {
        meaning.keys.add(withoutColumn(key));
        mentioned.add(withoutColumn(key));
      }
      if (meaning?.keys.size && ![...meaning.keys].some((key) => this.#isWithin(node, key))) callees.push(meaning);
      ts.forEachChild(one, visit);
    };
    visit(node);
    return { callees, mentioned };
  }

  /* ---- types ------------------------------------------------------------------------------- */

  #addType(node) {
    if (!ts.isSourceFile(node.parent)) return;
    const place = this.#placeOf(node.name);
    const bases = (node.heritageClauses ?? [])
      .flatMap(({ types }) => types)
      .map(({ expression }) => (ts.isPropertyAccessExpression(expression) ? expression.name : expression))
      .filter((name) => ts.isIdentifier(name))
      .map((name) => this.#toMeaning(name));
    const members = node.members.flatMap((member) => this.#membersOf(member));
    const group = (isMethod) =>
      [
        ...groupBy(
          members.filter((one) => one.isMethod === isMethod),
          ({ name }) => name,
        ),
      ].map(([name, all]) => ({
        name,
        lines: all.map(({ line }) => line),
      }));
    this.types.push({
      name: node.name.text,
      path: node.name.text,
      ...place,
      key: keyOf(place),
      isInterface: ts.isInterfaceDeclaration(node),
      selves: this.#selvesOf(node),
      fields: group(false),
      methods: group(true),
      bases,
    });
  }

  /** Where `this` is the class itself: in its static members. */
  #selvesOf(node) {
    const found = [];
    const visit = (one) => {
      if (one.kind === ts.SyntaxKind.ThisKeyword) found.push(this.#placeOf(one));
      ts.forEachChild(one, visit);
    };
    for (const member of node.members) if (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Static) visit(member);
    return found;
  }

  #membersOf(member) {
    const line = this.#lineOf(member.name ?? member);
    if (ts.isConstructorDeclaration(member)) {
      const own = member.parameters.filter((one) => ts.isParameterPropertyDeclaration(one, member));
      const word = member.getChildren().find(({ kind }) => kind === ts.SyntaxKind.ConstructorKeyword);
      return [
        { name: "constructor", line: this.#lineOf(word), isMethod: true },
        ...own.map(({ name }) => ({ name: name.getText(), line: this.#lineOf(name), isMethod: false })),
      ];
    }
    const isMethod = ts.isMethodDeclaration(member) || ts.isMethodSignature(member);
    const isCall = ts.isCallSignatureDeclaration(member) || ts.isConstructSignatureDeclaration(member);
    if (isCall) return [{ name: ts.isCallSignatureDeclaration(member) ? "" : "new", line, isMethod: true }];
    if (ts.isIndexSignatureDeclaration(member)) return [{ name: "[]", line, isMethod: false }];
    if (!member.name) return [];
    return [{ name: member.name.getText(), line, isMethod }];
  }

  /** The words of comments that documentation is made from. */
  #remarks() {
    const found = [];
    for (const source of this.sources)
      for (const { 0: comment, index } of source.text.matchAll(/\/\*\*.*?\*\//gs))
        for (const word of comment.matchAll(/[\w$]+/g)) {
          const { line } = source.getLineAndCharacterOfPosition(index + word.index);
          found.push({ name: word[0], file: this.#fileOf(source), line: line + 1 });
        }
    return groupBy(found, ({ name }) => name);
  }

  #joinTypes() {
    const remarks = this.#remarks();
    const uses = new Map();
    for (const place of this.names.places)
      for (const key of this.names.meaningsOf(place)) uses.set(key, [...(uses.get(key) ?? []), place]);
    for (const one of this.types) {
      const isDeclaration = new Set(this.types.filter(({ name }) => name === one.name).map(({ key }) => key));
      one.uses = (uses.get(one.key) ?? []).filter((place) => !isDeclaration.has(keyOf(place)));
      one.remarks = [...(remarks.get(one.name) ?? []), ...one.selves];
      one.below = new Set();
    }
    const aboveOf = (one) => one.bases.flatMap(({ keys }) => [...keys]);
    const byKey = new Map(this.types.map((one) => [`${one.file}:${one.line}`, one]));
    const spread = (below, above) => {
      for (const key of above) {
        const base = byKey.get(key);
        if (!base || base.below.has(below)) continue;
        base.below.add(below);
        spread(below, aboveOf(base));
      }
    };
    for (const one of this.types) spread(`${one.file}:${one.line}`, aboveOf(one));
  }

  /* ---- files ------------------------------------------------------------------------------- */

  #fileFacts(source) {
    const found = [];
    const declared = new Set();
    const add = (name, line, isOut) => (isOut && found.push({ name, line }), declared.add(line));
    for (const node of source.statements) {
      if (ts.isExportDeclaration(node) || ts.isExportAssignment(node)) add(node.getText(), this.#lineOf(node), true);
      if (ts.isVariableStatement(node)) {
        const visit = ({ name }) => {
          if (ts.isIdentifier(name)) add(name.text, this.#lineOf(name), isExported(node));
          else name.elements.forEach(visit);
        };
        node.declarationList.declarations.forEach(visit);
      } else if (ts.isDeclarationStatement(node) && !ts.isExportDeclaration(node)) {
        const at = node.name ?? node;
        add(node.name?.getText() ?? "default", this.#lineOf(at), isExported(node));
      }
    }
    const exports = [...groupBy(found, ({ name }) => name)].map(([name, all]) => ({
      name,
      lines: all.map(({ line }) => line),
    }));
    const edges = this.#importsOf(source);
    const imports = new Set(edges.map(({ file }) => file));
    return { file: this.#fileOf(source), exports, declared, edges, imports, importers: new Map() };
  }

  #importsOf(source) {
    const { program } = this.names;
    const found = [];
    const visit = (node) => {
      const literal = ts.isImportTypeNode(node)
        ? node.argument.literal
        : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
          ? node.arguments[0]
          : node.moduleSpecifier;
      const symbol = literal && ts.isStringLiteralLike(literal) && this.names.checker.getSymbolAtLocation(literal);
      const target = symbol?.declarations?.find(ts.isSourceFile) ?? this.#withoutExports(source, literal, program);
      const file = target && this.#fileOf(target);
      if (file && !isOutside(file)) found.push({ file, line: this.#lineOf(node) });
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  }

  /** A file that exports nothing is not a module to the checker. */
  #withoutExports(source, literal, program) {
    if (!literal || !ts.isStringLiteralLike(literal)) return undefined;
    const { resolvedModule } = ts.resolveModuleName(
      literal.text,
      source.fileName,
      program.getCompilerOptions(),
      ts.sys,
    );
    return resolvedModule && program.getSourceFile(resolvedModule.resolvedFileName);
  }
}
