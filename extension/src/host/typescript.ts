import * as vscode from "vscode";

import { openDocument } from "./documents";
import type { HostOps } from "./ops";

type TsDiagnostic = {
  start: { line: number; offset: number };
  end: { line: number; offset: number };
  text: string;
  code?: number;
  category: string;
};

export const TS_LANGUAGES = ["typescript", "typescriptreact", "javascript", "javascriptreact"];
const TS_SEVERITIES: Record<string, vscode.DiagnosticSeverity> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  suggestion: vscode.DiagnosticSeverity.Hint,
};

function tsRow(found: TsDiagnostic): unknown[] {
  return [
    found.start.line - 1,
    found.start.offset - 1,
    found.end.line - 1,
    found.end.offset - 1,
    TS_SEVERITIES[found.category] ?? vscode.DiagnosticSeverity.Information,
    found.code === undefined ? "" : String(found.code),
    "ts",
    found.text,
  ];
}

/**
 * TypeScript's server can be asked for the diagnostics of the text that it has been given, where
 * the editor's own list is only published some time later. Undefined where it cannot.
 */
export async function askTypeScript(uri: vscode.Uri): Promise<unknown[][] | undefined> {
  const commands = ["syntacticDiagnosticsSync", "semanticDiagnosticsSync"];
  const lists = await Promise.all(
    commands.map((command) =>
      vscode.commands
        .executeCommand<{ type?: string; body?: TsDiagnostic[] } | undefined>(
          "typescript.tsserverRequest",
          command,
          { file: uri },
        )
        .then((reply) => (reply?.type === "response" ? reply.body : undefined), () => undefined),
    ),
  );
  if (lists.some((list) => list === undefined)) return undefined;
  return lists.flatMap((list) => (list ?? []).map(tsRow));
}

export const typescriptOps: HostOps = {
  /**
   * While it loads a project TypeScript answers from the open files alone. What it is asked here it
   * answers when the project is there, without checking types. False: it is not there to be asked.
   */
  async loadProject(path: string) {
    const document = await openDocument(path);
    if (!TS_LANGUAGES.includes(document.languageId)) return { data: { loaded: true } };
    try {
      const reply = await vscode.commands.executeCommand<{ type?: string } | undefined>(
        "typescript.tsserverRequest",
        "syntacticDiagnosticsSync",
        { file: document.uri },
      );
      return { data: { loaded: reply?.type === "response" } };
    } catch {
      return { data: { loaded: false } };
    }
  },
};
