// Builds the addon, the bridge, the indexer and the bundle. `node build.mjs [--debug]`
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { ROOT, setup } from "./setup.mjs";

const require = createRequire(import.meta.url);

/** Runs a program with its output on standard error; rejects when it fails. */
function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ["ignore", 2, 2], ...options });
    child.on("error", reject);
    child.on("exit", (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`${command} ${args[0]} failed (${signal ?? code})`)),
    );
  });
}

/** The addon, the bridge and the indexer, in build/Release. Only what changed is compiled again. */
export async function buildNative({ debug = false } = {}) {
  const gyp = require.resolve("node-gyp/bin/node-gyp.js");
  const mode = debug ? "--debug" : "--release";
  const env = {
    ...process.env,
    npm_config_nodedir: join(ROOT, "native", "nodedir"),
    npm_package_config_node_gyp_nodedir: join(ROOT, "native", "nodedir"),
  };
  const step = (name) => run(process.execPath, [gyp, name, mode, "--jobs=max", "--loglevel=warn", "--silent"], { env });
  // Sources are listed when the build is configured: a new file must not be missed.
  await step("configure");
  await step("build");
}

/** Each part of the bundle, of which the others are loaded by the first, but the last by the one before. */
export const ENTRY_POINTS = [
  "extension",
  "doors/session",
  "connect/connect",
  "databases/databases",
  "web/web",
  "web/page",
].map((file) => `extension/src/${file}.ts`);

/** The editor's module, the other parts, and two modules that PostgreSQL's client would load elsewhere. */
export const EXTERNAL = ["vscode", "./session", "./connect", "./databases", "./web", "pg-native", "pg-cloudflare"];

/**
 * dist/extension.js, which every window loads when it starts, dist/session.js, which speaks MCP and is
 * loaded with the first agent, dist/connect.js, which a command loads, dist/databases.js, which the first question to a
 * server of databases loads, and dist/web.js, which the first request to the web loads, with dist/page.js for a thread
 * of its own. None holds the editor's own module.
 */
export async function bundle({ minify = true } = {}) {
  const { build: esbuild } = await import("esbuild");
  (await import("./l10n.mjs")).writeBundle();
  mkdirSync(join(ROOT, "build"), { recursive: true });
  await esbuild({
    absWorkingDir: ROOT,
    entryPoints: ENTRY_POINTS,
    outdir: "build",
    entryNames: "[name]",
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    external: EXTERNAL,
    mainFields: ["module", "main"],
    loader: { ".txt": "text", ".css": "text", ".md": "text" },
    minify,
    keepNames: true,
    legalComments: "none",
    logLevel: "warning",
    metafile: false,
    // The SDK offers other validators; the engine checks arguments itself.
    define: { "process.env.NODE_ENV": '"production"' },
  });
}

export async function build(options = {}) {
  await setup({ system: ["build"], npm: true });
  await buildNative(options);
  await bundle({ minify: !options.debug });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  build({ debug: process.argv.includes("--debug") }).catch((error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
