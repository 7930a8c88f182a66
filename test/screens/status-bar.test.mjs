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
  await status.ops.indexing(1100, 22000);
  assert.deepEqual([shown(), item.command], ["$(sync~spin) Sextant: indexing 5 %", "sextant.indexStatistics"]);
  assert.match(item.tooltip, /^1,100 of 22,000 files have been read for the search index\. /);
  await status.ops.indexing(22000, 22000);
  assert.equal(shown(), "$(sync~spin) Sextant: writing the index");
  status.setWaiting(2);
  assert.deepEqual([shown(), item.command], ["$(bell-dot) 2 questions wait for you", "sextant.showWaitingChanges"]);
  status.report("socket", "No such folder.");
  assert.equal(shown(), "$(warning) Sextant: agents cannot connect");
  assert.equal(item.accessibilityInformation.label, "Sextant: No such folder.\nClick to try again.");
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
  await status.ops.indexing(1, 2);
  await status.ops.indexing(0, 0);
  assert.equal(shown(), "$(plug) 1", "what was there before the index comes back");
  log.disconnected(caller);
  t.mock.timers.tick(500);
  assert.equal(shown(), "");
});

test("each problem is shown in words, with one command that helps, until it is over", async () => {
  const { status, item, shown } = open();
  const rows = [
    ["notLoaded", "Sextant could not start", "extension.open", ["sextant.sextant"]],
    ["notStarted", "Sextant could not start", "sextant.showLog", undefined],
    ["socket", "Sextant: agents cannot connect", "sextant.openSocket", undefined],
    ["settings", "Sextant: settings are ignored", "workbench.action.openSettings", ["@ext:sextant.sextant"]],
    ["index", "Sextant: no search index", "sextant.rebuildIndex", undefined],
  ];
  for (const [problem] of [...rows].reverse()) status.report(problem, `why ${problem}`);
  for (const [problem, text, command, args] of rows) {
    assert.equal(shown(), `$(warning) ${text}`, problem);
    assert.deepEqual([item.command.command, item.command.arguments], [command, args]);
    assert.equal(item.tooltip, `why ${problem}\n${item.command.title}`);
    assert.match(item.command.title, /Click to .*\.$/);
    status.report(problem, "");
  }
  assert.equal(shown(), "");
});

test("a question goes before problems that agents can live with", () => {
  const { status, shown } = open();
  for (const problem of ["settings", "index"]) status.report(problem, "why");
  status.setWaiting(1);
  assert.equal(shown(), "$(bell-dot) 1 question waits for you");
  status.report("socket", "why");
  assert.equal(shown(), "$(warning) Sextant: agents cannot connect");
});

test("the index of each folder: a run that fails is a problem, one that ends well is none", async () => {
  const { status, item, shown } = open();
  await status.ops.indexed("/a", "");
  assert.equal(shown(), "");
  await status.ops.indexed("/a", "no room");
  await status.ops.indexed("/b", "no rights");
  assert.match(item.tooltip, /^The index of '\/a' was not written: no room\nThe index of '\/b' .*: no rights\n/);
  await status.ops.indexed("/a", "");
  assert.ok(!item.tooltip.includes("/a") && item.tooltip.includes("/b"), item.tooltip);
  await status.ops.indexing(1, 2);
  assert.match(shown(), /indexing 50 %/, "what is being mended");
  await status.ops.indexing(0, 0);
  await status.ops.indexed("/b", "");
  assert.equal(shown(), "");
});
