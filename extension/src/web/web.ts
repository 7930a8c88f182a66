import type { IncomingHttpHeaders, IncomingMessage } from "node:http";

import { isPlainlyPrivate, names } from "./address";
import { Cache, type Kept } from "./cache";
import { Downloads } from "./download";
import { Pages, type Reading } from "./pages";
import { errorOf, hasNetwork, parse, readBody, type Resolver, send, systemResolver, WebError } from "./request";
import { needsKey, type Provider, providerOf, Search } from "./search";

export interface WebSettings {
  /** Hosts that may have a private address, and those that are asked without a question. */
  allow: string[];
  hosts: string[];
  offline: boolean;
  /** The editor's proxy is for requests without an agent of their own alone. */
  sharesAgent: boolean;
  /** The provider of searches, and where it is, or empty. */
  search: string;
  searchUrl: string;
}

export interface WebOptions {
  /** The path of page.js. */
  page: string;
  settings: () => WebSettings;
  /** The key that is stored for a provider of searches. */
  keyOf: (origin: string) => Promise<string | undefined>;
  resolver?: Resolver;
  /** How long a page may take to become text. */
  viewMs?: number;
}

/** As the engine wants a page (native/host/web.h). */
interface Wanted {
  call: number;
  url: string;
  method: "GET" | "HEAD";
  selector: string;
  raw: boolean;
  /** Only what is here already. */
  kept: boolean;
  /** The file to save it as; empty: it is to be read. */
  path: string;
  limitMs: number;
}

interface Reply {
  data: Record<string, unknown>;
  text?: Uint8Array;
}

const MAX_BYTES = 10 * 1024 * 1024;
const MAX_PAGE_BYTES = 20 * 1024 * 1024;
const VIEW_MS = 10_000;
const MAX_HEADERS = 60;
const MAX_HEADER_LENGTH = 500;
const REDIRECTS = [301, 302, 303, 307, 308];
const TEXT =
  /^\s*(text\/|application\/(([\w.-]+\+)?(json|xml)|(x-)?(javascript|yaml|ndjson|toml|sh|ecmascript)|xhtml\+xml)\b|$)/i;
const ACCEPT = "text/html,application/xhtml+xml,text/markdown,text/*;q=0.9,application/json;q=0.9,*/*;q=0.5";

/** Cookies are for no one here. */
function shown(headers: IncomingHttpHeaders): Record<string, string> {
  const rows = Object.entries(headers).filter(([name]) => name !== "set-cookie");
  return Object.fromEntries(
    rows.slice(0, MAX_HEADERS).map(([name, value]) => [name, String(value).slice(0, MAX_HEADER_LENGTH)]),
  );
}

/** The type and the encoding alone: servers can write sentences there. */
function typeOf({ "content-type": given = "" }: IncomingHttpHeaders): string {
  const type = /^\s*([\w.+-]{1,80}\/[\w.+-]{1,80})/.exec(given)?.[1] ?? "";
  const charset = /;\s*charset\s*=\s*"?([\w:-]{1,40})/i.exec(given)?.[1];
  return type && charset ? `${type}; charset=${charset}` : type;
}

/** The requests of the toolset `web`. Nothing rejects: a failure is a word, `why`, for the engine. */
export class Web {
  private readonly cache = new Cache();
  private readonly downloads = new Downloads();
  private readonly searches = new Search();
  private readonly pages: Pages;
  private readonly running = new Map<number, Set<AbortController>>();
  private readonly resolver: Resolver;

  constructor(private readonly options: WebOptions) {
    this.pages = new Pages(options.page);
    this.resolver = options.resolver ?? systemResolver;
  }

  /** Whether a URL can be asked for, and whether the person has allowed its host. */
  look(text: string): Promise<Reply> {
    return this.answer(async () => this.place(parse(text), false));
  }

  get(wanted: Wanted): Promise<Reply> {
    const work = wanted.path ? this.save : this.fetch;
    return this.answer(() => this.within(wanted.call, wanted.limitMs, (signal) => work.call(this, wanted, signal)));
  }

