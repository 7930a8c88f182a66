import { parse, parseDocument, patch, stringify, TomlFormat } from "@decimalturn/toml-patch";

import { type Change, isObject, setIn, valueAt, type Values } from "./values";

// The library writes what is around a change again, without comments and blanks: it gets no more than what changes.

/** A table at or below a path, or else a single row: its key, how much of it is in a header, and its text. */
interface Block {
  key: readonly string[];
  headed: number;
  from: number;
  to: number;
}

function formatOf(text: string): TomlFormat {
  const format = TomlFormat.autoDetectFormat(text);
  format.trailingComma = false; // not valid in an inline table of TOML 1.0
  return format;
}

/** A new table is written at the end, in the usual form: the library would write it inline. */
function append(text: string, { path, value }: Change): string {
  const format = formatOf(text);
  const isEnded = !text || text.endsWith("\n");
  const gap = format.newLine.repeat(!text ? 0 : isEnded ? 1 : 2);
  format.inlineTableStart = 0;
  format.trailingNewline = isEnded ? 1 : 0;
  return `${text}${gap}[${path.join(".")}]${format.newLine}${stringify(value as Values, format)}`;
}

const isTable = (text: string, at: number) => text[at] === "[";

/** The blocks that have what is at a path, or a part of it. */
function blocksWith(text: string, path: readonly string[]): Block[] {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const at = ({ line, column }: { line: number; column: number }) => (starts[line - 1] ?? 0) + column;
  const blocks = parseDocument(text).cst.flatMap((node): Block[] => {
    if (!("key" in node)) return [];
    const table = "items" in node ? node.key.item.value : [];
    const rows = "items" in node ? node.items.flatMap((row) => ("key" in row ? [row] : [])) : [node];
    if (table.length >= path.length)
      return [{ key: table, headed: 0, from: at(node.loc.start), to: at((rows.at(-1) ?? node.key).loc.end) }];
    return rows.map(({ key, loc }) => {
      return { key: [...table, ...key.value], headed: table.length, from: at(loc.start), to: at(loc.end) };
    });
  });
  const has = ({ headed, from, to }: Block) => valueAt(parse(text.slice(from, to)), path.slice(headed)) !== undefined;
  return blocks.filter((one) => one.key.every((name, i) => name === (path[i] ?? name)) && has(one));
}

/** Without the lines of the blocks, and without the blank line before each table. */
function cut(text: string, blocks: readonly Block[]): string {
  let rest = text;
  for (const { from, to } of blocks.toReversed()) {
    const gap = isTable(text, from) ? /(^|\n)[ \t]*\r?\n?[ \t]*$/ : /()[ \t]*$/;
    rest = rest.slice(0, from).replace(gap, "$1") + rest.slice(to).replace(/^[^\n]*\n?/, "");
  }
  return text.endsWith("\n") ? rest : rest.replace(/\r?\n$/, "");
}

/** The text with the value at `path`; without it, if there is none. The text must be valid. */
export function setInToml(text: string, change: Change): string {
  const { path, value } = change;
  let known = path;
  while (known.length > 1 && valueAt(parse(text), known) === undefined) known = known.slice(0, -1);
  const blocks = blocksWith(text, known);
  const rows = blocks.filter(({ from }) => !isTable(text, from));
  const isInline = rows.some(({ key }) => key.length <= known.length);
  if (isObject(value) && known !== path && !isInline) return append(text, change);
  if (value === undefined && blocks.every(({ key }) => key.length >= path.length)) return cut(text, blocks);
  const long = rows.find(({ from, to }) => text.slice(from, to).includes("\n"));
  if (long) throw new Error(`'${long.key.join(".")}' is an inline table of several lines`);
  const [from = 0, to = text.length] = [blocks[0]?.from, blocks.at(-1)?.to];
  const part = text.slice(from, to);
  const wanted = parse(part) as Values;
  setIn(wanted, { path: path.slice(blocks[0]?.headed), value });
  return text.slice(0, from) + patch(part, wanted, formatOf(part)) + text.slice(to);
}
