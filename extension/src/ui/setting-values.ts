/** A setting as the manifest describes it, as far as our settings need. */
export interface Schema {
  type: "boolean" | "number" | "string" | "array" | "object";
  enum?: readonly string[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | false;
  default?: unknown;
}

const show = (value: unknown) => JSON.stringify(value) ?? String(value);

function isOne(value: unknown, { type, enum: values, pattern = "", minimum, maximum }: Schema): boolean {
  if (typeof value !== type || !new RegExp(pattern).test(String(value))) return false;
  if (values && !values.includes(value as string)) return false;
  return (
    type !== "number" || ((value as number) >= (minimum ?? -Infinity) && (value as number) <= (maximum ?? Infinity))
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The value without what does not fit, each part of which is added to `wrong` as people write it. A whole that
 * does not fit becomes the default; of an object nothing is left then, so that nothing counts as allowed.
 */
export function keepValid(value: unknown, schema: Schema, wrong: string[]): unknown {
  if (schema.type === "array" && Array.isArray(value))
    return value.filter((item) => isOne(item, schema.items as Schema) || !wrong.push(show(item)));
  if (schema.type === "object" && isObject(value)) {
    const known = schema.properties ?? {};
    const ruleOf = (key: string) => (Object.hasOwn(known, key) ? known[key] : schema.additionalProperties) as Schema;
    const isFit = ([key, one]: [string, unknown]) =>
      (ruleOf(key) && isOne(one, ruleOf(key))) || !wrong.push(`${show(key)}: ${show(one)}`);
    return Object.fromEntries(Object.entries(value).filter(isFit));
  }
  const isList = schema.type === "array" || schema.type === "object";
  if (!isList && isOne(value, schema)) return value;
  wrong.push(show(value));
  return schema.type === "object" ? {} : schema.default;
}
