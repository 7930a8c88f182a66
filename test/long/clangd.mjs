/** clangd as an oracle: started here, with a list of all sources, and asked when its index is whole. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { clangdCommand } from "../vscode/install.mjs";

export class Clangd {
  #waiting = new Map();
  #opened = new Set();
  #next = 1;
  #input = Buffer.alloc(0);

  /** `folder` has a compile_commands.json. */
  static async open(folder) {
    const clangd = new Clangd();
    const [program, ...args] = clangdCommand();
    clangd.folder = folder;
    clangd.child = spawn(program, [...args, "--background-index", "--limit-references=0", "-j=2"], { cwd: folder });
    clangd.child.stdout.on("data", (data) => clangd.#take(data));
    clangd.child.stderr.resume();
    const indexed = new Promise((done) => (clangd.indexed = done));
    const { capabilities } = await clangd.request("initialize", {
      processId: process.pid,
      rootUri: pathToFileURL(folder).href,
      capabilities: {
        window: { workDoneProgress: true },
        textDocument: {
          semanticTokens: {
            requests: { full: true },
            tokenTypes: ["comment"],
            tokenModifiers: [],
            formats: ["relative"],
          },
        },
      },
    });
    clangd.capabilities = capabilities;
    clangd.send({ method: "initialized", params: {} });
    return { clangd, indexed };
  }

  send(message) {
    const text = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    this.child.stdin.write(`Content-Length: ${text.length}\r\n\r\n`);
    this.child.stdin.write(text);
  }

  request(method, params) {
    const id = this.#next++;
    this.send({ id, method, params });
    return new Promise((done, fail) => this.#waiting.set(id, { done, fail }));
  }

  #take(data) {
    this.#input = Buffer.concat([this.#input, data]);
    for (;;) {
      const head = this.#input.indexOf("\r\n\r\n");
      if (head < 0) return;
      const length = Number(/Content-Length: (\d+)/.exec(this.#input.subarray(0, head).toString())[1]);
      if (this.#input.length < head + 4 + length) return;
      const message = JSON.parse(this.#input.subarray(head + 4, head + 4 + length).toString());
      this.#input = this.#input.subarray(head + 4 + length);
      this.#handle(message);
    }
  }

  #handle({ id, method, params, result, error }) {
    if (method && id !== undefined) return this.send({ id, result: null });
    if (method === "$/progress" && params.token === "backgroundIndexProgress" && params.value.kind === "end")
      return this.indexed();
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    this.#waiting.delete(id);
    if (error) waiting.fail(new Error(error.message));
    else waiting.done(result);
  }

  open(file) {
    if (this.#opened.has(file)) return;
    this.#opened.add(file);
    const path = join(this.folder, file);
    const document = { uri: pathToFileURL(path).href, languageId: "c", version: 1, text: readFileSync(path, "utf8") };
    this.send({ method: "textDocument/didOpen", params: { textDocument: document } });
  }

  close(file) {
    if (!this.#opened.delete(file)) return;
    const uri = pathToFileURL(join(this.folder, file)).href;
    this.send({ method: "textDocument/didClose", params: { textDocument: { uri } } });
  }

  /** The answer about an open file. */
  async #askIn(file, method, params) {
    this.open(file);
    const textDocument = { uri: pathToFileURL(join(this.folder, file)).href };
    const found = await this.request(method, { textDocument, ...params });
    this.close(file);
    return found;
  }

  /** Places in the folder: `{file, line, column}`, the line 1-based. */
  #placesOf(found) {
    return (found ?? [])
      .map(({ uri, range }) => ({
        file: relative(this.folder, fileURLToPath(uri)),
        line: range.start.line + 1,
        column: range.start.character,
      }))
      .filter((place) => !place.file.startsWith(".."));
  }

  /** References in the folder, declarations too. */
  async referencesOf({ file, line, column }) {
    const position = { line: line - 1, character: column };
    const context = { includeDeclaration: true };
    return this.#placesOf(await this.#askIn(file, "textDocument/references", { position, context }));
  }

  /** Where it leads from an own place: `column` is 0-based. */
  async definitionsOf({ file, line, column }) {
    const position = { line: line - 1, character: column };
    return this.#placesOf(await this.#askIn(file, "textDocument/definition", { position }));
  }

  /** Its tokens in a file, five numbers each. */
  async tokensOf(file) {
    return (await this.#askIn(file, "textDocument/semanticTokens/full", {}))?.data ?? [];
  }

  /** Ends it. */
  async stop() {
    const ended = new Promise((done) => this.child.on("close", done));
    this.child.kill();
    await ended;
  }
}
