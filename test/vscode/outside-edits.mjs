/**
 * A small project in TypeScript, Python and C that is changed outside the editor, at random
 * and by a seed, and questions about it right after each change.
 *
 * The files' own texts show what is true: every name is there once as a declaration, so a look
 * through the texts finds the answer that a server must give. `askFreshServers` compares both with
 * the answers of servers that have just started.
 */
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, realpath, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { callTool, openAgent, openEditor } from "./suites/support.mjs";

/* ---- the languages ------------------------------------------------------------------------- */

const calls = (names, argument) => names.map((name) => `${name}(${argument})`).join(" + ") || argument;
const fillers = (mark, count) => Array.from({ length: count }, (_, i) => `${mark} filler ${i}\n`).join("");

/** How a module is written, and where a function is declared in its text. */
const LANGUAGES = {
  typescript: {
    main: (module) => `web/${module.name}.ts`,
    declares: (name) => new RegExp(`function (${name})\\(`),
    files: (module, homes) => ({
      [`web/${module.name}.ts`]: [
        ...homes.map(([name, home]) => `import { ${name} } from "./${home}";\n`),
        fillers("//", module.filler),
        ...module.functions.map(
          (one) =>
            `\n/** Note ${one.id} rev ${one.rev}. */\nexport function ${one.name}(n: number): number {\n  return ${calls(one.calls, "n")};\n}\n`,
        ),
        module.broken ? `export const broken: number = "text";\n` : "",
      ].join(""),
    }),
  },
  python: {
    main: (module) => `desk/${module.name}.py`,
    declares: (name) => new RegExp(`def (${name})\\(`),
    files: (module, homes) => ({
      [`desk/${module.name}.py`]: [
        ...homes.map(([name, home]) => `from desk.${home} import ${name}\n`),
        fillers("#", module.filler),
        ...module.functions.map(
          (one) =>
            `\n\ndef ${one.name}(n: int) -> int:\n    """Note ${one.id} rev ${one.rev}."""\n    return ${calls(one.calls, "n")}\n`,
        ),
        module.broken ? `\nbroken: int = "text"\n` : "",
      ].join(""),
    }),
  },
  c: {
    main: (module) => `core/${module.name}.c`,
    declares: (name) => new RegExp(`^int (${name})\\(int n\\) \\{`, "m"),
    files: (module, homes) => ({
      [`core/${module.name}.h`]: ["#pragma once\n", ...module.functions.map((one) => `int ${one.name}(int n);\n`)].join(
        "",
      ),
      [`core/${module.name}.c`]: [
        ...[...new Set([module.name, ...homes.map(([, home]) => home)])].map((home) => `#include "${home}.h"\n`),
        fillers("//", module.filler),
        ...module.functions.map(
          (one) =>
            `\n/** Note ${one.id} rev ${one.rev}. */\nint ${one.name}(int n) {\n  return ${calls(one.calls, "n")};\n}\n`,
        ),
        module.broken ? "int broken = no_such_thing;\n" : "",
      ].join(""),
    }),
  },
};

const MODULES = 5;
const FUNCTIONS = 3;

function makeRandom(seed) {
  let state = seed >>> 0 || 1;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  return { next, below: (n) => Math.floor(next() * n), of: (list) => list[Math.floor(next() * list.length)] };
}

/* ---- the project --------------------------------------------------------------------------- */

export class OutsideEdits {
  /** By path from the folder: what is on the disk, and what is unsaved. */
  #disk = new Map();
  #unsaved = new Map();
  #modules;
  #commits = [];
  #serial = 0;

