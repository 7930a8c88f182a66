/** Pages that are turned into text while they arrive. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import test from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import zlib from "node:zlib";

import { load, makeWebEditor, openSite, page, PAGE } from "./web-kit.mjs";

const { Pages } = await load("pages");

const PARTS = Array.from(
  { length: 4000 },
  (_, i) =>
    `<h2>Größe ${i} 日本</h2>\r\n<p>1 &lt; ${i} &amp; <b>so</b> on\r\n\r\n` +
    `<script>if (a <b) { "<p>no</p>" }</script><pre>a\r\n  b < c</pre><ul><li title="a > b">x</ul>`,
);
const LARGE = Buffer.from(`<!doctype html><meta charset=utf-8><title>Large</title><main>${PARTS.join("")}`);
const job = { encoding: "", contentType: "text/html", url: "http://x/", selector: "", isRaw: false, maxBytes: 1e8 };

const textOf = (bytes) => Buffer.from(bytes).toString();

/** The text of bytes that come as one. */
async function whole(t, bytes, given = {}) {
  const pages = new Pages(PAGE);
  t.after(() => pages.dispose());
  return pages.open({ ...job, ...given }).end(bytes, 20_000, new AbortController().signal);
}

/** Sends bytes in pieces of sizes that do not fit their characters; `pauses` between those that are multiples of it. */
const trickle =
  (bytes, { size = 30_011, headers = {}, type = "text/html", last = Promise.resolve() } = {}) =>
  async (_, response) => {
    response.writeHead(200, { "Content-Type": type, ...headers });
    for (let at = 0; at < bytes.length; at += size) {
      if (at + size >= bytes.length) await last;
      response.write(bytes.subarray(at, at + size));
      if (at % 4 === 0) await pause(1);
    }
    response.end();
  };

/** All pages of the answers, joined by their cursors, as structured answers have them. */
async function contentOf(editor, url) {
  const made = await editor.client.get({
    call: 1,
    url,
    method: "GET",
    selector: "",
    raw: false,
    path: "",
    limitMs: 60_000,
  });
  assert.equal(made.data.why, "");
  return textOf(made.text);
}

