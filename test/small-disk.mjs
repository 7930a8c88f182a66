/** A folder that is a file system of its own, with little room. */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

const PIECE = Buffer.alloc(4096, "x");

const mount = (...args) => spawnSync("mount", args).status === 0;

/** Mounts one at `folder`, which is made; undefined where that is not allowed. */
export function mountSmallDisk(folder, size = "256k") {
  fs.mkdirSync(folder, { recursive: true });
  if (!mount("-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder)) return undefined;
  const ballast = path.join(folder, "ballast");
  return {
    ballast,
    /** Takes all room that is left. */
    fill() {
      try {
        for (;;) fs.appendFileSync(ballast, PIECE);
      } catch (error) {
        if (error.code !== "ENOSPC") throw error;
      }
    },
    empty: () => fs.rmSync(ballast, { force: true }),
    makeReadOnly: (isReadOnly) => mount("-o", `remount,${isReadOnly ? "ro" : "rw"}`, folder),
    remove: () => spawnSync("umount", ["-l", folder]),
  };
}
