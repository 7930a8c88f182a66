/** Which window the bridge takes, what it says when there is none, and whom it does not trust. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { call, makePlace, openScripted, openWindow, startBridge, within, writeRegistry } from "./bridge-kit.mjs";

/** A window that answers every call with its own name. */
const openNamed = (t, place, name, folders, more) =>
  openScripted(t, place, folders, (message, send) => send({ jsonrpc: "2.0", id: message.id, result: { name } }), more);

/** The answer to a bridge with these arguments: a window's name, or the error. */
async function ask(t, place, args = [], options = {}) {
  const bridge = startBridge(t, place, {
    args,
    ...options,
    env: { SEXTANT_BRIDGE_WAIT_MS: "300", ...options.env },
  });
  bridge.send(call(1));
  const { result, error } = await bridge.answer(1);
  bridge.child.kill();
  return { name: result?.name, error, errors: bridge.errors };
}

/** The pid of a process that is gone, and a socket that it left behind. */
async function leaveSocket(socket) {
  const code = `require('net').createServer().listen(${JSON.stringify(socket)}, () => console.log(1))`;
  const child = spawn(process.execPath, ["-e", code]);
  await within(once(child.stdout, "data"), "a socket");
  child.kill("SIGKILL");
  await once(child, "exit");
  return child.pid;
}

test("takes the window with the longest folder that holds the workspace", async (t) => {
  const place = makePlace(t);
  const deep = place.folder("a/b/c");
  await openNamed(t, place, "inner", [place.folder("x"), place.folder("a/b")]);
  await openNamed(t, place, "outer", [place.folder("a")]);
  await openNamed(t, place, "beside", [place.folder("a/b/cc")]);
  await openNamed(t, place, "around", [place.folder("m"), place.folder("m/n/o")]);
  await openNamed(t, place, "between", [place.folder("m/n")]);
  assert.equal((await ask(t, place, ["--workspace", deep])).name, "inner");
  assert.equal((await ask(t, place, [`--workspace=${place.folder("a/other")}`])).name, "outer");
  assert.equal((await ask(t, place, ["--workspace", place.folder("m/n/o")])).name, "around");
  assert.equal((await ask(t, place, ["--workspace", place.folder("m/n/p")])).name, "between");
  assert.equal((await ask(t, place, [], { cwd: deep })).name, "inner");
  assert.equal((await ask(t, place, ["--workspace", "."], { cwd: deep })).name, "inner");
});

test("compares real paths", async (t) => {
  const place = makePlace(t);
  await openNamed(t, place, "one", [place.folder("a")]);
  await openNamed(t, place, "two", [place.folder("b")]);
  fs.symlinkSync(place.folder("a"), path.join(place.top, "link"));
  assert.equal((await ask(t, place, ["--workspace", path.join(place.top, "link")])).name, "one");
  assert.equal((await ask(t, place, ["--workspace", `${place.top}/b/../a/`])).name, "one");
});

test("takes a window that has a folder inside of the workspace, if it is only one", async (t) => {
  const place = makePlace(t);
  await openNamed(t, place, "one", [place.folder("a/b")]);
  await openNamed(t, place, "two", [place.folder("c")]);
  assert.equal((await ask(t, place, ["--workspace", place.folder("a")])).name, "one");
  const { error } = await ask(t, place, ["--workspace", place.top]);
  assert.equal(error.data.code, "ambiguous_window");
});

test("several workspaces must be in one window", async (t) => {
  const place = makePlace(t);
  const [a, b, c] = ["a", "b", "c"].map(place.folder);
  await openNamed(t, place, "ab", [a, b]);
  await openNamed(t, place, "ac", [a, c]);
  assert.equal((await ask(t, place, ["--workspace", a, "--workspace", c])).name, "ac");
  assert.equal((await ask(t, place, ["--workspace", b, "--workspace", a])).name, "ab");
  const { error } = await ask(t, place, ["--workspace", b, "--workspace", c]);
  assert.equal(error.data.code, "ambiguous_window");
  assert.match(error.message, /Open all of these folders in one window, or start sextant-mcp with --workspace/);
  const missing = await ask(t, place, ["--workspace", a, "--workspace", place.folder("d")]);
  assert.equal(missing.error.data.code, "no_window");
  assert.match(missing.error.message, /\/d open/);
});

