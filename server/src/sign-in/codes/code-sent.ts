import { reasonOf } from "@parley/contract/reasons";
import type { FastifyReply } from "fastify";
import { Refusal } from "../../floor/errors/errors.ts";
import { tooManyTries } from "../../http/too-many-tries.ts";
import type { Issued } from "./codes.ts";

/** Throws 429 when another code has to wait. */
export function checkSent(reply: FastifyReply, sent: Issued): void {
  if (sent.outcome !== "wait") return;
  throw sent.own ? codeSent(reply, sent.milliseconds) : tooManyTries(reply, sent.milliseconds);
}

/** This is not a fault: the browser has a code already, which it may use. */
function codeSent(reply: FastifyReply, milliseconds: number): Refusal {
  const seconds = Math.ceil(milliseconds / 1000);
  reply.header("retry-after", String(seconds));
  return new Refusal(429, "code_sent", reasonOf("code_sent", { seconds }));
}
