import * as vscode from "vscode";

import type { Context } from "../context";
import type { Answer } from "../engine";
import { toPath, toUri } from "../host/convert";
import { askForSymbol, goToSymbol, underCursor } from "../ui/ask-symbol";
import { AnswerView } from "../ui/answer-view";
import { callFor, reviewChange, tell, undoChange } from "../ui/for-person";

const TOOL = "get_symbol_documentation";

async function openLocation(path: string, line: number, column: number): Promise<void> {
  const selection = new vscode.Range(line, column, line, column);
  await vscode.window.showTextDocument(toUri(path), { selection, viewColumn: vscode.ViewColumn.One });
}

const manage = (context: Context, operation: string) => callFor(context.engine, "manage_workspace", { operation });

/** More than an agent gets: a person's page has no budget, only an end. */
const MAX_TOKENS = 10_000;

/** Adds what to do where nothing was found, or is not known. */
function addAdvice({ code, text }: Answer): string {
  if (code === "found") return text;
  const advice = vscode.l10n.t(
    "Check the spelling, [go to a symbol](command:sextant.goToSymbol) by parts of its name, or " +
      "[search the text of all files](command:workbench.action.findInFiles).",
  );
  return `${text}\n\n${advice}`;
}

/** `from`: a context menu's file: it is the symbol under the cursor that is meant, and a pointer that asked. */
async function lookUp(context: Context, view: AnswerView, from?: unknown): Promise<void> {
  const pointed = from instanceof vscode.Uri ? underCursor() : undefined;
  const choice = pointed ?? (await askForSymbol(context.engine));
  if (!choice) return;
  const { uri, range } = choice.place ?? {};
  if (uri) context.engine.allow(toPath(uri));
  const at = uri && range && { file_path: toPath(uri), line: range.start.line + 1, column: range.start.character + 1 };
  const wanted = { symbol: choice.name, max_tokens: MAX_TOKENS, ...at };
  await view.showSoon(choice.name, !pointed, async (signal, show) => {
    // The index answers at once; where a server is starting, its answer takes the place of that.
    const early = await callFor(context.engine, TOOL, { ...wanted, wait: false }, { signal });
    if (early?.code !== "unknown") return early && addAdvice(early);
    if (early.factsJson?.includes('"symbol":')) await show(early.text);
    const answer = await callFor(context.engine, TOOL, wanted, { signal });
    return answer && addAdvice(answer);
  });
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
  command("sextant.lookUpSymbolDocumentation", (from?: unknown) => lookUp(context, view, from));
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
