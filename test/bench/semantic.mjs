/**
 * The semantic tools on real code (zod's sources), in a real VS Code: how much later than the
 * editor's own command they answer, how long their answers are beside the same providers' JSON and
 * beside cclsp's, and what planning a rename costs over the provider's own time.
 */
import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Bridge } from "../vscode/bridge.mjs";
import { installCclsp, installZod } from "../vscode/install.mjs";
import { makeRandom } from "../soak/random.mjs";
import { callTool, openAgent, openEditor } from "../vscode/suites/support.mjs";

const WARM = 5;
const ROUNDS = 200;
const DRAWS = 1000;
const RENAMED_FILES = 200;
const RENAMES = 9;
const BYTES_PER_TOKEN = 4;

/** Names of zod's, each with the file that declares it. */
const SYMBOLS = [
  ["ZodError", "v3/ZodError.ts"],
  ["getErrorMap", "v3/errors.ts"],
  ["ParseStatus", "v3/helpers/parseUtil.ts"],
  ["getParsedType", "v3/helpers/util.ts"],
  ["ZodString", "v3/types.ts"],
  ["ZodObject", "v3/types.ts"],
  ["flattenError", "v4/core/errors.ts"],
  ["prettifyError", "v4/core/errors.ts"],
  ["clone", "v4/core/util.ts"],
  ["globalRegistry", "v4/core/registries.ts"],
];
const FUNCTIONS = [
  ["getErrorMap", "v3/errors.ts"],
  ["addIssueToContext", "v3/helpers/parseUtil.ts"],
  ["clone", "v4/core/util.ts"],
  ["normalizeParams", "v4/core/util.ts"],
  ["aborted", "v4/core/util.ts"],
];

/**
 * The tool, the editor's command that it uses, and cclsp's tool for the same question. `also`: the tool
 * asks for a variable's type, too, at the same time.
 */
const READING = [
  { tool: "find_references", command: "vscode.executeReferenceProvider", peer: "find_references", count: 10 },
  {
    tool: "find_definition",
    command: "vscode.executeDefinitionProvider",
    peer: "find_definition",
    count: 8,
    also: { getParsedType: "vscode.executeTypeDefinitionProvider" },
  },
  {
    tool: "get_symbol_documentation",
    command: "vscode.executeHoverProvider",
    peer: "get_hover",
    count: 7,
    name: "symbol_name",
  },
  {
    tool: "get_call_hierarchy",
    command: "incoming",
    peer: "get_incoming_calls",
    count: 5,
    of: FUNCTIONS,
    more: { direction: "incoming" },
  },
  { tool: "get_symbols", command: "vscode.executeDocumentSymbolProvider", count: 0 },
];

function quantile(values, q) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))];
}

/** The bootstrap's 95 % interval of what `measure` takes of `values`. */
function interval(values, measure) {
  const random = makeRandom(1);
  const drawn = Array.from({ length: DRAWS }, () => measure(values.map(() => random.pick(values))));
  return [quantile(drawn, 0.025), quantile(drawn, 0.975)];
}

const tokensOf = (text) => text.length / BYTES_PER_TOKEN;

/** Runs the editor's own command at the name of `symbol`, with all that the answer has: `{ms, json}`. */
function raw(editor, { command, also }, path, symbol) {
  return editor.control.evaluate(
    async ({ vscode, args: { command, beside, path, symbol } }) => {
      const uri = vscode.Uri.file(path);
      const text = (await vscode.workspace.openTextDocument(uri)).getText();
      const found = new RegExp(`(class|function|const|interface) ${symbol}\\b`).exec(text);
      const lines = text.slice(0, found.index + found[0].length - symbol.length).split("\n");
      const at = new vscode.Position(lines.length - 1, lines.at(-1).length);
      const started = performance.now();
      let result;
      if (command === "incoming") {
        const [item] = await vscode.commands.executeCommand("vscode.prepareCallHierarchy", uri, at);
        result = await vscode.commands.executeCommand("vscode.provideIncomingCalls", item);
      } else if (command.includes("DocumentSymbol")) result = await vscode.commands.executeCommand(command, uri);
      else {
        const other = beside && vscode.commands.executeCommand(beside, uri, at);
        result = await vscode.commands.executeCommand(command, uri, at);
        await other;
      }
      const ms = performance.now() - started;
      // A MarkdownString keeps its text where JSON.stringify does not see it.
      const json = JSON.stringify(result, (_, one) =>
        one instanceof vscode.MarkdownString ? { value: one.value } : one,
      );
      return { ms, json, line: at.line, column: at.character };
    },
    { command, beside: also?.[symbol], path, symbol },
  );
}

