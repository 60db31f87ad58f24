import { reasonOf } from "@parley/contract/reasons";
import type { FastifyReply } from "fastify";
import { Refusal } from "../floor/errors/errors.ts";

export function tooManyTries(reply: FastifyReply, milliseconds: number): Refusal {
  const seconds = Math.ceil(milliseconds / 1000);
  reply.header("retry-after", String(seconds));
  return new Refusal(429, "rate_limited", reasonOf("too_many_tries", { seconds }));
}
