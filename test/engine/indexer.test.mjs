/** The program that builds the search index: what it reads, what it leaves behind, and how it ends. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";
import { setTimeout as pause } from "node:timers/promises";

import { mountSmallDisk } from "../small-disk.mjs";
import * as kit from "./indexer-kit.mjs";
import { makeTree, runWell } from "./indexer-kit.mjs";

const reader = await kit.buildReader();
const DEADLINE_MS = 30_000;

async function waitFor(isReached, what) {
  const end = Date.now() + DEADLINE_MS;
  while (!isReached()) {
    assert.ok(Date.now() < end, `no ${what} in time`);
    await pause(2);
  }
}

test("a run covers all files, and the next one changes nothing", async () => {
  const { folder, store } = makeTree();
  const first = await runWell(store, folder);
  assert.deepEqual([first.files, first.covered], [71, 71]);
  const { generation, states } = kit.checkWhole(reader, store, folder);
  assert.equal(generation, first.generation);
  assert.deepEqual(new Set(Object.values(states)), new Set(["covered"]));
  const before = kit.readSegments(store);
  assert.deepEqual(await runWell(store, folder), first);
  assert.deepEqual(kit.readSegments(store), before);
});

test("small changes become a delta, large ones a new base", async () => {
  const { folder, store } = makeTree();
  let last = (await runWell(store, folder)).generation;
  const step = async (change, hasDelta) => {
    change();
    const { generation } = await runWell(store, folder);
    assert.ok(generation > last, `${generation} after ${last}`);
    last = generation;
    assert.equal(kit.checkWhole(reader, store, folder).hasDelta, hasDelta);
  };
  const at = (name) => path.join(folder, name);
  await step(() => kit.writeOld(at("new.txt"), "new\n"), true);
  await step(() => kit.writeOld(at("src/d0/f0.txt"), "other\n"), true);
  await step(() => fs.rmSync(at("src/d1"), { recursive: true }), true);
  await step(() => fs.renameSync(at("src/d2"), at("src/moved")), true);
  const again = await runWell(store, folder);
  assert.equal(again.generation, last, "a delta that is right stays");
  // As it was when the base was made, but for the time of change, which no program can set.
  await step(() => kit.writeOld(at("big.txt"), "another line of the big file\n".repeat(9000)), false);
  await step(() => fs.rmSync(at("src/d3"), { recursive: true }), true);
  await step(() => fs.rmSync(at("big.txt")), false);
  assert.equal(last, (await runWell(store, folder)).generation);
});

test("a difference that has gone leaves the base alone", async () => {
  const { folder, store } = makeTree();
  const first = await runWell(store, folder);
  kit.writeOld(path.join(folder, "new.txt"), "new\n");
  await runWell(store, folder);
  fs.rmSync(path.join(folder, "new.txt"));
  const last = await runWell(store, folder);
  assert.equal(kit.checkWhole(reader, store, folder).hasDelta, false);
  assert.ok(last.generation > first.generation);
  assert.deepEqual(Object.keys(kit.readSegments(store)), [`base.${first.generation}`]);
});

test("files that the list has as unchanged are not looked at, unless they are read anyhow", async () => {
  const { folder, store } = makeTree();
  const at = (name) => path.join(folder, name);
  const isSame = () => true;
  const isKnown = (name) => kit.readStore(reader, store, folder).entries.get(name)?.stamp === kit.stampOf(at(name));
  // Without an index nothing is unchanged.
  const first = await runWell(store, folder, { isSame });
  assert.equal(first.covered, 71);
  kit.writeOld(at("src/d0/f0.txt"), "longer than before\n");
  assert.deepEqual(await runWell(store, folder, { isSame }), first, "it has not been seen");
  assert.equal(isKnown("src/d0/f0.txt"), false);
  // A file that is new to the index is looked at, and one that has gone from the list is gone.
  kit.writeOld(at("new.txt"), "new\n");
  fs.rmSync(at("src/d1/f1.txt"));
  const second = await runWell(store, folder, { isSame });
  assert.deepEqual(
    [second.files, second.covered, second.bytes - first.bytes],
    [71, 71, 4 - "word1 in a file\n".length],
  );
  assert.deepEqual([isKnown("new.txt"), isKnown("src/d0/f0.txt")], [true, false]);
  // Files of the delta are read again for the next one.
  const marked = await runWell(store, folder, { isSame: (name) => name !== "src/d0/f0.txt" });
  assert.ok(marked.generation > second.generation);
  kit.checkWhole(reader, store, folder);
  for (const name of ["new.txt", "src/d0/f0.txt"]) kit.writeOld(at(name), "longer than each before\n");
  assert.ok((await runWell(store, folder, { isSame })).generation > marked.generation);
  assert.equal(kit.checkWhole(reader, store, folder).hasDelta, true);
  // Nor is anything taken over into a new base.
  const names = kit.listFiles(folder);
  fs.rmSync(at("src/d0/f14.txt"));
  kit.writeOld(at("src/d0/f7.txt"), "not seen\n");
  kit.writeOld(at("big.txt"), "another line of the big file\n".repeat(9000));
  const third = await runWell(store, folder, { names, isSame: (name) => name !== "big.txt" });
  assert.deepEqual([third.files, third.covered], [70, 70]);
  assert.equal(kit.checkWhole(reader, store, folder).hasDelta, false);
  kit.writeOld(at("src/d0/f7.txt"), "not seen once more\n");
  await runWell(store, folder, { isSame, args: ["--rebuild"] });
  kit.checkWhole(reader, store, folder);
});

test("damage is found though all files are said to be unchanged", async () => {
  const { folder, store } = makeTree();
  const { generation } = await runWell(store, folder);
  const base = path.join(store, `base.${generation}`);
  const bytes = fs.readFileSync(base);
  bytes[400] ^= 1; // in the first page, that of the entries
  fs.writeFileSync(base, bytes);
  kit.writeOld(path.join(folder, "src/d0/f0.txt"), "not seen\n");
  const done = await runWell(store, folder, { isSame: () => true });
  assert.ok(done.generation > generation);
  assert.equal(kit.checkWhole(reader, store, folder).states["src/d0/f0.txt"], "covered");
});

test("files that are still being written are searched, and taken by a later run", async () => {
  const { folder, store } = makeTree();
  await pause(2100); // it is about the time
  fs.writeFileSync(path.join(folder, "young.txt"), "young\n");
  kit.writeOld(path.join(folder, "set-back.txt"), "as old as the copied file\n");
  const isWary = true;
  await runWell(store, folder, { isWary });
  const { states } = kit.checkWhole(reader, store, folder);
  assert.deepEqual([states["young.txt"], states["set-back.txt"], states["src.txt"]], ["open", "open", "covered"]);
  let last;
  for (const end = Date.now() + DEADLINE_MS; last?.covered !== 73; last = await runWell(store, folder, { isWary }))
    assert.ok(Date.now() < end, `${last?.covered} of 73`);
  // A time of writing in the future does not lead to a delta in each run.
  const later = Date.now() / 1000 + 3600;
  fs.utimesSync(path.join(folder, "young.txt"), later, later);
  await pause(2100);
  last = await runWell(store, folder, { isWary });
  assert.equal(last.covered, 73);
  assert.deepEqual(await runWell(store, folder, { isWary }), last);
});

test("files that are missing, links and pipes have no entry", async () => {
  const { folder, store } = makeTree();
  fs.symlinkSync("src.txt", path.join(folder, "link"));
  assert.equal(spawnSync("mkfifo", [path.join(folder, "pipe")]).status, 0);
  const names = ["gone.txt", "link", "pipe", ...kit.listFiles(folder)].sort();
  const before = names.filter((name) => !name.includes("/"));
  const { files } = await runWell(store, folder, { names: before });
  assert.equal(files, 2);
  assert.deepEqual(Object.keys(kit.checkEntries(reader, store, folder).states).sort(), ["big.txt", "src.txt"]);
});

test("an empty list is an index of nothing", async () => {
  const { folder, store } = makeTree();
  assert.equal((await runWell(store, folder, { names: [] })).files, 0);
  assert.equal((await runWell(store, folder)).covered, 71);
});

test("it reports its progress", async () => {
  const { folder, store } = makeTree();
  // Text without repetition takes longest for its size.
  const text = randomBytes(3 << 20)
    .toString("base64")
    .replace(/.{76}/g, "$&\n");
  for (let i = 0; i < 12; i++) kit.writeOld(path.join(folder, `large/${i}.txt`), text);
  const { stdout } = await kit.run(store, folder);
  const rows = [...stdout.matchAll(/^progress (\d+) (\d+) (\d+)$/gm)].map((row) => row.slice(1).map(Number));
  assert.ok(rows.length >= 2, stdout);
  for (const [files, all] of rows) assert.ok(files <= all && all === 83, `${files} of ${all}`);
  assert.deepEqual(
    rows,
    [...rows].sort((a, b) => a[2] - b[2]),
  );
});

test("one process works, the other leaves it alone", async () => {
  const { folder, store } = makeTree();
  const first = kit.start(store, folder);
  await waitFor(() => fs.existsSync(path.join(store, "lock")), "lock");
  let second;
  // Until the first one has it, the second one works.
  do second = await kit.run(store, folder);
  while (second.code === 0);
  assert.deepEqual([second.code, second.stdout, second.stderr], [3, "", ""]);
  first.child.stdin.write(kit.asList(kit.listFiles(folder)));
  assert.equal((await first.ended).code, 0);
  assert.equal((await kit.run(store, folder)).code, 0);
  const third = kit.start(store, folder);
  await pause(50);
  third.child.kill("SIGKILL");
  await third.ended;
  assert.equal((await kit.run(store, folder)).code, 0, "the lock of a killed process is free");
});

/** One text file that takes more than a second to read. */
function writeLarge(folder, name = "large.txt") {
  const words = Array.from({ length: 4096 }, (_, i) => `${(i * 2654435761) % 4294967296}`.padEnd(11, "x")).join("\n");
  kit.writeOld(path.join(folder, name), `${words}\n`.repeat(4000));
}

