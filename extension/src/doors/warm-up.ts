import type { LogOutputChannel } from "vscode";

import type { Engine } from "../engine";

/**
 * Wakes the language servers of the workspace once, when an agent has come: windows without agents
 * stay as they are. It runs on a thread of the engine's, and ends with the window.
 */
export function makeWarmUp(engine: Engine, log: LogOutputChannel): () => void {
  let hasBegun = false;
  return () => {
    if (hasBegun) return;
    hasBegun = true;
    void engine
      .call("warm_up", {}, { isMarkdown: true, isPerson: true })
      .then(({ text }) => log.debug(`Warm-up. ${text}`));
  };
}
