/** The shell's language server, from npm; installed once beside the programs of install.mjs. */
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { npmInstall, say, withLock } from "../../extension/build/setup.mjs";
import { cacheFolder, installNode } from "./install.mjs";

const PACKAGE = "bash-language-server";
const VERSION = "5.8.1";

/** Its command line for standard input and output. */
export async function installShellServer() {
  const { node } = await installNode();
  const folder = join(cacheFolder(), `${PACKAGE}-${VERSION}`);
  const program = join(folder, "node_modules", PACKAGE, "out/cli.js");
  await withLock(`${folder}.lock`, async () => {
    if (existsSync(join(folder, "done"))) return;
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    // A package.json of its own keeps npm from looking for a project further up.
    await writeFile(join(folder, "package.json"), "{}\n");
    say(`installing ${PACKAGE} ${VERSION} into ${cacheFolder()}`);
    await npmInstall(["install", "--ignore-scripts", "--no-save", `${PACKAGE}@${VERSION}`], { cwd: folder });
    await writeFile(join(folder, "done"), "");
  });
  return [node, program, "start"];
}
