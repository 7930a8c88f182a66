/** HTML -> Markdown: the part that a page is about, and how its elements are written. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./web-kit.mjs";

const { treeOf } = await load("tree");
const { readable, select } = await load("readable");
const { Writer } = await load("markdown");

const write = (html, base = "https://a.example/dir/page") => new Writer(base).write(readable(treeOf(html).root));

const CASES = {
  "blanks are one space, and lines are joined": [
    "<p>one\n  two&nbsp;three</p>four <b> five </b> six",
    "one two three\n\nfour **five** six",
  ],
  "marks of a line": [
    "<p><em>a</em> <del>b</del> <code>c`d</code> <kbd>e</kbd> <q>f</q> x<sup>2</sup></p>",
    '*a* ~~b~~ `` c`d `` `e` "f" x2',
  ],
  headings: ["<h1>One</h1>text<h3>Two <b>b</b></h3>", "# One\n\ntext\n\n### Two **b**"],
  "lists in lists": ["<ul><li>a<li><p>b</p><ol start=3><li>c<li>d</ol><li></ul>", "- a\n- b\n  3. c\n  4. d"],
  code: ['<pre><code class="language-js">\nlet a;\n  b &lt; c</code></pre>', "```js\nlet a;\n  b < c\n```"],
  "code with a fence in it": ["<pre>a\n```\nb</pre>", "````\na\n```\nb\n````"],
  quotes: ["<blockquote><p>a<p>b</blockquote>", "> a\n> \n> b"],
  tables: [
    "<table><caption>C</caption><thead><tr><th>a<th>b|c</thead><tbody><tr><td>1<td><p>2</p><p>3</p><tr><td>4</table>",
    "C\n\n| a | b\\|c |\n| --- | --- |\n| 1 | 2 3 |\n| 4 |  |",
  ],
  "a table for the layout": ["<table><tr><td><h1>a</h1><td>b</table>", "# a\n\nb"],
  "links are absolute": [
    '<p><a href="x?y=1">rel</a> <a href="//b.example/z">other</a> <a href="#here">here</a> <a href="javascript:x()">script</a> <a href="/(a)">p</a></p>',
    "[rel](https://a.example/dir/x?y=1) [other](https://b.example/z) here script [p](https://a.example/%28a%29)",
  ],
  "an anchor to its own heading is left out": ['<h2>Title <a href="#title">¶</a></h2>', "## Title"],
  "images with a text": [
    '<p><img src="a.png" alt="A  plan"> <img src="b.png"> <img src="data:x" alt="inline"></p>',
    "![A plan](https://a.example/dir/a.png) inline",
  ],
  "lines that are broken": ["<p>a<br>b<br/> c</p>", "a\nb\nc"],
  "terms and what they mean": ["<dl><dt>a<dd>b<dt>c<dd>d</dl>", "**a**\n\nb\n\n**c**\n\nd"],
  "blocks in a link": ['<a href="/x"><div><h3>T</h3><p>t</p></div></a>', "### T\n\nt"],
  "scripts and styles": [
    "a<script>1 < 2 <b>x</b></script><style>p{}</style><template><p>t</p></template><noscript>n</noscript>b",
    "ab",
  ],
  "comments and what is unclosed": ["<!-- a --><p>b<div>c<span>d", "b\n\nc d".replace("c d", "cd")],
  "what is hidden": ['<p>a</p><p hidden>b</p><p style="display: none">c</p><p aria-hidden=true>d</p>', "a"],
};

for (const [name, [html, expected]] of Object.entries(CASES)) test(name, () => assert.equal(write(html), expected));

test("what is around a page is left out, and what it is about stays", () => {
  const text = "A sentence about it. ".repeat(20).trim();
  const page = (body) =>
    `<header><nav><a href=/>Home</a></nav></header>${body}<aside>Ads</aside><footer>Imprint</footer>`;
  assert.equal(write(page(`<main><h1>T</h1><p>${text}</p></main>`)), `# T\n\n${text}`);
  assert.equal(
    write(page(`<article><p>${text}</p></article><div class="related-links"><a href=/a>Another one</a></div>`)),
    text,
  );
  assert.equal(write(page(`<div><p>${text}</p></div>`)), text);
  assert.equal(write(page(`<p>${text}</p><div class="sidebar"><a href=/a>Other</a></div>`)), text);
  // A teaser is not the page.
  assert.equal(write(page(`<article>Short.</article><div><p>${text}</p></div>`)), `Short.\n\n${text}`);
  // A list of links is what an index is about.
  assert.equal(
    write("<nav><ul><li><a href=/a>A</a><li><a href=/b>B</a></ul></nav>"),
    "- [A](https://a.example/a)\n- [B](https://b.example/b)".replace("b.example", "a.example"),
  );
});

test("the text of elements that are nested too deep is not lost", () => {
  assert.match(write(`${"<div>".repeat(2000)}deep<p>text${"</div>".repeat(2000)}<p>after`), /^deep\s*text\n\nafter$/);
});

test("more blocks than a call has arguments", () => {
  assert.equal(write("<p>a".repeat(300_000)).length, 300_000 * 3 - 2);
});

test("a selector takes the outermost elements, each once", () => {
  const { root } = treeOf("<div class=a>1<div class=a>2</div></div><p class='a b'>3</p>");
  const writer = new Writer("https://a.example/");
  assert.equal(writer.write(select(root, ".a")), "1\n\n2\n\n3");
  assert.throws(() => select(root, "p["));
});
