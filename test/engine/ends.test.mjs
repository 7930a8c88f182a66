/** Every call ends: by deadline, cancellation, a broken editor or stop, and late replies are dropped. */
import assert from "node:assert/strict";
import test from "node:test";
import { addon, makeEditor, TOOL, until, USER } from "./fake-editor.mjs";

const ASK = { symbol: "User", file: "src/user.ts" };
const never = () => new Promise(() => {});
const OPS = ["document", "outline", "hover", "definition", "workspaceSymbols", "dirtyDocuments", "languageServers"];

/* ---- deadlines ------------------------------------------------------------------------------ */

for (const op of OPS)
  test(`an editor that never answers ${op} does not hold the call past its deadline`, async (t) => {
    const editor = makeEditor(t, USER);
    editor.on[op] = never;
    editor.engine.deadlineMs = 700;
    const began = performance.now();
    await Promise.all(
      [ASK, { symbol: "User" }, { symbol: "User", file: "src/app.ts" }].map(async (args) => {
        const answer = await editor.call(args);
        assert.ok(performance.now() - began < 800, `${performance.now() - began} ms`);
        // There is such a symbol: a late answer does not mean that there is none.
        assert.ok(["found", "unknown", "deadline"].includes(answer.code), `${answer.code}: ${answer.text}`);
      }),
    );
  });

test("a server that is loading is waited for, and then said to be unknown", async (t) => {
  const editor = makeEditor(t, USER);
  editor.on.hover = () => ({ data: [[0, "(loading...)", "", false, false]] });
  editor.on.outline = () => ({ data: [] });
  editor.engine.deadlineMs = 900;
  const answer = await editor.call(ASK);
  assert.equal(answer.code, "unknown", answer.text);
  assert.ok(editor.count("hover") > 1);
});

test("a server that comes up while it is waited for gives its answer", async (t) => {
  const editor = makeEditor(t, USER);
  const ready = Date.now() + 300;
  for (const op of ["outline", "hover", "definition"])
    editor.on[op] = (...args) => (Date.now() < ready ? { data: [] } : editor[op](...args));
  const answer = await editor.call(ASK);
  assert.equal(answer.code, "found", answer.text);
  assert.match(answer.text, /A person\./);
});

test("what was loading in one round and is outlined in the next is not waited for again", async (t) => {
  const editor = makeEditor(t, USER);
  let rounds = 0;
  editor.on.outline = (...args) => (++rounds < 3 ? { data: [] } : editor.outline(...args));
  editor.on.hover = (...args) =>
    rounds < 3 ? { data: [[0, "(loading...)", "", false, false]] } : editor.hover(...args);
  const answer = await editor.call(ASK);
  assert.equal(answer.code, "found", answer.text);
  assert.ok(rounds < 6, `${rounds} outlines`);
});

/* ---- cancellation --------------------------------------------------------------------------- */

/* Each is tried up to three times: on a busy machine a timer of its own may come late. */
async function expectCancelled(begin) {
  let took;
  for (let attempt = 0; attempt < 3; attempt++) {
    const controller = new AbortController();
    const { call } = await begin(controller.signal);
    const began = performance.now();
    controller.abort();
    const answer = await call;
    took = performance.now() - began;
    assert.equal(answer.code, "cancelled", answer.text);
    if (took < 50) return;
  }
  assert.fail(`${took} ms`);
}

for (const op of ["document", "outline", "hover"])
  test(`cancelled while ${op} is under way: within 50 ms`, async (t) => {
    const editor = makeEditor(t, USER);
    editor.on[op] = never;
    await expectCancelled(async (signal) => {
      const before = editor.count(op);
      const call = editor.call(ASK, { signal });
      await until(() => editor.count(op) > before);
      return { call };
    });
  });

test("cancelled while it sleeps between two looks", async (t) => {
  const editor = makeEditor(t, USER);
  for (const op of ["outline", "hover", "definition"]) editor.on[op] = () => ({ data: [] });
  await expectCancelled(async (signal) => {
    const before = editor.count("outline");
    const call = editor.call(ASK, { signal });
    await until(() => editor.count("outline") > before + 2);
    return { call };
  });
});

test("cancelled before it began, and while it waits its turn behind 64 others", async (t) => {
  const editor = makeEditor(t, USER);
  const begun = await editor.call(ASK, { signal: AbortSignal.abort() });
  assert.equal(begun.code, "cancelled");
  editor.on.document = never;
  for (let i = 0; i < 64; i++) void editor.call(ASK);
  await until(() => editor.count("document") === 64);
  await expectCancelled(async (signal) => ({ call: editor.call(ASK, { signal }) }));
});

