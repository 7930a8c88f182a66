/** Each client's configuration, in both scopes, on files as people have them. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, lstat, mkdir, readdir, readFile, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";

import { BRIDGE, connect, load, makeHome, READING } from "./kit.mjs";

const { CLIENTS } = await load("clients");
const plan = await load("plan");
const files = await load("files");
const parts = { plan, files };

let home;
beforeEach(async () => void (home = await makeHome()));
afterEach(() => home.remove());

const clientOf = (name) => CLIENTS.find((one) => one.name === name);
const rootsOf = ({ storage, folder }) => ({ storage, folder });
const read = (path) => readFile(path, "utf8");

/** The values of a file by a parser that knows nothing but the standard. */
async function strictly(client, path) {
  if (client.format !== "toml") return JSON.parse(await read(path));
  const program = "import json,sys,tomllib;print(json.dumps(tomllib.load(open(sys.argv[1],'rb'))))";
  return JSON.parse(execFileSync("python3", ["-c", program, path], { encoding: "utf8" }));
}

const at = (values, path) => path.reduce((inner, key) => inner?.[key], values);

for (const client of CLIENTS)
  for (const scope of Object.keys(client.places))
    test(`${client.name} for the ${scope}: written, read back by a strict parser, and undone`, async () => {
      const { changes, target } = await connect(parts, client, scope, home);
      assert.equal(target.state, "connected", JSON.stringify(target));
      const entry = at(await strictly(client, target.path), target.at);
      const { program, args } = plan.commandOf(target);
      assert.equal(program, BRIDGE);
      assert.deepEqual(args, args.length ? ["--workspace", home.folder] : []);
      assert.equal(Array.isArray(entry.command), client.isCommandList ?? false);
      const { key, files: lists, isOptional, path, name } = client.approval ?? {};
      if (key) assert.deepEqual(entry[key], READING);
      if (lists && !isOptional) {
        const list = changes.find((one) => one.path !== target.path);
        assert.deepEqual(
          at(JSON.parse(list.after), path),
          READING.map((tool) => name.replace("*", tool)),
        );
      }
      await files.writeAll(await plan.disconnectChanges(target, async () => ({ text: null, isExact: true })));
      for (const change of changes) assert.ok(!existsSync(change.path), change.path);
    });

const isText = (value) => typeof value === "string" && value !== "";
const areTexts = (value) => Array.isArray(value) && value.every((one) => typeof one === "string");
const isSwitch = (value) => typeof value === "boolean";
const STDIO = { type: (value) => value === "stdio", command: isText, args: areTexts };
const ROO = {
  ...STDIO,
  timeout: (value) => value >= 1 && value <= 3600,
  alwaysAllow: areTexts,
  disabledTools: areTexts,
  disabled: isSwitch,
};

/** Keys of an entry as its client documents them, or checks them: others may not be in it, `needs` have to. */
const DOCUMENTED = {
  Cursor: { keys: STDIO, needs: ["type", "command"] },
  Windsurf: {
    keys: { command: isText, args: areTexts, disabled: isSwitch, disabledTools: areTexts },
    needs: ["command"],
  },
  "Roo Code": { keys: ROO, needs: ["command"] },
  "Zoo Code": { keys: ROO, needs: ["command"] },
};

for (const [name, { keys, needs }] of Object.entries(DOCUMENTED))
  for (const scope of Object.keys(clientOf(name).places))
    test(`the entry of ${name} for the ${scope} has what the client documents, also where another server was`, async () => {
      for (const isReplacing of [false, true]) {
        const before = await plan.look(clientOf(name), scope, rootsOf(home), BRIDGE);
        if (isReplacing) {
          await home.put(before.path, '{"mcpServers": {"sextant": {"type": "sse", "url": "http://x", "headers": {}}}}');
          const taken = await plan.look(clientOf(name), scope, rootsOf(home), BRIDGE);
          await files.writeAll(await plan.connectChanges(taken, BRIDGE, READING, true));
        } else await connect(parts, clientOf(name), scope, home);
        const { mcpServers, ...rest } = JSON.parse(await read(before.path));
        assert.deepEqual([Object.keys(mcpServers), rest], [["sextant"], {}]);
        for (const [key, value] of Object.entries(mcpServers.sextant))
          assert.ok(keys[key]?.(value), `${key}: ${JSON.stringify(value)}`);
        for (const key of needs) assert.ok(key in mcpServers.sextant, key);
      }
    });

test("the tools that need no approval only read", () => {
  assert.ok(READING.includes("find_references") && READING.length > 10);
  for (const tool of ["edit_buffer", "rename_symbol", "manage_workspace", "file_write"])
    assert.ok(!READING.includes(tool), tool);
});

test("what people have in their configuration stays, and the way back leads to it", async () => {
  const settings =
    '{\n  // mine\n  "permissions": {\n    "allow": ["Bash(ls:*)"], // reading\n    "deny": []\n  }\n}\n';
  const servers = '{\n\t"mcpServers": {\n\t\t"docs": { "type": "http", "url": "https://example.com" }\n\t}\n}';
  await home.put("<folder>/.claude/settings.json", settings);
  await home.put("<folder>/.mcp.json", servers);
  const { changes, target } = await connect(parts, clientOf("Claude Code"), "project", home);
  assert.equal(changes.length, 2);
  const [main, list] = changes;
  assert.ok(main.after.includes('"docs": { "type": "http", "url": "https://example.com" }'));
  assert.ok(list.after.includes('"allow": ["Bash(ls:*)", "mcp__sextant__'), list.after);
  await files.writeAll(await plan.disconnectChanges(target, async () => undefined));
  assert.equal(await read(main.path), servers);
  assert.equal(await read(list.path), settings);
});

