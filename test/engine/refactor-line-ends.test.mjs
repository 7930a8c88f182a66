/**
 * Refactorings of files whose lines end with \r\n: all lines still do, and else the texts are those of the same case
 * with \n. Every fifth case of inline_function, with the same server as there, and one call of each other tool.
 */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";

import { makeEditor, root } from "./fake-editor.mjs";
import { argumentsOf, readCases, serve } from "./refactor-kit.mjs";

const CORPUS = path.join(root, "test/corpus/refactor/inline_function");
const PROGRAMS = path.join(root, "build/Release");
const INDEX = path.join(root, "build/test/line-ends-index");
const EACH = 5;

const toWindows = (files) =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [name, text.replaceAll("\n", "\r\n")]));

/** The files after a call, each with the line ends that it has. */
async function change(t, files, tool, args, prepare = () => {}) {
  const editor = makeEditor(t, toWindows(files), { programs: [PROGRAMS, INDEX] });
  prepare(editor);
  const { isError, text } = await editor.run(tool, { ...args, preview: false });
  assert.ok(!isError, text);
  const names = fs.readdirSync(editor.folders[0], { recursive: true });
  return Object.fromEntries(
    names
      .filter((name) => fs.statSync(editor.path(name)).isFile())
      .map((name) => [name, fs.readFileSync(editor.path(name), "utf8")]),
  );
}

const done = fs
  .readdirSync(CORPUS)
  .sort()
  .flatMap((file) => readCases(CORPUS, file))
  .filter((one) => one.refused === undefined);

for (const one of done.filter((_, i) => i % EACH === 0))
  test(one.title, async (t) => {
    const after = await change(t, one.files, "inline_function", argumentsOf(one.call), (editor) =>
      serve(editor, one.call),
    );
    assert.deepEqual(after, toWindows({ ...one.files, ...one.after }));
  });

test("extract_function: several results", async (t) => {
  const files = {
    "main.js":
      "function f(x) {\n  let a = 0;\n  a = x + 1;\n  const b = a * 2;\n  return a + b;\n}\n\nconsole.log(f(1));\n",
  };
  const call = { file_path: "main.js", start_line: 3, end_line: 4, function_name: "helper" };
  const after = await change(t, files, "extract_function", call);
  assert.equal(
    after["main.js"],
    "function f(x) {\n  let a = 0;\n  const helperResult = helper(x);\n  a = helperResult.a;\n  const b = helperResult.b;\n  return a + b;\n}\n\nfunction helper(x) {\n  let a;\n  a = x + 1;\n  const b = a * 2;\n  return { a, b };\n}\n\nconsole.log(f(1));\n".replaceAll(
      "\n",
      "\r\n",
    ),
  );
});

test("inline_function: code from a file with other line ends", async (t) => {
  const files = {
    "lib.py": "def twice(n):\n    print(n)\n    m = n * 2\n    return m\n",
    "main.py": "from lib import twice\n\ndef run(a):\n    b = twice(a)\n    print(b)\n\nrun(1)\n",
  };
  const editor = makeEditor(t, files, { programs: [PROGRAMS, INDEX] });
  fs.writeFileSync(editor.path("lib.py"), files["lib.py"].replaceAll("\n", "\r\n"));
  serve(editor, { symbol: "twice", file_path: "lib.py" });
  const { isError, text } = await editor.run("inline_function", {
    symbol: "twice",
    file_path: "lib.py",
    preview: false,
  });
  assert.ok(!isError, text);
  assert.equal(
    fs.readFileSync(editor.path("main.py"), "utf8"),
    "def run(a):\n    print(a)\n    m = a * 2\n    b = m\n    print(b)\n\nrun(1)\n",
  );
});

test("move_symbol: a new file has them, too", async (t) => {
  const files = {
    "shop.py": "def pay(n):\n    return n\n\n\ndef send(n):\n    return n\n",
    "main.py": "from shop import pay\n\nprint(pay(1))\n",
  };
  const after = await change(t, files, "move_symbol", { symbol: "pay", file_path: "shop.py", target_file: "desk.py" });
  assert.deepEqual(
    after,
    toWindows({
      "shop.py": "def send(n):\n    return n\n",
      "desk.py": "def pay(n):\n    return n\n",
      "main.py": "from desk import pay\n\nprint(pay(1))\n",
    }),
  );
});

test("change_signature: code in a string is still seen", async (t) => {
  const files = {
    "main.py": 'import shop\n\nCODE = """\nimport shop\nprint(shop.pay(1))\n"""\nexec(CODE)\nprint(shop.pay(2))\n',
    "shop.py": "def pay(amount):\n    return amount\n",
  };
  const editor = makeEditor(t, toWindows(files), { programs: [PROGRAMS, INDEX] });
  const call = { file_path: "shop.py", symbol: "pay", new_name: "charge", new_params: [{ name: "amount" }] };
  serve(editor, call);
  const { isError, text } = await editor.run("change_signature", { ...call, preview: false });
  assert.ok(isError && text.includes("main.py:5:12: this text may be run"), text);
});
