/** The part of the extension that connects agents, outside of an editor: its modules with a stand-in for `vscode`. */
import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

import { build } from "esbuild";

import { ROOT } from "../../extension/build/setup.mjs";
import { readDefinitions } from "../../native/tools/embed.mjs";

/** The part of `vscode` that the modules use. */
const VSCODE = `
  const fill = (text, ...values) => text.replace(/\\{(\\d+)\\}/g, (_, i) => values[i]);
  export const l10n = { t: fill };
  export const workspace = { textDocuments: [], getConfiguration: () => ({ get: () => undefined }) };
  export const extensions = {
    getExtension: () => undefined,
    get all() {
      return globalThis.installedExtensions ?? [];
    },
  };
  export const env = { appName: "Test" };
  export const TreeItemCollapsibleState = {};
  export class ThemeColor {}
  /** The last item of the status bar is there for the test. */
  const createStatusBarItem = (id) => {
    const hide = () => void (item.isShown = false);
    const item = { id, isShown: false, show: () => void (item.isShown = true), hide, dispose: hide };
    return (globalThis.statusBarItem = item);
  };
  export const window = { createStatusBarItem };
`;

/** The exports of a module of `extension/src/connect`. */
export const load = (name) => loadModule(`connect/${name}`);

/** The exports of a module of `extension/src`, with the stand-in, or another one. */
export async function loadModule(path, vscode = VSCODE) {
  const name = basename(path);
  const folder = await mkdtemp(join(tmpdir(), "sextant-connect-"));
  const outfile = join(folder, `${name}.mjs`);
  const standIn = {
    name: "vscode",
    setup(build) {
      build.onResolve({ filter: /^vscode$/ }, () => ({ path: "vscode", namespace: "stand-in" }));
      build.onLoad({ filter: /.*/, namespace: "stand-in" }, () => ({ contents: vscode }));
    },
  };
  try {
    await build({
      entryPoints: [join(ROOT, `extension/src/${path}.ts`)],
      outfile,
      bundle: true,
      platform: "node",
      format: "esm",
      mainFields: ["module", "main"],
      plugins: [standIn],
      loader: { ".md": "text" },
      logLevel: "error",
    });
    return await import(outfile);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const BRIDGE = join(ROOT, "build/Release/sextant-mcp");

/** Tools that only read: those that need no approval. */
export const READING = readDefinitions()
  .filter(({ annotations, audience }) => annotations.readOnlyHint && audience !== "people")
  .map(({ name }) => name);

/** A home folder and a project that a test may change, with the files in them; `HOME` is that home meanwhile. */
export async function makeHome(files = {}) {
  const root = await mkdtemp(join(tmpdir(), "sextant-home-"));
  const [home, folder, storage] = ["home", "project", "storage"].map((name) => join(root, name));
  for (const one of [home, folder, storage]) await mkdir(one);
  const put = async (name, text) => {
    const path = name.replace(/^~/, home).replace("<folder>", folder).replace("<storage>", storage);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    return path;
  };
  for (const [name, text] of Object.entries(files)) await put(name, text);
  const before = { HOME: process.env.HOME, SEXTANT_HOME: process.env.SEXTANT_HOME };
  process.env.HOME = home;
  delete process.env.SEXTANT_HOME;
  const remove = async () => {
    for (const [name, value] of Object.entries(before))
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    await rm(root, { recursive: true, force: true });
  };
  return { root, home, folder, storage, put, remove };
}

/** A client in a scope as the command sees it: read, connected, disconnected; what it was is kept under the home. */
export function makeAgent({ plan, originals }, client, scope, home) {
  const { root, folder, storage } = home;
  home.values ??= {};
  const state = { get: (key) => home.values[key], update: async (key, value) => void (home.values[key] = value) };
  const kept = new originals.Originals(state, join(root, "backups"), () => undefined);
  const look = (bridge = BRIDGE) => plan.look(client, scope, { storage, folder }, bridge);
  return {
    look,
    kept,
    /** Returns what takes it back. */
    async connect({ isReplacing, bridge = BRIDGE, tools = READING } = {}) {
      const target = await look(bridge);
      return kept.connect(target, await plan.connectChanges(target, bridge, tools, isReplacing));
    },
    disconnect: async () => kept.disconnect(await plan.disconnectChanges(await look(), kept.find)),
  };
}

/** Connects a client in a scope and writes it; returns what was changed, and the target as it is read then. */
export async function connect({ plan, files }, client, scope, { folder, storage }, bridge = BRIDGE) {
  const roots = { storage, folder };
  const target = await plan.look(client, scope, roots, bridge);
  const changes = await plan.connectChanges(target, bridge, READING);
  await files.writeAll(changes);
  return { changes, target: await plan.look(client, scope, roots, bridge) };
}
