import * as vscode from "vscode";

import { openDocument } from "./documents";
import type { HostOps } from "./ops";
import { closeBehind, openBehind } from "./tabs";

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

interface TsReply {
  type?: string;
  body?: TsDiagnostic[];
  _serverType?: string;
}

function request(command: string, args: object): Thenable<TsReply | undefined> {
  return vscode.commands.executeCommand<TsReply | undefined>("typescript.tsserverRequest", command, args);
}

/**
 * TypeScript's server can be asked for the diagnostics of the text that it has been given, where
 * the editor's own list is only published some time later. Undefined where it cannot.
 */
export async function askTypeScript(uri: vscode.Uri): Promise<unknown[][] | undefined> {
  const commands = ["syntacticDiagnosticsSync", "semanticDiagnosticsSync"];
  const lists = await Promise.all(
    commands.map((command) =>
      request(command, { file: uri }).then(
        (reply) => (reply?.type === "response" ? reply.body : undefined),
        () => undefined,
      ),
    ),
  );
  if (lists.some((list) => list === undefined)) return undefined;
  return lists.flatMap((list) => (list ?? []).map(tsRow));
}

/** Words that are looked at for one that a server has something to say about. */
const MAX_WORDS = 40;
const LEAVE_MS = 3000;
const POLL_MS = 50;

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Whether the server that knows one file at a time still answers what a hover or definition asks. */
async function isPartial(document: vscode.TextDocument): Promise<boolean> {
  let count = 0;
  for (const { 0: word, index } of document.getText().matchAll(/\/\*[\s\S]*?\*\/|\/\/.*|[A-Za-z_$][\w$]*/g)) {
    if (word.startsWith("/")) continue; // a comment
    if (count++ === MAX_WORDS) break;
    const { line, character } = document.positionAt(index);
    const reply = await request("quickinfo", { file: document.uri, line: line + 1, offset: character + 1 });
    if (reply?._serverType) return reply._serverType === "syntax";
  }
  return false;
}

/**
 * The editor's extension lets that server answer until it hears that a project is loaded, or of
 * diagnostics. Without a tsconfig.json or jsconfig.json the first never comes, and the second comes of
 * files in tabs only: hovers would say "(loading...)" as long as no person opens such a file.
 */
async function leavePartialMode(document: vscode.TextDocument): Promise<void> {
  if (document.uri.scheme !== "file" || !(await isPartial(document)) || !(await openBehind(document.uri))) return;
  try {
    // A server that hangs does not keep the tab open.
    const isStill = () => Promise.race([isPartial(document), after(LEAVE_MS).then(() => true)]);
    for (const end = Date.now() + LEAVE_MS; Date.now() < end && (await isStill());) await after(POLL_MS);
  } finally {
    await closeBehind(document.uri);
  }
}

export const typescriptOps: HostOps = {
  /**
   * While it loads a project TypeScript answers from the open files alone. The question here is
   * answered when the project is there, without checking types. False: it is not there to be asked.
   */
  async loadProject(path: string) {
    const document = await openDocument(path);
    if (!TS_LANGUAGES.includes(document.languageId)) return { data: { loaded: true } };
    try {
      const reply = await request("syntacticDiagnosticsSync", { file: document.uri });
      if (reply?.type === "response") await leavePartialMode(document);
      return { data: { loaded: reply?.type === "response" } };
    } catch {
      return { data: { loaded: false } };
    }
  },
};
