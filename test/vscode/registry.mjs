/**
 * The files in which each window says that it is there, as the bridge reads them.
 */
import { readdir, readFile, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";

/** The user's own state folder. */
export function stateFolder() {
  return process.env.SEXTANT_HOME || join(homedir(), ".sextant");
}

/** All windows registered in `home`, living or not: what their files hold, and `file` itself. */
export async function listWindows(home) {
  const folder = join(home, "windows");
  const names = await readdir(folder).catch(() => []);
  const windows = await Promise.all(
    names.filter((name) => name.endsWith(".json")).map((name) => readWindow(join(folder, name))),
  );
  return windows.filter(Boolean);
}

/** The registered window that has all `folders` open and satisfies `accept`, or undefined. */
export async function findWindow(home, folders, accept = () => true) {
  const windows = await listWindows(home);
  const has = (window) => folders.every((folder) => window.folders?.includes(folder));
  return windows.find((window) => has(window) && accept(window));
}

/** Removes what a window that was ended from outside has left: its file and its socket. */
export async function forgetWindow({ file, socket }) {
  await rm(file, { force: true });
  await rm(socket, { force: true });
}

async function readWindow(path) {
  try {
    return { ...JSON.parse(await readFile(path, "utf8")), file: path };
  } catch {
    return undefined; // just removed
  }
}
