import { compile } from "css-select";

import { type Element, INLINE, type Node } from "./tree";

/** Around what a page is about: ways to other pages, and what a person would click. */
const AROUND = new Set(["nav", "aside", "footer", "dialog", "button", "select", "textarea", "input", "title"]);
const AROUND_ROLES = /^(navigation|banner|contentinfo|search|complementary|dialog|alertdialog)$/;
const HIDDEN = /display\s*:\s*none|visibility\s*:\s*hidden/i;
const BLOCKS = new Set(["div", "section", "ul", "ol", "header", "table"]);
/** By a name and mostly links, it is not what the page is about. */
const NAMED_AROUND =
  /\b(nav|navbar|menu|sidebar|breadcrumbs?|cookies?|consent|banner|share|social|related|advert|ads|promo)\b/i;
const CONTENTS = /\btoc\b/i;
/** A part that has less of the text than this is a teaser. */
const LEAST_SHARE = 0.3;
/** One that has more than this of all text is what the page is about: an index, or a form around it all. */
const WHOLE_SHARE = 0.5;

/** Formulas are pictures with a text that only screen readers shall not read. */
const isHidden = ({ name, attribs }: Element) =>
  "hidden" in attribs ||
  (attribs["aria-hidden"] === "true" && !(name === "img" && attribs.alt)) ||
  HIDDEN.test(attribs.style ?? "");

/** Whether a table of contents is that of this page, which has the headings themselves, and not that of a book. */
function isOfPage(element: Element, page: string): boolean {
  const links = outermost(element.children, ({ name, attribs }) => name === "a" && "href" in attribs);
  const own = links.filter(({ attribs: { href = "" } }) => href.startsWith("#") || href.startsWith(`${page}#`));
  return own.length > links.length / 2;
}

/** Whether the parts of a page are around what it is about: `whole` is its length, `page` the last part of its URL. */
function isAround(element: Element, whole: number, page: string): boolean {
  const { name, attribs, parent, length, linked } = element;
  // Between the rows of a table it surrounds nothing, as browsers read it.
  if (name === "form") return length <= whole * WHOLE_SHARE && !/^t(able|head|body|foot|r)$/.test(parent?.name ?? "");
  // All that a heading has: it opens what is below.
  if (name === "button" && /^(h[1-6]|summary|dt)$/.test(parent?.name ?? "") && length === parent?.length) return false;
  if (AROUND.has(name) || AROUND_ROLES.test(attribs.role ?? "")) return true;
  if (!BLOCKS.has(name) || linked <= length / 2) return false;
  const names = `${attribs.class ?? ""} ${attribs.id ?? ""}`;
  return (
    (NAMED_AROUND.test(names) && length <= whole * WHOLE_SHARE) || (CONTENTS.test(names) && isOfPage(element, page))
  );
}

/** Drops the parts for which `drops` is true; lengths, and what is a part of a line, become those of the rest. */
function drop(element: Element, drops: (element: Element) => boolean): void {
  let [length, linked] = [0, 0];
  let isInLine = INLINE.has(element.name);
  for (const child of element.children) {
    if (typeof child === "string") {
      length += child.trim().length;
    } else if (child.isDropped || drops(child)) {
      child.isDropped = true;
    } else {
      drop(child, drops);
      isInLine &&= child.isInLine;
      length += child.length;
      linked += child.name === "a" ? child.length : child.linked;
    }
  }
  element.length = length;
  element.linked = linked;
  element.isInLine = isInLine || element.name === "math";
}

function takeBack(element: Element): void {
  element.isDropped = false;
  for (const child of element.children) if (typeof child !== "string") takeBack(child);
}

/** The outermost elements for which `test` is true. */
function outermost(nodes: readonly Node[], test: (element: Element) => boolean, into: Element[] = []): Element[] {
  for (const node of nodes) {
    if (typeof node === "string" || node.isDropped) continue;
    if (test(node)) into.push(node);
    else outermost(node.children, test, into);
  }
  return into;
}

const adapter = {
  isTag: (node: Node): node is Element => typeof node !== "string",
  getAttributeValue: ({ attribs }: Element, name: string) => attribs[name],
  getChildren: (node: Node) => (typeof node === "string" ? [] : node.children),
  getName: ({ name }: Element) => name,
  getParent: (node: Element) => node.parent ?? null,
  getSiblings: (node: Node) => (typeof node === "string" ? [] : (node.parent?.children ?? [node])),
  getText: (node: Node): string => (typeof node === "string" ? node : node.children.map(adapter.getText).join("")),
  hasAttrib: ({ attribs }: Element, name: string) => Object.hasOwn(attribs, name),
  removeSubsets: (nodes: Node[]) => nodes,
  findAll: (test: (element: Element) => boolean, nodes: Node[]): Element[] =>
    nodes.flatMap((node) =>
      typeof node === "string" ? [] : [...(test(node) ? [node] : []), ...adapter.findAll(test, node.children)],
    ),
  existsOne: (test: (element: Element) => boolean, nodes: Node[]): boolean => adapter.findOne(test, nodes) !== null,
  findOne(test: (element: Element) => boolean, nodes: Node[]): Element | null {
    for (const node of nodes) {
      if (typeof node === "string") continue;
      const found = test(node) ? node : adapter.findOne(test, node.children);
      if (found) return found;
    }
    return null;
  },
};

/** The outermost elements that a selector of CSS finds; throws where it is not valid. */
export function select(root: Element, selector: string): Element[] {
  const found = outermost(root.children, compile<Node, Element>(selector, { adapter }));
  for (const element of found) drop(element, isHidden);
  return found;
}

const isMain = ({ name, attribs }: Element) => name === "main" || attribs.role === "main";
const isArticle = ({ name }: Element) => name === "article";

/**
 * The part that a page is about: its `main` or its articles where most of the text is in them, else all, without
 * navigation and what is hidden. Rather too much than too little.
 */
export function readable(root: Element, url: string): Element[] {
  const whole = root.length;
  const page = new URL(url).pathname.split("/").pop() ?? "";
  drop(root, (element) => isHidden(element) || isAround(element, whole, page));
  // A page that is all navigation, as a list of links, is about that.
  if (!root.length) {
    takeBack(root);
    drop(root, isHidden);
  }
  for (const test of [isMain, isArticle]) {
    const found = outermost(root.children, test);
    if (found.reduce((sum, { length }) => sum + length, 0) > root.length * LEAST_SHARE) return found;
  }
  return [root];
}
