import * as vscode from "vscode";

import type { Context } from "../context";

function abortWith(token: vscode.CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}

/** Every tool of the engine as a language-model tool, for chat in the editor. */
export function registerLanguageModelTools({ engine, own }: Context): void {
  for (const { name, title } of engine.tools) {
    own(
      vscode.lm.registerTool<object>(name, {
        prepareInvocation: () => ({ invocationMessage: title }),
        async invoke({ input }, token) {
          const answer = await engine.call(name, input, { signal: abortWith(token) });
          if (answer.isError) throw new Error(answer.text);
          return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(answer.text)]);
        },
      }),
    );
  }
}
