/** The skills in the folders from which each client reads them: copied, renewed, left alone where edited, and removed. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";

import { BRIDGE, load, loadModule, makeAgent, makeHome } from "./kit.mjs";

const { CLIENTS } = await load("clients");
const parts = { plan: await load("plan"), originals: await load("originals") };
const skills = await load("skills");
const { SKILLS } = await loadModule("doors/skills");

let home;
beforeEach(async () => void (home = await makeHome()));
afterEach(() => home.remove());

const clientOf = (name) => CLIENTS.find((one) => one.name === name);
const read = (path) => readFile(path, "utf8");

/** A client as the command connects and disconnects it, with the skills. */
function agentOf(name, scope) {
  const agent = makeAgent(parts, clientOf(name), scope, home);
  const { kept, look } = agent;
  return {
    ...agent,
    changes: async () => skills.skillChanges(await look(), kept.find),
    async connect() {
      const target = await look();
      const main = await parts.plan.connectChanges(target, BRIDGE, ["get_symbols"]);
      return kept.connect(target, [...main, ...(await skills.skillChanges(target, kept.find))]);
    },
    async disconnect() {
      const target = await look();
      const own = await skills.skillRemovals(target, kept.find, BRIDGE);
      await kept.disconnect([...own, ...(await parts.plan.disconnectChanges(target, kept.find))]);
    },
  };
}

const everything = async () => (await readdir(home.root, { recursive: true })).filter((name) => !/^backups/.test(name));

for (const client of CLIENTS)
  for (const scope of Object.keys(client.places))
    test(`${client.name} for the ${scope}: copied to where it reads skills, and removed without a trace`, async () => {
      const before = await everything();
      const agent = agentOf(client.name, scope);
      const changes = await agent.changes();
      assert.equal(changes.length, SKILLS.length);
      await agent.connect();
      for (const { path, after } of changes) assert.equal(await read(path), after);
      assert.deepEqual(await agent.changes(), []);
      await agent.disconnect();
      assert.deepEqual(await everything(), before);
      const takeBack = await agent.connect();
      await takeBack();
      assert.deepEqual(await everything(), before);
    });

test("each page has the front matter that the format of agent skills wants", () => {
  for (const { name, description, text } of SKILLS) {
    assert.ok(text.startsWith(`---\nname: ${name}\ndescription: ${description}\n---\n`), name);
    assert.match(name, /^[a-z]+(-[a-z]+)*$/);
    assert.ok(name.length <= 64 && description.length <= 1024, name);
    // Plain text in YAML.
    assert.match(description, /^[A-Z](?!.*(: | #)).*[.]$/);
  }
});

test("a page that a person has edited stays, also where a newer one comes and when the client is disconnected", async () => {
  const agent = agentOf("Codex", "project");
  await agent.connect();
  const [{ path }] = await skills.skillRemovals(await agent.look(), agent.kept.find, BRIDGE);
  await writeFile(path, "mine");
  assert.deepEqual(await agent.changes(), []);
  await agent.disconnect();
  assert.equal(await read(path), "mine");
  assert.deepEqual(await readdir(dirname(dirname(path))), [dirname(path).split("/").at(-1)]);
});

test("a page of an older version is renewed, and removed as one that was never there before", async () => {
  const before = await everything();
  const agent = agentOf("Claude Code", "user");
  const [{ path, after }] = await agent.changes();
  await agent.connect();
  await agent.kept.connect(await agent.look(), [{ path, before: after, after: "older" }]);
  assert.ok((await agent.changes()).some((one) => one.path === path && one.before === "older"));
  await agent.connect();
  assert.equal(await read(path), SKILLS[0].text);
  await agent.disconnect();
  assert.deepEqual(await everything(), before);
});

test("a folder that several clients read keeps the pages until the last one is disconnected", async () => {
  const before = await everything();
  const [codex, gemini] = [agentOf("Codex", "project"), agentOf("Gemini CLI", "project")];
  await codex.connect();
  assert.deepEqual(await gemini.changes(), []);
  await gemini.connect();
  await codex.disconnect();
  assert.deepEqual(await gemini.changes(), []);
  await gemini.disconnect();
  assert.deepEqual(await everything(), before);
});

test("clients that one file connects are disconnected together, with the pages of both", async () => {
  const before = await everything();
  const [claude, copilot] = [agentOf("Claude Code", "project"), agentOf("Copilot CLI", "project")];
  await claude.connect();
  assert.equal((await copilot.look()).state, "connected");
  await copilot.connect();
  await claude.disconnect();
  assert.deepEqual(await everything(), before);
});

test("pages that cannot be read are left alone, and the client can be connected", async () => {
  const folder = join(home.folder, ".agents/skills");
  const at = (i) => join(folder, SKILLS[i].name);
  for (const i of [0, 1, 2]) await mkdir(at(i), { recursive: true });
  await symlink("/nowhere/at/all", join(at(0), "SKILL.md"));
  await mkdir(join(at(1), "SKILL.md"));
  execFileSync("mkfifo", [join(at(2), "SKILL.md")]);
  const agent = agentOf("Codex", "project");
  await agent.connect();
  assert.equal((await agent.look()).state, "connected");
  assert.equal(await read(join(at(3), "SKILL.md")), SKILLS[3].text);
  await agent.disconnect();
  assert.ok(!existsSync(join(at(3), "SKILL.md")));
  assert.deepEqual(await readdir(at(2)), ["SKILL.md"]);
});

test("a file in the place of the folder of skills stays, and the client is connected without them", async () => {
  const path = await home.put("<folder>/.agents/skills", "a file");
  const agent = agentOf("Codex", "project");
  await agent.connect();
  assert.equal((await agent.look()).state, "connected");
  assert.equal(await read(path), "a file");
});

test("a page that cannot be written: nothing is written, and the reason names it", async () => {
  const agent = agentOf("Codex", "project");
  const path = await home.put(`<folder>/.agents/skills/${SKILLS[2].name}`, "a file");
  const before = await everything();
  const target = await agent.look();
  const [first] = await agent.changes();
  const changes = [first, { path: join(path, "SKILL.md"), before: undefined, after: "page" }];
  await assert.rejects(agent.kept.connect(target, changes), (error) => error.message.includes(path));
  assert.deepEqual(await everything(), before);
});
