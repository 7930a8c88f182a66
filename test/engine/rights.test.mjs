/** The rights of agents, through the addon: who is asked, about what, and what may be read. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { makeEditor } from "./fake-editor.mjs";

const FILE = "src/a.ts";
const TEXT = "one\ntwo\nthree\n";
const factsOf = (answer) => JSON.parse(answer.factsJson);

function expectCode(answer, code, part = "") {
  assert.equal(answer.code, code, answer.text);
  assert.ok(answer.text.includes(part), `${answer.text}\n  should say: ${part}`);
}

const questions = (editor) => editor.asked.filter(([op]) => op === "approve");
const create = (editor, file, options) =>
  editor.run(
    "edit_buffer",
    { file, create: true, edits: [{ line_start: 1, line_end: 0, new_text: "x" }], preview: false },
    options,
  );

/* ---- whose policy --------------------------------------------------------------------------- */

test("the strictest policy of the tools that a change went through counts", async (t) => {
  const editor = makeEditor(t, { [FILE]: TEXT });
  const previewed = async () =>
    factsOf(await editor.run("file_write", { filePath: FILE, content: "new\n", preview: true })).change;
  // Each time another one: a rejected change is rejected for good.
  const apply = async (more) => editor.run("edit_buffer", { change: await previewed(), preview: false }, more);
  editor.policies = { edit: "always", files: "ask" };
  editor.on.approve = () => ({ data: { allowed: false, why: "No." } });
  expectCode(await apply(), "not_allowed", "No.");
  const [, first] = questions(editor)[0];
  assert.deepEqual([first.tool, first.toolsets], ["edit_buffer", ["files"]]);
  editor.policies.files = "never";
  expectCode(await apply(), "not_allowed", "the toolset 'files'");
  editor.policies = { edit: "never", files: "always" };
  expectCode(await apply(), "not_allowed", "the toolset 'edit'");
  editor.policies = { edit: "ask", files: "ask" };
  expectCode(await apply(), "not_allowed", "No.");
  assert.deepEqual(questions(editor).at(-1)[1].toolsets, ["edit", "files"]);
  // A yes in the chat was for the tool that was called there.
  expectCode(await apply({ isApproved: true }), "not_allowed", "No.");
  assert.deepEqual(questions(editor).at(-1)[1].toolsets, ["files"]);
  editor.policies = { edit: "never", files: "ask" };
  expectCode(await apply({ isApproved: true }), "not_allowed", "the toolset 'edit'");
  assert.equal(fs.readFileSync(editor.path(FILE), "utf8"), TEXT);
});

/* ---- protected files ------------------------------------------------------------------------ */

