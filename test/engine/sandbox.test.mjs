/** Commands in bubblewrap with the argv of native/commands/sandbox: what they can do, and what they cannot. */
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import test, { after, before } from "node:test";
import { findCommand } from "../../extension/build/setup.mjs";
import { compile, engineFlags, listSources, root, sanitizerFlags, warnings } from "../native/build.mjs";
import { until, writeFiles } from "./fake-editor.mjs";

const bwrap = findCommand("bwrap");
const env = findCommand("env");
const isRoot = process.getuid?.() === 0;
let binary;

before(async () => {
  const compiler = process.env.CC || "gcc";
  const flags = [...engineFlags, "-DSX_DEBUG", ...warnings, "-g", "-O1", ...sanitizerFlags("address,undefined")];
  const sources = listSources(path.join(root, "native/base"));
  for (const name of ["sandbox", "sandbox_paths"]) sources.push(path.join(root, `native/commands/${name}.c`));
  sources.push(path.join(root, "test/engine/sandbox-argv.c"));
  const { objects } = await compile(
    compiler,
    sources.map((source) => ({ source, flags })),
  );
  binary = path.join(root, "build/test/sandbox-argv");
  execFileSync(compiler, [...objects, ...sanitizerFlags("address,undefined"), "-o", binary]);
});

const argvOf = (...options) => execFileSync(binary, options, { encoding: "utf8" }).split("\0").slice(0, -1);

const folders = [];
after(() => folders.forEach((folder) => fs.rmSync(folder, { recursive: true, force: true })));

/** Not in /tmp as a rule: that is another one inside. */
function makeBase(parent) {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(parent, "sextant-sandbox-")));
  folders.push(folder);
  return folder;
}

/** A person's folder with secrets, a workspace with a repository in it, and what a sandbox of both is given. */
function makePlace(parent = "/var/tmp") {
  const base = makeBase(parent);
  writeFiles(base, {
    "home/.ssh/id_key": "key",
    "home/.netrc": "password",
    "home/.cache/tool/entry": "cached",
    "home/notes.txt": "notes",
    "work/a b/file.txt": "text\n",
    "work/.git/config": "[core]\n\trepositoryformatversion = 0\n",
    "work/.git/HEAD": "ref: refs/heads/main\n",
    "work/.git/hooks/pre-commit.sample": "#!/bin/sh\n",
    "work/.vscode/settings.json": "{}\n",
    "other/file.txt": "other\n",
    empty: "",
  });
  for (const name of ["objects", "refs"]) fs.mkdirSync(path.join(base, "work/.git", name));
  fs.mkdirSync(path.join(base, "temporary"));
  const at = (name) => path.join(base, name);
  const options = [
    `program=${bwrap}`,
    `home=${at("home")}`,
    `folder=${at("work")}`,
    `temporary=${at("temporary")}`,
    `empty=${at("empty")}`,
    `writable=${at("work")}`,
    ...[".git/hooks", ".git/config", ".vscode", ".missing"].map((name) => `protected=${at(`work/${name}`)}`),
    `hidden_folder=${at("home/.ssh")}`,
    `hidden_file=${at("home/.netrc")}`,
    ...(isRoot ? ["root=1"] : []),
  ];
  const run = (command, ...more) => {
    const [program, ...prefix] = argvOf(...options, ...more);
    const { status, stdout, stderr } = spawnSync(program, [...prefix, "/bin/sh", "-c", command], {
      encoding: "utf8",
      env: { ...process.env, HOME: at("home"), GIT_CONFIG_NOSYSTEM: "1", NODE_TEST_CONTEXT: undefined },
      timeout: 60_000,
    });
    return { status, out: stdout, err: stderr };
  };
  return { at, options, run };
}

test("the probe finds that it works", () => {
  const { options } = makePlace();
  const [program, ...args] = argvOf("probe", ...options, `env=${env}`);
  const { status, stderr } = spawnSync(program, args, { encoding: "utf8" });
  assert.equal(status, 0, stderr);
});

test("a path that is not absolute is refused", () => {
  const { options } = makePlace();
  for (const bad of ["writable=a/b", "folder=", "protected=/a/", "hidden_file=x", "program=bwrap"])
    assert.notEqual(spawnSync(binary, [...options, bad]).status, 0, bad);
});

test("the workspace and /tmp can be written to", () => {
  const { at, run } = makePlace();
  const { status, err } = run('echo new > "a b/new.txt" && rm "a b/file.txt" && echo t > /tmp/t && echo d > $TMPDIR/d');
  assert.equal(status, 0, err);
  assert.equal(fs.readFileSync(at("work/a b/new.txt"), "utf8"), "new\n");
  assert.ok(!fs.existsSync(at("work/a b/file.txt")));
  // The private folder has them for the next command.
  assert.equal(run("cat /tmp/t /tmp/d").out, "t\nd\n");
  assert.equal(fs.readFileSync(at("temporary/t"), "utf8"), "t\n");
});

