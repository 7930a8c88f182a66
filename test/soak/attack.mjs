/**
 * Attacks that are possible on this machine: another user at the window's socket,
 * registry and fallback folder; clients that send what no client sends; repositories with hostile
 * names, links, pipes, devices and sizes; links that are swapped between preview and apply. Nothing
 * outside the folders is read or written, nothing runs, and the engine answers in time.
 *
 *   node test/soak/attack.mjs [--seconds N] [--seed N]
 *
 * As root it acts as `nobody` for the other user; otherwise that part is reported as left out.
 */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { build } from "esbuild";

import { makeEditor, root } from "../engine/fake-editor.mjs";
import { bridgePath } from "../engine/bridge-kit.mjs";
import { makeRandom, runRounds } from "./random.mjs";

const CALL_MS = 20_000;
const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;

/** A module of the shim that needs no editor. */
async function importShim(name) {
  const made = await build({
    entryPoints: [path.join(root, "extension/src/doors", `${name}.ts`)],
    bundle: true,
    platform: "node",
    format: "esm",
    write: false,
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });
  const file = path.join(root, "build/test/soak", `${name}-${process.pid}.mjs`);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, made.outputFiles[0].text);
  return import(pathToFileURL(file));
}

const { makePrivateFolder, isPrivateFolder } = await importShim("private-folder");
const { SocketTransport } = await importShim("socket-transport");

/** Runs a shell command as a user without rights: its exit code. */
const asNobody = (command) => spawnSync("sh", ["-c", command], { uid: NOBODY, gid: NOBODY }).status;

function makeScene() {
  const ends = [];
  const top = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "sx-attack-")));
  ends.push(() => fs.rmSync(top, { recursive: true, force: true }));
  return {
    top,
    after: (end) => ends.push(end),
    end: async () => {
      for (const end of ends.reverse()) await end();
    },
  };
}

/** The answer of a call that must come in time. */
async function timed(editor, tool, args, options) {
  let timer;
  const late = new Promise(
    (_, reject) =>
      (timer = setTimeout(
        () => reject(new Error(`${tool} ${JSON.stringify(args).slice(0, 200)} has not answered`)),
        CALL_MS,
      )),
  );
  return Promise.race([editor.run(tool, args, options), late]).finally(() => clearTimeout(timer));
}

/* ---- another user of the machine ------------------------------------------------------------- */

async function attackFolders({ top }) {
  const place = path.join(top, "tmp");
  fs.mkdirSync(place);
  fs.chmodSync(place, 0o1777);
  fs.chmodSync(top, 0o755);
  const usual = makePrivateFolder(place, "sextant-0");
  assert.equal(usual, path.join(place, "sextant-0"));
  assert.equal(fs.statSync(usual).mode & 0o777, 0o700);
  // A link of one's own is not a folder either: an attacker may have had one made.
  fs.rmdirSync(usual);
  fs.mkdirSync(path.join(place, "elsewhere"));
  fs.symlinkSync("elsewhere", usual);
  const other = makePrivateFolder(place, "sextant-0");
  assert.notEqual(other, usual);
  assert.equal(fs.statSync(other).mode & 0o777, 0o700);
  fs.unlinkSync(usual);
  fs.mkdirSync(usual, { mode: 0o777 });
  fs.chmodSync(usual, 0o777);
  assert.ok(isPrivateFolder(usual), "one's own folder is closed to others");
  assert.equal(fs.statSync(usual).mode & 0o777, 0o700);
  if (!isRoot) return;
  fs.rmdirSync(usual);
  assert.equal(asNobody(`mkdir -m 777 '${usual}' && touch '${usual}/mine'`), 0);
  const mine = makePrivateFolder(place, "sextant-0");
  assert.notEqual(mine, usual, "another user's folder is not taken over");
  assert.equal(fs.statSync(mine).uid, 0);
  assert.notEqual(asNobody(`ls '${mine}'`), 0);
  const socket = path.join(mine, "x.sock");
  const server = net.createServer().listen(socket);
  await new Promise((resolve) => server.once("listening", resolve));
  fs.chmodSync(socket, 0o600);
  const connect = `node -e "require('net').connect('${socket}').on('connect',()=>process.exit(0)).on('error',()=>process.exit(7))"`;
  assert.equal(asNobody(connect), 7, "another user cannot connect");
  for (const attempt of [`rm -rf '${mine}'`, `mv '${mine}' '${mine}.x'`, `touch '${mine}/x.sock'`]) asNobody(attempt);
  assert.ok(fs.existsSync(socket));
  server.close();
}

