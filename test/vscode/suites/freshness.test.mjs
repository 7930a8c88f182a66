/** Changes outside the editor, and the very next answer. */
import assert from "node:assert/strict";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { runOutsideEdits } from "../outside-edits.mjs";
import { callTool, copyWorkspaces, openAgent, openEditor } from "./support.mjs";

const EDITS = 24;

test("right after a change on the disk no answer is old, in TypeScript, Python and C", async () => {
  const { fresh, unknown, stale, reports } = await runOutsideEdits({ edits: EDITS, seed: 7 });
  assert.equal(stale, 0, reports.join("\n"));
  assert.ok(fresh >= EDITS - 4, `fresh ${fresh}, unknown ${unknown}`);
});

/* ---- what the editor has reported already, below a folder whose name says nothing ------------- */

const LATER_MS = 2500;
/** Less than what is waited for where the editor reports nothing, on a busy machine. */
const QUICK_MS = 1000;

let copy, folder, editor, agent;
const at = (name) => join(folder, name);
const use = (n) => `import { shared } from "./shared";\nexport const used${n} = shared(${n});\n`;
const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

before(async () => {
  copy = await copyWorkspaces("tour");
  folder = join(copy.folders[0], "build", "dist", "ws");
  await mkdir(at("src/out"), { recursive: true });
  await writeFile(at("tsconfig.json"), JSON.stringify({ compilerOptions: { strict: true, noEmit: true } }));
  await writeFile(at("src/shared.ts"), "export function shared(n: number): number {\n  return n;\n}\n");
  await writeFile(at("src/a.ts"), use(1));
  editor = await openEditor([folder], {});
  agent = await openAgent(editor);
  assert.deepEqual((await references()).files, ["src/a.ts", "src/shared.ts"]);
});

after(async () => {
  agent?.close();
  await editor?.stop();
  await copy?.remove();
});

/** The files that refer to `shared`, and how long it took. */
async function references() {
  const started = performance.now();
  const args = { symbol: "shared", file_path: "src/shared.ts", max_tokens: 8000 };
  const answer = await callTool(agent, "find_references", args);
  assert.equal(answer.isError, false, answer.text);
  const places = [...answer.facts.references, ...(answer.facts.definitions ?? [])];
  return { ms: performance.now() - started, files: [...new Set(places.map(({ file }) => file))].sort() };
}

/** Events on the disk, and the files that refer to them afterwards. */
const STEPS = [
  ["a file is made", () => writeFile(at("src/b.ts"), use(2)), ["src/a.ts", "src/b.ts", "src/shared.ts"]],
  [
    "a file is made in a folder called out",
    () => writeFile(at("src/out/c.ts"), use(3).replace("./", "../")),
    ["src/a.ts", "src/b.ts", "src/out/c.ts", "src/shared.ts"],
  ],
  [
    "a file is put in the place of another",
    async () => {
      await writeFile(at("src/b.new"), `// moved down\n${use(2)}`);
      await rename(at("src/b.new"), at("src/b.ts"));
    },
    ["src/a.ts", "src/b.ts", "src/out/c.ts", "src/shared.ts"],
  ],
  [
    "a file is renamed",
    () => rename(at("src/b.ts"), at("src/d.ts")),
    ["src/a.ts", "src/d.ts", "src/out/c.ts", "src/shared.ts"],
  ],
  [
    "a file comes and goes",
    async () => {
      await writeFile(at("src/brief.ts"), use(9));
      await rm(at("src/brief.ts"));
    },
    ["src/a.ts", "src/d.ts", "src/out/c.ts", "src/shared.ts"],
  ],
  [
    "a folder is moved",
    () => rename(at("src/out"), at("src/moved")),
    ["src/a.ts", "src/d.ts", "src/moved/c.ts", "src/shared.ts"],
  ],
  [
    "a file is made in the moved folder",
    () => writeFile(at("src/moved/e.ts"), use(5).replace("./", "../")),
    ["src/a.ts", "src/d.ts", "src/moved/c.ts", "src/moved/e.ts", "src/shared.ts"],
  ],
  [
    "a file is made in a hidden folder",
    async () => {
      await mkdir(at(".storybook"));
      await writeFile(at(".storybook/f.ts"), use(6).replace("./", "../src/"));
    },
    [".storybook/f.ts", "src/a.ts", "src/d.ts", "src/moved/c.ts", "src/moved/e.ts", "src/shared.ts"],
  ],
  [
    "a folder is deleted",
    () => rm(at("src/moved"), { recursive: true }),
    [".storybook/f.ts", "src/a.ts", "src/d.ts", "src/shared.ts"],
  ],
  [
    "a hidden folder is deleted",
    () => rm(at(".storybook"), { recursive: true }),
    ["src/a.ts", "src/d.ts", "src/shared.ts"],
  ],
  ["a file is deleted", () => rm(at("src/d.ts")), ["src/a.ts", "src/shared.ts"]],
];

for (const wait of [0, LATER_MS])
  test(`${wait ? "a while" : "right"} after files came or went the answer is right, and nothing is waited for that has been reported`, async (t) => {
    for (const [what, change, files] of STEPS) {
      await change();
      await rest(wait);
      const answer = await references();
      t.diagnostic(`${what}, ${wait} ms later: ${Math.round(answer.ms)} ms`);
      assert.deepEqual(answer.files, files, what);
      if (wait) assert.ok(answer.ms < QUICK_MS, `${what}: ${answer.ms} ms`);
    }
    await mkdir(at("src/out"), { recursive: true });
    await rest(LATER_MS);
  });
