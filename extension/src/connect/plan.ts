import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join, sep } from "node:path";
import * as vscode from "vscode";

import { messageOf } from "../host/convert";
import type { Client, Place, Scope } from "./clients";
import { changeText, type Format, readValues } from "./config-text";
import { choose, type FileChange, readText, resolveLinks, type Roots } from "./files";
import { type Change, isObject, valueAt, type Values } from "./values";

const NAME = "sextant";
const BRIDGE_NAME = /^sextant-mcp(\.exe)?$/;
/** Keys of an entry for a server elsewhere. */
const REMOTE = ["url", "serverUrl", "httpUrl"];

/** A client's configuration in one scope, as it was read. */
export interface Target {
  client: Client;
  scope: Scope;
  place: Place;
  roots: Roots;
  path: string;
  text: string | undefined;
  /** `outdated`: a bridge, but not by the path that stays; `taken`: another server has the name. */
  state: "connected" | "outdated" | "disabled" | "taken" | "none" | "broken";
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

/** The command of an entry with its variables, or its address, in one line: what a check of it would run. */
export function describeEntry(target: Target): string {
  const { program, args, env } = commandOf(target);
  const called = program || String(REMOTE.map((key) => target.entry?.[key]).find(Boolean) ?? "");
  return [...Object.entries(env).map((one) => one.join("=")), called, ...args].join(" ").trim();
}

/** The bridge's own path, not that of the file to which it is a link: that changes with each version. */
function isSamePath(path: string, bridge: string): boolean {
  const real = (one: string) => (existsSync(dirname(one)) ? join(realpathSync(dirname(one)), basename(one)) : one);
  return real(path) === real(bridge);
}

function stateOf(target: Target, found: unknown, bridge: string): Target["state"] {
  if (found === undefined) return "none";
  const { entry } = target;
  const { program } = commandOf(target);
  const isBridge = BRIDGE_NAME.test(program.split(/[\\/]/).at(-1) ?? "");
  if (!entry || !isBridge || REMOTE.some((key) => key in entry)) return "taken";
  if (entry["disabled"] === true || entry["enabled"] === false) return "disabled";
  return isSamePath(program, bridge) ? "connected" : "outdated";
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
    target.state = stateOf(target, entry, bridge);
  } catch (error) {
    target.state = "broken";
    target.problem = messageOf(error);
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
  const { client, place, at } = target;
  const entry = target.state === "taken" ? undefined : target.entry;
  const list = Array.isArray(entry?.["command"]) ? entry["command"].slice(1) : listAt(entry, ["args"]);
  const own = entry ? (list ?? []) : [...(place.args ?? [])];
  const program = programIn(target, bridge);
  const command = client.isCommandList ? { command: [program, ...own] } : { command: program, args: own };
  const { type, ...rest } = client.entry ?? {};
  const key = client.approval?.key;
  const home = process.env["SEXTANT_HOME"];
  const allowed = key ? listAt(entry, [key]) : undefined;
  const envKey = client.env ?? "env";
  const env = entry?.[envKey] ?? {};
  if (!isObject(env)) throw new Error(`'${envKey}' is not an object`);
  const wanted: Values = {
    ...(type !== undefined && { type }),
    ...command,
    ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, entry?.[name] ?? value])),
    ...(key && { [key]: union(allowed ?? [], tools) }),
    ...(home && { [envKey]: { ...env, SEXTANT_HOME: home } }),
  };
  if (!entry) return [{ path: at, value: wanted }];
  if (entry["disabled"] === true) wanted["disabled"] = undefined;
  if (entry["enabled"] === false) wanted["enabled"] = undefined;
  return Object.entries(wanted).map(([name, value]) => ({ path: [...at, name], value }));
}

const union = (list: readonly unknown[], more: readonly unknown[]) => [...new Set([...list, ...more])];

function changed(path: string, text: string | undefined, format: Format, toChanges: (values: Values) => Change[]) {
  try {
    const changes = toChanges(readValues(text ?? "", format));
    return { path, before: text, after: changes.length ? changeText(text ?? "", format, changes) : text };
  } catch (error) {
    const [why = ""] = messageOf(error).split("\n");
    throw new Error(
      vscode.l10n.t("'{0}' cannot be changed: {1}. Correct the file, then try again.", path, why.replace(/[.:]$/, "")),
    );
  }
}

