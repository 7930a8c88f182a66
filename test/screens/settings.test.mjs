/** Values of settings that the editor underlines and gives to us all the same. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { readManifest, settingsOf } from "../../extension/build/manifest.mjs";
import { loadModule } from "../connect/kit.mjs";

const { keepValid } = await loadModule("ui/setting-values");
const schemas = settingsOf(readManifest());

/** Returns the valid part of the value, and what was reported. */
function keep(name, value) {
  const wrong = [];
  return { kept: keepValid(value, schemas[`sextant.${name}`], wrong), wrong };
}

test("defaults and valid values stay as they are", () => {
  for (const [name, { default: value }] of Object.entries(schemas))
    assert.deepEqual(keep(name.slice("sextant.".length), value), { kept: value, wrong: [] }, name);
  assert.deepEqual(keep("timeout", 1), { kept: 1, wrong: [] });
  assert.deepEqual(keep("toolsets", []), { kept: [], wrong: [] });
  assert.deepEqual(keep("approval", { files: "never" }), { kept: { files: "never" }, wrong: [] });
});

test("a value that does not fit becomes the default and is reported", () => {
  for (const value of ["soon", 0, 3601, NaN, null, true, [45], {}])
    assert.deepEqual(keep("timeout", value).kept, 45, String(value));
  assert.deepEqual(keep("timeout", "soon").wrong, ['"soon"']);
  assert.deepEqual(keep("timeout", undefined).wrong, ["undefined"]);
  assert.deepEqual(keep("chat", "both"), { kept: "tools", wrong: ['"both"'] });
  assert.deepEqual(keep("index.enabled", "yes"), { kept: true, wrong: ['"yes"'] });
  assert.deepEqual(keep("toolsets", "edit"), { kept: schemas["sextant.toolsets"].default, wrong: ['"edit"'] });
});

test("of a list and of an object only what does not fit is ignored", () => {
  assert.deepEqual(keep("toolsets", ["edit", "eddit", 7]), { kept: ["edit"], wrong: ['"eddit"', "7"] });
  const policies = JSON.parse('{"edit": "sometimes", "files": "never", "__proto__": "always", "shell": "always"}');
  assert.deepEqual(keep("approval", policies), {
    kept: { files: "never" },
    wrong: ['"edit": "sometimes"', '"__proto__": "always"', '"shell": "always"'],
  });
});

test("a prefix of commands that has no words would be one of all commands", () => {
  for (const name of ["run.allowed", "run.denied"])
    assert.deepEqual(keep(name, ["git status", "", " \t", 7]), { kept: ["git status"], wrong: ['""', '" \\t"', "7"] });
  assert.deepEqual(keep("run.sandbox", "off"), { kept: "auto", wrong: ['"off"'] });
});

test("approval that does not fit allows nothing without a question", () => {
  for (const value of ["always", ["always"], 1, null]) assert.deepEqual(keep("approval", value).kept, {});
});
