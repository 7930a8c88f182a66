/** Which declarations of one name are overloads, and which of them is what they are implemented by. */
import assert from "node:assert/strict";
import test from "node:test";
import { makeEditor } from "./fake-editor.mjs";

const KINDS = { interface: 10, class: 4, namespace: 2, Function: 11, Method: 5 };

/**
 * A server whose outline has the lines that contain `name`, in the line above that begins with a word of KINDS, and
 * whose hover there is the line without its body.
 */
function serve(t, file, text, name) {
  const lines = text.split("\n");
  const editor = makeEditor(t, { [file]: text });
  const at = (row) => lines[row].search(new RegExp(`\\b${name}\\b`));
  const outline = [];
  let outer = "";
  lines.forEach((line, row) => {
    const [, kind, title] = /^(?:export |declare |abstract )*(interface|class|namespace) (\w+)/.exec(line) ?? [];
    if (kind)
      outline.push([(outer = title), KINDS[kind], "", "", true, 0, row, line.indexOf(title), row, 0, row + 9, 1]);
    if (line.startsWith("}")) outer = "";
    if (at(row) < 0 || /^ *(\/|type)/.test(line)) return;
    const range = [row, at(row), row, 0, row, line.length];
    outline.push([name, outer ? KINDS.Method : KINDS.Function, outer, "", true, outer ? 1 : 0, ...range]);
  });
  editor.on.outline = (asked) => ({ data: asked.endsWith(file) && !/^type/m.test(text) ? outline : [] });
  const hover = (row) => lines[row].replace(/[;{] *(return.*\})?$/, "").trim();
  editor.on.hover = (asked, row) => ({
    data: at(row) >= 0 ? [[0, `\`\`\`typescript\n${hover(row)}\n\`\`\``, "", false, false]] : [],
  });
  editor.on.definition = (asked, row) => ({
    data: at(row) >= 0 ? [[editor.path(file), row, at(row), row, at(row) + name.length]] : [],
  });
  editor.ops.signatureHelp = async () => ({ data: { activeSignature: 0, signatures: [] } });
  editor.servers[/\.(c|cpp)$/.test(file) ? file.split(".").at(-1) : "typescript"] = [
    { extension: "test.server", active: true },
  ];
  return editor;
}

/** Title, file, text, name, what the documentation says of its declarations, how many signatures there are. */
const CASES = [
  [
    "an interface",
    "a.ts",
    "interface A {\n  run(a: T): this;\n  run(a: T): this;\n}",
    "run",
    "Overloads: 2; on lines 2, 3",
    2,
  ],
  [
    "abstract methods",
    "a.ts",
    "abstract class A {\n  abstract run(a: T): U;\n  abstract run(a: T): U;\n}",
    "run",
    "Overloads: 2; on lines 2, 3",
    2,
  ],
  [
    "declared functions",
    "a.ts",
    "declare function run(a: T): { a: U }\ndeclare function run(a: T): { a: U }\n",
    "run",
    "Overloads: 2; on lines 1, 2",
    2,
  ],
  [
    "a declaration file",
    "a.d.ts",
    "export function run(a: T): U;\nexport function run(a: T): U;",
    "run",
    "Overloads: 2; on lines 1, 2",
    2,
  ],
  [
    "a type literal",
    "a.ts",
    "type A = {\n  run(a: T): U;\n  run(a: T): U;\n};\n// run(",
    "run",
    "Overloads: 2; on lines 2, 3",
    2,
  ],
  [
    "an implementation like the first overload",
    "a.ts",
    "class A {\n  run(a: T): { b: U };\n  run(a: V): U;\n  run(a: T): { b: U } { return a; }\n}",
    "run",
    "Overloads: 2; on lines 2, 3; implemented on line 4",
    2,
  ],
  [
    "an implementation that is shown with a type of its own",
    "a.ts",
    "function run(a: T): U;\nfunction run(a: V): U;\nfunction run(a: any): any { return a; }",
    "run",
    "Overloads: 2; on lines 1, 2; implemented on line 3",
    2,
  ],
  [
    "a function of C",
    "a.c",
    "int run(int a);\nint run(int a) { return a; }\nint run(int a);",
    "run",
    "Declarations: 3, on lines 1, 2, 3",
    1,
  ],
  [
    "functions of C++",
    "a.cpp",
    "int run(int a = 1);\nT run(T);\nint run(int b) { return b; }\nT run(T a) { return a; }",
    "run",
    "Overloads: 2; on lines 1, 2; implemented on lines 3, 4",
    2,
  ],
  [
    "C++ with the body first",
    "a.cpp",
    "int run(int a) { return a; }\nint run(int a);\nT run(const T &a) { return a; }",
    "run",
    "Overloads: 2; on lines 2, 3; implemented on line 1",
    2,
  ],
  [
    "one function of C++",
    "a.cpp",
    "int run(int a);\nint run(int a) { return a; }",
    "run",
    "Declarations: 2, on lines 1, 2",
    1,
  ],
  [
    "a function that JavaScript replaces",
    "a.js",
    "function run(a) { return 1; }\nfunction run(a) { return 2; }",
    "run",
    "Declarations: 2, on lines 1, 2",
    1,
  ],
];

for (const [title, file, text, name, says, signatures] of CASES)
  test(`${title}: its declarations are told apart`, async (t) => {
    const editor = serve(t, file, text, name);
    const answer = await editor.call({ symbol: name, file });
    const [, told] = /^((?:Overloads|Declarations): .*)$/m.exec(answer.text) ?? [];
    assert.equal(told, says, answer.text);
    const help = await editor.run("get_signature_help", { symbol: name, file_path: file });
    assert.equal(JSON.parse(help.factsJson).signatures?.length, signatures, help.text);
  });

test("of functions that replace each other the last one is described", async (t) => {
  const text =
    "/** The first of them. */\nfunction run(a) { return 1; }\n/** The second of them. */\nfunction run(a, b) { return 2; }\n";
  const editor = serve(t, "a.js", text, "run");
  const answer = await editor.call({ symbol: "run", file: "a.js" });
  assert.match(answer.text, /```typescript\nfunction run\(a, b\)\n```\n\nThe second of them\./);
  assert.match(answer.text, /Declaration on line 2:\n\nThe first of them\./);
});

test("a member of a type is in no global scope", async (t) => {
  const editor = serve(t, "a.ts", "type A = {\n  run(a: T): U;\n};\n", "run");
  editor.on.hover = () => ({ data: [[0, "```typescript\n(method) run(a: T): U\n```", "", false, false]] });
  const { text } = await editor.call({ symbol: "run", file: "a.ts", line: 2 });
  assert.match(text, /^Kind: Method$/m);
  assert.doesNotMatch(text, /Global Scope/);
});
