/** An index whose file system is not local: it is read into memory where it is small enough, and never mapped. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { makeFolder } from "./fake-editor.mjs";
import { noPreload, runPreloaded } from "./preload.mjs";

test(
  "an index that is not on a local disk is copied, and one of more than 256 MB not used",
  { skip: noPreload },
  (t) => {
    const [libraries, folder, storage] = [makeFolder(), makeFolder(), makeFolder()];
    for (let i = 0; i < 2100; i++) fs.writeFileSync(path.join(folder, `${i}.c`), i % 700 ? "hay\n" : "needle\n");
    const seen = runPreloaded(libraries, "remote", { SX_REMOTE: storage }, "remote.worker.mjs", folder, storage);
    assert.deepEqual(seen.small, { state: "ready", lines: 4, isMapped: false });
    const { text, ...big } = seen.big;
    assert.deepEqual(big, { lines: 5, isMapped: false, more: 306, state: "none", isWritten: false });
    assert.match(text, /no index; what was written has more than 256 MB, which is too much for a file system that may/);
    assert.deepEqual(seen.again, { state: "ready", lines: 307, isMapped: false });
  },
);
