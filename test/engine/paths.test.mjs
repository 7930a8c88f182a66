/** Which file an argument means, and which files are refused, through the whole tool. */
import assert from "node:assert/strict";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import test from "node:test";
import { spawnSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { makeEditor, USER, writeFiles } from "./fake-editor.mjs";

async function expectFound(editor, file, location) {
  const answer = await editor.call({ symbol: "User", file });
  assert.equal(answer.code, "found", `${file}: ${answer.text}`);
  assert.ok(answer.text.includes(`Location: ${location}\n`), `${file}: ${answer.text}`);
  return answer;
}

async function expectError(editor, file, code, part = "") {
  const answer = await editor.call({ symbol: "User", file });
  assert.equal(answer.code, code, `${file}: ${answer.text}`);
  assert.equal(answer.isError, true);
  assert.ok(answer.text.includes(part), `${file}: ${answer.text}`);
  return answer;
}

test("the same file, written in many ways", async (t) => {
  const editor = makeEditor(t, USER);
  const absolute = editor.path("src/user.ts");
  for (const file of [
    "src/user.ts",
    "./src/user.ts",
    " src/user.ts ",
    "ws/src/user.ts",
    absolute,
    "src/../src/user.ts",
    "src//user.ts",
    "../ws/src/user.ts",
    "src\\user.ts",
    "src/user.ts/",
    pathToFileURL(absolute).href,
    pathToFileURL(absolute).href.replace("file", "FILE"),
    `file:${absolute}`,
  ])
    await expectFound(editor, file, "src/user.ts:2:14");
});

test("the editor is asked for one file by one name only", async (t) => {
  const editor = makeEditor(t, USER);
  for (const file of ["src/../src/user.ts", "src/./user.ts", "src//user.ts"])
    await expectFound(editor, file, "src/user.ts:2:14");
  const asked = editor.asked.filter(([op]) => op === "document").map(([, file]) => file);
  assert.deepEqual(new Set(asked), new Set([editor.path("src/user.ts")]));
});

test("odd names", async (t) => {
  const odd = [
    "a b.ts",
    "é#%1.ts",
    "it's.ts",
    "a:b.ts",
    "ns:file.ts",
    "x[1].ts",
    "-.ts",
    "~.ts",
    "..ts",
    "名前.ts",
    "1:/x.ts",
  ];
  const editor = makeEditor(t, Object.fromEntries(odd.map((name) => [name, USER["src/user.ts"]])));
  for (const file of odd) {
    await expectFound(editor, file, `${file}:2:14`);
    const answer = await editor.call({ symbol: "User", file });
    const { handle } = JSON.parse(answer.factsJson).results[0].symbol;
    const again = await editor.call({ handle });
    assert.ok(again.text.includes(`Location: ${file}:2:14\n`), `${handle}: ${again.text}`);
  }
});

/** Names that would not stay one in a line of text, and how answers write them. */
const QUOTED = [
  ["a\nb.ts", '"a\\nb.ts"'],
  ["x/\tc:1.ts", '"x/\\tc:1.ts"'],
  ['say "hi"\r.ts', '"say \\"hi\\"\\r.ts"'],
  ['"q".ts', '"\\"q\\".ts"'],
  ["back\\slash\u0001.ts", '"back\\\\slash\\001.ts"'],
  [" blank.ts", '" blank.ts"'],
  ["turned\u202e.ts", '"turned\\342\\200\\256.ts"'],
];

test("names that would break a line are written in quotes, and read so by all tools", async (t) => {
  const editor = makeEditor(t, Object.fromEntries(QUOTED.map(([name]) => [name, USER["src/user.ts"]])));
  const shown = QUOTED.map(([, quoted]) => quoted);
  const call = async (tool, args) => {
    const answer = await editor.engine.call(tool, args, { structured: true });
    assert.equal(answer.isError, false, `${tool} ${JSON.stringify(args)}: ${answer.text}`);
    return { text: answer.text, facts: JSON.parse(answer.factsJson) };
  };
  const listed = await call("glob", { pattern: "**" });
  assert.deepEqual(listed.facts.paths.toSorted(), shown.toSorted());
  assert.deepEqual(listed.text.trimEnd().split("\n").slice(1).toSorted(), shown.toSorted());
  const found = await call("grep", { pattern: "bare" });
  assert.deepEqual(found.facts.matches.map((one) => one.filePath).toSorted(), shown.toSorted());
  for (const [name, quoted] of QUOTED) {
    assert.ok(found.text.includes(`\n${quoted} (1)\n 4: export function bare() {}`), found.text);
    assert.equal((await call("grep", { pattern: "bare", file_path: quoted })).facts.total_count, 1);
    assert.equal((await call("grep", { pattern: "bare", file_pattern: quoted })).facts.total_count, 1, quoted);
    assert.deepEqual((await call("glob", { pattern: [quoted] })).facts.paths, [quoted]);
    assert.equal((await call("file_read", { file_path: quoted })).facts.file, quoted);
    await expectFound(editor, quoted, `${quoted}:2:14`);
    const { handle } = (await call("get_symbol_documentation", { symbol: "User", file_path: quoted })).facts.results[0]
      .symbol;
    assert.equal(handle, `${quoted}:2:14#User`);
    assert.ok((await editor.call({ handle })).text.includes(`Location: ${quoted}:2:14\n`), handle);
    await call("file_write", { file_path: quoted, content: "const x = 1;\n" });
    assert.equal(fs.readFileSync(editor.path(name), "utf8"), "const x = 1;\n");
  }
});

test("a folder's name in quotes, a name of broken bytes, and one in a window of several folders", async (t) => {
  const editor = makeEditor(t, { "one/in\nner/a.ts": "here\n", "two/b\n.ts": "here\n" }, { folders: ["one", "two"] });
  fs.writeFileSync(Buffer.from(editor.path("bad\xff.txt"), "latin1"), "here\n");
  const glob = async (args) => (await editor.engine.call("glob", args, {})).text.trimEnd().split("\n").slice(1);
  const grep = async (args) => (await editor.engine.call("grep", { pattern: "here", ...args }, {})).text;
  assert.deepEqual(await glob({ pattern: "*/" }), ['"one/in\\nner/"']);
  assert.deepEqual(await glob({ pattern: "*", cwd: '"one/in\\nner/"' }), ['"one/in\\nner/a.ts"']);
  assert.deepEqual(await glob({ pattern: "*" }), ['"one/bad\\377.txt"', '"two/b\\n.ts"']);
  assert.deepEqual(await glob({ pattern: '"two/b\\n.ts"' }), ['"two/b\\n.ts"']);
  assert.deepEqual(await glob({ pattern: '"bad\\377.txt"' }), ['"one/bad\\377.txt"']);
  for (const name of ['"one/in\\nner"', '"one/bad\\377.txt"', '"two/b\\n.ts"'])
    assert.match(await grep({ file_path: name }), /^1 match in 1 file\n"/);
});

test("a file in two folders", async (t) => {
  const editor = makeEditor(
    t,
    {
      "one/src/user.ts": USER["src/user.ts"],
      "two/src/user.ts": USER["src/user.ts"],
      "two/only.ts": USER["src/user.ts"],
    },
    { folders: ["one", "two"] },
  );
  await expectError(editor, "src/user.ts", "ambiguous", "Use one of: 'one/src/user.ts', 'two/src/user.ts'.");
  await expectFound(editor, "two/src/user.ts", "two/src/user.ts:2:14");
  await expectFound(editor, path.join(editor.parent, "one/src/user.ts"), "one/src/user.ts:2:14");
  await expectFound(editor, "only.ts", "two/only.ts:2:14");
});

test("what is outside is refused, also by way of links", async (t) => {
  const editor = makeEditor(t, USER);
  writeFiles(editor.parent, { "outside/user.ts": USER["src/user.ts"], "ws-2/user.ts": USER["src/user.ts"] });
  fs.symlinkSync("../outside/user.ts", editor.path("link.ts"));
  fs.symlinkSync("../outside", editor.path("dir"));
  fs.symlinkSync("/proc/self/environ", editor.path("environ"));
  for (const file of [
    "link.ts",
    "dir/user.ts",
    "environ",
    "../outside/user.ts",
    "src/../../outside/user.ts",
    path.join(editor.parent, "outside/user.ts"),
    path.join(editor.parent, "ws-2/user.ts"),
    "/etc/passwd",
    "file:///etc/passwd",
    "FILE:///etc/passwd",
    "/etc/../etc/passwd",
    "/",
    "C:\\Users\\user.ts",
    "c:/user.ts",
    "vscode-userdata:/settings.json",
    "http://example.org/user.ts",
    "vscode-local:/etc/passwd",
  ])
    await expectError(
      editor,
      file,
      "outside_workspace",
      `outside the workspace folders ('${editor.path("").replace(/\/$/, "")}').`,
    );
  assert.deepEqual(
    editor.asked.filter(([op]) => op === "document"),
    [],
  ); // none of them was even opened
});

test("a changed link that leads outside is not opened", async (t) => {
  const editor = makeEditor(t, USER);
  writeFiles(editor.parent, { "outside/user.ts": USER["src/user.ts"] });
  await expectFound(editor, "src/user.ts", "src/user.ts:2:14"); // from here on changes are seen
  fs.symlinkSync("../outside/user.ts", editor.path("link.ts"));
  fs.writeFileSync(editor.path("src/other.ts"), "export const other = 1;\n");
  await expectFound(editor, "src/user.ts", "src/user.ts:2:14");
  const opened = editor.asked.filter(([op]) => op === "document").map(([, file]) => path.basename(file));
  assert.ok(opened.includes("other.ts") && !opened.includes("link.ts"), opened.join());
});

test("a link inside the folder names the file that it leads to", async (t) => {
  const editor = makeEditor(t, USER);
  fs.symlinkSync("user.ts", editor.path("src/link.ts"));
  const answer = await expectFound(editor, "src/link.ts", "src/user.ts:2:14");
  assert.match(answer.text, /^Status: Defined in file$/m);
});

test("a folder that is a link itself", async (t) => {
  const editor = makeEditor(t, USER);
  const link = path.join(editor.parent, "linked");
  fs.symlinkSync("ws", link);
  editor.engine.setRoots([["linked", link]]);
  await expectFound(editor, "src/user.ts", "src/user.ts:2:14");
  await expectFound(editor, editor.path("src/user.ts"), "src/user.ts:2:14");
});

test("files that a language server points to may be looked into", async (t) => {
  const editor = makeEditor(t, { "src/app.ts": 'import { Lib } from "lib";\nnew Lib();\n' });
  writeFiles(editor.parent, { "lib/index.ts": "/** Of a library. */\nexport class Lib {}\n" });
  const library = path.join(editor.parent, "lib/index.ts");
  const ask = { symbol: "Lib", file: library };
  assert.equal((await editor.call(ask)).code, "outside_workspace");
  editor.on.definition = () => ({ data: [[library, 1, 13, 1, 16]] });
  editor.on.hover = (file) => ({ data: file === library ? [[0, "Of a library.", "", false, false]] : [] });
  const answer = await editor.call({ symbol: "Lib", file: "src/app.ts" });
  assert.match(answer.text, /Of a library\./);
  assert.ok(answer.text.includes(`Location: ${library}:2:14\n`), answer.text);
  assert.equal((await editor.call(ask)).code, "found");
  assert.equal((await editor.call({ ...ask, file: path.join(editor.parent, "lib") })).code, "outside_workspace");
});

test("the short path of a library is no new folder, and a folder named like its mark is one", async (t) => {
  const editor = makeEditor(t, { ...USER, ".../src/user.ts": USER["src/user.ts"], "…/user.ts": USER["src/user.ts"] });
  for (const file of [".../src/user.ts", "…/user.ts"]) await expectFound(editor, file, `${file}:2:14`);
  const write = (file) => editor.run("file_write", { filePath: file, content: "x\n" });
  assert.equal((await write("…/new.ts")).code, "found");
  assert.equal(fs.readFileSync(editor.path("…/new.ts"), "utf8"), "x\n");

  const plain = makeEditor(t, { "src/app.ts": 'import { Lib } from "lib";\nnew Lib();\n' });
  writeFiles(plain.parent, { "node_modules/lib/types/index.ts": "export class Lib {}\n" });
  const library = path.join(plain.parent, "node_modules/lib/types/index.ts");
  plain.on.definition = () => ({ data: [[library, 0, 13, 0, 16]] });
  assert.equal((await plain.call({ symbol: "Lib", file: "src/app.ts" })).code, "found");
  const edits = [{ line_start: 1, line_end: 0, new_text: "x" }];
  for (const [file, code] of [
    ["…/types/index.ts", "outside_workspace"],
    [".../types/index.ts", "outside_workspace"],
    ["…/types/new.ts", "not_found"],
  ]) {
    for (const mode of ["overwrite", "append"])
      assert.equal((await plain.run("file_write", { filePath: file, content: "x\n", mode })).code, code, file);
    const made = await plain.run("edit_buffer", { file, create: true, edits, preview: false });
    assert.equal(made.isError, true, made.text);
    assert.deepEqual(fs.readdirSync(plain.folders[0]), ["src"]);
  }
  assert.equal(fs.readFileSync(library, "utf8"), "export class Lib {}\n");
});

test("directories, and paths through files", async (t) => {
  const editor = makeEditor(t, USER);
  for (const file of ["src", "src/", ".", editor.folders[0]])
    await expectError(editor, file, "is_directory", "is a directory");
  await expectError(editor, "src/user.ts/more.ts", "not_found");
});

test("missing files, with those of that name", async (t) => {
  const editor = makeEditor(t, { ...USER, "lib/user.ts": "" });
  await expectError(editor, "user.ts", "not_found", "Did you mean 'lib/user.ts', 'src/user.ts'?").catch(() =>
    expectError(editor, "user.ts", "not_found", "Did you mean 'src/user.ts', 'lib/user.ts'?"),
  );
  const nothing = await expectError(editor, "nothing.ts", "not_found", "'nothing.ts' does not exist in the workspace.");
  assert.doesNotMatch(nothing.text, /Did you mean/);
  await expectError(
    makeEditor(t, { "app/src/lib/user.ts": "" }),
    "src/lib",
    "not_found",
    "Did you mean 'app/src/lib'?",
  );
  await expectError(editor, "C:nothing.ts", "not_found");
  await expectError(editor, "src\\nothing.ts", "not_found");
  for (const file of ["*", "**/*", "{a,b}", "[", "a?b", "!x", "\n".padStart(3, "x")])
    await expectError(editor, file, "not_found");
});

test("misspelt folders and files: the nearest that are there, by all tools alike", async (t) => {
  const editor = makeEditor(t, {
    "src/models/user.ts": "x\n",
    "src/models/.env": "x\n",
    "src/view/page.ts": "x\n",
    "drivers/net/tun.c": "x\n",
    ".sextantignore": ".env\nsecrets/\n",
    "secrets/a.txt": "x\n",
  });
  writeFiles(editor.parent, { "out/side.txt": "x\n" });
  fs.symlinkSync(path.join(editor.parent, "out"), editor.path("link"));
  const ask = async (tool, args) => (await editor.engine.call(tool, args, {})).text;
  const folders = {
    "drivres/net": "drivers/net",
    "Src/model": "src/models",
    "src/veiw/": "src/view",
    "./scr": "src",
    zzz: undefined,
  };
  for (const [given, meant] of Object.entries(folders)) {
    const texts = [
      await ask("grep", { pattern: "x", file_path: given }),
      await ask("glob", { pattern: "*", cwd: given }),
      await ask("file_manage", { action: "list", file_path: given }),
    ];
    for (const text of texts)
      if (meant) assert.match(text, new RegExp(`does not exist in the workspace\\. Did you mean '${meant}'\\?`));
      else assert.doesNotMatch(text, /Did you mean/);
  }
  const files = {
    "src/modles/usr.ts": "src/models/user.ts",
    "src/modeles/users.ts": "src/models/user.ts",
    "drivers/nett/tun.c": "drivers/net/tun.c",
    "src/model/.env": undefined,
    "secret/a.txt": undefined,
    "link/sidee.txt": undefined,
    "lnk/side.txt": undefined,
    [editor.path("drivers/netz/tun.c")]: "drivers/net/tun.c",
    "drivers/net/../nte": undefined,
  };
  for (const [given, meant] of Object.entries(files))
    for (const [tool, args] of [
      ["file_read", { file_path: given }],
      ["grep", { pattern: "x", file_path: given }],
      ["get_symbols", { file_path: given }],
      ["file_edit", { file_path: given, old_text: "x", new_text: "y" }],
    ]) {
      const text = await ask(tool, args);
      assert.match(text, /does not exist in the workspace|outside the workspace/, `${tool} ${given}`);
      if (meant) assert.ok(text.includes(`Did you mean '${meant}'?`), `${tool}: ${text}`);
      else assert.doesNotMatch(text, /Did you mean/);
    }
  const several = makeEditor(t, { "alpha/lib/x.c": "", "beta/lib/y.c": "" }, { folders: ["alpha", "beta"] });
  const message = async (cwd) => (await several.engine.call("glob", { pattern: "*", cwd }, {})).text;
  assert.match(await message("alhpa/lib"), /Did you mean 'alpha\/lib'\?/);
  assert.match(await message("beta/lbi"), /Did you mean 'beta\/lib'\?/);
});

test("NULs and nothing", async (t) => {
  const editor = makeEditor(t, USER);
  for (const file of ["src/user.ts\0", "\0", "file:///a%00b", "   ", "\t"])
    await expectError(editor, file, "invalid_argument");
  assert.equal((await editor.call({ symbol: "User", file: "" })).code, "found"); // as if not given
});

test("binary files", async (t) => {
  const editor = makeEditor(t, { ...USER, "a.bin": Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1]) });
  await expectError(editor, "a.bin", "binary_file", "File 'a.bin' is binary");
});

