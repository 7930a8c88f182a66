/** Files by pattern, through the addon, on real folders. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { makeEditor, writeFiles } from "./fake-editor.mjs";

const FILES = {
  "a.ts": "",
  "b.md": "",
  "src/a.ts": "",
  "src/a-b.ts": "",
  "src/a/c.ts": "",
  "src/.hid/d.ts": "",
  "src/deep/er/and/deeper/e.test.ts": "",
  "build/out.ts": "",
  ".gitignore": "build/\n",
};
const SOURCES = ["a.ts", "src/.hid/d.ts", "src/a/c.ts", "src/a-b.ts", "src/a.ts", "src/deep/er/and/deeper/e.test.ts"];

const glob = (editor, pattern, more) => editor.engine.call("glob", { pattern, ...more }, { structured: true });
const factsOf = (answer) => JSON.parse(answer.factsJson);
const lines = (answer) => answer.text.trimEnd().split("\n");

async function expectPaths(editor, pattern, paths, more) {
  const answer = await glob(editor, pattern, more);
  const facts = factsOf(answer);
  assert.deepEqual(facts.paths, paths, answer.text);
  assert.equal(facts.total_count, paths.length);
  assert.equal(answer.code, paths.length ? "found" : "none", answer.text);
  if (paths.length) assert.deepEqual(lines(answer).slice(1), paths);
  return answer;
}

async function expectError(editor, pattern, message, more) {
  const answer = await glob(editor, pattern, more);
  assert.equal(answer.code, "invalid_argument", answer.text);
  assert.match(answer.text, message);
}

test("files by pattern, sorted, with the exact total first", async (t) => {
  const editor = makeEditor(t, FILES);
  const answer = await expectPaths(editor, "**/*.ts", SOURCES);
  assert.equal(lines(answer)[0], "6 files match '**/*.ts':");
  await expectPaths(editor, "*.ts", ["a.ts"]);
  await expectPaths(editor, ["*.md", "src/{a,x}.ts"], ["b.md", "src/a.ts"]);
  await expectPaths(editor, ["**/*.ts", "!**/*.test.ts", "!.hid"], ["a.ts", "src/a/c.ts", "src/a-b.ts", "src/a.ts"]);
  await expectPaths(editor, "**/*.ts", ["a.ts"], { ignore: ["src"] });
  await expectPaths(editor, "src/**/!(*.test).ts", ["src/a/c.ts", "src/a-b.ts", "src/a.ts"], { hidden: false });
  await expectPaths(editor, "src/.hid/*", ["src/.hid/d.ts"], { hidden: false });
  await expectPaths(editor, "**/*.ts", [...SOURCES.slice(0, 1), "build/out.ts", ...SOURCES.slice(1)], {
    ignored: true,
  });
  await expectPaths(editor, "SRC/A.TS", ["src/a.ts"], { ignore_case: true });
});

test("folders, where the pattern ends with a slash", async (t) => {
  const editor = makeEditor(t, FILES);
  const answer = await expectPaths(editor, "src/*/", ["src/.hid/", "src/a/", "src/deep/"]);
  assert.equal(lines(answer)[0], "3 paths match 'src/*/':");
  await expectPaths(editor, ["src/a/", "src/a/*"], ["src/a/", "src/a/c.ts"]);
});

test("a folder to search, and patterns with the whole path", async (t) => {
  const editor = makeEditor(t, FILES);
  const answer = await expectPaths(editor, "*.ts", ["src/a-b.ts", "src/a.ts"], { cwd: "src" });
  assert.match(answer.text, /^2 files match '\*\.ts' in src:/);
  await expectPaths(editor, "*.ts", ["src/a/c.ts"], { cwd: editor.path("src/a") });
  await expectPaths(editor, "*.ts", ["src/a/c.ts"], { path: "src/a" });
  await expectPaths(editor, editor.path("src/*.ts"), ["src/a-b.ts", "src/a.ts"]);
  await expectError(editor, "/elsewhere/*.ts", /outside the searched folder '.*ws'/);
  await expectError(editor, "*", /is a file/, { cwd: "a.ts" });
  assert.equal((await glob(editor, "*", { cwd: "nothing" })).code, "not_found");
  assert.equal((await glob(editor, "*", { cwd: "/etc" })).code, "outside_workspace");
});

