/** rope, by its API, as Debian's python3-rope has it. */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { offsetOf } from "./cases.mjs";

const PYTHON = "/usr/bin/python3";
const SCRIPT = path.join(path.dirname(fileURLToPath(import.meta.url)), "rope_case.py");

export function isThere() {
  return spawnSync(PYTHON, ["-c", "import rope"]).status === 0;
}

/** Does it in the folder: whether it was done. */
export async function refactor(tool, one, folder) {
  const call = { ...one.call, offset: tool === "extract_function" ? 0 : offsetOf(one) };
  const done = spawnSync(PYTHON, ["-B", SCRIPT, tool, folder, JSON.stringify(call)], {
    encoding: "utf8",
    timeout: 60_000,
  });
  return /^OK/m.test(done.stdout);
}
