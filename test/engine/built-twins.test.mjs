/** A file that is built of a source comes after it, also where no part of its path shows that. */
import assert from "node:assert/strict";
import test from "node:test";

import { find, openCovered } from "./symbols-kit.mjs";

const CODE = {
  "src/v4/till.ts": "export class Till {}\nexport const parse = (text: string) => text;\n",
  "v4/till.js": "export class Till {}\nexport const parse = (text) => text;\n",
  "v4/till.cjs": "class Till {}\nclass Parser {\n  parse() {}\n}\n",
  "v4/till.d.ts": "export declare class Till {}\nexport declare const parse: (text: string) => string;\n",
  "v4/till.d.cts": "export declare class Till {}\n",
  "app/same.ts": "export class Same {}\n",
  "app/same.js": "class Same {}\n",
  "a/lib/plain.js": "class Plain {}\n",
  "a/src/plain.js": "class Plain {}\n",
  "b/free.js": "class Free {}\n",
  "c/free.ts": "export class Free {}\n",
};

const files = async (editor, query) => (await find(editor, query)).exact.map((row) => row.split(":")[0]);

test("files that are built from others come after them", async (t) => {
  const { editor } = await openCovered(t, CODE);
  assert.equal((await files(editor, "Till"))[0], "src/v4/till.ts");
  assert.deepEqual(await files(editor, "Same"), ["app/same.ts", "app/same.js"]);
  assert.deepEqual(await files(editor, "Plain"), ["a/src/plain.js", "a/lib/plain.js"]);
  // Two files of one name in other folders have nothing to do with each other.
  assert.deepEqual(await files(editor, "Free"), ["b/free.js", "c/free.ts"]);
  // A built method comes after the source's constant.
  assert.equal((await files(editor, "parse"))[0], "src/v4/till.ts");
});

test("a bare name means the same declaration before and after the server is there", async (t) => {
  const { editor } = await openCovered(t, {
    ...CODE,
    "src/x/safe.ts": "export class Safe {}\n",
    "src/y/safe.ts": "export class Safe {}\n",
    "src/use.ts": 'import { Safe } from "./y/safe.js";\nexport const safe = new Safe();\n',
  });
  const MEANT = { Till: "src/v4/till.ts", parse: "src/v4/till.ts", Safe: "src/y/safe.ts" };
  const expect = async (code) => {
    for (const [symbol, file] of Object.entries(MEANT)) {
      const answer = await editor.run("find_definition", { symbol });
      const at = /^(?:Defined at |.*\(\w+, )(\S+?):\d+:\d+/m.exec(answer.text)?.[1];
      assert.deepEqual([answer.code, at], [code, file], answer.text);
    }
  };
  const ops = ["outline", "hover", "definition", "declaration", "workspaceSymbols"];
  for (const op of ops) editor.on[op] = () => ({ data: [] });
  editor.on.loadProject = () => ({ data: { loaded: false } });
  await expect("unknown");
  for (const op of [...ops, "loadProject"]) delete editor.on[op];
  await expect("found");
  await expect("found");
});
