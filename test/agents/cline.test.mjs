/**
 * A real agent, a real editor: Cline's agent asks Sextant for a symbol's documentation, and the
 * model gets it. The model is a script (model.mjs); everything between it and the language server
 * is real.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { ROOT, setup } from "../../extension/build/setup.mjs";
import { runCline } from "./cline.mjs";
import { lastToolResult, startModel } from "./model.mjs";

const TOUR = join(ROOT, "test/fixtures/workspaces/tour");
const LIMIT_MS = 180_000;

let editor;

before(
  async () => {
    await setup({ system: ["build", "vscode"] });
    const { packageVsix } = await import("../../extension/build/package.mjs");
    const { startEditor } = await import("../vscode/server.mjs");
    const vsix = process.env.SEXTANT_VSIX ?? (await packageVsix({ target: "linux-x64" }));
    editor = await startEditor({ workspaces: [TOUR], headless: true, vsix });
  },
  { timeout: LIMIT_MS },
);

after(() => editor?.stop());

/** One run of the agent; returns the requests that its model received. */
async function ask(steps, prompt) {
  const model = await startModel(steps);
  try {
    const bridge = await editor.bridge();
    const run = await runCline({ model: model.url, bridge, cwd: TOUR, prompt, env: editor.env });
    assert.equal(run.code, 0, run.output);
    assert.ok(model.toolNames().some((name) => name.endsWith("get_symbol_documentation")));
    return model.requests;
  } finally {
    await model.close();
  }
}

test("the agent's model reads a symbol's documentation", { timeout: LIMIT_MS }, async () => {
  const args = { symbol_name: "applyDiscount", file_path: "src/checkout.ts" };
  const requests = await ask(
    [{ tool: "get_symbol_documentation", args }],
    "What does applyDiscount do?",
  );
  assert.ok(requests.length >= 2, `${requests.length} requests`);
  const answer = lastToolResult(requests[1]);
  assert.match(answer, /Symbol: applyDiscount/);
  assert.match(answer, /src\/pricing\.ts/);
  assert.match(answer, /Takes a share off the price of an order/);
});

test(
  "a mistake comes back to the model as a message it can act on",
  { timeout: LIMIT_MS },
  async () => {
    const wrong = { tool: "get_symbol_documentation", args: { symbol: 7, colour: "red" } };
    const right = { tool: "get_symbol_documentation", args: { symbol_name: "OrderStatus" } };
    const requests = await ask([wrong, right], "Where can an order stand?");
    assert.ok(requests.length >= 3, `${requests.length} requests`);
    assert.match(lastToolResult(requests[1]), /symbol_name must be a string, not 7/);
    assert.match(lastToolResult(requests[2]), /Where an order stands/);
  },
);
