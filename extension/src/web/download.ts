import { randomBytes } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { constants, rmSync } from "node:fs";
import { link, open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import { bodyError, WebError } from "./request";

/** The beginning of a file that could not be had whole. */
interface Part {
  file: string;
  url: string;
  /** By which the server knows that it still has the same file. */
  validator: string;
}

export interface Saved {
  size: number;
  /** So much of it had come before. */
  resumed: number;
}

/** How a file is asked for. */
export interface Request {
  url: string;
  signal: AbortSignal;
  ask: (headers: Record<string, string>) => Promise<IncomingMessage>;
  /** Throws for a redirect or an error, before anything is written. */
  look: (answer: IncomingMessage, isRest: boolean) => void;
}

const MAX_BYTES = 4 * 1024 ** 3;
const NEW = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW;
const MORE = constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW;

/** Another one for each download: two windows may save the same file. */
const newPart = (path: string) =>
  join(dirname(path), `.${basename(path).slice(0, 40)}.${randomBytes(4).toString("hex")}.sextant-part`);

/** A strong ETag, or a date: only by these does a server know that a rest is one of the same file. */
function validatorOf({ etag = "", "last-modified": date = "", "accept-ranges": ranges }: IncomingHttpHeaders): string {
  if (ranges === "none") return "";
  return etag && !etag.startsWith("W/") ? etag : date;
}

/** A part of a file, with the size of the whole where the server says that; undefined: it is none from `start` on. */
function rangeOf(
  { statusCode, headers }: IncomingMessage,
  start: number,
  validator: string,
): { of?: number } | undefined {
  const found = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers["content-range"] ?? "");
  if (statusCode !== 206 || !found || Number(found[1]) !== start || validatorOf(headers) !== validator)
    return undefined;
  return found[2] === "*" ? {} : { of: Number(found[2]) };
}

/** Packed on its way, though that was not wanted: it is not the file, unless that is a packed one. */
function checkEncoding(path: string, { "content-encoding": encoding = "" }: IncomingHttpHeaders): void {
  const isPlain = /^\s*(identity)?\s*$/i.test(encoding) || (/gzip/i.test(encoding) && /\.(gz|tgz|svgz)$/i.test(path));
  if (!isPlain) throw new WebError("encoding", encoding.slice(0, 80));
}

/** The person was asked about a file in this folder, and not in one that a link leads to now. */
async function checkFolder(path: string): Promise<void> {
  const folder = dirname(path);
  if ((await realpath(folder).catch(() => "")) !== folder) throw new WebError("moved");
}

/** The errors of the disk by their names, those of the connection by theirs. */
function diskError(error: unknown): WebError {
  const { code } = error as { code?: unknown };
  return new WebError(code === "ENOSPC" || code === "EDQUOT" ? "full" : "disk", String(code));
}

/** Gives a file its name, unless the name is taken: where links are not possible, after a look. */
async function name(part: string, path: string): Promise<void> {
  try {
    await link(part, path);
    await rm(part, { force: true });
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "EEXIST" || (await stat(path).catch(() => undefined))) throw new WebError("exists");
    await rename(part, path);
  }
}

/** Files that are saved in the workspace: each beside its place, until it is whole. */
export class Downloads {
  private readonly parts = new Map<string, Part>();
  private readonly busy = new Set<string>();
  /** Those that are being written. */
  private readonly open = new Set<string>();
  private isOver = false;

  /** Removes what was begun, when the window ends. */
  dispose(): void {
    this.isOver = true;
    for (const file of [...this.open, ...[...this.parts.values()].map((part) => part.file)])
      rmSync(file, { force: true });
  }

  /** Throws a WebError. */
  async save(path: string, request: Request): Promise<Saved> {
    if (this.busy.has(path)) throw new WebError("twice");
    this.busy.add(path);
    try {
      return await this.resume(path, request);
    } finally {
      this.busy.delete(path);
    }
  }

  private async resume(path: string, { url, signal, ask, look }: Request): Promise<Saved> {
    const known = this.parts.get(path);
    const before = known?.url === url ? await stat(known.file).catch(() => undefined) : undefined;
    const size = before?.isFile() ? before.size : 0;
    const headers: Record<string, string> =
      known && size ? { Range: `bytes=${size}-`, "If-Range": known.validator } : {};
    let answer = await ask(headers);
    const range = known && size ? rangeOf(answer, size, known.validator) : undefined;
    if (size && !range && (answer.statusCode === 416 || answer.statusCode === 206)) {
      answer.destroy();
      answer = await ask({});
    }
    look(answer, range !== undefined);
    const start = range ? size : 0;
    const file = (range && known?.file) ?? newPart(path);
    if (known && known.file !== file) await rm(known.file, { force: true });
    this.parts.delete(path);
    this.open.add(file);
    try {
      checkEncoding(path, answer.headers);
      await checkFolder(path);
      const whole = await this.write(file, answer, start, signal);
      if (range?.of !== undefined && whole < range.of) throw new WebError("broken", `${whole} of ${range.of}`);
      await checkFolder(path);
      await name(file, path);
    } catch (error) {
      answer.destroy();
      const validator = validatorOf(answer.headers);
      const isOpen = error instanceof WebError && /^(slow|broken|cancelled)$/.test(error.why);
      if (isOpen && validator && !this.isOver) this.parts.set(path, { file, url, validator });
      else await rm(file, { force: true }).catch(() => undefined);
      throw error instanceof WebError ? error : diskError(error);
    } finally {
      this.open.delete(file);
    }
    return { size: (await stat(path)).size, resumed: start };
  }

  private async write(file: string, answer: IncomingMessage, start: number, signal: AbortSignal): Promise<number> {
    const rest = Number(answer.headers["content-length"] ?? Number.NaN);
    if (start + rest > MAX_BYTES) throw new WebError("huge");
    const handle = await open(file, start ? MORE : NEW, 0o666);
    let size = start;
    try {
      for (let pieces = answer[Symbol.asyncIterator](); ;) {
        const next = await pieces.next().catch((error: unknown) => {
          throw bodyError(error, signal, `${size}${rest ? ` of ${start + rest}` : ""}`);
        });
        if (next.done) break;
        const piece = next.value as Buffer;
        size += piece.length;
        if (size > MAX_BYTES) throw new WebError("huge");
        await handle.writeFile(piece);
      }
      await handle.sync();
      return size;
    } finally {
      answer.destroy();
      await handle.close();
    }
  }
}
