import * as vscode from "vscode";

import type { Context } from "../context";
import type { ToolDefinition } from "../engine";

export function abortWith(token: vscode.CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}

const MAX_CONFIRMED = 100;

/** The question of the editor's chat before a tool changes something, if the policy is "ask". */
async function confirmation(tool: ToolDefinition, input: object, { engine, askPolicy }: Context) {
  // Whether a command or a statement is asked about depends on it: the engine decides that. Notes are the agent's.
  const isAsked = tool.annotations.destructiveHint && !["run", "data", "tasks", "memory"].includes(tool.toolset);
  const mayWrite = isAsked && (await askPolicy(tool.toolset)) === "ask";
  if (!mayWrite) return undefined;
  const canPreview = "preview" in (tool.inputSchema["properties"] as object);
  const preview = canPreview
    ? await engine.call(tool.name, { ...input, preview: true }, { isMarkdown: true })
    : undefined;
  const message = new vscode.MarkdownString(
    preview && !preview.isError ? preview.text : `\`\`\`json\n${JSON.stringify(input, null, 2)}\n\`\`\``,
  );
  return { title: vscode.l10n.t("{0}?", tool.title), message };
}

/** Every tool of the engine as a language-model tool, for chat in the editor, until it is disposed. */
export function registerLanguageModelTools(context: Context): vscode.Disposable {
  const { engine } = context;
  const registered: vscode.Disposable[] = [];
  for (const tool of engine.tools) {
    // Inputs that the person has said yes to: invoking them must not ask again.
    const confirmed = new Set<string>();
    registered.push(
      vscode.lm.registerTool<object>(tool.name, {
        async prepareInvocation({ input }) {
          const confirmationMessages = await confirmation(tool, input, context);
          // An earlier refusal must not count where no person is asked.
          confirmed.delete(JSON.stringify(input));
          if (!confirmationMessages) return { invocationMessage: tool.title };
          if (confirmed.size > MAX_CONFIRMED) confirmed.clear(); // said no to, or never invoked
          confirmed.add(JSON.stringify(input));
          return { invocationMessage: tool.title, confirmationMessages };
        },
        async invoke({ input }, token) {
          context.greetAgent();
          // The editor shows the confirmation outside of chat too, in a dialog.
          const isApproved = confirmed.delete(JSON.stringify(input));
          const caller = context.activity.chat;
          const answer = await engine.call(tool.name, input, { signal: abortWith(token), isApproved, caller });
          if (answer.isError) throw new Error(answer.text);
          return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(answer.text)]);
        },
      }),
    );
  }
  return vscode.Disposable.from(...registered);
}
