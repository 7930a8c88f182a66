/**
 * Sources in which marks say what each name means: `@{=size}size` declares `size`, `@{size}size` is a use
 * of the same symbol, and `@{Model>M}M` a use of `Model` under the name that an import gives it. Two
 * symbols of one name have different marks. The marks are taken out before anything reads the files.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * @typedef {object} Mark a name in a file: `line` is 1-based, `column` 0-based
 * @property {string} file
 * @property {string} name
 * @property {string} id of the symbol
 * @property {string} [alias] the other name under which the symbol is used there
 * @property {"=" | "?" | ""} role declares it; may be listed or not; uses it
 */

/** The files of a folder without their marks, and the marks: `{texts: Map<string, string>, marks: Mark[]}`. */
export function readMarked(folder) {
  const texts = new Map();
  const marks = [];
  for (const file of readdirSync(folder, { recursive: true }).sort()) {
    if (!statSync(join(folder, file)).isFile()) continue;
    const lines = readFileSync(join(folder, file), "utf8").split("\n");
    const plain = lines.map((text, i) => {
      let line = "";
      let end = 0;
      for (const found of text.matchAll(/@\{([=?]?)([\w>]+)\}(?=(#?[\w$]+))/g)) {
        line += text.slice(end, found.index);
        end = found.index + found[0].length;
        const [, role, both, name] = found;
        const [id, alias] = both.split(">");
        marks.push({ file, line: i + 1, column: line.length, name, id, alias, role });
      }
      return line + text.slice(end);
    });
    texts.set(file, plain.join("\n"));
  }
  return { texts, marks };
}

/** Writes the texts into a folder. */
export async function writeTexts(texts, folder) {
  for (const [file, text] of texts) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
}
