import * as vscode from "vscode";

import type { HostOps } from "../host/ops";
import type { ChangedFile, ChangeView } from "./change-view";

const ALLOW = "Allow";
const ALLOW_SESSION = "Allow for This Session";
const REJECT = "Reject…";

interface Verdict {
  allowed: boolean;
  why: string;
}

const refusal = (why: string): Verdict => ({ allowed: false, why });

async function askReason(): Promise<Verdict> {
  const reason = await vscode.window.showInputBox({
    title: "Reject the Change",
    prompt: "What should the agent know? It gets this text.",
    placeHolder: "Reason (may be empty)",
    ignoreFocusOut: true,
  });
  return refusal(reason?.trim() ? `The person rejected it: ${reason.trim()}` : "The person rejected it.");
}

/** The person's say in what tools change: the setting, the question, and what was allowed for good. */
export function approvalOps(view: ChangeView): HostOps {
  const allowedToolsets = new Set<string>();

  async function ask(toolset: string, title: string): Promise<Verdict> {
    const choice = await vscode.window.showWarningMessage(title, ALLOW, ALLOW_SESSION, REJECT);
    if (choice === REJECT) return askReason();
    if (choice === ALLOW_SESSION) allowedToolsets.add(toolset);
    return choice ? { allowed: true, why: "" } : refusal("The person closed the question.");
  }

  return {
    async policy(_tool: string, toolset: string) {
      if (!vscode.workspace.isTrusted) return { data: { policy: "untrusted" } };
      const policies = vscode.workspace.getConfiguration("sextant").get<Record<string, string>>("approval");
      const policy = policies?.[toolset] ?? "ask";
      return { data: { policy: policy === "ask" && allowedToolsets.has(toolset) ? "always" : policy } };
    },

    async approve(tool: string, toolset: string, title: string, waitMs: number, files: ChangedFile[]) {
      const diff = await view.show(`Sextant: ${tool}`, files);
      let timer: NodeJS.Timeout | undefined;
      let isOver = false;
      const late = new Promise<Verdict>((resolve) => {
        timer = setTimeout(() => resolve(refusal("Nobody answered the question in the editor.")), waitMs);
      });
      const asked = ask(toolset, title).then((verdict) => {
        // A notification cannot be taken back: who answers too late is told so.
        if (isOver) void vscode.window.showInformationMessage("Sextant: too late, the agent was refused already.");
        return verdict;
      });
      const verdict = await Promise.race([asked, late]);
      isOver = true;
      clearTimeout(timer);
      await diff.close();
      return { data: verdict };
    },
  };
}
