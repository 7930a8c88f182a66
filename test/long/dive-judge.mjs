/** Whether an answer of deep_dive has what a judge of the code knows: see dive-typescript.mjs for what that is. */
const few = (list, of = String) => `${list.slice(0, 5).map(of).join(", ")}${list.length > 5 ? ", …" : ""}`;
const keyOf = ({ file, line }) => `${file}:${line}`;

/**
 * The sections of an answer by name, with files as the folder has them. Other folders of the window may have what is
 * found, too (`import os` means that module), which the judge of this folder does not know.
 */
export function sectionsOf({ facts }, folder) {
  const own = (file) => (file?.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : file);
  const toSection = (one) => {
    const items = one.items.filter(({ file }) => !file || file.startsWith(`${folder}/`));
    return {
      ...one,
      total: one.total - (one.items.length - items.length),
      items: items.map((item) => ({ ...item, ...(item.file && { file: own(item.file) }) })),
      isWhole: one.status !== "unknown" && one.total === one.items.length,
      hasOthers: items.length < one.items.length,
    };
  };
  return new Map((facts.sections ?? []).map((one) => [one.name, toSection(one)]));
}

/** The findings on one answer: faults, and sections that are unknown though the judge knows. */
class Findings {
  wrong = [];
  open = [];
  checked = 0;
  namesakes = 0;

  fault(section, what) {
    this.wrong.push(`${section}: ${what}`);
  }

  /**
   * A known gap: callees that a server leaves out, in functions inside of the function, are added by their names, each
   * once. So of two methods of one name that different types have, one may be missing.
   */
  excuses(section, { name }, items) {
    const isNamesake = section === "callees" && items.some(({ text }) => text.split(".").at(-1) === name);
    if (isNamesake) this.namesakes++;
    return isNamesake;
  }

  /** A section that lacks something is a fault, unless it is unknown, or the rest of it is only counted. */
  lacks(name, section, missing, of) {
    if (!missing.length) return;
    if (section?.status === "unknown") this.open.push(name);
    else if (!section || section.isWhole) this.fault(name, `lacks ${few(missing, of)}`);
  }

  has(name, excess, of) {
    if (excess.length) this.fault(name, `has ${few(excess, of)}`);
  }

  /** Totals are those of what is listed, and nothing is listed twice. */
  form(name, section) {
    if (!section) return;
    this.checked++;
    if (section.total < section.items.length) this.fault(name, `${section.total} in all, but ${section.items.length}`);
    const lines = section.items.filter(({ file }) => file).map((item) => `${keyOf(item)} ${item.text}`);
    const twice = lines.filter((one, i) => lines.indexOf(one) !== i);
    // Two uses, or two fields, of one line look alike.
    if (/^(callers|callees|implementations|dependenc)/.test(name)) this.has(name, twice, (one) => `twice ${one}`);
    const isNone = section.total === 0 && !section.hasOthers && section.status !== "unknown";
    if ((section.status === "none") !== isNone) this.fault(name, `${section.status}, but ${section.total}`);
  }
}

/** Groups of declarations: each has a line that is listed, and no other line is. */
function compareGroups(findings, name, section, groups, more = []) {
  const lines = new Set([...groups, ...more].flatMap((one) => one.lines));
  const items = section?.items ?? [];
  findings.form(name, section);
  findings.has(
    name,
    items.filter(({ line }) => !lines.has(line)),
    ({ line, text }) => `${line} ${text}`,
  );
  const told = new Set(items.map(({ line }) => line));
  findings.lacks(
    name,
    section,
    groups.filter((one) => !one.lines.some((line) => told.has(line))),
    (one) => `${one.name} (${one.lines})`,
  );
  const most = [...groups, ...more].reduce((sum, one) => sum + one.lines.length, 0);
  if (section && section.status !== "unknown" && (section.total < groups.length || section.total > most))
    findings.fault(name, `${section.total} in all, not ${groups.length} to ${most}`);
}

