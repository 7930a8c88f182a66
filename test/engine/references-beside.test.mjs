/** Uses in scripts that no tsconfig.json names, which a server takes on without its settings. */
import assert from "node:assert/strict";
import test from "node:test";
import { makeEditor } from "./fake-editor.mjs";

const FILES = {
  "src/engine.ts": "export class Engine {\n  start(power: number) {}\n}\n",
  "src/drive.ts": 'import { Engine } from "./engine";\nnew Engine().start(1);\n',
  "test/drive.test.ts":
    'import { Engine } from "@/engine";\nnew Engine()\n  .start(2);\nthing?.start();\nother.start;\n',
};

/** A server that finds `start` in what is imported by a path, and nothing where `@/` leads. */
function serve(t, settings) {
  const editor = makeEditor(t, { "tsconfig.json": JSON.stringify({ include: ["src"], ...settings }), ...FILES });
  const place = (file, row, column) => [editor.path(file), row, column, row, column + 5];
  const declared = place("src/engine.ts", 1, 2);
  editor.on.references = () => ({ data: [declared, place("src/drive.ts", 1, 13)] });
  editor.on.definition = (file, row) => {
    if (row === 4) return { data: [place("test/drive.test.ts", 0, 9)] }; // another symbol
    return { data: file.startsWith(editor.path("src")) ? [declared] : [] };
  };
  return editor;
}

const ask = (editor) =>
  editor.run("find_references", { symbol: "Engine.start", file_path: "src/engine.ts", wait: true });

for (const options of [{ paths: { "@/*": ["./src/*"] } }, { baseUrl: "src" }, { rootDirs: ["src", "test"] }])
  test(`members of types that ${Object.keys(options)} would lead to may be uses`, async (t) => {
    const { code, text } = await ask(serve(t, { compilerOptions: options }));
    assert.equal(code, "unknown", text);
    assert.match(
      text,
      /^Unknown in part: 2 places with the name may be uses: the types there are not known, .*: test\/drive\.test\.ts:3:4 and others\.$/m,
    );
  });

test("members of unknown types are no uses where imports need no settings, or a project names the file", async (t) => {
  const paths = { compilerOptions: { paths: { "@/*": ["./src/*"] } } };
  for (const settings of [{}, { ...paths, include: ["src", "test"] }]) {
    const { code, text } = await ask(serve(t, settings));
    assert.equal(code, "found", text);
    assert.doesNotMatch(text, /Unknown/);
  }
});

/** A test's method that overrides one of the project; a server that knows the project's files there alone. */
function serveOverride(t) {
  const editor = makeEditor(t, {
    "tsconfig.json": '{"include": ["src"]}',
    "src/engine.ts": FILES["src/engine.ts"],
    "src/drive.ts": FILES["src/drive.ts"],
    "test/turbo.ts": 'import { Engine } from "../src/engine";\nclass Turbo extends Engine {\n  start() {}\n}\n',
  });
  const place = (file, row, column) => [editor.path(file), row, column, row, column + 5];
  const own = place("test/turbo.ts", 2, 2);
  const declared = place("src/engine.ts", 1, 2);
  const all = [own, declared, place("src/drive.ts", 1, 13)];
  editor.on.references = (file) => ({ data: file === own[0] ? [own, declared] : all });
  editor.on.definition = (file) => ({ data: [file === own[0] ? own : declared] });
  editor.on.outline = (file) =>
    file === own[0]
      ? {
          data: [
            ["Turbo", 4, "", "", true, 0, 1, 6, 1, 0, 3, 1],
            ["start", 5, "", "", true, 1, 2, 2, 2, 2, 2, 12],
          ],
        }
      : { data: [] };
  editor.on.rename = (file, row, column, name) => {
    const files = (file === own[0] ? [own, declared] : all).map(([path, ...range]) => ({
      action: "edit",
      path,
      edits: [[...range, name]],
    }));
    return { data: { files, partial: false } };
  };
  return editor;
}

test("a member that overrides a project's has the uses that the project has of that", async (t) => {
  const editor = serveOverride(t);
  const { code, text, factsJson } = await editor.run("find_references", {
    symbol: "Turbo.start",
    file_path: "test/turbo.ts",
    wait: true,
  });
  assert.equal(code, "found", text);
  assert.deepEqual(
    JSON.parse(factsJson).references.map(({ file, line }) => `${file}:${line}`),
    ["src/drive.ts:2", "src/engine.ts:2"],
  );
});

test("and is renamed with them", async (t) => {
  const editor = serveOverride(t);
  const asked = { symbol: "Turbo.start", file_path: "test/turbo.ts", new_name: "begin" };
  const { text, factsJson } = await editor.run("rename_symbol", asked);
  assert.deepEqual(
    JSON.parse(factsJson).occurrences.map(({ file, line }) => `${file}:${line}`),
    ["src/drive.ts:2", "src/engine.ts:2", "test/turbo.ts:3"],
    text,
  );
});

/** A test that imports `total`, as another one does; a server that gives it a name of its own there. */
function serveImport(t, statement) {
  const use = `${statement}\ntotal(1);\n`;
  const editor = makeEditor(t, {
    "tsconfig.json": '{"include": ["src"]}',
    "src/sum.ts": "export function total(n: number) {}\n",
    "test/use.ts": use,
    "test/other.ts": 'import { total } from "../src/sum";\ntotal(2);\n',
  });
  const column = statement.indexOf("total");
  const declared = [editor.path("src/sum.ts"), 0, 16, 0, 21];
  editor.on.definition = () => ({ data: [declared] });
  editor.on.rename = (file, row, at, name) => {
    const edits = [[0, column, 0, column + 5, `total as ${name}`]];
    if (!statement.startsWith("export")) edits.push([1, 0, 1, 5, name]);
    return { data: { files: [{ action: "edit", path: editor.path("test/use.ts"), edits }], partial: false } };
  };
  const args = { symbol: "total", file_path: "test/use.ts", line: 1, column: column + 1 };
  return editor.run("rename_symbol", { ...args, new_name: "whole", preview: false });
}

test("a rename at an import concerns no other file beside the project", async (t) => {
  for (const statement of ['import { total } from "../src/sum";', 'import all, { type A, total } from "../src/sum";']) {
    const { text } = await serveImport(t, statement);
    assert.match(text, /^APPLIED/, text);
    assert.doesNotMatch(text, /Warning/);
  }
});

test("one at an export may, and is only previewed", async (t) => {
  const { text } = await serveImport(t, 'export { total } from "../src/sum";');
  assert.match(text, /^PREVIEW/, text);
  assert.match(text, /does not rename these uses of 'total'\. They may break: test\/other\.ts:1:10/);
});