const PROTECTED = [
  ".git/config",
  ".git/hooks/pre-commit",
  ".GIT/Config",
  ".git/info/attributes",
  "sub/.git/config",
  "sub/.git",
  ".gitmodules",
  "vendor.git/hooks/x",
  "bare/HEAD",
  ".git./config",
  ".git /config",
  ".g\u200cit/config",
  ".g\u00adit/config",
  ".gi\u200bt/config",
  ".git\ufe0f/config",
  ".git\u{e0001}/config",
  "\uff0egit/config",
  "side\uff0dways.git/config",
  ".\ufb01sh.git/hooks/x",
  ".pro\ufb01le",
  ".envrc\u2060",
  ".ba\u017fhrc",
  ".n\u0131x.code-workspace",
  "GIT~1/config",
  "VSCODE~1/tasks.json",
  "GITMOD~1",
  "VSA9C2~1/tasks.json",
  ".git::$INDEX_ALLOCATION/config",
  "site-packages/x:y.pth",
  "a:b.code-workspace",
  "a:b.git/hooks/x",
  "a:b/.vscode/tasks.json",
  "\u2024git/config",
  ".\u24d6\u24be\u24e3/config",
  ".\u{1d420}\u{1d4be}\u{1d69d}/config",
  ".vscode/settings.json",
  ".VSCode/tasks.json",
  ".v\u017fcode/settings.json",
  "sub/.vscode/launch.json",
  "a.code-workspace",
  "x/B.Code-Workspace",
  ".idea/workspace.xml",
  ".devcontainer/devcontainer.json",
  ".devcontainer.json",
  ".husky/pre-push",
  ".githooks/x",
  "lefthook.yml",
  ".pre-commit-config.yaml",
  ".envrc",
  ".env",
  ".bashrc",
  ".bash_profile",
  ".zshrc",
  ".profile",
  ".npmrc",
  ".yarnrc",
  ".yarnrc.yml",
  ".pnpmfile.cjs",
  ".yarn/releases/yarn.cjs",
  ".cargo/config.toml",
  ".ssh/config",
  ".config/fish/config.fish",
  "sitecustomize.py",
  "x.pth",
  ".mcp.json",
  ".roo/mcp.json",
  ".roomodes",
  ".clinerules",
  ".cursor/mcp.json",
  ".claude/settings.json",
  ".codex/config.toml",
  ".gemini/settings.json",
  "Code/User/settings.json",
  ".dir-locals.el",
  ".vimrc",
  ".exrc",
  "rust-analyzer.toml",
  ".luarc.json",
  ".ycm_extra_conf.py",
  "_vimrc",
  ".helix/languages.toml",
  ".vs/tasks.vs.json",
  "x.sublime-project",
  ".gitpod.yml",
  ".joyride/scripts/workspace_activate.cljs",
  ".bsp/sbt.json",
  "buildServer.json",
  "hie.yaml",
  "omnisharp.json",
  "rust-toolchain.toml",
  "rust-project.json",
  ".github/hooks/start.json",
  "mcp.json",
  ".cursorignore",
  ".qwen/settings.json",
  ".factory/mcp.json",
  ".mvn/extensions.xml",
  "gradle/wrapper/gradle-wrapper.properties",
  "pip.ini",
  ".aws/credentials",
  ".docker/config.json",
  "mise.local.toml",
  ".octaverc",
  ".latexmkrc",
  "ansible.cfg",
  "jupyter_server_config.py",
  "home/authorized_keys",
  "x/Microsoft.PowerShell_profile.ps1",
  ".lldbinit-Xcode",
];
const ORDINARY = [
  "package.json",
  "Makefile",
  "AGENTS.md",
  "CLAUDE.md",
  ".gitignore",
  ".gitattributes",
  ".github/workflows/ci.yml",
  ".editorconfig",
  "src/git/config",
  "vscode/settings.json",
  "src/head/index.ts",
  "git",
  ".gitkeep",
  ".env.example",
  "environment.ts",
  ".eslintrc.json",
  "tsconfig.json",
  ".claude/worktrees/one/src/a.ts",
  "hooks/useUser.ts",
  "docs/.vscodeignore.md",
  "user/settings.ts",
  "a.github",
  ".docker/Dockerfile",
  "docs/hooks/start.json",
  "packages/git-hooks/src/index.ts",
  "gitmodel~",
  "vscode~x/a.ts",
  "profi\u0301le.ts",
  "stra\u00dfe.ts",
  "venv/bin/a.py",
  "x:y.ts",
  "a\u2024ts",
  "mise.ts",
];

test("files that run code or give rights are asked about, whatever the settings say", async (t) => {
  const editor = makeEditor(t, { [FILE]: TEXT });
  editor.on.approve = () => ({ data: { allowed: false, why: "No." } });
  for (const file of PROTECTED) {
    const before = questions(editor).length;
    expectCode(await create(editor, file, { isApproved: true }), "not_allowed", "No.");
    assert.equal(questions(editor).length, before + 1, file);
    const [, asked] = questions(editor).at(-1);
    assert.deepEqual(asked.toolsets, [], "it cannot be allowed for the session");
    assert.deepEqual([asked.canAllowFile, asked.canAllowAlways], [false, false]);
    assert.match(asked.title, /^wants to create .* You are always asked about .*: \S/s, file);
    assert.equal(fs.existsSync(editor.path(file)), false, file);
  }
  const asked = questions(editor).length;
  for (const file of ORDINARY) expectCode(await create(editor, file), "found", "APPLIED");
  assert.equal(questions(editor).length, asked);
});

