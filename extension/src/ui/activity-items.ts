import * as vscode from "vscode";

import { toUri } from "../host/convert";
import { type Call, type Caller, type ChangedLines, Refused, WAITING } from "./activity-log";

/** A row of the tree. */
export type Node =
  | { readonly is: "caller"; readonly caller: Caller }
  | { readonly is: "call"; readonly call: Call }
  | { readonly is: "file"; readonly call: Call; readonly file: ChangedLines }
  | { readonly is: "older"; readonly caller: Caller; readonly count: number };

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
const REFUSALS: ReadonlySet<string> = new Set([...Object.values(Refused), "not_allowed"]);
/** A call with these only reads, where it changed nothing. */
const READ: ReadonlySet<string> = new Set(["found", "none", "unknown", "previewed"]);
const DAY_MS = 24 * 3600 * 1000;
const MAX_SHOWN = 120;
/** Control and format characters: agents could hide text with them, or reverse it. */
const UNSEEN = /[\p{C}\u2028\u2029]/gu;

export function clean(text: string, max = MAX_SHOWN): string {
  const shown = text.replace(UNSEEN, "\uFFFD");
  return shown.length > max ? `${shown.slice(0, max)}…` : shown;
}

/** The first line of a command. */
export function briefOf(command: string, max = MAX_SHOWN): string {
  const [line = "", ...more] = command.trim().split("\n");
  return clean(line, max) + (more.length ? " …" : "");
}

/** A whole text in its lines, with a mark for each character that cannot be seen. */
export const showUnseen = (text: string) =>
  text.replaceAll("\r\n", "\n").replace(UNSEEN, (one) => (one === "\n" || one === "\t" ? one : "\uFFFD"));

function timeOf(ms: number): string {
  const isRecent = Date.now() - ms < DAY_MS;
  return new Date(ms).toLocaleString(vscode.env.language, {
    ...(!isRecent && { month: "short", day: "numeric" }),
    hour: "2-digit",
    minute: "2-digit",
  });
}

function durationOf(ms: number): string {
  return ms < 1000 ? vscode.l10n.t("{0} ms", ms) : vscode.l10n.t("{0} s", (ms / 1000).toFixed(1));
}

export const isPath = (text: string) => /^(\/|[A-Za-z]:[\\/])/.test(text);
/** A path from before the reload may be anything. */
function uriOf(path: string): vscode.Uri | undefined {
  try {
    return toUri(path);
  } catch {
    return undefined;
  }
}

function relative(path: string): string {
  const uri = uriOf(path);
  return uri ? vscode.workspace.asRelativePath(uri) : path;
}

export function nameOf(caller: Caller): string {
  if (caller.kind === "chat") return vscode.l10n.t("Chat in This Editor");
  return clean(caller.client) || vscode.l10n.t("An agent");
}

function callerItem(caller: Caller): vscode.TreeItem {
  const isOpen = caller.until === undefined;
  const item = new vscode.TreeItem(nameOf(caller), caller.isFromBefore ? Collapsed : Expanded);
  const when = isOpen
    ? vscode.l10n.t("since {0}", timeOf(caller.since))
    : vscode.l10n.t("ended {0}", timeOf(caller.until ?? 0));
  const toolsets = caller.toolsets.map((name) => clean(name)).join(", ");
  item.description = toolsets && isOpen ? `${when} · ${toolsets}` : when;
  item.id = `caller-${caller.id}`;
  item.contextValue = isOpen && caller.end ? "caller.open" : "caller";
  item.iconPath = new vscode.ThemeIcon(
    caller.kind === "chat" ? "comment-discussion" : isOpen ? "plug" : "debug-disconnect",
  );
  item.accessibilityInformation = { label: `${nameOf(caller)}, ${when}` };
  return item;
}

/** How a call ended, for people. */
function outcomeOf({ code, isError, change, progress, failed, tool }: Call): string {
  if (change?.isUndone) return vscode.l10n.t("undone");
  if (code === undefined) return progress ? clean(progress) : vscode.l10n.t("running");
  if (code === "cancelled") return vscode.l10n.t("cancelled");
  if (code === Refused.ToolsetOff) return vscode.l10n.t("refused: toolset off");
  if (code === Refused.UnknownTool) return vscode.l10n.t("refused: no such tool");
  if (code === Refused.Arguments) return vscode.l10n.t("refused: invalid arguments");
  if (code === "not_allowed") return vscode.l10n.t("refused: not allowed");
  if (code === WAITING) return vscode.l10n.t("waits for your approval");
  if (code === "allowed") return vscode.l10n.t("allowed");
  if (code === "rejected") return vscode.l10n.t("rejected");
  if (code === "unanswered") return vscode.l10n.t("not answered");
  if (isError) return vscode.l10n.t("error");
  if (failed) return tool === "bash" ? vscode.l10n.t("exit code {0}", failed) : vscode.l10n.t("{0} failed", failed);
  if (code === "none") return vscode.l10n.t("none");
  if (code === "previewed") return vscode.l10n.t("previewed");
  if (code === "unknown") return vscode.l10n.t("unknown");
  return change ? vscode.l10n.t("applied") : vscode.l10n.t("found");
}

