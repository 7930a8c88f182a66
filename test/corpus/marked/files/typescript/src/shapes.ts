export interface @{=iface}Shape {
  @{=area}area(): number;
  readonly @{=label}label: string;
}

export abstract class @{=base}Base implements @{iface}Shape {
  @{=secret}#secret = 1;
  static @{=count}count = 0;
  constructor(
    readonly @{=label2}label: string,
    protected @{=scale}scale = 1,
  ) {
    @{base}Base.@{count}count++;
  }
  abstract @{=area2}area(): number;
  get @{=size}size(): number {
    return this.@{secret}#secret * this.@{scale}scale;
  }
  set @{=size}size(value: number) {
    this.@{secret}#secret = value;
  }
  static @{=make}make(@{=makelabel}label: string): @{base}Base {
    return new @{circle}Circle(@{makelabel}label, 2);
  }
}

export class @{=circle}Circle extends @{base}Base {
  constructor(@{=circlelabel}label: string, private @{=radius}radius: number) {
    super(@{circlelabel}label);
  }
  @{=area3}area(): number {
    return Math.PI * this.@{radius}radius ** 2;
  }
}

export default function @{=measure}measure(@{=measureshape}shape: @{iface}Shape): number {
  return @{measureshape}shape.@{area}area();
}

export enum @{=color}Color {
  @{=red}Red = 1,
  @{=green}Green = @{red}Red << 1,
}

export const enum @{=level}Level {
  @{=low}Low,
  @{=high}High = "high".length,
}

export namespace @{=geo}Geo {
  export const @{=origin}origin = { @{=ox}x: 0, @{=oy}y: 0 };
  export function @{=distance}distance(@{=dx}x: number): number {
    return @{dx}x - @{origin}origin.@{ox}x;
  }
  export namespace @{=inner}Inner {
    export type @{=point}Point = typeof @{origin}origin;
  }
}

export class @{=merged}Merged {
  @{=mergedone}one = 1;
}
export namespace @{=merged}Merged {
  export const @{=extra}extra = 2;
}
export interface @{=merged}Merged {
  @{=mergedtwo}two?: string;
}

export function @{=parse}parse(@{=p1}text: string): number;
export function @{=parse}parse(@{=p2}text: number): string;
export function @{=parse}parse(@{=p3}text: string | number): string | number {
  return @{p3}text;
}

export type @{=pair}Pair<@{=A}A, @{=B}B = @{A}A> = { @{=left}left: @{A}A; @{=right}right: @{B}B };
export const @{=table}table = {
  @{=first}first: 1,
  "@{=second}second": 2,
  @{=third}third() {
    return this.@{first}first;
  },
  get @{=fourth}fourth() {
    return 4;
  },
};
