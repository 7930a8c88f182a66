import { isDeepStrictEqual } from "node:util";

export type Values = Record<string, unknown>;

/** A value to set at a path; `undefined` removes it. Objects on the way are made. */
export interface Change {
  path: readonly string[];
  value: unknown;
}

export const isObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function valueAt(values: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), values);
}

export function setIn(values: Values, { path: [key = "", ...rest], value }: Change): void {
  if (rest.length) {
    if (value === undefined && values[key] === undefined) return;
    const inner = (values[key] ??= {});
    if (!isObject(inner)) throw new Error(`'${key}' is not an object`);
    setIn(inner, { path: rest, value });
  } else if (value === undefined) delete values[key];
  else values[key] = value;
}

/** Dates and large numbers of TOML are compared by their texts. */
const plain = (values: unknown): unknown =>
  JSON.parse(JSON.stringify({ values }, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value)));

export const isSame = (a: unknown, b: unknown) => isDeepStrictEqual(plain(a), plain(b));
