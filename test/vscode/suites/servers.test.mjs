/** Two real servers, pyright and the shell's, on foreign code. */
import assert from "node:assert/strict";
import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";

import { installPyright } from "../install.mjs";
import { callTool, openAgent, openEditor } from "./support.mjs";

/** Debian's git, which the set-up installs, is written in shell in part. */
const GIT = "/usr/lib/git-core";
/** The shell's server reads the whole workspace before it answers; two suites run at a time. */
const START_MS = 180_000;
const SCRIPTS = ["git-sh-setup", "git-submodule", "git-mergetool--lib", "git-sh-i18n", "git-filter-branch"];

let folder, editor, agent;

before(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "sextant-suite-")));
  // Types of Python's library and of 180 packages, 5,000 files, come with pyright.
  const [, server] = await installPyright();
  await cp(join(dirname(server), "dist/typeshed-fallback"), join(folder, "types"), { recursive: true });
  // Else the server takes its own copy of them for what the files import.
  await writeFile(join(folder, "pyrightconfig.json"), '{ "extraPaths": ["types/stubs/docutils"] }');
  await mkdir(join(folder, "git"));
  for (const name of SCRIPTS) await cp(join(GIT, name), join(folder, "git", `${name}.sh`), { dereference: true });
  editor = await openEditor([folder], { servers: ["pyright", "bash"] });
  agent = await openAgent(editor);
  const end = Date.now() + START_MS;
  const isStarted = async () => (await callTool(agent, "get_symbols", { file_path: SHELL })).facts?.status === "found";
  while (!(await isStarted()) && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 500));
});

after(async () => {
  agent?.close();
  await editor?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

async function found(tool, args) {
  const answer = await callTool(agent, tool, args);
  assert.equal(answer.facts?.status, "found", `${tool} ${JSON.stringify(args)}: ${answer.text}`);
  return answer;
}

/** 1-based line of the first one that `says` it. */
async function lineOf(file, says) {
  const lines = (await readFile(join(folder, file), "utf8")).split("\n");
  return lines.findIndex((line) => says.test(line)) + 1;
}

const SHELL = "git/git-sh-setup.sh";
const PYTHON = "types/stubs/docutils/docutils/nodes.pyi";

test("shell: outline, documentation, definition, references", async () => {
  const outline = await found("get_symbols", { file_path: SHELL, limit: 200 });
  const declared = outline.facts.symbols.find(({ name }) => name === "require_work_tree");
  const line = await lineOf(SHELL, /^require_work_tree \(\)/);
  assert.equal(declared?.line, line, outline.text);
  const definition = await found("find_definition", { symbol: "require_work_tree", file_path: SHELL });
  assert.deepEqual(
    definition.facts.definitions.map((one) => [one.file, one.line]),
    [[SHELL, line]],
  );
  const uses = await found("find_references", { symbol: "require_work_tree", file_path: SHELL });
  const text = await readFile(join(folder, "git/git-submodule.sh"), "utf8");
  const called = uses.facts.references.filter(({ file }) => file === "git/git-submodule.sh");
  assert.equal(called.length, text.split("\n").filter((one) => /^\s*require_work_tree$/.test(one)).length, uses.text);
  const documentation = await found("get_symbol_documentation", { symbol_name: "require_work_tree", file_path: SHELL });
  assert.match(documentation.text, new RegExp(`git/git-sh-setup\\.sh:${line}:1`));
});

test("shell: what its server does not provide is unknown or derived from references, never none", async () => {
  const place = { symbol: "require_work_tree", file_path: SHELL };
  const calls = await callTool(agent, "get_call_hierarchy", { ...place, direction: "incoming" });
  assert.notEqual(calls.facts.status, "none", calls.text);
  const diagnostics = await callTool(agent, "get_diagnostics", { file: SHELL });
  assert.match(diagnostics.facts.status, /found|none|unknown/);
});

test("python: a definition among 5,000 files", async () => {
  const place = { symbol: "Text", file_path: PYTHON };
  const line = await lineOf(PYTHON, /^class Text\b/);
  const definition = await found("find_definition", place);
  // Where a machine has the package itself, that is its source.
  const [first] = definition.facts.definitions;
  assert.ok(
    (first.file === PYTHON && first.line === line) || first.file.endsWith("docutils/nodes.py"),
    definition.text,
  );
});

test("the status names both servers", async () => {
  const { facts, text } = await callTool(agent, "manage_workspace", { operation: "status" });
  for (const [language, least] of [
    ["python", 3000],
    ["shellscript", SCRIPTS.length],
  ]) {
    const one = facts.languages.find((row) => row.language === language);
    assert.match(one.state, /^(ready|indexing)$/, text);
    assert.ok(one.files >= least && one.answers > 0, text);
  }
});
