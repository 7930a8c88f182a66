/** The program of glob-matcher.c, and bash, as functions from patterns to the paths that fit. */
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { compile, engineFlags, listSources, root, sanitizerFlags, vendoredFlags, warnings } from "../native/build.mjs";

const MB = 1 << 20;

/** Builds the program under ASan and UBSan; its path. */
export async function buildMatcher() {
  const compiler = process.env.CC || "gcc";
  const common = ["-g", "-O1", ...sanitizerFlags("address,undefined")];
  const own = [...engineFlags, "-DSX_DEBUG", ...warnings, ...common];
  const glob = listSources(path.join(root, "native/match")).filter((file) =>
    /^(glob|char_class)/.test(path.basename(file)),
  );
  const sources = [
    ...listSources(path.join(root, "native/base")),
    ...glob,
    path.join(root, "test/engine/glob-matcher.c"),
  ];
  const pcre2 = ["case", "pcre2_tables", "pcre2_ucd"].map((name) => path.join(root, `native/deps/pcre2/${name}.c`));
  const { objects } = await compile(compiler, [
    ...sources.map((source) => ({ source, flags: own })),
    ...pcre2.map((source) => ({ source, flags: [...vendoredFlags.pcre2, ...common] })),
  ]);
  const binary = path.join(root, "build/test/glob-matcher");
  execFileSync(compiler, [...objects, ...sanitizerFlags("address,undefined"), "-o", binary]);
  return binary;
}

/** `{error}` or `{paths}` for each pattern; folders end with a slash. */
export function match(binary, patterns, paths, ...options) {
  const list = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "glob-")), "paths");
  fs.writeFileSync(list, paths.join("\n") + "\n");
  const { stdout, stderr, status } = spawnSync(binary, [...options, list], {
    input: patterns.join("\n") + "\n",
    encoding: "utf8",
    maxBuffer: 512 * MB,
  });
  fs.rmSync(path.dirname(list), { recursive: true });
  if (status !== 0) throw new Error(stderr);
  return stdout
    .split("\n")
    .slice(0, patterns.length)
    .map((line) =>
      line.startsWith("!")
        ? { error: line.slice(1) }
        : {
            paths: line
              .split(" ")
              .filter(Boolean)
              .map((number) => paths[number] ?? number)
              .sort(),
          },
    );
}

/**
 * The paths that bash finds in `folder` for each pattern, each path once. `dots` is bash's dotglob. A word of the
 * shell is not quoted, so that a pattern must have neither blanks nor quotes.
 */
export function bash(patterns, folder, dots = true) {
  const script = [
    `shopt -s globstar extglob nullglob; shopt ${dots ? "-s" : "-u"} dotglob; cd "$1" || exit 1`,
    `while IFS= read -r pattern; do eval "found=($pattern)"; printf '%s\\t' "\${found[@]}"; echo; done`,
  ];
  const { stdout, stderr } = spawnSync("bash", ["-O", "extglob", "-c", script.join("\n"), "bash", folder], {
    input: patterns.join("\n") + "\n",
    encoding: "utf8",
    maxBuffer: 512 * MB,
    env: { ...process.env, LC_ALL: "C.UTF-8" },
  });
  const lines = stdout.split("\n").slice(0, patterns.length);
  if (lines.length < patterns.length) throw new Error(stderr);
  return lines.map((line) => [...new Set(line.split("\t").filter(Boolean))].sort());
}
