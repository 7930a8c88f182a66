/** The tool lint with real linters that take little time: ESLint, tsc and ShellCheck; and what it answers without any. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";

import { makeEditor, makeFolder, until, writeFiles } from "./fake-editor.mjs";
import { addProgram, lintersOf, makeProject, openProject, PACKAGES, rowsOf } from "./lint-kit.mjs";

const factsOf = ({ factsJson }) => JSON.parse(factsJson);

/** A workspace of these files, in a folder whose name has a blank. */
function makeFiles(t, files) {
  const folder = path.join(makeFolder(), "a b");
  writeFiles(folder, files);
  return openProject(t, folder);
}

/** A linter of npm that prints `out`, writes `err` and ends with `code`. */
function addFake(folder, name, { out = "", err = "", code = 0 }) {
  const script = `process.stdout.write(${JSON.stringify(out)});process.stderr.write(${JSON.stringify(err)});`;
  addProgram(folder, name, `${script}process.exitCode = ${code};`);
}

const eslintReport = (file, ...messages) =>
  JSON.stringify([
    {
      filePath: file,
      messages: messages.map(([line, column, ruleId, message]) => ({ line, column, ruleId, message, severity: 2 })),
    },
  ]);

test("ESLint checks what the project's own script has it check", async (t) => {
  const editor = makeProject(t, "eslint", { packages: true });
  const answer = await editor.lint();
  assert.equal(answer.code, "found", answer.text);
  assert.equal(
    answer.text,
    `5 errors, 1 warning, 0 other in 3 files.
Ran: eslint.
src/app.js
  2:5 error no-undef (eslint): 'missing' is not defined.
  2:13 error eqeqeq (eslint): Expected '===' and instead saw '=='.
  2:19 error no-undef (eslint): 'process' is not defined.
src/broken.js
  1:7 error (eslint): Parsing error: Unexpected token =
été dir/naïve file.js
  1:7 error no-undef (eslint): 'fehlt' is not defined.
src/app.js
  1:7 warning no-unused-vars (eslint): 'unused' is assigned a value but never used.`,
  );
  const facts = factsOf(answer);
  assert.deepEqual(facts.issues[0], {
    filePath: "src/app.js",
    lineNumber: 2,
    columnNumber: 5,
    endLineNumber: 2,
    endColumnNumber: 12,
    message: "'missing' is not defined.",
    severity: "error",
    rule: "no-undef",
    source: "eslint",
  });
  assert.deepEqual(
    [facts.total_count, facts.error_count, facts.warning_count, facts.information_count, facts.truncated],
    [6, 5, 1, 0, false],
  );
});

test("named files, folders, files that are ignored, and those that are clean", async (t) => {
  const editor = makeProject(t, "eslint", { packages: true });
  const named = await editor.lint({ files: ["été dir/naïve file.js", "outside"] });
  assert.deepEqual(rowsOf(named), [
    "outside/never.js:1:1 error no-undef (eslint)",
    "été dir/naïve file.js:1:7 error no-undef (eslint)",
  ]);
  const clean = await editor.lint({ files: ["src/clean.js"] });
  assert.equal(clean.text, "No linting issues found.\nRan: eslint.");
  assert.equal(clean.code, "none");
  const ignored = await editor.lint({ files: ["src/ignored.js"] });
  assert.equal(ignored.code, "unknown");
  assert.equal(ignored.text, "Unknown: no linter has checked these files.\nWithout files to check: eslint.");
  const errors = await editor.lint({ files: ["src/app.js"], severity: "error" });
  assert.match(errors.text, /^3 errors, 1 warning, 0 other in 1 file\.\n/);
  assert.match(errors.text, /Note: 1 less severe issue is not listed \(severity=error\)\./);
  assert.equal(factsOf(errors).issues.length, 3);
});

test("ESLint 8 with its older settings", async (t) => {
  const editor = makeProject(t, "eslintrc");
  addProgram(editor.folders[0], "eslint", `require(${JSON.stringify(path.join(PACKAGES, "eslint8/bin/eslint.js"))});`);
  assert.deepEqual(rowsOf(await editor.lint()), [
    "a.js:1:1 error no-undef (eslint)",
    "a.js:1:10 warning semi (eslint)",
  ]);
});

