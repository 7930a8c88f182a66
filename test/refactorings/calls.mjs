/** Calls of the tools at random places of a project's files, the same for the same seed. */

/** Numbers from 0 to 1 by a seed. */
export function randomBy(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const random = {
    next,
    below: (count) => Math.floor(next() * count),
    pick: (list) => list[random.below(list.length)],
    chance: (share) => next() < share,
    shuffle: (list) =>
      list
        .map((one) => [next(), one])
        .sort(([a], [b]) => a - b)
        .map(([, one]) => one),
  };
  for (let i = 0; i < 8; i++) next();
  return random;
}

/** Patterns of what declares something, by language: kind, pattern; the name is the last group that matched. */
const DECLARATIONS = {
  python: [
    ["function", /^(?:async )?def (\w+)/],
    ["method", /^ +(?:async )?def (\w+)/],
    ["class", /^class (\w+)/],
    ["constant", /^(\w+)(?: *:[^=]*)? = /],
    ["local", /^ +(\w+)(?: *:[^=]*)? = /],
  ],
  go: [
    ["function", /^func (\w+)\(/],
    ["method", /^func \([^)]*\) (\w+)\(/],
    ["class", /^type (\w+)/],
    ["constant", /^(?:var|const) (\w+)/],
    ["local", /^\s+(\w+) := /],
  ],
  javascript: [
    ["function", /^(?:export )?(?:default )?(?:async )?function\*? (\w+)/],
    ["function", /^(?:export )?(?:const|var|let) (\w+)(?: *:[^=]*)? = (?:async )?(?:\(|function\b|\w+ =>)/],
    [
      "method",
      /^\s+(?!if\b|for\b|while\b|switch\b|catch\b|return\b|function\b)(?:(?:static|async|private|public|get|set) )*(\w+)\s*\([^)]*\)[^;]*\{$/,
    ],
    ["class", /^(?:export )?(?:default )?(?:abstract )?class (\w+)/],
    ["class", /^(?:export )?(?:interface|type|enum) (\w+)/],
    ["constant", /^(?:export )?(?:const|var|let) (\w+)/],
    ["local", /^\s+(?:const|var|let) (\w+)(?: *:[^=]*)? = /],
    ["inner", /^\s+(?:async )?function\*? (\w+)/],
  ],
  c: [
    ["function", /^(?=\w)(?!typedef|return|else)(?:\w+\([^)]*\)\s*)?[\w* ]*?\b(\w+) ?\((?!\*)[^;]*$/],
    ["class", /^typedef\b.*\b(\w+);/],
    ["class", /^(?:struct|enum|union) (\w+) *\{/],
    ["constant", /^static const [\w ]+[ *](\w+)(?:\[[^\]]*\])* *=/],
    ["local", /^ +(?:const )?(?:unsigned )?\w+ \**(\w+) = /],
  ],
};
DECLARATIONS.typescript = DECLARATIONS.javascript;

/** All that a text declares, as its lines look. */
export function declarationsOf(text, language) {
  return text.split("\n").flatMap((line, row) => {
    for (const [kind, pattern] of DECLARATIONS[language]) {
      const found = pattern.exec(line);
      if (!found) continue;
      const name = found
        .slice(1)
        .filter((one) => one !== undefined)
        .at(-1);
      const column = line.slice(0, found[0].length).lastIndexOf(name) < 0 ? line.indexOf(name) : nameAt(line, name);
      return [{ kind, name, line: row + 1, column: column + 1 }];
    }
    return [];
  });
}

const nameAt = (line, name) => line.search(new RegExp(`\\b${name}\\b`));

const indentOf = (line) => /^\s*/.exec(line)[0].length;

/** Lines that begin and end a run of statements of one block, as they are indented. */
function statements(random, lines) {
  for (let tries = 0; tries < 60; tries++) {
    const start = random.below(lines.length);
    const indent = indentOf(lines[start]);
    if (!lines[start].trim() || indent === 0 || /^\s*[})\]]/.test(lines[start])) continue;
    const ends = [];
    for (let at = start; at < Math.min(lines.length, start + 25); at++) {
      if (!lines[at].trim()) continue;
      const own = indentOf(lines[at]);
      const closes = /^\s*[})\]]/.test(lines[at]);
      if (own < indent) break;
      const next = lines.slice(at + 1).find((line) => line.trim()) ?? "";
      if (own === indent || (own > indent && indentOf(next) <= indent)) {
        if (indentOf(next) <= indent && !(indentOf(next) === indent && /^\s*[})\]]/.test(next))) ends.push(at);
      }
      if (closes && own === indent && at === start) break;
    }
    if (ends.length) return { start: start + 1, end: random.pick(ends) + 1 };
  }
  return undefined;
}

