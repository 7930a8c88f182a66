/** Far enough for the head of a page: the standard looks at 1,024 bytes, and pages put scripts first. */
const HEAD_BYTES = 4096;

const MARKS: [string, number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

function decode(bytes: Uint8Array, label: string, fatal = false): string | undefined {
  try {
    return new TextDecoder(label, { fatal }).decode(bytes);
  } catch {
    return undefined; // no such encoding, or not valid in it
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

/** Text of bytes: by a byte order mark, the Content-Type, what the page says itself, or else UTF-8 or windows-1252. */
export function textOf(bytes: Uint8Array, contentType: string): string {
  const mark = MARKS.find(([, begin]) => begin.every((byte, i) => bytes[i] === byte))?.[0];
  const header = /;\s*charset\s*=\s*"?\s*([\w:.-]+)/i.exec(contentType)?.[1];
  for (const label of [mark, header, named(bytes)]) {
    const text = label && decode(bytes, label);
    if (text !== undefined && text !== "") return text;
  }
  return decode(bytes, "utf-8", true) ?? decode(bytes, "windows-1252") ?? "";
}
