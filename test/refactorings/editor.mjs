/**
 * An editor in plain Node whose answers are those of a real language server: the host operations of
 * extension/src/host over LSP, for files of one folder and one language.
 *
 *   const editor = await openServerEditor(folder, "python");
 *   const answer = await editor.run("move_symbol", { … });
 *   await editor.restore();   // all files as they were when it was opened
 *   await editor.close();
 *
 * All files are open in the server as long as the editor is there. Without `hasDiagnostics` there are
 * none: what a tool makes has to be right by itself.
 */
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";

import { addonPath, makeFolder, openEditor } from "../engine/fake-editor.mjs";
import { clangdCommand, installCclsp, installPyright } from "../vscode/install.mjs";

const COMMANDS = {
  python: installPyright,
  go: async () => ["gopls"],
  c: async () => [...clangdCommand(), "--background-index=false", "--limit-references=0", "-j=2"],
  cpp: async () => [...clangdCommand(), "--background-index=false", "--limit-references=0", "-j=2"],
  rust: async () => ["rust-analyzer"],
  typescript: async () => (await installCclsp()).server,
  javascript: async () => (await installCclsp()).server,
};

const LANGUAGES = {
  ".py": "python",
  ".go": "go",
  ".c": "c",
  ".h": "c",
  ".cpp": "cpp",
  ".hpp": "cpp",
  ".rs": "rust",
  ".ts": "typescript",
  ".mts": "typescript",
  ".tsx": "typescriptreact",
  ".js": "javascript",
  ".mjs": "javascript",
  ".jsx": "javascriptreact",
};

const link = { linkSupport: false };
const CAPABILITIES = {
  workspace: {
    configuration: true,
    workspaceFolders: true,
    applyEdit: true,
    didChangeWatchedFiles: { dynamicRegistration: true },
    workspaceEdit: { documentChanges: true, resourceOperations: ["create", "rename", "delete"] },
  },
  textDocument: {
    synchronization: {},
    hover: { contentFormat: ["markdown", "plaintext"] },
    definition: link,
    declaration: link,
    typeDefinition: link,
    implementation: link,
    references: {},
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    rename: {},
    callHierarchy: {},
    typeHierarchy: {},
    codeAction: {
      codeActionLiteralSupport: { codeActionKind: { valueSet: ["", "quickfix", "refactor", "source"] } },
      dataSupport: true,
      resolveSupport: { properties: ["edit"] },
    },
  },
};

const uriOf = (file) => pathToFileURL(file).href;
const rangeRow = ({ start, end }) => [start.line, start.character, end.line, end.character];
const toPath = (uri) => (uri.startsWith("file:") ? fileURLToPath(uri) : uri);

/** Files of the folder in a language of the server. */
function sourcesOf(folder) {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && path.extname(entry.name) in LANGUAGES)
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .filter((file) => !file.includes("node_modules"));
}

class Server {
  /** Path -> the version and text that the server has. */
  #open = new Map();
  /** Path -> its last diagnostics, and at which state of the texts they came. */
  published = new Map();
  /** How often texts have been brought here. */
  synced = 0;

  static async start([program, ...args], folder) {
    const server = new Server();
    Object.assign(server, { folder, child: spawn(program, args, { cwd: folder }) });
    server.child.stderr.resume();
    const { stdin, stdout } = server.child;
    const connection = createMessageConnection(new StreamMessageReader(stdout), new StreamMessageWriter(stdin));
    server.connection = connection;
    connection.onRequest((method, params) =>
      method === "workspace/configuration" ? params.items.map(() => null) : null,
    );
    connection.onRequest("workspace/applyEdit", ({ edit }) => {
      server.applied = edit;
      return { applied: false };
    });
    connection.onNotification("textDocument/publishDiagnostics", ({ uri, diagnostics }) => {
      const count = (server.published.get(toPath(uri))?.count ?? 0) + 1;
      server.published.set(toPath(uri), { count, diagnostics, synced: server.synced });
    });
    connection.listen();
    const uri = uriOf(folder);
    const { capabilities } = await connection.sendRequest("initialize", {
      processId: process.pid,
      rootUri: uri,
      workspaceFolders: [{ uri, name: "workspace" }],
      capabilities: CAPABILITIES,
    });
    server.capabilities = capabilities;
    await connection.sendNotification("initialized", {});
    return server;
  }

