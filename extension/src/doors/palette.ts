import * as vscode from "vscode";

import type { Context } from "../context";
import { toPath, toUri } from "../host/convert";
import { askForSymbol } from "../ui/ask-symbol";
import { AnswerView } from "../ui/answer-view";

const TOOL = "get_symbol_documentation";

async function openLocation(path: string, line: number, column: number): Promise<void> {
  const at = new vscode.Position(line, column);
  await vscode.window.showTextDocument(toUri(path), {
    selection: new vscode.Range(at, at),
    viewColumn: vscode.ViewColumn.One,
  });
}

/** What the tool is asked for a symbol that was chosen, not typed. */
function argumentsFor(choice: { name: string; place?: vscode.Location }): object {
  if (!choice.place) return { symbol_name: choice.name };
  const { uri, range } = choice.place;
  const { line, character } = range.start;
  return { symbol_name: choice.name, file_path: toPath(uri), line: line + 1, column: character };
}

async function lookUp({ engine }: Context, view: AnswerView): Promise<void> {
  const choice = await askForSymbol();
  if (!choice) return;
  const answer = await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: `Looking up '${choice.name}'`,
      cancellable: true,
    },
    (_progress, token) => {
      const controller = new AbortController();
      token.onCancellationRequested(() => controller.abort());
      const options = { isMarkdown: true, signal: controller.signal };
      return engine.call(TOOL, argumentsFor(choice), options);
    },
  );
  if (answer.code === "cancelled") return;
  if (answer.isError) void vscode.window.showErrorMessage(`Sextant: ${answer.text}`);
  else await view.show(choice.name, answer.text);
}

/** The commands for people. */
export function registerPalette(context: Context): void {
  const view = context.own(new AnswerView(context.extension.extensionUri));
  const command = (id: string, run: (...args: never[]) => unknown) =>
    context.own(vscode.commands.registerCommand(id, run));
  command("sextant.lookUpSymbolDocumentation", () => lookUp(context, view));
  command("sextant.openLocation", openLocation);
  command("sextant.showLog", () => context.log.show());
}
