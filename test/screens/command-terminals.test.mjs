/** Commands of agents in terminals: which terminal, what it shows, and what ends them. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { loadModule } from "../connect/kit.mjs";

/** Terminals go to `globalThis.shownTerminals`; each has what its pseudoterminal wrote. */
const VSCODE = `
  export const l10n = { t: (text) => text };
  export class EventEmitter {
    listeners = [];
    event = (listener) => void this.listeners.push(listener);
    fire(value) { for (const listener of this.listeners) listener(value); }
    dispose() { this.listeners = []; }
  }
  export class ThemeIcon {}
  export const TreeItemCollapsibleState = {};
  export const workspace = { asRelativePath: (path) => path.replace("/w/", "") };
  const world = globalThis.shownTerminals;
  const createTerminal = ({ name, pty }) => {
    const terminal = {
      name, pty, text: "", isShown: false,
      show: () => void (terminal.isShown = true),
      dispose: () => {
        if (!world.all.includes(terminal)) return;
        world.all.splice(world.all.indexOf(terminal), 1);
        pty.close();
      },
    };
    pty.onDidWrite((text) => (terminal.text += text));
    world.all.push(terminal);
    return terminal;
  };
  export const window = {
    createTerminal,
    get activeTerminal() { return world.active; },
    showQuickPick: async (items) => (world.offered = items, world.choose?.(items)),
    showInformationMessage: (text) => void world.messages.push(text),
  };
`;

const world = (globalThis.shownTerminals = { all: [], messages: [] });
const { CommandTerminals } = await loadModule("ui/command-terminals", VSCODE);

function open() {
  Object.assign(world, { all: [], messages: [], active: undefined, offered: undefined, choose: undefined });
  const ended = [];
  const terminals = new CommandTerminals((id) => void ended.push(id));
  const { commandStarted, commandOutput, commandEnded } = terminals.ops;
  const start = (id, command = `run ${id}`, isBackground = false) =>
    commandStarted(id, command, "/w/src", isBackground);
  return { terminals, ended, start, write: commandOutput, end: commandEnded };
}

