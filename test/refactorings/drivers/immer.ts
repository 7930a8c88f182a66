import {
  produce,
  produceWithPatches,
  applyPatches,
  enablePatches,
  enableMapSet,
  enableArrayMethods,
  freeze,
  isDraft,
  isDraftable,
  original,
  current,
  createDraft,
  finishDraft,
  Immer,
  nothing,
  immerable,
  setAutoFreeze,
  setUseStrictShallowCopy,
} from "./immer";

const show = (name: string, run: () => unknown) => {
  let said: unknown;
  try {
    said = run();
  } catch (error) {
    said = `throws ${(error as Error).message}`;
  }
  const flat = (_: string, value: unknown) =>
    value instanceof Map
      ? { map: [...value] }
      : value instanceof Set
        ? { set: [...value] }
        : typeof value === "function" || value === undefined || typeof value === "symbol"
          ? String(value)
          : value;
  console.log(`${name}: ${JSON.stringify(said, flat)}`);
};

const base: any = { a: 1, list: [3, 1, 2], deep: { x: { y: [1, { z: 2 }] } }, gone: true };
show("no plugin", () => produce(new Map([[1, 2]]), (d) => void d.set(1, 3)));
show("no patches", () => produceWithPatches(base, (d: any) => void (d.a = 2)));
enablePatches();
enableMapSet();
enableArrayMethods();
show("same", () => produce(base, () => {}) === base);
show("set", () => produce(base, (d: any) => void (d.a = 2)));
show("deep", () => produce(base, (d: any) => void d.deep.x.y.push({ z: 3 })));
show("delete", () => produce(base, (d: any) => void delete d.gone));
show("return", () => produce(base, () => ({ other: 1 })));
show("nothing", () => produce(base, () => nothing as any));
show("both", () => produce(base, (d: any) => ((d.a = 2), { other: 1 })));
show("curried", () => produce((d: any, n: number) => void (d.a += n))(base, 5));
show("sorted", () => produce(base, (d: any) => void d.list.sort()));
show("reversed", () => produce(base, (d: any) => void d.list.reverse()));
show("spliced", () => produce(base, (d: any) => void d.list.splice(1, 1, 7, 8, 9)));
show("shift", () => produce(base, (d: any) => void (d.list.shift(), d.list.unshift(5, 6), d.list.pop())));
show("find", () => produce([{ id: 1 }, { id: 2 }], (d: any) => void (d.find((x: any) => x.id === 2).id = 9)));
show("filter", () => produce([{ id: 1 }, { id: 2 }, { id: 3 }], (d: any) => d.filter((x: any) => x.id > 1)));
show("map", () => produce([1, 2, 3], (d: any) => d.map((x: any) => x * 2)));
show("slice", () =>
  produce([{ a: 1 }, { a: 2 }, { a: 3 }], (d: any) => void d.slice(1).forEach((x: any) => (x.a += 10))),
);
show("flat", () => produce([[1], [2]] as any, (d: any) => d.flat()));
show("includes", () =>
  produce({ l: [1, 2], r: 0 } as any, (d: any) => void (d.r = d.l.indexOf(2) + d.l.concat([3]).length)),
);
const patches = (name: string, from: any, recipe: any) =>
  show(name, () => {
    const [next, forward, back] = produceWithPatches(from, recipe) as any;
    const again = JSON.stringify(applyPatches(from, forward)) === JSON.stringify(next);
    return [next, forward, back, again, applyPatches(next, back)];
  });