/** The list at a path, if there is one. Anything else there is a person's mistake, not ours to replace. */
function listAt(values: unknown, path: readonly string[]): readonly unknown[] | undefined {
  const value = valueAt(values, path);
  if (value !== undefined && !Array.isArray(value)) throw new Error(`'${path.join(".")}' is not a list`);
  return value;
}

/** The list of the tools that need no approval, where it is in a file of its own. */
async function approvalList({ client, scope, roots }: Target) {
  const { files, path: at, name = "*" } = client.approval ?? {};
  if (!files || !at) return undefined;
  const path = await resolveLinks(choose(files[scope], roots));
  return { path, at, text: await readText(path), nameOf: (tool: string) => name.replace("*", tool) };
}

const different = (changes: FileChange[]) => changes.filter(({ before, after }) => before !== after);

/** `isReplacing`: a person wants it in the place of the server that has the name. */
export async function connectChanges(target: Target, bridge: string, tools: readonly string[], isReplacing = false) {
  const { path, text, client, state } = target;
  if (state === "taken" && !isReplacing)
    throw new Error(vscode.l10n.t("'{0}' has another server that is named 'sextant'. It was not changed.", path));
  const main = changed(path, text, formatOf(client), () => entryChanges(target, bridge, tools));
  const list = await approvalList(target);
  if (!list) return different([main]);
  const approvals = changed(list.path, list.text, "json", (values) => {
    const old = listAt(values, list.at) ?? (client.approval?.isOptional ? undefined : []);
    return old ? [{ path: list.at, value: union(old, tools.map(list.nameOf)) }] : [];
  });
  return different([main, approvals]);
}

/** A file as it would be if it had never been connected. */
export interface Original {
  /** `null`: there would be none. */
  text: string | null;
  /** Nothing else in the file has changed since. */
  isExact: boolean;
  /** The first of the folders that were made for it. */
  folder?: string | undefined;
}
export type OriginalOf = (path: string, text: string | undefined) => Promise<Original | undefined>;

/** Puts back what was at a path. Objects that are empty then and were not there before go, too. */
function putBack(values: Values, before: Values | undefined, at: readonly string[]): Change {
  const old = valueAt(before, at);
  const isLeftOver = (path: readonly string[]) =>
    before && valueAt(before, path) === undefined && Object.keys(valueAt(values, path) ?? {}).length === 1;
  let path = at;
  while (old === undefined && path.length > 1 && isLeftOver(path.slice(0, -1))) path = path.slice(0, -1);
  return { path, value: old };
}

type Undo = (values: Values, before: Values | undefined) => Change[];

/** Takes out of a file what connecting put there; leaves nothing of it, if the file is as it was left. */
function undone(path: string, text: string | undefined, format: Format, undo: Undo, original?: Original): FileChange {
  const { text: old, isExact, folder } = original ?? {};
  if (isExact) return { path, before: text, after: old ?? undefined, folder };
  const before = original && readValues(old ?? "", format);
  const change = changed(path, text, format, (values) => undo(values, before));
  const isEmpty = old === null && !change.after?.replace(/[\s{}\uFEFF]/g, "");
  return { ...change, ...(isEmpty && { after: undefined }), folder };
}

/** Nothing if the name is another server's. */
export async function disconnectChanges(target: Target, originalOf: OriginalOf): Promise<FileChange[]> {
  const { path, text, client, at, state } = target;
  if (state === "taken") return [];
  const undoEntry: Undo = (values, before) => (valueAt(values, at) === undefined ? [] : [putBack(values, before, at)]);
  const main = undone(path, text, formatOf(client), undoEntry, await originalOf(path, text));
  const list = await approvalList(target);
  if (!list) return different([main]);
  const undoList: Undo = (values, before) => {
    const [now, old] = [valueAt(values, list.at), valueAt(before, list.at)];
    if (!Array.isArray(now)) return [];
    const isOurs = (one: unknown) => typeof one === "string" && one.startsWith(list.nameOf(""));
    const kept = now.filter((one) => !isOurs(one) || (Array.isArray(old) && old.includes(one)));
    if (kept.length === now.length) return [];
    return kept.length || old || !before ? [{ path: list.at, value: kept }] : [putBack(values, before, list.at)];
  };
  return different([main, undone(list.path, list.text, "json", undoList, await originalOf(list.path, list.text))]);
}
