/** Language servers as oracles: started here, without an editor, and asked about files as they are on the disk. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";

import { clangdCommand, installPyright } from "../vscode/install.mjs";

const SEMANTIC_TOKENS = {
  requests: { full: true },
  tokenTypes: ["comment"],
  tokenModifiers: [],
  formats: ["relative"],
};
const CAPABILITIES = { window: { workDoneProgress: true }, textDocument: { semanticTokens: SEMANTIC_TOKENS } };

export class LanguageServer {
  /** The program with its arguments, the workspace, and the language of all files that are asked about. */
  static async open([program, ...args], folder, languageId) {
    const server = new LanguageServer();
    Object.assign(server, { folder, languageId, child: spawn(program, args, { cwd: folder }) });
    server.child.stderr.resume();
    const { stdin, stdout } = server.child;
    server.connection = createMessageConnection(new StreamMessageReader(stdout), new StreamMessageWriter(stdin));
    // Whatever the server asks (settings, progress), its defaults are meant.
    server.connection.onRequest((method, params) =>
      method === "workspace/configuration" ? params.items.map(() => null) : null,
    );
    server.connection.listen();
    const uri = pathToFileURL(folder).href;
    const { capabilities } = await server.connection.sendRequest("initialize", {
      processId: process.pid,
      rootUri: uri,
      workspaceFolders: [{ uri, name: "workspace" }],
      capabilities: CAPABILITIES,
    });
    server.capabilities = capabilities;
    await server.connection.sendNotification("initialized", {});
    return server;
  }

  #documentOf(file) {
    return { uri: pathToFileURL(join(this.folder, file)).href };
  }

  async openFile(file) {
    const text = readFileSync(join(this.folder, file), "utf8");
    const textDocument = { ...this.#documentOf(file), languageId: this.languageId, version: 1, text };
    await this.connection.sendNotification("textDocument/didOpen", { textDocument });
  }

  /** The answer about a file, which is open as long as that takes. */
  async #ask(file, method, params) {
    const textDocument = this.#documentOf(file);
    await this.openFile(file);
    const found = await this.connection.sendRequest(`textDocument/${method}`, { textDocument, ...params });
    await this.connection.sendNotification("textDocument/didClose", { textDocument });
    return found;
  }

  /** Places in the folder: `{file, line, column}`, the line 1-based, the column 0-based. */
  async #askForPlaces({ file, line, column }, method, params) {
    const position = { line: line - 1, character: column };
    const found = await this.#ask(file, method, { position, ...params });
    return (found ?? [])
      .map(({ uri, range: { start } }) => ({
        file: relative(this.folder, fileURLToPath(uri)),
        line: start.line + 1,
        column: start.character,
      }))
      .filter((place) => !place.file.startsWith(".."));
  }

  /** References in the folder, declarations too. */
  referencesOf(place) {
    return this.#askForPlaces(place, "references", { context: { includeDeclaration: true } });
  }

  definitionsOf(place) {
    return this.#askForPlaces(place, "definition", {});
  }

  /** Tokens of a file, five numbers each. */
  async tokensOf(file) {
    return (await this.#ask(file, "semanticTokens/full", {}))?.data ?? [];
  }

  async stop() {
    const ended = new Promise((done) => this.child.on("close", done));
    this.connection.dispose();
    this.child.kill();
    await ended;
  }
}

export async function openPyright(folder) {
  return LanguageServer.open(await installPyright(), folder, "python");
}

/** `folder` has a compile_commands.json. `indexed` is fulfilled when all of its sources are known, once a file was opened. */
export async function openClangd(folder) {
  const command = [...clangdCommand(), "--background-index", "--limit-references=0", "-j=2"];
  const clangd = await LanguageServer.open(command, folder, "c");
  const indexed = new Promise((done) =>
    clangd.connection.onNotification("$/progress", ({ token, value }) => {
      if (token === "backgroundIndexProgress" && value.kind === "end") done();
    }),
  );
  return { clangd, indexed };
}
