/**
 * A real agent, a real editor: Cline's agent asks Sextant for a symbol's documentation and edits a
 * file through it, and the model gets the answers. The model is a script (model.mjs); everything between it and the language server
 * is real.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setup } from "../../extension/build/setup.mjs";
import { copyWorkspaces } from "../vscode/suites/support.mjs";
import { runCline } from "./cline.mjs";
import { lastToolResult, startModel } from "./model.mjs";

const LIMIT_MS = 180_000;

let editor, files, tour;

before(
  async () => {
    await setup({ system: ["build", "vscode"] });
    const { packageVsix } = await import("../../extension/build/package.mjs");
    const { startEditor } = await import("../vscode/server.mjs");
    const vsix = process.env.SEXTANT_VSIX ?? (await packageVsix({ target: "linux-x64" }));
    files = await copyWorkspaces("tour");
    tour = files.folders[0];
    editor = await startEditor({ workspaces: [tour], headless: true, vsix });
  },
  { timeout: LIMIT_MS },
);

after(async () => {
  await editor?.stop();
  await files?.remove();
});

/** One run of the agent; returns the requests that its model received. */
async function ask(steps, prompt) {
  const model = await startModel(steps);
  try {
    const bridge = await editor.bridge();
    const run = await runCline({ model: model.url, bridge, cwd: tour, prompt, env: editor.env });
    assert.equal(run.code, 0, run.output);
    for (const { tool } of steps)
      assert.ok(
        model.toolNames().some((name) => name.endsWith(tool)),
        `${tool} is not offered`,
      );
    return model.requests;
  } finally {
    await model.close();
  }
}

test("the agent's model reads a symbol's documentation", { timeout: LIMIT_MS }, async () => {
  const args = { symbol_name: "applyDiscount", file_path: "src/checkout.ts" };
  const requests = await ask([{ tool: "get_symbol_documentation", args }], "What does applyDiscount do?");
  assert.ok(requests.length >= 2, `${requests.length} requests`);
  const answer = lastToolResult(requests[1]);
  assert.match(answer, /Symbol: applyDiscount/);
  assert.match(answer, /src\/pricing\.ts/);
  assert.match(answer, /Takes a share off the price of an order/);
});

test("a mistake comes back to the model as a message it can act on", { timeout: LIMIT_MS }, async () => {
  const wrong = { tool: "get_symbol_documentation", args: { symbol: true, colour: "red" } };
  const right = { tool: "get_symbol_documentation", args: { symbol_name: "OrderStatus" } };
  const requests = await ask([wrong, right], "Where can an order stand?");
  assert.ok(requests.length >= 3, `${requests.length} requests`);
  assert.match(lastToolResult(requests[1]), /symbol must be a string, not true/);
  assert.match(lastToolResult(requests[2]), /Where an order stands/);
});

const changeOf = (preview) => /change=\\*"(c\d+)/.exec(preview)?.[1];

test("the agent edits a file: previewed first, then applied by the change's id", { timeout: LIMIT_MS }, async () => {
  const file = "src/pricing.ts";
  const before = readFileSync(join(tour, file), "utf8");
  const old = "export function applyDiscount(";
  assert.ok(before.includes(old));
  const requests = await ask(
    [
      { tool: "replace_in_buffer", args: { file, old, new: "export function applyRebate(" } },
      // Ids begin at another number in each window.
      { tool: "replace_in_buffer", args: (preview) => ({ change: changeOf(preview), preview: false }) },
    ],
    "Rename applyDiscount to applyRebate where it is declared.",
  );
  assert.ok(requests.length >= 3, `${requests.length} requests`);
  const preview = lastToolResult(requests[1]);
  assert.match(preview, /PREVIEW of src\/pricing\.ts/);
  assert.match(preview, /-export function applyDiscount\(/);
  const applied = lastToolResult(requests[2]);
  assert.match(applied, /APPLIED to src\/pricing\.ts \(\+1 -1 lines\), saved\./);
  assert.equal(readFileSync(join(tour, file), "utf8"), before.replace(old, "export function applyRebate("));
});
