/**
 * Random refactorings of projects that others wrote: each is applied, the project is compiled and its tests are run, and
 * the files are put back.
 *
 *   node test/refactorings/refactor.mjs [--tools NAME,…] [--projects NAME,…] [--calls N] [--seed N] [--into FOLDER]
 *     [--diagnostics]
 *
 * `--calls` are those of a tool in a project. With `--diagnostics` tools see what the servers report of their results. Prints how often each was done, refused (by reason), broken (it does not
 * compile), or different (it behaves otherwise); those two with call and diff go into a folder.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import { createTwoFilesPatch } from "diff";

import { makeCall, randomBy } from "./calls.mjs";
import { openServerEditor } from "./editor.mjs";
import { PROJECTS } from "./projects.mjs";

export const TOOLS = ["extract_function", "inline_function", "move_symbol", "change_signature", "edit_symbol"];

/** The beginning of a refusal without what is particular to the call. */
function reasonOf({ code, text }) {
  const plain = text
    .replace(/\S+:\d+(:\d+)?:?/g, "")
    .replace(/`[^`]*`|"[^"]*"|'[^']*'/g, "…")
    .replace(/\b\d+\b/g, "N")
    .replace(/\s+/g, " ")
    .trim();
  return `${code}: ${plain.slice(0, 80)}`;
}

/** The faults that compilers report now and did not before. */
function newFaults(before, after) {
  // Code that is moved takes its faults along.
  const plain = (fault) => fault.replace(/^[\w.]+: /, "");
  const left = before.map(plain);
  return after.filter((fault) => {
    const at = left.indexOf(plain(fault));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** The results that are others than before: "what: before -> now". */
function differences(before, after, isWhole) {
  const found = [];
  for (const [what, how] of after)
    if (!what.endsWith("says") && before.get(what) !== how) found.push(`${what}: ${before.get(what)} -> ${how}`);
  if (isWhole)
    for (const what of before.keys()) if (!after.has(what) && !what.endsWith("says")) found.push(`${what}: gone`);
  const says = [...after].filter(([what]) => what.endsWith("says") && !before.has(what)).map(([, text]) => text);
  return found.length ? [...found.slice(0, 12), ...says] : [];
}

/** The behaviour of a project as it is, as far as files have to do with it; asked once each where they are tested one by one. */
async function findBaseline({ project, baselines }, files) {
  const keys = project.isByFile ? files : ["all"];
  const found = { faults: [], results: new Map() };
  for (const key of keys) {
    if (!baselines.has(key)) baselines.set(key, await project.check(project.isByFile ? [key] : files));
    const { faults, results } = baselines.get(key);
    found.faults.push(...faults);
    for (const [what, how] of results) found.results.set(what, how);
  }
  return found;
}

/** Checks the project as it was changed, and puts the files back. */
async function judge(opened, changed) {
  const { project, editor } = opened;
  const seen = await project.check([...changed.keys()]);
  editor.restore(changed);
  const before = await findBaseline(
    opened,
    [...changed.keys()].filter((file) => fs.existsSync(file)),
  );
  const faults = newFaults(before.faults, seen.faults);
  if (faults.length) return { outcome: "broken", why: faults.slice(0, 12) };
  const why = differences(before.results, seen.results, !project.isByFile);
  return why.length ? { outcome: "different", why } : { outcome: "done", why: [] };
}

function patchOf(changed, folder) {
  return [...changed]
    .map(([file, [before, after]]) =>
      createTwoFilesPatch(path.relative(folder, file), path.relative(folder, file), before, after),
    )
    .join("\n");
}

/** Opens a project and its server. */
export async function openProject(name, folder, options) {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const project = await PROJECTS[name](folder);
  const editor = await openServerEditor(folder, project.language, options);
  return { project, editor, folder, name, baselines: new Map() };
}

/** Makes one call; `outcome` is done, nothing, refused, broken, different, or warned: one of these two, and the answer warns of it. */
export async function tryCall(opened, tool, args) {
  const { editor, folder } = opened;
  const started = performance.now();
  const answer = await editor.run(tool, { ...args, preview: false, max_tokens: 500 });
  const ms = performance.now() - started;
  const changed = editor.changes();
  if (answer.isError) {
    const isHalf = changed.size > 0;
    const result = isHalf
      ? { outcome: "broken", why: ["refused, but files are changed", answer.text], patch: patchOf(changed, folder) }
      : { outcome: "refused", reason: reasonOf(answer), text: answer.text };
    editor.restore(changed);
    return { ...result, ms };
  }
  if (!changed.size) return { outcome: "nothing", text: answer.text, ms };
  const patch = patchOf(changed, folder);
  const verdict = await judge(opened, changed);
  const isWarned = verdict.outcome !== "done" && /^(Not known|Warning:)/m.test(answer.text);
  return { ...verdict, ...(isWarned && { outcome: "warned" }), patch, text: answer.text, ms };
}

function* callsOf(tool, { project, editor, folder }, seed, count) {
  const name = [...`${seed} ${tool}`];
  const random = randomBy(name.reduce((sum, c) => Math.imul(sum, 31) + c.charCodeAt(0), 7));
  const texts = new Map(project.sources.map((file) => [file, editor.original.get(path.join(folder, file))]));
  for (let made = 0, tries = 0; made < count && tries < count * 20; tries++) {
    const args = makeCall(tool, random, project.sources, texts, project.language);
    if (!args) continue;
    made++;
    yield args;
  }
}

/** All random calls of some tools in a project: rows of {tool, project, language, args, outcome, …}. */
export async function tryProject(opened, tools, { seed, calls, into, say = () => {} }) {
  const rows = [];
  for (const tool of tools) {
    let number = 0;
    for (const args of callsOf(tool, opened, seed, calls)) {
      const tried = await tryCall(opened, tool, args);
      const row = {
        tool,
        project: opened.name,
        language: opened.project.language,
        number: number++,
        seed,
        args,
        ...tried,
      };
      rows.push(row);
      say(row);
      if (into && ["warned", "broken", "different"].includes(row.outcome)) {
        const { why, patch, text, ...rest } = row;
        const file = path.join(into, `${tool}-${row.project}-${seed}-${row.number}-${row.outcome}.txt`);
        fs.writeFileSync(file, `${JSON.stringify(rest)}\n\n${text ?? ""}\n\n${why.join("\n")}\n\n${patch}`);
      }
    }
  }
  return rows;
}

function groupBy(rows, keyOf) {
  const groups = new Map();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

/** A table of counts, and the reasons of refusals. */
export function tableOf(rows) {
  const OUTCOMES = ["done", "nothing", "refused", "warned", "broken", "different"];
  const groups = groupBy(rows, ({ tool, language }) => `${tool.padEnd(17)} ${language.padEnd(11)}`);
  const lines = [`${"tool".padEnd(17)} ${"language".padEnd(11)} calls ${OUTCOMES.join(" ")}`];
  for (const [key, group] of [...groups].sort())
    lines.push(
      `${key} ${String(group.length).padStart(5)} ${OUTCOMES.map((one) => String(group.filter(({ outcome }) => outcome === one).length).padStart(one.length)).join(" ")}`,
    );
  const refused = groupBy(
    rows.filter(({ reason }) => reason),
    ({ tool, language, reason }) => `${tool} ${language}: ${reason}`,
  );
  const reasons = [...refused]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([reason, group]) => `${String(group.length).padStart(4)} ${reason}`);
  return [...lines, "", ...reasons].join("\n");
}

async function main() {
  const { values } = parseArgs({
    options: {
      tools: { type: "string", default: TOOLS.join(",") },
      projects: { type: "string", default: Object.keys(PROJECTS).join(",") },
      calls: { type: "string", default: "10" },
      seed: { type: "string", default: "1" },
      diagnostics: { type: "boolean", default: false },
      into: { type: "string", default: path.join(os.tmpdir(), "sextant-refactorings") },
    },
  });
  fs.mkdirSync(values.into, { recursive: true });
  const rows = [];
  for (const name of values.projects.split(",")) {
    const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), `sextant-${name}-`));
    const opened = await openProject(name, path.join(folder, "project"), { hasDiagnostics: values.diagnostics });
    const say = ({ tool, number, outcome, reason, why, ms }) =>
      console.log(
        `${name} ${tool} ${number}: ${outcome} ${Math.round(ms)} ms ${reason ?? why?.[0]?.slice(0, 100) ?? ""}`,
      );
    rows.push(
      ...(await tryProject(opened, values.tools.split(","), {
        seed: Number(values.seed),
        calls: Number(values.calls),
        into: values.into,
        say,
      })),
    );
    await opened.editor.close();
    fs.rmSync(folder, { recursive: true, force: true });
    fs.appendFileSync(
      path.join(values.into, "rows.jsonl"),
      rows
        .filter((row) => row.project === name)
        .map((row) => `${JSON.stringify({ ...row, patch: undefined })}\n`)
        .join(""),
    );
  }
  console.log(tableOf(rows));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main();
  process.exit(0);
}