/** A part of a line that looks like an expression: 1-based columns, the end after it. */
function expression(random, lines) {
  for (let tries = 0; tries < 80; tries++) {
    const row = random.below(lines.length);
    const line = lines[row];
    if (!/^\s/.test(line) || /^\s*(#|\/\/|\*|"""|\/\*)/.test(line)) continue;
    const found = [
      ...[...line.matchAll(/(?:=|:=|return|in|if|and|&&|\|\||\+|,|\() +?([^=,;{}]+?)(?=[;,:){]|$)/g)].map((m) => [
        m.index + m[0].length - m[1].length,
        m[1],
      ]),
      ...[...line.matchAll(/[\w.]+\([^()]*\)/g)].map((m) => [m.index, m[0]]),
      ...[...line.matchAll(/\(([^()]+)\)/g)].map((m) => [m.index + 1, m[1]]),
      ...[...line.matchAll(/[\w.[\]]+ (?:[-+*/%<>]|==|!=|<=|>=|===|&&|\|\||and|or|in) [\w.[\]]+/g)].map((m) => [
        m.index,
        m[0],
      ]),
    ].filter(([, text]) => text.trim().length > 2);
    if (!found.length) continue;
    const [at, text] = random.pick(found);
    const lead = text.length - text.trimStart().length;
    return { line: row + 1, start: at + lead + 1, end: at + text.trimEnd().length + 1 };
  }
  return undefined;
}

/** The text between the brackets after an offset, cut at its commas. */
function parametersAfter(text, offset) {
  const open = text.indexOf("(", offset);
  if (open < 0 || open - offset > 60) return undefined;
  const parts = [];
  let depth = 0;
  let begin = open + 1;
  for (let at = open; at < text.length; at++) {
    const c = text[at];
    if ("([{".includes(c)) depth++;
    else if (c === '"' || c === "'") at = text.indexOf(c, at + 1);
    else if (")]}".includes(c)) depth--;
    if (at < 0) return undefined;
    if ((c === "," && depth === 1) || depth === 0) {
      parts.push(text.slice(begin, at).trim());
      begin = at + 1;
    }
    if (depth === 0) return parts.filter((part) => part);
  }
  return undefined;
}

function parameterNames(parts, language) {
  const nameOf =
    {
      python: (part) => /^\**(\w+)/.exec(part)?.[1],
      go: (part) => /^(\w+)/.exec(part)?.[1],
      c: (part) => (part === "void" ? undefined : /(\w+)(?:\[[^\]]*\])*$/.exec(part)?.[1]),
    }[language] ?? ((part) => /^(?:\.\.\.)?(?:(?:public|private|readonly) )*(\w+)/.exec(part)?.[1]);
  const names = parts.map(nameOf).filter((name) => name !== undefined);
  return ["self", "cls"].includes(names[0]) ? names.slice(1) : names;
}

const ADDED = {
  python: [
    { name: "added", default: "None" },
    { name: "added", value_for_calls: "None" },
    { name: "added", default: "1", value_for_calls: "2" },
  ],
  go: [{ name: "added", type: "int", value_for_calls: "0" }],
  c: [{ name: "added", type: "int", value_for_calls: "0" }],
  javascript: [
    { name: "added", value_for_calls: "0" },
    { name: "added", default: "1" },
  ],
  typescript: [
    { name: "added", type: "number", value_for_calls: "0" },
    { name: "added", type: "number", default: "1" },
  ],
};

const PROBES = {
  python: "def _sextant_probe():\n    return 1",
  go: "func sextantProbe() int {\n\treturn 1\n}",
  c: "int sextant_probe(void);\nint sextant_probe(void) {\n  return 1;\n}",
  javascript: "function sextantProbe() {\n  return 1;\n}",
  typescript: "export function sextantProbe() {\n  return 1;\n}",
};

const KINDS = {
  inline_function: ["function", "method", "constant", "local", "inner"],
  move_symbol: ["function", "class", "constant"],
  change_signature: ["function", "method", "inner"],
  edit_symbol: ["function", "method", "class", "constant"],
};

const EXTENSIONS = { python: ".py", go: ".go", c: ".c", javascript: ".js", typescript: ".ts" };

/** The lines of a declaration: to its closing brace, or to where one is indented no deeper and closes nothing. */
function linesOf(lines, place, language) {
  const indent = indentOf(lines[place.line - 1]);
  const rest = lines.slice(place.line);
  const isOpen = /\{\s*$/.test(lines[place.line - 1]) || /^\s*\{\s*$/.test(rest[0] ?? "");
  const closes = (line) => /^\s*\}/.test(line) && indentOf(line) === indent;
  const isInside = (line) => !line.trim() || indentOf(line) > indent || /^\s*[})\]]/.test(line);
  const isBraced = language !== "python" && isOpen;
  let count = isBraced ? rest.findIndex(closes) + 1 : rest.findIndex((line) => !isInside(line));
  if (count < 0) count = rest.length;
  while (count > 0 && !rest[count - 1].trim()) count--;
  return lines.slice(place.line - 1, place.line + count);
}

