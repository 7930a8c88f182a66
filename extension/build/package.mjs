// Makes the VSIX for one platform: npm run package [-- --target linux-x64]
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "./build.mjs";
import { shippedManifest } from "./manifest.mjs";
import { ROOT } from "./setup.mjs";

const require = createRequire(import.meta.url);
const STAGE = join(ROOT, "build", "vsix");

/** The contents of the VSIX, and their sources. Nothing else gets in. */
const FILES = {
  "README.md": "README.md",
  "package.nls.json": "extension/package.nls.json",
  "l10n/bundle.l10n.json": "extension/l10n/bundle.l10n.json",
  "CHANGELOG.md": "CHANGELOG.md",
  LICENSE: "LICENSE",
  "media/icon.png": "extension/media/icon.png",
  "media/activity.svg": "extension/media/activity.svg",
  "media/command.tmLanguage.json": "extension/media/command.tmLanguage.json",
  "media/walkthrough/ask.svg": "extension/media/walkthrough/ask.svg",
  "media/walkthrough/connect.svg": "extension/media/walkthrough/connect.svg",
  "media/walkthrough/review.svg": "extension/media/walkthrough/review.svg",
  "media/walkthrough/settings.svg": "extension/media/walkthrough/settings.svg",
  "skills/sextant-architecture/SKILL.md": "extension/skills/sextant-architecture/SKILL.md",
  "skills/sextant-call-paths/SKILL.md": "extension/skills/sextant-call-paths/SKILL.md",
  "skills/sextant-dependencies/SKILL.md": "extension/skills/sextant-dependencies/SKILL.md",
  "skills/sextant-type-hierarchy/SKILL.md": "extension/skills/sextant-type-hierarchy/SKILL.md",
  "dist/extension.js": "build/extension.js",
  "dist/session.js": "build/session.js",
  "dist/connect.js": "build/connect.js",
  "dist/databases.js": "build/databases.js",
  "dist/page.js": "build/page.js",
  "dist/web.js": "build/web.js",
  "dist/sextant.node": "build/Release/sextant.node",
  "dist/bin/sextant-mcp": "build/Release/sextant-mcp",
  "dist/bin/sextant-indexer": "build/Release/sextant-indexer",
  "dist/bin/sextant-run": "build/Release/sextant-run",
};

/** npm packages whose code is in the indexer: those that native/deps has for the compiler. */
const COMPILED = join(ROOT, "native/deps/package.json");

/** npm packages whose code is in the bundle or the addon. */
const BUNDLED = [
  "@decimalturn/toml-patch",
  "@modelcontextprotocol/client",
  "@modelcontextprotocol/server",
  "css-select",
  "htmlparser2",
  "jsonc-parser",
  "mysql2",
  "node-addon-api",
  "pg",
  "pg-cursor",
];

const ICU = "node_modules/tree-sitter/vendor/tree-sitter/lib/src/unicode";

/** npm packages whose code is in the bundle, the addon or a program. */
function carriedPackages() {
  const carried = new Map();
  const addOne = (name, from) => {
    const folder = findPackage(name, from);
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    carried.set(name, { folder, manifest });
    return carried.get(name);
  };
  const add = (name, from) => {
    if (carried.has(name)) return;
    let found;
    try {
      found = addOne(name, from);
    } catch {
      return; // an optional peer that is not there
    }
    const { folder, manifest } = found;
    for (const dependency of Object.keys(manifest.dependencies ?? {})) add(dependency, folder);
  };
  for (const name of BUNDLED) add(name, ROOT);
  for (const name of compiledPackages()) addOne(name, dirname(COMPILED));
  return carried;
}

/** Names of the packages of which sources are compiled. */
export function compiledPackages() {
  return Object.keys(JSON.parse(readFileSync(COMPILED, "utf8")).dependencies).filter((name) =>
    /tree-sitter/.test(name),
  );
}

function findPackage(name, from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", name);
    if (statSync(candidate, { throwIfNoEntry: false })) return candidate;
    if (folder === dirname(folder)) throw new Error(`${name} is not installed`);
  }
}

/** For packages that name a licence, and do not have its text: that of ISC, with their author. */
const ISC = `Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby
granted, provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED
WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR
CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF
CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`;

function licenceNamed({ license, author }) {
  const name = `Licence: ${license}`;
  return license === "ISC" ? `${name}\n\nCopyright ${author?.name ?? author ?? "its authors"}\n\n${ISC}` : name;
}

