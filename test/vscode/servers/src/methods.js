/**
 * What the remote control can do. Paths are absolute or whole uris; lines and characters are
 * 0-based, as VS Code has them. Every method takes one object and returns something that `plain`
 * can copy.
 */
import * as vscode from "vscode";
import { plain, revive, toUri } from "./plain.js";

const DEFAULT_WAIT_MS = 30_000;

export function makeMethods(servers) {
  return {
    ping: () => ({ pid: process.pid, editor: `${vscode.env.appName} ${vscode.version}` }),
    executeCommand: ({ command, args = [] }) => vscode.commands.executeCommand(command, ...args.map(revive)),
    evaluate,
    invokeTool,
    listTools: () => vscode.lm.tools,
    openFolders: () => (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri),
    openDocument: async ({ path }) => describe(await open(path)),
    text: async ({ path }) => (await open(path)).getText(),
    showDocument,
    edit,
    save: async ({ path }) => (await open(path)).save(),
    revert,
    closeAll,
    updateSetting: ({ name, value, target = "global" }) =>
      vscode.workspace
        .getConfiguration()
        .update(name, value ?? undefined, vscode.ConfigurationTarget[target === "workspace" ? "Workspace" : "Global"]),
    activeExtensions,
    reloadWindow: () => void vscode.commands.executeCommand("workbench.action.reloadWindow"),
    diagnostics: ({ path }) => vscode.languages.getDiagnostics(toUri(path)),
    waitDiagnostics,
    memory: () => ({ ...process.memoryUsage(), pid: process.pid, uptime_s: process.uptime() }),
    serverStates: () => servers.states(),
    startServer: ({ name }) => servers.start(name),
    stopServer: ({ name }) => servers.stop(name),
  };
}

const open = (path) => vscode.workspace.openTextDocument(toUri(path));

const describe = (document) => ({
  path: document.uri,
  languageId: document.languageId,
  version: document.version,
  lineCount: document.lineCount,
  isDirty: document.isDirty,
});

/** Runs the body of an async function of `vscode` and `args` in this extension host. */
async function evaluate({ source, args }) {
  const AsyncFunction = (async () => {}).constructor;
  return new AsyncFunction("vscode", "args", source)(vscode, revive(args));
}

/**
 * Calls a language-model tool as a chat extension would. Returns its text parts joined, and the
 * parts; `cancelAfterMs` cancels through the token.
 */
async function invokeTool({ name, input = {}, cancelAfterMs }) {
  const source = new vscode.CancellationTokenSource();
  const timer = cancelAfterMs === undefined ? undefined : setTimeout(() => source.cancel(), cancelAfterMs);
  try {
    const options = { input, toolInvocationToken: undefined };
    const { content } = await vscode.lm.invokeTool(name, options, source.token);
    const texts = content.filter((part) => part instanceof vscode.LanguageModelTextPart);
    return {
      text: texts.map((part) => part.value).join("\n"),
      parts: content.map((part) => plain(part)),
    };
  } finally {
    clearTimeout(timer);
    source.dispose();
  }
}

async function showDocument({ path, line = 0, column = 0 }) {
  const editor = await vscode.window.showTextDocument(await open(path), { preview: false });
  const position = new vscode.Position(line, column);
  editor.selection = new vscode.Selection(position, position);
  editor.revealRange(new vscode.Range(position, position));
  return describe(editor.document);
}

/** Typing is never refused, but an edit is whose document changes at that moment. */
const EDIT_TRIES = 5;

/** Applies `edits[{range: {start, end}, text}]` to the buffer; nothing is saved. */
async function edit({ path, edits }) {
  const document = await open(path);
  for (let i = 0; i < EDIT_TRIES; i++) {
    const change = new vscode.WorkspaceEdit();
    for (const { range, text } of edits) {
      const { start, end } = range;
      change.replace(document.uri, new vscode.Range(start.line, start.character, end.line, end.character), text);
    }
    if (await vscode.workspace.applyEdit(change)) return describe(document);
  }
  throw new Error(`The edit of ${path} was refused.`);
}

async function revert({ path }) {
  const document = await open(path);
  await vscode.window.showTextDocument(document, { preview: false });
  await vscode.commands.executeCommand("workbench.action.files.revert");
  return describe(document);
}

/** Closes every tab; unsaved edits are lost, without a question. */
async function closeAll() {
  for (const document of vscode.workspace.textDocuments.filter((one) => one.isDirty)) {
    await vscode.window.showTextDocument(document, { preview: false });
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  }
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
}

/** All extensions that are active, or the state of one. */
function activeExtensions({ id }) {
  const row = (extension) => ({
    id: extension.id,
    isActive: extension.isActive,
    path: extension.extensionPath,
    version: extension.packageJSON.version,
  });
  if (id === undefined) return vscode.extensions.all.filter((one) => one.isActive).map(row);
  const extension = vscode.extensions.getExtension(id);
  if (!extension) throw new Error(`Extension '${id}' is not installed.`);
  return row(extension);
}

/** Waits until `path` has at least `count` diagnostics (0: none), or throws after `timeoutMs`. */
function waitDiagnostics({ path, count = 1, timeoutMs = DEFAULT_WAIT_MS }) {
  const uri = toUri(path);
  return new Promise((done, fail) => {
    const look = () => {
      const found = vscode.languages.getDiagnostics(uri);
      if (count === 0 ? found.length > 0 : found.length < count) return;
      finish(() => done(found));
    };
    const subscription = vscode.languages.onDidChangeDiagnostics(look);
    const timer = setTimeout(
      () => finish(() => fail(new Error(`No ${count} diagnostics of ${path} in ${timeoutMs} ms.`))),
      timeoutMs,
    );
    const finish = (then) => {
      clearTimeout(timer);
      subscription.dispose();
      then();
    };
    look();
  });
}
