/**
 * edit_symbol on other people's code: a declaration that is replaced by its own text leaves the file as it is, and
 * one that is deleted and inserted again beside its neighbor gives the same lines, but for blank ones; a comment that
 * belongs to no declaration may stand on its other side. Python's standard library, Lua's sources, and JavaScript of packages.
 */
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";

import { makeFolder, openEditor, root } from "../engine/fake-editor.mjs";

const COUNT = Number(process.env.SEXTANT_SYMBOLS ?? 60);
const seed = Number(process.env.SEXTANT_SEED ?? 16);

/** The same numbers each time. */
function makeRandom(state) {
  return (below) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * below);
  };
}

const list = (folder, end) =>
  fs.existsSync(folder)
    ? fs
        .readdirSync(folder, { recursive: true })
        .filter((name) => name.endsWith(end) && !/[^a-zA-Z0-9._/-]/.test(name))
        .map((name) => path.join(folder, name))
        .filter((file) => fs.statSync(file).isFile() && fs.statSync(file).size < 200_000)
        .sort()
    : [];

const library = "/usr/lib";
const python = fs.readdirSync(library).filter((name) => /^python3\.\d+$/.test(name))[0] ?? "";
const CORPORA = {
  python: () => list(path.join(library, python), ".py"),
  c: () => list(path.join(os.homedir(), ".cache/sextant-dev/lua-5.4"), ".c"),
  typescript: () =>
    list(path.join(os.homedir(), ".cache/sextant-dev/rxjs-7.8.2"), ".ts").filter((file) => !file.endsWith(".d.ts")),
  javascript: () => list(path.join(root, "node_modules"), ".js").filter((file) => !/\.min\.js$|bundle/.test(file)),
  go: () => list("/usr/lib/go/src/strings", ".go").concat(list("/usr/share/go-1.19/src/strings", ".go")),
};

const squeeze = (text) => text.replace(/\n\s*\n/g, "\n").trim();

const sorted = (text) => squeeze(text).split("\n").sort().join("\n");

/** The declarations of a file, flat, with the symbol beside each in the same container. */
async function declarationsOf(editor, name) {
  const answer = await editor.run(
    "get_symbols",
    { file_path: name, max_results: 500, max_tokens: 50_000 },
    { isStructured: true },
  );
  return JSON.parse(answer.factsJson ?? "{}").symbols ?? JSON.parse(answer.factsJson ?? "{}").files?.[0]?.symbols ?? [];
}

/** The whole lines that are gone; undefined where they are parts of lines, or where it is not clear which. */
function findGone(lines, rest) {
  let head = 0;
  while (head < rest.length && rest[head] === lines[head]) head++;
  let tail = 0;
  while (tail < rest.length - head && rest[rest.length - 1 - tail] === lines[lines.length - 1 - tail]) tail++;
  if (rest.length - head - tail > 0) return undefined;
  const count = lines.length - rest.length;
  const isBlank = (line) => line === undefined || line.trim() === "";
  // Where the lines around are equal, several parts may be what has gone.
  const all = [];
  for (let at = head; at >= 0; at--) {
    all.push(at);
    if (lines[at - 1] !== lines[at + count - 1]) break;
  }
  const isApart = (at) => isBlank(lines[at - 1]) || isBlank(lines[at]) || isBlank(lines[at + count - 1]);
  const likely = all.some(isApart) ? all.filter(isApart) : all;
  const textAt = (at) =>
    lines
      .slice(at, at + count)
      .join("\n")
      .trim();
  if (new Set(likely.map(textAt)).size > 1) return undefined;
  const [at] = likely;
  return { head: at, lines: lines.slice(at, at + count) };
}

const edit = (editor, name, line, args) =>
  editor.run("edit_symbol", { file_path: name, line, preview: false, ...args }, { isStructured: true });

