/** A reply of another server, for the engine: `why` is a word of our own, never a text of an error. */
export interface Posted {
  data: { status: number; why: string };
  text: string;
}

const MAX_REDIRECTS = 3;

const failed = (why: string, status = 0): Posted => ({ data: { status, why }, text: "" });

/** Errors quote headers, and so the key: only the system's names of errors, as ECONNREFUSED, go on. */
function wordFor(error: unknown): string {
  const { name, cause } = error as { name?: string; cause?: { code?: unknown } };
  if (name === "TimeoutError") return "timeout";
  const code = String(cause?.code ?? "");
  return /^[A-Z][A-Z0-9_]{2,60}$/.test(code) ? code : "unreachable";
}

/** An http or https URL without a user's name, which `fetch` refuses, and quotes. */
function parse(url: string, base?: string): URL | undefined {
  if (!URL.canParse(url, base)) return undefined;
  const parsed = new URL(url, base);
  return /^https?:$/.test(parsed.protocol) && !parsed.username && !parsed.password ? parsed : undefined;
}

/** Who a key is sent to; undefined where the URL cannot be used. */
export const originOf = (url: string): string | undefined => parse(url)?.origin;

async function read(response: Response, maxBytes: number): Promise<Posted> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += piece.length;
    // Leaving the loop ends the connection.
    if (bytes > maxBytes) return failed("size");
    pieces.push(piece);
  }
  return { data: { status: response.status, why: "" }, text: Buffer.concat(pieces, bytes).toString() };
}

/**
 * Sends JSON, with `key` if there is one, and gives the reply back as text, which the engine reads: a big one would
 * take the extension host's time. Redirects are followed on the same server alone, as they would take texts and key
 * elsewhere. Never throws, and ends in `limitMs`.
 */
export async function post(
  url: string,
  key: string | undefined,
  body: unknown,
  limitMs: number,
  maxBytes: number,
): Promise<Posted> {
  const signal = AbortSignal.timeout(limitMs);
  const headers = { "Content-Type": "application/json", ...(key && { Authorization: `Bearer ${key}` }) };
  const request = { method: "POST", headers, body: JSON.stringify(body), signal, redirect: "manual" } as const;
  let at = parse(url);
  if (!at) return failed("url");
  try {
    for (let left = MAX_REDIRECTS; left >= 0; left--) {
      const response: Response = await fetch(at, request);
      const { status } = response;
      if (status === 200) return await read(response, maxBytes);
      await response.body?.cancel();
      if (status < 300 || status > 399) return failed("", status);
      const next = parse(response.headers.get("location") ?? "", at.href);
      if (next?.origin !== at.origin) break;
      at = next;
    }
    return failed("redirect");
  } catch (error) {
    return failed(wordFor(error));
  }
}
