/** checkpoint and recall: what is kept of earlier work, and how it is found. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";

import { makeRunner } from "../runners/kit.mjs";
import { makeFolder, openEditor } from "./fake-editor.mjs";

const caller = { kind: "socket", client: "Cline 3.1.0" };

/** A window of a workspace whose private folder is `storage`. */
function open(t, storage = makeFolder(), folder = makeFolder()) {
  const editor = openEditor(folder);
  editor.engine.keepChanges(storage);
  t.after(() => editor.engine.dispose());
  return editor;
}

async function call(editor, tool, args, more = {}) {
  const answer = await editor.engine.call(tool, args, { caller, ...more });
  return { ...answer, facts: answer.factsJson ? JSON.parse(answer.factsJson) : undefined };
}

async function save(editor, description, more) {
  const { isError, text, facts } = await call(editor, "checkpoint", { description, ...more });
  assert.equal(isError, false, text);
  return Number(facts.id);
}

/** The ids that recall lists. */
async function recall(editor, args = {}) {
  const { isError, text, facts } = await call(editor, "recall", args);
  assert.equal(isError, false, text);
  return facts.checkpoints.map(({ id }) => Number(id));
}

const today = () => {
  const now = new Date();
  const two = (number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
};

test("a checkpoint is kept with what git has, and recalled", async (t) => {
  const folder = makeFolder();
  const editor = open(t, undefined, folder);
  const changed = [path.join(folder, "src/a.ts"), path.join(folder, "b.ts")];
  const repository = { root: folder, branch: "main", commit: "0123456789abcdef", changed };
  editor.on.repositories = () => ({ data: [repository] });
  const saved = await call(editor, "checkpoint", { description: "Did it.\n\nThe rest is left.", tags: ["one", "two"] });
  assert.equal(saved.text, "Checkpoint 1 is kept.");
  const { text, facts, code } = await call(editor, "recall", {});
  assert.equal(code, "found");
  assert.equal(
    text.replace(/\d\d:\d\d/, "HH:MM"),
    `1 checkpoint\n${today()}\n#1 HH:MM Cline, main 012345678, tags: one, two\n  Did it.\n\n  The rest is left.\n  Changed: src/a.ts, b.ts`,
  );
  const [{ time_ms, ...one }] = facts.checkpoints;
  assert.ok(Math.abs(time_ms - Date.now()) < 60_000);
  assert.deepEqual(one, {
    id: "1",
    client: "Cline",
    branch: "main",
    commit: "0123456789abcdef",
    description: "Did it.\n\nThe rest is left.",
    tags: ["one", "two"],
    files: ["src/a.ts", "b.ts"],
    symbols: [],
  });
});

test("symbols of the changed files are listed, and find it", async (t) => {
  const folder = makeFolder();
  const source = "int add_apples(int n) {\n  int inner = n;\n  return inner;\n}\nstruct basket {\n  int size;\n};\n";
  fs.writeFileSync(path.join(folder, "a.c"), source);
  fs.writeFileSync(path.join(folder, "b.bin"), "\0\0");
  const editor = open(t, undefined, folder);
  const changed = ["a.c", "b.bin", "gone.c"].map((name) => path.join(folder, name));
  editor.on.repositories = () => ({ data: [{ root: folder, branch: "", commit: "", changed }] });
  await save(editor, "x");
  const { facts, text } = await call(editor, "recall", { query: "basket" });
  assert.deepEqual(facts.checkpoints[0].symbols, ["add_apples", "basket"]);
  assert.match(text, /\n {2}Changed: a\.c, b\.bin, gone\.c\n {2}Symbols there: add_apples, basket$/);
});

test("files that .sextantignore hides are not named", async (t) => {
  const folder = makeFolder();
  fs.writeFileSync(path.join(folder, ".sextantignore"), "secret/\n");
  const editor = open(t, undefined, folder);
  const changed = [path.join(folder, "secret/a.ts"), path.join(folder, "b.ts")];
  for (const file of changed) fs.mkdirSync(path.dirname(file), { recursive: true });
  for (const file of changed) fs.writeFileSync(file, "");
  editor.on.repositories = () => ({ data: [{ root: folder, branch: "", commit: "", changed }] });
  await save(editor, "x");
  const { facts, text } = await call(editor, "recall", {});
  assert.deepEqual(facts.checkpoints[0].files, ["b.ts"]);
  assert.doesNotMatch(text, /secret/);
});

test("without git, or where it fails, the text is kept", async (t) => {
  const editor = open(t);
  editor.on.repositories = () => {
    throw new Error("no git");
  };
  await save(editor, "x");
  assert.match((await call(editor, "recall", {})).text, /#1 \d\d:\d\d Cline\n {2}x$/);
});

test("git looks at the files first, and the answer has a note where it does not in time", async (t) => {
  const folder = makeFolder();
  const editor = open(t, undefined, folder);
  const repository = (...names) => ({
    data: [{ root: folder, branch: "main", commit: "", changed: names.map((name) => path.join(folder, name)) }],
  });
  editor.on.repositories = (isFresh) => (isFresh ? repository("old.ts", "new.ts") : repository("old.ts"));
  const { text } = await call(editor, "checkpoint", { description: "x" });
  assert.equal(text, "Checkpoint 1 is kept.");
  const note =
    /^Checkpoint \d is kept\.\nNote: git did not look at the files in time: .* may be missing from its list\.$/;
  for (const late of [() => new Promise(() => {}), () => Promise.reject(new Error("git is locked"))]) {
    editor.on.repositories = (isFresh) => (isFresh ? late() : repository("old.ts"));
    const begun = Date.now();
    assert.match((await call(editor, "checkpoint", { description: "x" })).text, note);
    assert.ok(Date.now() - begun < 6000, `${Date.now() - begun} ms`);
  }
  const { facts } = await call(editor, "recall", {});
  assert.deepEqual(
    facts.checkpoints.map(({ files }) => files),
    [["old.ts"], ["old.ts"], ["old.ts", "new.ts"]],
  );
});

test("the newest come first, and the limit counts", async (t) => {
  const editor = open(t);
  assert.equal((await call(editor, "recall", {})).text, "0 checkpoints: checkpoint makes them.");
  for (let i = 0; i < 15; i++) await save(editor, `note ${i}`);
  assert.deepEqual(await recall(editor), [15, 14, 13, 12, 11, 10, 9, 8, 7, 6]);
  assert.deepEqual(await recall(editor, { limit: 2 }), [15, 14]);
  assert.match((await call(editor, "recall", { limit: 2 })).text, /^2 of 15 checkpoints\n/);
});

test("they are found by their words, by parts of identifiers, tags, files, and by meaning", async (t) => {
  const folder = makeFolder();
  const editor = open(t, undefined, folder);
  await save(editor, "parseHTTPHeader_v2 was slow, as it copied each line.");
  await save(editor, "The user is asked before a file is removed.", { tags: ["approval"] });
  editor.on.repositories = () => ({
    data: [
      { root: folder, branch: "feature/billing", commit: "", changed: [path.join(folder, "src/InvoiceTotals.ts")] },
    ],
  });
  await save(editor, "Rounded to cents.");
  editor.on.repositories = () => ({ data: [] });
  await save(editor, "Numbers of the report are sorted.");
  assert.deepEqual(await recall(editor, { query: "http header" }), [1]);
  assert.deepEqual(await recall(editor, { query: "copying lines" }), [1]);
  assert.deepEqual(await recall(editor, { query: "approval" }), [2]);
  assert.deepEqual(await recall(editor, { query: "invoice" }), [3]);
  assert.deepEqual(await recall(editor, { query: "billing" }), [3]);
  // Without a word of it: "delete" goes with "remove".
  assert.deepEqual(await recall(editor, { query: "delete" }), [2]);
  assert.deepEqual(await recall(editor, { query: "zebra" }), []);
  assert.deepEqual(await recall(editor, { query: "?!" }), []);
  assert.deepEqual(await recall(editor, { query: 'a "quoted* NEAR(x) OR -header' }), [1]);
  assert.equal((await call(editor, "recall", { query: "zebra" })).code, "none");
});

test("the best are chosen, not the newest", async (t) => {
  const editor = open(t);
  await save(editor, "The cache of answers is emptied when the index changes.");
  for (let i = 0; i < 20; i++) await save(editor, `Note ${i}: the index was looked at once more, and nothing else.`);
  assert.deepEqual(await recall(editor, { query: "when is the cache emptied, index?", limit: 1 }), [1]);
});

test("tags and times narrow both", async (t) => {
  const storage = makeFolder();
  const editor = open(t, storage);
  await save(editor, "old header", { tags: ["a"] });
  await save(editor, "new header", { tags: ["a", "b"] });
  await save(editor, "other", { tags: ["ab"] });
  assert.deepEqual(await recall(editor, { tags: ["a"] }), [2, 1]);
  assert.deepEqual(await recall(editor, { tags: ["a", "b"] }), [2]);
  assert.deepEqual(await recall(editor, { tags: "ab" }), [3]);
  assert.deepEqual(await recall(editor, { query: "header", tags: ["b"] }), [2]);
  for (const args of [
    { days: 1 },
    { since: "2h" },
    { since: "1 week" },
    { since: today() },
    { query: "header", since: "2020-01-01T10:00Z" },
  ])
    assert.ok((await recall(editor, args)).includes(2), JSON.stringify(args));
  assert.deepEqual(await recall(editor, { since: "2999-01-01" }), []);
});

test("secrets are redacted before anything is stored", async (t) => {
  const storage = makeFolder();
  const editor = open(t, storage);
  const secret = "ghp_" + "a1B2c3D4e5".repeat(4).slice(0, 36);
  const { text } = await call(editor, "checkpoint", { description: `The token is ${secret}.`, tags: ["x"] });
  assert.equal(text, "Checkpoint 1 is kept. Secrets in it were redacted.");
  editor.engine.dispose();
  for (const name of fs.readdirSync(path.join(storage, "store")))
    assert.ok(!fs.readFileSync(path.join(storage, "store", name), "latin1").includes(secret.slice(6)), name);
});

test("what a note assigns to the name of a secret is redacted, and sentences about secrets stay", async (t) => {
  const editor = open(t);
  const kept = [
    "The token is now checked twice.",
    "password: required",
    "secret = none",
    "tokens=12",
    "--password-file a1.txt",
  ];
  const cases = [
    ["password=hunter2", "password=[REDACTED]"],
    ["Password: hunter2xyz, then on", "Password: [REDACTED], then on"],
    ['"api_key": "a1b2c3"', '"api_key": "[REDACTED]"'],
    ["psql --password hunter2", "psql --password [REDACTED]"],
    ["DB_PASSWORD = 'correcthorse1'", "DB_PASSWORD = '[REDACTED]'"],
    ["token=a1b2c3 token=d4e5f6", "token=[REDACTED] token=[REDACTED]"],
    ...kept.map((one) => [one, one]),
  ];
  for (const [description, shown] of cases) {
    await call(editor, "checkpoint", { description });
    const { text } = await call(editor, "recall", { max_results: 1 });
    assert.equal(text.split("\n").at(-1).trim(), shown);
  }
});

test("tags may be written together, with a mark, and in other letters", async (t) => {
  const editor = open(t);
  await save(editor, "x", { tags: "#Billing, two words\nnet" });
  await save(editor, "y", { tags: ["bill"] });
  const { facts } = await call(editor, "recall", { tags: ["billing,NET"] });
  assert.deepEqual(facts.checkpoints[0].tags, ["Billing", "two words", "net"]);
  assert.deepEqual(await recall(editor, { tags: ["Two Words"] }), [1]);
});

test("times have the zone that they are given with, or that of the machine", async (t) => {
  const zone = process.env.TZ;
  t.after(() => (zone === undefined ? delete process.env.TZ : (process.env.TZ = zone)));
  process.env.TZ = "Asia/Tokyo";
  const editor = open(t);
  await save(editor, "x");
  const at = (minutes, zoneHours) => {
    const local = new Date(Date.now() + minutes * 60_000 + zoneHours * 3_600_000);
    return local.toISOString().slice(0, 16);
  };
  const cases = [
    [`${at(-5, -5)}-05:00`, 1],
    [`${at(5, -5)}-05:00`, 0],
    [`${at(-5, 2)}+02:00`, 1],
    [`${at(5, 2)}+02:00`, 0],
    [`${at(-5, 0)}Z`, 1],
    [`${at(5, 0)}Z`, 0],
    [at(-5, 9), 1],
    [at(5, 9), 0],
    ["today", 1],
    ["yesterday", 1],
    ["1y", 1],
  ];
  for (const [since, count] of cases) assert.equal((await recall(editor, { since })).length, count, since);
});

test("a query without words has the reason why nothing is found", async (t) => {
  const editor = open(t);
  await save(editor, "x");
  for (const query of ["the", "?!"])
    assert.equal(
      (await call(editor, "recall", { query })).text,
      `0 checkpoints for '${query}': it has no words that count. Without a query the newest are listed.`,
    );
  assert.equal((await call(editor, "recall", { query: "zebra" })).text, "0 checkpoints for 'zebra'");
});

test("a query of signs and single letters finds the notes that have it as it is", async (t) => {
  const editor = open(t);
  const texts = ["The e2e tests", "Ported to C++", "π is 3", "Release v1.2.3", "nothing of that"];
  const ids = [];
  for (const text of texts) ids.push(await save(editor, text));
  for (const [i, query] of ["E2E", "c++", "Π", "v1.2.3"].entries())
    assert.deepEqual(await recall(editor, { query }), [ids[i]], query);
});

test("tags are found in any case of letters, of other scripts, too", async (t) => {
  const editor = open(t);
  for (const tag of ["ünï", "ТЕГ", "Żółw", "Όνομα"]) {
    const id = await save(editor, "x", { tags: [tag] });
    for (const given of [tag, tag.toUpperCase(), tag.toLowerCase()])
      assert.deepEqual(await recall(editor, { tags: [given] }), [id], given);
  }
});

test("a plan with a long title keeps to the budget, and so do the notes below it", async (t) => {
  const editor = open(t);
  for (const title of ["T".repeat(160), "x y z ".repeat(26).trim()]) {
    await call(editor, "plan", { content: `# ${title}\n${"- [ ] a step\n".repeat(30)}` });
    await call(editor, "plan", { action: "activate", title });
    await save(editor, "A note that is long enough to be cut. ".repeat(20));
    for (const max_tokens of [150, 200, 400])
      for (const [tool, args] of [
        ["recall", {}],
        ["plan", { action: "get" }],
        ["plan", { action: "list" }],
      ]) {
        const { tokens, text } = await call(editor, tool, { ...args, max_tokens });
        assert.ok(tokens <= max_tokens, `${tool}: ${tokens} of ${max_tokens}: ${text}`);
      }
  }
});

test("a note has no characters that hide what it is", async (t) => {
  const editor = open(t);
  await save(editor, "\x1b[2J\u202eevil\u202c\r\nnext\rlast\u0085", { tags: ["\u202etag"] });
  assert.match((await call(editor, "recall", {})).text, /, tags: tag\n {2}\[2Jevil\n {2}next\n {2}last$/);
});

test("a long note is cut to the budget", async (t) => {
  const editor = open(t);
  await save(editor, "many words of a note. ".repeat(900));
  for (const isStructured of [false, true]) {
    const { text, tokens, facts } = await call(editor, "recall", { max_tokens: 1000 }, { isStructured });
    assert.ok(tokens <= 1000, `${tokens}`);
    assert.match(text, /\n {2}\[the note is longer: recall with more max_tokens\]$/);
    assert.equal(facts.checkpoints[0].cut, true);
  }
  const whole = await call(editor, "recall", { max_tokens: 20_000 });
  assert.equal(whole.facts.checkpoints[0].description.length, 19_799);
});

test("a note with long lists keeps to the budget, and no note is lost", async (t) => {
  const folder = makeFolder();
  const editor = open(t, undefined, folder);
  const changed = Array.from({ length: 50 }, (_, i) => path.join(folder, `src/module${i}/component-name-${i}.ts`));
  const commit = "0123456789abcdef0123456789abcdef01234567";
  editor.on.repositories = () => ({ data: [{ root: folder, branch: "feature/long-branch-name", commit, changed }] });
  const tags = Array.from({ length: 20 }, (_, i) => `tag-number-${i}`);
  await say(editor, { title: "a plan", content: "- [ ] another step\n".repeat(60) });
  for (let i = 0; i < 6; i++) await save(editor, "Some words, `code()`.\n- item\n".repeat(1 + i * 50), { tags });
  for (const max_tokens of [150, 300, 1000])
    for (const isStructured of [false, true]) {
      const seen = [];
      for (let cursor = ""; cursor !== undefined;) {
        const args = { max_tokens, ...(cursor && { cursor }) };
        const { facts, tokens } = await call(editor, "recall", args, { isStructured });
        assert.ok(tokens <= max_tokens, `${tokens} of ${max_tokens}`);
        seen.push(...facts.checkpoints.map(({ id }) => Number(id)));
        cursor = facts.cursor;
      }
      assert.deepEqual(seen, [6, 5, 4, 3, 2, 1]);
    }
});

test("a list of plans keeps to the budget", async (t) => {
  const editor = open(t);
  for (let i = 0; i < 100; i++) await say(editor, { title: `the plan of number ${i}`, content: "- [ ] a" });
  const { text, tokens, facts } = await call(editor, "plan", { action: "list", max_tokens: 500 });
  assert.ok(tokens <= 500, `${tokens}`);
  assert.match(text, /^100 plans\n[^]*\n\[\d+ more\. Call again with more max_tokens\.\]$/);
  assert.equal(facts.truncated, true);
});

test("a checkpoint is forgotten", async (t) => {
  const editor = open(t);
  await save(editor, "first thing");
  await save(editor, "second thing");
  const { text } = await call(editor, "checkpoint", { action: "forget", id: 1 });
  assert.equal(text, "Checkpoint 1 is forgotten.");
  assert.deepEqual(await recall(editor), [2]);
  assert.deepEqual(await recall(editor, { query: "first" }), []);
  const again = await call(editor, "checkpoint", { action: "forget", id: 1 });
  assert.equal(again.code, "not_found");
  assert.equal(await save(editor, "third"), 3);
});

test("bad arguments are refused", async (t) => {
  const editor = open(t);
  const bad = [
    ["checkpoint", {}, /description is required/],
    ["checkpoint", { description: "x".repeat(20_001) }, /has 20001 bytes/],
    [
      "checkpoint",
      { description: "x", tags: Array.from({ length: 7 }, (_, i) => `${i},a${i},b${i}`) },
      /up to 20 tags/,
    ],
    ["checkpoint", { description: "x", tags: ["x".repeat(51)] }, /has 51 bytes; a tag may have 50/],
    ["checkpoint", { description: 3 }, /description must be a string/],
    ["checkpoint", { action: "forget" }, /id is required/],
    ["checkpoint", { action: "lose" }, /action must be one of/],
    ["recall", { limit: 0 }, /max_results must be/],
    ["recall", { since: "last week" }, /since must be a date/],
    ["recall", { since: "2025" }, /since must be a date/],
    ["recall", { since: "2025-99-99" }, /since must be a date/],
    ["recall", { days: -1 }, /days must be/],
  ];
  for (const [tool, args, message] of bad) {
    const { isError, text } = await call(editor, tool, args);
    assert.ok(isError, text);
    assert.match(text, message);
  }
  assert.deepEqual(await recall(editor), []);
});

test("a long answer has pages", async (t) => {
  const editor = open(t);
  for (let i = 0; i < 30; i++) await save(editor, `note ${i} ${"long ".repeat(60)}`);
  const seen = [];
  for (let cursor = ""; cursor !== undefined;) {
    const { facts } = await call(editor, "recall", { limit: 30, max_tokens: 500, ...(cursor && { cursor }) });
    seen.push(...facts.checkpoints.map(({ id }) => Number(id)));
    cursor = facts.cursor;
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 30 }, (_, i) => 30 - i),
  );
});

test("they outlive a reload, and a damaged full text index", async (t) => {
  const storage = makeFolder();
  const one = open(t, storage);
  for (let i = 0; i < 50; i++) await save(one, `about the header number ${i}`);
  one.engine.dispose();
  const other = open(t, storage);
  assert.equal((await recall(other, { query: "header", limit: 100 })).length, 50);
});

const PLAN =
  "# New parser\n\n- [x] read the old one\n- [ ] write tests\n  1. [ ] of strings\n- no box\n- [ ] switch over\n";

/** The text of an answer that is not an error. */
async function say(editor, args, tool = "plan") {
  const { isError, text } = await call(editor, tool, args);
  assert.equal(isError, false, text);
  return text;
}

test("a plan is saved, ticked, and in every recall while it is active", async (t) => {
  const storage = makeFolder();
  const editor = open(t, storage);
  assert.equal(await say(editor, { action: "save", content: PLAN }), "Plan 'New parser' (active): 1 of 4 done");
  assert.equal(
    await say(editor, { action: "update", item: "write" }),
    "Plan 'New parser' (active): 2 of 4 done\n[x] 2 write tests",
  );
  assert.equal(
    await say(editor, { action: "update", item: 3, completed: true }),
    "Plan 'New parser' (active): 3 of 4 done\n[x] 3 of strings",
  );
  assert.equal(
    await say(editor, { action: "update", item: "1", completed: false }),
    "Plan 'New parser' (active): 2 of 4 done\n[ ] 1 read the old one",
  );
  const now = PLAN.replace("[x] read", "[ ] read").replace("[ ] write", "[x] write").replace("[ ] of", "[x] of").trim();
  const { facts, text } = await call(editor, "plan", {});
  assert.equal(text, `Plan 'New parser' (active): 2 of 4 done\n${now}`);
  assert.deepEqual(facts, {
    title: "New parser",
    active: true,
    completed: false,
    total: 4,
    done: 2,
    content: now,
    truncated: false,
    status: "found",
  });
  await save(editor, "a note");
  editor.engine.dispose();
  const later = open(t, storage);
  const recalled = await call(later, "recall", { query: "nothing of that" });
  assert.equal(recalled.text, `Plan 'New parser' (active): 2 of 4 done\n${now}\n0 checkpoints for 'nothing of that'`);
  assert.equal(recalled.code, "found");
  assert.equal(await say(later, { action: "complete" }), "Plan 'New parser' (completed): 2 of 4 done");
  assert.doesNotMatch(await say(later, {}, "recall"), /Plan/);
});

test("of several plans one is active", async (t) => {
  const editor = open(t);
  await say(editor, { content: "- [ ] a", title: "one" });
  assert.equal(await say(editor, { content: "- [ ] b\n- [ ] c", title: "two" }), "Plan 'two': 0 of 2 done");
  assert.equal(await say(editor, { action: "activate", title: "TWO" }), "Plan 'two' (active): 0 of 2 done");
  assert.equal(await say(editor, { action: "update", title: "one", item: 1 }), "Plan 'one': 1 of 1 done\n[x] 1 a");
  assert.equal(
    await say(editor, { action: "list" }),
    "2 plans\nPlan 'two' (active): 0 of 2 done\nPlan 'one': 1 of 1 done",
  );
  assert.equal(
    await say(editor, { action: "save", name: "Two", content: "- [x] d" }),
    "Plan 'Two' (active): 1 of 1 done",
  );
  assert.match(await say(editor, { action: "list" }), /^2 plans\n/);
});

test("a long plan leaves room for notes, and says how to read the rest", async (t) => {
  const editor = open(t);
  await say(editor, { title: "long", content: "- [ ] a step with some words\n".repeat(300) });
  await save(editor, "a note");
  const { text, facts } = await call(editor, "recall", { max_tokens: 600 });
  assert.match(text, /\[the plan is longer: plan\(action="get"\) with more max_tokens\]\n1 checkpoint\n/);
  assert.match(text, / {2}a note$/);
  assert.equal(facts.plan.total, 300);
  assert.equal((await call(editor, "plan", { max_tokens: 20_000 })).facts.content.split("\n").length, 300);
});

test("bad calls of plan are refused, and nothing is changed", async (t) => {
  const editor = open(t);
  assert.match((await call(editor, "plan", {})).text, /^There are no plans yet: plan\(content="…"\) saves one\.$/);
  await say(editor, { title: "one", content: "- [ ] a b\n- [ ] a c" });
  const bad = [
    [{ action: "save" }, /content is required/],
    [{ action: "save", content: "- [ ] no heading" }, /title is required/],
    [{ action: "save", title: "x".repeat(201), content: "y" }, /up to 200 bytes/],
    [{ action: "save", title: "x", content: "y".repeat(50_001) }, /has 50001 bytes/],
    [{ action: "get", title: "two" }, /^There is no plan 'two'\. Plans: 'one'$/],
    [{ action: "update" }, /item is required/],
    [{ action: "update", item: 3 }, /'one' has no item '3': it has 2 check boxes/],
    [{ action: "update", item: "a" }, /2 items of 'one' begin with 'a'/],
    [{ action: "tick" }, /action must be one of/],
  ];
  for (const [args, message] of bad) {
    const { isError, text } = await call(editor, "plan", args);
    assert.ok(isError, text);
    assert.match(text, message);
  }
  assert.equal(await say(editor, {}), "Plan 'one' (active): 0 of 2 done\n- [ ] a b\n- [ ] a c");
});

/** A project with one failing test of two. */
const TESTED = {
  "package.json": JSON.stringify({ scripts: { test: "node --test" } }),
  "a.test.js":
    'const { test } = require("node:test");\ntest("counts apples", () => { throw new Error("no"); });\ntest("b", () => {});\n',
};

test("the last run of tests is in a checkpoint, with its age", async (t) => {
  const { editor, run } = makeRunner(t, TESTED);
  editor.engine.keepChanges(makeFolder());
  await save(editor, "before");
  await run({});
  await save(editor, "after");
  const { facts, text } = await call(editor, "recall", {});
  const [after, before] = facts.checkpoints;
  assert.match(after.tests, /^1 of 2 tests failed .*\. Failed: counts apples \(run less than a minute before\)$/);
  assert.equal("tests" in before, false);
  assert.match(text, / {2}after\n {2}Tests: 1 of 2 tests failed .*: counts apples \(run .*\)\n#1/);
});

test("another window, or one after a reload, has the last run of tests too, and its commit if that is another", async (t) => {
  const storage = makeFolder();
  const { editor, run, folder } = makeRunner(t, TESTED);
  editor.engine.keepChanges(storage);
  const at = (commit) => () => ({ data: [{ root: folder, branch: "main", commit, changed: [] }] });
  editor.on.repositories = at("0123456789abcdef");
  await run({});
  const other = open(t, storage, folder);
  other.on.repositories = at("0123456789abcdef");
  await save(other, "the same commit");
  other.on.repositories = at("fedcba9876543210");
  await save(other, "another commit");
  const { facts } = await call(other, "recall", { query: "apples" });
  assert.match(facts.checkpoints[0].tests, / \(run less than a minute before, at commit 012345678\)$/);
  assert.match(facts.checkpoints[1].tests, / \(run less than a minute before\)$/);
});

test("a run of tests whose result cannot be kept has its answer all the same", async (t) => {
  const { editor, run } = makeRunner(t, TESTED);
  const storage = makeFolder();
  fs.writeFileSync(path.join(storage, "store"), "in the way");
  editor.engine.keepChanges(storage);
  const { isError, text } = await run({});
  assert.equal(isError, false, text);
  assert.match(text, /^1 of 2 tests failed/);
});