/** Meanings: each is at one of its keys; `allows(item)`: it may be listed. */
function compareMeanings(findings, name, section, meanings, allows) {
  const items = section?.items ?? [];
  findings.form(name, section);
  findings.has(
    name,
    items.filter((one) => one.file && !allows(one)),
    (one) => `${keyOf(one)} ${one.text}`,
  );
  const told = new Set(items.filter(({ file }) => file).map(keyOf));
  // A server may know the module of this folder by a stub of its own, and a base of another folder by its name.
  const named = new Set(items.filter(({ file }) => !file).map(({ text }) => /[\w$]+(?= \(|$)/.exec(text)?.[0]));
  const isTold = ({ name: own, keys }) => [...keys].some((key) => told.has(key)) || named.has(own);
  const missing = meanings.filter((one) => !isTold(one) && !findings.excuses(name, one, items));
  findings.lacks(name, section, missing, (one) => `${one.name} (${few([...one.keys])})`);
}

/* ---- functions ------------------------------------------------------------------------------- */

/** `Till.open (3 calls)`, or a call in a test: the name and the number. */
function readCaller({ text = "" }) {
  const [, name, count = 1] = /^(.*?)(?: \((\d+) calls\))?$/.exec(text.replace(/^call(?: in )?/, ""));
  return { name: name.split(".").at(-1), count: Number(count) };
}

/** A caller is where its first call is; it has as many calls as it counts, and none is left over. */
function compareCallers(findings, one, sections) {
  const callers = sections.get("callers");
  const tests = sections.get("tests");
  findings.form("callers", callers);
  const inTests = (tests?.items ?? []).filter(({ text }) => /^call\b/.test(text ?? ""));
  const listed = [...(callers?.items ?? []), ...inTests].filter(({ file }) => file);
  const count = new Map();
  for (const place of listed) {
    const caller = readCaller(place);
    const at = one.possible.filter((site) => keyOf(site) === keyOf(place));
    if (!at.length) findings.fault("callers", `has ${keyOf(place)} ${place.text}, which is no call of it`);
    else if (!isAround(caller.name, at)) findings.fault("callers", `${keyOf(place)} is not in ${place.text}`);
    count.set(place.file, (count.get(place.file) ?? 0) + caller.count);
  }
  const isWhole = callers?.isWhole && (!tests || tests.isWhole);
  if (!isWhole) {
    if (callers?.status === "unknown" || tests?.status === "unknown") findings.open.push("callers");
    return;
  }
  const files = new Set([...one.possible, ...one.sites].map(({ file }) => file));
  for (const file of files) {
    const least = one.sites.filter((site) => site.file === file);
    const most = one.possible.filter((site) => site.file === file);
    const told = count.get(file) ?? 0;
    if (told < least.length || told > most.length)
      findings.fault(
        "callers",
        `${told} calls in ${file}, not ${least.length} to ${most.length}: ${few(least, keyOf)}`,
      );
  }
}

function isAround(name, sites) {
  const isTop = name === "top level" || name === "";
  return sites.some(({ within }) => (isTop ? true : within.includes(name)));
}

/** `allows(key)`: the function's text names it. */
export function judgeCallable(one, answer, folder) {
  const findings = new Findings();
  const sections = sectionsOf(answer, folder);
  for (const name of ["callers", "callees"]) if (!sections.has(name)) findings.fault(name, "is not there");
  if (one.isCalled !== false) compareCallers(findings, one, sections);
  const mentioned = new Set(one.mentioned);
  compareMeanings(findings, "callees", sections.get("callees"), one.callees, (place) => mentioned.has(keyOf(place)));
  if (one.types) {
    const keys = new Set(one.types.flatMap((type) => [...type.keys]));
    const isNamed = (place) => keys.has(keyOf(place)) || one.words.has(place.text);
    compareMeanings(findings, "types", sections.get("types"), one.types, isNamed);
  }
  return findings;
}

/* ---- types ----------------------------------------------------------------------------------- */

export function judgeType(one, answer, folder) {
  const findings = new Findings();
  const sections = sectionsOf(answer, folder);
  if (one.isInterface) {
    const join = (...names) => {
      const all = names.map((name) => sections.get(name)).filter(Boolean);
      return {
        status: all.some(({ status }) => status === "unknown") ? "unknown" : "found",
        total: all.reduce((sum, { total }) => sum + total, 0),
        items: all.flatMap(({ items }) => items),
        isWhole: all.every(({ isWhole }) => isWhole),
      };
    };
    const methods = join("required_methods", "other_methods");
    if (!methods.total && methods.status === "found") methods.status = "none";
    compareGroups(findings, "methods", methods, one.methods);
    compareGroups(findings, "properties", sections.get("properties"), one.fields);
  } else {
    compareGroups(findings, "fields", sections.get("fields"), one.fields, one.attributes);
    compareGroups(findings, "methods", sections.get("methods"), one.methods);
  }
  const bases = new Set(one.bases.flatMap(({ keys }) => [...keys]));
  compareMeanings(findings, "extends", sections.get("extends"), one.bases, (place) => bases.has(keyOf(place)));
  compareImplementations(findings, one, sections.get("implementations"));
  compareUses(findings, one, sections);
  return findings;
}

function compareImplementations(findings, one, section) {
  if (!section) return one.isInterface && findings.fault("implementations", "is not there");
  findings.form("implementations", section);
  const told = new Set(section.items.map(keyOf));
  const classes = [...one.below].filter((key) => !one.interfaces?.has(key));
  findings.lacks(
    "implementations",
    section,
    classes.filter((key) => !told.has(key)),
  );
}

function compareUses(findings, one, sections) {
  const [outside, tests] = [sections.get("used_by"), sections.get("tests")];
  if (!outside) return findings.fault("used_by", "is not there");
  for (const [name, section] of [
    ["used_by", outside],
    ["tests", tests],
  ])
    findings.form(name, section);
  const lines = new Set(one.uses.map(keyOf));
  const allowed = new Set([...one.uses, ...(one.remarks ?? [])].map(keyOf));
  const items = [...outside.items, ...(tests?.items ?? [])];
  const told = new Set(items.map(keyOf));
  findings.has(
    "used_by",
    items.filter((place) => !allowed.has(keyOf(place))),
    (place) => `${keyOf(place)} ${place.text}`,
  );
  const whole = { isWhole: outside.isWhole && (!tests || tests.isWhole), status: outside.status };
  findings.lacks(
    "used_by",
    whole,
    [...lines].filter((key) => !told.has(key)),
  );
  const total = outside.total + (tests?.total ?? 0);
  const most = one.uses.length + (one.remarks ?? []).length;
  if (outside.status !== "unknown" && (total < one.uses.length || total > most))
    findings.fault("used_by", `${total} in all, not ${one.uses.length} to ${most}`);
}

/* ---- files ----------------------------------------------------------------------------------- */

export function judgeFile(one, answer, folder) {
  const findings = new Findings();
  const sections = sectionsOf(answer, folder);
  const isDeclared = /^Declares\b/m.test(answer.text);
  const more = isDeclared ? [...one.declared].map((line) => ({ name: "", lines: [line] })) : (one.doubtful ?? []);
  if (isDeclared && one.exports.length) findings.fault("exports", `lacks ${few(one.exports, ({ name }) => name)}`);
  compareGroups(findings, "exports", sections.get("exports"), isDeclared ? [] : one.exports, more);
  const imports = [...one.imports].filter((file) => file !== one.file);
  const [forward, backward] = [sections.get("dependencies"), sections.get("dependents")];
  for (const [name, section, wanted] of [
    ["dependencies", forward, imports],
    ["dependents", backward, [...one.importers.keys()].filter((file) => file !== one.file)],
  ]) {
    findings.form(name, section);
    const told = (section?.items ?? []).filter(({ file }) => file).map(({ file }) => file);
    findings.has(
      name,
      told.filter((file) => !wanted.includes(file)),
    );
    findings.lacks(
      name,
      section,
      wanted.filter((file) => !told.includes(file)),
    );
  }
  findings.has(
    "dependents",
    (backward?.items ?? []).filter((place) => !one.importers.get(place.file)?.has(place.line)),
    (place) => `${keyOf(place)}, the judge: ${[...(one.importers.get(place.file) ?? [])]}`,
  );
  return findings;
}

/* ---- caps ------------------------------------------------------------------------------------ */

const TOKENS = { overview: 200, context: 600, full: 1500 };
const ITEMS = { overview: 10, context: 15, full: 100 };
const CHARACTERS_PER_TOKEN = 4;
/** Indented code has more characters in a token. */
const SLACK = 1.25;

/** The faults of an answer that was given no budget of its own. */
export function judgeSize({ text, facts }, depth) {
  const found = [];
  for (const { name, items } of facts.sections ?? [])
    if (items.length > ITEMS[depth]) found.push(`${name}: ${items.length} items`);
  const tokens = text.length / CHARACTERS_PER_TOKEN;
  if (tokens > TOKENS[depth] * SLACK) found.push(`${Math.round(tokens)} tokens of ${TOKENS[depth]}`);
  return found;
}
