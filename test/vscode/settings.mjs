/**
 * Settings of an editor for tests and `npm start`: nothing that greets, asks, reports home or
 * covers the page; everything else as VS Code ships it.
 */
import { readFile } from "node:fs/promises";
import { SetupError } from "../../extension/build/setup.mjs";

export const QUIET = {
  "workbench.startupEditor": "none",
  "workbench.welcomePage.walkthroughs.openOnInstall": false,
  "workbench.tips.enabled": false,
  "workbench.enableExperiments": false,
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "security.workspace.trust.enabled": false,
  "telemetry.telemetryLevel": "off",
  "update.mode": "none",
  "extensions.autoCheckUpdates": false,
  "extensions.autoUpdate": false,
  "extensions.ignoreRecommendations": true,
  "git.openRepositoryInParentFolders": "never",
  "git.autofetch": false,
  "files.simpleDialog.enable": true,
  "typescript.disableAutomaticTypeAcquisition": true,
  "npm.fetchOnlinePackageInfo": false,
  "json.schemaDownload.enable": false,
};

/** On top of it: folders are not trusted, and no question or banner says so. */
export const RESTRICTED = {
  "security.workspace.trust.enabled": true,
  "security.workspace.trust.startupPrompt": "never",
  "security.workspace.trust.banner": "never",
};

/** The settings of a JSON file, comments and trailing commas allowed as VS Code does. */
export async function readSettings(path) {
  const text = await readFile(path, "utf8").catch((error) => {
    throw new SetupError(`Cannot read the settings file '${path}': ${error.message}`);
  });
  try {
    const settings = JSON.parse(withoutComments(text));
    if (settings !== null && typeof settings === "object" && !Array.isArray(settings)) return settings;
  } catch (error) {
    throw new SetupError(`The settings file '${path}' is not JSON: ${error.message}`);
  }
  throw new SetupError(`The settings file '${path}' must hold one JSON object.`);
}

function withoutComments(text) {
  const string = /"(?:[^"\\]|\\.)*"/.source;
  const comment = /\/\/[^\n]*|\/\*[\s\S]*?\*\//.source;
  const keepStrings = (pattern) => new RegExp(`(${string})|${pattern}`, "g");
  return text
    .replace(keepStrings(comment), (_, kept) => kept ?? "")
    .replace(keepStrings(/,(?=\s*[}\]])/.source), (_, kept) => kept ?? "");
}
