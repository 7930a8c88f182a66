import { chmodSync, lstatSync, mkdirSync, mkdtempSync } from "node:fs";
import { join } from "node:path";

/** Whether `folder` is a folder of this user's, no link, and closed to others; made where there is nothing. */
export function isPrivateFolder(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const found = lstatSync(folder);
    if (!found.isDirectory() || found.uid !== process.getuid?.()) return false;
    if (found.mode & 0o077) chmodSync(folder, 0o700);
    return (lstatSync(folder).mode & 0o077) === 0;
  } catch {
    return false;
  }
}

/**
 * A folder of this user's in a place that others write to, too. One that another user has made there
 * under the usual name is left alone: then it gets a name that cannot be guessed.
 */
export function makePrivateFolder(place: string, name: string): string {
  const usual = join(place, name);
  return isPrivateFolder(usual) ? usual : mkdtempSync(`${usual}-`);
}
