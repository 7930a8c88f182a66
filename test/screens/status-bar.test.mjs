/** The one item in the status bar: which of several things it shows. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { loadModule } from "../connect/kit.mjs";

const { StatusBar } = await loadModule("ui/status-bar");
const { ActivityLog } = await loadModule("ui/activity-log");

const FOUND = { code: "found", isError: false, tokens: 1 };

function open() {
  const status = new StatusBar();
  const item = globalThis.statusBarItem;
  const log = new ActivityLog();
  status.watch(log);
  const shown = () => (item.isShown ? item.text : "");
  return { status, item, log, shown };
}

test("nothing, agents, a slow call, the index, a question, a problem: the most important one is shown", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "Date"] });
  const { status, item, log, shown } = open();
  const pass = (ms) => t.mock.timers.tick(ms);
  pass(5000);
  assert.equal(shown(), "", "quiet when idle");
  const [one, two] = ["a 1", "b 2"].map((client) => {
    const caller = log.connect("socket");
    log.greeted(caller, client, []);
    return caller;
  });
  pass(500);
  assert.deepEqual([shown(), item.command], ["$(plug) 2", "sextant.activity.focus"]);
  log.began(1, one, "grep", {}, () => {});
  log.ended(1, FOUND);
  log.began(2, one, "find_references", {}, () => {});
  pass(400);
  assert.equal(shown(), "$(plug) 2", "calls that are soon over are not shown");
  pass(700);
  assert.deepEqual([shown(), item.tooltip.includes("a 1")], ["$(loading~spin) Sextant: find_references", true]);
  await status.ops.indexing("$(sync~spin) Sextant: indexing 5 %", "tip");
  assert.deepEqual([shown(), item.command], ["$(sync~spin) Sextant: indexing 5 %", "sextant.indexStatistics"]);
  status.setWaiting(2);
  assert.deepEqual([shown(), item.command], ["$(bell-dot) 2 changes wait for you", "sextant.showWaitingChanges"]);
  status.report("Agents cannot connect.");
  assert.deepEqual([shown(), item.command], ["$(warning) Sextant", "sextant.showLog"]);
  assert.match(item.accessibilityInformation.label, /Agents cannot connect\./);
  status.dispose();
  assert.equal(shown(), "");
  assert.ok(two);
});

test("it goes with the last agent, and shows no icons that an agent made up", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "Date"] });
  const { status, log, shown } = open();
  const caller = log.connect("socket");
  log.greeted(caller, "a 1", []);
  log.began(1, caller, "$(flame) evil", {}, () => {});
  t.mock.timers.tick(1100);
  assert.equal(shown(), "$(loading~spin) Sextant: __flame__evil");
  log.ended(1, FOUND);
  t.mock.timers.tick(500);
  assert.equal(shown(), "$(plug) 1");
  await status.ops.indexing("x", "y");
  await status.ops.indexing("", "");
  assert.equal(shown(), "$(plug) 1", "what was there before the index comes back");
  log.disconnected(caller);
  t.mock.timers.tick(500);
  assert.equal(shown(), "");
});
