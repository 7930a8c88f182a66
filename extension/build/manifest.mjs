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
    // The editor offers the setting's array as its JSON text.
    when: `config.sextant.toolsets =~ /"${toolset}"/`,
    modelDescription: description,
    canBeReferencedInPrompt: true,
    icon: `$(${icon})`,
    inputSchema,
  };
}

export function shippedManifest() {
  const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  for (const key of NOT_SHIPPED) delete manifest[key];
  const tools = readDefinitions().filter(({ audience }) => audience !== "people");
  manifest.contributes.languageModelTools = tools.map(toContribution);
  return manifest;
}
