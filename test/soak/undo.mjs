/**
 * Random previews, applies, undos and edits from outside against a model of what must be in the
 * files: every change is applied at most once and undone at most once, never another one instead,
 * and a call that fails changes nothing.
 *
 *   node test/soak/undo.mjs [--seconds N] [--seed N]
 */
import assert from "node:assert/strict";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

import { makeEditor } from "../engine/fake-editor.mjs";
import { makeRandom, runRounds } from "./random.mjs";

const CALLS = 500;
const FILES = ["a.txt", "b.txt", "c.txt"];
const LINES = 24;
/** As native/change/store.h: older previews may be forgotten. */
const MOST_PREVIEWS = 64;

const factsOf = (answer) => JSON.parse(answer.factsJson);

class Model {
  /** Lines by file; undefined where there is no file. */
  texts = new Map();
  /** By id: {state, turn, made, kind, file, edits | lines}. */
  changes = new Map();
  turn = 0;
  serial = 0;

  constructor(editor, random) {
    Object.assign(this, { editor, random });
    for (const file of FILES)
      this.texts.set(
        file,
        Array.from({ length: LINES }, () => this.line()),
      );
    for (const [file, lines] of this.texts) writeFileSync(editor.path(file), join(lines));
  }

  line() {
    return `line ${++this.serial}`;
  }

  /** The texts of the files now, unsaved text before that on the disk. */
  look() {
    const found = new Map();
    for (const file of this.texts.keys()) {
      const path = this.editor.path(file);
      const has = this.editor.dirty.has(path) || existsSync(path);
      found.set(file, has ? this.editor.text(path).split("\n").slice(0, -1) : undefined);
    }
    return found;
  }

  check(what) {
    assert.deepEqual([...this.look()], [...this.texts], what);
  }

  last() {
    const applied = [...this.changes.entries()].filter(([, { state }]) => state === "applied");
    return applied.sort(([, a], [, b]) => b.turn - a.turn)[0]?.[0];
  }
}

const join = (lines) => lines.map((line) => `${line}\n`).join("");

/** Whether lines `from` can become lines `to` in `now`: yes, no, or (their neighbours moved) either. */
function judge(now, edits) {
  if (!now) return "no";
  if (edits.some(({ at, from, to }) => now[at] !== from && now[at] !== to)) return "no";
  const isClean = edits.every(({ at, around }) =>
    around.every((line, i) => line === undefined || now[at - 1 + i] === line),
  );
  return isClean ? "yes" : "either";
}

/** The lines beside each edit as they were; those that the change itself makes do not count. */
function withNeighbours(lines, edits, side) {
  const of = new Map(edits.map((edit) => [edit.at, edit[side]]));
  return edits.map((edit) => ({
    ...edit,
    around: [-1, 0, 1].map((step) => of.get(edit.at + step) ?? lines[edit.at + step]),
  }));
}

const replaced = (now, edits) => now.map((line, at) => edits.find((edit) => edit.at === at)?.to ?? line);

/** Does it to the model; the answer says whether it was done. */
function expectPlaced(model, change, edits, answer, what) {
  const verdict = judge(model.texts.get(change.file), edits);
  if (verdict === "yes") assert.equal(answer.code, "found", `${what}: ${answer.text}`);
  if (verdict === "no") assert.equal(answer.isError, true, `${what}: ${answer.text}`);
  if (answer.code !== "found") assert.equal(answer.isError, true, `${what}: ${answer.text}`);
  else model.texts.set(change.file, replaced(model.texts.get(change.file), edits));
  return answer.code === "found";
}

function applyTo(model, change, answer, what) {
  const { kind, file } = change;
  if (kind === "edit") {
    const isDone = expectPlaced(model, change, change.edits, answer, what);
    if (isDone) change.after = model.texts.get(file);
    return isDone;
  }
  const isThere = model.texts.get(file) !== undefined;
  assert.equal(answer.code === "found", kind === "create" ? !isThere : isThere, `${what}: ${answer.text}`);
  if (answer.code !== "found") return false;
  change.before = model.texts.get(file);
  model.texts.set(file, kind === "create" ? change.lines : undefined);
  return true;
}

