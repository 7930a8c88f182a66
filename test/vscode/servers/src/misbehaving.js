/**
 * A language of its own (*.mis) whose providers do on purpose what no provider should. What a
 * file's name says goes wrong in it: in `hover-never.mis` hovers never come, everything else is well.
 * `def NAME` declares, every other word is a use, `ERROR` is a problem. Workspace symbols go
 * wrong by the name that is asked for: `workspaceSymbols_throw`.
 */
import * as vscode from "vscode";

const LANGUAGE = "mis";
const FAR = new vscode.Position(1_000_000, 5_000);
const BEYOND = new vscode.Range(FAR, FAR.translate(0, 4));
const WORD = /\w+/;

/** What `well` gives, or what goes wrong instead. `past` is the same past the end of the file. */
function answer(how, well, past) {
  if (how === "null") return null;
  if (how === "wrong") return { nonsense: [42, null, { range: "here" }] };
  if (how === "wronglist") return [42, null, { range: "here", location: {} }];
  if (how === "throw") throw new Error("misbehaving on purpose");
  if (how === "never") return new Promise(() => {});
  return how === "past" ? past() : well();
}

/** How `kind` is to go wrong in this document; undefined: well. */
function howIn(document, kind) {
  const [wanted, how] = document.uri.path
    .split("/")
    .at(-1)
    .replace(/\.mis$/, "")
    .split("-");
  return wanted === kind ? how : undefined;
}

const wordAt = (document, position) => {
  const range = document.getWordRangeAtPosition(position, WORD);
  return range ? document.getText(range) : "";
};

function usesOf(document, name) {
  const found = [...document.getText().matchAll(new RegExp(`\\b${name}\\b`, "g"))];
  return name ? found.map((one) => rangeOf(document, one.index, name)) : [];
}

const rangeOf = (document, offset, name) =>
  new vscode.Range(document.positionAt(offset), document.positionAt(offset + name.length));

/** `{name, range, body}` of each declaration; its body goes to the next one. */
function declarations(document) {
  const found = [...document.getText().matchAll(/\bdef (\w+)/g)];
  return found.map(({ index, 1: name }, i) => ({
    name,
    range: rangeOf(document, index + 4, name),
    body: new vscode.Range(
      document.positionAt(index),
      document.positionAt(found[i + 1]?.index ?? document.getText().length),
    ),
  }));
}

const declarationOf = (document, name) => declarations(document).find((one) => one.name === name);

function item(Class, document, { name, range, body }) {
  return Class === vscode.CallHierarchyItem
    ? new Class(vscode.SymbolKind.Function, name, "", document.uri, body, range)
    : new Class(vscode.SymbolKind.Class, name, "", document.uri, body, range);
}

const farItem = (Class, document) => item(Class, document, { name: "far", range: BEYOND, body: BEYOND });

function places(kind) {
  return (document, position) => {
    const one = declarationOf(document, wordAt(document, position));
    const well = () => (one ? [new vscode.Location(document.uri, one.range)] : []);
    const past = () => [new vscode.Location(document.uri, BEYOND)];
    return answer(howIn(document, kind), well, past);
  };
}

const opened = (item) => vscode.workspace.openTextDocument(item.uri);

/** The declarations whose body names `name`, and where. */
function callersOf(document, name) {
  const uses = usesOf(document, name);
  return declarations(document)
    .filter((one) => one.name !== name)
    .map((one) => ({ one, sites: uses.filter((use) => one.body.contains(use)) }))
    .filter(({ sites }) => sites.length > 0);
}

const callHierarchy = {
  prepareCallHierarchy(document, position) {
    const one = declarationOf(document, wordAt(document, position));
    const make = () => (one ? [item(vscode.CallHierarchyItem, document, one)] : []);
    return answer(howIn(document, "prepareCalls"), make, () => [farItem(vscode.CallHierarchyItem, document)]);
  },
  async provideCallHierarchyIncomingCalls({ name, uri }) {
    const document = await opened({ uri });
    const call = ({ one, sites }) =>
      new vscode.CallHierarchyIncomingCall(item(vscode.CallHierarchyItem, document, one), sites);
    const past = () => [new vscode.CallHierarchyIncomingCall(farItem(vscode.CallHierarchyItem, document), [BEYOND])];
    return answer(howIn(document, "calls"), () => callersOf(document, name).map(call), past);
  },
  async provideCallHierarchyOutgoingCalls({ uri }) {
    return answer(
      howIn(await opened({ uri }), "calls"),
      () => [],
      () => [],
    );
  },
};

const typeHierarchy = {
  prepareTypeHierarchy(document, position) {
    const one = declarationOf(document, wordAt(document, position));
    const make = () => (one ? [item(vscode.TypeHierarchyItem, document, one)] : []);
    return answer(howIn(document, "prepareTypes"), make, () => [farItem(vscode.TypeHierarchyItem, document)]);
  },
  async provideTypeHierarchySupertypes({ uri }) {
    return answer(
      howIn(await opened({ uri }), "types"),
      () => [],
      () => [],
    );
  },
  async provideTypeHierarchySubtypes({ name, uri }) {
    const document = await opened({ uri });
    const well = () => callersOf(document, name).map(({ one }) => item(vscode.TypeHierarchyItem, document, one));
    return answer(howIn(document, "types"), well, () => [farItem(vscode.TypeHierarchyItem, document)]);
  },
};

