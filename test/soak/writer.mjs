/**
 * A window that writes files on the disk as fast as it can, in a process of its own so that it can
 * be killed. Says what each call that succeeded has written: it must be there from then on.
 *
 *   fork("writer.mjs", [FOLDER, FIRST GENERATION, SEED])
 *     says "ready"; then {name, generation} for each file that is written
 */
import { openEditor } from "../engine/fake-editor.mjs";
import { makeRandom } from "./random.mjs";
import { contents } from "./writes-contents.mjs";

const [folder, first, seed] = process.argv.slice(2);
const FILES = 6;
const CALLS_AT_ONCE = 3;

const random = makeRandom(Number(seed));
const editor = openEditor(folder);
let generation = Number(first);

// The engine writes what the editor does not hold; how editors save is not looked at here.
editor.on.heldDocuments = () => ({ data: [] });
editor.on.applyEdit = () => process.exit(3);

/** The whole file, or all of it as one replacement; some files are new each time. */
function makeCall(number) {
  const isNew = random.isOneIn(4);
  const name = isNew ? `new/${number}.txt` : `f${random.below(FILES)}.txt`;
  const content = contents(number);
  const mode = isNew ? "create_only" : "overwrite";
  return { name, args: { filePath: name, content, mode } };
}

async function writeOn() {
  for (;;) {
    const number = generation++;
    const { name, args } = makeCall(number);
    const answer = await editor.run("file_write", args);
    if (!answer.isError) process.send({ name, generation: number });
  }
}

process.on("disconnect", () => process.exit(1));
process.send("ready");
await Promise.all(Array.from({ length: CALLS_AT_ONCE }, writeOn));
