import { randomBytes } from "node:crypto";
import { constants, existsSync } from "node:fs";
import * as fs from "node:fs/promises";
import { homedir } from "node:os";
import { basename, delimiter, dirname, join, normalize } from "node:path";
import * as vscode from "vscode";

import { windowId } from "../doors/registry";
import type { Client, FileName } from "./clients";

const MAX_BACKUPS = 100;
const MAX_BYTES = 4 * 1024 * 1024;
const { t } = vscode.l10n;

/** The folders in a `FileName`. */
export interface Roots {
  storage: string;
  folder?: string;
}

function variable(name: string): string | undefined {
  const [, section, key] = /^([^.]+)\.(.+)$/.exec(name) ?? [];
  return section && key ? vscode.workspace.getConfiguration(section).get<string>(key) : process.env[name];
}

function fill(name: string, { storage, folder = "" }: Roots): string {
  let path = name;
  // From the inside out.
  for (let before = ""; before !== path;) {
    before = path;
    path = path.replace(
      /\$\{([^${}:]+):-([^${}]*)\}/,
      (_, key: string, otherwise: string) => variable(key) || otherwise,
    );
  }
  path = path.replace("<storage>", () => storage).replace("<folder>", () => folder);
  return normalize(path.replace(/^~(?=\/|$)/, () => homedir()));
}

/** The path that is meant. */
export function choose(name: FileName, roots: Roots): string {
  const paths = [name].flat().map((one) => fill(one, roots));
  return paths.find((path) => existsSync(path)) ?? paths[0] ?? "";
}

/** Shorter, as people write it. */
export function tildify(path: string): string {
  return path.startsWith(join(homedir(), "/")) ? join("~", path.slice(homedir().length)) : path;
}

/** Whether there are signs that the client is installed where the extension runs. */
export function isInstalled({ found }: Client, roots: Roots): boolean {
  const { extensions = [], programs = [], folders = [], editor } = found;
  if (editor && vscode.env.appName.includes(editor)) return true;
  if (extensions.some((id) => vscode.extensions.getExtension(id))) return true;
  const places = [...(process.env["PATH"] ?? "").split(delimiter), join(homedir(), ".local/bin")];
  const isProgram = (name: string) =>
    places.some((place) => place && ["", ".exe", ".cmd"].some((end) => existsSync(join(place, name + end))));
  return programs.some(isProgram) || folders.some((name) => existsSync(fill(name, roots)));
}

/** The file to which a path leads. */
export async function resolveLinks(path: string): Promise<string> {
  if (existsSync(path)) return fs.realpath(path);
  if (await fs.lstat(path).catch(() => undefined))
    throw new Error(t("'{0}' is a link to a file that does not exist. Create that file or delete the link.", path));
  return path;
}

/** Adds to an error of the file system what a person can do about it. */
function explain(error: unknown, path: string): unknown {
  const { code = "" } = error as NodeJS.ErrnoException;
  if (["EACCES", "EPERM", "EROFS"].includes(code))
    return new Error(t("'{0}' cannot be read or written by you. Change its rights, or those of its folder.", path));
  if (["ENOTDIR", "EEXIST"].includes(code))
    return new Error(t("'{0}' cannot be used: a file is in the place of its folder. Move that file away.", path));
  return error;
}

/** Bytes of an open file; never waits for another program, as a pipe or a device would. */
async function readBytes(file: fs.FileHandle, path: string): Promise<Buffer> {
  const there = await file.stat();
  if (!there.isFile()) throw new Error(t("'{0}' is not a file. Move it away, then try again.", path));
  const bytes = Buffer.alloc(MAX_BYTES + 1);
  let length = 0;
  for (let read = 1; read > 0 && length < bytes.length; length += read)
    read = (await file.read(bytes, length, bytes.length - length, length)).bytesRead;
  if (length > MAX_BYTES) throw new Error(t("'{0}' is larger than 4 MB. Make it smaller, then try again.", path));
  return bytes.subarray(0, length);
}

