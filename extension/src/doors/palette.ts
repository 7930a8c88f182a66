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

function describeTrust(): string {
  if (vscode.workspace.isTrusted) return "";
  return vscode.l10n.t(
    "This window is in Restricted Mode: agents cannot change files, and some language servers do not start. [Manage workspace trust](command:workbench.trust.manage) to change that.",
  );
}

const join = (...parts: readonly string[]) => parts.filter(Boolean).join("\n\n");

/** Adds what to do where nothing was found, or is not known. */
function addAdvice({ code, text }: Answer): string {
  if (code === "found") return join(text, describeTrust());
  if (!vscode.workspace.workspaceFolders?.length) {
    const advice = vscode.l10n.t(
      "This window has no folder. [Open one](command:workbench.action.files.openFolder), then try again.",
    );
    return join(text, advice);
  }
  const advice = vscode.l10n.t(
    "Check the spelling, [go to a symbol](command:sextant.goToSymbol) by parts of its name, or [search the text of all files](command:workbench.action.findInFiles).",
  );
  return join(text, advice, describeTrust());
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

/** The packed page, at a heading. */
function showReadme({ extension }: Context, heading: string): Thenable<unknown> {
  const page = vscode.Uri.joinPath(extension.extensionUri, "readme.md").with({ fragment: heading });
  return vscode.commands.executeCommand("markdown.showPreview", page);
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
    if (answer) await view.show(vscode.l10n.t("Status"), join(answer.text, describeTrust(), describeAgents(context)));
  });
  command("sextant.indexStatistics", async () => {
    const answer = await manage(context, "health");
    if (answer) await view.show(vscode.l10n.t("Index Statistics"), answer.text);
  });
  command("sextant.rebuildIndex", async () => tell(await manage(context, "index")));
  command("sextant.openLocation", openLocation);
  command("sextant.showHowToConnect", () => showReadme(context, "connect"));
}
