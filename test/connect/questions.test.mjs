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
  export class Uri {
    static file = (path) => ({ scheme: "file", path, fsPath: path, query: "", toString: () => "file://" + path });
    static from = (parts) => ({ ...parts, toString: () => JSON.stringify(parts) });
    static parse = (text) => JSON.parse(text);
  }
  export const env = { language: "en" };
  export const workspace = {
    isTrusted: true,
    asRelativePath: (uri) => uri.path.replace("/w/", ""),
    registerTextDocumentContentProvider: (scheme, provider) => ((world.texts = provider), nothing),
    onDidChangeTextDocument: none,
    getConfiguration: () => ({
      inspect: (name) => ({ globalValue: world.written[name] }),
      update: async (name, value) => {
        await new Promise((done) => setImmediate(done));
        if (world.isReadOnly) throw new Error("read-only");
        world.written[name] = value;
        world.configured({ affectsConfiguration: (one) => ("sextant." + name).startsWith(one) });
      },
    }),
    onDidChangeConfiguration: (listener) => ((world.configured = listener), nothing),
  };
  export const ConfigurationTarget = { Global: 1 };
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
    written: {},
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
  /** A command's question; `choose` is what the person clicks. */
  const askToRun = (command, more = {}) =>
    approval.ops.approve({
      ...{ call: ++call, change: "", tool: "bash", title: "wants to run a command.", toolsets: ["run"] },
      ...{ canAllowFile: false, canAllowAlways: false, files: [], command, folder: "/w/src", ...more },
    });
  const configure = () => world.configured({ affectsConfiguration: (name) => name === "sextant.approval" });
  return {
    approval,
    ran,
    shown,
    ask,
    askToRun,
    world,
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
  assert.equal(shown.at(-1)[0], "Sextant: No question waits for you in this window.");
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

test("a command is shown whole, with its folder, and what may be allowed with it", async () => {
  const { ran, shown, world, askToRun } = await open();
  void askToRun("npm test \\\n  -- '[a](command:x)'\u202e", { prefix: "npm test" });
  await turn();
  const [, uri, options, title] = ran.find(([id]) => id === "vscode.open");
  assert.equal(
    world.texts.provideTextDocumentContent(uri),
    "# An agent wants to run a command.\n# /w/src\n\nnpm test \\\n  -- '[a](command:x)'\ufffd\n",
  );
  assert.match(uri.path, /\.sextant-command$/);
  assert.deepEqual([options.preserveFocus, title], [true, "An agent: npm test \\ … (src, 2 lines)"]);
  assert.deepEqual(shown.at(-1), [
    "An agent wants to run a command (src, 2 lines): npm test \\ …",
    ...["Review", "Reject"],
  ]);
});

test("only a command that a notification has whole can be allowed there", async () => {
  const rows = [
    ["npm test", { prefix: "npm test" }, ["Allow", "Always Allow 'npm test'", "Reject"]],
    ["npm run test:unit", { prefix: "npm run test:unit" }, ["Allow", "Always Allow…", "Reject"]],
    ["ls | wc", {}, ["Allow", "Reject"]],
    ["sudo ls", { toolsets: [] }, ["Allow", "Reject"]],
    ["npm\u200b test", { prefix: "npm\u200b test" }, ["Review", "Reject"]],
    ["npm test", { prefix: "npm\ntest" }, ["Allow", "Reject"]],
    [`echo ${"x".repeat(240)}; rm -rf src`, { prefix: "rm" }, ["Review", "Reject"]],
    ["echo $& $1 $'a'", {}, ["Allow", "Reject"]],
  ];
  for (const [command, more, choices] of rows) {
    const { shown, askToRun } = await open();
    void askToRun(command, more);
    await turn();
    const [text, ...offered] = shown.at(-1);
    assert.deepEqual(offered, choices, command);
    if (choices.includes("Allow")) assert.equal(text, `An agent wants to run a command (src): ${command}`);
  }
});

test("a prefix is added to the person's own setting and allows nothing else", async () => {
  const { approval, world, askToRun, shown } = await open();
  world.written["run.allowed"] = ["git status"];
  const asked = ["npm test", "npm test", "npm test -- a", "cargo test"].map((prefix) =>
    askToRun(`${prefix} --x`, { prefix }),
  );
  await turn();
  const [first, , third, fourth] = approval.questions.all;
  approval.allow(first, "rule");
  assert.deepEqual((await asked[1]).data, { allowed: true, why: "" }, "another question about the same");
  assert.deepEqual(approval.questions.all, [third, fourth]);
  approval.allow(fourth, "rule");
  for (let i = 0; i < 10; i++) await turn();
  assert.deepEqual(world.written, { "run.allowed": ["git status", "npm test", "cargo test"] });
  assert.equal(approval.policy("run"), "ask");
  assert.equal((await askToRun("cargo test", { prefix: "cargo test" })).data.allowed, true);
  void askToRun("sudo npm test", { toolsets: [] });
  await turn();
  assert.equal(approval.questions.all.length, 2);
  world.isReadOnly = true;
  approval.allow(third, "rule");
  for (let i = 0; i < 10; i++) await turn();
  assert.match(shown.at(-1)[0], /^Sextant: sextant\.run\.allowed could not be written, .* read-only$/);
  world.configured({ affectsConfiguration: (name) => name === "sextant.run" });
  void askToRun("npm test", { prefix: "npm test" });
  await turn();
  assert.equal(approval.questions.all.length, 2, "the person has changed the setting since");
});

test("a menu shows the prefix before it is allowed for good", async () => {
  const { approval, world, askToRun, shown, command } = await open();
  for (const [choice, count] of [
    [undefined, 1],
    ["Always Allow 'npm test'", 0],
  ]) {
    if (!approval.questions.all.length) void askToRun("npm test", { prefix: "npm test" });
    await turn();
    world.show = async (...args) => (shown.push(args), choice);
    await command("alwaysAllowCommand", approval.questions.all[0]);
    const [text, options] = shown.at(-1);
    assert.equal(text, "Always allow commands that begin with 'npm test'?");
    assert.equal(options.modal, true);
    assert.equal(approval.questions.all.length, count);
  }
});

test("all commands for the session, in the words of commands; one that must be asked about is asked about", async () => {
  const { approval, askToRun, command } = await open();
  const asked = askToRun("npm test");
  await turn();
  await command("allowCommandsForSession", approval.questions.all[0]);
  assert.equal((await asked).data.allowed, true);
  assert.equal(approval.policy("run"), "always");
  assert.equal((await askToRun("ls")).data.allowed, true);
  void askToRun("sudo ls", { toolsets: [] });
  await turn();
  const [question] = approval.questions.all;
  await command("rejectCommand", question);
  assert.equal(approval.questions.all.length, 0);
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
