/** Answers of semantic_search that an embeddings endpoint ranks, and everything that can go wrong with it. */
import assert from "node:assert/strict";
import crypto from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import test from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

import { openEndpoint, originOf, post } from "./endpoint-kit.mjs";
import { openEditor } from "./fake-editor.mjs";
import { openCode } from "./symbols-kit.mjs";

/* By words the first one is the best answer to QUESTION, and by meaning the second: words that no table has, of one topic. */
const CODE = {
  "src/list.ts": "/** The limit of the list. */\nexport function limitList(limit: number) {\n  return limit;\n}\n",
  "src/persist.ts":
    "/** Blarg it, quux it. */\nexport async function persist(run: () => void, limit = 3) {\n  for (let blarg = 0; blarg < limit; blarg++) run();\n}\n",
  "src/page.c": "/* Allocates pages of memory, up to a limit. */\nint take(int order)\n{\n\treturn order;\n}\n",
};
const QUESTION = "where is the limit of zorks";
const BY_WORDS = ["limitList", "take", "persist"];
const BY_MEANING = ["persist", "limitList", "take"];
const ALONE = /: ranked by words alone\.$/m;

/* Answers that do not have all files yet, and report it. */
const IN_PART = /the index for questions is (being|about to be) written|not in the index yet/;

async function ask(editor, args = QUESTION, options) {
  for (const end = Date.now() + 60_000; ; await sleep(50)) {
    const query = typeof args === "string" ? { query: args } : args;
    const answer = await editor.run("semantic_search", query, options);
    if (IN_PART.test(answer.text) && Date.now() < end) continue;
    assert.equal(answer.isError, false, answer.text);
    const facts = JSON.parse(answer.factsJson);
    return { text: answer.text, facts, names: facts.results.flatMap(({ name }) => name ?? []) };
  }
}

/** An editor whose index is written, and an endpoint that it does not know of yet. */
async function open(t, files = CODE) {
  const endpoint = await openEndpoint(t);
  const code = openCode(t, files);
  await ask(code.editor, "limit");
  return { ...code, endpoint };
}

const vectorFiles = (storage) => {
  const folder = path.join(storage, "embeddings");
  return fs.existsSync(folder) ? fs.readdirSync(folder).sort() : [];
};

test("the endpoint changes the order, and a second question is sent alone", async (t) => {
  const { editor, endpoint, storage, folder } = await open(t);
  const before = await ask(editor);
  assert.deepEqual([before.names, before.facts.ranking], [BY_WORDS, "words"]);
  assert.doesNotMatch(before.text, /endpoint/);
  assert.deepEqual([endpoint.requests.length, vectorFiles(storage)], [0, []], "nothing is sent without the setting");
  endpoint.connect(editor);
  const first = await ask(editor);
  assert.deepEqual([first.names, first.facts.ranking], [BY_MEANING, "embeddings"]);
  assert.match(first.text, /^Ranked by words and by the embeddings endpoint \(test-model\)\.$/m);
  assert.ok(first.facts.results.every(({ similarityScore }) => similarityScore >= 0 && similarityScore <= 1));
  assert.equal(endpoint.requests[0].model, "test-model");
  assert.deepEqual([endpoint.sent[0], endpoint.sent.length], [QUESTION, 1 + first.facts.results.length]);
  const known = endpoint.sent.length;
  const sent = endpoint.sent.find((text) => text.startsWith("persist\n"));
  assert.match(sent, /^persist\n\/\*\* Blarg it, quux it\. \*\/\nexport async function persist/);
  await ask(editor, "is there a limit for blargs");
  assert.deepEqual(endpoint.sent.slice(known), ["is there a limit for blargs"]);
  await ask(editor);
  assert.equal(endpoint.sent.length, known + 1, "all is known");
  assert.deepEqual(vectorFiles(storage), ["vectors"]);
  const other = openEditor(folder, storage);
  t.after(() => other.engine.dispose());
  endpoint.connect(other);
  const again = await ask(other);
  assert.deepEqual(again.names, BY_MEANING, again.text);
  assert.equal(endpoint.sent.length, known + 1, "after a restart, too");
  editor.engine.setEndpoint("", "");
  assert.deepEqual((await ask(editor)).names, BY_WORDS);
});