/** Bytes that this process has read from files (0 where the system does not count them), and its largest memory. */
function usage() {
  const io = fs.existsSync("/proc/self/io") ? fs.readFileSync("/proc/self/io", "utf8") : "rchar: 0";
  return { read: Number(/rchar: (\d+)/.exec(io)[1]), memory: process.resourceUsage().maxRSS * 1024 };
}

test("a file of a gigabyte is refused before anybody loads it", async (t) => {
  const editor = makeEditor(t, USER);
  fs.writeFileSync(editor.path("big.ts"), "");
  fs.truncateSync(editor.path("big.ts"), 2 ** 30);
  const before = usage();
  await expectError(editor, "big.ts", "too_big", "1073741824 bytes");
  const after = usage();
  assert.ok(after.read - before.read < 2 ** 28, `read ${after.read - before.read} bytes`);
  assert.ok(after.memory - before.memory < 2 ** 28, `took ${after.memory - before.memory} bytes`);
  assert.equal(editor.count("document"), 0);
});

test("what is no regular file is refused before the editor is asked to open it", async (t) => {
  const editor = makeEditor(t, USER);
  spawnSync("mkfifo", [editor.path("pipe.ts")]);
  fs.symlinkSync("/dev/zero", editor.path("zero.ts"));
  const server = net.createServer().listen(editor.path("socket.ts"));
  t.after(() => server.close());
  editor.on.document = () => {
    throw new Error("nothing is there to open");
  };
  const edits = [{ line_start: 1, line_end: 1, new_text: "x" }];
  for (const name of ["pipe.ts", "socket.ts", "zero.ts"]) {
    const calls = [
      ["find_definition", { symbol: "x", file_path: name }],
      ["get_symbols", { file_path: name }],
      ["get_buffer_info", { file_path: name }],
      ["file_read", { file_path: name }],
      ["edit_buffer", { file_path: name, edits }],
      ["replace_in_buffer", { file_path: name, old: "x", new: "y" }],
    ];
    for (const [tool, args] of calls) {
      const { isError, text } = await editor.run(tool, args);
      assert.ok(isError, `${tool} of ${name}: ${text}`);
      if (name !== "zero.ts") assert.match(text, /is not a regular file|could not be read/, `${tool} of ${name}`);
    }
  }
  assert.equal(editor.count("document"), 0);
});

