/** Writes two files that are too large for the limits of this process; prints the answers. */
import process from "node:process";
import { addon, Engine } from "./fake-editor.mjs";

const [folder] = process.argv.slice(2);
const reply = (data) => async () => ({ data });
const engine = new Engine(addon, {
  policy: reply({ policy: "always" }),
  heldDocuments: reply([]),
  diagnostics: reply({ events: 0, loaded: false, exact: false, rows: [] }),
  languageServers: reply([]),
  dirtyDocuments: reply([]),
});
engine.setRoots([["ws", folder]]);
const content = "much too long\n".repeat(100_000);
const answers = [];
for (const filePath of ["old.txt", "new.txt"]) answers.push(await engine.call("file_write", { filePath, content }));
process.stdout.write(JSON.stringify(answers.map(({ code, text }) => ({ code, text }))));
engine.dispose();
