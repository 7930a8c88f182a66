/**
 * `npm start`: from a fresh clone to a running VS Code with Sextant in it, and down again on a
 * signal.
 *
 * Standard output carries one line of JSON, when the tools answer; everything else is standard
 * error.
 */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { ROOT, say, setup, SetupError } from "../../extension/build/setup.mjs";
import { listTools } from "./bridge.mjs";
import { Desktop, desktopCommand } from "./desktop.mjs";
import { installCodeServer, installPyright } from "./install.mjs";
import { endMarked, guard, markEnv, newMark } from "./processes.mjs";
import { Editor } from "./server.mjs";
import { readSettings } from "./settings.mjs";

const HELP = `Usage: npm start -- [options]

Builds Sextant, installs it into a real VS Code and keeps that running.

  --workspace DIR   open DIR; may be given several times (default: a small project of the tests)
  --headless        attach a headless browser, so that no person is needed
  --settings FILE   merge the VS Code settings of a JSON file
  --servers         add language servers for Python (pyright) and C (clangd)
  --code            use the installed desktop VS Code in place of VS Code's server
  --port N          the port of VS Code's server on 127.0.0.1 (default: a free one)
  --help            show this text

When the tools are up, one line of JSON is printed on standard output:
  {"ready":true,"url":…,"socket":…,"bridge":[…],"pid":…}
where 'bridge' is the command that an agent starts, and 'pid' the process that a SIGTERM stops.
`;

const TOUR = "test/fixtures/workspaces/tour";

const ORPHAN_POLL_MS = 500;

// npm runs scripts in the package's folder and keeps the folder that the person is in aside.
const HERE = process.env.INIT_CWD ?? process.cwd();

class UsageError extends Error {}

/** The options of a command line, checked; throws UsageError. */
function parseOptions(args) {
  let values;
  try {
    ({ values } = parseArgs({
      args,
      options: {
        workspace: { type: "string", multiple: true },
        headless: { type: "boolean" },
        settings: { type: "string" },
        servers: { type: "boolean" },
        code: { type: "boolean" },
        port: { type: "string" },
        help: { type: "boolean" },
      },
    }));
  } catch (error) {
    throw new UsageError(error.message);
  }
  if (values.code && values.headless) throw new UsageError("--code and --headless exclude each other.");
  if (values.code && values.port) throw new UsageError("--code and --port exclude each other.");
  const workspaces = (values.workspace ?? [resolve(ROOT, TOUR)]).map(checkFolder);
  return { ...values, workspaces, port: checkPort(values.port) };
}

function checkFolder(path) {
  const folder = resolve(HERE, path);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  throw new UsageError(`--workspace ${path}: there is no such folder.`);
}

function checkPort(text) {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new UsageError(`--port ${text}: a port is a whole number from 1 to 65535.`);
}

/** Set-up, build and installation; returns the path of the VSIX. */
async function prepare({ code, headless, servers }) {
  const groups = ["build", "editor"];
  if (headless) groups.push("browser");
  if (servers) groups.push("servers");
  await setup({ system: groups });
  const installed = code ? undefined : installCodeServer();
  const python = servers ? installPyright() : undefined;
  const [vsix] = await Promise.all([makeVsix(), installed, python]);
  return vsix;
}

async function makeVsix() {
  const { build } = await import("../../extension/build/build.mjs");
  await build();
  const { packageVsix } = await import("../../extension/build/package.mjs");
  return packageVsix({ target: `${process.platform}-${process.arch}` });
}

function makeEditor({ code, ...wanted }, vsix) {
  const log = process.env.SEXTANT_START_VERBOSE ? (text) => process.stderr.write(text) : undefined;
  // The user's own state folder: the bridge then works as printed, from any shell.
  const options = { ...wanted, vsix, log, home: null, remoteControl: false };
  return code ? new Desktop(options) : new Editor(options);
}

/** Waits for the window and the tools of its bridge, then prints the ready line. */
async function announce(editor, { code, headless }) {
  if (editor.url) say(headless ? `VS Code is at ${editor.url}` : `open ${editor.url} in a browser`);
  if (code) say("a window of the desktop VS Code opens");
  await editor.waitForWindow(headless ? undefined : Infinity);
  const bridge = await editor.bridge();
  const tools = await listTools(bridge);
  if (tools.length === 0) throw new SetupError("Sextant is up, but lists no tool.");
  const [command, ...args] = bridge;
  const client = JSON.stringify({ mcpServers: { sextant: { command, args } } });
  say(`connect an agent with the command\n\n  ${bridge.join(" ")}\n`);
  say(`or, for clients that are configured in JSON:\n\n  ${client}\n`);
  say(`tools: ${tools.map((tool) => tool.name).join(", ")}. Stop with Ctrl+C.`);
  const ready = { ready: true, url: editor.url, socket: editor.socket, bridge, pid: process.pid };
  process.stdout.write(`${JSON.stringify(ready)}\n`);
}

// An npm that is killed takes no child along; nor does one that a shell has started.
function whenOrphaned(then) {
  const parent = process.ppid;
  const timer = setInterval(() => process.ppid !== parent && then(), ORPHAN_POLL_MS);
  timer.unref();
}

/** Runs until a signal or the editor's end; returns the exit code. */
async function main(args) {
  const options = parseOptions(args);
  if (options.help) {
    process.stderr.write(HELP);
    return 0;
  }
  options.settings = options.settings && (await readSettings(resolve(HERE, options.settings)));
  if (options.code) desktopCommand();
  // Compilers and installers started on the way carry this mark, so that a signal ends them too.
  const mark = newMark("SEXTANT_START");
  Object.assign(process.env, markEnv(mark));
  const unguard = guard({ mark, folders: [] });
  const signalled = new Promise((done) => {
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => done(0));
    if (process.env.npm_lifecycle_event) whenOrphaned(() => done(0));
  });
  const life = { editor: undefined, stopping: false };
  try {
    return await Promise.race([signalled, live(options, life)]);
  } finally {
    life.stopping = true;
    await life.editor?.stop();
    await endMarked(mark);
    unguard();
  }
}

/** From set-up to the editor's own end, unless `life.stopping` says otherwise on the way. */
async function live(options, life) {
  const vsix = await prepare(options);
  if (life.stopping) return 0;
  life.editor = makeEditor(options, vsix);
  await life.editor.start();
  await Promise.race([announce(life.editor, options), life.editor.ended]);
  await life.editor.ended;
  if (options.code) return 0;
  throw new SetupError(`VS Code's server ended by itself.\n${life.editor.output()}`);
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error) => {
    const known = error instanceof SetupError || error instanceof UsageError;
    process.stderr.write(`sextant: ${known ? error.message : error.stack}\n`);
    if (error instanceof UsageError) process.stderr.write(`\n${HELP}`);
    process.exit(error instanceof UsageError ? 2 : 1);
  },
);