test("a preview says that a person will be asked, and why", async (t) => {
  const editor = makeEditor(t, { [FILE]: TEXT });
  const edits = [{ line_start: 1, line_end: 0, new_text: "x" }];
  const preview = async (file) => (await editor.run("edit_buffer", { file, create: true, edits, preview: true })).text;
  assert.match(
    await preview(".vscode/tasks.json"),
    /^PREVIEW of .*\nA person will be asked before it is applied, because of \.vscode\/tasks\.json: it can change what the editor runs or allows\.\n/,
  );
  assert.doesNotMatch(await preview("src/new.ts"), /will be asked/);
  assert.equal(questions(editor).length, 0);
});

const hooksPath = (path) => `[core]\n\thooksPath = ${path}\n`;

/** The files of which a person was asked, and which were written without. */
async function writeEach(editor, files) {
  editor.policies = { edit: "always", files: "always", refactor: "always" };
  editor.on.approve = () => ({ data: { allowed: false, why: "No." } });
  const [asked, written] = [[], []];
  for (const file of files) {
    const answer = await editor.run("file_write", { filePath: file, content: "x" });
    if (answer.isError) expectCode(answer, "not_allowed", "No.");
    (answer.isError ? asked : written).push(file);
  }
  return { asked, written };
}

test("hooks that git runs by core.hooksPath, whatever their folder is called", async (t) => {
  const editor = makeEditor(t, {
    ".git/config": hooksPath("tools/./on-commit/"),
    "tools/on-commit/pre-commit": "echo\n",
    "scripts/check.sh": "echo\n",
    "flat/.git/config": hooksPath("."),
    "missing/.git/config": hooksPath(".later"),
    "missing/deep/.git/config": hooksPath("build/hooks"),
    "missing/deep/build/a.txt": "",
    "dangling/.git/config": hooksPath("hk"),
    "tree/.git": "gitdir: ../.git/worktrees/tree\n",
    ".git/worktrees/tree/commondir": "../..\n",
    ".git/worktrees/tree/config.worktree": hooksPath("mine"),
  });
  fs.symlinkSync("tools/on-commit", editor.path("alias"));
  fs.symlinkSync("../../scripts/check.sh", editor.path("tools/on-commit/commit-msg"));
  fs.symlinkSync("gone", editor.path("dangling/hk"));
  const hooks = [
    "tools/on-commit/pre-commit",
    "tools/on-commit/lib/common.sh",
    "TOOLS/On-Commit/pre-push",
    "alias/pre-push",
    "scripts/check.sh",
    "flat/pre-commit",
    "missing/.later/pre-commit",
    "missing/deep/build/hooks/pre-commit",
    "dangling/gone/pre-commit",
    "tree/mine/pre-commit",
    "tree/tools/on-commit/pre-commit",
  ];
  const others = [
    "tools/other.sh",
    "tools/on-commit.txt",
    "scripts/other.sh",
    "flat/src/a.ts",
    "missing/package.json",
    "missing/deep/build/b.txt",
    "dangling/a.txt",
    "tree/x.txt",
    "tree/tools/a.sh",
    "shared.txt",
  ];
  assert.deepEqual(await writeEach(editor, [...hooks, ...others]), { asked: hooks, written: others });
  const refused = async (tool, args) => expectCode(await editor.run(tool, args), "not_allowed", "No.");
  await refused("file_manage", { action: "delete", path: "tools" });
  await refused("replace_in_buffer", { file: "tools/on-commit/pre-commit", old: "echo", new: "x", preview: false });
});

test("files of settings of git that others include, and folders that any of them names", async (t) => {
  const editor = makeEditor(t, {
    ".git/config": `[include]\npath = ../dev/shared.gitconfig\n[includeIf "gitdir:/"]\npath = ../dev/mine\n${hooksPath("last")}`,
    "dev/shared.gitconfig": `${hooksPath("first")}[include]\npath = more\n`,
    "dev/mine": hooksPath("second"),
  });
  const settings = ["dev/shared.gitconfig", "dev/mine", "dev/more"];
  const hooks = ["first/pre-commit", "second/pre-commit", "last/pre-commit"];
  const others = ["dev/other", "third/pre-commit"];
  const all = [...settings, ...hooks, ...others];
  assert.deepEqual(await writeEach(editor, all), { asked: [...settings, ...hooks], written: others });
});