async function tryOne(editor, name, one, seen) {
  const file = editor.path(name);
  const before = fs.readFileSync(file, "utf8");
  const lines = before.split("\n");
  const note = (kind, text) => (seen[kind] ??= []).push(`${name}:${one.line} ${one.name}: ${text}`);
  const deleted = await edit(editor, name, one.line, { symbol: one.name, operation: "delete", ignore_uses: true });
  if (deleted.isError) return note(`refused ${deleted.code}`, deleted.text);
  const after = fs.readFileSync(file, "utf8");
  fs.writeFileSync(file, before);
  editor.dirty.delete(file);
  const found = findGone(lines, after.split("\n"));
  if (!found) return note("in a line, or unclear", "");
  const gone = found.lines.join("\n");
  const content = gone.replace(/^\s*\n/, "").trimEnd();
  const same = await edit(editor, name, one.line, { symbol: one.name, operation: "replace", content });
  const replaced = fs.readFileSync(file, "utf8");
  fs.writeFileSync(file, before);
  editor.dirty.delete(file);
  if (replaced !== before) return note("replace differs", `${same.text.slice(0, 1500)}`);
  if (same.isError && !/already|nothing to change|no change/i.test(same.text))
    return note(`replace ${same.code}`, same.text);
  note("replaced", "");
  const between = one.previous ? lines.slice(one.previous.end_line, found.head).join("").trim() : "none";
  const indentAt = (line) => /^\s*/.exec(lines[line - 1])[0];
  if (between || one.previous.name === one.name || indentAt(one.previous.line) !== indentAt(one.line))
    return note("no neighbor", "");
  fs.writeFileSync(file, after);
  const again = await edit(editor, name, one.previous.line, {
    symbol: one.previous.name,
    operation: "insert_after",
    content,
  });
  const inserted = fs.readFileSync(file, "utf8");
  fs.writeFileSync(file, before);
  editor.dirty.delete(file);
  if (again.isError) return note(`insert ${again.code}`, again.text);
  if (inserted === before) return note("inserted", "");
  const isSame = squeeze(inserted) === squeeze(before);
  const kind = isSame ? "inserted, other blank lines" : "insert differs";
  return note(sorted(inserted) === sorted(before) && !isSame ? "inserted beside another comment" : kind, again.text);
}

for (const [language, files] of Object.entries(CORPORA))
  test(`${language}: replaced by itself, deleted and inserted again`, { timeout: 900_000 }, async (t) => {
    const all = files();
    if (!all.length) return t.skip("no such code here");
    const random = makeRandom(seed);
    const folder = makeFolder();
    const editor = openEditor(folder, makeFolder());
    editor.servers = {};
    for (const op of ["outline", "references", "definition", "hover", "workspaceSymbols"])
      editor.on[op] = () => ({ data: [] });
    t.after(() => editor.engine.dispose());
    const seen = {};
    for (let tried = 0; tried < COUNT;) {
      const source = all[random(all.length)];
      const text = fs.readFileSync(source, "utf8");
      const name = `f${tried}${path.extname(source)}`;
      tried++;
      if (text.includes("\r") || !text.endsWith("\n")) continue;
      fs.writeFileSync(path.join(folder, name), text);
      const symbols = await declarationsOf(editor, name);
      for (let i = 0; i < 3 && symbols.length; i++) {
        const at = random(symbols.length);
        const one = symbols[at];
        const beside = symbols
          .slice(0, at)
          .filter(({ container, end_line }) => container === one.container && (end_line ?? 0) < one.line);
        await tryOne(editor, name, { ...one, previous: beside.at(-1) }, seen);
      }
      fs.rmSync(path.join(folder, name));
    }
    for (const [kind, notes] of Object.entries(seen)) t.diagnostic(`${kind}: ${notes.length}`);
    if (process.env.SHOW)
      for (const [kind, notes] of Object.entries(seen))
        if (!/^(replaced|inserted|no neighbor)$/.test(kind))
          console.log(`\n==== ${kind}\n${notes.slice(0, 8).join("\n")}`);
    assert.deepEqual(seen["replace differs"] ?? [], []);
    // One in fifty may stand in another block: its neighbor ends where an outer one does.
    const differing = seen["insert differs"] ?? [];
    assert.ok(differing.length * 50 <= (seen.inserted?.length ?? 0) + 50, differing.join("\n"));
  });
