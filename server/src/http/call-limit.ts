import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../floor/context.ts";
import { acrossCompanies, checkRights } from "../floor/database/scope.ts";
import { consume, type RateLimit, refund } from "../floor/limits/rate-limit.ts";
import { networkOf } from "./network.ts";
import { tooManyTries } from "./too-many-tries.ts";

/** Limits an action of one company's agents. Throws 429 when the limit is reached. */
export async function limitCompany(
  context: Context,
  { caller }: FastifyRequest,
  reply: FastifyReply,
  allowed: RateLimit,
): Promise<void> {
  await checkRights(context, caller);
  const milliseconds = await acrossCompanies(context, (db) =>
    consume(db, context.clock(), caller.companyId, allowed),
  );
  if (milliseconds > 0) throw tooManyTries(reply, milliseconds);
}

export const serverCallsAllowed = { what: "server call", most: 60, perMilliseconds: 10 * 60_000 };

/**
 * Limits all calls of a company that connect to a provider or to a server that the administrator names, by one budget:
 * each tells whether something answers there. Throws 429 when it is used up.
 */
export const limitServerCalls = (
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> => limitCompany(context, request, reply, serverCallsAllowed);

/** Limits the calls of one network address. Throws 429 when the limit is reached. */
export async function limitCalls(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  allowed: RateLimit,
): Promise<void> {
  const milliseconds = await acrossCompanies(context, (db) =>
    consume(db, context.clock(), networkOf(request.ip), allowed),
  );
  if (milliseconds > 0) throw tooManyTries(reply, milliseconds);
}

/** Returns a use that turned out not to count. */
export async function refundCall(
  context: Context,
  { ip }: Pick<FastifyRequest, "ip">,
  allowed: RateLimit,
): Promise<void> {
  await acrossCompanies(context, (db) => refund(db, networkOf(ip), allowed));
}
