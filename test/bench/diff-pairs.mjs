/**
 * Pairs of texts to compare: real files in two releases of a package, and generated ones.
 *
 * The packages are fetched once, into the cache outside the work tree (test/vscode/install.mjs).
 */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { say, withLock } from "../../extension/build/setup.mjs";
import { listSources, engineFlags, root, warnings } from "../native/build.mjs";
import { cacheFolder } from "../vscode/install.mjs";

/** JavaScript and C++ as people write it, far enough apart that most files changed. */
const releases = [
  ["eslint", "8.0.0", "8.57.0"],
  ["webpack", "5.50.0", "5.90.0"],
  ["re2", "1.10.1", "1.17.1"],
];

/** The program around the engine; as fast as the addon unless flags say otherwise. */
export function buildProgram(name = "diff-program", flags = ["-O2", "-DNDEBUG"]) {
  const binary = path.join(root, "build/bench", name);
  fs.mkdirSync(path.dirname(binary), { recursive: true });
  const sources = ["base", "diff"].flatMap((folder) => listSources(path.join(root, "native", folder)));
  const main = path.join(root, "test/bench/diff_program.c");
  execFileSync(process.env.CC || "gcc", [...engineFlags, ...warnings, ...flags, ...sources, main, "-o", binary], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  });
  return binary;
}

function pack(spec, folder) {
  execFileSync("npm", ["pack", "--silent", "--pack-destination", folder, spec], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
}

async function fetchReleases() {
  const folder = path.join(cacheFolder(), `diff-pairs-${releases.flat().join("-")}`);
  await withLock(`${folder}.lock`, async () => {
    if (fs.existsSync(folder)) return;
    const part = `${folder}.part`;
    fs.rmSync(part, { recursive: true, force: true });
    for (const [name, ...versions] of releases)
      for (const version of versions) {
        const into = path.join(part, `${name}-${version}`);
        say(`fetching ${name} ${version} into ${cacheFolder()}`);
        fs.mkdirSync(into, { recursive: true });
        pack(`${name}@${version}`, into);
        const [archive] = fs.readdirSync(into);
        execFileSync("tar", ["-xzf", archive, "--strip-components=1"], { cwd: into });
        fs.rmSync(path.join(into, archive));
      }
    fs.renameSync(part, folder);
  });
  return folder;
}

export function* listFiles(folder, below = "") {
  const entries = fs.readdirSync(path.join(folder, below), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = path.join(below, entry.name);
    if (entry.isDirectory()) yield* listFiles(folder, name);
    else if (entry.isFile()) yield name;
  }
}

/** Files that both releases have and that differ: [{name, before, after}], with absolute paths. */
export async function realPairs() {
  const folder = await fetchReleases();
  return releases.flatMap(([name, older, newer]) => {
    const [from, to] = [older, newer].map((version) => path.join(folder, `${name}-${version}`));
    return [...listFiles(from)]
      .map((file) => ({ name: `${name}/${file}`, before: path.join(from, file), after: path.join(to, file) }))
      .filter(({ before, after }) => fs.existsSync(after) && !fs.readFileSync(before).equals(fs.readFileSync(after)));
  });
}

/** Numbers below `bound`, the same in every run. */
export function makeRandom(seed) {
  let state = seed >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(((state >>> 4) / 2 ** 28) * bound);
  };
}

/** `lines` with one in `per` of them removed, replaced, or with a new or a copied one before it. */
export function changeLines(lines, share, random) {
  return lines.flatMap((line, i) => {
    if (random(1_000_000) >= share * 1_000_000) return [line];
    const kind = random(4);
    if (kind === 0) return [];
    if (kind === 1) return [line, `  int added_${random(1_000_000)};`];
    if (kind === 2) return [line.replace(/\w+|$/, (word) => word + random(1000))];
    return [lines[random(lines.length)], lines[i]];
  });
}
