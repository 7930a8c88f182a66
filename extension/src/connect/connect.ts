import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import * as vscode from "vscode";

import type { Context } from "../context";
import { abortWith } from "../doors/language-model";
import { windowId } from "../doors/registry";
import { tryCommand } from "./check";
import { type Client, CLIENTS, type Scope } from "./clients";
import { backUp, type FileChange, isInstalled, readText, type Roots, tildify, writeAll } from "./files";
import { commandOf, connectChanges, disconnectChanges, look, type Target } from "./plan";

const { t } = vscode.l10n;

/** By path: the hash of what was written, and the copy of what was there before; null: there was no file. */
type Written = Record<string, { after: string; backup: string | null }>;
const WRITTEN = "connect.written";

interface Item<T> extends vscode.QuickPickItem {
  value?: T;
}

interface Action {
  kind: "connect" | "disconnect" | "check" | "open";
  target: Target;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
const hash = (text: string) => createHash("sha256").update(text).digest("hex");
const separator = (label: string) => ({ label, kind: vscode.QuickPickItemKind.Separator });

async function pick<T>(title: string, placeHolder: string, items: Item<T>[], stays = false): Promise<T | undefined> {
  return (await vscode.window.showQuickPick(items, { title, placeHolder, ignoreFocusOut: stays }))?.value;
}

/** Each folder, then the user, as a client is used in the first folder. One that is not trusted is left alone. */
function scopesOf({ extension }: Context): { scope: Scope; roots: Roots }[] {
  const storage = dirname(extension.globalStorageUri.fsPath);
  const all = vscode.workspace.isTrusted ? (vscode.workspace.workspaceFolders ?? []) : [];
  const folders = all.filter(({ uri }) => uri.scheme === "file").map(({ uri }) => uri.fsPath);
  const projects = folders.map((folder) => ({ scope: "project" as const, roots: { storage, folder } }));
  return [...projects, { scope: "user", roots: { storage, ...(folders[0] && { folder: folders[0] }) } }];
}

function scopeName({ scope, roots }: Target): string {
  if (scope === "user") return t("all projects");
  const folders = vscode.workspace.workspaceFolders ?? [];
  const name = folders.find(({ uri }) => uri.fsPath === roots.folder)?.name ?? "";
  return folders.length > 1 ? t("the folder '{0}'", name) : t("this project");
}

async function targetsOf(context: Context, client: Client, bridge: string): Promise<Target[]> {
  const all = scopesOf(context).map(({ scope, roots }) => look(client, scope, roots, bridge));
  return (await Promise.all(all)).filter((target) => target !== undefined);
}

function describe(targets: readonly Target[]): string {
  const words: Record<Target["state"], (scope: string) => string> = {
    connected: (scope) => t("Connected for {0}", scope),
    other: (scope) => t("Configured with another command for {0}", scope),
    disabled: (scope) => t("Disabled for {0}", scope),
    broken: (scope) => t("The configuration for {0} cannot be read", scope),
    none: () => "",
  };
  const states = targets.map((target) => words[target.state](scopeName(target))).filter(Boolean);
  return states.join(" · ") || t("Not connected");
}

async function pickClient(context: Context, bridge: string): Promise<Client | undefined> {
  const storage = dirname(context.extension.globalStorageUri.fsPath);
  const toItem = async (client: Client): Promise<Item<Client>> => {
    const targets = await targetsOf(context, client, bridge);
    const isConnected = targets.some(({ state }) => state === "connected");
    const label = `$(${isConnected ? "check" : "circle-large-outline"}) ${client.name}`;
    return { label, description: describe(targets), value: client };
  };
  const isHere = (client: Client) => isInstalled(client, { storage });
  const [here, others] = await Promise.all(
    [true, false].map((wanted) => Promise.all(CLIENTS.filter((one) => isHere(one) === wanted).map(toItem))),
  );
  const description = t("Needs no configuration: its agent mode lists the tools");
  const editor = { label: `$(check) ${t("Copilot in {0}", vscode.env.appName)}`, description };
  const items: Item<Client>[] = [separator(t("Installed")), ...(here ?? []), editor];
  if (others?.length) items.push(separator(t("Not found on this machine")), ...others);
  return pick(t("Connect an Agent"), t("Select the agent that uses Sextant"), items);
}

function pickAction(client: Client, targets: readonly Target[]): Promise<Action | undefined> {
  const toItems = (target: Target): Item<Action>[] => {
    const scope = scopeName(target);
    const detail = tildify(target.path);
    const item = (icon: string, text: string, kind: Action["kind"], description = "") => {
      return { label: `$(${icon}) ${text}`, description, detail, value: { kind, target } };
    };
    if (target.state === "broken") return [item("error", t("Open the file"), "open", target.problem)];
    if (target.state === "none") return [item("plug", t("Connect for {0}", scope), "connect")];
    const remove = item("debug-disconnect", t("Disconnect for {0}", scope), "disconnect");
    if (target.state !== "connected") return [item("sync", t("Connect again for {0}", scope), "connect"), remove];
    return [item("pulse", t("Check the connection for {0}", scope), "check"), remove];
  };
  return pick(client.name, describe(targets), targets.flatMap(toItems));
}

/** Shows the change and asks. */
async function confirm({ changes: view }: Context, title: string, changes: readonly FileChange[]): Promise<boolean> {
  const diff = await view.show(
    title,
    changes.map(({ path, before = "", after = "" }) => [path, before, after]),
  );
  const paths = changes.map(({ path }) => tildify(path)).join(", ");
  const write = { label: `$(check) ${t("Write the change")}`, description: paths, value: true };
  const detail = t("A copy of the old file is kept. The same command takes the change back.");
  const items = [
    { ...write, detail },
    { label: `$(close) ${t("Cancel")}`, value: false },
  ];
  const isConfirmed = await pick(title, t("Write this change?"), items, true);
  await diff.close();
  return isConfirmed ?? false;
}

/** Writes the changes and remembers them, so that they can be undone exactly. */
async function write({ extension, log }: Context, changes: readonly FileChange[]): Promise<void> {
  const folder = join(extension.globalStorageUri.fsPath, "backups");
  const written: Written = { ...extension.globalState.get<Written>(WRITTEN) };
  for (const { path, before, after } of changes) {
    const backup = before === undefined ? null : await backUp(folder, path, before);
    if (after === undefined) delete written[path];
    else written[path] = { after: hash(after), backup };
    log.info(`Changes ${path}; the copy of what it was: ${backup ?? "none"}`);
  }
  await writeAll(changes);
  await extension.globalState.update(WRITTEN, written);
}

function originalIn({ extension }: Context) {
  return async (path: string, text: string | undefined): Promise<string | null | undefined> => {
    const last = extension.globalState.get<Written>(WRITTEN)?.[path];
    if (!last || text === undefined || hash(text) !== last.after) return undefined;
    return last.backup === null ? null : readText(last.backup);
  };
}

function nextStep({ client: { next }, scope }: Target): string {
  const steps = {
    approve: t("Start it again in the folder and approve the server 'sextant'."),
    trust: t("Start it again. It reads this file only in a folder that it trusts."),
    restart: t("If it is running, start it again."),
  };
  return next ? steps[scope === "user" ? "restart" : next] : "";
}

/** Starts the command as the client would, and reports what came back. */
async function check(context: Context, target: Target, changes: readonly FileChange[] = []): Promise<void> {
  const name = `Connection check ${windowId}`;
  const isSeen = () => [...context.agents.connected.values()].some((one) => one.startsWith(name));
  const agent = target.client.name;
  const title = t("Checking the connection of {0}", agent);
  const reply = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, cancellable: true, title },
    (_progress, token) =>
      tryCommand(commandOf(target), name, isSeen, abortWith(token)).catch((error: unknown) => messageOf(error)),
  );
  const [open, undo] = [t("Open File"), t("Undo")];
  const choices = changes.length ? [open, undo] : [open];
  let choice: string | undefined;
  if (typeof reply === "string") {
    const text = t("{0} is configured, but its command failed: {1}", agent, reply);
    choice = await vscode.window.showErrorMessage(`Sextant: ${text}`, ...choices);
  } else {
    const text = reply.isHere
      ? t("{0} is connected. Its command listed {1} tools of this window.", agent, reply.tools)
      : t("{0} is configured. Its command listed {1} tools, but did not reach this window.", agent, reply.tools);
    choice = await vscode.window.showInformationMessage(`Sextant: ${text} ${nextStep(target)}`.trim(), ...choices);
  }
  if (choice === open) await vscode.window.showTextDocument(vscode.Uri.file(target.path));
  if (choice === undo)
    await write(
      context,
      changes.map(({ path, before, after }) => ({ path, before: after, after: before })),
    );
}

