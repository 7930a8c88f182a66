const mustache = require("./mustache.js");
const view = {
  name: 'A & <B> "c"',
  n: 0,
  e: "",
  list: [1, 2, 3],
  people: [{ name: "x", tags: ["p", "q"] }, { name: "y" }],
  deep: {
    a: {
      b: "c",
      f() {
        return this.b + "!";
      },
    },
  },
  yes: true,
  no: false,
  none: null,
  fn() {
    return this.n + 1;
  },
  wrap() {
    return (text, render) => "[" + render(text) + "]";
  },
  len: "four",
  up: () => (t) => t.toUpperCase(),
  str: "abc",
};
const templates = [
  "{{name}} {{{name}}} {{&name}}",
  "{{n}}{{e}}{{missing}}{{none}}",
  "{{#list}}{{.}},{{/list}}",
  "{{^list}}no{{/list}}{{^none}}none{{/none}}",
  "{{#people}}{{name}}:{{#tags}}{{.}}{{/tags}};{{/people}}",
  "{{deep.a.b}} {{deep.a.f}} {{deep.x.y}} {{len.length}} {{str.length}}",
  "{{#deep}}{{#a}}{{b}}{{name}}{{/a}}{{/deep}}",
  "{{#yes}}y{{/yes}}{{#no}}n{{/no}}{{^no}}not{{/no}}",
  "{{fn}}",
  "{{#wrap}}hi {{name}}{{/wrap}}",
  "{{#up}}abc{{/up}}",
  "{{! comment }}a{{!b}}",
  "{{=<% %>=}}<% name %>{{name}}<%={{ }}=%>{{n}}",
  "  {{> part}}\n{{>missing}}x",
  "{{#list}}\n- {{.}}\n{{/list}}\n",
  "{{#a}}",
  "{{/a}}",
  "{{#a}}{{/b}}",
  "{{",
  "{{{x",
  "{{=x}}",
  "",
  "plain",
  "{{#people}}\n  {{>part}}\n{{/people}}",
  "\n {{#yes}} \n in \n {{/yes}} \n end",
  "{{#list}}{{#people}}{{.}}{{/people}}{{/list}}",
  "{{ name }}{{  {name}  }}",
];
const partials = { part: "<{{name}}>\n<{{n}}>", rec: "{{#next}}{{>rec}}{{/next}}" };
const safe = (run) => {
  try {
    return run();
  } catch (e) {
    return "throws " + e.message;
  }
};
for (const t of templates) {
  console.log(
    JSON.stringify([
      t,
      safe(() => mustache.parse(t)),
      safe(() => mustache.render(t, view, partials)),
      safe(() => mustache.render(t, view, (name) => "(" + name + ")")),
      safe(() => mustache.render(t, new mustache.Context(view))),
    ]),
  );
  console.log(
    JSON.stringify([
      safe(() => mustache.render(t, view, partials, { escape: (x) => "~" + x })),
      safe(() => mustache.render(t, view, partials, ["<<", ">>"])),
      safe(() => mustache.render(t, view, partials, { tags: ["<%", "%>"] })),
    ]),
  );
}
console.log(
  JSON.stringify([
    safe(() => mustache.render(1)),
    mustache.escape('<a href="x">`=/&\'</a>'),
    mustache.name,
    mustache.version,
    mustache.tags,
  ]),
);
const s = new mustache.Scanner("abc def");
console.log(s.scan(/^b/), s.scan(/^a/), s.scanUntil(/d/), s.eos(), s.tail, s.scanUntil(/zz/), s.eos());
const w = new mustache.Writer();
w.clearCache();
console.log(w.render("{{a}}", { a: 1 }));
mustache.templateCache = undefined;
console.log(mustache.render("{{a}}", { a: 2 }));
mustache.clearCache();
const c = new mustache.Context({ a: 1, b: { c: 0 } }).push({
  d: 4,
  get e() {
    return this.d;
  },
});
console.log(c.lookup("a"), c.lookup("b.c"), c.lookup("d"), c.lookup("e"), c.lookup("x.y"), c.lookup(".").d);