  /** Brings the server in step with these texts: path -> text. */
  async sync(texts) {
    const changes = [];
    for (const [file, text] of texts) {
      const known = this.#open.get(file);
      if (known?.text === text) continue;
      const version = (known?.version ?? 0) + 1;
      this.#open.set(file, { version, text });
      const textDocument = { uri: uriOf(file), languageId: LANGUAGES[path.extname(file)], version, text };
      if (known)
        await this.connection.sendNotification("textDocument/didChange", { textDocument, contentChanges: [{ text }] });
      else await this.connection.sendNotification("textDocument/didOpen", { textDocument });
      changes.push({ uri: uriOf(file), type: known ? 2 : 1 });
    }
    for (const file of [...this.#open.keys()].filter((one) => !texts.has(one))) {
      this.#open.delete(file);
      await this.connection.sendNotification("textDocument/didClose", { textDocument: { uri: uriOf(file) } });
      changes.push({ uri: uriOf(file), type: 3 });
    }
    if (changes.length) this.synced++;
    if (changes.length) await this.connection.sendNotification("workspace/didChangeWatchedFiles", { changes });
  }

  ask(method, params) {
    return this.connection.sendRequest(method, params);
  }

  at(method, file, line, character, more) {
    const position = { line, character };
    return this.ask(`textDocument/${method}`, { textDocument: { uri: uriOf(file) }, position, ...more });
  }

  async stop() {
    this.connection.dispose();
    this.child.kill();
    await new Promise((done) => this.child.on("close", done));
  }
}

function outlineRows(symbols, depth = 0, rows = []) {
  for (const { name, kind, selectionRange, range, children, location } of symbols) {
    const at = (selectionRange ?? location.range).start;
    rows.push([name, kind - 1, "", "", true, depth, at.line, at.character, ...rangeRow(range ?? location.range)]);
    outlineRows(children ?? [], depth + 1, rows);
  }
  return rows;
}

function hoverRow(content) {
  if (typeof content === "string") return [2, content, "", false, false];
  if (content.language) return [1, content.value, content.language, false, false];
  return [0, content.value, "", false, false];
}

function placeRow({ uri, range, targetUri, targetSelectionRange }) {
  return [toPath(uri ?? targetUri), ...rangeRow(range ?? targetSelectionRange)];
}

function editData(edit, versionOf) {
  const files = new Map();
  const of = (uri, row) => {
    const file = toPath(uri);
    if (!files.has(file)) files.set(file, { action: "edit", path: file, edits: [], ...row });
    return files.get(file);
  };
  const add = (uri, edits) => {
    const row = of(uri, { version: versionOf(toPath(uri)), changed: false });
    for (const { range, newText } of edits) row.edits.push([...rangeRow(range), newText]);
  };
  for (const [uri, edits] of Object.entries(edit?.documentChanges ? {} : (edit?.changes ?? {}))) add(uri, edits);
  for (const one of edit?.documentChanges ?? []) {
    if (!one.kind) add(one.textDocument.uri, one.edits);
    else if (one.kind === "rename") of(one.oldUri, { action: "rename", newPath: toPath(one.newUri) });
    else of(one.uri, { action: one.kind, text: "", ignoreIfExists: one.options?.ignoreIfExists ?? false });
  }
  return { files: [...files.values()], partial: false, snippet: false };
}

/** TypeScript's server on a text as it is now, by its own protocol. */
async function askTypeScript(server, file) {
  const lists = [];
  for (const command of ["syntacticDiagnosticsSync", "semanticDiagnosticsSync"]) {
    const request = { command: "typescript.tsserverRequest", arguments: [command, { file }] };
    lists.push((await server.ask("workspace/executeCommand", request))?.body ?? []);
  }
  return lists.flat().map(({ start, end, text, code = "", category }) => {
    const severity = { error: 0, warning: 1, suggestion: 3 }[category] ?? 2;
    return [start.line - 1, start.offset - 1, end.line - 1, end.offset - 1, severity, String(code), "ts", text];
  });
}

/** The operations that the server answers. */
function operationsOf(editor, server, hasDiagnostics) {
  const places = (method, more) => async (file, line, character) => {
    const found = (await server.at(method, file, line, character, more)) ?? [];
    return { data: [found].flat().map(placeRow) };
  };
  const find = async (file, [line, character, endLine, endCharacter], kind) => {
    const range = { start: { line, character }, end: { line: endLine, character: endCharacter } };
    const context = { diagnostics: [], ...(kind && { only: [kind] }) };
    const textDocument = { uri: uriOf(file) };
    return (await server.ask("textDocument/codeAction", { textDocument, range, context })) ?? [];
  };
  const commandOf = ({ command }) => (typeof command === "string" ? command : (command?.command ?? ""));
  const sessions = new Map();
  const row = (items, item, sites) => {
    const { line, character } = item.selectionRange.start;
    const starts = sites.flatMap(({ start }) => [start.line, start.character]);
    const place = [line, character, ...rangeRow(item.range)];
    return [items.push(item) - 1, item.name, item.kind - 1, toPath(item.uri), ...place, starts];
  };
  const RELATIONS = {
    incomingCalls: "callHierarchy/incomingCalls",
    outgoingCalls: "callHierarchy/outgoingCalls",
    supertypes: "typeHierarchy/supertypes",
    subtypes: "typeHierarchy/subtypes",
  };
  return {
    async outline(file) {
      const found = await server.ask("textDocument/documentSymbol", { textDocument: { uri: uriOf(file) } });
      return { data: outlineRows(found ?? []) };
    },
    async hover(file, line, character) {
      const found = await server.at("hover", file, line, character);
      return { data: found ? [found.contents].flat().map(hoverRow) : [] };
    },
    definition: places("definition"),
    declaration: server.capabilities.declarationProvider ? places("declaration") : () => ({ data: [] }),
    typeDefinition: places("typeDefinition"),
    implementation: server.capabilities.implementationProvider ? places("implementation") : () => ({ data: [] }),
    references: places("references", { context: { includeDeclaration: true } }),
    async rename(file, line, character, newName) {
      return {
        data: editData(await server.at("rename", file, line, character, { newName }), (f) => editor.version(f)),
      };
    },
    async codeActions(file, range, kind) {
      const data = (await find(file, range, kind)).map((one) => ({
        title: one.title,
        kind: one.kind ?? "",
        preferred: one.isPreferred ?? false,
        hasEdit: one.edit !== undefined,
        command: commandOf(one),
      }));
      return { data };
    },
    async resolveCodeAction(file, range, kind, index, title) {
      let found = (await find(file, range, kind))[index];
      if (found?.title !== title) return { data: { found: false, files: [], partial: false, snippet: false } };
      if (!found.edit && found.data) found = await server.ask("codeAction/resolve", found);
      const edit = editData(found.edit, (f) => editor.version(f));
      return { data: { found: true, ...edit, hasEdit: found.edit !== undefined, command: commandOf(found) } };
    },
    async prepareHierarchy(session, types, file, line, character) {
      const items = [];
      sessions.set(session, items);
      const isThere = server.capabilities[types ? "typeHierarchyProvider" : "callHierarchyProvider"];
      const method = types ? "prepareTypeHierarchy" : "prepareCallHierarchy";
      const found = isThere ? await server.at(method, file, line, character) : [];
      return { data: (found ?? []).map((item) => row(items, item, [])) };
    },
    async expandHierarchy(session, relation, token) {
      const items = sessions.get(session);
      const found = (await server.ask(RELATIONS[relation], { item: items[token] })) ?? [];
      return { data: found.map((one) => row(items, one.from ?? one.to ?? one, one.fromRanges ?? [])) };
    },
    releaseHierarchy: async (session) => ({ data: (sessions.delete(session), []) }),
    async workspaceSymbols(query) {
      const found = (await server.ask("workspace/symbol", { query })) ?? [];
      const rows = found.map(({ name, kind, containerName = "", location: { uri, range } }) => {
        const { line, character } = range.start;
        return [name, kind - 1, containerName, toPath(uri), false, 0, line, character, ...rangeRow(range)];
      });
      return { data: rows };
    },
    async diagnostics(file, askServer) {
      const loaded = editor.loaded.has(file);
      if (!hasDiagnostics) return { data: { events: 1, loaded, exact: true, rows: [] } };
      const isTypeScript = /^(type|java)script/.test(LANGUAGES[path.extname(file)] ?? "");
      const isNew = () => server.published.get(file)?.synced === server.synced;
      const asked = askServer && isTypeScript ? await askTypeScript(server, file) : undefined;
      if (asked) return { data: { events: 1, behind: false, loaded, exact: true, rows: asked } };
      const { count = 0, diagnostics = [] } = server.published.get(file) ?? {};
      const rows = diagnostics.map((one) => {
        const { severity = 1, code = "", source = "", message } = one;
        return [...rangeRow(one.range), severity - 1, String(code), source, message];
      });
      return { data: { events: count, behind: !isNew(), loaded, exact: false, rows } };
    },
    findFiles: () => ({ data: [] }),
    filesToCheck: () => ({ data: [] }),
  };
}

export async function openServerEditor(folder, language, { hasDiagnostics = false } = {}) {
  const editor = openEditor(folder, makeFolder(), path.dirname(addonPath));
  const server = await Server.start(await COMMANDS[language](), folder);
  const state = editor.stateOf.bind(editor);
  editor.stateOf = (file) => ({ ...state(file), language: LANGUAGES[path.extname(file)] ?? "plaintext" });
  const one = [{ extension: "test.server", active: true }];
  editor.servers = Object.fromEntries(Object.values(LANGUAGES).map((name) => [name, one]));
  const operations = operationsOf(editor, server, hasDiagnostics);
  const textsNow = () => new Map(sourcesOf(folder).map((file) => [file, editor.text(file)]));
  for (const [op, run] of Object.entries(operations))
    editor.on[op] = async (...args) => {
      if (editor.isBehind) {
        editor.isBehind = false;
        await server.sync(textsNow());
      }
      return run(...args);
    };
  for (const op of ["applyEdit", "save"])
    editor.on[op] = (...args) => {
      editor.isBehind = true;
      return editor[op](...args);
    };
  editor.isBehind = true;
  editor.original = textsNow();
  editor.server = server;

  /** Files that are others than at first: path -> [before, after], "" where there was or is none. */
  editor.changes = () => {
    const changed = new Map();
    for (const [file, text] of textsNow())
      if (editor.original.get(file) !== text) changed.set(file, [editor.original.get(file) ?? "", text]);
    for (const file of editor.original.keys())
      if (!fs.existsSync(file)) changed.set(file, [editor.original.get(file), ""]);
    return changed;
  };
  /** Puts them back. */
  editor.restore = (changed) => {
    for (const file of changed.keys()) {
      if (editor.original.has(file)) fs.writeFileSync(file, editor.original.get(file));
      else fs.rmSync(file);
      editor.engine.fileChanged(file, editor.original.has(file) ? 0 : 2);
    }
    editor.dirty.clear();
    editor.loaded.clear();
    editor.asked.length = 0;
    if (changed.size) editor.isBehind = true;
  };
  editor.close = async () => {
    editor.engine.dispose();
    await server.stop();
  };
  return editor;
}
