/** Uses and calls by the text, in languages that have a grammar and no server. */
import assert from "node:assert/strict";
import test from "node:test";

import { makeEditor } from "./fake-editor.mjs";
import { openCovered } from "./symbols-kit.mjs";

const CODE = {
  "shop.go": `package shop

type Till struct{ sum int }

func (t *Till) Add(n int) int {
	return round(t.sum + n)
}

func round(n int) int { return n }
`,
  "main.go": `package shop

func main() {
	till := Till{}
	till.Add(round(1)) // Add
}
`,
  "shop.py": `class Till:
    @staticmethod
    def add(n):
        return rounded(n)

def rounded(n):
    return n

class Shelf:
    def size(self):
        return 0
    def print(self):
        print(size(self.size()))

def total():
    def inner():
        return Till.add(rounded(1))
    return inner()
`,
  "other.js": "export function rounded(n) { return n; }\nrounded(2);\n",
};

/** Without any server; documents have the languages of their files. */
async function openServerless(t) {
  const { editor } = await openCovered(t, CODE);
  return serverless(editor);
}

function serverless(editor) {
  const languages = { c: "c", go: "go", py: "python", js: "javascript" };
  editor.on.document = (file, wantText) => {
    const reply = editor.document(file, wantText);
    return { ...reply, data: { ...reply.data, language: languages[file.split(".").pop()] } };
  };
  for (const op of ["outline", "hover", "definition", "references", "workspaceSymbols", "prepareHierarchy"])
    editor.on[op] = () => ({ data: [] });
  editor.servers = {};
  return async (tool, args) => {
    const answer = await editor.run(tool, args);
    return { ...answer, facts: JSON.parse(answer.factsJson) };
  };
}

const places = (list) => list.map(({ file, line }) => `${file}:${line}`).sort();

test("references are the places of the name without its declarations, and unknown", async (t) => {
  const ask = await openServerless(t);
  const add = await ask("find_references", { symbol: "Add", file_path: "shop.go" });
  assert.match(add.text, /^Unknown: these are the places in code that have the name[^\n]*golang\.go/);
  assert.equal(add.facts.status, "unknown");
  assert.deepEqual(places(add.facts.references), ["main.go:5"], add.text);
  const rounded = await ask("find_references", { symbol: "rounded", file_path: "shop.py" });
  assert.deepEqual(places(rounded.facts.references), ["shop.py:17", "shop.py:4"], rounded.text);
  assert.doesNotMatch(rounded.text, /things are named/, "that of JavaScript cannot be meant");
});

test("callers are the functions around the calls, and callees what the body calls, both unknown", async (t) => {
  const ask = await openServerless(t);
  const round = await ask("get_call_hierarchy", { symbol: "round", file_path: "shop.go", direction: "incoming" });
  assert.match(round.text, /^Unknown: by the text of code alone, as no extension that serves go[^\n]*golang\.go/);
  assert.equal(round.facts.status, "unknown");
  assert.match(round.text, /^- shop\.go:5:\d+#Add /m);
  assert.match(round.text, /^- main\.go:3:\d+#main /m);

  const rounded = await ask("get_call_hierarchy", { symbol: "rounded", file_path: "shop.py", direction: "incoming" });
  assert.match(rounded.text, /^- shop\.py:3:\d+#Till\.add  Method$/m);
  assert.match(rounded.text, /^- shop\.py:16:\d+#total\.inner /m);
  assert.doesNotMatch(rounded.text, /other\.js/);

  const inner = await ask("get_call_hierarchy", { symbol: "inner", file_path: "shop.py", direction: "outgoing" });
  assert.match(inner.text, /^- shop\.py:3:\d+#Till\.add /m);
  assert.match(inner.text, /^- shop\.py:6:\d+#rounded /m);
  assert.doesNotMatch(inner.text, /other\.js/);
  assert.equal(inner.facts.status, "unknown");

  const bare = await ask("get_call_hierarchy", { symbol: "Shelf.print", file_path: "shop.py", direction: "outgoing" });
  assert.deepEqual(bare.text.match(/#Shelf\.\w+/g), ["#Shelf.size"], bare.text);

  const leaf = await ask("get_call_hierarchy", { symbol: "round", file_path: "shop.go", direction: "outgoing" });
  assert.equal(leaf.facts.status, "unknown", leaf.text);
});

test("where no grammar reads a file its lines tell who calls", async (t) => {
  const editor = makeEditor(t, { ...CODE, "rack.py": "class Rack:\n    def fill(self):\n        return rounded(3)\n" });
  const ask = serverless(editor);
  const found = await ask("get_call_hierarchy", { symbol: "rounded", file_path: "shop.py", direction: "incoming" });
  assert.match(found.text, /^- rack\.py:2:9#Rack\.fill /m, found.text);
  assert.doesNotMatch(found.text, /^- (?:shop\.py:6:|rack\.py )|^ +6:/m);
});

test("macros that use a function are named, as their users do not have its name", async (t) => {
  const { editor } = await openCovered(t, {
    "warn.c":
      "static int shown;\nvoid\nwarning(int n)\n{\n}\n#define do_warning(n)\t\\\n  do {\t\\\n    if (shown)\t\\\n      warning(n);\t\\\n  } while (0)\n#define quiet(warning) (warning + 1)\n",
    "use.c": "#define WARN() warning(2)\nstatic void\nload(int n)\n{\n  warning(n);\n  do_warning(n);\n}\n",
  });
  const ask = serverless(editor);
  const { text, facts } = await ask("find_references", { symbol: "warning", file_path: "warn.c" });
  assert.equal(facts.status, "found");
  assert.match(text, /^Macros use it: WARN, do_warning\. Code that uses these uses 'warning', too\.$/m);
  assert.match(text, /^warn\.c:9:7 call in do_warning: /m);
  assert.match(text, /^ 5:3 call in load: /m);
  assert.doesNotMatch(text, /quiet/, "a parameter is nothing else");
  const one = await ask("find_references", { symbol: "shown", file_path: "warn.c" });
  assert.match(one.text, /^Macros use it: do_warning\. Code that uses it uses 'shown', too\.$/m);
});
