/** Which of the installed extensions count as language servers, by their manifests. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { loadModule } from "../connect/kit.mjs";

const { workspaceOps } = await loadModule("host/workspace");

const extension = (id, manifest) => ({ id, isActive: true, packageJSON: { main: "main.js", ...manifest } });

const served = async (language) => (await workspaceOps.languageServers(language)).data.map((one) => one.extension);

test("an extension that runs for a language serves it, VS Code's own for PHP does not", async () => {
  const activationEvents = ["onLanguage:php"];
  globalThis.installedExtensions = [
    extension("vscode.php-language-features", { isBuiltin: true, activationEvents }),
    extension("vscode.php", { main: undefined, contributes: { languages: [{ id: "php" }] } }),
  ];
  assert.deepEqual(await served("php"), []);
  const [php] = (await workspaceOps.languages()).data;
  assert.deepEqual([php.id, php.servers], ["php", []]);
  globalThis.installedExtensions.push(extension("bmewburn.vscode-intelephense-client", { activationEvents }));
  assert.deepEqual(await served("php"), ["bmewburn.vscode-intelephense-client"]);
});