test("an invalid pattern is explained", async (t) => {
  const editor = makeEditor(t, FILES);
  await expectError(editor, "src/[ab", /'src\/\[ab' is not valid at character 5: '\[' has no '\]'/);
  await expectError(editor, ["a", "{b"], /'\{' has no '\}' after it\. Write '\\\{'/);
  await expectError(editor, "../*", /'\.\.' is not followed/);
  await expectError(editor, "", /empty/);
  await expectError(editor, "**", /'\{' has no '\}'/, { ignore: ["{a"] });
});

test("nothing found: how much was searched, and what would be found otherwise", async (t) => {
  const editor = makeEditor(t, FILES);
  const none = await glob(editor, "**/*.rs");
  assert.equal(none.code, "none");
  assert.deepEqual(lines(none), ["No files match '**/*.rs'. 8 files were looked at."]);
  const ignored = await glob(editor, "build/*.ts");
  assert.equal(ignored.code, "none");
  assert.match(ignored.text, /1 ignored file matches: ignored=true includes it\./);
  const top = await glob(editor, "e*.ts");
  assert.match(top.text, /A pattern begins at the searched folder: with '\*\*\/' before it, 1 file matches\./);
  const hidden = await glob(editor, "**/d.ts", { hidden: false });
  assert.match(hidden.text, /Names that begin with a dot were left out \(hidden=false\)\./);
});

test("nothing found: the usual mistakes in a pattern are named with what they miss", async (t) => {
  const editor = makeEditor(t, { "src/deep/a.ts": "", "src/deep/b.js": "", "Read.me": "" });
  const second = async (pattern, args) => (await glob(editor, pattern, args)).text.split("\n").slice(1).join("\n");
  assert.equal(await second("src\\deep\\*.ts"), "'\\' makes the next character literal: with '/', 1 file matches.");
  assert.equal(
    await second("**/*.ts, **/*.js"),
    "',' is a character of a name outside of braces: as {a,b}, 2 files match.",
  );
  assert.equal(await second("src/deep"), "The pattern is a folder: with '/**' after it, 2 files match.");
  assert.equal(
    await second("deep/*.ts"),
    "A pattern begins at the searched folder: with '**/' before it, 1 file matches.",
  );
  assert.equal(await second("**/read.*", { ignore_case: false }), "Ignoring case, 1 file matches.");
  assert.equal(await second("**/*.rs"), "");
  assert.equal(
    await second("src/deep/*.ts", { cwd: "src" }),
    "A pattern begins in the searched folder: without the path of that before it, 1 file matches.",
  );
  assert.equal(
    await second("ws/src/deep/*.ts", { cwd: "." }),
    "A pattern begins in the searched folder: without the path of that before it, 1 file matches.",
  );
});

