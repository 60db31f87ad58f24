/**
 * Bounds the calls of one agent to this process, so that a script or a broken tab costs colleagues and neighbours
 * little.
 */
import type { FastifyReply } from "fastify";
import { createShares, type Shares } from "../floor/database/shares.ts";
import { Refusal } from "../floor/errors/errors.ts";
import { createBucket, type Pace, type TokenBucket } from "../floor/limits/token-bucket.ts";

/** The weight of a call. The default is light. */
export type Weight = "search" | "upload" | "export";

const costs: Record<Weight, number> = { search: 5, upload: 10, export: 50 };
export const costOf = (weight: Weight | undefined): number => (weight ? costs[weight] : 1);

declare module "fastify" {
  interface FastifyContextConfig {
    weight?: Weight;
  }
}

/** A console makes 8 calls at its start and 5 when it returns, a chat a few more and one for each picture on screen. */
export const agentPace: Pace = { burst: 600, perSecond: 50 };
/** The number of further buckets after which full ones are removed. */
const sweepAfter = 1_000;

export type AgentCalls = {
  /** Throws 429 when the agent has used up their limit. */
  consume(agentId: string, weight: Weight | undefined, reply: Pick<FastifyReply, "header">): void;
};

/** `now` is in milliseconds that only grow. */
export function createAgentCalls(
  now: () => number = () => performance.now(),
  each: Pace = agentPace,
): AgentCalls {
  const buckets = new Map<string, TokenBucket>();
  let sweepAt = sweepAfter;

  function sweep() {
    for (const [id, bucket] of buckets) if (bucket.isFull()) buckets.delete(id);
    sweepAt = buckets.size + sweepAfter;
  }

  return {
    consume(agentId, weight, reply) {
      const cost = costOf(weight);
      const bucket = buckets.get(agentId) ?? createBucket(each, now);
      buckets.set(agentId, bucket);
      if (!bucket.consume(cost)) {
        reply.header("retry-after", String(Math.ceil(bucket.waitFor(cost) / 1000)));
        throw new Refusal(429, "too_many_calls", "too_many_calls");
      }
      if (buckets.size > sweepAt) sweep();
    },
  };
}

export type Searches = {
  /** Runs a search when the agent and the company have a slot for it. Throws Busy when none comes free in time. */
  run<Answer>(asker: { id: string; companyId: string }, search: () => Promise<Answer>): Promise<Answer>;
};

/** Runs two searches at a time for an agent, four for a company, eight in all; a newer one waits. */
export function createSearches(): Searches {
  const none = Number.POSITIVE_INFINITY;
  const agents: Shares = createShares({ total: none, kind: none, company: 2, maxWait: 5_000, queue: 20 });
  const companies: Shares = createShares({ total: 8, kind: 8, company: 4, maxWait: 5_000, queue: 200 });
  return {
    run: ({ id, companyId }, search) =>
      agents.run(id, "agent", () => companies.run(companyId, "agent", search)),
  };
}