test("the home folder is written as the client knows it, where others read the file, too", async () => {
  const bridge = join(home.home, ".sextant/bin/sextant-mcp");
  await mkdir(join(home.home, ".sextant/bin"), { recursive: true });
  await symlink(BRIDGE, bridge);
  const { target } = await connect(parts, clientOf("Claude Code"), "project", home, bridge);
  assert.equal(target.entry.command, "${HOME}/.sextant/bin/sextant-mcp");
  assert.equal(plan.commandOf(target).program, bridge);
  const user = await connect(parts, clientOf("Claude Code"), "user", home, bridge);
  assert.equal(user.target.entry.command, bridge);
});

test("an entry that is there is corrected: its own arguments and unknown keys stay", async () => {
  const entry = {
    command: "/old/dist/bin/sextant-mcp",
    args: ["--workspace", "/x", "--toolsets", "symbols"],
    env: { A: "1" },
    disabled: true,
    timeout: 300,
    alwaysAllow: ["mine", "find_references"],
    watchPaths: ["x"],
  };
  await home.put("<folder>/.roo/mcp.json", JSON.stringify({ mcpServers: { sextant: entry } }, null, 2));
  const client = clientOf("Roo Code");
  assert.equal((await plan.look(client, "project", rootsOf(home), BRIDGE)).state, "disabled");
  const { target } = await connect(parts, client, "project", home);
  assert.equal(target.state, "connected");
  const { disabled, alwaysAllow: _, ...rest } = entry;
  assert.equal(disabled, true);
  const { alwaysAllow, ...now } = JSON.parse(await read(target.path)).mcpServers.sextant;
  assert.deepEqual(now, { ...rest, command: BRIDGE, type: "stdio" });
  assert.deepEqual(alwaysAllow.slice(0, 2), ["mine", "find_references"]);
  assert.equal(new Set(alwaysAllow).size, alwaysAllow.length);
});

test("one that is switched off is shown as such, and switched on again", async () => {
  const toml = `[mcp_servers.sextant]\ncommand = "${BRIDGE}"\nenabled = false # for now\n`;
  await home.put("~/.codex/config.toml", toml);
  assert.equal((await plan.look(clientOf("Codex"), "user", rootsOf(home), BRIDGE)).state, "disabled");
  const { target } = await connect(parts, clientOf("Codex"), "user", home);
  assert.equal(target.state, "connected");
});

test("Cursor's list is changed only where it exists: a new one would replace the choices in Cursor", async () => {
  const first = await connect(parts, clientOf("Cursor"), "user", home);
  assert.equal(first.changes.length, 1);
  const path = await home.put("~/.cursor/permissions.json", '{"mcpAllowlist": ["docs:*"]}');
  await connect(parts, clientOf("Cursor"), "user", home);
  assert.deepEqual(JSON.parse(await read(path)).mcpAllowlist.slice(0, 2), ["docs:*", `sextant:${READING[0]}`]);
});

test("opencode: the file that exists, and the servers where its version has them", async () => {
  const path = await home.put("<folder>/opencode.jsonc", '{ "mcp": { "servers": {} } } // v2\n');
  const { target } = await connect(parts, clientOf("opencode"), "project", home);
  assert.equal(target.path, path);
  assert.deepEqual(target.at, ["mcp", "servers", "sextant"]);
});

test("Cline: the extension's own file, where there is no other", async () => {
  const path = await home.put(
    "<storage>/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
    '{"mcpServers": {}}',
  );
  const { target } = await connect(parts, clientOf("Cline"), "user", home);
  assert.equal(target.path, path);
  await home.put("~/.cline/data/settings/cline_mcp_settings.json", "");
  const later = await plan.look(clientOf("Cline"), "user", rootsOf(home), BRIDGE);
  assert.equal(later.path, join(home.home, ".cline/data/settings/cline_mcp_settings.json"));
});

test("SEXTANT_HOME, which a client may not pass on, becomes part of the entry", async () => {
  process.env.SEXTANT_HOME = "/elsewhere";
  const { target } = await connect(parts, clientOf("opencode"), "user", home);
  assert.deepEqual({ ...target.entry.environment }, { SEXTANT_HOME: "/elsewhere" });
  assert.deepEqual(plan.commandOf(target).env, { SEXTANT_HOME: "/elsewhere" });
});

test("links are followed, and the mode of a file is kept", async () => {
  const real = await home.put("~/dotfiles/mcp.json", "{}");
  await chmod(real, 0o600);
  await mkdir(join(home.home, ".cursor"));
  const path = join(home.home, ".cursor/mcp.json");
  await symlink(real, path);
  await connect(parts, clientOf("Cursor"), "user", home);
  assert.ok((await lstat(path)).isSymbolicLink());
  assert.equal((await stat(real)).mode & 0o777, 0o600);
  assert.match(await read(real), /sextant/);
});

test("copies are kept for their user alone, and not without end", async () => {
  const folder = join(home.root, "backups");
  for (let i = 0; i < 103; i++) await files.backUp(folder, "/x/mcp.json", `${i}`);
  const kept = await readdir(folder);
  assert.equal(kept.length, 100);
  const last = join(folder, kept.sort().at(-1));
  assert.equal((await stat(last)).mode & 0o777, 0o600);
  assert.equal((await stat(folder)).mode & 0o777, 0o700);
});
