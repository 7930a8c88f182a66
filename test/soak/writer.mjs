/**
 * A window that writes files on the disk as fast as it can, in a process of its own so that it can
 * be killed. Says what each call that succeeded has written: it must be there from then on.
 *
 *   fork("writer.mjs", [FOLDER, LIFE, SEED])
 *     says "ready", waits for a message, then says for each file that is written
 *     {kind: "whole", name, count} or {kind: "rows" | "log", name, owner, count};
 *     {problem} where a call was refused that should not have been
 */
import { openEditor } from "../engine/fake-editor.mjs";
import { makeRandom } from "./random.mjs";
import { contents, logLine, rowOf } from "./writes-contents.mjs";

const [folder, life, seed] = process.argv.slice(2);
const FILES = 6;
const CALLS_AT_ONCE = 3;
/** Numbers that one life cannot use up. */
const GENERATIONS = 1_000_000;

const random = makeRandom(Number(seed));
const editor = openEditor(folder);
let generation = Number(life) * GENERATIONS;

// The engine writes what the editor does not hold; how editors save is not looked at here.
editor.on.heldDocuments = () => ({ data: [] });
editor.on.applyEdit = () => process.exit(3);

/** The whole file; some files are new each time. */
async function writeWhole() {
  const count = generation++;
  const isNew = random.isOneIn(4);
  const name = isNew ? `new/${count}.txt` : `f${random.below(FILES)}.txt`;
  const mode = isNew ? "create_only" : "overwrite";
  const answer = await editor.run("file_write", { filePath: name, content: contents(count), mode });
  return { answer, report: { kind: "whole", name, count } };
}

/** One more in a row of its own, of a file that the other window edits as well. */
async function editRow(owner, counts) {
  const name = random.pick(["rows.txt", "linked/rows.txt"]);
  const count = (counts.get(name) ?? 0) + 1;
  const args = { filePath: name, searchTerm: rowOf(owner, count - 1), replacementText: rowOf(owner, count) };
  const answer = await editor.run("file_edit", args);
  if (!answer.isError) counts.set(name, count);
  return { answer, report: { kind: "rows", name, owner, count } };
}

async function addLine(owner, counts) {
  const name = "log.txt";
  const count = (counts.get(name) ?? 0) + 1;
  const answer = await editor.run("file_write", { filePath: name, content: logLine(owner, count), mode: "append" });
  if (!answer.isError) counts.set(name, count);
  return { answer, report: { kind: "log", name, owner, count } };
}

async function writeOn(_, loop) {
  const owner = `life ${life} loop ${loop}`;
  const counts = new Map();
  for (;;) {
    const make = random.pick([writeWhole, editRow, editRow, addLine]);
    const { answer, report } = await make(owner, counts);
    // Another writer's file of the same moment may be in the way.
    if (!answer.isError) process.send(report);
    else if (!["conflict", "already_exists"].includes(answer.code))
      process.send({ problem: `${JSON.stringify(report)}: ${answer.code} ${answer.text}` });
  }
}

process.on("disconnect", () => process.exit(1));
process.once("message", () => void Promise.all(Array.from({ length: CALLS_AT_ONCE }, writeOn)));
process.send("ready");