  constructor(folder, seed, languages = Object.keys(LANGUAGES)) {
    this.folder = folder;
    this.languages = languages;
    this.random = makeRandom(seed);
    this.#modules = languages.flatMap((language) => Array.from({ length: MODULES }, () => this.#newModule(language)));
    for (const module of this.#modules) for (let i = 0; i < FUNCTIONS; i++) this.#addFunction(module);
  }

  /** Writes the whole project and commits it. */
  async begin() {
    const names = Array.from({ length: 2000 }, (_, i) => `core/module${i}.c`);
    const database = names.map((file) => ({ directory: this.folder, file, arguments: ["cc", "-c", file] }));
    await this.#put("compile_commands.json", JSON.stringify(database));
    await this.#put(
      "tsconfig.json",
      JSON.stringify({ compilerOptions: { strict: true, noEmit: true }, include: ["web"] }),
    );
    await this.#put(".gitignore", ".cache\n");
    for (const [file, text] of this.#render()) await this.#write(file, text, "in place");
    this.#git("init", "-q");
    this.#commit();
  }

  /** Every file's text as the editor has to see it. */
  get texts() {
    return new Map([...this.#disk, ...this.#unsaved]);
  }

  get files() {
    return [...this.#disk.keys()];
  }

  /** One file of each language. */
  mains() {
    const first = (language) => this.#modules.find((module) => module.language === language);
    return this.languages.map((language) => ({ language, file: LANGUAGES[language].main(first(language)) }));
  }

  /** As if something had changed in any one module. */
  anywhere() {
    const { language, functions, name } = this.random.of(this.#modules);
    return { language, names: functions.map((one) => one.name), files: [LANGUAGES[language].main({ name })] };
  }

  /** A file that may be opened, shown or typed in. */
  anyFile() {
    return this.random.of(this.files);
  }

  /* Text that a person has typed at the file's end and not saved. */
  type(file) {
    const mark = file.endsWith(".py") ? "#" : "//";
    const text = `${mark} unsaved\n`;
    const before = this.#disk.get(file);
    this.#unsaved.set(file, before + text);
    return { line: before.split("\n").length - 1, text };
  }

  /** The files with unsaved text. */
  get unsaved() {
    return [...this.#unsaved.keys()];
  }

  revert(file) {
    this.#unsaved.delete(file);
  }

  /** One change on the disk: `{what, names, files}`, the names that it is about and its files. */
  async change() {
    const kinds = [
      "shift",
      "shift",
      "redocument",
      "call",
      "call",
      "uncall",
      "add",
      "drop",
      "rename",
      "rename",
      "new module",
      "remove module",
      "move",
      "break",
      "break",
      "checkout",
    ];
    for (;;) {
      const kind = this.random.of(kinds);
      const done = kind === "checkout" ? await this.#checkOut() : await this.#mutate(kind);
      if (done) return { what: kind, ...done };
    }
  }

  /* ---- changes of the model ---- */

  #newModule(language) {
    return {
      language,
      name: `module${this.#serial++}`,
      filler: 1 + this.random.below(4),
      functions: [],
      broken: false,
    };
  }

  #addFunction(module) {
    const id = this.#serial++;
    const others = this.#callable(module.language);
    const wanted = [this.random.of(others), this.random.of(others)].filter(Boolean).map(({ name }) => name);
    const one = { id, name: `work_${id}`, rev: 0, calls: [...new Set(wanted)] };
    module.functions.push(one);
    return one.name;
  }

  #callable(language) {
    return this.#modules?.filter((one) => one.language === language).flatMap(({ functions }) => functions) ?? [];
  }

  /* Modules that are free to change: what is unsaved would otherwise call what is gone. */
  #mayChange(module) {
    const files = Object.keys(LANGUAGES[module.language].files(module, []));
    return !files.some((file) => this.#unsaved.has(file));
  }

  #callers(name) {
    return this.#modules.filter(({ functions }) => functions.some(({ calls }) => calls.includes(name)));
  }

  async #mutate(kind) {
    const module = this.random.of(this.#modules);
    if (!this.#mayChange(module)) return undefined;
    const names = this.#apply(kind, module);
    if (!names) return undefined;
    return { names, language: module.language, ...(await this.#settle()) };
  }

  #apply(kind, module) {
    const one = this.random.of(module.functions);
    const touched = one ? [one.name, ...one.calls] : [];
    switch (kind) {
      case "shift":
        module.filler = (module.filler + 1 + this.random.below(5)) % 9;
        return one && touched;
      case "redocument":
        if (one) one.rev++;
        return one && [one.name];
      case "call": {
        const other = this.random.of(this.#callable(module.language));
        if (!one || one.calls.includes(other.name)) return undefined;
        one.calls.push(other.name);
        return [other.name];
      }
      case "uncall":
        return one?.calls.length ? [one.calls.pop()] : undefined;
      case "add":
        return [this.#addFunction(module)];
      case "drop":
        return one && this.#forget([one], module) ? [one.name] : undefined;
      case "rename": {
        if (!one || !this.#callers(one.name).every((caller) => this.#mayChange(caller))) return undefined;
        const name = `work_${this.#serial++}`;
        for (const { functions } of this.#callers(one.name))
          for (const each of functions) each.calls = each.calls.map((called) => (called === one.name ? name : called));
        return [name, ([one.name] = [name, one.name]) && name];
      }
      case "new module": {
        const added = this.#newModule(module.language);
        this.#modules.push(added);
        const name = this.#addFunction(added);
        return [name, ...added.functions[0].calls];
      }
      case "remove module": {
        const left = this.#modules.filter((other) => other.language === module.language && other !== module);
        if (left.length < 3 || !this.#forget([...module.functions], module)) return undefined;
        this.#modules.splice(this.#modules.indexOf(module), 1);
        return left.flatMap(({ functions }) => functions.map(({ name }) => name));
      }
      case "move":
        if (!module.functions.every(({ name }) => this.#callers(name).every((caller) => this.#mayChange(caller))))
          return undefined;
        module.name = `module${this.#serial++}`;
        return one && touched;
      case "break":
        module.broken = !module.broken;
        return one && touched;
    }
    throw new Error(kind);
  }

  /* Functions go, and every call of them. */
  #forget(gone, module) {
    const names = gone.map(({ name }) => name);
    if (!names.flatMap((name) => this.#callers(name)).every((caller) => this.#mayChange(caller))) return false;
    for (const each of this.#callable(module.language)) each.calls = each.calls.filter((name) => !names.includes(name));
    module.functions = module.functions.filter((one) => !gone.includes(one));
    return true;
  }

  /* ---- changes of the disk ---- */

  #render() {
    const home = new Map(this.#modules.flatMap((module) => module.functions.map(({ name }) => [name, module.name])));
    return new Map(
      this.#modules.flatMap((module) => {
        const called = [...new Set(module.functions.flatMap((one) => one.calls))];
        const homes = called.filter((name) => home.get(name) !== module.name).map((name) => [name, home.get(name)]);
        return Object.entries(LANGUAGES[module.language].files(module, homes));
      }),
    );
  }

  async #settle() {
    const wanted = this.#render();
    const gone = this.files.filter((file) => !wanted.has(file));
    const changed = [...wanted].filter(([file, text]) => this.#disk.get(file) !== text);
    const how = this.random.of(["in place", "renamed over", "a shell"]);
    for (const [file, text] of changed) await this.#write(file, text, how);
    for (const file of gone) await this.#remove(file);
    if (this.random.below(4) === 0) this.#commit();
    return { how, files: [...changed.map(([file]) => file), ...gone] };
  }

  async #put(file, text) {
    await mkdir(dirname(join(this.folder, file)), { recursive: true });
    await writeFile(join(this.folder, file), text);
  }

  async #write(file, text, how) {
    const path = join(this.folder, file);
    if (how === "renamed over") {
      await this.#put(`${file}.new`, text);
      await rename(`${path}.new`, path);
    } else if (how === "a shell") {
      execFileSync("sh", ["-c", `mkdir -p "$(dirname "$1")" && cat > "$1"`, "sh", path], { input: text });
    } else await this.#put(file, text);
    this.#disk.set(file, text);
  }

  async #remove(file) {
    await rm(join(this.folder, file));
    this.#disk.delete(file);
  }

  #git(...args) {
    return execFileSync(
      "git",
      ["-C", this.folder, "-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "advice.detachedHead=false", ...args],
      { encoding: "utf8" },
    );
  }

  #commit() {
    this.#git("add", "-A");
    this.#git("commit", "-q", "--allow-empty", "-m", "a state");
    const id = this.#git("rev-parse", "HEAD").trim();
    this.#commits.push({ id, modules: structuredClone(this.#modules), disk: new Map(this.#disk) });
  }

  /* To one of the last states; what is unsaved must go on to fit. */
  async #checkOut() {
    if (this.#unsaved.size || this.#commits.length < 3) return undefined;
    this.#commit();
    const { id, modules, disk } = this.random.of(this.#commits.slice(-6, -1));
    const before = this.#disk;
    this.#git("checkout", "-q", id);
    this.#modules = structuredClone(modules);
    this.#disk = new Map(disk);
    const files = [...new Set([...before.keys(), ...disk.keys()])].filter(
      (file) => before.get(file) !== disk.get(file),
    );
    const language = files.length ? languageOf(files[0]) : this.languages[0];
    const names = this.#callable(language).map(({ name }) => name);
    return { how: "git checkout", language, files, names: [this.random.of(names)] };
  }

  /* ---- questions, and what is true ---- */

  /** A question about what has just changed: `{tool, args, language, expected}`. */
  question({ names, language, files }) {
    const existing = files.filter(
      (file) => this.texts.has(file) && !file.endsWith(".h") && languageOf(file) === language,
    );
    const declared = names.filter((name) => this.#declaration(name, language));
    const tools = [
      ...(existing.length ? ["get_symbols", "get_diagnostics"] : []),
      ...(declared.length
        ? ["find_definition", "find_references", "get_symbol_documentation", "get_call_hierarchy"]
        : []),
    ];
    const tool = this.random.of(tools.length ? tools : ["get_diagnostics"]);
    const file = existing.length
      ? this.random.of(existing)
      : this.random.of(this.files.filter((one) => languageOf(one) === language && !one.endsWith(".h")));
    if (tool === "get_symbols")
      return { tool, language, args: { file_path: file, max_tokens: 8000 }, expected: this.#outline(file, language) };
    if (tool === "get_diagnostics")
      return { tool, language, args: { file, severity: "error" }, expected: this.#errors(file) };
    const name = this.random.of(declared);
    const places = this.#places(name);
    const from = this.random.of(places.filter(({ file: one }) => !one.endsWith(".h"))).file;
    const args = tool === "get_symbol_documentation" ? { symbol_name: name } : { symbol: name, max_tokens: 8000 };
    if (this.random.below(10) < 7) args.file_path = from;
    if (tool === "get_call_hierarchy") args.direction = "incoming";
    const expected = this.#truth(tool, name, language, places);
    // clangd may name the prototype, which is a declaration just as current.
    const header = places.filter(({ file: one }) => tool === "find_definition" && one.endsWith(".h")).map(show);
    return { tool, language, args, expected, ...(header.length && { or: header }) };
  }

  #truth(tool, name, language, places) {
    const declaration = this.#declaration(name, language);
    if (tool === "find_definition") return [show(declaration)];
    if (tool === "find_references") return places.map(show).sort();
    if (tool === "get_symbol_documentation") return [`${declaration.note} at ${show(declaration)}`];
    return this.#callersIn(name, language).sort();
  }

  #declaration(name, language) {
    for (const [file, text] of this.texts) {
      const found = file === this.#mainOf(file, language) && LANGUAGES[language].declares(name).exec(text);
      if (!found) continue;
      const place = placeAt(file, text, found.index + found[0].indexOf(name));
      return { ...place, note: noteOf(text, name, language) };
    }
    return undefined;
  }

  #mainOf(file, language) {
    return languageOf(file) === language && !file.endsWith(".h") ? file : undefined;
  }

  #places(name) {
    return [...this.texts].flatMap(([file, text]) =>
      [...text.matchAll(new RegExp(`\\b${name}\\b`, "g"))].map(({ index }) => placeAt(file, text, index)),
    );
  }

  #outline(file, language) {
    const text = this.texts.get(file);
    const all = new RegExp(LANGUAGES[language].declares("work_\\d+").source, "gm");
    return [...text.matchAll(all)]
      .map((found) => `${found[1]}:${placeAt(file, text, found.index + found[0].indexOf(found[1])).line}`)
      .sort();
  }

  #errors(file) {
    return this.texts
      .get(file)
      .split("\n")
      .flatMap((line, i) => (/\bbroken\b/.test(line) ? [String(i + 1)] : []));
  }

  #callersIn(name, language) {
    const callers = new Set();
    for (const [file, text] of this.texts) {
      if (!this.#mainOf(file, language)) continue;
      let inside;
      for (const line of text.split("\n")) {
        inside = new RegExp(LANGUAGES[language].declares("work_\\d+").source).exec(line)?.[1] ?? inside;
        if (/^\s+return /.test(line) && new RegExp(`\\b${name}\\(`).test(line)) callers.add(inside);
      }
    }
    return [...callers];
  }
}

const languageOf = (file) => (file.endsWith(".ts") ? "typescript" : file.endsWith(".py") ? "python" : "c");
const show = ({ file, line, column }) => `${file}:${line}:${column}`;

function placeAt(file, text, offset) {
  const before = text.slice(0, offset).split("\n");
  return { file, line: before.length, column: before.at(-1).length };
}

function noteOf(text, name, language) {
  const note = /Note \d+ rev \d+\./;
  const at = text.search(LANGUAGES[language].declares(name));
  if (language === "python") return note.exec(text.slice(at))[0];
  return [...text.slice(0, at).matchAll(new RegExp(note, "g"))].at(-1)[0];
}

/* ---- answers ------------------------------------------------------------------------------- */

/** The facts of an answer, in the form of `expected`. */
export function said(tool, { facts = {} }) {
  switch (tool) {
    case "find_definition":
      return (facts.definitions ?? []).map(show);
    case "find_references":
      return [...new Set([...(facts.references ?? []), ...(facts.definitions ?? [])].map(show))].sort();
    case "get_symbol_documentation":
      return (facts.results ?? [])
        .slice(0, 1)
        .map(
          ({ symbol, documentation }) =>
            `${/Note \d+ rev \d+\./.exec(documentation ?? "")?.[0]} at ${symbol && show(symbol)}`,
        );
    case "get_symbols":
      return (facts.symbols ?? [])
        .filter(({ name }) => name.startsWith("work_"))
        .map(({ name, line }) => `${name.replace(/\(.*/, "")}:${line}`)
        .sort();
    case "get_diagnostics":
      return [...new Set((facts.diagnostics ?? []).map(({ line }) => String(line)))];
    default:
      return (facts.incoming_calls ?? []).map(({ caller }) => caller).sort();
  }
}

/** "fresh", "unknown" (and says so), or "stale". */
export function judge(question, answer) {
  if (answer.isError) return "stale";
  const got = said(question.tool, answer);
  const right = [question.expected, question.or].map((one) => JSON.stringify(one));
  if (right.includes(JSON.stringify(got))) return "fresh";
  const statuses = [answer.facts.status, answer.facts.results?.[0]?.status];
  return statuses.includes("unknown") ? "unknown" : "stale";
}

/* ---- a run ---------------------------------------------------------------------------------- */

const SERVERS = { servers: ["pyright", "clangd"], settings: { "files.autoSave": "off" } };
const CALM_MS = 10_000;

/** Actions of a person meanwhile: opens a file without a tab or in one, types, takes it back. */
async function meddle(project, control) {
  const roll = project.random.below(10);
  const path = (file) => join(project.folder, file);
  const file = project.anyFile();
  if (roll === 0) await control.call("openDocument", { path: path(file) });
  if (roll === 1) await control.call("showDocument", { path: path(file) });
  if (roll === 2 && !project.unsaved.length) {
    const { line, text } = project.type(file);
    const at = { line, character: 0 };
    await control.call("edit", { path: path(file), edits: [{ range: { start: at, end: at }, text }] });
  }
  if (roll < 8) return;
  for (const one of project.unsaved) {
    await control.call("revert", { path: path(one) });
    project.revert(one);
  }
}

/** Asks until every language answers, and a while longer for what servers load by themselves. */
async function warmUp(project, agent) {
  for (const { language, file } of project.mains()) {
    const end = Date.now() + 60_000;
    for (;;) {
      const { facts } = await callTool(agent, "get_symbols", { file_path: file });
      if (facts?.status === "found") break;
      if (Date.now() > end) throw new Error(`No server answers for ${language}.`);
    }
  }
  await new Promise((resolve) => setTimeout(resolve, CALM_MS));
}

/** The same questions to an editor that has only just started: those that it answers otherwise. */
export async function askFreshServers(project, questions) {
  const editor = await openEditor([project.folder], SERVERS);
  const agent = await openAgent(editor);
  try {
    await warmUp(project, agent);
    const others = [];
    for (const question of questions) {
      const answer = await callTool(agent, question.tool, question.args);
      if (judge(question, answer) === "stale") others.push({ question, answer });
    }
    return others;
  } finally {
    agent.close();
    await editor.stop();
  }
}

/**
 * `edits` changes, each with a question right after it: `{fresh, unknown, stale, reports}`. With
 * `batch`, the last questions whose truth still holds go to fresh servers after so many edits:
 * `disagreed` says how often those did not say what is taken for true here.
 */
export async function runOutsideEdits({ edits, seed, batch = 0 }) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "sextant-outside-")));
  const counts = { fresh: 0, unknown: 0, stale: 0, compared: 0, disagreed: 0, reports: [] };
  let editor, agent;
  try {
    const project = new OutsideEdits(folder, seed);
    await project.begin();
    editor = await openEditor([folder], SERVERS);
    agent = await openAgent(editor);
    await warmUp(project, agent);
    for (let i = 1; i <= edits; i++) {
      await meddle(project, editor.control);
      const change = await project.change();
      const question = project.question(change);
      const answer = await callTool(agent, question.tool, question.args);
      const verdict = judge(question, answer);
      counts[verdict]++;
      if (verdict === "stale") counts.reports.push(report(i, change, question, answer));
      if (!batch || i % batch || project.unsaved.length) continue;
      const questions = Array.from({ length: 12 }, () => project.question(project.anywhere()));
      const others = await askFreshServers(project, questions);
      counts.compared += questions.length;
      counts.disagreed += others.length;
      for (const { question: one, answer: other } of others)
        counts.reports.push(report(i, { what: "fresh servers", how: "", files: [] }, one, other));
    }
    return counts;
  } finally {
    agent?.close();
    await editor?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

const report = (i, { what, how, files }, { tool, args, expected }, answer) =>
  `${i}: ${what} (${how}) of ${files}\n  ${tool} ${JSON.stringify(args)}\n  true: ${expected.join(" ")}\n  said: ${said(tool, answer).join(" ")}\n  ${answer.text.split("\n").join("\n  | ")}`;
