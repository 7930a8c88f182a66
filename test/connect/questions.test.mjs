/** Questions to a person, without an editor: what is shown when the editor is slow, and what is asked of it. */
import assert from "node:assert/strict";
import { link, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";

import { loadModule } from "./kit.mjs";

/** Commands go to `globalThis.questions.run`, messages to `globalThis.questions.show`. */
const VSCODE = `
  const fill = (text, ...values) => text.replace(/\\{(\\d+)\\}/g, (_, i) => values[i]);
  const world = globalThis.questions;
  export const l10n = { t: (text, ...values) => fill(text.message ?? text, ...(text.args ?? values)) };
  const nothing = { dispose() {} };
  const none = () => nothing;
  export class EventEmitter {
    listeners = [];
    event = (listener) => (this.listeners.push(listener), nothing);
    fire(value) { for (const listener of this.listeners) listener(value); }
    dispose() {}
  }
  export class TreeItem { constructor(label) { this.label = label; } }
  export class ThemeIcon {}
  export class ThemeColor {}
  export const TreeItemCollapsibleState = {};
  export const TextEditorSelectionChangeKind = { Command: 3 };
  export const Uri = {
    file: (path) => ({ scheme: "file", path, fsPath: path, query: "", toString: () => "file://" + path }),
    from: (parts) => ({ ...parts, toString: () => JSON.stringify(parts) }),
    parse: (text) => JSON.parse(text),
  };
  export const env = { language: "en" };
  export const workspace = {
    isTrusted: true,
    asRelativePath: (uri) => uri.path.replace("/w/", ""),
    registerTextDocumentContentProvider: none,
    onDidChangeTextDocument: none,
    onDidChangeConfiguration: (listener) => ((world.configured = listener), nothing),
  };
  export const commands = {
    executeCommand: (...args) => world.run(...args),
    registerCommand: (id, run) => (world.commands.set(id, run), nothing),
  };
  const show = (...args) => world.show(...args);
  export const window = {
    createTreeView: () => world.view,
    onDidChangeTextEditorSelection: none,
    visibleTextEditors: [],
    showWarningMessage: show,
    showInformationMessage: show,
    tabGroups: { all: [], activeTabGroup: {}, onDidChangeTabs: none, onDidChangeTabGroups: none, close: async () => {} },
  };
`;

const FILES = [
  ["/w/a.txt", "one", "two", 1, 1],
  ["/w/b.txt", "one", "two", 1, 1],
];
const settings = { get: () => ({}), onDidChange: () => ({ dispose() {} }) };

/** A window with questions; `run` is the editor's answer to a command. */
async function open(run = async () => undefined) {
  const ran = [];
  const shown = [];
  const world = {
    commands: new Map(),
    run: (id, ...args) => (ran.push([id, ...args]), run(id, ...args)),
    show: (text, ...choices) => (shown.push([text, ...choices]), new Promise(() => {})),
    view: { dispose() {}, reveal: async (question, options) => void ran.push(["reveal", question, options]) },
  };
  globalThis.questions = world;
  const { Approval } = await loadModule("ui/approval", VSCODE);
  const { QuestionView } = await loadModule("ui/question-view", VSCODE);
  const approval = new Approval(settings, { running: [], waits() {}, decided() {} });
  const view = new QuestionView(approval, () => {});
  view.registerCommands();
  let call = 0;
  const ask = (files) =>
    approval.ops.approve({
      ...{ call: ++call, change: `c${call}`, tool: "edit_buffer", title: "wants to change a.txt." },
      ...{ toolsets: ["edit"], canAllowFile: true, canAllowAlways: true, files },
    });
  approval.attach({});
  const configure = () => world.configured({ affectsConfiguration: (name) => name === "sextant.approval" });
  return {
    approval,
    ran,
    shown,
    ask,
    configure,
    command: (id, ...args) => world.commands.get(`sextant.${id}`)(...args),
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("a question does not wait for its diff", async () => {
  const never = new Promise(() => {});
  const { ran, shown, ask } = await open((id) => (id === "vscode.diff" ? never : Promise.resolve()));
  void ask(FILES.slice(0, 1));
  await turn();
  assert.ok(ran.some(([id]) => id === "vscode.diff"));
  assert.deepEqual(shown.at(-1)?.slice(1), ["Allow", "Review", "Reject"]);
});

test("a diff that cannot be opened leaves the question", async () => {
  const fails = () => Promise.reject(new Error("no diff"));
  const { approval, shown, ask } = await open((id) => (id === "vscode.diff" ? fails() : Promise.resolve()));
  const asked = ask(FILES.slice(0, 1));
  await turn();
  assert.equal(shown.length, 1);
  approval.allow(approval.questions.all[0], "once");
  assert.deepEqual((await asked).data, { allowed: true, why: "" });
});

test("a file that is allowed is that file, whatever the path leads to later", async (t) => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "sextant-allowed-")));
  t.after(() => rm(folder, { recursive: true }));
  const { approval, ask } = await open();
  const [mine, other] = [join(folder, "a.txt"), join(folder, "b.txt")];
  await writeFile(other, "");
  const isAsked = async () => {
    const asked = ask([[mine, "", "x", 1, 0]]);
    const answer = await Promise.race([asked, new Promise((done) => setTimeout(done, 200))]);
    return answer === undefined;
  };
  assert.ok(await isAsked());
  approval.allow(approval.questions.all[0], "file");
  assert.equal(await isAsked(), false, "it does not exist yet");
  await writeFile(mine, "");
  assert.equal(await isAsked(), false);
  for (const make of [symlink, link]) {
    await rm(mine);
    await make(other, mine);
    assert.equal(await isAsked(), true, make.name);
    approval.reject(approval.questions.all[0]);
  }
});

