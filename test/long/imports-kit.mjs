/** Shared by the tests of analyze_dependencies. */
import assert from "node:assert/strict";

/** All pages of the answer on a file at depth 1, joined. */
export async function listDependencies(editor, file, direction) {
  const all = { imports: [], external: [], missing: [], imported_by: [] };
  for (let cursor; ;) {
    const answer = await editor.run("analyze_dependencies", {
      file_path: file,
      direction,
      max_tokens: 50_000,
      ...(cursor && { cursor }),
    });
    assert.ok(["found", "none"].includes(answer.code), `${file}: ${answer.text}`);
    const facts = JSON.parse(answer.factsJson);
    for (const [name, list] of Object.entries(all)) list.push(...(facts[name] ?? []));
    if (!(cursor = facts.cursor)) return all;
  }
}
