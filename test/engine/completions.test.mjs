/** Completions: which are listed, in which order, and what a server that fails costs. */
import assert from "node:assert/strict";
import test from "node:test";
import { makeEditor } from "./fake-editor.mjs";

const [TEXT, METHOD, VARIABLE, KEYWORD, SNIPPET] = [0, 1, 5, 13, 14];
const AT = { file_path: "src/a.ts", line: 2, column: 6 };

/** An editor in whose file `thing.` stands on line 2; `rows` is what its servers complete there. */
function makeCompleting(t, rows, { isIncomplete = false, line = "thing" } = {}) {
  const editor = makeEditor(t, { "src/a.ts": `const thing = 1;\n${line}\n` });
  editor.completionsAsked = [];
  editor.ops.completions = async (file, row, column, resolve) => {
    editor.completionsAsked.push(resolve);
    return { data: { isIncomplete, items: rows.map((make, i) => make(i < resolve)) } };
  };
  return editor;
}

/** A completion whose detail comes when it is resolved. */
const item =
  (label, kind = VARIABLE, detail = `const ${label}: number`) =>
  (isResolved) => [
    label,
    kind,
    label,
    "",
    isResolved ? detail : "",
    isResolved ? `All about ${label}. And more.` : "",
    false,
  ];

const labelsOf = ({ factsJson }) => JSON.parse(factsJson).completions.map(({ label }) => label);

test("names that begin as the word, in its case first; words and snippets of the editor are none", async (t) => {
  const rows = [item("Thingy"), item("thing", TEXT), item("other"), item("thingamy"), item("thing…", SNIPPET)];
  const editor = makeCompleting(t, rows);
  const answer = await editor.run("get_completions", AT);
  assert.deepEqual(labelsOf(answer), ["thingamy", "Thingy"]);
  assert.equal(
    answer.text,
    "src/a.ts:2:6: 2 completions of 'thing'\n" +
      "const thingamy: number: All about thingamy. And more.\nconst Thingy: number: All about Thingy. And more.",
  );
  assert.deepEqual(editor.completionsAsked, [0, 4], "the list, and then its details");
});

test("keywords come after all names", async (t) => {
  const rows = [item("things", KEYWORD), item("thingy"), item("Thing"), item("thing", METHOD)];
  const answer = await makeCompleting(t, rows).run("get_completions", AT);
  assert.deepEqual(labelsOf(answer), ["thingy", "thing", "Thing", "things"]);
});

test("a name that brings the mark of an optional member with it begins after that", async (t) => {
  const editor = makeCompleting(t, [() => ["thingy", METHOD, "?.thingy", "", "", "", false], item("other")]);
  assert.deepEqual(labelsOf(await editor.run("get_completions", AT)), ["thingy"]);
});

test("nothing that begins so is none, nothing at all is not known", async (t) => {
  const none = await makeCompleting(t, [item("other")]).run("get_completions", AT);
  assert.equal(none.code, "none");
  assert.equal(none.text, "src/a.ts:2:6: No completion of 'thing'; 1 that begins otherwise");
  const words = await makeCompleting(t, [item("thing", TEXT)]).run("get_completions", AT);
  assert.equal(words.code, "none");
  assert.equal(words.text, "src/a.ts:2:6: No completion of 'thing'");
  const absent = makeEditor(t, { "a.zz": "one\n" });
  absent.ops.completions = async () => ({ data: { isIncomplete: false, items: [] } });
  const answer = await absent.run("get_completions", { file_path: "a.zz", line: 1, column: 4 });
  assert.equal(answer.code, "unknown");
  assert.match(answer.text, /^Unknown: no extension that serves/);
});

