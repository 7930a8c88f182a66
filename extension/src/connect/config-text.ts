import { parse as parseToml } from "@decimalturn/toml-patch";
import { getNodeValue, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";

import { setInJson } from "./json-text";
import { setInToml } from "./toml-text";
import { type Change, isObject, isSame, setIn, valueAt, type Values } from "./values";

export type Format = "json" | "toml";

const BOM = "\uFEFF";

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

/** Readers of both formats, and comparisons, call themselves for each level. */
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

/** The text with the changes, and all else as it was: order, comments, indentation, line ends. */
export function changeText(text: string, format: Format, changes: readonly Change[]): string {
  return withinDepth(() => changed(text, format, changes));
}

function changed(text: string, format: Format, changes: readonly Change[]): string {
  const bom = text.startsWith(BOM) ? BOM : "";
  const values = readValues(text, format);
  let now = text.slice(bom.length);
  for (const change of changes) {
    const { path, value } = change;
    if (isSame(valueAt(values, path), value)) continue;
    setIn(values, change);
    now = format === "toml" ? setInToml(now, change) : setInJson(now, path, value);
    // A table of TOML that was there only by what was in it is gone, too.
    const parent = path.slice(0, -1);
    if (isSame(valueAt(values, parent), {}) && !valueAt(readValues(now, format), parent))
      setIn(values, { path: parent, value: undefined });
  }
  // Keys that a file has twice, for example.
  if (!isSame(readValues(now, format), values)) throw new Error("it cannot be changed without changing other parts");
  return bom + now;
}