function editOf(random, text, place, language) {
  const own = linesOf(text.split("\n"), place, language);
  const operations = ["delete", "delete", "replace", "replace_body", "insert_before", "insert_after"];
  const operation = random.pick(operations);
  if (operation === "delete") return { operation };
  if (operation === "replace") return { operation, content: own.join("\n") };
  if (operation === "replace_body") {
    const inner = language === "python" ? own.slice(1) : own.slice(1, -1);
    return inner.length ? { operation, content: inner.join("\n") } : { operation: "delete" };
  }
  return { operation, content: PROBES[language] };
}

/**
 * One call of a tool somewhere in these files, or undefined where nothing fits. `texts`: name -> text.
 * `names`: of files that may be asked about.
 */
export function makeCall(tool, random, names, texts, language) {
  const file = random.pick(names);
  const text = texts.get(file);
  const lines = text.split("\n");
  if (tool === "extract_function") {
    // Private by its name: what a module exports is tested, too.
    const name = { python: "_extracted_part", c: "extracted_part" }[language] ?? "extractedPart";
    const isExpression = random.chance(0.35);
    const kinds = ["function", "function", "function", "method"];
    const kind = random.pick(isExpression ? [...kinds, "variable", "variable", "variable"] : kinds);
    const found = isExpression ? expression(random, lines) : statements(random, lines);
    if (!found) return undefined;
    const place = isExpression
      ? { start_line: found.line, end_line: found.line, start_column: found.start, end_column: found.end }
      : { start_line: found.start, end_line: found.end };
    return { file, ...place, function_name: name, kind, ...(random.chance(0.2) && { replace_duplicates: true }) };
  }
  const declared = declarationsOf(text, language).filter(({ kind }) => KINDS[tool].includes(kind));
  if (!declared.length) return undefined;
  const kinds = [...new Set(declared.map(({ kind }) => kind))];
  const kind = random.pick(kinds);
  const alike = declared.filter((one) => one.kind === kind);
  // Short ones can be inlined more often than others.
  const short = alike.filter((one) => linesOf(lines, one, language).length <= 6);
  const isShort = tool === "inline_function" && short.length > 0 && random.chance(0.8);
  const place = random.pick(isShort ? short : alike);
  const at = { file_path: file, line: place.line, column: place.column };
  if (tool === "inline_function") return { ...at, ...(random.chance(0.2) && { keep_definition: true }) };
  if (tool === "move_symbol") {
    const folder = file.includes("/") ? file.slice(0, file.lastIndexOf("/") + 1) : "";
    const others = names.filter((name) => name !== file);
    const isFar = language === "go" && names.some((name) => !name.startsWith(folder)) && random.chance(0.5);
    const fresh = `${folder}${isFar ? "moved/" : ""}moved_here${EXTENSIONS[language]}`;
    const target = others.length && random.chance(0.55) ? random.pick(others) : fresh;
    return { ...at, target_file: target, ...(random.chance(0.25) && { with_dependencies: true }) };
  }
  if (tool === "edit_symbol") return { ...at, ...editOf(random, text, place, language) };
  const offset =
    lines.slice(0, place.line - 1).join("\n").length + (place.line > 1 ? 1 : 0) + place.column - 1 + place.name.length;
  const parts = parametersAfter(text, offset);
  if (!parts) return undefined;
  const old = parameterNames(parts, language).map((name) => ({ name }));
  const ways = [
    "add",
    ...(old.length ? ["remove", "rename", "add"] : []),
    ...(old.length > 1 ? ["reorder", "reorder"] : []),
    "name",
  ];
  const way = random.pick(ways);
  const which = random.below(old.length);
  const made = {
    add: () => old.toSpliced(random.below(old.length + 1), 0, random.pick(ADDED[language])),
    remove: () => old.toSpliced(which, 1),
    rename: () => old.toSpliced(which, 1, { name: "renamed", was: old[which].name }),
    reorder: () => random.shuffle(old),
    name: () => old,
  };
  return { ...at, new_params: made[way](), ...(way === "name" && { new_name: `${place.name}Renamed` }) };
}
