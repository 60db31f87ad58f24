import type { FastifyReply } from "fastify";

/** For answers that may be a bare text or null: Fastify would send the one as text/plain and the other as nothing. */
export function answerJson(reply: FastifyReply, value: unknown): FastifyReply {
  return reply.type("application/json; charset=utf-8").send(JSON.stringify(value));
}
