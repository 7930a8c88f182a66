/** Contents of the soak of writes, and their check after a writer was killed. */

/** Lines that each say the number, as many as it says. */
export function contents(generation) {
  const count = 1 + ((generation * 7919) % 3000);
  return `generation ${generation}, line of ${count}\n`.repeat(count);
}

/** The number of a whole text; undefined for anything else. */
export function readGeneration(text) {
  const found = /^generation (\d+), /.exec(text);
  return found && contents(Number(found[1])) === text ? Number(found[1]) : undefined;
}

/* ---- rows that each have one owner ----------------------------------------------------------- */

/** Long enough that a write of the file takes its time. */
const PADDING = `${"padding ".repeat(20)}\r\n`.repeat(8);
/** Lines that no writer changes keep the rows apart. The ends are mixed: such a file is written on the disk. */
const between = (i) => `above row ${i}\n${PADDING}below row ${i}\r\n`;

export const rowOf = (owner, count) => `row of ${owner}: ${count};`;

/** A text with a row for each owner, by its count. */
export function makeRows(owners, countOf = () => 0) {
  return owners.map((owner, i) => `${between(i)}${rowOf(owner, countOf(owner))}\n`).join("");
}

/** The count of each owner; undefined where the text is not whole. */
export function readRows(text, owners) {
  const counts = new Map(owners.map((owner) => [owner, 0]));
  for (const [, owner, count] of text.matchAll(/^row of (.+): (\d+);$/gm)) counts.set(owner, Number(count));
  return makeRows(owners, (owner) => counts.get(owner)) === text ? counts : undefined;
}

/** How many lines each owner has in a log, which are to be 1, 2, 3…; undefined where it is not whole. */
export function readLog(text) {
  const counts = new Map();
  for (const line of text.split("\n").slice(0, -1)) {
    const [, owner, count] = /^line of (.+): (\d+)$/.exec(line) ?? [];
    if (!owner || Number(count) !== (counts.get(owner) ?? 0) + 1) return undefined;
    counts.set(owner, Number(count));
  }
  return text === "" || text.endsWith("\n") ? counts : undefined;
}

export const logLine = (owner, count) => `line of ${owner}: ${count}\n`;
