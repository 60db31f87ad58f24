import type { FastifyReply } from "fastify";

/** The peer sees ECONNRESET rather than an orderly end. */
export function breakConnection(reply: FastifyReply): FastifyReply {
  reply.hijack();
  reply.raw.socket?.resetAndDestroy();
  return reply;
}
