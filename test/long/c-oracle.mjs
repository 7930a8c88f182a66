/**
 * The facts of C sources about a name, by programs that are not language servers: universal-ctags for declarations,
 * cscope for uses and callers, the compiler's preprocessor for the expansions of macros and which branches of an #if
 * count. Places are "file:line" below the folder.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

function run(command, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: "utf8",
    maxBuffer: 1 << 28,
    ...options,
  });
  assert.equal(status, 0, `${command}: ${error ?? stderr}`);
  return stdout;
}

/** Blanks for comments and strings; lines and columns stay. */
const bare = (text) =>
  text.replace(/\/\*[\s\S]*?\*\/|\/\/(?:\\\n|[^\n])*|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'/g, (part) =>
    part.replace(/[^\n]/g, " "),
  );

/** `LUA_API int (lua_type) (…)`, which ctags and cscope do not take for a function, in the plain form; lines stay. */
export const plain = (text) =>
  text
    .replace(/^LUAI_DDEC\((.*)\)$/gm, "extern $1")
    .replace(/^((?:LUA|LUALIB|LUAMOD)_API\s[^(\n]*)\((\w+)\)(?=\s*\()/gm, "extern $1 $2 ")
    .replace(
      /\b(?:LUA|LUALIB|LUAMOD)_API\b|\bLUAI_FUNC\b|\bl_noret\b|\bl_sinline\b/g,
      (word) => ({ l_noret: "void", l_sinline: "static" })[word] ?? "extern",
    );

const TYPES = new Set(["struct", "union", "enum", "typedef"]);
const FUNCTIONS = new Set(["function", "prototype"]);
const VARIABLES = new Set(["variable", "externvar"]);
/** The sort of a kind: all declarations of a name are one symbol if they are of one sort. */
const sortOf = (kind) =>
  TYPES.has(kind) ? "type" : FUNCTIONS.has(kind) ? "function" : VARIABLES.has(kind) ? "variable" : kind;
const LOCAL = new Set(["local", "parameter", "label"]);

/** Lines of a #define, with those that a backslash joins to it: {line, end, name, parameters, body}. */
function readMacros(lines) {
  const macros = [];
  for (let i = 0; i < lines.length; i++) {
    const first = i;
    if (!/^\s*#\s*define\b/.test(lines[i])) continue;
    while (lines[i].endsWith("\\") && i + 1 < lines.length) i++;
    const text = lines.slice(first, i + 1).join("\n");
    const [, name, parameters, body] = /#\s*define\s+(\w+)(?:\(([^)]*)\))?([\s\S]*)/.exec(text);
    macros.push({
      line: first + 1,
      end: i + 1,
      name,
      parameters: new Set(parameters?.match(/\w+/g)),
      words: new Set(body.match(/\w+/g)),
    });
  }
  return macros;
}

export class COracle {
  constructor(folder) {
    this.folder = folder;
    this.files = readdirSync(folder)
      .filter((name) => /\.[ch]$/.test(name))
      .sort();
    this.scratch = mkdtempSync(join(tmpdir(), "sextant-c-oracle-"));
    this.texts = new Map(this.files.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
    this.lines = new Map(this.files.map((name) => [name, bare(this.texts.get(name)).split("\n")]));
    this.macros = new Map(this.files.map((name) => [name, readMacros(this.lines.get(name))]));
    try {
      this.readTags();
      this.readBranches();
      this.readExpanded();
      this.indexWords();
      this.buildCscope();
    } catch (error) {
      this.remove();
      throw error;
    }
  }

  remove() {
    rmSync(this.scratch, { recursive: true, force: true });
  }

  path = (name) => join(this.scratch, name);

  write(change) {
    for (const [name, text] of this.texts) writeFileSync(this.path(name), change(text, name));
  }

  readTags() {
    this.write(plain);
    const options = [
      "--languages=C",
      "--langmap=C:.c.h",
      "--output-format=json",
      "--fields=+neS",
      "--kinds-C=+pxlzL",
      "--sort=no",
      "-f",
      "-",
    ];
    const tags = run("ctags", [...options, ...this.files], { cwd: this.scratch })
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    this.tags = new Map();
    this.functions = new Map(this.files.map((name) => [name, []]));
    this.variables = new Map(this.files.map((name) => [name, []]));
    for (const { name, kind, path, line, end, scope, scopeKind } of tags) {
      if (!kind || name.startsWith("__anon") || kind === "header") continue;
      const tag = { name, kind, file: path, line, end: end ?? line, scope, scopeKind, at: `${path}:${line}` };
      this.tags.set(name, [...(this.tags.get(name) ?? []), tag]);
      if (kind === "function") this.functions.get(path).push(tag);
      if (kind === "variable") this.variables.get(path).push(tag);
    }
  }

  /** Which lines the compiler sees: a mark after each directive of an #if comes through or does not. */
  readBranches() {
    const segments = new Map();
    this.write((text, name) => {
      const lines = text.split("\n");
      const marked = [];
      const starts = [1];
      for (let i = 0; i < lines.length; i++) {
        marked.push(lines[i]);
        if (!/^\s*#\s*(?:if|ifdef|ifndef|elif|else|endif)\b/.test(this.lines.get(name)[i])) continue;
        while (lines[i].endsWith("\\")) marked.push(lines[++i]);
        starts.push(i + 2);
        marked.push(`sxmark_${name.replace(".", "_")}_${starts.length - 1}_`);
      }
      segments.set(name, starts);
      return marked.join("\n");
    });
    const seen = new Set(this.preprocess().flatMap((text) => text.match(/\bsxmark_\w+_/g) ?? []));
    this.active = new Map();
    for (const [name, starts] of segments) {
      const count = this.lines.get(name).length;
      const flags = new Array(count + 2).fill(false);
      starts.forEach((start, i) => {
        const is = i === 0 || seen.has(`sxmark_${name.replace(".", "_")}_${i}_`);
        for (let line = start; line < (starts[i + 1] ?? count + 1); line++) flags[line] = is;
      });
      this.active.set(name, flags);
    }
  }

  preprocess() {
    // Debian's sources include what its own build makes.
    for (const [, name] of [...this.texts.values()].join("\n").matchAll(/^\s*#\s*include\s*"([^"]+)"/gm))
      if (!this.texts.has(name)) writeFileSync(this.path(name), "");
    const sources = this.files.filter((name) => name.endsWith(".c"));
    return sources.map((name) => run("cc", ["-E", name], { cwd: this.scratch }));
  }

  /** The words of each line after the preprocessor: "file:line" to a set. */
  readExpanded() {
    this.write((text) => text);
    this.expanded = new Map();
    this.expandedCalls = new Map();
    for (const text of this.preprocess()) {
      let file = "";
      let line = 0;
      for (const one of text.split("\n")) {
        const mark = /^# (\d+) "([^"]*)"/.exec(one);
        if (mark) [line, file] = [Number(mark[1]), this.texts.has(mark[2]) ? mark[2] : ""];
        else {
          if (file) {
            const key = `${file}:${line}`;
            const words = this.expanded.get(key) ?? this.expanded.set(key, new Set()).get(key);
            const calls = this.expandedCalls.get(key) ?? this.expandedCalls.set(key, new Set()).get(key);
            for (const [, word, bracket] of bare(one).matchAll(/([A-Za-z_]\w*)\s*(\(?)/g)) {
              words.add(word);
              if (bracket) calls.add(word);
            }
          }
          line++;
        }
      }
    }
  }

  /** Every word of the code: name to places, with the text before and after it, and the macro it is in. */
  indexWords() {
    this.words = new Map();
    for (const [file, lines] of this.lines) {
      const macroAt = new Map();
      for (const macro of this.macros.get(file))
        for (let line = macro.line; line <= macro.end; line++) macroAt.set(line, macro);
      lines.forEach((text, i) => {
        const line = i + 1;
        const macro = macroAt.get(line);
        const isDirective = /^\s*#/.test(text) && !macro;
        for (const { 0: word, index } of text.matchAll(/[A-Za-z_]\w*/g)) {
          const place = {
            word,
            file,
            line,
            at: `${file}:${line}`,
            macro,
            isDirective,
            column: index,
            isActive: this.active.get(file)[line],
            isMember: /(?:\.|->)\s*$/.test(text.slice(0, index)),
            isCall: /^\s*\(/.test(text.slice(index + word.length)),
            isMacroName: macro?.line === line && macro.name === word && /define\s+$/.test(text.slice(0, index)),
          };
          const places = this.words.get(word) ?? this.words.set(word, []).get(word);
          places.push(place);
        }
      });
    }
  }

  buildCscope() {
    this.write(plain);
    run("cscope", ["-b", "-k", ...this.files], { cwd: this.scratch });
  }

  /** cscope's answer to a question: 0 uses, 1 definitions, 3 callers. */
  cscope(question, name) {
    const text = run("cscope", ["-d", "-L", `-${question}`, name], { cwd: this.scratch });
    return text
      .split("\n")
      .filter(Boolean)
      .map((one) => /^(\S+) (\S+) (\d+) (.*)$/.exec(one))
      .filter(Boolean)
      .map(([, file, scope, line, code]) => ({ file, scope, line: Number(line), at: `${file}:${line}`, code }));
  }

  /** Macros through which a use of them says the name. */
  macrosOf(name) {
    const all = [...this.macros.values()].flat();
    const found = new Set();
    for (let names = [name]; names.length;) {
      const next = all.filter(
        (macro) => !found.has(macro.name) && names.some((one) => macro.words.has(one) && !macro.parameters.has(one)),
      );
      names = [...new Set(next.map((macro) => macro.name))].filter((one) => one !== name);
      names.forEach((one) => found.add(one));
      if (next.every((macro) => macro.name === name)) break;
    }
    return found;
  }

  /**
   * Those of the places that do not come through the preprocessor: arguments of which a macro makes nothing
   * (`lua_assert`), or another name (`vmcase`). It puts all of a macro's use on its first line, so that made-up names
   * distinguish the places.
   */
  swallowed(name, places) {
    places = [...places].sort((a, b) => b.column - a.column);
    const doubtful = places.filter(
      ({ at, macro, isDirective }) => !macro && !isDirective && !this.expanded.get(at)?.has(name),
    );
    if (!doubtful.length) return new Set();
    this.write((text, file) => {
      const lines = text.split("\n");
      doubtful.forEach((place, i) => {
        const line = lines[place.line - 1];
        // From the right: columns of what is left of it stay.
        if (place.file === file)
          lines[place.line - 1] =
            line.slice(0, place.column) + `sxplace_${i}_` + line.slice(place.column + place.word.length);
      });
      return lines.join("\n");
    });
    const seen = new Set(this.preprocess().flatMap((text) => text.match(/\bsxplace_\d+_/g) ?? []));
    this.write(plain);
    return new Set(doubtful.filter((_, i) => !seen.has(`sxplace_${i}_`)));
  }

  functionAt(file, line) {
    return this.functions.get(file).find((one) => one.line <= line && line <= one.end);
  }

  /**
   * Symbols whose name means one thing outside of functions: {name, sort, tags, file}. `file`: it is seen there
   * alone.
   */
  symbols() {
    const found = [];
    for (const [name, all] of this.tags) {
      // `plain` replaces macros by these words, which are not names.
      if (/^(extern|static|void)$/.test(name)) continue;
      const tags = all.filter(({ kind }) => !LOCAL.has(kind));
      const sorts = new Set(tags.map(({ kind }) => sortOf(kind)).filter((sort) => sort !== "member"));
      const members = tags.filter(({ kind }) => kind === "member");
      if (sorts.size === 1) {
        const [sort] = sorts;
        const own = tags.filter(({ kind }) => kind !== "member");
        found.push(...this.split({ name, sort, tags: own, hasMembers: members.length > 0 }));
      } else if (!sorts.size && members.length === 1) {
        found.push({ name, sort: "member", tags: members });
      }
    }
    return found.filter((one) => one.tags.some(({ file, line }) => this.active.get(file)[line]));
  }

  /** One symbol for all files, or what is static in each for itself. */
  split(symbol) {
    const files = [...new Set(symbol.tags.map(({ file }) => file))];
    const bodies = symbol.tags.filter(({ kind }) => kind !== "prototype" && kind !== "externvar" && kind !== "typedef");
    if (symbol.sort === "macro") {
      // Each file has its own; a name that several define means what is included there.
      return files.length === 1 ? [symbol] : [];
    }
    // A type that another file names is the one that is defined; ctags lists no `struct X;`.
    const isNamed =
      symbol.sort === "type" &&
      new Set((this.words.get(symbol.name) ?? []).map(({ file }) => file)).size > 1 &&
      bodies.length === 1;
    const isInHeader = isNamed || symbol.tags.some(({ file }) => file.endsWith(".h"));
    if (!isInHeader)
      return files.map((file) => ({ ...symbol, file, tags: symbol.tags.filter((one) => one.file === file) }));
    return bodies.length <= 1 ? [symbol] : [];
  }

  /**
   * The uses of a symbol: `wanted` must be in an answer that says it is whole, `allowed` may. Code that is not
   * compiled may be left out; so may a word in a function that has a local of the name.
   */
  uses(symbol) {
    const { name, sort } = symbol;
    const shadows = (this.tags.get(name) ?? []).filter(({ kind, scope }) => LOCAL.has(kind) && scope);
    const others = symbol.hasMembers
      ? (this.tags.get(name) ?? []).filter(({ kind }) => kind === "member").map(({ at }) => at)
      : [];
    const isShadowed = ({ file, line }) => {
      const round = this.functionAt(file, line);
      return round
        ? shadows.some((one) => one.file === file && one.line >= round.line && one.line <= round.end)
        : shadows.some((one) => one.file === file && one.line === line);
    };
    const wanted = new Set();
    const allowed = new Set(symbol.tags.map(({ at }) => at));
    const declared = new Set(allowed);
    const calls = [];
    const own = this.words.get(name) ?? [];
    const through = [...this.macrosOf(name)]
      .flatMap((macro) => this.words.get(macro) ?? [])
      .filter((place) => !symbol.file || place.file === symbol.file);
    const swallowed = sort === "macro" ? new Set() : this.swallowed(name, [...own, ...through]);
    for (const place of own) {
      if (symbol.file && place.file !== symbol.file) continue;
      if (sort === "member" ? !place.isMember && !declared.has(place.at) : place.isMember) continue;
      if (others.includes(place.at) || place.macro?.parameters.has(name)) continue;
      if (declared.has(place.at) && !place.macro && sort !== "type") continue;
      if (place.isMacroName) {
        allowed.add(place.at);
        continue;
      }
      const isUnsure =
        isShadowed(place) || !place.isActive || place.isDirective || declared.has(place.at) || swallowed.has(place);
      allowed.add(place.at);
      if (!isUnsure) (wanted.add(place.at), calls.push(place));
    }
    for (const place of through) {
      // A macro may be expanded and then dropped by another one: `api_check(L, isvalid(L, o))`.
      if (swallowed.has(place) && place.isActive) allowed.add(place.at);
      if (place.macro || place.isDirective || !this.expanded.get(place.at)?.has(name)) continue;
      allowed.add(place.at);
      if (sort !== "macro" && place.isActive && !isShadowed(place) && !declared.has(place.at))
        (wanted.add(place.at), calls.push(place));
    }
    // Names that ## makes, and arguments that begin on a line above.
    for (const [at, words] of this.expanded)
      if (words.has(name) && (!symbol.file || at.startsWith(`${symbol.file}:`)) && sort !== "member") allowed.add(at);
    return {
      wanted,
      allowed,
      calls,
      swallowed: new Set(own.filter((one) => swallowed.has(one)).map(({ at }) => at)),
    };
  }

  /** Places that define it and are compiled; of what is only declared, none. */
  definitions({ name, sort, tags }) {
    const isBody = ({ kind, file, line }) => {
      if (kind === "prototype" || kind === "externvar") return false;
      // `typedef struct X X;` declares what another statement defines.
      const hasBody = tags.some((one) => one.kind !== "typedef" && one.kind !== "prototype");
      return (
        this.active.get(file)[line] &&
        (kind !== "typedef" || !hasBody) &&
        (sort !== "type" || new RegExp(`\\b${name}\\b`).test(this.lines.get(file)[line - 1]))
      );
    };
    return tags.filter(isBody).map(({ at }) => at);
  }

  /** Other places that declare it: `struct X;`, branches that ctags does not read. */
  declarations({ name, sort }) {
    return (this.words.get(name) ?? [])
      .filter((place) => place.isMacroName || (sort === "type" && !place.isMember))
      .map(({ at }) => at);
  }

  /**
   * Functions that call it: `wanted` by a call that is compiled, in its own words or a macro's; `allowed`
   * are all that say it.
   */
  callers(symbol) {
    const { name } = symbol;
    const { calls, allowed: places, swallowed } = this.uses(symbol);
    const wanted = new Set();
    const allowed = new Set();
    for (const place of calls) {
      const round = place.macro ? undefined : this.functionAt(place.file, place.line);
      if (!round) continue;
      const isOwnWord = this.lines.get(place.file)[place.line - 1].slice(place.column).startsWith(name);
      if (place.isCall && isOwnWord) wanted.add(round.name);
    }
    for (const at of places) {
      const [file, line] = at.split(":");
      // A table of functions hands on what it lists.
      const round = this.functionAt(file, Number(line)) ?? this.variables.get(file).findLast((one) => one.line <= line);
      if (round) allowed.add(round.name);
    }
    for (const { scope, file, line } of this.cscope(3, name)) {
      if (symbol.file && file !== symbol.file) continue;
      // In an #else, as what a macro drops, and as a call of a member, cscope reads it, too.
      if (
        this.active.get(file)[line] &&
        !swallowed.has(`${file}:${line}`) &&
        places.has(`${file}:${line}`) &&
        this.functionAt(file, line)?.name === scope
      )
        wanted.add(scope);
    }
    for (const macro of this.macrosOf(name)) {
      for (const place of this.words.get(macro) ?? []) {
        const round = place.macro || !place.isActive ? undefined : this.functionAt(place.file, place.line);
        if (round && places.has(place.at) && this.expandedCalls.get(place.at)?.has(name)) wanted.add(round.name);
      }
    }
    return { wanted, allowed };
  }
}
