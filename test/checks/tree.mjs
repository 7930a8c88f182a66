/** The files of the project, as the checks look at them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { ROOT } from "../../extension/build/setup.mjs";

// Made by the build. Asking git would do, but not in a copy without its history.
const MADE = new Set([".git", "node_modules", "build", "dist"]);

function list(folder) {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    const isMade = !folder && (MADE.has(entry.name) || /^\.sextant|\.log$/.test(entry.name));
    if (isMade || entry.name === "node_modules") return [];
    return entry.isDirectory() ? list(path) : [path];
  });
}

/** Paths of all files, from the project's folder, with slashes. */
export const FILES = list("").sort();

const texts = new Map();

export function read(file) {
  if (!texts.has(file)) texts.set(file, readFileSync(join(ROOT, file), "utf8"));
  return texts.get(file);
}

export const countLines = (file) => read(file).split("\n").length - 1;

/** Whether we wrote it by hand: neither vendored, nor made by a tool, nor test data. */
export const isOurs = (file) =>
  file !== "package-lock.json" && !/^native\/(deps|nodedir)\/|^test\/(corpus|fixtures|fuzz\/seeds)\//.test(file);

/** Own C of the engine, its tests and its fuzz targets. */
export const C_FILES = FILES.filter((file) => isOurs(file) && /\.[ch]$/.test(file));
