/**
 * Bundles the test-only extension into a folder that VS Code takes as an installed extension.
 */
import { copyFile, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const HERE = dirname(fileURLToPath(import.meta.url));

/** Makes the extension's folder `into`. */
export async function buildTestExtension(into) {
  await mkdir(into, { recursive: true });
  await build({
    entryPoints: [join(HERE, "src/extension.js")],
    outfile: join(into, "extension.js"),
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    external: ["vscode"],
    logLevel: "warning",
    logOverride: { "commonjs-variable-in-esm": "silent" },
  });
  await copyFile(join(HERE, "package.json"), join(into, "package.json"));
  return into;
}
