/** Several environments in one process, and how the addon begins and ends in each. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import test from "node:test";
import v8 from "node:v8";
import vm from "node:vm";
import { Worker } from "node:worker_threads";
import { addon, addonPath, Engine, loadAddon, makeEditor, shimPath, TOOL, until, USER } from "./fake-editor.mjs";

const ASK = { symbol: "User", file: "src/user.ts" };

function startWorker(editor, delay = 3) {
  const workerData = { shimPath, addonPath, folder: editor.folders[0], delay };
  const worker = new Worker(new URL("worker.mjs", import.meta.url), { workerData });
  const failed = new Promise((_, reject) => worker.once("error", reject));
  failed.catch(() => {});
  const exited = new Promise((resolve) => worker.once("exit", resolve));
  const busy = new Promise((resolve) => worker.on("message", (text) => text === "busy" && resolve()));
  return { worker, exited, busy: Promise.race([busy, failed]) };
}

test("two environments in one process", async (t) => {
  const editor = makeEditor(t, USER);
  const { worker, busy, exited } = startWorker(editor);
  await busy;
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, i) => editor.call({ ...ASK, max_tokens: 1000 + i })),
  );
  for (const answer of answers) assert.equal(answer.code, "found", answer.text);
  worker.postMessage("dispose");
  assert.equal(await exited, 0);
  editor.engine.touch();
  assert.equal((await editor.call(ASK)).code, "found");
});

test("workers that are terminated with calls in flight, 50 times", async (t) => {
  const editor = makeEditor(t, USER);
  for (let round = 0; round < 25; round++) {
    // One that answers at once is mostly inside the engine's callbacks when the end comes.
    const workers = [startWorker(editor, 3), startWorker(editor, 0)];
    for (const { worker, busy } of workers) {
      await busy;
      if (round % 5) await worker.terminate();
      else worker.postMessage("exit");
    }
    await Promise.all(workers.map(({ exited }) => exited));
  }
  assert.equal((await editor.call(ASK)).code, "found");
});

test("workers that are terminated while they start", async (t) => {
  const editor = makeEditor(t, USER);
  await Promise.all(
    [...Array(4).keys()].map(async (lane) => {
      for (let round = 0; round < 10; round++) {
        const { worker, exited, busy } = startWorker(editor, 0);
        busy.catch(() => {});
        await new Promise((resolve) => setTimeout(resolve, lane * 10 + round * 4));
        await worker.terminate();
        await exited;
      }
    }),
  );
  assert.equal((await editor.call(ASK)).code, "found");
});

test("a worker that ends without disposing the engine", async (t) => {
  const source = `
    const { parentPort, workerData } = require('node:worker_threads');
    const module_ = { exports: {} };
    process.dlopen(module_, workerData);
    const engine = new module_.exports.Engine(() => {}, () => {});
    engine.setRoots(['a', '/']);`;
  for (let i = 0; i < 10; i++) {
    const worker = new Worker(source, { eval: true, workerData: addonPath });
    assert.equal(await new Promise((resolve) => worker.once("exit", resolve)), 0);
  }
  assert.ok(t);
});

test("loaded twice in one environment", async (t) => {
  const again = loadAddon(addonPath);
  assert.deepEqual(again.definitions, addon.definitions);
  const engine = new Engine(again, {});
  t.after(() => engine.dispose());
  assert.equal((await engine.call(TOOL, {})).code, "invalid_argument");
});

test("an addon that cannot be loaded throws", () => {
  assert.throws(() => loadAddon("/no/such/addon.node"), /no\/such\/addon\.node/);
  assert.throws(() => loadAddon(process.execPath), /cannot dynamically load|executable/);
});

test("constructed and called in ways that it is not made for", () => {
  const nothing = () => {};
  const bad = [
    [],
    [nothing],
    [nothing, 5],
    [null, nothing],
    [nothing, null],
    [{}, {}],
    ["a", "b"],
    [undefined, undefined],
  ];
  for (const args of bad) assert.throws(() => new addon.Engine(...args), { code: "invalid_argument" });
  assert.throws(() => addon.Engine(nothing, nothing));
  assert.throws(() => addon.Engine.prototype.call.call({}, 1, "a", "{}", false, 1));
  assert.throws(() => addon.Engine.prototype.call.call(undefined, 1, "a", "{}", false, 1));
  const engine = new addon.Engine(nothing, nothing);
  const odd = [
    [],
    [1],
    [1, TOOL],
    [1, TOOL, "{}", false],
    ["1", TOOL, "{}", false, 1000],
    [1, 5, "{}", false, 1000],
    [1, TOOL, {}, false, 1000],
    [1, TOOL, null, false, 1000],
    [1, TOOL, "{}", false, "1000"],
    [Symbol("x"), TOOL, "{}", false, 1],
    [1n, TOOL, "{}", false, 1],
  ];
  for (const args of odd) assert.throws(() => engine.call(...args), { code: "invalid_argument" });
  for (const args of [[], ["1"], [null], [{}], [Symbol("x")], [1n], [-1], [NaN], [1e300]]) engine.cancel(...args);
  for (const args of [[5], [null], [{}], [["a"]], [[1, 2]], [[null, undefined]], [["a", "/"], 1]])
    engine.setRoots(...args);
  assert.throws(() => engine.setRoots(), { code: "invalid_argument" });
  for (const args of [[], [5], [null], ["\0"], ["x".repeat(1 << 20)]]) engine.fileChanged(...args);
  engine.stop();
  engine.stop();
  assert.throws(() => engine.setRoots([]), { code: "closed" });
  assert.throws(() => engine.call(1, TOOL, "{}", false, 1000), { code: "closed" });
});

test("odd deadlines", async (t) => {
  const results = new Map();
  const engine = new addon.Engine(
    () => {},
    (id, isError, code) => results.set(id, code),
  );
  t.after(() => engine.stop());
  const odd = [-1, -1e300, 0.5, 1, 2 ** 31, 2 ** 53, 1e300, Infinity, NaN, 0];
  for (const [id, ms] of odd.entries()) engine.call(id, TOOL, "{}", false, ms);
  await until(() => results.size === odd.length);
});

test("an engine without references is collected", async () => {
  v8.setFlagsFromString("--expose-gc");
  const collect = vm.runInNewContext("gc");
  let ended = 0;
  const registry = new FinalizationRegistry(() => ended++);
  for (let i = 0; i < 20; i++) {
    const engine = new Engine(addon, {});
    registry.register(engine, i);
    assert.equal((await engine.call(TOOL, {})).code, "invalid_argument");
    engine.dispose();
  }
  const end = Date.now() + 10000;
  while (ended < 18 && Date.now() < end) {
    collect();
    await new Promise(setImmediate);
  }
  assert.ok(ended >= 18, `${ended} of 20`);
});

test("a process ends by itself: an idle engine does not keep it, a call does", () => {
  const source = `
    const module_ = { exports: {} };
    process.dlopen(module_, ${JSON.stringify(addonPath)});
    const engine = new module_.exports.Engine(() => {}, (id, e, code) => console.log(code));
    engine.call(1, 'get_symbol_documentation', '{"symbol":"x"}', false, 300);`;
  const made = spawnSync(process.execPath, ["-e", source], { encoding: "utf8", timeout: 20000 });
  assert.equal(made.status, 0, made.stderr);
  assert.match(made.stdout, /^(unknown|deadline|none)\n$/);
});

test("a process that exits with calls in flight", () => {
  const source = `
    const module_ = { exports: {} };
    process.dlopen(module_, ${JSON.stringify(addonPath)});
    let asked = 0;
    const engine = new module_.exports.Engine(() => { if (++asked === 20) process.exit(7); }, () => {});
    for (let i = 0; i < 80; i++)
      engine.call(i, 'get_symbol_documentation', '{"symbol":"x"}', false, 9000);`;
  for (let i = 0; i < 5; i++) {
    const made = spawnSync(process.execPath, ["-e", source], { encoding: "utf8", timeout: 20000 });
    assert.equal(made.status, 7, made.stderr);
    assert.equal(made.stderr, "");
  }
});
