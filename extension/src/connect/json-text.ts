import { createScanner, findNodeAtLocation, getNodeValue, type Node, parseTree, SyntaxKind } from "jsonc-parser";

// The edits of the library itself format what is beside them, and move or delete comments there.

const endOf = (node: Node) => node.offset + node.length;

function layoutOf(text: string) {
  const indented = /^(\t| +)\S/m.exec(text)?.[1];
  return { eol: text.includes("\r\n") ? "\r\n" : "\n", unit: indented ?? "  " };
}

/** The blanks at the start of the line. */
function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

function render(value: unknown, indent: string, { eol, unit }: ReturnType<typeof layoutOf>): string {
  return JSON.stringify(value, null, unit).replace(/\n/g, eol + indent);
}

/** The rest of the line: the end of a comma, if any, and where its last comma or comment ends. */
function trailOf(text: string, offset: number): { comma: number | undefined; end: number } {
  const scanner = createScanner(text, false);
  scanner.setPosition(offset);
  let comma: number | undefined;
  let end = offset;
  for (;;) {
    const kind = scanner.scan();
    const isComma = kind === SyntaxKind.CommaToken && comma === undefined;
    const isComment = kind === SyntaxKind.LineCommentTrivia || kind === SyntaxKind.BlockCommentTrivia;
    if (!isComma && !isComment && kind !== SyntaxKind.Trivia) return { comma, end };
    if (kind === SyntaxKind.Trivia) continue;
    end = scanner.getTokenOffset() + scanner.getTokenLength();
    if (isComma) comma = end;
  }
}

/** The next comma, if it comes before any value and bracket. */
function commaAfter(text: string, offset: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  return scanner.scan() === SyntaxKind.CommaToken ? scanner.getTokenOffset() : undefined;
}

const splice = (text: string, from: number, to: number, by = "") => text.slice(0, from) + by + text.slice(to);

/** Adds `prefix` and the value as the last child. */
function append(text: string, parent: Node, prefix: string, value: unknown): string {
  const layout = layoutOf(text);
  const last = parent.children?.at(-1);
  const close = endOf(parent) - 1;
  if (last && !text.slice(parent.offset, close).includes("\n"))
    return splice(text, endOf(last), endOf(last), `, ${prefix}${JSON.stringify(value)}`);
  const outer = indentAt(text, parent.offset);
  const indent = last ? indentAt(text, last.offset) : outer + layout.unit;
  const added = layout.eol + indent + prefix + render(value, indent, layout);
  if (!last) {
    const inside = text.slice(parent.offset + 1, close);
    const at = parent.offset + 1 + inside.trimEnd().length;
    return splice(text, at, at, added + (text.slice(at, close).includes("\n") ? "" : layout.eol + outer));
  }
  const { comma, end } = trailOf(text, endOf(last));
  const longer = splice(text, end, end, added + (comma ? "," : ""));
  return comma ? longer : splice(longer, endOf(last), endOf(last), ",");
}

/** Takes a child out, with its comma and, where it has lines of its own, these lines. Comments around it stay. */
function takeOut(text: string, child: Node): string {
  const siblings = child.parent?.children ?? [];
  const at = siblings.indexOf(child);
  const [previous, following] = [siblings[at - 1], siblings[at + 1]];
  const { comma, end } = trailOf(text, endOf(child));
  const lineStart = text.lastIndexOf("\n", child.offset - 1) + 1;
  const isFirst = lineStart > 0 && !text.slice(lineStart, child.offset).trim();
  // A bracket must not come to stand in a comment.
  const above = text.slice(previous ? endOf(previous) : child.parent?.offset, lineStart).replace(/\/\*[^]*?\*\//g, "");
  const ends = /\/\/.*\r?\n$/.test(above) ? /^[ \t]*\r?\n/ : /^[ \t]*(\r?\n|[\]}])/;
  const hasLines = isFirst && ends.test(text.slice(end));
  let [from, to] = [child.offset, endOf(child)];
  if (hasLines) [from, to] = [lineStart - (text[lineStart - 2] === "\r" ? 2 : 1), end];
  const other = hasLines && comma ? undefined : commaAfter(text, endOf((!following && previous) || child));
  if (other === undefined) return splice(text, from, to);
  if (!hasLines && other < from && !text.slice(other + 1, from).trim()) from = other;
  if (!hasLines && other >= to && !text.slice(to, other).trim())
    to = other + (/^,[ \t]*/.exec(text.slice(other))?.[0].length ?? 1);
  if (other >= to) return splice(splice(text, other, other + 1), from, to);
  return other < from ? splice(splice(text, from, to), other, other + 1) : splice(text, from, to);
}

/** The same list with fewer and more items, each where it was. */
function changeList(text: string, path: readonly string[], old: readonly string[], wanted: readonly unknown[]) {
  const keys = new Set(wanted.map(key));
  const kept = old.filter((item) => keys.has(item));
  const added = wanted.slice(kept.length);
  if (key([...kept, ...added.map(key)]) !== key(wanted.map(key))) return undefined;
  let now = text;
  for (let i = old.length - 1; i >= 0; i--)
    if (!keys.has(old[i] ?? "")) now = takeOut(now, nodeAt(now, path)?.children?.[i] as Node);
  for (const item of added) now = append(now, nodeAt(now, path) as Node, "", item);
  return now;
}

const key = (item: unknown) => JSON.stringify(item);

function nodeAt(text: string, path: readonly string[]): Node | undefined {
  const root = parseTree(text, [], { allowTrailingComma: true });
  return root && findNodeAtLocation(root, [...path]);
}

/** The text with the value at `path`; without it, if there is none. The text must be valid. */
export function setInJson(text: string, path: readonly string[], value: unknown): string {
  const node = nodeAt(text, path);
  if (value === undefined) return node?.parent ? takeOut(text, node.parent) : text;
  if (node) {
    const old: unknown = getNodeValue(node);
    const changed = Array.isArray(old) && Array.isArray(value) && changeList(text, path, old.map(key), value);
    if (changed) return changed;
    const isOneLine = !text.slice(node.offset, endOf(node)).includes("\n");
    const shown = isOneLine ? JSON.stringify(value) : render(value, indentAt(text, node.offset), layoutOf(text));
    return splice(text, node.offset, endOf(node), shown);
  }
  let depth = path.length - 1;
  while (depth > 0 && !nodeAt(text, path.slice(0, depth))) depth--;
  const nest = (keys: readonly string[]) => keys.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
  const parent = nodeAt(text, path.slice(0, depth));
  if (parent?.type === "null") return setInJson(text, path.slice(0, depth), nest(path.slice(depth)));
  if (parent) return append(text, parent, `${JSON.stringify(path[depth])}: `, nest(path.slice(depth + 1)));
  const layout = layoutOf(text);
  const gap = text.trim() && !text.endsWith("\n") ? layout.eol : "";
  return (text.trim() ? text : "") + gap + render(nest(path), "", layout) + layout.eol;
}