/** As the editor does, some time after a terminal was created. */
const opened = (terminal) => (terminal.pty.open(undefined), terminal);
const ESC = "\x1b";
const plain = (text) => text.replace(/\x1b\[[\d;?!]*[a-z]/g, "");

test("the command and its folder, the output with its colours, and how it ended; the focus stays where it is", async () => {
  const { start, write, end } = open();
  await start("1", "npm test\nls\u202e\x1b[2J");
  const terminal = opened(world.all[0]);
  await write("1", `${ESC}[31mred${ESC}[0m\nlast`);
  await end("1", "exit code 1");
  assert.equal(terminal.name, "Sextant");
  assert.equal(plain(terminal.text), "/w/src\r\n$ npm test\r\n> ls\ufffd\ufffd[2J\r\nred\r\nlast\r\nexit code 1\r\n");
  assert.ok(terminal.text.includes(`${ESC}[2m/w/src${ESC}[0m`), "the folder is dimmed");
  assert.ok(terminal.text.includes(`${ESC}[31mred`));
  assert.equal(terminal.isShown, false);
  await write("1", "late");
  await end("1", "twice");
  assert.doesNotMatch(terminal.text, /late|twice/);
});

test("one that is idle is used again, a busy one is not, and many share a few", async () => {
  const { start, end, write } = open();
  await start("1");
  await end("1", "exit code 0");
  await start("2");
  assert.equal(world.all.length, 1);
  await start("3");
  assert.equal(world.all.length, 2);
  for (let i = 4; i < 20; i++) await start(String(i));
  assert.equal(world.all.length, 4);
  assert.deepEqual(new Set(world.all.map(({ name }) => name)), new Set(["Sextant"]));
  const [first] = world.all.map(opened);
  await write("2", "out of 2\n");
  await end("2", "exit code 3");
  assert.match(plain(first.text), /out of 2\r\nrun 2: exit code 3\r\n$/, "it tells which of several has ended");
});

test("each command in the background has its own, and a few stay when they have ended", async () => {
  const { start, end } = open();
  for (const id of ["a", "b", "c", "d", "e", "f"]) await start(id, `npm run ${id} -- ${"x".repeat(99)}`, true);
  assert.deepEqual(
    world.all.map(({ name }) => name.slice(0, 12)),
    ["a", "b", "c", "d", "e", "f"].map((id) => `npm run ${id} --`.slice(0, 12)),
  );
  assert.ok(world.all.every(({ name }) => name.length <= 31));
  world.active = world.all[0];
  for (const id of ["a", "b", "c", "d", "e"]) await end(id, "exit code 0");
  assert.deepEqual(
    world.all.map(({ name }) => name[8]),
    ["a", "c", "d", "e", "f"],
    "the oldest goes, but not the one that is read",
  );
});

test("typing is ignored, Ctrl+C ends all that run in that terminal, and so does closing it", async () => {
  const { terminals, start, end, ended, write } = open();
  for (const id of ["1", "2", "3", "4", "5"]) await start(id);
  const [first, second] = world.all.map(opened);
  first.pty.handleInput("ls\r");
  assert.deepEqual(ended, []);
  first.pty.handleInput("\x03");
  assert.deepEqual(ended, ["1", "5"]);
  await end("1", "ended by you");
  second.dispose();
  assert.deepEqual(ended, ["1", "5", "2"]);
  await terminals.show();
  assert.deepEqual(
    world.offered.map(({ label }) => label),
    ["run 3", "run 4", "run 5"],
    "what is not shown any more is not offered",
  );
  await write("2", "more");
  await end("2", "ended by you");
  await end("5", "ended by you");
  first.pty.handleInput("\x03");
  first.dispose();
  assert.deepEqual(ended, ["1", "5", "2"], "nothing runs there any more");
  await start("6");
  assert.equal(world.all.length, 3, "one that was closed is used no more");
});

test("what is written before the editor opens a terminal is kept, up to a bound, from the beginning of a line", async () => {
  const { start, write } = open();
  await start("1");
  const line = `${"0123456789".repeat(10)}\n`;
  for (let i = 0; i < 100; i++) await write("1", line.repeat(100));
  await write("1", "the end");
  const { text } = opened(world.all[0]);
  assert.ok(text.length <= 256 * 1024 && text.length > 250 * 1024, `${text.length}`);
  assert.match(text, /^0123456789/);
  assert.match(text, /the end$/);
});

test("titles, the clipboard, links and marks do not reach the editor, wherever a text is cut", async () => {
  const strings = [
    `${ESC}]0;title\x07`,
    `${ESC}]52;c;aGVsbG8=${ESC}\\`,
    `${ESC}]8;;file:///etc/passwd${ESC}\\`,
    `${ESC}P1$r0m${ESC}\\`,
    `${ESC}_apc${ESC}\\`,
    `${ESC}]633;E;rm -rf /\x07`,
    "\x9d0;title\x9c",
    "\x90q\x9c",
  ];
  const whole = `a${strings.join("b")}c${ESC}[32md${ESC}]0;unended${ESC}[0me`;
  const shown = `a${"b".repeat(strings.length - 1)}c${ESC}[32md${ESC}[0me`;
  for (let cut = 0; cut <= whole.length; cut++) {
    const { start, write } = open();
    await start("1");
    const terminal = opened(world.all[0]);
    terminal.text = "";
    await write("1", whole.slice(0, cut));
    await write("1", whole.slice(cut));
    assert.equal(terminal.text, shown, `cut at ${cut}`);
  }
});

test("a text that would be looked at again and again takes no time", async () => {
  const { start, write } = open();
  await start("1");
  const started = performance.now();
  for (const piece of ["\x90", `${ESC}]`, "\x9d;", ESC, "\n", "\r"]) await write("1", piece.repeat(65_536));
  assert.ok(performance.now() - started < 1000, `${performance.now() - started} ms`);
});

test("what a program left switched on is switched off when it ends", async () => {
  const { start, write, end } = open();
  await start("1");
  const terminal = opened(world.all[0]);
  await write("1", `${ESC}[?1047h${ESC}[?1003h`);
  terminal.text = "";
  await end("1", "exit code 0");
  assert.match(terminal.text, /^\x1b\[\?1047;.*1003;.*l\x1b\[!p/);
});

test("Show Running Commands: the one that runs, one of several, what ran last, or that there is none", async () => {
  const { terminals, start, end } = open();
  await terminals.show();
  assert.deepEqual(world.messages, ["Sextant: No command is running."]);
  await start("1");
  await terminals.show();
  assert.ok(world.all[0].isShown && world.offered === undefined);
  await start("2", "npm run dev", true);
  world.choose = (items) => items[1];
  await terminals.show();
  assert.deepEqual(
    world.offered.map(({ label, description }) => [label, description]),
    [
      ["run 1", "src"],
      ["npm run dev", "src"],
    ],
  );
  assert.ok(world.all[1].isShown);
  world.all[1].isShown = false;
  world.choose = () => undefined;
  await terminals.show();
  assert.equal(world.all[1].isShown, false, "after Escape nothing is shown");
  for (const id of ["1", "2"]) await end(id, "exit code 0");
  await terminals.show();
  assert.ok(world.all[1].isShown);
});

test("at the end of the window the terminals go, and the engine ends the commands", async () => {
  const { terminals, start, ended } = open();
  await start("1");
  await start("2", "npm run dev", true);
  terminals.dispose();
  assert.deepEqual([world.all.length, ended], [0, []]);
});