test("says at once which windows could be meant when two have the folder", async (t) => {
  const place = makePlace(t);
  const folder = place.folder("a");
  await openNamed(t, place, "one", [folder], { editor: "VS Code 1.1" });
  await openNamed(t, place, "two", [folder], { editor: "VS Code 1.2" });
  const start = Date.now();
  const { error } = await ask(t, place, ["--workspace", folder], {
    env: { SEXTANT_BRIDGE_WAIT_MS: "30000" },
  });
  assert.ok(Date.now() - start < 5000);
  assert.equal(error.code, -32001);
  assert.equal(error.data.code, "ambiguous_window");
  assert.deepEqual(error.data.windows.map((w) => w.editor).sort(), ["VS Code 1.1", "VS Code 1.2"]);
  assert.match(error.message, /VS Code 1\.1 \(process \d+\) with .*\/a/);
  assert.match(error.message, /Close all but one of them, or start sextant-mcp with --workspace/);
});

test("of several windows that could be meant it is the one used last, and it is told so", async (t) => {
  const place = makePlace(t);
  const [folder, elsewhere] = [place.folder("a"), place.folder("elsewhere")];
  const old = await openNamed(t, place, "old", [folder], { used: 1000 });
  const last = await openNamed(t, place, "last", [folder], { used: 3000 });
  await openNamed(t, place, "other", [place.folder("b")], { used: 2000 });
  assert.equal((await ask(t, place, ["--workspace", folder])).name, "last");
  assert.deepEqual(last.said[0], { sextant: { windows: 2 } });
  last.said.length = 0;
  assert.equal((await ask(t, place, ["--toolsets=edit"], { cwd: elsewhere })).name, "last");
  assert.deepEqual(last.said[0], { sextant: { windows: 3, toolsets: ["edit"] } });
  // If the folder decides, the answer has no note.
  const plain = await openNamed(t, place, "plain", [place.folder("c")], { used: 1 });
  assert.equal((await ask(t, place, ["--workspace", place.folder("c")])).name, "plain");
  assert.equal(plain.said[0].method, "tools/call");
  await last.close();
  assert.equal((await ask(t, place, ["--workspace", folder])).name, "old");
});

test("a window that reloads is waited for, not replaced by one without the folder", async (t) => {
  const place = makePlace(t);
  const folder = place.folder("a");
  const first = await openNamed(t, place, "first", [folder], { used: 1 });
  await openNamed(t, place, "other", [place.folder("b")], { used: 2 });
  const bridge = startBridge(t, place, { cwd: folder });
  bridge.send(call(1));
  assert.equal((await bridge.answer(1)).result.name, "first");
  await first.close();
  bridge.send(call(2));
  await new Promise((resolve) => setTimeout(resolve, 700));
  await openNamed(t, place, "again", [folder], { used: 1 });
  assert.equal((await bridge.answer(2)).result.name, "again");
});

test("goes on when it is clear again which window is meant", async (t) => {
  const place = makePlace(t);
  await openNamed(t, place, "one", [place.top]);
  const two = await openNamed(t, place, "two", [place.top]);
  const bridge = startBridge(t, place);
  bridge.send(call(1));
  assert.equal((await bridge.answer(1)).error.data.code, "ambiguous_window");
  await two.close();
  bridge.send(call(2));
  assert.equal((await bridge.answer(2)).result.name, "one");
});

test("without --workspace the only window will do, with it not", async (t) => {
  const place = makePlace(t);
  const elsewhere = place.folder("elsewhere");
  await openNamed(t, place, "one", [place.folder("a")]);
  assert.equal((await ask(t, place, [], { cwd: elsewhere })).name, "one");
  const { error } = await ask(t, place, ["--workspace", elsewhere]);
  assert.equal(error.data.code, "no_window");
  assert.deepEqual(error.data.folders, [elsewhere]);
  assert.match(error.message, /Open it in VS Code and try again.*Open now: VS Code 1\.139\.1/);

  await openNamed(t, place, "two", [place.folder("b")]);
  const two = await ask(t, place, [], { cwd: elsewhere });
  assert.equal(two.error.data.code, "no_window");
  assert.equal(two.error.data.windows.length, 2);
  assert.match(two.error.message, /--workspace and a folder that is open/);
});

test("says what to do when no window is open, or the state folder is not there", async (t) => {
  const place = makePlace(t);
  const { error } = await ask(t, place);
  assert.match(error.message, /No window is open at all\. Open the folder in VS Code/);
  fs.rmSync(place.home, { recursive: true });
  assert.equal((await ask(t, place)).error.data.code, "no_window");
  const nowhere = await ask(t, place, ["--workspace", '/no/such "folder"']);
  assert.deepEqual(nowhere.error.data.folders, ['/no/such "folder"']);
});

