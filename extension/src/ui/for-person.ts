import * as vscode from "vscode";

import type { Answer, CallOptions, Engine } from "../engine";
import { toUri } from "../host/convert";
import type { ChangeView } from "./change-view";

/** Calls a tool for a person. A failure is shown to them: then there is no answer. */
export async function callFor(engine: Engine, tool: string, args: unknown, more?: CallOptions) {
  const answer = await engine.call(tool, args, { isMarkdown: true, isPerson: true, ...more });
  if (answer.isError && answer.code !== "cancelled") void vscode.window.showErrorMessage(`Sextant: ${answer.text}`);
  return answer.isError ? undefined : answer;
}

/** Does not wait until the person closes the message. */
export function tell(answer?: Answer): void {
  if (answer) void vscode.window.showInformationMessage(`Sextant: ${answer.text}`);
}

interface ReviewedChange {
  title: string;
  files: { path: string; before?: string; after?: string }[];
}

/** Shows what a change did, the last one without an id: the texts before it against the files as they are now. */
export async function reviewChange(engine: Engine, view: ChangeView, id?: string): Promise<void> {
  const answer = await engine.call("review_last_change", id ? { change: id } : {}, {
    isMarkdown: true,
    isPerson: true,
  });
  if (answer.isError) return void vscode.window.showInformationMessage(`Sextant: ${answer.text}`);
  const change = JSON.parse(answer.factsJson ?? "{}") as ReviewedChange;
  const files = change.files.map(({ path, before = "", after = "" }) => [path, before, after] as const);
  const now = new Map<string, vscode.Uri>();
  for (const [path] of files)
    await vscode.workspace.fs.stat(toUri(path)).then(
      () => now.set(path, toUri(path)),
      () => undefined, // it is gone
    );
  const title = id
    ? vscode.l10n.t("Change {0}: {1}", id, change.title)
    : vscode.l10n.t("Last change: {0}", change.title);
  await view.show(title, files, (path) => now.get(path));
}
