/**
 * An editor for the engine in plain Node: the host operations of extension/src/host with the
 * same names, arguments and replies, over real files, with a small language server of their own.
 *
 *   const editor = makeEditor(t, { 'src/user.ts': '/** A person. *\/\nexport class User {}\n' });
 *   const answer = await editor.call({ symbol: 'User', file: 'src/user.ts' });
 *
 * The server knows TypeScript files: what they declare at the beginning of a line, the comment
 * above it, and where names lead to; every line with ERROR in it is a problem. `editor.on[op]`
 * replaces an operation. Unsaved text is in `editor.dirty`: setting it is a person typing, after
 * which the document has another version.
 */
import { build } from "esbuild";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
export const addonPath = process.env.SEXTANT_ADDON ?? path.join(root, "build/Release/sextant.node");

/** Bundles the shim's engine.ts as it ships; the path of the module. */
async function bundleShim() {
  const made = await build({
    entryPoints: [path.join(root, "extension/src/engine.ts")],
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    write: false,
  });
  const file = path.join(root, "build/test/engine/engine.mjs");
  const text = made.outputFiles[0].text;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  if (!fs.existsSync(file) || fs.readFileSync(file, "utf8") !== text) {
    fs.writeFileSync(`${file}.${process.pid}`, text);
    fs.renameSync(`${file}.${process.pid}`, file);
  }
  return file;
}

/** The module that holds the shim's Engine and loadAddon; workers import it too. */
export const shimPath = await bundleShim();
export const { Engine, loadAddon } = await import(pathToFileURL(shimPath));
export const addon = loadAddon(addonPath);
export const TOOL = "get_symbol_documentation";

const folders = [];

/* When every engine is disposed of: one that writes its index would make what is removed again. */
process.on("exit", () => {
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true, maxRetries: 40, retryDelay: 50 });
});

/** A new folder, by its real path; removed when the process ends. */
export function makeFolder() {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "sextant-engine-")));
  folders.push(folder);
  return folder;
}

export function writeFiles(folder, files) {
  for (const [name, contents] of Object.entries(files)) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, contents);
  }
}

