/** Declarations of one name that fit as well: those in files that more others import come first. */
import assert from "node:assert/strict";
import test from "node:test";

import { find, openCovered } from "./symbols-kit.mjs";

const files = async (editor, query) => (await find(editor, query)).exact.map((row) => row.split(":")[0]);

test("the file that more others import comes first", async (t) => {
  const { editor } = await openCovered(t, {
    "a/till.h": "struct till { int sum; };\n",
    "include/shop/till.h": "struct till { int sum; };\n",
    "one.c": "#include <shop/till.h>\nint one;\n",
    "two.c": "#include <shop/till.h>\nint two;\n",
    "a/three.c": '#include "till.h"\nint three;\n',
    "app/base.ts": "export class Drawer {}\n",
    "app/shop/drawer.ts": "export class Drawer {}\n",
    "app/x.ts": 'import { Drawer } from "./shop/drawer.js";\nexport const x = new Drawer();\n',
    "async/queue.py": "class Queue:\n    pass\n",
    "queue.py": "class Queue:\n    pass\n",
    "user.py": "import queue\nqueue.Queue()\n",
  });
  assert.deepEqual(await files(editor, "till"), ["include/shop/till.h", "a/till.h"]);
  assert.deepEqual(await files(editor, "Drawer"), ["app/shop/drawer.ts", "app/base.ts"]);
  // A name that several files have means the one that is nearest to the top.
  assert.deepEqual(await files(editor, "Queue"), ["queue.py", "async/queue.py"]);
});

test("an import by a name that may mean several files counts for none of them", async (t) => {
  const { editor } = await openCovered(t, {
    "a/deep/types.ts": "export interface Till {}\n",
    "b/types.ts": "export interface Till {}\n",
    "a/deep/x.ts": 'import { Till } from "./types";\nexport const x: Till = {};\n',
    "b/y.ts": 'import { Till } from "./types";\nexport const y: Till = {};\n',
    "c/till.ts": "export interface Till {}\n",
    "c/z.ts": 'import { Till } from "./till";\nexport const z: Till = {};\n',
  });
  assert.deepEqual(await files(editor, "Till"), ["c/till.ts", "a/deep/types.ts", "b/types.ts"]);
});

test("a file that is imported is no better kind, and not nearer", async (t) => {
  const { editor } = await openCovered(t, {
    "tests/till.ts": "export class Till {}\n",
    "till-a.ts": "export class Till {}\n",
    "z/drawer.ts": "export class Drawer {}\n",
    "b/drawer-b.ts": "export class Drawer {}\n",
    "user.ts": 'import { Till } from "./tests/till";\nimport { Drawer } from "./z/drawer";\nnew Drawer(new Till());\n',
  });
  assert.deepEqual(await files(editor, "Till"), ["till-a.ts", "tests/till.ts"]);
  assert.deepEqual(await files(editor, "Drawer"), ["z/drawer.ts", "b/drawer-b.ts"]);
  const near = await files(editor, { query: "Drawer", context_file: "b/drawer-b.ts" });
  assert.deepEqual(near, ["b/drawer-b.ts", "z/drawer.ts"]);
});
