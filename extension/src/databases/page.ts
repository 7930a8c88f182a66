import type { Socket } from "node:net";

import { Failure, type Request, type Sink, type Value } from "./types";

/** Values are cut where the engine would cut them, a few characters later. */
const MOST_CHARACTERS = 2100;
export const MOST_BYTES = 64;
const FRAME_BYTES = 8;
/** The clients hold a row as a whole, however large a value of it is. */
const MOST_ROW_BYTES = 64 * 1024 * 1024;

/** Text as it is, or its beginning with the bytes of the whole. */
export function textValue(text: string): Value {
  const end = text.charCodeAt(MOST_CHARACTERS - 1) >> 10 === 0x36 ? MOST_CHARACTERS - 1 : MOST_CHARACTERS;
  const shown = text.length > MOST_CHARACTERS ? text.slice(0, end) : text;
  const value = shown.includes("\0") ? `z${Buffer.from(shown).toString("hex")}` : `t${shown}`;
  return shown === text ? value : [value, Buffer.byteLength(text)];
}

/** `length`: of the whole, of which these may be the first bytes. */
export function bytesValue(bytes: Buffer, length = bytes.length): Value {
  const value = `b${bytes.toString("hex", 0, MOST_BYTES)}`;
  return length > MOST_BYTES ? [value, length] : value;
}

const sizeOf = (value: Value): number =>
  FRAME_BYTES + (value === null ? 0 : Array.isArray(value) ? value[0].length : value.length);

/** The rows of an answer: those after `skip`, as far as its limits go; the others are counted. */
export class Page implements Sink {
  readonly rows: Value[][] = [];
  seen = 0;
  isAll = false;
  private bytes = 0;
  private isFull = false;
  private until = Infinity;

  constructor(
    private readonly request: Request,
    readonly isCancelled: () => boolean,
  ) {}

  take(row: Value[]): boolean {
    this.seen++;
    if (this.seen <= this.request.skip || this.isFull) return performance.now() < this.until;
    const bytes = row.reduce((sum, value) => sum + sizeOf(value), FRAME_BYTES);
    this.isFull =
      this.rows.length === this.request.maxRows || (this.rows.length > 0 && this.bytes + bytes > this.request.maxBytes);
    if (this.isFull) {
      this.until = performance.now() + this.request.countMs;
      return this.request.countMs > 0;
    }
    this.bytes += bytes;
    this.rows.push(row);
    return true;
  }
}

/** Stops where a server sends more than a row may have before its next one. */
export class RowLimit {
  private bytes = 0;

  constructor(
    private readonly socket: Socket,
    private readonly stop: (failure: Failure) => void,
  ) {
    socket.on("data", this.count);
  }

  private readonly count = ({ length }: Buffer): void => {
    this.bytes += length;
    if (this.bytes <= MOST_ROW_BYTES) return;
    this.end();
    this.stop(new Failure("large"));
  };

  next(): void {
    this.bytes = 0;
  }

  end(): void {
    this.socket.off("data", this.count);
  }
}
