import { LRUCache } from "./index.js";

let now = 1000;
const perf = { now: () => now };
const log: unknown[] = [];
const say = (...what: unknown[]) => console.log(JSON.stringify(what));
const safe = (run: () => unknown) => {
  try {
    return run();
  } catch (error) {
    return `throws ${(error as Error).message}`;
  }
};
const state = (c: LRUCache<any, any, any>) =>
  say(
    c.size,
    c.calculatedSize,
    [...c.keys()],
    [...c.rvalues()],
    [...c.entries()],
    c.dump().map(([k, v]) => [k, v.value, v.size]),
  );

const simple = new LRUCache<string, number>({
  max: 3,
  dispose: (v, k, r) => log.push([v, k, r]),
  onInsert: (v, k, r) => log.push(["in", v, k, r]),
});
for (const [i, k] of [..."abcadbea"].entries()) {
  simple.set(k, i);
  simple.get(i % 2 ? "a" : "b");
  state(simple);
}
say(simple.has("a"), simple.peek("zz"), simple.delete("a"), simple.delete("a"), simple.pop(), simple.size);
say(
  simple.find((v) => v > 1),
  simple.info("e"),
  simple.getRemainingTTL("e"),
  simple.getRemainingTTL("none"),
);
simple.forEach((v, k) => log.push([k, v]));
simple.rforEach((v, k) => log.push([k, v]));
simple.clear();
state(simple);
say(log.splice(0));

const sized = new LRUCache<string, string>({
  maxSize: 10,
  maxEntrySize: 6,
  sizeCalculation: (v) => v.length,
  disposeAfter: (v, k, r) => log.push([v, k, r]),
  perf,
});
for (const v of ["aaa", "bb", "ccccc", "dddddddd", "e", "ffff"]) {
  say(sized.set(v[0]!, v).size);
  state(sized);
}
sized.set("big", "x", { size: 9 });
sized.set("e", "eeee", { noUpdateTTL: true });
say(
  safe(() => sized.set("q", "q", { size: -1 })),
  safe(() => sized.set("q", "", { sizeCalculation: () => 0 })),
);
state(sized);
say(log.splice(0));

const timed = new LRUCache<string, any>({
  max: 4,
  ttl: 100,
  ttlResolution: 0,
  allowStale: false,
  perf,
  dispose: (v, k, r) => log.push([v, k, r]),
});
for (const k of "abcd") {
  timed.set(k, { k }, { ttl: k === "c" ? 1000 : k === "d" ? 0 : 100 });
  now += 30;
}
for (const step of [0, 20, 60, 100, 900]) {
  now += step;
  const status: any = {};
  say(
    step,
    timed.get("a", { allowStale: true, status }),
    timed.has("b", { status }),
    timed.peek("c"),
    timed.get("d"),
    timed.getRemainingTTL("c"),
  );
  say(status.get, status.has, status.ttl, status.remainingTTL, timed.info("c")?.ttl);
}
say(timed.purgeStale());
state(timed);
say(log.splice(0));
const updating = new LRUCache<string, number>({
  max: 2,
  ttl: 50,
  updateAgeOnGet: true,
  updateAgeOnHas: true,
  noDeleteOnStaleGet: true,
  perf,
});
updating.set("x", 1);
for (let i = 0; i < 4; i++) {
  now += 30;
  say(updating.get("x"), updating.has("x"), updating.getRemainingTTL("x"));
}
now += 100;
say(updating.get("x"), updating.size, updating.has("x"));
const dumped = new LRUCache<string, number>({ max: 5, ttl: 500, perf });
dumped
  .set("a", 1)
  .set("b", 2, { start: now - 100 })
  .set("c", undefined as never);
const loaded = new LRUCache<string, number>({ max: 5, ttl: 500, perf });
loaded.load(dumped.dump());
state(loaded);
say([...loaded].length, Object.prototype.toString.call(loaded));
const memo = new LRUCache<string, number, { n: number }>({
  max: 3,
  memoMethod: (k, stale, { context }) => k.length + (stale ?? 0) + context.n,
});
say(
  memo.memo("abc", { context: { n: 2 } }),
  memo.memo("abc", { context: { n: 9 } }),
  memo.memo("abc", { context: { n: 9 }, forceRefresh: true }),
);
for (const options of [
  {},
  { max: -1 },
  { max: 1.5 },
  { maxSize: 0 },
  { ttl: 5 },
  { max: 1, ttl: -1 },
  { max: 1, sizeCalculation: () => 1 },
  { max: 1, fetchMethod: 1 },
  { max: 1, maxSize: 5, sizeCalculation: 3 },
])
  say(
    options,
    safe(() => new LRUCache(options as never).max),
  );

const fetching = new LRUCache<string, string, { tag: string }>({
  max: 3,
  ttl: 100,
  perf,
  allowStaleOnFetchRejection: true,
  fetchMethod: async (k, stale, { context, signal, options }) => {
    await null;
    if (k === "bad") throw new Error("bad fetch");
    return `${k} ${stale} ${context?.tag} ${signal.aborted} ${options.ttl}`;
  },
});
const settle = async (run: () => Promise<unknown>) => run().catch((error) => `rejects ${error.message}`);
say(await settle(() => fetching.fetch("a", { context: { tag: "t" } })));
say(await settle(() => fetching.fetch("a", { context: { tag: "u" } })));
say(await settle(() => fetching.fetch("a", { context: { tag: "v" }, forceRefresh: true })));
now += 200;
say(await settle(() => fetching.fetch("a", { context: { tag: "w" }, allowStale: true })));
say(await settle(() => fetching.fetch("bad", { context: { tag: "w" } })));
const both = await Promise.all([
  fetching.fetch("p", { context: { tag: "1" } }),
  fetching.fetch("p", { context: { tag: "2" } }),
]);
say(both, await settle(() => fetching.forceFetch("q", { context: { tag: "x" } })));
const stop = new AbortController();
const aborted = settle(() => fetching.fetch("r", { context: { tag: "y" }, signal: stop.signal }));
stop.abort(new Error("stopped"));
say(await aborted, fetching.size, [...fetching.keys()]);
