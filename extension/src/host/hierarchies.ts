import * as vscode from "vscode";

import { fromRange, toPath, toUri } from "./convert";
import type { HostOps } from "./ops";

type Item = vscode.CallHierarchyItem | vscode.TypeHierarchyItem;

const COMMANDS = {
  incomingCalls: "vscode.provideIncomingCalls",
  outgoingCalls: "vscode.provideOutgoingCalls",
  supertypes: "vscode.provideSupertypes",
  subtypes: "vscode.provideSubtypes",
};

/** So many the editor keeps, too. */
const MAX_SESSIONS = 10;

/** The editor's own items by session; an item's token is its index. */
const sessions = new Map<number, Item[]>();

function row(items: Item[], item: Item, sites: readonly vscode.Range[]): unknown[] {
  const token = items.push(item) - 1;
  const { line, character } = item.selectionRange.start;
  const place = [line, character, ...fromRange(item.range)];
  const starts = sites.flatMap(({ start }) => [start.line, start.character]);
  return [token, item.name, item.kind, toPath(item.uri), ...place, starts];
}

export const hierarchyOps: HostOps = {
  async prepareHierarchy(session: number, types: boolean, path: string, line: number, character: number) {
    const command = types ? "vscode.prepareTypeHierarchy" : "vscode.prepareCallHierarchy";
    const at = new vscode.Position(line, character);
    const found = await vscode.commands.executeCommand<Item[] | undefined>(command, toUri(path), at);
    // A cancelled call releases nothing; the editor has dropped those, too.
    for (const old of sessions.keys()) if (old <= session - MAX_SESSIONS) sessions.delete(old);
    const items: Item[] = [];
    sessions.set(session, items);
    return { data: (found ?? []).map((item) => row(items, item, [])) };
  },

  async expandHierarchy(session: number, relation: keyof typeof COMMANDS, token: number) {
    type Relative = vscode.CallHierarchyIncomingCall | vscode.CallHierarchyOutgoingCall | Item;
    const items = sessions.get(session);
    if (!items?.[token]) throw new Error("this hierarchy has been released");
    const found = await vscode.commands.executeCommand<Relative[] | undefined>(COMMANDS[relation], items[token]);
    const rows = (found ?? []).map((one) =>
      "fromRanges" in one ? row(items, "from" in one ? one.from : one.to, one.fromRanges) : row(items, one, []),
    );
    return { data: rows };
  },

  async releaseHierarchy(session: number) {
    sessions.delete(session);
    return { data: [] };
  },
};
