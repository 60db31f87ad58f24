/**
 * Limits how fast visitors write: a single visitor is limited first, their network and the chat's company much higher.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Pace } from "../floor/limits/token-bucket.ts";
import { createAgentCalls } from "./agent-calls.ts";
import { networkOf } from "./network.ts";

/** Messages that waited for a connection come at once. */
const ofVisitor: Pace = { burst: 100, perSecond: 3 };
/** A hundred people of one office who each write two messages at once, and then every four seconds, beside one who floods. */
const ofNetwork: Pace = { burst: 300, perSecond: 28 };
/** The visitors' messages a second that reach agents in time; more would slow other companies. */
const ofCompany: Pace = { burst: 1200, perSecond: 300 };
/** Forty files at once; `routes.ts` bounds those of a network. */
const filesOfVisitor: Pace = { burst: 40, perSecond: 0.2 };

/** Throws 429 for a visitor's own limit. */
export function createFilePace(now?: () => number) {
  const visitors = createAgentCalls(now, filesOfVisitor);
  return {
    consume: (
      { visitorToken }: Pick<FastifyRequest, "visitorToken">,
      reply: Pick<FastifyReply, "header">,
    ): void => visitors.consume(visitorToken.toString("base64url"), undefined, reply),
  };
}

export function createMessagePace(now?: () => number) {
  const visitors = createAgentCalls(now, ofVisitor);
  const networks = createAgentCalls(now, ofNetwork);
  const companies = createAgentCalls(now, ofCompany);
  return {
    /** Throws 429. A message refused for its visitor's own limit does not count for their network or company. */
    consume(
      { visitorToken, ip }: Pick<FastifyRequest, "visitorToken" | "ip">,
      reply: Pick<FastifyReply, "header">,
      companyId: string,
    ): void {
      visitors.consume(visitorToken.toString("base64url"), undefined, reply);
      networks.consume(networkOf(ip), undefined, reply);
      companies.consume(companyId, undefined, reply);
    },
  };
}