/** Starts it and waits until it reads that file. */
async function startReading(store, folder, name) {
  const working = path.join(store, "working");
  const madeNs = () => fs.statSync(working, { bigint: true, throwIfNoEntry: false })?.birthtimeNs;
  const left = madeNs(); // by one that was killed
  const started = kit.start(store, folder);
  started.child.stdin.write(kit.asList(kit.listFiles(folder)));
  const isReading = () => {
    try {
      return madeNs() !== left && fs.readFileSync(working, "latin1").split("\0").includes(name);
    } catch {
      return false;
    }
  };
  await waitFor(isReading, `reading of ${name}`);
  return started;
}

test("it ends when the window is gone", async () => {
  const { folder, store } = makeTree();
  const { generation } = await runWell(store, folder);
  const before = kit.readSegments(store);
  const cut = kit.start(store, folder);
  cut.child.stdin.end(kit.asList(kit.listFiles(folder)).slice(0, -1));
  assert.equal((await cut.ended).code, 4, "a list that is cut is not taken for a whole one");
  writeLarge(folder);
  for (const end of [(child) => child.stdin.end(), (child) => child.kill("SIGTERM")]) {
    const { child, ended } = await startReading(store, folder, "large.txt");
    const begun = Date.now();
    end(child);
    assert.deepEqual({ ...(await ended), stdout: "" }, { code: 4, signal: null, stdout: "", stderr: "" });
    assert.ok(Date.now() - begun < 4000, `${Date.now() - begun} ms`);
    assert.equal(kit.checkEntries(reader, store, folder).generation, generation);
    assert.deepEqual(kit.readSegments(store), before);
    const symbols = Object.keys(before).map((name) => name.replace(/^\w+/, "symbols"));
    assert.deepEqual(fs.readdirSync(store).sort(), ["lock", "manifest", ...symbols, ...Object.keys(before)].sort());
  }
});

