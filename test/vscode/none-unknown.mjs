/** `none` and `unknown` by server and tool: cases of test/corpus/none_unknown, asked in an editor. */
import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

const CORPUS = new URL("../corpus/none_unknown/cases.json", import.meta.url);

/**
 * @typedef {object} Case
 * @property {string} server which serves the file: "none" if no server does
 * @property {string} tool
 * @property {object} args
 * @property {"found" | "none" | "unknown"} status
 * @property {string} [says] what the text has to match
 * @property {boolean} [ordinary] it runs with every test run
 */

/** @returns {Promise<{files: Record<string, string>, cases: Case[]}>} */
export async function readCases() {
  return JSON.parse(await readFile(CORPUS, "utf8"));
}

/** Writes what the cases are about into a copy of the tour. */
export async function writeFiles(folder, files) {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

/** Fails where the answer is another one, or does not begin with what is unknown. */
export async function checkCase(call, { server, tool, args, status, says }) {
  const { facts, text } = await call(tool, args);
  const title = `${server}: ${tool} ${JSON.stringify(args)}\n${text}`;
  assert.equal(facts?.status, status, title);
  if (says) assert.match(text, new RegExp(says), title);
  if (status === "unknown") assert.match(text, /^Unknown(:| in part:) /, title);
}
