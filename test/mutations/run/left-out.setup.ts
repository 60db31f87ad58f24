/** This set-up of the tests that run on mutants tells the rules which of their clauses is left out. */
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** The clause's id; empty: none. */
    leftOut: string;
  }
}

const leftOut = inject("leftOut");
globalThis.isLeftOut = (id) => id === leftOut;
