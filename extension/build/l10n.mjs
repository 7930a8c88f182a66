// The texts of the shim that people see, as the code has them: the bundle that translations are made of.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { ROOT } from "./setup.mjs";

// Loaded with this module, which a build loads after the set-up has installed it.
const { default: ts } = await import("typescript");

export const BUNDLE = "extension/l10n/bundle.l10n.json";

/** Every TypeScript file of the shim, parsed: `[path, tree]`. */
export function parseShim() {
  const names = readdirSync(join(ROOT, "extension/src"), { recursive: true }).filter((name) => name.endsWith(".ts"));
  return names.sort().map((name) => {
    const path = `extension/src/${name.replaceAll("\\", "/")}`;
    return [path, ts.createSourceFile(path, readFileSync(join(ROOT, path), "utf8"), ts.ScriptTarget.Latest, true)];
  });
}

/** Calls `visit` with each node of a tree, from the outside. */
export function walk(node, visit) {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

/** Whether it is a call of `vscode.l10n.t`, or of `t` that was taken from there. */
export function isTranslated(node) {
  if (!ts.isCallExpression(node)) return false;
  const callee = node.expression.getText();
  return (
    callee === "vscode.l10n.t" || (callee === "t" && /const \{ t \} = vscode\.l10n;/.test(node.getSourceFile().text))
  );
}

const isText = (node) => ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node);

/** A text and the comments on it; nothing where the code does not have it as one literal. */
function readCall({ arguments: [first] }) {
  if (isText(first)) return { message: first.text, comment: [] };
  if (!ts.isObjectLiteralExpression(first)) return undefined;
  const value = (name) => first.properties.find((one) => one.name?.getText() === name)?.initializer;
  const [message, comment] = [value("message"), value("comment")];
  if (!message || !isText(message) || (comment && !ts.isArrayLiteralExpression(comment))) return undefined;
  return { message: message.text, comment: comment?.elements.map(({ text }) => text) ?? [] };
}

/** The bundle as text, and the places of calls whose text is not one literal. */
export function makeBundle() {
  const entries = new Map();
  const odd = [];
  for (const [path, tree] of parseShim())
    walk(tree, (node) => {
      if (!isTranslated(node)) return;
      const found = readCall(node);
      if (!found) odd.push(`${path}: ${node.getText().slice(0, 80)}`);
      else if (found.comment.length) entries.set(`${found.message}/${found.comment.join("")}`, found);
      else entries.set(found.message, found.message);
    });
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
  return { text: `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`, odd };
}

/** Brings the bundle in step with the code; throws where a text cannot be translated. */
export function writeBundle() {
  const { text, odd } = makeBundle();
  if (odd.length) throw new Error(`Texts for people must be one literal each:\n${odd.join("\n")}`);
  mkdirSync(join(ROOT, "extension/l10n"), { recursive: true });
  writeFileSync(join(ROOT, BUNDLE), text);
}