test("a file at which it was killed twice is left alone until it changes", async () => {
  const { folder, store } = makeTree();
  writeLarge(folder);
  const kill = async () => {
    const { child, ended } = await startReading(store, folder, "large.txt");
    child.kill("SIGKILL");
    assert.equal((await ended).signal, "SIGKILL");
  };
  await kill();
  await kill();
  const { covered, files } = await runWell(store, folder);
  const { states } = kit.checkWhole(reader, store, folder);
  assert.equal(states["large.txt"], "open");
  const open = Object.values(states).filter((state) => state === "open").length;
  assert.ok(open <= 2, "no more than each thread was reading");
  assert.equal(covered, files - open);
  const again = await runWell(store, folder);
  assert.equal(again.covered, covered, "it stays so");
  fs.utimesSync(path.join(folder, "large.txt"), 7, 7);
  await runWell(store, folder);
  assert.equal(kit.checkWhole(reader, store, folder).states["large.txt"], "covered");
});

test("being killed once counts against no file", async () => {
  const { folder, store } = makeTree();
  writeLarge(folder);
  const { child, ended } = await startReading(store, folder, "large.txt");
  child.kill("SIGKILL");
  await ended;
  await runWell(store, folder);
  assert.equal(kit.checkWhole(reader, store, folder).states["large.txt"], "covered");
  fs.appendFileSync(path.join(folder, "large.txt"), "more\n");
  fs.utimesSync(path.join(folder, "large.txt"), 7, 7);
  const second = await startReading(store, folder, "large.txt");
  second.child.kill("SIGKILL");
  await second.ended;
  await runWell(store, folder);
  assert.equal(kit.checkWhole(reader, store, folder).states["large.txt"], "covered", "the first was forgotten");
});

