import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
// By these names, and not by those with `node:`, the editor gives extensions its proxy and its certificates.
import * as http from "http";
import * as https from "https";
import { isIP, type LookupFunction } from "node:net";
import { networkInterfaces } from "node:os";

import { hostOf, isPrivate } from "./address";

/** `why`: a word for the engine, which has the sentences (native/web/reasons.c), or the system's name of an error. */
export class WebError extends Error {
  constructor(
    readonly why: string,
    readonly detail = "",
  ) {
    super(why);
  }
}

export type Resolver = (host: string) => Promise<LookupAddress[]>;
export const systemResolver: Resolver = (host) => lookup(host, { all: true, order: "verbatim" });

export interface Sending {
  method?: string;
  headers?: http.OutgoingHttpHeaders;
  body?: string;
  signal: AbortSignal;
  /** The person has named this host: it may have any address. */
  isTrusted: boolean;
  resolver: Resolver;
  sharesAgent: boolean;
}

const AGENT = "Sextant (VS Code extension)";

/** Why a body ended before its end, after so much of it. A connection that we end ourselves reports only that. */
export function bodyError(error: unknown, signal: AbortSignal, detail: string): WebError {
  const { why } = errorOf(signal.aborted ? signal.reason : error);
  return new WebError(why === "timeout" ? "slow" : why === "cancelled" ? why : "broken", detail);
}

/** Errors may quote what was sent, and so a key: only the names of errors go on. */
export function errorOf(error: unknown): WebError {
  if (error instanceof WebError) return error;
  const { name, code } = error as { name?: string; code?: unknown };
  if (name === "TimeoutError") return new WebError("timeout");
  if (name === "AbortError") return new WebError("cancelled");
  return new WebError(/^[A-Z][A-Z0-9_]{2,60}$/.test(String(code)) ? String(code) : "unreachable");
}

/** An http or https URL with a host, and without a name and a password. */
export function parse(text: string, base?: string): URL {
  if (!URL.canParse(text, base)) throw new WebError("url");
  const url = new URL(text, base);
  if (!/^https?:$/.test(url.protocol)) throw new WebError("scheme", url.protocol);
  if (url.username || url.password) throw new WebError("credentials");
  url.hash = "";
  return url;
}

/** Whether this machine has any address but its own. */
export const hasNetwork = (): boolean =>
  Object.values(networkInterfaces()).some((list) => list?.some(({ internal }) => !internal));

/** Each address that the host has, of which none may be private. Fails later where a proxy may know a host that we do not. */
async function resolve(url: URL, { isTrusted, resolver }: Sending): Promise<LookupAddress[] | Error> {
  const host = hostOf(url);
  const family = isIP(host);
  const found = family ? [{ address: host, family }] : await resolver(host).catch((error: Error) => error);
  if (found instanceof Error) return found;
  const hidden = isTrusted ? undefined : found.find(({ address }) => isPrivate(address));
  if (hidden) throw new WebError("private", family ? url.host : `${url.host} (${hidden.address})`);
  return found;
}

/** The addresses that were checked, and no others: a name that is resolved once more may lead elsewhere. */
const onlyThese =
  (found: LookupAddress[] | Error): LookupFunction =>
  (_host, { all, family }, done) => {
    if (found instanceof Error) return done(found, "");
    const fit = found.filter((one) => !family || one.family === Number(String(family).slice(-1)));
    const [first] = fit;
    if (!first) return done(Object.assign(new Error(), { code: "ENOTFOUND" }), "");
    return all ? done(null, fit) : done(null, first.address, first.family);
  };

async function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return new Promise((done, fail) => {
    const stop = () => fail(signal.reason as Error);
    signal.addEventListener("abort", stop, { once: true });
    void work.then(done, fail).finally(() => signal.removeEventListener("abort", stop));
  });
}

/**
 * Sends one request and gives the answer when its head is there; redirects are not followed. Each has a connection of
 * its own, to an address that was checked. Throws a WebError.
 */
export async function send(url: URL, sending: Sending): Promise<http.IncomingMessage> {
  const { method = "GET", headers, body, signal } = sending;
  try {
    const found = await abortable(resolve(url, sending), signal);
    const options: https.RequestOptions = {
      method,
      signal,
      agent: sending.sharesAgent ? undefined : false,
      lookup: onlyThese(found),
      headers: { "User-Agent": AGENT, Connection: "close", ...headers },
    };
    const answer = new Promise<http.IncomingMessage>((done, fail) => {
      const request = (url.protocol === "https:" ? https : http).request(url, options, done);
      request.on("error", fail);
      // Neither an answer nor an error: a server that wants to speak something else.
      request.on("close", () => fail(Object.assign(new Error(), { code: "ECONNRESET" })));
      request.end(body);
    });
    return await abortable(answer, signal);
  } catch (error) {
    throw errorOf(signal.aborted ? signal.reason : error);
  }
}

const FIRST_ROOM = 256 * 1024;
/** So much more is worth a message to the thread that reads it. */
const STEP_BYTES = 128 * 1024;

/**
 * The body, or the first `maxBytes` of it, in memory that threads share: each piece is copied as it comes, so that the
 * whole never is while the editor waits. `more` gets all that is there so far, now and then. Throws a WebError.
 */
export async function readBody(
  message: http.IncomingMessage,
  maxBytes: number,
  signal: AbortSignal,
  more: (bytes: Buffer) => void = () => {},
): Promise<{ bytes: Buffer; isCut: boolean }> {
  const known = Number(message.headers["content-length"]) || FIRST_ROOM;
  let room = Buffer.from(new SharedArrayBuffer(Math.min(known, maxBytes)));
  let size = 0;
  let passed = 0;
  try {
    for await (const piece of message as AsyncIterable<Buffer>) {
      const wanted = Math.min(size + piece.length, maxBytes);
      if (wanted > room.length) {
        const larger = Buffer.from(new SharedArrayBuffer(Math.min(Math.max(2 * room.length, wanted), maxBytes)));
        room.copy(larger, 0, 0, size);
        room = larger;
      }
      piece.copy(room, size);
      size += piece.length;
      // Leaving the loop ends the connection.
      if (size > maxBytes) break;
      if (size - passed < STEP_BYTES) continue;
      passed = size;
      more(room.subarray(0, size));
    }
  } catch (error) {
    throw bodyError(error, signal, String(size));
  }
  let bytes = room.subarray(0, Math.min(size, maxBytes));
  if (size < room.length / 2) {
    // It may be kept: not with more room than it needs.
    bytes = Buffer.from(new SharedArrayBuffer(size));
    room.copy(bytes, 0, 0, size);
  }
  return { bytes, isCut: size > maxBytes };
}
