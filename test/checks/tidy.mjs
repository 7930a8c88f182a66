/**
 * clang-tidy over the engine, with the rules of .clang-tidy. It takes minutes, so it is part of the
 * soak, which ends each function's analysis early, and of `npm test -- tidy`, which is --deep.
 *
 *   node test/checks/tidy.mjs [--deep] [FILE…]
 */
import { execFile } from "node:child_process";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";

import { ROOT } from "../../extension/build/setup.mjs";
import { engineFlags, libuvFlags, writeDefinitions } from "../native/build.mjs";
import { C_FILES } from "./tree.mjs";

const execute = promisify(execFile);

/**
 * Warnings of the analyser that come from an invariant it cannot know. Each was looked at: a place is
 * a file and a check, and why it is not what it seems to be.
 */
const KNOWN = {
  "native/bridge/asked.c": { check: "core.NullDereference", why: "grow() made room or returned" },
  "native/bridge/main.c": { check: "core.NonNullParamChecker", why: "argv has argc entries" },
  "native/change/diagnostics.c": { check: "core.NullDereference", why: "an array with a length has items" },
  "native/host/requests.c": { check: "core.NullDereference", why: "an array with a length has items" },
  "native/markdown/block.c": {
    check: "core.UndefinedBinaryOperatorResult",
    why: "a trimmed text that is not empty has a last byte",
  },
  "native/text/tokens.c": {
    check: "core.uninitialized.Assign",
    why: "it is called where a mark stands, so the count is not 0",
  },
  "native/os/file_write.c": { check: "core.NonNullParamChecker", why: "an array with a length has items" },
  "native/semantic/outline_list.c": { check: "core.NullDereference", why: "an array with a length has items" },
  "native/tools/symbols/get_diagnostics.c": { check: "core.NullDereference", why: "an array with a length has items" },
  "native/semantic/workspace_symbols.c": { check: "core.NullDereference", why: "an array with a length has items" },
  "native/workspace/paths.c": { check: "core.NullDereference", why: "an array with a length has items" },
  "native/documentation/documentation_write.c": { check: "core.NullDereference", why: "found implies a symbol" },
  "native/os/file_replace.c": { check: "core.CallAndMessage", why: "status is OK only when all was filled in" },
  "native/resolve/resolve_scan.c": { check: "core.NullDereference", why: "each part that runs has its scan" },
  "native/resolve/resolve_file.c": { check: "core.CallAndMessage", why: "both loops have the same bound" },
};

function isKnown({ file, check }) {
  return KNOWN[file]?.check !== undefined && check.includes(`clang-analyzer-${KNOWN[file].check}`);
}

/** Findings of one file: `{file, line, check, text}`. */
async function look(source, flags) {
  const args = ["--quiet", `--config-file=${ROOT}/.clang-tidy`, source, "--", ...flags];
  const { code, stdout, stderr } = await execute("clang-tidy", args, { cwd: ROOT, maxBuffer: 2 ** 26 }).catch(
    (error) => error,
  );
  const found = [...stdout.matchAll(/^(.*?):(\d+):\d+: (?:warning|error): (.*) \[([^\]]+)\]$/gm)];
  if (code && found.length === 0) throw new Error(`clang-tidy ${source}: ${stderr || stdout}`);
  return found.map(([text, path, line, , check]) => ({ file: path.replace(`${ROOT}/`, ""), line, check, text }));
}

/** About a third of the time on files that take long, for less than a quarter of what the analyser would look at. */
const EARLY = ["-Xclang", "-analyzer-config", "-Xclang", "max-nodes=50000"];

async function main(args) {
  const names = args.filter((arg) => arg !== "--deep");
  const sources = C_FILES.filter((file) => /^native\/.*\.c$/.test(file));
  const wanted = names.length > 0 ? names : sources;
  const own = args.includes("--deep") ? [] : EARLY;
  const flags = [...engineFlags, "-DSX_DEBUG", `-I${writeDefinitions()}`, ...libuvFlags("--cflags"), ...own];
  const waiting = [...wanted];
  const findings = new Map();
  let failed = 0;
  const work = async () => {
    for (let source; (source = waiting.shift());) {
      const strange = (await look(source, flags)).filter((finding) => !isKnown(finding));
      // One in a header is found by all who include it.
      for (const { text } of strange) findings.set(text, source);
      if (strange.length > 0) failed++;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  for (const text of findings.keys()) console.log(text.replaceAll(`${ROOT}/`, ""));
  console.log(`${wanted.length - failed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

process.exitCode = await main(process.argv.slice(2));
