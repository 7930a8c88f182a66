/**
 * An embeddings endpoint on this machine, which an engine asks by the shim's own code.
 *
 *   const endpoint = await openEndpoint(t);
 *   endpoint.connect(editor);
 *   endpoint.answer = (request, response) => response.writeHead(500).end();   // instead of vectors
 *
 * A text's vector says how often it has the words of each topic, so that texts on one topic are near to each other
 * whichever of its words they have.
 */
import { build } from "esbuild";
import http from "node:http";
import path from "node:path";

import { root } from "./fake-editor.mjs";

const made = await build({
  entryPoints: [path.join(root, "extension/src/host/post.ts")],
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  write: false,
});
const shim = Buffer.from(made.outputFiles[0].text).toString("base64");
export const { post, originOf } = await import(`data:text/javascript;base64,${shim}`);

const TOPICS = [
  /retr(y|ies)|attempt|again|zork|blarg|quux/gi,
  /config|settings|options/gi,
  /memory|page|alloc/gi,
  /cache|results|answers/gi,
];

export const vectorOf = (text) => [...TOPICS.map((topic) => (text.match(topic) ?? []).length), 0.1];

class Endpoint {
  model = "test-model";
  key = undefined;
  /** The body of each request. */
  requests = [];
  /** The headers of the last one. */
  headers = {};
  answer = (request, response) => this.send(response, this.rows(request.input));

  constructor(server) {
    this.server = server;
    this.url = `http://127.0.0.1:${server.address().port}/v1/embeddings`;
  }

  /** All texts that were sent. */
  get sent() {
    return this.requests.flatMap(({ input }) => input);
  }

  rows(input) {
    return input.map((text, index) => ({ object: "embedding", index, embedding: vectorOf(text) }));
  }

  send(response, data) {
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ object: "list", data, model: this.model, usage: {} }));
  }

  connect(editor, url = this.url) {
    editor.on.embed = (to, ...rest) => post(to, this.key, ...rest);
    editor.engine.setEndpoint(url, this.model);
  }

  async take(request, response) {
    let text = "";
    for await (const piece of request) text += piece;
    this.headers = request.headers;
    this.path = request.url;
    this.requests.push(JSON.parse(text));
    this.answer(this.requests.at(-1), response, request);
  }
}

export async function openEndpoint(t) {
  let endpoint;
  const server = http.createServer((request, response) => void endpoint.take(request, response).catch(() => {}));
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  endpoint = new Endpoint(server);
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return endpoint;
}
