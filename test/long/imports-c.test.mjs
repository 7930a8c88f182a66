/**
 * The includes of Lua and of the engine, compared with gcc: each #include alone, with the flags of the
 * compile command, and which file gcc opens for it.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, readdirSync, realpathSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import test from "node:test";

import { ROOT } from "../../extension/build/setup.mjs";
import { makeFolder, openEditor, writeFiles } from "../engine/fake-editor.mjs";
import { installLua } from "../vscode/install.mjs";
import { listDependencies } from "./imports-kit.mjs";

const filesOf = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => /\.([ch]|cc|hpp)$/.test(name) && !/^deps\/|node_modules/.test(name))
    .map((name) => join(folder, name));

/** The file that gcc opens for an include in a folder; undefined: none. */
function makeJudge(folder, flags) {
  const known = new Map();
  return (from, written) => {
    const key = written[0] === "<" ? written : `${from} ${written}`;
    if (known.has(key)) return known.get(key);
    const args = ["-E", "-H", "-o", "/dev/null", "-iquote", from, ...flags, "-x", "c", "-"];
    const { stderr } = spawnSync("gcc", args, { input: `#include ${written}\n`, encoding: "utf8", cwd: folder });
    const [, path] = /^\. (.*)$/m.exec(stderr) ?? [];
    known.set(key, path && realpathSync(join(path[0] === "/" ? "" : folder, path)));
    return known.get(key);
  };
}

/** `commands` are made of the flags in the forms that build systems write them in. */
async function compare(t, folder, flags, commands) {
  writeFiles(folder, commands);
  const judge = makeJudge(folder, flags);
  const editor = openEditor(folder);
  t.after(() => editor.engine.dispose());
  const wrong = [];
  const importers = new Map();
  let count = 0;
  for (const file of filesOf(folder)) {
    const name = relative(folder, file);
    const { imports, external, missing } = await listDependencies(editor, name, "imports");
    const told = new Map();
    for (const one of imports) for (const line of one.lines) told.set(line, `f ${one.file}${one.by_name ? "?" : ""}`);
    for (const one of external) for (const line of one.lines) told.set(line, `e ${one.name}`);
    for (const one of missing) told.set(one.line, `m ${one.import}`);
    const lines = readFileSync(file, "utf8").split("\n");
    for (const [i, text] of lines.entries()) {
      const [, written] = /^\s*#\s*include\s*("[^"]+"|<[^>]+>)/.exec(text) ?? [];
      if (!written) continue;
      count++;
      const path = judge(dirname(file), written);
      const isOwn = path?.startsWith(`${folder}/`);
      const wanted = isOwn ? `f ${relative(folder, path)}` : path ? `e ${written.slice(1, -1)}` : undefined;
      if (isOwn) importers.set(wanted.slice(2), (importers.get(wanted.slice(2)) ?? new Set()).add(name));
      // A header that is not installed here: of Windows, say, or made by a build.
      const isRight = wanted ? told.get(i + 1) === wanted : !/^f [^?]*$/.test(told.get(i + 1) ?? "");
      if (!isRight) wrong.push(`${name}:${i + 1}: ${written} is ${wanted}, not ${told.get(i + 1)}`);
      told.delete(i + 1);
    }
    for (const [line, row] of told) wrong.push(`${name}:${line}: ${row} is none`);
  }
  t.diagnostic(`${count} includes`);
  assert.deepEqual(wrong, []);
  for (const file of filesOf(folder)) {
    const name = relative(folder, file);
    const { imported_by } = await listDependencies(editor, name, "imported_by");
    assert.deepEqual(
      imported_by
        .filter((one) => !one.by_name)
        .map((one) => one.file)
        .sort(),
      [...(importers.get(name) ?? [])].filter((one) => one !== name).sort(),
      `${name} is imported by`,
    );
  }
}

test("Lua, with a database in the folder build", { timeout: 300_000 }, async (t) => {
  const folder = join(makeFolder(), "lua");
  cpSync(join(await installLua(), "src"), join(folder, "src"), { recursive: true });
  const files = filesOf(folder).filter((file) => file.endsWith(".c"));
  const entries = files.map((file) => ({
    directory: join(folder, "build"),
    command: `gcc -DLUA_COMPAT_5_3 -I'../src' -c "${file}"`,
    file,
  }));
  await compare(t, folder, ["-Isrc"], { "build/compile_commands.json": JSON.stringify(entries) });
});

test("the engine, with a database in its folder", { timeout: 600_000 }, async (t) => {
  const folder = join(makeFolder(), "engine");
  const filter = (path) => !/\/(node_modules|nodedir|deps\/(pcre2|tree-sitter))$/.test(path);
  cpSync(join(ROOT, "native"), join(folder, "native"), { recursive: true, filter });
  const files = filesOf(folder).filter((file) => file.endsWith(".c"));
  const entries = files.map((file, i) => {
    const flags = i % 2 ? ["-Inative", "-isystem", "native/deps/cjson"] : ["-I", "native", "-isystemnative/deps/cjson"];
    return {
      directory: folder,
      arguments: ["cc", ...flags, "-c", relative(folder, file)],
      file: relative(folder, file),
    };
  });
  await compare(t, folder, ["-Inative", "-isystem", "native/deps/cjson"], {
    "compile_commands.json": JSON.stringify(entries),
  });
});

test("the engine, with flags for all files", { timeout: 600_000 }, async (t) => {
  const folder = join(makeFolder(), "engine");
  cpSync(join(ROOT, "native/base"), join(folder, "native/base"), { recursive: true });
  cpSync(join(ROOT, "native/text"), join(folder, "native/text"), { recursive: true });
  await compare(t, folder, ["-Inative"], { "compile_flags.txt": "-std=c11\n-I\nnative\n" });
});
