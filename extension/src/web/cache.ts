import type { IncomingHttpHeaders } from "node:http";

import type { View } from "./page";

/** A page as it was sent, and what it became. */
export interface Kept {
  bytes: Buffer;
  isCut: boolean;
  headers: IncomingHttpHeaders;
  /** When it has to be asked for again. */
  freshUntil: number;
  views: Map<string, View>;
}

const MAX_BYTES = 32 * 1024 * 1024;
const MAX_VIEWS = 4;
const MAX_LEADS = 200;
const MAX_REDIRECTS = 10;

function directives(headers: IncomingHttpHeaders): Map<string, string> {
  const parts = (headers["cache-control"] ?? "").toLowerCase().split(",");
  return new Map(parts.map((one) => one.trim().split("=", 2)).map(([name = "", value = ""]) => [name, value]));
}

function freshUntil(headers: IncomingHttpHeaders): number {
  const now = Date.now();
  const known = directives(headers);
  if (known.has("no-cache")) return now;
  const age = known.get("max-age") ?? "";
  const seconds = /^"?(\d{1,9})/.exec(age)?.[1];
  if (seconds) return now + Number(seconds) * 1000 - (Number(headers.age) || 0) * 1000;
  const expires = Date.parse(headers.expires ?? "");
  return Number.isNaN(expires) ? now : expires - ((Date.parse(headers.date ?? "") || now) - now);
}

/** The pages of this window, in memory: those that were used last. */
export class Cache {
  private readonly kept = new Map<string, Kept>();
  /** Where redirects led, so that the rest of a page is found by the URL that was asked for. */
  private readonly leads = new Map<string, string>();

  lead(from: string, to: string): void {
    const [oldest] = this.leads.keys();
    if (oldest !== undefined && this.leads.size === MAX_LEADS) this.leads.delete(oldest);
    this.leads.set(from, to);
  }

  /** At the end of the redirects, as far as they are known. */
  target(url: string): string {
    for (let left = MAX_REDIRECTS; left > 0 && !this.kept.has(url); left--) url = this.leads.get(url) ?? url;
    return url;
  }

  find(url: string): Kept | undefined {
    const found = this.kept.get(url);
    if (found) {
      this.kept.delete(url);
      this.kept.set(url, found);
    }
    return found;
  }

  /** One that may not be stored, or is an error, is not found again. */
  put(url: string, status: number, bytes: Buffer, isCut: boolean, headers: IncomingHttpHeaders): Kept {
    const made = { bytes, isCut, headers, freshUntil: freshUntil(headers), views: new Map<string, View>() };
    this.kept.delete(url);
    const isKept = status === 200 && !directives(headers).has("no-store") && headers.vary !== "*";
    if (isKept) this.kept.set(url, made);
    // Now, too: a page that is refused never gets a view.
    this.shrink();
    return made;
  }

  /** The server says that it is as it was. */
  refresh(kept: Kept, headers: IncomingHttpHeaders): void {
    kept.headers = { ...kept.headers, ...headers };
    kept.freshUntil = freshUntil(kept.headers);
  }

  addView(kept: Kept, key: string, view: View): void {
    const [oldest] = kept.views.keys();
    if (oldest !== undefined && kept.views.size === MAX_VIEWS) kept.views.delete(oldest);
    kept.views.set(key, view);
    this.shrink();
  }

  private shrink(): void {
    const sizeOf = ({ bytes, views }: Kept) =>
      [...views.values()].reduce((sum, { text }) => sum + text.length, bytes.length);
    let size = [...this.kept.values()].reduce((sum, one) => sum + sizeOf(one), 0);
    for (const [url, one] of this.kept) {
      if (size <= MAX_BYTES || this.kept.size === 1) return;
      this.kept.delete(url);
      size -= sizeOf(one);
    }
  }
}
