import { join } from "node:path";

import { type Skill, SKILLS } from "../doors/skills";
import { CLIENTS } from "./clients";
import { choose, type FileChange, readText, resolveLinks } from "./files";
import { look, type OriginalOf, type Target } from "./plan";

/** The folder from which the client reads skills in the target's scope, if it does. */
export function skillsFolder({ client, scope, roots }: Target): string | undefined {
  const name = client.skills?.[scope];
  return name && choose(name, roots);
}

/** Each skill's file for the client: where it is, what is there, and what shall be. One that cannot be read is left out. */
async function filesOf(target: Target) {
  const folder = skillsFolder(target);
  if (!folder) return [];
  const read = async ({ name, text }: Skill) => {
    const path = await resolveLinks(join(folder, name, "SKILL.md"));
    return { path, text, before: await readText(path) };
  };
  const all = await Promise.all(SKILLS.map((skill) => read(skill).catch(() => undefined)));
  return all.filter((one) => one !== undefined);
}

/** Copies the skills to where the client reads them. A file that a person has edited stays as it is. */
export async function skillChanges(target: Target, originalOf: OriginalOf): Promise<FileChange[]> {
  const changes: FileChange[] = [];
  for (const { path, text, before } of await filesOf(target)) {
    const isOurs = before === undefined || (await originalOf(path, before))?.isExact;
    if (isOurs && before !== text) changes.push({ path, before, after: text });
  }
  return changes;
}

/**
 * Takes back the skills that were copied and not edited since, for all clients that the target's file connects, unless
 * another one reads them. The last one first: then their folder is empty in the end.
 */
export async function skillRemovals(target: Target, originalOf: OriginalOf, bridge: string): Promise<FileChange[]> {
  const { scope, roots, path: file } = target;
  const looked = await Promise.all(CLIENTS.map((client) => look(client, scope, roots, bridge)));
  const all = looked.filter((one) => one !== undefined);
  const others = all.filter(({ path, state }) => path !== file && state === "connected").map(skillsFolder);
  const isLeft = (one: Target) => one.path === file && !others.includes(skillsFolder(one));
  const changes = new Map<string, FileChange>();
  for (const { path, before } of (await Promise.all(all.filter(isLeft).map(filesOf))).flat()) {
    const original = before === undefined ? undefined : await originalOf(path, before);
    if (!original?.isExact) continue;
    changes.set(path, { path, before, after: original.text ?? undefined, folder: original.folder });
  }
  return [...changes.values()].reverse();
}
