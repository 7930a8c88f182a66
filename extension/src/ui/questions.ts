import * as vscode from "vscode";

import { briefOf, clean, showUnseen } from "./activity-items";
import { toUri } from "../host/convert";
import { unlinked } from "./message";

export type QuestionFile = readonly [path: string, before: string, after: string, added: number, removed: number];

/** As the engine asks (`native/host/edits.h`): it decides which answers there can be. */
export interface Asked {
  /** The call that waits for the answer. */
  call: number;
  /** The id by which the change can be decided after that call; empty: only during it. */
  change: string;
  tool: string;
  /** Goes on after the agent's name: "wants to …." */
  title: string;
  toolsets: string[];
  canAllowFile: boolean;
  canAllowAlways: boolean;
  files: QuestionFile[];
  /** To run, in `folder`. */
  command?: string;
  folder?: string;
  /** Where sextant.run.allowed has this, such commands run without a question. */
  prefix?: string;
  /** A request to it; where sextant.web.hosts has this, there is no question. */
  host?: string;
}

export interface Verdict {
  allowed: boolean;
  why: string;
}

/** A command of so many characters, in one line, is whole in a notification. */
const MAX_NOTIFIED = 240;
const MAX_SUBJECT = 60;
const MAX_HEAD = 1000;
/** The editor cuts a notification that is longer than this and a few words. */
const MAX_MESSAGE = 900;

let lastKey = 0;

/** One question to the person. It is there until it is answered or taken back. */
export class Question {
  readonly key = ++lastKey;
  /** The prefix of the command, or the host, if people see all of it: more like this may be allowed for good. */
  readonly rule: string | undefined;
  /** The call has ended: the answer is a call of its own. */
  isWaiting = false;
  verdict: Verdict | undefined;

  constructor(
    readonly asked: Asked,
    readonly agent: string,
    readonly caller: object | undefined,
    readonly settle: (verdict: Verdict) => void,
  ) {
    const rule = asked.host ?? asked.prefix;
    this.rule = rule && clean(rule, MAX_SUBJECT) === rule ? rule : undefined;
  }

  /** Lines of a change that are added and removed; the folder of a command and how many lines it has. */
  get lines(): string {
    const { files, command, folder = "" } = this.asked;
    const sum = (i: 3 | 4) => files.reduce((all, file) => all + file[i], 0);
    if (files.length) return `+${sum(3)} −${sum(4)}`;
    if (!command) return "";
    const root = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.fsPath === folder);
    const count = command.trim().split("\n").length;
    const where = clean(root?.name ?? vscode.workspace.asRelativePath(toUri(folder)));
    return count > 1 ? vscode.l10n.t("{0}, {1} lines", where, count) : where;
  }

  /** A sentence; of a command with its beginning. */
  get text(): string {
    const { command, title } = this.asked;
    const lines = this.lines ? ` (${this.lines})` : "";
    const full = title.replace(/\.(?=$| (You|It) )/, () => `${lines}.`);
    return vscode.l10n.t({
      message: "{0} {1}",
      args: [this.agent, command ? full.replace(/\.$/, () => `: ${briefOf(command, MAX_NOTIFIED)}`) : full],
      comment: ["{0} is the name of an agent, {1} what it wants to do"],
    });
  }

  /** Whether a notification has all of the text, and the command whole, as it is. */
  get isWhole(): boolean {
    const { command = "" } = this.asked;
    return unlinked(this.text).length <= MAX_MESSAGE && briefOf(command, MAX_NOTIFIED) === command.trim();
  }

  /** The whole command, after who wants to run it, and where; without one the whole question. */
  get script(): string {
    const { title, command, folder = "" } = this.asked;
    if (!command) return `${this.text}\n`;
    const head = [`${this.agent} ${title}`, folder].map((line) => `# ${clean(line, MAX_HEAD)}\n`);
    return `${head.join("")}\n${showUnseen(command)}\n`;
  }

  /** The file, or how many; the command; what it wants where no text changes. */
  get subject(): string {
    const { files, command, title } = this.asked;
    if (command) return briefOf(command, MAX_SUBJECT);
    const [first] = files;
    if (!first) return title.replace(/\.$/, "");
    if (files.length > 1) return vscode.l10n.t("{0} files", files.length);
    return clean(vscode.workspace.asRelativePath(toUri(first[0])));
  }
}

/** How many wait for the person. */
export function describeWaiting(count: number): string {
  return count > 1 ? vscode.l10n.t("{0} questions wait for you", count) : vscode.l10n.t("1 question waits for you");
}

/** The questions that are open, the oldest first. */
export class Questions {
  private list: Question[] = [];
  private readonly changed = new vscode.EventEmitter<{ added?: Question; removed?: Question }>();
  readonly onDidChange = this.changed.event;

  get all(): readonly Question[] {
    return this.list;
  }

  add(question: Question): void {
    this.list.push(question);
    this.changed.fire({ added: question });
  }

  /** False where it was answered or taken back before. */
  remove(question: Question): boolean {
    if (!this.list.includes(question)) return false;
    this.list = this.list.filter((one) => one !== question);
    this.changed.fire({ removed: question });
    return true;
  }

  /** The call of it has ended, and it stays. */
  touch(): void {
    this.changed.fire({});
  }
}
