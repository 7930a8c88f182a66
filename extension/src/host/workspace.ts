import * as vscode from "vscode";

import { toPath } from "./convert";
import type { HostOps } from "./ops";

/** Built-in extensions that run for a language, and know no declarations of the workspace. */
const BUILT_IN_HELPERS = ["vscode.php-language-features"];

function serves(id: string, manifest: Manifest, language: string): boolean {
  if ((!manifest.main && !manifest.browser) || BUILT_IN_HELPERS.includes(id)) return false;
  const events = manifest.activationEvents ?? [];
  // The editor's own extensions say so; git's contributes languages and serves none.
  const languages = manifest.isBuiltin ? [] : (manifest.contributes?.languages ?? []);
  return events.includes(`onLanguage:${language}`) || languages.some((contributed) => contributed.id === language);
}

interface Manifest {
  isBuiltin?: boolean;
  main?: string;
  browser?: string;
  activationEvents?: string[];
  contributes?: { languages?: { id: string; extensions?: string[]; filenames?: string[] }[] };
}

/** Extensions whose manifests say that they run for the language. */
function serversOf(language: string) {
  const servers = vscode.extensions.all.filter((e) => serves(e.id, e.packageJSON as Manifest, language));
  return servers.map((e) => ({ extension: e.id, active: e.isActive }));
}

export const workspaceOps: HostOps = {
  /** Timers that extensions have set before, for no longer, have gone off when it ends. */
  async pause(ms: number) {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return { data: null };
  },

  async findFiles(glob: string, max: number) {
    const files = await vscode.workspace.findFiles(glob, undefined, max);
    return { data: files.map(toPath) };
  },

  async memorySettings() {
    const location = vscode.workspace.getConfiguration("sextant").get("memory.location");
    return { data: { location, isTrusted: vscode.workspace.isTrusted } };
  },

  async languageServers(language: string) {
    return { data: serversOf(language) };
  },

  /** Every language that an extension contributes, with its files and its servers. */
  async languages() {
    const files = new Map<string, string[]>();
    for (const extension of vscode.extensions.all) {
      for (const one of (extension.packageJSON as Manifest).contributes?.languages ?? []) {
        const named = [...(one.extensions ?? []), ...(one.filenames ?? [])];
        files.set(one.id, [...(files.get(one.id) ?? []), ...named.map((name) => name.toLowerCase())]);
      }
    }
    return { data: [...files].map(([id, of]) => ({ id, files: of, servers: serversOf(id) })) };
  },
};
