import { copyFile, lstat, mkdir, readFile, readlink, rename, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";

import { stateFolder, windowId } from "./registry";

/** The name of the bridge's program. */
export const BRIDGE = process.platform === "win32" ? "sextant-mcp.exe" : "sextant-mcp";

/** The version of the extension that a bridge is part of; undefined when it is gone. */
async function versionOf(bridge: string): Promise<string | undefined> {
  try {
    const manifest = JSON.parse(await readFile(join(dirname(bridge), "../../package.json"), "utf8")) as unknown;
    return (manifest as { version: string }).version;
  } catch {
    return undefined;
  }
}

function isOlder(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split(".").map((part) => Number.parseInt(part, 10) || 0));
  for (let i = 0; i < 3; i++) if (a?.[i] !== b?.[i]) return (a?.[i] ?? 0) < (b?.[i] ?? 0);
  return false;
}

/**
 * Makes `bin/sextant-mcp` in the state folder lead to the bridge of this extension, so that what agents
 * are configured with outlives updates. Several editors may have Sextant: the newest version wins.
 * Returns the path.
 */
export async function linkBridge(extensionPath: string, version: string): Promise<string> {
  const own = join(extensionPath, "dist", "bin", BRIDGE);
  const folder = join(stateFolder(), "bin");
  const path = join(folder, BRIDGE);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const next = join(folder, `${BRIDGE}.${windowId}.tmp`);
  if (process.platform === "win32") {
    await copyFile(own, next); // links need rights there that people do not have
  } else {
    const there = await lstat(path).catch(() => undefined);
    if (there && !there.isSymbolicLink()) return path; // a person's own program
    const target = there && (await readlink(path));
    const known = target && (await versionOf(target));
    if (target === own || (known && !isOlder(known, version))) return path;
    await symlink(own, next);
  }
  await rename(next, path);
  return path;
}
