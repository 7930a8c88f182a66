/** Plain English: words and openings that have a plainer form do not appear in texts and comments. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { proseOf, READ_FILES } from "./prose.mjs";
import { FILES, isOurs, read } from "./tree.mjs";

/** A pattern, and the plain form. Sentences start at the beginning of a text or after `.`, `!` or `?`. */
const RULES = [
  [/(?<!\b(?:cannot|can) )\btell\b|\b(?:tells|told|telling)\b/i, "reports, lists, contains, returns"],
  [/\b(?:is|are|was|were|be|been) said to\b/i, "is reported as"],
  [/\banew\b/i, "again"],
  [/\b(?:no|some)body\b/i, "no provider, another process, another user"],
  [/(?<!\bthere )\b(?:is|are|was|were|be) no (?!longer\b|more\b|\w+er than\b)/i, "is not a"],
  [/(?<!\b(?:lags?|lagging|leaves?|left|leaving)(?: \w+)? )\bbehind\b/i, "stale (time), after (place)"],
  [/(?<!\b(?:mutex|lock|locks) (?:is |are )?)\bheld\b/i, "open, kept, compared with"],
  [/\bby (?:then|now)\b/i, "the name of the event"],
  [/\b(?:all|text|turns?) round\b|(?<!\bto )\bround (?:the|a|an|it|its|them|that|this|each|what)\b/i, "around"],
  [/(?:^|[.!?] )Of (?!course\b)/, "the subject first"],
  [/(?:^|[.!?] )What (?!if\b)[^?]*?(?:[.!]|$)/, "the subject first"],
  [/(?:^|[.!?] )That (?:the|a|an|it|they|there|this|no|all|some|both|we|what|which)\b/, "the subject first"],
];

/** Texts are stricter than comments. */
const RULES_OF_TEXTS = [
  ...RULES,
  [/\b(?:says?|said)\b/i, "reports, contains, reads"],
  [/\bshall\b/i, "must, will"],
  [/\b(?:takes?|taken|took) (?:it |that |them |this )?in\b/i, "indexes, loads"],
  [/\b(?:hence|lest|therein|thereof|upon|whereby|wherein|whereof)\b/i, "so, in, on"],
];

/** Texts that use a word of the list in another sense: a part of the text, and why. */
const EXCEPTIONS = [];

/** The rules that a text breaks: `word: plain form`. */
function faults(text, rules) {
  if (!text.includes(" ")) return [];
  const allowed = EXCEPTIONS.reduce((rest, [part]) => rest.replaceAll(part, "…"), text);
  return rules.flatMap(([pattern, plain]) => {
    const [found] = pattern.exec(allowed) ?? [];
    return found === undefined ? [] : [`"${found.trim().slice(0, 40)}": ${plain}`];
  });
}

const faultsIn = (file, texts, rules) =>
  texts.flatMap(({ line, text }) => faults(text, rules).map((fault) => `${file}:${line} ${fault}`));

test("texts that people and models read are plain English", () => {
  assert.ok(READ_FILES.length > 300);
  assert.deepEqual(
    READ_FILES.flatMap((file) => faultsIn(file, proseOf(file).strings, RULES_OF_TEXTS)),
    [],
  );
});

test("comments are plain English", () => {
  const sources = FILES.filter((file) => isOurs(file) && /\.(c|h|cc|inc|ts|mjs)$/.test(file));
  assert.ok(sources.length > 600);
  assert.deepEqual(
    sources.flatMap((file) => faultsIn(file, proseOf(file).comments, RULES)),
    [],
  );
});

test("each exception is needed", () => {
  const all = READ_FILES.map((file) => read(file)).join("\n");
  assert.deepEqual(
    EXCEPTIONS.filter(([part]) => !all.includes(part)),
    [],
  );
});

for (const [text, isPlain] of [
  ["The server tells of another file.", false],
  ["The server cannot tell them apart.", true],
  ["A server that starts is said to be so.", false],
  ["Nobody has it open.", false],
  ["It is no function.", false],
  ["There is no function, and it is no longer open.", true],
  ["The index may be behind.", false],
  ["The index may lag behind an edit.", true],
  ["A file that is held by the editor.", false],
  ["The caller has the mutex held.", true],
  ["What is known by then is answered.", false],
  ["It turns round the file.", false],
  ["One round trip, as in the previous round.", true],
  ["It is open. Of several servers, the first counts.", false],
  ["What is open counts.", false],
  ["What is open?", true],
  ["It moved. That the name is elsewhere may be right.", false],
  ["It moved. That is right.", true],
  ["The header says so.", false],
])
  test(`${isPlain ? "plain" : "not plain"}: ${text}`, () => {
    assert.equal(faults(text, RULES_OF_TEXTS).length === 0, isPlain, faults(text, RULES_OF_TEXTS).join());
  });

for (const [file, source, strings, comments] of [
  [
    "a.c",
    '#include "a b.h"\n/* One\n * two. */\n// three\n// four\nputs("five \\"six\\" %" PRIu64\n "seven", "eight");',
    ['five "six" %seven', "eight"],
    ["One two.", "three four"],
  ],
  ["a.ts", "// one\n// two\nconst a = `three ${b} ${'four'} five`;", ["four", "three x x five"], ["one two"]],
  ["a.json", '{"one": "two \\"three\\"", "four": ["five"]}', ['two "three"', "five"], []],
  [
    "a.md",
    "# One\n\nTwo `three`\nfour.\n\n```\nfive\n```\n\n- six\n- **seven**\n\n| eight | nine |\n",
    ["One", "Two `x` four.", "six", "seven", "eight", "nine"],
    [],
  ],
])
  test(`the prose of ${file}`, () => {
    const prose = proseOf(file, source);
    const texts = (parts) => parts.map(({ text }) => text);
    assert.deepEqual(texts(prose.strings).sort(), [...strings].sort());
    assert.deepEqual(texts(prose.comments), comments);
  });