test("what was allowed for the session ends when the person changes the setting", async () => {
  const { approval, ask, configure } = await open();
  void ask(FILES);
  await turn();
  approval.allow(approval.questions.all[0], "session");
  assert.equal((await ask(FILES)).data.allowed, true);
  configure();
  void ask(FILES);
  await turn();
  assert.equal(approval.questions.all.length, 1);
});

test("no name becomes a link", async () => {
  const { unlinked } = await loadModule("ui/message", VSCODE);
  for (const link of ["[a](command:x)", "[a](https://x)", "[a.txt](file:x)", "[a](FILE:///x)"])
    assert.doesNotMatch(unlinked(`robo wants to change ${link}.`), /\]\(/);
});

test("the oldest question gets the focus; where none waits, the activity", async () => {
  const { approval, ran, shown, ask, command } = await open();
  await command("showWaitingChanges");
  assert.equal(shown.at(-1)[0], "Sextant: No change waits for you in this window.");
  assert.ok(ran.some(([id]) => id === "sextant.activity.focus"));
  void ask(FILES);
  void ask(FILES);
  await turn();
  await command("showWaitingChanges");
  const [id, question, options] = ran.at(-1);
  assert.deepEqual([id, question, options.focus], ["reveal", approval.questions.all[0], true]);
});

test("the title of several files leaves their number to the editor", async () => {
  const { approval, ran, ask, command } = await open();
  void ask(FILES);
  await turn();
  await command("showQuestion", approval.questions.all[0]);
  const [, title, rows] = ran.find(([id]) => id === "vscode.changes");
  assert.deepEqual([title, rows.length], ["An agent: +2 −2", 2]);
});

test("a toolset that does not exist is reported, once", async () => {
  const { shown } = await open();
  const { Toolsets } = await loadModule("ui/toolsets", VSCODE);
  const toolsets = new Toolsets(new Set(["edit", "files"]), { ...settings, get: () => ["edit"] });
  assert.deepEqual(toolsets.give(["edit", "", "fils", "a\u202eb\n"]), ["edit"]);
  assert.deepEqual(toolsets.give(["fils"]), []);
  assert.equal(shown.length, 1);
  assert.match(
    shown[0][0],
    /^Sextant: .*toolsets that do not exist: 'fils', 'a\ufffdb\ufffd'\. The toolsets are edit, files\./,
  );
});
