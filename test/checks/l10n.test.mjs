/** Texts that people see can be translated: those of the shim through `l10n.t`, those of the manifest by keys. */
import assert from "node:assert/strict";
import { test } from "node:test";

import ts from "typescript";

import { BUNDLE, isTranslated, makeBundle, parseShim, walk } from "../../extension/build/l10n.mjs";
import { read } from "./tree.mjs";

/** Parts of the shim that talk to people; the others talk to agents and to the log. */
const SCREENS =
  /^extension\/src\/(ui\/|connect\/connect|extension\.ts|doors\/(palette|language-model|chat|socket)\.ts|host\/addon)/;
/** Calls whose arguments people see. */
const SHOWS = /^(show(Information|Warning|Error)Message|showQuickPick|showInputBox|setStatusBarMessage)$/;
/** Properties and variables that people see. */
const SHOWN =
  /^(title|tooltip|label|detail|description|placeholder|placeHolder|prompt|message|text|advice|invocationMessage)$/;
/** A name, which stays as it is in each language. */
const NAMES = new Set(["Sextant"]);

const hasWords = (text) => /\p{L}{2}/u.test(text.replace(/\$\([\w~-]+\)/g, "")) && !NAMES.has(text.trim());

/** Expressions that the variables of a file stand for, by name. */
function definitionsIn(tree) {
  const all = new Map();
  walk(tree, (node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      all.set(node.name.text, [...(all.get(node.name.text) ?? []), node.initializer]);
  });
  return all;
}

/** Literals with words that an expression can become without going through `l10n.t`. */
function barePartsOf(node, definitions, seen = new Set()) {
  const parts = (...nodes) => nodes.flatMap((one) => (one ? barePartsOf(one, definitions, seen) : []));
  if (seen.has(node)) return [];
  seen.add(node);
  if (isTranslated(node)) return [];
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return hasWords(node.text) ? [node] : [];
  if (ts.isTemplateExpression(node)) {
    const texts = [node.head, ...node.templateSpans.map(({ literal }) => literal)];
    const bare = texts.some(({ text }) => hasWords(text)) ? [node] : [];
    const isIcon = (i) => texts[i].text.endsWith("$(");
    const spans = node.templateSpans.filter((_, i) => !isIcon(i));
    return [...bare, ...parts(...spans.map(({ expression }) => expression))];
  }
  if (ts.isIdentifier(node)) return parts(...(definitions.get(node.text) ?? []));
  if (ts.isConditionalExpression(node)) return parts(node.whenTrue, node.whenFalse);
  if (ts.isBinaryExpression(node)) {
    const isComparison = /^[=!]==?$|^[<>]=?$/.test(node.operatorToken.getText());
    return isComparison ? [] : parts(node.left, node.right);
  }
  if (ts.isParenthesizedExpression(node) || ts.isSpreadElement(node) || ts.isAsExpression(node))
    return parts(node.expression);
  if (ts.isArrayLiteralExpression(node)) return parts(...node.elements);
  const isJoined = ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression);
  if (isJoined && /^(join|filter|trim|concat|slice)$/.test(node.expression.name.text))
    return parts(node.expression.expression);
  return []; // an object's properties are looked at on their own
}

/** Expressions of a file that people see. */
function shownIn(tree) {
  const shown = [];
  walk(tree, (node) => {
    if (ts.isCallExpression(node) && SHOWS.test(node.expression.name?.text ?? "")) shown.push(...node.arguments);
    if (ts.isNewExpression(node) && node.expression.getText() === "vscode.TreeItem") shown.push(node.arguments[0]);
    const isNamed = (name) => SHOWN.test(name?.text ?? "");
    // The long form of l10n.t has its text in an object.
    if (ts.isPropertyAssignment(node) && isTranslated(node.parent.parent)) return;
    if ((ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)) && isNamed(node.name) && node.initializer)
      shown.push(node.initializer);
    const isAssigned = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken;
    if (isAssigned && isNamed(node.left.name)) shown.push(node.right);
  });
  return shown;
}

function bareTexts(path, tree) {
  const definitions = definitionsIn(tree);
  const bare = new Set(shownIn(tree).flatMap((node) => barePartsOf(node, definitions)));
  return [...bare].map((node) => `${path}: ${node.getText().slice(0, 100)}`);
}

const parse = (text) => ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest, true);

test("no text reaches people without l10n.t", () => {
  const screens = parseShim().filter(([path]) => SCREENS.test(path));
  assert.deepEqual(
    screens.flatMap(([path, tree]) => bareTexts(path, tree)),
    [],
  );
});

test("this check sees texts that are not translated, and only those", () => {
  const bad = [
    "vscode.window.showErrorMessage(`Sextant: ${text}`);",
    'const why = "it failed"; vscode.window.showWarningMessage(why, ok);',
    'item.tooltip = isOne ? "1 line" : `${n} lines`;',
    'new vscode.TreeItem("No calls yet", none);',
    'view.show([{ label: "Open the file" }]);',
    'const title = [name, "was changed"].join(": ");',
    'item.description = vscode.l10n.t("found") + " nothing";',
  ];
  for (const text of bad) assert.equal(bareTexts("a.ts", parse(text)).length > 0, true, text);
  const good = [
    'vscode.window.showErrorMessage(vscode.l10n.t("Sextant: {0}", "a b c"));',
    "item.text = `$(loading~spin) ${name}`;",
    'item.command = { command: "sextant.openLocation", title: "" };',
    'const { t } = vscode.l10n; const title = t("Connect {0}", name);',
    'panel.title = kind === "chat" ? t : "Sextant";',
  ];
  for (const text of good) assert.deepEqual(bareTexts("a.ts", parse(text)), [], text);
});

test("each text of l10n.t is one literal, and the bundle has them all and no other", () => {
  const { text, odd } = makeBundle();
  assert.deepEqual(odd, []);
  assert.equal(read(BUNDLE), text, "npm run build writes it");
});

test("each key of the manifest has a text, and each text is used", () => {
  const texts = Object.keys(JSON.parse(read("extension/package.nls.json"))).sort();
  const used = [...read("package.json").matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key);
  assert.deepEqual([...new Set(used)].sort(), texts);
  assert.equal(JSON.parse(read("package.json")).l10n, "./l10n");
});

test("titles and descriptions of the manifest are keys", () => {
  const bare = [];
  const look = (value, name) => {
    if (Array.isArray(value)) for (const one of value) look(one, name);
    else if (value && typeof value === "object") for (const [key, one] of Object.entries(value)) look(one, key);
    else if (
      /^(title|description|markdownDescription|enumDescriptions|contents|name|altText|contextualTitle)$/.test(name)
    )
      if (!/^%.+%$/.test(value)) bare.push(`${name}: ${value}`);
  };
  look(JSON.parse(read("package.json")).contributes, "");
  assert.deepEqual(bare, []);
});