test("cancelled in the moment of applying: all of it is saved, or nothing is changed", async (t) => {
  const files = { "a.txt": "one\n", "b.txt": "one\n" };
  for (const [moment, isApplied] of [
    ["policy", false],
    ["document", false],
    ["applyEdit", true],
    ["save", true],
  ]) {
    const editor = makeEditor(t, files);
    const controller = new AbortController();
    const planned = await editor.run("edit_buffer", {
      file: "a.txt",
      edits: [{ line_start: 1, line_end: 1, new_text: "two" }],
    });
    const { change } = JSON.parse(planned.factsJson);
    const usual = editor[moment].bind(editor);
    editor.on[moment] = (...args) => {
      controller.abort();
      return usual(...args);
    };
    await editor.run("edit_buffer", { change, preview: false, save: true }, { signal: controller.signal });
    await until(() => editor.dirty.size === 0);
    assert.equal(editor.text(editor.path("a.txt")), isApplied ? "two\n" : "one\n", moment);
    editor.on = {};
    const undone = await editor.run("undo_change", { change });
    assert.equal(undone.code, isApplied ? "found" : "conflict", undone.text);
  }
});

test("cancelling after the end, or twice, does nothing", async (t) => {
  const editor = makeEditor(t, USER);
  const controller = new AbortController();
  assert.equal((await editor.call(ASK, { signal: controller.signal })).code, "found");
  controller.abort();
  controller.abort();
  assert.equal((await editor.call(ASK)).code, "found");
});

/* ---- replies -------------------------------------------------------------------------------- */

/** The native engine without the shim: `answer(id, op, args)` says what to send. */
function makeNative(t, editor, onRequest) {
  const results = new Map();
  const engine = new addon.Engine(
    (id, op, args) => onRequest(engine, id, op, JSON.parse(args)),
    (id, isError, code, text) => results.set(id, { isError, code, text }),
  );
  engine.setRoots(["ws", editor.folders[0]]);
  t.after(() => engine.stop());
  const call = async (id, args, ms = 5000) => {
    engine.call(id, TOOL, JSON.stringify(args), false, ms);
    await until(() => results.has(id), 10000);
    return results.get(id);
  };
  return { engine, call, results };
}

test("late replies, second replies and replies without a request are dropped", async (t) => {
  const editor = makeEditor(t, USER);
  const held = [];
  const native = makeNative(t, editor, async (engine, id, op, args) => {
    held.push(id);
    const { data, text } = await editor[op](...args);
    const json = JSON.stringify(data);
    assert.equal(engine.reply(id + 1000, false, json), false);
    assert.equal(engine.reply(id, false, json, text), true);
    assert.equal(engine.reply(id, false, "[]"), false);
    assert.equal(engine.reply(id, true, "no"), false);
  });
  const answer = await native.call(1, ASK);
  assert.equal(answer.code, "found", answer.text);
  for (const id of held) assert.equal(native.engine.reply(id, false, "null"), false);
  for (const id of [0, -1, 2 ** 53, 1e300, NaN, Infinity, -Infinity, 0.5, "1", null, undefined, {}, [], true])
    assert.equal(native.engine.reply(id, false, "null"), false);
  assert.equal(native.engine.reply(), false);
  assert.equal(native.engine.reply(1, false), false);
});

test("replies that come after the deadline are dropped", async (t) => {
  const editor = makeEditor(t, USER);
  const late = [];
  const native = makeNative(t, editor, (engine, id) => late.push(id));
  const answer = await native.call(1, ASK, 300);
  assert.equal(answer.code, "deadline", answer.text);
  assert.ok(late.length > 0);
  for (const id of late) assert.equal(native.engine.reply(id, false, "{}", "text"), false);
});

test("callbacks that throw spoil only their own", async (t) => {
  const editor = makeEditor(t, USER);
  let count = 0;
  const native = makeNative(t, editor, (engine, id, op, args) => {
    if (count++ === 0) throw new Error("thrown in the callback");
    const { data, text } = editor[op](...args);
    engine.reply(id, false, JSON.stringify(data), text);
  });
  const first = native.call(1, ASK, 600);
  while (!count) await new Promise((done) => setTimeout(done, 1)); // else the second may be there first
  assert.equal((await native.call(2, ASK)).code, "found");
  assert.equal((await first).code, "deadline");
});

