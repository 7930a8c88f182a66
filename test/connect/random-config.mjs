/** Random configurations, the same for the same seed. */

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function makeNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const WORDS = [
  "docs",
  "db",
  "a b",
  "größe",
  "日本",
  "😀",
  "x-y_1",
  "no // comment",
  "# none",
  "{[,]}",
  'q"q',
  "b\\s",
  "tab\t",
  "",
];
const TAILS = ["plain", '"quoted', "{ [ ,", "// twice", "# twice", "ünï 😀", "'", "= 1", "[a.b]"];

export class RandomConfig {
  /** `comments` has each comment that was written, in order. */
  comments = [];

  constructor(seed) {
    this.number = makeNumbers(seed);
    this.eol = this.chance(0.3) ? "\r\n" : "\n";
    this.bom = this.chance(0.2) ? "\uFEFF" : "";
    /** How much else than values there is: some files have no comments at all, some are nothing but. */
    this.noise = this.pick([0, 0.1, 0.4]);
    this.unit = this.pick(["  ", "    ", "\t"]);
  }

  chance = (share) => this.number() < share;
  below = (limit) => Math.floor(this.number() * limit);
  pick = (list) => list[this.below(list.length)];
  many = (most, make) => Array.from({ length: this.below(most + 1) }, make);

  comment(start, end = "") {
    const text = `${start} c${this.comments.length} ${this.pick(TAILS)}${end}`;
    this.comments.push(text);
    return text;
  }

  /** Names that are different from one another. */
  names(most, ...others) {
    return [...new Set([...others, ...this.many(most, () => this.pick(WORDS))])].sort(() => this.number() - 0.5);
  }

  // JSON with comments

  json(servers) {
    const start = this.bom + this.around(0);
    if (this.chance(0.05)) return start + this.pick(["", " ", this.eol]);
    return start + this.object(0, { servers, isRoot: true }) + this.around(0) + (this.chance(0.8) ? this.eol : "");
  }

  /** Blanks and comments where they may be. */
  around(depth) {
    let text = "";
    while (this.chance(this.noise)) {
      const indent = this.eol + this.unit.repeat(depth);
      const kinds = [
        () => `${this.comment("//")}${indent}`,
        () => `${this.comment("/*", " */")}`,
        () => `${this.comment("/*", `${this.eol} */`)}`,
        () => indent,
        () => " ",
      ];
      text += this.pick(kinds)();
    }
    return text;
  }

  object(depth, { servers, isRoot = false, fixed = {} } = {}) {
    const names = this.names(3, ...(isRoot && this.chance(0.7) ? ["mcpServers"] : []), ...Object.keys(fixed));
    const items = names.map((name) => () => {
      const key = this.string(name) + this.around(depth) + ":" + this.pick(["", " "]) + this.around(depth);
      if (name in fixed) return key + JSON.stringify(fixed[name], null, this.pick(["", 1])).replaceAll("\n", this.eol);
      const isServers = isRoot && name === "mcpServers";
      return key + (isServers ? this.object(depth + 1, { fixed: servers }) : this.value(depth + 1));
    });
    return this.list("{", items, "}", depth);
  }

  string(text) {
    const plain = JSON.stringify(text);
    return this.chance(0.1) ? plain.replace(/[a-z]$/, (one) => `\\u00${one.charCodeAt(0).toString(16)}`) : plain;
  }

  list(open, items, close, depth) {
    const isInline = this.chance(0.3);
    const start = isInline ? this.pick(["", " "]) : this.eol + this.unit.repeat(depth + 1);
    let text = open;
    for (const [i, item] of items.entries()) {
      text += this.around(depth + 1) + start + this.around(depth + 1) + item() + this.around(depth + 1);
      if (i < items.length - 1 || this.chance(0.2)) text += `,${this.around(depth + 1)}`;
    }
    const end =
      isInline || (!items.length && this.chance(0.5)) ? this.pick(["", " "]) : this.eol + this.unit.repeat(depth);
    return text + this.around(depth + 1) + end + close;
  }

  value(depth) {
    const kinds = [
      () => this.string(this.pick(WORDS)),
      () => this.pick(["true", "false", "null", "0", "-1.5e3", "12345678"]),
      () => this.string(this.pick(WORDS)),
    ];
    if (depth < 4) {
      kinds.push(() => this.object(depth));
      kinds.push(() =>
        this.list(
          "[",
          this.many(3, () => () => this.value(depth + 1)),
          "]",
          depth,
        ),
      );
    }
    return this.pick(kinds)();
  }

  // TOML

