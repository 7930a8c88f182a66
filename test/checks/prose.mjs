/** The English of the project, apart from its code: texts that people and models read, and comments. */
import ts from "typescript";

import { FILES, isOurs, read } from "./tree.mjs";

/** The text of a literal in C, with line ends and tabs as blanks. */
const unescape = (literal) =>
  literal
    .slice(1, -1)
    .replace(/\\n|\\t/g, " ")
    .replace(/\\(.)/g, "$1");

const withoutCode = (text) => text.replace(/`[^`\n]*`/g, "`x`");

const uncomment = (comment) =>
  comment
    .replace(/^\/\*+<?|^\/\/\/?<?|\*\/$/g, "")
    .replace(/^\s*(\*|\/\/)(?= |$)/gm, "")
    .replace(/\s+/g, " ")
    .trim();

/** Joins parts (`{at, end, text}`) with only a gap between them. */
function join(source, parts, isGap) {
  const joined = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last && isGap(source.slice(last.end, part.at), last, part)) {
      last.text += part.text;
      last.end = part.end;
    } else joined.push({ ...part });
  }
  return joined;
}

/** Consecutive lines of `//` are one comment. */
function joinComments(source, comments) {
  const isLine = ({ text }) => text.startsWith("//");
  const isNext = (gap, last, part) => /^\n[ \t]*$/.test(gap) && isLine(last) && isLine(part);
  const lines = comments.map((part) => ({ ...part, text: isLine(part) ? `${part.text}\n` : part.text }));
  return join(source, lines, isNext).map((part) => ({ ...part, text: uncomment(part.text) }));
}

function ofC(source) {
  const strings = [];
  const comments = [];
  for (const { 0: token, index: at } of source.matchAll(
    /\/\*[^]*?\*\/|\/\/[^\n]*|^[ \t]*#[ \t]*include[^\n]*|"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\.)+'/gm,
  )) {
    const part = { at, end: at + token.length, text: token };
    if (token.startsWith("/")) comments.push(part);
    else if (token.startsWith('"')) strings.push({ ...part, text: unescape(token) });
  }
  return {
    // Adjacent literals are one text, also with a macro such as PRIu64 between them.
    strings: join(source, strings, (gap) => /^\s*(?:PRI\w+\s*)?$/.test(gap)),
    comments: joinComments(source, comments),
  };
}

function ofScript(source, file) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const strings = [];
  const comments = new Map();
  const visit = (node) => {
    for (const range of ts.getLeadingCommentRanges(source, node.getFullStart()) ?? []) comments.set(range.pos, range);
    if (ts.isStringLiteralLike(node)) strings.push({ at: node.getStart(), end: node.end, text: node.text });
    if (ts.isTemplateExpression(node)) {
      const text = node.head.text + node.templateSpans.map(({ literal }) => `x${literal.text}`).join("");
      strings.push({ at: node.getStart(), end: node.end, text });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  const parts = [...comments.values()]
    .sort((a, b) => a.pos - b.pos)
    .map(({ pos, end }) => ({ at: pos, end, text: source.slice(pos, end) }));
  return { strings, comments: joinComments(source, parts) };
}

/** Values of a JSON file; keys are names. */
function ofJson(source) {
  const strings = [];
  for (const { 0: token, index: at } of source.matchAll(/"(?:[^"\\\n]|\\.)*"(?:\s*:)?/g))
    if (token.endsWith('"')) strings.push({ at, end: at + token.length, text: JSON.parse(token) });
  return { strings, comments: [] };
}

/** Paragraphs, items and cells of Markdown, without code. */
function ofMarkdown(source) {
  const plain = source.replace(/```[^]*?```|<[^>]*>/g, (code) => code.replace(/[^\n]/g, " "));
  const strings = [];
  for (const { 0: text, index } of plain.matchAll(/(?:[^\n|]|\n(?!\s*\n|\s*[-*#|]\s|\s*\d\. ))+/g)) {
    const words = text.replace(/\*+/g, "").replace(/^[\s#-]+|\s+$/g, "");
    const at = index + text.search(/\S|$/);
    if (words) strings.push({ at, end: index + text.length, text: words.replace(/\s+/g, " ") });
  }
  return { strings, comments: [] };
}

const OF = {
  c: ofC,
  h: ofC,
  cc: ofC,
  inc: ofC,
  ts: ofScript,
  mjs: ofScript,
  js: ofScript,
  json: ofJson,
  md: ofMarkdown,
};

/** `{strings, comments}` of a file, each `{line, text}`. */
export function proseOf(file, source = read(file)) {
  const parts = (OF[file.split(".").pop()] ?? ofMarkdown)(source, file);
  const place = ({ at, text }) => ({ line: source.slice(0, at).split("\n").length, text: withoutCode(text) });
  return { strings: parts.strings.map(place), comments: parts.comments.map(place) };
}

/** Files with texts that people or models read. */
export const READ_FILES = FILES.filter(
  (file) =>
    isOurs(file) &&
    (/^native\/.*\.(c|h|cc|json)$|^extension\/src\/.*\.ts$|^docs\/.*\.md$/.test(file) ||
      ["CHANGELOG.md", "README.md", "native/README.md", "native/tools/instructions.txt", "package.json"].includes(
        file,
      )),
);