function provideSignatureHelp(document) {
  const make = (active) => {
    const help = new vscode.SignatureHelp();
    const signature = new vscode.SignatureInformation(`${/\w+(?=\(1, 2\))/.exec(document.getText())}(first, second)`);
    signature.parameters = [new vscode.ParameterInformation("first"), new vscode.ParameterInformation([900, 950])];
    help.signatures = [signature];
    help.activeSignature = help.activeParameter = active;
    return help;
  };
  return answer(
    howIn(document, "signatureHelp"),
    () => make(0),
    () => make(1_000_000),
  );
}

function provideCodeActions(document, range) {
  const make = (where) => {
    const action = new vscode.CodeAction("Mend it", vscode.CodeActionKind.QuickFix);
    action.edit = new vscode.WorkspaceEdit();
    action.edit.replace(document.uri, where, "mended");
    return [action];
  };
  const there = document.lineAt(range.start.line).range;
  return answer(
    howIn(document, "codeActions"),
    () => make(there),
    () => make(BEYOND),
  );
}

function provideRenameEdits(document, position, name) {
  const make = (ranges) => {
    const edit = new vscode.WorkspaceEdit();
    for (const range of ranges) edit.replace(document.uri, range, name);
    return edit;
  };
  const uses = () => make(usesOf(document, wordAt(document, position)));
  return answer(howIn(document, "rename"), uses, () => make([BEYOND]));
}

async function provideWorkspaceSymbols(query) {
  const files = await vscode.workspace.findFiles("**/*.mis");
  const well = async () => {
    const documents = await Promise.all(files.map((file) => vscode.workspace.openTextDocument(file)));
    return documents.flatMap((document) =>
      declarations(document)
        .filter(({ name }) => name.includes(query))
        .map(({ name, range }) => symbolInformation(name, document.uri, range)),
    );
  };
  const [, how] = /^workspaceSymbols_(\w+)$/.exec(query) ?? [];
  return files.length ? answer(how, well, () => [symbolInformation(query, files[0], BEYOND)]) : [];
}

const symbolInformation = (name, uri, range) =>
  new vscode.SymbolInformation(name, vscode.SymbolKind.Function, "", new vscode.Location(uri, range));

/** Only what holds a value is asked for its type. */
const kindOf = (name) => (name.startsWith("typeDefinition") ? vscode.SymbolKind.Variable : vscode.SymbolKind.Function);

function provideDocumentSymbols(document) {
  const symbol = (name, body, range) => new vscode.DocumentSymbol(name, "", kindOf(name), body, range);
  const well = () => declarations(document).map((one) => symbol(one.name, one.body, one.range));
  const past = () => declarations(document).map(({ name }) => symbol(name, BEYOND, BEYOND));
  return answer(howIn(document, "documentSymbols"), well, past);
}

function publish(collection, document) {
  if (document.languageId !== LANGUAGE) return;
  const problem = (range) => new vscode.Diagnostic(range, "There is an error.");
  const well = () => usesOf(document, "ERROR").map(problem);
  const how = howIn(document, "diagnostics");
  // What throws or gives something else publishes nothing: there is no provider here to call.
  if (how === undefined || how === "well" || how === "past") {
    collection.set(
      document.uri,
      answer(how, well, () => [problem(BEYOND)]),
    );
  } else if (how === "null") collection.set(document.uri, undefined);
}

/** Registers all of them. */
export function registerMisbehaving() {
  const { languages, workspace } = vscode;
  const collection = languages.createDiagnosticCollection(LANGUAGE);
  const hover = (document, position) => {
    const make = (range) => new vscode.Hover(`All about ${wordAt(document, position)}.`, range);
    return answer(
      howIn(document, "hover"),
      () => make(),
      () => make(BEYOND),
    );
  };
  for (const document of workspace.textDocuments) publish(collection, document);
  return vscode.Disposable.from(
    collection,
    workspace.onDidOpenTextDocument((document) => publish(collection, document)),
    workspace.onDidChangeTextDocument(({ document }) => publish(collection, document)),
    languages.registerHoverProvider(LANGUAGE, { provideHover: hover }),
    languages.registerDefinitionProvider(LANGUAGE, { provideDefinition: places("definition") }),
    languages.registerDeclarationProvider(LANGUAGE, { provideDeclaration: places("declaration") }),
    languages.registerTypeDefinitionProvider(LANGUAGE, { provideTypeDefinition: places("typeDefinition") }),
    languages.registerImplementationProvider(LANGUAGE, { provideImplementation: places("implementation") }),
    languages.registerReferenceProvider(LANGUAGE, {
      provideReferences(document, position) {
        const well = () =>
          usesOf(document, wordAt(document, position)).map((use) => new vscode.Location(document.uri, use));
        const past = () => [new vscode.Location(document.uri, BEYOND)];
        return answer(howIn(document, "references"), well, past);
      },
    }),
    languages.registerDocumentSymbolProvider(LANGUAGE, { provideDocumentSymbols }),
    languages.registerWorkspaceSymbolProvider({ provideWorkspaceSymbols }),
    languages.registerCallHierarchyProvider(LANGUAGE, callHierarchy),
    languages.registerTypeHierarchyProvider(LANGUAGE, typeHierarchy),
    languages.registerSignatureHelpProvider(LANGUAGE, { provideSignatureHelp }, "("),
    languages.registerCodeActionsProvider(LANGUAGE, { provideCodeActions }),
    languages.registerRenameProvider(LANGUAGE, { provideRenameEdits }),
  );
}
