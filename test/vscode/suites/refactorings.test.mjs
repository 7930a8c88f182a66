/** The refactorings in a real VS Code, with TypeScript, pyright and clangd, as an agent calls them. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { after, before, describe, test } from "node:test";

import { LIMIT_MS, waitFor } from "../processes.mjs";
import { Bench, copyWorkspaces, openAgent, openEditor, untilServed } from "./support.mjs";

const FILES = {
  "src/till/money.ts": `/** What is due, in cents. */
export function due(cents: number, rate: number): number {
  return cents + cents * rate;
}

export function half(cents: number): number {
  return cents / 2;
}

export const LIMIT = 500;
`,
  "src/till/till.ts": `import { due, half, LIMIT } from "./money";

export interface Payer {
  pay(cents: number, name: string): string;
}

export class Till implements Payer {
  pay(cents: number, name: string): string {
    return \`\${name} \${due(cents, 0.5)}\`;
  }
}

export function report(payers: Payer[], names: string[]): string {
  const lines = payers.map((one, i) => one.pay(LIMIT, names[i] ?? "none"));
  const longest = Math.max(...lines.map((line) => line.length));
  const rule = "-".repeat(longest);
  const all = [rule, ...lines, rule];
  return all.join("\\n") + half(LIMIT);
}
`,
  "src/till/main.ts": `import { due } from "./money";
import { report, Till } from "./till";

export const text = report([new Till()], ["a"]) + new Till().pay(2, "b");
export const more = due(10, 0.2) * 2;
`,
  "kitchen/tools/__init__.py": "",
  "kitchen/tools/weights.py": `"""Weights."""
import math

FACTOR = 1.5


def scale(grams: float) -> float:
    """Grams by the factor."""
    return grams * FACTOR


def rounded(grams: float) -> int:
    """Whole grams."""
    return int(grams // 1)


def whole(grams: float) -> int:
    return math.floor(grams)


class Base:
    def weigh(self, grams: float, name: str) -> str:
        return f"{name} {grams}"


class Loud(Base):
    def weigh(self, grams: float, name: str) -> str:
        return super().weigh(grams, name) + "!"
`,
  "kitchen/tools/main.py": `from kitchen.tools.weights import Base, Loud, rounded, scale, whole


def total(items: list[float], name: str) -> str:
    sum_of = 0.0
    for item in items:
        sum_of += scale(item)
    mean = sum_of / len(items)
    title = name.upper()
    return f"{title} {mean:.2f} {rounded(sum_of)} {whole(mean)}"


print(total([1.0, 2.5], "a"))
print(Base().weigh(1, "b"), Loud().weigh(grams=2, name="c"))
`,
  "scale/extra/area.h": "#ifndef AREA_H\n#define AREA_H\n\nint area(int width, int height);\n\n#endif\n",
  "scale/extra/area.c": '#include "area.h"\n\nint area(int width, int height) {\n  return width * height;\n}\n',
  "scale/extra/main.c": `#include <stdio.h>
#include "area.h"

int main(void) {
  printf("%d\\n", area(2, area(3, 4)));
  return 0;
}
`,
};
const TS = "src/till/till.ts";
const PY = "kitchen/tools/main.py";

let files, editor, agent, bench;

before(async () => {
  files = await copyWorkspaces("tour");
  bench = new Bench(null, null, files.folders[0]);
  for (const [name, text] of Object.entries(FILES)) await bench.put(name, text);
  const toolsets = ["symbols", "edit", "files", "refactor"];
  const approval = Object.fromEntries(toolsets.map((name) => [name, "always"]));
  const settings = { "files.autoSave": "off", "sextant.toolsets": toolsets, "sextant.approval": approval };
  editor = await openEditor(files.folders, { servers: ["pyright", "clangd"], settings });
  agent = await openAgent(editor);
  Object.assign(bench, { editor, agent });
  await Promise.all([TS, PY, "scale/extra/main.c"].map((name) => untilServed(agent, name)));
});

after(async () => {
  agent?.close();
  await editor?.stop();
  await files?.remove();
});

/**
 * Waits until the server has said what is wrong with a file before a change and after it: its first line changes,
 * and back.
 */
async function untilVerified(file) {
  const [first] = (await bench.inBuffer(file)).split("\n");
  const change = async (new_text) => {
    const edits = [{ line_start: 1, line_end: 1, new_text }];
    const args = { file, edits, preview: false, save: true, verify: true };
    const { facts, text } = await bench.ok("edit_buffer", args);
    return facts.verification?.status === "verified" && /^Diagnostics: \d+ new,/m.test(text);
  };
  const isVerified = async () => (await change(`${first} // seen`)) && (await change(first));
  assert.ok(await waitFor(isVerified, LIMIT_MS, 500), `${file} is not verified`);
  await change(first);
}

const texts = async (names) =>
  Object.fromEntries(await Promise.all(names.map(async (name) => [name, await bench.onDisk(name)])));

/**
 * Previews, which changes nothing, applies the preview, looks at what came of it with `check`, and takes it back:
 * the texts are what they were.
 */
async function change(tool, args, check) {
  const old = await bench.everything();
  const preview = await bench.ok(tool, args, LIMIT_MS);
  assert.match(preview.text, /PREVIEW/, preview.text);
  await bench.unchangedSince(old, `${tool}: the preview`);
  const done = await bench.ok(tool, { change: preview.facts.change, preview: false, save: true }, LIMIT_MS);
  assert.match(done.text, /APPLIED/, done.text);
  assert.equal(done.facts.applied, true);
  const names = done.facts.files.map(({ file }) => file);
  const now = await texts(names);
  await check({ preview, done, now });
  for (const name of names) {
    const { facts, text } = await bench.ok("get_diagnostics", { file_path: name, severity: "error" }, LIMIT_MS);
    assert.deepEqual(facts.diagnostics ?? [], [], text);
  }
  await bench.ok("undo_change", { change: done.facts.change }, LIMIT_MS);
  await editor.control.executeCommand("workbench.action.files.saveAll");
  await editor.control.executeCommand("workbench.action.closeAllEditors");
  for (const name of Object.keys(FILES)) assert.equal(await bench.onDisk(name), FILES[name], name);
}

const refused = (tool, args, says) => bench.refused(tool, args, says, LIMIT_MS);

const python = (code) => {
  const { stdout, stderr } = spawnSync("python3", ["-B", "-c", code], { cwd: bench.folder, encoding: "utf8" });
  return stdout + stderr;
};

/** The output of the program of Python. */
const printed = () => python("import runpy; runpy.run_module('kitchen.tools.main', run_name='__main__')");
const PRINTED = "A 2.62 5 2\nb 1 c 2!\n";

describe("extract_function", () => {
  test("of TypeScript has the types that the server infers", async () => {
    const args = { file_path: TS, start_line: 15, end_line: 17, function_name: "framed" };
    await change("extract_function", args, ({ now }) => {
      assert.match(now[TS], /^function framed\(lines: string\[\]\) \{$/m, now[TS]);
      assert.match(now[TS], /^ {2}const all = framed\(lines\);$/m, now[TS]);
    });
  });

  test("of Python", async () => {
    const args = { file_path: PY, start_line: 5, end_line: 8, function_name: "mean_of" };
    await change("extract_function", args, ({ now }) => {
      assert.match(now[PY], /^def mean_of\(items\b.*\):$/m, now[PY]);
      assert.equal(printed(), PRINTED);
    });
  });

  test("of what cannot be, and of lines that are not there", async () => {
    const args = { file_path: TS, function_name: "f" };
    await refused("extract_function", { ...args, start_line: 14, end_line: 900 }, /900/);
    await refused("extract_function", { ...args, start_line: 4 }, /till\.ts:3:1:/);
    await refused("extract_function", { ...args, start_line: 15, function_name: "report" }, /report/);
    await refused("extract_function", { ...args, start_line: 15, function_name: "not a name" }, /not a name/);
    await refused("extract_function", { file_path: "src/no.ts", start_line: 1, function_name: "f" }, /src\/no\.ts/);
  });
});

describe("inline_function", () => {
  test("of TypeScript, over two files", async () => {
    await change("inline_function", { symbol: "due", file_path: "src/till/money.ts" }, ({ now }) => {
      assert.doesNotMatch(Object.values(now).join(), /\bdue\b/);
      assert.match(now[TS], /\(?cents \+ cents \* 0\.5\)?/, now[TS]);
      assert.match(now["src/till/main.ts"], /= \(10 \+ 10 \* 0\.2\) \* 2;/);
    });
  });

  test("of a constant of TypeScript", async () => {
    await change("inline_function", { symbol: "LIMIT", file_path: "src/till/money.ts" }, ({ now }) => {
      assert.match(now[TS], /one\.pay\(500, .*half\(500\)/s, now[TS]);
    });
  });

  test("of Python, over two files", async () => {
    await change("inline_function", { symbol: "rounded", file_path: "kitchen/tools/weights.py" }, ({ now }) => {
      assert.doesNotMatch(Object.values(now).join(), /\brounded\b/);
      assert.equal(printed(), PRINTED);
    });
  });

  test("of what cannot be, and of names that are not there", async () => {
    await refused("inline_function", { symbol: "total", file_path: PY }, /main\.py:\d+:\d+/);
    await refused("inline_function", { symbol: "whole", file_path: "kitchen/tools/weights.py" }, /math/);
    await refused("inline_function", { symbol: "nowhere_at_all" }, /nowhere_at_all/);
    await refused("inline_function", { symbol: "Payer.pay", file_path: TS }, /till\.ts:\d+:\d+/);
  });
});

describe("move_symbol", () => {
  test("of TypeScript to a new file", async () => {
    const args = { symbol: "half", file_path: "src/till/money.ts", target_file: "src/till/halves.ts" };
    await change("move_symbol", args, ({ now }) => {
      assert.match(now["src/till/halves.ts"], /^export function half\(/m);
      assert.match(now[TS], /from "\.\/halves"/);
      assert.doesNotMatch(now["src/till/money.ts"], /half/);
    });
    assert.equal(await bench.onDisk("src/till/halves.ts").catch(() => "gone"), "gone");
  });

  test("of a class of TypeScript, which imports what it uses", async () => {
    const args = { symbol: "Till", file_path: TS };
    await change("move_symbol", { ...args, target_file: "src/till/one.ts" }, ({ now }) => {
      assert.match(now["src/till/one.ts"], /^import (type )?\{ (type )?Payer \} from "\.\/till";$/m);
      assert.match(now["src/till/one.ts"], /^import \{ due \} from "\.\/money";$/m);
      assert.match(now["src/till/main.ts"], /Till.* from "\.\/one"/);
    });
    await refused("move_symbol", { ...args, target_file: "src/till/money.ts" }, /leads back to the target/);
  });

  test("of Python to a new file, with what it uses", async () => {
    const args = { symbol: "scale", file_path: "kitchen/tools/weights.py", target_file: "kitchen/tools/scales.py" };
    await change("move_symbol", { ...args, with_dependencies: true }, ({ now }) => {
      assert.match(now[PY], /^from kitchen\.tools\.scales import scale$/m, now[PY]);
      assert.equal(printed(), PRINTED);
    });
  });

  test("of what cannot be, and to where it cannot", async () => {
    await refused(
      "move_symbol",
      { symbol: "area", file_path: "scale/extra/area.c", target_file: "x.c" },
      /would include this/,
    );
    await refused("move_symbol", { symbol: "Till.pay", file_path: TS, target_file: "src/x.ts" }, /pay/);
    await refused("move_symbol", { symbol: "nowhere_at_all", target_file: "src/x.ts" }, /nowhere_at_all/);
    await refused("move_symbol", { symbol: "Till", file_path: TS, target_file: "../x.ts" }, /outside|workspace/);
  });
});

describe("change_signature", () => {
  test("of TypeScript: the interface, its implementation and the calls", async () => {
    const new_params = [{ name: "name" }, { name: "cents" }, { name: "rate", type: "number", value_for_calls: "1" }];
    await change("change_signature", { symbol: "Payer.pay", file_path: TS, new_params }, ({ now, preview }) => {
      const signature = "pay(name: string, cents: number, rate: number): string";
      assert.ok(now[TS].includes(`  ${signature};\n`), now[TS]);
      assert.ok(now[TS].includes(`  ${signature} {\n`), now[TS]);
      assert.ok(now[TS].includes('one.pay(names[i] ?? "none", LIMIT, 1)'), now[TS]);
      assert.ok(now["src/till/main.ts"].includes('new Till().pay("b", 2, 1)'));
      assert.equal(preview.facts.call_sites_updated, 2);
    });
  });

  test("of Python: the override and the calls", async () => {
    const args = { symbol: "Base.weigh", file_path: "kitchen/tools/weights.py" };
    const new_params = [{ name: "name" }, { name: "weight", was: "grams" }];
    await change("change_signature", { ...args, new_params }, ({ now }) => {
      const weights = now["kitchen/tools/weights.py"];
      assert.equal(weights.match(/def weigh\(self, name: str, weight: float\) -> str:/g)?.length, 2, weights);
      assert.equal(printed(), PRINTED);
    });
  });

  test("of C: the prototype, the definition and the calls", async () => {
    const new_params = [{ name: "height" }, { name: "width" }, { name: "unit", type: "int", value_for_calls: "1" }];
    await change("change_signature", { symbol: "area", file_path: "scale/extra/area.c", new_params }, ({ now }) => {
      const signature = "int area(int height, int width, int unit)";
      assert.ok(now["scale/extra/area.h"].includes(`${signature};`), now["scale/extra/area.h"]);
      assert.ok(now["scale/extra/area.c"].includes(`${signature} {`), now["scale/extra/area.c"]);
      assert.ok(now["scale/extra/main.c"].includes("area(area(4, 3, 1), 2, 1)"), now["scale/extra/main.c"]);
    });
  });

  test("of what cannot be, and of names that are not there", async () => {
    const args = { symbol: "due", file_path: "src/till/money.ts" };
    await refused("change_signature", { ...args, new_params: [{ name: "cents" }] }, /money\.ts:3:\d+/);
    await refused(
      "change_signature",
      { ...args, new_params: [{ name: "cents" }, { name: "rate" }, { name: "x", type: "number" }] },
      /value_for_calls|'x'/,
    );
    await refused("change_signature", { symbol: "nowhere_at_all", new_params: [] }, /nowhere_at_all/);
    await refused("change_signature", { symbol: "Till", file_path: TS, new_params: [] }, /class/);
  });
});

describe("a change that makes errors", () => {
  before(() => Promise.all(["scale/extra/area.c", "scale/extra/main.c"].map(untilVerified)));

  test("of a header of C is seen in its sources, and the header on the disk is as it was", async () => {
    const new_params = [{ name: "width", type: "int *" }, { name: "height" }];
    const args = { symbol: "area", file_path: "scale/extra/area.c", new_params, preview: false };
    await refused("change_signature", args, /main\.c:5:|area\.c:4:/);
  });

  test("of C without saving is not judged by the header on the disk", async () => {
    const new_params = [{ name: "height" }, { name: "width" }, { name: "unit", type: "int", value_for_calls: "1" }];
    const args = { symbol: "area", file_path: "scale/extra/area.c", new_params, preview: false, save: false };
    const { text, facts } = await bench.ok("change_signature", args, LIMIT_MS);
    assert.match(text, /Not verified: .*headers from the disk/, text);
    assert.equal(await bench.onDisk("scale/extra/area.h"), FILES["scale/extra/area.h"]);
    await bench.ok("undo_change", { change: facts.change }, LIMIT_MS);
    await editor.control.executeCommand("workbench.action.files.saveAll");
  });

  test("is taken back, unless errors may stay", async () => {
    const new_params = [{ name: "cents", type: "string" }];
    const args = { symbol: "half", file_path: "src/till/money.ts", new_params, preview: false };
    await refused("change_signature", args, /keep_errors=true/);
    const kept = await bench.ok("change_signature", { ...args, keep_errors: true }, LIMIT_MS);
    assert.equal(kept.facts.applied, true);
    await bench.ok("undo_change", { change: kept.facts.change }, LIMIT_MS);
    await editor.control.executeCommand("workbench.action.files.saveAll");
  });
});