test("another model is asked anew, and so is a text that has changed", async (t) => {
  const { editor, endpoint, at } = await open(t);
  endpoint.connect(editor);
  const all = 1 + (await ask(editor)).facts.results.length;
  // A slow machine may send a text once more, as it was not answered in time.
  let known = endpoint.sent.length;
  const newTexts = () => {
    const texts = new Set(endpoint.sent.slice(known));
    known = endpoint.sent.length;
    return texts.size;
  };
  endpoint.model = "other";
  endpoint.connect(editor);
  await ask(editor);
  assert.equal(newTexts(), all);
  editor.dirty.set(at("src/list.ts"), CODE["src/list.ts"].replace("return limit", "return limit + 1"));
  await ask(editor);
  assert.match(endpoint.sent.at(-1), /return limit \+ 1/);
  assert.equal(newTexts(), 2);
  endpoint.answer = ({ input }, response) =>
    endpoint.send(
      response,
      endpoint.rows(input).map((row) => ({ ...row, embedding: [...row.embedding, 0] })),
    );
  const grown = await ask(editor, "the limit of blargs");
  assert.equal(grown.facts.ranking, "embeddings", grown.text);
  assert.equal(newTexts(), all, "vectors of another length are those of another model");
});

/** One failure after the other: each is as if the setting had just been made. */
const failures = [
  ["401", (_, response) => response.writeHead(401).end("no: key-1234"), "did not accept the key (HTTP 401)"],
  ["404", (_, response) => response.writeHead(404).end(), "has no such address or model (HTTP 404)"],
  ["429", (_, response) => response.writeHead(429).end(), "has had too many requests (HTTP 429)"],
  ["500", (_, response) => response.writeHead(500).end("x".repeat(1 << 20)), "reported an error (HTTP 500)"],
  ["no content", (_, response) => response.writeHead(204).end(), "reported an error (HTTP 204)"],
  ["no JSON", raw("<html>key-1234</html>"), "sent an answer that is not as the API has it"],
  ["nothing", raw(""), "sent an answer that is not as the API has it"],
  ["other JSON", raw('{"error": "key-1234"}'), "sent an answer that is not as the API has it"],
  ["deep JSON", raw('{"data":'.repeat(100_000)), "sent an answer that is not as the API has it"],
  [
    "NaN",
    rows(
      (row) => row,
      (text) => text.replace(/0\.1/, "NaN"),
    ),
    "sent an answer that is not as the API has it",
  ],
  ["no vectors", rows(() => ({ embedding: "AAAA" })), "sent something else than vectors"],
  ["null", rows((row) => ({ ...row, embedding: [1, null] })), "sent a vector that has something else than numbers"],
  [
    "infinite",
    rows(
      (row) => row,
      (text) => text.replace(/0\.1/, "1e999"),
    ),
    "sent a vector with a number that is too large",
  ],
  ["zeros", rows((row) => ({ ...row, embedding: [0, 0] })), "sent a vector that has no direction"],
  ["empty", rows((row) => ({ ...row, embedding: [] })), "sent vectors without numbers, or with too many"],
  [
    "long",
    rows((row) => ({ ...row, embedding: Array(8193).fill(1) })),
    "sent vectors without numbers, or with too many",
  ],
  [
    "lengths",
    rows((row) => ({ ...row, embedding: Array(row.index + 1).fill(1) })),
    "sent vectors of different lengths",
  ],
  ["too few", rows((row) => (row.index ? row : [])), "sent too few vectors"],
  ["twice", rows((row) => ({ ...row, index: 0 })), "sent vectors of other texts"],
  ["other texts", rows((row) => ({ ...row, index: row.index + 1 })), "sent vectors of other texts"],
  ["many items", raw(`{"data":[${"0,".repeat(3 << 20)}0]}`), "sent vectors without numbers, or with too many"],
  ["huge", (_, response) => void pour(response), "sent more than 8 MB"],
  ["reset", (_, response) => response.destroy(), /could not be reached( \([A-Z_]+\))?/],
  ["cut", cut, /could not be reached( \([A-Z_]+\))?/],
  [
    "round and round",
    (_, response) => response.writeHead(307, { Location: "/v1/embeddings" }).end(),
    "redirects to another server, which is not asked",
  ],
];

