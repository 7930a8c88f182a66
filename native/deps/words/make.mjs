/**
 * Makes words.bin and NOTICES.md anew, from the packages in sources.json:
 *
 *   node native/deps/words/make.mjs FOLDER
 *
 * Downloads what FOLDER does not have yet: packages of npm, and of Debian where there is apt-get. Takes some minutes,
 * and makes the same table of the same packages. Nothing else of the project needs it.
 */
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { compile, engineFlags, grammarUnits, libuvFlags, listSources, root, writeDefinitions } from "../../../test/native/build.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
/** Tests, copies of others, and what was built of the rest. */
const LEFT_OUT = /(^|\/)(tests?|testdata|__tests__|spec|vendor|_vendor|node_modules|examples?|\.git)(\/|$)|\.min\.|_test\.go$/;
const CODE = /\.([mc]?[jt]sx?|pyi?|go)$/;
const MOST_PAIRS = 12_000; // of one package
const MOST_BYTES = 2 ** 32;

function compileProgram(name, folders, more, flags) {
  const sources = folders.flatMap((folder) => listSources(path.join(root, "native", folder)));
  // Of meaning/ what reads texts alone: the rest has the table, which is made here.
  const own = sources.filter((file) => !/\/meaning\/(?!(terms|stem|units|sections|docs)\.c)|\/select\.c$/.test(file));
  const all = own.map((source) => ({ source, flags }));
  // A program may end, and has the allocator of C.
  const free = flags.filter((flag, i) => flag !== "-include" && flags[i - 1] !== "-include");
  all.push({ source: path.join(here, `${name}.c`), flags: free });
  return compile("gcc", [...all, ...more]).then(({ objects }) => {
    const binary = path.join(root, "build/words", name);
    fs.mkdirSync(path.dirname(binary), { recursive: true });
    execFileSync("gcc", [...objects, "-o", binary, ...libuvFlags("--libs"), "-lpthread", "-ldl", "-lm"]);
    return binary;
  });
}

/** The folder with a package's files. */
function fetchPackage(folder, { name, version, from }) {
  const at = path.join(folder, `${from}-${name.replace("/", "-")}-${version}`);
  if (fs.existsSync(at)) return at;
  const made = fs.mkdtempSync(path.join(folder, "new-"));
  if (from === "npm") {
    const packed = execFileSync("npm", ["pack", "--silent", `${name}@${version}`], { cwd: made, encoding: "utf8" });
    execFileSync("tar", ["xzf", packed.trim(), "--strip-components=1"], { cwd: made });
  } else {
    execFileSync("apt-get", ["download", "-q", `${name}=${version}`], { cwd: made, stdio: "ignore" });
    const [file] = fs.readdirSync(made);
    execFileSync("dpkg", ["-x", file, "."], { cwd: made });
  }
  fs.renameSync(made, at);
  return at;
}

function listCode(folder) {
  const files = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = files.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  return names.filter((name) => CODE.test(name) && !LEFT_OUT.test(name)).sort();
}

/** Every n-th where there are too many; the same pair counts once. */
function choosePairs(text) {
  const lines = [...new Set(text.split("\n").filter(Boolean))];
  const step = Math.max(1, lines.length / MOST_PAIRS);
  return Array.from({ length: Math.min(lines.length, MOST_PAIRS) }, (_, i) => lines[Math.floor(i * step)]);
}

/** Who holds the rights, as the package says. */
function copyrightOf(folder, { name, from }) {
  const isNotice = (file) => /^(licen[cs]e|copying|notice|copyright|readme)/i.test(file);
  const debian = path.join(folder, "usr/share/doc", name, "copyright");
  const files =
    from === "npm" ? fs.readdirSync(folder).filter(isNotice).sort().map((file) => path.join(folder, file)) : [debian];
  const texts = files.filter((file) => fs.statSync(file, { throwIfNoEntry: false })?.isFile());
  const lines = texts.flatMap((file) => fs.readFileSync(file, "utf8").split("\n"));
  const holders = lines
    .map((line) => line.replace(/^[\s*#>]+/, "").trim())
    .filter((line) => /^(copyright:?|\(c\)|©)\s*.*\w{3}/i.test(line) && line.length < 160)
    .filter((line) => !/^copyright (notice|owner|holder|license|statement|law|and|interest)/i.test(line));
  return [...new Set(holders)].slice(0, 6);
}

function writeNotices(rows) {
  const head = `# Sources of the table of words

\`words.bin\` has numbers that were learnt from the comments and names of these packages (\`make.mjs\`), and stems of
words that they use. It contains none of their text. Their licences and who holds the rights, as they say:

`;
  const tell = ({ name, version, from, license, holders, pairs }) =>
    `- ${name} ${version} (${from === "npm" ? "npm" : "Debian"}), ${license}, ${pairs} pairs${holders.length ? `: ${holders.join("; ")}` : ""}`;
  fs.writeFileSync(path.join(here, "NOTICES.md"), `${head}${rows.map(tell).join("\n")}\n`);
}

const folder = path.resolve(process.argv[2] ?? path.join(os.tmpdir(), "words"));
fs.mkdirSync(folder, { recursive: true });
const flags = [...engineFlags, "-I", writeDefinitions(), "-O3", "-ffp-contract=off", "-fno-math-errno", "-DNDEBUG", ...libuvFlags("--cflags")];
const plain = flags.filter((flag) => flag !== "-fno-math-errno");
const reader = await compileProgram("pairs", ["base", "text", "os", "syntax", "meaning", "parse"], grammarUnits([]), plain);
const trainer = await compileProgram("train", ["base"], [], flags);
const pairs = [];
const rows = [];
for (const source of JSON.parse(fs.readFileSync(path.join(here, "sources.json"), "utf8"))) {
  const at = fetchPackage(folder, source);
  const input = listCode(at)
    .map((file) => `${path.join(at, file)}\n`)
    .join("");
  const { stdout, status } = spawnSync(reader, [source.name], { input, encoding: "utf8", maxBuffer: MOST_BYTES });
  if (status) throw new Error(`${source.name}: its code could not be read.`);
  const own = choosePairs(stdout);
  pairs.push(...own);
  rows.push({ ...source, holders: copyrightOf(at, source), pairs: own.length });
  console.log(`${source.name} ${source.version}: ${own.length}`);
}
const learnt = spawnSync(trainer, { input: `${pairs.join("\n")}\n`, maxBuffer: MOST_BYTES, stdio: ["pipe", "pipe", "inherit"] });
if (learnt.status) throw new Error("The table could not be made.");
fs.writeFileSync(path.join(here, "words.bin"), learnt.stdout);
writeNotices(rows);
console.log(`${pairs.length} pairs of ${rows.length} packages; ${learnt.stdout.length} bytes`);