test("tsc: messages of several lines, and names of files with blanks", async (t) => {
  const editor = makeProject(t, "tsc", { packages: true });
  const answer = await editor.lint({ linter: "tsc" });
  assert.deepEqual(rowsOf(answer), [
    "src/größe 1.ts:1:7 error TS2322 (tsc)",
    "src/größe 1.ts:1:7 error TS6133 (tsc)",
    "src/größe 1.ts:3:15 error TS2345 (tsc)",
    "src/use.ts:2:7 error TS6133 (tsc)",
  ]);
  assert.match(answer.text, /3:15 error TS2345 \(tsc\): Argument .*\n {6}Property 'b' is missing/);
  const one = await editor.lint({ files: "src/use.ts" });
  assert.deepEqual(rowsOf(one), ["src/use.ts:2:7 error TS6133 (tsc)"]);
  // After an error of the parser, wherever that is, tsc checks no types.
  fs.writeFileSync(path.join(editor.folders[0], "src/broken.ts"), "let x = ;\n");
  const stopped = await editor.lint({ linter: "tsc", files: ["src/use.ts"] });
  assert.equal(stopped.code, "unknown", stopped.text);
  assert.match(
    stopped.text,
    /stopped at syntax errors, such as the one in src\/broken\.ts, so types were not checked\./,
  );
  assert.match(one.text, /Note: 3 issues in other files, which are not listed\./);
});

test("ShellCheck: columns in UTF-16 units, and a file without an ending that is named", async (t) => {
  const editor = makeProject(t, "shellcheck");
  assert.deepEqual(rowsOf(await editor.lint()), [
    "bin/cut.sh:2:10 error SC1073 (shellcheck)",
    "bin/cut.sh:3:1 error SC1072 (shellcheck)",
    "bin/zwei wörter.sh:3:1 warning SC2164 (shellcheck)",
    "bin/cut.sh:2:1 information SC1009 (shellcheck)",
    "bin/zwei wörter.sh:2:6 information SC2086 (shellcheck)",
    "bin/zwei wörter.sh:4:11 information SC2086 (shellcheck)",
  ]);
  assert.deepEqual(rowsOf(await editor.lint({ files: "bin/tool", linter: "shellcheck" })), [
    "bin/tool:2:4 warning SC2046 (shellcheck)",
    "bin/tool:2:4 information SC2006 (shellcheck)",
  ]);
});

test("the packages of a monorepo, each with its own settings", async (t) => {
  const config = (rule) => `module.exports = [{ rules: { ${JSON.stringify(rule)}: 2 } }];`;
  const editor = makeFiles(t, {
    "package.json": '{"private": true}',
    "eslint.config.js": config("no-undef"),
    "top.js": "missing();\nvar a = 1; var a = 2;\n",
    "packages/web ü/eslint.config.js": config("no-redeclare"),
    "packages/web ü/in.js": "missing();\nvar a = 1; var a = 2;\n",
  });
  fs.symlinkSync(PACKAGES, path.join(editor.folders[0], "node_modules"));
  const answer = await editor.lint();
  assert.deepEqual(rowsOf(answer), [
    "eslint.config.js:1:1 error no-undef (eslint)",
    "packages/web ü/in.js:2:16 error no-redeclare (eslint)",
    "top.js:1:1 error no-undef (eslint)",
  ]);
  assert.match(answer.text, /\nRan: eslint, eslint in packages\/web ü\.\n/);
  assert.deepEqual(rowsOf(await editor.lint({ folder: "packages/web ü" })), [
    "packages/web ü/in.js:2:16 error no-redeclare (eslint)",
  ]);
});

test("nothing that is configured, and a linter that is not known", async (t) => {
  const editor = makeFiles(t, { "a.txt": "a" });
  const answer = await editor.lint();
  assert.equal(answer.code, "unknown");
  assert.match(
    answer.text,
    /^Unknown: no linter is configured for this workspace, so none ran\. linter="editor" lists/,
  );
  const odd = await editor.lint({ linter: "nolint" });
  assert.equal(odd.code, "invalid_argument");
  assert.match(odd.text, /^The linter 'nolint' is not known\. Known are eslint, biome, tsc, .*editor/);
  assert.equal((await editor.lint({ files: "no.js" })).code, "not_found");
  assert.equal((await editor.lint({ files: "/etc/passwd" })).code, "outside_workspace");
});