test("a page has the same text in pieces and as one, in each encoding", async (t) => {
  const { text, title } = await whole(t, LARGE);
  const expected = textOf(text);
  assert.equal(title, "Large");
  assert.match(expected, /^## Größe 0 日本\n\n1 < 0 & \*\*so\*\* on\n\n```\na\n {2}b < c\n```\n\n- x\n/);
  assert.equal(expected.match(/^## /gm).length, PARTS.length);
  const packed = (encoding) => ({ size: 1009, headers: { "Content-Encoding": encoding } });
  const site = await openSite(t, {
    "/plain": trickle(LARGE),
    "/small": trickle(LARGE, { size: 131_101 }),
    "/known": trickle(LARGE, { headers: { "Content-Length": String(LARGE.length) } }),
    "/gzip": trickle(zlib.gzipSync(LARGE), packed("gzip")),
    "/br": trickle(zlib.brotliCompressSync(LARGE), packed("br")),
    "/deflate": trickle(zlib.deflateSync(LARGE), packed("deflate")),
    "/raw": trickle(zlib.deflateRawSync(LARGE), packed("deflate")),
    // Hardly packed, so that there are several pieces of what is packed, too.
    "/stored": trickle(zlib.gzipSync(LARGE, { level: 0 }), { headers: { "Content-Encoding": "gzip" } }),
  });
  const editor = makeWebEditor(t, { allow: [site.host] });
  for (const name of Object.keys(site.pages))
    assert.equal((await contentOf(editor, site.url + name)) === expected, true, name);
});

test("a thread reads a page while it arrives", async (t) => {
  let send;
  const last = new Promise((done) => (send = done));
  const site = await openSite(t, { "/": trickle(LARGE, { last }) });
  const editor = makeWebEditor(t, { allow: [site.host] });
  const answer = contentOf(editor, `${site.url}/`);
  const { pages } = editor.client;
  for (let i = 0; !pages.busy.size; i++, await pause(5)) assert.ok(i < 1000, "no thread has the page");
  send();
  assert.equal((await answer).match(/^## /gm).length, PARTS.length);
  assert.deepEqual([pages.busy.size, pages.idle.size], [0, 1]);
});

test("a page that turns out not to be UTF-8 at its end is in windows-1252", async (t) => {
  const bytes = Buffer.from(`<p>${"a word ".repeat(60_000)}</p><p>Gr\xf6\xdfe \x80`, "latin1");
  const site = await openSite(t, {
    "/": trickle(bytes),
    "/gzip": trickle(zlib.gzipSync(bytes, { level: 0 }), { headers: { "Content-Encoding": "gzip" } }),
  });
  const editor = makeWebEditor(t, { allow: [site.host] });
  for (const name of Object.keys(site.pages)) {
    const text = await contentOf(editor, site.url + name);
    assert.equal(text.slice(-17), "d a word\n\nGröße €", name);
    assert.equal(text.length, "a word ".length * 60_000 - 1 + "\n\nGröße €".length, name);
  }
});

test("a body that breaks off ends its thread, and the next page is read", async (t) => {
  const site = await openSite(t, {
    "/broken": async (request, response) => {
      response.writeHead(200, { "Content-Type": "text/html", "Content-Length": String(LARGE.length) });
      response.write(LARGE.subarray(0, 300_000));
      await pause(100);
      request.socket.destroy();
    },
    "/next": page("<p>next</p>"),
  });
  const editor = makeWebEditor(t, { allow: [site.host] });
  const broken = await editor.run("web_fetch", { url: `${site.url}/broken` });
  assert.equal(broken.isError, true);
  assert.match(broken.text, /ended the connection after 300000 bytes, before all was sent/);
  const { pages } = editor.client;
  assert.deepEqual([pages.busy.size, pages.idle.size], [0, 0]);
  assert.match((await editor.run("web_fetch", { url: `${site.url}/next` })).text, /next$/);
});

test("a bomb is refused before all of it is there", async (t) => {
  // 24 MB that are packed to several pieces.
  const bytes = Buffer.alloc(24 << 20, "<p>a</p>");
  for (let at = 0; at < bytes.length; at += 1024) bytes.write(randomBytes(50).toString("hex"), at);
  const bomb = zlib.gzipSync(bytes, { level: 1 });
  assert.ok(bomb.length > 1 << 20);
  const site = await openSite(t, { "/": trickle(bomb, { headers: { "Content-Encoding": "gzip" } }) });
  const editor = makeWebEditor(t, { allow: [site.host] });
  const answer = await editor.run("web_fetch", { url: `${site.url}/` });
  assert.match(answer.text, /unpacks to more than 20 MB, and was not read\.$/);
});

test("more slow pages than threads all have their text", async (t) => {
  const site = await openSite(t, Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`/${i}`, trickle(LARGE)])));
  const editor = makeWebEditor(t, { allow: [site.host] });
  const texts = await Promise.all(Object.keys(site.pages).map((name) => contentOf(editor, site.url + name)));
  assert.equal(new Set(texts).size, 1);
  assert.equal(editor.client.pages.busy.size, 0);
});

test("pages whose servers stall leave a thread to another page", async (t) => {
  const site = await openSite(t, {
    "/stalls": (_, response) =>
      response.writeHead(200, { "Content-Type": "text/html" }).write(LARGE.subarray(0, 400_000)),
    "/small": page("<p>small</p>"),
  });
  const editor = makeWebEditor(t, { allow: [site.host] });
  const stalled = [1, 2, 3, 4, 5].map((call) =>
    editor.client.get({
      call,
      url: `${site.url}/stalls`,
      method: "GET",
      selector: "",
      raw: false,
      path: "",
      limitMs: 3_000,
    }),
  );
  for (let i = 0; editor.client.pages.busy.size < 3; i++, await pause(5)) assert.ok(i < 500, "no thread has the pages");
  const first = await Promise.race([contentOf(editor, `${site.url}/small`), ...stalled]);
  assert.equal(first, "small");
  for (const { data } of await Promise.all(stalled)) assert.equal(data.why, "slow");
});