test("in a window of several folders a path as it is shown is a pattern and a folder", async (t) => {
  const files = { "one/lib/a.ts": "", "one/b.ts": "", "two/lib/a.ts": "", "two/one/c.ts": "", "three/d.ts": "" };
  const editor = makeEditor(t, files, { folders: ["one", "two", "three"] });
  const all = ["one/b.ts", "one/lib/a.ts", "two/lib/a.ts", "two/one/c.ts", "three/d.ts"];
  for (const file of all) await expectPaths(editor, file, [file]);
  await expectPaths(editor, "./one/lib/*", ["one/lib/a.ts"]);
  await expectPaths(editor, "{one,three}/**/*.ts", ["one/b.ts", "one/lib/a.ts", "two/one/c.ts", "three/d.ts"]);
  await expectPaths(editor, "one/*.ts", ["one/b.ts", "two/one/c.ts"]);
  await expectPaths(editor, "lib/*", ["one/lib/a.ts", "two/lib/a.ts"]);
  await expectPaths(editor, ["**/*.ts", "!two/lib"], [all[0], all[1], all[3], all[4]]);
  await expectPaths(editor, "**", [all[1], all[2], all[4]], { ignore: ["one/*.ts"] });
  await expectPaths(editor, "**/a.ts", ["one/lib/a.ts"], { ignore: ["two/lib/a.ts"] });
  await expectPaths(editor, "**/a.ts", ["one/lib/a.ts"], { ignore: [path.join(editor.parent, "two/lib")] });
  for (const cwd of [".", "./", " . "]) await expectPaths(editor, "**/*.ts", all, { cwd });
  for (const cwd of ["two", "two/", "./two"]) await expectPaths(editor, "*/*.ts", [all[2], all[3]], { cwd });
  await expectPaths(editor, "*.ts", ["two/lib/a.ts"], { cwd: "two/lib" });
  await expectPaths(editor, path.join(editor.parent, "three/*.ts"), ["three/d.ts"]);
  await expectError(
    editor,
    path.join(editor.parent, "four/*.ts"),
    /outside the searched folder '.*one' and the others/,
  );
});

test("brackets that are meant as names", async (t) => {
  const editor = makeEditor(t, { "app/[id]/page.tsx": "", "app/[[...slug]]/page.tsx": "" });
  const none = await glob(editor, "app/[id]/*.tsx");
  assert.equal(none.code, "none");
  assert.ok(none.text.includes("'[' begins a class of characters: with '\\[' and '\\]', 1 file matches."), none.text);
  await expectError(editor, "app/[[...slug]]/*", /or '\\\[' for a bracket/);
  await expectPaths(editor, "app/\\[\\[...slug\\]\\]/*", ["app/[[...slug]]/page.tsx"]);
});

test("a long list continues where it was cut, as long as it is the same", async (t) => {
  const names = Array.from({ length: 900 }, (_, i) => `d${i % 7}/f${String(i).padStart(4, "0")}.txt`);
  const editor = makeEditor(t, Object.fromEntries(names.map((name) => [name, ""])));
  const found = [];
  let cursor;
  do {
    const answer = await glob(editor, "**/*.txt", { cursor, max_results: 250 });
    const facts = factsOf(answer);
    assert.equal(facts.total_count, 900);
    assert.match(answer.text, /^900 files match/);
    assert.equal(facts.truncated, facts.cursor !== undefined);
    found.push(...facts.paths);
    cursor = facts.cursor;
  } while (cursor);
  assert.deepEqual(found, names.sort());
  const first = factsOf(await glob(editor, "**/*.txt", { max_tokens: 300 }));
  assert.ok(first.paths.length > 20 && first.paths.length < 200, `${first.paths.length} paths`);
  writeFiles(editor.folders[0], { "d0/new.txt": "" });
  assert.equal((await glob(editor, "**/*.txt", { cursor: first.cursor })).code, "conflict");
});

test("names of any bytes, and links, which are not followed", { skip: process.platform === "win32" }, async (t) => {
  const editor = makeEditor(t, { "with space/a b.ts": "", "new\nline.ts": "", "é.ts": "", "[id].ts": "" });
  fs.writeFileSync(Buffer.concat([Buffer.from(editor.path("x")), Buffer.from([0xff]), Buffer.from(".ts")]), "");
  fs.symlinkSync("with space", editor.path("link"));
  fs.symlinkSync(".", editor.path("with space/loop"));
  fs.symlinkSync("nowhere", editor.path("broken.ts"));
  const answer = await glob(editor, "**");
  assert.deepEqual(factsOf(answer).paths, [
    "[id].ts",
    "broken.ts",
    "link",
    '"new\\nline.ts"',
    "with space/a b.ts",
    "with space/loop",
    '"x\\377.ts"',
    "é.ts",
  ]);
  assert.ok(lines(answer).includes('"new\\nline.ts"'), answer.text);
  await expectPaths(editor, "?.ts", ["é.ts"]);
  await expectPaths(editor, "x?.ts", ['"x\\377.ts"']);
  await expectPaths(editor, "\\[id\\].ts", ["[id].ts"]);
});

