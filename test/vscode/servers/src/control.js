/**
 * The remote control: a unix socket over which a test outside drives this editor. One JSON object a
 * line, `{id, method, params}` in and `{id, result}` or `{id, error: {message, stack}}` out;
 * requests are answered as they finish.
 */
import { chmod, rename, rm, symlink } from "node:fs/promises";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { makeMethods } from "./methods.js";
import { plain } from "./plain.js";

/**
 * Listens at `path`. After a window reload the old and the new extension host overlap for a moment,
 * and a server that closes removes its own socket file: so each listens at a path of its own, and
 * `path` is a link that the last one to start has put there.
 */
export async function openControl(path, servers) {
  const methods = makeMethods(servers);
  const own = `${path}.${process.pid}`;
  const server = createServer((socket) => serve(socket, methods));
  await rm(own, { force: true });
  await new Promise((done, fail) => server.once("error", fail).listen(own, done));
  await chmod(own, 0o600);
  await rm(`${own}.link`, { force: true });
  await symlink(own, `${own}.link`);
  await rename(`${own}.link`, path);
  return { dispose: () => server.close() };
}

function serve(socket, methods) {
  socket.on("error", () => {});
  const lines = createInterface({ input: socket });
  lines.on("line", async (line) => {
    const reply = await answer(line, methods);
    if (socket.writable) socket.write(`${JSON.stringify(reply)}\n`);
  });
}

async function answer(line, methods) {
  let id = null;
  try {
    const request = JSON.parse(line);
    id = request.id;
    const method = methods[request.method];
    if (!method) throw new Error(`No method '${request.method}'.`);
    return { id, result: plain(await method(request.params ?? {})) ?? null };
  } catch (error) {
    return { id, error: { message: error?.message ?? String(error), stack: error?.stack } };
  }
}