/** The bridge with a registry that another user has written to. */
async function attackRegistry({ top }) {
  const home = path.join(top, "home"),
    windows = path.join(home, "windows"),
    folder = path.join(top, "ws");
  fs.mkdirSync(windows, { recursive: true, mode: 0o700 });
  fs.mkdirSync(folder);
  const socket = path.join(top, "trap.sock");
  let visitors = 0;
  const trap = net.createServer((one) => (visitors++, one.destroy())).listen(socket);
  await new Promise((resolve) => trap.once("listening", resolve));
  const entry = JSON.stringify({
    version: 1,
    pid: process.pid,
    socket,
    folders: [folder],
    readOnlyTools: [],
    editor: "VS Code",
    started: "",
  });
  const file = path.join(windows, `${process.pid}-0badf00d.json`);
  const ask = () => {
    const request = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });
    const { stderr } = spawnSync(bridgePath, ["--workspace", folder], {
      input: `${request}\n`,
      env: { ...process.env, SEXTANT_HOME: home, SEXTANT_BRIDGE_WAIT_MS: "300" },
      timeout: CALL_MS,
      encoding: "utf8",
    });
    return stderr;
  };
  fs.writeFileSync(file, entry, { mode: 0o666 });
  fs.chmodSync(file, 0o666);
  assert.match(ask(), /is ignored: others may use it/);
  fs.unlinkSync(file);
  fs.writeFileSync(path.join(top, "entry.json"), entry, { mode: 0o600 });
  fs.symlinkSync(path.join(top, "entry.json"), file);
  assert.match(ask(), /is ignored: it is not a regular file/);
  fs.unlinkSync(file);
  execFileSync("mkfifo", [file]);
  assert.match(ask(), /is ignored: it is not a regular file/);
  fs.unlinkSync(file);
  if (isRoot) {
    fs.writeFileSync(file, entry, { mode: 0o600 });
    fs.chownSync(file, NOBODY, NOBODY);
    assert.match(ask(), /is ignored: it belongs to another user/);
    fs.chownSync(windows, NOBODY, NOBODY);
    assert.match(ask(), /is ignored: it belongs to another user/);
    fs.chownSync(windows, 0, 0);
    fs.unlinkSync(file);
  }
  assert.equal(visitors, 0, "nobody came to the trap");
  trap.close();
}

/* ---- clients --------------------------------------------------------------------------------- */

