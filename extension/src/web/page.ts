/** On a thread of its own, as a page can take long: bytes as they were sent -> text for an agent. */
import { parentPort } from "node:worker_threads";
import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";

import { textOf } from "./charset";
import { Writer } from "./markdown";
import { readable, select } from "./readable";
import { treeOf } from "./tree";

export interface Job {
  bytes: Uint8Array;
  /** The header Content-Encoding. */
  encoding: string;
  contentType: string;
  url: string;
  selector: string;
  isRaw: boolean;
  maxBytes: number;
}

/** `why` as of a WebError; empty: there is a text. */
export interface View {
  why: string;
  detail: string;
  /** UTF-8, which the engine takes as it is: to decode it here would hold the editor. */
  text: Uint8Array;
  title: string;
  /** The size of the page, without the encoding in which it was sent. */
  bytes: number;
  isMarkdown: boolean;
  isCut: boolean;
}

const BINARY: [string, RegExp][] = [
  ["application/pdf", /^%PDF-/],
  ["image/png", /^\x89PNG/],
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/gif", /^GIF8/],
  ["application/zip", /^PK\x03\x04/],
  ["application/gzip", /^\x1f\x8b/],
];

class Refusal extends Error {
  constructor(
    readonly why: string,
    readonly detail = "",
  ) {
    super(why);
  }
}

/** Encodings are listed in the order in which they were applied. A body that was cut is read as far as it goes. */
function expand(bytes: Uint8Array, encoding: string, maxOutputLength: number): Uint8Array {
  const names = encoding.toLowerCase().split(/[\s,]+/);
  const known = names.filter((name) => name && name !== "identity").reverse();
  if (known.length > 3) throw new Refusal("encoding", encoding);
  const zlib = { maxOutputLength, finishFlush: constants.Z_SYNC_FLUSH };
  const brotli = { maxOutputLength, finishFlush: constants.BROTLI_OPERATION_FLUSH };
  const inflate = (data: Uint8Array) => {
    // Some servers leave out the header.
    const isPacked = data.length > 1 && ((data[0] as number) & 15) === 8;
    return isPacked ? inflateSync(data, zlib) : inflateRawSync(data, zlib);
  };
  try {
    for (const name of known) {
      if (name === "gzip" || name === "x-gzip") bytes = gunzipSync(bytes, zlib);
      else if (name === "deflate") bytes = inflate(bytes);
      else if (name === "br") bytes = brotliDecompressSync(bytes, brotli);
      else throw new Refusal("encoding", name);
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const isBomb = (error as { code?: string }).code === "ERR_BUFFER_TOO_LARGE";
    throw new Refusal(isBomb ? "expands" : "damaged", encoding);
  }
  return bytes;
}

/** Bytes of a PDF are refused, whatever the server calls them. UTF-16 has zeros. */
function checkText(bytes: Uint8Array, contentType: string): void {
  const head = Buffer.from(bytes.subarray(0, 8000)).toString("latin1");
  const type = BINARY.find(([, begin]) => begin.test(head))?.[0];
  const isWide = /^(\xff\xfe|\xfe\xff)/.test(head) || /;\s*charset\s*=\s*"?\s*utf-?16/i.test(contentType);
  if (type || (!isWide && head.includes("\0"))) throw new Refusal("binary", type ?? "binary data");
}

const encode = (text: string) => new TextEncoder().encode(text);

const isHtml = (type: string, text: string) =>
  /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(type) ||
  (!type && /^\s*<(!doctype html|html|head|body)\b/i.test(text));

function view(job: Job): View {
  // Not all of Node reads memory that threads share.
  const bytes = expand(Buffer.from(job.bytes), job.encoding, job.maxBytes);
  checkText(bytes, job.contentType);
  const text = textOf(bytes, job.contentType).replace(/\0/g, "\ufffd");
  const isPage = isHtml(job.contentType, text);
  if (job.selector && !isPage) throw new Refusal("selects");
  const made = { ...{ why: "", detail: "", title: "" }, bytes: bytes.length, isMarkdown: false, isCut: false };
  if (!isPage || (job.isRaw && !job.selector)) return { ...made, text: encode(text) };
  const { root, title, base, isCut } = treeOf(text);
  const at = URL.canParse(base, job.url) ? new URL(base, job.url).href : job.url;
  const parts = job.selector ? selected(root, job.selector) : readable(root, job.url);
  return { ...made, text: encode(new Writer(at).write(parts)), title, isMarkdown: true, isCut };
}

function selected(...[root, selector]: Parameters<typeof select>): ReturnType<typeof select> {
  let found;
  try {
    found = select(root, selector);
  } catch {
    throw new Refusal("selector", selector);
  }
  if (!found.length) throw new Refusal("nothing", selector);
  return found;
}

parentPort?.on("message", (job: Job) => {
  const none: View = {
    why: "damaged",
    detail: "",
    text: encode(""),
    title: "",
    bytes: 0,
    isMarkdown: false,
    isCut: false,
  };
  try {
    const made = view(job);
    parentPort?.postMessage(made, [made.text.buffer as ArrayBuffer]);
  } catch (error) {
    const { why, detail } = error instanceof Refusal ? error : { why: "failed", detail: "" };
    parentPort?.postMessage({ ...none, why, detail });
  }
});
