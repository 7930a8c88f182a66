/**
 * deep_dive's overview against the four calls that an agent would make instead, on zod's sources in a real VS Code: time and
 * tokens, side by side. Both have the same subjects in turn, and each is first as often as the other, as servers answer
 * faster what was just asked.
 */
import { cp, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { installZod } from "../vscode/install.mjs";
import { callTool, openAgent, openEditor } from "../vscode/suites/support.mjs";

const ROUNDS = 12;
const WARM = 2;
const BYTES_PER_TOKEN = 4;

/** Names of zod's, each with the file that declares it, and the tool that knows what is next to it. */
const SUBJECTS = [
  ["finalizeIssue", "v4/core/util.ts", "get_call_hierarchy"],
  ["clone", "v4/core/util.ts", "get_call_hierarchy"],
  ["addIssueToContext", "v3/helpers/parseUtil.ts", "get_call_hierarchy"],
  ["getErrorMap", "v3/errors.ts", "get_call_hierarchy"],
  ["prettifyError", "v4/core/errors.ts", "get_call_hierarchy"],
  ["ZodError", "v3/ZodError.ts", "get_type_hierarchy"],
  ["ZodString", "v3/types.ts", "get_type_hierarchy"],
  ["ParsePayload", "v4/core/schemas.ts", "find_implementations"],
  ["globalRegistry", "v4/core/registries.ts", "find_definition"],
];

function quantile(values, q) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))];
}

async function timed(agent, calls) {
  const texts = [];
  const started = performance.now();
  for (const [tool, args] of calls) {
    const answer = await callTool(agent, tool, args);
    if (answer.isError) throw new Error(`${tool}: ${answer.text}`);
    texts.push(answer.text);
  }
  return { ms: performance.now() - started, tokens: texts.join("").length / BYTES_PER_TOKEN, texts };
}

/** `more` makes each question a new one for the cache. */
function fourCalls([symbol, file, next], more) {
  const place = { file_path: `src/${file}`, max_tokens: 2000 + more };
  return [
    ["get_symbol_documentation", { symbol_name: symbol, ...place }],
    ["find_references", { symbol, ...place }],
    [next, { symbol, ...place }],
    ["get_symbols", place],
  ];
}

async function measure(agent) {
  const pairs = [];
  for (let round = -WARM; round < ROUNDS; round++)
    for (const [i, subject] of SUBJECTS.entries()) {
      const own = () => timed(agent, [["deep_dive", { symbol: subject[0], context_file: `src/${subject[1]}` }]]);
      const four = () => timed(agent, fourCalls(subject, round + WARM));
      const isOwnFirst = (round + WARM + i) % 2 === 0;
      const first = isOwnFirst ? await own() : await four();
      const second = isOwnFirst ? await four() : await own();
      if (round >= 0) pairs.push({ subject, own: isOwnFirst ? first : second, four: isOwnFirst ? second : first });
    }
  return pairs;
}

export async function rows() {
  const parent = await realpath(await mkdtemp(join(tmpdir(), "sextant-bench-")));
  const folder = join(parent, "zod");
  let editor, agent;
  try {
    await cp(await installZod(), folder, { recursive: true });
    const compilerOptions = { target: "es2022", module: "nodenext", strict: true, noEmit: true, skipLibCheck: true };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }));
    editor = await openEditor([folder]);
    agent = await openAgent(editor, undefined, { isPlain: true });
    const pairs = await measure(agent);
    const row = (name, unit, of, target) => {
      const ours = quantile(
        pairs.map(({ own }) => of(own)),
        0.5,
      );
      const peer = quantile(
        pairs.map(({ four }) => of(four)),
        0.5,
      );
      return { name, ours, peer, unit, ratio: ours / peer, target: `<= ${target}x`, ok: ours <= target * peer };
    };
    return [
      row("deep_dive, overview, warm, p50, against the four calls that it replaces", "ms", ({ ms }) => ms, 0.5),
      row("the same, length of the answers", "tokens", ({ tokens }) => tokens, 0.4),
    ];
  } finally {
    agent?.close();
    await editor?.stop();
    await rm(parent, { recursive: true, force: true });
  }
}
