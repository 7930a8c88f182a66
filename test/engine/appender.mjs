/**
 * A window of its own process that appends lines to a file, one after the other.
 *
 *   fork("appender.mjs", [FOLDER, FILE, NUMBER, LINES])
 *     says {written: the lines that were reported done, refused: what was said of the others}
 */
import { openEditor } from "./fake-editor.mjs";

const [folder, file, number, count] = process.argv.slice(2);
const editor = openEditor(folder);
const written = [],
  refused = [];

for (let i = 0; i < Number(count); i++) {
  const line = `window ${number}, line ${i}`;
  const answer = await editor.run("file_write", { filePath: file, content: `${line}\n`, mode: "append" });
  if (answer.isError) refused.push(answer.text);
  else written.push(line);
}
process.send({ written, refused }, () => process.exit(0));
