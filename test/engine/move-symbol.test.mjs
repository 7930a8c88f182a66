/**
 * move_symbol over test/corpus/refactor/move_symbol: each case is a folder, a call, and the files after it or the
 * reason why it is refused. Where a case says how to run it, it is run before and after, and prints the same.
 *
 *   node --test test/engine/move-symbol.test.mjs        UPDATE=1: writes what comes out into the corpus
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";

import { makeFolder, openEditor, root, writeFiles } from "./fake-editor.mjs";
import { RUNS_PROGRAMS } from "./refactor-kit.mjs";

const corpus = path.join(root, "test/corpus/refactor/move_symbol");

/** The cases of a file: name, its parts in order as [title, text]. */
function readCases(text) {
  return text
    .split(/^=== /m)
    .slice(1)
    .map((one) => {
      const [head, ...parts] = one.split(/^--- /m);
      return {
        name: head.trim(),
        parts: parts.map((part) => {
          const end = part.indexOf("\n");
          return [part.slice(0, end).trim(), part.slice(end + 1).replace(/(^|\n)\n$/, "$1")];
        }),
      };
    });
}

function writeCases(cases) {
  return cases
    .map(({ name, parts }) => `=== ${name}\n${parts.map(([title, text]) => `--- ${title}\n${text}`).join("")}`)
    .join("\n");
}

const SPECIAL = /^(?:call|refused|after .*|warns|run .*)$/;

function filesOf(one) {
  return Object.fromEntries(one.parts.filter(([title]) => !SPECIAL.test(title)));
}

function partOf(one, title) {
  return one.parts.find(([name]) => name === title)?.[1];
}

/** Commands, one after the other, until one fails: what all of them print. */
function runAll(folder, commands, env) {
  let out = "";
  for (const [program, ...args] of commands) {
    const done = spawnSync(program, args, { cwd: folder, encoding: "utf8", env: { ...process.env, ...env } });
    out += (done.stdout ?? "").replace(/^(?:ok|\?) +\t.*\n/gm, "");
    if (done.status) return { status: done.status ?? 1, out, err: `${done.stdout}${done.stderr}${done.error ?? ""}` };
  }
  return { status: 0, out, err: "" };
}

/** Also what gofmt would change. Which packages have tests may change. */
function runGo(folder) {
  const isModule = fs.existsSync(path.join(folder, "go.mod"));
  const commands = [
    ["gofmt", "-l", "."],
    ["go", "vet", "./..."],
    ["go", "test", "-vet=off", "./..."],
    ["go", "run", "."],
  ];
  if (!fs.readdirSync(folder, { recursive: true }).some((name) => name.endsWith("_test.go"))) commands.splice(2, 1);
  return runAll(folder, commands, { GO111MODULE: isModule ? "on" : "off", GOFLAGS: "", GOTOOLCHAIN: "local" });
}

/** All sources together, and each header alone. */
function runC(folder) {
  const names = fs.readdirSync(folder, { recursive: true }).sort();
  const sources = names.filter((name) => name.endsWith(".c"));
  const flags = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-I."];
  const headers = names.filter((name) => name.endsWith(".h"));
  const program = path.join(folder, "..", `${path.basename(folder)}-program`);
  return runAll(folder, [
    ...headers.map((name) => ["cc", ...flags, "-Wno-unused", "-fsyntax-only", name]),
    ["cc", ...flags, "-o", program, ...sources],
    [program],
  ]);
}

function runProgram(folder, command) {
  if (!RUNS_PROGRAMS) return { status: 0, out: "", err: "" };
  if (command === "GO") return runGo(folder);
  if (command === "CC") return runC(folder);
  const isTypes = command === "TSC"; // which prints nothing where all is right
  const [program, ...args] = isTypes
    ? [process.execPath, path.join(root, "node_modules/typescript/bin/tsc"), "-p", "."]
    : command.split(" ");
  const done = spawnSync(program, args, {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1" },
  });
  return { status: done.status, out: done.stdout, err: done.status ? done.stdout + done.stderr : "" };
}

function readFolder(folder) {
  const files = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map((entry) => {
      const file = path.join(entry.parentPath ?? entry.path, entry.name);
      return [path.relative(folder, file), fs.readFileSync(file, "utf8")];
    }),
  );
}

function afterOf(one) {
  const changed = one.parts.filter(([title]) => title.startsWith("after "));
  return { ...filesOf(one), ...Object.fromEntries(changed.map(([title, text]) => [title.slice(6), text])) };
}

/** The outcome as parts of the corpus. */
function partsOf(one, answer, folder) {
  const kept = one.parts.filter(([title]) => !/^(?:refused|after .*|warns)$/.test(title));
  if (answer.isError) return [...kept, ["refused", `${answer.text.trim()}\n`]];
  const before = filesOf(one);
  const changed = Object.entries(readFolder(folder)).filter(([name, text]) => before[name] !== text);
  const warnings = JSON.parse(answer.factsJson).warnings ?? [];
  const after = changed.sort().map(([name, text]) => [`after ${name}`, text]);
  return [...kept, ...after, ...(warnings.length ? [["warns", `${warnings.join("\n")}\n`]] : [])];
}

async function runCase(t, one) {
  const files = filesOf(one);
  const folder = makeFolder();
  writeFiles(folder, files);
  const editor = openEditor(folder, makeFolder());
  t.after(() => editor.engine.dispose());
  const command = one.parts.find(([title]) => title.startsWith("run "))?.[0].slice(4);
  const before = command && runProgram(folder, command);
  if (command) assert.equal(before.status, 0, `before: ${before.err}`);
  const call = JSON.parse(partOf(one, "call"));
  const answer = await editor.engine.call("move_symbol", { preview: false, ...call }, { isStructured: true });
  if (process.env.UPDATE) one.parts = partsOf(one, answer, folder);
  const refusal = partOf(one, "refused");
  if (refusal !== undefined) {
    assert.equal(answer.text.trim(), refusal.trim());
    assert.ok(answer.isError);
    assert.deepEqual(readFolder(folder), files);
    return;
  }
  assert.ok(!answer.isError, answer.text);
  assert.deepEqual(readFolder(folder), afterOf(one));
  const warnings = JSON.parse(answer.factsJson).warnings ?? [];
  assert.equal(warnings.join("\n"), (partOf(one, "warns") ?? "").trim());
  if (command) assert.deepEqual(runProgram(folder, command), before);
}

for (const file of fs.readdirSync(corpus)) {
  const cases = readCases(fs.readFileSync(path.join(corpus, file), "utf8"));
  for (const one of cases) await test(`${file}: ${one.name}`, (t) => runCase(t, one));
  if (process.env.UPDATE) fs.writeFileSync(path.join(corpus, file), writeCases(cases));
}