class Zod {
  static async open() {
    const zod = new Zod();
    zod.parent = await realpath(await mkdtemp(join(tmpdir(), "sextant-bench-")));
    zod.folder = join(zod.parent, "zod");
    await cp(await installZod(), zod.folder, { recursive: true });
    const compilerOptions = {
      target: "es2022",
      module: "nodenext",
      moduleResolution: "nodenext",
      strict: true,
      noEmit: true,
      skipLibCheck: true,
    };
    await writeFile(join(zod.folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src", "made"] }));
    await mkdir(join(zod.folder, "made"));
    await writeFile(
      join(zod.folder, "made/shared.ts"),
      "export function sharedValue(n: number): number {\n  return n;\n}\n",
    );
    const user = (i) =>
      `import { sharedValue } from "./shared.js";\n\nexport const value_${i} = sharedValue(${i}) + sharedValue(1);\n`;
    for (let i = 1; i < RENAMED_FILES; i++) await writeFile(join(zod.folder, `made/user_${i}.ts`), user(i));
    zod.editor = await openEditor([zod.folder]);
    zod.agent = await openAgent(zod.editor);
    zod.plain = await openAgent(zod.editor, undefined, { isPlain: true });
    return zod;
  }

  async close() {
    this.plain?.close();
    this.agent?.close();
    await this.editor?.stop();
    await rm(this.parent, { recursive: true, force: true });
  }

  path(file) {
    return join(this.folder, "src", file);
  }

  async ask({ tool, name = "symbol", more }, [symbol, file], extra = {}, agent = this.agent) {
    const args =
      tool === "get_symbols" ? { file_path: `src/${file}` } : { [name]: symbol, file_path: `src/${file}`, ...more };
    const started = performance.now();
    const answer = await callTool(agent, tool, { ...args, ...extra });
    const ms = performance.now() - started;
    const isFound = agent === this.agent ? answer.facts.status === "found" : !/^(Unknown|No )/.test(answer.text);
    if (answer.isError || !isFound) throw new Error(`${tool} ${symbol}: ${answer.text}`);
    return { ...answer, ms };
  }

  /**
   * Each question is a new one for the cache: the size of its answer is. Servers answer a question
   * faster when it has just been asked, so both ask first in turn.
   */
  async latency(reading) {
    const pairs = [];
    const subjects = reading.of ?? SYMBOLS.slice(0, 4);
    for (let i = -WARM; i < ROUNDS; i++) {
      const subject = subjects[(i + WARM) % subjects.length];
      const askOwn = () => this.ask(reading, subject, { max_tokens: 3000 + i }, this.plain);
      const askBare = () => raw(this.editor, reading, this.path(subject[1]), subject[0]);
      const isBareFirst = Math.floor((i + WARM) / subjects.length) % 2 === 1;
      const bareFirst = isBareFirst ? await askBare() : undefined;
      const own = await askOwn();
      const bare = bareFirst ?? (await askBare());
      if (i >= 0) pairs.push([own.ms, bare.ms]);
    }
    return pairs;
  }

  async rename() {
    const ours = [],
      theirs = [];
    for (let i = 0; i < RENAMES; i++) {
      const started = performance.now();
      const { text } = await callTool(this.agent, "rename_symbol", {
        symbol: "sharedValue",
        file_path: "made/shared.ts",
        new_name: `renamed_${i}`,
        max_tokens: 2000,
      });
      if (!text.startsWith(`PREVIEW of ${RENAMED_FILES} files`)) throw new Error(text.slice(0, 500));
      if (i) ours.push(performance.now() - started);
      const bare = await this.editor.control.evaluate(
        async ({ vscode, args }) => {
          const begun = performance.now();
          await vscode.commands.executeCommand(
            "vscode.executeDocumentRenameProvider",
            vscode.Uri.file(args.path),
            new vscode.Position(0, 18),
            args.name,
          );
          return performance.now() - begun;
        },
        { path: join(this.folder, "made/shared.ts"), name: `bare_${i}` },
      );
      if (i) theirs.push(bare);
    }
    return { ours: quantile(ours, 0.5), theirs: quantile(theirs, 0.5) };
  }
}

/** cclsp's answers to the same questions, over its own TypeScript server. */
async function openCclsp(zod) {
  const { program, server } = await installCclsp();
  const config = join(zod.parent, "cclsp.json");
  await writeFile(config, JSON.stringify({ servers: [{ extensions: ["ts"], command: server, rootDir: zod.folder }] }));
  return Bridge.open(program, { env: { ...process.env, CCLSP_CONFIG_PATH: config }, cwd: zod.folder });
}

/** Facts that must not be lost: how many places the providers name, and how many the answer has. */
function countPlaces({ tool }, json, { facts }) {
  const list = JSON.parse(json);
  if (tool === "find_references")
    return [
      new Set(list.map((one) => JSON.stringify([one.uri, one.range]))).size,
      facts.references.length + facts.definitions.length,
    ];
  if (tool === "get_call_hierarchy") return [list.length, facts.total_incoming];
  return [1, 1];
}

/** Tokens of cclsp's answers, once its server has loaded the project: until they are the same twice. */
async function cclspTokens(zod, questions) {
  const cclsp = await openCclsp(zod);
  try {
    for (let last, tries = 0; ; tries++) {
      let sum = 0;
      for (const { reading, subject, bare } of questions) {
        const place = {
          file_path: zod.path(subject[1]),
          symbol_name: subject[0],
          line: bare.line + 1,
          character: bare.column + 1,
        };
        const theirs = await cclsp.request("tools/call", { name: reading.peer, arguments: place }, 120_000);
        sum += tokensOf(theirs.content.map(({ text }) => text).join("\n"));
      }
      if (sum === last || tries === 5) return sum;
      last = sum;
    }
  } finally {
    cclsp.close();
  }
}

async function tokens(zod) {
  const sums = { ours: 0, raw: 0, lost: 0 };
  const questions = [];
  for (const reading of READING) {
    const subjects = reading.of ?? SYMBOLS;
    for (let i = 0; i < reading.count; i++) {
      const subject = subjects[i % subjects.length];
      const own = await zod.ask(reading, subject, { max_tokens: 50_000 });
      const bare = await raw(zod.editor, reading, zod.path(subject[1]), subject[0]);
      const [wanted, had] = countPlaces(reading, bare.json, own);
      sums.ours += tokensOf(own.text);
      sums.raw += tokensOf(bare.json);
      sums.lost += Math.max(0, wanted - had);
      questions.push({ reading, subject, bare });
    }
  }
  return { ...sums, peer: await cclspTokens(zod, questions), questions: questions.length };
}

/** `pairs`: milliseconds of a question and of the editor's command for the same, one right after the other. */
function latencyRows(tool, pairs) {
  const quantileOf = (side, q, some) =>
    quantile(
      some.map((pair) => pair[side]),
      q,
    );
  const added = (some) =>
    quantile(
      some.map(([own, bare]) => own - bare),
      0.5,
    );
  const slowdown = (q) => (some) => quantileOf(0, q, some) / quantileOf(1, q, some);
  const between = (measure) =>
    interval(pairs, measure)
      .map((value) => value.toFixed(2))
      .join(" to ");
  const row = (name, q, target, ok) => ({
    name: `${tool}, warm, ${name}, against the editor's command`,
    ours: quantileOf(0, q, pairs),
    peer: quantileOf(1, q, pairs),
    unit: "ms",
    ratio: slowdown(q)(pairs),
    target,
    ok,
  });
  return [
    row(`p50 (${added(pairs).toFixed(2)} ms more; ${between(added)})`, 0.5, "<= 2 ms more", added(pairs) <= 2),
    row(`p95 (${between(slowdown(0.95))})`, 0.95, "<= 1.15x", slowdown(0.95)(pairs) <= 1.15),
  ];
}

export async function rows() {
  const zod = await Zod.open();
  try {
    for (const subject of SYMBOLS) await zod.ask(READING[0], subject);
    const result = [];
    for (const reading of READING) {
      result.push(...latencyRows(reading.tool, await zod.latency(reading)));
    }
    const renamed = await zod.rename();
    result.push({
      name: `rename over ${RENAMED_FILES} files, planned and previewed, against the provider alone`,
      ours: renamed.ours,
      peer: renamed.theirs,
      unit: "ms",
      ratio: renamed.ours / renamed.theirs,
      target: "<= 1.1x",
      ok: renamed.ours <= 1.1 * renamed.theirs,
    });
    const sums = await tokens(zod);
    const row = (name, peer, target) => ({
      name,
      ours: sums.ours,
      peer,
      unit: "tokens",
      ratio: sums.ours / peer,
      target: `<= ${target}x, ${sums.lost} places lost`,
      ok: sums.ours <= target * peer && sums.lost === 0,
    });
    result.push(row(`answers to ${sums.questions} questions, whole, against the providers' JSON`, sums.raw, 0.2));
    result.push(row(`the same against cclsp`, sums.peer, 0.7));
    return result;
  } finally {
    await zod.close();
  }
}
