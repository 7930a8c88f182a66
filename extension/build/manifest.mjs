// The extension's manifest: package.json without what only building and testing need, and with a
// language-model tool for each definition in native/tools.
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { readDefinitions } from "../../native/tools/embed.mjs";
import { ROOT } from "./setup.mjs";

const NOT_SHIPPED = ["scripts", "devDependencies", "config", "gypfile", "private"];

function toContribution({ name, toolset, icon, description, inputSchema, languageModelTool }) {
  return {
    name,
    ...languageModelTool,
    // Its key is set once an MCP server is gone. The editor offers the setting's array as its JSON text.
    when: `sextant.hasChatTools && config.sextant.toolsets =~ /"${toolset}"/`,
    modelDescription: description,
    canBeReferencedInPrompt: true,
    icon: `$(${icon})`,
    inputSchema,
  };
}

/** The manifest with the texts of package.nls.json in their places, as the editor shows it. */
export function readManifest() {
  const read = (file) => JSON.parse(readFileSync(join(ROOT, file), "utf8"));
  const texts = read("extension/package.nls.json");
  const fill = (value) => {
    if (typeof value === "string") return value.replace(/^%(.+)%$/, (_, key) => texts[key]);
    if (Array.isArray(value)) return value.map(fill);
    if (!value || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fill(one)]));
  };
  return fill(read("package.json"));
}

/** All settings, of all groups. */
export function settingsOf({ contributes }) {
  return Object.assign({}, ...contributes.configuration.map(({ properties }) => properties));
}

export function shippedManifest() {
  const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  for (const key of NOT_SHIPPED) delete manifest[key];
  const tools = readDefinitions().filter(({ audience }) => audience !== "people");
  manifest.contributes.languageModelTools = tools.map(toContribution);
  return manifest;
}
