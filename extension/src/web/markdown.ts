import type { Element, Node } from "./tree";

const INLINE = new Set(
  "a abbr b bdi bdo big br cite code data del dfn em font i img ins kbd label mark output picture q rp rt ruby s samp small source span strike strong sub sup time tt u var wbr".split(
    " ",
  ),
);
const MARKS: Record<string, string> = {
  ...{ b: "**", strong: "**", em: "*", i: "*", del: "~~", s: "~~", strike: "~~" },
};
const CODE = new Set(["code", "kbd", "samp", "tt"]);
/** The text of an anchor to its own heading. */
const ANCHOR = /^[#¶§🔗]?$/u;

const isInline = (node: Node) => typeof node === "string" || INLINE.has(node.name);
const indent = (text: string, by: string) => text.replace(/\n(?=[^\n])/g, `\n${by}`);
/** Backticks around code that may have some itself. */
const fence = (code: string, least: number) =>
  "`".repeat(Math.max(least, ...[...code.matchAll(/`+/g)].map(([run]) => run.length + 1)));

/** Characters of text as they are: of code, and of cells of tables that are in one line. */
const plain = (node: Node): string =>
  typeof node === "string" ? node : node.name === "br" ? "\n" : node.children.map(plain).join("");

/** Writes elements as Markdown. Signs of Markdown in the text stay as they are: models read it, no renderer. */
export class Writer {
  /** `base`: what links are relative to. */
  constructor(private readonly base: string) {}

  write(elements: readonly Element[]): string {
    const texts = elements.map(({ name, children, ...rest }) => {
      const isWhole =
        isInline({ name, children, ...rest }) || /^(pre|table|[uod]l|li|h[1-6]|tr|blockquote)$/.test(name);
      return this.blocks(isWhole ? [{ name, children, ...rest }] : children).join("\n\n");
    });
    return texts.filter(Boolean).join("\n\n");
  }

  /** Paragraphs, lists and so on; what is between them is a paragraph. */
  private blocks(nodes: readonly Node[]): string[] {
    const made: string[] = [];
    let line: Node[] = [];
    const end = () => {
      const text = this.inline(line);
      if (text) made.push(text);
      line = [];
    };
    for (const node of nodes) {
      if (typeof node === "string" || (INLINE.has(node.name) && node.children.every(isInline))) {
        line.push(node);
      } else {
        end();
        made.push(...this.block(node));
      }
    }
    end();
    return made;
  }

  private block(element: Element): string[] {
    const { name, children } = element;
    const level = /^h([1-6])$/.exec(name)?.[1];
    if (level) return this.oneLine(children).map((text) => `${"#".repeat(Number(level))} ${text}`);
    if (name === "pre") return this.code(element);
    if (name === "ul" || name === "ol" || name === "menu") return this.list(element);
    if (name === "table") return this.table(element);
    if (name === "hr") return ["---"];
    if (name === "dt" || name === "summary") return this.oneLine(children).map((text) => `**${text}**`);
    const inner = this.blocks(children);
    if (name === "li") return inner.length ? [`- ${indent(inner.join("\n"), "  ")}`] : [];
    if (name === "blockquote") return inner.length ? [`> ${inner.join("\n\n").replace(/\n/g, "\n> ")}`] : [];
    return inner;
  }

  private oneLine(nodes: readonly Node[]): string[] {
    const text = this.blocks(nodes).join(" ").replace(/\s+/g, " ");
    return text ? [text] : [];
  }

  private code(element: Element): string[] {
    const text = plain(element).replace(/^\n/, "").trimEnd();
    if (!text) return [];
    const inner = element.children.find((node): node is Element => typeof node !== "string");
    const classes = `${element.attribs.class ?? ""} ${inner?.attribs.class ?? ""}`;
    const language = /\b(?:language|lang|highlight-source)-([\w+#-]+)/.exec(classes)?.[1] ?? "";
    const marks = fence(text, 3);
    return [`${marks}${language}\n${text}\n${marks}`];
  }

  private list(list: Element): string[] {
    let number = Number.parseInt(list.attribs.start ?? "1", 10) || 1;
    const items = list.children.flatMap((node) => {
      if (typeof node === "string") return [];
      const inner = this.blocks(node.name === "li" ? node.children : [node]);
      if (!inner.length) return [];
      const mark = list.name === "ol" ? `${number++}. ` : "- ";
      const isTight = !inner.some((one) => one.startsWith("```"));
      return [mark + indent(inner.join(isTight ? "\n" : "\n\n"), " ".repeat(mark.length))];
    });
    return items.length ? [items.join("\n")] : [];
  }

  /** Rows with cells of one line; a table that only lays out the page is what it has in it. */
  private table(table: Element): string[] {
    const rows: Element[][] = [];
    const captions: Element[] = [];
    for (const node of table.children) {
      if (typeof node === "string") continue;
      if (node.name === "caption") captions.push(node);
      for (const row of node.name === "tr" ? [node] : node.children) {
        if (typeof row === "string" || row.name !== "tr") continue;
        rows.push(
          row.children.filter((cell): cell is Element => typeof cell !== "string" && /^t[dh]$/.test(cell.name)),
        );
      }
    }
    const cells = rows.flat();
    const hasBlocks = (element: Element): boolean =>
      element.children.some(
        (node) => typeof node !== "string" && (/^(table|pre|h[1-6])$/.test(node.name) || hasBlocks(node)),
      );
    const width = Math.max(0, ...rows.map(({ length }) => length));
    if (width < 2 || rows.length < 2 || cells.some(hasBlocks))
      return this.blocks(cells.flatMap(({ children }) => children));
    const line = (texts: string[]) => `| ${texts.join(" | ")} |`;
    const texts = rows.map((row) =>
      Array.from({ length: width }, (_, i) =>
        row[i] ? this.oneLine(row[i].children).join("").replace(/\|/g, "\\|") : "",
      ),
    );
    const [head = [], ...body] = texts;
    const above = captions.flatMap(({ children }) => this.oneLine(children));
    return [...above, [line(head), line(head.map(() => "---")), ...body.map(line)].join("\n")];
  }

  /* ---- inside a line ------------------------------------------------------------------------ */

  private inline(nodes: readonly Node[]): string {
    return this.run(nodes)
      .replace(/[ \t\r\f]*\n[ \t\r\f]*/g, "\n")
      .trim();
  }

  private run(nodes: readonly Node[]): string {
    return nodes
      .map((node) => this.one(node))
      .join("")
      .replace(/ {2,}/g, " ");
  }

  private one(node: Node): string {
    if (typeof node === "string") return node.replace(/[\s\u00a0]+/g, " ");
    const { name, attribs, children } = node;
    if (name === "br") return "\n";
    if (name === "img") return this.image(attribs);
    if (CODE.has(name)) return this.span(plain(node));
    const text = this.run(children);
    if (name === "a") return this.link(text, attribs.href ?? "");
    if (name === "q") return `"${text}"`;
    const mark = MARKS[name];
    const inner = text.trim();
    if (!mark || !inner || inner.startsWith(mark)) return text;
    return text.replace(inner, () => `${mark}${inner}${mark}`);
  }

  private span(code: string): string {
    const text = code.replace(/\s+/g, " ");
    if (!text.trim()) return text;
    const marks = fence(text, 1);
    return marks.length > 1 ? `${marks} ${text} ${marks}` : `${marks}${text}${marks}`;
  }

  private link(text: string, href: string): string {
    const inner = text.trim();
    if (href.startsWith("#")) return ANCHOR.test(inner) ? "" : text;
    const url = this.absolute(href);
    if (!url || !inner) return text;
    return text.replace(inner, () => (inner === url ? `<${url}>` : `[${inner.replace(/\n/g, " ")}](${url})`));
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
    return /^(https?|mailto|ftp):$/.test(url.protocol) ? url.href.replace(/\(/g, "%28").replace(/\)/g, "%29") : "";
  }
}