async function change(context: Context, target: Target, kind: "connect" | "disconnect", bridge: string): Promise<void> {
  const { client, scope, roots } = target;
  const tools = context.engine.tools.filter(({ annotations }) => annotations["readOnlyHint"]).map(({ name }) => name);
  const isConnecting = kind === "connect";
  const changes = isConnecting
    ? await connectChanges(target, bridge, tools)
    : await disconnectChanges(target, originalIn(context));
  const title = isConnecting ? t("Connect {0}", client.name) : t("Disconnect {0}", client.name);
  if (changes.length) {
    if (!(await confirm(context, title, changes))) return;
    await write(context, changes);
  }
  if (!isConnecting)
    return void vscode.window.showInformationMessage(`Sextant: ${t("{0} is disconnected.", client.name)}`);
  const now = await look(client, scope, roots, bridge);
  if (now) await check(context, now, changes);
}

async function run(context: Context): Promise<void> {
  const { bridge } = context.agents;
  if (!bridge)
    throw new Error(t("the path that agents start is not there yet. Try again; 'Sextant: Show Log' has the reason."));
  const client = await pickClient(context, bridge);
  const targets = client ? await targetsOf(context, client, bridge) : [];
  const action = client && (await pickAction(client, targets));
  if (!action) return;
  const { kind, target } = action;
  if (kind === "open") await vscode.window.showTextDocument(vscode.Uri.file(target.path));
  else if (kind === "check") await check(context, target);
  else await change(context, target, kind, bridge);
}

/** Connects an agent, or disconnects it, as a person chooses. Reports its own failure. */
export async function connectAgent(context: Context): Promise<void> {
  try {
    await run(context);
  } catch (error) {
    const message = messageOf(error);
    context.log.error(`An agent could not be connected: ${message}`);
    void vscode.window.showErrorMessage(`Sextant: ${message}`);
  }
}
