/** A change of many edits in a large file: from the call to the preview, through the addon. */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const LINES = 150_000;
const EDITS = 1000;
const RUNS = 15;

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

function makeText() {
  const line = (i) => {
    if (i % 14 === 0) return `static int function_${i}(void) {`;
    return i % 14 === 13 ? "}" : `  value_${i} = compute(${i % 100}, base + ${i});`;
  };
  return `${Array.from({ length: LINES }, (_, i) => line(i)).join("\n")}\n`;
}

export async function rows() {
  const { Engine, addon } = await import("../engine/fake-editor.mjs");
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "sextant-bench-")));
  fs.writeFileSync(path.join(folder, "big.c"), makeText());
  const document = {
    language: "c",
    version: 1,
    lineCount: LINES + 1,
    isDirty: false,
    encoding: "utf8",
    hasText: false,
  };
  const engine = new Engine(addon, { document: async () => ({ data: document }) });
  engine.setRoots([["ws", folder]]);
  const step = LINES / EDITS;
  const edits = Array.from({ length: EDITS }, (_, i) => ({
    line_start: i * step + 3,
    line_end: i * step + 3,
    new_text: `  changed_${i}();`,
  }));
  const times = [];
  try {
    for (let i = 0; i < RUNS; i++) {
      const started = performance.now();
      const answer = await engine.call("edit_buffer", { file: "big.c", edits });
      times.push(performance.now() - started);
      if (!answer.text.includes("(+1000 -1000 lines)")) throw new Error(answer.text);
    }
  } finally {
    engine.dispose();
    fs.rmSync(folder, { recursive: true });
  }
  const ours = median(times);
  return [
    {
      name: "1,000 edits in one file of 150,000 lines, planned and previewed, p50",
      ours,
      peer: null,
      unit: "ms",
      ratio: null,
      target: "<= 50",
      ok: ours <= 50,
    },
  ];
}