patches("patch set", base, (d: any) => void (d.a = 5));
patches("patch add", base, (d: any) => void (d.fresh = { k: [1] }));
patches("patch remove", base, (d: any) => void delete d.gone);
patches("patch list", base, (d: any) => void d.list.push(9, 8));
patches("patch cut", base, (d: any) => void (d.list.length = 1));
patches("patch middle", base, (d: any) => void d.list.splice(0, 2));
patches("patch deep", base, (d: any) => void (d.deep.x.y[1].z = 7));
patches(
  "patch map",
  {
    m: new Map([
      ["a", { n: 1 }],
      ["b", { n: 2 }],
    ]),
  },
  (d: any) => {
    d.m.get("a").n = 4;
    d.m.delete("b");
    d.m.set("c", { n: 3 });
  },
);
patches("patch set type", { s: new Set([1, 2, 3]) }, (d: any) => void (d.s.add(4), d.s.delete(1)));
patches("patch replace", base, () => ({ whole: true }));
show("bad patch", () => applyPatches(base, [{ op: "replace", path: ["nope", "x"], value: 1 }]));
show("proto patch", () => applyPatches({}, [{ op: "add", path: ["__proto__", "x"], value: 1 }]));
show("odd patch", () => applyPatches({}, [{ op: "odd" as any, path: ["x"], value: 1 }]));
const maps = new Map<string, any>([
  ["one", { v: 1 }],
  ["two", { v: 2 }],
]);
show("map iterate", () =>
  produce(maps, (d) => {
    for (const [, v] of d) v.v *= 2;
    d.forEach((v) => v.v++);
  }),
);
show("map clear", () => produce(maps, (d) => void (d.clear(), d.set("x", d.size), d.has("x"))));
show("map keys", () =>
  produce(
    { m: maps, k: [] as any[] },
    (d) => void (d.k = [...d.m.keys(), [...d.m.values()].length, [...d.m.entries()].length]),
  ),
);
show("set iterate", () =>
  produce(new Set([{ v: 1 }, { v: 2 }]), (d) => {
    for (const one of d) one.v += 5;
  }),
);
show("set clear", () =>
  produce(new Set([1, 2]), (d) => void (d.clear(), d.add(7), d.add(7), d.size, [...d.entries()])),
);
show("set methods", () =>
  produce({ s: new Set([1, 2]), o: [] as any[] }, (d) => {
    d.s.forEach((x) => d.o.push(x));
    d.o.push(d.s.has(2), [...d.s.keys()]);
  }),
);
show("original", () =>
  produce(base, (d: any) => {
    d.a = 9;
    d.saw = [original(d).a, isDraft(d), isDraft(base)];
  }),
);
show("current", () =>
  produce(base, (d: any) => {
    d.deep.x.y.push(5);
    d.copy = current(d.deep);
    d.deep.x.y.push(6);
  }),
);
show("bad original", () => original(base));
show("bad current", () => current(base));
show("draftable", () => [
  isDraftable({}),
  isDraftable([]),
  isDraftable(1),
  isDraftable(new Date(0)),
  isDraftable(new Map()),
]);
class Point {
  [immerable] = true;
  constructor(
    public x = 1,
    public y = 2,
  ) {}
  get sum() {
    return this.x + this.y;
  }
}
show("class", () => {
  const p = produce(new Point(), (d) => void (d.x = 5));
  return [p, p.sum, p instanceof Point];
});
show("drafts", () => {
  const d: any = createDraft(base);
  d.a = 3;
  return finishDraft(d);
});
show("patch listener", () => {
  const d: any = createDraft(base);
  d.a = 3;
  const got: any[] = [];
  finishDraft(d, (p, i) => got.push(p, i));
  return got;
});
show("frozen", () => {
  const next: any = produce(base, (d: any) => void (d.a = 2));
  next.a = 3;
  return next;
});
show("frozen map", () => {
  const next = produce(maps, (d) => void d.set("z", 1));
  next.set("q", 1);
  return next;
});
show("deep freeze", () => Object.isFrozen((freeze({ a: { b: 1 } }, true) as any).a));
show("revoked", () => {
  let kept: any;
  produce(base, (d: any) => {
    kept = d;
  });
  return kept.a;
});
show("array prop", () => produce([1], (d: any) => void (d.nope = 1)));
show("define", () => produce(base, (d) => void Object.defineProperty(d, "q", { value: 1 })));
show("prototype", () => produce(base, (d) => void Object.setPrototypeOf(d, null)));
show("keys", () =>
  produce(base, (d: any) => void (d.keys = [Object.keys(d), "a" in d, Object.getOwnPropertyDescriptor(d, "a")])),
);
show("nested", () =>
  produce(base, (d: any) => {
    d.deep = produce(d.deep, (e: any) => void (e.n = 1));
  }),
);
show("new drafts", () =>
  produce(base, (d: any) => {
    d.more = { inner: d.deep, list: [d.list] };
    d.deep.q = 1;
    d.list.push(0);
  }),
);
show("unfrozen", () => {
  setAutoFreeze(false);
  const n: any = produce(base, (d: any) => void (d.a = 2));
  n.a = 7;
  setAutoFreeze(true);
  return n;
});
show("strict", () => {
  setUseStrictShallowCopy(true);
  const o = Object.defineProperty({ v: 1 } as any, "hid", { value: 4 });
  const n: any = produce(o, (d: any) => void (d.v = 2));
  setUseStrictShallowCopy(false);
  return [n, n.hid];
});
show("own", () => new Immer({ autoFreeze: false }).produce({ q: 1 }, (d: any) => void d.q++));
show("bad", () =>
  [1, "a"].map((x: any) => {
    try {
      return produce(x, (d: any) => d);
    } catch (e) {
      return String(e);
    }
  }),
);
show("no recipe", () => (produce as any)({}, 1));
show("bad finish", () => finishDraft({} as any));
show("symbols", () => {
  const s = Symbol.for("s");
  return (produce({ [s]: 1 } as any, (d: any) => void d[s]++) as any)[s];
});