test("waits for a window that opens later, folder and all", async (t) => {
  const place = makePlace(t);
  fs.rmSync(place.home, { recursive: true });
  const bridge = startBridge(t, place);
  bridge.send(call(1));
  await new Promise((resolve) => setTimeout(resolve, 300));
  fs.mkdirSync(path.join(place.home, "windows"), { recursive: true, mode: 0o700 });
  fs.mkdirSync(path.join(place.home, "run"));
  await openNamed(t, place, "late", [place.top]);
  assert.equal((await bridge.answer(1)).result.name, "late");
});

test("tries again with each request after it had to give up", async (t) => {
  const place = makePlace(t);
  const bridge = startBridge(t, place, { env: { SEXTANT_BRIDGE_WAIT_MS: "0" } });
  bridge.send(call(1));
  assert.equal((await bridge.answer(1)).error.data.code, "no_window");
  await openNamed(t, place, "late", [place.top]);
  bridge.send(call(2));
  assert.equal((await bridge.answer(2)).result.name, "late");
});

test("removes what dead windows left, and only that", async (t) => {
  const place = makePlace(t);
  const run = (name) => path.join(place.home, "run", name);
  const gone = await leaveSocket(run("gone.sock"));
  await leaveSocket(run("reused.sock"));
  fs.writeFileSync(run("file.sock"), "not a socket");
  const folders = [place.top];
  const files = [
    writeRegistry(place.home, { folders, socket: run("gone.sock"), pid: gone }),
    writeRegistry(place.home, { folders, socket: run("reused.sock") }) /* a pid that lives */,
    writeRegistry(place.home, { folders, socket: run("nothing.sock") }),
    writeRegistry(place.home, { folders, socket: run("file.sock"), pid: gone }),
  ];
  await openNamed(t, place, "alive", folders);
  assert.equal((await ask(t, place)).name, "alive");
  assert.deepEqual(
    files.map((file) => fs.existsSync(file)),
    [false, false, false, false],
  );
  assert.ok(!fs.existsSync(run("gone.sock")) && !fs.existsSync(run("reused.sock")));
  assert.ok(fs.existsSync(run("file.sock")));
});

test("reports at once why Sextant could not start in the window", async (t) => {
  const place = makePlace(t);
  const [folder, other] = [place.folder("a"), place.folder("b")];
  const gone = await leaveSocket(path.join(place.home, "run", "x.sock"));
  const failure = "The native engine could not be loaded.";
  const old = writeRegistry(place.home, { folders: [folder], failure: "an old reason", pid: gone, used: 2000 });
  const broken = writeRegistry(place.home, { folders: [folder], failure, used: 1000 });
  await openNamed(t, place, "healthy", [other]);
  const slow = { env: { SEXTANT_BRIDGE_WAIT_MS: "30000" } };
  const { error } = await ask(t, place, ["--workspace", folder], slow);
  assert.equal(error.data.code, "broken_window");
  assert.match(error.message, /could not start in VS Code .* with .*\/a: The native engine .* loaded\. .* reloaded\.$/);
  assert.ok(fs.existsSync(broken) && !fs.existsSync(old), "a reason lasts as long as its process");
  assert.equal((await ask(t, place, ["--workspace", other])).name, "healthy");

  const bridge = startBridge(t, place, { args: ["--workspace", folder], ...slow });
  bridge.send(call(1));
  assert.equal((await bridge.answer(1)).error.data.code, "broken_window");
  fs.rmSync(broken);
  await openNamed(t, place, "reloaded", [folder]);
  bridge.send(call(2));
  assert.equal((await bridge.answer(2)).result.name, "reloaded");
});

test("keeps a window whose process it cannot see but whose socket answers", async (t) => {
  const place = makePlace(t);
  const pid = await leaveSocket(path.join(place.home, "run", "x.sock"));
  const window = await openNamed(t, place, "alive", [place.top], { pid });
  assert.equal((await ask(t, place)).name, "alive");
  assert.ok(fs.existsSync(window.file));
});

test("does not trust files that others may use, and says so", async (t) => {
  const place = makePlace(t);
  const window = await openNamed(t, place, "alive", [place.top]);
  for (const mode of [0o640, 0o604, 0o666]) {
    fs.chmodSync(window.file, mode);
    const { error, errors } = await ask(t, place);
    assert.equal(error.data.code, "no_window");
    assert.match(errors, /^sextant-mcp: .*\.json is ignored: others may use it[^\n]*\n$/);
  }
  assert.ok(fs.existsSync(window.file));
  fs.chmodSync(window.file, 0o600);
  fs.chmodSync(path.join(place.home, "windows"), 0o777);
  assert.match((await ask(t, place)).errors, /windows is ignored: others may write to it/);
  fs.chmodSync(path.join(place.home, "windows"), 0o755);
  assert.equal((await ask(t, place)).name, "alive");

  const target = path.join(place.top, "elsewhere.json");
  fs.renameSync(window.file, target);
  fs.symlinkSync(target, window.file);
  assert.match((await ask(t, place)).errors, /it is not a regular file/);
});

