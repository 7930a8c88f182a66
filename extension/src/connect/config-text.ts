import { isDeepStrictEqual } from "node:util";

import { parse as parseToml, patch, stringify, TomlFormat } from "@decimalturn/toml-patch";
import { getNodeValue, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";

import { setInJson } from "./json-text";

export type Format = "json" | "toml";
export type Values = Record<string, unknown>;

/** A value to set at a path; `undefined` removes it. Objects on the way are made. */
export interface Change {
  path: readonly string[];
  value: unknown;
}

const BOM = "\uFEFF";

export const isObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function readJson(text: string): unknown {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [first] = errors;
  if (first) {
    const what = printParseErrorCode(first.error).replace(/\B[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    throw new Error(`line ${text.slice(0, first.offset).split("\n").length}: ${what}`);
  }
  return root && getNodeValue(root);
}

/** Readers of both formats call themselves for each level. */
function withinDepth<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw new Error("it is nested too deeply");
    throw error;
  }
}

/** The values of a configuration; throws where the text is not valid. */
export function readValues(text: string, format: Format): Values {
  const bare = text.startsWith(BOM) ? text.slice(1) : text;
  const values = withinDepth(() => (format === "toml" ? parseToml(bare) : readJson(bare))) ?? {};
  if (!isObject(values)) throw new Error("line 1: an object is expected");
  return values;
}

export function valueAt(values: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), values);
}

function setIn(values: Values, [key = "", ...rest]: readonly string[], value: unknown): void {
  if (rest.length) {
    if (value === undefined && values[key] === undefined) return;
    const inner = (values[key] ??= {});
    if (!isObject(inner)) throw new Error(`'${key}' is not an object`);
    setIn(inner, rest, value);
  } else if (value === undefined) delete values[key];
  else values[key] = value;
}

/** Dates and large numbers of TOML are compared by their texts. */
const plain = (values: Values): unknown =>
  JSON.parse(JSON.stringify(values, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value)));

const isSame = (a: Values, b: Values) => isDeepStrictEqual(plain(a), plain(b));

function formatOf(text: string): TomlFormat {
  const format = TomlFormat.autoDetectFormat(text);
  format.trailingComma = false; // not valid in an inline table of TOML 1.0
  return format;
}

/** A new table is written at the end, in the usual form: the library would write it inline. */
function appendTable(text: string, { path, value }: Change, format: TomlFormat): string {
  const gap = !text.trim() ? "" : text.endsWith("\n") ? format.newLine : format.newLine.repeat(2);
  format.inlineTableStart = 0;
  format.trailingNewline = 1;
  format.leadingBom = false;
  return `${text}${gap}[${path.join(".")}]${format.newLine}${stringify(value as Values, format)}`;
}

function setInToml(text: string, change: Change, wanted: Values): string {
  if (isObject(change.value) && valueAt(parseToml(text), change.path) === undefined)
    try {
      const longer = appendTable(text, change, formatOf(text));
      if (isSame(parseToml(longer) as Values, wanted)) return longer;
    } catch {
      // The tables above it are inline: no table can be added to them.
    }
  return patch(text, wanted, formatOf(text));
}

/** The text with the changes, and all else as it was: order, comments, indentation, line ends. */
export function changeText(text: string, format: Format, changes: readonly Change[]): string {
  const bom = text.startsWith(BOM) ? BOM : "";
  const values = readValues(text, format);
  let now = text.slice(bom.length);
  for (const change of changes) {
    setIn(values, change.path, change.value);
    now = format === "toml" ? setInToml(now, change, values) : setInJson(now, change.path, change.value);
  }
  // Keys that a file has twice, for example.
  if (!isSame(readValues(now, format), values)) throw new Error("it cannot be changed without changing other parts");
  return bom + now;
}
