/** The mentions that a note offers, and those in its text: an `@` with the name of a colleague or a department. */
import type { Colleague } from "@parley/contract/agents";
import type { Department } from "@parley/contract/departments";
import { fold } from "@parley/contract/fold";
import type { Mention, Mentions } from "@parley/contract/notes";
import { splitMentions } from "../message-kinds/split-mentions.ts";

export type Candidate = { kind: "agent" | "department"; id: string; name: string; hint: string | null };

const shown = 8;
const longest = 50;

/** The colleagues and all departments, also one that is nobody's home. */
export function candidatesOf(colleagues: Colleague[], departments: Department[], ownId: string): Candidate[] {
  const others = colleagues.filter(({ userid }) => userid !== ownId);
  const agents = others.map(({ userid, first_name, last_name, department }) => ({
    kind: "agent" as const,
    id: userid,
    name: `${first_name} ${last_name}`.trim(),
    hint: department,
  }));
  const whole = departments.map(({ departmentid: id, department_name: name }) => ({
    kind: "department" as const,
    ...{ id, name, hint: null },
  }));
  return [...agents, ...whole].toSorted((a, b) => a.name.localeCompare(b.name));
}

/** The text between an `@` that begins a word and the cursor. */
export function phraseAt(text: string, cursor: number): { from: number; phrase: string } | null {
  const before = text.slice(Math.max(0, cursor - longest), cursor);
  const found = /(?<![\p{L}\p{N}@.])@([^\n@]*)$/u.exec(before);
  return found ? { from: cursor - found[0].length, phrase: found[1] ?? "" } : null;
}

/** Names that begin with the phrase, then those of which a later word does. */
export function findCandidates(candidates: Candidate[], phrase: string): Candidate[] {
  const wanted = fold(phrase);
  const rank = ({ name, kind }: Candidate) => {
    const folded = fold(name);
    const place = folded.startsWith(wanted) ? 0 : folded.includes(` ${wanted}`) ? 2 : 4;
    return place + (kind === "agent" ? 0 : 1);
  };
  return candidates
    .map((candidate) => ({ candidate, rank: rank(candidate) }))
    .filter((one) => one.rank < 4)
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, shown)
    .map(({ candidate }) => candidate);
}

/** The people whom the text mentions. Where several have one name, those that the agent chose count. */
export function mentionsIn(text: string, candidates: Candidate[], chosen: Pick<Candidate, "id">[]): Mentions {
  const named = new Set(
    splitMentions(
      text,
      candidates.map(({ name }) => name),
    ).flatMap(({ name }) => name ?? []),
  );
  const ids = new Set(chosen.map(({ id }) => id));
  const meant = [...named].flatMap((name) => {
    const same = candidates.filter((one) => one.name === name);
    return same.length === 1 ? same : same.filter(({ id }) => ids.has(id));
  });
  const idsOf = (kind: Candidate["kind"]) => meant.filter((one) => one.kind === kind).map(({ id }) => id);
  return { agents: idsOf("agent"), departments: idsOf("department") };
}

/** A note keeps its mentions, also that of a colleague who has left. */
export const candidateOf = ({ userid, departmentid, name }: Mention): Candidate => ({
  kind: userid ? "agent" : "department",
  id: userid ?? departmentid ?? "",
  name,
  hint: null,
});
