import * as vscode from "vscode";

import type { Answer, CallOptions, Engine } from "../engine";
import { describeChange, type ReviewedFile, type ReviewView } from "./review-view";
import { named, unlinked } from "./message";

/** Why nothing can be found, in a window without a folder. */
export function noFolder(): string | undefined {
  if (vscode.workspace.workspaceFolders?.length) return undefined;
  return vscode.l10n.t("This window has no folder. Open one, then try again.");
}

/** Calls a tool for a person. A failure is shown to them: then there is no answer. */
export async function callFor(engine: Engine, tool: string, args: unknown, more?: CallOptions) {
  const answer = await engine.call(tool, args, { isMarkdown: true, isPerson: true, ...more });
  if (answer.isError && answer.code !== "cancelled") void vscode.window.showErrorMessage(named(answer.text));
  return answer.isError ? undefined : answer;
}

/** Does not wait until the person closes the message. */
export function tell(answer?: Answer): void {
  if (answer) void vscode.window.showInformationMessage(named(answer.text));
}

interface ReviewedChange {
  change: string;
  files: ReviewedFile[];
}

/** Shows what a change did, the last one without an id. */
export async function reviewChange(engine: Engine, view: ReviewView, id?: string): Promise<void> {
  const args = id ? { change: id } : {};
  const answer = await engine.call("review_last_change", args, { isMarkdown: true, isPerson: true });
  if (answer.isError) return void vscode.window.showInformationMessage(named(answer.text));
  const { change, files } = JSON.parse(answer.factsJson ?? "{}") as ReviewedChange;
  if (await view.show(change, files)) return;
  const what = describeChange(files);
  const message = vscode.l10n.t("Sextant: {0}. There is no text to compare.", what);
  void vscode.window.showInformationMessage(unlinked(message));
}

/** Takes back a change that was still being verified when the window ended. */
export async function takeBackBegun(engine: Engine, id: string): Promise<void> {
  const options = { isMarkdown: true, isPerson: true, isApproved: true };
  const { isError, text } = await engine.call("undo_change", { change: id }, options);
  if (!isError) return;
  const lead = vscode.l10n.t("The window ended while a change was being verified. It could not be taken back.");
  void vscode.window.showWarningMessage(named(`${lead} ${text}`));
}

/** Takes back the change of `id`, or the last one. Only an error is shown as one. */
export async function undoChange(engine: Engine, id?: string): Promise<void> {
  const tool = id ? "undo_change" : "undo_last_change";
  const options = { isMarkdown: true, isPerson: true, isApproved: true };
  const { isError, code, text } = await engine.call(tool, id ? { change: id } : {}, options);
  const message = named(text);
  if (!isError || code === "not_found") void vscode.window.showInformationMessage(message);
  else if (code === "conflict") void vscode.window.showWarningMessage(message);
  else if (code !== "cancelled") void vscode.window.showErrorMessage(message);
}
