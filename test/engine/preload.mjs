/** Libraries that are preloaded into a program, to have the system answer it as on another machine. */
import { execFileSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

const at = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Why there is no preloading here; a reason to skip. */
export const noPreload =
  process.platform !== "linux" ? "only on Linux" : process.env.LD_PRELOAD ? "another library is preloaded" : false;

/** Builds NAME.c into `folder`; the path of the library. */
export function buildPreload(folder, name) {
  const library = path.join(folder, `${name}.so`);
  execFileSync(process.env.CC || "gcc", ["-shared", "-fPIC", "-o", library, at(`${name}.c`), "-ldl"]);
  return library;
}

/** Runs a worker with the library NAME.c; its answer. */
export function runPreloaded(folder, name, env, worker, ...args) {
  const all = { ...process.env, ...env, LD_PRELOAD: buildPreload(folder, name) };
  const options = { env: all, encoding: "utf8", timeout: 120_000 };
  return JSON.parse(execFileSync(process.execPath, [at(worker), ...args], options));
}