function undoIn(model, change, answer, what) {
  const { kind, file } = change;
  const now = model.texts.get(file);
  if (kind === "edit") {
    const inverse = change.edits.map(({ at, from, to }) => ({ at, from: to, to: from }));
    return expectPlaced(model, change, withNeighbours(change.after, inverse, "from"), answer, what);
  }
  const others = [...model.changes.values()].filter((one) => one !== change && one.file === file);
  // Where a later change deleted it, that one is undone first.
  const isGone = now === undefined && !others.some(({ state }) => state === "applied");
  const canUndo = kind === "create" ? isGone || (now && join(now) === join(change.lines)) : now === undefined;
  assert.equal(answer.code === "found", Boolean(canUndo), `${what}: ${answer.text}`);
  if (answer.code === "found") model.texts.set(file, kind === "create" ? undefined : change.before);
  return answer.code === "found";
}

/* ---- what is done --------------------------------------------------------------------------- */

function makeEdit(model) {
  const { random } = model;
  const there = FILES.filter((file) => model.texts.get(file));
  if (!there.length) return undefined;
  const file = random.pick(there);
  const lines = model.texts.get(file);
  const rows = random.sample([...lines.keys()], 1 + random.below(3)).sort((a, b) => a - b);
  const edits = rows.map((at) => ({ at, from: lines[at], to: model.line() }));
  return { kind: "edit", file, edits: withNeighbours(lines, edits, "from") };
}

const argumentsOf = ({ file, edits }) => ({
  file,
  edits: edits.map(({ at, to }) => ({ line_start: at + 1, line_end: at + 1, new_text: to })),
});

const remember = (model, answer, change, state) => {
  const id = factsOf(answer).change;
  assert.ok(id && !model.changes.has(id), `a new id: ${answer.text}`);
  model.changes.set(id, { ...change, state, made: ++model.turn, turn: model.turn });
};

/** Reports to the engine what the editor's watcher would. */
const told = (model, file) => model.editor.engine.fileChanged(model.editor.path(file), true);

const ACTS = {
  async preview(model) {
    const change = makeEdit(model);
    if (!change) return;
    const answer = await model.editor.run("edit_buffer", { ...argumentsOf(change), preview: true });
    assert.equal(answer.code, "found", answer.text);
    remember(model, answer, change, "planned");
  },

  async edit(model) {
    const change = makeEdit(model);
    if (!change) return;
    const answer = await model.editor.run("edit_buffer", {
      ...argumentsOf(change),
      preview: false,
      save: !model.random.isOneIn(3),
    });
    assert.equal(answer.code, "found", answer.text);
    assert.ok(applyTo(model, change, answer, "edit"));
    remember(model, answer, change, "applied");
  },

  async make(model) {
    const file = `new/${++model.serial}.txt`;
    model.texts.set(file, undefined);
    const change = { kind: "create", file, lines: [model.line(), model.line()] };
    const answer = await model.editor.run("file_write", { filePath: file, content: join(change.lines) });
    assert.ok(applyTo(model, change, answer, "make"));
    remember(model, answer, change, "applied");
    told(model, file);
  },

  async remove(model) {
    const file = model.random.pick(FILES);
    const path = model.editor.path(file);
    if (!model.texts.get(file) || model.editor.dirty.has(path)) return;
    const change = { kind: "delete", file };
    const answer = await model.editor.run("file_manage", { action: "delete", path: file });
    assert.ok(applyTo(model, change, answer, "remove"));
    remember(model, answer, change, "applied");
    told(model, file);
  },

  /** One call, or several at once: only one of them may do it. */
  async apply(model) {
    const id = model.random.pick([...model.changes.keys(), "c99999"]);
    const change = model.changes.get(id);
    const count = model.random.isOneIn(3) ? 2 + model.random.below(3) : 1;
    const run = () => model.editor.run("edit_buffer", { change: id, preview: false });
    const answers = await Promise.all(Array.from({ length: count }, run));
    const done = answers.filter(({ code }) => code === "found");
    assert.ok(done.length <= 1, `${id} was applied ${done.length} times`);
    const answer = done[0] ?? answers[0];
    if (!change) return assert.equal(answer.code, "not_found", answer.text);
    const since = [...model.changes.values()].filter(({ made }) => made > change.made).length;
    if (change.state !== "planned")
      return assert.equal(answer.isError, true, `${id} is ${change.state}: ${answer.text}`);
    if (/There is no change/.test(answer.text)) return assert.ok(since >= MOST_PREVIEWS, `${id} was forgotten early`);
    if (applyTo(model, change, answer, `apply ${id}`)) Object.assign(change, { state: "applied", turn: ++model.turn });
  },

  async undo(model) {
    const id = model.random.pick([...model.changes.keys(), "c99999"]);
    const count = model.random.isOneIn(3) ? 2 + model.random.below(3) : 1;
    const run = () => model.editor.run("undo_change", { change: id });
    expectUndone(model, id, await Promise.all(Array.from({ length: count }, run)));
  },

  async undoLast(model) {
    const last = model.last();
    const answer = await model.editor.run(
      "undo_last_change",
      {},
      { isMarkdown: true, isPerson: true, isApproved: true },
    );
    if (!last) return assert.equal(answer.code, "not_found", answer.text);
    expectUndone(model, last, [answer]);
  },

  /** Another editor, or a person's typing. */
  async outside(model) {
    const there = FILES.filter((file) => model.texts.get(file));
    if (!there.length) return;
    const file = model.random.pick(there);
    const path = model.editor.path(file);
    const lines = [...model.texts.get(file)];
    lines[model.random.below(lines.length)] = model.line();
    model.texts.set(file, lines);
    if (model.editor.dirty.has(path) || model.random.isOneIn(2)) model.editor.dirty.set(path, join(lines));
    else writeFileSync(path, join(lines));
  },

  async save(model) {
    for (const path of [...model.editor.dirty.keys()]) model.editor.save([path]);
  },

  /** Another program deletes a new file. */
  async outsideRemove(model) {
    const made = [...model.texts.keys()].filter((file) => file.startsWith("new/") && model.texts.get(file));
    if (!made.length) return;
    const file = model.random.pick(made);
    rmSync(model.editor.path(file));
    model.editor.dirty.delete(model.editor.path(file));
    model.texts.set(file, undefined);
    told(model, file);
  },
};

