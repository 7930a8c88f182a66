/** The path that agents are configured with: always there, always a program, whatever happens to the extension. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import {
  appendFile,
  chmod,
  chown,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";

import { mountSmallDisk } from "../small-disk.mjs";
import { BRIDGE, loadModule } from "./kit.mjs";

const isRoot = process.getuid() === 0;
const DAYS_AGO = new Date(Date.now() - 3 * 24 * 60 * 60 * 1000);

/** Two windows: each has its own id. */
const [one, two] = [await loadModule("doors/bridge-link"), await loadModule("doors/bridge-link")];

let root, state, path;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "sextant stable ü'-"));
  state = join(root, "state");
  path = join(state, "bin/sextant-mcp");
  process.env.SEXTANT_HOME = state;
});
afterEach(async () => {
  delete process.env.SEXTANT_HOME;
  await rm(root, { recursive: true, force: true });
});

/** An extension as the editor installs it. Its bridge has contents of its own. */
async function install(version, editor = "editor") {
  const folder = join(root, editor, `sextant-${version}`);
  await mkdir(join(folder, "dist/bin"), { recursive: true });
  await copyFile(BRIDGE, join(folder, "dist/bin/sextant-mcp"));
  await appendFile(join(folder, "dist/bin/sextant-mcp"), `${editor} ${version}`);
  await writeFile(join(folder, "package.json"), JSON.stringify({ version }));
  return folder;
}

const contents = async () => (await readFile(path, "latin1")).slice(-40);
const runs = () => spawnSync(path, ["--version"], { encoding: "utf8" }).stdout?.startsWith("sextant-mcp");