test("the search of the workspace passes over what it cannot read", async (t) => {
  const editor = makeEditor(t, { ...USER, "a.bin": Buffer.from("User\0User") });
  fs.writeFileSync(editor.path("big.txt"), "");
  fs.truncateSync(editor.path("big.txt"), 2 ** 30);
  fs.symlinkSync("nowhere", editor.path("broken.ts"));
  spawnSync("mkfifo", [editor.path("pipe.ts")]);
  const server = net.createServer().listen(editor.path("socket.ts"));
  t.after(() => server.close());
  editor.on.workspaceSymbols = () => ({ data: [] });
  const answer = await editor.call({ symbol: "User" });
  assert.equal(answer.code, "found", answer.text);
  assert.match(answer.text, /src\/user\.ts:2:14/);
});

/* The modes say nothing to root, so as root the engine is tried in a process of another user. */
test("a file that may not be read", async (t) => {
  const editor = makeEditor(t, USER);
  editor.on.document = () => {
    throw new Error("EACCES: permission denied");
  };
  fs.chmodSync(editor.parent, 0o755);
  fs.chmodSync(editor.path("src/user.ts"), 0o000);
  if (process.getuid() === 0) process.seteuid(65534);
  t.after(() => process.getuid() === 0 && process.seteuid(0));
  await expectError(editor, "src/user.ts", "not_readable", "src/user.ts");
  process.seteuid(process.getuid());
  fs.chmodSync(editor.path("src"), 0o000);
  if (process.getuid() === 0) process.seteuid(65534);
  await expectError(editor, "src/user.ts", "not_readable", "src/user.ts");
  process.seteuid(process.getuid());
  fs.chmodSync(editor.path("src"), 0o755);
});

test("a file that goes away in the middle of a call", async (t) => {
  const editor = makeEditor(t, USER);
  editor.on.document = (...args) => {
    const reply = editor.document(...args);
    fs.rmSync(editor.path("src/user.ts"), { force: true });
    return reply;
  };
  await expectError(editor, "src/user.ts", "not_found");
});

test("without a folder", async (t) => {
  const editor = makeEditor(t, USER);
  editor.engine.setRoots([]);
  await expectError(editor, "src/user.ts", "outside_workspace", "no folder is open");
});

test("a folder of the workspace is suggested, not one that the workspace is in", async (t) => {
  const editor = makeEditor(t, {});
  const outer = path.basename(editor.folders[0]);
  writeFiles(editor.folders[0], { [`lib/${outer}/a.ts`]: "" });
  const { text } = await editor.run("get_symbols", { file_path: `nowhere/at/all/${outer}` });
  assert.match(text, new RegExp(`Did you mean 'lib/${outer}'\\?`));
});
