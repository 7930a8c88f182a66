/** Shared by the tests of renames: an editor on folders that may change, and renames taken back. */
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";

import { callTool, openAgent, openEditor } from "../vscode/suites/support.mjs";

/** Some servers look for a few conflicts themselves, and refuse. */
export const isRefused = ({ isError, text }) => isError && /conflict with the symbol/.test(text);
export const isHeld = (answer) => isRefused(answer) || /^CONFLICT:/m.test(answer.text);

/** The texts of files: `restore` puts back what differs, as a tool outside of the editor would. */
export async function keep(paths) {
  const texts = await Promise.all(paths.map((path) => readFile(path)));
  const differing = async () => {
    const now = await Promise.all(paths.map((path) => readFile(path)));
    return paths.filter((_, i) => !now[i].equals(texts[i]));
  };
  return {
    differing,
    async restore() {
      for (const path of await differing()) await writeFile(path, texts[paths.indexOf(path)]);
    },
  };
}

export class RenameBench {
  static async open(folders, servers = []) {
    const bench = new RenameBench();
    bench.editor = await openEditor(folders, { servers, settings: { "files.autoSave": "off" } });
    bench.agent = await openAgent(bench.editor, folders[0]);
    return bench;
  }

  async close() {
    this.agent?.close();
    await this.editor?.stop();
  }

  /**
   * Asks until the server knows the project: answers before that do not count. A rename that was applied is not asked
   * for again.
   */
  async rename(args) {
    for (let count = 0; ; count++) {
      const answer = await callTool(this.agent, "rename_symbol", { max_tokens: 4000, ...args }, 120_000);
      if (
        answer.facts?.applied ||
        count === 6 ||
        !/still loading|still starting|may be more|is behind|Unknown/.test(answer.text)
      )
        return answer;
      await new Promise((resolve) => setTimeout(resolve, 1500));
    }
  }

  /** Takes a change back; `kept` was made before it: every byte must be as it was. */
  async undo(change, kept, what) {
    const undone = await callTool(this.agent, "undo_change", { change }, 120_000);
    assert.ok(!undone.isError, `${what}: ${undone.text}`);
    assert.deepEqual(await kept.differing(), [], `${what}: not as it was before`);
  }
}
