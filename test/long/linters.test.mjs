/** The tool lint with a real linter of each kind that can be had; test/engine/lint.test.mjs has the quick ones. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";

import { findCommand } from "../../extension/build/setup.mjs";
import { writeFiles } from "../engine/fake-editor.mjs";
import { lintersOf, makeProject, rowsOf } from "../engine/lint-kit.mjs";

/** A build as clang-tidy reads it, with absolute paths. */
function addCompileCommands(editor) {
  const [folder] = editor.folders;
  const rows = [
    { directory: folder, file: "src/größe file.c", arguments: ["cc", "-Wall", "-c", "src/größe file.c"] },
    { directory: path.join(folder, "src"), file: "broken.c", command: "cc -c broken.c" },
  ];
  writeFiles(folder, { "build/compile_commands.json": JSON.stringify(rows) });
}

/** Each fixture: its linter, how it is made ready, one of its files, and the issues of all, those of the file marked. */
const CASES = {
  biome: {
    packages: true,
    file: "lib/style.css",
    issues: [
      "* lib/style.css:1:17 error lint/suspicious/noDuplicateProperties (biome)",
      "lib/two words é.js:2:7 error lint/suspicious/noDoubleEquals (biome)",
      "lib/two words é.js:3:3 error lint/suspicious/noDebugger (biome)",
      "lib/two words é.js:1:1 warning lint/style/useConst (biome)",
    ],
  },
  stylelint: {
    packages: true,
    file: "styles/größe ü.css",
    issues: [
      "styles/broken.css:1:1 error CssSyntaxError (stylelint)",
      "* styles/größe ü.css:1:12 error color-no-invalid-hex (stylelint)",
      "* styles/größe ü.css:2:3 warning block-no-empty (stylelint)",
    ],
  },
  "tsc-references": {
    packages: true,
    linter: "tsc",
    file: "lib/double.ts",
    // The file's nearest settings are those at the top: tsconfig.lib.json has another name.
    issues: ["* lib/double.ts:2:14 error TS2322 (tsc)"],
  },
  pylint: {
    file: "pkg/bad.py",
    issues: [
      "* pkg/bad.py:1:13 error E0001:syntax-error (pylint)",
      "pkg/naïve mod.py:5:22 error E0602:undefined-variable (pylint)",
      "pkg/naïve mod.py:1:1 warning W0611:unused-import (pylint)",
      "pkg/naïve mod.py:1:1 warning W2402:non-ascii-file-name (pylint)",
      "pkg/naïve mod.py:4:11 warning W0613:unused-argument (pylint)",
      "pkg/naïve mod.py:5:5 warning W0612:unused-variable (pylint)",
      "pkg/naïve mod.py:1:1 information C0103:invalid-name (pylint)",
      "pkg/naïve mod.py:4:1 information C0116:missing-function-docstring (pylint)",
      "pkg/naïve mod.py:4:1 information C2401:non-ascii-name (pylint)",
      "pkg/naïve mod.py:4:11 information C0103:invalid-name (pylint)",
      "pkg/naïve mod.py:5:5 information C0103:invalid-name (pylint)",
      "pkg/naïve mod.py:5:15 information C0321:multiple-statements (pylint)",
    ],
  },
  flake8: {
    file: "app/bad.py",
    // Not those of .venv, which has a virtual environment's pyvenv.cfg.
    issues: [
      "* app/bad.py:1:13 error E999 (flake8)",
      "app/été mod.py:1:1 warning F401 (flake8)",
      "app/été mod.py:2:61 warning E501 (flake8)",
      "app/été mod.py:3:1 warning E302 (flake8)",
      "app/été mod.py:3:7 warning E201 (flake8)",
      "app/été mod.py:3:9 warning E202 (flake8)",
    ],
  },
  mypy: {
    file: "app/untyped.py",
    issues: [
      "app/größe.py:2:12 error return-value (mypy)",
      "app/größe.py:6:6 error arg-type (mypy)",
      "app/größe.py:7:5 error arg-type (mypy)",
      "* app/untyped.py:1:1 error no-untyped-def (mypy)",
      "app/größe.py:5:13 information  (mypy)",
    ],
  },
  rubocop: {
    file: "lib/bad.rb",
    issues: [
      "* lib/bad.rb:2:1 error Lint/Syntax (rubocop)",
      "lib/größe datei.rb:2:3 warning Lint/UselessAssignment (rubocop)",
      "lib/größe datei.rb:1:1 information Naming/FileName (rubocop)",
      "lib/größe datei.rb:1:7 information Naming/AsciiIdentifiers (rubocop)",
      "lib/größe datei.rb:3:8 information Style/StringLiterals (rubocop)",
    ],
  },
  "go-vet": {
    linter: "go vet",
    file: "sub/wörter.go",
    issues: [
      "broken/broken.go:3:23 error compile (go vet)",
      "main.go:6:2 warning printf (go vet)",
      "main.go:8:2 warning unreachable (go vet)",
      "* sub/wörter.go:5:26 warning printf (go vet)",
    ],
  },
  clippy: {
    program: "cargo-clippy",
    file: "src/größe.rs",
    issues: [
      "* src/größe.rs:1:46 warning clippy::needless_return (clippy)",
      "src/lib.rs:5:5 warning clippy::needless_return (clippy)",
      "src/lib.rs:7:4 warning dead_code (clippy)",
      "src/lib.rs:8:19 warning clippy::ptr_arg (clippy)",
      "src/lib.rs:9:5 warning clippy::len_zero (clippy)",
    ],
  },
  "clang-tidy": {
    prepare: addCompileCommands,
    file: "src/broken.c",
    issues: [
      "* src/broken.c:1:27 error clang-diagnostic-error (clang-tidy)",
      "src/größe file.c:3:9 warning clang-diagnostic-parentheses (clang-tidy)",
      "src/größe file.c:4:31 warning bugprone-narrowing-conversions (clang-tidy)",
      "src/größe file.c:4:31 warning bugprone-sizeof-expression (clang-tidy)",
      "src/größe file.c:4:31 warning bugprone-sizeof-expression (clang-tidy)",
      "src/größe file.c:4:41 warning clang-diagnostic-sizeof-pointer-div (clang-tidy)",
    ],
  },
};

