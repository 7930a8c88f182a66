/** Code of other projects, as folders that a test may change. */
import { spawnSync } from "node:child_process";
import { cp, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { ROOT } from "../../extension/build/setup.mjs";
import { installLua, installRxjs, installZod } from "../vscode/install.mjs";

/** Where the sources of each corpus are. */
const SOURCES = {
  rxjs: async () => ({ from: await installRxjs(), parts: ["src", "package.json", "tsconfig.json"] }),
  /** JavaScript of the old kind, with `require`: a package that the tests' own programs need. */
  semver: async () => ({
    from: join(ROOT, "node_modules/semver"),
    parts: ["classes", "functions", "internal", "ranges", "index.js", "package.json"],
  }),
  /** Types that are computed from types; its imports end in `.js`. */
  zod: async () => ({
    from: await installZod(),
    parts: ["src"],
    leavesOut: /\/tests$/,
    made: {
      "package.json": { name: "zod", type: "module" },
      "tsconfig.json": {
        compilerOptions: {
          target: "ES2022",
          module: "NodeNext",
          moduleResolution: "NodeNext",
          strict: true,
          noEmit: true,
        },
        include: ["src"],
      },
    },
  }),
  lua: async () => ({ from: await installLua(), parts: ["src"] }),
  /** Packages of Python's own library. */
  python: async () => ({
    from: pythonLibrary(),
    parts: ["asyncio", "json", "logging", "queue.py", "os.py", "posixpath.py"],
  }),
  /** More of it, written by others: old and new style, many bases, generated members. */
  library: async () => ({
    from: pythonLibrary(),
    parts: ["email", "unittest", "http", "concurrent", "xml", "dataclasses.py", "enum.py", "argparse.py"],
  }),
};

/** Python's library as the system has it. */
export function pythonLibrary() {
  const { stdout } = spawnSync("/usr/bin/python3", ["-c", "import os; print(os.__file__)"], { encoding: "utf8" });
  return dirname(stdout.trim());
}

/** A copy of a corpus: its `folder`, and `remove` for the end. */
export async function copyCorpus(name) {
  const { from, parts, leavesOut = /\/__pycache__$/, made = {} } = await SOURCES[name]();
  const parent = await realpath(await mkdtemp(join(tmpdir(), "sextant-long-")));
  const folder = join(parent, name);
  const filter = (path) => !leavesOut.test(path);
  for (const part of parts) await cp(join(from, part), join(folder, part), { recursive: true, filter });
  for (const [file, content] of Object.entries(made)) await writeFile(join(folder, file), JSON.stringify(content));
  return { folder, remove: () => rm(parent, { recursive: true, force: true }) };
}