test("being killed once while symbols were read counts against no file", async () => {
  const { folder, store } = makeTree();
  await runWell(store, folder);
  const readSymbols = () => Object.fromEntries(kit.readSymbols(reader, store, folder));
  const before = readSymbols();
  for (let i = 0; i < 3; i++) {
    // As a killed writer leaves it that was reading this file for the symbols, after it wrote the texts.
    for (const name of fs.readdirSync(store)) if (name.startsWith("symbols")) fs.rmSync(path.join(store, name));
    fs.writeFileSync(path.join(store, "working"), "c/f1.c\0");
    await runWell(store, folder);
  }
  assert.deepEqual(readSymbols(), before);
});

test("damage of any file of the store leads to a new index", async () => {
  const { folder, store } = makeTree();
  kit.writeOld(path.join(folder, "new.txt"), "new\n");
  let last = (await runWell(store, folder)).generation;
  const damages = {
    empty: (file) => fs.truncateSync(file, 0),
    cut: (file) => fs.truncateSync(file, fs.statSync(file).size - 1),
    missing: (file) => fs.rmSync(file),
    changed: (file) => {
      const bytes = fs.readFileSync(file);
      bytes[Math.floor(bytes.length / 2)] ^= 4;
      fs.writeFileSync(file, bytes);
    },
    longer: (file) => fs.appendFileSync(file, "x"),
  };
  for (const [name, damage] of Object.entries(damages))
    for (const kind of ["manifest", "base", "delta"]) {
      kit.writeOld(path.join(folder, "new.txt"), `${name} ${kind}\n`);
      last = (await runWell(store, folder)).generation;
      const file = fs.readdirSync(store).find((found) => found.startsWith(kind));
      if (!file) continue; // the last run made a base
      damage(path.join(store, file));
      // A damaged page of postings is found by the first search that needs it.
      const args = name === "changed" ? ["--rebuild"] : [];
      const { generation, covered } = await runWell(store, folder, { args });
      assert.ok(generation > last, `${name} ${kind}: ${generation} after ${last}`);
      assert.equal(covered, 72);
      kit.checkWhole(reader, store, folder);
      last = generation;
    }
});

