import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { basename, sep } from "node:path";
import * as vscode from "vscode";

import type { Client, Place, Scope } from "./clients";
import { type Change, changeText, type Format, isObject, readValues, valueAt, type Values } from "./config-text";
import { choose, type FileChange, readText, resolveLinks, type Roots } from "./files";

const NAME = "sextant";
/** Keys of an entry for a server elsewhere. */
const FOREIGN = ["url", "serverUrl", "httpUrl", "headers"];

/** A client's configuration in one scope, as it was read. */
export interface Target {
  client: Client;
  scope: Scope;
  place: Place;
  roots: Roots;
  path: string;
  text: string | undefined;
  state: "connected" | "other" | "disabled" | "none" | "broken";
  /** Why it cannot be read. */
  problem?: string;
  /** The path to the entry, and the entry. */
  at: readonly string[];
  entry?: Values;
}

/** How a client starts a server: what its entry means. */
export interface Command {
  program: string;
  args: string[];
  env: Record<string, string>;
  folder: string;
}

const formatOf = (client: Client): Format => client.format ?? "json";

/** The command of an entry, with the client's variables replaced. */
export function commandOf({ client, place, roots, entry = {} }: Target): Command {
  const folder = roots.folder ?? homedir();
  const text = (value: unknown) => {
    const path = String(value).replaceAll("${workspaceFolder}", () => folder);
    return place.home ? path.replaceAll(place.home, () => homedir()) : path;
  };
  const list = (value: unknown) =>
    (Array.isArray(value) ? value : [value]).filter((one) => one !== undefined).map(text);
  const [program = "", ...args] = [...list(entry["command"]), ...list(entry["args"])];
  const env = Object.entries((entry[client.env ?? "env"] ?? {}) as Values).map(([key, value]) => [key, text(value)]);
  return { program, args, env: Object.fromEntries(env) as Command["env"], folder };
}

function isSameFile(a: string, b: string): boolean {
  return a === b || (existsSync(a) && existsSync(b) && realpathSync(a) === realpathSync(b));
}

function stateOf(target: Target, bridge: string): Target["state"] {
  const { entry } = target;
  if (!entry) return "none";
  if (!isSameFile(commandOf(target).program, bridge)) return "other";
  return entry["disabled"] === true || entry["enabled"] === false ? "disabled" : "connected";
}

/** Reads what a client has in a scope. Never rejects: what is wrong is in `problem`. */
export async function look(client: Client, scope: Scope, roots: Roots, bridge: string): Promise<Target | undefined> {
  const place = client.places[scope];
  if (!place) return undefined;
  const path = choose(place.file, roots);
  const servers = client.servers ?? [["mcpServers"]];
  const target: Target = { client, scope, place, roots, path, text: undefined, state: "none", at: [] };
  try {
    target.path = await resolveLinks(path);
    target.text = await readText(target.path);
    const values = readValues(target.text ?? "", formatOf(client));
    const parent = servers.find((one) => isObject(valueAt(values, one))) ?? servers.at(-1) ?? [];
    target.at = [...parent, NAME];
    const entry = valueAt(values, target.at);
    if (isObject(entry)) target.entry = entry;
    target.state = stateOf(target, bridge);
  } catch (error) {
    target.state = "broken";
    target.problem = error instanceof Error ? error.message : String(error);
  }
  return target;
}

function programIn({ place }: Target, bridge: string): string {
  const home = homedir() + sep;
  const isShared = place.home && process.platform !== "win32" && bridge.startsWith(home);
  return isShared ? `${place.home}/${bridge.slice(home.length)}` : bridge;
}