function iconOf({ code, isError, change, failed }: Call): vscode.ThemeIcon {
  const icon = (id: string, color?: string) =>
    new vscode.ThemeIcon(id, color ? new vscode.ThemeColor(color) : undefined);
  if (change) return icon(change.isUndone ? "discard" : "diff");
  if (code === undefined) return icon("loading~spin");
  if (code === "cancelled") return icon("stop-circle");
  if (REFUSALS.has(code)) return icon("error", "list.warningForeground");
  if (code === WAITING) return icon("bell-dot");
  if (isError) return icon("error", "list.errorForeground");
  if (failed) return icon("error", "list.warningForeground");
  if (code === "none" || code === "rejected" || code === "unanswered") return icon("circle-slash");
  return code === "unknown" ? icon("question", "list.warningForeground") : icon("check");
}

const linesOf = (added: number, removed: number) => `+${added} −${removed}`;

function subjectOf({ subject, change }: Call): string {
  const [first] = change?.files ?? [];
  if (change && first && change.fileCount > 1) return vscode.l10n.t("{0} files", change.fileCount);
  if (first) return clean(relative(first[0]));
  return clean(isPath(subject) ? relative(subject) : subject);
}

function contextOf({ code, change }: Call): string {
  if (!change) return code === undefined ? "call.running" : "call";
  const canOpen = change.files.length > 0 ? ".files" : "";
  return change.canUndo && !change.isUndone ? `change.kept${canOpen}` : `change${canOpen}`;
}

/** The parts after the subject, which a narrow view may cut off. */
function partsOf(call: Call): string[] {
  const { change, took_ms, tokens } = call;
  return [
    ...(change ? [linesOf(change.added, change.removed)] : []),
    outcomeOf(call),
    ...(took_ms === undefined ? [] : [durationOf(took_ms)]),
    ...(tokens ? [vscode.l10n.t("{0} tokens", tokens)] : []),
  ];
}

function callItem(call: Call): vscode.TreeItem {
  const { change } = call;
  const [tool, subject, parts] = [clean(call.tool), subjectOf(call), partsOf(call)];
  const state = change && change.files.length > 1 ? Collapsed : None;
  const item = new vscode.TreeItem(subject || tool, state);
  const about = subject ? [tool] : [];
  // The outcome counts most where the row is cut, but for a call that only read.
  const isRead = call.code === undefined || (!change && READ.has(call.code));
  item.description = (isRead ? [...about, ...parts] : [...parts, ...about]).join(" · ");
  item.id = `call-${call.id}`;
  item.contextValue = contextOf(call);
  item.iconPath = iconOf(call);
  item.accessibilityInformation = { label: [tool, ...(subject ? [subject] : []), ...parts].join(", ") };
  if (change?.canUndo && !change.isUndone)
    item.command = { command: "sextant.reviewChange", title: "", arguments: [{ is: "call", call }] };
  return item;
}

function fileItem(call: Call, [path, added, removed]: ChangedLines): vscode.TreeItem {
  const item = new vscode.TreeItem(clean(relative(path)), None);
  const lines = linesOf(added, removed);
  item.description = lines;
  const uri = uriOf(path);
  if (uri) item.resourceUri = uri;
  item.iconPath = vscode.ThemeIcon.File;
  item.contextValue = "file";
  item.accessibilityInformation = {
    label: vscode.l10n.t("{0}, {1} added, {2} removed", relative(path), added, removed),
  };
  item.command = { command: "sextant.openChangedFiles", title: "", arguments: [{ is: "file", call, file: [path] }] };
  return item;
}

/** Calls that have ended change no more, unless their change is decided, undone or found: they are made once. */
const made = new WeakMap<Call, { item: vscode.TreeItem; state: string }>();

function keptItem(call: Call): vscode.TreeItem {
  const state = `${contextOf(call)} ${call.code ?? ""}`;
  const known = made.get(call);
  if (known?.state === state) return known.item;
  const item = callItem(call);
  if (call.code !== undefined) made.set(call, { item, state });
  return item;
}

/** Made when the pointer is on the row, as dates are slow to write. */
export function tooltipOf(node: Node): string | undefined {
  const fullTime = (ms: number) => new Date(ms).toLocaleString(vscode.env.language);
  if (node.is === "caller") {
    const { since, toolsets } = node.caller;
    const names = toolsets.map((name) => clean(name)).join(", ");
    const connected = vscode.l10n.t("Connected: {0}", fullTime(since));
    return [nameOf(node.caller), connected, ...(names ? [vscode.l10n.t("Toolsets: {0}", names)] : [])].join("\n");
  }
  if (node.is !== "call") return undefined;
  const { tool, isError, code, started, change } = node.call;
  return [
    `${clean(tool)} ${subjectOf(node.call)}`,
    ...partsOf(node.call),
    ...(isError && code && !REFUSALS.has(code) ? [clean(code)] : []),
    fullTime(started),
    ...(change ? [vscode.l10n.t("Change {0}", clean(change.id))] : []),
  ].join("\n");
}

export function toItem(node: Node): vscode.TreeItem {
  if (node.is === "caller") return callerItem(node.caller);
  if (node.is === "call") return keptItem(node.call);
  if (node.is === "file") return fileItem(node.call, node.file);
  const item = new vscode.TreeItem(vscode.l10n.t("Show {0} Older…", node.count), None);
  item.id = `older-${node.caller.id}`;
  item.iconPath = new vscode.ThemeIcon("history");
  item.command = { command: "sextant.showOlderCalls", title: "", arguments: [node] };
  return item;
}
