export class Cart {
  /** Keeps the cart. */
  save(): void {}
  static open(): Cart { return new Cart(); }
  load(name: string): string { return name; }
}

export class Till {
  save(): number { return 1; }
  close(): number { return this.save() + this.save(); }
}

export namespace night {
  export class Till { save(): string { return "night"; } }
  export function lock(): boolean { return true; }
}

export function read(what: string): string;
export function read(what: number): number;
export function read(what: string | number): string | number { return what; }

export const cake = "🍰🍰", slice = cake, crumb = slice + slice;
/* 🥐 */ export function größer(straße: number): number { return straße + straße; }
		export const tabbed =	slice;
export function both(a: Cart, b: Till): string { a.save(); b.save(); return read("x") + String(read(1)); }

export function outer(value: number): number {
  const inner = (value: string) => value.length;
  return inner("x") + value;
}

export class Box {
  #count = 0;
  get size(): number { return this.#count; }
  set size(n: number) { this.#count = n; }
}

export class Late extends night.Till { save(): string { return super.save(); } }
