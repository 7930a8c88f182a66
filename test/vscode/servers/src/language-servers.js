/**
 * The table of language servers and their life. A server's command line comes from the environment
 * (JSON array in `variable`), so that whoever starts the editor decides where the programs are.
 */
import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import { registerMisbehaving } from "./misbehaving.js";

const TABLE = {
  pyright: { variable: "SEXTANT_TEST_PYRIGHT", languages: ["python"] },
  clangd: { variable: "SEXTANT_TEST_CLANGD", languages: ["c", "cpp"] },
  bash: { variable: "SEXTANT_TEST_BASH", languages: ["shellscript"] },
};

const setting = (name) => vscode.workspace.getConfiguration("sextantTest").get(name);
const delay = (ms) => new Promise((done) => setTimeout(done, ms));

export class LanguageServers {
  #clients = new Map();
  #timers = new Map();
  #misbehaving;

  /** Starts what the setting `sextantTest.servers` names, each after the configured delay. */
  startWanted() {
    for (const name of setting("servers")) {
      if (name === "misbehaving") {
        this.#misbehaving = registerMisbehaving();
        continue;
      }
      const timer = setTimeout(() => void this.start(name).catch(report), setting("startDelayMs"));
      this.#timers.set(name, timer);
    }
  }

  async start(name) {
    if (this.#clients.has(name)) return;
    const client = makeClient(name);
    this.#clients.set(name, client);
    await client.start();
  }

  async stop(name) {
    clearTimeout(this.#timers.get(name));
    const client = this.#clients.get(name);
    this.#clients.delete(name);
    await client?.stop();
  }

  /** `{name: "running" | "starting" | "stopped"}` of all servers known. */
  states() {
    const state = (name) => {
      const client = this.#clients.get(name);
      return client ? (client.isRunning() ? "running" : "starting") : "stopped";
    };
    return Object.fromEntries(Object.keys(TABLE).map((name) => [name, state(name)]));
  }

  dispose() {
    this.#misbehaving?.dispose();
    return Promise.allSettled(Object.keys(TABLE).map((name) => this.stop(name)));
  }
}

function makeClient(name) {
  const row = TABLE[name];
  if (!row) throw new Error(`No language server '${name}'; known: ${Object.keys(TABLE).join(", ")}.`);
  const commandLine = process.env[row.variable];
  if (!commandLine) throw new Error(`${row.variable} is not set.`);
  const [command, ...args] = JSON.parse(commandLine);
  return new LanguageClient(
    `sextant-test-${name}`,
    name,
    // Without a named transport: naming stdio would add an argument that not every server knows.
    { command, args },
    {
      documentSelector: row.languages.map((language) => ({ scheme: "file", language })),
      middleware: slowMiddleware(),
    },
  );
}

/** Holds replies back as the setting says at that moment, so that tests can make a server slow. */
function slowMiddleware() {
  const held = async (ask) => {
    const ms = setting("replyDelayMs");
    if (ms > 0) await delay(ms);
    return ask();
  };
  return {
    provideHover: (document, position, token, next) => held(() => next(document, position, token)),
    provideDefinition: (document, position, token, next) => held(() => next(document, position, token)),
    provideDocumentSymbols: (document, token, next) => held(() => next(document, token)),
    provideWorkspaceSymbols: (query, token, next) => held(() => next(query, token)),
  };
}

function report(error) {
  void vscode.window.showErrorMessage(`Sextant test servers: ${error.message}`);
}