function raw(text) {
  return (_, response) => response.writeHead(200).end(text);
}

function rows(change, rewrite = (text) => text) {
  return function (request, response) {
    const data = this.rows(request.input).reverse().flatMap(change);
    response.writeHead(200).end(rewrite(JSON.stringify({ data })));
  };
}

function cut(_, response) {
  response.writeHead(200, { "Content-Length": 1000 });
  response.write('{"data":[');
  setTimeout(() => response.destroy(), 20);
}

async function pour(response) {
  const piece = " ".repeat(1 << 20);
  response.writeHead(200).setMaxListeners(0);
  for (let i = 0; i < 64 && !response.destroyed; i++)
    if (!response.write(piece)) await Promise.race([once(response, "drain"), once(response, "close")]);
  response.end();
}

test("whatever goes wrong, the ranking by words stands and one line has the reason", async (t) => {
  const { editor, endpoint } = await open(t);
  endpoint.key = "key-1234";
  for (const [name, answer, reason] of failures) {
    endpoint.answer = answer;
    endpoint.connect(editor);
    const before = endpoint.requests.length;
    const { text, names, facts } = await ask(editor);
    const [line, ...more] = text.split("\n").filter((one) => one.startsWith("The embeddings endpoint"));
    assert.ok(endpoint.requests.length > before, name);
    assert.equal(endpoint.headers.authorization, "Bearer key-1234");
    assert.deepEqual([names, facts.ranking, more], [BY_WORDS, "words", []], name);
    const said = /^The embeddings endpoint (.*): ranked by words alone\.$/.exec(line)?.[1];
    if (typeof reason === "string") assert.equal(said, reason, name);
    else assert.match(said, reason, name);
    assert.doesNotMatch(text, /key-1234/, name);
  }
});

test("what has failed is left alone for a time, unless it is set anew", async (t) => {
  const { editor, endpoint } = await open(t);
  const { answer } = endpoint;
  endpoint.answer = (_, response) => response.writeHead(503).end();
  endpoint.connect(editor);
  await ask(editor);
  endpoint.answer = answer;
  const second = await ask(editor);
  assert.equal(endpoint.requests.length, 1);
  assert.match(
    second.text,
    /^The embeddings endpoint reported an error \(HTTP 503\) less than 30 s ago: ranked by words alone\.$/m,
  );
  endpoint.connect(editor);
  assert.deepEqual((await ask(editor)).names, BY_MEANING);
});

test("a redirect is followed on the same server, and on no other", async (t) => {
  const { editor, endpoint } = await open(t);
  const other = await openEndpoint(t);
  const { answer } = endpoint;
  endpoint.key = "key-1234";
  const redirect = (to) => (request, response) =>
    endpoint.path === "/new" ? answer(request, response) : response.writeHead(308, { Location: to }).end();
  endpoint.answer = redirect(other.url);
  endpoint.connect(editor);
  assert.match((await ask(editor)).text, /redirects to another server, which is not asked: ranked by words alone\.$/m);
  assert.equal(other.requests.length, 0);
  endpoint.answer = redirect("/new");
  endpoint.connect(editor);
  assert.deepEqual((await ask(editor)).names, BY_MEANING);
});

test("addresses that cannot be used, and servers that are not there", async (t) => {
  const { editor, endpoint } = await open(t);
  const { port } = endpoint.server.address();
  const refused = /has an address that cannot be used: it must be http or https, without a name and a password/;
  for (const url of [`http://me:key-1234@127.0.0.1:${port}/`, "file:///etc/passwd", "http://", "nothing at all"]) {
    endpoint.connect(editor, url);
    const { text } = await ask(editor);
    assert.match(text, refused, url);
    assert.match(text, ALONE);
    assert.doesNotMatch(text, /key-1234/);
    assert.equal(originOf(url), undefined);
  }
  endpoint.connect(editor, "http://127.0.0.1:1/v1/embeddings");
  assert.match((await ask(editor)).text, /could not be reached( \(ECONNREFUSED\))?: ranked by words alone/);
  assert.equal(endpoint.requests.length, 0);
  const { data } = await post(endpoint.url, "key\n1234", {}, 1000, 1000);
  assert.deepEqual(data, { status: 0, why: "unreachable" }, "an error that quotes the key");
  editor.on.embed = () => Promise.reject(new Error("key-1234"));
  const thrown = await ask(editor);
  assert.match(thrown.text, ALONE);
  assert.doesNotMatch(thrown.text, /key-1234/);
});

