/**
 * One locator everywhere: test/corpus/locators/cases.jsonl in a real VS Code, with TypeScript, pyright
 * and clangd. A case has what is asked (`ask`, by find_definition or `tool`) and the symbol that is
 * meant (`is`, as file:line:name; a list: all of them are listed, any first; "none": nothing is found). With `handle_of` the
 * handle in the answer to that is asked for; `when: "edited"` is after unsaved lines came in above.
 */
import assert from "node:assert/strict";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { Bench, callTool, copyWorkspaces, openAgent, openEditor } from "./support.mjs";

const CORPUS = fileURLToPath(new URL("../../corpus/locators/", import.meta.url));
const EDITED = { "src/odd.ts": "//", "kitchen/odd.py": "#", "branch/odd.cpp": "//" };
const ADDED_LINES = 3;

let files, editor, agent, tour, cases;

before(async () => {
  files = await copyWorkspaces("tour", "tour-b");
  [tour] = files.folders;
  await cp(join(CORPUS, "files"), tour, { recursive: true });
  const odd = await readFile(join(tour, "src/odd.ts"), "utf8");
  await writeFile(join(tour, "src/crlf.ts"), odd.replaceAll("\n", "\r\n"));
  cases = (await readFile(join(CORPUS, "cases.jsonl"), "utf8"))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  editor = await openEditor(files.folders, { servers: true, settings: { "files.autoSave": "off" } });
  agent = await openAgent(editor, tour);
});

after(async () => {
  agent?.close();
  await editor?.stop();
  await files?.remove();
});

/* "tour/src/models.ts:27:Order"; a line that the case leaves open is '*'. */
const told = ({ file, line, name }) => `${file}:${line}:${name}`;
const isAt = (expected, given) => expected === given || expected === given?.replace(/:\d+:/, ":*:");

/* The name of the symbol in the answer of each tool. */
function symbolOf({ symbol, interface: type, current_type, results }) {
  return symbol ?? type ?? current_type ?? results?.[0]?.symbol ?? results?.[0];
}

function handlesIn(text) {
  return [...text.matchAll(/^- (\S+):(\d+):\d+#([^\s[]+)/gm)].map(([, file, line, name]) =>
    told({ file, line, name: name.split(".").at(-1) }),
  );
}

async function askFor(one) {
  const tool = one.tool ?? "find_definition";
  const { symbol, ...rest } = one.handle ? { handle: one.handle } : one.ask;
  const name = tool === "get_symbol_documentation" ? "symbol_name" : "symbol";
  return callTool(agent, tool, symbol ? { [name]: symbol, ...rest } : rest);
}

/** The fault in the answer to this case; null: none. */
async function judge(one) {
  const { text, facts } = await askFor(one);
  const symbol = facts && symbolOf(facts);
  const given = symbol?.file && told(symbol);
  if (one.is === "none") return facts?.status === "none" ? null : `${JSON.stringify(one)}\n    took ${given}: ${text}`;
  const wanted = [one.is].flat();
  const all = [given, ...handlesIn(text)];
  const isRight =
    wanted.some((place) => isAt(place, given)) &&
    (wanted.length === 1 || wanted.every((place) => all.some((other) => isAt(place, other))));
  return isRight ? null : `${JSON.stringify(one)}\n    took ${given}: ${text.slice(0, 300).replaceAll("\n", "\n    ")}`;
}

async function failuresOf(these) {
  const failures = [];
  const left = [...these];
  /* Four at once, as several agents would. */
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let one = left.shift(); one; one = left.shift()) {
        const failure = await judge(one);
        if (failure) failures.push(failure);
      }
    }),
  );
  return failures;
}

async function takeHandles() {
  for (const one of cases.filter((each) => each.handle_of)) {
    const { facts, text } = await callTool(agent, "find_definition", one.handle_of);
    assert.ok(facts?.symbol?.handle, `${JSON.stringify(one.handle_of)}: ${text}`);
    one.handle = facts.symbol.handle;
  }
}

test("the table is a table", () => {
  assert.ok(cases.length >= 150, `${cases.length} cases`);
  const same = cases.map((one) => JSON.stringify(one)).filter((one, i, all) => all.indexOf(one) !== i);
  assert.deepEqual(same, []);
});

test("every way to say which symbol is meant", async () => {
  await takeHandles();
  const failures = await failuresOf(cases.filter((one) => !one.when));
  assert.equal(failures.length, 0, `${failures.length} failed:\n${failures.join("\n")}`);
});

test("after an edit above that is not saved", async () => {
  const bench = new Bench(editor, agent, tour);
  for (const [name, mark] of Object.entries(EDITED))
    await bench.type(name, [0, 0, 0, 0, `${mark} said above\n`.repeat(ADDED_LINES)]);
  const failures = await failuresOf(cases.filter((one) => one.when === "edited"));
  assert.equal(failures.length, 0, `${failures.length} failed:\n${failures.join("\n")}`);
});
