/**
 * Providers that answer null, the wrong thing or places that no file has, that throw, and that
 * never answer: each kind in each way, through the tool that needs it. The test-only extension has
 * a language for it (`servers/src/misbehaving.js`); what a file's name says goes wrong in it.
 *
 * Failures that the editor's commands swallow (null, wrong shapes, most exceptions) reach the
 * extension as empty results. They must not pass for `none` where the text or another provider knows better.
 */
import assert from "node:assert/strict";
import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { waitFor } from "../processes.mjs";
import { callTool, openAgent, openEditor } from "./support.mjs";

/** How long calls may take: those that are answered, and those that never are. */
const TIMEOUT_S = 20;
const NEVER_S = 2;
/** A call that is late by so much has missed its deadline. */
const LATE_MS = 10_000;
const WAYS = ["null", "wrong", "wronglist", "throw", "never", "past"];
const FAR = "1000001";

const named = (kind, way) => `${kind}_${way}`;
const file = (kind, way) => `${kind}-${way}.mis`;
const bySymbol = (kind, way) => ({ file_path: file(kind, way), symbol: named(kind, way) });
const byFile = (kind, way) => ({ file: file(kind, way) });

/** The tool that needs a kind of provider, its arguments, and when it may say `none`. */
const KINDS = {
  hover: { tool: "get_symbol_documentation", args: (...of) => ({ symbol_name: named(...of), file_path: file(...of) }) },
  definition: { tool: "find_definition" },
  declaration: { tool: "find_definition" },
  typeDefinition: { tool: "find_definition" },
  implementation: { tool: "find_implementations", none: /Not an interface/, well: "none" },
  references: { tool: "find_references" },
  documentSymbols: { tool: "get_symbols", args: (...of) => ({ file_path: file(...of) }) },
  workspaceSymbols: { tool: "get_symbol_documentation", args: (...of) => ({ symbol_name: named(...of) }) },
  prepareCalls: { tool: "get_call_hierarchy" },
  calls: { tool: "get_call_hierarchy" },
  prepareTypes: { tool: "get_type_hierarchy", none: /Not a type/ },
  // A type without subtypes looks like one whose provider failed and was swallowed.
  types: { tool: "get_type_hierarchy", none: /Subtypes \(0\)/ },
  signatureHelp: { tool: "get_signature_help", args: (...of) => ({ ...bySymbol(...of), line: 4 }) },
  codeActions: {
    tool: "apply_code_action",
    none: /No actions are offered/,
    args: (...of) => ({ ...byFile(...of), line: 2 }),
  },
  rename: { tool: "rename_symbol", args: (...of) => ({ ...bySymbol(...of), new_name: "fresh" }) },
  diagnostics: { tool: "get_diagnostics", none: /0 errors/, args: byFile },
};

const textOf = (name) => `def ${name}\n  other_${name} ERROR\ndef other_${name}\n  ${name}(1, 2)\n`;

let folder, editor, agent;

before(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "sextant-suite-")));
  for (const kind of Object.keys(KINDS)) {
    for (const way of ["well", ...WAYS]) await writeFile(join(folder, file(kind, way)), textOf(named(kind, way)));
  }
  const settings = { "sextant.timeout": TIMEOUT_S, "files.autoSave": "off" };
  editor = await openEditor([folder], { servers: ["misbehaving"], settings });
  agent = await openAgent(editor);
  await call("hover", "well");
  // Empty results of a server that has just begun do not count, whatever it does.
  const isReady = async () => {
    const { facts } = await callTool(agent, "manage_workspace", { operation: "status" });
    return facts.languages.find(({ language }) => language === "mis").state === "ready";
  };
  assert.ok(await waitFor(isReady, 30_000), "the language is ready");
});

