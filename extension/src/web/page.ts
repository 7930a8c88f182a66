/** On a thread of its own, as a page can take long: bytes as they were sent -> text for an agent. */
import { PassThrough, pipeline, Writable } from "node:stream";
import { parentPort } from "node:worker_threads";

import { type Decoder, decoderOf, WESTERN } from "./charset";
import { Writer } from "./markdown";
import { readable, select } from "./readable";
import { TreeReader } from "./tree";
import { Refusal, unpackers } from "./unpack";

export interface Job {
  /** The header Content-Encoding. */
  encoding: string;
  contentType: string;
  url: string;
  selector: string;
  isRaw: boolean;
  maxBytes: number;
}

/** Sent to a thread again and again while a page arrives. */
export interface Arrival {
  /** The first time. */
  job: Job | undefined;
  /** All that is there so far. */
  bytes: Uint8Array;
  isWhole: boolean;
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
/** So much of a page shows its kind. */
const HEAD_BYTES = 8000;

/** Bytes of a PDF are refused, whatever the server calls them. UTF-16 has zeros. */
function checkText(head: string, contentType: string): void {
  const type = BINARY.find(([, begin]) => begin.test(head))?.[0];
  const isWide = /^(\xff\xfe|\xfe\xff)/.test(head) || /;\s*charset\s*=\s*"?\s*utf-?16/i.test(contentType);
  if (type || (!isWide && head.includes("\0"))) throw new Refusal("binary", type ?? "binary data");
}

const encode = (text: string) => new TextEncoder().encode(text);

const isHtml = (type: string, text: string) =>
  /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(type) ||
  (!type && /^\s*<(!doctype html|html|head|body)\b/i.test(text));

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

/** Makes text of the bytes of a page, without the encoding in which it was sent, as they come. */
class Reader extends Writable {
  view: View | undefined;
  private size = 0;
  private head: Buffer[] = [];
  /** A page without a tree has its text in pieces. */
  private readonly texts: Uint8Array[] = [];
  private tree: TreeReader | undefined;

  constructor(
    private readonly job: Job,
    private decoder?: Decoder,
  ) {
    super();
  }

  override _write(bytes: Buffer, _: unknown, done: (error?: Error) => void): void {
    this.attempt(done, () => {
      this.size += bytes.length;
      if (this.size > this.job.maxBytes) throw new Refusal("expands", this.job.encoding);
      this.head.push(bytes);
      if (this.size >= HEAD_BYTES) this.read(false);
    });
  }

  override _final(done: (error?: Error) => void): void {
    this.attempt(done, () => {
      this.read(true);
      this.view = this.viewed();
    });
  }

  private attempt(done: (error?: Error) => void, work: () => void): void {
    try {
      work();
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  private read(isWhole: boolean): void {
    const { contentType, selector, isRaw } = this.job;
    const bytes = this.head.length === 1 ? (this.head[0] as Buffer) : Buffer.concat(this.head);
    this.head = [];
    const isFirst = bytes.length === this.size;
    if (isFirst) checkText(bytes.toString("latin1", 0, HEAD_BYTES), contentType);
    this.decoder ??= decoderOf(bytes, contentType);
    const text = this.decoder(bytes, isWhole).replace(/\0/g, "\ufffd");
    if (isFirst) {
      const isPage = isHtml(contentType, text);
      if (selector && !isPage) throw new Refusal("selects");
      if (isPage && (selector || !isRaw)) this.tree = new TreeReader();
    }
    if (this.tree) this.tree.write(text);
    else this.texts.push(encode(text));
  }

  private viewed(): View {
    const made = { ...{ why: "", detail: "", title: "" }, bytes: this.size, isMarkdown: false, isCut: false };
    if (!this.tree) return { ...made, text: new Uint8Array(Buffer.concat(this.texts)) };
    const { url, selector } = this.job;
    const { root, title, base, isCut } = this.tree.end();
    const at = URL.canParse(base, url) ? new URL(base, url).href : url;
    const parts = selector ? selected(root, selector) : readable(root, url);
    return { ...made, text: encode(new Writer(at).write(parts)), title, isMarkdown: true, isCut };
  }
}

/** One page, from its first bytes to its text. */
class Work {
  private arrived: Uint8Array = new Uint8Array();
  private isWhole = false;
  private input: PassThrough | undefined;
  private sent = 0;
  private hasEnded = false;

  constructor(private readonly job: Job) {}

  add(bytes: Uint8Array, isWhole: boolean): void {
    if (this.hasEnded) return;
    this.arrived = bytes;
    this.isWhole = isWhole;
    this.input ??= this.begin();
    this.send();
  }

  private begin(decoder?: Decoder): PassThrough | undefined {
    const input = new PassThrough();
    const reader = new Reader(this.job, decoder);
    this.sent = 0;
    try {
      const stages = unpackers(this.job.encoding, this.arrived);
      pipeline([input, ...stages, reader], (error?: NodeJS.ErrnoException | null) => this.ended(reader, error));
      return input;
    } catch (error) {
      this.fail(error);
      return undefined;
    }
  }

  private send(): void {
    // Not all of Node reads memory that threads share.
    const piece = Buffer.from(this.arrived.subarray(this.sent));
    this.sent = this.arrived.length;
    if (piece.length) this.input?.write(piece);
    if (this.isWhole) this.input?.end();
  }

  private ended(reader: Reader, error?: NodeJS.ErrnoException | null): void {
    if (reader.view) {
      this.post(reader.view);
    } else if (error?.code === "ERR_ENCODING_INVALID_ENCODED_DATA") {
      // It was taken for UTF-8, as it does not say what it is.
      this.input = this.begin(WESTERN);
      this.send();
    } else {
      this.fail(error?.code && /^(Z_|ERR_)/.test(error.code) ? new Refusal("damaged", this.job.encoding) : error);
    }
  }

  private fail(error: unknown): void {
    const { why, detail } = error instanceof Refusal ? error : { why: "failed", detail: "" };
    this.post({ why, detail, text: encode(""), title: "", bytes: 0, isMarkdown: false, isCut: false });
  }

  private post(view: View): void {
    this.hasEnded = true;
    parentPort?.postMessage(view, [view.text.buffer as ArrayBuffer]);
  }
}

let work: Work | undefined;

parentPort?.on("message", ({ job, bytes, isWhole }: Arrival) => {
  if (job) work = new Work(job);
  work?.add(bytes, isWhole);
});