  /** The provider of searches, as `look`; without a host where the answer to the query is here. */
  provider(query: string): Promise<Reply> {
    return this.answer(async () => {
      const { search, searchUrl } = this.options.settings();
      const provider = providerOf(search, searchUrl);
      if (this.searches.find(provider, query)) return { data: { url: provider.url.href } };
      await this.keyOf(provider);
      return this.place(provider.url, Boolean(searchUrl));
    });
  }

  search(call: number, query: string, limitMs: number): Promise<Reply> {
    return this.answer(() =>
      this.within(call, limitMs, async (signal) => {
        const { search, searchUrl } = this.options.settings();
        const provider = providerOf(search, searchUrl);
        const known = this.searches.find(provider, query);
        const found = known ?? (await this.find(provider, query, Boolean(searchUrl), signal));
        return { data: { name: provider.name, from: known ? "kept" : "", ...found } };
      }),
    );
  }

  /** Who a key for searches is sent to; undefined where the settings name no provider. */
  originOf(...settings: Parameters<typeof providerOf>): string | undefined {
    try {
      return providerOf(...settings).url.origin;
    } catch {
      return undefined;
    }
  }

  /** Another key is stored. */
  keyChanged(): void {
    this.searches.forget();
  }

  /** A call has ended: what it asked for is not needed any more. */
  ended(call: number): void {
    for (const controller of this.running.get(call) ?? []) controller.abort();
  }

  dispose(): void {
    for (const call of [...this.running.keys()]) this.ended(call);
    this.pages.dispose();
    this.downloads.dispose();
  }

  private place(url: URL, isPersons: boolean): Reply {
    const { offline, allow, hosts } = this.options.settings();
    if (offline) throw new WebError("offline");
    const isTrusted = names(allow, url);
    if (!isTrusted && !isPersons) {
      // Before a person is asked about what would be refused afterwards.
      if (isPlainlyPrivate(url)) throw new WebError("private", url.host);
      if (!hasNetwork()) throw new WebError("network");
    }
    return { data: { url: url.href, host: url.host, isAllowed: names(hosts, url) } };
  }

  private async keyOf({ name, url }: Provider): Promise<string> {
    const key = await this.options.keyOf(url.origin).catch(() => {
      throw new WebError("keystore");
    });
    if (!key && needsKey(name)) throw new WebError("nokey", name);
    return key ?? "";
  }

  private async find({ name, url }: Provider, query: string, isPersons: boolean, signal: AbortSignal) {
    const key = await this.keyOf({ name, url });
    const { allow, sharesAgent } = this.options.settings();
    const isTrusted = isPersons || names(allow, url);
    return this.searches.ask({ name, url }, query, key, signal, ({ url: to, ...rest }) =>
      send(to, { ...rest, signal, isTrusted, resolver: this.resolver, sharesAgent }),
    );
  }

  private async answer(work: () => Promise<Reply>): Promise<Reply> {
    try {
      const { data, ...rest } = await work();
      return { data: { why: "", ...data }, ...rest };
    } catch (error) {
      const { why, detail } = errorOf(error);
      return { data: { why, detail } };
    }
  }

  private async within<T>(call: number, limitMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    const own = this.running.get(call) ?? new Set();
    this.running.set(call, own.add(controller));
    // Signals that depend on others may be collected before they go off: the timer keeps this one.
    const timer = setTimeout(() => controller.abort(new DOMException("", "TimeoutError")), limitMs);
    try {
      return await work(controller.signal);
    } finally {
      clearTimeout(timer);
      controller.abort();
      own.delete(controller);
      if (!own.size) this.running.delete(call);
    }
  }

  private send(
    url: URL,
    signal: AbortSignal,
    method: string,
    headers: Record<string, string>,
  ): Promise<IncomingMessage> {
    const { allow, sharesAgent } = this.options.settings();
    return send(url, { method, headers, signal, isTrusted: names(allow, url), resolver: this.resolver, sharesAgent });
  }

