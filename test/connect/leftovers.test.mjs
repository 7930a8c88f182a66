/** Disconnecting leaves nothing of ours and everything of others, however often an agent was connected before. */
import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";

import { BRIDGE, load, makeAgent, makeHome, READING } from "./kit.mjs";

const { CLIENTS } = await load("clients");
const [plan, originals, files] = [await load("plan"), await load("originals"), await load("files")];

let home;
beforeEach(async () => void (home = await makeHome()));
afterEach(() => home.remove());

const clientOf = (name) => CLIENTS.find((one) => one.name === name);
const agent = (name, scope = "user") => makeAgent({ plan, originals }, clientOf(name), scope, home);
const read = (path) => readFile(path, "utf8");

/** Each file and folder under the home, the project and the storage; files with their bytes. */
async function tree() {
  const found = {};
  for (const name of ["home", "project", "storage"])
    for (const entry of await readdir(join(home.root, name), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath ?? entry.path, entry.name);
      found[path] = entry.isFile() ? await readFile(path, "latin1") : "folder";
    }
  return found;
}

/** A file of a person's for each format, in a style of its own. */
const STYLED = {
  json: '\uFEFF{\r\n\t// mine\r\n\t"other": [1,2 , 3],\r\n\t"mcpServers": { "docs": {"url": "https://x"}, }, /* end */\r\n}',
  toml: '\uFEFF# mine\r\n  other = [1,2 , 3] # c\r\n[mcp_servers.docs]\r\n  url = "https://x"',
};

const all = CLIENTS.flatMap((client) => Object.keys(client.places).map((scope) => [client, scope]));
for (const [client, scope] of all) {
  test(`${client.name} for the ${scope}: files and folders that were made go`, async () => {
    const before = await tree();
    const one = agent(client.name, scope);
    await one.connect();
    assert.notDeepEqual(await tree(), before);
    await one.disconnect();
    assert.deepEqual(await tree(), before);
    const takeBack = await one.connect();
    await takeBack();
    assert.deepEqual(await tree(), before);
  });

  test(`${client.name} for the ${scope}: what was there is the same byte for byte, also when connected twice`, async () => {
    const one = agent(client.name, scope);
    const { path } = await one.look();
    await mkdir(join(path, ".."), { recursive: true });
    await writeFile(path, STYLED[client.format ?? "json"]);
    const before = await tree();
    await one.connect({ tools: READING.slice(1) });
    const between = await tree();
    const takeBack = await one.connect();
    if (client.approval && !client.approval.isOptional) assert.notDeepEqual(await tree(), between);
    await takeBack();
    assert.deepEqual(await tree(), between);
    await one.connect();
    await one.disconnect();
    assert.deepEqual(await tree(), before);
  });

  test(`${client.name} for the ${scope}: what others add later stays, and nothing of ours with it`, async () => {
    const one = agent(client.name, scope);
    await one.connect();
    const { path } = await one.look();
    const isToml = client.format === "toml";
    const text = await read(path);
    await writeFile(path, isToml ? `theme = "dark" # mine\n${text}` : text.replace("{", '{ "theme": "dark", // mine'));
    await one.connect({ bridge: join(home.home, "elsewhere/sextant-mcp") });
    await one.disconnect();
    assert.equal(
      (await read(path)).replace(/\s+/g, " ").trim(),
      isToml ? 'theme = "dark" # mine' : '{ "theme": "dark" // mine }',
    );
    for (const left of Object.values(await tree())) assert.doesNotMatch(left, /sextant|mcp|permissions/);
  });
}

test("a folder that was made stays with what others put into it, one that was there stays in any case", async () => {
  const one = agent("Cursor", "project");
  await one.connect();
  const rules = await home.put("<folder>/.cursor/rules", "mine");
  await one.disconnect();
  assert.deepEqual(await readdir(join(home.folder, ".cursor")), ["rules"]);
  await rm(rules);
  await one.connect();
  await one.disconnect();
  assert.deepEqual(await readdir(join(home.folder, ".cursor")), []);
});

test("a file of nothing but our braces goes, one with a comment of a person's stays", async () => {
  const one = agent("Cursor");
  await one.connect();
  const { path } = await one.look();
  await writeFile(path, `\n${await read(path)}\n\n`);
  await one.disconnect();
  assert.ok(!existsSync(path) && !existsSync(join(path, "..")));
  await one.connect();
  await writeFile(path, `// mine\n${await read(path)}`);
  await one.disconnect();
  assert.match(await read(path), /^\/\/ mine\n\{\s*\}\s*$/);
});

