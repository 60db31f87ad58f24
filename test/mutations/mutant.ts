/** A text with one clause left out. */
export type Mutant = {
  /** The SQL function's name, or the path of a TypeScript file. */
  of: string;
  /** The clause as it stands in the file, on one line: `where t.closed_on is null`. */
  clause: string;
  line: number;
  /** The whole file. */
  text: string;
};

/** Returns a clause's name in a list: its text on one line, without comments. */
export const inOneLine = (text: string): string =>
  text
    .replace(/^\s*(--|\/\/).*$/gm, "")
    .replace(/\s+/g, " ")
    .trim();

/** Clauses of one text that are equal get their number: `where m.company_id = company (2)`. */
export function numbered(mutants: Mutant[]): Mutant[] {
  const seen = new Map<string, number>();
  return mutants.map((mutant) => {
    const number = (seen.get(mutant.clause) ?? 0) + 1;
    seen.set(mutant.clause, number);
    return number === 1 ? mutant : { ...mutant, clause: `${mutant.clause} (${number})` };
  });
}
