import { type Element, INLINE, type Node } from "./tree";

const MARKS = new Map(Object.entries({ b: "**", strong: "**", em: "*", i: "*", del: "~~", s: "~~", strike: "~~" }));
const HEADINGS = new Map(Array.from({ length: 6 }, (_, i) => [`h${i + 1}`, `${"#".repeat(i + 1)} `]));
const CODE = new Set(["code", "kbd", "samp", "tt"]);
const PAGES = new Set(["http:", "https:", "mailto:", "ftp:"]);
/** The text of an anchor to its own heading. */
const ANCHOR = /^[#¶§🔗]?$/u;

/** Blanks that are not a single space. */
const BLANKS = /[^\S ]| {2}/;
const squeeze = (text: string) => (BLANKS.test(text) ? text.replace(/\s+/g, " ") : text);
/** Most texts are short and have no such character: that is seen sooner than they are replaced. */
const spaced = (text: string) => (text.includes("  ") ? text.replace(/ {2,}/g, " ") : text);
const put = (text: string, inner: string, made: string) => (text === inner ? made : text.replace(inner, () => made));
/** Elements that mean something by themselves, and not only by what is in them. */
const WHOLE = /^(pre|table|[uod]l|li|h[1-6]|tr|blockquote)$/;

const isDropped = (node: Node) => typeof node !== "string" && node.isDropped;
/** They may be around the rows of a table; old pages have forms there. */
const ROW_GROUPS = /^(t(head|body|foot)|form)$/;
/** A cell of a table of data has no such part. */
const BLOCKS = new Set(["table", "pre", ...HEADINGS.keys()]);
const hasBlocks = (element: Element): boolean =>
  element.children.some((node) => typeof node !== "string" && (BLOCKS.has(node.name) || hasBlocks(node)));
/** Each row has as many cells as the widest one. */
const MAX_COLUMNS = 100;
const indent = (text: string, by: string) => (text.includes("\n") ? text.replace(/\n(?=[^\n])/g, `\n${by}`) : text);
/** Backticks around code that may have some itself. */
const fence = (code: string, least: number) =>
  "`".repeat(code.includes("`") ? Math.max(least, ...[...code.matchAll(/`+/g)].map(([run]) => run.length + 1)) : least);

/** An exponent, which makes 2 to the 32 of 2 and 32; the "st" of 1st is none. */
const EXPONENT = /^[-+\u2212]?(?:\d+|[a-z])$/i;
const raised = (text: string) => (EXPONENT.test(text.trim()) ? `^${text.trim()}` : text);

/** Characters of text as they are: of code, and of cells of tables that are in one line. */
function plain(node: Node): string {
  if (typeof node === "string") return node;
  if (node.isDropped) return "";
  if (node.name === "br") return "\n";
  const text = node.children.map(plain).join("");
  return node.name === "sup" ? raised(text) : text;
}

function cellsOf(row: Element, between: Node[]): Element[] {
  const cells: Element[] = [];
  for (const node of row.children) {
    if (isDropped(node)) continue;
    if (typeof node === "string") between.push(node);
    else if (node.name === "td" || node.name === "th") cells.push(node);
    else if (node.name === "form") cells.push(...cellsOf(node, between));
    else between.push(node);
  }
  return cells;
}

const span = (text?: string) => (text ? Math.min(Math.max(Number.parseInt(text, 10) || 1, 1), MAX_COLUMNS) : 1);
const reaches = ({ attribs }: Element) => attribs.colspan !== undefined || attribs.rowspan !== undefined;

/** Cells in their columns: those that one reaches over are empty. */
function grid(rows: readonly Element[][]): readonly (Element | undefined)[][] {
  if (!rows.some((cells) => cells.some(reaches))) return rows;
  /** For how many rows the cell above reaches down, by column. */
  const below: number[] = [];
  return rows.map((cells) => {
    const row: (Element | undefined)[] = [];
    let end = 0;
    for (const cell of cells) {
      for (let left = below[row.length] ?? 0; left > 0; left = below[row.length] ?? 0) {
        below[row.length] = left - 1;
        row.push(undefined);
      }
      end = row.length + 1;
      const [wide, high] = [span(cell.attribs.colspan), span(cell.attribs.rowspan)];
      for (let i = 0; i < wide; i++) {
        below[row.length] = high - 1;
        row.push(i ? undefined : cell);
      }
    }
    for (let at = row.length; at < below.length; at++) below[at] = Math.max((below[at] ?? 0) - 1, 0);
    // A cell that is as wide as the table may name a larger number.
    return row.slice(0, end);
  });
}

/** A formula in TeX, if the page has it so. */
function formula(math: Element): string {
  const isTex = ({ name, attribs }: Element) => name === "annotation" && /tex/i.test(attribs.encoding ?? "");
  const find = (node: Node): string | undefined => {
    if (typeof node === "string" || node.isDropped) return undefined;
    return isTex(node) ? plain(node) : node.children.map(find).find(Boolean);
  };
  const read = (node: Node): string =>
    typeof node === "string" ? node : /^annotation/.test(node.name) ? "" : node.children.map(read).join(" ");
  const text = (math.attribs.alttext || find(math) || read(math)).replace(/\s+/g, " ").trim();
  return text && `$${text}$`;
}

/** Writes elements as Markdown. Signs of Markdown in the text stay as they are: models read it, no renderer. */
export class Writer {
  /** `base`: what links are relative to. */
  constructor(private readonly base: string) {}

  write(elements: readonly Element[]): string {
    const texts = elements.map((one) =>
      this.blocks(INLINE.has(one.name) || WHOLE.test(one.name) ? [one] : one.children).join("\n\n"),
    );
    return texts.filter(Boolean).join("\n\n");
  }

  /** Adds paragraphs, lists and so on; what is between them is a paragraph. */
  private blocks(nodes: readonly Node[], made: string[] = []): string[] {
    let line = "";
    for (const node of nodes) {
      if (typeof node === "string" || node.isInLine) {
        line += this.one(node);
      } else if (!node.isDropped) {
        if (line) this.paragraph(line, made);
        line = "";
        this.block(node, made);
      }
    }
    if (line) this.paragraph(line, made);
    return made;
  }

  private paragraph(line: string, made: string[]): void {
    const text = line.includes("\n") ? spaced(line).replace(/[ \t\r\f]*\n[ \t\r\f]*/g, "\n") : spaced(line);
    const inner = text.trim();
    if (inner) made.push(inner);
  }

  private block(element: Element, made: string[]): void {
    const { name, children } = element;
    const add = (text: string) => text && made.push(text);
    const heading = HEADINGS.get(name);
    if (heading) add(this.oneLine(children, heading));
    else if (name === "a") made.push(...this.linkBlocks(element));
    else if ((name === "dt" || name === "summary") && !hasBlocks(element)) add(this.oneLine(children, "**", "**"));
    else if (name === "pre") add(this.code(element));
    else if (name === "ul" || name === "ol" || name === "menu") add(this.list(element));
    else if (name === "table") this.table(element, made);
    else if (name === "hr") add("---");
    else if (name === "blockquote") add(this.blocks(children).join("\n\n").replace(/^/gm, "> "));
    else if (name === "li") add(this.oneItem(children, "- "));
    else this.blocks(children, made);
  }

  /** A card: the first line of what is in the link leads there. */
  private linkBlocks({ children, attribs }: Element): string[] {
    const inner = this.blocks(children);
    const line = /^(#{1,6} |)([^\n|`>![]+)$/;
    const at = inner.findIndex((text) => line.test(text));
    return inner.map((text, i) =>
      i === at
        ? text.replace(line, (_, mark: string, words: string) => mark + this.link(words, attribs.href ?? ""))
        : text,
    );
  }

  private oneLine(nodes: readonly Node[], before = "", after = ""): string {
    const made = this.blocks(nodes);
    const text = squeeze(made.length > 1 ? made.join(" ") : (made[0] ?? ""));
    return text && before + text + after;
  }

  private oneItem(nodes: readonly Node[], mark: string): string {
    const inner = this.blocks(nodes);
    const gap = inner.some((one) => one.startsWith("```")) ? "\n\n" : "\n";
    return inner.length ? mark + indent(inner.join(gap), " ".repeat(mark.length)) : "";
  }

  private code(element: Element): string {
    const text = plain(element).replace(/^\n/, "").trimEnd();
    if (!text) return "";
    const inner = element.children.find((node): node is Element => typeof node !== "string");
    const classes = `${element.attribs.class ?? ""} ${inner?.attribs.class ?? ""}`;
    const language = /\b(?:language|lang|highlight-source)-([\w+#-]+)/.exec(classes)?.[1] ?? "";
    const marks = fence(text, 3);
    return `${marks}${language}\n${text}\n${marks}`;
  }

  private list(list: Element): string {
    let number = Number.parseInt(list.attribs.start ?? "1", 10) || 1;
    const items: string[] = [];
    for (const node of list.children) {
      if (typeof node === "string" || node.isDropped) continue;
      number = Number.parseInt(node.attribs.value ?? "", 10) || number;
      const item = this.oneItem(node.name === "li" ? node.children : [node], list.name === "ol" ? `${number}. ` : "- ");
      if (!item) continue;
      items.push(item);
      number++;
    }
    return items.join("\n");
  }

  /** Rows with cells of one line; a table that only lays out the page is what it has in it. */
  private table(table: Element, made: string[]): void {
    const cells: Element[][] = [];
    this.rows(table, cells, made);
    const rows = grid(cells);
    const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
    const isLayout = width < 2 || rows.length < 2 || width > MAX_COLUMNS || cells.some((row) => row.some(hasBlocks));
    if (isLayout) {
      for (const row of cells) for (const { children } of row) this.blocks(children, made);
      return;
    }
    const cellOf = (cell: Element | undefined) => (cell ? this.oneLine(cell.children).replaceAll("|", "\\|") : "");
    const lines = rows.map((row) => {
      let line = "|";
      for (let i = 0; i < width; i++) line += ` ${cellOf(row[i])} |`;
      return line;
    });
    lines.splice(1, 0, `|${" --- |".repeat(width)}`);
    made.push(lines.join("\n"));
  }

  /** Adds the rows of cells; what is between them is before the table, as in browsers. */
  private rows(part: Element, rows: Element[][], made: string[]): void {
    const between: Node[] = [];
    for (const node of part.children) {
      if (isDropped(node)) continue;
      if (typeof node !== "string" && ROW_GROUPS.test(node.name)) this.rows(node, rows, made);
      else if (typeof node !== "string" && node.name === "tr") rows.push(cellsOf(node, between));
      else between.push(node);
    }
    this.blocks(between, made);
  }

  /* ---- inside a line ------------------------------------------------------------------------ */

  private run(nodes: readonly Node[]): string {
    let text = "";
    for (const node of nodes) text += this.one(node);
    return spaced(text);
  }

  private one(node: Node): string {
    if (typeof node === "string") return squeeze(node);
    if (node.isDropped) return "";
    const { name, attribs, children } = node;
    if (name === "br") return "\n";
    if (name === "img") return this.image(attribs);
    if (name === "math") return formula(node);
    if (CODE.has(name)) return this.span(plain(node));
    const text = this.run(children);
    if (name === "a") return this.link(text, attribs.href ?? "");
    if (name === "q") return `"${text}"`;
    if (name === "sup") return raised(text);
    const mark = MARKS.get(name);
    const inner = text.trim();
    if (!mark || !inner || inner.startsWith(mark)) return text;
    return put(text, inner, mark + inner + mark);
  }

  private span(code: string): string {
    const text = squeeze(code);
    if (!text.trim()) return text;
    const marks = fence(text, 1);
    return marks.length > 1 ? `${marks} ${text} ${marks}` : `${marks}${text}${marks}`;
  }

  private link(text: string, href: string): string {
    const inner = text.trim();
    if (href.startsWith("#")) return ANCHOR.test(inner) ? "" : text;
    const url = this.absolute(href);
    if (!url || !inner) return text;
    return put(text, inner, inner === url ? `<${url}>` : `[${inner.replace(/\n/g, " ")}](${url})`);
  }

  private image({ alt = "", src = "" }: Record<string, string>): string {
    const url = this.absolute(src);
    const text = alt.replace(/\s+/g, " ").trim();
    return text && url ? `![${text}](${url})` : text;
  }

  /** Empty where it leads to no page. */
  private absolute(href: string): string {
    if (!href || !URL.canParse(href, this.base)) return "";
    const url = new URL(href, this.base);
    return PAGES.has(url.protocol) ? url.href.replaceAll("(", "%28").replaceAll(")", "%29") : "";
  }
}
