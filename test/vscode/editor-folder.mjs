/**
 * All files of one editor under one temporary folder, and what its processes have in common: the
 * mark by which they are found (processes.mjs), their environment, settings, and what they open.
 */
import { mkdir, mkdtemp, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { clangdCommand, installPyright, installShellServer } from "./install.mjs";
import { cleanUp, guard, markedProcesses, markEnv, newMark } from "./processes.mjs";
import { stateFolder } from "./registry.mjs";
import { QUIET, RESTRICTED } from "./settings.mjs";

const TEST_EXTENSION = "sextant-test.test-servers-0.0.1";

export class EditorFolder {
  path;
  userData;
  extensions;
  /** Sextant's state folder in this editor. */
  home;
  /** Folders to open, by their real paths. */
  workspaces;
  /** Where the remote control listens. */
  control;

  #options;
  #mark = newMark("SEXTANT_EDITOR");
  #unguard;

  /** Makes the folder for `options` (`EditorOptions` in server.mjs). */
  static async make(options) {
    const folder = new EditorFolder();
    folder.#options = options;
    folder.workspaces = await Promise.all(options.workspaces.map((path) => realpath(path)));
    // A short name, because the path of a socket may have 107 bytes at most.
    folder.path = await realpath(await mkdtemp(join(tmpdir(), "sx-")));
    folder.#unguard = guard({ mark: folder.#mark, folders: [folder.path] });
    await folder.#fill().catch(async (error) => {
      await folder.remove();
      throw error;
    });
    return folder;
  }

  /** Ends every process of the editor and removes the folder. */
  async remove() {
    await cleanUp({ mark: this.#mark, folders: [this.path] });
    this.#unguard();
  }

  /** Whether `pid` is a living process of this editor. */
  owns(pid) {
    return markedProcesses(this.#mark).includes(pid);
  }

  /** Environment that makes a process part of this editor: ended with it, and finding its state folder. */
  get membership() {
    return {
      ...(this.#options.home === null ? {} : { SEXTANT_HOME: this.home }),
      ...markEnv(this.#mark),
    };
  }

  /** The whole environment for the editor's own processes. */
  async environment() {
    const { servers, remoteControl, env } = this.#options;
    const own = { TMPDIR: join(this.path, "tmp"), XDG_DATA_HOME: join(this.path, "data") };
    if (remoteControl) own.SEXTANT_TEST_CONTROL = this.control;
    if (servers.includes("pyright")) own.SEXTANT_TEST_PYRIGHT = JSON.stringify(await installPyright());
    if (servers.includes("bash")) own.SEXTANT_TEST_BASH = JSON.stringify(await installShellServer());
    if (servers.includes("clangd")) own.SEXTANT_TEST_CLANGD = JSON.stringify(clangdCommand());
    return { ...cleanEnvironment(), ...own, ...this.membership, ...env };
  }

  /** The path to open: the one folder, or a workspace file that names all of them. */
  get target() {
    const [first, ...others] = this.workspaces;
    return others.length === 0 ? { folder: first } : { workspace: join(this.path, "all.code-workspace") };
  }

  async #fill() {
    this.userData = join(this.path, "user-data");
    this.extensions = join(this.path, "extensions");
    this.control = join(this.path, "control.sock");
    await mkdir(join(this.userData, "User"), { recursive: true });
    await mkdir(this.extensions);
    await mkdir(join(this.path, "tmp"));
    await this.#makeHome();
    await this.#writeSettings();
    const { workspace } = this.target;
    const folders = this.workspaces.map((path) => ({ path }));
    if (workspace) await writeFile(workspace, JSON.stringify({ folders }, null, 2));
    if (this.#options.remoteControl || this.#options.servers.length > 0) await this.#addTestExtension();
  }

  async #makeHome() {
    const { home } = this.#options;
    this.home = home === null ? stateFolder() : (home ?? join(this.path, "home"));
    if (home !== null) await mkdir(this.home, { recursive: true, mode: 0o700 });
  }

  async #writeSettings() {
    const { servers, settings, restricted } = this.#options;
    const trust = restricted ? RESTRICTED : {};
    const wanted = servers.length > 0 ? { "sextantTest.servers": servers } : {};
    const text = JSON.stringify({ ...QUIET, ...trust, ...wanted, ...settings }, null, 2);
    await writeFile(join(this.userData, "User/settings.json"), text);
  }

  // Before anything else is installed: the first installation takes stock of what is there.
  async #addTestExtension() {
    const { buildTestExtension } = await import("./servers/build.mjs");
    await buildTestExtension(join(this.extensions, TEST_EXTENSION));
  }
}

/**
 * Our environment, less what npm, a test runner or an editor around us put there: an editor that
 * finds another's variables takes itself for a command typed in that one's terminal.
 */
function cleanEnvironment() {
  const foreign = /^((npm|VSCODE|CODE_SERVER|ELECTRON)_.*|XDG_RUNTIME_DIR|NODE_OPTIONS|NODE_TEST_CONTEXT|PORT)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}
