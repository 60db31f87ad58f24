/**
 * Clauses that change nothing anyone could see, each with the reason. An entry that names no clause fails the run.
 */
export type Equivalent = { of: string; clause: string; why: string };

export const equivalents: Equivalent[] = [];
