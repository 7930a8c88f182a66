/**
 * Between VS Code's objects and JSON. Outward, what VS Code's classes hold; inward, `{$uri: path}`,
 * `{$position: [line, character]}` and `{$range: [l, c, l, c]}` become the classes that commands
 * want.
 */
import * as vscode from "vscode";

const DEPTH = 24;

/** A copy of `value` that JSON can carry and a test can compare. */
export function plain(value, depth = 0) {
  if (value === null || typeof value !== "object") return typeof value === "function" ? undefined : value;
  if (depth > DEPTH) return "(too deep)";
  if (value instanceof vscode.Uri) return value.scheme === "file" ? value.fsPath : value.toString();
  if (value instanceof vscode.Position) return { line: value.line, character: value.character };
  if (value instanceof vscode.Range) return { start: plain(value.start), end: plain(value.end) };
  if (value instanceof vscode.MarkdownString) return { value: value.value };
  if (value instanceof Error) return { name: value.name, message: value.message };
  if (Array.isArray(value)) return value.map((item) => plain(item, depth + 1) ?? null);
  if (value instanceof Map) return plain(Object.fromEntries(value), depth + 1);
  return plainFields(value, depth);
}

// Some of VS Code's classes keep their data behind getters of the prototype.
function plainFields(value, depth) {
  const out = {};
  for (let at = value; at && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const [name, field] of Object.entries(Object.getOwnPropertyDescriptors(at))) {
      if (name.startsWith("_") || name in out || (at !== value && !field.get)) continue;
      const item = plain(field.get ? value[name] : field.value, depth + 1);
      if (item !== undefined) out[name] = item;
    }
  }
  return out;
}

/** The inverse for arguments. */
export function revive(value) {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(revive);
  if (value.$uri) return toUri(value.$uri);
  if (value.$position) return new vscode.Position(...value.$position);
  if (value.$range) return new vscode.Range(...value.$range);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, revive(item)]));
}

/** A file's path or a whole uri. */
export function toUri(text) {
  return text.startsWith("/") ? vscode.Uri.file(text) : vscode.Uri.parse(text, true);
}
