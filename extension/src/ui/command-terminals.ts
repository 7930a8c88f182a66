import * as vscode from "vscode";

import type { HostOps } from "../host/ops";
import { briefOf, showUnseen } from "./activity-items";

/** Commands that agents wait for share so many terminals, however many run at once. */
const MAX_SHARED = 4;
/** Terminals of commands in the background stay when these have ended; the oldest of more go. */
const MAX_ENDED = 3;
/** Characters that are kept of a terminal until the editor opens it. */
const MAX_KEPT = 256 * 1024;

const [DIM, BOLD, OFF] = ["\x1b[2m", "\x1b[1m", "\x1b[0m"];
/** Undoes what a program may have left: another screen, reports of the mouse, a colour, a hidden cursor. */
const RESET = "\x1b[?1047;1000;1002;1003;1004;1006;2004l\x1b[!p";
/**
 * Control strings: by these a program speaks to the editor (title, clipboard, links, marks), not to who reads. Each stops
 * at what may begin another, so that no text takes more than one look at each character.
 */
const CONTROL_STRING =
  /(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x90\x98\x9c-\x9f]*(?:\x07|\x1b\\|\x9c|(?=[\x1b\x90\x98\x9d-\x9f]))/g;
/** The beginning of one at the end of a text. */
const UNENDED = /(\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x90\x98\x9c-\x9f]*(\x1b?)$|\x1b$/;

/** A terminal to read in: what a person types is ignored, but Ctrl+C ends its commands, and so does closing it. */
class CommandTerminal implements vscode.Pseudoterminal {
  private readonly written = new vscode.EventEmitter<string>();
  readonly onDidWrite = this.written.event;
  // Without show(): neither it nor the panel comes up, and the focus stays where it is.
  readonly terminal: vscode.Terminal;
  /** How many of the commands that it shows are running. */
  running = 0;
  private kept = "";
  private isOpen = false;
  private isInLine = false;
  /** The part of a control string that goes on in the next text. */
  private unended = "";

  constructor(
    name: string,
    readonly isBackground: boolean,
    private readonly end: (terminal: CommandTerminal, isClosed: boolean) => void,
  ) {
    this.terminal = vscode.window.createTerminal({ name, pty: this, iconPath: new vscode.ThemeIcon("robot") });
  }

  open(): void {
    this.isOpen = true;
    this.written.fire(this.kept);
    this.kept = "";
  }

  close(): void {
    this.end(this, true);
    this.written.dispose();
  }

  handleInput(data: string): void {
    if (data.includes("\x03")) this.end(this, false);
  }

  began(command: string, folder: string): void {
    this.running++;
    const lines = showUnseen(command).replaceAll("\n", "\n> ");
    this.putLine(`${DIM}${showUnseen(folder)}${OFF}\n${BOLD}$ ${lines}${OFF}`);
  }

  /** Output of a program, with its colours. */
  write(output: string): void {
    const text = this.unended + output;
    const [begun, start = "", escape = ""] = UNENDED.exec(text) ?? [""];
    // However long it becomes, its text is of no use.
    this.unended = start ? start + escape : begun;
    this.put(text.slice(0, text.length - begun.length).replace(CONTROL_STRING, ""));
  }

  ended(command: string, text: string): void {
    this.unended = "";
    // Where several have written into each other, it names the one.
    const which = this.running-- > 1 ? `${briefOf(command)}: ` : "";
    this.putLine(`${DIM}${which}${showUnseen(text)}${OFF}`, RESET);
  }

  private putLine(text: string, first = ""): void {
    this.put(`${first}${this.isInLine ? "\n" : ""}${text}\n`);
  }

  private put(text: string): void {
    if (!text) return;
    this.isInLine = !text.endsWith("\n");
    const shown = text.replace(/\r?\n/g, "\r\n");
    if (this.isOpen) return this.written.fire(shown);
    const all = this.kept + shown;
    const last = all.slice(-MAX_KEPT);
    // From the beginning of a line, or else of what may be the middle of a colour.
    this.kept = last === all ? all : last.slice(last.indexOf("\n") + 1);
  }
}

/** The commands of agents as people see them: in terminals of the editor, in which they can end them. */
export class CommandTerminals implements vscode.Disposable {
  private terminals: CommandTerminal[] = [];
  /** Those that run and are shown, by their ids. */
  private readonly commands = new Map<string, { command: string; folder: string; shownIn: CommandTerminal }>();

  /** `end`: a person ends the command of that id, which may have ended by itself meanwhile. */
  constructor(private readonly end: (id: string) => void) {}

  readonly ops: HostOps = {
    commandStarted: async (id: string, command: string, folder: string, isBackground: boolean) => {
      const shownIn = isBackground ? this.open(briefOf(command, 30), true) : this.share();
      this.commands.set(id, { command, folder, shownIn });
      return { data: shownIn.began(command, folder) };
    },
    commandOutput: async (id: string, text: string) => ({ data: this.commands.get(id)?.shownIn.write(text) }),
    commandEnded: async (id: string, text: string) => {
      const ended = this.commands.get(id);
      this.commands.delete(id);
      ended?.shownIn.ended(ended.command, text);
      return { data: this.closeOldest() };
    },
  };

  /** For a person who asks for them: the one that runs, one of several, or what ran last. */
  async show(): Promise<void> {
    const items = [...this.commands.values()].map(({ command, folder, shownIn }) => {
      const description = vscode.workspace.asRelativePath(folder);
      return { label: briefOf(command), description, iconPath: new vscode.ThemeIcon("terminal"), shownIn };
    });
    const title = vscode.l10n.t("Running Commands");
    const chosen = items.length > 1 ? await vscode.window.showQuickPick(items, { title }) : items[0];
    if (chosen) chosen.shownIn.terminal.show();
    else if (!items.length && this.terminals.length) this.terminals.at(-1)?.terminal.show();
    else if (!items.length) void vscode.window.showInformationMessage(vscode.l10n.t("Sextant: No command is running."));
  }

  /** The engine ends what still runs. */
  dispose(): void {
    this.commands.clear();
    for (const { terminal } of this.terminals) terminal.dispose();
  }

  private open(name: string, isBackground: boolean): CommandTerminal {
    const opened = new CommandTerminal(name, isBackground, (terminal, isClosed) => {
      if (isClosed) this.terminals = this.terminals.filter((one) => one !== terminal);
      for (const [id, { shownIn }] of [...this.commands]) {
        if (shownIn !== terminal) continue;
        if (isClosed) this.commands.delete(id);
        this.end(id);
      }
    });
    this.terminals.push(opened);
    return opened;
  }

  /** The one that is idle, a further one, or the one with the fewest commands. */
  private share(): CommandTerminal {
    const shared = this.terminals.filter(({ isBackground }) => !isBackground);
    const [least] = [...shared].sort((a, b) => a.running - b.running);
    return least && (!least.running || shared.length >= MAX_SHARED) ? least : this.open("Sextant", false);
  }

  private closeOldest(): void {
    const ended = this.terminals.filter(({ isBackground, running }) => isBackground && !running);
    const isRead = ({ terminal }: CommandTerminal) => terminal === vscode.window.activeTerminal;
    for (const one of ended.slice(0, -MAX_ENDED)) if (!isRead(one)) one.terminal.dispose();
  }
}
