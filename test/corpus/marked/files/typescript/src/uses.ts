import @{=area_of}areaOf, { @{base}Base, type @{iface}Shape as @{=sh}S, @{color}Color } from "./shapes";
import type { @{pair}Pair } from "./shapes";
import { @{measured}measured, @{round}Round, @{all}shapes, @{form}Form, @{geo}Geo, @{parse}parse, @{merged}Merged, @{table}table } from "./barrel";
import * as @{=every}every from "./barrel";

const @{=circle1}circle = new @{round}Round("a", 1);
const { @{=lab}label: @{=renamed}renamed, @{=sz}size } = @{circle1}circle;
console.log(@{renamed}renamed, @{sz}size);
export const @{=results}results = [@{area_of}areaOf(@{circle1}circle), @{measured}measured(@{circle1}circle)];
export function @{=pick}pick<@{=T}T extends @{sh}S, @{=K}K extends keyof @{T}T>(@{=thing}thing: @{T}T, @{=key}key: @{K}K): @{T}T[@{K}K] {
  return @{thing}thing[@{key}key];
}
const @{=viaStar}viaStar = @{every}every.@{geo}Geo.@{distance}distance(3);
const @{=deep}deep: @{all}shapes.@{geo}Geo.@{inner}Inner.@{point}Point = @{geo}Geo.@{origin}origin;
console.log(@{viaStar}viaStar, @{deep}deep.@{ox}x, @{deep}deep["@{oy}y"]);
console.log(@{color}Color.@{red}Red, @{color}Color["@{green}Green"], @{merged}Merged.@{extra}extra);
const @{=m}m: @{merged}Merged = new @{merged}Merged();
console.log(@{m}m.@{mergedone}one, @{m}m.@{mergedtwo}two);
const @{=pp}pp: @{pair}Pair<string> = { @{left}left: @{parse}parse(1), @{right}right: "b" };
console.log(@{pp}pp.@{left}left, @{table}table.@{second}second, @{table}table.@{third}third(), @{table}table.@{fourth}fourth);
outer: for (const @{=item}item of @{results}results) {
  for (const @{=item2}item of [1]) {
    if (@{item2}item) continue outer;
  }
  console.log(@{item}item);
}
try {
  @{circle1}circle.@{size}size = 3;
} catch (@{=err}error) {
  console.log(@{err}error);
}
export class @{=child}Child extends @{base}Base {
  override @{=area4}area = () => super.@{size}size;
  static override @{=make2}make(@{=ml2}label: string) {
    return @{base}Base.@{make}make(@{ml2}label);
  }
  ["computed"]() {
    return this.@{area4}area();
  }
}
function @{=hoisted}hoisted() {
  return @{later}later;
}
var @{=later}later = @{hoisted}hoisted();
function @{=defaults}defaults({ @{=da}a = 1, @{=db}b: { @{=dc}c = @{da}a } = {} as { c?: number } }: { a?: number; b?: { c?: number } } = {}) {
  return @{da}a + @{dc}c;
}
console.log(@{defaults}defaults());
function @{=guard}isShape(@{=gx}x: unknown): @{gx}x is @{form}Form {
  return typeof @{gx}x === "object";
}
console.log(@{guard}isShape(1));
type @{=Unwrap}Unwrap<@{=U}U> = @{U}U extends Promise<infer @{=V}V> ? @{V}V : @{U}U;
type @{=Mapped}Mapped = { [@{=P}P in keyof @{sh}S]?: @{Unwrap}Unwrap<@{sh}S[@{P}P]> };
export type { @{Mapped}Mapped };
export { @{later}later as @{=latest}latest, @{defaults}defaults as default };
export function @{=asks}asks(@{=askschild}child: @{child}Child) {
  return @{askschild}child.@{area4}area();
}
export const @{=mapped}mapped = [1].map((@{=one}one) => @{one}one);