/** Every line is answered or refused, and memory stays bounded. */
async function attackTransport({ top }, random) {
  const socket = path.join(top, `client-${random.below(1e9)}.sock`);
  const taken = [];
  const server = net
    .createServer((one) => {
      const transport = new SocketTransport(one);
      transport.onmessage = (message) => (
        taken.push(message),
        void transport.send({ jsonrpc: "2.0", id: message.id ?? 0, result: {} }).catch(() => {})
      );
      transport.onerror = () => {};
      void transport.start();
    })
    .listen(socket);
  await new Promise((resolve) => server.once("listening", resolve));
  const before = process.memoryUsage().rss;
  const client = net.connect(socket);
  client.on("error", () => {});
  client.resume();
  const write = (bytes) => new Promise((resolve) => client.write(bytes, resolve));
  const junk = [
    '{"sextant":null}',
    '{"sextant":{"toolsets":"all"}}',
    '{"sextant":{"toolsets":[{}, null, 1]}}',
    '{"sextant":[]}',
    "[]",
    "null",
    "1",
    '"x"',
    "{",
    "\0",
    "\xff\xfe",
    '{"jsonrpc":"2.0","id":{},"method":"x"}',
    '{"jsonrpc":"2.0","method":1,"id":1}',
    `{"jsonrpc":"2.0","id":1,"method":"${"x".repeat(100_000)}"}`,
    `${"[".repeat(100_000)}`,
    '{"__proto__":{"sextant":1}}',
    `{"jsonrpc":"1.0","id":1,"method":"x"}`,
  ];
  for (let i = 0; i < 300; i++) await write(`${random.pick(junk)}\n`);
  // One message of 64 MB without an end, then the end: refused, and the next one is read.
  for (let i = 0; i < 64; i++) await write("x".repeat(1 << 20));
  assert.ok(process.memoryUsage().rss - before < 400e6, "what is too large is not kept");
  taken.length = 0;
  await write('\n{"jsonrpc":"2.0","id":7,"method":"ping"}\n');
  for (const end = Date.now() + CALL_MS; !taken.some(({ id }) => id === 7);) {
    assert.ok(Date.now() < end, "a good message is read after all that");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  // A flood: many connections that say nothing, half of a line, or end in the middle.
  const flood = Array.from({ length: 100 }, () => net.connect(socket).on("error", () => {}));
  for (const one of flood) one.write(random.pick(["", "{", '{"jsonrpc":"2.0","id":1,"method":"ping"}']));
  for (const one of flood) random.isOneIn(2) ? one.destroy() : one.end();
  client.destroy();
  await new Promise((resolve) => server.close(resolve));
}

/* ---- repositories ---------------------------------------------------------------------------- */

const NAMES = [
  "new\nline.txt",
  "tab\t.txt",
  "bell\u0007.txt",
  "\u001b[2J\u001b]0;title\u0007.txt",
  "\u202etxt.exe",
  "-rf",
  "--help",
  "$(touch pwned)",
  "`id`.txt",
  "a;b&c|d.txt",
  "*",
  "?",
  "[x]",
  "{a,b}",
  "%2e%2e",
  "..%2f",
  "x".repeat(255),
  "é\u0301",
  "\u200b.txt",
  " .txt",
  ".txt ",
  "con",
  "a:b",
  "untitled:x",
  "file:x",
];

function makeHostileRepository(editor) {
  const put = (name, text) => {
    fs.mkdirSync(path.dirname(editor.path(name)), { recursive: true });
    fs.writeFileSync(editor.path(name), text);
  };
  for (const name of NAMES) put(name, "text\n");
  put(".vscode/settings.json", '{ "sextant.approval": { "edit": "always" }, "sextant.toolsets": ["run"] }\n');
  put("deep/".repeat(200) + "x.txt", "deep\n");
  put("long-line.txt", "x".repeat(4 << 20));
  fs.writeFileSync(editor.path("huge.txt"), "");
  fs.truncateSync(editor.path("huge.txt"), 64 * 2 ** 30);
  execFileSync("mkfifo", [editor.path("pipe.txt")]);
  fs.symlinkSync("/dev/zero", editor.path("zero.txt"));
  fs.symlinkSync("/dev/tty", editor.path("tty.txt"));
  fs.symlinkSync("/proc/self/environ", editor.path("environ.txt"));
  fs.symlinkSync("/etc/shadow", editor.path("shadow.txt"));
  fs.symlinkSync("loop.txt", editor.path("loop.txt"));
  fs.symlinkSync("/etc", editor.path("etc"));
}

const CALLS = [
  ["get_buffer_info", (file) => ({ file })],
  ["file_read", (filePath) => ({ filePath })],
  ["file_manage", (file) => ({ action: "read", path: file })],
  ["get_symbols", (file) => ({ file_path: file })],
  ["edit_buffer", (file) => ({ file, edits: [{ line_start: 1, line_end: 1, new_text: "x" }] })],
  ["replace_in_buffer", (file) => ({ file, old: "root", new: "x" })],
  ["file_edit", (filePath) => ({ filePath, searchTerm: "root", replacementText: "x", preview: true })],
  ["get_symbol_documentation", (file) => ({ symbol_name: "root", file_path: file })],
  ["file_manage", (file) => ({ action: "delete", path: `${file}/../../outside.txt` })],
];

async function attackWithFiles(scene, random) {
  const editor = makeEditor(scene, {});
  const outside = path.join(editor.parent, "outside.txt");
  fs.writeFileSync(outside, "root outside\n");
  makeHostileRepository(editor);
  editor.on.approve = () => ({ data: { allowed: false, why: "No." } });
  const traps = [
    "pipe.txt",
    "zero.txt",
    "tty.txt",
    "environ.txt",
    "shadow.txt",
    "loop.txt",
    "etc/passwd",
    "etc/shadow",
    "huge.txt",
    "../outside.txt",
    "/etc/passwd",
    "/proc/self/environ",
    "file:///etc/passwd",
    "file:///etc/%70asswd",
    "etc/../etc/passwd",
    "x/../../outside.txt",
    "/dev/zero",
    "/dev/stdin",
  ];
  for (const file of random.sample([...traps, ...NAMES], 14)) {
    for (const [tool, argumentsOf] of random.sample(CALLS, 5)) {
      const answer = await timed(editor, tool, argumentsOf(file));
      const call = `${tool} ${file}: ${answer.text.slice(0, 300)}`;
      if (traps.includes(file)) assert.equal(answer.isError || answer.code !== "found", true, call);
      assert.doesNotMatch(answer.text, /root:x?:0|root outside|PATH=/, call);
    }
  }
  for (const name of random.sample(NAMES, 6)) {
    const answer = await timed(
      editor,
      "file_write",
      { filePath: name, content: "by an agent\n", preview: true },
      { isMarkdown: random.isOneIn(2) },
    );
    assert.doesNotMatch(
      answer.text.split("\n")[0],
      /[\u0007\u001b\u202e]/,
      `the head of the preview of ${JSON.stringify(name)}`,
    );
  }
  assert.equal(fs.readFileSync(outside, "utf8"), "root outside\n");
  assert.equal(fs.existsSync(editor.path("pwned")), false);
}

/** The folder of a previewed file becomes a link, before it is applied and while it is. */
async function attackWithLinks(scene, random) {
  const editor = makeEditor(scene, { "dir/a.txt": "one\ntwo\nthree\n" });
  const outside = path.join(editor.parent, "outside");
  fs.mkdirSync(outside);
  const swap = () => {
    fs.rmSync(editor.path("dir"), { recursive: true, force: true });
    if (random.isOneIn(2)) fs.symlinkSync(outside, editor.path("dir"));
    else {
      fs.mkdirSync(editor.path("dir"), { recursive: true });
      fs.writeFileSync(editor.path("dir/a.txt"), "one\ntwo\nthree\n");
    }
  };
  for (let i = 0; i < 10; i++) {
    fs.writeFileSync(path.join(outside, "a.txt"), "one\ntwo\nthree\n");
    fs.rmSync(editor.path("dir"), { recursive: true, force: true });
    fs.mkdirSync(editor.path("dir"));
    fs.writeFileSync(editor.path("dir/a.txt"), "one\ntwo\nthree\n");
    editor.dirty.clear();
    const tool = random.pick(["file_write", "edit_buffer"]);
    const args =
      tool === "file_write"
        ? { filePath: "dir/a.txt", content: "one\nTWO\nthree\n" }
        : { file: "dir/a.txt", edits: [{ line_start: 2, line_end: 2, new_text: "TWO" }] };
    const { factsJson, text } = await timed(editor, tool, { ...args, preview: true });
    assert.ok(factsJson, text);
    // The question is where there is time for it.
    editor.policies = { edit: "ask", files: "ask" };
    editor.on.approve = () => (swap(), { data: { allowed: true, why: "" } });
    if (random.isOneIn(2)) swap();
    await timed(editor, tool, {
      change: JSON.parse(factsJson).change,
      preview: false,
      ...(tool === "edit_buffer" && { save: true }),
    });
    assert.equal(
      fs.readFileSync(path.join(outside, "a.txt"), "utf8"),
      "one\ntwo\nthree\n",
      "nothing is written outside",
    );
  }
}

if (!isRoot) console.log("not root: another user's acts are left out");
await runRounds(async (seed) => {
  const random = makeRandom(seed);
  const scene = makeScene();
  try {
    await attackFolders(scene);
    await attackRegistry(scene);
    await attackTransport(scene, random);
    await attackWithFiles(scene, random);
    await attackWithLinks(scene, random);
  } finally {
    await scene.end();
  }
});
