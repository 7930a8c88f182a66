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
  const languages = { c: "c", h: "c", cpp: "cpp", go: "go", java: "java", py: "python", js: "javascript" };
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

test("scripts without an extension are of the language in their first line", async (t) => {
  const { editor } = await openCovered(t, {
    tool: "#!/bin/sh\nhelper() { :; }\nhelper 1\n# helper\n",
    other: "#!/usr/bin/env bash\n. ./tool\nhelper 2\n",
    "more.sh": "helper 3\n",
    completion: "# completion of tool   -*- shell-script -*-\n\n_tool() { helper 5; }\n",
    strange: "#!/usr/bin/python3\nhelper(4)\n",
    LICENSE: "helper\n",
  });
  const ask = serverless(editor);
  const helper = await ask("find_references", { symbol: "helper", file_path: "tool" });
  assert.deepEqual(places(helper.facts.references), ["completion:3", "more.sh:1", "other:3", "tool:3"], helper.text);
  const found = await ask("fast_search", { query: "_tool" });
  assert.deepEqual(places(found.facts.definitions), ["completion:3"], found.text);
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

test("in C a function and a struct of one name are two: a bare name is the function's, and each has its own uses", async (t) => {
  const { editor } = await openCovered(t, {
    "map.h": "struct map_blocks {\n\tint len;\n};\nint map_blocks(struct map_blocks *map);\n",
    "map.c": '#include "map.h"\nint map_blocks(struct map_blocks *map)\n{\n\treturn map->len;\n}\n',
    "use.c":
      '#include "map.h"\nstruct __packed other { int n; };\nint use(void)\n{\n\tstruct map_blocks map;\n\treturn map_blocks(&map);\n}\n',
  });
  const ask = serverless(editor);
  const found = await ask("fast_search", { query: "map_blocks" });
  assert.deepEqual(
    found.facts.definitions.map((one) => `${one.file}:${one.line} ${one.kind}`),
    ["map.c:2 Function", "map.h:1 Struct", "map.h:4 Function"],
  );
  const tags = await ask("fast_search", { query: "struct map_blocks" });
  assert.equal(tags.facts.definitions[0].kind, "Struct");
  const calls = await ask("find_references", { symbol: "map_blocks" });
  assert.deepEqual(
    places(calls.facts.references.filter((one) => one.usage !== "declaration")),
    ["use.c:6"],
    calls.text,
  );
  assert.doesNotMatch(calls.text, /things are named/);
  const types = await ask("find_references", { symbol: "struct map_blocks" });
  assert.match(types.text, /^3 references in 3 files to map_blocks \(Struct, map\.h:1:8\)$/m);
  assert.deepEqual(places(types.facts.references), ["map.c:2", "map.h:4", "use.c:5"], types.text);
  const callers = await ask("get_call_hierarchy", { symbol: "map_blocks", direction: "incoming" });
  assert.match(callers.text, /^map_blocks \(Function, map\.c:2:5\)$/m);
  assert.match(callers.text, /^- use\.c:3:5#use /m);
  const type = await ask("get_call_hierarchy", { symbol: "map.h:1:8#map_blocks", direction: "incoming" });
  assert.match(type.text, /^Not a function: there is no call hierarchy for this kind of symbol \(Struct\)\.$/m);
  assert.equal(type.facts.status, "none");
});

test("in C members, parameters, variables of functions and labels are no uses of a function of their name", async (t) => {
  const { editor } = await openCovered(t, {
    "ops.h": "struct ops {\n\tint (*open_till)(int n);\n};\n",
    "till.c": "int open_till(int n)\n{\n\treturn n;\n}\n",
    "use.c": `#include "ops.h"
static const struct ops ops = {
	.open_till = open_till,
};
int member(struct ops *o) { return o->open_till(1); }
int parameter(int (*open_till)(int)) { return open_till(1); }
int variable(void) { int (*open_till)(int) = 0; return open_till(1); }
int label(void) { goto open_till; open_till: return 0; }
int block(int n) { if (n) { int open_till = n; n = open_till; } return open_till(n); }
int call(void) { return open_till(3); }
`,
  });
  const ask = serverless(editor);
  const { text, facts } = await ask("find_references", { symbol: "open_till", file_path: "till.c" });
  const at = facts.references.map(({ file, line, column }) => `${file}:${line}:${column}`);
  assert.deepEqual(at, ["use.c:3:14", "use.c:9:71", "use.c:10:24"], text);
  assert.doesNotMatch(text, /things are named/);
  const callers = await ask("get_call_hierarchy", { symbol: "open_till", file_path: "till.c", direction: "incoming" });
  assert.deepEqual(callers.text.match(/#\w+ /g), ["#block ", "#call "], callers.text);
  const member = await ask("find_references", { symbol: "ops.open_till" });
  assert.ok(places(member.facts.references).includes("use.c:5"), member.text);
});

test("a name with very many uses is counted in part where only a few are listed", async (t) => {
  const uses = (i) => Array.from({ length: 1500 }, (_, k) => `struct till t_${i}_${k};\n`).join("");
  const files = Array.from({ length: 5 }, (_, i) => [`f${i}.c`, uses(i)]);
  const { editor } = await openCovered(t, { "a.h": "struct till { int n; };\n", ...Object.fromEntries(files) });
  const ask = serverless(editor);
  const dive = await ask("deep_dive", { symbol: "struct till" });
  assert.match(dive.text, /^Unknown in part: 'till' may have more uses, in files that were not searched\.$/m);
  assert.match(dive.text, /^Used by \(\d+ of 4500 in 3 files, maybe more\):$/m);
  const all = await ask("find_references", { symbol: "struct till" });
  assert.match(all.text, /^7500 references in 5 files to till /m);
  assert.doesNotMatch(all.text, /Unknown/);
});

test("a struct that C++ or a typedef names without its keyword keeps these uses", async (t) => {
  const { editor } = await openCovered(t, {
    "page.h": "struct page { int n; };\nint page(void);\n",
    "room.h": "typedef struct room { int n; } room;\nint take(room *one);\n",
    "use.cpp": '#include "page.h"\nint use(page *one) { return one->n; }\n',
  });
  const ask = serverless(editor);
  const page = await ask("find_references", { symbol: "struct page" });
  assert.ok(places(page.facts.references).includes("use.cpp:2"), page.text);
  const room = await ask("find_references", { symbol: "room.h:1:16#room" });
  assert.ok(places(room.facts.references).includes("room.h:2"), room.text);
});

test("a call of a library's type is none of a method of that name here, and a constructor is no other thing", async (t) => {
  const { editor } = await openCovered(t, {
    "Strings.java": `class Strings {
  Strings() {}
  static boolean isDigit(CharSequence s) { return s.length() > 0; }
  static boolean isBlank(CharSequence s) { return isDigit(s) || Character.isDigit(s.charAt(0)); }
  static boolean isAll(CharSequence s) { return Others.isDigit(s) && Character.isDigit('1'); }
}
`,
    "Others.java": "class Others {\n  static boolean isDigit(CharSequence s) { return new Strings() != null; }\n}\n",
  });
  const ask = serverless(editor);
  const callees = async (symbol) => {
    const { text, facts } = await ask("get_call_hierarchy", { symbol, direction: "outgoing" });
    const calls = facts.outgoing_calls.map((one) => [one.file, ...one.call_sites.map((site) => site.column)].join(":"));
    return { text, calls };
  };
  const blank = await callees("isBlank");
  assert.deepEqual(blank.calls, ["Strings.java:50"], blank.text);
  const all = await callees("isAll");
  assert.deepEqual(all.calls, ["Others.java:55"], all.text);
  const elsewhere = await ask("find_definition", { symbol: "Strings", file_path: "Others.java" });
  assert.match(elsewhere.text, /^Defined at Strings\.java:1:7/m, "types of Java are seen in other files");
  const uses = await ask("find_references", { symbol: "Strings" });
  assert.doesNotMatch(uses.text, /things are named|Other symbols named/);
  const dive = await ask("deep_dive", { symbol: "Strings" });
  assert.doesNotMatch(dive.text, /other symbol|Other symbol/);
});

test("a function that a body declares is not called by that", async (t) => {
  const { editor } = await openCovered(t, {
    "till.c":
      "int open_till(int n) { return n; }\nint shop(void)\n{\n\tint open_till(int n);\n\treturn open_till(1);\n}\n" +
      "int other(void)\n{\n\tint open_till(int n);\n\treturn 0;\n}\n",
  });
  const ask = serverless(editor);
  const { text } = await ask("get_call_hierarchy", { symbol: "open_till", file_path: "till.c", direction: "incoming" });
  assert.match(text, /^- till\.c:2:5#shop /m, text);
  assert.doesNotMatch(text, /#other/);
});
