import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";

import { type Addon, loadAddon } from "../engine";
import { messageOf } from "./convert";

/** The addon of the package, as extension/build/package.mjs has noted it. */
interface Noted {
  bytes: number;
  sha256: string;
}

/** So much is hashed at once: less than half a millisecond on the main thread. */
const PIECE_BYTES = 256 * 1024;

const { t } = vscode.l10n;

/** The addon cannot be used: installing the extension again helps. */
export class AddonError extends Error {}

function fail(path: string, detail: string): never {
  throw new AddonError(t("'{0}' is damaged: {1}. Install the extension again, then reload the window.", path, detail));
}

/** Web Crypto would do it on another thread, but to load it and to copy for it takes the main thread twice as long. */
async function hashOf(path: string): Promise<Noted> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES }) as AsyncIterable<Buffer>) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { bytes, sha256: hash.digest("hex") };
}

/**
 * Throws where the addon is not the one of the package: the system's loader maps a file without a look at its end, so
 * that a truncated one would end the extension host with all extensions.
 */
async function verify(path: string): Promise<void> {
  const notes = readFile(`${path}.json`, "utf8").then((text) => JSON.parse(text) as Noted);
  const [noted, found] = await Promise.all([notes, hashOf(path)]).catch((error: unknown) =>
    fail(path, messageOf(error)),
  );
  if (found.bytes !== noted.bytes) fail(path, t("it has {0} bytes instead of {1}", found.bytes, noted.bytes));
  if (found.sha256 !== noted.sha256) fail(path, t("its contents have changed"));
}

/** Loads the addon of the folder `dist`; rejects with the reason and what to do where it cannot be used. */
export async function openAddon(dist: string): Promise<Addon> {
  const path = join(dist, "sextant.node");
  await verify(path);
  try {
    return loadAddon(path);
  } catch (error) {
    const text = t(
      "The native engine could not be loaded on {0}: {1}. Install the version of the extension that is made for this platform.",
      `${process.platform}-${process.arch}`,
      messageOf(error).replace(/\.$/, ""),
    );
    throw new AddonError(text);
  }
}
