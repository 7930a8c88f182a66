/** Downloads to a small disk, which is full and then read-only; prints what was answered, and what is left. */
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import process from "node:process";

import { mountSmallDisk } from "../small-disk.mjs";
import { makeWebEditor, openSite } from "./web-kit.mjs";

const ends = [];
const t = { after: (end) => ends.unshift(end) };
const bytes = randomBytes(3 << 20);
const state = {};
/** With `state.most` the connection ends after so many bytes; with `isUnsized` nothing is known of the size. */
const site = await openSite(t, {
  "/a": (request, response) => {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
    response.writeHead(from ? 206 : 200, {
      ETag: '"one"',
      ...(!state.isUnsized && { "Content-Length": state.size - from }),
      ...(from && { "Content-Range": `bytes ${from}-${state.size - 1}/${state.size}` }),
    });
    const rest = bytes.subarray(from, state.most ?? state.size);
    if (state.most === undefined) response.end(rest);
    else response.write(rest, () => request.socket.end());
  },
});
const editor = makeWebEditor(t, { allow: [site.host] });
const folder = editor.path("small");
const disk = mountSmallDisk(folder, "1m");
const seen = {};

async function save(name, options) {
  Object.assign(state, { most: undefined, isUnsized: false }, options);
  const args = { action: "download", url: `${site.url}/a`, file_path: `small/new/${name}` };
  const { code, isError, text } = await editor.run("web_fetch", args);
  const left = fs
    .readdirSync(folder, { recursive: true })
    .filter((one) => one !== "ballast")
    .map((one) => one.replace(/\.[0-9a-f]{8}\./, ".X."));
  seen[name] = {
    code,
    isError,
    text,
    left,
    size: left.includes(`new/${name}`) ? fs.statSync(`${folder}/new/${name}`).size : undefined,
  };
}

if (disk) {
  await save("large", { size: 3 << 20 });
  await save("unsized", { size: 3 << 20, isUnsized: true });
  await save("fits", { size: 500_000 });
  fs.rmSync(`${folder}/new`, { recursive: true });
  // A part that came before, and no room for the rest of it.
  await save("rest", { size: 900_000, most: 400_000 });
  seen.part = seen.rest;
  disk.fill();
  await save("rest", { size: 900_000 });
  disk.empty();
  seen.full = seen.rest;
  await save("rest", { size: 900_000 });
  seen.isWhole = fs.readFileSync(`${folder}/new/rest`).equals(bytes.subarray(0, 900_000));
  fs.rmSync(`${folder}/new`, { recursive: true });
  disk.makeReadOnly(true);
  await save("readOnly", { size: 1000 });
  disk.makeReadOnly(false);
}
for (const end of ends) await end();
editor.engine.dispose();
disk?.remove();
process.stdout.write(JSON.stringify(disk ? seen : null));
