/** Checks every answer of a call against its declaration, unknown keys included, which the server would drop. */
import { isDeepStrictEqual } from "node:util";
import { isContent } from "@parley/contract/calls/call";
import type { InspectAnswer } from "../../server/src/http/calls.ts";

export type AnswerWatch = {
  inspect: InspectAnswer;
  /** Throws with the answers since the last check that broke their declaration. */
  check(): void;
};

export function watchAnswers(): AnswerWatch {
  let faults: string[] = [];
  return {
    inspect({ name, answer: schema }, answer) {
      if (isContent(schema)) return;
      const sent: unknown = answer === undefined ? undefined : JSON.parse(JSON.stringify(answer));
      const parsed = schema.safeParse(sent);
      if (!parsed.success) faults.push(`${name}: ${JSON.stringify(parsed.error.issues)}`);
      else if (!isDeepStrictEqual(parsed.data, sent))
        faults.push(`${name}: ${firstDifference(sent, parsed.data)}`);
    },
    check() {
      const found = faults;
      faults = [];
      if (found.length > 0) throw new Error(`Answers that are not as declared:\n${found.join("\n")}`);
    },
  };
}

/** Finds by its path the first of the undeclared keys, which parsing drops. */
function firstDifference(sent: unknown, declared: unknown, at = "answer"): string {
  if (!isKeyed(sent) || !isKeyed(declared)) return `${at} is changed by its own schema`;
  for (const [key, value] of Object.entries(sent)) {
    if (!(key in declared)) return `${at}.${key} is not declared`;
    if (!isDeepStrictEqual(value, declared[key]))
      return firstDifference(value, declared[key], `${at}.${key}`);
  }
  return `${at} gains a key by its own schema`;
}

const isKeyed = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
