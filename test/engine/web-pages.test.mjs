/** web_fetch: the parts of a page, joined, are the page, whatever its text and the budget. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { makeWebEditor, openSite, page } from "./web-kit.mjs";

/** Headers of a server beside those of the type. */
const HEADERS = {
  "Cache-Control": "public, max-age=3600, stale-while-revalidate=86400",
  "Content-Language": "en-GB",
  ETag: '"33a64df551425fcc55e4d42a148795d9f25f89d4"',
  "Last-Modified": "Wed, 21 Oct 2026 07:28:00 GMT",
};
const lines = (count, make) => Array.from({ length: count }, (_, i) => make(i)).join("\n");
const TEXTS = {
  prose: lines(60, (i) => `Line ${i} of a page that has some words in it.`),
  quotes: lines(30, (i) => `{"key ${i}": "a \\"quoted\\" value", "path": "C:\\\\folder\\\\${i}"}`),
  ends: lines(300, (i) => (i % 3 ? "" : "\t")),
  wide: lines(40, (i) => `${i} 日本語のページ、größer 😀`),
  long: "a word and 'one' more; ".repeat(150),
  whole: "0123456789abcdef".repeat(120),
  marks: '"\\'.repeat(400),
  line_ends: lines(40, (i) => `line ${i}${["\r", "\r\n", "\r\n\r", ""][i % 4]}`),
  controls: "\u0001\u0002 \u001b[1mbold\u001b[0m ".repeat(60),
};

/** The engine's own estimate of the tokens of a text, by an answer that ends in it. */
async function countTokens(editor, site, text) {
  site.pages["/counted"] = page(`a\n${text}`, "text/plain; charset=utf-8", { "Cache-Control": "no-store" });
  const { tokens } = await editor.run("web_fetch", { url: `${site.url}/counted`, max_tokens: 50_000 });
  return tokens;
}

/** All answers, one after the other. */
async function readAll(editor, args, options) {
  const answers = [];
  for (let cursor; ;) {
    const answer = await editor.run("web_fetch", { ...args, ...(cursor && { cursor }) }, options);
    assert.equal(answer.isError, false, answer.text);
    answers.push(answer);
    cursor = /cursor="([^"]+)"/.exec(answer.text.split("\n\n")[0])?.[1];
    assert.equal(JSON.parse(answer.factsJson).cursor, cursor);
    if (!cursor) return answers;
    assert.ok(answers.length < 2000);
  }
}

const PAGES = {
  ...Object.fromEntries(
    Object.entries(TEXTS).map(([name, text]) => [`/${name}`, page(text, "text/plain; charset=utf-8", HEADERS)]),
  ),
  "/titled": page(
    `<title>${"A long title ".repeat(60)}</title><main>${"<h2>Part</h2><p>Some <b>words</b> of it.</p>".repeat(60)}</main>`,
    "text/html; charset=utf-8",
    HEADERS,
  ),
  "/broken": page(TEXTS.quotes, "text/plain; charset=utf-8", { ...HEADERS, "Retry-After": "120" }, 503),
};

for (const max_tokens of [100, 200, 230, 300, 500, 2000])
  test(`parts of ${max_tokens} tokens make up the page, and keep to them`, async (t) => {
    const site = await openSite(t, { ...PAGES });
    const editor = makeWebEditor(t, { allow: [site.host] });
    const frame = await countTokens(editor, site, "");
    const most = max_tokens < 200 ? Infinity : max_tokens; // with less there is not enough for what is around the text
    for (const name of Object.keys(PAGES))
      for (const isStructured of [true, false]) {
        const url = site.url + name;
        const [whole] = await readAll(editor, { url, max_tokens: 50_000 }, { isStructured });
        const answers = await readAll(editor, { url, max_tokens }, { isStructured });
        const facts = answers.map(({ factsJson }) => JSON.parse(factsJson));
        assert.equal(facts.map(({ content }) => content).join(""), JSON.parse(whole.factsJson).content, name);
        if (TEXTS[name.slice(1)]) assert.equal(JSON.parse(whole.factsJson).content, TEXTS[name.slice(1)]);
        for (const { content, notes = [], cursor } of facts) {
          assert.ok(content || !cursor, name);
          assert.ok(
            notes.every((note) => note.startsWith("Unknown: the server answered")),
            notes.join("\n"),
          );
        }
        for (const { tokens } of answers) assert.ok(tokens <= most, `${name}: ${tokens} tokens`);
        if (!isStructured) continue;
        for (const { factsJson } of answers) {
          const tokens = (await countTokens(editor, site, factsJson)) - frame;
          assert.ok(tokens <= most, `${name}: ${tokens} tokens: ${factsJson}`);
        }
      }
  });

test("the first part has the title and the headers where they leave it room", async (t) => {
  const site = await openSite(t, { ...PAGES });
  const editor = makeWebEditor(t, { allow: [site.host] });
  const first = async (max_tokens, cursor) =>
    JSON.parse(
      (await editor.run("web_fetch", { url: `${site.url}/titled`, max_tokens, ...cursor }, { isStructured: true }))
        .factsJson,
    );
  const [large, small] = [await first(1000), await first(200)];
  assert.equal(large.headers.etag, HEADERS.ETag);
  assert.match(large.title, /^A long title/);
  assert.deepEqual([small.headers, small.title, small.foreign, small.format], [undefined, undefined, true, "markdown"]);
  const rest = await first(1000, { cursor: large.cursor });
  assert.deepEqual([rest.headers, rest.title, rest.foreign], [undefined, undefined, true]);
});

test("what is not turned into Markdown keeps its line ends", async (t) => {
  const html = "<main>\r\n<p>One</p>\r\n\r<p>Two</p>\n</main>\r\n";
  const site = await openSite(t, { "/": page(html) });
  const editor = makeWebEditor(t, { allow: [site.host] });
  const answer = await editor.run("web_fetch", { url: site.url, raw: true }, { isStructured: true });
  assert.equal(JSON.parse(answer.factsJson).content, html);
  assert.equal(answer.text.slice(answer.text.indexOf("<main>")), html.trimEnd());
});