/** Resolves when `condition()` is true; rejects after `ms`. */
export async function until(condition, ms = 5000) {
  const end = Date.now() + ms;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`never: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/* ---- the language server -------------------------------------------------------------------- */

const KINDS = { class: 4, interface: 10, function: 11, const: 13 };
const DECLARATION = /^(?:export )?(class|interface|function|const) ([\p{L}_$][\p{L}\p{N}_$]*)/u;
const LANGUAGES = {
  ".js": "javascript",
  ".ts": "typescript",
  ".py": "python",
  ".md": "markdown",
  ".sh": "shellscript",
  ".c": "c",
  ".h": "c",
};
const NAME = /[\p{L}\p{N}_$]/u;

function declarationsOf(text) {
  const lines = text.split(/\r\n|\r|\n/);
  return lines.flatMap((line, row) => {
    const match = DECLARATION.exec(line);
    if (!match) return [];
    const comment = /^\/\*\* (.*) \*\/$/.exec(lines[row - 1] ?? "")?.[1] ?? "";
    const column = match[0].length - match[2].length;
    return [{ kind: match[1], name: match[2], row, column, end: line.length, comment }];
  });
}

function wordAt(text, row, column) {
  const line = text.split(/\r\n|\r|\n/)[row] ?? "";
  let start = column,
    end = column;
  while (start > 0 && NAME.test(line[start - 1])) start--;
  while (end < line.length && NAME.test(line[end])) end++;
  return line.slice(start, end);
}

/** The note of an answer that did not wait for the first walk through the folders. */
const WALK = /^(?:Note|Unknown): not all changes on disk are known yet/;

/* ---- the editor ----------------------------------------------------------------------------- */

class FakeEditor {
  /** Operations that a test replaces: op -> function of the same arguments. */
  on = {};
  /** [op, …arguments] of every request. */
  asked = [];
  /** Unsaved text by path. */
  dirty = new Map();
  /** Paths of documents that the editor holds, and of those in a tab. */
  loaded = new Set();
  tabs = new Set();
  /** The policy of each toolset in the settings. */
  policies = { edit: "always", files: "always", refactor: "always" };
  /** Where deleted files went, by the path that they had. */
  trashed = new Map();
  #versions = new Map();
  servers = { typescript: [{ extension: "test.typescript", active: true }] };

  constructor(folders, programs = []) {
    this.folders = folders;
    const names = [
      "pause",
      "document",
      "reload",
      "dirtyDocuments",
      "openEditors",
      "heldDocuments",
      "outline",
      "hover",
      "definition",
      "workspaceSymbols",
      "findFiles",
      "languageServers",
      "filesToCheck",
      "repositories",
      "allErrors",
      "applyEdit",
      "save",
      "policy",
      "runSettings",
      "memorySettings",
      "approve",
      "diagnostics",
      "backgroundTab",
      "buffer",
      "trash",
      "references",
      "implementation",
      "prepareHierarchy",
      "expandHierarchy",
      "releaseHierarchy",
      "loadProject",
      "rename",
      "declaration",
      "typeDefinition",
      "codeActions",
      "resolveCodeAction",
      "format",
      "embed",
      "queryDatabase",
      "cancelDatabase",
      "webLook",
      "webGet",
      "webProvider",
      "webSearch",
    ];
    this.ops = Object.fromEntries(names.map((op) => [op, (...args) => this.answer(op, args)]));
    this.engine = new Engine(addon, this.ops, programs);
    this.engine.setRoots(folders.map((folder) => [path.basename(folder), folder]));
  }

  async answer(op, args) {
    this.asked.push([op, ...args]);
    return this.on[op] ? this.on[op](...args) : this[op](...args);
  }

  count(op) {
    return this.asked.filter(([asked]) => asked === op).length;
  }

  call(args, options) {
    return this.engine.call(TOOL, args, options);
  }

  /**
   * Calls any tool, and a reading one again as long as the folders have not been walked through: that takes longer
   * than a call waits for it on a busy machine.
   */
  async run(tool, args, options) {
    const isReading = this.engine.find(tool)?.annotations.destructiveHint === false;
    for (let left = 100; ; left--) {
      const answer = await this.engine.call(tool, args, options);
      if (!isReading || this.isImpatient || !left || !WALK.test(answer.text)) return answer;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  text(file) {
    return this.dirty.get(file) ?? fs.readFileSync(file, "utf8").replace(/^\ufeff/, "");
  }

  /** Another one whenever the text is another one. */
  version(file) {
    const text = this.text(file);
    const known = this.#versions.get(file);
    if (known?.text !== text) this.#versions.set(file, { text, number: (known?.number ?? 0) + 1 });
    return this.#versions.get(file).number;
  }

  /** Everything that an edit could change: contents on the disk, and unsaved text. */
  snapshot() {
    const disk = this.files().map((file) => [file, fs.readFileSync(file, "latin1")]);
    return JSON.stringify([disk.sort(), [...this.dirty].sort()]);
  }

  files() {
    return this.folders.flatMap((folder) =>
      fs
        .readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name)),
    );
  }

  declarations() {
    return this.files()
      .filter((file) => file.endsWith(".ts"))
      .flatMap((file) => declarationsOf(this.text(file)).map((d) => ({ ...d, file })));
  }

  document(file, wantText) {
    const text = this.text(file);
    if (text.includes("\0")) throw new Error("File seems to be binary and cannot be opened as text");
    this.loaded.add(file);
    const data = this.stateOf(file);
    data.hasText ||= wantText !== 0;
    return { data, ...(data.hasText && { text }) };
  }

  reload() {
    return { data: null };
  }

  repositories() {
    return { data: [] };
  }

  stateOf(file) {
    const isDirty = this.dirty.has(file);
    const language = LANGUAGES[path.extname(file)] ?? "plaintext";
    const lineCount = this.text(file).split(/\r\n|\r|\n/).length;
    const encoding = fs.existsSync(file) && hasMark(file) ? "utf8bom" : "utf8";
    return { language, version: this.version(file), lineCount, isDirty, encoding, hasText: isDirty };
  }

  dirtyDocuments() {
    return { data: [...this.dirty.keys()] };
  }

  openEditors() {
    return { data: [...this.tabs] };
  }

  outline(file) {
    if (!file.endsWith(".ts")) return { data: [] };
    return {
      data: declarationsOf(this.text(file)).map((d) => [
        d.name,
        KINDS[d.kind],
        "",
        "",
        true,
        0,
        d.row,
        d.column,
        d.row,
        0,
        d.row,
        d.end,
      ]),
    };
  }

  meant(file, row, column) {
    const word = file.endsWith(".ts") ? wordAt(this.text(file), row, column) : "";
    const found = this.declarations().filter((d) => d.name === word);
    return found.find((d) => d.file === file) ?? found[0];
  }

  hover(file, row, column) {
    const d = this.meant(file, row, column);
    if (!d) return { data: [] };
    const text = `\`\`\`typescript\n${d.kind} ${d.name}\n\`\`\`\n\n${d.comment}`;
    return { data: [[0, text, "", false, false]] };
  }

  definition(file, row, column) {
    const d = this.meant(file, row, column);
    return { data: d ? [[d.file, d.row, d.column, d.row, d.column + d.name.length]] : [] };
  }

  /** Every place that says the name, its declaration too. */
  references(file, row, column) {
    const name = this.meant(file, row, column)?.name;
    const places = (one) =>
      linesOf(this.text(one)).flatMap((line, at) =>
        [...line.matchAll(/[\p{L}\p{N}_$]+/gu)]
          .filter(([word]) => word === name)
          .map(({ index }) => [one, at, index, at, index + name.length]),
      );
    return {
      data: name
        ? this.files()
            .filter((one) => one.endsWith(".ts"))
            .flatMap(places)
        : [],
    };
  }

  implementation() {
    return { data: [] };
  }

  declaration() {
    return { data: [] };
  }

  typeDefinition() {
    return { data: [] };
  }

  /** All that the references are. */
  rename(file, row, column, name) {
    const byFile = new Map();
    for (const [one, ...range] of this.references(file, row, column).data)
      byFile.set(one, [...(byFile.get(one) ?? []), [...range, name]]);
    return {
      data: { files: [...byFile].map(([one, edits]) => ({ action: "edit", path: one, edits })), partial: false },
    };
  }

  /** No code actions, unless a test has its own: rows as the shim's, each with the `edit` that resolving gives. */
  actions = [];

  codeActions(file, range, kind) {
    const rows = this.actions.filter((one) => one.kind === kind || !kind || one.kind.startsWith(`${kind}.`));
    return { data: rows.map(({ edit, ...row }) => ({ preferred: false, hasEdit: false, command: "", ...row })) };
  }

  /** No formatter: tests bring one, as `on.format`. */
  format() {
    return { data: { files: [], partial: false, snippet: false } };
  }

  resolveCodeAction(file, range, kind, index, title) {
    const found = this.actions.find((one) => one.title === title);
    const edit = { files: [], partial: false, snippet: false, ...found?.edit };
    return {
      data: { found: found !== undefined, hasEdit: found?.edit !== undefined, command: found?.command ?? "", ...edit },
    };
  }

  /** No other server is reached, unless a test has one. */
  embed() {
    throw new Error("no server may be asked");
  }

  queryDatabase() {
    throw new Error("no server may be asked");
  }

  cancelDatabase() {
    return { data: null };
  }

  webLook() {
    throw new Error("no server may be asked");
  }

  webGet() {
    throw new Error("no server may be asked");
  }

  webProvider() {
    throw new Error("no server may be asked");
  }

  webSearch() {
    throw new Error("no server may be asked");
  }

  /** No hierarchies, unless a test has its own. */
  prepareHierarchy() {
    return { data: [] };
  }

  expandHierarchy() {
    return { data: [] };
  }

  releaseHierarchy() {
    return { data: [] };
  }

  workspaceSymbols(query) {
    const found = this.declarations().filter((d) => d.name.toLowerCase().includes(query.toLowerCase()));
    return {
      data: found.map((d) => [d.name, KINDS[d.kind], "", d.file, false, 0, d.row, 0, d.row, 0, d.row, d.end]),
    };
  }

  /** It has no folder that is not on the disk. */
  findFiles() {
    return { data: [] };
  }

  async pause(ms) {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return { data: null };
  }

  loadProject() {
    return { data: { loaded: true } };
  }

  filesToCheck() {
    return { data: [...this.loaded] };
  }

  allErrors() {
    return { data: [] };
  }

  languageServers(language) {
    return { data: this.servers[language] ?? [] };
  }

  /* ---- what changes something ---------------------------------------------------------------- */

  /** All or nothing, as the editor does it: nothing is awaited between the check and the edit. */
  applyEdit(files) {
    const edited = files.filter((file) => file.action === "edit");
    const stale = edited.filter((file) =>
      file.isClosed
        ? this.dirty.has(file.path)
        : file.version !== this.version(file.path) || file.lineCount !== linesOf(this.text(file.path)).length,
    );
    if (stale.length) return { data: { applied: false, stale: stale.map((file) => file.path) } };
    const texts = edited.map((file) => applyEdits(this.text(file.path), file.edits));
    const isInTheWay = (file) => file.action === "create" && fs.existsSync(file.path);
    if (files.some(isInTheWay)) return { data: { applied: false, stale: [] } };
    edited.forEach((file, i) => this.dirty.set(file.path, texts[i]));
    for (const file of files) {
      if (file.action === "create") writeFiles(path.dirname(file.path), { [path.basename(file.path)]: file.text });
      if (file.action === "delete") (fs.rmSync(file.path), this.dirty.delete(file.path));
      if (file.action === "rename") fs.renameSync(file.path, file.newPath);
    }
    return { data: { applied: true, stale: [] } };
  }

  save(paths) {
    for (const file of paths) {
      if (!this.dirty.has(file)) continue;
      fs.writeFileSync(file, (hasMark(file) ? "\ufeff" : "") + this.dirty.get(file));
      this.dirty.delete(file);
    }
    return { data: paths.map((file) => ({ path: file, saved: true, why: "" })) };
  }

  runSettings() {
    return { data: { allowed: [], denied: [], sandbox: "never", network: true, ...this.runs } };
  }

  memorySettings() {
    return { data: { location: "storage", isTrusted: true, ...this.memory } };
  }

  policy(tool, toolset) {
    return { data: { policy: this.policies[toolset] } };
  }

  approve() {
    return { data: { allowed: true, why: "" } };
  }

  diagnostics(file, askServer) {
    const lines = askServer && fs.existsSync(file) ? linesOf(this.text(file)) : [];
    const rows = lines.flatMap((line, row) =>
      line.includes("ERROR") ? [[row, 0, row, line.length, 0, "1", "test", line.trim()]] : [],
    );
    return { data: { events: 1, loaded: this.loaded.has(file), exact: askServer, rows } };
  }

  backgroundTab(file, show) {
    const isDone = show !== this.tabs.has(file);
    if (show) this.tabs.add(file);
    else this.tabs.delete(file);
    return { data: { allowed: isDone, why: "" } };
  }

  heldDocuments(files) {
    const isHeld = (file) => this.dirty.has(file) || this.loaded.has(file);
    return { data: files.map((file) => (isHeld(file) ? this.stateOf(file) : false)) };
  }

  buffer(file) {
    const isDirty = this.dirty.has(file);
    return {
      data: { isOpen: this.tabs.has(file), isLoaded: isDirty || this.loaded.has(file), isDirty, isCrlf: false },
    };
  }

  trash(file) {
    const place = path.join(this.parent, `trashed-${this.trashed.size}`);
    fs.renameSync(file, place);
    this.trashed.set(file, place);
    return { data: { allowed: true, why: "" } };
  }
}

