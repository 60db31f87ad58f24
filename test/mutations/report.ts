import type { Equivalent } from "./equivalent.ts";
import type { Subject } from "./gather.ts";
import type { Mutant } from "./mutant.ts";

export type Trial = { subject: Subject; mutant: Mutant };
/** `unclear`: it ran out of time, or its worker ended, which shows nothing. */
export type Failure = { file: string; test: string; why: string; unclear: "time" | "worker" | null };
/** `by` is the first test that failed for a clear reason; null: none did. */
export type Result = { trial: Trial; by: Failure | null; unclear: Failure[]; seconds: number };

const nameOf = ({ of, line, clause }: Mutant) => `${of}:${line}  ${clause}`;

/** Throws where an equivalent names no clause. */
export function createReport(equivalents: Equivalent[], mutants: Mutant[]) {
  const reasons = new Map<Mutant, string>();
  for (const { of, clause, why } of equivalents) {
    const mutant = mutants.find((one) => one.of === of && one.clause === clause);
    if (!mutant) throw new Error(`equivalent.ts names what is not there: ${of}  ${clause}`);
    reasons.set(mutant, why);
  }
  const results: Result[] = [];
  let begun: Trial[] = [];
  let equivalent = 0;

  return {
    list(subjects: Subject[]) {
      for (const { mutants } of subjects) for (const mutant of mutants) say(nameOf(mutant));
    },
    /** Prints the equivalents among them and returns the others. */
    begin(subjects: Subject[]): Trial[] {
      const trials = subjects.flatMap((subject) => subject.mutants.map((mutant) => ({ subject, mutant })));
      begun = trials.filter(({ mutant }) => !reasons.has(mutant));
      equivalent = trials.length - begun.length;
      for (const { mutant } of trials)
        if (reasons.has(mutant)) say(`= equivalent  ${nameOf(mutant)}\n              ${reasons.get(mutant)}`);
      return begun;
    },
    tell(result: Result) {
      results.push(result);
      const { trial, by, unclear, seconds } = result;
      const name = `${nameOf(trial.mutant)}  (${seconds.toFixed(1)} s)`;
      if (by) say(`✓ caught      ${name}\n              ${by.file} › ${by.test}: ${by.why}`);
      else say(`✗ ${outcomeOf(result)}  ${name}`);
      for (const { file, why } of unclear) say(`              ${file} shows nothing: ${why}`);
    },
    /** True when no clause survived, none is uncertain, and no test file fails without a mutant too. */
    end(unsound: string[]): boolean {
      const missed = results.filter(({ by }) => by === null);
      const survived = missed.filter(({ unclear }) => unclear.length === 0).length;
      const caught = results.length - missed.length;
      const untried = begun.length - results.length;
      for (const result of missed) say(`✗ ${outcomeOf(result)}  ${nameOf(result.trial.mutant)}`);
      for (const file of unsound) say(`✗ ${file} fails without a mutant too`);
      const uncertain = missed.length - survived;
      say(`\n${caught} caught, ${survived} survived, ${uncertain} uncertain, ${equivalent} equivalent`);
      if (untried > 0) say(`${untried} were not tried: the time was up`);
      const failed = missed.length + unsound.length;
      say(`${caught + equivalent} passed, ${failed} failed`);
      return failed === 0;
    },
  };
}

/** Returns how a mutant ended that no test caught. */
const outcomeOf = ({ unclear }: Result) => (unclear.length === 0 ? "survived  " : "uncertain ");

const say = (line: string) => process.stdout.write(`${line}\n`);
