/** Answers right after files were changed outside the editor, in three languages. */
import { runOutsideEdits } from "../vscode/outside-edits.mjs";

const EDITS = 300;
const BATCH = 100;
const SEED = Number(process.env.SEXTANT_BENCH_SEED ?? 1);

export async function rows() {
  const { fresh, unknown, stale, compared, disagreed, reports } = await runOutsideEdits({
    edits: EDITS,
    seed: SEED,
    batch: BATCH,
  });
  for (const report of reports) process.stderr.write(`${report}\n`);
  const name = `answers right after ${EDITS} outside edits: fresh ${fresh}, unknown ${unknown}, stale ${stale}`;
  return [
    {
      name,
      ours: fresh,
      peer: null,
      unit: "",
      ratio: null,
      target: "0 stale, >= 280 fresh",
      ok: stale === 0 && fresh >= 280,
    },
    {
      name: "what is taken for true there, against freshly started servers",
      ours: compared - disagreed,
      peer: compared,
      unit: "",
      ratio: compared ? (compared - disagreed) / compared : null,
      target: "1",
      ok: disagreed === 0,
    },
  ];
}