const linesOf = (text) => text.split(/\r\n|\r|\n/);
const hasMark = (file) => fs.readFileSync(file).subarray(0, 3).equals(Buffer.from("\ufeff"));

/** Edits of one version; positions past an end are a fault of the engine's. */
function applyEdits(text, edits) {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n/g)) starts.push(index + end.length);
  const lines = linesOf(text);
  const offset = (row, column) => {
    if (row >= lines.length || column > lines[row].length) throw new Error(`no position ${row},${column}`);
    return starts[row] + column;
  };
  let after = "",
    at = 0;
  for (const [row, column, endRow, endColumn, added] of edits) {
    const start = offset(row, column),
      end = offset(endRow, endColumn);
    if (start < at || end < start) throw new Error("edits overlap");
    after += text.slice(at, start) + added;
    at = end;
  }
  return after + text.slice(at);
}

/** An editor of one folder with these files (or of several: {folder: files}). */
export function makeEditor(t, files = {}, { folders = ["ws"], programs = [] } = {}) {
  const parent = makeFolder();
  for (const folder of folders) fs.mkdirSync(path.join(parent, folder), { recursive: true });
  writeFiles(folders.length === 1 ? path.join(parent, folders[0]) : parent, files);
  const editor = new FakeEditor(
    folders.map((folder) => path.join(parent, folder)),
    programs,
  );
  editor.parent = parent;
  editor.path = (name) => path.join(editor.folders[0], name);
  t.after(() => editor.engine.dispose());
  return editor;
}

/**
 * An editor of a folder that is there already, or of several, which stay when its engine is disposed; with a folder for
 * the index if there shall be one.
 */
export function openEditor(folder, storage, programs = path.join(root, "build/Release")) {
  const folders = [folder].flat();
  const editor = new FakeEditor(folders, storage ? [programs, storage] : []);
  editor.parent = path.dirname(folders[0]);
  editor.path = (name) => path.join(folders[0], name);
  return editor;
}

/** The file that most tests look into. */
export const USER = {
  "src/user.ts": "/** A person. */\nexport class User {}\n\nexport function bare() {}\n",
  "src/app.ts": "import { User } from './user';\n\nconst made = new User();\n",
};
