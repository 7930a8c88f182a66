import * as vscode from "vscode";

import type { Approval, Scope } from "./approval";
import { clean } from "./activity-items";
import { ChangeView } from "./change-view";
import { describeWaiting, type Question } from "./questions";
import { unlinked } from "./message";

const SCHEME = "sextant-question";
const VIEW = "sextant.waiting";
/** By its end the editor knows the language, which wraps long lines. */
const COMMAND_PATH = "/command.sextant-command";
/** A person who has typed within this time is not interrupted: the diff opens in the background. */
const TYPING_MS = 10_000;

const setContext = (key: string, value: boolean) =>
  void vscode.commands.executeCommand("setContext", `sextant.${key}`, value);

/** Which answers it can have: the menus know them by these names. */
const offersOf = ({ asked, rule }: Question) => ({
  isCommand: Boolean(asked.command),
  canAllowFile: asked.canAllowFile,
  canAllowSession: asked.toolsets.length > 0,
  canAllowAlways: asked.canAllowAlways,
  canAllowPrefix: Boolean(rule && !asked.host),
  canAllowHost: Boolean(rule && asked.host),
});

/** The row of a question: who wants to change what, with how many lines. */
function toItem(question: Question): vscode.TreeItem {
  const { asked, agent, lines, subject } = question;
  const item = new vscode.TreeItem(subject, vscode.TreeItemCollapsibleState.None);
  item.id = `question-${question.key}`;
  item.description = [agent, lines].filter(Boolean).join(" · ");
  item.tooltip = `${question.text}\n${asked.tool}`;
  item.iconPath = new vscode.ThemeIcon(
    asked.command ? "terminal" : asked.files.length ? "diff" : asked.host ? "globe" : "question",
  );
  const kinds = Object.entries(offersOf(question)).map(([kind, isIt]) => (isIt ? `.${kind}` : ""));
  item.contextValue = `question${kinds.join("")}`;
  item.accessibilityInformation = { label: question.text };
  item.command = { command: "sextant.showQuestion", title: "", arguments: [question] };
  return item;
}

/**
 * Questions as people see them: each with a diff of its own, rows in *Waiting for You*, a notification that announces.
 * They stay until they are answered, whatever becomes of the notification and the diff.
 */
