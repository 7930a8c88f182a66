/** Bases, types and calls of a declaration end with it, without a server, in many languages. */
import assert from "node:assert/strict";
import test from "node:test";
import { openCovered } from "./symbols-kit.mjs";

const FILES = {
  "b.scala":
    "trait ScC\ntrait ScG\nclass ScB(x: Int)\nclass S1(x: Int) extends ScB(x) with ScC\nclass S2 extends ScC with ScG\ncase object S4 extends ScG\n",
  "a.kt":
    "class TA\nclass TB\nclass TC\ninterface KC\nfun one(a: TA): TB = TB()\nfun two(c: TC): TB { return TB() }\nclass K1(x: KC) : KC by x\nclass K2<T> : KC where T : TA\n",
  "a.go":
    "package a\n\ntype GA struct{}\ntype GB struct{}\ntype GC struct{}\n\ntype Maker interface {\n\tOne(a GA) GB\n\tTwo(c GC) GB\n}\n",
  "a.py":
    "class PA: pass\nclass PB: pass\nclass PC(PA, *more, metaclass=PB): pass\ndef one(a: PA) -> PB: return PC()\ndef outer():\n    def inner():\n        return one(1)\n    return inner\n",
  "a.rs": "struct RA;\ntrait RT {}\nstruct Plain<T> where T: RT { t: T }\ntrait Sub: RT + 'static {}\n",
  "a.cs": "interface IThing {}\nclass CB {}\nclass Box<T> : CB where T : IThing, new() {}\n",
  "a.rb": "class Point < Struct.new(:x)\nend\n",
  "A.java":
    "class A {\n  enum Kind { ONE }\n  record P() {}\n  interface N {}\n  int x;\n  Runnable items() {\n    helper();\n    return new Runnable() {\n      public void run() { helper(); }\n    };\n  }\n  void helper() {}\n}\n",
};

const sections = (answer, name) =>
  JSON.parse(answer.factsJson)
    .sections.find((section) => section.name === name)
    ?.items.map((item) => item.label ?? "");

async function open(t) {
  const { editor } = await openCovered(t, FILES);
  return async (symbol, name) => {
    const answer = await editor.run("deep_dive", { symbol });
    const found = new RegExp(`^${name} \\((\\d+)(?: of \\d+)?\\):\\n((?: .*\\n?)*)`, "m").exec(answer.text);
    return found
      ? found[2]
          .trim()
          .split("\n")
          .map((line) => line.trim().split(" ").at(-1))
      : answer.text;
  };
}

test("bases end with the declaration, and what only bounds a type is none", async (t) => {
  const list = await open(t);
  assert.deepEqual(await list("b.scala#S1", "Extends"), ["ScB", "ScC"]);
  assert.deepEqual(await list("b.scala#S2", "Extends"), ["ScC", "ScG"]);
  assert.deepEqual(await list("a.kt#K1", "Extends"), ["KC"]);
  assert.deepEqual(await list("a.kt#K2", "Extends"), ["KC"]);
  assert.deepEqual(await list("a.py#PC", "Extends"), ["PA"]);
  assert.deepEqual(await list("a.rs#Sub", "Extends"), ["RT"]);
  assert.deepEqual(await list("a.cs#Box", "Extends"), ["CB"]);
  assert.doesNotMatch(String(await list("a.rs#Plain", "Extends")), /^Extends/m);
  assert.doesNotMatch(String(await list("a.rb#Point", "Extends")), /^Extends/m);
});

test("types of a signature end with it", async (t) => {
  const list = await open(t);
  assert.deepEqual(await list("a.kt#one", "Types"), ["TA", "TB"]);
  assert.deepEqual(await list("a.kt#two", "Types"), ["TC", "TB"]);
  assert.deepEqual(await list("a.go#Maker.One", "Types"), ["GA", "GB"]);
  assert.deepEqual(await list("a.py#one", "Types"), ["PA", "PB"]);
});

