import * as vscode from "vscode";

import { clean } from "./activity-items";
import { toUri } from "../host/convert";

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
}

export interface Verdict {
  allowed: boolean;
  why: string;
}

let lastKey = 0;

/** One question to the person. It is there until it is answered or taken back. */
export class Question {
  readonly key = ++lastKey;
  readonly added: number;
  readonly removed: number;
  /** The call has ended: the answer is a call of its own. */
  isWaiting = false;
  verdict: Verdict | undefined;

  constructor(
    readonly asked: Asked,
    readonly agent: string,
    readonly caller: object | undefined,
    readonly settle: (verdict: Verdict) => void,
  ) {
    this.added = asked.files.reduce((sum, file) => sum + file[3], 0);
    this.removed = asked.files.reduce((sum, file) => sum + file[4], 0);
  }

  get lines(): string {
    return this.asked.files.length ? `+${this.added} −${this.removed}` : "";
  }

  /** A sentence. */
  get text(): string {
    const lines = this.lines ? ` (${this.lines})` : "";
    return vscode.l10n.t({
      message: "{0} {1}",
      args: [this.agent, this.asked.title.replace(/\.(?=$| (You|It) )/, `${lines}.`)],
      comment: ["{0} is the name of an agent, {1} what it wants to do"],
    });
  }

  /** The file, or how many; what it wants where no text changes. */
  get subject(): string {
    const [first] = this.asked.files;
    if (!first) return this.asked.title.replace(/\.$/, "");
    if (this.asked.files.length > 1) return vscode.l10n.t("{0} files", this.asked.files.length);
    return clean(vscode.workspace.asRelativePath(toUri(first[0])));
  }
}

/** The questions that are open, the oldest first. */
export class Questions implements vscode.Disposable {
  private list: Question[] = [];
  private readonly changed = new vscode.EventEmitter<{ added?: Question; removed?: Question }>();
  readonly onDidChange = this.changed.event;

  get all(): readonly Question[] {
    return this.list;
  }

  find(isIt: (question: Question) => boolean): Question | undefined {
    return this.list.find(isIt);
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

  dispose(): void {
    this.changed.dispose();
  }
}
