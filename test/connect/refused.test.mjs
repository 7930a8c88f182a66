/** Files that are refused, and that nothing of anybody is lost while files are written. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { chmod, chown, link, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";

import { BRIDGE, connect, load, makeHome, READING } from "./kit.mjs";

const { CLIENTS } = await load("clients");
const plan = await load("plan");
const files = await load("files");
const parts = { plan, files };

const CURSOR = "~/.cursor/mcp.json";
const isRoot = process.getuid() === 0;
const OTHER = 12345;

let home;
beforeEach(async () => void (home = await makeHome()));
afterEach(() => home.remove());

const clientOf = (name) => CLIENTS.find((one) => one.name === name);
const rootsOf = ({ storage, folder }) => ({ storage, folder });
const lookAt = (name, scope = "user") => plan.look(clientOf(name), scope, rootsOf(home), BRIDGE);

/** Does it as a user without rights, whom the home belongs to. */
async function asOther(work) {
  execFileSync("chown", ["-R", `${OTHER}:${OTHER}`, home.root]);
  process.setegid(OTHER);
  process.seteuid(OTHER);
  try {
    return await work();
  } finally {
    process.seteuid(0);
    process.setegid(0);
  }
}

/** Connecting must fail, say why, and leave the file. */
async function refused(says, prepare, client = "Cursor") {
  const path = await prepare();
  const before = existsSync(path) ? await readFile(path) : undefined;
  const attempt = async () => {
    const target = await plan.look(clientOf(client), "user", rootsOf(home), BRIDGE);
    if (target.problem) throw new Error(target.problem);
    const changes = await plan.connectChanges(target, BRIDGE, READING);
    await prepare.meanwhile?.(path);
    await files.writeAll(changes);
  };
  await assert.rejects(attempt, says);
  if (before && !prepare.meanwhile) assert.deepEqual(await readFile(path), before);
}

test("refused: a file that is not valid", () =>
  refused(/line 2: Comma expected/, () => home.put(CURSOR, '{ "a": 1\n "b": 2 }')));

test("refused: TOML that is not valid", () =>
  refused(/TOML|line/, () => home.put("~/.codex/config.toml", "a = \n[b\n"), "Codex"));

test("refused: servers that are a list", () =>
  refused(/'mcpServers' is not an object\. Correct the file/, () => home.put(CURSOR, '{ "mcpServers": [] }')));

/** Lists of the tools that need no approval, each with its file and the path in it. */
const LISTS = [
  ["Claude Code", "~/.claude/settings.json", ["permissions", "allow"]],
  ["Cursor", "~/.cursor/permissions.json", ["mcpAllowlist"]],
  ["Cline", "~/.cline/data/settings/cline_mcp_settings.json", ["mcpServers", "sextant", "autoApprove"]],
  [
    "Roo Code",
    "<storage>/rooveterinaryinc.roo-cline/settings/mcp_settings.json",
    ["mcpServers", "sextant", "alwaysAllow"],
  ],
];
for (const [client, file, path] of LISTS)
  for (const list of ["*", { find_references: true }, true, null]) {
    const at = path.join(".").replace("mcpServers.sextant.", "");
    test(`refused: ${at} of ${client} that is ${JSON.stringify(list)}; Disconnect leaves it`, async () => {
      const isInEntry = path.includes("sextant");
      const inner = isInEntry ? { command: "/old/sextant-mcp", [at]: list } : list;
      const outer = (isInEntry ? path.slice(0, -1) : path).reduceRight((value, key) => ({ [key]: value }), inner);
      const prepare = () => home.put(file, JSON.stringify(outer, null, 2));
      await refused(
        new RegExp(`'.*' cannot be changed: '${at}' is not a list\\. Correct the file, then try`),
        prepare,
        client,
      );
      const written = await readFile(await prepare(), "utf8");
      const changes = await plan.disconnectChanges(await lookAt(client), async () => undefined);
      if (isInEntry) assert.deepEqual(JSON.parse(changes[0].after), { mcpServers: {} });
      else assert.deepEqual([changes, written], [[], JSON.stringify(outer, null, 2)]);
    });
  }

test("refused: permissions that are a list", () =>
  refused(
    /'permissions' is not an object\. Correct/,
    () => home.put("~/.claude/settings.json", '{"permissions": ["Bash"]}'),
    "Claude Code",
  ));

for (const [key, value] of [
  ["env", "A=1"],
  ["args", "--toolsets symbols"],
])
  test(`refused: ${key} of a bridge that is a text`, () => {
    process.env.SEXTANT_HOME = "/elsewhere";
    const entry = { command: "/old/sextant-mcp", [key]: value };
    return refused(new RegExp(`'${key}' is not a`), () =>
      home.put(CURSOR, JSON.stringify({ mcpServers: { sextant: entry } })),
    );
  });

test("refused: bytes that are not UTF-8", () =>
  refused(/is not valid UTF-8/, () => home.put(CURSOR, Buffer.from([0x7b, 0xff, 0x7d]))));

test("refused: a read-only file", () =>
  refused(/is read-only\. Make it writable/, async () => {
    const path = await home.put(CURSOR, "{}");
    await chmod(path, 0o444);
    return path;
  }));

