import { createHash } from "node:crypto";
import { constants } from "node:fs";
import {
  access,
  chmod,
  copyFile,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";

import { isPrivateFolder } from "./private-folder";
import { stateFolder, windowId } from "./registry";

const IS_WINDOWS = process.platform === "win32";

/** The name of the bridge's program. */
export const BRIDGE = IS_WINDOWS ? "sextant-mcp.exe" : "sextant-mcp";

/** Beside a copy of the bridge: the extension that it is of. */
const ORIGIN = "origin.json";

/** How long what is not used any more is kept, as another window may be about to use it. */
const KEPT_MS = 24 * 60 * 60 * 1000;

interface Origin {
  version: string;
  extension: string;
}

async function readJson<T>(path: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as T;
  } catch {
    return undefined;
  }
}

function isOlder(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split(".").map((part) => Number.parseInt(part, 10) || 0));
  for (let i = 0; i < 3; i++) if (a?.[i] !== b?.[i]) return (a?.[i] ?? 0) < (b?.[i] ?? 0);
  return false;
}

/** Whether a copy is of a newer extension than `version` that is still installed. */
async function isNewer(origin: Origin | undefined, version: string): Promise<boolean> {
  if (!origin || !isOlder(version, origin.version)) return false;
  const installed = await readJson<{ version: string }>(join(origin.extension, "package.json"));
  return installed?.version === origin.version;
}

const isProgram = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

async function refuseForeign(folder: string): Promise<void> {
  if (IS_WINDOWS) return void (await mkdir(folder, { recursive: true }));
  const isOurs = isPrivateFolder(folder) && (await stat(dirname(folder))).uid === process.getuid?.();
  if (!isOurs) throw new Error(`'${folder}' is not a folder of this user's`);
}

/** Removes copies and unfinished work of windows that have ended. A program that runs goes on without its file. */
async function cleanUp(folder: string, used: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const isOurs = /^\d[\w.-]*-[0-9a-f]{8}$|\.(tmp|old)$/.test(name);
    const { mtimeMs } = await stat(join(path, ORIGIN)).catch(() => lstat(path));
    if (isOurs && name !== used && Date.now() - mtimeMs > KEPT_MS) await rm(path, { recursive: true, force: true });
  }
}

/** The bridge in a folder of its version and contents; it stays there when the extension's folder is removed. */
async function copyBridge(folder: string, own: string, origin: Origin): Promise<string> {
  const hash = createHash("sha256")
    .update(await readFile(own))
    .digest("hex");
  const name = `${origin.version}-${hash.slice(0, 8)}`;
  const copy = join(folder, name);
  const there = await readFile(join(copy, BRIDGE)).catch(() => undefined);
  const isWhole = there && createHash("sha256").update(there).digest("hex") === hash;
  if (!isWhole) {
    const next = join(folder, `${name}.${windowId}.tmp`);
    await mkdir(next, { mode: 0o700 });
    await copyFile(own, join(next, BRIDGE));
    await chmod(join(next, BRIDGE), 0o755);
    await writeFile(join(next, ORIGIN), JSON.stringify(origin));
    if (there) await rename(copy, join(folder, `${name}.${windowId}.old`));
    await rename(next, copy).catch(async (error: unknown) => {
      await rm(next, { recursive: true, force: true });
      if (!(await isProgram(join(copy, BRIDGE)))) throw error; // else another window was first
    });
  }
  await writeFile(join(copy, ORIGIN), JSON.stringify(origin)); // its time is that of its last use
  return name;
}

/** Links need rights on Windows that people do not have, and a program that runs can only be moved away. */
async function replaceProgram(folder: string, own: string, origin: Origin): Promise<void> {
  const path = join(folder, BRIDGE);
  const [now, wanted] = await Promise.all([readFile(path).catch(() => undefined), readFile(own)]);
  if (now?.equals(wanted)) return;
  const next = `${path}.${windowId}.tmp`;
  await copyFile(own, next);
  try {
    await rename(next, path);
  } catch {
    const old = `${path}.${windowId}.old`;
    await rename(path, old);
    await rename(next, path).catch(async (error: unknown) => {
      await rename(old, path);
      throw error;
    });
  }
  await writeFile(join(folder, ORIGIN), JSON.stringify(origin));
}

async function replaceLink(folder: string, wanted: string): Promise<void> {
  const next = join(folder, `${BRIDGE}.${windowId}.tmp`);
  await rm(next, { force: true });
  await symlink(wanted, next);
  await rename(next, join(folder, BRIDGE));
}

/**
 * Makes `bin/sextant-mcp` in the state folder the bridge of this extension, so that what agents are configured
 * with outlives updates: a link to a copy, as the editor removes the folder of an old version before the new one
 * is active. Several editors may have Sextant: the newest version that is installed wins. Returns the path.
 */
export async function linkBridge(extensionPath: string, version: string, warn = (_: string) => {}): Promise<string> {
  const own = join(extensionPath, "dist", "bin", BRIDGE);
  const folder = join(stateFolder(), "bin");
  const path = join(folder, BRIDGE);
  const origin = { version, extension: extensionPath };
  await refuseForeign(folder);
  if (IS_WINDOWS) {
    if (!(await isNewer(await readJson<Origin>(join(folder, ORIGIN)), version)))
      await replaceProgram(folder, own, origin);
    await cleanUp(folder, "").catch(() => undefined);
    return path;
  }
  const there = await lstat(path).catch(() => undefined);
  if (there && !there.isSymbolicLink()) {
    if (there.isFile() && (await isProgram(path))) return path; // a person's own program
    throw new Error(`'${path}' is not a program. Move it away, then reload the window.`);
  }
  const target = there && (await readlink(path));
  const known = target && (await readJson<Origin>(join(folder, dirname(target), ORIGIN)));
  if (known && (await isProgram(path)) && (await isNewer(known, version))) return path;
  // A folder whose programs may not be started, or without room: then the extension's own.
  const name = await copyBridge(folder, own, origin).catch(() => undefined);
  const wanted = name && (await isProgram(join(folder, name, BRIDGE))) ? join(name, BRIDGE) : own;
  if (target !== wanted) {
    try {
      await replaceLink(folder, wanted);
    } catch (error) {
      if (!(await isProgram(path))) throw error;
      // A folder that can only be read, say: the version that is there serves this window as well.
      warn(`'${path}' stays as it is: ${String(error)}`);
      return path;
    }
  }
  await cleanUp(folder, name ?? "").catch(() => undefined);
  return path;
}
