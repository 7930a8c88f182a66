import { Parser } from "htmlparser2";

const NO_NODES: Node[] = [];
const NO_ATTRIBUTES: Readonly<Record<string, string>> = {};

/** A page as it is needed here: no comments, no namespaces. Text is a string among the children. */
export class Element {
  children: Node[] = NO_NODES;
  /** Characters of text, and of those inside links. */
  length = 0;
  linked = 0;
  /** It has no part in what is written, with all below it. */
  isDropped = false;
  /** A part of a line, with all that is in it. */
  isInLine = false;

  constructor(
    readonly name: string,
    readonly attribs: Record<string, string>,
    readonly parent: Element | undefined,
  ) {}
}
export type Node = Element | string;

/** Elements that are parts of a line. */
export const INLINE = new Set(
  "a abbr acronym b bdi bdo big br cite code data del dfn em font i img ins kbd label mark nobr output picture q rp rt ruby s samp small source span strike strong sub sup time tt u var wbr".split(
    " ",
  ),
);

/** Functions on the tree may recurse: the text of deeper elements becomes that of the one around them. */
const MAX_DEPTH = 256;
/** So many open elements have no page for a reader, and each takes the parser the longer. */
const MAX_OPEN = 4096;
const MAX_NODES = 1_000_000;
/** Their contents are not text for a reader. */
const SILENT = new Set(["script", "style", "template", "noscript", "svg", "iframe", "object", "canvas"]);

function hasAny(attribs: Record<string, string>): boolean {
  for (const _ in attribs) return true;
  return false;
}

/** Builds the tree of a page, element by element. */
class Builder {
  readonly root = new Element("#root", {}, undefined);
  title = "";
  base = "";
  private at = this.root;
  /** Children of all open elements, and where those of each begin: an array for each that grows would take the memory. */
  private readonly inside: Node[] = [];
  private readonly begins: number[] = [];
  private nodes = 0;
  private depth = 0;
  /** Open elements that have no place in the tree, and whose text has none, or goes to the one around them. */
  private silent = 0;
  private tooDeep = 0;

  get isTooMuch(): boolean {
    return this.nodes > MAX_NODES || this.depth + this.tooDeep + this.silent > MAX_OPEN;
  }

  open(name: string, attribs: Record<string, string>): void {
    if (name === "base") this.base ||= attribs.href ?? "";
    if (this.silent || SILENT.has(name)) return void this.silent++;
    this.nodes++;
    if (this.tooDeep || this.depth === MAX_DEPTH) return void this.tooDeep++;
    const made = new Element(name, hasAny(attribs) ? attribs : NO_ATTRIBUTES, this.at);
    this.inside.push(made);
    this.begins.push(this.inside.length);
    this.at = made;
    this.depth++;
  }

  text(text: string): void {
    if (this.silent) return;
    if (this.at.name === "title") return void (this.title += text);
    this.inside.push(text);
    this.at.length += text.trim().length;
  }

  close(): void {
    if (this.silent) return void this.silent--;
    if (this.tooDeep) return void this.tooDeep--;
    const { parent, name, length, linked } = this.at;
    const begin = this.begins.pop() ?? 0;
    if (begin < this.inside.length) this.at.children = this.inside.splice(begin);
    if (!parent) return;
    parent.length += length;
    parent.linked += name === "a" ? length : linked;
    this.at = parent;
    this.depth--;
  }

  /** Closes what is still open. */
  end(): void {
    this.silent = this.tooDeep = 0;
    while (this.at.parent) this.close();
    this.close();
  }
}

/** Reads HTML as browsers do, as far as it goes: nothing is an error. */
export class TreeReader {
  private readonly builder = new Builder();
  private readonly parser = new Parser({
    onopentag: (name, attribs) => {
      this.builder.open(name, attribs);
      if (this.builder.isTooMuch) this.parser.pause();
    },
    ontext: (text) => this.builder.text(text),
    onclosetag: () => this.builder.close(),
  });
  private waiting: string[] = [];

  /** A piece of the page. It is read up to its last tag, so that no text is in two pieces. */
  write(html: string): void {
    const end = Math.max(html.lastIndexOf("<"), 0);
    this.waiting.push(html.slice(0, end));
    if (end) this.parse();
    this.waiting.push(html.slice(end));
  }

  end(): { root: Element; title: string; base: string; isCut: boolean } {
    this.parse();
    this.parser.end();
    this.builder.end();
    const { root, title, base, isTooMuch } = this.builder;
    return { root, title: title.replace(/\s+/g, " ").trim(), base, isCut: isTooMuch };
  }

  private parse(): void {
    const html = this.waiting.splice(0).join("");
    if (!this.builder.isTooMuch) this.parser.write(html.replace(/\r\n?/g, "\n"));
  }
}