test("before the project is loaded nothing is certain; the mark of clangd is none of the name", async (t) => {
  const rows = [];
  const editor = makeCompleting(t, rows);
  let asked = 0;
  editor.ops.loadProject = async () => ({ data: { loaded: ++asked > 3 } });
  editor.ops.completions = async () => ({
    data: {
      isIncomplete: false,
      items: asked > 3 ? [item("thingamy")(true), ["•thingumy", VARIABLE, "thingumy", "", "", "", false]] : [],
    },
  });
  const answer = await editor.run("get_completions", AT);
  assert.deepEqual(labelsOf(answer), ["thingamy", "thingumy"]);
  assert.equal(asked, 4);
  const silent = makeCompleting(t, []);
  silent.engine.deadlineMs = 3000;
  silent.ops.loadProject = async () => ({ data: { loaded: false } });
  const unknown = await silent.run("get_completions", AT);
  assert.equal(unknown.code, "unknown", unknown.text);
  assert.match(unknown.text, /^Unknown/);
});

test("a list that the server has cut is reported, and what is not resolved has its name", async (t) => {
  const rows = Array.from({ length: 400 }, (_, i) => item(`thing${i}`, METHOD, `(method) A.thing${i}(): void`));
  const editor = makeCompleting(t, rows, { isIncomplete: true });
  const all = [];
  let cursor,
    pages = 0;
  do {
    const { text, factsJson } = await editor.run("get_completions", {
      ...AT,
      max_results: 150,
      max_tokens: 20_000,
      ...(cursor && { cursor }),
    });
    assert.match(text, /^The server has more: a longer beginning of the word shows them\.$/m);
    const facts = JSON.parse(factsJson);
    all.push(...facts.completions);
    cursor = facts.cursor;
    pages++;
  } while (cursor);
  assert.equal(pages, 3);
  assert.deepEqual(
    all.map(({ label }) => label),
    rows.map((_, i) => `thing${i}`),
  );
  assert.equal(all[0].detail, "A.thing0(): void");
  assert.equal(all[199].detail, "A.thing199(): void");
  assert.equal(all[399].detail, undefined);
});

test("a server that fails when it resolves costs the types, one that fails at once is an error", async (t) => {
  const editor = makeCompleting(t, [item("thingamy")]);
  const list = editor.ops.completions;
  editor.ops.completions = async (file, row, column, resolve) => {
    if (resolve) throw new Error("broken");
    return list(file, row, column, resolve);
  };
  assert.equal(
    (await editor.run("get_completions", AT)).text,
    "src/a.ts:2:6: 1 completion of 'thing'\nVariable thingamy",
  );
  editor.ops.completions = async () => {
    throw new Error("broken");
  };
  const failed = await editor.run("get_completions", { ...AT, max_results: 3 });
  assert.equal(failed.code, "editor_error");
  assert.match(failed.text, /broken/);
});

test("labels with a signature, sources, deprecated ones and members behind a dot", async (t) => {
  const rows = [
    () => [" strlen(const char *s)", 2, "strlen", "", "size_t", "", false],
    () => ["read", 2, ".read", "node:fs", "", "", true],
    () => ["open", 2, "open", "", 'Add import from "./files"\n(alias) function open(): void', "", false],
  ];
  const { text } = await makeCompleting(t, rows, { line: "files.x" }).run("get_completions", AT);
  assert.equal(text, "src/a.ts:2:6: No completion of 'files'; 3 that begin otherwise");
  const members = await makeCompleting(t, rows, { line: "file. " }).run("get_completions", AT);
  assert.deepEqual(members.text.split("\n").slice(1), [
    "Function strlen(const char *s): size_t",
    "Function read (node:fs) [deprecated]",
    'function open(): void (Add import from "./files")',
  ]);
});

test("the place is required", async (t) => {
  const editor = makeCompleting(t, [item("thing")]);
  for (const args of [{ file_path: "src/a.ts" }, { file_path: "src/a.ts", line: 2 }]) {
    const answer = await editor.run("get_completions", args);
    assert.equal(answer.code, "invalid_argument");
    assert.match(answer.text, /line and column are required/);
  }
});