function licenceIn(folder) {
  const read = (pattern) => {
    const file = readdirSync(folder).find((name) => pattern.test(name));
    return file && readFileSync(join(folder, file), "utf8").trim();
  };
  // Some packages have theirs in what people read first, at its end.
  return read(/^licen[cs]e/i) ?? /^#+ *licen[cs]e\s([^]*)$/im.exec(read(/^readme/i) ?? "")?.[1]?.trim();
}

function thirdPartyLicences() {
  const parts = [];
  for (const [name, { folder, manifest }] of [...carriedPackages()].sort()) {
    const text = licenceIn(folder) ?? licenceNamed(manifest);
    parts.push(`${name} ${manifest.version}\n\n${text}`);
  }
  const vendored = join(ROOT, "native", "deps");
  const folders = readdirSync(vendored, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const name of folders.map((entry) => entry.name).sort()) {
    const licence = licenceIn(join(vendored, name));
    if (licence) parts.push(`${name}\n\n${licence}`);
  }
  parts.push(`ICU, of which tree-sitter has a part\n\n${licenceIn(join(vendored, ICU))}`);
  parts.push(readFileSync(join(vendored, "words", "NOTICES.md"), "utf8"));
  const rule = `\n\n${"-".repeat(78)}\n\n`;
  return `Sextant carries the work of others, under these licences.${rule}${parts.join(rule)}\n`;
}

/** README.md as the extension's page: the editor resolves neither its pictures nor its links to files. */
function asPage(markdown) {
  return markdown
    .replace(/^!\[[^\]]*\]\((?!https:)[^)]*\)\n\n/gm, "")
    .replace(/\[([^\]]*)\]\((?!https?:|#)([^)#]*)[^)]*\)/g, "$1 (`$2`)");
}

/** By which the extension knows a damaged addon before it loads it. */
function noteAddon(path) {
  const bytes = readFileSync(path);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  writeFileSync(`${path}.json`, `${JSON.stringify({ bytes: bytes.length, sha256 })}\n`);
}

function stage() {
  rmSync(STAGE, { recursive: true, force: true });
  for (const [to, from] of Object.entries(FILES)) {
    mkdirSync(dirname(join(STAGE, to)), { recursive: true });
    cpSync(join(ROOT, from), join(STAGE, to));
  }
  noteAddon(join(STAGE, "dist/sextant.node"));
  writeFileSync(join(STAGE, "README.md"), asPage(readFileSync(join(ROOT, "README.md"), "utf8")));
  for (const name of readdirSync(join(STAGE, "dist/bin"))) chmodSync(join(STAGE, "dist/bin", name), 0o755);
  writeFileSync(join(STAGE, "ThirdPartyLicences.txt"), thirdPartyLicences());
  writeFileSync(join(STAGE, ".vscodeignore"), ""); // the folder holds only what is shipped
  writeFileSync(join(STAGE, "package.json"), `${JSON.stringify(shippedManifest(), null, 2)}\n`);
}

function runVsce(args) {
  const vsce = join(dirname(require.resolve("@vscode/vsce/package.json")), "vsce");
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [vsce, ...args], { cwd: STAGE, stdio: ["ignore", "pipe", 2] });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.on("error", reject);
    child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`vsce failed:\n${output}`))));
  });
}

/** Packs what `build()` made; returns the VSIX's path. */
export async function packageVsix({ target = "linux-x64" } = {}) {
  if (target !== `${process.platform}-${process.arch}`)
    throw new Error(
      `The addon can be built only where it shall run: this is ${process.platform}-${process.arch}, not ${target}.`,
    );
  const out = join(ROOT, "build", `sextant-${target}.vsix`);
  stage();
  await runVsce([
    "package",
    "--no-dependencies",
    "--target",
    target,
    "--out",
    out,
    "--allow-missing-repository",
    "--skip-license",
    "--no-rewrite-relative-links",
  ]);
  return out;
}

async function main(args) {
  const at = args.indexOf("--target");
  const known = at < 0 ? 0 : 2;
  if (args.length !== known) throw new Error("Usage: npm run package [-- --target linux-x64]");
  await build();
  process.stdout.write(`${await packageVsix(at < 0 ? {} : { target: args[at + 1] })}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(process.argv.slice(2)).catch((error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}