test("a workspace in /tmp is there, and nothing beside it", () => {
  const { at, run } = makePlace(os.tmpdir());
  const { status, out, err } = run(`cat "a b/file.txt" && echo new > new.txt && test ! -e '${at("other")}'`);
  assert.equal(status, 0, err);
  assert.equal(out, "text\n");
  assert.equal(fs.readFileSync(at("work/new.txt"), "utf8"), "new\n");
});

test("nothing else can", () => {
  const { at, run } = makePlace();
  const target = path.join(os.homedir(), `.sextant-sandbox-${process.pid}`);
  for (const file of [
    at("other/file.txt"),
    at("other/new.txt"),
    at("home/notes.txt"),
    target,
    "/usr/x",
    "/etc/x",
    "/x",
  ]) {
    const { status } = run(`echo bad > '${file}'`);
    const isOutside = !fs.existsSync(file) || fs.readFileSync(file, "utf8") !== "bad\n";
    assert.ok(isOutside, file);
    assert.notEqual(status, 0, file);
  }
  assert.equal(fs.readFileSync(at("other/file.txt"), "utf8"), "other\n");
});

test("what is protected stays, also when its folder is moved", () => {
  const { at, run } = makePlace();
  const before = fs.readFileSync(at("work/.git/config"), "utf8");
  for (const command of [
    "echo x > .git/hooks/pre-commit",
    "echo x >> .git/config",
    "rm -rf .git/hooks",
    "mv .git/hooks .git/old",
    "mv .git moved",
    "rm -rf .git",
    "mv .vscode old",
    "echo x > .vscode/tasks.json",
    "ln -sf /bin/sh .git/config",
    "umount .git/hooks",
    "mount -o remount,rw .git/hooks",
    "mount -o remount,rw /",
    "unshare -Urm sh -c 'mount -o remount,rw,bind .git/hooks && echo x > .git/hooks/pre-commit'",
    "unshare -Urm umount .git/hooks",
  ])
    assert.notEqual(run(command).status, 0, command);
  assert.deepEqual(fs.readdirSync(at("work/.git/hooks")), ["pre-commit.sample"]);
  assert.deepEqual(fs.readdirSync(at("work/.vscode")), ["settings.json"]);
  assert.equal(fs.readFileSync(at("work/.git/config"), "utf8"), before);
});

test("secrets are hidden, and caches can be written to", () => {
  const { at, run } = makePlace();
  const { out, status, err } = run(
    "ls -A ~/.ssh; cat ~/.netrc; cat ~/notes.txt ~/.cache/tool/entry; echo more > ~/.cache/more",
  );
  assert.equal(status, 0, err);
  assert.equal(out, "notescached");
  assert.notEqual(run("echo x > ~/.ssh/authorized_keys").status, 0);
  assert.notEqual(run("echo x > ~/.netrc").status, 0);
  assert.notEqual(run("umount ~/.ssh && cat ~/.ssh/id_key").status, 0);
  assert.notEqual(run("unshare -Urm sh -c 'umount ~/.ssh && cat ~/.ssh/id_key'").status, 0);
  assert.equal(fs.readFileSync(at("home/.cache/more"), "utf8"), "more\n");
  assert.equal(fs.readFileSync(at("home/.netrc"), "utf8"), "password");
});

test("a secret's folder in which the workspace is stays open", () => {
  const { at, run } = makePlace();
  const result = run("cat ../.netrc; cat config", `writable=${at("home/.ssh")}`, `folder=${at("home/.ssh")}`);
  assert.equal(run("cat id_key", `writable=${at("home/.ssh")}`, `folder=${at("home/.ssh")}`).out, "key", result.err);
});

test("the sockets of other programs are not there", async (t) => {
  const { at, run } = makePlace();
  const socket = path.join(os.tmpdir(), `sextant-sandbox-${process.pid}.sock`);
  const server = net.createServer().listen(socket);
  t.after(() => server.close());
  assert.notEqual(run(`test -e ${socket}`).status, 0);
  assert.equal(run("ls -A /run | grep -vE 'systemd|resolvconf|NetworkManager|connman|current-system|media'").out, "");
  assert.notEqual(run("echo x > /run/x").status, 0);
  assert.equal(run("echo $SSH_AUTH_SOCK$DBUS_SESSION_BUS_ADDRESS$VSCODE_IPC_HOOK_CLI").out, "\n", at(""));
});

test("the network is there only where it is allowed", async (t) => {
  const { run, options } = makePlace();
  let connections = 0;
  const server = net.createServer((socket) => socket.end("hello\n") && connections++);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const script = `require("net").connect(${server.address().port}, "127.0.0.1").on("error", () => process.exit(7)).pipe(process.stdout)`;
  const start = (...more) =>
    new Promise((resolve) => {
      const [program, ...args] = argvOf(...options, ...more);
      const child = spawn(program, [...args, process.execPath, "-e", script], { stdio: ["ignore", "pipe", "inherit"] });
      let out = "";
      child.stdout.on("data", (data) => (out += data));
      child.on("close", (code) => resolve({ code, out }));
    });
  assert.deepEqual(await start(), { code: 7, out: "" });
  assert.equal(connections, 0);
  assert.deepEqual(await start("network=1"), { code: 0, out: "hello\n" });
  assert.equal(connections, 1);
  assert.equal(run("tail -n +3 /proc/net/dev | wc -l").out.trim(), "1");
});