export class QuestionView implements vscode.TreeDataProvider<Question>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: vscode.TreeView<Question>;
  private readonly editors = new ChangeView(SCHEME);
  private readonly owned: { dispose(): unknown }[];
  private typedAt = 0;
  /** The question that is being answered in its diff: the editor that comes after it gets the focus. */
  private answeredInFront: Question | undefined;

  constructor(
    private readonly approval: Approval,
    private readonly report: (waiting: number) => void,
  ) {
    this.view = vscode.window.createTreeView(VIEW, { treeDataProvider: this });
    this.owned = [
      this.view,
      this.changed,
      this.editors,
      approval.questions.onDidChange(({ added, removed }) => {
        if (removed) void this.close(removed);
        this.update();
        if (added) void this.announce(added);
      }),
      vscode.window.tabGroups.onDidChangeTabs(() => this.updateContext()),
      vscode.window.tabGroups.onDidChangeTabGroups(() => this.updateContext()),
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        const isSeen = vscode.window.visibleTextEditors.some((one) => one.document === document);
        if (isSeen) this.typedAt = Date.now();
      }),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor, kind }) => {
        const isPersons = kind !== undefined && kind !== vscode.TextEditorSelectionChangeKind.Command;
        if (isPersons && textEditor.document.uri.scheme !== SCHEME) this.typedAt = Date.now();
      }),
    ];
  }

  getTreeItem(question: Question): vscode.TreeItem {
    return toItem(question);
  }

  /** For `reveal`: the list has one level. */
  getParent(): undefined {
    return undefined;
  }

  getChildren(question?: Question): Question[] {
    return question ? [] : [...this.approval.questions.all];
  }

  registerCommands(): void {
    const command = (id: string, run: (question: Question) => unknown) =>
      this.owned.push(
        vscode.commands.registerCommand(`sextant.${id}`, async (about?: unknown) => {
          const question = await this.pick(about);
          if (!question) return;
          const isRow = about !== undefined && !(about instanceof vscode.Uri);
          this.answeredInFront = !isRow && this.inFront() === question ? question : undefined;
          await run(question);
        }),
      );
    // The same answers in the words of changes and of commands, and in one word beside the icons of the editor.
    const SCOPES: [Scope, ...string[]][] = [
      ["once", "allowChange", "allowCommand", "allowShownChange"],
      ["file", "allowChangeForFile"],
      ["session", "allowChangeForSession", "allowCommandsForSession"],
      ["always", "alwaysAllowChanges"],
    ];
    for (const [scope, ...ids] of SCOPES) for (const id of ids) command(id, (question) => this.allow(question, scope));
    for (const id of ["rejectChange", "rejectCommand", "rejectShownChange"])
      command(id, (question) => this.reject(question));
    for (const id of ["alwaysAllowCommand", "alwaysAllowHost"]) command(id, (question) => this.offerRule(question));
    this.owned.push(
      vscode.commands.registerCommand("sextant.showQuestion", (question?: Question) => question && this.show(question)),
      vscode.commands.registerCommand("sextant.showWaitingChanges", () => this.showAll()),
    );
  }

  dispose(): void {
    for (const one of this.owned) one.dispose();
  }

  /* ---- what is shown -------------------------------------------------------------------- */

  private update(): void {
    const count = this.approval.questions.all.length;
    this.view.badge = count ? { value: count, tooltip: describeWaiting(count) } : undefined;
    setContext("isWaiting", count > 0);
    this.updateContext();
    this.report(count);
    this.changed.fire();
  }

  private updateContext(): void {
    const front = this.inFront();
    const next = front ?? this.approval.questions.all[0];
    const keys = { isInFront: front !== undefined, ...(next && offersOf(next)) };
    for (const [key, isIt] of Object.entries(keys)) setContext(`question.${key}`, isIt);
  }

  /** The question whose diff the person has before them. */
  private inFront(): Question | undefined {
    const key = this.editors.numberOfTab(vscode.window.tabGroups.activeTabGroup.activeTab);
    return this.approval.questions.all.find((question) => question.key === key);
  }

  private async announce(question: Question): Promise<void> {
    const { asked, text, isWhole, rule } = question;
    const { t } = vscode.l10n;
    // The diff of many files takes the focus, so a person opens it. An editor may be slow to open one, or fail to: the
    // question does not wait for it.
    if (asked.command || asked.files.length === 1 || (!isWhole && !asked.files.length))
      void this.open(question, Date.now() - this.typedAt < TYPING_MS).catch(() => undefined);
    const count = this.approval.questions.all.length;
    const message = count > 1 ? t("{0}. {1}", describeWaiting(count), text) : text;
    const choices = new Map<string, () => unknown>();
    if (isWhole) choices.set(t("Allow"), () => this.allow(question, "once"));
    const fits = rule && rule.length <= 16; // a longer button is cut
    if (isWhole && fits) choices.set(t("Always Allow '{0}'", rule), () => this.allow(question, "rule"));
    if (isWhole && rule && !fits) choices.set(t("Always Allow…"), () => this.offerRule(question));
    if (!isWhole || asked.files.length) choices.set(t("Review"), () => this.show(question));
    choices.set(t("Reject"), () => this.reject(question));
    // Closing it, or leaving it, does not answer.
    const choice = await vscode.window.showWarningMessage(unlinked(message), ...choices.keys());
    await choices.get(choice ?? "")?.();
  }

  private allow(question: Question, scope: Scope): void {
    if (!this.approval.allow(question, scope)) this.tellLate();
  }

  /** In a menu, whose words cannot have the rule: the person sees it before it is allowed for good. */
  private async offerRule(question: Question): Promise<void> {
    const { rule = "", asked } = question;
    const { t } = vscode.l10n;
    const allow = t("Always Allow '{0}'", rule);
    const message = asked.host
      ? t("Always allow requests to '{0}'?", rule)
      : t("Always allow commands that begin with '{0}'?", rule);
    if (rule && (await vscode.window.showWarningMessage(message, { modal: true }, allow))) this.allow(question, "rule");
  }

  private tellLate(): void {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("Sextant: This question was answered before, or the agent took it back."),
    );
  }

  private async show(question: Question): Promise<void> {
    if (!this.approval.questions.all.includes(question)) return this.tellLate();
    const { files, command } = question.asked;
    if (files.length || command || !question.isWhole) return this.open(question, false, true);
    const [allow, reject] = [vscode.l10n.t("Allow"), vscode.l10n.t("Reject")];
    const choice = await vscode.window.showWarningMessage(question.text, { modal: true }, allow, reject);
    if (choice === allow) this.allow(question, "once");
    if (choice === reject) this.reject(question);
  }

  /** The oldest question gets the focus; where none waits, the view of what agents did. */
  private async showAll(): Promise<void> {
    const [oldest] = this.approval.questions.all;
    if (!oldest) {
      void vscode.window.showInformationMessage(vscode.l10n.t("Sextant: No question waits for you in this window."));
      return void vscode.commands.executeCommand("sextant.activity.focus");
    }
    await vscode.commands.executeCommand(`${VIEW}.focus`);
    try {
      // A view that the person has hidden is shown again, and a row of it has the focus.
      await this.view.reveal(oldest, { focus: true, select: true });
    } catch {
      await this.show(oldest); // it was answered meanwhile, or the view cannot be shown
    }
  }

  /* ---- diffs ---------------------------------------------------------------------------- */

  private async open(question: Question, isBehind: boolean, takesFocus = false): Promise<void> {
    const { agent, subject, lines, key } = question;
    const { files, command } = question.asked;
    const [first] = files;
    const title = lines ? vscode.l10n.t("{0}: {1} ({2})", agent, subject, lines) : clean(question.text);
    const options = { preview: false, preserveFocus: !takesFocus, background: isBehind };
    if (command || !first) {
      const uri = this.editors.keep(key, "command", COMMAND_PATH, question.script);
      await vscode.commands.executeCommand("vscode.open", uri, options, title);
    } else if (files.length === 1) {
      await vscode.commands.executeCommand("vscode.diff", ...this.editors.keepSides(key, first), title, options);
    } else {
      await this.editors.close(key, true);
      // The editor adds the number of files.
      await this.editors.show(vscode.l10n.t("{0}: {1}", agent, lines), files, key);
      await vscode.commands.executeCommand("workbench.action.keepEditor");
    }
    // It may have been answered meanwhile.
    if (!this.approval.questions.all.includes(question)) await this.close(question);
    this.updateContext();
  }

  private async close(question: Question): Promise<void> {
    await this.editors.close(question.key, this.answeredInFront !== question);
    this.updateContext();
  }

  /* ---- answers -------------------------------------------------------------------------- */

  /**
   * The question that a command is about: its row, its diff, or the diff in front. Else the oldest is shown and
   * nothing is answered, as the person has not seen it.
   */
  private async pick(about: unknown): Promise<Question | undefined> {
    const { questions } = this.approval;
    const key = about instanceof vscode.Uri ? this.editors.numberOf(about) : (about as Question | undefined)?.key;
    if (key !== undefined) {
      const found = questions.all.find((question) => question.key === key);
      if (!found) this.tellLate();
      return found;
    }
    const front = this.inFront();
    if (front) return front;
    const [oldest] = questions.all;
    if (oldest) await this.show(oldest);
    else await this.showAll();
    return undefined;
  }

  /** At once; the reason may follow. */
  private reject(question: Question): void {
    if (!this.approval.reject(question)) return this.tellLate();
    // A command has ended when the change is rejected.
    if (question.asked.change) void this.offerReason(question);
  }

  private async offerReason(question: Question): Promise<void> {
    const add = vscode.l10n.t("Add a Reason");
    const message = vscode.l10n.t("Sextant: Rejected. {0} was not changed.", question.subject);
    if ((await vscode.window.showInformationMessage(unlinked(message), add)) !== add) return;
    const reason = await vscode.window.showInputBox({
      title: vscode.l10n.t("Why the Change Is Rejected"),
      prompt: vscode.l10n.t("The agent gets the reason when it asks about this change."),
      ignoreFocusOut: true,
    });
    if (reason?.trim()) await this.approval.addReason(question, reason.trim());
  }
}