test("settings of git that are too big to be read: a person is asked about all of the repository", async (t) => {
  const editor = makeEditor(t, { "sub/.git/config": `# ${"x".repeat(1 << 20)}\n`, "a.txt": "" });
  assert.deepEqual(await writeEach(editor, ["sub/a.txt", "a.txt"]), { asked: ["sub/a.txt"], written: ["a.txt"] });
});

test("by every tool, through links, inside deleted folders, and where a window is on such a folder", async (t) => {
  const editor = makeEditor(t, {
    [FILE]: TEXT,
    ".git/config": "[core]\n",
    "sub/deep/.vscode/tasks.json": "{}\n",
    "plain/a.txt": "x\n",
    "repo/HEAD": "ref: refs/heads/main\n",
    "repo/config": "[core]\n",
    "bare/HEAD": "ref: refs/heads/main\n",
    "bare/objects/x": "",
    "bare/refs/x": "",
    "bare/hooks/post-update.sample": "",
    ".venv/pyvenv.cfg": "",
    ".venv/bin/activate": "",
    "conda/conda-meta/history": "",
    "conda/bin/python": "",
    "unborn/notes.txt": "",
    ".github/a.txt": "",
  });
  fs.symlinkSync("refs/heads/main", editor.path("unborn/HEAD"));
  fs.symlinkSync("bare/hooks", editor.path("scripts"));
  fs.symlinkSync(".github", editor.path("community"));
  fs.symlinkSync(".git", editor.path("innocent"));
  fs.symlinkSync(editor.path(".git/config"), editor.path("notes.txt"));
  editor.policies = { edit: "always", files: "always", refactor: "always" };
  editor.on.approve = () => ({ data: { allowed: false, why: "No." } });
  const before = editor.snapshot();
  const refused = async (tool, args) => {
    expectCode(await editor.run(tool, args, { isApproved: true }), "not_allowed", "No.");
    assert.equal(editor.snapshot(), before, `${tool} ${JSON.stringify(args)}`);
  };
  await refused("replace_in_buffer", { file: ".git/config", old: "core", new: "x", preview: false });
  await refused("file_edit", { filePath: "innocent/config", searchTerm: "core", replacementText: "x" });
  await refused("file_write", { filePath: "notes.txt", content: "x" });
  await refused("file_write", { filePath: "innocent/hooks/post-checkout", content: "x" });
  await refused("file_write", { filePath: "repo/config", content: "x" });
  await refused("file_write", { filePath: "repo/Config", content: "x" });
  await refused("file_write", { filePath: "repo/commondir", content: "x" });
  await refused("file_write", { filePath: "repo/hooks/post-checkout", content: "x" });
  await refused("file_write", { filePath: "bare/hooks/more/x", content: "x" });
  await refused("file_write", { filePath: "bare/description", content: "x" });
  await refused("file_write", { filePath: "scripts/post-checkout", content: "x" });
  await refused("file_write", { filePath: "community/hooks/x.json", content: "x" });
  await refused("file_write", { filePath: ".venv/bin/activate", content: "x" });
  await refused("file_write", { filePath: "conda/bin/python", content: "x" });
  await refused("file_write", { filePath: "unborn/config", content: "x" });
  await refused("file_manage", { action: "write", path: ".git/hooks/pre-commit", content: "x" });
  await refused("file_manage", { action: "delete", path: ".git/config" });
  await refused("file_manage", { action: "delete", path: ".git" });
  await refused("file_manage", { action: "delete", path: "sub" });
  expectCode(await editor.run("file_manage", { action: "delete", path: "plain" }), "found", "deleted");
  expectCode(await editor.run("file_write", { filePath: ".venv/lib/a.py", content: "x" }), "found", "APPLIED");
  expectCode(await editor.run("file_write", { filePath: "repo/notes.txt", content: "x" }), "found", "APPLIED");

  const inside = makeEditor(t, { "settings.json": "{}\n" }, { folders: [".vscode"] });
  inside.on.approve = () => ({ data: { allowed: false, why: "No." } });
  expectCode(await inside.run("file_write", { filePath: "settings.json", content: "x" }), "not_allowed", "No.");
});

