/** Configurations are changed in one place: everything else stays, byte for byte. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./kit.mjs";

const { changeText, readValues } = await load("config-text");

const ENTRY = { command: "/b/sextant-mcp", args: ["--workspace", "${workspaceFolder}"] };
const plainOf = (values) => JSON.parse(JSON.stringify(values));
const lines = (...all) => all.join("\n");

/** Files as people have them; each is also tried with CRLF and with a BOM. */
const JSONS = {
  "comments, order and two kinds of indentation": lines(
    "{",
    "  // servers of the team",
    '  "mcpServers": {',
    "    /* docs */",
    '    "docs": { "command": "npx", "args": ["-y", "docs"] }, // keep',
    '    "db": {',
    '        "command": "db" // deeper',
    "    } // the last",
    "    // end of the servers",
    "  },",
    '  "inputs": [1, 2]',
    "}",
    "",
  ),
  "trailing commas": lines("{", '  "mcpServers": {', '    "a": {"command": "x"}, // c', "  },", "}", ""),
  "tabs and no newline at the end": lines("{", '\t"mcpServers": {', '\t\t"a": {}', "\t}", "}"),
  "four spaces": lines("{", '    "mcpServers": {', '        "a": {}', "    }", "}", ""),
  "one line": '{"mcpServers":{"a":{"command":"x"}}, "z": 1}',
  "other keys only": lines("{", '  "theme": "dark" // mine', "  // more", "}", ""),
  "servers with a comment only": lines("{", '  "mcpServers": {', "    // none yet", "  }", "}", ""),
};

const TOMLS = {
  "comments and tables": lines(
    "# Codex",
    'model = "gpt-5"   # which',
    "",
    '[projects."/home/me/a b"]',
    'trust_level = "trusted"',
    "",
    "# docs",
    "[mcp_servers.docs]",
    'command = "npx"',
    "args = [",
    '  "-y", # yes',
    '  "docs",',
    "]",
    "[mcp_servers.docs.env]",
    "A = 'x\\y'",
    "",
    "[tui]",
    "notifications = true",
    "since = 1979-05-27T07:32:00Z",
    "",
  ),
  "inline servers": lines('mcp_servers = { docs = { command = "x" } } # c', "z = 1", ""),
  "dotted keys": lines('mcp_servers.docs.command = "x"', "z = 1", "[a]", "b = 1", ""),
  "lists of tables and tabs": lines("[[x]]", "a = 1", "[[x]]", "\ta = 2", ""),
  "comments only": "# nothing yet\n",
};

for (const [format, cases, key] of [
  ["json", JSONS, "mcpServers"],
  ["toml", TOMLS, "mcp_servers"],
])
  for (const [name, plain] of Object.entries(cases))
    for (const [style, text] of [
      ["LF", plain],
      ["CRLF", plain.replaceAll("\n", "\r\n")],
      ["BOM", `\uFEFF${plain}`],
    ])
      test(`${format}: ${name}, ${style}`, () => {
        const before = readValues(text, format);
        const added = changeText(text, format, [{ path: [key, "sextant"], value: ENTRY }]);
        assert.deepEqual(plainOf(readValues(added, format)[key].sextant), ENTRY);
        for (const [comment] of text.matchAll(/(#|\/\/|\/\*).*/g)) assert.ok(added.includes(comment.trim()), added);
        assert.equal(/(?<!\r)\n/.test(added), /(?<!\r)\n/.test(text), "line ends");
        assert.equal(added.startsWith("\uFEFF"), text.startsWith("\uFEFF"), "BOM");
        const path = before[key] ? [key, "sextant"] : [key];
        assert.equal(changeText(added, format, [{ path, value: undefined }]), text, "the way back");
      });

test("a comment stays with the value that it is about", () => {
  const text = lines("{", '  "mcpServers": {', '    "a": 1 // about a', "    // the end", "  }", "}");
  const added = changeText(text, "json", [{ path: ["mcpServers", "sextant"], value: {} }]);
  assert.equal(
    added,
    lines("{", '  "mcpServers": {', '    "a": 1, // about a', '    "sextant": {}', "    // the end", "  }", "}"),
  );
});

test("single keys of an entry change, in lists single items", () => {
  const text = lines(
    "{",
    '  "mcpServers": {',
    '    "sextant": {',
    "      // mine",
    '      "command": "old", // until now',
    '      "env": { "A": "1" },',
    '      "alwaysAllow": [',
    '        "mine", // keep',
    '        "old"',
    "      ],",
    '      "disabled": true',
    "    }",
    "  }",
    "}",
  );
  const at = ["mcpServers", "sextant"];
  const changed = changeText(text, "json", [
    { path: [...at, "command"], value: "new" },
    { path: [...at, "alwaysAllow"], value: ["mine", "a", "b"] },
    { path: [...at, "disabled"], value: undefined },
    { path: [...at, "timeout"], value: 60 },
  ]);
  assert.equal(
    changed,
    lines(
      "{",
      '  "mcpServers": {',
      '    "sextant": {',
      "      // mine",
      '      "command": "new", // until now',
      '      "env": { "A": "1" },',
      '      "alwaysAllow": [',
      '        "mine", // keep',
      '        "a",',
      '        "b"',
      "      ],",
      '      "timeout": 60',
      "    }",
      "  }",
      "}",
    ),
  );
});

test("an entry in TOML keeps its comments and its other keys", () => {
  const text = lines(
    "[mcp_servers.sextant] # mine",
    'command = "/old" # until now',
    "enabled = false",
    "startup_timeout_sec = 20",
    "[mcp_servers.sextant.env]",
    'A = "1"',
    "",
  );
  const at = ["mcp_servers", "sextant"];
  const changed = changeText(text, "toml", [
    { path: [...at, "command"], value: "/new" },
    { path: [...at, "enabled"], value: undefined },
  ]);
  assert.equal(changed, text.replace("/old", "/new").replace("enabled = false\n", ""));
});

for (const [name, text] of Object.entries({
  nothing: "",
  blanks: " \n",
  "a comment": "// c\n",
  null: '{"mcpServers": null}',
}))
  test(`a configuration of ${name} gets the entry`, () => {
    const added = changeText(text, "json", [{ path: ["mcpServers", "sextant"], value: ENTRY }]);
    assert.deepEqual(plainOf(readValues(added, "json")), { mcpServers: { sextant: ENTRY } });
    if (name === "a comment") assert.ok(added.startsWith(text));
    else assert.deepEqual(JSON.parse(added), { mcpServers: { sextant: ENTRY } });
  });

for (const [format, text, says] of [
  ["json", '{\n  "a": 1\n  "b": 2\n}', /line 3: Comma expected/],
  ["json", '{ "mcpServers": {', /line 1: Close brace expected/],
  ["json", "[]", /an object is expected/],
  ["json", '{ "mcpServers": [] }', /'mcpServers' is not an object/],
  ["json", '{ "mcpServers": {}, "mcpServers": {"a": 1} }', /cannot be changed/],
  ["toml", "a = 1\nb = \n", /\(2, 3\)|\(3, 0\)|line|value/i],
  ["toml", 'mcp_servers = "x"\n', /'mcp_servers' is not an object/],
])
  test(`refused: ${JSON.stringify(text)}`, () => {
    const key = format === "json" ? "mcpServers" : "mcp_servers";
    assert.throws(() => changeText(text, format, [{ path: [key, "sextant"], value: ENTRY }]), says);
  });
