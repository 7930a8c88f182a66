/**
 * The skills, followed on foreign code (rxjs): a scripted model makes each call that their pages name, through a real
 * agent, and the prompts of the server are the same pages.
 */
import assert from "node:assert/strict";
import { cp, mkdtemp, readdir, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { ROOT } from "../../../extension/build/setup.mjs";
import { readPrompts } from "../../../native/tools/embed.mjs";
import { runCline } from "../../agents/cline.mjs";
import { startModel, stepResults } from "../../agents/model.mjs";
import { installRxjs } from "../install.mjs";
import { callTool, openAgent, openEditor } from "./support.mjs";

const LIMIT_MS = 600_000;
const FOLDER = join(ROOT, "extension/skills");

/** The values of the words in capitals, by page. */
const SUBJECTS = {
  "sextant-architecture": { NAME: "Observable", FILE: "internal/Observable.ts", WORDS: "run an action later" },
  "sextant-call-paths": {
    NAME: "executeSchedule",
    FILE: "internal/util/executeSchedule.ts",
    WORDS: "execute schedule",
  },
  "sextant-dependencies": { NAME: "Subscriber", FILE: "internal/Subscriber.ts" },
  "sextant-type-hierarchy": {
    ...{ NAME: "Subscription", FILE: "internal/Subscription.ts", WORDS: "subscription" },
    METHOD: "unsubscribe",
  },
};

const HANDLE = /[\w./-]+:\d+:\d+#[\w.]+/;

let parent, editor, pages;

before(
  async () => {
    parent = await realpath(await mkdtemp(join(tmpdir(), "sextant-skills-")));
    await cp(join(await installRxjs(), "src"), join(parent, "rxjs"), { recursive: true });
    editor = await openEditor([join(parent, "rxjs")]);
    const names = await readdir(FOLDER);
    const texts = await Promise.all(names.map((name) => readFile(join(FOLDER, name, "SKILL.md"), "utf8")));
    pages = names.map((name, i) => ({ name, text: texts[i] }));
  },
  { timeout: LIMIT_MS },
);

after(async () => {
  await editor?.stop();
  if (parent) await rm(parent, { recursive: true, force: true });
});

/** The calls that a page names, in its order: `tool(name="value", flag=true)`. */
function callsOf(text) {
  return [...text.matchAll(/`([a-z_]+)\(([^`]*)\)`/g)].map(([, tool, list]) => {
    const args = [...list.matchAll(/(\w+)=("[^"]*"|[\w.]+)/g)].map(([, key, value]) => [key, JSON.parse(value)]);
    return { tool, args: Object.fromEntries(args) };
  });
}

function fill(args, subjects, handle) {
  const put = (value) =>
    typeof value !== "string"
      ? value
      : value.replace(/\b[A-Z]{4,}\b/g, (word) => (word === "HANDLE" ? handle : (subjects[word] ?? word)));
  return Object.fromEntries(Object.entries(args).map(([key, value]) => [key, put(value)]));
}

test("the prompts are the pages, with the subject at their end", async () => {
  const agent = await openAgent(editor);
  try {
    const { prompts } = await agent.request("prompts/list");
    assert.deepEqual(prompts, readPrompts(), "as the bridge lists them where no window is");
    assert.deepEqual(prompts.map(({ name }) => `sextant-${name}`).sort(), pages.map(({ name }) => name).sort());
    for (const { name, description } of prompts) {
      const page = pages.find((one) => one.name === `sextant-${name}`);
      const front = `---\nname: ${page.name}\ndescription: ${description}\n---\n\n`;
      const get = async (args) =>
        (await agent.request("prompts/get", { name, ...(args && { arguments: args }) })).messages[0].content.text;
      assert.equal(front + (await get()), page.text);
      assert.match(await get({ about: "Subscriber.unsubscribe" }), /\n## About\n\nSubscriber\.unsubscribe\n$/);
    }
    await assert.rejects(
      agent.request("prompts/get", { name: "nothing" }),
      /No prompt 'nothing'\. There are: architecture, call-paths/,
    );
  } finally {
    agent.close();
  }
});

test("each call that a page names works as written, made by an agent", { timeout: LIMIT_MS }, async () => {
  // The project is loaded once something has been asked of it.
  const agent = await openAgent(editor);
  await callTool(agent, "find_references", { symbol: "Subscriber", file_path: "internal/Subscriber.ts" });
  agent.close();
  let handle;
  const steps = pages.flatMap(({ name, text }) =>
    callsOf(text).map(({ tool, args }) => ({
      name,
      tool,
      args: (result) => {
        handle = HANDLE.exec(result ?? "")?.[0] ?? handle;
        return fill(args, SUBJECTS[name], handle);
      },
    })),
  );
  assert.ok(steps.length > 25, `${steps.length} calls`);
  const model = await startModel(steps);
  const bridge = await editor.bridge();
  const cwd = join(parent, "rxjs");
  const run = await runCline({ model: model.url, bridge, cwd, prompt: "Follow the skills.", env: editor.env });
  await model.close();
  assert.equal(run.code, 0, run.output);
  const asked = model.requests.filter(({ tools }) => tools?.length);
  const results = stepResults(asked.at(-1));
  assert.equal(results.length, steps.length);
  for (const [i, { name, tool }] of steps.entries()) {
    const answer = JSON.parse(results[i]).content[0].text;
    assert.doesNotMatch(answer, /^(Error|None|No |Unknown)/, `${name}: ${tool}: ${answer}`);
  }
});