test("all folders of the workspace, also one in another", async (t) => {
  const files = { one: { "a.ts": "", "two/b.ts": "", "two/in/c.ts": "" }, three: { "a.ts": "" } };
  const flat = Object.entries(files).flatMap(([folder, inner]) =>
    Object.entries(inner).map(([name, text]) => [`${folder}/${name}`, text]),
  );
  const editor = makeEditor(t, Object.fromEntries(flat), { folders: ["one", "three", "one/two"] });
  const all = factsOf(await glob(editor, "**/*.ts"));
  assert.equal(all.total_count, 4);
  assert.equal(new Set(all.paths).size, 4);
  const top = factsOf(await glob(editor, "*.ts"));
  assert.equal(top.total_count, 3); // one/a.ts, three/a.ts, one/two/b.ts
  const inner = factsOf(await glob(editor, "in/*"));
  assert.equal(inner.total_count, 1);
  assert.equal(factsOf(await glob(editor, "*", { cwd: "three" })).total_count, 1);
});

test("a folder of the workspace that is gone is unknown", async (t) => {
  const editor = makeEditor(t, { "one/a.ts": "", "two/b.ts": "" }, { folders: ["one", "two"] });
  fs.rmSync(editor.folders[1], { recursive: true });
  const found = await glob(editor, "*.ts");
  assert.equal(found.code, "found", found.text);
  assert.match(found.text, /\nUnknown in part: 1 folder could not be read, first '.*two'\.\n/);
  const none = await glob(editor, "*.rs");
  assert.equal(none.code, "unknown", none.text);
  assert.match(none.text, /^Unknown in part: /);
});

const isRoot = process.getuid?.() === 0;
test("a folder that cannot be read is unknown", { skip: isRoot || process.platform === "win32" }, async (t) => {
  const editor = makeEditor(t, { "a/b.ts": "" });
  fs.chmodSync(editor.path("a"), 0);
  t.after(() => fs.chmodSync(editor.path("a"), 0o700));
  assert.equal((await glob(editor, "**/*.ts")).code, "unknown");
});

test("changes on the disk count at once, while the list of files is kept", async (t) => {
  const editor = makeEditor(t, FILES);
  const list = async () => new Set(factsOf(await glob(editor, "**", { max_results: 1000 })).paths);
  const names = ["new.ts", "src/new.ts", "src/deep/new.md", "b.md", "src/a.ts", "build/new.ts", "other/new.ts"];
  await list();
  // Until the watch has walked through all folders; either way each answer has to be right.
  await new Promise((resolve) => setTimeout(resolve, 200));
  for (let i = 0; i < 60; i++) {
    const name = names[(i * 5) % names.length];
    const file = editor.path(name);
    const isThere = fs.existsSync(file);
    if (isThere) fs.rmSync(file);
    else (fs.mkdirSync(path.dirname(file), { recursive: true }), fs.writeFileSync(file, ""));
    assert.equal((await list()).has(name), !isThere && !name.startsWith("build/"), `${i}: ${name}`);
    if (i % 10 !== 9) continue;
    fs.writeFileSync(editor.path("src/.gitignore"), "*.ts\n");
    assert.ok(![...(await list())].some((one) => one.startsWith("src/") && one.endsWith(".ts")));
    fs.rmSync(editor.path("src/.gitignore"));
    assert.ok((await list()).has("src/a-b.ts"));
  }
});

test("a cancelled call ends", async (t) => {
  const editor = makeEditor(t, FILES);
  for (let i = 0; i < 200; i++) writeFiles(editor.folders[0], { [`many/d${i}/f.ts`]: "" });
  const controller = new AbortController();
  const call = editor.engine.call("glob", { pattern: "**" }, { signal: controller.signal });
  controller.abort();
  assert.ok(["cancelled", "found"].includes((await call).code));
  assert.equal((await glob(editor, "**/d7/*")).code, "found");
});