const WRONG = {
  thrown: () => {
    throw new Error("it broke <here>");
  },
  rejected: () => Promise.reject(new Error("it broke <here>")),
  "a string thrown": () => {
    throw "it broke <here>";
  },
  "nothing thrown": () => {
    throw undefined;
  },
  undefined: () => undefined,
  null: () => null,
  "data undefined": () => ({}),
  "data null": () => ({ data: null }),
  "a number": () => ({ data: 5 }),
  "a string": () => ({ data: "x" }),
  "an object": () => ({ data: { a: [{ b: null }] } }),
  "a function": () => ({ data: () => 1 }),
  "a bigint": () => ({ data: 1n }),
  "a circle": () => {
    const data = [];
    data.push(data);
    return { data };
  },
  "rows of nothing": () => ({ data: [null, [], {}, "", 0, [[]], [null, null, null]] }),
  "odd rows": () => ({ data: [["User", "x", {}, [], "yes", -1, NaN, Infinity, 1e300, "5", {}, null]] }),
  "text that is no string": () => ({
    data: { language: "typescript", version: 1, lineCount: 5, hasText: true },
    text: 5,
  }),
  "lone surrogates": () => ({ data: [["\ud800", 4, "\udfff", "", true, 0, 0, 0, 0, 0, 0, 0]] }),
  NULs: () => ({ data: [["Us\0er", 4, "\0", "\0", true, 0, 0, 0, 0, 0, 0, 0]] }),
  "huge rows": () => ({
    data: Array.from({ length: 20000 }, (_, i) => ["n".repeat(50) + i, 4, "", "", true, i % 60, i, 0, i, 0, i, 9]),
  }),
  "a huge string": () => ({ data: [["x".repeat(8 << 20), 4, "", "", true, 0, 0, 0, 0, 0, 0, 0]] }),
  "deep nesting": () => {
    let data = [];
    for (let i = 0; i < 3000; i++) data = [data];
    return { data };
  },
};

const FITTING = ["found", "none", "unknown", "deadline", "editor_error", "not_found", "too_big"];

for (const [name, reply] of Object.entries(WRONG))
  test(`a reply that is wrong (${name}) to each operation`, async (t) => {
    await Promise.all(
      OPS.map(async (op) => {
        const editor = makeEditor(t, USER);
        editor.engine.deadlineMs = 350;
        editor.on = { [op]: reply };
        const answers = await Promise.all(
          [ASK, { symbol: "User" }, { symbol: "User", file: "src/app.ts" }, { symbol: "User", file: "gone.ts" }].map(
            (args) => editor.call(args),
          ),
        );
        for (const answer of answers) {
          assert.ok(FITTING.includes(answer.code), `${op}: ${answer.code} ${answer.text}`);
          assert.ok(answer.text.length > 10);
        }
        editor.on = {};
        editor.engine.deadlineMs = 5000;
        editor.engine.touch();
        assert.equal((await editor.call(ASK)).code, "found"); // and all is well again
      }),
    );
  });

test("the editor's own message reaches the agent", async (t) => {
  const editor = makeEditor(t, USER);
  editor.on.hover = () => {
    throw new Error("provider <fell> over");
  };
  editor.on.outline = editor.on.hover;
  editor.on.definition = editor.on.hover;
  editor.engine.deadlineMs = 600;
  const answer = await editor.call(ASK);
  assert.equal(answer.code, "unknown", answer.text);
});

test("an operation that the shim does not have is an error of the editor", async (t) => {
  const editor = makeEditor(t, USER);
  delete editor.ops.document;
  const answer = await editor.call(ASK);
  assert.equal(answer.code, "editor_error", answer.text);
});

/* ---- stop ----------------------------------------------------------------------------------- */

test("disposing ends every call, and what comes after it", async (t) => {
  const editor = makeEditor(t, USER);
  editor.on.document = never;
  const calls = Array.from({ length: 200 }, () => editor.call(ASK));
  await until(() => editor.count("document") === 64);
  const began = performance.now();
  editor.engine.dispose();
  assert.ok(performance.now() - began < 500, `${performance.now() - began} ms`);
  for (const answer of await Promise.all(calls)) assert.equal(answer.code, "closed");
  const late = await editor.call(ASK);
  assert.equal(late.code, "closed");
  assert.match(late.text, /closing/);
  editor.engine.dispose();
  editor.engine.touch();
  editor.engine.forgetReadiness();
});

test("disposing from inside an operation", async (t) => {
  const editor = makeEditor(t, USER);
  editor.on.document = () => {
    editor.engine.dispose();
    return never();
  };
  const [first, second, byName] = await Promise.all([
    editor.call(ASK),
    editor.call(ASK),
    editor.call({ symbol: "User" }),
  ]);
  for (const answer of [first, second]) assert.equal(answer.code, "closed");
  // It may be done before one of the others asks for a document.
  assert.ok(["closed", "found"].includes(byName.code), byName.text);
});

test("stopping from inside a callback of the engine: no callback comes after it", async (t) => {
  const editor = makeEditor(t, USER);
  let after = 0,
    isStopped = false;
  const native = makeNative(t, editor, (engine) => {
    if (isStopped) after++;
    isStopped = true;
    engine.stop();
  });
  for (let id = 1; id <= 20; id++) native.engine.call(id, TOOL, JSON.stringify(ASK), false, 5000);
  await until(() => isStopped);
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(after, 0);
  assert.equal(native.results.size, 0);
  assert.throws(() => native.engine.call(99, TOOL, "{}", false, 1000), { code: "closed" });
  assert.equal(native.engine.reply(1, false, "[]"), false);
});
