import * as vscode from "vscode";

import { fromRange, toPath, toUri } from "./convert";
import type { HostOps } from "./ops";

type Row = unknown[];

function symbolPlace(nameAt: vscode.Position | undefined, depth: number, range: vscode.Range): Row {
  const { line, character } = nameAt ?? range.start;
  return [nameAt !== undefined, depth, line, character, ...fromRange(range)];
}

function outlineRows(symbols: vscode.DocumentSymbol[], depth: number, rows: Row[]): Row[] {
  for (const symbol of symbols) {
    rows.push([symbol.name, symbol.kind, "", "", ...symbolPlace(symbol.selectionRange.start, depth, symbol.range)]);
    if (symbol.children.length) outlineRows(symbol.children, depth + 1, rows);
  }
  return rows;
}

function informationRow({ name, kind, containerName, location }: vscode.SymbolInformation): Row {
  return [name, kind, containerName, toPath(location.uri), ...symbolPlace(undefined, 0, location.range)];
}

function hoverRow(content: vscode.MarkdownString | vscode.MarkedString): Row {
  if (typeof content === "string") return [2, content, "", false, false];
  if ("language" in content) return [1, content.value, content.language, false, false];
  return [0, content.value, "", content.supportHtml ?? false, content.supportThemeIcons ?? false];
}

function placeRow(place: vscode.Location | vscode.LocationLink): Row {
  return "targetUri" in place
    ? [toPath(place.targetUri), ...fromRange(place.targetSelectionRange ?? place.targetRange)]
    : [toPath(place.uri), ...fromRange(place.range)];
}

/** The commands give undefined where no provider has anything. */
export async function execute<T>(command: string, ...args: unknown[]): Promise<T[]> {
  return (await vscode.commands.executeCommand<T[] | undefined>(command, ...args)) ?? [];
}

/** Runs a command for a position; undefined where no provider has anything. */
export async function ask<T>(command: string, path: string, line: number, character: number, ...more: unknown[]) {
  const at = new vscode.Position(line, character);
  return vscode.commands.executeCommand<T | undefined>(command, toUri(path), at, ...more);
}

/** The operation of a command that answers with places for a position. */
function placesOf(command: string) {
  return async (path: string, line: number, character: number) => {
    const places = await ask<(vscode.Location | vscode.LocationLink)[]>(command, path, line, character);
    return { data: (places ?? []).map(placeRow) };
  };
}

function textOf(documentation: string | vscode.MarkdownString | undefined): string {
  return typeof documentation === "string" ? documentation : (documentation?.value ?? "");
}

function signatureRow(one: vscode.SignatureInformation, active: number) {
  // A parameter's label may be its place in that of the signature.
  const parameters = one.parameters.map(({ label, documentation }) => ({
    label: typeof label === "string" ? label : one.label.slice(label[0], label[1]),
    documentation: textOf(documentation),
  }));
  const activeParameter = one.activeParameter ?? active;
  return { label: one.label, documentation: textOf(one.documentation), parameters, activeParameter };
}

function completionRow({ label, kind, filterText, detail, documentation, tags }: vscode.CompletionItem): Row {
  const { label: name, detail: more, description } = typeof label === "string" ? { label } : label;
  const isDeprecated = tags?.includes(vscode.CompletionItemTag.Deprecated) ?? false;
  const words = [filterText ?? name, description ?? "", detail ?? "", textOf(documentation)];
  return [name + (more ?? ""), kind ?? vscode.CompletionItemKind.Property, ...words, isDeprecated];
}

export const providerOps: HostOps = {
  async outline(path: string) {
    type Symbols = vscode.DocumentSymbol | vscode.SymbolInformation;
    const symbols = await execute<Symbols>("vscode.executeDocumentSymbolProvider", toUri(path));
    // The command gives one kind or the other; merged items have both's members.
    const isTree = symbols.every((symbol) => "children" in symbol);
    return {
      data: isTree
        ? outlineRows(symbols as vscode.DocumentSymbol[], 0, [])
        : (symbols as vscode.SymbolInformation[]).map(informationRow),
    };
  },

  async hover(path: string, line: number, character: number) {
    const hovers = await ask<vscode.Hover[]>("vscode.executeHoverProvider", path, line, character);
    return { data: (hovers ?? []).flatMap((hover) => hover.contents.map(hoverRow)) };
  },

  definition: placesOf("vscode.executeDefinitionProvider"),
  declaration: placesOf("vscode.executeDeclarationProvider"),
  typeDefinition: placesOf("vscode.executeTypeDefinitionProvider"),
  implementation: placesOf("vscode.executeImplementationProvider"),
  references: placesOf("vscode.executeReferenceProvider"),

  async signatureHelp(path: string, line: number, character: number) {
    const help = await ask<vscode.SignatureHelp>("vscode.executeSignatureHelpProvider", path, line, character);
    const signatures = (help?.signatures ?? []).map((one) => signatureRow(one, help?.activeParameter ?? 0));
    return { data: { activeSignature: help?.activeSignature ?? 0, signatures } };
  },

  async completions(path: string, line: number, character: number, resolve: number) {
    const provider = "vscode.executeCompletionItemProvider";
    const list = await ask<vscode.CompletionList>(provider, path, line, character, undefined, resolve);
    return { data: { isIncomplete: list?.isIncomplete ?? false, items: (list?.items ?? []).map(completionRow) } };
  },

  async workspaceSymbols(query: string) {
    type Symbols = vscode.SymbolInformation;
    const symbols = await execute<Symbols>("vscode.executeWorkspaceSymbolProvider", query);
    return { data: symbols.map(informationRow) };
  },
};