test("what a folder's name protects is so where the window is on that folder", async (t) => {
  for (const [folder, files, ordinary] of [
    [".aws", ["credentials", "config"], "notes.txt"],
    [".docker", ["config.json"], "Dockerfile"],
    [".kube", ["config"], "notes.txt"],
    [".github", ["hooks/start.json", "agents/a.md"], "workflows/ci.yml"],
    ["User", ["settings.json", "keybindings.json", "tasks.json", "mcp.json", "User/x.json"], "package.json"],
  ]) {
    const editor = makeEditor(t, {}, { folders: [folder] });
    editor.on.approve = () => ({ data: { allowed: false, why: "No." } });
    for (const file of files) {
      expectCode(await create(editor, file), "not_allowed", "No.");
      assert.equal(fs.existsSync(editor.path(file)), false, file);
    }
    expectCode(await create(editor, ordinary), "found", "APPLIED");
  }
});

test("a link that is swapped between preview and apply leads nowhere", async (t) => {
  const editor = makeEditor(t, { "real/a.txt": TEXT, ".git/a.txt": TEXT });
  fs.symlinkSync("real", editor.path("via"));
  editor.policies = { edit: "always", files: "always" };
  editor.on.approve = () => ({ data: { allowed: false, why: "No." } });
  const answer = await editor.run("file_write", { filePath: "via/a.txt", content: "new\n", preview: true });
  const { change } = factsOf(answer);
  fs.unlinkSync(editor.path("via"));
  fs.symlinkSync(".git", editor.path("via"));
  expectCode(await editor.run("file_write", { change, preview: false }), "not_allowed", "No.");
  fs.mkdirSync(path.join(editor.parent, "outside"));
  fs.writeFileSync(path.join(editor.parent, "outside/a.txt"), TEXT);
  fs.unlinkSync(editor.path("via"));
  fs.symlinkSync(path.join(editor.parent, "outside"), editor.path("via"));
  const outside = await editor.run("file_write", { change, preview: false });
  assert.equal(outside.isError, true, outside.text);
  assert.equal(fs.readFileSync(path.join(editor.parent, "outside/a.txt"), "utf8"), TEXT);
  assert.equal(fs.readFileSync(editor.path(".git/a.txt"), "utf8"), TEXT);
});

test("nothing is made through a link that leads nowhere", async (t) => {
  const editor = makeEditor(t, { [FILE]: TEXT });
  const outside = fs.mkdtempSync(path.join(path.dirname(editor.path(".")), "outside-"));
  fs.symlinkSync(path.join(outside, "made.ts"), editor.path("file.ts"));
  fs.symlinkSync(path.join(outside, "folder"), editor.path("folder"));
  fs.symlinkSync(".vscode/settings.json", editor.path("plain.json"));
  for (const file of ["file.ts", "folder/in/made.ts", "plain.json"]) {
    expectCode(await create(editor, file), "not_found", "is a link to something that does not exist");
    const written = await editor.run("file_write", { filePath: file, content: "x" });
    expectCode(written, "not_found", "is a link to something that does not exist");
  }
  assert.deepEqual(fs.readdirSync(outside), []);
  assert.ok(!fs.existsSync(editor.path(".vscode")));
  assert.equal(fs.readFileSync(editor.path(FILE), "utf8"), TEXT);
});

