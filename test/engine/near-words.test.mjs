/** fast_search by several words, of which some are misspelt. */
import assert from "node:assert/strict";
import test from "node:test";

import { find, openCovered } from "./symbols-kit.mjs";

test("names are found by words with one mistake in some of them", async (t) => {
  const { editor } = await openCovered(t, {
    "mm/pages.c":
      "int allocate_pages(int order)\n{\n\treturn order;\n}\nint free_pages(int order)\n{\n\treturn order;\n}\n",
    "mm/device.c":
      "int register_device_driver(void)\n{\n\treturn 0;\n}\nint register_driver(void)\n{\n\treturn 0;\n}\n",
    "src/room.ts": "export function openLargeRoom(): void {}\nexport function openDoor(): void {}\n",
  });
  const best = async (query) => (await find(editor, query)).others.map((row) => row.split(" ").at(-1));
  assert.deepEqual(await best("alocate pages"), ["allocate_pages"]);
  assert.deepEqual(await best("allocate pags"), ["allocate_pages"]);
  assert.deepEqual(await best("regster device"), ["register_device_driver"]);
  // Two letters that changed places, a wrong first letter, and a mistake in each word.
  assert.deepEqual(await best("regsiter device"), ["register_device_driver"]);
  assert.deepEqual(await best("wegister device"), ["register_device_driver"]);
  assert.deepEqual(await best("alocate pags"), ["allocate_pages"]);
  assert.deepEqual(await best("open larg rooom"), ["openLargeRoom"]);
  // Not more than one in a word, and none in short ones.
  assert.deepEqual(await best("alcate pages"), []);
  assert.deepEqual(await best("opem dor"), []);
  const { text } = await find(editor, "alocate pages");
  assert.match(text, /^The index has no declaration named .alocate pages.\. Names like it:$/m);
});