  toml(servers) {
    const start = this.lines();
    const tables = this.names(4).map((name) => () => this.table([name, ...this.many(1, () => "sub")]));
    const shape = this.pick(["none", "tables", "header", "dotted", "inline", "keys in a header"]);
    const root = this.names(3).map((name) => this.row(`r-${name}`, this.tomlValue(0)));
    if (shape === "inline") root.push(this.row("mcp_servers", this.inlineTable(servers)));
    if (shape === "dotted")
      for (const [name, entry] of Object.entries(servers))
        for (const [key, value] of Object.entries(entry))
          root.push(this.row(["mcp_servers", name, key], this.plain(value)));
    if (shape === "header") tables.push(() => this.head(["mcp_servers"]));
    if (shape === "keys in a header")
      tables.push(() => this.head(["mcp_servers"]) + this.rows(servers, (entry) => this.inlineTable(entry)));
    if (["tables", "header"].includes(shape))
      for (const [name, entry] of Object.entries(servers))
        tables.push(() => this.head(["mcp_servers", name]) + this.rows(entry, (value) => this.plain(value)));
    if (this.chance(0.3))
      tables.push(
        ...this.many(2, () => () => this.head(["list"], true) + this.rows({ a: 1 }, () => this.tomlValue(1))),
      );
    const text = start + root.join("") + tables.map((make) => make() + this.lines()).join("");
    return this.bom + (this.chance(0.2) ? text.slice(0, text.trimEnd().length) : text);
  }

  lines() {
    let text = "";
    while (this.chance(this.noise))
      text += this.chance(0.5) ? this.comment("#") + this.eol : this.pick(["", "  "]) + this.eol;
    return text;
  }

  tomlKey = (path) =>
    [path]
      .flat()
      .map((key) => (/^[\w-]+$/.test(key) && !this.chance(0.1) ? key : JSON.stringify(key)))
      .join(this.pick([".", ".", " . "]));
  end = () =>
    (this.chance(this.noise) ? this.pick([" ", "   "]) + this.comment("#") : this.pick(["", "", " "])) + this.eol;
  row = (key, value) =>
    this.pick(["", "", this.unit]) + this.tomlKey(key) + this.pick([" = ", "=", "  =  "]) + value + this.end();
  rows = (values, make) =>
    Object.entries(values)
      .map(([key, value]) => this.row(key, make(value)) + this.lines())
      .join("");

  head(path, isList = false) {
    const [open, close] = isList ? ["[[", "]]"] : ["[", "]"];
    return this.pick(["", "", this.eol]) + this.lines() + open + this.tomlKey(path) + close + this.end();
  }

  table(path) {
    return (
      this.head(path.map((name) => `t-${name}`)) +
      this.rows(Object.fromEntries(this.names(3).map((name) => [name])), () => this.tomlValue(0))
    );
  }

  plain = (value) =>
    typeof value === "string"
      ? JSON.stringify(value)
      : Array.isArray(value)
        ? this.tomlList(value.map((one) => () => this.plain(one)))
        : String(value);
  inlineTable = (values) =>
    `{ ${Object.entries(values)
      .map(
        ([key, value]) =>
          `${this.tomlKey(key)} = ${typeof value === "object" && !Array.isArray(value) ? this.inlineTable(value) : this.plain(value)}`,
      )
      .join(", ")} }`;

  tomlList(items) {
    if (this.chance(0.6)) return `[${items.map((item) => item()).join(", ")}]`;
    const start = this.end();
    const inner = items.map((item) => `${this.lines()}${this.unit}${item()},${this.end()}`).join("");
    return `[${start}${inner}${this.lines()}]`;
  }

  tomlValue(depth) {
    const kinds = [
      () => JSON.stringify(this.pick(WORDS)),
      () => `'${this.pick(WORDS).replaceAll("'", "")}'`,
      () => `"""${this.eol}# no comment${this.eol}[no.table]${this.eol}"""`,
      () => "'''{ # '' '''",
      () => this.pick(["1", "-1_000", "0xDEAD_beef", "9007199254740993", "1.50", "-0.0", "inf", "6.02e+23", "true"]),
      () =>
        this.pick([
          "1979-05-27T07:32:00Z",
          "1979-05-27T00:32:00.999999-07:00",
          "1979-05-27",
          "07:32:00",
          "1979-05-27 07:32:00",
        ]),
    ];
    if (depth < 3) {
      kinds.push(() => this.tomlList(this.many(3, () => () => this.tomlValue(depth + 1))));
      kinds.push(() => this.inlineTable(Object.fromEntries(this.names(2).map((name) => [name, this.below(9)]))));
    }
    return this.pick(kinds)();
  }
}
