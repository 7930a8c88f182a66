/** Another server with the name, and bridges by a path that does not stay. */
import assert from "node:assert/strict";
import { chmod, copyFile, mkdir, readFile, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";

import { BRIDGE, load, makeAgent, makeHome } from "./kit.mjs";

const { CLIENTS } = await load("clients");
const [plan, originals] = [await load("plan"), await load("originals")];

let home;
beforeEach(async () => void (home = await makeHome()));
afterEach(() => home.remove());

const agent = (name, scope = "user") =>
  makeAgent(
    { plan, originals },
    CLIENTS.find((one) => one.name === name),
    scope,
    home,
  );
const read = (path) => readFile(path, "utf8");

/** Entries that do not start our bridge, each in the file of a client. */
const FOREIGN = {
  "a program": [
    "Cursor",
    "~/.cursor/mcp.json",
    '{"mcpServers": {"sextant": {"command": "npx", "args": ["-y", "stars"]}}}',
  ],
  "a program with a name like ours": [
    "Cursor",
    "~/.cursor/mcp.json",
    '{"mcpServers": {"sextant": {"command": "/usr/bin/sextant-mcp-server"}}}',
  ],
  "a program that gets a bridge as its argument": [
    "Gemini CLI",
    "~/.gemini/settings.json",
    '{"mcpServers": {"sextant": {"command": "docker", "args": ["exec", "box", "/b/sextant-mcp"]}}}',
  ],
  "a server elsewhere": [
    "Windsurf",
    "~/.codeium/windsurf/mcp_config.json",
    '{"mcpServers": {"sextant": {"serverUrl": "https://stars.example"}}}',
  ],
  "a server elsewhere, whatever its command": [
    "Cursor",
    "~/.cursor/mcp.json",
    `{"mcpServers": {"sextant": {"command": ${JSON.stringify(BRIDGE)}, "url": "https://stars.example"}}}`,
  ],
  "a server elsewhere that is disabled": [
    "Copilot CLI",
    "~/.copilot/mcp-config.json",
    '{"mcpServers": {"sextant": {"type": "http", "url": "https://stars.example", "disabled": true}}}',
  ],
  "no object": ["Cursor", "~/.cursor/mcp.json", '{"mcpServers": {"sextant": "npx stars"}}'],
  "nothing, as null": ["Cursor", "~/.cursor/mcp.json", '{"mcpServers": {"sextant": null}}'],
  "a list that is the command": [
    "opencode",
    "~/.config/opencode/opencode.json",
    '{\n  "mcp": {\n    // stars\n    "sextant": { "type": "local", "command": ["npx", "stars"] },\n  },\n}\n',
  ],
  "a table of TOML": [
    "Codex",
    "~/.codex/config.toml",
    '# mine\n[mcp_servers.sextant] # stars\ncommand = "stars" # why\nargs = ["--north"]\n[mcp_servers.sextant.env]\nKEY = "1"\n',
  ],
  "an inline table of TOML": [
    "Codex",
    "~/.codex/config.toml",
    'mcp_servers = { sextant = { command = "stars" } } # c\n',
  ],
};

for (const [what, [name, file, text]] of Object.entries(FOREIGN)) {
  test(`the name is taken by ${what}: it stays, unless a person says yes`, async () => {
    const path = await home.put(file, text);
    const one = agent(name);
    const target = await one.look();
    assert.equal(target.state, "taken");
    await assert.rejects(one.connect(), /has another server that is named 'sextant'\. It was not changed\./);
    await one.disconnect();
    assert.equal(await read(path), text);
  });

  test(`${what} under the name is replaced as a whole and comes back`, async () => {
    const path = await home.put(file, text);
    const one = agent(name);
    const takeBack = await one.connect({ isReplacing: true });
    const { state, entry } = await one.look();
    assert.equal(state, "connected");
    assert.doesNotMatch(JSON.stringify(entry), /stars|north|KEY|docker|disabled|url/i);
    await takeBack();
    assert.equal(await read(path), text);
    await one.connect({ isReplacing: true });
    await one.disconnect();
    assert.equal(await read(path), text);
    assert.equal((await one.look()).state, "taken");
  });

  test(`${what} comes back into a file that has changed since`, async () => {
    const path = await home.put(file, text);
    const one = agent(name);
    const before = (await one.look()).text;
    await one.connect({ isReplacing: true });
    const isToml = file.endsWith(".toml");
    const added = isToml ? `added = 1\n${await read(path)}` : (await read(path)).replace("{", '{\n  "added": 1,');
    await home.put(file, added);
    await one.disconnect();
    const values = ["mcpServers", "mcp", "mcp_servers"].map((key) => parse(file, before)[key]).find(Boolean);
    const now = parse(file, await read(path));
    assert.equal(now.added, 1);
    assert.deepEqual(now.mcpServers ?? now.mcp ?? now.mcp_servers, values);
  });
}

const { readValues } = await load("config-text");
const parse = (file, text) => JSON.parse(JSON.stringify(readValues(text, file.endsWith(".toml") ? "toml" : "json")));

test("a person sees what has the name", async () => {
  for (const [file, shown] of [
    ["a program", "npx -y stars"],
    ["a server elsewhere", "https://stars.example"],
    ["a list that is the command", "npx stars"],
    ["no object", ""],
  ]) {
    const [name, path, text] = FOREIGN[file];
    await home.put(path, text);
    assert.equal(plan.describeEntry(await agent(name).look()), shown);
  }
});

/** The stable path as the extension makes it, and paths that were configured before. */
async function makeStable() {
  const copy = join(home.home, ".sextant/bin/0.1.0-0123abcd/sextant-mcp");
  const old = join(home.home, ".vscode/extensions/sextant.sextant-0.0.9-linux-x64/dist/bin/sextant-mcp");
  for (const path of [copy, old]) {
    await mkdir(dirname(path), { recursive: true });
    await copyFile(BRIDGE, path);
    await chmod(path, 0o755);
  }
  const stable = join(home.home, ".sextant/bin/sextant-mcp");
  await symlink("0.1.0-0123abcd/sextant-mcp", stable);
  return { stable, copy, old };
}

const configure = (command, args = ["--toolsets", "symbols"]) =>
  home.put("~/.cursor/mcp.json", JSON.stringify({ mcpServers: { sextant: { command, args } } }, null, 2));

test("a path into an extension's folder, of this version, too, is outdated; one step renews it", async () => {
  const { stable, copy, old } = await makeStable();
  const own = join(home.root, "extensions/sextant-0.1.0/dist/bin/sextant-mcp");
  await mkdir(dirname(own), { recursive: true });
  await copyFile(BRIDGE, own);
  for (const command of [old, copy, own, "/gone/sextant-mcp", "~/.sextant/bin/sextant-mcp", "sextant-mcp"]) {
    const path = await configure(command);
    const one = agent("Cursor");
    assert.equal((await one.look(stable)).state, "outdated", command);
    await one.connect({ bridge: stable });
    const { state, entry } = await one.look(stable);
    assert.equal(state, "connected");
    assert.deepEqual({ ...entry }, { command: stable, args: ["--toolsets", "symbols"], type: "stdio" });
    assert.equal(await read(path), JSON.stringify({ mcpServers: { sextant: entry } }, null, 2));
  }
});

test("where the bridge could not be copied its path leads into the extension: only the path itself is stable", async () => {
  const { stable, old } = await makeStable();
  const link = join(home.home, "bin/sextant-mcp");
  await mkdir(dirname(link));
  await symlink(old, link);
  const fallback = join(home.home, ".sextant/bin/other/sextant-mcp");
  await mkdir(dirname(fallback));
  await symlink(old, fallback);
  for (const [command, state] of [
    [fallback, "connected"],
    [old, "outdated"],
    [link, "outdated"],
    [stable, "outdated"],
  ]) {
    await configure(command);
    assert.equal((await agent("Cursor").look(fallback)).state, state, command);
  }
});

test("the stable path through a link to its folder is as good", async () => {
  const { stable } = await makeStable();
  await symlink(home.home, join(home.root, "me"));
  for (const folder of [join(home.root, "me"), `${home.home}/./`]) {
    await configure(`${folder}/.sextant/bin/sextant-mcp`);
    assert.equal((await agent("Cursor").look(stable)).state, "connected", folder);
  }
});

test("an outdated path that is disabled is renewed and enabled in the same step; Disconnect takes all of it out", async () => {
  const { stable, old } = await makeStable();
  const text =
    '{\n  "mcpServers": {\n    "sextant": {\n      "command": "OLD",\n      "disabled": true\n    }\n  }\n}\n';
  const path = await home.put("~/.cursor/mcp.json", text.replace("OLD", old));
  const one = agent("Cursor");
  assert.equal((await one.look(stable)).state, "disabled");
  await one.connect({ bridge: stable });
  assert.equal((await one.look(stable)).state, "connected");
  await one.disconnect();
  assert.deepEqual(JSON.parse(await read(path)), { mcpServers: {} });
});