test("the index of another folder is not taken", async () => {
  const { top, folder, store } = makeTree();
  const { generation } = await runWell(store, folder);
  const moved = path.join(top, "moved");
  fs.renameSync(folder, moved);
  assert.throws(() => kit.readStore(reader, store, moved), /corrupt/);
  const next = await runWell(store, moved);
  assert.ok(next.generation > generation);
  kit.checkWhole(reader, store, moved);
});

test("generations ascend though the store was removed between them", async () => {
  const { folder, store } = makeTree();
  const { generation } = await runWell(store, folder);
  fs.rmSync(store, { recursive: true });
  assert.ok((await runWell(store, folder)).generation > generation);
});

test("a list that is not one is refused, and the index stays", async () => {
  const { folder, store } = makeTree();
  await runWell(store, folder);
  const before = kit.readSegments(store);
  for (const [names, message] of [
    [["b", "a"], /^The list of files is not sorted: 'a' comes after 'b'\.\n$/],
    [["a", "a"], /^The list of files is not sorted/],
    [["a.txt", "a/b"], /^The list of files is not sorted/],
    [["/etc/passwd"], /^'\/etc\/passwd' in the list of files is not a relative path\.\n$/],
    [["a/../../b"], /is not a relative path/],
    [["a//b"], /is not a relative path/],
    [["./a"], /is not a relative path/],
  ]) {
    const { code, stdout, stderr } = await kit.run(store, folder, { names });
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, message);
  }
  for (const list of ["src.txt\0\0", "?a\0b\0\0", "?a\0 b\0\0"]) {
    const done = spawnSync(kit.indexerPath, [store, folder], { input: list, encoding: "utf8" });
    assert.deepEqual([done.status, done.stdout], [1, ""]);
    assert.match(done.stderr, /^'( b|b|src\.txt)' in the list of files has no mark\.\n$/);
  }
  assert.deepEqual(kit.readSegments(store), before);
});

test("it says in one line why it fails", async () => {
  const { top, folder, store } = makeTree();
  for (const [args, code, message] of [
    [[store, path.join(top, "missing")], 1, /^'.*missing' is not a folder\.\n$/],
    [[store, path.join(folder, "src.txt")], 1, /^'.*src\.txt' is not a folder\.\n$/],
    [[path.join(folder, "src.txt/index"), folder], 1, /^'.*src\.txt\/index' .*\.\n$/],
    [[store], 2, /^Usage: sextant-indexer/],
    [["relative", folder], 2, /^Usage: sextant-indexer/],
    [[store, folder, "/more"], 2, /^Usage: sextant-indexer/],
  ]) {
    const done = spawnSync(kit.indexerPath, args, { input: kit.asList(["src.txt"]), encoding: "utf8" });
    assert.equal(done.status, code, `${args}: ${done.stderr}`);
    assert.match(done.stderr, message);
  }
  assert.match(spawnSync(kit.indexerPath, ["--version"], { encoding: "utf8" }).stdout, /^sextant-indexer \d/);
});

test("it runs with the lowest priority and passes nothing on", { skip: process.platform !== "linux" }, async () => {
  const { folder, store } = makeTree();
  const { child, ended } = kit.start(store, folder, { env: { SEXTANT_INDEXER_PRIORITY: "" } });
  await waitFor(() => fs.existsSync(path.join(store, "lock")), "lock");
  const about = (name) => fs.readFileSync(`/proc/${child.pid}/${name}`, "utf8");
  assert.equal(about("stat").split(") ")[1].split(" ")[16], "19");
  assert.match(about("limits"), /^Max data size +1073741824 +1073741824 /m);
  assert.equal(fs.readlinkSync(`/proc/${child.pid}/cwd`), "/");
  child.stdin.end();
  assert.equal((await ended).code, 4);
});