/** A new entry in the usual order of keys, or the changes to the one that is there. */
function entryChanges(target: Target, bridge: string, tools: readonly string[]): Change[] {
  const { client, place, entry, at } = target;
  const isOurs = entry && basename(commandOf(target).program).startsWith("sextant-mcp");
  const own = isOurs ? commandArguments(entry) : [...(place.args ?? [])];
  const program = programIn(target, bridge);
  const command = client.isCommandList ? { command: [program, ...own] } : { command: program, args: own };
  const { type, ...rest } = client.entry ?? {};
  const key = client.approval?.key;
  const home = process.env["SEXTANT_HOME"];
  const list = key && valueAt(entry, [key]);
  const wanted: Values = {
    ...(type !== undefined && { type }),
    ...command,
    ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, entry?.[name] ?? value])),
    ...(key && { [key]: union(Array.isArray(list) ? list : [], tools) }),
    ...(home && { [client.env ?? "env"]: { ...((entry?.[client.env ?? "env"] as Values) ?? {}), SEXTANT_HOME: home } }),
  };
  if (!entry) return [{ path: at, value: wanted }];
  if (entry["disabled"] === true) wanted["disabled"] = undefined;
  if (entry["enabled"] === false) wanted["enabled"] = undefined;
  for (const name of FOREIGN) if (name in entry) wanted[name] = undefined;
  return Object.entries(wanted).map(([name, value]) => ({ path: [...at, name], value }));
}

function commandArguments(entry: Values): unknown[] {
  const { command, args } = entry;
  return Array.isArray(command) ? command.slice(1) : Array.isArray(args) ? args : [];
}

const union = (list: readonly unknown[], more: readonly unknown[]) => [...new Set([...list, ...more])];

function changed(
  path: string,
  text: string | undefined,
  format: Format,
  toChanges: (values: Values) => Change[],
): FileChange {
  try {
    const changes = toChanges(readValues(text ?? "", format));
    return { path, before: text, after: changes.length ? changeText(text ?? "", format, changes) : text };
  } catch (error) {
    const [why = ""] = String(error instanceof Error ? error.message : error).split("\n");
    throw new Error(
      vscode.l10n.t("'{0}' cannot be changed: {1}. Correct the file, then try again.", path, why.replace(/[.:]$/, "")),
    );
  }
}

/** The change to the list of tools that need no approval, where it is in a file of its own. */
async function approvalChange(
  { client, scope, roots }: Target,
  edit: (list: unknown[], name: (tool: string) => string) => unknown[],
): Promise<FileChange[]> {
  const { files, path: at, name = "*", isOptional } = client.approval ?? {};
  if (!files || !at) return [];
  const path = await resolveLinks(choose(files[scope], roots));
  const toChanges = (values: Values) => {
    const old = valueAt(values, at);
    const value = edit(Array.isArray(old) ? old : [], (tool) => name.replace("*", tool));
    return Array.isArray(old) || (value.length && !isOptional) ? [{ path: at, value }] : [];
  };
  return [changed(path, await readText(path), "json", toChanges)];
}

const different = (changes: FileChange[]) => changes.filter(({ before, after }) => before !== after);

export async function connectChanges(target: Target, bridge: string, tools: readonly string[]): Promise<FileChange[]> {
  const { path, text, client } = target;
  const main = changed(path, text, formatOf(client), () => entryChanges(target, bridge, tools));
  return different([main, ...(await approvalChange(target, (list, name) => union(list, tools.map(name))))]);
}

/** `original`: the text that a file had before it was connected, if it has not changed since; `null`: there was none. */
export async function disconnectChanges(
  target: Target,
  original: (path: string, text: string | undefined) => Promise<string | null | undefined>,
): Promise<FileChange[]> {
  const { path, text, client, at } = target;
  // An empty table of TOML would be left over.
  const isLast = (values: Values) =>
    client.format === "toml" && Object.keys(valueAt(values, at.slice(0, -1)) ?? {}).length === 1;
  const main = changed(path, text, formatOf(client), (values) => [
    { path: isLast(values) ? at.slice(0, -1) : at, value: undefined },
  ]);
  const approvals = await approvalChange(target, (list, name) =>
    list.filter((one) => typeof one !== "string" || !one.startsWith(name(""))),
  );
  for (const change of [main, ...approvals]) {
    const before = await original(change.path, change.before);
    const hasEntry = typeof before === "string" && valueAt(readValues(before, formatOf(client)), at) !== undefined;
    if (before !== undefined && !hasEntry) change.after = before ?? undefined;
  }
  return different([main, ...approvals]);
}
