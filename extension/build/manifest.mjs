// Keeps package.json's block of language-model tools the same as the definitions in native/tools.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { readDefinitions } from "../../native/tools/embed.mjs";
import { ROOT } from "./setup.mjs";

const MANIFEST = join(ROOT, "package.json");

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

/** Rewrites the block; returns whether it was out of date. */
export function updateManifest({ checkOnly = false } = {}) {
  const text = readFileSync(MANIFEST, "utf8");
  const manifest = JSON.parse(text);
  const tools = readDefinitions().filter(({ audience }) => audience !== "people").map(toContribution);
  const isOld = JSON.stringify(manifest.contributes.languageModelTools) !== JSON.stringify(tools);
  if (isOld && !checkOnly) {
    manifest.contributes.languageModelTools = tools;
    writeFileSync(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
  }
  return isOld;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) updateManifest();
