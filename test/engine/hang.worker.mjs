/** A window with a folder on a file system that hangs: what a call says, and how long the end takes. */
import { openEditor } from "./fake-editor.mjs";

const editor = openEditor(process.argv[2]);
editor.engine.deadlineMs = 500;
const started = performance.now();
const { code, isError } = await editor.run("get_symbols", { file_path: "a.ts" });
const answered = performance.now();
editor.engine.dispose();
const ended = performance.now();
process.stdout.write(JSON.stringify({ code, isError, callMs: answered - started, endMs: ended - answered }));
process.exit(0);
