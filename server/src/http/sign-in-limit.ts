import type { FastifyReply, FastifyRequest } from "fastify";
import type { SecondStep } from "../auth/second-step.ts";
import type { SignIn } from "../auth/sign-in.ts";
import { giveTurnBack, takeTurn } from "../auth/turns.ts";
import type { Context } from "../context.ts";
import { acrossCompanies } from "../database/scope.ts";
import { Refusal } from "./errors.ts";
import { networkOf } from "./network.ts";

const allowed = { what: "failed sign-ins", most: 20, perMilliseconds: 60_000 };
const failures = new Set<string>(["refused", "spent"]);

/**
 * Bounds the failed sign-ins of one network address, over whatever accounts. Successes do not count: an office behind
 * one address signs in at nine.
 */
export function signInLimit(context: Context) {
  return async <Step extends SignIn | SecondStep>(
    request: FastifyRequest,
    reply: FastifyReply,
    run: () => Promise<Step>,
  ): Promise<Step> => {
    const from = networkOf(request.ip);
    // Taken before the outcome is known, or a thousand at once would all see the same low number.
    const milliseconds = await acrossCompanies(context, (db) => takeTurn(db, context.clock(), from, allowed));
    if (milliseconds > 0) throw tooManyTries(reply, milliseconds);
    const outcome = await run();
    if (!failures.has(outcome.outcome)) {
      await acrossCompanies(context, (db) => giveTurnBack(db, from, allowed));
    }
    return outcome;
  };
}

export function tooManyTries(reply: FastifyReply, milliseconds: number): Refusal {
  const seconds = Math.ceil(milliseconds / 1000);
  reply.header("retry-after", String(seconds));
  return new Refusal(429, "rate_limited", `Too many tries. Please wait ${seconds} seconds.`);
}
