/** A language server as an oracle: started here, without an editor, and asked about files as they are on the disk. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";

export class LanguageServer {
  #opened = new Set();

  /** `command` is the program with its arguments, `folder` the workspace. */
  static async open([program, ...args], folder, languageId) {
    const server = new LanguageServer();
    Object.assign(server, { folder, languageId, child: spawn(program, args, { cwd: folder }) });
    server.child.stderr.resume();
    const { stdin, stdout } = server.child;
    server.connection = createMessageConnection(new StreamMessageReader(stdout), new StreamMessageWriter(stdin));
    // Whatever the server asks (settings, capabilities), its defaults are meant.
    server.connection.onRequest((method, params) =>
      method === "workspace/configuration" ? params.items.map(() => null) : null,
    );
    server.connection.listen();
    const uri = pathToFileURL(folder).href;
    await server.connection.sendRequest("initialize", {
      processId: process.pid,
      rootUri: uri,
      workspaceFolders: [{ uri, name: "workspace" }],
      capabilities: { window: { workDoneProgress: true } },
    });
    await server.connection.sendNotification("initialized", {});
    return server;
  }

  #uriOf(file) {
    return pathToFileURL(join(this.folder, file)).href;
  }

  /** References in the folder, declarations too, and where the asked file has the name: `{file, line, column}`, the line 1-based. */
  async referencesOf({ file, line, column }) {
    const uri = this.#uriOf(file);
    if (!this.#opened.has(file)) {
      const text = readFileSync(join(this.folder, file), "utf8");
      const textDocument = { uri, languageId: this.languageId, version: 1, text };
      await this.connection.sendNotification("textDocument/didOpen", { textDocument });
      this.#opened.add(file);
    }
    const found = await this.connection.sendRequest("textDocument/references", {
      textDocument: { uri },
      position: { line: line - 1, character: column },
      context: { includeDeclaration: true },
    });
    return (found ?? [])
      .map(({ uri, range: { start } }) => ({
        file: relative(this.folder, fileURLToPath(uri)),
        line: start.line + 1,
        column: start.character,
      }))
      .filter((place) => !place.file.startsWith(".."));
  }

  async stop() {
    const ended = new Promise((done) => this.child.on("close", done));
    this.connection.dispose();
    this.child.kill();
    await ended;
  }
}