for (const [name, { linter = name, packages = false, program, prepare, file, issues }] of Object.entries(CASES)) {
  const skip = program && !findCommand(program) && `${program} is not on this machine`;
  test(`${name}: the whole, one file, and a folder`, { skip }, async (t) => {
    const editor = makeProject(t, name, { packages });
    prepare?.(editor);
    const all = issues.map((row) => row.replace("* ", ""));
    const own = issues.filter((row) => row.startsWith("* ")).map((row) => row.slice(2));
    const whole = await editor.lint();
    assert.deepEqual(rowsOf(whole), all, whole.text);
    assert.deepEqual(lintersOf(whole), [`${linter} ran`]);
    const one = await editor.lint({ files: file });
    assert.deepEqual(rowsOf(one), own, one.text);
    const folder = path.dirname(file);
    const below = await editor.lint({ folder });
    const inFolder = all.filter((row) => row.startsWith(`${folder}/`));
    assert.deepEqual(rowsOf(below), inFolder, below.text);
  });
}

test("two linters of Python agree on an import: once, with both names", async (t) => {
  const editor = makeProject(t, "flake8");
  fs.writeFileSync(editor.path(".pylintrc"), "[MASTER]\ndisable=all\nenable=unused-import\n");
  const answer = await editor.lint({ files: "app/été mod.py" });
  const [first] = rowsOf(answer);
  assert.equal(first, "app/été mod.py:1:1 warning W0611:unused-import (pylint, flake8)", answer.text);
  assert.deepEqual(lintersOf(answer), ["pylint ran", "flake8 ran"]);
});

test("settings that a linter cannot read: its own message", async (t) => {
  const editor = makeProject(t, "mypy");
  fs.writeFileSync(editor.path("mypy.ini"), "[mypy]\npython_version = abc\n");
  const answer = await editor.lint();
  assert.match(answer.text, /python_version/, answer.text);
});
