import { match, P, isMatching, type Pattern } from "./index";

type Shape =
  { kind: "circle"; r: number } | { kind: "square"; side: number } | { kind: "named"; name?: string; tags: string[] };
const shapes: Shape[] = [
  { kind: "circle", r: 0 },
  { kind: "circle", r: 3 },
  { kind: "square", side: 2 },
  { kind: "named", tags: [] },
  { kind: "named", name: "x", tags: ["a", "bb"] },
];
for (const shape of shapes)
  console.log(
    match(shape)
      .with({ kind: "circle", r: 0 }, () => "point")
      .with({ kind: "circle", r: P.select() }, (r) => `circle ${r}`)
      .with({ kind: "square", side: P.number.gt(1).select("s") }, ({ s }) => `square ${s}`)
      .with(
        { kind: "named", name: P.optional(P.string.startsWith("x").select("n")), tags: P.array(P.string).select("t") },
        ({ n, t }) => `${n} ${t}`,
      )
      .otherwise(() => "other"),
  );
const values: unknown[] = [
  ...[0, 1, -5, 3.5, NaN, Infinity, 10n, -3n, "", "abc", "xyz", true, false, null, undefined],
  ...[[], [1], [1, 2, 3], ["a", 1], ["a", "b", 2], { a: 1 }, { a: { b: "q" } }, new Map([["k", 1]]), new Set([1, 2])],
  ...[new Date(0), Symbol.for("s"), () => 1],
];
const patterns: Record<string, unknown> = {
  any: P.any,
  string: P.string,
  number: P.number,
  bigint: P.bigint,
  boolean: P.boolean,
  symbol: P.symbol,
  nullish: P.nullish,
  nonNullable: P.nonNullable,
  between: P.number.between(0, 3),
  int: P.number.int(),
  finite: P.number.finite().positive(),
  negative: P.number.negative(),
  lt: P.number.lt(1),
  lte: P.number.lte(1),
  gte: P.number.gte(1),
  big: P.bigint.positive(),
  bigBetween: P.bigint.between(0n, 20n),
  starts: P.string.startsWith("a"),
  ends: P.string.endsWith("z"),
  includes: P.string.includes("b"),
  min: P.string.minLength(1).maxLength(3),
  length: P.string.length(3),
  regex: P.string.regex(/^x/),
  array: P.array(P.number),
  variadic: ["a", ...P.array(P.number)],
  tail: [...P.array(P.string), P.number],
  middle: [P.any, ...P.array(), P.any],
  object: { a: P.number },
  deep: { a: { b: P.string } },
  optional: { a: P.optional(P.number) },
  union: P.union("abc", 1, null),
  intersection: P.intersection({ a: P.any }, { a: P.number }),
  not: P.not(P.string),
  notOne: P.not(1),
  when: P.when((x) => typeof x === "number" && x > 1),
  instance: P.instanceOf(Date),
  map: P.map(P.string, P.number),
  set: P.set(P.number),
  literalMap: new Map([["k", P.number]]),
  literalSet: new Set([P.number]),
  shape: P.shape({ a: P.number }),
  or: P.string.or(P.number),
  and: P.number.and(P.when((x) => x !== 1)),
  chained: P.array(P.number).optional(),
  record: P.record(P.string, P.number),
};
const safe = (run: () => unknown) => {
  try {
    return run();
  } catch (error) {
    return `throws ${(error as Error).message}`;
  }
};
for (const [name, pattern] of Object.entries(patterns)) {
  console.log(
    name,
    values.map((value) => (safe(() => isMatching(pattern as any, value as any)) === true ? 1 : 0)).join(""),
  );
  console.log(
    name,
    values
      .map((value) =>
        safe(() =>
          match(value as any)
            .with(pattern as any, () => "y")
            .otherwise(() => "n"),
        ),
      )
      .join(""),
  );
}
const row = { a: [1, 2, { b: "x" }], c: "d" };
console.log(
  match(row as any)
    .with({ a: [1, P.select("two"), { b: P.select("b") }], c: P.select("c") }, (s: any) => JSON.stringify(s))
    .run(),
);
console.log(
  match([1, 2, 3, 4] as any)
    .with([P.select("first"), ...P.array(P.select("rest")), P.select("last")], (s: any) => JSON.stringify(s))
    .run(),
);
console.log(
  match(5 as number)
    .with(
      P.number,
      (x) => x > 3,
      (x) => `big ${x}`,
    )
    .with(1, 2, (x) => `small ${x}`)
    .otherwise(() => "no"),
);
console.log(
  match(2 as number)
    .with(
      P.number,
      (x) => x > 3,
      () => "big",
    )
    .with(1, 2, (x) => `small ${x}`)
    .otherwise(() => "no"),
);
console.log(
  match(7 as number)
    .when(
      (x) => x > 6,
      (x) => x * 2,
    )
    .otherwise(() => 0),
);
console.log(
  safe(() =>
    match(1 as any)
      .with(2, () => 1)
      .exhaustive(),
  ),
);
console.log(
  safe(() =>
    match({ q: 1 } as any)
      .with(2, () => 1)
      .exhaustive((x: any) => `else ${JSON.stringify(x)}`),
  ),
);
console.log(
  safe(() =>
    match(1 as any)
      .with(2, () => 1)
      .run(),
  ),
);
console.log(
  match("a" as "a" | "b")
    .returnType<string>()
    .with("a", () => "A")
    .with("b", () => "B")
    .exhaustive(),
);
console.log(
  isMatching({ a: 1 })({ a: 1 }),
  isMatching({ a: P.array({ b: P.string }) }, { a: [{ b: "" }, { b: 1 }] } as any),
);
const typed: Pattern.Pattern<unknown> = P.string;
console.log(isMatching(typed as any, "s"));
