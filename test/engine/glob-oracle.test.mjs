/** Globs fit what they fit in bash and in picomatch, but for the differences listed here and in docs/search.md. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test, { before } from "node:test";
import picomatch from "picomatch";
import { makeRandom } from "../soak/random.mjs";
import { makeFolder } from "./fake-editor.mjs";
import { bash, buildMatcher, match } from "./glob-kit.mjs";

const PATTERNS = 1_500;

const NAMES = "a b ab abc aab a.c b.c ab.h x1 x2 x10 .a .h .a.c é a-b A ba c [a] {a} (a) !a a*b b]".split(" ");
const ATOMS = [
  ..."* * ? a b c . x 1 - é .c .* \\*".split(" "),
  ..."[ab] [!a] [a-c] [^.] [[:digit:]] []a]".split(" "),
  ..."{a,b} {a,b*} {1..3} {01..10..3} {a,ab} {a,{b,c}}".split(" "),
  ..."@(a|b) !(a) !(*.c) *(ab|c) +(a|b) ?(a) @(a|*.c) !(!(a)) *(?(a)|b?)".split(" "),
];

/** A pattern, a path, and who says that it fits: each line is a difference, with its reason. */
const DIFFERENCES = [
  // picomatch takes the folder itself for something below it.
  ["a/**", "a", ["picomatch"]],
  // bash loses `!(…)` right after `*` where that has to give something back.
  [".*!(a)", ".a", ["sextant", "picomatch"]],
  ["b*!(*.c)[^.]", "b", ["bash"]],
  // picomatch reads ? after a parenthesis as that of a regular expression, and ! in a class as itself.
  ["@(a|b)?", "a", ["picomatch"]],
  ["[!a]", "b", ["sextant", "bash"]],
  // A step of a range, and numbers with zeros.
  ["x{01..10..3}", "x04", ["sextant", "bash"]],
  // `**` beside other characters is `*`.
  ["**{a,b}", "x/a", ["picomatch"]],
  // Parentheses alone are names, as in a path that is quoted; picomatch reads a regular expression.
  ["\\(a\\)", "(a)", ["sextant", "bash", "picomatch"]],
  // bash knows the letters of the locale.
  ["[[:alpha:]]", "é", ["bash"]],
  // bash takes a slash in a group as part of a name, which none has.
  ["@(a/b|c)/a", "a/b/a", ["sextant", "picomatch"]],
];
/** Errors here; bash takes the character itself, picomatch does that too or has no match. */
const REFUSED = ["[a", "{a,b", "@(a|b", "a\\", "[b-a]", "[[:word:]]", "a/../b", "/a"];

const random = makeRandom(12);
const folders = { binary: "", tree: "", paths: [] };

function listTree(folder, below = "") {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(folder, entry.name);
    const shown = below + entry.name;
    return entry.isDirectory() ? [`${shown}/`, ...listTree(full, `${shown}/`)] : [shown];
  });
}

function growTree(folder, count) {
  for (let i = 0; i < count; i++) {
    const full = path.join(folder, ...Array.from({ length: 1 + random.below(4) }, () => random.pick(NAMES)));
    try {
      fs.mkdirSync(path.dirname(full), { recursive: true });
      fs.writeFileSync(full, "", { flag: "wx" });
    } catch {
      // A file is where a folder would have to be, or it is there.
    }
  }
}

function makePattern() {
  const part = () => {
    if (random.isOneIn(5)) return "**";
    if (random.isOneIn(5)) return random.pick(NAMES.slice(0, 17));
    return Array.from({ length: 1 + random.below(3) }, () => random.pick(ATOMS)).join("");
  };
  const parts = Array.from({ length: 1 + random.below(4) }, part);
  return (random.isOneIn(20) ? "./" : "") + parts.join("/") + (random.isOneIn(6) ? "/" : "");
}

const isComparable = (pattern) =>
  !/^!(?!\()/.test(pattern) && // all but
  !/\*[^/]*!\(/.test(pattern) && // see DIFFERENCES
  !/(^|[/,{])\.\.?($|[/,}])/.test(pattern); // folders above

function makePatterns(isWanted) {
  const made = new Set();
  while (made.size < PATTERNS) {
    const pattern = makePattern();
    if (isComparable(pattern) && isWanted(pattern)) made.add(pattern);
  }
  return [...made];
}

/** Patterns for which both differ; the first ones, with the paths. */
function compare(patterns, ours, theirs) {
  return patterns
    .map((pattern, i) => {
      if (ours[i].error) return { pattern, error: ours[i].error };
      const [mine, other] = [new Set(ours[i].paths), new Set(theirs[i])];
      return {
        pattern,
        extra: [...mine].filter((one) => !other.has(one)),
        missing: [...other].filter((one) => !mine.has(one)),
      };
    })
    .filter(({ error, extra, missing }) => error || extra.length || missing.length)
    .slice(0, 5);
}

before(async () => {
  folders.binary = await buildMatcher();
});

function setUp(t) {
  const tree = makeFolder();
  growTree(tree, 160);
  return { tree, paths: listTree(tree) };
}

/** Files, or with a slash at the pattern's end folders; bash has `a/` also for `a/**`. */
function findWithBash(patterns, tree, paths, dots) {
  const known = new Set(paths);
  return bash(patterns, tree, dots).map((found, i) =>
    found
      .map((one) => one.replace(/^(\.\/)+/, ""))
      .filter((one) => known.has(one) && one.endsWith("/") === patterns[i].endsWith("/")),
  );
}

for (const dots of [true, false]) {
  test(`the same as bash ${dots ? "with" : "without"} dotglob`, (t) => {
    const { tree, paths } = setUp(t);
    const patterns = makePatterns(() => true);
    const ours = match(folders.binary, patterns, paths, ...(dots ? [] : ["--explicit-dots"]));
    const theirs = findWithBash(patterns, tree, paths, dots);
    assert.ok(theirs.filter((found) => found.length > 0).length > PATTERNS / 10, "patterns find something");
    assert.deepEqual(compare(patterns, ours, theirs), []);
  });
}

test("the same as picomatch", (t) => {
  const paths = setUp(t).paths.filter((one) => !one.endsWith("/"));
  const patterns = makePatterns(
    (pattern) =>
      !/!\(|\([^)]*\(|\[!|\.\.\d+\.\.|\*\*[^/]|[^/]\*\*|\/\*\*$|\/$|\)\?|[)\]}]\?[*+@?]?\(|\*\*\/[?*]\(/.test(pattern),
  );
  const ours = match(folders.binary, patterns, paths);
  const theirs = patterns.map((pattern) => paths.filter((one) => picomatch(pattern, { dot: true })(one)));
  assert.deepEqual(compare(patterns, ours, theirs), []);
});

for (const [pattern, one, wanted] of DIFFERENCES) {
  test(`a known difference: ${pattern} and ${one} fit in ${wanted.join(", ")}`, (t) => {
    const tree = makeFolder();
    fs.mkdirSync(path.dirname(path.join(tree, one)), { recursive: true });
    fs.writeFileSync(path.join(tree, one), "");
    const found = {
      sextant: match(folders.binary, [pattern], [one])[0].paths.includes(one),
      bash: bash([pattern], tree)[0].includes(one),
      picomatch: picomatch(pattern, { dot: true })(one),
    };
    assert.deepEqual(
      Object.keys(found).filter((name) => found[name]),
      wanted,
    );
  });
}

test("what bash takes for plain characters is refused where it is more likely a mistake", () => {
  for (const { error } of match(folders.binary, REFUSED, ["a"])) assert.match(error, /is not valid at character \d+: /);
});
