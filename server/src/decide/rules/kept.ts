/**
 * Outcomes of rules are kept as codes, in at most 1 KB for an event. A rule is named by its number; a leaf by its
 * place, with the value it saw.
 */
import type { Judged } from "@parley/contract/conditions/judge";
import type { Reason } from "@parley/contract/reasons";
import { type RuleOutcome, ruleOutcomes } from "@parley/contract/rule-words";

export type Kept = {
  number: number;
  version: number;
  outcome: RuleOutcome;
  leaves: Judged[];
  reason?: Reason | null;
};

export const mostBytes = 1_024;
/** The characters of a value that is kept. */
const mostSeen = 100;

type Leaf = [place: string, holds: 0 | 1, seen?: Judged["seen"]];
type Line = [number: number, version: number, outcome: number, leaves?: Leaf[], reason?: Reason];

/** The values that leaves saw go first where it is too much, then the leaves, then the rules that did not run. */
export function writeKept(kept: Kept[]): string {
  const ran = kept.filter(({ outcome }) => outcome === "ran" || outcome === "refused");
  const rest = kept.filter((one) => !ran.includes(one));
  const forms = [
    () => kept.map((one) => lineOf(one, "values")),
    () => kept.map((one) => lineOf(one, "leaves")),
    () => kept.map((one) => lineOf(one, "outcome")),
  ];
  for (const form of forms) {
    const text = JSON.stringify(form());
    if (Buffer.byteLength(text) <= mostBytes) return text;
  }
  const lines = [...ran, ...rest].map((one) => lineOf(one, "outcome"));
  while (Buffer.byteLength(JSON.stringify(lines)) > mostBytes) lines.pop();
  return JSON.stringify(lines);
}

function lineOf(
  { number, version, outcome, leaves, reason }: Kept,
  form: "values" | "leaves" | "outcome",
): Line {
  const code = ruleOutcomes.indexOf(outcome);
  if (form === "outcome") return [number, version, code];
  const kept = leaves.map((leaf) => leafOf(leaf, form === "values"));
  if (reason) return [number, version, code, kept, reason];
  return kept.length > 0 ? [number, version, code, kept] : [number, version, code];
}

function leafOf({ place, holds, seen }: Judged, withValue: boolean): Leaf {
  const at = place.join(".");
  const known = withValue && seen !== undefined && JSON.stringify(seen).length <= mostSeen;
  return known ? [at, holds ? 1 : 0, seen] : [at, holds ? 1 : 0];
}

export function readKept(text: string): Kept[] {
  return (JSON.parse(text) as Line[]).flatMap(([number, version, code, leaves = [], reason = undefined]) => {
    // A later version may know further outcomes.
    const outcome = ruleOutcomes[code];
    return outcome
      ? [{ number, version, outcome, leaves: leaves.map(readLeaf), reason: reason ?? null }]
      : [];
  });
}

const readLeaf = ([place, holds, seen]: Leaf): Judged => ({
  place: place === "" ? [] : place.split(".").map(Number),
  holds: holds === 1,
  ...(seen !== undefined && { seen }),
});
