/**
 * A real VS Code for tests and `npm start`: VS Code's own server with folders of its own for user
 * data and extensions, the packed VSIX installed the way a user installs it, and, when asked, a
 * headless browser on its page and the test-only extension in it.
 *
 *   const editor = await startEditor({ workspaces: [folder], headless: true, vsix });
 *   …
 *   await editor.stop();
 *
 * Nothing survives `stop()`, nor this process: see processes.mjs.
 */
import { spawn } from "node:child_process";
import { readdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { SetupError } from "../../extension/build/setup.mjs";
import { openPage } from "./browser.mjs";
import { Control } from "./control.mjs";
import { EditorFolder } from "./editor-folder.mjs";
import { installCodeServer } from "./install.mjs";
import { waitFor } from "./processes.mjs";
import { findWindow, forgetWindow, listWindows } from "./registry.mjs";

const HEALTHY_LIMIT_MS = 120_000;
const WINDOW_LIMIT_MS = 180_000;
const GOODBYE_LIMIT_MS = 3_000;
const OUTPUT_KEPT = 64_000;
const OUTPUT_SHOWN = 8_000;

/**
 * @typedef {object} EditorOptions
 * @property {string[]} workspaces folders to open, at least one
 * @property {boolean} [headless] attach a browser; then the window is up when this returns
 * @property {object} [settings] on top of `QUIET`
 * @property {boolean} [restricted] the folders are not trusted, without a question whether they are
 * @property {string[] | boolean} [servers] language servers to start; true means all of them
 * @property {boolean} [remoteControl] install the test-only extension and connect to it; as
 *   `headless` unless said otherwise
 * @property {string} [vsix] file to install
 * @property {string | null} [home] SEXTANT_HOME; a fresh folder unless given, null: the user's own
 * @property {number} [port] a free one unless given
 * @property {object} [env] on top of the environment
 * @property {(text: string) => void} [log] receives the editor's output
 */

/** Starts an editor; what it has to offer is in `Editor`. @param {EditorOptions} options */
export function startEditor(options) {
  return new Editor(options).start();
}

export class Editor {
  /** Address of the page. */
  url;
  /** Playwright's page and browser context, when headless. */
  page;
  browser;
  /** Connected remote control, when headless with the test-only extension. */
  control;
  /** The window's own description, once it is up: `{pid, socket, folders, …}`. */
  window;
  /** Where everything of this editor is: `{path, userData, extensions, home, workspaces}`. */
  folder;
  /** Settles when the editor's process ended, whoever ended it. */
  ended;

  #options;
  #process;
  #output = "";
  #stopping;

  constructor(options) {
    const servers = options.servers === true ? ["pyright", "clangd"] : options.servers || [];
    const remoteControl = options.remoteControl ?? Boolean(options.headless);
    this.#options = { settings: {}, env: {}, ...options, servers, remoteControl };
  }

  async start() {
    try {
      this.folder = await EditorFolder.make(this.#options);
      await this.launch(this.#options);
      if (this.#options.headless) await this.#attach();
      return this;
    } catch (error) {
      await this.stop();
      throw error;
    }
  }

  /** Waits until this editor's window has registered itself; without a browser, for a person. */
  async waitForWindow(limit_ms = WINDOW_LIMIT_MS) {
    const { home, workspaces } = this.folder;
    const find = () => findWindow(home, workspaces, (window) => this.folder.owns(window.pid));
    this.window = await waitFor(find, limit_ms);
    if (this.window) return this.window;
    throw new SetupError(`No window is registered in ${home} after ${limit_ms} ms.\n${this.output()}`);
  }

  get socket() {
    return this.window?.socket;
  }

  get home() {
    return this.folder.home;
  }

  /** Environment with which a process beside the editor finds its window, and ends with it. */
  get env() {
    return this.folder.membership;
  }

  /** The command with which an agent starts the installed bridge. */
  async bridge() {
    const { extensions, workspaces } = this.folder;
    const installed = (await readdir(extensions)).find((name) => name.startsWith("sextant.sextant-"));
    if (!installed) throw new SetupError(`Sextant is not installed in ${extensions}.`);
    return [join(extensions, installed, "dist/bin/sextant-mcp"), "--workspace", workspaces[0]];
  }

  /** The last of what the editor said. */
  output() {
    return this.#output.slice(-OUTPUT_SHOWN);
  }

  /** Everything ends and every file goes. May be called at any time and more than once. */
  stop() {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  /** Installs and starts the program: VS Code's server here, a desktop in desktop.mjs. */
  async launch({ vsix, port, restricted }) {
    const { node, entry } = await installCodeServer();
    const config = join(this.folder.path, "config.yaml");
    await writeFile(config, "auth: none\n");
    const command = [node, entry, "--config", config, ...this.folderArguments()];
    if (vsix) await this.runToEnd([...command, "--install-extension", vsix, "--force"]);
    const address = `127.0.0.1:${await freePort(port)}`;
    await this.run([
      ...[...command, "--auth", "none", "--bind-addr", address],
      ...(restricted ? [] : ["--disable-workspace-trust"]),
      ...["--disable-telemetry", "--disable-update-check", "--disable-getting-started-override"],
    ]);
    await this.#waitForHealth(address);
    const [[kind, path]] = Object.entries(this.folder.target);
    this.url = `http://${address}/?${kind}=${encodeURIComponent(path).replaceAll("%2F", "/")}`;
  }

  folderArguments() {
    return ["--user-data-dir", this.folder.userData, "--extensions-dir", this.folder.extensions];
  }

  /** Starts the editor's process. */
  async run(commandLine) {
    this.#process = await this.#spawn(commandLine);
    this.ended = new Promise((done) => this.#process.once("close", done));
  }

  /** Runs a command of the editor that ends by itself. */
  async runToEnd(commandLine) {
    const child = await this.#spawn(commandLine);
    const code = await new Promise((done) => child.once("close", done));
    if (code !== 0) throw new SetupError(`'${commandLine.join(" ")}' failed.\n${this.output()}`);
  }

  async #spawn([program, ...args]) {
    const env = { ...SERVER_ENV, ...(await this.folder.environment()) };
    const child = spawn(program, args, { detached: true, stdio: ["ignore", "pipe", "pipe"], env });
    const heard = (text) => {
      this.#output = (this.#output + text).slice(-OUTPUT_KEPT);
      this.#options.log?.(text);
    };
    child.on("error", (error) => heard(`${error.message}\n`));
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", heard);
    return child;
  }

  async #waitForHealth(address) {
    const healthy = waitFor(() => isHealthy(address), HEALTHY_LIMIT_MS);
    // Whatever already listens there would answer just as well: our own process has to be alive,
    // too.
    const up = (await Promise.race([healthy, this.ended.then(() => false)])) === true;
    if (!up) throw new SetupError(`VS Code's server did not start at ${address}.\n${this.output()}`);
  }

  async #attach() {
    const profile = join(this.folder.path, "browser");
    const opened = await openPage(this.url, { profile, env: this.folder.membership });
    this.browser = opened.browser;
    this.page = opened.page;
    if (this.#options.remoteControl) this.control = await Control.connect(this.folder.control);
    if (this.#options.vsix) await this.waitForWindow();
  }

  async #stop() {
    this.control?.close();
    // The workbench makes its extension host end when its page closes: extensions get to
    // deactivate, which a signal would not let them do.
    await this.page?.close().catch(() => {});
    await this.browser?.close().catch(() => {});
    if (this.page && this.window) {
      await waitFor(() => !this.folder.owns(this.window.pid), GOODBYE_LIMIT_MS);
    }
    if (!this.folder) return;
    const left = await this.#windowsOfPeople();
    await this.folder.remove();
    for (const window of left) await forgetWindow(window);
  }

  // A page that a person has open cannot be closed from here: the signal that ends its extension host
  // leaves extensions no time to take back what they wrote.
  async #windowsOfPeople() {
    if (this.page) return [];
    const windows = await listWindows(this.folder.home);
    return windows.filter((window) => this.folder.owns(window.pid));
  }
}

/**
 * No marketplace, and no agents of VS Code's own, whose host would start with the first window: a
 * token without an address is what leaves it out.
 */
const SERVER_ENV = { EXTENSIONS_GALLERY: "{}", VSCODE_AGENT_HOST_BRIDGE_CONNECTION_TOKEN: "none" };

async function isHealthy(address) {
  return fetch(`http://${address}/healthz`).then(
    (reply) => reply.ok,
    () => false,
  );
}

/** A port of the loopback interface that was free a moment ago: `wanted`, if given, or any. */
export async function freePort(wanted = 0) {
  const probe = createServer();
  await new Promise((done, fail) => {
    probe.once("error", (error) => fail(new SetupError(`Port ${wanted}: ${error.message}`)));
    probe.listen(wanted, "127.0.0.1", done);
  });
  const { port } = probe.address();
  await new Promise((done) => probe.close(done));
  return port;
}