test("a function that is declared in another is not called there, and types in a type are no fields", async (t) => {
  const { editor } = await openCovered(t, FILES);
  const outgoing = async (symbol, file_path) => {
    const { text } = await editor.run("get_call_hierarchy", { symbol, file_path, direction: "outgoing" });
    return [...text.matchAll(/^- \S+#([\w.]+)/gm)].map((match) => match[1]);
  };
  assert.deepEqual(await outgoing("A.items", "A.java"), ["A.helper"]);
  assert.deepEqual(await outgoing("outer", "a.py"), ["one"]);
  const dive = await editor.run("deep_dive", { symbol: "A.java#A" });
  assert.match(dive.text, /^Fields \(1\):\n 5: int x/m);
  assert.match(dive.text, /^Nested types \(3\):/m);
  assert.ok(sections(dive, "nested_types"));
});

const CALLS = {
  "run.sh": "helper() { echo 1; }\nouter() {\n  helper one | sort\n  x=$(helper two) || true\n}\n",
  "a.rb":
    "class Box\n  def helper(n = 0)\n    n\n  end\n  def sum\n    1\n  end\n  def outer(sum)\n    helper\n    self.helper 1 || @helper\n    total = sum\n    @helper = total\n    [1].each { |total| total }\n    x :sum\n  end\nend\n",
  "a.lua": 'function helper(s)\nend\nfunction outer()\n  helper "x"\n  local f = helper\nend\n',
  "G.cs":
    "class G {\n  int Area(int n) { return n; }\n  int Label {\n    get { return Area(1); }\n  }\n  int Sum = Area(2);\n}\n",
  "b.go":
    "package b\n\nfunc use(f func()) {}\n\nfunc outer(h int) {\n\tuse(func() {\n\t\thelper()\n\t})\n}\n\nfunc helper() {}\n",
  "c.py":
    "def merge(one, two):\n    if type(one) not in (str, int):\n        raise TypeError(\n            check(one)\n        )\n\ndef check(one):\n    return one\n",
};

test("calls without parentheses are calls, where the language has them", async (t) => {
  const { editor } = await openCovered(t, CALLS);
  const ask = async (symbol, file_path, direction) => {
    const { text } = await editor.run("get_call_hierarchy", { symbol, file_path, direction });
    return [...text.matchAll(/^- \S+#([\w.]+).*\n((?: {4}\S.*\n?)*)/gm)].map(
      ([, name, sites]) => `${name} ${[...sites.matchAll(/\d+:\d+/g)].length}`,
    );
  };
  assert.deepEqual(await ask("helper", "run.sh", "incoming"), ["outer 2"]);
  assert.deepEqual(await ask("outer", "run.sh", "outgoing"), ["helper 2"]);
  assert.deepEqual(await ask("helper", "a.rb", "incoming"), ["Box.outer 2"]);
  assert.deepEqual(await ask("outer", "a.rb", "outgoing"), ["Box.helper 2"]);
  assert.deepEqual(await ask("helper", "a.lua", "incoming"), ["outer 1"]);
});

test("calls in a property or a field are its own, and uses are in what the code declares around them", async (t) => {
  const { editor } = await openCovered(t, CALLS);
  const callers = await editor.run("get_call_hierarchy", { symbol: "Area", file_path: "G.cs", direction: "incoming" });
  assert.deepEqual([...callers.text.matchAll(/^- \S+#(\S+)/gm)].map((match) => match[1]).sort(), ["G.Label", "G.Sum"]);
  const inGo = await editor.run("find_references", { symbol: "helper", file_path: "b.go" });
  assert.match(inGo.text, /7:3 call in outer: helper\(\)/);
  const inPython = await editor.run("find_references", { symbol: "check", file_path: "c.py" });
  assert.match(inPython.text, /4:13 call in merge: check\(one\)/);
});
