/** The cases of test/corpus/refactor, of each tool's own form, in one: files, a call, and the files after it or that it is refused. */
import fs from "node:fs";
import path from "node:path";

const EXTENSIONS = { python: "py", js: "mjs", ts: "ts", tsx: "tsx", go: "go", c: "c" };
const LANGUAGES = { py: "python", ts: "script", tsx: "script", js: "script", mjs: "script", go: "go", c: "c" };

/** Line and column, 1-based, of an offset. */
function placeOf(text, offset) {
  const lines = text.slice(0, offset).split("\n");
  return [lines.length, lines.at(-1).length + 1];
}

/** `=== language: title`, the arguments, a text with «the selection», `---`, and the text after it or `! refusal`. */
function readSelection(part) {
  const [title, args, ...rest] = part.split("\n");
  const [before, after = ""] = rest.join("\n").split(/^---$\n?/m);
  const name = `main.${EXTENSIONS[title.split(":")[0]]}`;
  const [start_line, start_column] = placeOf(before, before.indexOf("«"));
  const [end_line, end_column] = placeOf(before.replace("«", ""), before.replace("«", "").indexOf("»"));
  const place = { file_path: name, start_line, start_column, end_line, end_column };
  return {
    title,
    files: { [name]: before.replace(/[«»]/g, "") },
    call: { function_name: "helper", ...place, ...JSON.parse(args) },
    after: { [name]: after.replace(/\n+$/, "\n") },
    isRefused: after.startsWith("! "),
  };
}

/** `#### title` or `=== title`, then parts that begin with `--- `: files, `call`, `after NAME`, `refused`, `run …`. */
function readParts(part) {
  const [title, ...rest] = part.split("\n");
  const made = { title, files: {}, after: {}, isRefused: false };
  for (const piece of rest.join("\n").split(/^--- /m).slice(1)) {
    const end = piece.indexOf("\n");
    const head = piece.slice(0, end).trim();
    const body = piece.slice(end + 1);
    if (head === "call") made.call = JSON.parse(body);
    else if (head === "refused") made.isRefused = true;
    else if (head.startsWith("after ")) made.after[head.slice(6)] = body;
    else if (head.startsWith("run ")) made.main = head.split(" ").at(-1);
    else if (!["warns", "same", "warning", "text"].includes(head.split(" ")[0]))
      made.files[head.replace(/^file /, "")] = body;
  }
  return made;
}

/** Those of a tool, or none. */
export function readCorpus(folder, tool) {
  const where = path.join(folder, tool);
  const names = fs.existsSync(where) ? fs.readdirSync(where).sort() : [];
  return names.flatMap((name) => {
    const text = fs.readFileSync(path.join(where, name), "utf8");
    const isMarked = text.includes("«");
    const parts = text.split(isMarked ? /^=== /m : /^(?:####|===) /m).slice(1);
    return parts
      .map((part) => (isMarked ? readSelection(part) : readParts(part)))
      .filter(({ call }) => call?.file_path)
      .map((one) => ({ ...one, file: name, language: LANGUAGES[path.extname(one.call.file_path).slice(1)] }))
      .filter(({ language }) => language);
  });
}

const DECLARED =
  /(?:function\*?|const|let|var|class|interface|type|enum|func|def)\s+(?:\([^)]*\)\s*)?([\p{L}_$][\p{L}\p{N}_$]*)|^\s*(?:static |async |get |set |public |private )*([\p{L}_$][\p{L}\p{N}_$]*)\s*[(=:]/gu;

/** The offset of the name that a call means, in its file's text. */
export function offsetOf({ call, files }) {
  const text = files[call.file_path];
  const name = call.symbol?.split(/[./#]/).filter(Boolean).at(-1);
  const lines = text.split("\n");
  const startOf = (row) => lines.slice(0, row).reduce((sum, line) => sum + line.length + 1, 0);
  if (call.line && call.column) return startOf(call.line - 1) + call.column - 1;
  for (const [row, line] of lines.entries()) {
    if (call.line && row !== call.line - 1) continue;
    for (const found of line.matchAll(DECLARED)) {
      const declared = found[1] ?? found[2];
      if (!name || declared === name) return startOf(row) + found.index + found[0].lastIndexOf(declared);
    }
  }
  return Math.max(0, text.search(new RegExp(`\\b${name}\\b`)));
}
