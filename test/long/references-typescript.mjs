/**
 * The meanings of the identifiers of a TypeScript folder, by a language service that the test runs itself and by
 * the checker: the service decides what an answer must be, the checker whether what it leaves out is something else.
 */
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";

import ts from "typescript";

import { groupBy, keyOf } from "./references-judge.mjs";

const isOutside = (file) => file.startsWith("..");

export class TypeScriptNames {
  #service;
  #meanings = new Map();

  /** `folder` has a tsconfig.json. */
  constructor(folder) {
    this.folder = folder;
    const config = ts.readConfigFile(join(folder, "tsconfig.json"), ts.sys.readFile).config;
    const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
    this.#service = ts.createLanguageService({
      getScriptFileNames: () => fileNames,
      getScriptVersion: () => "1",
      getScriptSnapshot: (path) => ts.ScriptSnapshot.fromString(ts.sys.readFile(path) ?? ""),
      getCurrentDirectory: () => folder,
      getCompilationSettings: () => options,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      fileExists: ts.sys.fileExists,
      readFile: ts.sys.readFile,
      directoryExists: ts.sys.directoryExists,
      getDirectories: ts.sys.getDirectories,
    });
    this.program = this.#service.getProgram();
    this.checker = this.program.getTypeChecker();
    /** `{file, line, column, name, node, symbol}`: line 1-based, column 0-based; all identifiers of the code. */
    this.places = [];
    this.byKey = new Map();
    for (const file of fileNames) this.#read(this.program.getSourceFile(file));
    this.byName = groupBy(this.places, ({ name }) => name);
    /** id to `{id, name, sort, path, file, isInnermost, declarations}`. */
    this.symbols = new Map();
    for (const place of this.places) this.#note(place);
  }

  #read(source) {
    const visit = (node) => {
      if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
        const place = { ...this.#placeOf(source, node.getStart(source)), name: node.text, node };
        // `this` as a parameter is a word of the language.
        if (node.text !== "this") this.places.push(place);
        this.byKey.set(keyOf(place), place);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }

  #placeOf(source, position) {
    const { line, character } = source.getLineAndCharacterOfPosition(position);
    return { file: relative(this.folder, source.fileName), line: line + 1, column: character };
  }

  /** Declarations as keys of the places of their names; several of one identifier that means several things. */
  meaningsOf(place) {
    const known = this.#meanings.get(place);
    if (known) return known;
    const { checker } = this;
    const found = new Set();
    const add = (symbol) => {
      if (!symbol) return;
      if (symbol.flags & ts.SymbolFlags.Alias) symbol = checker.getAliasedSymbol(symbol);
      for (const root of checker.getRootSymbols(symbol))
        for (const one of root.declarations ?? []) found.add(this.#keyOfDeclaration(one));
    };
    const { node } = place;
    const symbol = checker.getSymbolAtLocation(node);
    add(symbol);
    if (ts.isShorthandPropertyAssignment(node.parent)) add(checker.getShorthandAssignmentValueSymbol(node.parent));
    if (ts.isExportSpecifier(node.parent)) add(checker.getExportSpecifierLocalTargetSymbol(node.parent));
    if (
      ts.isBindingElement(node.parent) &&
      node.parent.name === node &&
      !node.parent.propertyName &&
      ts.isObjectBindingPattern(node.parent.parent)
    )
      add(checker.getTypeAtLocation(node.parent.parent).getProperty(node.text));
    this.#meanings.set(place, found);
    return found;
  }

  /** The symbol of an identifier alone, where it means several: the variable of `{ name } = value`. */
  ownMeaningOf({ node }) {
    let symbol = this.checker.getSymbolAtLocation(node);
    if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = this.checker.getAliasedSymbol(symbol);
    return (symbol?.declarations ?? []).map((one) => this.#keyOfDeclaration(one));
  }

  #keyOfDeclaration(declaration) {
    const source = declaration.getSourceFile();
    return keyOf(this.#placeOf(source, (ts.getNameOfDeclaration(declaration) ?? declaration).getStart(source)));
  }

  /** The symbol that a place declares or means first, by the place of its first declaration. */
  #note(place) {
    const keys = [...this.meaningsOf(place)];
    const [first] = keys;
    if (!first) return;
    place.symbol = first;
    if (this.symbols.has(first)) return;
    const declared = this.byKey.get(first);
    const is = { id: first, name: place.name, declarations: keys };
    if (!declared) return this.symbols.set(first, { ...is, sort: "library", path: place.name });
    this.symbols.set(first, { ...is, name: declared.name, file: declared.file, ...this.#describe(declared.node) });
  }

  #describe(node) {
    const parent = node.parent;
    const names = [];
    let isInnermost = false;
    let isLocal = false;
    // A parameter's own function counts, a function's own name does not.
    for (let at = ts.isBindingElement(parent) ? parent : parent.parent; at && !ts.isSourceFile(at); at = at.parent) {
      const isNamed =
        (ts.isClassLike(at) ||
          ts.isInterfaceDeclaration(at) ||
          ts.isEnumDeclaration(at) ||
          ts.isModuleDeclaration(at) ||
          ts.isFunctionLike(at)) &&
        at.name &&
        ts.isIdentifier(at.name);
      if (
        ts.isFunctionLike(at) ||
        ts.isTypeLiteralNode(at) ||
        ts.isObjectLiteralExpression(at) ||
        ts.isTypeAliasDeclaration(at)
      )
        isInnermost ||= !isNamed && !ts.isConstructorDeclaration(at);
      if (ts.isConstructorDeclaration(at)) names.unshift("constructor");
      if (ts.isFunctionLike(at)) isLocal = true;
      if (isNamed) names.unshift(at.name.text);
      if (ts.isClassLike(at) && !at.name) isInnermost = true;
    }
    names.push(node.text);
    const isParameter = ts.isParameter(parent) && !ts.isParameterPropertyDeclaration(parent, parent.parent);
    const isMember =
      ts.isClassElement(parent) ||
      ts.isTypeElement(parent) ||
      ts.isEnumMember(parent) ||
      ts.isPropertyAssignment(parent) ||
      ts.isParameterPropertyDeclaration(parent, parent.parent);
    const sort = isParameter
      ? "parameter"
      : ts.isTypeParameterDeclaration(parent)
        ? "type parameter"
        : isMember
          ? "member"
          : isLocal
            ? "local"
            : "global";
    return { sort, path: names.join("."), isInnermost };
  }

  /** Where a file binds a module to the name: `import * as core`. */
  bindingsOf({ file, name }) {
    const isBinding = ({ node }) => ts.isNamespaceImport(node.parent) || ts.isNamespaceExport(node.parent);
    return this.byName
      .get(name)
      .filter((one) => one.file === file && isBinding(one))
      .map(keyOf);
  }

  /** The places that an answer may list as definitions of a place. */
  definitionsOf(place) {
    const found = new Set(this.meaningsOf(place));
    const position = place.node.getStart();
    for (const one of this.#service.getDefinitionAtPosition(place.node.getSourceFile().fileName, position) ?? [])
      found.add(keyOf(this.#placeOf(this.program.getSourceFile(one.fileName), one.textSpan.start)));
    return found;
  }

  /** The line of text at a key outside of the folder, whose place may be another one in another version. */
  textAt(key) {
    const [, file, line] = /^(.*):(\d+):\d+$/.exec(key);
    return readFileSync(join(this.folder, file), "utf8").split("\n")[line - 1].trim();
  }

  /** The text from a key of the folder on, to the line's end. */
  lineAt(key) {
    const [, file, line, column] = /^(.*):(\d+):(\d+)$/.exec(key);
    return readFileSync(join(this.folder, file), "utf8").split("\n")[line - 1].slice(column);
  }

  /** Whether the text at a key says the name: in a comment's tag, or as a string. */
  isText(key, name) {
    return this.lineAt(key).replace(/^['"]/, "").startsWith(name);
  }

  /** The service's references in the folder, declarations too, as keys. */
  referencesOf(place) {
    let symbol = this.checker.getSymbolAtLocation(place.node);
    if (symbol && symbol.flags & ts.SymbolFlags.Alias) symbol = this.checker.getAliasedSymbol(symbol);
    const { declarations = [] } = symbol ?? {};
    const isType = (one) => ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one);
    const isValue = (one) => ts.isVariableDeclaration(one) || ts.isFunctionDeclaration(one);
    // The service returns the uses of a type or those of a value; the symbol is both.
    const nodes = declarations.some(isType) && declarations.some(isValue) ? declarations.map((one) => one.name) : [];
    const found = [place.node, ...nodes].flatMap(
      (node) => this.#service.findReferences(node.getSourceFile().fileName, node.getStart()) ?? [],
    );
    const places = found
      .flatMap(({ references }) => references)
      .map((one) => this.#placeOf(this.program.getSourceFile(one.fileName), one.textSpan.start));
    return new Set(places.filter(({ file }) => !isOutside(file)).map(keyOf));
  }

  /** Places of calls in the folder, as keys; undefined where it has no call hierarchy. */
  callsOf(place) {
    const path = place.node.getSourceFile().fileName;
    const position = place.node.getStart();
    if (![this.#service.prepareCallHierarchy(path, position)].flat().filter(Boolean).length) return undefined;
    const sites = this.#service
      .provideCallHierarchyIncomingCalls(path, position)
      .flatMap(({ from, fromSpans }) =>
        fromSpans.map(({ start }) => this.#placeOf(this.program.getSourceFile(from.file), start)),
      );
    return new Set(sites.filter(({ file }) => !isOutside(file)).map(keyOf));
  }
}
