import * as vscode from "vscode";

import type { Context } from "../context";
import type { Answer, CallOptions } from "../engine";
import { toPath, toUri } from "../host/convert";
import { askForSymbol, goToSymbol } from "../ui/ask-symbol";
import { AnswerView } from "../ui/answer-view";
import { abortWith } from "./language-model";

const TOOL = "get_symbol_documentation";

async function openLocation(path: string, line: number, column: number): Promise<void> {
  const selection = new vscode.Range(line, column, line, column);
  await vscode.window.showTextDocument(toUri(path), { selection, viewColumn: vscode.ViewColumn.One });
}

/** Calls a tool for a person. A failure is shown to them: then there is no answer. */
async function callFor({ engine }: Context, tool: string, args: unknown, more?: CallOptions) {
  const answer = await engine.call(tool, args, { isMarkdown: true, isPerson: true, ...more });
  if (answer.isError && answer.code !== "cancelled") void vscode.window.showErrorMessage(`Sextant: ${answer.text}`);
  return answer.isError ? undefined : answer;
}

const manage = (context: Context, operation: string) => callFor(context, "manage_workspace", { operation });

/** Does not wait until the person closes the message. */
function tell(answer?: Answer): void {
  if (answer) void vscode.window.showInformationMessage(`Sextant: ${answer.text}`);
}

async function lookUp(context: Context, view: AnswerView): Promise<void> {
  const choice = await askForSymbol(context.engine);
  if (!choice) return;
  const { uri, range } = choice.place ?? {};
  if (uri) context.engine.allow(toPath(uri));
  const at = uri && range && { file_path: toPath(uri), line: range.start.line + 1, column: range.start.character + 1 };
  const title = vscode.l10n.t("Looking up '{0}'", choice.name);
  const answer = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    (_progress, token) => callFor(context, TOOL, { symbol: choice.name, ...at }, { signal: abortWith(token) }),
  );
  if (answer) await view.show(choice.name, answer.text);
}

interface ReviewedChange {
  title: string;
  files: { path: string; before?: string; after?: string }[];
}

/** Shows what the last change did: the texts before it against the files as they are now. */
async function reviewLastChange({ engine, changes }: Context): Promise<void> {
  const answer = await engine.call("review_last_change", {}, { isMarkdown: true, isPerson: true });
  if (answer.isError) return void vscode.window.showInformationMessage(`Sextant: ${answer.text}`);
  const change = JSON.parse(answer.factsJson ?? "{}") as ReviewedChange;
  const files = change.files.map(({ path, before = "", after = "" }) => [path, before, after] as const);
  const now = new Map<string, vscode.Uri>();
  for (const [path] of files)
    await vscode.workspace.fs.stat(toUri(path)).then(
      () => now.set(path, toUri(path)),
      () => undefined, // it is gone
    );
  await changes.show(vscode.l10n.t("Last change: {0}", change.title), files, (path) => now.get(path));
}

/** For a person who wants to connect an agent, or to know which ones are. */
function describeAgents({ agents }: Context): string {
  const names = [...agents.connected.values()];
  const connected = names.length
    ? vscode.l10n.t("Connected agents: {0}.", names.join(", "))
    : vscode.l10n.t("No agent is connected.");
  if (!agents.bridge) return connected;
  const start = vscode.l10n.t("Agents start `{0}`. Run *Sextant: Connect an Agent…* to configure one.", agents.bridge);
  return `${connected}\n\n${start}`;
}

/** The commands for people. */
export function registerPalette(context: Context): void {
  const view = context.own(new AnswerView(context.extension.extensionUri));
  const command = (id: string, run: (...args: never[]) => unknown) =>
    context.own(vscode.commands.registerCommand(id, run));
  command("sextant.lookUpSymbolDocumentation", () => lookUp(context, view));
  command("sextant.goToSymbol", () => goToSymbol(context.engine));
  command("sextant.reviewLastChange", () => reviewLastChange(context));
  command("sextant.undoLastChange", async () =>
    tell(await callFor(context, "undo_last_change", {}, { isApproved: true })),
  );
  command("sextant.connectAgent", () => {
    const { connectAgent } = require("./connect") as typeof import("../connect/connect");
    return connectAgent(context);
  });
  command("sextant.status", async () => {
    const answer = await manage(context, "status");
    if (answer) await view.show(vscode.l10n.t("Status"), `${answer.text}\n\n${describeAgents(context)}`);
  });
  command("sextant.indexStatistics", async () => {
    const answer = await manage(context, "health");
    if (answer) await view.show(vscode.l10n.t("Index Statistics"), answer.text);
  });
  command("sextant.rebuildIndex", async () => tell(await manage(context, "index")));
  command("sextant.openLocation", openLocation);
  command("sextant.showLog", () => context.log.show());
}
