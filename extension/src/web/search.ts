import type { IncomingMessage } from "node:http";

import { parse, readBody, WebError } from "./request";

export interface Provider {
  name: string;
  url: URL;
}

interface Result {
  title: string;
  url: string;
  snippet: string;
}

export interface Found {
  results: Result[];
  total: number;
}

interface Query {
  url: URL;
  method?: string;
  headers: Record<string, string>;
  body?: string;
}

/** How a provider is asked, by its documentation, and what it answers. `key`: empty where there is none. */
interface Api {
  url: string;
  path: string;
  needsKey: boolean;
  ask(url: URL, query: string, key: string): Query;
  read(answer: Json): { rows: unknown; total?: unknown };
}

type Json = Record<string, unknown>;

/** More than any provider gives for one request; smaller answers are made of these. */
const MOST = 20;
const MAX_BYTES = 1024 * 1024;
const KEPT_MS = 60 * 60 * 1000;
const MAX_KEPT = 200;
const MAX_REST_S = 24 * 60 * 60;
const REST_S = 60;
const MAX_TITLE = 300;
const MAX_SNIPPET = 600;
const JSON_TYPE = { Accept: "application/json" };

const member = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? (value as Json)[name] : undefined;

function withQuery(url: URL, params: Record<string, string>): URL {
  const made = new URL(url);
  for (const [name, value] of Object.entries(params)) made.searchParams.set(name, value);
  return made;
}

const APIS: Record<string, Api> = {
  searxng: {
    ...{ url: "", path: "search", needsKey: false },
    ask: (url, query, key) => ({
      url: withQuery(url, { q: query, format: "json" }),
      headers: { ...JSON_TYPE, ...(key && { Authorization: `Bearer ${key}` }) },
    }),
    read: (answer) => ({ rows: answer.results, total: answer.number_of_results }),
  },
  brave: {
    ...{ url: "https://api.search.brave.com/", path: "res/v1/web/search", needsKey: true },
    ask: (url, query, key) => ({
      url: withQuery(url, { q: query, count: String(MOST) }),
      headers: { ...JSON_TYPE, "X-Subscription-Token": key },
    }),
    // Without any result there is no `web`.
    read: (answer) => ({ rows: member(answer.web, "results") ?? (answer.type === "search" ? [] : undefined) }),
  },
  tavily: {
    ...{ url: "https://api.tavily.com/", path: "search", needsKey: true },
    ask: (url, query, key) => ({
      ...{ url, method: "POST", body: JSON.stringify({ query, max_results: MOST }) },
      headers: { ...JSON_TYPE, "Content-Type": "application/json", Authorization: `Bearer ${key}` },
    }),
    read: (answer) => ({ rows: answer.results }),
  },
};

export const needsKey = (name: string): boolean => APIS[name]?.needsKey ?? false;

/** The provider of the settings, with the URL that it is asked by. Throws a WebError. */
export function providerOf(name: string, address: string): Provider {
  const api = APIS[name];
  if (!api) throw new WebError("provider");
  if (!address && !api.url) throw new WebError("address");
  const base = parse(address || api.url);
  if (!base.pathname.endsWith("/")) base.pathname += "/";
  return { name, url: new URL(api.path, base) };
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " ", apos: "'" };

/** Text of a line: providers mark words with tags, and write characters as HTML does. */
function textOf(value: unknown, most: number): string {
  const text = (typeof value === "string" ? value : "").slice(0, 4 * most);
  const bare = text
    .replace(/<\/?[a-z][^<>]*>/gi, "")
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (...found) => {
      const [whole, decimal, hex, name] = found as string[];
      const code = decimal ? Number(decimal) : hex ? parseInt(hex, 16) : -1;
      if (code < 0) return ENTITIES[name ?? ""] ?? (whole as string);
      return code <= 0x10ffff ? String.fromCodePoint(code) : "";
    });
  const line = bare.replace(/\s+/g, " ").trim();
  return line.length > most ? `${line.slice(0, most).replace(/[\ud800-\udbff]$/, "")}…` : line;
}

function read(api: Api, text: string): Found {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new WebError("json");
  }
  const { rows, total } =
    typeof answer === "object" && answer !== null ? api.read(answer as Json) : { rows: undefined };
  if (!Array.isArray(rows)) throw new WebError("shape");
  const results = rows.slice(0, MOST).flatMap((row: unknown) => {
    const url = member(row, "url");
    if (typeof url !== "string" || !/^https?:/i.test(url) || !URL.canParse(url)) return [];
    const snippet = textOf(member(row, "content") ?? member(row, "description"), MAX_SNIPPET);
    return [{ title: textOf(member(row, "title"), MAX_TITLE), url: new URL(url).href, snippet }];
  });
  return { results, total: Math.max(results.length, Number(total) || 0) };
}

/** Seconds, or a date. */
function restOf(header: string | undefined): number {
  const seconds = /^\d{1,9}$/.test(header ?? "") ? Number(header) : (Date.parse(header ?? "") - Date.now()) / 1000;
  return Math.min(Math.max(1, Math.ceil(Number.isNaN(seconds) ? REST_S : seconds)), MAX_REST_S);
}

/** Searches by the providers: what they found is kept for an hour, and one that wants to be left alone is. */
export class Search {
  private readonly kept = new Map<string, { found: Found; until: number }>();
  private readonly restsUntil = new Map<string, number>();

  find({ name, url }: Provider, query: string): Found | undefined {
    const one = this.kept.get(`${name} ${url.href} ${query}`);
    return one && one.until > Date.now() ? one.found : undefined;
  }

  /** A key has changed: the provider may be asked at once. */
  forget(): void {
    this.restsUntil.clear();
  }

  /** Throws a WebError. */
  async ask(
    { name, url }: Provider,
    query: string,
    key: string,
    signal: AbortSignal,
    send: (query: Query) => Promise<IncomingMessage>,
  ): Promise<Found> {
    const api = APIS[name] as Api;
    const rests = Math.ceil(((this.restsUntil.get(url.href) ?? 0) - Date.now()) / 1000);
    if (rests > 0) throw new WebError("rests", String(rests));
    const answer = await send(api.ask(url, query, key));
    const { statusCode: status = 0, headers } = answer;
    if (status !== 200) {
      answer.destroy();
      const isBusy = status === 429 || (status === 503 && headers["retry-after"]);
      if (!isBusy) throw new WebError(status === 401 || status === 403 ? "key" : "status", `${status}`);
      const rest = restOf(headers["retry-after"]);
      this.restsUntil.set(url.href, Date.now() + rest * 1000);
      throw new WebError("limit", String(rest));
    }
    const { bytes, isCut } = await readBody(answer, MAX_BYTES, signal);
    if (isCut) throw new WebError("size");
    const found = read(api, bytes.toString());
    const [oldest] = this.kept.keys();
    if (oldest !== undefined && this.kept.size === MAX_KEPT) this.kept.delete(oldest);
    this.kept.set(`${name} ${url.href} ${query}`, { found, until: Date.now() + KEPT_MS });
    return found;
  }
}