after(async () => {
  agent?.close();
  await editor?.stop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

function call(kind, way) {
  const { tool, args = bySymbol } = KINDS[kind];
  return callTool(agent, tool, args(kind, way));
}

/** Fails if an answer contains a false fact. */
function check(kind, way, { text, facts, isError }) {
  const what = `${kind} ${way}: ${text}`;
  // Other candidates of the name are listed as the provider has them; asked for, each is looked up.
  if (kind !== "workspaceSymbols") assert.ok(!text.includes(FAR), what);
  if (isError) return assert.match(text, /\((deadline|editor_error|conflict)\)/, what);
  if (facts.status === "none") {
    // The outline shows the kind of the symbol, whatever this provider does.
    const isOfOtherKind = /Not a type/.test(text);
    assert.ok(KINDS[kind].none && (isOfOtherKind || (way !== "never" && way !== "past")), what);
    assert.match(text, KINDS[kind].none, what);
  }
  if (facts.status === "unknown") assert.match(text, /^Unknown/m, what);
  if (way === "never" && facts.status === "found") assert.match(text, /^Unknown/m, what);
}

test("every kind of provider in every way: in time, never a false none, no place that is not there", async () => {
  const cells = Object.keys(KINDS).flatMap((kind) => WAYS.map((way) => [kind, way]));
  const isNever = ([, way]) => way === "never";
  // Apart: the editor keeps few hierarchies at a time, and those that never come would hold up others.
  const parts = [cells.filter((cell) => !isNever(cell)), cells.filter(isNever)];
  const answered = new Map();
  for (const part of parts) {
    const seconds = part.some(isNever) ? NEVER_S : TIMEOUT_S;
    await editor.control.call("updateSetting", { name: "sextant.timeout", value: seconds });
    const started = Date.now();
    const answers = await Promise.all(part.map(([kind, way]) => call(kind, way)));
    const took_ms = Date.now() - started;
    assert.ok(took_ms < seconds * 1000 + LATE_MS, `${took_ms} ms`);
    part.forEach(([kind, way], i) => answered.set(named(kind, way), answers[i]));
  }
  for (const [kind, way] of cells) check(kind, way, answered.get(named(kind, way)));
  const of = (kind, way) => answered.get(named(kind, way));

  for (const way of ["null", "wrong", "throw"]) {
    assert.equal(of("references", way).facts.status, "unknown");
    assert.match(of("references", way).text, /not even the declaration/);
    assert.equal(of("documentSymbols", way).facts.status, "unknown");
    assert.match(of("documentSymbols", way).text, /the text has declarations/);
    // Others know it: the definition by the outline, the callers by the references.
    assert.match(of("definition", way).text, /1:5: def definition_/);
    assert.match(of("calls", way).text, /Derived from references[\s\S]*4:3: calls_/);
    assert.match(of("prepareCalls", way).text, /Derived from references[\s\S]*4:3: prepareCalls_/);
    assert.match(of("workspaceSymbols", way).text, /Location: workspaceSymbols-/);
    assert.equal(of("rename", way).isError, true);
  }
  assert.match(of("prepareTypes", "throw").text, /misbehaving on purpose/);
  for (const kind of ["definition", "declaration", "typeDefinition", "implementation", "references", "documentSymbols"])
    assert.match(of(kind, "past").text, /past the end of the file/);
  for (const kind of ["rename", "codeActions"]) assert.match(of(kind, "past").text, /outside its text/);
  assert.equal(of("diagnostics", "past").facts.status, "unknown");
  for (const kind of ["definition", "declaration", "typeDefinition"])
    assert.match(of(kind, "never").text, /1:5: def [\s\S]*Unknown in part: A provider did not answer/);
});

test("the next call of each works, and nothing was changed", async () => {
  await editor.control.call("updateSetting", { name: "sextant.timeout", value: TIMEOUT_S });
  for (const [kind, { well = "found" }] of Object.entries(KINDS)) {
    const { facts, text } = await call(kind, "well");
    assert.equal(facts?.status, well, `${kind}: ${text}`);
    assert.ok(!/^Unknown/m.test(text), `${kind}: ${text}`);
  }
  for (const kind of Object.keys(KINDS)) {
    for (const way of WAYS)
      assert.equal(await readFile(join(folder, file(kind, way)), "utf8"), textOf(named(kind, way)));
  }
  const dirty = await editor.control.evaluate(
    ({ vscode }) => vscode.workspace.textDocuments.filter((one) => one.isDirty).length,
  );
  assert.equal(dirty, 0);
});