test("a linter that is configured but not installed is named with the command that installs it", async (t) => {
  const rows = [
    [
      { "package.json": '{"devDependencies": {"eslint": "9"}}', "package-lock.json": "{}", "eslint.config.js": "" },
      "npm ci",
    ],
    [{ "package.json": "{}", "pnpm-lock.yaml": "", "biome.json": "{}" }, "pnpm add --save-dev @biomejs/biome"],
    [{ "package.json": '{"dependencies": {"stylelint": "1"}}', "yarn.lock": "", ".stylelintrc": "{}" }, "yarn install"],
    [{ "tsconfig.json": "{}" }, "npm install --save-dev typescript"],
    [{ "ruff.toml": "" }, "pip install ruff"],
    [{ "pyproject.toml": '[tool.ruff]\n[dependency-groups]\ndev = ["ruff"]\n', "uv.lock": "" }, "uv sync"],
    [{ "pyproject.toml": "[tool.ruff]\n", "poetry.lock": "" }, "poetry add --group dev ruff"],
    [
      { "pyproject.toml": '[tool.ruff]\n[tool.poetry.group.dev.dependencies]\nruff = "*"\n', "poetry.lock": "" },
      "poetry install",
    ],
    [{ "ruff.toml": "", "requirements-dev.txt": "ruff==1\n" }, "pip install -r requirements-dev.txt"],
    [{ ".golangci.yml": "" }, "go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@latest"],
  ];
  for (const [files, command] of rows) {
    const editor = makeFiles(t, files);
    const answer = await editor.lint();
    assert.equal(answer.code, "unknown", answer.text);
    assert.ok(answer.text.includes(`not installed. To install it: ${command}`), `${command}: ${answer.text}`);
    const [linter] = factsOf(answer).linters;
    assert.deepEqual([linter.status, linter.install], ["not_installed", command]);
  }
});

