/** HTML -> Markdown: the part that a page is about, and how its elements are written. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./web-kit.mjs";

const { TreeReader } = await load("tree");
const { readable, select } = await load("readable");
const { Writer } = await load("markdown");

function treeOf(...pieces) {
  const reader = new TreeReader();
  for (const piece of pieces) reader.write(piece);
  return reader.end();
}
const write = (html, base = "https://a.example/dir/page") => new Writer(base).write(readable(treeOf(html).root, base));

const CASES = {
  "blanks are one space, and lines are joined": [
    "<p>one\n  two&nbsp;three</p>four <b> five </b> six",
    "one two three\n\nfour **five** six",
  ],
  "marks of a line": [
    "<p><em>a</em> <del>b</del> <code>c`d</code> <kbd>e</kbd> <q>f</q> x<sup>2</sup></p>",
    '*a* ~~b~~ `` c`d `` `e` "f" x^2',
  ],
  "exponents, and what is only raised": [
    "<p>2<sup>32</sup> 10<sup>-6</sup> a<sup>n</sup> 1<sup>st</sup> <code>2<sup>8</sup></code> <a href=/n><sup>[1]</sup></a></p>",
    "2^32 10^-6 a^n 1st `2^8` [[1]](https://a.example/n)",
  ],
  "formulas in TeX, or as they are": [
    '<p>a <math alttext="x^2"><mi>x</mi></math>, <math><semantics><mi>y</mi><annotation encoding="application/x-tex">\\frac y2</annotation></semantics></math>, ' +
      '<math><mi>z</mi><mo>+</mo><mn>1</mn></math>, <img alt="{w}" src=w.svg aria-hidden=true></p>',
    "a $x^2$, $\\frac y2$, $z + 1$, ![{w}](https://a.example/dir/w.svg)",
  ],
  headings: ["<h1>One</h1>text<h3>Two <b>b</b></h3>", "# One\n\ntext\n\n### Two **b**"],
  "numbers of a list": ["<ol><li>a<li value=7>b<li>c</ol>", "1. a\n7. b\n8. c"],
  "line ends of Windows": ["<pre>\r\na\r\n\r\nb</pre><p>c\r\nd</p>", "```\na\n\nb\n```\n\nc d"],
  "lists in lists": ["<ul><li>a<li><p>b</p><ol start=3><li>c<li>d</ol><li></ul>", "- a\n- b\n  3. c\n  4. d"],
  code: ['<pre><code class="language-js">\nlet a;\n  b &lt; c</code></pre>', "```js\nlet a;\n  b < c\n```"],
  "code with a fence in it": ["<pre>a\n```\nb</pre>", "````\na\n```\nb\n````"],
  quotes: ["<blockquote><p>a<p>b</blockquote>", "> a\n> \n> b"],
  tables: [
    "<table><caption>C</caption><thead><tr><th>a<th>b|c</thead><tbody><tr><td>1<td><p>2</p><p>3</p><tr><td>4</table>",
    "C\n\n| a | b\\|c |\n| --- | --- |\n| 1 | 2 3 |\n| 4 |  |",
  ],
  "cells that reach over others": [
    "<table><tr><th colspan=9>T<tr><td rowspan=2>a<td colspan=2>b<td>c<tr><td>d<td>e<td>f</table>",
    "| T |  |  |  |\n| --- | --- | --- | --- |\n| a | b |  | c |\n|  | d | e | f |",
  ],
  "what a table hides, and what is between its rows": [
    "<table><form><tr><th>a<th>b</tr></form>text<tr hidden><td>c<td>d<tr><td>e<td style='display:none'>f<td>g</table>",
    "text\n\n| a | b |\n| --- | --- |\n| e | g |",
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
  "blocks in a link": ['<a href="/x"><div><h3>T</h3><p>t</p></div></a>', "### [T](https://a.example/x)\n\nt"],
  "blocks in marks of a line": ["<p><span><b><div>a</div><div>b</div></b></span></p>", "a\n\nb"],
  "a heading in what opens a part": [
    "<details><summary><section><a href=/s>Source</a><h4>fn x()</h4></section></summary><p>t</p></details><details><summary>S</summary>u</details>",
    "[Source](https://a.example/s)\n\n#### fn x()\n\nt\n\n**S**\n\nu",
  ],
  "a heading that is a button": [
    "<h2><button>Question?</button></h2><p>t</p><h2>A <button>Copy</button></h2>",
    "## Question?\n\nt\n\n## A",
  ],
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
  // A form around it all is the page, and a small one is not.
  assert.equal(write(page(`<form><p>${text}</p></form><form><p>Log in</p></form>`)), text);
  // The contents of a book are what its first page is about; those of the page are its headings again.
  const contents = (href) => `<div class="toc"><ul><li><a href="${href}">First</a></ul></div>`;
  const url = "https://a.example/dir/book.html";
  const first = "- [First](https://a.example/dir/first.html)";
  assert.equal(write(`<p>${text}</p>${contents("first.html")}`, url), `${text}\n\n${first}`);
  for (const own of ["#first", "book.html#first"]) assert.equal(write(`<p>${text}</p>${contents(own)}`, url), text);
  assert.equal(write(`<p>Hi</p><div class="menu">${contents("first.html")}</div>`, url), `Hi\n\n${first}`);
  // A teaser is not the page.
  assert.equal(write(page(`<article>Short.</article><div><p>${text}</p></div>`)), `Short.\n\n${text}`);
  // A list of links is what an index is about.
  assert.equal(
    write("<nav><ul><li><a href=/a>A</a><li><a href=/b>B</a></ul></nav>"),
    "- [A](https://a.example/a)\n- [B](https://b.example/b)".replace("b.example", "a.example"),
  );
});

test("a page in pieces is the same page", () => {
  const html =
    '<title>A\r\nb</title><p title="<p>">a &amp; b &lt; c\r\n<pre>\r\na\r\n\rb < c</pre><script>"<p>"</script>text';
  const whole = treeOf(html);
  for (const size of [1, 2, 3, 7, 30]) {
    const pieces = Array.from({ length: Math.ceil(html.length / size) }, (_, i) =>
      html.slice(i * size, (i + 1) * size),
    );
    assert.deepEqual(treeOf(...pieces), whole);
  }
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
