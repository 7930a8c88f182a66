import * as vscode from "vscode";

import type { Context } from "../context";
import { toPath, toUri } from "../host/convert";
import { askForSymbol, goToSymbol } from "../ui/ask-symbol";
import { AnswerView } from "../ui/answer-view";
import { callFor, reviewChange, tell, undoChange } from "../ui/for-person";
import { abortWith } from "./language-model";

const TOOL = "get_symbol_documentation";

async function openLocation(path: string, line: number, column: number): Promise<void> {
  const selection = new vscode.Range(line, column, line, column);
  await vscode.window.showTextDocument(toUri(path), { selection, viewColumn: vscode.ViewColumn.One });
}

const manage = (context: Context, operation: string) => callFor(context.engine, "manage_workspace", { operation });

async function lookUp(context: Context, view: AnswerView): Promise<void> {
  const choice = await askForSymbol(context.engine);
  if (!choice) return;
  const { uri, range } = choice.place ?? {};
  if (uri) context.engine.allow(toPath(uri));
  const at = uri && range && { file_path: toPath(uri), line: range.start.line + 1, column: range.start.character + 1 };
  const title = vscode.l10n.t("Looking up '{0}'", choice.name);
  const answer = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    (_progress, token) => callFor(context.engine, TOOL, { symbol: choice.name, ...at }, { signal: abortWith(token) }),
  );
  if (answer) await view.show(choice.name, answer.text);
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
  command("sextant.reviewLastChange", () => reviewChange(context.engine, context.activity.review));
  command("sextant.undoLastChange", () => undoChange(context.engine));
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
}