test("a linter that fails is never taken for one without issues", async (t) => {
  const ends = [
    [
      { err: "\x1b[31mOops! Something went wrong!\x1b[0m\n\nError: Cannot find module 'x'\n", code: 2 },
      /ESLint could not run: Oops! Something went wrong!\n {2}Error: Cannot find module 'x'/,
    ],
    [{ code: 2 }, /ESLint could not run: it ended with exit code 2/],
    [{ out: "not JSON", code: 0 }, /ESLint could not run: not JSON/],
    [{ out: "[", code: 0 }, /ESLint could not run: \[/],
    [{ out: "[]", code: 1 }, /eslint/],
    [{ out: "[]", code: 0 }, /Without files to check: eslint/],
  ];
  for (const [end, text] of ends) {
    const editor = makeFiles(t, { "eslint.config.js": "" });
    addFake(editor.folders[0], "eslint", end);
    const answer = await editor.lint();
    assert.equal(answer.code, "unknown", answer.text);
    assert.match(answer.text, text);
    assert.doesNotMatch(answer.text, /No linting issues/);
  }
});

test("issues that a linter had found before it failed are listed", async (t) => {
  const editor = makeFiles(t, { "eslint.config.js": "", "a.js": "" });
  const out = eslintReport(editor.path("a.js"), [1, 1, "r", "m"]);
  addFake(editor.folders[0], "eslint", { out, err: "then it crashed", code: 2 });
  const answer = await editor.lint();
  assert.equal(answer.code, "found");
  assert.match(answer.text, /Unknown in part: ESLint could not run to its end: then it crashed/);
  assert.deepEqual(rowsOf(answer), ["a.js:1:1 error r (eslint)"]);
});

test("the same issue from two linters is listed once", async (t) => {
  const editor = makeFiles(t, { "tsconfig.json": "{}", "eslint.config.js": "", "a.ts": "line\nERROR b\n" });
  const out = eslintReport(
    editor.path("a.ts"),
    [2, 1, "x/y", "the same words"],
    [2, 4, "x/y", "the same words"],
    [2, 1, "x/y", "the same words"],
    [2, 1, "other", "ERROR b"],
  );
  addFake(editor.folders[0], "eslint", { out, code: 1 });
  addFake(editor.folders[0], "tsc", {
    out: "a.ts(2,1): error TS1: the same words\na.ts(2,1): error TS77: from tsc\n",
    code: 2,
  });
  const answer = await editor.lint({ files: ["a.ts"], linter: ["eslint", "tsc", "editor"] });
  assert.deepEqual(rowsOf(answer), [
    "a.ts:2:1 error TS77 (tsc)",
    "a.ts:2:1 error other (eslint, test)",
    "a.ts:2:1 error x/y (eslint, tsc)",
    "a.ts:2:4 error x/y (eslint)",
  ]);
  assert.deepEqual(lintersOf(answer), ["eslint ran", "tsc ran", "editor ran"]);
});

test("the editor's diagnostics, without running anything", async (t) => {
  const editor = makeEditor(t, { "a.ts": "ok\n  ERROR here\n", "b.ts": "fine\n" });
  editor.policies.run = "never";
  const answer = await editor.run("lint", { linter: "editor", files: ["a.ts", "b.ts"] });
  assert.equal(
    answer.text,
    "1 error, 0 warnings, 0 other in 1 file.\nRan: editor.\na.ts\n  2:1 error 1 (test): ERROR here",
  );
  const clean = await editor.run("lint", { linter: "editor", files: ["b.ts"] });
  assert.equal(clean.text, "No linting issues found.\nRan: editor.");
  assert.equal(editor.count("approve"), 0);
});

test("the person is asked once for all, before anything runs", async (t) => {
  const editor = makeFiles(t, {
    "eslint.config.js": "",
    "tsconfig.json": "{}",
    "sub/eslint.config.js": "",
    "a.js": "",
  });
  for (const name of ["eslint", "tsc"]) addFake(editor.folders[0], name, { out: "[]" });
  editor.policies.run = "ask";
  const asked = [];
  editor.on.approve = (...args) => {
    asked.push(JSON.stringify(args));
    return { data: { allowed: false, why: "Not now." } };
  };
  const answer = await editor.lint();
  assert.equal(answer.code, "not_allowed", answer.text);
  assert.equal(asked.length, 1);
  assert.match(asked[0], /node_modules\/\.bin\/eslint --format json --no-error-on-unmatched-pattern \./);
  assert.match(asked[0], /cd '[^']*\/sub' && /);
  assert.match(asked[0], /node_modules\/\.bin\/tsc -p /);
  editor.policies.run = "never";
  assert.equal((await editor.lint()).code, "not_allowed");
});

test("a message is shown as a terminal shows it, on lines of its own", async (t) => {
  const editor = makeFiles(t, { "eslint.config.js": "", "a.js": "" });
  const message = "\x1b[31mred\x1b[0m\nNo linting issues found.\u0007";
  addFake(editor.folders[0], "eslint", { out: eslintReport(editor.path("a.js"), [1, 1, "r\nb.js", message]), code: 1 });
  const { text } = await editor.lint();
  assert.match(text, /\na\.js\n {2}1:1 error r\?b\.js \(eslint\): red\n {4}No linting issues found\.$/);
});

test("files with unsaved changes are named", async (t) => {
  const editor = makeFiles(t, { "eslint.config.js": "", "a.js": "1", "b.md": "" });
  addFake(editor.folders[0], "eslint", { out: eslintReport(editor.path("a.js")) });
  editor.dirty.set(editor.path("a.js"), "2");
  editor.dirty.set(editor.path("b.md"), "2");
  const answer = await editor.lint();
  assert.equal(
    answer.text,
    "No linting issues found.\nRan: eslint.\nNote: 1 file has unsaved changes that linters do not read: a.js.",
  );
  assert.deepEqual(factsOf(answer).unsaved_files, ["a.js"]);
});

test("many issues: exact totals, long messages whole, and pages without loss", async (t) => {
  const editor = makeFiles(t, { "eslint.config.js": "", "a.js": "", "b.js": "" });
  const long = "word ".repeat(200).trim();
  const messages = Array.from({ length: 300 }, (_, i) => [i + 1, 1, "r", `number ${i + 1}`]);
  messages[0][3] = long;
  addFake(editor.folders[0], "eslint", { out: eslintReport(editor.path("a.js"), ...messages), code: 1 });
  const seen = [];
  let cursor;
  for (let page = 0; page < 100; page++) {
    const answer = await editor.lint({ max_tokens: 600, ...(cursor && { cursor }) });
    assert.match(answer.text, /^300 errors, 0 warnings, 0 other in 1 file\.\n/);
    const facts = factsOf(answer);
    seen.push(
      ...[...answer.text.matchAll(/^ {2}(\d+):1 error r \(eslint\): (.*)$/gm)].map(([, line, message]) => [
        Number(line),
        1,
        "r",
        message,
      ]),
    );
    cursor = facts.cursor;
    if (!cursor) break;
  }
  assert.deepEqual(seen, messages);
});

test("a cancelled call ends the linter", async (t) => {
  const editor = makeFiles(t, { "eslint.config.js": "" });
  const [folder] = editor.folders;
  const started = path.join(folder, "started");
  const wait = `require("fs").writeFileSync(${JSON.stringify(started)}, String(process.pid)); setInterval(() => {}, 1000);`;
  addProgram(folder, "eslint", wait);
  const abort = new AbortController();
  const call = editor.engine.call("lint", {}, { signal: abort.signal });
  await until(() => fs.existsSync(started) && fs.readFileSync(started, "utf8"));
  abort.abort();
  assert.equal((await call).code, "cancelled");
  const pid = Number(fs.readFileSync(started, "utf8"));
  await until(() => !fs.existsSync(`/proc/${pid}`));
});

test("a linter that a signal ends", async (t) => {
  const editor = makeFiles(t, { "eslint.config.js": "" });
  addProgram(editor.folders[0], "eslint", "process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000);");
  assert.match((await editor.lint()).text, /ESLint could not run: signal 9 ended it\./);
});

test("files that are hidden from agents are not in the list", async (t) => {
  const editor = makeFiles(t, { "eslint.config.js": "", "a.js": "", "secret/b.js": "", ".sextantignore": "secret\n" });
  const out = JSON.stringify(
    ["a.js", "secret/b.js"].map((name) => JSON.parse(eslintReport(editor.path(name), [1, 1, "r", name]))[0]),
  );
  addFake(editor.folders[0], "eslint", { out, code: 1 });
  assert.deepEqual(rowsOf(await editor.lint()), ["a.js:1:1 error r (eslint)"]);
});

test("a folder without files of a linter's kind does not start it", async (t) => {
  const editor = makeFiles(t, { "eslint.config.js": "", "tsconfig.json": "{}", "docs/a.md": "", "src/a.ts": "" });
  const [folder] = editor.folders;
  for (const name of ["eslint", "tsc"]) addProgram(folder, name, `console.error("${name} ran"); process.exitCode = 2;`);
  const answer = await editor.lint({ files: ["docs"] });
  assert.equal(answer.text, "Unknown: no linter has checked these files.\nWithout files to check: eslint, tsc.");
  assert.match((await editor.lint({ files: ["src"] })).text, /ESLint could not run: eslint ran/);
});

test("a linter that is named and has no file to check is not taken for one that found nothing", async (t) => {
  const files = { "sub/a.js": "", "sub/ruff.toml": "", "py/b.py": "", "py/ruff.toml": "" };
  const editor = makeFiles(t, files);
  for (const name of ["pylint", "ruff"]) {
    const program = path.join(editor.folders[0], ".venv/bin", name);
    fs.mkdirSync(path.dirname(program), { recursive: true });
    fs.writeFileSync(path.join(editor.folders[0], ".venv/pyvenv.cfg"), "");
    fs.writeFileSync(program, "#!/bin/sh\necho '[]'\n", { mode: 0o755 });
  }
  const none = await editor.lint({ linter: ["pylint"], files: ["sub"] });
  assert.equal(none.text, "Unknown: no linter has checked these files.\nWithout files to check: pylint.");
  assert.deepEqual([none.code, lintersOf(none)], ["unknown", ["pylint no_files"]]);
  const some = await editor.lint({ linter: ["pylint"], files: ["py"] });
  assert.deepEqual([some.code, some.text], ["none", "No linting issues found.\nRan: pylint."]);
  const all = await editor.lint();
  assert.deepEqual([all.code, lintersOf(all)], ["none", ["ruff ran", "ruff no_files"]]);
  assert.match(all.text, /^Ran: ruff in py\.\nWithout files to check: ruff in sub\.$/m);
});

test("tsc without a tsconfig.json could not run: that is not an issue of the code", async (t) => {
  const editor = makeFiles(t, { "a.ts": "" });
  addFake(editor.folders[0], "tsc", { out: "error TS5058: The specified path does not exist.\n", code: 1 });
  const answer = await editor.lint({ linter: ["tsc"] });
  assert.equal(answer.code, "unknown");
  assert.match(answer.text, /^Unknown in part: TypeScript could not run: there is no tsconfig\.json\.$/m);
  assert.deepEqual(lintersOf(answer), ["tsc failed"]);
});

test("Vue's own program takes the place of tsc", async (t) => {
  const editor = makeFiles(t, { "tsconfig.json": "{}", "a.vue": "" });
  addFake(editor.folders[0], "tsc", { out: "a.ts(1,1): error TS1: of tsc\n", code: 2 });
  addFake(editor.folders[0], "vue-tsc", { out: "a.vue(2,3): error TS2: of vue-tsc\n", code: 2 });
  assert.deepEqual(rowsOf(await editor.lint()), ["a.vue:2:3 error TS2 (tsc)"]);
});

test("a workspace that is reached by a link", async (t) => {
  const real = path.join(makeFolder(), "real");
  writeFiles(real, { "eslint.config.js": "", "a.js": "" });
  const link = path.join(makeFolder(), "link");
  fs.symlinkSync(real, link);
  const editor = openProject(t, link);
  addFake(real, "eslint", { out: eslintReport(path.join(real, "a.js"), [1, 1, "r", "m"]), code: 1 });
  assert.deepEqual(rowsOf(await editor.lint()), ["a.js:1:1 error r (eslint)"]);
  assert.deepEqual(rowsOf(await editor.lint({ files: ["a.js"] })), ["a.js:1:1 error r (eslint)"]);
});

test("two folders in one window", async (t) => {
  const parent = makeFolder();
  for (const name of ["one", "two"]) {
    writeFiles(path.join(parent, name), { "eslint.config.js": "", "a.js": "" });
    addFake(path.join(parent, name), "eslint", {
      out: eslintReport(path.join(parent, name, "a.js"), [1, 1, "r", name]),
      code: 1,
    });
  }
  const editor = openProject(
    t,
    ["one", "two"].map((name) => path.join(parent, name)),
  );
  const answer = await editor.lint();
  assert.deepEqual(rowsOf(answer), ["one/a.js:1:1 error r (eslint)", "two/a.js:1:1 error r (eslint)"]);
  assert.match(answer.text, /\nRan: eslint in one, eslint in two\.\n/);
});

test("a SARIF report that is named is read, and nothing runs", async (t) => {
  const result = (uri, level) => ({
    ruleId: "R1",
    level,
    message: { text: `in ${uri}` },
    locations: [{ physicalLocation: { artifactLocation: { uri }, region: { startLine: 2, startColumn: 3 } } }],
  });
  const runs = [
    { tool: { driver: { name: "Scanner" } }, results: [result("src/a%20b.c", "error"), result("c.c", "note")] },
  ];
  const editor = makeFiles(t, { "out/scan.sarif": JSON.stringify({ runs }), "out/bad.sarif": "{}", "src/a b.c": "" });
  editor.policies.run = "never";
  const answer = await editor.lint({ files: "out/scan.sarif" });
  assert.deepEqual(
    rowsOf(answer),
    ["src/a b.c:2:3 error R1 (Scanner)", "c.c:2:3 information R1 (Scanner)"],
    answer.text,
  );
  const xml =
    '<checkstyle><file name="c.c"><error line="1" severity="error" message="m" source="a.b.C"/></file></checkstyle>';
  writeFiles(editor.folders[0], { "out/checkstyle-result.xml": xml });
  assert.deepEqual(rowsOf(await editor.lint({ files: "out/checkstyle-result.xml" })), ["c.c:1:0 error C (checkstyle)"]);
  const bad = await editor.lint({ files: "out/bad.sarif" });
  assert.match(bad.text, /The report could not be read: The report is not SARIF: it has no runs\./);
});

test("a script that only a shell can read is left alone", async (t) => {
  const script = "eslint $FILES > out.txt";
  const editor = makeFiles(t, {
    "eslint.config.js": "",
    "package.json": JSON.stringify({ scripts: { lint: script } }),
  });
  addProgram(editor.folders[0], "eslint", "console.error(process.argv.slice(2).join(' ')); process.exitCode = 2;");
  assert.match((await editor.lint()).text, /could not run: --format json --no-error-on-unmatched-pattern \.$/m);
});
