import { dirname, join } from "node:path";
import * as vscode from "vscode";

import type { Context } from "../context";
import { abortWith } from "../doors/language-model";
import { windowId } from "../doors/registry";
import { messageOf } from "../host/convert";
import { tryCommand } from "./check";
import { type Client, CLIENTS, type Scope } from "./clients";
import { type FileChange, isInstalled, type Roots, tildify } from "./files";
import { Originals } from "./originals";
import { commandOf, connectChanges, describeEntry, disconnectChanges, look, type Target } from "./plan";
import { skillChanges, skillRemovals } from "./skills";
import { named } from "../ui/message";

const { t } = vscode.l10n;

interface Item<T> extends vscode.QuickPickItem {
  value?: T;
}

type Kind = "connect" | "replace" | "disconnect";

interface Action {
  kind: Kind | "check" | "open";
  target: Target;
}

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
    outdated: (scope) => t("Configured with an outdated path for {0}", scope),
    disabled: (scope) => t("Disabled for {0}", scope),
    taken: (scope) => t("Another server is named 'sextant' for {0}", scope),
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

async function pickAction(context: Context, client: Client, targets: readonly Target[]): Promise<Action | undefined> {
  const toItems = async (target: Target): Promise<Item<Action>[]> => {
    const scope = scopeName(target);
    const isRenewable = target.state === "connected" && (await skillChanges(target, originalsOf(context).find)).length;
    const detail = tildify(target.path);
    const item = (icon: string, text: string, kind: Action["kind"], description = "") => {
      return { label: `$(${icon}) ${text}`, description, detail, value: { kind, target } };
    };
    const open = item("go-to-file", t("Open the file"), "open", target.problem);
    const remove = item("debug-disconnect", t("Disconnect for {0}", scope), "disconnect");
    const entry = describeEntry(target);
    const copy = item("book", t("Copy the skills for {0}", scope), "connect");
    const items: Record<Target["state"], Item<Action>[]> = {
      none: [item("plug", t("Connect for {0}", scope), "connect")],
      connected: [
        item("pulse", t("Check the connection for {0}", scope), "check"),
        ...(isRenewable ? [copy] : []),
        remove,
      ],
      outdated: [item("sync", t("Renew the path for {0}", scope), "connect", entry), remove],
      disabled: [item("sync", t("Connect again for {0}", scope), "connect"), remove],
      taken: [item("replace", t("Replace the other server for {0}", scope), "replace", entry), open],
      broken: [open],
    };
    return items[target.state];
  };
  return pick(client.name, describe(targets), (await Promise.all(targets.map(toItems))).flat());
}

interface Plan {
  main: FileChange[];
  skills: FileChange[];
}

/** Shows the change and asks: all of it, or without the skills. To replace another server is not the first choice. */
async function confirm(context: Context, title: string, { main, skills }: Plan, kind: Kind): Promise<FileChange[]> {
  const isReplacing = kind === "replace";
  // The skills go first: then the folder that is made for both is empty in the end.
  const changes = kind === "disconnect" ? [...skills, ...main] : [...main, ...skills];
  const diff = await context.changes.show(
    title,
    changes.map(({ path, before = "", after = "" }) => [path, before, after]),
  );
  const [first] = skills;
  const copied = first ? [t("{0} skills in {1}", skills.length, tildify(dirname(dirname(first.path))))] : [];
  const description = [...main.map(({ path }) => tildify(path)), ...copied].join(", ");
  const label = isReplacing ? t("Replace the other server") : t("Write the change");
  const back = t("The same command takes the change back.");
  const isOld = changes.some(({ before }) => before !== undefined);
  const detail = isOld ? t("A copy of the old file is kept. {0}", back) : back;
  const yes = { label: `$(check) ${label}`, description, detail, value: changes };
  const no = { label: `$(close) ${t("Cancel")}`, value: [] };
  const without = {
    label: `$(check) ${t("Write the change without the skills")}`,
    description: copied.join(),
    value: main,
  };
  const others = main.length && skills.length && kind !== "disconnect" ? [without] : [];
  const question = isReplacing ? t("Another server is named 'sextant'. Replace it?") : t("Write this change?");
  const chosen = await pick(title, question, isReplacing ? [no, yes, ...others] : [yes, ...others, no], true);
  await diff.close();
  return chosen ?? [];
}

function originalsOf({ extension, log }: Context): Originals {
  const copies = join(extension.globalStorageUri.fsPath, "backups");
  return new Originals(extension.globalState, copies, (message) => log.info(message));
}

async function planOf(context: Context, target: Target, kind: Kind, bridge: string): Promise<Plan> {
  const { find } = originalsOf(context);
  if (kind === "disconnect")
    return { main: await disconnectChanges(target, find), skills: await skillRemovals(target, find, bridge) };
  const tools = context.engine.tools.filter(({ annotations }) => annotations["readOnlyHint"]).map(({ name }) => name);
  const main = await connectChanges(target, bridge, tools, kind === "replace");
  return { main, skills: await skillChanges(target, find) };
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
async function check(context: Context, target: Target, takeBack?: () => Promise<void>): Promise<void> {
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
  const choices = takeBack ? [open, undo] : [open];
  let choice: string | undefined;
  if (typeof reply === "string") {
    const text = t("{0} is configured, but its command failed: {1}", agent, reply);
    choice = await vscode.window.showErrorMessage(named(text), ...choices);
  } else {
    const text = reply.isHere
      ? t("{0} is connected. Its command listed {1} tools of this window.", agent, reply.tools)
      : t("{0} is configured. Its command listed {1} tools, but did not reach this window.", agent, reply.tools);
    const message = t("Sextant: {0} {1}", text, nextStep(target)).trim();
    choice = await vscode.window.showInformationMessage(message, ...choices);
  }
  if (choice === open) await vscode.window.showTextDocument(vscode.Uri.file(target.path));
  if (choice === undo) await takeBack?.();
}

async function change(context: Context, target: Target, kind: Kind, bridge: string): Promise<void> {
  const { client, scope, roots } = target;
  const isConnecting = kind !== "disconnect";
  const plan = await planOf(context, target, kind, bridge);
  const title = isConnecting ? t("Connect {0}", client.name) : t("Disconnect {0}", client.name);
  const isAsking = plan.main.length + plan.skills.length > 0;
  const changes = isAsking ? await confirm(context, title, plan, kind) : [];
  if (isAsking && !changes.length) return;
  const originals = originalsOf(context);
  if (!isConnecting) {
    await originals.disconnect(changes);
    return void vscode.window.showInformationMessage(t("Sextant: {0} is disconnected.", client.name));
  }
  const takeBack = changes.length ? await originals.connect(target, changes) : undefined;
  const now = await look(client, scope, roots, bridge);
  if (now) await check(context, now, takeBack);
}

async function run(context: Context): Promise<void> {
  const { bridge } = context.agents;
  if (!bridge)
    throw new Error(t("the path that agents start is not there yet. Try again; 'Sextant: Show Log' has the reason."));
  const client = await pickClient(context, bridge);
  const targets = client ? await targetsOf(context, client, bridge) : [];
  const action = client && (await pickAction(context, client, targets));
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
    void vscode.window.showErrorMessage(named(message));
  }
}
