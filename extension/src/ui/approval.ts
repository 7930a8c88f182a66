import * as vscode from "vscode";

import type { HostOps } from "../host/ops";
import type { ChangedFile, ChangeView } from "./change-view";
import type { Settings } from "./settings";

const ALLOW = "Allow";
const ALLOW_SESSION = "Allow for This Session";
const REJECT = "Reject…";

interface Verdict {
  allowed: boolean;
  why: string;
  /** Not answered in time. */
  late?: true;
}

const refusal = (why: string): Verdict => ({ allowed: false, why });

async function askReason(): Promise<Verdict> {
  const reason = await vscode.window.showInputBox({
    title: "Reject the Change",
    prompt: "The agent receives this reason.",
    placeHolder: "Reason (optional)",
    ignoreFocusOut: true,
  });
  return refusal(reason?.trim() ? `The person rejected it: ${reason.trim()}` : "The person rejected it.");
}

/** The person's say in what tools change: the setting, the question, and what was allowed for good. */
export class Approval {
  private readonly allowedToolsets = new Set<string>();
  private questions = 0;

  constructor(
    private readonly view: ChangeView,
    private readonly settings: Settings,
  ) {}

  /** Whether a question is open. */
  get isAsking(): boolean {
    return this.questions > 0;
  }

  /** always, ask, never or untrusted. */
  policy(toolset: string): string {
    if (!vscode.workspace.isTrusted) return "untrusted";
    const policy = this.settings.get<Record<string, string>>("approval")[toolset] ?? "ask";
    return policy === "ask" && this.allowedToolsets.has(toolset) ? "always" : policy;
  }

  /**
   * Shows the change and waits for the person, at most `waitMs`, which the engine counts too.
   * `toolsets` are those that can be allowed for the session with it; none: only this change.
   */
  async approve(
    tool: string,
    toolsets: string[],
    title: string,
    waitMs: number,
    files: ChangedFile[],
  ): Promise<Verdict> {
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    const late = new Promise<Verdict>((resolve) => {
      timer = setTimeout(() => resolve({ ...refusal(""), late: true }), waitMs);
    });
    const diff = files.length ? await this.view.show(`Sextant: ${tool}`, files) : undefined;
    this.questions++;
    const asked = this.ask(toolsets, title, () => isOver);
    const verdict = await Promise.race([asked, late]);
    this.questions--;
    isOver = true;
    clearTimeout(timer);
    await diff?.close();
    return verdict;
  }

  get ops(): HostOps {
    return {
      policy: async (_tool: string, toolset: string) => ({ data: { policy: this.policy(toolset) } }),
      approve: async (...args: Parameters<Approval["approve"]>) => ({ data: await this.approve(...args) }),
    };
  }

  private async ask(toolsets: string[], title: string, isOver: () => boolean): Promise<Verdict> {
    const choices = toolsets.length ? [ALLOW, ALLOW_SESSION, REJECT] : [ALLOW, REJECT];
    const choice = await vscode.window.showWarningMessage(title, ...choices);
    if (isOver()) {
      // A notification cannot be taken back: report that the answer came too late.
      if (choice)
        void vscode.window.showInformationMessage("Sextant: the question has expired, and the agent was refused.");
      return refusal("");
    }
    if (choice === REJECT) return askReason();
    if (choice === ALLOW_SESSION) for (const toolset of toolsets) this.allowedToolsets.add(toolset);
    return choice ? { allowed: true, why: "" } : refusal("The person closed the question.");
  }
}
