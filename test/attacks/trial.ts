/** Counts the attempts of one attack, and keeps the requests that got through. */
import type { Answer } from "./visitor.ts";

export type Trial = {
  /** Adds one attempt. `through` is the request that got through and its answer, null when it was refused. */
  note(through: string | null): void;
  /** Adds one attempt that only these statuses refuse. */
  refused(what: string, answer: Answer, statuses: number[]): void;
  /** Adds so many attempts at once. */
  count(tried: number): void;
  /** Adds a measured figure, printed below the line. */
  measured(figure: string): void;
  tried: number;
  through: string[];
  figures: string[];
};

export function createTrial(): Trial {
  const trial: Trial = {
    tried: 0,
    through: [],
    figures: [],
    note(through) {
      trial.tried += 1;
      if (through !== null) trial.through.push(through);
    },
    refused(what, { status, text }, statuses) {
      trial.note(statuses.includes(status) ? null : `${what} → ${status} ${text.slice(0, 200)}`);
    },
    count(tried) {
      trial.tried += tried;
    },
    measured: (figure) => void trial.figures.push(figure),
  };
  return trial;
}
