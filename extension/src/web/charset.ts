/** Far enough for the head of a page: the standard looks at 1,024 bytes, and pages put scripts first. */
const HEAD_BYTES = 4096;

const MARKS: [string, number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/** The characters of windows-1252 from 0x80 to 0x9f. Some versions of Node read it as ISO-8859-1, which has none there. */
const HIGH =
  "\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f" +
  "\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178";

/** Bytes as they come -> text; with the last ones, `isWhole`. */
export type Decoder = (bytes: Uint8Array, isWhole: boolean) => string;

export const WESTERN: Decoder = (bytes) =>
  Buffer.from(bytes)
    .toString("latin1")
    .replace(/[\x80-\x9f]/g, (one) => HIGH[one.charCodeAt(0) - 0x80] ?? one);

function decoder(label: string | undefined, fatal = false): Decoder | undefined {
  if (!label) return undefined;
  try {
    const made = new TextDecoder(label, { fatal });
    return made.encoding === "windows-1252" ? WESTERN : (bytes, isWhole) => made.decode(bytes, { stream: !isWhole });
  } catch {
    return undefined; // no such encoding
  }
}

/** The encoding that a page names in itself, by an XML declaration or a `meta`. */
function named(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString("latin1");
  const xml = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w:.-]+)/i.exec(head)?.[1];
  const meta = /<meta[^>]*\bcharset\s*=\s*["']?\s*([\w:.-]+)/i.exec(head)?.[1];
  const label = xml ?? meta;
  // Whoever could read this was not reading UTF-16.
  return label && /^utf-?16/i.test(label) ? "utf-8" : label;
}

/**
 * The decoder of a page with this beginning: by a byte order mark, the Content-Type, or what the page says itself. If none
 * does, UTF-8; it throws ERR_ENCODING_INVALID_ENCODED_DATA where the page is not, and is in windows-1252.
 */
export function decoderOf(head: Uint8Array, contentType: string): Decoder {
  const mark = MARKS.find(([, begin]) => begin.every((byte, i) => head[i] === byte))?.[0];
  const header = /;\s*charset\s*=\s*"?\s*([\w:.-]+)/i.exec(contentType)?.[1];
  return decoder(mark) ?? decoder(header) ?? decoder(named(head)) ?? decoder("utf-8", true) ?? WESTERN;
}
