/** A suite's own folder of files in a real VS Code. */
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before } from "node:test";

import { openAgent, openEditor } from "./support.mjs";

/**
 * An editor on a new folder with `files` (path: text) and `links` (path: where to, both in the folder), in which none is
 * open, and an agent in it. The members are there from the suite's first test on, and all is closed after the last.
 */
export function openScene(files, links = {}) {
  const scene = {};
  before(async () => {
    scene.folder = await realpath(await mkdtemp(join(tmpdir(), "sextant-scene-")));
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(scene.folder, file)), { recursive: true });
      await writeFile(join(scene.folder, file), text);
    }
    for (const [link, to] of Object.entries(links)) {
      await mkdir(dirname(join(scene.folder, link)), { recursive: true });
      await symlink(join(scene.folder, to), join(scene.folder, link));
    }
    scene.editor = await openEditor([scene.folder]);
    scene.agent = await openAgent(scene.editor);
  });
  after(async () => {
    scene.agent?.close();
    await scene.editor?.stop();
    await rm(scene.folder, { recursive: true, force: true });
  });
  return scene;
}