test("does not trust files of another user", { skip: process.getuid() !== 0 && "needs root" }, async (t) => {
  const place = makePlace(t);
  const window = await openNamed(t, place, "alive", [place.top]);
  fs.chownSync(window.file, 12345, 12345);
  const { error, errors } = await ask(t, place);
  assert.equal(error.data.code, "no_window");
  assert.match(errors, /it belongs to another user/);
  assert.ok(fs.existsSync(window.file));
});

test("passes over registry files that say something else", async (t) => {
  const place = makePlace(t);
  const write = (name, text) => fs.writeFileSync(path.join(place.home, "windows", name), text, { mode: 0o600 });
  write("1-empty.json", "");
  write("1-text.json", "hello");
  write("1-cut.json", '{"version":1,"pid":1,"socket":"/x","folders":["/');
  write("1-array.json", "[]");
  write("1-types.json", '{"version":1,"pid":"1","socket":7,"folders":{},"readOnlyTools":3}');
  write("1-pid.json", '{"version":1,"pid":-1,"socket":"/x","folders":[]}');
  write("1-float.json", '{"version":1,"pid":1e300,"socket":"/x","folders":[]}');
  write("1-new.json", '{"version":2,"pid":1,"socket":"/x","folders":[]}');
  write("1-deep.json", "[".repeat(100_000));
  write("1-big.json", `{"x":"${"x".repeat(2_000_000)}"}`);
  write("1-other.txt", "not of the registry");
  fs.mkdirSync(path.join(place.home, "windows", "1-folder.json"));
  await openNamed(t, place, "alive", [place.top], {
    folders: [place.top, 7, null],
    readOnlyTools: [1],
  });
  const { name, errors } = await ask(t, place);
  assert.equal(name, "alive");
  assert.equal(errors.trim().split("\n").length, 11);
  assert.equal(fs.readdirSync(path.join(place.home, "windows")).length, 13);
});

test("a window that drops connections is not asked for ever", async (t) => {
  const place = makePlace(t);
  let count = 0;
  await openWindow(t, place, [place.top], (socket) => {
    count++;
    socket.on("data", () => socket.destroy());
  });
  const bridge = startBridge(t, place);
  bridge.send({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  const { error } = await bridge.answer(1);
  assert.equal(error.data.code, "window_lost");
  assert.match(error.message, /closed before it answered\. Try again\./);
  assert.equal(count, 3);
});

test("is at rest while it waits", async (t) => {
  const place = makePlace(t);
  await openNamed(t, place, "one", [place.folder("a")]);
  const bridge = startBridge(t, place, { args: ["--workspace", place.folder("b")] });
  bridge.send(call(1));
  const ticks = () => {
    const fields = fs.readFileSync(`/proc/${bridge.child.pid}/stat`, "utf8").split(") ")[1].split(" ");
    return Number(fields[11]) + Number(fields[12]);
  };
  await new Promise((resolve) => setTimeout(resolve, 500));
  const before = ticks();
  await new Promise((resolve) => setTimeout(resolve, 1000));
  assert.ok(ticks() - before < 10, `${ticks() - before} ticks of 10 ms in a second`);
});

test("after a call has waited in vain, the next ones wait less, until there is a window", async (t) => {
  const place = makePlace(t);
  const folder = place.folder("a");
  const bridge = startBridge(t, place, {
    args: ["--workspace", folder],
    env: { SEXTANT_BRIDGE_WAIT_MS: "4500" },
  });
  const wait = async (id) => {
    const start = Date.now();
    bridge.send(call(id));
    const { error } = await bridge.answer(id);
    return { error, ms: Date.now() - start };
  };
  const first = await wait(1);
  assert.equal(first.error.data.code, "no_window");
  assert.ok(first.ms >= 4400, `${first.ms} ms`);
  const second = await wait(2);
  assert.equal(second.error.data.code, "no_window");
  assert.ok(second.ms >= 2900 && second.ms < 4400, `${second.ms} ms`);
  const window = await openNamed(t, place, "one", [folder]);
  assert.equal((await wait(3)).error, undefined);
  await window.close();
  const last = await wait(4);
  assert.ok(last.ms >= 4400, `${last.ms} ms: it waits in full after there was a window`);
});
