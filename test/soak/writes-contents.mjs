/** What the soak of writes puts into files: a text that tells its number, and whether it is whole. */

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
