import type { FastifyReply, FastifyRequest } from "fastify";
import { type Allowance, takeTurn } from "../auth/turns.ts";
import type { Context } from "../context.ts";
import { acrossCompanies } from "../database/scope.ts";
import { networkOf } from "./network.ts";
import { tooManyTries } from "./sign-in-limit.ts";

/** Bounds the calls of one network address. Throws 429 when it has had its share. */
export async function limitCalls(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  allowed: Allowance,
): Promise<void> {
  const milliseconds = await acrossCompanies(context, (db) =>
    takeTurn(db, context.clock(), networkOf(request.ip), allowed),
  );
  if (milliseconds > 0) throw tooManyTries(reply, milliseconds);
}