  private async fetch(wanted: Wanted, signal: AbortSignal): Promise<Reply> {
    const url = parse(wanted.kept ? this.cache.target(wanted.url) : wanted.url);
    const known = wanted.method === "GET" ? this.cache.find(url.href) : undefined;
    if (wanted.kept && !known) throw new WebError("absent");
    if (known && (wanted.kept || known.freshUntil > Date.now()))
      return this.view(wanted, url, 200, known, "kept", signal);
    const { etag, "last-modified": date } = known?.headers ?? {};
    const answer = await this.send(url, signal, wanted.method, {
      ...{ Accept: ACCEPT, "Accept-Encoding": "gzip, deflate, br" },
      ...(etag && { "If-None-Match": etag }),
      ...(date && { "If-Modified-Since": date }),
    });
    const { statusCode: status = 0, headers } = answer;
    if (status === 304 && known) {
      answer.destroy();
      this.cache.refresh(known, headers);
      return this.view(wanted, url, 200, known, "same", signal);
    }
    const location = REDIRECTS.includes(status) ? headers.location : undefined;
    const isText = TEXT.test(headers["content-type"] ?? "");
    const data = { status, headers: shown(headers), type: typeOf(headers) };
    if (location !== undefined || wanted.method === "HEAD" || !isText) {
      answer.destroy();
      if (location !== undefined) return { data: { ...data, location: this.follow(url, location) } };
      if (wanted.method === "HEAD") return { data };
      return { data: { ...data, why: "type", detail: data.type } };
    }
    const reading = this.open(wanted, url, headers);
    try {
      const { bytes, isCut } = await readBody(answer, MAX_BYTES, signal, (some) => reading.more(some));
      const made = this.cache.put(url.href, status, bytes, isCut, headers);
      return await this.view(wanted, url, status, made, "", signal, reading);
    } finally {
      reading.close();
    }
  }

  private async save({ url: text, path }: Wanted, signal: AbortSignal): Promise<Reply> {
    const url = parse(text);
    let data: Record<string, unknown> = {};
    const look = (answer: IncomingMessage, isRest: boolean) => {
      const { statusCode: status = 0, headers } = answer;
      data = { status, url: url.href, headers: shown(headers), type: typeOf(headers) };
      if (status === 200 || (status === 206 && isRest)) return;
      answer.destroy();
      if (REDIRECTS.includes(status) && headers.location) data.location = this.follow(url, headers.location);
      throw new WebError("status", String(status));
    };
    const ask = (headers: Record<string, string>) =>
      this.send(url, signal, "GET", { Accept: "*/*", "Accept-Encoding": "identity", ...headers });
    try {
      const { size, resumed } = await this.downloads.save(path, { url: url.href, signal, ask, look });
      return { data: { ...data, bytes: size, resumed } };
    } catch (error) {
      if (data.location) return { data };
      throw error;
    }
  }

  private follow(url: URL, location: string): string {
    try {
      const { href } = parse(location, url.href);
      this.cache.lead(url.href, href);
      return href;
    } catch {
      // In numbers, so that nothing of it reads as a sentence.
      throw new WebError("redirect", encodeURI(location).slice(0, 80));
    }
  }

  private open({ selector, raw: isRaw }: Wanted, url: URL, headers: IncomingHttpHeaders): Reading {
    const encoding = headers["content-encoding"] ?? "";
    const contentType = headers["content-type"] ?? "";
    return this.pages.open({ encoding, contentType, url: url.href, selector, isRaw, maxBytes: MAX_PAGE_BYTES });
  }

  private async view(
    wanted: Wanted,
    url: URL,
    status: number,
    kept: Kept,
    from: string,
    signal: AbortSignal,
    reading = this.open(wanted, url, kept.headers),
  ): Promise<Reply> {
    const { headers, bytes } = kept;
    const key = `${wanted.raw} ${wanted.selector}`;
    let made = kept.views.get(key);
    if (!made) {
      made = await reading.end(bytes, this.options.viewMs ?? VIEW_MS, signal).finally(() => reading.close());
      this.cache.addView(kept, key, made);
    }
    const { text, title, isMarkdown } = made;
    const isCut = kept.isCut || made.isCut;
    const about = { status, url: url.href, headers: shown(headers), type: typeOf(headers), from };
    return { data: { ...about, title, isMarkdown, isCut, bytes: made.bytes, hasText: text.length > 0 }, text };
  }
}
