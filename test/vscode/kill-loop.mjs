/**
 * A real window whose extension host is killed at any moment of an agent's edits: every file is
 * wholly old or wholly new, and the editor still has the unsaved edits.
 */
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

import { copyWorkspaces, openAgent, openEditor } from "./suites/support.mjs";

const LINES = 2000;
/** From the moment that a change is asked for; the longest changes take about so long. */
const LONGEST_DELAY_MS = 250;
/** The editor backs unsaved edits up after a second. */
const BACKUP_MS = 2500;
const PERSON = "// what a person has typed and not saved";

const textOf = (n) => Array.from({ length: LINES }, (_, i) => `export const value_${i} = ${n};`).join("\n") + "\n";

/** Which of the texts a file has; throws when it is none of them. */
function versionOf(file, among) {
  const text = readFileSync(file, "utf8");
  const found = among.find((n) => text === textOf(n));
  assert.notEqual(
    found,
    undefined,
    `${file} is neither old nor new: ${text.length} bytes, begins ${JSON.stringify(text.slice(0, 60))}`,
  );
  return found;
}

export class KillLoop {
  kills = 0;
  applied = 0;
  #version = 0;

  static async open() {
    const loop = new KillLoop();
    loop.files = await copyWorkspaces("tour");
    loop.folder = join(loop.files.folders[0], "killed");
    mkdirSync(loop.folder);
    loop.names = ["disk.ts", "buffer.ts", "person.ts"];
    for (const name of loop.names) writeFileSync(join(loop.folder, name), textOf(0));
    loop.settings = {
      "files.autoSave": "off",
      "sextant.toolsets": ["edit", "files"],
      "sextant.approval": { files: "always" },
    };
    loop.editor = await openEditor(loop.files.folders, { settings: loop.settings });
    loop.agent = await openAgent(loop.editor);
    await loop.#type();
    return loop;
  }

  async close() {
    this.agent?.close();
    await this.editor?.stop();
    await this.files?.remove();
  }

  #path(name) {
    return join(this.folder, name);
  }

  /** A person's edit that stays unsaved. */
  async #type() {
    await this.editor.control.evaluate(
      async ({ vscode, args: { path, text } }) => {
        const document = await vscode.workspace.openTextDocument(path);
        await vscode.window.showTextDocument(document, { preview: false });
        const edit = new vscode.WorkspaceEdit();
        edit.insert(document.uri, new vscode.Position(0, 0), `${text}\n`);
        await vscode.workspace.applyEdit(edit);
      },
      { path: this.#path("person.ts"), text: PERSON },
    );
    await pause(BACKUP_MS);
  }

  #call(name, args) {
    return this.agent.request("tools/call", { name, arguments: args }, 60_000);
  }

  /** Asks for the change; its answer may never come. */
  #change(way, next) {
    const rows = Array.from({ length: LINES }, (_, i) => ({
      line_start: i + 1,
      line_end: i + 1,
      new_text: `export const value_${i} = ${next};`,
    }));
    if (way === "disk") return this.#call("file_write", { filePath: this.#path("disk.ts"), content: textOf(next) });
    return this.#call("edit_buffer", {
      file: this.#path("buffer.ts"),
      edits: rows,
      preview: false,
      save: way === "saved",
    });
  }

  /** One change, one kill; `random()` is from 0 to 1. */
  async round(random = Math.random) {
    const { control, page } = this.editor;
    const way = ["disk", "saved", "unsaved"][Math.floor(random() * 3)];
    const next = ++this.#version;
    const asked = this.#change(way, next).then(
      (answer) => answer,
      (error) => error,
    );
    await pause(random() * LONGEST_DELAY_MS);
    await control.awaitNext(async (pid) => {
      process.kill(pid, "SIGKILL");
      this.kills++;
      await page.reload();
    });
    const answer = await asked;
    if (/APPLIED/.test(answer?.content?.[0]?.text ?? "")) this.applied++;
    await this.#check(next);
  }

  async #check(next) {
    const among = Array.from({ length: next + 1 }, (_, n) => n);
    for (const name of ["disk.ts", "buffer.ts"]) versionOf(this.#path(name), among);
    versionOf(this.#path("person.ts"), [0]);
    const left = readdirSync(this.folder).filter((name) => !this.names.includes(name));
    assert.ok(left.length <= this.kills, `left behind: ${left}`);
    const person = await this.#bufferOf("person.ts");
    assert.ok(person.isDirty, "the person's unsaved edits are gone");
    assert.equal(person.text, `${PERSON}\n${textOf(0)}`);
    const buffer = await this.#bufferOf("buffer.ts");
    assert.ok(
      among.some((n) => buffer.text === textOf(n)),
      `the buffer is neither old nor new: ${buffer.text.slice(0, 60)}`,
    );
  }

  #bufferOf(name) {
    return this.editor.control.evaluate(async ({ vscode, args }) => {
      const document = await vscode.workspace.openTextDocument(args);
      return { isDirty: document.isDirty, text: document.getText() };
    }, this.#path(name));
  }
}
