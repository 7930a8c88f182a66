import { minimatch, Minimatch, match, filter, escape, unescape, braceExpand, defaults } from "./index.js";

const patterns = [
  ...["*.js", "**/*.js", "a/**/b", "a*", "[a-c]*", "[!a]*", "[[:alpha:]]?", "?(a|b)c", "*(x|y)z", "+(ab)", "@(q|w).js"],
  ...["!(a|b)", "!*.js", "{a,b}/{1..3}.txt", "{01..10..3}", "a\\*b", "\\[x]", "#comment", ".*", "**", "*/", "/abs/*"],
  ...[
    "a/./b",
    "a/../b",
    "[",
    "[]",
    "[]a]",
    "[z-a]",
    "?",
    "??.?",
    "*.*",
    "+(a|!(b))",
    "!(*.d).ts",
    "a/**/**/c",
    "**/.x",
  ],
  ...["{a..e}", "{x,{y,z}}", "{}", "{a}", "a{,b}c", "[[:digit:][:upper:]]x", "*(a|*(b|c))", "**/node_modules/**", ""],
];
const names = [
  ...["a", "b", "ab", "abc", "a.js", "x/a.js", "x/y/a.js", ".hid", ".x", "q/.x", "a/b", "a/z/b", "a/x/y/b", "ac", "bc"],
  ...[
    "xyxz",
    "z",
    "abab",
    "q.js",
    "w.js",
    "a/1.txt",
    "b/3.txt",
    "07",
    "a*b",
    "[x]",
    "#comment",
    "/abs/f",
    "x.ts",
    "x.d.ts",
  ],
  ...["c", "e", "Ax", "7x", "yy", "a/c", "a/b/c", "p/node_modules/q/r", "", "A.JS", "ä", "日本.js", "..", ".", "a/"],
];
const options: Record<string, object> = {
  none: {},
  dot: { dot: true },
  nocase: { nocase: true },
  base: { matchBase: true },
  plain: { noext: true, nobrace: true, noglobstar: true },
  flip: { flipNegate: true, nonegate: false },
  quiet: { nonegate: true, nocomment: true },
  partial: { partial: true },
  win: { platform: "win32", windowsPathsNoEscape: true },
  two: { optimizationLevel: 2 },
  zero: { optimizationLevel: 0 },
  slashes: { preserveMultipleSlashes: true },
};
const safe = (run: () => unknown) => {
  try {
    return run();
  } catch (error) {
    return `throws ${(error as Error).message}`;
  }
};
for (const [name, option] of Object.entries(options))
  for (const pattern of patterns) {
    console.log(name, pattern, names.map((one) => (safe(() => minimatch(one, pattern, option)) ? 1 : 0)).join(""));
    console.log(name, pattern, String(safe(() => new Minimatch(pattern, option).makeRe())));
    const made = safe(() => new Minimatch(pattern, option)) as Minimatch;
    console.log(
      JSON.stringify([
        made.globSet,
        made.globParts,
        made.negate,
        made.comment,
        made.empty,
        safe(() => made.hasMagic()),
      ]),
    );
    console.log(String(safe(() => made.set.map((row) => row.map(String)))));
  }
for (const pattern of patterns) {
  console.log(JSON.stringify([braceExpand(pattern), escape(pattern), unescape(escape(pattern))]));
  console.log(
    JSON.stringify([
      escape(pattern, { windowsPathsNoEscape: true }),
      unescape(pattern, { windowsPathsNoEscape: true }),
    ]),
  );
  console.log(JSON.stringify([match(names, pattern, { nonull: true }), names.filter(filter(pattern))]));
}
console.log(
  safe(() => minimatch("a", 1 as never)),
  safe(() => minimatch("a", "x".repeat(70000))),
);
console.log(defaults({ dot: true })(".a", "*"), minimatch.defaults({ nocase: true }).match(["A", "b"], "a"));
console.log(new Minimatch("//host/share/*", { platform: "win32" }).match("//host/share/x"));
console.log(new Minimatch("c:/a/*", { platform: "win32", nocase: true }).match("C:/a/x"));
