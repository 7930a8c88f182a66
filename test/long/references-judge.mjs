/** Questions on the names of a folder, and the tally of their answers. */

export const keyOf = ({ file, line, column }) => `${file}:${line}:${column}`;

export function groupBy(list, of) {
  const groups = new Map();
  for (const one of list) {
    const key = of(one);
    if (groups.has(key)) groups.get(key).push(one);
    else groups.set(key, [one]);
  }
  return groups;
}

/**
 * One question: `place` is asked about, or `path` in `file`, or `name` alone.
 *
 * @typedef {object} Question
 * @property {string} tool
 * @property {"place" | "line" | "path" | "name"} way
 * @property {object} args
 * @property {object} place what was chosen; of the ways by name a symbol's declaration
 * @property {Set<string>} allowed ids of the symbols that the answer may be about
 */

/** How many of a hundred questions are on what sort of symbol. */
export const SHARES = { global: 30, member: 30, parameter: 15, local: 12, library: 8, other: 5 };
const TOOLS = [
  "find_references",
  "find_references",
  "find_references",
  "find_definition",
  "find_definition",
  "get_call_hierarchy",
];

/** Makes questions of the names: `{symbols, places, byName}`; `elsewhere(name)`: another folder has it. */
export function makeQuestions(names, count, random, folder, elsewhere) {
  const sortOf = ({ symbol }) => {
    const sort = names.symbols.get(symbol)?.sort;
    return SHARES[sort] ? sort : sort === "external" ? "library" : "other";
  };
  const pools = groupBy(
    names.places.filter((place) => place.name !== "_"),
    sortOf,
  );
  const questions = [];
  for (const [sort, share] of Object.entries(SHARES)) {
    const pool = pools.get(sort) ?? [];
    for (let i = 0; i < Math.round((count * share) / 100) && pool.length; i++) {
      const place = random.pick(pool);
      questions.push(toQuestion(names, place, sort, random, folder, elsewhere));
    }
  }
  return questions;
}

function toQuestion(names, place, sort, random, folder, elsewhere) {
  const symbol = names.symbols.get(place.symbol);
  const file_path = `${folder}/${place.file}`;
  let tool = random.pick(TOOLS);
  if (tool === "get_call_hierarchy" && !["global", "member"].includes(sort)) tool = "find_definition";
  const ways = ["place", "place", "line"];
  if (symbol?.file && !symbol.isInnermost) ways.push("path", "path", "name");
  if (symbol?.sort === "library" || symbol?.sort === "external") ways.push("name");
  const way = random.pick(ways);
  const onLine = names.byName.get(place.name).filter((one) => one.file === place.file && one.line === place.line);
  if (way === "line" && onLine.length === 1) {
    const args = { symbol: place.name, file_path, line: place.line };
    return { tool, way, sort, args, place, allowed: new Set([place.symbol]) };
  }
  if (way === "path") {
    const args = { symbol: symbol.path, file_path: `${folder}/${symbol.file}` };
    const allowed = [...names.symbols.values()].filter(
      (one) => one.file === symbol.file && `.${one.path}`.endsWith(`.${symbol.path}`),
    );
    return { tool, way, sort, args, place, allowed: new Set(allowed.map(({ id }) => id)) };
  }
  if (way === "name") return byName(names, { tool, way, sort, place }, symbol, folder, elsewhere);
  // A place inside of the name is one of the name.
  const column = place.column + (random.isOneIn(3) ? random.below(place.name.length) : 0);
  return {
    tool,
    way: "place",
    sort,
    args: { file_path, line: place.line, column: column + 1 },
    place,
    allowed: new Set([place.symbol]),
  };
}

/** Without a file where the whole workspace has one symbol of the name that more than one function knows. */
function byName(names, question, symbol, folder, elsewhere) {
  const named = [...names.symbols.values()].filter(({ name }) => name === symbol.name);
  const seen = named.filter(({ sort }) => ["global", "member", "library", "external", "module"].includes(sort));
  // For a library's name, a variable of the folder is as good an answer.
  const isOwn = symbol.file || named.length === 1;
  const isAlone = seen.length === 1 && seen[0] === symbol && isOwn && !elsewhere(symbol.name);
  if (isAlone) return { ...question, args: { symbol: symbol.name }, allowed: new Set([symbol.id]) };
  const file = symbol.file ?? question.place.file;
  const declared = named.filter((one) => one.file === file);
  const used = names.byName
    .get(symbol.name)
    .filter((one) => one.file === file)
    .map((one) => one.symbol);
  const allowed = new Set(declared.length ? declared.map(({ id }) => id) : used);
  return { ...question, args: { symbol: symbol.name, file_path: `${folder}/${file}` }, allowed };
}

/** The answers by what they came to. */
export class Tally {
  right = 0;
  unknown = [];
  wrong = [];
  undecided = [];
  times = [];

  constructor(title) {
    this.title = title;
  }

  /** `verdict`: {is: "right" | "unknown" | "wrong" | "undecided", why}. */
  add(question, answer, verdict, took) {
    this.times.push(took);
    if (verdict.is === "right") return this.right++;
    const { tool, way, sort, args } = question;
    this[verdict.is].push(
      `${tool} by ${way} (${sort}) ${JSON.stringify(args)}: ${verdict.why}\n    | ${answer.text.slice(0, 700).replaceAll("\n", "\n    | ")}`,
    );
  }

  print() {
    const times = this.times.sort((a, b) => a - b);
    console.log(
      `${this.title}: ${times.length} asked, ${this.right} right, ${this.unknown.length} unknown, ${this.wrong.length} wrong, ${this.undecided.length} undecided; median ${times[times.length >> 1]} ms, nine of ten ${times[Math.floor(times.length * 0.9)]} ms`,
    );
    const reasons = groupBy(this.undecided, (line) => /undecided: ([^(\n]*)/.exec(line)?.[1] ?? "");
    for (const [reason, lines] of reasons) console.log(`  undecided, ${lines.length}: ${reason}`);
    for (const line of this.unknown) console.log(`  unknown: ${line.split("\n").slice(0, 2).join("\n")}`);
  }
}
