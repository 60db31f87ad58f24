import type { FastifyReply } from "fastify";
import { Refusal } from "./errors.ts";

/** Not a fault: this browser has a code already, which it may use. */
export function codeSent(reply: FastifyReply, milliseconds: number): Refusal {
  const seconds = Math.ceil(milliseconds / 1000);
  reply.header("retry-after", String(seconds));
  return new Refusal(429, "code_sent", `A code was sent already. Another can be sent in ${seconds} seconds.`);
}
