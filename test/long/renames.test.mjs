/**
 * Renames that meet a name, compared with compilers: a case of every kind of conflict, and of what
 * looks like one. A conflict that is missed fails, and so does one that is none.
 */
import assert from "node:assert/strict";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";

import { isHeld, isRefused, keep, RenameBench } from "./rename-bench.mjs";
import { CASES } from "./rename-cases.mjs";
import { cErrors, isSameNames, list, pythonNames, TypeScriptOracle } from "./rename-oracles.mjs";

const CONFIG =
  '{ "compilerOptions": { "strict": true, "target": "es2022", "module": "esnext", "moduleResolution": "bundler" } }\n';
let bench, parent;

before(async () => {
  parent = await realpath(await mkdtemp(join(tmpdir(), "sextant-renames-")));
  for (const [i, one] of CASES.entries()) {
    one.folder = join(parent, `${one.language}${i}`);
    for (const [name, text] of Object.entries(one.files)) {
      await mkdir(dirname(join(one.folder, name)), { recursive: true });
      await writeFile(join(one.folder, name), text);
    }
    if (one.language === "ts") await writeFile(join(one.folder, "tsconfig.json"), CONFIG);
  }
  bench = await RenameBench.open([parent], ["pyright", "clangd"]);
});

after(async () => {
  await bench?.close();
  await rm(parent, { recursive: true, force: true });
});

describe("conflicts of every kind", () => {
  const counts = { applied: 0, found: 0, missed: [], needless: [] };

  /** Whether what is on the disk now compiles. */
  function compiles(one) {
    if (one.language === "ts") return new TypeScriptOracle(one.folder).errors().length === 0;
    if (one.language === "py") return Object.keys(pythonNames(list(one.folder, ".py"))).length > 0;
    return cErrors(list(one.folder, ".c")).length === 0;
  }

  for (const one of CASES) {
    test(`${one.language}: ${one.title}`, async () => {
      const file = join(one.folder, one.file);
      const all = list(one.folder, one.language === "ts" ? ".ts" : `.${one.language}`);
      const kept = await keep(all);
      assert.ok(compiles(one), "the case itself");
      const names = one.language === "py" ? pythonNames(all) : undefined;
      const answer = await bench.rename({
        symbol: one.symbol,
        file_path: file,
        line: one.line,
        new_name: one.to,
        preview: false,
      });
      assert.ok(!answer.isError || isRefused(answer), answer.text);
      if (answer.facts?.applied) {
        counts.applied++;
        assert.ok(compiles(one), answer.text);
        if (names && !one.conflicts) assert.ok(isSameNames(names, pythonNames(all)), answer.text);
      }
      if (answer.facts?.applied && !one.conflicts) await bench.undo(answer.facts.change, kept, one.title);
      await kept.restore();
      if (isHeld(answer)) counts.found++;
      if (one.conflicts && !isHeld(answer)) counts.missed.push(one.title);
      if (!one.conflicts && isHeld(answer)) counts.needless.push(one.title);
      assert.equal(isHeld(answer), one.conflicts, answer.text);
      assert.equal(answer.facts?.applied ?? false, !one.conflicts, answer.text);
    });
  }

  after(() =>
    console.log(
      `cases: ${CASES.length}; ${counts.applied} applied, ${counts.found} conflicts found, ${counts.missed.length} missed, ${counts.needless.length} false`,
      counts,
    ),
  );
});