test("a slow endpoint costs two seconds, once", async (t) => {
  const { editor, endpoint } = await open(t);
  const late = /^The embeddings endpoint did not answer within 2 s: ranked by words alone\.$/m;
  const ways = {
    silent: () => {},
    trickling: (_, response) => {
      const timer = setInterval(() => response.write(" "), 50);
      response.writeHead(200).on("close", () => clearInterval(timer));
    },
  };
  for (const [name, answer] of Object.entries(ways)) {
    endpoint.answer = answer;
    endpoint.connect(editor);
    const began = Date.now();
    const { text, names } = await ask(editor);
    const took = Date.now() - began;
    assert.match(text, late, name);
    assert.deepEqual(names, BY_WORDS);
    assert.ok(took > 1900 && took < 4000, `${name}: ${took} ms`);
    const { data } = await Promise.race([post(endpoint.url, undefined, {}, 300, 1000), sleep(5000, { data: {} })]);
    assert.deepEqual(data, { status: 0, why: "timeout" }, name);
  }
  const began = Date.now();
  assert.match((await ask(editor)).text, /did not answer within 2 s less than 30 s ago: ranked by words alone/);
  assert.ok(Date.now() - began < 1500);
  endpoint.connect(editor);
  const call = new AbortController();
  const answer = editor.engine.call("semantic_search", { query: QUESTION }, { signal: call.signal });
  await sleep(200);
  call.abort();
  const cancelled = Date.now();
  assert.equal((await answer).code, "cancelled");
  assert.ok(Date.now() - cancelled < 1000);
  endpoint.connect(editor);
  editor.engine.deadlineMs = 1500;
  assert.match(
    (await ask(editor)).text,
    /did not answer in the time that was left( less than 30 s ago)?: ranked by words alone/,
  );
  editor.engine.deadlineMs = 45_000;
  /* A shim may not keep to the time limit. */
  endpoint.connect(editor);
  editor.on.embed = () => new Promise(() => {});
  assert.match((await ask(editor)).text, late);
});

const named = (i) => `export function limitOf${i}(limit: number) {\n  return limit + ${i};\n}\n`;

test("many answers are sent in portions, and what is in time counts", async (t) => {
  const files = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`src/of${i}.ts`, named(i)]));
  const { editor, endpoint } = await open(t, files);
  const { answer } = endpoint;
  const query = { query: "limit of zorks", max_results: 50 };
  endpoint.answer = (request, response) => {
    if (endpoint.requests.length === 1) answer(request, response);
  };
  endpoint.connect(editor);
  const part = await ask(editor, query);
  assert.match(
    part.text,
    /^Ranked by words and by the embeddings endpoint \(test-model\), which had time for the first 7 of 200\.$/m,
  );
  assert.equal(part.facts.ranking, "embeddings");
  endpoint.answer = answer;
  const before = endpoint.sent.length;
  const whole = await ask(editor, query);
  assert.match(whole.text, /^Ranked by words and by the embeddings endpoint \(test-model\)\.$/m);
  assert.equal(endpoint.sent.length - before, 201 - 7);
  assert.ok(endpoint.requests.every(({ input }) => input.length <= 64));
  const scores = whole.facts.results.map(({ similarityScore }) => similarityScore);
  assert.deepEqual(
    scores,
    scores.toSorted((a, b) => b - a),
  );
});

test("hidden files and secrets are never sent, and long texts in part", async (t) => {
  const token = "ghp_0123456789abcdefghijklmnopqrstuvwxyz";
  const { editor, endpoint } = await open(t, {
    ...CODE,
    ".sextantignore": "hidden.ts\n",
    "src/hidden.ts": "/** The limit of zorks. */\nexport function hiddenLimit() {}\n",
    "src/token.ts": `/** A limit. */\nexport function limitToken() {\n  const apiKey = "${token}";\n  return apiKey;\n}\n`,
    "src/long.ts": `/** ${"The limit of all. ".repeat(500)}*/\nexport function limitLong() {\n${'  say("größer");\n'.repeat(500)}}\n`,
  });
  endpoint.connect(editor);
  await ask(editor, `${QUESTION} ${token} ${"of the limit ".repeat(1000)}`);
  assert.ok(endpoint.sent.some((text) => text.startsWith("limitToken\n") && text.includes("[REDACTED]")));
  assert.ok(endpoint.sent.every((text) => !text.includes(token) && !/hidden/i.test(text)));
  assert.ok(endpoint.sent.every((text) => text && Buffer.byteLength(text) <= 1000));
  assert.ok(endpoint.sent.some((text) => text.startsWith("limitLong\n") && text.includes('say("größer");')));
});

