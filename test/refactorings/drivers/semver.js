"use strict";
const semver = require("./");
const versions = [
  "1.2.3",
  "v1.2.3",
  "=1.2.3",
  " 1.2.3 ",
  "1.2",
  "1",
  "",
  "x",
  "1.2.3-alpha",
  "1.2.3-alpha.1",
  "1.2.3-alpha.beta",
  "1.2.3-0",
  "1.2.3-rc.10",
  "1.2.3+build",
  "1.2.3-pre+b.1",
  "0.0.0",
  "0.0.1",
  "0.1.0",
  "10.20.30",
  "1.2.3.4",
  "01.2.3",
  "99999999999999999999.0.0",
  "1.2.3alpha",
  "a.b.c",
];
const ranges = [
  "1.2.3",
  "^1.2.3",
  "~1.2.3",
  ">=1.0.0 <2",
  "1.x",
  "*",
  "",
  "1 - 2",
  "1.2 - 2.3.4",
  "^0.0.1",
  "^0.1",
  "~0",
  ">1.2",
  "<=2.x",
  ">1.x",
  "<1.2.3-rc.1",
  "1.2.3 || 2.x",
  "^1.2.3-alpha",
  "~1.2.3-beta.2",
  ">=1.2.3-0",
  "latest",
  ">",
  "^ 1.2",
  "~> 1.2",
  "<0.0.0",
  ">=0.0.0-0",
  "!1",
  "1.2.3 - ",
  "=1",
];
const safe = (run) => {
  try {
    const r = run();
    return r && r.version && r.raw ? r.format() : r;
  } catch (e) {
    return "throws " + e.message;
  }
};
const say = (...what) =>
  console.log(JSON.stringify(what, (k, v) => (v instanceof RegExp ? String(v) : v === undefined ? "undefined" : v)));
for (const options of [{}, { loose: true }, { includePrerelease: true }, { rtl: true }]) {
  for (const v of versions) {
    say(
      v,
      safe(() => semver.parse(v, options)),
      safe(() => semver.valid(v, options)),
      safe(() => semver.clean(v, options)),
      safe(() => semver.prerelease(v, options)),
    );
    say(
      safe(() => semver.coerce(v, options)),
      safe(() => semver.major(v, options)),
      safe(() => semver.minor(v, options)),
      safe(() => semver.patch(v, options)),
    );
    for (const kind of [
      "major",
      "minor",
      "patch",
      "premajor",
      "preminor",
      "prepatch",
      "prerelease",
      "release",
      "pre",
      "odd",
    ]) {
      say(
        kind,
        safe(() => semver.inc(v, kind, options)),
        safe(() => semver.inc(v, kind, options, "beta")),
        safe(() => semver.inc(v, kind, options, "beta", "1")),
        safe(() => semver.inc(v, kind, options, "beta", false)),
      );
    }
    for (const w of versions) {
      say(
        safe(() => semver.compare(v, w, options)),
        safe(() => semver.compareBuild(v, w, options)),
        safe(() => semver.diff(v, w)),
        safe(() => semver.rcompare(v, w)),
        safe(() => semver.compareLoose(v, w)),
      );
      say(
        ["===", "!==", "", "=", "==", "!=", ">", ">=", "<", "<=", "?"].map((op) =>
          safe(() => semver.cmp(v, op, w, options)),
        ),
      );
    }
  }
  for (const r of ranges) {
    say(
      r,
      safe(() => semver.validRange(r, options)),
      safe(() => semver.minVersion(r, options)),
      safe(() => semver.toComparators(r, options)),
    );
    say(
      versions.map((v) => (safe(() => semver.satisfies(v, r, options)) ? 1 : 0)).join(""),
      safe(() =>
        semver.maxSatisfying(
          versions.filter((v) => semver.valid(v)),
          r,
          options,
        ),
      ),
      safe(() =>
        semver.minSatisfying(
          versions.filter((v) => semver.valid(v)),
          r,
          options,
        ),
      ),
    );
    say(
      versions.map((v) => [
        safe(() => semver.gtr(v, r, options)),
        safe(() => semver.ltr(v, r, options)),
        safe(() => semver.outside(v, r, ">", options)),
      ]),
    );
    for (const s of ranges)
      say(
        safe(() => semver.intersects(r, s, options)),
        safe(() => semver.subset(r, s, options)),
      );
    say(safe(() => semver.simplifyRange(["1.0.0", "1.1.0", "1.2.3", "2.0.0", "2.1.0"], r, options)));
  }
}
const good = versions.filter((v) => semver.valid(v));
say(
  semver.sort([...good]),
  semver.rsort([...good]),
  semver.SEMVER_SPEC_VERSION,
  semver.RELEASE_TYPES,
  semver.compareIdentifiers("a", 1),
  semver.rcompareIdentifiers("2", "10"),
);
for (const t of ["a 1.2.3 b 4.5.6", "1.2.3.4.5", "v2", "1.2.3-rc.1+x 7"])
  say(
    safe(() => semver.coerce(t)),
    safe(() => semver.coerce(t, { rtl: true })),
    safe(() => semver.coerce(t, { includePrerelease: true })),
  );
for (const c of [">1", "=", "<1.2.3", "", ">=1.2.3-a"])
  say(
    safe(() => String(new semver.Comparator(c))),
    safe(() => new semver.Comparator(">=1.0.0").intersects(new semver.Comparator(c))),
    safe(() => new semver.Comparator(c).test("1.2.3")),
  );
