import type { Transform } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";

/** Why a page has no text: `why` as of a WebError. */
export class Refusal extends Error {
  constructor(
    readonly why: string,
    readonly detail = "",
  ) {
    super(why);
  }
}

const CHUNK_BYTES = 128 * 1024;
/** A body that was cut is read as far as it goes. */
const ZLIB = { chunkSize: CHUNK_BYTES, finishFlush: constants.Z_SYNC_FLUSH };
const BROTLI = { chunkSize: CHUNK_BYTES, finishFlush: constants.BROTLI_OPERATION_FLUSH };

/** Streams that undo the encodings of a body, which are listed in the order in which they were applied. Throws a Refusal. */
export function unpackers(encoding: string, head: Uint8Array): Transform[] {
  const names = encoding.toLowerCase().split(/[\s,]+/);
  const known = names.filter((name) => name && name !== "identity").reverse();
  if (known.length > 3) throw new Refusal("encoding", encoding);
  return known.map((name, i) => {
    if (name === "gzip" || name === "x-gzip") return createGunzip(ZLIB);
    if (name === "br") return createBrotliDecompress(BROTLI);
    if (name !== "deflate") throw new Refusal("encoding", name);
    // Some servers leave out the header.
    const isPacked = i > 0 || (head.length > 1 && ((head[0] as number) & 15) === 8);
    return isPacked ? createInflate(ZLIB) : createInflateRaw(ZLIB);
  });
}
