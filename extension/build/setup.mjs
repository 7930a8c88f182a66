/**
 * Set-up of a clone: system packages and npm packages, each only when it is missing.
 *
 * Called first by every command that people start (`npm start`, `npm test`, `npm run package`…), so
 * it uses nothing but Node's own modules, says nothing on standard output (that belongs to the
 * command) and is over in a few milliseconds when there is nothing to do.
 *
 *   node extension/build/setup.mjs [group…]     groups: see SYSTEM; all of them when none is named
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, readFileSync, readdirSync } from "node:fs";
import { mkdir, open, readFile, rm, stat, writeFile } from "node:fs/promises";
import { delimiter, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

const LOWEST_NODE = 20;
/** Sources that are compiled: the parser's core, grammars and SQLite, which only ship as packages. */
const NATIVE_PACKAGES = join(ROOT, "native", "deps");

/**
 * Programs and files that the machine must have, by purpose. `debian` is the package that brings it; it is there when
 * `command` is on PATH or `file` exists (`*` stands for one path segment or a part of one). Probing
 * what is used instead of the package's name lets other distributions pass.
 */
const COMPILERS = [
  { debian: "g++", command: "g++" },
  { debian: "make", command: "make" },
  { debian: "python3", command: "python3" },
];
const BRIDGE = [{ debian: "libuv1-dev", file: "/usr/lib/*/libuv_a.a" }];
const BROWSER = [{ debian: "chromium", command: "chromium" }];
const SERVERS = [
  { debian: "clangd", command: "clangd" },
  { debian: "libc6-dev", file: "/usr/include/string.h" },
];

export const SYSTEM = {
  build: [...COMPILERS, ...BRIDGE],
  editor: COMPILERS,
  browser: BROWSER,
  servers: SERVERS,
  vscode: [...COMPILERS, ...BROWSER, ...SERVERS],
  test: [
    { debian: "git", command: "git" },
    { debian: "patch", command: "patch" },
    { debian: "clang", command: "clang" },
    {
      debian: "libclang-rt-14-dev",
      file: "/usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.fuzzer-*",
    },
    { debian: "libuv1-dev", file: "/usr/include/uv.h" },
    { debian: "pkg-config", command: "pkg-config" },
    { debian: "bubblewrap", command: "bwrap" },
    { debian: "procps", command: "pgrep" },
    { debian: "shellcheck", command: "shellcheck" },
  ],
  check: [
    { debian: "clang-format", command: "clang-format" },
    { debian: "clang-tidy", command: "clang-tidy" },
    { debian: "binutils", command: "nm" },
    { debian: "unzip", command: "unzip" },
  ],
  oracle: [
    { debian: "python3-jedi", file: "/usr/lib/python3/dist-packages/jedi/__init__.py" },
    { debian: "universal-ctags", command: "ctags" },
    { debian: "cscope", command: "cscope" },
    { debian: "dpkg-dev", command: "dpkg-source" },
  ],
  linters: [
    { debian: "pylint", command: "pylint" },
    { debian: "flake8", command: "flake8" },
    { debian: "mypy", command: "mypy" },
    { debian: "rubocop", command: "rubocop" },
    { debian: "golang-go", command: "go" },
    { debian: "clang-tidy", command: "clang-tidy" },
  ],
  pytest: [{ debian: "python3-pytest", command: "pytest" }],
  runners: [
    { debian: "golang-go", command: "go" },
    { debian: "cargo", command: "cargo" },
    { debian: "cmake", command: "cmake" },
    { debian: "ruby-rspec", command: "rspec" },
    { debian: "phpunit", command: "phpunit" },
  ],
  databases: [
    { debian: "postgresql", file: "/usr/lib/postgresql/*/bin/postgres" },
    { debian: "mariadb-server", file: "/usr/sbin/mariadbd" },
    { debian: "openssl", command: "openssl" },
  ],
  bench: [{ debian: "ripgrep", command: "rg" }],
};

/** A failure whose message is all that a person needs to see. */
export class SetupError extends Error {}

/**
 * Makes the machine and the clone ready.
 *
 * @param {object} [options]
 * @param {string[]} [options.system] groups of SYSTEM that the caller is going to use
 * @param {boolean} [options.npm] whether the npm packages of the root are needed
 * @throws {SetupError} with the command that a person has to run
 */
export async function setup({ system = [], npm = true } = {}) {
  if (Number.parseInt(process.versions.node, 10) < LOWEST_NODE) {
    throw new SetupError(`Node ${LOWEST_NODE} or later is needed; this is ${process.version}.`);
  }
  await installSystemPackages(missingPackages(system));
  if (!npm) return;
  await installNpmPackages(ROOT);
  // Each grammar names the version of the core's binding that it was made with; the binding is not used.
  await installNpmPackages(NATIVE_PACKAGES, ["--legacy-peer-deps"]);
}

/** The Debian packages of `groups` whose contents are not there, without repetition. */
export function missingPackages(groups) {
  const needs = groups.flatMap((group) => {
    if (!SYSTEM[group]) throw new SetupError(`Unknown set-up group '${group}'.`);
    return SYSTEM[group];
  });
  return [...new Set(needs.filter((need) => !isThere(need)).map((need) => need.debian))];
}