test("an object that was there, empty, stays", async () => {
  for (const text of ["{}", '{"mcpServers":{}}', '{ "mcpServers": { } }\n', '{"mcpServers":{}, "a": 1}']) {
    const path = await home.put("~/.cursor/mcp.json", text);
    const one = agent("Cursor");
    await one.connect();
    await writeFile(path, `${await read(path)}\n// later\n`);
    await one.disconnect();
    const { mcpServers } = JSON.parse((await read(path)).replace(/,?\s*\/\/.*/g, ""));
    assert.deepEqual(mcpServers, JSON.parse(text).mcpServers, text);
  }
});

test("tools that a person had allowed before stay allowed, where the list has changed since, too", async () => {
  const list = ["Bash(ls:*)", "mcp__sextant__find_references", "mcp__sextant__mine"];
  const path = await home.put("~/.claude/settings.json", JSON.stringify({ permissions: { allow: list } }));
  const before = await tree();
  const one = agent("Claude Code");
  await one.connect();
  await one.connect({ bridge: join(home.home, "elsewhere/sextant-mcp") });
  await one.disconnect();
  assert.deepEqual(await tree(), before);
  await one.connect();
  await writeFile(path, (await read(path)).replace('"Bash(ls:*)"', '"Bash(ls:*)","Bash(cat:*)"'));
  await one.disconnect();
  assert.deepEqual(JSON.parse(await read(path)).permissions.allow, [list[0], "Bash(cat:*)", ...list.slice(1)]);
});

test("the first original outlives many changes, edits between them, and a second client in the same file", async () => {
  const text = '{\n    "mcpServers": {\n        "sextant": { "command": "stars" } // theirs\n    }\n}\n';
  const path = await home.put("<folder>/.mcp.json", text);
  const [claude, copilot] = [agent("Claude Code", "project"), agent("Copilot CLI", "project")];
  await claude.connect({ isReplacing: true });
  const cursor = agent("Cursor");
  for (let i = 0; i < 110; i++) await cursor.connect({ bridge: join(home.home, `elsewhere/${i}/sextant-mcp`) });
  await claude.connect();
  await claude.disconnect();
  assert.equal(await read(path), text);
  await claude.connect({ isReplacing: true });
  await writeFile(path, (await read(path)).replace("{", '{\n    "mine": 1,'));
  await claude.connect({ bridge: join(home.home, "elsewhere/sextant-mcp") });
  await claude.connect();
  await claude.disconnect();
  assert.deepEqual(JSON.parse((await read(path)).replace("// theirs", "")), {
    mine: 1,
    mcpServers: { sextant: { command: "stars" } },
  });
  assert.equal((await copilot.look()).state, "taken");
});

test("after the message's Undo the next connection starts from what is there", async () => {
  const text = '{ "mcpServers": { "docs": {} } }';
  const path = await home.put("~/.cursor/mcp.json", text);
  const one = agent("Cursor");
  await (
    await one.connect()
  )();
  assert.equal(await read(path), text);
  const later = '{ "mcpServers": { "docs": {}, "more": {} } }';
  await writeFile(path, later);
  await one.connect();
  await one.disconnect();
  assert.equal(await read(path), later);
});

test("an entry that a person took out by hand is not put back by a later Disconnect", async () => {
  const path = await home.put("~/.cursor/mcp.json", '{"mcpServers": {"sextant": {"command": "stars"}}}');
  const one = agent("Cursor");
  await one.connect({ isReplacing: true });
  await writeFile(path, '{"mcpServers": {}}');
  await one.connect();
  await one.disconnect();
  assert.equal(await read(path), '{"mcpServers": {}}');
});

test("without a record, as of another editor, the entry and its tools go and the rest stays", async () => {
  await agent("Claude Code").connect();
  home.values = {};
  const settings = join(home.home, ".claude/settings.json");
  await agent("Claude Code").disconnect();
  assert.deepEqual(JSON.parse(await read(settings)), { permissions: { allow: [] } });
  assert.deepEqual(JSON.parse(await read(join(home.home, ".claude.json"))), { mcpServers: {} });
  await home.put("~/.codex/config.toml", `# mine\n[mcp_servers]\n\n[mcp_servers.sextant]\ncommand = "${BRIDGE}"\n`);
  await agent("Codex").disconnect();
  assert.equal(await read(join(home.home, ".codex/config.toml")), "# mine\n[mcp_servers]\n");
});

test("folders that were made go where a file could not be written", async () => {
  const [path, theirs] = [join(home.home, "a/b/c.json"), join(home.home, "theirs.json")];
  const first = { path, before: undefined, after: "{}" };
  const second = {
    path: theirs,
    before: undefined,
    get after() {
      writeFileSync(theirs, "theirs");
      return "ours";
    },
  };
  await assert.rejects(files.writeAll([first, second]), /has changed since/);
  assert.deepEqual(await tree(), { [theirs]: "theirs" });
  const long = { path: join(home.home, "a/b", "x".repeat(250)), before: undefined, after: "{}" };
  await assert.rejects(files.writeAll([long]), /ENAMETOOLONG/);
  assert.deepEqual(await tree(), { [theirs]: "theirs" });
});