function expectUndone(model, id, answers) {
  const change = model.changes.get(id);
  const done = answers.filter(({ code }) => code === "found");
  assert.ok(done.length <= 1, `${id} was undone ${done.length} times`);
  const answer = done[0] ?? answers[0];
  if (!change) return assert.equal(answer.code, "not_found", answer.text);
  if (change.state !== "applied") {
    assert.equal(answer.isError, true, `${id} is ${change.state}: ${answer.text}`);
    if (change.state === "undone") assert.match(answer.text, /has already been undone/);
    return;
  }
  assert.doesNotMatch(answer.text, /There is no change/, "what was applied is never forgotten");
  if (!undoIn(model, change, answer, `undo ${id}`)) return;
  assert.equal(JSON.parse(answer.factsJson).change, id);
  change.state = "undone";
  told(model, change.file);
}

/** By how often they come. */
const WEIGHTS = {
  preview: 20,
  edit: 20,
  apply: 20,
  undo: 16,
  undoLast: 10,
  outside: 12,
  save: 4,
  make: 1,
  remove: 1,
  outsideRemove: 1,
};
const BAG = Object.entries(WEIGHTS).flatMap(([act, weight]) => Array(weight).fill(act));

/** Runs `calls` random acts of a seed. */
export async function runModel(seed, calls) {
  const ends = [];
  const random = makeRandom(seed);
  const editor = makeEditor({ after: (end) => ends.push(end) }, {});
  const model = new Model(editor, random);
  try {
    for (let i = 0; i < calls; i++) {
      const act = random.pick(BAG);
      await ACTS[act](model);
      model.check(`seed ${seed}, ${i}: ${act}`);
    }
    // In the end everything that is still applied and undisturbed goes back, one by one.
    for (let last; (last = model.last()) !== undefined;) {
      const change = model.changes.get(last);
      await ACTS.undoLast(model);
      model.check(`seed ${seed}, the end: ${last}`);
      if (change.state === "applied") break; // somebody else's lines are in the way
    }
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  let calls = 0;
  await runRounds(
    async (seed) => {
      await runModel(seed, CALLS);
      calls += CALLS;
    },
    process.argv.slice(2),
    () => console.log(`${calls} calls`),
  );
}