function isThere({ command, file }) {
  if (command) return findCommand(command) !== undefined;
  return matchesPath(file);
}

/** Absolute path of an executable on PATH, or undefined. */
export function findCommand(name) {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    if (!folder) continue;
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // not in this folder
    }
  }
  return undefined;
}

function matchesPath(pattern) {
  let found = ["/"];
  for (const part of pattern.split("/").filter(Boolean)) {
    found = part.includes("*")
      ? found.flatMap((folder) => matchingEntries(folder, part))
      : found.map((folder) => join(folder, part)).filter((path) => existsSync(path));
  }
  return found.length > 0;
}

function matchingEntries(folder, part) {
  const [before, after] = part.split("*");
  try {
    return readdirSync(folder)
      .filter((name) => name.startsWith(before) && name.endsWith(after))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

async function installSystemPackages(packages) {
  if (packages.length === 0) return;
  const command = `apt-get install -y --no-install-recommends ${packages.join(" ")}`;
  if (process.getuid?.() !== 0 || !findCommand("apt-get")) {
    const how = findCommand("apt-get") ? `sudo ${command}` : `what Debian's '${command}' would bring`;
    throw new SetupError(`System packages are missing. Install them and try again:\n\n  ${how}\n`);
  }
  say(`installing system packages: ${packages.join(", ")}`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const [program, ...args] = command.split(" ");
  // The lists of a fresh machine are empty, those of an old one stale: both are cured by an update.
  if (await succeeds(program, args, { env })) return;
  // An installation that was killed is finished first: until then apt-get refuses every other.
  await succeeds("dpkg", ["--configure", "-a"], { env });
  await run("apt-get", ["update"], { env });
  await run(program, args, { env });
}

/**
 * `npm ci` in `folder` when the lockfile is not the one that its node_modules was made from. No package's install
 * script runs: none of ours needs one, and scripts that download would fail without internet.
 */
async function installNpmPackages(folder, options = []) {
  const stamp = join(folder, "node_modules", ".sextant-setup");
  const wanted = createHash("sha256")
    .update(readFileSync(join(folder, "package-lock.json")))
    .digest("hex");
  if (readStamp(stamp) === wanted) return;
  await withLock(join(ROOT, ".sextant-setup.lock"), async () => {
    if (readStamp(stamp) === wanted) return;
    say(`installing npm packages${folder === ROOT ? "" : ` of ${relative(ROOT, folder)}`}`);
    await npmInstall(["ci", "--ignore-scripts", ...options], { cwd: folder });
    await writeFile(stamp, wanted);
  });
}

function readStamp(stamp) {
  try {
    return readFileSync(stamp, "utf8");
  } catch {
    return undefined;
  }
}

/** Runs npm with `args` (a clean one: what the npm that started us set for itself is left out). */
export async function npmInstall(args, { cwd, env = {} }) {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^npm_(lifecycle|package|command|execpath|node_)/.test(name),
  );
  const quiet = ["--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"];
  await run("npm", [...args, ...quiet], { cwd, env: { ...Object.fromEntries(own), ...env } });
}

/** Runs a program to its end with its whole output on our standard error; throws when it fails. */
export async function run(program, args, options = {}) {
  const child = spawn(program, args, { stdio: ["ignore", 2, 2], ...options });
  const failure = await new Promise((done) => {
    child.on("error", (error) => done(error.message));
    child.on("exit", (code, signal) => done(code === 0 ? undefined : `ended with ${signal ?? code}`));
  });
  if (failure) throw new SetupError(`'${[program, ...args].join(" ")}' failed: ${failure}`);
}

async function succeeds(program, args, options) {
  return run(program, args, options).then(
    () => true,
    () => false,
  );
}

const LOCK_POLL_MS = 200;

/**
 * Runs `work` while no other process holds `path`. A lock whose owner died is taken over; waiting
 * is bounded by the owner's life, so there is no time limit here.
 */
export async function withLock(path, work) {
  await mkdir(dirname(path), { recursive: true });
  while (!(await tryLock(path))) await new Promise((done) => setTimeout(done, LOCK_POLL_MS));
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function tryLock(path) {
  try {
    const file = await open(path, "wx");
    await file.writeFile(String(process.pid));
    await file.close();
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
  const owner = Number(await readFile(path, "utf8").catch(() => ""));
  if (owner ? !isAlive(owner) : await isOlderThan(path, 5_000)) await rm(path, { force: true });
  return false;
}

// An empty lock belongs to a process between its two writes, or to one that died there.
async function isOlderThan(path, age_ms) {
  const info = await stat(path).catch(() => undefined);
  return info !== undefined && Date.now() - info.mtimeMs > age_ms;
}

export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** One line for the person who waits, on standard error. */
export function say(text) {
  process.stderr.write(`sextant: ${text}\n`);
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const groups = process.argv.slice(2);
  await setup({ system: groups.length > 0 ? groups : Object.keys(SYSTEM) }).catch((error) => {
    process.stderr.write(`${error instanceof SetupError ? error.message : error.stack}\n`);
    process.exitCode = 1;
  });
}