test("a secret is never sent in part, wherever a text is cut", async (t) => {
  const random = (bytes, encoding) => crypto.randomBytes(bytes).toString(encoding);
  const tokens = Array.from({ length: 30 }, () => `ghp_${random(18, "hex")}`);
  const key = Array.from({ length: 52 }, () => random(48, "base64"));
  const pem = ["-----BEGIN PRIVATE KEY-----", ...key, "-----END PRIVATE KEY-----"];
  const code = (name, comment, lines) => `${comment}\nfunction ${name}() {\n  // A limit.\n${lines.join("\n")}\n}\n`;
  const files = {};
  // A comment that is cut at any byte of a token, and a body that is little else than secrets.
  for (const [i, token] of tokens.entries())
    files[`src/comment${i}.js`] = code(
      `limitComment${i}`,
      `/** The limit ${"x ".repeat(180)}${"y".repeat(i)} ${token} */`,
      [],
    );
  files["src/body.js"] = code(
    "limitBody",
    "",
    [...pem, ...pem, ...tokens].map((line) => `  // ${line}`),
  );
  files["src/line.js"] = code("limitLine", "", [
    `  return "${tokens.join(" ")} ${"z ".repeat(8000)}${tokens.join(" ")}";`,
  ]);
  files["src/text.js"] = code("limitText", "", [`  return \`${pem.join("\n")}\n${pem.join("\n")}\`;`]);
  files["src/above.js"] = code("limitAbove", pem.map((line) => `// ${line}`).join("\n"), []);
  const { editor, endpoint } = await open(t, files);
  endpoint.connect(editor);
  await ask(editor, `limit ${tokens.join(" ").repeat(20)}`);
  const wanted = Object.keys(files).length + 1;
  for (const end = Date.now() + 30_000; new Set(endpoint.sent).size < wanted && Date.now() < end;)
    await ask(editor, "limit comment body line text above");
  const parts = [...tokens.map((token) => token.slice(0, 12)), ...key.map((line) => line.slice(0, 16))];
  const leaks = endpoint.sent.flatMap((text) =>
    parts.filter((part) => text.includes(part)).map((part) => [part, text]),
  );
  assert.deepEqual(leaks, []);
  for (const name of ["limitBody", "limitLine", "limitText", "limitAbove", "limitComment29"])
    assert.ok(
      endpoint.sent.some((text) => text.startsWith(`${name}\n`)),
      name,
    );
});

test("a model's name that is too long is a reason like any other", async (t) => {
  const { editor, endpoint } = await open(t);
  endpoint.model = "m".repeat(100_000);
  endpoint.connect(editor);
  const { text, names } = await ask(editor);
  assert.match(text, ALONE);
  assert.deepEqual([names, endpoint.requests], [BY_WORDS, []]);
});

test("a damaged cache is set aside, and asked for again", async (t) => {
  const { editor, endpoint, storage, folder } = await open(t);
  endpoint.connect(editor);
  await ask(editor);
  const texts = new Set(endpoint.sent);
  editor.engine.dispose();
  const file = path.join(storage, "embeddings/vectors");
  fs.writeFileSync(file, Buffer.alloc(20_000, "damaged"));
  // A slow machine may send a text once more, as it was not answered in time.
  for (const expected of [texts, new Set()]) {
    const known = endpoint.sent.length;
    const other = openEditor(folder, storage);
    endpoint.connect(other);
    assert.deepEqual((await ask(other)).names, BY_MEANING);
    assert.deepEqual(new Set(endpoint.sent.slice(known)), expected);
    assert.deepEqual(vectorFiles(storage), ["vectors", "vectors.damaged"]);
    other.engine.dispose();
  }
});