test("exit codes are passed on, and signals as a shell reports them", () => {
  const { run } = makePlace();
  for (const more of [[], [`env=${env}`]]) {
    assert.equal(run("exit 3", ...more).status, 3);
    assert.equal(run("kill -9 $$", ...more).status, 128 + 9);
    assert.equal(run("no-such-program-here", ...more).status, 127);
  }
});

const isAlive = (marker) => spawnSync("pgrep", ["-f", marker]).status === 0;

/** Starts a command that leaves processes, sends the group a signal, and waits for the end. */
async function startAndSignal(options, command, signal, t) {
  const [program, ...args] = argvOf(...options);
  const child = spawn(program, [...args, "/bin/sh", "-c", command], {
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => child.kill("SIGKILL"));
  let out = "";
  child.stdout.on("data", (data) => (out += data));
  const end = new Promise((resolve) => child.on("exit", (code, by) => resolve({ code, by })));
  await until(() => out.includes("ready"), 10_000);
  process.kill(-child.pid, signal);
  return { ...(await end), out: () => out };
}

test("TERM reaches the command where GNU env is there", async (t) => {
  const { options } = makePlace();
  const command = "trap 'echo bye; exit 5' TERM; echo ready; while :; do sleep 0.05; done";
  const { code, out } = await startAndSignal([...options, `env=${env}`], command, "SIGTERM", t);
  assert.equal(code, 5);
  await until(() => out().includes("bye"), 5_000);
});

test("TERM without it, and KILL, leave nothing", async (t) => {
  const { options } = makePlace();
  for (const [signal, more] of [
    ["SIGTERM", []],
    ["SIGKILL", []],
    ["SIGKILL", [`env=${env}`]],
  ]) {
    const marker = `6${String(process.pid).padStart(7, "0")}.${signal.length}${more.length}`;
    const command = `trap '' TERM HUP; setsid sleep ${marker} & (sleep ${marker} &) ; echo ready; sleep ${marker}; sleep ${marker}`;
    await startAndSignal([...options, ...more], command, signal, t);
    await until(() => !isAlive(`sleep ${marker}`), 5_000);
  }
});

test("what a command leaves running ends with it", async () => {
  const { run } = makePlace();
  const marker = `7${String(process.pid).padStart(7, "0")}`;
  assert.equal(
    run(`setsid sleep ${marker} >/dev/null 2>&1 & nohup sleep ${marker} >/dev/null 2>&1 & exit 0`).status,
    0,
  );
  await until(() => !isAlive(`sleep ${marker}`), 5_000);
  // Processes outside are not even to be seen.
  assert.equal(
    run(`kill -0 ${process.pid}; kill -9 ${process.pid}; ls /proc | grep -cx ${process.pid}`).out.trim(),
    "0",
  );
});

test("the work of every day goes on", () => {
  const { run, at } = makePlace();
  const works = (command) => {
    const { status, out, err } = run(command);
    assert.equal(status, 0, `${command}\n${out}${err}`);
    return out;
  };
  assert.match(works("git status --short"), /\?\? "?a b/);
  works("git add -A && git -c user.name=a -c user.email=a@b.c commit -qm first && git log --oneline && git branch two");
  assert.notEqual(run("git config core.hooksPath /tmp/x").status, 0);
  writeFiles(at("work"), {
    "package.json": JSON.stringify({ name: "x", version: "1.0.0", scripts: { test: "node --test" } }),
    "a.test.mjs": 'import test from "node:test"; test("passes", () => {});',
  });
  assert.match(works("npm test"), /pass 1/);
  if (findCommand("python3"))
    works(
      "python3 -c 'import multiprocessing, tempfile; multiprocessing.Lock(); tempfile.TemporaryFile().write(b\"x\")'",
    );
  assert.match(
    works("echo x | cat > /dev/stdout; echo y > /dev/null; test -w /dev/shm && test -r /proc/self/status && echo ok"),
    /ok/,
  );
});

test("all secrets of the list can be hidden at once", () => {
  const { at, run } = makePlace();
  const list = execFileSync(binary, ["secrets"], { encoding: "utf8" }).split("\0").slice(0, -1);
  const more = list.map((item) => {
    const [kind, name] = item.split("=");
    const full = path.join(at("home"), name);
    if (kind === "hidden_folder") fs.mkdirSync(full, { recursive: true });
    fs.mkdirSync(path.dirname(full), { recursive: true });
    fs.writeFileSync(kind === "hidden_folder" ? path.join(full, "x") : full, "secret");
    return `${kind}=${full}`;
  });
  assert.ok(more.length > 40);
  const shown = more.map((item) => `'${item.split("=")[1]}'`).join(" ");
  assert.equal(
    run(`cat ${shown} 2>/dev/null; for i in ${shown}; do cat "$i"/* 2>/dev/null; done; true`, ...more).out,
    "",
  );
});