test("refused: a link to nothing", () =>
  refused(/is a link to a file that does not exist/, async () => {
    await mkdir(join(home.home, ".cursor"));
    const path = join(home.home, ".cursor/mcp.json");
    await symlink("/nowhere/mcp.json", path);
    return path;
  }));

test("refused: a file that has changed meanwhile", () => {
  const prepare = () => home.put(CURSOR, "{}");
  prepare.meanwhile = (path) => writeFile(path, '{"other": 1}');
  return refused(/has changed since/, prepare);
});

test("refused: a pipe, a device, a folder and a file without end, at once; the others are listed", async () => {
  const cursor = join(home.home, ".cursor/mcp.json");
  await mkdir(dirname(cursor));
  execFileSync("mkfifo", [cursor]);
  await mkdir(join(home.home, ".gemini"));
  await symlink("/dev/zero", join(home.home, ".gemini/settings.json"));
  await mkdir(join(home.home, ".codeium/windsurf/mcp_config.json"), { recursive: true });
  await home.put("~/.codex/config.toml", `a = "${"x".repeat(5_000_000)}"`);
  const all = Promise.all(["Cursor", "Gemini CLI", "Windsurf", "Codex", "Claude Code"].map((name) => lookAt(name)));
  const late = setTimeout(() => writeFileSync(cursor, "{}"), 5_000);
  const [pipe, device, folder, large, fine] = await all;
  clearTimeout(late);
  for (const target of [pipe, device, folder]) {
    assert.equal(target.state, "broken");
    assert.match(target.problem, /is not a file\. Move it away/);
  }
  assert.match(large.problem, /is larger than 4 MB/);
  assert.equal(fine.state, "none");
});

test("refused: text that is nested too deeply", () =>
  refused(/nested too deeply/, () => home.put(CURSOR, `{"a": ${"[".repeat(100_000)}${"]".repeat(100_000)}}`)));

test("refused: text that can be read, and is nested too deeply to be compared", async () => {
  const { changeText } = await load("config-text");
  const text = `{"a": ${'{"b": '.repeat(3000)}1${"}".repeat(3000)}}`;
  assert.throws(() => changeText(text, "json", [{ path: ["c"], value: 1 }]), /^Error: it is nested too deeply$/);
});

test("refused: TOML that is nested too deeply", () =>
  refused(
    /nested too deeply/,
    () => home.put("~/.codex/config.toml", `a = ${"[".repeat(50_000)}${"]".repeat(50_000)}`),
    "Codex",
  ));

test("what another program writes while the new file is being written stays", async () => {
  const path = await home.put(CURSOR, "{}");
  const theirs = '{"theirs": 1}';
  const change = {
    path,
    before: "{}",
    get after() {
      writeFileSync(path, theirs);
      return '{"ours": 1}';
    },
  };
  await assert.rejects(files.writeAll([change]), /has changed since\. Try again/);
  assert.equal(await readFile(path, "utf8"), theirs);
  assert.deepEqual(await readdir(dirname(path)), ["mcp.json"]);
});

test("refused: a file with a second name, which a new file would part from it", () =>
  refused(/has other names \(hard links\)/, async () => {
    const path = await home.put(CURSOR, "{}");
    await link(path, join(home.home, "other.json"));
    return path;
  }));

test("owner, group and mode are kept; the file is replaced in one step", { skip: !isRoot }, async () => {
  const path = await home.put(CURSOR, "{}");
  await chown(path, OTHER, OTHER + 1);
  await chmod(path, 0o640);
  const before = await stat(path);
  await connect(parts, clientOf("Cursor"), "user", home);
  const after = await stat(path);
  assert.deepEqual([after.uid, after.gid, after.mode], [before.uid, before.gid, before.mode]);
  assert.notEqual(after.ino, before.ino, "it is not written in place");
});

test("refused: another user's file, where the owner cannot be kept", { skip: !isRoot }, async () => {
  const path = await home.put(CURSOR, "{}");
  await asOther(async () => {
    process.seteuid(0);
    await chown(path, 0, 0);
    await chmod(path, 0o666);
    process.seteuid(OTHER);
    await assert.rejects(connect(parts, clientOf("Cursor"), "user", home), /belongs to another user/);
  });
  assert.equal(await readFile(path, "utf8"), "{}");
  assert.deepEqual(await readdir(dirname(path)), ["mcp.json"]);
});

test("refused: a read-only folder, and a file in the place of a folder", { skip: !isRoot }, async () => {
  const path = await home.put(CURSOR, "{}");
  await chmod(dirname(path), 0o555);
  await home.put("~/.codeium", "");
  await chmod(home.folder, 0o555);
  await asOther(async () => {
    for (const scope of ["user", "project"])
      await assert.rejects(
        connect(parts, clientOf("Cursor"), scope, home),
        /cannot be read or written by you\. Change its rights/,
      );
    const { problem } = await lookAt("Windsurf");
    assert.match(problem, /a file is in the place of its folder/);
  });
  assert.equal(await readFile(path, "utf8"), "{}");
});

test("of two files all are written or none", async () => {
  await home.put("<folder>/.claude/settings.json", "{}");
  await chmod(join(home.folder, ".claude/settings.json"), 0o444);
  await assert.rejects(connect(parts, clientOf("Claude Code"), "project", home), /read-only/);
  assert.ok(!existsSync(join(home.folder, ".mcp.json")));
});
