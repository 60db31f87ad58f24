import type { FastifyReply, FastifyRequest } from "fastify";
import type { SecondStep } from "../auth/second-step.ts";
import type { SignIn } from "../auth/sign-in.ts";
import type { App } from "./app.ts";
import { Refusal } from "./errors.ts";

const failuresPerMinute = 20;
const failures = new Set<string>(["refused", "spent"]);

/**
 * Bounds the failed sign-ins of one network address, over whatever accounts. Successes do not count: an office behind
 * one address signs in at nine. Kept per process, which sticky sessions make enough; the bound per account, in
 * the database, is the one that many processes share.
 */
export function signInLimit(app: App) {
  const count = app.createRateLimit({ max: failuresPerMinute, timeWindow: 60_000 });
  const underWay = new Map<string, number>();

  return async <Step extends SignIn | SecondStep>(
    request: FastifyRequest,
    reply: FastifyReply,
    run: () => Promise<Step>,
  ): Promise<Step> => {
    const at = request.ip;
    const before = await count(request, { increment: false });
    const others = underWay.get(at) ?? 0;
    if (!before.isAllowed && before.remaining - others <= 0) throw tooManyTries(reply, before.ttl || 1000);
    // Tries whose outcome is open count as failures, or a thousand at once would all see the same low number.
    underWay.set(at, others + 1);
    try {
      const outcome = await run();
      if (failures.has(outcome.outcome)) await count(request);
      return outcome;
    } finally {
      const left = (underWay.get(at) ?? 1) - 1;
      if (left > 0) underWay.set(at, left);
      else underWay.delete(at);
    }
  };
}

export function tooManyTries(reply: FastifyReply, milliseconds: number): Refusal {
  const seconds = Math.ceil(milliseconds / 1000);
  reply.header("retry-after", String(seconds));
  return new Refusal(429, "rate_limited", `Too many tries. Please wait ${seconds} seconds.`);
}