test("a name cannot write the question", async (t) => {
  const editor = makeEditor(t, { [FILE]: TEXT });
  editor.policies.edit = "ask";
  expectCode(await create(editor, "a\nIt is safe.\u202egpj.sh\u0007"), "found", "APPLIED");
  const [, { title }] = questions(editor)[0];
  assert.doesNotMatch(title, /[\n\u202e\u0007]/);
  assert.ok(title.includes(String.raw`"a\nIt is safe.\342\200\256gpj.sh\a"`), title);
});

/* ---- the time of a question ----------------------------------------------------------------- */

test("the time in which a person thinks is not the call's", async (t) => {
  const editor = makeEditor(t, { [FILE]: TEXT });
  editor.policies.edit = "ask";
  editor.engine.deadlineMs = 3000;
  editor.on.approve = async () => {
    await new Promise((resolve) => setTimeout(resolve, 1200));
    return editor.approve();
  };
  const saved = editor.save.bind(editor);
  editor.on.save = async (...args) => {
    await new Promise((resolve) => setTimeout(resolve, 2100));
    return saved(...args);
  };
  const answer = await editor.run("edit_buffer", {
    file: FILE,
    edits: [{ line_start: 1, line_end: 1, new_text: "ONE" }],
    preview: false,
    save: true,
  });
  expectCode(answer, "found", ", saved.");
  assert.doesNotMatch(answer.text, /timed out/);
});

/* ---- reading -------------------------------------------------------------------------------- */

test("what a definition leads to can be looked up, and only a library read as a whole", async (t) => {
  const editor = makeEditor(t, { [FILE]: "import { Secret } from 'x';\nconst one = new Secret();\n" });
  const outside = path.join(editor.parent, "elsewhere"),
    library = path.join(editor.parent, "node_modules/lib");
  for (const folder of [outside, library]) {
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(
      path.join(folder, "made.ts"),
      '/** A thing. */\nexport class Secret {}\n\nconst password = "hunter2";\n',
    );
  }
  // The target of a link in a library is not part of the library.
  fs.symlinkSync(path.join(outside, "made.ts"), path.join(library, "link.ts"));
  for (const [file, mayRead] of [
    [path.join(outside, "made.ts"), false],
    [path.join(library, "link.ts"), false],
    [path.join(library, "made.ts"), true],
  ]) {
    editor.on.definition = () => ({ data: [[file, 1, 13, 1, 19]] });
    const found = await editor.run("find_definition", { symbol: "Secret", file_path: FILE });
    expectCode(found, "found", "Secret");
    for (const [tool, args] of [
      ["get_buffer_info", { file }],
      ["file_read", { filePath: file }],
      ["file_manage", { action: "read", path: file }],
      ["get_symbols", { file_path: file }],
      ["replace_in_buffer", { file, old: 'passwort = "', new: "" }],
    ]) {
      const answer = await editor.run(tool, args);
      if (tool === "replace_in_buffer" || !mayRead)
        assert.equal(answer.isError, true, `${tool} ${file}: ${answer.text}`);
      else assert.equal(answer.isError, false, `${tool} ${file}: ${answer.text}`);
      if (!mayRead) expectCode(answer, "outside_workspace", "not in a known library");
      if (!mayRead) assert.doesNotMatch(answer.text, /hunter2/);
    }
    assert.equal(
      (await editor.run("get_symbol_documentation", { symbol_name: "Secret", file_path: file })).isError,
      false,
    );
  }
});

/* ---- what a confirmation shows -------------------------------------------------------------- */

test("a diff cannot close its own fence, and a name is no Markdown", async (t) => {
  const name = "a*[x](command:y)`.md";
  const editor = makeEditor(t, { [name]: "one\n```\n**Safe**\n`````\ntwo\n" });
  const edits = [{ line_start: 5, line_end: 5, new_text: "TWO" }];
  const { text } = await editor.run("edit_buffer", { file: name, edits, preview: true }, { isMarkdown: true });
  const fences = [...text.matchAll(/^ {0,3}(`{3,})(diff)?$/gm)].map(([, fence]) => fence.length);
  assert.deepEqual(fences, [6, 3, 5, 6], text);
  assert.match(text.split("\n")[0], /a\\\*\\\[x\\\]\\\(command:y\\\)\\`\.md/);
});
