/** The outline of C without a language server has the declarations that universal-ctags lists. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";

import { ROOT } from "../../extension/build/setup.mjs";
import { makeEditor } from "../engine/fake-editor.mjs";
import { installLua } from "../vscode/install.mjs";

const KINDS = {
  f: "Function",
  s: "Struct",
  u: "Union",
  g: "Enum",
  e: "EnumMember",
  m: "Field",
  t: "Typedef",
  d: "Macro",
};

const TYPES = ["Struct", "Union", "Enum"];

/** Lines `kind name line` that ctags lists; types without a name and their members are left out. */
function ctagsOf(file) {
  const { stdout, stderr } = spawnSync(
    "ctags",
    ["--languages=C", "--langmap=C:.c.h", "--kinds-C=defgmstu", "--fields=+n", "--sort=no", "-f", "-", file],
    { encoding: "utf8", maxBuffer: 1 << 28 },
  );
  assert.equal(stderr, "");
  return stdout
    .split("\n")
    .filter((row) => row && !row.startsWith("__anon") && !/\b(struct|union|enum):__anon/.test(row))
    .map((row) => row.match(/^(\S+)\t.*;"\t(\w)\t.*?line:(\d+)/))
    .map(([, name, kind, line]) => `${KINDS[kind]} ${name} ${line}`);
}

async function outlineOf(editor, file) {
  const all = [];
  for (let cursor; ;) {
    const { factsJson, text } = await editor.run("get_symbols", {
      file_path: file,
      max_depth: 32,
      max_results: 10_000,
      ...(cursor && { cursor }),
    });
    assert.ok(factsJson, `${file}: ${text}`);
    const facts = JSON.parse(factsJson);
    assert.equal(facts.provenance, "text", text);
    all.push(...facts.symbols.map(({ kind, name, line }) => `${kind} ${name} ${line}`));
    cursor = facts.cursor;
    if (!cursor) return all;
  }
}

const filesOf = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => /\.[ch]$/.test(name))
    .map((name) => join(folder, name));

async function compare(t, files) {
  const editor = makeEditor(t, Object.fromEntries(files.map((file, i) => [`f${i}.c`, readFileSync(file)])));
  const counts = new Map(Object.values(KINDS).map((kind) => [kind, { wanted: 0, missing: [] }]));
  for (const [i, file] of files.entries()) {
    const has = new Set(await outlineOf(editor, `f${i}.c`));
    for (const row of ctagsOf(file)) {
      const count = counts.get(row.split(" ")[0]);
      count.wanted++;
      // A type without a name is shown by that of its typedef.
      const isThere = has.has(row) || TYPES.some((kind) => has.has(row.replace(/^Typedef/, kind)));
      if (!isThere) count.missing.push(`${file}: ${row}`);
    }
  }
  for (const [kind, { wanted, missing }] of counts)
    t.diagnostic(
      `${kind}: ${wanted - missing.length} of ${wanted}${missing.length ? `, not ${missing.slice(0, 5).join(", ")}` : ""}`,
    );
  return counts;
}

/** Which corpora have enough of each kind for a share to mean something. */
const LEAST = 100;

/** In 100. ctags also lists members of types inside of functions, which no outline has. */
const shareOf = (kind) => (kind === "Field" || kind === "EnumMember" ? 98 : 99);

for (const [name, folder] of [
  ["Lua", installLua],
  ["PCRE2, sljit, libuv's headers and cJSON", async () => join(ROOT, "native/deps")],
  ["Sextant", async () => join(ROOT, "native")],
])
  test(`${name}: what ctags lists is in the outline`, async (t) => {
    const top = await folder();
    const files = filesOf(top).filter((file) => name !== "Sextant" || !file.startsWith(join(top, "deps")));
    // A twentieth of expat's enumerators are of types inside of functions, which no outline has.
    const own = files.filter((file) => !/\b(node_modules|deps\/expat)\b/.test(file));
    for (const [kind, { wanted, missing }] of await compare(t, own))
      if (wanted >= LEAST)
        assert.ok(missing.length * 100 <= wanted * (100 - shareOf(kind)), `${kind}: ${missing.join("\n")}`);
  });
