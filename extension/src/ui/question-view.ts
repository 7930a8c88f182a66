import * as vscode from "vscode";

import { toUri } from "../host/convert";
import type { Approval, Scope } from "./approval";
import type { Question } from "./questions";
import { unlinked } from "./message";

const SCHEME = "sextant-question";
const VIEW = "sextant.waiting";
/** A person who has typed within this time is not interrupted: the diff opens in the background. */
const TYPING_MS = 10_000;

const setContext = (key: string, value: boolean) =>
  void vscode.commands.executeCommand("setContext", `sextant.${key}`, value);

/** The input of a tab, as the editor gives it; that of a diff of many files is not public yet. */
interface DiffInput {
  readonly modified?: vscode.Uri;
  readonly textDiffs?: readonly { readonly modified: vscode.Uri }[];
}

const keyOf = (uri: vscode.Uri | undefined) =>
  uri?.scheme === SCHEME ? Number(uri.query.split("/", 1)[0]) : undefined;

function keyOfTab(tab: vscode.Tab | undefined): number | undefined {
  const input = tab?.input as DiffInput | undefined;
  return keyOf(input?.modified ?? input?.textDiffs?.[0]?.modified);
}

/** The row of a question: who wants to change what, with how many lines. */
function toItem(question: Question): vscode.TreeItem {
  const { asked, agent, lines, subject } = question;
  const item = new vscode.TreeItem(subject, vscode.TreeItemCollapsibleState.None);
  item.id = `question-${question.key}`;
  item.description = [agent, lines].filter(Boolean).join(" · ");
  item.tooltip = `${question.text}\n${asked.tool}`;
  item.iconPath = new vscode.ThemeIcon(asked.files.length ? "diff" : "question");
  const kinds = [
    asked.canAllowFile ? ".file" : "",
    asked.toolsets.length ? ".session" : "",
    asked.canAllowAlways ? ".always" : "",
  ];
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
  private readonly texts = new Map<string, string>();
  private readonly owned: { dispose(): unknown }[];
  private typedAt = 0;
  /** The question that is being answered in its diff: the editor that comes after it gets the focus. */
  private answeredInFront: Question | undefined;

  constructor(
    private readonly approval: Approval,
    private readonly report: (waiting: number) => void,
  ) {
    this.view = vscode.window.createTreeView(VIEW, { treeDataProvider: this });
    const provideTextDocumentContent = (uri: vscode.Uri) => this.texts.get(uri.toString()) ?? "";
    this.owned = [
      this.view,
      this.changed,
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, { provideTextDocumentContent }),
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
    const allow = (id: string, scope: Scope) =>
      command(id, (question) => this.approval.allow(question, scope) || this.tellLate());
    allow("allowChange", "once");
    // The same with a word instead of an icon, beside the icons of the editor.
    allow("allowShownChange", "once");
    command("rejectShownChange", (question) => this.reject(question));
    allow("allowChangeForFile", "file");
    allow("allowChangeForSession", "session");
    allow("alwaysAllowChanges", "always");
    command("rejectChange", (question) => this.reject(question));
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
    const tooltip =
      count > 1 ? vscode.l10n.t("{0} changes wait for you", count) : vscode.l10n.t("1 change waits for you");
    this.view.badge = count ? { value: count, tooltip } : undefined;
    setContext("isWaiting", count > 0);
    this.updateContext();
    this.report(count);
    this.changed.fire();
  }

  private updateContext(): void {
    const asked = this.inFront()?.asked;
    setContext("question.isInFront", asked !== undefined);
    setContext("question.canAllowFile", asked?.canAllowFile ?? false);
    setContext("question.canAllowSession", (asked?.toolsets.length ?? 0) > 0);
    setContext("question.canAllowAlways", asked?.canAllowAlways ?? false);
  }

  /** The question whose diff the person has before them. */
  private inFront(): Question | undefined {
    const key = keyOfTab(vscode.window.tabGroups.activeTabGroup.activeTab);
    return this.approval.questions.find((question) => question.key === key);
  }

  private async announce(question: Question): Promise<void> {
    // The diff of many files takes the focus, so a person opens it. An editor may be slow to open one, or fail to: the
    // question does not wait for it.
    if (question.asked.files.length === 1)
      void this.open(question, Date.now() - this.typedAt < TYPING_MS).catch(() => undefined);
    const [allow, review, reject] = [vscode.l10n.t("Allow"), vscode.l10n.t("Review"), vscode.l10n.t("Reject")];
    const count = this.approval.questions.all.length;
    const { text } = question;
    const message = count > 1 ? vscode.l10n.t("{0} {1} changes wait for you.", text, count) : text;
    const choices = question.asked.files.length ? [allow, review, reject] : [allow, reject];
    const choice = await vscode.window.showWarningMessage(unlinked(message), ...choices);
    // Closing it, or leaving it, does not answer.
    if (choice === allow && !this.approval.allow(question, "once")) this.tellLate();
    if (choice === review) await this.show(question);
    if (choice === reject) this.reject(question);
  }

  private tellLate(): void {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("Sextant: This question was answered before, or the agent took it back."),
    );
  }

  private async show(question: Question): Promise<void> {
    if (!this.approval.questions.all.includes(question)) return this.tellLate();
    if (question.asked.files.length) return this.open(question, false, true);
    const [allow, reject] = [vscode.l10n.t("Allow"), vscode.l10n.t("Reject")];
    const choice = await vscode.window.showWarningMessage(question.text, { modal: true }, allow, reject);
    if (choice === allow && !this.approval.allow(question, "once")) this.tellLate();
    if (choice === reject) this.reject(question);
  }

  /** The oldest question gets the focus; where none waits, the view of what agents did. */
  private async showAll(): Promise<void> {
    const [oldest] = this.approval.questions.all;
    if (!oldest) {
      void vscode.window.showInformationMessage(vscode.l10n.t("Sextant: No change waits for you in this window."));
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
    const { files } = question.asked;
    const uris = files.map(([path, before, after], i) => [
      this.keep(question, i, "before", path, before),
      this.keep(question, i, "after", path, after),
    ]);
    if (files.length === 1) {
      const title = vscode.l10n.t("{0}: {1} ({2})", question.agent, question.subject, question.lines);
      const options = { preview: false, preserveFocus: !takesFocus, background: isBehind };
      await vscode.commands.executeCommand("vscode.diff", uris[0]?.[0], uris[0]?.[1], title, options);
    } else {
      await vscode.window.tabGroups.close(this.tabsOf(question), true);
      const rows = uris.map((sides, i) => [toUri(files[i]?.[0] ?? ""), ...sides]);
      // The editor adds the number of files.
      const title = vscode.l10n.t("{0}: {1}", question.agent, question.lines);
      await vscode.commands.executeCommand("vscode.changes", title, rows);
      await vscode.commands.executeCommand("workbench.action.keepEditor");
    }
    // It may have been answered meanwhile.
    if (!this.approval.questions.all.includes(question)) await this.close(question);
    this.updateContext();
  }

  /** Both sides have the same path: else the editor marks the file as renamed. */
  private keep(question: Question, i: number, side: string, path: string, text: string): vscode.Uri {
    const shown = `/${vscode.workspace.asRelativePath(toUri(path))}`.replace(/^\/+/, "/");
    const uri = vscode.Uri.from({ scheme: SCHEME, path: shown, query: `${question.key}/${i}/${side}` });
    this.texts.set(uri.toString(), text);
    return uri;
  }

  private tabsOf(question: Question): vscode.Tab[] {
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    return tabs.filter((tab) => keyOfTab(tab) === question.key);
  }

  private async close(question: Question): Promise<void> {
    await vscode.window.tabGroups.close(this.tabsOf(question), this.answeredInFront !== question);
    for (const key of [...this.texts.keys()]) if (keyOf(vscode.Uri.parse(key)) === question.key) this.texts.delete(key);
    this.updateContext();
  }

  /* ---- answers -------------------------------------------------------------------------- */

  /**
   * The question that a command is about: its row, its diff, or the diff in front. Else the oldest is shown and
   * nothing is answered, as the person has not seen it.
   */
  private async pick(about: unknown): Promise<Question | undefined> {
    const { questions } = this.approval;
    const key = about instanceof vscode.Uri ? keyOf(about) : (about as Question | undefined)?.key;
    if (key !== undefined) {
      const found = questions.find((question) => question.key === key);
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
