/**
 * Servers of the web on this machine, and the shim's own code that asks them, as it ships.
 *
 *   const site = await openSite(t, { "/page": (request, response) => response.end("<h1>Hello</h1>") });
 *   const editor = makeWebEditor(t, { allow: [site.host] });
 *   await editor.run("web_fetch", { url: `${site.url}/page` });
 */
import { build } from "esbuild";
import fs from "node:fs";
import http from "node:http";
import https from "node:https";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { makeEditor, root } from "./fake-editor.mjs";

const folder = path.join(root, "build/test/engine/web");
await build({
  absWorkingDir: root,
  entryPoints: ["web", "page", "pages", "address", "request", "markdown", "readable", "tree", "charset"].map(
    (name) => `extension/src/web/${name}.ts`,
  ),
  outdir: folder,
  entryNames: `[name].${process.pid}`,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  mainFields: ["module", "main"],
});
process.on("exit", () => {
  for (const name of fs.readdirSync(folder)) if (name.includes(`.${process.pid}.`)) fs.rmSync(path.join(folder, name));
});

export async function load(name) {
  const loaded = await import(pathToFileURL(path.join(folder, `${name}.${process.pid}.js`)));
  return loaded.default ?? loaded;
}

const { Web } = await load("web");
export { Web };
export const PAGE = path.join(folder, `page.${process.pid}.js`);

/** A page of this type, with other headers. */
export const page =
  (body, type = "text/html; charset=utf-8", headers = {}, status = 200) =>
  (_, response) =>
    response.writeHead(status, { "Content-Type": type, ...headers }).end(body);

/** A server whose pages are functions of a request and a response, by their path; `site.asked` has the requests. */
export async function openSite(t, pages, { tls } = {}) {
  const site = { asked: [], pages };
  const answer = (request, response) => {
    site.asked.push(request);
    const one = pages[new URL(request.url, "http://x").pathname];
    if (one) one(request, response);
    else response.writeHead(404, { "Content-Type": "text/plain" }).end("There is no such page.");
  };
  const server = tls ? https.createServer(tls, answer) : http.createServer(answer);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  site.host = `127.0.0.1:${server.address().port}`;
  site.port = server.address().port;
  site.url = `${tls ? "https" : "http"}://${site.host}`;
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return site;
}

/** An editor whose requests are sent; `settings` as sextant.web.*, `options` as of the module. */
export function makeWebEditor(t, settings = {}, options = {}, files = {}) {
  const editor = makeEditor(t, files);
  editor.web = { allow: [], hosts: [], offline: false, search: "", searchUrl: "", ...settings };
  editor.key = "key-1234";
  editor.policies.web = "always";
  const web = new Web({ page: PAGE, settings: () => editor.web, keyOf: async () => editor.key, ...options });
  t.after(() => web.dispose());
  for (const [op, name] of Object.entries({
    webLook: "look",
    webGet: "get",
    webProvider: "provider",
    webSearch: "search",
  }))
    editor.on[op] = (...args) => web[name](...args);
  editor.engine.onCallEnded = (call) => web.ended(call);
  editor.client = web;
  return editor;
}

/** Asks the person from now on, who `allows` or not; the questions. */
export function asking(editor, allows = () => true) {
  const questions = [];
  editor.policies.web = "ask";
  editor.on.approve = (asked) => {
    questions.push(asked);
    return { data: { allowed: allows(asked), why: allows(asked) ? "" : "The person rejected it." } };
  };
  return questions;
}

export const lead =
  (to, status = 302) =>
  (_, response) =>
    response.writeHead(status, { Location: to }).end("moved");
