/** Calls of pages' visitors: each carries a token in a header, which no other site's page can send. */
import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { signedOut } from "../floor/errors/errors.ts";
import type { Pace } from "../floor/limits/token-bucket.ts";
import { createAgentCalls } from "./agent-calls.ts";
import { networkOf } from "./network.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The SHA-256 of the token; only set on calls that need a visitor. */
    visitorToken: Buffer;
  }
}

/** A frame fetches two answers at its start and one for each change. */
const visitorPace: Pace = { burst: 120, perSecond: 10 };
/** An office or a mobile network has many visitors behind one address. */
const networkPace: Pace = { burst: 1200, perSecond: 100 };

const tokenPattern = /^wv_[\w-]{43}$/;

/** Throws 401 without a token. The unit of work finds out whether it is known. */
export function visitorToken({ headers }: Pick<FastifyRequest, "headers">): Buffer {
  const [scheme, token = ""] = (headers.authorization ?? "").split(" ");
  const hash = scheme === "Visitor" ? tokenHashOf(token) : null;
  if (!hash) throw signedOut();
  return hash;
}

/** Null for a text that is no token. */
export const tokenHashOf = (token: string): Buffer | null =>
  tokenPattern.test(token) ? hashOfToken(token) : null;

export const hashOfToken = (token: string): Buffer => createHash("sha256").update(token).digest();

export function createVisitorCalls(now?: () => number) {
  const byToken = createAgentCalls(now, visitorPace);
  const byNetwork = createAgentCalls(now, networkPace);
  return {
    /** Throws 429. A call refused for its visitor's own limit does not count for their network. */
    consume(
      { visitorToken: token, ip }: Pick<FastifyRequest, "visitorToken" | "ip">,
      reply: Pick<FastifyReply, "header">,
    ): void {
      byToken.consume(token.toString("base64url"), undefined, reply);
      byNetwork.consume(networkOf(ip), undefined, reply);
    },
  };
}
