/** The names of a Python folder as references-python.py reads them, and jedi's word on those it cannot decide. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { groupBy, keyOf } from "./references-judge.mjs";

const PROGRAM = fileURLToPath(new URL("references-python.py", import.meta.url));

export class PythonNames {
  #votes = new Map();

  static async open(folder) {
    const names = new PythonNames();
    names.program = spawn("/usr/bin/python3", [PROGRAM, folder], { stdio: ["pipe", "pipe", "inherit"] });
    names.lines = createInterface({ input: names.program.stdout })[Symbol.asyncIterator]();
    const { symbols, places } = await names.#next();
    names.symbols = new Map(Object.entries(symbols));
    names.places = places.map(([file, line, column, name, symbol, role, why, isDead]) => ({
      file,
      line,
      column,
      name,
      symbol,
      role,
      why,
      isDead,
    }));
    names.byKey = new Map(names.places.map((place) => [keyOf(place), place]));
    names.byName = groupBy(names.places, ({ name }) => name);
    names.bindings = groupBy(
      names.places.filter(({ role, symbol }) => (role === "bind" || role === "slot") && symbol),
      ({ symbol }) => symbol,
    );
    return names;
  }

  async #next() {
    const { value, done } = await this.lines.next();
    if (done) throw new Error("references-python.py has ended");
    return JSON.parse(value);
  }

  /** jedi's definitions of each of the places, as places; undefined where it has none. */
  async vote(places) {
    const asked = places.filter((place) => !this.#votes.has(place));
    if (asked.length) {
      this.program.stdin.write(`${JSON.stringify(asked.map(({ file, line, column }) => [file, line, column]))}\n`);
      const answers = await this.#next();
      asked.forEach((place, i) =>
        this.#votes.set(
          place,
          answers[i]?.map(([file, line, column, name]) => ({ file, line, column, name })),
        ),
      );
    }
    return places.map((place) => this.#votes.get(place));
  }

  close() {
    this.program.stdin.end();
  }
}
