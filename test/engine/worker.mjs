/** An engine in a worker thread, with calls in flight: environments.test.mjs ends it somehow. */
import { parentPort, workerData } from "node:worker_threads";
import { pathToFileURL } from "node:url";

const { shimPath, addonPath, folder, delay } = workerData;
const { Engine, loadAddon } = await import(pathToFileURL(shimPath));

/* Slow by turns, so that requests of each kind are under way when the end comes. */
const wait = () => new Promise((resolve) => setTimeout(resolve, Math.random() * delay));
const replies = {
  document: () => ({ language: "typescript", version: 1, lineCount: 5, hasText: false }),
  outline: () => [["User", 4, "", "", true, 0, 1, 13, 1, 0, 1, 20]],
  hover: () => [[0, "A person.", "", false, false]],
  languageServers: () => [{ extension: "x", active: true }],
};
const ops = new Proxy(
  {},
  {
    get: (_, op) => async () => {
      if (delay) await wait();
      return { data: replies[op]?.() ?? [] };
    },
  },
);

const engine = new Engine(loadAddon(addonPath), ops);
engine.setRoots([["ws", folder]]);

let ended = 0;
async function keepAsking(i) {
  for (;;) {
    engine.touch();
    const symbol = ["User", "Nowhere"][i % 2];
    const answer = await engine.call("get_symbol_documentation", { symbol, file: "src/user.ts" });
    if (answer.code === "closed") return;
    if (++ended === 20) parentPort.postMessage("busy");
  }
}

parentPort.on("message", (message) => {
  if (message === "dispose") engine.dispose();
  if (message === "exit") process.exit(0);
});
const asking = Array.from({ length: 24 }, (_, i) => keepAsking(i));
await Promise.all(asking);
parentPort.close();