/** Starts the program again and again until it is stopped; reports the starts and those that failed. */
function startLoop() {
  const code = `
    const { spawnSync } = require("node:child_process");
    const { existsSync } = require("node:fs");
    const [path, stop] = process.argv.slice(1);
    let starts = 0, failures = 0;
    while (!existsSync(stop)) {
      starts++;
      if (spawnSync(path, ["--version"]).status !== 0) failures++;
    }
    console.log(JSON.stringify({ starts, failures }));`;
  const stop = join(root, "stop");
  const child = spawn(process.execPath, ["-e", code, path, stop], { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.on("data", (data) => (text += data));
  const ended = new Promise((resolve) => child.on("close", resolve));
  return async () => {
    await writeFile(stop, "");
    await ended;
    return JSON.parse(text);
  };
}

test("100 upgrades while bridges run: the path is always a program, and they go on", async () => {
  await one.linkBridge(await install("0.0.1"), "0.0.1");
  const old = spawn(path, [], {
    stdio: ["pipe", "pipe", "ignore"],
    env: { ...process.env, SEXTANT_BRIDGE_WAIT_MS: "1" },
  });
  const stop = startLoop();
  for (let i = 2; i <= 101; i++) {
    const version = `0.0.${i}`;
    const folder = await install(version);
    await (i % 2 ? one : two).linkBridge(folder, version);
    // The editor removes the old one at its next start.
    await rm(join(root, "editor", `sextant-0.0.${i - 1}`), { recursive: true });
    assert.ok((await contents()).endsWith(`editor ${version}`));
  }
  const { starts, failures } = await stop();
  assert.equal(failures, 0, `of ${starts}`);
  assert.ok(starts > 20, `${starts}`);
  const reply = new Promise((resolve) => old.stdout.once("data", (data) => resolve(String(data))));
  old.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" })}\n`);
  assert.match(await reply, /"id":1/);
  old.stdin.end();
});

test("the path outlives the extension's folder", async () => {
  const folder = await install("0.1.0");
  await one.linkBridge(folder, "0.1.0");
  await rm(folder, { recursive: true });
  assert.ok(runs());
});

test("two editors in turns: the newest version that is installed wins", async () => {
  const [older, newer] = [await install("0.1.0", "a"), await install("0.2.0", "b")];
  for (let i = 0; i < 3; i++) {
    await one.linkBridge(older, "0.1.0");
    await two.linkBridge(newer, "0.2.0");
    await one.linkBridge(older, "0.1.0");
    assert.ok((await contents()).endsWith("b 0.2.0"));
  }
  await rm(newer, { recursive: true });
  assert.ok(runs(), "until the other is active");
  await one.linkBridge(older, "0.1.0");
  assert.ok((await contents()).endsWith("a 0.1.0"), "a downgrade");
});

test("both at the same time, 50 times", async () => {
  const folders = [await install("0.1.0", "a"), await install("0.1.0", "b")];
  for (let i = 0; i < 50; i++) {
    await Promise.all([one.linkBridge(folders[i % 2], "0.1.0"), two.linkBridge(folders[1 - (i % 2)], "0.1.0")]);
    assert.ok(runs());
  }
  assert.deepEqual(
    (await readdir(dirname(path))).filter((name) => name.endsWith(".tmp")),
    [],
  );
});

test("the same version with another program, a damaged copy, and a link to nothing are mended", async () => {
  const folder = await install("0.1.0");
  await mkdir(dirname(path), { recursive: true });
  await symlink(join(root, "none/dist/bin/sextant-mcp"), path);
  await one.linkBridge(folder, "0.1.0");
  assert.ok(runs());
  await appendFile(join(folder, "dist/bin/sextant-mcp"), "rebuilt");
  await one.linkBridge(folder, "0.1.0");
  assert.ok((await contents()).endsWith("rebuilt"));
  await writeFile(path, "damaged");
  await one.linkBridge(folder, "0.1.0");
  assert.ok(runs());
});

test("what is left over is removed after a day, what is in use is not", async () => {
  await one.linkBridge(await install("0.1.0"), "0.1.0");
  const [first] = (await readdir(dirname(path))).filter((name) => name.startsWith("0.1.0"));
  const newer = await install("0.2.0");
  await one.linkBridge(newer, "0.2.0");
  const bin = dirname(path);
  await writeFile(join(bin, "sextant-mcp.00000000.tmp"), "");
  await writeFile(join(bin, "mine"), "");
  const aged = [join(bin, "sextant-mcp.00000000.tmp"), join(bin, "mine"), join(bin, first, "origin.json")];
  for (const name of aged) await utimes(name, DAYS_AGO, DAYS_AGO);
  await one.linkBridge(newer, "0.2.0");
  const left = (await readdir(bin)).filter((name) => !name.startsWith("0.2.0"));
  assert.deepEqual(left.sort(), ["mine", "sextant-mcp"]);
  assert.ok(runs());
});

test("a person's own program stays; a folder or a text in its place is refused with what to do", async () => {
  const folder = await install("0.1.0");
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, "#!/bin/sh\n", { mode: 0o755 });
  await one.linkBridge(folder, "0.1.0");
  assert.equal(await readFile(path, "utf8"), "#!/bin/sh\n");
  await chmod(path, 0o644);
  await assert.rejects(one.linkBridge(folder, "0.1.0"), /is not a program\. Move it away/);
  await rm(path);
  await mkdir(path);
  await assert.rejects(one.linkBridge(folder, "0.1.0"), /is not a program\. Move it away/);
});

test("refused: a file or a link in the folder's place, and another user's folder", async () => {
  const folder = await install("0.1.0");
  await writeFile(state, "");
  await assert.rejects(one.linkBridge(folder, "0.1.0"), /is not a folder of this user's/);
  await rm(state);
  await mkdir(state);
  await mkdir(join(root, "elsewhere"));
  await symlink(join(root, "elsewhere"), dirname(path));
  await assert.rejects(one.linkBridge(folder, "0.1.0"), /is not a folder of this user's/);
  await rm(dirname(path));
  if (!isRoot) return;
  await chown(state, 12345, 12345);
  await assert.rejects(one.linkBridge(folder, "0.1.0"), /is not a folder of this user's/);
});

test("a state folder that is a link to one works", async () => {
  await mkdir(join(root, "dotfiles"));
  await symlink(join(root, "dotfiles"), state);
  await one.linkBridge(await install("0.1.0"), "0.1.0");
  assert.ok(runs());
});

test("without room or where no program may start, it is the extension's own", { skip: !isRoot }, async (t) => {
  const disk = mountSmallDisk(state, "128k");
  if (!disk) return t.skip("mounting is not allowed");
  try {
    const folder = await install("0.1.0");
    await one.linkBridge(folder, "0.1.0");
    assert.equal(await readlink(path), join(folder, "dist/bin/sextant-mcp"));
    assert.ok(runs());
    spawnSync("mount", ["-o", "remount,size=4m,noexec", state]);
    await one.linkBridge(folder, "0.1.0");
    assert.equal(await readlink(path), join(folder, "dist/bin/sextant-mcp"));
  } finally {
    disk.remove();
  }
});

test("where nothing can be written, a program that is there stays in use", { skip: !isRoot }, async (t) => {
  const disk = mountSmallDisk(state, "8m");
  if (!disk) return t.skip("mounting is not allowed");
  try {
    await one.linkBridge(await install("0.1.0"), "0.1.0");
    const target = await readlink(path);
    disk.makeReadOnly(true);
    const warnings = [];
    assert.equal(await one.linkBridge(await install("0.2.0"), "0.2.0", (text) => warnings.push(text)), path);
    assert.equal(await readlink(path), target);
    assert.ok(runs());
    assert.match(warnings.join(), /stays as it is: .*EROFS/);
  } finally {
    disk.remove();
  }
});