test("a disk without room and one that is read-only leave the index as it is", async (t) => {
  const mount = fs.mkdtempSync(path.join(os.tmpdir(), "sextant-disk-"));
  const disk = mountSmallDisk(mount, "1m");
  t.after(() => {
    disk?.remove();
    fs.rmdirSync(mount);
  });
  if (!disk) return t.skip("mounting is not allowed");
  const { folder } = makeTree();
  const store = path.join(mount, "index");
  disk.fill();
  const failWell = async (message) => {
    const { code, stderr } = await kit.run(store, folder);
    assert.equal(code, 1);
    assert.match(stderr, message);
  };
  await failWell(/^'.*' could not be written: .*no space left on device.*\n$|^No room|^The disk/i);
  disk.empty();
  const { generation } = await runWell(store, folder);
  const before = kit.readSegments(store);
  kit.writeOld(path.join(folder, "new.txt"), "new\n");
  disk.fill();
  await failWell(/^[^\n]*space[^\n]*\n$/i);
  const checkOld = () => {
    assert.equal(kit.readStore(reader, store, folder).generation, generation);
    assert.deepEqual(kit.readSegments(store), before);
  };
  checkOld();
  disk.empty();
  assert.ok(disk.makeReadOnly(true));
  await failWell(/^'.*' cannot be written: read-only file system\.[^\n]*\n$/);
  checkOld();
  assert.ok(disk.makeReadOnly(false));
  assert.ok((await runWell(store, folder)).generation > generation);
  kit.checkWhole(reader, store, folder);
});

test("it ends though a read hangs, and reads that file again", async (t) => {
  if (process.env.LD_PRELOAD) return t.skip("another library is preloaded");
  const { top, folder, store } = makeTree();
  const mark = path.join(top, "mark");
  const env = {
    LD_PRELOAD: kit.buildFaults(top),
    SX_FAULT_KIND: "read",
    SX_FAULT_AT: 1,
    SX_FAULT_ERROR: 0,
    SX_FAULT_MARK: mark,
  };
  const { child, ended } = kit.start(store, folder, { env });
  child.stdin.write(kit.asList(kit.listFiles(folder)));
  await waitFor(() => fs.existsSync(mark), "read that hangs");
  child.stdin.end();
  assert.equal((await ended).code, 4);
  assert.ok(fs.existsSync(path.join(store, "working")));
  assert.equal((await runWell(store, folder)).covered, 71);
  kit.checkWhole(reader, store, folder);
});

test("a reader has one whole generation whenever it looks", async (t) => {
  const { folder, store } = makeTree();
  const write = (size) => {
    for (let i = 0; i < 20; i++) kit.writeOld(path.join(folder, `same${i}.txt`), `${"x".repeat(size)}\n`);
  };
  write(1);
  await runWell(store, folder);
  const child = spawn(reader, ["watch", store, folder]);
  let output = "";
  for (const name of ["stdout", "stderr"]) child[name].on("data", (chunk) => (output += chunk));
  const ended = once(child, "close");
  const rounds = 40;
  for (let round = 2; round < rounds; round++) {
    write(round);
    // A new base now and then.
    if (round % 5 === 0) kit.writeOld(path.join(folder, "big.txt"), `${round} in the big file\n`.repeat(9000));
    await runWell(store, folder);
  }
  child.stdin.end();
  assert.equal((await ended)[0], 0, output);
  const [opened, generations] = output.trim().split(" ").map(Number);
  t.diagnostic(`opened ${opened} times, ${generations} generations`);
  // How often it comes to it depends on how busy the machine is.
  assert.ok(opened > rounds && generations > rounds / 4, output);
});
