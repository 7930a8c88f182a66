import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { constants, rmSync } from "node:fs";
import { link, open, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

import { bodyError, WebError } from "./request";

/** The beginning of a file that could not be had whole. */
interface Part {
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
  look: (answer: IncomingMessage) => void;
}

const MAX_BYTES = 4 * 1024 ** 3;
const NEW = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW;
const MORE = constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW;

const partOf = (path: string) => join(dirname(path), `.${basename(path)}.sextant-part`);

/** A strong ETag, or a date: only by these does a server know that a rest is one of the same file. */
function validatorOf({ etag = "", "last-modified": date = "", "accept-ranges": ranges }: IncomingHttpHeaders): string {
  if (ranges === "none") return "";
  return etag && !etag.startsWith("W/") ? etag : date;
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

  /** Removes what was begun, when the window ends. */
  dispose(): void {
    for (const path of this.parts.keys()) rmSync(partOf(path), { force: true });
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
    const file = partOf(path);
    const known = this.parts.get(path);
    const before = known?.url === url ? await stat(file).catch(() => undefined) : undefined;
    const size = before?.isFile() ? before.size : 0;
    const range: Record<string, string> = known && size ? { Range: `bytes=${size}-`, "If-Range": known.validator } : {};
    let answer = await ask(range);
    const isRest = answer.statusCode === 206 && answer.headers["content-range"]?.startsWith(`bytes ${size}-`);
    if (size && (answer.statusCode === 416 || (answer.statusCode === 206 && !isRest))) {
      answer.destroy();
      answer = await ask({});
    }
    const start = isRest ? size : 0;
    look(answer);
    this.parts.delete(path);
    try {
      if (!start) await rm(file, { force: true });
      await this.write(file, answer, start, signal);
      await name(file, path);
    } catch (error) {
      const validator = validatorOf(answer.headers);
      const isOpen = error instanceof WebError && /^(slow|broken|cancelled)$/.test(error.why);
      if (isOpen && validator) this.parts.set(path, { url, validator });
      else await rm(file, { force: true }).catch(() => undefined);
      throw error instanceof WebError ? error : diskError(error);
    }
    return { size: (await stat(path)).size, resumed: start };
  }

  private async write(file: string, answer: IncomingMessage, start: number, signal: AbortSignal): Promise<void> {
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
    } finally {
      answer.destroy();
      await handle.close();
    }
  }
}
