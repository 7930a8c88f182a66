import architecture from "../../skills/sextant-architecture/SKILL.md";
import callPaths from "../../skills/sextant-call-paths/SKILL.md";
import dependencies from "../../skills/sextant-dependencies/SKILL.md";
import typeHierarchy from "../../skills/sextant-type-hierarchy/SKILL.md";

/** A page for agents: which tools to call, in which order, for a kind of question. */
export interface Skill {
  /** The name of its folder, too, as the format of agent skills wants it. */
  name: string;
  description: string;
  /** The page below its front matter. */
  body: string;
  /** The whole file, SKILL.md. */
  text: string;
}

/** The front matter has a line `name: …` and a line `description: …`. */
function toSkill(text: string): Skill {
  const [, front = "", body = ""] = /^---\n([^]*?)\n---\n\s*([^]*)$/.exec(text) ?? [];
  const valueOf = (key: string) => new RegExp(`^${key}: (.*)$`, "m").exec(front)?.[1] ?? "";
  return { name: valueOf("name"), description: valueOf("description"), body, text };
}

export const SKILLS: readonly Skill[] = [architecture, callPaths, dependencies, typeHierarchy].map(toSkill);