/** Nothing where there is no file. */
export async function readText(path: string): Promise<string | undefined> {
  let bytes: Buffer;
  try {
    const file = await fs.open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    bytes = await readBytes(file, path).finally(() => file.close());
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw explain(error, path);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Error(t("'{0}' is not valid UTF-8. Save it as UTF-8, then try again.", path));
  }
}

/** A file before and after; `undefined`: there is none. */
export interface FileChange {
  path: string;
  before: string | undefined;
  after: string | undefined;
  /** The first of the folders that were made for the file, if any: they go with it. */
  folder?: string | undefined;
}

async function refuseChanged({ path, before }: FileChange): Promise<void> {
  if ((await readText(path)) !== before) throw new Error(t("'{0}' has changed since. Try again.", path));
}

/** Removes the folders of a file that does not exist, as far as they are empty, up to the first that was made. */
async function removeFolders(path: string, first: string | undefined): Promise<void> {
  for (let folder = dirname(path); first && folder.startsWith(first); folder = dirname(folder))
    if (await fs.rmdir(folder).catch(() => true)) return;
}

/** Puts the new file in the place of the old one in one step, with its owner, group and mode. */
async function write(change: FileChange): Promise<void> {
  const { path, before, after } = change;
  await refuseChanged({ path, before, after });
  if (after === undefined) {
    await fs.rm(path, { force: true });
    return removeFolders(path, change.folder);
  }
  const there = await fs.stat(path).catch(() => undefined);
  if (there && there.nlink > 1) throw new Error(t("'{0}' has other names (hard links). Change it by hand.", path));
  const next = `${path}.sextant-${windowId}`;
  try {
    change.folder = (await fs.mkdir(dirname(path), { recursive: true })) ?? change.folder;
    const file = await fs.open(next, "wx", there?.mode ?? 0o644);
    try {
      const made = await file.stat();
      if (there && (there.uid !== made.uid || there.gid !== made.gid))
        await file.chown(there.uid, there.gid).catch(() => {
          if (there.uid !== made.uid) throw new Error(t("'{0}' belongs to another user. Change it by hand.", path));
        });
      if (there) await file.chmod(there.mode);
      await file.writeFile(after);
      await file.sync();
    } finally {
      await file.close();
    }
    await refuseChanged({ path, before, after });
    await fs.rename(next, path);
  } catch (error) {
    await fs.rm(next, { force: true }).catch(() => undefined);
    if (before === undefined) await removeFolders(path, change.folder);
    throw explain(error, path);
  }
}

async function refuseUnsafe(change: FileChange): Promise<void> {
  const { path } = change;
  if (vscode.workspace.textDocuments.some((one) => one.isDirty && one.uri.fsPath === path))
    throw new Error(t("'{0}' has unsaved edits. Save or revert it, then try again.", path));
  await refuseChanged(change);
  const there = await fs.stat(path).catch(() => undefined);
  if (there && !(there.mode & 0o222)) throw new Error(t("'{0}' is read-only. Make it writable, then try again.", path));
}

/** Writes all or none. Files that are read-only, have unsaved edits or are not as before are refused. */
export async function writeAll(changes: readonly FileChange[]): Promise<void> {
  for (const change of changes) await refuseUnsafe(change);
  const written: FileChange[] = [];
  try {
    for (const change of changes) {
      await write(change);
      written.push(change);
    }
  } catch (error) {
    for (const { path, before, after, folder } of written.reverse())
      // The first error is reported; the others' copies are kept.
      await write({ path, before: after, after: before, folder }).catch(() => undefined);
    throw error;
  }
}

/** Keeps a copy in `folder`, for this user alone; returns its path. Many copies later it goes, unless it is in `kept`. */
export async function backUp(folder: string, path: string, text: string, kept: readonly unknown[] = []) {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  const time = new Date().toISOString().replace(/[:.]/g, "-");
  const copy = join(folder, `${time}-${randomBytes(3).toString("hex")}-${basename(path)}`);
  await fs.writeFile(copy, text, { mode: 0o600, flag: "wx" });
  for (const name of (await fs.readdir(folder)).sort().slice(0, -MAX_BACKUPS))
    if (!kept.includes(join(folder, name))) await fs.rm(join(folder, name), { force: true });
  return copy;
}
