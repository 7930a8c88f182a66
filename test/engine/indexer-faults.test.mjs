/** The program that builds the search index, with each of its calls of the system failing or being its last. */
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test from "node:test";

import * as kit from "./indexer-kit.mjs";
import { makeTree, runWell } from "./indexer-kit.mjs";

const reader = await kit.buildReader();

/** Errors take turns. */
const ERRORS = ["ENOSPC", "EIO"].map((name) => [name, os.constants.errno[name]]);
const FAULTS = { failed: (at) => ERRORS[at % ERRORS.length], killed: () => ["killed", 0] };

test("a failure or a kill at each call of the system leaves the index whole", { timeout: 600_000 }, async (t) => {
  if (process.env.LD_PRELOAD) return t.skip("another library is preloaded");
  const { top, folder, store } = makeTree();
  const library = kit.buildFaults(top);
  const mark = path.join(top, "mark");
  let last = (await runWell(store, folder)).generation;
  let faults = 0;
  for (const kind of ["open", "write", "sync", "rename", "remove"])
    for (const faultAt of Object.values(FAULTS))
      for (let at = 1; ; at++) {
        const [name, number] = faultAt(at);
        const what = `${kind} ${at} ${name}`;
        kit.writeOld(path.join(folder, `c/f${at % 4}.c`), `int f(void);\nint at_${at}(void);\n`);
        kit.writeOld(path.join(folder, at % 2 ? "new.txt" : "big.txt"), `${what}\n`.repeat(at % 2 ? 1 : 9000));
        const env = {
          LD_PRELOAD: library,
          SX_FAULT_KIND: kind,
          SX_FAULT_AT: at,
          SX_FAULT_ERROR: number,
          SX_FAULT_MARK: mark,
        };
        const { code, signal, stderr } = await kit.run(store, folder, { env });
        const wasReached = fs.existsSync(mark);
        fs.rmSync(mark, { force: true });
        if (number === 0 && wasReached) assert.equal(signal, "SIGKILL", what);
        else
          assert.ok(code === 0 ? stderr === "" : code === 1 && /^[^\n]+\n$/.test(stderr), `${what}: ${code} ${stderr}`);
        if (signal === null && kind !== "remove") kit.checkTidy(store);
        // It is the old one or the new one, as it was when it was made.
        const { generation } = kit.readStore(reader, store, folder);
        assert.ok(generation >= last, what);
        const next = await runWell(store, folder);
        assert.ok(next.generation > last, what);
        kit.checkWhole(reader, store, folder);
        last = next.generation;
        if (!wasReached) break;
        faults++;
      }
  t.diagnostic(`${faults} faults`);
  assert.ok(faults > 30, `${faults} faults`);
});
