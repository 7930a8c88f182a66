/** The order of declarations that fit alike, in folders of a few files. */
import assert from "node:assert/strict";
import test from "node:test";

import { find, openCode, search } from "./symbols-kit.mjs";

test("what other files can name comes before what only its own file can", async (t) => {
  const { editor } = openCode(t, {
    "a.c": "static int open_till(void)\n{\n\treturn 0;\n}\n",
    "b.c": "int open_till(void)\n{\n\treturn 0;\n}\n",
  });
  assert.deepEqual((await find(editor, "open_till")).exact, ["b.c:1 Function open_till", "a.c:1 Function open_till"]);
});

test("what stands in fewer others comes first", async (t) => {
  const { editor } = openCode(t, {
    "a.py": "class Shop:\n    class Till:\n        pass\n",
    "b.py": "class Till:\n    pass\n",
  });
  assert.deepEqual((await find(editor, "Till")).exact, ["b.py:1 Class Till", "a.py:2 Class Shop.Till"]);
});

test("of names that fit alike the shorter ones come first, and few of one file", async (t) => {
  const { editor } = openCode(t, {
    "a.c": "int till_aaaa(void) { return 0; }\nint till_zz(void) { return 0; }\n",
    "b.c": "int box_a, box_b, box_c, box_d;\n",
  });
  assert.deepEqual((await find(editor, "till")).others, ["a.c:2 Function till_zz", "a.c:1 Function till_aaaa"]);
  const boxes = await search(editor, "box");
  assert.equal(boxes.facts.other_matches.length, 3, "of one file");
  assert.equal(boxes.facts.other_count, 4);
});
